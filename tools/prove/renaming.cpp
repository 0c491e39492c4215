#include <algorithm>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "engine/table.h"
#include "tools/prove/symmetry.h"

namespace roundhouse::replay {
namespace {

using engine::Position;
using engine::Seat;
using engine::TileBag;
using engine::TileId;

TileBag renamed_bag(const TileBag& bag, const Numbers& numbers) {
  TileBag made;
  const auto add = [&](TileId tile) { made.add(renamed(tile, numbers)); };
  engine::for_each_tile(bag.once, add);
  engine::for_each_tile(bag.twice, add);
  return made;
}

/// Gives seats, trains and tiles their new names.
class Renamer {
 public:
  Renamer(const engine::Rules& program, const Renaming& renaming)
      : program_(program), renaming_(renaming), trains_(turned_trains(program, renaming.seats)) {}

  Seat seat(Seat old) const {
    return old < 0 ? old : static_cast<Seat>((old + renaming_.seats) % program_.players);
  }
  std::uint8_t train(std::uint8_t old) const { return old == engine::no_train ? old : trains_[old]; }
  TileId tile(TileId old) const { return renamed(old, renaming_.numbers); }
  std::uint8_t number(std::uint8_t old) const { return renaming_.numbers[old]; }
  TileBag bag(const TileBag& old) const { return renamed_bag(old, renaming_.numbers); }
  std::uint16_t seats(std::uint16_t old) const {
    std::uint16_t made = 0;
    for (int s = 0; s < program_.players; ++s)
      if ((old >> s & 1U) != 0) made = static_cast<std::uint16_t>(made | 1U << seat(static_cast<Seat>(s)));
    return made;
  }

  std::int32_t fact(const dsl::FactSlot& slot, std::int32_t value) const {
    if (value == engine::absent) return value;
    if (slot.type == dsl::Type::player) return seat(static_cast<Seat>(value));
    return slot.type == dsl::Type::tile ? tile(static_cast<TileId>(value)) : value;
  }

  Position position(const Position& old) const {
    Position made = old;
    for (Seat* s : {&made.last_first, &made.last_out, &made.first, &made.starter, &made.winner, &made.holder,
                    &made.leader, &made.seeker, &made.turn_player, &made.turn_previous, &made.turn_next})
      *s = seat(*s);
    made.drawing = seats(old.drawing);
    made.pulling = seats(old.pulling);
    made.engine_tile = tile(old.engine_tile);
    if (old.scheduled >= 0 && old.scheduled <= program_.highest)
      made.scheduled = number(static_cast<std::uint8_t>(old.scheduled));
    made.used = 0;
    made.started = 0;
    for (std::size_t n = 0; n <= static_cast<std::size_t>(program_.highest); ++n) {
      if ((old.used >> n & 1U) != 0) made.used |= 1U << number(static_cast<std::uint8_t>(n));
      made.played[number(static_cast<std::uint8_t>(n))] = old.played[n];
    }
    made.aside = bag(old.aside);
    made.laid_tiles = bag(old.laid_tiles);
    for (int s = 0; s < program_.players; ++s) {
      const auto from = static_cast<std::size_t>(s);
      const auto to = static_cast<std::size_t>(seat(static_cast<Seat>(s)));
      made.players[to] = old.players[from];
      made.players[to].lot = tile(old.players[from].lot);
      made.hands[to] = bag(old.hands[from]);
    }
    for (std::size_t i = 0; i < old.debt_count; ++i) {
      engine::Debt& debt = made.debts[i];
      debt.pip = number(debt.pip);
      debt.by = seat(debt.by);
      debt.train = train(debt.train);
    }
    rename_facts(old, made);
    rename_ends(old, made);
    return made;
  }

 private:
  void rename_facts(const Position& old, Position& made) const {
    for (const dsl::FactSlot& slot : program_.facts) {
      for (std::int32_t i = 0; i < slot.places; ++i) {
        std::int32_t to = i;
        if (slot.of == dsl::Scope::player) to = seat(static_cast<Seat>(i));
        if (slot.of == dsl::Scope::train) to = train(static_cast<std::uint8_t>(i));
        made.facts[static_cast<std::size_t>(slot.slot + to)] =
            fact(slot, old.facts[static_cast<std::size_t>(slot.slot + i)]);
      }
    }
  }

  void rename_ends(const Position& old, Position& made) const {
    for (std::size_t t = 0; t < program_.trains.size(); ++t)
      if ((old.started >> t & 1U) != 0)
        made.started |= std::uint64_t{1} << train(static_cast<std::uint8_t>(t));
    for (std::size_t i = 0; i < old.end_count; ++i) {
      engine::End& end = made.ends[i];
      end.pip = number(end.pip);
      end.tile = tile(end.tile);
      end.train = train(end.train);
    }
    std::stable_sort(made.ends.begin(), made.ends.begin() + made.end_count,
                     [](const engine::End& a, const engine::End& b) { return a.train < b.train; });
  }

  const engine::Rules& program_;
  const Renaming& renaming_;
  std::vector<std::uint8_t> trains_;
};

}  // namespace

std::vector<Numbers> exchanges(const Symmetry& symmetry) {
  Numbers same{};
  for (std::size_t n = 0; n < same.size(); ++n) same[n] = static_cast<std::uint8_t>(n);
  std::vector<Numbers> all;
  std::vector<std::uint8_t> becomes = symmetry.numbers;
  sort(becomes);
  const std::vector<std::uint8_t> were = becomes;
  do {
    Numbers made = same;
    for (std::size_t i = 0; i < were.size(); ++i) made[were[i]] = becomes[i];
    all.push_back(made);
  } while (std::next_permutation(becomes.begin(), becomes.end()));
  return all;
}

TileId renamed(TileId tile, const Numbers& numbers) {
  if (tile == engine::no_tile) return tile;
  return engine::tile_of(numbers[static_cast<std::size_t>(engine::high_of(tile))],
                         numbers[static_cast<std::size_t>(engine::low_of(tile))]);
}

std::vector<std::uint8_t> turned_trains(const engine::Rules& program, int seats) {
  std::vector<std::uint8_t> turned;
  for (const dsl::TrainSlot& train : program.trains) {
    const int owner = train.owner < 0 ? -1 : (train.owner + seats) % program.players;
    const auto same = find_if(program.trains, [&](const auto& other) {
      return other.kind.value == train.kind.value && other.owner == owner && other.number == train.number;
    });
    turned.push_back(static_cast<std::uint8_t>(same - program.trains.begin()));
  }
  return turned;
}

Position renamed(const engine::Rules& program, const Position& position, const Renaming& renaming) {
  return Renamer(program, renaming).position(position);
}

engine::Act renamed(const engine::Rules& program, const Position& position, const engine::Act& act,
                    const Renaming& renaming) {
  const Renamer renamer(program, renaming);
  engine::Act made = act;
  made.actor = renamer.seat(act.actor);
  made.whom = renamer.seat(act.whom);
  made.tile = renamer.tile(act.tile);
  if (act.kind == engine::ActKind::cast) made.amount = renamer.fact(program.facts[act.declared], act.amount);
  if (act.kind != engine::ActKind::lay) return made;
  const int end = engine::find_end(position, act.end);
  if (end < 0 || !engine::is_turnable(act.tile, position.ends[static_cast<std::size_t>(end)].pip))
    return made;
  // The lesser half may be another one now.
  const bool lesser = act.amount == static_cast<std::int32_t>(engine::Joins::lesser);
  const int joins = lesser ? engine::low_of(act.tile) : engine::high_of(act.tile);
  const bool is_lesser = renaming.numbers[static_cast<std::size_t>(joins)] == engine::low_of(made.tile);
  made.amount = static_cast<std::int32_t>(is_lesser ? engine::Joins::lesser : engine::Joins::greater);
  return made;
}

}  // namespace roundhouse::replay
