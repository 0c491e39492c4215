#pragma once
// A record with the rules it is to be judged by, ready for the referee or the replay.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/load.h"
#include "cli/load_codes.h"
#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"

namespace roundhouse::cli {

class RuleCache;

struct RecordWishes {
  std::string rules;                   ///< judge by this variant instead of the record's own; may be empty
  std::vector<std::string> settings;   ///< --set, over the record's own options
  bool any_rules = false;              ///< go on even if the header's hash is of other rules
  dsl::ReadingBounds bounds{};         ///< --confine
  std::shared_ptr<RuleCache> shelf{};  ///< rules that the command has loaded before; may be absent
};

/// The rules, and the options they are played under, that these wishes and a record's header ask for. `where`
/// keeps the places of the header's settings.
RulesWish rules_wish(dsl::SourceMap& sources, const std::string& path, const replay::Header& header,
                     const RecordWishes& wishes);

/// Shared by all records of a command that are judged by the same rules.
using LoadedRules = replay::ReadyRules;

struct LoadedRecord {
  replay::Record record;
  LoadedRules by;
  /// The headers that lines between rounds lead to, with the rules for each.
  std::vector<std::pair<replay::Header, LoadedRules>> changed;
  dsl::Diagnostics notes;  ///< lines that were not written as notation and have been read as it
  dsl::FileId file{};
  /// False: only the header of a record that is too long to be held; its rounds are read from the text as
  /// they are needed.
  bool whole = true;

  const dsl::CheckedRules& rules() const { return *by.checked; }
  const engine::Rules& program() const { return *by.program; }
};

/// The rules that a record asks for with its header, and with what lines between rounds make of it.
class RulesOfRecord {
 public:
  /// `path`: the record's; a variant named by a path is looked for beside it.
  RulesOfRecord(dsl::SourceMap& sources, dsl::FileId file, std::string path, const RecordWishes& wishes)
      : sources_(sources), file_(file), path_(std::move(path)), wishes_(wishes) {}

  /// Compiled for the players of the header, which at first is the record's own. Whatever stands in the way
  /// is printed as complaints, and there are none.
  LoadedRules of(const replay::Header& header);

  bool was_asked() const { return was_asked_; }
  /// True if there were no rules for some header.
  bool is_refused() const { return is_refused_; }

 private:
  std::optional<LoadedRules> load(const replay::Header& header, bool is_changed);
  std::optional<LoadedRules> refuse(dsl::Span where, LoadCode code, std::string message,
                                    std::string help = {}, std::vector<dsl::Label> labels = {}) const;

  dsl::SourceMap& sources_;
  dsl::FileId file_;
  std::string path_;
  const RecordWishes& wishes_;
  std::optional<RulesWish> found_;  ///< where the record's hash is that of other rules than it names
  bool was_asked_ = false;
  bool is_refused_ = false;
  std::size_t changed_nodes_ = 0;  ///< of the rules for all headers but the first
};

/// Reads the record and its rules. Whatever stands in the way is printed as complaints on standard error,
/// and nothing is returned.
std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes);
/// As load_record, for a text that has been read already.
std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes);

/// The message for a turn that --at names and that the record does not have.
std::string no_such_turn(const std::string& file, const std::string& turn);

/// All rounds of a loaded record in their order; false from `each` stops.
void for_each_round(const dsl::SourceMap& sources, const LoadedRecord& loaded,
                    const std::function<bool(const replay::RecordRound&)>& each);

/// Why a text, or its beginning, is evidently no record but something else that people have: rules, a
/// picture. Empty: it may be one.
std::string trouble_with_kind(std::string_view text);

/// Says in one line why a record cannot be read at all.
void refuse_record(const std::string& path, const std::string& trouble);
/// On standard error, for commands that have no place of their own for them.
void print_notes(const dsl::SourceMap& sources, const std::string& path, const dsl::Diagnostics& notes);

/// No record file is larger: what a command holds in memory as a whole.
constexpr std::size_t largest_record_file = std::size_t{64} << 20;
/// Nodes of all rules together that lines between rounds may ask for.
constexpr std::size_t most_changed_nodes = 300'000;
/// Nor are the rounds of a record held that have more lines, acts and tiles: each is some 200 bytes.
constexpr std::size_t most_held_entries = 150'000;

}  // namespace roundhouse::cli
