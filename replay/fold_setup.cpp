// The beginning of a round as a record has it: lots, hands, the search for the engine.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "dsl/base/whole_number.h"
#include "engine/evaluate.h"
#include "replay/check_header.h"
#include "replay/fold_state.h"
#include "replay/hand_faces.h"
#include "replay/names.h"
#include "replay/tiles.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Expected;
using engine::Next;
using engine::Phase;
using engine::Position;

/// A round can need no more setup acts than this: every tile dealt a thousand times over.
constexpr int most_setup_acts = 1'000'000;

class SetupFolder {
 public:
  explicit SetupFolder(FoldState& state) : state_(state) {}

  bool run(bool first_of_file) {
    const auto& items = state_.round.items;
    state_.left = tiles_left(state_.program, state_.round);
    state_.says_left = std::any_of(state_.left.begin(), state_.left.end(),
                                   [](const auto& tiles) { return tiles.has_value(); });
    const auto is_turn = [](const Item& item) {
      return std::holds_alternative<TurnLine>(item.line) || std::holds_alternative<GapLine>(item.line);
    };
    const auto begins_play = [&](const Item& item) {
      return is_turn(item) || std::holds_alternative<LeftLine>(item.line) ||
             std::holds_alternative<ScoreLine>(item.line) || std::holds_alternative<OverLine>(item.line);
    };
    state_.was_played = std::any_of(items.begin(), items.end(), is_turn);
    state_.first_turn =
        static_cast<std::size_t>(std::find_if(items.begin(), items.end(), begins_play) - items.begin());
    return begin(first_of_file) && set_up();
  }

 private:
  // -- the beginning ------------------------------------------------------------------------------

  bool begin(bool first_of_file) {
    if (!first_of_file) return begin_next();
    Position& position = state_.position;
    const Header& header = state_.header;
    const std::optional<int> label = dsl::whole_number<int>(label_of(state_.round));
    const std::optional<int> game = game_of(state_.round);
    if (game) position.game = dsl::number_within<std::uint16_t>(*game, 1, engine::most_games).value_or(1);
    for (const int n : header.used)
      if (n >= 0 && n <= engine::max_highest) position.used |= std::uint32_t{1} << static_cast<unsigned>(n);
    if (header.first != no_seat)
      position.last_first =
          static_cast<Seat>((header.first + state_.program.players - 1) % state_.program.players);
    position.last_out = header.out;
    for (std::size_t p = 0; p < header.totals.size() && p < position.players.size(); ++p)
      position.players[p].total = header.totals[p];
    const std::optional<int> before = label ? rounds_before(*label) : std::nullopt;
    if (before) position.round = dsl::number_within<std::uint16_t>(*before).value_or(0);
    const bool is_double = label && *label >= 0 && *label <= state_.program.highest && !no_double_is_due();
    engine::begin_round(state_.program, position, is_double ? label : std::nullopt, false);
    begin_facts();
    return true;
  }

  /// A `game` line begins a game also where the last one could have gone on: a table may agree to stop.
  bool begin_next() {
    const std::optional<int> said = game_of(state_.round);
    const bool early = said && *said == state_.position.game + 1;
    engine::begin_round(state_.program, state_.position, std::nullopt,
                        early ? std::optional<bool>(true) : std::nullopt);
    if (!said || *said == state_.position.game) return true;
    for (std::size_t i = 0; i < state_.round.items.size(); ++i)
      if (std::holds_alternative<GameLine>(state_.round.items[i].line))
        return state_.object(i, state_.span_of(i), dsl::Law::false_claim,
                             fmt::format("This round belongs to game {}", state_.position.game));
    return true;
  }

  /// The rules schedule doubles, but none under these options: a label is the number of its round.
  bool no_double_is_due() {
    const dsl::NodeRef scheduled = state_.program.match.scheduled;
    Position first = state_.position;
    first.round = 1;
    return scheduled.given() && engine::evaluate(state_.program, first, {}, scheduled) == engine::absent;
  }

  /// How many rounds of the game came before the one with this label: the one scheduled for this double, or
  /// where no doubles are scheduled the one with this number.
  std::optional<int> rounds_before(int label) {
    const dsl::MatchProgram& match = state_.program.match;
    const int rounds =
        match.rounds.given() ? engine::evaluate(state_.program, state_.position, {}, match.rounds) : 1;
    if (!match.scheduled.given() || no_double_is_due()) {
      const bool counted = match.rounds.given() || !match.over.given();
      return label >= 1 && label <= (counted ? rounds : 1000) ? std::optional<int>(label - 1) : std::nullopt;
    }
    Position there = state_.position;
    for (int n = 1; n <= rounds && n <= 1000; ++n) {
      there.round = static_cast<std::uint16_t>(n);
      if (engine::evaluate(state_.program, there, {}, match.scheduled) == label) return n - 1;
    }
    return std::nullopt;
  }

  void begin_facts() {
    // What these rules do not keep is told with the header: see check_header.
    for (const FactField& field : state_.header.facts)
      if (const auto kept = kept_fact(state_.program, state_.header, field))
        state_.position.facts[kept->slot] = kept->value;
  }

  // -- lots, deal and the engine ------------------------------------------------------------------

  struct Written {
    std::size_t item = 0;
    Seat seat = no_seat;
    SetTile tile;
    dsl::Span where;  ///< of the tile
  };

  /// The lines before the first turn, sorted into what the setup asks for. False: the fold stops.
  bool gather() {
    int passes = 0;
    bool go_on = true;
    const auto seat_tiles = [&](std::size_t i, const std::vector<SeatTile>& said, auto& list) {
      std::vector<WrittenTile> written;
      for (const SeatTile& one : said) written.push_back(one.tile);
      std::vector<SetTile> tiles;
      go_on = state_.admit(i, written, tiles);
      for (std::size_t t = 0; t < tiles.size(); ++t)
        list.push_back({i, said[t].seat, tiles[t], written[t].at.span});
    };
    for (std::size_t i = 0; i < state_.first_turn && go_on; ++i) {
      std::visit(overloaded{
                     [&](const LotsLine& line) { seat_tiles(i, line.lots, lots_); },
                     [&](const FirstLine& line) {
                       first_ = Written{i, line.player, {}, {}};
                     },
                     [&](const HandLine& line) {
                       if (hands_.size() <= static_cast<std::size_t>(deals_))
                         hands_.resize(static_cast<std::size_t>(deals_) + 1);
                       std::vector<SetTile> tiles;
                       go_on = state_.admit(i, line.tiles, tiles);
                       for (std::size_t t = 0; t < tiles.size(); ++t)
                         hands_[static_cast<std::size_t>(deals_)].push_back(
                             {i, line.player, tiles[t], line.tiles[t].at.span});
                     },
                     [&](const SeekLine& line) {
                       seat_tiles(i, line.draws, seeks_);
                       passes += line.passes;
                       if (line.passes > 0) seek_item_ = i;
                     },
                     [&](const TurnedLine& line) {
                       std::vector<SetTile> tiles;
                       go_on = state_.admit(i, line.tiles, tiles);
                       for (const SetTile& tile : tiles) turned_.push_back({i, no_seat, tile, {}});
                     },
                     [&](const EngineLine& line) {
                       const std::optional<SetTile> tile = state_.admit_act(i, line.tile);
                       go_on = tile.has_value();
                       engine_ = Written{i, line.holder, tile.value_or(SetTile()), line.tile.at.span};
                     },
                     [&](const RedealLine&) { redeals_.push_back(i), ++deals_; },
                     [](const auto&) {},
                 },
                 state_.round.items[i].line);
    }
    seek_passes_ = passes;
    return go_on && (state_.was_played || check_left());
  }

  /// Of a round that nobody wrote down: all that was left together is of one set. The last line of a player
  /// counts.
  bool check_left() {
    std::array<int, engine::max_tile_kinds> seen{};
    std::vector<std::vector<SetTile>> of_seat(static_cast<std::size_t>(state_.program.players));
    const auto count = [&](const std::vector<SetTile>& tiles, int times) {
      for (const SetTile& tile : tiles)
        if (tile.known()) seen[tile.id()] += times;
    };
    for (std::size_t i = state_.first_turn; i < state_.round.items.size(); ++i) {
      const auto* line = std::get_if<LeftLine>(&state_.round.items[i].line);
      if (line == nullptr) continue;
      std::vector<SetTile>& tiles = of_seat[static_cast<std::size_t>(line->player)];
      count(tiles, -1);
      tiles.clear();
      if (!state_.admit(i, line->tiles, tiles)) return false;
      count(tiles, 1);
      for (std::size_t t = 0; t < tiles.size(); ++t) {
        if (!tiles[t].known() || seen[tiles[t].id()] <= state_.program.copies) continue;
        if (!state_.object(i, too_often(state_.program, line->tiles[t]), dsl::Law::false_claim)) return false;
        break;
      }
    }
    return true;
  }

  /// nullptr: nobody played, or nobody wrote down who began.
  const TurnLine* first_turn() const {
    const bool is_gap = state_.first_turn < state_.round.items.size() &&
                        std::holds_alternative<GapLine>(state_.round.items[state_.first_turn].line);
    if (is_gap) return nullptr;
    for (std::size_t i = state_.first_turn; i < state_.round.items.size(); ++i)
      if (const auto* line = std::get_if<TurnLine>(&state_.round.items[i].line);
          line && line->player != no_seat)
        return line;
    return nullptr;
  }

  bool set_up() {
    if (!gather()) return false;
    deals_ = 0;
    for (int acts = 0; acts < most_setup_acts; ++acts) {
      const Expected next = engine::expected(state_.program, state_.position);
      if (next.next == Next::over) {
        if (!seems_void()) return true;
        state_.position.phase = Phase::seek;
        bool done = false;
        if (!find_engine(done)) return false;
        if (done) return true;
        continue;
      }
      if (next.next == Next::choice)
        return check_hands() && (state_.position.phase != Phase::lead || lay_engine());
      bool done = false;
      if (!set_up_step(next, done)) return false;
      if (done) return true;
    }
    return false;
  }

  /// No engine was found in the hands as far as they are known, but the record goes on.
  bool seems_void() const {
    const Position& position = state_.position;
    const bool hidden = hidden_count(position, 0) > 0 || others_hidden(state_.program, position, 0);
    return hidden && position.engine_tile == engine::no_tile && (engine_ || first_turn() != nullptr);
  }

  bool set_up_step(const Expected& next, bool& done) {
    switch (next.chance.kind) {
      case ActKind::lot:
        return draw_lot(next.chance);
      case ActKind::first:
        return name_first();
      case ActKind::deal:
        return deal(next.chance);
      case ActKind::engine:
        // Set aside, or to be seen in the hands as far as they are known: the record may know better.
        if (state_.position.phase == Phase::aside) return lay_aside(next.chance);
        return find_engine(done);
      case ActKind::pick:
      case ActKind::reveal:
      case ActKind::turn_over:
      case ActKind::redeal:
        return find_engine(done);
      case ActKind::lead:
      case ActKind::lay:
      case ActKind::draw:
      case ActKind::done:
      case ActKind::declared:
      case ActKind::pull:
        break;
    }
    return false;
  }

  bool draw_lot(const Act& wanted) {
    Act act = wanted;
    for (std::size_t i = 0; i < lots_.size(); ++i) {
      if (lots_[i].seat != wanted.actor) continue;
      const Written lot = lots_[i];
      lots_.erase(lots_.begin() + static_cast<std::ptrdiff_t>(i));
      act.tile = lot.tile.id();
      return state_.carry_out(lot.item, state_.span_of(lot.item), act, true, lot.tile);
    }
    // Nobody wrote the lots down: whoever is said to be first, or has the first turn, drew the best.
    return name_first();
  }

  bool name_first() {
    Seat seat = first_ ? first_->seat : state_.header.first;
    if (seat == no_seat)
      if (const TurnLine* line = first_turn()) seat = line->player;
    if (seat == no_seat) seat = 0;
    Act act;
    act.kind = ActKind::first;
    act.actor = seat;
    const std::size_t item = first_ ? first_->item : 0;
    return state_.carry_out(item, state_.span_of(item), act, first_.has_value());
  }

  bool deal(const Act& wanted) {
    Act act = wanted;
    std::size_t item = 0;
    SetTile tile;
    if (static_cast<std::size_t>(deals_) < hands_.size()) {
      std::vector<Written>& hand = hands_[static_cast<std::size_t>(deals_)];
      std::size_t& next = next_dealt_[static_cast<std::size_t>(wanted.actor)];
      while (next < hand.size() && hand[next].seat != wanted.actor) ++next;
      if (next < hand.size()) {
        tile = hand[next].tile;
        item = hand[next].item;
        act.tile = tile.id();
        hand[next].seat = no_seat;  // dealt
      }
    }
    return state_.carry_out(item, state_.span_of(item), act, !tile.unknown(), tile);
  }

  /// Hands written with more tiles than are dealt.
  bool check_hands() {
    std::optional<std::size_t> told;  // one a line
    for (const auto& hand : hands_)
      for (const Written& extra : hand) {
        if (extra.seat == no_seat || told == extra.item) continue;
        told = extra.item;
        if (!state_.object(extra.item, extra.where, dsl::Law::false_claim,
                           fmt::format("{} is said to have been dealt more tiles than everybody gets",
                                       state_.name(extra.seat))))
          return false;
      }
    return true;
  }

  bool lay_aside(const Act& wanted) {
    Act act = wanted;
    if (!engine_) return state_.carry_out(0, state_.span_of(0), act, false);
    const bool other = engine_->tile.id() != wanted.tile;
    if (other && !state_.object(engine_->item, engine_->where, dsl::Law::not_the_engine,
                                fmt::format("The engine that is set aside for this round is the {}",
                                            tile_text(wanted.tile))))
      return false;
    if (engine_->tile.known()) act.tile = engine_->tile.id();
    FoldStep step{engine_->item, state_.span_of(engine_->item), act, true, engine_->tile};
    step.told = other;
    return state_.carry_out(step);
  }

  /// After the deal: redeals, draws and tiles turned over as they are written, then the engine.
  bool find_engine(bool& done) {
    if (static_cast<std::size_t>(deals_) < redeals_.size()) {
      const std::size_t item = redeals_[static_cast<std::size_t>(deals_++)];
      next_dealt_ = {};
      Act act;
      act.kind = ActKind::redeal;
      return state_.carry_out(item, state_.span_of(item), act, true);
    }
    if (!check_hands()) return false;
    hands_.clear();
    if (!seeks_.empty()) {
      const auto next = next_seek();
      const Written seek = *next;
      seeks_.erase(next);
      return seek_once(seek.item, seek.seat, seek.tile);
    }
    if (seek_passes_ > 0) {
      --seek_passes_;
      const int first = std::max<int>(state_.position.first, 0);
      for (int i = 0; i < state_.program.players && state_.position.boneyard > 0; ++i)
        if (!seek_once(seek_item_, static_cast<Seat>((first + i) % state_.program.players), {})) return false;
      return true;
    }
    if (!turned_.empty()) {
      const Written turned = turned_.front();
      turned_.pop_front();
      const Expected next = engine::expected(state_.program, state_.position);
      if (next.next == engine::Next::chance &&
          (next.chance.kind == ActKind::pick || next.chance.kind == ActKind::reveal) &&
          !state_.object(turned.item, state_.span_of(turned.item), dsl::Law::false_claim,
                         "Tiles are not turned over while players still draw for the engine"))
        return false;
      Act act;
      act.kind = ActKind::turn_over;
      act.tile = turned.tile.id();
      return state_.carry_out(turned.item, state_.span_of(turned.item), act, true, turned.tile);
    }
    done = true;
    return lay_engine();
  }

  bool seek_once(std::size_t item, Seat seat, const SetTile& tile) {
    const Expected next = engine::expected(state_.program, state_.position);
    Act act;
    act.kind = next.chance.kind == ActKind::reveal ? ActKind::reveal : ActKind::pick;
    act.actor = seat;
    act.tile = tile.id();
    if (state_.position.boneyard == 0)
      return state_.object(item, state_.span_of(item), dsl::Law::boneyard_empty,
                           fmt::format("{} cannot draw from an empty boneyard", state_.name(seat)));
    if (next.next == engine::Next::chance && next.chance.kind == ActKind::turn_over &&
        !state_.object(item, state_.span_of(item), dsl::Law::false_claim,
                       "Everybody has drawn as often for the engine as is allowed"))
      return false;
    if (finder_ != no_seat &&
        !state_.object(
            item, state_.span_of(item), dsl::Law::false_claim,
            fmt::format("{} has drawn the engine, and nobody draws for it after that", state_.name(finder_))))
      return false;
    if (!state_.carry_out(item, state_.span_of(item), act, true, tile)) return false;
    // Who draws by turns stops where the engine comes up, unless somebody had kept it back all the time.
    const Expected after = engine::expected(state_.program, state_.position);
    if (tile.known() && !in_unison() && after.next == engine::Next::forced && after.chance.tile == act.tile)
      finder_ = seat;
    return true;
  }

  /// All draw for the engine at once.
  bool in_unison() const {
    const engine::Value missing =
        engine::evaluate(state_.program, state_.position, {}, state_.program.setup.missing);
    return missing == static_cast<engine::Value>(dsl::SetupName::unison);
  }

  /// Draws that are made at once may be written in any order.
  std::deque<Written>::iterator next_seek() {
    if (!in_unison()) return seeks_.begin();
    const Expected next = engine::expected(state_.program, state_.position);
    // Also where somebody holds the engine already a pass begins with the first player.
    const Seat seat = next.chance.kind == ActKind::pick ? next.chance.actor : state_.position.first;
    const auto end = seeks_.begin() + std::min<std::ptrdiff_t>(std::ssize(seeks_), state_.program.players);
    const auto found =
        std::find_if(seeks_.begin(), end, [&](const Written& seek) { return seek.seat == seat; });
    return found == end ? seeks_.begin() : found;
  }

  /// All draw at once, and some have not yet.
  bool inside_a_pass() const {
    const Expected next = engine::expected(state_.program, state_.position);
    return next.next == engine::Next::chance && next.chance.kind == ActKind::pick && in_unison() &&
           state_.position.first != no_seat && next.chance.actor != state_.position.first;
  }

  bool lay_engine() {
    Act act;
    act.kind = ActKind::engine;
    std::size_t item = 0;
    dsl::Span where;
    SetTile tile;
    if (engine_) {
      item = engine_->item;
      where = engine_->where;
      tile = engine_->tile;
      act.actor = engine_->seat;
    } else {
      const TurnLine* line = first_turn();
      if (line == nullptr) return true;  // nothing was played: the record ends before the engine lies
      item = state_.first_turn;
      const auto* first = line->acts.empty() ? nullptr : std::get_if<TileAct>(&line->acts.front().what);
      if (first == nullptr || !first->place.empty())
        return state_.object(item, line->player_at.span, dsl::Law::not_the_engine,
                             "The first tile of the first turn is the engine, and no tile stands here",
                             "write the engine as the first tile of the first turn, or in an 'engine' line");
      const std::optional<SetTile> led = state_.admit_act(item, first->tile);
      if (!led) return false;
      tile = *led;
      where = first->tile.at.span;
      act.actor = line->player;
      state_.engine_in_turn = true;
    }
    if (act.actor != no_seat && engine_is_led()) act.kind = ActKind::lead;
    if (inside_a_pass() && !state_.object(item, where, dsl::Law::not_the_engine,
                                          "All draw for the engine before anybody looks, and not all have"))
      return false;
    act.tile = tile.id();
    if (!tile.known())
      return state_.object(item, where, dsl::Law::not_the_engine,
                           "The engine has to be written with both its numbers");
    return state_.carry_out(item, where, act, true, tile);
  }

  bool engine_is_led() const {
    const dsl::NodeRef from = state_.program.setup.engine_from;
    return from.given() && engine::evaluate(state_.program, state_.position, {}, from) ==
                               static_cast<engine::Value>(dsl::SetupName::lead);
  }

  FoldState& state_;
  std::vector<Written> lots_;
  std::optional<Written> first_;
  std::vector<std::vector<Written>> hands_;  ///< by deal, in order of writing; what is dealt is nobody's
  std::array<std::size_t, engine::max_players>
      next_dealt_{};  ///< by seat: nothing before is still to be dealt
  std::deque<Written> seeks_;
  std::size_t seek_item_ = 0;
  int seek_passes_ = 0;
  Seat finder_ = no_seat;  ///< of the engine, in draws that are made by turns
  std::deque<Written> turned_;
  std::vector<std::size_t> redeals_;
  int deals_ = 0;
  std::optional<Written> engine_;
};

}  // namespace

bool fold_setup(FoldState& state, bool first_of_file) { return SetupFolder(state).run(first_of_file); }

}  // namespace roundhouse::replay
