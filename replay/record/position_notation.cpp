#include "replay/record/position_notation.h"

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

struct PositionWordRow {
  PositionWord id;
  std::string_view word;
  std::string_view example;
};
constexpr auto position_words = std::to_array<PositionWordRow>({
#define X(id, word, example) {PositionWord::id, word, example},
    ROUNDHOUSE_POSITION_WORDS(X)
#undef X
});

/// Sides within sides; no table has more.
constexpr int deepest_sides = 32;
constexpr std::string_view one_line_word = "position";

/// The numbers of a `turn` line, by the words in front of them.
struct TurnNumber {
  std::string_view word;
  std::int32_t TurnNowLine::*member;
};
constexpr std::array<TurnNumber, 6> turn_numbers{{{"lap", &TurnNowLine::lap},
                                                  {"still", &TurnNowLine::still},
                                                  {"voids", &TurnNowLine::voids},
                                                  {"laid", &TurnNowLine::laid},
                                                  {"drawn", &TurnNowLine::drawn},
                                                  {"drew", &TurnNowLine::drew}}};
/// More than any round has of anything.
constexpr std::int64_t greatest_count = 60'000;

class PositionReader {
 public:
  PositionReader(LineCursor& cursor, const Header& header) : cursor_(cursor), header_(header) {}

  bool read(PositionWord word, PositionLine& line) {
    switch (word) {
      case PositionWord::train:
        return read_train(line.what.emplace<TrainLine>());
      case PositionWord::debt:
        return read_debt(line.what.emplace<DebtLine>());
      case PositionWord::fact:
        return read_fact(line.what.emplace<FactLine>());
      case PositionWord::boneyard:
        return read_number(line.what.emplace<BoneyardLine>().tiles, 0, "a number of tiles");
      case PositionWord::turn:
        return read_turn_now(line.what.emplace<TurnNowLine>());
      case PositionWord::turns:
        return read_counts(line.what.emplace<CountsLine>(CountsLine{true, {}}));
      case PositionWord::scored:
        return read_counts(line.what.emplace<CountsLine>(CountsLine{false, {}}));
      case PositionWord::starter:
        return read_role(line, TableRole::starter);
      case PositionWord::won:
        return read_role(line, TableRole::won);
      case PositionWord::kept:
        return read_role(line, TableRole::kept);
      case PositionWord::nothing:
        line.what = NothingElseLine{};
        return takes_word("else") ||
               cursor_.complain_here(NotationCode::missing_part, "'else' is missing here",
                                     "nothing else: no more trains, debts or facts than are written");
    }
    return false;
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

  bool read_number(std::int32_t& number, std::int64_t least, const std::string& what,
                   std::int64_t greatest = greatest_count) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    const auto read = cursor_.take_number();
    if (read && *read >= least && *read <= greatest) {
      number = static_cast<std::int32_t>(*read);
      return true;
    }
    cursor_.position = begin;
    if (cursor_.at_end()) return cursor_.complain_here(NotationCode::missing_part, what + " is missing here");
    return cursor_.complain_here(NotationCode::bad_number,
                                 "'" + cursor_.piece_at(begin) + "' is not " + what);
  }

  /// All up to a space or one of these signs.
  std::string take_piece(std::string_view signs) {
    const std::string_view rest = cursor_.rest();
    const std::size_t length = std::min(rest.find_first_of(" \t#" + std::string(signs)), rest.size());
    cursor_.position += length;
    return std::string(rest.substr(0, length));
  }

  bool read_train(TrainLine& line) {
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
      if (!read_number(pip, 0, "a number of a tile", engine::max_highest)) return false;
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
                              "... in front of a train stands for tiles that nobody wrote down");
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

  bool read_debt(DebtLine& line) {
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
        if (!read_number(line.times, 1, "a number of tiles", 255)) return false;
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

  bool read_fact(FactLine& line) {
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

  bool read_turn_now(TurnNowLine& line) {
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
          find_if(turn_numbers, [&](const TurnNumber& each) { return takes_word(each.word); });
      if (number == turn_numbers.end())
        return cursor_.complain_here(
            NotationCode::trailing_text,
            "'" + cursor_.piece_at(cursor_.position) + "' is nothing that a turn line says",
            "behind the player may stand: after Ann, next Ann, marked, and a number behind lap, still, "
            "voids, laid, drawn or drew");
      if (!read_number(line.*number->member, 0, "a number")) return false;
    }
    return true;
  }

  bool read_counts(CountsLine& line) {
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position;
      const auto seat = read_player(cursor_, header_);
      std::int32_t number = 0;
      const auto what = line.is_turns ? "a number of turns" : "a number of points";
      const std::int64_t most = line.is_turns ? 5'000 : greatest_number;
      if (!seat || !read_number(number, line.is_turns ? 0 : -most, what, most)) return false;
      line.points.push_back({*seat, number, cursor_.at_since(begin)});
    }
    return !line.points.empty() ||
           cursor_.complain_here(NotationCode::missing_part, "a player and a number are missing here");
  }

  bool read_role(PositionLine& line, TableRole role) {
    const auto seat = read_player(cursor_, header_);
    if (seat) line.what = RoleLine{role, *seat};
    return seat.has_value();
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

struct PositionWriter {
  const Header& header;

  std::string name(Seat seat) const { return player_text(header, seat); }

  std::string operator()(const TrainLine& line) const {
    return "train " + line.train + ":" + lying_text(line.lies);
  }
  std::string operator()(const DebtLine& line) const {
    std::string text = "debt " + tile_text(line.tile);
    if (line.order >= 0) text += "@" + std::to_string(line.order);
    if (!line.train.empty()) text += ">" + line.train;
    if (line.by_known) text += " " + (line.by == no_seat ? std::string("nobody") : name(line.by));
    if (line.times != 1) text += " x" + std::to_string(line.times);
    return line.fresh ? text + " now" : text;
  }
  std::string operator()(const FactLine& line) const {
    return "fact " + (line.of.empty() ? "" : line.of + ".") + line.name +
           (line.value.empty() ? "" : " " + line.value);
  }
  std::string operator()(const BoneyardLine& line) const { return "boneyard " + std::to_string(line.tiles); }
  std::string operator()(const TurnNowLine& line) const {
    std::string text = "turn " + name(line.player);
    if (line.after != no_seat) text += " after " + name(line.after);
    if (line.next != no_seat) text += " next " + name(line.next);
    for (const TurnNumber& number : turn_numbers)
      if (line.*number.member >= 0)
        text += " " + std::string(number.word) + " " + std::to_string(line.*number.member);
    return line.marked ? text + " marked" : text;
  }
  std::string operator()(const CountsLine& line) const {
    std::string text = line.is_turns ? "turns" : "scored";
    for (const SeatPoints& entry : line.points)
      text += " " + name(entry.seat) + " " + std::to_string(entry.points);
    return text;
  }
  std::string operator()(const RoleLine& line) const {
    switch (line.role) {
      case TableRole::starter:
        return "starter " + name(line.player);
      case TableRole::won:
        return "won " + name(line.player);
      case TableRole::kept:
        return "kept " + name(line.player);
    }
    return {};
  }
  std::string operator()(const NothingElseLine&) const { return "nothing else"; }
};

}  // namespace

std::optional<PositionWord> find_position_word(std::string_view word) {
  const std::string wanted = lower(word);
  const auto found = find_if(position_words, [&](const PositionWordRow& row) { return row.word == wanted; });
  return found == position_words.end() ? std::nullopt : std::optional(found->id);
}

std::string_view position_example(PositionWord word) {
  return position_words[static_cast<std::size_t>(word)].example;
}

bool read_position_line(LineCursor& cursor, const Header& header, PositionWord word, Line& line) {
  PositionLine read;
  if (!PositionReader(cursor, header).read(word, read)) return false;
  line = std::move(read);
  return true;
}

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

std::string write_position_line(const Header& header, const PositionLine& line) {
  return std::visit(PositionWriter{header}, line.what);
}

}  // namespace roundhouse::replay
