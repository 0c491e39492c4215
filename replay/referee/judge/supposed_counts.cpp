#include "replay/referee/judge/supposed_counts.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/vocabulary/vocabulary.h"
#include "replay/fold/position_begin.h"
#include "replay/referee/judge/reach.h"

namespace roundhouse::replay {
namespace {

/// Tried first: what a hand mostly has in the midst of a round, and more than is ever asked for.
constexpr int usual_hand = 7;
constexpr int large_hand = 14;
/// The lines that are judged while numbers are tried, all together; five steps of a search count as a line.
constexpr std::int64_t most_lines = 20'000;
constexpr std::int64_t steps_of_line = 5;

/// True if all tiles of the player of the ruling are written up to it: held and drawn.
bool is_hand_written(const Header& header, const RecordRound& round, const Ruling& ruling) {
  bool is_written = false;
  for (const Item& item : round.items) {
    if (item.at.span.begin > ruling.place.where.begin) break;
    const auto is_players = [&](Seat seat) {
      return seat != no_seat && header.players[static_cast<std::size_t>(seat)].name == ruling.place.player;
    };
    if (const auto* hand = std::get_if<HandLine>(&item.line); hand != nullptr && is_players(hand->player)) {
      is_written = true;
      if (any_of(hand->tiles, [](const WrittenTile& tile) { return !tile.known(); })) return false;
    }
    if (const auto* turn = std::get_if<TurnLine>(&item.line); turn != nullptr && is_players(turn->player))
      for (const WrittenAct& act : turn->acts)
        if (const auto* draw = std::get_if<DrawAct>(&act.what); draw != nullptr && !draw->tile.known())
          return false;
  }
  return is_written;
}

/// True if the ruling is the same whatever the numbers are: its row reads nothing that rests on them.
bool rests_on_no_count(const engine::Rules& program, const Header& header, const RecordRound& round,
                       const Ruling& ruling) {
  // A tile that is not written may be any of those that the other hands and the boneyard have room for, and
  // how much room that is nobody says.
  const bool is_written = is_hand_written(header, round, ruling);
  const dsl::Aspects counted =
      dsl::aspects::hand_sizes | dsl::aspects::other_hands | dsl::aspects::boneyard | dsl::aspects::points;
  const Reach reach(program, is_written ? counted : counted | dsl::aspects::own_hand, {});
  if (ruling.rule == dsl::row(dsl::Law::tile_not_held).name)
    return is_written && !reach.has(dsl::aspects::own_hand);
  return reach.spares(ruling);
}

/// With another number another rule may be the one that is broken there.
bool is_same_act(const Ruling& a, const Ruling& b) { return a.place.where.begin == b.place.where.begin; }

/// True if tiles lie that nobody wrote down: then the number in one hand does not settle that in the
/// boneyard.
bool has_cut_train(const RecordRound& round) {
  return any_of(round.items, [](const Item& item) {
    const auto* train = std::get_if<TrainLine>(&item.line);
    return train != nullptr && train->lies.cut;
  });
}

}  // namespace

std::optional<Judgement> judge_supposing(const engine::Rules& program, const Header& header,
                                         const RecordRound& round, const JudgeSupposing& judge) {
  std::int64_t lines = 0;
  Judgement first = judge({.each = usual_hand}, false);
  if (first.verdict == Verdict::legal) return first;
  bool is_same = first.ruling.has_value();
  std::optional<Judgement> legal;
  /// Returns false where enough was tried.
  const auto tries = [&](const SupposedCounts& counts) {
    Judgement found = judge(counts, false);
    lines += static_cast<std::int64_t>(round.items.size()) + found.steps / steps_of_line;
    if (found.verdict == Verdict::legal) {
      legal = std::move(found);
      return false;
    }
    is_same = is_same && found.ruling && is_same_act(*found.ruling, *first.ruling);
    return lines < most_lines;
  };
  if (!tries({.each = large_hand})) return legal;
  if (is_same && rests_on_no_count(program, header, round, *first.ruling))
    return judge({.each = large_hand}, true);

  const std::vector<Seat> open = seats_not_counted(program, round);
  const int tiles = program.tile_kinds * program.copies;
  const int most_each = tiles / static_cast<int>(std::max<std::size_t>(open.size(), 1));
  for (int each = 0; each <= most_each; ++each)
    if (!tries({.each = each})) return legal;
  if (open.size() == 1) {
    if (is_same && !has_cut_train(round)) return judge({.each = large_hand}, true);
    return std::nullopt;
  }
  for (const Seat one : open)
    for (int of_one = 0; of_one <= tiles; ++of_one)
      if (!tries({.each = usual_hand, .one = one, .of_one = of_one})) return legal;
  return std::nullopt;
}

}  // namespace roundhouse::replay
