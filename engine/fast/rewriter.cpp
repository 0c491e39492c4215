#include "engine/fast/rewriter.h"

#include <algorithm>

#include "dsl/vocabulary/operator_values.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::engine::fast {
namespace {

/// True if the comparison of a count with this number holds just where the count is 0, false if just where it
/// is not.
std::optional<bool> asks_for_none(Op op, std::int32_t number) {
  if (!dsl::is_comparison(op)) return std::nullopt;
  const auto holds = [&](std::int32_t count) { return dsl::compares(op, count, number); };
  return holds(0) != holds(1) && holds(1) == holds(2) ? std::optional(holds(0)) : std::nullopt;
}

}  // namespace

std::int32_t Rewriter::of(std::int32_t node) {
  if (const auto found = made_.find(node); found != made_.end()) return found->second;
  const auto by_rule = rule_(builder_, node);
  const std::int32_t made =
      by_rule ? *by_rule : builder_.with_args(node, [this](std::int32_t part) { return of(part); });
  made_.emplace(node, made);
  return made;
}

Rewriter without_debts(NodeBuilder& builder) {
  return {builder, [](NodeBuilder& make, std::int32_t index) -> std::optional<std::int32_t> {
            if (make.is_root(index, Root::debts)) return make.absent(Type::debts);
            const Node node = make.node(index);
            if (node.op != Op::member) return std::nullopt;
            const dsl::MemberRow& word = dsl::row(static_cast<Member>(node.value));
            if (!dsl::is_of_debts_alone(word)) return std::nullopt;
            return word.type == Type::number ? make.number(0) : make.absent(word.type);
          }};
}

Rewriter with_debts(NodeBuilder& builder) {
  return {builder, [](NodeBuilder& make, std::int32_t index) {
            return make.is_member(index, Member::debts_any) ? std::optional(make.truth(true)) : std::nullopt;
          }};
}

Rewriter without_acts(NodeBuilder& builder, std::vector<BuiltInAct> illegal) {
  return {builder, [illegal = std::move(illegal)](NodeBuilder& make, std::int32_t index) {
            const Node node = make.node(index);
            const auto is_asked = [&](BuiltInAct act) { return act_id(act).value == node.value; };
            const bool is_illegal =
                node.op == Op::can && std::any_of(illegal.begin(), illegal.end(), is_asked);
            return is_illegal ? std::optional(make.truth(false)) : std::nullopt;
          }};
}

Rewriter any_for_count(NodeBuilder& builder) {
  return {builder, [](NodeBuilder& make, std::int32_t index) -> std::optional<std::int32_t> {
            const Node node = make.node(index);
            if (node.arg_count != 2) return std::nullopt;
            const Node left = make.node(make.arg(node, 0));
            const Node right = make.node(make.arg(node, 1));
            if (left.op != Op::count || right.op != Op::number) return std::nullopt;
            const auto none = asks_for_none(node.op, right.value);
            if (!none) return std::nullopt;
            Node any = left;
            any.op = Op::any;
            any.type = Type::truth;
            std::vector<std::int32_t> args;
            for (int i = 0; i < left.arg_count; ++i) args.push_back(make.arg(left, i));
            const std::int32_t made = make.remake(any, std::move(args));
            return *none ? make.negation(made) : made;
          }};
}

}  // namespace roundhouse::engine::fast
