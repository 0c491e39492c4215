#include "dsl/compile/plain_rows.h"

#include <utility>

namespace roundhouse::dsl {

void drop_after_rows(Program& program) {
  for (auto& rows : program.after) rows.clear();
  for (RowCode& code : program.code.rows)
    for (EventCode& event : code.after) event = {};
  program.code.given.clear();
}

void put_plain_rows(Program& program, EventId event, std::vector<AfterRow> rows) {
  const auto given = [&](NodeRef argument) -> GivenValue {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    const bool has_value =
        argument.given() && program.nodes[static_cast<std::size_t>(argument.value)].type != Type::debts;
    return has_value ? GivenValue{Given::node, argument.value} : GivenValue{};
  };
  EventCode code;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    code.rows.push_back(
        {always, static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(program.code.given.size())});
    for (const EffectCall& call : rows[i].effects) {
      program.code.given.push_back(given(call.receiver));
      for (const NodeRef arg : call.args) program.code.given.push_back(given(arg));
    }
  }
  for (RowCode& all : program.code.rows) all.after[event.value] = code;
  program.after[event.value] = std::move(rows);
}

}  // namespace roundhouse::dsl
