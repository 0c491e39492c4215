#include "replay/round_fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>

#include "engine/evaluate.h"
#include "replay/aftermath.h"
#include "replay/names.h"
#include "replay/resolve.h"
#include "replay/tiles.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Expected;
using engine::Next;
using engine::Phase;
using engine::Position;

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

/// A round can need no more setup acts than this: every tile dealt a thousand times over.
constexpr int most_setup_acts = 1'000'000;

std::optional<int> number_in(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Folder {
 public:
  Folder(const dsl::Program& program, const Header& header, const RecordRound& round, Position& position,
         const FoldWatcher& watcher)
      : program_(program), header_(header), round_(round), position_(position), watcher_(watcher) {}

  bool run(bool first_of_file) {
    begin(first_of_file);
    first_turn_ = round_.items.size();
    for (std::size_t i = 0; i < round_.items.size(); ++i)
      if (std::holds_alternative<TurnLine>(round_.items[i].line) ||
          std::holds_alternative<GapLine>(round_.items[i].line)) {
        first_turn_ = i;
        break;
      }
    return set_up() && play();
  }

 private:
  // -- the beginning ------------------------------------------------------------------------------

  void begin(bool first_of_file) {
    const std::optional<int> label = number_in(label_of(round_));
    const std::optional<int> game = game_of(round_);
    if (!first_of_file) {
      engine::begin_round(program_, position_);
      return;
    }
    if (game && *game > 0) position_.game = static_cast<std::uint16_t>(*game);
    for (const int n : header_.used)
      if (n >= 0 && n <= engine::max_highest) position_.used |= std::uint32_t{1} << static_cast<unsigned>(n);
    if (header_.first != no_seat)
      position_.last_first = static_cast<Seat>((header_.first + program_.players - 1) % program_.players);
    const std::optional<int> before = label ? rounds_before(*label) : std::nullopt;
    if (before) position_.round = static_cast<std::uint16_t>(*before);
    engine::begin_round(program_, position_,
                        label && *label >= 0 && *label <= program_.highest ? label : std::nullopt);
    begin_facts();
  }

  /// How many rounds of the game came before the one scheduled for this double.
  std::optional<int> rounds_before(int scheduled) {
    if (!program_.match.scheduled.given()) return std::nullopt;
    const int rounds =
        program_.match.rounds.given() ? engine::evaluate(program_, position_, {}, program_.match.rounds) : 1;
    Position there = position_;
    for (int n = 1; n <= rounds && n <= 1000; ++n) {
      there.round = static_cast<std::uint16_t>(n);
      if (engine::evaluate(program_, there, {}, program_.match.scheduled) == scheduled) return n - 1;
    }
    return std::nullopt;
  }

  void begin_facts() {
    for (const FactField& field : header_.facts) {
      const auto name = std::find(program_.fact_names.begin(), program_.fact_names.end(), field.name);
      if (name == program_.fact_names.end()) continue;  // reported by the referee with the header
      const dsl::FactSlot& slot =
          program_.facts[static_cast<std::size_t>(name - program_.fact_names.begin())];
      int value = 1;
      if (!field.value.empty()) {
        if (slot.type == dsl::Type::player)
          value = resolve_player(header_, field.value);
        else if (const auto tile = parse_tile(field.value); slot.type == dsl::Type::tile && tile)
          value = *tile;
        else
          value = number_in(field.value).value_or(1);
      }
      const int seat = slot.of == dsl::Scope::player && field.player != no_seat ? field.player : 0;
      position_.facts[static_cast<std::size_t>(slot.slot + seat)] = value;
    }
  }

  // -- telling ------------------------------------------------------------------------------------

  bool carry_out(const FoldStep& step) {
    if (watcher_.before && !watcher_.before(step, position_)) return false;
    trace_.clear();
    std::vector<engine::TileId> supposed;
    if (watcher_.supposed) supposed = watcher_.supposed();
    if (!supposed.empty()) position_ = with_tiles(position_, step.act, supposed);
    engine::apply(program_, position_, step.act, &trace_);
    for (const engine::TileId tile : supposed)
      position_.hands[static_cast<std::size_t>(step.act.actor)].remove(tile);
    turn_trace_.insert(turn_trace_.end(), trace_.begin(), trace_.end());
    if (watcher_.after) watcher_.after(step, position_, trace_);
    return true;
  }

  bool carry_out(std::size_t item, dsl::Span where, const Act& act, bool written,
                 const WrittenTile& tile = {}) {
    return carry_out(FoldStep{item, where, act, written, tile, false});
  }

  bool object(std::size_t item, dsl::Span where, dsl::Law law, std::string message, std::string help = {}) {
    return watcher_.trouble &&
           watcher_.trouble({item, where, law, std::move(message), std::move(help)}, position_);
  }

  dsl::Span span_of(std::size_t item) const {
    return item < round_.items.size() ? round_.items[item].at.span : dsl::Span{};
  }
  const std::string& name(Seat seat) const { return header_.players[static_cast<std::size_t>(seat)].name; }

  // -- lots, deal and the engine ------------------------------------------------------------------

  struct Written {
    std::size_t item = 0;
    Seat seat = no_seat;
    WrittenTile tile;
  };

  /// The lines before the first turn, sorted into what the setup asks for.
  void gather() {
    int passes = 0;
    for (std::size_t i = 0; i < first_turn_; ++i) {
      std::visit(overloaded{
                     [&](const LotsLine& line) {
                       for (const SeatTile& lot : line.lots) lots_.push_back({i, lot.seat, lot.tile});
                     },
                     [&](const FirstLine& line) {
                       first_ = Written{i, line.player, {}};
                     },
                     [&](const HandLine& line) {
                       if (hands_.size() <= static_cast<std::size_t>(deals_))
                         hands_.resize(static_cast<std::size_t>(deals_) + 1);
                       for (const WrittenTile& tile : line.tiles)
                         hands_[static_cast<std::size_t>(deals_)].push_back({i, line.player, tile});
                     },
                     [&](const SeekLine& line) {
                       for (const SeatTile& draw : line.draws) seeks_.push_back({i, draw.seat, draw.tile});
                       passes += line.passes;
                       if (line.passes > 0) seek_item_ = i;
                     },
                     [&](const TurnedLine& line) {
                       for (const WrittenTile& tile : line.tiles) turned_.push_back({i, no_seat, tile});
                     },
                     [&](const EngineLine& line) {
                       engine_ = Written{i, line.holder, line.tile};
                     },
                     [&](const RedealLine&) { redeals_.push_back(i), ++deals_; },
                     [](const auto&) {},
                 },
                 round_.items[i].line);
    }
    seek_passes_ = passes;
  }

  const TurnLine* first_turn() const {
    for (std::size_t i = first_turn_; i < round_.items.size(); ++i)
      if (const auto* line = std::get_if<TurnLine>(&round_.items[i].line); line && line->player != no_seat)
        return line;
    return nullptr;
  }

  bool set_up() {
    gather();
    deals_ = 0;
    for (int acts = 0; acts < most_setup_acts; ++acts) {
      const Expected next = engine::expected(program_, position_);
      if (next.next == Next::over) return true;
      if (next.next == Next::choice) return position_.phase != Phase::lead || lay_engine();
      bool done = false;
      if (!set_up_step(next, done)) return false;
      if (done) return true;
    }
    return false;
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
        if (position_.phase == Phase::aside) return lay_aside(next.chance);
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
      return carry_out(lot.item, span_of(lot.item), act, true, lot.tile);
    }
    // Nobody wrote the lots down: whoever is said to be first, or has the first turn, drew the best.
    return name_first();
  }

  bool name_first() {
    Seat seat = first_ ? first_->seat : header_.first;
    if (seat == no_seat)
      if (const TurnLine* line = first_turn()) seat = line->player;
    if (seat == no_seat) seat = 0;
    Act act;
    act.kind = ActKind::first;
    act.actor = seat;
    const std::size_t item = first_ ? first_->item : 0;
    return carry_out(item, span_of(item), act, first_.has_value());
  }

  bool deal(const Act& wanted) {
    Act act = wanted;
    std::size_t item = 0;
    WrittenTile tile;
    if (static_cast<std::size_t>(deals_) < hands_.size()) {
      auto& hand = hands_[static_cast<std::size_t>(deals_)];
      const auto mine =
          std::find_if(hand.begin(), hand.end(), [&](const Written& w) { return w.seat == wanted.actor; });
      if (mine != hand.end()) {
        tile = mine->tile;
        item = mine->item;
        act.tile = tile.id();
        hand.erase(mine);
      }
    }
    return carry_out(item, span_of(item), act, !tile.unknown(), tile);
  }

  /// Hands written with more tiles than are dealt.
  bool check_hands() {
    for (const auto& hand : hands_)
      for (const Written& extra : hand)
        if (!object(extra.item, extra.tile.at.span, dsl::Law::false_claim,
                    fmt::format("{} is said to have been dealt more tiles than everybody gets",
                                name(extra.seat))))
          return false;
    return true;
  }

  bool lay_aside(const Act& wanted) {
    Act act = wanted;
    if (!engine_) return carry_out(0, span_of(0), act, false);
    if (engine_->tile.id() != wanted.tile)
      if (!object(
              engine_->item, engine_->tile.at.span, dsl::Law::not_the_engine,
              fmt::format("The engine that is set aside for this round is the {}", tile_text(wanted.tile))))
        return false;
    if (engine_->tile.known()) act.tile = engine_->tile.id();
    return carry_out(engine_->item, span_of(engine_->item), act, true, engine_->tile);
  }

  /// After the deal: redeals, draws and tiles turned over as they are written, then the engine.
  bool find_engine(bool& done) {
    if (static_cast<std::size_t>(deals_) < redeals_.size()) {
      const std::size_t item = redeals_[static_cast<std::size_t>(deals_++)];
      Act act;
      act.kind = ActKind::redeal;
      return carry_out(item, span_of(item), act, true);
    }
    if (!check_hands()) return false;
    hands_.clear();
    if (!seeks_.empty()) {
      const Written seek = seeks_.front();
      seeks_.pop_front();
      return seek_once(seek.item, seek.seat, seek.tile);
    }
    if (seek_passes_ > 0) {
      --seek_passes_;
      const int first = std::max<int>(position_.first, 0);
      for (int i = 0; i < program_.players && position_.boneyard > 0; ++i)
        if (!seek_once(seek_item_, static_cast<Seat>((first + i) % program_.players), {})) return false;
      return true;
    }
    if (!turned_.empty()) {
      const Written turned = turned_.front();
      turned_.pop_front();
      Act act;
      act.kind = ActKind::turn_over;
      act.tile = turned.tile.id();
      return carry_out(turned.item, span_of(turned.item), act, true, turned.tile);
    }
    done = true;
    return lay_engine();
  }

  bool seek_once(std::size_t item, Seat seat, const WrittenTile& tile) {
    const Expected next = engine::expected(program_, position_);
    Act act;
    act.kind = next.chance.kind == ActKind::reveal ? ActKind::reveal : ActKind::pick;
    act.actor = seat;
    act.tile = tile.id();
    if (position_.boneyard == 0)
      return object(item, span_of(item), dsl::Law::boneyard_empty,
                    fmt::format("{} cannot draw from an empty boneyard", name(seat)));
    return carry_out(item, span_of(item), act, true, tile);
  }

  bool lay_engine() {
    Act act;
    act.kind = ActKind::engine;
    std::size_t item = 0;
    dsl::Span where;
    WrittenTile tile;
    if (engine_) {
      item = engine_->item;
      where = engine_->tile.at.span;
      tile = engine_->tile;
      act.actor = engine_->seat;
    } else {
      const TurnLine* line = first_turn();
      if (line == nullptr) return true;  // nothing was played: the record ends before the engine lies
      item = first_turn_;
      const auto* first = line->acts.empty() ? nullptr : std::get_if<TileAct>(&line->acts.front().what);
      if (first == nullptr || !first->place.empty())
        return object(item, line->player_at.span, dsl::Law::not_the_engine,
                      "The first tile of the first turn is the engine, and no tile stands here",
                      "write the engine as the first tile of the first turn, or in an 'engine' line");
      tile = first->tile;
      where = first->tile.at.span;
      act.actor = line->player;
      engine_in_turn_ = true;
    }
    if (act.actor != no_seat && engine_is_led()) act.kind = ActKind::lead;
    act.tile = tile.id();
    if (!tile.known())
      return object(item, where, dsl::Law::not_the_engine,
                    "The engine has to be written with both its numbers");
    return carry_out(item, where, act, true, tile);
  }

  bool engine_is_led() const {
    const dsl::NodeRef from = program_.setup.engine_from;
    return from.given() && engine::evaluate(program_, position_, {}, from) ==
                               static_cast<engine::Value>(dsl::SetupName::lead);
  }

  // -- the turns ----------------------------------------------------------------------------------

  bool play() {
    for (std::size_t i = first_turn_; i < round_.items.size(); ++i) {
      bool go_on = true;
      std::visit(
          overloaded{
              [&](const TurnLine& line) { go_on = play_line(i, settle_line(program_, header_, line)); },
              [&](const GapLine&) {
                if (watcher_.gap) watcher_.gap(i);
                go_on = false;
              },
              [&](const HandLine& line) { show(i, line.player, line.tiles, false); },
              [&](const LeftLine& line) { show(i, line.player, line.tiles, true); },
              [&](const ScoreLine& line) {
                if (watcher_.scored) watcher_.scored(i, line, position_);
              },
              [&](const OverLine&) {
                if (position_.phase != Phase::over)
                  go_on = object(i, span_of(i), dsl::Law::false_claim,
                                 "The round is not over here: nobody is out and it is not blocked");
              },
              [&](const auto& line) {
                using L = std::decay_t<decltype(line)>;
                if constexpr (!std::is_same_v<L, ClaimLine> && !std::is_same_v<L, CommentLine> &&
                              !std::is_same_v<L, RoundLine> && !std::is_same_v<L, GameLine>)
                  go_on = object(i, span_of(i), dsl::Law::false_claim,
                                 "This belongs before the first turn of a round");
              },
          },
          round_.items[i].line);
      if (!go_on) return false;
    }
    return true;
  }

  void show(std::size_t item, Seat seat, const std::vector<WrittenTile>& tiles, bool left) {
    if (watcher_.shown) watcher_.shown({item, span_of(item), seat, &tiles, left}, position_);
  }

  bool play_line(std::size_t item, const TurnLine& line) {
    const bool out_of_turn = line.player == no_seat || ends_no_turn(program_, line);
    if (!out_of_turn && position_.phase == Phase::play && line.player != position_.turn_player)
      if (!object(
              item, line.player_at.span, dsl::Law::turn_order,
              fmt::format("It is {}'s turn here, not {}'s", name(position_.turn_player), name(line.player))))
        return false;
    turn_owner_ = line.player;
    if (!out_of_turn && !turn_goes_on_) turn_trace_.clear();

    // A tile more than the penalty is a lay, and makes the line one of the turn after all.
    bool in_turn = !out_of_turn;
    bool stood_still = line.acts.empty();
    for (std::size_t a = 0; a < line.acts.size(); ++a) {
      const WrittenAct& written = line.acts[a];
      if (engine_in_turn_) {
        engine_in_turn_ = false;  // it lies already
        continue;
      }
      if (pulls_pending()) {
        const auto* penalty = std::get_if<TileAct>(&written.what);
        if (penalty != nullptr && penalty->place.empty()) {
          if (!pull(item, written.at.span, penalty->tile)) return false;
          continue;
        }
        if (!pull_all(item)) return false;
      }
      if (std::holds_alternative<PassAct>(written.what)) {
        if (!end_turn(item, written.at.span, true)) return false;
        stood_still = true;
        continue;
      }
      if (!play_act(item, line, written)) return false;
      in_turn = in_turn || std::holds_alternative<TileAct>(written.what);
    }
    if (!pull_all(item)) return false;
    const bool passed = stood_still && !line.acts.empty();
    if (in_turn && !line.goes_on && !passed && position_.phase == Phase::play)
      if (!end_turn(item, line.player_at.span, false)) return false;
    if (in_turn) turn_goes_on_ = line.goes_on;
    return !line.goes_on || line.claim == MarkClaim::none ? check_claim(item, line) : true;
  }

  bool play_act(std::size_t item, const TurnLine& line, const WrittenAct& written) {
    if (position_.phase == Phase::over && !is_referees(line)) {
      return object(item, written.at.span, dsl::Law::round_over, "The round is over before this");
    }
    const Resolved resolved = resolve_act(program_, header_, position_, line.player, written);
    if (!resolved.act)
      return object(item, written.at.span, resolved.law.value_or(dsl::Law::no_such_act), resolved.reason,
                    resolved.help);
    WrittenTile tile;
    if (const auto* draw = std::get_if<DrawAct>(&written.what)) tile = draw->tile;
    if (const auto* laid = std::get_if<TileAct>(&written.what)) tile = laid->tile;
    return carry_out(FoldStep{item, written.at.span, *resolved.act, true, tile, resolved.amount_open});
  }

  static bool is_referees(const TurnLine& line) { return line.player == no_seat; }

  bool end_turn(std::size_t item, dsl::Span where, bool written) {
    Act act;
    act.kind = ActKind::done;
    act.actor = turn_owner_;
    // Behind a written pass the tiles may be written that it made somebody take.
    return carry_out(item, where, act, written) && (written || pull_all(item));
  }

  bool pulls_pending() const {
    const Expected next = engine::expected(program_, position_);
    return next.next == Next::chance && next.chance.kind == ActKind::pull;
  }

  bool pull(std::size_t item, dsl::Span where, const WrittenTile& tile) {
    Act act = engine::expected(program_, position_).chance;
    act.tile = tile.id();
    return carry_out(item, where, act, !tile.unknown(), tile);
  }

  bool pull_all(std::size_t item) {
    while (pulls_pending())
      if (!pull(item, span_of(item), {})) return false;
    return true;
  }

  /// `mark`: some row with a mark effect on an end of the player's own trains applied in this turn.
  bool check_claim(std::size_t item, const TurnLine& line) {
    if (line.claim == MarkClaim::none || line.player == no_seat) return true;
    const bool marked = std::any_of(turn_trace_.begin(), turn_trace_.end(), [&](const engine::Happening& h) {
      return h.kind == engine::Happening::Kind::marked && program_.trains[h.end.train].owner == line.player;
    });
    if (marked == (line.claim == MarkClaim::mark)) return true;
    return object(item, line.claim_at.span, dsl::Law::false_claim,
                  marked ? fmt::format("A marker does go on {}'s train in this turn", name(line.player))
                         : fmt::format("No marker goes on {}'s train in this turn", name(line.player)));
  }

  const dsl::Program& program_;
  const Header& header_;
  const RecordRound& round_;
  Position& position_;
  const FoldWatcher& watcher_;

  std::size_t first_turn_ = 0;
  std::vector<Written> lots_;
  std::optional<Written> first_;
  std::vector<std::vector<Written>> hands_;  ///< by deal, in order of writing
  std::deque<Written> seeks_;
  std::size_t seek_item_ = 0;
  int seek_passes_ = 0;
  std::deque<Written> turned_;
  std::vector<std::size_t> redeals_;
  int deals_ = 0;
  std::optional<Written> engine_;
  bool engine_in_turn_ = false;

  Seat turn_owner_ = no_seat;
  bool turn_goes_on_ = false;
  engine::Trace trace_;
  engine::Trace turn_trace_;
};

}  // namespace

bool fold_round(const dsl::Program& program, const Header& header, const RecordRound& round,
                bool first_of_file, Position& position, const FoldWatcher& watcher) {
  return Folder(program, header, round, position, watcher).run(first_of_file);
}

}  // namespace roundhouse::replay
