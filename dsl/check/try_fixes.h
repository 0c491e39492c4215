#pragma once
// The one place that decides which proposal a help shows. A proposed text is put into the file, all of it is
// checked again, and only what leaves no new complaint behind is shown: what is proposed can be read, is
// known, has the right type and can be asked where it stands. Complaints about names beside it, which nobody
// had come to read before, are not its fault.
//
// Proposals that lie apart are tried together: where all hold, one check tells. Those with a new complaint at
// their place do not hold; the others are tried without them, or one half after the other.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/check.h"

namespace roundhouse::dsl {

struct Proposal {
  const Diagnostic* about = nullptr;
  const FixIt* mend = nullptr;
};

/// All complaints with the texts put in; absent: one of them cannot be put in. `bytes` grows by what was
/// read.
using CheckAgain =
    std::function<std::optional<Diagnostics>(const std::vector<Proposal>& put, std::size_t& bytes)>;

/// `doubts`: what else speaks against a text, which `check_again` gives with the complaints; no complaints.
/// Gives each complaint the help of the first of its fixes that holds, or the one it has without them. Past a
/// budget of work nothing more is tried, and so nothing is proposed.
void try_fixes(Diagnostics& found, const Diagnostics& doubts, Tries tries, const CheckAgain& check_again);

}  // namespace roundhouse::dsl
