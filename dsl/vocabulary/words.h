#pragma once
// THE table of the vocabulary: every root and every member that the language itself knows, one row
// each. The checker, the reference page, the JSON Schema, completion and spelling hints are read off
// it; the engine answers each row in one switch without default (engine/read_word.cpp), the slow
// reading in another. Options, words, facts, train kinds and declared acts are added by variants.

#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/types.h"

namespace roundhouse::dsl {

/// Where a condition stands. Roots say in which of these they are known (a bit set).
// X(enumerator, phrase for messages)
#define ROUNDHOUSE_SITES(X)                                        \
  X(option, "in a value that must not depend on the game")         \
  X(round_setup, "in a setup value")                               \
  X(tile_setup, "in a setup value about a tile")                   \
  X(engine_choice, "in a setup value about a tile and its holder") \
  X(starter, "in the setup value 'starter'")                       \
  X(match, "in a match value")                                     \
  X(match_player, "in a match value about a player")               \
  X(act_lead, "in a rule about lead")                              \
  X(act_lay, "in a rule about lay")                                \
  X(act_draw, "in a rule about draw")                              \
  X(act_done, "in a rule about done")                              \
  X(act_declared, "in a rule about a declared act")                \
  X(after_lead, "after lead")                                      \
  X(after_lay, "after lay")                                        \
  X(after_draw, "after draw")                                      \
  X(after_done, "after done")                                      \
  X(after_declared, "after a declared act")                        \
  X(after_engine, "after engine")                                  \
  X(after_deal, "after deal")                                      \
  X(after_turn_begins, "after turn-begins")                        \
  X(after_cover, "after cover")                                    \
  X(after_ending, "after ending")                                  \
  X(after_counting, "after counting")                              \
  X(after_round_over, "after round-over")

enum class Site : std::uint8_t {
#define X(id, text) id,
  ROUNDHOUSE_SITES(X)
#undef X
};

std::string_view site_phrase(Site site);

using SiteSet = std::uint32_t;
constexpr SiteSet at(Site site) { return SiteSet{1} << static_cast<unsigned>(site); }

namespace sites {
constexpr SiteSet everywhere = ~SiteSet{0};
constexpr SiteSet acts =
    at(Site::act_lead) | at(Site::act_lay) | at(Site::act_draw) | at(Site::act_done) | at(Site::act_declared);
constexpr SiteSet in_game = everywhere & ~at(Site::option);
/// where somebody acts or is asked about; absent (not unknown) for a referee's act
constexpr SiteSet with_me = acts | at(Site::after_lead) | at(Site::after_lay) | at(Site::after_draw) |
                            at(Site::after_done) | at(Site::after_declared) | at(Site::after_engine) |
                            at(Site::after_turn_begins) | at(Site::after_cover) | at(Site::after_counting) |
                            at(Site::match_player);
constexpr SiteSet with_tile = at(Site::tile_setup) | at(Site::engine_choice) | at(Site::act_lead) |
                              at(Site::act_lay) | at(Site::after_lead) | at(Site::after_lay) |
                              at(Site::after_draw) | at(Site::after_engine);
constexpr SiteSet with_rest =
    at(Site::act_lead) | at(Site::act_lay) | at(Site::after_lead) | at(Site::after_lay);
constexpr SiteSet with_end = at(Site::act_lay) | at(Site::after_lay);
constexpr SiteSet declared = at(Site::act_declared) | at(Site::after_declared);
}  // namespace sites

/// Roots: words that stand alone.
// X(enumerator, name, type, level, where it is known, meaning)
#define ROUNDHOUSE_ROOTS(X)                                                                               \
  X(truth_true, "true", truth, constant, sites::everywhere, "the truth value true")                       \
  X(truth_false, "false", truth, constant, sites::everywhere, "the truth value false")                    \
  X(nobody, "nobody", absent, constant, sites::everywhere,                                                \
    "no player: x == nobody holds where x is absent, x != nobody where it is not")                        \
  X(nothing, "nothing", absent, constant, sites::everywhere,                                              \
    "no tile, end, train or debt: x == nothing holds where x is absent")                                  \
  X(set, "set", set, constant, sites::everywhere, "the set of dominoes in play")                          \
  X(match, "match", match, constant, sites::everywhere, "the match: its players, games and used doubles") \
  X(round, "round", round, constant, sites::in_game, "the round being played")                            \
  X(turn, "turn", turn, constant, sites::in_game, "the turn being played")                                \
  X(players, "players", players, constant, sites::in_game,                                                \
    "all players, from round.first clockwise (before it is known, by seat)")                              \
  X(ends, "ends", ends, turn, sites::in_game, "all open ends, in the order of the legal acts")            \
  X(debts, "debts", debts, turn, sites::in_game, "all debts (uncovered doubles), oldest first")           \
  X(can, "can", permission, turn, sites::acts & ~at(Site::act_lead) & ~at(Site::act_lay),                 \
    "can.ACT: some such act is legal for the player who acts")                                            \
  X(me, "me", player, turn, sites::with_me,                                                               \
    "the player who acts, or whom the event is about; absent when the referee acts")                      \
  X(tile, "tile", tile, tile, sites::with_tile, "the tile that is led, laid or drawn, or asked about")    \
  X(rest, "rest", tiles, tile, sites::with_rest, "the hand of the player who lays, without the tile")     \
  X(end, "end", end, end, sites::with_end, "the open end laid to; after lay: as it was before")           \
  X(new_end, "new", end, turn, at(Site::after_lay), "the open end of the tile just laid")                 \
  X(debt, "debt", debt, turn, at(Site::after_cover), "the debt that got a cover")                         \
  X(whom, "whom", player, turn, sites::declared, "the player whom a declared act is about")               \
  X(amount, "amount", number, turn, sites::declared, "the number given with a declared act")              \
  X(holder, "holder", player, turn, at(Site::engine_choice) | at(Site::starter),                          \
    "the player who holds the tile that may be the engine; absent when it was set aside or turned over")

enum class Root : std::uint8_t {
#define X(id, name, type, level, sites, meaning) id,
  ROUNDHOUSE_ROOTS(X)
#undef X
};

/// Members: words that follow a dot. `argument` is none, or the type of the one argument.
// X(enumerator, of, name, type, argument, level, meaning)
#define ROUNDHOUSE_MEMBERS(X)                                                                               \
  X(set_highest, set, "highest", number, none, constant, "the highest number of pips on half a tile")       \
  X(set_copies, set, "copies", number, none, constant, "how many of each tile there are: 1 or 2")           \
  X(set_each, set, "each", number, none, constant,                                                          \
    "how many tiles bear a given number, a double counted once")                                            \
  X(match_players, match, "players", number, none, constant, "how many players there are")                  \
  X(match_game, match, "game", number, none, round, "the number of the game in the match, from 1")          \
  X(match_used, match, "used", truth, number, round,                                                        \
    "match.used(n): the double n was the engine in this game")                                              \
  X(match_last_out, match, "last_out", player, none, round,                                                 \
    "who went out in the last round; absent if nobody")                                                     \
  X(match_anyone, match, "anyone", player, none, round, "a player chosen by lot or agreement")              \
  X(round_number, round, "number", number, none, round, "the number of the round in its game, from 1")      \
  X(round_double, round, "double", number, none, round, "the double scheduled for this round")              \
  X(round_first, round, "first", player, none, round, "the first player by lot, agreement or rotation")     \
  X(round_rotation, round, "rotation", player, none, round,                                                 \
    "the player to the left of the last round's first; seat 1 in a match's first round")                    \
  X(round_starter, round, "starter", player, none, round, "who has the first turn")                         \
  X(round_winner, round, "winner", player, none, turn, "who has won the round; absent until somebody has")  \
  X(round_over, round, "over", truth, none, turn, "the round has ended")                                    \
  X(round_hub, round, "hub", end, none, turn, "a free place round the engine")                              \
  X(round_engine, round, "engine", tile, none, turn, "the tile in the centre; absent until it lies")        \
  X(round_boneyard, round, "boneyard", number, none, turn, "how many tiles are in the boneyard")            \
  X(round_lap, round, "lap", number, none, turn,                                                            \
    "1 from the starter's first turn, one more each time the turn comes back to the starter")               \
  X(round_still, round, "still", number, none, turn,                                                        \
    "how many turns in a row ended with nothing laid, nothing drawn and no end newly marked")               \
  X(round_played, round, "played", number, number, turn,                                                    \
    "round.played(n): how many tiles that bear n are on the table, the engine included")                    \
  X(turn_player, turn, "player", player, none, turn, "whose turn it is")                                    \
  X(turn_previous, turn, "previous", player, none, turn, "who had the turn before; absent in the first")    \
  X(turn_laid, turn, "laid", number, none, turn, "how many tiles were laid in this turn")                   \
  X(turn_drawn, turn, "drawn", number, none, turn,                                                          \
    "how many tiles were drawn since the last tile laid in it")                                             \
  X(turn_drew, turn, "drew", number, none, turn, "how many tiles were drawn in this turn in all")           \
  X(player_hand, player, "hand", tiles, none, turn, "the tiles in hand")                                    \
  X(player_count, player, "count", number, none, turn, "how many tiles are in hand")                        \
  X(player_left, player, "left", player, none, constant, "the next player clockwise")                       \
  X(player_seat, player, "seat", number, none, constant, "the seat, from 1, in the order of the players")   \
  X(player_place, player, "place", number, none, round, "how many seats after round.first, itself 0")       \
  X(player_turns, player, "turns", number, none, turn,                                                      \
    "turns begun in this round, the present one included")                                                  \
  X(player_points, player, "points", number, none, turn, "points of this round so far")                     \
  X(player_total, player, "total", number, none, turn, "points of the finished rounds of this game")        \
  X(player_rank, player, "rank", number, none, turn, "1, and one more for each player with a better place") \
  X(player_age, player, "age", number, none, constant, "the age, where it was given")                       \
  X(player_lot, player, "lot", tile, none, round, "the tile drawn to decide who is first")                  \
  X(player_kept, player, "kept", truth, none, round, "held a wanted engine while all drew for it")          \
  X(train_kind, train, "kind", name, none, constant, "the name of the kind of train")                       \
  X(train_owner, train, "owner", player, none, constant, "whose train it is; absent for a shared one")      \
  X(train_started, train, "started", truth, none, turn, "a tile lies on it")                                \
  X(train_marked, train, "marked", truth, none, turn, "a marker stands at some end of it")                  \
  X(train_tail, train, "tail", end, none, turn, "the open end of its main line")                            \
  X(train_spare_side, train, "spare_side", end, none, turn,                                                 \
    "an unmarked free side of its newest double that has one")                                              \
  X(end_pip, end, "pip", number, none, turn, "the number a tile must show to be laid here")                 \
  X(end_train, end, "train", train, none, turn, "the train it belongs to")                                  \
  X(end_start, end, "start", truth, none, turn, "the place where a train is still to be started")           \
  X(end_marked, end, "marked", truth, none, turn, "a marker stands here")                                   \
  X(end_owed, end, "owed", truth, none, turn, "the double here has a debt")                                 \
  X(end_debt, end, "debt", debt, none, turn, "the debt of the double here")                                 \
  X(end_mine, end, "mine", truth, none, turn, "the train is mine, of whatever kind")                        \
  X(end_others, end, "others", truth, none, turn, "the train has an owner, who is not me")                  \
  X(end_tile, end, "tile", tile, none, turn, "the tile whose end it is; the engine at a start")             \
  X(tile_double, tile, "double", truth, none, constant, "both halves bear the same number")                 \
  X(tile_high, tile, "high", number, none, constant, "the greater number")                                  \
  X(tile_low, tile, "low", number, none, constant, "the smaller number")                                    \
  X(tile_pips, tile, "pips", number, none, constant, "the sum of both numbers")                             \
  X(tiles_count, tiles, "count", number, none, constant, "how many tiles")                                  \
  X(debt_pip, debt, "pip", number, none, turn, "the number that covers it")                                 \
  X(debt_by, debt, "by", player, none, turn, "who laid the double; of the engine, the starter")             \
  X(debt_fresh, debt, "fresh", truth, none, turn, "it was made in this turn")                               \
  X(debt_train, debt, "train", train, none, turn, "the train of the double; absent for the engine")         \
  X(debt_hub, debt, "hub", truth, none, turn, "the double is the engine")                                   \
  X(debt_covers, debt, "covers", number, none, turn, "how many tiles are still to be laid to it")           \
  X(debts_any, debts, "any", truth, none, turn, "there is a debt")                                          \
  X(debts_count, debts, "count", number, none, turn, "how many debts there are")                            \
  X(debts_fresh, debts, "fresh", number, none, turn, "how many of them were made in this turn")             \
  X(debts_newest, debts, "newest", debt, none, turn, "the newest debt")                                     \
  X(debts_oldest, debts, "oldest", debt, none, turn, "the oldest debt")

enum class Member : std::uint8_t {
#define X(id, of, name, type, argument, level, meaning) id,
  ROUNDHOUSE_MEMBERS(X)
#undef X
};

struct RootRow {
  Root id;
  std::string_view name;
  Type type;
  Level level;
  SiteSet known;
  std::string_view meaning;
};

struct MemberRow {
  Member id;
  Type of;
  std::string_view name;
  Type type;
  Type argument;
  Level level;
  std::string_view meaning;
};

}  // namespace roundhouse::dsl
