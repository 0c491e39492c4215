#include "replay/fold/act_rows.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::replay {

using engine::Moment;

const dsl::ActRules* rules_of(const engine::Rules& program, const Act& act) {
  return engine::is_by_rows(act.kind) ? &program.acts[engine::act_id_of(act).value] : nullptr;
}

bool lays_a_tile(const Act& act) { return act.kind == ActKind::lay || act.kind == ActKind::lead; }

Moment moment_before(const Position& position, const Act& act) {
  Moment moment{.me = act.actor, .tile = act.tile, .whom = act.whom, .amount = act.amount};
  if (act.kind == ActKind::lay) {
    moment.end = act.end;
    const int index = engine::find_end(position, act.end);
    if (index >= 0) moment.end_snapshot = position.ends[static_cast<std::size_t>(index)];
  }
  return moment;
}

bool row_holds(const engine::Rules& program, const Position& position, const Moment& moment,
               const dsl::ForbidRow& row) {
  return engine::holds(program, position, moment, row.when) &&
         none_of(row.excepts, [&](const dsl::ExceptRow& except) {
           return engine::holds(program, position, moment, except.when);
         });
}

bool any_permit(const engine::Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules) {
  return any_of(rules.permits, [&](const dsl::PermitRow& permit) {
    return engine::holds(program, position, moment, permit.when);
  });
}

namespace {

/// Nodes that are asked in the time of a step, by a referee who asks them of hands that are not written.
constexpr std::int64_t nodes_a_step = 60;
/// So much as ordinary rules ask counts as nothing: steps were measured with it.
constexpr std::int64_t ordinary_nodes = 20'000;
constexpr std::int64_t most_nodes = 1'000'000'000;

class Counter {
 public:
  explicit Counter(const engine::Rules& program) : program_(program), asked_(program.nodes.size(), 0) {}

  std::int64_t of(dsl::NodeRef ref) {
    if (!ref.given()) return 0;
    const auto index = static_cast<std::size_t>(ref.value);
    if (asked_[index] > 0) return asked_[index];
    const dsl::Node& node = program_.nodes[index];
    std::int64_t asked = 1;
    for (int i = 0; i < node.arg_count; ++i) {
      const bool is_for_each = dsl::is_quantifier(node.op) && i > 0;
      asked +=
          of(dsl::argument(program_, node, i)) * (is_for_each ? dsl::limits::usual_size(set_of(node)) : 1);
    }
    return asked_[index] = std::min(asked, most_nodes);
  }

  template <class Excepts>
  std::int64_t of(dsl::NodeRef when, const Excepts& excepts) {
    std::int64_t asked = of(when);
    for (const dsl::ExceptRow& except : excepts) asked += of(except.when);
    return asked;
  }

 private:
  dsl::Type set_of(const dsl::Node& node) const {
    return dsl::node_at(program_, dsl::argument(program_, node, 0)).type;
  }

  const engine::Rules& program_;
  std::vector<std::int64_t> asked_;  ///< by node; 0: not counted yet
};

}  // namespace

namespace {

std::int64_t steps_of(std::int64_t asked) {
  return std::max<std::int64_t>(asked - ordinary_nodes, 0) / nodes_a_step;
}

/// Calls visit(act, asked, when) for every row about an act, with its number, and follows(asked, when) for
/// every row that follows: `asked` are the nodes that the row may ask.
template <class Visit, class Follows>
void visit_costs(const engine::Rules& program, const Visit& visit, const Follows& follows) {
  Counter counter(program);
  const std::vector<dsl::ExceptRow> none;
  for (std::size_t a = 0; a < program.acts.size(); ++a) {
    const dsl::ActRules& act = program.acts[a];
    for (const auto* rows : {&act.forbids, &act.advice, &act.optional})
      for (const dsl::ForbidRow& row : *rows) visit(a, counter.of(row.when, row.excepts), row.when);
    for (const dsl::PermitRow& row : act.permits) visit(a, counter.of(row.when, none), row.when);
  }
  for (const std::vector<dsl::AfterRow>& event : program.after)
    for (const dsl::AfterRow& row : event) follows(counter.of(row.when, row.excepts), row.when);
}

/// True if a condition asks for nothing but the table: not who acts, nor what the act is about.
bool is_of_table(const engine::Rules& program, dsl::NodeRef ref) {
  const auto asks_more = [](const dsl::Node& node) {
    return dsl::is_quantifier(node.op) || node.op == dsl::Op::variable || node.op == dsl::Op::can;
  };
  return (dsl::reads(program, ref) & dsl::aspects::moment) == 0 && !dsl::any_node(program, ref, asks_more);
}

}  // namespace

ActWork act_work(const engine::Rules& program) {
  std::int64_t dearest_row = 0;
  std::int64_t after = 0;
  std::vector<std::int64_t> acts(program.acts.size(), 0);
  visit_costs(
      program,
      [&](std::size_t act, std::int64_t asked, dsl::NodeRef) {
        dearest_row = std::max(dearest_row, asked);
        acts[act] += asked;
      },
      [&](std::int64_t asked, dsl::NodeRef) {
        dearest_row = std::max(dearest_row, asked);
        after += asked;
      });
  const std::int64_t dearest_act = acts.empty() ? 0 : *std::max_element(acts.begin(), acts.end());
  return {steps_of(dearest_act + after), 1 + steps_of(dearest_row)};
}

ActMeter::ActMeter(const engine::Rules& program) : program_(&program), acts_(program.acts.size()) {
  const auto add = [&](Rows& rows, std::int64_t asked, dsl::NodeRef when) {
    rows.asked += asked;
    if (asked < nodes_a_step || !when.given()) return;
    GuardedRow row{asked, {}};
    const dsl::Node& whole = dsl::node_at(program, when);
    for (int i = 0; whole.op == dsl::Op::logical_and && i < whole.arg_count; ++i)
      if (const dsl::NodeRef part = dsl::argument(program, whole, i); is_of_table(program, part))
        row.guards.push_back(part);
    if (!row.guards.empty()) rows.guarded.push_back(std::move(row));
  };
  visit_costs(
      program, [&](std::size_t act, std::int64_t asked, dsl::NodeRef when) { add(acts_[act], asked, when); },
      [&](std::int64_t asked, dsl::NodeRef when) { add(after_, asked, when); });
}

std::int64_t ActMeter::asked_of(const Rows& rows, const Position& position) const {
  std::int64_t asked = rows.asked;
  for (const GuardedRow& row : rows.guarded)
    if (any_of(row.guards,
               [&](dsl::NodeRef guard) { return !engine::holds(*program_, position, {}, guard); }))
      asked -= row.asked;
  return asked;
}

std::int64_t ActMeter::steps(const Position& position) const {
  std::int64_t dearest = 0;
  for (const Rows& rows : acts_) dearest = std::max(dearest, asked_of(rows, position));
  return steps_of(dearest + asked_of(after_, position));
}

}  // namespace roundhouse::replay
