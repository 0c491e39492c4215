#pragma once
// Four kinds of charts as SVG: a histogram, spreads and intervals in rows, and curves. Pure functions from
// numbers to text. Colours are classes, so that a page or the file's own style gives them, by light and by
// dark.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roundhouse::engine {

/// Axes with round numbers: where the ticks of a plot stand and how they are written. Knows nothing of what
/// is measured.
struct Axis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;  ///< ascending, within low and high
  int decimals = 0;           ///< of all ticks
};

/// An axis that holds all from `low` to `high`, with about so many ticks at multiples of 1, 2 or 5 times a
/// power of ten. It begins and ends at a tick.
Axis round_axis(double low, double high, int wanted);

std::string tick_text(const Axis& axis, double tick);

/// Maps a value to its place on paper.
double place_on(const Axis& axis, double value, double from, double to);

/// The texts around a chart.
struct ChartFrame {
  std::string title;        ///< above it
  std::string description;  ///< for those who cannot see it: what it shows, with its main numbers
  std::string axis;         ///< the name of the values: "turns"; empty: the title says it
  bool percent = false;     ///< values are shares, shown as percent
};

/// Counts of numbers; drawn in classes of equal width.
struct HistogramChart {
  ChartFrame frame;
  std::vector<std::pair<std::int64_t, std::uint64_t>> counts;  ///< ascending
  double mean = 0;
};
std::string draw(const HistogramChart& chart);

/// A row each: where the middle half and nine tenths of all numbers lie.
struct SpreadChart {
  struct Row {
    std::string label;
    double q05 = 0, q25 = 0, q50 = 0, q75 = 0, q95 = 0;
  };
  ChartFrame frame;
  std::vector<Row> rows;
};
std::string draw(const SpreadChart& chart);

/// A row each: a mean with its interval.
struct IntervalChart {
  struct Row {
    std::string label;
    double value = 0;
    double low = 0;  ///< equal to value if there is no interval
    double high = 0;
    bool heading = false;  ///< only its label is shown
  };
  ChartFrame frame;
  std::vector<Row> rows;
  std::optional<double> fair;  ///< a line at this value
  std::string fair_label;
};
std::string draw(const IntervalChart& chart);

/// Means with intervals over a number that was swept; a curve for each of a few series.
struct CurveChart {
  struct Point {
    double x = 0;
    double value = 0;
    double low = 0;
    double high = 0;
  };
  struct Series {
    std::string label;  ///< empty: there is one
    std::vector<Point> points;
  };
  ChartFrame frame;
  std::string x_axis;
  std::vector<Series> series;  ///< at most most_series
};
constexpr std::size_t most_series = 6;
std::string draw(const CurveChart& chart);

/// The colours of all charts, as CSS: for light, for dark and for paper.
std::string_view chart_style();

/// A chart that stands by itself in a file, with its style.
std::string as_file(const std::string& svg);

std::string in_xml(const std::string& text);

}  // namespace roundhouse::engine
