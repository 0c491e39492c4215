#pragma once
// The referee's findings as a screen shows them: at which step each stands, and in which words.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "replay/screen/screen.h"
#include "replay/screen/step_book.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {

inline constexpr std::array all_note_kinds{ActNote::Kind::illegal, ActNote::Kind::undecided,
                                           ActNote::Kind::allowed, ActNote::Kind::advice};
/// "illegal", "let stand".
std::string_view note_word(ActNote::Kind kind);
StyledLine note_line(const ActNote& note);

/// The round in whose lines this byte of the record stands.
std::size_t round_at(const StepBook& book, std::uint32_t byte);

/// Those of one round by step: at the step with the shortest text that a note is about; where none is shown
/// of that, at the next one. `notes`: in the order of the text; they must outlive the answer.
std::multimap<std::size_t, const ActNote*> place_notes(const std::vector<ActNote>& notes, StepBook& book,
                                                       std::size_t round);

/// For who may not see all hands: only that there is a finding.
void hide_reasons(std::vector<ActNote>& notes);

}  // namespace roundhouse::replay
