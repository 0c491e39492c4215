#pragma once
// Rules and records from the command line's names: bundled variants, paths, standard input. All that commands
// read comes through here, within the bounds of --confine.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/base/text_file.h"
#include "dsl/check/check.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record_loading/loaded_record.h"
#include "replay/record_loading/rule_cache.h"

namespace roundhouse::cli {

/// `--set option=value`, as written; the values are placed in a source named `--set`. The command line has
/// been checked for the '='.
std::vector<dsl::OptionSetting> read_settings(dsl::SourceMap& sources,
                                              const std::vector<std::string>& written);

/// A variant as it stands on the command line: its name, then perhaps options of its own, as in the header of
/// a record ("dual double_blank=50").
struct WrittenVariant {
  std::string name;
  std::vector<std::string> settings;
};

/// Returns the parts of a variant as it is written, its own options behind those that are set for all.
WrittenVariant read_variant(const std::string& written, const std::vector<std::string>& settings);

using replay::NamedInRecord;
using replay::RulesWish;

/// Checks a variant, with the bundled documents' sections known.
dsl::Checked<dsl::CheckedRules> load_rules(dsl::SourceMap& sources, const RulesWish& wish);

/// Checks a text that is in no file and extends the variant of the wish, however that is named there.
dsl::Checked<dsl::CheckedRules> load_child(dsl::SourceMap& sources, const RulesWish& parent,
                                           const std::string& name, const std::string& text);

/// The reader of rules that the user names: bundled names, paths, `-`.
dsl::VariantReader reader_of_user(const std::string& variant, const dsl::ReadingBounds& bounds);

/// Standard input or a file as a whole; longer than `limit` is refused.
struct Text {
  std::string text;
  std::string trouble;  ///< empty: it was read
};
Text read_whole(const std::string& path, std::size_t limit, const dsl::ReadingBounds& bounds);

/// Error message if standard input could not be read to its end: it is closed, a folder. Empty: it was, or is
/// not read yet.
std::string standard_input_trouble();

// Texts that stand in for files: what an editor has open and nobody has saved yet.

using replay::OpenTexts;

/// Reads open texts instead of the files whose names they bear, and all others by `files`.
dsl::VariantReader over_files(OpenTexts open, dsl::VariantReader files);

// Records by the names that users give them, with what stands in the way printed as complaints. The library
// that reads them is replay/reading.

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
/// `mended`: of a record that cannot be read, what may be meant by it; nullptr: nobody asks.
std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes,
                                        std::vector<replay::MendedRecord>* mended = nullptr);
/// As load_record, for a text that has been read already.
std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes,
                                             std::vector<replay::MendedRecord>* mended = nullptr);

/// The message for a turn that --at names and that the record does not have.
std::string no_such_turn(const std::string& file, const std::string& turn);

/// Says in one line why a record cannot be read at all.
void refuse_record(const std::string& path, const std::string& trouble);
/// On standard error, for commands that have no place of their own for them.
void print_notes(const dsl::SourceMap& sources, const std::string& path, const dsl::Diagnostics& notes);

/// No record file is larger: what a command holds in memory as a whole.
constexpr std::size_t largest_record_file = std::size_t{64} << 20;

// The folder of the bundled variants on this machine. Looks beside the program, wherever that was put, so
// that an installed tree may be moved. Does not read the variants.

/// The first of these that is a folder: what ROUNDHOUSE_VARIANTS names; the place where an installation has
/// them, seen from the program; `variants` next to the program, as in a build. When ROUNDHOUSE_VARIANTS is
/// set and not empty it alone counts. Nothing when there is no such folder.
std::optional<std::filesystem::path> variant_folder();
/// The names of all that are in it, those of the second part last. Empty: there is no such folder.
std::vector<std::string> bundled_names();
/// Returns the name of a bundled game with the edition that it means, for what is to last; any other name as
/// it is.
std::string with_edition_named(const std::string& name);

}  // namespace roundhouse::cli
