
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/option_values.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/read_values.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {
namespace {

using Range = std::pair<std::int32_t, std::int32_t>;

bool lies_in(const Range& range, std::int32_t number) {
  return range.first <= number && number <= range.second;
}

/// A table of players, with the set that it has.
struct Size {
  std::int32_t players = 0;
  std::optional<std::int32_t> highest;  ///< absent: not known before all else is right

  /// False where it is not known.
  bool fits(TableKey key, const Range& range) const {
    return key == TableKey::players ? lies_in(range, players) : highest && lies_in(range, *highest);
  }
};

std::vector<Size> all_sizes(const CheckedRules& rules, bool sound) {
  std::vector<Size> sizes;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    Size& size = sizes.emplace_back();
    size.players = players;
    if (!sound) continue;
    const ConstantValue highest = constant_value(rules.setup.highest, rules, players);
    if (highest.is_known()) size.highest = static_cast<std::int32_t>(highest.value);
  }
  return sizes;
}

/// A cell that says that a game of this size is not played.
const NotPlayed* find_not_played(const CheckedRules& rules, const Size& size) {
  for (const Option& option : rules.options)
    for (const NotPlayed& cell : option.not_played) {
      bool fits = true;
      for (std::size_t key = 0; key < option.by.size(); ++key)
        fits = fits && size.fits(option.by[key], cell.ranges[key]);
      if (fits) return &cell;
    }
  return nullptr;
}

class GapFinder {
 public:
  GapFinder(const CheckedRules& rules, const Option& option, Findings& findings)
      : rules_(rules), option_(option), findings_(findings) {}

  /// False, after a complaint. `node`: all of the table, or what it says of these sizes.
  bool is_whole(const YamlNode& node, std::size_t depth, const std::vector<Size>& sizes) {
    if (!node.is_map() || sizes.empty()) return true;
    const TableKey key = option_.by[depth];
    std::vector<std::pair<Range, const YamlNode*>> cells;
    for (const YamlEntry& entry : node.entries)
      if (const auto range = range_in(entry.key.text)) cells.emplace_back(*range, &entry.value);
    if (const auto missing = key == TableKey::round ? first_gap(cells) : first_missing(key, cells, sizes)) {
      complain(node, key, *missing);
      return false;
    }
    for (const auto& [range, value] : cells) {
      std::vector<Size> within;
      for (const Size& size : sizes)
        if (key == TableKey::round || size.fits(key, range)) within.push_back(size);
      if (!is_whole(*value, depth + 1, within)) return false;
    }
    return true;
  }

 private:
  using Cells = std::vector<std::pair<Range, const YamlNode*>>;

  /// Between the first round and the last one that have a value.
  static std::optional<std::int32_t> first_gap(Cells cells) {
    sort(cells, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (cells[i].first.first > cells[i - 1].first.second + 1) return cells[i - 1].first.second + 1;
    return std::nullopt;
  }

  static std::optional<std::int32_t> first_missing(TableKey key, const Cells& cells,
                                                   const std::vector<Size>& sizes) {
    std::optional<std::int32_t> first;
    for (const Size& size : sizes) {
      const std::optional<std::int32_t> asked =
          key == TableKey::players ? std::optional(size.players) : size.highest;
      if (!asked || (first && *first <= *asked)) continue;
      if (none_of(cells, [&](const auto& c) { return lies_in(c.first, *asked); })) first = asked;
    }
    return first;
  }

  void complain(const YamlNode& node, TableKey key, std::int32_t missing) {
    Diagnostic& made = findings_.error(
        CheckCode::table_gap, node.where,
        fmt::format("the table of '{}' has no value for {}", option_.name, table_key_text(key, missing)));
    if (key == TableKey::players) {
      made.why = fmt::format("the game is for {}", written_players(rules_.setup));
      const bool by_round = contains(option_.by, TableKey::round);
      if (!by_round && player_numbers(rules_.setup).size() > 1)
        made.help = fmt::format("give it one, or write '{}: not played'", missing);
    }
    if (key == TableKey::highest) made.labels.push_back({rules_.setup.highest.where, "it is this"});
  }

  const CheckedRules& rules_;
  const Option& option_;
  Findings& findings_;
};

}  // namespace

void leave_out_players(CheckedRules& rules, Findings& findings) {
  Setup& setup = rules.setup;
  std::vector<PlayersLeftOut> left_out;
  const std::vector<Size> sizes = all_sizes(rules, findings.size() == 0);
  for (const Size& size : sizes)
    if (const NotPlayed* cell = find_not_played(rules, size)) left_out.push_back({size.players, cell->where});
  if (!left_out.empty() && left_out.size() == sizes.size()) {
    // The numbers stay, so that nothing else is said of it.
    findings.error(CheckCode::out_of_range, left_out.back().where, "no number of players is left that plays")
        .why = fmt::format("the game is for {}", written_players(setup));
    return;
  }
  setup.left_out = std::move(left_out);
}

void check_table_gaps(const Draft& draft, const CheckedRules& rules, Findings& findings) {
  const std::vector<Size> sizes = all_sizes(rules, findings.size() == 0);
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    const std::vector<DraftValue>& values = draft.options[i].values;
    if (option.by.empty() || values.empty()) continue;
    // A value that is none has been complained of, and the option kept what it had.
    const YamlNode& node = *values.back().node;
    if (node.where == option.value_where) GapFinder(rules, option, findings).is_whole(node, 0, sizes);
  }
}

}  // namespace roundhouse::dsl
