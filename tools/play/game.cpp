#include "tools/play/game.h"

#include <algorithm>
#include <utility>

#include "dsl/base/search.h"
#include "engine/dealer.h"
#include "replay/record/write_record.h"
#include "tools/players/all_players.h"

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Next;
using engine::Phase;
using engine::Position;

namespace {

// Chooses the acts of a computer player at a table with people: those of its player (tools/players), and
// announcements, which a player by itself makes at random or never.

using engine::Act;
using engine::ActKind;
using engine::Position;
using engine::Seat;

/// The effects of an announcement on its player and on the others.
struct Effects {
  int own_pulls = 0;
  int other_pulls = 0;
  int own_marks = 0;
  int own_tiles = 0;
  std::int32_t own_points = 0;
};

Effects standing(const engine::Rules& program, const Position& position, Seat seat) {
  Effects found;
  for (int p = 0; p < program.players; ++p) {
    const engine::PlayerState& player = position.players[static_cast<std::size_t>(p)];
    (p == seat ? found.own_pulls : found.other_pulls) += player.pulls;
  }
  const engine::PlayerState& own = position.players[static_cast<std::size_t>(seat)];
  found.own_tiles = own.count;
  found.own_points = own.points;
  for (std::size_t e = 0; e < position.end_count; ++e) {
    const engine::End& end = position.ends[e];
    if (end.marked && program.trains[end.train].owner == seat) ++found.own_marks;
  }
  return found;
}

/// True if it does the player good, as far as a look at the table right behind it shows, and costs nothing:
/// another has to draw, or a marker of the player's own goes.
bool is_gain(const engine::Sight& sight, const Act& act) {
  if (act.whom == sight.seat) return false;
  const Effects before = standing(sight.program, sight.position, sight.seat);
  Position position = sight.position;
  engine::apply(sight.program, position, act);
  const Effects after = standing(sight.program, position, sight.seat);
  const bool costs = after.own_pulls > before.own_pulls || after.own_points != before.own_points ||
                     after.own_tiles > before.own_tiles || after.own_marks > before.own_marks;
  return !costs && (after.other_pulls > before.other_pulls || after.own_marks < before.own_marks);
}

/// True if the rules advise against the act as things stand, and do not once this was announced.
bool is_advised(const engine::Sight& sight, const Act& announcement, const Act& act) {
  if (!engine::is_advised_against(sight.program, sight.position, act)) return false;
  Position position = sight.position;
  engine::apply(sight.program, position, announcement);
  return engine::is_legal(sight.program, position, act) &&
         !engine::is_advised_against(sight.program, position, act);
}

/// `sight.declared` is not looked at. Absent: it does nothing, which only somebody may whose turn it is not.
std::optional<Act> choose_act(const engine::Player& player, const engine::Sight& sight, bool in_turn,
                              engine::Random& random) {
  const auto is_open = [&](const Act& act) {
    return act.kind == ActKind::declared && !engine::was_played(sight, act);
  };
  for (Act act : sight.acts) {
    if (!is_open(act)) continue;
    for (const std::int32_t amount : engine::legal_amounts(sight.program, sight.position, act)) {
      act.amount = amount;
      if (is_gain(sight, act)) return act;
    }
  }
  if (!in_turn) return std::nullopt;
  engine::Sight quiet = sight;
  quiet.declared = 0;
  const std::optional<Act> chosen = player.choose(quiet, random);
  if (!chosen) return chosen;
  for (const Act& act : sight.acts)
    if (is_open(act) && is_advised(sight, act, *chosen)) return act;
  return chosen;
}

std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

/// Chance, and each seat, have random numbers of their own.
constexpr std::uint64_t stream_of_chance = 0;
std::uint64_t stream_of(Seat seat) { return static_cast<std::uint64_t>(seat) + 2; }

Seat in_turn(const Position& position) {
  return position.phase == Phase::lead ? position.holder : position.turn_player;
}

std::size_t items_of(const RecordRound& round) {
  return static_cast<std::size_t>(count_if(
      round.items, [](const Item& item) { return !std::holds_alternative<CommentLine>(item.line); }));
}

}  // namespace

/// The next step, worked out once for a position.
struct Game::Look {
  Ask ask;
  std::optional<Act> act;  ///< nobody is asked, and this comes; absent: a round begins
};

Game::Game(const engine::Rules& program, Header header, std::vector<const engine::Player*> seats)
    : program_(&program),
      header_(std::make_unique<const Header>(std::move(header))),
      seats_(std::move(seats)),
      position_(engine::begin_match(program, header_->ages)),
      over_text_(write_header(*header_)) {
  begun_ = position_;
}
Game::Game(Game&&) noexcept = default;
Game& Game::operator=(Game&&) noexcept = default;
Game::~Game() = default;

std::vector<Seat> Game::people() const {
  std::vector<Seat> found;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat)
    if (seats_[seat] == nullptr) found.push_back(static_cast<Seat>(seat));
  return found;
}

engine::Random Game::random(std::uint64_t stream) const {
  std::uint64_t key = engine::mix64(header_->seed.value_or(0) + 0x9E3779B97F4A7C15U);
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(rounds_), static_cast<std::uint64_t>(acts_.size()), stream})
    key = engine::mix64(key + 0x9E3779B97F4A7C15U * (part + 1));
  return engine::Random(key);
}

std::uint32_t Game::luck(std::uint32_t n) const {
  engine::Random chance = random(stream_of_chance);
  return chance.below(n);
}

std::vector<Act> Game::legal(Seat seat) const {
  engine::ActList all;
  engine::legal_acts(*program_, position_, all);
  std::vector<Act> own;
  std::copy_if(all.begin(), all.end(), std::back_inserter(own),
               [&](const Act& act) { return act.actor == seat; });
  return own;
}

std::optional<Act> Game::computer_act(Seat seat, const std::vector<Act>& own, bool turn) const {
  const engine::Player& player = *seats_[index_of(seat)];
  const Position seen = engine::seen_by(position_, seat);
  engine::Random chance = random(stream_of(seat));
  engine::Sight sight{*program_, seen, seat, own, played_};
  if (!player.asks_for_round) return choose_act(player, sight, turn, chance);
  std::vector<Act> seen_acts;
  for (const Act& act : acts_) seen_acts.push_back(engine::seen_by(act, seat));
  const engine::SeenRound round{engine::seen_by(begun_, seat), seen_acts};
  sight.round = &round;
  return choose_act(player, sight, turn, chance);
}

std::optional<Act> Game::hint(Seat seat) const {
  const std::vector<Act> own = legal(seat);
  if (own.empty()) return std::nullopt;
  const Position seen = engine::seen_by(position_, seat);
  engine::Random chance = random(stream_of(seat));
  const engine::Sight sight{*program_, seen, seat, own, played_};
  return choose_act(engine::planner_player, sight, seat == in_turn(position_), chance);
}

Game::Look Game::make_look() const {
  if (rounds_ == 0) return {};
  if (acts_.size() > most_acts_of_round) return {{Ask::Kind::too_long, no_seat}, {}};
  if (position_.phase == Phase::over) {
    if (!engine::is_void(position_) && !referee_let_be_ && !people().empty() && !legal(no_seat).empty())
      return {{Ask::Kind::referee, no_seat}, {}};
    if (!engine::is_dealt_again(position_) && engine::match_over(*program_, position_))
      return {{Ask::Kind::over, no_seat}, {}};
    return {};
  }
  const engine::Expected next = engine::expected(*program_, position_);
  if (next.next == Next::forced) return {{}, next.chance};
  if (next.next == Next::chance) {
    engine::Random chance = random(stream_of_chance);
    return {{}, engine::answer_chance(*program_, position_, next.chance, chance)};
  }
  engine::ActList all;
  engine::legal_acts(*program_, position_, all);
  const auto own = [&](Seat seat) {
    std::vector<Act> acts;
    std::copy_if(all.begin(), all.end(), std::back_inserter(acts),
                 [&](const Act& act) { return act.actor == seat; });
    return acts;
  };
  const Seat turn = in_turn(position_);
  const auto is_new = [&](const Act& act) { return !contains(let_be_, act); };
  // People come first: a computer is always quick.
  for (const bool person : {true, false}) {
    for (int p = 0; p < program_->players; ++p) {
      const auto seat = static_cast<Seat>(p);
      if (seat == turn || is_person(seat) != person) continue;
      const std::vector<Act> acts = own(seat);
      if (acts.empty()) continue;
      if (person && any_of(acts, is_new)) return {{Ask::Kind::aside, seat}, {}};
      if (person) continue;
      if (const auto act = computer_act(seat, acts, false)) return {{}, act};
    }
  }
  const std::vector<Act> acts = own(turn);
  if (acts.empty()) return {{Ask::Kind::dead_end, turn}, {}};
  if (is_person(turn)) {
    // With nothing to choose the turn ends by itself.
    if (acts.size() == 1 && acts.front().kind == ActKind::done) return {{}, acts.front()};
    return {{Ask::Kind::turn, turn}, {}};
  }
  const auto act = computer_act(turn, acts, true);
  if (!act) return {{Ask::Kind::dead_end, turn}, {}};
  if (act->kind != ActKind::draw) return {{}, act};
  engine::Random chance = random(stream_of_chance);
  return {{}, engine::answer_chance(*program_, position_, *act, chance)};
}

const Game::Look& Game::look() const {
  if (!look_) look_ = std::make_unique<Look>(make_look());
  return *look_;
}

Ask Game::asks() const { return look().ask; }

std::optional<TableAction> Game::step() {
  const std::optional<Act> act = look().act;
  if (act) return carry_out(*act);
  begin_round();
  return std::nullopt;
}

void Game::let_be() {
  const Ask ask = asks();
  if (ask.kind == Ask::Kind::referee) referee_let_be_ = true;
  if (ask.kind == Ask::Kind::aside)
    for (const Act& act : legal(ask.seat)) let_be_.push_back(act);
  look_.reset();
}

TableAction Game::carry_out(const Act& given) {
  Act act = given;
  if (act.kind == ActKind::draw && act.tile == engine::no_tile) {
    engine::Random chance = random(stream_of_chance);
    act = engine::answer_chance(*program_, position_, act, chance);
  }
  // A turn that ends by itself was nobody's choice.
  const bool has_choice = is_person(act.actor) && engine::is_by_rows(act.kind) &&
                          !(act.kind == ActKind::done && legal(act.actor).size() == 1);
  if (has_choice) asked_.push_back({acts_.size(), act.actor});
  // An act that can be done again right away is not offered again.
  if (has_choice && act.actor != in_turn(position_)) let_be_.push_back(act);
  TableAction deed{act, position_, {}};
  add_act(act, &deed.trace);
  return deed;
}

void Game::add_act(const Act& act, engine::Trace* trace) {
  if (const auto tile = laid_by(position_, act)) laid_.push_back(*tile);
  const std::uint16_t turn = position_.turn_serial;
  engine::apply(*program_, position_, act, trace);
  acts_.push_back(act);
  if (position_.turn_serial != turn)
    played_.clear();
  else if (act.kind == ActKind::declared)
    played_.push_back(act);
  recorder_->add(act);
  referee_let_be_ = false;
  look_.reset();
  if (let_be_.empty()) return;
  engine::ActList all;
  engine::legal_acts(*program_, position_, all);
  std::erase_if(let_be_, [&](const Act& offered) { return !contains(all, offered); });
}

void Game::begin_round() {
  if (recorder_) {
    RecordRound done = round();
    over_text_ += write_round(*header_, done, !over_text_.empty());
    over_.push_back(std::move(done));
  }
  const int game = position_.game;
  engine::begin_round(*program_, position_);
  begun_ = position_;
  begins_game_ = rounds_ > 0 && position_.game != game;
  ++rounds_;
  head_.reset();
  laid_before_.clear();
  acts_.clear();
  played_.clear();
  laid_.clear();
  asked_.clear();
  remarks_.clear();
  let_be_.clear();
  referee_let_be_ = false;
  look_.reset();
  recorder_ = new_recorder();
}

void Game::begin_with(const Position& position, std::vector<LaidTile> laid, RecordRound head) {
  position_ = begun_ = position;
  rounds_ = 1;
  head_ = std::move(head);
  laid_ = laid_before_ = std::move(laid);
  look_.reset();
  recorder_ = new_recorder();
}

std::unique_ptr<RoundRecorder> Game::new_recorder() const {
  if (head_) return std::make_unique<RoundRecorder>(*program_, *header_, begun_, *head_);
  return std::make_unique<RoundRecorder>(*program_, *header_, begun_, begins_game_,
                                         over_.empty() ? nullptr : &over_.back());
}

bool Game::may_come(const Act& act) const {
  const engine::Expected next = engine::expected(*program_, position_);
  switch (next.next) {
    case Next::forced:
      return act == next.chance;
    case Next::chance: {
      if (act.kind != next.chance.kind) return false;
      if (act.kind == ActKind::engine) {
        const std::vector<Act> equal = engine::equal_engines(*program_, position_);
        return contains(equal, act);
      }
      if (engine::is_from_boneyard(act.kind)) {
        const engine::TileBag heap = engine::boneyard_tiles(*program_, position_);
        const bool is_there = act.tile == engine::no_tile ? heap.size() == 0 : heap.has(act.tile);
        return is_there && act.actor == next.chance.actor;
      }
      if (act.kind == ActKind::first) return act.actor >= 0 && act.actor < program_->players;
      if (act.kind == ActKind::cast) {
        const dsl::FactSlot& fact = program_->facts[next.chance.declared];
        return act.declared == next.chance.declared && act.amount >= fact.least &&
               act.amount <= fact.greatest;
      }
      return act == next.chance;
    }
    case Next::choice:
    case Next::over:
      return engine::is_by_rows(act.kind) && engine::is_legal(*program_, position_, act);
  }
  return false;
}

std::optional<Act> Game::last_act(Seat seat) const {
  for (std::size_t i = asked_.size(); i > 0; --i)
    if (asked_[i - 1].seat == seat) return acts_[asked_[i - 1].act];
  return std::nullopt;
}

void Game::take_back(Seat seat, const std::string& remark) {
  for (std::size_t i = asked_.size(); i > 0; --i) {
    if (asked_[i - 1].seat != seat) continue;
    const std::size_t keep = asked_[i - 1].act;
    asked_.resize(i - 1);
    rewind(keep);
    const RecordRound bare = recorder_->so_far();
    std::size_t items = items_of(bare);
    // Entries about lines that are gone stay, behind those that are left.
    for (LogEntry& entry : remarks_) entry.item = std::min(entry.item, items);
    // A line that goes on will be another one when it ends.
    const auto* line = bare.items.empty() ? nullptr : std::get_if<TurnLine>(&bare.items.back().line);
    const bool is_open = line != nullptr && line->goes_on;
    remarks_.push_back({is_open ? items - 1 : items, remark, false, 0, false});
    return;
  }
}

void Game::rewind(std::size_t keep) {
  std::vector<Act> acts = std::move(acts_);
  acts.resize(keep);
  acts_.clear();
  played_.clear();
  laid_ = laid_before_;
  let_be_.clear();
  position_ = begun_;
  recorder_ = new_recorder();
  for (const Act& act : acts) add_act(act, nullptr);
  look_.reset();
}

RecordRound Game::with_remarks(const RecordRound& bare) const {
  if (remarks_.empty()) return bare;
  RecordRound round = bare;
  round.items.clear();
  const auto put_before = [&](std::size_t item, bool last) {
    for (const LogEntry& remark : remarks_)
      if (!remark.beside && (remark.item == item || (last && remark.item > item)))
        round.items.push_back({CommentLine{remark.text, remark.after_blank}, {}, {}});
  };
  for (std::size_t i = 0; i < bare.items.size(); ++i) {
    put_before(i, false);
    round.items.push_back(bare.items[i]);
    for (const LogEntry& remark : remarks_)
      if (remark.beside && remark.item == i) round.items.back().comment = Comment{remark.text, remark.column};
  }
  put_before(bare.items.size(), true);
  return round;
}

RecordRound Game::round() const { return recorder_ ? with_remarks(recorder_->so_far()) : RecordRound{}; }

int Game::turn() const {
  const RecordRound bare = recorder_ ? recorder_->so_far() : RecordRound{};
  int lines = 0;
  bool is_open = false;
  for (const Item& item : bare.items)
    if (const auto* line = std::get_if<TurnLine>(&item.line)) {
      ++lines;
      is_open = line->goes_on;
    }
  return is_open ? lines : lines + 1;
}

Record Game::record() const {
  Record record{*header_, over_};
  if (recorder_) record.rounds.push_back(round());
  return record;
}

std::string Game::text() const {
  return recorder_ ? over_text_ + write_round(*header_, round(), !over_text_.empty()) : over_text_;
}

engine::Position seen_by(const engine::Position& position, SeatView viewer) {
  // For the engine no seat is the referee, who sees everything.
  if (viewer.seat != engine::no_seat) return engine::seen_by(position, viewer.seat);
  engine::Position seen = position;
  seen.hands = {};
  return seen;
}

engine::Act seen_by(const engine::Rules& program, const engine::Act& act, SeatView viewer) {
  engine::Act seen = engine::seen_by(act, viewer.seat);
  if (act.actor == engine::no_seat && viewer.seat == engine::no_seat) return seen;
  // A player who gives a tile of their own shows it; one who looks at another's hand shows nobody.
  const engine::Seat owner = engine::hand_of_given(program, act);
  if (owner != engine::no_seat && owner != act.actor && viewer.seat != owner && viewer.seat != act.actor)
    seen.tile = engine::no_tile;
  return seen;
}

}  // namespace roundhouse::replay
