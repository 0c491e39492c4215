#include "replay/referee/gap/half_known.h"

#include <bit>

namespace roundhouse::replay {

using dsl::Member;
using dsl::Node;
using dsl::NodeRef;
using dsl::Op;
using dsl::Root;
using dsl::Type;
using engine::negated;

GapRules::GapRules(const engine::Rules& program) {
  const auto node = [&](NodeRef ref) { return program.nodes[static_cast<std::size_t>(ref.value)]; };
  for (const auto& rows : program.after)
    for (const dsl::AfterRow& row : rows)
      for (const dsl::EffectCall& call : row.effects) {
        if (call.id == dsl::Effect::fan) one_ended = false;
        if (call.id != dsl::Effect::owe) continue;
        const Node target = node(call.args[0]);
        const bool is_new = target.op == Op::root && static_cast<Root>(target.value) == Root::new_end;
        const bool is_hub = target.op == Op::member && static_cast<Member>(target.value) == Member::round_hub;
        if (!is_new && !is_hub) simple_debts = false;
        const Node times = node(call.args[1]);
        if (times.op != Op::number || times.value != 1) single_covers = false;
      }
}

Truth HalfReading::of(NodeRef node) const {
  if (!node.given()) return Truth::yes;
  const Node& n = at(node);
  if (n.op == Op::logical_and || n.op == Op::logical_or)
    return engine::junction(n.op, n.arg_count, [&](int i) { return of(arg(n, i)); });
  if (n.op == Op::logical_not) return negated(of(arg(n, 0)));
  if (n.op == Op::choose && n.type == Type::truth) {
    const Truth condition = of(arg(n, 0));
    if (condition != Truth::open) return of(arg(n, condition == Truth::yes ? 1 : 2));
    const Truth then = of(arg(n, 1));
    return then == of(arg(n, 2)) ? then : Truth::open;
  }
  if (!is_known(node)) return Truth::open;
  return engine::known_truth(engine::holds(program_, table_.position, moment_, node));
}

bool HalfReading::are_args_known(const Node& node) const {
  for (int i = 0; i < node.arg_count; ++i)
    if (!is_known(arg(node, i))) return false;
  return true;
}

bool HalfReading::is_known(NodeRef node) const {
  if (!node.given()) return true;
  const Node& n = at(node);
  switch (n.op) {
    case Op::root:
      return (dsl::row(static_cast<Root>(n.value)).reads & unknown_aspects()) == 0;
    case Op::member:
      return is_member_known(n);
    case Op::fact:
      return is_fact_known(n);
    case Op::can:     // it depends on hands, and on all ends
    case Op::option:  // options and words are written out by the compiler
    case Op::word:
      return false;
    default:
      return are_args_known(n);
  }
}

/// The aspects that are not known, among them what is known of some trains only.
dsl::Aspects HalfReading::unknown_aspects() const {
  dsl::Aspects unknown = dsl::aspects::result | dsl::aspects::boneyard | dsl::aspects::laps |
                         dsl::aspects::hands | dsl::aspects::hand_sizes | dsl::aspects::points |
                         dsl::aspects::totals | dsl::aspects::table | dsl::aspects::markers |
                         dsl::aspects::debts;
  if (table_.maybe_over) unknown |= dsl::aspects::over;
  if (!table_.player_known) unknown |= dsl::aspects::turn_owner;
  if (!table_.previous_known) unknown |= dsl::aspects::previous;
  if (!table_.turn_known) unknown |= dsl::aspects::turn_counts;
  // A drawn one may not be written.
  if (moment_.tile == engine::no_tile) unknown |= dsl::aspects::tile;
  return unknown;
}

bool HalfReading::is_member_known(const Node& node) const {
  const auto member = static_cast<Member>(node.value);
  // `debts` as a whole is not known, but some of what is asked of it may be.
  if (member == Member::debts_any)
    return !table_.debts_lost &&
           (table_.position.debt_count > 0 || table_.asked_end_known || !table_.any_old_debt());
  if (member == Member::debts_fresh) return !table_.debts_lost && table_.fresh_known;
  if (!are_args_known(node)) return false;
  const dsl::MemberRow& word = dsl::row(member);
  if ((word.reads & unknown_aspects()) == 0) return true;
  const bool of_one_train = word.of == Type::end || word.of == Type::train;
  return (of_one_train || member == Member::debt_fresh) && is_end_member_known(node, member);
}

bool HalfReading::is_asked_end(NodeRef node) const {
  const Node& n = at(node);
  return table_.asked_end_known && n.op == Op::root && static_cast<Root>(n.value) == Root::end;
}

bool HalfReading::has_variable(NodeRef node) const {
  const Node& n = at(node);
  if (n.op == Op::variable) return true;
  for (int i = 0; i < n.arg_count; ++i)
    if (has_variable(arg(n, i))) return true;
  return false;
}

int HalfReading::train_of(NodeRef node) const {
  const Node& n = at(node);
  // The meaning of a variable changes from element to element.
  if (has_variable(node)) return -1;
  const engine::Value value = engine::evaluate(program_, table_.position, moment_, node);
  if (value == engine::absent) return -1;
  if (n.type == Type::train) return value;
  const int index = engine::find_end(table_.position, value);
  return index < 0 ? -1 : table_.position.ends[static_cast<std::size_t>(index)].train;
}

bool HalfReading::is_end_member_known(const Node& node, Member member) const {
  const NodeRef of = arg(node, 0);
  if (member == Member::debt_fresh) {
    // Of the debt of an end that is known altogether, or of one just paid.
    const Node& debt = at(of);
    return !table_.debts_lost && table_.fresh_known &&
           ((debt.op == Op::root && static_cast<Root>(debt.value) == Root::debt) || debt.op == Op::member);
  }
  if (member == Member::end_train || member == Member::end_mine || member == Member::end_others)
    return is_asked_end(of) || train_of(of) >= 0;
  const bool debts = member == Member::end_owed || member == Member::end_debt;
  if (is_asked_end(of)) return debts ? !table_.debts_lost : member != Member::end_tile;
  const int found = train_of(of);
  if (found < 0 || !rules_.one_ended) return false;
  const auto train = static_cast<std::size_t>(found);
  switch (member) {
    case Member::train_tail:
      return true;
    case Member::end_pip:
      return std::has_single_bit(table_.pips[train]);
    case Member::end_start:
    case Member::train_started:
      return table_.starts_known[train];
    case Member::end_marked:
    case Member::train_marked:
      return table_.marks_known[train];
    case Member::end_owed:
    case Member::end_debt:
      return !table_.debts_lost && !table_.old_debt[train];
    default:
      return false;
  }
}

bool HalfReading::is_fact_known(const Node& node) const {
  const dsl::FactSlot* slot = nullptr;
  for (const dsl::FactSlot& one : program_.facts)
    if (one.slot == node.value) slot = &one;
  if (slot == nullptr) return false;
  // No play changes what chance has decided.
  if (slot->by_chance()) return table_.position.facts[static_cast<std::size_t>(slot->slot)] != engine::absent;
  if (!slot->has_receiver()) return table_.facts_known[static_cast<std::size_t>(slot->slot)];
  if (!are_args_known(node)) return false;
  for (int place = slot->slot; place < slot->end(); ++place)
    if (!table_.facts_known[static_cast<std::size_t>(place)]) return false;
  return true;
}

}  // namespace roundhouse::replay
