// Operators, quantifiers and effects: which kinds of values they take and give.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/typer.h"

namespace roundhouse::dsl {
namespace {

bool can_be_compared(Type type) {
  return type == Type::number || type == Type::truth || type == Type::name || type == Type::tile ||
         type == Type::player || type == Type::train || type == Type::end || type == Type::debt;
}

/// True of `9-5` without spaces: how a tile is written in records, and in a condition a difference.
bool is_written_tile(const SyntaxNode& node) {
  if (node.kind != SyntaxKind::operation || node.op != Op::subtract || node.bracketed) return false;
  if (node.args[0].kind != SyntaxKind::number || node.args[1].kind != SyntaxKind::number) return false;
  const std::string text = fmt::format("{}-{}", node.args[0].number, node.args[1].number);
  return node.where.end - node.where.begin == text.size();
}

/// The condition that a tile, or one of a set, is the one written.
std::string that_tile(const SyntaxNode& asked, const SyntaxNode& written, bool of_set) {
  const auto [low, high] = std::minmax(written.args[0].number, written.args[1].number);
  const std::string of = print_expression(asked);
  if (of_set) return fmt::format("any(t in {} where t.high == {} and t.low == {})", of, high, low);
  return fmt::format("({0}.high == {1} and {0}.low == {2})", of, high, low);
}

}  // namespace

bool Typer::expect(const TypedExpr& value, Type type, std::string_view what) {
  if (value.type == type || value.type == Type::none) return true;
  Diagnostic& made = findings_.error(
      CheckCode::type_mismatch, value.where,
      fmt::format("{} is to be {}, and this is {}", what, with_article(type), with_article(value.type)));
  if (type == Type::truth && value.type == Type::number) made.help = "compare it with a number: '> 0'";
  return false;
}

TypedExpr Typer::typed_operation(const SyntaxNode& node, const std::vector<NameId>* wanted) {
  const OpRow& op = row(node.op);
  if (op.form == Form::choice) return typed_choose(node, wanted);
  if (op.form == Form::property) return typed_has(node);
  if (op.operands == Type::none) return typed_equal(node);
  TypedExpr made = make_typed(node.op, op.result, node.where);
  for (const SyntaxNode& arg : node.args) {
    made.args.push_back(typed(arg));
    expect(made.args.back(), op.operands, fmt::format("what stands beside '{}'", op.sign));
  }
  return made;
}

TypedExpr Typer::typed_equal(const SyntaxNode& node) {
  TypedExpr made = make_typed(node.op, Type::truth, node.where);
  // A bare name gets its meaning from what it is compared with.
  const bool left_open = is_unresolved(node.args[0]);
  const bool right_open = is_unresolved(node.args[1]);
  TypedExpr left, right;
  if (right_open) {
    left = typed(node.args[0]);
    right = left_open ? typed(node.args[1]) : named_constant(node.args[1], left);
  } else {
    right = typed(node.args[1]);
    left = left_open ? named_constant(node.args[0], right) : typed(node.args[0]);
  }
  // Beside a value that can have the name it means that, whatever else is called so.
  const auto take_choice = [&](const SyntaxNode& side, TypedExpr& value, const TypedExpr& other) {
    if (side.kind != SyntaxKind::name || value.type == Type::name || other.type != Type::name) return;
    const NameId* choice = find_in(names_.constants, side.text);
    if (choice && contains(possible_names(other), *choice))
      value = make_typed(Op::name, Type::name, side.where, choice->value);
  };
  take_choice(node.args[0], left, right);
  take_choice(node.args[1], right, left);
  const Type a = left.type, b = right.type;
  if (a != Type::none && b != Type::none) {
    const bool comparable = a == Type::absent ? b != Type::absent && can_be_compared(b)
                                              : can_be_compared(a) && (b == a || b == Type::absent);
    if (!comparable) {
      findings_.error(CheckCode::type_mismatch, node.where,
                      a == b ? fmt::format("two sides that are both {} cannot be compared", with_article(a))
                             : fmt::format("{} and {} cannot be compared", with_article(a), with_article(b)));
      help_to_compare(node, left, right);
    } else if (a == Type::name && b == Type::name && !left_open && !right_open) {
      const std::vector<NameId> lefts = possible_names(left), rights = possible_names(right);
      const bool shared = any_of(lefts, [&](NameId name) { return contains(rights, name); });
      if (!shared) {
        findings_.error(CheckCode::type_mismatch, node.where, "the two sides have no name in common");
      }
    }
  }
  made.args.push_back(std::move(left));
  made.args.push_back(std::move(right));
  return made;
}

/// Two values that cannot be compared: what may have been meant, of the kinds that people mix up.
void Typer::help_to_compare(const SyntaxNode& node, const TypedExpr& left, const TypedExpr& right) {
  Diagnostic& made = findings_.last();
  for (const bool turned : {false, true}) {
    const TypedExpr& one = turned ? right : left;
    const TypedExpr& other = turned ? left : right;
    const std::size_t at = turned ? 1 : 0;
    if (one.type == Type::train && other.type == Type::name) {
      SyntaxNode meant = node;
      SyntaxNode kind;
      kind.kind = SyntaxKind::member;
      kind.text = "kind";
      kind.args.push_back(node.args[at]);
      meant.args[at] = std::move(kind);
      const std::string text = print_expression(meant);
      suggest_fix(made, {node.where, text, fmt::format("write '{}'", text)});
    }
    if (one.type == Type::player && other.op == Op::word && other.args.empty()) {
      const std::string asked = print_expression(node.args[at]);
      const std::string name = node.args[1 - at].text;
      made.help = fmt::format(
          "'{1}' is true or false and no player; to ask it of somebody, declare the word "
          "with 'of: player', say 'it' for whom it is asked of, and write '{0}.{1}'",
          asked, name);
    }
    if (one.type == Type::tile && is_written_tile(node.args[1 - at])) {
      const std::string text = that_tile(node.args[at], node.args[1 - at], false);
      suggest_fix(made, {node.where, text, fmt::format("write '{}'", text)});
    }
  }
}

TypedExpr Typer::typed_has(const SyntaxNode& node) {
  TypedExpr made = make_typed(Op::has, Type::truth, node.where);
  made.args.push_back(typed(node.args[0]));
  if (is_written_tile(node.args[1])) {
    const SyntaxNode& tile = node.args[1];
    Diagnostic& complaint = findings_.error(
        CheckCode::type_mismatch, tile.where,
        fmt::format("'{}-{}' is a difference here and no tile", tile.args[0].number, tile.args[1].number));
    complaint.why = "'has' asks whether a half bears one number";
    if (made.args[0].type == Type::none) return poison(node.where);
    const std::string text = that_tile(node.args[0], tile, made.args[0].type == Type::tiles);
    suggest_fix(complaint, {node.where, text, fmt::format("write '{}'", text)});
    return poison(node.where);
  }
  made.args.push_back(typed(node.args[1]));
  if (made.args[0].type != Type::tiles) expect(made.args[0], Type::tile, "what stands before 'has'");
  expect(made.args[1], Type::number, "what stands behind 'has'");
  return made;
}

TypedExpr Typer::typed_choose(const SyntaxNode& node, const std::vector<NameId>* wanted) {
  TypedExpr made = make_typed(Op::choose, Type::none, node.where);
  made.args.push_back(typed(node.args[0]));
  expect(made.args[0], Type::truth, "what stands behind 'if' or 'when'");
  made.args.push_back(typed(node.args[1], wanted));
  made.args.push_back(typed(node.args[2], wanted));
  const Type then = made.args[1].type, otherwise = made.args[2].type;
  if (then == Type::none || otherwise == Type::none) return poison(node.where);
  if (then == otherwise || otherwise == Type::absent) {
    made.type = then;
  } else if (then == Type::absent) {
    made.type = otherwise;
  } else {
    findings_.error(
        CheckCode::type_mismatch, made.args[2].where,
        fmt::format("one way this is {}, the other way {}", with_article(then), with_article(otherwise)),
        {made.args[1].where, fmt::format("here it is {}", with_article(then))});
    return poison(node.where);
  }
  return made;
}

void Typer::check_binder(const SyntaxNode& node) {
  const Binder* outer = find_binder(node.variable);
  std::string taken;
  if (outer) {
    taken = "a variable further out";
  } else if (is_reserved(node.variable)) {
    taken = "a word of the language";
  } else if (const OptionId* option = look_up(names_.options, node.variable, node.variable_where);
             option && draft_.options[option->value].name.where.file == node.variable_where.file) {
    taken = "an option";
  } else if (const WordId* word = look_up(names_.words, node.variable, node.variable_where);
             word && draft_.words[word->value].name.where.file == node.variable_where.file) {
    taken = "a word of the variant";
  }
  if (taken.empty()) return;
  Diagnostic& made =
      findings_.error(CheckCode::name_taken, node.variable_where,
                      fmt::format("the variable '{}' has the name of {}", node.variable, taken));
  made.help = "give the variable another name";
  if (outer) made.labels.push_back({outer->where, "given here"});
}

TypedExpr Typer::typed_quantifier(const SyntaxNode& node) {
  const OpRow& op = row(node.op);
  const bool needs_of = op.form == Form::measuring;
  if (node.args.empty()) return poison(node.where);
  TypedExpr made = make_typed(node.op, op.result, node.where);
  made.has_where = node.has_where;
  made.has_of = node.has_of;
  made.args.push_back(typed(node.args[0]));
  const Type set = made.args[0].type;
  const Type element = element_of(set);
  if (set != Type::none && element == Type::none) {
    findings_.error(CheckCode::type_mismatch, made.args[0].where,
                    fmt::format("'{}' goes through a set, and this is {}", node.text, with_article(set)),
                    "sets are players, ends, debts, a hand such as me.hand, and rest");
  }
  check_binder(node);
  if (needs_of != node.has_of) {
    findings_.error(CheckCode::wrong_arguments, node.where,
                    needs_of ? fmt::format("'{}' needs to know of what: 'of' and a number", node.text)
                             : fmt::format("'{}' has no 'of'", node.text));
    return poison(node.where);
  }
  if (element == Type::none) {
    // The rest is typed all the same, for its own mistakes: the variable is poison in it.
    made.type = Type::none;
  }
  binders_.push_back({node.variable, element, node.variable_where});
  std::size_t next = 1;
  if (node.has_where) {
    made.args.push_back(typed(node.args[next++]));
    expect(made.args.back(), Type::truth, "what stands behind 'where'");
  }
  if (node.has_of) {
    made.args.push_back(typed(node.args[next]));
    expect(made.args.back(), Type::number, "what stands behind 'of'");
  }
  binders_.pop_back();
  if (op.result == Type::none) made.type = element;
  return element == Type::none ? poison(node.where) : made;
}

// --- effects ---

std::vector<TypedEffect> Typer::type_effects(const DraftEffects& effects, const Context& context) {
  std::vector<TypedEffect> made;
  if (!effects.good) return made;
  const Surroundings outer = around_;
  around_ = {&context, nullptr};
  type_calls(effects.calls, made);
  std::vector<TypedExpr> asked;
  ask_together(made, asked);
  for (const TypedExpr& expression : asked) add_cost(expression, expression.where);
  around_ = outer;
  return made;
}

void Typer::type_calls(std::span<const EffectSyntax> calls, std::vector<TypedEffect>& made) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const EffectSyntax& call = calls[i];
    if (call.inner == 0) {
      made.push_back(typed_effect(call));
      made.back().depth = each_open_;
      continue;
    }
    const std::size_t at = made.size();
    made.push_back({Effect::each, call.where, {}, 0, each_open_});
    made[at].args.push_back(typed_each(call.args[0]));
    // A thing that cannot be gone through is poison in the effects, which are typed for their own mistakes.
    const SyntaxNode& head = call.args[0];
    const Type set = made[at].args[0].args.empty() ? Type::none : made[at].args[0].args[0].type;
    binders_.push_back({head.variable, element_of(set), head.variable_where});
    ++each_open_;
    type_calls(calls.subspan(i + 1, call.inner), made);
    --each_open_;
    binders_.pop_back();
    made[at].inner = made.size() - at - 1;
    i += call.inner;
  }
}

TypedExpr Typer::typed_each(const SyntaxNode& head) {
  SyntaxNode any = head;
  any.where = head.text_where;
  return typed_quantifier(any);
}

void Typer::ask_together(std::span<const TypedEffect> effects, std::vector<TypedExpr>& asked) {
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const TypedEffect& effect = effects[i];
    if (effect.inner == 0) {
      asked.insert(asked.end(), effect.args.begin(), effect.args.end());
      continue;
    }
    TypedExpr whole = effect.args[0];
    ask_together(effects.subspan(i + 1, effect.inner), whole.args);
    if (!effect.args[0].args.empty()) asked.push_back(std::move(whole));
    i += effect.inner;
  }
}

TypedEffect Typer::typed_effect(const EffectSyntax& call) {
  TypedEffect effect;
  effect.where = call.where;
  const EffectRow* found = find_effect(call.name);
  if (!found) {
    std::vector<std::string> known;
    for (const EffectRow& row : all_effects()) known.emplace_back(row.name);
    Diagnostic& made =
        findings_.unknown(CheckCode::unknown_effect, call.name_where, call.name, "effect", known);
    if (findings_.crowded()) return effect;
    made.why = fmt::format("expected {}", list_names(known));
    if (call.name == "skip" || call.name == "miss" || call.name == "pass" || call.name == "miss_turn")
      made.help =
          "'next(me.left.left)' gives the turn to the player behind the left neighbour, who misses one; "
          "'next(me)' gives another turn";
    if (call.name == "give" || call.name == "take" || call.name == "swap" || call.name == "exchange")
      made.help =
          "no effect moves tiles from one hand to another; 'draw(PLAYER, 1)' lets somebody draw, and "
          "'score(PLAYER, 5)' "
          "gives points";
    return effect;
  }
  effect.id = found->id;
  if (found->id != Effect::each && found->arguments.size() != call.args.size()) {
    findings_
        .error(CheckCode::wrong_arguments, call.where,
               fmt::format("'{}' takes {}, and {} here", call.name, counted(found->arguments.size(), "value"),
                           counted_standing(call.args.size())))
        .why = fmt::format("'{}': {}", call.name, found->meaning);
    return effect;
  }
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    effect.args.push_back(typed(call.args[i]));
    check_argument(call, effect);
  }
  return effect;
}

/// For a value of the wrong type: what of the wanted type depends on it (`me.own.tail`), or stands beside it
/// behind the same dot (`round.hub` for `round.engine`).
void Typer::propose_relatives(const SyntaxNode& node, Type type, Type wanted) {
  Diagnostic& made = findings_.last();
  const auto add = [&](const SyntaxNode& receiver, std::string_view member) {
    const std::string text = fmt::format("{}.{}", print_expression(receiver), member);
    suggest_fix(made, {node.where, text, fmt::format("write '{}'", text)});
  };
  for (const MemberRow& member : all_members())
    if (member.of == type && member.type == wanted && member.argument == Type::none) add(node, member.name);
  if (node.kind != SyntaxKind::member || node.args[0].kind != SyntaxKind::name) return;
  const RootRow* root = find_root(node.args[0].text);
  if (root == nullptr) return;
  for (const MemberRow& member : all_members())
    if (member.of == root->type && member.type == wanted && member.argument == Type::none)
      add(node.args[0], member.name);
}

void Typer::check_argument(const EffectSyntax& call, TypedEffect& effect) {
  const TypedExpr& value = effect.args.back();
  const auto complain = [&](std::string_view expected) {
    findings_.error(
        CheckCode::type_mismatch, value.where,
        fmt::format("'{}' takes {} here, and this is {}", call.name, expected, with_article(value.type)));
  };
  const auto complain_of_type = [&](std::string_view expected, Type wanted) {
    complain(expected);
    propose_relatives(call.args[effect.args.size() - 1], value.type, wanted);
  };
  // `nobody` and `nothing` are of every kind that can be absent; an effect on them does nothing.
  if (value.type == Type::none) return;
  switch (argument(effect.id, effect.args.size() - 1).id) {
    case Argument::end:
      if (value.type != Type::end) complain_of_type("an open end", Type::end);
      return;
    case Argument::end_or_train:
      if (value.type != Type::end && value.type != Type::train)
        complain_of_type("an open end or a train", Type::end);
      return;
    case Argument::player:
      if (value.type != Type::player) complain_of_type("a player", Type::player);
      return;
    case Argument::debts:
      if (value.type != Type::debt && value.type != Type::debts) complain("a debt or 'debts'");
      return;
    case Argument::number:
    case Argument::pip:
      if (value.type != Type::number) {
        complain("a number");
      } else if (effect.id == Effect::add && effect.args[0].type != Type::number &&
                 effect.args[0].op == Op::fact) {
        findings_.error(CheckCode::type_mismatch, effect.args[0].where,
                        fmt::format("'add' makes a number grow, and the fact '{}' holds {}",
                                    draft_.facts[static_cast<std::size_t>(effect.args[0].index)].name.text,
                                    with_article(effect.args[0].type)));
      }
      return;
    case Argument::fact:
      if (value.op != Op::fact) {
        findings_.error(CheckCode::type_mismatch, value.where,
                        fmt::format("'{}' changes a fact, and this is none", call.name),
                        "only what is declared under 'facts' can be changed");
      } else if (const DraftFact& fact = draft_.facts[static_cast<std::size_t>(value.index)]; fact.chance) {
        findings_.error(
            CheckCode::type_mismatch, value.where,
            fmt::format("the fact '{}' is left to chance, and no rule changes it", fact.name.text),
            "keep a fact of its own for what changes");
      }
      return;
    case Argument::value: {
      const TypedExpr& fact = effect.args[0];
      if (fact.op != Op::fact || fact.type == Type::none || value.type == fact.type) return;
      const bool clears =
          value.type == Type::absent && (fact.type == Type::player || fact.type == Type::tile);
      if (!clears) {
        findings_.error(CheckCode::type_mismatch, value.where,
                        fmt::format("the fact holds {}, and this is {}", with_article(fact.type),
                                    with_article(value.type)));
      }
      return;
    }
    case Argument::loop:
      return;
  }
}

TypedExpr Typer::own_fact(FactId id, Span where, const Context& context) {
  const Surroundings outer = around_;
  around_ = {&context, nullptr};
  const Fact& fact = rules_.facts[id.value];
  TypedExpr made = make_typed(Op::fact, fact.type, where, id.value);
  const Root root = receiver_root(fact.of);
  note_root(root, where);
  TypedExpr receiver = make_typed(Op::root, row(root).type, where, static_cast<std::int32_t>(root));
  if (fact.of == Scope::train) {
    TypedExpr train =
        make_typed(Op::member, Type::train, where, static_cast<std::int32_t>(Member::end_train));
    train.args.push_back(std::move(receiver));
    receiver = std::move(train);
  }
  made.args.push_back(std::move(receiver));
  around_ = outer;
  return made;
}

}  // namespace roundhouse::dsl
