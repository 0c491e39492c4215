#pragma once
// Rules and records from the command line's names: bundled variants, paths, standard input. All that commands
// read comes through here, within the bounds of --confine.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/open_texts.h"
#include "dsl/base/text_file.h"
#include "dsl/check/check.h"
#include "engine/rules.h"
#include "replay/record_loading/loaded_record.h"
#include "replay/record/record.h"

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

}  // namespace roundhouse::cli
