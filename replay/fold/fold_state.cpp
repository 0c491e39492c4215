#include "replay/fold/fold_state.h"

namespace roundhouse::replay {

FoldStep* FoldState::take_step() {
  if (taken == queue.size()) {
    clear_queue();
    return nullptr;
  }
  FoldStep* const step = &queue[taken++];
  if (const auto* act = std::get_if<FoldAct>(step)) hands_known = hands_known && keeps_hands_known(act->act);
  return step;
}

void FoldState::apply(const FoldAct& step, const Assumption& assumed) {
  trace.clear();
  engine::Trace* const noted = writes_down ? &trace : nullptr;
  if (has_left_lines && !hands_known && position.phase != engine::Phase::over) {
    const Position before = position;
    apply_assuming(program, position, step.act, assumed, noted);
    if (position.phase == engine::Phase::over) end_with_hands(before, step.act, assumed);
  } else {
    apply_assuming(program, position, step.act, assumed, noted);
  }
}

void FoldState::admit(std::size_t item, const std::vector<WrittenTile>& written,
                      std::vector<SetTile>& tiles) {
  if (const std::optional<TileComplaint> wrong = tiles_in_set(program, written, tiles))
    object(item, *wrong, dsl::Law::false_claim);
}

std::optional<SetTile> FoldState::admit_act(std::size_t item, const WrittenTile& written) {
  const std::optional<SetTile> tile = tile_in_set(program, written);
  if (!tile) object_last(item, beyond_the_set(program, written), dsl::Law::tile_once);
  return tile;
}

void FoldState::object(std::size_t item, dsl::Span where, dsl::Law law, std::string message,
                       std::string help) {
  put(FoldTrouble{item, where, law, std::move(message), std::move(help), can_be_carried_out(law)});
}

void FoldState::object(std::size_t item, const TileComplaint& wrong, dsl::Law law) {
  object(item, wrong.where, law, wrong.message, wrong.help);
}

void FoldState::object_last(std::size_t item, const TileComplaint& wrong, dsl::Law law) {
  put(FoldTrouble{item, wrong.where, law, wrong.message, wrong.help, false, true});
}

bool FoldState::keeps_hands_known(const Act& act) const {
  switch (engine::row(act.kind).move) {
    case engine::TileMove::arrives:
      // A hand has room for two of a face; of a third one only that there is a tile more is kept.
      return act.tile != no_tile && position.hands[static_cast<std::size_t>(act.actor)].count(act.tile) < 2;
    case engine::TileMove::leaves:
      return act.actor == no_seat || position.hands[static_cast<std::size_t>(act.actor)].has(act.tile);
    case engine::TileMove::shows:
    case engine::TileMove::tries:
    case engine::TileMove::returns:
    case engine::TileMove::none:
      break;
  }
  return true;
}

void FoldState::end_with_hands(const Position& before, const Act& act, const Assumption& assumed) {
  Position known = before;
  for (std::size_t p = 0; p < left.size(); ++p) {
    if (!left[p] || !can_be_hand(*left[p], position.hands[p], position.players[p].count)) continue;
    known.hands[p] = {};
    for (const TileId tile : *left[p]) known.hands[p].add(tile);
    if (act.kind == ActKind::lay && static_cast<std::size_t>(act.actor) == p) known.hands[p].add(act.tile);
  }
  if (known == before) return;
  engine::Trace again;
  apply_assuming(program, known, act, {{}, assumed.drawn}, &again);
  if (known.phase != engine::Phase::over) return;
  position = known;
  trace = std::move(again);
}

}  // namespace roundhouse::replay
