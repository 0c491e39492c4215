// A run of one variant as text.
// A run of several variants as text: a column each, and below how far each is from the first.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "tools/simulate/columns.h"
#include "tools/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

std::string estimate_text(const Estimate& estimate, MeasureKind kind) {
  if (!estimate.known) return "-";
  const std::string value = number_text(estimate.value, kind);
  if (!estimate.has_interval) return value;
  return fmt::format("{:<10} {} to {}", value, number_text(estimate.low, kind),
                     number_text(estimate.high, kind));
}

constexpr std::size_t label_width = 44;

void put_line(std::string& text, std::string_view what, const std::string& value,
              std::size_t width = label_width) {
  text += fmt::format("  {:<{}} {}\n", what, width, value);
}

void put_measures(std::string& text, const RunOrder& order, int players, const Figures& figures) {
  for (const TableMeasure& measure : table_measures(order, players)) {
    const Estimate estimate = estimate_at(figures, measure.place, measure.info.kind);
    if (estimate.known && measure.shown)
      put_line(text, measure.info.sentence, estimate_text(estimate, measure.info.kind));
  }
}

/// Names of players may make labels longer than all others are.
std::size_t seat_label_width(const RunOrder& order, int players) {
  std::size_t width = label_width;
  for (const MeasureInfo& measure : seat_measures)
    for (std::size_t place = 0; place < static_cast<std::size_t>(players); ++place)
      width = std::max(width, seat_label(order, players, place, measure).size());
  return width;
}

void put_seats(std::string& text, const RunOrder& order, int players, const Figures& figures) {
  const std::size_t width = seat_label_width(order, players);
  for (std::size_t m = 0; m < std::size(seat_measures); ++m) {
    const MeasureInfo& measure = seat_measures[m];
    if (!is_shown(measure, order)) continue;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
      const auto place = place_of(static_cast<SeatMeasure>(m), seat);
      put_line(text, seat_label(order, players, seat, measure),
               estimate_text(estimate_at(figures, place, measure.kind), measure.kind), width);
    }
  }
}

void put_distributions(std::string& text, const RunOrder& order, const Figures& figures) {
  for (const Distribution& distribution : distributions) {
    if (!is_shown(distribution, order)) continue;
    const Histogram& numbers = figures.*distribution.numbers;
    if (numbers.size() == 0) {
      put_line(text, distribution.sentence, "-");
      continue;
    }
    std::string values = fmt::format("mean {:.2f}, deviation {:.2f}; least {}", numbers.mean(),
                                     numbers.deviation(), numbers.least());
    for (const double share : shown_quantiles)
      values += fmt::format(", {:.0f} % {}", 100 * share, numbers.quantile(share));
    put_line(text, distribution.sentence, fmt::format("{}, most {}", values, numbers.greatest()));
  }
}

void put_rules(std::string& text, const RunOrder& order, const RunVariant& variant, const Figures& figures) {
  for (std::size_t rule = 0; rule < variant.rules.size(); ++rule) {
    if (!is_counted(variant.rules[rule].shape)) continue;
    const Estimate estimate =
        estimate_at(figures, place_of_rules(variant.players, order.interest) + rule, MeasureKind::number);
    put_line(text,
             dsl::printable_line(
                 fmt::format("{} {}", dsl::shape_word(variant.rules[rule].shape), variant.rules[rule].id)),
             estimate_text(estimate, MeasureKind::number));
  }
}

/// Wider tables are cut into several, each with its labels and heads.
constexpr std::size_t usual_width = 132;

void put_padded(std::string& line, const std::string& text, std::size_t width) {
  line += text;
  line.append(width - std::min(width, dsl::characters_in(text)), ' ');
}

/// Its heads once more above each part of a table that is cut.
std::string laid_out(const TextTable& table, std::size_t most_width) {
  const std::size_t columns = table.heads.front().cells.size();
  std::size_t label = 0;
  std::vector<std::size_t> widths(columns, 0);
  for (const std::vector<TextRow>* all : {&table.heads, &table.rows})
    for (const TextRow& row : *all) {
      label = std::max(label, dsl::characters_in(row.label) + 2);
      for (std::size_t c = 0; c < columns; ++c)
        widths[c] = std::max(widths[c], dsl::characters_in(row.cells[c]) + 2);
    }
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < columns; begin = end) {
    std::size_t width = label + 2;
    for (end = begin; end < columns && (end == begin || width + widths[end] <= most_width); ++end)
      width += widths[end];
    if (begin > 0) text += "\n";
    for (const std::vector<TextRow>* all : {&table.heads, &table.rows})
      for (const TextRow& row : *all) {
        std::string line = "  ";
        put_padded(line, row.label, label);
        for (std::size_t c = begin; c < end; ++c) put_padded(line, row.cells[c], widths[c]);
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + "\n";
      }
  }
  return text;
}

std::string speed_line(const RunResult& run) {
  double seconds = 0;
  std::uint64_t games = 0;
  for (const VariantResult& result : run.results) {
    seconds += result.seconds;
    games += result.figures.games;
  }
  return fmt::format("  speed {:.0f} {} a second\n", static_cast<double>(games) / std::max(seconds, 1e-9),
                     games_word(run.order, true));
}

}  // namespace

std::string run_as_text(const RunResult& run) {
  constexpr std::size_t index = 0;
  const RunOrder& order = run.order;
  const RunVariant& variant = order.variants[index];
  const Figures& f = run.results[index].figures;
  std::string text = fmt::format("{}: {} {}, {} {}, seed {}\n", shown_title(variant), f.games,
                                 games_word(order, f.games != 1), variant.players,
                                 variant.players == 1 ? "player" : "players", order.seed);
  text += endless_text(run, index);
  text += fmt::format("  {}\n", dsl::printable_line(who_plays(order, variant.players)));
  if (f.rounds > 0 && f.blocked == f.rounds && order.declared == 0 && !variant.declared.empty())
    text += "  nobody went out in any round, and no declared act was played: '--declared 0.3' plays them\n";
  if (order.unit == Unit::match) put_line(text, "finished rounds", std::to_string(f.rounds));
  if (f.void_rounds > 0) put_line(text, "did not count", void_text(order, f));
  if (f.rounds > 0) {
    text += fmt::format("  means of finished rounds{}, each with its 95 % interval:\n",
                        order.unit == Unit::match ? " and games" : "");
    put_measures(text, order, variant.players, f);
    put_seats(text, order, variant.players, f);
    put_distributions(text, order, f);
  } else {
    text += "  no round was finished: there are no means\n";
  }
  for (std::size_t act = 0; act < f.declared.size() && act < variant.declared.size(); ++act)
    put_line(text, dsl::printable_line(fmt::format("'{}' played", variant.declared[act])),
             fmt::format("{} times", f.declared[act]));
  if (order.count_rules) {
    text += "  how often a round each rule decided:\n";
    put_rules(text, order, variant, f);
  }
  put_line(text, "speed",
           fmt::format("{:.0f} {} a second",
                       static_cast<double>(f.games) / std::max(run.results[index].seconds, 1e-9),
                       games_word(order, true)));
  put_line(text, "digest", fmt::format("{:016x}", f.digest));
  return text;
}

std::string table_as_text(const RunResult& run, std::size_t wished) {
  const std::size_t width = wished > 0 ? wished : usual_width;
  if (run.results.empty()) return {};
  const RunOrder& order = run.order;
  const std::uint64_t games = run.results.front().figures.games;
  std::string text = fmt::format("{}: {} columns of {} {}, seed {}\n", columns_title(order),
                                 run.results.size(), games, games_word(order, games != 1), order.seed);
  for (std::size_t c = 0; c < run.results.size(); ++c)
    if (const std::string endless = endless_text(run, c); !endless.empty())
      text += fmt::format("  {}, {} players\n{}", shown_title(order.variants[c]), order.variants[c].players,
                          endless);
  std::set<std::string> listed;
  for (const RunVariant& variant : order.variants) {
    const std::string who = dsl::printable_line(who_plays(order, variant.players));
    if (listed.insert(who).second) text += fmt::format("  {}\n", who);
  }
  const bool alike = std::all_of(run.results.begin(), run.results.end(), [&](const auto& result) {
    return result.figures.digest == run.results.front().figures.digest;
  });
  const std::string_view deals = order.same_deals ? "on the same deals"
                                 : alike          ? "in games of the same acts"
                                                  : "from one seed, but not on the same deals";
  if (is_of_rules(order))
    return text +
           fmt::format(
               "  what changes without each rule, {}; blocked in points of percent; * where the 95 % "
               "interval "
               "excludes 0:\n\n",
               deals) +
           laid_out(rules_table(run), width) + speed_line(run);
  text += fmt::format("  means of finished rounds{}, ± half of the 95 % interval of each, or its ends:\n\n",
                      order.unit == Unit::match ? " and games" : "");
  text += laid_out(figures_table(run), width);
  if (!run.pairs.empty())
    text += fmt::format("\n  less the first column, {}; * where the 95 % interval excludes 0:\n\n", deals) +
            laid_out(differences_table(run), width);
  return text + speed_line(run);
}

}  // namespace roundhouse::engine
