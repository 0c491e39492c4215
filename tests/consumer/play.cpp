// Plays a match of a bundled variant: one player who lays the highest tile that may be laid, three who lay
// any.
#include <roundhouse/dsl/check/variant_files.h>
#include <roundhouse/engine/play.h>
#include <roundhouse/engine/rules.h>

#include <algorithm>
#include <cstdio>

using namespace roundhouse;

namespace {

/// Laying comes before drawing, drawing before passing, and saying something last.
int wish(const engine::Act& act) {
  switch (act.kind) {
    case engine::ActKind::lead:
    case engine::ActKind::lay:
      return 100 + engine::high_of(act.tile) + engine::low_of(act.tile);
    case engine::ActKind::draw:
      return 2;
    case engine::ActKind::done:
      return 1;
    default:
      return 0;
  }
}

std::optional<engine::Act> lay_high(const engine::Sight& sight, engine::Random&) {
  const auto best =
      std::max_element(sight.acts.begin(), sight.acts.end(),
                       [](const auto& one, const auto& other) { return wish(one) < wish(other); });
  // The player whose turn it is has to do something; anybody else need not.
  if (wish(*best) == 0 && sight.seat != sight.position.turn_player) return std::nullopt;
  return *best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  constexpr int players = 4;
  dsl::SourceMap sources;
  const auto rules = dsl::check_variant(sources, dsl::read_variant_files(VARIANTS), {argv[1], {}});
  if (!rules.ok() || dsl::refuse_players(rules.value, players)) return 3;

  const engine::Rules program = engine::compile_rules(rules.value, players);
  const engine::Player high{"high", "lays its highest tile", lay_high};
  engine::Random random(1);
  engine::Position position = engine::begin_match(program);
  const engine::Outcome outcome = engine::play_match(program, position, random, {.seats = {&high}});
  if (outcome != engine::Outcome::finished) return 4;

  const std::vector<int> ranks = engine::ranks(program, position);
  for (std::size_t seat = 0; seat < players; ++seat)
    std::printf("seat %zu: %d points, rank %d\n", seat + 1, static_cast<int>(position.players[seat].total),
                ranks[seat]);
}
