// A verdict quotes the sentence of a row. One that speaks of the double six where the row asks for the double
// seven, or of the Mexican Train where it asks for another, misleads the table. Names are compared only where
// the condition names such things outright: where it asks for words, facts or options nothing is said of it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/number_words.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/whole_number.h"
#include "dsl/lint/checks/all.h"
#include "dsl/lint/expressions.h"
#include "dsl/lint/game.h"
#include "dsl/lint/said.h"

namespace roundhouse::dsl {
namespace wrong_name_said_check {
namespace {

constexpr std::string_view name = "wrong-name-said";

/// What the sentence says, or the condition asks for, of one sort of thing.
struct Named {
  std::vector<std::int32_t> all{};
  std::string text{};  ///< the last of them as it stands in the sentence: "double six"
  bool open = false;   ///< it asks for what is not read here

  void add(std::int32_t one) {
    if (!has(one)) all.push_back(one);
  }
  bool has(std::int32_t one) const { return std::find(all.begin(), all.end(), one) != all.end(); }
};

bool asks_elsewhere(const TypedExpr& node) {
  return node.op == Op::word || node.op == Op::fact || node.op == Op::option || node.op == Op::table ||
         is_quantifier(node.op);
}

// --- numbers on tiles ---

std::optional<std::int32_t> pip_of(const std::string& word) {
  constexpr std::int32_t most = 18;
  if (const auto digits = whole_number<std::int32_t>(word, 0, most)) return digits;
  if (word == "blank") return 0;
  const auto number = number_of_words(word);
  return number && *number <= most ? number : std::nullopt;
}

/// "the double six", "double-12"
Named doubles_said(const std::vector<std::string>& words) {
  Named said;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "double") continue;
    const auto pip = pip_of(words[i + 1]);
    if (!pip) continue;
    // "a double six times", "each double two points"
    constexpr std::array<std::string_view, 4> counted{"times", "points", "tiles", "pips"};
    if (i + 2 < words.size() && std::find(counted.begin(), counted.end(), words[i + 2]) != counted.end())
      continue;
    said.add(*pip);
    said.text = "double " + words[i + 1];
  }
  return said;
}

bool is_half_of_tile(const TypedExpr& node) {
  if (node.op != Op::member) return false;
  const auto member = static_cast<Member>(node.index);
  return member == Member::tile_high || member == Member::tile_low;
}

/// The numbers on tiles that the condition compares with.
void add_pips(const TypedExpr& node, Named& asked) {
  if (asks_elsewhere(node)) asked.open = true;
  for (const TypedExpr& arg : node.args) add_pips(arg, asked);
  if (node.op == Op::member) {
    // Sums, and numbers at ends, say of a double what is not read here.
    const auto member = static_cast<Member>(node.index);
    if (member == Member::tile_pips || member == Member::end_pip) asked.open = true;
  }
  if (node.args.size() < 2) return;
  const bool has = node.op == Op::has;
  const bool compares =
      is_comparison(node.op) && (is_half_of_tile(node.args[0]) || is_half_of_tile(node.args[1]));
  if (!has && !compares) return;
  for (const TypedExpr& arg : node.args) {
    if (arg.op == Op::number && (node.op == Op::equal || node.op == Op::not_equal || has))
      asked.add(arg.number);
    else if (arg.type == Type::number && !is_half_of_tile(arg))
      asked.open = true;
  }
}

// --- kinds of train ---

bool says_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "the Mexican Train": a kind that everybody plays on. Its name alone may be a word of every day.
Named trains_said(const CheckedRules& rules, const std::vector<std::string>& words) {
  Named said;
  for (std::size_t i = 0; i < rules.trains.size(); ++i) {
    const std::string& kind = rules.trains[i].name;
    if (rules.trains[i].of != TrainOwner::all) continue;
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      if (words[at] != lower(kind) || (words[at + 1] != "train" && words[at + 1] != "trains")) continue;
      said.add(static_cast<std::int32_t>(i));
      said.text = kind + " " + words[at + 1];
    }
  }
  return said;
}

void add_trains(const CheckedRules& rules, const TypedExpr& node, Named& asked) {
  if (asks_elsewhere(node)) asked.open = true;
  for (const TypedExpr& arg : node.args) add_trains(rules, arg, asked);
  if (node.op == Op::train_of) asked.add(node.index);
  if (node.op != Op::name) return;
  for (std::size_t i = 0; i < rules.trains.size(); ++i)
    if (rules.trains[i].name_id.value == node.index) asked.add(static_cast<std::int32_t>(i));
}

/// Whoever names one train to say what holds for another says so.
bool speaks_of_others(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 10> signs{"only", "except", "other",  "others", "instead",
                                                   "but",  "than",   "before", "unless", "until"};
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return says_word(words, sign); });
}

// --- both ---

void tell(const Rule& rule, const std::string& said, const std::string& asked, Diagnostics& findings) {
  Diagnostic& made = findings.emplace_back(warning(
      name, rule.says_where,
      fmt::format("the sentence of '{}' speaks of the {}, and its condition does not", rule.id, said)));
  made.why = fmt::format("the condition asks for {}", asked);
  made.labels.push_back({rule.when->where, "the condition"});
  made.help = "name what the condition asks for, or ask for what is named";
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    // A ladder of sentences and one with an option in it are for more than one case.
    if (rule.says.empty() || !rule.when || !linted.is_own(rule.says_where)) continue;
    if (rule.says.find('{') != std::string::npos || !linted.is_own(rule.when->where)) continue;
    if (!linted.effort.spend(10)) return;
    const std::vector<std::string> words = words_said(rule.says);
    if (speaks_of_others(words)) continue;
    // What its effects name may be what is spoken of.
    Named pips, trains;
    add_pips(*rule.when, pips);
    add_trains(rules, *rule.when, trains);
    for (const TypedEffect& effect : rule.effects) {
      for (const TypedExpr& arg : effect.args) {
        add_pips(arg, pips);
        add_trains(rules, arg, trains);
      }
    }
    const auto differ = [](const Named& said, const Named& asked) {
      return said.all.size() == 1 && !asked.open && asked.all.size() == 1 && !asked.has(said.all.front());
    };
    if (const Named said = doubles_said(words); differ(said, pips))
      tell(rule, said.text, fmt::format("the number {}", pips.all.front()), findings);
    if (const Named said = trains_said(rules, words); differ(said, trains))
      tell(rule, said.text,
           fmt::format("'{}'", rules.trains[static_cast<std::size_t>(trains.all.front())].name), findings);
  }
}

}  // namespace
}  // namespace wrong_name_said_check

const LintCheck wrong_name_said{wrong_name_said_check::name,
                                "A sentence names another double or train than its row asks for.",
                                wrong_name_said_check::find};

}  // namespace roundhouse::dsl
