#pragma once
// The rules of one variant after checking: parents laid under, options in, every name resolved,
// every expression typed. There are no unknown words, cycles or unbounded costs left in it, so
// compiling cannot fail. It is what the compiler, the lint, the rulebook and the tests' slow reading
// all start from; it depends on no number of players and on no game.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/citation.h"
#include "dsl/base/diagnostic.h"
#include "dsl/syntax/allow_comments.h"
#include "dsl/vocabulary/operators.h"
#include "dsl/vocabulary/settings.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {

/// A node of a typed expression. `args` are the operands in order; of what is no operator:
///
///   number    `number`
///   truth     `number` is 0 or 1
///   name      index: NameId
///   absent    nobody, nothing; as a side of == or != it asks whether the other is absent
///   root      index: Root (never true, false, nobody, nothing, can)
///   member    index: Member; args: receiver [, argument]
///   can       index: ActId
///   option    index: OptionId of a single value
///   table     index: OptionId of a table; args: one number for each of its keys
///   fact      index: FactId; args: receiver (turn, player, round or match)
///   train_of  index: KindId; args: receiver (a player, or the round for a shared kind)
///   word      index: WordId; args: none, or the receiver that `it` stands for
///   variable  index: how many binders further out: 0 is the innermost quantifier (or `it`)
///
/// Of quantifiers: set [, where] [, of], with a binder around where and of. `best` is the first element with
/// the greatest `of`, `sole` the same if it is alone, else absent.
///
/// Words are not inlined; inside a word's body variable 0 is `it` (where the word is a member) when no
/// quantifier stands between.
struct TypedExpr {
  Op op = Op::number;
  Type type = Type::number;
  Span where;
  std::int32_t index = 0;
  std::int32_t number = 0;
  bool has_where = false;  ///< of quantifiers
  bool has_of = false;
  std::vector<TypedExpr> args;

  // Made once, in the source: hundreds of units copy and move it.
  TypedExpr();
  ~TypedExpr();
  TypedExpr(const TypedExpr&);
  TypedExpr(TypedExpr&&) noexcept;
  TypedExpr& operator=(const TypedExpr&);
  TypedExpr& operator=(TypedExpr&&) noexcept;
};

enum class TableKey : std::uint8_t { players, round, highest };

/// One cell of a table: holds where each key lies in its range (both ends included).
struct TableEntry {
  std::vector<std::pair<std::int32_t, std::int32_t>> ranges;  ///< one for each key
  std::int32_t value = 0;
};

/// Cells of a table that say `not played`: tables of these sizes do not play the game.
struct NotPlayed {
  std::vector<std::pair<std::int32_t, std::int32_t>> ranges;  ///< one for each key; no key is the round
  Span where;
};

/// A choice that families make. Values are numbers: of a truth value 0 or 1, of a name its NameId.
struct Option {
  std::string name;
  std::string ask;
  Type type = Type::number;  ///< number, truth or name
  std::vector<NameId> choices;
  std::vector<std::int32_t> numbers;  ///< the only ones that can be chosen, ascending; empty: any in `range`
  std::map<std::string, std::string>
      called;  ///< what people say for a choice, by the choice as it is written
  std::optional<std::pair<std::int32_t, std::int32_t>> range;
  std::vector<TableKey> by;           ///< empty: a single value
  std::int32_t value = 0;             ///< in force: default, child, header or --set
  std::vector<TableEntry> table;      ///< in force, where `by` is not empty
  std::vector<NotPlayed> not_played;  ///< in force; no cells of `table`
  std::int32_t inherited_value = 0;   ///< in force without what was given last: by the file, or from outside
  std::int32_t default_value = 0;     ///< as declared
  std::vector<TableEntry> default_table;
  std::vector<std::string> from;
  Span where;
  Span value_where;  ///< the place of the value in force
};

/// A named expression. With `of` it is a member of that type and `it` is the thing asked.
struct Word {
  std::string name;
  Type of = Type::none;
  TypedExpr is;
  std::string says;          ///< for the rulebook; may be empty
  bool says_chosen = false;  ///< for the options in force, out of a ladder or by who set them
  std::vector<std::string> from;
  Span where;
};

/// New ones come last: the canonical text behind a rules hash has their numbers.
enum class Scope : std::uint8_t { turn, player, round, match, train, game };
/// The type that a fact of this scope is a member of.
constexpr Type type_of(Scope scope) {
  switch (scope) {
    case Scope::turn:
      return Type::turn;
    case Scope::player:
      return Type::player;
    case Scope::round:
      return Type::round;
    case Scope::match:
    case Scope::game:
      return Type::match;
    case Scope::train:
      return Type::train;
  }
  return Type::none;
}

/// State that rules keep. Cleared to false, 0 or absent when `per` begins anew.
struct Fact {
  std::string name;
  Scope of = Scope::turn;   ///< never `game`
  Scope per = Scope::turn;  ///< turn, round, game or match; of a train turn or round
  Type type = Type::truth;  ///< truth, number, player or tile
  /// Chance decides it: its least and greatest value; of a player there is nothing to say but that.
  std::optional<std::pair<std::int32_t, std::int32_t>> chance;
  std::string shown;  ///< the label under which the table shows it; empty: it does not
  std::string says;
  std::vector<std::string> from;
  Span where;
};

enum class TrainOwner : std::uint8_t { each, all };
enum class CentreHalf : std::uint8_t { high, low };  ///< a half of a non-double engine

struct TrainKind {
  std::string name;
  NameId name_id;
  TrainOwner of = TrainOwner::each;
  std::optional<TypedExpr> count;  ///< their number (of each player, or in all); absent: 1
  CentreHalf starts = CentreHalf::high;
  bool gone = false;  ///< taken away by a child: a known name that equals no train
  std::string says;
  std::vector<std::string> from;
  Span where;
};

enum class ActBy : std::uint8_t { turn, anyone, referee };
/// The tile that is given with an act: none, one of the actor's hand that all see, one of the hand of whom it
/// is done to, or any of the set, which is only named. It stays where it is.
enum class ActTile : std::uint8_t { none, of_me, of_whom, of_set };

struct DeclaredAct {
  std::string name;    ///< by which rows and conditions know it
  std::string called;  ///< as players say it and records have it; the name where the rules give no other word
  ActBy by = ActBy::turn;
  bool whom = false;
  ActTile tile = ActTile::none;
  std::optional<std::pair<std::int32_t, std::int32_t>> amount;
  std::string says;
  std::vector<std::string> from;
  Span where;
};

/// One call of an effect. `set` and `add` have the fact (Op::fact) as args[0]. `each` has one argument, a
/// quantifier (Op::any) with its set and perhaps a `where`; the effects that it holds stand behind it in the
/// row's list, so that readers of what a row writes see them, too. Their arguments are bound by it: variable
/// 0 is the innermost `each`.
struct TypedEffect {
  Effect id = Effect::mark;
  Span where;
  std::vector<TypedExpr> args;
  std::size_t inner = 0;  ///< of `each`: how many of the effects behind it it holds, at whatever depth
  int depth = 0;          ///< the number of `each` around this effect
};

enum class Shape : std::uint8_t { forbid, permit, except, advise, after, optional };
/// The keys by which a row says its shape, in that order.
inline constexpr std::array<std::string_view, 6> shape_words{"forbid", "permit", "except",
                                                             "advise", "after",  "optional"};
constexpr std::string_view shape_word(Shape shape) { return shape_words[static_cast<std::size_t>(shape)]; }
/// Rows written under `rules`, or following from a fact or an act that defines itself. An act's own
/// `when` is a permit row and its own `do` an after row; both bear the act's name as id.
enum class Origin : std::uint8_t { rule, fact, act };

/// A piece of a sentence: literal text, or an option whose value is woven in.
struct TemplatePiece {
  std::string text;
  std::optional<OptionId> option;
};

/// A rule: one row.
struct Rule {
  std::string id;
  Shape shape = Shape::forbid;
  Origin origin = Origin::rule;
  std::vector<ActId> acts;      ///< forbid, permit, advise, optional
  std::vector<EventId> events;  ///< after (more than one where a fact names several)
  std::vector<RuleId> excepts;  ///< except: the rows it lifts (never permit or except rows)
  std::optional<TypedExpr> when;
  std::vector<TypedEffect> effects;
  std::string says;  ///< as written; empty where the condition says it all
  std::vector<TemplatePiece> says_pieces;
  bool says_chosen = false;  ///< for the options in force, out of a ladder or by who set them
  std::vector<std::string> from;
  Span where;        ///< the row
  Span id_where;     ///< its id alone
  Span about_where;  ///< the thing that it is about, of several the first; of a row of a fact or an act its
                     ///< name
  Span says_where;   ///< its sentence, or the first of a ladder; empty: it has none
};

/// The sentences of the rule file about a value of setup or match; only the rulebook reads them.
struct ValueSaying {
  std::string key;           ///< "engine.wanted"
  std::string says;          ///< as written
  bool says_chosen = false;  ///< for the options in force, out of a ladder or by who set them
};

/// The sentences of a ladder of setup or match, one for each of its steps.
struct StepSaying {
  std::string says;  ///< as written; empty: the step has none
  Span where;        ///< of the sentence
};
struct StepSayings {
  std::string key;                ///< "starter"
  std::vector<StepSaying> steps;  ///< all steps of the ladder, the last one, too
};

/// A number of players for which a table says that the game is not played.
struct PlayersLeftOut {
  std::int32_t players = 0;
  Span where;
};

/// The forms in which settings are kept; see settings.h. A ladder has become a chain of `choose`.
namespace kept {
using needed = TypedExpr;
using filled = TypedExpr;
using given = std::optional<TypedExpr>;
using listed = std::vector<TypedExpr>;
}  // namespace kept

/// The setup of a round. Absent values mean: no lots; first by lots, else by agreement; never dealt again,
/// and without a limit; `leader` round.first; `passes` left; `wanted` the scheduled double; `best` tile.high;
/// `ties` order; `drawn` keep; no limit of draws; `starter` the holder, else round.first.
struct Setup {
  std::int32_t least_players = 2;
  std::int32_t most_players = 2;
  std::vector<PlayersLeftOut> left_out;  ///< of these, ascending; see player_numbers.h
#define X(field, map, key, form, keep, ...) kept::keep field{};
  ROUNDHOUSE_SETUP_VALUES(X)
#undef X
  std::vector<std::pair<std::string, Span>> places;  ///< key ("engine.wanted") -> where its value stands
  std::vector<ValueSaying> sayings;
  std::vector<StepSayings> step_sayings;  ///< of ladders in which some step has a sentence
};

/// The level above a round. Absent: one round, one game, never over before, no schedule, me.total as the
/// order, one group, no points for places, nobody moves on, no points for who joins later.
struct Match {
#define X(field, map, key, form, keep, ...) kept::keep field{};
  ROUNDHOUSE_MATCH_VALUES(X)
#undef X
  std::vector<std::pair<std::string, Span>> places;
  std::vector<ValueSaying> sayings;
  std::vector<StepSayings> step_sayings;
};

/// A claim about all play, which play is searched for a counterexample of. It changes no game.
struct Check {
  std::string id;
  bool always = true;  ///< else the condition must never hold
  TypedExpr condition;
  std::vector<EventId> events;  ///< asked as an `after` row of these is; empty: in every position of play
  std::string says;
  Span where;  ///< of its id
};

/// A little record with what the referee is to say of it. Of the file itself: parents' are not inherited.
struct Example {
  std::string says;
  std::string record;
  Span record_where;
  bool legal = true;
  std::string because;  ///< the rule or law by which it is illegal; empty: any
  Span where;           ///< of what it `is`
};

/// `carries`: a section that a value or something inherited carries.
struct Carried {
  std::string section;
  std::vector<std::string> names;
  Span where;
};

/// A section that a `from` names, with its place.
struct Cited {
  std::string section;
  Span where;
};

struct Section {
  std::string id;
  std::string text;
  Span where;
};

/// A name that a file has for itself though a parent or the language has one like it.
struct OwnName {
  std::string name;
  std::string what;   ///< of the other one: "an option"
  std::string whose;  ///< "train"; empty: of the language
  Span where;
  Span there;  ///< of the language: none
};

/// A row that a file puts in the place of its parent's, and an entry of the parent that says what that row
/// said.
struct SharedSentence {
  std::string name;   ///< of the row
  std::string other;  ///< of the entry, which goes on to say it
  Span where;
  Span there;
};

/// A row or a check of a parent that a file takes away.
struct TakenRow {
  std::string id;
  Span where;
};

/// The edition of the bundled game that a file extends or a record names.
struct UsedEdition {
  std::string name;  ///< "train@1"
  std::int32_t number = 0;
  std::int32_t newest = 0;
  Span where;  ///< of what names it
  std::string
      evidence;  ///< of an older one that nobody asked for by its number: a name that shows it; else empty
};

struct CheckedRules {
  std::string name;                ///< as the file says
  std::vector<std::string> chain;  ///< this file's name as given, then its parent's, and so on
  std::vector<std::string> names;  ///< NameId -> text: train kinds, choices, setup's own names
  std::vector<Option> options;
  std::vector<Word> words;
  std::vector<Fact> facts;
  std::vector<TrainKind> trains;
  std::vector<DeclaredAct> acts;
  std::vector<Rule> rules;  ///< in order: parents first; facts' rows before rules, acts' rows after facts'
  Setup setup;
  Match match;
  std::vector<Check> checks;
  std::vector<Example> examples;
  std::vector<Carried> carries;
  std::vector<Cited> cited;      ///< by all the rows above, for a look at what they cite
  std::vector<Section> sources;  ///< the house's own
  std::vector<OwnName> own_names;
  std::vector<SharedSentence> shared_sentences;
  std::vector<TakenRow> taken_rows;  ///< by this file and its parents
  std::optional<UsedEdition> edition;
  std::vector<Citation>
      of_parents;  ///< sections of parents' documents, sorted; all others are the file's own
  /// Comments of the file that was asked for, not of its parents, about what the lint may leave unsaid.
  std::vector<AllowComment> allows;
  std::vector<ActId> can_order;  ///< an order in which `can` of each act rests only on earlier ones

  std::string_view name_text(NameId id) const { return names[id.value]; }
  std::size_t act_count() const { return built_in_acts + acts.size(); }
  std::string_view act_name(ActId id) const {
    return id.value < built_in_acts ? row(static_cast<BuiltInAct>(id.value)).name
                                    : std::string_view(acts[id.value - built_in_acts].name);
  }

  // Made once, in the source: hundreds of units copy and move it.
  CheckedRules();
  ~CheckedRules();
  CheckedRules(const CheckedRules&);
  CheckedRules(CheckedRules&&) noexcept;
  CheckedRules& operator=(const CheckedRules&);
  CheckedRules& operator=(CheckedRules&&) noexcept;
};

/// Calls `visit` with each setting that is given, in the order of the table: its row and its value, or each
/// of its values. `Rules`: checked rules, constant or not.
template <class Rules, class Visit>
void each_setting(Rules& rules, const Visit& visit) {
  const auto take = [&](Setting setting, auto& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) visit(row(setting), *value);
    } else if constexpr (requires { value.begin(); }) {
      for (auto& one : value) visit(row(setting), one);
    } else {
      visit(row(setting), value);
    }
  };
#define X(field, ...) take(Setting::field, rules.setup.field);
  ROUNDHOUSE_SETUP_VALUES(X)
#undef X
#define X(field, ...) take(Setting::field, rules.match.field);
  ROUNDHOUSE_MATCH_VALUES(X)
#undef X
}

/// The names that setup values choose from; interned first, in this order, so that they have fixed ids.
// X(enumerator, text)
#define ROUNDHOUSE_SETUP_NAMES(X) \
  X(hands, "hands")               \
  X(aside, "aside")               \
  X(lead, "lead")                 \
  X(unison, "unison")             \
  X(in_turn, "in-turn")           \
  X(one_by_one, "one-by-one")     \
  X(reveal, "reveal")             \
  X(redeal, "redeal")             \
  X(nothing, "nothing")           \
  X(turn_over, "turn-over")       \
  X(turned, "turned")             \
  X(left, "left")                 \
  X(never, "never")               \
  X(order, "order")               \
  X(lot, "lot")                   \
  X(keep, "keep")                 \
  X(back, "back")

enum class SetupName : std::uint16_t {
#define X(id, text) id,
  ROUNDHOUSE_SETUP_NAMES(X)
#undef X
};

// The sections of documents by which a row or value binds.

/// The section, with the parent that it belongs to, if any.
Citation citation_of(const CheckedRules& rules, const std::string& section);

/// The sections of a row or value: those it cites and those that `carries` gives to it.
std::vector<Citation> sections_of(const CheckedRules& rules, const std::string& name,
                                  const std::vector<std::string>& from);

// The size of rules: the cost of checking and compiling them, for callers that keep to a budget of work.

/// Nodes of all expressions, and one for each row, word and option.
std::size_t size_of(const CheckedRules& rules);

}  // namespace roundhouse::dsl
