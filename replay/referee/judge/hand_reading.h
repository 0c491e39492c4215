#pragma once
// Tells how a condition depends on the hidden tiles of the player who acts, in one position. The compiler
// sorts conditions once and for all (dsl/compile/hand_use.h); here the position has a say: parts that do not
// look at the hand are true or false by now, and "can some tile be laid" is asked of each tile that may be
// hidden. What the compiler had to call joint is then nearly always a ban or a witness.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dsl/compile/hand_use.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/truth.h"
#include "replay/record/tile_set.h"

namespace roundhouse::replay {

struct HandTruth {
  enum class Kind : std::uint8_t {
    always,
    never,
    any_of,  ///< holds if one of `held` is among the hidden tiles, or no tile of one of `lacked` is
    all_of,  ///< holds if none of `held` is among them, and of each of `lacked` some tile is
    joint,   ///< depends on the hidden tiles in another way
  };
  Kind kind = Kind::joint;
  TileSet held;
  std::vector<TileSet> lacked;
};

class HandReading {
 public:
  /// `hidden`: the faces that the unknown tiles of moment.me may have. In the hand of moment.me in `position`
  /// tiles are tried; afterwards it is what it was. `uses`: by node, worked out once for the program.
  HandReading(const engine::Rules& program, const std::vector<dsl::HandUse>& uses, engine::Position& position,
              const TileSet& hidden);

  /// Of "this row forbids the act": its condition, and none of its exceptions.
  HandTruth broken(const dsl::ForbidRow& row, const engine::Moment& moment);
  /// Of "none of these permits holds".
  HandTruth not_permitted(const dsl::ActRules& rules, const engine::Moment& moment);

 private:
  /// The truth of a condition that is no joint one by the known tiles, and the hidden ones that would change
  /// it.
  struct Leaf {
    bool known = false;
    TileSet changing;
  };
  Leaf leaf(dsl::NodeRef node, const engine::Moment& moment);
  /// The tiles any of which in hand makes "the hand has this number" true; absent: it is another condition.
  std::optional<TileSet> tiles_with_number(const dsl::Node& node, const engine::Moment& moment) const;
  /// The same, kept for as long as it depends on neither tile nor on whether one is supposed to be in hand.
  const Leaf& kept_leaf(dsl::NodeRef node, const engine::Moment& moment);
  HandTruth read(dsl::NodeRef node, const engine::Moment& moment);
  HandTruth read_parts(const dsl::Node& node, const engine::Moment& moment);
  HandTruth read_can(dsl::ActId act, const engine::Moment& moment);
  HandTruth read_can_lay(const engine::Moment& moment);
  /// True if this act is forbidden by some row, of those that are not known to be lifted (by row; may be
  /// absent).
  HandTruth breach(dsl::ActId act, const engine::Moment& moment, const char* lifted = nullptr);
  struct OpenEnd {
    std::size_t index = 0;
    std::size_t lifted = 0;  ///< where its rows begin in lifted_
    bool free = false;       ///< no row stands here, whatever tile and hand are
  };
  engine::Truth whatever_the_tile(dsl::NodeRef node, const engine::Moment& moment) const;
  engine::Moment moment_at(std::size_t end, engine::Seat me, engine::TileId tile) const;
  std::vector<OpenEnd> ends_that_may_be_open(engine::Seat me);
  dsl::HandUse use_of(dsl::NodeRef node) const;
  bool holds(dsl::NodeRef node, const engine::Moment& moment) const;
  /// The same of a condition that does not look at the hand; asked only once if it depends on nothing but the
  /// turn.
  bool holds_openly(dsl::NodeRef node, const engine::Moment& moment) const;
  dsl::NodeRef arg(const dsl::Node& node, int which) const;

  const engine::Rules& program_;
  engine::Position& position_;
  TileSet hidden_;
  engine::TileId supposed_ = engine::no_tile;  ///< of the hidden ones: supposed to be in hand, and put there
  const std::vector<dsl::HandUse>& uses_;
  std::optional<HandTruth> can_lay_;
  std::vector<char>
      lifted_;  ///< by open end and row about laying: it does not stand there, whatever tile and hand
  mutable std::vector<std::int8_t>
      of_turn_;  ///< by node that depends on the turn alone: 1: it holds; -1: not asked yet
  std::unordered_map<std::uint64_t, Leaf> leaves_;  ///< by node and end
};

}  // namespace roundhouse::replay
