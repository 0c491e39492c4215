#include "dsl/check/typer.h"

#include <algorithm>
#include <map>

#include "dsl/check/name_table.h"

namespace roundhouse::dsl {
namespace {

// More rest on each other in no right file; each takes its part of the stack.
constexpr int most_open = 100;

struct Guesser {
  const Draft& draft;
  const NameTable& names;
  const CheckedRules& rules;
  // Words and facts asked for already; Type::none while being worked out, which is what ends a circle.
  std::map<std::uint16_t, Type> words{};
  std::map<std::uint16_t, Type> facts{};
  int open = 0;  ///< words and facts being worked out
  std::vector<std::pair<std::string, Type>> bound{};

  Type of_word(WordId id) {
    const auto [at, fresh] = words.emplace(id.value, Type::none);
    if (!fresh) return at->second;
    const DraftWord& word = draft.words[id.value];
    if (!word.is.good || open > most_open) return Type::none;
    ++open;
    std::vector<std::pair<std::string, Type>> outer;
    if (word.of != Type::none) outer.emplace_back("it", word.of);
    outer.swap(bound);
    const Type type = of(word.is.node);
    outer.swap(bound);
    --open;
    return words[id.value] = type;
  }

  Type of_fact(FactId id) {
    const auto [at, fresh] = facts.emplace(id.value, Type::none);
    if (!fresh) return at->second;
    const DraftFact& fact = draft.facts[id.value];
    Type type = Type::truth;
    if (fact.type) {
      type = *fact.type;
    } else if (fact.add) {
      type = Type::number;
    } else if (fact.is) {
      std::vector<std::pair<std::string, Type>> outer;
      outer.swap(bound);
      ++open;
      type = fact.is->good && open <= most_open ? of(fact.is->node) : Type::none;
      --open;
      outer.swap(bound);
    }
    return facts[id.value] = type;
  }

  Type of_member(Type receiver, const SyntaxNode& asked) {
    const std::string_view name = meant_name(draft, asked.text, asked.where);
    const MemberRow* member = find_member(receiver, asked.text);
    // A name that a file declares goes before the language's, there and in the files that extend it.
    const auto is_meant = [&](Span declared) {
      return member == nullptr || is_known_in(declared, asked.where);
    };
    const auto scope = scope_of(receiver);
    if (const FactId* fact = find_in(names.facts, name);
        fact && draft.facts[fact->value].of == scope && is_meant(draft.facts[fact->value].name.where))
      return of_fact(*fact);
    if (const KindId* kind = find_in(names.trains, name);
        kind && (receiver == Type::player || receiver == Type::round) &&
        is_meant(draft.trains[kind->value].name.where))
      return Type::train;
    if (const WordId* word = find_in(names.words, name);
        word && draft.words[word->value].of == receiver && is_meant(draft.words[word->value].name.where))
      return of_word(*word);
    return member == nullptr ? Type::none : member->type;
  }

  Type of_name(const SyntaxNode& asked) {
    std::string_view name = asked.text;
    const auto binder =
        std::find_if(bound.rbegin(), bound.rend(), [&](const auto& b) { return b.first == name; });
    if (binder != bound.rend()) return binder->second;
    if (const RootRow* root = find_root(name)) return root->type;
    if (find_in(names.constants, name) && meant_name(draft, name, asked.where).empty()) return Type::name;
    name = meant_name(draft, name, asked.where);
    if (const OptionId* option = find_in(names.options, name)) return rules.options[option->value].type;
    if (const WordId* word = find_in(names.words, name)) return of_word(*word);
    return find_in(names.constants, name) ? Type::name : Type::none;
  }

  /// The first that says anything but "absent".
  Type first_known(Type a, Type b) { return a == Type::none || a == Type::absent ? b : a; }

  Type of(const SyntaxNode& node) {
    switch (node.kind) {
      case SyntaxKind::number:
        return Type::number;
      case SyntaxKind::name:
        return of_name(node);
      case SyntaxKind::member:
        if (node.args[0].kind == SyntaxKind::name && node.args[0].text == "can") return Type::truth;
        return of_member(of(node.args[0]), node);
      case SyntaxKind::call:
        return node.receiver ? of_member(of(node.args[0]), node) : Type::number;
      case SyntaxKind::operation: {
        if (row(node.op).form != Form::choice) return row(node.op).result;
        const Type then = of(node.args[1]);
        return first_known(then, then == Type::none || then == Type::absent ? of(node.args[2]) : then);
      }
      case SyntaxKind::quantifier:
        if (row(node.op).result != Type::none) return row(node.op).result;
        return node.args.empty() ? Type::none : element_of(of(node.args[0]));
    }
    return Type::none;
  }
};

}  // namespace

Type element_of(Type set) {
  const SetRow* row = find_set(set);
  return row == nullptr ? Type::none : row->element;
}

std::optional<Scope> scope_of(Type receiver) {
  for (const Scope scope : {Scope::turn, Scope::player, Scope::round, Scope::match, Scope::train})
    if (type_of(scope) == receiver) return scope;
  return std::nullopt;
}

std::vector<Type> guess_fact_types(const Draft& draft, const NameTable& names, const CheckedRules& rules) {
  Guesser guesser{draft, names, rules};
  std::vector<Type> types;
  for (std::size_t i = 0; i < draft.facts.size(); ++i) {
    types.push_back(guesser.of_fact({static_cast<std::uint16_t>(i)}));
  }
  return types;
}

}  // namespace roundhouse::dsl
