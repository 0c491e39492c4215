#include "replay/scores/match_result.h"

#include <algorithm>
#include <set>

#include "dsl/base/arithmetic.h"
#include "engine/evaluate.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/unknown_facts.h"
#include "replay/record/check_header.h"

namespace roundhouse::replay {
namespace {

using engine::NotKnown;
using engine::Position;

engine::Truth truth_of(const engine::Rules& program, const Position& position, const NotKnown& unknown,
                       dsl::NodeRef rule, Seat seat = no_seat) {
  engine::Moment moment;
  moment.me = seat;
  return engine::PartialReading(program, position, moment, unknown).of(rule);
}

std::vector<engine::Truth> who_holds(const engine::Rules& program, const Position& position,
                                     const NotKnown& unknown, dsl::NodeRef rule) {
  std::vector<engine::Truth> who;
  if (!rule.given()) return who;
  for (int seat = 0; seat < program.players; ++seat)
    who.push_back(truth_of(program, position, unknown, rule, static_cast<Seat>(seat)));
  return who;
}

/// 0 where it depends on what is not known; empty if it does for everybody.
std::vector<int> ranks_known(const engine::Rules& program, const Position& position,
                             const NotKnown& unknown) {
  const engine::Moment nobody;
  engine::PartialReading reading(program, position, nobody, unknown);
  std::vector<int> ranks;
  for (int seat = 0; seat < program.players; ++seat) {
    const engine::PartialValue rank = reading.rank_of(static_cast<Seat>(seat));
    ranks.push_back(rank.is_known() ? rank.low : 0);
  }
  if (std::all_of(ranks.begin(), ranks.end(), [](int rank) { return rank == 0; })) ranks.clear();
  return ranks;
}

/// True if the game is over whatever is not known.
bool is_game_over(const engine::Rules& program, const Position& position, const NotKnown& unknown) {
  if (!engine::game_over(program, position)) return false;
  if (position.last_round && !unknown.last_round) return true;
  const dsl::MatchProgram& match = program.match;
  if (match.over.given() && truth_of(program, position, unknown, match.over) == engine::Truth::yes)
    return true;
  // As engine::game_over does: without `over` there is a number of rounds, given or not.
  if (!match.rounds.given()) return !match.over.given() && position.round >= 1;
  const engine::Value rounds = engine::evaluate(program, position, {}, match.rounds);
  return position.round >= (rounds == engine::absent ? 1 : rounds);
}

int games_planned(const engine::Rules& program, const Position& position) {
  const dsl::NodeRef games = program.match.games;
  const engine::Value value = games.given() ? engine::evaluate(program, position, {}, games) : 1;
  return value == engine::absent ? 1 : value;
}

bool nothing_written(const RoundResult& round) {
  return std::all_of(round.players.begin(), round.players.end(),
                     [](const PlayerRound& player) { return player.from == PointsFrom::nothing; });
}

}  // namespace

MatchScorer::MatchScorer(const engine::Rules& program, const Header& header)
    : program_(program), position_(engine::begin_match(program, header.ages)) {
  const auto players = static_cast<std::size_t>(program.players);
  for (const PlayerField& player : header.players)
    result_.names.push_back(player.full_name.empty() ? player.name : player.full_name);
  for (const PlayerField& player : header.players) result_.short_names.push_back(player.name);
  finished_ = position_;
  result_.begins = header.totals;
  result_.earlier = header.earlier;
  result_.games_planned = games_planned(program, position_);
  result_.totals.resize(players, 0);
  for (std::size_t p = 0; p < header.earlier.size() && p < players; ++p)
    result_.totals[p] = header.earlier[p];
  known_.assign(players, 1);
}

void MatchScorer::add_round(const Header& header, const RecordRound& round, bool begins) {
  if (begins)
    for (const FactField& field : header.facts)
      if (const auto kept = kept_fact(program_, header, field)) finished_.facts[kept->slot] = kept->value;
  const std::bitset<engine::max_facts> unknown = unknown_facts();
  RoundResult scored = score_round(program_, header, round, begins, position_);
  std::vector<GameResult>& games = result_.games;
  const bool begins_game = games.empty() || games.back().number != scored.game;
  unknown_before_ = lasting(program_, unknown, begins_game ? dsl::Scope::game : dsl::Scope::round);
  if (begins_game) {
    if (!games.empty()) games.back().over = true;
    games.emplace_back().number = scored.game;
    for (std::size_t p = 0; p < known_.size(); ++p)
      games.back().totals.emplace_back(position_.players[p].total);
    known_.assign(known_.size(), 1);
  } else if (open_) {
    known_.assign(known_.size(), 0);  // the round before came to no end, and yet another followed
  }
  open_ = scored.end == RoundEnd::unfinished && nothing_written(scored);
  if (!open_) add_up(scored);
  leave_out_wrong(scored);
  result_.rounds.push_back(std::move(scored));
}

/// A sheet of any length takes no more memory than some thousand wrong scores; behind them it tells one of
/// each player in a round.
void MatchScorer::leave_out_wrong(RoundResult& round) {
  std::vector<ScoreDifference>& wrong = round.wrong;
  if (wrong_kept_ < most_wrong_told) {
    wrong_kept_ += wrong.size();
    return;
  }
  std::set<std::string> told;
  const std::size_t all = wrong.size();
  std::erase_if(wrong, [&](const ScoreDifference& score) { return !told.insert(score.player).second; });
  for (ScoreDifference& score : wrong) {
    score.parts_left_out += score.parts.size();
    score.parts.clear();
  }
  wrong.shrink_to_fit();
  round.wrong_left_out += all - wrong.size();
}

void MatchScorer::add_up(RoundResult& round) {
  GameResult& game = result_.games.back();
  bool all = true;
  for (std::size_t p = 0; p < known_.size(); ++p) {
    if (round.players[p].from == PointsFrom::nothing) known_[p] = 0;
    if (known_[p] != 0)
      round.players[p].total = dsl::sum_of(position_.players[p].total, position_.players[p].points);
    game.totals[p] = round.players[p].total;
    all = all && known_[p] != 0;
  }
  finished_ = position_;
  RoundWritten written;
  written.turns = round.end == RoundEnd::out || round.end == RoundEnd::blocked || is_void(round.end);
  written.counted = written.turns || round.end == RoundEnd::counted;
  for (std::size_t p = 0; p < known_.size(); ++p)
    written.no_points[p] = written.no_totals[p] = known_[p] == 0;
  unknown_ = unknown_after(program_, finished_, written, unknown_before_);
  game.over = all && round.end != RoundEnd::unfinished && is_game_over(program_, finished_, unknown_);
  result_.over = game.over && engine::match_over(program_, finished_);
  game.ranks = ranks_known(program_, finished_, unknown_);
  game.moves_on = who_holds(program_, finished_, unknown_, program_.match.moves_on);
  game.to_playoff = who_holds(program_, finished_, unknown_, program_.match.to_playoff);
}

MatchResult MatchScorer::result() const {
  MatchResult result = result_;
  Position whole = finished_;
  bool all = !result.games.empty();
  for (std::size_t p = 0; p < known_.size(); ++p) {
    std::optional<std::int32_t>& total = result.totals[p];
    total = p < result.earlier.size() ? result.earlier[p] : 0;
    for (const GameResult& game : result.games)
      total = total && game.totals[p] ? std::optional(dsl::sum_of(*total, *game.totals[p])) : std::nullopt;
    all = all && total.has_value();
    if (total) whole.players[p].total = dsl::sum_of(*total, -whole.players[p].points);
  }
  if (all) result.ranks = ranks_known(program_, whole, unknown_);
  for (GameResult& game : result.games)
    if (!game.over) game.moves_on.clear(), game.to_playoff.clear();
  result.shown = shown_facts(program_, finished_, unknown_.facts);
  std::erase_if(result.shown, [](const ShownFact& fact) {
    return fact.of != dsl::Scope::match && fact.per != dsl::Scope::match;
  });
  return result;
}

std::bitset<engine::max_facts> MatchScorer::unknown_facts() const {
  if (!open_) return lasting(program_, unknown_.facts, dsl::Scope::round);
  // The last round came to no end: its rows may have changed what they change.
  RoundWritten written;
  written.turns = written.counted = false;
  written.no_points.set();
  written.no_totals.set();
  return lasting(program_, unknown_after(program_, position_, written, unknown_before_).facts,
                 dsl::Scope::round);
}

std::optional<MatchPlace> MatchScorer::next() const {
  if (result_.rounds.empty() || result_.over || position_.phase != engine::Phase::over) return std::nullopt;
  Position next = position_;
  engine::begin_round(program_, next);
  return MatchPlace{next.game, next.round};
}

MatchPlace first_place(const engine::Rules& program, const Record& record) {
  Position position = engine::begin_match(program, record.header.ages);
  FoldWatcher stop;
  stop.before = [](const FoldStep&, const Position&) { return false; };
  const RecordRound none;
  fold_round(program, record.header, record.rounds.empty() ? none : record.rounds.front(), true, position,
             stop);
  return {position.game, position.round};
}

MatchResult score_record(const engine::Rules& program, const Record& record) {
  MatchScorer scorer(program, record.header);
  bool first = true;
  for (const RecordRound& round : record.rounds) {
    scorer.add_round(record.header, round, first);
    first = false;
  }
  return scorer.result();
}

}  // namespace roundhouse::replay
