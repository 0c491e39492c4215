#pragma once
// Comments that allow what the lint warns of:
//
//   # roundhouse: allow unused-option because the juniors' file asks for it
//
// on a line of its own: in front of the file's first key for all of it, elsewhere for the entry that begins
// on the next line, with all that stands below that. Whether there is such a check is not known here.

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/base/source.h"

namespace roundhouse::dsl {

enum class AllowFault : std::uint8_t {
  none,
  form,      ///< it is not of the form `allow CHECK because REASON`
  reason,    ///< nothing stands behind `because`, or it is left out
  trailing,  ///< it stands behind something else on its line
};

struct AllowComment {
  Span where;         ///< the comment, from its `#` to the end of its line
  Span line;          ///< with what stands before it, and the end of its line
  Span check_where;   ///< the word behind `allow`; empty where there is none
  Span covers;        ///< the text that it allows something in; a point: nothing follows it
  std::string check;  ///< as written
  std::string reason;
  AllowFault fault = AllowFault::none;
  bool operator==(const AllowComment&) const = default;
};

/// The allow comments of a file, in its order. Takes as long as reading the file if it has any, else a look
/// at the text.
std::vector<AllowComment> read_allow_comments(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
