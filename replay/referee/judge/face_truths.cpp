#include "replay/referee/judge/face_truths.h"

#include <algorithm>

#include "dsl/compile/hand_use.h"
#include "dsl/program/nodes.h"

namespace roundhouse::replay {

using dsl::HandUse;
using dsl::Node;
using dsl::NodeRef;
using dsl::Op;
using engine::Moment;
using engine::Position;
using engine::TileId;

std::vector<HandUse> hand_uses(const engine::Rules& program) {
  dsl::HandUses uses(program);
  std::vector<HandUse> all(program.nodes.size(), HandUse::none);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = uses.of(NodeRef{static_cast<std::int32_t>(i)});
  return all;
}

FaceTruths::FaceTruths(const engine::Rules& program, const std::vector<HandUse>& uses, Position& position,
                       const Moment& moment, bool lays, const TileSet& faces)
    : program_(program), uses_(uses), position_(position), moment_(moment), lays_(lays), faces_(faces) {
  moment_.can = nullptr;
}

const Node& FaceTruths::at(NodeRef node) const { return dsl::node_at(program_, node); }
NodeRef FaceTruths::arg(const Node& node, int which) const { return dsl::argument(program_, node, which); }
bool FaceTruths::looks(NodeRef node) const {
  return node.given() && uses_[static_cast<std::size_t>(node.value)] != HandUse::none;
}

void FaceTruths::hold_only(TileId tile) {
  hand() = {};
  if (tile != engine::no_tile) hand().add(tile);
  if (lays_) hand().add(moment_.tile);
}

TileSet FaceTruths::standing(const dsl::ForbidRow& row) {
  TileSet stands = of(row.when);
  for (const dsl::ExceptRow& except : row.excepts) {
    if (stands.none()) break;
    stands &= ~of(except.when);
  }
  return stands;
}

TileSet FaceTruths::permitted(const dsl::ActRules& rules) {
  TileSet faces;
  for (const dsl::PermitRow& permit : rules.permits) faces |= of(permit.when);
  return faces;
}

TileSet FaceTruths::of(NodeRef node) {
  if (!node.given()) return faces_;
  if (!looks(node)) return all_if(engine::holds(program_, position_, moment_, node));
  const Node& n = at(node);
  if (n.type != dsl::Type::truth) return one_by_one(node);
  switch (n.op) {
    case Op::logical_not:
      return faces_ & ~of(arg(n, 0));
    case Op::logical_and:
      return of_all(n);
    case Op::logical_or:
      return of_any(n);
    case Op::choose: {
      const TileSet yes = of(arg(n, 0));
      TileSet chosen;
      if (yes.any()) chosen |= yes & of(arg(n, 1));
      if ((faces_ & ~yes).any()) chosen |= ~yes & of(arg(n, 2));
      return chosen & faces_;
    }
    case Op::can:
      return can({static_cast<std::uint16_t>(n.value)});
    default:
      return one_by_one(node);
  }
}

/// Parts that do not look at the hand come first: they may settle the matter.
TileSet FaceTruths::of_all(const Node& node) {
  TileSet faces = faces_;
  for (const bool looking : {false, true})
    for (int i = 0; i < node.arg_count && faces.any(); ++i)
      if (looks(arg(node, i)) == looking) faces &= of(arg(node, i));
  return faces;
}

TileSet FaceTruths::of_any(const Node& node) {
  TileSet faces;
  for (const bool looking : {false, true})
    for (int i = 0; i < node.arg_count && !(faces == faces_); ++i)
      if (looks(arg(node, i)) == looking) faces |= of(arg(node, i));
  return faces;
}

TileSet FaceTruths::one_by_one(NodeRef node) {
  const engine::TileBag before = hand();
  TileSet faces;
  engine::for_each_tile(faces_, [&](TileId tile) {
    hold_only(tile);
    if (engine::holds(program_, position_, moment_, node)) faces.add(tile);
  });
  hand() = before;
  return faces;
}

TileSet FaceTruths::can(dsl::ActId act) {
  const engine::TileBag before = hand();
  if (act.value < dsl::built_in_acts) {
    // No hand decides if it is this player's turn, and if there is something to draw.
    const bool playing = position_.phase == engine::Phase::play && moment_.me == position_.turn_player &&
                         engine::expected(program_, position_).next == engine::Next::choice;
    if (!playing) return {};
    switch (static_cast<dsl::BuiltInAct>(act.value)) {
      case dsl::BuiltInAct::lead:
        return {};
      case dsl::BuiltInAct::lay:
        if (program_.acts[act.value].hand_use == HandUse::none && !lays_) return can_lay();
        break;
      case dsl::BuiltInAct::draw:
        return position_.boneyard == 0 ? TileSet() : allowed(program_.acts[act.value]);
      case dsl::BuiltInAct::done:
        return allowed(program_.acts[act.value]);
    }
  }
  TileSet faces;
  engine::for_each_tile(faces_, [&](TileId tile) {
    hold_only(tile);
    if (engine::can_act(program_, position_, moment_, act)) faces.add(tile);
  });
  hand() = before;
  return faces;
}

/// The acts of a turn in which `can` asks are known by `me` alone.
TileSet FaceTruths::allowed(const dsl::ActRules& rules) {
  const Moment asked = moment_;
  moment_ = {};
  moment_.me = asked.me;
  TileSet faces = rules.needs_permit ? permitted(rules) : faces_;
  for (const dsl::ForbidRow& row : rules.forbids) {
    if (faces.none()) break;
    faces &= ~standing(row);
  }
  moment_ = asked;
  return faces;
}

TileSet FaceTruths::can_lay() {
  if (can_lay_) return *can_lay_;
  const engine::TileBag before = hand();
  hand() = {faces_, {}};
  engine::ActList acts;
  engine::legal_acts(program_, position_, acts);
  TileSet faces;
  for (const engine::Act& act : acts)
    if (act.kind == engine::ActKind::lay) faces.add(act.tile);
  hand() = before;
  can_lay_ = faces;
  return faces;
}

}  // namespace roundhouse::replay
