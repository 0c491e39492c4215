#include "tests/support/table_game.h"

#include <algorithm>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {

using namespace engine;

std::string rules_with_setup(const std::string& setup, const std::string& more) {
  return "roundhouse: 1\n"
         "name: a small game\n"
         "trains:\n"
         "  own: { of: each }\n"
         "  common: { of: all }\n"
         "setup:\n"
         "  players: 2..3\n"
         "  set: { highest: 3, copies: 1 }\n" +
         setup + more;
}

std::string small_rules(const std::string& more) {
  return rules_with_setup(
      "  deal: 3\n"
      "  first: round.rotation\n"
      "  engine: { from: hands, wanted: tile.double, missing: unison }\n",
      more);
}

TileId tile(const std::string& text) {
  if (text == "?") return no_tile;
  const auto dash = text.find('-');
  return tile_of(std::stoi(text.substr(0, dash)), std::stoi(text.substr(dash + 1)));
}

std::string tile_text(TileId id) {
  if (id == no_tile) return "?";
  return std::to_string(high_of(id)) + "-" + std::to_string(low_of(id));
}

TableGame::TableGame(const std::string& yaml, int players) {
  const dsl::CheckedRules rules = rules_from_text(yaml);
  REQUIRE(dsl::refuse_players(rules, players).value_or("") == "");
  program = engine::compile_rules(rules, players);
  position = begin_match(program);
}

void TableGame::start(const std::vector<std::string>& hands) {
  std::vector<std::istringstream> tiles;
  for (const std::string& hand : hands) tiles.emplace_back(hand);
  begin_round(program, position);
  go_on();
  while (next().next == Next::chance && next().chance.kind == ActKind::deal) {
    Act act = next().chance;
    std::string text;
    REQUIRE(tiles.at(static_cast<std::size_t>(act.actor)) >> text);
    act.tile = tile(text);
    apply(act);
    go_on();
  }
}

void TableGame::go_on() {
  while (next().next == Next::forced) apply(next().chance);
}

void TableGame::apply(const Act& act) {
  trace.clear();
  engine::apply(program, position, act, &trace);
}

Act TableGame::lay_act(int seat, const std::string& what, int train) const {
  return {.kind = ActKind::lay,
          .actor = static_cast<Seat>(seat),
          .tile = tile(what),
          .end = end_of(train).serial};
}

Act TableGame::declared_act(const std::string& name, int seat, int whom, int amount) const {
  const auto found = std::find_if(program.declared.begin(), program.declared.end(),
                                  [&](const dsl::DeclaredAct& act) { return act.name == name; });
  REQUIRE(found != program.declared.end());
  return {.kind = ActKind::declared,
          .actor = static_cast<Seat>(seat),
          .whom = static_cast<Seat>(whom),
          .declared = static_cast<std::uint16_t>(found - program.declared.begin()),
          .amount = amount};
}

void TableGame::lay(int seat, const std::string& what, int train) { apply(lay_act(seat, what, train)); }
void TableGame::lay_at(int seat, const std::string& what, int end) {
  apply({.kind = ActKind::lay,
         .actor = static_cast<Seat>(seat),
         .tile = tile(what),
         .end = static_cast<std::uint16_t>(end)});
}
void TableGame::draw(int seat, const std::string& what) { chance(ActKind::draw, seat, what); }
void TableGame::done(int seat) { apply({.kind = ActKind::done, .actor = static_cast<Seat>(seat)}); }
void TableGame::declare(const std::string& name, int seat, int whom, int amount) {
  apply(declared_act(name, seat, whom, amount));
}
void TableGame::chance(ActKind kind, int seat, const std::string& what) {
  apply({.kind = kind, .actor = static_cast<Seat>(seat), .tile = tile(what)});
}

std::vector<std::string> TableGame::breaches(const Act& act) const {
  std::vector<std::string> ids;
  const auto broken = engine::breaches(program, position, act);
  CHECK(is_legal(program, position, act) == broken.empty());
  for (const Breach& breach : broken) {
    ids.push_back(breach.law ? std::string(dsl::row(*breach.law).name) : program.rules[breach.rule.value].id);
  }
  return ids;
}

std::vector<std::string> TableGame::advice(const Act& act) const {
  std::vector<std::string> ids;
  for (const dsl::RuleId rule : engine::advice(program, position, act)) {
    ids.push_back(program.rules[rule.value].id);
  }
  return ids;
}

std::vector<std::string> TableGame::legal() const {
  ActList acts;
  legal_acts(program, position, acts);
  std::vector<std::string> texts;
  for (const Act& act : acts) {
    std::string text;
    switch (act.kind) {
      case ActKind::lead:
        text = "lead " + tile_text(act.tile);
        break;
      case ActKind::lay:
        text = "lay " + tile_text(act.tile) + " @" + std::to_string(act.end);
        break;
      case ActKind::draw:
        text = "draw";
        break;
      case ActKind::done:
        text = "done";
        break;
      default:
        text = program.declared[act.declared].name + " by " + std::to_string(act.actor);
        if (act.whom != no_seat) text += " on " + std::to_string(act.whom);
        if (act.tile != engine::no_tile) text += " with " + tile_text(act.tile);
        if (act.amount != 0) text += " amount " + std::to_string(act.amount);
        break;
    }
    texts.push_back(text);
  }
  return texts;
}

int TableGame::fact(const std::string& name, int seat) const {
  const auto found = std::find(program.fact_names.begin(), program.fact_names.end(), name);
  REQUIRE(found != program.fact_names.end());
  const dsl::FactSlot& slot = program.facts[static_cast<std::size_t>(found - program.fact_names.begin())];
  return position.facts[static_cast<std::size_t>(slot.slot + (slot.has_receiver() ? seat : 0))];
}

const End& TableGame::end_of(int train) const {
  const auto last = position.ends.begin() + position.end_count;
  const auto found =
      std::find_if(position.ends.begin(), last, [&](const End& end) { return end.train == train; });
  REQUIRE(found != last);
  return *found;
}

std::vector<int> TableGame::serials() const {
  std::vector<int> list;
  for (int i = 0; i < position.end_count; ++i) {
    list.push_back(position.ends[static_cast<std::size_t>(i)].serial);
  }
  return list;
}

bool TableGame::conserves_tiles() const {
  int tiles = position.boneyard + position.aside.size() + position.laid_tiles.size();
  for (int seat = 0; seat < program.players; ++seat) tiles += count(seat);
  return tiles == program.tile_kinds * program.copies &&
         boneyard_tiles(program, position).size() == position.boneyard;
}

}  // namespace roundhouse::tests
