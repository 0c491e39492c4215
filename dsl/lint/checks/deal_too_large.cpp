// The tiles do not suffice for some numbers of players. Such a table is refused when it sits down; whoever
// writes the rules is told before.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "dsl/lint/checks/all.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view name = "deal-too-large";

struct Table {
  std::int32_t players = 0;
  std::int64_t needed = 0;
  std::int64_t tiles = 0;
};

/// The numbers of players that need more than there is. What changes during the game is not known here.
std::vector<Table> too_large(const CheckedRules& rules) {
  const Setup& setup = rules.setup;
  std::vector<Table> found;
  for (const std::int32_t players : player_numbers(setup)) {
    const ConstantValue deal = constant_value(setup.deal, rules, players);
    const ConstantValue highest = constant_value(setup.highest, rules, players);
    const ConstantValue copies = constant_value(setup.copies, rules, players);
    const ConstantValue from = constant_value(setup.engine_from, rules, players);
    if (!deal.is_known() || !highest.is_known() || !copies.is_known()) continue;
    // An engine that comes out of no hand is dealt to nobody.
    const bool nobodys = from.is_known() && (from.value == static_cast<std::int64_t>(SetupName::aside) ||
                                             from.value == static_cast<std::int64_t>(SetupName::turned));
    const std::int64_t tiles =
        (highest.value + 1) * (highest.value + 2) / 2 * copies.value - (nobodys ? 1 : 0);
    if (deal.value * players > tiles) found.push_back({players, deal.value * players, tiles});
  }
  return found;
}

/// "2, 4 and 6 to 8"
std::string listed(const std::vector<Table>& tables) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < tables.size();) {
    std::size_t last = i;
    while (last + 1 < tables.size() && tables[last + 1].players == tables[last].players + 1) ++last;
    // Two in a row are told one by one.
    if (last == i + 1) last = i;
    runs.push_back(last == i ? fmt::format("{}", tables[i].players)
                             : fmt::format("{} to {}", tables[i].players, tables[last].players));
    i = last + 1;
  }
  std::string text;
  for (const std::string& run : runs)
    text += (text.empty() ? "" : &run == &runs.back() ? " and " : ", ") + run;
  return text;
}

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

void find(const Linted& linted, Diagnostics& findings) {
  const std::vector<Table> tables = too_large(linted.rules);
  const Setup& setup = linted.rules.setup;
  // A deal that suits nobody is an error already.
  if (tables.empty() || tables.size() == player_numbers(setup).size()) return;
  const std::vector<Span> all = places(linted.rules);
  const auto place = std::find_if(all.begin(), all.end(), [&](Span where) { return linted.is_own(where); });
  if (place == all.end()) return;
  const Table& first = tables.front();
  const std::string whom = tables.back().players == 1 ? players_text(1, 1) : listed(tables) + " players";
  Diagnostic& made =
      findings.emplace_back(warning(name, *place, fmt::format("there are too few tiles for {}", whom)));
  made.why = fmt::format("with {} {} tiles are dealt, and there are {}",
                         players_text(first.players, first.players), first.needed, first.tiles);
  // The others are all below the first that does not fit, or the advice would be none.
  const bool is_upper_part = tables.back().players == setup.most_players &&
                             tables.back().players - first.players + 1 == static_cast<int>(tables.size());
  made.help = is_upper_part && first.players > setup.least_players
                  ? fmt::format("deal fewer, or say under 'setup' that the game is for {}",
                                players_text(setup.least_players, first.players - 1))
                  : "deal fewer to them";
}

}  // namespace

const LintCheck deal_too_large{name, "For some numbers of players more tiles are dealt than there are.",
                               find};

}  // namespace roundhouse::dsl
