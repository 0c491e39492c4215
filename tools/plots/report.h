#pragma once
// A run as one page of HTML that stands by itself: charts, tables and how to read them. It asks no network,
// is readable by light and dark, on a telephone and on paper.

#include <string>
#include <vector>

#include "tools/plots/pictures.h"
#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

/// `command`: the line by which the run can be had again.
std::string report_page(const RunResult& run, const std::vector<Picture>& pictures,
                        const std::string& command);

}  // namespace roundhouse::engine
