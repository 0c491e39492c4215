#pragma once
// The file that `simulate --shard` writes and `merge` reads: one JSON object on a line, with exact sums. What
// it holds is documented in docs/commands.md.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

/// The text of a shard, with a line ending.
std::string write_shard(const RunResult& run);

/// Absent: this is no shard that this program can read; `trouble` says why.
std::optional<RunResult> read_shard(std::string_view text, std::string& trouble);

struct NamedShard {
  std::string file;
  RunResult run;
};

/// All shards of one run as the run. Absent: they are not, and `trouble` says why.
std::optional<RunResult> merge_shards(std::vector<NamedShard> shards, std::string& trouble);

}  // namespace roundhouse::engine
