#pragma once
// Explains each act of a turn, legal or not: the rows about it, why each does or does not apply there, and
// the rows that applied once it was done.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/reference.h"
#include "replay/referee/judge/known_lines.h"
#include "replay/referee/judge/reasons.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// A row's answer to an act.
enum class RowAnswer : std::uint8_t {
  allows,   ///< a permit that holds
  refuses,  ///< a permit that does not
  silent,   ///< its condition does not hold
  lifted,   ///< it holds, and an exception does, too
  stayed,   ///< an `after` row of which the same is so
  forbids,  ///< it holds, and no exception does
  depends,  ///< on tiles that are not written
  open,     ///< behind a gap: on what is not known of the table
  follows,  ///< an `after` row: it applied once the act was done
};

struct ExplainedRow {
  RowAnswer answer = RowAnswer::silent;
  std::string rule;
  std::string says;
  std::vector<dsl::Citation> from;
  dsl::Span rule_where;
  std::string lifted_by{};             ///< the exception's id
  std::vector<std::string> because{};  ///< clauses that are true there; open: what is not known
  std::vector<Because> since{};        ///< of one that is lifted: the lines since which the exception holds
};

struct ExplainedAct {
  RecordPlace place;
  std::string deed;  ///< "Bob lays the 9-3 to the 9 of Bob's train"
  bool written = true;
  std::vector<ExplainedRow> rows;
  std::optional<StarterReason> begins;  ///< of the first act of a round: why the turn is this player's
  // Behind a gap.
  std::vector<KnownLine> known{};  ///< of the first act of a turn: the table before it
  bool is_known_behind = false;    ///< or, of a turn that nobody knows, behind it
  std::string judged{};            ///< how far the act can be judged, as a sentence without its full stop
};

/// The acts of one turn line, as far as the record can be followed; behind missing turns, or where not all of
/// a position is written, with what is known of the table. The program must have been compiled from
/// the rules, and for the players of the record.
std::vector<ExplainedAct> explain_turn(const engine::Rules& program, const dsl::CheckedRules& checked,
                                       const Record& record, LinePlace turn);

/// As above, of one round alone. `position`: where the rounds before it have led; `first_of_file`: as
/// RoundFold has it. `seen_by`: what is not in this player's hand is not known; absent: all is, as far as it
/// is written.
std::vector<ExplainedAct> explain_turn(const engine::Rules& program, const dsl::CheckedRules& checked,
                                       const Header& header, const RecordRound& round, bool first_of_file,
                                       Position position, std::size_t item,
                                       std::optional<Seat> seen_by = std::nullopt);

}  // namespace roundhouse::replay
