#include "replay/referee/judge/explain_turn.h"

#include <fmt/format.h>

#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "engine/watched_apply.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/partial_fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/judge/ways_asked.h"
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
  void note(const FoldAct& step, const Position& position) { log_.add(step, position, true); }

  ExplainedAct explain(const FoldAct& step, const Position& position, const dsl::ActRules& rules) {
    step_ = &step;
    position_ = &position;
    moment_ = moment_before(position, step.act);
    if (!lays_a_tile(step.act)) moment_.tile = no_tile;  // what comes up is not known before
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

  /// Adds the rows that an exception keeps from having a say: those that follow of the act, and those that
  /// forbid it but for an exception that always holds, and so are in no program.
  void add_what_is_lifted(const FoldAct& step, Position position, const dsl::ActRules& rules,
                          ExplainedAct& act) {
    const auto add = [&](dsl::RuleId lifted, RowAnswer answer, const Position& at,
                         const engine::Moment& moment) {
      if (!program_.rules[lifted.value].has_sentence || parts_.truth(lifted, at, moment) != dsl::Truth::yes)
        return;
      for (std::size_t i = 0; i < checked().rules.size(); ++i) {
        const dsl::RuleId exception{static_cast<std::uint16_t>(i)};
        if (!contains(checked().rules[i].excepts, lifted) ||
            parts_.truth(exception, at, moment) != dsl::Truth::yes)
          continue;
        ExplainedRow explained = row(lifted);
        explained.answer = answer;
        explained.lifted_by = program_.rules[i].id;
        if (checked().rules[i].when)
          explained.because = clauses_of(reporter_, parts_, exception, true, at, step.act, moment)
                                  .value_or(std::vector<std::string>());
        const auto is_it = [&](const ExplainedRow& other) { return other.rule == explained.rule; };
        if (none_of(act.rows, is_it)) act.rows.push_back(std::move(explained));
        return;
      }
    };
    const auto each_row = [&](const auto& use) {
      for (std::size_t i = 0; i < checked().rules.size(); ++i)
        use(checked().rules[i], dsl::RuleId{static_cast<std::uint16_t>(i)});
    };
    each_row([&](const dsl::Rule& rule, dsl::RuleId id) {
      const auto is_it = [&](const dsl::ForbidRow& forbid) { return forbid.rule == id; };
      if (rule.shape == dsl::Shape::forbid && contains(rule.acts, engine::act_id_of(step.act)) &&
          none_of(rules.forbids, is_it))
        add(id, RowAnswer::lifted, position, moment_);
    });
    engine::apply_watched(program_, position, step.act,
                          [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
                            each_row([&](const dsl::Rule& rule, dsl::RuleId id) {
                              if (rule.shape == dsl::Shape::after && contains(rule.events, event))
                                add(id, RowAnswer::stayed, at, moment);
                            });
                          });
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

  /// Adds the acts of a line behind a gap, one step of the fold after the other.
  void explain_behind(FoldStep& step, const PartialFold& partly, std::size_t item,
                      std::vector<ExplainedAct>& acts) {
    const auto add = [&](ExplainedAct act) {
      if (act.known.empty()) act.known = std::exchange(known_, {});
      acts.push_back(std::move(act));
    };
    if (auto* trouble = std::get_if<FoldTrouble>(&step)) trouble->goes_on = true;
    if (auto* asked = std::get_if<AskWays>(&step)) {
      if (asked->step.item == item) add(explain_behind(*asked, partly));
      WaysAsked found = ask_ways(program_, *asked);
      if (asked->is_open) let_stand(found, AllowedLines(reporter_.round).has(asked->step.item), *asked);
    }
    const auto* seen = std::get_if<TableSeen>(&step);
    if (seen == nullptr || seen->item != item) return;
    if (!seen->is_end) known_ = known_lines(reporter_, partly);
    if (seen->is_end && acts.empty()) add(explain_unknown(item, partly));
  }

 private:
  const dsl::CheckedRules& checked() const { return parts_.checked(); }

  /// A turn of which no act is known.
  ExplainedAct explain_unknown(std::size_t item, const PartialFold& partly) const {
    ExplainedAct act;
    act.place = reporter_.place(item, reporter_.round.items[item].at.span);
    act.deed = act.place.player.empty() ? "a line of nobody's" : "a turn of " + act.place.player + "'s";
    act.judged = "what was done in it is not known";
    act.known = known_lines(reporter_, partly);
    act.is_known_behind = true;
    return act;
  }

  ExplainedAct explain_behind(const AskWays& asked, const PartialFold& partly) const {
    const FoldAct& step = asked.step;
    ExplainedAct act;
    act.place = reporter_.place(step.item, step.where);
    act.deed = fmt::format("{} {}", reporter_.name(step.act.actor), known_deed(reporter_, partly, step));
    act.written = step.written;
    const dsl::ActRules* rules = rules_of(program_, step.act);
    if (!asked.is_open || rules == nullptr) {
      act.judged = partly.is_lost() ? "not judged: here tiles are only counted, as the table is not known"
                                    : "not judged: nothing is known of the trains";
      return act;
    }
    std::vector<std::string> open;
    bool is_refused = false;
    const auto take = [&](ExplainedRow explained) {
      if (explained.answer == RowAnswer::open) open.push_back(explained.rule);
      is_refused = is_refused || explained.answer == RowAnswer::forbids;
      act.rows.push_back(std::move(explained));
    };
    dsl::Truth permitted = rules->needs_permit ? dsl::Truth::no : dsl::Truth::yes;
    for (const dsl::PermitRow& permit : rules->permits) {
      const dsl::Truth holds =
          in_all_ways(asked, [&](engine::PartialReading& way) { return way.of(permit.when); });
      permitted = dsl::either(permitted, holds);
      take(row_behind(asked, partly, permit.rule, holds, RowAnswer::allows, RowAnswer::refuses,
                      dsl::reads(program_, permit.when)));
    }
    for (const dsl::ForbidRow& forbid : rules->forbids) {
      const dsl::Truth stands =
          in_all_ways(asked, [&](engine::PartialReading& way) { return way.stands(forbid); });
      ExplainedRow explained = row_behind(asked, partly, forbid.rule, stands, RowAnswer::forbids,
                                          RowAnswer::silent, dsl::reads_of_row(program_, forbid));
      const auto holds = [&](dsl::NodeRef when) {
        return in_all_ways(asked, [&](engine::PartialReading& way) { return way.of(when); }) ==
               dsl::Truth::yes;
      };
      if (stands == dsl::Truth::no && holds(forbid.when))
        for (const dsl::ExceptRow& except : forbid.excepts)
          if (holds(except.when)) {
            explained.answer = RowAnswer::lifted;
            explained.lifted_by = program_.rules[except.rule.value].id;
            break;
          }
      take(std::move(explained));
    }
    if (is_refused || permitted == dsl::Truth::no)
      act.judged = "illegal, whatever is not written";
    else if (!open.empty())
      act.judged = fmt::format("not judged: {} {} on what is not known", dsl::listed(open),
                               open.size() == 1 ? "depends" : "depend");
    else
      act.judged = "no rule forbids it, whatever is not written";
    return act;
  }

  template <class Ask>
  dsl::Truth in_all_ways(const AskWays& asked, const Ask& ask) const {
    std::optional<dsl::Truth> all;
    for (const engine::Known& way : asked.ways) {
      const engine::Moment moment = moment_before(way.position, asked.step.act);
      const engine::NotKnown unknown = PartialApply::unknown_at(way, moment);
      engine::PartialReading reading(program_, way.position, moment, unknown);
      const dsl::Truth truth = ask(reading);
      if (all && *all != truth) return dsl::Truth::undecided;
      all = truth;
    }
    return all.value_or(dsl::Truth::undecided);
  }

  ExplainedRow row_behind(const AskWays& asked, const PartialFold& partly, dsl::RuleId rule, dsl::Truth truth,
                          RowAnswer yes, RowAnswer no, dsl::Aspects reads) const {
    ExplainedRow explained = row(rule);
    explained.answer = truth == dsl::Truth::undecided ? RowAnswer::open : truth == dsl::Truth::yes ? yes : no;
    if (explained.answer == RowAnswer::open)
      explained.because = not_known(reporter_, partly, reads, asked.step.act.end);
    return explained;
  }

  ExplainedRow row(dsl::RuleId rule) const {
    const engine::Rules::RuleText& text = program_.rules[rule.value];
    return {.rule = text.id, .says = text.says, .from = text.from, .rule_where = text.where};
  }

  dsl::Truth truth(dsl::RuleId rule) { return parts_.truth(rule, *position_, moment_); }

  std::vector<std::string> clauses(dsl::RuleId rule, bool holds) {
    return clauses_of(reporter_, parts_, rule, holds, *position_, step_->act, moment_)
        .value_or(std::vector<std::string>());
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
  std::vector<KnownLine> known_;  ///< behind a gap, before the acts of the line
  RowParts parts_;
  Causes causes_;
  RoundLog log_;  ///< empty where somebody does not see all
  const FoldAct* step_ = nullptr;
  const Position* position_ = nullptr;
  engine::Moment moment_;
};

}  // namespace

std::vector<ExplainedAct> explain_turn(const engine::Rules& program, const dsl::CheckedRules& checked,
                                       const Record& record, LinePlace turn) {
  Position position = begin_match_of(program, record.header);
  for (std::size_t i = 0; i < turn.round; ++i)
    fold_round(program, record.header, record.rounds[i], i == 0, position);
  return explain_turn(program, checked, record.header, record.rounds[turn.round], turn.round == 0, position,
                      turn.item);
}

std::vector<ExplainedAct> explain_turn(const engine::Rules& program, const dsl::CheckedRules& checked,
                                       const Header& header, const RecordRound& round, bool first_of_file,
                                       Position position, std::size_t item, std::optional<Seat> seen_by) {
  const dsl::CheckedRules* own = checked_in(round, &checked);
  if (own == nullptr || lacks_rules(round)) return {};
  const engine::Rules& by = program_in(round, program);
  TurnExplainer explainer(by, *own, header_in(round, header), round);
  std::vector<ExplainedAct> acts;
  RoundFold fold = fold_of(program, header, round, first_of_file, position, {.needs_all = !seen_by});
  while (FoldStep* step = fold.next()) {
    if (auto* gap = std::get_if<GapBegins>(step)) gap->goes_on = !seen_by;
    if (const PartialFold* partly = fold.partly()) explainer.explain_behind(*step, *partly, item, acts);
    const auto* act = std::get_if<FoldAct>(step);
    if (act == nullptr) continue;
    if (act->item > item) break;
    if (!seen_by) explainer.note(*act, position);
    const dsl::ActRules* rules = rules_of(by, act->act);
    if (act->item != item || rules == nullptr) continue;
    acts.push_back(explainer.explain(*act, seen_by ? engine::seen_by(position, *seen_by) : position, *rules));
    // Once is enough for all acts of the turn.
    if (acts.size() > 1) acts.back().begins.reset();
    explainer.add_what_is_lifted(*act, position, *rules, acts.back());
    fold.carry_out();
    explainer.add_what_follows(fold.trace(), acts.back());
  }
  return acts;
}

}  // namespace roundhouse::replay
