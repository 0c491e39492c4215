#include "replay/referee/judge/clauses.h"

#include <fmt/format.h>

#include "dsl/english/english.h"
#include "dsl/program/nodes.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

dsl::TypedExpr is_absent(const dsl::TypedExpr& thing) {
  dsl::TypedExpr nothing;
  nothing.op = dsl::Op::absent;
  nothing.type = dsl::Type::absent;
  dsl::TypedExpr comparison;
  comparison.op = dsl::Op::equal;
  comparison.type = dsl::Type::truth;
  comparison.args = {thing, nothing};
  return comparison;
}

/// True if it is about a member of something that is not there: nothing can be said of it but that.
bool is_about_nothing(const RowParts& parts, const Reason& reason, const engine::Position& position,
                      const engine::Moment& moment) {
  const dsl::Node& node = dsl::node_at(parts.rules(), reason.node);
  return reason.clause->op == dsl::Op::member && node.op == dsl::Op::member && node.arg_count > 0 &&
         engine::evaluate(parts.rules(), position, moment, dsl::argument(parts.rules(), node, 0)) ==
             engine::absent;
}

}  // namespace

std::string clause_of(const BreachReporter& reporter, const RowParts& parts, const Reason& reason,
                      const engine::Position& position, const engine::Act& act,
                      const engine::Moment& moment) {
  dsl::Known known;
  known.players = reporter.program.players;
  if (position.round > 0) known.round = position.round;
  dsl::English::Names names;
  if (act.actor != engine::no_seat) names[dsl::Root::me] = reporter.name(act.actor);
  if (act.whom != engine::no_seat) names[dsl::Root::whom] = reporter.name(act.whom);
  if (moment.tile != engine::no_tile) names[dsl::Root::tile] = "the " + tile_text(moment.tile);
  if (act.kind == engine::ActKind::lay && engine::find_end(position, act.end) >= 0)
    names[dsl::Root::end] =
        fmt::format("the {} of {}", moment.end_snapshot.pip, reporter.train_words(moment.end_snapshot.train));
  dsl::English english(parts.checked(), known, std::move(names));
  if (is_about_nothing(parts, reason, position, moment))
    return english.clause(is_absent(reason.clause->args.front()));
  return reason.so ? english.clause(*reason.clause) : english.opposite(*reason.clause);
}

}  // namespace roundhouse::replay
