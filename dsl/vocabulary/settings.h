#pragma once
// THE table of the values of `setup` and `match`, one row each. The keys of rule files, Setup and Match,
// their reader, the canonical text behind a rules hash, the compiled program and the rulebook are read off
// it; what a value means stands with who asks for it (engine/setup.cpp, replay/scores), its sentence in
// dsl/rulebook.

#include <array>
#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/keys.h"
#include "dsl/vocabulary/words.h"

namespace roundhouse::dsl {

// X(enumerator, map, key, form, kept, type, site, presence, usual, words, printed, unsaid, what it is for)
//   kept      needed: a file has to say it; filled: else it is the usual value; given: perhaps; listed:
//   several type      none: number, truth, name or player presence  maybe: the value may be absent usual the
//   value of one that is filled, as it would be written words     the names that it may be printed   its name
//   in the canonical text of rules unsaid    the rulebook's sentence about a step of it that is the usual
//   thing
#define ROUNDHOUSE_SET_VALUES(X)                                                           \
  X(highest, set, "highest", worded, needed, number, option, given, "", "", "highest", "", \
    "the highest number of pips on half a tile")                                           \
  X(copies, set, "copies", worded, filled, number, option, given, "1", "", "copies", "",   \
    "how many sets are mixed")
#define ROUNDHOUSE_DEAL_VALUES(X)                                                                        \
  X(deal, setup, "deal", worded, needed, number, round_setup, given, "", "", "deal", "",                 \
    "how many tiles everybody gets")                                                                     \
  X(lots, setup, "lots", worded, given, number, tile_setup, maybe, "", "", "lots", "No lots are drawn.", \
    "each draws a tile to be first: a number about the drawn tile, the greatest wins")                   \
  X(first, setup, "first", worded, given, player, round_setup, maybe, "", "", "first",                   \
    "The first player is whoever won the lots.", "the first player")                                     \
  X(redeal, setup, "redeal", redeal, given, truth, round_setup, given, "", "", "redeal", "",             \
    "where it holds, the hands go back and are dealt again")
#define ROUNDHOUSE_REDEAL_VALUES(X)                                                                       \
  X(redeal_limit, redeal, "limit", worded, given, number, round_setup, maybe, "", "", "redeal limit", "", \
    "how often at most; 0 is no limit")
#define ROUNDHOUSE_ENGINE_VALUES(X)                                                                         \
  X(engine_from, engine, "from", worded, needed, name, round_setup, given, "", "hands aside lead turned",   \
    "from", "", "where the engine comes from")                                                              \
  X(leader, engine, "leader", worded, given, player, round_setup, maybe, "", "", "leader", "",              \
    "who has the right to lead it")                                                                         \
  X(passes, engine, "passes", worded, given, name, round_setup, given, "", "left never", "passes", "",      \
    "where that right goes when its owner has no such tile")                                                \
  X(wanted, engine, "wanted", worded, given, truth, tile_setup, given, "", "", "wanted", "",                \
    "whether this tile may be the engine")                                                                  \
  X(best, engine, "best", worded, given, number, engine_choice, maybe, "", "", "best", "",                  \
    "which of several: a number about tile and holder")                                                     \
  X(ties, engine, "ties", worded, given, name, round_setup, given, "", "order lot", "ties", "",             \
    "which of equal ones")                                                                                  \
  X(missing, engine, "missing", worded, filled, name, round_setup, given, "unison",                         \
    "unison in-turn one-by-one reveal redeal", "missing", "", "what is done where nobody holds one")        \
  X(drawn, engine, "drawn", worded, given, name, round_setup, given, "", "keep back aside", "drawn", "",    \
    "what becomes of tiles drawn for it")                                                                   \
  X(limit, engine, "limit", worded, given, number, round_setup, maybe, "", "", "limit",                     \
    "It may be as many as it takes.", "most draws each, or redeals; 0 is no limit")                         \
  X(then, engine, "then", worded, filled, name, round_setup, given, "nothing", "nothing turn-over", "then", \
    "", "what is done at the limit")
#define ROUNDHOUSE_STARTER_VALUES(X)                                                         \
  X(starter, setup, "starter", worded, given, player, starter, maybe, "", "", "starter", "", \
    "who has the first turn")

/// Values that are compiled; the set is a constant of the program.
#define ROUNDHOUSE_ROUND_VALUES(X) \
  ROUNDHOUSE_DEAL_VALUES(X)        \
  ROUNDHOUSE_REDEAL_VALUES(X)      \
  ROUNDHOUSE_ENGINE_VALUES(X)      \
  ROUNDHOUSE_STARTER_VALUES(X)
#define ROUNDHOUSE_SETUP_VALUES(X) \
  ROUNDHOUSE_SET_VALUES(X)         \
  ROUNDHOUSE_ROUND_VALUES(X)

#define ROUNDHOUSE_MATCH_VALUES(X)                                                                         \
  X(rounds, match, "rounds", worded, given, number, option, given, "", "", "rounds", "",                   \
    "how many rounds make a game")                                                                         \
  X(over, match, "over", worded, given, truth, match, given, "", "", "over", "The game goes on.",          \
    "asked after each round: is the game over already?")                                                   \
  X(games, match, "games", worded, given, number, option, given, "", "", "games", "A match has one game.", \
    "how many games make a match")                                                                         \
  X(scheduled, match, "double", worded, given, number, match, maybe, "", "", "double", "",                 \
    "the double scheduled for the round")                                                                  \
  X(order, match, "order", worded_list, listed, number, match_player, maybe, "", "", "order", "",          \
    "how players rank: keys about me, the least first")                                                    \
  X(group, match, "group", worded, given, none, match_player, maybe, "", "", "group",                      \
    "All players are in one group.", "only who has the same value ranks before each other")                \
  X(points, match, "points", worded, given, number, match_player, maybe, "", "", "points",                 \
    "A place is worth no points.", "what a place is worth when a game is over")                            \
  X(moves_on, match, "moves_on", worded, given, truth, match_player, given, "", "", "moves_on",            \
    "Nobody moves on to the next table.", "whether this player is in the next game")                       \
  X(to_playoff, match, "to_playoff", worded, given, truth, match_player, given, "", "", "to_playoff",      \
    "Nobody takes part in the play-off.", "whether this player is in a play-off")                          \
  X(joins, match, "joins", worded, given, number, match, maybe, "", "", "joins",                           \
    "Whoever joins later begins without points.", "with how many points somebody begins who joins later")

#define ROUNDHOUSE_SETTINGS(X) \
  ROUNDHOUSE_SETUP_VALUES(X)   \
  ROUNDHOUSE_MATCH_VALUES(X)

enum class Setting : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_SETTINGS(X)
#undef X
};

struct SettingRow {
  Setting id;
  KeyMap map;
  std::string_view key;    ///< within its map
  std::string_view whole;  ///< within its block: "engine.wanted"
  std::string_view name;   ///< among all: "engine.wanted", "match.over"
  Type type;
  Site site;
  Presence presence;
  std::string_view usual;
  std::string_view printed;
  std::string_view unsaid;
};

#define ROUNDHOUSE_WHOLE_set "set."
#define ROUNDHOUSE_WHOLE_setup ""
#define ROUNDHOUSE_WHOLE_redeal "redeal."
#define ROUNDHOUSE_WHOLE_engine "engine."
#define ROUNDHOUSE_WHOLE_match ""
#define ROUNDHOUSE_BLOCK_set ""
#define ROUNDHOUSE_BLOCK_setup ""
#define ROUNDHOUSE_BLOCK_redeal ""
#define ROUNDHOUSE_BLOCK_engine ""
#define ROUNDHOUSE_BLOCK_match "match."

constexpr auto all_settings = std::to_array<SettingRow>({
#define X(id, map, key, form, kept, type, site, presence, usual, words, printed, unsaid, about) \
  {Setting::id,                                                                                 \
   KeyMap::map,                                                                                 \
   key,                                                                                         \
   ROUNDHOUSE_WHOLE_##map key,                                                                  \
   ROUNDHOUSE_BLOCK_##map ROUNDHOUSE_WHOLE_##map key,                                           \
   Type::type,                                                                                  \
   Site::site,                                                                                  \
   Presence::presence,                                                                          \
   usual,                                                                                       \
   printed,                                                                                     \
   unsaid},
    ROUNDHOUSE_SETTINGS(X)
#undef X
});

constexpr const SettingRow& row(Setting setting) { return all_settings[static_cast<std::size_t>(setting)]; }

}  // namespace roundhouse::dsl
