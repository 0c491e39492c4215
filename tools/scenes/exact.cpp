#include "tools/scenes/exact.h"

#include <fmt/format.h>

#include <optional>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

bool is_own(Span where) { return where.file == FileId{}; }

/// True if the condition, its words laid open, has this entry.
bool asks(const TypedExpr& condition, const CheckedRules& rules, Op op, std::size_t index, int depth = 0) {
  constexpr int deepest = 16;
  bool found = false;
  for_each_node(condition, [&](const TypedExpr& node) {
    found = found || is_entry(node, op, index);
    for (std::size_t word = 0; word < rules.words.size() && !found && depth < deepest; ++word)
      found = is_entry(node, Op::word, word) && asks(rules.words[word].is, rules, op, index, depth + 1);
  });
  return found;
}

/// True if the row, or one that it lifts, is about the act.
bool is_about(const CheckedRules& rules, const Rule& row, ActId act) {
  return contains(row.acts, act) ||
         any_of(row.excepts, [&](RuleId lifted) { return is_about(rules, rules.rules[lifted.value], act); });
}

std::string_view each_time(Scope scope) {
  switch (scope) {
    case Scope::turn:
    case Scope::train:
      return "a turn";
    case Scope::player:
    case Scope::round:
      return "a round";
    case Scope::game:
      return "a game";
    case Scope::match:
      return "a match";
  }
  return {};
}

/// "Each player may do so once a round.", where the act itself sets what its condition asks for.
std::string how_often(const CheckedRules& rules, const Rule& permit, ActId id) {
  for (const Rule& row : rules.rules) {
    if (!contains(row.events, event_of(id))) continue;
    for (const TypedEffect& effect : row.effects) {
      if (!writes(effect.id, aspects::facts)) continue;
      const auto index = static_cast<std::size_t>(effect.args[0].index);
      const Fact& fact = rules.facts[index];
      if (fact.type != Type::truth || !permit.when || !asks(*permit.when, rules, Op::fact, index)) continue;
      return fmt::format(" {} once {}.",
                         fact.of == Scope::player ? "Each player may do so" : "It may be done",
                         each_time(fact.per));
    }
  }
  return {};
}

std::string act_text(const CheckedRules& rules, const DeclaredAct& declared, ActId id) {
  English english(rules, {});
  const auto is_permit = [&](const Rule& row) {
    return row.shape == Shape::permit && contains(row.acts, id);
  };
  const auto permit = find_if(rules.rules, is_permit);
  std::string text = english.at_any_time(declared, id);
  if (permit != rules.rules.end() && permit->when) {
    const std::string when = english.clause(*permit->when);
    text = replaced(std::move(text), "at any time", "if " + when);
  }
  text = replaced(std::move(text), " may ", " may say ");
  const auto follows = [&](const Rule& row) { return contains(row.events, event_of(id)); };
  std::vector<std::string> effects;
  for (const Rule& row : rules.rules)
    if (follows(row) && row.origin == Origin::act) effects.push_back(english.effects(row.effects));
  if (!effects.empty())
    text += replaced(fmt::format(" Then {}.", listed(effects, "and")), " is then noted", " is noted");
  if (none_of(rules.rules, follows)) text += " Nothing follows of it.";
  if (permit != rules.rules.end()) text += how_often(rules, *permit, id);
  return text;
}

std::string row_in_english(const CheckedRules& rules, const Rule& row) {
  std::string text = English(rules, {}).row(row);
  if (row.shape == Shape::except) {
    const std::string lifted =
        joined(row.excepts, ", ", [&](RuleId id) { return fmt::format("'{}'", rules.rules[id.value].id); });
    text = replaced(std::move(text), "This does not hold", lifted + " does not hold");
  }
  if (row.shape == Shape::advise) text += " That is advice: whoever does otherwise breaks no rule.";
  return text;
}

std::string row_says(const CheckedRules& rules, const std::vector<RowInForce>& rows,
                     const std::string& name) {
  for (const RowInForce& row : rows) {
    if (rules.rules[row.rule.value].id == name) return row.text;
    if (std::string below = row_says(rules, row.exceptions, name); !below.empty()) return below;
  }
  return {};
}

}  // namespace

std::string says_of(const CheckedRules& rules, const std::string& name) {
  if (std::string row = row_says(rules, rows_in_force(rules, {}), name); !row.empty()) return row;
  for (const Word& word : rules.words)
    if (word.name == name) return word_text(rules, word, {});
  const auto find_in = [&](const auto& things) -> std::string {
    const auto found = find_if(things, [&](const auto& each) { return each.name == name; });
    return found == things.end() ? std::string() : as_sentence(woven(rules, found->says, {}));
  };
  const std::string fact = find_in(rules.facts);
  return fact.empty() ? find_in(rules.trains) : fact;
}

std::string exact_text(const CheckedRules& rules, const std::string& name) {
  for (std::size_t i = 0; i < rules.acts.size(); ++i) {
    const DeclaredAct& act = rules.acts[i];
    if (act.name == name && is_own(act.where))
      return act.says.empty() ? std::string()
                              : act_text(rules, act, ActId{static_cast<std::uint16_t>(built_in_acts + i)});
  }
  std::string text;
  for (const Rule& row : rules.rules) {
    if (row.id != name || !is_own(row.where) || row.says.empty()) continue;
    text += (text.empty() ? "" : " ") + row_in_english(rules, row);
  }
  return text;
}

std::vector<std::string> duties_beside(const CheckedRules& rules, const std::set<std::string>& names,
                                       const std::vector<ActId>& allowed) {
  const ActId lay = act_id(BuiltInAct::lay), draw = act_id(BuiltInAct::draw), done = act_id(BuiltInAct::done);
  const auto is_changed = [&](const Rule& row) {
    if (names.contains(row.id)) return true;
    for (std::size_t i = 0; i < rules.words.size() && row.when; ++i)
      if (names.contains(rules.words[i].name) && asks(*row.when, rules, Op::word, i)) return true;
    return false;
  };
  bool of_draws = false, of_ends = false, of_lays = false, allows_draws = false;
  for (const Rule& row : rules.rules) {
    if (!is_changed(row)) continue;
    const bool allows = row.shape == Shape::except && is_own(row.where);
    of_draws = of_draws || is_about(rules, row, draw);
    of_ends = of_ends || is_about(rules, row, done);
    of_lays = of_lays || (allows && is_about(rules, row, lay));
    allows_draws = allows_draws || (allows && is_about(rules, row, draw));
  }
  for (const DeclaredAct& act : rules.acts)
    of_ends = of_ends || (names.contains(act.name) && is_own(act.where) && act.by == ActBy::turn);
  std::vector<std::string> duties;
  for (const RowInForce& each : rows_in_force(rules, {})) {
    const Rule& row = rules.rules[each.rule.value];
    if (row.shape != Shape::forbid || is_own(row.where) || is_changed(row)) continue;
    const auto is_own_row = [&](const RowInForce& other) {
      return is_own(rules.rules[other.rule.value].where);
    };
    if (any_of(each.exceptions, is_own_row)) continue;
    const bool on_draws = contains(row.acts, draw), on_ends = contains(row.acts, done);
    if (!on_draws && !on_ends) continue;
    if (any_of(row.acts, [&](ActId act) { return contains(allowed, act); })) continue;
    const bool if_can_lay = row.when && asks(simplify(*row.when, rules, {}), rules, Op::can, lay.value);
    const bool stays = (of_draws && on_draws) || (of_ends && on_ends) || (of_lays && if_can_lay) ||
                       (allows_draws && on_ends && if_can_lay);
    if (stays) duties.push_back(fmt::format("{} ({})", each.text, row.id));
  }
  return duties;
}

}  // namespace roundhouse::dsl
