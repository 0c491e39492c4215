#include "replay/fold/engine_claims.h"

#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {
namespace {

using dsl::SetupName;
using engine::Act;
using engine::ActKind;
using engine::Position;
using engine::Seat;
using engine::TileId;

bool is(const engine::Rules& program, const Position& position, dsl::NodeRef node, SetupName name) {
  return node.given() && engine::evaluate(program, position, {}, node) == static_cast<engine::Value>(name);
}

TileSet known_faces(const Position& position, Seat seat) {
  TileSet faces;
  const engine::TileBag& hand = position.hands[static_cast<std::size_t>(seat)];
  for (std::size_t word = hand.once.size(); word-- > 0;) faces = faces << 64 | TileSet(hand.once[word]);
  return faces;
}

class EngineBans {
 public:
  EngineBans(const engine::Rules& program, const Position& position, const Act& act, const EngineDraws& draws)
      : program_(program),
        position_(position),
        act_(act),
        draws_(draws),
        bans_(static_cast<std::size_t>(program.players)) {}

  std::vector<TileSet> run() {
    const bool searched = act_.kind == ActKind::reveal || act_.kind == ActKind::turn_over ||
                          (act_.kind == ActKind::redeal && position_.phase != engine::Phase::redeal);
    const bool begins = act_.kind == ActKind::engine || act_.kind == ActKind::lead;
    for (Seat seat = 0; searched && seat < program_.players; ++seat) ban_all(seat);
    if (begins && act_.actor != engine::no_seat && position_.phase != engine::Phase::aside) of_engine();
    return std::move(bans_);
  }

 private:
  void of_engine() {
    const bool led = act_.kind == ActKind::lead;
    if (is(program_, position_, program_.setup.missing, SetupName::one_by_one)) {
      // Who drew last has looked since, and so has everybody after, if nothing was left to draw.
      Seat seat = draws_.empty() ? first() : draws_.back().seat;
      for (int i = 0; i < program_.players && seat != act_.actor; ++i, seat = left_of(seat)) ban_all(seat);
      if (!led) ban_better(act_.actor);
    } else if (led) {
      for (Seat seat = first(); seat != act_.actor; seat = left_of(seat)) ban_all(seat);
    } else {
      for (Seat seat = 0; seat < program_.players; ++seat) ban_better(seat);
    }
  }

  void ban_all(Seat seat) {
    each_wanted(seat, [](TileId) { return true; });
  }

  /// Tiles of this player that come before the one that is the engine; of equal ones the lower tile does,
  /// then the player who comes sooner.
  void ban_better(Seat seat) {
    const int chosen = worth(act_.tile, act_.actor);
    each_wanted(seat, [&](TileId tile) {
      const int other = worth(tile, seat);
      const bool before = tile < act_.tile || (tile == act_.tile && place(seat) < place(act_.actor));
      return other > chosen || (other == chosen && before);
    });
  }

  template <class IsBanned>
  void each_wanted(Seat seat, const IsBanned& is_banned) {
    TileSet faces;
    for (std::size_t word = program_.code.wanted.size(); word-- > 0;)
      faces = faces << 64 | TileSet(program_.code.wanted[word]);
    if (hidden_count(position_, seat) == 0) faces &= known_faces(position_, seat);
    for (std::size_t t = faces._Find_first(); t < static_cast<std::size_t>(program_.tile_kinds);
         t = faces._Find_next(t)) {
      const auto tile = static_cast<TileId>(t);
      if (may_be_engine(program_, position_, tile) && is_banned(tile))
        bans_[static_cast<std::size_t>(seat)].set(t);
    }
  }

  int worth(TileId tile, Seat holder) const {
    if (!program_.setup.best.given()) return engine::high_of(tile);
    engine::Moment moment;
    moment.tile = tile;
    moment.holder = holder;
    return engine::evaluate(program_, position_, moment, program_.setup.best);
  }

  Seat first() const { return position_.first == engine::no_seat ? Seat{0} : position_.first; }
  Seat left_of(Seat seat) const { return static_cast<Seat>(seat + 1 < program_.players ? seat + 1 : 0); }
  int place(Seat seat) const { return (seat - first() + program_.players) % program_.players; }

  const engine::Rules& program_;
  const Position& position_;
  const Act& act_;
  const EngineDraws& draws_;
  std::vector<TileSet> bans_;
};

}  // namespace

std::vector<TileSet> engine_bans(const engine::Rules& program, const Position& position, const Act& act,
                                 const EngineDraws& draws) {
  return EngineBans(program, position, act, draws).run();
}

bool engine_asks_hands(const engine::Rules& program) {
  return reads_hands(program, program.setup.wanted) || reads_hands(program, program.setup.best);
}

StarterRests starter_rests(const engine::Rules& program, const Position& position, bool hands_known,
                           bool drawn) {
  const dsl::NodeRef starter = program.setup.starter;
  if (position.out_open && reads_member(program, starter, dsl::Member::match_last_out))
    return StarterRests::on_past;
  if (position.first_open && (!starter.given() || reads_member(program, starter, dsl::Member::round_first) ||
                              reads_member(program, starter, dsl::Member::player_place)))
    return StarterRests::on_past;
  if (hands_known || !starter.given()) return StarterRests::known;
  if (reads_hands(program, starter) || (drawn && reads_member(program, starter, dsl::Member::player_kept)))
    return StarterRests::on_hands;
  return StarterRests::known;
}

RedealRests redeal_rests(const engine::Rules& program, const Position& position, bool hands_known) {
  namespace aspects = dsl::aspects;
  const dsl::NodeRef when = program.setup.redeal;
  const dsl::Aspects reads = dsl::reads(program, when);
  const bool reads_past = (reads & (aspects::facts | aspects::totals | aspects::points)) != 0;
  if ((position.past_open && reads_past) || (position.out_open && (reads & aspects::last_out) != 0) ||
      (position.first_open && (reads & aspects::order) != 0))
    return RedealRests::on_past;
  return !hands_known && reads_hands(program, when) ? RedealRests::on_hands : RedealRests::known;
}

bool may_want_engine(const engine::Rules& program, const Position& position) {
  return position.engine_tile == engine::no_tile &&
         is(program, position, program.setup.missing, SetupName::redeal);
}

bool may_be_engine(const engine::Rules& program, const Position& position, TileId tile) {
  if (tile >= program.tile_kinds) return false;
  if (!program.setup.wanted.given())
    return engine::is_double(tile) && engine::high_of(tile) == position.scheduled;
  engine::Moment moment;
  moment.tile = tile;
  return engine::holds(program, position, moment, program.setup.wanted);
}

TileSet wanted_faces(const engine::Rules& program, const Position& position) {
  TileSet faces;
  for (int t = 0; t < program.tile_kinds; ++t)
    if (may_be_engine(program, position, static_cast<TileId>(t))) faces.set(static_cast<std::size_t>(t));
  return faces;
}

}  // namespace roundhouse::replay
