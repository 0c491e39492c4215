#include "tools/lint/hands_dealt.h"

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {
namespace {

/// The places that say how many tiles there are and how many are dealt, the deal first.
std::vector<Span> places(const CheckedRules& rules) {
  std::vector<Span> found;
  const auto add = [&](const TypedExpr& value, std::string_view key) {
    if (value.op == Op::option || value.op == Op::table)
      found.push_back(rules.options[static_cast<std::size_t>(value.index)].value_where);
    for (const auto& [known, where] : rules.setup.places)
      if (known == key) found.push_back(where);
  };
  add(rules.setup.deal, "deal");
  add(rules.setup.highest, "set.highest");
  add(rules.setup.copies, "set.copies");
  add(rules.setup.engine_from, "engine.from");
  for (const auto& [known, where] : rules.setup.places)
    if (known == "players") found.push_back(where);
  return found;
}

}  // namespace

std::optional<HandsDealt> hands_dealt(const CheckedRules& rules, std::int32_t players) {
  const Setup& setup = rules.setup;
  const ConstantValue deal = constant_value(setup.deal, rules, players);
  const ConstantValue highest = constant_value(setup.highest, rules, players);
  const ConstantValue copies = constant_value(setup.copies, rules, players);
  const ConstantValue from = constant_value(setup.engine_from, rules, players);
  if (!deal.is_known() || !highest.is_known() || !copies.is_known()) return std::nullopt;
  // An engine that comes out of no hand is dealt to nobody.
  const bool nobodys = from.is_known() && (from.value == static_cast<std::int64_t>(SetupName::aside) ||
                                           from.value == static_cast<std::int64_t>(SetupName::turned));
  const std::int64_t tiles = (highest.value + 1) * (highest.value + 2) / 2 * copies.value - (nobodys ? 1 : 0);
  return HandsDealt{players, deal.value, deal.value * players, tiles, highest.value};
}

std::optional<Span> own_place_of_deal(const Linted& linted) {
  const std::vector<Span> all = places(linted.rules);
  const auto place = find_if(all, [&](Span where) { return linted.is_own(where); });
  if (place == all.end()) return std::nullopt;
  return *place;
}

}  // namespace roundhouse::dsl
