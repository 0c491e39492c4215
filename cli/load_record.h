#pragma once
// Records by the names that users give them, with what stands in the way printed as complaints. The library
// that reads them is replay/record_loading.

#include <optional>
#include <string>
#include <vector>

#include "cli/load.h"
#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "replay/record_loading/loaded_record.h"
#include "replay/record_loading/rule_cache.h"

namespace roundhouse::cli {

using replay::for_each_round;
using replay::load_code;
using replay::LoadCode;
using replay::LoadedRecord;
using replay::LoadedRules;
using replay::most_changed_nodes;
using replay::most_held_entries;
using replay::RecordWishes;
using replay::RuleCache;
using replay::rules_wish;
using replay::RulesOfRecord;
using replay::trouble_with_kind;

/// Rules by their bundled names and paths, and those that were kept beside a record.
const replay::RuleSource& rules_on_disk();

/// Prints news about this record on standard error.
void print_news(const dsl::SourceMap& sources, const std::string& path,
                const std::vector<replay::LoadNews>& news);

/// Reads the record and its rules. Whatever stands in the way is printed as complaints on standard error,
/// and nothing is returned.
std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes);
/// As load_record, for a text that has been read already.
std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes);

/// The message for a turn that --at names and that the record does not have.
std::string no_such_turn(const std::string& file, const std::string& turn);

/// Says in one line why a record cannot be read at all.
void refuse_record(const std::string& path, const std::string& trouble);
/// On standard error, for commands that have no place of their own for them.
void print_notes(const dsl::SourceMap& sources, const std::string& path, const dsl::Diagnostics& notes);

/// No record file is larger: what a command holds in memory as a whole.
constexpr std::size_t largest_record_file = std::size_t{64} << 20;

}  // namespace roundhouse::cli
