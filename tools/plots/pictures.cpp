#include "tools/plots/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "dsl/base/html.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"
#include "tools/plots/chart.h"
#include "tools/simulate/columns.h"
#include "tools/simulate/shown_figures.h"
#include "web/page_files.h"

namespace roundhouse::engine {
namespace {

/// More rows than this are no picture any more.
constexpr std::size_t most_rows = 60;

/// The measures of the whole table that are drawn, in this order.
constexpr std::string_view drawn_measures[] = {
    "turns_a_round", "points_a_round", "blocked", "drawn_a_round", "trains_marked", "ways",
    "forced",        "lead_changes",   "decided", "behind",        "starter_points"};

std::optional<double> number_of(const std::string& text) {
  const auto number = dsl::whole_number<std::int64_t>(text);
  return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

class Album {
 public:
  explicit Album(const RunResult& run) : run_(run), order_(run.order), heads_(column_heads(run.order)) {
    for (std::size_t c = 0; c < run_.results.size(); ++c)
      if (run_.results[c].figures.rounds > 0) columns_.push_back(c);
  }

  std::vector<Picture> pictures() {
    if (columns_.empty()) return {};
    for (const Distribution& distribution : distributions)
      if (is_shown(distribution, order_)) add_distribution(distribution);
    add_seats("points", SeatMeasure::points, "Points a round, by seat", false);
    add_seats("rounds-won", SeatMeasure::rounds_won, "Share of rounds won, by seat", true);
    if (order_.unit == Unit::match)
      add_seats("games-won", SeatMeasure::games_led, "Share of games with the first place, by seat", true);
    if (columns_.size() > 1)
      for (const std::string_view name : drawn_measures) add_measure(name);
    return std::move(pictures_);
  }

 private:
  const Figures& figures(std::size_t column) const { return run_.results[column].figures; }

  void add(const std::string& name, const std::string& title, std::string svg) {
    pictures_.push_back({name, title, std::move(svg)});
  }

  void add_distribution(const Distribution& distribution) {
    std::string title(distribution.sentence);
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    const std::string axis = distribution.name == "round_turns" ? "turns" : "points";
    std::string name(distribution.name);
    std::replace(name.begin(), name.end(), '_', '-');
    if (columns_.size() == 1) {
      const Histogram& numbers = figures(columns_[0]).*distribution.numbers;
      if (numbers.size() == 0) return;
      HistogramChart chart;
      chart.frame = {
          title,
          fmt::format("Half of them are at most {}, nine in ten lie from {} to {}; the mean is {:.1f}.",
                      numbers.quantile(0.5), numbers.quantile(0.05), numbers.quantile(0.95), numbers.mean()),
          axis, false};
      for (const auto& [number, times] : numbers.contents().counts) chart.counts.emplace_back(number, times);
      chart.mean = numbers.mean();
      return add(name, title, draw(chart));
    }
    if (columns_.size() > most_rows) return;
    SpreadChart chart;
    std::vector<std::string> middles;
    for (const std::size_t c : columns_) {
      const Histogram& numbers = figures(c).*distribution.numbers;
      if (numbers.size() == 0) continue;
      const auto at = [&](double share) { return static_cast<double>(numbers.quantile(share)); };
      chart.rows.push_back({column_in_words(heads_, c), at(0.05), at(0.25), at(0.5), at(0.75), at(0.95)});
      middles.push_back(fmt::format("{} of {}", numbers.quantile(0.5), column_in_words(heads_, c)));
    }
    chart.frame = {title + ": nine in ten (line), the middle half (bar) and the middle (mark)",
                   "In the middle " + dsl::listed(middles) + ".", axis, false};
    add(name, title, draw(chart));
  }

  void add_seats(const std::string& name, SeatMeasure measure, const std::string& title, bool share) {
    std::size_t rows = 0;
    for (const std::size_t c : columns_) rows += static_cast<std::size_t>(order_.variants[c].players) + 1;
    if (rows > most_rows) return;
    IntervalChart chart;
    const auto kind = share ? MeasureKind::share : MeasureKind::number;
    std::vector<std::string> numbers;
    for (const std::size_t c : columns_) {
      if (columns_.size() > 1) chart.rows.push_back({column_in_words(heads_, c), 0, 0, 0, true});
      for (int seat = 0; seat < order_.variants[c].players; ++seat) {
        const auto place = static_cast<std::size_t>(seat);
        const Estimate made = estimate_at(figures(c), place_of(measure, place), kind);
        if (!made.known) continue;
        const std::string label = seat_name(order_, order_.variants[c].players, place);
        chart.rows.push_back({label, made.value, made.has_interval ? made.low : made.value,
                              made.has_interval ? made.high : made.value, false});
        if (columns_.size() == 1)
          numbers.push_back(fmt::format("{} {}", label, number_text(made.value, kind)));
      }
    }
    if (share && same_players()) {
      chart.fair = 1.0 / order_.variants[columns_[0]].players;
      chart.fair_label = fmt::format("an equal share, {:.1f} %", 100 * *chart.fair);
    }
    chart.frame = {title + ", with 95 % intervals",
                   numbers.empty() ? fmt::format("A row for each seat of {} tables.", columns_.size())
                                   : "It is " + dsl::listed(numbers) + ".",
                   {},
                   share};
    add(name + "-by-seat", title, draw(chart));
  }

  bool same_players() const {
    return std::all_of(columns_.begin(), columns_.end(), [&](std::size_t c) {
      return order_.variants[c].players == order_.variants[columns_[0]].players;
    });
  }

  /// True if all values of this head are numbers.
  static bool is_numeric(const ColumnHead& head) {
    return std::all_of(head.values.begin(), head.values.end(),
                       [](const std::string& value) { return number_of(value).has_value(); });
  }
  static std::size_t different(const ColumnHead& head) {
    std::vector<std::string> values = head.values;
    std::sort(values.begin(), values.end());
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
  }

  void add_measure(std::string_view name) {
    std::optional<std::size_t> index;
    const std::vector<TableMeasure> all = table_measures(order_, order_.variants[0].players);
    for (std::size_t m = 0; m < all.size(); ++m)
      if (all[m].info.name == name && all[m].shown) index = m;
    if (!index) return;
    const MeasureInfo info = all[*index].info;
    std::string title(info.sentence);
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    std::vector<std::pair<std::size_t, Estimate>> known;
    for (const std::size_t c : columns_) {
      const std::size_t place = table_measures(order_, order_.variants[c].players)[*index].place;
      const Estimate made = estimate_at(figures(c), place, info.kind);
      if (made.known) known.emplace_back(c, made);
    }
    if (known.empty()) return;
    // A line that is level says nothing; the page has it in a sentence.
    const auto is_first = [&](const auto& one) { return one.second.value == known.front().second.value; };
    if (run_.order.same_deals && known.size() > 1 && all_of(known, is_first)) return;
    std::vector<std::string> numbers;
    for (const auto& [c, made] : known)
      numbers.push_back(
          fmt::format("{} at {}", number_text(made.value, info.kind), column_in_words(heads_, c)));
    const std::string description = "It is " + dsl::listed(numbers) + ".";
    std::string file(info.name);
    std::replace(file.begin(), file.end(), '_', '-');
    const bool share = info.kind == MeasureKind::share;
    const ChartFrame frame{title + ", with 95 % intervals", description, {}, share};
    if (auto curves = curves_of(known)) {
      curves->frame = frame;
      return add(file, title, draw(*curves));
    }
    if (known.size() > most_rows) return;
    IntervalChart chart;
    chart.frame = frame;
    for (const auto& [c, made] : known)
      chart.rows.push_back({column_in_words(heads_, c), made.value, made.has_interval ? made.low : made.value,
                            made.has_interval ? made.high : made.value, false});
    add(file, title, draw(chart));
  }

  /// Curves, if one number was swept, or a number and something else with few values.
  std::optional<CurveChart> curves_of(const std::vector<std::pair<std::size_t, Estimate>>& known) const {
    const std::vector<ColumnHead>& heads = heads_.differ;
    if (heads.empty() || heads.size() > 2) return std::nullopt;
    std::size_t across = 0;
    if (heads.size() == 2 &&
        (!is_numeric(heads[0]) || (is_numeric(heads[1]) && different(heads[1]) > different(heads[0]))))
      across = 1;
    if (!is_numeric(heads[across]) || different(heads[across]) < 3) return std::nullopt;
    CurveChart chart;
    chart.x_axis = words_of_option(heads[across].label);
    for (const auto& [c, made] : known) {
      std::string label;
      if (heads.size() == 2) {
        label = value_in_words(heads[1 - across], c);
      }
      auto series = std::find_if(chart.series.begin(), chart.series.end(),
                                 [&](const CurveChart::Series& s) { return s.label == label; });
      if (series == chart.series.end()) {
        if (chart.series.size() == most_series) return std::nullopt;
        chart.series.push_back({label, {}});
        series = chart.series.end() - 1;
      }
      series->points.push_back({*number_of(heads[across].values[c]), made.value,
                                made.has_interval ? made.low : made.value,
                                made.has_interval ? made.high : made.value});
    }
    for (CurveChart::Series& series : chart.series)
      std::sort(series.points.begin(), series.points.end(),
                [](const CurveChart::Point& a, const CurveChart::Point& b) { return a.x < b.x; });
    return chart;
  }

  const RunResult& run_;
  const RunOrder& order_;
  ColumnHeads heads_;
  std::vector<std::size_t> columns_;  ///< in which some round was finished
  std::vector<Picture> pictures_;
};

std::string shown(const std::string& text) { return in_xml(dsl::printable_line(text)); }

std::string table_html(const std::string& caption, const TextTable& table) {
  std::string text =
      fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n<table>\n<thead>\n",
                  shown(caption));
  const auto put = [&](const TextRow& row, bool head) {
    text += fmt::format("<tr><th scope=\"{}\">{}</th>", head ? "col" : "row", shown(row.label));
    for (const std::string& cell : row.cells)
      text += fmt::format("<{0}{1}>{2}</{0}>", head ? "th" : "td",
                          head                   ? " scope=\"col\""
                          : cell.ends_with(" *") ? " class=\"clear\""
                                                 : "",
                          shown(cell));
    text += "</tr>\n";
  };
  for (const TextRow& row : table.heads) put(row, true);
  text += "</thead>\n<tbody>\n";
  for (const TextRow& row : table.rows) put(row, false);
  return text + "</tbody>\n</table>\n</div>\n";
}

/// ": what double blank changes", where the tables differ in one option.
std::string what_differs(const RunOrder& order) {
  const ColumnHeads heads = column_heads(order);
  if (heads.differ.size() != 1) return {};
  const std::string& label = heads.differ.front().label;
  if (label == "variant" || label == "players" || label == "without") return {};
  return fmt::format(": what {} changes", shown(words_of_option(label)));
}

/// The figures that are exactly the same at every table.
std::vector<std::string> equal_figures(const RunResult& run) {
  std::vector<std::string> equal;
  std::set<std::string_view> different;
  for (std::size_t c = 1; c < run.results.size(); ++c)
    for (const FigureDifference& d : differences_to_first(run, c))
      if (!d.shown || d.seat != 0 || !d.difference.known || d.difference.value != 0)
        different.insert(d.measure.sentence);
  if (run.results.size() < 2) return equal;
  for (const FigureDifference& d : differences_to_first(run, 1))
    if (different.insert(d.measure.sentence).second)
      equal.push_back(fmt::format("{} {}", d.measure.sentence, number_text(d.first.value, d.measure.kind)));
  return equal;
}

/// The clearest differences between tables, a sentence each; of a figure only the table that differs most.
std::string findings_html(const RunResult& run) {
  constexpr std::size_t most = 3;
  struct Finding {
    std::string_view figure;
    double strength = 0;
    double size = 0;
    std::string text;
  };
  std::vector<Finding> found;
  const ColumnHeads heads = column_heads(run.order);
  for (std::size_t c = 1; c < run.results.size(); ++c)
    for (const FigureDifference& d : differences_to_first(run, c)) {
      if (!d.shown || d.seat != 0 || !d.is_clear()) continue;
      const double half = (d.difference.high - d.difference.low) / 2;
      const bool is_share = d.measure.kind == MeasureKind::share;
      const double scale = is_share ? 100 : 1;
      const std::string change = fmt::format("{:+.2f}", scale * d.difference.value);
      found.push_back(
          {d.measure.sentence, std::abs(d.difference.value) / half, std::abs(d.difference.value),
           fmt::format("<strong>{}</strong>{} {} (±{:.2f}) with {}: {} against {} with {}", change,
                       is_share ? " points of percent:" : "", d.measure.sentence, scale * half,
                       shown(column_in_words(heads, c)), number_text(d.own.value, d.measure.kind),
                       number_text(d.first.value, d.measure.kind), shown(column_in_words(heads, 0)))});
    }
  if (found.empty()) return "<p>No figure of a table differs clearly from the first one's.</p>\n";
  std::vector<Finding> kept;
  for (const Finding& one : found) {
    const auto same = std::find_if(kept.begin(), kept.end(),
                                   [&](const Finding& other) { return other.figure == one.figure; });
    if (same == kept.end())
      kept.push_back(one);
    else if (one.size > same->size)
      *same = one;
  }
  found = std::move(kept);
  std::stable_sort(found.begin(), found.end(),
                   [](const Finding& a, const Finding& b) { return a.strength > b.strength; });
  if (found.size() > most) found.resize(most);
  std::string text =
      fmt::format("<h2>What stands out</h2>\n{}<ul>\n",
                  run.order.same_deals ? "<p>The same tiles were dealt to all tables.</p>\n" : "");
  for (const Finding& one : found) text += "<li>" + one.text + "</li>\n";
  text += "</ul>\n";
  if (const std::vector<std::string> equal = equal_figures(run); !equal.empty())
    text += fmt::format("<p class=\"soft\">The same at every table: {}.</p>\n", shown(dsl::listed(equal)));
  return text;
}

}  // namespace

std::vector<Picture> pictures_of(const RunResult& run) { return Album(run).pictures(); }

std::string report_page(const RunResult& run, const std::vector<Picture>& pictures,
                        const std::string& command) {
  const RunOrder& order = run.order;
  const std::string title = columns_title(order);
  const std::uint64_t games = run.results.empty() ? 0 : run.results.front().figures.games;
  std::string text =
      fmt::format("<main>\n<h1>{}{}</h1>\n", shown(dsl::with_capital(title)), what_differs(order));
  text += fmt::format("<p>{} {}{}, seed {}.", games, games_word(order, games != 1),
                      run.results.size() > 1 ? fmt::format(" at each of {} tables", run.results.size()) : "",
                      order.seed);
  std::set<std::string> listed;
  for (const RunVariant& variant : order.variants)
    if (const std::string who = who_plays(order, variant.players); listed.insert(who).second)
      text += fmt::format(" {}{}.", static_cast<char>(std::toupper(static_cast<unsigned char>(who.front()))),
                          shown(who.substr(1)));
  text += "</p>\n";
  for (std::size_t c = 0; c < run.results.size(); ++c)
    if (const std::string endless = endless_text(run, c); !endless.empty()) {
      const std::size_t command_at = endless.find("\n    ");
      text += fmt::format("<p class=\"alarm\"><strong>{}</strong>:{}<br><code>{}</code></p>\n",
                          shown(order.variants[c].title()), shown(endless.substr(1, command_at - 1)),
                          command_at == std::string::npos
                              ? ""
                              : shown(endless.substr(command_at + 5, endless.size() - command_at - 6)));
    }
  if (!run.pairs.empty()) text += findings_html(run);
  if (pictures.empty()) {
    text += "<p>No round was finished: there are no means.</p>\n";
  } else {
    text += "<h2>Pictures</h2>\n<div class=\"charts\">\n";
    for (const Picture& picture : pictures) text += "<figure>\n" + picture.svg + "</figure>\n";
    text += "</div>\n";
  }
  if (run.results.size() > 1 && !run.pairs.empty()) {
    text += fmt::format(
        "<h2>What differs from the first table</h2>\n<p>Each column less the first, {}. Bold with a star: "
        "the 95 % "
        "interval excludes 0. Of twenty lines without any true difference one is bold by chance. Shares are "
        "in "
        "points of percent.</p>\n",
        order.same_deals ? "with the same tiles dealt to all"
                         : "dealt from one seed, but not the same tiles to all");
    text += table_html("What differs from the first table", differences_table(run));
  }
  text += "<h2>All figures</h2>\n";
  text += table_html("All figures", figures_table(run));
  text += fmt::format(
      "<h2>How to read this</h2>\n<p>Behind ± stands half of the interval that holds the true mean in 95 of "
      "100 runs, in brackets its ends. "
      "Means are of finished rounds{}. These are games of computer players: they tell what the rules do when "
      "somebody plays in this way, not what people do.</p>\n",
      order.unit == Unit::match ? " and games" : "");
  text += fmt::format("<p class=\"soft\">Made by roundhouse {}. The same again: <code>{}</code></p>\n",
                      shown(order.program), shown(command));
  return dsl::html_page(title, std::string(page_file("style/report.css")).append(chart_style()),
                        text + "</main>\n");
}

}  // namespace roundhouse::engine
