#pragma once
// Plays on after acts from hands made up, the planner in all seats: what an act is worth, found by trying.
// Internal to the players.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/hands/hidden_hands.h"
#include "engine/play.h"
#include "engine/player.h"
#include "engine/random.h"

namespace roundhouse::engine {

/// Hidden hands made up at random so that they agree with all that a seat has seen: who laid what, who drew
/// or ended a turn though the rules would not have let them with certain tiles in hand.
class HandSampler {
 public:
  /// Of a sight with its round. The sight has to live as long.
  explicit HandSampler(const Sight& sight);

  /// The position with every hand filled in, each time others. As long as it goes on, hands that agree with
  /// what was seen are each about as likely as the next.
  Position sample(Random& random);

 private:
  void follow_round();
  void note_bans(const Position& position, const Act& act, int time);
  bool may_hold(std::size_t place, TileId tile, int until) const;
  void begin();
  void stir(Random& random, int steps);

  const Sight& sight_;
  HiddenHands hands_;
  std::vector<TileId> tiles_;  ///< by place
  std::vector<int> until_;     ///< by place: when its tile left the hand, or for_good
  std::vector<TileId> free_;   ///< tiles that nobody has seen and no place holds: the boneyard
  bool begun_ = false;
};

class Playouts {
 public:
  /// Of a sight with its round. The sight has to live as long. `laps`: so many are played, then the outlook
  /// estimates the rest; absent: play goes on to the end of the round.
  Playouts(const Sight& sight, std::optional<int> laps);

  /// Plays on once after each of these leads or lays, from the same hands and with the same luck. Returns in
  /// their order the lead of the seat over the others' mean, in points, times the number of others so that it
  /// stays whole.
  std::vector<std::int64_t> play(std::span<const Act> acts, Random& random);
  /// Turns played so far, of all playouts.
  int turns() const { return turns_; }

 private:
  std::int64_t play_out(const Position& dealt, const Act& act, std::uint64_t luck);
  std::int64_t result(const Position& position) const;

  const Sight& sight_;
  HandSampler hands_;
  PlayOptions options_;
  int turns_ = 0;
};

/// Weighs a tile that was laid against the one that the planner would have laid, for telling people what they
/// might have played better.
struct BetterLay {
  Act act;
  /// The points by which the seat would have been better off against the others' mean, found by playing the
  /// round to its end many times from hands that agree with what the seat had seen, and the standard error of
  /// that.
  double points = 0;
  double error = 0;
};

/// `laid`: a lead or lay among the acts of the sight, which has its round. Absent: the planner would have
/// laid the same, or what came of its own was not clearly better.
std::optional<BetterLay> better_lay(const Sight& sight, const Act& laid, Random& random);

}  // namespace roundhouse::engine
