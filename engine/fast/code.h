#pragma once
// The rows of a program once more, in the form in which the fold runs them. A condition is a graph of tests,
// each with two ways on, so that `and`, `or` and `not` cost nothing; what depends on the ends of the table is
// worked out for all ends at once, as bits. Made from the nodes by engine/fast/lower.cpp; the nodes stay the
// measure, and whatever has no form of its own here is a test that works out its node.

#include <array>
#include <cstdint>
#include <vector>

#include "dsl/vocabulary/ids.h"

namespace roundhouse::engine::fast {

using namespace dsl;  // rows and words are the language's

/// What a test looks at. `my_` is of the player who acts, `whom_` of the target. Anything absent is looked at
/// as the least number, as everywhere in the engine.
enum class Look : std::uint8_t {
  // what takes some work
  node,        ///< arg: a node, worked out in full
  can,         ///< arg: ActId
  difference,  ///< of two numbers that take no work and have no argument; arg: the one + 256 * the other
  apart,       ///< by how much two numbers differ; arg: into Code::number_pairs
  hand_bears,  ///< the hand of the one who acts has this number; arg: into Code::numbers
  rest_bears,  ///< the same of the hand without the tile
  fresh_debts,
  end_owed,
  end_fresh,  ///< its debt was made in this turn
  // the match, the round, the turn
  game,
  round_number,
  round_double,
  boneyard,
  lap,
  still,
  laid,
  drawn,
  drew,
  over,
  any_debt,
  debt_count,
  fact,       ///< arg: slot
  my_fact,    ///< arg: first slot
  whom_fact,  ///< arg: first slot
  // players
  my_count,
  my_turns,
  my_points,
  whom_count,
  // trains: of me.KIND or round.KIND; arg: into Code::seat_trains
  train_started,
  train_marked,
  tail_marked,
  // the tile
  tile_double,
  tile_high,
  tile_low,
  tile_pips,
  high_used,  ///< the double of its higher number was an engine
  // the debt that got its cover
  debt_fresh,
  debt_covers,
  // players, by seat
  me,
  turn_player,
  oldest_by,  ///< who laid the double whose debt is the oldest
  newest_by,
  // the end
  tile_fits,  ///< the tile has the number of the end
  end_pip,
  end_start,
  end_marked,
  end_mine,
  end_others,
  end_kind,
  end_on_train,  ///< arg: into Code::seat_trains
};

/// Where a test leads: another test, or an answer (below 0): yes, no, or which rows of an event hold.
using TestRef = std::int32_t;
constexpr TestRef always = -1;
constexpr TestRef never = -2;
/// The answer that these rows hold, as an index into EventPart::outcomes.
constexpr TestRef outcome_ref(std::size_t outcome) {
  return static_cast<TestRef>(-3 - static_cast<int>(outcome));
}
constexpr std::size_t outcome_of(TestRef answer) { return static_cast<std::size_t>(-3 - answer); }

/// Is what it looks at within low .. low + span? Every comparison with a number is of this kind.
struct Test {
  Look look = Look::node;
  std::uint8_t stride = 0;  ///< with `offset` and `mask`: where the number stands, as in layout.h
  TestRef yes = always;
  TestRef no = never;
  std::uint16_t offset = 0;
  std::uint32_t mask = 0;  ///< 0: it has no such place, or the test is still being made
  std::int32_t arg = 0;
  std::int32_t low = 1;
  std::uint32_t span = 0;
  bool operator==(const Test&) const = default;
};

/// One step in working out which ends a condition holds of, or at one end which tiles. Leaves make a set,
/// which goes on a pile or is joined to the last one there; the others join the last two.
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
  on_starters,  ///< the same by the seat of who has the round's first turn
  turn,         ///< arg: a TestRef that looks at no end (among tiles: at no tile): all of them or none
  each,         ///< arg: a TestRef, asked of each; where it thins out the last set, only of those
  // only among tiles
  fits,      ///< the tile has the number of the end
  these,     ///< arg: into Code::tile_sets
  compared,  ///< a number of the tile's own with one that is not; arg: into Code::tile_bounds
  bears,     ///< a number; arg: into Code::numbers
};
/// What becomes of a leaf's set.
enum class EndJoin : std::uint8_t { put, both, either };
struct EndOp {
  EndStep step = EndStep::both;
  bool negated = false;  ///< of leaves
  EndJoin join = EndJoin::put;
  std::int32_t arg = 0;
};
constexpr std::size_t most_end_sets = 16;  ///< pushed at the same time

/// What keeps tiles off ends: holds where all three parts do.
struct Bar {
  TestRef turn = always;  ///< looks at neither tile nor end
  std::int32_t first_end_op = 0;
  std::int32_t end_ops = 0;  ///< none: every end
  bool needs_pile = false;   ///< there is a set to be kept for later, or two to be joined
  std::int32_t first_tile_op = 0;
  std::int32_t tile_ops = 0;  ///< at each of these ends; none: every tile
  bool tiles_need_pile = false;
  bool tiles_fit = false;    ///< it makes a difference whether they have the number of the end
  bool tiles_alike = false;  ///< which these are depends on nothing of the end but its number
};

using TrainSet = std::uint64_t;

/// Tiles as bits, by tile id.
using TileSet = std::array<std::uint64_t, 3>;

/// Where tiles may lie as far as that depends on nothing but the train of an end, on what stands or is owed
/// there, and on conditions on the turn that are settled. By seat and by mixture of the flags that make a
/// difference: [seat * mixtures + mixture]; the least flag is bit 0 of the mixture.
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
  /// What each flag adds to the mixture, the least flag first; 0 where it makes no difference.
  std::array<std::uint8_t, most_flags> steps{};
  std::uint8_t mixtures = 1;       ///< of them
  bool closed = false;             ///< to everybody, everywhere
  std::vector<TrainSet> matching;  ///< where all tiles may lie that have the number of the end, and no others
  /// Ends to which other tiles may be laid, or not all of these.
  struct Kind {
    TileSet fits{};     ///< of the tiles that have the number of the end
    TileSet misfits{};  ///< of those that have not
    std::vector<TrainSet> ends;
  };
  std::vector<Kind> kinds;
};

/// A value that an effect is called with. All but `tests`, `node` and `seen` stay what they are whatever
/// effects do: no effect takes an end off the table.
enum class Given : std::uint8_t {
  nothing,
  number,  ///< value
  tests,   ///< value: a TestRef
  node,    ///< value
  seen,    ///< value: into Code::numbers
  me,
  whom,
  tile,
  end,
  new_end,
  train,  ///< value: into Code::seat_trains
  tail,   ///< the same, and of this train the end of its main line
};
struct GivenValue {
  Given given = Given::nothing;
  std::int32_t value = 0;
};

/// An effect with all that its row and its fact say of it.
struct EffectCode {
  Effect id = Effect::mark;
  bool whole = false;       ///< what is marked or unmarked is a whole train, what is forgiven are all debts
  bool plain_fact = false;  ///< a number (args[0]) is set as or added to a fact that is nobody's or one's own
  bool of_player = false;   ///< the fact is one of several, the receiver's
  bool can_be_absent = false;  ///< the fact
  RuleId rule;
  std::int32_t fact_slot = -1;
  GivenValue receiver;
  std::array<GivenValue, 2> args;
};

/// What follows where certain rows of an event hold.
struct Outcome {
  std::vector<RuleId> rows;
  std::vector<EffectCode> effects;
  bool steady = true;  ///< whatever effects change, what is given to these stays what it is
  bool one_by_one =
      true;  ///< so it is for all but the first: each may be carried out before the next is looked at
  bool only_plain_facts = true;  ///< no other effects
};

enum class Whose : std::uint8_t { nobodys, mine, others };
enum class Owed : std::uint8_t { nothing, before, fresh };  ///< fresh: the debt was made in this turn
/// What rows ask most of a tile and the end that it was laid to, and what has few values: so a number stands
/// for all of it together.
struct Glance {
  bool tile_double = false;
  bool end_start = false;
  bool end_marked = false;
  Whose whose = Whose::nobodys;  ///< the train of the end
  Owed owed = Owed::nothing;
};
constexpr std::uint8_t no_glance = 0;  ///< nobody has looked
constexpr std::size_t glances = 1 + 2 * 2 * 2 * 3 * 3;
constexpr std::uint8_t number_of(const Glance& glance) {
  const unsigned flags =
      (glance.tile_double ? 4U : 0U) + (glance.end_start ? 2U : 0U) + (glance.end_marked ? 1U : 0U);
  return static_cast<std::uint8_t>(1 + (flags * 3 + static_cast<unsigned>(glance.whose)) * 3 +
                                   static_cast<unsigned>(glance.owed));
}

/// A few rows of an event, asked together: the tests lead straight to what follows of those that hold.
struct EventPart {
  /// By what is seen at a glance; what that settles is not tested any more.
  std::array<TestRef, glances> first = [] {
    std::array<TestRef, glances> none{};
    none.fill(outcome_ref(0));
    return none;
  }();
  std::vector<Outcome> outcomes;
};
/// The rows of one event, in their order; all are asked before anything follows. Mostly they are one part.
using EventCode = std::vector<EventPart>;

/// What somebody does who takes the first of these that is legal: a lay, a draw, the end of the turn.
enum class Choice : std::uint8_t {
  lay,  ///< if there is one: nothing bars all of them, so the ends have to be looked at
  draw,
  done,
  nothing,
};
constexpr std::size_t choice_kinds = 4;
/// The answer of tests that this is the choice. `known`, counted from 1: of a lay, the table of ends that
/// holds; of the end of the turn, the outcome of the only part of its event, or 0 where that has more or
/// fewer parts.
constexpr TestRef choice_ref(Choice choice, std::size_t known = 0) {
  return outcome_ref(known * choice_kinds + static_cast<std::size_t>(choice));
}
constexpr Choice choice_of(TestRef answer) { return static_cast<Choice>(outcome_of(answer) % choice_kinds); }
constexpr std::size_t known_of(TestRef answer) { return outcome_of(answer) / choice_kinds; }

/// The rows as they read under one assumption about the table.
struct RowCode {
  TestRef ends = outcome_ref(0);     ///< leads to the table that holds, as an outcome
  std::vector<EndTable> end_tables;  ///< what they bar is in no bar
  std::vector<Bar> lay_bars;
  bool lay_matches = false;      ///< only tiles that bear the end's number
  std::vector<TestRef> illegal;  ///< by ActId: true where a row forbids it or no permit holds
  std::vector<TestRef> advised;  ///< by ActId: true where a row of advice holds
  TestRef choice =
      choice_ref(Choice::nothing);  ///< leads to a Choice: all that the turn decides, asked at once
  TestRef without_lays = choice_ref(Choice::nothing);  ///< the same where it is known that no lay is legal
  std::vector<EventCode> after;                        ///< by EventId; rows that cannot hold are left out
};

/// A number as tests look at it.
struct SeenNumber {
  Look look = Look::node;
  std::int32_t arg = 0;
  bool operator==(const SeenNumber&) const = default;
};

/// Two of them, or players; `more` is added to the other.
struct NumberPair {
  SeenNumber one;
  SeenNumber other;
  std::int32_t more = 0;
  bool operator==(const NumberPair&) const = default;
};

/// Tiles in the order of a number that depends on nothing but the tile.
struct TileRanks {
  std::vector<std::int32_t> numbers;  ///< the least first, each once
  std::vector<TileSet> under;  ///< [i]: tiles with less than numbers[i]; one more: all that have a number
};

/// The comparison of such a number with another one.
struct TileBound {
  enum class Than : std::uint8_t { less, less_equal, equal, greater_equal, greater };
  Than than = Than::less;
  std::int32_t ranks = 0;  ///< into Code::tile_ranks
  SeenNumber number;
};

/// A quantifier over the tiles of a hand, worked out for the hand as a whole.
struct OfTiles {
  enum class Hand : std::uint8_t { mine, rest, other };
  Hand hand = Hand::other;  ///< whose it is: of the one who acts, the same without the tile, of somebody else
  TileSet chosen{};  ///< where `where` holds as far as that depends on the tile alone, and `of` is a number
  std::int32_t first_op = 0;  ///< what else it asks, as steps among tiles; the hand is the hand that is asked
  std::int32_t ops = 0;
  bool needs_pile = false;
  std::int32_t ranks = -1;  ///< of max and min: into Code::tile_ranks
  std::int32_t least = 0;   ///< of sum: what every number has at least, and the bits of what it has more
  std::vector<TileSet> bits;
};

/// A quantifier over players. Its parts are asked as if the player were the one who acts.
struct OfPlayers {
  bool not_me = false;  ///< the one who really acts is passed over
  TestRef where = always;
  SeenNumber number;  ///< of quantifiers that have one
};

/// A place among the facts, and what stands there when it is cleared.
struct ClearedFact {
  std::int32_t slot = 0;
  std::int32_t value = 0;
};

struct Code {
  std::vector<Test> tests;
  std::vector<EndOp> end_ops;
  std::vector<TrainSet> train_sets;
  std::vector<TileSet> tile_sets;
  /// One train for nobody and for each seat in turn; -1: none.
  std::vector<std::int16_t> seat_trains;
  std::vector<SeenNumber> numbers;
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
  TileSet wanted{};  ///< no other tile can be an engine
  TestRef is_wanted = always;
  bool no_lots = false;  ///< no tile is worth anything as a lot
  std::vector<ClearedFact> turn_facts;
  /// 0: a table with debts; 1: one without any, which is most of the time.
  std::array<RowCode, 2> rows;
};

}  // namespace roundhouse::engine::fast
