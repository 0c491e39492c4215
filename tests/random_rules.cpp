#include "tests/random_rules.h"

#include <array>
#include <functional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse {
namespace {

using dsl::Site;
using dsl::Type;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool percent(int p) { return below(100) < p; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 random_;
};

// What every random variant declares.
struct Named {
  std::string_view text;
  Type type;
};
constexpr std::array facts{
    Named{"turn.ticks", Type::number}, Named{"turn.flag", Type::truth},  Named{"round.tally", Type::number},
    Named{"round.hero", Type::player}, Named{"match.token", Type::tile}, Named{"match.tests", Type::number},
    Named{"P.warned", Type::truth},    Named{"P.fines", Type::number},   Named{"P.friend", Type::player},
    Named{"P.keepsake", Type::tile},   Named{"P.brief", Type::number},   Named{"round.seen", Type::number},
    Named{"P.drawer", Type::truth},
};
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
    default: { 2..3: 3, 4..5: 4 }
words:
  held: { of: player, is: sum(t in it.hand of t.pips) }
  own_double: { of: end, is: it.tile.double and it.mine }
  leader: best(p in players of 0 - p.points)
facts:
  ticks: { of: turn, is: int }
  flag: { of: turn, is: bool }
  tally: { of: round, is: int }
  hero: { of: round, is: player }
  token: { of: match, is: tile }
  tests: { of: match, per: round, is: int }
  warned: { of: player, per: match, is: bool }
  fines: { of: player, is: int }
  friend: { of: player, per: match, is: player }
  keepsake: { of: player, is: tile }
  brief: { of: player, per: turn, is: int }
  seen: { of: round, after: lay, when: tile.double, add: tile.high }
  drawer: { of: player, per: turn, after: draw }
)";

/// An event, where its rows stand, and an act or event name as it is written.
struct Place {
  std::string_view name;
  Site site;
};
constexpr std::array acts{
    Place{"lay", Site::act_lay},       Place{"lay", Site::act_lay},       Place{"draw", Site::act_draw},
    Place{"done", Site::act_done},     Place{"hail", Site::act_declared}, Place{"accuse", Site::act_declared},
    Place{"fine", Site::act_declared}, Place{"lead", Site::act_lead},
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
};

/// Writes expressions for one place.
class Writer {
 public:
  Writer(Chance& chance, const Place& place) : chance_(chance), place_(place) {}

  std::string make(Type type, int depth) {
    std::vector<std::function<std::string()>> ways = plain(type);
    if (depth > 0) {
      members(type, depth, ways);
      if (type == Type::number) numbers(depth, ways);
      if (type == Type::truth) truths(depth, ways);
      if (type == Type::player || type == Type::tile || type == Type::end) chosen(type, depth, ways);
      if (type == Type::train) {
        ways.push_back([this, depth] { return make(Type::player, depth - 1) + ".own"; });
        ways.push_back([this, depth] { return make(Type::player, depth - 1) + ".bay"; });
      }
      if (chance_.percent(8)) {
        return "(if " + make(Type::truth, depth - 1) + " then " + make(type, depth - 1) + " else " +
               make(type, depth - 1) + ")";
      }
    }
    return chance_.of(ways)();
  }

  std::string condition() { return make(Type::truth, 2 + chance_.below(2)); }

 private:
  using Ways = std::vector<std::function<std::string()>>;

  static bool is_root_alone(Type type) {
    return type == Type::set || type == Type::match || type == Type::round || type == Type::turn ||
           type == Type::debts;
  }
  static std::string_view root_name(Type type) {
    for (const dsl::RootRow& root : dsl::all_roots()) {
      if (root.type == type) return root.name;
    }
    return "";
  }
  bool known(dsl::Root root) const {
    if (root == dsl::Root::whom && place_.name == "hail") return false;
    if (root == dsl::Root::amount && place_.name != "fine") return false;
    return (dsl::row(root).known & dsl::at(place_.site)) != 0;
  }

  /// Words that need no other.
  Ways plain(Type type) {
    Ways ways;
    const auto say = [&](std::string text) { ways.push_back([text] { return text; }); };
    for (const auto& [name, bound] : bound_) {
      if (bound == type) say(name);
      if (bound == type) say(name);
    }
    for (const dsl::RootRow& root : dsl::all_roots()) {
      if (root.type == type && known(root.id) && !root.name.empty() && root.id != dsl::Root::can) {
        say(std::string(root.name));
      }
    }
    for (const dsl::MemberRow& member : dsl::all_members()) {
      if (member.type == type && member.argument == Type::none && is_root_alone(member.of)) {
        say(std::string(root_name(member.of)) + "." + std::string(member.name));
      }
    }
    for (const Named& fact : facts) {
      if (fact.type == type && fact.text[0] != 'P') say(std::string(fact.text));
    }
    if (type == Type::number) {
      for (int n = 0; n < 8; ++n) say(std::to_string(chance_.below(8)));
      say("some");
      say("size");
      say("size(match.players)");
    }
    if (type == Type::train) say("round.common");
    if (type == Type::player) say("leader");
    if (type == Type::tiles) say("round.first.hand");
    if (type == Type::tiles && known(dsl::Root::me)) say("me.hand");
    if (type == Type::truth && known(dsl::Root::can)) {
      say("can.lay");
      if (place_.site != Site::act_draw) say("can.draw");
      if (place_.site == Site::act_declared) say("can.done");
    }
    return ways;
  }

  void members(Type type, int depth, Ways& ways) {
    for (const dsl::MemberRow& member : dsl::all_members()) {
      if (member.type != type || is_root_alone(member.of)) continue;
      if (member.id == dsl::Member::player_rank && place_.site == Site::match_player) continue;
      ways.push_back(
          [this, &member, depth] { return make(member.of, depth - 1) + "." + std::string(member.name); });
    }
    for (const dsl::MemberRow& member : dsl::all_members()) {
      if (member.type != type || member.argument == Type::none) continue;
      ways.push_back([this, &member, depth] {
        return std::string(root_name(member.of)) + "." + std::string(member.name) + "(" +
               make(member.argument, depth - 1) + ")";
      });
    }
    for (const Named& fact : facts) {
      if (fact.type != type || fact.text[0] != 'P') continue;
      ways.push_back(
          [this, &fact, depth] { return make(Type::player, depth - 1) + std::string(fact.text.substr(1)); });
    }
  }

  std::string binder(Type element) {
    bound_.emplace_back("x" + std::to_string(bound_.size()), element);
    return bound_.back().first;
  }

  /// `WORD(x in SET where COND of NUMBER)`.
  std::string quantified(const std::string& word, Type element, int depth, bool where, bool of) {
    std::string set;
    switch (element) {
      case Type::player:
        set = "players";
        break;
      case Type::end:
        set = "ends";
        break;
      case Type::debt:
        set = "debts";
        break;
      default:
        set = make(Type::tiles, depth - 1);
    }
    const std::string name = binder(element);
    std::string text = word + "(" + name + " in " + set;
    if (where) text += " where " + make(Type::truth, depth - 1);
    if (of) text += " of " + make(Type::number, depth - 1);
    bound_.pop_back();
    return text + ")";
  }
  Type any_element() { return chance_.of(std::array{Type::player, Type::end, Type::debt, Type::tile}); }

  void chosen(Type type, int depth, Ways& ways) {
    for (const char* word : {"best", "sole"}) {
      ways.push_back([=, this] { return quantified(word, type, depth, chance_.percent(50), true); });
    }
  }

  void numbers(int depth, Ways& ways) {
    for (const char* op : {" + ", " - ", " * ", " / ", " mod "}) {
      ways.push_back([=, this] {
        return "(" + make(Type::number, depth - 1) + op + make(Type::number, depth - 1) + ")";
      });
    }
    for (const auto& [one, other] :
         {std::pair{" - ", " - "}, {" - ", " + "}, {" + ", " * "}, {" / ", " * "}}) {
      ways.push_back([=, this, first = one, second = other] {
        return "(" + make(Type::number, depth - 1) + first + make(Type::number, depth - 1) + second + "3)";
      });
    }
    for (const char* word : {"sum", "max", "min"}) {
      ways.push_back([=, this] { return quantified(word, any_element(), depth, chance_.percent(50), true); });
    }
    ways.push_back([=, this] { return quantified("count", any_element(), depth, true, false); });
    ways.push_back([=, this] { return make(Type::player, depth - 1) + ".held"; });
    ways.push_back([=, this] { return "(- " + make(Type::number, depth - 1) + ")"; });
    ways.push_back([=, this] { return "size(" + make(Type::number, depth - 1) + ")"; });
  }

  void truths(int depth, Ways& ways) {
    for (const char* op : {" == ", " != ", " < ", " <= ", " > ", " >= "}) {
      ways.push_back([=, this] {
        return "(" + make(Type::number, depth - 1) + op + make(Type::number, depth - 1) + ")";
      });
    }
    for (const char* op : {" == ", " != "}) {
      for (const Type type : {Type::player, Type::tile, Type::train, Type::end, Type::debt}) {
        ways.push_back([=, this] {
          const std::string other =
              chance_.percent(25) ? type == Type::player ? "nobody" : "nothing" : make(type, depth - 1);
          return "(" + make(type, depth - 1) + op + other + ")";
        });
      }
      ways.push_back([=, this] {
        return "(" + make(Type::train, depth - 1) + ".kind" + op +
               chance_.of(std::array{"own", "bay", "common"}) + ")";
      });
    }
    for (const char* op : {" and ", " or "}) {
      for (int weight = 0; weight < 3; ++weight) {
        ways.push_back([=, this] {
          return "(" + make(Type::truth, depth - 1) + op + make(Type::truth, depth - 1) + ")";
        });
      }
    }
    // Without brackets: chains, and what binds weaker.
    for (const char* op : {" and ", " or "}) {
      ways.push_back([=, this] {
        std::string chain = make(Type::truth, depth - 1);
        for (int more = 2 + chance_.below(2); more > 0; --more) chain += op + make(Type::truth, depth - 1);
        return "(" + chain + ")";
      });
    }
    ways.push_back([=, this] {
      return "(not " + make(Type::number, depth - 1) + " + 1 < " + make(Type::number, depth - 1) + " * 2)";
    });
    ways.push_back([=, this] { return "(not " + make(Type::truth, depth - 1) + ")"; });
    ways.push_back([=, this] {
      const std::string low = std::to_string(chance_.below(4));
      return "(" + make(Type::number, depth - 1) + " in " + low + "..6)";
    });
    for (const Type type : {Type::tile, Type::tiles}) {
      ways.push_back(
          [=, this] { return "(" + make(type, depth - 1) + " has " + make(Type::number, depth - 1) + ")"; });
    }
    for (const char* word : {"any", "all"}) {
      ways.push_back([=, this] { return quantified(word, any_element(), depth, true, false); });
    }
    ways.push_back([=, this] { return make(Type::end, depth - 1) + ".own_double"; });
  }

  Chance& chance_;
  Place place_;
  std::vector<std::pair<std::string, Type>> bound_;
};

/// `what` a fact is written to: "P" becomes a player.
std::string effect(Chance& chance, Writer& writer) {
  const auto small = [&] { return "(" + writer.make(Type::number, 1) + ") mod 4"; };
  const auto end_or_train = [&] { return writer.make(chance.percent(70) ? Type::end : Type::train, 2); };
  const dsl::EffectRow& row = chance.of(dsl::all_effects());
  std::string args;
  switch (row.id) {
    case dsl::Effect::mark:
    case dsl::Effect::unmark:
      args = end_or_train();
      break;
    case dsl::Effect::owe:
    case dsl::Effect::fan:
      args = writer.make(Type::end, 1) + ", " + small();
      break;
    case dsl::Effect::cover:
      args = writer.make(Type::end, 1);
      break;
    case dsl::Effect::forgive:
      args = chance.percent(30) ? "debts" : writer.make(Type::debt, 1);
      break;
    case dsl::Effect::draw:
    case dsl::Effect::score:
      args = writer.make(Type::player, 1) + ", " + small();
      break;
    case dsl::Effect::set:
    case dsl::Effect::add: {
      Named fact = chance.of(facts);
      while (row.id == dsl::Effect::add && fact.type != Type::number) fact = chance.of(facts);
      std::string target(fact.text);
      if (target[0] == 'P') target = writer.make(Type::player, 1) + target.substr(1);
      args = target + ", " + writer.make(fact.type, 2);
      break;
    }
    case dsl::Effect::next:
    case dsl::Effect::win:
      args = writer.make(Type::player, 1);
      break;
    case dsl::Effect::end_round:
      if (!chance.percent(15)) return "warn()";
      break;
    case dsl::Effect::warn:
      break;
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
};

std::string setup(Chance& chance) {
  const auto pick = [&](std::initializer_list<const char*> list) {
    return std::string(*(list.begin() + chance.below(static_cast<int>(list.size()))));
  };
  std::string out = "setup:\n  players: 2..5\n";
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
                 "best(p in players of p.lot.pips)", "match.last_out"}) +
           "\n";
  }
  if (chance.percent(50)) {
    out += "  starter: " +
           pick({"holder.left", "round.first", "match.last_out", "best(p in players of p.count)"}) + "\n";
  }
  out += "  engine:\n    from: " + pick({"hands", "hands", "aside", "lead", "lead"}) + "\n";
  if (chance.percent(80)) {
    out +=
        "    wanted: " +
        pick({"tile.double", "tile.double and not match.used(tile.high)", "tile.high == 4", "tile.pips > 6",
              "true", "tile.double and tile.high == round.number", "tile has round.double"}) +
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

std::string random_variant(std::uint64_t seed) {
  Chance chance(seed);
  std::string out(heading);
  out += "trains:\n  common: { of: all" + std::string(chance.percent(30) ? ", count: some" : "") +
         (chance.percent(50) ? ", starts: low" : "") +
         " }\n  own: { of: each }\n  bay: { of: each, count: " + std::to_string(chance.below(3)) + " }\n";
  const auto own_condition = [&](const Place& place) { return Writer(chance, place).condition(); };
  out += "acts:\n  hail:\n    by: turn\n";
  if (chance.percent(50)) out += "    when: " + own_condition({"hail", Site::act_declared}) + "\n";
  out +=
      "  accuse:\n    by: anyone\n    whom: player\n  fine:\n    by: referee\n    whom: player\n    amount: "
      "1..4\n";
  Writer fining(chance, {"fine", Site::after_declared});
  out += "    do: score(whom, amount); " + effect(chance, fining) + "\n";
  out += setup(chance);
  out += "match:\n  rounds: 3\n  games: 2\n";
  if (chance.percent(60)) out += "  double: set.highest + 1 - round.number\n";
  if (chance.percent(30)) out += "  over: " + own_condition({"over", Site::match}) + "\n";
  if (chance.percent(60)) {
    out +=
        "  order: [" + Writer(chance, {"order", Site::match_player}).make(Type::number, 1) + ", me.total]\n";
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
    Writer writer(chance, place);
    std::string text = "after: " + std::string(place.name) + "\n";
    if (chance.percent(70)) text += "    when: " + writer.condition() + "\n";
    text += "    do: " + effect(chance, writer);
    for (int more = chance.below(3); more > 0; --more) text += "; " + effect(chance, writer);
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
    const std::string_view act = chance.percent(50) ? "hail" : "accuse";
    row("may-" + std::to_string(i),
        "permit: " + std::string(act) + "\n    when: " + own_condition({act, Site::act_declared}));
  }
  return out;
}

}  // namespace roundhouse
