#pragma once
// The plain game loop: asks chance and the players, folds what they say. It judges nothing itself and
// knows no rule; whatever goes wrong is an outcome, not an exception.

#include <functional>
#include <vector>

#include "engine/act_tally.h"
#include "engine/dealer.h"
#include "engine/fold.h"
#include "engine/player.h"
#include "engine/random.h"

namespace roundhouse::engine {

enum class Outcome : std::uint8_t {
  finished,  ///< the round (or match) ended as the rules say
  dead_end,  ///< somebody whose turn it is can do nothing at all
  too_long,  ///< more turns or acts than the options allow
  voided,    ///< no engine could be had, or a rule said so; the round does not count
};

struct PlayOptions {
  std::vector<const Player*> seats{};     ///< by seat; where there is none, the random player
  double declared = 0;                    ///< the probability of a declared act that need not be
  int most_turns = 5'000;                 ///< of one round
  int most_acts = 50'000;                 ///< of one round, chance included
  int most_rounds = 10'000;               ///< of one match
  const Position* begin = nullptr;        ///< in play: rounds go on from there, their hidden tiles at random
  ShuffledDealer* dealer = nullptr;       ///< deals instead of choosing tile by tile; set up for each game
  bool may_use_wide_instructions = true;  ///< if there are any; the games are the same, only slower without
};

/// Functions that follow the game. Each may be empty.
struct Observer {
  std::function<void(const Position& position)> round_begins;  ///< before its first act
  std::function<void(const Act& act, const Position& after)> act;
  std::function<void(const Position& position)> round_ends;  ///< after the last ruling, or where it stopped
  std::function<void(const Act& act, const Position& before)> before{};  ///< the tile of a draw is known
  Trace* trace = nullptr;     ///< emptied before each act, then filled with what came of it
  ActTally* tally = nullptr;  ///< counts every act; costs next to nothing, unlike the functions
};

/// True if there is a second form of the game loop, made for the instructions of x86-64-v3, and a processor
/// that has them.
bool has_wide_instructions();

/// Begins the next round and plays it. Referees may still rule when it is over.
Outcome play_round(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                   const Observer& observer = {});

/// Goes on with a round that has begun, from wherever it stands.
Outcome play_on(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                const Observer& observer = {});

/// Plays rounds until the match is over, or a round does not end. Rounds that are voided for want
/// of an engine count as rounds; if all were, the match is.
Outcome play_match(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                   const Observer& observer = {});

}  // namespace roundhouse::engine
