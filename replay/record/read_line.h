#pragma once
// One line of a record, below the header. Not installed.

#include <optional>
#include <string>
#include <string_view>

#include "replay/record/line_cursor.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The words with which lines begin, and an example of each.
// X(enumerator, word, example)
#define ROUNDHOUSE_LINE_WORDS(X)                          \
  X(game, "game", "game 2")                               \
  X(round, "round", "round 9")                            \
  X(rules, "rules", "rules double_blank=50")              \
  X(joins, "joins", "joins Zoe, or: joins Zoe after Ann") \
  X(lots, "lots", "lots Joe 6-5 Ann 12-3")                \
  X(first, "first", "first Ann")                          \
  X(hand, "hand", "hand Ann: 9-3 9-7 ?x5")                \
  X(seek, "seek", "seek Joe ? Ann 4-4, or: seek x2")      \
  X(turned, "turned", "turned 5-3 9-9")                   \
  X(engine, "engine", "engine 9-9 Don, or: engine 9-9")   \
  X(redeal, "redeal", "redeal")                           \
  X(chance, "chance", "chance lucky 7")                   \
  X(claim, "claim", "claim Bob 9.3 \"had a play\"")       \
  X(left, "left", "left Ann: 3-5 11-12 10-7")             \
  X(score, "score", "score Ann 48 Bob 0")                 \
  X(over, "over", "over")

enum class LineWord : std::uint8_t {
#define X(id, word, example) id,
  ROUNDHOUSE_LINE_WORDS(X)
#undef X
};

/// Reads the line at the cursor. False: see the cursor's complaint.
bool read_line(LineCursor& cursor, const Header& header, Line& line);

/// Reads the acts behind `NAME:`.
bool read_acts(LineCursor& cursor, const Header& header, TurnLine& line);

/// A player's name. Complains where nobody or more than one is meant.
std::optional<Seat> read_player(LineCursor& cursor, const Header& header);

/// Reads what follows a complete line: nothing, or a comment.
bool read_end(LineCursor& cursor);

class Vocabulary;

/// The line as it probably should be, in its canonical form: one that can be read, with no word that nobody
/// knows. Absent where nothing simple fixes it. `vocabulary`: nullptr where no rules are known.
std::optional<std::string> mended_line(const Header& header, Vocabulary* vocabulary, std::string_view text);

/// True if the line with the complaint's replacement in it gives no complaint up to there: then the
/// replacement may be shown, though the rest of the line is not mended.
bool replacement_holds(const Header& header, Vocabulary* vocabulary, std::string_view text,
                       const Complaint& complaint);

/// The word of the notation with which a line begins, also in the plural; in small letters.
std::optional<std::string_view> line_word(std::string_view small);

/// "write it like ..." for the kind of line that this seems to be.
std::string example_for(std::string_view text);

}  // namespace roundhouse::replay
