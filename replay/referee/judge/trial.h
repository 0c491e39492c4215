#pragma once
// Whatever a ruling proposes is tried before it is printed: an act that could have been done instead, a slip
// of the pen mended, other rules. The proposal is put into the record and the round is judged whole, by the
// judge that ruled. Here stands how that is done, and when a proposal holds; nothing else in the referee
// decides it. Chooses no proposals, and finds no words.

#include <cstdint>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// The act of a turn as it is written on a line of this player's, at this place in the text: one that neither
/// lays, draws nor is declared is the end of the turn.
WrittenAct written_act(const engine::Rules& program, const Header& header, const engine::Position& before,
                       const engine::Act& act, dsl::Span where);

/// The round up to the act at `where`, in the item `item`, with another act in its place. Without one the
/// line ends before it, and its turn goes on.
RecordRound with_act_instead(const RecordRound& round, std::size_t item, dsl::Span where,
                             const WrittenAct* instead);

/// All rulings of a judgement, the first one first.
std::vector<const Ruling*> rulings_of(const Judgement& judged);

/// True if both say the same of the same place.
bool is_same_error(const Ruling& a, const Ruling& b);

/// A round that is judged again, with something in it or in its rules changed.
class RoundTrial {
 public:
  /// `begin`: where the rounds before it have led. All but the options must outlive it.
  RoundTrial(const engine::Rules& program, const Header& header, bool first_of_file,
             const engine::Position& begin, HandRowsOnDemand& rows, const RefereeOptions& options);

  /// The judgement of the round, without help, reasons and trust.
  Judgement judge(const RecordRound& round);

  /// True if nothing is illegal in it but what is known to be so, and all of it could be decided.
  bool holds(const RecordRound& round, const std::vector<const Ruling*>& known);

  /// The steps that all trials have taken.
  std::int64_t steps() const { return steps_; }

 private:
  const engine::Rules& program_;
  const Header& header_;
  bool first_of_file_;
  const engine::Position& begin_;
  HandRowsOnDemand& rows_;
  RefereeOptions options_;
  std::int64_t steps_ = 0;
};

}  // namespace roundhouse::replay
