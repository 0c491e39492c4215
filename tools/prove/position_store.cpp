#include "tools/prove/position_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace roundhouse::replay {
namespace {

using Bytes = std::array<unsigned char, sizeof(engine::Position)>;

Bytes bytes_of(const engine::Position& position) {
  Bytes made{};
  std::memcpy(made.data(), &position, sizeof position);
  return made;
}

/// So many bytes that are the same cost less than a new run.
constexpr std::size_t least_gap = 4;

}  // namespace

void PositionGraph::add(std::uint32_t from, const engine::Act& act) {
  from_.push_back(from);
  acts_.push_back(act);
  marks_.push_back(0);
}

void PositionGraph::lead_to(std::uint32_t node, bool by_lay) {
  edges_.push_back(node);
  by_lay_.push_back(by_lay);
}

void PositionGraph::end_node() {
  first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
  ++known_;
}

void PositionGraph::finish() { first_edge_.resize(size() + 1, static_cast<std::uint32_t>(edges_.size())); }

std::vector<engine::Act> PositionGraph::acts_to(std::uint32_t node) const {
  std::vector<engine::Act> acts;
  for (; from_[node] != no_node; node = from_[node]) acts.push_back(acts_[node]);
  std::reverse(acts.begin(), acts.end());
  return acts;
}

std::size_t PositionGraph::depth(std::uint32_t node) const {
  std::size_t depth = 0;
  for (; from_[node] != no_node; node = from_[node]) ++depth;
  return depth;
}

/// Tarjan's strongly connected components, without recursion. One node is a loop if it leads to itself.
std::vector<std::uint32_t> PositionGraph::loops() const {
  const std::size_t count = size();
  std::vector<std::uint32_t> loop(count, 0);
  std::vector<std::uint32_t> number(count, 0);  // in the order of the search, from 1
  std::vector<std::uint32_t> low(count, 0);
  std::vector<bool> open(count, false);
  std::vector<std::uint32_t> stack;
  struct Visit {
    std::uint32_t node, edge;
  };
  std::vector<Visit> visits;
  std::uint32_t numbers = 0;
  std::uint32_t found = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = low[node] = ++numbers;
    open[node] = true;
    stack.push_back(node);
    visits.push_back({node, first_edge_[node]});
  };
  const auto leads_to_itself = [&](std::uint32_t node) {
    for (std::uint32_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e)
      if (edges_[e] == node) return true;
    return false;
  };
  const auto leave = [&](std::uint32_t node) {
    if (low[node] != number[node]) return;
    const bool is_loop = stack.back() != node || leads_to_itself(node);
    if (is_loop) ++found;
    for (std::uint32_t top = no_node; top != node;) {
      top = stack.back();
      stack.pop_back();
      open[top] = false;
      if (is_loop) loop[top] = found;
    }
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (number[root] != 0 || !is(root, in_play)) continue;
    enter(root);
    while (!visits.empty()) {
      Visit& at = visits.back();
      if (at.edge < first_edge_[at.node + 1]) {
        const std::uint32_t to = edges_[at.edge++];
        if (!is(to, in_play)) continue;
        if (number[to] == 0)
          enter(to);
        else if (open[to])
          low[at.node] = std::min(low[at.node], number[to]);
        continue;
      }
      const std::uint32_t node = at.node;
      visits.pop_back();
      if (!visits.empty()) low[visits.back().node] = std::min(low[visits.back().node], low[node]);
      leave(node);
    }
  }
  return loop;
}

std::vector<bool> PositionGraph::leads_to(std::vector<bool> is) const {
  std::vector<std::vector<std::uint32_t>> back(size());
  for (std::uint32_t node = 0; node < known_; ++node)
    for (std::uint32_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e) back[edges_[e]].push_back(node);
  std::vector<std::uint32_t> work;
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (!is_known(node)) is[node] = true;
    if (is[node]) work.push_back(node);
  }
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    for (const std::uint32_t before : back[node]) {
      if (is[before]) continue;
      is[before] = true;
      work.push_back(before);
    }
  }
  return is;
}

std::vector<bool> PositionGraph::leads_to_ends() const {
  std::vector<bool> ends(size());
  for (std::uint32_t node = 0; node < known_; ++node) ends[node] = first_edge_[node] == first_edge_[node + 1];
  return leads_to(std::move(ends));
}

std::vector<bool> PositionGraph::leads_to_lays() const {
  std::vector<bool> lays(size());
  for (std::uint32_t node = 0; node < known_; ++node)
    for (std::uint32_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e)
      if (by_lay_[e]) lays[node] = true;
  return leads_to(std::move(lays));
}

/// A run: how far behind the last one it begins, how long it is, the bytes.
void PackedPositions::push(const engine::Position& position) {
  const Bytes mine = bytes_of(position);
  std::string packed;
  std::size_t last = 0;
  for (std::size_t i = 0; i < mine.size();) {
    if (mine[i] == base_bytes_[i]) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    for (std::size_t at = end; at < mine.size() && at - end < least_gap && at - i < UINT8_MAX; ++at)
      if (mine[at] != base_bytes_[at]) end = at + 1;
    const auto gap = static_cast<std::uint16_t>(i - last);
    packed += {static_cast<char>(gap & 255), static_cast<char>(gap >> 8), static_cast<char>(end - i)};
    packed.append(reinterpret_cast<const char*>(&mine[i]), end - i);
    i = last = end;
  }
  packed.shrink_to_fit();
  packed_.push_back(std::move(packed));
}

engine::Position PackedPositions::pop() {
  Bytes made = base_bytes_;
  const std::string packed = std::move(packed_.front());
  packed_.pop_front();
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(packed[at]));
  };
  for (std::size_t at = 0, place = 0; at < packed.size();) {
    place += byte(at) + 256 * byte(at + 1);
    const std::size_t bytes = byte(at + 2);
    std::memcpy(&made[place], packed.data() + at + 3, bytes);
    place += bytes;
    at += 3 + bytes;
  }
  engine::Position position;
  std::memcpy(static_cast<void*>(&position), made.data(), sizeof position);
  return position;
}

PackedPositions::PackedPositions(const engine::Position& base) : base_bytes_(bytes_of(base)) {}

}  // namespace roundhouse::replay
