#include "tests/support/alterations.h"

#include <algorithm>
#include <optional>
#include <set>

namespace roundhouse::tests {
namespace {

using dsl::CheckedRules;
using dsl::Op;
using dsl::Type;
using dsl::TypedExpr;

TypedExpr constant(Op op, Type type, std::int32_t number) {
  TypedExpr expr;
  expr.op = op;
  expr.type = type;
  expr.number = number;
  return expr;
}

TypedExpr truth(bool value) { return constant(Op::truth, Type::truth, value ? 1 : 0); }

TypedExpr negated(const TypedExpr& of) {
  TypedExpr expr;
  expr.op = of.type == Type::truth ? Op::logical_not : Op::negate;
  expr.type = of.type;
  expr.where = of.where;
  expr.args.push_back(of);
  return expr;
}

TypedExpr one_more(const TypedExpr& of) {
  TypedExpr expr;
  expr.op = Op::add;
  expr.type = Type::number;
  expr.where = of.where;
  expr.args = {of, constant(Op::number, Type::number, 1)};
  return expr;
}

TypedExpr setup_name(dsl::SetupName name) {
  TypedExpr expr;
  expr.op = Op::name;
  expr.type = Type::name;
  expr.index = static_cast<std::int32_t>(name);
  return expr;
}

/// The alterations of one name, as they are collected.
struct Found {
  std::vector<Alteration> all;

  void add(std::string what, std::function<void(CheckedRules&)> spoil) {
    all.push_back({std::move(what), {}, std::move(spoil)});
  }
  void set(const std::string& option, const std::string& value) {
    all.push_back({"option " + option + " = " + value, {{.name = option, .value = value, .where = {}}}, {}});
  }

  /// A value that has a meaning where it is left out, too.
  template <class Part>
  void optional_value(const std::string& name, std::optional<TypedExpr> Part::*value,
                      Part CheckedRules::*of) {
    add(name + " left out", [=](CheckedRules& rules) { (rules.*of).*value = std::nullopt; });
    add(name + " negated", [=](CheckedRules& rules) {
      auto& expr = (rules.*of).*value;
      if (expr && (expr->type == Type::truth || expr->type == Type::number)) expr = negated(*expr);
    });
    add(name + " plus one", [=](CheckedRules& rules) {
      auto& expr = (rules.*of).*value;
      if (expr && expr->type == Type::number) expr = one_more(*expr);
    });
  }
};

void alter_option(const CheckedRules& rules, const dsl::Option& option, Found& found) {
  if (option.type == Type::truth) {
    for (const char* value : {"true", "false"}) found.set(option.name, value);
    return;
  }
  for (const dsl::NameId choice : option.choices)
    found.set(option.name, std::string(rules.name_text(choice)));
  if (option.type != Type::number) return;
  std::set<std::int32_t> values;
  const auto near = [&](std::int32_t value) { values.insert({value - 1, value + 1}); };
  if (option.by.empty()) near(option.value);
  for (const dsl::TableEntry& entry : option.table) near(entry.value);
  values.insert(option.numbers.begin(), option.numbers.end());
  if (option.range) values.insert({option.range->first, option.range->second});
  for (const std::int32_t value : values)
    if (!option.range ||
        (value >= option.range->first && value <= option.range->second &&
         (option.numbers.empty() || std::binary_search(option.numbers.begin(), option.numbers.end(), value))))
      found.set(option.name, std::to_string(value));
}

void alter_rows(const CheckedRules& rules, const std::string& name, Found& found) {
  const bool any = std::any_of(rules.rules.begin(), rules.rules.end(),
                               [&](const dsl::Rule& rule) { return rule.id == name; });
  if (!any) return;
  const auto each = [name](CheckedRules& altered, void (*change)(dsl::Rule&)) {
    for (dsl::Rule& rule : altered.rules)
      if (rule.id == name) change(rule);
  };
  found.add("row " + name + " taken away", [=](CheckedRules& altered) { each(altered, take_away); });
  found.add("row " + name + " turned round", [=](CheckedRules& altered) { each(altered, turn_round); });
}

void alter_words(const CheckedRules& rules, const std::string& name, Found& found) {
  for (std::size_t i = 0; i < rules.words.size(); ++i) {
    const dsl::Word& word = rules.words[i];
    if (word.name != name) continue;
    if (word.is.type == Type::truth) {
      for (const bool value : {true, false})
        found.add("word " + name + (value ? " always" : " never"),
                  [=](CheckedRules& altered) { altered.words[i].is = truth(value); });
    } else if (word.is.type == Type::number) {
      found.add("word " + name + " plus one",
                [=](CheckedRules& altered) { altered.words[i].is = one_more(altered.words[i].is); });
    }
  }
}

/// A fact that nothing sets.
void alter_facts(const CheckedRules& rules, const std::string& name, Found& found) {
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    if (rules.facts[i].name != name) continue;
    found.add("fact " + name + " never set", [=](CheckedRules& altered) {
      for (dsl::Rule& rule : altered.rules)
        std::erase_if(rule.effects, [&](const dsl::TypedEffect& effect) {
          return (effect.id == dsl::Effect::set || effect.id == dsl::Effect::add) &&
                 effect.args[0].index == static_cast<std::int32_t>(i);
        });
    });
  }
}

void alter_trains(const CheckedRules& rules, const std::string& name, Found& found) {
  for (std::size_t i = 0; i < rules.trains.size(); ++i) {
    if (rules.trains[i].name != name) continue;
    found.add("no train " + name, [=](CheckedRules& altered) {
      altered.trains[i].count = constant(Op::number, Type::number, 0);
    });
  }
}

void alter_setup(const std::string& key, Found& found) {
  using dsl::Setup;
  using dsl::SetupName;
  const auto optional = [&](const char* name, std::optional<TypedExpr> Setup::*value) {
    if (key == name) found.optional_value(key, value, &CheckedRules::setup);
  };
  const auto number = [&](const char* name, TypedExpr Setup::*value) {
    if (key != name) return;
    found.add(key + " plus one",
              [=](CheckedRules& rules) { rules.setup.*value = one_more(rules.setup.*value); });
  };
  const auto named = [&](const char* name, TypedExpr Setup::*value, std::vector<SetupName> choices) {
    if (key != name) return;
    for (const SetupName choice : choices)
      found.add(key + " otherwise", [=](CheckedRules& rules) { rules.setup.*value = setup_name(choice); });
  };
  if (key == "players") {
    found.add("any number of players", [](CheckedRules& rules) {
      rules.setup.least_players = 2;
      rules.setup.most_players = 14;
    });
  }
  number("set", &Setup::highest);
  number("deal", &Setup::deal);
  optional("lots", &Setup::lots);
  optional("first", &Setup::first);
  optional("redeal", &Setup::redeal);
  optional("starter", &Setup::starter);
  optional("engine.wanted", &Setup::wanted);
  optional("engine.best", &Setup::best);
  optional("engine.limit", &Setup::limit);
  optional("engine.leader", &Setup::leader);
  optional("engine.passes", &Setup::passes);
  optional("engine.ties", &Setup::ties);
  optional("engine.drawn", &Setup::drawn);
  named("engine.from", &Setup::engine_from, {SetupName::hands, SetupName::aside});
  named("engine.missing", &Setup::missing,
        {SetupName::unison, SetupName::in_turn, SetupName::one_by_one, SetupName::reveal, SetupName::redeal});
  named("engine.then", &Setup::then, {SetupName::nothing, SetupName::turn_over});
}

void alter_match(const std::string& key, Found& found) {
  using dsl::Match;
  const auto optional = [&](const char* name, std::optional<TypedExpr> Match::*value) {
    if (key == name) found.optional_value("match." + key, value, &CheckedRules::match);
  };
  optional("rounds", &Match::rounds);
  optional("over", &Match::over);
  optional("games", &Match::games);
  optional("double", &Match::scheduled);
  optional("group", &Match::group);
  optional("points", &Match::points);
  optional("moves_on", &Match::moves_on);
  optional("to_playoff", &Match::to_playoff);
  optional("joins", &Match::joins);
  if (key == "order") {
    found.add("match.order the other way round", [](CheckedRules& rules) {
      for (TypedExpr& expr : rules.match.order) expr = negated(expr);
    });
  }
}

}  // namespace

void take_away(dsl::Rule& rule) { rule.when = truth(false); }

void turn_round(dsl::Rule& rule) { rule.when = rule.when ? negated(*rule.when) : truth(false); }

std::vector<Alteration> alterations_of(const CheckedRules& rules, const std::string& name) {
  Found found;
  for (const dsl::Option& option : rules.options)
    if (option.name == name) alter_option(rules, option, found);
  alter_rows(rules, name, found);
  alter_words(rules, name, found);
  alter_facts(rules, name, found);
  alter_trains(rules, name, found);
  if (name.starts_with("match.")) {
    alter_match(name.substr(6), found);
  } else {
    alter_setup(name.starts_with("setup.") ? name.substr(6) : name, found);
  }
  return std::move(found.all);
}

}  // namespace roundhouse::tests
