#pragma once
// Acts: what players do, and what chance does. A game is a list of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/vocabulary.h"
#include "engine/position.h"

namespace roundhouse::engine {

/// The fate of an act's tile, or of the hands.
enum class TileMove : std::uint8_t {
  none,     ///< there is no tile, or it stays where it is
  leaves,   ///< it is laid, from the actor's hand if there is an actor
  arrives,  ///< from the boneyard into the actor's hand; no_tile while it is not known
  shows,    ///< it comes up from the boneyard, into no hand
  tries,    ///< it comes up, and goes into the actor's hand if it may be the engine
  returns,  ///< all hands go back into the boneyard
};

/// As what an act of a record is judged.
enum class JudgedAs : std::uint8_t {
  play,     ///< by laws and rows
  lead,     ///< by those, and nobody has a tile that would be led before it
  engine,   ///< it may be the engine, and nobody has one that would come before it
  search,   ///< nobody has an engine while others are looked for, and hands go back only as the rules say
  sight,    ///< a tile that all see: it is there no more often than the set has it
  deal,     ///< the hands stay or go back as the rules say
  nothing,  ///< chance, and what follows of other acts
};

/// Acts of players, which pass rows and laws; and chance and setup, which passes laws alone. In the sentences
/// {0} is the actor, {1} the tile with its article, {2} the tile. An empty one: the reader finds its words in
/// the position, or says nothing.
// X(enumerator, who does it, what becomes of the tile, as what it is judged, what it says of actor, tile and
//   so on, how it is said, how it is said where nobody does it, as what it is blamed)
#define ROUNDHOUSE_PLAYED_ACTS(X)                                                                          \
  X(lead, player, leaves, lead, "actor, tile", "{0} puts {1} in the centre", "", "puts {1} in the centre") \
  X(lay, player, leaves, play, "actor, tile, end (serial), amount: Joins", "", "", "lays {1}")             \
  X(draw, player, arrives, play, "actor; tile: what came up", "{0} draws {1}", "", "draws")                \
  X(done, player, none, play, "actor", "", "", "ends the turn")                                            \
  X(declared, anyone, none, play, "actor (no_seat: the referee), declared, whom, amount, tile", "", "", "")
#define ROUNDHOUSE_CHANCE_ACTS(X)                                                                            \
  X(lot, player, shows, sight, "actor, tile", "{0} draws the lot {2}", "", "gets a tile")                    \
  X(first, player, none, nothing, "actor: chosen by lot or agreement", "{0} is first", "",                   \
    "has the first turn")                                                                                    \
  X(deal, player, arrives, deal, "actor, tile", "", "", "gets a tile")                                       \
  X(pick, player, arrives, search, "actor, tile: a draw for the engine", "{0} draws {1} for the engine", "", \
    "draws for the engine")                                                                                  \
  X(reveal, player, tries, search, "actor, tile", "{0} turns up {1}", "", "turns a tile up")                 \
  X(turn_over, nobody, shows, search, "tile", "", "{2} is turned over", "turns a tile up")                   \
  X(redeal, nobody, returns, search, "", "", "All hands go back, and everybody draws anew", "deals again")   \
  X(engine, anyone, leaves, engine, "tile; actor: its holder, no_seat: it was set aside or turned over",     \
    "{0} puts {1} in the centre", "The {2} lies in the centre", "puts {1} in the centre")                    \
  X(pull, player, arrives, nothing, "actor, tile: taken because an effect said so", "{0} has to take {1}",   \
    "", "gets a tile")                                                                                       \
  X(cast, nobody, none, nothing,                                                                             \
    "declared: index into Program::facts; amount: its number, or the seat of its player (absent: unknown)",  \
    "", "", "is told by chance")
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
  JudgedAs judged;
  std::string_view sentence;
  std::string_view of_nobody;  ///< the sentence where there is no actor
  std::string_view deed;
};

constexpr auto all_act_kinds = std::to_array<ActKindRow>({
#define X(id, by, move, judged, meaning, sentence, of_nobody, deed) \
  {DoneBy::by, TileMove::move, JudgedAs::judged, sentence, of_nobody, deed},
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
  switch (row(kind).move) {
    case TileMove::arrives:
    case TileMove::shows:
    case TileMove::tries:
      return true;
    case TileMove::none:
    case TileMove::leaves:
    case TileMove::returns:
      return false;
  }
  return false;
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
