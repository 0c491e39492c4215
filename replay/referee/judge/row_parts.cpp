#include "replay/referee/judge/row_parts.h"

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/add_conditions.h"
#include "dsl/program/nodes.h"
#include "replay/fold/hand_faces.h"

namespace roundhouse::replay {
namespace {

/// A condition of more parts is given as it stands.
constexpr std::size_t most_parts = 64;

/// The body of a word with its subject put in for `it`, which stands so many quantifiers further out.
dsl::TypedExpr about(const dsl::TypedExpr& body, const dsl::TypedExpr& it, std::int32_t depth) {
  if (body.op == dsl::Op::variable && body.index == depth) return it;
  dsl::TypedExpr made = body;
  for (std::size_t i = 0; i < made.args.size(); ++i)
    made.args[i] = about(body.args[i], it, depth + (dsl::is_quantifier(body.op) && i > 0 ? 1 : 0));
  return made;
}

dsl::TypedExpr always() {
  dsl::TypedExpr holds;
  holds.op = dsl::Op::truth;
  holds.type = dsl::Type::truth;
  holds.number = 1;
  return holds;
}

}  // namespace

std::int64_t RowParts::cost() const { return static_cast<std::int64_t>(program_.nodes.size() / 64); }

dsl::TypedExpr RowParts::simple(const dsl::TypedExpr& expression) const {
  dsl::Known known;
  known.players = program_.players;
  return dsl::simplify(expression, checked_, known);
}

RowParts::Part RowParts::taken_apart(const dsl::TypedExpr& clause, std::size_t& room) const {
  // A word is what it stands for.
  if (clause.op == dsl::Op::word && room > 0) {
    --room;
    const dsl::Word& word = checked_.words[static_cast<std::size_t>(clause.index)];
    return taken_apart(simple(clause.args.empty() ? word.is : about(word.is, clause.args.front(), 0)), room);
  }
  Part part;
  part.clause = clause;
  if (dsl::is_of_conditions(clause.op) && room >= clause.args.size()) {
    room -= clause.args.size();
    for (const dsl::TypedExpr& arg : clause.args) part.parts.push_back(taken_apart(arg, room));
  }
  return part;
}

const RowParts::Part& RowParts::part_of(dsl::RuleId row) {
  std::unique_ptr<const Part>& kept = rows_[row.value];
  if (kept) return *kept;
  if (!asked_) asked_ = std::make_unique<engine::Rules>(program_);
  auto part = std::make_unique<Part>();
  std::size_t room = most_parts;
  const dsl::Rule& rule = checked_.rules[row.value];
  if (rule.when)
    *part = taken_apart(simple(*rule.when), room);
  else
    part->clause = always();
  std::vector<Part*> all;
  const auto gather = [&](auto&& self, Part& one) -> void {
    all.push_back(&one);
    for (Part& below : one.parts) self(self, below);
  };
  gather(gather, *part);
  std::vector<const dsl::TypedExpr*> clauses;
  clauses.reserve(all.size());
  for (const Part* one : all) clauses.push_back(&one->clause);
  const std::vector<dsl::NodeRef> nodes = dsl::add_conditions(checked_, *asked_, clauses);
  for (std::size_t i = 0; i < all.size(); ++i) all[i]->node = nodes[i];
  kept = std::move(part);
  return *kept;
}

/// False: nothing of it is known. Where all parts count, those that are not known are left out: they have to
/// be so, too, whatever the hidden tiles are.
bool RowParts::collect(const Part& part, bool so, engine::PartialReading& reading,
                       std::vector<Reason>& reasons) const {
  const dsl::Truth truth = reading.of(part.node);
  if (truth == dsl::known_truth(!so)) return false;
  const auto collect_part = [&](std::size_t which, bool is_so) {
    return collect(part.parts[which], is_so, reading, reasons);
  };
  if (part.parts.empty()) {
    if (truth == dsl::Truth::undecided) return false;
    const auto is_listed = [&](const Reason& reason) { return reason.node == part.node && reason.so == so; };
    if (none_of(reasons, is_listed))
      reasons.push_back({&part.clause, part.node, dsl::reads(*asked_, part.node), so});
    return true;
  }
  if (part.clause.op == dsl::Op::logical_not) return collect_part(0, !so);
  if (part.clause.op == dsl::Op::choose) {
    const dsl::Truth chosen = reading.of(part.parts[0].node);
    if (chosen == dsl::Truth::undecided) return false;
    const bool first = chosen == dsl::Truth::yes;
    const bool any = collect_part(0, first);
    return collect_part(first ? 1 : 2, so) || any;
  }
  const bool all = (part.clause.op == dsl::Op::logical_and) == so;
  if (!all && truth == dsl::Truth::undecided) return false;
  bool any = false;
  for (std::size_t i = 0; i < part.parts.size() && (all || !any); ++i) any = collect_part(i, so) || any;
  return any;
}

dsl::Truth RowParts::truth(dsl::RuleId row, const engine::Position& position, const engine::Moment& moment) {
  const Part& part = part_of(row);
  const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
  return engine::PartialReading(*asked_, position, moment, unknown).of(part.node);
}

std::optional<std::vector<Reason>> RowParts::reasons(dsl::RuleId row, bool holds,
                                                     const engine::Position& position,
                                                     const engine::Moment& moment) {
  const Part& part = part_of(row);
  const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
  engine::PartialReading reading(*asked_, position, moment, unknown);
  std::vector<Reason> reasons;
  if (!collect(part, holds, reading, reasons)) return std::nullopt;
  return reasons;
}

}  // namespace roundhouse::replay
