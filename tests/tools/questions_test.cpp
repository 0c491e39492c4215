// The questions that rules ask, answers as people type them, and the files that come of them.

#include <set>

#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"
#include "tools/lint/lint.h"
#include "tools/questions/questions.h"

namespace roundhouse::tests {
namespace {

dsl::RulesWith rules_of(const std::string& variant) {
  return [variant](dsl::SourceMap& sources, const std::vector<dsl::Answer>& answers) {
    std::vector<dsl::OptionSetting> settings;
    for (const dsl::Answer& answer : answers) settings.push_back({answer.option, answer.value, {}});
    const auto reader = dsl::read_variant_files((source_folder() / "variants").string());
    return dsl::check_variant(sources, reader, {.variant = variant, .settings = settings});
  };
}

dsl::Question ask(const std::string& variant, const std::string& option,
                  const std::vector<dsl::Answer>& answers = {}) {
  const auto question = dsl::question_about(option, rules_of(variant), answers);
  REQUIRE(question);
  return *question;
}

std::string understood(const dsl::Question& question, std::string_view said) {
  return dsl::understood_answer(question, said).value_or("(more than one)");
}

bool has_sentence(const std::vector<std::string>& sentences, std::string_view text) {
  for (const std::string& sentence : sentences)
    if (sentence.find(text) != std::string::npos) return true;
  return false;
}

/// One file for each random table of a variant: it lints clean, has the values that were answered, and plays.
void write_at_random(const std::string& variant, std::size_t files, std::uint64_t seed) {
  const dsl::RulesWith rules = rules_of(variant);
  for (const Combination& one : combinations_of(variant, files, seed).accepted) {
    INFO(one.table.text());
    std::vector<dsl::Answer> answers;
    for (const dsl::OptionSetting& setting : one.table.settings)
      answers.push_back({setting.name, setting.value});
    const std::string text = dsl::write_variant(
        dsl::describe_variant("Our rules: \"#1\"", variant, rules, answers, one.table.players));
    // Answers given at random may leave each other nothing to decide, or deal all tiles: reported, and
    // allowed.
    dsl::SourceMap sources;
    const dsl::FileId first = sources.add("new.yaml", text);
    const std::string allowed = dsl::allow_answers(sources, dsl::lint(rules_from_text(text), first));
    INFO(allowed);
    const dsl::CheckedRules written = rules_from_text(allowed);
    CHECK(written.name == "Our rules: \"#1\"");
    const dsl::Diagnostics findings = dsl::lint(written, dsl::FileId{});
    REQUIRE((findings.empty() ? "" : findings.front().message) == "");
    // What was answered stands there, unless another answer has made it idle.
    const std::vector<std::string> open = dsl::open_questions(one.set.rules);
    const std::vector<dsl::Answer> wanted = dsl::written_values(one.set.rules);
    const std::vector<dsl::Answer> got = dsl::written_values(written);
    REQUIRE(wanted.size() == got.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (std::find(open.begin(), open.end(), wanted[i].option) != open.end()) {
        INFO(wanted[i].option);
        CHECK(got[i].value == wanted[i].value);
      }
    REQUIRE(dsl::refuse_players(written, one.table.players).value_or("") == "");
    const engine::Rules program = engine::compile_rules(written, one.table.players);
    const RandomRound round = play_random_round(program, seed, 0.1);
    CHECK(round.outcome != engine::Outcome::dead_end);
    CHECK(round.outcome != engine::Outcome::too_long);
  }
}

}  // namespace

TEST_CASE("a question shows what the rulebook says after each answer", "[dsl]") {
  const dsl::Question doubles = ask("train", "doubles");
  REQUIRE(doubles.choices.size() == 4);
  CHECK(doubles.value == "satisfy");
  CHECK(has_sentence(doubles.choices[1].sentences, "need not be covered by anybody else"));
  CHECK(!has_sentence(doubles.choices[0].sentences, "need not be covered by anybody else"));
  // What is said whatever is answered helps nobody to choose.
  for (const dsl::Choice& choice : doubles.choices)
    CHECK(!has_sentence(choice.sentences, "A tile must show the number"));

  const dsl::Question blank = ask("train", "double_blank", {{"double_blank", "50"}});
  CHECK(blank.choices.empty());
  CHECK(blank.written == "50");
  CHECK(has_sentence(blank.sentences, "a double blank counts 50"));
}

TEST_CASE("what an answer settles is asked no more", "[dsl]") {
  const auto open = [](const std::vector<dsl::Answer>& answers) {
    dsl::SourceMap sources;
    const auto rules = rules_of("train")(sources, answers);
    const std::vector<std::string> names = dsl::open_questions(rules.value);
    return std::set<std::string>(names.begin(), names.end());
  };
  CHECK(open({}).contains("missed_notice"));
  CHECK(!open({{"knocking", "false"}}).contains("missed_notice"));
  CHECK(open({}).contains("draws"));
  CHECK(!open({{"drawing", "until-it-fits"}}).contains("draws"));
}

TEST_CASE("answers are understood as people type them", "[dsl]") {
  const dsl::Question knocking = ask("train", "knocking");
  CHECK(understood(knocking, "y") == "true");
  CHECK(understood(knocking, "YES") == "true");
  CHECK(understood(knocking, " no ") == "false");
  CHECK(understood(knocking, "f") == "false");
  CHECK(understood(knocking, "1") == "1");  // neither: the checker refuses it
  const dsl::Question doubles = ask("train", "doubles");
  CHECK(understood(doubles, "fol") == "follow-up");
  CHECK(understood(doubles, "f") == "(more than one)");
  CHECK(understood(doubles, "3") == "free");
  CHECK(understood(doubles, "5") == "5");
  CHECK(understood(doubles, "Play-On") == "play-on");
  const dsl::Question deal = ask("train", "deal");
  CHECK(deal.by_players);
  CHECK(understood(deal, "12") == "12");
  CHECK(understood(deal, "2-4: 15, 5 to 8:12") == "{ 2..4: 15, 5..8: 12 }");
  CHECK(understood(deal, "2–4: 15, 5..8: 12") == "{ 2..4: 15, 5..8: 12 }");
  CHECK(understood(deal, "{ 2: 15, 3..8: 12 }") == "{ 2: 15, 3..8: 12 }");
  CHECK(understood(deal, "15 for 2 to 4, 12 for 5 or 6") == "{ 2..4: 15, 5..6: 12 }");
  CHECK(understood(deal, "15 tiles for 2-4 players and 12 for 5, 6 and 8") ==
        "{ 2..4: 15, 5..6: 12, 8: 12 }");
  CHECK(understood(deal, "15 for 2; 12 for 3..8") == "{ 2: 15, 3..8: 12 }");
  CHECK(understood(deal, "a lot") == "a lot");
  CHECK(understood(deal, "15 for some") == "15 for some");
  CHECK(understood(deal, "for 2, 15") == "for 2, 15");
}

TEST_CASE("values are written as rule files have them", "[dsl]") {
  for (const std::string& variant : all_bundled_names()) {
    INFO(variant);
    const dsl::CheckedRules rules = bundled_rules(variant);
    std::vector<dsl::OptionSetting> same;
    for (const dsl::Answer& value : dsl::written_values(rules))
      same.push_back({value.option, value.value, {}});
    const dsl::CheckedRules again = bundled_rules(variant, same);
    CHECK(dsl::print_rules(again) == dsl::print_rules(rules));
  }
}

TEST_CASE("answers in a file keep their places, and slips are named there", "[dsl]") {
  dsl::SourceMap sources;
  const auto read = [&](const std::string& text) {
    return dsl::read_answers(sources, sources.add("answers.yaml", text));
  };
  const auto good =
      read("like: dual\nplayers: 7\noptions:\n  deal: { 6: 12,\n          7..10: 9 }\n  doubles: free\n");
  CHECK(good.diagnostics.empty());
  CHECK(good.value.like == "dual");
  CHECK(good.value.players == 7);
  REQUIRE(good.value.options.size() == 2);
  CHECK(good.value.options[0].value == "{ 6: 12, 7..10: 9 }");
  CHECK(sources.locate(good.value.options[1].where.file, good.value.options[1].where.begin) ==
        dsl::LineColumn{6, 3});

  const auto code = [&](const std::string& text) {
    const auto bad = read(text);
    return bad.diagnostics.empty() ? std::string() : bad.diagnostics.front().code;
  };
  CHECK(code("likes: dual\n") == "unknown-key");
  CHECK(code("players: many\n") == "wrong-shape");
  CHECK(code("options: [a, b]\n") == "wrong-shape");
  CHECK(code("options:\n  deal: [1, 2]\n") == "wrong-shape");
  CHECK(code("- dual\n") == "wrong-shape");
  CHECK(code("name: [a\n") != "");
}

TEST_CASE("files written after random answers lint clean and play", "[dsl]") {
  for (const std::string& variant : all_bundled_names()) {
    DYNAMIC_SECTION(variant) { write_at_random(variant, 2, 1); }
  }
}

TEST_CASE("five hundred files written after random answers lint clean and play", "[.long][long][dsl]") {
  const std::vector<std::string> names = all_bundled_names();
  const std::size_t each = 500 / names.size() + 1;
  for (const std::string& variant : names) {
    DYNAMIC_SECTION(variant) { write_at_random(variant, each, 2); }
  }
}

}  // namespace roundhouse::tests
