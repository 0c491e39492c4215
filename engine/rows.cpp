#include "engine/rows.h"

#include <algorithm>

namespace roundhouse::engine {

RowState judge(const Rules& program, const Position& position, const Moment& moment, const OpenRow& open,
               dsl::Level reach) {
  const dsl::ForbidRow& row = *open.row;
  if (!open.holds) {
    if (!is_within(row.level, reach)) return RowState::open;
    if (!holds(program, position, moment, row.when)) return RowState::does_not_stand;
  }
  // An exception that was found false at an earlier stage is asked again: there are few, and only those
  // rows come here whose condition held.
  bool open_exception = false;
  for (const dsl::ExceptRow& except : row.excepts) {
    if (!is_within(except.level, reach)) {
      open_exception = true;
    } else if (holds(program, position, moment, except.when)) {
      return RowState::does_not_stand;
    }
  }
  return open_exception ? RowState::open : RowState::stands;
}

bool is_permitted(const Rules& program, const Position& position, const Moment& moment,
                  const dsl::ActRules& rules) {
  return std::any_of(rules.permits.begin(), rules.permits.end(), [&](const dsl::PermitRow& permit) {
    return holds(program, position, moment, permit.when);
  });
}

bool is_allowed(const Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules) {
  if (rules.needs_permit && !is_permitted(program, position, moment, rules)) return false;
  return std::none_of(rules.forbids.begin(), rules.forbids.end(),
                      [&](const dsl::ForbidRow& row) { return stands(program, position, moment, row); });
}

}  // namespace roundhouse::engine
