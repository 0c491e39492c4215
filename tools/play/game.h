#pragma once
// A game that is being played: its rules, who sits where, the acts so far and what they made. A value that is
// asked for the next step and given the acts of people; it prints nothing and opens no file.
//
// Chance and computer players depend on the seed, the number of the round and the acts of the round so far,
// and on nothing else. So a game that was broken off and read from its record goes on as
// it would have.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/player.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/rules.h"
#include "replay/drawing/laid_tile.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// An act that was carried out, and the table before it.
struct TableAction {
  engine::Act act;
  engine::Position before;
  engine::Trace trace;
};

/// The seat that is asked next.
struct Ask {
  enum class Kind : std::uint8_t {
    nobody,    ///< step() goes on
    turn,      ///< the seat has to act
    aside,     ///< the seat may act, though it is not its turn, or let it be
    referee,   ///< the round is over, and the referee may rule, or let it be
    over,      ///< the match is over
    dead_end,  ///< the player in turn can do nothing at all
    too_long,  ///< the round has more acts than are followed
  };
  Kind kind = Kind::nobody;
  Seat seat = no_seat;
  bool operator==(const Ask&) const = default;
};

/// A line that is no act: a comment of its own before an item of the round, or beside one. Items are counted
/// without comments.
struct LogEntry {
  std::size_t item = 0;
  std::string text;
  bool beside = false;
  std::uint32_t column = 0;  ///< beside: as Comment::column
  bool after_blank = false;  ///< own line: as CommentLine::after_blank
};

/// Longer rounds are not played.
constexpr std::size_t most_acts_of_round = 50'000;

class Game {
 public:
  /// The rules must outlive it. `header` has a seed and as many players as the rules are for. `seats`: by
  /// seat; nullptr: a person.
  Game(const engine::Rules& program, Header header, std::vector<const engine::Player*> seats);
  Game(Game&&) noexcept;
  Game& operator=(Game&&) noexcept;
  ~Game();

  const engine::Rules& program() const { return *program_; }
  const Header& header() const { return *header_; }
  const engine::Position& position() const { return position_; }
  const std::vector<const engine::Player*>& seats() const { return seats_; }
  bool is_person(Seat seat) const {
    return seat != no_seat && seats_[static_cast<std::size_t>(seat)] == nullptr;
  }
  std::vector<Seat> people() const;
  const std::string& name(Seat seat) const { return header_->players[static_cast<std::size_t>(seat)].name; }
  /// Rounds begun.
  std::size_t rounds() const { return rounds_; }
  /// The acts of the round that is played, chance included.
  const std::vector<engine::Act>& acts() const { return acts_; }
  /// The tiles that lie, in the order of laying.
  const std::vector<LaidTile>& laid() const { return laid_; }
  /// The number of the record's line that the next act will stand on.
  int turn() const;

  Ask asks() const;
  /// Carries out the next step, if nobody is asked. Absent: a round has begun.
  std::optional<TableAction> step();
  /// Leaves it be: for a seat that was asked and need not act.
  void let_be();

  /// The acts that the seat may do now, in the pinned order; no_seat: the referee.
  std::vector<engine::Act> legal(Seat seat) const;
  /// The act that the planner would choose in that seat; absent: nothing may be done.
  std::optional<engine::Act> hint(Seat seat) const;
  /// Carries out a legal act of anybody's, or one of chance as it comes from a record.
  TableAction carry_out(const engine::Act& act);
  /// A number below n that a person's act leaves to chance.
  std::uint32_t luck(std::uint32_t n) const;

  /// The last act in this round that the player was asked for; absent: there is none.
  std::optional<engine::Act> last_act(Seat seat) const;
  /// Takes it back, and all that came after it, with a remark in the record.
  void take_back(Seat seat, const std::string& remark);

  /// The round that is played, as far as it has come.
  RecordRound round() const;
  /// Rounds that are over, in their order.
  const std::vector<RecordRound>& rounds_over() const { return over_; }
  Record record() const;
  /// The record as a text. Of rounds that are over it was made once.
  std::string text() const;

  // For who reads a game from its record.

  void begin_round();
  /// The first round begins with a position. `head`: its lines, without remarks.
  void begin_with(const engine::Position& position, std::vector<LaidTile> laid, RecordRound head);
  /// True if the act may come next: it is legal, or chance may say so.
  bool may_come(const engine::Act& act) const;
  void add_remark(LogEntry remark) { remarks_.push_back(std::move(remark)); }

 private:
  struct Look;
  const Look& look() const;
  Look make_look() const;
  engine::Random random(std::uint64_t stream) const;
  std::optional<engine::Act> computer_act(Seat seat, const std::vector<engine::Act>& own, bool in_turn) const;
  void add_act(const engine::Act& act, engine::Trace* trace);
  void rewind(std::size_t acts);
  std::unique_ptr<RoundRecorder> new_recorder() const;
  RecordRound with_remarks(const RecordRound& bare) const;

  const engine::Rules* program_;
  std::unique_ptr<const Header> header_;  ///< has a place of its own: recorders hold on to it
  std::vector<const engine::Player*> seats_;
  engine::Position position_;
  engine::Position begun_;  ///< the round, before its first act
  bool begins_game_ = false;
  std::optional<RecordRound> head_;    ///< of a round that begins with a position
  std::vector<LaidTile> laid_before_;  ///< the tiles that lie there
  std::size_t rounds_ = 0;
  std::vector<RecordRound> over_;
  std::string over_text_;  ///< the header, and these rounds
  std::vector<engine::Act> acts_;
  std::vector<engine::Act> played_;  ///< declared acts of this turn, by anybody
  std::vector<LaidTile> laid_;
  struct Asked {
    std::size_t act = 0;  ///< index into acts_
    Seat seat = no_seat;
  };
  std::vector<Asked> asked_;  ///< acts of people who had a choice
  std::vector<LogEntry> remarks_;
  std::vector<engine::Act>
      let_be_;  ///< acts that were offered aside and not taken, as long as they can be done
  bool referee_let_be_ = false;
  std::unique_ptr<RoundRecorder> recorder_;
  mutable std::unique_ptr<Look> look_;  ///< kept until the position changes
};

// The view of one seat: its own hand, and of the others only the number of tiles.

/// A seat; no_seat: somebody who looks on and sees no hand at all.
struct SeatView {
  engine::Seat seat = engine::no_seat;
};

engine::Position seen_by(const engine::Position& position, SeatView viewer);

/// The act without its tile, if the viewer may not know which it was: others draw it, or look at it.
engine::Act seen_by(const engine::Rules& program, const engine::Act& act, SeatView viewer);

// A game read from its record, so that it can be gone on with.

/// Why a record is none to go on with.
struct ResumeTrouble {
  std::string message;  ///< one sentence without a full stop; empty: there is none
  std::string help;
  dsl::Span where{};  ///< the line, where it is one
};

/// All of the record's acts carried out by the game, which has been made with the record's header and has
/// begun no round. Afterwards the game writes the same record, or there is trouble.
ResumeTrouble resume(Game& game, const Record& record);

/// A record that is nothing but a position, with the tiles dealt at random that nobody wrote down, and a seed
/// for what comes: so that it can be played on. Others stay as they are.
void deal_hidden(const engine::Rules& program, Record& record, std::uint64_t seed);

/// The players by seat, as a comment in the header keeps them and as a command line gives them: computer
/// players by their names, people by theirs.
std::string seats_text(const Header& header, const std::vector<const engine::Player*>& seats);
/// The comment is put above the players' names.
void note_seats(Header& header, const std::vector<const engine::Player*>& seats);
/// Empty: the header does not say.
std::string noted_seats(const Header& header);

}  // namespace roundhouse::replay
