#pragma once
// A line of a file as it can be shown to a person: nothing in it may move the cursor or reverse the
// writing, and a long line is cut to the part that matters. Used by render_diagnostic only.

#include <cstddef>
#include <string>
#include <string_view>

#include "dsl/base/source.h"
#include "dsl/base/span.h"

namespace roundhouse::dsl {

/// A line with one stretch of it to be underlined. Columns and lengths count characters from 0.
struct Excerpt {
  std::string text;
  std::size_t mark_column = 0;
  std::size_t mark_length = 1;  ///< at least 1, also for a point between characters
  bool goes_on = false;         ///< the stretch continues on the next line
  bool cut = false;             ///< only a part of the line is shown
};

/// The line on which `mark` begins. `also`: another span that begins on that line; where both fit they are
/// both in the part of a long line that is shown. `columns`: no more are shown; 0: as many as a reader takes
/// in.
Excerpt excerpt_of(const SourceMap& sources, Span mark, Span also, std::size_t columns = 0);

}  // namespace roundhouse::dsl
