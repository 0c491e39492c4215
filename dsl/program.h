#pragma once
// The rules compiled for one variant, its options and one number of players: all that the engine ever
// sees of them. Options are constants by now, rows that can never hold are gone, every condition
// knows the outermost level at which it can be decided. Immutable; passed by const reference.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/vocabulary/limits.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {

/// A compiled expression: the index of its root in Program::nodes.
struct NodeRef {
  std::int32_t value = -1;  ///< -1: none
  bool given() const { return value >= 0; }
  bool operator==(const NodeRef&) const = default;
};

/// Most quantifiers that stand within each other, words written out; the checker refuses more.
constexpr int max_variables = 16;

/// One operation. Words are inlined, options folded, equal nodes shared. What `value` is: of root and
/// member their enumerators, of can an ActId, of table an OptionId (whose entries are in
/// Program::tables), of fact its first slot, of train_of a KindId (without args: a shared kind), of
/// variable and quantifiers the slot of the bound variable (0 is the outermost). A root that is no value
/// of its own (turn, round, match, set, debts) is no argument of its members. A constant that is absent
/// has the type of what it stands for; Type::absent is only the written `nobody` or `nothing`. `has_of` of a
/// member: its last argument is a number in brackets. The order within `and` and `or` is the compiler's.
struct Node {
  Op op = Op::number;
  Type type = Type::number;
  std::uint8_t arg_count = 0;
  bool has_where = false;
  bool has_of = false;
  Level level = Level::constant;
  Aspects reads = aspects::none;  ///< by itself and by its arguments; of a bound variable nothing
  std::int32_t value = 0;
  std::int32_t first_arg = 0;  ///< into Program::args
};

/// The way in which the truth of a condition depends on the tiles that the player who acts holds, everything
/// else being known (so a part that does not look at the hand changes nothing: it is true or false
/// beforehand).
enum class HandUse : std::uint8_t {
  none,       ///< not at all (the number of tiles is no secret)
  some_tile,  ///< true exactly if it is true of no tiles at all or of some one of the tiles in hand
  no_tile,    ///< the negation of such a condition
  joint,      ///< anything else: sums, counts, two tiles at once, another player's hand
};

struct ExceptRow {
  RuleId rule;
  NodeRef when;  ///< none: always
  Level level = Level::constant;
  HandUse hand_use = HandUse::none;
};

/// A forbid, advise or optional row for one act, with its exceptions.
struct ForbidRow {
  RuleId rule;
  NodeRef when;
  Level level = Level::constant;     ///< of its own condition
  HandUse hand_use = HandUse::none;  ///< of the condition and the exceptions together
  bool matching =
      false;  ///< its condition is just `not (tile has end.pip)`, without exceptions that can hold
  bool matching_halves = false;  ///< the same, or with exceptions that hold for doubles alone: whatever may
                                 ///< be laid joins with one certain half
  std::vector<ExceptRow> excepts;
};

struct PermitRow {
  RuleId rule;
  NodeRef when;
  HandUse hand_use = HandUse::none;
};

/// All that one act (built-in or declared) has to pass.
struct ActRules {
  std::vector<ForbidRow> forbids;  ///< in the order of the rules
  std::vector<ForbidRow> advice;
  std::vector<ForbidRow> optional;  ///< can.ACT passes over what one of these says
  std::vector<PermitRow> permits;
  bool needs_permit = false;
  HandUse hand_use = HandUse::none;  ///< of "this act is illegal", or optional, all rows together
};

/// Of `each` args[0] is the quantifier (Op::any) whose elements are gone through; the calls that it holds
/// stand behind it in the row's list and read its variable.
struct EffectCall {
  Effect id = Effect::mark;
  std::uint16_t inner = 0;      ///< of each: how many of the calls behind it it holds, at whatever depth
  std::uint8_t depth = 0;       ///< the number of `each` around this call
  std::int32_t fact_slot = -1;  ///< set, add: the first slot of the fact
  FactId fact;
  NodeRef receiver;             ///< set, add: the player, for facts of players
  std::array<NodeRef, 2> args;  ///< the remaining arguments, in order
};

struct AfterRow {
  RuleId rule;
  NodeRef when;
  HandUse hand_use = HandUse::none;
  std::vector<ExceptRow> excepts;
  std::vector<EffectCall> effects;
};

/// The place of a fact in Position::facts: `slot`, `slot + seat` for facts of players, `slot + train` for
/// facts of trains.
struct FactSlot {
  std::int32_t slot = 0;
  std::int32_t places = 1;  ///< one for each player or train that has one
  Scope of = Scope::turn;
  Scope per = Scope::turn;
  Type type = Type::truth;
  /// By chance: its least and greatest value, of a player as seats. Else the least is above the greatest.
  std::int32_t least = 1;
  std::int32_t greatest = 0;

  /// True if it is one of several, and what it is a fact of says which.
  bool has_receiver() const { return of == Scope::player || of == Scope::train; }
  std::int32_t end() const { return slot + places; }
  bool can_be_absent() const { return type == Type::player || type == Type::tile; }
  /// True if chance decides it when its round, game or match begins, and nothing changes it.
  bool by_chance() const { return least <= greatest; }
  /// True if a cleared value is none: chance has not decided it yet, or it can be absent.
  bool cleared_to_absent() const { return can_be_absent() || by_chance(); }
};

/// One train on the table.
struct TrainSlot {
  KindId kind;
  NameId kind_name;
  std::int8_t owner = -1;  ///< seat from 0, -1: shared
  CentreHalf starts = CentreHalf::high;
  std::uint8_t number = 0;  ///< 0.. among the trains of its kind (and owner)
};

struct CompiledTable {
  std::vector<TableKey> by;
  std::vector<TableEntry> entries;
};

struct SetupProgram {
#define X(field, ...) NodeRef field;
  ROUNDHOUSE_ROUND_VALUES(X)
#undef X
};
namespace compiled {
using given = NodeRef;
using listed = std::vector<NodeRef>;
}  // namespace compiled
struct MatchProgram {
#define X(field, map, key, form, keep, ...) compiled::keep field;
  ROUNDHOUSE_MATCH_VALUES(X)
#undef X
};

/// The room that a position has (engine/position.h); more is refused.
constexpr std::size_t max_trains = limits::trains;
constexpr int max_fact_slots = limits::fact_places;

struct Program {
  int players = 2;
  int highest = 12;
  int copies = 1;
  int tile_kinds = 91;  ///< (highest + 1)(highest + 2) / 2
  std::string variant;

  std::vector<Node> nodes;
  std::vector<std::int32_t> args;
  std::vector<CompiledTable> tables;  ///< by OptionId

  std::vector<TrainSlot> trains;          ///< canonical order
  std::vector<std::int16_t> first_train;  ///< [kind * players + owner] (shared: owner 0), -1: none
  std::vector<FactSlot> facts;            ///< by FactId
  int fact_slots = 0;
  int placement_slot =
      -1;  ///< of the first seat: the points that places in earlier games were worth; -1: none

  std::vector<ActRules> acts;                ///< by ActId
  std::vector<DeclaredAct> declared;         ///< copies: by, whom, tile, amount, name
  std::vector<std::vector<AfterRow>> after;  ///< by EventId
  SetupProgram setup;
  MatchProgram match;

  /// Rows as the user knows them (id, sentence with option values woven in, sections, place), by RuleId.
  struct RuleText {
    std::string id;
    std::string says;  ///< the sentence, or the condition printed where there is none
    std::vector<Citation> from;
    Span where;
    Shape shape = Shape::forbid;
    bool has_sentence = true;  ///< else `says` is the condition
  };
  std::vector<RuleText> rules;
  std::vector<std::string> names;  ///< NameId -> text
  /// Words that are plain numbers: in records they may stand for a half of a tile.
  struct PipName {
    std::string name;
    int number = 0;
  };
  std::vector<PipName> pip_names;
  std::vector<std::string> fact_names;
  std::vector<std::string> fact_labels;  ///< by FactId, under which each is shown; empty: it is not
};

/// Why these rules cannot be played by so many players (too few tiles, a number the setup refuses, too
/// many trains or facts); absent if they can.
std::optional<std::string> refuse_players(const CheckedRules& rules, int players);

/// Whether the rows get their sentences, which cost more than all else: a program that is only asked for a
/// verdict has no use for them.
enum class RowTexts : std::uint8_t { written, left_out };

/// Cannot fail for rules that were checked and a number of players that is not refused.
Program compile_rules(const CheckedRules& rules, int players, RowTexts texts = RowTexts::written);

}  // namespace roundhouse::dsl
