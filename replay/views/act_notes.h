#pragma once
// Findings of the referee, or of a review, as sentences that stand at the acts they are about.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// A sentence about an act.
struct ActNote {
  enum class Kind : std::uint8_t { illegal, allowed, undecided, advice, better };
  Kind kind = Kind::illegal;
  dsl::Span where;
  std::string text;
  std::vector<std::string> could{};  ///< acts that would have been legal, or better, in notation
};

/// "illegal", "let stand", "undecided", "advice", "better"
std::string_view kind_word(ActNote::Kind kind);
/// "ILLEGAL"
std::string kind_heading(ActNote::Kind kind);

/// The findings of a judgement that stand at acts.
std::vector<ActNote> act_notes(const Judgement& judgement);

/// For who may not see all hands: only that there is a finding.
void hide_reasons(std::vector<ActNote>& notes);

/// The step at which a note stands, an index into `steps`, the texts of steps in their order, of which there
/// is one: the shortest text that the note is about; where no step shows that, the next one.
std::size_t step_of(const ActNote& note, std::span<const dsl::Span> steps);

}  // namespace roundhouse::replay
