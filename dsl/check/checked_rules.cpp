#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

TypedExpr::TypedExpr() = default;
TypedExpr::~TypedExpr() = default;
TypedExpr::TypedExpr(const TypedExpr&) = default;
TypedExpr::TypedExpr(TypedExpr&&) noexcept = default;
TypedExpr& TypedExpr::operator=(const TypedExpr&) = default;
TypedExpr& TypedExpr::operator=(TypedExpr&&) noexcept = default;

CheckedRules::CheckedRules() = default;
CheckedRules::~CheckedRules() = default;
CheckedRules::CheckedRules(const CheckedRules&) = default;
CheckedRules::CheckedRules(CheckedRules&&) noexcept = default;
CheckedRules& CheckedRules::operator=(const CheckedRules&) = default;
CheckedRules& CheckedRules::operator=(CheckedRules&&) noexcept = default;

}  // namespace roundhouse::dsl
