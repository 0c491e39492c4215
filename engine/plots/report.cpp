#include "engine/plots/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "dsl/base/shown_text.h"
#include "engine/plots/chart.h"
#include "engine/simulate/columns.h"
#include "engine/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

constexpr std::string_view page_style = R"(
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#dfe3e8;--paper:#ffffff;--back:#f3f5f8;--mark:#b3261e;--good:#1e5aa8}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adba;--line:#333c48;--paper:#161b22;--back:#0d1117;--mark:#ff8a80;--good:#8ab8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:1000px;margin:0 auto;padding:1rem}
h1{font-size:1.6rem;line-height:1.25;margin:.6rem 0}h2{font-size:1.2rem;margin:2rem 0 .6rem}
p{margin:.4rem 0;max-width:44rem}.soft{color:var(--soft)}
code{font:.85em ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:1rem;align-items:start}
figure{margin:0;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:.6rem}
.wide{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.3rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
tr>:first-child{text-align:left;white-space:normal;min-width:11rem}
th{font-weight:600}td.clear{font-weight:700;color:var(--good)}
.alarm{border-left:4px solid var(--mark);background:var(--paper);padding:.5rem .8rem}
@media print{body{background:#fff;font-size:11pt}main{max-width:none;padding:0}.charts{grid-template-columns:1fr 1fr}
figure,tr{break-inside:avoid}h2{break-after:avoid}.wide{overflow:visible}table{font-size:8pt}th,td{white-space:normal;padding:.2rem .3rem}tr>:first-child{min-width:0}}
)";

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

}  // namespace

std::string report_page(const RunResult& run, const std::vector<Picture>& pictures,
                        const std::string& command) {
  const RunOrder& order = run.order;
  const std::string title = columns_title(order);
  const std::uint64_t games = run.results.empty() ? 0 : run.results.front().figures.games;
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n"
      "<main>\n<h1>{}</h1>\n",
      shown(title), page_style, chart_style(), shown(title));
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
        order.same_deals ? "with the same tiles dealt to all" : "with tiles dealt apart");
    text += table_html("What differs from the first table", differences_table(run));
  }
  text += "<h2>All figures</h2>\n";
  text += table_html("All figures", figures_table(run));
  text += fmt::format(
      "<h2>How to read this</h2>\n<p>Behind ± stands half of the interval that holds the true mean in 95 of "
      "100 runs. "
      "Means are of finished rounds{}. These are games of computer players: they tell what the rules do when "
      "somebody plays in this way, not what people do.</p>\n",
      order.unit == Unit::match ? " and games" : "");
  text += fmt::format("<p class=\"soft\">Made by roundhouse {}. The same again: <code>{}</code></p>\n",
                      shown(order.program), shown(command));
  return text + "</main>\n</body>\n</html>\n";
}

}  // namespace roundhouse::engine
