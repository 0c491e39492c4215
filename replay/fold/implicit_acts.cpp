#include "replay/fold/implicit_acts.h"

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "engine/fold.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/resolve.h"

namespace roundhouse::replay {
namespace {

using Facts = std::bitset<engine::max_facts>;

bool is_written(const engine::Rules& program, const RecordRound& round, std::uint16_t declared) {
  for (const Item& item : round.items)
    if (const auto* line = std::get_if<TurnLine>(&item.line))
      for (const WrittenAct& act : line->acts)
        if (const auto* word = std::get_if<WordAct>(&act.what))
          if (find_declared(program, word->word) == declared) return true;
  return false;
}

bool changes_a_fact(const dsl::EffectCall& call) { return dsl::writes(call.id, dsl::aspects::facts); }

/// True if it does more than remember and warn.
bool changes_the_table(const dsl::AfterRow& row) {
  return any_of(row.effects, [](const dsl::EffectCall& call) {
    return !changes_a_fact(call) && call.id != dsl::Effect::warn && call.id != dsl::Effect::each;
  });
}

void add_facts(const engine::Rules& program, const dsl::EffectCall& call, Facts& facts) {
  if (!changes_a_fact(call)) return;
  const dsl::FactSlot& fact = program.facts[call.fact.value];
  for (int slot = fact.slot; slot < fact.end(); ++slot) facts.set(static_cast<std::size_t>(slot));
}

/// One of these facts is asked for.
auto reads(const Facts& facts) {
  return [&facts](const dsl::Node& node) {
    return node.op == dsl::Op::fact && facts[static_cast<std::size_t>(node.value)];
  };
}

bool row_uses(const engine::Rules& program, const dsl::AfterRow& row, const Facts& facts) {
  const auto takes = [&](const dsl::EffectCall& call) {
    return dsl::any_node_of_effect(program, call, reads(facts));
  };
  return dsl::any_node_of_row(program, row, reads(facts)) || any_of(row.effects, takes);
}

/// Adds the facts that are set because of these facts.
Facts spread(const engine::Rules& program, Facts facts) {
  for (bool more = true; more;) {
    const Facts before = facts;
    for (const auto& rows : program.after)
      for (const dsl::AfterRow& row : rows)
        if (row_uses(program, row, facts))
          for (const dsl::EffectCall& call : row.effects) add_facts(program, call, facts);
    more = facts != before;
  }
  return facts;
}

bool reads_a_fact(const engine::Rules& program, const dsl::AfterRow& row) {
  const Facts all = ~Facts();
  return row_uses(program, row, all);
}

/// True if some row that changes the table asks for what is remembered.
bool table_reads_facts(const engine::Rules& program) {
  return any_of(program.after, [&](const auto& rows) {
    return any_of(
        rows, [&](const dsl::AfterRow& row) { return changes_the_table(row) && reads_a_fact(program, row); });
  });
}

/// The rows among these that apply, in order.
std::vector<dsl::RuleId> applied(const engine::Rules& program, Position position, const Act& act,
                                 const std::vector<dsl::RuleId>& rows) {
  engine::Trace trace;
  engine::apply(program, position, act, &trace);
  std::vector<dsl::RuleId> found;
  for (const engine::Happening& happening : trace)
    if (happening.kind == engine::Happening::Kind::row && contains(rows, happening.rule))
      found.push_back(happening.rule);
  return found;
}

}  // namespace

ImplicitActs::ImplicitActs(const engine::Rules& program, const Header& header, const RecordRound& round)
    : program_(program) {
  if (header.complete) return;
  for (std::size_t d = 0; d < program.declared.size(); ++d) {
    const auto declared = static_cast<std::uint16_t>(d);
    if (!is_announcement(declared) || is_written(program, round, declared)) continue;
    const Facts facts = facts_of(declared);
    Silent silent{declared, {}};
    bool asked = false;
    const std::size_t own = std::size_t{dsl::built_in_acts} + declared;
    for (std::size_t a = 0; a < program.acts.size(); ++a) {
      if (a == own) continue;
      const dsl::ActRules& rules = program.acts[a];
      asked = asked ||
              any_of(rules.forbids,
                     [&](const auto& row) { return dsl::any_node_of_row(program, row, reads(facts)); }) ||
              any_of(rules.permits,
                     [&](const auto& row) { return dsl::any_node(program, row.when, reads(facts)); });
    }
    const Facts all = table_reads_facts(program) ? spread(program, facts) : facts;
    const auto own_event = dsl::event_of({static_cast<std::uint16_t>(own)});
    for (std::size_t event = 0; event < program.after.size(); ++event)
      for (const dsl::AfterRow& row : program.after[event])
        if (event != own_event.value && changes_the_table(row) && row_uses(program, row, all))
          silent.penalties.push_back(row.rule);
    if (!asked && silent.penalties.empty()) continue;
    facts_ |= all;
    acts_.push_back(std::move(silent));
  }
}

bool ImplicitActs::is_announcement(std::uint16_t declared) const {
  const dsl::DeclaredAct& act = program_.declared[declared];
  if (act.by == dsl::ActBy::referee || act.whom || act.tile != dsl::ActTile::none || act.amount) return false;
  const auto& rows =
      program_.after[dsl::event_of({static_cast<std::uint16_t>(dsl::built_in_acts + declared)}).value];
  return facts_of(declared).any() && none_of(rows, changes_the_table);
}

Facts ImplicitActs::facts_of(std::uint16_t declared) const {
  Facts facts;
  for (const dsl::AfterRow& row :
       program_.after[dsl::event_of({static_cast<std::uint16_t>(dsl::built_in_acts + declared)}).value])
    for (const dsl::EffectCall& call : row.effects) add_facts(program_, call, facts);
  return facts;
}

/// True if it is legal with some tiles that nobody wrote down.
bool ImplicitActs::may_be_said(const Position& position, const Act& said) const {
  if (engine::is_legal(program_, position, said)) return true;
  if (hidden_count(position, said.actor) == 0 && !others_hidden(program_, position, said.actor)) return false;
  const auto is_certain = [](const engine::Breach& breach) {
    return breach.law && *breach.law != dsl::Law::not_permitted;
  };
  if (any_of(engine::breaches(program_, position, said), is_certain)) return false;
  const dsl::ActRules& rules = *rules_of(program_, said);
  const engine::Moment moment = moment_before(position, said);
  const engine::NotKnown unknown = hidden_tiles_of(program_, position);
  engine::PartialReading reading(program_, position, moment, unknown);
  return none_of(rules.forbids,
                 [&](const dsl::ForbidRow& row) { return reading.stands(row) == dsl::Truth::yes; }) &&
         (!rules.needs_permit || reading.permitted(rules) != dsl::Truth::no);
}

/// Returns the truth of "rows stand against the act, and do not once it was said": undecided if they may
/// stand, by what is known.
dsl::Truth ImplicitActs::is_needed(const Position& position, const Position& said, const Act& act) const {
  const dsl::ActRules* rules = rules_of(program_, act);
  if (rules == nullptr) return dsl::Truth::no;
  const engine::Moment moment = moment_before(position, act);
  const engine::NotKnown unknown = hidden_tiles_of(program_, position);
  engine::PartialReading without(program_, position, moment, unknown);
  engine::PartialReading with(program_, said, moment, unknown);
  dsl::Truth needed = dsl::Truth::no;
  for (const dsl::ForbidRow& row : rules->forbids) {
    if (!dsl::any_node_of_row(program_, row, reads(facts_))) continue;
    const dsl::Truth stands = without.stands(row);
    if (stands != dsl::Truth::no && with.stands(row) == dsl::Truth::no) needed = dsl::either(needed, stands);
  }
  if (!rules->needs_permit) return needed;
  const dsl::Truth permitted = without.permitted(*rules);
  if (permitted != dsl::Truth::yes && with.permitted(*rules) == dsl::Truth::yes)
    needed = dsl::either(needed, dsl::negated(permitted));
  return needed;
}

std::optional<ImplicitActs::Said> ImplicitActs::before(const Position& position, const Act& act) const {
  if (acts_.empty() || position.phase != engine::Phase::play || act.actor == no_seat) return std::nullopt;
  for (const Silent& silent : acts_) {
    Act said{.kind = ActKind::declared, .actor = act.actor, .declared = silent.declared};
    if (act == said || !may_be_said(position, said)) continue;
    Position then = position;
    engine::apply(program_, then, said);
    if (then.phase != engine::Phase::play) continue;
    // Where the announcement itself may be false it is a question, unless nothing else will do.
    const dsl::Truth needed = is_needed(position, then, act);
    if (needed == dsl::Truth::yes || (needed != dsl::Truth::no && engine::is_legal(program_, position, said)))
      return Said{said, true, false};
    if (needed != dsl::Truth::no) return Said{said, false, false};
    const std::vector<dsl::RuleId> without = applied(program_, position, act, silent.penalties);
    if (without.empty()) continue;
    const std::vector<dsl::RuleId> with = applied(program_, then, act, silent.penalties);
    if (with.size() >= without.size()) continue;
    engine::Trace trace;
    Position penalised = position;
    engine::apply(program_, penalised, act, &trace);
    const bool draws = any_of(trace, [](const engine::Happening& happening) {
      return happening.kind == engine::Happening::Kind::pulled;
    });
    return Said{said, false, draws};
  }
  return std::nullopt;
}

}  // namespace roundhouse::replay
