#include "replay/fold/partial_fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "dsl/base/search.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/fold_state.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Position;

namespace {

/// The group of debts that nobody wrote down, and whose double has no open end.
constexpr std::uint16_t unwritten_group = 60'000;

/// Each makes room for numbers of its own; after so many there is nothing left to be known anyway.
constexpr int most_gaps = 20;

void add_debt(Known& way, std::uint16_t group, const engine::End& end) {
  Position& position = way.position;
  if (position.debt_count >= engine::max_debts) {
    way.unknown.debts = true;
    return;
  }
  // The oldest first.
  for (std::size_t d = position.debt_count; d > 0; --d) position.debts[d] = position.debts[d - 1];
  position.debts[0] = {group, engine::unwritten_turn, end.pip, no_seat, end.train, 1};
  ++position.debt_count;
}

/// Debts that nobody wrote down stand for themselves only while one way is looked at.
void drop_unwritten_debts(Known& way) {
  Position& position = way.position;
  std::array<engine::Debt, engine::max_debts> known{};
  std::uint16_t count = 0;
  for (std::size_t d = 0; d < position.debt_count; ++d) {
    const engine::Debt& debt = position.debts[d];
    if (debt.turn != engine::unwritten_turn)
      known[count++] = debt;
    else if (debt.group != unwritten_group)
      way.unknown.loose_debt = true;  // nothing paid it, and its end is gone
  }
  position.debts = known;
  position.debt_count = count;
}

}  // namespace

PartialFold::PartialFold(FoldState& state, const GapBegins& gap, bool begun, const LineState& line)
    : state_(state),
      program_(state.program),
      apply_(program_),
      table_(gap.begun_with != nullptr ? apply_.after_position(state.position, *gap.begun_with)
                                       : apply_.after_gap({state.position, {}})),
      may_be_void_(has_effect(program_, dsl::Effect::redeal)),
      draws_by_rule_(has_effect_by_rule(program_, dsl::Effect::draw)),
      is_position_(gap.begun_with != nullptr),
      not_written_(is_position_ ? parts_to_be_whole(program_, gap.begun_with->unknown) : engine::Parts{}),
      going_turn_(line.turn_goes_on ? state.position.turn_player : no_seat) {
  if (!begun) {
    table_.position.phase = engine::Phase::play;
    apply_.lose_engine(table_);
  }
  // Its turn is the one that the first line goes on with.
  begun_ = is_in_turn_ = is_position_ && !gap.begun_with->unknown.owner;
  if (is_in_turn_) turn_goes_on_ = line.turn_goes_on;
}

// -- what is said of it ------------------------------------------------------------------------------

std::string PartialFold::missing() const {
  return is_position_ ? "what is not written of the position" : "turns that are missing";
}

std::string_view PartialFold::why_open() const {
  return is_position_ ? "the position is not written down whole" : "turns are missing that nobody wrote down";
}

std::string_view PartialFold::ending() const {
  return is_position_ ? "depends on what is missing; write more of it down"
                      : "depends on them; write them down";
}

std::string_view PartialFold::what_to_write() const {
  return is_position_ ? "write more of it down" : "write those turns down";
}

void PartialFold::show_table(std::size_t item, bool is_end) { state_.put(TableSeen{item, is_end}); }

void PartialFold::doubt(std::size_t item, dsl::Span where, std::string reason, bool of_claim) {
  state_.put(FoldDoubt{item, where, std::move(reason), of_claim, {}});
}

void PartialFold::object(std::size_t item, dsl::Span where, dsl::Law law, std::string message,
                         std::string help, bool goes_on) {
  FoldTrouble trouble{.item = item, .where = where, .law = law, .message = std::move(message)};
  trouble.help = std::move(help);
  trouble.goes_on = goes_on;
  state_.put(std::move(trouble));
}

/// From here on nothing is known of the trains; whose turn it is and what was said is still judged.
void PartialFold::lose_trains(std::size_t item, dsl::Span where) {
  if (std::exchange(is_blind_, true)) return;
  if (is_position_ && table_.unknown.engine) {
    is_followed_ = false;
    const std::string highest = std::to_string(program_.highest);
    return state_.put(FoldDoubt{.item = item,
                                .where = where,
                                .reason = "nothing says which engine lies, so the table is not known",
                                .of_claim = false,
                                .line = "engine " + highest + "-" + highest});
  }
  doubt_the_rest(item, where);
}

/// From here on tiles are only counted.
void PartialFold::lose_track(std::size_t item, dsl::Span where) {
  if (!is_blind_) doubt_the_rest(item, where);
  is_followed_ = false;
}

void PartialFold::doubt_the_rest(std::size_t item, dsl::Span where) {
  FoldDoubt open{item, where, fmt::format("{}, and from here on the table is not known", why_open())};
  open.of_all = true;
  state_.put(std::move(open));
}

// -- lines -------------------------------------------------------------------------------------------

void PartialFold::miss_turns(std::size_t item) {
  // A turn in which a position stands may go on behind turns that are missing, too.
  const bool may_go_on = turn_goes_on_ || is_in_turn_;
  is_position_ = is_in_turn_ = begun_ = false;
  table_ = apply_.after_gap(table_);
  marks_since_ = {};
  going_turn_ = may_go_on ? table_.position.turn_player : no_seat;
  if (++gaps_ == most_gaps) lose_track(item, state_.span_of(item));
  show_table(item, true);
}

void PartialFold::miss_turn(std::size_t item, const TurnLine& line) {
  is_position_ = is_in_turn_ = false;
  marks_since_ = {};
  aside_ = turn_goes_on_ = false;
  going_turn_ = no_seat;
  if (is_followed_) {
    const std::optional<Known> after = !apply_.rules().followed || ++gaps_ == most_gaps
                                           ? std::nullopt
                                           : apply_.after_turn(table_, line.player);
    if (after) {
      table_ = *after;
      begun_ = true;
    } else {
      lose_track(item, line.player_at.span);
    }
  }
  show_table(item, true);
}

void PartialFold::redeal(std::size_t item) {
  const dsl::Span where = state_.span_of(item);
  if (may_be_void_) return doubt(item, where, "whether the round is void here depends on " + missing());
  object(item, where, dsl::Law::false_claim, "By these rules no round is void and dealt again", "", true);
}

void PartialFold::over(std::size_t item) {
  if (!is_over_) doubt(item, state_.span_of(item), "whether the round ends here depends on " + missing());
}

void PartialFold::take_turn(std::size_t item, const TurnParts& parts) {
  const TurnLine& line = parts.line();
  takes_turn_ = false;
  if (!line.unknown) {
    if (!apply_.rules().followed && is_followed_) lose_track(item, line.player_at.span);
    if (table_.unknown.engine && is_followed_) lose_trains(item, line.player_at.span);
    if (parts.out_of_turn()) return;
  }
  if (!is_followed_) return;
  const bool is_known = begun_ && !table_.unknown.owner;
  if (is_known && line.player == table_.position.turn_player) return;
  takes_turn_ = true;
  if (is_known)
    object(item, line.player_at.span, dsl::Law::turn_order,
           fmt::format("It is {}'s turn here, not {}'s", state_.name(table_.position.turn_player),
                       state_.name(line.player)),
           "", true);
}

void PartialFold::begin_turn(std::size_t item, const TurnParts& parts) {
  const TurnLine& line = parts.line();
  if (takes_turn_) {
    // The turn in which a position stands goes on as it is known.
    const bool goes_on_known =
        std::exchange(is_in_turn_, false) && line.player == table_.position.turn_player;
    if (!goes_on_known) {
      apply_.begin_turn(table_, line.player, !begun_ && going_turn_ == line.player);
      if (!begun_ || aside_) apply_.forget_asides(table_);
    }
    begun_ = true;
  }
  show_table(item, false);
  surely_marked_ = surely_put_ = penalty_ = false;
  put_by_.reset();
  idle_.clear();
  any_marks_ = turn_goes_on_ || aside_ || going_turn_ != no_seat;
}

// -- acts --------------------------------------------------------------------------------------------

bool PartialFold::play_part(std::size_t item, TurnParts& parts) {
  const TurnLine& line = parts.line();
  switch (parts.part()) {
    case TurnParts::Part::end:
      parts.advance();
      if (is_followed_) ask(FoldAct{item, line.player_at.span, Act{ActKind::done, line.player}, false});
      return true;
    case TurnParts::Part::act:
      play_act(item, parts);
      return true;
    case TurnParts::Part::close:
      break;
  }
  if (parts.was_skipped()) {
    show_table(item, true);
    return false;
  }
  if (parts.in_turn()) {
    turn_goes_on_ = line.goes_on;
    going_turn_ = no_seat;
  }
  aside_ = !parts.in_turn() || (aside_ && line.goes_on);
  if (parts.claims_marker()) check_claim(item, line);
  show_table(item, true);
  return false;
}

void PartialFold::play_act(std::size_t item, TurnParts& parts) {
  const TurnLine& line = parts.line();
  const WrittenAct& written = parts.act();
  const bool may_be_taken = parts.may_be_taken();
  parts.advance();
  const std::optional<SetTile> tile = tile_of(item, written);
  if (!tile) return skip_line(parts);
  if ((penalty_ || draws_by_rule_) && may_be_taken) {
    // A penalty tile, or a tile laid: that depends on whether somebody had to take one.
    if (is_followed_) lose_track(item, written.at.span);
    return;
  }
  const bool passes = std::holds_alternative<PassAct>(written.what);
  penalty_ = penalty_ || passes || std::holds_alternative<WordAct>(written.what);
  Act act;
  act.actor = line.player;
  if (!passes) {
    bool is_refused = false;
    const std::optional<Act> resolved = resolve(item, line, written, *tile, is_refused);
    if (is_refused) return skip_line(parts);
    if (!resolved) return;
    act = *resolved;
  }
  if (std::holds_alternative<TileAct>(written.what)) parts.makes_turn();
  if (!ask(FoldAct{item, written.at.span, act, true, *tile})) skip_line(parts);
}

/// The rest of a line behind something that cannot be is not played: where the fold goes on all the same, it
/// says nothing of the table.
void PartialFold::skip_line(TurnParts& parts) {
  parts.skip_line();
  table_.unknown.owner = table_.unknown.turn = table_.unknown.previous = true;
}

/// The tile of an act, which may be none. Absent: the set has no such tile.
std::optional<SetTile> PartialFold::tile_of(std::size_t item, const WrittenAct& written) {
  const auto* laid = std::get_if<TileAct>(&written.what);
  const auto* draw = std::get_if<DrawAct>(&written.what);
  if (laid == nullptr && draw == nullptr) return SetTile();
  const WrittenTile& asked = laid != nullptr ? laid->tile : draw->tile;
  const std::optional<SetTile> in_set = tile_in_set(program_, asked);
  if (in_set) return in_set;
  const TileComplaint wrong = beyond_the_set(program_, asked);
  object(item, wrong.where, dsl::Law::tile_once, wrong.message, wrong.help, false);
  return std::nullopt;
}

/// True if the place names one train; without a place it is the player's own. Nothing is known of sides of
/// doubles, nor on which of several trains of a kind the act is legal.
bool PartialFold::names_train(const TileAct& laid, Seat player) const {
  if (laid.outward >= 0) return false;
  const auto& trains = program_.trains;
  const auto is_own = [player](const auto& train) { return train.owner == player; };
  if (laid.place.empty()) return any_of(trains, is_own);
  return laid.place.find('^') == std::string::npos &&
         !find_train(program_, state_.header, laid.place).any_of_kind;
}

/// Absent: no end shows this number, or several may.
std::optional<int> PartialFold::only_train_showing(int pip) const {
  std::optional<int> only;
  for (std::size_t t = 0; t < program_.trains.size(); ++t) {
    const bool is_open = table_.unknown.starts[t] || table_.unknown.ends[t];
    if (!is_open && (table_.numbers_at(t) >> pip & 1U) == 0) continue;
    if (only) return std::nullopt;
    only = static_cast<int>(t);
  }
  return only;
}

/// Of a kind of which several trains may be meant, the only one where the tile can lie; at a tile, the train
/// of which that is the last. Absent: it may lie at none of them, or at several.
std::optional<int> PartialFold::only_train_for(const TileAct& laid, const SetTile& tile) const {
  if (is_blind_ || !is_followed_ || !apply_.rules().one_ended || !tile.known() || laid.place.empty())
    return std::nullopt;
  if (const std::size_t sign = laid.place.find('^'); sign != std::string::npos) {
    const WrittenTile written = read_tile_token(laid.place, sign + 1).tile;
    if (written.half_known()) return only_train_showing(written.high);
    const std::optional<SetTile> at = tile_in_set(program_, written);
    if (!at || !at->known()) return std::nullopt;
    for (std::size_t t = 0; t < program_.trains.size(); ++t)
      if (!table_.unknown.ends[t] && !table_.unknown.starts[t] && table_.position.ends[t].tile == at->id())
        return static_cast<int>(t);
    return std::nullopt;
  }
  const TrainMatch named = find_train(program_, state_.header, laid.place);
  if (!named.any_of_kind) return std::nullopt;
  const dsl::TrainSlot& kind = program_.trains[static_cast<std::size_t>(named.train)];
  const std::uint32_t halves =
      std::uint32_t{1} << engine::high_of(tile.id()) | std::uint32_t{1} << engine::low_of(tile.id());
  std::optional<int> only;
  for (std::size_t t = 0; t < program_.trains.size(); ++t) {
    const dsl::TrainSlot& train = program_.trains[t];
    if (train.owner != kind.owner || train.kind_name.value != kind.kind_name.value) continue;
    const bool is_open = table_.unknown.starts[t] || table_.unknown.ends[t];
    if (!is_open && (table_.numbers_at(t) & halves) == 0) continue;
    if (only) return std::nullopt;
    only = static_cast<int>(t);
  }
  return only;
}

/// Absent: too little is known of it. `is_refused`: there is no such act.
std::optional<Act> PartialFold::resolve(std::size_t item, const TurnLine& line, const WrittenAct& written,
                                        const SetTile& tile, bool& is_refused) {
  const auto* laid = std::get_if<TileAct>(&written.what);
  if (const auto train = laid == nullptr ? std::nullopt : only_train_for(*laid, tile)) {
    WrittenAct named = written;
    std::get<TileAct>(named.what).place = train_text(program_, state_.header, *train);
    return resolve(item, line, named, tile, is_refused);
  }
  if (laid != nullptr && (is_blind_ || !names_train(*laid, line.player))) {
    // Tiles are tiles wherever they lie.
    const bool is_one_of_kind = laid->place.find('^') == std::string::npos && !laid->place.empty() &&
                                find_train(program_, state_.header, laid->place).any_of_kind;
    if (is_one_of_kind && is_followed_ && !is_blind_) {
      is_blind_ = true;
      doubt(item, written.at.span,
            fmt::format(
                "on which train it was laid is not known, and so the table is not from here on; write its "
                "number behind '{}'",
                laid->place));
    }
    if (is_followed_) lose_trains(item, written.at.span);
    if (!tile.known()) return std::nullopt;
    return Act{.kind = ActKind::lay, .actor = line.player, .tile = tile.id(), .end = UINT16_MAX};
  }
  if (std::holds_alternative<DrawAct>(written.what))
    return Act{.kind = ActKind::draw, .actor = line.player, .tile = tile.id()};
  if (laid == nullptr || laid->tile.known()) {
    const Resolved resolved = resolve_act(program_, state_.header, table_.position, line.player, written);
    if (resolved.act && !resolved.open()) return resolved.act;
    if (!resolved.act && resolved.law) {
      // A word or place that this variant does not have, whatever happened.
      is_refused = true;
      object(item, written.at.span, *resolved.law, resolved.reason, resolved.help, false);
      return std::nullopt;
    }
  }
  if (is_followed_) lose_track(item, written.at.span);
  return std::nullopt;
}

/// Asks in which ways the table may be. False: the act cannot be in any.
bool PartialFold::ask(const FoldAct& step) {
  const Act& act = step.act;
  if (act.kind == ActKind::lay && table_.position.laid_tiles.count(act.tile) >= program_.copies) {
    object(step.item, step.where, dsl::Law::tile_once,
           fmt::format("The {} lies on the table already", tile_text(act.tile)), "", false);
    return false;
  }
  AskWays asked{step};
  if (is_followed_) {
    if (state_.implicit_acts().any())  // what nobody writes may have been said
      table_.unknown.facts |= state_.implicit_acts().facts();
    if (!is_blind_ || act.kind != ActKind::lay) {
      asked.is_open = true;
      // A written act would be illegal else; an end of the turn that nobody wrote may not have come.
      asked.may_not_come = !step.written && table_.unknown.over && !is_gone_on_with(step.item);
      if (act.kind != ActKind::declared && !asked.may_not_come) table_.unknown.over = false;
      asked.ways = ways_of(act);
    }
  }
  state_.put(std::move(asked));
  return true;
}

/// True if a player's turn stands further down, so that the round was not over.
bool PartialFold::is_gone_on_with(std::size_t item) const {
  const auto& items = state_.round.items;
  return std::any_of(items.begin() + static_cast<std::ptrdiff_t>(item) + 1, items.end(), [](const Item& one) {
    const auto* turn = std::get_if<TurnLine>(&one.line);
    return turn != nullptr && turn->player != no_seat;
  });
}

/// Every way the end laid to may be, with or without debts elsewhere; of other acts the table as it is.
std::vector<Known> PartialFold::ways_of(const Act& act) const {
  if (act.kind != ActKind::lay) return {table_};
  std::vector<Known> ways;
  Known table = table_;
  if (!apply_.rules().simple_debts) table.unknown.debts = true;
  // The side of a double that a tile lies at is not known, so neither is whether it covers it.
  if (!apply_.rules().one_ended && table.position.debt_count > 0) table.unknown.debts = true;
  const int index = engine::find_end(table.position, act.end);
  if (index < 0) return ways;
  const auto at = static_cast<std::size_t>(index);
  const std::size_t train = table.position.ends[at].train;
  const bool started = (table.position.started >> train & 1U) != 0;
  const engine::NotKnown& unknown = table.unknown;
  std::bitset<engine::max_trains> others = unknown.old_debts;
  others.reset(train);
  const bool elsewhere = !unknown.debts && (others.any() || unknown.loose_debt);
  const bool here = !unknown.debts && unknown.old_debts[train];
  ways.reserve(2 * static_cast<std::size_t>(program_.highest + 1));
  for (const bool start : {false, true}) {
    if (!unknown.starts[train] && start == started) continue;
    const std::uint32_t pips = start ? start_pip(train) : table.numbers_at(train);
    for (int pip = 0; pip <= program_.highest; ++pip) {
      if ((pips >> pip & 1U) == 0) continue;
      for (const bool marked : {false, true}) {
        if (!unknown.marks[train] && marked != table.position.ends[at].marked) continue;
        for (const bool owed : {false, true})
          for (const bool more : {false, true}) {
            if ((owed && !here) || (more && !elsewhere)) continue;
            Known way = table;
            engine::End& end = way.position.ends[at];
            end.pip = static_cast<std::uint8_t>(pip);
            end.marked = marked;
            end.start = start;
            if (!start) way.position.started |= std::uint64_t{1} << train;
            if (owed) add_debt(way, end.group, end);
            if (more) add_debt(way, unwritten_group, end);
            if (!more && !table.unknown.debts) {
              way.unknown.old_debts.reset();
              way.unknown.loose_debt = false;
            }
            way.unknown.old_debts.reset(train);
            way.unknown.asked_end = true;
            ways.push_back(std::move(way));
          }
      }
    }
  }
  return ways;
}

std::uint32_t PartialFold::start_pip(std::size_t train) const {
  const engine::TileId tile = table_.position.engine_tile;
  const bool high = program_.trains[train].starts == dsl::CentreHalf::high;
  return std::uint32_t{1} << (high ? engine::high_of(tile) : engine::low_of(tile));
}

void PartialFold::carry_out(const AskWays& asked) {
  const FoldAct& step = asked.step;
  const bool is_lay = step.act.kind == ActKind::lay;
  if (asked.is_lost) is_followed_ = false;
  if (!asked.is_open || asked.is_lost) {
    if (is_lay) put_down(step.act.tile);
    if (!is_followed_ || !is_blind_ || !is_lay) return;
    apply_.lay_blindly(table_);
    table_.unknown.over = true;
    any_marks_ = true;
    return;
  }
  const std::vector<Known>& kept = asked.kept ? *asked.kept : asked.ways;
  if (kept.empty()) return lose_track(step.item, step.where);
  const auto sure = std::pair(surely_marked_, surely_put_);
  carry_out(step, kept);
  // Consequences of an end that may not have come are not sure.
  if (asked.may_not_come) std::tie(surely_marked_, surely_put_) = sure;
  open_halves(step.act, kept);
}

/// Makes one table again of all ways that are left, of which only that is known in which they agree.
void PartialFold::carry_out(const FoldAct& step, const std::vector<Known>& kept) {
  std::optional<Known> all;
  bool surely = true;
  bool surely_put = true;
  std::size_t ended = 0;
  for (const Known& way : kept) {
    MarkedTrains marks;
    std::optional<Known> after = apply_.apply(way, step.act, marks);
    if (apply_.has_ended() && !may_be_void_ && ++ended == kept.size()) {
      end_round(step);
      any_marks_ = true;
      return;
    }
    if (apply_.has_ended() && !may_be_void_ && !all) continue;
    if (!after || ended > 0) {
      lose_track(step.item, step.where);
      if (step.act.kind == ActKind::lay) put_down(step.act.tile);
      return;
    }
    any_marks_ = any_marks_ || marks.maybe;
    surely = surely && marks.surely;
    surely_put = surely_put && marks.surely_put;
    if (marks.put_by) put_by_ = marks.put_by;
    for (const dsl::RuleId row : marks.idle)
      if (!contains(idle_, row)) idle_.push_back(row);
    drop_unwritten_debts(*after);
    if (all)
      engine::join(*all, *after, program_);
    else
      all = after;
  }
  surely_marked_ = surely_marked_ || surely;
  surely_put_ = surely_put_ || surely_put;
  const Known before = std::exchange(table_, *all);
  table_.unknown.asked_end = false;
  note_markers(step, before);
}

/// Nothing comes behind it that could be judged.
void PartialFold::end_round(const FoldAct& step) {
  if (step.act.kind == ActKind::lay) put_down(step.act.tile);
  is_followed_ = false;
  is_over_ = true;
}

/// Of a tile that fits in no way nobody knows which half lies outward.
void PartialFold::open_halves(const Act& act, const std::vector<Known>& ways) {
  if (act.kind != ActKind::lay || !is_followed_) return;
  const auto high = static_cast<std::uint8_t>(engine::high_of(act.tile));
  const auto low = static_cast<std::uint8_t>(engine::low_of(act.tile));
  std::size_t train = 0;
  for (const Known& way : ways) {
    const int index = engine::find_end(way.position, act.end);
    if (index < 0) return;
    const engine::End& end = way.position.ends[static_cast<std::size_t>(index)];
    if (end.pip == high || end.pip == low) return;
    train = end.train;
  }
  const std::uint32_t halves = std::uint32_t{1} << high | std::uint32_t{1} << low;
  table_.set_numbers(train, table_.numbers_at(train) | halves);
}

/// Notes since which act it is known how the markers stand.
void PartialFold::note_markers(const FoldAct& step, const Known& before) {
  for (std::size_t train = 0; train < program_.trains.size(); ++train) {
    const bool is_new = !table_.unknown.marks[train] &&
                        (before.unknown.marks[train] ||
                         before.position.ends[train].marked != table_.position.ends[train].marked);
    if (is_new) marks_since_[train] = MarkerPlace{step.item, step.where};
    if (table_.unknown.marks[train]) marks_since_[train].reset();
  }
}

void PartialFold::check_claim(std::size_t item, const TurnLine& line) {
  if (!is_followed_) return;
  const bool is_mark = line.claim == MarkClaim::mark;
  const bool is_wrong = is_mark ? !any_marks_ : surely_put_;
  const bool is_right = is_mark ? surely_marked_ : !any_marks_;
  if (!is_wrong) {
    if (!is_right)
      doubt(item, line.claim_at.span,
            fmt::format("{}, and whether a marker is due here {}", why_open(), ending()), true);
    return;
  }
  FoldTrouble trouble{
      .item = item,
      .where = line.claim_at.span,
      .message = fmt::format("{} on {}'s train in this turn", is_mark ? "No marker goes" : "A marker does go",
                             state_.name(line.player))};
  // The row that put a marker up, or those that did not.
  if (is_mark)
    trouble.decided_by = idle_;
  else if (put_by_)
    trouble.decided_by = {*put_by_};
  trouble.goes_on = false;
  state_.put(std::move(trouble));
}

}  // namespace roundhouse::replay
