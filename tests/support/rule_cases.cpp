#include "tests/support/rule_cases.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "dsl/check/variant_files.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/rules.h"
#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_text.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

const fs::path source = source_folder();

/// "; standing Ann 1 Ben 2; match over", and who goes where.
std::string standing_after(const engine::Rules& of_header, const replay::Record& record) {
  engine::Position position = engine::begin_match(of_header, record.header.ages);
  for (std::size_t i = 0; i < record.rounds.size(); ++i)
    replay::fold_round(of_header, record.header, record.rounds[i], i == 0, position);
  const engine::Rules& program = replay::program_in(record.rounds.back(), of_header);
  const replay::Header& header = replay::header_in(record.rounds.back(), record.header);
  const std::vector<int> ranks = engine::ranks(program, position);
  const auto name = [&](std::size_t seat) { return " " + header.players[seat].name; };
  std::string text = "; standing";
  for (std::size_t seat = 0; seat < ranks.size(); ++seat)
    text += name(seat) + " " + std::to_string(ranks[seat]);
  const auto say_who = [&](const char* what, dsl::NodeRef condition) {
    if (!condition.given()) return;
    text += what;
    for (std::size_t seat = 0; seat < ranks.size(); ++seat) {
      engine::Moment moment;
      moment.me = static_cast<engine::Seat>(seat);
      if (engine::holds(program, position, moment, condition)) text += name(seat);
    }
  };
  say_who("; moves on", program.match.moves_on);
  say_who("; play-off", program.match.to_playoff);
  if (program.match.points.given()) {
    engine::Position counted = position;
    if (engine::game_over(program, position)) engine::count_placement(program, position, counted);
    text += "; for places";
    for (std::size_t seat = 0; seat < ranks.size(); ++seat)
      text += name(seat) + " " +
              std::to_string(engine::placement_of(program, counted, static_cast<engine::Seat>(seat)));
  }
  return text + (engine::match_over(program, position) ? "; match over" : "; match goes on");
}

}  // namespace

std::vector<RuleCase> read_rule_cases(const std::string& variant) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "tests/rules" / variant))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<RuleCase> all;
  for (const fs::path& file : files) {
    std::ifstream stream(file);
    std::vector<RuleCase> cases = read_cases(stream, variant, file.stem().string());
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

std::string outcome_of(const RuleCase& one, const Alteration& alteration) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add(one.rule, one.record);
  const dsl::VariantReader bundled = dsl::read_variant_files(source / "variants");
  const auto reader = [&](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    if (from.empty() && !one.rules.empty()) return {.name = wanted, .text = one.rules, .trouble = {}};
    if (!one.rules.empty()) return bundled(wanted, {});
    return bundled(wanted, from.empty() ? one.file : from);
  };
  const auto rules_of = [&](const replay::Header& header) {
    dsl::CheckInput input{header.variant.name, {}};
    for (const replay::OptionField& option : header.variant.options)
      input.settings.push_back({option.name, option.value, option.at.span});
    for (const dsl::OptionSetting& setting : alteration.settings) {
      std::erase_if(input.settings, [&](const auto& given) { return given.name == setting.name; });
      input.settings.push_back(setting);
    }
    auto rules = dsl::check_variant(sources, reader, input);
    if (rules.ok() && alteration.spoil) alteration.spoil(rules.value);
    return rules;
  };
  // A record is read by its rules only where these change on its way or where it cannot be read without them,
  // as with names of pips: the words of the others are known anyway.
  std::string refused;
  const auto ready = [&](const replay::Header& header) -> replay::ReadyRules {
    auto rules = rules_of(header);
    const int players = static_cast<int>(header.players.size());
    if (!rules.ok()) refused = dsl::render_diagnostics(sources, rules.diagnostics);
    if (rules.ok() && dsl::refuse_players(rules.value, players)) refused = "refused";
    if (!refused.empty()) return {};
    auto program = std::make_shared<const engine::Rules>(engine::compile_rules(rules.value, players));
    return {std::move(program), std::make_shared<const dsl::CheckedRules>(std::move(rules.value))};
  };
  auto record = replay::read_record(file, one.record);
  if (!record.ok() || std::any_of(record.value.rounds.begin(), record.value.rounds.end(),
                                  [](const replay::RecordRound& round) { return round.by.terms != nullptr; }))
    record = replay::read_record(file, one.record, ready);
  if (!record.ok()) return dsl::render_diagnostics(sources, record.diagnostics);
  if (!refused.empty()) return refused;
  auto rules = rules_of(record.value.header);
  if (!rules.ok()) return dsl::render_diagnostics(sources, rules.diagnostics);
  const int players = static_cast<int>(record.value.header.players.size());
  if (dsl::refuse_players(rules.value, players)) return "refused";
  const engine::Rules program = engine::compile_rules(rules.value, players);
  replay::RefereeOptions options;
  options.trust = false;
  const replay::Judgement j = replay::judge_record(program, record.value, options);
  std::string text;
  switch (j.verdict) {
    case replay::Verdict::legal:
      text = "legal";
      break;
    case replay::Verdict::undecided:
      text = "undecided";
      break;
    case replay::Verdict::illegal:
      text = "illegal " + j.ruling->rule;
      if (j.ruling->place.turn > 0) text += " " + replay::place_name(j.ruling->place);
      break;
  }
  if (one.expected.find("; also") != std::string::npos) {
    for (const replay::Ruling& other : j.more)
      text += "; also " + other.rule + (other.place.turn > 0 ? " " + replay::place_name(other.place) : "");
  }
  for (const replay::Ruling& advice : j.advice)
    text += "; advice " + advice.rule + " " + replay::place_name(advice.place);
  for (const replay::ScoreDifference& s : j.scores)
    text += "; wrong score " + s.player + " " + std::to_string(s.claimed) + " for " + std::to_string(s.right);
  if (one.expected.find("; standing") != std::string::npos) text += standing_after(program, record.value);
  return text;
}

}  // namespace roundhouse::tests
