#include "engine/search_way.h"

#include "engine/evaluate.h"
#include "engine/table.h"

namespace roundhouse::engine {

using dsl::SetupName;

SetupName setup_name(const Rules& program, const Position& position, dsl::NodeRef node, SetupName otherwise) {
  if (!node.given()) return otherwise;
  // Mostly an option, and so a name.
  const dsl::Node& written = program.nodes[static_cast<std::size_t>(node.value)];
  const Value value = written.op == dsl::Op::name ? written.value : evaluate(program, position, {}, node);
  return value == absent ? otherwise : static_cast<SetupName>(value);
}

SearchWay search_way(const Rules& program, const Position& position) {
  const dsl::SetupProgram& setup = program.setup;
  SearchWay way;
  way.from = setup_name(program, position, setup.engine_from, SetupName::hands);
  way.missing = setup_name(program, position, setup.missing, SetupName::unison);
  way.drawn = setup_name(program, position, setup.drawn, SetupName::keep);
  way.alone = way.is_led() && setup.passes.given() &&
              setup_name(program, position, setup.passes, SetupName::left) == SetupName::never;
  return way;
}

bool ties_go_by_lot(const Rules& program, const Position& position) {
  return program.setup.ties.given() &&
         setup_name(program, position, program.setup.ties, SetupName::order) == SetupName::lot;
}

Seat first_to_search(const Position& position) {
  return position.leader == no_seat ? first_of_players(position) : position.leader;
}

}  // namespace roundhouse::engine
