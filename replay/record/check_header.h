#pragma once
// The door from what a header says to a position: facts and used doubles as these rules have them. Numbers,
// tiles and players are looked at as what they were written as; nothing else is made of them.

#include <cstdint>
#include <optional>
#include <string>

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
void put_placement(const engine::Rules& program, const Header& header, engine::Position& position);

}  // namespace roundhouse::replay
