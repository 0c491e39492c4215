#include "tools/prove/explore.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dsl/base/search.h"
#include "engine/dealer.h"
#include "engine/random.h"
#include "tools/players/decisions.h"
#include "tools/prove/position_store.h"
#include "tools/prove/state_key.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Phase;
using engine::Position;

/// Most positions in which rows are asked whether they decide: that takes many times as long as playing on.
constexpr std::size_t most_asked = 20'000;

/// The first round, played up to here.
Position begin_round(const engine::Rules& program, const std::vector<Act>& acts) {
  Position position = engine::begin_match(program);
  engine::begin_round(program, position);
  for (const Act& act : acts) engine::apply(program, position, act);
  return position;
}

class Explorer {
 public:
  /// From where these acts lead.
  Explorer(const WatchedRules& rules, const Symmetry& symmetry, std::vector<Act> before,
           std::size_t most_positions, HitCounts& tally)
      : symmetry_(symmetry),
        exchanges_(exchanges(symmetry)),
        before_(std::move(before)),
        rules_(rules),
        program_(rules.program),
        most_positions_(most_positions),
        tally_(tally),
        keys_(rules.program, rules.everywhere_nodes(), symmetry),
        exact_keys_(rules.program, rules.everywhere_nodes()),
        begin_(begin_round(rules.program, before_)),
        waiting_(begin_),
        decisions_(rules.program),
        open_rows_(rules, tally) {}

  Exploration explore() {
    note_in_force(rules_, tally_);
    found_.symmetry = symmetry_;
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

  void report(Trouble trouble) { keep_shortest(found_.troubles, std::move(trouble)); }
  /// Of many that are alike only the first are put together.
  template <class Make>
  void report_early(TroubleKind kind, const std::string& row, const Make& make) {
    if (reported_[{kind, row}]++ < most_reported) report(make());
  }

  void expand(const Position& position) {
    const auto node = static_cast<std::uint32_t>(expanded_);
    all_next(program_, position, next_);
    if (is_first_turn(position)) ++found_.deals;
    if (engine::expected(program_, position).next == engine::Next::over) {
      graph_.mark(node, PositionGraph::over);
      ++found_.ends;
      return graph_.end_node();
    }
    if (next_.empty()) {
      const std::vector<std::string> rows = rows_in_the_way(program_, position);
      report_early(TroubleKind::dead_end, rows.empty() ? "" : rows.front(), [&] {
        return Trouble{TroubleKind::dead_end, rows, acts_to(node), 0};
      });
      return graph_.end_node();
    }
    if (position.phase == Phase::play && has_uncoverable(program_, position))
      graph_.mark(node, PositionGraph::uncoverable);
    const engine::ActList acts = next_;
    for (const Act& act : acts) follow(node, position, act);
    if (is_chosen(acts)) {
      const bool asks = asked_ < most_asked && expanded_ % stride() == 0;
      if (asks) ask_decisions(position, acts);
      open_rows_.look(position, acts, asks ? OpenRows::Ask::but_forbids : OpenRows::Ask::all);
    }
    graph_.end_node();
  }

  void follow(std::uint32_t node, const Position& position, const Act& act) {
    Position after = position;
    trace_.clear();
    engine::apply(program_, after, act, &trace_);
    note(node, position, act, after, nullptr);
    if (after.phase == Phase::over) follow_exchanged(node, position, act, after);
    // A round that is void for want of an engine, or is dealt again, is the same game from its beginning.
    const std::uint32_t to = meet(after, act, node);
    graph_.lead_to(to, act.kind == ActKind::lay);
  }

  /// The end of a round may distinguish numbers: it is asked once for each exchange of them. Up to there the
  /// game is the same.
  void follow_exchanged(std::uint32_t node, const Position& position, const Act& act, const Position& over) {
    add_outcome(over);
    for (std::size_t i = 1; i < exchanges_.size(); ++i) {
      const Renaming renaming{0, exchanges_[i]};
      const Position before = renamed(program_, position, renaming);
      const Act other = renamed(program_, position, act, renaming);
      Position after = before;
      trace_.clear();
      engine::apply(program_, after, other, &trace_);
      note(node, before, other, after, &renaming);
      add_outcome(after);
    }
    for (int seats = 1; symmetry_.turns && symmetry_.ranks_by_seats && seats < program_.players; ++seats)
      if (winner_ranks(program_, renamed(program_, over, {seats, exchanges_.front()})) == WinnerRanks::ahead)
        ++tally_.winner_ahead;
  }

  /// All acts up to the node and one more, with numbers exchanged; nullptr: with none.
  std::vector<Act> acts_with(std::uint32_t node, const Act& last, const Renaming* renaming) const {
    std::vector<Act> acts = acts_to(node);
    if (renaming != nullptr) {
      Position position = begin_round(program_, {});
      for (Act& act : acts) {
        const Act old = act;
        act = renamed(program_, position, old, *renaming);
        engine::apply(program_, position, old);
      }
    }
    acts.push_back(last);
    return acts;
  }

  void note(std::uint32_t node, const Position& before, const Act& act, const Position& after,
            const Renaming* renaming) {
    const auto acts = [&] { return acts_with(node, act, renaming); };
    for (const engine::Happening& happening : trace_)
      if (happening.kind == engine::Happening::Kind::row) reach(happening.rule);
    if (act.kind == ActKind::declared) tally_.reached.insert(program_.declared[act.declared].name);
    for (const std::string& id : broken_checks(rules_, trace_, after))
      report_early(TroubleKind::broken_claim, id, [&] {
        return Trouble{TroubleKind::broken_claim, {id}, acts(), 0};
      });
    if (is_at_limit(program_, after) && !is_at_limit(program_, before))
      report_early(TroubleKind::lost_number, "", [&] {
        return Trouble{TroubleKind::lost_number, rows_at_work(), acts(), 0};
      });
    note_markers(rules_, before, trace_, after, act, tally_, acts);
    if (after.phase == Phase::over) note_winner(rules_, trace_, after, tally_, acts);
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

  static bool is_chosen(const engine::ActList& acts) {
    return any_of(acts, [](const Act& act) { return engine::is_by_rows(act.kind); });
  }

  void ask_decisions(const Position& position, const engine::ActList& acts) {
    ++asked_;
    for (const Act& act : acts) {
      if (!engine::is_by_rows(act.kind)) continue;
      decisions_.look(position, act);
      break;
    }
    for (std::size_t i = 0; i < rules_.rows; ++i)
      if (decisions_.decided()[i] > 0) open_rows_.close({static_cast<std::uint16_t>(i)});
  }

  void note_decisions() {
    open_rows_.note_reached();
    for (std::size_t i = 0; i < rules_.rows; ++i) {
      const dsl::RuleId rule{static_cast<std::uint16_t>(i)};
      const bool applied = i < reached_.size() && reached_[i];
      if (applied || decisions_.decided()[i] > 0) tally_.reached.emplace(rules_.row_id(rule));
    }
  }

  // Troubles that only the whole graph shows.

  void find_loops() {
    const std::vector<std::uint32_t> loops = graph_.loops();
    report_loop(loops, {}, TroubleKind::endless_round);
    // Only of a whole graph is it known that no way leads out.
    if (found_.whole) report_loop(loops, graph_.leads_to_ends(), TroubleKind::trap);
  }

  /// Of the loops that can be come to soonest the shortest. `but`: by node, not of these.
  void report_loop(const std::vector<std::uint32_t>& loops, const std::vector<bool>& but, TroubleKind kind) {
    constexpr std::size_t most_looked_at = 200;
    // Large loops are looked for as long as the positions themselves took to find, about.
    loop_steps_ = 2 * graph_.size() + 1'000;
    std::optional<std::size_t> depth;
    std::optional<Trouble> best;
    std::size_t looked_at = 0;
    for (std::uint32_t node = 0; node < graph_.size() && looked_at < most_looked_at && loop_steps_ > 0;
         ++node) {
      if (loops[node] == 0 || (!but.empty() && but[node])) continue;
      if (!depth) depth = graph_.depth(node);
      if (graph_.depth(node) > *depth) break;
      ++looked_at;
      std::optional<Trouble> shown = loop_from(node, loops, kind);
      if (shown &&
          (!best || shown->loop < best->loop || (shown->loop == best->loop && shown->kind < best->kind)))
        best = std::move(shown);
    }
    if (best) report(std::move(*best));
  }

  /// From a position back to itself and not only to one that is taken for equal, breadth first.
  std::optional<Trouble> loop_from(std::uint32_t node, const std::vector<std::uint32_t>& loops,
                                   TroubleKind kind) {
    constexpr std::size_t most_looked_at = 20'000;  // a position takes four thousand bytes
    Position begin = begin_;
    for (const Act& act : way_to(node)) engine::apply(program_, begin, act);
    std::unordered_set<PlayHash, KeyHash> met;
    struct Step {
      std::size_t from;
      Act act;
    };
    std::vector<Step> steps{{0, {}}};
    std::vector<Position> positions{begin};
    const PlayHash first = exact_keys_.of(begin);
    met.insert(first);
    for (std::size_t at = 0; at < positions.size() && positions.size() < most_looked_at && loop_steps_ > 0;
         ++at) {
      --loop_steps_;
      engine::ActList next;
      all_next(program_, positions[at], next);
      for (const Act& act : next) {
        Position after = positions[at];
        engine::apply(program_, after, act);
        const PlayHash key = exact_keys_.of(after);
        if (key == first) {
          std::vector<Act> loop{act};
          for (std::size_t back = at; back != 0; back = steps[back].from) loop.push_back(steps[back].act);
          std::reverse(loop.begin(), loop.end());
          return loop_trouble(node, begin, loop, kind);
        }
        const auto known = nodes_.find(keys_.of(after));
        if (known == nodes_.end() || loops[known->second] != loops[node]) continue;
        if (!met.insert(key).second) continue;
        steps.push_back({at, act});
        positions.push_back(after);
      }
    }
    return std::nullopt;
  }

  Trouble loop_trouble(std::uint32_t node, Position position, const std::vector<Act>& loop,
                       TroubleKind kind) {
    const engine::Seat turn_of = position.turn_player;
    const std::uint16_t turn = position.turn_serial;
    bool same_turn = true;
    std::vector<std::string> named;
    std::vector<std::string> rows;
    for (const Act& act : loop) {
      trace_.clear();
      engine::apply(program_, position, act, &trace_);
      same_turn = same_turn && position.turn_serial == turn && position.turn_player == turn_of;
      if (act.kind == ActKind::declared) named.push_back(program_.declared[act.declared].name);
      for (std::string& id : rows_at_work()) rows.push_back(std::move(id));
    }
    for (std::string& id : rows) named.push_back(std::move(id));
    std::vector<std::string> once;
    for (std::string& id : named)
      if (!contains(once, id)) once.push_back(std::move(id));
    if (kind == TroubleKind::endless_round && same_turn) kind = TroubleKind::endless_turn;
    std::vector<Act> acts = acts_to(node);
    acts.insert(acts.end(), loop.begin(), loop.end());
    return {kind, std::move(once), std::move(acts), loop.size()};
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

  /// In the order of the rows, whatever the tiles are.
  std::vector<std::string> rows_against(const Position& position, const engine::ActList& acts) const {
    std::set<std::uint16_t> rows;
    for (const Act& act : acts)
      for (const engine::Breach& breach : engine::breaches(program_, position, act))
        if (!breach.law) rows.insert(breach.rule.value);
    std::vector<std::string> ids;
    for (const std::uint16_t rule : rows) ids.emplace_back(rules_.row_id({rule}));
    return ids;
  }

  static constexpr std::size_t most_reported = 1'000;

  Symmetry symmetry_;
  std::vector<Numbers> exchanges_;
  std::map<std::pair<TroubleKind, std::string>, std::size_t> reported_;
  std::vector<Act> before_;
  const WatchedRules& rules_;
  const engine::Rules& program_;
  std::size_t most_positions_;
  HitCounts& tally_;
  PlayKey keys_;
  PlayKey exact_keys_;
  Position begin_;
  PositionGraph graph_;
  std::unordered_map<PlayHash, std::uint32_t, KeyHash> nodes_;
  PackedPositions waiting_;
  std::size_t expanded_ = 0;
  std::size_t asked_ = 0;
  std::size_t loop_steps_ = 0;  ///< positions that may still be looked at for a loop
  engine::ActList next_;
  engine::Trace trace_;
  engine::DecisionCounter decisions_;
  OpenRows open_rows_;
  std::vector<bool> reached_;
  Exploration found_;
};

/// The acts of chance before the first act of a player.
std::vector<Act> dealt_by_lot(const engine::Rules& program, engine::Random& random) {
  std::vector<Act> acts;
  Position position = begin_round(program, {});
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

}  // namespace

Exploration explore(const WatchedRules& rules, const ExploreOptions& options, HitCounts& tally) {
  const Symmetry symmetry = options.symmetry ? symmetry_of(rules) : Symmetry();
  // A seventh, but enough for some deals.
  const std::size_t by_lot =
      std::min(options.most_positions / 2, std::max<std::size_t>(options.most_positions / 7, 30'000));
  Exploration all = Explorer(rules, symmetry, {}, options.most_positions - by_lot, tally).explore();
  if (all.whole) return all;
  std::vector<Trouble> troubles = std::move(all.troubles);
  all = {};
  all.whole = false;
  all.symmetry = symmetry;
  engine::Random random(options.seed);
  const PlayKey keys(rules.program, rules.everywhere_nodes(), symmetry);
  std::unordered_set<PlayHash, KeyHash> dealt;
  std::size_t again = 0;
  for (std::size_t left = by_lot; left > 0 && again < 1'000;) {
    std::vector<Act> deal = dealt_by_lot(rules.program, random);
    if (!dealt.insert(keys.of(begin_round(rules.program, deal))).second) {
      ++again;
      continue;
    }
    Exploration one = Explorer(rules, symmetry, std::move(deal), left, tally).explore();
    for (Trouble& trouble : one.troubles) keep_shortest(troubles, std::move(trouble));
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
