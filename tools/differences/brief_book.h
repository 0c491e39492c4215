#pragma once
// The short form of a rulebook: what is not as in a game that everybody at the table knows, or, where there
// is no such game, the lines without which nobody can play. Worked out from the rules, not from the text of
// the file: a value that is said again as the parent has it is no difference.

#include "dsl/rulebook/book.h"

namespace roundhouse::dsl {

/// The lines of the rulebook that differ from the known game, in the order of the book. A rule that differs
/// by an exception alone stands with that exception. Parts of the known game that this one does not have
/// stand at the end. `known_game`: under its own options.
Book brief_book(const CheckedRules& rules, const CheckedRules& known_game, const BookRequest& request);

/// The lines of setup, of what may be laid, drawn and left, and of what opens, ends and scores: the book
/// without what is seldom needed, announced, advised or explained.
Book brief_book(const CheckedRules& rules, const BookRequest& request);

}  // namespace roundhouse::dsl
