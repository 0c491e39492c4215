#pragma once
// The fields: what a decision (code.h) branches on, and what the fast form compares. One row each; all that
// is to be known of a field stands there.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "dsl/vocabulary/words.h"
#include "engine/position.h"

namespace roundhouse::engine::fast {

/// The numbers that a field can have.
struct FieldRange {
  std::int32_t low;
  std::int32_t high;
};
constexpr FieldRange truths{0, 1};
constexpr FieldRange counts{0, INT32_MAX};
constexpr FieldRange any_number{INT32_MIN, INT32_MAX};  ///< absent is the least, as everywhere in the engine

/// The place of the number in a position as it is: the same for everybody, or one for each seat. A compiled
/// decision knows the place itself, and nothing is looked up while a game is played.
struct FieldLocation {
  std::uint32_t mask = 0;    ///< of the four bytes from there; 0: it is no such number
  std::uint16_t offset = 0;  ///< in bytes
  std::uint16_t stride = 0;  ///< from seat to seat
  bool operator==(const FieldLocation&) const = default;
};
constexpr std::uint32_t short_number = 0xFFFF;
constexpr std::uint32_t long_number = 0xFFFFFFFF;

using dsl::Member;
using dsl::Root;

/// A word, of that root alone where one is named.
struct FieldWord {
  std::optional<Member> member{};
  std::optional<Root> of{};
};
constexpr FieldWord no_word;

#define ROUNDHOUSE_AT(mask, member) \
  FieldLocation { mask, offsetof(Position, member), 0 }
#define ROUNDHOUSE_AT_SEAT(mask, member) \
  FieldLocation { mask, offsetof(Position, players) + offsetof(PlayerState, member), sizeof(PlayerState) }

/// Those that are worked out; then those read from the position or the moment, and those read from the end
/// that the moment is about. `my_` is of the player who acts, `whom_` of the target. Those with a place that
/// have an argument (facts) lie one after the other, four bytes each.
// X(enumerator, range, place, the word whose value it is, meaning)
#define ROUNDHOUSE_WORK_FIELDS(X)                                                                       \
  X(node, any_number, {}, no_word, "arg: a node, worked out in full")                                   \
  X(can, truths, {}, no_word, "arg: ActId")                                                             \
  X(difference, any_number, {}, no_word,                                                                \
    "of two plain fields without argument; arg: the one + 256 * the other")                             \
  X(difference_of_pair, any_number, {}, no_word, "arg: into Code::number_pairs")                        \
  X(hand_bears, truths, {}, no_word,                                                                    \
    "the hand of the one who acts has this number; arg: into Code::operands")                           \
  X(rest_bears, truths, {}, no_word, "the same of the hand without the tile")                           \
  X(fresh_debts, counts, {}, (FieldWord{Member::debts_fresh}), "how many debts were made in this turn") \
  X(end_owed, truths, {}, (FieldWord{Member::end_owed, Root::end}), "its double has a debt")            \
  X(end_fresh, truths, {}, no_word, "its debt was made in this turn")

#define ROUNDHOUSE_PLAIN_FIELDS(X)                                                                      \
  X(game, counts, ROUNDHOUSE_AT(short_number, game), (FieldWord{Member::match_game}), "")               \
  X(round_number, counts, ROUNDHOUSE_AT(short_number, round), (FieldWord{Member::round_number}), "")    \
  X(round_double, any_number, {}, (FieldWord{Member::round_double}),                                    \
    "the number of the double that the schedule names")                                                 \
  X(boneyard, counts, ROUNDHOUSE_AT(short_number, boneyard), (FieldWord{Member::round_boneyard}),       \
    "how many tiles")                                                                                   \
  X(lap, counts, ROUNDHOUSE_AT(short_number, lap), (FieldWord{Member::round_lap}), "")                  \
  X(still, counts, ROUNDHOUSE_AT(short_number, still), (FieldWord{Member::round_still}), "")            \
  X(laid, counts, ROUNDHOUSE_AT(short_number, laid), (FieldWord{Member::turn_laid}), "")                \
  X(drawn, counts, ROUNDHOUSE_AT(short_number, drawn), (FieldWord{Member::turn_drawn}), "")             \
  X(drew, counts, ROUNDHOUSE_AT(short_number, drew), (FieldWord{Member::turn_drew}), "")                \
  X(over, truths, {}, (FieldWord{Member::round_over}), "the round is over")                             \
  X(any_debt, truths, {}, (FieldWord{Member::debts_any}), "")                                           \
  X(debt_count, counts, ROUNDHOUSE_AT(short_number, debt_count), (FieldWord{Member::debts_count}), "")  \
  X(fact, any_number, ROUNDHOUSE_AT(long_number, facts), no_word, "arg: slot")                          \
  X(my_fact, any_number, (FieldLocation{long_number, offsetof(Position, facts), sizeof(std::int32_t)}), \
    no_word, "arg: first slot")                                                                         \
  X(whom_fact, any_number, {}, no_word, "arg: first slot")                                              \
  X(my_count, any_number, ROUNDHOUSE_AT_SEAT(short_number, count),                                      \
    (FieldWord{Member::player_count, Root::me}), "tiles in hand")                                       \
  X(my_turns, any_number, ROUNDHOUSE_AT_SEAT(short_number, turns),                                      \
    (FieldWord{Member::player_turns, Root::me}), "")                                                    \
  X(my_points, any_number, ROUNDHOUSE_AT_SEAT(long_number, points),                                     \
    (FieldWord{Member::player_points, Root::me}), "")                                                   \
  X(whom_count, any_number, {}, (FieldWord{Member::player_count, Root::whom}), "tiles in hand")         \
  X(train_started, truths, {}, no_word, "of me.KIND or round.KIND; arg: into Code::seat_trains")        \
  X(train_marked, truths, {}, no_word, "some end of it; arg as above")                                  \
  X(tail_marked, truths, {}, no_word, "the end of its main line; arg as above")                         \
  X(tile_double, truths, {}, (FieldWord{Member::tile_double, Root::tile}), "")                          \
  X(tile_high, any_number, {}, (FieldWord{Member::tile_high, Root::tile}), "")                          \
  X(tile_low, any_number, {}, (FieldWord{Member::tile_low, Root::tile}), "")                            \
  X(tile_pips, any_number, {}, (FieldWord{Member::tile_pips, Root::tile}), "")                          \
  X(high_used, truths, {}, no_word, "the double of the tile's higher number was an engine")             \
  X(debt_fresh, truths, {}, (FieldWord{Member::debt_fresh, Root::debt}),                                \
    "the debt that got its cover was made in this turn")                                                \
  X(debt_covers, any_number, {}, (FieldWord{Member::debt_covers, Root::debt}),                          \
    "covers that this debt has got")                                                                    \
  X(me, any_number, {}, no_word, "by seat")                                                             \
  X(turn_player, any_number, {}, (FieldWord{Member::turn_player}), "by seat")                           \
  X(oldest_by, any_number, {}, no_word, "who laid the double whose debt is the oldest, by seat")        \
  X(newest_by, any_number, {}, no_word, "who laid the double whose debt is the newest, by seat")

#define ROUNDHOUSE_END_FIELDS(X)                                                                          \
  X(tile_fits, truths, {}, no_word, "the tile has the number of the end")                                 \
  X(end_pip, any_number, {}, (FieldWord{Member::end_pip, Root::end}), "")                                 \
  X(end_start, truths, {}, (FieldWord{Member::end_start, Root::end}), "")                                 \
  X(end_marked, truths, {}, (FieldWord{Member::end_marked, Root::end}), "")                               \
  X(end_mine, truths, {}, (FieldWord{Member::end_mine, Root::end}), "on the train of the one who acts")   \
  X(end_others, truths, {}, (FieldWord{Member::end_others, Root::end}), "on the train of another player") \
  X(end_kind, any_number, {}, no_word, "NameId of the kind of its train")                                 \
  X(end_on_train, truths, {}, no_word, "arg: into Code::seat_trains")

#define ROUNDHOUSE_FIELDS(X) \
  ROUNDHOUSE_WORK_FIELDS(X)  \
  ROUNDHOUSE_PLAIN_FIELDS(X) \
  ROUNDHOUSE_END_FIELDS(X)

/// In a switch the cases of a list.
#define ROUNDHOUSE_FIELD_CASE(field, ...) case Field::field:

enum class Field : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_FIELDS(X)
#undef X
};

struct FieldRow {
  FieldRange range;
  FieldLocation place;
  FieldWord word;
};
inline constexpr auto all_fields = std::to_array<FieldRow>({
#define X(id, range, place, word, meaning) {range, place, word},
    ROUNDHOUSE_FIELDS(X)
#undef X
});
#undef ROUNDHOUSE_AT
#undef ROUNDHOUSE_AT_SEAT

constexpr const FieldRow& row(Field field) { return all_fields[static_cast<std::size_t>(field)]; }

#define ROUNDHOUSE_ONE_MORE(...) +1
constexpr int work_fields = ROUNDHOUSE_WORK_FIELDS(ROUNDHOUSE_ONE_MORE);
constexpr int fields_before_end = work_fields + ROUNDHOUSE_PLAIN_FIELDS(ROUNDHOUSE_ONE_MORE);
#undef ROUNDHOUSE_ONE_MORE
constexpr bool takes_work(Field field) { return static_cast<int>(field) < work_fields; }
constexpr bool is_of_end(Field field) { return static_cast<int>(field) >= fields_before_end; }

}  // namespace roundhouse::engine::fast
