#pragma once
// The condition of a row as the parts that `and`, `or`, `not` and `if` join, each of which can be asked and
// named by itself: those that make the row stand here, or keep an exception from standing.

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/evaluate_partly.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// A part of a condition that is no junction, and whether it holds.
struct Reason {
  const dsl::TypedExpr* clause = nullptr;  ///< owned by RowParts
  dsl::NodeRef node;                       ///< in RowParts::rules()
  dsl::Aspects reads = dsl::aspects::none;
  bool so = true;
};

/// Rows are taken apart when somebody asks, and kept.
class RowParts {
 public:
  /// Both must outlive this.
  RowParts(const engine::Rules& program, const dsl::CheckedRules& checked)
      : program_(program), checked_(checked) {}

  const dsl::CheckedRules& checked() const { return checked_; }
  /// The program with the parts of all rows asked so far.
  const engine::Rules& rules() const { return *asked_; }
  /// About the steps that taking another row apart takes.
  std::int64_t cost() const;

  /// The row's own condition, as far as hands are known.
  dsl::Truth truth(dsl::RuleId row, const Position& position, const engine::Moment& moment);
  /// The parts by which the row's own condition holds here (or does not): of an `and` that holds all, of an
  /// `or` the first that does. Absent: what is not known of the hands decides all of it.
  /// Choices in them are made: what is said of numbers is said of those that count here. Where one player or
  /// tile decides what is said of some or of all, it is said of that one.
  std::optional<std::vector<Reason>> reasons(dsl::RuleId row, bool holds, const Position& position,
                                             const engine::Moment& moment);

  /// The value of an expression without free variables; absent: it rests on hidden tiles.
  std::optional<engine::Value> value_of(const dsl::TypedExpr& expression, const Position& position,
                                        const engine::Moment& moment);
  /// The facts that a clause asks for, words written out, each once. Absent: some of them are asked of things
  /// that only the clause goes through.
  std::optional<std::vector<dsl::TypedExpr>> facts_of(const dsl::TypedExpr& clause) const;

 private:
  struct Part {
    dsl::TypedExpr clause;
    dsl::NodeRef node;
    std::vector<Part> parts;  ///< of `and`, `or`, `not` and `if`
  };

  const Part& part_of(dsl::RuleId row);
  dsl::TypedExpr simple(const dsl::TypedExpr& expression) const;
  /// `room`: how many more parts there may be.
  Part taken_apart(const dsl::TypedExpr& clause, std::size_t& room) const;
  /// All parts of a condition, with their nodes.
  std::unique_ptr<const Part> with_nodes(const dsl::TypedExpr& condition);
  std::optional<std::vector<Reason>> reasons_of_one(const Reason& reason, const Position& position,
                                                    const engine::Moment& moment);
  dsl::TypedExpr written_out(const dsl::TypedExpr& word) const;
  bool make_choices(dsl::TypedExpr& clause, const Position& position, const engine::Moment& moment);
  bool gather_facts(const dsl::TypedExpr& clause, int depth, std::vector<dsl::TypedExpr>& facts) const;
  bool collect(const Part& part, bool so, engine::PartialReading& reading,
               std::vector<Reason>& reasons) const;

  const engine::Rules& program_;
  const dsl::CheckedRules& checked_;
  std::unique_ptr<engine::Rules> asked_;
  std::map<std::uint16_t, std::unique_ptr<const Part>> rows_;
  std::deque<dsl::TypedExpr> chosen_;  ///< clauses whose choices were made
  std::vector<std::unique_ptr<const Part>> of_ones_;
};

}  // namespace roundhouse::replay
