#pragma once
// A line of the rulebook before anybody has laid it out: a sentence or two, where it comes from, and what
// belongs below it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/citation.h"

namespace roundhouse::dsl {

struct Line {
  std::string key;             ///< the rule's id, the option's or word's name, "engine.missing"; may be empty
  std::string text;            ///< sentences
  std::vector<Citation> from;  ///< sections
  std::vector<Line> exceptions{};
  /// A small table that follows the text, without a heading: "2 players", "16 tiles".
  std::vector<std::pair<std::string, std::string>> table{};
  /// Of an exception: to how many rules, of which it stands below the last.
  std::int32_t rules = 1;
};

/// "But:", "But for these three:": what is printed before an exception.
std::string before_exception(const Line& exception);

}  // namespace roundhouse::dsl
