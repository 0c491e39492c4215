#include "replay/hand_reading.h"

#include <vector>

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using engine::Moment;
using engine::TileId;
using Kind = HandTruth::Kind;

HandTruth plain(bool truth) { return {truth ? Kind::always : Kind::never, {}}; }

HandTruth some_of(const TileSet& tiles) {
  return tiles.none() ? plain(false) : HandTruth{Kind::some_tile, tiles};
}

HandTruth negated(HandTruth truth) {
  switch (truth.kind) {
    case Kind::always:
      return plain(false);
    case Kind::never:
      return plain(true);
    case Kind::some_tile:
      truth.kind = Kind::no_tile;
      return truth;
    case Kind::no_tile:
      truth.kind = Kind::some_tile;
      return truth;
    case Kind::joint:
      break;
  }
  return truth;
}

bool within(const TileSet& part, const TileSet& whole) { return (part & ~whole).none(); }

HandTruth either(const HandTruth& a, const HandTruth& b) {
  if (a.kind == Kind::always || b.kind == Kind::never) return a;
  if (b.kind == Kind::always || a.kind == Kind::never) return b;
  if (a.kind == Kind::joint || b.kind == Kind::joint) return {};
  if (a.kind == b.kind) {
    if (a.kind == Kind::some_tile) return {Kind::some_tile, a.tiles | b.tiles};
    // No tile of the one or no tile of the other: if the one are among the other, they decide.
    if (within(a.tiles, b.tiles)) return a;
    return within(b.tiles, a.tiles) ? b : HandTruth{};
  }
  const HandTruth& some = a.kind == Kind::some_tile ? a : b;
  const HandTruth& none = a.kind == Kind::some_tile ? b : a;
  return within(none.tiles, some.tiles) ? plain(true) : HandTruth{};
}

HandTruth both(const HandTruth& a, const HandTruth& b) { return negated(either(negated(a), negated(b))); }

}  // namespace

HandReading::HandReading(const dsl::Program& program, const engine::Position& position, const TileSet& hidden)
    : program_(program), position_(position), hidden_(hidden), uses_(program) {}

HandTruth HandReading::broken(const dsl::ForbidRow& row, const Moment& moment) {
  HandTruth truth = read(row.when, moment);
  for (const dsl::ExceptRow& except : row.excepts) {
    if (truth.kind == Kind::never) break;
    truth = both(truth, negated(read(except.when, moment)));
  }
  return truth;
}

bool HandReading::holds(dsl::NodeRef node, const Moment& moment) const {
  return engine::holds(program_, position_, moment, node);
}

dsl::NodeRef HandReading::arg(const dsl::Node& node, int which) const {
  return {program_.args[static_cast<std::size_t>(node.first_arg + which)]};
}

HandTruth HandReading::read(dsl::NodeRef node, const Moment& moment) {
  const HandUse use = uses_.of(node);
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
          if ((uses_.of(arg(node, i)) == HandUse::joint) != joint) continue;
          const HandTruth part = read(arg(node, i), moment);
          truth = is_and ? both(truth, part) : either(truth, part);
        }
      return truth;
    }
    case dsl::Op::choose:
      if (node.type != dsl::Type::truth || uses_.of(arg(node, 0)) != HandUse::none) return {};
      return read(arg(node, holds(arg(node, 0), moment) ? 1 : 2), moment);
    case dsl::Op::can:
      return read_can({static_cast<std::uint16_t>(node.value)}, moment);
    default:
      return {};
  }
}

HandTruth HandReading::breach(dsl::ActId act, const Moment& moment) {
  const dsl::ActRules& rules = program_.acts[act.value];
  if (rules.needs_permit) return {};
  HandTruth truth = plain(false);
  for (const bool looks : {false, true})
    for (const dsl::ForbidRow& row : rules.forbids) {
      if (truth.kind == Kind::always) return truth;
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

/// Some tile in hand may be laid somewhere. A tile may be legal only as long as another one is held, or is
/// not: that changes nothing if that other one is legal itself.
HandTruth HandReading::read_can_lay(const Moment& asked) {
  struct Hanging {
    std::size_t tile;
    bool known;
    HandTruth forbidden;
  };
  TileSet legal;
  std::vector<Hanging> hanging;
  engine::TileBag& hand = position_.hands[static_cast<std::size_t>(asked.me)];
  const engine::TileBag before = hand;
  for (std::size_t t = 0; t < hidden_.size(); ++t) {
    const auto tile = static_cast<TileId>(t);
    const bool known = before.has(tile);
    if (!known && !hidden_[t]) continue;
    if (!known) hand.add(tile);
    for (std::size_t e = 0; e < position_.end_count && !legal[t]; ++e) {
      Moment moment;
      moment.me = asked.me;
      moment.tile = tile;
      moment.end = position_.ends[e].serial;
      moment.end_index = static_cast<std::int16_t>(e);
      moment.end_snapshot = position_.ends[e];
      const HandTruth forbidden = breach(dsl::act_id(dsl::BuiltInAct::lay), moment);
      if (forbidden.kind == Kind::never && known) {
        hand = before;
        return plain(true);
      }
      if (forbidden.kind == Kind::never) legal.set(t);
      if (forbidden.kind != Kind::never && forbidden.kind != Kind::always)
        hanging.push_back({t, known, forbidden});
    }
    hand = before;
  }
  for (bool settled = false; !settled;) {
    settled = true;
    for (const Hanging& one : hanging) {
      if (legal[one.tile] && !one.known) continue;
      if (one.forbidden.kind == Kind::joint || !within(one.forbidden.tiles, legal)) continue;
      if (one.forbidden.kind == Kind::no_tile) continue;
      // Forbidden only beside a tile that may itself be laid.
      if (one.known) return plain(true);
      legal.set(one.tile);
      settled = false;
    }
  }
  for (const Hanging& one : hanging) {
    if (legal[one.tile] && !one.known) continue;
    if (one.forbidden.kind == Kind::joint || !within(one.forbidden.tiles, legal)) return {};
  }
  return some_of(legal);
}

}  // namespace roundhouse::replay
