#include "replay/judge_round.h"

#include <optional>

#include "replay/plain_round.h"
#include "replay/round_walk.h"

namespace roundhouse::replay {
namespace {

/// Ways of answering what hangs on hidden tiles, before giving up.
constexpr int most_ways = 256;

}  // namespace

Judgement judge_one_round(const dsl::Program& program, const Header& header, const RecordRound& round,
                          HandRowsOnDemand& rows, bool first_of_file, engine::Position& position,
                          const RefereeOptions& options) {
  const engine::Position begin = position;
  if (std::optional<Judgement> plain = judge_plain_round(program, header, round, first_of_file, position))
    return std::move(*plain);
  position = begin;
  RoundWalk walk(program, header, round, options, rows, first_of_file, position);
  std::optional<Judgement> best;
  engine::Position end = position;
  std::pair<std::size_t, int> furthest;
  // A record is legal if it is legal in one way. Else the way that goes furthest says where it is not.
  for (int ways = 1;; ++ways) {
    walk.walk();
    Judgement found = walk.judge();
    const bool found_illegal = found.verdict == Verdict::illegal;
    const bool better = !best || found.verdict == Verdict::legal ||
                        (best->verdict == Verdict::illegal &&
                         (found.verdict == Verdict::undecided || walk.reached() > furthest));
    if (better) {
      best = std::move(found);
      furthest = walk.reached();
      end = position;
    }
    if (best->verdict == Verdict::legal) break;
    // What was supposed after the act that is illegal this way is not to blame.
    if (!walk.take_another_way(found_illegal ? walk.ruled_at() : 0)) break;
    if (ways == most_ways || walk.is_spent()) {
      if (best->verdict == Verdict::undecided) break;
      best->more.clear();
      best->ruling.reset();
      best->verdict = Verdict::undecided;
      best->undecided = "too much hangs on hidden tiles; write down some hands or the tiles drawn";
      break;
    }
  }
  position = end;
  return std::move(*best);
}

}  // namespace roundhouse::replay
