#pragma once
// Verdicts as a page: each ruling with the line, its reasons, and a picture of the table as it was then.

#include <string>
#include <vector>

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {

/// One record on the page: its HTML, and the highest pip of its pictures, -1 where it has none.
struct VerdictPart {
  std::string html;
  int highest = -1;
};

/// `program` and `record`: nullptr where the record was not held; then there are no pictures.
VerdictPart verdict_part(const VerdictView& view, const engine::Rules* program, const Record* record);

/// The page. `unreadable`: names of files that could not be judged.
std::string render_verdict_html(const std::vector<VerdictPart>& parts,
                                const std::vector<std::string>& unreadable);

}  // namespace roundhouse::replay
