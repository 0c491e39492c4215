#include "replay/referee/judge/explain_turn.h"
#include "replay/fold/carried_match.h"

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/round_fold.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/causes.h"
#include "replay/referee/judge/clauses.h"
#include "replay/referee/judge/reasons.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {
namespace {

class TurnExplainer {
 public:
  TurnExplainer(const engine::Rules& program, const dsl::CheckedRules& checked, const Header& header,
                const RecordRound& round)
      : program_(program),
        reporter_{program, header, round},
        parts_(program, checked),
        causes_(program),
        log_(program) {}

  /// An act of the round, in order, up to the turn that is explained.
  void note(const FoldAct& step, const engine::Position& position) { log_.add(step, position, true); }

  ExplainedAct explain(const FoldAct& step, const engine::Position& position, const dsl::ActRules& rules) {
    step_ = &step;
    position_ = &position;
    moment_ = moment_before(position, step.act);
    if (!lays_a_tile(step.act)) moment_.tile = engine::no_tile;  // what comes up is not known before
    ExplainedAct act;
    act.place = reporter_.place(step.item, step.where);
    act.deed = fmt::format("{} {}", reporter_.name(step.act.actor), reporter_.deed(position, step.act));
    act.written = step.written;
    if (position.turn_serial == 1 && position.turn_player == step.act.actor)
      act.begins = starter_reason(reporter_, parts_.checked(), position);
    for (const dsl::PermitRow& permit : rules.permits) act.rows.push_back(permitted(permit));
    for (const dsl::ForbidRow& forbid : rules.forbids) act.rows.push_back(forbidden(forbid));
    return act;
  }

  /// Adds what came of the act that was explained last. Each row once, in the order of applying.
  void add_what_follows(const engine::Trace& trace, ExplainedAct& act) const {
    for (const engine::Happening& happening : trace) {
      if (happening.kind != engine::Happening::Kind::row) continue;
      if (!program_.rules[happening.rule.value].has_sentence) continue;  // it only keeps count of something
      ExplainedRow explained = row(happening.rule);
      explained.answer = RowAnswer::follows;
      const auto is_it = [&](const ExplainedRow& other) {
        return other.answer == RowAnswer::follows && other.rule == explained.rule;
      };
      if (none_of(act.rows, is_it)) act.rows.push_back(std::move(explained));
    }
  }

 private:
  ExplainedRow row(dsl::RuleId rule) const {
    const engine::Rules::RuleText& text = program_.rules[rule.value];
    return {.rule = text.id, .says = text.says, .from = text.from, .rule_where = text.where};
  }

  dsl::Truth truth(dsl::RuleId rule) { return parts_.truth(rule, *position_, moment_); }

  std::vector<std::string> clauses(dsl::RuleId rule, bool holds) {
    std::vector<std::string> all;
    if (const auto reasons = parts_.reasons(rule, holds, *position_, moment_))
      for (const Reason& reason : *reasons) {
        std::string text = clause_of(reporter_, parts_, reason, *position_, step_->act, moment_);
        if (!text.empty() && !contains(all, text)) all.push_back(std::move(text));
      }
    return all;
  }

  ExplainedRow permitted(const dsl::PermitRow& permit) {
    ExplainedRow explained = row(permit.rule);
    const dsl::Truth holds = truth(permit.rule);
    explained.answer = holds == dsl::Truth::undecided ? RowAnswer::depends
                       : holds == dsl::Truth::yes     ? RowAnswer::allows
                                                      : RowAnswer::refuses;
    if (holds != dsl::Truth::undecided) explained.because = clauses(permit.rule, holds == dsl::Truth::yes);
    return explained;
  }

  ExplainedRow forbidden(const dsl::ForbidRow& forbid) {
    ExplainedRow explained = row(forbid.rule);
    const dsl::Truth holds = truth(forbid.rule);
    if (holds == dsl::Truth::no) {
      explained.because = clauses(forbid.rule, false);
      return explained;
    }
    bool is_open = holds == dsl::Truth::undecided;
    for (const dsl::ExceptRow& except : forbid.excepts) {
      const dsl::Truth lifts = truth(except.rule);
      is_open = is_open || lifts == dsl::Truth::undecided;
      if (lifts != dsl::Truth::yes) continue;
      explained.answer = RowAnswer::lifted;
      explained.lifted_by = program_.rules[except.rule.value].id;
      explained.because = clauses(except.rule, true);
      if (log_.last() > 0)
        explained.since = since_when(reporter_, log_, parts_, causes_, log_.last(), except.rule);
      return explained;
    }
    explained.answer = is_open ? RowAnswer::depends : RowAnswer::forbids;
    if (!is_open) explained.because = clauses(forbid.rule, true);
    return explained;
  }

  const engine::Rules& program_;
  BreachReporter reporter_;
  RowParts parts_;
  Causes causes_;
  RoundLog log_;  ///< empty where somebody does not see all
  const FoldAct* step_ = nullptr;
  const engine::Position* position_ = nullptr;
  engine::Moment moment_;
};

}  // namespace

std::vector<ExplainedAct> explain_turn(const engine::Rules& program, const dsl::CheckedRules& checked,
                                       const Record& record, LinePlace turn) {
  engine::Position position = begin_match_of(program, record.header);
  for (std::size_t i = 0; i < turn.round; ++i)
    fold_round(program, record.header, record.rounds[i], i == 0, position);
  return explain_turn(program, checked, record.header, record.rounds[turn.round], turn.round == 0, position,
                      turn.item);
}

std::vector<ExplainedAct> explain_turn(const engine::Rules& program, const dsl::CheckedRules& checked,
                                       const Header& header, const RecordRound& round, bool first_of_file,
                                       engine::Position position, std::size_t item,
                                       std::optional<Seat> seen_by) {
  const dsl::CheckedRules* own = checked_in(round, &checked);
  if (own == nullptr || lacks_rules(round)) return {};
  const engine::Rules& by = program_in(round, program);
  TurnExplainer explainer(by, *own, header_in(round, header), round);
  std::vector<ExplainedAct> acts;
  RoundFold fold = fold_of(program, header, round, first_of_file, position);
  while (FoldStep* step = fold.next()) {
    const auto* act = std::get_if<FoldAct>(step);
    if (act == nullptr) continue;
    if (act->item > item) break;
    if (!seen_by) explainer.note(*act, position);
    const dsl::ActRules* rules = rules_of(by, act->act);
    if (act->item != item || rules == nullptr) continue;
    acts.push_back(explainer.explain(*act, seen_by ? engine::seen_by(position, *seen_by) : position, *rules));
    // Once is enough for all acts of the turn.
    if (acts.size() > 1) acts.back().begins.reset();
    fold.carry_out();
    explainer.add_what_follows(fold.trace(), acts.back());
  }
  return acts;
}

}  // namespace roundhouse::replay
