#include "tools/lint/legality.h"

#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {
namespace {

bool is_about(const Rule& rule, ActId act) { return contains(rule.acts, act); }

std::vector<std::size_t> rows_about(const CheckedRules& rules, Shape shape, ActId act) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < rules.rules.size(); ++i)
    if (rules.rules[i].shape == shape && is_about(rules.rules[i], act)) found.push_back(i);
  return found;
}

TypedExpr member_of(Root root, Member member) {
  TypedExpr receiver;
  receiver.op = Op::root;
  receiver.index = static_cast<std::int32_t>(root);
  receiver.type = row(member).of;
  TypedExpr made;
  made.op = Op::member;
  made.index = static_cast<std::int32_t>(member);
  made.type = row(member).type;
  made.args.push_back(std::move(receiver));
  return made;
}

/// "'a'", "'a' and 'b'", "'a', 'b' and 'c'"
std::string listed_rows(const std::vector<const Rule*>& rows) {
  std::vector<std::string> quoted;
  for (const Rule* row : rows) quoted.push_back(fmt::format("'{}'", row->id));
  return listed(quoted);
}

}  // namespace

std::vector<std::size_t> forbids_of(const CheckedRules& rules, ActId act) {
  return rows_about(rules, Shape::forbid, act);
}

std::vector<std::size_t> permits_of(const CheckedRules& rules, ActId act) {
  return rows_about(rules, Shape::permit, act);
}

bool is_unlifted(const Linted& linted, std::size_t rule, const std::vector<Claim>& claims,
                 const Scene& scene) {
  const std::vector<const Rule*> exceptions = exceptions_of(linted.rules, rule);
  return all_of(exceptions, [&](const Rule* exception) {
    if (!exception->when) return false;
    std::vector<Claim> together = claims;
    together.push_back({&*exception->when, true});
    return impossible(linted, together, TrainsGone::counted, scene);
  });
}

const Rule* forbids_wherever(const Linted& linted, ActId act, const std::vector<Claim>& claims) {
  const Scene scene{act, std::nullopt, true};
  for (const std::size_t at : forbids_of(linted.rules, act)) {
    if (!linted.effort.spend(linted.rules.rules.size())) return nullptr;
    const Rule& rule = linted.rules.rules[at];
    if (rule.when) {
      std::vector<Claim> without = claims;
      without.push_back({&*rule.when, false});
      if (!impossible(linted, without, TrainsGone::counted, scene)) continue;
    }
    if (is_unlifted(linted, at, claims, scene)) return &rule;
  }
  return nullptr;
}

bool is_forbidden_wherever(const Linted& linted, ActId act, const std::vector<Claim>& claims,
                           std::vector<const Rule*>* used) {
  const Scene scene{act, std::nullopt, true};
  // One row is proved more easily than all together.
  if (const Rule* one = forbids_wherever(linted, act, claims)) {
    if (used) *used = {one};
    return true;
  }
  std::vector<Claim> left = claims;
  std::vector<const Rule*> rows;
  bool all = false;
  for (const std::size_t at : forbids_of(linted.rules, act)) {
    const Rule& rule = linted.rules.rules[at];
    if (!linted.effort.spend(linted.rules.rules.size())) return false;
    if (!is_unlifted(linted, at, claims, scene)) continue;
    if (!rule.when) {
      rows = {&rule};
      all = true;
      break;
    }
    left.push_back({&*rule.when, false});
    rows.push_back(&rule);
  }
  if (!all && (rows.empty() || !impossible(linted, left, TrainsGone::counted, scene))) return false;
  if (!used) return true;
  // Rows that can be left out are not named.
  for (std::size_t i = 0; !all && i < rows.size();) {
    std::vector<Claim> fewer = claims;
    for (const Rule* row : rows)
      if (row != rows[i]) fewer.push_back({&*row->when, false});
    if (impossible(linted, fewer, TrainsGone::counted, scene)) {
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  *used = std::move(rows);
  return true;
}

TypedExpr in_force(const Linted& linted, const TypedExpr& expression) {
  TypedExpr simple = simplify(expression, linted.rules, {});
  const auto inlined = [&](const auto& self, TypedExpr& node, int depth) -> void {
    if (!linted.effort.spend() || depth > 32) return;
    if (node.op == Op::word && node.args.empty())
      node = simplify(linted.rules.words[static_cast<std::size_t>(node.index)].is, linted.rules, {});
    for (TypedExpr& arg : node.args) self(self, arg, depth + 1);
  };
  inlined(inlined, simple, 0);
  return simple;
}

bool has_effect(const CheckedRules& rules, Effect effect) {
  return any_of(rules.rules, [&](const Rule& rule) {
    return any_of(rule.effects, [&](const TypedEffect& made) { return made.id == effect; });
  });
}

TypedExpr is_number(Root root, Member member, std::int32_t number) {
  TypedExpr constant;
  constant.op = Op::number;
  constant.number = number;
  TypedExpr made;
  made.op = Op::equal;
  made.type = Type::truth;
  made.args.push_back(member_of(root, member));
  made.args.push_back(std::move(constant));
  return made;
}

TypedExpr truth_of(Root root, Member member) { return member_of(root, member); }

NeverLegal never_legal_act(const Linted& linted, ActId act) {
  const CheckedRules& rules = linted.rules;
  NeverLegal found;
  const std::vector<std::size_t> permits = permits_of(rules, act);
  if (!permits.empty()) {
    for (const std::size_t at : permits) {
      std::vector<const Rule*> rows;
      if (!is_forbidden_wherever(linted, act, claims_of(rules.rules[at]), &rows)) return {};
      for (const Rule* row : rows)
        if (!contains(found.rows, row)) found.rows.push_back(row);
    }
    found.why = fmt::format("{} forbid{} it wherever it is permitted", listed_rows(found.rows),
                            found.rows.size() == 1 ? "s" : "");
    return found;
  }
  if (is_forbidden_wherever(linted, act, {}, &found.rows)) {
    found.why = found.rows.size() == 1
                    ? fmt::format("'{}' forbids it always", found.rows[0]->id)
                    : fmt::format("{} together leave no occasion for it", listed_rows(found.rows));
    return found;
  }
  const bool of_turn = act == act_id(BuiltInAct::lay) || act == act_id(BuiltInAct::draw);
  if (!of_turn || has_effect(rules, Effect::draw)) return {};
  // Nothing is laid and nothing drawn when a turn begins, and if neither is legal then it stays so.
  const TypedExpr laid = is_number(Root::turn, Member::turn_laid, 0);
  const TypedExpr drew = is_number(Root::turn, Member::turn_drew, 0);
  const TypedExpr drawn = is_number(Root::turn, Member::turn_drawn, 0);
  const std::vector<Claim> beginning{{&laid, true}, {&drew, true}, {&drawn, true}};
  std::vector<const Rule*> first, second;
  const ActId lay = act_id(BuiltInAct::lay), draw = act_id(BuiltInAct::draw);
  if (!is_forbidden_wherever(linted, lay, beginning, &first) ||
      !is_forbidden_wherever(linted, draw, beginning, &second))
    return {};
  found.rows = act == lay ? first : second;
  found.why = fmt::format("at the beginning of a turn {} forbid{} to lay and {} to draw", listed_rows(first),
                          first.size() == 1 ? "s" : "", listed_rows(second));
  return found;
}

}  // namespace roundhouse::dsl
