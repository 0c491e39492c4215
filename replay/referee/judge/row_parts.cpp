#include "replay/referee/judge/row_parts.h"

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/expression_compiler.h"
#include "dsl/program/nodes.h"
#include "replay/fold/hand_faces.h"

namespace roundhouse::replay {
namespace {

/// A condition of more parts is given as it stands.
constexpr std::size_t most_parts = 64;
/// Words are written out so deep to see which facts they ask for.
constexpr int deepest_words = 8;

/// The body of a word with its subject put in for `it`, which stands so many quantifiers further out.
dsl::TypedExpr about(const dsl::TypedExpr& body, const dsl::TypedExpr& it, std::int32_t depth) {
  if (body.op == dsl::Op::variable && body.index == depth) return it;
  dsl::TypedExpr made = body;
  for (std::size_t i = 0; i < made.args.size(); ++i)
    made.args[i] = about(body.args[i], it, depth + (dsl::is_quantifier(body.op) && i > 0 ? 1 : 0));
  return made;
}

/// True if it names no variable that is bound outside of it. `binders`: how many there are inside so far.
bool is_closed(const dsl::TypedExpr& expression, std::int32_t binders) {
  if (expression.op == dsl::Op::variable) return expression.index < binders;
  for (std::size_t i = 0; i < expression.args.size(); ++i)
    if (!is_closed(expression.args[i], binders + (dsl::is_quantifier(expression.op) && i > 0 ? 1 : 0)))
      return false;
  return true;
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
  dsl::KnownFacts known;
  known.players = program_.players;
  return dsl::simplify(expression, checked_, known);
}

RowParts::Part RowParts::taken_apart(const dsl::TypedExpr& clause, std::size_t& room) const {
  // A word is what it stands for.
  if (clause.op == dsl::Op::word && room > 0) {
    --room;
    return taken_apart(written_out(clause), room);
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
  const dsl::Rule& rule = checked_.rules[row.value];
  kept = with_nodes(rule.when ? *rule.when : always());
  return *kept;
}

std::unique_ptr<const RowParts::Part> RowParts::with_nodes(const dsl::TypedExpr& condition) {
  if (!asked_) asked_ = std::make_unique<engine::Rules>(program_);
  std::size_t room = most_parts;
  auto part = std::make_unique<Part>(taken_apart(simple(condition), room));
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
  return part;
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
  if (part.parts.size() == 1) return collect_part(0, !so);  // `not`
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

dsl::Truth RowParts::truth(dsl::RuleId row, const Position& position, const engine::Moment& moment) {
  const Part& part = part_of(row);
  const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
  return engine::PartialReading(*asked_, position, moment, unknown).of(part.node);
}

std::optional<std::vector<Reason>> RowParts::reasons(dsl::RuleId row, bool holds, const Position& position,
                                                     const engine::Moment& moment) {
  const Part& part = part_of(row);
  const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
  engine::PartialReading reading(*asked_, position, moment, unknown);
  std::vector<Reason> whole;
  if (!collect(part, holds, reading, whole)) return std::nullopt;
  std::vector<Reason> reasons;
  for (Reason& reason : whole) {
    dsl::TypedExpr clause = *reason.clause;
    if (make_choices(clause, position, moment)) {
      chosen_.push_back(simple(clause));
      reason.clause = &chosen_.back();
      reason.node = dsl::add_conditions(checked_, *asked_, {reason.clause}).front();
      reason.reads = dsl::reads(*asked_, reason.node);
    }
    if (const auto of_one = reasons_of_one(reason, position, moment))
      reasons.insert(reasons.end(), of_one->begin(), of_one->end());
    else
      reasons.push_back(reason);
  }
  return reasons;
}

/// Of "some player" and "not every tile in hand": the parts by which it is so of the only one of which it is.
/// Of facts one of several will do.
std::optional<std::vector<Reason>> RowParts::reasons_of_one(const Reason& reason, const Position& position,
                                                            const engine::Moment& moment) {
  const dsl::TypedExpr& clause = *reason.clause;
  const bool is_any = clause.op == dsl::Op::any;
  const bool is_asking = dsl::is_quantifier(clause.op) && clause.type == dsl::Type::truth;
  if (!is_asking || !clause.has_where || is_any != reason.so) return std::nullopt;
  dsl::TypedExpr one;
  one.op = dsl::Op::number;
  std::vector<std::int32_t> all;
  if (clause.args[0].type == dsl::Type::players) {
    one.type = dsl::Type::player;
    for (Seat seat = 0; seat < program_.players; ++seat) all.push_back(seat);
  } else if (clause.args[0].type == dsl::Type::tiles) {
    one.type = dsl::Type::tile;
    const std::optional<engine::Value> owner = value_of(clause.args[0], position, moment);
    // A hand that is all known; of what is left of one behind a tile nothing is named.
    if (!owner || *owner < 0 || *owner >= program_.players) return std::nullopt;
    const auto seat = static_cast<std::size_t>(*owner);
    if (position.hands[seat].size() != position.players[seat].count) return std::nullopt;
    engine::for_each_tile(position.hands[seat].once, [&](TileId tile) { all.push_back(tile); });
  }
  std::unique_ptr<const Part> found;
  for (const std::int32_t element : all) {
    one.number = element;
    auto body = with_nodes(about(clause.args[1], one, 0));
    const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
    const dsl::Truth truth = engine::PartialReading(*asked_, position, moment, unknown).of(body->node);
    if (truth == dsl::known_truth(!is_any)) continue;
    if (truth == dsl::Truth::undecided || found) return std::nullopt;
    found = std::move(body);
    const std::optional<std::vector<dsl::TypedExpr>> facts = facts_of(found->clause);
    if (facts && !facts->empty()) break;
  }
  if (!found) return std::nullopt;
  const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
  engine::PartialReading reading(*asked_, position, moment, unknown);
  std::vector<Reason> reasons;
  if (!collect(*found, is_any, reading, reasons)) return std::nullopt;
  // That the tile is in the hand counts, too.
  if (one.type == dsl::Type::tile)
    for (Reason& part : reasons) part.reads |= reason.reads;
  of_ones_.push_back(std::move(found));
  return reasons;
}

std::optional<engine::Value> RowParts::value_of(const dsl::TypedExpr& expression, const Position& position,
                                                const engine::Moment& moment) {
  if (!is_closed(expression, 0)) return std::nullopt;
  if (!asked_) asked_ = std::make_unique<engine::Rules>(program_);
  const dsl::NodeRef node = dsl::add_conditions(checked_, *asked_, {&expression}).front();
  const engine::NotKnown unknown = hidden_tiles_of(*asked_, position);
  engine::PartialReading reading(*asked_, position, moment, unknown);
  if (!reading.is_known(node)) return std::nullopt;
  const engine::PartialValue value = reading.value(node);
  return value.is_absent() ? engine::absent : value.low;
}

/// Puts the branch that counts here in the place of each choice, words that hold one written out. Leaves what
/// is gone through alone. False: there was none.
bool RowParts::make_choices(dsl::TypedExpr& clause, const Position& position, const engine::Moment& moment) {
  if (dsl::is_quantifier(clause.op)) return false;
  if (clause.op == dsl::Op::word) {
    dsl::TypedExpr meaning = written_out(clause);
    if (!make_choices(meaning, position, moment)) return false;
    clause = std::move(meaning);
    return true;
  }
  if (clause.op == dsl::Op::choose) {
    const std::optional<engine::Value> holds = value_of(clause.args[0], position, moment);
    if (!holds) return false;
    const dsl::TypedExpr branch = clause.args[*holds == 1 ? 1 : 2];
    clause = branch;
    make_choices(clause, position, moment);
    return true;
  }
  bool any = false;
  for (dsl::TypedExpr& arg : clause.args) any = make_choices(arg, position, moment) || any;
  return any;
}

dsl::TypedExpr RowParts::written_out(const dsl::TypedExpr& word) const {
  const dsl::Word& meaning = checked_.words[static_cast<std::size_t>(word.index)];
  return simple(word.args.empty() ? meaning.is : about(meaning.is, word.args.front(), 0));
}

std::optional<std::vector<dsl::TypedExpr>> RowParts::facts_of(const dsl::TypedExpr& clause) const {
  std::vector<dsl::TypedExpr> facts;
  if (!gather_facts(clause, 0, facts)) return std::nullopt;
  return facts;
}

bool RowParts::gather_facts(const dsl::TypedExpr& clause, int depth,
                            std::vector<dsl::TypedExpr>& facts) const {
  if (clause.op == dsl::Op::word && depth < deepest_words)
    return gather_facts(written_out(clause), depth + 1, facts);
  if (clause.op == dsl::Op::fact) {
    if (!is_closed(clause, 0)) return false;
    const auto is_it = [&](const dsl::TypedExpr& one) { return dsl::same_simple(one, clause); };
    if (none_of(facts, is_it)) facts.push_back(clause);
    return true;
  }
  return all_of(clause.args, [&](const dsl::TypedExpr& arg) { return gather_facts(arg, depth, facts); });
}

}  // namespace roundhouse::replay
