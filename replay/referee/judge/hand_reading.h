#pragma once
// Finds how a condition depends on the hidden tiles of the player who acts, in one position. The compiler
// sorts conditions once and for all (dsl/compile/hand_use.h); here the position has a say: parts that do not
// look at the hand are true or false by now, and the tiles that could be laid are known. A condition that the
// compiler had to call joint is then nearly always a ban or a witness.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dsl/compile/hand_use.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/reading.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

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

/// Returns by node how it looks at the hand of the player who acts.
std::vector<dsl::HandUse> hand_uses(const engine::Rules& program);

/// The domain of hidden tiles: which of them make a condition true.
class HandReading : private dsl::Reading<HandReading, dsl::NodeView, HandTruth> {
 public:
  /// `hidden`: the faces that the unknown tiles of moment.me may have. In the hand of moment.me in `position`
  /// tiles are tried; afterwards it is what it was. `uses`: see hand_uses.
  HandReading(const engine::Rules& program, const std::vector<dsl::HandUse>& uses, Position& position,
              const engine::Moment& moment, const TileSet& hidden);

  /// Returns the truth of "this row forbids the act": its condition, and none of its exceptions.
  HandTruth broken(const dsl::ForbidRow& row);
  /// Returns the truth of "none of these permits holds".
  HandTruth not_permitted(const dsl::ActRules& rules);

 private:
  friend Reading;

  HandTruth of(Ref index);
  HandTruth of(dsl::NodeRef node) { return node.given() ? of(node.value) : truth(true); }
  static HandTruth truth(bool value);
  static bool surely(const HandTruth& truth, bool wanted);
  static HandTruth negated(HandTruth truth);
  static HandTruth both(const HandTruth& first, const HandTruth& second);
  static HandTruth either(const HandTruth& first, const HandTruth& second);
  static HandTruth chosen(Ref, const HandTruth&, const HandTruth&, const HandTruth&) { return {}; }
  static HandTruth leaf(Ref) { return {}; }
  HandTruth operation(Ref index);
  HandTruth junction(Ref index);
  HandTruth can(Ref index);

  /// The truth of a condition that is no joint one by the known tiles, and the hidden ones that would change
  /// it.
  struct Changing {
    bool known = false;
    TileSet tiles;
  };
  Changing changing(Ref index);
  /// As above, kept for as long as it depends on neither tile nor on whether one is assumed to be in hand.
  const Changing& kept_changing(Ref index);
  /// Returns the tiles any of which in hand makes "the hand has this number" true; absent: it is another
  /// condition.
  std::optional<TileSet> tiles_with_number(Ref index) const;

  HandTruth can_lay();
  HandTruth can_lay_tile_by_tile();
  HandTruth can_lay_by_hand();
  /// Returns the truth of "this act is forbidden by some row, or has no permit". `lifted`: by row, whether it
  /// is known to be lifted; may be absent.
  HandTruth breach(dsl::ActId act, const char* lifted = nullptr);
  struct OpenEnd {
    std::size_t index = 0;
    std::size_t lifted = 0;  ///< the first of its rows in lifted_
    bool free = false;       ///< no row stands here, whatever tile and hand are
  };
  engine::Moment moment_at(std::size_t end, TileId tile) const;
  std::vector<OpenEnd> ends_that_may_be_open();
  bool holds(Ref index) const { return engine::holds(program_, position_, moment_, {index}); }
  /// As above, for a condition that does not look at the hand; asked only once if it depends on nothing but
  /// the turn.
  bool holds_openly(Ref index);
  engine::TileBag& hand() { return position_.hands[static_cast<std::size_t>(moment_.me)]; }

  const engine::Rules& program_;
  Position& position_;
  engine::Moment moment_;
  TileSet hidden_;
  TileId assumed_ = no_tile;  ///< of the hidden ones: assumed to be in hand, and put there
  const std::vector<dsl::HandUse>& uses_;
  std::optional<HandTruth> can_lay_;
  std::vector<char>
      lifted_;  ///< by open end and row about laying: it does not stand there, whatever tile and hand
  std::vector<std::int8_t>
      of_turn_;  ///< by node that depends on the turn alone: 1: it holds; -1: not asked yet
  std::unordered_map<std::uint64_t, Changing> kept_;  ///< by node and end
};

}  // namespace roundhouse::replay
