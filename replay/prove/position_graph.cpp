#include "replay/prove/position_graph.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace roundhouse::replay {

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

/// Takes away what leads to nothing that is left, again and again: what stays leads to loops or lies on one.
/// The same against the edges leaves the loops and what lies between them.
std::vector<bool> PositionGraph::on_loops() const {
  const std::size_t count = size();
  std::vector<std::uint32_t> in(count, 0);
  std::vector<std::uint32_t> out(count, 0);
  std::vector<std::vector<std::uint32_t>> back(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    if (!is(node, in_play)) continue;
    for (std::uint32_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e) {
      if (!is(edges_[e], in_play)) continue;
      ++out[node];
      ++in[edges_[e]];
      back[edges_[e]].push_back(node);
    }
  }
  std::vector<bool> left(count, true);
  std::vector<std::uint32_t> work;
  const auto take = [&](std::uint32_t node) {
    left[node] = false;
    work.push_back(node);
  };
  for (std::uint32_t node = 0; node < count; ++node)
    if (in[node] == 0 || out[node] == 0) take(node);
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    for (std::uint32_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e)
      if (is(node, in_play) && left[edges_[e]] && --in[edges_[e]] == 0) take(edges_[e]);
    for (const std::uint32_t before : back[node])
      if (left[before] && --out[before] == 0) take(before);
  }
  return left;
}

/// Breadth first from the node back to itself.
std::optional<PositionGraph::Loop> PositionGraph::loop_through(std::uint32_t node,
                                                               const std::vector<bool>& left) const {
  std::vector<std::uint32_t> from(size(), no_node);
  std::deque<std::uint32_t> work{node};
  while (!work.empty()) {
    const std::uint32_t at = work.front();
    work.pop_front();
    for (std::uint32_t e = first_edge_[at]; e < first_edge_[at + 1]; ++e) {
      const std::uint32_t to = edges_[e];
      if (to == node) {
        Loop loop;
        for (std::uint32_t back = at; back != node; back = from[back]) loop.nodes.push_back(back);
        loop.nodes.push_back(node);
        std::reverse(loop.nodes.begin(), loop.nodes.end());
        return loop;
      }
      if (!left[to] || from[to] != no_node) continue;
      from[to] = at;
      work.push_back(to);
    }
  }
  return std::nullopt;
}

std::optional<PositionGraph::Loop> PositionGraph::shortest_loop() const {
  const std::vector<bool> left = on_loops();
  // What lies between two loops is on none, so more than one may have to be asked.
  std::size_t asked = 0;
  for (std::uint32_t node = 0; node < size() && asked < 1000; ++node) {
    if (!left[node]) continue;
    ++asked;
    if (auto loop = loop_through(node, left)) return loop;
  }
  return std::nullopt;
}

std::optional<PositionGraph::Loop> PositionGraph::loop_from(std::uint32_t node) const {
  std::vector<bool> met(size(), false);
  std::deque<std::uint32_t> work{node};
  met[node] = true;
  const std::vector<bool> left = on_loops();
  std::size_t asked = 0;
  while (!work.empty()) {
    const std::uint32_t at = work.front();
    work.pop_front();
    if (left[at] && asked < 1000) {
      ++asked;
      if (auto loop = loop_through(at, left)) return loop;
    }
    for (std::uint32_t e = first_edge_[at]; e < first_edge_[at + 1]; ++e) {
      if (met[edges_[e]]) continue;
      met[edges_[e]] = true;
      work.push_back(edges_[e]);
    }
  }
  return std::nullopt;
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

std::optional<std::uint32_t> PositionGraph::first_without_end() const {
  const std::vector<bool> leads = leads_to_ends();
  const auto found = std::find(leads.begin(), leads.end(), false);
  if (found == leads.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - leads.begin());
}

std::vector<bool> PositionGraph::leads_to_lays() const {
  std::vector<bool> lays(size());
  for (std::uint32_t node = 0; node < known_; ++node)
    for (std::uint32_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e)
      if (by_lay_[e]) lays[node] = true;
  return leads_to(std::move(lays));
}

}  // namespace roundhouse::replay
