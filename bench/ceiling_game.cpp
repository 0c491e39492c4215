#include "bench/ceiling_game.h"

#include "engine/fold.h"
#include "engine/position.h"

namespace roundhouse::bench {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Next;
using engine::Position;

class Game {
 public:
  Game(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t game)
      : program_(program), numbers_(run_seed, game), position_(engine::begin_match(program)) {}

  CeilingGame play() {
    do {
      engine::begin_round(program_, position_);
      pool_.gather();
      if (!play_round()) return result_;
      count_round();
    } while (!engine::match_over(program_, position_));
    result_.finished = true;
    return result_;
  }

 private:
  /// False: nobody could do anything.
  bool play_round() {
    while (true) {
      const engine::Expected next = engine::expected(program_, position_);
      switch (next.next) {
        case Next::chance:
          take(next.chance);
          break;
        case Next::forced:
          engine::apply(program_, position_, next.chance);
          break;
        case Next::choice:
          if (!choose()) return false;
          break;
        case Next::over:
          return position_.engine_tile != engine::no_tile;
      }
    }
  }

  /// Four tiles of the deal come from one number, any other from its own.
  void take(Act act) {
    if (act.kind == ActKind::deal) {
      if (act.actor == 0) deal_ = numbers_.next();
      act.tile = pool_.take(share(deal_, pool_.left()));
    } else {
      act.tile = pool_.take(numbers_.below(pool_.left()));
      ++result_.draws;
    }
    engine::apply(program_, position_, act);
  }

  // A number for each tile laid, each draw and each pass. To end a turn in which all is done costs none.
  bool choose() {
    engine::legal_acts(program_, position_, legal_);
    std::uint32_t lays = 0;
    bool draws = false;
    bool ends = false;
    for (const Act& act : legal_) {
      if (act.kind == ActKind::lay) ++lays;
      if (act.kind == ActKind::draw) draws = true;
      if (act.kind == ActKind::done) ends = true;
    }
    const engine::Seat me = position_.turn_player;
    if (lays > 0) {
      ++result_.plays;
      engine::apply(program_, position_, Act(legal_[numbers_.below(lays)]));
    } else if (draws) {
      take({.kind = ActKind::draw, .actor = me});
    } else if (ends) {
      const bool finished = position_.laid > 0 && position_.debt_count == 0;
      if (!finished) numbers_.next();
      ++result_.turns;
      engine::apply(program_, position_, {.kind = ActKind::done, .actor = me});
    } else {
      return false;
    }
    return true;
  }

  void count_round() {
    if (position_.winner == engine::no_seat) {
      ++result_.blocked;
    } else {
      ++result_.turns;  // the last turn ended with the round
    }
    for (std::size_t seat = 0; seat < result_.totals.size(); ++seat) {
      result_.totals[seat] += static_cast<std::uint32_t>(position_.players[seat].points);
    }
  }

  const engine::Rules& program_;
  Numbers numbers_;
  Pool<engine::TileId, engine::tile_of> pool_;
  Position position_;
  engine::ActList legal_;
  std::uint64_t deal_ = 0;
  CeilingGame result_;
};

}  // namespace

std::uint64_t CeilingGame::part(std::uint64_t game) const {
  std::uint64_t packed = 0;
  for (const std::uint32_t total : totals) packed = packed << 16 | total;
  std::uint64_t state = packed ^ std::uint64_t{turns} << 40 ^ std::uint64_t{plays} << 20 ^
                        std::uint64_t{draws} << 8 ^ blocked ^ game * 0x9E3779B97F4A7C15U;
  return mixed(state);
}

CeilingGame play_ceiling_game(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t game) {
  return Game(program, run_seed, game).play();
}

std::uint64_t ceiling_checksum(const engine::Rules& program, std::uint64_t run_seed, std::uint64_t games) {
  std::uint64_t sum = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    sum += play_ceiling_game(program, run_seed, game).part(game);
  }
  return sum;
}

}  // namespace roundhouse::bench
