#pragma once
// Bounds that hold in every game by the rules: numbers of tiles, players and rounds, ranges of facts and
// points. Worked out once for all checks.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {

/// The steps that a check may still spend on proofs. Rule files come from strangers, and proofs can be made
/// to take long; when it is spent nothing more is certain, and findings are missed rather than waited for.
struct Effort {
  std::size_t left = 600'000;  ///< looks at two parts of conditions, about

  bool spend(std::size_t looks = 1) {
    left -= std::min(left, looks);
    return left > 0;
  }
};

/// Options that the file itself declares are open to all their values, as are those that a condition asks
/// for; but how large the set is and how many rounds there are is as the file and its parents leave it.
struct GameBounds {
  GameBounds(const CheckedRules& rules, FileId file);

  std::int32_t highest = 18;         ///< the highest number of pips on half a tile, for whatever players
  std::int32_t widest_highest = 18;  ///< highest under other values of the options
  std::int32_t copies = 2;
  std::int64_t tiles = 0;  ///< of the largest set
  NumberRange players;
  std::optional<std::int64_t> rounds;  ///< no round has a higher number; absent: no limit is known
  std::optional<std::int64_t> games;
  NumberRange most_dealt;            ///< the range of `setup.deal`
  std::vector<NumberRange> facts;    ///< of numbers; of truth values 0 and 1
  std::vector<bool> constant_facts;  ///< those of numbers and truth values that are always 0 or false
  NumberRange points;                ///< of a round
  NumberRange totals;                ///< of a game
  bool winner_ends = false;          ///< the winner ends the round
  std::vector<bool> sizes;  ///< for each option: the size of the set or the number of rounds rests on it
  std::vector<std::uint32_t> words_mention;  ///< for each word what its body asks for, see Mention
};

/// The things that are tried out one by one.
enum class Mention : std::uint32_t {
  tile = 1,     ///< the tile that an act or event is about
  pip = 2,      ///< the number that is open at `end`
  joining = 4,  ///< `joining`
  players = 8,  ///< the number of players
  end = 16,     ///< the train of `end`, its kind, and what stands on it
  sizes = 32,   ///< not tried out: how large the set is or how many rounds there are, so that it is open
};

/// A union of Mentions. `effort`: it is spent for a large expression.
std::uint32_t mentions_of(const TypedExpr& expression, const GameBounds& game, Effort* effort = nullptr);

}  // namespace roundhouse::dsl
