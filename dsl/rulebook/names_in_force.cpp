// The options, words and facts that still matter: those that something in force asks for, or shows. What the
// options have already decided asks for nothing more, except for the option that decided it.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/base/search.h"
#include "dsl/check/option_values.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {

namespace {

struct Reader {
  const CheckedRules& rules;
  const KnownFacts& known;
  NamesInForce found;

  bool decides(const TypedExpr& arg, bool deciding) const {
    const TypedExpr value = simplify(arg, rules, known);
    return is_constant(value) && is_true(value) == deciding;
  }

  void read(const TypedExpr& node) {
    const auto index = static_cast<std::size_t>(node.index);
    if (node.op == Op::option || node.op == Op::table) found.options[index] = true;
    if (node.op == Op::fact) found.facts[index] = true;
    if (node.op == Op::word && !found.words[index]) {
      found.words[index] = true;
      read(rules.words[index].is);
    }
    if (node.op == Op::member) read_set(static_cast<Member>(node.index));
    if (node.op == Op::train_of && rules.trains[index].count) read(*rules.trains[index].count);
    if (node.op == Op::choose) {
      read(node.args[0]);
      const TypedExpr condition = simplify(node.args[0], rules, known);
      if (!is_constant(condition) || is_true(condition)) read(node.args[1]);
      if (!is_constant(condition) || !is_true(condition)) read(node.args[2]);
      return;
    }
    if (node.op == Op::logical_and || node.op == Op::logical_or) {
      // One side that decides is all that matters.
      const bool deciding = node.op == Op::logical_or;
      for (const TypedExpr& arg : node.args) {
        if (decides(arg, deciding)) return read(arg);
      }
    }
    for (const TypedExpr& arg : node.args) read(arg);
  }

  void read_set(Member member) {
    if (member == Member::set_highest || member == Member::set_each) read(rules.setup.highest);
    if (member == Member::set_copies) read(rules.setup.copies);
  }

  void read_if(const std::optional<TypedExpr>& expression) {
    if (expression) read(*expression);
  }
};

/// The settings that are not asked for, because the engine comes in another way.
std::set<Setting> idle_settings(const CheckedRules& rules, const KnownFacts& known) {
  const Setup& setup = rules.setup;
  const TypedExpr from = simplify(setup.engine_from, rules, known);
  const auto may_come_by = [&](SetupName way) {
    return from.op != Op::name || from.index == static_cast<std::int32_t>(way);
  };
  // Only what comes out of a hand is looked for, and who leads chooses.
  const bool led = may_come_by(SetupName::lead);
  const bool sought = may_come_by(SetupName::hands) || led;
  std::set<Setting> idle;
  if (!led) idle.insert({Setting::leader, Setting::passes});
  if (!may_come_by(SetupName::hands) && !may_come_by(SetupName::aside))
    idle.insert({Setting::best, Setting::ties});
  if (!sought) idle.insert({Setting::missing, Setting::drawn, Setting::limit});
  const TypedExpr limit = setup.limit ? simplify(*setup.limit, rules, known) : TypedExpr();
  if (!sought || (limit.op == Op::number && limit.number == 0)) idle.insert(Setting::then);
  return idle;
}

}  // namespace

NamesInForce names_in_force(const CheckedRules& rules, const KnownFacts& given) {
  const KnownFacts known = known_in_play(rules, given);
  Reader reader{rules,
                known,
                {std::vector<bool>(rules.options.size()), std::vector<bool>(rules.words.size()),
                 std::vector<bool>(rules.facts.size())}};
  const std::set<Setting> idle = idle_settings(rules, known);
  each_setting(rules, [&](const SettingRow& row, const TypedExpr& value) {
    if (!idle.contains(row.id)) reader.read(value);
  });
  for (const TrainKind& kind : rules.trains) {
    if (!kind.gone) reader.read_if(kind.count);
  }
  // The rows in force, and of those that the options took away what took them away.
  const std::vector<bool> acts = acts_in_force(rules, known);
  std::set<std::uint16_t> alive;
  const auto note = [&](const auto& self, const std::vector<RowInForce>& rows) -> void {
    for (const RowInForce& row : rows) {
      alive.insert(row.rule.value);
      self(self, row.exceptions);
    }
  };
  note(note, rows_in_force(rules, given));
  std::vector<bool> is_set(rules.facts.size());
  for (std::size_t i = 0; i < is_set.size(); ++i) is_set[i] = rules.facts[i].chance.has_value();
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& rule = rules.rules[i];
    const bool in_force = alive.contains(static_cast<std::uint16_t>(i));
    // An exception to nothing that is in force asks for nothing, either.
    if (!in_force && rule.shape == Shape::except &&
        none_of(rule.excepts, [&](RuleId target) { return alive.contains(target.value); }))
      continue;
    // A row of an act that is never legal asks for nothing; its permits say why it is not.
    if (!in_force && (!rule.when || !is_false(simplify(*rule.when, rules, known)))) continue;
    reader.read_if(rule.when);
    if (!in_force) continue;
    for (const TypedEffect& effect : rule.effects) {
      // The fact that is set is not asked for.
      const bool sets = writes(effect.id, aspects::facts);
      if (sets) is_set[static_cast<std::size_t>(effect.args[0].index)] = true;
      for (std::size_t arg = sets ? 1 : 0; arg < effect.args.size(); ++arg) reader.read(effect.args[arg]);
    }
  }
  // A fact that nothing ever notes has no meaning to print.
  for (std::size_t i = 0; i < is_set.size(); ++i)
    reader.found.facts[i] = (reader.found.facts[i] || !rules.facts[i].shown.empty()) && is_set[i];
  return reader.found;
}

namespace {

std::string value_text(const CheckedRules& rules, const Option& option, std::int32_t value) {
  if (option.type == Type::truth) return value != 0 ? "yes" : "no";
  if (option.type == Type::name) return std::string(rules.name_text({static_cast<std::uint16_t>(value)}));
  return std::to_string(value);
}

std::string range_text(std::int32_t low, std::int32_t high) {
  if (low == high) return std::to_string(low);
  return high == low + 1 ? fmt::format("{} or {}", low, high) : fmt::format("{} to {}", low, high);
}

std::string key_text(TableKey key, std::int32_t low, std::int32_t high) {
  const std::string range = range_text(low, high);
  switch (key) {
    case TableKey::players:
      return range + (high == 1 ? " player" : " players");
    case TableKey::round:
      return (low == high ? "round " : "rounds ") + range;
    case TableKey::highest:
      return "a double-" + range;
  }
  return range;
}

/// A table by the set, worked out for each number of players; nothing where it cannot be.
std::vector<TableCell> by_players_alone(const CheckedRules& rules, OptionId id, const KnownFacts& known) {
  const Option& option = rules.options[id.value];
  TypedExpr asked;
  asked.op = Op::table;
  asked.index = id.value;
  for (const TableKey key : option.by) {
    TypedExpr& arg = asked.args.emplace_back();
    arg.op = Op::member;
    arg.index =
        static_cast<std::int32_t>(key == TableKey::players ? Member::match_players : Member::set_highest);
    arg.args.emplace_back().op = Op::root;
  }
  const ByPlayers values = by_players(asked, rules, known);
  if (values.is_number()) return {{std::to_string(values.steps.front().value), {}}};
  std::vector<TableCell> cells;
  for (const ByPlayers::Step& step : values.steps)
    cells.push_back({std::to_string(step.value), players_text(step.least, step.most)});
  return cells;
}

}  // namespace

std::vector<TableCell> table_cells(const CheckedRules& rules, const Option& option, const KnownFacts& known) {
  const bool by_round = contains(option.by, TableKey::round);
  if (option.by != std::vector{TableKey::players} && !by_round) {
    const auto id = static_cast<std::uint16_t>(&option - rules.options.data());
    std::vector<TableCell> cells = by_players_alone(rules, {id}, known);
    if (!cells.empty()) return cells;
  }
  std::vector<TableCell> cells;
  for (const TableEntry& entry : option.table) {
    std::string keys;
    bool asked = true;
    for (std::size_t i = 0; i < option.by.size(); ++i) {
      auto [low, high] = entry.ranges[i];
      if (entry.ranges[i] == key_range(option.by[i])) continue;
      if (option.by[i] == TableKey::players) {
        // A value for all the players that there can be needs no saying.
        const std::vector<std::int32_t> numbers = players_known(rules, known);
        const std::int32_t least = numbers.front();
        const std::int32_t most = numbers.back();
        asked = asked && low <= most && high >= least;
        if (low <= least && high >= most) continue;
        low = std::max(low, least);
        high = std::min(high, most);
      }
      keys += (keys.empty() ? "" : " and ") + key_text(option.by[i], low, high);
    }
    if (asked) cells.push_back({value_text(rules, option, entry.value), std::move(keys)});
  }
  return cells;
}

std::string option_value(const CheckedRules& rules, const Option& option, const KnownFacts& known) {
  if (option.by.empty()) return value_text(rules, option, option.value);
  std::vector<std::string> parts;
  for (const TableCell& cell : table_cells(rules, option, known))
    parts.push_back(cell.keys.empty() ? cell.value : fmt::format("{} for {}", cell.value, cell.keys));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace roundhouse::dsl
