#include "tools/simulate/record_game.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/table.h"
#include "tools/players/decisions.h"

namespace roundhouse::engine {
namespace {

std::int64_t marked_trains(const Position& position) {
  std::uint64_t trains = 0;
  for (std::size_t i = 0; i < position.end_count; ++i)
    if (position.ends[i].marked) trains |= std::uint64_t{1} << position.ends[i].train;
  return std::popcount(trains);
}

/// True if the round is over as the rules say, and not void.
bool is_finished(const Position& position) { return position.phase == Phase::over && !is_void(position); }

}  // namespace

void ChoiceCounter::look(const Position& position, const Act& chosen) {
  const Seat me = chooser_of(position, chosen);
  if (me == no_seat) return;
  legal_acts(program_, position, legal_);
  const auto ways =
      std::count_if(legal_.begin(), legal_.end(), [me](const Act& act) { return act.actor == me; });
  const auto turn = static_cast<std::size_t>(std::max(position.turn_serial - 1, 0));
  if (turns_.size() <= turn) turns_.resize(turn + 1);
  Sum& sum = turns_[turn];
  sum.ways += ways;
  ++sum.choices;
  if (ways == 1) ++sum.forced;
}

std::array<ChoiceCounter::Sum, 3> ChoiceCounter::thirds(std::size_t turns) const {
  std::array<Sum, 3> made{};
  const std::size_t all = std::max(turns, turns_.size());
  for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
    made[turn * 3 / all] += turns_[turn];
  }
  return made;
}

ChoiceCounter::Sum& ChoiceCounter::Sum::operator+=(const Sum& more) {
  ways += more.ways;
  choices += more.choices;
  forced += more.forced;
  return *this;
}

std::vector<int> places_of_all_games(const Rules& program, const Position& position,
                                     const std::array<std::int64_t, max_players>& points, Position& whole) {
  for (std::size_t seat = 0; position.game > 1 && seat < points.size(); ++seat)
    whole.players[seat].total = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(points[seat] - position.players[seat].points, INT32_MIN, INT32_MAX));
  count_placement(program, position, whole);
  return match_ranks(program, whole);
}

void LeadHistory::begin_game() {
  rounds_ = changes_ = 0;
  lead_ = 0;
  points_ = {};
  since_ = {};
  behind_ = {};
  places_.clear();
}

void LeadHistory::end_round(const Position& position) {
  ++rounds_;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat)
    points_[seat] += position.players[seat].points;
  Position whole = position;
  places_ = places_of_all_games(program_, position, points_, whole);
  std::uint32_t first = 0;
  for (std::size_t seat = 0; seat < places_.size(); ++seat)
    if (places_[seat] == 1) first |= std::uint32_t{1} << seat;
  const std::uint32_t kept = lead_ & first;
  if (lead_ != 0 && kept == 0) ++changes_;
  lead_ = kept != 0 ? kept : first;
  for (std::size_t seat = 0; seat < places_.size(); ++seat) {
    if (places_[seat] == 1) {
      if (since_[seat] == 0) since_[seat] = rounds_;
      continue;
    }
    since_[seat] = 0;
    for (std::size_t other = 0; other < places_.size(); ++other)
      if (places_[other] == 1)
        behind_[seat] = std::max(behind_[seat], std::abs(points_[seat] - points_[other]));
  }
}

std::int64_t LeadHistory::margin() const {
  std::optional<std::int64_t> least;
  for (std::size_t a = 0; a < places_.size(); ++a)
    for (std::size_t b = 0; b < places_.size(); ++b) {
      if (places_[a] != 1 || b == a) continue;
      const std::int64_t between = std::abs(points_[a] - points_[b]);
      least = std::min(least.value_or(between), between);
    }
  return least.value_or(0);
}

GameRecorder::GameRecorder(const Rules& program, const SimulateOptions& options, const Observer& observer)
    : program_(program), options_(options), listed_(options.play.seats), tally_(program.declared.size()) {
  figures_.declared = tally_.declared();
  if (options.count_rules) decisions_.emplace(program);
  if (options.interest) {
    choices_.emplace(program);
    if (options.unit == Unit::match) lead_.emplace(program);
  }
  sample_.resize(place_of_rules(program.players, options.interest) +
                 (options.count_rules ? program.rules.size() : 0));
  figures_.measured.resize(sample_.size());
  watch(observer);
}

/// Each function once for all games, so that nothing is allocated for one of them. There are none that are
/// called for each act unless somebody wants them.
void GameRecorder::watch(const Observer& observer) {
  onlooker_ = observer;
  onlooker_.tally = &tally_;
  onlooker_.round_begins = [this, next = observer.round_begins](const Position& begun) {
    begin_round();
    if (next) next(begun);
  };
  onlooker_.round_ends = [this, next = observer.round_ends](const Position& ended) {
    end_round(ended);
    if (next) next(ended);
  };
  if (!decisions_ && !choices_) return;
  onlooker_.before = [this, next = observer.before](const Act& act, const Position& before) {
    if (decisions_) decisions_->look(before, act);
    if (choices_) choices_->look(before, act);
    if (next) next(act, before);
  };
  if (!decisions_) return;
  if (onlooker_.trace == nullptr) onlooker_.trace = &trace_;
  onlooker_.act = [this, next = observer.act](const Act& act, const Position& after) {
    decisions_->follow(*onlooker_.trace, after);
    if (next) next(act, after);
  };
}

GameRecorder::Acts GameRecorder::acts_so_far() const {
  return {tally_.count(ActKind::lay), tally_.count(ActKind::draw), tally_.count(ActKind::pull)};
}

GameRecorder::Acts GameRecorder::acts_of_round() const {
  const Acts now = acts_so_far();
  return {now.lays - acts_before_.lays, now.draws - acts_before_.draws, now.pulls - acts_before_.pulls};
}

/// Adds what was counted act by act, now that the game is over.
void GameRecorder::count_acts() {
  const Acts acts = acts_so_far();
  figures_.acts = tally_.acts();
  figures_.lays = acts.lays;
  figures_.draws = acts.draws;
  figures_.pulls = acts.pulls;
  figures_.declared = tally_.declared();
  figures_.digest += mix64(tally_.digest());  // a sum, so that the order of games does not matter
}

void GameRecorder::begin_round() {
  acts_before_ = acts_so_far();
  if (decisions_) decisions_->begin_round();
  if (choices_) choices_->begin_round();
}

/// It is over, the referee's rulings included, or it goes no further.
void GameRecorder::end_round(const Position& position) {
  figures_.turns += position.turn_serial;
  if (is_void(position)) ++figures_.void_rounds;
  if (!is_finished(position)) return;
  count_round(position);
  if (decisions_) count_rules();
  if (choices_) count_choices(position);
  if (lead_) lead_->end_round(position);
}

void GameRecorder::count_round(const Position& position) {
  ++figures_.rounds;
  const Acts acts = acts_of_round();
  const auto add = [&](Measure measure, std::uint64_t count) {
    sampled(measure).amount += static_cast<std::int64_t>(count);
  };
  add(Measure::laid_a_round, acts.lays);
  add(Measure::drawn_a_round, acts.draws);
  add(Measure::penalties_a_round, acts.pulls);
  const bool blocked = position.last_out == no_seat;
  if (blocked) ++figures_.blocked;
  figures_.round_turns.add(position.turn_serial);
  for (const Measure measure :
       {Measure::turns_a_round, Measure::laps_a_round, Measure::laid_a_round, Measure::drawn_a_round,
        Measure::penalties_a_round, Measure::blocked, Measure::doubles_open, Measure::trains_marked}) {
    ++sampled(measure).of;
  }
  ++sampled(Measure::rounds_a_game).amount;
  sampled(Measure::turns_a_game).amount += position.turn_serial;
  sampled(Measure::turns_a_round).amount += position.turn_serial;
  sampled(Measure::laps_a_round).amount += position.lap;
  sampled(Measure::blocked).amount += blocked ? 1 : 0;
  sampled(Measure::doubles_open).amount += position.debt_count;
  sampled(Measure::trains_marked).amount += marked_trains(position);
  count_seats(position);
}

void GameRecorder::count_seats(const Position& position) {
  const std::int64_t players = program_.players;
  std::int64_t all = 0;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
    const std::int64_t points = position.players[seat].points;
    all += points;
    points_[seat] += points;
    const std::size_t place = place_in_list(seat);
    figures_.points[place] += points;
    figures_.round_points.add(points);
    Counted& own = sample_[place_of(SeatMeasure::points, place)];
    own.amount += points;
    ++own.of;
    ++sample_[place_of(SeatMeasure::rounds_won, place)].of;
  }
  for (std::size_t seat = 0; players > 1 && seat < static_cast<std::size_t>(players); ++seat) {
    // All less the own, shared among the others: times their number, to stay whole.
    Counted& over = sample_[place_of(SeatMeasure::points_over, place_in_list(seat))];
    over.amount += players * position.players[seat].points - all;
    over.of += players - 1;
  }
  sampled(Measure::points_a_round).amount += all;
  sampled(Measure::points_a_round).of += players;
  if (position.winner != no_seat) {
    const std::size_t place = place_in_list(index_of(position.winner));
    ++figures_.rounds_won[place];
    ++sample_[place_of(SeatMeasure::rounds_won, place)].amount;
  }
  const auto compare = [&](Seat seat, Measure wins, Measure over_others) {
    if (seat == no_seat) return;
    sampled(over_others).amount += players * position.players[index_of(seat)].points - all;
    sampled(over_others).of += players - 1;
    if (position.winner == no_seat) return;
    sampled(wins).amount += position.winner == seat ? 1 : 0;
    ++sampled(wins).of;
  };
  compare(position.holder, Measure::holder_wins, Measure::holder_points);
  compare(position.starter, Measure::starter_wins, Measure::starter_points);
}

void GameRecorder::count_outcome(Outcome outcome, const Position& position) {
  switch (outcome) {
    case Outcome::finished:
      ++figures_.finished;
      break;
    case Outcome::dead_end:
      ++figures_.dead_ends;
      break;
    case Outcome::too_long:
      ++figures_.too_long;
      break;
    case Outcome::voided:
      ++figures_.voided;
      break;
  }
  // Measures by the game are taken of finished games.
  if (outcome != Outcome::finished) {
    sampled(Measure::rounds_a_game) = {};
    sampled(Measure::turns_a_game) = {};
    return;
  }
  ++sampled(Measure::rounds_a_game).of;
  ++sampled(Measure::turns_a_game).of;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat) {
    figures_.game_points.add(points_[seat]);
    sampled(Measure::points_a_game).amount += points_[seat];
    ++sampled(Measure::points_a_game).of;
  }
  count_places(position);
}

void GameRecorder::count_places(const Position& position) {
  Position whole = position;
  const std::vector<int> places = places_of_all_games(program_, position, points_, whole);
  for (std::size_t seat = 0; seat < places.size(); ++seat) {
    Counted& led = sample_[place_of(SeatMeasure::games_led, place_in_list(seat))];
    ++led.of;
    if (places[seat] != 1) continue;
    ++led.amount;
    ++figures_.games_led[place_in_list(seat)];
  }
  bool tied = false;
  for (std::size_t a = 0; a < places.size(); ++a)
    for (std::size_t b = a + 1; b < places.size(); ++b)
      tied = tied || (places[a] == 1 && places[b] == 1 &&
                      in_one_group(program_, whole, static_cast<Seat>(a), static_cast<Seat>(b)));
  sampled(Measure::tied) = {tied ? 1 : 0, 1};
}

void GameRecorder::count_rules() {
  const auto add = [](Counted& counted, std::int64_t amount) {
    counted.amount += amount;
    ++counted.of;
  };
  add(sampled(Measure::choices_a_round), decisions_->choices());
  add(sampled(Measure::markers_put), decisions_->markers_put());
  add(sampled(Measure::markers_taken), decisions_->markers_taken());
  const std::size_t first = place_of_rules(program_.players, options_.interest);
  for (std::size_t rule = 0; rule < decisions_->decided().size(); ++rule)
    add(sample_[first + rule], decisions_->decided()[rule]);
}

void GameRecorder::count_choices(const Position& position) {
  constexpr InterestMeasure by_third[] = {InterestMeasure::ways_first, InterestMeasure::ways_middle,
                                          InterestMeasure::ways_last};
  const auto thirds = choices_->thirds(position.turn_serial);
  const auto add = [&](InterestMeasure measure, std::int64_t amount, std::int64_t of) {
    sampled(measure).amount += amount;
    sampled(measure).of += of;
  };
  for (std::size_t third = 0; third < thirds.size(); ++third) {
    const ChoiceCounter::Sum& sum = thirds[third];
    add(by_third[third], sum.ways, sum.choices);
    add(InterestMeasure::ways, sum.ways, sum.choices);
    add(InterestMeasure::forced, sum.forced, sum.choices);
  }
}

/// Of a finished game.
void GameRecorder::count_lead() {
  sampled(InterestMeasure::lead_changes) = {lead_->changes(), 1};
  sampled(InterestMeasure::margin) = {lead_->margin(), 1};
  int since = 0;
  for (std::size_t seat = 0; seat < lead_->places().size(); ++seat) {
    if (lead_->places()[seat] != 1) continue;
    since = since == 0 ? lead_->leads_since(seat) : std::min(since, lead_->leads_since(seat));
    sampled(InterestMeasure::behind).amount += lead_->most_behind(seat);
    ++sampled(InterestMeasure::behind).of;
  }
  sampled(InterestMeasure::decided) = {since, lead_->rounds()};
}

void GameRecorder::take_seats(std::uint64_t game) {
  if (!options_.rotate) return;
  const std::size_t players = listed_.size();
  shift_ = static_cast<std::size_t>(game % players);
  for (std::size_t place = 0; place < players; ++place)
    options_.play.seats[(place + shift_) % players] = listed_[place];
}

std::size_t GameRecorder::place_in_list(std::size_t seat) const {
  return shift_ == 0 ? seat : (seat + listed_.size() - shift_) % listed_.size();
}

void GameRecorder::play(std::uint64_t game) {
  const std::uint64_t seed = game_seed(options_.seed, game);
  take_seats(game);
  tally_.begin_game(seed);
  points_ = {};
  if (lead_) lead_->begin_game();
  std::fill(sample_.begin(), sample_.end(), Counted{});
  if (options_.shuffled_deals) {
    dealer_.emplace(mix64(~seed));
    options_.play.dealer = &*dealer_;
  }
  Random random(seed);
  Position position = begin_match(program_);
  const auto play = options_.unit == Unit::round ? play_round : play_match;
  outcome_ = play(program_, position, random, options_.play, onlooker_);

  ++figures_.games;
  count_acts();
  count_outcome(outcome_, position);
  if (lead_ && outcome_ == Outcome::finished) count_lead();
  if (outcome_ == Outcome::dead_end || outcome_ == Outcome::too_long)
    figures_.endless_game = std::min(figures_.endless_game.value_or(game), game);
  for (std::size_t place = 0; place < sample_.size(); ++place) figures_.measured[place].add(sample_[place]);
}

}  // namespace roundhouse::engine
