#pragma once
// The referee: folds a record, asks of every act whether it is legal, and of every gap whether it can
// be filled. It judges by a compiled program and a record; it reads no file and prints nothing.
// docs/settle-a-dispute.md explains the three verdicts and their places.

#include <cstdint>
#include <memory>
#include <string>

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

struct RefereeOptions {
  /// The rules that the program was compiled from, from which a ruling has the parts of a condition that hold
  /// here. Must outlive the referee; nullptr: rulings have no parts.
  const dsl::CheckedRules* rules = nullptr;
  bool strict = false;  ///< a legal record with anything on trust is undecided
  bool trust = true;    ///< work out what was taken on trust
  bool help = true;     ///< work out for each ruling its reasons, and what could have been done instead
  /// Steps of the search for a filling, for each round, of about 2 us each. Counted, not timed, so that the
  /// same record gets the same answer on every machine.
  std::int64_t budget = 12'000;
  /// Such steps for the acts of a round under rules that ask much of each; ordinary rules need none.
  std::int64_t act_budget = 500'000;
  /// Such steps for all rounds of a record together, rounds and lines counted, too: some five seconds. What
  /// comes after is not judged, and the judgement says so.
  std::int64_t record_budget = 2'000'000;
};

/// Judges a record a round at a time, so that a file of any length can be streamed. The program must be
/// compiled for as many players as the header names; a round that has rules of its own (RecordRound::by) is
/// judged by those.
class Referee {
 public:
  Referee(const engine::Rules& program, const Header& header, const RefereeOptions& options = {});
  ~Referee();
  Referee(Referee&&) noexcept;
  Referee& operator=(Referee&&) noexcept;

  void judge_round(const RecordRound& round);

  // A file can be judged in stretches, side by side: where a stretch begins is foretold (fold_round), and
  // when the one before has been judged and really ends there, what was found is taken over.

  /// The position at the end of the last round.
  const Position& position() const;
  /// Forgets what was found, and goes on in the middle of a file where the rounds before left this position.
  void begin_after(const Position& position);
  /// Takes over what another referee found in the rounds that follow, which left this position, as if they
  /// had been judged here.
  void take(Judgement found, const Position& position);

  /// True if the record's budget is used up: no further round is judged.
  bool is_spent() const;

  /// The judgement so far, of all rounds; the verdict of the whole is that of its worst round: illegal,
  /// then undecided.
  const Judgement& judgement() const;
  /// There are rounds that are not judged any more.
  void cut_short();

 private:
  void add(Judgement found);
  void stop_judging(std::string why);

  struct State;
  std::unique_ptr<State> state_;
};

Judgement judge_record(const engine::Rules& program, const Record& record,
                       const RefereeOptions& options = {});

}  // namespace roundhouse::replay
