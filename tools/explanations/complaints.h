#pragma once
// Every complaint that the program knows, in the chapters of the page of checks, and the laws of every train
// game: the lists of all stages put together. `explain` and the reference page read them here. What a
// complaint means at length stands in docs/explanations (explanations.h).

#include <string>
#include <vector>

namespace roundhouse::cli {

struct ComplaintEntry {
  std::string code;      ///< "yaml-tab"; of a law its id
  std::string sentence;  ///< a whole one, with a capital and a full stop
};

struct ComplaintChapter {
  std::string name;  ///< of its file in docs/explanations: "yaml"
  std::string title;
  std::string about;
  std::vector<ComplaintEntry> complaints;  ///< sorted by code
};

/// Complaints about a text, stage by stage. A code may stand in more than one chapter (`bad-name`).
std::vector<ComplaintChapter> complaint_chapters();

/// The laws: what a verdict cites where no row of the variant is broken.
ComplaintChapter laws_chapter();

}  // namespace roundhouse::cli
