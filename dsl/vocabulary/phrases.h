#pragma once
// The English of each word of the language, one list beside each list of the vocabulary. The
// rulebook and the differences between rule sets are written from it; nothing is parsed by it.
//
// In a phrase `{}` is the thing that is asked ("the player", "it"), `{}'s` what belongs to it, `{1}` the
// argument. Phrases follow British usage, begin small and have no full stop.

#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {

/// The theme of a sentence, so that it finds its chapter. Nothing: the word says little about that.
enum class Theme : std::uint8_t {
  nothing,
  start,
  trains,
  turn,
  playing,
  doubles,
  markers,
  calls,
  ending,
  counting,
  match
};

/// The part of speech of a word's phrase.
enum class PhraseKind : std::uint8_t {
  thing,    ///< `text` names it: "the owner of {}"
  claim,    ///< a truth: `text` says that it is so, `other` that it is not
  count,    ///< `text` names the number; `other` compares it: `#tile#` becomes "no tile", "at least two
            ///< tiles", and `@is`, `@has` agree with it
  ordinal,  ///< `text` names the number; `other` is the noun that is counted off: "the second lap"
};

// X(enumerator, how it is said)
#define ROUNDHOUSE_ROOT_PHRASES(X)            \
  X(truth_true, "it is always so")            \
  X(truth_false, "it is never so")            \
  X(nobody, "nobody")                         \
  X(nothing, "nothing")                       \
  X(set, "the set")                           \
  X(match, "the match")                       \
  X(round, "the round")                       \
  X(turn, "the turn")                         \
  X(players, "the players")                   \
  X(ends, "the open ends")                    \
  X(debts, "the uncovered doubles")           \
  X(can, "what is legal")                     \
  X(me, "the player")                         \
  X(tile, "the tile")                         \
  X(rest, "the rest of the hand")             \
  X(end, "the open end")                      \
  X(new_end, "the end of the tile just laid") \
  X(debt, "the covered double")               \
  X(joining, "the number that joins")         \
  X(whom, "the other player")                 \
  X(amount, "the number given")               \
  X(holder, "the holder")

// X(enumerator, kind, theme, text, other)
#define ROUNDHOUSE_MEMBER_PHRASES(X)                                                                      \
  X(set_highest, thing, nothing, "the highest number of the set", "")                                     \
  X(set_copies, count, nothing, "the number of sets", "#set# @is in play")                                \
  X(set_each, count, nothing, "the number of tiles that bear one number", "one number is on #tile#")      \
  X(match_players, count, nothing, "the number of players", "there @is #player#")                         \
  X(match_game, ordinal, nothing, "the number of the game", "game")                                       \
  X(match_used, claim, start, "the double whose number is {1} was the engine before in this game",        \
    "the double whose number is {1} was not yet the engine in this game")                                 \
  X(match_last_out, thing, nothing, "whoever went out in the last round", "")                             \
  X(match_anyone, thing, start, "a player chosen by lot or agreement", "")                                \
  X(round_number, ordinal, nothing, "the number of the round", "round")                                   \
  X(round_double, thing, start, "the number of the round's double", "")                                   \
  X(round_first, thing, start, "the first player", "")                                                    \
  X(round_rotation, thing, start, "the player to the left of the last round's first player", "")          \
  X(round_starter, thing, start, "the player who had the first turn", "")                                 \
  X(round_winner, thing, ending, "the winner of the round", "")                                           \
  X(round_over, claim, ending, "the round is over", "the round is not over")                              \
  X(round_hub, thing, start, "a place at the engine", "")                                                 \
  X(round_engine, thing, start, "the engine", "")                                                         \
  X(round_boneyard, count, nothing, "the number of tiles in the boneyard",                                \
    "there @is #tile# in the boneyard")                                                                   \
  X(round_lap, ordinal, nothing, "the number of the lap", "lap")                                          \
  X(round_still, count, nothing, "the number of turns in a row in which nothing happened",                \
    "#turn# in a row @has passed with nothing laid, drawn or newly marked")                               \
  X(round_voids, count, nothing, "the number of times that the round was void and dealt again",           \
    "the round was void and dealt again #time#")                                                          \
  X(round_played, count, playing, "the number of tiles on the table with {1}",                            \
    "#tile# with {1} @is on the table")                                                                   \
  X(turn_player, thing, nothing, "the player whose turn it is", "")                                       \
  X(turn_previous, thing, nothing, "the player who had the turn before", "")                              \
  X(turn_laid, count, nothing, "the number of tiles laid in this turn",                                   \
    "#tile# @has been laid in this turn")                                                                 \
  X(turn_drawn, count, nothing, "the number of tiles drawn since the last one was laid",                  \
    "#tile# @has been drawn since the last one was laid")                                                 \
  X(turn_drew, count, nothing, "the number of tiles drawn in this turn",                                  \
    "#tile# @has been drawn in this turn")                                                                \
  X(player_hand, thing, nothing, "{}'s hand", "")                                                         \
  X(player_count, count, nothing, "the number of tiles in {}'s hand", "{} has #tile# in hand")            \
  X(player_left, thing, nothing, "the player to the left of {}", "")                                      \
  X(player_right, thing, nothing, "the player to the right of {}", "")                                    \
  X(player_seat, thing, nothing, "{}'s seat", "")                                                         \
  X(player_place, thing, nothing, "{}'s place after the first player", "")                                \
  X(player_turns, count, nothing, "the number of turns {} has begun in this round",                       \
    "{} has begun #turn# in this round")                                                                  \
  X(player_points, count, ending, "{}'s points of this round", "{} has #point# in this round")            \
  X(player_total, count, match, "{}'s total of the game", "{} has #point# in this game so far")           \
  X(player_placement, count, match, "{}'s number of placement points", "{} has #placement point# so far") \
  X(player_rank, thing, match, "{}'s rank", "")                                                           \
  X(player_age, thing, nothing, "{}'s age", "")                                                           \
  X(player_lot, thing, start, "the tile that {} drew as a lot", "")                                       \
  X(player_kept, claim, start, "{} kept a wanted engine back while all drew for it",                      \
    "{} kept no wanted engine back")                                                                      \
  X(train_kind, thing, trains, "the kind of {}", "")                                                      \
  X(train_owner, thing, trains, "the owner of {}", "")                                                    \
  X(train_started, claim, trains, "{} has been started", "{} has not been started")                       \
  X(train_marked, claim, markers, "there is a marker on {}", "there is no marker on {}")                  \
  X(train_tail, thing, trains, "the end of {}", "")                                                       \
  X(train_spare_side, thing, markers, "a free, unmarked side of the newest double on {}", "")             \
  X(end_pip, thing, playing, "the number at {}", "")                                                      \
  X(end_train, thing, trains, "the train of {}", "")                                                      \
  X(end_start, claim, trains, "{} is the place of a train not yet started",                               \
    "{} is on a train that has been started")                                                             \
  X(end_marked, claim, markers, "{} bears a marker", "{} bears no marker")                                \
  X(end_owed, claim, doubles, "{} is at an uncovered double", "{} is not at an uncovered double")         \
  X(end_debt, thing, doubles, "the uncovered double at {}", "")                                           \
  X(end_mine, claim, trains, "{} is on a train of the player's own",                                      \
    "{} is not on a train of the player's own")                                                           \
  X(end_others, claim, trains, "{} is on another player's train", "{} is not on another player's train")  \
  X(end_tile, thing, playing, "the tile at {}", "")                                                       \
  X(tile_double, claim, playing, "{} is a double", "{} is no double")                                     \
  X(tile_high, thing, playing, "{}'s higher number", "")                                                  \
  X(tile_low, thing, playing, "{}'s lower number", "")                                                    \
  X(tile_pips, thing, playing, "{}'s number of pips", "")                                                 \
  X(tiles_count, count, nothing, "the number of tiles in {}", "there @is #tile# in {}")                   \
  X(debt_pip, thing, doubles, "the number of {}", "")                                                     \
  X(debt_by, thing, doubles, "the player who laid {}", "")                                                \
  X(debt_fresh, claim, doubles, "{} was laid in this turn", "{} was not laid in this turn")               \
  X(debt_train, thing, doubles, "the train of {}", "")                                                    \
  X(debt_hub, claim, doubles, "{} is the engine", "{} is not the engine")                                 \
  X(debt_covers, count, doubles, "the number of tiles that {} still needs", "{} still needs #tile#")      \
  X(debts_any, claim, doubles, "some double is uncovered", "no double is uncovered")                      \
  X(debts_count, count, doubles, "the number of uncovered doubles", "#double# @is uncovered")             \
  X(debts_fresh, count, doubles, "the number of uncovered doubles laid in this turn",                     \
    "#double# laid in this turn @is uncovered")                                                           \
  X(debts_newest, thing, doubles, "the newest uncovered double", "")                                      \
  X(debts_oldest, thing, doubles, "the oldest uncovered double", "")
// X(enumerator, theme of a rule about it, what a player does)
#define ROUNDHOUSE_ACT_PHRASES(X) \
  X(lead, start, "lead a tile")   \
  X(lay, playing, "lay a tile")   \
  X(draw, turn, "draw a tile")    \
  X(done, turn, "end the turn")

// X(enumerator, theme of what follows of it, when that is; nothing: that depends on what follows)
#define ROUNDHOUSE_EVENT_PHRASES(X)                                       \
  X(lead, start, "when the engine has been led")                          \
  X(lay, nothing, "when a tile has been laid")                            \
  X(draw, nothing, "when a tile has been drawn")                          \
  X(done, nothing, "when a turn ends")                                    \
  X(engine, start, "when the engine lies in the centre")                  \
  X(deal, start, "before the first turn")                                 \
  X(dealt, start, "before the first turn, for each player")               \
  X(turn_begins, nothing, "when a turn begins")                           \
  X(cover, doubles, "when a double has been covered")                     \
  X(ending, ending, "when the round ends")                                \
  X(counting, counting, "when the round is counted, for each player")     \
  X(scored, counting, "when the round has been counted, for each player") \
  X(round_over, counting, "when the round has been counted")

// X(enumerator, theme, sentence, with {0} and {1} for the arguments)
#define ROUNDHOUSE_EFFECT_PHRASES(X)                            \
  X(mark, markers, "a marker goes on {0}")                      \
  X(unmark, markers, "the marker comes off {0}")                \
  X(owe, doubles, "the double at {0} has to be covered by {1}") \
  X(cover, doubles, "that covers the double there")             \
  X(forgive, doubles, "{0} need not be covered any longer")     \
  X(fan, doubles, "{1} of its sides @is open besides its end")  \
  X(draw, turn, "{0} takes {1} from the boneyard")              \
  X(score, counting, "{0} scores {1}")                          \
  X(set, nothing, "{0} becomes {1}")                            \
  X(add, nothing, "{0} grows by {1}")                           \
  X(next, turn, "the next turn is {0}'s")                       \
  X(end_round, ending, "the round ends")                        \
  X(win, ending, "{0} wins the round")                          \
  X(warn, nothing, "there is a warning")                        \
  X(each, nothing, "for {0}: {1}")                              \
  X(end_turn, turn, "the turn ends")                            \
  X(end_game, ending, "the game ends with this round")          \
  X(show, playing, "{0} shows {1} from now on")                 \
  X(discard, playing, "nothing can be laid to {0} any more")    \
  X(redeal, ending, "the round is void and dealt again")

// X(enumerator, sentence, with {0} and {1} for the operands)
#define ROUNDHOUSE_ARITHMETIC_PHRASES(X) \
  X(add, "{0} plus {1}")                 \
  X(subtract, "{0} less {1}")            \
  X(multiply, "{0} times {1}")           \
  X(divide, "{0} divided by {1}")        \
  X(modulo, "the remainder of {0} divided by {1}")

struct MemberPhrase {
  PhraseKind kind;
  Theme theme;
  std::string_view text;
  std::string_view other;
};
struct ThemedPhrase {
  Theme theme;
  std::string_view text;
};

// A word without its phrase stops the build: the switches have no default.

constexpr std::string_view phrase_of(Root root) {
  switch (root) {
#define X(id, text) \
  case Root::id:    \
    return text;
    ROUNDHOUSE_ROOT_PHRASES(X)
#undef X
  }
  return {};
}

constexpr MemberPhrase phrase_of(Member member) {
  switch (member) {
#define X(id, kind, theme, text, other) \
  case Member::id:                      \
    return {PhraseKind::kind, Theme::theme, text, other};
    ROUNDHOUSE_MEMBER_PHRASES(X)
#undef X
  }
  return {};
}

/// The phrase of an operator of ROUNDHOUSE_ARITHMETIC.
constexpr std::string_view phrase_of(Op arithmetic) {
#define X(op, text) \
  if (arithmetic == Op::op) return text;
  ROUNDHOUSE_ARITHMETIC_PHRASES(X)
#undef X
  return {};
}
#define X(op, ...) static_assert(!phrase_of(Op::op).empty());
ROUNDHOUSE_ARITHMETIC(X)
#undef X

#define ROUNDHOUSE_THEMED_PHRASE(Enum, LIST)        \
  constexpr ThemedPhrase phrase_of(Enum value) {    \
    switch (value) { LIST(ROUNDHOUSE_THEMED_CASE) } \
    return {};                                      \
  }

#define ROUNDHOUSE_THEMED_CASE(id, theme, text) \
  case BuiltInAct::id:                          \
    return {Theme::theme, text};
ROUNDHOUSE_THEMED_PHRASE(BuiltInAct, ROUNDHOUSE_ACT_PHRASES)
#undef ROUNDHOUSE_THEMED_CASE
#define ROUNDHOUSE_THEMED_CASE(id, theme, text) \
  case BuiltInEvent::id:                        \
    return {Theme::theme, text};
ROUNDHOUSE_THEMED_PHRASE(BuiltInEvent, ROUNDHOUSE_EVENT_PHRASES)
#undef ROUNDHOUSE_THEMED_CASE
#define ROUNDHOUSE_THEMED_CASE(id, theme, text) \
  case Effect::id:                              \
    return {Theme::theme, text};
ROUNDHOUSE_THEMED_PHRASE(Effect, ROUNDHOUSE_EFFECT_PHRASES)
#undef ROUNDHOUSE_THEMED_CASE
#undef ROUNDHOUSE_THEMED_PHRASE

}  // namespace roundhouse::dsl
