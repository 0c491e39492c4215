#pragma once
// From rule files to CheckedRules: extends, merging, options, names, types, bounds, and the laws of the
// language. Opens no file itself: the texts, of parents too, come through a reader that the caller hands in.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

class PackedTrees;

/// A bundled game has editions 1 and up; what it says without one is the newest.
struct Edition {
  std::int32_t number = 0;  ///< 0: of no bundled game
  std::int32_t newest = 0;
  bool is_asked_for = false;  ///< by its number
  std::string changes{};      ///< of the newest: the lines that earlier editions have otherwise
};

struct LoadedText {
  std::string name;  ///< identifies the file: equal names are the same file
  std::string text;
  std::string trouble;  ///< not empty: it could not be read, and why
  std::string help{};   ///< with trouble: how to mend it; may be empty
  Edition edition{};
  std::shared_ptr<const PackedTrees> trees{};  ///< its own may be among them; absent: it is read
};
/// The source of variant files. `wanted` is what `extends` says, `from` the name of the file that says it;
/// for the first file `wanted` is CheckInput::variant and `from` is empty. It alone decides which folders may
/// be read.
using VariantReader = std::function<LoadedText(const std::string& wanted, const std::string& from)>;

enum class Tries : std::uint8_t {
  first,  ///< of each complaint until one holds
  all,    ///< all of each, and those that do not hold are taken out of `fixes`
};

/// Reads the same files, but for the first one this text, which has to live as long.
VariantReader with_first_text(VariantReader reader, const std::string& text);

/// A value laid over an option from outside: a record's header, `--set`.
struct OptionSetting {
  std::string name;
  std::string value;  ///< as written: `50`, `true`, `satisfy`, `{ 2: 16, 3..8: 14 }`
  Span where;         ///< the place of the setting, for diagnostics
};

struct CheckInput {
  std::string variant;  ///< the variant that the user named: given to the reader as `wanted`
  std::vector<OptionSetting> settings;
  std::optional<Span> named_at{};  ///< the text that names the variant; absent: none does
  Tries tries = Tries::first;      ///< the number of its proposals that each complaint has tried
};

/// Reads the variant and its parents into `sources` and checks them. The value is there (usable) only
/// when the result is ok(). All findings of all files at once, in order, no follow-on noise.
Checked<CheckedRules> check_variant(SourceMap& sources, const VariantReader& reader, const CheckInput& input);

/// The rules as checked in one canonical text, without name, ask, says, from, comments and layout.
std::string print_rules(const CheckedRules& rules);
/// The hash of [rules sha256:...]: 64 hexadecimal digits, the same for rules that come to the same game (see
/// dsl/compile/game_terms.h). All numbers of players are compiled for it.
std::string rules_hash(const CheckedRules& rules);

/// Section ids that bundled documents have ("CD-S1"), from variants/sources/*.yaml, so that a `from`
/// may be checked. Empty: not checked.
void check_sections(const CheckedRules& rules, const std::vector<std::string>& bundled,
                    Diagnostics& diagnostics);

}  // namespace roundhouse::dsl
