#pragma once
// The positions that a search has met: which leads to which, and those that wait. Knows no rules.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"

namespace roundhouse::replay {

/// The positions that were found as numbers, by the order in which they were met, and which leads to which.
class PositionGraph {
 public:
  static constexpr std::uint32_t no_node = UINT32_MAX;
  enum Mark : std::uint8_t {
    over = 1,
    uncoverable = 2,
    in_play = 4,  ///< only these lie on loops: dealing again is no play without end
  };

  std::size_t size() const { return from_.size(); }
  /// A new position: what led to it first. `from`: no_node for the first.
  void add(std::uint32_t from, const engine::Act& act);
  void mark(std::uint32_t node, Mark mark) { marks_[node] |= mark; }
  bool is(std::uint32_t node, Mark mark) const { return (marks_[node] & mark) != 0; }

  // The positions are gone through in their order: each with what it leads to, then end_node.
  void lead_to(std::uint32_t node, bool by_lay);
  void end_node();
  /// No more are gone through; what the others lead to is not known.
  void finish();

  /// The shortest way to it that was found, as acts.
  std::vector<engine::Act> acts_to(std::uint32_t node) const;

  /// The loop of each node, as the number of a set of positions that can all be come to from each other,
  /// where there is play without end; 0: on no loop.
  std::vector<std::uint32_t> loops() const;
  /// The number of acts of the shortest way to it that was found.
  std::size_t depth(std::uint32_t node) const;
  /// True by node if an end, or a dead end, can be come to. Unknown ones count as true.
  std::vector<bool> leads_to_ends() const;
  /// True by node if something may still be laid there or later. Unknown ones count as true.
  std::vector<bool> leads_to_lays() const;

 private:
  bool is_known(std::uint32_t node) const { return node < known_; }
  /// True by node if it leads to one of those that `is` says. Unknown ones count as true.
  std::vector<bool> leads_to(std::vector<bool> is) const;

  std::vector<std::uint32_t> from_;
  std::vector<engine::Act> acts_;
  std::vector<std::uint8_t> marks_;
  std::vector<std::uint32_t> first_edge_{0};  ///< by node, and one more
  std::vector<std::uint32_t> edges_;
  std::vector<bool> by_lay_;  ///< by edge
  std::uint32_t known_ = 0;   ///< nodes gone through
};

/// Positions in the order in which they came; the oldest is taken first. Many in little room: each is kept as
/// how it differs from one that is given, in runs of bytes.
class PackedPositions {
 public:
  explicit PackedPositions(const engine::Position& base);

  void push(const engine::Position& position);
  engine::Position pop();
  bool empty() const { return packed_.empty(); }

 private:
  std::array<unsigned char, sizeof(engine::Position)> base_bytes_;
  std::deque<std::string> packed_;
};

}  // namespace roundhouse::replay
