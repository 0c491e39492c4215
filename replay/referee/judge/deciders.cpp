#include "replay/referee/judge/deciders.h"

#include <fmt/format.h>

#include <vector>

#include "dsl/base/search.h"
#include "dsl/rulebook/setup_lines.h"
#include "dsl/rulebook/value_templates.h"

namespace roundhouse::replay {
namespace {

constexpr std::string_view match_block = "match.";

std::optional<dsl::Span> place_of(const std::vector<std::pair<std::string, dsl::Span>>& places,
                                  std::string_view key) {
  for (const auto& [name, where] : places)
    if (name == key) return where;
  return std::nullopt;
}

}  // namespace

Decider row_decider(const dsl::Program& program, dsl::RuleId row) {
  const dsl::Program::RuleText& text = program.rules[row.value];
  return {"rule " + text.id, text.says, text.from, text.where, {}};
}

std::optional<Decider> value_decider(const dsl::CheckedRules& checked, const dsl::Known& known,
                                     std::string_view key) {
  const bool of_match = key.starts_with(match_block);
  const dsl::LineMaker make = of_match ? dsl::match_lines : dsl::start_lines;
  std::vector<dsl::Line> lines = make(checked, known);
  dsl::put_own_sentences(lines, make, checked, known);
  Decider decider;
  for (const dsl::Line& line : lines) {
    if (line.key != key) continue;
    decider.says += (decider.says.empty() ? "" : " ") + line.text;
    for (const dsl::Citation& section : line.from)
      if (!contains(decider.from, section)) decider.from.push_back(section);
  }
  if (decider.says.empty()) return std::nullopt;
  decider.key = of_match ? std::string(key) : fmt::format("setup.{}", key);
  decider.where = of_match ? place_of(checked.match.places, key.substr(match_block.size()))
                           : place_of(checked.setup.places, key);
  return decider;
}

}  // namespace roundhouse::replay
