#pragma once
// Acts of the slow reading as short texts, so that tests can be read: "lay 1 3-2 >4" (player 1 lays the 3-2
// to the end with serial 4), "draw 2", "pull 2 6-1", "accuse 1 @2 =5", "engine - 9-9". Players from 1, "-"
// for nobody.

#include <string>
#include <string_view>
#include <vector>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

std::string act_text(const dsl::CheckedRules& rules, const Act& act);
/// Of a text that is no act of these rules: throws std::runtime_error.
Act read_act(const dsl::CheckedRules& rules, std::string_view text);

/// "choice", "over", or the act that chance or the rules make: "deal 1", "engine 1 9-9".
std::string next_text(const SlowGame& game);
/// Legal acts, separated by ", ".
std::string legal_text(const SlowGame& game);
/// Applies acts one after another, whether they are legal or not.
void play(SlowGame& game, const std::vector<std::string>& acts);

}  // namespace roundhouse::slow
