#include "tests/support/setup_reading.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "tests/support/agreement.h"

namespace roundhouse::tests {
namespace {

using dsl::SetupName;
using engine::Act;
using engine::ActKind;
using engine::no_seat;
using engine::no_tile;
using engine::Seat;
using engine::TileId;
using namespace replay;

enum class Due { cast, lot, first, aside, deal, pick, reveal, redeal, turn_over, engine, lead, play, over };

/// Answers the reading's questions to a game; the slow one.
class SlowSide {
 public:
  SlowSide(const dsl::CheckedRules& rules, int players) : game_(rules, players) {}

  std::optional<int> rounds() const {
    const dsl::Match& match = game_.rules.match;
    if (match.rounds) return number(*match.rounds);
    return match.over ? std::nullopt : std::optional(1);
  }
  int label_of(int round) {
    if (!game_.rules.match.scheduled) return round;
    const int before = std::exchange(game_.table.round, round);
    const std::optional<int> found = number(*game_.rules.match.scheduled);
    game_.table.round = before;
    return found && *found >= 0 ? *found : round;
  }
  void begin(const BeginsAt& at) { begin_slowly(game_, at); }
  int highest() { return std::get<int>(game_.read(game_.rules.setup.highest, {})); }

  Due due() const {
    switch (game_.table.stage) {
      case slow::Stage::cast:
        return Due::cast;
      case slow::Stage::lots:
        return Due::lot;
      case slow::Stage::first:
        return Due::first;
      case slow::Stage::engine:
        return game_.table.hands_dealt ? Due::engine : Due::aside;
      case slow::Stage::deal:
        return Due::deal;
      case slow::Stage::seek:
        return is(game_.rules.setup.missing, SetupName::reveal) ? Due::reveal : Due::pick;
      case slow::Stage::redeal:
        return Due::redeal;
      case slow::Stage::turn_over:
        return Due::turn_over;
      case slow::Stage::lead:
        return Due::lead;
      case slow::Stage::play:
        return Due::play;
      case slow::Stage::over:
        break;
    }
    return Due::over;
  }
  Seat actor() const {
    if (due() == Due::lead) return static_cast<Seat>(game_.table.holder.value_or(-1));
    return static_cast<Seat>(game_.expected().act.actor.value_or(-1));
  }
  /// The engines that may lie now, each with its holder: one, or those of which the lot takes one.
  std::vector<std::pair<TileId, Seat>> engines() const {
    std::vector<std::pair<TileId, Seat>> all;
    const auto put = [&](slow::Tile tile, std::optional<slow::Seat> holder) {
      all.emplace_back(engine::tile_of(tile.high, tile.low), static_cast<Seat>(holder.value_or(-1)));
    };
    for (const auto& [tile, holder] : game_.table.lots) put(tile, holder);
    if (all.empty()) put(*game_.table.found, game_.table.holder);
    return all;
  }
  Act cast() const { return engine_act(game_.expected().act); }
  const std::string& fact_name(const Act& cast) const { return game_.rules.facts[cast.declared].name; }
  std::vector<Seat> drawers() const {
    std::vector<Seat> all;
    for (const slow::Seat seat : game_.table.waiting) all.push_back(static_cast<Seat>(seat));
    return all;
  }
  void apply(const Act& act) { game_.apply(slow_act(act)); }

  bool wanted(TileId tile) const {
    slow::Moment moment;
    moment.tile = slow::tile(engine::high_of(tile), engine::low_of(tile));
    if (!game_.rules.setup.wanted)
      return engine::is_double(tile) && game_.table.scheduled == engine::high_of(tile);
    return std::get<bool>(game_.read(*game_.rules.setup.wanted, moment));
  }
  bool holds(Seat seat, TileId tile) const {
    return slow::holds_tile(game_.table.players[static_cast<std::size_t>(seat)].hand, face(tile));
  }
  bool in_boneyard(TileId tile) const { return slow::holds_tile(game_.table.boneyard, face(tile)); }
  int boneyard() const { return static_cast<int>(game_.table.boneyard.size()); }
  Seat first() const { return static_cast<Seat>(game_.table.first.value_or(-1)); }
  bool missing(SetupName name) const { return is(game_.rules.setup.missing, name); }
  bool then(SetupName name) const { return is(game_.rules.setup.then, name); }
  bool from(SetupName name) const { return is(game_.rules.setup.engine_from, name); }
  int limit() const { return game_.rules.setup.limit ? number(*game_.rules.setup.limit).value_or(0) : 0; }
  int redeals() const { return game_.table.redeals; }
  bool drawn(SetupName name) const { return is(game_.rules.setup.drawn, name); }
  /// Who looks for the engine and draws for it, in this order.
  std::vector<Seat> searchers() const {
    const auto players = static_cast<int>(game_.table.players.size());
    Seat leader = first();
    if (from(SetupName::lead) && game_.rules.setup.leader) {
      const slow::Value value = game_.read(*game_.rules.setup.leader, {});
      if (const auto* player = std::get_if<slow::Player>(&value)) leader = static_cast<Seat>(player->seat);
    }
    if (from(SetupName::lead) && is(game_.rules.setup.passes, SetupName::never)) return {leader};
    std::vector<Seat> all;
    for (int i = 0; i < players; ++i) all.push_back(static_cast<Seat>((leader + i) % players));
    return all;
  }
  bool hands_go_back() const { return game_.table.hands_go_back; }

 private:
  static slow::Tile face(TileId tile) { return slow::tile(engine::high_of(tile), engine::low_of(tile)); }
  std::optional<int> number(const dsl::TypedExpr& expr) const {
    const slow::Value value = game_.read(expr, {});
    const int* found = std::get_if<int>(&value);
    return found == nullptr ? std::nullopt : std::optional(*found);
  }
  bool is(const dsl::TypedExpr& expr, SetupName name) const {
    return std::get<slow::Name>(game_.read(expr, {})).id == static_cast<int>(name);
  }
  bool is(const std::optional<dsl::TypedExpr>& expr, SetupName name) const { return expr && is(*expr, name); }

  slow::SlowGame game_;
};

/// The same of the engine.
class EngineSide {
 public:
  explicit EngineSide(const engine::Rules& program)
      : program_(program), position_(engine::begin_match(program)) {}

  std::optional<int> rounds() const {
    if (program_.match.rounds.given()) return value(program_.match.rounds, 1);
    return program_.match.over.given() ? std::nullopt : std::optional(1);
  }
  int highest() const { return program_.highest; }
  int label_of(int round) const {
    engine::Position there = position_;
    there.round = static_cast<std::uint16_t>(round);
    const engine::Value found = program_.match.scheduled.given()
                                    ? engine::evaluate(program_, there, {}, program_.match.scheduled)
                                    : engine::absent;
    return found == engine::absent || found < 0 ? round : found;
  }
  void begin(const BeginsAt& at) {
    position_ = engine::begin_match(program_);
    position_.round = static_cast<std::uint16_t>(at.rounds_before);
    position_.last_first = at.first.value_or(no_seat);
    position_.last_out = at.out.value_or(no_seat);
    engine::begin_round(program_, position_, std::nullopt, false);
  }
  Due due() const {
    switch (position_.phase) {
      case engine::Phase::cast:
        return Due::cast;
      case engine::Phase::lots:
        return Due::lot;
      case engine::Phase::first:
        return Due::first;
      case engine::Phase::aside:
        return Due::aside;
      case engine::Phase::deal:
        return Due::deal;
      case engine::Phase::redeal:
        return Due::redeal;
      case engine::Phase::seek:
        return missing(SetupName::redeal)   ? Due::redeal
               : missing(SetupName::reveal) ? Due::reveal
                                            : Due::pick;
      case engine::Phase::turn_over:
        return Due::turn_over;
      case engine::Phase::engine:
        return Due::engine;
      case engine::Phase::lead:
        return Due::lead;
      case engine::Phase::play:
        return Due::play;
      case engine::Phase::over:
        break;
    }
    return Due::over;
  }
  Seat actor() const {
    return due() == Due::lead ? position_.holder : engine::expected(program_, position_).chance.actor;
  }
  std::vector<std::pair<TileId, Seat>> engines() const {
    std::vector<std::pair<TileId, Seat>> all;
    for (const Act& act : engine::equal_engines(program_, position_)) all.emplace_back(act.tile, act.actor);
    if (!all.empty()) return all;
    const Act forced = engine::expected(program_, position_).chance;
    return {{forced.tile, forced.actor}};
  }
  Act cast() const { return engine::expected(program_, position_).chance; }
  const std::string& fact_name(const Act& cast) const { return program_.fact_names[cast.declared]; }
  std::vector<Seat> drawers() const {
    std::vector<Seat> all;
    for (Seat seat = position_.seeker; seat < program_.players; ++seat)
      if ((position_.drawing >> seat & 1U) != 0) all.push_back(seat);
    return all;
  }
  void apply(const Act& act) { engine::apply(program_, position_, act); }
  bool wanted(TileId tile) const {
    engine::Moment moment;
    moment.tile = tile;
    if (!program_.setup.wanted.given())
      return engine::is_double(tile) && engine::high_of(tile) == position_.scheduled;
    return engine::holds(program_, position_, moment, program_.setup.wanted);
  }
  bool holds(Seat seat, TileId tile) const {
    return position_.hands[static_cast<std::size_t>(seat)].has(tile);
  }
  bool in_boneyard(TileId tile) const { return engine::boneyard_tiles(program_, position_).has(tile); }
  int boneyard() const { return position_.boneyard; }
  Seat first() const { return position_.first; }
  bool missing(SetupName name) const { return is(program_.setup.missing, name); }
  bool then(SetupName name) const { return is(program_.setup.then, name); }
  bool from(SetupName name) const { return is(program_.setup.engine_from, name); }
  int limit() const { return value(program_.setup.limit, 0); }
  int redeals() const { return position_.passes; }
  bool drawn(SetupName name) const { return is(program_.setup.drawn, name); }
  std::vector<Seat> searchers() const {
    Seat leader = first();
    if (from(SetupName::lead) && program_.setup.leader.given()) {
      const engine::Value value = engine::evaluate(program_, position_, {}, program_.setup.leader);
      if (value != engine::absent) leader = static_cast<Seat>(value);
    }
    if (from(SetupName::lead) && is(program_.setup.passes, SetupName::never)) return {leader};
    std::vector<Seat> all;
    for (int i = 0; i < program_.players; ++i)
      all.push_back(static_cast<Seat>((leader + i) % program_.players));
    return all;
  }
  bool hands_go_back() const { return position_.phase == engine::Phase::redeal; }

 private:
  int value(dsl::NodeRef node, int otherwise) const {
    const engine::Value found =
        node.given() ? engine::evaluate(program_, position_, {}, node) : engine::absent;
    return found == engine::absent ? otherwise : found;
  }
  bool is(dsl::NodeRef node, SetupName name) const {
    return node.given() &&
           engine::evaluate(program_, position_, {}, node) == static_cast<engine::Value>(name);
  }

  const engine::Rules& program_;
  engine::Position position_;
};

TileId id(const WrittenTile& tile) { return tile.known() ? engine::tile_of(tile.high, tile.low) : no_tile; }

struct Entry {
  std::size_t item;
  Seat seat;
  WrittenTile* tile;
};

template <class Side>
class SetupReading {
 public:
  SetupReading(Side side, int players, int tile_kinds, int copies, const Header& header, RecordRound& round)
      : side_(std::move(side)),
        players_(players),
        kinds_(tile_kinds),
        copies_(copies),
        header_(header),
        round_(round) {}

  SetupFound run() {
    gather();
    if (begin() && are_of_one_set() && cast() && draw_lots() && name_first() && lay_aside() && deal() &&
        search())
      object_to_the_rest();
    return found_;
  }

 private:
  bool object(std::size_t item, std::vector<std::string> laws) {
    found_.objects = true;
    found_.item = item;
    found_.laws = std::move(laws);
    // Of a tile that the set does not have that may be said first.
    if (const auto* seek = std::get_if<SeekLine>(&round_.items[item].line))
      for (const SeatTile& draw : seek->draws)
        if (draw.tile.high > side_.highest()) found_.laws.push_back("false-claim");
    return false;
  }
  bool give_up() {
    found_.blind = true;
    return false;
  }
  /// The tile has to come out of the boneyard.
  bool take(const Entry& entry) {
    if (!entry.tile->known()) {
      found_.open = entry.tile;
      for (int t = 0; t < kinds_; ++t)
        if (fits(*entry.tile, static_cast<TileId>(t)) && side_.in_boneyard(static_cast<TileId>(t)))
          found_.may_be.push_back(static_cast<TileId>(t));
      if (!found_.may_be.empty()) return false;
      found_.open = nullptr;
      return object(entry.item, {"tile-once", "false-claim", "tile-not-held"});
    }
    if (id(*entry.tile) >= kinds_ || !side_.in_boneyard(id(*entry.tile)))
      return object(entry.item, {"tile-once", "false-claim", "tile-not-held"});
    return true;
  }
  static bool fits(const WrittenTile& tile, TileId face) {
    return tile.unknown() || engine::high_of(face) == tile.high || engine::low_of(face) == tile.high;
  }
  void apply(ActKind kind, Seat actor, TileId tile) {
    Act act;
    act.kind = kind;
    act.actor = actor;
    act.tile = tile;
    side_.apply(act);
    ++found_.acts;
  }

  void gather() {
    hands_.emplace_back();
    for (std::size_t i = 0; i < round_.items.size(); ++i) {
      Line& line = round_.items[i].line;
      if (auto* turn = std::get_if<TurnLine>(&line)) {
        if (turn->player == no_seat) continue;
        turn_ = i;
        break;
      }
      if (std::holds_alternative<GapLine>(line) || std::holds_alternative<LeftLine>(line) ||
          std::holds_alternative<ScoreLine>(line) || std::holds_alternative<OverLine>(line))
        break;
      const auto put = [&](auto& list, Seat seat, WrittenTile& tile) { list.push_back({i, seat, &tile}); };
      if (auto* lots = std::get_if<LotsLine>(&line))
        for (SeatTile& lot : lots->lots) put(lots_, lot.seat, lot.tile);
      if (const auto* first = std::get_if<FirstLine>(&line)) first_.push_back({i, first->player, nullptr});
      if (auto* hand = std::get_if<HandLine>(&line))
        for (WrittenTile& tile : hand->tiles) put(hands_.back(), hand->player, tile);
      if (auto* seek = std::get_if<SeekLine>(&line)) {
        for (SeatTile& draw : seek->draws) put(seeks_, draw.seat, draw.tile);
        passes_ = passes_ || seek->passes > 0;
      }
      if (auto* turned = std::get_if<TurnedLine>(&line))
        for (WrittenTile& tile : turned->tiles) put(turned_, no_seat, tile);
      if (auto* engine = std::get_if<EngineLine>(&line)) put(engine_, engine->holder, engine->tile);
      if (auto* chance = std::get_if<ChanceLine>(&line)) chances_.push_back(chance);
      if (std::holds_alternative<RedealLine>(line)) redeals_.push_back(i), hands_.emplace_back();
    }
  }

  bool begin() {
    const std::string label = label_of(round_);
    int number = 0;
    const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), number);
    int before = 0;
    if (error == std::errc() && end == label.data() + label.size()) {
      before = -1;
      const int last = std::min(side_.rounds().value_or(1000), 1000);
      for (int round = last; round >= 1; --round)
        if (side_.label_of(round) == number) before = round - 1;
    }
    // People call the first round 1, whichever double is due: so where there is no round of the double 1, or
    // what lies is the engine of the first round.
    if (number == 1 && side_.label_of(1) != 1 && !says_before() && (before < 0 || lies_first_engine()))
      before = 0;
    // A round that people call by the double that lies may be the first: not asked here.
    if (before < 0 && lies_double(number)) return give_up();
    if (before < 0) {
      std::size_t item = 0;
      while (!std::holds_alternative<RoundLine>(round_.items[item].line)) ++item;
      return object(item, {"false-claim"});
    }
    return begin(before);
  }

  bool says_before() const {
    return header_.first != no_seat || header_.out != no_seat || !header_.totals.empty() ||
           !header_.used.empty();
  }

  /// This double is written as the engine, or as the first tile of the first turn.
  bool lies_double(int pip) {
    const auto is_it = [&](const WrittenTile& tile) { return tile.high == pip && tile.low == pip; };
    if (!engine_.empty()) return is_it(*engine_[0].tile);
    for (const Item& item : round_.items)
      if (const auto* turn = std::get_if<TurnLine>(&item.line)) {
        const auto* laid = turn->acts.empty() ? nullptr : std::get_if<TileAct>(&turn->acts.front().what);
        return laid != nullptr && laid->place.empty() && is_it(laid->tile);
      }
    return false;
  }

  /// The double of the first round is written as the engine, or it and not a 1 is on the first tile of a
  /// turn.
  bool lies_first_engine() {
    const int due = side_.label_of(1);
    if (!engine_.empty() && engine_[0].tile->high == due && engine_[0].tile->low == due) return true;
    for (const Item& item : round_.items)
      if (const auto* turn = std::get_if<TurnLine>(&item.line))
        for (const WrittenAct& act : turn->acts)
          if (const auto* laid = std::get_if<TileAct>(&act.what)) {
            const auto has = [&](int pip) { return laid->tile.high == pip || laid->tile.low == pip; };
            return laid->tile.known() && has(due) && !has(1);
          }
    return false;
  }

  /// In the midst of a match whose rotation it is, and who went out, is as the record has it.
  bool begin(int before) {
    BeginsAt& at = found_.begins_at;
    at.rounds_before = before;
    side_.begin(at);
    if (before == 0) return true;
    const Seat said = header_.first != no_seat ? header_.first : first_.empty() ? no_seat : first_[0].seat;
    if (header_.out != no_seat) at.out = header_.out;
    if (header_.out == no_seat && turn_ != 0) at.out = std::get<TurnLine>(round_.items[turn_].line).player;
    if (said != no_seat) at.first = static_cast<Seat>((said + players_ - 1) % players_);
    bool hangs_on_it = side_.due() == Due::cast;
    if (said == no_seat)
      for (Seat first = 0; first < 2; ++first) {
        const Seat by_default = side_.first();
        side_.begin({before, first, at.out});
        hangs_on_it = hangs_on_it || side_.first() != by_default;
      }
    side_.begin(at);
    found_.first_open = hangs_on_it && said == no_seat;
    return !found_.first_open || give_up();
  }

  /// No line has a tile more often than the set.
  bool are_of_one_set() {
    std::map<std::pair<std::size_t, TileId>, int> times;
    const auto fits_in = [&](const auto& entries) {
      for (const Entry& entry : entries)
        if (entry.tile->known() && ++times[{entry.item, id(*entry.tile)}] > copies_)
          return object(entry.item, {"false-claim", "tile-once"});
      return true;
    };
    for (const auto& hand : hands_)
      if (!fits_in(hand)) return false;
    return fits_in(lots_) && (side_.drawn(SetupName::back) || fits_in(seeks_)) && fits_in(turned_);
  }

  bool cast() {
    while (side_.due() == Due::cast) {
      Act act = side_.cast();
      const auto said = std::find_if(chances_.begin(), chances_.end(), [&](const ChanceLine* line) {
        return line->name == side_.fact_name(act);
      });
      if (said == chances_.end()) return give_up();
      act.amount = (*said)->player == no_seat ? (*said)->number : (*said)->player;
      chances_.erase(said);
      side_.apply(act);
      ++found_.acts;
    }
    return true;
  }

  bool draw_lots() {
    const auto lot_of = [&](Seat seat) {
      return std::find_if(lots_.begin(), lots_.end(), [&](const Entry& lot) { return lot.seat == seat; });
    };
    while (side_.due() == Due::lot) {
      by_lot_ = true;
      for (const Seat seat : side_.drawers())
        if (lot_of(seat) == lots_.end() || !lot_of(seat)->tile->known()) return give_up();
      const auto lot = lot_of(side_.actor());
      if (!take(*lot)) return false;
      apply(ActKind::lot, lot->seat, id(*lot->tile));
      lots_.erase(lot);
    }
    return true;
  }

  bool name_first() {
    if (side_.due() != Due::first) return true;
    named_ = true;
    if (first_.empty() && header_.first == no_seat) return give_up();
    apply(ActKind::first, first_.empty() ? header_.first : first_.front().seat, no_tile);
    return true;
  }

  bool may_lie(TileId tile, Seat holder) const {
    const auto engines = side_.engines();
    return std::find(engines.begin(), engines.end(), std::pair(tile, holder)) != engines.end();
  }

  bool lay_aside() {
    if (side_.due() != Due::aside) return true;
    TileId right = side_.engines().front().first;
    if (!engine_.empty()) {
      right = id(*engine_.front().tile);
      if (!may_lie(right, engine_.front().seat))
        return object(engine_.front().item, {"not-the-engine", "tile-once"});
      engine_.erase(engine_.begin());
    } else if (side_.engines().size() > 1) {
      return turn_ != 0 && object(turn_, {"not-the-engine"});
    }
    apply(ActKind::engine, no_seat, right);
    return true;
  }

  bool deal() {
    std::vector<Entry>& hand = hands_[deals_];
    while (side_.due() == Due::deal) {
      const Seat seat = side_.actor();
      const auto next =
          std::find_if(hand.begin(), hand.end(), [&](const Entry& entry) { return entry.seat == seat; });
      if (next == hand.end()) return give_up();
      if (!take(*next)) return false;
      apply(ActKind::deal, seat, id(*next->tile));
      hand.erase(next);
    }
    return true;
  }

  bool anybody_holds_one() const {
    const std::vector<Seat> all = side_.searchers();
    return std::any_of(all.begin(), all.end(), [&](Seat seat) { return holds_one(seat); });
  }
  bool holds_one(Seat seat) const {
    for (int t = 0; t < kinds_; ++t)
      if (side_.holds(seat, static_cast<TileId>(t)) && side_.wanted(static_cast<TileId>(t))) return true;
    return false;
  }

  /// The engine is in the hands, or it is drawn, dealt or turned up.
  bool search() {
    while (deals_ < redeals_.size()) {
      if (side_.due() == Due::play || side_.due() == Due::over) return true;  // see the rest
      if (side_.due() != Due::redeal) return object(redeals_[deals_], {"false-claim", "not-the-engine"});
      // Nobody can have laid what is written before another deal.
      if (!engine_.empty() && engine_.front().item < redeals_[deals_])
        return object(engine_.front().item, {"not-the-engine", "tile-not-held", "tile-once"});
      apply(ActKind::redeal, no_seat, no_tile);
      ++deals_;
      if (!deal()) return false;
    }
    for (const auto& hand : hands_)
      if (!hand.empty()) return object(hand.front().item, {"false-claim"});
    if (side_.due() == Due::redeal && side_.hands_go_back()) {
      // Where nobody looks for the engine the setup ends with the deal: of a line that has no place in it
      // that is reported before what the first act claims.
      if (side_.from(SetupName::aside) && !object_to_the_rest()) return false;
      const std::size_t next = item_after_deal();
      found_.at_first_act = true;
      return next == 0 || object(next, {"false-claim"});
    }
    if (side_.due() == Due::play) return true;
    if (passes_) return give_up();
    if (side_.due() == Due::over && !side_.from(SetupName::aside)) return true;
    if (side_.from(SetupName::turned) && !seeks_.empty()) return object(seeks_.front().item, {"false-claim"});
    return (side_.missing(SetupName::unison) && !alone() ? draw_in_passes() : draw_in_turn()) &&
           turn_over() && lay_engine();
  }

  bool alone() const { return side_.searchers().size() == 1; }
  int drawers() const { return static_cast<int>(side_.searchers().size()); }
  Seat drawer(int place) const { return side_.searchers()[static_cast<std::size_t>(place % drawers())]; }
  bool shows() const {
    return side_.missing(SetupName::reveal) || side_.drawn(SetupName::back) || side_.drawn(SetupName::aside);
  }

  /// The first line that comes when the hands stay; 0: none.
  std::size_t item_after_deal() const {
    if (!seeks_.empty()) return seeks_.front().item;
    if (!turned_.empty()) return turned_.front().item;
    if (!engine_.empty()) return engine_.front().item;
    return turn_;
  }

  bool may_draw(const Entry& entry, int made) {
    if (side_.missing(SetupName::redeal)) return object(entry.item, {"false-claim"});
    if (side_.due() == Due::over) return true;
    if (side_.boneyard() == 0) return object(entry.item, {"boneyard-empty"});
    if (side_.limit() > 0 && made / drawers() >= side_.limit()) return object(entry.item, {"false-claim"});
    return true;
  }

  bool is_beyond_the_set(const Entry& entry) const {
    return entry.tile->known() && id(*entry.tile) >= kinds_;
  }

  bool draw_in_passes() {
    int passes = 0;
    for (; !seeks_.empty(); ++passes) {
      // One pass, as it is written.
      const int size = std::min(players_, side_.boneyard());
      if (!may_draw(seeks_.front(), passes * drawers())) return false;
      if (side_.due() == Due::over) return true;
      std::map<int, Entry> pass;  // by place
      for (; static_cast<int>(pass.size()) < size && !seeks_.empty(); seeks_.pop_front()) {
        const Entry entry = seeks_.front();
        const int place = (entry.seat - drawer(0) + players_) % players_;
        if (is_beyond_the_set(entry)) return take(entry);
        if (pass.count(place) != 0) return object(entry.item, {"false-claim"});
        pass.emplace(place, entry);
      }
      if (size < players_ && static_cast<int>(pass.size()) == size)
        for (const auto& [place, entry] : pass)
          if (place >= size) return object(entry.item, {"boneyard-empty"});
      if (shows() && anybody_holds_one())
        return object(pass.begin()->second.item, {"not-the-engine", "tile-once"});
      for (const auto& [place, entry] : pass) {
        if (!take(entry)) return false;
        apply(shows() ? ActKind::reveal : ActKind::pick, entry.seat, id(*entry.tile));
      }
      unfinished_ = static_cast<int>(pass.size()) < size;
    }
    return true;
  }

  bool draw_in_turn() {
    int made = 0;
    bool found = false;
    for (; !seeks_.empty(); seeks_.pop_front(), ++made) {
      const Entry entry = seeks_.front();
      const Seat next = drawer(made);
      if (!side_.missing(SetupName::redeal) && side_.due() == Due::over) return true;
      if (side_.boneyard() > 0 && entry.seat != next) return object(entry.item, {"false-claim"});
      if (!may_draw(entry, made)) return false;
      if (found) return object(entry.item, {"false-claim"});
      const bool reveal = shows();
      const bool one_by_one = side_.missing(SetupName::one_by_one) && !alone();
      if (reveal && (one_by_one ? holds_one(entry.seat) : anybody_holds_one()))
        return object(entry.item, {"not-the-engine", "tile-once"});
      if (!take(entry)) return false;
      found = side_.wanted(id(*entry.tile));
      apply(reveal ? ActKind::reveal : ActKind::pick, entry.seat, id(*entry.tile));
    }
    return true;
  }

  bool turn_over() {
    for (; !turned_.empty(); turned_.pop_front()) {
      const Entry& entry = turned_.front();
      if (side_.due() == Due::over && !side_.then(SetupName::turn_over))
        return object(entry.item, {"false-claim"});
      if (side_.due() != Due::turn_over)
        return object(entry.item, {"false-claim", "not-the-engine", "tile-once"});
      if (!take(entry)) return false;
      apply(ActKind::turn_over, no_seat, id(*entry.tile));
    }
    return true;
  }

  bool lay_engine() {
    Entry engine{};
    if (!engine_.empty()) {
      engine = engine_.front();
    } else {
      if (turn_ == 0) return true;
      if (side_.due() == Due::engine && side_.actor() == no_seat) {  // it was turned over
        apply(ActKind::engine, no_seat, side_.engines().front().first);
        return true;
      }
      if (side_.from(SetupName::turned) && side_.due() == Due::turn_over)
        return object(turn_, {"not-the-engine", "round-over"});
      auto& turn = std::get<TurnLine>(round_.items[turn_].line);
      auto* tile = turn.acts.empty() ? nullptr : std::get_if<TileAct>(&turn.acts.front().what);
      if (tile == nullptr || !tile->place.empty()) return object(turn_, {"not-the-engine", "round-over"});
      engine = {turn_, turn.player, &tile->tile};
    }
    const std::vector<std::string> laws{"not-the-engine", "tile-not-held", "tile-once", "turn-order",
                                        "round-over"};
    if (!engine.tile->known() || id(*engine.tile) >= kinds_) return object(engine.item, laws);
    const TileId tile = id(*engine.tile);
    // It may come up last without being written among the tiles turned over.
    if (side_.due() == Due::turn_over && side_.from(SetupName::turned) && engine.seat == no_seat) {
      if (!take(engine)) return false;
      if (!side_.wanted(tile)) return object(engine.item, laws);
      apply(ActKind::turn_over, no_seat, tile);
    }
    const bool lies = (side_.due() == Due::engine && may_lie(tile, engine.seat)) ||
                      (side_.due() == Due::lead && engine.seat == side_.actor() && side_.wanted(tile) &&
                       side_.holds(engine.seat, tile));
    if (!lies || unfinished_) return object(engine.item, laws);
    apply(side_.due() == Due::lead ? ActKind::lead : ActKind::engine, engine.seat, tile);
    if (!engine_.empty()) engine_.erase(engine_.begin());
    return true;
  }

  bool object_to_the_rest() {
    for (const Entry& first : first_)
      if (side_.first() != no_seat && first.seat != side_.first()) return object(first.item, {"false-claim"});
    if ((by_lot_ || !named_) && !lots_.empty()) return object(lots_.front().item, {"false-claim"});
    for (const Entry& lot : lots_)
      if (is_beyond_the_set(lot)) return object(lot.item, {"false-claim"});
    if (!seeks_.empty()) return object(seeks_.front().item, {"false-claim", "boneyard-empty"});
    if (!turned_.empty()) return object(turned_.front().item, {"false-claim"});
    if (deals_ < redeals_.size()) return object(redeals_[deals_], {"false-claim"});
    if (!engine_.empty()) return object(engine_.front().item, {"not-the-engine", "tile-once"});
    return true;
  }

  Side side_;
  int players_;
  int kinds_;
  int copies_;
  const Header& header_;
  RecordRound& round_;
  SetupFound found_;
  std::deque<Entry> lots_, seeks_, turned_;
  std::vector<const ChanceLine*> chances_;
  std::vector<Entry> first_, engine_;
  std::vector<std::vector<Entry>> hands_;
  std::vector<std::size_t> redeals_;
  bool passes_ = false;
  bool by_lot_ = false;
  bool named_ = false;
  bool unfinished_ = false;  ///< a pass in which not everybody has drawn
  std::size_t deals_ = 0;
  std::size_t turn_ = 0;  ///< the first turn's line; 0: there is none
};

}  // namespace

void begin_slowly(slow::SlowGame& game, const BeginsAt& at) {
  const auto said = [](std::optional<Seat> seat) {
    return seat ? std::optional<slow::Seat>(*seat) : std::nullopt;
  };
  game.table.round = at.rounds_before;
  game.table.first.reset();
  game.table.first_before = said(at.first);
  game.table.last_out = said(at.out);
  game.begin_round(false);
}

SetupFound read_setup_slowly(const dsl::CheckedRules& rules, int players, const Header& header,
                             RecordRound& round) {
  slow::SlowGame game(rules, players);
  int kinds = 0;
  const slow::Value highest = game.read(rules.setup.highest, {});
  for (int high = 0; high <= std::get<int>(highest); ++high) kinds += high + 1;
  const int copies = std::get<int>(game.read(rules.setup.copies, {}));
  return SetupReading(SlowSide(rules, players), players, kinds, copies, header, round).run();
}

SetupFound read_setup(const engine::Rules& program, const Header& header, RecordRound& round) {
  return SetupReading(EngineSide(program), program.players, program.tile_kinds, program.copies, header, round)
      .run();
}

}  // namespace roundhouse::tests
