#pragma once
// Conditions as the fold asks them: graphs of tests (dsl/code.h). Internal to the engine.

#include "dsl/program.h"
#include "engine/evaluate.h"
#include "engine/read_word.h"

namespace roundhouse::engine {

/// Where the tests lead in the end: an answer, below 0.
dsl::TestRef follow_tests(Reading& reading, dsl::TestRef first);

/// Does the condition hold?
inline bool ask(Reading& reading, dsl::TestRef first) {
  return (first < 0 ? first : follow_tests(reading, first)) == dsl::always;
}

/// The rows as they read on this table.
inline const dsl::RowCode& rows_for(const dsl::Program& program, const Position& position) {
  return program.code.rows[position.debt_count == 0 ? 1 : 0];
}

}  // namespace roundhouse::engine
