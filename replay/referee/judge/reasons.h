#pragma once
// Why a rule applies where it was broken: which parts of its condition hold, since which line and by which
// rule, which exceptions there are and why none of them holds. Decides nothing; what it says is asked of the
// positions that the record went through.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/program.h"
#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Adds the reasons to a ruling on an act of the log. `parts`: nullptr: for laws alone. `steps`: what may be
/// spent, of the search's steps; takes off what it took, and adds nothing where that is too little.
void explain(const BreachReporter& reporter, const RoundLog& log, RowParts* parts, Causes& causes, int act,
             Ruling& ruling, std::int64_t& steps);

/// The lines since which the row's own condition holds at an act of the log, as `because` of a ruling has
/// them.
std::vector<Because> since_when(const BreachReporter& reporter, const RoundLog& log, RowParts& parts,
                                Causes& causes, int act, dsl::RuleId row);

// A part of a condition in the words of the rulebook, with the names of those whom an act is about.

/// "the 3 of Ann's train bears no marker". `moment`: of the act, before it is done.
/// Facts are spoken of by the sentences of the rows that set them: "“A double on the Mexican Train
/// makes it its player's own” holds in this turn". Empty: it asks for facts of which nothing can be said so.
/// `by`: the row whose sentence is taken, of several that set the fact.
std::string clause_of(const BreachReporter& reporter, RowParts& parts, const Reason& reason,
                      const Position& position, const Act& act, const engine::Moment& moment,
                      std::optional<dsl::RuleId> by = std::nullopt);

/// The parts by which the row's own condition holds here, or does not, as such clauses, each once. Absent:
/// what is not known of the hands decides all of it.
std::optional<std::vector<std::string>> clauses_of(const BreachReporter& reporter, RowParts& parts,
                                                   dsl::RuleId row, bool holds, const Position& position,
                                                   const Act& act, const engine::Moment& moment);

/// True if it compares numbers that are counted, and says more of them when it says how many there are: two
/// of them, or one that is not so many.
bool is_of_numbers(const Reason& reason);

/// True if it is so only because something that it speaks of is not there, such as a double at an end.
bool is_about_nothing(RowParts& parts, const Reason& reason, const Position& position,
                      const engine::Moment& moment);

// The reason why a player has the first turn of a round: the step of `setup.starter` that applied. Decides
// nothing, and says nothing unless the rules, asked again, name the same player.

/// One of the two: the file's own sentence, or a clause of ours.
struct StarterReason {
  std::string clause;  ///< "the first turn belongs to Bob, who held the engine"
  std::optional<Decider> by_value;
};

/// `position`: when the first turn of a round began. Absent: it rests on rounds that nobody wrote down, or
/// on something that may have changed since the turn began.
std::optional<StarterReason> starter_reason(const BreachReporter& reporter, const dsl::CheckedRules& checked,
                                            const Position& position);

// The row of the rules, or the value of setup or match, that decided what a ruling rests on, as the rule file
// or its rulebook says it, with its sections. Decides nothing by itself.

Decider row_decider(const dsl::Program& program, dsl::RuleId row);

/// `key`: "engine.wanted", "starter", "match.double". Absent: the rulebook has no line of its own about it.
std::optional<Decider> value_decider(const dsl::CheckedRules& checked, const dsl::KnownFacts& known,
                                     std::string_view key);

}  // namespace roundhouse::replay
