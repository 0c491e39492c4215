#include "replay/fold/position_begin.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "dsl/base/search.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/evaluate.h"
#include "engine/evaluate_partly.h"
#include "replay/fold/fold_state.h"
#include "replay/fold/setup_lines.h"
#include "replay/record/check_header.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {
namespace {

using dsl::Member;
using engine::End;
using engine::Phase;
using engine::Position;
using engine::TileId;

/// Turns are numbered at least from here on, so that there is one before.
constexpr int first_turn_now = 2;
constexpr int most_turns = 60'000;

/// A tile of a train that is laid down, until all have their numbers.
struct Placed {
  LaidTile tile;
  std::int32_t order = 0;  ///< as written; else that of the tile before it
  std::size_t parent = 0;  ///< index into the list of them plus 1; 0: the engine
  std::size_t item = 0;
};

/// An open end, until it has a serial.
struct Opening {
  End end;
  std::size_t at = 0;  ///< index into the list of placed tiles plus 1; 0: the engine
};

class PositionSetter {
 public:
  explicit PositionSetter(FoldState& state)
      : state_(state),
        program_(state.program),
        position_(state.position),
        may_lie_anyhow_(tiles_may_lie_anyhow(program_)) {}

  PositionBegun set() {
    reset();
    lay_engine();
    take_lines();
    lay_trains();
    owe_debts();
    fill_hands();
    count_boneyard();
    begin_turn();
    find_rest();
    return std::move(begun_);
  }

 private:
  void object(std::size_t item, std::string message, std::string help = {}) {
    state_.object(item, state_.span_of(item), dsl::Law::false_claim, std::move(message), std::move(help));
  }

  /// Nothing is dealt any more, and everything is in the boneyard.
  void reset() {
    position_.phase = Phase::play;
    position_.drawing = 0;
    position_.seeker = no_seat;
    position_.casting = 0;
    position_.aside = {};
    position_.unnamed_aside = 0;
    position_.engine_tile = engine::no_tile;
    begun_.hands.resize(static_cast<std::size_t>(program_.players));
    const std::size_t trains = program_.trains.size();
    const auto players = static_cast<std::size_t>(program_.players);
    for (std::size_t train = 0; train < trains; ++train) set_train(train, false, false);
    for (std::size_t seat = 0; seat < players; ++seat) {
      unknown_.counts.set(seat);
      unknown_.turns.set(seat);
      unknown_.points.set(seat);
    }
    for (const dsl::FactSlot& fact : program_.facts)
      for (int slot = fact.slot; slot < fact.end(); ++slot) {
        const auto place = static_cast<std::size_t>(slot);
        // No play changes what chance has decided; and no rule has asked yet what nothing asks.
        const bool is_chance = fact.by_chance() && position_.facts[place] != engine::absent;
        unknown_.facts.set(place, !is_chance && asks_fact(program_, fact));
      }
  }

  // -- the tiles -------------------------------------------------------------------------------------

  /// The written one, else the double of the round.
  void lay_engine() {
    TileId tile = engine::no_tile;
    for (std::size_t i = 0; i < state_.first_turn; ++i)
      if (const auto* line = std::get_if<EngineLine>(&state_.round.items[i].line)) {
        position_.holder = line->holder;
        if (const auto in_set = state_.admit_act(i, line->tile)) tile = in_set->id();
      }
    const int scheduled = position_.scheduled;
    if (tile == engine::no_tile && scheduled >= 0 && scheduled <= program_.highest)
      tile = engine::tile_of(scheduled, scheduled);
    if (tile == engine::no_tile) {
      // Where its trains begin nobody knows, then, nor what is open on them.
      unknown_.engine = true;
      loose_.set();
      return;
    }
    position_.engine_tile = tile;
    put_down(tile);
    if (!engine::is_double(tile)) return;
    const auto bit = std::uint32_t{1} << static_cast<unsigned>(engine::high_of(tile));
    position_.engine_again = (position_.used & bit) != 0;
    position_.used |= bit;
  }

  void put_down(TileId tile) {
    position_.laid_tiles.add(tile);
    begun_.table.push_back(tile);
    ++position_.played[static_cast<std::size_t>(engine::high_of(tile))];
    if (!engine::is_double(tile)) ++position_.played[static_cast<std::size_t>(engine::low_of(tile))];
  }

  /// True if the set has one more of this tile than lie and are held so far. Else it is said.
  bool is_there(std::size_t item, const WrittenTile& written, TileId tile) {
    if (++seen_[tile] <= program_.copies) return true;
    const TileComplaint wrong = too_often(program_, written);
    object(item, fmt::format("The {} stands in this position {} times, and {}", tile_text(tile), seen_[tile],
                             wrong.message));
    return false;
  }

  void take_lines() {
    if (position_.engine_tile != engine::no_tile) ++seen_[position_.engine_tile];
    for (std::size_t i = 0; i < state_.first_turn; ++i) {
      const Line& line = state_.round.items[i].line;
      // Lots and chance may stand behind the table, and belong to the position, too.
      if (is_of_table(line) || std::holds_alternative<LotsLine>(line) ||
          std::holds_alternative<ChanceLine>(line) || std::holds_alternative<FirstLine>(line))
        begun_.item = i;
      std::visit(overloaded{
                     [&](const TrainLine& train) { take_train(i, train); },
                     [&](const DebtLine& debt) { debts_.emplace_back(i, &debt); },
                     [&](const FactLine& fact) { take_fact(i, fact); },
                     [&](const BoneyardLine& boneyard) { boneyard_.emplace(i, boneyard.tiles); },
                     [&](const TurnNowLine& turn) { turn_ = &turn; },
                     [&](const TurnsLine& turns) { take_turns(turns); },
                     [&](const ScoredLine& points) { take_points(points); },
                     [&](const StarterLine& starter) { position_.starter = starter.player; },
                     [&](const WonLine& won) { position_.winner = won.player; },
                     [&](const KeptLine& kept) {
                       position_.players[static_cast<std::size_t>(kept.player)].kept = true;
                     },
                     [&](const NothingElseLine&) { nothing_else_ = true; },
                     [&](const FirstLine& first) {
                       position_.first = first.player;
                       position_.unknown.set(engine::Part::first, false);
                     },
                     [&](const ChanceLine& chance) { take_chance(i, chance); },
                     [](const EngineLine&) {},
                     [&](const RedealLine&) { belongs_elsewhere(i); },
                     [&](const LotsLine& lots) {
                       for (const SeatTile& lot : lots.lots)
                         if (const auto tile = tile_in_set(program_, lot.tile))
                           position_.players[static_cast<std::size_t>(lot.seat)].lot = tile->id();
                     },
                     [&](const auto&) {
                       if (site_of(line) == LineSite::setup) belongs_elsewhere(i);
                     },
                 },
                 line);
    }
    if (position_.first == no_seat) position_.unknown.set(engine::Part::first, true);
    int turns = 0;
    for (const engine::PlayerState& player : position_.players) turns += player.turns;
    position_.turn_serial = static_cast<std::uint16_t>(std::clamp(turns, first_turn_now, most_turns));
  }

  static bool is_of_table(const Line& line) {
    return site_of(line) == LineSite::position || std::holds_alternative<HandLine>(line) ||
           std::holds_alternative<EngineLine>(line) || std::holds_alternative<FirstLine>(line);
  }

  void belongs_elsewhere(std::size_t item) {
    object(item, "A position begins here, in which the engine lies already");
  }

  void take_chance(std::size_t item, const ChanceLine& line) {
    const auto index = find_chance_fact(program_, line.name);
    const auto value = index ? value_of(program_.facts[*index], line) : std::nullopt;
    if (!value) return object(item, "By these rules chance decides no such thing");
    const auto place = static_cast<std::size_t>(program_.facts[*index].slot);
    position_.facts[place] = *value;
    unknown_.facts.reset(place);
    written_facts_.set(place);
  }

  void take_fact(std::size_t item, const FactLine& line) {
    std::string why;
    FactLine named = line;
    const bool is_open = line.value == unknown_value;
    if (is_open) named.value = "false";
    const auto kept = fact_now(program_, state_.header, named, why);
    if (!kept) return object(item, std::move(why));
    open_facts_.set(kept->slot, is_open);
    if (is_open) {
      unknown_.facts.set(kept->slot);
      return;
    }
    position_.facts[kept->slot] = kept->value;
    unknown_.facts.reset(kept->slot);
    written_facts_.set(kept->slot);
  }

  void take_turns(const TurnsLine& line) {
    for (const SeatPoints& entry : line.turns) {
      const auto seat = static_cast<std::size_t>(entry.seat);
      position_.players[seat].turns = static_cast<std::int16_t>(entry.points);
      unknown_.turns.reset(seat);
    }
  }
  void take_points(const ScoredLine& line) {
    for (const SeatPoints& entry : line.points) {
      const auto seat = static_cast<std::size_t>(entry.seat);
      position_.players[seat].points = entry.points;
      unknown_.points.reset(seat);
    }
  }

  // -- the trains ------------------------------------------------------------------------------------

  int start_pip(std::size_t train) const {
    const TileId tile = position_.engine_tile;
    if (tile == engine::no_tile) return 0;
    return program_.trains[train].starts == dsl::CentreHalf::high ? engine::high_of(tile)
                                                                  : engine::low_of(tile);
  }

  void take_train(std::size_t item, const TrainLine& line) {
    const TrainMatch found = find_train(program_, state_.header, line.train);
    if (found.train < 0 || found.any_of_kind) {
      const std::string& reason = found.reason;
      return object(item,
                    found.train < 0
                        ? "T" + (reason.empty() ? std::string("here is no such train") : reason.substr(1))
                        : fmt::format("There are several trains '{}' here, and nothing says "
                                      "which it is",
                                      line.train),
                    found.help);
    }
    const auto train = static_cast<std::size_t>(found.train);
    if (!unknown_.ends[train]) return object(item, "This train stands in this position already");
    set_train(train, true, true);
    was_cut_ = was_cut_ || line.lies.cut;
    Opening at;
    at.end.train = static_cast<std::uint8_t>(train);
    at.end.pip = static_cast<std::uint8_t>(start_pip(train));
    at.end.tile = position_.engine_tile;
    at.end.tail = true;
    const std::size_t placed = placed_.size();
    at.end.start = !line.lies.cut;
    open(item, line.lies, at, 0);
    if (line.lies.cut || placed_.size() > placed) position_.started |= std::uint64_t{1} << train;
    object_loose(item, line);
  }

  /// Tiles that begin at this opening, to their own.
  void open(std::size_t item, const LyingTiles& lies, Opening at, std::int32_t order) {
    bool at_side = at.end.side;
    bool is_loose = lies.cut || at.end.tile == engine::no_tile;
    for (const LyingTile& lying : lies.tiles) {
      const std::optional<SetTile> in_set = state_.admit_act(item, lying.tile);
      if (in_set && is_engine_at_head(lies, lying, at, in_set->id())) continue;
      if (!in_set || !is_there(item, lying.tile, in_set->id())) continue;
      order = lying.order >= 0 ? lying.order : order;
      Placed placed;
      placed.item = item;
      placed.order = order;
      placed.parent = at.at;
      placed.tile.at_side = at_side;
      placed.tile.train = at.end.train;
      const int halves = lying.tile.high + lying.tile.low;
      // Where it joins is no matter of the order in which its halves are written.
      const bool fixed = is_loose || lying.let_stand || lying.inner == at.end.pip;
      const bool turned = !fixed && halves - lying.inner == at.end.pip;
      if (!fixed && !turned && !may_lie_anyhow_) note_loose(lying.tile, at);
      placed.tile.inner = turned ? halves - lying.inner : lying.inner;
      placed.tile.outer = halves - placed.tile.inner;
      placed_.push_back(placed);
      put_down(in_set->id());
      at_side = is_loose = false;
      at.at = placed_.size();
      at.end.side = at.end.start = false;
      at.end.tile = in_set->id();
      at.end.pip = static_cast<std::uint8_t>(placed.tile.outer);
      for (const LyingTiles& side : lying.sides) {
        Opening beside = at;
        beside.end.tail = false;
        beside.end.side = true;
        open(item, side, beside, order);
      }
    }
    if (lies.closed) return;
    if (lies.shows >= 0 && lies.shows <= program_.highest) at.end.pip = static_cast<std::uint8_t>(lies.shows);
    at.end.marked = lies.marker == MarkerSeen::stands;
    if (lies.marker == MarkerSeen::unknown) unknown_.marks.set(at.end.train);
    openings_.push_back(at);
  }

  /// True of the engine, written once more at the head of a train.
  bool is_engine_at_head(const LyingTiles& lies, const LyingTile& lying, const Opening& at,
                         TileId tile) const {
    return at.at == 0 && &lying == lies.tiles.data() && !lies.cut && tile == position_.engine_tile &&
           program_.copies == 1;
  }

  /// No half of the tile is that at which it lies. What is open on its train nobody knows, then.
  void note_loose(const WrittenTile& tile, const Opening& at) {
    loose_.set(at.end.train);
    const std::string before = at.at == 0
                                   ? fmt::format("the engine, the {}", tile_text(at.end.tile))
                                   : fmt::format("the {} of the {}", at.end.pip, tile_text(at.end.tile));
    loose_tiles_.push_back({tile, fmt::format("the {} does not fit to {}", tile_text(tile), before)});
  }

  /// All tiles of the train that do not fit, and the train as it may be meant.
  void object_loose(std::size_t item, const TrainLine& line) {
    if (loose_tiles_.empty()) return;
    std::string message;
    for (const auto& [tile, trouble] : loose_tiles_) message += (message.empty() ? "" : ", and ") + trouble;
    message.front() = 'T';
    const WrittenTile first = loose_tiles_.front().first;
    loose_tiles_.clear();
    TrainLine outward = line;
    std::reverse(outward.lies.tiles.begin(), outward.lies.tiles.end());
    int pip = start_pip(static_cast<std::size_t>(find_train(program_, state_.header, line.train).train));
    bool joins = !line.lies.cut;
    for (LyingTile& each : outward.lies.tiles) {
      joins = joins && (each.tile.high == pip || each.tile.low == pip);
      each.inner = static_cast<std::int8_t>(pip);
      pip = each.tile.high + each.tile.low - pip;
    }
    object(item, std::move(message),
           joins
               ? fmt::format("is this train written towards the engine? From the engine outward it is: {}",
                             write_line(state_.header, outward))
               : fmt::format(
                     "a train is written from the engine outward, not towards the engine; in front of its "
                     "tiles, ... stands for those that nobody wrote down, and {}={} says that it lies so and "
                     "was let stand",
                     tile_text(first), first.low));
  }

  /// Tiles are numbered as they were laid, as far as that is written, and ends in the order of their tiles.
  void lay_trains() {
    for (std::size_t train = 0; train < program_.trains.size(); ++train) {
      if (!unknown_.ends[train]) continue;
      Opening at;
      at.end.train = static_cast<std::uint8_t>(train);
      at.end.pip = static_cast<std::uint8_t>(start_pip(train));
      at.end.tile = position_.engine_tile;
      at.end.tail = at.end.start = true;
      openings_.push_back(at);
      set_train(train, nothing_else_, nothing_else_);
    }
    std::vector<std::size_t> as_laid(placed_.size());
    for (std::size_t i = 0; i < as_laid.size(); ++i) as_laid[i] = i;
    std::stable_sort(as_laid.begin(), as_laid.end(),
                     [&](std::size_t a, std::size_t b) { return placed_[a].order < placed_[b].order; });
    for (const std::size_t i : as_laid) placed_[i].tile.group = position_.next_group++;
    for (Placed& placed : placed_)
      placed.tile.parent = placed.parent == 0 ? std::uint16_t{0} : placed_[placed.parent - 1].tile.group;
    for (const std::size_t i : as_laid) begun_.laid.push_back(placed_[i].tile);
    for (Opening& opening : openings_)
      if (opening.at > 0) opening.end.group = placed_[opening.at - 1].tile.group;
    std::stable_sort(openings_.begin(), openings_.end(), [](const Opening& a, const Opening& b) {
      return std::tuple(a.end.group, a.end.side) < std::tuple(b.end.group, b.end.side);
    });
    for (Opening& opening : openings_) opening.end.serial = position_.next_serial++;
    std::stable_sort(openings_.begin(), openings_.end(),
                     [](const Opening& a, const Opening& b) { return a.end.train < b.end.train; });
    for (const Opening& opening : openings_)
      if (position_.end_count < engine::max_ends) position_.ends[position_.end_count++] = opening.end;
  }

  // -- debts, hands, boneyard ------------------------------------------------------------------------

  void owe_debts() {
    const bool owes = has_effect(program_, dsl::Effect::owe);
    unknown_.debts = !nothing_else_ && owes;
    for (const auto& entry : debts_) {
      const std::size_t item = entry.first;
      const DebtLine* const line = entry.second;
      const auto tile = state_.admit_act(item, line->tile);
      if (!tile) continue;
      engine::Debt debt;
      debt.turn = static_cast<std::uint16_t>(position_.turn_serial - (line->fresh ? 0 : 1));
      debt.by = line->by;
      debt.covers = static_cast<std::uint8_t>(line->times);
      if (!line->by_known && MembersRead(program_).has(Member::debt_by)) unknown_.debts = true;
      const int train = line->train.empty() ? -1 : find_train(program_, state_.header, line->train).train;
      const auto is_it = [&](const Placed& placed) {
        return engine::tile_of(placed.tile.inner, placed.tile.outer) == tile->id() &&
               (train < 0 || placed.tile.train == train) && (line->order < 0 || placed.order == line->order);
      };
      const auto found = std::find_if(placed_.rbegin(), placed_.rend(), is_it);
      if (found != placed_.rend()) {
        debt.group = found->tile.group;
        debt.train = static_cast<std::uint8_t>(found->tile.train);
        debt.pip = static_cast<std::uint8_t>(found->tile.outer);
      } else if (tile->id() == position_.engine_tile) {
        debt.pip = static_cast<std::uint8_t>(engine::high_of(tile->id()));
      } else {
        // It may lie on a train that is not written.
        unknown_.debts = true;
        if (all_lie()) object(item, fmt::format("No {} lies on the table", tile_text(tile->id())));
        continue;
      }
      if (position_.debt_count < engine::max_debts) position_.debts[position_.debt_count++] = debt;
    }
  }

  void fill_hands() {
    std::vector<bool> written(begun_.hands.size());
    state_.hands_known = true;
    for (std::size_t i = 0; i < state_.first_turn; ++i) {
      const auto* line = std::get_if<HandLine>(&state_.round.items[i].line);
      if (line == nullptr) continue;
      const auto seat = static_cast<std::size_t>(line->player);
      if (written[seat]) {
        object(i, fmt::format("Two lines say what {} holds", state_.name(line->player)));
        continue;
      }
      written[seat] = true;
      std::vector<SetTile>& hand = begun_.hands[seat];
      state_.admit(i, line->tiles, hand);
      for (std::size_t t = 0; t < hand.size(); ++t) {
        if (hand[t].known() && !is_there(i, line->tiles[t], hand[t].id())) hand[t] = {};
        if (hand[t].known()) position_.hands[seat].add(hand[t].id());
        state_.hands_known = state_.hands_known && hand[t].known();
      }
      position_.players[seat].count = static_cast<std::uint16_t>(hand.size());
      unknown_.counts.reset(seat);
    }
  }

  /// True if it is known to be the first turn of the round, before which there was none.
  bool is_first_turn() const {
    int turns = 0;
    for (const engine::PlayerState& player : position_.players) turns += player.turns;
    return unknown_.turns.none() && turns == 1;
  }

  /// True if every tile that lies is written.
  bool all_lie() const { return !was_cut_ && unknown_.ends.none(); }
  int all_tiles() const { return program_.tile_kinds * program_.copies; }

  /// The boneyard, or the one hand that is not written, as what is left of the set.
  void count_boneyard() {
    const auto players = static_cast<std::size_t>(program_.players);
    const bool is_all = all_lie();
    int held = 0;
    std::optional<std::size_t> open;
    for (std::size_t seat = 0; seat < players; ++seat) {
      held += position_.players[seat].count;
      if (unknown_.counts[seat]) open = seat;
    }
    const int left = all_tiles() - static_cast<int>(begun_.table.size()) - held;
    const std::size_t unknown = unknown_.counts.count();
    if (unknown > 0) state_.hands_known = false;
    if (unknown > 0 && state_.options.supposed_counts) return suppose_counts(left, static_cast<int>(unknown));
    if (!is_all && !boneyard_ && state_.options.supposed_counts) return suppose_boneyard(left);
    if (boneyard_) {
      unknown_.boneyard = false;
      position_.boneyard = static_cast<std::uint16_t>(boneyard_->second);
      const bool too_many = boneyard_->second > left;
      if (too_many || (is_all && unknown == 0 && boneyard_->second != left)) {
        object(boneyard_->first, fmt::format("{}{} tiles are left for the boneyard, of {} in the set",
                                             too_many ? "At most " : "", std::max(left, 0), all_tiles()));
        // Nobody knows which of the numbers is wrong.
        unknown_.boneyard = true;
        position_.boneyard = static_cast<std::uint16_t>(std::max(left, 0));
      } else if (is_all && unknown == 1) {
        const auto rest = static_cast<std::size_t>(left - boneyard_->second);
        position_.players[*open].count = static_cast<std::uint16_t>(rest);
        begun_.hands[*open].resize(rest);
        unknown_.counts.reset(*open);
      }
      return;
    }
    if (left < 0) object(begun_.item, "More tiles are written in this position than the set has");
    unknown_.boneyard = !is_all || unknown > 0;
    position_.boneyard = static_cast<std::uint16_t>(std::max(left, 0));
  }

  /// So many tiles in hand, and in the boneyard what is written, or the rest.
  void suppose_counts(int left, int unknown) {
    const SupposedCounts& supposed = *state_.options.supposed_counts;
    begun_.is_supposed = true;
    int free = std::max(boneyard_ ? left - boneyard_->second : left, 0);
    const auto one = static_cast<std::size_t>(supposed.one);
    const bool has_one = supposed.one != no_seat && unknown_.counts[one];
    const int of_one = has_one ? std::min(supposed.of_one, free) : 0;
    const int others = has_one ? unknown - 1 : unknown;
    // The boneyard, where it is not written, has the rest, and that may be nothing.
    const int each = std::clamp((free - of_one) / std::max(others, 1), 0, supposed.each);
    for (std::size_t seat = 0; seat < begun_.hands.size(); ++seat) {
      if (!unknown_.counts[seat]) continue;
      const int held = has_one && seat == one ? of_one : each;
      position_.players[seat].count = static_cast<std::uint16_t>(held);
      begun_.hands[seat].resize(static_cast<std::size_t>(held));
      unknown_.counts.reset(seat);
      free -= held;
    }
    unknown_.boneyard = false;
    position_.boneyard = static_cast<std::uint16_t>(boneyard_ ? std::max(boneyard_->second, 0) : free);
  }

  /// The tiles in front of a train that nobody wrote down may be any of those that are left.
  void suppose_boneyard(int left) {
    begun_.is_supposed = true;
    unknown_.boneyard = false;
    position_.boneyard = static_cast<std::uint16_t>(
        std::clamp(state_.options.supposed_counts->boneyard, 0, std::max(left, 0)));
  }

  // -- the turn --------------------------------------------------------------------------------------

  void begin_turn() {
    const TurnNowLine* turn = turn_;
    unknown_.owner = unknown_.turn = turn == nullptr;
    if (turn == nullptr) {
      const TurnLine* line = first_turn(state_);
      position_.turn_player = line != nullptr ? line->player : Seat{0};
      return;
    }
    const auto count = [](std::int32_t written) { return static_cast<std::uint16_t>(std::max(written, 0)); };
    position_.turn_player = turn->player;
    position_.turn_previous = turn->after;
    position_.turn_next = turn->next;
    position_.lap = count(turn->lap);
    position_.still = count(turn->still);
    position_.voids = count(turn->voids);
    position_.laid = count(turn->laid);
    position_.drawn = count(turn->drawn);
    position_.drew = count(turn->drew);
    position_.newly_marked = turn->marked;
  }

  /// Facts that are not written, and how the round went so far.
  void find_rest() {
    for (std::size_t train = 0; train < program_.trains.size(); ++train)
      if (loose_[train]) unknown_.ends.set(train), unknown_.starts.set(train);
    const bool is_begun = turn_ != nullptr && (turn_->laid > 0 || turn_->drew > 0);
    for (const dsl::FactSlot& fact : program_.facts)
      for (int slot = fact.slot; slot < fact.end(); ++slot) {
        const bool of_turn = fact.per == dsl::Scope::turn && turn_ != nullptr && !is_begun;
        const bool by_chance = fact.by_chance();
        const bool is_open = open_facts_[static_cast<std::size_t>(slot)];
        if ((nothing_else_ || of_turn) && !by_chance && !is_open)
          unknown_.facts.reset(static_cast<std::size_t>(slot));
      }
    unknown_.previous = turn_ == nullptr || (turn_->after == no_seat && !is_first_turn());
    unknown_.lying = was_cut_;
    unknown_.lap = turn_ == nullptr || turn_->lap < 0;
    unknown_.still = !nothing_else_ && (turn_ == nullptr || turn_->still < 0);
    unknown_.starter = position_.starter == no_seat;
    unknown_.first = position_.first == no_seat;
    unknown_.kept = unknown_.lots = !nothing_else_;
    unknown_.winner = !nothing_else_ && position_.winner == no_seat;
    if (nothing_else_) unknown_.points.reset();
    if (turn_ != nullptr && !is_begun) begin_facts_of_turn();
    if (nothing_else_) keep_facts_of_first_tiles();
  }

  /// Facts that are not as they were at the round's beginning, since a train is begun whose first tile
  /// changed them. They are known where they are the same by every player.
  void keep_facts_of_first_tiles() {
    const std::vector<dsl::AfterRow>& rows =
        program_.after[dsl::event_of(dsl::act_id(dsl::BuiltInAct::lay)).value];
    engine::NotKnown then = unknown_;
    constexpr dsl::Aspects as_now =
        dsl::aspects::facts | dsl::aspects::engine | dsl::aspects::order | dsl::aspects::beginning;
    engine::forget(then, dsl::aspects::position & ~as_now, program_);
    then.asked_end = true;
    then.aspects |= dsl::aspects::hands;
    for (const End& end : heads()) {
      engine::Moment moment;
      moment.tile = end.tile;
      moment.tile_gone = moment.end_gone = true;
      moment.end = end.serial;
      moment.end_snapshot = end;
      if (end.tile == engine::no_tile) then.aspects |= dsl::aspects::tile;
      for (const dsl::AfterRow& row : rows)
        for (const dsl::EffectCall& effect : row.effects)
          if (lasts_from_lay(effect)) keep_fact_of(row, effect, moment, then);
      then.aspects &= ~dsl::aspects::tile;
    }
  }

  /// The ends that the trains begun had before, and the tile that lies at each, where that is written.
  std::vector<End> heads() const {
    std::vector<End> heads;
    for (std::size_t train = 0; train < program_.trains.size(); ++train) {
      if ((position_.started >> train & 1U) == 0 || loose_[train]) continue;
      End head;
      head.train = static_cast<std::uint8_t>(train);
      head.pip = static_cast<std::uint8_t>(start_pip(train));
      head.start = head.tail = true;
      head.serial = position_.next_serial;
      head.tile = engine::no_tile;
      for (const Placed& placed : placed_)
        if (placed.parent == 0 && placed.tile.train == static_cast<int>(train) &&
            placed.tile.inner == head.pip)
          head.tile = engine::tile_of(placed.tile.inner, placed.tile.outer);
      heads.push_back(head);
    }
    return heads;
  }

  /// True if laying changes a fact that then stays as it is.
  bool lasts_from_lay(const dsl::EffectCall& effect) const {
    const auto is_of_fact = [&](const dsl::EffectCall& other) {
      return other.fact_slot >= 0 && other.fact.value == effect.fact.value;
    };
    const auto changes = [&](const dsl::AfterRow& row) { return any_of(row.effects, is_of_fact); };
    std::size_t events = 0;
    for (const std::vector<dsl::AfterRow>& rows : program_.after) events += any_of(rows, changes) ? 1 : 0;
    return effect.fact_slot >= 0 && effect.depth == 0 && events == 1 &&
           program_.facts[effect.fact.value].per != dsl::Scope::turn;
  }

  void keep_fact_of(const dsl::AfterRow& row, const dsl::EffectCall& effect, engine::Moment moment,
                    const engine::NotKnown& then) {
    const dsl::FactSlot& fact = program_.facts[effect.fact.value];
    std::optional<std::int32_t> value;
    bool is_known = effect.id == dsl::Effect::set && !fact.has_receiver();
    std::bitset<engine::max_facts> changed;
    for (int seat = 0; seat < program_.players; ++seat) {
      moment.me = static_cast<Seat>(seat);
      engine::PartialReading reading(program_, position_, moment, then);
      const bool stands = reading.stands(row) == dsl::Truth::yes;
      const bool is_of_one = effect.receiver.given() && reading.is_known(effect.receiver);
      const int only = is_of_one ? engine::evaluate(program_, position_, moment, effect.receiver) : -1;
      for (int place = 0; stands && place < fact.places; ++place)
        if (!is_of_one || place == only) changed.set(static_cast<std::size_t>(effect.fact_slot + place));
      is_known = is_known && stands && reading.is_known(effect.args[0]);
      if (!is_known) continue;
      const std::int32_t now = engine::evaluate(program_, position_, moment, effect.args[0]);
      is_known = value.value_or(now) == now;
      value = now;
    }
    for (std::size_t slot = 0; slot < changed.size(); ++slot) {
      if (!changed[slot] || written_facts_[slot]) continue;
      if (is_known) position_.facts[slot] = *value;
      unknown_.facts.set(slot, !is_known);
    }
  }

  /// Facts of the turn at hand that its beginning sets.
  void begin_facts_of_turn() {
    engine::Moment moment;
    moment.me = position_.turn_player;
    for (const dsl::AfterRow& row :
         program_.after[static_cast<std::size_t>(dsl::BuiltInEvent::turn_begins)]) {
      const dsl::Truth stands = engine::PartialReading(program_, position_, moment, unknown_).stands(row);
      if (stands == dsl::Truth::no) continue;
      for (const dsl::EffectCall& effect : row.effects) {
        const bool is_of_turn =
            effect.fact_slot >= 0 && program_.facts[effect.fact.value].per == dsl::Scope::turn;
        if (!is_of_turn || written_facts_[static_cast<std::size_t>(effect.fact_slot)]) continue;
        const bool is_plain = effect.id == dsl::Effect::set && effect.depth == 0 &&
                              !effect.receiver.given() && program_.facts[effect.fact.value].places == 1;
        if (stands == dsl::Truth::yes && is_plain)
          position_.facts[static_cast<std::size_t>(effect.fact_slot)] =
              engine::evaluate(program_, position_, moment, effect.args[0]);
        else
          for (int place = 0; place < program_.facts[effect.fact.value].places; ++place)
            unknown_.facts.set(static_cast<std::size_t>(effect.fact_slot + place));
      }
    }
  }

  /// The end of a train is known or not, and its marker.
  void set_train(std::size_t train, bool is_known, bool is_marker_known) {
    unknown_.ends.set(train, !is_known);
    unknown_.starts.set(train, !is_known);
    unknown_.marks.set(train, !is_marker_known);
  }

  FoldState& state_;
  const engine::Rules& program_;
  Position& position_;
  PositionBegun begun_;
  engine::NotKnown& unknown_ = begun_.unknown;
  std::vector<Placed> placed_;
  std::vector<Opening> openings_;
  std::array<int, engine::max_tile_kinds> seen_{};
  std::vector<std::pair<std::size_t, const DebtLine*>> debts_;
  std::optional<std::pair<std::size_t, std::int32_t>> boneyard_;
  const TurnNowLine* turn_ = nullptr;
  bool nothing_else_ = false;
  std::bitset<engine::max_facts> written_facts_;
  std::bitset<engine::max_facts> open_facts_;  ///< of which is written that nobody knows them
  bool was_cut_ = false;                       ///< some tiles of a train are not written
  bool may_lie_anyhow_;                        ///< by these rules a tile may lie where neither half fits
  std::vector<std::pair<WrittenTile, std::string>>
      loose_tiles_;                        ///< of the train at hand, with what is wrong
  std::bitset<engine::max_trains> loose_;  ///< trains of which a tile does not fit
};

/// True if some row gives points before the round is over.
bool scores_in_course(const engine::Rules& program) {
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    if (dsl::is_of_round_end(event)) continue;
    for (const dsl::AfterRow& row : program.after[event])
      for (const dsl::EffectCall& call : row.effects)
        if (dsl::writes(call.id, dsl::aspects::points)) return true;
  }
  return false;
}

}  // namespace

bool is_followed(const engine::NotKnown& unknown) {
  return !unknown.engine && unknown.ends.none() && unknown.marks.none() && unknown.counts.none() &&
         !unknown.boneyard;
}

engine::Parts parts_to_be_whole(const engine::Rules& program, const engine::NotKnown& unknown) {
  using engine::Part;
  const engine::Parts open = engine::parts_of(unknown);
  engine::Parts wanted;
  const auto want = [&](engine::Parts parts) { wanted.bits |= parts.bits & open.bits; };
  for (const Part part : {Part::engine, Part::ends, Part::marks, Part::counts, Part::boneyard, Part::debts,
                          Part::owner, Part::facts})
    want(engine::Parts::of(part));
  const MembersRead read(program);
  for (const dsl::MemberRow& row : dsl::all_members())
    if (read.has(row.id)) want(engine::parts_of(row.id));
  // Laps are counted from who had the first turn.
  if (read.has(Member::round_lap)) want(engine::Parts::of(Part::starter));
  if (scores_in_course(program)) want(engine::Parts::of(Part::points));
  return wanted;
}

std::vector<Seat> seats_not_counted(const engine::Rules& program, const RecordRound& round) {
  std::vector<Seat> open;
  if (!begins_with_position(round)) return open;
  std::bitset<engine::max_players> counted;
  for (const Item& item : round.items) {
    if (std::holds_alternative<TurnLine>(item.line) || is_gap(item.line)) break;
    if (const auto* line = std::get_if<HandLine>(&item.line))
      counted.set(static_cast<std::size_t>(line->player));
  }
  for (int seat = 0; seat < program.players; ++seat)
    if (!counted[static_cast<std::size_t>(seat)]) open.push_back(static_cast<Seat>(seat));
  return open;
}

PositionBegun set_position(FoldState& state) { return PositionSetter(state).set(); }

}  // namespace roundhouse::replay
