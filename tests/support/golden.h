#pragma once
// Expected outputs that stand in files. A test compares what it got with the file; with
// ROUNDHOUSE_UPDATE_GOLDENS=1 in the environment the file is rewritten instead, and the diff is the review.

#include <filesystem>
#include <string>
#include <string_view>

namespace roundhouse::tests {

/// Empty when `actual` is what the file holds, byte for byte; otherwise a few lines that show the first place
/// where they part, for `CHECK(golden_difference(path, text) == "")`. A file that is not there differs.
/// When goldens are updated the file is written and the answer is empty, except where CI is set: there
/// nothing is written and the answer says so.
std::string golden_difference(const std::filesystem::path& path, std::string_view actual);

/// True when ROUNDHOUSE_UPDATE_GOLDENS is set to anything but nothing or 0.
bool updating_goldens();

/// The whole file; throws std::runtime_error with the path when it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// The top of the source tree, for `source_folder() / "tests/games"`.
std::filesystem::path source_folder();

}  // namespace roundhouse::tests
