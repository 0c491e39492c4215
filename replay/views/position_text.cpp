#include "replay/fold/position_written.h"
#include "replay/record/write_record.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {

/// A record that begins where this step leads, and the position once more in one line.
std::string render_position(const engine::Rules& program, const Header& header, const Frame& frame,
                            const ViewWishes&) {
  if (!can_be_written(frame.position) || !frame.trouble.empty())
    return "# " + frame.place + ": no position to begin from, play does not go on here\n";
  const Record record = record_at(program, header, frame.position, frame.laid);
  const std::vector<Line> lines = position_lines(program, header, frame.position, frame.laid);
  return write_record(record) + "# " + position_in_one_line(header, lines) + "\n";
}

}  // namespace roundhouse::replay
