#include "tools/prove/examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/program.h"
#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"

namespace roundhouse::replay {
namespace {

constexpr std::string_view own_name = "this";

dsl::Diagnostic finding(std::string_view code, dsl::Span where, std::string message) {
  dsl::Diagnostic made;
  made.code = code;
  made.severity = dsl::Severity::error;
  made.where = where;
  made.message = std::move(message);
  return made;
}

class ExampleJudge {
 public:
  ExampleJudge(const dsl::Example& example, const RulesFor& rules_with)
      : example_(example), rules_with_(rules_with) {}

  JudgedExample judge() {
    JudgedExample judged;
    judged.finding = find(judged);
    judged.ready = ready_;
    judged.settings = settings_;
    return judged;
  }

 private:
  std::optional<dsl::Diagnostic> find(JudgedExample& judged) {
    const bool names_variant = example_.record.starts_with("[variant");
    const std::string before = names_variant ? "" : fmt::format("[variant {}]\n", own_name);
    const std::string text = before + example_.record;
    dsl::Checked<Record> read = read_record({}, text, [&](const Header& header) { return rules_of(header); });
    if (!trouble_.empty()) return unreadable(trouble_);
    const auto is_error = [](const dsl::Diagnostic& d) { return d.severity == dsl::Severity::error; };
    const auto wrong = find_if(read.diagnostics, is_error);
    if (wrong != read.diagnostics.end()) {
      const auto end = text.begin() + std::min<std::ptrdiff_t>(wrong->where.begin, std::ssize(text));
      const auto line = 1 + std::count(text.begin(), end, '\n') - (names_variant ? 0 : 1);
      return unreadable(fmt::format("in its line {}: {}", line, wrong->message));
    }
    if (!ready_.program) return unreadable("it has no header that names players");
    judged.record = std::move(read.value);
    judged.judgement =
        judge_record(*ready_.program, judged.record,
                     {.rules = ready_.checked.get(), .trust = false, .record_budget = 200'000});
    return compared(judged.judgement);
  }

  std::optional<dsl::Diagnostic> unreadable(const std::string& why) const {
    dsl::Diagnostic made = finding(unreadable_example_code, example_.record_where,
                                   "this example is no record that can be judged");
    made.why = why;
    made.help = "an example is a record: [players Ann Ben], a round, hands and turns";
    return made;
  }

  ReadyRules rules_of(const Header& header) {
    if (header.variant.name != own_name) {
      trouble_ = fmt::format("it names the variant '{}'; an example is judged by the file that it stands in",
                             header.variant.name);
      return {};
    }
    std::vector<std::string> settings;
    for (const auto& option : header.variant.options) settings.push_back(option.name + "=" + option.value);
    const std::shared_ptr<const dsl::CheckedRules> rules = rules_with_(settings);
    if (!rules) {
      trouble_ = "its options cannot be set so";
      return {};
    }
    const auto players = static_cast<int>(header.players.size());
    if (const auto refused = dsl::refuse_players(*rules, players)) {
      trouble_ = *refused;
      return {};
    }
    ReadyRules ready;
    ready.checked = rules;
    ready.program = std::make_shared<const engine::Rules>(engine::compile_rules(*rules, players));
    if (!ready_.program) {
      ready_ = ready;
      settings_ = settings;
    }
    return ready;
  }

  std::optional<dsl::Diagnostic> compared(const Judgement& judgement) const {
    switch (judgement.verdict) {
      case Verdict::legal:
        if (example_.legal) return std::nullopt;
        return failing("the referee says that this example is legal", "no rule that holds here forbids it");
      case Verdict::undecided:
        return failing("the referee cannot decide this example", judgement.undecided);
      case Verdict::illegal:
        break;
    }
    const Ruling& ruling = *judgement.ruling;
    const std::string why = fmt::format("{}: {}", ruling.rule, ruling.message);
    if (example_.legal) return failing("the referee says that this example is illegal", why);
    if (example_.because.empty() || example_.because == ruling.rule) return std::nullopt;
    return failing(
        fmt::format("this example is illegal because of '{}', not of '{}'", ruling.rule, example_.because),
        why);
  }

  std::optional<dsl::Diagnostic> failing(std::string message, std::string why) const {
    dsl::Diagnostic made = finding(failing_example_code, example_.where, std::move(message));
    made.why = std::move(why);
    return made;
  }

  const dsl::Example& example_;
  const RulesFor& rules_with_;
  ReadyRules ready_;
  std::vector<std::string> settings_;
  std::string trouble_;
};

}  // namespace

JudgedExample judge_example(const dsl::Example& example, const RulesFor& rules_with) {
  return ExampleJudge(example, rules_with).judge();
}

dsl::Diagnostics run_examples(const dsl::CheckedRules& rules, const RulesFor& rules_with) {
  dsl::Diagnostics findings;
  for (const dsl::Example& example : rules.examples)
    if (auto found = judge_example(example, rules_with).finding) findings.push_back(std::move(*found));
  return findings;
}

}  // namespace roundhouse::replay
