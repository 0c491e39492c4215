#pragma once
// The numbers of players that a game is for: those of setup.players without those for which a table says
// `not played`.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

bool is_for(const Setup& setup, std::int32_t players);
/// The place in a table that excludes this number of players.
std::optional<Span> left_out_at(const Setup& setup, std::int32_t players);

/// All of them, ascending.
std::vector<std::int32_t> player_numbers(const Setup& setup);
/// The one that is nearest to a number, of two the smaller.
std::int32_t nearest_player_number(const Setup& setup, std::int32_t players);

/// Numbers that follow each other.
using PlayerRun = std::pair<std::int32_t, std::int32_t>;
std::vector<PlayerRun> player_runs(const Setup& setup);

/// "2 to 8 players", "1 or 2 players", "1 player".
std::string players_text(std::int32_t least, std::int32_t most);
/// "2 to 6 or 8 players".
std::string players_text(const Setup& setup);
/// The numbers as a rule file has them: "2..6, 8".
std::string written_players(const Setup& setup);

}  // namespace roundhouse::dsl
