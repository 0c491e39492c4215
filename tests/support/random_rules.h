#pragma once
// Rules that no family ever had: variants written at random from the tables of the vocabulary, so that
// every word, operator, event, effect and way of the setup comes up in places nobody thought of. For
// holding two readings of the rules against each other, not for playing.

#include <cstdint>
#include <span>
#include <string>

#include "tests/support/random_expressions.h"

namespace roundhouse {

/// A variant file, the same for the same seed. Nearly always in order; a row may stumble over `can`
/// going round in a circle, and then the checker refuses it.
std::string random_variant(std::uint64_t seed);

/// For `do`: one effect, of what random variants declare.
std::string random_effect(Chance& chance, const Place& place);
/// Acts and events with rules of their own, `hail`, `accuse` and `fine` among them.
std::span<const Place> random_acts();
std::span<const Place> random_events();

}  // namespace roundhouse
