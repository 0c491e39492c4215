#pragma once
// The texts that an editor has open, and what is known of them: each is looked at when somebody asks and
// nothing has changed since. Knows no protocol.

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/load.h"
#include "dsl/base/text_file.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "tools/assist/rule_view.h"

namespace roundhouse::cli {

/// A record with the rules that it asks for, as far as there are any.
struct RecordView {
  dsl::SourceMap sources;
  dsl::FileId file;
  replay::Record record;
  replay::ReadyRules by;        ///< no program: it could not be judged
  dsl::Diagnostics complaints;  ///< lines that are no notation, mistakes in the rules, the rulings
};

/// Longer records are read, but judged only by `validate`.
constexpr std::size_t longest_judged_record = std::size_t{1} << 20;

/// Reads and judges a record; nothing is printed.
std::unique_ptr<RecordView> view_record(const std::string& path, const std::string& text, OpenTexts open);

struct OpenDocument {
  std::string uri;
  std::string path;  ///< in plain form
  std::string text;
  std::int64_t version = 0;
  bool is_record = false;
  /// It is, or was when somebody began to alter it, a rule file or a record: of other YAML nothing is said.
  bool is_ours = false;
  std::unique_ptr<dsl::RuleView> view;       ///< of the text as it is; absent: not looked at yet
  std::unique_ptr<dsl::RuleView> last_good;  ///< of an earlier text that was in order
  std::unique_ptr<RecordView> record;
};

class Documents {
 public:
  OpenDocument& open(const std::string& uri, std::string text, std::int64_t version);
  /// Another text for an open one.
  void alter(OpenDocument& document, std::string text, std::int64_t version);
  void close(const std::string& uri);
  /// nullptr: it is not open.
  OpenDocument* find(const std::string& uri);
  OpenDocument* find_path(const std::string& path);
  std::map<std::string, OpenDocument>& all() { return documents_; }
  /// To be called after a text has changed: what rests on it is looked at anew.
  void changed();

  const dsl::RuleView& rules(OpenDocument& document);
  /// One whose names are known, if there is any: of an earlier text, or of this one without its line at
  /// `offset`.
  const dsl::RuleView& named_rules(OpenDocument& document, std::size_t offset);
  const RecordView& record(OpenDocument& document);
  /// All that `lint` or `validate` says of it.
  dsl::Diagnostics complaints(OpenDocument& document);

  void set_folders(std::vector<std::string> folders) { folders_ = std::move(folders); }
  /// The records in the folders of the workspace and the open ones: their paths with their texts.
  std::map<std::string, std::string> records();
  /// The rule files in the folders of the workspace and the open ones, but not this one.
  std::vector<std::unique_ptr<dsl::RuleView>> others(const OpenDocument& document);

  dsl::VariantReader reader();
  /// The file that a source of this name is of; empty: there is none.
  std::string path_of(const std::string& source) const;
  /// True if it lies among the bundled variants.
  bool is_bundled(const std::string& source) const;

 private:
  OpenTexts open_texts();
  /// In the folders of the workspace, with one of these endings.
  std::vector<std::string> files(const std::vector<std::string>& endings) const;

  std::map<std::string, OpenDocument> documents_;  ///< by uri
  std::vector<std::string> folders_;
};

}  // namespace roundhouse::cli
