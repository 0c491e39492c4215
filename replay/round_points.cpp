#include "replay/round_points.h"

#include <algorithm>
#include <set>

#include "replay/resolve.h"
#include "replay/rule_reads.h"
#include "replay/set_tile.h"

namespace roundhouse::replay {
namespace {

using dsl::BuiltInEvent;
using engine::Position;

constexpr BuiltInEvent ends_of_round[] = {BuiltInEvent::ending, BuiltInEvent::counting,
                                          BuiltInEvent::round_over};

bool is_known(const Position& position, Seat seat) {
  const auto p = static_cast<std::size_t>(seat);
  return static_cast<int>(position.players[p].count) == position.hands[p].size();
}

bool lacks_part(const dsl::DeclaredAct& rules, const WordAct& act) {
  return (rules.whom && act.whom.empty()) || (rules.amount && !act.amount);
}

/// What of the rows that score hangs on hands: whether a player's own is enough.
class ScoringRows {
 public:
  ScoringRows(const dsl::Program& program, const RecordRound& round, Course course)
      : program_(program),
        round_(round),
        course_(has_turns(round) ? course : Course::known),
        supposed_(course == Course::supposed),
        last_turn_(last_turn()) {
    spread();
  }

  /// Points that players got before the end hang on hands as they were then, or on a tile that was drawn.
  bool hang_on_course() const {
    for (std::size_t e = 0; e < program_.after.size(); ++e) {
      if (is_end(e)) continue;
      const bool open = !supposed_ && is_left_open(e);
      if (!open && (course_ == Course::known || !can_have_applied(e, last_turn_))) continue;
      for (const dsl::AfterRow& row : program_.after[e])
        for (const dsl::EffectCall& call : row.effects)
          if (call.id == dsl::Effect::score && (open || hangs_on_course(e, row, call))) return true;
    }
    return false;
  }

  bool ask_own_hand_only() const {
    for (std::size_t e = 0; e < program_.after.size(); ++e) {
      const bool counting = e == dsl::event_id(BuiltInEvent::counting).value;
      for (const dsl::AfterRow& row : program_.after[e])
        for (const dsl::EffectCall& call : row.effects) {
          if (call.id != dsl::Effect::score || !can_have_applied(e)) continue;
          const bool own = counting && is_me(call.args[0]);
          if (reads(row, call, own ? Reading::others : Reading::any, is_end(e))) return false;
        }
    }
    return true;
  }

 private:
  enum class Reading { any, others };  ///< of which hands

  static bool is_end(std::size_t event) {
    return std::any_of(std::begin(ends_of_round), std::end(ends_of_round),
                       [&](BuiltInEvent end) { return dsl::event_id(end).value == event; });
  }

  bool hangs_on_course(std::size_t event, const dsl::AfterRow& row, const dsl::EffectCall& call) const {
    const bool drawn = course_ == Course::open && event == dsl::event_id(BuiltInEvent::draw).value;
    const auto hangs = [&](dsl::NodeRef ref) {
      return reads(ref, Reading::any, true, false) || (drawn && reads_tile(program_, ref));
    };
    if (hangs(call.receiver) || hangs(call.args[0]) || hangs(call.args[1])) return true;
    return course_ == Course::open &&
           (hangs(row.when) || std::any_of(row.excepts.begin(), row.excepts.end(),
                                           [&](const dsl::ExceptRow& except) { return hangs(except.when); }));
  }

  /// Of what was declared, only what stands in the record can have scored.
  bool can_have_applied(std::size_t event, std::size_t before = SIZE_MAX) const {
    return event < std::size_t{dsl::built_in_events} ||
           is_written(event, before, [](const WordAct&) { return true; });
  }
  /// An act of this event is written without its number or its player.
  bool is_left_open(std::size_t event) const {
    if (event < std::size_t{dsl::built_in_events}) return false;
    const dsl::DeclaredAct& rules = program_.declared[event - std::size_t{dsl::built_in_events}];
    return is_written(event, SIZE_MAX, [&](const WordAct& act) { return lacks_part(rules, act); });
  }

  template <class Fits>
  bool is_written(std::size_t event, std::size_t before, const Fits& fits) const {
    for (std::size_t i = 0; i < round_.items.size() && i < before; ++i)
      if (const auto* line = std::get_if<TurnLine>(&round_.items[i].line))
        for (const WrittenAct& act : line->acts)
          if (const auto* word = std::get_if<WordAct>(&act.what))
            if (const auto declared = find_declared(program_, word->word))
              if (std::size_t{dsl::built_in_events} + *declared == event && fits(*word)) return true;
    return false;
  }

  /// Behind the last turn of a player the round is over, and what is held then is known as it is now.
  std::size_t last_turn() const {
    std::size_t last = 0;
    for (std::size_t i = 0; i < round_.items.size(); ++i)
      if (const auto* line = std::get_if<TurnLine>(&round_.items[i].line); line && line->player != no_seat)
        last = i + 1;
    return last;
  }

  const dsl::Node& node(dsl::NodeRef ref) const {
    return program_.nodes[static_cast<std::size_t>(ref.value)];
  }
  dsl::NodeRef arg(const dsl::Node& n, int i) const {
    return {program_.args[static_cast<std::size_t>(n.first_arg + i)]};
  }
  bool is_me(dsl::NodeRef ref) const {
    return ref.given() && node(ref).op == dsl::Op::root &&
           static_cast<dsl::Root>(node(ref).value) == dsl::Root::me;
  }

  /// What the end of the round has counted already, of whomever.
  static bool counts(dsl::Member member) {
    return member == dsl::Member::player_points || member == dsl::Member::player_total ||
           member == dsl::Member::player_rank;
  }

  /// `hands`: whether hands are asked about at all, or only facts that the end of a round took from them.
  /// `points`: whether what is counted counts as asking for hands.
  bool reads(dsl::NodeRef ref, Reading which, bool hands, bool points = true) const {
    if (!ref.given()) return false;
    const dsl::Node& n = node(ref);
    if (n.op == dsl::Op::fact && tainted_.count(n.value) != 0) return true;
    if (points && n.op == dsl::Op::member && counts(static_cast<dsl::Member>(n.value))) return true;
    if (hands && n.op == dsl::Op::can) return true;
    if (hands && n.op == dsl::Op::member && static_cast<dsl::Member>(n.value) == dsl::Member::player_hand &&
        (which == Reading::any || !is_me(arg(n, 0))))
      return true;
    for (int i = 0; i < n.arg_count; ++i)
      if (reads(arg(n, i), which, hands, points)) return true;
    return false;
  }
  bool reads(const dsl::AfterRow& row, const dsl::EffectCall& call, Reading which, bool hands) const {
    return reads(row.when, which, hands) || reads(call.receiver, which, hands) ||
           reads(call.args[0], which, hands) || reads(call.args[1], which, hands) ||
           std::any_of(row.excepts.begin(), row.excepts.end(),
                       [&](const dsl::ExceptRow& except) { return reads(except.when, which, hands); });
  }

  /// Facts that are taken from what is in the hands: by the end of a round, and on the way to it where what
  /// follows of hidden tiles was not supposed.
  void spread() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t e = 0; e < program_.after.size(); ++e)
        for (const dsl::AfterRow& row : program_.after[e])
          for (const dsl::EffectCall& call : row.effects)
            if (call.fact_slot >= 0 && tainted_.count(call.fact_slot) == 0 &&
                (is_end(e) ? reads(row, call, Reading::any, true)
                           : course_ == Course::open && can_have_applied(e, last_turn_) &&
                                 hangs_on_course(e, row, call))) {
              tainted_.insert(call.fact_slot);
              more = true;
            }
    }
  }

  const dsl::Program& program_;
  const RecordRound& round_;
  const Course course_;
  const bool supposed_;  ///< which act was meant, where that is not written, too
  const std::size_t last_turn_;
  std::set<std::int32_t> tainted_;  ///< first slots of facts
};

}  // namespace

TilesLeft tiles_left(const dsl::Program& program, const RecordRound& round) {
  TilesLeft left(static_cast<std::size_t>(program.players));
  for (const Item& item : round.items) {
    const auto* line = std::get_if<LeftLine>(&item.line);
    if (line == nullptr) continue;
    std::vector<engine::TileId> tiles;
    bool known = true;
    for (const WrittenTile& tile : line->tiles) {
      const std::optional<SetTile> in_set = tile_in_set(program, tile);
      known = known && in_set && in_set->known();
      if (known) tiles.push_back(in_set->id());
    }
    auto& place = left[static_cast<std::size_t>(line->player)];
    if (known)
      place = std::move(tiles);
    else
      place.reset();
  }
  return left;
}

bool acts_left_open(const dsl::Program& program, const RecordRound& round) {
  const auto is_open = [&](const WrittenAct& act) {
    const auto* word = std::get_if<WordAct>(&act.what);
    const auto declared = word == nullptr ? std::nullopt : find_declared(program, word->word);
    return declared && lacks_part(program.declared[*declared], *word);
  };
  return std::any_of(round.items.begin(), round.items.end(), [&](const Item& item) {
    const auto* turn = std::get_if<TurnLine>(&item.line);
    return turn != nullptr && std::any_of(turn->acts.begin(), turn->acts.end(), is_open);
  });
}

bool has_turns(const RecordRound& round) {
  return std::any_of(round.items.begin(), round.items.end(), [](const Item& item) {
    const auto* turn = std::get_if<TurnLine>(&item.line);
    return (turn != nullptr && turn->player != no_seat) || std::holds_alternative<GapLine>(item.line);
  });
}

bool says_only_the_end(const RecordRound& round) {
  const auto is_end = [](const Item& item) {
    return std::holds_alternative<LeftLine>(item.line) || std::holds_alternative<ScoreLine>(item.line);
  };
  return !has_turns(round) && std::any_of(round.items.begin(), round.items.end(), is_end);
}

bool can_be_hand(const std::vector<engine::TileId>& tiles, const engine::TileBag& known, int count) {
  if (static_cast<int>(tiles.size()) != count) return false;
  engine::TileBag bag;
  for (const engine::TileId tile : tiles) bag.add(tile);
  for (std::size_t word = 0; word < bag.once.size(); ++word)
    if ((known.once[word] & ~bag.once[word]) != 0 || (known.twice[word] & ~bag.twice[word]) != 0)
      return false;
  return true;
}

std::optional<std::int32_t> known_points(const dsl::Program& program, const RecordRound& round,
                                         const Position& position, Seat seat, Course course) {
  if (position.phase != engine::Phase::over || !is_known(position, seat)) return std::nullopt;
  bool all = true;
  for (int p = 0; p < program.players; ++p) all = all && is_known(position, static_cast<Seat>(p));
  const std::int32_t points = position.players[static_cast<std::size_t>(seat)].points;
  const bool all_told = course == Course::known || !has_turns(round);
  if (all && all_told && (course == Course::supposed || !acts_left_open(program, round))) return points;
  const ScoringRows rows(program, round, course);
  if (rows.hang_on_course() || !(all || rows.ask_own_hand_only())) return std::nullopt;
  return points;
}

}  // namespace roundhouse::replay
