#include "replay/prove/disagree.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "engine/evaluate.h"
#include "engine/random.h"
#include "replay/prove/packed_positions.h"
#include "replay/prove/play_key.h"
#include "replay/prove/watched_rules.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

/// An act as both rule sets can know it: places by what lies there, announcements by their names.
struct Common {
  ActKind kind = ActKind::done;
  int actor = 0, tile = 0, whom = 0, amount = 0;
  std::string name;  ///< of an announcement, or of the train
  int owner = 0, number = 0, end_tile = 0, pip = 0;
  auto operator<=>(const Common&) const = default;
};

Common common_of(const engine::Rules& program, const Position& position, const Act& act) {
  Common made{act.kind, act.actor, act.tile, act.whom, act.amount, {}, 0, 0, 0, 0};
  if (act.kind == ActKind::declared) made.name = program.declared[act.declared].name;
  if (act.kind == ActKind::cast) made.name = program.fact_names[act.declared];
  if (act.kind != ActKind::lay) return made;
  const int index = engine::find_end(position, act.end);
  if (index < 0) return made;
  const engine::End& end = position.ends[static_cast<std::size_t>(index)];
  const dsl::TrainPlace& train = program.trains[end.train];
  made.name = program.names[train.kind_name.value];
  made.owner = train.owner;
  made.number = train.number;
  made.end_tile = end.tile;
  made.pip = end.pip;
  return made;
}

struct Move {
  Common common;
  Act act;
};

std::vector<Move> moves(const engine::Rules& program, const Position& position) {
  engine::ActList list;
  all_next(program, position, list);
  std::vector<Move> all;
  for (const Act& act : list) all.push_back({common_of(program, position, act), act});
  std::stable_sort(all.begin(), all.end(), [](const Move& a, const Move& b) { return a.common < b.common; });
  // Two ends that nothing tells apart are one.
  all.erase(
      std::unique(all.begin(), all.end(), [](const Move& a, const Move& b) { return a.common == b.common; }),
      all.end());
  return all;
}

const Move* find(const std::vector<Move>& all, const Common& wanted) {
  const auto at = std::lower_bound(all.begin(), all.end(), wanted,
                                   [](const Move& move, const Common& c) { return move.common < c; });
  return at == all.end() || at->common != wanted ? nullptr : &*at;
}

class Comparison {
 public:
  Comparison(const engine::Rules& left, const engine::Rules& right, std::size_t most)
      : left_(left),
        right_(right),
        most_(most),
        left_keys_(left),
        right_keys_(right),
        left_waiting_(begin(left)),
        right_waiting_(begin(right)) {
    // By which places are known to both.
    left_keys_.tell_end_tiles();
    right_keys_.tell_end_tiles();
  }

  Disagreements compare() {
    meet(begin(left_), begin(right_), 0, {}, {});
    for (std::size_t node = 0; !left_waiting_.empty() && !result_.found; ++node) {
      if (from_.size() >= most_) {
        result_.whole = false;
        break;
      }
      const Position left = left_waiting_.pop();
      const Position right = right_waiting_.pop();
      ++result_.positions;
      expand(node, left, right);
    }
    return std::move(result_);
  }

 private:
  static Position begin(const engine::Rules& program) {
    Position position = engine::begin_match(program);
    engine::begin_round(program, position);
    return position;
  }

  void meet(const Position& left, const Position& right, std::size_t from, const Act& left_act,
            const Act& right_act) {
    const Key a = left_keys_.of(left);
    const Key b = right_keys_.of(right);
    // Points are no part of a key, and here they make a difference.
    std::uint64_t points = 0;
    for (int seat = 0; seat < left_.players; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      points = engine::mix64(points ^ static_cast<std::uint32_t>(left.players[at].points)) +
               engine::mix64(static_cast<std::uint32_t>(right.players[at].points));
    }
    if (!met_.insert({engine::mix64(a.a + points) ^ b.b, a.b ^ engine::mix64(b.a)}).second) return;
    from_.push_back(from);
    acts_.push_back({left_act, right_act});
    left_waiting_.push(left);
    right_waiting_.push(right);
  }

  std::vector<Act> acts_to(std::size_t node, Disagreement::Side side) const {
    std::vector<Act> acts;
    for (; node != 0; node = from_[node])
      acts.push_back(side == Disagreement::Side::left ? acts_[node].first : acts_[node].second);
    std::reverse(acts.begin(), acts.end());
    return acts;
  }

  std::string why_not(const engine::Rules& program, const Position& position, const Common& wanted) const {
    const engine::Expected next = engine::expected(program, position);
    if (next.next == engine::Next::over) return "the round is over";
    if (next.next != engine::Next::choice) return "something else comes first";
    for (std::size_t e = 0; e < std::max<std::size_t>(1, position.end_count); ++e) {
      Act act{.kind = wanted.kind,
              .actor = static_cast<engine::Seat>(wanted.actor),
              .tile = static_cast<engine::TileId>(wanted.tile),
              .whom = static_cast<engine::Seat>(wanted.whom),
              .end = position.ends[e].serial,
              .amount = wanted.amount};
      if (wanted.kind == ActKind::declared) {
        const auto named = [&](const dsl::DeclaredAct& declared) { return declared.name == wanted.name; };
        const auto at = std::find_if(program.declared.begin(), program.declared.end(), named);
        if (at == program.declared.end()) return fmt::format("there is no act '{}'", wanted.name);
        act.declared = static_cast<std::uint16_t>(at - program.declared.begin());
      }
      if (wanted.kind == ActKind::lay && common_of(program, position, act) != wanted) continue;
      for (const engine::Breach& breach : engine::breaches(program, position, act)) {
        if (breach.law) return fmt::format("illegal, {}", row(*breach.law).name);
        const auto& rule = program.rules[breach.rule.value];
        return rule.says.empty() ? fmt::format("illegal, {}", rule.id)
                                 : fmt::format("illegal, {}: {}", rule.id, rule.says);
      }
    }
    return "there is no such place";
  }

  void differ(std::size_t node, const Move& move, Disagreement::Side by, const Position& left,
              const Position& right) {
    Disagreement made;
    made.judged_by = by;
    made.acts = acts_to(node, by);
    made.acts.push_back(move.act);
    const bool is_left = by == Disagreement::Side::left;
    made.left = is_left ? "legal" : why_not(left_, left, move.common);
    made.right = is_left ? why_not(right_, right, move.common) : "legal";
    result_.found = std::move(made);
  }

  static std::string points_text(const engine::Rules& program, const Position& over) {
    if (engine::is_void(over)) return "the round is void";
    std::string text = "the round is over:";
    for (int seat = 0; seat < program.players; ++seat)
      text += fmt::format(" {}", over.players[static_cast<std::size_t>(seat)].points);
    return text;
  }

  void expand(std::size_t node, const Position& left, const Position& right) {
    const bool left_over = engine::expected(left_, left).next == engine::Next::over;
    const bool right_over = engine::expected(right_, right).next == engine::Next::over;
    if (left_over && right_over) {
      if (points_text(left_, left) == points_text(right_, right)) return;
      result_.found =
          Disagreement{acts_to(node, Disagreement::Side::left), Disagreement::Side::left,
                       Disagreement::Kind::result, points_text(left_, left), points_text(right_, right)};
      return;
    }
    const std::vector<Move> lefts = moves(left_, left);
    const std::vector<Move> rights = moves(right_, right);
    for (const Move& move : lefts)
      if (find(rights, move.common) == nullptr)
        return differ(node, move, Disagreement::Side::left, left, right);
    for (const Move& move : rights)
      if (find(lefts, move.common) == nullptr)
        return differ(node, move, Disagreement::Side::right, left, right);
    for (const Move& move : lefts) {
      Position left_after = left;
      Position right_after = right;
      const Act right_act = find(rights, move.common)->act;
      engine::apply(left_, left_after, move.act);
      engine::apply(right_, right_after, right_act);
      meet(left_after, right_after, node, move.act, right_act);
    }
  }

  const engine::Rules& left_;
  const engine::Rules& right_;
  std::size_t most_;
  PlayKey left_keys_;
  PlayKey right_keys_;
  PackedPositions left_waiting_;
  PackedPositions right_waiting_;
  std::unordered_set<Key, KeyHash> met_;
  std::vector<std::size_t> from_;
  std::vector<std::pair<Act, Act>> acts_;
  Disagreements result_;
};

}  // namespace

Disagreements find_disagreement(const engine::Rules& left, const engine::Rules& right,
                                std::size_t most_positions) {
  return Comparison(left, right, most_positions).compare();
}

}  // namespace roundhouse::replay
