#pragma once
// The English of people who write a record at the table: one list of words that are read besides those of the
// notation itself, and how declared names are bent. docs/notation.md ("What may differ") shows it. Not
// installed.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::replay {

/// The use of such a word on a line.
enum class WordUse : std::uint8_t {
  draw,
  take,  ///< a tile from the boneyard, or something back or off
  pass,
  mark,
  nomark,
  no,           ///< `no marker`
  lay,          ///< before a tile that was laid
  onto,         ///< before a place
  own,          ///< the player's own
  train,        ///< behind a name or a kind
  article,      ///< before a thing, or before what was drawn
  number,       ///< a half of a tile, or how many
  doubled,      ///< `double six`
  thing,        ///< the thing counted: `two tiles`
  times,        ///< `twice`
  more,         ///< `one more`
  joint,        ///< between acts, tiles, players
  nothing,      ///< `left Ann: nothing`
  unable,       ///< `cannot play`
  going,        ///< behind `no` or `cannot`
  points,       ///< behind a number of points
  number_sign,  ///< before a number: `no. 9`
  it,           ///< the tile just drawn
  missing,      ///< nobody knows the turn
  undone,       ///< something was taken back
  omitted,      ///< something was not done: `forgot marker`
  accident,     ///< `by mistake`
  lifted,       ///< `takes the marker off`
  out,          ///< the last tile was laid
  opening,      ///< `starts with 12-12`; behind a tile, before a place
  covering,     ///< behind a tile, before a double
};

struct NotationWord {
  std::string_view word;
  WordUse use;
  int number = 0;
};

/// The word in small letters; nullptr: it is none of them.
const NotationWord* find_notation_word(std::string_view folded);
/// All of them, for the page that shows them.
std::vector<NotationWord> notation_words();

/// A declared name as people bend a verb or a noun: `knock` gives knocks, knocked, knocking. Small letters.
std::vector<std::string> bent_forms(std::string_view name);

}  // namespace roundhouse::replay
