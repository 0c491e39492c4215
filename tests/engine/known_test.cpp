// A table of which a part is not known: every part of many positions of a small set is hidden, one slot after
// the other and whole, and filled in in every way. What a condition is called holds in each filling; where
// all fillings agree it is decided, as often as is counted here: that number may only rise.

#include "engine/known/known.h"

#include <functional>
#include <string>
#include <vector>

#include "dsl/vocabulary/vocabulary.h"
#include "engine/evaluate_partly.h"
#include "engine/rules.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using dsl::Truth;
using engine::NotKnown;
using engine::Part;
using engine::Position;
using engine::Seat;

namespace {

const std::vector<std::string> plain = {
    "round.engine.high == 3",
    "round.engine == nothing",
    "round.boneyard > 2",
    "round.boneyard == 0",
    "round.lap > 2",
    "round.still > 0",
    "round.starter == me",
    "round.first == me",
    "round.rotation == me",
    "round.winner == nobody",
    "round.over",
    "round.played(2) > 2",
    "match.last_out == me",
    "turn.player == me",
    "turn.previous == me",
    "turn.laid == 0",
    "turn.drawn + turn.drew > 1",
    "turn.noted",
    "turn.noted_number > 1",
    "me.noted_player",
    "me.count > 2",
    "me.left.count == 1",
    "me.turns > 2",
    "me.place == 0",
    "me.kept",
    "me.lot == nothing",
    "me.points > 3",
    "me.total > 9",
    "me.rank == 1",
    "me.own.marked",
    "me.own.started",
    "me.own.tail.pip == 2",
    "me.own.tail.marked",
    "me.own.tail.start",
    "me.own.tail.owed",
    "any(e in ends where e.pip == 2)",
    "any(e in ends where e.marked)",
    "count(e in ends where e.mine) == 1",
    "all(e in ends where e.start)",
    "debts.any",
    "debts.count == 1",
    "debts.fresh > 0",
    "debts.newest.pip == 2",
    "debts.oldest.by == me",
    "can.draw",
    "can.done",
    "max(p in players of p.count) > 2",
    "sum(p in players of p.points) > 4",
    "sole(p in players of p.count) == me",
};

/// Each alone, the opposite, and joined with the one after it.
std::vector<std::string> all_conditions() {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const std::string& next = plain[(i + 7) % plain.size()];
    all.push_back(plain[i]);
    all.push_back("not (" + plain[i] + ")");
    all.push_back("(" + plain[i] + ") and (" + next + ")");
    all.push_back("(" + plain[i] + ") or (" + next + ")");
    all.push_back("if " + next + " then (" + plain[i] + ") else me.seat == 1");
  }
  return all;
}

std::string rules_with(const std::vector<std::string>& conditions) {
  std::string text =
      "roundhouse: 1\nname: Small\nextends: train\noptions:\n  highest: 3\n  deal: { 2: 3 }\n  first_double: "
      "3\n"
      "setup:\n  players: 2..2\nfacts:\n  noted: { of: turn, after: lay }\n"
      "  noted_number: { of: turn, after: lay, is: turn.laid }\n"
      "  noted_player: { of: player, per: round, is: bool }\nacts:\n  whisper:\n    by: anyone\n"
      "    when: round.lap < 0\n    says: Nobody ever does.\nrules:\n";
  for (std::size_t c = 0; c < conditions.size(); ++c)
    text += "  - id: row" + std::to_string(c) + "\n    forbid: whisper\n    when: " + conditions[c] +
            "\n    says: No.\n";
  return text;
}

void hide_slot(bool& part, std::size_t) { part = true; }
template <std::size_t slots>
void hide_slot(std::bitset<slots>& part, std::size_t slot) {
  part.set(slot);
}

void hide(NotKnown& unknown, Part part, std::size_t slot) {
  switch (part) {
#define X(id, ...)               \
  case Part::id:                 \
    hide_slot(unknown.id, slot); \
    return;
    ROUNDHOUSE_PARTS(X)
#undef X
  }
}

std::size_t count_once(const engine::Rules&) { return 1; }
std::size_t count_trains(const engine::Rules& program) { return program.trains.size(); }
std::size_t count_players(const engine::Rules& program) { return static_cast<std::size_t>(program.players); }
std::size_t count_facts(const engine::Rules& program) { return static_cast<std::size_t>(program.fact_slots); }

std::size_t slots_of(const engine::Rules& program, Part part) {
  switch (part) {
#define X(id, slots, ...) \
  case Part::id:          \
    return count_##slots(program);
    ROUNDHOUSE_PARTS(X)
#undef X
  }
  return 0;
}

using Visit = std::function<void()>;

template <class Number, class Values>
void each(Number& number, const Values& values, const Visit& visit) {
  const Number before = number;
  for (const int value : values) {
    number = static_cast<Number>(value);
    visit();
  }
  number = before;
}

const std::vector<int> few = {0, 1, 2, 3, 4, 5, 6, 9};
const std::vector<int> seats = {-1, 0, 1};
const std::vector<int> somebody = {0, 1};

/// Calls `visit` with everything that slot of the part may be. The hands are not asked for tiles.
void fill(const engine::Rules& program, Position& position, Part part, std::size_t slot, const Visit& visit) {
  const Position before = position;
  const auto of_train = [&](const std::function<void(engine::End&)>& change) {
    for (std::size_t e = 0; e < position.end_count; ++e)
      if (position.ends[e].train == slot) change(position.ends[e]);
    visit();
    position = before;
  };
  switch (part) {
    case Part::engine:
      for (const int pip : {0, 1, 2, 3}) {
        position.engine_tile = engine::tile_of(pip, pip);
        visit();
      }
      break;
    case Part::ends:
      for (const int pip : {0, 1, 2, 3})
        of_train([&](engine::End& end) { end.pip = static_cast<std::uint8_t>(pip); });
      break;
    case Part::starts:
      for (const bool start : {false, true}) {
        position.started =
            start ? before.started & ~(std::uint64_t{1} << slot) : before.started | std::uint64_t{1} << slot;
        of_train([&](engine::End& end) { end.start = start; });
      }
      break;
    case Part::marks:
      for (const bool marked : {false, true}) of_train([&](engine::End& end) { end.marked = marked; });
      break;
    case Part::sides:
      visit();
      // One more end, at the side of a double.
      position.ends[position.end_count] = position.ends[0];
      position.ends[position.end_count].tail = false;
      position.ends[position.end_count].side = true;
      position.ends[position.end_count].marked = !position.ends[0].marked;
      position.ends[position.end_count++].pip = 1;
      visit();
      break;
    case Part::layout:
      visit();
      for (std::size_t e = 0; e < position.end_count; ++e) position.ends[e].tile = 0;
      visit();
      break;
    case Part::lying:
      each(position.played[2], few, visit);
      break;
    case Part::debts:
      visit();
      position.debts = {};
      position.debt_count = 0;
      visit();
      for (const int pip : {0, 1, 2, 3}) {
        position.debts[0] = {0,       position.turn_serial, static_cast<std::uint8_t>(pip),
                             Seat{1}, engine::no_train,     1};
        position.debt_count = 1;
        visit();
      }
      break;
    case Part::fresh:
      visit();
      for (engine::Debt& debt : position.debts) debt.turn = debt.covers > 0 ? std::uint16_t{0} : debt.turn;
      visit();
      break;
    case Part::counts:
      for (engine::TileBag& hand : position.hands) hand = {};
      each(position.players[slot].count, few, visit);
      break;
    case Part::boneyard:
      each(position.boneyard, few, visit);
      break;
    case Part::owner:
      each(position.turn_player, somebody, visit);
      break;
    case Part::next:
      each(position.turn_next, seats, visit);
      break;
    case Part::previous:
      each(position.turn_previous, seats, visit);
      break;
    case Part::turn:
      each(position.laid, few,
           [&] { each(position.drawn, somebody, [&] { each(position.drew, few, visit); }); });
      break;
    case Part::over:
      visit();
      position.phase = position.phase == engine::Phase::over ? engine::Phase::play : engine::Phase::over;
      visit();
      break;
    case Part::facts:
      for (const dsl::FactSlot& fact : program.facts)
        if (static_cast<int>(slot) >= fact.slot && static_cast<int>(slot) < fact.end())
          each(position.facts[slot], fact.type == dsl::Type::truth ? somebody : few, visit);
      break;
    case Part::lap:
      each(position.lap, few, visit);
      break;
    case Part::still:
      each(position.still, few, visit);
      break;
    case Part::turns:
      each(position.players[slot].turns, few, visit);
      break;
    case Part::starter:
      each(position.starter, seats, visit);
      break;
    case Part::kept:
      each(position.players[0].kept, somebody, [&] { each(position.players[1].kept, somebody, visit); });
      break;
    case Part::first:
      each(position.first, somebody, [&] { each(position.last_first, seats, visit); });
      break;
    case Part::lots:
      each(position.players[0].lot, few, [&] { each(position.players[1].lot, few, visit); });
      break;
    case Part::last_out:
      each(position.last_out, seats, visit);
      break;
    case Part::winner:
      each(position.winner, seats, visit);
      break;
    case Part::points:
      each(position.players[slot].points, few, visit);
      break;
    case Part::totals:
      each(position.players[slot].total, few, visit);
      break;
    case Part::last_round:
      each(position.last_round, somebody, visit);
      break;
    case Part::agreed:
    case Part::used:
    case Part::past:
    case Part::placement:
      visit();  // no condition of a turn reads them
      break;
  }
  position = before;
}

}  // namespace

TEST_CASE("what is known of a condition is so however hidden parts of a table are filled in", "[engine]") {
  const std::vector<std::string> conditions = all_conditions();
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules_with(conditions)), 2);
  std::vector<dsl::NodeRef> nodes(conditions.size());
  for (const dsl::ActRules& rules : program.acts)
    for (const dsl::ForbidRow& row : rules.forbids)
      if (const std::string& id = program.rules[row.rule.value].id; id.starts_with("row"))
        nodes[static_cast<std::size_t>(std::stoi(id.substr(3)))] = row.when;
  int agree = 0;
  int decided = 0;
  int looked_at = 0;
  for (std::uint64_t seed = 1; looked_at < 40; ++seed) {
    engine::Random random(seed);
    std::vector<Position> positions;
    tests::play_random_round(program, seed, 0, [&](const Position& position) {
      if (position.phase == engine::Phase::play && position.pulling == 0) positions.push_back(position);
    });
    if (positions.empty()) continue;
    ++looked_at;
    Position position = positions[random.below(static_cast<std::uint32_t>(positions.size()))];
    engine::Moment moment;
    moment.me = static_cast<Seat>(random.below(2));
    const auto look_at = [&](Part part, std::size_t slot) {
      NotKnown unknown;
      unknown.faces = engine::TileSet::all();
      hide(unknown, part, slot);
      for (int pip = 0; pip <= program.highest; ++pip)
        if (part == Part::ends) unknown.numbers[slot] |= std::uint32_t{1} << pip;
      Position seen = position;
      if (part == Part::counts)
        for (engine::TileBag& hand : seen.hands) hand = {};
      engine::PartialReading reading(program, seen, moment, unknown);
      std::vector<char> ever_yes(nodes.size(), 0);
      std::vector<char> ever_no(nodes.size(), 0);
      fill(program, position, part, slot, [&] {
        for (std::size_t c = 0; c < nodes.size(); ++c)
          (engine::holds(program, position, moment, nodes[c]) ? ever_yes : ever_no)[c] = 1;
      });
      for (std::size_t c = 0; c < nodes.size(); ++c) {
        const Truth said = reading.of(nodes[c]);
        INFO("seed " << seed << ", " << engine::meaning_of(part) << " " << slot << ": " << conditions[c]);
        if (said == Truth::yes) CHECK(ever_no[c] == 0);
        if (said == Truth::no) CHECK(ever_yes[c] == 0);
        if (!reading.reads_unknown(nodes[c]) || ever_yes[c] == ever_no[c]) continue;
        ++agree;
        if (said != Truth::undecided) ++decided;
      }
    };
#define X(part, ...) \
  for (std::size_t slot = 0; slot < slots_of(program, Part::part); ++slot) look_at(Part::part, slot);
    ROUNDHOUSE_PARTS(X)
#undef X
  }
  INFO(decided << " of " << agree);
  CHECK(agree > 1'000);
  CHECK(decided >= 65'947);
}

TEST_CASE("a word that reads an aspect of several parts says on which it rests", "[engine]") {
  for (const dsl::MemberRow& row : dsl::all_members()) {
    bool is_listed = false;
#define X(word, part) is_listed = is_listed || row.id == dsl::Member::word;
    ROUNDHOUSE_PARTS_OF_WORDS(X)
#undef X
    int parts = 0;
#define X(part, slots, read, ...) \
  if ((row.reads & dsl::aspects::read) != 0) ++parts;
    ROUNDHOUSE_PARTS(X)
#undef X
    INFO(row.name);
    // A place follows from all points.
    CHECK((is_listed || parts < 2 || row.id == dsl::Member::player_rank));
  }
}
