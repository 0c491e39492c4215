#pragma once
// Hidden hands made up at random so that they agree with all that a seat has seen: who laid what, who drew or
// ended a turn though the rules would not have let them with certain tiles in hand. Internal to the players.

#include <array>
#include <optional>

#include "engine/hands/hidden_hands.h"
#include "engine/player.h"
#include "engine/random.h"

namespace roundhouse::engine {

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

}  // namespace roundhouse::engine
