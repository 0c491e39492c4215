#include "replay/plain_round.h"

#include <algorithm>
#include <array>

#include "engine/fold.h"
#include "replay/claims.h"
#include "replay/heeded_advice.h"
#include "replay/round_fold.h"

namespace roundhouse::replay {
namespace {

using engine::ActKind;
using engine::Position;
using engine::TileId;

/// Some row warns when it is at work, so that what happens has to be watched.
bool any_warning(const dsl::Program& program) {
  const auto warns = [](const dsl::AfterRow& row) {
    return std::any_of(row.effects.begin(), row.effects.end(),
                       [](const dsl::EffectCall& call) { return call.id == dsl::Effect::warn; });
  };
  return std::any_of(program.after.begin(), program.after.end(),
                     [&](const auto& rows) { return std::any_of(rows.begin(), rows.end(), warns); });
}

class PlainRound {
 public:
  PlainRound(const dsl::Program& program, const Header& header, const RecordRound& round, Position& position)
      : program_(program),
        round_(round),
        teller_{program, header, round},
        heeded_(teller_),
        watcher_(watcher()),
        fold_(program, header, round, position, watcher_) {}
  PlainRound(const PlainRound&) = delete;
  PlainRound& operator=(const PlainRound&) = delete;

  std::optional<Judgement> judge(bool first_of_file) {
    if (!fold_.set_up(first_of_file)) return std::nullopt;
    for (std::size_t item = fold_.first_item(); item < round_.items.size(); ++item)
      if (!fold_.fold_item(item)) return std::nullopt;
    fold_.finish();
    if (!plain_) return std::nullopt;
    return std::move(judgement_);
  }

 private:
  FoldWatcher watcher() {
    FoldWatcher watcher;
    watcher.before = [this](const FoldStep& step, const Position& position) {
      return fold_.hands_known() && is_legal(step, position) && tiles_go_round(step, position);
    };
    if (any_warning(program_))
      watcher.after = [this](const FoldStep& step, const Position& after, const engine::Trace& trace) {
        heeded_.tell(step, after, trace, judgement_.advice);
      };
    else
      watcher.claims_only = true;
    watcher.shown = [this](const FoldShowing& shown, const Position& position) {
      plain_ = plain_ && is_hand(*shown.tiles, position, shown.seat);
    };
    watcher.scored = [this](std::size_t item, const ScoreLine& line, const Position& position) {
      if (position.phase != engine::Phase::over) return;
      for (const SeatPoints& claimed : line.points) {
        const std::int32_t right = position.players[static_cast<std::size_t>(claimed.seat)].points;
        if (right != claimed.points) judgement_.scores.push_back(teller_.wrong_score(item, claimed, right));
      }
    };
    return watcher;  // nobody is told of trouble, and so the fold stops there
  }

  bool is_legal(const FoldStep& step, const Position& position) {
    switch (step.act.kind) {
      case ActKind::lead:
      case ActKind::lay:
      case ActKind::draw:
      case ActKind::done:
      case ActKind::declared:
        if (!step.found_legal && !engine::is_legal(program_, position, step.act)) return false;
        heeded_.tell(step, position, judgement_.advice);
        return true;
      case ActKind::engine:
        return is_right_engine(step.act, position);
      case ActKind::lot:
      case ActKind::first:
      case ActKind::deal:
      case ActKind::pick:
      case ActKind::reveal:
      case ActKind::turn_over:
      case ActKind::redeal:
      case ActKind::pull:
        break;
    }
    return true;
  }

  bool is_right_engine(const engine::Act& act, const Position& position) const {
    if (!teller_.may_be_engine(position, act)) return false;
    if (act.actor == no_seat) return true;
    if (!position.hands[static_cast<std::size_t>(act.actor)].has(act.tile)) return false;
    const std::vector<TileSet> bans = engine_bans(program_, position, act);
    for (std::size_t p = 0; p < bans.size(); ++p)
      for (std::size_t t = bans[p]._Find_first(); t < bans[p].size(); t = bans[p]._Find_next(t))
        if (position.hands[p].has(static_cast<TileId>(t))) return false;
    return true;
  }

  /// Whatever the acts say of tiles can be: none is there more often than the set has it. That who lays one
  /// has it is known already.
  bool tiles_go_round(const FoldStep& step, const Position& position) {
    switch (step.act.kind) {
      case ActKind::deal:
        return step.tile.known() && is_there(step.act.tile);
      case ActKind::pick:
      case ActKind::draw:
      case ActKind::pull:
        return position.boneyard == 0 || (step.tile.known() && is_there(step.act.tile));
      case ActKind::engine:
        return (position.phase != engine::Phase::aside && step.act.actor != no_seat) ||
               is_there(step.act.tile);
      case ActKind::redeal:
        seen_ = {};
        return true;
      case ActKind::lead:
      case ActKind::lay:
      case ActKind::done:
      case ActKind::declared:
      case ActKind::lot:
      case ActKind::first:
      case ActKind::reveal:
      case ActKind::turn_over:
        break;
    }
    return true;
  }

  bool is_there(TileId tile) { return tile < program_.tile_kinds && ++seen_[tile] <= program_.copies; }

  static bool is_hand(const std::vector<WrittenTile>& tiles, const Position& position, Seat seat) {
    const auto p = static_cast<std::size_t>(seat);
    if (tiles.size() != position.players[p].count) return false;
    engine::TileBag shown;
    for (const WrittenTile& tile : tiles) {
      if (!tile.known() || shown.count(tile.id()) == 2) return false;
      shown.add(tile.id());
    }
    return shown == position.hands[p];
  }

  const dsl::Program& program_;
  const RecordRound& round_;
  BreachTeller teller_;
  HeededAdvice heeded_;
  FoldWatcher watcher_;
  RoundFold fold_;
  Judgement judgement_;
  bool plain_ = true;
  std::array<std::uint8_t, engine::max_tile_kinds> seen_{};  ///< by face: how often it came up
};

}  // namespace

std::optional<Judgement> judge_plain_round(const dsl::Program& program, const Header& header,
                                           const RecordRound& round, bool first_of_file, Position& position) {
  return PlainRound(program, header, round, position).judge(first_of_file);
}

}  // namespace roundhouse::replay
