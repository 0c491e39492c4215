
#include <bit>

#include "bench/ceiling_game.h"

namespace roundhouse::bench {
namespace {

constexpr int seats = 4;
constexpr int highest = 12;
constexpr int shared_train = 4;  // the others are those of the seats
constexpr int trains = 5;
constexpr int dealt = 14;
constexpr int nowhere = -1;

struct Tile {
  std::uint8_t high = 0;
  std::uint8_t low = 0;
};
Tile make_tile(int high, int low) {
  return {static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(low)};
}

/// Row n: a bit for the other number of each tile held that bears n.
struct Hand {
  std::array<std::uint16_t, highest + 1> rows{};
  int count = 0;

  bool holds(int a, int b) const { return (rows[static_cast<std::size_t>(a)] >> b & 1U) != 0; }
  void take(Tile tile) {
    put(tile.high, tile.low);
    if (tile.high != tile.low) put(tile.low, tile.high);
    ++count;
  }
  void give(int a, int b) {
    put(a, b);
    if (a != b) put(b, a);
    --count;
  }
  std::uint32_t pips() const {
    std::uint32_t sum = 0;
    for (std::uint32_t n = 0; n <= highest; ++n) {
      // Both halves of a double are in one row, as one bit.
      sum += n * (static_cast<std::uint32_t>(std::popcount(rows[n])) + (rows[n] >> n & 1U));
    }
    return sum;
  }

 private:
  void put(int row, int bit) {
    auto& bits = rows[static_cast<std::size_t>(row)];
    bits = static_cast<std::uint16_t>(bits ^ 1U << bit);
  }
};

class Game {
 public:
  Game(std::uint64_t run_seed, std::uint64_t game) : numbers_(run_seed, game) {}

  CeilingGame play() {
    for (int engine = highest; engine >= 0; --engine) play_round(engine);
    result_.finished = true;
    return result_;
  }

 private:
  void play_round(int engine) {
    deal();
    int seat = open(engine);
    ends_.fill(static_cast<std::uint8_t>(engine));
    marked_ = 0;
    uncovered_ = nowhere;
    for (idle_ = 0; idle_ < seats; seat = (seat + 1) % seats) {
      ++result_.turns;
      play_turn(seat);
      if (hands_[static_cast<std::size_t>(seat)].count == 0) break;
    }
    if (idle_ == seats) ++result_.blocked;
    for (std::size_t i = 0; i < seats; ++i) result_.totals[i] += hands_[i].pips();
  }

  void deal() {
    pool_.gather();
    hands_ = {};
    for (int pass = 0; pass < dealt; ++pass) {
      std::uint64_t word = numbers_.next();
      for (Hand& hand : hands_) hand.take(pool_.take(share(word, pool_.left())));
    }
  }

  void draw(int seat) {
    hands_[static_cast<std::size_t>(seat)].take(pool_.take(numbers_.below(pool_.left())));
    ++result_.draws;
  }

  /// All draw until somebody holds the engine.
  int open(int engine) {
    while (true) {
      for (int seat = 0; seat < seats; ++seat) {
        Hand& hand = hands_[static_cast<std::size_t>(seat)];
        if (!hand.holds(engine, engine)) continue;
        hand.give(engine, engine);
        return seat;
      }
      for (int seat = 0; seat < seats && pool_.left() > 0; ++seat) draw(seat);
    }
  }

  bool is_open(int train, int seat) const {
    if (uncovered_ != nowhere) return train == uncovered_;
    return train == seat || train == shared_train || (marked_ >> train & 1U) != 0;
  }

  /// Writes for each train the far numbers of the tiles that may be laid there; how many there are in all.
  std::uint32_t find_plays(int seat) {
    std::uint32_t count = 0;
    for (int train = 0; train < trains; ++train) {
      const auto at = static_cast<std::size_t>(train);
      plays_[at] = is_open(train, seat) ? hands_[static_cast<std::size_t>(seat)].rows[ends_[at]] : 0;
      count += static_cast<std::uint32_t>(std::popcount(plays_[at]));
    }
    return count;
  }

  void play_turn(int seat) {
    bool busy = false;
    bool goes_on = true;
    while (goes_on) {
      std::uint32_t plays = find_plays(seat);
      if (plays == 0 && pool_.left() > 0) {
        draw(seat);
        busy = true;
        plays = find_plays(seat);
      }
      if (plays == 0) {
        numbers_.next();  // to pass costs a number, too
        marked_ |= 1U << seat;
        break;
      }
      goes_on = lay(seat, numbers_.below(plays));
      busy = true;
    }
    idle_ = busy ? 0 : idle_ + 1;
  }

  /// Lays the tile that is the n-th of all plays; whether the turn goes on, because it was a double.
  bool lay(int seat, std::uint32_t n) {
    std::size_t train = 0;
    for (; n >= static_cast<std::uint32_t>(std::popcount(plays_[train])); ++train) {
      n -= static_cast<std::uint32_t>(std::popcount(plays_[train]));
    }
    std::uint32_t far = plays_[train];
    for (; n > 0; --n) far &= far - 1;
    const int other = std::countr_zero(far);
    const int here = ends_[train];
    Hand& hand = hands_[static_cast<std::size_t>(seat)];
    hand.give(here, other);
    ends_[train] = static_cast<std::uint8_t>(other);
    if (static_cast<int>(train) == seat) marked_ &= ~(1U << seat);
    uncovered_ = here == other ? static_cast<int>(train) : nowhere;
    ++result_.plays;
    return here == other && hand.count > 0;
  }

  Numbers numbers_;
  Pool<Tile, make_tile> pool_;
  std::array<Hand, seats> hands_{};
  std::array<std::uint8_t, trains> ends_{};
  std::array<std::uint16_t, trains> plays_{};
  std::uint32_t marked_ = 0;  ///< bit s: a marker on the train of seat s
  int uncovered_ = nowhere;   ///< the train of the double to be covered
  int idle_ = 0;              ///< turns in a row with nothing laid or drawn
  CeilingGame result_;
};

}  // namespace

CeilingGame play_handwritten_game(std::uint64_t run_seed, std::uint64_t game) {
  return Game(run_seed, game).play();
}

std::uint64_t handwritten_checksum(std::uint64_t run_seed, std::uint64_t games) {
  std::uint64_t sum = 0;
  for (std::uint64_t game = 0; game < games; ++game) sum += play_handwritten_game(run_seed, game).part(game);
  return sum;
}

}  // namespace roundhouse::bench
