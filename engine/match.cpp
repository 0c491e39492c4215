// The level above a round: its beginning, and whether its game and its match go on.

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/program/nodes.h"
#include "engine/flow.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

Value value_or(const Rules& program, const Position& position, dsl::NodeRef node, Value otherwise) {
  const Value value = node.given() ? evaluate(program, position, {}, node) : absent;
  return value == absent ? otherwise : value;
}

/// A new round: it carries over what lasts from the rounds before; everything else is as new.
Position next_round(const Rules& program, const Position& before, std::optional<bool> said,
                    Placement places) {
  Position position;
  const bool new_game = before.round == 0 || (said ? *said : game_over(program, before));
  const bool another = new_game && before.round > 0;
  position.game = static_cast<std::uint16_t>(std::min<int>(before.game + (another ? 1 : 0), most_games));
  position.round = static_cast<std::uint16_t>(new_game ? 1 : std::min<int>(before.round + 1, most_games));
  position.used = new_game && before.round > 0 ? 0 : before.used;
  position.last_first = before.first == no_seat ? before.last_first : before.first;
  position.last_out = before.last_out;
  position.unknown = before.unknown;
  if (new_game) position.unknown.set(Part::used, false), position.unknown.set(Part::totals, false);
  if (another && before.unknown.has(Part::totals) && program.match.points.given())
    position.unknown.set(Part::placement);
  position.facts = before.facts;
  if (another && places == Placement::count) count_placement(program, before, position);
  for (std::size_t seat = 0; seat < position.players.size(); ++seat) {
    const PlayerState& was = before.players[seat];
    const bool keeps_total = !new_game || before.round == 0;
    position.players[seat].age = was.age;
    position.players[seat].total = keeps_total ? dsl::sum_of(was.total, was.points) : 0;
  }
  return position;
}

/// The round that was void, as it began: its number, its double and who is first in it are what they were.
Position same_round(const Position& before) {
  Position position;
  position.game = before.game;
  position.round = before.round;
  position.scheduled = before.scheduled;
  position.used = before.used;
  position.last_first = before.last_first;
  position.first = before.first;
  position.last_out = before.last_out;
  position.unknown = before.unknown;
  position.facts = before.facts;
  position.voids = static_cast<std::uint16_t>(before.voids + 1);
  for (std::size_t seat = 0; seat < position.players.size(); ++seat) {
    position.players[seat].age = before.players[seat].age;
    position.players[seat].total = before.players[seat].total;
  }
  return position;
}

/// From its shuffled tiles on. `scheduled`: as a record says.
void set_up(Flow& flow, std::optional<int> scheduled) {
  Position& position = flow.position;
  clear_facts(flow.program, position, dsl::Scope::turn);
  clear_facts(flow.program, position, dsl::Scope::round);
  position.boneyard = static_cast<std::uint16_t>(flow.program.tile_kinds * flow.program.copies);
  // Not over any more: `match.double` may ask.
  position.phase = Phase::lots;
  if (scheduled) position.scheduled = static_cast<std::int16_t>(*scheduled);
  // A schedule that rests on facts is asked when chance has decided them.
  const bool waits = (dsl::reads(flow.program, flow.program.match.scheduled) & dsl::aspects::facts) != 0;
  if (position.scheduled < 0 && !waits)
    position.scheduled = static_cast<std::int16_t>(scheduled_double(flow.program, position).value_or(-1));
  begin_setup(flow);
}

}  // namespace

Position begin_match(const Rules& program, const std::vector<int>& ages) {
  Position position;
  for (std::size_t seat = 0; seat < ages.size() && seat < position.players.size(); ++seat) {
    position.players[seat].age =
        static_cast<std::int16_t>(std::clamp<int>(ages[seat], unknown_age, INT16_MAX));
  }
  for (const dsl::Scope scope : {dsl::Scope::turn, dsl::Scope::round, dsl::Scope::game, dsl::Scope::match}) {
    clear_facts(program, position, scope);
  }
  return position;
}

void begin_round(const Rules& program, Position& position, std::optional<int> scheduled,
                 std::optional<bool> new_game, Placement places) {
  Flow flow{program, position};
  if (is_dealt_again(position) && !new_game.value_or(false)) {
    position = same_round(position);
  } else {
    position = next_round(program, position, new_game, places);
    if (position.round == 1) clear_facts(program, position, dsl::Scope::game);
  }
  set_up(flow, scheduled);
}

void begin_again(Flow& flow) {
  flow.position = same_round(flow.position);
  set_up(flow, std::nullopt);
}

std::optional<int> scheduled_double(const Rules& program, const Position& position) {
  const Value number = value_or(program, position, program.match.scheduled, absent);
  if (number == absent || number < 0 || number > max_highest) return std::nullopt;
  return number;
}

bool game_over(const Rules& program, const Position& position) {
  if (position.round == 0 || is_dealt_again(position)) return false;
  if (position.last_round) return true;
  // A game that is over on a condition has a number of rounds only if it says so.
  const bool counts_rounds = program.match.rounds.given() || !program.match.over.given();
  if (counts_rounds && position.round >= value_or(program, position, program.match.rounds, 1)) return true;
  return program.match.over.given() && holds(program, position, {}, program.match.over);
}

bool match_over(const Rules& program, const Position& position) {
  return game_over(program, position) && position.game >= value_or(program, position, program.match.games, 1);
}

TileBag boneyard_tiles(const Rules& program, const Position& position) {
  const auto players = static_cast<std::size_t>(program.players);
  const TileSet& all = set_of(program.highest);
  TileBag left;
  // No further than the tiles of the set go.
  const std::size_t words = (static_cast<std::size_t>(program.tile_kinds) + 63) / 64;
  for (std::size_t word = 0; word < words; ++word) {
    std::uint64_t once = position.laid_tiles.once.words[word] | position.aside.once.words[word];
    if (program.copies == 1) {
      for (std::size_t seat = 0; seat < players; ++seat) once |= position.hands[seat].once.words[word];
      left.once.words[word] = all.words[word] & ~once;
      continue;
    }
    std::uint64_t twice = position.laid_tiles.twice.words[word] | position.aside.twice.words[word] |
                          (position.laid_tiles.once.words[word] & position.aside.once.words[word]);
    for (std::size_t seat = 0; seat < players; ++seat) {
      const TileBag& hand = position.hands[seat];
      twice |= hand.twice.words[word] | (once & hand.once.words[word]);
      once |= hand.once.words[word];
    }
    left.once.words[word] = all.words[word] & ~twice;
    left.twice.words[word] = all.words[word] & ~once;
  }
  return left;
}

}  // namespace roundhouse::engine
