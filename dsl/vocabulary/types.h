#pragma once
// The types of the rule language and the depths on which a word may depend. Both are lists: names
// are read and printed from the same row.

#include <array>
#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

// X(enumerator, name as shown to users)
#define ROUNDHOUSE_TYPES(X)    \
  X(none, "nothing")           \
  X(number, "number")          \
  X(truth, "truth value")      \
  X(name, "name")              \
  X(tile, "tile")              \
  X(tiles, "set of tiles")     \
  X(player, "player")          \
  X(players, "set of players") \
  X(train, "train")            \
  X(end, "open end")           \
  X(ends, "set of open ends")  \
  X(debt, "debt")              \
  X(debts, "set of debts")     \
  X(turn, "turn")              \
  X(round, "round")            \
  X(match, "match")            \
  X(set, "set of dominoes")    \
  X(permission, "permission")  \
  X(absent, "absent value")

enum class Type : std::uint8_t {
#define X(id, text) id,
  ROUNDHOUSE_TYPES(X)
#undef X
};

std::string_view type_name(Type type);

/// The sets that quantifiers look through.
struct SetRow {
  Type set;
  Type element;
  std::string_view noun;    ///< of an element, for players
  std::int64_t usual_size;  ///< in a game of many tiles
  char letter;              ///< begins the names of variables in texts that we print
};
constexpr std::array<SetRow, 4> all_sets{{{Type::tiles, Type::tile, "tile", 30, 't'},
                                          {Type::ends, Type::end, "open end", 8, 'e'},
                                          {Type::players, Type::player, "player", 6, 'p'},
                                          {Type::debts, Type::debt, "uncovered double", 4, 'd'}}};

/// nullptr: it is no set.
constexpr const SetRow* find_set(Type type) {
  for (const SetRow& row : all_sets)
    if (row.set == type) return &row;
  return nullptr;
}

/// The outermost loop in which a value is still the same: of `turn.laid` the turn, of `tile has end.pip` tile
/// and end. Ordered: a value may depend on everything up to and including its level. `tile` and `end` are
/// bits of their own, so that "tile and end" is their union.
// X(enumerator, value, name)
#define ROUNDHOUSE_LEVELS(X)    \
  X(constant, 0, "never")       \
  X(round, 1, "with the round") \
  X(turn, 3, "after each act")  \
  X(end, 7, "with the end")     \
  X(tile, 11, "with the tile")  \
  X(tile_end, 15, "with tile and end")

enum class Level : std::uint8_t {
#define X(id, value, text) id = value,
  ROUNDHOUSE_LEVELS(X)
#undef X
};

constexpr Level deeper(Level a, Level b) {
  return static_cast<Level>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// True if a value of this level is known where everything up to `reach` is.
constexpr bool is_within(Level level, Level reach) { return deeper(level, reach) == reach; }

std::string_view level_name(Level level);

}  // namespace roundhouse::dsl
