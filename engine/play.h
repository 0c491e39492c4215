#pragma once
// The plain game loop: asks chance and the players, folds what they say. It judges nothing itself and
// knows no rule; whatever goes wrong is an outcome, not an exception.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "engine/act.h"
#include "engine/dealer.h"
#include "engine/fold.h"
#include "engine/player.h"
#include "engine/random.h"

namespace roundhouse::engine {

// The tally of every single act of a game, chance included: the number of each kind, and a digest over all of
// them in their order. It is asked about millions of acts a second, so it looks at nothing else; anything
// that a position shows is counted at the end of a round.

class ActTally {
 public:
  explicit ActTally(std::size_t declared_acts) : declared_(declared_acts) {}

  /// A new game: the digest begins with its seed. The counts go on.
  void begin_game(std::uint64_t seed) { digest_ = seed; }

  void add(const Act& act) {
    digest_ =
        mix64(mix64(digest_ ^ packed(act)) + 0x9E3779B97F4A7C15U + static_cast<std::uint32_t>(act.amount));
    ++kinds_[static_cast<std::size_t>(act.kind)];
    if (act.kind == ActKind::declared) ++declared_[act.declared];
  }

  /// Over the acts of this game so far.
  std::uint64_t digest() const { return digest_; }
  /// The number of acts of this kind in all games.
  std::uint64_t count(ActKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  std::uint64_t acts() const { return std::accumulate(kinds_.begin(), kinds_.end(), std::uint64_t{0}); }
  const std::vector<std::uint64_t>& declared() const { return declared_; }

 private:
  /// All of an act but its amount, pinned.
  static std::uint64_t packed(const Act& act) {
    const auto byte = [](auto value) { return std::uint64_t{static_cast<std::uint8_t>(value)}; };
    return byte(act.kind) | byte(act.actor) << 8 | byte(act.tile) << 16 | byte(act.whom) << 24 |
           std::uint64_t{act.end} << 32 | std::uint64_t{act.declared} << 48;
  }

  std::uint64_t digest_ = 0;
  std::array<std::uint64_t, act_kinds> kinds_{};
  std::vector<std::uint64_t> declared_;
};

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
