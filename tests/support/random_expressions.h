#pragma once
// Expressions written at random for one place of a rule file, over the whole vocabulary and over what random
// variants declare (random_rules.cpp).

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/vocabulary/vocabulary.h"
#include "tests/support/chance.h"

namespace roundhouse {

/// A fact that every random variant declares, as it is written; "P" stands for a player, "T" for a train.
struct NamedFact {
  std::string_view text;
  dsl::Type type;
};
std::span<const NamedFact> random_facts();

/// An event, where its rows stand, and an act or event name as it is written.
struct Place {
  std::string_view name;
  dsl::Site site;
};
/// Variables bound round an expression, the outermost first: x0, x1 and so on.
using BoundVariables = std::vector<std::pair<std::string, dsl::Type>>;
/// A value of this type. `depth`: how many expressions may stand in each other.
std::string random_expression(Chance& chance, const Place& place, dsl::Type type, int depth,
                              const BoundVariables& bound = {});
/// For `when`.
std::string random_condition(Chance& chance, const Place& place);

}  // namespace roundhouse
