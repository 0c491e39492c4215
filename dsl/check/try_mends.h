#pragma once
// The one place that decides which proposal a help shows. A proposed text is put into the file, all of it is
// checked again, and only what leaves no new complaint behind is shown: what is proposed can be read, is
// known, has the right type and can be asked where it stands. Complaints about names beside it, which nobody
// had come to read before, are not its fault.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"

namespace roundhouse::dsl {

/// All complaints with the text put in; absent: it cannot be put in there. `bytes` grows by what was read.
using CheckAgain =
    std::function<std::optional<Diagnostics>(const Diagnostic& about, const Mend& mend, std::size_t& bytes)>;

/// `doubts`: what else speaks against a text, which `check_again` gives with the complaints; no complaints.
/// Gives each complaint the help of the first of its mends that holds, or the one it has without them. Past a
/// budget of work nothing more is tried, and so nothing is proposed.
void try_mends(Diagnostics& found, const Diagnostics& doubts, const CheckAgain& check_again);

/// The text with the mend in it. Absent: the mend lies outside.
std::optional<std::string> with_mend(std::string_view text, const Mend& mend);

}  // namespace roundhouse::dsl
