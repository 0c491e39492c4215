#include "dsl/compile/plain_rows.h"

#include <utility>

#include "dsl/compile/effect_code.h"

namespace roundhouse::dsl {

void drop_after_rows(Program& program) {
  for (auto& rows : program.after) rows.clear();
  for (RowCode& code : program.code.rows)
    for (EventCode& event : code.after) event = {};
}

void put_plain_rows(Program& program, EventId event, std::vector<AfterRow> rows) {
  const auto given = [&](NodeRef argument) -> GivenValue {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    const bool has_value =
        argument.given() && program.nodes[static_cast<std::size_t>(argument.value)].type != Type::debts;
    return has_value ? GivenValue{Given::node, argument.value} : GivenValue{};
  };
  EventCode code;
  if (!rows.empty()) {
    Outcome& outcome = code.emplace_back().outcomes.emplace_back();
    for (const AfterRow& row : rows) add_row(program, row, given, outcome);
    sum_up(outcome);
  }
  for (RowCode& all : program.code.rows) all.after[event.value] = code;
  program.after[event.value] = std::move(rows);
}

}  // namespace roundhouse::dsl
