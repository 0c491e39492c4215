#pragma once
// The rows of a program once more, in the form in which the fold runs them. A condition is a binary decision
// diagram (Lee 1959; Bryant 1986): each decision compares a field and has two ways on, so that `and`, `or`
// and `not` cost nothing. What depends on the ends of the table is worked out for all ends at once, as bits.
// Made from the nodes by engine/fast/lower.cpp; the nodes stay the measure, and whatever has no form of its
// own here is a decision that works out its node.

#include <array>
#include <cstdint>
#include <vector>

#include "dsl/vocabulary/vocabulary.h"
#include "engine/fast/fields.h"

namespace roundhouse::engine::fast {

using namespace dsl;  // rows and words are the language's

/// The successor of a decision: another one, or a leaf (below 0): yes, no, or a number, such as of the rows
/// that hold.
using DecisionRef = std::int32_t;
constexpr DecisionRef always = -1;
constexpr DecisionRef never = -2;
/// The leaf with this number.
constexpr DecisionRef leaf_ref(std::size_t number) {
  return static_cast<DecisionRef>(-3 - static_cast<int>(number));
}
constexpr std::size_t leaf_of(DecisionRef leaf) { return static_cast<std::size_t>(-3 - leaf); }

/// Is the field within low .. low + span? Every comparison with a number is of this kind.
struct Decision {
  Field field = Field::node;
  std::uint8_t stride = 0;  ///< with `offset` and `mask`: the field's place
  DecisionRef yes = always;
  DecisionRef no = never;
  std::uint16_t offset = 0;
  std::uint32_t mask = 0;  ///< 0: it has none, or the decision is still being made
  std::int32_t arg = 0;
  std::int32_t low = 1;
  std::uint32_t span = 0;
  bool operator==(const Decision&) const = default;
};

/// One instruction of a stack program, in postfix order, for the ends of which a condition holds, or the
/// tiles at one end. A leaf makes a set, which is pushed or at once joined to the top of the stack (EndJoin);
/// `both` and `either` replace the two top sets by one.
enum class EndStep : std::uint8_t {
  both,
  either,
  marked,
  start,
  owed,
  fresh,
  newest,  ///< its debt is the newest of all
  oldest,
  hub,          ///< its debt is the engine's
  on_trains,    ///< arg: into Code::train_sets, one set of trains for each seat
  on_starters,  ///< as on_trains, by the seat of the round's starter
  turn,         ///< arg: a DecisionRef that looks at no end (among tiles: at no tile): all of them or none
  each,         ///< arg: a DecisionRef, asked of each; where it thins out the last set, only of those
  // only among tiles
  fits,      ///< the tile has the number of the end
  these,     ///< arg: into Code::tile_sets
  compared,  ///< a number of the tile's own with one that is not; arg: into Code::tile_bounds
  bears,     ///< a number; arg: into Code::operands
};
/// The way in which a leaf's set is joined to the sets so far.
enum class EndJoin : std::uint8_t { put, both, either };
struct EndOp {
  EndStep step = EndStep::both;
  bool negated = false;  ///< of leaves
  EndJoin join = EndJoin::put;
  std::int32_t arg = 0;
};
constexpr std::size_t most_end_sets = 16;  ///< pushed at the same time

/// A condition that keeps tiles off ends: holds where all three parts do. Of a `forbid: lay` with the
/// condition `turn.drawn > 0 and not end.owed and tile.double`:
///   turn:  the diagram of `turn.drawn > 0`, followed once
///   ends:  { owed, negated }: a set of ends, or all of them
///   tiles: { these, the doubles }: at each of these ends
/// A bar of which turn and flags of the end decide all becomes part of an EndTable (end_table.cpp).
struct Bar {
  DecisionRef turn = always;  ///< looks at neither tile nor end
  std::int32_t first_end_op = 0;
  std::int32_t end_ops = 0;  ///< none: every end
  bool needs_pile = false;   ///< there is a set to be kept for later, or two to be joined
  std::int32_t first_tile_op = 0;
  std::int32_t tile_ops = 0;  ///< at each of these ends; none: every tile
  bool tiles_need_pile = false;
  bool tiles_fit = false;    ///< it makes a difference whether they have the number of the end
  bool tiles_alike = false;  ///< the tiles depend on nothing of the end but its number
};

using TrainSet = std::uint64_t;

/// The ends that tiles may be laid to, as far as that depends on nothing but the train of an end, what stands
/// or is owed there, and on conditions on the turn that are settled. By seat and by mixture of the flags that
/// make a difference: [seat * mixtures + mixture]; the least flag is bit 0 of the mixture.
struct EndTable {
  static constexpr unsigned marked = 1;
  static constexpr unsigned start = 2;
  static constexpr unsigned owed = 4;
  static constexpr unsigned fresh = 8;    ///< its debt was made in this turn
  static constexpr unsigned hub = 16;     ///< its debt is the engine's
  static constexpr unsigned oldest = 32;  ///< its debt is the oldest of all
  static constexpr unsigned newest = 64;
  static constexpr std::size_t most_flags = 7;
  std::uint8_t flags = 0;  ///< those that make a difference
  /// The weight of each flag in the mixture, the least flag first; 0 where it makes no difference.
  std::array<std::uint8_t, most_flags> steps{};
  std::uint8_t mixtures = 1;  ///< of them
  bool closed = false;        ///< to everybody, everywhere
  std::vector<TrainSet>
      matching;  ///< trains on which all tiles with the number of the end may lie, and no others
  /// Ends to which other tiles may be laid, or not all of these.
  struct Kind {
    TileSet fits;     ///< of the tiles that have the number of the end
    TileSet misfits;  ///< of those that have not
    std::vector<TrainSet> ends;
  };
  std::vector<Kind> kinds;
};

/// A value that an effect is called with. All but `decisions`, `node` and `operand` stay what they are
/// whatever effects do: no effect takes an end off the table.
enum class Given : std::uint8_t {
  nothing,
  number,     ///< value
  decisions,  ///< value: a DecisionRef
  node,       ///< value
  operand,    ///< value: into Code::operands
  me,
  whom,
  tile,
  end,
  new_end,
  train,  ///< value: into Code::seat_trains
  tail,   ///< as train, and of it the end of its main line
};
struct GivenValue {
  Given given = Given::nothing;
  std::int32_t value = 0;
};

/// An effect with all that its row and its fact say of it.
struct EffectCode {
  Effect id = Effect::mark;
  std::uint16_t inner = 0;  ///< of each, whose quantifier is args[0]: how many effects behind it it holds
  bool whole = false;       ///< a whole train is marked or unmarked, all debts are forgiven
  bool plain_fact = false;  ///< a number (args[0]) is set as or added to a fact that is nobody's or one's own
  bool has_receiver = false;   ///< the fact is one of several, a player's or a train's
  bool can_be_absent = false;  ///< the fact
  RuleId rule;
  std::int32_t fact_slot = -1;
  GivenValue receiver;
  std::array<GivenValue, 2> args;
};

/// The effects that follow where certain rows of an event hold.
struct Consequence {
  std::vector<RuleId> rows;
  std::vector<EffectCode> effects;
  bool steady = true;  ///< whatever effects change, what is given to these stays what it is
  bool one_by_one =
      true;  ///< so it is for all but the first: each may be carried out before the next is looked at
  bool only_plain_facts = true;  ///< no other effects
};

enum class Whose : std::uint8_t { nobodys, mine, others };
enum class Owed : std::uint8_t { nothing, before, fresh };  ///< fresh: the debt was made in this turn
/// The facts about a tile and its end that rows ask for most and that have few values: so one number, the
/// key, stands for all of it together, and the diagram of an event is specialised to each.
struct EventKey {
  bool tile_double = false;
  bool end_start = false;
  bool end_marked = false;
  Whose whose = Whose::nobodys;  ///< the train of the end
  Owed owed = Owed::nothing;
};
constexpr std::uint8_t no_event_key = 0;  ///< not worked out
constexpr std::size_t event_keys = 1 + 2 * 2 * 2 * 3 * 3;
constexpr std::uint8_t number_of(const EventKey& key) {
  const unsigned flags = (key.tile_double ? 4U : 0U) + (key.end_start ? 2U : 0U) + (key.end_marked ? 1U : 0U);
  return static_cast<std::uint8_t>(1 + (flags * 3 + static_cast<unsigned>(key.whose)) * 3 +
                                   static_cast<unsigned>(key.owed));
}

/// A few rows of an event, asked together: the decisions lead straight to what follows of those that hold.
struct EventPart {
  /// By the key of the event; what the key decides is not decided any more.
  std::array<DecisionRef, event_keys> first = [] {
    std::array<DecisionRef, event_keys> none{};
    none.fill(leaf_ref(0));
    return none;
  }();
  std::vector<Consequence> consequences;
};
/// The rows of one event, in their order; all are asked before anything follows. Mostly they are one part.
using EventCode = std::vector<EventPart>;

/// The act of a player who takes the first of these that is legal: a lay, a draw, the end of the turn.
enum class FirstLegal : std::uint8_t {
  lay,  ///< if there is one: nothing bars all of them, so the ends have to be looked at
  draw,
  done,
  nothing,
};
constexpr std::size_t choice_kinds = 4;
/// The leaf of this choice. `known`, counted from 1: of a lay, the table of ends that
/// holds; of the end of the turn, the consequence of the only part of its event, or 0 where that has more or
/// fewer parts.
constexpr DecisionRef choice_ref(FirstLegal choice, std::size_t known = 0) {
  return leaf_ref(known * choice_kinds + static_cast<std::size_t>(choice));
}
constexpr FirstLegal choice_of(DecisionRef answer) {
  return static_cast<FirstLegal>(leaf_of(answer) % choice_kinds);
}
constexpr std::size_t known_of(DecisionRef answer) { return leaf_of(answer) / choice_kinds; }

/// The rows as they read under one assumption about the table.
struct RowCode {
  DecisionRef ends = leaf_ref(0);    ///< leads to the table that holds, as a leaf
  std::vector<EndTable> end_tables;  ///< their conditions stand in no bar
  std::vector<Bar> lay_bars;
  bool lay_matches = false;           ///< only tiles that bear the end's number
  std::vector<DecisionRef> illegal;   ///< by ActId: true where a row forbids it or no permit holds
  std::vector<DecisionRef> advised;   ///< by ActId: true where a row of advice holds
  std::vector<DecisionRef> optional;  ///< by ActId: true where can.ACT passes over the act
  DecisionRef choice =
      choice_ref(FirstLegal::nothing);  ///< leads to a FirstLegal: all that the turn decides, asked at once
  DecisionRef without_lays =
      choice_ref(FirstLegal::nothing);  ///< as above if it is known that no lay is legal
  std::vector<EventCode> after;         ///< by EventId; rows that cannot hold are left out
};

/// A field with its argument.
struct Operand {
  Field field = Field::node;
  std::int32_t arg = 0;
  bool operator==(const Operand&) const = default;
};

/// Two of them, or players; `more` is added to the other.
struct NumberPair {
  Operand one;
  Operand other;
  std::int32_t more = 0;
  bool operator==(const NumberPair&) const = default;
};

/// Tiles in the order of a number that depends on nothing but the tile.
struct TileRanks {
  std::vector<std::int32_t> numbers;  ///< the least first, each once
  std::vector<TileSet> under;  ///< [i]: tiles with less than numbers[i]; one more: all that have a number
};

/// The comparison of such a number with another one: tiles are meant whose number is less, equal or greater.
struct TileBound {
  bool less = false;
  bool equal = false;
  bool greater = false;
  std::int32_t ranks = 0;  ///< into Code::tile_ranks
  Operand number;
};

/// A quantifier over the tiles of a hand, worked out for the hand as a whole.
struct OfTiles {
  enum class Hand : std::uint8_t { mine, rest, other };
  Hand hand = Hand::other;  ///< the player who acts, the same without the tile, or somebody else
  TileSet
      chosen;  ///< tiles for which `where` holds as far as that depends on them alone, and `of` is a number
  std::int32_t first_op =
      0;  ///< the rest of the question, as steps among tiles; the hand is the hand that is asked
  std::int32_t ops = 0;
  bool needs_pile = false;
  std::int32_t ranks = -1;  ///< of max and min: into Code::tile_ranks
  std::int32_t least = 0;   ///< of sum: what every number has at least, and the bits of what it has more
  std::vector<TileSet> bits;
};

/// A quantifier over players. Its parts are asked as if the player were the one who acts.
struct OfPlayers {
  bool not_me = false;  ///< the one who really acts is passed over
  DecisionRef where = always;
  Operand number;  ///< of quantifiers that have one
};

/// A place among the facts, and what stands there when it is cleared.
struct ClearedFact {
  std::int32_t slot = 0;
  std::int32_t value = 0;
};

struct Code {
  std::vector<Decision> decisions;
  std::vector<EndOp> end_ops;
  std::vector<TrainSet> train_sets;
  std::vector<TileSet> tile_sets;
  /// One train for nobody and for each seat in turn; -1: none.
  std::vector<std::int16_t> seat_trains;
  std::vector<Operand> operands;
  std::vector<NumberPair> number_pairs;
  std::vector<TileRanks> tile_ranks;
  std::vector<TileBound> tile_bounds;
  /// Quantifiers over hands of which `of` depends on nothing but the tile: by node, an index into `of_tiles`,
  /// or -1.
  std::vector<std::int32_t> tiles_alone;
  std::vector<OfTiles> of_tiles;
  /// Quantifiers over players that ask of each player what could be asked of the one who acts: by node, an
  /// index into `of_players`, or -1.
  std::vector<std::int32_t> players_alone;
  std::vector<OfPlayers> of_players;
  TileSet wanted;  ///< no other tile can be an engine
  DecisionRef is_wanted = always;
  bool no_lots = false;  ///< no tile is worth anything as a lot
  std::vector<ClearedFact> turn_facts;
  /// 0: a table with debts; 1: one without any, which is most of the time.
  std::array<RowCode, 2> rows;
};

}  // namespace roundhouse::engine::fast
