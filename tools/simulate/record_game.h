#pragma once
// Plays the games of a run one after another and keeps their figures. One for each thread. Internal to the
// engine.

#include <optional>

#include "tools/players/decisions.h"
#include "tools/simulate/choice_counter.h"
#include "tools/simulate/lead_history.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::engine {

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
