#pragma once
// The game of bench/ceiling.yaml, played by the engine with the random numbers of a simulator that was
// written by hand for this one game and knows no rules: the same shuffles, the same choices, and so the same
// checksum if every rule is read alike. Knows the order in which that simulator asks for numbers; calls
// nothing but the fold.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/rules.h"

namespace roundhouse::bench {

// Chance in the game of bench/ceiling.yaml: the numbers, in the order and of the kind that the other
// simulator uses, and the pool of tiles that they are exchanged in. Knows no rule.

/// splitmix64: goes on to the next state and gives it mixed.
inline std::uint64_t mixed(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// xoshiro256**, its state filled as the other simulator fills it.
class Numbers {
 public:
  Numbers(std::uint64_t run_seed, std::uint64_t game) {
    std::uint64_t state = run_seed * 0xD1342543DE82EF95U + game;
    for (std::uint64_t& word : words_) word = mixed(state);
  }

  std::uint64_t next() {
    const std::uint64_t result = turned(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = turned(words_[3], 45);
    return result;
  }

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }

 private:
  static std::uint64_t turned(std::uint64_t word, int by) { return word << by | word >> (64 - by); }

  std::array<std::uint64_t, 4> words_{};
};

/// A number below n out of a word, of which the rest is left for the next one.
inline std::size_t share(std::uint64_t& word, std::uint32_t n) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(word) * n;
  word = static_cast<std::uint64_t>(product);
  return static_cast<std::size_t>(product >> 64);
}

/// All tiles in some order; those before `out` are dealt or drawn. The order is kept from round to round.
/// Tile is whatever the one who plays calls a tile, made of its two numbers, the higher first.
template <class Tile, Tile (*make)(int high, int low)>
class Pool {
 public:
  Pool() {
    std::size_t at = 0;
    for (int high = 0; high <= 12; ++high) {
      for (int low = 0; low <= high; ++low) tiles_[at++] = make(high, low);
    }
  }

  void gather() { out_ = 0; }
  std::uint32_t left() const { return static_cast<std::uint32_t>(tiles_.size() - out_); }

  Tile take(std::size_t ahead) {
    std::swap(tiles_[out_], tiles_[out_ + ahead]);
    return tiles_[out_++];
  }

 private:
  std::array<Tile, 91> tiles_{};
  std::size_t out_ = 0;
};

/// The counts that the other simulator makes of one game.
struct CeilingGame {
  std::array<std::uint32_t, 4> totals{};
  std::uint32_t turns = 0;
  std::uint32_t plays = 0;
  std::uint32_t draws = 0;    ///< after the deal, those for the engine included
  std::uint32_t blocked = 0;  ///< rounds that nobody won
  bool finished = false;      ///< all rounds were played to their end

  /// Its part of the run's checksum, which is the sum of all parts.
  std::uint64_t part(std::uint64_t game) const;
};

/// `program`: of bench/ceiling.yaml for four players.
CeilingGame play_ceiling_game(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t game);

/// The checksum of that many games, from game 0.
std::uint64_t ceiling_checksum(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t games);

// The game of bench/ceiling.yaml once more, written by hand for this game alone: what it costs when nobody
// pays for rules being data. Clear rather than as fast as can be. Takes the same numbers as ceiling_game and
// has to come to the same result.

CeilingGame play_handwritten_game(std::uint64_t run_seed, std::uint64_t game);

std::uint64_t handwritten_checksum(std::uint64_t run_seed, std::uint64_t games);

}  // namespace roundhouse::bench
