#include "tests/support/case_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "dsl/check/check.h"
#include "engine/fold.h"
#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/slow/slow_text.h"
#include "tests/support/agreement.h"

namespace roundhouse::tests {
namespace {

dsl::CheckedRules checked_rules(const std::string& yaml) {
  dsl::SourceMap sources;
  const auto reader = [&](const std::string& wanted, const std::string&) {
    return dsl::LoadedText{wanted, yaml, ""};
  };
  dsl::Checked<dsl::CheckedRules> checked = dsl::check_variant(sources, reader, {"cases", {}});
  if (!checked.ok()) throw std::runtime_error("\n" + render_diagnostics(sources, checked.diagnostics));
  return std::move(checked.value);
}

std::string case_id(std::size_t number) { return "case-" + std::to_string(number); }

/// One scenario played in both readings with rules that contain the cases.
class Match {
 public:
  Match(const std::string& yaml, const Scenario& scenario)
      : rules_(checked_rules(yaml)),
        program_(engine::compile_rules(rules_, scenario.players)),
        position_(engine::begin_match(program_, scenario.ages)),
        game_(rules_, scenario.players, scenario.ages) {
    if (const auto trouble = dsl::refuse_players(rules_, scenario.players))
      throw std::runtime_error(*trouble);
  }

  const dsl::CheckedRules& rules() const { return rules_; }
  slow::Act act(const std::string& text) const { return slow::read_act(rules_, text); }

  void step(const Step& step) {
    if (step.verb == "hand") {
      std::istringstream words(step.text);
      int seat = 0;
      words >> seat;
      for (std::string tile; words >> tile;) hands_[seat].push_back(tile);
    } else if (step.verb == "setup") {
      setup_.push_back(step.text);
    } else if (step.verb == "begin") {
      begin();
    } else {
      apply(act(step.text));
      expect_agreement("after " + step.text);
    }
  }

  void begin() {
    game_.begin_round();
    engine::begin_round(program_, position_);
    while (true) {
      const slow::Expected next = game_.expected();
      if (next.next == slow::Expected::Next::choice || next.next == slow::Expected::Next::over) break;
      slow::Act act = next.act;
      if (next.next == slow::Expected::Next::chance) act = chance(act);
      apply(act);
    }
    expect_agreement("after the setup");
  }

  /// The ids of the rows that applied; the engine's first, then the slow reading's.
  std::pair<std::vector<std::string>, std::vector<std::string>> apply(const slow::Act& act) {
    engine::Trace trace;
    engine::apply(program_, position_, engine_act(act), &trace);
    game_.apply(act);
    std::vector<std::string> rows;
    for (const engine::Happening& happening : trace) {
      if (happening.kind == engine::Happening::Kind::row)
        rows.push_back(program_.rules[happening.rule.value].id);
    }
    return {rows, game_.log};
  }

  std::pair<std::vector<std::string>, std::vector<std::string>> against(const slow::Act& act) const {
    std::vector<std::string> ids;
    for (const engine::Breach& breach : engine::breaches(program_, position_, engine_act(act))) {
      ids.emplace_back(breach.law ? std::string(row(*breach.law).name)
                                  : program_.rules[breach.rule.value].id);
    }
    return {ids, game_.forbidden_by(act)};
  }

  /// Tiles that an effect makes somebody take: the first of the boneyard.
  void take_pulls() {
    for (slow::Expected next = game_.expected();
         next.next == slow::Expected::Next::chance && next.act.kind == slow::ActKind::pull;
         next = game_.expected()) {
      next.act.tile = game_.table.boneyard.front();
      apply(next.act);
    }
  }

  /// Goes on from where a match under almost the same rules stands.
  void take_over(const Match& other) {
    position_ = other.position_;
    game_.table = other.game_.table;
  }

  bool is_over() const { return position_.phase == engine::Phase::over; }
  std::optional<slow::Seat> slow_turn() const { return game_.table.player; }
  int engine_turn() const { return position_.turn_player; }
  int first() const { return position_.first; }

  void expect_agreement(const std::string& when) const {
    const std::string seen = observe(program_, position_);
    if (seen != game_.dump()) {
      throw std::runtime_error(when + " the readings differ\nengine:\n" + seen + "slow:\n" + game_.dump());
    }
  }

 private:
  slow::Act chance(slow::Act act) {
    if (act.kind == slow::ActKind::deal) {
      std::deque<std::string>& hand = hands_[act.actor.value_or(0) + 1];
      if (hand.empty()) throw std::runtime_error("a hand is too small for the deal");
      const slow::Act dealt = this->act("deal 1 " + hand.front());
      act.tile = dealt.tile;
      hand.pop_front();
      return act;
    }
    if (setup_.empty())
      throw std::runtime_error("chance does not know what comes: " + slow::act_text(rules_, act));
    const slow::Act reported = this->act(setup_.front());
    setup_.pop_front();
    if (reported.kind != act.kind) throw std::runtime_error("chance comes as " + slow::act_text(rules_, act));
    return reported;
  }

  dsl::CheckedRules rules_;
  engine::Rules program_;
  engine::Position position_;
  slow::SlowGame game_;
  std::map<int, std::deque<std::string>> hands_;
  std::deque<std::string> setup_;
};

/// The condition that holds exactly when the case's expression gives what it says, and how deep in it the
/// case's own expression stands.
struct Question {
  std::string condition;
  int depth = 0;
  bool negated = false;  ///< the case says `false`: it is right if the condition does not hold
  bool absent = false;
};

Question question_of(const Case& asked) {
  const std::string& gives = asked.gives;
  const std::string& text = asked.effects ? asked.then : asked.text;
  if (gives == "true") return {text, 0, false, false};
  if (gives == "false") return {text, 0, true, false};
  if (gives == "absent") return {fmt::format("({}) != ({})", text, text), 1, false, true};
  if (gives.starts_with("player "))
    return {fmt::format("({}).seat == {}", text, gives.substr(7)), 2, false, false};
  if (gives.starts_with("tile ")) {
    const auto dash = gives.find('-');
    return {fmt::format("({}).high == {} and ({}).low == {}", text, gives.substr(5, dash - 5), text,
                        gives.substr(dash + 1)),
            3, false, false};
  }
  return {fmt::format("({}) == {}", text, gives), 1, false, false};
}

class Runner {
 public:
  Runner(const CaseFile& file, CaseReport& report, Coverage& coverage)
      : file_(file), report_(report), coverage_(coverage) {}

  void run() {
    for (const CaseGroup& group : file_.groups) {
      group_ = &group;
      try {
        run_group();
      } catch (const std::exception& trouble) {
        fail(group.line, group.site + " " + group.act, trouble.what());
      }
    }
  }

 private:
  void fail(int line, const std::string& text, const std::string& what) {
    report_.failures.push_back(fmt::format("{}:{}: {}: {}", file_.name, line, text, what));
  }

  const Scenario& scenario() const { return file_.scenarios[group_->scenario]; }

  std::string yaml(const std::string& rows, const std::string& starter = "holder") const {
    std::string text = scenario().yaml;
    if (const auto at = text.find("STARTER"); at != std::string::npos) text.replace(at, 7, starter);
    return text + rows;
  }

  Match match(const std::string& text) const { return Match(text, scenario()); }

  void play(Match& match) const {
    for (std::size_t i = 0; i < group_->steps; ++i) match.step(scenario().steps[i]);
  }

  /// The name under which rows speak of the group's act or event.
  std::string subject() const {
    if (!group_->event.empty()) return group_->event;
    return group_->act.substr(0, group_->act.find(' '));
  }

  std::string row_text(const std::string& id, const std::string& condition) const {
    if (group_->site == "after") {
      return fmt::format("  - id: {}\n    after: {}\n    when: {}\n    do: warn()\n", id, subject(),
                         condition);
    }
    return fmt::format("  - id: {}\n    forbid: {}\n    when: {}\n", id, subject(), condition);
  }

  void run_group() {
    std::vector<const Case*> asked;
    for (const Case& one : group_->cases) {
      ++report_.cases;
      if (one.law) {
        run_law(one);
      } else if (!one.code.empty()) {
        run_refused(one);
      } else if (group_->site == "starter") {
        run_starter(one);
      } else if (one.effects) {
        run_effects(one);
      } else {
        asked.push_back(&one);
      }
    }
    if (!asked.empty()) run_asked(asked);
  }

  void run_asked(const std::vector<const Case*>& asked) {
    std::string rows;
    std::vector<Question> questions;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      questions.push_back(question_of(*asked[i]));
      rows += row_text(case_id(i), questions.back().condition);
    }
    Match match = this->match(yaml(rows));
    play(match);
    const slow::Act act = match.act(group_->act);
    const auto [engine_ids, slow_ids] = group_->site == "after" ? match.apply(act) : match.against(act);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      judge(*asked[i], questions[i], holds(engine_ids, case_id(i)), holds(slow_ids, case_id(i)));
      cover(match.rules(), case_id(i), *asked[i], questions[i]);
    }
  }

  static bool holds(const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  void judge(const Case& one, const Question& question, bool engine, bool slow) {
    if (engine == question.negated) fail(one.line, one.text, "the engine does not give " + one.gives);
    if (slow == question.negated) fail(one.line, one.text, "the slow reading does not give " + one.gives);
  }

  void cover(const dsl::CheckedRules& rules, const std::string& id, const Case& one,
             const Question& question) {
    const auto rule =
        std::find_if(rules.rules.begin(), rules.rules.end(), [&](const dsl::Rule& r) { return r.id == id; });
    if (rule == rules.rules.end() || !rule->when) return;
    const dsl::TypedExpr* expression = &*rule->when;
    for (int i = 0; i < question.depth; ++i) expression = &expression->args[0];
    const bool held = !question.negated && !question.absent;
    coverage_.expression(*expression, one.text, held ? Shown::held : Shown::not_held);
  }

  void run_effects(const Case& one) {
    const Question question = question_of(one);
    const std::string effects =
        fmt::format("  - id: {}\n    after: {}\n    do: {}\n", case_id(0), subject(), one.text);
    const std::string asked =
        fmt::format("  - id: {}\n    forbid: [probe, judge]\n    when: {}\n", case_id(1), question.condition);
    // What comes first comes without the effects.
    Match before = this->match(yaml(asked));
    play(before);
    Match match = this->match(yaml(effects + asked));
    match.take_over(before);
    const slow::Act act = match.act(group_->act);
    match.apply(act);
    match.take_pulls();
    match.expect_agreement("after the effects");
    slow::Act probe = match.act(match.is_over() ? "judge -" : "probe 1");
    if (!match.is_over() && act.actor) probe.actor = act.actor;
    const auto [engine_ids, slow_ids] = match.against(probe);
    judge(one, question, holds(engine_ids, case_id(1)), holds(slow_ids, case_id(1)));
    for (const dsl::Rule& rule : match.rules().rules) {
      if (rule.id != case_id(0)) continue;
      coverage_.effects(match.rules(), rule.effects, question.negated ? Shown::not_held : Shown::held);
    }
  }

  void run_starter(const Case& one) {
    const Question question = question_of(one);
    Match match = this->match(
        yaml("", fmt::format("if {} then round.first else round.first.left", question.condition)));
    play(match);
    match.begin();
    judge(one, question, match.engine_turn() == match.first(), match.slow_turn() == match.first());
    if (!match.rules().setup.starter) return;
    const dsl::TypedExpr* expression = &match.rules().setup.starter->args[0];
    for (int i = 0; i < question.depth; ++i) expression = &expression->args[0];
    const bool held = !question.negated && !question.absent;
    coverage_.expression(*expression, one.text, held ? Shown::held : Shown::not_held);
  }

  void run_law(const Case& one) {
    if (!one.code.empty()) {
      expect_refusal(one, fmt::format("  - id: {}\n    except: {}\n    when: true\n", case_id(0), one.text));
      coverage_.law(one.text, Shown::refused);
      return;
    }
    const std::string law = one.text.substr(0, one.text.find(' '));
    const Question question{"", 0, one.gives == "false", false};
    coverage_.law(law, question.negated ? Shown::not_held : Shown::held);
    const std::string record = law + " record: ";
    if (one.text.starts_with(record)) {
      if (is_broken_in(one.text.substr(record.size()), law) == question.negated) {
        fail(one.line, one.text, "the referee does not give " + one.gives);
      }
      return;
    }
    Match match = this->match(yaml(""));
    play(match);
    const auto [engine_ids, slow_ids] = match.against(match.act(one.text.substr(law.size() + 1)));
    judge(one, question, holds(engine_ids, law), holds(slow_ids, law));
  }

  /// Some laws only a record can break: it may say what cannot be.
  bool is_broken_in(const std::string& lines, const std::string& law) const {
    std::string text = "[variant test]\n[players";
    for (int seat = 0; seat < scenario().players; ++seat) text += {' ', static_cast<char>('A' + seat)};
    text += "]\n" + lines + "\n";
    std::replace(text.begin(), text.end(), '|', '\n');
    const auto record = replay::read_record({}, text);
    if (!record.ok()) throw std::runtime_error("no record: " + record.diagnostics.front().message);
    const dsl::CheckedRules rules = checked_rules(yaml(""));
    const replay::Judgement judgement =
        replay::judge_record(engine::compile_rules(rules, scenario().players), record.value);
    return judgement.verdict == replay::Verdict::illegal && judgement.ruling && judgement.ruling->rule == law;
  }

  void run_refused(const Case& one) {
    if (group_->site == "starter") {
      expect_refusal(one, "", fmt::format("if {} then holder else holder", one.text));
    } else if (one.effects) {
      expect_refusal(one,
                     fmt::format("  - id: {}\n    after: {}\n    do: {}\n", case_id(0), subject(), one.text));
    } else {
      expect_refusal(one, row_text(case_id(0), one.text));
    }
    coverage_.refused(one.text, one.covers, one.effects);
  }

  /// The checker complains with the case's code, and of nothing else than the case.
  void expect_refusal(const Case& one, const std::string& rows, const std::string& starter = "holder") {
    const std::string text = yaml(rows, starter);
    dsl::SourceMap sources;
    const auto reader = [&](const std::string& wanted, const std::string&) {
      return dsl::LoadedText{wanted, text, ""};
    };
    const auto checked = dsl::check_variant(sources, reader, {"test", {}});
    std::string others;
    bool found = false;
    for (const dsl::Diagnostic& diagnostic : checked.diagnostics) {
      if (diagnostic.code == one.code) {
        found = true;
      } else {
        others += " " + diagnostic.code;
      }
    }
    if (found && others.empty()) return;
    fail(one.line, one.text, checked.diagnostics.empty() ? "not refused" : "refused with" + others);
  }

  const CaseFile& file_;
  CaseReport& report_;
  Coverage& coverage_;
  const CaseGroup* group_ = nullptr;
};

}  // namespace

void run_cases(const CaseFile& file, CaseReport& report, Coverage& coverage) {
  Runner(file, report, coverage).run();
}

}  // namespace roundhouse::tests
