#pragma once
// Finds what follows an act by what nobody wrote down: a row that looks at a hand or an age when the act is
// done, or at the tile that was drawn. Each such row is a question with two answers; the referee folds the
// round with either. If an answer is no plain "some tile in hand", or another hand is asked, it can only be
// said that it is undecided.

#include <bitset>
#include <optional>
#include <vector>

#include "engine/act.h"
#include "engine/evaluate_partly.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/fold/act_rows.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The rows that look at hands, and at which, or at ages; worked out once for a program.
class HandRows {
 public:
  explicit HandRows(const engine::Rules& program);

  /// Returns by node how it looks at the hand of the player who acts.
  const std::vector<dsl::HandUse>& uses() const { return uses_; }
  /// True if some row that follows of an act in play looks at a hand.
  bool any_follow() const { return any_follow_; }
  /// True if some row or permit of an act looks at a hand other than that of the player who acts.
  bool any_elsewhere() const { return any_elsewhere_; }
  /// True if the row looks at a hand other than that of the player who acts.
  bool looks_elsewhere(dsl::RuleId rule) const { return elsewhere_[rule.value] != 0; }
  /// True if a permit of an act of this kind does.
  bool permit_looks_elsewhere(dsl::ActId act) const { return permits_elsewhere_[act.value] != 0; }
  /// True if the row, or what it does, asks how old somebody is.
  bool asks_ages(dsl::RuleId rule) const { return asks_ages_[rule.value] != 0; }
  /// True if the row, or what it does beyond scoring, looks at some hand.
  bool looks(const dsl::AfterRow& row) const {
    return row.hand_use != dsl::HandUse::none || effect_looks(row.rule) || looks_elsewhere(row.rule);
  }
  /// True if in the course of a round something reads points, so that scoring is more than a figure of the
  /// sheet.
  bool points_matter() const { return points_matter_; }
  /// True if what the row does, beyond scoring, depends on a hand by its size or its tile.
  bool effect_looks(dsl::RuleId rule) const { return effect_looks_[rule.value] != 0; }
  /// A row that reads the tile which was drawn; absent: there is none.
  std::optional<dsl::RuleId> of_drawn() const { return of_drawn_; }

 private:
  std::vector<dsl::HandUse> uses_;
  bool any_follow_ = false;
  bool any_elsewhere_ = false;
  bool points_matter_ = false;
  std::vector<char> elsewhere_;          ///< by RuleId
  std::vector<char> permits_elsewhere_;  ///< by ActId
  std::vector<char> effect_looks_;       ///< by RuleId
  std::vector<char> asks_ages_;          ///< by RuleId
  std::optional<dsl::RuleId> of_drawn_;
};

/// HandRows, computed when they are first asked for, which is never where every tile is written.
class HandRowsOnDemand {
 public:
  explicit HandRowsOnDemand(const engine::Rules& program) : program_(&program) {}
  const HandRows& operator*() {
    if (!rows_) rows_.emplace(*program_);
    return *rows_;
  }
  const HandRows* operator->() { return &**this; }
  const ActWork& work() {
    if (!work_) work_ = act_work(*program_);
    return *work_;
  }
  /// The steps that an act takes in this position.
  std::int64_t act_steps(const Position& position) {
    if (work().act == 0) return 0;
    if (!meter_) meter_.emplace(*program_);
    return meter_->steps(position);
  }

 private:
  const engine::Rules* program_;
  std::optional<HandRows> rows_;
  std::optional<ActWork> work_;
  std::optional<ActMeter> meter_;
};

/// An `after` row that may come out in two ways, by the hidden tiles: if none of them is one of `tiles` as by
/// the known tiles alone (it applies or it does not), else the other way round.
struct UnclearRow {
  dsl::RuleId rule;
  TileSet tiles;
};

struct Aftermath {
  std::vector<UnclearRow> rows;
  std::optional<dsl::RuleId> unclear;  ///< a row that cannot be answered either way
};

/// A row counts as known where everything that decides it is, whatever else it reads.
/// `hidden`: faces that the actor's unknown tiles may have once the act is done; none: all are known.
/// `others_hidden`: some other player's are not all known.
/// `beside`: what else nobody knows, as claims_of has it.
Aftermath aftermath_of(const engine::Rules& program, const HandRows& rows, const Position& position,
                       const Act& act, const TileSet& hidden, bool others_hidden,
                       const engine::NotKnown& beside = {});

/// Drawn tiles of which the same follows.
struct DrawnTiles {
  TileSet tiles;
  TileId shown = no_tile;  ///< one of them
};
struct DrawnWays {
  std::vector<DrawnTiles> ways;  ///< the most tiles first
  /// Places of facts in which alone the ways differ, where there are too many to be tried: there is one way,
  /// and what these facts are is not known.
  std::bitset<engine::max_facts> facts;
  std::optional<dsl::RuleId>
      unclear;  ///< a row for which there are too many, or that looks at a hand as well
};
/// The ways in which drawing a tile that is not written may go on. `could`: the faces that it may have.
DrawnWays drawn_ways(const engine::Rules& program, const HandRows& rows, const Position& position,
                     const Act& act, const TileSet& could, bool others_hidden);

/// Tiles that stand for the hidden ones so that just the rows with their bit set change; absent: no tiles do.
std::optional<std::vector<TileId>> tiles_for(const std::vector<UnclearRow>& rows, unsigned changed);

}  // namespace roundhouse::replay
