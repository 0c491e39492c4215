#include "replay/referee/judge/judge_round.h"

#include <algorithm>
#include <optional>

#include "dsl/base/search.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/position_begin.h"
#include "replay/fold/round_points.h"
#include "replay/referee/judge/backtracking_judge.h"
#include "replay/referee/judge/plain_round.h"

namespace roundhouse::replay {
namespace {

/// Ways of answering what depends on hidden tiles, before giving up.
constexpr int most_ways = 256;

/// True if `found` is better. A record is legal if it is legal in one way, and not illegal while one is
/// undecided; of ways that are the same in this, one by which the scores are right counts. If all are illegal
/// the one that goes furthest says where, and of those the one with the fewest breaches. `reach`: above 0 if
/// `found` goes further, 0 if as far.
bool is_better(const Judgement& found, const Judgement& best, int reach) {
  const auto rank = [](const Judgement& judged) {
    return judged.verdict == Verdict::legal ? 2 : judged.verdict == Verdict::undecided ? 1 : 0;
  };
  if (rank(found) != rank(best)) return rank(found) > rank(best);
  if (found.verdict == Verdict::illegal)
    return reach > 0 || (reach == 0 && found.more.size() < best.more.size());
  // An act that is legal in one way is no breach that was let stand.
  if (found.allowed.size() != best.allowed.size()) return found.allowed.size() < best.allowed.size();
  return found.scores.empty() && !best.scores.empty();
}

bool rests_on_what_follows(const Judgement& judged) {
  return judged.verdict != Verdict::illegal &&
         any_of(judged.trust, [](const Trust& trust) { return trust.kind == TrustKind::follows; });
}

/// True if the round is legal however what depends on hidden tiles is answered.
bool is_proven_in_every_way(BacktrackingJudge& walk) {
  for (int ways = 1; ways <= most_ways; ++ways) {
    walk.walk();
    if (!walk.is_proven()) return false;
    if (!walk.take_another_way(0)) return true;
    if (walk.is_spent()) return false;
  }
  return false;
}

/// Tiles in a hand of which nobody says how many it has. Legal with either is legal; illegal with both is
/// illegal where nothing that decides it rests on such a number; all else is judged as behind a gap.
constexpr int usual_hand = 7;
constexpr int large_hand = 14;

/// True if the ruling is about the tiles in a hand that is written, and asks for no number of tiles.
bool rests_on_written_hand(const engine::Rules& program, const Header& header, const RecordRound& round,
                           const Ruling& ruling) {
  // A tile that is not written, drawn or held, may be any of those that the other hands and the boneyard have
  // room for, and how much room that is nobody says.
  bool is_written = false;
  for (const Item& item : round.items) {
    if (item.at.span.begin > ruling.place.where.begin) break;
    const auto is_players = [&](Seat seat) {
      return seat != no_seat && header.players[static_cast<std::size_t>(seat)].name == ruling.place.player;
    };
    if (const auto* hand = std::get_if<HandLine>(&item.line); hand != nullptr && is_players(hand->player)) {
      is_written = true;
      if (any_of(hand->tiles, [](const WrittenTile& tile) { return !tile.known(); })) return false;
    }
    if (const auto* turn = std::get_if<TurnLine>(&item.line); turn != nullptr && is_players(turn->player))
      for (const WrittenAct& act : turn->acts)
        if (const auto* draw = std::get_if<DrawAct>(&act.what); draw != nullptr && !draw->tile.known())
          return false;
  }
  if (!is_written) return false;
  if (ruling.rule == dsl::row(dsl::Law::tile_not_held).name) return true;
  constexpr dsl::Aspects counted =
      dsl::aspects::hand_sizes | dsl::aspects::other_hands | dsl::aspects::boneyard | dsl::aspects::points;
  return any_of(program.acts, [&](const dsl::ActRules& act) {
    return any_of(act.forbids, [&](const dsl::ForbidRow& row) {
      return program.rules[row.rule.value].id == ruling.rule &&
             (dsl::reads_of_row(program, row) & counted) == 0;
    });
  });
}

bool is_same_breach(const Ruling& a, const Ruling& b) {
  return a.rule == b.rule && a.place.where.begin == b.place.where.begin;
}

/// The last item up to this one at which no turn goes on: behind missing turns a line begins one.
std::size_t turn_begin(const RecordRound& round, std::size_t item) {
  std::size_t begin = 0;
  Seat going_on = no_seat;
  for (std::size_t i = 0; i <= item; ++i) {
    if (going_on == no_seat) begin = i;
    const auto* turn = std::get_if<TurnLine>(&round.items[i].line);
    if (turn == nullptr || turn->player == no_seat) continue;
    if (turn->goes_on)
      going_on = turn->player;
    else if (turn->player == going_on)
      going_on = no_seat;
  }
  return begin;
}

/// The round with any number of turns missing before the turn of this item: the way it was is one of those.
RecordRound with_gap_before(const RecordRound& round, std::size_t line) {
  const std::size_t item = turn_begin(round, line);
  RecordRound open = round;
  Item gap;
  gap.line = GapLine{};
  gap.at.span = round.items[item].at.span;
  open.items.insert(open.items.begin() + static_cast<std::ptrdiff_t>(item), gap);
  return open;
}

/// What is illegal whatever came before it is so in each of more ways than can be tried.
/// Returns the steps that this took.
std::int64_t convict_behind(const engine::Rules& program, const Header& header, const RecordRound& open,
                            HandRowsOnDemand& rows, bool first_of_file, const engine::Position& begin,
                            const RefereeOptions& options, Judgement& judged) {
  engine::Position position = begin;
  Judgement found = judge_one_round(program, header, open, rows, first_of_file, position, options);
  if (found.verdict != Verdict::illegal) return found.steps;
  judged.verdict = Verdict::illegal;
  judged.ruling = std::move(found.ruling);
  judged.more = std::move(found.more);
  judged.undecided.clear();
  judged.unknown.reset();
  return found.steps;
}

}  // namespace

Judgement judge_one_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                          HandRowsOnDemand& rows, bool first_of_file, engine::Position& position,
                          const RefereeOptions& options) {
  if (options.strict && has_only_the_end(round)) {
    RefereeOptions mild = options;
    mild.strict = false;
    Judgement found = judge_one_round(program, header, round, rows, first_of_file, position, mild);
    if (found.verdict != Verdict::legal) return found;
    found.verdict = Verdict::undecided;
    found.undecided = "nobody wrote down how this round was played";
    const auto is_end = [](const Item& item) {
      return std::holds_alternative<LeftLine>(item.line) || std::holds_alternative<ScoreLine>(item.line);
    };
    const auto item = find_if(round.items, is_end);
    found.unknown = BreachReporter{program, header, round}.place(
        static_cast<std::size_t>(item - round.items.begin()), item->at.span);
    return found;
  }
  const engine::Position begin = position;
  if (options.supposed_count == 0 && !options.strict && leaves_counts_open(program, round)) {
    const auto supposing = [&](int count, bool help) {
      RefereeOptions supposed = options;
      supposed.supposed_count = count;
      supposed.help = help;
      position = begin;
      return judge_one_round(program, header, round, rows, first_of_file, position, supposed);
    };
    Judgement few = supposing(usual_hand, false);
    if (few.verdict == Verdict::legal) return few;
    if (few.ruling && rests_on_written_hand(program, header, round, *few.ruling)) {
      Judgement many = supposing(large_hand, true);
      if (many.ruling && is_same_breach(*many.ruling, *few.ruling)) return many;
    }
    position = begin;
  }
  // It counts no steps.
  if (rows.work().act == 0 && !ages_hidden(program, position))
    if (std::optional<Judgement> plain = judge_plain_round(program, header, round, first_of_file, position))
      return std::move(*plain);
  position = begin;
  BacktrackingJudge walk(program, header, round, options, rows, first_of_file, position);
  std::optional<Judgement> best;
  engine::Position end = position;
  std::pair<std::size_t, int> furthest;
  std::int64_t steps_behind = 0;
  for (int ways = 1;; ++ways) {
    walk.walk();
    Judgement found = walk.judge();
    const bool found_illegal = found.verdict == Verdict::illegal;
    const int reach = walk.reached() > furthest ? 1 : walk.reached() < furthest ? -1 : 0;
    if (!best || is_better(found, *best, reach)) {
      best = std::move(found);
      if (options.help) walk.suggest(*best);
      furthest = walk.reached();
      end = position;
    }
    // Of ways that are legal one is looked for by which the scores are right, too.
    if (best->verdict == Verdict::legal && best->scores.empty() && best->allowed.empty()) break;
    // Assumptions after the act that is illegal this way are not to blame.
    if (!walk.take_another_way(found_illegal ? walk.ruled_at() : 0)) break;
    if (ways == most_ways || walk.is_spent()) {
      best->scores.clear();  // by a way that was not tried they may be right
      best->allowed.clear();
      if (best->verdict != Verdict::illegal) break;
      best->more.clear();
      best->unknown = best->ruling->place;
      best->ruling.reset();
      best->verdict = Verdict::undecided;
      best->undecided = "too much depends on hidden tiles; write down some hands or the tiles drawn";
      const bool has_gap = any_of(round.items, [](const Item& item) { return is_gap(item.line); });
      if (const auto item = walk.first_open_line(); item && !has_gap)
        steps_behind = convict_behind(program, header, with_gap_before(round, *item), rows, first_of_file,
                                      begin, options, *best);
      break;
    }
  }
  best->steps = walk.steps() + steps_behind;
  if (rests_on_what_follows(*best)) {
    position = begin;
    // Judges with what the round's budget has left.
    RefereeOptions rest = options;
    rest.budget = std::max<std::int64_t>(0, options.budget - walk.steps());
    rest.act_budget = std::max<std::int64_t>(0, options.act_budget - walk.steps());
    BacktrackingJudge every_way(program, header, round, rest, rows, first_of_file, position);
    if (is_proven_in_every_way(every_way)) {
      best->trust.clear();
      best->undecided.clear();
      best->unknown.reset();
      best->verdict = Verdict::legal;
    }
    best->steps += every_way.steps();
  }
  position = end;
  if (walk.hides_lasting_facts()) position.facts_open = position.past_open = true;
  // By another value the scores may be right, where no way was looked for by which they are.
  if (walk.assumed_facts().any() && best->verdict == Verdict::illegal) best->scores.clear();
  // A round that is void by what was assumed, and that the record does not deal again, may not be void.
  if (position.voided && walk.has_asked() && !ends_in_redeal(round)) {
    position.voided = false;
    position.phase = engine::Phase::play;
    position.past_open = true;
  }
  // Assumptions about chance count for this round alone.
  for (std::size_t slot = 0; slot < position.facts.size(); ++slot)
    if (walk.assumed_facts()[slot]) position.facts[slot] = engine::absent, position.past_open = true;
  return std::move(*best);
}

}  // namespace roundhouse::replay
