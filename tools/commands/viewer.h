#pragma once
// A recorded game on the whole terminal: the loop between keys and pages.

#include "cli/exit_status.h"
#include "tools/screen/viewer.h"

namespace roundhouse::cli {

/// Until it is left. Asks for Terminal::can_open().
Exit view_record(replay::ViewedRecord record, const replay::ViewerWishes& wishes);

}  // namespace roundhouse::cli
