#pragma once
// The door from what a header says to a position: facts and used doubles as these rules have them. Numbers,
// tiles and players are looked at as what they were written as; nothing else is made of them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// A fact of a header where a position keeps it.
struct KeptFact {
  std::size_t slot = 0;
  std::int32_t value = 0;
};
/// Absent: these rules keep no such fact, or not with such a value.
std::optional<KeptFact> kept_fact(const engine::Rules& program, const Header& header, const FactField& field);

/// A fact of a position, as it is now; also of a train. Absent: as of kept_fact; `why` says what is wrong
/// with it.
std::optional<KeptFact> fact_now(const engine::Rules& program, const Header& header, const FactLine& line,
                                 std::string& why);
/// As a line of a position has it.
FactLine fact_line(const engine::Rules& program, const Header& header, std::size_t fact, int place,
                   std::int32_t value);

/// Complaints about what does not fit these rules in a header, in the order of the text. A record with such a
/// header is not judged by them.
dsl::Diagnostics check_header(const engine::Rules& program, const Header& header);

/// Stores the points that the header gives to places in earlier games where the rules keep them.
void put_placement(const engine::Rules& program, const Header& header, Position& position);

// Facts that chance decides, as `chance` lines of a record give them.

/// The fact of this name, capitals or not, that chance decides: an index into Program::facts.
std::optional<std::size_t> find_chance_fact(const engine::Rules& program, std::string_view name);

/// The value that the line gives to this fact, of a player the seat; absent: it cannot have that.
std::optional<std::int32_t> value_of(const dsl::FactSlot& fact, const ChanceLine& line);

/// The line that says so, with the fact as an index into Program::facts.
ChanceLine chance_line(const engine::Rules& program, std::size_t fact, std::int32_t value);

/// "a number from 0 to 12", "one of the players".
std::string values_of(const dsl::FactSlot& fact);

/// "7", "Ann".
std::string chance_text(const dsl::FactSlot& fact, const Header& header, std::int32_t value);

}  // namespace roundhouse::replay
