#include "replay/fold/position_written.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/unknown_facts.h"
#include "replay/record/check_header.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {
namespace {

using engine::End;
using engine::Position;
using engine::TileId;

WrittenTile tile_of(const LaidTile& laid) { return written(engine::tile_of(laid.inner, laid.outer)); }

class PositionLines {
 public:
  PositionLines(const engine::Rules& program, const Header& header, const Position& position,
                const std::vector<LaidTile>& laid)
      : program_(program), header_(header), position_(position), laid_(laid) {}

  std::vector<Line> write() {
    put(EngineLine{written(position_.engine_tile), position_.holder});
    numbers_all_ = needs_numbers_across();
    for (std::size_t train = 0; train < program_.trains.size(); ++train) put_train(train);
    for (std::size_t d = 0; d < position_.debt_count; ++d) put_debt(position_.debts[d]);
    put_facts();
    put(NothingElseLine{});
    for (int seat = 0; seat < program_.players; ++seat) put_hand(static_cast<Seat>(seat));
    put(BoneyardLine{position_.boneyard});
    if (position_.first != no_seat && !position_.unknown.has(engine::Part::first))
      put(FirstLine{position_.first});
    if (position_.starter != no_seat) put(StarterLine{position_.starter});
    if (position_.winner != no_seat) put(WonLine{position_.winner});
    put_players();
    put_turn();
    return std::move(lines_);
  }

 private:
  void put(Line line) { lines_.push_back(std::move(line)); }

  // -- the trains ------------------------------------------------------------------------------------

  std::vector<const End*> ends_where(std::size_t train, std::uint16_t group, bool side) const {
    std::vector<const End*> found;
    for (std::size_t e = 0; e < position_.end_count; ++e) {
      const End& end = position_.ends[e];
      if (end.train == train && end.group == group && end.side == side) found.push_back(&end);
    }
    return found;
  }

  std::vector<const LaidTile*> tiles_at(std::size_t train, std::uint16_t parent, bool at_side) const {
    std::vector<const LaidTile*> found;
    for (const LaidTile& tile : laid_)
      if (static_cast<std::size_t>(tile.train) == train && tile.parent == parent && tile.at_side == at_side)
        found.push_back(&tile);
    return found;
  }

  /// A game in which nobody has a train of his own finds ends on all trains by their age; so does `^5-5`
  /// where there are two such doubles, and a debt of one of two on a train.
  bool needs_numbers_across() const {
    for (std::size_t a = 0; a < position_.end_count; ++a)
      for (std::size_t b = a + 1; b < position_.end_count; ++b) {
        const End& one = position_.ends[a];
        const End& other = position_.ends[b];
        if (one.side && other.side && one.tile == other.tile && one.train != other.train) return true;
      }
    for (std::size_t d = 0; d < position_.debt_count; ++d)
      for (const LaidTile& tile : laid_)
        if (tile.group == position_.debts[d].group && is_twice_on_its_train(tile)) return true;
    const auto is_owned = [](const dsl::TrainSlot& train) { return train.owner != no_seat; };
    return program_.trains.size() > 1 && none_of(program_.trains, is_owned);
  }

  /// With two copies of each tile the same double may lie on a train twice.
  bool is_twice_on_its_train(const LaidTile& tile) const {
    return count_if(laid_, [&](const LaidTile& other) {
             return other.train == tile.train && tile_of(other) == tile_of(tile);
           }) > 1;
  }

  void put_train(std::size_t train) {
    const bool started = (position_.started >> train & 1U) != 0;
    TrainLine line;
    line.train = train_text(program_, header_, static_cast<int>(train));
    std::size_t ends = 0;
    for (std::size_t e = 0; e < position_.end_count; ++e)
      if (position_.ends[e].train == train) ++ends;
    is_numbered_ = numbers_all_ || ends > 1;
    last_group_ = 0;
    in_order_ = true;
    fill(line.lies, train, 0, tiles_at(train, 0, false), -1, false);
    if (!numbers_all_ && in_order_) drop_numbers(line.lies);
    if (started && line.lies.tiles.empty()) line.lies.cut = true;
    if (!line.lies.tiles.empty()) {
      const bool joins = line.lies.tiles.front().inner == start_pip(train) ||
                         line.lies.tiles.front().tile.low == start_pip(train) ||
                         line.lies.tiles.front().tile.high == start_pip(train);
      line.lies.cut = !joins && !engine::may_turn_tiles(program_);
    }
    if (started || line.lies.marker != MarkerSeen::none || line.lies.closed) put(std::move(line));
  }

  int start_pip(std::size_t train) const {
    const bool high = program_.trains[train].starts == dsl::CentreHalf::high;
    return high ? engine::high_of(position_.engine_tile) : engine::low_of(position_.engine_tile);
  }

  /// Tiles from one that lies at `parent` outward, to their open end. `group`: of the end where nothing lies.
  /// `at`: the number at which the first one lies; -1: any.
  void fill(LyingTiles& lies, std::size_t train, std::uint16_t group, std::vector<const LaidTile*> next,
            int at, bool side) const {
    const bool may_lie_anyhow = tiles_may_lie_anyhow(program_);
    int outer = -1;
    while (!next.empty()) {
      const LaidTile& tile = *next.front();
      LyingTile lying;
      lying.tile = tile_of(tile);
      lying.inner = static_cast<std::int8_t>(tile.inner);
      lying.let_stand = at >= 0 && tile.inner != at && (!may_lie_anyhow || tile.outer == at);
      at = tile.outer;
      if (is_numbered_) lying.order = rank_of(tile.group);
      if (tile.group < last_group_) in_order_ = false;
      last_group_ = tile.group;
      group = tile.group;
      outer = tile.outer;
      side = false;
      lies.tiles.push_back(std::move(lying));
      const std::size_t index = lies.tiles.size() - 1;
      for (const LaidTile* branch : tiles_at(train, group, true))
        fill(lies.tiles[index].sides.emplace_back(), train, group, {branch}, outer, false);
      for (const End* open : ends_where(train, group, true)) {
        LyingTiles& empty = lies.tiles[index].sides.emplace_back();
        if (open->marked) empty.marker = MarkerSeen::stands;
      }
      next = tiles_at(train, group, false);
    }
    const std::vector<const End*> ends = ends_where(train, group, side);
    if (ends.empty()) {
      lies.closed = true;
      return;
    }
    const End& end = *ends.front();
    if (end.marked) lies.marker = MarkerSeen::stands;
    if (outer >= 0 && end.pip != outer) lies.shows = static_cast<std::int8_t>(end.pip);
  }

  std::int32_t rank_of(std::uint16_t group) const {
    return 1 + static_cast<std::int32_t>(
                   count_if(laid_, [&](const LaidTile& tile) { return tile.group < group; }));
  }

  static void drop_numbers(LyingTiles& lies) {
    for (LyingTile& lying : lies.tiles) {
      lying.order = -1;
      for (LyingTiles& side : lying.sides) drop_numbers(side);
    }
  }

  // -- debts and facts -------------------------------------------------------------------------------

  void put_debt(const engine::Debt& debt) {
    DebtLine line;
    line.by = debt.by;
    line.by_known = true;
    line.times = debt.covers;
    line.fresh = debt.turn == position_.turn_serial;
    line.tile = written(position_.engine_tile);
    if (debt.group != 0) {
      const auto of = find_if(laid_, [&](const LaidTile& tile) { return tile.group == debt.group; });
      if (of == laid_.end()) return;
      line.tile = tile_of(*of);
      const auto is_alike = [&](const LaidTile& tile) { return tile_of(tile) == line.tile; };
      if (count_if(laid_, is_alike) > 1) line.train = train_text(program_, header_, of->train);
      if (is_twice_on_its_train(*of)) line.order = rank_of(of->group);
    }
    put(std::move(line));
  }

  void put_facts() {
    const std::bitset<engine::max_facts> open = facts_of_hidden_tiles(program_, position_);
    for (std::size_t f = 0; f < program_.facts.size(); ++f) {
      const dsl::FactSlot& fact = program_.facts[f];
      const std::int32_t cleared = fact.cleared_to_absent() ? engine::absent : 0;
      for (int place = 0; place < fact.places; ++place) {
        const auto slot = static_cast<std::size_t>(fact.slot + place);
        const std::int32_t value = position_.facts[slot];
        if (open[slot]) {
          FactLine line = fact_line(program_, header_, f, place, cleared);
          line.value = unknown_value;
          put(std::move(line));
          continue;
        }
        if (value != cleared) put(fact_line(program_, header_, f, place, value));
      }
    }
  }

  // -- hands and counts ------------------------------------------------------------------------------

  void put_hand(Seat seat) {
    HandLine line;
    line.player = seat;
    const auto p = static_cast<std::size_t>(seat);
    for (const TileId tile : tiles_in(position_.hands[p])) line.tiles.push_back(written(tile));
    line.tiles.resize(position_.players[p].count);
    put(std::move(line));
  }

  void put_players() {
    TurnsLine turns;
    ScoredLine points;
    LotsLine lots;
    for (int seat = 0; seat < program_.players; ++seat) {
      const engine::PlayerState& player = position_.players[static_cast<std::size_t>(seat)];
      turns.turns.push_back({static_cast<Seat>(seat), player.turns, {}});
      points.points.push_back({static_cast<Seat>(seat), player.points, {}});
      if (player.lot != engine::no_tile) lots.lots.push_back({static_cast<Seat>(seat), written(player.lot)});
      if (player.kept) put(KeptLine{static_cast<Seat>(seat)});
    }
    if (!lots.lots.empty()) put(std::move(lots));
    put(std::move(turns));
    if (any_of(points.points, [](const SeatPoints& each) { return each.points != 0; }))
      put(std::move(points));
  }

  void put_turn() {
    TurnNowLine line;
    line.player = position_.turn_player;
    line.after = position_.turn_previous;
    line.next = position_.turn_next;
    line.lap = position_.lap;
    const auto number = [](std::uint16_t is) { return is == 0 ? -1 : std::int32_t{is}; };
    line.still = number(position_.still);
    line.voids = number(position_.voids);
    line.laid = number(position_.laid);
    line.drawn = number(position_.drawn);
    line.drew = number(position_.drew);
    line.marked = position_.newly_marked;
    put(line);
  }

  const engine::Rules& program_;
  const Header& header_;
  const Position& position_;
  const std::vector<LaidTile>& laid_;
  std::vector<Line> lines_;
  bool numbers_all_ = false;
  bool is_numbered_ = false;  ///< of the train at hand
  mutable std::uint16_t last_group_ = 0;
  mutable bool in_order_ = true;  ///< its tiles stand in the order in which they were laid
};

/// The header with all that came before the round.
Header header_at(const engine::Rules& program, const Header& header, const Position& position) {
  Header at = header;
  at.comments.clear();
  at.facts.clear();
  at.seed.reset();
  at.used.clear();
  at.totals.clear();
  at.placement.clear();
  at.first = no_seat;
  std::uint32_t used = position.used;
  if (engine::is_double(position.engine_tile) && !position.engine_again)
    used &= ~(std::uint32_t{1} << static_cast<unsigned>(engine::high_of(position.engine_tile)));
  if (!position.unknown.has(engine::Part::used))
    for (int pips = engine::max_highest; pips >= 0; --pips)
      if ((used >> static_cast<unsigned>(pips) & 1U) != 0) at.used.push_back(pips);
  if (position.last_first != no_seat)
    at.first = static_cast<Seat>((position.last_first + 1) % program.players);
  at.out = position.last_out;
  for (int seat = 0; seat < program.players; ++seat) {
    at.totals.push_back(position.players[static_cast<std::size_t>(seat)].total);
    at.placement.push_back(engine::placement_of(program, position, static_cast<Seat>(seat)));
  }
  const auto is_nothing = [](std::int32_t n) { return n == 0; };
  if (all_of(at.totals, is_nothing)) at.totals.clear();
  if (all_of(at.placement, is_nothing)) at.placement.clear();
  return at;
}

}  // namespace

bool can_be_written(const Position& position) {
  return position.phase == engine::Phase::play && position.pulling == 0 &&
         position.engine_tile != engine::no_tile && position.turn_player != no_seat;
}

std::vector<Line> position_lines(const engine::Rules& program, const Header& header, const Position& position,
                                 const std::vector<LaidTile>& laid) {
  return PositionLines(program, header, position, laid).write();
}

Record record_at(const engine::Rules& program, const Header& header, const Position& position,
                 const std::vector<LaidTile>& laid) {
  Record record;
  record.header = header_at(program, header, position);
  RecordRound& round = record.rounds.emplace_back();
  if (position.game > 1) round.items.push_back({GameLine{position.game}, {}, {}});
  const int label = position.scheduled >= 0 ? int{position.scheduled} : int{position.round};
  round.items.push_back({RoundLine{std::to_string(label)}, {}, {}});
  for (Line& line : position_lines(program, header, position, laid))
    round.items.push_back({std::move(line), {}, {}});
  return record;
}

std::string position_in_one_line(const Header& header, const std::vector<Line>& lines) {
  std::string text = "position";
  for (const Line& line : lines) text += (&line == lines.data() ? " " : "; ") + write_line(header, line);
  return text;
}

}  // namespace roundhouse::replay
