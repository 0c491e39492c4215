#include "engine/evaluate_partly.h"

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/operator_values.h"
#include "engine/fast/quantifiers.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {

using dsl::known_truth;
using dsl::Member;
using dsl::Node;
using dsl::Op;
using dsl::Truth;
using dsl::Type;

namespace {

PartialValue exact(Value value) {
  return value == absent ? PartialValue{1, 0, true} : PartialValue{value, value, false};
}

PartialValue anything(Type type) {
  return type == Type::truth ? PartialValue{0, 1, false} : PartialValue{INT32_MIN + 1, INT32_MAX, true};
}

PartialValue value_of(Truth truth) {
  return truth == Truth::undecided ? PartialValue{0, 1, false} : exact(truth == Truth::yes ? 1 : 0);
}

Truth truth_in(const PartialValue& value) {
  if (!value.is_known()) return Truth::undecided;
  return !value.is_absent() && value.low == 1 ? Truth::yes : Truth::no;
}

/// The values that the one or the other may be.
PartialValue united(const PartialValue& a, const PartialValue& b) {
  if (a.is_absent()) return {b.low, b.high, true};
  if (b.is_absent()) return {a.low, a.high, true};
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_absent || b.may_be_absent};
}

/// a < b, or a <= b; false where one is absent.
Truth less(const PartialValue& a, const PartialValue& b, bool or_equal) {
  if (a.is_absent() || b.is_absent()) return Truth::no;
  if (or_equal ? a.low > b.high : a.low >= b.high) return Truth::no;
  const bool surely = or_equal ? a.high <= b.low : a.high < b.low;
  return surely && !a.may_be_absent && !b.may_be_absent ? Truth::yes : Truth::undecided;
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
      return Truth::undecided;
    }
    const bool never_absent = !key_a.may_be_absent && !key_b.may_be_absent;
    if (never_absent && !may_differ) {
      if (key_a.high < key_b.low) return Truth::yes;
      if (key_b.high < key_a.low) return Truth::no;
    }
    may_differ = true;
  }
  return may_differ ? Truth::undecided : Truth::no;
}

bool is_unwritten(const Debt& debt) { return debt.turn == unwritten_turn; }

}  // namespace

PartialReading::PartialReading(const Rules& program, const Position& position, const Moment& moment,
                               const NotKnown& unknown)
    : Reading(program),
      program_(program),
      position_(position),
      moment_(moment),
      unknown_(unknown),
      at_(program, position, moment),
      touches_(program.nodes.size(), Touch::not_asked) {
  for (std::size_t p = 0; p < static_cast<std::size_t>(program.players); ++p)
    if (unknown.counts[p] || static_cast<int>(position.players[p].count) > position.hands[p].size())
      hidden_hands_ = static_cast<std::uint16_t>(hidden_hands_ | 1U << p);
  parts_ = engine::parts_of(unknown);
  hidden_ = hidden_aspects();
  const auto debts = position.debts.begin();
  if ((moment.has_debt && is_unwritten(moment.debt)) ||
      std::any_of(debts, debts + position.debt_count, is_unwritten))
    hidden_ |= dsl::aspects::debts;
}

dsl::Aspects PartialReading::hidden_aspects() const {
  dsl::Aspects hidden = aspects_of(unknown_);
  if (is_mine_hidden()) hidden |= dsl::aspects::own_hand;
  if (any_hidden()) hidden |= dsl::aspects::other_hands;
  const auto last = position_.players.begin() + program_.players;
  if (std::any_of(position_.players.begin(), last, has_unknown_age)) hidden |= dsl::aspects::ages;
  return hidden;
}

Truth PartialReading::of(dsl::NodeRef node) { return node.given() ? truth_in(of(node.value)) : Truth::yes; }

Truth PartialReading::permitted(const dsl::ActRules& rules) {
  Truth permitted = Truth::no;
  for (const dsl::PermitRow& permit : rules.permits) permitted = dsl::either(permitted, of(permit.when));
  return permitted;
}

// -- what reads something hidden -----------------------------------------------------------------------

bool PartialReading::touches(Ref index) {
  Touch& known = touches_[static_cast<std::size_t>(index)];
  if (known == Touch::not_asked) known = find_touch(index) ? Touch::yes : Touch::no;
  return known == Touch::yes;
}

bool PartialReading::find_touch(Ref index) {
  const Node& asked = node(index);
  if (asked.op == Op::train_of && unknown_.engine) return true;
  if (!hides(asked.reads)) return false;
  if (asked.op == Op::root) return true;
  // A place in the match reads what the keys of its order read.
  if (asked.op == Op::member &&
      (is_member(index, Member::player_rank) || hides(dsl::row(static_cast<Member>(asked.value)).reads)))
    return true;
  if (asked.op == Op::can) {
    const dsl::ActId act{static_cast<std::uint16_t>(asked.value)};
    const dsl::HandUse use = program_.acts[act.value].hand_use;
    const dsl::ActTile given =
        act.value < dsl::built_in_acts
            ? dsl::ActTile::none
            : program_.declared[static_cast<std::size_t>(act.value - dsl::built_in_acts)].tile;
    const bool takes = act == dsl::act_id(dsl::BuiltInAct::lay) ||
                       act == dsl::act_id(dsl::BuiltInAct::lead) || given == dsl::ActTile::of_me;
    return hides(course_aspects | dsl::aspects::over) || unknown_.facts.any() ||
           (is_mine_hidden() && takes) ||
           (any_hidden() && (use != dsl::HandUse::none || given == dsl::ActTile::of_whom));
  }
  if (asked.op == Op::fact) {
    for (const dsl::FactSlot& fact : program_.facts)
      for (int slot = fact.slot; fact.slot == asked.value && slot < fact.end(); ++slot)
        if (unknown_.facts[static_cast<std::size_t>(slot)]) return true;
  }
  for (int i = 0; i < asked.arg_count; ++i)
    if (touches(arg(asked, i))) return true;
  return false;
}

bool PartialReading::is_unknown(Member member, Value receiver) const {
  const auto seat = static_cast<std::size_t>(receiver & (without_tile - 1));
  if (member == Member::player_hand) return false;  // its owner is always known
  if (member == Member::player_age) return has_unknown_age(position_.players[seat]);
  if (member == Member::player_total)
    return unknown_.totals[seat] || (position_.phase == Phase::over && unknown_.points[seat]);
  if (member == Member::debt_by && is_unwritten(debt_at(at_, receiver))) return true;
  const Type of = dsl::row(member).of;
  if (of == Type::debts && member != Member::debts_fresh && unknown_.any_old_debts())
    return member != Member::debts_any || unknown_.debts || position_.debt_count == 0;
  const Parts parts = engine::parts_of(member);
  if (of == Type::end) return is_unknown_of_end(member, receiver);
  if (!parts.has_any(parts_)) return false;
  return is_unknown_at(parts, of == Type::train ? static_cast<std::size_t>(receiver) : max_trains, seat);
}

/// Also of the end that is asked about, and of one that was there before a tile was laid to it.
bool PartialReading::is_unknown_of_end(Member member, Value end) const {
  if (member == Member::end_train || member == Member::end_mine || member == Member::end_others) return false;
  const bool of_debts = member == Member::end_owed || member == Member::end_debt;
  if (unknown_.asked_end && end == read_root(at_, dsl::Root::end))
    return of_debts ? unknown_.debts : member == Member::end_tile;
  const Parts parts = engine::parts_of(member);
  const bool may_owe = of_debts && unknown_.old_debts.any();
  if (end == snapshot) return parts.has_any(parts_) || may_owe;
  const std::size_t train = end_at(at_, end).train;
  return is_unknown_at(parts, train, max_players) || (may_owe && unknown_.old_debts[train]);
}

/// True if one of these parts is hidden there; where the place is of another kind, if any of it is.
bool PartialReading::is_unknown_at(Parts parts, std::size_t train, std::size_t seat) const {
  const auto once = [](bool slot) { return slot; };
  const auto facts = [](const auto& bits) { return bits.any(); };
  const auto trains = [&](const auto& bits) { return train < max_trains ? bits[train] : bits.any(); };
  const auto players = [&](const auto& bits) { return seat < max_players ? bits[seat] : bits.any(); };
#define X(part, slot, ...) \
  if (parts.has(Part::part) && slot(unknown_.part)) return true;
  ROUNDHOUSE_PARTS(X)
#undef X
  return false;
}

int PartialReading::hidden_tiles(Value tiles) const {
  constexpr int many = 1'000;
  const auto seat = static_cast<std::size_t>(tiles & (without_tile - 1));
  if (unknown_.counts[seat]) return many;
  const TileBag& known = position_.hands[seat];
  const bool rest_is_less = (tiles & without_tile) != 0 && !known.has(moment_.tile);
  return std::max(0, static_cast<int>(position_.players[seat].count) - known.size() - (rest_is_less ? 1 : 0));
}

// -- values --------------------------------------------------------------------------------------------

PartialValue PartialReading::truth(bool value) { return exact(value ? 1 : 0); }
bool PartialReading::surely(const PartialValue& value, bool wanted) {
  return truth_in(value) == known_truth(wanted);
}
PartialValue PartialReading::negated(const PartialValue& value) {
  return value_of(dsl::negated(truth_in(value)));
}
PartialValue PartialReading::both(const PartialValue& a, const PartialValue& b) {
  return value_of(dsl::both(truth_in(a), truth_in(b)));
}
PartialValue PartialReading::either(const PartialValue& a, const PartialValue& b) {
  return value_of(dsl::either(truth_in(a), truth_in(b)));
}
PartialValue PartialReading::chosen(Ref, const PartialValue&, const PartialValue& a, const PartialValue& b) {
  return united(a, b);
}

PartialValue PartialReading::exactly(Ref index) { return exact(read_node(at_, index)); }

PartialValue PartialReading::leaf(Ref index) { return anything(node(index).type); }

/// Of a set of tiles it is known whose it is; of ends and debts, how many there are.
PartialValue PartialReading::root(Ref index) {
  const Type type = node(index).type;
  const bool is_known = type == Type::tiles || (type == Type::ends && !unknown_.layout && !unknown_.sides) ||
                        (type == Type::debts && !unknown_.any_old_debts());
  return is_known ? exactly(index) : leaf(index);
}

PartialValue PartialReading::fact(Ref index) {
  const Node& asked = node(index);
  if (asked.arg_count == 0) return leaf(index);
  const PartialValue receiver = part(index, 0);
  if (!receiver.is_known()) return leaf(index);
  if (receiver.is_absent()) return asked.type == Type::truth ? exact(0) : exact(absent);
  const auto slot = static_cast<std::size_t>(asked.value + receiver.low);
  return unknown_.facts[slot] ? leaf(index) : exact(position_.facts[slot]);
}

/// Trains lie although nobody knows at which engine.
PartialValue PartialReading::train_of(Ref index) {
  const Node& asked = node(index);
  const PartialValue owner = asked.arg_count > 0 ? part(index, 0) : exact(0);
  if (!owner.is_known()) return leaf(index);
  if (owner.is_absent()) return exact(absent);
  const int train =
      program_.first_train[static_cast<std::size_t>(asked.value * program_.players + owner.low)];
  return exact(train < 0 ? absent : train);
}

PartialValue PartialReading::member(Ref index) {
  const Node& asked = node(index);
  const auto id = static_cast<Member>(asked.value);
  const int receivers = asked.arg_count - (asked.has_of ? 1 : 0);
  Value receiver = 0;
  Value argument = 0;
  for (int i = 0; i < asked.arg_count; ++i) {
    const PartialValue given = part(index, i);
    if (!given.is_known()) return leaf(index);
    if (given.is_absent()) return asked.type == Type::truth ? exact(0) : exact(absent);
    (i < receivers ? receiver : argument) = given.low;
  }
  if (id == Member::player_rank) return rank_of(static_cast<Seat>(receiver));
  if (is_unknown(id, receiver)) return leaf(index);
  return exact(read_member(at_, id, receiver, argument));
}

/// Of sums and differences limits are known; of the rest only what is known altogether.
PartialValue PartialReading::arithmetic(Ref index) {
  const Op op = node(index).op;
  const PartialValue a = part(index, 0);
  if (op == Op::negate) {
    if (a.is_absent()) return a;
    return {dsl::difference_of(0, a.high), dsl::difference_of(0, a.low), a.may_be_absent};
  }
  const PartialValue b = part(index, 1);
  if (a.is_absent() || b.is_absent()) return exact(absent);
  const bool may_be_absent = a.may_be_absent || b.may_be_absent;
  if (op == Op::add) return {dsl::sum_of(a.low, b.low), dsl::sum_of(a.high, b.high), may_be_absent};
  if (op == Op::subtract)
    return {dsl::difference_of(a.low, b.high), dsl::difference_of(a.high, b.low), may_be_absent};
  if (a.low != a.high || b.low != b.high) return {-dsl::greatest_number, dsl::greatest_number, may_be_absent};
  const Value value = dsl::calculated(op, a.low, b.low);
  return {value, value, may_be_absent};
}

PartialValue PartialReading::comparison(Ref index) {
  const Node& made = node(index);
  if (made.op == Op::equal) return value_of(equal(made));
  if (made.op == Op::not_equal) return value_of(dsl::negated(equal(made)));
  const PartialValue a = part(index, 0);
  const PartialValue b = part(index, 1);
  const bool or_equal = made.op == Op::less_equal || made.op == Op::greater_equal;
  const bool is_less = made.op == Op::less || made.op == Op::less_equal;
  return value_of(is_less ? less(a, b, or_equal) : less(b, a, or_equal));
}

Truth PartialReading::equal(const Node& made) {
  const PartialValue a = of(arg(made, 0));
  if (node(arg(made, 1)).type == Type::absent) {
    if (a.is_absent()) return Truth::yes;
    return a.may_be_absent ? Truth::undecided : Truth::no;
  }
  const PartialValue b = of(arg(made, 1));
  if (a.is_absent() || b.is_absent()) return Truth::no;
  const bool are_known = a.is_known() && b.is_known();
  // A debt and what it was when it got its cover are the same debt.
  if (node(arg(made, 0)).type == Type::debt)
    return are_known ? known_truth(debt_at(at_, a.low).group == debt_at(at_, b.low).group) : Truth::undecided;
  if (a.high < b.low || b.high < a.low) return Truth::no;
  return are_known ? Truth::yes : Truth::undecided;  // neither is before the other
}

PartialValue PartialReading::between(Ref index) {
  const PartialValue a = part(index, 0);
  return value_of(dsl::both(less(part(index, 1), a, true), less(a, part(index, 2), true)));
}

PartialValue PartialReading::has(Ref index) {
  const PartialValue set = part(index, 0);
  const PartialValue number = part(index, 1);
  if (set.is_absent() || number.is_absent()) return truth(false);
  if (!set.is_known() || !number.is_known()) return leaf(index);
  if (node(arg(node(index), 0)).type == Type::tile) {
    const auto tile = static_cast<TileId>(set.low);
    return truth(high_of(tile) == number.low || low_of(tile) == number.low);
  }
  if (number.low < 0 || number.low > program_.highest) return truth(false);
  const TileSet& bearing = tiles_bearing(number.low);
  const auto seat = static_cast<std::size_t>(set.low & (without_tile - 1));
  const TileSet& hand = position_.hands[seat].once;
  const auto is_held = [&](TileId tile) { return copies_in(at_, set.low, tile) > 0; };
  if (!unknown_.counts[seat] && find_tile(hand & bearing, is_held) != no_tile) return truth(true);
  const bool may_hold = (unknown_.faces & bearing).any() && hidden_tiles(set.low) > 0;
  return may_hold ? leaf(index) : truth(false);
}

/// Some act of this kind may be done. What could be laid of the known tiles can be; what could not even be if
/// all that may be hidden were in hand cannot be.
PartialValue PartialReading::can(Ref index) {
  const dsl::ActId act{static_cast<std::uint16_t>(node(index).value)};
  const dsl::ActRules& rules = program_.acts[act.value];
  if (unknown_.owner || unknown_.over || act.value >= dsl::built_in_acts) return leaf(index);
  if (moment_.me == no_seat || moment_.me != position_.turn_player || position_.phase != Phase::play)
    return truth(false);
  if (act == dsl::act_id(dsl::BuiltInAct::lay)) {
    if (rules.hand_use != dsl::HandUse::none || hides(course_aspects) || unknown_.facts.any())
      return leaf(index);
    const Moment asked{.me = moment_.me};
    if (can_act(program_, position_, asked, act)) return truth(true);
    Position more = position_;
    TileBag& hand = more.hands[static_cast<std::size_t>(moment_.me)];
    for_each_tile(unknown_.faces & set_of(program_.highest), [&](TileId tile) { hand.add(tile); });
    return can_act(program_, more, asked, act) ? leaf(index) : truth(false);
  }
  if (act == dsl::act_id(dsl::BuiltInAct::lead)) return truth(false);  // the engine lies
  const bool draws = act == dsl::act_id(dsl::BuiltInAct::draw);
  if (draws && !unknown_.boneyard && position_.boneyard == 0) return truth(false);
  const Moment asked{.me = moment_.me};
  PartialReading rows(program_, position_, asked, unknown_);
  Truth allowed = rules.needs_permit ? rows.permitted(rules) : Truth::yes;
  if (draws && unknown_.boneyard) allowed = dsl::both(allowed, Truth::undecided);
  for (const auto* against : {&rules.forbids, &rules.optional})
    for (const dsl::ForbidRow& row : *against) {
      if (allowed == Truth::no) break;
      allowed = dsl::both(allowed, dsl::negated(rows.stands(row)));
    }
  return value_of(allowed);
}

// -- element by element --------------------------------------------------------------------------------

/// Calls `visit(element, number, truth)` for every element, and for every face that a hidden one may have:
/// `number`: how many there surely are of it; 0: it is a face that may be hidden. False: the set is not
/// known.
template <class Visit>
bool PartialReading::visit_elements(const Node& made, const Visit& visit) {
  const PartialValue set = of(arg(made, 0));
  if (!set.is_known()) return false;
  if (set.is_absent()) return true;
  const Type type = node(arg(made, 0)).type;
  Value& variable = at_.variables[static_cast<std::size_t>(made.value)];
  const Value before = variable;
  const auto ask = [&](Value element, int number) {
    variable = element;
    visit(element, number, made.has_where ? truth_in(of(arg(made, 1))) : Truth::yes);
  };
  if (type == Type::tiles) {
    const bool hidden = hidden_tiles(set.low) > 0;
    const bool any_known = !unknown_.counts[static_cast<std::size_t>(set.low & (without_tile - 1))];
    for_each_tile(set_of(program_.highest), [&](TileId tile) {
      const int copies = any_known ? copies_in(at_, set.low, tile) : 0;
      if (copies > 0) ask(tile, copies);
      if (hidden && unknown_.faces.has(tile)) ask(tile, 0);
    });
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

PartialValue PartialReading::quantifier(Ref index) {
  const Node& made = node(index);
  const Ref of_element = arg(made, made.arg_count - 1);
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
  // An element that is surely there, with the greatest value that one surely has, and what others may have.
  struct Top {
    Value element = absent;
    PartialValue value{INT32_MIN, INT32_MIN, false};
  } top;
  Value others_high = INT32_MIN;
  Truth any_hidden = Truth::no;
  Value hidden_low = 0;
  Value hidden_high = 0;
  const bool known = visit_elements(made, [&](Value element, int number, Truth where) {
    const Truth is_there = number > 0 ? where : dsl::both(where, Truth::undecided);
    any = dsl::either(any, is_there);
    all = dsl::both(all, number > 0 ? where : where == Truth::yes ? Truth::yes : Truth::undecided);
    if (where == Truth::no) return;
    exact_elements = exact_elements && is_there == Truth::yes;
    if (number > 0) {
      count.high = dsl::sum_of(count.high, number);
      if (where == Truth::yes) count.low = dsl::sum_of(count.low, number);
    } else {
      any_hidden = Truth::undecided;
    }
    if (!made.has_of) return;
    const PartialValue value = of(of_element);
    exact_elements = exact_elements && value.is_known();
    if (value.is_absent()) return;
    // An absent value adds nothing, and neither does a thing that is not there.
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
    if (adds && number == 1 && value.low > top.value.low) {
      others_high = std::max(others_high, top.value.high);
      top = {element, value};
    } else {
      others_high = std::max(others_high, value.high);
    }
    chosen.low = std::min(chosen.low, value.low);
    chosen.high = std::max(chosen.high, value.high);
    if (adds) {
      sure = true;
      sure_high = std::max(sure_high, value.low);
      sure_low = std::min(sure_low, value.high);
    }
    if (value.is_known())
      for (int i = 0; i < std::max(number, 1); ++i) extreme.add(value.low, element, made.op == Op::min);
  });
  if (!known) return leaf(index);
  const int hidden = any_hidden == Truth::no ? 0 : hidden_tiles(part(index, 0).low);
  if (made.op == Op::any) return value_of(any);
  if (made.op == Op::all) return value_of(all);
  if (made.op == Op::count) return {count.low, dsl::sum_of(count.high, hidden), false};
  if (made.op == Op::sum)
    return {dsl::sum_of(sum.low, dsl::product_of(hidden_low, hidden)),
            dsl::sum_of(sum.high, dsl::product_of(hidden_high, hidden)), false};
  if (made.op == Op::max || made.op == Op::min) {
    if (chosen.low > chosen.high) return exact(absent);
    const bool greatest = made.op == Op::max;
    return {sure && greatest ? sure_high : chosen.low, sure && !greatest ? sure_low : chosen.high, !sure};
  }
  if (!exact_elements) return top.value.low > others_high ? exact(top.element) : leaf(index);
  return exact(made.op == Op::sole && !extreme.alone ? absent : extreme.element);
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
  return !may_both_be_absent && (of_a.high < of_b.low || of_b.high < of_a.low) ? Truth::no : Truth::undecided;
}

PartialValue PartialReading::place_among(Seat seat, std::vector<PartialValue> (PartialReading::*keys)(Seat)) {
  PartialValue rank{1, 1, false};
  for (int i = 0; i < program_.players; ++i) {
    const auto other = static_cast<Seat>(i);
    if (other == seat) continue;
    const Truth together = in_one_group(other, seat);
    if (together == Truth::no) continue;
    const Truth ahead = dsl::both(together, is_better((this->*keys)(other), (this->*keys)(seat)));
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
