#pragma once
// The things that a compiled expression asks about, as far as the referee has to know them before it asks.

#include <vector>

#include "engine/rules.h"

namespace roundhouse::replay {

/// True if it reads this member of anything.
bool reads_member(const engine::Rules& program, dsl::NodeRef node, dsl::Member member);
/// True if it reads the tile that the event or act is about.
bool reads_tile(const engine::Rules& program, dsl::NodeRef node);
/// True if some row about this declared act, or what follows of it, reads the tile that is given with it.
bool reads_given_tile(const engine::Rules& program, std::uint16_t declared);
/// True if it reads which tiles some player holds.
bool reads_hands(const engine::Rules& program, dsl::NodeRef node);
/// True if it reads who kept an engine back, of others than its holder.
bool reads_kept_of_others(const engine::Rules& program, dsl::NodeRef node);
/// True if nothing but options and the numbers of players, game and round decides what it is.
bool rests_on_numbers(const engine::Rules& program, dsl::NodeRef node);

/// True if a game may end before its rounds are played: by a condition, or because a rule says so.
bool may_end_early(const engine::Rules& program);
/// True if some rule or value asks for this fact.
bool asks_fact(const engine::Rules& program, const dsl::FactSlot& fact);
/// True if anything in the rules asks how old a player is.
bool asks_ages(const engine::Rules& program);
/// The same of one row about an act or of one that follows.
bool asks_ages(const engine::Rules& program, dsl::RuleId rule);
/// True if some rule has this effect.
bool has_effect(const engine::Rules& program, dsl::Effect effect);
/// True if a tile may lie where neither of its halves is the one that it lies at: rows allow that, or make an
/// end another number.
bool tiles_may_lie_anyhow(const engine::Rules& program);
/// True if some row, or what follows of it, reads one of these.
bool any_row_reads(const engine::Rules& program, dsl::Aspects aspects);
/// The members of anything that some row, or what follows of it, reads.
class MembersRead {
 public:
  explicit MembersRead(const engine::Rules& program);
  bool has(dsl::Member member) const { return read_[static_cast<std::size_t>(member)]; }

 private:
  std::vector<bool> read_;
};
/// True if some row, or what follows of it, reads a fact that lasts longer than a round and that rows change.
bool any_row_reads_lasting_facts(const engine::Rules& program);
/// True if this reads a fact that turns change, or that is set behind them from one of these.
bool reads_facts_of_play(const engine::Rules& program, dsl::NodeRef node, dsl::Aspects left_by_play);

/// True if a row of this event has the effect.
bool has_effect_at(const engine::Rules& program, dsl::EventId event, dsl::Effect effect);
/// True if a row of the end of a round, when points are counted, may end the game.
bool may_end_game_at_the_end(const engine::Rules& program);
/// True if something else than a declared act has it.
bool has_effect_by_rule(const engine::Rules& program, dsl::Effect effect);
/// True if a row makes somebody take tiles before the first turn or at its beginning.
bool draws_before_turn(const engine::Rules& program);

}  // namespace roundhouse::replay
