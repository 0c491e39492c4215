#pragma once
// Words that people at a table may type beside acts: the one list behind their help, reading and completion.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace roundhouse::replay {

// X(enumerator, word, what may stand behind it, what it does)
#define ROUNDHOUSE_TABLE_WORDS(X)                                                               \
  X(legal, "?", "", "lists what is legal")                                                      \
  X(why, "why", "9-3>Ann", "says whether that is legal, and if not by which rule")              \
  X(hint, "hint", "", "says what the planner would do here, and why")                           \
  X(do_it, "do", "", "does what the planner would do")                                          \
  X(undo, "undo", "Ann", "takes back the last act of this round (of Ann), if the others agree") \
  X(table, "table", "", "shows the table once more")                                            \
  X(hand, "hand", "", "shows your tiles")                                                       \
  X(score, "score", "", "shows the score sheet")                                                \
  X(help, "help", "", "tells all this")                                                         \
  X(quit, "quit", "", "stops; the record is kept, and the game can be gone on with")

enum class TableWord : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_TABLE_WORDS(X)
#undef X
};

struct TableWordRow {
  TableWord id;
  std::string_view word;
  std::string_view behind;  ///< an example; empty: nothing stands behind it
  std::string_view does;
};

inline constexpr auto all_table_words = std::to_array<TableWordRow>({
#define X(id, word, behind, does) {TableWord::id, word, behind, does},
    ROUNDHOUSE_TABLE_WORDS(X)
#undef X
});

/// In small letters; absent: it is none.
constexpr std::optional<TableWord> find_table_word(std::string_view word) {
  for (const TableWordRow& row : all_table_words)
    if (row.word == word) return row.id;
  // Nobody has to look up how to leave.
  if (word == "exit") return TableWord::quit;
  return std::nullopt;
}

}  // namespace roundhouse::replay
