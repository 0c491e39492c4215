#pragma once
// Acts, events, effects and the fixed laws of any train game: one list each.

#include <cstdint>
#include <string_view>

#include "dsl/vocabulary/words.h"

namespace roundhouse::dsl {

/// Acts the language itself knows. Variants declare more.
// X(enumerator, name, site of its rules, what its laws read, meaning)
#define ROUNDHOUSE_ACTS(X)                                                                         \
  X(lead, "lead", act_lead, aspects::beginning | aspects::engine | aspects::own_hand,              \
    "put a tile of one's own in the centre as the engine")                                         \
  X(lay, "lay", act_lay, aspects::turn_owner | aspects::over | aspects::own_hand | aspects::table, \
    "lay a tile to an open end")                                                                   \
  X(draw, "draw", act_draw, aspects::turn_owner | aspects::over | aspects::boneyard,               \
    "take a tile from the boneyard")                                                               \
  X(done, "done", act_done, aspects::turn_owner | aspects::over, "end the turn")

enum class BuiltInAct : std::uint8_t {
#define X(id, name, site, reads, meaning) id,
  ROUNDHOUSE_ACTS(X)
#undef X
};
constexpr std::uint8_t built_in_acts = 4;

/// Events that rows may follow; a declared act is an event of its own name.
// X(enumerator, name, site, meaning)
#define ROUNDHOUSE_EVENTS(X)                                                                              \
  X(lead, "lead", after_lead, "the engine was led")                                                       \
  X(lay, "lay", after_lay, "a tile was laid")                                                             \
  X(draw, "draw", after_draw, "a tile was drawn in turn")                                                 \
  X(done, "done", after_done, "a turn ends; looked at while it is still that turn")                       \
  X(engine, "engine", after_engine, "the engine lies in the centre; me is the starter")                   \
  X(deal, "deal", after_deal, "all is ready for the first turn")                                          \
  X(dealt, "dealt", after_dealt, "once for each player when all is ready for the first turn, after deal") \
  X(turn_begins, "turn-begins", after_turn_begins, "a turn begins, the facts of the turn cleared")        \
  X(cover, "cover", after_cover, "a debt got a cover")                                                    \
  X(ending, "ending", after_ending, "the round ends; looked at once, before counting")                    \
  X(counting, "counting", after_counting, "once for each player at the end of a round")                   \
  X(scored, "scored", after_scored, "once for each player, after the counting of all")                    \
  X(round_over, "round-over", after_round_over, "once, after the counting")

enum class BuiltInEvent : std::uint8_t {
#define X(id, name, site, meaning) id,
  ROUNDHOUSE_EVENTS(X)
#undef X
};
constexpr std::uint8_t built_in_events = 13;

/// The arguments of effects. An effect writes its own as a string of these letters.
// X(enumerator, letter, its form on the page of words)
#define ROUNDHOUSE_ARGUMENTS(X)        \
  X(end, 'e', "end")                   \
  X(end_or_train, 'E', "end or train") \
  X(player, 'p', "player")             \
  X(number, 'n', "number")             \
  X(pip, 'h', "number")                \
  X(debts, 'd', "debt or debts")       \
  X(fact, 'f', "fact")                 \
  X(value, 'v', "value")               \
  X(loop, '*', "x in set where condition do effects")

/// `pip`: a number as on half a tile. `fact`: with its receiver. `value`: of the fact's type. `loop`: a
/// variable, a set and the effects that are done for each of it.
enum class Argument : std::uint8_t {
#define X(id, letter, form) id,
  ROUNDHOUSE_ARGUMENTS(X)
#undef X
};

/// The outcome of several of an effect, with different arguments, in another order.
enum class Order : std::uint8_t {
  counts,    ///< may be another
  own_kind,  ///< is the same where all are of this effect
  free,      ///< is the same
};
/// The outcome of an effect that is done twice: as if once, or more.
enum class Twice : std::uint8_t { same, more };
/// The outcome of an effect on a table of which a part is not known, where its row surely applies.
enum class Partly : std::uint8_t {
  carried,    ///< it is carried out, if its arguments are known; else what it writes is forgotten
  forgotten,  ///< what it writes is forgotten
  skipped,    ///< it writes nothing that is followed there
  lost,       ///< the table cannot be followed behind it
};

/// Effects.
// X(enumerator, name, arguments, what it writes, order, done twice, on a table of which a part is not known,
//   meaning)
#define ROUNDHOUSE_EFFECTS(X)                                                                               \
  X(mark, "mark", "E", aspects::markers, own_kind, same, carried,                                           \
    "a marker on an end, or on every open end of a train; nothing where one stands")                        \
  X(unmark, "unmark", "E", aspects::markers, own_kind, same, carried,                                       \
    "takes the marker off an end, or all markers off a train")                                              \
  X(owe, "owe", "en", aspects::debts, counts, more, carried,                                                \
    "the double at this end is to be covered n times; adds to a debt it has")                               \
  X(cover, "cover", "e", aspects::debts, counts, more, carried,                                             \
    "pays one cover of the debt at this end; raises the event cover")                                       \
  X(forgive, "forgive", "d", aspects::debts, counts, same, carried,                                         \
    "a debt, or all debts, are owed no longer")                                                             \
  X(fan, "fan", "en", aspects::table, counts, more, skipped,                                                \
    "opens n side ends on the double just laid; nothing on a tile that is no double")                       \
  X(draw, "draw", "pn", aspects::boneyard | aspects::hands | aspects::hand_sizes, counts, more, forgotten,  \
    "the player takes n tiles, as many as there are; no draw event")                                        \
  X(score, "score", "pn", aspects::points, free, more, forgotten,                                           \
    "adds n points to the player's score of this round")                                                    \
  X(set, "set", "fv", aspects::facts, counts, same, carried, "the fact takes this value")                   \
  X(add, "add", "fn", aspects::facts, free, more, carried, "the fact, a number, grows by n")                \
  X(next, "next", "p", aspects::turn_owner, counts, same, carried,                                          \
    "this player has the next turn, instead of the left neighbour")                                         \
  X(end_round, "end_round", "", aspects::over, counts, same, carried,                                       \
    "the round ends when nothing more follows of this event")                                               \
  X(win, "win", "p", aspects::result, counts, same, forgotten, "this player has won the round")             \
  X(warn, "warn", "", aspects::none, free, same, skipped, "the row's sentence is shown as a warning")       \
  X(each, "each", "*", aspects::none, counts, same, skipped,                                                \
    "these effects for each of the set for which the condition holds, one after the other")                 \
  X(end_turn, "end_turn", "", aspects::turn_owner, counts, same, lost,                                      \
    "the turn ends when nothing more follows of this event, without the act done")                          \
  X(end_game, "end_game", "", aspects::game_over, counts, same, forgotten,                                  \
    "the game is over when this round is")                                                                  \
  X(show, "show", "eh", aspects::table, counts, same, lost,                                                 \
    "this open end shows n from now on, whatever is on its tile; nothing where no tile of the set bears n") \
  X(discard, "discard", "e", aspects::table, counts, same, lost,                                            \
    "nothing can be laid to this end any more: it is no open end")                                          \
  X(redeal, "redeal", "", aspects::over, counts, same, carried,                                             \
    "the round is void when nothing more follows of this event: nothing is counted, and it is dealt again")

enum class Effect : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_EFFECTS(X)
#undef X
};

/// The laws of any train game. Reserved ids: no row may take one and no `except` may name one.
// X(enumerator, id, sentence, the value that says what a hand shown later denies)
#define ROUNDHOUSE_LAWS(X)                                                                                  \
  X(turn_order, "turn-order", "It is another player's turn.", "starter")                                    \
  X(round_over, "round-over", "The round is over.", "")                                                     \
  X(tile_not_held, "tile-not-held", "The player does not hold this tile.", "")                              \
  X(tile_once, "tile-once", "No tile is there more often than the set has it.", "")                         \
  X(boneyard_empty, "boneyard-empty", "The boneyard is empty.", "")                                         \
  X(no_such_place, "no-such-place", "There is no such place on the table.", "")                             \
  X(no_such_act, "no-such-act", "This game knows no such act.", "")                                         \
  X(not_the_engine, "not-the-engine", "This tile cannot be the engine.", "engine.best")                     \
  X(false_claim, "false-claim", "What is written here did not happen.", "")                                 \
  X(not_permitted, "not-permitted", "This act is allowed only at certain times, and this is none of them.", \
    "")

enum class Law : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_LAWS(X)
#undef X
};

struct ActRow {
  BuiltInAct id;
  std::string_view name;
  Site site;
  Aspects reads;  ///< by law, whatever its rows read
  std::string_view meaning;
};
struct EventRow {
  BuiltInEvent id;
  std::string_view name;
  Site site;
  std::string_view meaning;
};
struct EffectRow {
  Effect id;
  std::string_view name;
  std::string_view arguments;
  Aspects writes;
  Order order;
  Twice twice;
  Partly partly;
  std::string_view meaning;
};
struct ArgumentRow {
  Argument id;
  char letter;
  std::string_view form;
};
struct LawRow {
  Law id;
  std::string_view name;
  std::string_view sentence;
  std::string_view denied;  ///< the value by which a hand that is shown later denies it; empty: there is none
};

}  // namespace roundhouse::dsl
