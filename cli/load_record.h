#pragma once
// A record with the rules it is to be judged by, ready for the referee or the replay.

#include <optional>
#include <string>
#include <vector>

#include "cli/load.h"
#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"
#include "dsl/program.h"
#include "replay/record.h"

namespace roundhouse::cli {

struct RecordWishes {
  std::string rules;                  ///< judge by this variant instead of the record's own; may be empty
  std::vector<std::string> settings;  ///< --set, over the record's own options
  bool any_rules = false;             ///< go on even if the header's hash is of other rules
  dsl::ReadingBounds bounds{};        ///< --confine
};

/// What these wishes and a record's header come to: which rules, under which options. `where` the header's
/// settings stand is kept.
RulesWish rules_wish(dsl::SourceMap& sources, const std::string& path, const replay::Header& header,
                     const RecordWishes& wishes);

struct LoadedRules {
  dsl::CheckedRules rules;
  dsl::Program program;
};

struct LoadedRecord {
  replay::Record record;
  dsl::CheckedRules rules;
  dsl::Program program;
  dsl::Diagnostics notes;  ///< what was not written as notation and has been read as it
};

/// The rules that a header asks for, compiled for its players. `path`: the record's; a variant named by a
/// path is looked for beside it. Complaints as with load_record.
std::optional<LoadedRules> load_rules_of(dsl::SourceMap& sources, dsl::FileId file, const std::string& path,
                                         const replay::Header& header, const RecordWishes& wishes);

/// Reads the record and its rules. Whatever stands in the way is printed as complaints on standard error,
/// and nothing is returned.
std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes);
/// The same for a text that has been read already.
std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes);

/// Why a text, or its beginning, is evidently no record but something else that people have: rules, a
/// picture. Empty: it may be one.
std::string trouble_with_kind(std::string_view text);

/// Says in one line why a record cannot be read at all.
void refuse_record(const std::string& path, const std::string& trouble);
/// On standard error, for commands that have no place of their own for them.
void print_notes(const dsl::SourceMap& sources, const std::string& path, const dsl::Diagnostics& notes);

/// No record file is larger: what a command holds in memory as a whole.
constexpr std::size_t largest_record_file = std::size_t{64} << 20;

}  // namespace roundhouse::cli
