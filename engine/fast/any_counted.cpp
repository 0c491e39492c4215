#include "engine/fast/any_counted.h"

#include <optional>
#include <utility>
#include <vector>

namespace roundhouse::engine::fast {
namespace {

/// Does the comparison of a count with this number hold just where it is 0, or just where it is not?
std::optional<bool> asks_for_none(Op op, std::int32_t number) {
  switch (op) {
    case Op::equal:
    case Op::less_equal:
      return number == 0 ? std::optional(true) : std::nullopt;
    case Op::less:
      return number == 1 ? std::optional(true) : std::nullopt;
    case Op::not_equal:
    case Op::greater:
      return number == 0 ? std::optional(false) : std::nullopt;
    case Op::greater_equal:
      return number == 1 ? std::optional(false) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::int32_t AnyCounted::read(std::int32_t node) {
  if (const auto found = made_.find(node); found != made_.end()) return found->second;
  const std::int32_t made = work_out(node);
  made_.emplace(node, made);
  return made;
}

std::int32_t AnyCounted::work_out(std::int32_t index) {
  const Node node = builder_.node(index);
  if (node.arg_count == 2) {
    const Node left = builder_.node(builder_.arg(node, 0));
    const Node right = builder_.node(builder_.arg(node, 1));
    if (left.op == Op::count && right.op == Op::number) {
      if (const auto none = asks_for_none(node.op, right.value)) {
        Node any = left;
        any.op = Op::any;
        any.type = Type::truth;
        std::vector<std::int32_t> args;
        for (int i = 0; i < left.arg_count; ++i) args.push_back(builder_.arg(left, i));
        const std::int32_t made = builder_.remake(any, std::move(args));
        return *none ? builder_.negation(made) : made;
      }
    }
  }
  return builder_.with_args(index, [this](std::int32_t part) { return read(part); });
}

}  // namespace roundhouse::engine::fast
