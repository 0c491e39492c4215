// Reading cases needs neither engine nor referee.

#include <istream>
#include <sstream>
#include <stdexcept>

#include "tests/support/rule_cases.h"

namespace roundhouse::tests {
namespace {

/// "legal [SR-S1 SR-X5]".
RuleCase begin_case(const std::string& outcome) {
  RuleCase one;
  const std::size_t bracket = outcome.find(" [");
  one.expected = outcome.substr(0, bracket);
  if (bracket == std::string::npos) return one;
  std::istringstream sections(outcome.substr(bracket + 2, outcome.find(']') - bracket - 2));
  for (std::string section; sections >> section;) one.sections.push_back(section);
  return one;
}

}  // namespace

std::vector<RuleCase> read_cases(std::istream& stream, const std::string& variant, const std::string& rule) {
  std::vector<RuleCase> cases;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("== ")) {
      const std::size_t colon = line.find(": ");
      if (colon == std::string::npos) throw std::logic_error(rule + ": '== OUTCOME: what it shows'");
      cases.push_back(begin_case(line.substr(3, colon - 3)));
      cases.back().variant = variant;
      cases.back().rule = rule;
      cases.back().title = line.substr(colon + 2);
    } else if (!cases.empty()) {
      cases.back().record += line + "\n";
    }
  }
  for (RuleCase& one : cases)
    if (one.record.find("[variant") == std::string::npos)
      one.record = "[variant " + variant + "]\n" + one.record;
  return cases;
}

}  // namespace roundhouse::tests
