#pragma once
// THE table of the vocabulary: every root and every member that the language itself knows, one row
// each. The checker, the reference page and spelling hints are read off it; the engine answers each row in
// one switch without default (engine/read_word.cpp), the slow reading in another. Options, words, facts,
// train kinds and declared acts are added by variants.

#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/aspects.h"
#include "dsl/vocabulary/types.h"

namespace roundhouse::dsl {

/// The site of a condition. Roots say in which of these they are known (a bit set).
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
  X(after_dealt, "after dealt")                                    \
  X(after_turn_begins, "after turn-begins")                        \
  X(after_cover, "after cover")                                    \
  X(after_ending, "after ending")                                  \
  X(after_counting, "after counting")                              \
  X(after_scored, "after scored")                                  \
  X(after_round_over, "after round-over")                          \
  X(position, "in a check of every position")

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
                            at(Site::after_dealt) | at(Site::after_scored) | at(Site::match_player) |
                            at(Site::position);
constexpr SiteSet declared = at(Site::act_declared) | at(Site::after_declared);
constexpr SiteSet with_tile = at(Site::tile_setup) | at(Site::engine_choice) | at(Site::act_lead) |
                              at(Site::act_lay) | at(Site::after_lead) | at(Site::after_lay) |
                              at(Site::after_draw) | at(Site::after_engine) | declared;
constexpr SiteSet with_rest =
    at(Site::act_lead) | at(Site::act_lay) | at(Site::after_lead) | at(Site::after_lay);
constexpr SiteSet asking_can = (acts & ~at(Site::act_lead) & ~at(Site::act_lay)) | at(Site::position);
constexpr SiteSet with_end = at(Site::act_lay) | at(Site::after_lay);
}  // namespace sites

/// Roots: words that stand alone.
// X(enumerator, name, type, what it reads, where it is known, meaning)
#define ROUNDHOUSE_ROOTS(X)                                                                               \
  X(truth_true, "true", truth, aspects::none, sites::everywhere, "the truth value true")                  \
  X(truth_false, "false", truth, aspects::none, sites::everywhere, "the truth value false")               \
  X(nobody, "nobody", absent, aspects::none, sites::everywhere,                                           \
    "no player: x == nobody holds where x is absent, x != nobody where it is not")                        \
  X(nothing, "nothing", absent, aspects::none, sites::everywhere,                                         \
    "no tile, end, train or debt: x == nothing holds where x is absent")                                  \
  X(set, "set", set, aspects::none, sites::everywhere, "the set of dominoes in play")                     \
  X(match, "match", match, aspects::none, sites::everywhere,                                              \
    "the match: its players, games and used doubles")                                                     \
  X(round, "round", round, aspects::none, sites::in_game, "the round being played")                       \
  X(turn, "turn", turn, aspects::none, sites::in_game, "the turn being played")                           \
  X(players, "players", players, aspects::none, sites::in_game,                                           \
    "all players, from round.first clockwise (before it is known, by seat)")                              \
  X(ends, "ends", ends, aspects::table, sites::in_game, "all open ends, in the order of the legal acts")  \
  X(debts, "debts", debts, aspects::debts, sites::in_game, "all debts (uncovered doubles), oldest first") \
  X(can, "can", permission, aspects::position, sites::asking_can,                                         \
    "can.ACT: some such act is legal for the player who acts, and not optional")                          \
  X(me, "me", player, aspects::actor, sites::with_me,                                                     \
    "the player who acts, or whom the event is about; absent when the referee acts")                      \
  X(tile, "tile", tile, aspects::tile, sites::with_tile,                                                  \
    "the tile that is led, laid or drawn, given with an act, or asked about")                             \
  X(rest, "rest", tiles, aspects::own_hand | aspects::tile, sites::with_rest,                             \
    "the hand of the player who lays, without the tile")                                                  \
  X(end, "end", end, aspects::end, sites::with_end, "the open end laid to; after lay: as it was before")  \
  X(joining, "joining", number, aspects::tile | aspects::end, sites::with_end,                            \
    "the number on the half that joins: the end's, or where no half bears that the half that is chosen")  \
  X(new_end, "new", end, aspects::about, at(Site::after_lay), "the open end of the tile just laid")       \
  X(debt, "debt", debt, aspects::about, at(Site::after_cover), "the debt that got a cover")               \
  X(whom, "whom", player, aspects::about, sites::declared, "the player whom a declared act is about")     \
  X(amount, "amount", number, aspects::amount, sites::declared, "the number given with a declared act")   \
  X(holder, "holder", player, aspects::about, at(Site::engine_choice) | at(Site::starter),                \
    "the player who holds the tile that may be the engine; absent when it was set aside or turned over")

enum class Root : std::uint8_t {
#define X(id, name, type, reads, sites, meaning) id,
  ROUNDHOUSE_ROOTS(X)
#undef X
};

/// The numbers that a number can be; `any` of other types, too.
enum class Bounds : std::uint8_t {
  any,
  from_0,
  from_1,
  pips,       ///< of one half
  both_pips,  ///< of both halves
  highest,    ///< of a set
  copies,
  players,  ///< as many as may play
  seats,    ///< from 1
  places,   ///< from 0
  tiles,    ///< from none to all of the set
  rounds,
  games,
  points,  ///< of a round
  totals,  ///< of a game
};
/// `given`: it is there whenever that is of which it is a member, and what stands in brackets. `of_place`:
/// the same where an act or event says which end it is. `maybe`: nothing is said of that.
enum class Presence : std::uint8_t { maybe, given, of_place };
/// The part of a word that changes where all players move on by a seat, or two numbers are exchanged.
enum class Exchange : std::uint8_t {
  same,     ///< nothing, beside what it is a member of
  seats,    ///< it says which seat it is
  hub,      ///< a place at the engine: of the first train that has one, by seat
  pip,      ///< a number of pips, as it lies on the table
  named,    ///< a number that is named anyway
  of_tile,  ///< the numbers of a tile
  of_pip,   ///< something of the number in brackets
};

/// Members: words that follow a dot. `argument` is none, or the type of the one argument.
/// A member reads this beside what it is a member of. "At least 1": of rules of these acts and events; of
/// players it is that of `me`.
// X(enumerator, of, name, type, argument, what it reads, bounds of a number, sites where it is at least 1,
//   presence, what changes under an exchange, meaning)
#define ROUNDHOUSE_MEMBERS(X)                                                                                \
  X(set_highest, set, "highest", number, none, aspects::none, highest, 0, given, same,                       \
    "the highest number of pips on half a tile")                                                             \
  X(set_copies, set, "copies", number, none, aspects::none, copies, 0, given, same,                          \
    "how many of each tile there are: 1 or 2")                                                               \
  X(set_each, set, "each", number, none, aspects::none, from_1, 0, given, same,                              \
    "how many tiles bear a given number, a double counted once")                                             \
  X(match_players, match, "players", number, none, aspects::none, players, 0, given, same,                   \
    "how many players there are")                                                                            \
  X(match_game, match, "game", number, none, aspects::schedule, games, 0, given, same,                       \
    "the number of the game in the match, from 1")                                                           \
  X(match_used, match, "used", truth, number, aspects::used, any, 0, maybe, of_pip,                          \
    "match.used(n): the double n was the engine in this game")                                               \
  X(match_last_out, match, "last_out", player, none, aspects::last_out, any, 0, maybe, same,                 \
    "who went out in the last round; absent if nobody")                                                      \
  X(match_anyone, match, "anyone", player, none, aspects::agreed, any, 0, maybe, same,                       \
    "a player chosen by lot or agreement")                                                                   \
  X(round_number, round, "number", number, none, aspects::schedule, rounds, 0, given, same,                  \
    "the number of the round in its game, from 1")                                                           \
  X(round_double, round, "double", number, none, aspects::schedule, any, 0, maybe, named,                    \
    "the double scheduled for this round")                                                                   \
  X(round_first, round, "first", player, none, aspects::order, any, 0, maybe, same,                          \
    "the first player by lot, agreement or rotation")                                                        \
  X(round_rotation, round, "rotation", player, none, aspects::order, any, 0, maybe, seats,                   \
    "the player to the left of the last round's first; seat 1 in a match's first round")                     \
  X(round_starter, round, "starter", player, none, aspects::beginning, any, 0, maybe, same,                  \
    "who has the first turn")                                                                                \
  X(round_winner, round, "winner", player, none, aspects::result, any, 0, maybe, same,                       \
    "who has won the round; absent until somebody has")                                                      \
  X(round_over, round, "over", truth, none, aspects::over, any, 0, maybe, same, "the round has ended")       \
  X(round_hub, round, "hub", end, none, aspects::table, any, 0, maybe, hub, "a free place round the engine") \
  X(round_engine, round, "engine", tile, none, aspects::engine, any, 0, maybe, same,                         \
    "the tile in the centre; absent until it lies")                                                          \
  X(round_boneyard, round, "boneyard", number, none, aspects::boneyard, tiles, at(Site::act_draw), given,    \
    same, "how many tiles are in the boneyard")                                                              \
  X(round_lap, round, "lap", number, none, aspects::laps, from_1, 0, given, same,                            \
    "1 from the starter's first turn, one more each time the turn comes back to the starter")                \
  X(round_still, round, "still", number, none, aspects::laps, from_0, 0, given, same,                        \
    "how many turns in a row ended with nothing laid, nothing drawn and no end newly marked")                \
  X(round_voids, round, "voids", number, none, aspects::schedule, from_0, 0, given, same,                    \
    "how often this round was void and dealt again because a rule said so")                                  \
  X(round_played, round, "played", number, number, aspects::table, from_0, 0, given, of_pip,                 \
    "round.played(n): how many tiles that bear n are on the table, the engine included")                     \
  X(turn_player, turn, "player", player, none, aspects::turn_owner, any, 0, maybe, same, "whose turn it is") \
  X(turn_previous, turn, "previous", player, none, aspects::previous, any, 0, maybe, same,                   \
    "who had the turn before; absent in the first")                                                          \
  X(turn_laid, turn, "laid", number, none, aspects::turn_counts, tiles, at(Site::after_lay), given, same,    \
    "how many tiles were laid in this turn")                                                                 \
  X(turn_drawn, turn, "drawn", number, none, aspects::turn_counts, from_0, at(Site::after_draw), given,      \
    same, "how many tiles were drawn since the last tile laid in it")                                        \
  X(turn_drew, turn, "drew", number, none, aspects::turn_counts, from_0, at(Site::after_draw), given, same,  \
    "how many tiles were drawn in this turn in all")                                                         \
  X(player_hand, player, "hand", tiles, none, aspects::hands, any, 0, given, same, "the tiles in hand")      \
  X(player_count, player, "count", number, none, aspects::hand_sizes, tiles,                                 \
    at(Site::act_lay) | at(Site::act_lead) | at(Site::after_draw), given, same,                              \
    "how many tiles are in hand")                                                                            \
  X(player_left, player, "left", player, none, aspects::none, any, 0, given, same,                           \
    "the next player clockwise")                                                                             \
  X(player_right, player, "right", player, none, aspects::none, any, 0, given, same,                         \
    "the next player anticlockwise")                                                                         \
  X(player_seat, player, "seat", number, none, aspects::none, seats, 0, given, seats,                        \
    "the seat, from 1, in the order of the players")                                                         \
  X(player_place, player, "place", number, none, aspects::order, places, 0, maybe, same,                     \
    "how many seats after round.first, itself 0")                                                            \
  X(player_turns, player, "turns", number, none, aspects::laps, from_0, 0, given, same,                      \
    "turns begun in this round, the present one included")                                                   \
  X(player_points, player, "points", number, none, aspects::points, points, 0, given, same,                  \
    "points of this round so far")                                                                           \
  X(player_total, player, "total", number, none, aspects::points | aspects::totals, totals, 0, given, same,  \
    "points of the finished rounds of this game")                                                            \
  X(player_rank, player, "rank", number, none, aspects::points | aspects::totals, seats, 0, given, same,     \
    "1, and one more for each player of the same group with a better place")                                 \
  X(player_placement, player, "placement", number, none, aspects::totals, any, 0, maybe, same,               \
    "what the places in the games before this one were worth, by match.points")                              \
  X(player_age, player, "age", number, none, aspects::ages, from_0, 0, maybe, same,                          \
    "the age, where it was given")                                                                           \
  X(player_lot, player, "lot", tile, none, aspects::order, any, 0, maybe, same,                              \
    "the tile drawn to decide who is first")                                                                 \
  X(player_kept, player, "kept", truth, none, aspects::beginning, any, 0, maybe, same,                       \
    "held a wanted engine while all drew for it")                                                            \
  X(train_kind, train, "kind", name, none, aspects::none, any, 0, of_place, same,                            \
    "the name of the kind of train")                                                                         \
  X(train_owner, train, "owner", player, none, aspects::none, any, 0, maybe, same,                           \
    "whose train it is; absent for a shared one")                                                            \
  X(train_started, train, "started", truth, none, aspects::table, any, 0, maybe, same, "a tile lies on it")  \
  X(train_marked, train, "marked", truth, none, aspects::markers, any, 0, maybe, same,                       \
    "a marker stands at some end of it")                                                                     \
  X(train_tail, train, "tail", end, none, aspects::table, any, 0, maybe, same,                               \
    "the open end of its main line")                                                                         \
  X(train_spare_side, train, "spare_side", end, none, aspects::table | aspects::markers, any, 0, maybe,      \
    same, "an unmarked free side of its newest double that has one")                                         \
  X(end_pip, end, "pip", number, none, aspects::table, pips, 0, of_place, pip,                               \
    "the number a tile must show to be laid here")                                                           \
  X(end_train, end, "train", train, none, aspects::table, any, 0, of_place, same, "the train it belongs to") \
  X(end_start, end, "start", truth, none, aspects::table, any, 0, maybe, same,                               \
    "the place where a train is still to be started")                                                        \
  X(end_marked, end, "marked", truth, none, aspects::markers, any, 0, maybe, same, "a marker stands here")   \
  X(end_owed, end, "owed", truth, none, aspects::debts, any, 0, maybe, same, "the double here has a debt")   \
  X(end_debt, end, "debt", debt, none, aspects::debts, any, 0, maybe, same, "the debt of the double here")   \
  X(end_mine, end, "mine", truth, none, aspects::table | aspects::actor, any, 0, maybe, same,                \
    "the train is mine, of whatever kind")                                                                   \
  X(end_others, end, "others", truth, none, aspects::table | aspects::actor, any, 0, maybe, same,            \
    "the train has an owner, who is not me")                                                                 \
  X(end_tile, end, "tile", tile, none, aspects::table, any, 0, maybe, same,                                  \
    "the tile whose end it is; the engine at a start")                                                       \
  X(tile_double, tile, "double", truth, none, aspects::none, any, 0, maybe, same,                            \
    "both halves bear the same number")                                                                      \
  X(tile_high, tile, "high", number, none, aspects::none, pips, 0, given, of_tile, "the greater number")     \
  X(tile_low, tile, "low", number, none, aspects::none, pips, 0, given, of_tile, "the smaller number")       \
  X(tile_pips, tile, "pips", number, none, aspects::none, both_pips, 0, given, of_tile,                      \
    "the sum of both numbers")                                                                               \
  X(tiles_count, tiles, "count", number, none, aspects::none, tiles, 0, given, same, "how many tiles")       \
  X(debt_pip, debt, "pip", number, none, aspects::debts, pips, 0, maybe, pip, "the number that covers it")   \
  X(debt_by, debt, "by", player, none, aspects::debts, any, 0, maybe, same,                                  \
    "who laid the double; of the engine, the starter")                                                       \
  X(debt_fresh, debt, "fresh", truth, none, aspects::debts, any, 0, maybe, same, "it was made in this turn") \
  X(debt_train, debt, "train", train, none, aspects::debts, any, 0, maybe, same,                             \
    "the train of the double; absent for the engine")                                                        \
  X(debt_hub, debt, "hub", truth, none, aspects::debts, any, 0, maybe, same, "the double is the engine")     \
  X(debt_covers, debt, "covers", number, none, aspects::debts, from_1, 0, maybe, same,                       \
    "how many tiles are still to be laid to it")                                                             \
  X(debts_any, debts, "any", truth, none, aspects::debts, any, 0, maybe, same, "there is a debt")            \
  X(debts_count, debts, "count", number, none, aspects::debts, from_0, 0, given, same,                       \
    "how many debts there are")                                                                              \
  X(debts_fresh, debts, "fresh", number, none, aspects::debts, from_0, 0, given, same,                       \
    "how many of them were made in this turn")                                                               \
  X(debts_newest, debts, "newest", debt, none, aspects::debts, any, 0, maybe, same, "the newest debt")       \
  X(debts_oldest, debts, "oldest", debt, none, aspects::debts, any, 0, maybe, same, "the oldest debt")

enum class Member : std::uint8_t {
#define X(id, of, name, type, argument, reads, bounds, some, presence, exchange, meaning) id,
  ROUNDHOUSE_MEMBERS(X)
#undef X
};

struct RootRow {
  Root id;
  std::string_view name;
  Type type;
  Aspects reads;
  Level level;  ///< of what it reads
  SiteSet known;
  std::string_view meaning;
};

struct MemberRow {
  Member id;
  Type of;
  std::string_view name;
  Type type;
  Type argument;
  Aspects reads;
  Level level;  ///< of what it reads
  Bounds bounds;
  SiteSet some;  ///< sites at which it is at least 1
  Presence presence;
  Exchange exchange;
  std::string_view meaning;
};

}  // namespace roundhouse::dsl
