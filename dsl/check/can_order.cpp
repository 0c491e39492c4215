// `can.ACT` in a condition on another act makes the one rest on the other. Here: the order in which
// they can be worked out, and a complaint where there is none.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dsl/base/search.h"
#include "dsl/check/resolve.h"

namespace roundhouse::dsl {
namespace {

/// "`act` rests on `asked`", and the place that makes it so.
using Rests = std::map<std::uint16_t, std::map<std::uint16_t, Span>>;

void collect_asked(const TypedExpr& node, const Typer& typer, std::vector<std::pair<ActId, Span>>& asked) {
  if (node.op == Op::can) asked.push_back({{static_cast<std::uint16_t>(node.index)}, node.where});
  if (node.op == Op::word) {
    for (const auto& [act, place] : typer.needs({static_cast<std::uint16_t>(node.index)}).asked) {
      asked.push_back({act, node.where});
    }
  }
  for (const TypedExpr& arg : node.args) collect_asked(arg, typer, asked);
}

/// The acts of which a row decides whether can.ACT finds them.
std::vector<ActId> acts_decided(const Rule& rule, const CheckedRules& rules) {
  const auto decides = [](const Rule& row) {
    return row.shape == Shape::forbid || row.shape == Shape::optional;
  };
  if (decides(rule) || rule.shape == Shape::permit) return rule.acts;
  std::vector<ActId> acts;
  for (const RuleId lifted : rule.excepts) {
    const Rule& target = rules.rules[lifted.value];
    if (decides(target)) acts.insert(acts.end(), target.acts.begin(), target.acts.end());
  }
  return acts;
}

Rests find_rests(const Typer& typer, const CheckedRules& rules) {
  Rests rests;
  for (const Rule& rule : rules.rules) {
    if (!rule.when) continue;
    std::vector<std::pair<ActId, Span>> asked;
    collect_asked(*rule.when, typer, asked);
    if (asked.empty()) continue;
    for (const ActId act : acts_decided(rule, rules)) {
      for (const auto& [other, place] : asked) rests[act.value].emplace(other.value, place);
    }
  }
  return rests;
}

/// Each of `path` rests on the next and the last on the first: complain at the place that a child, or
/// else the end of the file, has added.
void complain_circle(const std::vector<std::uint16_t>& path, const Rests& rests, const CheckedRules& rules,
                     Findings& findings) {
  struct Link {
    std::uint16_t act, asked;
    Span place;
  };
  std::vector<Link> links;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::uint16_t asked = path[(i + 1) % path.size()];
    links.push_back({path[i], asked, rests.at(path[i]).at(asked)});
  }
  // The newest place comes first; the message follows the circle from there on.
  const auto newest = std::max_element(links.begin(), links.end(), [](const Link& a, const Link& b) {
    if (a.place.file.value != b.place.file.value) return a.place.file.value > b.place.file.value;
    return a.place.begin < b.place.begin;
  });
  std::rotate(links.begin(), newest, links.end());
  const auto name = [&](std::uint16_t act) { return rules.act_name({act}); };
  std::string message = fmt::format("whether '{}' is legal rests on 'can.{}'", name(links.front().act),
                                    name(links.front().asked));
  for (std::size_t i = 1; i < links.size(); ++i) {
    message += fmt::format(", '{}' on 'can.{}'", name(links[i].act), name(links[i].asked));
  }
  Diagnostic& made = findings.error(CheckCode::can_cycle, links.front().place, std::move(message));
  for (std::size_t i = 1; i < links.size(); ++i) {
    made.labels.push_back({links[i].place, fmt::format("here '{}' rests on 'can.{}'", name(links[i].act),
                                                       name(links[i].asked))});
  }
  made.help = "take away one of these";
}

/// True if a way leads from `act` back to itself among `open` acts.
bool find_circle(std::uint16_t act, std::uint16_t goal, const Rests& rests, std::vector<std::uint16_t>& path,
                 std::vector<bool>& seen) {
  const auto found = rests.find(act);
  if (found == rests.end()) return false;
  path.push_back(act);
  for (const auto& [next, place] : found->second) {
    if (next == goal) return true;
    if (seen[next]) continue;
    seen[next] = true;
    if (find_circle(next, goal, rests, path, seen)) return true;
  }
  path.pop_back();
  return false;
}

}  // namespace

void order_can(const Typer& typer, CheckedRules& rules, Findings& findings) {
  const Rests rests = find_rests(typer, rules);
  std::vector<bool> ordered(rules.act_count(), false);
  bool more = true;
  // The first act whose forerunners are all there, again and again: few acts, and the order is plain to see.
  while (more) {
    more = false;
    for (std::uint16_t act = 0; act < ordered.size() && !more; ++act) {
      if (ordered[act]) continue;
      const auto found = rests.find(act);
      const bool ready =
          found == rests.end() || all_of(found->second, [&](const auto& r) { return ordered[r.first]; });
      if (!ready) continue;
      ordered[act] = true;
      rules.can_order.push_back({act});
      more = true;
    }
  }
  std::vector<bool> reported(ordered.size(), false);
  const auto acts = static_cast<std::uint16_t>(ordered.size());
  for (std::uint16_t act = 0; act < acts; ++act) {
    if (ordered[act] || reported[act]) continue;
    std::vector<std::uint16_t> path;
    std::vector<bool> seen(ordered.size(), false);
    if (!find_circle(act, act, rests, path, seen)) continue;
    for (const std::uint16_t on : path) reported[on] = true;
    complain_circle(path, rests, rules, findings);
  }
}

}  // namespace roundhouse::dsl
