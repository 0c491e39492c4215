#include "tools/commands/viewer.h"

#include <utility>

#include "cli/console.h"
#include "tools/commands/terminal.h"

namespace roundhouse::cli {

Exit view_record(replay::ViewedRecord record, const replay::ViewerWishes& wishes) {
  replay::Viewer viewer(std::move(record), wishes);
  flush();
  int ended_by = 0;
  {
    Terminal terminal;
    for (;;) {
      terminal.show(viewer.paint(terminal.rows(), terminal.columns()));
      const Key key = terminal.read_key(viewer.has_work() ? 0 : -1);
      if (key.kind == KeyKind::none)
        viewer.work();
      else if (!viewer.press(key))
        break;
    }
    ended_by = terminal.ended_by();
  }
  if (ended_by != 0) end_by_signal(ended_by);
  return Exit::fine;
}

}  // namespace roundhouse::cli
