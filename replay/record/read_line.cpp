#include "replay/record/read_line.h"

#include <array>
#include <utility>

#include "dsl/base/nearest.h"
#include "replay/record/names.h"
#include "replay/record/position_notation.h"
#include "replay/record/read_header.h"
#include "replay/record/reference.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

struct LineWordRow {
  LineWord id;
  std::string_view word;
  std::string_view example;
};
constexpr std::array<LineWordRow, 16> line_words{{
#define X(id, word, example) {LineWord::id, word, example},
    ROUNDHOUSE_LINE_WORDS(X)
#undef X
}};

const LineWordRow* find_line_word(std::string_view word) {
  const std::string wanted = lower(word);
  for (const LineWordRow& row : line_words) {
    if (row.word == wanted) return &row;
  }
  return nullptr;
}

/// `3.` or `3)` in front of a line, as people number their turns.
void skip_turn_number(LineCursor& cursor) {
  const std::size_t begin = cursor.position;
  const std::string_view text = cursor.text();
  std::size_t end = begin;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  if (end == begin || end + 1 >= text.size() || (text[end] != '.' && text[end] != ')')) return;
  cursor.position = end + 1;
  cursor.skip_spaces();
  if (name_length(text, cursor.position) == 0) cursor.position = begin;
}

std::optional<std::int32_t> read_integer(LineCursor& cursor, std::int64_t least, std::string_view what,
                                         std::int64_t greatest = greatest_number) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  const auto number = cursor.take_number();
  if (number && *number >= least && *number <= greatest) return static_cast<std::int32_t>(*number);
  cursor.position = begin;
  if (cursor.at_end()) {
    cursor.complain_here(NotationCode::missing_part, std::string(what) + " is missing here");
  } else {
    cursor.complain_here(NotationCode::bad_number,
                         "'" + cursor.piece_at(begin) + "' is not " + std::string(what));
  }
  return std::nullopt;
}

/// NAME TILE NAME TILE ...
std::optional<std::vector<SeatTile>> read_seat_tiles(LineCursor& cursor, const Header& header) {
  std::vector<SeatTile> list;
  while (!cursor.at_end()) {
    const auto seat = read_player(cursor, header);
    if (!seat) return std::nullopt;
    cursor.skip_spaces();
    const auto tile = cursor.take_tile();
    if (!tile) return std::nullopt;
    if (!cursor.at_boundary()) {
      cursor.complain_here(NotationCode::trailing_text, "a space is missing here");
      return std::nullopt;
    }
    list.push_back({*seat, *tile});
  }
  if (list.empty()) {
    cursor.complain_here(NotationCode::missing_part, "a player and a tile are missing here");
    return std::nullopt;
  }
  return list;
}

bool read_game(LineCursor& cursor, Line& line) {
  const auto number = read_integer(cursor, 1, "the number of a game", engine::most_games);
  if (!number) return false;
  line = GameLine{*number};
  return true;
}

bool read_round(LineCursor& cursor, Line& line) {
  RoundLine round;
  if (!cursor.at_end()) {
    const std::size_t begin = cursor.position;
    while (true) {
      cursor.take_name();
      if (!cursor.takes("-")) break;
    }
    round.label = cursor.text().substr(begin, cursor.position - begin);
    if (round.label.empty() || round.label.size() > 64) {
      return cursor.complain(NotationCode::bad_name, begin, cursor.piece_end(begin),
                             "'" + cursor.piece_at(begin) + "' is no label for a round",
                             "a label is made of letters, digits, _ and -, at most 64 of them");
    }
  }
  line = std::move(round);
  return true;
}

bool read_rules(LineCursor& cursor, Line& line) {
  RulesLine rules;
  while (!cursor.at_end())
    if (!read_option(cursor, rules.options)) return false;
  if (rules.options.empty())
    return cursor.complain_here(NotationCode::missing_part, "an option and its value are missing here",
                                "write it like: rules double_blank=50");
  line = std::move(rules);
  return true;
}

/// True if this word stands at the cursor, which is then behind it.
bool takes_word(LineCursor& cursor, std::string_view wanted) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  if (lower(cursor.take_word()) == wanted && cursor.at_boundary()) return true;
  cursor.position = begin;
  return false;
}

bool read_joins(LineCursor& cursor, const Header& header, Line& line) {
  JoinsLine joins;
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  if (cursor.at_end())
    return cursor.complain_here(NotationCode::missing_part, "a player's name is missing here");
  auto player = read_player_field(cursor, header.players);
  if (!player) return false;
  joins.player = std::move(*player);
  if (header.players.size() >= engine::max_players)
    return cursor.complain(NotationCode::number_of_players, begin, cursor.position,
                           "with this player they are more than 14 players");
  if (takes_word(cursor, "after")) {
    const auto seat = read_player(cursor, header);
    if (!seat) return false;
    joins.after = *seat;
  }
  if (takes_word(cursor, "age")) {
    const auto age = read_integer(cursor, 0, "an age", 200);
    if (!age) return false;
    joins.age = *age;
  }
  line = std::move(joins);
  return true;
}

/// `hand Ann: ...` and `left Ann: ...`, with or without the colon.
template <class PlayerTiles>
bool read_player_tiles(LineCursor& cursor, const Header& header, Line& line) {
  const auto seat = read_player(cursor, header);
  if (!seat) return false;
  cursor.skip_spaces();
  cursor.takes(":");
  auto tiles = cursor.take_tiles();
  if (!tiles) return false;
  line = PlayerTiles{*seat, std::move(*tiles)};
  return true;
}

bool read_seek(LineCursor& cursor, const Header& header, Line& line) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  if (cursor.takes("x") || cursor.takes("X")) {
    const auto passes = cursor.take_number();
    if (passes && cursor.at_end()) {
      if (*passes < 1 || *passes > 2 * engine::max_tile_kinds) {
        return cursor.complain(NotationCode::bad_number, begin, cursor.position, "nobody drew so often");
      }
      line = SeekLine{{}, static_cast<std::int32_t>(*passes)};
      return true;
    }
  }
  cursor.position = begin;
  if (cursor.at_end()) {
    line = SeekLine{{}, 1};
    return true;
  }
  auto draws = read_seat_tiles(cursor, header);
  if (!draws) return false;
  line = SeekLine{std::move(*draws), 0};
  return true;
}

bool read_engine(LineCursor& cursor, const Header& header, Line& line) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  EngineLine engine_line;
  const auto tile = cursor.take_tile();
  if (!tile) return false;
  if (!tile->known()) {
    return cursor.complain(NotationCode::bad_tile, begin, cursor.position,
                           "the engine lies face up, both halves are known");
  }
  engine_line.tile = *tile;
  if (!cursor.at_end()) {
    const auto seat = read_player(cursor, header);
    if (!seat) return false;
    engine_line.holder = *seat;
  }
  line = engine_line;
  return true;
}

/// Reads `lucky 7`, `grandma Ann`, with or without a colon or `=` between.
bool read_chance(LineCursor& cursor, const Header& header, Line& line) {
  ChanceLine chance;
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  chance.name = std::string(cursor.take_name());
  if (chance.name.empty() || chance.name.size() > 64) {
    if (begin == cursor.text().size() || cursor.text()[begin] == '#')
      return cursor.complain_here(NotationCode::missing_part, "what chance has decided is missing here");
    return cursor.complain(NotationCode::bad_name, begin, cursor.piece_end(begin),
                           "'" + cursor.piece_at(begin) + "' is no name of a fact");
  }
  chance.name_at = cursor.at_since(begin);
  cursor.skip_spaces();
  if (cursor.takes(":") || cursor.takes("=")) cursor.skip_spaces();
  const std::size_t value = cursor.position;
  // A name may begin with a digit.
  const std::string_view word = cursor.take_name();
  cursor.position = value;
  const bool is_name = word.find_first_not_of("0123456789") != std::string_view::npos;
  if (!is_name) {
    const auto number = read_integer(cursor, -greatest_number, "a number or a player");
    if (!number) return false;
    chance.number = *number;
  } else {
    const auto seat = read_player(cursor, header);
    if (!seat) return false;
    chance.player = *seat;
  }
  chance.value_at = cursor.at_since(value);
  line = std::move(chance);
  return true;
}

bool read_claim(LineCursor& cursor, const Header& header, Line& line) {
  ClaimLine claim;
  const auto seat = read_player(cursor, header);
  if (!seat) return false;
  claim.player = *seat;
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  const std::size_t end = cursor.piece_end(begin);
  const auto reference = parse_reference(cursor.text().substr(begin, end - begin));
  if (!reference) {
    return cursor.complain(NotationCode::bad_reference, begin, end,
                           begin == end ? "the turn that is meant is missing here"
                                        : "'" + cursor.piece_at(begin) + "' names no turn",
                           "9.3 is the third turn line of the round labelled 9, #2.3 of the second round");
  }
  claim.about = *reference;
  cursor.position = end;
  cursor.skip_spaces();
  if (cursor.at_quoted()) {
    auto note = cursor.take_quoted();
    if (!note) return false;
    claim.note = std::move(*note);
  }
  line = std::move(claim);
  return true;
}

bool read_score(LineCursor& cursor, const Header& header, Line& line) {
  ScoreLine score;
  while (!cursor.at_end()) {
    const std::size_t begin = cursor.position;
    const auto seat = read_player(cursor, header);
    if (!seat) return false;
    const auto points = read_integer(cursor, -greatest_number, "a number of points");
    if (!points) return false;
    score.points.push_back({*seat, *points, cursor.at_since(begin)});
  }
  if (score.points.empty()) {
    return cursor.complain_here(NotationCode::missing_part, "a player and the points are missing here");
  }
  line = std::move(score);
  return true;
}

bool read_after_word(LineCursor& cursor, const Header& header, LineWord word, Line& line) {
  switch (word) {
    case LineWord::game:
      return read_game(cursor, line);
    case LineWord::round:
      return read_round(cursor, line);
    case LineWord::rules:
      return read_rules(cursor, line);
    case LineWord::joins:
      return read_joins(cursor, header, line);
    case LineWord::lots: {
      auto lots = read_seat_tiles(cursor, header);
      if (lots) line = LotsLine{std::move(*lots)};
      return lots.has_value();
    }
    case LineWord::first: {
      const auto seat = read_player(cursor, header);
      if (seat) line = FirstLine{*seat};
      return seat.has_value();
    }
    case LineWord::hand:
      return read_player_tiles<HandLine>(cursor, header, line);
    case LineWord::seek:
      return read_seek(cursor, header, line);
    case LineWord::turned: {
      auto tiles = cursor.take_tiles();
      if (!tiles) return false;
      if (tiles->empty()) return cursor.complain_here(NotationCode::missing_part, "a tile is missing here");
      line = TurnedLine{std::move(*tiles)};
      return true;
    }
    case LineWord::engine:
      return read_engine(cursor, header, line);
    case LineWord::redeal:
      line = RedealLine{};
      return true;
    case LineWord::chance:
      return read_chance(cursor, header, line);
    case LineWord::claim:
      return read_claim(cursor, header, line);
    case LineWord::left:
      return read_player_tiles<LeftLine>(cursor, header, line);
    case LineWord::score:
      return read_score(cursor, header, line);
    case LineWord::over:
      line = OverLine{};
      return true;
  }
  return false;
}

/// A claim stands at the end of its canonical line, and without it two words may come to stand together that
/// belong together then. What is read must be what would be read of the canonical line.
void finish_claim(const LineCursor& cursor, const Header& header, TurnLine& turn) {
  if (turn.claim == MarkClaim::none || turn.acts.empty()) return;
  if (turn.claim_at.span.begin >= turn.acts.back().at.span.begin) return;
  const std::string text = write_line(header, turn);
  LineCursor canonical({}, 0, text);
  canonical.position = text.find(':') + 1;
  TurnLine again;
  again.player = turn.player;
  canonical.after_engine = true;
  if (!read_acts(canonical, header, again) || again == turn) return;
  for (WrittenAct& act : again.acts) act.at = cursor.at(0, cursor.position);
  again.player_at = turn.player_at;
  again.claim_at = turn.claim_at;
  turn = std::move(again);
}

constexpr std::string_view referee_word = "referee";
constexpr std::size_t longest_signer = 64;

/// `referee Kim:`, with the cursor behind the first word. The signer need not be a player; one who is bears
/// the name as the header has it. Empty, with the cursor where it was: it is no such line.
std::string take_signer(LineCursor& cursor, const Header& header) {
  const std::size_t before = cursor.position;
  cursor.skip_spaces();
  const std::string_view name = cursor.take_name();
  cursor.skip_spaces();
  if (!is_player_name(name) || name.size() > longest_signer || !cursor.rest().starts_with(':')) {
    cursor.position = before;
    return {};
  }
  const PlayerMatch match = match_player(header, name);
  return match.exact ? header.players[static_cast<std::size_t>(match.seats.front())].name : std::string(name);
}

/// `referee: allow "why"`, with the cursor behind the colon. False, with the cursor where it was: it is
/// another line of the referee's.
bool takes_allow(LineCursor& cursor, AllowLine& allow) {
  const std::size_t before = cursor.position;
  cursor.skip_spaces();
  const bool is_word = lower(cursor.take_word()) == "allow" && cursor.at_boundary();
  cursor.skip_spaces();
  if (is_word && cursor.at_quoted())
    if (auto note = cursor.take_quoted()) allow.note = std::move(*note);
  if (is_word && (cursor.complaint || cursor.at_end())) return true;
  cursor.position = before;
  return false;
}

bool read_turn(LineCursor& cursor, const Header& header, std::size_t begin, std::string_view name, Line& line,
               std::string signer = {}) {
  TurnLine turn;
  turn.player_at = cursor.at(begin, begin + name.size());
  turn.signer = std::move(signer);
  if (lower(name) != referee_word) {
    const std::size_t after = cursor.position;
    cursor.position = begin;
    const auto seat = read_player(cursor, header);
    if (!seat) return false;
    turn.player = *seat;
    cursor.position = after;
  }
  cursor.skip_spaces();
  cursor.takes(":");
  if (AllowLine allow{turn.signer, {}}; turn.player == no_seat && takes_allow(cursor, allow)) {
    line = std::move(allow);
    return !cursor.complaint;
  }
  if (!read_acts(cursor, header, turn)) return false;
  finish_claim(cursor, header, turn);
  line = std::move(turn);
  return true;
}

bool complain_unknown_line(LineCursor& cursor, const Header& header, std::size_t begin) {
  const std::string piece = cursor.piece_at(begin);
  const std::size_t length = name_length(cursor.text(), begin);
  const std::string_view word = cursor.text().substr(begin, length);
  if (match_player(header, word).found()) {
    const std::size_t end = begin + length;
    cursor.complain(NotationCode::unknown_line, end, end,
                    "a colon is missing after '" + std::string(word) + "'");
    cursor.complaint->replacement = ":";
    return false;
  }
  cursor.complain(NotationCode::unknown_line, begin, cursor.piece_end(begin),
                  "no line of a record begins with '" + piece + "'");
  std::vector<std::string> words;
  for (const LineWordRow& row : line_words) words.emplace_back(row.word);
  if (const auto nearest = dsl::nearest_name(word, words)) {
    cursor.complaint->help = "did you mean '" + *nearest + "'?";
    cursor.complaint->end = begin + length;
    cursor.complaint->replacement = *nearest;
  }
  return false;
}

}  // namespace

std::optional<Seat> read_player(LineCursor& cursor, const Header& header) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  const std::string_view name = cursor.take_name();
  const std::size_t end = name.empty() ? cursor.piece_end(begin) : cursor.position;
  if (name.empty()) {
    cursor.position = begin;
    if (cursor.at_end()) {
      cursor.complain_here(NotationCode::missing_part, "a player's name is missing here");
    } else {
      cursor.complain(NotationCode::unknown_player, begin, end,
                      "'" + cursor.piece_at(begin) + "' is no player's name");
    }
    return std::nullopt;
  }
  if (header.players.empty()) {
    cursor.complain(
        NotationCode::missing_players, begin, end, "the players of this record are not named",
        "write their names in the order of their seats, clockwise, at the top: [players Joe Ann]");
    return std::nullopt;
  }
  const PlayerMatch match = match_player(header, name);
  if (match.found()) return match.seats.front();
  const std::vector<std::string> names = player_names(header);
  if (match.seats.empty()) {
    cursor.complain(NotationCode::unknown_player, begin, end,
                    "no player is called '" + cursor.piece_at(begin) + "'",
                    "it is " + dsl::list_names(names));
    cursor.complaint->message = "no player is called '" + std::string(name.substr(0, 64)) + "'";
    if (auto nearest = dsl::nearest_name(name, names)) {
      cursor.complaint->help = "did you mean '" + *nearest + "'?";
      cursor.complaint->replacement = std::move(nearest);
    }
    return std::nullopt;
  }
  cursor.complain(NotationCode::ambiguous_player, begin, end,
                  "'" + std::string(name) + "' is the beginning of more than one name",
                  "write more of it; it may be " + dsl::list_names(player_names(header, match.seats)));
  return std::nullopt;
}

bool read_end(LineCursor& cursor) {
  if (cursor.at_end()) return true;
  return cursor.complain_here(NotationCode::trailing_text,
                              "'" + cursor.piece_at(cursor.position) + "' is too much",
                              "a comment begins with #");
}

bool read_line(LineCursor& cursor, const Header& header, Line& line) {
  cursor.skip_spaces();
  if (cursor.takes("?")) {
    if (!cursor.at_end()) {
      return cursor.complain_here(NotationCode::trailing_text,
                                  "a line ? stands alone: turns that nobody wrote down");
    }
    line = GapLine{};
    return true;
  }
  skip_turn_number(cursor);
  const std::size_t begin = cursor.position;
  const std::string_view name = cursor.take_name();
  const std::size_t after = cursor.position;
  cursor.skip_spaces();
  if (!name.empty() && cursor.rest().starts_with(':')) {
    return read_turn(cursor, header, begin, name, line) && read_end(cursor);
  }
  cursor.position = after;
  if (lower(name) == referee_word)
    if (std::string signer = take_signer(cursor, header); !signer.empty())
      return read_turn(cursor, header, begin, name, line, std::move(signer)) && read_end(cursor);
  if (const auto word = find_position_word(name); word && cursor.at_boundary())
    return read_position_line(cursor, header, *word, line) && read_end(cursor);
  const LineWordRow* row = find_line_word(name);
  if (row == nullptr || !cursor.at_boundary()) return complain_unknown_line(cursor, header, begin);
  return read_after_word(cursor, header, row->id, line) && read_end(cursor);
}

std::optional<std::string_view> line_word(std::string_view small) {
  for (const LineWordRow& row : line_words) {
    const bool plural = small.size() == row.word.size() + 1 && small.back() == 's';
    if ((plural || small.size() == row.word.size()) && small.starts_with(row.word)) return row.word;
  }
  return std::nullopt;
}

std::string example_for(std::string_view text) {
  LineCursor cursor({}, 0, text);
  cursor.skip_spaces();
  const std::string_view word = cursor.take_name();
  if (const LineWordRow* row = find_line_word(word))
    return "such a line is written like: " + std::string(row->example);
  if (const auto of_position = find_position_word(word))
    return "such a line is written like: " + std::string(position_example(*of_position));
  return "a turn is written like: Joe: 9-3>Ann draw mark";
}

}  // namespace roundhouse::replay
