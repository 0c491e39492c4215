#include "tests/support/set_positions.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

SetPosition begin_position(const std::string& line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string::npos) throw std::runtime_error("'== COUNTS: what it shows', not: " + line);
  SetPosition set;
  set.title = line.substr(colon + 2);
  std::istringstream counts(line.substr(3, colon - 3));
  for (std::uint64_t count = 0; counts >> count;) set.counts.push_back(count);
  return set;
}

/// The acts with which chance may go on, one for each different tile.
std::vector<engine::Act> fill_in(const engine::Rules& program, const engine::Position& position,
                                 engine::Act act) {
  std::vector<engine::Act> acts;
  if (act.kind == engine::ActKind::first) {
    for (int seat = 0; seat < program.players; ++seat) {
      act.actor = static_cast<engine::Seat>(seat);
      acts.push_back(act);
    }
    return acts;
  }
  if (act.kind == engine::ActKind::engine) return engine::equal_engines(program, position);
  const engine::TileBag boneyard = engine::boneyard_tiles(program, position);
  for (int tile = 0; tile < program.tile_kinds; ++tile) {
    act.tile = static_cast<engine::TileId>(tile);
    if (boneyard.has(act.tile)) acts.push_back(act);
  }
  return acts;
}

std::vector<engine::Act> next_acts(const engine::Rules& program, const engine::Position& position) {
  const engine::Expected expected = engine::expected(program, position);
  if (expected.next == engine::Next::forced) return {expected.chance};
  if (expected.next == engine::Next::chance) return fill_in(program, position, expected.chance);
  engine::ActList legal;
  engine::legal_acts(program, position, legal);
  std::vector<engine::Act> acts;
  for (const engine::Act& act : legal) {
    if (act.kind == engine::ActKind::draw) {
      const std::vector<engine::Act> draws = fill_in(program, position, act);
      acts.insert(acts.end(), draws.begin(), draws.end());
    } else {
      acts.push_back(act);
    }
  }
  return acts;
}

std::vector<slow::Act> fill_in(const slow::SlowGame& game, slow::Act act) {
  std::vector<slow::Act> acts;
  if (act.kind == slow::ActKind::first) {
    for (std::size_t seat = 0; seat < game.table.players.size(); ++seat) {
      act.actor = static_cast<slow::Seat>(seat);
      acts.push_back(act);
    }
    return acts;
  }
  if (act.kind == slow::ActKind::engine) return game.engine_lots();
  for (const slow::Tile& tile : game.table.boneyard) {
    act.tile = tile;
    if (acts.empty() || !(acts.back() == act)) acts.push_back(act);  // the boneyard is sorted
  }
  return acts;
}

}  // namespace

std::vector<slow::Act> next_acts(const slow::SlowGame& game) {
  const slow::Expected expected = game.expected();
  if (expected.next == slow::Expected::Next::forced) return {expected.act};
  if (expected.next == slow::Expected::Next::chance) return fill_in(game, expected.act);
  std::vector<slow::Act> acts;
  for (const slow::Act& act : game.legal_acts()) {
    if (act.kind == slow::ActKind::draw) {
      const std::vector<slow::Act> draws = fill_in(game, act);
      acts.insert(acts.end(), draws.begin(), draws.end());
    } else {
      acts.push_back(act);
    }
  }
  return acts;
}

SetPositions read_set_positions(const std::string& text) {
  SetPositions all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("== "))
      all.positions.push_back(begin_position(line));
    else
      (all.positions.empty() ? all.remarks : all.positions.back().record) += line + '\n';
  }
  return all;
}

std::string write_set_positions(const SetPositions& all) {
  std::string text = all.remarks;
  for (const SetPosition& set : all.positions) {
    text += "==";
    for (const std::uint64_t count : set.counts) text += ' ' + std::to_string(count);
    text += ": " + set.title + '\n' + set.record;
  }
  return text;
}

ReachedPosition reach(const SetPosition& set) {
  dsl::SourceMap sources;
  const auto record = replay::read_record(sources.add("position", set.record), set.record);
  INFO(set.title << '\n' << dsl::render_diagnostics(sources, record.diagnostics));
  REQUIRE(record.ok());
  const replay::Header& header = record.value.header;
  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& option : header.variant.options)
    settings.push_back({option.name, option.value, {}});
  ReachedPosition reached{bundled_rules(header.variant.name, settings), {}, {}, {}};
  reached.program = engine::compile_rules(reached.rules, static_cast<int>(header.players.size()));
  reached.position = engine::begin_match(reached.program, header.ages);
  replay::RoundFold fold =
      replay::fold_of(reached.program, header, record.value.rounds.front(), true, reached.position);
  while (replay::FoldStep* step = fold.next())
    if (const auto* act = std::get_if<replay::FoldAct>(step)) reached.acts.push_back(act->act);
  REQUIRE(fold.is_whole());
  return reached;
}

std::uint64_t count_ways(const engine::Rules& program, const engine::Position& position, int depth) {
  const std::vector<engine::Act> acts = next_acts(program, position);
  if (depth == 1) return acts.size();
  std::uint64_t ways = 0;
  for (const engine::Act& act : acts) {
    engine::Position after = position;
    engine::apply(program, after, act);
    ways += count_ways(program, after, depth - 1);
  }
  return ways;
}

std::uint64_t count_ways(const slow::SlowGame& game, int depth) {
  const std::vector<slow::Act> acts = next_acts(game);
  if (depth == 1) return acts.size();
  std::uint64_t ways = 0;
  for (const slow::Act& act : acts) {
    slow::SlowGame after = game;
    after.apply(act);
    ways += count_ways(after, depth - 1);
  }
  return ways;
}

}  // namespace roundhouse::tests
