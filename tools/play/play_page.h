#pragma once
// A game that is being played as a page of characters: the table above, then what happened or was answered,
// the hand of who plays, the moves to choose from, and a line to type on. Each has its place, and nothing
// that is asked for covers the table or the hand. Knows no terminal; tools/commands/play.cpp gives it
// keys and shows what it paints.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/play/game.h"
#include "tools/play/moves.h"
#include "tools/screen/screen.h"

namespace roundhouse::replay {

/// A question to somebody at the table.
struct TableQuestion {
  std::string prompt;
  Seat viewer = no_seat;           ///< the seat whose hand is shown; no_seat: nobody's is
  std::vector<LegalMove> moves{};  ///< to choose from; empty: anything is typed
  bool shows_table = true;         ///< false: nothing of the game is to be seen
  std::string title{};             ///< above the table: round and turn
};

class PlayPage {
 public:
  /// The game must outlive it.
  explicit PlayPage(const Game& game) : game_(game) {}

  /// An answer to somebody, shown until the next question is answered.
  void say(std::string_view text);
  /// The last acts, shown where there is no answer.
  void tell(std::string_view text);
  /// Neither answers nor what happened are shown any more.
  void wipe() {
    said_.clear();
    log_.clear();
  }
  void ask(TableQuestion question);

  Screen paint(int rows, int columns) const;
  /// The answer, once it is there.
  std::optional<std::string> press(const Key& key);
  /// The answer since the last question, or else what happened.
  const std::string& said() const { return said_.empty() ? log_ : said_; }

 private:
  std::vector<std::size_t> fitting() const;
  void choose(int by);
  void complete();
  /// The game's own words go before keys.
  bool begins_move(char32_t point) const;
  std::string answer(std::string line);
  void scroll(bool down);
  std::vector<StyledLine> hand_lines(std::size_t width) const;
  void paint_talk(Screen& screen, const Area& area) const;
  std::string place_of(const LegalMove& move) const;
  /// Moves to one place stand together.
  void group_moves();
  void paint_moves(Screen& screen, const Area& area) const;

  const Game& game_;
  TableQuestion question_;
  std::string said_;
  std::string log_;
  std::string typed_;
  std::optional<std::size_t> chosen_;  ///< index into the question's moves
  std::size_t table_line_ = 0;         ///< so many lines of the table are scrolled away
  std::size_t said_line_ = 0;          ///< so far the talk is scrolled: an answer down, what happened up
  // The number of lines further that the page painted last can be scrolled.
  mutable std::size_t more_said_ = 0;
  mutable std::size_t more_table_ = 0;
};

}  // namespace roundhouse::replay
