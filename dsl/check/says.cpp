#include "dsl/check/resolve.h"

#include <fmt/format.h>

#include <optional>

#include "dsl/base/search.h"
#include "dsl/check/name_table.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {

std::vector<TemplatePiece> weave_says(const YamlNode& says, const Draft& draft, const NameTable& names,
                                      Findings& findings) {
  std::vector<TemplatePiece> pieces;
  const std::string& text = says.text;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t open = text.find('{', begin);
    if (open == std::string::npos) break;
    if (open > begin) pieces.push_back({text.substr(begin, open - begin), std::nullopt});
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) {
      findings.error(CheckCode::unknown_option, span_in_scalar(says, open, open + 1),
                     "this brace is never closed",
                     "braces hold the name of an option, whose value is then shown");
      return pieces;
    }
    const std::string name = text.substr(open + 1, close - open - 1);
    const Span name_where = span_in_scalar(says, open + 1, close);
    if (const OptionId* option = find_in(names.options, meant_name(draft, name, name_where))) {
      pieces.push_back({"", *option});
    } else if (!reported_as_removed(draft, name, name_where, findings)) {
      findings.unknown(CheckCode::unknown_option, name_where, name, "option that could be shown here",
                       findings.crowded() ? std::vector<std::string>{} : names_in(names.options));
    }
    begin = close + 1;
  }
  if (begin < text.size()) pieces.push_back({text.substr(begin), std::nullopt});
  return pieces;
}

namespace {

/// True if it asks an option that is a table by the number of the round, or a word about the round.
bool rests_on_round(const SyntaxNode& node, const Draft& draft, const NameTable& names, const Typer& typer,
                    const CheckedRules& rules) {
  if (node.kind == SyntaxKind::name) {
    const std::string_view name = meant_name(draft, node.text, node.where);
    if (const OptionId* option = find_in(names.options, name))
      return contains(rules.options[option->value].by, TableKey::round);
    if (const WordId* word = find_in(names.words, name))
      return typer.needs(*word).roots.contains(Root::round);
  }
  return any_of(node.args,
                [&](const SyntaxNode& arg) { return rests_on_round(arg, draft, names, typer, rules); });
}

/// True if the step holds; absent where a child of the file that says it made that another in each round, or
/// for each number of players. Complains, and returns false, if a sentence of one's own rests on more than
/// options.
std::optional<bool> holds(const DraftExpr& when, const Draft& draft, const NameTable& names, Typer& typer,
                          const CheckedRules& rules, Findings& findings) {
  const bool is_inherited = when.node.where.file.value > draft.whole.file.value;
  if (is_inherited && rests_on_round(when.node, draft, names, typer, rules)) return std::nullopt;
  const std::size_t before = findings.size();
  const TypedExpr condition = typer.type(when, {{Site::option}, {}, {}}, {Type::truth, "the condition"});
  if (!when.good || findings.size() > before) return false;
  const auto at = [&](std::int32_t players) {
    const ConstantValue value = constant_value(condition, rules, players);
    return value.is_known() && value.value != 0;
  };
  const std::vector<std::int32_t> numbers = player_numbers(rules.setup);
  const bool first = at(numbers.front());
  for (const std::int32_t players : numbers) {
    if (at(players) == first) continue;
    if (is_inherited) return std::nullopt;
    findings.error(CheckCode::not_constant, when.where,
                   "which sentence holds may not depend on the number of players");
    return false;
  }
  return first;
}

/// True if the author of the sentence knew the values in force: no file after that one changes any, and
/// nobody who plays.
bool knows_all_options(const YamlNode& says, const Draft& draft) {
  return all_of(draft.options, [&](const DraftOption& option) {
    if (option.values.empty()) return true;
    const DraftValue& last = option.values.back();
    // Children are loaded before their parents.
    return !last.is_from_outside && last.node->where.file.value >= says.where.file.value;
  });
}

}  // namespace

bool asks_for_what_is_gone(const SyntaxNode& node, const Draft& draft) {
  if (node.kind == SyntaxKind::name) {
    const TakenAway* gone = find_taken_away(draft, meant_name(draft, node.text, node.where));
    if (gone != nullptr && gone->name.where.file.value < node.where.file.value) return true;
  }
  return any_of(node.args, [&](const SyntaxNode& arg) { return asks_for_what_is_gone(arg, draft); });
}

std::string text_as_known(const YamlNode& says, const std::vector<TemplatePiece>& pieces,
                          const Draft& draft) {
  if (draft.scoped.empty()) return says.text;
  std::string text;
  for (const TemplatePiece& piece : pieces)
    text += piece.option ? "{" + shown_name(draft, draft.options[piece.option->value].name.text) + "}"
                         : piece.text;
  return text;
}

Saying saying_in_force(const DraftTexts& texts, const Draft& draft, const NameTable& names, Typer& typer,
                       const CheckedRules& rules, Findings& findings) {
  Saying chosen;
  bool found = false;
  const bool ladder = texts.says.size() > 1;
  for (const DraftSaying& step : texts.says) {
    if (step.when && asks_for_what_is_gone(step.when->node, draft)) continue;
    std::vector<TemplatePiece> pieces = weave_says(*step.says, draft, names, findings);
    if (step.when) {
      const std::optional<bool> is_said = holds(*step.when, draft, names, typer, rules, findings);
      if (!is_said && !found) return {};
      if (!is_said || !*is_said) continue;
    }
    if (!found)
      chosen = {text_as_known(*step.says, pieces, draft), std::move(pieces),
                ladder || knows_all_options(*step.says, draft)};
    found = true;
  }
  return chosen;
}

}  // namespace roundhouse::dsl
