#include "engine/rows.h"

#include <algorithm>

namespace roundhouse::engine {

bool stands(const Rules& program, const Position& position, const Moment& moment, const dsl::ForbidRow& row) {
  return holds(program, position, moment, row.when) &&
         std::none_of(row.excepts.begin(), row.excepts.end(), [&](const dsl::ExceptRow& except) {
           return holds(program, position, moment, except.when);
         });
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
