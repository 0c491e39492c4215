// Charts of runs: axes with round numbers, labels that keep apart, a page that asks for nothing else.

#include <algorithm>
#include <cmath>
#include <regex>

#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tools/plots/chart.h"
#include "tools/plots/pictures.h"

namespace roundhouse::engine {
namespace {

TEST_CASE("an axis begins and ends at round ticks and holds all values", "[engine]") {
  const std::pair<double, double> ranges[] = {{0, 1},       {0, 97},      {3.2, 3.9},   {-17, 4},
                                              {54, 106},    {0.12, 0.13}, {-0.5, -0.1}, {1e6, 1.2e6},
                                              {20.1, 20.1}, {0, 0}};
  for (const auto& [low, high] : ranges)
    for (const int wanted : {1, 3, 5, 8}) {
      INFO(low << " to " << high << " by " << wanted);
      const Axis axis = round_axis(low, high, wanted);
      CHECK(axis.low <= low + 1e-9);
      CHECK(axis.high >= high - 1e-9);
      REQUIRE(axis.ticks.size() >= 2);
      CHECK(axis.ticks.size() <= static_cast<std::size_t>(wanted) + 3);
      const double step = axis.ticks[1] - axis.ticks[0];
      const double leading = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
      const bool is_round =
          std::abs(leading - 1) < 1e-6 || std::abs(leading - 2) < 1e-6 || std::abs(leading - 5) < 1e-6;
      CHECK(is_round);
      for (const double tick : axis.ticks) {
        CHECK(std::abs(tick / step - std::round(tick / step)) < 1e-6);
        // What is written is the tick itself.
        CHECK(std::stod(tick_text(axis, tick)) == Approx(tick).margin(step * 1e-6));
      }
    }
}

struct Label {
  double left = 0;
  double right = 0;
  double y = 0;
  std::string words;
};

/// The texts of a chart with the room that they take.
std::vector<Label> labels_of(const std::string& svg) {
  static const std::regex form(
      "<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" text-anchor=\"(\\w+)\" class=\"([^\"]*)\">([^<]*)</text>");
  std::vector<Label> labels;
  for (std::sregex_iterator found(svg.begin(), svg.end(), form), end; found != end; ++found) {
    const std::string words = (*found)[5];
    // Letters of the usual fonts are no wider than this.
    const double size = (*found)[4].str().find("chart-title") != std::string::npos ? 8.6 : 6.4;
    const double wide = size * static_cast<double>(std::count_if(words.begin(), words.end(),
                                                                 [](char c) { return (c & 0xC0) != 0x80; }));
    const double x = std::stod((*found)[1]);
    const std::string anchor = (*found)[3];
    const double left = anchor == "start" ? x : anchor == "end" ? x - wide : x - wide / 2;
    labels.push_back({left, left + wide, std::stod((*found)[2]), words});
  }
  return labels;
}

void check_labels(const std::string& svg) {
  const std::vector<Label> labels = labels_of(svg);
  CHECK(labels.size() > 3);
  for (std::size_t a = 0; a < labels.size(); ++a) {
    INFO(labels[a].words);
    CHECK(labels[a].left >= -1);
    CHECK(labels[a].right <= 461);
    for (std::size_t b = a + 1; b < labels.size(); ++b) {
      INFO("and " << labels[b].words);
      const bool apart = labels[a].right < labels[b].left || labels[b].right < labels[a].left ||
                         std::abs(labels[a].y - labels[b].y) >= 11;
      CHECK(apart);
    }
  }
}

RunResult run_of(const std::vector<std::pair<std::string, int>>& tables,
                 const std::vector<std::string>& settings, Unit unit) {
  RunResult run;
  run.order.games = 12;
  run.order.unit = unit;
  run.order.interest = true;
  std::vector<Rules> programs;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    programs.push_back(engine::compile_rules(tests::bundled_rules(tables[i].first), tables[i].second));
    RunVariant variant;
    variant.name = tables[i].first;
    variant.players = tables[i].second;
    if (i < settings.size()) variant.settings = {settings[i]};
    run.order.variants.push_back(variant);
  }
  std::vector<SideTable> sides;
  for (const Rules& program : programs)
    sides.push_back({&program, {.games = 12, .unit = unit, .interest = true}});
  SideBySide all = simulate_side_by_side(sides);
  for (Figures& figures : all.tables) run.results.push_back({std::move(figures), 1, 1, {}});
  run.pairs = std::move(all.pairs);
  return run;
}

TEST_CASE("no label of a chart lies on another or leaves the paper", "[engine]") {
  const RunResult runs[] = {
      run_of({{"train", 4}}, {}, Unit::match),
      run_of({{"train", 2}, {"train", 3}, {"train", 4}, {"train", 8}}, {}, Unit::round),
      run_of({{"train", 4}, {"club-double-twelve", 4}, {"dual", 6}}, {}, Unit::match),
      // Settings that are only names here: a sweep of two numbers.
      run_of({{"train", 2}, {"train", 3}, {"train", 4}, {"train", 2}, {"train", 3}, {"train", 4}},
             {"a_rather_long_option=7", "a_rather_long_option=7", "a_rather_long_option=7",
              "a_rather_long_option=1000", "a_rather_long_option=1000", "a_rather_long_option=1000"},
             Unit::round)};
  for (const RunResult& run : runs) {
    const std::vector<Picture> pictures = pictures_of(run);
    CHECK(pictures.size() >= 4);
    for (const Picture& picture : pictures) {
      INFO(picture.name);
      check_labels(picture.svg);
    }
  }
}

TEST_CASE("one or two numbers that were swept are curves", "[engine]") {
  const auto count_of = [](const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  };
  const auto picture = [](const RunResult& run) {
    for (const Picture& each : pictures_of(run))
      if (each.name == "turns-a-round") return each.svg;
    return std::string();
  };
  const std::string one = picture(run_of({{"train", 2}, {"train", 3}, {"train", 4}}, {}, Unit::round));
  CHECK(count_of(one, "<path") == 1);
  CHECK(count_of(one, "<circle") == 3);
  const std::string two =
      picture(run_of({{"train", 2}, {"train", 3}, {"train", 4}, {"dual", 6}, {"dual", 7}}, {}, Unit::round));
  CHECK(count_of(two, "<path") == 2);
  const std::string names = picture(run_of({{"train", 6}, {"dual", 6}}, {}, Unit::round));
  CHECK(count_of(names, "<path") == 0);
  CHECK(count_of(names, "<circle") == 2);
}

TEST_CASE("a report stands by itself, and its pictures are reported", "[engine]") {
  RunResult run = run_of({{"train", 3}, {"train", 4}}, {"a=<b>&\"c\"", "a=2"}, Unit::match);
  const std::vector<Picture> pictures = pictures_of(run);
  const std::string page = report_page(run, pictures, "roundhouse simulate <train>");
  // The name of the language of pictures is no address that is asked.
  const std::string asked =
      std::regex_replace(page, std::regex("xmlns=\"http://www.w3.org/2000/svg\""), std::string());
  CHECK(asked.find("http") == std::string::npos);
  CHECK(!std::regex_search(asked, std::regex("<(script|link|img|iframe|object)|url\\(|@import|src=")));
  CHECK(page.find("a=<b>") == std::string::npos);
  CHECK(page.find("&lt;b&gt;&amp;&quot;c&quot;") != std::string::npos);
  CHECK(page.find("prefers-color-scheme: dark") != std::string::npos);
  CHECK(page.find("@media print") != std::string::npos);
  std::size_t reported = 0;
  for (std::size_t at = page.find("<desc>"); at != std::string::npos; at = page.find("<desc>", at + 1)) {
    CHECK(page.compare(at + 6, 7, "</desc>") != 0);
    ++reported;
  }
  CHECK(reported == pictures.size());
  // Every table that was played has its column.
  CHECK(page.find("<td>") != std::string::npos);
  CHECK(as_file(pictures[0].svg).find("<style>") != std::string::npos);
}

TEST_CASE("where no round was finished there are no pictures, and the page says so", "[engine]") {
  RunResult run;
  run.order.variants.resize(1);
  run.order.variants[0].name = "nothing";
  run.order.variants[0].players = 2;
  run.results.emplace_back();
  CHECK(pictures_of(run).empty());
  CHECK(report_page(run, {}, "").find("No round was finished") != std::string::npos);
}

}  // namespace
}  // namespace roundhouse::engine
