#include "engine/fast/specialize_debts.h"

namespace roundhouse::engine::fast {

std::int32_t KnownDebts::read(std::int32_t node) {
  if (const auto found = made_.find(node); found != made_.end()) return found->second;
  const std::int32_t made = work_out(node);
  made_.emplace(node, made);
  return made;
}

std::int32_t KnownDebts::work_out(std::int32_t index) {
  const Node node = builder_.node(index);
  if (any_) {
    const bool asks = node.op == Op::member && node.value == static_cast<std::int32_t>(Member::debts_any);
    return asks ? builder_.truth(true) : read_parts(index);
  }
  if (node.op == Op::member) {
    switch (static_cast<Member>(node.value)) {
      case Member::end_owed:
      case Member::debts_any:
        return builder_.truth(false);
      case Member::end_debt:
      case Member::debts_newest:
      case Member::debts_oldest:
        return builder_.absent(Type::debt);
      case Member::debts_count:
      case Member::debts_fresh:
        return builder_.number(0);
      default:
        break;
    }
  }
  // Quantifiers over debts, where there is none at all.
  if (is_quantifier(node.op) && builder_.node(builder_.arg(node, 0)).type == Type::debts) {
    switch (node.op) {
      case Op::any:
        return builder_.truth(false);
      case Op::all:
        return builder_.truth(true);
      case Op::count:
      case Op::sum:
        return builder_.number(0);
      default:
        return builder_.absent(node.type);
    }
  }
  return read_parts(index);
}

std::int32_t KnownDebts::read_parts(std::int32_t index) {
  return builder_.with_args(index, [this](std::int32_t part) { return read(part); });
}

}  // namespace roundhouse::engine::fast
