#include "tests/rule_cases.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "dsl/check/variant_files.h"
#include "dsl/program.h"
#include "replay/read_record.h"
#include "replay/referee.h"
#include "replay/render/verdict_text.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

const fs::path source = ROUNDHOUSE_SOURCE_DIR;

std::vector<RuleCase> read_file(const fs::path& path, const std::string& variant) {
  std::vector<RuleCase> cases;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("== ")) {
      const std::size_t colon = line.find(": ");
      if (colon == std::string::npos) throw std::logic_error(path.string() + ": '== OUTCOME: what it shows'");
      cases.push_back({variant, path.stem().string(), line.substr(3, colon - 3), line.substr(colon + 2), {}});
    } else if (!cases.empty()) {
      cases.back().record += line + "\n";
    }
  }
  for (RuleCase& one : cases)
    if (one.record.find("[variant") == std::string::npos)
      one.record = "[variant " + variant + "]\n" + one.record;
  return cases;
}

}  // namespace

std::vector<RuleCase> read_rule_cases(const std::string& variant) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "tests/rules" / variant))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<RuleCase> all;
  for (const fs::path& file : files) {
    std::vector<RuleCase> cases = read_file(file, variant);
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

std::string outcome_of(const RuleCase& one, const std::function<void(dsl::CheckedRules&)>& spoil) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add(one.rule, one.record);
  const auto record = replay::read_record(file, one.record);
  if (!record.ok()) return dsl::render_diagnostics(sources, record.diagnostics);
  dsl::CheckInput input{record.value.header.variant.name, {}};
  for (const replay::OptionField& option : record.value.header.variant.options)
    input.settings.push_back({option.name, option.value, option.at.span});
  auto rules = dsl::check_variant(sources, dsl::read_variant_files(source / "variants"), input);
  if (!rules.ok()) return dsl::render_diagnostics(sources, rules.diagnostics);
  if (spoil) spoil(rules.value);
  const int players = static_cast<int>(record.value.header.players.size());
  const dsl::Program program = dsl::compile_rules(rules.value, players);
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
  for (const replay::Ruling& advice : j.advice)
    text += "; advice " + advice.rule + " " + replay::place_name(advice.place);
  for (const replay::ScoreDifference& s : j.scores)
    text += "; wrong score " + s.player + " " + std::to_string(s.claimed) + " for " + std::to_string(s.right);
  return text;
}

}  // namespace roundhouse::tests
