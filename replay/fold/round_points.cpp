#include "replay/fold/round_points.h"

#include <set>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

using dsl::BuiltInEvent;

bool is_known(const Position& position, Seat seat) {
  const auto p = static_cast<std::size_t>(seat);
  return static_cast<int>(position.players[p].count) == position.hands[p].size();
}

bool lacks_part(const engine::Rules& program, std::uint16_t declared, const WordAct& act) {
  const dsl::DeclaredAct& rules = program.declared[declared];
  const bool lacks_tile =
      rules.tile != dsl::ActTile::none && !act.tile.known() && reads_given_tile(program, declared);
  return lacks_tile || (rules.whom && act.whom.empty()) || (rules.amount && !act.amount);
}

/// Behind the last turn of a player the round is over, and what is held then is known as it is now.
std::size_t end_of_course(const RecordRound& round) {
  for (std::size_t i = round.items.size(); i > 0; --i)
    if (const auto* line = std::get_if<TurnLine>(&round.items[i - 1].line); line && line->player != no_seat)
      return i;
  return 0;
}

}  // namespace

TilesLeft tiles_left(const engine::Rules& program, const RecordRound& round) {
  TilesLeft left(static_cast<std::size_t>(program.players));
  for (const Item& item : round.items) {
    const auto* line = std::get_if<LeftLine>(&item.line);
    if (line == nullptr) continue;
    std::vector<TileId> tiles;
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

bool has_turns(const RecordRound& round) {
  return begins_with_position(round) || any_of(round.items, [](const Item& item) {
           const auto* turn = std::get_if<TurnLine>(&item.line);
           return (turn != nullptr && turn->player != no_seat) || std::holds_alternative<GapLine>(item.line);
         });
}

bool has_only_the_end(const RecordRound& round) {
  const auto is_end = [](const Item& item) {
    return std::holds_alternative<LeftLine>(item.line) || std::holds_alternative<ScoreLine>(item.line);
  };
  return !has_turns(round) && any_of(round.items, is_end);
}

bool can_be_hand(const std::vector<TileId>& tiles, const engine::TileBag& known, int count) {
  if (static_cast<int>(tiles.size()) != count) return false;
  engine::TileBag bag;
  for (const TileId tile : tiles) bag.add(tile);
  return (known.once & ~bag.once).none() && (known.twice & ~bag.twice).none();
}

/// The rows that score by hands, and whether a player's own hand is enough for them.
class RoundPoints::ScoringRows {
 public:
  ScoringRows(const RoundPoints& points, Course course)
      : program_(points.program_),
        written_(points.written_),
        acts_meant_(points.acts_meant_),
        course_(course) {
    spread();
  }

  Dependence find() const { return {depend_on_course(), !ask_own_hand_only()}; }

 private:
  enum class Reading { any, others };  ///< the hands that count

  /// True if points that players got before the end depend on hands as they were then, or on a tile that was
  /// drawn.
  bool depend_on_course() const {
    for (std::size_t e = 0; e < program_.after.size(); ++e) {
      if (dsl::is_of_round_end(e)) continue;
      const bool open = !acts_meant_ && is_left_open(e);
      if (!open && (course_ == Course::known || !can_have_applied_in_course(e))) continue;
      for (const dsl::AfterRow& row : program_.after[e])
        for (const dsl::EffectCall& call : row.effects)
          if (call.id == dsl::Effect::score && (open || depends_on_course(e, row, call))) return true;
    }
    return false;
  }

  bool ask_own_hand_only() const {
    for (std::size_t e = 0; e < program_.after.size(); ++e) {
      const bool counting =
          e == dsl::event_id(BuiltInEvent::counting).value || e == dsl::event_id(BuiltInEvent::scored).value;
      for (const dsl::AfterRow& row : program_.after[e])
        for (const dsl::EffectCall& call : row.effects) {
          if (call.id != dsl::Effect::score || !can_have_applied(e)) continue;
          const bool own = counting && is_me(call.args[0]);
          if (reads(row, call, own ? Reading::others : Reading::any, dsl::is_of_round_end(e))) return false;
        }
    }
    return true;
  }

  bool depends_on_course(std::size_t event, const dsl::AfterRow& row, const dsl::EffectCall& call) const {
    const bool drawn = course_ == Course::open && event == dsl::event_id(BuiltInEvent::draw).value;
    const auto depends = [&](dsl::NodeRef ref) {
      return reads(ref, Reading::any, true, false) || (drawn && reads_tile(program_, ref));
    };
    if (depends(call.receiver) || depends(call.args[0]) || depends(call.args[1])) return true;
    // The number of times it is done, and to what, depends on the sets that its row goes through.
    const auto depends_set = [&](const dsl::EffectCall& one) { return depends(one.args[0]); };
    if (call.depth > 0 && any_each(row, depends_set)) return true;
    return course_ == Course::open &&
           (depends(row.when) ||
            any_of(row.excepts, [&](const dsl::ExceptRow& except) { return depends(except.when); }));
  }

  /// Declared acts can have scored only if they stand in the record.
  const Written* declared(std::size_t event) const {
    constexpr std::size_t built_in{dsl::built_in_events};
    return event < built_in ? nullptr : &written_[event - built_in];
  }
  bool can_have_applied(std::size_t event) const {
    const Written* act = declared(event);
    return act == nullptr || act->ever;
  }
  bool can_have_applied_in_course(std::size_t event) const {
    const Written* act = declared(event);
    return act == nullptr || act->in_course;
  }
  bool is_left_open(std::size_t event) const {
    const Written* act = declared(event);
    return act != nullptr && act->left_open;
  }

  bool is_me(dsl::NodeRef ref) const {
    return ref.given() && dsl::is_root(dsl::node_at(program_, ref), dsl::Root::me);
  }

  /// True if the end of the round has counted it already, of whomever.
  static bool counts(dsl::Member member) {
    return member == dsl::Member::player_points || member == dsl::Member::player_total ||
           member == dsl::Member::player_rank;
  }

  /// True if the node reads hands. `hands`: whether hands are asked about at all, or only facts that the end
  /// of a round took from them. `points`: whether what is counted counts as asking for hands.
  bool reads(dsl::NodeRef ref, Reading which, bool hands, bool points = true) const {
    if (!ref.given()) return false;
    const dsl::Node& n = dsl::node_at(program_, ref);
    if (n.op == dsl::Op::fact && tainted_.count(n.value) != 0) return true;
    if (points && n.op == dsl::Op::member && counts(static_cast<dsl::Member>(n.value))) return true;
    if (hands && n.op == dsl::Op::can) return true;
    if (hands && dsl::is_member(n, dsl::Member::player_hand) &&
        (which == Reading::any || !is_me(dsl::argument(program_, n, 0))))
      return true;
    for (int i = 0; i < n.arg_count; ++i)
      if (reads(dsl::argument(program_, n, i), which, hands, points)) return true;
    return false;
  }
  template <class Is>
  static bool any_each(const dsl::AfterRow& row, const Is& is) {
    return any_of(row.effects,
                  [&](const dsl::EffectCall& call) { return call.id == dsl::Effect::each && is(call); });
  }
  bool reads(const dsl::AfterRow& row, const dsl::EffectCall& call, Reading which, bool hands) const {
    const auto reads_set = [&](const dsl::EffectCall& one) { return reads(one.args[0], which, hands); };
    return (call.depth > 0 && any_each(row, reads_set)) || reads(row.when, which, hands) ||
           reads(call.receiver, which, hands) || reads(call.args[0], which, hands) ||
           reads(call.args[1], which, hands) || any_of(row.excepts, [&](const dsl::ExceptRow& except) {
             return reads(except.when, which, hands);
           });
  }

  /// Facts that are taken from what is in the hands: by the end of a round, and on the way to it where what
  /// follows of hidden tiles was not assumed.
  void spread() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t e = 0; e < program_.after.size(); ++e)
        for (const dsl::AfterRow& row : program_.after[e])
          for (const dsl::EffectCall& call : row.effects)
            if (call.fact_slot >= 0 && tainted_.count(call.fact_slot) == 0 &&
                (dsl::is_of_round_end(e) ? reads(row, call, Reading::any, true)
                                         : course_ == Course::open && can_have_applied_in_course(e) &&
                                               depends_on_course(e, row, call))) {
              tainted_.insert(call.fact_slot);
              more = true;
            }
    }
  }

  const engine::Rules& program_;
  const std::vector<Written>& written_;
  const bool acts_meant_;
  const Course course_;
  std::set<std::int32_t> tainted_;  ///< first slots of facts
};

RoundPoints::RoundPoints(const engine::Rules& program, const RecordRound& round, bool acts_meant)
    : program_(program),
      acts_meant_(acts_meant),
      written_(program.declared.size()),
      was_played_(has_turns(round)) {
  const std::size_t end = end_of_course(round);
  for (std::size_t i = 0; i < round.items.size(); ++i) {
    const auto* line = std::get_if<TurnLine>(&round.items[i].line);
    if (line == nullptr) continue;
    for (const WrittenAct& act : line->acts) {
      const auto* word = std::get_if<WordAct>(&act.what);
      const auto declared = word == nullptr ? std::nullopt : find_declared(program, word->word);
      if (!declared) continue;
      Written& written = written_[*declared];
      written.ever = true;
      written.in_course = written.in_course || i < end;
      written.left_open = written.left_open || lacks_part(program, *declared, *word);
      leaves_acts_open_ = leaves_acts_open_ || written.left_open;
    }
  }
}

const RoundPoints::Dependence& RoundPoints::depends(Course course) {
  std::optional<Dependence>& found = hangs_[static_cast<std::size_t>(course)];
  if (!found) found = ScoringRows(*this, course).find();
  return *found;
}

std::optional<std::int32_t> RoundPoints::known(const Position& position, Seat seat, Course course) {
  if (position.phase != engine::Phase::over || !is_known(position, seat)) return std::nullopt;
  if (!was_played_) course = Course::known;
  bool all = true;
  for (int p = 0; p < program_.players; ++p) all = all && is_known(position, static_cast<Seat>(p));
  const std::int32_t points = position.players[static_cast<std::size_t>(seat)].points;
  if (all && course == Course::known && (acts_meant_ || !leaves_acts_open_)) return points;
  if (depends(course).on_course || (!all && depends(course).on_other_hands)) return std::nullopt;
  return points;
}

}  // namespace roundhouse::replay
