#include "tests/support/random_rules.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/random_expressions.h"

namespace roundhouse {
namespace {

using dsl::Site;
using dsl::Type;

// The declarations of every random variant.
constexpr std::string_view heading = R"(roundhouse: 1
name: random
options:
  some:
    ask: How many?
    default: 2
    range: 0..9
  size:
    ask: How many by players?
    by: players
    range: 0..9
    default: { 1..3: 3, 4: 4, 5: 4 }
words:
  held: { of: player, is: sum(t in it.hand of t.pips) }
  own_double: { of: end, is: it.tile.double and it.mine }
  leader: best(p in players of 0 - p.points)
facts:
  ticks: { of: turn, is: int, shown: Ticks }
  flag: { of: turn, is: bool }
  tally: { of: round, is: int }
  hero: { of: round, is: player, shown: Hero }
  token: { of: match, is: tile }
  tests: { of: match, per: round, is: int }
  warned: { of: player, per: match, is: bool, shown: Warned }
  fines: { of: player, is: int }
  friend: { of: player, per: match, is: player }
  keepsake: { of: player, is: tile, shown: Keepsake }
  brief: { of: player, per: turn, is: int }
  seen: { of: round, after: lay, when: tile.double, add: tile.high }
  drawer: { of: player, per: turn, after: draw }
  weight: { of: train, after: lay, add: tile.pips }
  streak: { of: match, per: game, is: int }
  victor: { of: match, per: game, is: player }
  lucky: { of: round, chance: 0..5, shown: Lucky }
  chosen: { of: match, per: game, chance: players }
  stake: { of: match, chance: 1..3 }
)";

constexpr std::array acts{
    Place{"lay", Site::act_lay},       Place{"lay", Site::act_lay},       Place{"draw", Site::act_draw},
    Place{"done", Site::act_done},     Place{"hail", Site::act_declared}, Place{"accuse", Site::act_declared},
    Place{"fine", Site::act_declared}, Place{"lead", Site::act_lead},     Place{"flash", Site::act_declared},
    Place{"peek", Site::act_declared},
};
constexpr std::array events{
    Place{"lay", Site::after_lay},           Place{"lay", Site::after_lay},
    Place{"lay", Site::after_lay},           Place{"draw", Site::after_draw},
    Place{"done", Site::after_done},         Place{"hail", Site::after_declared},
    Place{"accuse", Site::after_declared},   Place{"fine", Site::after_declared},
    Place{"lead", Site::after_lead},         Place{"engine", Site::after_engine},
    Place{"deal", Site::after_deal},         Place{"turn-begins", Site::after_turn_begins},
    Place{"cover", Site::after_cover},       Place{"ending", Site::after_ending},
    Place{"counting", Site::after_counting}, Place{"round-over", Site::after_round_over},
    Place{"dealt", Site::after_dealt},       Place{"scored", Site::after_scored},
    Place{"flash", Site::after_declared},    Place{"peek", Site::after_declared},
};

/// `what` a fact is written to: "P" becomes a player.
std::string effect_for(Chance& chance, const Place& place, const BoundVariables& bound = {}) {
  const auto write = [&](Type type, int depth) {
    return random_expression(chance, place, type, depth, bound);
  };
  const auto small = [&] { return "(" + write(Type::number, 1) + ") mod 4"; };
  const auto end_or_train = [&] { return write(chance.percent(70) ? Type::end : Type::train, 2); };
  const dsl::EffectRow& row = chance.of(dsl::all_effects());
  std::string args;
  switch (row.id) {
    case dsl::Effect::mark:
    case dsl::Effect::unmark:
      args = end_or_train();
      break;
    case dsl::Effect::discard:
      if (!chance.percent(30)) return "warn()";
      args = write(Type::end, 1);
      break;
    case dsl::Effect::show:
    case dsl::Effect::owe:
    case dsl::Effect::fan:
      args = write(Type::end, 1) + ", " + small();
      break;
    case dsl::Effect::cover:
      args = write(Type::end, 1);
      break;
    case dsl::Effect::forgive:
      args = chance.percent(30) ? "debts" : write(Type::debt, 1);
      break;
    case dsl::Effect::draw:
    case dsl::Effect::score:
      args = write(Type::player, 1) + ", " + small();
      break;
    case dsl::Effect::set:
    case dsl::Effect::add: {
      NamedFact fact = chance.of(random_facts());
      while (row.id == dsl::Effect::add && fact.type != Type::number) fact = chance.of(random_facts());
      std::string target(fact.text);
      if (target[0] == 'P') target = write(Type::player, 1) + target.substr(1);
      if (target[0] == 'T') target = write(Type::train, 1) + target.substr(1);
      args = target + ", " + write(fact.type, 2);
      break;
    }
    case dsl::Effect::next:
    case dsl::Effect::win:
      args = write(Type::player, 1);
      break;
    case dsl::Effect::end_round:
      if (!chance.percent(15)) return "warn()";
      break;
    case dsl::Effect::redeal:
      if (!chance.percent(8)) return "warn()";
      break;
    case dsl::Effect::end_turn:
    case dsl::Effect::end_game:
      if (!chance.percent(40)) return "warn()";
      break;
    case dsl::Effect::warn:
      break;
    case dsl::Effect::each: {
      if (bound.size() == 2) return "warn()";
      using Set = std::pair<std::string_view, Type>;
      const auto [set, element] = chance.of(std::array<Set, 4>{
          Set{"players", Type::player}, {"ends", Type::end}, {"debts", Type::debt}, {"", Type::tile}});
      BoundVariables inner = bound;
      inner.emplace_back("x" + std::to_string(bound.size()), element);
      args = inner.back().first + " in " + (element == Type::tile ? write(Type::tiles, 1) : std::string(set));
      if (chance.percent(60)) args += " where " + random_expression(chance, place, Type::truth, 2, inner);
      args += " do " + effect_for(chance, place, inner);
      if (chance.percent(40)) args += "; " + effect_for(chance, place, inner);
      break;
    }
  }
  return std::string(row.name) + "(" + args + ")";
}

/// Rows as tables have them, which bring about what blind chance seldom does.
constexpr std::array usual{
    "after: lay\n    when: tile.double\n    do: owe(new, 2)",
    "after: lay\n    when: tile.double\n    do: fan(new, 2)",
    "after: lay\n    when: tile.double\n    do: mark(new); fan(new, 2)",
    "after: lay\n    when: end.owed\n    do: cover(end)",
    "after: lay\n    when: end.marked and not end.mine\n    do: mark(new)",
    "after: lay\n    do: score(me, rest.count); add(me.fines, count(t in rest where t.double))",
    "after: cover\n    do: score(me, debt.covers); add(round.tally, if debt.fresh then 1 else 10)",
    "after: done\n    when: turn.laid == 0\n    do: mark(me.own.tail)",
    "after: done\n    when: turn.laid == 0\n    do: mark(me.bay.spare_side); mark(me.own.spare_side); "
    "mark(round.common.spare_side)",
    "after: done\n    do: draw(me.left, 1)",
    "after: dealt\n    do: set(me.friend, me.left); add(me.fines, me.place)",
    "after: scored\n    when: me.points > leader.points\n    do: win(me); add(round.tally, me.points)",
    "after: lay\n    when: tile.double\n    do: each(p in players where p != me do score(p, 1); mark(p.own))",
    "after: done\n    do: each(e in ends where e.mine and e.marked do unmark(e)); mark(me.own)",
    "after: turn-begins\n    when: me.count mod 3 == 1\n    do: each(d in debts where d.fresh do forgive(d))",
    "after: lay\n    do: each(t in rest where t.double do each(p in players where p.count < 3 do score(p, "
    "t.low)))",
    "after: lay\n    when: tile.pips > 6\n    do: end_turn()",
    "after: turn-begins\n    when: me.brief == 0 and me.fines mod 4 == 3\n    do: end_turn(); add(me.fines, "
    "1)",
    "after: lay\n    when: tile.pips == 5\n    do: show(new, match.players)",
    "after: lay\n    when: tile.low == 0 and tile.high > 3\n    do: discard(new)",
    "after: round-over\n    when: round.tally > 2\n    do: end_game()",
    "after: lay\n    when: tile.pips == round.lucky and round.voids < match.stake\n    do: redeal()",
    "after: dealt\n    when: round.voids == 0 and count(t in me.hand where t.double) > 1\n    do: redeal()",
    "after: counting\n    when: round.voids == 0 and me == match.chosen\n    do: score(me, 3); redeal()",
    "forbid: lay\n    when: tile has round.lucky and me == match.chosen",
    "after: round-over\n    do: add(match.streak, 1); set(match.victor, leader)",
    "forbid: lay\n    when: end.train.weight > 20 and not end.mine",
    "after: turn-begins\n    do: score(me, if round.first == round.rotation then 1 else 2)",
    "after: engine\n    do: owe(round.hub, 2)",
    "after: fine\n    do: score(whom, count(e in ends where e.others) + amount)",
    "forbid: fine\n    when: amount < 3",
    "forbid: fine\n    when: amount < 2 or all(e in ends where e.others)",
    "forbid: lay\n    when: end.others and not end.marked and not end.owed",
    "forbid: lay\n    when: debts.any and not end.owed",
    "forbid: draw\n    when: can.lay or turn.drew > 1",
    "forbid: done\n    when: can.lay or (can.draw and turn.laid == 0)",
    "forbid: accuse\n    when: whom == me or not whom.drawer",
    "forbid: flash\n    when: not tile.double or me.count < 2",
    "forbid: peek\n    when: whom == me or tile.pips < 4 or me.fines > 2",
    "after: flash\n    do: set(me.keepsake, tile); score(me, tile.low)",
    "after: peek\n    when: me.hand has tile.high\n    do: add(me.fines, 1)",
    "forbid: accuse\n    when: can.flash and me.fines > 0",
};

constexpr std::array for_places{"if me.rank == 1 then 5 else 1", "match.players - me.rank",
                                "me.placement + me.total - 20", "if me.warned then 0 else me.held"};

std::string pick_of(Chance& chance, std::initializer_list<const char*> list) {
  return std::string(*(list.begin() + chance.below(static_cast<int>(list.size()))));
}

std::string turned_some_rounds(Chance& chance) {
  return pick_of(chance, {"turned", "turned",
                          "\n      - when: round.number == 1\n        then: turned\n      - then: lead",
                          "\n      - when: round.number == 2\n        then: lead\n      - then: aside"});
}

/// Who leads the engine, what becomes of tiles drawn for it, which of equal ones it is.
std::string search(Chance& chance) {
  std::string out;
  if (chance.percent(50)) {
    out += "    leader: " +
           pick_of(chance, {"match.last_out", "best(p in players of p.age)", "sole(p in players of p.total)",
                            "round.first.left", "match.anyone",
                            "\n      - when: round.number == 1\n        then: round.first\n      - then: "
                            "match.last_out"}) +
           "\n";
  }
  if (chance.percent(40)) out += "    passes: " + pick_of(chance, {"left", "never"}) + "\n";
  if (chance.percent(40)) out += "    ties: " + pick_of(chance, {"order", "lot", "lot"}) + "\n";
  if (chance.percent(50)) out += "    drawn: " + pick_of(chance, {"keep", "back", "back", "aside"}) + "\n";
  return out;
}

/// `more`: chance for what was added later, so that a seed goes on to give the rest of its rules.
std::string setup(Chance& chance, Chance& more) {
  const auto pick = [&](std::initializer_list<const char*> list) { return pick_of(chance, list); };
  std::string out = "setup:\n  players: " + pick_of(more, {"2..5", "2..5", "1..5"}) + "\n";
  out += "  set: { highest: " + pick({"4", "5", "6"}) + ", copies: " + pick({"1", "1", "2"}) + " }\n";
  out += "  deal: " + pick({"1", "2", "size", "if match.players == 2 then 3 else 2"}) + "\n";
  if (chance.percent(40)) {
    out += "  lots: " +
           pick({"tile.pips", "tile.high", "if tile.double then 1 else 0", "round.engine.high",
                 "if round.number > 1 then tile.low else tile.high"}) +
           "\n";
  }
  if (chance.percent(70)) {
    out += "  first: " +
           pick({"round.rotation", "match.anyone", "best(p in players of p.age)",
                 "best(p in players of p.lot.pips)", "match.last_out", "match.chosen"}) +
           "\n";
  }
  if (chance.percent(30)) {
    const std::string when = pick({"any(p in players where count(t in p.hand where t.double) > 1)",
                                   "max(p in players of p.held) > 16", "round.number == 2",
                                   "not any(t in round.first.hand where t.double)"});
    out += chance.percent(50)
               ? "  redeal: " + when + "\n"
               : "  redeal:\n    when: " + when + "\n    limit: " + pick({"0", "1", "3"}) + "\n";
  }
  if (chance.percent(50)) {
    out += "  starter: " +
           pick({"holder.left", "round.first", "match.last_out", "best(p in players of p.count)",
                 "\n    - when: round.number == 1\n      then: holder\n      says: First the engine's.\n"
                 "    - when: holder.kept\n      then: holder.left\n    - then: match.last_out\n"
                 "      says: Later whoever was out."}) +
           "\n";
  }
  const std::string from = pick({"hands", "hands", "aside", "lead", "lead"});
  out += "  engine:\n    from: " + (more.percent(20) ? turned_some_rounds(more) : from) + "\n" + search(more);
  if (chance.percent(80)) {
    out += "    wanted: " +
           pick({"tile.double", "tile.double and not match.used(tile.high)", "tile.high == 4",
                 "tile.pips > 6", "true", "tile.double and tile.high == round.number",
                 "tile has round.double", "tile has round.lucky"}) +
           "\n";
  }
  if (chance.percent(60)) {
    out +=
        "    best: " + pick({"tile.pips", "tile.low", "0", "tile.high - 10 * holder.place", "holder.seat"}) +
        "\n";
  }
  out += "    missing: " + pick({"unison", "in-turn", "one-by-one", "reveal", "redeal"}) + "\n";
  if (chance.percent(60)) {
    out += "    limit: " + pick({"0", "1", "2"}) + "\n    then: " + pick({"nothing", "turn-over"}) + "\n";
  }
  return out;
}

}  // namespace

std::string random_effect(Chance& chance, const Place& place) { return effect_for(chance, place); }

std::span<const Place> random_acts() { return acts; }
std::span<const Place> random_events() { return events; }

std::string random_variant(std::uint64_t seed) {
  Chance chance(seed);
  std::string out(heading);
  constexpr std::string_view last_size = "5: 4 }";
  if (chance.percent(10)) out.replace(out.find(last_size), last_size.size(), "5: not played }");
  out += "trains:\n  common: { of: all" + std::string(chance.percent(30) ? ", count: some" : "") +
         (chance.percent(50) ? ", starts: low" : "") +
         " }\n  own: { of: each }\n  bay: { of: each, count: " + std::to_string(chance.below(3)) + " }\n";
  const auto own_condition = [&](const Place& place) { return random_condition(chance, place); };
  out += "acts:\n  hail:\n    by: turn\n";
  if (chance.percent(50)) out += "    when: " + own_condition({"hail", Site::act_declared}) + "\n";
  out +=
      "  accuse:\n    by: anyone\n    whom: player\n  fine:\n    by: referee\n    whom: player\n    amount: "
      "1..4\n";
  out += "    do: score(whom, amount); " + effect_for(chance, {"fine", Site::after_declared}) + "\n";
  out += "  flash:\n    by: turn\n    tile: me\n  peek:\n    by: anyone\n    whom: player\n    tile: whom\n";
  Chance of_search(seed ^ 0x5e7u);
  out += setup(chance, of_search);
  const bool over = chance.percent(30);
  // A game that is over on a condition needs no number of rounds.
  out += over && chance.percent(50) ? "match:\n  games: 2\n" : "match:\n  rounds: 3\n  games: 2\n";
  if (chance.percent(60)) out += "  double: set.highest + 1 - round.number\n";
  if (over) out += "  over: " + own_condition({"over", Site::match}) + "\n";
  if (chance.percent(40))
    out += "  joins: " + random_expression(chance, {"joins", Site::match}, Type::number, 1) + "\n";
  if (chance.percent(60)) {
    out += "  order: [" + random_expression(chance, {"order", Site::match_player}, Type::number, 1) +
           ", me.total]\n";
  }
  if (chance.percent(30)) {
    const Type type = chance.percent(50) ? Type::truth : chance.percent(50) ? Type::number : Type::player;
    out += "  group: " + random_expression(chance, {"group", Site::match_player}, type, 1) + "\n";
  }
  if (chance.percent(30)) {
    out += "  points: " + std::string(chance.of(for_places)) + "\n";
  }

  out += "rules:\n";
  std::vector<std::string> liftable;
  const auto row = [&](const std::string& id, const std::string& what) {
    out += "  - id: " + id + "\n    " + what + "\n";
  };
  row("matching", "forbid: lay\n    when: not tile has end.pip");
  row("going-out", "after: lay\n    when: me.count == 0\n    do: end_round(); win(me)");
  row("stuck", "after: turn-begins\n    when: round.still > 3 or round.lap > 12\n    do: end_round()");
  row("reckon", "after: counting\n    do: score(me, me.held)");
  std::vector<std::pair<std::string, Place>> rows;
  const int known = 3 + chance.below(6);
  for (int i = 0; i < known; ++i) row("usual-" + std::to_string(i), chance.of(usual));
  const int forbids = 2 + chance.below(5);
  for (int i = 0; i < forbids; ++i) {
    const Place& place = chance.of(acts);
    const std::string id = "rule-" + std::to_string(i);
    // Two conditions at once, so that not everything is forbidden.
    row(id, std::string(chance.percent(80) ? "forbid: " : "advise: ") + std::string(place.name) +
                "\n    when: (" + own_condition(place) + ") and (" + own_condition(place) + ")");
    rows.emplace_back(id, place);
  }
  const int follows = 4 + chance.below(8);
  for (int i = 0; i < follows; ++i) {
    const Place& place = chance.of(events);
    const std::string id = "follow-" + std::to_string(i);
    std::string text = "after: " + std::string(place.name) + "\n";
    if (chance.percent(70)) text += "    when: " + random_condition(chance, place) + "\n";
    text += "    do: " + effect_for(chance, place);
    for (int more = chance.below(3); more > 0; --more) text += "; " + effect_for(chance, place);
    row(id, text);
    rows.emplace_back(id, place);
  }
  const int exceptions = 1 + chance.below(4);
  for (int i = 0; i < exceptions; ++i) {
    const auto& [id, place] = chance.of(rows);
    row("but-" + std::to_string(i), "except: " + id + "\n    when: " + own_condition(place));
  }
  const int permits = chance.below(3);
  for (int i = 0; i < permits; ++i) {
    const std::string_view act = chance.of(std::array<std::string_view, 3>{"hail", "accuse", "flash"});
    row("may-" + std::to_string(i),
        "permit: " + std::string(act) + "\n    when: " + own_condition({act, Site::act_declared}));
  }
  // With chance of its own, so that a seed goes on to give the rest of its rules.
  Chance of_duties(seed ^ 0xd07u);
  if (of_duties.percent(40)) {
    const Place& place = of_duties.of(acts);
    row("at-will",
        "optional: " + std::string(place.name) + "\n    when: " + random_condition(of_duties, place));
    if (of_duties.percent(30))
      row("not-at-will", "except: at-will\n    when: " + random_condition(of_duties, place));
  }
  return out;
}

}  // namespace roundhouse
