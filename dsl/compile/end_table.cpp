#include "dsl/compile/end_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace roundhouse::dsl {
namespace {

/// One end as the table knows it.
struct Place {
  std::size_t seat = 0;  ///< of the player who asks
  std::size_t train = 0;
  unsigned flags = 0;
};

/// The flag that the step looks at, 0: none; absent: it looks at more than the table knows.
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
    case EndStep::on_trains:
    case EndStep::both:
    case EndStep::either:
      return 0U;
    case EndStep::on_starters:
    case EndStep::hub:
    case EndStep::fits:
    case EndStep::these:
    case EndStep::newest:
    case EndStep::oldest:
    case EndStep::turn:
    case EndStep::each:
      break;
  }
  return std::nullopt;
}

class Tabulator {
 public:
  Tabulator(const Program& program, RowCode& code) : program_(program), code_(code) {}

  void tabulate() {
    auto& bars = code_.lay_bars;
    const auto first =
        std::stable_partition(bars.begin(), bars.end(), [&](const Bar& bar) { return !is_known(bar); });
    known_.assign(first, bars.end());
    bars.erase(first, bars.end());
    EndTable& table = code_.ends;
    for (const Bar& bar : known_) {
      for_each_op(bar, [&](const EndOp& op) {
        table.flags = static_cast<std::uint8_t>(table.flags | *flag_of(op.step));
      });
    }
    std::vector<unsigned> mixtures;
    for (unsigned flags = 0; flags <= table.flags; ++flags) {
      if ((flags & ~unsigned{table.flags}) == 0) mixtures.push_back(flags);
    }
    table.mixtures = static_cast<std::uint8_t>(mixtures.size());
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat) {
      for (const unsigned flags : mixtures) table.open.push_back(open_trains(seat, flags));
    }
  }

 private:
  template <class Visit>
  void for_each_op(const Bar& bar, Visit visit) const {
    const EndOp* op = program_.code.end_ops.data() + bar.first_end_op;
    std::for_each(op, op + bar.end_ops, visit);
  }

  bool is_known(const Bar& bar) const {
    bool known = bar.turn == always && bar.tile_ops == 0 && bar.end_ops > 0;
    for_each_op(bar, [&](const EndOp& op) { known = known && flag_of(op.step).has_value(); });
    return known;
  }

  TrainSet open_trains(std::size_t seat, unsigned flags) const {
    TrainSet open = 0;
    for (std::size_t train = 0; train < program_.trains.size(); ++train) {
      const bool barred = std::any_of(known_.begin(), known_.end(), [&](const Bar& bar) {
        return bars(bar, {seat, train, flags});
      });
      if (!barred) open |= TrainSet{1} << train;
    }
    return open;
  }

  bool bars(const Bar& bar, const Place& place) const {
    std::array<bool, most_end_sets + 1> pile{};
    std::size_t top = 0;  // pile[0] is under it
    for_each_op(bar, [&](const EndOp& op) {
      if (op.step == EndStep::both || op.step == EndStep::either) {
        --top;
        pile[top] = op.step == EndStep::both ? pile[top] && pile[top + 1] : pile[top] || pile[top + 1];
        return;
      }
      const bool found = holds(op, place) != op.negated;
      switch (op.join) {
        case EndJoin::put:
          pile[++top] = found;
          break;
        case EndJoin::both:
          pile[top] = pile[top] && found;
          break;
        case EndJoin::either:
          pile[top] = pile[top] || found;
          break;
      }
    });
    return pile[top];
  }

  bool holds(const EndOp& op, const Place& place) const {
    if (op.step != EndStep::on_trains) return (place.flags & *flag_of(op.step)) != 0;
    const TrainSet trains = program_.code.train_sets[static_cast<std::size_t>(op.arg) + place.seat];
    return (trains >> place.train & 1U) != 0;
  }

  const Program& program_;
  RowCode& code_;
  std::vector<Bar> known_;
};

}  // namespace

void tabulate_ends(const Program& program, RowCode& code) { Tabulator(program, code).tabulate(); }

}  // namespace roundhouse::dsl
