#pragma once
// The meaning of the names of one variant, once all its files are laid over each other: look-up from text
// to id. Where a name means two things (complained about elsewhere) the first meaning stands.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

template <class Id>
using NameMap = std::map<std::string, Id, std::less<>>;

struct NameTable {
  NameMap<OptionId> options;
  NameMap<WordId> words;
  NameMap<FactId> facts;
  NameMap<KindId> trains;
  NameMap<ActId> acts;        ///< built-in and declared
  NameMap<EventId> events;    ///< built-in, and one for each declared act
  NameMap<NameId> constants;  ///< kinds of train and choices: what a bare name may stand for
};

template <class Id>
const Id* find_in(const NameMap<Id>& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? nullptr : &found->second;
}

template <class Id>
std::vector<std::string> names_in(const NameMap<Id>& map) {
  std::vector<std::string> names;
  for (const auto& [name, id] : map) names.push_back(name);
  return names;
}

/// Gives every entry of the draft its id and interns all names in `rules.names`, the setup's own first.
NameTable number_names(const Draft& draft, CheckedRules& rules);

// Names that mean one thing in a file and another in the files that it extends. A name that a child declares
// for itself does not take the place of what a parent calls so: the parent's rows go on to mean the parent's.

/// An entry that a file declares, and what it is: "an option".
struct Declared {
  std::string_view what;
  Span where;
};
using DeclaredNames = std::map<std::string, Declared, std::less<>>;
/// Returns what the file declares itself, values for its parents' options not among it.
DeclaredNames declared_in(const Draft& draft);

/// Gives entries of the parents another name where the child has one of its own: one of another kind, or one
/// that its `ours` lists. What was called `knocking` in a file that extends `train` is `train.knocking` then;
/// where it is of another kind players go on to see the old name.
void keep_apart(Draft& base, const Draft& child, Findings& findings);

/// Notes which files mean the choice and which the entry, where one file chooses among names and another one
/// declares an option or a word that is called like one of them.
void keep_choice_apart(Draft& draft, const Named& choice, const Named& entry);

/// Returns the name of the entry that `name` means in the file of `asked`; empty: nothing but a choice.
std::string_view meant_name(const Draft& draft, std::string_view name, Span asked);

/// Returns what players and records call the entry: its name, unless keep_apart has given it another one that
/// they need not know.
const std::string& shown_name(const Draft& draft, const std::string& name);

/// True if the file of `asked` is the one of `declared`, or extends it.
constexpr bool is_known_in(Span declared, Span asked) {
  // Children are loaded before their parents.
  return asked.file.value <= declared.file.value;
}

// An entry that a file takes away with `none` while a parent's row, or its own, still asks for it. The
// mistake is where it was taken away: the parent is not the reader's to change.

/// The entry of this name, or the one whose choice it was, that some file took away; nullptr: none was.
const TakenAway* find_taken_away(const Draft& draft, std::string_view name);

/// Complains, once for each that was taken away, with the places that ask for it. False: it was not taken
/// away.
bool reported_as_removed(const Draft& draft, std::string_view name, Span asked, Findings& findings);

}  // namespace roundhouse::dsl
