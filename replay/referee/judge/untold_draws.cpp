#include "replay/referee/judge/untold_draws.h"

#include <utility>

#include "replay/fold/round_fold.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/slips.h"
#include "replay/referee/judge/trial.h"

namespace roundhouse::replay {

std::vector<std::size_t> untold_draws(const engine::Rules& program, const Record& record, Seat player,
                                      std::size_t wanted) {
  Position before = begin_match_of(program, record.header);
  for (std::size_t i = 0; i + 1 < record.rounds.size(); ++i)
    fold_round(program, record.header, record.rounds[i], i == 0, before);
  RecordRound round = record.rounds.back();
  const engine::Rules& by = program_in(round, program);
  const Header& header = header_in(round, record.header);
  HandRowsOnDemand rows(by);
  RoundTrial trial(by, header, record.rounds.size() == 1, before, rows, {.trust = false});
  const Judgement written = trial.judge(round);
  const std::vector<const Ruling*> known = rulings_of(written);
  std::vector<std::size_t> places;
  std::size_t left = most_slip_lines;
  for (std::size_t item = round.items.size(); item-- > 0 && places.size() < wanted;) {
    const auto* turn = std::get_if<TurnLine>(&round.items[item].line);
    if (turn == nullptr || turn->player != player || turn->acts.empty()) continue;
    if (std::holds_alternative<DrawAct>(turn->acts.front().what)) continue;
    if (round.items.size() > left) break;
    left -= round.items.size();
    RecordRound tried = round;
    auto& acts = std::get<TurnLine>(tried.items[item].line).acts;
    const At at = acts.front().at;
    acts.insert(acts.begin(), {DrawAct{}, at});
    if (!trial.holds(tried, known)) continue;
    round = std::move(tried);
    places.push_back(at.span.begin);
  }
  return places;
}

}  // namespace roundhouse::replay
