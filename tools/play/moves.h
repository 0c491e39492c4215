#pragma once
// Acts as people type them at the table: reads them, explains a refusal, and writes them as they would be
// typed. Every text is for the seat that it is made for, and shows nothing else.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"
#include "tools/play/game.h"

namespace roundhouse::replay {

/// A line as it was typed.
struct Typed {
  Seat actor = no_seat;  ///< the player of the acts; no_seat: the referee
  TurnLine line;
  std::string trouble;  ///< why it is no notation; empty: it is
  std::string help;     ///< may be empty
};
/// `at`: who types. `Ben: challenge Ann` is somebody else's act.
Typed read_typed(const Game& game, Seat at, std::string_view text);

/// An act of a typed line, as it is meant in this position.
struct Meant {
  std::optional<engine::Act> act;  ///< a legal one; absent: see below
  std::string trouble;             ///< the mistake in one sentence, without a full stop
  std::string help;                ///< may be empty
  std::optional<Ruling> ruling;    ///< the rule that forbids it, if it is one
};
Meant mean_act(const Game& game, Seat actor, const WrittenAct& written);

/// The act as it is typed: `9-3>Ann`, `draw`, `pass`. Without the tile of somebody else's hand.
std::string act_text(const Game& game, const engine::Act& act);
/// All that the seat may do, each once.
std::vector<std::string> legal_texts(const Game& game, Seat seat);
/// A legal act, with the tile that would be laid and the end that it would be laid to.
struct LegalMove {
  std::string text;
  std::optional<std::uint16_t> end;  ///< End::serial
  engine::TileId tile = engine::no_tile;
};
std::vector<LegalMove> legal_moves(const Game& game, Seat seat);

/// The act that the planner would choose, and why.
struct Hint {
  std::string act;
  std::vector<std::string> why;  ///< sentences
};
std::optional<Hint> hint_for(const Game& game, Seat seat);

// Words that people at a table may type beside acts: the one list behind their help, reading and completion.

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
