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

/// Wider tables are cut into several, each with its labels and heads.
constexpr std::size_t most_width = 132;

void put_padded(std::string& line, const std::string& text, std::size_t width) {
  line += text;
  line.append(width - std::min(width, dsl::characters_in(text)), ' ');
}

/// Its heads once more above each part of a table that is cut.
std::string laid_out(const TextTable& table) {
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

std::string table_as_text(const RunResult& run) {
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
  const std::string_view deals =
      order.same_deals ? "on the same deals" : "from one seed, but not on the same deals";
  if (is_of_rules(order))
    return text +
           fmt::format(
               "  what changes without each rule, {}; blocked in points of percent; * where the 95 % "
               "interval "
               "excludes 0:\n\n",
               deals) +
           laid_out(rules_table(run)) + speed_line(run);
  text += fmt::format("  means of finished rounds{}, ± half of the 95 % interval of each, or its ends:\n\n",
                      order.unit == Unit::match ? " and games" : "");
  text += laid_out(figures_table(run));
  if (!run.pairs.empty())
    text += fmt::format("\n  less the first column, {}; * where the 95 % interval excludes 0:\n\n", deals) +
            laid_out(differences_table(run));
  return text + speed_line(run);
}

}  // namespace roundhouse::engine
