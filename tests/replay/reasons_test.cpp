// What a ruling says of why its rule applies here: of every refused case of every rule, as a user sees it;
// and a line of the record is named wherever one made the broken row stand.

#include <algorithm>
#include <fstream>

#include "dsl/check/variant_files.h"
#include "dsl/program/nodes.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/explain_turn.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_text.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/random_records.h"
#include "tests/support/rule_cases.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::replay {
namespace {

struct Judged {
  dsl::SourceMap sources;
  Record record;
  dsl::CheckedRules rules;
  engine::Rules program;
  Judgement judgement;
};

Judged judge(const tests::RuleCase& one) {
  Judged judged;
  const dsl::FileId file = judged.sources.add(one.rule + ".train", one.record);
  auto record = read_record(file, one.record);
  REQUIRE(record.ok());
  judged.record = std::move(record.value);
  dsl::CheckInput input{judged.record.header.variant.name, {}};
  for (const OptionField& option : judged.record.header.variant.options)
    input.settings.push_back({option.name, option.value, option.at.span});
  auto rules =
      dsl::check_variant(judged.sources, dsl::read_variant_files(tests::source_folder() / "variants"), input);
  REQUIRE(rules.ok());
  judged.rules = std::move(rules.value);
  judged.program = engine::compile_rules(judged.rules, static_cast<int>(judged.record.header.players.size()));
  RefereeOptions options;
  options.trust = false;
  options.rules = &judged.rules;
  judged.judgement = judge_record(judged.program, judged.record, options);
  return judged;
}

/// The positions before the acts of the ruling's round, up to the act that was ruled on.
struct Course {
  std::vector<engine::Position> before;
  std::optional<FoldAct> ruled;
};

Course course_of(const Judged& judged, const Ruling& ruling) {
  Course course;
  engine::Position position = engine::begin_match(judged.program, judged.record.header.ages);
  for (std::size_t i = 0; i < judged.record.rounds.size() && !course.ruled; ++i) {
    course.before.clear();
    RoundFold fold = fold_of(judged.program, judged.record.header, judged.record.rounds[i], i == 0, position);
    while (FoldStep* step = fold.next()) {
      const auto* act = std::get_if<FoldAct>(step);
      if (act == nullptr) continue;
      course.before.push_back(position);
      if (act->where == ruling.place.where && rules_of(judged.program, act->act) != nullptr)
        for (const dsl::ForbidRow& row : rules_of(judged.program, act->act)->forbids)
          if (judged.program.rules[row.rule.value].id == ruling.rule &&
              row_holds(judged.program, position, moment_before(position, act->act), row))
            course.ruled = *act;
      if (course.ruled) fold.stop();
    }
  }
  return course;
}

/// An act before made the row's condition true, in this turn or, where the row does not ask about the turn,
/// in an earlier one.
bool was_made_so(const Judged& judged, const Course& course, const dsl::ForbidRow& row) {
  constexpr dsl::Aspects of_turn = dsl::aspects::turn_counts | dsl::aspects::facts;
  const dsl::Aspects reads = dsl::reads(judged.program, row.when);
  const engine::Position& last = course.before.back();
  const engine::Moment moment = moment_before(last, course.ruled->act);
  return std::any_of(course.before.begin(), course.before.end() - 1, [&](const engine::Position& at) {
    if ((reads & of_turn) != dsl::aspects::none && at.turn_serial != last.turn_serial) return false;
    if (at.phase != engine::Phase::play) return false;
    if (moment.end != engine::absent && engine::find_end(at, moment.end) < 0) return false;
    return !engine::holds(judged.program, at, moment, row.when);
  });
}

const dsl::ForbidRow* row_of(const Judged& judged, const Course& course, const Ruling& ruling) {
  for (const dsl::ForbidRow& row : rules_of(judged.program, course.ruled->act)->forbids)
    if (judged.program.rules[row.rule.value].id == ruling.rule) return &row;
  return nullptr;
}

LinePlace place_of(const Record& record, const Ruling& ruling) {
  for (std::size_t round = 0; round < record.rounds.size(); ++round)
    for (std::size_t item = 0; item < record.rounds[round].items.size(); ++item)
      if (dsl::lies_in(ruling.place.where, record.rounds[round].items[item].at.span)) return {round, item};
  return {};
}

/// Not a permit that the options have taken away.
bool is_row_in_force(const engine::Rules& program, const Ruling& ruling) {
  const auto is_it = [&](const auto& row) { return program.rules[row.rule.value].id == ruling.rule; };
  return std::any_of(program.acts.begin(), program.acts.end(), [&](const dsl::ActRules& act) {
    return std::any_of(act.forbids.begin(), act.forbids.end(), is_it) ||
           std::any_of(act.permits.begin(), act.permits.end(), is_it);
  });
}

}  // namespace

TEST_CASE("each refused case of a rule is reported with its reasons", "[replay][referee]") {
  int rulings = 0;
  for (const std::string& variant : tests::bundled_names()) {
    std::string printed;
    for (const tests::RuleCase& one : tests::read_rule_cases(variant)) {
      if (!one.expected.starts_with("illegal")) continue;
      INFO(variant << "/" << one.rule << ": " << one.title);
      const Judged judged = judge(one);
      REQUIRE(judged.judgement.ruling);
      const Ruling& ruling = *judged.judgement.ruling;
      ++rulings;
      printed += "== " + one.title + " ==\n" +
                 render_verdict_text({judged.sources, one.rule + ".train", judged.judgement}) + "\n";
      if (!ruling.rule_where || !ruling.because.empty()) continue;
      const Course course = course_of(judged, ruling);
      if (!course.ruled) continue;
      const dsl::ForbidRow* row = row_of(judged, course, ruling);
      REQUIRE(row != nullptr);
      // A turn is counted with the act by which another player's ended.
      constexpr dsl::Aspects of_here = dsl::aspects::hands | dsl::aspects::laps;
      if ((dsl::reads(judged.program, row->when) & of_here) != dsl::aspects::none) continue;
      CHECK_FALSE(was_made_so(judged, course, *row));
    }
    CHECK(tests::golden_difference(tests::source_folder() / "tests/rulings" / (variant + ".expected"),
                                   printed) == "");
  }
  CHECK(rulings > 150);
}

TEST_CASE("quarrels as people bring them get the answer that a referee would give",
          "[replay][referee][quarrels]") {
  const std::filesystem::path folder = tests::source_folder() / "tests/quarrels";
  std::ifstream file(folder / "quarrels.cases");
  const std::vector<tests::RuleCase> quarrels = tests::read_cases(file, "train", "quarrels");
  CHECK(quarrels.size() >= 40);
  std::string printed;
  for (const tests::RuleCase& one : quarrels) {
    INFO(one.title);
    CHECK(tests::outcome_of(one) == one.expected);
    const Judged judged = judge(one);
    printed += "== " + one.title + " ==\n" + one.record + "\n" +
               render_verdict_text({judged.sources, one.rule + ".train", judged.judgement}) + "\n";
  }
  CHECK(tests::golden_difference(folder / "quarrels.expected", printed) == "");
}

TEST_CASE("an act that is explained is forbidden by the rows that the engine names", "[replay][referee]") {
  int legal = 0;
  int lifted = 0;
  for (const std::string& variant : tests::bundled_names()) {
    const dsl::CheckedRules rules = tests::bundled_rules(variant);
    const engine::Rules program = engine::compile_rules(rules, rules.setup.least_players);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const auto round = tests::random_round(program, seed, 0.3);
      if (!round) continue;
      const Record record = round->record(program, {});
      INFO(variant << ", seed " << seed << "\n" << write_record(record));
      for (std::size_t item = 0; item < record.rounds.front().items.size(); item += 3) {
        if (!std::holds_alternative<TurnLine>(record.rounds.front().items[item].line)) continue;
        for (const ExplainedAct& act : explain_turn(program, rules, record, {0, item})) {
          ++legal;
          for (const ExplainedRow& row : act.rows) {
            INFO(act.deed << ": " << row.rule);
            CHECK(row.answer != RowAnswer::forbids);
            CHECK(row.answer != RowAnswer::depends);
            lifted += row.answer == RowAnswer::lifted ? 1 : 0;
          }
        }
      }
    }
  }
  CHECK(legal > 200);
  CHECK(lifted > 0);
  int forbidden = 0;
  for (const std::string& variant : tests::bundled_names())
    for (const tests::RuleCase& one : tests::read_rule_cases(variant)) {
      if (!one.expected.starts_with("illegal")) continue;
      const Judged judged = judge(one);
      const Ruling& ruling = *judged.judgement.ruling;
      if (!ruling.rule_where || !ruling.because.empty()) continue;
      INFO(variant << "/" << one.rule << ": " << one.title);
      const LinePlace place = place_of(judged.record, ruling);
      bool named = false;
      for (const ExplainedAct& act : explain_turn(judged.program, judged.rules, judged.record, place))
        for (const ExplainedRow& row : act.rows)
          named = named || (row.rule == ruling.rule && row.answer != RowAnswer::silent &&
                            row.answer != RowAnswer::lifted && row.answer != RowAnswer::allows);
      forbidden += named ? 1 : 0;
      if (!judged.program.rules.empty() && is_row_in_force(judged.program, ruling)) CHECK(named);
    }
  CHECK(forbidden > 80);
}

TEST_CASE("of a row that an exception lifts it is told since when the exception holds", "[replay][referee]") {
  const Judged judged =
      judge({"club-double-twelve",
             "lifted",
             "",
             {},
             "",
             "[variant club-double-twelve]\n[players Ann Bob]\n\nround 12\nAnn: 12-12 12-5\n"
             "Bob: 12-8>mexican\nAnn: 5-5 8-8>mexican ...\n"});
  CHECK(!judged.judgement.ruling);
  std::vector<std::string> since;
  for (const ExplainedAct& act : explain_turn(judged.program, judged.rules, judged.record,
                                              {0, judged.record.rounds.front().items.size() - 1}))
    for (const ExplainedRow& row : act.rows) {
      CHECK((row.since.empty() || row.answer == RowAnswer::lifted));
      for (const Because& line : row.since) {
        CHECK(line.place.turn == 3);
        since.push_back(row.lifted_by + " " + line.message);
      }
    }
  CHECK(std::count_if(since.begin(), since.end(), [](const std::string& line) {
          return line.starts_with("chain-of-doubles since here ") && line.ends_with("(rule double-owes)");
        }) > 0);
}

TEST_CASE("the count is given where counting decides", "[replay][referee]") {
  // Ann's tiles are written and two more lie in the boneyard: what is left for Bob cannot be all without a 6.
  const std::string begun =
      "[variant train highest=6 deal=13]\n[players Ann Bob]\n\nround 6\n"
      "hand Ann: 6-6 6-5 6-4 5-5 5-4 5-3 5-2 5-1 4-4 4-3 4-2 4-1 4-0\nhand Bob: ?x13\n"
      "Ann: 6-6 6-5\n";
  const auto reasons = [&](const std::string& lines) {
    const Judged judged = judge({"train", "count", "", {}, "", begun + lines});
    return judged.judgement.ruling ? judged.judgement.ruling->reasons : std::vector<std::string>{};
  };
  CHECK(
      reasons("Bob: draw pass\n") ==
      std::vector<std::string>{"Bob would have 13 tiles that are not known, and there are only 11 that they "
                               "could be: 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 5-0"});
  CHECK(reasons("Bob: 6-3\n").empty());
}

TEST_CASE("beyond turns that nobody wrote nothing is said of how the table stood", "[replay][referee]") {
  const Judged judged = judge({"train",
                               "gap",
                               "",
                               {},
                               "",
                               "[variant train]\n[players Ann Bob]\n\nround 12\nAnn: 12-12 12-5\n?\n"
                               "Bob: 12-7\nBob: 12-7\n"});
  REQUIRE(judged.judgement.ruling);
  CHECK(judged.judgement.ruling->reasons.empty());
  CHECK(judged.judgement.ruling->exceptions.empty());
  CHECK(judged.judgement.ruling->could.empty());
}

}  // namespace roundhouse::replay
