#include "replay/referee/judge/hand_reading.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/vocabulary/operator_values.h"
#include "engine/fold.h"

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using dsl::Truth;
using engine::Moment;
using Kind = HandTruth::Kind;

constexpr dsl::ActId lay_act = dsl::act_id(dsl::BuiltInAct::lay);

/// One of these tiles is among the hidden ones.
HandTruth some_of(const TileSet& tiles) {
  return tiles.none() ? HandTruth{Kind::never, {}, {}} : HandTruth{Kind::any_of, tiles, {}};
}

/// True if it does not depend on the tile.
bool is_of_end(dsl::Level level) {
  return (static_cast<unsigned>(level) & ~static_cast<unsigned>(dsl::Level::end)) == 0;
}

/// The rows by which can.ACT does not find an act: those that forbid it, and behind them those by which it is
/// optional.
std::size_t rows_against(const dsl::ActRules& rules) { return rules.forbids.size() + rules.optional.size(); }
const dsl::ForbidRow& row_against(const dsl::ActRules& rules, std::size_t row) {
  const std::size_t forbids = rules.forbids.size();
  return row < forbids ? rules.forbids[row] : rules.optional[row - forbids];
}

bool within(const TileSet& part, const TileSet& whole) { return (part & ~whole).none(); }

/// The set, where the truth is just "some tile of a set".
std::optional<TileSet> some_tile(const HandTruth& truth) {
  if (truth.kind == Kind::any_of && truth.lacked.empty()) return truth.held;
  if (truth.kind == Kind::all_of && truth.held.none() && truth.lacked.size() == 1)
    return truth.lacked.front();
  return std::nullopt;
}

/// The set, where the truth is just "no tile of a set".
std::optional<TileSet> no_tile_of(const HandTruth& truth) {
  if (truth.kind == Kind::all_of && truth.lacked.empty()) return truth.held;
  if (truth.kind == Kind::any_of && truth.held.none() && truth.lacked.size() == 1)
    return truth.lacked.front();
  return std::nullopt;
}

/// Returns the truth as an any_of, if it is one; else joint.
HandTruth as_any(const HandTruth& truth) {
  if (const auto held = some_tile(truth)) return {Kind::any_of, *held, {}};
  if (const auto lacked = no_tile_of(truth)) return {Kind::any_of, {}, {*lacked}};
  return truth.kind == Kind::any_of ? truth : HandTruth{};
}

/// As an any_of where it can be one.
HandTruth plainest(const HandTruth& truth) {
  HandTruth any = as_any(truth);
  return any.kind == Kind::joint ? truth : any;
}

/// The domain of conditions that hold, or do not, whatever the tile and the hand are.
class AtAnyTile : private dsl::Reading<AtAnyTile, dsl::NodeView, Truth> {
 public:
  AtAnyTile(const engine::Rules& program, const std::vector<HandUse>& uses, const Position& position,
            const Moment& moment)
      : Reading(program), program_(program), uses_(uses), position_(position), moment_(moment) {}

  Truth of(dsl::NodeRef node) { return node.given() ? of(node.value) : Truth::yes; }

 private:
  friend Reading;

  Truth of(Ref index) {
    const bool is_public = uses_[static_cast<std::size_t>(index)] == HandUse::none;
    if (!is_public || !is_of_end(node(index).level)) return read(index);
    return dsl::known_truth(engine::holds(program_, position_, moment_, {index}));
  }
  static Truth truth(bool value) { return dsl::known_truth(value); }
  static bool surely(Truth truth, bool wanted) { return truth == dsl::known_truth(wanted); }
  static Truth negated(Truth truth) { return dsl::negated(truth); }
  static Truth both(Truth a, Truth b) { return dsl::both(a, b); }
  static Truth either(Truth a, Truth b) { return dsl::either(a, b); }
  static Truth chosen(Ref, Truth, Truth a, Truth b) { return a == b ? a : Truth::undecided; }
  static Truth leaf(Ref) { return Truth::undecided; }
  static Truth operation(Ref) { return Truth::undecided; }

  const engine::Rules& program_;
  const std::vector<HandUse>& uses_;
  const Position& position_;
  const Moment& moment_;
};

}  // namespace

std::vector<HandUse> hand_uses(const engine::Rules& program) {
  dsl::HandUses uses(program);
  std::vector<HandUse> all(program.nodes.size(), HandUse::none);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = uses.of(dsl::NodeRef{static_cast<std::int32_t>(i)});
  return all;
}

HandReading::HandReading(const engine::Rules& program, const std::vector<HandUse>& uses, Position& position,
                         const Moment& moment, const TileSet& hidden)
    : Reading(program),
      program_(program),
      position_(position),
      moment_(moment),
      hidden_(hidden),
      uses_(uses) {
  moment_.can = nullptr;  // it changes with the hand
}

// -- the laws of hidden tiles ----------------------------------------------------------------------------

HandTruth HandReading::truth(bool value) { return {value ? Kind::always : Kind::never, {}, {}}; }

bool HandReading::surely(const HandTruth& truth, bool wanted) {
  return truth.kind == (wanted ? Kind::always : Kind::never);
}

HandTruth HandReading::negated(HandTruth truth) {
  switch (truth.kind) {
    case Kind::always:
      truth.kind = Kind::never;
      break;
    case Kind::never:
      truth.kind = Kind::always;
      break;
    case Kind::any_of:
      truth.kind = Kind::all_of;
      break;
    case Kind::all_of:
      truth.kind = Kind::any_of;
      break;
    case Kind::joint:
      break;
  }
  return truth;
}

HandTruth HandReading::either(const HandTruth& first, const HandTruth& second) {
  if (first.kind == Kind::always || second.kind == Kind::never) return first;
  if (second.kind == Kind::always || first.kind == Kind::never) return second;
  HandTruth any = as_any(first);
  const HandTruth other = as_any(second);
  if (any.kind == Kind::joint || other.kind == Kind::joint) return {};
  any.held |= other.held;
  any.lacked.insert(any.lacked.end(), other.lacked.begin(), other.lacked.end());
  // Either one of them is held or none is.
  for (const TileSet& lacked : any.lacked)
    if (within(lacked, any.held)) return truth(true);
  // If one set lies in another, lacking the smaller decides.
  for (std::size_t i = any.lacked.size(); i-- > 0;)
    for (std::size_t j = 0; j < any.lacked.size(); ++j)
      if (i != j && within(any.lacked[j], any.lacked[i])) {
        any.lacked.erase(any.lacked.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  return any;
}

HandTruth HandReading::both(const HandTruth& first, const HandTruth& second) {
  return negated(either(negated(first), negated(second)));
}

// -- conditions ------------------------------------------------------------------------------------------

HandTruth HandReading::broken(const dsl::ForbidRow& row) {
  HandTruth stands = of(row.when);
  for (const dsl::ExceptRow& except : row.excepts) {
    if (surely(stands, false)) break;
    stands = both(stands, negated(of(except.when)));
  }
  return plainest(stands);
}

HandTruth HandReading::not_permitted(const dsl::ActRules& rules) {
  HandTruth permitted = truth(false);
  for (const dsl::PermitRow& permit : rules.permits) permitted = either(permitted, of(permit.when));
  return plainest(negated(permitted));
}

HandTruth HandReading::of(Ref index) {
  if (uses_[static_cast<std::size_t>(index)] != HandUse::none) return read(index);
  const bool asked_again = node(index).level == dsl::Level::end && assumed_ != no_tile;
  return truth(asked_again ? kept_changing(index).known : holds_openly(index));
}

bool HandReading::holds_openly(Ref index) {
  if (node(index).level != dsl::Level::turn) return holds(index);
  if (of_turn_.empty()) of_turn_.assign(program_.nodes.size(), -1);
  std::int8_t& known = of_turn_[static_cast<std::size_t>(index)];
  if (known < 0) known = holds(index) ? 1 : 0;
  return known > 0;
}

/// Parts that do not look at the hand come first: they are cheap, and may decide it.
HandTruth HandReading::junction(Ref index) {
  const dsl::Node& made = node(index);
  const bool is_and = made.op == dsl::Op::logical_and;
  HandTruth found = truth(is_and);
  const auto turn_of = [](HandUse use) { return use == HandUse::none ? 0 : use == HandUse::joint ? 2 : 1; };
  for (const int turn : {0, 1, 2})
    for (int i = 0; i < made.arg_count; ++i) {
      if (surely(found, !is_and)) return found;
      if (turn_of(uses_[static_cast<std::size_t>(arg(made, i))]) == turn)
        found = join(is_and, found, part(index, i));
    }
  return found;
}

/// An operation that is no joint condition, with each tile by itself.
HandTruth HandReading::operation(Ref index) {
  const HandUse use = uses_[static_cast<std::size_t>(index)];
  if (use == HandUse::joint) return {};
  const bool of_tile = !is_of_end(node(index).level);
  const Changing found = of_tile ? changing(index) : kept_changing(index);
  const bool answer = use == HandUse::some_tile;
  if (found.known == answer) return truth(answer);
  if (!of_tile && assumed_ != no_tile && found.tiles.has(assumed_)) return truth(answer);
  return found.known ? negated(some_of(found.tiles)) : some_of(found.tiles);
}

/// No other tile is looked for where the known tiles settle it.
HandReading::Changing HandReading::changing(Ref index) {
  Changing found{holds(index), {}};
  const HandUse use = uses_[static_cast<std::size_t>(index)];
  if (use == HandUse::none || found.known == (use == HandUse::some_tile)) return found;
  if (const auto tiles = tiles_with_number(index)) {
    found.tiles = *tiles & hidden_;
    return found;
  }
  const engine::TileBag before = hand();
  engine::for_each_tile(hidden_, [&](TileId tile) {
    hand().add(tile);
    if (holds(index) != found.known) found.tiles.add(tile);
    hand() = before;
  });
  return found;
}

std::optional<TileSet> HandReading::tiles_with_number(Ref index) const {
  const dsl::Node& made = node(index);
  if (made.op != dsl::Op::has) return std::nullopt;
  const engine::Value number = engine::evaluate(program_, position_, moment_, {arg(made, 1)});
  if (number < 0 || number > program_.highest) return TileSet();  // also where there is none
  TileSet tiles = engine::tiles_bearing(number);
  // The rest of a hand has the tile laid only if there are two of them.
  const bool of_rest = node(arg(made, 0)).op == dsl::Op::root;
  if (of_rest && moment_.tile != no_tile &&
      !position_.hands[static_cast<std::size_t>(moment_.me)].has(moment_.tile))
    tiles.remove(moment_.tile);
  return tiles;
}

const HandReading::Changing& HandReading::kept_changing(Ref index) {
  const std::uint64_t end = moment_.end == engine::absent ? 0 : static_cast<std::uint64_t>(moment_.end) + 1;
  const auto [place, is_new] = kept_.try_emplace(static_cast<std::uint64_t>(index) << 32U | end);
  if (!is_new) return place->second;
  if (assumed_ != no_tile) hand().remove(assumed_);
  place->second = changing(index);
  if (assumed_ != no_tile) hand().add(assumed_);
  return place->second;
}

// -- acts that may be done -------------------------------------------------------------------------------

HandTruth HandReading::can(Ref index) {
  const dsl::ActId act{static_cast<std::uint16_t>(node(index).value)};
  if (act.value >= dsl::built_in_acts) return operation(index);
  // No hand decides if it is this player's turn, and if there is something to draw.
  const bool playing = position_.phase == engine::Phase::play && moment_.me == position_.turn_player &&
                       engine::expected(program_, position_).next == engine::Next::choice;
  if (!playing) return truth(false);
  const auto free_act = [&] {
    const Moment asked = std::exchange(moment_, Moment{.me = moment_.me});
    HandTruth allowed = negated(breach(act));
    moment_ = asked;
    return allowed;
  };
  switch (static_cast<dsl::BuiltInAct>(act.value)) {
    case dsl::BuiltInAct::lead:
      break;  // the engine lies
    case dsl::BuiltInAct::lay:
      return can_lay();
    case dsl::BuiltInAct::draw:
      return position_.boneyard == 0 ? truth(false) : free_act();
    case dsl::BuiltInAct::done:
      return free_act();
  }
  return truth(false);
}

HandTruth HandReading::breach(dsl::ActId act, const char* lifted) {
  const dsl::ActRules& rules = program_.acts[act.value];
  HandTruth forbidden = truth(false);
  for (const bool looks : {false, true})
    for (std::size_t r = 0; r < rows_against(rules); ++r) {
      const dsl::ForbidRow& row = row_against(rules, r);
      if (surely(forbidden, true)) return forbidden;
      if (lifted != nullptr && lifted[r] != 0) continue;
      if ((row.hand_use != HandUse::none) == looks) forbidden = either(forbidden, broken(row));
    }
  return rules.needs_permit ? either(forbidden, not_permitted(rules)) : forbidden;
}

HandTruth HandReading::can_lay() {
  if (!can_lay_) {
    const Moment asked = moment_;
    can_lay_ =
        program_.acts[lay_act.value].hand_use == HandUse::none ? can_lay_tile_by_tile() : can_lay_by_hand();
    moment_ = asked;
  }
  return *can_lay_;
}

/// If rows ask each tile by itself, one list of lays, with all that may be in hand, answers for all.
HandTruth HandReading::can_lay_tile_by_tile() {
  const engine::TileBag before = hand();
  hand() = {before.once | hidden_, before.twice};
  engine::ActList acts;
  engine::legal_acts(program_, position_, acts);
  TileSet tiles;
  for (const Act& act : acts)
    if (act.kind == ActKind::lay && !engine::is_optional(program_, position_, act)) tiles.add(act.tile);
  hand() = before;
  return (tiles & before.once).any() ? truth(true) : some_of(tiles);
}

/// Rows about laying are asked once for each end: where one stands whatever the tile and the hand are nothing
/// can be laid, and where it does not stand it need not be asked again.
std::vector<HandReading::OpenEnd> HandReading::ends_that_may_be_open() {
  const dsl::ActRules& rules = program_.acts[lay_act.value];
  const std::size_t rows = rows_against(rules);
  std::vector<OpenEnd> open;
  lifted_.clear();
  for (std::size_t e = 0; e < position_.end_count; ++e) {
    const Moment moment = moment_at(e, no_tile);
    AtAnyTile reading(program_, uses_, position_, moment);
    OpenEnd end{e, open.size() * rows, !rules.needs_permit};
    lifted_.resize(end.lifted + rows);
    bool closed = false;
    for (std::size_t r = 0; r < rows && !closed; ++r) {
      // Tiles that do not match are passed over anyway.
      const auto of = [&](dsl::NodeRef when) { return reading.of(when); };
      const dsl::ForbidRow& row = row_against(rules, r);
      const bool passed_over = row.matching && r < rules.forbids.size();
      const Truth stands = passed_over ? Truth::no : dsl::row_stands(row, of);
      closed = stands == Truth::yes;
      lifted_[end.lifted + r] = stands == Truth::no ? 1 : 0;
      end.free = end.free && stands == Truth::no;
    }
    if (!closed) open.push_back(end);
  }
  return open;
}

Moment HandReading::moment_at(std::size_t end, TileId tile) const {
  Moment moment;
  moment.me = moment_.me;
  moment.tile = tile;
  moment.end = position_.ends[end].serial;
  moment.end_index = static_cast<std::int16_t>(end);
  moment.end_snapshot = position_.ends[end];
  return moment;
}

/// Some tile in hand may be laid somewhere. A tile may be legal only as long as another one is held, or is
/// not: that changes nothing if that other one is legal itself.
HandTruth HandReading::can_lay_by_hand() {
  if (engine::may_turn_tiles(program_)) return {};  // either half may join
  struct Undecided {
    TileId tile;
    bool known;
    HandTruth forbidden;
  };
  const std::vector<dsl::ForbidRow>& rows = program_.acts[lay_act.value].forbids;
  const bool must_match = any_of(rows, [](const dsl::ForbidRow& row) { return row.matching; });
  std::vector<OpenEnd> open = ends_that_may_be_open();
  const auto fitting = [&](const OpenEnd& end) {
    return must_match ? engine::tiles_bearing(position_.ends[end.index].pip) : TileSet::all();
  };
  TileSet legal;
  std::vector<Undecided> undecided;
  const engine::TileBag before = hand();
  const TileSet held = before.once & engine::set_of(program_.highest);
  // If no row is left to be asked only the numbers count.
  TileSet asked_about;
  for (const OpenEnd& end : open) {
    const TileSet tiles = fitting(end) & (held | hidden_);
    if (!end.free) {
      asked_about |= tiles;
      continue;
    }
    if ((tiles & held).any()) return truth(true);
    legal |= tiles;
  }
  std::erase_if(open, [](const OpenEnd& end) { return end.free; });
  asked_about &= ~legal;
  // A known tile that may be laid decides it.
  const auto is_known_to_fit = [&](TileId tile) {
    const bool known = held.has(tile);
    if (!known) {
      hand().add(tile);
      assumed_ = tile;
    }
    for (const OpenEnd& end : open) {
      if (legal.has(tile)) break;
      if (!fitting(end).has(tile)) continue;
      moment_ = moment_at(end.index, tile);
      HandTruth forbidden = breach(lay_act, lifted_.data() + end.lifted);
      if (surely(forbidden, true)) continue;
      if (!surely(forbidden, false)) {
        undecided.push_back({tile, known, std::move(forbidden)});
      } else if (known) {
        return true;
      } else {
        legal.add(tile);
      }
    }
    hand() = before;
    assumed_ = no_tile;
    return false;
  };
  if (engine::find_tile(asked_about, is_known_to_fit) != no_tile) return truth(true);
  // Forbidden only beside a tile that may itself be laid: as good as legal.
  for (bool stable = false; !stable;) {
    stable = true;
    for (const Undecided& one : undecided) {
      const auto beside = some_tile(one.forbidden);
      if (legal.has(one.tile) || !beside || !within(*beside, legal)) continue;
      if (one.known) return truth(true);
      legal.add(one.tile);
      stable = false;
    }
  }
  // Legal only beside such a tile: it adds nothing. Anything else is beyond this reading.
  const bool clear = all_of(undecided, [&](const Undecided& one) {
    if (legal.has(one.tile) && !one.known) return true;
    const HandTruth allowed = negated(one.forbidden);
    const HandTruth any = as_any(allowed);
    if (any.kind == Kind::any_of && any.lacked.empty()) return within(any.held, legal);
    return allowed.kind == Kind::all_of &&
           any_of(allowed.lacked, [&](const TileSet& needed) { return within(needed, legal); });
  });
  return clear ? some_of(legal) : HandTruth{};
}

}  // namespace roundhouse::replay
