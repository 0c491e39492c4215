#include <array>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/read_line.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

namespace {

/// More than two sets have.
constexpr std::int64_t most_acts_with_unknown_tiles = 2 * engine::max_tile_kinds;

class TurnReader {
 public:
  TurnReader(LineCursor& cursor, const Header& header, TurnLine& line)
      : cursor_(cursor), header_(header), line_(line) {}

  bool read() {
    if (reads_unknown_turn()) return true;
    while (!cursor_.at_end()) {
      const std::size_t begin = cursor_.position;
      if (line_.goes_on) {
        return cursor_.complain_here(NotationCode::trailing_text, "nothing can follow '...' on its line",
                                     "write what comes next on a line of its own");
      }
      if (!read_piece(begin)) return false;
      if (!cursor_.at_boundary()) return complain_bad_act(begin);
    }
    return finish();
  }

 private:
  /// `Stan: ?`. Behind the engine it may be a tile that Stan had to draw.
  bool reads_unknown_turn() {
    const std::size_t begin = cursor_.position;
    cursor_.skip_spaces();
    line_.unknown =
        line_.player != no_seat && !cursor_.after_engine && cursor_.takes("?") && cursor_.at_end();
    if (!line_.unknown) cursor_.position = begin;
    return line_.unknown;
  }

  bool read_piece(std::size_t begin) {
    if (cursor_.takes("...") || cursor_.takes("\xE2\x80\xA6")) {
      line_.goes_on = true;
      goes_on_begin_ = begin;
      return true;
    }
    if (cursor_.at_tile()) return read_tile(begin);
    const bool digit = cursor_.rest()[0] >= '0' && cursor_.rest()[0] <= '9';
    const std::string_view word = digit ? std::string_view() : cursor_.take_word();
    if (word.empty() || word.size() > 64) return complain_bad_act(begin);
    const std::string own = lower(word);
    if (own == "draw") return read_draw(begin);
    if (own == "mark") return add_claim(MarkClaim::mark, begin);
    if (own == "nomark") return add_claim(MarkClaim::nomark, begin);
    if (own == "pass" || own == "done") return add_pass(begin);
    return read_word(begin, word);
  }

  bool add(WrittenAct act, std::size_t begin) {
    act.at = cursor_.at_since(begin);
    line_.acts.push_back(std::move(act));
    return true;
  }

  bool check_not_over(std::size_t begin) {
    if (!passed_) return true;
    return cursor_.complain(NotationCode::after_pass, begin, cursor_.position,
                            "the turn is over after 'pass', nothing more can be played");
  }
  bool check_not_referee(std::size_t begin) {
    if (line_.player != no_seat) return true;
    return cursor_.complain(NotationCode::bad_act, begin, cursor_.position,
                            "the referee has no turn and no tiles",
                            "the referee says: referee: fine Ann 20 \"why\"");
  }

  bool read_tile(std::size_t begin) {
    const auto tile = cursor_.take_tile();
    if (!tile) return false;
    TileAct act{*tile, {}, {}};
    if (!tile->known()) return read_unknown_tile(std::move(act), begin);
    if (!take_outward(act, begin)) return false;
    const std::size_t after = cursor_.position;
    cursor_.skip_spaces();
    if (!cursor_.takes(">")) {
      cursor_.position = after;
      if (line_.player == no_seat && (line_.acts.empty() || act.was_laid())) return check_not_referee(begin);
      if (act.was_laid() && !check_not_over(begin)) return false;
      laid_or_drew_ = laid_or_drew_ || act.was_laid();
      return add({std::move(act), {}}, begin);
    }
    cursor_.skip_spaces();
    if (!read_place(act) || !check_not_referee(begin) || !check_not_over(begin)) return false;
    laid_or_drew_ = true;
    return add({std::move(act), {}}, begin);
  }

  /// Takes the number behind `=`: of `6-4=4` the 4 lies outward.
  bool take_outward(TileAct& act, std::size_t begin) {
    const std::string_view rest = cursor_.rest();
    if (rest.size() < 2 || rest[0] != '=' || rest[1] < '0' || rest[1] > '9') return true;
    cursor_.takes("=");
    std::size_t length = 1;
    while (length + 1 < rest.size() && rest[length + 1] >= '0' && rest[length + 1] <= '9') ++length;
    const auto half = dsl::whole_number<int>(rest.substr(1, length), 0, engine::max_highest);
    cursor_.position += length;
    if (!half || (*half != act.tile.high && *half != act.tile.low)) {
      return cursor_.complain(NotationCode::bad_tile, begin, cursor_.position,
                              "a " + tile_text(act.tile) + " has no " + std::string(rest.substr(1, length)),
                              "behind = stands the half that lies outward: " + tile_text(act.tile) + "=" +
                                  std::to_string(act.tile.low));
    }
    act.outward = static_cast<std::int8_t>(*half);
    return true;
  }

  /// Only a penalty tile may be unknown: there is an act before it that made somebody take it, or the engine
  /// that was laid did.
  bool read_unknown_tile(TileAct act, std::size_t begin) {
    std::int64_t times = 1;
    if (act.tile.unknown() && (cursor_.takes("x") || cursor_.takes("X"))) {
      const auto number = cursor_.take_number();
      if (!number || *number < 1 || *number > engine::max_tile_kinds) {
        return cursor_.complain(NotationCode::bad_number, begin, cursor_.piece_end(begin),
                                "'" + cursor_.piece_at(begin) + "' is no number of tiles");
      }
      times = *number;
    }
    if (times + static_cast<std::int64_t>(line_.acts.size()) > most_acts_with_unknown_tiles)
      return cursor_.complain(NotationCode::bad_number, begin, cursor_.position,
                              "nobody takes so many tiles in one turn");
    const std::size_t after = cursor_.position;
    cursor_.skip_spaces();
    if (cursor_.rest().starts_with('>')) {
      return cursor_.complain(NotationCode::bad_tile, begin, after,
                              "a tile that was laid is known, both halves of it");
    }
    cursor_.position = after;
    if (line_.acts.empty() && !cursor_.after_engine) {
      return cursor_.complain(NotationCode::bad_act, begin, after,
                              "an unknown tile can only be one that an act before it made somebody take",
                              "one turn that nobody knows is written Ann: ? and nothing else; any number of "
                              "them are a line of their own: ?");
    }
    act.tile.at = cursor_.at_since(begin);
    for (std::int64_t i = 0; i < times; ++i) add({act, {}}, begin);
    return true;
  }

  bool complain_bad_place(std::size_t begin) {
    const std::size_t end = cursor_.piece_end(begin);
    if (begin == end) {
      return cursor_.complain(NotationCode::missing_part, begin, end, "the place is missing here",
                              "without > the tile goes on the player's own train");
    }
    return cursor_.complain(NotationCode::bad_place, begin, end,
                            "'" + cursor_.piece_at(begin) + "' is no place",
                            "a place is a player (Joe), a train (Joe.yard, spoke2), or an end (^5-5, ^3)");
  }

  bool read_place(TileAct& act) {
    const std::size_t begin = cursor_.position;
    if (cursor_.takes("^")) {
      if (cursor_.at_tile()) {
        const auto tile = cursor_.take_tile();
        if (!tile) return false;
        if (tile->unknown()) return complain_bad_place(begin);
        act.place = "^" + tile_text(*tile);
      } else {
        const auto number = cursor_.take_number();
        if (!number || *number < 1 || *number > engine::max_ends) return complain_bad_place(begin);
        act.place = "^" + std::to_string(*number);
      }
    } else {
      const std::string_view word = cursor_.take_word();
      if (word.empty() || word.size() > 64) return complain_bad_place(begin);
      const PlayerMatch match = match_player(header_, word);
      const auto name_of = [&] { return short_name(header_, match.seats.front()); };
      act.place = match.exact ? name_of() : std::string(word);
      // `Joe...` is a place and a turn that goes on.
      const std::string_view rest = cursor_.rest();
      if (rest.size() > 1 && rest[0] == '.' && name_length(rest, 1) > 0) {
        cursor_.takes(".");
        if (match.found()) act.place = name_of();
        const std::string_view kind = cursor_.take_word();
        if (kind.size() > 64) return complain_bad_place(begin);
        act.place.append(".").append(kind);
      }
      if (cursor_.takes("^") && !read_double(act, begin)) return false;
    }
    act.place_at = cursor_.at_since(begin);
    return cursor_.at_boundary() || complain_bad_place(begin);
  }

  /// Reads the tile behind `Joe^`: one of Joe's trains has more than one open end.
  bool read_double(TileAct& act, std::size_t begin) {
    if (!cursor_.at_tile()) return complain_bad_place(begin);
    const auto tile = cursor_.take_tile();
    if (!tile) return false;
    if (!tile->known()) return complain_bad_place(begin);
    act.place.append("^").append(tile_text(*tile));
    return true;
  }

  bool read_draw(std::size_t begin) {
    DrawAct act;
    const std::size_t after = cursor_.position;
    cursor_.skip_spaces();
    if (cursor_.takes("(")) {
      cursor_.skip_spaces();
      const auto tile = cursor_.take_tile();
      if (!tile) return false;
      act.tile = *tile;
      cursor_.skip_spaces();
      if (!cursor_.takes(")")) {
        return cursor_.complain_here(NotationCode::bad_act,
                                     "a closing bracket is missing after the drawn tile",
                                     "one draw is one tile: draw(3-4)");
      }
    } else {
      cursor_.position = after;
    }
    if (!check_not_referee(begin) || !check_not_over(begin)) return false;
    laid_or_drew_ = true;
    return add({act, {}}, begin);
  }

  bool add_claim(MarkClaim claim, std::size_t begin) {
    if (!check_not_referee(begin)) return false;
    if (line_.claim != MarkClaim::none && line_.claim != claim) {
      return cursor_.complain(NotationCode::contradiction, begin, cursor_.position,
                              "a line cannot say 'mark' and 'nomark'");
    }
    line_.claim = claim;
    line_.claim_at = cursor_.at_since(begin);
    return true;
  }

  bool add_pass(std::size_t begin) {
    if (!check_not_referee(begin) || !check_not_over(begin)) return false;
    passed_ = true;
    pass_begin_ = begin;
    return add({PassAct{}, {}}, begin);
  }

  bool read_word(std::size_t begin, std::string_view word) {
    if (!cursor_.at_boundary() && !at_bracket()) return complain_bad_act(begin);
    if (!check_not_over(begin)) return false;
    WordAct act;
    act.word = word;
    act.word_at = cursor_.at_since(begin);
    // A note that says nothing is not written again: what stands behind it belongs to the word.
    bool more = true;
    while (std::exchange(more, false)) {
      // A tile belongs to what stands right before it: behind it comes no player.
      if (!at_bracket()) take_whom(act);
      if (at_bracket() && !take_given(act)) return false;
      if (!take_amount(act)) return false;
      const std::size_t after = cursor_.position;
      cursor_.skip_spaces();
      if (!cursor_.at_quoted()) {
        cursor_.position = after;
        continue;
      }
      auto note = cursor_.take_quoted();
      if (!note) return false;
      act.note = std::move(*note);
      more = act.note.empty() && act.whom.empty() && act.tile.unknown() && !act.amount;
    }
    return add({std::move(act), {}}, begin);
  }

  bool at_bracket() const { return cursor_.rest().starts_with('('); }

  /// Takes the tile of `peek Ann(3-4)`, without a space before its bracket.
  bool take_given(WordAct& act) {
    cursor_.takes("(");
    cursor_.skip_spaces();
    const auto tile = cursor_.take_tile();
    if (!tile) return false;
    act.tile = *tile;
    cursor_.skip_spaces();
    if (cursor_.takes(")")) return true;
    return cursor_.complain_here(NotationCode::bad_act, "a closing bracket is missing after the tile",
                                 "one act has one tile: peek Ann(3-4)");
  }

  bool take_amount(WordAct& act) {
    const std::size_t before = cursor_.position;
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    const auto number = cursor_.take_number();
    if (!number) {
      cursor_.position = before;
      return true;
    }
    if (*number > greatest_number || *number < -greatest_number)
      return cursor_.complain(NotationCode::bad_number, begin, cursor_.position, "this number is too great");
    act.amount = static_cast<std::int32_t>(*number);
    act.amount_at = cursor_.at_since(begin);
    return true;
  }

  /// A name behind a word may be the player the act is done to, or an act of its own: only rules know. What
  /// fits a player's name is kept with the word.
  void take_whom(WordAct& act) {
    const std::size_t before = cursor_.position;
    cursor_.skip_spaces();
    const std::size_t begin = cursor_.position;
    const std::string_view name = cursor_.take_name();
    if (is_player_name(name) && (cursor_.at_boundary() || at_bracket())) {
      const PlayerMatch match = match_player(header_, name);
      if (match.exact || (!match.seats.empty() && !is_own_word(name))) {
        const bool respell = match.exact && !is_own_word(name);
        act.whom = respell ? short_name(header_, match.seats.front()) : std::string(name);
        act.whom_at = cursor_.at_since(begin);
        return;
      }
    }
    cursor_.position = before;
  }

  bool complain_bad_act(std::size_t begin) {
    const std::string piece = cursor_.piece_at(begin);
    return cursor_.complain(NotationCode::bad_act, begin, cursor_.piece_end(begin),
                            "'" + piece + "' is no act");
  }

  bool finish() {
    if (line_.player == no_seat) return finish_referee();
    if (passed_ && line_.goes_on) {
      return cursor_.complain(NotationCode::contradiction, pass_begin_, cursor_.position,
                              "a turn that goes on has not been passed");
    }
    // One form for one meaning: an empty line passes, and where a tile was laid or drawn the end of the
    // line says `pass` without the word.
    if (line_.acts.empty() && !line_.goes_on) {
      line_.acts.push_back({PassAct{}, cursor_.at(cursor_.position, cursor_.position)});
    } else if (passed_ && std::holds_alternative<PassAct>(line_.acts.back().what) &&
               (laid_or_drew_ || std::holds_alternative<TileAct>(line_.acts.front().what)) &&
               !keeps_claim_apart()) {
      line_.acts.pop_back();
    }
    return true;
  }

  /// True if a player is called Mark, to whom the word before `pass` would be said if `mark` came next.
  bool keeps_claim_apart() const {
    if (line_.claim == MarkClaim::none || line_.acts.size() < 2) return false;
    const auto* word = std::get_if<WordAct>(&line_.acts[line_.acts.size() - 2].what);
    if (word == nullptr || !word->whom.empty() || !word->tile.unknown() || word->amount ||
        !word->note.empty())
      return false;
    return match_player(header_, line_.claim == MarkClaim::mark ? "mark" : "nomark").exact;
  }

  bool finish_referee() {
    if (line_.goes_on) {
      return cursor_.complain(NotationCode::bad_act, goes_on_begin_, goes_on_begin_ + 3,
                              "the referee has no turn that could go on");
    }
    if (line_.acts.empty()) {
      return cursor_.complain_here(NotationCode::missing_part, "the referee's act is missing here",
                                   "the referee says: referee: fine Ann 20 \"why\"");
    }
    return true;
  }

  LineCursor& cursor_;
  const Header& header_;
  TurnLine& line_;
  bool passed_ = false;
  bool laid_or_drew_ = false;
  std::size_t pass_begin_ = 0;
  std::size_t goes_on_begin_ = 0;
};

}  // namespace

bool is_own_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> words{"draw", "mark", "nomark", "pass", "done"};
  return contains(words, lower(word));
}

bool read_acts(LineCursor& cursor, const Header& header, TurnLine& line) {
  return TurnReader(cursor, header, line).read();
}

}  // namespace roundhouse::replay
