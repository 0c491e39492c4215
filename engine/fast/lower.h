#pragma once
// The last stage of compiling: rows, which are nodes by now, become what the fold runs (engine/fast/code.h).
// Reads nothing but the program itself.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "dsl/program/node_builder.h"
#include "dsl/program/nodes.h"
#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

enum class LowerFor : std::uint8_t { games, one_round };

/// Fills rules.code, and adds nodes to the program's. For one round the rows are lowered once for all tables,
/// without tables of ends, each row of an event is asked by itself, and no diagram is specialised.
void lower(Rules& rules, LowerFor what);

// Quantifiers over players that need not be worked out by walking their nodes player by player: what they ask
// of a player is read as asked of the one who acts, and then has the form of decisions.

/// Fills code.players_alone and code.of_players for the nodes there are.
void tabulate_players(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams);

// Bars made into tables of ends (engine/fast/code.h): all that depend on nothing but the turn, the train of
// an end, its flags, and tiles of which the rules say beforehand which they are.

/// Takes such bars out of code.lay_bars, and fills code.end_tables and the decisions that lead to them. Those
/// of the bars that come last stay where they are if there would be too many tables.
void tabulate_ends(Rules& program, DiagramBuilder& diagrams, RowCode& code);

/// The one table, which leaves everything open: all bars stay where they are.
void leave_ends_open(Rules& program, DiagramBuilder& diagrams, RowCode& code);

// The rows of an event as they are asked together: decision diagrams that lead to what follows of those that
// hold.

/// A row that can hold, with its whole condition, exceptions taken off, as a node.
struct WholeRow {
  const AfterRow* row = nullptr;
  std::int32_t when = 0;
};

/// Adds to program.code. `read`: what an argument of an effect (a node) is under the assumptions made.
/// For games rows are asked together, and of an event that has keys (EventKey) the diagram is specialised to
/// each.
EventCode event_parts(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams,
                      const std::vector<WholeRow>& rows, EventId id, LowerFor what,
                      const std::function<std::int32_t(std::int32_t)>& read);

/// From a condition to the steps that work it out for a whole set (of ends, or of tiles) at once.
class SetSteps : protected NodeView {
 public:
  SetSteps(Rules& program, DiagramBuilder& diagrams)
      : NodeView(program), program_(program), diagrams_(diagrams) {}

 protected:
  ~SetSteps() = default;

  /// Adds them to program.code.end_ops. `pushed`: the sets that are kept meanwhile. False: it has no such
  /// form.
  bool steps(std::int32_t condition, bool negated, std::size_t pushed);
  void leaf(EndStep step, bool negated, std::int32_t arg = 0);
  /// True of the steps from this one on if some of their sets have to be kept.
  bool needs_pile(std::int32_t first) const;
  /// True if the condition is the same for all of the set.
  virtual bool is_alike(std::int32_t condition) = 0;
  /// Adds the steps of what is no `and`, `or` or `not`, or lies too deep for its sets to be kept. False: it
  /// has none.
  virtual bool known(std::int32_t condition, bool negated) = 0;

  Rules& program_;
  DiagramBuilder& diagrams_;
};

// Works out beforehand what conditions and numbers say of each tile, where they depend on nothing else: what
// a hand counts is then the sum of a table, and whether it holds a double a matter of bits.

/// Fills code.tiles_alone, code.of_tiles and code.wanted for the nodes there are.
void tabulate_tiles(Rules& program, DiagramBuilder& diagrams);

/// The tiles of which the condition holds; absent: it depends on something else as well. `slot`: the bound
/// variable that stands for the tile; -1: the root `tile`.
std::optional<TileSet> tiles_of(const Rules& program, const DiagramBuilder& diagrams, std::int32_t condition,
                                std::int32_t slot = -1);

/// A comparison of a number that depends on the tile alone with another number.
struct Comparison {
  std::int32_t bound = 0;  ///< into code.tile_bounds
  std::int32_t other = 0;  ///< the node of the other number, whatever that depends on
  bool negated = false;
};
std::optional<Comparison> comparison_of(Rules& program, const DiagramBuilder& diagrams,
                                        std::int32_t condition, std::int32_t slot);

}  // namespace roundhouse::engine::fast
