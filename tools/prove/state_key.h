#pragma once
// Keys by which two positions are the same for all play that may come. Counters that only grow (turns, laps,
// serials) would make every position a new one, so each is kept only as far as the rules can distinguish its
// values: not at all where nothing reads it; where it is only compared with numbers, up to the greatest of
// them; as it is, where anything else is made of it. Parts that only setup reads are no part of a position of
// play, nor is which of two trains was played on first. So equal positions have equal legal acts and lead to
// equal positions again. Two positions of the same key could still differ: with 128 bits and some millions of
// positions that is less likely than an error of the machine.

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "tools/prove/symmetry.h"

namespace roundhouse::replay {

struct PlayHash {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  auto operator<=>(const PlayHash&) const = default;
};
struct KeyHash {
  std::size_t operator()(const PlayHash& key) const { return static_cast<std::size_t>(key.a); }
};

/// For the positions of one round.
class PlayKey {
 public:
  /// Must outlive this. All conditions that are asked in play have to be among its rows, or among `checks`.
  /// Positions that a symmetry makes one have one key.
  explicit PlayKey(const engine::Rules& program, std::span<const dsl::NodeRef> checks = {},
                   const Symmetry& symmetry = {});

  PlayHash of(const engine::Position& position) const;
  /// From now on two ends that look the same are distinguished by their tiles.
  void distinguish_end_tiles() { reads_.end_tiles = true; }

 private:
  /// A counter is kept up to this; 0: not at all.
  using Cap = std::int32_t;
  static constexpr Cap exact = INT32_MAX;

  /// A position is looked at as if everybody sat so many seats nearer, with other numbers.
  struct View {
    int seats = 0;
    bool same_numbers = true;
    Numbers numbers{};
    std::array<engine::TileId, 256> tiles{};
    std::vector<std::uint8_t> trains;      ///< by new train the old one
    std::vector<std::uint8_t> new_trains;  ///< by old train the new one
  };
  void set_views(const Symmetry& symmetry);
  PlayHash seen(const engine::Position& position, const View& view) const;

  void look_at_nodes();
  void look_at_facts();
  Cap* counter_of(std::int32_t node);
  Cap limit_of(dsl::NodeRef limit) const;
  void read_freely(dsl::NodeRef ref);

  const engine::Rules& program_;
  PlayReads reads_;
  std::vector<std::vector<View>> views_;  ///< by seats turned, then by numbers exchanged
  Cap lap_ = 0;
  Cap still_ = 0;
  Cap turns_ = 0;
  Cap laid_ = 1;  ///< the engine itself asks if a turn was idle
  Cap drawn_ = 0;
  Cap drew_ = 1;
  Cap passes_ = exact;  ///< draws for the engine
  Cap redeals_ = exact;
  bool points_ = false;
  std::vector<Cap> facts_;  ///< by FactId
};

}  // namespace roundhouse::replay
