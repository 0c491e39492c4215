#include "replay/fold/setup_lines.h"

#include "replay/record/tiles.h"

namespace roundhouse::replay {

void SetupLines::gather(FoldState& state) {
  const bool goes_back = engine::search_way(state.program, state.position).goes_back();
  const auto tiles_of = [&](std::size_t i, const std::vector<WrittenTile>& written, Seat seat, auto& list) {
    std::vector<SetTile> tiles;
    state.admit(i, written, tiles);
    for (std::size_t t = 0; t < tiles.size(); ++t) list.push_back({i, seat, tiles[t], written[t].at.span});
  };
  const auto seat_tiles = [&](std::size_t i, const std::vector<SeatTile>& said, auto& list) {
    std::vector<WrittenTile> written;
    for (const SeatTile& one : said) written.push_back(one.tile);
    const std::size_t before = list.size();
    tiles_of(i, written, no_seat, list);
    for (std::size_t t = 0; before + t < list.size(); ++t) list[before + t].seat = said[t].seat;
  };
  for (std::size_t i = 0; i < state.first_turn; ++i) {
    std::visit(overloaded{
                   [&](const LotsLine& line) { seat_tiles(i, line.lots, lots); },
                   [&](const FirstLine& line) {
                     first.push_back({i, line.player, {}, {}});
                   },
                   [&](const HandLine& line) {
                     hands.resize(redeals.size() + 1);
                     tiles_of(i, line.tiles, line.player, hands.back());
                   },
                   [&](const SeekLine& line) {
                     // A tile that goes back may come up again on the same line.
                     if (goes_back) {
                       for (const SeatTile& draw : line.draws) seat_tiles(i, {draw}, seeks);
                     } else {
                       seat_tiles(i, line.draws, seeks);
                     }
                     passes += line.passes;
                     if (line.passes > 0) passes_item = i;
                   },
                   [&](const TurnedLine& line) { tiles_of(i, line.tiles, no_seat, turned); },
                   [&](const EngineLine& line) {
                     const std::optional<SetTile> tile = state.admit_act(i, line.tile);
                     engine.push_back({i, line.holder, tile.value_or(SetTile()), line.tile.at.span});
                   },
                   [&](const RedealLine&) { redeals.push_back(i); },
                   [&](const ChanceLine&) { chances.push_back(i); },
                   [](const auto&) {},
               },
               state.round.items[i].line);
  }
  if (!state.was_played) check_left(state);
}

/// Of a round that nobody wrote down: all that was left together is of one set. The last line of a player
/// counts.
void SetupLines::check_left(FoldState& state) const {
  std::array<int, engine::max_tile_kinds> seen{};
  std::vector<std::vector<SetTile>> of_seat(static_cast<std::size_t>(state.program.players));
  const auto count = [&](const std::vector<SetTile>& tiles, int times) {
    for (const SetTile& tile : tiles)
      if (tile.known()) seen[tile.id()] += times;
  };
  for (std::size_t i = state.first_turn; i < state.round.items.size(); ++i) {
    const auto* line = std::get_if<LeftLine>(&state.round.items[i].line);
    if (line == nullptr) continue;
    std::vector<SetTile>& tiles = of_seat[static_cast<std::size_t>(line->player)];
    count(tiles, -1);
    tiles.clear();
    state.admit(i, line->tiles, tiles);
    count(tiles, 1);
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      if (!tiles[t].known() || seen[tiles[t].id()] <= state.program.copies) continue;
      state.object(i, too_often(state.program, line->tiles[t]), dsl::Law::false_claim);
      break;
    }
  }
}

const TurnLine* first_turn(const FoldState& state) {
  const std::vector<Item>& items = state.round.items;
  if (state.first_turn < items.size() && is_gap(items[state.first_turn].line)) return nullptr;
  for (std::size_t i = state.first_turn; i < items.size(); ++i)
    if (const auto* line = std::get_if<TurnLine>(&items[i].line); line && line->player != no_seat)
      return line;
  return nullptr;
}

dsl::Span engine_span(const TurnLine& line) {
  const auto* first = line.acts.empty() ? nullptr : std::get_if<TileAct>(&line.acts.front().what);
  return first == nullptr || !first->place.empty() ? line.player_at.span : first->tile.at.span;
}

Seat stated_starter(const FoldState& state) {
  if (first_turn(state) == nullptr) return no_seat;
  for (std::size_t i = state.first_turn; i < state.round.items.size(); ++i) {
    const Line& written = state.round.items[i].line;
    if (is_gap(written)) break;
    const auto* line = std::get_if<TurnLine>(&written);
    if (line == nullptr || line->player == no_seat) continue;
    if (!ends_no_turn(state.program, *line)) return line->player;
  }
  return no_seat;
}

std::optional<SetTile> written_engine(const FoldState& state) {
  for (std::size_t i = 0; i < state.first_turn; ++i)
    if (const auto* line = std::get_if<EngineLine>(&state.round.items[i].line))
      return tile_in_set(state.program, line->tile);
  const TurnLine* line = first_turn(state);
  if (line == nullptr || line->acts.empty()) return std::nullopt;
  const auto* laid = std::get_if<TileAct>(&line->acts.front().what);
  return laid == nullptr || !laid->place.empty() ? std::nullopt : tile_in_set(state.program, laid->tile);
}

}  // namespace roundhouse::replay
