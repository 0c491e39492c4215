#include "tools/prove/coverage.h"

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/expression_compiler.h"
#include "replay/fold/act_rows.h"

namespace roundhouse::replay {
namespace {

using dsl::Truth;

void add_parts(const dsl::TypedExpr& condition, std::vector<const dsl::TypedExpr*>& parts) {
  if (!dsl::is_of_conditions(condition.op)) return parts.push_back(&condition);
  for (const dsl::TypedExpr& arg : condition.args) add_parts(arg, parts);
}

/// The parts that can still be so or not so under the options in force.
class OpenParts {
 public:
  explicit OpenParts(const dsl::CheckedRules& rules) : rules_(rules) {}

  void find(const dsl::TypedExpr& condition) {
    const dsl::TypedExpr simple = dsl::simplify(condition, rules_, {});
    if (dsl::is_constant(simple)) return;
    if (!dsl::is_of_conditions(condition.op)) {
      parts_.push_back(&condition);
      return;
    }
    if (condition.op == dsl::Op::choose) {
      const dsl::TypedExpr chosen = dsl::simplify(condition.args[0], rules_, {});
      if (dsl::is_constant(chosen)) return find(condition.args[dsl::is_true(chosen) ? 1 : 2]);
    }
    for (const dsl::TypedExpr& arg : condition.args) find(arg);
  }
  bool has(const dsl::TypedExpr* part) const { return contains(parts_, part); }

 private:
  const dsl::CheckedRules& rules_;
  std::vector<const dsl::TypedExpr*> parts_;
};

}  // namespace

std::vector<const dsl::TypedExpr*> condition_parts(const dsl::TypedExpr& condition) {
  std::vector<const dsl::TypedExpr*> parts;
  add_parts(condition, parts);
  return parts;
}

CoverageAims::CoverageAims(const dsl::CheckedRules& rules, const std::vector<std::size_t>& rows)
    : decided_(rules.rules.size(), none), parts_(rules.rules.size()) {
  for (const std::size_t index : rows) {
    const dsl::Rule& row = rules.rules[index];
    CoverageAim decided;
    decided.row = index;
    decided_[index] = add(decided);
    for (const dsl::RuleId lifts : row.excepts) {
      // Of one row only it is the same as that the exception decides.
      if (row.excepts.size() < 2) break;
      CoverageAim lifted;
      lifted.kind = CoverageAim::Kind::lifted;
      lifted.row = lifts.value;
      lifted.other = index;
      add(lifted);
    }
    if (!row.when) continue;
    OpenParts open(rules);
    open.find(*row.when);
    for (const dsl::TypedExpr* part : condition_parts(*row.when)) {
      std::pair<int, int>& values = parts_[index].emplace_back(none, none);
      if (!open.has(part)) continue;
      CoverageAim aim;
      aim.kind = CoverageAim::Kind::part;
      aim.row = index;
      aim.where = part->where;
      aim.value = true;
      values.second = add(aim);
      aim.value = false;
      values.first = add(aim);
    }
  }
}

int CoverageAims::add(CoverageAim aim) {
  all_.push_back(aim);
  return static_cast<int>(all_.size()) - 1;
}

int CoverageAims::lifted(std::size_t row, std::size_t other) const {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].kind == CoverageAim::Kind::lifted && all_[i].row == row && all_[i].other == other)
      return static_cast<int>(i);
  return none;
}

int CoverageAims::of_part(std::size_t row, std::size_t part, bool value) const {
  const std::pair<int, int>& values = parts_[row][part];
  return value ? values.second : values.first;
}

CoverRules::CoverRules(const dsl::CheckedRules& rules, int players, const CoverageAims& aims)
    : aims_(aims), parts_(rules.rules.size()), in_force_(rules.rules.size(), 0) {
  dsl::Program program = dsl::compile_rules(rules, players);
  std::vector<const dsl::TypedExpr*> conditions;
  for (std::size_t row = 0; row < rules.rules.size(); ++row) {
    if (!aims.has_parts(row)) continue;
    const std::vector<const dsl::TypedExpr*> parts = condition_parts(*rules.rules[row].when);
    conditions.insert(conditions.end(), parts.begin(), parts.end());
    parts_[row].resize(parts.size());
  }
  const std::vector<dsl::NodeRef> nodes = dsl::add_conditions(rules, program, conditions);
  auto next = nodes.begin();
  for (std::vector<dsl::NodeRef>& parts : parts_)
    for (dsl::NodeRef& part : parts) part = *next++;
  program_ = engine::prepare(std::move(program));
  find_in_force();
}

void CoverRules::find_in_force() {
  const auto is_there = [&](dsl::RuleId rule) { in_force_[rule.value] = 1; };
  const auto note_with = [&](const auto& row) {
    is_there(row.rule);
    for (const dsl::ExceptRow& except : row.excepts) is_there(except.rule);
  };
  const auto is_possible = [&](std::size_t act) {
    return !program_.acts[act].needs_permit || !program_.acts[act].permits.empty();
  };
  for (std::size_t act = 0; act < program_.acts.size(); ++act) {
    if (!is_possible(act)) continue;
    const dsl::ActRules& rules = program_.acts[act];
    for (const dsl::ForbidRow& row : rules.forbids) note_with(row);
    for (const dsl::ForbidRow& row : rules.advice) note_with(row);
    for (const dsl::PermitRow& row : rules.permits) is_there(row.rule);
  }
  for (std::size_t event = 0; event < program_.after.size(); ++event) {
    // Rows that follow an act that the options rule out are not in force.
    if (event >= dsl::built_in_events && !is_possible(dsl::built_in_acts + event - dsl::built_in_events))
      continue;
    for (const dsl::AfterRow& row : program_.after[event]) note_with(row);
  }
}

void CoverRules::note_parts(std::size_t row, const Truths& truths, const Reached& reached) const {
  for (std::size_t part = 0; part < parts_[row].size(); ++part) {
    if (aims_.of_part(row, part, true) == CoverageAims::none) continue;
    const Truth truth = truths(parts_[row][part]);
    if (truth != Truth::undecided) note(aims_.of_part(row, part, truth == Truth::yes), reached);
  }
}

/// Of an exception only where its row would stand: elsewhere nobody asks for it.
template <class Row>
void CoverRules::note_row(const Row& row, const Truths& truths, const Reached& reached) const {
  note_parts(row.rule.value, truths, reached);
  if (row.when.given() && truths(row.when) != Truth::yes) return;
  bool stands = true;
  for (const dsl::ExceptRow& except : row.excepts) {
    const Truth truth = except.when.given() ? truths(except.when) : Truth::yes;
    note_parts(except.rule.value, truths, reached);
    stands = stands && truth == Truth::no;
    if (truth != Truth::yes) continue;
    note(aims_.decided(except.rule.value), reached);
    note(aims_.lifted(row.rule.value, except.rule.value), reached);
  }
  if (stands) note(aims_.decided(row.rule.value), reached);
}

void CoverRules::look(const engine::Act& act, const Judged& judged, const Truths& truths,
                      const Reached& reached) const {
  const dsl::ActRules* rules = rules_of(program_, act);
  if (rules == nullptr) return;
  for (const dsl::ForbidRow& row : rules->forbids)
    if (judged.legal || judged.row == row.rule) note_row(row, truths, reached);
  if (!judged.legal && judged.row) return;
  for (const dsl::PermitRow& permit : rules->permits) {
    note_parts(permit.rule.value, truths, reached);
    if (!permit.when.given() || truths(permit.when) == Truth::yes)
      note(aims_.decided(permit.rule.value), reached);
  }
  if (!judged.legal) return;
  for (const dsl::ForbidRow& row : rules->advice) note_row(row, truths, reached);
}

void CoverRules::look_at_event(dsl::EventId event, const Truths& truths, const Reached& reached) const {
  for (const dsl::AfterRow& row : program_.after[event.value]) note_row(row, truths, reached);
}

}  // namespace roundhouse::replay
