#pragma once
// Guesses the edition of a bundled game for which a file was written that names none. The names that the game
// has got since then must not change the meaning of the file.

#include <functional>
#include <optional>
#include <string>

#include "dsl/check/load_chain.h"
#include "dsl/check/name_table.h"

namespace roundhouse::dsl {

/// The reader, but with this edition of a game where a text that is no bundled one names the game.
VariantReader with_edition(VariantReader reader, std::string game, std::int32_t edition);

/// The reader by which the rules were checked: with the edition that was found to be meant.
VariantReader reader_as_checked(VariantReader reader, const CheckedRules& rules);

/// The names of a chain of files: those that its own files declare, and those of the bundled game below them.
struct EditionNames {
  DeclaredNames ours;
  DeclaredNames theirs;
};

EditionNames names_by_owner(const Chain& chain);

/// Returns in a sentence the name by which the files show that they were written for an older edition; empty:
/// none does. It is one that they declare for themselves, and that the game has in one of the editions alone.
/// `is_asked`: whether the files ask for an entry that they declare. A word, fact, act or kind of train that
/// they do not ask for is there to take the place of the game's, so the newer edition has to have it.
std::string evidence_of_older(const EditionNames& newest, const EditionNames& older,
                              const std::function<bool(const std::string&)>& is_asked);

/// True if one of the names stands as a whole word in a text.
bool mentions_one_of(const DeclaredNames& names, std::string_view text);

/// How often the name stands in the text as a whole word.
std::size_t count_mentions(std::string_view name, std::string_view text);

}  // namespace roundhouse::dsl
