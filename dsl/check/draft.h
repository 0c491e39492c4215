#pragma once
// A variant file that is read but not yet understood: each block as lists of plain entries whose
// expressions are parsed and whose names are not looked up. A child's draft is laid over its parent's
// (load_chain.h) before anything is resolved. Entries point into the YAML trees, which outlive them.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

/// A name as written, with its place.
struct Named {
  std::string text;
  Span where;
};

/// A parsed expression; not `good` where the parser complained (then it is left alone silently).
struct DraftExpr {
  SyntaxNode node;
  bool good = false;
  Span where;
};

struct DraftEffects {
  std::vector<EffectSyntax> calls;
  bool good = false;
  Span where;
};

/// The sentence, or one step of a ladder of them; all but the last of a ladder have `when`.
struct DraftSaying {
  std::optional<DraftExpr> when;
  const YamlNode* says = nullptr;
};

struct DraftTexts {
  std::vector<DraftSaying> says;
  std::vector<Named> from;
};

/// A new value for an option, or its default.
struct DraftValue {
  const YamlNode* node = nullptr;
  Span name_where;               ///< of the key it is given under
  bool is_from_outside = false;  ///< chosen by the player, after all files
};

struct DraftOption {
  Named name;
  bool declared = false;  ///< not: only values for a parent's option
  bool taken_away = false;
  std::string ask;
  std::vector<Named> choices;                          ///< names
  std::vector<std::pair<std::int32_t, Span>> numbers;  ///< the only ones that can be chosen; empty: any
  std::map<std::string, std::string>
      called;                 ///< what people say for a choice, by the choice as it is written
  std::optional<Named> also;  ///< the key: `choices` and `numbers` are added to the parent's
  std::optional<std::pair<std::int32_t, std::int32_t>> range;
  Span range_where;
  std::vector<TableKey> by;
  std::vector<Named> from;
  std::vector<DraftValue> values;  ///< the default first; the last is in force
};

struct DraftWord {
  Named name;
  bool taken_away = false;
  Type of = Type::none;
  DraftExpr is;
  DraftTexts texts;
};

struct DraftFact {
  Named name;
  bool taken_away = false;
  Scope of = Scope::turn;
  Scope per = Scope::turn;
  std::optional<Type> type;   ///< as `is` says; absent: the fact defines itself
  std::vector<Named> events;  ///< of one that defines itself
  std::optional<DraftExpr> when;
  std::optional<DraftExpr> add;
  std::optional<DraftExpr> is;
  /// As `chance` says; of players the numbers mean nothing.
  std::optional<std::pair<std::int32_t, std::int32_t>> chance;
  std::string shown;  ///< its label; empty: it is not shown
  DraftTexts texts;
};

struct DraftTrain {
  Named name;
  bool taken_away = false;
  TrainOwner of = TrainOwner::each;
  std::optional<DraftExpr> count;
  CentreHalf starts = CentreHalf::high;
  DraftTexts texts;
};

struct DraftAct {
  Named name;
  std::optional<Named> called;
  bool only_called = false;  ///< nothing else is said of it: a parent's act gets another word
  bool taken_away = false;
  ActBy by = ActBy::turn;
  bool whom = false;
  ActTile tile = ActTile::none;
  std::optional<std::pair<std::int32_t, std::int32_t>> amount;
  std::optional<DraftExpr> when;
  std::optional<DraftEffects> effects;
  DraftTexts texts;
};

struct DraftRule {
  Named id;
  Shape shape = Shape::forbid;
  std::vector<Named> about;  ///< acts, events or rules, as the shape has them
  std::optional<DraftExpr> when;
  std::optional<DraftEffects> effects;
  DraftTexts texts;
  Span where;
};

/// One value of `setup` or `match` under its whole key ("engine.wanted").
struct DraftSetting {
  Named key;
  bool taken_away = false;
  std::vector<DraftExpr> values;                                 ///< one; `match.order` may have more
  std::optional<std::pair<std::int32_t, std::int32_t>> players;  ///< of `setup.players` alone
  DraftTexts texts;                                              ///< `says` alone
  std::vector<const YamlNode*>
      steps_say;  ///< of a ladder: the sentence of each step, or nullptr; empty: none
  Span where;
};

/// The name of an entry, or the id of a row.
template <class Entry>
auto& name_of(Entry& entry) {
  if constexpr (requires { entry.id; })
    return entry.id;
  else
    return entry.name;
}

/// True if the file takes it away with `none`; rows go in another way.
template <class Entry>
bool is_gone(const Entry& entry) {
  if constexpr (requires { entry.taken_away; })
    return entry.taken_away;
  else
    return false;
}

struct DraftCarried {
  Named section;
  std::vector<Named> names;
};

/// A claim about all play. `at`: the events at which it is asked; empty: in every position.
struct DraftCheck {
  Named id;
  bool always = true;
  std::optional<DraftExpr> condition;
  Span shape_where;  ///< of the key `always` or `never`
  std::vector<Named> at;
  DraftTexts texts;  ///< `says` alone
};

/// A little record with what the referee is to say of it.
struct DraftExample {
  std::string says;
  const YamlNode* record = nullptr;
  bool legal = true;
  std::optional<Named> because;  ///< the rule or law by which it is illegal; absent: any
  Span where;                    ///< of what it `is`
};

/// A new sentence for an inherited entry.
struct DraftSentence {
  Named name;
  const YamlNode* node = nullptr;  ///< as written, for what takes one sentence and no ladder
  std::vector<DraftSaying> says;
};

/// An entry of a parent that a file takes away.
struct TakenAway {
  Named name;             ///< the place of the removal
  std::string_view what;  ///< "option"
  std::vector<std::string> choices{};
};

/// In these files a name means what is called `meant`; empty: a choice and no entry.
struct ScopedName {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string meant;
};

struct Draft {
  std::string name;
  std::string label;  ///< by which the names of its parents are known where a child has others
  std::optional<Named> extends;
  std::vector<DraftOption> options;
  std::vector<DraftWord> words;
  std::vector<DraftFact> facts;
  std::vector<DraftTrain> trains;
  std::vector<DraftAct> acts;
  std::vector<DraftSetting> setup;
  std::vector<DraftSetting> match;
  std::vector<DraftRule> rules;
  std::vector<DraftCheck> checks;
  std::vector<DraftExample> examples;    ///< of the youngest file alone
  std::vector<DraftSentence> sentences;  ///< of this file; laid over its parents they are nobody's any more
  std::vector<Named> ours;               ///< names of this file that are not to take the place of parents'
  std::vector<ScopedName> scoped;
  /// By the names that `scoped` gives: the old name where the entry can keep it for players, as nothing else
  /// of its kind is called so.
  std::map<std::string, std::string, std::less<>> shown;
  std::vector<OwnName> own_names;  ///< that parents have, too
  std::vector<SharedSentence> shared_sentences;
  std::vector<Named> remove;
  std::vector<Named> removed;         ///< things that this file and its parents took away
  std::vector<TakenAway> taken_away;  ///< by this file and its parents; rules stand in `removed`
  std::vector<DraftCarried> carries;
  std::vector<Section> sources;
  std::set<std::string, std::less<>> broken;  ///< names of entries left out because of a complaint
  Span whole;                                 ///< a point at the beginning of the file
};

/// Calls `visit` with the list of each kind of entry that has a name, and what one of it is called.
template <class AnyDraft, class Visit>
void each_kind(AnyDraft& draft, const Visit& visit) {
  visit(draft.options, "an option");
  visit(draft.words, "a word");
  visit(draft.facts, "a fact");
  visit(draft.trains, "a kind of train");
  visit(draft.acts, "an act");
  visit(draft.rules, "a rule");
  visit(draft.checks, "a check");
}

}  // namespace roundhouse::dsl
