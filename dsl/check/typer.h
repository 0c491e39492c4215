#pragma once
// Gives every node of an expression its meaning and type, and complains where that cannot be done. A
// node that could not be understood is poison (Type::none): whatever it stands in is silent about it.
// Words are typed when first met, wherever that is; which roots they need is held against each use.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"

namespace roundhouse::dsl {

/// Where an expression stands, and with that which roots it has. A row about several acts stands at several
/// sites.
struct Context {
  std::vector<Site> sites;
  std::string act_without_whom{};    ///< a declared act that it is about and that has no `whom`
  std::string act_without_tile{};    ///< likewise
  std::string act_without_amount{};  ///< likewise
};

/// A node without parts. `index`: of what it names, by its kind.
inline TypedExpr make_typed(Op op, Type type, Span where, std::int32_t index = 0) {
  TypedExpr made;
  made.op = op;
  made.type = type;
  made.where = where;
  made.index = index;
  return made;
}

/// Stands for an expression that could not be understood.
inline TypedExpr poison(Span where) { return make_typed(Op::absent, Type::none, where); }

/// The type that an expression is to have. `names`: those that a name may be (setup's own), else any.
struct Want {
  Type type = Type::truth;
  std::string_view what;  ///< "the condition", "'deal'"
  bool may_be_absent = false;
  std::vector<NameId> names{};
  std::vector<Type> or_types{};  ///< that do as well
};

/// The cost of an expression, with all its words laid open.
struct Cost {
  int depth = 0;          ///< quantifiers within each other
  int words = 0;          ///< words that rest on each other, one below the other
  int variables = 0;      ///< bound variables within each other: of quantifiers, and `it`
  std::int64_t size = 1;  ///< nodes
  /// Nodes that are asked when the expression is, where sets are as large as in a game of many tiles.
  std::int64_t asked = 1;
};

/// The surroundings that a word needs, its own words' share included.
struct WordNeeds {
  std::map<Root, Span> roots;                 ///< with the place in the word
  std::optional<Span> changing;               ///< something of the match that is not constant
  std::vector<std::pair<ActId, Span>> asked;  ///< every `can.ACT`
  Cost cost;
};

class Typer {
 public:
  /// `rules` has options, facts, trains and acts; words are filled in as they are met.
  Typer(const Draft& draft, const NameTable& names, CheckedRules& rules, Findings& findings);

  TypedExpr type(const DraftExpr& expression, const Context& context, const Want& want);
  std::vector<TypedEffect> type_effects(const DraftEffects& effects, const Context& context);
  void type_all_words();
  const WordNeeds& needs(WordId word) const { return words_[word.value].needs; }

  /// A fact as seen from where it defines itself: `turn.x`, `me.x`, `round.x`, `match.x`, `end.train.x`.
  TypedExpr own_fact(FactId fact, Span where, const Context& context);

 private:
  enum class Progress : std::uint8_t { untouched, begun, done };
  struct WordState {
    Progress progress = Progress::untouched;
    WordNeeds needs;
    std::vector<NameId> names;  ///< of a word that is a name: those it can be
  };
  struct Binder {
    std::string name;
    Type type;
    Span where;
  };
  /// Surroundings of the expression being typed: exactly one of the two is set.
  struct Surroundings {
    const Context* context = nullptr;
    WordNeeds* needs = nullptr;
  };

  // typer.cpp
  TypedExpr typed(const SyntaxNode& node, const std::vector<NameId>* wanted = nullptr);
  void type_word(WordId id);
  /// Complains where the cost is too great, and then counts it as small.
  Cost bounded_cost(const TypedExpr& expression, Span where);
  /// As above, for an expression that is no word: all of them together are bounded, too.
  void add_cost(const TypedExpr& expression, Span where);
  void note_root(Root root, Span where);
  void note_changing(Span where, std::string_view what, std::optional<Span> in_word = std::nullopt);
  void note_asked(ActId act, Span where);
  void note_word(WordId word, Span where);
  void check_root(Root root, Span where, const std::optional<Named>& through);
  void complain_root(Root root, Site site, Span where, const std::optional<Named>& through);

  // typer_names.cpp
  TypedExpr typed_name(const SyntaxNode& node, const std::vector<NameId>* wanted);
  TypedExpr typed_member(const SyntaxNode& node);
  TypedExpr typed_call(const SyntaxNode& node);
  TypedExpr meant_word(TypedExpr made, const SyntaxNode& node);
  TypedExpr typed_option(OptionId option, Span where);
  TypedExpr member_of(TypedExpr receiver, const SyntaxNode& node, std::vector<TypedExpr> arguments);
  TypedExpr typed_can(const SyntaxNode& node);
  TypedExpr named_constant(const SyntaxNode& node, const TypedExpr& other);
  const NameId* constant_named(const SyntaxNode& node) const;
  /// The entry that the name means in the file where it stands.
  template <class Id>
  const Id* look_up(const NameMap<Id>& map, std::string_view name, Span where) const {
    return find_in(map, meant_name(draft_, name, where));
  }
  bool is_taken_away(std::string_view name) const;
  std::string how_it_could_be_known(std::string_view name) const;
  void propose_whole(std::string_view receiver, std::string_view name, std::string_view help);
  bool is_unresolved(const SyntaxNode& node) const;
  void unknown_bare_name(const SyntaxNode& node);
  std::vector<std::string> member_names(Type receiver) const;
  std::vector<NameId> possible_names(const TypedExpr& expression) const;
  const Binder* find_binder(std::string_view name) const;

  // typer_operators.cpp
  TypedExpr typed_operation(const SyntaxNode& node, const std::vector<NameId>* wanted);
  TypedExpr typed_equal(const SyntaxNode& node);
  void help_to_compare(const SyntaxNode& node, const TypedExpr& left, const TypedExpr& right);
  TypedExpr typed_has(const SyntaxNode& node);
  TypedExpr typed_choose(const SyntaxNode& node, const std::vector<NameId>* wanted);
  TypedExpr typed_quantifier(const SyntaxNode& node);
  void check_binder(const SyntaxNode& node);
  /// Adds the calls, and the effects of each `each` behind it.
  void type_calls(std::span<const EffectSyntax> calls, std::vector<TypedEffect>& made);
  TypedEffect typed_effect(const EffectSyntax& call);
  TypedExpr typed_each(const SyntaxNode& head);
  /// All that is asked by effects, as one expression: what an `each` holds is asked for each of its set.
  static void ask_together(std::span<const TypedEffect> effects, std::vector<TypedExpr>& asked);
  void propose_relatives(const SyntaxNode& node, Type type, Type wanted);
  void check_argument(const EffectSyntax& call, TypedEffect& effect);
  /// Complains unless the value is of the type or poison.
  bool expect(const TypedExpr& value, Type type, std::string_view what);

  const Draft& draft_;
  const NameTable& names_;
  CheckedRules& rules_;
  Findings& findings_;
  std::vector<WordState> words_;
  std::vector<Binder> binders_;
  Surroundings around_;
  std::int64_t all_parts_ = 0;    ///< of all expressions but those of words
  std::int64_t asked_ = 0;        ///< by all rows so far
  int each_open_ = 0;             ///< `each` round the effect being typed
  int words_open_ = 0;            ///< words begun and not done
  std::string_view wanted_what_;  ///< Want::what, where its names are wanted
};

/// "a number", "an open end".
std::string with_article(Type type);

// The type that an expression has if it is right, by its shape alone. Needed before anything is typed: a fact
// that takes the value of an expression has that expression's type, and the expression may speak of facts,
// this one included (`if me.count > round.most then me.count else round.most`).

/// The type of each fact of the draft, in order; Type::none if it is not known.
std::vector<Type> guess_fact_types(const Draft& draft, const NameTable& names, const CheckedRules& rules);

/// The type of what a quantifier over a set binds: players -> player. Type::none: not a set.
Type element_of(Type set);
/// The root by which a fact of this scope is asked for; of a train's it is that of an end.
constexpr Root receiver_root(Scope scope) {
  switch (scope) {
    case Scope::turn:
      return Root::turn;
    case Scope::player:
      return Root::me;
    case Scope::round:
      return Root::round;
    case Scope::match:
    case Scope::game:
      return Root::match;
    case Scope::train:
      return Root::end;
  }
  return {};
}
/// The scope that values of this type have as receivers of facts (turn, player, round, match).
std::optional<Scope> scope_of(Type receiver);

}  // namespace roundhouse::dsl
