#pragma once
// Random rounds of a variant at all the tables at which it is played.

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/random_records.h"
#include "tests/support/sample.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {

/// Calls `play(table, name, round, seed)` with rounds spread evenly over the variant's tables until there
/// were so many. Few rounds are spread over a sample of the tables: setting one up takes longer than
/// a round.
template <class Play>
int spread_rounds(const std::string& variant, int rounds, std::uint64_t first_seed, const Play& play) {
  std::vector<SetTable> set;
  std::vector<std::string> names;
  const std::vector<VariantTable> tables = tables_of(variant);
  for (const std::size_t number : sample(tables.size(), rounds < 1000 ? 40 : tables.size())) {
    SetTable ready = set_up(tables[number]);
    if (!ready.program) continue;
    set.push_back(std::move(ready));
    names.push_back(tables[number].text());
  }
  int played = 0;
  for (std::uint64_t seed = first_seed; played < rounds; ++seed) {
    const std::size_t at = seed % set.size();
    const auto round = random_round(*set[at].program, seed, 0.05);
    if (!round) continue;
    ++played;
    play(set[at], names[at] + ", seed " + std::to_string(seed), *round, seed);
  }
  return played;
}

}  // namespace roundhouse::tests
