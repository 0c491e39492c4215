#include "tests/support/random_expressions.h"

#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace roundhouse {
namespace {

using dsl::Site;
using dsl::Type;

constexpr std::array facts{
    NamedFact{"turn.ticks", Type::number},   NamedFact{"turn.flag", Type::truth},
    NamedFact{"round.tally", Type::number},  NamedFact{"round.hero", Type::player},
    NamedFact{"match.token", Type::tile},    NamedFact{"match.tests", Type::number},
    NamedFact{"P.warned", Type::truth},      NamedFact{"P.fines", Type::number},
    NamedFact{"P.friend", Type::player},     NamedFact{"P.keepsake", Type::tile},
    NamedFact{"P.brief", Type::number},      NamedFact{"round.seen", Type::number},
    NamedFact{"P.drawer", Type::truth},      NamedFact{"T.weight", Type::number},
    NamedFact{"match.streak", Type::number}, NamedFact{"match.victor", Type::player},
};

/// Writes expressions for one place.
class Writer {
 public:
  Writer(Chance& chance, const Place& place, BoundVariables bound)
      : chance_(chance), place_(place), bound_(std::move(bound)) {}

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
    if (root == dsl::Root::whom && (place_.name == "hail" || place_.name == "flash")) return false;
    const bool is_act = (dsl::at(place_.site) & dsl::sites::declared) != 0;
    if (root == dsl::Root::tile && is_act && place_.name != "flash" && place_.name != "peek") return false;
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
    for (const NamedFact& fact : facts) {
      const bool is_plain = fact.text[0] != 'P' && fact.text[0] != 'T';
      if (fact.type == type && is_plain) say(std::string(fact.text));
    }
    if (type == Type::number) {
      for (int n = 0; n < 8; ++n) say(std::to_string(chance_.below(8)));
      say("some");
      say("size");
      say("size(match.players)");
      say("round.lucky");
      say("match.stake");
    }
    if (type == Type::train) say("round.common");
    if (type == Type::player) say("leader");
    if (type == Type::player) say("match.chosen");
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
    for (const NamedFact& fact : facts) {
      if (fact.type != type || (fact.text[0] != 'P' && fact.text[0] != 'T')) continue;
      ways.push_back([this, &fact, depth] {
        const Type owner = fact.text[0] == 'P' ? Type::player : Type::train;
        return make(owner, depth - 1) + std::string(fact.text.substr(1));
      });
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
  BoundVariables bound_;
};

}  // namespace

std::span<const NamedFact> random_facts() { return facts; }

std::string random_expression(Chance& chance, const Place& place, Type type, int depth,
                              const BoundVariables& bound) {
  return Writer(chance, place, bound).make(type, depth);
}

std::string random_condition(Chance& chance, const Place& place) {
  return random_expression(chance, place, Type::truth, 2 + chance.below(2));
}

}  // namespace roundhouse
