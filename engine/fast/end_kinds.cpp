#include "engine/fast/end_kinds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

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

bool joins(EndStep step) { return step == EndStep::both || step == EndStep::either; }

TileSet joined(const TileSet& a, const TileSet& b, bool both) { return both ? a & b : a | b; }
bool joined(bool a, bool b, bool both) { return both ? a && b : a || b; }

TileSet turned(const TileSet& set) { return ~set; }
bool turned(bool holds) { return !holds; }

/// Evaluates the steps, with the set that each leaf stands for.
template <class Set, class Steps, class Overlay>
Set worked_out(const Steps& steps, Overlay leaf) {
  std::array<Set, most_end_sets + 1> pile{};
  std::size_t top = 0;  // pile[0] is under it
  for (const auto& step : steps) {
    if (joins(step.op.step)) {
      --top;
      pile[top] = joined(pile[top], pile[top + 1], step.op.step == EndStep::both);
      continue;
    }
    const Set found = step.op.negated ? turned(leaf(step)) : leaf(step);
    if (step.op.join == EndJoin::put) {
      pile[++top] = found;
    } else {
      pile[top] = joined(pile[top], found, step.op.join == EndJoin::both);
    }
  }
  return pile[top];
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

}  // namespace

EndKinds::EndKinds(const Rules& program, bool all_match)
    : program_(program), all_(set_of(program.highest)), all_match_(all_match) {}

bool EndKinds::knows(const Rules& program, const Bar& bar) {
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

void EndKinds::add(const Bar& bar, const std::function<bool(DecisionRef)>& is_so) {
  // With their numbers: a bar without steps begins where the next one does.
  key_.insert(key_.end(), {bar.first_end_op, bar.end_ops, bar.first_tile_op, bar.tile_ops});
  const auto steps_of = [&](std::int32_t first, std::int32_t count) {
    std::vector<FixedStep> steps;
    for (std::int32_t i = first; i < first + count; ++i) {
      const EndOp& op = program_.code.end_ops[static_cast<std::size_t>(i)];
      const bool turn = op.step == EndStep::turn && is_so(static_cast<DecisionRef>(op.arg));
      steps.push_back({op, turn});
      if (op.step == EndStep::turn) key_.push_back(turn ? -1 : -2);
    }
    return steps;
  };
  FixedBar fixed;
  fixed.ends = steps_of(bar.first_end_op, bar.end_ops);
  if (bar.tile_ops > 0) {
    const std::vector<FixedStep> tiles = steps_of(bar.first_tile_op, bar.tile_ops);
    fixed.every_tile = false;
    fixed.fits = barred(tiles, true);
    fixed.misfits = barred(tiles, false);
  }
  fixed_.push_back(fixed);
}

TileSet EndKinds::barred(const std::vector<FixedStep>& steps, bool fit) const {
  return worked_out<TileSet>(steps, [&](const FixedStep& step) {
    const TileSet none;
    if (step.op.step == EndStep::these) return program_.code.tile_sets[static_cast<std::size_t>(step.op.arg)];
    const bool holds = step.op.step == EndStep::fits ? fit : step.turn;
    return holds ? ~none : none;
  });
}

bool EndKinds::bars(const FixedBar& bar, const EndKind& end) const {
  if (bar.ends.empty()) return true;
  return worked_out<bool>(bar.ends, [&](const FixedStep& step) {
    if (step.op.step == EndStep::turn) return step.turn;
    if (step.op.step != EndStep::on_trains) return (end.flags & *flag_of(step.op.step)) != 0;
    const TrainSet trains = program_.code.train_sets[static_cast<std::size_t>(step.op.arg) + end.seat];
    return (trains >> end.train & 1U) != 0;
  });
}

EndKinds::Left EndKinds::left_at(const EndKind& end) const {
  Left left{all_, all_match_ ? TileSet{} : all_};
  for (const FixedBar& bar : fixed_) {
    if (!bars(bar, end)) continue;
    if (bar.every_tile) return {};
    left.fits &= ~bar.fits;
    left.misfits &= ~bar.misfits;
  }
  return left;
}

std::size_t EndKinds::work() const {
  unsigned flags = 0;
  std::size_t steps = 1;
  for (const FixedBar& bar : fixed_) {
    steps += 1 + bar.ends.size();
    for (const FixedStep& step : bar.ends) flags |= *flag_of(step.op.step);
  }
  const auto mixtures = std::size_t{1} << std::popcount(flags);
  return steps * mixtures * static_cast<std::size_t>(program_.players) * program_.trains.size();
}

EndTable EndKinds::table() const {
  EndTable table;
  for (const FixedBar& bar : fixed_) {
    for (const FixedStep& step : bar.ends)
      table.flags = static_cast<std::uint8_t>(table.flags | *flag_of(step.op.step));
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

}  // namespace roundhouse::engine::fast
