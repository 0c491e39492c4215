#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {

namespace {

std::string dominoes(std::int32_t highest, std::int32_t copies) {
  const std::string name = fmt::format("double-{}", number_word(highest));
  const std::int32_t tiles = (highest + 1) * (highest + 2) / 2 * copies;
  if (copies == 1) return fmt::format("a {} set of dominoes: {} tiles", name, tiles);
  return fmt::format("{} {} sets of dominoes, mixed: {} tiles", counted_in_words(copies), name, tiles);
}

void add(std::vector<BookLine>& lines, const CheckedRules& rules, const std::string& key, std::string text) {
  lines.push_back({.key = key, .text = std::move(text), .from = sections_of(rules, key, {})});
}

bool uses_markers(const std::vector<RowInForce>& rows, const CheckedRules& rules) {
  return any_of(rows, [&](const RowInForce& row) {
    const auto& effects = rules.rules[row.rule.value].effects;
    return any_of(effects, [](const TypedEffect& e) { return e.id == Effect::mark; });
  });
}

}  // namespace

std::vector<BookLine> equipment_lines(const CheckedRules& rules, const KnownFacts& known) {
  std::vector<BookLine> lines;
  const Setup& setup = rules.setup;
  add(lines, rules, "setup.players",
      as_sentence(players_in_words(known.players ? std::vector{PlayerRun{*known.players, *known.players}}
                                                 : player_runs(setup))));
  // The set may go by the number of players.
  std::vector<std::pair<PlayerRun, std::string>> sets;
  for (const std::int32_t players : players_known(rules, known)) {
    KnownFacts so_many = known;
    so_many.players = players;
    const TypedExpr highest = simplify(setup.highest, rules, so_many);
    const TypedExpr copies = simplify(setup.copies, rules, so_many);
    if (highest.op != Op::number || copies.op != Op::number) continue;
    const std::string text = dominoes(highest.number, copies.number);
    if (!sets.empty() && sets.back().second == text) {
      sets.back().first.second = players;
    } else {
      sets.emplace_back(PlayerRun{players, players}, text);
    }
  }
  add(lines, rules, "set.highest",
      sets.size() == 1 ? as_sentence(sets.front().second)
                       : "Which dominoes are needed depends on the number of players:");
  for (const auto& [run, text] : sets)
    if (sets.size() != 1) lines.back().table.emplace_back(players_text(run.first, run.second), text);
  for (const char* key : {"highest", "setup.set.highest", "set.copies"}) {
    for (const Citation& section : sections_of(rules, key, {})) {
      if (!contains(lines.back().from, section)) lines.back().from.push_back(section);
    }
  }
  if (uses_markers(rows_in_force(rules, known), rules))
    add(lines, rules, "", "Markers, one for each player and some to spare.");
  add(lines, rules, "", "Paper and a pencil for the score.");
  return lines;
}

std::vector<BookLine> train_lines(const CheckedRules& rules, const KnownFacts& known) {
  std::vector<BookLine> lines;
  for (const TrainKind& kind : rules.trains) {
    if (is_without_trains(kind, rules, known)) continue;
    std::string text = as_sentence(woven(rules, kind.says, known));
    if (text.empty()) {
      const ByPlayers count = kind.count ? by_players(*kind.count, rules, known) : ByPlayers{{{0, 0, 1}}};
      const std::int32_t number = count.is_number() ? count.steps.front().value : 0;
      const std::string trains = number == 0 ? fmt::format("{} trains", spaced(kind.name))
                                             : how_many(number, fmt::format("{} train", spaced(kind.name)));
      text = kind.of == TrainOwner::each
                 ? fmt::format("Each player has {}.", trains)
                 : fmt::format("There {} {} for everybody.", number == 1 ? "is" : "are", trains);
    }
    add(lines, rules, kind.name, std::move(text));
    lines.back().from = sections_of(rules, kind.name, kind.from);
  }
  return lines;
}

std::vector<std::int32_t> players_known(const CheckedRules& rules, const KnownFacts& known) {
  if (known.players) return {*known.players};
  return player_numbers(rules.setup);
}

ByPlayers by_players(const TypedExpr& expression, const CheckedRules& rules, const KnownFacts& known) {
  ByPlayers result;
  std::vector<ByPlayers::Step>& steps = result.steps;
  for (const std::int32_t players : players_known(rules, known)) {
    KnownFacts so_many = known;
    so_many.players = players;
    const TypedExpr value = simplify(expression, rules, so_many);
    if (value.op != Op::number) return {};
    const bool goes_on = !steps.empty() && steps.back().most == players - 1;
    if (goes_on && steps.back().value == value.number) {
      steps.back().most = players;
    } else {
      steps.push_back({players, players, value.number});
    }
  }
  const bool alike =
      all_of(steps, [&](const ByPlayers::Step& step) { return step.value == steps.front().value; });
  if (alike && steps.size() > 1) steps = {{steps.front().least, steps.back().most, steps.front().value}};
  return result;
}

std::string players_in_words(const std::vector<PlayerRun>& runs) {
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [least, most] = runs[i];
    const bool is_last = i + 1 == runs.size();
    text += i == 0 ? "" : is_last ? " or " : ", ";
    if (least != most)
      text +=
          fmt::format("{} {} ", counted_in_words(least), most == least + 1 && runs.size() == 1 ? "or" : "to");
    text += is_last ? how_many(most, "player") : counted_in_words(most);
  }
  return text;
}

}  // namespace roundhouse::dsl
