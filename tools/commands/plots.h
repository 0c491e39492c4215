#pragma once
// `--plots FOLDER`: the pictures of a run as files, and a page with all of them.

#include <string>

#include "tools/simulate/run_result.h"

namespace roundhouse::cli {

/// `command`: the line by which the run can be had again. Returns false, and reports it, if a file could not
/// be written.
bool write_plots(const std::string& folder, const engine::RunResult& run, const std::string& command);

}  // namespace roundhouse::cli
