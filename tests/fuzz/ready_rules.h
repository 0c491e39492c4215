#pragma once
// Checked and compiled rules for programs that judge one text after the other: the variants are read from
// disk once, and what was compiled is kept for the next text that asks for the same.

#include <memory>
#include <string>

#include "dsl/check/check.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::tests {

/// Bundled variants by their names, and small sets on which every hand can be tried; no other file.
const dsl::VariantReader& known_variants();

/// One table, for one number of players.
struct ReadyTable {
  std::shared_ptr<const dsl::SourceMap> sources;  ///< file 0 is empty: it stands for the record
  std::shared_ptr<const dsl::CheckedRules> rules;
  engine::Rules program;
};

/// Null where the variant is not known or not in order, or refuses so many players. Good until the next call
/// for another table.
const ReadyTable* ready_table(const replay::VariantField& variant, int players);

}  // namespace roundhouse::tests
