#pragma once
// Works out expressions whose value is known before the game, for a given number of players.

#include <cstdint>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

struct ConstantValue {
  enum class State : std::uint8_t {
    known,
    absent,
    changing,  ///< rests on something that only the game shows
  };
  State state = State::changing;
  std::int64_t value = 0;

  bool is_known() const { return state == State::known; }
};

/// Of rules without errors only: words have no circles and bounded cost.
ConstantValue constant_value(const TypedExpr& expression, const CheckedRules& rules, std::int32_t players);

}  // namespace roundhouse::dsl
