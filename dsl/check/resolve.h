#pragma once
// From the finished draft to CheckedRules: names get ids, expressions types, rows their subjects. The
// steps stand in the order in which each needs what the one before has found.

#include <string>
#include <vector>

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"
#include "dsl/check/typer.h"

namespace roundhouse::dsl {

CheckedRules resolve(const Draft& draft, Findings& findings);

// The steps that have files of their own.

/// setup and match (resolve_setup.cpp).
void resolve_setup(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                   Findings& findings);
/// `setup.players`, needed before the options; nothing where it is missing or wrong.
std::optional<std::pair<std::int32_t, std::int32_t>> resolve_players(const Draft& draft, Findings& findings);

/// The rows of facts, acts and rules (resolve_rows.cpp).
void resolve_rows(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                  Findings& findings);

/// Adds where a row about the event stands, and what the act that it may be comes without (resolve_rows.cpp).
void add_event(Context& context, const CheckedRules& rules, EventId event);
/// The claims and the examples (resolve.cpp). The rows are there.
void resolve_checks(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                    Findings& findings);

/// The order in which `can` is worked out; complains about circles (can_order.cpp).
void order_can(const Typer& typer, CheckedRules& rules, Findings& findings);

/// Checks that all that can be worked out before the game is possible (bounds.cpp). Only for rules without
/// errors.
void check_bounds(const CheckedRules& rules, Findings& findings);

// The limits of the language (dsl/vocabulary/limits.h), as far as a file and its parents pass them together.
// Called once all are laid over each other; what is only known with values worked out check_bounds looks at.

/// Reports the first entry over each limit and drops it with the rest, so that nothing that is made of the
/// draft has more. Names that are dropped are `broken`, so that nobody complains of them again.
void enforce_limits(Draft& draft, Findings& findings);

// Sentences with options woven in: "A double blank counts {double_blank}.", and which sentence of a ladder
// holds under the options in force.

/// The pieces of a sentence; complains about braces that hold no option's name.
std::vector<TemplatePiece> weave_says(const YamlNode& says, const Draft& draft, const NameTable& names,
                                      Findings& findings);

/// True of the condition of a parent that asks for what a child has taken away: its sentence is for games
/// that have it.
bool asks_for_what_is_gone(const SyntaxNode& node, const Draft& draft);

/// Returns the sentence with options named as all files know them (name_table.h).
std::string text_as_known(const YamlNode& says, const std::vector<TemplatePiece>& pieces, const Draft& draft);

struct Saying {
  std::string says;  ///< as written; empty where nothing is said
  std::vector<TemplatePiece> pieces;
  bool is_chosen =
      false;  ///< out of a ladder, or by a file after which no option changes: it is meant for them
};

/// Options, words and setup are known. Which step of a ladder holds may depend on options alone.
Saying saying_in_force(const DraftTexts& texts, const Draft& draft, const NameTable& names, Typer& typer,
                       const CheckedRules& rules, Findings& findings);

}  // namespace roundhouse::dsl
