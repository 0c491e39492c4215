#pragma once
// Two thousand hostile texts, made by those who know what can be written in records, rules, conditions,
// options and shards (fuzz/scribble.h): the same ones at every run.

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace roundhouse::tests {

struct Scribble {
  std::string name;  ///< "record-0017.train": the ending says what it pretends to be
  std::string text;
  const FuzzTarget* target;  ///< what it is for; null: an option, for the program alone
};

constexpr std::size_t scribble_count = 2'000;
std::vector<Scribble> scribbles(std::uint64_t seed);

}  // namespace roundhouse::tests
