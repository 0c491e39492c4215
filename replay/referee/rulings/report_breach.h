#pragma once
// Puts what the referee found into words and places: which line, which rule, and what happened there.
// Decides nothing.

#include <string>
#include <string_view>

#include "engine/fold.h"
#include "engine/rules.h"
#include "replay/fold/round_fold.h"
#include "replay/record/record.h"
#include "replay/record/reference.h"
#include "replay/referee/hands/constraint_store.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// The claim of a record that goes on behind a deal: no hands went back. A claim of its own, no act of the
/// fold, as nobody deals in it.
Act hands_stay();

struct BreachReporter {
  const engine::Rules& program;
  const Header& header;
  const RecordRound& round;
  mutable TurnCounter turns{};

  const std::string& name(Seat seat) const;
  RecordPlace place(std::size_t item, dsl::Span where) const;
  /// The actor, "the referee Kim" where a referee's line is signed.
  std::string who(const FoldAct& step) const;
  /// A declared act as it is written, without its number: `peek Ann(3-4)`.
  std::string declared_text(const Act& act) const;
  /// The player in whose hand the tile of an act is.
  const std::string& holder(const Act& act) const;

  /// "Joe's train", "Joe's side train", "the mexican train".
  std::string train_words(int train) const;
  /// "lays the 3-4 to the 3 of Joe's train", "draws", "ends the turn", "says 'knock'".
  std::string deed(const Position& before, const Act& act) const;
  std::string_view act_word(const Act& act) const;

  Ruling breach(const FoldAct& step, const Position& before, const engine::Breach& breach) const;
  Ruling trouble(const FoldTrouble& trouble) const;
  Ruling row(const FoldAct& step, const Position& before, dsl::RuleId rule) const;

  /// The act contradicts an earlier claim: the player cannot have held the tile `denied` (no_tile: several
  /// together). Quotes the rule broken then.
  Ruling contradiction(const FoldAct& step, const engine::Breach& earlier, TileId denied) const;
  /// The earlier claim: "here Don draws, and the 9-4 could have been laid to the 9 of Don's train".
  std::string claim_text(const FoldAct& then, const Position& before, const engine::Breach& breach,
                         const TileSet& tiles, TileId shown) const;

  /// "Bob would have 7 tiles that are not known, and there are only 6 that they could be: 0-1 0-4".
  std::string shortage(const Shortage& shortage) const;

  /// A score that is not `right`, with the tiles left. Which rules make it is not said (score_round knows).
  ScoreDifference wrong_score(std::size_t item, const SeatPoints& claimed, const Position& position,
                              std::int32_t right) const;

  /// A tile is said to have been dealt or drawn of which all copies are elsewhere.
  Ruling used_up(const FoldAct& step, const Position& before) const;

  bool may_be_engine(const Position& position, const Act& act) const;

  /// True if the advice counts: to say something only in records that write such words at all.
  bool heeds(dsl::RuleId advice) const;

 private:
  void quote(Ruling& ruling, const engine::Breach& breach) const;
  bool speaks_of(const Act& declared) const;
};

/// True if the game cannot be followed behind this ruling, so that later lines were not looked at, and nobody
/// can let it stand.
bool ends_the_fold(const Ruling& ruling);

}  // namespace roundhouse::replay
