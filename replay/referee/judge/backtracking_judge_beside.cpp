// Judges what a record says beside acts: what is not true, tiles that are shown, scores.

#include <fmt/format.h>

#include "replay/fold/hand_faces.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/judge/backtracking_judge.h"

namespace roundhouse::replay {

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
    if (!right || *right == claimed.points) continue;
    if (judgement_.scores.size() < most_kept)
      judgement_.scores.push_back(reporter_.wrong_score(scored.item, claimed, position_, *right));
    else
      ++judgement_.left_out;
  }
}

/// The hands and the table, as clues of one act that nobody did.
void BacktrackingJudge::begin_with(const PositionBegun& begun) {
  FoldAct step;
  step.item = begun.item;
  step.where = round_.items[begun.item].at.span;
  log_.add(step, position_, false);
  for (const TileId tile : begun.table) {
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

}  // namespace roundhouse::replay
