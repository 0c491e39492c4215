#pragma once
// Acts: what players do, and what chance does. A game is a list of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/ids.h"
#include "engine/position.h"

namespace roundhouse::engine {

/// The fate of an act's tile.
enum class TileMove : std::uint8_t {
  none,     ///< there is no tile
  leaves,   ///< it is laid, from the actor's hand if there is an actor
  arrives,  ///< from the boneyard into the actor's hand; no_tile while it is not known
  shows,    ///< it comes up from the boneyard, into no hand
};

/// Acts of players, which pass rows and laws; and chance and setup, which passes laws alone. In the sentences
/// {0} is the actor, {1} the tile with its article, {2} the tile. An empty one: the reader finds its words in
/// the position, or says nothing.
// X(enumerator, who does it, what becomes of the tile, what it says of actor, tile and so on, how it is said,
//   as what it is judged)
#define ROUNDHOUSE_PLAYED_ACTS(X)                                                    \
  X(lead, player, leaves, "actor, tile", "", "puts {1} in the centre")               \
  X(lay, player, leaves, "actor, tile, end (serial), amount: Joins", "", "lays {1}") \
  X(draw, player, arrives, "actor; tile: what came up", "{0} draws {1}", "draws")    \
  X(done, player, none, "actor", "", "ends the turn")                                \
  X(declared, anyone, none, "actor (no_seat: the referee), declared, whom, amount, tile", "", "")
#define ROUNDHOUSE_CHANCE_ACTS(X)                                                                           \
  X(lot, player, shows, "actor, tile", "{0} draws the lot {2}", "gets a tile")                              \
  X(first, player, none, "actor: chosen by lot or agreement", "{0} is first", "has the first turn")         \
  X(deal, player, arrives, "actor, tile", "", "gets a tile")                                                \
  X(pick, player, arrives, "actor, tile: a draw for the engine", "{0} draws {1} for the engine",            \
    "draws for the engine")                                                                                 \
  X(reveal, player, shows, "actor, tile", "{0} turns up {1}", "turns a tile up")                            \
  X(turn_over, nobody, shows, "tile", "", "turns a tile up")                                                \
  X(redeal, nobody, none, "", "All hands go back, and everybody draws anew", "deals again")                 \
  X(engine, anyone, leaves, "tile; actor: its holder, no_seat: it was set aside or turned over", "",        \
    "puts {1} in the centre")                                                                               \
  X(pull, player, arrives, "actor, tile: taken because an effect said so", "{0} has to take {1}",           \
    "gets a tile")                                                                                          \
  X(cast, nobody, none,                                                                                     \
    "declared: index into Program::facts; amount: its number, or the seat of its player (absent: unknown)", \
    "", "is told by chance")
#define ROUNDHOUSE_ACT_KINDS(X) \
  ROUNDHOUSE_PLAYED_ACTS(X)     \
  ROUNDHOUSE_CHANCE_ACTS(X)

/// In a switch the cases of a list.
#define ROUNDHOUSE_ACT_CASE(kind, ...) case ActKind::kind:

enum class ActKind : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_ACT_KINDS(X)
#undef X
};

/// Anyone: a player, or nobody.
enum class DoneBy : std::uint8_t { player, anyone, nobody };

struct ActKindRow {
  DoneBy by;
  TileMove move;
  std::string_view sentence;
  std::string_view deed;
};

constexpr auto all_act_kinds = std::to_array<ActKindRow>({
#define X(id, by, move, meaning, sentence, deed) {DoneBy::by, TileMove::move, sentence, deed},
    ROUNDHOUSE_ACT_KINDS(X)
#undef X
});
constexpr std::size_t act_kinds = all_act_kinds.size();

constexpr const ActKindRow& row(ActKind kind) { return all_act_kinds[static_cast<std::size_t>(kind)]; }
/// True if a player does it, and rows say whether it is allowed.
constexpr bool is_by_rows(ActKind kind) {
#define X(...) +1
  return static_cast<int>(kind) < ROUNDHOUSE_PLAYED_ACTS(X);
#undef X
}
/// True if its tile comes from the boneyard: chance says which it is.
constexpr bool is_from_boneyard(ActKind kind) {
  return row(kind).move == TileMove::arrives || row(kind).move == TileMove::shows;
}

/// The half of a laid tile that joins where neither half matches the end, which wild tiles may do: an Act's
/// amount. Where one matches it joins.
enum class Joins : std::int32_t {
  lesser,  ///< the greater one lies outward, as it does where nothing is said
  greater,
};

/// True if a tile may be turned either way at an end of this number.
constexpr bool is_turnable(TileId tile, int pip) {
  return high_of(tile) != low_of(tile) && high_of(tile) != pip && low_of(tile) != pip;
}

/// The number that the end of a tile shows which is laid to this number.
constexpr int outward_half(TileId tile, int pip, Joins joins) {
  if (is_turnable(tile, pip)) return joins == Joins::greater ? low_of(tile) : high_of(tile);
  return high_of(tile) == pip ? low_of(tile) : high_of(tile);
}

/// True if all hands go back when a deal is done: an Act's amount.
enum class Redeal : std::int32_t {
  by_rules,  ///< as the rules say
  stays,     ///< they do not, whatever the rules say of the tiles known
  goes_back,
};

struct Act {
  ActKind kind = ActKind::done;
  Seat actor = no_seat;
  TileId tile = no_tile;
  /// declared: whom it is about. deal, engine, lead: the player with the first turn if play begins now, where
  /// a record knows it and the hands do not show it; no_seat: as the rules say.
  Seat whom = no_seat;
  std::uint16_t end = 0;       ///< lay: End::serial
  std::uint16_t declared = 0;  ///< index into Program::declared; cast: into Program::facts
  /// declared: the number given. deal: what a record says of the hands (Redeal). cast: what chance said. lay:
  /// which half joins (Joins).
  std::int32_t amount = 0;
  bool operator==(const Act&) const = default;
};

/// The act whose rows it has to pass. Only of acts that pass rows: the built-in ones come first, in one
/// order.
constexpr dsl::ActId act_id_of(const Act& act) {
  const auto kind = static_cast<std::size_t>(act.kind);
  const std::size_t id = act.kind == ActKind::declared ? dsl::built_in_acts + act.declared : kind;
  return {static_cast<std::uint16_t>(id)};
}
static_assert(static_cast<int>(ActKind::lead) == static_cast<int>(dsl::BuiltInAct::lead) &&
              static_cast<int>(ActKind::lay) == static_cast<int>(dsl::BuiltInAct::lay) &&
              static_cast<int>(ActKind::draw) == static_cast<int>(dsl::BuiltInAct::draw) &&
              static_cast<int>(ActKind::done) == static_cast<int>(dsl::BuiltInAct::done));

}  // namespace roundhouse::engine
