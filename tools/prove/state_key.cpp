#include "tools/prove/state_key.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/random.h"
#include "engine/table.h"

namespace roundhouse::replay {
namespace {

using dsl::Op;

bool only_compares(Op op) { return dsl::is_comparison(op) || op == Op::between; }

/// Takes words in, gives 128 bits.
class Mixer {
 public:
  void add(std::uint64_t word) {
    a_ = engine::mix64(a_ ^ word) + 0x9E3779B97F4A7C15U;
    b_ = engine::mix64(b_ + word * 0xD6E8FEB86659FD93U) ^ (a_ >> 7);
  }
  template <class... Parts>
  void add_parts(Parts... parts) {
    std::uint64_t word = 0;
    ((word = (word << 16) ^ static_cast<std::uint16_t>(parts)), ...);
    add(word);
  }
  void add(const engine::TileBag& bag) {
    for (const std::uint64_t word : bag.once.words) add(word);
    for (const std::uint64_t word : bag.twice.words) add(word);
  }
  PlayHash key() const { return {engine::mix64(a_), engine::mix64(b_)}; }

 private:
  std::uint64_t a_ = 1;
  std::uint64_t b_ = 2;
};

/// Its place among the debts; -1: it has none.
int debt_of(const engine::Position& position, std::uint16_t group) {
  for (int i = 0; i < position.debt_count; ++i)
    if (position.debts[static_cast<std::size_t>(i)].group == group) return i;
  return -1;
}

std::int32_t capped(std::int32_t number, std::int32_t cap) { return std::min(number, cap); }

}  // namespace

PlayKey::PlayKey(const engine::Rules& program, std::span<const dsl::NodeRef> checks, const Symmetry& symmetry)
    : program_(program), reads_(play_reads(program, checks)), facts_(program.facts.size(), 0) {
  set_views(symmetry);
  look_at_facts();
  look_at_nodes();
  passes_ = limit_of(program.setup.limit);
  redeals_ = limit_of(program.setup.redeal_limit);
}

/// Without a limit nothing asks how often it was. (That a thousand times are the most is left out: all that
/// could come of it is a void round.)
PlayKey::Cap PlayKey::limit_of(dsl::NodeRef limit) const {
  if (!limit.given()) return 0;
  const dsl::Node& node = dsl::node_at(program_, limit);
  if (node.op == Op::absent) return 0;
  return node.op == Op::number ? std::max(node.value, 0) : exact;
}

PlayKey::Cap* PlayKey::counter_of(std::int32_t index) {
  const dsl::Node& node = program_.nodes[static_cast<std::size_t>(index)];
  if (node.op == Op::fact) {
    for (std::size_t i = 0; i < facts_.size(); ++i)
      if (program_.facts[i].slot == node.value) return &facts_[i];
    return nullptr;
  }
  const std::array<std::pair<dsl::Member, Cap*>, 6> counters{{{dsl::Member::round_lap, &lap_},
                                                              {dsl::Member::round_still, &still_},
                                                              {dsl::Member::player_turns, &turns_},
                                                              {dsl::Member::turn_laid, &laid_},
                                                              {dsl::Member::turn_drawn, &drawn_},
                                                              {dsl::Member::turn_drew, &drew_}}};
  for (const auto& [member, cap] : counters)
    if (dsl::is_member(node, member)) return cap;
  return nullptr;
}

void PlayKey::read_freely(dsl::NodeRef ref) {
  if (!ref.given()) return;
  if (Cap* cap = counter_of(ref.value)) *cap = exact;
}

/// A fact that something is taken from, or that takes a value which is worked out, has no cap: what was cut
/// off would be missing.
void PlayKey::look_at_facts() {
  const auto grows_only = [&](const dsl::EffectCall& call) {
    const dsl::NodeRef value = call.args[0];
    if (!value.given()) return false;
    const dsl::Node& node = dsl::node_at(program_, value);
    return node.op == Op::number && node.value >= 0;
  };
  for (const auto& event : program_.after)
    for (const dsl::AfterRow& row : event)
      for (const dsl::EffectCall& call : row.effects)
        if (dsl::writes(call.id, dsl::aspects::facts) && !grows_only(call)) facts_[call.fact.value] = -1;
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (program_.facts[i].type != dsl::Type::number || program_.facts[i].by_chance()) facts_[i] = -1;
}

void PlayKey::look_at_nodes() {
  const std::vector<Cap> uncapped = facts_;
  std::fill(facts_.begin(), facts_.end(), 0);
  for (const dsl::Node& node : program_.nodes) {
    for (int i = 0; i < node.arg_count; ++i) {
      Cap* cap = counter_of(program_.args[static_cast<std::size_t>(node.first_arg + i)]);
      if (cap == nullptr) continue;
      if (!only_compares(node.op)) {
        *cap = exact;
        continue;
      }
      for (int other = 0; other < node.arg_count; ++other) {
        if (other == i) continue;
        const dsl::Node& limit = dsl::node_at(program_, dsl::argument(program_, node, other));
        if (limit.op != Op::number || limit.value < 0 || limit.value > 1000)
          *cap = exact;
        else
          *cap = std::max(*cap, limit.value + 1);
      }
    }
  }
  for_each_asked(program_, [&](dsl::NodeRef ref) { read_freely(ref); });
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (uncapped[i] < 0 && facts_[i] > 0) facts_[i] = exact;
  // Facts of more than a round may be asked by what comes after it, but not in it.
  const auto asks = [&](dsl::Aspects read) {
    return (read & (dsl::aspects::points | dsl::aspects::totals)) != 0;
  };
  const auto asks_row = [&](const auto& row) { return asks(dsl::reads(program_, row.when)); };
  for (const auto& event : program_.after)
    for (const dsl::AfterRow& row : event) {
      points_ = points_ || asks(dsl::reads_of_row(program_, row));
      for (const dsl::EffectCall& call : row.effects)
        points_ =
            points_ || any_of(call.args, [&](dsl::NodeRef arg) { return asks(dsl::reads(program_, arg)); });
    }
  for (const dsl::ActRules& act : program_.acts)
    points_ = points_ || any_of(act.forbids, asks_row) || any_of(act.permits, asks_row);
}

void PlayKey::set_views(const Symmetry& symmetry) {
  const int turns = symmetry.turns ? program_.players : 1;
  for (int seats = 0; seats < turns; ++seats) {
    std::vector<View>& views = views_.emplace_back();
    for (const Numbers& numbers : exchanges(symmetry)) {
      View view;
      view.seats = seats;
      view.same_numbers = views.empty();
      view.numbers = numbers;
      for (int tile = 0; tile < engine::max_tile_kinds; ++tile)
        view.tiles[static_cast<std::size_t>(tile)] = renamed(static_cast<engine::TileId>(tile), numbers);
      view.tiles[engine::no_tile] = engine::no_tile;
      view.trains = turned_trains(program_, seats);
      view.new_trains.resize(view.trains.size());
      for (std::size_t train = 0; train < view.trains.size(); ++train)
        view.new_trains[view.trains[train]] = static_cast<std::uint8_t>(train);
      views.push_back(std::move(view));
    }
  }
}

/// The table is turned so that the player in turn sits first; of all exchanges of numbers the least key.
PlayHash PlayKey::of(const engine::Position& position) const {
  const bool played = position.phase == engine::Phase::play || position.phase == engine::Phase::over;
  const bool turned = views_.size() > 1 && played && position.turn_player != engine::no_seat;
  const std::vector<View>& views = views_[turned ? static_cast<std::size_t>(position.turn_player) : 0];
  PlayHash least = seen(position, views.front());
  for (std::size_t i = 1; i < views.size(); ++i) least = std::min(least, seen(position, views[i]));
  return least;
}

PlayHash PlayKey::seen(const engine::Position& position, const View& view) const {
  Mixer mix;
  const int players = program_.players;
  const auto seat = [&](engine::Seat old) {
    return old < 0 ? int{old} : (old + players - view.seats) % players;
  };
  const auto old_seat = [&](int new_seat) {
    return static_cast<std::size_t>((new_seat + view.seats) % players);
  };
  const auto seats = [&](std::uint16_t old) {
    if (view.seats == 0) return old;
    std::uint32_t made = 0;
    for (int s = 0; s < players; ++s) made |= (old >> old_seat(s) & 1U) << s;
    return static_cast<std::uint16_t>(made);
  };
  const auto bag = [&](const engine::TileBag& old) {
    if (view.same_numbers) return mix.add(old);
    engine::TileBag made;
    const auto add = [&](engine::TileId tile) { made.add(view.tiles[tile]); };
    engine::for_each_tile(old.once, add);
    engine::for_each_tile(old.twice, add);
    mix.add(made);
  };
  const bool played = position.phase == engine::Phase::play || position.phase == engine::Phase::over;
  const bool setting_up = position.phase != engine::Phase::play;
  // In play only what is still asked for.
  const bool laps_count = capped(position.lap, lap_) < lap_;
  mix.add_parts(position.phase, !played || reads_.first ? seat(position.first) : 0,
                !played || reads_.starter || laps_count ? seat(position.starter) : 0, seat(position.winner));
  if (!played)
    mix.add_parts(position.holder, position.leader, position.seeker, position.drawing, position.casting);
  mix.add_parts(view.tiles[position.engine_tile], position.scheduled, position.boneyard);
  mix.add_parts(capped(position.lap, lap_), capped(position.still, still_), seat(position.turn_player),
                reads_.previous ? seat(position.turn_previous) : 0);
  mix.add_parts(seat(position.turn_next), capped(position.laid, laid_), capped(position.drawn, drawn_),
                capped(position.drew, drew_));
  mix.add((position.newly_marked ? 1U : 0U) | (position.ending ? 2U : 0U) | (position.turn_ending ? 4U : 0U) |
          (position.last_round ? 8U : 0U) | (position.voiding ? 16U : 0U) | (position.passing ? 32U : 0U) |
          (position.voided ? 64U : 0U));
  mix.add_parts(seats(position.pulling), setting_up ? capped(position.passes, passes_) : 0,
                setting_up ? capped(position.redeals, redeals_) : 0, position.voids);
  if (position.aside.once.any()) bag(position.aside);
  bag(position.laid_tiles);
  for (int i = 0; i < players; ++i) {
    const std::size_t from = old_seat(i);
    const engine::PlayerState& player = position.players[from];
    mix.add_parts(player.count, player.pulls, !played || reads_.lots ? view.tiles[player.lot] : 0,
                  (!played || reads_.kept) && player.kept ? 1 : 0);
    mix.add_parts(capped(player.turns, turns_));
    if (points_) mix.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(player.points)));
    bag(position.hands[from]);
  }
  // Ends train by train, in their order of age. Groups say which double has which debt, and of one train
  // which double is the newest.
  std::array<std::uint8_t, engine::max_trains + 1> first_end{};
  for (std::size_t train = 0, i = 0; train <= program_.trains.size(); ++train) {
    while (i < position.end_count && position.ends[i].train < train) ++i;
    first_end[train] = static_cast<std::uint8_t>(i);
  }
  for (const std::uint8_t old : view.trains) {
    const std::size_t last = first_end[old + 1U];
    mix.add_parts(last - first_end[old], position.started >> old & 1U);
    for (std::size_t i = first_end[old]; i < last; ++i) {
      const engine::End& end = position.ends[i];
      std::size_t age = 0;
      for (std::size_t other = first_end[old]; other < last; ++other)
        age += position.ends[other].group < end.group ? 1 : 0;
      mix.add_parts(age, 1 + debt_of(position, end.group), view.numbers[end.pip],
                    (reads_.end_tiles ? view.tiles[end.tile] : 0) | (end.tail ? 256 : 0) |
                        (end.start ? 512 : 0) | (end.side ? 1024 : 0) | (end.marked ? 2048 : 0) |
                        (end.group == 0 ? 4096 : 0));
    }
  }
  for (std::size_t i = 0; i < position.debt_count; ++i) {
    const engine::Debt& debt = position.debts[i];
    const std::uint8_t train = debt.train == engine::no_train ? debt.train : view.new_trains[debt.train];
    mix.add_parts((debt.turn == position.turn_serial ? 1 : 0) | (debt.group == 0 ? 2 : 0),
                  view.numbers[debt.pip] | (train << 8), seat(debt.by) & 255, debt.covers);
  }
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i] <= 0) continue;
    const dsl::FactSlot& fact = program_.facts[i];
    for (std::int32_t place = 0; place < fact.places; ++place) {
      std::size_t from = static_cast<std::size_t>(place);
      if (fact.of == dsl::Scope::player) from = old_seat(place);
      if (fact.of == dsl::Scope::train) from = view.trains[from];
      std::int32_t value = position.facts[static_cast<std::size_t>(fact.slot) + from];
      if (value != engine::absent && fact.type == dsl::Type::player)
        value = seat(static_cast<engine::Seat>(value));
      if (value != engine::absent && fact.type == dsl::Type::tile)
        value = view.tiles[static_cast<std::size_t>(value)];
      mix.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(capped(value, facts_[i]))));
    }
  }
  return mix.key();
}

}  // namespace roundhouse::replay
