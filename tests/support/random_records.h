#pragma once
// Random rounds as records, tiles struck out of them at random, and one thing changed in them: what the
// tests of the referee are fed with.

#include <functional>
#include <optional>
#include <string>

#include "engine/play.h"
#include "engine/random.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/record.h"

namespace roundhouse::tests {

struct RandomRound {
  replay::Header header;
  engine::Position begin;
  replay::PlayedRound played;
  engine::Outcome outcome = engine::Outcome::finished;

  replay::Record record(const engine::Rules& program, const replay::RecordParts& parts) const;
};

/// One round by the random player, however it ends. `look` is shown every position.
RandomRound play_random_round(const engine::Rules& program, std::uint64_t seed, double declared,
                              const std::function<void(const engine::Position&)>& look = {},
                              const engine::PlayOptions& play = {});

/// The same; absent where it came to no engine or to no end.
std::optional<RandomRound> random_round(const engine::Rules& program, std::uint64_t seed, double declared);

/// Written and read again, so that everything has its place; absent if it cannot be read.
std::optional<replay::Record> read_back(const replay::Record& record, std::string& text);

/// The item with the first turn, or how many items there are.
std::size_t first_turn(const replay::RecordRound& round);

/// Strikes out each tile dealt or drawn with this probability, now and then only half of it.
void mask_out(replay::Record& record, engine::Random& random, double probability);

/// Changes one act, mark, tile or line of the first round. False: it hit on nothing to change.
bool spoil(replay::Record& record, const engine::Rules& program, engine::Random& random);

/// Writes `mark` or `nomark` on each line that ends a turn with this probability, true or not, in place of
/// what it says.
void claim_markers(replay::Record& record, engine::Random& random, double probability);

/// Changes one thing that stands before the first turn of the first round, or puts something there: its
/// label, lots, hands, draws, tiles turned over, the engine. False: it hit on nothing to change.
bool spoil_setup(replay::Record& record, const engine::Rules& program, engine::Random& random);

/// Says something more, or less, in one turn: a declared act put in, with anything for whom and how many, or
/// one left out. False: it hit on nothing to change.
bool spoil_announcement(replay::Record& record, const engine::Rules& program, engine::Random& random);

}  // namespace roundhouse::tests
