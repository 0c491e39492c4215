#include "replay/fold/turn_parts.h"

#include "replay/record/resolve.h"

namespace roundhouse::replay {

TurnParts::TurnParts(const engine::Rules& program, const Header& header, const TurnLine& line)
    : line_(&line) {
  if (needs_resolving(line)) resolved_ = resolve_line(program, header, line);
  out_of_turn_ = this->line().player == no_seat || ends_no_turn(program, this->line());
  in_turn_ = !out_of_turn_;
}

void TurnParts::advance() {
  switch (part()) {
    case Part::act:
      passed_ = passed_ || std::holds_alternative<PassAct>(act().what);
      ++at_;
      return;
    case Part::end:
      ended_ = true;
      return;
    case Part::close:
      return;
  }
}

}  // namespace roundhouse::replay
