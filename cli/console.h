#pragma once
// Standard output and standard error, as commands use them. The only files that print are in cli/.

#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"

namespace roundhouse::cli {

/// Writes to standard output. A closed pipe ends the program quietly, as its reader has had enough.
void print(std::string_view text);
/// Writes to standard error.
void print_error(std::string_view text);
void flush();

/// While it lives, what this thread writes to standard error is kept, so that somebody else can print it when
/// its turn comes. One at a time in a thread.
class KeptErrors {
 public:
  KeptErrors();
  KeptErrors(const KeptErrors&) = delete;
  KeptErrors& operator=(const KeptErrors&) = delete;
  ~KeptErrors();

  std::string take();

 private:
  std::string text_;
};

/// Colour only on a terminal that is not dumb, and not with NO_COLOR.
dsl::Paint paint_for_output();
dsl::Paint paint_for_errors();
/// A line may be drawn over on standard error: it is a terminal that is not dumb.
bool errors_take_progress();

}  // namespace roundhouse::cli
