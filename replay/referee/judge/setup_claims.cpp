// Claims of the setup of a round about the hands: nobody held an engine that comes before the one that was
// laid, nobody held any when tiles were turned over or dealt again, and the hands made the first player.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/evaluate_partly.h"
#include "engine/search_way.h"
#include "engine/table.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/round_label.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/backtracking_judge.h"

namespace roundhouse::replay {
namespace {

using engine::Breach;
using engine::JudgedAs;
using engine::TileMove;

constexpr Breach not_the_engine{dsl::Law::not_the_engine, {}};

/// The position with all hands known, as they were at this time.
Position with_hands(const engine::Rules& program, const Position& position, const HandsAt& hand_at,
                    int time) {
  Position known = position;
  for (std::size_t p = 0; p < static_cast<std::size_t>(program.players); ++p) {
    known.hands[p] = {};
    for (const TileId tile : hand_at(static_cast<Seat>(p), time)) known.hands[p].add(tile);
  }
  return known;
}

/// A tile comes into a hand.
void take_dealt(Position& position, const Act& act) {
  const auto p = static_cast<std::size_t>(act.actor);
  if (position.boneyard > 0) --position.boneyard;
  ++position.players[p].count;
  if (act.tile != no_tile) position.hands[p].add(act.tile);
}

bool any_banned(const std::vector<TileSet>& bans) {
  return any_of(bans, [](const TileSet& tiles) { return tiles.any(); });
}

/// True if a tile of the boneyard is shown to all.
bool comes_up(const Act& act) {
  const TileMove move = engine::row(act.kind).move;
  return move == TileMove::shows || move == TileMove::tries;
}
/// True if the engine comes to lie.
bool lays_engine(const Act& act) {
  const JudgedAs judged = engine::row(act.kind).judged;
  return judged == JudgedAs::engine || judged == JudgedAs::lead;
}
/// The law that is broken if somebody holds a tile that comes before this act.
dsl::Law law_of_better(const Act& act) {
  return engine::row(act.kind).judged == JudgedAs::lead ? dsl::Law::turn_order : dsl::Law::not_the_engine;
}

/// Why nobody may hold an engine when this is done.
std::string found_too_late(const Act& act, const std::string& holder, TileId tile) {
  const std::string held = fmt::format("{} holds the {}", holder, tile_text(tile));
  const engine::ActKindRow& row = engine::row(act.kind);
  if (row.move == TileMove::returns) return held + ", and nobody deals again for an engine";
  if (comes_up(act)) return held + ", and no tile is turned up for an engine";
  if (row.judged == JudgedAs::lead)
    return fmt::format("{} and leads before the {}", held, tile_text(act.tile));
  return fmt::format("{}, which comes before the {}", held, tile_text(act.tile));
}

/// The parts of a position that the acts from the deal to the first turn leave as they are.
constexpr dsl::Aspects before_the_first_turn =
    dsl::aspects::schedule | dsl::aspects::agreed | dsl::aspects::used | dsl::aspects::last_out |
    dsl::aspects::order | dsl::aspects::engine | dsl::aspects::hands | dsl::aspects::hand_sizes |
    dsl::aspects::totals;

/// False if the first turn is not this player's, whatever the hands hold beside these tiles. `last`: the act
/// behind which it begins.
bool may_begin(const engine::Rules& program, const Position& before, const Act& last, Seat seat,
               const decltype(Position::hands)& surely) {
  if ((dsl::reads(program, program.setup.starter) & ~before_the_first_turn) != 0) return true;
  Position begun = before;
  begun.hands = surely;
  Act again = last;
  again.whom = no_seat;
  if (engine::row(last.kind).judged == JudgedAs::deal) again.tile = no_tile;
  engine::apply(program, begun, again);
  begun.hands = surely;
  const engine::NotKnown unknown = hidden_tiles_of(program, begun);
  const engine::Moment nobody;
  engine::PartialReading reading(program, begun, nobody, unknown);
  const engine::PartialValue starter = reading.value(program.setup.starter);
  return starter.may_be_absent || starter.is_absent() || (starter.low <= seat && seat <= starter.high);
}

}  // namespace

bool BacktrackingJudge::judge_engine(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  if (step.objected) return true;
  const bool asks = engine_asks_hands_ && !fold_->hands_known() && position.phase != engine::Phase::aside;
  if (!asks && !reporter_.may_be_engine(position, act)) {
    Ruling ruling = reporter_.breach(step, position, not_the_engine);
    if (act.actor == no_seat)
      ruling.message = fmt::format("The {} comes to lie in the centre", tile_text(act.tile));
    ruling.help = why_not_the_engine(position, act.tile);
    add_ruling(log_.last(), std::move(ruling));
    return true;
  }
  if (act.actor == no_seat) return true;
  const auto holder = static_cast<std::size_t>(act.actor);
  if (hidden_count(position, act.actor) == 0 && !position.hands[holder].has(act.tile)) {
    add_ruling(log_.last(), reporter_.breach(step, position, {dsl::Law::tile_not_held, {}}));
    return false;
  }
  claim_of_hands(step, position);
  return true;
}

/// Nobody has what would come before this act. True: somebody has, and that is ruled upon.
bool BacktrackingJudge::claim_of_hands(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  if (engine_asks_hands_ && !fold_->hands_known()) {
    const int time = 2 * log_.last();
    claim_table(time, time, not_the_engine,
                [this, position, act, time, draws = draws_](const HandsAt& hand_at) {
                  Position known = with_hands(program_, position, hand_at, time);
                  const bool lays = lays_engine(act);
                  if (lays) known.hands[static_cast<std::size_t>(act.actor)].add(act.tile);
                  return (!lays || may_be_engine(program_, known, act.tile)) &&
                         !any_banned(engine_bans(program_, known, act, draws));
                });
    return false;
  }
  const std::vector<TileSet> bans = engine_bans(program_, position, act, draws_);
  for (std::size_t p = 0; p < bans.size(); ++p) {
    const auto seat = static_cast<Seat>(p);
    const TileId held = (bans[p] & position.hands[p].once).first();
    if (held == no_tile) continue;
    Ruling ruling = reporter_.breach(step, position, {law_of_better(act), {}});
    ruling.message = found_too_late(act, reporter_.name(seat), held);
    add_ruling(log_.last(), std::move(ruling));
    return true;
  }
  for (std::size_t p = 0; p < bans.size(); ++p)
    if (bans[p].any() && hidden_count(position, static_cast<Seat>(p)) > 0)
      claim(ClueKind::ban, static_cast<Seat>(p), bans[p], {law_of_better(act), {}});
  return false;
}

/// The last tile of a deal of which the record says that the hands stay.
void BacktrackingJudge::note_hands_stay(const FoldAct& step, const Position& position) {
  stay_.reset();
  if (step.act.amount != static_cast<std::int32_t>(engine::Redeal::stays)) return;
  stay_ = position;
  stay_claimed_at_ = 0;
  stay_dealt_ = log_.last();
  take_dealt(*stay_, step.act);
  stay_rests_ = redeal_rests(program_, *stay_, fold_->hands_known());
}

/// The next act says that the hands did not go back. That is claimed before anything of it is done, by the
/// deal as it was: other faults of the act come later. The walk may come back to it.
void BacktrackingJudge::claim_that_hands_stay(const FoldAct& step, const Position& position) {
  if (stay_claimed_at_ > 0 && log_.last() >= stay_claimed_at_) return;
  FoldAct claim;
  claim.item = step.item;
  claim.where = step.where;
  claim.written = true;
  claim.act = hands_stay();
  log_.add(claim, position, false);
  stay_claimed_at_ = log_.last();
  claim_redeal(claim, position, *stay_, stay_rests_, 2 * stay_dealt_ + 1, false);
}

/// The tiles are dealt again because of the hands. False: nobody can say for which reason it was.
bool BacktrackingJudge::judge_redeal_of_hands(const FoldAct& step, const Position& position) {
  const RedealRests rests = redeal_rests(program_, position, fold_->hands_known());
  if (rests != RedealRests::known && may_want_engine(program_, position)) {
    doubt(step.item, step.where,
          "the tiles may have been dealt again because of the hands or for want of an engine, and not all is "
          "written that would tell");
    return false;
  }
  claim_redeal(step, position, position, rests, 2 * log_.last(), true);
  return true;
}

/// Behind this deal the rules call for another, or do not. `time`: when all hands are as they were dealt.
void BacktrackingJudge::claim_redeal(const FoldAct& step, const Position& position, const Position& dealt,
                                     RedealRests rests, int time, bool calls) {
  const dsl::NodeRef when = program_.setup.redeal;
  const Breach false_claim{dsl::Law::false_claim, {}};
  switch (rests) {
    case RedealRests::on_past:
      return;
    case RedealRests::known: {
      if (engine::holds(program_, dealt, {}, when) == calls) return;
      Ruling ruling = reporter_.breach(step, position, false_claim);
      if (calls) ruling.message = "By these rules the tiles are not dealt again here";
      return add_ruling(log_.last(), std::move(ruling));
    }
    case RedealRests::on_hands:
      break;
  }
  // Some tiles of a hand may be enough to tell.
  const auto may_be = [this, when, calls](const Position& hands) {
    const engine::NotKnown hidden = hidden_tiles_of(program_, hands);
    engine::PartialReading reading(program_, hands, {}, hidden);
    return reading.of(when) != (calls ? dsl::Truth::no : dsl::Truth::yes);
  };
  if (!may_be(dealt)) return add_ruling(log_.last(), reporter_.breach(step, position, false_claim));
  claim_table(
      time, time, false_claim,
      [this, dealt, time, when, calls](const HandsAt& hand_at) {
        return engine::holds(program_, with_hands(program_, dealt, hand_at, time), {}, when) == calls;
      },
      [this, dealt, time, may_be](const HandsAt& held_at) {
        Position held = dealt;
        for (std::size_t p = 0; p < static_cast<std::size_t>(program_.players); ++p)
          for (const TileId tile : held_at(static_cast<Seat>(p), time))
            if (!held.hands[p].has(tile) && hidden_count(held, static_cast<Seat>(p)) > 0)
              held.hands[p].add(tile);
        return may_be(held);
      });
}

/// A tile is shown that comes into a hand, or back, or ends the search, by what hands hold that nobody wrote
/// down.
bool BacktrackingJudge::shows_by_hidden_hands(const Act& act, const Position& position) const {
  if (!comes_up(act)) return false;
  if (fold_->hands_known() || !reads_hands(program_, program_.setup.wanted)) return false;
  const engine::SearchWay way = engine::search_way(program_, position);
  return way.is_turned() || way.drawn != dsl::SetupName::keep;
}

/// Of a pass that all show at once it is noted whether somebody's tile is not written.
void BacktrackingJudge::note_shown(const FoldAct& step, const Position& position) {
  const bool is_shown = engine::row(step.act.kind).move == TileMove::tries &&
                        engine::search_way(program_, position).in_unison();
  const bool begins = !is_shown || position.seeker == engine::first_to_search(position);
  shown_open_ = (shown_open_ && !begins) || (is_shown && step.act.tile == no_tile);
}

/// In the pass that brought the engine others may have shown one, too, and have it in hand now. False: nobody
/// can say so.
bool BacktrackingJudge::is_all_shown(const FoldAct& step, const Position& position) {
  if (!std::exchange(shown_open_, false)) return true;
  TileSet others = wanted_faces(program_, position);
  if (program_.copies == 1) others.remove(step.act.tile);
  if (others.none()) return true;
  doubt(
      step.item, step.where,
      "not all tiles are written that were shown when the engine came up, and who showed one that may be the "
      "engine has it in hand");
  return false;
}

/// A draw for the engine, a tile turned up, or another deal.
bool BacktrackingJudge::judge_search(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  const TileMove move = engine::row(act.kind).move;
  if (shows_by_hidden_hands(act, position)) {
    doubt(
        step.item, step.where,
        "which tiles may be the engine depends on hands that are not written, and so does what becomes of a "
        "tile that is shown");
    return false;
  }
  note_shown(step, position);
  if (position.voided) {
    // A rule calls for it, and what it rests on was judged with the act that it followed.
  } else if (move == TileMove::returns && position.phase == engine::Phase::redeal) {
    if (!judge_redeal_of_hands(step, position)) return false;
  } else if (move == TileMove::arrives) {
    if (draw_unknown_ && !draws_.empty()) claim_that_nothing_was_found(position);
  } else {
    claim_of_hands(step, position);
  }
  if (comes_up(act)) claim_turned_up(step, position);
  if (act.actor != no_seat) draws_.push_back({act.actor, log_.last()});
  if (move == TileMove::returns) draws_.clear();
  draw_unknown_ = move == TileMove::arrives && !step.tile.known();
  return true;
}

/// The tile before was no engine where players draw by turns and the next one draws.
void BacktrackingJudge::claim_that_nothing_was_found(const Position& position) {
  if (engine::search_way(program_, position).in_unison()) return;
  const EngineDraw last = draws_.back();
  const Breach found{dsl::Law::false_claim, {}};
  if (engine_asks_hands_) {
    const int time = 2 * last.act + 1;
    claim_table(time - 1, time, found, [this, position, last, time](const HandsAt& hand_at) {
      const Position known = with_hands(program_, position, hand_at, time);
      engine::TileBag drawn = known.hands[static_cast<std::size_t>(last.seat)];
      for (const TileId tile : hand_at(last.seat, time - 1)) drawn.remove(tile);
      for (int t = 0; t < program_.tile_kinds; ++t)
        if (drawn.has(static_cast<TileId>(t)) && may_be_engine(program_, known, static_cast<TileId>(t)))
          return false;
      return true;
    });
    return;
  }
  Clue& c = add_clue(ClueKind::other, last.seat);
  c.from = 2 * last.act;
  c.tiles = wanted_faces(program_, position);
  c.breach = found;
}

/// A tile that everybody sees is in no hand, and was not there more often than the set has it.
void BacktrackingJudge::claim_turned_up(const FoldAct& step, const Position& position) {
  const TileId tile = step.act.tile;
  if (tile == no_tile) return;
  if (engine::times_seen(program_, position, tile) >= program_.copies)
    return add_ruling(log_.last(), reporter_.used_up(step, position));
  const Breach twice{dsl::Law::tile_once, {}};
  if (program_.copies == 1) {
    for (Seat seat = 0; seat < program_.players; ++seat)
      if (hidden_count(position, seat) > 0) claim(ClueKind::ban, seat, TileSet::of(tile), twice);
    return;
  }
  const auto hides = [&](const engine::PlayerState& player) { return player.count > 0; };
  if (fold_->hands_known() || !any_of(position.players, hides)) return;
  const int time = 2 * log_.last();
  const int most = program_.copies - 1 - engine::times_open(position, tile);
  claim_table(time, time, twice, [this, tile, time, most](const HandsAt& hand_at) {
    int held = 0;
    for (Seat seat = 0; seat < program_.players; ++seat) {
      const std::vector<TileId> hand = hand_at(seat, time);
      held += static_cast<int>(std::count(hand.begin(), hand.end(), tile));
    }
    return held <= most;
  });
}

// -- who begins --------------------------------------------------------------------------------------

/// The acts at which everybody looked whether this player kept an engine back.
std::vector<int> BacktrackingJudge::looks_at(Seat seat) const {
  const engine::SearchWay way = engine::search_way(program_, position_);
  std::vector<int> acts;
  // If tiles are shown nobody may keep one back, and a player who may not lead keeps none.
  if (way.shows() || (way.alone && seat != engine::first_to_search(position_))) return acts;
  for (std::size_t d = 0; d < draws_.size(); ++d) {
    if (way.in_unison() && d % static_cast<std::size_t>(program_.players) != 0) continue;
    if (!way.one_by_one() || draws_[d].seat == seat) acts.push_back(draws_[d].act);
  }
  return acts;
}

void BacktrackingJudge::begins(const TurnBegins& turn) {
  const Seat seat = turn.seat;
  const Played* engine = log_.at(starting_);
  if (starting_ == 0 || engine == nullptr) return;
  const Position before = log_.before(starting_);
  if (starter_rests(program_, before, false, !draws_.empty() && engine->step.act.actor != no_seat) !=
      StarterRests::on_hands)
    return;
  FoldAct step{turn.item, turn.where, {}};
  step.act.kind = ActKind::first;
  step.act.actor = seat;
  const Played laid = *engine;
  log_.add(step, position_, false);
  const dsl::NodeRef rule = program_.setup.starter;
  if (!reads_hands(program_, rule) && !reads_kept_of_others(program_, rule))
    return claim_kept(seat, laid, before);
  const int time = 2 * starting_ + 1;
  std::vector<std::vector<int>> looks;
  int from = time;
  for (Seat each = 0; each < program_.players; ++each) {
    looks.push_back(looks_at(each));
    if (!looks.back().empty()) from = std::min(from, 2 * looks.back().front());
  }
  claim_table(
      from, time, {dsl::Law::turn_order, {}},
      [this, before, act = laid.step.act, seat, time, looks](const HandsAt& hand_at) {
        Position known = with_hands(program_, before, hand_at, time);
        Act again = act;
        again.whom = no_seat;
        if (act.kind == ActKind::deal) {
          again.tile = hand_at(act.actor, time).front();
          known.hands[static_cast<std::size_t>(act.actor)].remove(again.tile);
        } else if (act.actor != no_seat) {
          known.hands[static_cast<std::size_t>(act.actor)].add(act.tile);
        }
        for (std::size_t p = 0; p < looks.size(); ++p)
          for (const int look : looks[p]) {
            const Position then = with_hands(program_, before, hand_at, 2 * look);
            for (int t = 0; t < program_.tile_kinds; ++t)
              if (then.hands[p].has(static_cast<TileId>(t)) &&
                  may_be_engine(program_, then, static_cast<TileId>(t)))
                known.players[p].kept = true;
          }
        engine::apply(program_, known, again);
        return known.starter == seat;
      },
      [this, before, act = laid.step.act, seat, time](const HandsAt& surely) {
        return may_begin(program_, before, act, seat, with_hands(program_, before, surely, time).hands);
      });
}

/// Only whether the holder of the engine kept it back decides who begins: had one, or drew it.
void BacktrackingJudge::claim_kept(Seat seat, const Played& engine, const Position& before) {
  const Seat holder = engine.step.act.actor;
  if (holder == no_seat) return;
  const auto p = static_cast<std::size_t>(holder);
  const std::vector<int> looks = looks_at(holder);
  const bool known = before.players[p].kept || looks.empty() || hidden_count(before, holder) == 0;
  std::array<bool, 2> begins{};
  Seat other = seat;
  for (const bool kept : {false, true}) {
    if (known && kept != before.players[p].kept) continue;
    Position asked = before;
    asked.players[p].kept = kept;
    Act again = engine.step.act;
    again.whom = no_seat;
    engine::apply(program_, asked, again);
    begins[kept ? 1 : 0] = asked.starter == seat;
    if (asked.starter != seat) other = asked.starter;
  }
  const Breach order{dsl::Law::turn_order, {}};
  if (!begins[0] && !begins[1]) {
    FoldTrouble trouble;
    trouble.item = log_.at(log_.last())->step.item;
    trouble.where = log_.at(log_.last())->step.where;
    trouble.law = dsl::Law::turn_order;
    trouble.message =
        fmt::format("It is {}'s turn here, not {}'s", reporter_.name(other), reporter_.name(seat));
    return add_ruling(log_.last(), reporter_.trouble(trouble));
  }
  if (known || (begins[0] && begins[1])) return;
  claim(begins[1] ? ClueKind::witness : ClueKind::ban, holder, wanted_faces(program_, before), order);
  clues().back().time = 2 * looks.back();
}

// -- words -------------------------------------------------------------------------------------------

std::string BacktrackingJudge::why_not_the_engine(const Position& position, TileId tile) const {
  const dsl::NodeRef wanted = program_.setup.wanted;
  if (engine::is_double(tile) && reads_member(program_, wanted, dsl::Member::match_used) &&
      (position.used >> static_cast<unsigned>(engine::high_of(tile)) & 1U) != 0)
    return fmt::format("the double {} was the engine of an earlier round", engine::high_of(tile));
  const bool by_schedule = !wanted.given() || reads_member(program_, wanted, dsl::Member::round_double);
  if (position.scheduled < 0 || !by_schedule) return {};
  std::string why = fmt::format("the double {} is due in this round", position.scheduled);
  if (!first_of_file_ || dsl::whole_number<int>(label_of(round_)) != int{position.scheduled}) return why;
  const RoundLabels labels(program_, position);
  why += fmt::format(", because it is labelled {}", position.scheduled);
  if (labels.are_known() && labels.label_of(1) != position.scheduled)
    why += fmt::format("; the first round of a game is labelled {}", labels.label_of(1));
  return why;
}

}  // namespace roundhouse::replay
