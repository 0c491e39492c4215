#include "tests/support/properties.h"

#include <algorithm>
#include <tuple>

#include "engine/evaluate.h"
#include "engine/table.h"

namespace roundhouse::tests {

using namespace engine;

namespace {

auto place_in_order(const Act& act) {
  const int kind = act.kind == ActKind::lead       ? 0
                   : act.kind == ActKind::lay      ? 1
                   : act.kind == ActKind::draw     ? 2
                   : act.kind == ActKind::declared ? 3
                                                   : 4;
  // Of an act without a tile all have none.
  return std::tuple(kind, int{act.declared}, int{act.actor}, int{act.whom},
                    act.kind == ActKind::declared ? int{act.tile} : 0);
}

}  // namespace

std::string trouble_with(const engine::Rules& program, const Position& position) {
  int tiles = position.boneyard + position.aside.size() + position.laid_tiles.size();
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
    if (position.hands[seat].size() != position.players[seat].count) return "a hand is miscounted";
    tiles += position.players[seat].count;
  }
  if (tiles != program.tile_kinds * program.copies) return "tiles are lost or made";
  if (boneyard_tiles(program, position).size() != position.boneyard) return "the boneyard is miscounted";
  for (int tile = 0; tile < program.tile_kinds; ++tile) {
    if (times_seen(program, position, static_cast<TileId>(tile)) > program.copies) return "a tile too often";
  }
  for (std::size_t i = 0; i < position.ends.size(); ++i) {
    if (i >= position.end_count && position.ends[i] != End{}) return "an unused end is not empty";
    if (i == 0 || i >= position.end_count) continue;
    const auto key = [&](std::size_t at) {
      return std::pair(position.ends[at].train, position.ends[at].serial);
    };
    if (key(i - 1) >= key(i)) return "ends out of order";
  }
  return "";
}

std::string trouble_with_acts(const engine::Rules& program, const Position& position, ActList& acts) {
  legal_acts(program, position, acts);
  for (std::size_t i = 0; i < acts.size(); ++i) {
    if (!is_legal(program, position, acts[i])) return "a listed act is not legal";
    if (!breaches(program, position, acts[i]).empty()) return "a listed act has breaches";
    if (i == 0) continue;
    const Act& a = acts[i - 1];
    const Act& b = acts[i];
    if (a.kind == ActKind::lay && b.kind == ActKind::lay) {
      const auto key = [&](const Act& act) {
        const int end = find_end(position, act.end);
        return std::tuple(position.ends[static_cast<std::size_t>(end)].train, act.end, act.tile, act.amount);
      };
      if (key(a) >= key(b)) return "lays out of order";
    } else if (place_in_order(a) >= place_in_order(b)) {
      return "acts out of order";
    }
  }
  // Nothing legal is left out.
  std::size_t lays = 0;
  const Seat seat = position.turn_player;
  if (position.phase != Phase::play || seat == no_seat) return "";
  for (int i = 0; i < position.end_count; ++i) {
    for (int tile = 0; tile < program.tile_kinds; ++tile) {
      const End& end = position.ends[static_cast<std::size_t>(i)];
      Act act{.kind = ActKind::lay, .actor = seat, .tile = static_cast<TileId>(tile), .end = end.serial};
      if (!position.hands[static_cast<std::size_t>(seat)].has(act.tile)) continue;
      if (is_legal(program, position, act)) ++lays;
      act.amount = static_cast<std::int32_t>(Joins::greater);
      if (is_turnable(act.tile, end.pip) && is_legal(program, position, act)) ++lays;
    }
  }
  const auto listed =
      std::count_if(acts.begin(), acts.end(), [](const Act& act) { return act.kind == ActKind::lay; });
  return static_cast<std::size_t>(listed) == lays ? "" : "a legal lay is not listed";
}

std::vector<int> count_hands(const dsl::CheckedRules& rules, const engine::Rules& program,
                             const Position& position) {
  const auto option = std::find_if(rules.options.begin(), rules.options.end(),
                                   [](const dsl::Option& o) { return o.name == "double_blank"; });
  const int blank = option == rules.options.end() ? 0 : option->value;
  std::vector<int> counts;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
    int count = 0;
    for (int high = 0; high <= program.highest; ++high) {
      for (int low = 0; low <= high; ++low) {
        count += position.hands[seat].count(tile_of(high, low)) * (high == 0 ? blank : high + low);
      }
    }
    counts.push_back(count);
  }
  return counts;
}

}  // namespace roundhouse::tests
