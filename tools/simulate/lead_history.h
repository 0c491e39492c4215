#pragma once
// The history of the lead in a game: how often it changed, from which round on the winner kept it, how far
// the winner was ever behind. Asks the rules who ranks first, and counts nothing else.

#include <array>
#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

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

}  // namespace roundhouse::engine
