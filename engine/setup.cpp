// From shuffled tiles to the first turn: lots, the first player, the deal, and finding the engine.

#include <algorithm>
#include <bit>

#include "engine/flow.h"
#include "engine/fold.h"
#include "engine/legal.h"
#include "engine/search_way.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

using dsl::SetupName;

/// Redeals without a limit come to an end all the same, and so do draws that all go back.
constexpr int most_redeals = 1000;

SetupName engine_from(const Flow& flow) {
  return setup_name(flow.program, flow.position, flow.program.setup.engine_from, SetupName::hands);
}
SearchWay search_way(const Flow& flow) { return engine::search_way(flow.program, flow.position); }

Value lot_value(const Flow& flow, TileId tile) {
  return evaluate(flow.program, flow.position, {.tile = tile}, flow.program.setup.lots);
}

bool draws_lots(const Flow& flow) {
  if (flow.program.code.no_lots) return false;
  for (int tile = 0; tile < flow.program.tile_kinds; ++tile) {
    if (lot_value(flow, static_cast<TileId>(tile)) != absent) return true;
  }
  return false;
}

bool all_hands_known(const Flow& flow) {
  for (int seat = 0; seat < flow.program.players; ++seat) {
    if (unknown_tiles(flow.position, static_cast<Seat>(seat)) > 0) return false;
  }
  return true;
}

/// No engine can be had: the round is not played.
void void_round(Flow& flow) {
  put_aside_back(flow.position);
  flow.position.last_out = no_seat;
  flow.position.phase = Phase::over;
}

void begin_deal(Flow& flow);

void set_first(Flow& flow, Seat seat) {
  Position& position = flow.position;
  position.first = seat;
  if (engine_from(flow) != SetupName::aside) return begin_deal(flow);
  position.phase = Phase::aside;
  if (engine_set_aside(flow.program, position) == no_tile) void_round(flow);
}

void decide_first(Flow& flow, Seat drawn_by_lot) {
  const dsl::NodeRef first = flow.program.setup.first;
  Value seat = first.given() ? evaluate(flow.program, flow.position, {}, first) : absent;
  if (seat == absent && drawn_by_lot != no_seat) seat = Value{drawn_by_lot};
  flow.position.phase = Phase::first;
  if (seat != absent) set_first(flow, static_cast<Seat>(seat));
}

// Lots.

Seat next_drawer(const Position& position, int from) {
  for (int seat = from; seat < max_players; ++seat) {
    if ((position.drawing >> seat & 1U) != 0) return static_cast<Seat>(seat);
  }
  return no_seat;
}

/// A pass of lots is complete: one has won, or those tied draw again.
void compare_lots(Flow& flow) {
  Position& position = flow.position;
  std::uint16_t tied = 0;
  Value best = absent;
  for (int seat = 0; seat < flow.program.players; ++seat) {
    const auto bit = static_cast<std::uint16_t>(1U << seat);
    if ((position.drawing & bit) == 0) continue;
    const TileId lot = position.players[static_cast<std::size_t>(seat)].lot;
    const Value value = lot == no_tile ? absent : lot_value(flow, lot);
    if (tied == 0 || value > best) {
      tied = bit;
      best = value;
    } else if (value == best) {
      tied = static_cast<std::uint16_t>(tied | bit);
    }
  }
  const bool decided = std::has_single_bit(tied);
  position.drawing = tied;
  position.seeker = next_drawer(position, 0);
  if (!decided && position.boneyard > 0) return;
  // Not decided: the tiles have run out, and chance or agreement says who is first.
  const Seat winner = decided ? position.seeker : no_seat;
  position.drawing = 0;
  position.seeker = no_seat;
  put_aside_back(position);
  decide_first(flow, winner);
}

void draw_lot(Flow& flow, const Act& act) {
  Position& position = flow.position;
  position.players[index_of(act.actor)].lot = act.tile;
  if (act.tile != no_tile && take_from_boneyard(position)) position.aside.add(act.tile);
  if (position.phase != Phase::lots) return;
  position.seeker = next_drawer(position, act.actor + 1);
  if (position.seeker == no_seat || position.boneyard == 0) compare_lots(flow);
}

// The deal.

int deal_size(const Rules& program, const Position& position) {
  const dsl::Node& deal = program.nodes[static_cast<std::size_t>(program.setup.deal.value)];
  if (deal.op == dsl::Op::number) return deal.value;
  const Value tiles = evaluate(program, position, {}, program.setup.deal);
  return tiles == absent ? 0 : tiles;
}

/// The seat that is dealt the next tile: each one tile a pass; no_seat: everybody has all.
Seat next_dealt(const Flow& flow) {
  const int tiles = deal_size(flow.program, flow.position);
  Seat least = no_seat;
  for (int seat = 0; seat < flow.program.players; ++seat) {
    const int count = flow.position.players[static_cast<std::size_t>(seat)].count;
    if (count < tiles && (least == no_seat || count < flow.position.players[index_of(least)].count)) {
      least = static_cast<Seat>(seat);
    }
  }
  return flow.position.boneyard == 0 ? no_seat : least;
}

void look_for_engine(Flow& flow);

/// True if another deal again would still be looked at.
bool may_redeal(const Rules& program, const Position& position) {
  const dsl::SetupProgram& setup = program.setup;
  const Value limit = setup.redeal_limit.given() ? evaluate(program, position, {}, setup.redeal_limit) : 0;
  return limit <= 0 || position.redeals < limit;
}

/// All hands go back: the phase says so, or that there is no end to it. False: they stay.
[[gnu::noinline]] bool calls_for_redeal(Flow& flow, Redeal said) {
  Position& position = flow.position;
  if (!may_redeal(flow.program, position)) return false;
  const bool calls = said == Redeal::by_rules ? holds(flow.program, position, {}, flow.program.setup.redeal)
                                              : said == Redeal::goes_back;
  if (!calls) return false;
  if (position.redeals < most_redeals) {
    position.phase = Phase::redeal;
  } else {
    void_round(flow);
  }
  return true;
}

/// Settles the right to lead, unless a record has said so.
[[gnu::noinline]] void settle_leader(Flow& flow) {
  Position& position = flow.position;
  if (position.leader != no_seat || engine_from(flow) != SetupName::lead) return;
  const Value leader = evaluate(flow.program, position, {}, flow.program.setup.leader);
  position.leader = leader == absent ? first_of_players(position) : static_cast<Seat>(leader);
}

void go_on_dealing(Flow& flow, Seat starter = no_seat, Redeal said = Redeal::by_rules) {
  Position& position = flow.position;
  position.seeker = next_dealt(flow);
  if (position.seeker != no_seat) return;
  if (flow.program.setup.redeal.given() && calls_for_redeal(flow, said)) return;
  if (position.engine_tile != no_tile) return begin_play(flow, no_seat, starter);  // it was set aside
  if (flow.program.setup.leader.given()) settle_leader(flow);
  position.seeker = position.leader == no_seat ? position.first : position.leader;
  look_for_engine(flow);
}

void begin_deal(Flow& flow) {
  flow.position.phase = Phase::deal;
  go_on_dealing(flow);
}

// Finding the engine in hands.

void found(Flow& flow, Seat holder) {
  flow.position.holder = holder;
  flow.position.phase = engine_from(flow) == SetupName::lead ? Phase::lead : Phase::engine;
}

/// Nobody who looked has one: what the rules say then.
void not_found(Flow& flow) {
  Position& position = flow.position;
  const SearchWay way = search_way(flow);
  const bool redeals = way.redeals();
  const Value limit =
      flow.program.setup.limit.given() ? evaluate(flow.program, position, {}, flow.program.setup.limit) : 0;
  position.phase = Phase::seek;
  if (!may_any_be_wanted(flow.program, position)) return void_round(flow);
  // A referee who does not see all the hands waits for what the record says.
  if (!redeals && position.boneyard == 0 && all_hands_known(flow)) return void_round(flow);
  if (limit > 0 && position.passes >= limit) {
    if (setup_name(flow.program, position, flow.program.setup.then, SetupName::nothing) !=
            SetupName::turn_over ||
        position.boneyard == 0) {
      return void_round(flow);
    }
    position.phase = Phase::turn_over;
  } else if ((redeals || way.goes_back()) && position.passes >= most_redeals) {
    void_round(flow);
  }
}

/// The tiles of the boneyard are turned over, until one of them is the engine.
void turn_up(Flow& flow) {
  if (!may_any_be_wanted(flow.program, flow.position) || flow.position.boneyard == 0) return void_round(flow);
  flow.position.phase = Phase::turn_over;
}

void look_at_leader(Flow& flow) {
  const Seat leader = first_to_search(flow.position);
  if (!holds_any(flow.position, leader, wanted_in_hands(flow.program, flow.position))) return not_found(flow);
  found(flow, leader);
}

void look_at_all(Flow& flow) {
  const HeldEngine best = best_held_engine(flow.program, flow.position);
  if (!best.found()) return not_found(flow);
  if (engine_from(flow) != SetupName::lead) return found(flow, best.holder);
  const TileSet wanted = wanted_in_hands(flow.program, flow.position);
  Seat leader = first_to_search(flow.position);
  while (!holds_any(flow.position, leader, wanted)) leader = left_of(flow.program, leader);
  found(flow, leader);
}

/// Each looks in turn; where there is nothing left to draw the next one looks at once.
void look_in_turn(Flow& flow) {
  Position& position = flow.position;
  const TileSet wanted = wanted_in_hands(flow.program, position);
  for (int looked = 0; looked < flow.program.players; ++looked) {
    if (holds_any(position, position.seeker, wanted)) return found(flow, position.seeker);
    if (position.boneyard > 0) break;
    position.seeker = left_of(flow.program, position.seeker);
  }
  not_found(flow);
}

void look_for_engine(Flow& flow) {
  const SearchWay way = search_way(flow);
  if (way.is_turned()) {
    turn_up(flow);
  } else if (way.alone) {
    look_at_leader(flow);
  } else if (way.one_by_one()) {
    look_in_turn(flow);
  } else {
    look_at_all(flow);
  }
}

/// Passes the seeking on to the next player; true if everybody has had a go now.
bool pass_seeking_on(Flow& flow, const SearchWay& way, Seat from) {
  Position& position = flow.position;
  const Seat begins = first_to_search(position);
  position.seeker = way.alone ? begins : left_of(flow.program, from);
  const bool complete = position.seeker == begins;
  if (complete) ++position.passes;
  return complete;
}

void pick(Flow& flow, const Act& act) {
  Position& position = flow.position;
  const SearchWay way = search_way(flow);
  const bool unison = way.in_unison();
  const bool one_by_one = way.one_by_one();
  // Only in a record do players draw although somebody holds an engine; but where they look one by one, those
  // whose turn to look is still to come hold it in good faith, and so does who may not lead.
  if (!unison || position.seeker == first_to_search(position)) {
    const TileSet wanted = wanted_in_hands(flow.program, position);
    for (int seat = 0; seat < flow.program.players; ++seat) {
      if (one_by_one && seat != act.actor) continue;
      if (way.alone && seat != first_to_search(position)) continue;
      if (holds_any(position, static_cast<Seat>(seat), wanted)) {
        position.players[static_cast<std::size_t>(seat)].kept = true;
      }
    }
  }
  if (take_from_boneyard(position)) put_in_hand(position, act.actor, act.tile);
  if (one_by_one && best_engine_in_hand(flow.program, position, act.actor) != no_tile) {
    return found(flow, act.actor);
  }
  const bool complete = pass_seeking_on(flow, way, act.actor);
  position.phase = Phase::seek;
  if (unison && !complete && position.boneyard > 0) return;
  if (unison) position.seeker = first_to_search(position);
  look_for_engine(flow);
}

/// A draw of a pass that everybody shows at once.
void reveal_in_unison(Flow& flow, const SearchWay& way, Seat seat) {
  Position& position = flow.position;
  const bool complete = pass_seeking_on(flow, way, seat);
  position.phase = Phase::seek;
  if (!complete && position.boneyard > 0) return;
  // If there are too few tiles for all the pass ends without them.
  if (!complete) ++position.passes;
  if (way.goes_back()) put_aside_back(position);
  position.seeker = first_to_search(position);
  look_for_engine(flow);
  if (position.phase == Phase::engine || position.phase == Phase::lead) put_aside_back(position);
}

void reveal(Flow& flow, const Act& act) {
  Position& position = flow.position;
  const SearchWay way = search_way(flow);
  // A record in which it came up would have named the engine.
  const bool named = act.tile != no_tile;
  if ((!named && way.missing == SetupName::reveal) || !take_from_boneyard(position)) return;
  const bool is_one = named && is_wanted(flow.program, position, act.tile);
  if (is_one) {
    put_in_hand(position, act.actor, act.tile);
  } else if (named) {
    position.aside.add(act.tile);
  } else {
    ++position.unnamed_aside;
  }
  if (way.in_unison()) return reveal_in_unison(flow, way, act.actor);
  if (is_one) {
    put_aside_back(position);
    return found(flow, act.actor);
  }
  if (way.goes_back()) put_aside_back(position);
  pass_seeking_on(flow, way, act.actor);
  position.phase = Phase::seek;
  // If tiles are turned up all have looked once and for all.
  if (way.missing == SetupName::reveal) return not_found(flow);
  look_for_engine(flow);
}

void turn_over(Flow& flow, const Act& act) {
  Position& position = flow.position;
  if (act.tile == no_tile || !take_from_boneyard(position)) return;
  position.aside.add(act.tile);
  if (is_wanted(flow.program, position, act.tile)) {
    position.holder = no_seat;
    position.phase = Phase::engine;
  } else if (position.boneyard == 0) {
    void_round(flow);
  }
}

void take_hands_back(Flow& flow) {
  Position& position = flow.position;
  for (int seat = 0; seat < flow.program.players; ++seat) {
    const auto at = static_cast<std::size_t>(seat);
    position.boneyard = static_cast<std::uint16_t>(position.boneyard + position.players[at].count);
    position.players[at].count = 0;
    position.hands[at] = TileBag{};
  }
}

void redeal(Flow& flow) {
  Position& position = flow.position;
  if (position.phase == Phase::over) return position.voided ? begin_again(flow) : void();
  ++(position.phase == Phase::redeal ? position.redeals : position.passes);
  take_hands_back(flow);
  begin_deal(flow);
}

// The engine comes to lie.

void open_trains(Flow& flow) {
  Position& position = flow.position;
  const TileId tile = position.engine_tile;
  for (std::size_t train = 0; train < flow.program.trains.size(); ++train) {
    const bool high = flow.program.trains[train].starts == dsl::CentreHalf::high;
    insert_end(position, {.serial = position.next_serial++,
                          .group = 0,
                          .pip = static_cast<std::uint8_t>(high ? high_of(tile) : low_of(tile)),
                          .train = static_cast<std::uint8_t>(train),
                          .tile = tile,
                          .tail = true,
                          .start = true});
  }
}

void place_engine(Flow& flow, TileId tile, Seat holder) {
  Position& position = flow.position;
  position.engine_tile = tile;
  position.holder = holder;
  put_on_table(position, tile);
  if (is_double(tile)) {
    position.engine_again = (position.used >> high_of(tile) & 1U) != 0;
    position.used |= 1U << high_of(tile);
  }
  open_trains(flow);
  flow.note({.kind = Happening::Kind::engine_lies, .seat = holder, .number = tile});
}

void lay_engine(Flow& flow, const Act& act) {
  Position& position = flow.position;
  if (position.engine_tile != no_tile || act.tile == no_tile) return;
  if (act.actor != no_seat) {
    take_from_hand(position, act.actor, act.tile);
  } else if (position.aside.has(act.tile)) {
    position.aside.remove(act.tile);
  } else {
    take_from_boneyard(position);
  }
  put_aside_back(position);
  place_engine(flow, act.tile, act.actor);
  position.seeker = no_seat;
  if (act.kind == ActKind::engine && position.phase == Phase::aside) return begin_deal(flow);
  begin_play(flow, act.kind == ActKind::lead ? act.actor : no_seat, act.whom);
}

// Acts of chance before anything else.

void begin_lots(Flow& flow) {
  Position& position = flow.position;
  // In a round that is dealt again the same player is first.
  if (position.voids > 0 && position.first != no_seat) return set_first(flow, position.first);
  if (!draws_lots(flow)) return decide_first(flow, no_seat);
  position.phase = Phase::lots;
  position.drawing = static_cast<std::uint16_t>((1U << flow.program.players) - 1);
  position.seeker = 0;
}

/// The next fact that chance decides and has not decided yet; behind the last of them all of the schedule is
/// known.
void go_on_casting(Flow& flow) {
  Position& position = flow.position;
  const std::vector<dsl::FactSlot>& facts = flow.program.facts;
  const auto is_due = [&](const dsl::FactSlot& fact) {
    return fact.by_chance() && position.facts[static_cast<std::size_t>(fact.slot)] == absent;
  };
  while (position.casting < facts.size() && !is_due(facts[position.casting])) ++position.casting;
  if (position.casting < facts.size()) {
    position.phase = Phase::cast;
    return;
  }
  position.casting = 0;
  // Not over any more, and its own to ask: `match.double`.
  position.phase = Phase::lots;
  if (position.scheduled < 0)
    position.scheduled = static_cast<std::int16_t>(scheduled_double(flow.program, position).value_or(-1));
  begin_lots(flow);
}

}  // namespace

void begin_setup(Flow& flow) { go_on_casting(flow); }

void apply_cast(Flow& flow, const Act& act) {
  Position& position = flow.position;
  if (position.phase != Phase::cast) return;
  const dsl::FactSlot& fact = flow.program.facts[position.casting];
  position.facts[static_cast<std::size_t>(fact.slot)] = act.amount;
  ++position.casting;
  go_on_casting(flow);
}

void apply_first(Flow& flow, const Act& act) {
  Position& position = flow.position;
  if (position.phase > Phase::first) {
    position.first = act.actor;  // a record that says what is so
    return;
  }
  position.drawing = 0;
  put_aside_back(position);
  set_first(flow, act.actor);
}

void apply_deal(Flow& flow, const Act& act) {
  Position& position = flow.position;
  if (take_from_boneyard(position)) put_in_hand(position, act.actor, act.tile);
  if (position.phase == Phase::deal) go_on_dealing(flow, act.whom, static_cast<Redeal>(act.amount));
}

void apply_lot(Flow& flow, const Act& act) { draw_lot(flow, act); }
void apply_pick(Flow& flow, const Act& act) { pick(flow, act); }
void apply_reveal(Flow& flow, const Act& act) { reveal(flow, act); }
void apply_turn_over(Flow& flow, const Act& act) { turn_over(flow, act); }
void apply_redeal(Flow& flow, const Act&) { redeal(flow); }
void apply_engine(Flow& flow, const Act& act) { lay_engine(flow, act); }
void apply_lead(Flow& flow, const Act& act) { lay_engine(flow, act); }

std::optional<int> tiles_to_deal(const Rules& program, const Position& position) {
  const dsl::Node& deal = program.nodes[static_cast<std::size_t>(program.setup.deal.value)];
  if (!is_within(deal.level, dsl::Level::round)) return std::nullopt;
  for (int seat = 0; seat < program.players; ++seat) {
    if (position.players[static_cast<std::size_t>(seat)].count != 0) return std::nullopt;
  }
  return std::min<int>(position.boneyard, std::max(0, deal_size(program, position)) * program.players);
}

std::optional<bool> redeal_after(const Rules& program, const Position& position, const Act& deal) {
  if (!program.setup.redeal.given() || position.phase != Phase::deal) return std::nullopt;
  Position after = position;
  Flow flow(program, after);
  if (take_from_boneyard(after)) put_in_hand(after, deal.actor, deal.tile);
  if (next_dealt(flow) != no_seat || !may_redeal(program, after)) return std::nullopt;
  return holds(program, after, {}, program.setup.redeal);
}

void end_deal(Flow& flow, int tiles) {
  Position& position = flow.position;
  const int players = flow.program.players;
  for (int seat = 0; seat < players; ++seat) {
    position.players[static_cast<std::size_t>(seat)].count =
        static_cast<std::uint16_t>(tiles / players + (seat < tiles % players ? 1 : 0));
  }
  position.boneyard = static_cast<std::uint16_t>(position.boneyard - tiles);
  go_on_dealing(flow);
}

std::vector<Act> equal_engines(const Rules& program, const Position& position) {
  if (!ties_go_by_lot(program, position)) return {};
  const bool aside = position.phase == Phase::aside;
  if (!aside && (position.phase != Phase::engine || position.holder == no_seat)) return {};
  std::vector<HeldEngine> equal;
  if (aside) {
    equal = best_to_set_aside(program, position);
  } else {
    // A player who looks alone competes with no other hand.
    const bool of_one = engine::search_way(program, position).one_by_one();
    equal = best_held_engines(program, position, of_one ? position.holder : no_seat);
  }
  std::vector<Act> acts;
  for (const HeldEngine& each : equal)
    acts.push_back({.kind = ActKind::engine, .actor = each.holder, .tile = each.tile});
  return acts;
}

Expected expected(const Rules& program, const Position& position) {
  const auto chance = [&](ActKind kind) {
    return Expected{Next::chance, {.kind = kind, .actor = position.seeker}};
  };
  const auto engine = [&](TileId tile, Seat holder) {
    if (program.setup.ties.given() && equal_engines(program, position).size() > 1)
      return Expected{Next::chance, {.kind = ActKind::engine}};
    return Expected{Next::forced, {.kind = ActKind::engine, .actor = holder, .tile = tile}};
  };
  switch (position.phase) {
    case Phase::cast:
      return {Next::chance, {.kind = ActKind::cast, .declared = position.casting}};
    case Phase::lots:
      return chance(ActKind::lot);
    case Phase::first:
      return {Next::chance, {.kind = ActKind::first}};
    case Phase::aside:
      return engine(engine_set_aside(program, position), no_seat);
    case Phase::deal:
      return chance(ActKind::deal);
    case Phase::redeal:
      return {Next::forced, {.kind = ActKind::redeal}};
    case Phase::seek: {
      const SearchWay way = engine::search_way(program, position);
      if (way.redeals()) return {Next::forced, {.kind = ActKind::redeal}};
      return chance(way.shows() ? ActKind::reveal : ActKind::pick);
    }
    case Phase::turn_over:
      return {Next::chance, {.kind = ActKind::turn_over}};
    case Phase::engine: {
      if (position.holder != no_seat) {
        return engine(best_engine_in_hand(program, position, position.holder), position.holder);
      }
      TileId turned = no_tile;
      for_each_tile(position.aside.once, [&](TileId tile) {
        if (is_wanted(program, position, tile)) turned = tile;
      });
      return engine(turned, no_seat);
    }
    case Phase::lead:
      return {Next::choice, {}};
    case Phase::play:
      if (position.pulling != 0) {
        const auto seat = static_cast<Seat>(std::countr_zero(position.pulling));
        return {Next::chance, {.kind = ActKind::pull, .actor = seat}};
      }
      return {Next::choice, {}};
    case Phase::over:
      return {Next::over, {}};
  }
  return {};
}

}  // namespace roundhouse::engine
