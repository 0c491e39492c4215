#pragma once
// Answers that stand in a file, in YAML:
//
//     like: club-double-twelve
//     name: The Millers
//     players: 4
//     options:
//       double_blank: 50
//       deal: { 2: 15, 3..4: 13, 5..8: 10 }

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/check.h"

namespace roundhouse::dsl {

struct WrittenAnswers {
  std::string like;  ///< the game that is nearest; empty: not said
  Span like_where;
  std::string name;  ///< empty: not said
  Span name_where;
  std::optional<std::int32_t> players;
  Span players_where;
  std::vector<OptionSetting> options;  ///< as written there, with their places
};

/// Reports all that is wrong with the form at once. Does not check that the game or an option exists. The
/// text is already in `sources`.
Checked<WrittenAnswers> read_answers(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
