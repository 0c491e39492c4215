#include "replay/fold/engine_claims.h"

#include <algorithm>

#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/search_way.h"
#include "engine/table.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {
namespace {

/// True if it reads parts of earlier rounds that are not all known.
bool rests_on_past(const Position& position, dsl::Aspects reads) {
  namespace aspects = dsl::aspects;
  const bool reads_past = (reads & (aspects::facts | aspects::totals | aspects::points)) != 0;
  return (position.unknown.has(engine::Part::past) && reads_past) ||
         (position.unknown.has(engine::Part::last_out) && (reads & aspects::last_out) != 0) ||
         (position.unknown.has(engine::Part::first) && (reads & aspects::order) != 0);
}

/// True if it comes to something else with another first player.
bool depends_on_first(const engine::Rules& program, const Position& position, dsl::NodeRef node) {
  Position asked = position;
  asked.first = 0;
  const engine::Value value = engine::evaluate(program, asked, {}, node);
  for (++asked.first; asked.first < program.players; ++asked.first)
    if (engine::evaluate(program, asked, {}, node) != value) return true;
  return false;
}

class EngineBans {
 public:
  EngineBans(const engine::Rules& program, const Position& position, const Act& act, const EngineDraws& draws)
      : program_(program),
        position_(position),
        act_(act),
        draws_(draws),
        way_(engine::search_way(program, position)),
        bans_(static_cast<std::size_t>(program.players)) {}

  std::vector<TileSet> run() {
    const bool searched = act_.kind == ActKind::reveal || act_.kind == ActKind::turn_over ||
                          (act_.kind == ActKind::redeal && position_.phase != engine::Phase::redeal);
    const bool begins = act_.kind == ActKind::engine || act_.kind == ActKind::lead;
    // An engine that is turned over anyhow says nothing of hands.
    if (searched && !way_.is_turned()) of_search();
    if (begins && act_.actor != no_seat && position_.phase != engine::Phase::aside) of_engine();
    return std::move(bans_);
  }

 private:
  /// Adds claims that players who have looked for the engine had none.
  void of_search() {
    if (way_.alone) return ban_all(engine::first_to_search(position_));
    const bool drawn = act_.kind == ActKind::reveal;
    if (drawn && way_.one_by_one()) return ban_all(act_.actor);
    // In the midst of a pass some have drawn, and nobody has looked since.
    if (drawn && way_.in_unison() && position_.seeker != engine::first_to_search(position_)) return;
    for (Seat seat = 0; seat < program_.players; ++seat) ban_all(seat);
  }

  void of_engine() {
    const bool led = act_.kind == ActKind::lead;
    if (way_.alone) return;  // the leader chooses
    if (way_.one_by_one()) {
      // The player who drew last has looked since, and so has everybody after, if nothing was left to draw.
      Seat seat = draws_.empty() ? engine::first_to_search(position_) : draws_.back().seat;
      for (int i = 0; i < program_.players && seat != act_.actor; ++i, seat = left_of(seat)) ban_all(seat);
      if (!led) ban_better(act_.actor);
    } else if (led) {
      for (Seat seat = engine::first_to_search(position_); seat != act_.actor; seat = left_of(seat))
        ban_all(seat);
    } else {
      for (Seat seat = 0; seat < program_.players; ++seat) ban_better(seat);
    }
  }

  void ban_all(Seat seat) {
    each_wanted(seat, [](TileId) { return true; });
  }

  /// Tiles of this player that come before the one that is the engine; of equal ones the lower tile does,
  /// then the player who comes sooner, but by lot none.
  void ban_better(Seat seat) {
    const int chosen = worth(act_.tile, act_.actor);
    const bool by_lot = engine::ties_go_by_lot(program_, position_);
    each_wanted(seat, [&](TileId tile) {
      const int other = worth(tile, seat);
      const bool before = tile < act_.tile || (tile == act_.tile && place(seat) < place(act_.actor));
      return other > chosen || (other == chosen && !by_lot && before);
    });
  }

  template <class IsBanned>
  void each_wanted(Seat seat, const IsBanned& is_banned) {
    TileSet faces = program_.code.wanted;
    if (hidden_count(position_, seat) == 0) faces &= position_.hands[static_cast<std::size_t>(seat)].once;
    engine::for_each_tile(faces, [&](TileId tile) {
      if (may_be_engine(program_, position_, tile) && is_banned(tile))
        bans_[static_cast<std::size_t>(seat)].add(tile);
    });
  }

  int worth(TileId tile, Seat holder) const {
    if (!program_.setup.best.given()) return engine::high_of(tile);
    engine::Moment moment;
    moment.tile = tile;
    moment.holder = holder;
    return engine::evaluate(program_, position_, moment, program_.setup.best);
  }

  Seat left_of(Seat seat) const { return engine::left_of(program_, seat); }
  int place(Seat seat) const {
    return (seat - engine::first_of_players(position_) + program_.players) % program_.players;
  }

  const engine::Rules& program_;
  const Position& position_;
  const Act& act_;
  const EngineDraws& draws_;
  const engine::SearchWay way_;
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
  if (position.unknown.has(engine::Part::last_out) &&
      reads_member(program, starter, dsl::Member::match_last_out))
    return StarterRests::on_past;
  if (position.unknown.has(engine::Part::first) &&
      (!starter.given() || reads_member(program, starter, dsl::Member::round_first) ||
       reads_member(program, starter, dsl::Member::player_place)))
    return StarterRests::on_past;
  if (rests_on_ages(program, position, starter, position.holder)) return StarterRests::on_past;
  if (hands_known || !starter.given()) return StarterRests::known;
  if (reads_hands(program, starter) || (drawn && reads_member(program, starter, dsl::Member::player_kept)))
    return StarterRests::on_hands;
  return StarterRests::known;
}

bool leader_is_open(const engine::Rules& program, const Position& position) {
  const dsl::NodeRef leader = program.setup.leader;
  const dsl::Aspects reads = dsl::reads(program, leader);
  if (rests_on_past(position, reads & ~dsl::aspects::order)) return true;
  if (position.unknown.has(engine::Part::first) && (reads & dsl::aspects::order) != 0 &&
      depends_on_first(program, position, leader))
    return true;
  // A record that begins in the midst of a match may leave out who was.
  if (position.unknown.has(engine::Part::past) && position.last_out == no_seat &&
      (reads & dsl::aspects::last_out) != 0)
    return true;
  return rests_on_ages(program, position, leader);
}

RedealRests redeal_rests(const engine::Rules& program, const Position& position, bool hands_known) {
  const dsl::NodeRef when = program.setup.redeal;
  if (rests_on_past(position, dsl::reads(program, when))) return RedealRests::on_past;
  return !hands_known && reads_hands(program, when) ? RedealRests::on_hands : RedealRests::known;
}

bool may_want_engine(const engine::Rules& program, const Position& position) {
  return position.engine_tile == no_tile && engine::search_way(program, position).redeals();
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
  engine::for_each_tile(engine::set_of(program.highest), [&](TileId tile) {
    if (may_be_engine(program, position, tile)) faces.add(tile);
  });
  return faces;
}

}  // namespace roundhouse::replay
