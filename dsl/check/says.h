#pragma once
// Sentences with options woven in: "A double blank counts {double_blank}.", and which sentence of a ladder
// holds under the options in force.

#include <string>
#include <vector>

#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"
#include "dsl/check/typer.h"

namespace roundhouse::dsl {

/// The pieces of a sentence; complains about braces that hold no option's name.
std::vector<TemplatePiece> weave_says(const YamlNode& says, const Draft& draft, const NameTable& names,
                                      Findings& findings);

/// True of the condition of a parent that asks for what a child has taken away: its sentence is for games
/// that have it.
bool asks_for_what_is_gone(const SyntaxNode& node, const Draft& draft);

/// Returns the sentence with options named as all files know them (scoped_names.h).
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
