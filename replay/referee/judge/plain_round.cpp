#include "replay/referee/judge/plain_round.h"

#include <algorithm>
#include <array>

#include "engine/fold.h"
#include "replay/fold/engine_claims.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/implicit_acts.h"
#include "replay/record/resolve.h"
#include "replay/referee/judge/allowed_lines.h"
#include "replay/referee/judge/claims.h"
#include "replay/referee/judge/heeded_advice.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;
using engine::TileId;

class PlainRound {
 public:
  PlainRound(const engine::Rules& program, const Header& header, const RecordRound& round, Position& position)
      : program_(program),
        round_(round),
        position_(position),
        teller_{program, header, round},
        heeded_(teller_),
        warns_(heeded_.has_warnings()),
        watcher_(watcher()),
        fold_(program, header, round, position, watcher_) {}
  PlainRound(const PlainRound&) = delete;
  PlainRound& operator=(const PlainRound&) = delete;

  std::optional<Judgement> judge(bool first_of_file) {
    if (has_allowed_lines(round_) || !fold_.set_up(first_of_file)) return std::nullopt;
    for (std::size_t item = fold_.first_item(); item < round_.items.size(); ++item) {
      const auto* line = std::get_if<TurnLine>(&round_.items[item].line);
      const bool folded =
          line != nullptr && is_ordinary(*line) ? play_line(item, *line) : fold_.fold_item(item);
      if (!folded) return std::nullopt;
    }
    fold_.finish();
    if (!plain_) return std::nullopt;
    // What is not written may have been said, and made other scores.
    if (!judgement_.scores.empty() && fold_.silent().any()) return std::nullopt;
    return std::move(judgement_);
  }

 private:
  FoldWatcher watcher() {
    FoldWatcher watcher;
    watcher.before = [this](const FoldStep& step, const Position& position) {
      return fold_.hands_known() && is_legal(step, position) && tiles_go_round(step, position);
    };
    if (warns_)
      watcher.after = [this](const FoldStep& step, const Position& after, const engine::Trace& trace) {
        heeded_.tell(step, after, trace, judgement_.advice);
      };
    else
      watcher.claims_only = true;
    watcher.note = [this](std::size_t, dsl::Span, const std::string&) { plain_ = false; };
    watcher.which = [this](std::size_t, dsl::Span, const ActsLike&) {
      plain_ = false;
      return std::nullopt;
    };
    watcher.cast = [this](std::size_t, dsl::Span, std::size_t) {
      plain_ = false;
      return std::nullopt;
    };
    watcher.shown = [this](const FoldShowing& shown, const Position& position) {
      plain_ = plain_ && is_hand(*shown.tiles, position, shown.seat);
    };
    watcher.scored = [this](std::size_t item, const ScoreLine& line, const Position& position) {
      if (position.phase != engine::Phase::over) return;
      for (const SeatPoints& claimed : line.points) {
        const std::int32_t right = position.players[static_cast<std::size_t>(claimed.seat)].points;
        if (right != claimed.points)
          judgement_.scores.push_back(teller_.wrong_score(item, claimed, position_, right));
      }
    };
    watcher.trouble = [](const FoldTrouble&, const Position&) { return false; };
    return watcher;
  }

  // -- lines that are folded here ---------------------------------------------------------------------

  /// The line of whoever's turn it is, with the whole of a turn: tiles laid and drawn, perhaps a pass.
  bool is_ordinary(const TurnLine& line) const {
    const LineState& before = fold_.line_state();
    if (position_.phase != engine::Phase::play || position_.pulling != 0 || line.goes_on ||
        line.player != position_.turn_player || before.engine_in_turn)
      return false;
    for (const WrittenAct& act : line.acts) {
      if (std::holds_alternative<WordAct>(act.what)) return false;
      if (std::holds_alternative<PassAct>(act.what) && &act != &line.acts.back()) return false;
    }
    return true;
  }

  /// As RoundFold does it, without all that only other lines need.
  bool play_line(std::size_t item, const TurnLine& line) {
    writes_down_ = warns_ || line.claim != MarkClaim::none;
    marked_ = ended_itself_ = false;
    LineState state = fold_.line_state();
    const std::uint16_t serial = position_.turn_serial;
    const WrittenAct* pass = nullptr;
    for (const WrittenAct& written : line.acts) {
      if (std::holds_alternative<PassAct>(written.what))
        pass = &written;
      else if (!play_act(item, line.player, written))
        return false;
    }
    if (position_.pulling != 0) return false;
    if (pass != nullptr || (position_.phase == engine::Phase::play && !ended_itself_)) {
      const Act done{ActKind::done, line.player};
      if (!carry_out({item, pass != nullptr ? pass->at.span : line.player_at.span, done, pass != nullptr}))
        return false;
      if (position_.pulling != 0) return false;
    }
    if (marked_) state.marked_turn = serial;
    const bool marked = state.marked_turn == serial;
    const bool holds = line.claim == MarkClaim::none || (marked && line.claim == MarkClaim::mark) ||
                       (!marked && line.claim == MarkClaim::nomark && state.unwritten_turn != serial);
    state.turn_owner = line.player;
    state.turn_goes_on = false;
    if (!writes_down_) state.unwritten_turn = serial;
    fold_.resume(state);
    return holds;
  }

  bool play_act(std::size_t item, Seat player, const WrittenAct& written) {
    if (position_.phase != engine::Phase::play) return false;
    const auto* drawn = std::get_if<DrawAct>(&written.what);
    if (position_.pulling != 0) return drawn == nullptr && pull(item, std::get<TileAct>(written.what));
    if (drawn != nullptr) {
      const std::optional<SetTile> tile = tile_in_set(program_, drawn->tile);
      return tile && comes(player, *tile) &&
             carry_out({item, written.at.span, Act{ActKind::draw, player, tile->id()}});
    }
    bool legal = false;
    if (const auto act = fold_.places().find_lay(position_, player, std::get<TileAct>(written.what), legal))
      return carry_out({item, written.at.span, *act, true, {}, legal});
    const Resolved resolved = resolve_act(program_, teller_.header, position_, player, written);
    return resolved.act && resolved.untrue.empty() &&
           carry_out({item, written.at.span, *resolved.act, true, {}, resolved.legal});
  }

  /// A tile behind what made somebody take it.
  bool pull(std::size_t item, const TileAct& written) {
    const engine::Expected next = engine::expected(program_, position_);
    if (next.next != engine::Next::chance || next.chance.kind != ActKind::pull || written.was_laid())
      return false;
    const std::optional<SetTile> tile = tile_in_set(program_, written.tile);
    Act act = next.chance;
    if (!tile || !comes(act.actor, *tile)) return false;
    act.tile = tile->id();
    apply({item, written.tile.at.span, act});
    return true;
  }

  bool carry_out(const FoldStep& step) {
    if (!is_legal(step, position_)) return false;
    const std::uint16_t serial = position_.turn_serial;
    apply(step);
    ended_itself_ = has_ended_itself(step.act, serial, position_);
    marked_ = marked_ || (writes_down_ && marks_own_train(program_, step.act, trace_));
    return true;
  }

  void apply(const FoldStep& step) {
    trace_.clear();
    engine::apply(program_, position_, step.act, writes_down_ ? &trace_ : nullptr);
    if (warns_) heeded_.tell(step, position_, trace_, judgement_.advice);
  }

  /// The tile comes into the hand, where every tile is still known then: there is room for two of a face.
  bool comes(Seat seat, const SetTile& tile) {
    return tile.known() && is_there(tile.id()) &&
           position_.hands[static_cast<std::size_t>(seat)].count(tile.id()) < 2;
  }

  // -- all acts ---------------------------------------------------------------------------------------

  bool is_legal(const FoldStep& step, const Position& position) {
    switch (step.act.kind) {
      case ActKind::lead:
      case ActKind::lay:
      case ActKind::draw:
      case ActKind::done:
      case ActKind::declared:
        if (step.act.kind == ActKind::lead && !nobody_has_better(step.act, position)) return false;
        if (!step.found_legal && !engine::is_legal(program_, position, step.act)) return false;
        if (engine::is_advised_against(program_, position, step.act))
          heeded_.tell(step, position, judgement_.advice);
        return true;
      case ActKind::engine:
        return is_right_engine(step.act, position);
      case ActKind::lot:
        return step.act.tile != engine::no_tile && position.aside.count(step.act.tile) < program_.copies;
      case ActKind::pick:
        draws_.push_back({step.act.actor, 0});
        return true;
      case ActKind::reveal: {
        const bool can_be = is_turned_up(step.act, position);
        draws_.push_back({step.act.actor, 0});
        return can_be;
      }
      case ActKind::turn_over:
        return is_turned_up(step.act, position);
      case ActKind::redeal:
        draws_.clear();
        return position.voided || nobody_has_better(step.act, position);
      case ActKind::deal:
        draws_.clear();
        return step.act.amount == 0 || is_told_by_hands(step.act, position);
      case ActKind::first:
      case ActKind::pull:
      case ActKind::cast:
        break;
    }
    return true;
  }

  /// The rules deal again behind this tile where the record does, or what they ask is not known.
  bool is_told_by_hands(const Act& act, const Position& position) const {
    const std::optional<bool> calls = engine::redeal_after(program_, position, act);
    const bool goes_back = act.amount == static_cast<std::int32_t>(engine::Redeal::goes_back);
    return !calls || *calls == goes_back || redeal_rests(program_, position, true) == RedealRests::on_past;
  }

  /// By whom it could be turned up: nobody holds it or another engine.
  bool is_turned_up(const engine::Act& act, const Position& position) const {
    if (act.tile == engine::no_tile) return false;
    int seen = position.aside.count(act.tile) + position.laid_tiles.count(act.tile);
    for (std::size_t p = 0; p < static_cast<std::size_t>(program_.players); ++p)
      seen += position.hands[p].count(act.tile);
    return seen < program_.copies && nobody_has_better(act, position);
  }

  /// Nobody holds a tile that this act of the setup denies.
  bool nobody_has_better(const engine::Act& act, const Position& position) const {
    const std::vector<TileSet> bans = engine_bans(program_, position, act, draws_);
    return std::none_of(bans.begin(), bans.end(), [](const TileSet& tiles) { return tiles.any(); });
  }

  bool is_right_engine(const engine::Act& act, const Position& position) const {
    if (!teller_.may_be_engine(position, act)) return false;
    if (act.actor == no_seat) return true;
    if (!position.hands[static_cast<std::size_t>(act.actor)].has(act.tile)) return false;
    return nobody_has_better(act, position);
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
      case ActKind::cast:
        break;
    }
    return true;
  }

  bool is_there(TileId tile) { return ++seen_[tile] <= program_.copies; }

  static bool is_hand(const std::vector<SetTile>& tiles, const Position& position, Seat seat) {
    const auto p = static_cast<std::size_t>(seat);
    if (tiles.size() != position.players[p].count) return false;
    engine::TileBag shown;
    for (const SetTile& tile : tiles) {
      if (!tile.known() || shown.count(tile.id()) == 2) return false;
      shown.add(tile.id());
    }
    return shown == position.hands[p];
  }

  const engine::Rules& program_;
  const RecordRound& round_;
  Position& position_;
  BreachTeller teller_;
  HeededAdvice heeded_;
  bool warns_;  ///< some row at work may be told as advice
  FoldWatcher watcher_;
  RoundFold fold_;
  Judgement judgement_;
  bool plain_ = true;
  bool writes_down_ = false;   ///< what happens in the line at hand
  bool ended_itself_ = false;  ///< what the last act of the line made follow has ended the turn
  bool marked_ = false;        ///< in it a row with a mark effect met an own train
  engine::Trace trace_;        ///< of the last act
  EngineDraws draws_;          ///< for the engine, since the last deal
  std::array<std::uint8_t, engine::max_tile_kinds> seen_{};  ///< by face: how often it came up
};

}  // namespace

std::optional<Judgement> judge_plain_round(const engine::Rules& program, const Header& header,
                                           const RecordRound& round, bool first_of_file, Position& position) {
  return PlainRound(program, header, round, position).judge(first_of_file);
}

}  // namespace roundhouse::replay
