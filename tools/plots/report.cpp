#include "tools/plots/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "dsl/base/html.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"
#include "tools/plots/chart.h"
#include "tools/simulate/columns.h"
#include "tools/simulate/shown_figures.h"
#include "web/page_files.h"

namespace roundhouse::engine {
namespace {

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
