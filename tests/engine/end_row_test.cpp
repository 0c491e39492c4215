// Rows of ends looked at all at once, held against looking at one end after the other: tables full of random
// ends and debts, at most as many as a position holds.

#include <algorithm>
#include <random>
#include <vector>

#include "engine/fast/end_row.h"
#include "engine/fast/end_signatures.h"
#include "tests/support/catch.h"

using namespace roundhouse;
using namespace roundhouse::engine;

namespace {

class RandomTable {
 public:
  explicit RandomTable(unsigned seed) : random_(seed) {
    trains = 1 + below(max_trains);
    position.turn_serial = 7;
    for (int train = 0; train < trains; ++train) {
      const int ends = below(4) == 0 ? below(9) : 1;
      for (int i = 0; i < ends && position.end_count < max_ends; ++i) add_end(train);
    }
    for (int i = 0; i < position.end_count && position.debt_count < max_debts; ++i) {
      if (below(6) == 0) add_debt(position.ends[static_cast<std::size_t>(i)].group);
    }
  }

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::uint64_t word() { return std::uint64_t{random_()} << 32 | random_(); }

  Position position;
  int trains = 0;

 private:
  // Every fifth end belongs to the tile of the one before it, as after a double with several sides.
  void add_end(int train) {
    const bool same_tile = position.end_count > 0 && below(5) == 0;
    const std::uint16_t before =
        position.end_count == 0 ? std::uint16_t{0} : position.ends[position.end_count - 1U].group;
    position.ends[position.end_count++] = {
        .serial = position.next_serial++,
        .group = same_tile ? before : static_cast<std::uint16_t>(below(300)),
        .pip = static_cast<std::uint8_t>(below(max_highest + 1)),
        .train = static_cast<std::uint8_t>(train),
        .tile = static_cast<TileId>(below(max_tile_kinds)),
        .tail = below(2) == 0,
        .start = below(3) == 0,
        .side = below(4) == 0,
        .marked = below(3) == 0};
  }

  void add_debt(std::uint16_t group) {
    const auto known = std::any_of(position.debts.begin(), position.debts.begin() + position.debt_count,
                                   [&](const Debt& debt) { return debt.group == group; });
    if (known) return;
    position.debts[position.debt_count++] = {
        .group = group, .turn = static_cast<std::uint16_t>(6 + below(2)), .covers = 1};
  }

  std::mt19937 random_;
};

/// The debt that is owed at an end; nullptr: none.
const Debt* debt_at(const Position& position, const End& end) {
  const Debt* const last = position.debts.data() + position.debt_count;
  const Debt* const found =
      std::find_if(position.debts.data(), last, [&](const Debt& debt) { return debt.group == end.group; });
  return found == last ? nullptr : found;
}

unsigned flags_of(const Position& position, const End& end) {
  using engine::fast::EndTable;
  unsigned flags = (end.marked ? EndTable::marked : 0U) | (end.start ? EndTable::start : 0U);
  const Debt* const debt = debt_at(position, end);
  if (debt == nullptr) return flags;
  flags |= EndTable::owed;
  if (debt->turn == position.turn_serial) flags |= EndTable::fresh;
  if (debt->group == 0) flags |= EndTable::hub;
  if (debt == position.debts.data()) flags |= EndTable::oldest;
  if (debt == position.debts.data() + position.debt_count - 1) flags |= EndTable::newest;
  return flags;
}

/// A table that looks at these flags, its sets of trains left to the caller.
engine::fast::EndTable table_of(unsigned flags) {
  engine::fast::EndTable table;
  table.flags = static_cast<std::uint8_t>(flags);
  unsigned step = 1;
  for (std::size_t flag = 0; flag < engine::fast::EndTable::most_flags; ++flag) {
    if ((flags >> flag & 1U) == 0) continue;
    table.steps[flag] = static_cast<std::uint8_t>(step);
    step *= 2;
  }
  table.mixtures = static_cast<std::uint8_t>(step);
  return table;
}

/// The number of a mixture: of the flags that the table looks at, the least is bit 0.
std::size_t mixture_of(unsigned table_flags, unsigned flags) {
  std::size_t mixture = 0;
  std::size_t bit = 1;
  for (unsigned flag = 1; flag <= engine::fast::EndTable::newest; flag *= 2) {
    if ((table_flags & flag) == 0) continue;
    if ((flags & flag) != 0) mixture += bit;
    bit *= 2;
  }
  return mixture;
}

/// Calls `check(first, count)` for each row of at most 64 ends.
template <class Check>
void each_row(const Position& position, Check check) {
  for (int first = 0; first < position.end_count; first += 64)
    check(first, std::min(64, position.end_count - first));
}

/// Bit i: the end i of the row is as it is asked.
template <class Is>
EndBits one_by_one(const Position& position, int first, int count, Is is) {
  EndBits bits = 0;
  for (int i = 0; i < count; ++i) {
    if (is(position.ends[static_cast<std::size_t>(first + i)])) bits |= EndBits{1} << i;
  }
  return bits;
}

}  // namespace

TEST_CASE("a row of ends says of all what is true of each", "[engine]") {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    RandomTable table(seed);
    const Position& position = table.position;
    INFO("seed " << seed);
    each_row(position, [&](int first, int count) {
      EndRow row(position, first, count, static_cast<std::size_t>(table.trains));
      const auto expect = [&](EndBits found, auto is) {
        CHECK((found & row.all()) == one_by_one(position, first, count, is));
      };
      const auto with_flag = [&](unsigned flag) {
        return [&, flag](const End& end) { return (flags_of(position, end) & flag) != 0; };
      };
      using engine::fast::EndTable;
      expect(row.marked(), with_flag(EndTable::marked));
      expect(row.starts(), with_flag(EndTable::start));
      expect(row.owed(), with_flag(EndTable::owed));
      expect(row.fresh(), with_flag(EndTable::fresh));
      expect(row.of_hub(), with_flag(EndTable::hub));
      expect(row.of_oldest(), with_flag(EndTable::oldest));
      expect(row.of_newest(), with_flag(EndTable::newest));
      for (int i = 0; i < 4; ++i) {
        const std::uint64_t trains = table.word();
        expect(row.on_trains(trains), [&](const End& end) { return (trains >> end.train & 1U) != 0; });
      }
      // One tile, and many.
      TileSet tiles;
      for (const int tiles_more : {1, 3, 12}) {
        for (int i = 0; i < tiles_more; ++i) {
          tiles.add(static_cast<TileId>(table.below(max_tile_kinds)));
        }
        expect(row.showing(tiles), [&](const End& end) {
          bool shown = false;
          for_each_tile(tiles, [&](TileId tile) {
            shown = shown || high_of(tile) == end.pip || low_of(tile) == end.pip;
          });
          return shown;
        });
      }
    });
  }
}

TEST_CASE("a table of ends is looked up by what stands and is owed at each", "[engine]") {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    RandomTable random(seed);
    const Position& position = random.position;
    const auto flags = static_cast<unsigned>(random.below(1 << engine::fast::EndTable::most_flags));
    const engine::fast::EndTable table = table_of(flags);
    std::vector<engine::fast::TrainSet> trains(table.mixtures);
    for (engine::fast::TrainSet& set : trains) set = random.word();
    INFO("seed " << seed << ", flags " << flags);
    each_row(position, [&](int first, int count) {
      EndRow row(position, first, count, static_cast<std::size_t>(random.trains));
      const EndSignatures mixtures(table, position, row, first);
      CHECK((mixtures.on_trains(trains.data()) & row.all()) ==
            one_by_one(position, first, count, [&](const End& end) {
              const engine::fast::TrainSet set = trains[mixture_of(flags, flags_of(position, end))];
              return (set >> end.train & 1U) != 0;
            }));
    });
  }
}
