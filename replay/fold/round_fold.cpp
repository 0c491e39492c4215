#include "replay/fold/round_fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/arithmetic.h"
#include "engine/border.h"
#include "engine/close_round.h"
#include "replay/fold/fold_state.h"
#include "replay/record/resolve.h"
#include "replay/record/round_terms.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Expected;
using engine::Happening;
using engine::Next;
using engine::Phase;
using engine::Position;

namespace {

bool is_player(const engine::Rules& program, Seat seat) { return seat >= 0 && seat < program.players; }

/// The readers give seats of the header's players, and the program is for as many: anything else is a mistake
/// of whoever put these together, and ends here before it spoils memory.
void require_of_game(const engine::Rules& program, const Header& header, const RecordRound& round) {
  bool all = header.players.size() == static_cast<std::size_t>(program.players);
  const auto ask = [&](Seat seat) { all = all && is_player(program, seat); };
  const auto ask_or_nobody = [&](Seat seat) { all = all && (seat == no_seat || is_player(program, seat)); };
  ask_or_nobody(header.first);
  ask_or_nobody(header.out);
  for (const Item& item : round.items)
    std::visit(overloaded{
                   [&](const TurnLine& line) { ask_or_nobody(line.player); },
                   [&](const HandLine& line) { ask(line.player); },
                   [&](const LeftLine& line) { ask(line.player); },
                   [&](const FirstLine& line) { ask(line.player); },
                   [&](const ClaimLine& line) { ask(line.player); },
                   [&](const EngineLine& line) { ask_or_nobody(line.holder); },
                   [&](const LotsLine& line) {
                     for (const SeatTile& lot : line.lots) ask(lot.seat);
                   },
                   [&](const SeekLine& line) {
                     for (const SeatTile& draw : line.draws) ask(draw.seat);
                   },
                   [&](const ScoreLine& line) {
                     for (const SeatPoints& points : line.points) ask(points.seat);
                   },
                   [](const auto&) {},
               },
               item.line);
  if (!all) engine::broken_promise();
}

/// An act of which not all is written is tried as so many.
constexpr std::size_t most_acts_like = 512;
constexpr std::size_t most_acts_like_of_round = 8'192;

constexpr const char* was_over = "The round is over before this";
constexpr const char* was_void = "The round is void before this, and dealt again";

}  // namespace

bool can_be_carried_out(dsl::Law law) {
  switch (law) {
    case dsl::Law::turn_order:
    case dsl::Law::not_permitted:
    case dsl::Law::not_the_engine:
    case dsl::Law::false_claim:
      return true;
    case dsl::Law::round_over:
    case dsl::Law::tile_not_held:
    case dsl::Law::tile_once:
    case dsl::Law::boneyard_empty:
    case dsl::Law::no_such_place:
    case dsl::Law::no_such_act:
      return false;
  }
  return false;
}

RoundFold::RoundFold(const engine::Rules& program, const Header& header, const RecordRound& round,
                     Position& position, const FoldWatcher& watcher)
    : state_(std::make_unique<FoldState>(FoldState{program, header, round, position, watcher})) {
  state_->writes_down = !watcher.claims_only;
  require_of_game(program, header, round);
}
RoundFold::~RoundFold() = default;

bool RoundFold::set_up(bool first_of_file) {
  const bool done = fold_setup(*state_, first_of_file);
  line_.engine_in_turn = state_->engine_in_turn;
  return done;
}

bool RoundFold::run(bool first_of_file) {
  bool whole = set_up(first_of_file);
  for (std::size_t item = first_item(); whole && item < state_->round.items.size(); ++item)
    whole = fold_item(item);
  finish();
  return whole;
}

std::size_t RoundFold::first_item() const { return state_->first_turn; }
bool RoundFold::hands_known() const { return state_->hands_known; }
bool RoundFold::rests_on_chance() const { return state_->rests_on_chance; }
std::optional<std::int32_t> RoundFold::known_points(Seat seat) const { return state_->known_points(seat); }
bool RoundFold::leaves_acts_open() const { return state_->points().leaves_acts_open(); }
const ImplicitActs& RoundFold::silent() const { return state_->implicit_acts(); }
PlaceBook& RoundFold::places() { return state_->places; }

void RoundFold::resume(const LineState& line, const ScoreState& scores) {
  line_ = line;
  scores_ = scores;
  // What was told since then was so on another way.
  for (std::size_t i = scores.lines_told; i < told_scores_.size(); ++i) is_told_[told_scores_[i]] = false;
  told_scores_.resize(scores.lines_told);
}

bool RoundFold::fold_item(std::size_t item) {
  FoldState& state = *state_;
  bool go_on = true;
  std::visit(overloaded{
                 [&](const TurnLine& line) {
                   go_on = needs_settling(line)
                               ? play_line(item, resolve_line(state.program, state.header, line))
                               : play_line(item, line);
                 },
                 [&](const GapLine&) {
                   if (state.watcher.gap) state.watcher.gap(item);
                   go_on = false;
                 },
                 [&](const HandLine& line) { go_on = show(item, line.player, line.tiles, false); },
                 [&](const LeftLine& line) {
                   if (state.was_played) go_on = show(item, line.player, line.tiles, true);
                 },
                 [&](const ScoreLine& line) {
                   if (state.position.phase == Phase::over) score(item, line);
                 },
                 [&](const RedealLine&) { go_on = deal_again(item); },
                 [&](const OverLine&) {
                   if (state.position.phase != Phase::over && state.was_played)
                     go_on = state.object(item, state.span_of(item), dsl::Law::false_claim,
                                          "The round is not over here: nobody is out and it is not blocked");
                 },
                 [&](const auto& line) {
                   using L = std::decay_t<decltype(line)>;
                   if constexpr (!std::is_same_v<L, AllowLine> && !std::is_same_v<L, ClaimLine> &&
                                 !std::is_same_v<L, CommentLine> && !std::is_same_v<L, RoundLine> &&
                                 !std::is_same_v<L, GameLine>)
                     go_on = state.object(item, state.span_of(item), dsl::Law::false_claim,
                                          "This belongs before the first turn of a round");
                 },
             },
             state.round.items[item].line);
  return go_on;
}

/// The line with which a round is void: a claim about what came before it.
bool RoundFold::deal_again(std::size_t item) {
  const Position& position = state_->position;
  const bool is_last = ends_in_redeal(state_->round);
  if (is_last && engine::is_dealt_again(position)) return true;
  const char* const message = !is_last          ? "This belongs before the first turn of a round"
                              : position.voided ? "The round was void so often that it is not dealt again"
                              : has_effect(state_->program, dsl::Effect::redeal)
                                  ? "By these rules the round is not void here, and nothing is dealt again"
                                  : "By these rules no round is void and dealt again";
  return state_->object(item, state_->span_of(item), dsl::Law::false_claim, message);
}

bool RoundFold::show(std::size_t item, Seat seat, const std::vector<WrittenTile>& written, bool left) {
  std::vector<SetTile> tiles;
  if (!state_->admit(item, written, tiles)) return false;
  if (state_->watcher.shown)
    state_->watcher.shown({item, state_->span_of(item), seat, &tiles, left}, state_->position);
  return true;
}

void RoundFold::finish() {
  Position& position = state_->position;
  const bool all_seen = position.phase == Phase::over && state_->hands_known && !silent().any();
  position.past_open = position.past_open || !all_seen;
  position.facts_open = position.facts_open || position.phase != Phase::over;
  // After turns that nobody wrote down no hand is known.
  const auto is_gap = [](const Item& item) { return std::holds_alternative<GapLine>(item.line); };
  const std::vector<Item>& items = state_->round.items;
  if (position.phase != Phase::over && std::any_of(items.begin(), items.end(), is_gap))
    position.hands.fill(engine::TileBag{});
  end_as_written(state_->round.items.size());
  if (!all_seen && !position.voided && !are_points_written()) position.totals_open = true;
  // The table dealt again, rightly or not, and the record goes on from there.
  if (ends_in_redeal(state_->round) && !position.voided) engine::void_round(state_->program, position);
}

/// Score lines say them, or they follow from the tiles that are known.
bool RoundFold::are_points_written() const {
  if (state_->position.phase != Phase::over) return false;
  for (int seat = 0; seat < state_->program.players; ++seat) {
    const auto p = static_cast<std::size_t>(seat);
    const bool is_scored = p < scores_.last.size() && scores_.last[p];
    if (!is_scored && !known_points(static_cast<Seat>(seat))) return false;
  }
  return true;
}

/// The end of a round that nobody wrote down, as far as it can be told by all that was left and by the score
/// lines before this item.
void RoundFold::end_as_written(std::size_t before) {
  // Of such a round it is no sign that no engine is seen in the hands.
  Position& position = state_->position;
  if (!scores_.ended && position.phase == Phase::over && position.engine_tile == engine::no_tile &&
      state_->says_only_end)
    position.phase = Phase::seek;
  end_by_what_is_left();
  const std::vector<Item>& items = state_->round.items;
  is_told_.resize(items.size());
  for (std::size_t& item = scores_.looked_for; item < before; ++item)
    if (const auto* line = std::get_if<ScoreLine>(&items[item].line); line != nullptr && !is_told_[item])
      score(item, *line);
  // Of rounds that came to no end, and of those whose end nobody wrote down.
  if (!scores_.ended && !position.voided) position.out_open = position.phase != Phase::over;
  believe_scores();
  scores_.ended = position.phase == Phase::over;
  if (before == items.size()) return;
  // What comes behind this line changes what is believed by now.
  for (std::size_t p = 0; p < scores_.last.size(); ++p)
    if (auto& claim = scores_.last[p]) claim->points = claim->counted = position.players[p].points;
}

void RoundFold::score(std::size_t item, const ScoreLine& line) {
  const Position& position = state_->position;
  if (state_->watcher.scored) state_->watcher.scored(item, line, position);
  is_told_.resize(state_->round.items.size());
  is_told_[item] = true;
  told_scores_.push_back(item);
  ++scores_.lines_told;
  scores_.last.resize(static_cast<std::size_t>(state_->program.players));
  for (const SeatPoints& claimed : line.points) {
    const auto p = static_cast<std::size_t>(claimed.seat);
    scores_.last[p] = {claimed.points, position.players[p].points};
  }
}

void RoundFold::end_by_what_is_left() {
  Position& position = state_->position;
  const TilesLeft& left = state_->left;
  if (position.phase == Phase::over ||
      !std::all_of(left.begin(), left.end(), [](const auto& tiles) { return tiles.has_value(); }))
    return;
  Seat out = no_seat;
  int empty = 0;
  for (std::size_t p = 0; p < left.size(); ++p) {
    position.hands[p] = {};
    for (const engine::TileId tile : *left[p]) position.hands[p].add(tile);
    position.players[p].count = static_cast<std::uint16_t>(position.hands[p].size());
    if (left[p]->empty()) out = static_cast<Seat>(p), ++empty;
  }
  if (position.winner == no_seat && empty == 1) position.winner = out;
  state_->trace.clear();
  engine::end_round(state_->program, position, &state_->trace);
  if (state_->watcher.counted) state_->watcher.counted(position, state_->trace);
}

void RoundFold::believe_scores() {
  Position& position = state_->position;
  const bool meant = state_->watcher.which || !leaves_acts_open();
  if (position.voided) return;  // there are none
  if (state_->hands_known && meant && !state_->rests_on_chance && position.phase == Phase::over)
    return;  // all points are known
  for (std::size_t p = 0; p < scores_.last.size(); ++p) {
    const std::optional<ScoreClaim>& claim = scores_.last[p];
    if (!claim || (!state_->rests_on_chance && state_->known_points(static_cast<Seat>(p)))) continue;
    std::int32_t& points = position.players[p].points;
    points = dsl::sum_of(claim->points, dsl::sum_of(points, -claim->counted));
  }
  if (position.phase == Phase::over || scores_.last.empty() ||
      !std::all_of(scores_.last.begin(), scores_.last.end(),
                   [](const auto& claim) { return claim.has_value(); }))
    return;
  // The scores are those of the round's end, so that what it adds is in them already.
  const auto players = position.players;
  engine::close_round(state_->program, position);
  for (std::size_t p = 0; p < players.size(); ++p) position.players[p].points = players[p].points;
}

bool RoundFold::play_line(std::size_t item, const TurnLine& line) {
  const Position& position = state_->position;
  if (position.phase == Phase::over && line.player != no_seat && !line_.engine_in_turn) {
    const dsl::Span where = !line.acts.empty()              ? line.acts.front().at.span
                            : line.claim != MarkClaim::none ? line.claim_at.span
                                                            : line.player_at.span;
    return state_->object(item, where, dsl::Law::round_over, position.voided ? was_void : was_over,
                          position.voided ? "write a line 'redeal' before the new hands" : "");
  }
  if (line.player == no_seat && !state_->was_played && !scores_.ended) end_as_written(item);
  const bool out_of_turn = line.player == no_seat || ends_no_turn(state_->program, line);
  const bool is_due = line.player == position.turn_player;
  if (!out_of_turn && position.phase == Phase::play && !take_turn(item, line)) return false;
  if (!out_of_turn && !std::exchange(line_.has_begun, true) && is_due && state_->watcher.begins)
    state_->watcher.begins(item, line.player_at.span, line.player);
  line_.turn_owner = line.player;
  marked_ = ended_itself_ = false;
  serial_ = position.turn_serial;
  turn_player_ = position.turn_player;
  if (state_->watcher.claims_only) {
    state_->writes_down = out_of_turn || line.goes_on || line.claim != MarkClaim::none;
    if (!state_->writes_down) line_.unwritten_turn = serial_;
  }

  // A tile more than the penalty is a lay, and makes the line one of the turn after all.
  in_turn_ = !out_of_turn;
  bool stood_still = line.acts.empty();
  if (!play_acts(item, line, in_turn_, stood_still)) return false;
  if (!pull_all(item)) return false;
  const bool passed = ended_itself_ || (stood_still && !line.acts.empty());
  if (in_turn_ && !line.goes_on && !passed && position.phase == Phase::play)
    if (!end_turn(item, line.player_at.span, false)) return false;
  if (in_turn_) line_.turn_goes_on = line.goes_on && !ended_itself_;
  return !line.goes_on || line.claim == MarkClaim::none ? check_claim(item, line) : true;
}

/// Whoever plays out of turn has the turn, and it goes on from there. Who was passed over may still have it
/// next, as when two lines have changed places; then the order is what it would have been.
bool RoundFold::take_turn(std::size_t item, const TurnLine& line) {
  Position& position = state_->position;
  const Seat due = position.turn_player;
  const Seat passed_over = std::exchange(line_.passed_over, no_seat);
  const Seat due_after = std::exchange(line_.due_after, no_seat);
  if (line.player == due) return true;
  const bool late = line.player == passed_over;
  const bool resumed = line.player == due_after && due == line_.overtaker;
  if (!late && !resumed) {
    if (!state_->object(
            item, line.player_at.span, dsl::Law::turn_order,
            fmt::format("It is {}'s turn here, not {}'s", state_->name(due), state_->name(line.player))))
      return false;
    line_.passed_over = due;
    line_.overtaker = line.player;
  } else if (late) {
    line_.due_after = due;
  }
  engine::give_turn(state_->program, position, line.player);
  return true;
}

bool RoundFold::play_acts(std::size_t item, const TurnLine& line, bool& in_turn, bool& stood_still) {
  const bool owed = pulls_pending();  // by what came before the line
  for (const WrittenAct& written : line.acts) {
    const WrittenAct* const next = &written == &line.acts.back() ? nullptr : &written + 1;
    const auto* following = next == nullptr ? nullptr : std::get_if<TileAct>(&next->what);
    const bool tiles_follow = following != nullptr && !following->was_laid();
    if (line_.engine_in_turn) {
      line_.engine_in_turn = false;  // it lies already
      continue;
    }
    if (pulls_pending()) {
      const auto* penalty = std::get_if<TileAct>(&written.what);
      if (penalty != nullptr && !penalty->was_laid()) {
        const std::optional<SetTile> tile = state_->admit_act(item, penalty->tile);
        if (!tile) return false;
        if (owed && tile->known()) note_penalty(item, written.at.span, *tile);
        if (!pull(item, written.at.span, *tile)) return false;
        continue;
      }
      if (!pull_all(item)) return false;
    }
    if (std::holds_alternative<PassAct>(written.what)) {
      // Of a line that only says `mark` it is nowhere written.
      const bool is_there = written.at.span.begin < written.at.span.end;
      const dsl::Span where = is_there ? written.at.span : line.player_at.span;
      if (!end_turn(item, where, true, tiles_follow)) return false;
      stood_still = true;
      continue;
    }
    if (const auto* laid = std::get_if<TileAct>(&written.what); laid != nullptr && !laid->tile.known())
      return state_->object(
          item, written.at.span, dsl::Law::false_claim,
          fmt::format("Nothing made {} take a tile here",
                      line.player == no_seat ? std::string("anybody") : state_->name(line.player)));
    if (!play_act(item, line, written, tiles_follow)) return false;
    in_turn = in_turn || (line.player != no_seat && std::holds_alternative<TileAct>(written.what));
  }
  return true;
}

bool RoundFold::play_act(std::size_t item, const TurnLine& line, const WrittenAct& written,
                         bool tiles_follow) {
  FoldState& state = *state_;
  const bool referees = line.player == no_seat;
  if (state.position.phase == Phase::over && !referees)
    return state.object(item, written.at.span, dsl::Law::round_over, was_over);
  if (const auto plain = find_plain(item, line, written)) return carry_out(*plain, tiles_follow);
  const Resolved resolved = resolve_act(state.program, state.header, state.position, line.player, written);
  if (!resolved.act)
    return state.object(item, written.at.span, resolved.law.value_or(dsl::Law::no_such_act), resolved.reason,
                        resolved.help);
  if (!resolved.untrue.empty() &&
      !state.object(item, written.at.span, dsl::Law::false_claim, resolved.untrue))
    return false;
  const std::optional<Act> act = resolved.open() ? choose_act(item, written.at.span, resolved) : resolved.act;
  if (!act) return false;
  return carry_out(FoldStep{item, written.at.span, *act, true, resolved.tile, resolved.legal}, tiles_follow);
}

/// Chooses the act, of those that it may be.
std::optional<Act> RoundFold::choose_act(std::size_t item, dsl::Span where, const Resolved& resolved) {
  FoldState& state = *state_;
  // A fold that asks nobody has no budget: a few are tried.
  const std::size_t of_round =
      state.watcher.which ? most_acts_like_of_round : most_acts_like / state.heaviness();
  const std::size_t left = of_round - std::min(of_round, line_.open_acts_tried);
  const ActsLike found = acts_like(state.program, state.position, resolved, std::min(most_acts_like, left));
  line_.open_acts_tried += found.tried;
  if (!state.watcher.which) return found.acts.front();
  const std::optional<std::size_t> which = state.watcher.which(item, where, found);
  return which ? std::optional<Act>(found.acts[*which]) : std::nullopt;
}

/// The act, and before it what was said and not written.
bool RoundFold::carry_out(const FoldStep& step, bool tiles_follow) {
  FoldState& state = *state_;
  if (state.implicit_acts().any())
    if (const auto said = state.implicit_acts().before(state.position, step.act)) {
      const bool drew = said->draws && tiles_follow;
      const bool was_said =
          said->needed || (state.watcher.said ? state.watcher.said(step.item, said->act, drew) : !drew);
      if (was_said && !state.carry_out(step.item, step.where, said->act, false)) return false;
    }
  const std::uint16_t serial = state.position.turn_serial;
  if (!state.carry_out(step)) return false;
  ended_itself_ = has_ended_itself(step.act, serial, state.position);
  note_marks(step.act);
  return true;
}

/// A lay or a draw in the midst of play that is written as nearly all are; absent: see resolve_act.
std::optional<FoldStep> RoundFold::find_plain(std::size_t item, const TurnLine& line,
                                              const WrittenAct& written) {
  FoldState& state = *state_;
  if (state.position.phase != Phase::play) return std::nullopt;
  if (const auto* laid = std::get_if<TileAct>(&written.what)) {
    bool legal = false;
    const auto act = state.places.find_lay(state.position, line.player, *laid, legal);
    if (!act) return std::nullopt;
    return FoldStep{item, written.at.span, *act, true, {}, legal};
  }
  const auto* drawn = std::get_if<DrawAct>(&written.what);
  if (drawn == nullptr) return std::nullopt;
  const std::optional<SetTile> tile = tile_in_set(state.program, drawn->tile);
  if (!tile) return std::nullopt;
  return FoldStep{item, written.at.span, Act{ActKind::draw, line.player, tile->id()}, true, *tile};
}

bool RoundFold::end_turn(std::size_t item, dsl::Span where, bool written, bool tiles_follow) {
  Act act;
  act.kind = ActKind::done;
  act.actor = line_.turn_owner;
  if (!carry_out(FoldStep{item, where, act, written}, tiles_follow)) return false;
  // Behind a written pass the tiles may be written that it made somebody take.
  return written || pull_all(item);
}

/// A tile that could be meant as one that is laid.
void RoundFold::note_penalty(std::size_t item, dsl::Span where, const SetTile& tile) {
  if (!state_->watcher.note) return;
  std::string rule;
  for (const Happening& happening : state_->trace)
    if (happening.kind == Happening::Kind::pulled)
      rule = fmt::format(" by the rule {}", state_->program.rules[happening.rule.value].id);
  const Act next = engine::expected(state_->program, state_->position).chance;
  state_->watcher.note(
      item, where,
      fmt::format("the {} is read as the tile that {} had to draw{}; a ? in front of it says "
                  "that another was drawn",
                  tile_text(tile.id()), state_->name(next.actor), rule));
}

bool RoundFold::pulls_pending() const {
  if (state_->position.pulling == 0) return false;  // which it nearly always is
  const Expected next = engine::expected(state_->program, state_->position);
  return next.next == Next::chance && next.chance.kind == ActKind::pull;
}

bool RoundFold::pull(std::size_t item, dsl::Span where, const SetTile& tile) {
  Act act = engine::expected(state_->program, state_->position).chance;
  act.tile = tile.id();
  return state_->carry_out(item, where, act, !tile.unknown(), tile);
}

bool RoundFold::pull_all(std::size_t item) {
  while (pulls_pending())
    if (!pull(item, state_->span_of(item), {})) return false;
  return true;
}

void RoundFold::note_marks(const Act& act) {
  if (!state_->writes_down || !marks_own_train(state_->program, act, state_->trace)) return;
  marked_ = true;
  if (act.actor == turn_player_) line_.marked_turn = serial_;
}

/// `mark`: some row with a mark effect on an end of the player's own trains applied in this turn.
bool RoundFold::check_claim(std::size_t item, const TurnLine& line) {
  if (line.claim == MarkClaim::none || line.player == no_seat) return true;
  const bool marked = marked_ || (in_turn_ && line_.marked_turn == serial_);
  const bool known = marked || !in_turn_ || line_.unwritten_turn != serial_;
  if (known && marked == (line.claim == MarkClaim::mark)) return true;
  return state_->object(
      item, line.claim_at.span, dsl::Law::false_claim,
      marked ? fmt::format("A marker does go on {}'s train in this turn", state_->name(line.player))
             : fmt::format("No marker goes on {}'s train in this turn", state_->name(line.player)));
}

bool marks_own_train(const engine::Rules& program, const Act& act, const engine::Trace& trace) {
  for (const Happening& happening : trace) {
    if (happening.kind == Happening::Kind::turn_began) return false;
    if (happening.kind == Happening::Kind::marked && happening.end.train < program.trains.size() &&
        act.actor != no_seat && program.trains[happening.end.train].owner == act.actor)
      return true;
  }
  return false;
}

bool has_ended_itself(const Act& act, std::uint16_t serial_before, const Position& after) {
  return act.kind != ActKind::done && (after.turn_serial != serial_before || after.passing);
}

bool fold_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                bool first_of_file, Position& position, const FoldWatcher& watcher) {
  return RoundFold(program_in(round, program), header_in(round, header), round, position, watcher)
      .run(first_of_file);
}

}  // namespace roundhouse::replay
