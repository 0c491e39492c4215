#include "dsl/lint/claims.h"

#include <algorithm>

#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

using Claims = std::vector<Claim>;

/// More cases than this are not looked through: then nothing is certain.
constexpr std::size_t most_cases = 256;

/// `a op b` with a number or a name on the right, turned round where it stands on the left.
struct Sides {
  const TypedExpr* subject;
  const TypedExpr* constant;
  Op op;
};

std::optional<Sides> against_constant(const TypedExpr& node) {
  if (!is_comparison(node.op)) return std::nullopt;
  const auto constant = [](const TypedExpr& side) { return side.op == Op::number || side.op == Op::name; };
  if (constant(node.args[1])) return Sides{&node.args[0], &node.args[1], node.op};
  if (constant(node.args[0])) return Sides{&node.args[1], &node.args[0], mirrored(node.op)};
  return std::nullopt;
}

struct Prover {
  const Linted& linted;
  TrainsGone gone;
  const CheckedRules& rules = linted.rules;

  /// The two sides compared by their ranges alone: -1 never, 1 always (where both are there), 0 open.
  int by_ranges(Op op, NumberRange a, NumberRange b) const {
    const bool apart = a.high < b.low || b.high < a.low;
    const bool same = a.low == a.high && b.low == b.high && a.low == b.low;
    switch (op) {
      case Op::equal:
        return apart ? -1 : same ? 1 : 0;
      case Op::not_equal:
        return apart ? 1 : same ? -1 : 0;
      case Op::less:
        return a.high < b.low ? 1 : a.low >= b.high ? -1 : 0;
      case Op::less_equal:
        return a.high <= b.low ? 1 : a.low > b.high ? -1 : 0;
      default:
        return by_ranges(mirrored(op), b, a);
    }
  }

  bool kind_is_gone(const TypedExpr& name) const {
    return gone == TrainsGone::counted && name.op == Op::name &&
           std::any_of(rules.trains.begin(), rules.trains.end(),
                       [&](const TrainKind& kind) { return kind.gone && kind.name_id.value == name.index; });
  }

  bool is_gone_train(const TypedExpr& node) const {
    if (node.op == Op::train_of) {
      return gone == TrainsGone::counted && rules.trains[static_cast<std::size_t>(node.index)].gone;
    }
    // What depends on something absent is absent.
    return node.op == Op::member && !node.args.empty() && is_gone_train(node.args[0]);
  }

  /// The place of a tile just laid: nothing has been done to it yet.
  static bool is_bare_place(const TypedExpr& node) {
    if (node.op != Op::member || node.args[0].op != Op::root) return false;
    if (static_cast<Root>(node.args[0].index) != Root::new_end) return false;
    const auto member = static_cast<Member>(node.index);
    return member == Member::end_owed || member == Member::end_marked || member == Member::end_start ||
           member == Member::end_debt;
  }

  bool is_absent(const TypedExpr& node) const {
    if (is_gone_train(node)) return true;
    if (is_bare_place(node) && node.type != Type::truth) return true;
    return node.op == Op::member && !node.args.empty() && is_absent(node.args[0]);
  }

  /// One claim alone: it can never be so.
  bool refuted(const Claim& claim) const {
    const TypedExpr& node = *claim.condition;
    if (node.op == Op::truth) return (node.number != 0) != claim.holds;
    if (claim.holds && node.type == Type::truth && (is_bare_place(node) || is_absent(node))) return true;
    if (node.op == Op::between && claim.holds) {
      const NumberRange value = range_of(linted, node.args[0]);
      return value.high < range_of(linted, node.args[1]).low ||
             value.low > range_of(linted, node.args[2]).high;
    }
    if (!is_comparison(node.op)) return false;
    const TypedExpr &left = node.args[0], &right = node.args[1];
    const bool asks_absence = left.op == Op::absent || right.op == Op::absent;
    // An absent truth value is false, so that comparing it may come out true.
    if (!asks_absence && left.type != Type::truth && (is_absent(left) || is_absent(right))) {
      return (node.op == Op::not_equal) != claim.holds;
    }
    if (node.op == Op::equal || node.op == Op::not_equal) {
      if (kind_is_gone(left) || kind_is_gone(right)) return (node.op == Op::not_equal) != claim.holds;
    }
    if (left.type != Type::number || right.type != Type::number) return false;
    const int sure = by_ranges(node.op, range_of(linted, left), range_of(linted, right));
    // An absent side makes `!=` true and all else false, whatever the other is.
    const bool there = never_absent(left) && never_absent(right);
    if (sure < 0) return claim.holds && (there || node.op != Op::not_equal);
    if (sure > 0) return !claim.holds && (there || node.op == Op::not_equal);
    return false;
  }

  /// The debt of an end is there only where the end is owed.
  bool needs_owed(const Claim& claim, const TypedExpr& end) const {
    const TypedExpr& node = *claim.condition;
    if (!claim.holds || node.op == Op::not_equal) return false;
    const auto hangs_on_debt = [&](const TypedExpr& side) {
      const TypedExpr* at = &side;
      while (at->op == Op::member && !at->args.empty()) {
        if (static_cast<Member>(at->index) == Member::end_debt) return same_expression(at->args[0], end);
        at = &at->args[0];
      }
      return false;
    };
    if (is_comparison(node.op)) {
      if (node.args[0].op == Op::absent || node.args[1].op == Op::absent) return false;
      return hangs_on_debt(node.args[0]) || hangs_on_debt(node.args[1]);
    }
    return node.op == Op::member && hangs_on_debt(node);
  }

  bool clash(const Claim& a, const Claim& b) const {
    const TypedExpr &x = *a.condition, &y = *b.condition;
    if (a.holds != b.holds && same_expression(x, y)) return true;
    if (x.op == Op::member && static_cast<Member>(x.index) == Member::end_owed && !a.holds &&
        needs_owed(b, x.args[0])) {
      return true;
    }
    if (!a.holds || !b.holds || x.op != Op::member || y.op != Op::member) return false;
    return static_cast<Member>(x.index) == Member::end_mine &&
           static_cast<Member>(y.index) == Member::end_others && same_expression(x.args[0], y.args[0]);
  }

  /// All that is said of one number or name against constants, taken together.
  bool subject_refuted(const TypedExpr& subject, const Claims& claims) const {
    NumberRange range = range_of(linted, subject);
    bool there = never_absent(subject);
    std::vector<std::int64_t> excluded;
    std::optional<std::int64_t> name;
    for (const Claim& claim : claims) {
      const auto sides = against_constant(*claim.condition);
      if (!sides || !same_expression(*sides->subject, subject)) continue;
      const TypedExpr& constant = *sides->constant;
      const std::int64_t value = constant.op == Op::number ? constant.number : constant.index;
      Op op = sides->op;
      const bool positive = claim.holds == (op != Op::not_equal);
      if (op == Op::equal || op == Op::not_equal) {
        if (!positive) {
          excluded.push_back(value);
        } else if (constant.op == Op::name) {
          if (name && *name != value) return true;
          name = value;
          there = true;
        } else {
          range = {std::max(range.low, value), std::min(range.high, value)};
          there = true;
        }
        continue;
      }
      if (claim.holds) there = true;
      if (!claim.holds) op = opposite_of(op);
      if (op == Op::less) range.high = std::min(range.high, value - 1);
      if (op == Op::less_equal) range.high = std::min(range.high, value);
      if (op == Op::greater) range.low = std::max(range.low, value + 1);
      if (op == Op::greater_equal) range.low = std::max(range.low, value);
    }
    const auto is_excluded = [&](std::int64_t value) {
      return std::find(excluded.begin(), excluded.end(), value) != excluded.end();
    };
    if (name) return is_excluded(*name);
    if (subject.type == Type::name) {
      if (subject.op != Op::option) return false;
      const auto& choices = rules.options[static_cast<std::size_t>(subject.index)].choices;
      return std::all_of(choices.begin(), choices.end(), [&](NameId id) { return is_excluded(id.value); });
    }
    if (!there) return false;
    while (range.low <= range.high && is_excluded(range.low)) ++range.low;
    while (range.low <= range.high && is_excluded(range.high)) --range.high;
    return range.low > range.high;
  }

  bool contradictory(const Claims& claims) const {
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (refuted(claims[i])) return true;
      if (!linted.effort.spend(claims.size())) return false;
      for (std::size_t j = 0; j < claims.size(); ++j) {
        if (i != j && clash(claims[i], claims[j])) return true;
      }
      const auto sides = against_constant(*claims[i].condition);
      if (sides && subject_refuted(*sides->subject, claims)) return true;
    }
    return false;
  }

  /// Lays the ways in which a claim can be so over the cases there are; false where they grow too many.
  bool spread(const Claim& claim, std::vector<Claims>& cases) const {
    if (!linted.effort.spend(cases.size())) return false;
    const TypedExpr& node = *claim.condition;
    const auto each = [&](bool holds) {
      for (const TypedExpr& arg : node.args) {
        if (!spread({&arg, holds}, cases)) return false;
      }
      return true;
    };
    const auto either = [&](const std::vector<Claims>& ways) {
      std::vector<Claims> all;
      for (const Claims& way : ways) {
        std::vector<Claims> here = cases;
        for (const Claim& part : way) {
          if (!spread(part, here)) return false;
        }
        all.insert(all.end(), here.begin(), here.end());
        if (all.size() > most_cases) return false;
      }
      cases = std::move(all);
      return true;
    };
    switch (node.op) {
      case Op::logical_not:
        return spread({&node.args[0], !claim.holds}, cases);
      case Op::logical_and:
      case Op::logical_or: {
        if ((node.op == Op::logical_and) == claim.holds) return each(claim.holds);
        std::vector<Claims> ways;
        for (const TypedExpr& arg : node.args) ways.push_back({{&arg, claim.holds}});
        return either(ways);
      }
      case Op::choose:
        return either({{{&node.args[0], true}, {&node.args[1], claim.holds}},
                       {{&node.args[0], false}, {&node.args[2], claim.holds}}});
      case Op::word: {
        // A word that is bare true or false is there for a child to change.
        const TypedExpr& is = rules.words[static_cast<std::size_t>(node.index)].is;
        if (node.args.empty() && is.op != Op::truth) return spread({&is, claim.holds}, cases);
        break;
      }
      default:
        break;
    }
    for (Claims& one : cases) one.push_back(claim);
    std::erase_if(cases, [&](const Claims& one) { return contradictory(one); });
    return true;
  }
};

}  // namespace

bool same_expression(const TypedExpr& a, const TypedExpr& b) {
  return a.op == b.op && a.index == b.index && a.number == b.number && a.has_where == b.has_where &&
         a.has_of == b.has_of &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_expression);
}

bool impossible(const Linted& linted, const std::vector<Claim>& claims, TrainsGone gone) {
  const Prover prover{linted, gone};
  std::vector<Claims> cases{{}};
  for (const Claim& claim : claims) {
    if (!prover.spread(claim, cases)) return false;
    if (cases.empty()) return true;
  }
  return false;
}

bool never_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone) {
  return impossible(linted, {{&condition, true}}, gone);
}

bool always_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone) {
  return impossible(linted, {{&condition, false}}, gone);
}

std::vector<Claim> claims_of(const Rule& rule) {
  if (!rule.when) return {};
  return {{&*rule.when, true}};
}

std::vector<const Rule*> exceptions_of(const CheckedRules& rules, std::size_t rule) {
  std::vector<const Rule*> found;
  for (const Rule& other : rules.rules) {
    const bool lifts =
        std::any_of(other.excepts.begin(), other.excepts.end(), [&](RuleId id) { return id.value == rule; });
    if (lifts) found.push_back(&other);
  }
  return found;
}

}  // namespace roundhouse::dsl
