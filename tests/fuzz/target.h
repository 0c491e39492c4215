#pragma once
// The targets of the fuzzers: each takes any text and says what is wrong with how the libraries took it. The
// fuzzers feed them with what they come upon (fuzzer.cpp), the tests with every input that ever broke
// something.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/chance.h"

namespace roundhouse::tests {

/// One source a target; its first line says what it does.
struct FuzzTarget {
  std::string_view name;
  /// Empty: all that is promised of such a text held. Whatever corrupts memory shows by itself.
  std::string (*trouble_with)(std::string_view text);
  /// Alters a text that may be taken for one of this target's; absent: bytes are all it has.
  void (*alter)(std::string& text, Chance& chance);
  /// Texts to begin with, made from what the project has.
  std::vector<std::string> (*seeds)();
  std::size_t longest = 4096;  ///< bytes of a text
};

extern const FuzzTarget expression_target;
extern const FuzzTarget fix_target;
extern const FuzzTarget fmt_target;
extern const FuzzTarget hidden_hands_target;
extern const FuzzTarget json_target;
extern const FuzzTarget messages_target;
extern const FuzzTarget record_target;
extern const FuzzTarget rules_target;
extern const FuzzTarget shards_target;

}  // namespace roundhouse::tests
