#pragma once
// Matches played at random whose rules change on their way, and to which somebody comes late, as records.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "replay/record/read_record.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"

namespace roundhouse::tests {

/// The rules that headers ask for, of one bundled variant, each checked and compiled once.
class RulesOfHeaders {
 public:
  /// Absent program: options or players do not go together.
  replay::ReadyRules of(const replay::Header& header);
  replay::ProgramOf program_of() {
    return [this](const replay::Header& header) { return of(header); };
  }

 private:
  std::map<std::string, replay::ReadyRules> made_;
};

struct ChangingMatch {
  replay::Record record;             ///< with everything written, not read yet
  std::vector<std::int32_t> totals;  ///< by seat at its end: of its last game
  int rounds = 0;
  int changes = 0;
  int newcomers = 0;
};

/// Absent where what chance has chosen does not go together, or a round came to no end.
std::optional<ChangingMatch> play_changing_match(const std::string& variant, std::uint64_t seed,
                                                 RulesOfHeaders& rules);

}  // namespace roundhouse::tests
