#include "dsl/check/read_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/base/nearest.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/foreign_words.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/vocabulary/limits.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

// As deep as an expression may be: a ladder becomes one.
constexpr std::size_t most_steps = limits::ladder_steps;
// As many as there may be rules, which such a list may name.
constexpr std::size_t most_names = limits::names;

void propose_text(Diagnostic& made, std::string text) {
  std::string help = fmt::format("write '{}'", text);
  suggest_fix(made, {made.where, std::move(text), std::move(help)});
}

/// The number that was meant: `fifty`, `50 points`, `50,`.
std::optional<std::string> number_meant(std::string_view text) {
  if (const auto said = number_of_words(text)) return std::to_string(*said);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits == text.size()) return std::nullopt;
  const std::string_view behind = text.substr(digits);
  const bool is_unit = behind.front() == ' ' && behind.find_first_of("0123456789") == std::string_view::npos;
  const bool is_end = behind == "," || behind == ";" || behind == "." || behind == ".0";
  if (!is_unit && !is_end) return std::nullopt;
  return std::string(text.substr(0, digits));
}

/// The range that was meant: `2-6`, `2 to 6`, `2...6`. The smaller number comes first.
std::optional<std::string> range_meant(std::string_view text) {
  const std::string_view digits = "0123456789";
  const std::size_t first = text.find_first_of(digits);
  if (first == std::string_view::npos) return number_meant(text);
  const std::size_t first_end = std::min(text.find_first_not_of(digits, first), text.size());
  const std::size_t second = text.find_first_of(digits, first_end);
  if (second == std::string_view::npos) return number_meant(text);
  const std::size_t second_end = std::min(text.find_first_not_of(digits, second), text.size());
  if (text.find_first_of(digits, second_end) != std::string_view::npos) return std::nullopt;
  auto low = number_in(text.substr(first, first_end - first));
  auto high = number_in(text.substr(second, second_end - second));
  if (!low || !high) return std::nullopt;
  if (*low > *high) std::swap(low, high);
  return fmt::format("{}..{}", *low, *high);
}

/// The key that this one is in plainer or other words, if it is one of these.
const ForeignWord* foreign_key(std::string_view key, const std::vector<std::string>& keys) {
  const std::string small = lower(key);
  const auto found = find_if(foreign_keys, [&](const ForeignWord& word) {
    return word.foreign == small && contains(keys, word.ours);
  });
  return found == foreign_keys.end() ? nullptr : &*found;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// True of letters, digits, `_` and dashes; a letter first, no dash last.
bool is_name(std::string_view text, bool in_expressions) {
  if (text.empty() || text.size() > 60 || !is_letter(text.front()) || text.back() == '-') return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (is_letter(c) || is_digit(c) || c == '_') continue;
    if (c != '-' || text[i - 1] == '-') return false;
    if (in_expressions && !(is_letter(text[i - 1]) && is_letter(text[i + 1]))) return false;
  }
  return true;
}

/// True of events that are no acts: an act is an event of its own name, so events are taken for acts; a value
/// cannot be confused with one.
bool is_event_only(std::string_view name) {
  return find_event(name) != nullptr && find_root(name) == nullptr && find_act(name) == nullptr &&
         find_effect(name) == nullptr && find_law(name) == nullptr;
}

bool check_steps(const YamlNode& ladder, std::string_view what, Findings& findings) {
  if (ladder.items.empty()) wrong_shape(ladder, fmt::format("{} or a ladder of steps", what), findings);
  if (ladder.items.size() > most_steps) {
    findings.error(
        CheckCode::too_many, ladder.where,
        fmt::format("the ladder has {} steps; at most {} are possible", ladder.items.size(), most_steps),
        "put some of its steps into words, or into a table");
  }
  return !ladder.items.empty() && ladder.items.size() <= most_steps;
}

/// Reads one step of a ladder: `when`, but not in the last, and the value under `key`; `more` keys may stand
/// there, too. False: it has another shape.
bool read_step(const YamlNode& item, bool last, std::string_view key,
               const std::function<void(const YamlEntry&)>& take, std::optional<DraftExpr>& when,
               Findings& findings, KeyMap map, const std::vector<KeyReader>& more = {}) {
  bool taken = false;
  std::vector<KeyReader> readers{
      {"when", [&](const YamlEntry& entry) { when = read_expression(entry.value, findings); }},
      {key, [&](const YamlEntry& entry) {
         taken = true;
         take(entry);
       }}};
  readers.insert(readers.end(), more.begin(), more.end());
  read_keys(item, map, findings, readers);
  if (!item.is_map()) return false;
  if (!taken) {
    findings.error(CheckCode::ladder, item.where, fmt::format("this step of the ladder has no '{}'", key));
  } else if (last && when) {
    findings.error(CheckCode::ladder, item.where, "the last step of the ladder has a 'when'",
                   fmt::format("the last step is what holds otherwise: give it '{}' alone", key));
  } else if (!last && !when) {
    findings.error(CheckCode::ladder, item.where,
                   "this step of the ladder has no 'when', and more steps follow");
  }
  return taken && when.has_value() != last;
}

}  // namespace

std::string describe_shape(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::empty:
      return "nothing";
    case YamlKind::sequence:
      return "a list";
    case YamlKind::map:
      return "a map";
    case YamlKind::scalar:
      return node.text.size() > 40 ? "a text" : fmt::format("'{}'", node.text);
  }
  return {};
}

void wrong_shape(const YamlNode& node, std::string_view expected, Findings& findings) {
  findings.error(CheckCode::wrong_shape, node.where,
                 fmt::format("here stands {}, where {} is needed", describe_shape(node), expected));
}

void read_keys(const YamlNode& node, std::string_view what, Findings& findings,
               const std::vector<KeyReader>& readers,
               const std::function<bool(const YamlEntry&)>& passes_over) {
  if (!node.is_map()) {
    wrong_shape(node, fmt::format("a map with the keys of {}", what), findings);
    return;
  }
  const auto reader_of_key = [&](std::string_view key) {
    return find_if(readers, [&](const KeyReader& reader) { return reader.key == key; });
  };
  for (const YamlEntry& entry : node.entries) {
    if (passes_over && passes_over(entry)) continue;
    const auto found = reader_of_key(entry.key.text);
    if (found != readers.end()) {
      found->read(entry);
      continue;
    }
    std::vector<std::string> keys;
    for (const KeyReader& reader : readers) keys.emplace_back(reader.key);
    Diagnostic& made = findings.unknown(CheckCode::unknown_key, entry.key.where, entry.key.text,
                                        fmt::format("key of {}", what), keys);
    const std::string place = place_of_key(entry.key.text);
    if (const ForeignWord* word = foreign_key(entry.key.text, keys); word != nullptr && place.empty()) {
      made.fixes.clear();
      made.otherwise.clear();
      made.help.clear();
      propose_text(made, std::string(word->ours));
    }
    (made.fixes.empty() ? made.help : made.otherwise) = place;
    // A key that can only be one key is read as that key: its value has mistakes of its own, and nothing is
    // missing because its key is misspelt.
    if (made.fixes.size() != 1 || !place.empty()) continue;
    const std::string meant = made.fixes.front().text;
    if (node.find(meant) == nullptr) reader_of_key(meant)->read(entry);
  }
}

void read_keys(const YamlNode& node, KeyMap map, Findings& findings, const std::vector<KeyReader>& readers,
               const std::function<bool(const YamlEntry&)>& passes_over) {
  std::vector<KeyReader> in_table;
  for (const KeyRow& row : keys_of(map)) {
    const auto found = find_if(readers, [&](const KeyReader& reader) { return reader.key == row.key; });
    if (found != readers.end()) in_table.push_back(*found);
  }
  read_keys(node, map_name(map), findings, in_table, passes_over);
}

std::string place_of_key(std::string_view key) {
  constexpr std::pair<KeyMap, std::string_view> places[]{{KeyMap::setup, "'setup'"},
                                                         {KeyMap::set, "'setup', below 'set'"},
                                                         {KeyMap::redeal, "'setup', below 'redeal'"},
                                                         {KeyMap::engine, "'setup', below 'engine'"},
                                                         {KeyMap::match, "'match'"}};
  for (const auto& [map, place] : places)
    if (find_key(map, key) != nullptr) return fmt::format("'{}' stands under {}", key, place);
  return {};
}

std::optional<std::string> read_text(const YamlNode& node, Findings& findings) {
  if (node.is_scalar()) {
    // Where a text is meant, a bare yes lacks its quotes.
    const bool may_be_bare =
        node.style == ScalarStyle::plain && (node.text == "true" || node.text == "false");
    Diagnostic* bare =
        may_be_bare ? findings.made_at(yaml_code_name(YamlCode::bare_truth), node.where) : nullptr;
    if (bare != nullptr)
      std::erase_if(bare->fixes, [](const FixIt& fix) { return !fix.text.starts_with('"'); });
    return node.text;
  }
  wrong_shape(node, "a text", findings);
  return std::nullopt;
}

std::optional<std::string> read_label(const YamlNode& node, Findings& findings) {
  // `shown: true` and `shown: none` do not mean a label.
  const bool is_value =
      node.is_scalar() && node.style == ScalarStyle::plain &&
      (node.text == "true" || node.text == "false" || is_none(node) || number_in(node.text));
  if (!node.is_scalar() || is_value) {
    wrong_shape(node, "a label", findings);
    if (is_value) findings.last().help = "write what stands on the table, such as 'Doubles marker'";
    return std::nullopt;
  }
  const std::string& text = node.text;
  const auto length = characters_in(text);
  const auto complain = [&](std::string message, std::string help) {
    findings.error(CheckCode::bad_label, node.where, std::move(message), std::move(help));
    return std::nullopt;
  };
  if (text.find_first_not_of(" \t\n\r") == std::string::npos)
    return complain("the label is empty", "leave 'shown' out where nothing is to be shown");
  if (text.find('\n') != std::string::npos)
    return complain("the label has more than one line", "write it on one line, behind 'shown:'");
  if (printable_line(text) != text)
    return complain("the label has a character that cannot be shown", "leave that character out");
  if (text.front() == ' ' || text.back() == ' ' || text.find("  ") != std::string::npos)
    return complain("the label has a space too many", "one space stands between two of its words");
  if (length > limits::label)
    return complain(
        fmt::format("the label has {} characters; at most {} are possible", length, limits::label),
        "say more of it in 'says'");
  return text;
}

std::optional<std::int32_t> number_in(std::string_view text) {
  return whole_number<std::int32_t>(text, -greatest_number, greatest_number);
}

std::optional<std::pair<std::int32_t, std::int32_t>> range_in(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto low = number_in(text.substr(0, dots));
  const auto high = dots == std::string_view::npos ? low : number_in(text.substr(dots + 2));
  if (!low || !high) return std::nullopt;
  return std::pair{*low, *high};
}

/// True of digits that are more than `greatest_number` has.
bool is_beyond_numbers(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  return text.size() >= 10 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_spelt_as_range(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos &&
         text.find_first_not_of("0123456789.+-") == std::string_view::npos;
}

std::optional<std::int32_t> read_number(const YamlNode& node, Findings& findings, std::string_view what) {
  if (node.is_scalar()) {
    if (const auto number = number_in(node.text)) return number;
    if (is_beyond_numbers(node.text)) {
      findings.error(CheckCode::out_of_range, node.where,
                     fmt::format("the number {} is too large", node.text),
                     fmt::format("no number is beyond {}", greatest_written_number));
      return std::nullopt;
    }
  }
  wrong_shape(node, what, findings);
  if (node.is_scalar())
    if (const auto meant = number_meant(node.text)) propose_text(findings.last(), *meant);
  return std::nullopt;
}

std::optional<bool> read_truth(const YamlNode& node, std::string_view what, Findings& findings) {
  if (node.is_scalar() && (node.text == "true" || node.text == "false")) return node.text == "true";
  wrong_shape(node, what, findings);
  if (!node.is_scalar()) return std::nullopt;
  const std::string small = lower(node.text);
  for (const ForeignWord& word : foreign_truths)
    if (word.foreign == small) propose_text(findings.last(), std::string(word.ours));
  return std::nullopt;
}

namespace {

/// `[6, 7, 8]`: the range of which a list has every number.
std::optional<std::string> counted_through(const YamlNode& list) {
  if (!list.is_sequence() || list.items.size() < 2) return std::nullopt;
  std::vector<std::int32_t> numbers;
  for (const YamlNode& item : list.items) {
    const auto number = item.is_scalar() ? number_in(item.text) : std::nullopt;
    if (!number || (!numbers.empty() && *number != numbers.back() + 1)) return std::nullopt;
    numbers.push_back(*number);
  }
  return fmt::format("{}..{}", numbers.front(), numbers.back());
}

}  // namespace

std::optional<std::pair<std::int32_t, std::int32_t>> read_range(const YamlNode& node, Findings& findings) {
  const auto range = node.is_scalar() ? range_in(node.text) : std::nullopt;
  if (!range) {
    wrong_shape(node, "a number or a range such as 2..8", findings);
    if (node.is_scalar() && is_spelt_as_range(node.text)) {
      findings.last().help = fmt::format(
          "a range is two numbers with two dots between, the smaller one first, and none is beyond {}",
          greatest_number);
    }
    if (node.is_scalar())
      if (const auto meant = range_meant(node.text)) propose_text(findings.last(), *meant);
    if (const auto meant = counted_through(node))
      suggest_fix(findings.last(), {node.where, *meant, fmt::format("write '{}'", *meant)});
    return std::nullopt;
  }
  if (range->first > range->second) {
    Diagnostic& made = findings.error(CheckCode::out_of_range, node.where,
                                      fmt::format("the range '{}' is empty", node.text));
    made.help = "the smaller number comes first";
    const std::string turned = fmt::format("{}..{}", range->second, range->first);
    suggest_fix(made,
                {node.where, turned, fmt::format("the smaller number comes first: write '{}'", turned)});
    return std::nullopt;
  }
  return range;
}

std::vector<Named> read_names(const YamlNode& node, std::string_view what, Findings& findings) {
  std::vector<Named> names;
  const auto take = [&](const YamlNode& item) {
    if (item.is_scalar() && !item.text.empty()) {
      names.push_back({item.text, item.where});
    } else {
      wrong_shape(item, what, findings);
    }
  };
  if (!node.is_sequence()) {
    take(node);
  } else if (node.items.empty()) {
    wrong_shape(node, fmt::format("{} or a list of them", what), findings);
  } else if (node.items.size() > most_names) {
    findings.error(
        CheckCode::too_many, node.where,
        fmt::format("the list has {} names; at most {} are possible", node.items.size(), most_names),
        "share it out over several rows");
  } else {
    for (const YamlNode& item : node.items) take(item);
  }
  return names;
}

void add_once(const std::vector<Named>& more, std::vector<Named>& names, Findings& findings) {
  for (const Named& name : more) {
    const auto same = find_if(names, [&](const Named& other) { return other.text == name.text; });
    if (same == names.end())
      names.push_back(name);
    else
      findings.error(CheckCode::twice, name.where, fmt::format("'{}' stands here twice", name.text),
                     {same->where, "first given here"});
  }
}

bool is_section_id(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || dash == 0 || dash + 1 == text.size()) return false;
  const auto fits = [](char c) { return is_letter(c) || is_digit(c); };
  return text.front() >= 'A' && text.front() <= 'Z' && std::all_of(text.begin(), text.begin() + dash, fits) &&
         std::all_of(text.begin() + dash + 1, text.end(), fits);
}

std::vector<Named> read_sections(const YamlNode& node, Findings& findings) {
  std::vector<Named> sections = read_names(node, "a section such as MF-3", findings);
  std::erase_if(sections, [&](const Named& section) {
    if (is_section_id(section.text)) return false;
    findings.error(CheckCode::unknown_section, section.where, fmt::format("'{}' is no section", section.text),
                   "a section is a word such as MF-3: capital letters, a dash, letters or digits");
    return true;
  });
  return sections;
}

std::optional<std::size_t> read_word_of(const YamlNode& node, std::string_view what, KeyMap map,
                                        std::string_view key, Findings& findings) {
  return read_word_of(node, what, words_of(map, key), findings);
}

std::optional<std::size_t> read_word_of(const YamlNode& node, std::string_view what,
                                        const std::vector<std::string>& words, Findings& findings) {
  if (!node.is_scalar()) {
    wrong_shape(node, list_names(words), findings);
    return std::nullopt;
  }
  const auto found = std::find(words.begin(), words.end(), node.text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  findings.unknown(CheckCode::unknown_name, node.where, node.text, what, words);
  return std::nullopt;
}

DraftExpr read_expression(const YamlNode& node, Findings& findings) {
  DraftExpr expression;
  expression.where = node.where;
  if (!node.is_scalar()) {
    wrong_shape(node, "an expression", findings);
    return expression;
  }
  Checked<SyntaxNode> parsed = parse_expression(node);
  findings.add(parsed.diagnostics);
  expression.good = parsed.ok();
  expression.node = std::move(parsed.value);
  return expression;
}

namespace {

/// `says`: where the steps' sentences go; absent: they have none.
DraftExpr read_steps(const YamlNode& node, std::vector<const YamlNode*>* says, Findings& findings) {
  if (!node.is_sequence()) return read_expression(node, findings);
  DraftExpr ladder;
  ladder.where = node.where;
  ladder.good = !node.items.empty();
  if (!check_steps(node, "an expression", findings)) {
    ladder.good = false;
    return ladder;
  }

  struct Rung {
    std::optional<DraftExpr> when;
    DraftExpr then;
    Span where;
  };
  std::vector<Rung> rungs;
  for (const YamlNode& item : node.items) {
    Rung& rung = rungs.emplace_back();
    rung.where = item.where;
    std::optional<DraftExpr> then;
    std::vector<KeyReader> more;
    if (says != nullptr) {
      says->push_back(nullptr);
      more.push_back({"says", [&](const YamlEntry& entry) {
                        if (read_text(entry.value, findings)) says->back() = &entry.value;
                      }});
    }
    const bool shaped = read_step(
        item, &item == &node.items.back(), "then",
        [&](const YamlEntry& entry) { then = read_expression(entry.value, findings); }, rung.when, findings,
        says == nullptr ? KeyMap::step : KeyMap::worded_step, more);
    ladder.good = ladder.good && shaped && then && then->good && (!rung.when || rung.when->good);
    if (then) rung.then = std::move(*then);
  }
  if (!ladder.good) return ladder;
  // From the last step up: each becomes `if when then ... else (what stands below)`.
  ladder.node = std::move(rungs.back().then.node);
  for (std::size_t i = rungs.size() - 1; i-- > 0;) {
    SyntaxNode choose;
    choose.kind = SyntaxKind::operation;
    choose.op = Op::choose;
    choose.where = rungs[i].where;
    choose.args.push_back(std::move(rungs[i].when->node));
    choose.args.push_back(std::move(rungs[i].then.node));
    choose.args.push_back(std::move(ladder.node));
    ladder.node = std::move(choose);
  }
  return ladder;
}

}  // namespace

DraftExpr read_ladder(const YamlNode& node, Findings& findings) {
  return read_steps(node, nullptr, findings);
}

DraftExpr read_worded_ladder(const YamlNode& node, std::vector<const YamlNode*>& says, Findings& findings) {
  DraftExpr ladder = read_steps(node, &says, findings);
  const bool silent = all_of(says, [](const YamlNode* one) { return one == nullptr; });
  if (silent) says.clear();
  return ladder;
}

std::vector<DraftSaying> read_says(const YamlNode& node, Findings& findings) {
  if (!node.is_sequence()) {
    if (!read_text(node, findings)) return {};
    return {{std::nullopt, &node}};
  }
  if (!check_steps(node, "a text", findings)) return {};
  std::vector<DraftSaying> sayings;
  bool good = true;
  for (const YamlNode& item : node.items) {
    DraftSaying& saying = sayings.emplace_back();
    const auto take = [&](const YamlEntry& entry) {
      if (read_text(entry.value, findings)) saying.says = &entry.value;
    };
    good = read_step(item, &item == &node.items.back(), "says", take, saying.when, findings,
                     KeyMap::saying_step) &&
           good;
    good = good && saying.says != nullptr && (!saying.when || saying.when->good);
  }
  return good ? sayings : std::vector<DraftSaying>{};
}

DraftEffects read_effects(const YamlNode& node, Findings& findings) {
  DraftEffects effects;
  effects.where = node.where;
  if (!node.is_scalar()) {
    wrong_shape(node, "effects such as 'mark(new); owe(new, 1)'", findings);
    return effects;
  }
  Checked<std::vector<EffectSyntax>> parsed = parse_effects(node);
  findings.add(parsed.diagnostics);
  effects.good = parsed.ok();
  effects.calls = std::move(parsed.value);
  return effects;
}

bool is_list_within(const YamlNode& block, std::string_view what, std::string_view begins, std::size_t most,
                    Findings& findings) {
  if (!block.is_sequence()) {
    wrong_shape(block, fmt::format("a list of {}, each beginning with '- {}:'", what, begins), findings);
    return false;
  }
  if (block.items.size() <= most) return true;
  findings.error(CheckCode::too_many, block.items[most].where,
                 fmt::format("there are {} {}; at most {} are possible", block.items.size(), what, most),
                 "take away what nothing needs");
  return false;
}

Span beginning_of(const YamlNode& item) {
  return item.entries.empty() ? item.where : item.entries.front().key.where;
}

bool is_none(const YamlNode& node) {
  return node.is_scalar() && node.style == ScalarStyle::plain && node.text == "none";
}

namespace {

/// True of words of train notation that stand where an act does, and are none of the language.
bool is_word_of_records(std::string_view name) {
  constexpr std::string_view words[] = {"allow", "nomark", "pass"};
  return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

}  // namespace

bool check_name(const Named& name, std::string_view what, NameUse use, Findings& findings) {
  const bool in_expressions = use != NameUse::row;
  if (!is_name(name.text, in_expressions)) {
    findings.error(
        CheckCode::bad_name, name.where, fmt::format("'{}' cannot be the name of {}", name.text, what),
        in_expressions ? "a letter first, then letters, digits and _; a dash only between two letters"
                       : "a letter first, then letters, digits, _ and single dashes");
    return false;
  }
  if (is_reserved(name.text) && !(use == NameUse::value && is_event_only(name.text))) {
    // YAML may have read a bare word as a truth value and said so.
    if (findings.has_at(name.where)) return false;
    const std::string place = use == NameUse::value ? place_of_key(name.text) : std::string();
    findings.error(
        CheckCode::reserved_name, name.where,
        fmt::format("'{}' is a word of the language and cannot be the name of {}", name.text, what),
        place.empty() ? "choose another name" : place);
    return false;
  }
  if (use == NameUse::act && is_word_of_records(name.text)) {
    findings.error(
        CheckCode::reserved_name, name.where,
        fmt::format("'{}' means something else in records and cannot be the name of {}", name.text, what),
        "choose another name");
    return false;
  }
  return true;
}

}  // namespace roundhouse::dsl
