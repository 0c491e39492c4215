#include "web/bridge/table_state.h"

#include <algorithm>
#include <bit>
#include <string>

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "engine/table.h"
#include "replay/fold/partial_apply.h"
#include "replay/record/names.h"
#include "replay/record/places.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/ways_asked.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/views/narrate.h"

namespace roundhouse::web {
namespace {

using engine::Act;
using engine::ActKind;
using engine::End;
using engine::Phase;
using engine::Position;
using engine::Seat;
using engine::TileId;

bool is_played(const Position& position) {
  return position.phase == Phase::play || position.phase == Phase::lead;
}

/// Each kind of tile that is not on the table, once.
std::vector<TileId> unseen_tiles(const ShownTable& table) {
  std::vector<TileId> tiles;
  const std::vector<TileId> laid = replay::tiles_in(table.position.laid_tiles);
  for (int tile = 0; tile < table.program.tile_kinds; ++tile) {
    const auto id = static_cast<TileId>(tile);
    if (count_if(laid, [&](TileId one) { return one == id; }) < table.program.copies) tiles.push_back(id);
  }
  return tiles;
}

/// The player in turn; no_seat: nobody, or that is not known.
Seat turn_of(const ShownTable& table) {
  if (table.unknown != nullptr ? table.unknown->owner : !table.is_known) return engine::no_seat;
  return table.position.turn_player;
}

/// The acts of one position, asked about once. Where a part of it is not known, all those may be done that
/// are not surely illegal.
class TableActs {
 public:
  explicit TableActs(const ShownTable& table)
      : table_(table), unseen_(unseen_tiles(table)), seat_(turn_of(table)) {
    if (table.unknown != nullptr)
      note_ways();
    else if (engine::expected(table.program, table.position).next == engine::Next::choice ||
             table.position.phase == Phase::over)
      engine::legal_acts(table.program, table.position, legal_);
  }

  /// Of announcements nothing is said: they keep no turn open.
  bool is_only_the_end_left() const {
    if (seats_of(ActKind::done, 0).empty() || !seats_of(ActKind::draw, 0).empty()) return false;
    const Position& position = table_.position;
    for (int e = 0; e < position.end_count; ++e)
      for (const TileId tile : unseen_)
        if (may_be_done({.kind = ActKind::lay,
                         .actor = seat_,
                         .tile = tile,
                         .end = position.ends[static_cast<std::size_t>(e)].serial}))
          return false;
    return true;
  }

  Json unseen() const {
    Json list = Json::array();
    for (const TileId tile : unseen_) list.push_back(tile_json(tile));
    return list;
  }

  Json targets() const {
    Json list = Json::array();
    const Position& position = table_.position;
    if (position.phase != Phase::play || (seat_ == engine::no_seat && ways_.empty())) return list;
    for (int e = 0; e < position.end_count; ++e)
      list.push_back(target(position.ends[static_cast<std::size_t>(e)]));
    return list;
  }

  Json acts() const {
    Json list = Json::array();
    const auto put = [&](std::string_view word, std::string title, std::string_view needs,
                         const std::vector<int>& seats, const char* by) {
      list.push_back({{"word", word},
                      {"title", std::move(title)},
                      {"needs", needs},
                      {"by", by},
                      {"seats", seats},
                      {"allowed", contains(seats, static_cast<int>(seat_)) ||
                                      (seats.size() == 1 && seats.front() == engine::no_seat) ||
                                      (seat_ == engine::no_seat && !ways_.empty() && !seats.empty())}});
    };
    const bool leads = any_of(legal_, [](const Act& act) { return act.kind == ActKind::lead; }) ||
                       table_.position.phase == Phase::lead;
    if (leads) put("lead", "lay the engine", "tile", {seat_}, "turn");
    put("draw", "draw a tile", "nothing", seats_of(ActKind::draw, 0), "turn");
    const std::vector<int> may_end = seats_of(ActKind::done, 0);
    put("pass", "end the turn", "nothing", may_end, "turn");
    put("mark", "end the turn with a marker", "nothing",
        !may_end.empty() && marks_own_train() ? may_end : std::vector<int>(), "turn");
    for (std::size_t d = 0; d < table_.program.declared.size(); ++d) {
      const dsl::DeclaredAct& act = table_.program.declared[d];
      std::string title = act.called;
      std::replace(title.begin(), title.end(), '_', ' ');
      const char* needs = act.tile != dsl::ActTile::none ? (act.whom ? "player-and-tile" : "tile")
                          : act.whom                     ? "player"
                          : act.amount                   ? "number"
                                                         : "nothing";
      put(act.called, std::move(title), needs, seats_of(ActKind::declared, d),
          act.by == dsl::ActBy::referee  ? "referee"
          : act.by == dsl::ActBy::anyone ? "anyone"
                                         : "turn");
      Json& row = list.back();
      row["says"] = says(act.name);
      if (act.amount) row["range"] = {act.amount->first, act.amount->second};
    }
    return list;
  }

 private:
  /// The table as it may be at the beginning of the turn of each player whose turn it may be.
  void note_ways() {
    const engine::Known table{table_.position, *table_.unknown};
    if (seat_ != engine::no_seat) {
      ways_.push_back(table);
      return;
    }
    const replay::PartialApply apply(table_.program);
    for (Seat seat = 0; seat < table_.program.players; ++seat)
      apply.begin_turn(ways_.emplace_back(table), seat, false);
  }

  const engine::Known& way_of(Seat seat) const {
    return ways_[ways_.size() == 1 ? 0 : static_cast<std::size_t>(seat)];
  }

  /// Behind a gap an act without a player is one of the player in turn, whose it may be.
  bool may_be_done(const Act& act) const {
    if (ways_.empty()) return engine::is_legal(table_.program, table_.position, act);
    if (act.actor != engine::no_seat) return replay::may_be_legal(table_.program, way_of(act.actor), act);
    return any_of(ways_, [&](const engine::Known& way) {
      Act own = act;
      own.actor = way.position.turn_player;
      return replay::may_be_legal(table_.program, way, own);
    });
  }

  /// True if ending the turn now puts a marker on a train of the player's own, as far as that is known.
  bool marks_own_train() const {
    if (!ways_.empty())
      return any_of(ways_, [&](const engine::Known& way) {
        replay::MarkedTrains marks;
        const Act done{.kind = ActKind::done, .actor = way.position.turn_player};
        replay::PartialApply(table_.program).apply(way, done, marks);
        return marks.maybe;
      });
    Position after = table_.position;
    engine::Trace trace;
    engine::apply(table_.program, after, {.kind = ActKind::done, .actor = seat_}, &trace);
    return any_of(trace, [&](const engine::Happening& one) {
      return one.kind == engine::Happening::Kind::marked &&
             table_.program.trains[one.end.train].owner == seat_;
    });
  }

  /// The sentence of an act with the values of options in it; empty: it has none.
  std::string says(const std::string& act) const {
    const auto& rules = table_.program.rules;
    const auto found = find_if(rules, [&](const auto& rule) { return rule.id == act && rule.has_sentence; });
    return found == rules.end() ? std::string() : found->says;
  }

  /// The seats that may do it now; -1 is the referee.
  std::vector<int> seats_of(ActKind kind, std::size_t declared) const {
    std::vector<int> seats;
    for (const Act& act : legal_)
      if (act.kind == kind && (kind != ActKind::declared || act.declared == declared) &&
          !contains(seats, static_cast<int>(act.actor)))
        seats.push_back(act.actor);
    if (kind == ActKind::declared)
      add_tried(declared, seats);
    else
      for (const engine::Known& way : ways_)
        if (may_be_done({.kind = kind, .actor = way.position.turn_player}))
          seats.push_back(way.position.turn_player);
    return seats;
  }

  /// Of a tile that is hidden nothing is listed as legal: each is tried that it could be. Behind a gap
  /// nothing is listed at all.
  void add_tried(std::size_t declared, std::vector<int>& seats) const {
    const dsl::DeclaredAct& row = table_.program.declared[declared];
    const bool is_referees = row.by == dsl::ActBy::referee;
    if (ways_.empty() && (row.tile != dsl::ActTile::of_me || is_referees)) return;
    if (is_referees) return seats.push_back(engine::no_seat);
    const std::vector<TileId> tiles =
        row.tile == dsl::ActTile::none ? std::vector<TileId>{engine::no_tile} : unseen_;
    for (Seat seat = 0; seat < table_.program.players; ++seat) {
      const bool is_in_turn = seat == seat_ || ways_.size() > 1;
      if (contains(seats, static_cast<int>(seat)) || (row.by == dsl::ActBy::turn && !is_in_turn)) continue;
      const bool may = any_of(tiles, [&](TileId tile) {
        Act act{.kind = ActKind::declared, .actor = seat, .tile = tile};
        act.declared = static_cast<std::uint16_t>(declared);
        act.amount = row.amount ? row.amount->first : 0;
        if (row.whom) act.whom = static_cast<Seat>((seat + 1) % table_.program.players);
        return may_be_done(act);
      });
      if (may) seats.push_back(seat);
    }
  }

  /// The number at an end; where it is not known the one that was seen last, if it can be that one still.
  int number_of(const End& end) const {
    if (ways_.empty()) return end.pip;
    const std::uint32_t numbers = ways_.front().numbers_at(end.train);
    return (numbers >> end.pip & 1U) != 0 ? int{end.pip} : std::countr_zero(numbers);
  }

  Json target(const End& end) const {
    const auto& slot = table_.program.trains[end.train];
    const Position& position = table_.position;
    Json fits = Json::array();
    TileId example = engine::no_tile;
    for (const TileId tile : unseen_) {
      const bool has_number = engine::high_of(tile) == end.pip || engine::low_of(tile) == end.pip;
      if (has_number && example == engine::no_tile) example = tile;
      if (may_be_done({.kind = ActKind::lay, .actor = seat_, .tile = tile, .end = end.serial}))
        fits.push_back(tile_json(tile));
    }
    if (example == engine::no_tile) example = engine::tile_of(end.pip, end.pip);
    const std::string train = replay::train_text(table_.program, table_.header, end.train);
    std::string place;
    if (ways_.empty())
      place = replay::place_text(table_.program, table_.header, position, seat_, example, end.serial);
    if (place.empty()) place = train;
    const bool is_end_known = ways_.empty() || !table_.unknown->ends[end.train];
    const bool is_marker_known = ways_.empty() || !table_.unknown->marks[end.train];
    const bool is_owed = any_of(debts(), [&](const engine::Debt& debt) {
      return debt.group == end.group && (debt.train == end.train || debt.train == engine::no_train);
    });
    const bool is_open = !fits.empty();
    return {
        {"place", std::move(place)},
        {"train", train},
        {"name", replay::train_in_words(table_.program, replay::with_whole_names(table_.header), end.train)},
        {"owner", slot.owner},
        {"number", number_of(end)},
        {"sure", is_end_known},
        {"tile", end.tile == engine::no_tile || !is_end_known ? Json(nullptr) : tile_json(end.tile)},
        {"started", !end.start},
        {"marked", is_marker_known && end.marked != 0},
        {"owed", is_owed},
        {"open", is_open},
        {"fits", std::move(fits)}};
  }

  std::vector<engine::Debt> debts() const {
    const auto begin = table_.position.debts.begin();
    return {begin, begin + table_.position.debt_count};
  }

  const ShownTable& table_;
  std::vector<TileId> unseen_;
  Seat seat_;  ///< the player in turn; no_seat: nobody, or that is not known
  engine::ActList legal_;
  std::vector<engine::Known> ways_;  ///< behind a gap, one or one for each player
};

const char* phase_name(const Position& position) {
  if (position.phase == Phase::over) return "over";
  if (position.phase == Phase::lead) return "lead";
  return position.phase == Phase::play ? "play" : "setup";
}

/// The round that comes behind this one, or null.
Json next_json(const ShownTable& table) {
  Position position = table.position;
  if (position.phase != Phase::over) engine::end_round(table.program, position);
  if (position.round > 0 && engine::match_over(table.program, position)) return nullptr;
  engine::begin_round(table.program, position);
  const bool is_scheduled = position.scheduled >= 0;
  const int pip = position.scheduled;
  return {{"label", std::to_string(is_scheduled ? pip : position.round)},
          {"engine", is_scheduled ? tile_json(engine::tile_of(pip, pip)) : Json(nullptr)}};
}

/// The tiles that may be the engine as long as none lies, the scheduled double first.
Json engines_json(const ShownTable& table) {
  Json list = Json::array();
  const Position& position = table.position;
  const bool is_set_up = position.round > 0 && position.phase != Phase::over &&
                         position.phase != Phase::play && position.engine_tile == engine::no_tile;
  if (!is_set_up) return list;
  const replay::RecordRound none;
  const replay::BreachReporter reporter{table.program, table.header, none};
  std::vector<TileId> tiles;
  for (int tile = 0; tile < table.program.tile_kinds; ++tile) {
    const Act act{.kind = ActKind::engine, .actor = 0, .tile = static_cast<TileId>(tile)};
    if (reporter.may_be_engine(position, act)) tiles.push_back(act.tile);
  }
  const auto is_scheduled = [&](TileId tile) {
    return engine::is_double(tile) && engine::high_of(tile) == position.scheduled;
  };
  std::reverse(tiles.begin(), tiles.end());
  std::stable_partition(tiles.begin(), tiles.end(), is_scheduled);
  for (const TileId tile : tiles) list.push_back(tile_json(tile));
  return list;
}

Json players_json(const ShownTable& table) {
  Json list = Json::array();
  const replay::FactTexts facts = replay::fact_texts(table.program, table.header, table.position, {});
  const bool is_begun =
      table.position.round > 0 && (is_played(table.position) || table.position.phase == Phase::over);
  for (std::size_t p = 0; p < table.header.players.size(); ++p) {
    const engine::PlayerState& player = table.position.players[p];
    const bool is_counted =
        is_begun && (table.unknown != nullptr ? !table.unknown->counts[p] : table.is_known);
    const bool has_points = is_begun && (table.position.phase == Phase::over || player.points != 0);
    Json shown = Json::array();
    if (table.is_known && p < facts.of_players.size())
      for (const replay::FactText& fact : facts.of_players[p]) shown.push_back(fact.text());
    list.push_back(
        {{"name", table.header.players[p].name},
         {"whole", replay::whole_name(table.header.players[p])},
         {"seat", p},
         {"tiles", is_counted ? Json(player.count) : Json(nullptr)},
         {"points", table.is_known && has_points ? Json(player.points) : Json(nullptr)},
         {"total", table.position.unknown.has(engine::Part::totals) ? Json(nullptr) : Json(player.total)},
         {"facts", std::move(shown)}});
  }
  return list;
}

}  // namespace

bool is_only_the_end_left(const ShownTable& table, Seat seat) {
  if (table.position.phase != Phase::play || turn_of(table) != seat) return false;
  return TableActs(table).is_only_the_end_left();
}

Json tile_json(TileId tile) {
  return tile == engine::no_tile ? Json(nullptr) : Json(replay::tile_text(tile));
}

void put_table(Json& json, const ShownTable& table) {
  const Position& position = table.position;
  const bool is_known = table.is_known;
  const bool is_partly_known = is_known || table.unknown != nullptr;
  json["turn"] = is_played(position) ? turn_of(table) : engine::no_seat;
  json["phase"] = phase_name(position);
  const bool is_over = is_known && position.phase == Phase::over && position.round > 0;
  json["over"] = !is_over ? "no" : engine::match_over(table.program, position) ? "match" : "round";
  json["engine"] = tile_json(position.engine_tile);
  json["next"] = is_partly_known ? next_json(table) : Json(nullptr);
  json["engines"] = is_partly_known ? engines_json(table) : Json::array();
  json["scheduled"] = position.scheduled < 0 ? Json(nullptr) : Json(position.scheduled);
  const bool is_counted = table.unknown != nullptr ? !table.unknown->boneyard : is_known;
  json["boneyard"] = is_counted && (is_played(position) || is_over) ? Json(position.boneyard) : Json(nullptr);
  json["players"] = players_json(table);
  const TableActs acts(table);
  json["unseen"] = acts.unseen();
  json["copies"] = table.program.copies;
  json["targets"] = is_partly_known ? acts.targets() : Json::array();
  json["acts"] = acts.acts();
  Json& facts = json["facts"] = Json::array();
  if (is_known)
    for (const replay::FactText& fact : replay::fact_texts(table.program, table.header, position, {}).general)
      facts.push_back(fact.text());
}

}  // namespace roundhouse::web
