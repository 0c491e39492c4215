// Operators, quantifiers and effects: which kinds of values they take and give.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/guess_type.h"
#include "dsl/check/typer.h"

namespace roundhouse::dsl {
namespace {

bool can_be_compared(Type type) {
  return type == Type::number || type == Type::truth || type == Type::name || type == Type::tile ||
         type == Type::player || type == Type::train || type == Type::end || type == Type::debt;
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
  const Type a = left.type, b = right.type;
  if (a != Type::none && b != Type::none) {
    const bool comparable = a == Type::absent ? b != Type::absent && can_be_compared(b)
                                              : can_be_compared(a) && (b == a || b == Type::absent);
    if (!comparable) {
      findings_.error(CheckCode::type_mismatch, node.where,
                      a == b ? fmt::format("two sides that are both {} cannot be compared", with_article(a))
                             : fmt::format("{} and {} cannot be compared", with_article(a), with_article(b)));
    } else if (a == Type::name && b == Type::name && !left_open && !right_open) {
      const std::vector<NameId> lefts = possible_names(left), rights = possible_names(right);
      const bool shared = std::any_of(lefts.begin(), lefts.end(), [&](NameId name) {
        return std::find(rights.begin(), rights.end(), name) != rights.end();
      });
      if (!shared) {
        findings_.error(CheckCode::type_mismatch, node.where, "the two sides have no name in common");
      }
    }
  }
  made.args.push_back(std::move(left));
  made.args.push_back(std::move(right));
  return made;
}

TypedExpr Typer::typed_has(const SyntaxNode& node) {
  TypedExpr made = make_typed(Op::has, Type::truth, node.where);
  made.args.push_back(typed(node.args[0]));
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
    findings_
        .error(
            CheckCode::type_mismatch, made.args[2].where,
            fmt::format("one way this is {}, the other way {}", with_article(then), with_article(otherwise)))
        .labels.push_back({made.args[1].where, fmt::format("here it is {}", with_article(then))});
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
  } else if (find_in(names_.options, node.variable)) {
    taken = "an option";
  } else if (find_in(names_.words, node.variable)) {
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
    Diagnostic& complaint =
        findings_.error(CheckCode::type_mismatch, made.args[0].where,
                        fmt::format("'{}' goes through a set, and this is {}", node.text, with_article(set)));
    complaint.help = "sets are players, ends, debts, a hand such as me.hand, and rest";
  }
  check_binder(node);
  if (needs_of != node.has_of) {
    findings_.error(CheckCode::wrong_arguments, node.where,
                    needs_of ? fmt::format("'{}' needs to know of what: 'of' and a number", node.text)
                             : fmt::format("'{}' has no 'of'", node.text));
    return poison(node.where);
  }
  if (element == Type::none) {
    // What follows is typed all the same, for its own mistakes: the variable is poison in it.
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

std::vector<TypedEffect> Typer::type_effects(const DraftEffects& effects, const Context& standing) {
  std::vector<TypedEffect> made;
  if (!effects.good) return made;
  const Surroundings outer = around_;
  around_ = {&standing, nullptr};
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
    // What cannot be gone through is poison in the effects, which are typed for their own mistakes.
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
    findings_.unknown(CheckCode::unknown_effect, call.name_where, call.name, "effect", known);
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
    check_argument(call, found->arguments[i], effect);
  }
  return effect;
}

void Typer::check_argument(const EffectSyntax& call, char letter, TypedEffect& effect) {
  const TypedExpr& value = effect.args.back();
  const auto complain = [&](std::string_view expected) {
    findings_.error(
        CheckCode::type_mismatch, value.where,
        fmt::format("'{}' takes {} here, and this is {}", call.name, expected, with_article(value.type)));
  };
  // `nobody` and `nothing` are of every kind that can be absent; an effect on them does nothing.
  if (value.type == Type::none) return;
  switch (letter) {
    case 'e':
      if (value.type != Type::end) complain("an open end");
      return;
    case 'E':
      if (value.type != Type::end && value.type != Type::train) complain("an open end or a train");
      return;
    case 't':
      if (value.type != Type::train) complain("a train");
      return;
    case 'p':
      if (value.type != Type::player) complain("a player");
      return;
    case 'd':
      if (value.type != Type::debt && value.type != Type::debts) complain("a debt or 'debts'");
      return;
    case 'n':
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
    case 'f':
      if (value.op != Op::fact) {
        findings_
            .error(CheckCode::type_mismatch, value.where,
                   fmt::format("'{}' changes a fact, and this is none", call.name))
            .help = "only what is declared under 'facts' can be changed";
      } else if (const DraftFact& fact = draft_.facts[static_cast<std::size_t>(value.index)]; fact.chance) {
        findings_
            .error(CheckCode::type_mismatch, value.where,
                   fmt::format("the fact '{}' is left to chance, and no rule changes it", fact.name.text))
            .help = "keep a fact of its own for what changes";
      }
      return;
    case 'v': {
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
    default:
      return;
  }
}

TypedExpr Typer::own_fact(FactId id, Span where, const Context& standing) {
  const Surroundings outer = around_;
  around_ = {&standing, nullptr};
  const Fact& fact = rules_.facts[id.value];
  TypedExpr made = make_typed(Op::fact, fact.type, where);
  made.index = id.value;
  Root root = Root::turn;
  switch (fact.of) {
    case Scope::turn:
      root = Root::turn;
      break;
    case Scope::player:
      root = Root::me;
      break;
    case Scope::round:
      root = Root::round;
      break;
    case Scope::match:
    case Scope::game:
      root = Root::match;
      break;
    case Scope::train:
      root = Root::end;
      break;
  }
  note_root(root, where);
  TypedExpr receiver = make_typed(Op::root, row(root).type, where);
  receiver.index = static_cast<std::int32_t>(root);
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
