#include "replay/record/read_line.h"

#include <utility>

#include "dsl/base/nearest.h"
#include "replay/record/names.h"
#include "replay/record/read_header.h"
#include "replay/record/reference.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

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

/// True if this word stands at the cursor, which is then behind it.
bool takes_word(LineCursor& cursor, std::string_view wanted) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  if (lower(cursor.take_word()) == wanted && cursor.at_boundary()) return true;
  cursor.position = begin;
  return false;
}

/// Reads the fields behind the word of a line. False: see the cursor's complaint.
class FieldReader {
 public:
  FieldReader(LineCursor& cursor, const Header& header) : cursor_(cursor), header_(header) {}

  bool number(const char*, std::int32_t& number, const NumberForm& form) {
    return read_number(cursor_, number, form);
  }

  bool label(const char*, std::string& label) {
    if (cursor_.at_end()) return true;
    const std::size_t begin = cursor_.position;
    while (true) {
      cursor_.take_name();
      if (!cursor_.takes("-")) break;
    }
    label = cursor_.text().substr(begin, cursor_.position - begin);
    if (!label.empty() && label.size() <= 64) return true;
    return cursor_.complain(NotationCode::bad_name, begin, cursor_.piece_end(begin),
                            "'" + cursor_.piece_at(begin) + "' is no label for a round",
                            "a label is made of letters, digits, _ and -, at most 64 of them");
  }

  bool options(const char*, std::vector<OptionField>& options) {
    while (!cursor_.at_end())
      if (!read_option(cursor_, options)) return false;
    return !options.empty() ||
           cursor_.complain_here(NotationCode::missing_part, "an option and its value are missing here",
                                 "write it like: rules double_blank=50");
  }

  bool newcomer(PlayerField& player) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    if (cursor_.at_end())
      return cursor_.complain_here(NotationCode::missing_part, "a player's name is missing here");
    auto read = read_player_field(cursor_, header_.players);
    if (!read) return false;
    player = std::move(*read);
    return header_.players.size() < engine::max_players ||
           cursor_.complain(NotationCode::number_of_players, begin, cursor_.position,
                            "with this player they are more than 14 players");
  }
  bool player_behind(const char* word, Seat& seat) {
    return !takes_word(cursor_, word) || player(nullptr, seat);
  }
  bool number_behind(const char* word, std::int32_t& number, const NumberForm& form) {
    return !takes_word(cursor_, word) || read_number(cursor_, number, form);
  }

  /// NAME TILE NAME TILE ...
  bool seat_tiles(const char*, std::vector<SeatTile>& list) {
    while (!cursor_.at_end()) {
      SeatTile entry;
      if (!player(nullptr, entry.seat) || !tile(entry.tile)) return false;
      if (!cursor_.at_boundary())
        return cursor_.complain_here(NotationCode::trailing_text, "a space is missing here");
      list.push_back(entry);
    }
    return !list.empty() ||
           cursor_.complain_here(NotationCode::missing_part, "a player and a tile are missing here");
  }
  /// NAME NUMBER NAME NUMBER ...
  bool seat_numbers(const char*, std::vector<SeatPoints>& list, const NumberForm& form) {
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position;
      SeatPoints entry;
      if (!player(nullptr, entry.seat) || !read_number(cursor_, entry.points, form)) return false;
      entry.at = cursor_.at_since(begin);
      list.push_back(entry);
    }
    return !list.empty() ||
           cursor_.complain_here(NotationCode::missing_part,
                                 "a player and " + std::string(form.of_players) + " are missing here");
  }

  bool player(const char*, Seat& seat) {
    const auto read = read_player(cursor_, header_);
    if (read) seat = *read;
    return read.has_value();
  }
  bool player_if_any(const char*, Seat& seat) { return cursor_.at_end() || player(nullptr, seat); }
  /// With or without the colon.
  bool owner(const char*, Seat& seat) {
    if (!player(nullptr, seat)) return false;
    cursor_.skip_spaces();
    cursor_.takes(":");
    return true;
  }

  bool tiles(const char*, std::vector<WrittenTile>& tiles) {
    auto read = cursor_.take_tiles();
    if (read) tiles = std::move(*read);
    return read.has_value();
  }
  bool shown_tiles(const char* name, std::vector<WrittenTile>& tiles) {
    return this->tiles(name, tiles) &&
           (!tiles.empty() || cursor_.complain_here(NotationCode::missing_part, "a tile is missing here"));
  }
  bool face_up(const char*, WrittenTile& tile) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    if (!this->tile(tile)) return false;
    return tile.known() || cursor_.complain(NotationCode::bad_tile, begin, cursor_.position,
                                            "the engine lies face up, both halves are known");
  }

  bool passes_or_draws(std::int32_t& passes, std::vector<SeatTile>& draws) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    if (cursor_.takes("x") || cursor_.takes("X")) {
      const auto number = cursor_.take_number();
      if (number && cursor_.at_end()) {
        passes = static_cast<std::int32_t>(*number);
        return (*number >= 1 && *number <= 2 * engine::max_tile_kinds) ||
               cursor_.complain(NotationCode::bad_number, begin, cursor_.position, "nobody drew so often");
      }
    }
    cursor_.position = begin;
    if (!cursor_.at_end()) return seat_tiles(nullptr, draws);
    passes = 1;
    return true;
  }

  /// `lucky 7`, `grandma Ann`, with or without a colon or `=` between.
  bool chance(ChanceLine& chance) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    chance.name = std::string(cursor_.take_name());
    if (chance.name.empty() || chance.name.size() > 64) {
      if (begin == cursor_.text().size() || cursor_.text()[begin] == '#')
        return cursor_.complain_here(NotationCode::missing_part, "what chance has decided is missing here");
      return cursor_.complain(NotationCode::bad_name, begin, cursor_.piece_end(begin),
                              "'" + cursor_.piece_at(begin) + "' is no name of a fact");
    }
    chance.name_at = cursor_.at_since(begin);
    cursor_.skip_spaces();
    if (cursor_.takes(":") || cursor_.takes("=")) cursor_.skip_spaces();
    const std::size_t value = cursor_.position;
    // A name may begin with a digit.
    const std::string_view word = cursor_.take_name();
    cursor_.position = value;
    const bool is_name = word.find_first_not_of("0123456789") != std::string_view::npos;
    if (!(is_name ? player(nullptr, chance.player)
                  : read_number(cursor_, chance.number,
                                {-greatest_number, greatest_number, "a number or a player"})))
      return false;
    chance.value_at = cursor_.at_since(value);
    return true;
  }

  bool reference(const char*, Reference& reference) {
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    const std::size_t end = cursor_.piece_end(begin);
    const auto read = parse_reference(cursor_.text().substr(begin, end - begin));
    if (!read)
      return cursor_.complain(NotationCode::bad_reference, begin, end,
                              begin == end ? "the turn that is meant is missing here"
                                           : "'" + cursor_.piece_at(begin) + "' names no turn",
                              "9.3 is the third turn line of the round labelled 9, #2.3 of the second round");
    reference = *read;
    cursor_.position = end;
    return true;
  }
  bool note(const char*, std::string& note) {
    cursor_.skip_spaces();
    if (!cursor_.at_quoted()) return true;
    auto read = cursor_.take_quoted();
    if (read) note = std::move(*read);
    return read.has_value();
  }

  template <class L>
  bool own(L& line) {
    return read_own_form(cursor_, header_, line);
  }

 private:
  bool tile(WrittenTile& tile) {
    cursor_.skip_spaces();
    const auto read = cursor_.take_tile();
    if (read) tile = *read;
    return read.has_value();
  }

  LineCursor& cursor_;
  const Header& header_;
};

/// Reads what stands behind the word.
bool read_fields(LineCursor& cursor, const Header& header, Line& line) {
  FieldReader reader(cursor, header);
  return std::visit(
      [&](auto& kind) {
        if constexpr (WordedLine<std::decay_t<decltype(kind)>>) return each_field(reader, kind);
        return false;
      },
      line);
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
  return match.exact ? short_name(header, match.seats.front()) : std::string(name);
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
  for (const LineKind& kind : worded_line_kinds())
    if (kind.site != LineSite::position) words.emplace_back(kind.word);
  if (const auto nearest = dsl::nearest_name(word, words)) {
    cursor.complaint->help = "did you mean '" + *nearest + "'?";
    cursor.complaint->end = begin + length;
    cursor.complaint->replacement = *nearest;
  }
  return false;
}

}  // namespace

bool read_number(LineCursor& cursor, std::int32_t& number, const NumberForm& form) {
  cursor.skip_spaces();
  const std::size_t begin = cursor.position;
  const auto read = cursor.take_number();
  if (read && *read >= form.least && *read <= form.greatest) {
    number = static_cast<std::int32_t>(*read);
    return true;
  }
  cursor.position = begin;
  const std::string what(form.what);
  if (cursor.at_end()) return cursor.complain_here(NotationCode::missing_part, what + " is missing here");
  return cursor.complain_here(NotationCode::bad_number, "'" + cursor.piece_at(begin) + "' is not " + what);
}

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
  const LineKind* kind = find_line_kind(name);
  if (kind == nullptr || !cursor.at_boundary()) return complain_unknown_line(cursor, header, begin);
  line = kind->empty();
  return read_fields(cursor, header, line) && read_end(cursor);
}

const LineKind* scribbled_kind(std::string_view small) {
  if (small == "rd" || small == "rnd") small = LineRow<RoundLine>::word;
  if (const LineKind* const kind = find_line_kind(small)) return kind;
  return small.ends_with('s') ? find_line_kind(small.substr(0, small.size() - 1)) : nullptr;
}

std::string example_for(std::string_view text) {
  LineCursor cursor({}, 0, text);
  cursor.skip_spaces();
  if (const LineKind* kind = find_line_kind(cursor.take_name()))
    return "such a line is written like: " + std::string(kind->example);
  return "a turn is written like: Joe: 9-3>Ann draw mark";
}

}  // namespace roundhouse::replay
