// Names and members: what a word in an expression stands for.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/foreign_words.h"
#include "dsl/check/name_table.h"
#include "dsl/check/option_values.h"
#include "dsl/check/typer.h"

namespace roundhouse::dsl {
namespace {

// As deep as words may rest on each other; reading them takes that much of the stack, too.
constexpr int most_words_open = 64;

/// The receiver with which a fact of this scope is written: `turn.x`, `me.x`, `end.train.x`.
std::string receiver_word(Scope scope) {
  return std::string(row(receiver_root(scope)).name) + (scope == Scope::train ? ".train" : "");
}

/// Longer than other lists: who looks for a member knows what it is about and finds it there.
constexpr std::size_t longest_member_list = 30;

bool has_word(std::string_view sentence, std::string_view word) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = sentence.find(word); at != std::string_view::npos; at = sentence.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(sentence[at - 1])) && (end == sentence.size() || !is_letter(sentence[end])))
      return true;
  }
  return false;
}

/// The members whose meaning speaks of the name: who writes `me.tiles` means the number of them or the hand.
void propose_by_meaning(Diagnostic& made, Type of, std::string_view name) {
  constexpr std::size_t shortest = 3;  // "of" and "is" mean nothing
  if (name.size() < shortest) return;
  for (const MemberRow& member : all_members()) {
    if (member.of != of || member.argument != Type::none || !has_word(member.meaning, name)) continue;
    suggest_fix(made, {made.where, std::string(member.name),
                       fmt::format("did you mean '{}': {}?", member.name, member.meaning)});
  }
}

/// Members that people look for behind a word, and find behind another; tried like all that is proposed.
struct MemberElsewhere {
  Type of;
  std::string_view name, whole, about;
};
constexpr MemberElsewhere members_elsewhere[] = {
    {Type::turn, "number", "me.turns", "the turns that the player has begun in this round"},
    {Type::turn, "count", "me.turns", "the turns that the player has begun in this round"},
    {Type::player, "train", "me.own", "the player's own train"},
};

void propose_elsewhere(Diagnostic& made, Type of, const SyntaxNode& node) {
  for (const MemberElsewhere& member : members_elsewhere)
    if (member.of == of && member.name == node.text)
      suggest_fix(
          made, {node.where, std::string(member.whole), fmt::format("'{}': {}", member.whole, member.about)});
}

/// For a member that lost what stands before its dot: where it may have come from.
std::vector<FixIt> with_receivers(std::string_view member, Span where) {
  std::vector<FixIt> wholes;
  std::vector<Type> seen;  // 'me.count' and not 'whom.count' and 'holder.count' besides
  for (const RootRow& root : all_roots()) {
    if (find_member(root.type, member) == nullptr) continue;
    if (contains(seen, root.type)) continue;
    seen.push_back(root.type);
    const std::string whole = fmt::format("{}.{}", root.name, member);
    wholes.push_back({where, whole, fmt::format("did you mean '{}'?", whole)});
  }
  return wholes;
}

void propose_foreign(Diagnostic& made, std::string_view name) {
  for (const ForeignWord& word : foreign_values) {
    if (word.foreign == name)
      suggest_fix(made, {made.where, std::string(word.ours), fmt::format("write '{}'", word.ours)});
  }
}

}  // namespace

const Typer::Binder* Typer::find_binder(std::string_view name) const {
  const auto found =
      std::find_if(binders_.rbegin(), binders_.rend(), [&](const Binder& b) { return b.name == name; });
  return found == binders_.rend() ? nullptr : &*found;
}

/// The entry itself, which no name of another can be meant for; a choice of it may be one of others, too.
bool Typer::is_taken_away(std::string_view name) const {
  const TakenAway* gone = find_taken_away(draft_, name);
  return gone != nullptr && gone->name.text == name;
}

bool Typer::is_unresolved(const SyntaxNode& node) const {
  return node.kind == SyntaxKind::name && node.text != "it" && find_binder(node.text) == nullptr &&
         find_root(node.text) == nullptr && look_up(names_.options, node.text, node.where) == nullptr &&
         look_up(names_.words, node.text, node.where) == nullptr && !draft_.broken.contains(node.text) &&
         !is_taken_away(node.text);
}

void Typer::unknown_bare_name(const SyntaxNode& node) {
  if (const FactId* fact = look_up(names_.facts, node.text, node.where)) {
    findings_.error(CheckCode::unknown_name, node.where,
                    fmt::format("the fact '{}' does not stand alone", node.text),
                    "it is asked of what it is a fact of");
    propose_whole(receiver_word(draft_.facts[fact->value].of), node.text, "write '{}'");
    return;
  }
  if (look_up(names_.acts, node.text, node.where)) {
    findings_.error(CheckCode::unknown_name, node.where, fmt::format("the act '{}' is no value", node.text));
    propose_whole("can", node.text, "'{}' asks whether it is legal");
    return;
  }
  if (reported_as_removed(draft_, node.text, node.where, findings_)) return;
  if (findings_.crowded()) {
    findings_.error(CheckCode::unknown_name, node.where, "this name means nothing here");
    return;
  }
  std::vector<std::string> known;
  for (const Binder& binder : binders_) known.push_back(binder.name);
  for (const RootRow& root : all_roots()) known.emplace_back(root.name);
  for (std::string& name : names_in(names_.options)) known.push_back(std::move(name));
  for (std::string& name : names_in(names_.words)) known.push_back(std::move(name));
  for (std::string& name : names_in(names_.constants)) known.push_back(std::move(name));
  Diagnostic& made =
      findings_.unknown(CheckCode::unknown_name, node.where, node.text, "option, word or name", known);
  made.why.clear();
  // A member that lost what stands before its dot is likelier than a misspelt name.
  std::vector<FixIt> wholes = with_receivers(node.text, made.where);
  propose_foreign(made, node.text);
  if (wholes.empty()) {
    (made.fixes.empty() ? made.help : made.otherwise) = how_it_could_be_known(node.text);
    return;
  }
  wholes.insert(wholes.end(), made.fixes.begin(), made.fixes.end());
  made.fixes = std::move(wholes);
  made.help = made.fixes.front().help;
}

/// For a name that is near to none: what could keep what it seems to ask for.
std::string Typer::how_it_could_be_known(std::string_view name) const {
  constexpr std::size_t shortest = 3;
  if (!name.empty() && std::isupper(static_cast<unsigned char>(name.front())) != 0)
    return "rules know nobody by name: a player is known by the seat, such as 'me.seat == 1', by the age or "
           "by what a "
           "fact remembers of them";
  for (const DraftAct& act : draft_.acts) {
    const std::string& done = act.name.text;
    if (done.size() < shortest || !name.starts_with(done)) continue;
    return fmt::format(
        "that '{0}' was done has to be remembered: a fact '{1}: {{ of: turn, after: {0} }}' is "
        "asked for as 'turn.{1}'",
        done, name);
  }
  return "what players did is remembered by a fact, what families choose is an option, a name for a "
         "condition is a word: declare it under 'facts', 'options' or 'words'";
}

/// Adds to the last complaint what the name would be with this before its dot.
void Typer::propose_whole(std::string_view receiver, std::string_view name, std::string_view help) {
  Diagnostic& made = findings_.last();
  const std::string whole = fmt::format("{}.{}", receiver, name);
  suggest_fix(made, {made.where, whole, fmt::format(fmt::runtime(help), whole)});
}

TypedExpr Typer::typed_name(const SyntaxNode& node, const std::vector<NameId>* wanted) {
  if (wanted) {
    for (const NameId name : *wanted) {
      if (rules_.names[name.value] == node.text)
        return make_typed(Op::name, Type::name, node.where, name.value);
    }
  }
  if (const Binder* binder = find_binder(node.text)) {
    const auto outwards = binders_.data() + binders_.size() - 1 - binder;
    return make_typed(Op::variable, binder->type, node.where, static_cast<std::int32_t>(outwards));
  }
  if (node.text == "it") {
    findings_.error(CheckCode::not_known_here, node.where, "'it' is not known here").why =
        "it is known in a word that says with 'of' what it is about";
    return poison(node.where);
  }
  if (const RootRow* root = find_root(node.text)) {
    TypedExpr made = make_typed(Op::root, root->type, node.where, static_cast<std::int32_t>(root->id));
    if (root->id == Root::truth_true || root->id == Root::truth_false) {
      made.op = Op::truth;
      made.number = root->id == Root::truth_true;
      made.index = 0;
    } else if (root->id == Root::nobody || root->id == Root::nothing) {
      made.op = Op::absent;
      made.index = 0;
    } else if (root->id == Root::can) {
      findings_.error(CheckCode::wrong_arguments, node.where, "'can' does not stand alone",
                      "'can.lay' asks whether some lay is legal");
      return poison(node.where);
    } else {
      const std::size_t before = findings_.size();
      note_root(root->id, node.where);
      if (findings_.size() > before) return poison(node.where);
    }
    return made;
  }
  if (const OptionId* option = look_up(names_.options, node.text, node.where))
    return typed_option(*option, node.where);
  if (const WordId* word = look_up(names_.words, node.text, node.where)) {
    const Type of = draft_.words[word->value].of;
    if (of != Type::none) {
      findings_.error(
          CheckCode::unknown_name, node.where,
          fmt::format("'{}' is a word about {} and does not stand alone", node.text, with_article(of)),
          fmt::format("write it after a dot, behind {}", with_article(of)));
      return poison(node.where);
    }
    TypedExpr made = make_typed(Op::word, Type::none, node.where, word->value);
    return meant_word(std::move(made), node);
  }
  if (const NameId* name = constant_named(node)) {
    return make_typed(Op::name, Type::name, node.where, name->value);
  }
  if (draft_.broken.contains(node.text)) return poison(node.where);
  if (wanted) {
    std::vector<std::string> expected;
    for (const NameId name : *wanted) expected.push_back(rules_.names[name.value]);
    findings_.unknown(CheckCode::not_a_choice, node.where, node.text,
                      fmt::format("value of {}", wanted_what_), expected);
  } else {
    unknown_bare_name(node);
  }
  return poison(node.where);
}

TypedExpr Typer::meant_word(TypedExpr made, const SyntaxNode& node) {
  const WordId id{static_cast<std::uint16_t>(made.index)};
  if (words_[id.value].progress == Progress::begun) {
    findings_.error(CheckCode::word_cycle,
                    node.text_where.end > node.text_where.begin ? node.text_where : node.where,
                    fmt::format("the word '{}' is explained by itself", node.text),
                    {draft_.words[id.value].name.where, "this word"});
    return poison(node.where);
  }
  if (words_[id.value].progress == Progress::untouched && words_open_ >= most_words_open) {
    findings_.error(CheckCode::too_costly, node.where,
                    fmt::format("more than {} words rest on each other here", most_words_open));
    return poison(node.where);
  }
  type_word(id);
  made.type = rules_.words[id.value].is.type;
  if (made.type == Type::none) return poison(node.where);
  const std::size_t before = findings_.size();
  note_word(id, node.where);
  return findings_.size() > before ? poison(node.where) : made;
}

TypedExpr Typer::typed_option(OptionId id, Span where) {
  const Option& option = rules_.options[id.value];
  if (option.by.empty()) return make_typed(Op::option, option.type, where, id.value);
  TypedExpr made = make_typed(Op::table, option.type, where, id.value);
  const auto implied = [&](Root root, Member member) {
    note_root(root, where);
    TypedExpr key = make_typed(Op::member, Type::number, where, static_cast<std::int32_t>(member));
    key.args.push_back(make_typed(Op::root, row(root).type, where, static_cast<std::int32_t>(root)));
    made.args.push_back(std::move(key));
  };
  for (const TableKey key : option.by) {
    switch (key) {
      case TableKey::players:
        implied(Root::match, Member::match_players);
        break;
      case TableKey::round:
        implied(Root::round, Member::round_number);
        break;
      case TableKey::highest:
        implied(Root::set, Member::set_highest);
        break;
    }
  }
  return made;
}

TypedExpr Typer::typed_can(const SyntaxNode& node) {
  const ActId* act = look_up(names_.acts, node.text, node.where);
  if (!act) {
    if (!draft_.broken.contains(node.text) &&
        !reported_as_removed(draft_, node.text, node.text_where, findings_)) {
      findings_.unknown(CheckCode::unknown_act, node.text_where, node.text, "act", names_in(names_.acts));
    }
    return poison(node.where);
  }
  const std::size_t before = findings_.size();
  note_asked(*act, node.where);
  if (findings_.size() > before) return poison(node.where);
  return make_typed(Op::can, Type::truth, node.where, act->value);
}

TypedExpr Typer::typed_member(const SyntaxNode& node) {
  const SyntaxNode& left = node.args[0];
  if (left.kind == SyntaxKind::name && left.text == "can" && !find_binder("can")) return typed_can(node);
  TypedExpr receiver = typed(left);
  return member_of(std::move(receiver), node, {});
}

TypedExpr Typer::typed_call(const SyntaxNode& node) {
  std::vector<TypedExpr> arguments;
  for (std::size_t i = node.receiver ? 1 : 0; i < node.args.size(); ++i) {
    arguments.push_back(typed(node.args[i]));
    expect(arguments.back(), Type::number, fmt::format("what stands in the brackets of '{}'", node.text));
  }
  if (node.receiver) return member_of(typed(node.args[0]), node, std::move(arguments));

  const Span name_where = node.text_where.end > node.text_where.begin ? node.text_where : node.where;
  const OptionId* id = look_up(names_.options, node.text, node.where);
  if (!id) {
    if (draft_.broken.contains(node.text) || reported_as_removed(draft_, node.text, name_where, findings_))
      return poison(node.where);
    std::vector<std::string> tables;
    for (const Option& option : rules_.options) {
      if (!option.by.empty()) tables.push_back(option.name);
    }
    Diagnostic& made =
        findings_.unknown(CheckCode::unknown_name, name_where, node.text, "table among the options", tables);
    if (look_up(names_.words, node.text, node.where) || find_root(node.text))
      say_instead(made, "only tables are asked with brackets");
    return poison(node.where);
  }
  const Option& option = rules_.options[id->value];
  if (option.type == Type::none) return poison(node.where);
  if (option.by.size() != arguments.size()) {
    findings_.error(CheckCode::wrong_arguments, node.where,
                    option.by.empty()
                        ? fmt::format("'{}' is a single value and no table", node.text)
                        : fmt::format("the table '{}' has {}, and {} here", node.text,
                                      counted(option.by.size(), "key"), counted_standing(arguments.size())),
                    {option.where, "declared here"});
    return poison(node.where);
  }
  TypedExpr made = make_typed(Op::table, option.type, node.where, id->value);
  made.args = std::move(arguments);
  return made;
}

TypedExpr Typer::member_of(TypedExpr receiver, const SyntaxNode& node, std::vector<TypedExpr> arguments) {
  if (receiver.type == Type::none) return poison(node.where);
  const Span name_where = node.text_where.end > node.text_where.begin ? node.text_where : node.where;
  const Type of = receiver.type;
  TypedExpr made = make_typed(Op::member, Type::none, node.where);
  std::size_t takes = 0;
  const FactId* fact = look_up(names_.facts, node.text, node.where);
  const KindId* kind = look_up(names_.trains, node.text, node.where);
  const WordId* word = look_up(names_.words, node.text, node.where);
  const bool is_fact = fact && draft_.facts[fact->value].of == scope_of(of);
  const bool is_train =
      kind && of == (draft_.trains[kind->value].of == TrainOwner::each ? Type::player : Type::round);
  const bool is_word = word && draft_.words[word->value].of == of;
  const MemberRow* member = find_member(of, node.text);
  // A name that a file declares goes before the language's, there and in the files that extend it.
  if ((is_fact && is_known_in(draft_.facts[fact->value].name.where, node.where)) ||
      (is_train && is_known_in(draft_.trains[kind->value].name.where, node.where)) ||
      (is_word && is_known_in(draft_.words[word->value].name.where, node.where)))
    member = nullptr;
  if (member) {
    made.type = member->type;
    made.index = static_cast<std::int32_t>(member->id);
    takes = member->argument == Type::none ? 0 : 1;
    if (of == Type::match && member->level != Level::constant) note_changing(node.where, node.text);
  } else if (is_fact) {
    made.op = Op::fact;
    made.type = rules_.facts[fact->value].type;
    made.index = fact->value;
    note_changing(node.where, node.text);
  } else if (is_train) {
    made.op = Op::train_of;
    made.type = Type::train;
    made.index = kind->value;
  } else if (is_word) {
    made.op = Op::word;
    made.index = word->value;
    made = meant_word(std::move(made), node);
  } else if (!draft_.broken.contains(node.text) &&
             !reported_as_removed(draft_, node.text, name_where, findings_)) {
    Diagnostic& complaint =
        findings_.unknown(CheckCode::unknown_member, name_where, node.text,
                          fmt::format("member of {}", with_article(of)), member_names(of));
    propose_elsewhere(complaint, of, node);
    if (complaint.fixes.empty()) propose_by_meaning(complaint, of, node.text);
    if (complaint.why.empty()) {
      const std::vector<std::string> known = member_names(of);
      if (!known.empty() && known.size() <= longest_member_list)
        complaint.why = fmt::format("behind {} may stand {}", with_article(of), fmt::join(known, ", "));
    }
    if (word && draft_.words[word->value].of == Type::none && scope_of(of))
      say_instead(complaint, fmt::format("'{}' is a word of its own: write it without a dot, or declare it "
                                         "with 'of: {}'",
                                         node.text, type_name(of)));
    // The name is one of this game, of something else than what stands before the dot.
    if (fact || kind) {
      const bool is_each = kind && draft_.trains[kind->value].of == TrainOwner::each;
      const std::string known = fact      ? "it is a fact of something else"
                                : is_each ? "each player has such a train"
                                          : "the train is shared";
      say_instead(complaint, known);
      const std::string whole = fmt::format("{}.{}",
                                            fact      ? receiver_word(draft_.facts[fact->value].of)
                                            : is_each ? "me"
                                                      : "round",
                                            node.text);
      suggest_fix(complaint,
                  {node.where, whole, fmt::format("{}: write '{}'", fact ? "it is a fact" : known, whole)});
    } else if (!node.args.empty() && node.args[0].kind == SyntaxKind::name) {
      for (FixIt& whole : with_receivers(node.text, node.where)) suggest_fix(complaint, std::move(whole));
    }
  }
  if (made.type == Type::none) return poison(node.where);
  if (arguments.size() != takes) {
    findings_.error(CheckCode::wrong_arguments, node.where,
                    takes == 0 ? fmt::format("'{}' takes nothing in brackets", node.text)
                               : fmt::format("'{}' takes one number in brackets", node.text));
    return poison(node.where);
  }
  made.args.push_back(std::move(receiver));
  std::move(arguments.begin(), arguments.end(), std::back_inserter(made.args));
  return made;
}

std::vector<std::string> Typer::member_names(Type receiver) const {
  std::vector<std::string> known;
  if (findings_.crowded()) return known;
  for (const MemberRow& member : all_members()) {
    if (member.of == receiver) known.emplace_back(member.name);
  }
  for (const DraftFact& fact : draft_.facts) {
    if (fact.of == scope_of(receiver)) known.push_back(fact.name.text);
  }
  for (const DraftTrain& train : draft_.trains) {
    if (receiver == (train.of == TrainOwner::each ? Type::player : Type::round))
      known.push_back(train.name.text);
  }
  for (const DraftWord& word : draft_.words) {
    if (word.of == receiver && receiver != Type::none) known.push_back(word.name.text);
  }
  return known;
}

TypedExpr Typer::named_constant(const SyntaxNode& node, const TypedExpr& other) {
  const NameId* name = constant_named(node);
  if (other.type == Type::none) {  // nothing to hold it against
    return name ? make_typed(Op::name, Type::name, node.where, name->value) : poison(node.where);
  }
  if (other.type != Type::name) {
    if (!name) {
      unknown_bare_name(node);
      return poison(node.where);
    }
    return make_typed(Op::name, Type::name, node.where, name->value);
  }
  std::vector<std::string> expected;
  if (!name && reported_as_removed(draft_, node.text, node.where, findings_)) return poison(node.where);
  for (const NameId id : possible_names(other)) {
    if (name && id == *name) return make_typed(Op::name, Type::name, node.where, name->value);
    expected.push_back(rules_.names[id.value]);
  }
  // A child that declares the option anew may leave choices out that its parents ask for: none of those is
  // made.
  if (other.op == Op::option &&
      rules_.options[static_cast<std::size_t>(other.index)].where.file.value < node.where.file.value)
    return make_typed(Op::absent, Type::absent, node.where);
  findings_.unknown(
      CheckCode::unknown_name, node.where, node.text,
      other.op == Op::option
          ? fmt::format("choice of '{}'", rules_.options[static_cast<std::size_t>(other.index)].name)
      : other.op == Op::member ? std::string("kind of train")
                               : std::string("name that can stand on the other side"),
      expected);
  return poison(node.where);
}

/// A kind of train or a choice. Choices have one name in all files.
const NameId* Typer::constant_named(const SyntaxNode& node) const {
  const NameId* name = look_up(names_.constants, node.text, node.where);
  return name ? name : find_in(names_.constants, node.text);
}

std::vector<NameId> Typer::possible_names(const TypedExpr& expression) const {
  std::vector<NameId> names;
  const auto add = [&](NameId name) {
    if (!contains(names, name)) names.push_back(name);
  };
  const auto index = static_cast<std::size_t>(expression.index);
  if (expression.type != Type::name) return names;
  if (expression.op == Op::name) {
    add({static_cast<std::uint16_t>(expression.index)});
  } else if (expression.op == Op::option) {
    for (const NameId choice : rules_.options[index].choices) add(choice);
  } else if (expression.op == Op::choose) {
    for (const NameId name : possible_names(expression.args[1])) add(name);
    for (const NameId name : possible_names(expression.args[2])) add(name);
  } else if (expression.op == Op::word) {
    return words_[index].names;
  } else {
    for (const DraftTrain& train : draft_.trains) add(*find_in(names_.constants, train.name.text));
  }
  return names;
}

}  // namespace roundhouse::dsl
