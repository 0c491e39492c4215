#include <algorithm>
#include <array>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/notation_words.h"
#include "replay/record/read_header.h"
#include "replay/record/read_line.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {
namespace {

/// Sides within sides; no table has more.
constexpr int deepest_sides = 32;
constexpr std::string_view one_line_word = "position";

/// The numbers of a `turn` line, by the words in front of them.
struct TurnNumber {
  std::string_view word;
  std::int32_t TurnNowLine::*member;
};
constexpr std::array<TurnNumber, 6> turn_numbers_of_table{{{"lap", &TurnNowLine::lap},
                                                           {"still", &TurnNowLine::still},
                                                           {"voids", &TurnNowLine::voids},
                                                           {"laid", &TurnNowLine::laid},
                                                           {"drawn", &TurnNowLine::drawn},
                                                           {"drew", &TurnNowLine::drew}}};

class PositionReader {
 public:
  PositionReader(LineCursor& cursor, const Header& header) : cursor_(cursor), header_(header) {}

  bool read(TrainLine& line) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    line.train = take_piece(":");
    line.train_at = cursor_.at_since(begin);
    if (line.train.empty() || line.train.size() > 2 * longest_name)
      return cursor_.complain_here(NotationCode::missing_part, "the name of a train is missing here",
                                   "write it like: train Ann: 12-5 5-8 marker");
    cursor_.skip_spaces();
    cursor_.takes(":");
    return read_tiles(line.lies, 0);
  }

  bool read(DebtLine& line) {
    cursor_.skip_spaces();
    const auto tile = cursor_.take_tile();
    if (!tile) return false;
    line.tile = *tile;
    if (!tile->known())
      return cursor_.complain_here(NotationCode::bad_tile, "a double that is to be covered lies face up");
    if (cursor_.takes("@") && !read_order(line.order, ">")) return false;
    if (cursor_.takes(">")) line.train = take_piece("");
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position;
      if (takes_word("now")) {
        line.fresh = true;
      } else if (takes_word("nobody")) {
        line.by_known = true;
      } else if (cursor_.takes("x") && cursor_.rest().find_first_of("0123456789") == 0) {
        if (!read_number(cursor_, line.times, {1, 255, "a number of tiles"})) return false;
      } else {
        cursor_.position = begin;
        const auto seat = read_player(cursor_, header_);
        if (!seat) return false;
        line.by = *seat;
        line.by_known = true;
      }
    }
    return true;
  }

  bool read(FactLine& line) {
    cursor_.skip_spaces();
    const std::string whole = take_piece("=");
    const std::size_t dot = whole.rfind('.');
    line.name = dot == std::string::npos ? whole : whole.substr(dot + 1);
    if (dot != std::string::npos) line.of = whole.substr(0, dot);
    if (line.name.empty() || line.name.size() > longest_name || line.of.size() > 2 * longest_name)
      return cursor_.complain_here(NotationCode::missing_part, "the name of a fact is missing here",
                                   "write it like: fact Ann.knocked");
    cursor_.takes("=");
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    line.value = take_piece("");
    if (line.value == "true" || line.value == "yes") line.value.clear();
    if (line.value == "no") line.value = "false";
    if (line.value == "nothing") line.value = "nobody";
    if (const auto tile = parse_tile(line.value)) line.value = tile_text(*tile);
    const auto number = dsl::whole_number<std::int32_t>(line.value, -greatest_number, greatest_number);
    if (number) line.value = std::to_string(*number);
    if (line.value == unknown_value) return true;
    if (line.value.empty() || number || parse_tile(line.value) || is_player_name(line.value)) return true;
    return cursor_.complain(NotationCode::bad_act, begin, cursor_.position, "this is no value of a fact",
                            "it is a number, a tile, a player's name, or ? where nobody knows");
  }

  bool read(TurnNowLine& line) {
    const auto player = read_player(cursor_, header_);
    if (!player) return false;
    line.player = *player;
    while (!cursor_.at_end()) {
      if (takes_word("marked")) {
        line.marked = true;
        continue;
      }
      const bool after = takes_word("after");
      if (after || takes_word("next")) {
        const auto seat = read_player(cursor_, header_);
        if (!seat) return false;
        (after ? line.after : line.next) = *seat;
        continue;
      }
      const auto number =
          find_if(turn_numbers_of_table, [&](const TurnNumber& each) { return takes_word(each.word); });
      if (number == turn_numbers_of_table.end())
        return cursor_.complain_here(
            NotationCode::trailing_text,
            "'" + cursor_.piece_at(cursor_.position) + "' is nothing that a turn line says",
            "behind the player may stand: after Ann, next Ann, marked, and a number behind lap, still, "
            "voids, laid, drawn or drew");
      if (!read_number(cursor_, line.*number->member, {0, greatest_count, "a number"})) return false;
    }
    return true;
  }

  bool read(NothingElseLine&) {
    return takes_word("else") ||
           cursor_.complain_here(NotationCode::missing_part, "'else' is missing here",
                                 "nothing else: no more trains, debts or facts than are written");
  }

 private:
  bool takes_word(std::string_view wanted) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    if (lower(cursor_.take_name()) == wanted && ends_here()) return true;
    cursor_.position = begin;
    return false;
  }
  /// True if a word or a tile may end here.
  bool ends_here() const {
    return cursor_.at_boundary() || cursor_.rest().starts_with(')') || cursor_.rest().starts_with('(');
  }

  /// All up to a space or one of these signs.
  std::string take_piece(std::string_view signs) {
    const std::string_view rest = cursor_.rest();
    const std::size_t length = std::min(rest.find_first_of(" \t#" + std::string(signs)), rest.size());
    cursor_.position += length;
    return std::string(rest.substr(0, length));
  }

  /// To the end of the line, or to the bracket that closes a side.
  bool read_tiles(LyingTiles& lies, int depth) {
    cursor_.skip_spaces();
    if (cursor_.takes("...")) lies.cut = true;
    for (;;) {
      if (cursor_.at_end()) return true;
      if (depth > 0 && cursor_.rest().starts_with(')')) return true;
      if (!(cursor_.rest().starts_with('(') ? read_side(lies, depth) : read_one(lies))) return false;
    }
  }

  bool read_side(LyingTiles& lies, int depth) {
    const std::size_t begin = cursor_.position;
    if (lies.tiles.empty() || depth == deepest_sides)
      return cursor_.complain(NotationCode::bad_act, begin, begin + 1,
                              "in brackets stand the sides of a double, right behind it",
                              "write it like: train Ann: 5-5 (5-3 3-4) () 5-8");
    cursor_.takes("(");
    LyingTiles& side = lies.tiles.back().sides.emplace_back();
    if (!read_tiles(side, depth + 1)) return false;
    if (cursor_.takes(")")) return true;
    return cursor_.complain(NotationCode::bad_act, begin, begin + 1, "this bracket is not closed");
  }

  bool read_one(LyingTiles& lies) {
    if (cursor_.at_tile()) return read_tile(lies);
    const std::size_t begin = cursor_.position;
    const NotationWord* word = find_notation_word(lower(cursor_.take_name()));
    const bool is_open = cursor_.takes("?");
    if (word != nullptr && word->use == WordUse::mark && ends_here()) {
      lies.marker = is_open ? MarkerSeen::unknown : MarkerSeen::stands;
      return true;
    }
    cursor_.position = begin;
    if (takes_word("closed")) {
      lies.closed = true;
      return true;
    }
    if (takes_word("shows")) {
      std::int32_t pip = 0;
      if (!read_number(cursor_, pip, {0, engine::max_highest, "a number of a tile"})) return false;
      lies.shows = static_cast<std::int8_t>(pip);
      return true;
    }
    return cursor_.complain_here(NotationCode::bad_tile,
                                 "'" + cursor_.piece_at(cursor_.position) + "' is no tile of a train",
                                 "a train is its tiles outward, then perhaps: marker");
  }

  bool read_tile(LyingTiles& lies) {
    const std::size_t begin = cursor_.position;
    const auto tile = cursor_.take_tile();
    if (!tile) return false;
    if (!tile->known())
      return cursor_.complain(NotationCode::bad_tile, begin, cursor_.position,
                              "the tiles of a train lie face up, both halves are known",
                              "... stands for tiles that nobody wrote down, and behind it what is open: "
                              "train Ann: ... shows 5");
    LyingTile lying;
    lying.tile = *tile;
    lying.inner = tile->high;
    const std::string_view text = cursor_.text();
    const std::size_t digit = text.find_first_of("0123456789", begin);
    std::size_t end = digit;
    while (end < text.size() && dsl::is_digit(text[end])) ++end;
    if (const auto first = dsl::whole_number<int>(text.substr(digit, end - digit), 0, engine::max_highest))
      lying.inner = static_cast<std::int8_t>(*first);
    if (cursor_.takes("=") && !read_outward(lying)) return false;
    if (cursor_.takes("@") && !read_order(lying.order, "()")) return false;
    if (!ends_here())
      return cursor_.complain(NotationCode::bad_tile, begin, cursor_.piece_end(begin),
                              "'" + cursor_.piece_at(begin) + "' is no tile",
                              "leave a space between two tiles");
    lies.tiles.push_back(std::move(lying));
    return true;
  }

  /// The half that lies outward, behind `=`.
  bool read_outward(LyingTile& lying) {
    const std::size_t begin = cursor_.position;
    const auto half = cursor_.take_number();
    if (!half || (*half != lying.tile.high && *half != lying.tile.low))
      return cursor_.complain(NotationCode::bad_tile, begin, cursor_.position,
                              "behind '=' stands the half of the tile that lies outward",
                              "write it like: train Ann: 12-5 7-3=3");
    lying.inner = static_cast<std::int8_t>(lying.tile.high + lying.tile.low - *half);
    lying.let_stand = true;
    return true;
  }

  /// As which tile one was laid, behind `@` and up to a space or one of these signs.
  bool read_order(std::int32_t& order, std::string_view signs) {
    const std::size_t begin = cursor_.position;
    const std::string number = take_piece(signs);
    const auto read = dsl::whole_number<std::int32_t>(number, 1, greatest_count);
    if (!read)
      return cursor_.complain(NotationCode::bad_number, begin, cursor_.position,
                              "'" + number + "' is no number of a tile laid");
    order = *read;
    return true;
  }

  LineCursor& cursor_;
  const Header& header_;
};

std::string lying_text(const LyingTiles& lies) {
  std::string text = lies.cut ? " ..." : "";
  for (const LyingTile& lying : lies.tiles) {
    const int outer = lying.tile.high + lying.tile.low - lying.inner;
    text += " " + std::to_string(lying.inner) + "-" + std::to_string(outer);
    if (lying.let_stand) text += "=" + std::to_string(outer);
    if (lying.order >= 0) text += "@" + std::to_string(lying.order);
    for (const LyingTiles& side : lying.sides) {
      const std::string inside = lying_text(side);
      text += " (" + (inside.empty() ? inside : inside.substr(1)) + ")";
    }
  }
  if (lies.shows >= 0) text += " shows " + std::to_string(lies.shows);
  if (lies.closed) text += " closed";
  if (lies.marker == MarkerSeen::stands) text += " marker";
  if (lies.marker == MarkerSeen::unknown) text += " marker?";
  return text;
}

}  // namespace

template <class L>
bool read_own_form(LineCursor& cursor, const Header& header, L& line) {
  return PositionReader(cursor, header).read(line);
}
template bool read_own_form(LineCursor&, const Header&, TrainLine&);
template bool read_own_form(LineCursor&, const Header&, DebtLine&);
template bool read_own_form(LineCursor&, const Header&, FactLine&);
template bool read_own_form(LineCursor&, const Header&, TurnNowLine&);
template bool read_own_form(LineCursor&, const Header&, NothingElseLine&);

std::string own_form(const Header&, const TrainLine& line) {
  return " " + line.train + ":" + lying_text(line.lies);
}
std::string own_form(const Header& header, const DebtLine& line) {
  std::string text = " " + tile_text(line.tile);
  if (line.order >= 0) text += "@" + std::to_string(line.order);
  if (!line.train.empty()) text += ">" + line.train;
  if (line.by_known)
    text += " " + (line.by == no_seat ? std::string("nobody") : player_text(header, line.by));
  if (line.times != 1) text += " x" + std::to_string(line.times);
  return line.fresh ? text + " now" : text;
}
std::string own_form(const Header&, const FactLine& line) {
  return " " + (line.of.empty() ? "" : line.of + ".") + line.name +
         (line.value.empty() ? "" : " " + line.value);
}
std::string own_form(const Header& header, const TurnNowLine& line) {
  std::string text = " " + player_text(header, line.player);
  if (line.after != no_seat) text += " after " + player_text(header, line.after);
  if (line.next != no_seat) text += " next " + player_text(header, line.next);
  for (const TurnNumber& number : turn_numbers_of_table)
    if (line.*number.member >= 0)
      text += " " + std::string(number.word) + " " + std::to_string(line.*number.member);
  return line.marked ? text + " marked" : text;
}
std::string own_form(const Header&, const NothingElseLine&) { return " else"; }

std::vector<LineCursor> position_pieces(const LineCursor& line) {
  LineCursor cursor = line;
  cursor.skip_spaces();
  if (lower(cursor.take_name()) != one_line_word || !cursor.at_boundary() || cursor.at_end()) return {};
  std::vector<LineCursor> pieces;
  std::string_view rest = cursor.rest();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(";#"), rest.size());
    const bool is_last = end == rest.size() || rest[end] == '#';
    const std::string_view piece = rest.substr(0, end);
    if (piece.find_first_not_of(" \t") != std::string_view::npos)
      pieces.push_back(line.part(static_cast<std::size_t>(piece.data() - line.text().data()),
                                 is_last ? rest.size() : piece.size()));
    rest = is_last ? std::string_view() : rest.substr(end + 1);
  }
  return pieces;
}

}  // namespace roundhouse::replay
