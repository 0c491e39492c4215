#include "replay/fold/setup_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "engine/table.h"
#include "replay/fold/engine_claims.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

using dsl::Law;
using dsl::SetupName;

void EngineSearch::begin_deal() {
  deals_again_ = done_ = false;
  drawn_ = passes_ = of_pass_ = 0;
  last_ = finder_ = no_seat;
  at_last_.reset();
  turned_ = came_up_ = no_tile;
}

void EngineSearch::go_on() {
  if (!pass_.empty()) return draw_of_pass();
  if (drawers_left_ > 0) return draw_of_last_pass();
  if (std::exchange(lays_, false)) return lay_engine();
  // An engine that is written before it lay when the tiles were dealt again.
  const bool lay_before = !lines_.redeals.empty() && !lines_.engine.empty() &&
                          lines_.engine.front().item < lines_.redeals.front();
  if (lay_before && state_.position.phase == engine::Phase::redeal) {
    const SetupEntry& engine = lines_.engine.front();
    state_.object(engine.item, engine.where, Law::not_the_engine,
                  "The hands call for another deal here, and no engine lies before it");
    lines_.engine.erase(lines_.engine.begin());
    return redeal();
  }
  if (!lines_.redeals.empty() && !lay_before) return redeal();
  // Lines behind that come after the deal.
  const std::size_t end = lay_before ? lines_.redeals.front() : SIZE_MAX;
  const auto comes_now = [end](const auto& entries) {
    return !entries.empty() && entries.front().item < end;
  };
  if (comes_now(lines_.seeks) || (lines_.passes > 0 && *lines_.passes_item < end))
    return way().in_unison() ? begin_pass() : draw_in_turn();
  if (comes_now(lines_.turned)) return turn_over();
  done_ = true;
  lays_ = way().is_turned() && turned_ == no_tile && imply_turned();
  if (!lays_) lay_engine();
}

// -- what the rules say ------------------------------------------------------------------------------

engine::Value EngineSearch::setup_value(dsl::NodeRef node) const {
  return node.given() ? engine::evaluate(state_.program, state_.position, {}, node) : engine::absent;
}
bool EngineSearch::is(dsl::NodeRef node, SetupName name) const {
  return setup_value(node) == static_cast<engine::Value>(name);
}
bool EngineSearch::limit_is_reached() const {
  const engine::Value limit = setup_value(state_.program.setup.limit);
  if (limit == engine::absent || limit <= 0) return false;
  if (way().redeals()) return state_.position.passes >= limit;
  if (way().in_unison()) return passes_ >= limit;
  return drawn_ / engine::searchers(state_.program, way()) >= limit;
}
/// No tile is, where that depends on hands nobody sees.
bool EngineSearch::is_wanted(const SetTile& tile) const {
  return tile.known() && (state_.hands_known || !reads_hands(state_.program, state_.program.setup.wanted)) &&
         may_be_engine(state_.program, state_.position, tile.id());
}

Seat EngineSearch::first() const { return engine::first_to_search(state_.position); }
Seat EngineSearch::next_drawer() const {
  return drawn_ == 0 || way().alone ? first() : engine::left_of(state_.program, last_);
}

void EngineSearch::object(std::size_t item, Law law, const std::string& message) {
  if (contains(reported_, item)) return;
  reported_.push_back(item);
  state_.object(item, state_.span_of(item), law, message);
}

// -- drawing for it ----------------------------------------------------------------------------------

void EngineSearch::redeal() {
  const std::size_t item = lines_.redeals.front();
  lines_.redeals.erase(lines_.redeals.begin());
  deals_again_ = true;
  if (state_.position.phase == engine::Phase::redeal) {
    // The hands call for it, as far as they are known.
  } else if (!way().redeals()) {
    object(item, Law::false_claim,
           state_.program.setup.redeal.given() ? "By these rules the tiles are not dealt again here"
                                               : "By these rules nobody deals again for the engine");
  } else if (limit_is_reached()) {
    object(item, Law::false_claim, "The tiles have been dealt again as often as is allowed");
  }
  state_.put_act(item, state_.span_of(item), Act{.kind = ActKind::redeal}, true);
}

/// Draws that are made at once may be written in any order.
void EngineSearch::begin_pass() {
  const auto players = static_cast<std::size_t>(state_.program.players);
  const std::size_t size = std::min<std::size_t>(players, std::max<std::size_t>(state_.position.boneyard, 1));
  if (lines_.seeks.empty()) {
    --lines_.passes;
    is_whole_pass_ = true;
    for (std::size_t i = 0; i < size; ++i)
      pass_.push_back({*lines_.passes_item,
                       static_cast<Seat>((static_cast<std::size_t>(first()) + i) % players),
                       {},
                       {}});
    return draw_of_pass();
  }
  for (; pass_.size() < size && !lines_.seeks.empty(); lines_.seeks.pop_front()) {
    const SetupEntry& entry = lines_.seeks.front();
    if (any_of(pass_, [&](const SetupEntry& e) { return e.seat == entry.seat; }))
      object(entry.item, Law::false_claim,
             fmt::format("{} has drawn for the engine already, and not everybody has", name(entry.seat)));
    pass_.push_back(entry);
  }
  const auto place = [&](const SetupEntry& entry) {
    return (static_cast<std::size_t>(entry.seat) + players - static_cast<std::size_t>(first())) % players;
  };
  stable_sort(pass_, [&](const SetupEntry& a, const SetupEntry& b) { return place(a) < place(b); });
  is_whole_pass_ = pass_.size() == size;
  // If the boneyard runs out only the first players get one.
  if (size < players && is_whole_pass_)
    for (const SetupEntry& entry : pass_)
      if (place(entry) >= size)
        object(entry.item, Law::boneyard_empty,
               fmt::format("The boneyard is empty before {} can draw", name(entry.seat)));
  drawn_of_pass_ = 0;
  draw_of_pass();
}

void EngineSearch::draw_of_pass() {
  const SetupEntry entry = pass_.front();
  pass_.pop_front();
  ++drawn_of_pass_;
  draw(entry);
  if (!pass_.empty()) return;
  of_pass_ = is_whole_pass_ ? 0 : drawn_of_pass_;
  if (of_pass_ == 0) ++passes_;
  drawn_of_pass_ = 0;
}

void EngineSearch::draw_in_turn() {
  if (lines_.seeks.empty()) {
    --lines_.passes;
    drawers_left_ = engine::searchers(state_.program, way());
    return draw_of_last_pass();
  }
  const SetupEntry entry = lines_.seeks.front();
  lines_.seeks.pop_front();
  const Seat next = next_drawer();
  if (entry.seat != next && state_.position.boneyard > 0)
    object(entry.item, Law::false_claim,
           way().alone   ? fmt::format("{} has the right to lead, and only {} draws for the engine, not {}",
                                       name(next), name(next), name(entry.seat))
           : drawn_ == 0 ? fmt::format("{} draws for the engine first, not {}", name(next), name(entry.seat))
                         : fmt::format("After {} it is {} who draws for the engine, not {}", name(last_),
                                       name(next), name(entry.seat)));
  draw(entry);
}

/// The length of the last pass is not known; it ended with the player who had the engine.
void EngineSearch::draw_of_last_pass() {
  --drawers_left_;
  if (state_.position.boneyard == 0) {
    drawers_left_ = 0;
    return;
  }
  const Seat holder = !lines_.engine.empty() ? lines_.engine.front().seat : stated_starter(state_);
  const Seat seat = next_drawer();
  draw({*lines_.passes_item, seat, {}, {}});
  if (lines_.passes == 0 && lines_.turned.empty() && seat == holder) drawers_left_ = 0;
}

void EngineSearch::object_to_draw(const SetupEntry& entry) {
  const Position& position = state_.position;
  const auto refuse = [&](Law law, const std::string& message) { object(entry.item, law, message); };
  if (way().is_turned())
    refuse(Law::false_claim, "By these rules nobody draws for the engine: tiles are turned over");
  else if (way().redeals())
    refuse(Law::false_claim, "By these rules nobody draws for the engine: the tiles are dealt again");
  else if (position.boneyard == 0)
    refuse(Law::boneyard_empty, fmt::format("{} cannot draw from an empty boneyard", name(entry.seat)));
  else if (of_pass_ == 0 && limit_is_reached())
    refuse(Law::false_claim, "Everybody has drawn as often for the engine as is allowed");
  else if (finder_ != no_seat)
    refuse(Law::false_claim,
           fmt::format("{} has drawn the engine, and nobody draws for it after that", name(finder_)));
}

void EngineSearch::draw(const SetupEntry& entry) {
  object_to_draw(entry);
  if (state_.position.boneyard == 0) return;
  const engine::SearchWay way = this->way();
  const bool reveals = way.shows();
  Act act{.kind = reveals ? ActKind::reveal : ActKind::pick, .actor = entry.seat, .tile = entry.tile.id()};
  if (reveals && !entry.tile.known() && lines_.seeks.empty() && lines_.passes == 0) {
    // The last tile that came up is the engine, if it came into this hand.
    const bool holds = !lines_.engine.empty() ? lines_.engine.front().seat == entry.seat
                                              : stated_starter(state_) == entry.seat;
    const std::optional<SetTile> engine = written_engine(state_);
    if (holds && lines_.turned.empty() && engine && engine->known()) act.tile = engine->id();
  }
  // Drawing by turns stops as soon as an engine comes up.
  if (!way.in_unison() && is_wanted(entry.tile)) finder_ = entry.seat;
  state_.put_act(entry.item, state_.span_of(entry.item), act, true, entry.tile);
  ++drawn_;
  if (way.in_unison()) of_pass_ = drawn_ % state_.program.players;
  last_ = entry.seat;
  last_item_ = entry.item;
  if (is_wanted(entry.tile)) came_up_ = entry.tile.id();
  at_last_ = entry.tile;
}

void EngineSearch::turn_over() {
  const SetupEntry turned = lines_.turned.front();
  lines_.turned.pop_front();
  if (turned_ != no_tile) {
    object(turned.item, Law::false_claim,
           fmt::format("The {} was the engine, and nothing is turned over after it", tile_text(turned_)));
  } else if (way().is_turned()) {
    // As often as it takes.
  } else if (!is(state_.program.setup.then, SetupName::turn_over)) {
    object(turned.item, Law::false_claim, "By these rules no tiles are turned over for the engine");
  } else if (of_pass_ != 0 || !limit_is_reached()) {
    object(turned.item, Law::false_claim,
           "Tiles are not turned over while players still draw for the engine");
  }
  Act act;
  act.kind = ActKind::turn_over;
  act.tile = turned.tile.id();
  // The last tile that came up is the engine.
  if (lines_.turned.empty() && !turned.tile.known() && !lines_.engine.empty())
    act.tile = lines_.engine.front().tile.id();
  // If hands decide that nobody wrote down, the last one is the engine.
  const bool decidable = state_.hands_known || !reads_hands(state_.program, state_.program.setup.wanted);
  const bool is_it = decidable || !way().is_turned()
                         ? may_be_engine(state_.program, state_.position, act.tile)
                         : lines_.turned.empty();
  if (act.tile != no_tile && is_it) turned_ = act.tile;
  state_.put_act(turned.item, state_.span_of(turned.item), act, true, turned.tile);
}

/// An `engine` line alone implies that the tile was turned over last, if the engine is turned over anyhow.
/// False: it is not.
bool EngineSearch::imply_turned() {
  if (lines_.engine.empty()) return false;
  const SetupEntry& engine = lines_.engine.front();
  if (engine.seat != no_seat || !engine.tile.known()) return false;
  Act act;
  act.kind = ActKind::turn_over;
  act.tile = turned_ = engine.tile.id();
  state_.put_act(engine.item, engine.where, act, false, engine.tile);
  return true;
}

// -- the engine --------------------------------------------------------------------------------------

void EngineSearch::lay_engine() {
  SetupEntry engine;
  const bool turns = way().is_turned();
  if (lines_.engine.empty() && turned_ != no_tile) {
    const Act turned{ActKind::engine, no_seat, turned_, believed_starter(false)};
    return state_.put_act(state_.first_turn, {}, turned, false);
  }
  if (!lines_.engine.empty()) {
    engine = lines_.engine.front();
    lines_.engine.erase(lines_.engine.begin());
  } else {
    const TurnLine* line = first_turn(state_);
    if (line == nullptr) return;  // nothing was played: the record ends before the engine lies
    engine.item = state_.first_turn;
    if (turns)
      return state_.object(engine.item, engine_span(*line), Law::not_the_engine,
                           "The engine was turned over, and nothing says which tile it was",
                           "write all that was turned over, the engine last: turned 5-3 9-9");
    const auto* first = line->acts.empty() ? nullptr : std::get_if<TileAct>(&line->acts.front().what);
    // Its finder has laid it, where what is written first joins it and no hands are written, which are of
    // records that say all.
    if (const auto held = came_up_ == no_tile || state_.hands_known ? std::nullopt : held_engine();
        held && held->tile == came_up_ && joins(*held, first))
      return state_.put_act(engine.item, state_.span_of(last_item_), *held, false);
    if (first == nullptr || !first->place.empty()) {
      if (const auto held = held_engine()) return object_to_held(*held, *line);
      std::string help = "write the engine as the first tile of the first turn, or in an 'engine' line";
      const bool draws = !line->acts.empty() && std::holds_alternative<DrawAct>(line->acts.front().what);
      if (draws && !way().redeals())
        help += fmt::format("; draws for it stand in a line above, as in: seek {} ?",
                            short_name(state_.header, line->player));
      return state_.object(engine.item, line->player_at.span, Law::not_the_engine,
                           "The first tile of the first turn is the engine, and no tile stands here",
                           std::move(help));
    }
    const std::optional<SetTile> tile = state_.admit_act(engine.item, first->tile);
    if (!tile) return;
    engine.tile = *tile;
    engine.where = first->tile.at.span;
    engine.seat = line->player;
    state_.engine_in_turn = true;
  }
  if (!engine.tile.known())
    return state_.object(engine.item, engine.where, Law::not_the_engine,
                         "The engine has to be written with both its numbers");
  FoldAct step{engine.item, engine.where, {}, true, engine.tile};
  step.objected = object_to_engine(engine);
  const bool led = is(state_.program.setup.engine_from, SetupName::lead);
  step.act.kind = engine.seat != no_seat && led ? ActKind::lead : ActKind::engine;
  step.act.actor = turns ? no_seat : engine.seat;
  step.act.tile = engine.tile.id();
  step.act.whom = believed_starter(engine.seat != no_seat);
  state_.put(step);
}

/// True if the first tile of the first turn cannot be the engine, and can be laid to this one.
bool EngineSearch::joins(const Act& engine, const TileAct* first) const {
  const std::optional<SetTile> tile =
      first == nullptr ? std::nullopt : tile_in_set(state_.program, first->tile);
  if (!tile || !tile->known() || may_be_engine(state_.program, state_.position, tile->id())) return false;
  const auto has = [&](int pip) {
    return engine::high_of(tile->id()) == pip || engine::low_of(tile->id()) == pip;
  };
  return has(engine::high_of(engine.tile)) || has(engine::low_of(engine.tile));
}

/// The one tile of all known hands that may be the engine, laid by its holder.
std::optional<Act> EngineSearch::held_engine() const {
  const ActKind kind =
      is(state_.program.setup.engine_from, SetupName::lead) ? ActKind::lead : ActKind::engine;
  std::optional<Act> held;
  for (int seat = 0; seat < state_.program.players; ++seat) {
    for (int tile = 0; tile < state_.program.tile_kinds; ++tile) {
      const auto id = static_cast<TileId>(tile);
      if (!state_.position.hands[static_cast<std::size_t>(seat)].has(id) ||
          !may_be_engine(state_.program, state_.position, id))
        continue;
      if (held) return std::nullopt;
      held = Act{kind, static_cast<Seat>(seat), id, believed_starter(true)};
    }
  }
  return held;
}

/// Somebody who is known to hold the engine has not laid it. Goes on as if it had been laid.
void EngineSearch::object_to_held(const Act& held, const TurnLine& line) {
  const std::string tile = tile_text(held.tile);
  state_.object(
      state_.first_turn, line.player_at.span, Law::not_the_engine,
      fmt::format("{} holds the {}, which is the engine, and has not laid it", name(held.actor), tile),
      fmt::format("write the engine as the first tile of the first turn: {}: {}",
                  short_name(state_.header, held.actor), tile));
  state_.put_act(state_.first_turn, {}, held, false);
}

/// `held`: somebody holds the engine, and may have kept it back.
Seat EngineSearch::believed_starter(bool held) const {
  const StarterRests rests =
      starter_rests(state_.program, state_.position, state_.hands_known, held && drawn_ > 0);
  return rests == StarterRests::known ? no_seat : stated_starter(state_);
}

/// True if this player could not be asked for the engine now, as far as everybody sees, and that is said.
bool EngineSearch::object_to_engine(const SetupEntry& engine) {
  const auto refuse = [&](const std::string& message, const std::string& help = {}) {
    state_.object(engine.item, engine.where, Law::not_the_engine, message, help);
    return true;
  };
  const Seat seat = engine.seat;
  if (of_pass_ != 0) return refuse("All draw for the engine before anybody looks, and not all have");
  if (turned_ != no_tile) {
    if (seat == no_seat && engine.tile.id() == turned_) return false;
    return refuse(fmt::format("The {} was turned over and is the engine", tile_text(turned_)));
  }
  const engine::SearchWay way = this->way();
  if (way.is_turned())
    return refuse("The engine is turned over, and nobody holds it",
                  fmt::format("write it without a name: engine {}", tile_text(engine.tile.id())));
  if (seat == no_seat)
    return refuse("The engine comes from a hand here, and nobody is named",
                  fmt::format("write it like: engine {} {}", tile_text(engine.tile.id()),
                              short_name(state_.header, first())));
  if (way.alone && seat != first()) {
    state_.object(engine.item, engine.where, Law::turn_order,
                  fmt::format("{} has the right to lead, and it passes to nobody", name(first())));
    return true;
  }
  if (way.shows() && !way.in_unison() && drawn_ > 0 && at_last_ && is_wanted(*at_last_) &&
      (seat != last_ || engine.tile.id() != at_last_->id()))
    return refuse(fmt::format("The {} came up and is the engine", tile_text(at_last_->id())));
  const Seat next = next_drawer();
  if (way.one_by_one() && state_.position.boneyard > 0 && seat != next && seat != last_)
    return refuse(fmt::format("{} looks for the engine before {} does, and draws if there is none",
                              name(next), name(seat)));
  return false;
}

}  // namespace roundhouse::replay
