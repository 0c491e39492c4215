#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "engine/flow.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

struct Work {
  Flow& flow;
  const Moment& moment;
  const PlannedEffect& effect;

  /// The index of the end that was given; -1: it is nowhere.
  int end_index() const {
    const Value end = effect.args[0];
    if (end == absent || (moment.end_gone && end == moment.end)) return -1;
    return find_end(flow.position, end, end == moment.new_end ? moment.new_index : -1);
  }
  Happening happening(Happening::Kind kind) const {
    return {.kind = kind, .rule = effect.code->rule, .effect = effect.code->id, .seat = moment.me};
  }
};

/// Happenings are put together only if somebody collects them.
template <class Make>
void note(const Work& work, Make make) {
  if (work.flow.trace != nullptr) work.flow.trace->push_back(make());
}

Happening about_end(const Work& work, Happening::Kind kind, const End& end, bool changed) {
  Happening happening = work.happening(kind);
  happening.end = end;
  happening.changed = changed;
  return happening;
}

Happening about_seat(const Work& work, Happening::Kind kind, Value seat, std::int32_t number) {
  Happening happening = work.happening(kind);
  happening.seat = static_cast<Seat>(seat);
  happening.number = number;
  happening.changed = number != 0;
  return happening;
}

/// For a trace: an effect on an end that is not there.
End no_end() {
  End end;
  end.train = 255;
  return end;
}

void set_marker(const Work& work, bool stands) {
  const auto kind = stands ? Happening::Kind::marked : Happening::Kind::unmarked;
  Position& position = work.flow.position;
  const auto change = [&](End& end) {
    const bool changed = end.marked != stands;
    end.marked = stands;
    if (changed && stands) position.newly_marked = true;
    const bool moved_on = changed && stands && end.train == work.flow.marker_at_hand;
    if (moved_on) work.flow.marker_at_hand = no_train;
    note(work, [&] {
      Happening happening = about_end(work, kind, end, changed);
      happening.moved_on = moved_on;
      return happening;
    });
  };
  const Value target = work.effect.args[0];
  if (target != absent && work.effect.code->whole) {
    for (End& end : position.ends) {
      if (&end - position.ends.data() >= position.end_count) break;
      if (end.train == target) change(end);
    }
    return;
  }
  const int index = work.end_index();
  if (index < 0) {
    note(work, [&] { return about_end(work, kind, no_end(), false); });
  } else {
    change(position.ends[static_cast<std::size_t>(index)]);
  }
}

void owe(const Work& work) {
  Position& position = work.flow.position;
  const Value times = work.effect.args[1];
  const int index = work.end_index();
  if (index < 0 || times <= 0) return;  // absent is less than 0, too
  const End end = position.ends[static_cast<std::size_t>(index)];
  const int known = find_debt(position, end.group);
  if (known >= 0) {
    Debt& debt = position.debts[static_cast<std::size_t>(known)];
    debt.covers = static_cast<std::uint8_t>(std::min<std::int32_t>(255, dsl::sum_of(debt.covers, times)));
  } else {
    push_debt(position, {.group = end.group,
                         .turn = position.turn_serial,
                         .pip = end.pip,
                         .by = work.moment.me,
                         .train = end.group == 0 ? std::uint8_t{255} : end.train,
                         .covers = static_cast<std::uint8_t>(std::min<std::int32_t>(255, times))});
  }
  note(work, [&] {
    Happening happening = about_end(work, Happening::Kind::owed, end, true);
    const int at = find_debt(position, end.group);
    happening.number = at < 0 ? 0 : position.debts[static_cast<std::size_t>(at)].covers;
    return happening;
  });
}

void cover(const Work& work) {
  Position& position = work.flow.position;
  const Value target = work.effect.args[0];
  if (target == absent) return;
  const int index = work.end_index();
  if (index < 0 && target != work.moment.end) return;
  // The end that was just laid to is gone, but its double still has its debt.
  const End end = index < 0 ? work.moment.end_snapshot : position.ends[static_cast<std::size_t>(index)];
  const int at = find_debt(position, end.group);
  note(work, [&] {
    Happening happening = about_end(work, Happening::Kind::covered, end, at >= 0);
    happening.number = at < 0 ? 0 : position.debts[static_cast<std::size_t>(at)].covers - 1;
    return happening;
  });
  if (at < 0) return;
  Debt& debt = position.debts[static_cast<std::size_t>(at)];
  --debt.covers;
  if (Moment* paid = raise_event(work.flow, dsl::event_id(dsl::BuiltInEvent::cover))) {
    paid->me = work.moment.me;
    paid->debt = debt;
    paid->has_debt = true;
  }
  if (debt.covers == 0) erase_debt(position, at);
}

void forgive(const Work& work) {
  Position& position = work.flow.position;
  Happening happening = work.happening(Happening::Kind::forgiven);
  if (work.effect.code->whole) {
    happening.number = position.debt_count;
    while (position.debt_count > 0) erase_debt(position, position.debt_count - 1);
  } else if (work.effect.args[0] != absent) {
    const int at = find_debt(position, static_cast<std::uint16_t>(work.effect.args[0]));
    if (at >= 0) {
      happening.number = 1;
      erase_debt(position, at);
    }
  }
  happening.changed = happening.number > 0;
  work.flow.note(happening);
}

void fan(const Work& work) {
  Position& position = work.flow.position;
  const Value sides = work.effect.args[1];
  const int index = work.end_index();
  if (index < 0 || sides <= 0) return;
  const End open = position.ends[static_cast<std::size_t>(index)];
  // Only the double just laid: the one whose end is `new`.
  const int laid =
      work.moment.new_end == absent ? -1 : find_end(position, work.moment.new_end, work.moment.new_index);
  if (laid < 0 || open.group != position.ends[static_cast<std::size_t>(laid)].group) return;
  if (!is_double(open.tile)) return;
  for (Value i = 0; i < sides && position.end_count < max_ends; ++i) {
    End side = open;
    side.serial = position.next_serial++;
    side.tail = false;
    side.start = false;
    side.marked = false;
    side.side = true;
    insert_end(position, side);
  }
  note(work, [&] {
    Happening happening = about_end(work, Happening::Kind::fanned, open, true);
    happening.number = sides;
    return happening;
  });
}

void show(const Work& work) {
  const Value pip = work.effect.args[1];
  const int index = work.end_index();
  if (index < 0 || pip < 0 || pip > work.flow.program.highest) return;  // absent is less than 0, too
  End& end = work.flow.position.ends[static_cast<std::size_t>(index)];
  const bool changed = end.pip != pip;
  end.pip = static_cast<std::uint8_t>(pip);
  note(work, [&] { return about_end(work, Happening::Kind::shown, end, changed); });
}

void discard(const Work& work) {
  const int index = work.end_index();
  if (index < 0) return;
  const End end = work.flow.position.ends[static_cast<std::size_t>(index)];
  erase_end(work.flow.position, index);
  note(work, [&] { return about_end(work, Happening::Kind::discarded, end, true); });
}

void draw(const Work& work) {
  const Value player = work.effect.args[0];
  const Value tiles = work.effect.args[1];
  if (player == absent || tiles <= 0) return;
  auto& pulls = work.flow.position.players[static_cast<std::size_t>(player)].pulls;
  pulls = static_cast<std::uint16_t>(std::min<std::int32_t>(UINT16_MAX, dsl::sum_of(pulls, tiles)));
  auto& pulling = work.flow.position.pulling;
  pulling = static_cast<std::uint16_t>(pulling | 1U << player);
  note(work, [&] { return about_seat(work, Happening::Kind::pulled, player, tiles); });
}

void score(const Work& work) {
  const Value player = work.effect.args[0];
  const Value points = work.effect.args[1];
  if (player == absent || points == absent) return;
  auto& so_far = work.flow.position.players[static_cast<std::size_t>(player)].points;
  so_far = dsl::sum_of(so_far, points);
  note(work, [&] { return about_seat(work, Happening::Kind::scored, player, points); });
}

/// The place of the fact of this call; nullptr where it is the fact of an absent player or train.
std::int32_t* fact_of(const Work& work) {
  std::int32_t slot = work.effect.code->fact_slot;
  if (work.effect.code->has_receiver) {
    if (work.effect.receiver == absent) return nullptr;
    slot += work.effect.receiver;
  }
  return &work.flow.position.facts[static_cast<std::size_t>(slot)];
}

void set_fact(const Work& work) {
  std::int32_t* fact = fact_of(work);
  if (fact == nullptr) return;
  if (work.effect.args[0] != absent || work.effect.code->can_be_absent) *fact = work.effect.args[0];
}

void add_to_fact(const Work& work) {
  std::int32_t* fact = fact_of(work);
  if (fact != nullptr && work.effect.args[0] != absent) *fact = dsl::sum_of(*fact, work.effect.args[0]);
}

}  // namespace

void carry_out(Flow& flow, const Moment& moment, const PlannedEffect& effect) {
  const Work work{flow, moment, effect};
  Position& position = flow.position;
  switch (effect.code->id) {
    case dsl::Effect::mark:
      return set_marker(work, true);
    case dsl::Effect::unmark:
      return set_marker(work, false);
    case dsl::Effect::owe:
      return owe(work);
    case dsl::Effect::cover:
      return cover(work);
    case dsl::Effect::forgive:
      return forgive(work);
    case dsl::Effect::fan:
      return fan(work);
    case dsl::Effect::draw:
      return draw(work);
    case dsl::Effect::score:
      return score(work);
    case dsl::Effect::set:
      return set_fact(work);
    case dsl::Effect::add:
      return add_to_fact(work);
    case dsl::Effect::next:
      if (effect.args[0] != absent) position.turn_next = static_cast<Seat>(effect.args[0]);
      return;
    case dsl::Effect::end_round:
      // Said again while the round is ending, or by a ruling after it, it means nothing.
      if (position.phase != Phase::over) position.ending = true;
      return;
    case dsl::Effect::win:
      if (effect.args[0] == absent) return;
      position.winner = static_cast<Seat>(effect.args[0]);
      return flow.note(about_seat(work, Happening::Kind::won, effect.args[0], 0));
    case dsl::Effect::warn:
      return flow.note(work.happening(Happening::Kind::warned));
    case dsl::Effect::each:  // what it holds has been planned instead
      return;
    case dsl::Effect::end_turn:
      // Before the first turn there is none to end, and a turn that is over already ends once.
      if (position.phase == Phase::play && position.turn_player != no_seat && !position.passing)
        position.turn_ending = true;
      return;
    case dsl::Effect::show:
      return show(work);
    case dsl::Effect::discard:
      return discard(work);
    case dsl::Effect::redeal:
      // A ruling after the round makes it void no more.
      if (position.phase != Phase::over) position.ending = position.voiding = true;
      return;
    case dsl::Effect::end_game:
      position.last_round = true;
      return flow.note(work.happening(Happening::Kind::game_ended));
  }
}

}  // namespace roundhouse::engine
