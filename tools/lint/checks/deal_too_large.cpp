// The tiles do not suffice for some numbers of players. Such a table is refused when it sits down; this tells
// the author of the rules before. So it does if families may choose a number of tiles that the set has not.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"
#include "tools/lint/hands_dealt.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace deal_too_large_check {
namespace {

constexpr std::string_view name = "deal-too-large";

/// The numbers of players that need more than there is. What changes during the game is not known here.
std::vector<HandsDealt> too_large(const CheckedRules& rules) {
  std::vector<HandsDealt> found;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    const auto dealt = hands_dealt(rules, players);
    if (dealt && dealt->needed > dealt->tiles) found.push_back(*dealt);
  }
  return found;
}

/// "2, 4 and 6 to 8"
std::string listed(const std::vector<HandsDealt>& tables) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < tables.size();) {
    std::size_t last = i;
    while (last + 1 < tables.size() && tables[last + 1].players == tables[last].players + 1) ++last;
    // Two in a row are named one by one.
    if (last == i + 1) last = i;
    runs.push_back(last == i ? fmt::format("{}", tables[i].players)
                             : fmt::format("{} to {}", tables[i].players, tables[last].players));
    i = last + 1;
  }
  return dsl::listed(runs);
}

/// The figures of the table that needs most.
std::string figures(const std::vector<HandsDealt>& tables) {
  const HandsDealt& worst = *std::max_element(
      tables.begin(), tables.end(),
      [](const HandsDealt& a, const HandsDealt& b) { return a.needed - a.tiles < b.needed - b.tiles; });
  return fmt::format("{} with {} tiles each need {}, and of the {} set there are {}",
                     players_text(worst.players, worst.players), worst.each, worst.needed,
                     set_text(static_cast<std::int32_t>(worst.highest)), worst.tiles);
}

std::string whom(const std::vector<HandsDealt>& tables) {
  return tables.back().players == 1 ? players_text(1, 1) : listed(tables) + " players";
}

void find_in_force(const Linted& linted, const std::vector<HandsDealt>& tables, Diagnostics& findings) {
  const Setup& setup = linted.rules.setup;
  const std::optional<Span> place = own_place_of_deal(linted);
  if (!place) return;
  const HandsDealt& first = tables.front();
  Diagnostic& made = findings.emplace_back(
      warning(name, *place, fmt::format("there are too few tiles for {}", whom(tables))));
  made.why = figures(tables);
  // The others are all below the first that does not fit, or the advice would be none.
  const bool is_upper_part = tables.back().players == setup.most_players &&
                             tables.back().players - first.players + 1 == static_cast<int>(tables.size());
  made.help = is_upper_part && first.players > setup.least_players
                  ? fmt::format("deal fewer, or say under 'setup' that the game is for {}",
                                players_text(setup.least_players, first.players - 1))
                  : "deal fewer to them";
}

/// The values of an own option of which the deal is made: all that are listed, or the greatest of a range.
void find_by_choice(const Linted& linted, Diagnostics& findings) {
  std::vector<std::size_t> asked;
  for_each_node(linted.rules.setup.deal, [&](const TypedExpr& node) {
    if (node.op == Op::option) asked.push_back(static_cast<std::size_t>(node.index));
  });
  for (const std::size_t index : asked) {
    const Option& option = linted.rules.options[index];
    if (!linted.is_own(option.where) || option.type != Type::number) continue;
    std::vector<std::int32_t> values = option.numbers;
    if (values.empty() && option.range) values = {option.range->second};
    if (!linted.effort.spend(10 * linted.rules.rules.size())) return;
    CheckedRules chosen = linted.rules;
    for (const std::int32_t value : values) {
      if (!linted.effort.spend(1'000)) return;
      chosen.options[index].value = value;
      const std::vector<HandsDealt> tables = too_large(chosen);
      if (tables.empty()) continue;
      Diagnostic& made = findings.emplace_back(warning(
          name, option.where,
          fmt::format("with '{}' {} there are too few tiles for {}", option.name, value, whom(tables))));
      made.why = figures(tables);
      made.help = "leave that value out, or let fewer players play";
      break;
    }
  }
}

void find(const Linted& linted, Diagnostics& findings) {
  const std::vector<HandsDealt> tables = too_large(linted.rules);
  // A deal that suits nobody is an error already.
  if (tables.size() == player_numbers(linted.rules.setup).size()) return;
  if (tables.empty()) {
    find_by_choice(linted, findings);
  } else {
    find_in_force(linted, tables, findings);
  }
}

}  // namespace
}  // namespace deal_too_large_check

const LintCheck deal_too_large{deal_too_large_check::name,
                               "For some numbers of players more tiles are dealt than there are.",
                               deal_too_large_check::find};

}  // namespace roundhouse::dsl
