#pragma once
// Texts of the viewer: the lines about a step above the table, and pages that cover the table until
// they are closed: the keys, why, what could have been played.

#include <cstddef>
#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/judge/explain_turn.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "tools/screen/screen.h"

namespace roundhouse::replay {

/// "The record cannot be carried on from here: ..."; empty: it can.
std::string trouble_text(const Frame& shown);

/// Returns what happened and what the referee found, in at most so many lines and at least one.
std::vector<StyledLine> step_lines(const Frame& shown, const std::vector<const ActNote*>& notes,
                                   std::size_t width, std::size_t most);

struct Overlay {
  std::string title;
  std::vector<StyledLine> lines;
  std::size_t indent = 2;  ///< of what is carried over
  std::size_t first = 0;   ///< line that stands at the top
};

/// All keys, and the signs of the table.
Overlay help_leaf();
/// `acts`: of the step's line.
Overlay why_leaf(const Frame& shown, const std::vector<const ActNote*>& notes, const dsl::SourceMap& sources,
                 const std::vector<ExplainedAct>& acts);
/// The lines with which a record can begin where this step leads; it says so where none can.
Overlay position_leaf(const engine::Rules& program, const Header& header, const Frame& shown);
/// `choices`: as could_play has them, before the step; empty: nobody knows.
Overlay could_leaf(const Frame& shown, std::vector<StyledLine> choices);

// All that could be played in a position, as lines for people: by tile where the hand is known, by end and
// number where it is not.

/// At least one line.
std::vector<StyledLine> could_play(const engine::Rules& program, const Header& header,
                                   const engine::Position& position);

}  // namespace roundhouse::replay
