#include "dsl/compile/expression_compiler.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace roundhouse::dsl {

NodeRef ExpressionCompiler::compile(const TypedExpr& expression) {
  Scope scope = around_;
  return {node(expression, scope)};
}

NodeRef ExpressionCompiler::begin_each(const TypedExpr& quantifier) {
  const NodeRef made = compile(quantifier);
  // A set is shared with the quantifier just made.
  const Level level = builder_.node(compile(quantifier.args[0]).value).level;
  around_.binders.push_back({false, std::min(around_.depth, max_variables - 1), level});
  ++around_.depth;
  return made;
}

void ExpressionCompiler::end_each() {
  --around_.depth;
  around_.binders.pop_back();
}

NodeRef ExpressionCompiler::compile_condition(const std::optional<TypedExpr>& condition) {
  if (!condition) return {};
  const NodeRef compiled = compile(*condition);
  const Node& made = builder_.node(compiled.value);
  return made.op == Op::truth && made.value == 1 ? NodeRef{} : compiled;
}

NodeRef ExpressionCompiler::compile_given(const std::optional<TypedExpr>& expression) {
  return expression ? compile(*expression) : NodeRef{};
}

std::optional<std::int32_t> ExpressionCompiler::constant_value(NodeRef node) const {
  if (!node.given()) return std::nullopt;
  const Node& made = builder_.node(node.value);
  if (made.op != Op::number && made.op != Op::truth && made.op != Op::name) return std::nullopt;
  return made.value;
}

bool ExpressionCompiler::is_false(NodeRef node) const {
  return node.given() && builder_.node(node.value).op == Op::truth && builder_.node(node.value).value == 0;
}

std::int32_t ExpressionCompiler::node(const TypedExpr& expression, Scope& scope) {
  switch (expression.op) {
    case Op::number:
      return builder_.number(expression.number);
    case Op::truth:
      return builder_.truth(expression.number != 0);
    case Op::name:
      return builder_.name({static_cast<std::uint16_t>(expression.index)});
    case Op::absent:
      return builder_.absent(expression.type);
    case Op::root:
      return root(expression);
    case Op::member:
      if (round_ && static_cast<Member>(expression.index) == Member::round_number) {
        return builder_.number(*round_);
      }
      break;
    case Op::can:
      return builder_.make({.op = Op::can, .type = Type::truth, .value = expression.index, .args = {}});
    case Op::option: {
      const Option& option = rules_.options[static_cast<std::size_t>(expression.index)];
      if (option.type == Type::truth) return builder_.truth(option.value != 0);
      if (option.type == Type::name) return builder_.name({static_cast<std::uint16_t>(option.value)});
      return builder_.number(option.value);
    }
    case Op::fact: {
      const FactSlot& fact = program_.facts[static_cast<std::size_t>(expression.index)];
      std::vector<std::int32_t> receiver = args(expression, scope);
      if (!fact.has_receiver()) receiver.clear();
      return builder_.make(
          {.op = Op::fact, .type = fact.type, .value = fact.slot, .args = std::move(receiver)});
    }
    case Op::train_of: {
      const TrainKind& kind = rules_.trains[static_cast<std::size_t>(expression.index)];
      std::vector<std::int32_t> owner = args(expression, scope);
      if (kind.of == TrainOwner::all) owner.clear();
      return builder_.make(
          {.op = Op::train_of, .type = Type::train, .value = expression.index, .args = std::move(owner)});
    }
    case Op::word:
      return word(expression, scope);
    case Op::variable:
      return variable(expression, scope);
      ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
      return quantifier(expression, scope);
    case Op::table:
      ROUNDHOUSE_SIGNED(ROUNDHOUSE_CASE)
      break;
  }
  return builder_.make({.op = expression.op,
                        .type = expression.type,
                        .value = expression.index,
                        .args = args(expression, scope)});
}

std::vector<std::int32_t> ExpressionCompiler::args(const TypedExpr& expression, Scope& scope) {
  std::vector<std::int32_t> made;
  made.reserve(expression.args.size());
  for (const TypedExpr& arg : expression.args) made.push_back(node(arg, scope));
  return made;
}

std::int32_t ExpressionCompiler::root(const TypedExpr& expression) {
  return builder_.make({.op = Op::root, .type = expression.type, .value = expression.index, .args = {}});
}

std::int32_t ExpressionCompiler::variable(const TypedExpr& expression, const Scope& scope) {
  const auto outward = static_cast<std::size_t>(expression.index);
  assert(outward < scope.binders.size());
  const Binder& binder = scope.binders[scope.binders.size() - 1 - outward];
  if (binder.is_node) return binder.value;
  return builder_.make({.op = Op::variable,
                        .type = expression.type,
                        .value = binder.value,
                        .args = {},
                        .level = binder.level});
}

std::int32_t ExpressionCompiler::quantifier(const TypedExpr& expression, Scope& scope) {
  const std::int32_t set = node(expression.args[0], scope);
  const std::int32_t slot = std::min(scope.depth, max_variables - 1);
  assert(scope.depth < max_variables);
  scope.binders.push_back({false, slot, builder_.node(set).level});
  ++scope.depth;
  std::vector<std::int32_t> made{set};
  for (std::size_t i = 1; i < expression.args.size(); ++i) made.push_back(node(expression.args[i], scope));
  --scope.depth;
  scope.binders.pop_back();
  return builder_.make({.op = expression.op,
                        .type = expression.type,
                        .value = slot,
                        .args = std::move(made),
                        .has_where = expression.has_where,
                        .has_of = expression.has_of});
}

std::int32_t ExpressionCompiler::word(const TypedExpr& expression, Scope& scope) {
  const std::int32_t it = expression.args.empty() ? -1 : node(expression.args[0], scope);
  const auto key = std::make_tuple(expression.index, it, scope.depth);
  if (const auto known = words_.find(key); known != words_.end()) return known->second;

  Scope inner;
  inner.depth = scope.depth;
  if (it >= 0) inner.binders.push_back({true, it, Level::constant});
  std::int32_t made = node(rules_.words[static_cast<std::size_t>(expression.index)].is, inner);
  words_.emplace(key, made);
  return made;
}

std::vector<NodeRef> add_conditions(const CheckedRules& rules, Program& program,
                                    const std::vector<const TypedExpr*>& conditions) {
  ExpressionCompiler compiler(rules, program);
  std::vector<NodeRef> nodes;
  nodes.reserve(conditions.size());
  for (const TypedExpr* condition : conditions) nodes.push_back(compiler.compile(*condition));
  return nodes;
}

}  // namespace roundhouse::dsl
