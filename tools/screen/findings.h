#pragma once
// Findings of the referee for a record that is viewed: judged a little at a time while nobody presses a key,
// and shown at the steps that they are about.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "replay/referee/judge/referee.h"
#include "replay/views/renderer.h"
#include "tools/review/review.h"
#include "tools/screen/screen.h"
#include "tools/screen/step_cache.h"
#include "tools/screen/viewer.h"

namespace roundhouse::replay {

/// Entries of a record that are judged or searched before somebody looks for a key.
constexpr std::size_t entries_at_once = 2'000;

/// "ILLEGAL: Ann lays ..."
StyledLine note_line(const ActNote& note);

class RecordFindings {
 public:
  /// `book` must outlive this. Who may not see all hands is shown no reasons of the referee, and a review of
  /// their own tiles alone.
  RecordFindings(StepCache& book, const ViewerWishes& wishes);

  bool is_judging() const { return judging_; }
  void judge_on();

  /// The notes at a step.
  std::vector<const ActNote*> at(StepRef place);
  std::optional<StepRef> after(StepRef place);
  std::optional<StepRef> before(StepRef place);

  /// "1 illegal, 2 advice; the referee is at round 7"
  std::string summary() const;

 private:
  std::size_t round_of(const ActNote& note) const;
  const std::multimap<std::size_t, const ActNote*>& in_round(std::size_t round);

  StepCache& book_;
  const bool hides_reasons_;
  Referee referee_;
  std::optional<Reviewer> reviewer_;  ///< absent: nobody asked for a review
  bool judging_ = true;
  std::size_t judged_ = 0;          ///< rounds
  std::size_t illegal_rounds_ = 0;  ///< when the notes were taken over
  std::vector<ActNote> notes_;      ///< in the order of the text
  // The notes of the round that was asked for last, by step.
  std::optional<std::size_t> placed_round_;
  std::multimap<std::size_t, const ActNote*> placed_;
};

}  // namespace roundhouse::replay
