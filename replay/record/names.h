#pragma once
// Players' short names: what may stand in one, and which player a written name means; and the longer names of
// sentences.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// True of a letter of any script, a digit or `_`. Of other scripts than Latin this asks only for what is
/// surely no letter: punctuation, symbols, controls, spaces.
bool is_name_character(char32_t point);

/// The bytes of name characters that stand at `offset`.
std::size_t name_length(std::string_view text, std::size_t offset);

/// True if a player may be called so: name characters only, at least one that is no digit.
bool is_player_name(std::string_view text);

/// In lower case, with accents taken off their letters and put behind them, for Latin, Greek and Cyrillic;
/// bytes that are not UTF-8 stay. For comparing: `Zoë` is the same in one character as in two.
std::string folded(std::string_view text);

struct PlayerMatch {
  std::vector<Seat> seats;  ///< one: that player is meant; several: the beginning fits them all
  bool exact = false;       ///< the whole name was written (in whatever case)

  bool found() const { return seats.size() == 1; }
};
/// The player whose name this is, else those whose names begin so. Case makes no difference.
PlayerMatch match_player(const Header& header, std::string_view text);

/// The names of all players by seat, or of these seats.
std::vector<std::string> player_names(const Header& header);
std::vector<std::string> player_names(const Header& header, const std::vector<Seat>& seats);

/// The player meant, no_seat where none or more than one fits.
Seat resolve_player(const Header& header, std::string_view text);

// Players and trains as sentences name them: "Ann Smith", "Ann's side train", "the Mexican train".

/// The whole name, where the record has it: "Ann Smith".
const std::string& whole_name(const PlayerField& player);

/// As sentences name a player: the whole name, but of players who would be called alike the short one.
const std::string& spoken_name(const Header& header, Seat seat);

/// The header with whole names in place of the short ones, but for players who would be called alike.
Header with_whole_names(Header header);

/// "Ann's train", "Ann's side train", "Ann's side train 2"; of shared ones "the Mexican train", "leg 2".
std::string train_in_words(const engine::Rules& program, const Header& header, int train);

/// The train's label in a picture: "Ann" for her own train, "Ann's side train", "Mexican train", "Leg 2".
std::string train_label(const engine::Rules& program, const Header& header, int train);

}  // namespace roundhouse::replay
