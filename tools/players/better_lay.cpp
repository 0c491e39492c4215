#include "tools/players/better_lay.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/players/outlook.h"
#include "tools/players/playouts.h"

namespace roundhouse::engine {
namespace {

constexpr Worth worth_telling = 2 * one_point;  // less is no mistake worth a word, as the planner sees it,
constexpr double points_worth_telling = 2;      // or as it comes out
constexpr double errors_above_chance = 2.5;     // above chance
constexpr int playouts_for_a_lay = 400;
constexpr int turns_for_a_lay = 12'000;

bool is_lay(const Act& act) { return act.kind == ActKind::lead || act.kind == ActKind::lay; }

}  // namespace

std::optional<BetterLay> better_lay(const Sight& sight, const Act& laid, Random& random) {
  if (!is_lay(laid) || sight.round == nullptr || sight.program.players < 2) return std::nullopt;
  const Reach reach = reach_of(sight.program, sight.position, sight.seat);
  const Worth outlook_of_laid = outlook_after(sight.program, sight.position, laid, reach);
  const Act* best = nullptr;
  Worth best_outlook = outlook_of_laid + worth_telling;
  for (const Act& act : sight.acts) {
    if (!is_lay(act)) continue;
    const Worth outlook = outlook_after(sight.program, sight.position, act, reach);
    if (outlook < best_outlook || (best != nullptr && outlook == best_outlook)) continue;
    best = &act;
    best_outlook = outlook;
  }
  if (best == nullptr) return std::nullopt;

  Playouts playouts(sight, std::nullopt);
  const std::array acts{*best, laid};
  double sum = 0;
  double squares = 0;
  int count = 0;
  for (; count < playouts_for_a_lay && playouts.turns() < turns_for_a_lay; ++count) {
    const std::vector<std::int64_t> leads = playouts.play(acts, random);
    const double gained =
        static_cast<double>(leads[0] - leads[1]) / static_cast<double>(sight.program.players - 1);
    sum += gained;
    squares += gained * gained;
  }
  if (count < 2) return std::nullopt;
  const double mean = sum / count;
  const double error = std::sqrt(std::max(0.0, squares / count - mean * mean) / (count - 1));
  if (mean < points_worth_telling || mean < errors_above_chance * error) return std::nullopt;
  return BetterLay{*best, mean, error};
}

}  // namespace roundhouse::engine
