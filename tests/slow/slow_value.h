#pragma once
// The things of the slow reading: what lies on its table and what its expressions give. Plain values,
// compared as players compare them: a tile by its face, an end or a debt by which one it is.

#include <optional>
#include <variant>
#include <vector>

namespace roundhouse::slow {

struct Tile {
  int high = 0;
  int low = 0;
  auto operator<=>(const Tile&) const = default;  ///< the pinned order: high, then low
};
inline Tile tile(int a, int b) { return a > b ? Tile{a, b} : Tile{b, a}; }
inline bool bears(Tile tile, int number) { return tile.high == number || tile.low == number; }

using Seat = int;  ///< from 0

struct Absent {
  bool operator==(const Absent&) const = default;
};
struct Name {
  int id = 0;
  bool operator==(const Name&) const = default;
};
struct Player {
  Seat seat = 0;
  bool operator==(const Player&) const = default;
};
struct Train {
  std::size_t place = 0;  ///< in the order of trains on the table
  bool operator==(const Train&) const = default;
};

struct End {
  int serial = 0;  ///< which end it is, ascending in age
  int group = 0;   ///< which laid tile it belongs to, from 1; 0: the engine
  int pip = 0;
  std::size_t train = 0;
  Tile tile;
  bool tail = false;
  bool start = false;
  bool side = false;  ///< opened by fan
  bool marked = false;
  bool operator==(const End& other) const { return serial == other.serial; }
};

struct Debt {
  int group = 0;
  int pip = 0;
  std::optional<Seat> by;
  std::size_t train = 0;  ///< means nothing for the engine's debt
  int covers = 0;
  int turn = 0;  ///< the turn it was made in
  bool operator==(const Debt& other) const { return group == other.group; }
};

using Tiles = std::vector<Tile>;
using Players = std::vector<Player>;
using Ends = std::vector<End>;
using Debts = std::vector<Debt>;

// The four things of which there is one each.
struct TheTurn {
  bool operator==(const TheTurn&) const = default;
};
struct TheRound {
  bool operator==(const TheRound&) const = default;
};
struct TheMatch {
  bool operator==(const TheMatch&) const = default;
};
struct TheSet {
  bool operator==(const TheSet&) const = default;
};

using Value = std::variant<Absent, int, bool, Name, Tile, Tiles, Player, Players, Train, End, Ends, Debt,
                           Debts, TheTurn, TheRound, TheMatch, TheSet>;

inline bool is_absent(const Value& value) { return std::holds_alternative<Absent>(value); }

/// The value as one type, or nothing if it is absent.
template <class T>
std::optional<T> as(const Value& value) {
  if (is_absent(value)) return std::nullopt;
  return std::get<T>(value);
}
template <class T>
Value maybe(const std::optional<T>& value) {
  return value ? Value(*value) : Value(Absent{});
}

}  // namespace roundhouse::slow
