#pragma once
// A position: everything that the acts so far have made of a match, as one trivially copyable value.
// Copying is the undo, the snapshot and the fixture. A hand is known tiles and a number of tiles, so
// that a position can also be what a referee knows from a score sheet.

#include <array>
#include <bitset>
#include <cstdint>
#include <type_traits>

#include "engine/known/parts.h"
#include "engine/tiles.h"

namespace roundhouse::engine {

constexpr int max_players = 14;
constexpr int max_trains = 64;
constexpr int max_ends = 255;
constexpr int max_debts = 32;
constexpr int max_facts = 128;
/// Games of a match, and rounds of a game, are counted so far and no further.
constexpr std::uint16_t most_games = UINT16_MAX;

/// A seat from 0.
using Seat = std::int8_t;
constexpr Seat no_seat = -1;
/// The train of a debt of the engine's, which lies on none.
constexpr std::uint8_t no_train = 255;

/// An open end of a train.
struct End {
  std::uint16_t serial = 0;  ///< unique in the round, ascending in age
  std::uint16_t group = 0;   ///< the laid tile that it belongs to, counted from 1; 0: the engine
  std::uint8_t pip = 0;
  std::uint8_t train = 0;  ///< index into Program::trains
  TileId tile = no_tile;   ///< the tile whose end it is
  bool tail : 1 = false;   ///< end of the train's main line
  bool start : 1 = false;  ///< place of a train not started yet
  bool side : 1 = false;   ///< opened by fan
  bool marked : 1 = false;
  std::uint8_t unused : 4 = 0;
  bool operator==(const End&) const = default;
};
static_assert(sizeof(End) == 8);

struct Debt {
  std::uint16_t group = 0;
  std::uint16_t turn = 0;  ///< turn serial in which it was made
  std::uint8_t pip = 0;
  Seat by = no_seat;
  std::uint8_t train = no_train;
  std::uint8_t covers = 0;
  bool operator==(const Debt&) const = default;
};

enum class Phase : std::uint8_t {
  cast,
  lots,
  first,
  aside,
  deal,
  redeal,
  seek,
  turn_over,
  engine,
  lead,
  play,
  over
};

/// Values of PlayerState::age that are no ages.
constexpr std::int16_t no_age = -1;       ///< none was given, so that none counts
constexpr std::int16_t unknown_age = -2;  ///< the player has one, and nobody wrote it down

/// Points and counters of one player.
struct PlayerState {
  std::int32_t total = 0;   ///< of the finished rounds of this game
  std::int32_t points = 0;  ///< of this round
  std::int16_t turns = 0;
  std::int16_t age = no_age;
  std::uint16_t count = 0;  ///< tiles in hand, known or not
  std::uint16_t pulls = 0;  ///< tiles still to be taken because an effect said so
  TileId lot = no_tile;
  bool kept = false;
  bool operator==(const PlayerState&) const = default;
};

inline bool has_unknown_age(const PlayerState& player) { return player.age == unknown_age; }

struct Position {
  // The match.
  std::uint16_t game = 1;
  std::uint16_t round = 0;      ///< number in its game, from 1
  std::int16_t scheduled = -1;  ///< the round's double, -1: none
  std::uint32_t used = 0;       ///< bit n: the double n was the engine in this game
  Seat last_first = no_seat;    ///< round.first of the round before
  Seat last_out = no_seat;

  // The round.
  Phase phase = Phase::over;
  Seat first = no_seat;
  Seat starter = no_seat;
  Seat winner = no_seat;
  Seat holder = no_seat;      ///< of the engine
  Seat leader = no_seat;      ///< setup: who has the right to lead it; no_seat: round.first
  Seat seeker = no_seat;      ///< setup: whose draw or deal is next
  std::uint16_t drawing = 0;  ///< lots: bit s: seat s is among those who draw in this pass
  TileId engine_tile = no_tile;
  std::uint16_t passes = 0;   ///< setup: passes of draws, or redeals for want of an engine, done
  std::uint16_t redeals = 0;  ///< setup: deals again because of the hands
  std::uint16_t voids = 0;    ///< the times that this round was void and dealt again
  bool voided = false;        ///< it is over because a rule made it void
  bool engine_again = false;  ///< the engine's double was one in this game before
  std::uint8_t casting = 0;   ///< setup: index into Program::facts of what chance decides next
  std::uint16_t boneyard = 0;
  std::uint16_t unnamed_aside = 0;  ///< setup: tiles aside that no record names
  std::uint16_t lap = 0;
  std::uint16_t still = 0;

  // The turn.
  Seat turn_player = no_seat;
  Seat turn_previous = no_seat;
  Seat turn_next = no_seat;  ///< said by next()
  bool newly_marked = false;
  bool ending = false;        ///< end_round was said
  bool turn_ending = false;   ///< end_turn was said
  bool last_round = false;    ///< end_game was said
  bool voiding = false;       ///< redeal was said, and with it that the round ends
  bool passing = false;       ///< done was played and pulls are still to come before the turn passes
  std::uint16_t pulling = 0;  ///< bit s: seat s has pulls still to come
  std::uint16_t turn_serial = 0;
  std::uint16_t laid = 0;
  std::uint16_t drawn = 0;
  std::uint16_t drew = 0;

  std::uint16_t next_serial = 0;
  std::uint16_t next_group = 1;
  std::uint16_t end_count = 0;
  std::uint16_t debt_count = 0;
  std::uint64_t started = 0;                           ///< bit t: train t is started
  std::array<std::uint8_t, max_highest + 1> played{};  ///< tiles on the table that bear n
  TileBag aside{};       ///< lots, drawn and shown, or turned over: out of the boneyard for now
  TileBag laid_tiles{};  ///< on the table, the engine included
  std::array<PlayerState, max_players> players{};
  std::array<TileBag, max_players> hands{};     ///< the known tiles
  std::array<Debt, max_debts> debts{};          ///< oldest first; unused ones are Debt{}
  std::array<std::int32_t, max_facts> facts{};  ///< absent players and tiles are INT32_MIN
  /// Canonical order; unused ones are End{}, and so is always the last: they are looked at four at a time.
  std::array<End, max_ends + 1> ends{};

  /// Of the match, in records that do not say all: what rests on these has to be believed. `first`: while
  /// nobody is first, who was in the round before. `past`: acts, tiles left and points of the rounds before.
  Parts unknown{};

  bool operator==(const Position&) const = default;
};
static_assert(std::is_trivially_copyable_v<Position>);

/// The position as this seat may see it: of the other hands only how many tiles they hold. no_seat: the
/// referee, who sees all.
Position seen_by(const Position& position, Seat seat);
static_assert(sizeof(Position) <= 4096);

}  // namespace roundhouse::engine
