#pragma once
// Tiles by their numbers, sets of them and bags of them. Knows no position and no rule.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/bits.h"

namespace roundhouse::engine {

constexpr int max_highest = 18;
constexpr int max_tile_kinds = 190;  // double-18

/// A face: high * (high + 1) / 2 + low. Copies of a double set are never distinguished.
using TileId = std::uint8_t;
constexpr TileId no_tile = 255;

constexpr TileId tile_of(int a, int b) {
  const int high = a > b ? a : b;
  const int low = a > b ? b : a;
  return static_cast<TileId>(high * (high + 1) / 2 + low);
}

/// The halves of every face, so that nothing has to work out a root; 0 and 0 past the last face.
struct TileHalves {
  std::uint8_t high = 0;
  std::uint8_t low = 0;
};
inline constexpr std::array<TileHalves, 256> tile_halves = [] {
  std::array<TileHalves, 256> halves{};
  for (int high = 0; high <= max_highest; ++high) {
    for (int low = 0; low <= high; ++low) {
      halves[tile_of(high, low)] = {static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(low)};
    }
  }
  return halves;
}();

constexpr int high_of(TileId tile) { return tile_halves[tile].high; }
constexpr int low_of(TileId tile) { return tile_halves[tile].low; }
inline int pips_of(TileId tile) { return high_of(tile) + low_of(tile); }
inline bool is_double(TileId tile) { return high_of(tile) == low_of(tile); }

/// A set of faces: bit `tile % 64` of word `tile / 64`. Only faces below max_tile_kinds may be asked or
/// added.
struct TileSet {
  std::array<std::uint64_t, 3> words{};

  static constexpr TileSet of(TileId tile) {
    TileSet set;
    set.add(tile);
    return set;
  }
  static constexpr TileSet all() { return ~TileSet(); }

  static constexpr std::uint64_t bit_of(TileId tile) { return std::uint64_t{1} << (tile % 64U); }
  constexpr bool has(TileId tile) const { return (words[tile / 64U] & bit_of(tile)) != 0; }
  constexpr void add(TileId tile) { words[tile / 64U] |= bit_of(tile); }
  constexpr void remove(TileId tile) { words[tile / 64U] &= ~bit_of(tile); }

  constexpr bool none() const { return (words[0] | words[1] | words[2]) == 0; }
  constexpr bool any() const { return !none(); }
  int count() const { return count_bits(words[0]) + count_bits(words[1]) + count_bits(words[2]); }
  /// The tile with the least id; no_tile: there is none.
  TileId first() const {
    for (std::size_t word = 0; word < words.size(); ++word)
      if (words[word] != 0)
        return static_cast<TileId>(word * 64 + static_cast<unsigned>(std::countr_zero(words[word])));
    return no_tile;
  }

  constexpr TileSet& operator&=(const TileSet& other) {
    for (std::size_t word = 0; word < words.size(); ++word) words[word] &= other.words[word];
    return *this;
  }
  constexpr TileSet& operator|=(const TileSet& other) {
    for (std::size_t word = 0; word < words.size(); ++word) words[word] |= other.words[word];
    return *this;
  }
  friend constexpr TileSet operator&(TileSet a, const TileSet& b) { return a &= b; }
  friend constexpr TileSet operator|(TileSet a, const TileSet& b) { return a |= b; }
  constexpr TileSet operator~() const {
    constexpr std::uint64_t last_word = (std::uint64_t{1} << (max_tile_kinds % 64)) - 1;
    return {{~words[0], ~words[1], ~words[2] & last_word}};
  }
  constexpr bool operator==(const TileSet& other) const {
    return ((words[0] ^ other.words[0]) | (words[1] ^ other.words[1]) | (words[2] ^ other.words[2])) == 0;
  }
};

/// Calls `visit(TileId)` for each tile of the set, in the order of ids.
template <class Visit>
void for_each_tile(const TileSet& tiles, Visit&& visit) {
  for (std::size_t word = 0; word < tiles.words.size(); ++word) {
    for (std::uint64_t left = tiles.words[word]; left != 0; left &= left - 1) {
      visit(static_cast<TileId>(word * 64 + static_cast<unsigned>(std::countr_zero(left))));
    }
  }
}

/// The first tile of the set, by id, of which `is` holds; no_tile: there is none.
template <class Is>
TileId find_tile(const TileSet& tiles, const Is& is) {
  for (std::size_t word = 0; word < tiles.words.size(); ++word) {
    for (std::uint64_t left = tiles.words[word]; left != 0; left &= left - 1) {
      const auto tile = static_cast<TileId>(word * 64 + static_cast<unsigned>(std::countr_zero(left)));
      if (is(tile)) return tile;
    }
  }
  return no_tile;
}

/// The tiles that bear a number, up to double-18.
inline constexpr std::array<TileSet, max_highest + 1> bearing_tiles = [] {
  std::array<TileSet, max_highest + 1> all{};
  for (int n = 0; n <= max_highest; ++n) {
    for (int other = 0; other <= max_highest; ++other) {
      all[static_cast<std::size_t>(n)].add(tile_of(n, other));
    }
  }
  return all;
}();
inline const TileSet& tiles_bearing(int pip) { return bearing_tiles[static_cast<std::size_t>(pip)]; }

/// All tiles of a set, by its highest number.
inline constexpr std::array<TileSet, max_highest + 1> whole_sets = [] {
  std::array<TileSet, max_highest + 1> all{};
  for (std::size_t highest = 0; highest < all.size(); ++highest) {
    const std::size_t kinds = (highest + 1) * (highest + 2) / 2;
    for (std::size_t tile = 0; tile < kinds; ++tile) all[highest].add(static_cast<TileId>(tile));
  }
  return all;
}();
inline const TileSet& set_of(int highest) { return whole_sets[static_cast<std::size_t>(highest)]; }

/// A bag of tiles, each face at most twice.
struct TileBag {
  TileSet once;   ///< the faces that are there at least once
  TileSet twice;  ///< the faces that are there twice

  int count(TileId tile) const {
    if (tile >= max_tile_kinds) return 0;
    return static_cast<int>(once.has(tile)) + static_cast<int>(twice.has(tile));
  }
  bool has(TileId tile) const { return count(tile) > 0; }
  /// At most two of a face; a third is ignored.
  void add(TileId tile) {
    if (tile >= max_tile_kinds) return;
    const std::size_t word = tile / 64U;
    const std::uint64_t bit = TileSet::bit_of(tile);
    twice.words[word] |= once.words[word] & bit;
    once.words[word] |= bit;
  }
  /// Nothing if it is not there.
  void remove(TileId tile) {
    if (tile >= max_tile_kinds) return;
    const std::size_t word = tile / 64U;
    const std::uint64_t bit = TileSet::bit_of(tile);
    // The second copy goes first, so that twice stays a part of once.
    once.words[word] &= ~bit | twice.words[word];
    twice.words[word] &= ~bit;
  }
  int size() const;
  bool operator==(const TileBag&) const = default;
};

}  // namespace roundhouse::engine
