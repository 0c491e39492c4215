// Judges what a record says beside acts: what is not true, tiles that are shown, scores, and turns that
// nobody wrote down.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/round_points.h"
#include "replay/record/rule_reads.h"
#include "replay/referee/gap/beyond_gap.h"
#include "replay/referee/hands/shown_tiles.h"
#include "replay/referee/judge/backtracking_judge.h"

namespace roundhouse::replay {

using engine::ActKind;
using engine::Position;

bool BacktrackingJudge::object(const FoldTrouble& trouble, const Position& position) {
  FoldAct step;
  step.item = trouble.item;
  step.where = trouble.where;
  log_.add(step, position, false);
  // A tile behind a refused act is no act because of that.
  const bool follows = trouble.law == dsl::Law::false_claim || trouble.law == dsl::Law::no_such_act;
  const bool is_known = is_reported(trouble.item, dsl::row(trouble.law).name, follows);
  if (!is_known) add_ruling(log_.last(), reporter_.trouble(trouble));
  const bool goes_on = is_known ? follows || can_be_carried_out(trouble.law)
                                : can_be_carried_out(trouble.law) && !has_most_rulings();
  if (!goes_on) stopped_ = log_.last();
  return goes_on;
}

void BacktrackingJudge::show(const FoldShowing& shown, const Position& position) {
  FoldAct step;
  step.item = shown.item;
  step.where = shown.where;
  step.act.actor = shown.seat;
  log_.add(step, position, false);
  const int count = position.players[static_cast<std::size_t>(shown.seat)].count;
  const auto given = static_cast<int>(shown.tiles.size());
  if (given > count || (given < count && shown.left)) {
    FoldTrouble trouble{
        .item = shown.item,
        .where = shown.where,
        .message = fmt::format("{} has {} {} here, and {} {} written", reporter_.name(shown.seat), count,
                               count == 1 ? "tile" : "tiles", given, given == 1 ? "is" : "are")};
    add_ruling(log_.last(), reporter_.trouble(trouble));
    return;
  }
  for (Clue& c : clues_from_shown(program_, shown.tiles, given == count, clue(ClueKind::shown, shown.seat)))
    clues().push_back(std::move(c));
}

void BacktrackingJudge::compare(const ScoreClaimed& scored) {
  for (const SeatPoints& claimed : scored.line->points) {
    const std::optional<std::int32_t> right = fold_->known_points(claimed.seat);
    if (right && *right != claimed.points)
      judgement_.scores.push_back(reporter_.wrong_score(scored.item, claimed, position_, *right));
  }
}

/// The hands and the table, as clues of one act that nobody did.
void BacktrackingJudge::begin_with(const PositionBegun& begun) {
  FoldAct step;
  step.item = begun.item;
  step.where = round_.items[begun.item].at.span;
  log_.add(step, position_, false);
  for (const engine::TileId tile : begun.table) {
    if (fold_->hands_known())
      move(HandMove::Kind::out, no_seat, tile);
    else
      add_clue(ClueKind::out, no_seat).tile = tile;
  }
  for (std::size_t seat = 0; seat < begun.hands.size(); ++seat)
    for (const SetTile& tile : begun.hands[seat]) {
      if (fold_->hands_known())
        move(HandMove::Kind::comes, static_cast<Seat>(seat), tile.id());
      else
        add_clue(ClueKind::place, static_cast<Seat>(seat)).tiles =
            tile.unknown() ? all_faces_ : faces_of(program_, tile);
    }
}

/// Behind a gap hands are known only by what is seen of them: later acts claim nothing, and a tile that is
/// laid may have been drawn in the gap.
void BacktrackingJudge::gap(const GapBegins& gap) {
  const std::size_t item = gap.item;
  const PositionBegun* begun_with = gap.begun_with;
  is_gap_of_position_ = begun_with != nullptr;
  gap_act_ = log_.last();
  gap_item_ = item;
  const bool may_draw = position_.boneyard > 0;
  const auto note = [this](const FoldAct& step) { log_.add(step, position_, false); };
  const auto perhaps_drawn = [this, may_draw, begun_with](Seat seat) {
    // Of a hand of which all tiles were counted they come from there, unless a turn of this player is
    // missing.
    const bool was_counted =
        begun_with == nullptr || !begun_with->unknown.counts[static_cast<std::size_t>(seat)];
    const bool misses_turn = any_of(round_.items, [&](const Item& each) {
      const auto* turn = std::get_if<TurnLine>(&each.line);
      return is_gap(each.line) && (turn == nullptr || turn->player == seat);
    });
    const bool is_counted = was_counted && !misses_turn && !has_effect(program_, dsl::Effect::draw);
    if ((was_counted && !may_draw) || is_counted) return;
    Clue drawn = clue(ClueKind::place, seat);
    drawn.time = 2 * gap_act_ + 1;
    drawn.tiles = TileSet::all();
    drawn.optional = true;
    clues().push_back(std::move(drawn));
  };
  const auto see = [&](const FoldAct& step) {
    note(step);
    if (step.act.kind == ActKind::lay) {
      perhaps_drawn(step.act.actor);
      leave(step.act.actor, step.act.tile);
      return;
    }
    Clue drawn = clue(ClueKind::place, step.act.actor);
    drawn.tiles = faces_of(program_, step.tile);
    clues().push_back(std::move(drawn));
  };
  const auto see_shown = [&](const FoldShowing& shown) {
    FoldAct step{shown.item, shown.where, {}};
    step.act.actor = shown.seat;
    note(step);
    std::vector<SetTile> known;
    for (const SetTile& tile : shown.tiles)
      if (tile.known()) known.push_back(tile);
    for (std::size_t t = 0; t < known.size(); ++t) perhaps_drawn(shown.seat);
    for (Clue& c : clues_from_shown(program_, known, false, clue(ClueKind::shown, shown.seat)))
      clues().push_back(std::move(c));
  };
  // Before the first turn nobody knows how the round began.
  const bool begun = begun_with != nullptr ? !begun_with->unknown.engine
                               : (item != fold_->first_item() && position_.phase == engine::Phase::play);
  const auto is_allowed = [this](std::size_t at) { return allowed_.has(at); };
  for (GapStep& step : judge_beyond_gap(
           reporter_, {item, &position_, begun, begun_with, fold_->line_state()}, is_allowed))
    std::visit(overloaded{
                   [&](const FoldAct& act) { see(act); },
                   [&](const FoldShowing& shown) { see_shown(shown); },
                   [&](GapRuling& ruled) {
                     note(ruled.step);
                     add_ruling(log_.last(), std::move(ruled.ruling));
                   },
                   [&](GapDoubt& open) { doubt(open.item, open.where, std::move(open.reason)); },
               },
               step);
}

}  // namespace roundhouse::replay
