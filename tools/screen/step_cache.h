#pragma once
// A record of any length, opened anywhere: step 12 of the ninth round. Of the steps it keeps those around the
// one that was asked for, and of the rounds a mark now and then from which it can go on; the rest is followed
// anew. So its memory is bounded, and no more of a record is followed than somebody wants to see.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/reference.h"
#include "replay/views/steps.h"
#include "replay/views/turn_claims.h"

namespace roundhouse::replay {

/// A record to be looked at. Its pointers must stay valid as long as it is used.
struct ViewedRecord {
  const engine::Rules& program;
  const dsl::CheckedRules& checked;  ///< that it was compiled from
  const Header& header;
  const dsl::SourceMap& sources;  ///< the record, and the rule files
  std::string title;              ///< plain text
  /// The rounds from this index on, in order; false from `each` stops.
  std::function<void(std::size_t first, const std::function<bool(const RecordRound&)>& each)> rounds;
  /// There are more, which are not followed.
  bool is_cut = false;
};

struct StepRef {
  std::size_t round = 0;
  std::size_t step = 0;  ///< of the round
  auto operator<=>(const StepRef&) const = default;
};

/// A step without its position.
struct StepLine {
  dsl::Span where;
  std::size_t item = 0;
  int turn = 0;
  bool ends_line = false;
};

class StepCache {
 public:
  struct Round {
    std::string label;
    std::uint32_t begin = 0;  ///< byte of its first line
    std::uint32_t turns = 0;
  };

  /// `seen_by`: as Steps has it.
  StepCache(ViewedRecord record, std::string seen_by);

  const ViewedRecord& record() const { return record_; }
  const std::vector<Round>& rounds() const { return rounds_; }
  /// The steps of a round; empty: nothing of it can be shown.
  const std::vector<StepLine>& steps(std::size_t round);
  /// Valid until another step is asked for; nullptr: there is no such step.
  const Frame* at(StepRef place);

  std::optional<StepRef> after(StepRef place);
  std::optional<StepRef> before(StepRef place);
  /// The first step in this round or behind it; the last one in it or before it.
  std::optional<StepRef> first_from(std::size_t round);
  std::optional<StepRef> last_until(std::size_t round);
  /// The last step of this turn.
  std::optional<StepRef> find(const Reference& reference, std::size_t within);

  /// The round itself, and the position before it.
  const RecordRound& lines_of(std::size_t round);
  const engine::Position& before_round(std::size_t round);

 private:
  void load(std::size_t round, std::size_t step);
  void go_before(std::size_t round);
  void note_mark();

  ViewedRecord record_;
  std::vector<Round> rounds_;
  TurnClaims claims_;
  std::function<bool(const Frame&)> take_;
  Steps steps_;
  std::size_t stands_ = 0;  ///< the round before which `steps_` stands
  std::size_t spacing_ = 1;
  std::vector<std::pair<std::size_t, std::shared_ptr<const Steps::Mark>>> marks_;
  // The round that is open.
  std::optional<std::size_t> open_;
  RecordRound lines_;
  engine::Position before_;
  std::vector<StepLine> all_;
  std::deque<Frame> kept_;
  std::size_t first_kept_ = 0;
};

}  // namespace roundhouse::replay
