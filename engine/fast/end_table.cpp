#include "engine/fast/end_table.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/fast/end_kinds.h"

namespace roundhouse::engine::fast {
namespace {

constexpr std::size_t most_paths = 96;    ///< through the decisions that lead to tables
constexpr std::size_t most_words = 8192;  ///< of sets of trains, in all tables together
/// Conditions and bars looked at in one attempt, and in all of them.
constexpr std::size_t most_steps = 20'000'000;
constexpr std::size_t most_steps_in_all = 60'000'000;
constexpr std::size_t deepest = 2'000;  ///< decisions on one way

/// From bars to tables, and the decisions that lead to them: every way through the conditions on the turn is
/// followed, and at its end stands the table of what they leave open.
class Tabulator {
 public:
  Tabulator(Rules& program, DiagramBuilder& diagrams, RowCode& code, std::vector<Bar> bars, Work& in_all)
      : program_(program), diagrams_(diagrams), code_(code), bars_(std::move(bars)), in_all_(in_all) {}

  /// False: it would take too much; then nothing has come of it but decisions that nobody asks.
  bool tabulate() {
    Decided decided;
    std::vector<DiagramBuilder::OperandFact> facts;
    const DecisionRef first = decide_from(0, decided, facts);
    if (gave_up_) return false;
    code_.ends = first;
    code_.end_tables = std::move(tables_);
    return true;
  }

 private:
  using Decided = std::map<DecisionRef, bool>;

  /// After too much of it the attempt is given up.
  void take(std::size_t steps) {
    if (!steps_.take(steps) || !in_all_.take(steps)) gave_up_ = true;
  }

  std::optional<bool> value_of(DecisionRef condition, const Decided& decided) const {
    if (condition < 0) return condition == always;
    const auto found = decided.find(condition);
    return found == decided.end() ? std::nullopt : std::optional(found->second);
  }

  /// A condition of this bar that is not decided and makes a difference.
  std::optional<DecisionRef> open_condition(const Bar& bar, const Decided& decided) {
    take(1);
    const std::optional<bool> turn = value_of(bar.turn, decided);
    if (!turn) return bar.turn;
    if (!*turn) return std::nullopt;
    const auto in_steps = [&](std::int32_t first, std::int32_t count) -> std::optional<DecisionRef> {
      take(static_cast<std::size_t>(count));
      for (std::int32_t i = first; i < first + count; ++i) {
        const EndOp& op = program_.code.end_ops[static_cast<std::size_t>(i)];
        const auto condition = static_cast<DecisionRef>(op.arg);
        if (op.step == EndStep::turn && !value_of(condition, decided)) return condition;
      }
      return std::nullopt;
    };
    const auto of_ends = in_steps(bar.first_end_op, bar.end_ops);
    return of_ends ? of_ends : in_steps(bar.first_tile_op, bar.tile_ops);
  }

  /// The decisions that lead on from here, where so much is decided and known; of the bars before `next` all
  /// is.
  DecisionRef decide_from(std::size_t next, Decided& decided,
                          std::vector<DiagramBuilder::OperandFact>& facts) {
    for (; next < bars_.size() && !gave_up_; ++next) {
      const Bar& bar = bars_[next];
      if (bar.end_ops == 0 && bar.tile_ops == 0 && value_of(bar.turn, decided) == true) break;
      if (const auto condition = open_condition(bar, decided)) {
        return follow(*condition, {*condition, next}, decided, facts);
      }
    }
    if (++paths_ > most_paths) gave_up_ = true;
    return gave_up_ ? leaf_ref(0) : table_for(decided);
  }

  /// A condition on the way to being decided, and the bar that asks for it.
  struct Asked {
    DecisionRef condition = always;
    std::size_t bar = 0;
  };

  DecisionRef follow(DecisionRef at, const Asked& asked, Decided& decided,
                     std::vector<DiagramBuilder::OperandFact>& facts) {
    Decision decision;
    while (true) {
      if (facts.size() >= deepest || decided.size() >= deepest) gave_up_ = true;
      take(1 + facts.size());
      if (gave_up_) return leaf_ref(0);
      if (at < 0) {
        decided.emplace(asked.condition, at == always);
        const DecisionRef next = decide_from(asked.bar, decided, facts);
        decided.erase(asked.condition);
        return next;
      }
      decision = program_.code.decisions[static_cast<std::size_t>(at)];
      std::optional<bool> answer;
      for (const DiagramBuilder::OperandFact& fact : facts) {
        answer = DiagramBuilder::answer(fact, decision);
        if (answer) break;
      }
      if (!answer) break;
      at = *answer ? decision.yes : decision.no;
    }
    facts.push_back({decision, true});
    const DecisionRef yes = follow(decision.yes, asked, decided, facts);
    facts.back().within = false;
    const DecisionRef no = follow(decision.no, asked, decided, facts);
    facts.pop_back();
    if (yes == no) return yes;
    decision.yes = yes;
    decision.no = no;
    return diagrams_.add(decision);
  }

  /// The table that holds where so much is decided.
  DecisionRef table_for(const Decided& decided) {
    const auto is_so = [&](DecisionRef condition) { return value_of(condition, decided) == true; };
    EndKinds kinds(program_, code_.lay_matches);
    take(bars_.size());
    for (const Bar& bar : bars_) {
      if (is_so(bar.turn)) kinds.add(bar, is_so);
    }
    const auto found = tabulated_.find(kinds.key());
    if (found == tabulated_.end()) take(kinds.work());
    if (gave_up_) return leaf_ref(0);
    return found != tabulated_.end() ? found->second : tabulated_[kinds.key()] = keep(kinds.table());
  }

  DecisionRef keep(const EndTable& made) {
    const auto same = [&](const EndTable& table) {
      return table.flags == made.flags && table.closed == made.closed && table.matching == made.matching &&
             std::equal(table.kinds.begin(), table.kinds.end(), made.kinds.begin(), made.kinds.end(),
                        [](const EndTable::Kind& a, const EndTable::Kind& b) {
                          return a.fits == b.fits && a.misfits == b.misfits && a.ends == b.ends;
                        });
    };
    const auto found = std::find_if(tables_.begin(), tables_.end(), same);
    const DecisionRef consequence = leaf_ref(static_cast<std::size_t>(found - tables_.begin()));
    if (found == tables_.end()) {
      words_ += made.matching.size() * (1 + made.kinds.size());
      if (words_ > most_words) gave_up_ = true;
      tables_.push_back(made);
    }
    return consequence;
  }

  Rules& program_;
  DiagramBuilder& diagrams_;
  RowCode& code_;
  std::vector<Bar> bars_;
  std::vector<EndTable> tables_;
  std::map<EndKinds::BarsKey, DecisionRef> tabulated_;  ///< by the bars that hold
  Work steps_{most_steps};
  Work& in_all_;
  std::size_t paths_ = 0;
  std::size_t words_ = 0;
  bool gave_up_ = false;
};

}  // namespace

void tabulate_ends(Rules& program, DiagramBuilder& diagrams, RowCode& code) {
  auto& bars = code.lay_bars;
  const auto first = std::stable_partition(bars.begin(), bars.end(),
                                           [&](const Bar& bar) { return EndKinds::knows(program, bar); });
  auto known = static_cast<std::size_t>(first - bars.begin());
  const std::size_t first_decision = program.code.decisions.size();
  const auto tabulate = [&](std::size_t count, Work& work) {
    diagrams.drop_behind(first_decision);  // of the attempt before
    return Tabulator(program, diagrams, code,
                     {bars.begin(), bars.begin() + static_cast<std::ptrdiff_t>(count)}, work)
        .tabulate();
  };
  Work attempts(most_steps_in_all);
  if (!tabulate(known, attempts)) {
    // With no bars at all there is one table, and it leaves everything open. Halving, because rules may have
    // thousands of bars, and each attempt looks at all of them.
    std::size_t fits = 0;
    for (std::size_t too_many = known; too_many - fits > 1;) {
      const std::size_t middle = fits + (too_many - fits) / 2;
      (tabulate(middle, attempts) ? fits : too_many) = middle;
    }
    Work enough(most_steps);  // as it was for these bars before, and for none at all
    tabulate(fits, enough);
    known = fits;
  }
  bars.erase(bars.begin(), bars.begin() + static_cast<std::ptrdiff_t>(known));
}

}  // namespace roundhouse::engine::fast
