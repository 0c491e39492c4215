// Every round begins with an engine. Where no tile can be it, all rounds are void: no double is scheduled
// though only the scheduled one is wanted.

#include <fmt/format.h>

#include <algorithm>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace no_engine_check {
namespace {

constexpr std::string_view name = "no-engine";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  if (rules.setup.wanted || rules.match.scheduled) return;
  for (const auto& [key, where] : rules.setup.places) {
    if (key != "engine.from" || !linted.is_own(where)) continue;
    Diagnostic& made =
        findings.emplace_back(warning(name, where, "no tile can be the engine, and no round can begin"));
    made.why =
        "without 'engine: wanted' the engine is the double scheduled for the round, and nothing under "
        "'match: "
        "double' says which that is";
    made.help =
        "say 'wanted: tile.double' if any double may be it, or schedule one under 'match' with 'double:'";
  }
}

}  // namespace
}  // namespace no_engine_check

const LintCheck no_engine{no_engine_check::name, "No tile can be the engine.", no_engine_check::find};

}  // namespace roundhouse::dsl
