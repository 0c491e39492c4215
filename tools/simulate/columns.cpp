#include "tools/simulate/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"
#include "tools/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

using Rows = std::vector<TextRow>;

std::string setting_of(const RunVariant& variant, const std::string& option) {
  std::string value = "-";
  for (const std::vector<std::string>* settings : {&variant.values, &variant.settings})
    for (const std::string& setting : *settings)
      if (dsl::SettingText parts = dsl::split_setting(setting); parts.option == option)
        value = std::move(parts.value);
  return value;
}

/// The half width of an interval: as far below as above, but where a share is cut off at 0 or 1 the greater
/// half.
std::string half_text(const Estimate& estimate, MeasureKind kind) {
  const double half = std::max(estimate.high - estimate.value, estimate.value - estimate.low);
  return kind == MeasureKind::share ? fmt::format("{:.2f}", 100 * half) : fmt::format("{:.2f}", half);
}

std::string cell_text(const Estimate& estimate, MeasureKind kind) {
  if (!estimate.known) return "-";
  const std::string value = number_text(estimate.value, kind);
  if (!estimate.has_interval) return value;
  // Near none and all of them an interval does not reach as far to both sides.
  if (kind == MeasureKind::share && (estimate.low <= 0 || estimate.high >= 1))
    return fmt::format("{} ({:.2f} to {:.2f})", value, 100 * estimate.low, 100 * estimate.high);
  return fmt::format("{} ±{}", value, half_text(estimate, kind));
}

/// `scale`: points of percent for shares.
std::string difference_cell(const FigureDifference& d) {
  if (!d.difference.known) return "-";
  const double scale = d.measure.kind == MeasureKind::share ? 100 : 1;
  std::string text = fmt::format("{:+.2f}", scale * d.difference.value);
  if (d.difference.value == 0) text = "0.00";
  if (d.difference.has_interval) text += fmt::format(" ±{}", half_text(d.difference, d.measure.kind));
  return text + (d.is_clear() ? " *" : "");
}

/// The figures that show most of the effect of a rule, with room for all in a line.
constexpr Measure rule_measures[] = {Measure::turns_a_round, Measure::drawn_a_round, Measure::blocked,
                                     Measure::trains_marked, Measure::points_a_round};
constexpr std::string_view rule_heads[] = {"turns a round", "tiles drawn", "blocked", "trains marked",
                                           "points a round"};

class ColumnTable {
 public:
  explicit ColumnTable(const RunResult& run) : run_(run), order_(run.order) {
    for (const RunVariant& variant : order_.variants) widest_ = std::max(widest_, variant.players);
  }

  std::vector<TextRow> heads() const {
    std::vector<TextRow> rows;
    for (const ColumnHead& head : column_heads(order_).differ) rows.push_back({head.label, head.values});
    if (rows.empty() && columns() == 1) return {{"", {"mean"}}};
    if (rows.empty()) rows.push_back(row("column", [](std::size_t c) { return std::to_string(c + 1); }));
    for (TextRow& row : rows) row.cells.resize(columns());
    return rows;
  }

  Rows figures_rows() const {
    Rows rows;
    const auto add = [&](TextRow made) {
      if (says_something(made)) rows.push_back(std::move(made));
    };
    if (order_.unit == Unit::match)
      add(row("finished rounds", [&](std::size_t c) { return std::to_string(figures(c).rounds); }));
    add(row("did not count", [&](std::size_t c) {
      return figures(c).void_rounds == 0 ? std::string("-") : void_text(order_, figures(c));
    }));
    for (std::size_t m = 0; m < table_measures(order_, 2).size(); ++m) {
      const TableMeasure first = table_measures(order_, 2)[m];
      if (!first.shown) continue;
      add(row(std::string(first.info.sentence), [&](std::size_t c) {
        const TableMeasure own = table_measures(order_, order_.variants[c].players)[m];
        return cell_text(estimate_at(figures(c), own.place, own.info.kind), own.info.kind);
      }));
    }
    for (std::size_t m = 0; m < std::size(seat_measures); ++m) {
      if (!is_shown(seat_measures[m], order_)) continue;
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(widest_); ++seat)
        add(row(seat_label(order_, widest_, seat, seat_measures[m]), [&](std::size_t c) {
          if (seat >= static_cast<std::size_t>(order_.variants[c].players)) return std::string("-");
          return cell_text(
              estimate_at(figures(c), place_of(static_cast<SeatMeasure>(m), seat), seat_measures[m].kind),
              seat_measures[m].kind);
        }));
    }
    for (const Distribution& distribution : distributions) {
      if (!is_shown(distribution, order_)) continue;
      add(row(fmt::format("{}: 5, 50, 95 %", distribution.sentence), [&](std::size_t c) {
        const Histogram& numbers = figures(c).*distribution.numbers;
        if (numbers.size() == 0) return std::string("-");
        return fmt::format("{}, {}, {}", numbers.quantile(0.05), numbers.quantile(0.5),
                           numbers.quantile(0.95));
      }));
    }
    add_declared(rows);
    if (order_.count_rules) add_rules(rows);
    rows.push_back(row("digest", [&](std::size_t c) { return fmt::format("{:016x}", figures(c).digest); }));
    return rows;
  }

  TextTable differences() const {
    TextTable table;
    for (const TextRow& row : heads())
      table.heads.push_back({row.label, {row.cells.begin() + 1, row.cells.end()}});
    std::vector<std::vector<FigureDifference>> all;
    for (std::size_t c = 1; c < columns(); ++c) all.push_back(differences_to_first(run_, c));
    // Each measure of all columns in one row, in the order of the first column that has it.
    std::vector<std::pair<std::string_view, int>> keys;
    for (const std::vector<FigureDifference>& column : all)
      for (const FigureDifference& d : column)
        if (const std::pair key(d.measure.name, d.seat);
            d.shown && std::find(keys.begin(), keys.end(), key) == keys.end())
          keys.push_back(key);
    for (const auto& [name, seat] : keys) {
      TextRow made;
      for (const std::vector<FigureDifference>& column : all) {
        const auto found =
            std::find_if(column.begin(), column.end(), [&, n = name, s = seat](const FigureDifference& d) {
              return d.measure.name == n && d.seat == s;
            });
        made.cells.push_back(found == column.end() ? "-" : difference_cell(*found));
        if (found == column.end() || !made.label.empty()) continue;
        made.label = seat == 0
                         ? std::string(found->measure.sentence)
                         : seat_label(order_, widest_, static_cast<std::size_t>(seat - 1), found->measure);
        if (found->measure.kind == MeasureKind::share) made.label += ", points of percent";
      }
      made.label = dsl::printable_line(made.label);
      table.rows.push_back(std::move(made));
    }
    return table;
  }

 private:
  std::size_t columns() const { return run_.results.size(); }
  const Figures& figures(std::size_t column) const { return run_.results[column].figures; }

  template <class CellOf>
  TextRow row(const std::string& label, const CellOf& cell_of) const {
    TextRow made{dsl::printable_line(label), {}};
    for (std::size_t c = 0; c < columns(); ++c) made.cells.push_back(cell_of(c));
    return made;
  }
  static bool says_something(const TextRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& cell) { return cell != "-"; });
  }

  void add_declared(Rows& rows) const {
    std::vector<std::string> acts;
    for (const RunVariant& variant : order_.variants)
      for (const std::string& act : variant.declared)
        if (std::find(acts.begin(), acts.end(), act) == acts.end()) acts.push_back(act);
    for (const std::string& act : acts)
      rows.push_back(row(fmt::format("'{}' played", act), [&](std::size_t c) {
        const std::vector<std::string>& own = order_.variants[c].declared;
        const auto at = static_cast<std::size_t>(std::find(own.begin(), own.end(), act) - own.begin());
        return at < figures(c).declared.size() ? std::to_string(figures(c).declared[at]) : std::string("-");
      }));
  }

  /// The times a round that each rule of any column decided.
  void add_rules(Rows& rows) const {
    std::vector<RunRule> rules;
    for (const RunVariant& variant : order_.variants)
      for (const RunRule& rule : variant.rules)
        if (is_counted(rule.shape) && std::find(rules.begin(), rules.end(), rule) == rules.end())
          rules.push_back(rule);
    for (const RunRule& rule : rules)
      rows.push_back(
          row(fmt::format("{} {} decided", dsl::shape_word(rule.shape), rule.id), [&](std::size_t c) {
            const RunVariant& own = order_.variants[c];
            const auto found = std::find(own.rules.begin(), own.rules.end(), rule);
            if (found == own.rules.end()) return std::string("-");
            const auto at = static_cast<std::size_t>(found - own.rules.begin());
            return cell_text(estimate_at(figures(c), place_of_rules(own.players, order_.interest) + at,
                                         MeasureKind::number),
                             MeasureKind::number);
          }));
  }

  const RunResult& run_;
  const RunOrder& order_;
  int widest_ = 0;
};

}  // namespace

ColumnHeads column_heads(const RunOrder& order) {
  ColumnHeads heads;
  const auto add = [&](const std::string& label, const auto& value_of) {
    ColumnHead head{label, {}};
    for (const RunVariant& variant : order.variants)
      head.values.push_back(dsl::printable_line(value_of(variant)));
    const bool differ = std::any_of(head.values.begin(), head.values.end(),
                                    [&](const std::string& value) { return value != head.values.front(); });
    if (differ) heads.differ.push_back(head);
    return differ ? std::string() : head.values.front();
  };
  heads.title = add("variant", [](const RunVariant& v) { return v.name; });
  std::vector<std::string> options;
  for (const RunVariant& variant : order.variants)
    for (const std::string& setting : variant.settings) {
      const std::string option = dsl::split_setting(setting).option;
      if (std::find(options.begin(), options.end(), option) == options.end()) options.push_back(option);
    }
  for (const std::string& option : options) {
    const std::string same = add(option, [&](const RunVariant& v) { return setting_of(v, option); });
    if (!same.empty()) heads.title += fmt::format("{}{}={}", heads.title.empty() ? "" : " ", option, same);
  }
  const std::string without = add("without", [](const RunVariant& v) {
    return v.without.empty() ? std::string("-") : fmt::format("{}", fmt::join(v.without, ", "));
  });
  if (without.size() > 1) heads.title += " without " + without;
  const std::string players = add("players", [](const RunVariant& v) { return std::to_string(v.players); });
  if (!players.empty())
    heads.title += fmt::format("{}{} {}", heads.title.empty() ? "" : ", ", players,
                               players == "1" ? "player" : "players");
  return heads;
}

std::string words_of_option(std::string option) {
  std::replace(option.begin(), option.end(), '_', ' ');
  return option;
}

std::string value_in_words(const ColumnHead& head, std::size_t column) {
  const std::string& value = head.values[column];
  if (value == "-") return "as it is";
  if (head.label == "players") return value + (value == "1" ? " player" : " players");
  if (head.label == "without") return "without " + value;
  if (head.label == "variant") return value;
  if (value == "true" || value == "false")
    return fmt::format("{} {}", words_of_option(head.label), value == "true" ? "yes" : "no");
  return dsl::whole_number<std::int64_t>(value) ? words_of_option(head.label) + " " + value : value;
}

std::string column_in_words(const ColumnHeads& heads, std::size_t column) {
  std::vector<std::string> parts;
  for (const ColumnHead& head : heads.differ)
    if (head.values[column] != "-") parts.push_back(value_in_words(head, column));
  if (!parts.empty()) return fmt::format("{}", fmt::join(parts, ", "));
  return heads.differ.empty() ? fmt::format("column {}", column + 1) : std::string("as it is");
}

std::string columns_title(const RunOrder& order) {
  const ColumnHeads heads = column_heads(order);
  if (heads.differ.empty() || heads.differ.front().label != "variant") return heads.title;
  // The variants that are there, each once.
  std::vector<std::string> names;
  for (const std::string& name : heads.differ.front().values)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  const std::string title = dsl::listed(names);
  return heads.title.empty() ? title : title + ", " + heads.title;
}

TextTable figures_table(const RunResult& run) {
  const ColumnTable table(run);
  return {table.heads(), table.figures_rows()};
}

TextTable differences_table(const RunResult& run) { return ColumnTable(run).differences(); }

bool is_of_rules(const RunOrder& order) {
  const RunVariant& first = order.variants.front();
  return order.variants.size() > 4 && first.without.empty() &&
         std::all_of(order.variants.begin() + 1, order.variants.end(), [&](const RunVariant& variant) {
           return variant.without.size() == 1 && variant.name == first.name &&
                  variant.settings == first.settings && variant.players == first.players;
         });
}

TextTable rules_table(const RunResult& run) {
  const auto no_end = [&](std::size_t c) {
    const Figures& f = run.results[c].figures;
    return f.dead_ends + f.too_long == 0 ? std::string("-") : std::to_string(f.dead_ends + f.too_long);
  };
  TextTable table{{{"", {std::begin(rule_heads), std::end(rule_heads)}}}, {{"the game as it is", {}}}};
  table.heads[0].cells.emplace_back("without an end");
  std::vector<TextRow>& rows = table.rows;
  for (const Measure measure : rule_measures) {
    const MeasureKind kind = measures[place_of(measure)].kind;
    rows[0].cells.push_back(cell_text(estimate_at(run.results[0].figures, place_of(measure), kind), kind));
  }
  rows[0].cells.push_back(no_end(0));
  for (std::size_t c = 1; c < run.results.size(); ++c) {
    TextRow row{"without " + run.order.variants[c].without.front(), {}};
    const std::vector<FigureDifference> all = differences_to_first(run, c);
    for (const Measure measure : rule_measures) {
      const auto found = std::find_if(all.begin(), all.end(), [&](const FigureDifference& d) {
        return d.seat == 0 && d.measure.name == measures[place_of(measure)].name;
      });
      row.cells.push_back(found == all.end() ? "-" : difference_cell(*found));
    }
    row.cells.push_back(no_end(c));
    rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace roundhouse::engine
