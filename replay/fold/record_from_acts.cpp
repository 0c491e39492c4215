#include "replay/fold/record_from_acts.h"

#include <algorithm>
#include <utility>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/check_header.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

namespace {

using engine::Phase;

/// The header fields with which a record begins in the middle of a match.
void add_beginning(const engine::Rules& program, Header& header, const Position& first_round) {
  if (first_round.last_first != no_seat) {
    header.first = static_cast<Seat>((first_round.last_first + 1) % program.players);
  }
  header.out = first_round.last_out;
  header.totals.clear();
  for (int seat = 0; seat < program.players; ++seat)
    header.totals.push_back(first_round.players[static_cast<std::size_t>(seat)].total);
  if (all_of(header.totals, [](std::int32_t n) { return n == 0; })) header.totals.clear();
  header.placement.clear();
  for (int seat = 0; seat < program.players; ++seat)
    header.placement.push_back(engine::placement_of(program, first_round, static_cast<Seat>(seat)));
  if (all_of(header.placement, [](std::int32_t n) { return n == 0; })) header.placement.clear();
  header.used.clear();
  for (int pips = engine::max_highest; pips >= 0; --pips) {
    if (((first_round.used >> static_cast<unsigned>(pips)) & 1U) != 0) header.used.push_back(pips);
  }
  const Position fresh = engine::begin_match(program);
  for (std::size_t i = 0; i < program.facts.size(); ++i) {
    const dsl::FactSlot& slot = program.facts[i];
    if (slot.per != dsl::Scope::match && slot.per != dsl::Scope::game) continue;
    const bool of_player = slot.of == dsl::Scope::player;
    for (int seat = 0; seat < (of_player ? program.players : 1); ++seat) {
      const auto index = static_cast<std::size_t>(slot.slot + seat);
      const std::int32_t value = first_round.facts[index];
      if (value == fresh.facts[index] || value == engine::absent) continue;
      FactField field;
      field.name = program.fact_names[i];
      if (of_player) field.player = static_cast<Seat>(seat);
      if (slot.type == dsl::Type::number) field.value = std::to_string(value);
      if (slot.type == dsl::Type::tile) field.value = tile_text(static_cast<TileId>(value));
      if (slot.type == dsl::Type::player) field.value = short_name(header, value);
      header.facts.push_back(std::move(field));
    }
  }
}

}  // namespace

/// One round, act by act. A copy is a round by itself, but for the position, which both share.
class RoundWriter {
 public:
  RoundWriter(const engine::Rules& program, const Header& header, Position& position,
              const RecordParts& parts)
      : program_(program), header_(header), parts_(parts), position_(position), known_(position) {}

  /// `before`: the round before; nullptr: there is none.
  void begin(bool new_game, const RecordRound* before) {
    if (new_game) put(GameLine{position_.game});
    if (before != nullptr && ends_in_redeal(*before))
      round_.void_label = label_of(*before);
    else
      put(RoundLine{std::to_string(position_.scheduled >= 0 ? position_.scheduled : position_.round)});
  }

  /// Instead of begin.
  void begin_with(RecordRound head) { round_ = std::move(head); }

  /// Once, after the last act.
  RecordRound take() {
    end();
    return std::move(round_);
  }

  void write_act(const Act& act) {
    if (act.kind != ActKind::deal) put_hands();
    const Position before = position_;
    engine::Trace trace;
    engine::apply(program_, position_, act, &trace);
    switch (act.kind) {
      case ActKind::lot:
        put_seat_tile<LotsLine>(&LotsLine::lots, act);
        break;
      case ActKind::first:
        put(FirstLine{act.actor});
        break;
      case ActKind::deal:
        dealt_.resize(static_cast<std::size_t>(program_.players));
        dealt_[static_cast<std::size_t>(act.actor)].push_back(written(act.tile));
        break;
      case ActKind::pick:
      case ActKind::reveal:
        put_seat_tile<SeekLine>(&SeekLine::draws, act);
        break;
      case ActKind::turn_over:
        if (last<TurnedLine>() == nullptr) put(TurnedLine{});
        last<TurnedLine>()->tiles.push_back(written(act.tile));
        break;
      case ActKind::redeal:
        put(RedealLine{});
        break;
      case ActKind::cast:
        put(chance_line(program_, act.declared, act.amount));
        break;
      case ActKind::lead:
        put(EngineLine{written(act.tile), act.actor});
        break;
      case ActKind::engine:
        put_engine(act, before);
        break;
      case ActKind::pull:
        put_pull(act, before);
        break;
      case ActKind::lay:
      case ActKind::draw:
      case ActKind::done:
      case ActKind::declared:
        put_turn_act(act, before, trace);
        break;
    }
    // The table as a reader of the record will know it: the same acts without the tiles left out.
    Act read = as_written(act);
    if (act.kind == ActKind::deal && program_.setup.redeal.given())
      read.amount = static_cast<std::int32_t>(position_.phase == Phase::redeal ? engine::Redeal::goes_back
                                                                               : engine::Redeal::stays);
    engine::apply(program_, known_, read);
  }

 private:
  template <class L>
  L& put(L line) {
    round_.items.push_back({std::move(line), {}, {}});
    return std::get<L>(round_.items.back().line);
  }
  /// The last line, if it is of this kind.
  template <class L>
  L* last() {
    return round_.items.empty() ? nullptr : std::get_if<L>(&round_.items.back().line);
  }

  Act as_written(Act act) const {
    if (act.kind == ActKind::deal && !parts_.hands) act.tile = no_tile;
    const bool drawn = act.kind != ActKind::deal && engine::row(act.kind).move == engine::TileMove::arrives;
    if (drawn && !parts_.draws) act.tile = no_tile;
    return act;
  }

  /// A new line where the player stands on the last one already: one line a pass.
  template <class L>
  void put_seat_tile(std::vector<SeatTile> L::*list, const Act& act) {
    L* line = last<L>();
    const auto is_this = [&](const SeatTile& entry) { return entry.seat == act.actor; };
    if (line == nullptr || std::any_of((line->*list).begin(), (line->*list).end(), is_this)) {
      line = &put(L{});
    }
    (line->*list).push_back({act.actor, written(as_written(act).tile)});
  }

  void put_hands() {
    for (std::size_t seat = 0; seat < dealt_.size(); ++seat) {
      if (parts_.hands) put(HandLine{static_cast<Seat>(seat), std::move(dealt_[seat])});
    }
    dealt_.clear();
  }

  /// Writes the engine as the first tile of the first turn, where its holder begins.
  void put_engine(const Act& act, const Position& before) {
    const bool in_hand = before.phase == Phase::engine && act.actor != no_seat;
    if (in_hand && position_.phase == Phase::play && position_.turn_player == act.actor) {
      open_line(act.actor);
      line().acts.push_back({TileAct{written(act.tile), {}, {}}, {}});
      engine_opens_ = in_turn_ = true;
    } else {
      put(EngineLine{written(act.tile), act.actor});
    }
  }

  // Turn lines. `line_` is the item that the turn's acts go to, `pulls_` the one that penalty tiles go to.

  TurnLine& line() { return std::get<TurnLine>(round_.items[*line_].line); }

  void open_line(Seat player) {
    TurnLine turn;
    turn.player = player;
    put(std::move(turn));
    line_ = pulls_ = round_.items.size() - 1;
    in_turn_ = false;
  }

  void put_turn_act(const Act& act, const Position& before, const engine::Trace& trace) {
    if (!first_pulls_.empty()) {
      // Tiles that the engine made somebody take come first in the first turn, even if another says something
      // before.
      open_line(first_puller_);
      line().acts = std::exchange(first_pulls_, {});
      pulled_first_ = true;
      // A rule has ended that turn.
      if (first_puller_ != before.turn_player) interrupt();
    }
    const bool ruling = act.kind == ActKind::declared && act.actor == no_seat;
    if (ruling || act.actor != before.turn_player || before.phase == Phase::over) {
      interrupt();
      TurnLine aside;
      aside.player = act.actor;
      aside.acts.emplace_back().what = word_of(program_, header_, act);
      put(std::move(aside));
      pulls_ = round_.items.size() - 1;
      was_done_ = false;
      // The line of a turn that somebody else ends goes on, and claims nothing.
      if (position_.turn_serial != before.turn_serial) marked_ = false;
      return;
    }
    if (!line_) open_line(act.actor);
    if (act.kind == ActKind::done) {
      if (!in_turn_ && !pulled_first_) line().acts.push_back({PassAct{}, {}});
    } else {
      line().acts.push_back(turn_act(act, before));
      in_turn_ = in_turn_ || act.kind != ActKind::declared || !is_out_of_turn(program_, act.declared);
    }
    engine_opens_ = false;
    pulls_ = line_;
    was_done_ = act.kind == ActKind::done;
    marked_ = marked_ || marks_of(program_, act, trace).own;
    if (act.kind == ActKind::done || position_.phase == Phase::over ||
        has_ended_itself(act, before.turn_serial, position_))
      close_line();
  }

  /// Somebody else acts while a turn goes on.
  void interrupt() {
    if (!line_) return;
    if (in_turn_ || pulled_first_) line().goes_on = true;
    line_.reset();
    engine_opens_ = pulled_first_ = false;
  }

  void close_line() {
    if (marked_) line().claim = MarkClaim::mark;
    marked_ = pulled_first_ = false;
    line_.reset();
  }

  WrittenAct turn_act(const Act& act, const Position& before) const {
    if (act.kind == ActKind::lay) {
      TileAct laid{written(act.tile), place_of(act, before), {}};
      if (act.amount != 0) laid.outward = laid.tile.low;
      return {std::move(laid), {}};
    }
    if (act.kind == ActKind::draw) return {DrawAct{written(as_written(act).tile)}, {}};
    return {word_of(program_, header_, act), {}};
  }

  /// The place must lead to the end for readers who know all hands, and for those who know only what is
  /// written.
  std::string place_of(const Act& act, const Position& before) const {
    const std::string text = place_text(program_, header_, before, act.actor, act.tile, act.end, act.amount);
    if (place_text(program_, header_, known_, act.actor, act.tile, act.end, act.amount) == text) return text;
    const int index = engine::find_end(before, act.end);
    return index < 0 ? text : "^" + std::to_string(index + 1);
  }

  /// Behind the act that made the player take it, or in front of the first turn.
  void put_pull(const Act& act, const Position& before) {
    if (!pulls_) {
      if (first_pulls_.empty()) first_puller_ = before.turn_player;
      first_pulls_.push_back({TileAct{written(as_written(act).tile), {}, {}}, {}});
      return;
    }
    auto& turn = std::get<TurnLine>(round_.items[*pulls_].line);
    const auto is_pass = [](const WrittenAct& entry) { return std::holds_alternative<PassAct>(entry.what); };
    if (was_done_ && none_of(turn.acts, is_pass)) {
      turn.acts.push_back({PassAct{}, {}});
    }
    turn.acts.push_back({TileAct{written(as_written(act).tile), {}, {}}, {}});
  }

  void end() {
    put_hands();
    if (line_) {
      if (engine_opens_) {
        // Nothing was played yet: a line of a turn would say that it is over.
        const auto& engine = std::get<TileAct>(line().acts.front().what);
        round_.items[*line_].line = EngineLine{engine.tile, line().player};
      } else if (in_turn_ || pulled_first_) {
        line().goes_on = true;
      }
    }
    if (position_.phase != Phase::over) return;
    if (engine::is_dealt_again(position_)) {
      const auto is_play = [](const Item& item) { return is_of_play(item.line); };
      // Before the first turn a `redeal` line is of the setup; there the round begins with its label again.
      if (any_of(round_.items, is_play)) put(RedealLine{});
      return;
    }
    if (parts_.scores && position_.engine_tile != no_tile) {
      ScoreLine score;
      for (int seat = 0; seat < program_.players; ++seat) {
        const std::int32_t points = position_.players[static_cast<std::size_t>(seat)].points;
        score.points.push_back({static_cast<Seat>(seat), points, {}});
      }
      put(std::move(score));
    }
    put(OverLine{});
  }

  const engine::Rules& program_;
  const Header& header_;
  const RecordParts& parts_;
  Position& position_;
  Position known_;
  RecordRound round_;

  std::vector<std::vector<WrittenTile>> dealt_;
  std::optional<std::size_t> line_;
  std::optional<std::size_t> pulls_;
  std::vector<WrittenAct> first_pulls_;  ///< that no line has yet
  Seat first_puller_ = no_seat;          ///< the player in turn when they were taken
  bool engine_opens_ = false;            ///< the open line has nothing but the engine
  bool in_turn_ = false;                 ///< the open line has an act that only a turn can have
  bool pulled_first_ = false;            ///< it begins with tiles that were taken before the turn
  bool was_done_ = false;
  bool marked_ = false;
};

struct RoundRecorder::State {
  Position position;
  RecordParts parts;
  RoundWriter writer;

  State(const engine::Rules& program, const Header& header, const Position& begun, const RecordParts& wanted)
      : position(begun), parts(wanted), writer(program, header, position, parts) {}
};

RoundRecorder::RoundRecorder(const engine::Rules& program, const Header& header, const Position& begun,
                             bool new_game, const RecordRound* before, const RecordParts& parts)
    : state_(std::make_unique<State>(program, header, begun, parts)) {
  state_->writer.begin(new_game, before);
}
RoundRecorder::RoundRecorder(const engine::Rules& program, const Header& header, const Position& begun,
                             RecordRound head, const RecordParts& parts)
    : state_(std::make_unique<State>(program, header, begun, parts)) {
  state_->writer.begin_with(std::move(head));
}
RoundRecorder::~RoundRecorder() = default;

void RoundRecorder::add(const Act& act) { state_->writer.write_act(act); }

RecordRound RoundRecorder::so_far() const { return RoundWriter(state_->writer).take(); }

Record record_from_acts(const engine::Rules& program, Header header, const Position& begin,
                        const std::vector<PlayedRound>& rounds, const RecordParts& parts) {
  Record record;
  Position position = begin;
  int game = 1;
  for (const PlayedRound& played : rounds) {
    engine::begin_round(program, position);
    if (record.rounds.empty()) add_beginning(program, header, position);
    const bool new_game = position.game != game;
    game = position.game;
    const RecordRound* before = record.rounds.empty() ? nullptr : &record.rounds.back();
    RoundWriter writer(program, header, position, parts);
    writer.begin(new_game, before);
    for (const Act& act : played.acts) writer.write_act(act);
    record.rounds.push_back(writer.take());
  }
  record.header = std::move(header);
  return record;
}

}  // namespace roundhouse::replay
