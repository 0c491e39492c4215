#pragma once
// Complaints about the examples of a rule file: one list.

#include <cstdint>
#include <string_view>

namespace roundhouse::replay {

// X(enumerator, code, sentence)
#define ROUNDHOUSE_EXAMPLE_CODES(X)                                                       \
  X(failing_example, "failing-example", "The referee says something else of an example.") \
  X(unreadable_example, "unreadable-example", "An example is no record that can be judged.")

enum class ExampleCode : std::uint8_t {
#define X(id, code, sentence) id,
  ROUNDHOUSE_EXAMPLE_CODES(X)
#undef X
};

constexpr std::string_view example_code(ExampleCode wanted) {
  constexpr std::string_view codes[] = {
#define X(id, code, sentence) code,
      ROUNDHOUSE_EXAMPLE_CODES(X)
#undef X
  };
  return codes[static_cast<std::size_t>(wanted)];
}

}  // namespace roundhouse::replay
