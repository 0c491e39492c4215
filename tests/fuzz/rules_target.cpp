// A rule file: checked, linted, printed, compiled, played; the records of its rounds are legal.

#include <set>

#include "dsl/rulebook/book.h"
#include "replay/referee/judge/referee.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/trouble.h"
#include "tests/support/random_records.h"
#include "tests/support/random_rules.h"
#include "tools/differences/differences.h"
#include "tools/lint/lint.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

std::string trouble_with_round(const engine::Rules& program, std::uint64_t seed) {
  engine::PlayOptions play;
  play.most_turns = 60;
  play.most_acts = 600;
  RandomRound round = play_random_round(program, seed, 0.2, {}, play);
  round.header.seed = seed;  // as of all games that the program plays; so nobody has an age
  const Record written = round.record(program, {});
  std::string text;
  const std::optional<Record> read = read_back(written, text);
  if (!read) return "a played round cannot be read\n" + text;
  if (*read != written) return "a played round is read as another\n" + text;
  RefereeOptions options;
  options.trust = false;
  options.budget = 300;
  const Judgement judgement = judge_record(program, *read, options);
  if (judgement.verdict != Verdict::legal)
    return "a played round is not legal: " +
           (judgement.ruling ? judgement.ruling->rule + ": " + judgement.ruling->message
                             : judgement.undecided) +
           "\n" + text;
  RecordParts none;
  none.hands = none.draws = none.scores = false;
  std::string whole;
  text.swap(whole);
  const std::optional<Record> hidden = read_back(round.record(program, none), text);
  if (!hidden) return "a played round without hands cannot be read\n" + text;
  const Judgement unseen = judge_record(program, *hidden, options);
  if (unseen.verdict == Verdict::illegal)
    return "a played round is illegal when hands are hidden: " + unseen.ruling->rule + ": " +
           unseen.ruling->message + "\n" + text + "of\n" + whole;
  return {};
}

std::string trouble_with_rules(std::string_view bytes) {
  dsl::SourceMap sources;
  const std::string text(bytes);
  const dsl::VariantReader reader = [&](const std::string& wanted,
                                        const std::string& from) -> dsl::LoadedText {
    if (from.empty()) return {.name = wanted, .text = text, .trouble = {}};
    return known_variants()(wanted, from);
  };
  const dsl::Checked<dsl::CheckedRules> checked = dsl::check_variant(sources, reader, {"fuzzed.yaml", {}});
  std::string trouble = trouble_with_complaints(checked.diagnostics, {}, text.size());
  if (!trouble.empty()) return trouble;
  if (dsl::render_diagnostics(sources, checked.diagnostics).empty() != checked.diagnostics.empty())
    return "complaints are not shown";
  if (!checked.ok()) return {};
  const dsl::CheckedRules& rules = checked.value;
  trouble = trouble_with_complaints(dsl::lint(rules, {}), {}, text.size());
  if (!trouble.empty()) return trouble;
  if (dsl::print_rules(rules).empty()) return "rules are printed as nothing";
  const int least = rules.setup.least_players;
  const int most = rules.setup.most_players;
  if (least < 1 || most > engine::max_players || least > most) return "so many players cannot be";
  for (const dsl::BookForm& form : dsl::all_book_forms())
    for (const bool technical : {false, true})
      if (form.print(dsl::write_book(rules, {{}, {}, technical})).empty()) return "a rulebook is empty";
  if (dsl::print_book_text(dsl::brief_book(rules, {})).empty()) return "a short rulebook is empty";
  if (!dsl::brief_book(rules, rules, {}).chapters.empty()) return "a game differs from itself";
  for (const int players : std::set<int>{least, least + (most - least) / 2, most}) {
    if (dsl::refuse_players(rules, players)) continue;
    const engine::Rules program = engine::compile_rules(rules, players);
    for (std::uint64_t seed = 1; seed <= 2 && trouble.empty(); ++seed)
      trouble = trouble_with_round(program, seed + 7 * text.size());
    if (!trouble.empty()) return std::to_string(players) + " players: " + trouble;
  }
  return {};
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts = texts_under("variants", {".yaml"}, rules_target.longest);
  for (const char* folder : {"tests/check", "tests/lint", "tests/family", "tests/hostile/values"})
    for (std::string& text : texts_under(folder, {".yaml"}, 4096)) texts.push_back(std::move(text));
  for (std::uint64_t seed = 1; seed <= 60; ++seed) texts.push_back(random_variant(seed));
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Chance chance(seed);
    texts.push_back(scribble_rules(chance));
  }
  return texts;
}

}  // namespace

const FuzzTarget rules_target{"rules", trouble_with_rules, alter_rules, seeds, 16384};

}  // namespace roundhouse::tests
