#pragma once
// A record file too large to be held: read in pieces, judged a round at a time, and read once more for
// the few lines that the verdict points at.

#include <optional>
#include <string>

#include "cli/load_record.h"
#include "replay/referee.h"

namespace roundhouse::cli {

/// Files above this size are judged so.
constexpr std::size_t large_record_file = std::size_t{8} << 20;

bool is_large_record(const std::string& path);

/// Like load_record and judge_record together; complaints are printed, and then nothing is returned.
std::optional<replay::Judgement> judge_large(dsl::SourceMap& sources, const std::string& path,
                                             const RecordWishes& wishes,
                                             const replay::RefereeOptions& options);

}  // namespace roundhouse::cli
