#pragma once
// Acts that players might have played better: tiles that they laid, held against what the planner would have
// laid from what they could see. It judges nothing; an act may be legal and dear.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/views/act_notes.h"

namespace roundhouse::replay {

/// A tile instead of which the planner would have laid another.
struct Mistake {
  ActNote note;  ///< of kind `better`
  engine::Seat seat = engine::no_seat;
  std::uint32_t turn = 0;  ///< of its round
  double points = 0;       ///< by which the other would have been better against the others' mean
};

/// So many tiles are reviewed, which takes a minute or so; of those behind them nothing is said.
constexpr std::size_t most_reviewed = 4'000;

/// Reviews a record, a round at a time.
class Reviewer {
 public:
  /// `reviewed`: the names of those whose tiles are reviewed; absent: everybody's. Both others must outlive
  /// this.
  Reviewer(const engine::Rules& program, const Header& header,
           std::optional<std::vector<std::string>> reviewed = {});

  /// Reviews each tile that was laid legally by a player of whose hand every tile was known; what comes
  /// behind a gap is not. The same record gets the same notes every time.
  void add_round(const RecordRound& round);
  /// Passes a round without reviewing it.
  void pass_round(const RecordRound& round);

  /// In the order of the text.
  const std::vector<Mistake>& mistakes() const { return mistakes_; }
  /// Tiles that were laid, and of them those that could be reviewed.
  std::size_t laid() const { return laid_; }
  std::size_t reviewed() const { return reviewed_count_; }

 private:
  const engine::Rules& program_;
  const Header& header_;
  const std::optional<std::vector<std::string>> reviewed_;
  engine::Position position_;
  std::vector<Mistake> mistakes_;
  std::size_t laid_ = 0;
  std::size_t reviewed_count_ = 0;
  bool first_ = true;
};

}  // namespace roundhouse::replay
