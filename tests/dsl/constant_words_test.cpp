// A word whose value is known before the game has one value, wherever it is worked out: in the checker, in
// English, in the program and by the engine.

#include "dsl/check/simplify.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/rules.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;

TEST_CASE("a word has one value wherever it is worked out", "[dsl]") {
  struct Asked {
    std::string text;
    int value;
  };
  for (const int highest : {6, 9, 12, 18})
    for (const int copies : {1, 2})
      for (const int players : {2, 5}) {
        for (const Asked& asked :
             {Asked{"set.highest", highest}, Asked{"set.copies", copies},
              Asked{"set.each", (highest + 1) * copies}, Asked{"match.players", players},
              Asked{"set.each * 2 - set.highest", 2 * (highest + 1) * copies - highest}}) {
          CAPTURE(highest, copies, players, asked.text);
          const dsl::CheckedRules rules = tests::rules_from_text(
              "roundhouse: 1\nname: Probe\nextends: train\nrules:\n  - id: probe\n    after: counting\n    "
              "do: "
              "score(me, " +
                  asked.text + ")\n    says: A probe.\n",
              {{"highest", std::to_string(highest), {}},
               {"copies", std::to_string(copies), {}},
               {"deal", "3", {}}});
          const dsl::Rule& row = rules.rules.back();
          REQUIRE(row.id == "probe");
          const dsl::TypedExpr& written = row.effects.front().args.back();
          const dsl::ConstantValue known = dsl::constant_value(written, rules, players);
          CHECK(known.is_known());
          CHECK(known.value == asked.value);
          dsl::KnownFacts given;
          given.players = players;
          const dsl::TypedExpr settled = dsl::simplify(written, rules, given);
          CHECK(dsl::is_constant(settled));
          CHECK(settled.number == asked.value);
          const engine::Rules program = engine::compile_rules(rules, players);
          const auto& rows = program.after[dsl::event_id(dsl::BuiltInEvent::counting).value];
          const engine::Position position = engine::begin_match(program);
          CHECK(engine::evaluate(program, position, {}, rows.back().effects.front().args[1]) == asked.value);
        }
      }
}
