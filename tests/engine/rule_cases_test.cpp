// Every rule has its cases, every case its verdict, and no rule can be taken away or turned round without
// a case that notices.

#include "tests/support/rule_cases.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"

using namespace roundhouse;

namespace {

std::string shape_name(dsl::Shape shape) {
  switch (shape) {
    case dsl::Shape::forbid:
      return "forbid";
    case dsl::Shape::permit:
      return "permit";
    case dsl::Shape::except:
      return "except";
    case dsl::Shape::advise:
      return "advise";
    case dsl::Shape::after:
      return "after";
    case dsl::Shape::optional:
      return "optional";
  }
  return {};
}

/// The rows that a variant itself declares, by id and shape (an act may have two rows of its name).
std::vector<std::pair<std::string, dsl::Shape>> own_rows(const std::string& variant) {
  const dsl::CheckedRules rules = tests::bundled_rules(variant);
  std::set<std::string> inherited;
  if (rules.chain.size() > 1)
    for (const dsl::Rule& rule : tests::bundled_rules(rules.chain[1]).rules) inherited.insert(rule.id);
  std::vector<std::pair<std::string, dsl::Shape>> rows;
  for (const dsl::Rule& rule : rules.rules)
    if (inherited.count(rule.id) == 0) rows.emplace_back(rule.id, rule.shape);
  return rows;
}

}  // namespace

TEST_CASE("every third case of a rule has its verdict", "[referee][.sanitized][whole]") {
  for (const std::string& variant : tests::all_bundled_names()) {
    const std::vector<tests::RuleCase> cases = tests::read_rule_cases(variant);
    for (std::size_t i = 0; i < cases.size(); i += 3) {
      INFO(variant << "/" << cases[i].rule << ".cases: " << cases[i].title << "\n" << cases[i].record);
      CHECK(tests::outcome_of(cases[i]) == cases[i].expected);
    }
  }
}

TEST_CASE("each rule has an accepted and a refused case, and each case its verdict", "[referee]") {
  for (const std::string& variant : tests::all_bundled_names()) {
    std::map<std::string, std::set<bool>> seen;
    for (const tests::RuleCase& one : tests::read_rule_cases(variant)) {
      INFO(variant << "/" << one.rule << ".cases: " << one.title << "\n" << one.record);
      CHECK(tests::outcome_of(one) == one.expected);
      seen[one.rule].insert(one.expected == "legal");
    }
    for (const auto& [id, shape] : own_rows(variant)) {
      INFO(variant << ": rule '" << id << "' wants tests/rules/" << variant << "/" << id
                   << ".cases with a legal and a refused record");
      CHECK(seen[id].size() == 2);
    }
  }
}

namespace {

/// Of at most `most` rows of each variant, drawn by the seed of the samples.
void notice_rows(std::size_t most) {
  for (const std::string& variant : tests::all_bundled_names()) {
    std::vector<tests::RuleCase> cases = tests::read_rule_cases(variant);
    const auto rows = own_rows(variant);
    for (const std::size_t number : tests::sample(rows.size(), most)) {
      const auto& [id, shape] = rows[number];
      // The rule's own cases first: they are the likeliest to notice.
      std::stable_partition(cases.begin(), cases.end(),
                            [&id = id](const auto& one) { return one.rule == id; });
      for (const bool removed : {true, false}) {
        tests::Alteration alteration;
        alteration.spoil = [&, &id = id, &shape = shape](dsl::CheckedRules& rules) {
          for (dsl::Rule& rule : rules.rules)
            if (rule.id == id && rule.shape == shape)
              removed ? tests::take_away(rule) : tests::turn_round(rule);
        };
        const bool noticed = std::any_of(cases.begin(), cases.end(), [&](const tests::RuleCase& one) {
          return tests::outcome_of(one, alteration) != one.expected;
        });
        INFO(variant << ": the " << shape_name(shape) << " row '" << id << "' can be "
                     << (removed ? "taken away" : "turned round") << " and no case notices");
        CHECK(noticed);
      }
    }
  }
}

}  // namespace

TEST_CASE("no row can be taken away or turned round without a case that notices, of rows drawn by lot",
          "[referee]") {
  notice_rows(8);
}

TEST_CASE("no row can be taken away or turned round without a case that notices", "[.long][long][referee]") {
  notice_rows(SIZE_MAX);
}
