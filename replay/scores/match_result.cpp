#include "replay/scores/match_result.h"

#include <numeric>
#include <set>

#include "dsl/base/arithmetic.h"
#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/check_header.h"
#include "replay/record/names.h"

namespace roundhouse::replay {
namespace {

using engine::NotKnown;

dsl::Truth truth_of(const engine::Rules& program, const Position& position, const NotKnown& unknown,
                    dsl::NodeRef rule, Seat seat = no_seat) {
  engine::Moment moment;
  moment.me = seat;
  return engine::PartialReading(program, position, moment, unknown).of(rule);
}

std::vector<dsl::Truth> who_holds(const engine::Rules& program, const Position& position,
                                  const NotKnown& unknown, dsl::NodeRef rule) {
  std::vector<dsl::Truth> who;
  if (!rule.given()) return who;
  for (int seat = 0; seat < program.players; ++seat)
    who.push_back(truth_of(program, position, unknown, rule, static_cast<Seat>(seat)));
  return who;
}

using RankOf = engine::PartialValue (engine::PartialReading::*)(Seat);

/// 0 where it depends on what is not known; empty if it does for everybody.
std::vector<int> ranks_known(const engine::Rules& program, const Position& position, const NotKnown& unknown,
                             RankOf rank_of) {
  const engine::Moment nobody;
  engine::PartialReading reading(program, position, nobody, unknown);
  std::vector<int> ranks;
  for (int seat = 0; seat < program.players; ++seat) {
    const engine::PartialValue rank = (reading.*rank_of)(static_cast<Seat>(seat));
    ranks.push_back(rank.is_known() ? rank.low : 0);
  }
  if (all_of(ranks, [](int rank) { return rank == 0; })) ranks.clear();
  return ranks;
}

/// Of each player; absent: it depends on what is not known.
std::vector<std::optional<engine::PartialValue>> values_known(const engine::Rules& program,
                                                              const Position& position,
                                                              const NotKnown& unknown, dsl::NodeRef node) {
  std::vector<std::optional<engine::PartialValue>> values;
  for (int seat = 0; seat < program.players; ++seat) {
    engine::Moment moment;
    moment.me = static_cast<Seat>(seat);
    const engine::PartialValue value = engine::PartialReading(program, position, moment, unknown).value(node);
    values.push_back(value.is_known() ? std::optional(value) : std::nullopt);
  }
  return values;
}

std::vector<std::optional<std::int32_t>> placement_known(const engine::Rules& program,
                                                         const Position& position, const NotKnown& unknown) {
  std::vector<std::optional<std::int32_t>> worth;
  if (!program.match.points.given()) return worth;
  for (const auto& value : values_known(program, position, unknown, program.match.points))
    worth.push_back(!value ? std::nullopt : std::optional(value->is_absent() ? 0 : value->low));
  return worth;
}

std::string group_text(const engine::Rules& program, const std::vector<std::string>& names,
                       const std::optional<engine::PartialValue>& value) {
  if (!value) return "?";
  if (value->is_absent()) return "-";
  const dsl::Type type = dsl::node_at(program, program.match.group).type;
  if (type == dsl::Type::truth) return value->low == 1 ? "yes" : "no";
  if (type == dsl::Type::name) return program.names[static_cast<std::size_t>(value->low)];
  if (type == dsl::Type::player) return names[static_cast<std::size_t>(value->low)];
  return std::to_string(value->low);
}

std::vector<std::string> groups_known(const engine::Rules& program, const std::vector<std::string>& names,
                                      const Position& position, const NotKnown& unknown) {
  std::vector<std::string> groups;
  if (!program.match.group.given()) return groups;
  for (const auto& value : values_known(program, position, unknown, program.match.group))
    groups.push_back(group_text(program, names, value));
  return groups;
}

/// Ranks players by what all places were worth, and finds the places in the match that follow.
void rank_by_placement(const engine::Rules& program, NotKnown unknown, Position whole, MatchResult& result) {
  const auto players = static_cast<std::size_t>(program.players);
  for (std::size_t p = 0; p < players; ++p) {
    std::optional<std::int32_t> sum =
        p < result.earlier_placement.size() ? result.earlier_placement[p].value_or(0) : 0;
    for (const GameResult& game : result.games) {
      if (!game.over || game.placement.empty()) continue;  // rules of then: places were worth nothing
      sum = sum && game.placement[p] ? std::optional(dsl::sum_of(*sum, *game.placement[p])) : std::nullopt;
    }
    result.placement.push_back(sum);
    unknown.placement[p] = !sum;
    unknown.totals[p] = !result.totals[p];
    whole.facts[static_cast<std::size_t>(program.placement_slot) + p] = sum.value_or(0);
  }
  if (!result.games.empty())
    result.ranks = ranks_known(program, whole, unknown, &engine::PartialReading::match_rank_of);
}

/// True if the game is over whatever is not known.
bool is_game_over(const engine::Rules& program, const Position& position, const NotKnown& unknown) {
  if (!engine::game_over(program, position)) return false;
  if (position.last_round && !unknown.last_round) return true;
  const dsl::MatchProgram& match = program.match;
  if (match.over.given() && truth_of(program, position, unknown, match.over) == dsl::Truth::yes) return true;
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
  return all_of(round.players, [](const PlayerRound& player) { return player.from == PointsFrom::nothing; });
}

}  // namespace

bool came_later(const MatchResult& match, std::size_t seat, std::size_t round) {
  return seat < match.since.size() && match.since[seat] > round;
}

MatchScorer::MatchScorer(const engine::Rules& program, const Header& header)
    : program_(&program), position_(begin_match_of(program, header)) {
  const auto players = static_cast<std::size_t>(program.players);
  for (const PlayerField& player : header.players) {
    result_.names.push_back(whole_name(player));
    result_.short_names.push_back(player.name);
  }
  finished_ = position_;
  result_.since.resize(players, 0);
  result_.begins.assign(header.totals.begin(), header.totals.end());
  result_.earlier.assign(header.earlier.begin(), header.earlier.end());
  result_.earlier_placement.assign(header.placement.begin(), header.placement.end());
  result_.grouped = program.match.group.given();
  result_.games_planned = games_planned(program, position_);
  result_.totals.resize(players, 0);
  for (std::size_t p = 0; p < header.earlier.size() && p < players; ++p)
    result_.totals[p] = header.earlier[p];
  known_.assign(players, 1);
}

void MatchScorer::add_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                            bool begins) {
  is_lost_ = is_lost_ || lacks_rules(round);
  if (is_lost_) {
    RoundResult& lost = result_.rounds.emplace_back();
    lost.label = label_of(round);
    lost.players.resize(known_.size());
    lost.refused = true;
    lost.stopped = "the rules change before it, and nobody says which hold from there on";
    if (result_.games.empty()) {
      result_.games.emplace_back().totals.resize(known_.size());
    }
    lost.game = result_.games.back().number;
    result_.games.back().rounds_end = result_.rounds.size();
    return;
  }
  if (begins)
    for (const FactField& field : header.facts)
      if (const auto kept = kept_fact(*program_, header, field)) finished_.facts[kept->slot] = kept->value;
  if (begins) put_placement(*program_, header, finished_);
  std::bitset<engine::max_facts> unknown = unknown_facts();
  std::vector<Newcomer> newcomers;
  if (round.by.change) newcomers = carry_match(round, unknown);
  terms_ = round.by.terms;
  program_ = &program_in(round, program);
  RoundResult scored = score_round(*program_, header_in(round, header), round, begins, position_);
  if (round.by.change)
    for (const OptionField& option : round.by.change->options)
      scored.rules.push_back(option.name + "=" + option.value);
  std::vector<GameResult>& games = result_.games;
  const bool begins_game = games.empty() || games.back().number != scored.game;
  unknown_before_ = lasting(*program_, unknown, begins_game ? dsl::Scope::game : dsl::Scope::round);
  if (begins_game) {
    if (!games.empty()) end_game();
    games.emplace_back().number = scored.game;
    for (std::size_t p = 0; p < known_.size(); ++p)
      games.back().totals.emplace_back(position_.players[p].total);
    known_.assign(known_.size(), 1);
  } else if (open_) {
    known_.assign(known_.size(), 0);  // the round before came to no end, and yet another followed
  }
  for (Newcomer& newcomer : newcomers) {
    const auto p = static_cast<std::size_t>(newcomer.seat);
    if (known_[p] != 0) newcomer.points = games.back().totals[p] = position_.players[p].total;
  }
  scored.newcomers = std::move(newcomers);
  open_ = scored.end == RoundEnd::unfinished && nothing_written(scored);
  if (!open_) add_up(scored);
  leave_out_wrong(scored);
  result_.rounds.push_back(std::move(scored));
  games.back().rounds_end = result_.rounds.size();
}

/// Carries over what is remembered of the rounds before, by the rules and with the players of this one.
/// `unknown_facts`: as they lie before; then as they lie in this round.
std::vector<Newcomer> MatchScorer::carry_match(const RecordRound& round,
                                               std::bitset<engine::max_facts>& unknown_facts) {
  const RoundChange& change = *round.by.change;
  const engine::Rules& before = *change.before->rules.program;
  const engine::Rules& after = *round.by.terms->rules.program;
  const engine::Rules& asked = change.newcomers.empty() ? after : *change.asked.program;
  std::vector<Seat> same(change.seats.size());
  std::iota(same.begin(), same.end(), Seat{0});
  engine::NotKnown unknown = unknown_now();
  unknown.facts = engine::carry_over(before, asked, unknown.facts, same);
  const Position between = engine::carry_over(before, asked, position_, same);
  const engine::Moment nobody;
  const bool is_known = change.newcomers.empty() || !asked.match.joins.given() ||
                        engine::PartialReading(asked, between, nobody, unknown).is_known(asked.match.joins);
  const auto carry = [&](const Position& position) {
    return engine::carry_over(asked, after, engine::carry_over(before, asked, position, same), change.seats);
  };
  finished_ = carry(finished_);
  const auto carry_facts = [&](const std::bitset<engine::max_facts>& facts) {
    return engine::carry_over(asked, after, engine::carry_over(before, asked, facts, same), change.seats);
  };
  unknown_facts = carry_facts(unknown_facts);
  unknown_.facts = carry_facts(unknown_.facts);
  unknown_before_ = carry_facts(unknown_before_);
  // From the lowest seat on, so that each comes between those who sit beside it in the end.
  std::vector<Seat> seats = change.newcomers;
  sort(seats);
  for (const Seat newcomer : seats) seat(round, newcomer, is_known);
  result_.games_planned = games_planned(after, finished_);
  std::vector<Newcomer> newcomers;
  for (const Seat newcomer : change.newcomers) newcomers.push_back({newcomer, std::nullopt});
  return newcomers;
}

/// A column more in everything that is there already.
void MatchScorer::seat(const RecordRound& round, Seat newcomer, bool is_known) {
  const auto place = static_cast<std::ptrdiff_t>(newcomer);
  const auto add = [&](auto& list, auto entry) { list.insert(list.begin() + place, std::move(entry)); };
  const auto shift = [&](Seat& other) {
    if (other >= newcomer) ++other;
  };
  const PlayerField& player = round.by.terms->header.players[static_cast<std::size_t>(newcomer)];
  add(result_.names, whole_name(player));
  add(result_.short_names, player.name);
  add(result_.since, result_.rounds.size());
  if (!result_.begins.empty()) add(result_.begins, std::optional<std::int32_t>());
  if (!result_.earlier.empty()) add(result_.earlier, std::optional<std::int32_t>());
  if (!result_.earlier_placement.empty()) add(result_.earlier_placement, std::optional<std::int32_t>());
  add(result_.totals, std::optional<std::int32_t>());
  for (RoundResult& earlier : result_.rounds) {
    add(earlier.players, PlayerRound{});
    shift(earlier.out);
    for (Newcomer& other : earlier.newcomers) shift(other.seat);
  }
  for (GameResult& game : result_.games) {
    add(game.totals, std::optional<std::int32_t>());
    if (!game.ranks.empty()) add(game.ranks, 0);
    if (!game.groups.empty()) add(game.groups, std::string());
    // A player who was not there has got nothing for a place.
    if (!game.placement.empty()) add(game.placement, std::optional<std::int32_t>(0));
    if (!game.moves_on.empty()) add(game.moves_on, dsl::Truth::undecided);
    if (!game.to_playoff.empty()) add(game.to_playoff, dsl::Truth::undecided);
  }
  add(known_, is_known ? char{1} : char{0});
  const auto add_bit = [&](std::bitset<engine::max_players>& bits, bool bit) {
    for (auto p = std::size_t{engine::max_players} - 1; p > static_cast<std::size_t>(newcomer); --p)
      bits[p] = bits[p - 1];
    bits[static_cast<std::size_t>(newcomer)] = bit;
  };
  add_bit(unknown_.points, !is_known);
  add_bit(unknown_.totals, !is_known);
  add_bit(placement_unknown_, false);
}

/// Another game has begun. What places in the one before were worth is not known where something of it is
/// not.
void MatchScorer::end_game() {
  GameResult& game = result_.games.back();
  game.over = true;
  if (!program_->match.points.given()) return;
  if (open_) game.placement.clear();
  game.placement.resize(known_.size());
  for (std::size_t p = 0; p < game.placement.size(); ++p)
    if (!game.placement[p]) placement_unknown_.set(p);
}

/// Bounds the memory for a sheet of any length: behind some thousand wrong scores only one of each player in
/// a round is kept.
void MatchScorer::leave_out_wrong(RoundResult& round) {
  std::vector<ScoreDifference>& wrong = round.wrong;
  if (wrong_kept_ < most_wrong_reported) {
    wrong_kept_ += wrong.size();
    return;
  }
  std::set<std::string> reported;
  const std::size_t all = wrong.size();
  std::erase_if(wrong, [&](const ScoreDifference& score) { return !reported.insert(score.player).second; });
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
  // Points that are written of it are those of the total, wherever it was left.
  finished_.phase = engine::Phase::over;
  RoundWritten written;
  written.turns = round.end == RoundEnd::out || round.end == RoundEnd::blocked || is_void(round.end);
  written.counted = written.turns || round.end == RoundEnd::counted;
  for (std::size_t p = 0; p < known_.size(); ++p)
    written.no_points[p] = written.no_totals[p] = known_[p] == 0;
  unknown_ = unknown_after(*program_, finished_, written, unknown_before_);
  unknown_.placement = placement_unknown_;
  game.over = all && round.end != RoundEnd::unfinished && is_game_over(*program_, finished_, unknown_);
  result_.over = game.over && engine::match_over(*program_, finished_);
  game.ranks = ranks_known(*program_, finished_, unknown_, &engine::PartialReading::rank_of);
  game.placement = placement_known(*program_, finished_, unknown_);
  game.groups = groups_known(*program_, result_.names, finished_, unknown_);
  game.moves_on = who_holds(*program_, finished_, unknown_, program_->match.moves_on);
  game.to_playoff = who_holds(*program_, finished_, unknown_, program_->match.to_playoff);
  result_.grouped = program_->match.group.given();
}

MatchResult MatchScorer::result() const {
  MatchResult result = result_;
  Position whole = finished_;
  bool all = !result.games.empty();
  for (std::size_t p = 0; p < known_.size(); ++p) {
    std::optional<std::int32_t>& total = result.totals[p];
    total = p < result.earlier.size() ? result.earlier[p].value_or(0) : 0;
    for (const GameResult& game : result.games) {
      if (came_later(result, p, game.rounds_end - 1)) continue;
      total = total && game.totals[p] ? std::optional(dsl::sum_of(*total, *game.totals[p])) : std::nullopt;
    }
    all = all && total.has_value();
    if (total) whole.players[p].total = dsl::sum_of(*total, -whole.players[p].points);
  }
  for (GameResult& game : result.games)
    if (!game.over) game.moves_on.clear(), game.to_playoff.clear(), game.placement.clear();
  if (program_->match.points.given())
    rank_by_placement(*program_, unknown_, whole, result);
  else if (all)
    result.ranks = ranks_known(*program_, whole, unknown_, &engine::PartialReading::match_rank_of);
  result.shown = shown_facts(*program_, finished_, unknown_.facts);
  std::erase_if(result.shown, [](const ShownFact& fact) {
    return fact.of != dsl::Scope::match && fact.per != dsl::Scope::match;
  });
  return result;
}

std::bitset<engine::max_facts> MatchScorer::unknown_facts() const {
  return lasting(*program_, unknown_now().facts, dsl::Scope::round);
}

/// After the last round.
NotKnown MatchScorer::unknown_now() const {
  if (!open_) return unknown_;
  // It came to no end: its rows may have changed what they change.
  RoundWritten written;
  written.turns = written.counted = false;
  written.no_points.set();
  written.no_totals.set();
  return unknown_after(*program_, position_, written, unknown_before_);
}

std::optional<RoundOfMatch> MatchScorer::next() const {
  if (result_.rounds.empty() || result_.over || position_.phase != engine::Phase::over) return std::nullopt;
  Position next = position_;
  engine::begin_round(*program_, next);
  return RoundOfMatch{next.game, next.round};
}

RoundOfMatch first_round(const engine::Rules& program, const Record& record) {
  Position position = begin_match_of(program, record.header);
  const RecordRound none;
  RoundFold fold =
      fold_of(program, record.header, record.rounds.empty() ? none : record.rounds.front(), true, position);
  while (FoldStep* step = fold.next())
    if (std::holds_alternative<FoldAct>(*step)) fold.stop();
  return {position.game, position.round};
}

MatchResult score_record(const engine::Rules& program, const Record& record) {
  MatchScorer scorer(program, record.header);
  bool first = true;
  for (const RecordRound& round : record.rounds) {
    scorer.add_round(program, record.header, round, first);
    first = false;
  }
  return scorer.result();
}

}  // namespace roundhouse::replay
