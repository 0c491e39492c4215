#include "replay/prove/explore.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/dealer.h"
#include "engine/decisions.h"
#include "engine/random.h"
#include "replay/prove/packed_positions.h"
#include "replay/prove/play_key.h"
#include "replay/prove/position_graph.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Phase;
using engine::Position;

/// What rows decide is asked in so many positions: it takes many times as long as playing on.
constexpr std::size_t most_asked = 20'000;

class Explorer {
 public:
  /// From where these acts lead.
  Explorer(const WatchedRules& rules, std::vector<Act> before, std::size_t most_positions, RowTally& tally)
      : before_(std::move(before)),
        rules_(rules),
        program_(rules.program),
        most_positions_(most_positions),
        tally_(tally),
        keys_(rules.program),
        begin_(begin_round(rules.program, before_)),
        waiting_(begin_),
        decisions_(rules.program) {}

  Exploration explore() {
    note_in_force(rules_, tally_);
    meet(begin_, {}, PositionGraph::no_node);
    while (!waiting_.empty()) {
      if (graph_.size() >= most_positions_) {
        found_.whole = false;
        break;
      }
      const Position position = waiting_.pop();
      expand(position);
      ++expanded_;
    }
    graph_.finish();
    find_loops();
    find_stopped_play();
    note_decisions();
    return std::move(found_);
  }

 private:
  static Position begin_round(const engine::Rules& program, const std::vector<Act>& acts) {
    Position position = engine::begin_match(program);
    engine::begin_round(program, position);
    for (const Act& act : acts) engine::apply(program, position, act);
    return position;
  }

  /// The node of a position, a new one if need be.
  std::uint32_t meet(const Position& position, const Act& act, std::uint32_t from) {
    const auto [at, fresh] =
        nodes_.try_emplace(keys_.of(position), static_cast<std::uint32_t>(graph_.size()));
    if (!fresh) return at->second;
    graph_.add(from, act);
    waiting_.push(position);
    if (position.phase == Phase::play) graph_.mark(at->second, PositionGraph::in_play);
    const bool counts =
        position.phase == Phase::lead || position.phase == Phase::play || position.phase == Phase::over;
    if (counts) ++found_.positions;
    return at->second;
  }

  /// From begin_ on.
  std::vector<Act> way_to(std::uint32_t node) const { return graph_.acts_to(node); }
  std::vector<Act> acts_to(std::uint32_t node) const {
    std::vector<Act> acts = before_;
    const std::vector<Act> way = way_to(node);
    acts.insert(acts.end(), way.begin(), way.end());
    return acts;
  }
  std::vector<Act> acts_with(std::uint32_t node, const Act& last) const {
    std::vector<Act> acts = acts_to(node);
    acts.push_back(last);
    return acts;
  }

  /// Once of each kind and row: the first has the fewest acts.
  void report(Trouble trouble) {
    const auto same = [&](const Trouble& other) { return are_alike(trouble, other); };
    if (std::none_of(found_.troubles.begin(), found_.troubles.end(), same))
      found_.troubles.push_back(std::move(trouble));
  }

  void expand(const Position& position) {
    const auto node = static_cast<std::uint32_t>(expanded_);
    all_next(program_, position, next_);
    if (is_first_turn(position)) ++found_.deals;
    if (engine::expected(program_, position).next == engine::Next::over) {
      graph_.mark(node, PositionGraph::over);
      ++found_.ends;
      add_outcome(position);
      return graph_.end_node();
    }
    if (next_.empty()) {
      report({TroubleKind::dead_end, rows_in_the_way(program_, position), acts_to(node), 0});
      return graph_.end_node();
    }
    if (position.phase == Phase::play && has_uncoverable(program_, position))
      graph_.mark(node, PositionGraph::uncoverable);
    const engine::ActList acts = next_;
    for (const Act& act : acts) follow(node, position, act);
    if (asked_ < most_asked && expanded_ % stride() == 0) ask_decisions(position, acts);
    graph_.end_node();
  }

  void follow(std::uint32_t node, const Position& position, const Act& act) {
    Position after = position;
    trace_.clear();
    engine::apply(program_, after, act, &trace_);
    note(node, position, act, after);
    // A round that is void for want of an engine, or is dealt again, is the same game from its beginning.
    const std::uint32_t to = meet(after, act, node);
    graph_.lead_to(to, act.kind == ActKind::lay);
  }

  void note(std::uint32_t node, const Position& before, const Act& act, const Position& after) {
    for (const engine::Happening& happening : trace_)
      if (happening.kind == engine::Happening::Kind::row) reach(happening.rule);
    if (act.kind == ActKind::declared) tally_.reached.insert(program_.declared[act.declared].name);
    for (std::string& id : broken_checks(rules_, trace_, after))
      report({TroubleKind::broken_claim, {std::move(id)}, acts_with(node, act), 0});
    if (is_at_limit(program_, after) && !is_at_limit(program_, before))
      report({TroubleKind::lost_number, rows_at_work(), acts_with(node, act), 0});
    note_markers(rules_, before, trace_, after, act, tally_, [&] { return acts_with(node, act); });
    if (after.phase == Phase::over)
      note_winner(rules_, trace_, after, tally_, [&] { return acts_with(node, act); });
  }

  std::vector<std::string> rows_at_work() const {
    std::vector<std::string> ids;
    for (const engine::Happening& happening : trace_) {
      if (happening.kind != engine::Happening::Kind::row || rules_.is_check(happening.rule)) continue;
      ids.emplace_back(rules_.row_id(happening.rule));
    }
    // The last is the likeliest: what comes first is what every turn does.
    std::reverse(ids.begin(), ids.end());
    return ids;
  }

  void reach(dsl::RuleId rule) {
    if (reached_.size() <= rule.value) reached_.resize(program_.rules.size());
    reached_[rule.value] = true;
  }

  bool is_first_turn(const Position& position) const {
    return position.phase == Phase::play && position.turn_serial == 1 && position.laid == 0 &&
           position.drew == 0 && position.next_group == 1;
  }

  void add_outcome(const Position& over) {
    if (engine::is_void(over)) return;
    std::vector<std::int32_t> outcome;
    for (int seat = 0; seat < program_.players; ++seat)
      outcome.push_back(over.players[static_cast<std::size_t>(seat)].points);
    outcome.push_back(over.winner);
    found_.outcomes.insert(std::move(outcome));
  }

  std::size_t stride() const { return std::max<std::size_t>(1, graph_.size() / most_asked); }

  void ask_decisions(const Position& position, const engine::ActList& acts) {
    ++asked_;
    for (const Act& act : acts) {
      if (!engine::is_by_rows(act.kind)) continue;
      decisions_.look(position, act);
      break;
    }
  }

  void note_decisions() {
    for (std::size_t i = 0; i < rules_.rows; ++i) {
      const dsl::RuleId rule{static_cast<std::uint16_t>(i)};
      const bool applied = i < reached_.size() && reached_[i];
      if (applied || decisions_.decided()[i] > 0) tally_.reached.emplace(rules_.row_id(rule));
    }
  }

  // What only the whole graph can tell.

  void find_loops() {
    const std::optional<PositionGraph::Loop> loop = graph_.shortest_loop();
    // Only of a whole graph is it known that no way leads out.
    const std::optional<std::uint32_t> trap =
        found_.whole ? graph_.first_without_end() : std::optional<std::uint32_t>();
    if (trap) report_loop(graph_.loop_from(*trap), TroubleKind::trap);
    if (loop) report_loop(loop, TroubleKind::endless_round);
  }

  void report_loop(const std::optional<PositionGraph::Loop>& loop, TroubleKind kind) {
    if (!loop) return;
    Position position = begin_;
    std::vector<Act> acts = acts_to(loop->nodes.front());
    for (const Act& act : way_to(loop->nodes.front())) engine::apply(program_, position, act);
    const std::size_t before = acts.size();
    const engine::Seat turn_of = position.turn_player;
    const std::uint16_t turn = position.turn_serial;
    bool same_turn = true;
    std::vector<std::string> declared;
    std::vector<std::string> rows;
    for (std::size_t i = 1; i <= loop->nodes.size(); ++i) {
      const std::uint32_t to = loop->nodes[i % loop->nodes.size()];
      const std::optional<Act> act = act_to(position, to);
      if (!act) return;
      trace_.clear();
      engine::apply(program_, position, *act, &trace_);
      acts.push_back(*act);
      same_turn = same_turn && position.turn_serial == turn && position.turn_player == turn_of;
      if (act->kind == ActKind::declared) declared.push_back(program_.declared[act->declared].name);
      for (std::string& id : rows_at_work()) rows.push_back(std::move(id));
    }
    std::vector<std::string>& named = declared;
    for (std::string& id : rows) named.push_back(std::move(id));
    std::vector<std::string> once;
    for (std::string& id : named)
      if (std::find(once.begin(), once.end(), id) == once.end()) once.push_back(std::move(id));
    if (kind == TroubleKind::endless_round && same_turn) kind = TroubleKind::endless_turn;
    const std::size_t around = acts.size() - before;
    report({kind, std::move(once), std::move(acts), around});
  }

  std::optional<Act> act_to(const Position& position, std::uint32_t to) {
    all_next(program_, position, next_);
    for (const Act& act : next_) {
      Position after = position;
      engine::apply(program_, after, act);
      const auto at = nodes_.find(keys_.of(after));
      if (at != nodes_.end() && at->second == to) return act;
    }
    return std::nullopt;
  }

  /// A double that nobody can cover, and nothing is laid any more, whatever is played.
  void find_stopped_play() {
    if (!found_.whole) return;
    const std::vector<bool> may_lay = graph_.leads_to_lays();
    const std::vector<bool> may_end = graph_.leads_to_ends();
    bool blocks = false;
    bool stops = false;
    for (std::uint32_t node = 0; node < graph_.size() && !stops; ++node) {
      if (may_lay[node] || !graph_.is(node, PositionGraph::uncoverable)) continue;
      if (may_end[node] && blocks) continue;
      Position position = begin_;
      for (const Act& act : way_to(node)) engine::apply(program_, position, act);
      const engine::ActList stopped = stopped_lays(program_, position);
      if (stopped.empty()) continue;
      (may_end[node] ? blocks : stops) = true;
      report({may_end[node] ? TroubleKind::blocking_double : TroubleKind::uncoverable_double,
              rows_against(position, stopped), acts_to(node), 0});
    }
  }

  std::vector<std::string> rows_against(const Position& position, const engine::ActList& acts) const {
    std::vector<std::string> ids;
    for (const Act& act : acts) {
      for (const engine::Breach& breach : engine::breaches(program_, position, act)) {
        if (breach.law) continue;
        std::string id(rules_.row_id(breach.rule));
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
      }
    }
    return ids;
  }

  std::vector<Act> before_;
  const WatchedRules& rules_;
  const engine::Rules& program_;
  std::size_t most_positions_;
  RowTally& tally_;
  PlayKey keys_;
  Position begin_;
  PositionGraph graph_;
  std::unordered_map<Key, std::uint32_t, KeyHash> nodes_;
  PackedPositions waiting_;
  std::size_t expanded_ = 0;
  std::size_t asked_ = 0;
  engine::ActList next_;
  engine::Trace trace_;
  engine::DecisionCounter decisions_;
  std::vector<bool> reached_;
  Exploration found_;
};

/// What chance may say before the first act of a player.
std::vector<Act> dealt_by_lot(const engine::Rules& program, engine::Random& random) {
  std::vector<Act> acts;
  Position position = engine::begin_match(program);
  engine::begin_round(program, position);
  while (acts.size() < 1000) {
    const engine::Expected next = engine::expected(program, position);
    if (next.next == engine::Next::choice || next.next == engine::Next::over) break;
    acts.push_back(next.next == engine::Next::forced
                       ? next.chance
                       : engine::answer_chance(program, position, next.chance, random));
    engine::apply(program, position, acts.back());
  }
  return acts;
}

void add_troubles(std::vector<Trouble>& all, std::vector<Trouble> more) {
  for (Trouble& trouble : more) {
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Trouble& other) { return are_alike(other, trouble); });
    if (same == all.end())
      all.push_back(std::move(trouble));
    else if (trouble.chosen() < same->chosen())
      *same = std::move(trouble);
  }
}

}  // namespace

Exploration explore(const WatchedRules& rules, const ExploreOptions& options, RowTally& tally) {
  Exploration all = Explorer(rules, {}, options.most_positions / 2, tally).explore();
  if (all.whole) return all;
  std::vector<Trouble> troubles = std::move(all.troubles);
  all = {};
  all.whole = false;
  engine::Random random(options.seed);
  for (std::size_t left = options.most_positions / 2; left > 0;) {
    Exploration one = Explorer(rules, dealt_by_lot(rules.program, random), left, tally).explore();
    add_troubles(troubles, std::move(one.troubles));
    if (!one.whole) break;
    all.positions += one.positions;
    all.ends += one.ends;
    all.deals += 1;
    all.outcomes.merge(one.outcomes);
    left -= std::min(left, std::max<std::size_t>(1, one.positions));
  }
  all.troubles = std::move(troubles);
  return all;
}

}  // namespace roundhouse::replay
