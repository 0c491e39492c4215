#include "engine/dealer.h"

#include <utility>

#include "engine/table.h"

namespace roundhouse::engine {

namespace {

/// Of equal engines each as likely as the next.
Act choose_engine(const Rules& program, const Position& position, const Act& open, Random& random) {
  const std::vector<Act> equal = equal_engines(program, position);
  return equal.empty() ? open : equal[random.below(static_cast<std::uint32_t>(equal.size()))];
}

/// More than a round can have: its shuffles for lots are numbered from 1, the others from here on.
constexpr std::uint32_t lot_shuffles = 1U << 16;

/// One of the values of a fact of chance.
std::int32_t any_of(const dsl::FactSlot& fact, Random& random) {
  const auto values = static_cast<std::uint32_t>(fact.greatest - fact.least) + 1;
  return fact.least + static_cast<std::int32_t>(random.below(values));
}

}  // namespace

Heap::Heap(const TileBag& bag) : bag_(bag) {
  for (std::size_t word = 0; word < in_word_.size(); ++word) {
    in_word_[word] = count_bits(bag.once.words[word]) +
                     (bag.twice.words[word] == 0 ? 0 : count_bits(bag.twice.words[word]));
    size_ += in_word_[word];
  }
}

Act answer_chance(const Rules& program, const Position& position, Act act, Random& random) {
  if (act.kind == ActKind::engine) return choose_engine(program, position, act, random);
  if (is_from_boneyard(act.kind)) act.tile = choose_tile(boneyard_tiles(program, position), random);
  if (act.kind == ActKind::first)
    act.actor = static_cast<Seat>(random.below(static_cast<std::uint32_t>(program.players)));
  if (act.kind == ActKind::cast) act.amount = any_of(program.facts[act.declared], random);
  return act;
}

void ShuffledDealer::begin_round() {
  ++rounds_;
  shuffles_ = 0;
}

void ShuffledDealer::begin_shuffles(const Rules& program, std::uint32_t first) {
  if (shuffles_ >= first && shuffles_ - first < lot_shuffles) return;
  shuffles_ = first;
  shuffle(program);
}

void ShuffledDealer::shuffle(const Rules& program) {
  order_.clear();
  left_ = TileBag{};
  for (int tile = 0; tile < program.tile_kinds; ++tile) {
    for (int copy = 0; copy < program.copies; ++copy) {
      order_.push_back(static_cast<TileId>(tile));
      left_.add(static_cast<TileId>(tile));
    }
  }
  Random random(mix64(seed_ + (std::uint64_t{rounds_} << 32)) ^ shuffles_);
  for (std::size_t left = order_.size(); left > 1; --left)
    std::swap(order_[left - 1], order_[random.below(static_cast<std::uint32_t>(left))]);
  next_ = 0;
}

TileId ShuffledDealer::next_tile(const Rules& program, const TileBag& boneyard) {
  const bool came_back = (boneyard.once & ~left_.once).any() || (boneyard.twice & ~left_.twice).any();
  if (came_back) {
    ++shuffles_;
    shuffle(program);
  }
  while (next_ < order_.size()) {
    const TileId tile = order_[next_++];
    const bool is_there = boneyard.count(tile) >= left_.count(tile);
    left_.remove(tile);
    // A tile that went another way (an engine set aside) is passed over.
    if (is_there) return tile;
  }
  return no_tile;
}

Act ShuffledDealer::answer(const Rules& program, const Position& position, Act act) {
  if (is_from_boneyard(act.kind)) {
    // The first tile dealt is the same, also where others drew lots.
    begin_shuffles(program, act.kind == ActKind::lot ? 1 : 1 + lot_shuffles);
    act.tile = next_tile(program, boneyard_tiles(program, position));
  } else if (act.kind == ActKind::engine) {
    Random random(mix64(seed_ + 1) ^ rounds_);
    return choose_engine(program, position, act, random);
  } else if (act.kind == ActKind::first) {
    act.actor =
        static_cast<Seat>(Random(mix64(seed_) ^ rounds_).below(static_cast<std::uint32_t>(program.players)));
  } else if (act.kind == ActKind::cast) {
    Random random(mix64(mix64(seed_) + act.declared + 1) ^ rounds_);
    act.amount = any_of(program.facts[act.declared], random);
  }
  return act;
}

Position fill_at_random(const Rules& program, const Position& table, Random& random) {
  Position position = table;
  Heap heap(boneyard_tiles(program, position));
  for (int p = 0; p < program.players; ++p) {
    const auto seat = static_cast<Seat>(p);
    for (int open = unknown_tiles(position, seat); open > 0 && heap.size() > 0; --open)
      position.hands[index_of(seat)].add(heap.take(random));
  }
  return position;
}

}  // namespace roundhouse::engine
