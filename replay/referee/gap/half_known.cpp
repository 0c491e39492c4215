#include "replay/referee/gap/half_known.h"

#include <bit>

namespace roundhouse::replay {

using dsl::Member;
using dsl::Root;

GapRules::GapRules(const engine::Rules& program) {
  for (const auto& rows : program.after)
    for (const dsl::AfterRow& row : rows)
      for (const dsl::EffectCall& call : row.effects) {
        if (call.id == dsl::Effect::fan) one_ended = false;
        if (call.id != dsl::Effect::owe) continue;
        const dsl::Node& target = dsl::node_at(program, call.args[0]);
        if (!dsl::is_root(target, Root::new_end) && !dsl::is_member(target, Member::round_hub))
          simple_debts = false;
        const dsl::Node& times = dsl::node_at(program, call.args[1]);
        if (times.op != dsl::Op::number || times.value != 1) single_covers = false;
      }
}

HalfReading::HalfReading(const engine::Rules& program, const GapRules& rules, const HalfKnown& table,
                         const engine::Moment& moment)
    : program_(program),
      rules_(rules),
      table_(table),
      unknown_(hidden_parts(moment)),
      reading_(program, table.position, moment, unknown_) {}

engine::NotKnown HalfReading::hidden_parts(const engine::Moment& moment) const {
  engine::NotKnown unknown;
  unknown.aspects = dsl::aspects::laps | dsl::aspects::hands | dsl::aspects::table | dsl::aspects::markers |
                    dsl::aspects::debts;
  const auto players = static_cast<std::size_t>(program_.players);
  if (!table_.winner_known) unknown.aspects |= dsl::aspects::result;
  if (!table_.boneyard_known) unknown.aspects |= dsl::aspects::boneyard;
  if (table_.counts_known.count() < players) unknown.aspects |= dsl::aspects::hand_sizes;
  if (!table_.starter_known || !table_.beginning_known) unknown.aspects |= dsl::aspects::beginning;
  if (!table_.first_known || !table_.beginning_known) unknown.aspects |= dsl::aspects::order;
  if (!table_.engine_known)
    unknown.aspects |= dsl::aspects::engine | dsl::aspects::beginning | dsl::aspects::order |
                       dsl::aspects::agreed | dsl::aspects::used;
  if (table_.maybe_over) unknown.aspects |= dsl::aspects::over;
  if (!table_.player_known) unknown.aspects |= dsl::aspects::turn_owner;
  if (!table_.previous_known) unknown.aspects |= dsl::aspects::previous;
  if (!table_.turn_known) unknown.aspects |= dsl::aspects::turn_counts;
  // A drawn one may not be written.
  if (moment.tile == engine::no_tile) unknown.aspects |= dsl::aspects::tile;
  unknown.faces = engine::TileSet::all();
  unknown.points = ~table_.points_known;
  unknown.totals.set();
  unknown.placement.set();
  for (const dsl::FactSlot& fact : program_.facts)
    for (int slot = fact.slot; slot < fact.end(); ++slot) {
      const auto place = static_cast<std::size_t>(slot);
      // No play changes what chance has decided.
      const bool is_known =
          fact.by_chance() ? table_.position.facts[place] != engine::absent : table_.facts_known[place];
      unknown.facts.set(place, !is_known);
    }
  unknown.knows = [this](const engine::Evaluation& at, Member member, engine::Value receiver) {
    return knows(at, member, receiver);
  };
  return unknown;
}

/// Of debts as a whole, of what is hidden of some players only, and of some ends and trains.
bool HalfReading::knows(const engine::Evaluation& at, Member member, engine::Value receiver) const {
  const auto seat = static_cast<std::size_t>(receiver & (engine::without_tile - 1));
  if (member == Member::player_count || member == Member::tiles_count) return table_.counts_known[seat];
  if (member == Member::player_turns) return table_.turns_known[seat];
  if (member == Member::round_lap) return table_.lap_known;
  if (member == Member::round_still) return table_.still_known;
  // Where the engine is not known, nothing of the beginning is.
  if (member == Member::round_starter) return table_.engine_known && table_.starter_known;
  if (member == Member::player_kept || member == Member::player_lot)
    return table_.engine_known && table_.beginning_known;
  if (member == Member::round_first || member == Member::round_rotation || member == Member::player_place)
    return table_.engine_known && table_.first_known;
  if (member == Member::debts_any)
    return !table_.debts_lost &&
           (table_.position.debt_count > 0 || table_.asked_end_known || !table_.any_old_debt());
  // The latter of the debt of an end that is known altogether, or of one just paid.
  if (member == Member::debts_fresh || member == Member::debt_fresh)
    return !table_.debts_lost && table_.fresh_known;
  const dsl::Type of = dsl::row(member).of;
  if (of == dsl::Type::end) return knows_of_end(at, member, receiver);
  return of == dsl::Type::train && knows_of_train(member, static_cast<std::size_t>(receiver));
}

bool HalfReading::knows_of_end(const engine::Evaluation& at, Member member, engine::Value end) const {
  const bool is_asked = table_.asked_end_known && end == engine::read_root(at, Root::end);
  if (end == engine::snapshot && !is_asked) return false;
  if (member == Member::end_train || member == Member::end_mine || member == Member::end_others) return true;
  const bool of_debts = member == Member::end_owed || member == Member::end_debt;
  if (is_asked) return of_debts ? !table_.debts_lost : member != Member::end_tile;
  return knows_of_train(member, engine::end_at(at, end).train);
}

/// True of members that are known of a train; where every train has one end, also of those of that end.
bool HalfReading::knows_of_train(Member member, std::size_t train) const {
  if (!rules_.one_ended) return false;
  if (member == Member::train_tail) return true;
  if (member == Member::end_pip) return std::has_single_bit(table_.pips[train]);
  if (member == Member::end_start || member == Member::train_started) return table_.starts_known[train];
  if (member == Member::end_marked || member == Member::train_marked) return table_.marks_known[train];
  const bool of_debts = member == Member::end_owed || member == Member::end_debt;
  return of_debts && !table_.debts_lost && !table_.old_debt[train];
}

}  // namespace roundhouse::replay
