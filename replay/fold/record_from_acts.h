#pragma once
// A played game as a record with everything written. The acts are folded once more, so that marks, places,
// penalty tiles and scores are what really happened.

#include <memory>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// All acts of one round, chance included, from its begin_round on.
struct PlayedRound {
  std::vector<Act> acts;
};

/// The parts of a record to be written; the others are left out.
struct RecordParts {
  bool hands = true;  ///< the tiles dealt
  /// The tile that came up in a draw, for the engine or as a penalty. That there was one stays; what
  /// everybody saw (lots, tiles revealed or turned over) stays, too.
  bool draws = true;
  bool scores = true;
};

/// `header` gives variant, players (as many as the program has), ages, rules, seed, complete; used doubles,
/// rotation and match facts are added where `begin` stands in the middle of a match.
/// `begin`: the position before the first round (begin_match, or where a round is over).
Record record_from_acts(const engine::Rules& program, Header header, const Position& begin,
                        const std::vector<PlayedRound>& rounds, const RecordParts& parts = {});

/// As record_from_acts for a round that is still being played: each act is worked out once.
class RoundRecorder {
 public:
  /// `begun`: the position after begin_round; `new_game`: with this round a game of the match begins that is
  /// not the first. `before`: the round before; nullptr: there is none. Rules and header must outlive this.
  RoundRecorder(const engine::Rules& program, const Header& header, const Position& begun, bool new_game,
                const RecordRound* before, const RecordParts& parts = {});
  /// A round that goes on from a position. `head`: the lines that it begins with, without remarks.
  RoundRecorder(const engine::Rules& program, const Header& header, const Position& begun, RecordRound head,
                const RecordParts& parts = {});
  RoundRecorder(const RoundRecorder&) = delete;
  RoundRecorder& operator=(const RoundRecorder&) = delete;
  ~RoundRecorder();

  void add(const Act& act);
  /// As far as the round has come: a turn that goes on says so.
  RecordRound so_far() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace roundhouse::replay
