// The setup, step by step: lots, the first player, the deal, the search for the engine.

#include <algorithm>
#include <utility>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

using dsl::SetupName;

void put(Tiles& tiles, Tile tile) { tiles.insert(std::upper_bound(tiles.begin(), tiles.end(), tile), tile); }

bool holds_tile(const Tiles& tiles, Tile tile) {
  return std::find(tiles.begin(), tiles.end(), tile) != tiles.end();
}

bool take(Tiles& tiles, Tile tile) {
  const auto found = std::find(tiles.begin(), tiles.end(), tile);
  if (found == tiles.end()) return false;
  tiles.erase(found);
  return true;
}

SlowGame::SlowGame(const dsl::CheckedRules& checked, int players, const std::vector<int>& ages)
    : rules(checked) {
  table.players.resize(static_cast<std::size_t>(players));
  for (std::size_t i = 0; i < ages.size() && i < table.players.size(); ++i) table.players[i].age = ages[i];
}

SetupName SlowGame::setup_name(const dsl::TypedExpr& expr) const {
  return static_cast<SetupName>(std::get<Name>(read(expr, {})).id);
}

Tiles SlowGame::whole_set() const {
  const int highest = as<int>(read(rules.setup.highest, {})).value_or(0);
  const int copies = as<int>(read(rules.setup.copies, {})).value_or(0);
  Tiles tiles;
  for (int high = 0; high <= highest; ++high) {
    for (int low = 0; low <= high; ++low) {
      for (int copy = 0; copy < copies; ++copy) tiles.push_back({high, low});
    }
  }
  return tiles;
}

bool SlowGame::wanted(Tile tile) const {
  Moment moment;
  moment.tile = tile;
  if (rules.setup.wanted) return std::get<bool>(read(*rules.setup.wanted, moment));
  return tile.high == tile.low && table.scheduled == tile.high;
}

namespace {

/// Asks for hands, how many tiles there are in them or in the boneyard, or who kept an engine back.
bool asks_where_tiles_lie(const dsl::CheckedRules& rules, const dsl::TypedExpr& expr) {
  if (expr.op == dsl::Op::word &&
      asks_where_tiles_lie(rules, rules.words[static_cast<std::size_t>(expr.index)].is))
    return true;
  if (expr.op == dsl::Op::member) switch (static_cast<dsl::Member>(expr.index)) {
      case dsl::Member::player_hand:
      case dsl::Member::player_count:
      case dsl::Member::player_kept:
      case dsl::Member::round_boneyard:
        return true;
      default:
        break;
    }
  return std::any_of(expr.args.begin(), expr.args.end(),
                     [&](const dsl::TypedExpr& arg) { return asks_where_tiles_lie(rules, arg); });
}

/// Asks for a fact, itself or in a word.
bool asks_facts(const dsl::CheckedRules& rules, const dsl::TypedExpr& expr) {
  if (expr.op == dsl::Op::fact) return true;
  if (expr.op == dsl::Op::word && asks_facts(rules, rules.words[static_cast<std::size_t>(expr.index)].is))
    return true;
  return std::any_of(expr.args.begin(), expr.args.end(),
                     [&](const dsl::TypedExpr& arg) { return asks_facts(rules, arg); });
}

}  // namespace

/// Now, or once the tiles lie otherwise.
bool SlowGame::anything_wanted() const {
  if (rules.setup.wanted && asks_where_tiles_lie(rules, *rules.setup.wanted)) return true;
  const Tiles set = whole_set();
  return std::any_of(set.begin(), set.end(), [&](Tile tile) { return wanted(tile); });
}

/// Those that nothing comes before but their order.
std::vector<SlowGame::Choice> SlowGame::best_of(const std::vector<Choice>& choices) const {
  std::vector<Choice> best;
  std::optional<int> best_number;
  for (const Choice& choice : choices) {
    Moment moment;
    moment.tile = choice.first;
    moment.holder = choice.second;
    const auto number =
        rules.setup.best ? as<int>(read(*rules.setup.best, moment)) : std::optional(choice.first.high);
    if (!best.empty() && number < best_number) continue;  // absent is less than any number
    if (number > best_number) best.clear();
    best_number = number;
    if (std::find(best.begin(), best.end(), choice) == best.end()) best.push_back(choice);
  }
  return best;
}

/// The best of the wanted tiles in these hands: ties by tile, then by place after round.first.
std::optional<std::pair<Tile, std::optional<Seat>>> SlowGame::best_wanted(
    const std::vector<Seat>& holders) const {
  const std::vector<Choice> best = best_of(wanted_in(holders));
  return best.empty() ? std::nullopt : std::optional(best.front());
}

/// All wanted tiles in these hands, by tile, then by place after round.first.
std::vector<SlowGame::Choice> SlowGame::wanted_in(const std::vector<Seat>& holders) const {
  std::vector<Choice> held;
  for (Tile face : whole_set()) {
    if (!wanted(face)) continue;
    for (Seat seat : seats_in_order())
      if (std::find(holders.begin(), holders.end(), seat) != holders.end() && holds_tile(at(seat).hand, face))
        held.emplace_back(face, seat);
  }
  return held;
}

// How the engine is looked for.

bool SlowGame::is_led() const { return setup_name(rules.setup.engine_from) == SetupName::lead; }
bool SlowGame::only_leader() const {
  return is_led() && rules.setup.passes && setup_name(*rules.setup.passes) == SetupName::never;
}
bool SlowGame::ties_by_lot() const {
  return rules.setup.ties && setup_name(*rules.setup.ties) == SetupName::lot;
}
SetupName SlowGame::drawn_tiles() const {
  return rules.setup.drawn ? setup_name(*rules.setup.drawn) : SetupName::keep;
}

/// Who looks for the engine and draws for it, in this order.
std::vector<Seat> SlowGame::searchers() const {
  std::vector<Seat> order = seats_in_order();
  if (!is_led() || !rules.setup.leader) return only_leader() ? std::vector<Seat>{order.front()} : order;
  const auto leader = as<Player>(read(*rules.setup.leader, {}));
  if (leader) std::rotate(order.begin(), std::find(order.begin(), order.end(), leader->seat), order.end());
  if (only_leader()) order.resize(1);
  return order;
}

/// One player alone does one thing after the other, whatever several would do.
SetupName SlowGame::way_of_missing() const {
  const SetupName way = setup_name(rules.setup.missing);
  const bool draws = way == SetupName::unison || way == SetupName::one_by_one;
  return draws && only_leader() ? SetupName::in_turn : way;
}

bool SlowGame::game_over() const {
  if (table.round == 0 || is_dealt_again()) return false;
  if (table.last_round) return true;
  const dsl::Match& match = rules.match;
  if (match.over && std::get<bool>(read(*match.over, {}))) return true;
  if (!match.rounds) return !match.over;
  return table.round >= as<int>(read(*match.rounds, {})).value_or(1);
}

bool SlowGame::match_over() const {
  const int games = rules.match.games ? as<int>(read(*rules.match.games, {})).value_or(1) : 1;
  return game_over() && table.game >= games;
}

int SlowGame::joining_points() const {
  return rules.match.joins ? as<int>(read(*rules.match.joins, {})).value_or(0) : 0;
}

SlowGame SlowGame::going_on(const dsl::CheckedRules& now, int players, const std::vector<Seat>& seats) const {
  SlowGame next(now, players);
  const auto moved = [&](std::optional<Seat> seat) {
    return seat ? std::optional(seats.at(static_cast<std::size_t>(*seat))) : std::nullopt;
  };
  Table& to = next.table;
  to.game = table.game;
  to.round = table.round;
  to.used = table.used;
  to.first_before = moved(table.first_before);
  to.first = moved(table.first);
  to.last_out = moved(table.last_out);
  to.last_round = table.last_round;
  to.scheduled = table.scheduled;
  to.winner = moved(table.winner);
  to.voided = table.voided;
  to.voids = table.voids;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    AtTable& player = next.at(seats[seat]);
    player.total = table.players[seat].total;
    player.points = table.players[seat].points;
    player.age = table.players[seat].age;
    player.placement = table.players[seat].placement;
  }
  const Tiles set = next.whole_set();
  for (const auto& [key, value] : table.facts) {
    const dsl::Fact& fact = rules.facts[key.first];
    const auto same = std::find_if(now.facts.begin(), now.facts.end(),
                                   [&](const dsl::Fact& other) { return other.name == fact.name; });
    if (same == now.facts.end() || fact.of == dsl::Scope::train) continue;
    Value kept = value;
    if (const Player* who = std::get_if<Player>(&kept)) kept = Player{*moved(who->seat)};
    if (const Tile* face = std::get_if<Tile>(&kept); face && !holds_tile(set, *face)) continue;
    const Seat whose = fact.of == dsl::Scope::player ? *moved(key.second) : key.second;
    to.facts[{static_cast<std::size_t>(same - now.facts.begin()), whose}] = kept;
  }
  // What the places of the game are worth says who has played it, by the rules of then.
  next.places_.emplace(next.table.players.size(), 0);
  const std::vector<int> worth = places_ ? *places_ : worth_of_places();
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    (*next.places_)[static_cast<std::size_t>(seats[seat])] = worth[seat];
  return next;
}

/// Of each player's place in the game that is over.
std::vector<int> SlowGame::worth_of_places() const {
  std::vector<int> worth(table.players.size(), 0);
  for (Seat seat = 0; rules.match.points && seat < player_count(); ++seat) {
    Moment moment;
    moment.me = seat;
    worth[static_cast<std::size_t>(seat)] = as<int>(read(*rules.match.points, moment)).value_or(0);
  }
  return worth;
}

void SlowGame::begin_round(std::optional<bool> said) {
  const bool new_game = table.round > 0 && said ? *said : game_over();
  const bool again = is_dealt_again() && !new_game;
  // All places are asked for before anything of the game is gone.
  std::vector<int> worth(table.players.size(), 0);
  if (new_game) worth = places_ ? *places_ : worth_of_places();
  places_.reset();
  for (std::size_t seat = 0; seat < worth.size(); ++seat)
    table.players[seat].placement =
        std::clamp(table.players[seat].placement + worth[seat], -1'000'000'000, 1'000'000'000);
  for (AtTable& player : table.players) {
    player.total = new_game ? 0 : player.total + player.points;
    player.hand.clear();
    player.points = player.turns = player.pulls = 0;
    player.lot.reset();
    player.kept = false;
  }
  Table fresh;
  fresh.game = table.game + (new_game ? 1 : 0);
  fresh.round = new_game ? 1 : table.round + 1;
  if (!new_game) fresh.used = table.used;
  fresh.first_before = table.first ? table.first : table.first_before;
  fresh.last_out = table.last_out;
  fresh.players = table.players;
  fresh.facts = table.facts;
  fresh.boneyard = whole_set();
  fresh.stage = Stage::lots;
  if (again) {
    fresh.round = table.round;
    fresh.scheduled = table.scheduled;
    fresh.voids = table.voids + 1;
    fresh.first = fresh.first_again = table.first;
    fresh.first_before = table.first_before;
  }
  fresh.used_before = fresh.used;
  table = fresh;
  clear_facts(dsl::Scope::turn);
  clear_facts(dsl::Scope::round);
  if (new_game) clear_facts(dsl::Scope::game);
  if (!again && rules.match.scheduled && !asks_facts(rules, *rules.match.scheduled)) schedule();
  cast_next();
}

void SlowGame::schedule() {
  table.scheduled = as<int>(read(*rules.match.scheduled, {}));
  if (table.scheduled < 0 || table.scheduled > 18)
    table.scheduled.reset();  // no number of pips, so no double
}

// 0. What chance decides; then the schedule can be asked.

void SlowGame::cast_next() {
  for (std::size_t fact = 0; fact < rules.facts.size(); ++fact) {
    if (rules.facts[fact].chance && !table.facts.contains({fact, -1})) {
      table.stage = Stage::cast;
      return;
    }
  }
  table.stage = Stage::lots;
  if (!table.scheduled && rules.match.scheduled) schedule();
  begin_lots();
}

// 1. Lots.

void SlowGame::begin_lots() {
  if (table.first_again) {
    table.first = table.first_again;
    return first_known();
  }
  const Tiles set = whole_set();
  const bool drawn = rules.setup.lots && std::any_of(set.begin(), set.end(), [&](Tile face) {
                       Moment moment;
                       moment.tile = face;
                       return !is_absent(read(*rules.setup.lots, moment));
                     });
  if (!drawn) return choose_first(std::nullopt);
  table.stage = Stage::lots;
  for (Seat seat = 0; seat < player_count(); ++seat) table.contenders.push_back(seat);
  table.waiting.assign(table.contenders.begin(), table.contenders.end());
}

void SlowGame::judge_lots() {
  const auto value = [&](Seat seat) {
    Moment moment;
    moment.tile = at(seat).lot;
    return as<int>(read(*rules.setup.lots, moment));
  };
  std::optional<int> greatest;
  for (Seat seat : table.contenders) greatest = std::max(greatest, value(seat));
  std::erase_if(table.contenders, [&](Seat seat) { return value(seat) != greatest; });
  if (table.contenders.size() > 1 && !table.boneyard.empty()) {
    table.waiting.assign(table.contenders.begin(), table.contenders.end());
    return;
  }
  aside_goes_back();
  choose_first(table.contenders.size() == 1 ? std::optional(table.contenders[0]) : std::nullopt);
}

void SlowGame::aside_goes_back() {
  for (Tile tile : table.aside) put(table.boneyard, tile);
  table.aside.clear();
}

// 2. The first player.

void SlowGame::choose_first(std::optional<Seat> winner) {
  if (rules.setup.first) {
    if (const auto player = as<Player>(read(*rules.setup.first, {}))) winner = player->seat;
  }
  table.stage = Stage::first;
  if (!winner) return;
  table.first = winner;
  first_known();
}

// 3. An engine set aside lies before the deal.

void SlowGame::first_known() {
  if (setup_name(rules.setup.engine_from) != SetupName::aside) return begin_deal();
  std::vector<Choice> all;
  for (Tile face : whole_set())
    if (wanted(face)) all.emplace_back(face, std::nullopt);
  if (all.empty()) return void_round();
  find_one(best_of(all));
}

// 4. The deal.

void SlowGame::begin_deal() {
  table.stage = Stage::deal;
  table.each = as<int>(read(rules.setup.deal, {})).value_or(0);
  table.dealt = 0;
  deal_on();
}

void SlowGame::deal_on() {
  if (table.dealt < table.each * player_count() && !table.boneyard.empty()) return;
  table.hands_dealt = true;
  if (rules.setup.redeal) {
    const int limit = rules.setup.redeal_limit ? as<int>(read(*rules.setup.redeal_limit, {})).value_or(0) : 0;
    const bool asked = limit <= 0 || table.hand_redeals < limit;
    if (asked && std::get<bool>(read(*rules.setup.redeal, {}))) {
      if (table.hand_redeals == 1000) return void_round();
      table.hands_go_back = true;
      table.stage = Stage::redeal;
      return;
    }
  }
  if (table.engine) return begin_play(false);
  seek();
}

// 5. The search for the engine.

void SlowGame::seek() {
  if (!anything_wanted()) return void_round();
  if (setup_name(rules.setup.engine_from) == SetupName::turned) {
    if (table.boneyard.empty()) return void_round();
    table.stage = Stage::turn_over;
    return;
  }
  if (way_of_missing() == SetupName::one_by_one) return one_by_one(searchers().front());
  if (is_led()) {
    for (Seat seat : searchers()) {
      if (const auto best = best_wanted({seat})) return find(best->first, seat);
    }
  } else if (best_wanted(seats_in_order())) {
    return find_held(seats_in_order());
  }
  seek_on();
}

/// Nobody holds a wanted tile: what comes next.
void SlowGame::seek_on() {
  table.stage = Stage::seek;
  const std::vector<Seat> order = searchers();
  const int each = static_cast<int>(order.size());
  const bool back = drawn_tiles() == SetupName::back;
  switch (way_of_missing()) {
    case SetupName::unison:
      if (limit_reached(table.passes, 1)) return give_up();
      if (table.boneyard.empty() || (back && table.passes >= 1000)) return void_round();
      table.waiting.assign(order.begin(), order.end());
      return;
    case SetupName::in_turn:
    case SetupName::reveal:
      if (limit_reached(table.picks, each)) return give_up();
      if (table.boneyard.empty() || (back && table.picks >= 1000 * each)) return void_round();
      table.waiting = {order[static_cast<std::size_t>(table.picks % each)]};
      return;
    case SetupName::redeal:
      if (limit_reached(table.redeals, 1)) return give_up();
      if (table.redeals >= 1000) return void_round();
      table.stage = Stage::redeal;
      return;
    default:
      return void_round();
  }
}

/// `least`: how much one unit of the limit is.
bool SlowGame::limit_reached(int made, int least) const {
  const int limit = rules.setup.limit ? as<int>(read(*rules.setup.limit, {})).value_or(0) : 0;
  return limit > 0 && made >= limit * least;
}

/// From this player on each looks, then draws one and looks again; nobody looks out of turn.
void SlowGame::one_by_one(Seat seat) {
  table.stage = Stage::seek;
  for (int looked = 0; looked < player_count(); ++looked, seat = left_of(seat)) {
    if (best_wanted({seat})) return find_held({seat});
    if (limit_reached(table.picks, player_count())) return give_up();
    if (drawn_tiles() == SetupName::back && table.picks >= 1000 * player_count()) return void_round();
    if (table.boneyard.empty()) continue;
    table.waiting = {seat};
    return;
  }
  void_round();
}

/// The limit of draws is reached.
void SlowGame::give_up() {
  if (setup_name(rules.setup.then) != SetupName::turn_over || table.boneyard.empty()) return void_round();
  table.stage = Stage::turn_over;
}

void SlowGame::find(Tile tile, std::optional<Seat> holder) {
  const bool led = holder && setup_name(rules.setup.engine_from) == SetupName::lead;
  table.stage = led ? Stage::lead : Stage::engine;
  table.found = tile;
  table.holder = holder;
}

/// One of these, all as good as each other: the first, or the lot decides.
void SlowGame::find_one(const std::vector<Choice>& choices) {
  find(choices.front().first, choices.front().second);
  if (ties_by_lot() && choices.size() > 1) table.lots = choices;
}

/// The best in these hands.
void SlowGame::find_held(const std::vector<Seat>& holders) {
  if (is_led()) return find(best_wanted(holders)->first, holders.front());
  find_one(best_of(wanted_in(holders)));
}

void SlowGame::apply_pick(const Act& act) {
  const Seat seat = *act.actor;
  const bool one_by_one_look = way_of_missing() == SetupName::one_by_one;
  // Somebody held a wanted tile and yet all draw on: only a record can say so. Where they look one by one, it
  // is only the player whose turn it is to look who can keep one.
  if (table.stage == Stage::engine || table.stage == Stage::lead) {
    for (Seat each : searchers()) {
      if (best_wanted({each}) && (!one_by_one_look || each == seat)) at(each).kept = true;
    }
    table.stage = Stage::seek;
    table.lots.clear();
    const std::vector<Seat> order = searchers();
    table.waiting.assign(order.begin(), order.end());
  }
  if (!take(table.boneyard, *act.tile)) return;
  put(at(seat).hand, *act.tile);
  ++table.picks;
  switch (way_of_missing()) {
    case SetupName::unison:
      std::erase(table.waiting, seat);
      if (!table.waiting.empty() && !table.boneyard.empty()) return;
      ++table.passes;
      return seek();
    case SetupName::one_by_one:
      if (best_wanted({seat})) return find_held({seat});
      return one_by_one(left_of(seat));
    default:
      return seek();
  }
}

/// A tile drawn for the engine that all see.
void SlowGame::apply_reveal(const Act& act) {
  const Seat seat = *act.actor;
  take(table.boneyard, *act.tile);
  ++table.picks;
  const bool is_one = wanted(*act.tile);
  put(is_one ? at(seat).hand : table.aside, *act.tile);
  const bool back = drawn_tiles() == SetupName::back;
  if (way_of_missing() == SetupName::unison) {
    std::erase(table.waiting, seat);
    if (!table.waiting.empty() && !table.boneyard.empty()) return;
    ++table.passes;
    if (back) aside_goes_back();
    seek();
    if (table.stage == Stage::engine || table.stage == Stage::lead) aside_goes_back();
    return;
  }
  if (back || is_one) aside_goes_back();
  if (is_one) return find(*act.tile, seat);
  if (way_of_missing() == SetupName::one_by_one) return one_by_one(left_of(seat));
  if (way_of_missing() == SetupName::reveal) return seek_on();
  seek();
}

void SlowGame::apply_setup(const Act& act) {
  switch (act.kind) {
    case ActKind::lot:
      take(table.boneyard, *act.tile);
      put(table.aside, *act.tile);
      at(*act.actor).lot = act.tile;
      std::erase(table.waiting, *act.actor);
      if (table.waiting.empty() || table.boneyard.empty()) judge_lots();
      return;
    case ActKind::cast:
      if (rules.facts[act.declared].type == dsl::Type::player)
        table.facts[{act.declared, -1}] = Player{act.amount};
      else
        table.facts[{act.declared, -1}] = act.amount;
      return cast_next();
    case ActKind::first:
      table.first = act.actor;
      return first_known();
    case ActKind::deal:
      take(table.boneyard, *act.tile);
      put(at(*act.actor).hand, *act.tile);
      ++table.dealt;
      return deal_on();
    case ActKind::pick:
      return apply_pick(act);
    case ActKind::reveal:
      return apply_reveal(act);
    case ActKind::redeal:
      for (AtTable& player : table.players) {
        for (Tile tile : player.hand) put(table.boneyard, tile);
        player.hand.clear();
      }
      ++(std::exchange(table.hands_go_back, false) ? table.hand_redeals : table.redeals);
      return begin_deal();
    case ActKind::turn_over:
      take(table.boneyard, *act.tile);
      put(table.aside, *act.tile);
      if (wanted(*act.tile)) return find(*act.tile, std::nullopt);
      if (table.boneyard.empty()) void_round();
      return;
    case ActKind::engine:
      return put_engine(*act.tile, act.actor, false);
    case ActKind::lead:
      return put_engine(*act.tile, act.actor, true);
    default:
      return;
  }
}

// 6. The engine lies.

void SlowGame::put_engine(Tile tile, std::optional<Seat> holder, bool led) {
  table.lots.clear();
  if (holder) {
    take(at(*holder).hand, tile);
  } else if (!take(table.aside, tile)) {
    take(table.boneyard, tile);
  }
  aside_goes_back();
  table.holder = holder;
  table.engine = tile;
  table.centre.push_back(tile);
  if (tile.high == tile.low) table.used.push_back(tile.high);
  build_trains(tile);
  if (!table.hands_dealt) return begin_deal();
  begin_play(led);
}

void SlowGame::build_trains(Tile engine) {
  for (std::size_t kind = 0; kind < rules.trains.size(); ++kind) {
    const dsl::TrainKind& row = rules.trains[kind];
    if (row.gone) continue;
    const int count = row.count ? as<int>(read(*row.count, {})).value_or(0) : 1;
    std::vector<std::optional<Seat>> owners;
    if (row.of == dsl::TrainOwner::all) owners.emplace_back(std::nullopt);
    for (Seat seat = 0; row.of == dsl::TrainOwner::each && seat < player_count(); ++seat) {
      owners.emplace_back(seat);
    }
    for (const auto& owner : owners) {
      for (int i = 0; i < count; ++i) {
        End start;
        start.serial = table.next_serial++;
        start.pip = row.starts == dsl::CentreHalf::high ? engine.high : engine.low;
        start.train = table.trains.size();
        start.tile = engine;
        start.tail = start.start = true;
        table.ends.push_back(start);
        table.trains.push_back({kind, owner, false});
      }
    }
  }
}

void SlowGame::begin_play(bool led) {
  Moment moment;
  moment.holder = table.holder;
  std::optional<Player> starter;
  if (rules.setup.starter) starter = as<Player>(read(*rules.setup.starter, moment));
  table.starter = starter ? std::optional(starter->seat) : table.holder ? table.holder : table.first;
  table.stage = Stage::play;
  Moment event;
  event.tile = table.engine;
  if (led) {
    event.me = table.holder;
    event.tile_in_hand = false;
    raise(dsl::BuiltInEvent::lead, event);
  }
  event.me = table.starter;
  raise(dsl::BuiltInEvent::engine, event);
  raise(dsl::BuiltInEvent::deal, {});
  for (Seat seat : seats_in_order()) {
    Moment ready;
    ready.me = seat;
    raise(dsl::BuiltInEvent::dealt, ready);
  }
  settle();
  if (table.stage == Stage::play) begin_turn(*table.starter);
}

/// No engine can be had: nobody scores, and nobody has gone out.
void SlowGame::void_round() {
  aside_goes_back();
  table.last_out.reset();
  table.stage = Stage::over;
}

std::vector<Act> SlowGame::engine_lots() const {
  std::vector<Act> acts;
  for (const Choice& lot : table.lots) {
    Act act;
    act.kind = ActKind::engine;
    act.tile = lot.first;
    act.actor = lot.second;
    acts.push_back(act);
  }
  return acts;
}

Expected SlowGame::expected() const {
  Expected next;
  const auto chance = [&](ActKind kind, std::optional<Seat> actor) {
    next.next = Expected::Next::chance;
    next.act.kind = kind;
    next.act.actor = actor;
  };
  switch (table.stage) {
    case Stage::cast:
      chance(ActKind::cast, std::nullopt);
      for (std::size_t fact = rules.facts.size(); fact-- > 0;)
        if (rules.facts[fact].chance && !table.facts.contains({fact, -1})) next.act.declared = fact;
      break;
    case Stage::lots:
      chance(ActKind::lot, table.waiting.front());
      break;
    case Stage::first:
      chance(ActKind::first, std::nullopt);
      break;
    case Stage::engine:
      chance(ActKind::engine, table.holder);
      next.act.tile = table.found;
      next.next = Expected::Next::forced;
      if (!table.lots.empty()) chance(ActKind::engine, std::nullopt), next.act.tile.reset();
      break;
    case Stage::deal:
      chance(ActKind::deal, table.dealt % player_count());
      break;
    case Stage::seek: {
      const bool reveal = way_of_missing() == SetupName::reveal || drawn_tiles() != SetupName::keep;
      chance(reveal ? ActKind::reveal : ActKind::pick, table.waiting.front());
      break;
    }
    case Stage::redeal:
      chance(ActKind::redeal, std::nullopt);
      next.next = Expected::Next::forced;
      break;
    case Stage::turn_over:
      chance(ActKind::turn_over, std::nullopt);
      break;
    case Stage::lead:
      next.next = Expected::Next::choice;
      break;
    case Stage::play:
      next.next = Expected::Next::choice;
      for (Seat seat = player_count() - 1; seat >= 0; --seat) {
        if (at(seat).pulls > 0) chance(ActKind::pull, seat);
      }
      break;
    case Stage::over:
      break;
  }
  return next;
}

}  // namespace roundhouse::slow
