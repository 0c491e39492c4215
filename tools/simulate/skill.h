#pragma once
// Is there skill in a game? One better player sits among worse ones, moved on by a seat each game: what it
// has below them, and how often it wins, is what better play is worth.

#include <string>
#include <string_view>
#include <vector>

#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

/// One of the first among players of the second kind.
struct SkillPair {
  std::string_view player;
  std::string_view others;
};
/// From the least to the most that the computer players can show.
inline constexpr SkillPair skill_pairs[] = {
    {"greedy", "random"}, {"planner", "greedy"}, {"planner", "random"}};

/// The list of players for a table of so many.
std::vector<std::string> seats_of(const SkillPair& pair, int players);

/// `runs`: one for each of skill_pairs, all of the same variants.
std::string render_skill(const std::vector<RunResult>& runs, RunFormat format);

}  // namespace roundhouse::engine
