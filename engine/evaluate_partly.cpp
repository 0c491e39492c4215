#include "engine/evaluate_partly.h"

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/operator_values.h"
#include "engine/fast/of_players.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {

using dsl::Member;
using dsl::Node;
using dsl::Op;
using dsl::Type;

namespace {

PartialValue exact(Value value) {
  return value == absent ? PartialValue{1, 0, true} : PartialValue{value, value, false};
}

PartialValue anything(Type type) {
  return type == Type::truth ? PartialValue{0, 1, false} : PartialValue{INT32_MIN + 1, INT32_MAX, true};
}

PartialValue value_of(Truth truth) {
  return truth == Truth::open ? PartialValue{0, 1, false} : exact(truth == Truth::yes ? 1 : 0);
}

Truth truth_in(const PartialValue& value) {
  if (!value.is_known()) return Truth::open;
  return !value.is_absent() && value.low == 1 ? Truth::yes : Truth::no;
}

PartialValue either(const PartialValue& a, const PartialValue& b) {
  if (a.is_absent()) return {b.low, b.high, true};
  if (b.is_absent()) return {a.low, a.high, true};
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_absent || b.may_be_absent};
}

/// a < b, or a <= b; false where one is absent.
Truth less(const PartialValue& a, const PartialValue& b, bool or_equal) {
  if (a.is_absent() || b.is_absent()) return Truth::no;
  if (or_equal ? a.low > b.high : a.low >= b.high) return Truth::no;
  const bool surely = or_equal ? a.high <= b.low : a.high < b.low;
  return surely && !a.may_be_absent && !b.may_be_absent ? Truth::yes : Truth::open;
}

/// True if the first has a better place than the second, as in rank.cpp: by the first key in which they
/// differ.
Truth is_better(const std::vector<PartialValue>& a, const std::vector<PartialValue>& b) {
  bool may_differ = false;  // in a key before
  for (std::size_t key = 0; key < a.size(); ++key) {
    const PartialValue& key_a = a[key];
    const PartialValue& key_b = b[key];
    if (key_a.is_known() && key_b.is_known()) {
      if (key_a.is_absent() && key_b.is_absent()) continue;
      if (!key_a.is_absent() && !key_b.is_absent() && key_a.low == key_b.low) continue;
      const bool better = key_b.is_absent() || (!key_a.is_absent() && key_a.low < key_b.low);
      if (!may_differ) return better ? Truth::yes : Truth::no;
      return Truth::open;
    }
    const bool never_absent = !key_a.may_be_absent && !key_b.may_be_absent;
    if (never_absent && !may_differ) {
      if (key_a.high < key_b.low) return Truth::yes;
      if (key_b.high < key_a.low) return Truth::no;
    }
    may_differ = true;
  }
  return may_differ ? Truth::open : Truth::no;
}

}  // namespace

PartialReading::PartialReading(const Rules& program, const Position& position, const Moment& moment,
                               const NotKnown& unknown)
    : program_(program),
      position_(position),
      moment_(moment),
      unknown_(unknown),
      reading_(program, position, moment),
      touches_(program.nodes.size(), Touch::not_asked) {
  for (std::size_t p = 0; p < static_cast<std::size_t>(program.players); ++p)
    if (unknown.hands || static_cast<int>(position.players[p].count) > position.hands[p].size())
      hidden_hands_ = static_cast<std::uint16_t>(hidden_hands_ | 1U << p);
  hidden_ = hidden_aspects();
}

dsl::Aspects PartialReading::hidden_aspects() const {
  dsl::Aspects hidden = dsl::aspects::none;
  if (is_mine_hidden()) hidden |= dsl::aspects::own_hand;
  if (any_hidden()) hidden |= dsl::aspects::other_hands;
  if (unknown_.hands) hidden |= dsl::aspects::hand_sizes;
  if (unknown_.points.any()) hidden |= dsl::aspects::points;
  if (unknown_.totals.any() || unknown_.placement.any()) hidden |= dsl::aspects::totals;
  if (unknown_.winner) hidden |= dsl::aspects::result;
  if (unknown_.last_out) hidden |= dsl::aspects::last_out;
  if (unknown_.facts.any()) hidden |= dsl::aspects::facts;
  if (unknown_.course)
    hidden |= dsl::aspects::used | dsl::aspects::order | dsl::aspects::beginning | dsl::aspects::engine |
              dsl::aspects::boneyard | dsl::aspects::laps | dsl::aspects::turn_owner |
              dsl::aspects::previous | dsl::aspects::turn_counts | dsl::aspects::table |
              dsl::aspects::markers | dsl::aspects::debts;
  return hidden;
}

Truth PartialReading::of(dsl::NodeRef node) { return node.given() ? truth_of(node.value) : Truth::yes; }

Truth PartialReading::permitted(const dsl::ActRules& rules) {
  Truth permitted = Truth::no;
  for (const dsl::PermitRow& permit : rules.permits)
    permitted = negated(both(negated(permitted), negated(of(permit.when))));
  return permitted;
}

bool PartialReading::is_known(dsl::NodeRef node) { return !node.given() || read(node.value).is_known(); }

Truth PartialReading::truth_of(std::int32_t index) { return truth_in(read(index)); }

// -- what reads something unknown ----------------------------------------------------------------------

bool PartialReading::touches(std::int32_t index) {
  Touch& known = touches_[static_cast<std::size_t>(index)];
  if (known == Touch::not_asked) known = find_touch(at(index)) ? Touch::yes : Touch::no;
  return known == Touch::yes;
}

bool PartialReading::find_touch(const Node& node) {
  if ((node.reads & hidden_) == 0) return false;
  switch (node.op) {
    case Op::root:
      return true;
    case Op::member:
      // A place in the match reads what the keys of its order read.
      if (dsl::is_member(node, Member::player_rank) || is_hidden(static_cast<Member>(node.value)))
        return true;
      break;
    case Op::can: {
      const dsl::ActId act{static_cast<std::uint16_t>(node.value)};
      const dsl::HandUse use = program_.acts[act.value].hand_use;
      const dsl::ActTile given =
          act.value < dsl::built_in_acts
              ? dsl::ActTile::none
              : program_.declared[static_cast<std::size_t>(act.value - dsl::built_in_acts)].tile;
      const bool takes = act == dsl::act_id(dsl::BuiltInAct::lay) ||
                         act == dsl::act_id(dsl::BuiltInAct::lead) || given == dsl::ActTile::of_me;
      return unknown_.course || unknown_.facts.any() || (is_mine_hidden() && takes) ||
             (any_hidden() && (use != dsl::HandUse::none || given == dsl::ActTile::of_whom));
    }
    case Op::fact: {
      for (const dsl::FactSlot& fact : program_.facts)
        for (int slot = fact.slot; fact.slot == node.value && slot < fact.end(); ++slot)
          if (unknown_.facts[static_cast<std::size_t>(slot)]) return true;
      break;
    }
    default:
      break;
  }
  for (int i = 0; i < node.arg_count; ++i)
    if (touches(arg(node, i))) return true;
  return false;
}

/// Of somebody, or of something, it may be unknown.
bool PartialReading::is_hidden(Member member) const { return (dsl::row(member).reads & hidden_) != 0; }

bool PartialReading::is_unknown(Member member, Value receiver) const {
  const auto seat = static_cast<std::size_t>(receiver);
  switch (member) {
    case Member::player_hand:
      return false;  // it is known whose it is
    case Member::tiles_count:
      return unknown_.hands;
    case Member::player_points:
      return unknown_.points[seat];
    case Member::player_placement:
      return unknown_.placement[seat];
    case Member::player_total:
      return unknown_.totals[seat] || (position_.phase == Phase::over && unknown_.points[seat]);
    default:
      return is_hidden(member);
  }
}

int PartialReading::hidden_tiles(Value tiles) const {
  constexpr int many = 1'000;
  if (unknown_.hands) return many;
  const auto seat = static_cast<std::size_t>(tiles & (without_tile - 1));
  const TileBag& known = position_.hands[seat];
  const bool rest_is_less = (tiles & without_tile) != 0 && !known.has(moment_.tile);
  return std::max(0, static_cast<int>(position_.players[seat].count) - known.size() - (rest_is_less ? 1 : 0));
}

// -- values --------------------------------------------------------------------------------------------

PartialValue PartialReading::exactly(std::int32_t index) { return exact(read_node(reading_, index)); }

PartialValue PartialReading::read(std::int32_t index) {
  if (!touches(index)) return exactly(index);
  const Node& node = at(index);
  switch (node.op) {
    case Op::number:
    case Op::truth:
    case Op::name:
    case Op::option:
    case Op::absent:
    case Op::word:
    case Op::variable:
      return exactly(index);
    case Op::root:  // of a set of tiles: whose it is
      return node.type == Type::tiles ? exactly(index) : anything(node.type);
    case Op::member:
      return member(node);
    case Op::can:
      return can({static_cast<std::uint16_t>(node.value)});
    case Op::fact: {
      if (node.arg_count == 0) return anything(node.type);
      const PartialValue player = read(arg(node, 0));
      if (!player.is_known()) return anything(node.type);
      if (player.is_absent()) return node.type == Type::truth ? exact(0) : exact(absent);
      const auto slot = static_cast<std::size_t>(node.value + player.low);
      return unknown_.facts[slot] ? anything(node.type) : exact(position_.facts[slot]);
    }
    case Op::table:
    case Op::train_of:
      return anything(node.type);
    case Op::negate: {
      const PartialValue a = read(arg(node, 0));
      if (a.is_absent()) return a;
      return {dsl::difference_of(0, a.high), dsl::difference_of(0, a.low), a.may_be_absent};
    }
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      return calculate(node);
    case Op::equal:
    case Op::not_equal:
      return equal(node);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::between:
      return compare(node);
    case Op::has:
      return has(node);
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
      return logical(node);
    case Op::choose:
      return choose(node);
      ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
      return quantified(node);
  }
  return anything(node.type);
}

PartialValue PartialReading::member(const Node& node) {
  const auto id = static_cast<Member>(node.value);
  const int receivers = node.arg_count - (node.has_of ? 1 : 0);
  Value receiver = 0;
  Value argument = 0;
  for (int i = 0; i < node.arg_count; ++i) {
    const PartialValue given = read(arg(node, i));
    if (!given.is_known()) return anything(node.type);
    if (given.is_absent()) return node.type == Type::truth ? exact(0) : exact(absent);
    (i < receivers ? receiver : argument) = given.low;
  }
  if (id == Member::player_rank) return rank_of(static_cast<Seat>(receiver));
  if (is_unknown(id, receiver)) return anything(node.type);
  return exact(read_member(reading_, id, receiver, argument));
}

/// Of sums and differences limits are known; of the rest only what is known altogether.
PartialValue PartialReading::calculate(const Node& node) {
  const PartialValue a = read(arg(node, 0));
  const PartialValue b = read(arg(node, 1));
  if (a.is_absent() || b.is_absent()) return exact(absent);
  const bool may_be_absent = a.may_be_absent || b.may_be_absent;
  if (node.op == Op::add) return {dsl::sum_of(a.low, b.low), dsl::sum_of(a.high, b.high), may_be_absent};
  if (node.op == Op::subtract)
    return {dsl::difference_of(a.low, b.high), dsl::difference_of(a.high, b.low), may_be_absent};
  if (a.low != a.high || b.low != b.high) return {-dsl::greatest_number, dsl::greatest_number, may_be_absent};
  const Value value = dsl::calculated(node.op, a.low, b.low);
  return {value, value, may_be_absent};
}

PartialValue PartialReading::equal(const Node& node) {
  const PartialValue a = read(arg(node, 0));
  Truth alike = Truth::open;
  if (at(arg(node, 1)).type == Type::absent) {
    if (a.is_absent()) alike = Truth::yes;
    if (!a.may_be_absent) alike = Truth::no;
  } else {
    const PartialValue b = read(arg(node, 1));
    if (a.is_absent() || b.is_absent() || a.high < b.low || b.high < a.low)
      alike = Truth::no;
    else if (a.is_known() && b.is_known() && at(arg(node, 0)).type != Type::debt)
      alike = Truth::yes;  // neither is before the other
  }
  return value_of(node.op == Op::equal ? alike : negated(alike));
}

PartialValue PartialReading::compare(const Node& node) {
  const PartialValue a = read(arg(node, 0));
  const PartialValue b = read(arg(node, 1));
  switch (node.op) {
    case Op::less:
      return value_of(less(a, b, false));
    case Op::less_equal:
      return value_of(less(a, b, true));
    case Op::greater:
      return value_of(less(b, a, false));
    case Op::greater_equal:
      return value_of(less(b, a, true));
    default:
      break;
  }
  const PartialValue high = read(arg(node, 2));
  return value_of(both(less(b, a, true), less(a, high, true)));
}

PartialValue PartialReading::has(const Node& node) {
  const PartialValue set = read(arg(node, 0));
  const PartialValue number = read(arg(node, 1));
  if (set.is_absent() || number.is_absent()) return exact(0);
  if (!set.is_known() || !number.is_known()) return anything(Type::truth);
  if (at(arg(node, 0)).type == Type::tile) {
    const auto tile = static_cast<TileId>(set.low);
    return exact(truth(high_of(tile) == number.low || low_of(tile) == number.low));
  }
  if (number.low < 0 || number.low > program_.highest) return exact(0);
  const TileSet& bearing = tiles_bearing(number.low);
  const TileSet& hand = position_.hands[static_cast<std::size_t>(set.low & (without_tile - 1))].once;
  const auto is_held = [&](TileId tile) { return copies_in(reading_, set.low, tile) > 0; };
  if (find_tile(hand & bearing, is_held) != no_tile) return exact(1);
  const bool may_hold = (unknown_.faces & bearing).any() && hidden_tiles(set.low) > 0;
  return may_hold ? anything(Type::truth) : exact(0);
}

PartialValue PartialReading::logical(const Node& node) {
  if (node.op == Op::logical_not) return value_of(negated(truth_of(arg(node, 0))));
  return value_of(junction(node.op, node.arg_count, [&](int i) { return truth_of(arg(node, i)); }));
}

PartialValue PartialReading::choose(const Node& node) {
  const Truth condition = truth_of(arg(node, 0));
  if (condition != Truth::open) return read(arg(node, condition == Truth::yes ? 1 : 2));
  return either(read(arg(node, 1)), read(arg(node, 2)));
}

/// Some act of this kind may be done. What could be laid of the known tiles can be; what could not even be if
/// all that may be hidden were in hand cannot be.
PartialValue PartialReading::can(dsl::ActId act) {
  const dsl::ActRules& rules = program_.acts[act.value];
  if (unknown_.course || unknown_.facts.any() || act.value >= dsl::built_in_acts)
    return anything(Type::truth);
  if (moment_.me == no_seat || moment_.me != position_.turn_player || position_.phase != Phase::play)
    return exact(0);
  if (act == dsl::act_id(dsl::BuiltInAct::lay)) {
    if (rules.hand_use != dsl::HandUse::none) return anything(Type::truth);
    const Moment asked{.me = moment_.me};
    if (can_act(program_, position_, asked, act)) return exact(1);
    Position more = position_;
    TileBag& hand = more.hands[static_cast<std::size_t>(moment_.me)];
    for (int tile = 0; tile < program_.tile_kinds; ++tile)
      if (unknown_.faces.has(static_cast<TileId>(tile))) hand.add(static_cast<TileId>(tile));
    return can_act(program_, more, asked, act) ? anything(Type::truth) : exact(0);
  }
  if (act == dsl::act_id(dsl::BuiltInAct::lead)) return exact(0);  // the engine lies
  if (act == dsl::act_id(dsl::BuiltInAct::draw) && position_.boneyard == 0) return exact(0);
  const Moment asked{.me = moment_.me};
  PartialReading rows(program_, position_, asked, unknown_);
  Truth allowed = rules.needs_permit ? rows.permitted(rules) : Truth::yes;
  for (const dsl::ForbidRow& row : rules.forbids) {
    if (allowed == Truth::no) break;
    allowed = both(allowed, negated(rows.stands(row)));
  }
  return value_of(allowed);
}

// -- element by element --------------------------------------------------------------------------------

/// Calls `visit(element, number, truth)` for every element, and for every face that a hidden one may have:
/// `number`: how many there surely are of it; 0: it is a face that may be hidden. False: the set is not
/// known.
template <class Visit>
bool PartialReading::visit_elements(const Node& node, const Visit& visit) {
  const std::int32_t set_index = arg(node, 0);
  const PartialValue set = read(set_index);
  if (!set.is_known()) return false;
  if (set.is_absent()) return true;
  const Type type = at(set_index).type;
  const bool of_table = type == Type::ends || type == Type::debts;
  if (of_table && unknown_.course) return false;
  Value& variable = reading_.variables[static_cast<std::size_t>(node.value)];
  const Value before = variable;
  const auto ask = [&](Value element, int number) {
    variable = element;
    visit(element, number, node.has_where ? truth_of(arg(node, 1)) : Truth::yes);
  };
  if (type == Type::tiles) {
    const bool hidden = hidden_tiles(set.low) > 0;
    for (int tile = 0; tile < program_.tile_kinds; ++tile) {
      const int copies = copies_in(reading_, set.low, static_cast<TileId>(tile));
      if (copies > 0) ask(tile, copies);
      if (hidden && unknown_.faces.has(static_cast<TileId>(tile))) ask(tile, 0);
    }
  } else if (type == Type::players) {
    const int first = position_.first == no_seat ? 0 : position_.first;
    for (int i = 0; i < program_.players; ++i) ask((first + i) % program_.players, 1);
  } else {
    const int count = type == Type::ends ? position_.end_count : position_.debt_count;
    for (int i = 0; i < count; ++i) ask(i, 1);
  }
  variable = before;
  return true;
}

PartialValue PartialReading::quantified(const Node& node) {
  const std::int32_t of = arg(node, node.arg_count - 1);
  const bool has_of = node.op != Op::any && node.op != Op::all && node.op != Op::count;
  Truth any = Truth::no;
  Truth all = Truth::yes;
  PartialValue count = exact(0);
  PartialValue sum = exact(0);
  PartialValue chosen{INT32_MAX, INT32_MIN, true};  // what an `of` of some element may be
  Value sure_high = INT32_MIN;                      // the greatest and the least that it surely reaches
  Value sure_low = INT32_MAX;
  bool sure = false;
  bool exact_elements = true;
  Extreme extreme;
  Truth any_hidden = Truth::no;
  Value hidden_low = 0;
  Value hidden_high = 0;
  const bool known = visit_elements(node, [&](Value element, int number, Truth where) {
    const Truth is_there = number > 0 ? where : both(where, Truth::open);
    any = negated(both(negated(any), negated(is_there)));
    all = both(all, number > 0 ? where : where == Truth::yes ? Truth::yes : Truth::open);
    if (where == Truth::no) return;
    exact_elements = exact_elements && is_there == Truth::yes;
    if (number > 0) {
      count.high = dsl::sum_of(count.high, number);
      if (where == Truth::yes) count.low = dsl::sum_of(count.low, number);
    } else {
      any_hidden = Truth::open;
    }
    if (!has_of) return;
    const PartialValue value = read(of);
    exact_elements = exact_elements && value.is_known();
    if (value.is_absent()) return;
    // What is absent adds nothing, and neither does what is not there.
    const bool adds = is_there == Truth::yes && !value.may_be_absent;
    const Value low = adds ? value.low : std::min(value.low, 0);
    const Value high = adds ? value.high : std::max(value.high, 0);
    if (number > 0) {
      sum.low = dsl::sum_of(sum.low, dsl::product_of(low, number));
      sum.high = dsl::sum_of(sum.high, dsl::product_of(high, number));
    } else {
      hidden_low = std::min(hidden_low, low);
      hidden_high = std::max(hidden_high, high);
    }
    chosen.low = std::min(chosen.low, value.low);
    chosen.high = std::max(chosen.high, value.high);
    if (adds) {
      sure = true;
      sure_high = std::max(sure_high, value.low);
      sure_low = std::min(sure_low, value.high);
    }
    if (value.is_known())
      for (int i = 0; i < std::max(number, 1); ++i) extreme.add(value.low, element, node.op == Op::min);
  });
  if (!known) return anything(node.type);
  const int hidden = any_hidden == Truth::no ? 0 : hidden_tiles(read(arg(node, 0)).low);
  switch (node.op) {
    case Op::any:
      return value_of(any);
    case Op::all:
      return value_of(all);
    case Op::count:
      return {count.low, dsl::sum_of(count.high, hidden), false};
    case Op::sum:
      return {dsl::sum_of(sum.low, dsl::product_of(hidden_low, hidden)),
              dsl::sum_of(sum.high, dsl::product_of(hidden_high, hidden)), false};
    case Op::max:
      if (chosen.low > chosen.high) return exact(absent);
      return {sure ? sure_high : chosen.low, chosen.high, !sure};
    case Op::min:
      if (chosen.low > chosen.high) return exact(absent);
      return {chosen.low, sure ? sure_low : chosen.high, !sure};
    case Op::sole:
      if (exact_elements) return exact(extreme.alone ? extreme.element : absent);
      break;
    case Op::best:
      if (exact_elements) return exact(extreme.element);
      break;
    default:
      break;
  }
  return anything(node.type);
}

// -- places --------------------------------------------------------------------------------------------

std::vector<PartialValue> PartialReading::keys_of(Seat seat) {
  Moment of_player;
  of_player.me = seat;
  PartialReading reading(program_, position_, of_player, unknown_);
  std::vector<PartialValue> keys;
  for (const dsl::NodeRef key : program_.match.order) keys.push_back(reading.value(key));
  return keys;
}

std::vector<PartialValue> PartialReading::match_keys_of(Seat seat) {
  std::vector<PartialValue> keys = keys_of(seat);
  const Value most_first = dsl::difference_of(0, placement_of(program_, position_, seat));
  const bool is_open = unknown_.placement[static_cast<std::size_t>(seat)];
  keys.insert(keys.begin(), is_open ? PartialValue{INT32_MIN + 1, INT32_MAX, false} : exact(most_first));
  return keys;
}

/// True if `a` is equal to `b`, as an absent group is to an absent one.
Truth PartialReading::in_one_group(Seat a, Seat b) {
  const dsl::NodeRef group = program_.match.group;
  if (!group.given()) return Truth::yes;
  const auto of = [&](Seat seat) {
    Moment of_player;
    of_player.me = seat;
    return PartialReading(program_, position_, of_player, unknown_).value(group);
  };
  const PartialValue of_a = of(a);
  const PartialValue of_b = of(b);
  if (of_a.is_known() && of_b.is_known())
    return of_a.is_absent() == of_b.is_absent() && (of_a.is_absent() || of_a.low == of_b.low) ? Truth::yes
                                                                                              : Truth::no;
  const bool may_both_be_absent = of_a.may_be_absent && of_b.may_be_absent;
  return !may_both_be_absent && (of_a.high < of_b.low || of_b.high < of_a.low) ? Truth::no : Truth::open;
}

PartialValue PartialReading::place_among(Seat seat, std::vector<PartialValue> (PartialReading::*keys)(Seat)) {
  PartialValue rank{1, 1, false};
  for (int i = 0; i < program_.players; ++i) {
    const auto other = static_cast<Seat>(i);
    if (other == seat) continue;
    const Truth together = in_one_group(other, seat);
    if (together == Truth::no) continue;
    const Truth ahead = both(together, is_better((this->*keys)(other), (this->*keys)(seat)));
    if (ahead == Truth::yes) ++rank.low;
    if (ahead != Truth::no) ++rank.high;
  }
  return rank;
}

PartialValue PartialReading::rank_of(Seat seat) { return place_among(seat, &PartialReading::keys_of); }

PartialValue PartialReading::match_rank_of(Seat seat) {
  return place_among(seat, &PartialReading::match_keys_of);
}

}  // namespace roundhouse::engine
