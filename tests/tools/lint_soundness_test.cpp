// What the lint says is never, always, or without effect is held against random games: the rules are altered
// so that they say it outright, and the same seeds have to play the same games, act by act.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/alterations.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_from_text.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/lint.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

using dsl::CheckedRules;
using dsl::Scene;
using dsl::TypedExpr;

struct Constant {
  std::size_t rule;
  dsl::Span where;
  bool always;
};

/// The nodes of conditions that are always or never true where their rows are asked; of those in each other
/// the outermost.
std::vector<Constant> constants_of(const CheckedRules& rules) {
  std::vector<Constant> found;
  const dsl::GameBounds game(rules, dsl::FileId{});
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const dsl::Rule& rule = rules.rules[i];
    if (!rule.when) continue;
    const std::vector<Scene> scenes = scenes_of(rules, rule);
    const std::function<void(const TypedExpr&)> look = [&](const TypedExpr& node) {
      if (node.type == dsl::Type::truth && node.op != dsl::Op::truth) {
        dsl::Effort effort;
        dsl::Diagnostics findings;
        const dsl::Linted linted{rules, dsl::FileId{}, game, effort, findings};
        const bool always = always_holds(linted, node, dsl::TrainsGone::counted, scenes);
        if (always || never_holds(linted, node, dsl::TrainsGone::counted, scenes)) {
          found.push_back({i, node.where, always});
          return;
        }
      }
      for (const TypedExpr& arg : node.args) look(arg);
    };
    look(*rule.when);
  }
  return found;
}

TypedExpr literal(bool value) {
  TypedExpr made;
  made.op = dsl::Op::truth;
  made.type = dsl::Type::truth;
  made.number = value ? 1 : 0;
  return made;
}

bool put_literal(TypedExpr& node, const Constant& constant) {
  if (node.type == dsl::Type::truth && node.where == constant.where) {
    node = literal(constant.always);
    return true;
  }
  return std::any_of(node.args.begin(), node.args.end(),
                     [&](TypedExpr& arg) { return put_literal(arg, constant); });
}

std::vector<int> tables_of_rules(const CheckedRules& rules) {
  std::vector<int> sizes{rules.setup.least_players};
  if (rules.setup.most_players > rules.setup.least_players)
    sizes.push_back(std::min(4, rules.setup.most_players));
  return sizes;
}

engine::Figures played(const CheckedRules& rules, int players, std::uint64_t games) {
  const engine::Rules ready = engine::compile_rules(rules, players);
  return simulate(ready,
                  {.seed = 7, .games = games, .unit = engine::Unit::round, .play = {.declared = 0.25}});
}

/// True if both play the same games; else the difference is a failure.
bool plays_alike(const CheckedRules& rules, const CheckedRules& altered, std::uint64_t games) {
  for (const int players : tables_of_rules(rules))
    if (played(rules, players, games).digest != played(altered, players, games).digest) return false;
  return true;
}

void check_constants(const CheckedRules& rules, std::uint64_t games, std::size_t& tried) {
  const std::vector<Constant> constants = constants_of(rules);
  if (constants.empty()) return;
  tried += constants.size();
  CheckedRules altered = rules;
  for (const Constant& constant : constants)
    REQUIRE(put_literal(*altered.rules[constant.rule].when, constant));
  if (plays_alike(rules, altered, games)) return;
  // Which of them was it? Where none is it alone, several are said to be constant that are so only one at a
  // time.
  bool is_found = false;
  for (const Constant& constant : constants) {
    CheckedRules one = rules;
    put_literal(*one.rules[constant.rule].when, constant);
    INFO("row " << rules.rules[constant.rule].id << ", bytes " << constant.where.begin << " to "
                << constant.where.end << ", said to be " << (constant.always ? "always" : "never")
                << " true");
    const bool is_alike = plays_alike(rules, one, games);
    CHECK(is_alike);
    is_found = is_found || !is_alike;
  }
  INFO("all of what is said to be constant put in together, and no single one plays otherwise");
  CHECK(is_found);
}

/// Checks that say of a row that it changes nothing.
bool says_idle(const std::string& code) {
  const std::vector<std::string> codes{"always-lifted", "dead-except",    "forbidden-by-law",
                                       "idle-advice",   "idle-except",    "idle-permit",
                                       "idle-optional", "shadowed-rules", "unreachable-rules"};
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/// Of two that say the same only one may go, so that they are tried one by one.
void check_idle_rows(const CheckedRules& rules, std::uint64_t games, std::size_t& tried) {
  for (const dsl::Diagnostic& finding : dsl::lint(rules, dsl::FileId{})) {
    if (!says_idle(finding.code)) continue;
    for (const dsl::Rule& rule : rules.rules) {
      const bool is_meant = finding.where == rule.id_where || finding.where == rule.about_where ||
                            (rule.when && finding.where == rule.when->where);
      // An exception that lifts one of its rows never may lift another.
      if (!is_meant || (finding.code == "dead-except" && rule.excepts.size() > 1)) continue;
      INFO(finding.code << ": " << finding.message);
      CheckedRules altered = rules;
      take_away(altered.rules[static_cast<std::size_t>(&rule - rules.rules.data())]);
      CHECK(plays_alike(rules, altered, games));
      ++tried;
    }
  }
}

/// The values that a child may give to an option, as they are written.
std::vector<std::string> written_values(const CheckedRules& rules, const dsl::Option& option) {
  std::vector<std::string> values;
  for (const std::int32_t value : dsl::distinguishing_values(option)) {
    if (value == option.value) continue;
    const bool is_name = option.type == dsl::Type::name, is_truth = option.type == dsl::Type::truth;
    values.push_back(is_name    ? std::string(rules.name_text({static_cast<std::uint16_t>(value)}))
                     : is_truth ? std::string(value != 0 ? "true" : "false")
                                : std::to_string(value));
  }
  return values;
}

/// With a value that is said to be idle and with the inherited one the same games are played.
void check_idle_options(const CheckedRules& rules, std::uint64_t games, std::size_t& tried) {
  for (const dsl::Diagnostic& finding : dsl::lint(rules, dsl::FileId{})) {
    if (finding.code != "idle-option") continue;
    for (std::size_t i = 0; i < rules.options.size(); ++i) {
      const dsl::Option& option = rules.options[i];
      if (option.value_where != finding.where) continue;
      INFO(finding.message);
      CheckedRules altered = rules;
      // A number that is cut means the number that is proposed.
      const bool is_cut = finding.help.starts_with("write ");
      altered.options[i].value = is_cut ? std::stoi(finding.help.substr(6)) : option.inherited_value;
      CHECK(plays_alike(rules, altered, games));
      ++tried;
    }
  }
}

std::vector<std::string> rule_texts_in(const char* folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) texts.push_back(read_file(path));
  return texts;
}

/// Of so many rules from a seed on; how many nodes and rows were tried.
std::size_t check_random_rules(std::uint64_t first, std::uint64_t count, std::uint64_t games) {
  std::size_t tried = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = random_variant(seed);
    INFO("seed " << seed << "\n" << text);
    const TriedRules rules = try_rules(text);
    if (!rules.rules) continue;
    check_constants(*rules.rules, games, tried);
    check_idle_rows(*rules.rules, games, tried);
  }
  return tried;
}

}  // namespace

TEST_CASE("what the lint holds for constant in bundled rules plays the same when it is said outright",
          "[dsl][lint][soundness]") {
  std::size_t tried = 0;
  for (const std::string& variant : all_bundled_names()) {
    INFO(variant);
    check_constants(bundled_rules(variant), 20, tried);
  }
}

TEST_CASE("what the lint holds for constant or idle in the files of its tests plays the same without it",
          "[dsl][lint][soundness]") {
  std::size_t constants = 0, idle = 0;
  for (const std::string& text : rule_texts_in("tests/lint")) {
    INFO(text);
    const TriedRules tried = try_rules(text);
    if (!tried.rules) continue;
    check_constants(*tried.rules, 12, constants);
    check_idle_rows(*tried.rules, 12, idle);
  }
  CHECK(constants > 30);
  CHECK(idle > 15);
}

TEST_CASE("a value that the lint holds for idle, among pairs of values for the common game, changes no game",
          "[dsl][lint][soundness]") {
  const CheckedRules parent = bundled_rules("train");
  std::vector<std::pair<std::string, std::string>> values;
  for (const dsl::Option& option : parent.options)
    if (option.by.empty())
      for (const std::string& value : written_values(parent, option)) values.emplace_back(option.name, value);
  std::size_t pairs = 0, tried = 0;
  constexpr std::size_t sampled = 3;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      if (values[i].first == values[j].first || ++pairs % sampled != 0) continue;
      const std::string text = "roundhouse: 1\nname: A pair\nextends: train\noptions:\n  " + values[i].first +
                               ": " + values[i].second + "\n  " + values[j].first + ": " + values[j].second +
                               "\n";
      INFO(text);
      const TriedRules child = try_rules(text);
      if (child.rules) check_idle_options(*child.rules, 6, tried);
    }
  }
  CHECK(tried > 20);
}

TEST_CASE("what the lint holds for constant or idle in rules written at random plays the same without it",
          "[dsl][lint][soundness]") {
  CHECK(check_random_rules(1, 120, 8) > 100);
}

TEST_CASE("what the lint holds for constant or idle in many rules written at random plays the same",
          "[.long][long][dsl][lint][soundness]") {
  CHECK(check_random_rules(1'000, 700, 12) > 350);
}

TEST_CASE("an act that the lint holds for never legal is never played", "[dsl][lint][soundness]") {
  std::size_t tried = 0;
  std::vector<std::string> texts = rule_texts_in("tests/lint");
  for (std::uint64_t seed = 1; seed <= 60; ++seed) texts.push_back(random_variant(seed));
  for (const std::string& text : texts) {
    const TriedRules rules = try_rules(text);
    if (!rules.rules) continue;
    for (const dsl::Diagnostic& finding : dsl::lint(*rules.rules, dsl::FileId{})) {
      if (finding.code != "never-legal") continue;
      INFO(text << "\n" << finding.message);
      const engine::Figures figures = played(*rules.rules, tables_of_rules(*rules.rules).back(), 12);
      ++tried;
      if (finding.message == "nobody may ever lay a tile") CHECK(figures.lays == 0);
      for (std::size_t i = 0; i < rules.rules->acts.size(); ++i)
        if (finding.message.find("'" + rules.rules->acts[i].name + "'") != std::string::npos)
          CHECK(figures.declared[i] == 0);
    }
  }
  CHECK(tried > 1);
}

}  // namespace roundhouse::tests
