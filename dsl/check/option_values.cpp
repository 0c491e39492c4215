#include "dsl/check/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/base/arithmetic.h"
#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/name_table.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/read_values.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
namespace {

using Ranges = std::vector<std::pair<std::int32_t, std::int32_t>>;

std::string_view key_name(TableKey key) {
  switch (key) {
    case TableKey::players:
      return "players";
    case TableKey::round:
      return "rounds";
    case TableKey::highest:
      return "highest numbers";
  }
  return {};
}

bool is_not_played(const YamlNode& node) { return node.is_scalar() && node.text == "not played"; }

/// One option's values being worked out.
struct ValueReader {
  const DraftOption& draft;
  const NameTable& names;
  Option& option;
  Findings& findings;
  std::vector<NotPlayed> not_played{};  ///< of the table being read

  std::optional<std::int32_t> read_single(const YamlNode& node) {
    if (option.type == Type::truth) {
      const auto truth =
          read_truth(node, fmt::format("true or false, which '{}' is,", option.name), findings);
      return truth ? std::optional<std::int32_t>(*truth) : std::nullopt;
    }
    if (option.type == Type::name) {
      if (!node.is_scalar()) {
        wrong_shape(node, fmt::format("one of the names that '{}' chooses from", option.name), findings);
        return std::nullopt;
      }
      std::vector<std::string> choices;
      for (const Named& choice : draft.choices) choices.push_back(choice.text);
      if (contains(choices, node.text)) {
        return names.constants.find(node.text)->second.value;
      }
      findings.unknown(CheckCode::not_a_choice, node.where, node.text,
                       fmt::format("choice of '{}'", option.name), choices);
      return std::nullopt;
    }
    return read_cell(node);
  }

  std::optional<std::int32_t> read_cell(const YamlNode& node) {
    const auto number = read_number(node, findings, fmt::format("a whole number for '{}'", option.name));
    if (!number) return std::nullopt;
    if (!option.numbers.empty()) {
      if (std::binary_search(option.numbers.begin(), option.numbers.end(), *number)) return number;
      std::vector<std::string> choices;
      for (const std::int32_t choice : option.numbers) choices.push_back(std::to_string(choice));
      // No number is spelt like another: none is proposed.
      findings
          .error(CheckCode::not_a_choice, node.where,
                 fmt::format("'{}' is no choice of '{}'", node.text, option.name))
          .why = fmt::format("expected {}", list_names(choices));
      return std::nullopt;
    }
    const auto [low, high] =
        option.range.value_or(std::pair{-greatest_written_number, greatest_written_number});
    if (*number >= low && *number <= high) return number;
    Diagnostic& made = findings.error(
        CheckCode::out_of_range, node.where,
        option.range ? fmt::format("'{}' is {}..{}, and {} is outside", option.name, low, high, *number)
                     : fmt::format("'{}' is {}, and no number is beyond {}", option.name, *number,
                                   greatest_written_number));
    if (option.range) made.labels.push_back({draft.range_where, "its range is given here"});
    return std::nullopt;
  }

  bool read_table(const YamlNode& node, std::size_t depth, Ranges& above, std::vector<TableEntry>& table) {
    if (!node.is_map()) {
      wrong_shape(node, fmt::format("a table by {}", key_name(option.by[depth])), findings);
      return false;
    }
    bool good = true;
    std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, Span>> keys;
    for (const YamlEntry& entry : node.entries) {
      const auto range = read_range(entry.key, findings);
      if (!range) {
        good = false;
        continue;
      }
      for (const auto& [other, where] : keys) {
        if (range->first > other.second || range->second < other.first) continue;
        Diagnostic& made = findings.error(
            CheckCode::table_overlap, entry.key.where,
            fmt::format("the table of '{}' has two values for {}", option.name,
                        table_key_text(option.by[depth], std::max(range->first, other.first))));
        if (where != entry.key.where) made.labels.push_back({where, "also given here"});
        good = false;
        break;
      }
      keys.push_back({*range, entry.key.where});
      above.push_back(*range);
      if (is_not_played(entry.value)) {
        good = read_not_played(entry.value, above) && good;
      } else if (depth + 1 < option.by.size()) {
        good = read_table(entry.value, depth + 1, above, table) && good;
      } else if (const auto cell = read_cell(entry.value)) {
        table.push_back({above, *cell});
      } else {
        good = false;
      }
      above.pop_back();
    }
    return good;
  }

  /// Reads `not played` in place of a number, or of all that a table within the table would say.
  bool read_not_played(const YamlNode& node, const Ranges& above) {
    if (contains(option.by, TableKey::round)) {
      wrong_shape(node, "a number", findings);
      findings.last().why = "whether a game is played is known before it, and this table goes by the round";
      return false;
    }
    NotPlayed& cell = not_played.emplace_back();
    cell.ranges = above;
    for (std::size_t depth = above.size(); depth < option.by.size(); ++depth)
      cell.ranges.push_back(key_range(option.by[depth]));
    cell.where = node.where;
    return true;
  }

  /// Reads a value into the option. False: it is none, and the option keeps what it had.
  bool read(const DraftValue& given) {
    const YamlNode& node = *given.node;
    const bool tabular = node.is_map();
    if (tabular && option.type != Type::number) {
      read_single(node);  // complains
      return false;
    }
    const std::vector<TableKey> by_before = option.by;
    if (tabular && option.by.empty()) option.by = {TableKey::players};
    std::vector<TableEntry> table;
    not_played.clear();
    std::int32_t value = 0;
    bool good = false;
    if (tabular) {
      Ranges above;
      good = read_table(node, 0, above, table);
    } else if (const auto single = read_single(node)) {
      good = true;
      value = *single;
      // One number for a table: the same in every cell.
      if (!option.by.empty()) {
        TableEntry entry;
        for (const TableKey key : option.by) entry.ranges.push_back(key_range(key));
        entry.value = value;
        table.push_back(std::move(entry));
      }
    }
    if (!good) {
      option.by = by_before;
      return false;
    }
    option.value = option.by.empty() ? value : 0;
    option.table = std::move(table);
    option.not_played = std::move(not_played);
    option.value_where = node.where;
    return true;
  }
};

/// The type that a declaration gives its option, by its choices or its default.
Type declared_type(const DraftOption& draft, Findings& findings) {
  if (!draft.choices.empty()) return Type::name;
  if (draft.values.empty()) return Type::none;
  const YamlNode& node = *draft.values.front().node;
  if (!draft.by.empty() || draft.range || !draft.numbers.empty() || node.is_map()) return Type::number;
  if (node.is_scalar() && number_in(node.text)) return Type::number;
  if (node.is_scalar() && (node.text == "true" || node.text == "false")) return Type::truth;
  wrong_shape(node, "a number, true or false", findings);
  if (node.is_scalar()) {
    findings.last().help = "an option that is a name says with 'choose' which names there are";
  }
  return Type::none;
}

/// `{ 2: 16, 3..8: { 4: 1 } }` as a tree whose every node stands at `where`; nothing where it is none.
struct FlowMapReader {
  std::string_view text;
  Span where;
  std::size_t at = 0;

  void skip() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  }
  YamlNode scalar(std::string_view stops) {
    skip();
    const std::size_t begin = at;
    while (at < text.size() && stops.find(text[at]) == std::string_view::npos) ++at;
    std::size_t end = at;
    while (end > begin && text[end - 1] == ' ') --end;
    YamlNode node;
    node.kind = YamlKind::scalar;
    node.where = where;
    node.text = std::string(text.substr(begin, end - begin));
    return node;
  }
  std::optional<YamlNode> map(int depth) {
    if (depth > 3) return std::nullopt;
    YamlNode node;
    node.kind = YamlKind::map;
    node.where = where;
    ++at;  // the brace
    skip();
    if (at < text.size() && text[at] == '}') return std::nullopt;
    while (true) {
      YamlEntry entry;
      entry.key = scalar(":,{}");
      if (at >= text.size() || text[at] != ':') return std::nullopt;
      ++at;
      skip();
      if (at < text.size() && text[at] == '{') {
        auto inner = map(depth + 1);
        if (!inner) return std::nullopt;
        entry.value = std::move(*inner);
      } else {
        entry.value = scalar(",{}");
      }
      node.entries.push_back(std::move(entry));
      skip();
      if (at >= text.size()) return std::nullopt;
      if (text[at++] == '}') return node;
      if (text[at - 1] != ',') return std::nullopt;
    }
  }
};

std::optional<YamlNode> parse_setting(const OptionSetting& setting) {
  FlowMapReader reader{setting.value, setting.where};
  reader.skip();
  if (reader.at < reader.text.size() && reader.text[reader.at] == '{') {
    auto node = reader.map(0);
    reader.skip();
    return reader.at == reader.text.size() ? node : std::nullopt;
  }
  return reader.scalar("");
}

/// A value that another option chooses from: that option was meant.
void name_the_other_option(const Draft& draft, const DraftOption& asked, const DraftValue& given,
                           Findings& findings) {
  Diagnostic& made = findings.last();
  if (!given.node->is_scalar() || made.where != given.node->where) return;
  const std::string& text = given.node->text;
  for (const DraftOption& other : draft.options) {
    const bool chooses = any_of(other.choices, [&](const Named& choice) { return choice.text == text; });
    if (&other == &asked || other.taken_away || !chooses) continue;
    return say_instead(
        made, fmt::format("'{0}' is a choice of the option '{1}': write '{1}: {0}'", text, other.name.text));
  }
}

}  // namespace

std::string table_key_text(TableKey key, std::int32_t number) {
  switch (key) {
    case TableKey::players:
      return players_text(number, number);
    case TableKey::round:
      return fmt::format("round {}", number);
    case TableKey::highest:
      return fmt::format("the highest number {}", number);
  }
  return {};
}

std::pair<std::int32_t, std::int32_t> key_range(TableKey key) {
  switch (key) {
    case TableKey::players:
      return {limits::least_players, limits::most_players};
    case TableKey::round:
      return {1, 1000};
    case TableKey::highest:
      return {1, 18};
  }
  return {};
}

void lay_settings_over(Draft& draft, const std::vector<OptionSetting>& settings, std::deque<YamlNode>& trees,
                       Findings& findings) {
  for (const OptionSetting& setting : settings) {
    const auto found = find_if(
        draft.options, [&](const DraftOption& o) { return shown_name(draft, o.name.text) == setting.name; });
    if (found == draft.options.end()) {
      std::vector<std::string> names;
      for (const DraftOption& option : draft.options) names.push_back(shown_name(draft, option.name.text));
      findings.unknown(CheckCode::unknown_option, setting.where, setting.name, "option of this game", names);
      continue;
    }
    auto node = parse_setting(setting);
    if (!node) {
      findings.error(CheckCode::wrong_shape, setting.where,
                     fmt::format("'{}' is no value for '{}'", setting.value, setting.name),
                     "a table is written as { 2: 16, 3..8: 14 }");
      continue;
    }
    found->values.push_back({&trees.emplace_back(std::move(*node)), setting.where, true});
  }
}

void resolve_options(const Draft& draft, const NameTable& names, CheckedRules& rules, Findings& findings) {
  for (const DraftOption& source : draft.options) {
    Option& option = rules.options.emplace_back();
    option.name = shown_name(draft, source.name.text);
    option.ask = source.ask;
    option.where = source.name.where;
    option.range = source.range;
    for (const auto& [number, where] : source.numbers) option.numbers.push_back(number);
    sort(option.numbers);
    // Readers of the bounds of the value need not know that not all values between them can be chosen.
    if (!option.numbers.empty()) option.range = {option.numbers.front(), option.numbers.back()};
    option.by = source.by;
    option.called = source.called;
    for (const Named& choice : source.choices)
      option.choices.push_back(names.constants.find(choice.text)->second);
    for (const Named& section : source.from) option.from.push_back(section.text);
    option.type = declared_type(source, findings);
    if (option.type == Type::none) continue;
    if (option.type == Type::name && !option.by.empty()) {
      findings.error(CheckCode::wrong_shape, source.name.where,
                     fmt::format("'{}' chooses a name and cannot be a table", option.name));
      option.by.clear();
    }
    ValueReader reader{source, names, option, findings};
    for (std::size_t i = 0; i < source.values.size(); ++i) {
      option.inherited_value = option.value;
      if (!reader.read(source.values[i])) name_the_other_option(draft, source, source.values[i], findings);
      if (i == 0) {
        option.inherited_value = option.default_value = option.value;
        option.default_table = option.table;
      }
    }
  }
}

}  // namespace roundhouse::dsl
