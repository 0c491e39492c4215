#pragma once
// A record too large to be held: read in pieces, its rounds judged on all cores, and of its text only the
// lines kept that the verdict points at. Memory does not grow with the record, and nothing is read twice, so
// that it may come through a pipe.

#include <atomic>
#include <istream>
#include <optional>
#include <string>

#include "cli/load_record.h"
#include "replay/referee/judge/referee.h"

namespace roundhouse::cli {

/// Files above this size are judged so.
constexpr std::size_t large_record_file = std::size_t{8} << 20;

bool is_large_record(const std::string& path);

struct LargeRecord {
  std::string path;     ///< as the user named it; `-`: standard input
  std::istream& bytes;  ///< where it comes from
  std::string read{};   ///< what has been read of it already
};

struct LargeJudging {
  int jobs = 1;
  const std::atomic<bool>& stop;       ///< no further rounds are read
  std::atomic<std::uint64_t>& rounds;  ///< judged so far
  dsl::Diagnostics& notes;             ///< what was not written as notation and has been read as it
};

/// Like load_record and judge_record together; complaints are printed, and then nothing is returned. The
/// judgement is the same for any number of jobs.
std::optional<replay::Judgement> judge_large(dsl::SourceMap& sources, LargeRecord record,
                                             const RecordWishes& wishes,
                                             const replay::RefereeOptions& options,
                                             const LargeJudging& judging);

}  // namespace roundhouse::cli
