// A double is covered by another tile of its number. Where the rows about laying leave none, every double
// stays open for good. The double itself is no help: it lies on the table, and a set has it once.

#include <fmt/format.h>

#include <algorithm>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/legality.h"

namespace roundhouse::dsl {
namespace uncoverable_double_check {
namespace {

constexpr std::string_view name = "uncoverable-double";

TypedExpr tile_fits() {
  TypedExpr made;
  made.op = Op::has;
  made.type = Type::truth;
  TypedExpr tile;
  tile.op = Op::root;
  tile.type = Type::tile;
  tile.index = static_cast<std::int32_t>(Root::tile);
  made.args.push_back(std::move(tile));
  made.args.push_back(truth_of(Root::end, Member::end_pip));
  return made;
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const ActId lay = act_id(BuiltInAct::lay);
  if (linted.game.copies > 1 || !has_effect(rules, Effect::owe) || has_effect(rules, Effect::show)) return;
  const TypedExpr owed = truth_of(Root::end, Member::end_owed);
  const TypedExpr is_double = truth_of(Root::tile, Member::tile_double);
  const TypedExpr fits = tile_fits();
  std::vector<const Rule*> by_others, by_doubles;
  if (!is_forbidden_wherever(linted, lay, {{&owed, true}, {&is_double, false}}, &by_others)) return;
  if (!is_forbidden_wherever(linted, lay, {{&owed, true}, {&is_double, true}, {&fits, false}}, &by_doubles))
    return;
  const auto own = std::find_if(by_others.rbegin(), by_others.rend(),
                                [&](const Rule* row) { return linted.is_own(row->where); });
  if (own == by_others.rend() || never_legal_act(linted, lay)) return;
  Diagnostic& made = findings.emplace_back(
      warning(name, (*own)->about_where,
              fmt::format("nobody can ever cover a double: '{}' forbids every tile for it", (*own)->id)));
  if ((*own)->when) made.labels.push_back({(*own)->when->where, "holds of all that could be laid to it"});
  made.why = "only the double itself has its number twice, and it lies on the table already";
  made.help = "let the row hold for some of the other tiles only";
}

}  // namespace
}  // namespace uncoverable_double_check

const LintCheck uncoverable_double{uncoverable_double_check::name,
                                   "No tile may be laid to a double that has to be covered.",
                                   uncoverable_double_check::find};

}  // namespace roundhouse::dsl
