#pragma once
// Reads conditions and numbers of each tile by itself: the engine is asked, with nothing but the tile.
// Used by what tabulates that.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "dsl/program/nodes.h"
#include "engine/fast/work.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// One tile looked at. An answer of nothing: it depends on something else as well.
class TileReader {
 public:
  using Answer = std::optional<Value>;

  /// `slot`: the bound variable that stands for the tile; -1: the root `tile`.
  /// Once `work` has run out nothing depends on the tile alone any more.
  TileReader(const Rules& rules, std::int32_t slot, Work& work)
      : nodes_(rules), slot_(slot), work_(work), reading_(rules, position_, moment_) {}
  TileReader(const TileReader&) = delete;
  TileReader& operator=(const TileReader&) = delete;

  void analyze(TileId tile) {
    moment_.tile = tile;
    if (slot_ >= 0) reading_.variables[static_cast<std::size_t>(slot_)] = tile;
  }

  Answer read(std::int32_t index) {
    const std::size_t nodes = nodes_of(index);
    if (nodes == 0 || !work_.take(nodes)) return std::nullopt;
    return read_node(reading_, index);
  }

 private:
  /// The number of nodes that are read for it; 0: it does not depend on the tile alone.
  std::size_t nodes_of(std::int32_t index) {
    for (const auto& [known, nodes] : sizes_)
      if (known == index) return nodes;
    sizes_.emplace_back(index, count(index));
    return sizes_.back().second;
  }

  std::size_t count(std::int32_t index) {
    const Node& node = nodes_.node(index);
    const Aspects of_tile = slot_ < 0 ? aspects::tile : aspects::none;
    // There are no trains before there is an engine.
    const bool other = (node.op == Op::variable && node.value != slot_) || node.op == Op::train_of;
    if (other || is_quantifier(node.op) || (node.reads & ~of_tile) != 0 || !work_.take()) return 0;
    std::size_t all = 1;
    for (int i = 0; i < node.arg_count; ++i) {
      const std::size_t part = count(nodes_.arg(node, i));
      if (part == 0) return 0;
      all += part;
    }
    return all;
  }

  NodeView nodes_;
  std::int32_t slot_;
  Work& work_;
  Position position_{};
  Moment moment_;
  Evaluation reading_;
  std::vector<std::pair<std::int32_t, std::size_t>> sizes_;  ///< of the nodes that were asked about
};

/// Calls visit(tile) for each face of the set until it returns false.
template <class Visit>
bool for_faces(const Rules& rules, Visit visit) {
  for (int tile = 0; tile < rules.tile_kinds; ++tile)
    if (!visit(static_cast<TileId>(tile))) return false;
  return true;
}

}  // namespace roundhouse::engine::fast
