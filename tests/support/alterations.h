#pragma once
// Things that a variant calls by a name, taken out or altered: a rule, an option, a word, a fact, a kind of
// train, an act, a value of setup or match. Tests ask of each whether some case notices.

#include <functional>
#include <string>
#include <vector>

#include "dsl/check/check.h"

namespace roundhouse::tests {

/// One way to change rules. Settings take the place of what a record says of these options.
struct Alteration {
  std::string what;  ///< "option deal = 3", "row covered taken away"
  std::vector<dsl::OptionSetting> settings;
  std::function<void(dsl::CheckedRules&)> spoil;  ///< on the checked rules; may be empty
};

/// The row never holds; an exception never lifts, an effect never comes.
void take_away(dsl::Rule& rule);
/// The row holds where it did not, and only there.
void turn_round(dsl::Rule& rule);

/// All ways that are tried for a name as `carries` knows it: "deal", "setup.players", "engine.wanted",
/// "match.order", "one-tile". Empty: nothing is called so.
std::vector<Alteration> alterations_of(const dsl::CheckedRules& rules, const std::string& name);

}  // namespace roundhouse::tests
