#include "engine/fast/lower.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "engine/fast/effect_code.h"

namespace roundhouse::engine::fast {

namespace {

// The diagram of an event specialised to each key (EventKey): the same diagram without the decisions that the
// key makes.

/// So many decisions may all keys of one diagram add, and a program may have in all.
constexpr std::size_t most_added = 1024;
constexpr std::size_t most_in_all = 20'000;

/// A field that the key tells, and if it holds.
struct ToldField {
  Field field;
  bool (*holds)(const EventKey&);
};
constexpr auto told_fields = std::to_array<ToldField>({
    {Field::tile_double, [](const EventKey& key) { return key.tile_double; }},
    {Field::end_start, [](const EventKey& key) { return key.end_start; }},
    {Field::end_marked, [](const EventKey& key) { return key.end_marked; }},
    {Field::end_mine, [](const EventKey& key) { return key.whose == Whose::mine; }},
    {Field::end_others, [](const EventKey& key) { return key.whose == Whose::others; }},
    {Field::end_owed, [](const EventKey& key) { return key.owed != Owed::nothing; }},
    {Field::end_fresh, [](const EventKey& key) { return key.owed == Owed::fresh; }},
});

/// The number of the field, if the key tells.
std::optional<std::int32_t> number_in(Field field, const EventKey& key) {
  for (const ToldField& values : told_fields)
    if (values.field == field) return values.holds(key) ? 1 : 0;
  return std::nullopt;
}

class Specialiser {
 public:
  Specialiser(const Rules& program, DiagramBuilder& diagrams, const EventKey& key)
      : program_(program), diagrams_(diagrams), key_(key) {}

  DecisionRef specialise(DecisionRef at) {
    if (at < 0) return at;
    if (const auto found = made_.find(at); found != made_.end()) return found->second;
    Decision decision = program_.code.decisions[static_cast<std::size_t>(at)];
    DecisionRef made = at;
    if (const auto seen = number_in(decision.field, key_)) {
      const auto over = static_cast<std::uint32_t>(*seen) - static_cast<std::uint32_t>(decision.low);
      made = specialise(over <= decision.span ? decision.yes : decision.no);
    } else {
      decision.yes = specialise(decision.yes);
      decision.no = specialise(decision.no);
      made = decision.yes == decision.no ? decision.yes : diagrams_.add(decision);
    }
    made_.emplace(at, made);
    return made;
  }

 private:
  const Rules& program_;
  DiagramBuilder& diagrams_;
  const EventKey& key_;
  std::map<DecisionRef, DecisionRef> made_;
};

/// All fields of the diagram that a key fixes.
std::vector<Field> decided_fields(const Rules& program, DecisionRef first) {
  std::vector<Field> fields;
  std::vector<DecisionRef> left{first};
  std::vector<bool> visited(program.code.decisions.size());
  while (!left.empty()) {
    const DecisionRef at = left.back();
    left.pop_back();
    if (at < 0 || visited[static_cast<std::size_t>(at)]) continue;
    visited[static_cast<std::size_t>(at)] = true;
    const Decision& decision = program.code.decisions[static_cast<std::size_t>(at)];
    const bool is_new = std::find(fields.begin(), fields.end(), decision.field) == fields.end();
    if (is_new && number_in(decision.field, {})) fields.push_back(decision.field);
    left.push_back(decision.yes);
    left.push_back(decision.no);
  }
  return fields;
}

template <class Visit>
void for_each_key(Visit visit) {
  for (const bool tile_double : {false, true})
    for (const bool end_start : {false, true})
      for (const bool end_marked : {false, true})
        for (const Whose whose : {Whose::nobodys, Whose::mine, Whose::others})
          for (const Owed owed : {Owed::nothing, Owed::before, Owed::fresh})
            visit(EventKey{tile_double, end_start, end_marked, whose, owed});
}

/// Always the whole diagram: for events that have no tile and end, and where it is asked seldom.
std::array<DecisionRef, event_keys> at_no_key(DecisionRef first) {
  std::array<DecisionRef, event_keys> made{};
  made.fill(first);
  return made;
}

/// Adds to program.code.decisions, within bounds: where they are reached the whole diagram stands for what is
/// left.
std::array<DecisionRef, event_keys> at_each_key(const Rules& program, DiagramBuilder& diagrams,
                                                DecisionRef first) {
  std::array<DecisionRef, event_keys> made = at_no_key(first);
  const std::vector<Field> fields = decided_fields(program, first);
  if (fields.empty()) return made;
  const std::size_t most = std::min(program.code.decisions.size() + most_added, most_in_all);
  std::map<std::vector<std::int32_t>, DecisionRef> known;  // by the numbers of these fields
  for_each_key([&](const EventKey& key) {
    std::vector<std::int32_t> values;
    for (const Field field : fields) values.push_back(*number_in(field, key));
    auto at = known.find(values);
    if (at == known.end()) {
      if (program.code.decisions.size() >= most) return;
      at = known.emplace(std::move(values), Specialiser(program, diagrams, key).specialise(first)).first;
    }
    made[number_of(key)] = at->second;
  });
  return made;
}

/// Different conditions of rows that are asked together; more would make too many consequences.
constexpr std::size_t most_conditions_together = 6;
constexpr std::size_t most_effects_together = 16;
constexpr std::size_t most_consequences = 64;

/// Those that stand in the moment as they are.
constexpr std::array<std::pair<Root, Given>, 5> given_roots{{{Root::me, Given::me},
                                                             {Root::whom, Given::whom},
                                                             {Root::tile, Given::tile},
                                                             {Root::end, Given::end},
                                                             {Root::new_end, Given::new_end}}};

class PartBuilder {
 public:
  PartBuilder(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams, EventId id, LowerFor what,
              const std::function<std::int32_t(std::int32_t)>& read)
      : program_(program),
        builder_(builder),
        diagrams_(diagrams),
        seat_trains_(program),
        id_(id),
        what_(what),
        read_(read) {}

  EventCode parts(const std::vector<WholeRow>& rows) {
    if (what_ == LowerFor::one_round) {
      for (const WholeRow& row : rows) add_part({{row.row, row.when, -1}});
      return std::move(event_);
    }
    // Of about as many conditions each, of which several rows may have the same.
    std::set<std::int32_t> conditions;
    std::vector<std::size_t> latest;  // condition at each row, as a number
    for (const WholeRow& row : rows) {
      if (!is_certain(row.when)) conditions.insert(row.when);
      latest.push_back(std::max<std::size_t>(conditions.size(), 1) - 1);
    }
    const std::size_t all = std::max<std::size_t>(conditions.size(), 1);
    const std::size_t parts = (all + most_conditions_together - 1) / most_conditions_together;
    std::vector<std::vector<AskedRow>> rows_of(parts);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows_of[latest[i] * parts / all].push_back({rows[i].row, rows[i].when, condition_set_by(*rows[i].row)});
    }
    for (const std::vector<AskedRow>& part : rows_of) {
      if (!part.empty()) add_part(part);
    }
    return std::move(event_);
  }

 private:
  struct AskedRow {
    const AfterRow* row;
    std::int32_t when;
    std::int32_t fact;  ///< the condition that its one effect sets a fact to, -1: none
  };
  /// A row that holds; of one that sets a fact to a condition, whether that holds.
  struct HeldRow {
    const AfterRow* row;
    std::optional<bool> fact;
  };

  bool is_certain(std::int32_t condition) const {
    return builder_.node(condition).op == Op::truth && builder_.node(condition).value == 1;
  }

  std::int32_t condition_set_by(const AfterRow& row) {
    if (row.effects.size() != 1 || row.effects[0].id != Effect::set) return -1;
    const std::int32_t given = read_(row.effects[0].args[0].value);
    return builder_.node(given).type == Type::truth && builder_.node(given).op != Op::truth ? given : -1;
  }

  void add_part(const std::vector<AskedRow>& rows) {
    std::size_t effects = 0;
    for (const AskedRow& row : rows) effects += row.row->effects.size();
    const bool asked_apart = effects > most_effects_together || diagrams_.work().consequences.is_spent();
    if (rows.size() > 1 && asked_apart) {
      const auto half = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
      add_part({rows.begin(), half});
      add_part({half, rows.end()});
      return;
    }
    EventPart& part = event_.emplace_back();
    Asked asked{limited(rows), {}, {}};
    const DecisionRef first = diagrams_.without_redundant_decisions(ask_together(asked, 0, part));
    const bool has_keys = what_ == LowerFor::games && id_ == event_id(BuiltInEvent::lay);
    part.first = has_keys ? at_each_key(program_, diagrams_, first) : at_no_key(first);
  }

  /// Of too many conditions that facts are set to, the last are worked out by the effect.
  std::vector<AskedRow> limited(std::vector<AskedRow> rows) const {
    std::size_t consequences = 1;
    std::set<std::int32_t> asked;
    for (AskedRow& row : rows) {
      const std::size_t without = !is_certain(row.when) && asked.insert(row.when).second ? 1 : 0;
      if (consequences * (without + 2) > most_consequences) row.fact = -1;
      consequences *= without + (row.fact < 0 ? 1 : 2);
    }
    return rows;
  }

  /// Rows that are asked together, and what is known on one way through their decisions.
  struct Asked {
    std::vector<AskedRow> rows;
    std::vector<HeldRow> held;
    std::map<std::int32_t, bool> decided;  ///< conditions, by node
  };

  /// The answer that the decided conditions give to this one.
  std::optional<bool> known_of(std::int32_t condition, const std::map<std::int32_t, bool>& decided) const {
    const Node& node = builder_.node(condition);
    if (node.op == Op::truth) return node.value == 1;
    const auto same = decided.find(condition);
    if (same != decided.end()) return same->second;
    if (node.op == Op::logical_not) {
      const auto inner = known_of(builder_.arg(node, 0), decided);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (node.op != Op::logical_and && node.op != Op::logical_or) return std::nullopt;
    const bool decisive = node.op == Op::logical_or;
    bool all_known = true;
    for (int i = 0; i < node.arg_count; ++i) {
      const auto part = known_of(builder_.arg(node, i), decided);
      if (part == decisive) return decisive;
      all_known = all_known && part.has_value();
    }
    return all_known ? std::optional(!decisive) : std::nullopt;
  }

  /// Decisions that lead to `then(true)` where the condition holds, else to `then(false)`.
  template <class Then>
  DecisionRef decide(Asked& asked, std::int32_t condition, Then then) {
    if (const auto known = known_of(condition, asked.decided)) return then(*known);
    const auto at = asked.decided.emplace(condition, true).first;
    const DecisionRef yes = then(true);
    at->second = false;
    const DecisionRef no = then(false);
    asked.decided.erase(at);
    return diagrams_.branch(condition, yes, no);
  }

  /// Decisions that lead to what follows of the rows that hold, those before `next` being decided.
  DecisionRef ask_together(Asked& asked, std::size_t next, EventPart& part) {
    if (next == asked.rows.size()) {
      add_consequence(asked.held, part);
      return leaf_ref(part.consequences.size() - 1);
    }
    const AskedRow& row = asked.rows[next];
    const auto if_held = [&](std::optional<bool> fact) {
      asked.held.push_back({row.row, fact});
      const DecisionRef made = ask_together(asked, next + 1, part);
      asked.held.pop_back();
      return made;
    };
    return decide(asked, row.when, [&](bool holds) {
      if (!holds) return ask_together(asked, next + 1, part);
      if (row.fact < 0) return if_held(std::nullopt);
      return decide(asked, row.fact, [&](bool fact) { return if_held(fact); });
    });
  }

  void add_consequence(const std::vector<HeldRow>& held, EventPart& part) {
    Consequence& consequence = part.consequences.emplace_back();
    for (const HeldRow& held_row : held) {
      AfterRow row = *held_row.row;
      if (held_row.fact) row.effects[0].args[0] = {builder_.truth(*held_row.fact)};
      add_row(
          program_, row,
          [&](const EffectCall& call, NodeRef argument) {
            return is_in_each(call) ? given_in_each(argument) : given(argument);
          },
          consequence);
    }
    sum_up(consequence);
    diagrams_.work().consequences.take(1 + consequence.effects.size());
  }

  /// A variable of the row is no part of a condition by itself, so such arguments stay nodes.
  GivenValue given_in_each(NodeRef argument) const {
    const bool has_value = argument.given() && builder_.node(argument.value).type != Type::debts;
    return has_value ? GivenValue{Given::node, argument.value} : GivenValue{};
  }

  GivenValue given(NodeRef argument) {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    if (!argument.given() || builder_.node(argument.value).type == Type::debts) return {};
    const std::int32_t read = read_(argument.value);
    const Node node = builder_.node(read);
    if (node.op == Op::absent) return {};
    if (node.op == Op::number || node.op == Op::truth || node.op == Op::name) {
      return {Given::number, node.value};
    }
    for (const auto& [root, known] : given_roots)
      if (builder_.is_root(read, root)) return {known, 0};
    if (const auto trains = seat_trains_.find(read)) return {Given::train, *trains};
    if (node.op == Op::member && node.value == static_cast<std::int32_t>(Member::train_tail)) {
      if (const auto trains = seat_trains_.find(builder_.arg(node, 0))) return {Given::tail, *trains};
    }
    if (node.type == Type::truth) return {Given::decisions, diagrams_.condition({read})};
    if (node.type == Type::number) return {Given::operand, diagrams_.keep(diagrams_.number(read))};
    return {Given::node, read};
  }

  Rules& program_;
  NodeBuilder& builder_;
  DiagramBuilder& diagrams_;
  const SeatTrains seat_trains_;
  const EventId id_;
  const LowerFor what_;
  const std::function<std::int32_t(std::int32_t)>& read_;
  EventCode event_;
};

}  // namespace

EventCode event_parts(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams,
                      const std::vector<WholeRow>& rows, EventId id, LowerFor what,
                      const std::function<std::int32_t(std::int32_t)>& read) {
  return PartBuilder(program, builder, diagrams, id, what, read).parts(rows);
}

EffectCode effect_code(const Rules& program, const EffectCall& call, RuleId rule) {
  EffectCode code;
  code.id = call.id;
  code.inner = call.inner;
  code.rule = rule;
  code.fact_slot = call.fact_slot;
  if (call.args[0].given()) {
    const Type type = program.nodes[static_cast<std::size_t>(call.args[0].value)].type;
    code.whole = type == Type::train || type == Type::debts;
  }
  if (call.fact_slot >= 0) {
    const FactSlot& fact = program.facts[call.fact.value];
    code.has_receiver = fact.has_receiver();
    code.can_be_absent = fact.can_be_absent();
  }
  return code;
}

void sum_up(Consequence& consequence) {
  const auto stays = [](const GivenValue& value) {
    return value.given != Given::node && value.given != Given::decisions && value.given != Given::operand;
  };
  const auto& effects = consequence.effects;
  const auto all_stay = [&](auto first) {
    return std::all_of(first, effects.end(), [&](const EffectCode& effect) {
      return stays(effect.receiver) && stays(effect.args[0]) && stays(effect.args[1]);
    });
  };
  consequence.steady = all_stay(effects.begin());
  // Before the first nothing has changed.
  consequence.one_by_one = effects.empty() || all_stay(effects.begin() + 1);
  // Effects for each of a set are planned first, all of them.
  const auto is_each = [](const EffectCode& effect) { return effect.inner > 0; };
  if (std::any_of(effects.begin(), effects.end(), is_each))
    consequence.steady = consequence.one_by_one = false;
  consequence.only_plain_facts =
      std::all_of(effects.begin(), effects.end(), [](const EffectCode& effect) { return effect.plain_fact; });
}

Consequence consequence_of_rows(const Rules& program, const std::vector<AfterRow>& rows) {
  const auto given = [&](const EffectCall&, NodeRef argument) -> GivenValue {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    const bool has_value =
        argument.given() && program.nodes[static_cast<std::size_t>(argument.value)].type != Type::debts;
    return has_value ? GivenValue{Given::node, argument.value} : GivenValue{};
  };
  Consequence consequence;
  for (const AfterRow& row : rows) add_row(program, row, given, consequence);
  sum_up(consequence);
  return consequence;
}

}  // namespace roundhouse::engine::fast
