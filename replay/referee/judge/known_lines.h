#pragma once
// Puts into words what is known of a table behind a gap: whose turn it is, the ends, the markers, the doubles
// to be covered, the tiles that lie. Judges nothing.

#include <string>
#include <vector>

#include "replay/fold/partial_fold.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

/// A part of the table and what is known of it.
struct KnownLine {
  std::string name;  ///< "turn", "engine", "Ann", "Mexican"
  std::string text;  ///< "ends in 9, no marker"
};
std::vector<KnownLine> known_lines(const BreachReporter& reporter, const PartialFold& partly);

/// The act, with no more of the place than is known: "lays the 9-3 to Ann's train".
std::string known_deed(const BreachReporter& reporter, const PartialFold& partly, const FoldAct& step);

/// The lines of a record that say these parts of the table, as they could be written: "turn Ann after Ben".
/// `act`: the one that rests on them. `begun`: the position as it is written; what it says is not asked for.
std::vector<std::string> lines_to_write(const BreachReporter& reporter, const PartialFold& partly,
                                        const engine::Act& act, engine::Parts parts,
                                        const PositionBegun& begun);

/// The same of all hands that are not counted, and of the boneyard.
std::vector<std::string> counts_to_write(const BreachReporter& reporter, const PartialFold& partly,
                                         const PositionBegun& begun);

/// The parts of the table that these aspects are about and that are not known there: "the marker on Ann's
/// train", "which doubles are uncovered". `end`: the one that the act is about, by its serial.
std::vector<std::string> not_known(const BreachReporter& reporter, const PartialFold& partly,
                                   dsl::Aspects reads, std::uint16_t end);

}  // namespace roundhouse::replay
