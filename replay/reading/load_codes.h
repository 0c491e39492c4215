#pragma once
// Complaints about a record that cannot be judged although each of its lines can be read: one list.

#include <cstdint>
#include <string_view>

namespace roundhouse::replay {

// X(enumerator, code, sentence)
#define ROUNDHOUSE_LOAD_CODES(X)                                                                            \
  X(no_variant, "no-variant", "A record says by which rules it was played, or `--rules` does.")             \
  X(other_rules, "other-rules", "The rules are not those whose hash the record bears.")                     \
  X(unknown_fact, "unknown-fact", "These rules keep no fact of this name.")                                 \
  X(unreadable_file, "unreadable-file", "A record could not be read: it is not there, or it is no record.") \
  X(too_many_rules, "too-many-rules", "The rules that a record changes to have 300,000 parts at most.")     \
  X(wrong_players, "wrong-players", "The rules are not for so many players.")

enum class LoadCode : std::uint8_t {
#define X(id, code, sentence) id,
  ROUNDHOUSE_LOAD_CODES(X)
#undef X
};

constexpr std::string_view load_code(LoadCode wanted) {
  constexpr std::string_view codes[] = {
#define X(id, code, sentence) code,
      ROUNDHOUSE_LOAD_CODES(X)
#undef X
  };
  return codes[static_cast<std::size_t>(wanted)];
}

}  // namespace roundhouse::replay
