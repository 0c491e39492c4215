#include "tests/support/costly_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace roundhouse::tests {
namespace {

const std::string head = "roundhouse: 1\nname: Costly\nextends: train\n";

std::string row(const std::string& id, const std::string& about, const std::string& when,
                const std::string& effects = {}) {
  return fmt::format("  - id: {}\n    {}\n    when: {}\n    {}\n", id, about, when,
                     effects.empty() ? "says: No." : "do: " + effects);
}

/// `count` rows; the condition is made of the number of each.
std::string rows(int count, const std::string& about, const std::function<std::string(int)>& when,
                 const std::string& effects = {}) {
  std::string text = "rules:\n";
  for (int i = 0; i < count; ++i) text += row(fmt::format("r{}", i), about, when(i), effects);
  return text;
}

std::string joined(int count, const std::string& between, const std::function<std::string(int)>& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? between : std::string()) + part(i);
  return text;
}

/// A word that uses another twice, and that one another, and so on; `it` is what they are asked of.
/// Fewer rows ask them: all that rows ask, with its words laid open, is limited.
constexpr int rows_a_doubling = 80;
std::string doubling_words(int words, const std::string& of, const std::string& many,
                           const std::string& few) {
  const std::string it = of.empty() ? "" : "it.";
  const auto word = [&](int i, const std::string& is) {
    return of.empty() ? fmt::format("  w{}: {}\n", i, is)
                      : fmt::format("  w{}:\n    of: {}\n    is: {}\n", i, of, is);
  };
  std::string text = "words:\n" + word(0, fmt::format("{} > 3", many));
  for (int i = 1; i <= words; ++i) {
    text += word(i, fmt::format("(if {} > {} then {}w{} else {} == {}) or {}w{}", many, i, it, i - 1, few, i,
                                it, i - 1));
  }
  return text;
}

std::string facts(int count) {
  std::string text = "facts:\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        "  f{}:\n    of: match\n    per: match\n    after: lay\n    when: me.count > {}\n"
        "    is: tile.pips > {}\n",
        i, i, i);
  }
  return text;
}

std::string acts(int count) {
  return "acts:\n" + joined(count, "", [](int i) { return fmt::format("  a{}: {{ by: turn }}\n", i); });
}
std::string and_acts(int count) {
  return joined(count, "", [](int i) { return fmt::format(", a{}", i); });
}

}  // namespace

std::string rows_after_lays(int count) {
  return head + rows(
                    count, "after: lay",
                    [](int i) { return fmt::format("turn.laid > {} and me.count == {}", i % 100, i); },
                    "score(me, 1)");
}

std::vector<CostlyRules> costly_rules(int count) {
  const std::string lay = "forbid: lay";
  const std::string all = "forbid: [lay, draw, done]";
  std::vector<CostlyRules> made{{"rows after lays", rows_after_lays(count)}};
  const auto forbid = [&](const std::string& name, const std::string& about, const std::string& when,
                          const std::string& before = {}) {
    const int rows_of_it = before.empty() ? count : std::max(count / rows_a_doubling, 1);
    // # is the row's number.
    const auto numbered = [&](int i) {
      std::string text;
      for (const char letter : when) text += letter == '#' ? std::to_string(i) : std::string(1, letter);
      return text;
    };
    made.push_back({name, head + before + rows(rows_of_it, about, numbered)});
  };
  forbid("numbers compared in order", all, "me.points > # and turn.laid > #");
  forbid("numbers compared each with another", all, "me.points == # and turn.laid != #");
  forbid("numbers with one that is always the same", lay, "turn.laid > # and me.count == 0");
  forbid("turns and ends", lay, "me.count == # and end.marked");
  forbid("turns and tiles", lay, "me.points == # and tile.double");
  forbid("turns, tiles and ends", lay, "tile has end.pip and me.points > # and end.train != me.own");
  forbid("what a tile splits", lay, "(me.points == # or turn.laid > #) and (me.count == # or tile.double)");
  forbid("flags of ends", lay,
         "(end.marked and me.points > #) or (end.start and me.count > #) or (end.owed and turn.laid > #)");
  forbid("numbers of tiles with others", lay, "tile.pips + me.points == # or tile.pips > # - me.count");
  forbid("players", all, "any(p in players where p.count == # and p != me)");
  forbid("greatest of hands", all, "max(t in me.hand of t.pips * # + t.high) > #");
  forbid("sums of hands", all, "sum(t in me.hand of t.pips * #) > #");
  // As many as all rows together may ask.
  made.push_back({"sets within sets",
                  head + rows(std::max(count / 80, 1), all, [](int i) {
                    return fmt::format(
                        "any(p in players where any(e in ends where e.train.owner == p and any(t in me.hand "
                        "where t has e.pip and t.pips != {})))",
                        i);
                  })});
  forbid(
      "choices of numbers", lay,
      "(if turn.laid == 1 then # else if turn.laid == 2 then me.count else if turn.laid == 3 then me.points "
      "else #) < (if me.count > # then 3 else me.points)");
  forbid("words of words", all, "w10 and me.count != #", doubling_words(10, "", "me.points", "turn.laid"));
  forbid("words of tiles", all, "any(t in me.hand where t.w6 and t.pips != #)",
         doubling_words(6, "tile", "it.pips", "it.high"));
  forbid("words of players", all, "any(p in players where p.w8 and p.count != #)",
         doubling_words(8, "player", "it.count", "it.points"));
  made.push_back({"facts", head + facts(17) + rows(count, all, [](int i) {
                             return fmt::format("(match.f{} or match.f{}) and (match.f{} or me.points == {})",
                                                i % 17, (i * 7 + 1) % 17, (i * 11 + 2) % 17, i);
                           })});
  const int few = count / 5;
  made.push_back({"long conditions", head + rows(few, all, [](int i) {
                                       return joined(100, " or ", [&](int j) {
                                         return fmt::format("me.count == {}", i * 100 + j);
                                       });
                                     })});
  made.push_back({"long conditions of ends", head + rows(count / 7, lay, [](int i) {
                                               return joined(50, " or ", [&](int j) {
                                                 return fmt::format("(me.count == {} and end.pip == {})",
                                                                    i * 50 + j, j % 13);
                                               });
                                             })});
  made.push_back({"nesting", head + rows(count / 2, all, [](int i) {
                               return std::string(25, '(') + fmt::format("me.count == {}", i) +
                                      joined(25, "", [](int j) {
                                        return j % 2 == 0 ? fmt::format(" or turn.laid == {})", j)
                                                          : fmt::format(" and me.points != {})", j);
                                      });
                             })});
  made.push_back(
      {"acts", head + acts(57) + rows(few, "forbid: [lay, draw, done" + and_acts(37) + "]", [](int i) {
                 return fmt::format("me.count == {} and turn.laid > {}", i, i % 9);
               })});
  made.push_back(
      {"events", head + acts(57) +
                     rows(
                         few, "after: [lay, draw, done" + and_acts(16) + "]",
                         [](int i) { return fmt::format("me.count == {} and turn.laid > {}", i, i % 9); },
                         "score(me, 1)")});
  made.push_back({"exceptions", head + rows(9, lay, [](int i) {
                                  return fmt::format("me.count == {} and tile.double", i);
                                }) + joined(count - 9, "", [](int i) {
                                  return row(fmt::format("e{}", i),
                                             "except: [r0, r1, r2, r3, r4, r5, r6, r7]",
                                             fmt::format("me.points == {} and turn.laid != {}", i, i));
                                })});
  return made;
}

}  // namespace roundhouse::tests
