#include "engine/random_turn.h"

#include "engine/fast/ask.h"
#include "engine/legal.h"

namespace roundhouse::engine {

namespace {

inline RandomTurn::Chosen chosen(const fast::RowCode& rows, fast::DecisionRef answer) {
  const std::size_t known = fast::known_of(answer);
  if (known == 0) return {fast::choice_of(answer)};
  const fast::EventCode& done = rows.after[dsl::event_id(dsl::BuiltInEvent::done).value];
  return {fast::FirstLegal::done, &done.front().consequences[known - 1]};
}

}  // namespace

RandomTurn::Chosen RandomTurn::choose(Random& random, Lay& lay) {
  const fast::RowCode& rows = rows_for(reading_.program, reading_.position);
  moment_.me = reading_.position.turn_player;
  can_ = {.me = moment_.me};
  const fast::DecisionRef answer = follow_diagram(reading_, rows.choice);
  if (fast::choice_of(answer) != fast::FirstLegal::lay) return chosen(rows, answer);
  find_lays_at_ends(reading_, moment_, rows.end_tables[fast::known_of(answer) - 1], lays_);
  if (lays_.count == 0) {
    remember(can_, dsl::act_id(dsl::BuiltInAct::lay), false);
    return chosen(rows, follow_diagram(reading_, rows.without_lays));
  }
  // The only one is taken without asking chance.
  const std::uint32_t number = lays_.count == 1 ? 0 : random.below(static_cast<std::uint32_t>(lays_.count));
  lay = pick_lay(lays_, static_cast<int>(number));
  return {fast::FirstLegal::lay};
}

}  // namespace roundhouse::engine
