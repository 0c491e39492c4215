#pragma once
// The parts of a position of which it may not be known how they are, one row each. What a word rests on, what
// an effect makes unknown, how two positions are joined and what a message asks for is read off these rows.

#include <cstdint>

namespace roundhouse::engine {

// X(part, its slots: once or one for each, aspects that are read from it, those that effects write to it,
//   what has to be equal in two positions a and b for slot i to be the same, the line of a record that says
//   it, what it is). In a line NAME, OTHER, TRAIN, TILE and DOUBLE stand for what it is about.
// The order is that in which messages name them.
// The layout tool goes back and forth between two forms of these rows.
// clang-format off
#define ROUNDHOUSE_PARTS(X)                                                                                 \
  X(engine, once, engine, none, a.engine_tile == b.engine_tile, "engine 6-6", "which engine lies")          \
  X(ends, trains, table, none, a.ends[i].pip == b.ends[i].pip, "train TRAIN: TILE", "the end of a train")     \
  X(starts, trains, table, none, ((a.started ^ b.started) >> i & 1U) == 0,                                  \
    "train TRAIN:", "whether a train is started")                                                            \
  X(sides, once, table, none, true, "train TRAIN: TILE", "the open sides of doubles")                         \
  X(layout, once, table, none, true, "train TRAIN: TILE", "which ends are open, and their tiles")             \
  X(lying, once, table, none, true, "train TRAIN: TILE", "which tiles lie")                                   \
  X(marks, trains, markers, markers, a.ends[i].marked == b.ends[i].marked, "train TRAIN: TILE marker",        \
    "where markers stand")                                                                                  \
  X(debts, once, debts, debts, a.debts == b.debts, "debt DOUBLE NAME", "which doubles are uncovered")          \
  X(fresh, once, debts, none, true, "debt DOUBLE NAME now", "which doubles were laid in this turn")            \
  X(counts, players, hand_sizes, hand_sizes, a.players[i].count == b.players[i].count, "hand NAME: ?x5",    \
    "how many tiles are in a hand")                                                                         \
  X(boneyard, once, boneyard, boneyard, a.boneyard == b.boneyard, "boneyard 20",                            \
    "how many tiles are in the boneyard")                                                                   \
  X(owner, once, turn_owner, none, a.turn_player == b.turn_player, "turn NAME", "whose turn it is")         \
  X(next, once, none, turn_owner, a.turn_next == b.turn_next, "turn NAME next OTHER",                        \
    "who has the next turn")                                                                                \
  X(previous, once, previous, none, a.turn_previous == b.turn_previous, "turn NAME after OTHER",             \
    "whose turn it was before")                                                                             \
  X(turn, once, turn_counts, none, a.laid == b.laid && a.drawn == b.drawn && a.drew == b.drew,              \
    "turn NAME laid 1 drawn 1", "what was laid and drawn in this turn")                                     \
  X(over, once, over, over, a.phase == b.phase, "over", "whether the round has ended")                      \
  X(facts, facts, facts, none, a.facts[i] == b.facts[i], "nothing else",                                       \
    "what the rules remember of earlier turns")                                                             \
  X(lap, once, laps, none, a.lap == b.lap, "turn NAME lap 3", "which lap it is")                            \
  X(still, once, laps, none, a.still == b.still, "turn NAME still 2", "in how many turns nothing was done") \
  X(turns, players, laps, none, a.players[i].turns == b.players[i].turns, "turns NAME 3",                   \
    "how many turns each has had")                                                                          \
  X(starter, once, beginning, none, a.starter == b.starter, "starter NAME", "who had the first turn")       \
  X(kept, once, beginning, none, true, "kept NAME", "who kept an engine back")                              \
  X(first, once, order, none, a.first == b.first, "first NAME", "who is first")                             \
  X(lots, once, order, none, true, "lots NAME 3-1", "the lots")                                             \
  X(agreed, once, agreed, none, true, "first NAME", "who was chosen by lot or agreement")                   \
  X(past, once, none, none, true, "", "the rounds before")                                                  \
  X(used, once, used, none, a.used == b.used, "[used 12 11]", "which doubles were engines before")          \
  X(last_out, once, last_out, none, a.last_out == b.last_out, "[out NAME]",                                 \
    "who went out in the round before")                                                                     \
  X(winner, once, result, result, a.winner == b.winner, "nothing else", "who has won")                          \
  X(points, players, points, points, a.players[i].points == b.players[i].points, "nothing else",           \
    "the points of this round")                                                                             \
  X(totals, players, totals, none, a.players[i].total == b.players[i].total, "[totals NAME 40]",            \
    "the points of the rounds before")                                                                      \
  X(placement, players, totals, none, true, "", "the points for places in the games before")                \
  X(last_round, once, game_over, game_over, a.last_round == b.last_round, "",                               \
    "whether the game ends with this round")

/// The parts that a word rests on where it rests on less than all of its aspects; a word may have several
/// rows.
// X(word, part)
#define ROUNDHOUSE_PARTS_OF_WORDS(X)                                                                      \
  X(round_lap, lap)                                                                                       \
  X(round_still, still)                                                                                   \
  X(player_turns, turns)                                                                                  \
  X(round_starter, starter)                                                                               \
  X(player_kept, kept) X(round_first, first) X(round_rotation, first) X(player_place, first)              \
      X(player_lot, lots) X(round_played, lying) X(round_hub, layout) X(train_tail, sides)                \
          X(train_started, starts) X(train_started, sides) X(train_marked, marks) X(train_marked, sides)  \
              X(train_spare_side, layout) X(train_spare_side, marks) X(end_pip, ends) X(end_pip, sides)   \
                  X(end_start, starts) X(end_start, sides) X(end_train, layout) X(end_mine, layout)       \
                      X(end_others, layout) X(end_tile, layout) X(end_marked, marks) X(end_marked, sides) \
                          X(end_owed, debts) X(end_owed, sides) X(end_debt, debts) X(end_debt, sides)     \
                              X(debts_any, debts) X(debts_count, debts) X(debts_fresh, debts)             \
                                  X(debts_fresh, fresh) X(debts_newest, debts) X(debts_oldest, debts)     \
                                      X(debt_pip, debts) X(debt_by, debts) X(debt_fresh, debts)           \
                                          X(debt_fresh, fresh) X(debt_train, debts) X(debt_hub, debts)    \
                                              X(debt_covers, debts) X(player_total, totals)               \
                                                  X(player_placement, placement)

// clang-format on

enum class Part : std::uint8_t {
#define X(part, ...) part,
  ROUNDHOUSE_PARTS(X)
#undef X
};
inline constexpr Part all_parts[] = {
#define X(part, ...) Part::part,
    ROUNDHOUSE_PARTS(X)
#undef X
};
struct Parts {
  std::uint64_t bits = 0;

  static constexpr Parts of(Part part) { return {std::uint64_t{1} << static_cast<unsigned>(part)}; }
  constexpr bool has(Part part) const { return has_any(of(part)); }
  constexpr bool has_any(Parts other) const { return (bits & other.bits) != 0; }
  constexpr void set(Part part, bool is_in = true) {
    bits = is_in ? bits | of(part).bits : bits & ~of(part).bits;
  }
  constexpr bool operator==(const Parts&) const = default;
};

}  // namespace roundhouse::engine
