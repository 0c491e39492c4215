#pragma once
// A record too large to be held: read in pieces, its rounds judged on all cores, and of its text only the
// lines kept that the verdict points at. Memory does not grow with the record, and nothing is read twice, so
// that it may come through a pipe.

#include <atomic>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/referee.h"

namespace roundhouse::replay {

struct LargeRecord {
  std::string name;     ///< as complaints call it
  std::istream& bytes;  ///< the text, from where `read` ends
  std::string read{};   ///< its beginning, as far as somebody has read it already
};

struct LargeJudging {
  /// The rules to judge by, as ProgramOf asks for them. The lines of the header, and those that have changed
  /// it, stand in the sources by then, under this file. If there are none, the callee knows why.
  std::function<ReadyRules(dsl::FileId, const Header&)> rules;
  RefereeOptions options{};
  int jobs = 1;
  const std::atomic<bool>& stop;       ///< no further rounds are read
  std::atomic<std::uint64_t>& rounds;  ///< judged so far
};

struct LargeJudgement {
  std::optional<Judgement> judgement;  ///< absent: it was not judged
  std::string trouble;                 ///< why it cannot be read at all, in a sentence; mostly empty
  dsl::Diagnostics complaints;         ///< about lines that are no notation, in their order
  dsl::Diagnostics notes;              ///< on what was not written as notation and has been read all the same
};

/// Reads and judges the record. `sources` has the lines then that the judgement and the complaints point at.
/// The judgement is the same for any number of jobs.
LargeJudgement judge_large(dsl::SourceMap& sources, LargeRecord record, const LargeJudging& judging);

}  // namespace roundhouse::replay
