#pragma once
// Facts that chance decides, as `chance` lines of a record give them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The fact of this name, capitals or not, that chance decides: an index into Program::facts.
std::optional<std::size_t> find_chance_fact(const engine::Rules& program, std::string_view name);

/// The value that the line gives to this fact, of a player the seat; absent: it cannot have that.
std::optional<std::int32_t> value_of(const dsl::FactSlot& fact, const ChanceLine& line);

/// "a number from 0 to 12", "one of the players".
std::string values_of(const dsl::FactSlot& fact);

/// "7", "Ann".
std::string chance_text(const dsl::FactSlot& fact, const Header& header, std::int32_t value);

}  // namespace roundhouse::replay
