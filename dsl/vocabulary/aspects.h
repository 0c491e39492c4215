#pragma once
// The parts of a position that words read and effects write, one row each. What a condition reads is the
// union of its words; how deep it lies, what of it is open where a part of the position is not known, and
// whether it looks at hands follow from that.

#include <cstdint>

#include "dsl/vocabulary/types.h"

namespace roundhouse::dsl {

// X(enumerator, level, what it is)
#define ROUNDHOUSE_ASPECTS(X)                                                             \
  X(schedule, round, "the numbers of game and round, and the double scheduled")           \
  X(agreed, round, "who was chosen by lot or agreement")                                  \
  X(used, round, "the doubles that were engines in this game")                            \
  X(last_out, round, "who went out in the last round")                                    \
  X(order, round, "who is first, by lot or rotation, and the places that follow from it") \
  X(ages, round, "how old the players are")                                               \
  X(beginning, round, "who has the first turn, and who kept an engine back")              \
  X(engine, turn, "the tile in the centre")                                               \
  X(result, turn, "who has won the round")                                                \
  X(over, turn, "whether the round has ended")                                            \
  X(game_over, turn, "whether the game ends with this round")                             \
  X(boneyard, turn, "how many tiles are in the boneyard")                                 \
  X(laps, turn, "how many turns there were, and in how many in a row nothing was done")   \
  X(turn_owner, turn, "whose turn it is")                                                 \
  X(previous, turn, "whose turn it was before")                                           \
  X(turn_counts, turn, "what was laid and drawn in this turn")                            \
  X(table, turn, "which tiles lie where, and which ends are open")                        \
  X(markers, turn, "where markers stand")                                                 \
  X(debts, turn, "which doubles are uncovered")                                           \
  X(facts, turn, "the facts that a variant declares")                                     \
  X(own_hand, turn, "the tiles in the hand of who acts")                                  \
  X(other_hands, turn, "the tiles in the hands of the others")                            \
  X(hand_sizes, turn, "how many tiles are in each hand")                                  \
  X(points, turn, "the points of this round")                                             \
  X(totals, turn, "the points of the rounds before")                                      \
  X(actor, turn, "who acts")                                                              \
  X(amount, turn, "the number given with an act")                                         \
  X(about, turn, "whom, which debt or which new end an act or event is about")            \
  X(tile, tile, "the tile that an act is about")                                          \
  X(end, end, "the end that an act is about")

enum class Aspect : std::uint8_t {
#define X(id, level, meaning) id,
  ROUNDHOUSE_ASPECTS(X)
#undef X
};

/// A set of aspects, as bits.
using Aspects = std::uint32_t;

namespace aspects {
constexpr Aspects none = 0;
#define X(id, level, meaning) constexpr Aspects id = Aspects{1} << static_cast<unsigned>(Aspect::id);
ROUNDHOUSE_ASPECTS(X)
#undef X
constexpr Aspects hands = own_hand | other_hands;
/// The moment: who acts, and what an act or event is about.
constexpr Aspects moment = actor | amount | about | tile | end;
/// All that may change from act to act, whatever the act is about.
constexpr Aspects position = about - 1;
}  // namespace aspects

/// The level of an expression that reads these: that of the deepest.
constexpr Level level_of(Aspects reads) {
  Level level = Level::constant;
#define X(id, depth, meaning) \
  if ((reads & aspects::id) != 0) level = deeper(level, Level::depth);
  ROUNDHOUSE_ASPECTS(X)
#undef X
  return level;
}

}  // namespace roundhouse::dsl
