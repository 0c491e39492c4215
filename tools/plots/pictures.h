#pragma once
// The charts of a run: which there are, of what, and under which names. Takes exact figures, draws nothing
// itself.

#include <string>
#include <vector>

#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

struct Picture {
  std::string name;   ///< of its file, without ending
  std::string title;  ///< a line
  std::string svg;    ///< without a style of its own, see chart.h
};

/// Of one variant how long rounds are, what they cost and how seats fare; of several the same side by side,
/// and curves where one or two numbers were swept. None where no round was finished.
std::vector<Picture> pictures_of(const RunResult& run);

// A run as one page of HTML that stands by itself: charts, tables and how to read them. It asks no network,
// is readable by light and dark, on a telephone and on paper.

/// `command`: the line by which the run can be had again.
std::string report_page(const RunResult& run, const std::vector<Picture>& pictures,
                        const std::string& command);

}  // namespace roundhouse::engine
