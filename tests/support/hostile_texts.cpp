#include "tests/support/hostile_texts.h"

namespace roundhouse::tests {
namespace {

constexpr const char* rules = "roundhouse: 1\nname: Hostile\nextends: train\n";
constexpr const char* plain_header = "[variant train]\n[players Joe Ann]\n";

std::string repeated(const std::string& piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

std::string numbered(std::size_t times, const std::string& before, const std::string& after) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += before + std::to_string(i) + after;
  return text;
}

/// Rows of which none is like another, and none is shown quickly to have nothing to do with another.
std::string different(std::size_t times, const std::string& shape, const std::string& before,
                      const std::string& after) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) {
    const std::string number = std::to_string(i);
    text += "  - id: r" + number + "\n    " + shape + "\n    when: (tile.pips == " + number +
            " or end.owed or end.mine) and (end.start or end.others or round.lap == " + number +
            ") and (tile.high > 3 or tile.low < 2 or me.count == " + number + ")";
    text += before.empty() ? "\n" : before + number + after + "\n";
  }
  return text;
}

std::string condition(const std::string& text) {
  return std::string(rules) + "rules:\n  - id: a\n    forbid: lay\n    when: " + text + "\n";
}

}  // namespace

std::vector<HostileText> long_texts() {
  const std::string head = rules;
  const std::string turns = plain_header;
  return {
      {"long_everything.yaml", head + repeated("x", 3'000'000)},
      {"long_comment.yaml", head + "# " + repeated("x", 1'000'000) + "\n"},
      {"long_blank_lines.yaml", head + repeated("\n", 1'000'000)},
      {"long_blanks.yaml", head + repeated(" ", 1'000'000) + "a: b\n"},
      {"long_key.yaml", head + repeated("k", 100'000) + ": 1\n"},
      {"long_sentence.yaml",
       head + "rules:\n  - id: a\n    forbid: lay\n    says: " + repeated("word ", 20'000) + "\n"},
      {"long_list.yaml", head + "remove: [" + repeated("a, ", 300'000) + "a]\n"},
      {"long_dashes.yaml", head + "remove:\n" + repeated("  - a\n", 170'000)},
      {"long_rules.yaml", head + "rules:\n" + numbered(2'000, "  - id: r", "\n    forbid: lay\n")},
      {"long_too_many_rules.yaml", head + "rules:\n" + numbered(20'000, "  - id: r", "\n    forbid: lay\n")},
      {"long_same_conditions.yaml",
       head + "rules:\n" +
           numbered(1'900, "  - id: r",
                    "\n    forbid: lay\n    when: (tile.double and end.owed) or tile.high > 3\n")},
      {"long_different_conditions.yaml",
       head + "rules:\n" +
           numbered(1'900, "  - id: r",
                    "\n    forbid: lay\n    when: (tile.double or end.owed or end.mine) and (end.start or "
                    "end.others) and (tile.high > 3 or tile.low < 2)\n")},
      {"long_effects_at_odds.yaml", head + "facts:\n  f: { of: turn, is: int }\nrules:\n" +
                                        different(1'500, "after: lay", "\n    do: set(turn.f, ", ")")},
      {"long_conditions_all_different.yaml", head + "rules:\n" + different(1'900, "forbid: lay", "", "")},
      {"long_exceptions_all_different.yaml",
       head + "rules:\n" + different(1'000, "forbid: lay", "", "") +
           numbered(900, "  - id: e",
                    "\n    except: [r1, r2, r3, r4, r5]\n    when: tile.double or end.mine\n")},
      {"long_exceptions.yaml",
       head + "rules:\n" +
           numbered(1'900, "  - id: r", "\n    except: tiles-match\n    when: tile.double or end.mine\n")},
      {"long_words.yaml", head + "words:\n" + numbered(999, "  w", ": round.lap > 3\n")},
      {"long_options.yaml",
       head + "options:\n" + numbered(999, "  o", ":\n    ask: What?\n    default: true\n")},
      {"long_ladder.yaml", head + "match:\n  rounds:\n" +
                               numbered(990, "    - when: rounds > ", "\n      then: 3\n") +
                               "    - then: 1\n"},
      {"long_table.yaml", head + "options:\n  deal:\n" + numbered(990, "    ", ": 1\n")},
      {"long_chain_of_and.yaml", condition(repeated("tile.double and ", 240) + "true")},
      {"long_chain_of_or.yaml", condition(repeated("(tile.double and end.mine) or ", 120) + "true")},
      {"long_both_ways.yaml", condition(repeated("(tile.double or end.mine) and ", 80) + "true")},
      {"long_expression.yaml", condition(repeated("1 + ", 200'000) + "1 == 1")},
      {"long_name_in_expression.yaml", condition(repeated("a", 60'000))},
      {"long_number.yaml", condition(repeated("9", 4'000) + " == 1")},
      {"long_quotes.yaml", condition("'" + repeated("''", 30'000) + "'")},
      {"long_mistakes.yaml",
       head + "rules:\n" + numbered(1'500, "  - id: r", "\n    forbid: fly\n    when: nonsens\n")},
      {"long_line.train", turns + "Joe:" + repeated(" 9-3", 100'000) + "\n"},
      {"long_turns.train", turns + "round 12\n" + repeated("Joe: draw\nAnn: draw\n", 2'400)},
      {"long_rounds.train", turns + repeated("round\nJoe: 12-12\n", 2'000)},
      {"long_gaps.train", turns + "round 12\n" + repeated("?\n", 60'000)},
      {"long_hand.train", turns + "round 12\nhand Joe:" + repeated(" 9-3", 2'000) + "\n"},
      {"long_unknown_hand.train", turns + "round 12\nhand Joe: ?x2000000000\n"},
      {"long_names.train", "[variant train]\n[players" + numbered(500, " p", "") + "]\n"},
      {"long_comments.train", turns + repeated("# nothing\n", 100'000)},
      {"long_nonsense.train", turns + repeated("nonsense here\n", 50'000)},
      {"long_zeros.train", turns + std::string(3'000'000, '\0')},
      {"long_claims.train", turns + "round 12\n" + repeated("claim Joe 12.1 \"so\"\n", 20'000)},
  };
}

std::vector<HostileText> deep_texts() {
  const std::string head = rules;
  const std::string turns = plain_header;
  std::string stairs = head;
  for (std::size_t i = 0; i < 900; ++i) stairs += std::string(i, ' ') + "a:\n";
  return {
      {"deep_brackets.yaml", head + "remove: " + repeated("[", 400'000)},
      {"deep_closed_brackets.yaml",
       head + "remove: " + repeated("[", 200'000) + repeated("]", 200'000) + "\n"},
      {"deep_braces.yaml", head + "options: " + repeated("{ a: ", 150'000)},
      {"deep_dashes.yaml", head + "remove:\n  " + repeated("- ", 200'000) + "a\n"},
      {"deep_stairs.yaml", stairs},
      {"deep_question_marks.yaml", head + repeated("? ", 200'000) + "\n"},
      {"deep_condition.yaml", condition(repeated("(", 2'000) + "true" + repeated(")", 2'000))},
      {"deep_nots.yaml", condition(repeated("not ", 1'000) + "true")},
      {"deep_quantifiers.yaml",
       condition(repeated("any(p in players where ", 30) + "p.seat == 1" + repeated(")", 30))},
      {"deep_sums.yaml", condition(repeated("sum(t in me.hand of ", 20) + "1" + repeated(")", 20) + " == 1")},
      {"deep_record.train", turns + repeated("[", 7'000) + "\n"},
      {"deep_header.train", "[variant train deal=" + repeated("{ 2: ", 1'500) + "]\n[players Joe Ann]\n"},
      {"deep_hand.train", turns + "hand Joe: " + repeated("(", 7'000) + "\n"},
      {"deep_lines.jsonl", repeated("[", 500'000)},
      {"deep_objects.jsonl", repeated("{\"a\":", 100'000)},
  };
}

}  // namespace roundhouse::tests
