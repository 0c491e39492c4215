#pragma once
// The fold: what may come next, whether an act is legal, and what it does. Reads no file, clock or
// random number; chance is an act like any other. `apply` judges nothing.

#include <bitset>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// A match before its first round. `ages`: by seat, in years, or as PlayerState::age has it; those that are
/// missing are no_age.
Position begin_match(const Rules& program, const std::vector<int>& ages = {});

/// State of the placement points of the last game: still to be added up, or added up.
enum class Placement : std::uint8_t { count, counted };
/// The next round (of the next game, if the last game is finished). `scheduled`: the double a record
/// names; absent: what match.double says. `new_game`: whether a record begins a game here; absent: as the
/// rules say.
void begin_round(const Rules& program, Position& position, std::optional<int> scheduled = std::nullopt,
                 std::optional<bool> new_game = std::nullopt, Placement places = Placement::count);

/// Asked while a round is over: a rule made it void, and the next round to begin is the same one once more.
/// After so many times it is void for good.
constexpr int most_voids = 1000;
inline bool is_dealt_again(const Position& position) {
  return position.voided && position.voids < most_voids;
}

/// True if nothing of the round counts, because no engine could be had or a rule said so. Asked while a round
/// is over.
inline bool is_void(const Position& position) {
  return position.phase == Phase::over && (position.voided || position.engine_tile == no_tile);
}

/// True if the match has no further round. Asked while a round is over.
bool match_over(const Rules& program, const Position& position);
/// True if the round was the last of its game. Asked while a round is over.
bool game_over(const Rules& program, const Position& position);

/// The kind of thing that comes next.
enum class Next : std::uint8_t {
  choice,  ///< somebody acts: see legal_acts
  chance,  ///< the act `chance`, its tile (for `first` its actor, for `cast` its amount) to be chosen at
           ///< random; of `engine` one of equal_engines
  forced,  ///< exactly the act `chance`: the engine comes to lie
  over,    ///< the round is over (the referee may still rule)
};
struct Expected {
  Next next = Next::over;
  Act chance{};  ///< kind and actor; tile open where next is chance
};
Expected expected(const Rules& program, const Position& position);

/// All that the engine may be, as acts, where the lot decides between equal ones: by tile and then by the
/// order of `players`. Empty: nothing is left to the lot.
std::vector<Act> equal_engines(const Rules& program, const Position& position);

/// True if the rules call for another deal when this tile is dealt, by the tiles known; absent: they do not
/// look at the hands then, because it is not the last tile, or tiles were dealt again as often as is allowed.
std::optional<bool> redeal_after(const Rules& program, const Position& position, const Act& deal);

/// The tiles that chance may choose from: the boneyard as far as it is known (all tiles less hands,
/// table and what lies aside), or for `deal` the same.
TileBag boneyard_tiles(const Rules& program, const Position& position);

using ActList = std::vector<Act>;

/// All legal acts of players, in the pinned order, each once. `draw` without its tile; an act with an
/// amount once, with the least legal one; an act with a tile once for each of the hand that it is of, or of
/// the set, the lowest first, of each player to whom it can be done; a lay that may be turned
/// (may_turn_tiles) the lesser half joining, then the greater. Clears the list first.
void legal_acts(const Rules& program, const Position& position, ActList& list);
/// The amounts with which the act, one of those, is legal: its own, which is the least, and those above.
std::vector<std::int32_t> legal_amounts(const Rules& program, const Position& position, const Act& act);

/// Why an act is illegal: a law, or a row with its condition true and no exception.
struct Breach {
  std::optional<dsl::Law> law;
  dsl::RuleId rule{};  ///< if law is absent
  bool operator==(const Breach&) const = default;
};

/// All reasons, laws first, then rows in order; empty: legal. A tile that is not among the known tiles of
/// the hand is believed to be held while the hand has unknown ones. not-permitted names no row: all
/// permits of the act did not hold.
std::vector<Breach> breaches(const Rules& program, const Position& position, const Act& act);
/// True if this row alone forbids the act.
bool is_forbidden_by(const Rules& program, const Position& position, const Act& act, dsl::RuleId rule);
bool is_legal(const Rules& program, const Position& position, const Act& act);

/// True if some `advise` row holds of the act, which is one of a player's and whose end, if it has one, is on
/// the table. Quick: it does not work out the result of `advice`.
bool is_advised_against(const Rules& program, const Position& position, const Act& act);
/// True if an optional row holds of the act, so that can.ACT passes over it. Asked of legal acts.
bool is_optional(const Rules& program, const Position& position, const Act& act);
/// The `advise` rows that the act breaks.
std::vector<dsl::RuleId> advice(const Rules& program, const Position& position, const Act& act);

/// True if tiles may be laid of which neither half matches the end: which half joins is then for the player
/// to say.
bool may_turn_tiles(const Rules& program);

/// The player whose hand the tile given with a declared act is of; no_seat: no tile is given, or any of the
/// set.
Seat hand_of_given(const Rules& program, const Act& act);

/// One thing that happened inside an apply, for callers that print or check it.
struct Happening {
  enum class Kind : std::uint8_t {
    row,
    marked,
    unmarked,
    owed,
    covered,
    forgiven,
    fanned,
    pulled,
    scored,
    won,
    warned,
    game_ended,
    shown,
    discarded,
    round_ended,
    turn_began,
    engine_lies,
    round_voided
  };
  Kind kind = Kind::row;
  dsl::RuleId rule{};    ///< the row at work (row: it applied; others: whose effect)
  dsl::Effect effect{};  ///< row: unused
  Seat seat = no_seat;
  End end{};                ///< marked, unmarked (even if nothing changed), owed, covered, shown, discarded
  bool changed = false;     ///< false: the effect found nothing to do
  bool moved_on = false;    ///< marked: with the tile, from the end of this train that the tile was laid to
  std::int32_t number = 0;  ///< of points, tiles or debts; owed, covered: how often it is to be covered now
};
using Trace = std::vector<Happening>;

/// Carries out an act, legal or not, and everything that follows of it. With a trace, adds to it.
void apply(const Rules& program, Position& position, const Act& act, Trace* trace = nullptr);

/// The round ends as it stands, counted and all, as if a rule had said so; wherever it was. For records that
/// know what was left in the hands and not how it came to that.
void end_round(const Rules& program, Position& position, Trace* trace = nullptr);

/// The round is void and over as if a rule had said so, wherever it was: for records that deal it again.
void void_round(const Rules& program, Position& position, Trace* trace = nullptr);

/// The turn is this player's though nobody passed it on: for records in which somebody plays out of turn. Who
/// had it and did nothing has had none. To be called in the midst of play.
void give_turn(const Rules& program, Position& position, Seat seat);

/// 1 + the players of the same group (match.group) with a better place in match.order, by seat.
std::vector<int> ranks(const Rules& program, const Position& position);

/// The places in the match. `whole`: a position with the totals of all games, and with what all their places
/// were worth (match.points), by which players rank first where the rules have it.
std::vector<int> match_ranks(const Rules& program, const Position& whole);

/// player.placement: what the places in the games before this one were worth.
std::int32_t placement_of(const Rules& program, const Position& position, Seat seat);
/// Adds what the places in a game that is over are worth, to the same position or another.
void count_placement(const Rules& program, const Position& over, Position& position);

// The end of a round that somebody else has counted: for records that know the scores and not the tiles.

/// The round is over with the points that are in the position: only `scored` and `round-over` happen, and
/// nobody is known to have gone out.
void close_round(const Rules& program, Position& position, Trace* trace = nullptr);

/// True if they rank before each other: match.group is the same of both. Those of whom it is absent are one
/// group.
bool in_one_group(const Rules& program, const Position& position, Seat a, Seat b);

// The doubles that the rules of a match schedule for its rounds: asked when a round begins, and by records,
// whose rounds are labelled with them.

/// The double that `match.double` says for the round that the position is in; absent: none, or a number that
/// no tile bears.
std::optional<int> scheduled_double(const Rules& program, const Position& position);

// A match that goes on by other rules, or with more players: what is taken over between two rounds. Asks for
// no reason; that rules change and when is the record's to say.

/// The position with its seats and its facts where `after` has them: points, used doubles, who was first, who
/// won and who went out, facts that these rules keep, too. `position`: a match begun, or a round over, by
/// `before`. `seats`: by seat of before the seat of now; players of other seats have no points, no age, no
/// facts. Of the table of the round that is over (tiles, trains, turns) nothing stays.
Position carry_over(const Rules& before, const Rules& after, const Position& position,
                    std::span<const Seat> seats);

/// As above, for places of facts.
std::bitset<max_facts> carry_over(const Rules& before, const Rules& after,
                                  const std::bitset<max_facts>& facts, std::span<const Seat> seats);

/// The points with which somebody joins a match that stands here, by match.joins; 0 where it is not given or
/// absent. Within a thousand million either way, as all points are.
std::int32_t joining_points(const Rules& program, const Position& position);

}  // namespace roundhouse::engine
