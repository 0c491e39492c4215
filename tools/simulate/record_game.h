#pragma once
// Plays the games of a run one after another and keeps their figures. One for each thread. Internal to the
// engine.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "tools/players/decisions.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::engine {

// How interesting a game is, as far as it is counted while it is played: choices and the lead. Internal to
// the engine.

/// Counts the legal acts at each choice of a round, by turn: the third of the round that a turn belongs to is
/// known only when the round is over.
class ChoiceCounter {
 public:
  explicit ChoiceCounter(const Rules& program) : program_(program) {}

  struct Sum {
    std::int64_t ways = 0;
    std::int64_t choices = 0;
    std::int64_t forced = 0;  ///< choices with one legal act only

    Sum& operator+=(const Sum& more);
  };

  void begin_round() { turns_.clear(); }
  /// An act was chosen in this position.
  void look(const Position& position, const Act& chosen);
  /// The sums of the first, middle and last third of a round of so many turns.
  std::array<Sum, 3> thirds(std::size_t turns) const;

 private:
  const Rules& program_;
  ActList legal_;
  std::vector<Sum> turns_;  ///< by turn, the first at 0; the engine is led in the first
};

/// The history of the lead in a game: how often it changed, from which round on the winner kept it, how far
/// the winner was ever behind. Asks the rules who ranks first, and counts nothing else.
class LeadHistory {
 public:
  explicit LeadHistory(const Rules& program) : program_(program) {}

  void begin_game();
  /// A round that counts is over.
  void end_round(const Position& position);

  int rounds() const { return rounds_; }
  /// Points of all rounds so far, by seat.
  const std::array<std::int64_t, max_players>& points() const { return points_; }
  /// The places after the last round, by seat; of a match of several games those of all together.
  const std::vector<int>& places() const { return places_; }

  /// Number of rounds after which nobody kept the first place.
  int changes() const { return changes_; }
  /// The round from which on a seat has had the first place, alone or shared; 0: it has not got it.
  int leads_since(std::size_t seat) const { return since_[seat]; }
  /// The most points between this seat and one that had the first place when it had not.
  std::int64_t most_behind(std::size_t seat) const { return behind_[seat]; }
  /// Points between the first place and the nearest other; 0 where there is no other.
  std::int64_t margin() const;

 private:
  const Rules& program_;
  int rounds_ = 0;
  std::array<std::int64_t, max_players> points_{};
  std::vector<int> places_;
  std::uint32_t lead_ = 0;  ///< seats that have the lead since it changed, as bits
  int changes_ = 0;
  std::array<int, max_players> since_{};
  std::array<std::int64_t, max_players> behind_{};
};

/// Places by the points of all games of a match, where `position` is the last one. `points`: those of all
/// rounds, by seat. `whole`: a copy of the position, which gets the totals of all games.
std::vector<int> places_of_all_games(const Rules& program, const Position& position,
                                     const std::array<std::int64_t, max_players>& points, Position& whole);

class GameRecorder {
 public:
  /// The program and the observer's functions have to live as long.
  GameRecorder(const Rules& program, const SimulateOptions& options, const Observer& observer = {});
  GameRecorder(const GameRecorder&) = delete;
  GameRecorder& operator=(const GameRecorder&) = delete;

  void play(std::uint64_t game);

  const Figures& figures() const { return figures_; }
  /// The sample of the last game, by place.
  const GameSample& sample() const { return sample_; }
  /// The outcome of the last game.
  Outcome outcome() const { return outcome_; }

  /// Acts that are counted by the round.
  struct Acts {
    std::uint64_t lays = 0;
    std::uint64_t draws = 0;
    std::uint64_t pulls = 0;
  };
  /// The acts of the round so far; of all acts their number, which is asked for seldom.
  Acts acts_of_round() const;
  /// The choices of the round that is over, by its thirds; nothing if the options do not ask for interest.
  std::array<ChoiceCounter::Sum, 3> choices_of_round(const Position& over) const {
    return choices_ ? choices_->thirds(over.turn_serial) : std::array<ChoiceCounter::Sum, 3>{};
  }
  std::uint64_t acts_so_far_in_all() const { return tally_.acts(); }
  /// The place in the list of players of the one who sits there in this game: where figures of a seat stand.
  std::size_t place_in_list(std::size_t seat) const;

 private:
  void watch(const Observer& observer);
  Acts acts_so_far() const;
  void begin_round();
  void end_round(const Position& position);
  void count_acts();
  void count_round(const Position& position);
  void count_seats(const Position& position);
  void count_outcome(Outcome outcome, const Position& position);
  void count_places(const Position& position);
  void count_rules();
  void count_choices(const Position& position);
  void count_lead();
  void take_seats(std::uint64_t game);
  Counted& sampled(Measure measure) { return sample_[place_of(measure)]; }
  Counted& sampled(InterestMeasure measure) { return sample_[place_of(measure, program_.players)]; }

  const Rules& program_;
  SimulateOptions options_;
  Observer onlooker_;
  const std::vector<const Player*> listed_;  ///< as the options name them
  std::size_t shift_ = 0;                    ///< by so many seats they have moved on in this game
  std::optional<ShuffledDealer> dealer_;
  std::optional<DecisionCounter> decisions_;
  std::optional<ChoiceCounter> choices_;
  std::optional<LeadHistory> lead_;
  Trace trace_;
  ActTally tally_;
  Figures figures_;  ///< counts of the tally are filled in when a game is over

  Acts acts_before_;  ///< the round being played

  // State of the game being played.
  Outcome outcome_ = Outcome::finished;
  std::array<std::int64_t, max_players> points_{};
  GameSample sample_;
};

}  // namespace roundhouse::engine
