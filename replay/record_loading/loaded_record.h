#pragma once
// A record with the rules that it is to be judged by, ready for the referee or the replay. Opens no file: the
// texts of rules come from whom it is asked by (RuleSource), and what stands in the way is collected.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/base/text_file.h"
#include "dsl/check/check.h"
#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"

namespace roundhouse::replay {

// Complaints about a record that cannot be judged although each of its lines can be read: one list.

// X(enumerator, code, sentence)
#define ROUNDHOUSE_LOAD_CODES(X)                                                                        \
  X(no_variant, "no-variant", "A record says by which rules it was played, or `--rules` does.")         \
  X(other_rules, "other-rules", "The rules are not those whose hash the record bears.")                 \
  X(unknown_fact, "unknown-fact", "These rules keep no fact of this name.")                             \
  X(too_many_rules, "too-many-rules", "The rules that a record changes to have 300,000 parts at most.") \
  X(wrong_players, "wrong-players", "The rules are not for so many players.")

enum class LoadCode : std::uint8_t {
#define X(id, code, sentence) id,
  ROUNDHOUSE_LOAD_CODES(X)
#undef X
};

constexpr std::string_view load_code(LoadCode wanted) {
  constexpr std::string_view codes[] = {
#define X(id, code, sentence) code,
      ROUNDHOUSE_LOAD_CODES(X)
#undef X
  };
  return codes[static_cast<std::size_t>(wanted)];
}

class RuleCache;

/// `option=value` each, as written; the values are placed in a source of this name. All have an '='.
std::vector<dsl::OptionSetting> read_settings(dsl::SourceMap& sources, const std::string& name,
                                              const std::vector<std::string>& written);

/// A variant as a record's header names it: anybody may have written that.
struct NamedInRecord {
  std::string folder;  ///< the record's, where a relative path starts
  dsl::Span where;
  /// Rule files that the record brings along, by their names; they go before those of the folder.
  std::map<std::string, std::string> rules{};
};

/// Texts that stand in for files, by their paths in plain form; nullptr: there is none.
using OpenTexts = std::function<const std::string*(const std::string& path)>;

struct RulesWish {
  std::string variant;  ///< a bundled name, a path, or, if no record says so, `-` for standard input
  std::vector<dsl::OptionSetting> settings{};
  dsl::ReadingBounds bounds{};
  std::optional<NamedInRecord> in_record{};  ///< absent: the user names it
  OpenTexts open{};                          ///< texts that stand in for files; may be absent
  /// Of this bundled game this edition, wherever the variant or what it extends names the game; else none.
  std::string edition_of{};
  std::int32_t edition = 0;
};

/// The one who has the texts of rules.
struct RuleSource {
  /// Reads and checks the rules of a wish. Files are added to the sources.
  std::function<dsl::Checked<dsl::CheckedRules>(dsl::SourceMap&, const RulesWish&)> check;
  /// Rules that were kept beside the record and may have this hash; absent: nothing is kept.
  std::function<std::vector<RulesWish>(const RulesWish&, const std::string& hash)> kept{};
};

struct RecordWishes {
  std::string rules;                   ///< judge by this variant instead of the record's own; may be empty
  std::vector<std::string> settings;   ///< `option=value`, over the record's own options
  bool any_rules = false;              ///< go on even if the header's hash is of other rules
  dsl::ReadingBounds bounds{};         ///< of the files that may be read
  std::shared_ptr<RuleCache> shelf{};  ///< rules that have been loaded before; may be absent
};

/// The rules, and the options they are played under, that these wishes and a record's header ask for. `where`
/// keeps the places of the header's settings.
RulesWish rules_wish(dsl::SourceMap& sources, const std::string& path, const Header& header,
                     const RecordWishes& wishes);

/// Shared by all records of a command that are judged by the same rules.
using LoadedRules = ReadyRules;

/// Something that reading came upon: complaints, or other rules than the record names.
struct LoadNews {
  dsl::Diagnostics complaints;
  /// The texts that they are about; nullptr: those that were handed in.
  std::shared_ptr<const dsl::SourceMap> sources{};
  /// There are no complaints, and the record is judged by these rules, which have its hash.
  std::string judged_by{};
};

struct LoadedRecord {
  Record record;
  LoadedRules by;
  /// The headers that lines between rounds lead to, with the rules for each.
  std::vector<std::pair<Header, LoadedRules>> changed;
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
  /// `path`: the record's; a variant named by a path is looked for beside it. All must outlive it.
  RulesOfRecord(dsl::SourceMap& sources, const RuleSource& source, dsl::FileId file, std::string path,
                const RecordWishes& wishes)
      : sources_(sources), source_(source), file_(file), path_(std::move(path)), wishes_(wishes) {}

  /// Compiled for the players of the header, which at first is the record's own. Whatever stands in the way
  /// is among the news, and there are none.
  LoadedRules of(const Header& header);

  bool was_asked() const { return was_asked_; }
  /// True if there were no rules for some header.
  bool is_refused() const { return is_refused_; }
  /// The news since the last call.
  std::vector<LoadNews> take_news() { return std::exchange(news_, {}); }

 private:
  std::optional<LoadedRules> load(const Header& header, bool is_changed);
  std::optional<LoadedRules> refuse(dsl::Span where, LoadCode code, std::string message,
                                    std::string help = {}, std::vector<dsl::Label> labels = {});

  dsl::SourceMap& sources_;
  const RuleSource& source_;
  dsl::FileId file_;
  std::string path_;
  const RecordWishes& wishes_;
  std::optional<RulesWish> found_;  ///< where the record's hash is that of other rules than it names
  bool was_asked_ = false;
  bool is_refused_ = false;
  std::size_t changed_nodes_ = 0;  ///< of the rules for all headers but the first
  std::vector<LoadNews> news_;
};

/// A text with lines that may be meant in place of those that cannot be read.
struct MendedText {
  std::string text;
  std::vector<std::string> chosen;  ///< the lines of which another may be meant as well
  bool has_gap = false;             ///< a turn of which nothing can be read counts as one that nobody knows
};

/// A record that was read, or what stood in the way.
struct RecordLoading {
  std::optional<LoadedRecord> record;
  /// Of a text that cannot be read; empty: for one of its lines there is nothing, or there are too many ways.
  std::vector<MendedText> mended{};
  std::string trouble;  ///< why it cannot be read at all, in one line; may be empty
  std::vector<LoadNews> news;
};

/// Reads a text and its rules. `name`: under which the text stands in the sources. `path`: as of
/// RulesOfRecord. At most most_held_entries are held.
RecordLoading load_record_text(dsl::SourceMap& sources, const RuleSource& source, const std::string& name,
                               const std::string& path, std::string text, const RecordWishes& wishes);

/// A record read from a mended text.
struct MendedRecord {
  LoadedRecord record;
  std::vector<std::string> chosen;  ///< as of its text
  bool has_gap = false;
};

/// The records that these texts are; empty: one of them cannot be read even so.
std::vector<MendedRecord> load_mended(dsl::SourceMap& sources, const RuleSource& source,
                                      const std::string& name, const std::string& path,
                                      std::vector<MendedText> texts, const RecordWishes& wishes);

/// All rounds of a loaded record in their order; false from `each` stops.
void for_each_round(const dsl::SourceMap& sources, const LoadedRecord& loaded,
                    const std::function<bool(const RecordRound&)>& each);

/// Why a text, or its beginning, is evidently no record but something else that people have: rules, a
/// picture. Empty: it may be one.
std::string trouble_with_kind(std::string_view text);

/// Nodes of all rules together that lines between rounds may ask for.
constexpr std::size_t most_changed_nodes = 300'000;
/// Nor are the rounds of a record held that have more lines, acts and tiles: each is some 200 bytes.
constexpr std::size_t most_held_entries = 150'000;

// Rule files that a record brings along, as comments behind its last line:
//   # rules grandma.yaml
//   #| roundhouse: 1
//   #| ...
// The app for browsers downloads games so (web/app/packed.ts).

/// By their names, which are no paths; as many as a link holds at most.
std::map<std::string, std::string> rules_within(std::string_view record);

}  // namespace roundhouse::replay
