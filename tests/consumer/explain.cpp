// Deals a round of a bundled variant and goes on to the first choice of a player. Says of each tile in the
// hand whether it may be laid to the first end on the table, and if not, by which rules.
#include <roundhouse/dsl/check/variant_files.h>
#include <roundhouse/dsl/vocabulary/vocabulary.h>
#include <roundhouse/engine/dealer.h>
#include <roundhouse/engine/fold.h>
#include <roundhouse/engine/rules.h>

#include <cstdio>

using namespace roundhouse;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  constexpr int players = 4;
  dsl::SourceMap sources;
  const auto rules = dsl::check_variant(sources, dsl::read_variant_files(VARIANTS), {argv[1], {}});
  if (!rules.ok() || dsl::refuse_players(rules.value, players)) return 3;
  const engine::Rules program = engine::compile_rules(rules.value, players);

  engine::Random random(1);
  engine::Position position = engine::begin_match(program);
  engine::begin_round(program, position);
  engine::Expected next = engine::expected(program, position);
  for (; next.next == engine::Next::chance || next.next == engine::Next::forced;
       next = engine::expected(program, position))
    engine::apply(program, position, engine::answer_chance(program, position, next.chance, random));
  if (next.next != engine::Next::choice) return 4;

  const engine::Seat me = position.turn_player;
  const engine::End end = position.ends[0];
  for (engine::TileId tile = 0; tile < program.tile_kinds; ++tile) {
    if (!position.hands[static_cast<std::size_t>(me)].has(tile)) continue;
    const engine::Act lay{.kind = engine::ActKind::lay, .actor = me, .tile = tile, .end = end.serial};
    std::printf("%d-%d to the %d: ", engine::high_of(tile), engine::low_of(tile), end.pip);
    const std::vector<engine::Breach> breaches = engine::breaches(program, position, lay);
    if (breaches.empty()) std::puts("legal");
    for (const engine::Breach& breach : breaches)
      std::printf("%s\n", breach.law ? std::string(dsl::row(*breach.law).sentence).c_str()
                                     : program.rules[breach.rule.value].says.c_str());
  }
}
