#include "replay/referee/judge/hand_reading.h"

#include <algorithm>

#include "dsl/program/nodes.h"
#include "engine/fold.h"
#include "engine/table.h"
#include "replay/fold/act_rows.h"

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using engine::Moment;
using engine::TileId;
using engine::Truth;
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

/// It does not depend on the tile.
bool is_of_end(dsl::Level level) {
  return (static_cast<unsigned>(level) & ~static_cast<unsigned>(dsl::Level::end)) == 0;
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

HandTruth both(const HandTruth& first, const HandTruth& second) {
  if (first.kind == Kind::never || second.kind == Kind::always) return first;
  if (second.kind == Kind::never || first.kind == Kind::always) return second;
  return negated(either(negated(first), negated(second)));
}

}  // namespace

HandReading::HandReading(const engine::Rules& program, const std::vector<HandUse>& uses,
                         engine::Position& position, const TileSet& hidden)
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

HandTruth HandReading::not_permitted(const dsl::ActRules& rules, const Moment& moment) {
  HandTruth permitted = plain(false);
  for (const dsl::PermitRow& permit : rules.permits) permitted = either(permitted, read(permit.when, moment));
  const HandTruth missing = negated(permitted);
  const HandTruth any = as_any(missing);
  return any.kind == Kind::joint ? missing : any;
}

bool HandReading::holds(dsl::NodeRef node, const Moment& moment) const {
  return engine::holds(program_, position_, moment, node);
}

bool HandReading::holds_openly(dsl::NodeRef ref, const Moment& moment) const {
  const auto node = static_cast<std::size_t>(ref.value);
  if (program_.nodes[node].level != dsl::Level::turn) return holds(ref, moment);
  if (of_turn_.empty()) of_turn_.assign(program_.nodes.size(), -1);
  if (of_turn_[node] < 0) of_turn_[node] = holds(ref, moment) ? 1 : 0;
  return of_turn_[node] > 0;
}

dsl::NodeRef HandReading::arg(const dsl::Node& node, int which) const {
  return dsl::argument(program_, node, which);
}

HandTruth HandReading::read(dsl::NodeRef node, const Moment& moment) {
  const HandUse use = use_of(node);
  if (!node.given()) return plain(true);
  const dsl::Node& read = program_.nodes[static_cast<std::size_t>(node.value)];
  const bool of_tile = !is_of_end(read.level);
  if (use == HandUse::none) {
    const bool asked_again = read.level == dsl::Level::end && supposed_ != engine::no_tile;
    return plain(asked_again ? kept_leaf(node, moment).known : holds_openly(node, moment));
  }
  // Also what is no joint condition is taken apart: most of it does not look at the hand, or not at the tile.
  const bool has_parts =
      read.op == dsl::Op::logical_not || read.op == dsl::Op::logical_and || read.op == dsl::Op::logical_or;
  if (use == HandUse::joint || has_parts) return read_parts(read, moment);
  const Leaf found = of_tile ? leaf(node, moment) : kept_leaf(node, moment);
  const bool answer = use == HandUse::some_tile;
  if (found.known == answer) return plain(answer);
  if (!of_tile && supposed_ != engine::no_tile && found.changing.has(supposed_)) return plain(answer);
  return found.known ? negated(some_of(found.changing)) : some_of(found.changing);
}

/// No other tile is looked for where the known tiles settle it.
HandReading::Leaf HandReading::leaf(dsl::NodeRef node, const Moment& moment) {
  Leaf found{holds(node, moment), {}};
  const HandUse use = use_of(node);
  if (use == HandUse::none || found.known == (use == HandUse::some_tile)) return found;
  if (const auto tiles = tiles_with_number(program_.nodes[static_cast<std::size_t>(node.value)], moment)) {
    found.changing = *tiles & hidden_;
    return found;
  }
  engine::TileBag& hand = position_.hands[static_cast<std::size_t>(moment.me)];
  const engine::TileBag before = hand;
  engine::for_each_tile(hidden_, [&](TileId tile) {
    hand.add(tile);
    if (holds(node, moment) != found.known) found.changing.add(tile);
    hand = before;
  });
  return found;
}

std::optional<TileSet> HandReading::tiles_with_number(const dsl::Node& node, const Moment& moment) const {
  if (node.op != dsl::Op::has) return std::nullopt;
  const engine::Value number = engine::evaluate(program_, position_, moment, arg(node, 1));
  if (number < 0 || number > program_.highest) return TileSet();  // also where there is none
  TileSet tiles = engine::tiles_bearing(number);
  // The rest of a hand has the tile laid only if there are two of them.
  const bool of_rest = program_.nodes[static_cast<std::size_t>(arg(node, 0).value)].op == dsl::Op::root;
  if (of_rest && moment.tile != engine::no_tile &&
      !position_.hands[static_cast<std::size_t>(moment.me)].has(moment.tile))
    tiles.remove(moment.tile);
  return tiles;
}

const HandReading::Leaf& HandReading::kept_leaf(dsl::NodeRef node, const Moment& moment) {
  const std::uint64_t end = moment.end == engine::absent ? 0 : static_cast<std::uint64_t>(moment.end) + 1;
  const auto [place, is_new] = leaves_.try_emplace(static_cast<std::uint64_t>(node.value) << 32U | end);
  if (!is_new) return place->second;
  engine::TileBag& hand = position_.hands[static_cast<std::size_t>(moment.me)];
  if (supposed_ != engine::no_tile) hand.remove(supposed_);
  place->second = leaf(node, moment);
  if (supposed_ != engine::no_tile) hand.add(supposed_);
  return place->second;
}

HandTruth HandReading::read_parts(const dsl::Node& node, const Moment& moment) {
  switch (node.op) {
    case dsl::Op::logical_not:
      return negated(read(arg(node, 0), moment));
    case dsl::Op::logical_and:
    case dsl::Op::logical_or: {
      // Parts that do not look at the hand first: they are cheap, and may settle it.
      const bool is_and = node.op == dsl::Op::logical_and;
      HandTruth truth = plain(is_and);
      const auto turn_of = [](HandUse use) {
        return use == HandUse::none ? 0 : use == HandUse::joint ? 2 : 1;
      };
      for (const int turn : {0, 1, 2})
        for (int i = 0; i < node.arg_count; ++i) {
          if (truth.kind == (is_and ? Kind::never : Kind::always)) return truth;
          if (turn_of(use_of(arg(node, i))) != turn) continue;
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

HandTruth HandReading::breach(dsl::ActId act, const Moment& moment, const char* lifted) {
  const dsl::ActRules& rules = program_.acts[act.value];
  if (rules.needs_permit) return {};
  HandTruth truth = plain(false);
  for (const bool looks : {false, true})
    for (std::size_t r = 0; r < rules.forbids.size(); ++r) {
      const dsl::ForbidRow& row = rules.forbids[r];
      if (truth.kind == Kind::always) return truth;
      if (lifted != nullptr && lifted[r] != 0) continue;
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

/// The truth of a condition whatever the tile and the hand are, as far as that can be told.
Truth HandReading::whatever_the_tile(dsl::NodeRef ref, const Moment& moment) const {
  if (!ref.given()) return Truth::yes;
  const dsl::Node& node = program_.nodes[static_cast<std::size_t>(ref.value)];
  if (use_of(ref) == HandUse::none && is_of_end(node.level))
    return engine::known_truth(holds_openly(ref, moment));
  const auto part = [&](int i) { return whatever_the_tile(arg(node, i), moment); };
  switch (node.op) {
    case dsl::Op::logical_not:
      return engine::negated(part(0));
    case dsl::Op::logical_and:
    case dsl::Op::logical_or:
      return engine::junction(node.op, node.arg_count, part);
    default:
      return Truth::open;
  }
}

/// Rows about laying are asked once for each end: where one stands whatever the tile and the hand are nothing
/// can be laid, and where it does not stand it need not be asked again.
std::vector<HandReading::OpenEnd> HandReading::ends_that_may_be_open(engine::Seat me) {
  const dsl::ActRules& rules = program_.acts[dsl::act_id(dsl::BuiltInAct::lay).value];
  const std::vector<dsl::ForbidRow>& rows = rules.forbids;
  std::vector<OpenEnd> open;
  lifted_.clear();
  for (std::size_t e = 0; e < position_.end_count; ++e) {
    const Moment moment = moment_at(e, me, engine::no_tile);
    OpenEnd end{e, open.size() * rows.size(), !rules.needs_permit};
    lifted_.resize(end.lifted + rows.size());
    bool closed = false;
    for (std::size_t r = 0; r < rows.size() && !closed; ++r) {
      // Tiles that do not match are passed over anyway.
      const auto read = [&](dsl::NodeRef when) { return whatever_the_tile(when, moment); };
      const Truth stands = rows[r].matching ? Truth::no : engine::row_stands(rows[r], read);
      closed = stands == Truth::yes;
      lifted_[end.lifted + r] = stands == Truth::no ? 1 : 0;
      end.free = end.free && stands == Truth::no;
    }
    if (!closed) open.push_back(end);
  }
  return open;
}

Moment HandReading::moment_at(std::size_t end, engine::Seat me, TileId tile) const {
  Moment moment;
  moment.me = me;
  moment.tile = tile;
  moment.end = position_.ends[end].serial;
  moment.end_index = static_cast<std::int16_t>(end);
  moment.end_snapshot = position_.ends[end];
  return moment;
}

/// Some tile in hand may be laid somewhere. A tile may be legal only as long as another one is held, or is
/// not: that changes nothing if that other one is legal itself.
HandTruth HandReading::read_can_lay(const Moment& asked) {
  if (engine::may_turn_tiles(program_)) return {};  // either half may join
  struct Hanging {
    TileId tile;
    bool known;
    HandTruth forbidden;
  };
  const std::vector<dsl::ForbidRow>& rows = program_.acts[dsl::act_id(dsl::BuiltInAct::lay).value].forbids;
  const bool must_match =
      std::any_of(rows.begin(), rows.end(), [](const dsl::ForbidRow& row) { return row.matching; });
  std::vector<OpenEnd> open = ends_that_may_be_open(asked.me);
  const auto fitting = [&](const OpenEnd& end) {
    return must_match ? engine::tiles_bearing(position_.ends[end.index].pip) : TileSet::all();
  };
  TileSet legal;
  std::vector<Hanging> hanging;
  engine::TileBag& hand = position_.hands[static_cast<std::size_t>(asked.me)];
  const engine::TileBag before = hand;
  const TileSet held = before.once & engine::set_of(program_.highest);
  // Where no row is left to be asked only the numbers count.
  TileSet asked_about;
  for (const OpenEnd& end : open) {
    const TileSet tiles = fitting(end) & (held | hidden_);
    if (!end.free) {
      asked_about |= tiles;
      continue;
    }
    if ((tiles & held).any()) return plain(true);
    legal |= tiles;
  }
  std::erase_if(open, [](const OpenEnd& end) { return end.free; });
  asked_about &= ~legal;
  // A known tile that may be laid settles it.
  const auto is_known_to_fit = [&](TileId tile) {
    const bool known = held.has(tile);
    if (!known) {
      hand.add(tile);
      supposed_ = tile;
    }
    for (const OpenEnd& end : open) {
      if (legal.has(tile)) break;
      if (!fitting(end).has(tile)) continue;
      const HandTruth forbidden = breach(dsl::act_id(dsl::BuiltInAct::lay),
                                         moment_at(end.index, asked.me, tile), lifted_.data() + end.lifted);
      if (forbidden.kind == Kind::always) continue;
      if (forbidden.kind != Kind::never) {
        hanging.push_back({tile, known, forbidden});
      } else if (known) {
        return true;
      } else {
        legal.add(tile);
      }
    }
    hand = before;
    supposed_ = engine::no_tile;
    return false;
  };
  if (engine::find_tile(asked_about, is_known_to_fit) != engine::no_tile) {
    hand = before;
    return plain(true);
  }
  // Forbidden only beside a tile that may itself be laid: as good as legal.
  for (bool stable = false; !stable;) {
    stable = true;
    for (const Hanging& one : hanging) {
      const auto beside = some_tile(one.forbidden);
      if (legal.has(one.tile) || !beside || !within(*beside, legal)) continue;
      if (one.known) return plain(true);
      legal.add(one.tile);
      stable = false;
    }
  }
  // Legal only beside such a tile: it adds nothing. Anything else is beyond this reading.
  const bool clear = std::all_of(hanging.begin(), hanging.end(), [&](const Hanging& one) {
    if (legal.has(one.tile) && !one.known) return true;
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
