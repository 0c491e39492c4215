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

/// The way in which a field is loaded.
enum class Load : std::uint8_t {
  work,    ///< something is worked out
  plain,   ///< read from the position or the moment
  of_end,  ///< read from the end that the moment is about
};

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
struct FieldPlace {
  std::uint32_t mask = 0;    ///< of the four bytes from there; 0: it is no such number
  std::uint16_t offset = 0;  ///< in bytes
  std::uint16_t stride = 0;  ///< from seat to seat
  bool operator==(const FieldPlace&) const = default;
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
  FieldPlace { mask, offsetof(Position, member), 0 }
#define ROUNDHOUSE_AT_SEAT(mask, member) \
  FieldPlace { mask, offsetof(Position, players) + offsetof(PlayerState, member), sizeof(PlayerState) }

// By Load, in its order. `my_` is of the player who acts, `whom_` of the target. Those with a place that have
// an argument (facts) lie one after the other, four bytes each. X(enumerator, load,
// range, place, the word whose value it is, meaning)
#define ROUNDHOUSE_FIELDS(X)                                                                                \
  X(node, work, any_number, {}, no_word, "arg: a node, worked out in full")                                 \
  X(can, work, truths, {}, no_word, "arg: ActId")                                                           \
  X(difference, work, any_number, {}, no_word,                                                              \
    "of two plain fields without argument; arg: the one + 256 * the other")                                 \
  X(difference_of_pair, work, any_number, {}, no_word, "arg: into Code::number_pairs")                      \
  X(hand_bears, work, truths, {}, no_word,                                                                  \
    "the hand of the one who acts has this number; arg: into Code::operands")                               \
  X(rest_bears, work, truths, {}, no_word, "the same of the hand without the tile")                         \
  X(fresh_debts, work, counts, {}, (FieldWord{Member::debts_fresh}),                                        \
    "how many debts were made in this turn")                                                                \
  X(end_owed, work, truths, {}, (FieldWord{Member::end_owed, Root::end}), "its double has a debt")          \
  X(end_fresh, work, truths, {}, no_word, "its debt was made in this turn")                                 \
  X(game, plain, counts, ROUNDHOUSE_AT(short_number, game), (FieldWord{Member::match_game}), "")            \
  X(round_number, plain, counts, ROUNDHOUSE_AT(short_number, round), (FieldWord{Member::round_number}), "") \
  X(round_double, plain, any_number, {}, (FieldWord{Member::round_double}),                                 \
    "the number of the double that the schedule names")                                                     \
  X(boneyard, plain, counts, ROUNDHOUSE_AT(short_number, boneyard), (FieldWord{Member::round_boneyard}),    \
    "how many tiles")                                                                                       \
  X(lap, plain, counts, ROUNDHOUSE_AT(short_number, lap), (FieldWord{Member::round_lap}), "")               \
  X(still, plain, counts, ROUNDHOUSE_AT(short_number, still), (FieldWord{Member::round_still}), "")         \
  X(laid, plain, counts, ROUNDHOUSE_AT(short_number, laid), (FieldWord{Member::turn_laid}), "")             \
  X(drawn, plain, counts, ROUNDHOUSE_AT(short_number, drawn), (FieldWord{Member::turn_drawn}), "")          \
  X(drew, plain, counts, ROUNDHOUSE_AT(short_number, drew), (FieldWord{Member::turn_drew}), "")             \
  X(over, plain, truths, {}, (FieldWord{Member::round_over}), "the round is over")                          \
  X(any_debt, plain, truths, {}, (FieldWord{Member::debts_any}), "")                                        \
  X(debt_count, plain, counts, ROUNDHOUSE_AT(short_number, debt_count), (FieldWord{Member::debts_count}),   \
    "")                                                                                                     \
  X(fact, plain, any_number, ROUNDHOUSE_AT(long_number, facts), no_word, "arg: slot")                       \
  X(my_fact, plain, any_number, (FieldPlace{long_number, offsetof(Position, facts), sizeof(std::int32_t)}), \
    no_word, "arg: first slot")                                                                             \
  X(whom_fact, plain, any_number, {}, no_word, "arg: first slot")                                           \
  X(my_count, plain, any_number, ROUNDHOUSE_AT_SEAT(short_number, count),                                   \
    (FieldWord{Member::player_count, Root::me}), "tiles in hand")                                           \
  X(my_turns, plain, any_number, ROUNDHOUSE_AT_SEAT(short_number, turns),                                   \
    (FieldWord{Member::player_turns, Root::me}), "")                                                        \
  X(my_points, plain, any_number, ROUNDHOUSE_AT_SEAT(long_number, points),                                  \
    (FieldWord{Member::player_points, Root::me}), "")                                                       \
  X(whom_count, plain, any_number, {}, (FieldWord{Member::player_count, Root::whom}), "tiles in hand")      \
  X(train_started, plain, truths, {}, no_word, "of me.KIND or round.KIND; arg: into Code::seat_trains")     \
  X(train_marked, plain, truths, {}, no_word, "some end of it; arg as above")                               \
  X(tail_marked, plain, truths, {}, no_word, "the end of its main line; arg as above")                      \
  X(tile_double, plain, truths, {}, (FieldWord{Member::tile_double, Root::tile}), "")                       \
  X(tile_high, plain, any_number, {}, (FieldWord{Member::tile_high, Root::tile}), "")                       \
  X(tile_low, plain, any_number, {}, (FieldWord{Member::tile_low, Root::tile}), "")                         \
  X(tile_pips, plain, any_number, {}, (FieldWord{Member::tile_pips, Root::tile}), "")                       \
  X(high_used, plain, truths, {}, no_word, "the double of the tile's higher number was an engine")          \
  X(debt_fresh, plain, truths, {}, (FieldWord{Member::debt_fresh, Root::debt}),                             \
    "the debt that got its cover was made in this turn")                                                    \
  X(debt_covers, plain, any_number, {}, (FieldWord{Member::debt_covers, Root::debt}),                       \
    "covers that this debt has got")                                                                        \
  X(me, plain, any_number, {}, no_word, "by seat")                                                          \
  X(turn_player, plain, any_number, {}, (FieldWord{Member::turn_player}), "by seat")                        \
  X(oldest_by, plain, any_number, {}, no_word, "who laid the double whose debt is the oldest, by seat")     \
  X(newest_by, plain, any_number, {}, no_word, "who laid the double whose debt is the newest, by seat")     \
  X(tile_fits, of_end, truths, {}, no_word, "the tile has the number of the end")                           \
  X(end_pip, of_end, any_number, {}, (FieldWord{Member::end_pip, Root::end}), "")                           \
  X(end_start, of_end, truths, {}, (FieldWord{Member::end_start, Root::end}), "")                           \
  X(end_marked, of_end, truths, {}, (FieldWord{Member::end_marked, Root::end}), "")                         \
  X(end_mine, of_end, truths, {}, (FieldWord{Member::end_mine, Root::end}),                                 \
    "on the train of the one who acts")                                                                     \
  X(end_others, of_end, truths, {}, (FieldWord{Member::end_others, Root::end}),                             \
    "on the train of another player")                                                                       \
  X(end_kind, of_end, any_number, {}, no_word, "NameId of the kind of its train")                           \
  X(end_on_train, of_end, truths, {}, no_word, "arg: into Code::seat_trains")

enum class Field : std::uint8_t {
#define X(id, load, range, place, word, meaning) id,
  ROUNDHOUSE_FIELDS(X)
#undef X
};

struct FieldRow {
  Load load;
  FieldRange range;
  FieldPlace place;
  FieldWord word;
};
inline constexpr auto all_fields = std::to_array<FieldRow>({
#define X(id, load, range, place, word, meaning) {Load::load, range, place, word},
    ROUNDHOUSE_FIELDS(X)
#undef X
});
#undef ROUNDHOUSE_AT
#undef ROUNDHOUSE_AT_SEAT

constexpr const FieldRow& row(Field field) { return all_fields[static_cast<std::size_t>(field)]; }

/// The number of fields before the first that is loaded like that.
constexpr std::size_t fields_before(Load load) {
  std::size_t before = 0;
  while (before < all_fields.size() && all_fields[before].load < load) ++before;
  return before;
}
static_assert([] {
  for (std::size_t i = 1; i < all_fields.size(); ++i)
    if (all_fields[i].load < all_fields[i - 1].load) return false;
  return true;
}());
// Two comparisons while a game is played, and no look at the table.
constexpr bool takes_work(Field field) {
  return static_cast<std::size_t>(field) < fields_before(Load::plain);
}
constexpr bool is_of_end(Field field) {
  return static_cast<std::size_t>(field) >= fields_before(Load::of_end);
}

}  // namespace roundhouse::engine::fast
