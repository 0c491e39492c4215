#pragma once
// A line of a turn part by part: its acts in order, the end of the turn that nobody writes, and the claim
// about markers. Plays nothing: the fold carries the parts out on a position, the judge behind a gap on a
// table of which only a part is known.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/resolve.h"

namespace roundhouse::replay {

class TurnParts {
 public:
  enum class Part : std::uint8_t {
    act,
    end,    ///< the turn ends with its line
    close,  ///< nothing is left but what the line claims
  };

  /// The line must outlive this.
  TurnParts(const engine::Rules& program, const Header& header, const TurnLine& line) : line_(&line) {
    if (needs_resolving(line)) resolved_ = resolve_line(program, header, line);
    out_of_turn_ = this->line().player == no_seat || ends_no_turn(program, this->line());
    in_turn_ = !out_of_turn_;
  }
  TurnParts(const TurnParts&) = delete;
  TurnParts& operator=(const TurnParts&) = delete;

  /// The line, its words grouped as the rules have them.
  const TurnLine& line() const { return resolved_ ? *resolved_ : *line_; }
  /// True of the referee's line, or acts that anybody may do at any time and nothing else.
  bool out_of_turn() const { return out_of_turn_; }
  /// True if the line is one of the turn: not out of turn, or made so by a tile that was laid.
  bool in_turn() const { return in_turn_; }
  void makes_turn() { in_turn_ = true; }

  /// The part that comes next.
  Part part() const {
    if (at_ < line().acts.size()) return Part::act;
    return in_turn_ && !line().goes_on && !passed_ && !ended_ ? Part::end : Part::close;
  }
  /// The act that comes next, if one does.
  const WrittenAct& act() const { return line().acts[at_]; }
  /// True if it may be a tile that somebody had to take.
  bool may_be_taken() const { return may_be_taken(act()); }
  /// True if the act behind it may be one, too.
  bool tiles_follow() const { return at_ + 1 < line().acts.size() && may_be_taken(line().acts[at_ + 1]); }
  /// Goes on to the part behind the next one.
  void advance() {
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
  /// The number of acts in the line before the next one.
  std::size_t next_act() const { return at_; }
  bool was_skipped() const { return skipped_; }
  void skip_acts() { at_ = line().acts.size(); }
  /// Nothing of the line comes any more, and nothing that it claims.
  void skip_line() {
    skip_acts();
    ended_ = skipped_ = true;
  }

  /// True if the line says whether a marker was due, of a turn that is over.
  bool claims_marker() const {
    return !skipped_ && line().claim != MarkClaim::none && line().player != no_seat && !line().goes_on;
  }

 private:
  static bool may_be_taken(const WrittenAct& act) {
    const auto* tile = std::get_if<TileAct>(&act.what);
    return tile != nullptr && !tile->was_laid();
  }

  const TurnLine* line_;
  std::optional<TurnLine> resolved_;
  std::size_t at_ = 0;
  bool out_of_turn_ = false;
  bool in_turn_ = false;
  bool passed_ = false;  ///< the end of the turn is written
  bool ended_ = false;   ///< the end has been gone past
  bool skipped_ = false;
};

}  // namespace roundhouse::replay
