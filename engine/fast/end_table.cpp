#include "engine/fast/lower.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "engine/fast/quantifiers.h"

namespace roundhouse::engine::fast {

namespace {

/// The flag that the step looks at, 0: none; absent: it looks at more than a table knows.
std::optional<unsigned> flag_of(EndStep step) {
  switch (step) {
    case EndStep::marked:
      return EndTable::marked;
    case EndStep::start:
      return EndTable::start;
    case EndStep::owed:
      return EndTable::owed;
    case EndStep::fresh:
      return EndTable::fresh;
    case EndStep::hub:
      return EndTable::hub;
    case EndStep::oldest:
      return EndTable::oldest;
    case EndStep::newest:
      return EndTable::newest;
    case EndStep::on_trains:
    case EndStep::both:
    case EndStep::either:
    case EndStep::turn:
      return 0U;
    case EndStep::on_starters:
    case EndStep::fits:
    case EndStep::these:
    case EndStep::each:
    case EndStep::compared:
    case EndStep::bears:
      break;
  }
  return std::nullopt;
}

/// True if an end can have these of the table's flags. Those about its debt it has only with a debt.
bool is_possible(const EndTable& table, unsigned flags) {
  const unsigned of_debt = EndTable::fresh | EndTable::hub | EndTable::oldest | EndTable::newest;
  return (table.flags & EndTable::owed) == 0 || (flags & EndTable::owed) != 0 || (flags & of_debt) == 0;
}

/// Flags by mixture.
std::vector<unsigned> mixtures_of(unsigned all) {
  std::vector<unsigned> mixtures;
  for (unsigned flags = 0; flags <= all; ++flags) {
    if ((flags & ~all) == 0) mixtures.push_back(flags);
  }
  return mixtures;
}

/// The table without this flag; absent: it makes a difference.
std::optional<EndTable> without(const EndTable& table, unsigned flag) {
  const std::vector<unsigned> mixtures = mixtures_of(table.flags);
  EndTable made = table;
  made.flags = static_cast<std::uint8_t>(table.flags & ~flag);
  made.mixtures = static_cast<std::uint8_t>(mixtures.size() / 2);
  const auto merged = [&](const std::vector<TrainSet>& trains) -> std::optional<std::vector<TrainSet>> {
    std::vector<TrainSet> left;
    for (std::size_t at = 0; at < trains.size(); ++at) {
      const unsigned flags = mixtures[at % mixtures.size()];
      if ((flags & flag) != 0) continue;
      const auto with = std::lower_bound(mixtures.begin(), mixtures.end(), flags | flag) - mixtures.begin();
      const TrainSet other = trains[at - at % mixtures.size() + static_cast<std::size_t>(with)];
      const bool both = is_possible(table, flags) && is_possible(table, flags | flag);
      if (both && trains[at] != other) return std::nullopt;
      left.push_back(is_possible(table, flags) ? trains[at] : other);
    }
    return left;
  };
  const auto matching = merged(table.matching);
  if (!matching) return std::nullopt;
  made.matching = *matching;
  for (EndTable::Kind& kind : made.kinds) {
    const auto ends = merged(kind.ends);
    if (!ends) return std::nullopt;
    kind.ends = *ends;
  }
  return made;
}

/// Leaves only those that make a difference.
void drop_flags(EndTable& table) {
  for (unsigned flag = EndTable::newest; flag != 0; flag /= 2) {
    if ((table.flags & flag) == 0) continue;
    if (const auto fewer = without(table, flag)) table = *fewer;
  }
}

/// One table of ends (engine/fast/code.h) from the bars that hold: end by end as the table knows them, by
/// train and flags, which tiles they leave.
class EndKinds {
 public:
  /// `all_match`: only tiles with the number of their end are laid at all.
  EndKinds(const Rules& program, bool all_match)
      : program_(program), all_(set_of(program.highest)), all_match_(all_match) {}

  /// True if the bar depends on nothing but what a table can know.
  static bool knows(const Rules& program, const Bar& bar) {
    const auto ops = program.code.end_ops.begin();
    const bool ends = std::all_of(ops + bar.first_end_op, ops + bar.first_end_op + bar.end_ops,
                                  [](const EndOp& op) { return flag_of(op.step).has_value(); });
    const bool tiles =
        bar.tile_ops == 0 ||
        (bar.tiles_alike &&
         std::none_of(ops + bar.first_tile_op, ops + bar.first_tile_op + bar.tile_ops, [](const EndOp& op) {
           return op.step == EndStep::each || op.step == EndStep::compared;
         }));
    return ends && tiles;
  }

  /// A bar whose own condition on the turn holds. `is_so`: what holds of other conditions on the turn.
  void add(const Bar& bar, const std::function<bool(DecisionRef)>& is_so) {
    // With their numbers: a bar without steps begins where the next one does.
    key_.insert(key_.end(), {bar.first_end_op, bar.end_ops, bar.first_tile_op, bar.tile_ops});
    const auto steps_of = [&](std::int32_t first, std::int32_t count) {
      const auto begin = program_.code.end_ops.begin() + first;
      Steps steps(begin, begin + count);
      for (EndOp& op : steps) {
        if (op.step != EndStep::turn) continue;
        op.arg = is_so(static_cast<DecisionRef>(op.arg)) ? 1 : 0;
        key_.push_back(op.arg - 2);
      }
      return steps;
    };
    FixedBar fixed;
    fixed.ends = steps_of(bar.first_end_op, bar.end_ops);
    if (bar.tile_ops > 0) {
      const Steps tiles = steps_of(bar.first_tile_op, bar.tile_ops);
      fixed.every_tile = false;
      fixed.fits = barred(tiles, true);
      fixed.misfits = barred(tiles, false);
    }
    fixed_.push_back(fixed);
  }

  /// Steps of bars that `table` looks at, about.
  std::size_t work() const {
    unsigned flags = 0;
    std::size_t steps = 1;
    for (const FixedBar& bar : fixed_) {
      steps += 1 + bar.ends.size();
      for (const EndOp& op : bar.ends) flags |= *flag_of(op.step);
    }
    const auto mixtures = std::size_t{1} << std::popcount(flags);
    return steps * mixtures * static_cast<std::size_t>(program_.players) * program_.trains.size();
  }

  EndTable table() const {
    EndTable table;
    for (const FixedBar& bar : fixed_) {
      for (const EndOp& op : bar.ends)
        table.flags = static_cast<std::uint8_t>(table.flags | *flag_of(op.step));
    }
    // All has been barred already, whatever the end.
    table.closed = std::any_of(fixed_.begin(), fixed_.end(),
                               [](const FixedBar& bar) { return bar.ends.empty() && bar.every_tile; });
    if (table.closed) table.flags = 0;
    const std::vector<unsigned> mixtures = mixtures_of(table.flags);
    table.mixtures = static_cast<std::uint8_t>(mixtures.size());
    const std::size_t places = static_cast<std::size_t>(program_.players) * mixtures.size();
    table.matching.assign(places, 0);
    for (std::size_t at = 0; at < places && !table.closed; ++at) {
      for (std::size_t train = 0; train < program_.trains.size(); ++train) {
        const Left left = left_at({at / mixtures.size(), train, mixtures[at % mixtures.size()]});
        if (left.fits.none() && left.misfits.none()) continue;
        std::vector<TrainSet>* ends = &table.matching;
        if (left.fits != all_ || left.misfits.any()) {
          auto kind = std::find_if(table.kinds.begin(), table.kinds.end(), [&](const EndTable::Kind& known) {
            return known.fits == left.fits && known.misfits == left.misfits;
          });
          if (kind == table.kinds.end()) {
            table.kinds.push_back({left.fits, left.misfits, std::vector<TrainSet>(places, 0)});
            kind = table.kinds.end() - 1;
          }
          ends = &kind->ends;
        }
        (*ends)[at] |= TrainSet{1} << train;
      }
    }
    drop_flags(table);
    unsigned step = 1;
    for (std::size_t flag = 0; flag < EndTable::most_flags; ++flag) {
      if ((table.flags >> flag & 1U) == 0) continue;
      table.steps[flag] = static_cast<std::uint8_t>(step);
      step *= 2;
    }
    return table;
  }

  /// Equal for the same bars with the same conditions: the same table comes of them.
  using BarsKey = std::vector<std::int32_t>;
  const BarsKey& key() const { return key_; }

 private:
  /// Steps with what is known put in: those of conditions on the turn have 1 for one that holds, else 0.
  using Steps = std::vector<EndOp>;
  /// A bar with what is known put in.
  struct FixedBar {
    Steps ends;  ///< none: every end
    bool every_tile = true;
    TileSet fits;     ///< barred of those with the end's number
    TileSet misfits;  ///< and of the others
  };
  /// One end as the table knows it.
  struct EndKind {
    std::size_t seat = 0;  ///< of the player who asks
    std::size_t train = 0;
    unsigned flags = 0;
  };
  /// The tiles that are left to be laid there.
  struct Left {
    TileSet fits;
    TileSet misfits;
  };

  TileSet barred(const Steps& steps, bool fit) const {
    return run_steps(steps.data(), steps.data() + steps.size(), true, TileSet::all(),
                     [&](const EndOp& op, const TileSet&) {
                       if (op.step == EndStep::these) {
                         const TileSet& these = program_.code.tile_sets[static_cast<std::size_t>(op.arg)];
                         return op.negated ? ~these : these;
                       }
                       const bool holds = op.step == EndStep::fits ? fit : op.arg != 0;
                       return holds != op.negated ? TileSet::all() : TileSet();
                     });
  }

  bool bars(const FixedBar& bar, const EndKind& end) const {
    if (bar.ends.empty()) return true;
    return run_steps(
        bar.ends.data(), bar.ends.data() + bar.ends.size(), true, true, [&](const EndOp& op, bool) {
          if (op.step == EndStep::turn) return (op.arg != 0) != op.negated;
          if (op.step != EndStep::on_trains) return ((end.flags & *flag_of(op.step)) != 0) != op.negated;
          const TrainSet trains = program_.code.train_sets[static_cast<std::size_t>(op.arg) + end.seat];
          return ((trains >> end.train & 1U) != 0) != op.negated;
        });
  }

  Left left_at(const EndKind& end) const {
    Left left{all_, all_match_ ? TileSet{} : all_};
    for (const FixedBar& bar : fixed_) {
      if (!bars(bar, end)) continue;
      if (bar.every_tile) return {};
      left.fits &= ~bar.fits;
      left.misfits &= ~bar.misfits;
    }
    return left;
  }

  const Rules& program_;
  TileSet all_;  ///< tiles of the set
  bool all_match_;
  std::vector<FixedBar> fixed_;
  BarsKey key_;
};

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

void leave_ends_open(Rules& program, DiagramBuilder& diagrams, RowCode& code) {
  Work enough(most_steps);
  Tabulator(program, diagrams, code, {}, enough).tabulate();
}

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
