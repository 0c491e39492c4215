#pragma once
// Plays the games of a run one after another and keeps their figures. One for each thread. Internal to the
// engine.

#include <optional>

#include "engine/decisions.h"
#include "engine/simulate/simulate.h"

namespace roundhouse::engine {

class GameRecorder {
 public:
  /// The program and the onlooker's functions have to live as long.
  GameRecorder(const Rules& program, const SimulateOptions& options, const Onlooker& onlooker = {});
  GameRecorder(const GameRecorder&) = delete;
  GameRecorder& operator=(const GameRecorder&) = delete;

  void play(std::uint64_t game);

  const Figures& figures() const { return figures_; }
  /// Of the last game, by place.
  const GameSample& sample() const { return sample_; }

 private:
  /// Acts whose number is told by the round.
  struct Acts {
    std::uint64_t lays = 0;
    std::uint64_t draws = 0;
    std::uint64_t pulls = 0;
  };

  void watch(const Onlooker& onlooker);
  Acts acts_so_far() const;
  void begin_round();
  void end_round(const Position& position);
  void count_acts();
  void count_round(const Position& position);
  void count_seats(const Position& position);
  void count_outcome(Outcome outcome, const Position& position);
  void count_places(const Position& position);
  void count_rules();
  void take_seats(std::uint64_t game);
  /// Where what is counted of a seat stands: the place in the list of players of whoever sits there.
  std::size_t place_in_list(std::size_t seat) const;
  Counted& sampled(Measure measure) { return sample_[place_of(measure)]; }

  const Rules& program_;
  SimulateOptions options_;
  Onlooker onlooker_;
  const std::vector<const Player*> listed_;  ///< as the options name them
  std::size_t shift_ = 0;                    ///< by so many seats they have moved on in this game
  std::optional<ShuffledDealer> dealer_;
  std::optional<DecisionCounter> decisions_;
  Trace trace_;
  ActTally tally_;
  Figures figures_;  ///< what the tally knows is filled in when a game is over

  Acts acts_before_;  ///< the round being played

  // Of the game being played.
  std::array<std::int64_t, max_players> points_{};
  GameSample sample_;
};

}  // namespace roundhouse::engine
