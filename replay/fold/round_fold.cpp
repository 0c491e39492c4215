#include "replay/fold/round_fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/arithmetic.h"
#include "dsl/base/search.h"
#include "engine/evaluate_partly.h"
#include "engine/fold.h"
#include "engine/preconditions.h"
#include "engine/search_way.h"
#include "replay/fold/fold_state.h"
#include "replay/fold/partial_fold.h"
#include "replay/record/line_fields.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

using engine::Expected;
using engine::Happening;
using engine::Next;
using engine::Phase;

namespace {

bool is_player(const engine::Rules& program, Seat seat) { return seat >= 0 && seat < program.players; }

/// True for as long as all players of the fields are players of the game.
struct SeatCheck : AnyField {
  const engine::Rules& program;

  explicit SeatCheck(const engine::Rules& rules) : program(rules) {}

  bool player(const char*, Seat seat) const { return is_player(program, seat); }
  bool player_if_any(const char*, Seat seat) const { return seat == no_seat || is_player(program, seat); }
  bool owner(const char*, Seat seat) const { return is_player(program, seat); }
  bool seat_tiles(const char*, const std::vector<SeatTile>& list) const {
    return all_of(list, [&](const SeatTile& entry) { return is_player(program, entry.seat); });
  }
  bool seat_numbers(const char*, const std::vector<SeatPoints>& list, const NumberForm&) const {
    return all_of(list, [&](const SeatPoints& entry) { return is_player(program, entry.seat); });
  }
  bool passes_or_draws(std::int32_t, const std::vector<SeatTile>& draws) const {
    return seat_tiles(nullptr, draws);
  }
  bool chance(const ChanceLine& line) const { return player_if_any(nullptr, line.player); }
  bool own(const DebtLine& debt) const { return player_if_any(nullptr, debt.by); }
  bool own(const TurnNowLine& turn) const {
    return is_player(program, turn.player) && player_if_any(nullptr, turn.after) &&
           player_if_any(nullptr, turn.next);
  }
  static bool own(const TrainLine&) { return true; }
  static bool own(const FactLine&) { return true; }
  static bool own(const NothingElseLine&) { return true; }
};

/// The readers give seats of the header's players, and the program is for as many: anything else is a mistake
/// of the caller, and ends here before it spoils memory.
void require_of_game(const engine::Rules& program, const Header& header, const RecordRound& round) {
  SeatCheck check(program);
  const auto is_of_game = [&](const Item& item) {
    const auto* turn = std::get_if<TurnLine>(&item.line);
    return (turn == nullptr || check.player_if_any(nullptr, turn->player)) && each_field_of(check, item.line);
  };
  if (header.players.size() != static_cast<std::size_t>(program.players) ||
      !check.player_if_any(nullptr, header.first) || !check.player_if_any(nullptr, header.out) ||
      !all_of(round.items, is_of_game))
    engine::check_failed();
}

/// The other half of the tile joins.
void turn(Act& lay) {
  const engine::Joins joins = lay.amount == 0 ? engine::Joins::greater : engine::Joins::lesser;
  lay.amount = static_cast<std::int32_t>(joins);
}

bool is_same_face(const WrittenTile& one, const WrittenTile& other) {
  return one.high == other.high && one.low == other.low;
}

using WrittenKinds = std::vector<std::pair<int, int>>;

/// Absent: not all of them are known.
std::optional<WrittenKinds> known_kinds(const LeftLine& line) {
  WrittenKinds kinds;
  for (const WrittenTile& tile : line.tiles) {
    if (!tile.known()) return std::nullopt;
    kinds.emplace_back(tile.high, tile.low);
  }
  sort(kinds);
  return kinds;
}

/// True if the round ends with the first player who lays the last tile, whatever else is so.
bool ends_with_first_out(const engine::Rules& program, const Position& at) {
  Position position = at;
  position.phase = Phase::play;
  constexpr Seat out = 0;
  position.players[out].count = 0;
  position.hands[out] = {};
  engine::Moment moment;
  moment.me = out;
  engine::NotKnown unknown;
  engine::forget(unknown, ~dsl::aspects::hand_sizes, program);
  unknown.aspects = ~(dsl::aspects::hand_sizes | dsl::aspects::actor | dsl::aspects::schedule);
  engine::PartialReading reading(program, position, moment, unknown);
  const auto ends = [](const dsl::EffectCall& call) { return call.id == dsl::Effect::end_round; };
  return any_of(program.after[dsl::event_of(dsl::act_id(dsl::BuiltInAct::lay)).value],
                [&](const dsl::AfterRow& row) {
                  return any_of(row.effects, ends) && reading.stands(row) == dsl::Truth::yes;
                });
}

/// By item: what a `left` line of a player, or a `score` line since the last turn, says otherwise than the
/// one before it.
std::map<std::size_t, std::string> find_contradictions(const FoldState& state) {
  std::map<std::size_t, std::string> found;
  std::map<Seat, WrittenKinds> left;
  std::map<Seat, std::int32_t> scores;
  const std::vector<Item>& items = state.round.items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (std::holds_alternative<TurnLine>(items[i].line)) scores.clear();
    if (const auto* line = std::get_if<LeftLine>(&items[i].line)) {
      auto kinds = known_kinds(*line);
      if (!kinds) continue;
      const auto [earlier, is_first] = left.try_emplace(line->player, *kinds);
      if (!is_first && std::exchange(earlier->second, *kinds) != *kinds)
        found.emplace(i, fmt::format("Two lines say what was left in {}'s hand, and they differ",
                                     state.name(line->player)));
    }
    if (const auto* line = std::get_if<ScoreLine>(&items[i].line))
      for (const SeatPoints& now : line->points) {
        const auto [earlier, is_first] = scores.try_emplace(now.seat, now.points);
        const std::int32_t before = std::exchange(earlier->second, now.points);
        if (!is_first && before != now.points)
          found.emplace(i, fmt::format("{} has {} points by this line, and {} by an earlier one",
                                       state.name(now.seat), now.points, before));
      }
  }
  return found;
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
                     bool first_of_file, Position& position, const FoldOptions& options)
    : state_(std::make_unique<FoldState>(FoldState{program, header, round, position, options})),
      setup_(std::make_unique<FoldSetup>(*state_, first_of_file)) {
  state_->writes_down = !options.claims_only;
  require_of_game(program, header, round);
}
RoundFold::~RoundFold() = default;

const engine::Trace& RoundFold::trace() const { return state_->trace; }
std::size_t RoundFold::first_item() const { return state_->first_turn; }
bool RoundFold::hands_known() const { return state_->hands_known; }
std::optional<std::int32_t> RoundFold::known_points(Seat seat) const { return state_->known_points(seat); }
bool RoundFold::are_points_known(Seat seat) const {
  const auto p = static_cast<std::size_t>(seat);
  return (p < scores_.last.size() && scores_.last[p]) || known_points(seat);
}
bool RoundFold::leaves_acts_open() const { return state_->points().leaves_acts_open(); }
const ImplicitActs& RoundFold::implicit_acts() const { return state_->implicit_acts(); }

// -- step by step ------------------------------------------------------------------------------------

FoldStep* RoundFold::next() {
  FoldState& state = *state_;
  if (current_ != nullptr && !stopped_) finish_step();
  for (;;) {
    if (stopped_) {
      stopped_ = whole_ = false;
      state.clear_queue();
      if (stage_ < Stage::end) stage_ = Stage::end;
    }
    current_ = state.take_step();
    carried_out_ = false;
    if (current_ != nullptr) return current_;
    if (stage_ == Stage::over) return nullptr;
    advance();
  }
}

void RoundFold::carry_out(const Assumption& assumed) {
  const auto& step = std::get<FoldAct>(*current_);
  const Act& act = step.act;
  const std::uint16_t serial = state_->position.turn_serial;
  state_->apply(step, assumed);
  carried_out_ = true;
  // Tiles that had to be taken and what was not written are no acts of the line.
  const bool is_of_line = act.kind != ActKind::pull && (act.kind != ActKind::declared || step.written);
  if (stage_ != Stage::turn || !is_of_line) return;
  ended_itself_ = has_ended_itself(act, serial, state_->position);
  note_marks(act);
}

/// Does with the step at hand what it says.
void RoundFold::finish_step() {
  if (std::holds_alternative<FoldAct>(*current_)) {
    if (!carried_out_) carry_out();
    return;
  }
  std::visit(overloaded{
                 [&](const FoldTrouble& trouble) { stopped_ = !trouble.goes_on || trouble.is_last; },
                 [&](const AskAnnounced& asked) {
                   const bool was_announced = asked.answer;
                   const Act said = asked.act;
                   const std::size_t item = asked.item;
                   const dsl::Span where = asked.where;
                   if (was_announced) state_->put_act(item, where, said, false);
                   state_->put(*std::exchange(waiting_, std::nullopt));
                 },
                 [&](const AskAct& asked) { take_meant_act(asked); },
                 [&](const AskTurned& asked) {
                   FoldAct lay = *std::exchange(waiting_, std::nullopt);
                   if (asked.answer) turn(lay.act);
                   put_act(lay, tiles_follow_);
                 },
                 [&](const AskChance& asked) {
                   Act act = asked.act;
                   act.amount = asked.answer.value_or(engine::absent);
                   state_->put_act(asked.item, asked.where, act, false);
                 },
                 [&](const GapBegins& gap) { go_on_behind(GapBegins(gap)); },
                 [&](AskWays& asked) { partly_->carry_out(AskWays(std::move(asked))); },
                 [](const FoldAct&) {},
                 [](const AtLine&) {},
                 [](const TurnBegins&) {},
                 [](const FoldShowing&) {},
                 [](const ScoreClaimed&) {},
                 [](const RoundCounted&) {},
                 [](const FoldNote&) {},
                 [](const PositionBegun&) {},
                 [](const FoldDoubt&) {},
                 [](const TableSeen&) {},
             },
             *current_);
}

/// Looks at the position and at what is written, and puts the steps into the queue that come of it: at most
/// one act, and behind a step that may end the fold nothing is changed but by the next call.
void RoundFold::advance() {
  switch (stage_) {
    case Stage::setup:
      switch (setup_->advance()) {
        case SetupProgress::goes_on:
          return;
        case SetupProgress::stuck:
          if (std::exchange(is_stuck_, true)) return stop();
          state_->put(FoldDoubt{0, state_->span_of(0), "the beginning of this round could not be followed"});
          return;
        case SetupProgress::done:
          break;
      }
      setup_.reset();
      line_.engine_in_turn = state_->engine_in_turn;
      if (state_->begun) begin_with_position();
      item_ = state_->first_turn;
      stage_ = Stage::lines;
      return;
    case Stage::lines:
      if (item_ == state_->round.items.size()) {
        stage_ = Stage::end;
      } else if (!std::exchange(at_line_, true) && !partly_) {
        state_->put(AtLine{item_});
      } else {
        fold_item();
      }
      return;
    case Stage::turn:
      return advance_turn();
    case Stage::end:
      return advance_end();
    case Stage::over:
      return;
  }
}

/// The turn at hand is that of the position, which may have begun before it.
void RoundFold::begin_with_position() {
  const FoldState& state = *state_;
  const engine::NotKnown& unknown = state.begun->unknown;
  const Position& position = state.position;
  line_.has_begun = true;
  line_.turn_owner = position.turn_player;
  line_.turn_goes_on = position.laid > 0 || position.drew > 0;
  if (line_.turn_goes_on || position.newly_marked) line_.begun_turn = position.turn_serial;
  const bool goes_on = state.options.judges || state.options.needs_all
                           ? parts_to_be_whole(state.program, unknown) == engine::Parts{}
                           : is_followed(unknown);
  if (!goes_on) state_->put(GapBegins{state.begun->item, &*state.begun});
}

void RoundFold::go_on_behind(const GapBegins& gap) {
  if (!gap.goes_on) {
    stopped_ = true;
    return;
  }
  whole_ = false;
  const bool begun =
      gap.begun_with != nullptr || (gap.item != state_->first_turn && state_->position.phase == Phase::play);
  partly_ = std::make_unique<PartialFold>(*state_, gap, begun, line_);
  const auto* turn = std::get_if<TurnLine>(&state_->round.items[gap.item].line);
  // The order of turns was judged before one that is missing.
  if (turn != nullptr)
    partly_->miss_turn(gap.item, *turn);
  else
    state_->put(TableSeen{gap.item, true});
  if (stage_ == Stage::turn) close_line();
}

void RoundFold::go_back(const FoldPoint& point) {
  state_->clear_queue();
  current_ = nullptr;
  stopped_ = at_line_ = false;
  whole_ = true;
  partly_.reset();
  stage_ = Stage::lines;
  end_stage_ = EndStage::line;
  item_ = point.item;
  line_ = point.line;
  scores_ = point.scores;
  // Scores that came since then came on another way.
  for (std::size_t i = scores_.lines_given; i < given_scores_.size(); ++i)
    is_given_[given_scores_[i]] = false;
  given_scores_.resize(scores_.lines_given);
}

// -- lines -------------------------------------------------------------------------------------------

namespace {

/// True of lines that say nothing behind the first turn.
constexpr bool belongs_before_play(LineSite site) {
  switch (site) {
    case LineSite::terms:
    case LineSite::setup:
    case LineSite::position:
      return true;
    case LineSite::heading:
    case LineSite::deal:
    case LineSite::play:
    case LineSite::end:
    case LineSite::remark:
      return false;
  }
  return false;
}

/// True of lines that the fold passes over, wherever they stand.
constexpr bool is_beside_play(LineSite site) { return site == LineSite::heading || site == LineSite::remark; }

}  // namespace

/// The line at hand; it is done with it unless it is one of a turn.
void RoundFold::fold_item() {
  FoldState& state = *state_;
  const std::size_t item = item_;
  if (belongs_before_play(site_of(state.round.items[item].line)))
    state.object(item, state.span_of(item), dsl::Law::false_claim,
                 "This belongs before the first turn of a round");
  std::visit(overloaded{
                 [&](const TurnLine& line) { begin_line(line); },
                 [&](const GapLine&) {
                   if (partly_)
                     partly_->miss_turns(item);
                   else
                     state.put(GapBegins{item});
                 },
                 [&](const HandLine& line) { show(line.player, line.tiles, false); },
                 [&](const LeftLine& line) {
                   report_contradiction();
                   if (state.was_played) show(line.player, line.tiles, true);
                 },
                 [&](const ScoreLine& line) {
                   report_contradiction();
                   if (state.position.phase == Phase::over) score(item, line);
                 },
                 [&](const RedealLine&) {
                   if (partly_)
                     partly_->redeal(item);
                   else
                     deal_again();
                 },
                 [&](const OverLine&) {
                   if (partly_)
                     partly_->over(item);
                   else if (state.position.phase != Phase::over && state.was_played)
                     state.object(item, state.span_of(item), dsl::Law::false_claim,
                                  "The round is not over here: nobody is out and it is not blocked");
                 },
                 [](const AllowLine&) {},
                 [](const CommentLine&) {},
                 [](const auto& other) {
                   constexpr LineSite site = LineRow<std::decay_t<decltype(other)>>::site;
                   static_assert(belongs_before_play(site) || is_beside_play(site),
                                 "what the fold does with the line stands above");
                 },
             },
             state.round.items[item].line);
  if (stage_ == Stage::lines) close_line();
}

/// Reports what a left or score line says otherwise than an earlier line of the round.
void RoundFold::report_contradiction() {
  if (!contradictions_) contradictions_ = find_contradictions(*state_);
  const auto found = contradictions_->find(item_);
  if (found != contradictions_->end())
    state_->object(item_, state_->span_of(item_), dsl::Law::false_claim, found->second);
}

void RoundFold::close_line() {
  stage_ = Stage::lines;
  at_line_ = false;
  ++item_;
}

/// The line with which a round is void: a claim about what came before it.
void RoundFold::deal_again() {
  const Position& position = state_->position;
  const bool is_last = ends_in_redeal(state_->round);
  if (is_last && engine::is_dealt_again(position)) return;
  const char* const message = !is_last          ? "This belongs before the first turn of a round"
                              : position.voided ? "The round was void so often that it is not dealt again"
                              : has_effect(state_->program, dsl::Effect::redeal)
                                  ? "By these rules the round is not void here, and nothing is dealt again"
                                  : "By these rules no round is void and dealt again";
  state_->object(item_, state_->span_of(item_), dsl::Law::false_claim, message);
}

void RoundFold::show(Seat seat, const std::vector<WrittenTile>& written, bool left) {
  FoldShowing shown{item_, state_->span_of(item_), seat, {}, left};
  state_->admit(item_, written, shown.tiles);
  state_->put(std::move(shown));
}

// -- the line of a turn ------------------------------------------------------------------------------

void RoundFold::begin_line(const TurnLine& line) {
  const Position& position = state_->position;
  const bool is_over = partly_ ? partly_->is_over() : position.phase == Phase::over && !line_.engine_in_turn;
  if (is_over && line.player != no_seat) {
    const dsl::Span where = !line.acts.empty()              ? line.acts.front().at.span
                            : line.claim != MarkClaim::none ? line.claim_at.span
                                                            : line.player_at.span;
    return state_->object(item_, where, dsl::Law::round_over, position.voided ? was_void : was_over,
                          position.voided ? "write a line 'redeal' before the new hands" : "");
  }
  parts_.emplace(state_->program, state_->header, line);
  stage_ = Stage::turn;
  turn_stage_ = TurnStage::order;
  if (partly_) return;
  // An act of the referee there rests on the points.
  const bool has_ended = !state_->was_played || position.phase == Phase::over;
  const bool ends_first = line.player == no_seat && has_ended && !scores_.ended;
  turn_stage_ = ends_first ? TurnStage::counted : TurnStage::order;
}

/// The same where only a part of the table is known.
void RoundFold::advance_turn_partly() {
  const TurnStage stage = turn_stage_;
  turn_stage_ = stage == TurnStage::order ? TurnStage::begin : TurnStage::parts;
  if (stage == TurnStage::order) return partly_->take_turn(item_, *parts_);
  if (stage == TurnStage::begin) return partly_->begin_turn(item_, *parts_);
  if (parts_->line().unknown)
    partly_->miss_turn(item_, parts_->line());
  else if (partly_->play_part(item_, *parts_))
    return;
  close_line();
}

void RoundFold::advance_turn() {
  if (partly_) return advance_turn_partly();
  switch (turn_stage_) {
    case TurnStage::counted:
      turn_stage_ = TurnStage::believed;
      return count_as_written(item_);
    case TurnStage::believed:
      turn_stage_ = TurnStage::order;
      return believe_as_written(item_);
    case TurnStage::order:
      if (has_only_led(parts_->line())) {
        line_.engine_in_turn = false;
        turn_stage_ = TurnStage::parts;
        return parts_->skip_line();
      }
      turn_stage_ = TurnStage::begin;
      return take_turn(parts_->line());
    case TurnStage::begin:
      turn_stage_ = TurnStage::parts;
      return begin_turn();
    case TurnStage::parts:
      return play_part();
  }
}

/// True of the line of a player who led the engine and did nothing else, where the first turn is somebody
/// else's: it is no turn.
bool RoundFold::has_only_led(const TurnLine& line) const {
  return line_.engine_in_turn && line.acts.size() == 1 && line.claim == MarkClaim::none &&
         state_->position.phase == Phase::play && state_->position.turn_player != line.player &&
         engine::search_way(state_->program, state_->position).is_led();
}

/// A player who plays out of turn has the turn, and it goes on from there. The player who was passed over may
/// still have it next, as when two lines have changed places; then the order is what it would have been.
void RoundFold::take_turn(const TurnLine& line) {
  const Position& position = state_->position;
  const Seat due = position.turn_player;
  is_due_ = line.player == due;
  gives_turn_ = false;
  if (parts_->out_of_turn() || position.phase != Phase::play) return;
  const Seat passed_over = std::exchange(line_.passed_over, no_seat);
  const Seat due_after = std::exchange(line_.due_after, no_seat);
  if (is_due_) return;
  gives_turn_ = true;
  const bool late = line.player == passed_over;
  const bool resumed = line.player == due_after && due == line_.overtaker;
  if (late) line_.due_after = due;
  if (late || resumed) return;
  state_->object(item_, line.player_at.span, dsl::Law::turn_order,
                 fmt::format("It is {}'s turn here, not {}'s", state_->name(due), state_->name(line.player)));
  line_.passed_over = due;
  line_.overtaker = line.player;
}

void RoundFold::begin_turn() {
  const TurnLine& line = parts_->line();
  Position& position = state_->position;
  if (gives_turn_) engine::give_turn(state_->program, position, line.player);
  if (line.unknown) return state_->put(GapBegins{item_});
  if (!parts_->out_of_turn() && !std::exchange(line_.has_begun, true) && is_due_)
    state_->put(TurnBegins{item_, line.player_at.span, line.player});
  line_.turn_owner = line.player;
  marks_ = {};
  ended_itself_ = false;
  serial_ = position.turn_serial;
  turn_player_ = position.turn_player;
  owed_ = pulls_pending();
  if (!state_->options.claims_only) return;
  state_->writes_down = parts_->out_of_turn() || line.goes_on || line.claim != MarkClaim::none;
  if (!state_->writes_down) line_.unwritten_turn = serial_;
}

/// The next part of the line, or a tile that has to be taken before it.
void RoundFold::play_part() {
  const TurnLine& line = parts_->line();
  const TurnParts::Part part = parts_->part();
  if (part == TurnParts::Part::act && line_.engine_in_turn) {
    line_.engine_in_turn = false;  // it lies already
    return parts_->advance();
  }
  if (pulls_pending() && !(part == TurnParts::Part::close && are_pulls_in_next_line())) return pull_first();
  switch (part) {
    case TurnParts::Part::act:
      return play_act();
    case TurnParts::Part::end:
      parts_->advance();
      if (!ended_itself_ && state_->position.phase == Phase::play)
        put_end_of_turn(line.player_at.span, false, false);
      return;
    case TurnParts::Part::close:
      if (parts_->in_turn()) line_.turn_goes_on = line.goes_on && !ended_itself_;
      if (parts_->claims_marker()) check_claim();
      return close_line();
  }
}

/// A tile that somebody has to take: the one that is written, or one that is not.
void RoundFold::pull_first() {
  if (parts_->part() != TurnParts::Part::act || !parts_->may_be_taken())
    return pull(state_->span_of(item_), {});
  const WrittenAct& written = parts_->act();
  parts_->advance();
  const std::optional<SetTile> tile = state_->admit_act(item_, std::get<TileAct>(written.what).tile);
  if (!tile) return;
  if (owed_ && tile->known()) note_penalty(written.at.span, *tile);
  pull(written.at.span, *tile);
}

void RoundFold::play_act() {
  FoldState& state = *state_;
  const TurnLine& line = parts_->line();
  const WrittenAct& written = parts_->act();
  const bool tiles_follow = parts_->tiles_follow();
  parts_->advance();
  if (std::holds_alternative<PassAct>(written.what)) {
    // Of a line that only says `mark` it is nowhere written.
    const bool is_there = written.at.span.begin < written.at.span.end;
    return put_end_of_turn(is_there ? written.at.span : line.player_at.span, true, tiles_follow);
  }
  const auto* laid = std::get_if<TileAct>(&written.what);
  if (laid != nullptr && !laid->tile.known()) {
    parts_->skip_acts();
    return state.object(
        item_, written.at.span, dsl::Law::false_claim,
        fmt::format("Nothing made {} take a tile here",
                    line.player == no_seat ? std::string("anybody") : state.name(line.player)));
  }
  if (state.position.phase == Phase::over && line.player != no_seat) {
    // An announcement behind the last tile comes to nothing, and is no foul.
    const auto* word = std::get_if<WordAct>(&written.what);
    const bool is_bare = word != nullptr && word->whom.empty() && word->tile.unknown() && !word->amount;
    if (is_bare && find_declared(state.program, word->word)) return;
    return state.object(item_, written.at.span, dsl::Law::round_over, was_over);
  }
  // A tile more than the penalty is a lay, and makes the line one of the turn after all.
  if (laid != nullptr && line.player != no_seat) parts_->makes_turn();
  if (const auto plain = find_plain(line, written))
    return laid != nullptr ? put_lay(*laid, *plain, tiles_follow) : put_act(*plain, tiles_follow);
  Resolved resolved = resolve_act(state.program, state.header, state.position, line.player, written);
  if (!resolved.act)
    return state.object(item_, written.at.span, resolved.law.value_or(dsl::Law::no_such_act), resolved.reason,
                        resolved.help);
  if (!resolved.untrue.empty())
    state.object(item_, written.at.span, dsl::Law::false_claim, std::move(resolved.untrue));
  FoldAct step{item_, written.at.span, *resolved.act, true, resolved.tile, resolved.legal};
  if (laid != nullptr) return put_lay(*laid, step, tiles_follow);
  if (!resolved.open()) return put_act(step, tiles_follow);
  // A fold that asks nobody has no budget: a few are tried.
  const std::size_t of_round =
      state.options.judges ? most_acts_like_of_round : most_acts_like / state.heaviness();
  const std::size_t left = of_round - std::min(of_round, line_.open_acts_tried);
  ActsLike like = acts_like(state.program, state.position, resolved, std::min(most_acts_like, left));
  line_.open_acts_tried += like.tried;
  if (state.options.judges) {
    tiles_follow_ = tiles_follow;
    waiting_ = step;
    return state.put(AskAct{item_, written.at.span, std::move(like)});
  }
  step.act = like.acts.front();
  put_act(step, tiles_follow);
}

void RoundFold::take_meant_act(const AskAct& question) {
  FoldAct step = *std::exchange(waiting_, std::nullopt);
  step.act = question.like.acts[question.answer];
  put_act(step, tiles_follow_);
}

/// A lay or a draw in the midst of play that is written as nearly all are; absent: see resolve_act.
std::optional<FoldAct> RoundFold::find_plain(const TurnLine& line, const WrittenAct& written) {
  FoldState& state = *state_;
  if (state.position.phase != Phase::play) return std::nullopt;
  if (const auto* laid = std::get_if<TileAct>(&written.what)) {
    bool legal = false;
    const auto act = state.places.find_lay(state.position, line.player, *laid, legal);
    if (!act) return std::nullopt;
    return FoldAct{item_, written.at.span, *act, true, {}, legal};
  }
  const auto* drawn = std::get_if<DrawAct>(&written.what);
  if (drawn == nullptr) return std::nullopt;
  const std::optional<SetTile> tile = tile_in_set(state.program, drawn->tile);
  if (!tile) return std::nullopt;
  return FoldAct{item_, written.at.span, Act{ActKind::draw, line.player, tile->id()}, true, *tile};
}

/// The lay, which may have been turned. A fold that asks nobody goes by what comes, but where a program wrote
/// the record, which leaves out what is meant by default.
void RoundFold::put_lay(const TileAct& written, FoldAct step, bool tiles_follow) {
  const std::optional<AskTurned> turned = find_turned(written, step);
  if (!turned) return put_act(step, tiles_follow);
  if (state_->options.judges) {
    tiles_follow_ = tiles_follow;
    waiting_ = step;
    return state_->put(*turned);
  }
  if (!state_->header.seed) turn(step.act);
  put_act(step, tiles_follow);
}

/// Either half of a tile may lie outward where the record does not say which, as of a wild tile or one that
/// was misplayed. What is laid to it next may show it.
std::optional<AskTurned> RoundFold::find_turned(const TileAct& written, const FoldAct& step) const {
  const FoldState& state = *state_;
  const Act& act = step.act;
  if (act.kind != ActKind::lay || written.outward >= 0) return std::nullopt;
  const int index = engine::find_end(state.position, act.end);
  if (index < 0) return std::nullopt;
  const engine::End& end = state.position.ends[static_cast<std::size_t>(index)];
  if (!engine::is_turnable(act.tile, end.pip)) return std::nullopt;
  const std::optional<NextLay> next = next_lay_on(end.train);
  if (!next) return std::nullopt;
  Act turned = act;
  turn(turned);
  const bool is_as_legal = engine::is_legal(state.program, state.position, turned) ==
                           engine::is_legal(state.program, state.position, act);
  if (!is_as_legal || !is_forbidden_behind(act, *next, end.train) ||
      is_forbidden_behind(turned, *next, end.train))
    return std::nullopt;
  const int half = engine::outward_half(act.tile, end.pip, static_cast<engine::Joins>(turned.amount));
  return AskTurned{item_, step.where, act.tile, half, next->act.tile};
}

/// True if rows forbid the lay on every end of the train behind this act, were it that player's turn.
bool RoundFold::is_forbidden_behind(const Act& act, const NextLay& next, int train) const {
  Act lay = next.act;
  const engine::Rules& program = state_->program;
  Position then = state_->position;
  engine::apply(program, then, act);
  if (then.phase == Phase::play && !next.in_this_line)
    engine::apply(program, then, {ActKind::done, act.actor});
  if (then.phase != Phase::play) return false;
  if (then.turn_player != lay.actor) engine::give_turn(program, then, lay.actor);
  for (int e = 0; e < then.end_count; ++e) {
    const engine::End& end = then.ends[static_cast<std::size_t>(e)];
    if (end.train != train) continue;
    lay.end = end.serial;
    const auto is_row = [](const engine::Breach& breach) { return !breach.law; };
    if (none_of(engine::breaches(program, then, lay), is_row)) return false;
  }
  return true;
}

/// The lay that is written next for this train, without its end; absent: none is before the record loses the
/// table from sight.
std::optional<RoundFold::NextLay> RoundFold::next_lay_on(int train) const {
  constexpr int most_looked_at = 500;
  const std::vector<Item>& items = state_->round.items;
  int looked_at = 0;
  for (std::size_t i = item_; i < items.size(); ++i) {
    if (std::holds_alternative<GapLine>(items[i].line) || std::holds_alternative<RedealLine>(items[i].line))
      return std::nullopt;
    const auto* line = std::get_if<TurnLine>(&items[i].line);
    if (line == nullptr || line->player == no_seat) continue;
    const std::size_t begin = i == item_ ? parts_->next_act() : 0;
    for (std::size_t a = begin; a < line->acts.size(); ++a) {
      if (++looked_at > most_looked_at) return std::nullopt;
      const auto* laid = std::get_if<TileAct>(&line->acts[a].what);
      if (laid == nullptr || state_->places.train_of(line->player, laid->place) != train) continue;
      const std::optional<SetTile> tile = tile_in_set(state_->program, laid->tile);
      if (!tile || !tile->known()) return std::nullopt;
      return NextLay{{ActKind::lay, line->player, tile->id()}, i == item_};
    }
  }
  return std::nullopt;
}

/// The act, and before it what was said and not written.
void RoundFold::put_act(const FoldAct& step, bool tiles_follow) {
  FoldState& state = *state_;
  if (state.implicit_acts().any())
    if (const auto said = state.implicit_acts().before(state.position, step.act)) {
      const bool drew = said->draws && tiles_follow;
      if (!said->needed && state.options.judges) {
        waiting_ = step;
        return state.put(AskAnnounced{step.item, step.where, said->act, drew, !drew});
      }
      if (said->needed || !drew) state.put_act(step.item, step.where, said->act, false);
    }
  state.put(step);
}

void RoundFold::put_end_of_turn(dsl::Span where, bool written, bool tiles_follow) {
  const Act done{ActKind::done, line_.turn_owner};
  put_act(FoldAct{item_, where, done, written}, tiles_follow);
}

/// A tile that could be meant as one that is laid.
void RoundFold::note_penalty(dsl::Span where, const SetTile& tile) {
  if (!state_->options.judges) return;
  std::string rule;
  for (const Happening& happening : state_->trace)
    if (happening.kind == Happening::Kind::pulled)
      rule = fmt::format(" by the rule {}", state_->program.rules[happening.rule.value].id);
  const Act next = engine::expected(state_->program, state_->position).chance;
  state_->put(FoldNote{item_, where,
                       fmt::format("the {} is read as the tile that {} had to draw{}; a ? in front of it "
                                   "says that another was drawn",
                                   tile_text(tile.id()), state_->name(next.actor), rule)});
}

bool RoundFold::pulls_pending() const {
  if (state_->position.pulling == 0) return false;  // which it nearly always is
  const Expected next = engine::expected(state_->program, state_->position);
  return next.next == Next::chance && next.chance.kind == ActKind::pull;
}

/// True if the tiles that somebody has to take are written at the head of that player's turn, which comes
/// next: one of them is laid later, and none is there twice.
bool RoundFold::are_pulls_in_next_line() const {
  const std::vector<Item>& items = state_->round.items;
  if (item_ + 1 >= items.size() || state_->program.copies > 1) return false;
  const auto* next = std::get_if<TurnLine>(&items[item_ + 1].line);
  const Act taken = engine::expected(state_->program, state_->position).chance;
  if (next == nullptr || next->player != taken.actor) return false;
  const std::size_t pulls = state_->position.players[static_cast<std::size_t>(taken.actor)].pulls;
  if (next->acts.size() <= pulls) return false;
  std::vector<WrittenTile> tiles;
  for (std::size_t a = 0; a < pulls; ++a) {
    const auto* tile = std::get_if<TileAct>(&next->acts[a].what);
    if (tile == nullptr || tile->was_laid()) return false;
    tiles.push_back(tile->tile);
  }
  constexpr int most_looked_at = 500;
  int looked_at = 0;
  for (std::size_t i = item_ + 1; i < items.size(); ++i) {
    const auto* line = std::get_if<TurnLine>(&items[i].line);
    if (line == nullptr) continue;
    for (std::size_t a = line == next ? pulls : 0; a < line->acts.size(); ++a) {
      if (++looked_at > most_looked_at) return false;
      const auto* laid = std::get_if<TileAct>(&line->acts[a].what);
      if (laid != nullptr && laid->tile.known() &&
          any_of(tiles, [&](const WrittenTile& one) { return is_same_face(one, laid->tile); }))
        return true;
    }
  }
  return false;
}

void RoundFold::pull(dsl::Span where, const SetTile& tile) {
  Act act = engine::expected(state_->program, state_->position).chance;
  act.tile = tile.id();
  state_->put_act(item_, where, act, !tile.unknown(), tile);
}

void RoundFold::note_marks(const Act& act) {
  if (!state_->writes_down) return;
  const TurnMarks marks = marks_of(state_->program, act, state_->trace);
  if (!marks.any) return;
  marks_.add(marks);
  if (act.actor != turn_player_) return;
  if (std::exchange(line_.marked_turn, serial_) != serial_) line_.turn_marks = {};
  line_.turn_marks.add(marks);
}

/// `mark`: some row with a mark effect applied in this turn. `nomark`: no marker was put up.
void RoundFold::check_claim() {
  const TurnLine& line = parts_->line();
  // An announcement of the player of the turn is of the turn, too: it may be what ends it.
  const bool in_turn = parts_->in_turn() || line.player == turn_player_;
  if (in_turn && line_.begun_turn == serial_) return;  // of what came before nothing is written
  TurnMarks marks = marks_;
  if (in_turn && line_.marked_turn == serial_) marks.add(line_.turn_marks);
  const auto object = [&](std::string_view sentence, const std::string& train) {
    state_->object(item_, line.claim_at.span, dsl::Law::false_claim,
                   fmt::format("{} {} in this turn", sentence, train));
  };
  const std::string own = state_->name(line.player) + "'s train";
  if (line.claim == MarkClaim::mark) {
    if (!marks.any) object("No marker goes on", own);
    return;
  }
  if (marks.put_on >= 0) {
    const Seat owner = state_->program.trains[static_cast<std::size_t>(marks.put_on)].owner;
    return object("A marker does go on", owner == no_seat
                                             ? train_text(state_->program, state_->header, marks.put_on)
                                             : state_->name(owner) + "'s train");
  }
  // Of an earlier line nothing was noted, so it is folded once more (FoldOptions::claims_only).
  if (in_turn && line_.unwritten_turn == serial_) object("A marker may go on", own);
}

// -- the end -----------------------------------------------------------------------------------------

/// Counts what was left if nothing else ended the round, brings the score lines that have not come, and
/// believes the written scores where points depend on tiles that nobody wrote down, so that totals are right
/// in the rounds that follow.
void RoundFold::advance_end() {
  const std::size_t items = state_->round.items.size();
  switch (end_stage_) {
    case EndStage::line:
      end_stage_ = EndStage::counted;
      return state_->put(AtLine{items});
    case EndStage::counted:
      end_stage_ = EndStage::believed;
      open_end();
      return count_as_written(items);
    case EndStage::believed:
      break;
  }
  Position& position = state_->position;
  believe_as_written(items);
  if (!all_seen_ && !position.voided && !are_points_written())
    position.unknown.set(engine::Part::totals, true);
  // The table dealt again, rightly or not, and the record goes on from there.
  if (ends_in_redeal(state_->round) && !position.voided) engine::void_round(state_->program, position);
  stage_ = Stage::over;
}

void RoundFold::open_end() {
  Position& position = state_->position;
  all_seen_ = position.phase == Phase::over && state_->hands_known && !implicit_acts().any();
  position.unknown.set(engine::Part::past, position.unknown.has(engine::Part::past) || !all_seen_);
  position.unknown.set(engine::Part::facts,
                       position.unknown.has(engine::Part::facts) || position.phase != Phase::over || partly_);
  // A row of the end of the round may ask points and hands that are not written.
  const bool rests_on_acts = position.phase == Phase::over && !partly_ && !implicit_acts().any();
  position.unknown.set(engine::Part::last_round,
                       !rests_on_acts || (!all_seen_ && may_end_game_at_the_end(state_->program)));
  if (partly_ && position.engine_tile == no_tile) position.unknown.set(engine::Part::used);
  // After turns that nobody wrote down no hand is known.
  const auto is_missing = [](const Item& item) { return is_gap(item.line); };
  const std::vector<Item>& items = state_->round.items;
  if (position.phase != Phase::over && any_of(items, is_missing)) position.hands.fill(engine::TileBag{});
}

/// Of every player score lines say them, or they follow from the tiles that are known.
bool RoundFold::are_points_written() const {
  if (state_->position.phase != Phase::over) return false;
  for (int seat = 0; seat < state_->program.players; ++seat)
    if (!are_points_known(static_cast<Seat>(seat))) return false;
  return true;
}

/// The end of a round that nobody wrote down, as far as it follows from all that was left and from the score
/// lines before this item: first it is counted, and the scores come.
void RoundFold::count_as_written(std::size_t before) {
  // Of such a round it is no sign that no engine is seen in the hands.
  Position& position = state_->position;
  if (!scores_.ended && position.phase == Phase::over && position.engine_tile == no_tile &&
      state_->has_only_end)
    position.phase = Phase::seek;
  end_by_what_is_left();
  const std::vector<Item>& items = state_->round.items;
  is_given_.resize(items.size());
  for (std::size_t& item = scores_.looked_for; item < before; ++item)
    if (const auto* line = std::get_if<ScoreLine>(&items[item].line); line != nullptr && !is_given_[item])
      score(item, *line);
}

/// Then the scores are believed.
void RoundFold::believe_as_written(std::size_t before) {
  Position& position = state_->position;
  // Of rounds that came to no end, and of those whose end nobody wrote down.
  if (!scores_.ended && !position.voided)
    position.unknown.set(engine::Part::last_out, position.phase != Phase::over || partly_ != nullptr);
  believe_scores();
  scores_.ended = position.phase == Phase::over;
  if (before == state_->round.items.size()) return;
  // Later lines change what is believed by now.
  for (std::size_t p = 0; p < scores_.last.size(); ++p)
    if (auto& claim = scores_.last[p]) claim->points = claim->counted = position.players[p].points;
}

void RoundFold::score(std::size_t item, const ScoreLine& line) {
  const Position& position = state_->position;
  state_->put(ScoreClaimed{item, &line});
  is_given_.resize(state_->round.items.size());
  is_given_[item] = true;
  given_scores_.push_back(item);
  ++scores_.lines_given;
  scores_.last.resize(static_cast<std::size_t>(state_->program.players));
  for (const SeatPoints& claimed : line.points) {
    const auto p = static_cast<std::size_t>(claimed.seat);
    scores_.last[p] = {claimed.points, position.players[p].points};
  }
}

void RoundFold::object_to_two_out() {
  std::optional<Seat> first;
  for (std::size_t i = 0; i < state_->round.items.size(); ++i) {
    const auto* line = std::get_if<LeftLine>(&state_->round.items[i].line);
    if (line == nullptr || !line->tiles.empty() || first == line->player) continue;
    if (first)
      return state_->object(i, state_->span_of(i), dsl::Law::false_claim,
                            fmt::format("{} and {} cannot both be out: the round ends with the first who is",
                                        state_->name(*first), state_->name(line->player)));
    first = line->player;
  }
}

void RoundFold::end_by_what_is_left() {
  Position& position = state_->position;
  const TilesLeft& left = state_->left;
  if (position.phase == Phase::over || !all_of(left, [](const auto& tiles) { return tiles.has_value(); }))
    return;
  Seat out = no_seat;
  int empty = 0;
  for (std::size_t p = 0; p < left.size(); ++p) {
    position.hands[p] = {};
    for (const TileId tile : *left[p]) position.hands[p].add(tile);
    position.players[p].count = static_cast<std::uint16_t>(position.hands[p].size());
    if (left[p]->empty()) out = static_cast<Seat>(p), ++empty;
  }
  if (empty > 1 && ends_with_first_out(state_->program, position)) object_to_two_out();
  if (position.winner == no_seat && empty == 1) position.winner = out;
  state_->trace.clear();
  engine::end_round(state_->program, position, &state_->trace);
  state_->put(RoundCounted{});
}

void RoundFold::believe_scores() {
  Position& position = state_->position;
  const bool meant = state_->options.judges || !leaves_acts_open();
  if (position.voided) return;  // there are none
  if (state_->hands_known && meant && !state_->rests_on_chance && position.phase == Phase::over)
    return;  // all points are known
  for (std::size_t p = 0; p < scores_.last.size(); ++p) {
    const std::optional<WrittenScore>& claim = scores_.last[p];
    if (!claim || (!state_->rests_on_chance && state_->known_points(static_cast<Seat>(p)))) continue;
    std::int32_t& points = position.players[p].points;
    points = dsl::sum_of(claim->points, dsl::sum_of(points, -claim->counted));
  }
  if (position.phase == Phase::over || scores_.last.empty() ||
      !all_of(scores_.last, [](const auto& claim) { return claim.has_value(); }))
    return;
  // The scores are those of the round's end, so that what it adds is in them already.
  const auto players = position.players;
  engine::close_round(state_->program, position);
  for (std::size_t p = 0; p < players.size(); ++p) position.players[p].points = players[p].points;
}

void TurnMarks::add(const TurnMarks& more) {
  any = any || more.any;
  own = own || more.own;
  if (more.put_on >= 0) put_on = more.put_on;
}

TurnMarks marks_of(const engine::Rules& program, const Act& act, const engine::Trace& trace) {
  TurnMarks marks;
  for (const Happening& happening : trace) {
    if (happening.kind == Happening::Kind::turn_began) break;
    const std::size_t train = happening.end.train;
    if (happening.kind != Happening::Kind::marked || act.actor == no_seat || train >= program.trains.size())
      continue;
    const bool is_own = program.trains[train].owner == act.actor;
    if ((act.kind == ActKind::declared || happening.moved_on) && !is_own) continue;
    marks.any = true;
    marks.own = marks.own || is_own;
    if (happening.changed && !happening.moved_on) marks.put_on = static_cast<std::int16_t>(train);
  }
  return marks;
}

bool has_ended_itself(const Act& act, std::uint16_t serial_before, const Position& after) {
  return act.kind != ActKind::done && (after.turn_serial != serial_before || after.passing);
}

RoundFold fold_of(const engine::Rules& program, const Header& header, const RecordRound& round,
                  bool first_of_file, Position& position, const FoldOptions& options) {
  return RoundFold(program_in(round, program), header_in(round, header), round, first_of_file, position,
                   options);
}

bool fold_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                bool first_of_file, Position& position) {
  RoundFold fold = fold_of(program, header, round, first_of_file, position);
  while (fold.next() != nullptr) {
  }
  return fold.is_whole();
}

}  // namespace roundhouse::replay
