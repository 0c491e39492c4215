#include "replay/referee/judge/judge_round.h"

#include <array>

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "engine/table.h"
#include "replay/fold/engine_claims.h"
#include "replay/fold/implicit_acts.h"
#include "replay/fold/round_fold.h"
#include "replay/record/reference.h"
#include "replay/referee/judge/heeded_advice.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {
namespace {

using engine::JudgedAs;
using engine::TileMove;

class PlainRound {
 public:
  PlainRound(const engine::Rules& program, const Header& header, const RecordRound& round, bool first_of_file,
             Position& position)
      : program_(program),
        round_(round),
        position_(position),
        reporter_{program, header, round},
        heeded_(reporter_),
        warns_(heeded_.has_warnings()),
        fold_(program, header, round, first_of_file, position, {.judges = true, .claims_only = !warns_}) {}
  PlainRound(const PlainRound&) = delete;
  PlainRound& operator=(const PlainRound&) = delete;

  std::optional<Judgement> judge() {
    if (has_allowed_lines(round_)) return std::nullopt;
    while (FoldStep* step = fold_.next()) {
      // Nearly all steps are acts.
      const auto* act = std::get_if<FoldAct>(step);
      if (act != nullptr ? !judge_act(*act) : !judge_step(*step)) return std::nullopt;
    }
    // Announcements that are not written may have been made, and changed the scores.
    if (!judgement_.scores.empty() && fold_.implicit_acts().any()) return std::nullopt;
    return std::move(judgement_);
  }

 private:
  bool judge_act(const FoldAct& step) {
    if (!fold_.hands_known() || !is_legal(step) || !tiles_go_round(step)) return false;
    if (!warns_) return true;
    fold_.carry_out();
    heeded_.report(step, position_, fold_.trace(), judgement_.advice);
    return true;
  }

  /// False: nothing but that this is no such round can be said of it.
  bool judge_step(const FoldStep& step) {
    return std::visit(overloaded{
                          [](const FoldTrouble&) { return false; },
                          [](const FoldNote&) { return false; },
                          [](const AskAct&) { return false; },
                          [](const AskTurned&) { return true; },
                          [](const AskChance&) { return false; },
                          [](const GapBegins&) { return false; },
                          [](const AskWays&) { return false; },
                          [](const FoldDoubt&) { return false; },
                          [](const TableSeen&) { return false; },
                          [&](const PositionBegun& begun) { return begins(begun); },
                          [&](const FoldShowing& shown) { return is_hand(shown); },
                          [&](const ScoreClaimed& scored) {
                            compare(scored);
                            return true;
                          },
                          [](const FoldAct&) { return true; },
                          [](const AtLine&) { return true; },
                          [](const TurnBegins&) { return true; },
                          [](const AskAnnounced&) { return true; },
                          [](const RoundCounted&) { return true; },
                      },
                      step);
  }

  bool begins(const PositionBegun& begun) {
    for (const TileId tile : begun.table) ++seen_[tile];
    for (const std::vector<SetTile>& hand : begun.hands)
      for (const SetTile& tile : hand)
        if (tile.known()) ++seen_[tile.id()];
    return fold_.hands_known();
  }

  void compare(const ScoreClaimed& scored) {
    if (position_.phase != engine::Phase::over) return;
    for (const SeatPoints& claimed : scored.line->points) {
      const std::int32_t right = position_.players[static_cast<std::size_t>(claimed.seat)].points;
      if (right != claimed.points)
        judgement_.scores.push_back(reporter_.wrong_score(scored.item, claimed, position_, right));
    }
  }

  bool is_legal(const FoldAct& step) {
    const Position& position = position_;
    switch (engine::row(step.act.kind).judged) {
      case JudgedAs::lead:
        return nobody_has_better(step.act, position) && is_allowed(step);
      case JudgedAs::play:
        return is_allowed(step);
      case JudgedAs::engine:
        return is_right_engine(step.act, position);
      case JudgedAs::search:
        return is_search(step.act, position);
      case JudgedAs::sight:
        return can_be_seen(step.act.tile, position);
      case JudgedAs::deal:
        draws_.clear();
        return step.act.amount == 0 || follows_from_hands(step.act, position);
      case JudgedAs::nothing:
        break;
    }
    return true;
  }

  bool is_allowed(const FoldAct& step) {
    if (!step.found_legal && !engine::is_legal(program_, position_, step.act)) return false;
    if (engine::is_advised_against(program_, position_, step.act))
      heeded_.report(step, position_, judgement_.advice);
    return true;
  }

  /// True if it could be done while nobody has found the engine: draws for it are noted.
  bool is_search(const Act& act, const Position& position) {
    const TileMove move = engine::row(act.kind).move;
    if (move == TileMove::returns) {
      draws_.clear();
      return position.voided || nobody_has_better(act, position);
    }
    // A tile that is turned up says that nobody holds an engine.
    const bool can_be =
        move == TileMove::arrives || (can_be_seen(act.tile, position) && nobody_has_better(act, position));
    if (act.actor != no_seat) draws_.push_back({act.actor, 0});
    return can_be;
  }

  /// True if the rules deal again behind this tile where the record does, or what they ask is not known.
  bool follows_from_hands(const Act& act, const Position& position) const {
    const std::optional<bool> calls = engine::redeal_after(program_, position, act);
    const bool goes_back = act.amount == static_cast<std::int32_t>(engine::Redeal::goes_back);
    return !calls || *calls == goes_back || redeal_rests(program_, position, true) == RedealRests::on_past;
  }

  /// True if the tile could come up: no more of it are seen elsewhere than the set has.
  bool can_be_seen(TileId tile, const Position& position) const {
    return tile != no_tile && engine::times_seen(program_, position, tile) < program_.copies;
  }

  /// True if nobody holds a tile that this act of the setup denies.
  bool nobody_has_better(const Act& act, const Position& position) const {
    const std::vector<TileSet> bans = engine_bans(program_, position, act, draws_);
    return none_of(bans, [](const TileSet& tiles) { return tiles.any(); });
  }

  bool is_right_engine(const Act& act, const Position& position) const {
    if (!reporter_.may_be_engine(position, act)) return false;
    if (act.actor == no_seat) return true;
    if (!position.hands[static_cast<std::size_t>(act.actor)].has(act.tile)) return false;
    return nobody_has_better(act, position);
  }

  /// True if the acts' tiles can be: none is there more often than the set has it. That players hold the
  /// tiles they lay is known already.
  bool tiles_go_round(const FoldAct& step) {
    const Position& position = position_;
    const engine::ActKindRow& row = engine::row(step.act.kind);
    switch (row.move) {
      case TileMove::arrives:
        // Nothing comes from an empty boneyard. A deal has all its tiles.
        return (row.judged != JudgedAs::deal && position.boneyard == 0) ||
               (step.tile.known() && is_there(step.act.tile));
      case TileMove::leaves:
        return (position.phase != engine::Phase::aside && step.act.actor != no_seat) ||
               is_there(step.act.tile);
      case TileMove::returns:
        seen_ = {};
        return true;
      case TileMove::shows:
      case TileMove::tries:
      case TileMove::none:
        break;
    }
    return true;
  }

  bool is_there(TileId tile) { return ++seen_[tile] <= program_.copies; }

  bool is_hand(const FoldShowing& shown) const {
    const auto p = static_cast<std::size_t>(shown.seat);
    if (shown.tiles.size() != position_.players[p].count) return false;
    engine::TileBag hand;
    for (const SetTile& tile : shown.tiles) {
      if (!tile.known() || hand.count(tile.id()) == 2) return false;
      hand.add(tile.id());
    }
    return hand == position_.hands[p];
  }

  const engine::Rules& program_;
  const RecordRound& round_;
  Position& position_;
  BreachReporter reporter_;
  HeededAdvice heeded_;
  bool warns_;  ///< some row at work may be reported as advice
  RoundFold fold_;
  Judgement judgement_;
  EngineDraws draws_;                                        ///< for the engine, since the last deal
  std::array<std::uint8_t, engine::max_tile_kinds> seen_{};  ///< by face: how often it came up
};

}  // namespace

std::optional<Judgement> judge_plain_round(const engine::Rules& program, const Header& header,
                                           const RecordRound& round, bool first_of_file, Position& position) {
  return PlainRound(program, header, round, first_of_file, position).judge();
}

}  // namespace roundhouse::replay
