#include "replay/hand_reading.h"

#include <algorithm>

#include "replay/act_rows.h"

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using engine::Moment;
using engine::TileId;
using Kind = HandTruth::Kind;

HandTruth plain(bool truth) { return {truth ? Kind::always : Kind::never, {}, {}}; }

/// One of these tiles is among the hidden ones.
HandTruth some_of(const TileSet& tiles) {
  return tiles.none() ? plain(false) : HandTruth{Kind::any_of, tiles, {}};
}

HandTruth negated(HandTruth truth) {
  switch (truth.kind) {
    case Kind::always:
      return plain(false);
    case Kind::never:
      return plain(true);
    case Kind::any_of:
      truth.kind = Kind::all_of;
      return truth;
    case Kind::all_of:
      truth.kind = Kind::any_of;
      return truth;
    case Kind::joint:
      break;
  }
  return truth;
}

bool within(const TileSet& part, const TileSet& whole) { return (part & ~whole).none(); }

/// The set, where the truth is just "some tile of a set".
std::optional<TileSet> some_tile(const HandTruth& truth) {
  if (truth.kind == Kind::any_of && truth.lacked.empty()) return truth.held;
  if (truth.kind == Kind::all_of && truth.held.none() && truth.lacked.size() == 1)
    return truth.lacked.front();
  return std::nullopt;
}

std::optional<TileSet> no_tile(const HandTruth& truth) { return some_tile(negated(truth)); }

/// The same as an any_of, if it is one.
HandTruth as_any(const HandTruth& truth) {
  if (const auto held = some_tile(truth)) return {Kind::any_of, *held, {}};
  if (const auto lacked = no_tile(truth)) return {Kind::any_of, {}, {*lacked}};
  return truth.kind == Kind::any_of ? truth : HandTruth{};
}

HandTruth either(const HandTruth& first, const HandTruth& second) {
  if (first.kind == Kind::always || second.kind == Kind::never) return first;
  if (second.kind == Kind::always || first.kind == Kind::never) return second;
  HandTruth any = as_any(first);
  const HandTruth other = as_any(second);
  if (any.kind == Kind::joint || other.kind == Kind::joint) return {};
  any.held |= other.held;
  any.lacked.insert(any.lacked.end(), other.lacked.begin(), other.lacked.end());
  // Either one of them is held or none is.
  for (const TileSet& lacked : any.lacked)
    if (within(lacked, any.held)) return plain(true);
  // Where one set lies in another, lacking the smaller decides.
  for (std::size_t i = any.lacked.size(); i-- > 0;)
    for (std::size_t j = 0; j < any.lacked.size(); ++j)
      if (i != j && within(any.lacked[j], any.lacked[i])) {
        any.lacked.erase(any.lacked.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  return any;
}

HandTruth both(const HandTruth& a, const HandTruth& b) { return negated(either(negated(a), negated(b))); }

}  // namespace

HandReading::HandReading(const dsl::Program& program, const std::vector<HandUse>& uses,
                         const engine::Position& position, const TileSet& hidden)
    : program_(program), position_(position), hidden_(hidden), uses_(uses) {}

HandUse HandReading::use_of(dsl::NodeRef node) const {
  return node.given() ? uses_[static_cast<std::size_t>(node.value)] : HandUse::none;
}

HandTruth HandReading::broken(const dsl::ForbidRow& row, const Moment& moment) {
  HandTruth truth = read(row.when, moment);
  for (const dsl::ExceptRow& except : row.excepts) {
    if (truth.kind == Kind::never) break;
    truth = both(truth, negated(read(except.when, moment)));
  }
  const HandTruth any = as_any(truth);
  return any.kind == Kind::joint ? truth : any;
}

bool HandReading::holds(dsl::NodeRef node, const Moment& moment) const {
  return engine::holds(program_, position_, moment, node);
}

dsl::NodeRef HandReading::arg(const dsl::Node& node, int which) const {
  return {program_.args[static_cast<std::size_t>(node.first_arg + which)]};
}

HandTruth HandReading::read(dsl::NodeRef node, const Moment& moment) {
  const HandUse use = use_of(node);
  if (use == HandUse::joint) return read_joint(program_.nodes[static_cast<std::size_t>(node.value)], moment);
  const bool known = holds(node, moment);
  // What the known tiles settle, no other tile unsettles.
  if (use == HandUse::none || known == (use == HandUse::some_tile)) return plain(known);
  TileSet tiles;
  engine::TileBag& hand = position_.hands[static_cast<std::size_t>(moment.me)];
  for (std::size_t t = 0; t < hidden_.size(); ++t) {
    if (!hidden_[t]) continue;
    const engine::TileBag before = hand;
    hand.add(static_cast<TileId>(t));
    if (holds(node, moment) != known) tiles.set(t);
    hand = before;
  }
  return known ? negated(some_of(tiles)) : some_of(tiles);
}

HandTruth HandReading::read_joint(const dsl::Node& node, const Moment& moment) {
  switch (node.op) {
    case dsl::Op::logical_not:
      return negated(read(arg(node, 0), moment));
    case dsl::Op::logical_and:
    case dsl::Op::logical_or: {
      // Parts that do not look at the hand first: they are cheap, and may settle it.
      const bool is_and = node.op == dsl::Op::logical_and;
      HandTruth truth = plain(is_and);
      for (const bool joint : {false, true})
        for (int i = 0; i < node.arg_count; ++i) {
          if (truth.kind == (is_and ? Kind::never : Kind::always)) return truth;
          if ((use_of(arg(node, i)) == HandUse::joint) != joint) continue;
          const HandTruth part = read(arg(node, i), moment);
          truth = is_and ? both(truth, part) : either(truth, part);
        }
      return truth;
    }
    case dsl::Op::choose:
      if (node.type != dsl::Type::truth || use_of(arg(node, 0)) != HandUse::none) return {};
      return read(arg(node, holds(arg(node, 0), moment) ? 1 : 2), moment);
    case dsl::Op::can:
      return read_can({static_cast<std::uint16_t>(node.value)}, moment);
    default:
      return {};
  }
}

HandTruth HandReading::breach(dsl::ActId act, const Moment& moment, const std::vector<char>* lifted) {
  const dsl::ActRules& rules = program_.acts[act.value];
  if (rules.needs_permit) return {};
  HandTruth truth = plain(false);
  for (const bool looks : {false, true})
    for (std::size_t r = 0; r < rules.forbids.size(); ++r) {
      const dsl::ForbidRow& row = rules.forbids[r];
      if (truth.kind == Kind::always) return truth;
      if (lifted != nullptr && (*lifted)[r] != 0) continue;
      if ((row.hand_use != HandUse::none) == looks) truth = either(truth, broken(row, moment));
    }
  return truth;
}

HandTruth HandReading::read_can(dsl::ActId act, const Moment& moment) {
  if (moment.me == engine::no_seat || act.value >= dsl::built_in_acts) return {};
  if (moment.me != position_.turn_player || position_.phase != engine::Phase::play) return plain(false);
  if (act == dsl::act_id(dsl::BuiltInAct::lay)) {
    if (!can_lay_) can_lay_ = read_can_lay(moment);
    return *can_lay_;
  }
  if (act == dsl::act_id(dsl::BuiltInAct::draw) && position_.boneyard == 0) return plain(false);
  if (act == dsl::act_id(dsl::BuiltInAct::lead)) return {};
  Moment plain_moment;
  plain_moment.me = moment.me;
  return negated(breach(act, plain_moment));
}

/// Rows about laying that look at neither tile nor hand are asked once for each end: where one stands nothing
/// can be laid, and where it does not it need not be asked again.
std::vector<HandReading::OpenEnd> HandReading::ends_that_may_be_open(engine::Seat me) {
  const std::vector<dsl::ForbidRow>& rows = program_.acts[dsl::act_id(dsl::BuiltInAct::lay).value].forbids;
  const auto of_end = [](dsl::Level level) {
    return (static_cast<unsigned>(level) & ~static_cast<unsigned>(dsl::Level::end)) == 0;
  };
  std::vector<OpenEnd> open;
  for (std::size_t e = 0; e < position_.end_count; ++e) {
    Moment moment;
    moment.me = me;
    moment.end = position_.ends[e].serial;
    moment.end_index = static_cast<std::int16_t>(e);
    moment.end_snapshot = position_.ends[e];
    OpenEnd end{e, std::vector<char>(rows.size(), 0)};
    bool closed = false;
    for (std::size_t r = 0; r < rows.size() && !closed; ++r) {
      const dsl::ForbidRow& row = rows[r];
      const bool decided = row.hand_use == HandUse::none && of_end(row.level) &&
                           std::all_of(row.excepts.begin(), row.excepts.end(),
                                       [&](const dsl::ExceptRow& except) { return of_end(except.level); });
      if (!decided) continue;
      closed = row_holds(program_, position_, moment, row);
      end.lifted[r] = 1;
    }
    if (!closed) open.push_back(std::move(end));
  }
  return open;
}

/// Some tile in hand may be laid somewhere. A tile may be legal only as long as another one is held, or is
/// not: that changes nothing if that other one is legal itself.
HandTruth HandReading::read_can_lay(const Moment& asked) {
  struct Hanging {
    std::size_t tile;
    bool known;
    HandTruth forbidden;
  };
  const std::vector<dsl::ForbidRow>& rows = program_.acts[dsl::act_id(dsl::BuiltInAct::lay).value].forbids;
  const bool must_match =
      std::any_of(rows.begin(), rows.end(), [](const dsl::ForbidRow& row) { return row.matching; });
  const std::vector<OpenEnd> open = ends_that_may_be_open(asked.me);
  TileSet legal;
  std::vector<Hanging> hanging;
  engine::TileBag& hand = position_.hands[static_cast<std::size_t>(asked.me)];
  const engine::TileBag before = hand;
  for (std::size_t t = 0; t < hidden_.size(); ++t) {
    const auto tile = static_cast<TileId>(t);
    const bool known = before.has(tile);
    if (!known && !hidden_[t]) continue;
    if (!known) hand.add(tile);
    for (const OpenEnd& end : open) {
      if (legal[t]) break;
      const std::size_t e = end.index;
      const int pip = position_.ends[e].pip;
      if (must_match && engine::high_of(tile) != pip && engine::low_of(tile) != pip) continue;
      Moment moment;
      moment.me = asked.me;
      moment.tile = tile;
      moment.end = position_.ends[e].serial;
      moment.end_index = static_cast<std::int16_t>(e);
      moment.end_snapshot = position_.ends[e];
      const HandTruth forbidden = breach(dsl::act_id(dsl::BuiltInAct::lay), moment, &end.lifted);
      if (forbidden.kind == Kind::always) continue;
      if (forbidden.kind != Kind::never) {
        hanging.push_back({t, known, forbidden});
      } else if (known) {
        hand = before;
        return plain(true);
      } else {
        legal.set(t);
      }
    }
    hand = before;
  }
  // Forbidden only beside a tile that may itself be laid: as good as legal.
  for (bool settled = false; !settled;) {
    settled = true;
    for (const Hanging& one : hanging) {
      const auto beside = some_tile(one.forbidden);
      if (legal[one.tile] || !beside || !within(*beside, legal)) continue;
      if (one.known) return plain(true);
      legal.set(one.tile);
      settled = false;
    }
  }
  // Legal only beside such a tile: it adds nothing. Anything else is beyond this reading.
  const bool clear = std::all_of(hanging.begin(), hanging.end(), [&](const Hanging& one) {
    if (legal[one.tile] && !one.known) return true;
    const HandTruth allowed = negated(one.forbidden);
    const HandTruth any = as_any(allowed);
    if (any.kind == Kind::any_of && any.lacked.empty()) return within(any.held, legal);
    return allowed.kind == Kind::all_of &&
           std::any_of(allowed.lacked.begin(), allowed.lacked.end(),
                       [&](const TileSet& needed) { return within(needed, legal); });
  });
  return clear ? some_of(legal) : HandTruth{};
}

}  // namespace roundhouse::replay
