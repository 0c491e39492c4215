#include "replay/referee/judge/judge_round.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/vocabulary/vocabulary.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/position_begin.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/round_points.h"
#include "replay/record/read_line.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/backtracking_judge.h"
#include "replay/referee/judge/lines_wanted.h"
#include "replay/referee/judge/position_fillings.h"
#include "replay/referee/judge/supposed_counts.h"

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

/// The last item up to this one at which no turn goes on: behind missing turns a line begins one.
std::size_t turn_begin(const RecordRound& round, std::size_t item) {
  std::size_t begin = 0;
  Seat going_on = no_seat;
  for (std::size_t i = 0; i <= item; ++i) {
    if (is_gap(round.items[i].line)) going_on = no_seat;
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

/// The round with any number of turns missing at this place: the way it was is one of those.
RecordRound with_gap_at(const RecordRound& round, std::size_t item) {
  RecordRound open = round;
  Item gap;
  gap.line = GapLine{};
  gap.at.span = round.items[item].at.span;
  open.items.insert(open.items.begin() + static_cast<std::ptrdiff_t>(item), gap);
  return open;
}

/// The place at which missing turns would stand before this one's turn; absent: before it play has not begun,
/// and the line of a turn may begin with the engine.
std::optional<std::size_t> gap_before(const RecordRound& round, std::uint32_t byte) {
  std::optional<std::size_t> turn;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < round.items.size() && round.items[i].at.span.begin <= byte; ++i) {
    if (!std::holds_alternative<TurnLine>(round.items[i].line) && !is_gap(round.items[i].line)) continue;
    turn = i;
    if (!first) first = i;
  }
  if (!turn) return std::nullopt;
  const std::size_t begin = turn_begin(round, *turn);
  if (begin <= *first) return std::nullopt;
  return begin;
}

/// The judgement of the round as it is written. `first_open`: where more ways are open than can be tried, the
/// line from which on.
Judgement judge_in_every_way(const engine::Rules& program, const Header& header, const RecordRound& round,
                             HandRowsOnDemand& rows, bool first_of_file, Position& position,
                             const RefereeOptions& options, std::optional<std::size_t>& first_open,
                             const std::optional<SupposedCounts>& supposed = {}) {
  const Position begin = position;
  // It counts no steps.
  if (rows.work().act == 0 && !ages_hidden(program, position))
    if (std::optional<Judgement> plain = judge_plain_round(program, header, round, first_of_file, position))
      return std::move(*plain);
  position = begin;
  BacktrackingJudge walk(program, header, round, options, rows, first_of_file, position, supposed);
  std::optional<Judgement> best;
  Position end = position;
  std::pair<std::size_t, int> furthest;
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
      best->clear_scores();  // by a way that was not tried they may be right
      best->allowed.clear();
      if (best->verdict != Verdict::illegal) break;
      best->more.clear();
      best->unknown = best->ruling->place;
      best->ruling.reset();
      best->verdict = Verdict::undecided;
      best->undecided = "too much depends on hidden tiles; write down some hands or the tiles drawn";
      first_open = walk.first_open_line();
      break;
    }
  }
  best->steps = walk.steps();
  if (rests_on_what_follows(*best)) {
    position = begin;
    // Judges with what the round's budget has left.
    RefereeOptions rest = options;
    rest.budget = std::max<std::int64_t>(0, options.budget - walk.steps());
    rest.act_budget = std::max<std::int64_t>(0, options.act_budget - walk.steps());
    BacktrackingJudge every_way(program, header, round, rest, rows, first_of_file, position, supposed);
    if (is_proven_in_every_way(every_way)) {
      best->trust.clear();
      best->undecided.clear();
      best->unknown.reset();
      best->verdict = Verdict::legal;
    }
    best->steps += every_way.steps();
  }
  position = end;
  if (walk.hides_lasting_facts()) {
    position.unknown.set(engine::Part::facts);
    position.unknown.set(engine::Part::past);
  }
  // The end of the game may rest on what was assumed.
  if (walk.has_asked()) position.unknown.set(engine::Part::last_round);
  // By another value the scores may be right, where no way was looked for by which they are.
  if (walk.assumed_facts().any() && best->verdict == Verdict::illegal) best->clear_scores();
  // A round that is void by what was assumed, and that the record does not deal again, may not be void.
  if (position.voided && walk.has_asked() && !ends_in_redeal(round)) {
    position.voided = false;
    position.phase = engine::Phase::play;
    position.unknown.set(engine::Part::past);
  }
  // Assumptions about chance count for this round alone.
  for (std::size_t slot = 0; slot < position.facts.size(); ++slot)
    if (walk.assumed_facts()[slot]) {
      position.facts[slot] = engine::absent;
      position.unknown.set(engine::Part::past);
    }
  return std::move(*best);
}

/// How many tiles the boneyard may have at most, where all hands are counted and it does not follow how many
/// it has; absent: it follows, or is written.
std::optional<int> most_in_boneyard(const engine::Rules& program, const RecordRound& round) {
  if (!begins_with_position(round) || !has_cut_train(round)) return std::nullopt;
  int left = program.tile_kinds * program.copies;
  for (const Item& item : round.items) {
    if (is_of_play(item.line)) break;
    if (std::holds_alternative<BoneyardLine>(item.line)) return std::nullopt;
    if (const auto* hand = std::get_if<HandLine>(&item.line)) left -= static_cast<int>(hand->tiles.size());
  }
  return std::max(left, 0);
}

/// A round that is to be judged, and what came of the hypotheses so far.
struct AskedRound {
  const engine::Rules& program;
  const Header& header;
  const RecordRound& round;
  HandRowsOnDemand& rows;
  bool first_of_file;
  const Position begin;
  Position& position;  ///< at the end of what was judged last
  const RefereeOptions& options;
  bool is_filled_up = false;                ///< with lines that nobody wrote, to see what comes of it
  std::optional<std::size_t> first_open{};  ///< more ways were open than can be tried, from this line on
  Judgement as_written{};

  Judgement judge(const RefereeOptions& asked, const std::optional<SupposedCounts>& counts = {}) {
    position = begin;
    first_open.reset();
    return judge_in_every_way(program, header, round, rows, first_of_file, position, asked, first_open,
                              counts);
  }
};

/// The judgement that is believed; absent: this hypothesis decides nothing.
using Believed = std::optional<Judgement>;

Believed judge_only_the_end(AskedRound& asked) {
  if (!asked.options.strict || !has_only_the_end(asked.round)) return std::nullopt;
  RefereeOptions mild = asked.options;
  mild.strict = false;
  Judgement found = asked.judge(mild);
  if (found.verdict != Verdict::legal) return found;
  found.verdict = Verdict::undecided;
  found.undecided = "nobody wrote down how this round was played";
  const auto is_end = [](const Item& item) {
    return std::holds_alternative<LeftLine>(item.line) || std::holds_alternative<ScoreLine>(item.line);
  };
  const std::vector<Item>& items = asked.round.items;
  const auto item = find_if(items, is_end);
  const BreachReporter reporter{asked.program, asked.header, asked.round};
  found.unknown = reporter.place(static_cast<std::size_t>(item - items.begin()), item->at.span);
  return found;
}

Believed judge_with_counts(AskedRound& asked) {
  if (asked.options.strict || seats_not_counted(asked.program, asked.round).empty()) return std::nullopt;
  const auto supposing = [&](const std::optional<SupposedCounts>& counts, bool help) {
    RefereeOptions with = asked.options;
    with.help = asked.options.help && help;
    return asked.judge(with, counts);
  };
  return judge_supposing(asked.program, asked.header, asked.round, supposing);
}

Believed judge_as_written(AskedRound& asked) {
  asked.as_written = asked.judge(asked.options);
  if (asked.as_written.verdict == Verdict::undecided) return std::nullopt;
  return std::move(asked.as_written);
}

/// Leaves in a ruling only the things that are so in another way, too.
void keep_common(Ruling& ruling, const Ruling& other) {
  std::erase_if(ruling.reasons, [&](const std::string& reason) { return !contains(other.reasons, reason); });
  std::erase_if(ruling.because, [&](const Because& line) {
    return none_of(other.because, [&](const Because& each) {
      return each.message == line.message && each.place.where.begin == line.place.where.begin;
    });
  });
  std::erase_if(ruling.could, [&](const Instead& act) { return !contains(other.could, act); });
  if (ruling.help != other.help) ruling.help.clear();
}

/// Leaves of these rulings those that are given in another way, too.
void keep_common(std::vector<Ruling>& rulings, const std::vector<Ruling>& others) {
  std::erase_if(rulings, [&](Ruling& ruling) {
    const auto same = find_if(
        others, [&](const Ruling& other) { return is_same_act(other, ruling) && other.rule == ruling.rule; });
    if (same != others.end()) keep_common(ruling, *same);
    return same == others.end();
  });
}

/// Leaves of these scores those that are as wrong in another way, too.
void keep_common(std::vector<ScoreDifference>& scores, const std::vector<ScoreDifference>& others) {
  std::erase_if(scores, [&](const ScoreDifference& score) {
    return none_of(others, [&](const ScoreDifference& other) {
      return other.place.where.begin == score.place.where.begin && other.right == score.right;
    });
  });
}

/// Leaves in a judgement only what is found in another way, too.
void keep_common(Judgement& judged, const Judgement& other) {
  if (judged.ruling && other.ruling) keep_common(*judged.ruling, *other.ruling);
  keep_common(judged.more, other.more);
  keep_common(judged.advice, other.advice);
  keep_common(judged.scores, other.scores);
}

/// Any number of tiles may be left where those in front of a train are not written: every one is tried.
Believed judge_with_boneyard(AskedRound& asked) {
  if (asked.options.strict || !seats_not_counted(asked.program, asked.round).empty()) return std::nullopt;
  const std::optional<int> most = most_in_boneyard(asked.program, asked.round);
  if (!most) return std::nullopt;
  std::optional<Judgement> all;
  std::optional<std::pair<int, std::string>> other_rule;  // and with which number
  std::int64_t steps = 0;
  for (int left = *most; left >= 0; --left) {
    Judgement found = asked.judge(asked.options, SupposedCounts{.boneyard = left});
    steps += found.steps;
    // A boneyard from which somebody drew was not empty.
    if (found.ruling && found.ruling->rule == dsl::row(dsl::Law::boneyard_empty).name) continue;
    const bool is_same = !all || (found.ruling && all->ruling ? is_same_act(*found.ruling, *all->ruling)
                                                              : found.verdict == all->verdict);
    if (found.verdict == Verdict::undecided || !is_same || steps > most_supposed_lines * steps_of_line)
      return std::nullopt;
    if (!all) {
      all = std::move(found);
    } else if (found.ruling && found.ruling->rule != all->ruling->rule) {
      other_rule = {left, found.ruling->rule};
    } else {
      keep_common(*all, found);
    }
  }
  if (!all) return std::nullopt;
  all->steps = steps;
  if (other_rule) {
    Ruling& ruling = *all->ruling;
    ruling.message += fmt::format(", illegal by the rule {}; with 'boneyard {}' it is by the rule {}",
                                  ruling.rule, other_rule->first, other_rule->second);
    ruling.is_complete = true;
    ruling.exceptions.clear();
  }
  return all;
}

/// A way in which a position may have been, by its number, and what comes of it.
struct Way {
  std::size_t number = 0;
  Judgement judged;
};

/// Two ways that differ in one line; nullptr: there are no such two.
struct Opposed {
  const OpenLine* line = nullptr;
  const Way* a = nullptr;
  const Way* b = nullptr;
};
template <class AreOpposed>
Opposed opposed(const std::vector<OpenLine>& open, const std::vector<Way>& ways, AreOpposed are_opposed) {
  for (const Way& a : ways)
    for (const Way& b : ways) {
      if (!are_opposed(a.judged, b.judged)) continue;
      if (const OpenLine* const line = difference_of(open, a.number, b.number)) return {line, &a, &b};
    }
  return {};
}

/// Of two ways of which one is legal the line in which they differ decides.
std::optional<std::string> what_decides(const Header& header, const std::vector<OpenLine>& open,
                                        const std::vector<Way>& ways, RecordPlace& where) {
  const Opposed found = opposed(open, ways, [](const Judgement& a, const Judgement& b) {
    return a.verdict == Verdict::legal && b.verdict == Verdict::illegal;
  });
  if (found.line == nullptr) return std::nullopt;
  const Ruling& ruling = *found.b->judged.ruling;
  where = ruling.place;
  return fmt::format(
      "the position is not written down whole: with '{}' this is legal, with '{}' it is not (rule {}); write "
      "which it was",
      write_line(header, line_in(open, *found.line, found.a->number)),
      write_line(header, line_in(open, *found.line, found.b->number)), ruling.rule);
}

/// Something is illegal in all ways, and not by one rule, or not in one act. `ruling`: the earliest.
void name_both_rules(Ruling& ruling, const Header& header, const std::vector<OpenLine>& open,
                     const std::vector<Way>& ways) {
  const Opposed found = opposed(open, ways, [&](const Judgement& a, const Judgement& b) {
    return is_same_act(*a.ruling, ruling) && a.ruling->rule == ruling.rule &&
           (b.ruling->rule != ruling.rule || !is_same_act(*b.ruling, ruling));
  });
  if (found.line == nullptr) return;
  const auto with = [&](const Way& way) {
    return fmt::format("with '{}'", write_line(header, line_in(open, *found.line, way.number)));
  };
  const Ruling& other = *found.b->judged.ruling;
  const bool is_later = !is_same_act(other, ruling);
  ruling.message +=
      fmt::format(", illegal {} by the rule {}; {} {} by the rule {}", with(*found.a), ruling.rule,
                  with(*found.b), is_later ? other.message + ", illegal" : "it is", other.rule);
  ruling.is_complete = true;
  ruling.exceptions.clear();
}

Believed judge_in_every_filling(AskedRound& asked) {
  const std::vector<OpenLine> open =
      open_lines(asked.program, asked.header, asked.round, asked.first_of_file, asked.begin);
  if (open.empty()) return std::nullopt;
  std::vector<Way> ways;
  std::int64_t steps = 0;
  for (std::size_t number = 0; number < number_of_fillings(open); ++number) {
    const RecordRound round = filled(asked.round, open, number);
    AskedRound one{asked.program,       asked.header, round,          asked.rows,
                   asked.first_of_file, asked.begin,  asked.position, asked.options};
    Believed found = judge_with_counts(one);
    if (!found) found = judge_with_boneyard(one);
    Judgement judged = found ? *std::move(found) : one.judge(asked.options);
    steps += judged.steps;
    if (judged.verdict == Verdict::undecided) return std::nullopt;
    // A table that cannot be is none that was.
    const bool is_none = judged.ruling && judged.ruling->place.turn == 0;
    if (!is_none) ways.push_back({number, std::move(judged)});
  }
  if (ways.empty()) return std::nullopt;
  // The table that is left is known no better than it is written.
  Judgement judged = asked.judge(asked.options);
  const auto is_earlier = [](const Way& a, const Way& b) {
    return a.judged.ruling && b.judged.ruling &&
           a.judged.ruling->place.where.begin < b.judged.ruling->place.where.begin;
  };
  Judgement& first = std::min_element(ways.begin(), ways.end(), is_earlier)->judged;
  if (any_of(ways, [&](const Way& way) { return way.judged.verdict != first.verdict; })) {
    RecordPlace where;
    std::optional<std::string> decides = what_decides(asked.header, open, ways, where);
    if (!decides) return std::nullopt;
    judged.verdict = Verdict::undecided;
    judged.ruling.reset();
    judged.more.clear();
    judged.scores.clear();
    judged.undecided = *std::move(decides);
    judged.lines_wanted.clear();
    judged.unknown = where;
    judged.steps += steps;
    return judged;
  }
  for (const Way& way : ways) keep_common(first, way.judged);
  if (first.ruling) name_both_rules(*first.ruling, asked.header, open, ways);
  first.steps = judged.steps + steps;
  return std::move(first);
}

/// Illegal with any number of turns missing at this item, and, where a turn is given, in that one.
Believed judge_behind_gap(AskedRound& asked, std::optional<std::size_t> item, std::optional<int> turn) {
  if (!item) return std::nullopt;
  Position position = asked.begin;
  std::optional<std::size_t> first_open;
  Judgement found = judge_in_every_way(asked.program, asked.header, with_gap_at(asked.round, *item),
                                       asked.rows, asked.first_of_file, position, asked.options, first_open);
  asked.as_written.steps += found.steps;
  if (found.verdict != Verdict::illegal || (turn && found.ruling->place.turn != *turn)) return std::nullopt;
  Judgement judged = std::move(asked.as_written);
  judged.verdict = Verdict::illegal;
  judged.ruling = std::move(found.ruling);
  judged.more = std::move(found.more);
  judged.undecided.clear();
  judged.unknown.reset();
  return judged;
}

Believed judge_behind_first_question(AskedRound& asked) {
  if (!asked.first_open) return std::nullopt;
  const std::uint32_t begin = asked.round.items[*asked.first_open].at.span.begin;
  return judge_behind_gap(asked, gap_before(asked.round, begin), std::nullopt);
}

Believed judge_behind_open_turn(AskedRound& asked) {
  if (asked.first_open || !asked.as_written.unknown) return std::nullopt;
  const RecordPlace& open = *asked.as_written.unknown;
  return judge_behind_gap(asked, gap_before(asked.round, open.where.begin), open.turn);
}

Judgement judge_by_hypotheses(AskedRound& asked);

/// Of a position that lacks something: what would be with it.
Believed leave_undecided(AskedRound& asked) {
  Judgement judged = std::move(asked.as_written);
  if (!begins_with_position(asked.round) || judged.undecided.empty() || asked.is_filled_up) return judged;
  const auto is_all = [](const Item& item) { return std::holds_alternative<NothingElseLine>(item.line); };
  const bool is_all_written = any_of(asked.round.items, is_all);
  const Position end = asked.position;
  const auto judge_with = [&](const std::vector<Line>& lines) {
    RecordRound whole = asked.round;
    if (!is_all_written) add_line(whole, NothingElseLine{});
    for (const Line& line : lines) add_line(whole, line);
    AskedRound one{asked.program, asked.header,   whole,         asked.rows, asked.first_of_file,
                   asked.begin,   asked.position, asked.options, true};
    Judgement found = judge_by_hypotheses(one);
    asked.position = end;
    judged.steps += found.steps;
    return found;
  };
  Judgement found = is_all_written ? judged : judge_with({});
  const std::string verdict = found.verdict == Verdict::legal ? "legal" : "illegal";
  // That a double lies open speaks louder than that nobody wrote down whether it is to be covered.
  const std::vector<DebtLine> open =
      is_all_written ? std::vector<DebtLine>() : debts_not_written(asked.program, asked.round);
  if (found.verdict != Verdict::undecided && !open.empty())
    if (const auto other = with_debts(asked.round, open, found, judge_with)) {
      const std::string tile = tile_text(other->debt.tile);
      judged.undecided += fmt::format(
          "; whether the {} is still to be covered has to be written: with 'nothing else' and no 'debt {}' "
          "above "
          "the turns it is {}",
          tile, tile, verdict);
      if (other->judged && other->judged->verdict != Verdict::undecided)
        judged.undecided += fmt::format(", with both it is {}",
                                        other->judged->verdict == Verdict::legal ? "legal" : "illegal");
      return judged;
    }
  std::vector<std::string> lines;
  std::optional<Judgement::WithLines::Otherwise> otherwise;
  if (found.verdict == Verdict::undecided) {
    judged.undecided = found.undecided;
    judged.unknown = found.unknown;
    judged.lines_wanted = found.lines_wanted;
    auto filled =
        open.empty() ? judge_with_lines_wanted(asked.header, asked.round, found, judge_with) : std::nullopt;
    if (filled) {
      found = std::move(filled->judged);
      lines = std::move(filled->lines);
      if (filled->other)
        otherwise = {quoted_lines(filled->other_lines), filled->other->verdict,
                     std::move(filled->other->ruling)};
    }
  }
  if (found.verdict != Verdict::undecided) {
    // Where 'nothing else' is enough, one line of those that lack may be all that is known.
    const bool is_enough =
        lines.empty() && !judged.lines_wanted.empty() && judged.lines_wanted.front() != "nothing else";
    if (is_enough)
      judged.undecided += fmt::format("; write as it was, like: {}", quoted_lines(judged.lines_wanted));
    if (!is_all_written) lines.emplace_back("nothing else");
    judged.undecided += fmt::format("; with {} above the turns it is ", quoted_lines(lines));
    const auto illegal = [](const Ruling& ruling) {
      return fmt::format("illegal (rule {}, {}.{})", ruling.rule, ruling.place.round, ruling.place.turn);
    };
    if (found.ruling)
      judged.undecided += illegal(*found.ruling);
    else
      judged.undecided += fmt::format("legal{}", found.scores.empty() ? "" : ", but a score is wrong");
    if (otherwise)
      judged.undecided += fmt::format(", with {} {}", otherwise->lines,
                                      otherwise->ruling ? illegal(*otherwise->ruling) : "legal");
    if (!is_enough) judged.lines_wanted = lines;
    judged.with_lines =
        Judgement::WithLines{std::move(lines), found.verdict, std::move(found.ruling), std::move(otherwise)};
    return judged;
  }
  if (!judged.lines_wanted.empty())
    judged.undecided += fmt::format("; write as it was, like: {}", quoted_lines(judged.lines_wanted));
  if (!is_all_written) judged.undecided += "; and write 'nothing else', if nothing else was so";
  return judged;
}

/// Something that may have been so beside what is written, in the order in which it is tried.
struct Hypothesis {
  const char* assumes;
  const char* believed;  ///< when
  Believed (*judge)(AskedRound& asked);
};
constexpr std::array hypotheses{
    Hypothesis{"the end that is written is right, and it was played somehow",
               "illegal: always; legal: never, where legal is only what is proven", judge_only_the_end},
    Hypothesis{"the few parts that a position does not say are so, or so",
               "legal: where all ways are; illegal: where all are; else undecided", judge_in_every_filling},
    Hypothesis{"hands that a position does not count hold so many tiles, or so many",
               "legal: with one number; illegal: where nothing rests on the numbers, or with every one",
               judge_with_counts},
    Hypothesis{"the boneyard, which a position does not count, has so many tiles, or so many",
               "legal or illegal: where it is so with every number", judge_with_boneyard},
    Hypothesis{"nothing: what depends on hidden tiles is answered in every way", "legal or illegal: always",
               judge_as_written},
    Hypothesis{"any turns were played before the first question that had too many answers", "illegal: always",
               judge_behind_first_question},
    Hypothesis{"any turns were played before the turn of which it cannot be said", "illegal: in that turn",
               judge_behind_open_turn},
    Hypothesis{"nothing", "undecided, as it is written", leave_undecided},
};

Judgement judge_by_hypotheses(AskedRound& asked) {
  for (const Hypothesis& one : hypotheses)
    if (Believed found = one.judge(asked)) return *std::move(found);
  return {};
}

}  // namespace

Judgement judge_one_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                          HandRowsOnDemand& rows, bool first_of_file, Position& position,
                          const RefereeOptions& options) {
  AskedRound asked{program, header, round, rows, first_of_file, position, position, options};
  return judge_by_hypotheses(asked);
}

}  // namespace roundhouse::replay
