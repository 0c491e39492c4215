#pragma once
// Complaints about the text of a record, before any rule is asked: one list.

#include <cstdint>
#include <string_view>

#include "dsl/base/arithmetic.h"

namespace roundhouse::replay {

// X(enumerator, code, sentence)
#define ROUNDHOUSE_NOTATION_CODES(X)                                                                     \
  X(not_text, "not-text", "The file is not text.")                                                       \
  X(no_record, "no-record", "A record is lines of notation, below the names of its players.")            \
  X(not_utf8, "not-utf-8", "Records are written in UTF-8.")                                              \
  X(control_character, "control-character", "A character that cannot be seen has no place in a record.") \
  X(line_too_long, "line-too-long", "A line has at most 8,192 bytes.")                                   \
  X(round_too_long, "round-too-long", "A round has at most 1 MiB of text.")                              \
  X(too_many_turns, "too-many-turns", "A round has at most 5,000 turn lines.")                           \
  X(too_many_entries, "too-many-entries", "A round has at most 100,000 lines, acts and tiles.")          \
  X(too_many_facts, "too-many-facts", "A header carries at most 1,000 facts.")                           \
  X(unknown_line, "unknown-line", "No line of a record begins like this.")                               \
  X(bad_header, "bad-header", "A header field is written in square brackets, its name first.")           \
  X(unknown_header, "unknown-header", "No header field has this name.")                                  \
  X(repeated_header, "repeated-header", "A header field stands once.")                                   \
  X(late_header, "late-header", "Header fields stand before the first line of play.")                    \
  X(missing_players, "missing-players", "A record names its players before they play.")                  \
  X(number_of_players, "number-of-players", "A game has 1 to 14 players.")                               \
  X(bad_name, "bad-name", "A short name is made of letters, digits and _, with at least one letter.")    \
  X(repeated_name, "repeated-name", "Each player has a name of his own.")                                \
  X(unknown_player, "unknown-player", "No player of this record has this name.")                         \
  X(ambiguous_player, "ambiguous-player", "This beginning fits more than one player.")                   \
  X(bad_tile, "bad-tile", "A tile is two numbers with a dash between them.")                             \
  X(no_such_tile, "no-such-tile", "No set of dominoes has this number of pips.")                         \
  X(bad_place, "bad-place", "After > stands a player, a train, or an end as ^5-5 or ^3.")                \
  X(bad_act, "bad-act", "A turn is made of tiles, draw, mark, pass and the acts of the variant.")        \
  X(unknown_act, "unknown-act", "The variant declares no such act.")                                     \
  X(unknown_place, "unknown-place", "The variant has no train of this name.")                            \
  X(unknown_chance, "unknown-chance", "The variant leaves nothing of this name to chance.")              \
  X(no_such_fact, "no-such-fact", "The variant keeps no fact like this.")                                \
  X(more_than_one_way, "more-than-one-way", "This can be read in more than one way.")                    \
  X(after_pass, "after-pass", "Nothing can be played after pass.")                                       \
  X(contradiction, "contradiction", "A line cannot say both.")                                           \
  X(bad_number, "bad-number", "A whole number is expected here.")                                        \
  X(bad_reference, "bad-reference", "A turn is named by its round and its number: 9.2 or #2.3.")         \
  X(bad_text, "bad-text", "A remark begins and ends with a quotation mark on the same line.")            \
  X(misplaced_change, "misplaced-change", "Rules change and players join between rounds.")               \
  X(too_many_changes, "too-many-changes", "A record changes in at most 1,000 lines, to 32 tables.")      \
  X(missing_part, "missing-part", "Something that this line needs is not there.")                        \
  X(trailing_text, "trailing-text", "The line was complete before this.")                                \
  X(not_json, "not-json", "Each line is a JSON object.")                                                 \
  X(unknown_field, "unknown-field", "No object of a record has this field.")                             \
  X(bad_field, "bad-field", "The field does not have the value that is expected there.")

enum class NotationCode : std::uint8_t {
#define X(id, code, sentence) id,
  ROUNDHOUSE_NOTATION_CODES(X)
#undef X
};

std::string_view notation_code(NotationCode code);
std::string_view notation_sentence(NotationCode code);

// Limits, all of them of the text alone.
constexpr std::size_t longest_line = 8192;
constexpr std::size_t longest_round = std::size_t{1} << 20;
constexpr int most_turn_lines = 5000;
/// Lines, and acts and tiles on them: `?x100` is short, and a hundred tiles.
constexpr std::size_t most_round_entries = 100'000;
constexpr std::size_t most_header_facts = 1000;
/// Rules and players that lines between rounds lead to, each compiled anew.
constexpr std::size_t most_round_terms = 32;
constexpr std::size_t most_rule_changes = 1000;
using dsl::greatest_number;

}  // namespace roundhouse::replay
