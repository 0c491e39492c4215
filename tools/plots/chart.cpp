#include "tools/plots/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dsl/base/utf8.h"
#include "web/page_files.h"

namespace roundhouse::engine {
namespace {

// So narrow that a telephone shows it with letters that can be read.
constexpr double width = 460;
constexpr double right_edge = width - 18;
constexpr double letter = 6.9;  ///< a letter of 13 px takes about so much
constexpr double row_height = 24;

/// Letters, not bytes.
double text_width(const std::string& text) { return letter * static_cast<double>(dsl::characters_in(text)); }

/// Text that has room for so many letters.
std::string cut_to(const std::string& text, std::size_t letters) {
  std::string made;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (dsl::begins_character(text[i]) && ++count > letters) return made + "…";
    made += text[i];
  }
  return made;
}

/// Lines of at most so many letters, broken at spaces.
std::vector<std::string> lines_of(const std::string& text, std::size_t letters) {
  std::vector<std::string> lines(1);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > letters) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return lines;
}

/// A picture that grows downwards: its title is drawn at once.
class Paper {
 public:
  explicit Paper(const ChartFrame& frame) : frame_(frame) {
    for (const std::string& line : lines_of(frame.title, 50)) {
      y_ += 19;
      text(12, y_, "start", "chart-title", line);
    }
    y_ += 10;
  }

  double y() const { return y_; }
  void down(double by) { y_ += by; }

  void text(double x, double y, std::string_view anchor, std::string_view kind, const std::string& words) {
    body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x, y,
                         anchor, kind, in_xml(words));
  }
  void line(double x1, double y1, double x2, double y2, std::string_view kind) {
    body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1,
                         y1, x2, y2, kind);
  }
  void box(double x, double y, double w, double h, std::string_view kind, const std::string& says = {}) {
    body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"", x,
                         y, std::max(w, 0.5), std::max(h, 0.0), kind);
    body_ += says.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", in_xml(says));
  }
  void dot(double x, double y, std::string_view kind, const std::string& says) {
    body_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" class=\"{}\"><title>{}</title></circle>\n",
                    x, y, kind, in_xml(says));
  }
  void path(const std::string& steps, std::string_view kind) {
    body_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", steps, kind);
  }

  std::string done() const {
    const double height = std::ceil(y_ + 10);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-label=\"{}\">\n<title>{}</title>\n<desc>{}</desc>\n{}</svg>\n",
        width, height, in_xml(frame_.title + ". " + frame_.description), in_xml(frame_.title),
        in_xml(frame_.description), body_);
  }

 private:
  const ChartFrame& frame_;
  std::string body_;
  double y_ = 0;
};

/// As on an axis: shares in percent.
double scaled(const ChartFrame& frame, double value) { return frame.percent ? 100 * value : value; }
std::string unit_of(const ChartFrame& frame) { return frame.percent ? " %" : ""; }
std::string value_text(const ChartFrame& frame, double value) {
  return fmt::format("{:.{}f}{}", scaled(frame, value), std::abs(scaled(frame, value)) < 10 ? 2 : 1,
                     unit_of(frame));
}

/// So many ticks that their labels, which may be as long as those of either end, keep apart.
Axis axis_with_room(double low, double high, double room, const std::string& unit) {
  for (int wanted = 8; wanted > 1; --wanted) {
    Axis axis = round_axis(low, high, wanted);
    double widest = 0;
    for (const double tick : axis.ticks) widest = std::max(widest, text_width(tick_text(axis, tick) + unit));
    if (static_cast<double>(axis.ticks.size() - 1) * (widest + 14) <= room) return axis;
  }
  return round_axis(low, high, 1);
}

/// The lower axis of values, from left to right, below lines through the rows from `top` to here.
void put_values_axis(Paper& paper, const ChartFrame& frame, const Axis& axis, double left, double top) {
  const double bottom = paper.y();
  for (const double tick : axis.ticks) {
    const double x = place_on(axis, tick, left, right_edge);
    paper.line(x, top, x, bottom, "chart-grid");
    paper.text(x, bottom + 17, "middle", "chart-tick", tick_text(axis, tick) + unit_of(frame));
  }
  paper.line(left, bottom, right_edge, bottom, "chart-axis");
  if (!frame.axis.empty())
    paper.text((left + right_edge) / 2, bottom + 37, "middle", "chart-label", frame.axis);
  paper.down(frame.axis.empty() ? 22 : 42);
}

/// The left edge of the values, right of the longest label.
double left_of_rows(const std::vector<std::string>& labels) {
  double longest = 0;
  for (const std::string& label : labels) longest = std::max(longest, text_width(label));
  return 12 + std::min(longest + 12, width * 0.42);
}
constexpr std::size_t label_letters = 27;

}  // namespace

Axis round_axis(double low, double high, int wanted) {
  if (!(high > low)) {
    // One value alone stands in the middle.
    const double around = low == 0 ? 1 : std::abs(low) / 10;
    return round_axis(low - around, high + around, wanted);
  }
  const double rough = (high - low) / std::max(wanted, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough * (1 - 1e-9)) step = factor * power;
  Axis axis;
  const double first = std::floor(low / step + 1e-9);
  const double last = std::ceil(high / step - 1e-9);
  for (double tick = first; tick <= last + 0.5; ++tick) axis.ticks.push_back(tick == 0 ? 0 : tick * step);
  axis.low = axis.ticks.front();
  axis.high = axis.ticks.back();
  axis.decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  return axis;
}

std::string tick_text(const Axis& axis, double tick) { return fmt::format("{:.{}f}", tick, axis.decimals); }

double place_on(const Axis& axis, double value, double from, double to) {
  return from + (value - axis.low) / (axis.high - axis.low) * (to - from);
}

std::string in_xml(const std::string& text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '&':
        made += "&amp;";
        break;
      case '<':
        made += "&lt;";
        break;
      case '>':
        made += "&gt;";
        break;
      case '"':
        made += "&quot;";
        break;
      default:
        made += c;
    }
  }
  return made;
}

std::string draw(const HistogramChart& chart) {
  Paper paper(chart.frame);
  if (chart.counts.empty()) return paper.done();
  const std::int64_t least = chart.counts.front().first;
  const std::int64_t greatest = chart.counts.back().first;
  const auto all = static_cast<double>(
      std::accumulate(chart.counts.begin(), chart.counts.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const auto& count) { return sum + count.second; }));
  // About thirty classes, each of a round number of values, that begin at its multiples.
  std::int64_t size = 1;
  for (std::int64_t power = 1; (greatest - least) / size >= 32; power *= 10)
    for (const std::int64_t factor : {1, 2, 5})
      if ((greatest - least) / size >= 32) size = factor * power;
  const auto class_of = [&](std::int64_t number) {
    return number >= 0 ? number / size : -((size - 1 - number) / size);
  };
  const std::int64_t first = class_of(least);
  std::vector<double> shares(static_cast<std::size_t>(class_of(greatest) - first + 1), 0);
  for (const auto& [number, times] : chart.counts)
    shares[static_cast<std::size_t>(class_of(number) - first)] += static_cast<double>(times) / all;

  const double top = paper.y() + 8;
  const double bottom = top + 190;
  const Axis up = round_axis(0, 100 * *std::max_element(shares.begin(), shares.end()), 4);
  double left = 24;
  for (const double tick : up.ticks) left = std::max(left, 26 + text_width(tick_text(up, tick) + " %"));
  const auto low = static_cast<double>(first * size);
  const auto high = static_cast<double>((first + static_cast<std::int64_t>(shares.size())) * size);
  const Axis across = axis_with_room(low, high, right_edge - left, "");
  for (const double tick : up.ticks) {
    const double y = place_on(up, tick, bottom, top);
    paper.line(left, y, right_edge, y, "chart-grid");
    paper.text(left - 6, y + 4, "end", "chart-tick", tick_text(up, tick) + " %");
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto from = static_cast<double>((first + static_cast<std::int64_t>(i)) * size);
    const double x = place_on(across, from, left, right_edge);
    const double next = place_on(across, from + static_cast<double>(size), left, right_edge);
    const double y = place_on(up, 100 * shares[i], bottom, top);
    const std::string values =
        size == 1 ? fmt::format("{:.0f}", from)
                  : fmt::format("{:.0f} to {:.0f}", from, from + static_cast<double>(size) - 1);
    paper.box(x + 0.5, y, next - x - 1, bottom - y, "chart-bar",
              fmt::format("{}: {:.2f} %", values, 100 * shares[i]));
  }
  const double mean = place_on(across, chart.mean + (size == 1 ? 0.5 : 0), left, right_edge);
  paper.line(mean, top - 4, mean, bottom, "chart-mark");
  const bool right = mean < (left + right_edge) / 2;
  paper.text(mean + (right ? 6 : -6), top + 6, right ? "start" : "end", "chart-tick halo",
             fmt::format("mean {:.1f}", chart.mean));
  paper.line(left, bottom, right_edge, bottom, "chart-axis");
  // A bar of one value has its number below its middle.
  for (const double tick : across.ticks) {
    const double x = place_on(across, tick + (size == 1 ? 0.5 : 0), left, right_edge);
    if (x > right_edge + 1) continue;
    paper.line(x, bottom, x, bottom + 4, "chart-axis");
    paper.text(x, bottom + 18, "middle", "chart-tick", tick_text(across, tick));
  }
  paper.text((left + right_edge) / 2, bottom + 38, "middle", "chart-label", chart.frame.axis);
  paper.down(bottom + 44 - paper.y());
  return paper.done();
}

std::string draw(const SpreadChart& chart) {
  Paper paper(chart.frame);
  if (chart.rows.empty()) return paper.done();
  std::vector<std::string> labels;
  double low = chart.rows.front().q05;
  double high = chart.rows.front().q95;
  for (const SpreadChart::Row& row : chart.rows) {
    labels.push_back(cut_to(row.label, label_letters));
    low = std::min(low, row.q05);
    high = std::max(high, row.q95);
  }
  const double left = left_of_rows(labels);
  const Axis axis = axis_with_room(std::min(low, 0.0), high, right_edge - left, unit_of(chart.frame));
  const double top = paper.y();
  paper.down(static_cast<double>(chart.rows.size()) * row_height + 6);
  put_values_axis(paper, chart.frame, axis, left, top);
  const auto at = [&](double value) { return place_on(axis, value, left, right_edge); };
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const SpreadChart::Row& row = chart.rows[i];
    const double y = top + row_height * (static_cast<double>(i) + 0.5) + 3;
    paper.text(left - 8, y + 4, "end", "chart-name", labels[i]);
    paper.line(at(row.q05), y, at(row.q95), y, "chart-whisker");
    paper.box(at(row.q25), y - 6, at(row.q75) - at(row.q25), 12, "chart-bar",
              fmt::format("{}: 5 % {}, 25 % {}, half {}, 75 % {}, 95 % {}", row.label, row.q05, row.q25,
                          row.q50, row.q75, row.q95));
    paper.line(at(row.q50), y - 8, at(row.q50), y + 8, "chart-mark");
  }
  return paper.done();
}

std::string draw(const IntervalChart& chart) {
  Paper paper(chart.frame);
  std::vector<std::string> labels;
  std::optional<double> low;
  std::optional<double> high;
  for (const IntervalChart::Row& row : chart.rows) {
    labels.push_back(cut_to(row.label, label_letters));
    if (row.heading) {
      // It stands above its rows and takes none of their room.
      labels.back() = cut_to(row.label, 60);
      continue;
    }
    low = std::min(low.value_or(row.low), row.low);
    high = std::max(high.value_or(row.high), row.high);
  }
  if (!low) return paper.done();
  if (chart.fair) {
    low = std::min(*low, *chart.fair);
    high = std::max(*high, *chart.fair);
  }
  std::vector<std::string> beside;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!chart.rows[i].heading) beside.push_back(labels[i]);
  const double left = left_of_rows(beside);
  const Axis axis = axis_with_room(scaled(chart.frame, *low), scaled(chart.frame, *high),
                                   right_edge - left - 8, unit_of(chart.frame));
  if (chart.fair) paper.down(16);
  const double top = paper.y();
  paper.down(static_cast<double>(chart.rows.size()) * row_height + 6);
  const double bottom = paper.y();
  put_values_axis(paper, chart.frame, axis, left, top);
  const auto at = [&](double value) { return place_on(axis, scaled(chart.frame, value), left, right_edge); };
  if (chart.fair) {
    const double x = at(*chart.fair);
    paper.line(x, top - 2, x, bottom, "chart-mark");
    const double half = text_width(chart.fair_label) / 2;
    paper.text(std::clamp(x, left + half, right_edge - half), top - 7, "middle", "chart-tick",
               chart.fair_label);
  }
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const IntervalChart::Row& row = chart.rows[i];
    const double y = top + row_height * (static_cast<double>(i) + 0.5) + 3;
    if (row.heading) {
      paper.text(12, y + 6, "start", "chart-label halo", labels[i]);
      continue;
    }
    paper.text(left - 8, y + 4, "end", "chart-name", labels[i]);
    paper.line(at(row.low), y, at(row.high), y, "chart-whisker");
    for (const double end : {row.low, row.high}) paper.line(at(end), y - 4, at(end), y + 4, "chart-whisker");
    paper.dot(at(row.value), y, "chart-dot",
              fmt::format("{}: {} ({} to {})", row.label, value_text(chart.frame, row.value),
                          value_text(chart.frame, row.low), value_text(chart.frame, row.high)));
  }
  return paper.done();
}

std::string draw(const CurveChart& chart) {
  Paper paper(chart.frame);
  std::optional<CurveChart::Point> first;
  double low = 0, high = 0, x_low = 0, x_high = 0;
  for (const CurveChart::Series& series : chart.series)
    for (const CurveChart::Point& point : series.points) {
      if (!first) {
        low = high = point.value;
        x_low = x_high = point.x;
        first = point;
      }
      low = std::min(low, point.low);
      high = std::max(high, point.high);
      x_low = std::min(x_low, point.x);
      x_high = std::max(x_high, point.x);
    }
  if (!first) return paper.done();
  // The legend stands above, so that it covers no curve.
  if (chart.series.size() > 1) {
    double x = 12;
    paper.down(6);
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      const std::string label = cut_to(chart.series[s].label, 40);
      const double wide = text_width(label) + 40;
      if (x > 12 && x + wide > right_edge) {
        x = 12;
        paper.down(20);
      }
      paper.line(x, paper.y() + 8, x + 20, paper.y() + 8, fmt::format("chart-curve series-{}", s + 1));
      paper.text(x + 26, paper.y() + 12, "start", "chart-tick", label);
      x += wide;
    }
    paper.down(22);
  }
  const Axis up = round_axis(scaled(chart.frame, low), scaled(chart.frame, high), 5);
  double left = 24;
  for (const double tick : up.ticks)
    left = std::max(left, 22 + text_width(tick_text(up, tick) + unit_of(chart.frame)));
  const double top = paper.y() + 10;
  const double bottom = top + 190;
  for (const double tick : up.ticks) {
    const double y = place_on(up, tick, bottom, top);
    paper.line(left, y, right_edge, y, "chart-grid");
    paper.text(left - 6, y + 4, "end", "chart-tick", tick_text(up, tick) + unit_of(chart.frame));
  }
  // The swept values themselves are the ticks where there is room for them.
  std::vector<double> values;
  for (const CurveChart::Series& series : chart.series)
    for (const CurveChart::Point& point : series.points)
      if (std::find(values.begin(), values.end(), point.x) == values.end()) values.push_back(point.x);
  std::sort(values.begin(), values.end());
  const double margin = values.size() > 1 ? (x_high - x_low) * 0.06 : 1;
  Axis across{x_low - margin, x_high + margin, values, 0};
  for (const double value : values)
    if (value != std::round(value)) across.decimals = 2;
  double gap = right_edge;
  double widest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    widest = std::max(widest, text_width(tick_text(across, values[i])));
    if (i > 0)
      gap = std::min(gap, place_on(across, values[i], left, right_edge) -
                              place_on(across, values[i - 1], left, right_edge));
  }
  if (gap < widest + 8) {
    const Axis round = axis_with_room(x_low, x_high, right_edge - left, "");
    across = round;
  }
  paper.line(left, bottom, right_edge, bottom, "chart-axis");
  for (const double tick : across.ticks) {
    const double x = place_on(across, tick, left, right_edge);
    paper.line(x, bottom, x, bottom + 4, "chart-axis");
    paper.text(x, bottom + 18, "middle", "chart-tick", tick_text(across, tick));
  }
  const auto nth = static_cast<double>(chart.series.size());
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    // Beside each other, so that intervals do not cover those of the next series.
    const double shift = (static_cast<double>(s) - (nth - 1) / 2) * 5;
    std::string steps;
    const std::string kind = fmt::format("series-{}", s + 1);
    for (const CurveChart::Point& point : chart.series[s].points) {
      const double x = place_on(across, point.x, left, right_edge) + shift;
      const double y = place_on(up, scaled(chart.frame, point.value), bottom, top);
      steps += fmt::format("{}{:.1f} {:.1f}", steps.empty() ? "M" : " L", x, y);
    }
    paper.path(steps, "chart-curve " + kind);
    for (const CurveChart::Point& point : chart.series[s].points) {
      const double x = place_on(across, point.x, left, right_edge) + shift;
      const auto at = [&](double value) { return place_on(up, scaled(chart.frame, value), bottom, top); };
      paper.line(x, at(point.low), x, at(point.high), "chart-whisker " + kind);
      paper.dot(x, at(point.value), "chart-dot " + kind,
                fmt::format("{}{}{} {}: {} ({} to {})", chart.series[s].label,
                            chart.series[s].label.empty() ? "" : ", ", chart.x_axis, point.x,
                            value_text(chart.frame, point.value), value_text(chart.frame, point.low),
                            value_text(chart.frame, point.high)));
    }
  }
  paper.text((left + right_edge) / 2, bottom + 38, "middle", "chart-label", chart.x_axis);
  paper.down(bottom + 44 - paper.y());
  return paper.done();
}

std::string_view chart_style() { return page_file("style/chart.css"); }

std::string as_file(const std::string& svg) {
  const std::size_t end = svg.find(">\n");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.substr(0, end + 2) + "<style>\n" +
         std::string(chart_style()) + "svg{background:var(--paper)}\n</style>\n" + svg.substr(end + 2);
}

}  // namespace roundhouse::engine
