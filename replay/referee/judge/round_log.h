#pragma once
// The log of a round so far, act by act, so that the referee can come back to any of it. It keeps no
// positions but the first: the one before an act is folded again when somebody asks for it.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/fold/round_fold.h"

namespace roundhouse::replay {

struct Played {
  FoldAct step;
  Assumption assumed{};
  bool carried_out = true;  ///< false: a claim, tiles shown, or an act that stopped the fold
};

/// A tile of which all copies lie on the table now is in no hand any more, whatever a hand line said: of a
/// record that puts one tile in two hands. `act` has been carried out.
void forget_laid(const engine::Rules& program, const Act& act, Position& position);

class RoundLog {
 public:
  explicit RoundLog(const engine::Rules& program) : program_(&program) {}

  /// Acts are counted from 1. `position`: before the act.
  void add(const FoldAct& step, const Position& position, bool carried_out);
  void assume(Assumption assumed) { played_.back().assumed = std::move(assumed); }
  void stop() { played_.back().carried_out = false; }

  int last() const { return static_cast<int>(played_.size()); }
  /// nullptr: no such act.
  const Played* at(int act) const;
  Position before(int act) const;
  /// Visits the positions before each act, up to this one: visit(number of the act, position).
  void visit_before(int act, const std::function<void(int, const Position&)>& visit) const;
  /// Forgets all acts after this one.
  void go_back(int act) { played_.resize(static_cast<std::size_t>(act)); }

 private:
  void go_on(int act, Position& position) const;

  const engine::Rules* program_;
  std::optional<Position> first_;
  std::vector<Played> played_;
};

// The row that made something so: of the rows that followed of an act, the one without which it would not be
// so after it. Each is taken out of the rules and the act carried out once more. Knows nothing of why anybody
// asks.

class Causes {
 public:
  /// The program must outlive this.
  explicit Causes(const engine::Rules& program) : program_(program) {}

  /// `is_so`: asked of the position after the act, where it is true. Asked are the rows that change what it
  /// `reads`, the last first. Absent: the act itself made it so, or several rows did of which one would do.
  std::optional<dsl::RuleId> of(const RoundLog& log, int act, dsl::Aspects reads,
                                const std::function<bool(const Position&)>& is_so);
  /// The rules with this row of an event always applying.
  const engine::Rules& with_always(dsl::RuleId row);

 private:
  const engine::Rules& without(dsl::RuleId row);
  dsl::Aspects written_by(dsl::RuleId row) const;

  const engine::Rules& program_;
  std::map<std::uint16_t, std::unique_ptr<const engine::Rules>> without_;  ///< rules with a row taken out
  std::map<std::uint16_t, std::unique_ptr<const engine::Rules>> always_;
};

}  // namespace roundhouse::replay
