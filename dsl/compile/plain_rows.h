#pragma once
// A program whose `after` rows somebody else has judged: rows that apply whenever their event comes, whatever
// their conditions say. For readers that know less than the whole table (replay/half_apply.h).

#include <vector>

#include "dsl/program.h"

namespace roundhouse::dsl {

/// Nothing follows of anything any more.
void drop_after_rows(Program& program);
/// Adds nothing to the program's nodes: the effects are those of rows that it had before. An event gets its
/// rows at most once between two calls of drop_after_rows.
void put_plain_rows(Program& program, EventId event, std::vector<AfterRow> rows);

}  // namespace roundhouse::dsl
