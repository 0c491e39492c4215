#pragma once
// The canonical layout of records: that of write_record, for a text. It changes blanks and the spelling of
// notation, never what a line says, and keeps every comment. A line that is no notation and is read as people
// mean it stays as it is written: which notation it is may depend on rules, and none are asked.

#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"

namespace roundhouse::replay {

struct FormattedRecord {
  std::string text;              ///< empty where there are lines that are no notation
  dsl::Diagnostics diagnostics;  ///< those lines
  bool kept = false;             ///< the layout would have changed what it says, so the text is as it was
};

FormattedRecord format_record(dsl::FileId file, std::string_view text);

}  // namespace roundhouse::replay
