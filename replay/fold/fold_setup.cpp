// The beginning of a round as a record has it: lots, the first player, hands, the engine.

#include <fmt/format.h>

#include <array>

#include "dsl/base/search.h"
#include "dsl/english/wording.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/evaluate_partly.h"
#include "engine/fold.h"
#include "engine/search_way.h"
#include "replay/fold/engine_claims.h"
#include "replay/fold/fold_state.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/setup_lines.h"
#include "replay/record/check_header.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

using dsl::Law;
using engine::Expected;
using engine::Next;
using engine::Phase;

/// A round can need no more setup acts than this: every tile dealt a thousand times over.
constexpr int most_setup_acts = 1'000'000;

/// The parts that are not known when the turns of the round before are not: what lay and was held at its end,
/// and, where no line says them, who went out and the points.
dsl::Aspects left_by_play(const engine::Position& position) {
  namespace aspects = dsl::aspects;
  dsl::Aspects left = aspects::boneyard | aspects::laps | aspects::turn_owner | aspects::previous |
                      aspects::turn_counts | aspects::table | aspects::markers | aspects::debts |
                      aspects::facts | aspects::hands | aspects::hand_sizes;
  if (position.unknown.has(engine::Part::last_out)) left |= aspects::result;
  if (position.unknown.has(engine::Part::totals)) left |= aspects::points | aspects::totals;
  return left;
}

}  // namespace

/// Each call of `advance` looks at the position and puts into the queue what comes of it, at most one act.
class FoldSetup::Folder {
 public:
  Folder(FoldState& state, bool first_of_file)
      : state_(state), search_(state, lines_), first_of_file_(first_of_file) {}

  SetupProgress advance() {
    switch (stage_) {
      case Stage::beginning:
        begin();
        stage_ = state_.begun ? Stage::over : Stage::chance;
        break;
      case Stage::chance:
        if (state_.position.phase == Phase::cast) {
          cast(engine::expected(state_.program, state_.position).chance);
          break;
        }
        believe_first();
        stage_ = Stage::search;
        break;
      case Stage::search:
        return set_up();
      case Stage::over:
        return SetupProgress::done;
    }
    return SetupProgress::goes_on;
  }

 private:
  enum class Stage : std::uint8_t { beginning, chance, search, over };

  void begin() {
    const auto& items = state_.round.items;
    state_.left = tiles_left(state_.program, state_.round);
    state_.has_left_lines = any_of(state_.left, [](const auto& tiles) { return tiles.has_value(); });
    const auto is_turn = [](const Item& item) {
      return std::holds_alternative<TurnLine>(item.line) || std::holds_alternative<GapLine>(item.line);
    };
    const auto begins_play = [&](const Item& item) {
      return is_turn(item) || std::holds_alternative<LeftLine>(item.line) ||
             std::holds_alternative<ScoreLine>(item.line) || std::holds_alternative<OverLine>(item.line);
    };
    state_.was_played = has_turns(state_.round);
    state_.has_only_end = has_only_the_end(state_.round);
    state_.first_turn = static_cast<std::size_t>(find_if(items, begins_play) - items.begin());
    fold_beginning(state_, first_of_file_);
    if (begins_with_position(state_.round)) {
      state_.begun = set_position(state_);
      state_.put(*state_.begun);
      return;
    }
    lines_.gather(state_);
  }

  SetupProgress set_up() {
    if (search_.has_more()) {
      search_.go_on();
      return SetupProgress::goes_on;
    }
    const bool is_void = state_.position.voided && !lines_.redeals.empty();
    const bool is_found = search_.done() && may_be_void_ && !(*may_be_void_ && is_void);
    if (is_found || is_over_) {
      object_to_the_rest();
      stage_ = Stage::over;
      return SetupProgress::goes_on;
    }
    if (++acts_ > most_setup_acts) return SetupProgress::stuck;
    return set_up_step() ? SetupProgress::goes_on : SetupProgress::stuck;
  }

  /// False: the fold can go no further.
  bool set_up_step() {
    const Expected next = engine::expected(state_.program, state_.position);
    may_be_void_.reset();
    if (next.next == Next::over) {
      if (state_.position.voided && !lines_.redeals.empty()) {
        deal_again();
      } else if (seems_void()) {
        state_.position.phase = Phase::seek;
        may_be_void_ = false;
        find_engine();
      } else {
        is_over_ = true;
      }
      return true;
    }
    // Tiles that somebody has to take before the first turn stand in the lines of turns.
    if (state_.position.phase == Phase::play) {
      note_short_hands();
      check_hands();
      is_over_ = true;
      return true;
    }
    may_be_void_ = true;
    return take_chance(next.chance);
  }

  /// True if no engine was found in the hands as far as they are known, but the record goes on.
  bool seems_void() const {
    const Position& position = state_.position;
    const bool hidden = hidden_count(position, 0) > 0 || others_hidden(state_.program, position, 0);
    return hidden && position.engine_tile == no_tile &&
           (!lines_.engine.empty() || !lines_.seeks.empty() || !lines_.redeals.empty() ||
            !lines_.turned.empty() || first_turn(state_) != nullptr);
  }

  bool take_chance(const Act& wanted) {
    if (wanted.kind == ActKind::cast) {
      cast(wanted);
    } else if (wanted.kind == ActKind::lot) {
      draw_lot(wanted);
    } else if (wanted.kind == ActKind::first) {
      name_first();
    } else if (wanted.kind == ActKind::deal) {
      deal(wanted);
    } else if (wanted.kind == ActKind::engine) {
      // Set aside, or to be seen in the hands as far as they are known: the record may know better.
      if (state_.position.phase == Phase::aside)
        lay_aside(wanted);
      else if (is_void_with(wanted))
        state_.put_act(0, state_.span_of(0), wanted, false);
      else
        find_engine();
    } else if (engine::row(wanted.kind).judged == engine::JudgedAs::search || wanted.kind == ActKind::done) {
      find_engine();  // or somebody leads
    } else {
      return false;
    }
    return true;
  }

  // -- what chance decides ---------------------------------------------------------------------------

  const ChanceLine& chance_line(std::size_t item) const {
    return std::get<ChanceLine>(state_.round.items[item].line);
  }

  void cast(const Act& wanted) {
    const std::size_t index = wanted.declared;
    const dsl::FactSlot& fact = state_.program.facts[index];
    Act act = wanted;
    // The header may carry it.
    act.amount = state_.position.facts[static_cast<std::size_t>(fact.slot)];
    const auto said = find_if(lines_.chances, [&](std::size_t item) {
      return find_chance_fact(state_.program, chance_line(item).name) == index;
    });
    if (act.amount == engine::absent && said != lines_.chances.end() && refused_ != index) {
      const std::size_t item = *said;
      lines_.chances.erase(said);
      if (const auto value = value_of(fact, chance_line(item))) {
        act.amount = *value;
        return state_.put_act(item, state_.span_of(item), act, true);
      }
      refused_ = index;
      return object_to_chance(item, index);
    }
    const std::size_t item = 0;
    if (act.amount == engine::absent && asks_fact(state_.program, fact)) {
      state_.rests_on_chance = true;
      if (state_.options.judges) return state_.put(AskChance{item, state_.span_of(item), act, index});
    }
    state_.put_act(item, state_.span_of(item), act, false);
  }

  void object_to_chance(std::size_t item, std::size_t fact) {
    state_.object(item, chance_line(item).value_at.span, Law::false_claim,
                  fmt::format("By these rules {} is {}", state_.program.fact_names[fact],
                              values_of(state_.program.facts[fact])));
  }

  /// True if the record deals again, and the round is void when the engine to be seen in the hands lies.
  bool is_void_with(const Act& engine) const {
    if (lines_.redeals.empty() || !lines_.engine.empty() || engine.tile == no_tile ||
        !has_effect(state_.program, dsl::Effect::redeal))
      return false;
    Position after = state_.position;
    engine::apply(state_.program, after, engine);
    return after.voided;
  }

  /// A rule has made the round void before its first turn, and the record deals again.
  void deal_again() {
    const std::size_t item = lines_.redeals.front();
    lines_.redeals.erase(lines_.redeals.begin());
    if (!engine::is_dealt_again(state_.position))
      return state_.object(item, state_.span_of(item), Law::false_claim,
                           "The round was void so often that it is not dealt again");
    state_.put_act(item, state_.span_of(item), Act{.kind = ActKind::redeal}, true);
    begin_deal();
  }

  void begin_deal() {
    search_.begin_deal();
    next_dealt_ = {};
    ++deals_;
  }

  // -- who is first --------------------------------------------------------------------------------

  void draw_lot(const Act& wanted) {
    // If one of them is not known nobody knows who drew the best. Some get none where the tiles run out.
    const std::uint16_t drawing = state_.position.drawing;
    int tiles = state_.position.boneyard;
    for (Seat seat = wanted.actor; seat < state_.program.players && tiles > 0; ++seat) {
      if ((drawing >> seat & 1U) == 0) continue;
      if (!is_known_lot(seat)) return name_first();
      --tiles;
    }
    Act act = wanted;
    const auto lot = find_lot(wanted.actor);
    const SetupEntry drawn = *lot;
    lines_.lots.erase(lot);
    act.tile = drawn.tile.id();
    draws_lots_ = true;
    state_.put_act(drawn.item, state_.span_of(drawn.item), act, true, drawn.tile);
  }

  std::vector<SetupEntry>::iterator find_lot(Seat seat) {
    return find_if(lines_.lots, [&](const SetupEntry& lot) { return lot.seat == seat; });
  }
  bool is_known_lot(Seat seat) {
    const auto lot = find_lot(seat);
    return lot != lines_.lots.end() && lot->tile.known();
  }

  /// The rules leave it to chance or agreement, or to lots that are not all known.
  void name_first() {
    const std::optional<Seat> said = stated_first();
    Act act;
    act.kind = ActKind::first;
    act.actor = said.value_or(Seat{0});
    state_.position.unknown.set(engine::Part::first, !said);
    named_ = true;
    draws_lots_ = false;
    if (lines_.first.empty() && !(first_of_file_ && state_.header.first != no_seat)) believe_leader(true);
    const std::size_t item = lines_.first.empty() ? 0 : lines_.first.front().item;
    state_.put_act(item, state_.span_of(item), act, !lines_.first.empty());
  }

  /// Rotation, who went out, and ages may not be known: then the record is believed.
  void believe_first() {
    Position& position = state_.position;
    // In a round that is dealt again the same player is first.
    if (position.voids > 0 && position.phase > Phase::first) {
      named_ = position.unknown.has(engine::Part::first);
      const std::optional<Seat> said = named_ ? stated_first() : std::nullopt;
      if (said) {
        position.first = *said;
        position.unknown.set(engine::Part::first, false);
      }
      return;
    }
    const dsl::NodeRef rule = state_.program.setup.first;
    const bool by_rotation = position.unknown.has(engine::Part::first) &&
                             (reads_member(state_.program, rule, dsl::Member::round_rotation) ||
                              reads_member(state_.program, rule, dsl::Member::round_first));
    const bool by_out = position.unknown.has(engine::Part::last_out) &&
                        reads_member(state_.program, rule, dsl::Member::match_last_out);
    const bool by_ages = rests_on_ages(state_.program, position, rule);
    const bool by_facts = position.unknown.has(engine::Part::facts) &&
                          reads_facts_of_play(state_.program, rule, left_by_play(position));
    const engine::Parts was_unknown = position.unknown;
    // A first player by chance or agreement has still to be named this round, see name_first.
    if (position.phase <= Phase::first) position.unknown.set(engine::Part::first, false);
    believe_leader(false);
    if (position.phase <= Phase::first) return;
    const bool rests_on_past = (by_rotation || by_out || by_facts) && !is_first_known(was_unknown);
    position.unknown.set(engine::Part::first, rests_on_past || by_ages);
    if (!position.unknown.has(engine::Part::first)) return;
    named_ = true;
    const std::optional<Seat> said = stated_first();
    if (!said) return;
    position.first = *said;
    position.unknown.set(engine::Part::first, false);
  }

  /// True if the rules say who is first by what the header says of the rounds before, and by nothing else of
  /// them.
  bool is_first_known(engine::Parts past) const {
    engine::NotKnown unknown;
    const auto forgets = [&](engine::Part part, dsl::Aspects aspects) {
      if (past.has(part)) engine::forget(unknown, aspects, state_.program);
    };
    forgets(engine::Part::first, dsl::aspects::order);
    forgets(engine::Part::last_out, dsl::aspects::last_out);
    forgets(engine::Part::used, dsl::aspects::used);
    forgets(engine::Part::totals, dsl::aspects::totals);
    forgets(engine::Part::facts, dsl::aspects::facts);
    if (first_of_file_)
      for (const FactField& field : state_.header.facts)
        if (const auto kept = kept_fact(state_.program, state_.header, field))
          unknown.facts.reset(kept->slot);
    return engine::PartialReading(state_.program, state_.position, {}, unknown)
        .is_known(state_.program.setup.first);
  }

  /// Believes the record, if the right to lead depends on what is not written. `guessed`: the first player is
  /// taken from the leader.
  void believe_leader(bool guessed) {
    Position& position = state_.position;
    const dsl::NodeRef leader = state_.program.setup.leader;
    const engine::SearchWay way = engine::search_way(state_.program, position);
    if (!leader.given() || !way.is_led()) return;
    const bool by_order = (dsl::reads(state_.program, leader) & dsl::aspects::order) != 0;
    if (!(guessed && by_order) && !leader_is_open(state_.program, position)) return;
    // Draws begin with the leader, and in unison they may be written in any order.
    if (!lines_.seeks.empty() && !way.in_unison()) {
      position.leader = lines_.seeks.front().seat;
    } else if (!lines_.engine.empty()) {
      position.leader = lines_.engine.front().seat;
    } else if (const TurnLine* line = first_turn(state_)) {
      position.leader = line->player;
    }
  }

  /// The player whom the record shows to be first, in one line or another.
  std::optional<Seat> stated_first() {
    if (!lines_.first.empty()) return lines_.first.front().seat;
    if (first_of_file_ && state_.header.first != no_seat) return state_.header.first;
    const dsl::SetupProgram& setup = state_.program.setup;
    const engine::Value missing = setup.missing.given()
                                      ? engine::evaluate(state_.program, state_.position, {}, setup.missing)
                                      : engine::absent;
    const bool is_led = engine::search_way(state_.program, state_.position).is_led();
    // Where the rules say nothing else the first player leads.
    if (is_led && !setup.leader.given() && !lines_.engine.empty() && lines_.engine.front().seat != no_seat)
      return lines_.engine.front().seat;
    // Draws begin with the player who has the right to lead, where the rules say who that is.
    const bool from_leader = setup.leader.given() && is_led;
    const bool in_turn = missing != static_cast<engine::Value>(dsl::SetupName::unison) && !from_leader;
    if (!lines_.seeks.empty() && in_turn) return lines_.seeks.front().seat;
    const Seat starter = stated_starter(state_);
    if (starter == no_seat) return std::nullopt;
    // The one whom the rules let begin, if they are asked with this player as the first.
    Position with = state_.position;
    engine::Moment moment;
    if (!lines_.engine.empty()) moment.holder = lines_.engine.front().seat;
    with.holder = moment.holder;
    for (int i = 0; i < state_.program.players; ++i) {
      const auto seat = static_cast<Seat>((starter + i) % state_.program.players);
      with.first = seat;
      const engine::Value begins = setup.starter.given()
                                       ? engine::evaluate(state_.program, with, moment, setup.starter)
                                       : engine::absent;
      if (begins == starter || (begins == engine::absent && seat == starter)) return seat;
    }
    return starter;
  }

  // -- the deal ------------------------------------------------------------------------------------

  void deal(const Act& wanted) {
    Act act = wanted;
    std::size_t item = 0;
    SetTile tile;
    if (deals_ < lines_.hands.size()) {
      std::vector<SetupEntry>& hand = lines_.hands[deals_];
      std::size_t& next = next_dealt_[static_cast<std::size_t>(wanted.actor)];
      while (next < hand.size() && hand[next].seat != wanted.actor) ++next;
      if (next < hand.size()) {
        tile = hand[next].tile;
        item = hand[next].item;
        act.tile = tile.id();
        hand[next].seat = no_seat;  // dealt
      }
    }
    if (state_.position.engine_tile != no_tile) {
      // Play may begin when this tile is dealt.
      const bool known = state_.hands_known && act.tile != no_tile;
      if (starter_rests(state_.program, state_.position, known, false) != StarterRests::known)
        act.whom = stated_starter(state_);
    }
    if (state_.program.setup.redeal.given()) note_if_dealt_again(act);
    state_.put_act(item, state_.span_of(item), act, !tile.unknown(), tile);
  }

  /// With the last tile of a deal the record says whether all hands go back; the judge compares.
  void note_if_dealt_again(Act& act) const {
    const std::optional<bool> calls = engine::redeal_after(state_.program, state_.position, act);
    if (!calls) return;
    bool goes_back = !lines_.redeals.empty();
    if (!goes_back && !goes_on()) return;  // it ends here, and says neither
    const bool known = state_.hands_known && state_.keeps_hands_known(act);
    const bool is_known = redeal_rests(state_.program, state_.position, known) == RedealRests::known;
    // It may be for want of an engine.
    if (is_known && !*calls && may_want_engine(state_.program, state_.position)) goes_back = false;
    act.amount = static_cast<std::int32_t>(goes_back ? engine::Redeal::goes_back : engine::Redeal::stays);
  }

  /// True if something is written that comes when the hands stay.
  bool goes_on() const {
    const std::vector<Item>& items = state_.round.items;
    // A ruling of the referee comes in a round that is played, too.
    const bool is_ruled =
        state_.first_turn < items.size() && std::holds_alternative<TurnLine>(items[state_.first_turn].line);
    return is_ruled || !lines_.seeks.empty() || lines_.passes > 0 || !lines_.turned.empty() ||
           !lines_.engine.empty() || first_turn(state_) != nullptr || state_.was_played;
  }

  /// Hands written with fewer tiles than were dealt; said once a deal.
  void note_short_hands() {
    if (!state_.options.judges || deals_ < noted_deals_) return;
    noted_deals_ = deals_ + 1;
    struct Written {
      int tiles = 0;
      std::optional<std::size_t> item;
    };
    std::array<Written, engine::max_players> hands{};
    std::size_t deal = 0;
    for (std::size_t i = 0; i < state_.first_turn; ++i) {
      if (std::holds_alternative<RedealLine>(state_.round.items[i].line)) ++deal;
      const auto* line = std::get_if<HandLine>(&state_.round.items[i].line);
      if (line == nullptr || deal != deals_) continue;
      Written& hand = hands[static_cast<std::size_t>(line->player)];
      hand.tiles += static_cast<int>(line->tiles.size());
      hand.item = i;
    }
    for (std::size_t p = 0; p < static_cast<std::size_t>(state_.program.players); ++p) {
      const int dealt = state_.position.players[p].count;
      const int left_out = dealt - hands[p].tiles;
      if (!hands[p].item || left_out <= 0) continue;
      state_.put(
          FoldNote{*hands[p].item, state_.span_of(*hands[p].item),
                   fmt::format("{} was dealt {} tiles, and {} {} written: {} {} taken as unknown",
                               state_.name(static_cast<Seat>(p)), dealt, hands[p].tiles,
                               hands[p].tiles == 1 ? "is" : "are", left_out, left_out == 1 ? "is" : "are")});
    }
  }

  /// Hands written with more tiles than are dealt: one slip a line.
  void check_hands() {
    std::optional<std::size_t> reported;
    for (const auto& hand : lines_.hands)
      for (const SetupEntry& extra : hand) {
        if (extra.seat == no_seat || reported == extra.item) continue;
        reported = extra.item;
        state_.object(extra.item, extra.where, Law::false_claim,
                      fmt::format("{} is said to have been dealt more tiles than everybody gets",
                                  state_.name(extra.seat)));
      }
    lines_.hands.clear();
  }

  // -- the engine ----------------------------------------------------------------------------------

  void lay_aside(const Act& wanted) {
    const std::vector<Act> equal = engine::equal_engines(state_.program, state_.position);
    const bool by_lot = equal.size() > 1;
    Act act = by_lot ? equal.front() : wanted;
    if (lines_.engine.empty()) {
      if (by_lot) return leave_aside_open();
      return state_.put_act(0, state_.span_of(0), act, false);
    }
    const SetupEntry engine = lines_.engine.front();
    lines_.engine.erase(lines_.engine.begin());
    const bool is_equal = any_of(equal, [&](const Act& each) { return each.tile == engine.tile.id(); });
    const bool other = engine.tile.id() != act.tile && !is_equal;
    const bool held = engine.seat != no_seat;
    std::string wrong = "The engine is set aside before the deal, and nobody holds it";
    if (other && by_lot) {
      std::vector<std::string> tiles;
      for (const Act& each : equal) tiles.push_back("the " + tile_text(each.tile));
      wrong = "The engine that is set aside for this round is " + dsl::listed(tiles, "or");
    } else if (other) {
      wrong = fmt::format("The engine that is set aside for this round is the {}", tile_text(act.tile));
    }
    if (other || held) state_.object(engine.item, engine.where, Law::not_the_engine, wrong);
    if (engine.tile.known()) act.tile = engine.tile.id();
    FoldAct step{engine.item, state_.span_of(engine.item), act, true, engine.tile};
    step.objected = other || held;
    state_.put(step);
  }

  /// Lot has decided which tile was set aside, and no line says which.
  void leave_aside_open() {
    if (const TurnLine* line = first_turn(state_))
      return state_.object_last(
          state_.first_turn,
          {engine_span(*line), "Lot decided which engine was set aside, and nothing says which it was",
           "write it before the hands, like: engine 9-9"},
          Law::not_the_engine);
    // Nothing was played: the record ends before the engine lies.
    state_.position.phase = Phase::seek;
    is_over_ = true;
  }

  void find_engine() {
    note_short_hands();
    if (lines_.redeals.empty()) check_hands();
    search_.go_on();
    if (search_.deals_again()) begin_deal();
  }

  // -- what nothing came of ------------------------------------------------------------------------

  /// Lines for which the rules have no place. One slip a line.
  void object_to_the_rest() {
    const Position& position = state_.position;
    const auto object = [&](std::size_t item, Law law, const std::string& message) {
      state_.object(item, state_.span_of(item), law, message);
    };
    for (const SetupEntry& first : lines_.first)
      if (position.first != no_seat && first.seat != position.first)
        object(first.item, Law::false_claim,
               fmt::format("By the rules {} is the first player of this round", state_.name(position.first)));
    std::size_t reported = SIZE_MAX;
    const auto once = [&](std::size_t item, Law law, const std::string& message) {
      if (std::exchange(reported, item) != item) object(item, law, message);
    };
    // If the rules leave it to lot a table may draw tiles for it.
    if (draws_lots_ || !named_)
      for (const SetupEntry& lot : lines_.lots)
        once(lot.item, Law::false_claim,
             draws_lots_ ? fmt::format("{} draws no lot any more", state_.name(lot.seat))
                         : std::string("By these rules no lots are drawn here"));
    for (const std::size_t item : lines_.chances) {
      const auto index = find_chance_fact(state_.program, chance_line(item).name);
      if (!index) {
        object(item, Law::false_claim, "By these rules chance decides no such thing");
        continue;
      }
      const dsl::FactSlot& fact = state_.program.facts[*index];
      const std::int32_t is = position.facts[static_cast<std::size_t>(fact.slot)];
      if (is == engine::absent || value_of(fact, chance_line(item)) == is) continue;
      object(item, Law::false_claim,
             fmt::format("Chance has decided this already: {} is {}", state_.program.fact_names[*index],
                         chance_text(fact, state_.header, is)));
    }
    const bool aside = position.engine_tile != no_tile && position.holder == no_seat;
    const std::string over = aside ? "The engine is set aside" : "The search for the engine has ended";
    const std::string search = over + ", and nobody draws for it";
    for (const SetupEntry& seek : lines_.seeks) once(seek.item, Law::false_claim, search);
    if (lines_.passes > 0) once(*lines_.passes_item, Law::false_claim, search);
    for (const SetupEntry& turned : lines_.turned)
      once(turned.item, Law::false_claim, over + ", and nothing is turned over");
    for (const std::size_t item : lines_.redeals)
      once(item, Law::false_claim, over + ", and nobody deals again for it");
    for (const SetupEntry& engine : lines_.engine)
      once(engine.item, Law::not_the_engine,
           position.engine_tile == no_tile
               ? std::string("No tile may be the engine in this round")
               : fmt::format("The {} lies in the centre already", tile_text(position.engine_tile)));
  }

  FoldState& state_;
  SetupLines lines_;
  EngineSearch search_;
  bool first_of_file_;
  Stage stage_ = Stage::beginning;
  int acts_ = 0;
  std::optional<bool> may_be_void_;     ///< the round, though its engine lies; absent: it was not looked for
  std::optional<std::size_t> refused_;  ///< the fact that chance cannot have decided as the record says
  bool draws_lots_ = false;             ///< and all of them are known so far
  bool named_ = false;                  ///< the first player, by lot or agreement
  bool is_over_ = false;                ///< nothing more comes but what the rules have no place for
  std::size_t deals_ = 0;
  std::size_t noted_deals_ = 0;
  std::array<std::size_t, engine::max_players>
      next_dealt_{};  ///< by seat: nothing before is still to be dealt
};

FoldSetup::FoldSetup(FoldState& state, bool first_of_file)
    : folder_(std::make_unique<Folder>(state, first_of_file)) {}
FoldSetup::~FoldSetup() = default;

SetupProgress FoldSetup::advance() { return folder_->advance(); }

}  // namespace roundhouse::replay
