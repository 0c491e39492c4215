#include "tools/lsp/documents.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/source.h"
#include "dsl/base/text_file.h"
#include "dsl/check/check_codes.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "dsl/vocabulary/keys.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/record_loading/loaded_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_text.h"
#include "tools/findings/finding_formats.h"
#include "tools/lint/analyze.h"
#include "tools/lsp/text_position.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

/// More files of a workspace are not looked at.
constexpr std::size_t most_files = 2'000;
constexpr std::size_t most_entries = 50'000;
/// Longer ones are not even read at each key.
constexpr std::size_t longest_read_record = std::size_t{8} << 20;
/// Steps of judging while somebody types.
constexpr std::int64_t judging_steps = 200'000;

dsl::Diagnostic too_long(dsl::Span where) {
  dsl::Diagnostic made;
  made.code = row(dsl::CheckCode::cannot_read).code;
  made.where = where;
  made.message = "this record is too long for an editor; 'roundhouse validate' judges it";
  return made;
}

/// Reads a record by the rules that it names, and keeps what is wrong with them.
class RecordReading {
 public:
  RecordReading(RecordView& view, const std::string& path, const OpenTexts& open)
      : view_(view),
        source_{[open](dsl::SourceMap& sources, RulesWish wish) {
          wish.open = open;
          return load_rules(sources, wish);
        }},
        rules_(view.sources, source_, view.file, path, wishes_) {}

  replay::ReadyRules of(const replay::Header& header) {
    const bool first = !rules_.was_asked();
    replay::ReadyRules ready = rules_.of(header);
    for (replay::LoadNews& news : rules_.take_news())
      for (dsl::Diagnostic& found : news.complaints) {
        if (found.where.file != view_.file) {
          found.message = "in the rules: " + found.message;
          found.where = header.variant.at.span;
          found.fixes.clear();
        }
        // The cure of a command line is none here, nor is the place in the rules.
        if (found.code == load_code(LoadCode::no_variant)) found.help.clear();
        if (found.code == load_code(LoadCode::wrong_players)) found.labels.clear();
        view_.complaints.push_back(std::move(found));
      }
    if (first) view_.by = ready;
    return ready;
  }
  bool refused() const { return rules_.is_refused(); }

 private:
  RecordView& view_;
  // An editor's record is judged by the rules that it names, whatever their hash.
  const RecordWishes wishes_{.rules = {}, .settings = {}, .any_rules = true};
  const replay::RuleSource source_;
  replay::RulesOfRecord rules_;
};

}  // namespace

std::unique_ptr<RecordView> view_record(const std::string& path, const std::string& text, OpenTexts open) {
  auto view = std::make_unique<RecordView>();
  view->file = view->sources.add(path, text);
  if (text.size() > longest_read_record) {
    view->complaints.push_back(too_long({view->file, 0, 0}));
    return view;
  }
  RecordReading reading(*view, path, std::move(open));
  dsl::Checked<replay::Record> read =
      replay::read_record(view->file, text, [&](const replay::Header& header) { return reading.of(header); });
  std::move(read.diagnostics.begin(), read.diagnostics.end(), std::back_inserter(view->complaints));
  view->record = std::move(read.value);
  if (!read.ok() || reading.refused() || view->by.program == nullptr || text.size() > longest_judged_record) {
    if (reading.refused()) view->by.program = nullptr;
    dsl::sort_diagnostics(view->complaints);
    return view;
  }
  replay::RefereeOptions options;
  options.rules = view->by.checked.get();
  options.record_budget = judging_steps;
  const replay::Judgement judgement = replay::judge_record(*view->by.program, view->record, options);
  for (dsl::Diagnostic& found : replay::verdict_diagnostics(view->sources, judgement))
    view->complaints.push_back(std::move(found));
  dsl::sort_diagnostics(view->complaints);
  return view;
}

namespace {

/// True of a rule file, or the beginning of one: it has no other keys than such a file may have.
bool looks_like_rules(const std::string& text) {
  if (dsl::begins_like_rules(text)) return true;
  bool has_key = false;
  for (const std::string_view line : dsl::lines_of(text)) {
    const bool is_top = !line.empty() && line.front() != ' ' && line.front() != '#' && line.front() != '-';
    const std::size_t colon = line.find(':');
    if (!is_top || colon == std::string_view::npos) continue;
    if (dsl::find_key(dsl::KeyMap::file, line.substr(0, colon)) == nullptr) return false;
    has_key = true;
  }
  return has_key;
}

}  // namespace

OpenDocument& Documents::open(const std::string& uri, std::string text, std::int64_t version) {
  OpenDocument& document = documents_[uri];
  document.uri = uri;
  document.path = path_of_uri(uri);
  document.is_ours = false;
  document.is_record =
      fs::path(document.path).extension() == ".train" || dsl::kind_of_text(text) == dsl::TextKind::record;
  alter(document, std::move(text), version);
  return document;
}

void Documents::alter(OpenDocument& document, std::string text, std::int64_t version) {
  document.text = std::move(text);
  document.version = version;
  document.is_ours = document.is_ours || document.is_record || looks_like_rules(document.text);
  changed();
}

void Documents::close(const std::string& uri) {
  documents_.erase(uri);
  changed();
}

OpenDocument* Documents::find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}

OpenDocument* Documents::find_path(const std::string& path) {
  for (auto& [uri, document] : documents_)
    if (document.path == path) return &document;
  return nullptr;
}

void Documents::changed() {
  for (auto& [uri, document] : documents_) {
    if (document.view != nullptr && document.view->checked.ok() && !document.view->chain.files.empty())
      document.last_good = std::move(document.view);
    document.view.reset();
    document.record.reset();
  }
}

OpenTexts Documents::open_texts() {
  return [this](const std::string& path) -> const std::string* {
    const OpenDocument* document = find_path(path);
    return document == nullptr ? nullptr : &document->text;
  };
}

dsl::VariantReader Documents::reader() {
  return over_files(open_texts(), dsl::read_variant_files(variant_folder().value_or(fs::path())));
}

const dsl::RuleView& Documents::rules(OpenDocument& document) {
  if (document.view == nullptr) document.view = dsl::view_rules(reader(), document.path);
  return *document.view;
}

const dsl::RuleView& Documents::named_rules(OpenDocument& document, std::size_t offset) {
  const dsl::RuleView& now = rules(document);
  if (now.checked.ok() || document.last_good != nullptr) return now.checked.ok() ? now : *document.last_good;
  // Without the line that is being written the rest may be in order.
  std::string kept = document.text;
  const std::size_t begin = offset == 0 ? 0 : kept.rfind('\n', std::min(offset, kept.size()) - 1) + 1;
  kept.erase(begin, std::min(kept.find('\n', begin), kept.size()) - begin);
  auto without = dsl::view_rules(dsl::with_first_text(reader(), kept), document.path);
  if (!without->checked.ok() && without->chain.files.empty()) return now;
  document.last_good = std::move(without);
  return *document.last_good;
}

const RecordView& Documents::record(OpenDocument& document) {
  if (document.record == nullptr) document.record = view_record(document.path, document.text, open_texts());
  return *document.record;
}

dsl::Diagnostics Documents::complaints(OpenDocument& document) {
  if (!document.is_ours) return {};
  if (document.is_record) return record(document).complaints;
  const dsl::RuleView& view = rules(document);
  dsl::Diagnostics found = lint_findings(view.checked);
  if (!view.checked.ok()) {
    const dsl::AnalysisInput input{.check = {.variant = document.path, .settings = {}},
                                   .bundled_sections = bundled_sections()};
    const dsl::Diagnostics hidden =
        dsl::found_behind_errors(view.sources, reader(), input, dsl::FileId{}, found);
    found.insert(found.end(), hidden.begin(), hidden.end());
  }
  dsl::sort_diagnostics(found);
  return found;
}

std::vector<std::string> Documents::files(const std::vector<std::string>& endings) const {
  std::vector<std::string> paths;
  std::size_t entries = 0;
  for (const std::string& folder : folders_) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
      if (++entries > most_entries || paths.size() >= most_files) break;
      const std::string name = entry->path().filename().string();
      if (name.starts_with('.') || name == "node_modules") {
        entry.disable_recursion_pending();
        continue;
      }
      const bool wanted = any_of(endings, [&](const std::string& ending) { return name.ends_with(ending); });
      if (wanted) paths.push_back(entry->path().lexically_normal().string());
    }
  }
  return paths;
}

std::vector<std::unique_ptr<dsl::RuleView>> Documents::others(const OpenDocument& document) {
  std::set<std::string> paths;
  for (const auto& [uri, open] : documents_)
    if (!open.is_record) paths.insert(open.path);
  for (std::string& path : files({".yaml", ".yml"})) paths.insert(std::move(path));
  paths.erase(document.path);
  std::vector<std::unique_ptr<dsl::RuleView>> views;
  for (const std::string& path : paths) {
    const dsl::LoadedText text = reader()(path, {});
    if (!text.trouble.empty() || !dsl::begins_like_rules(text.text)) continue;
    views.push_back(dsl::view_rules(reader(), path));
  }
  return views;
}

std::map<std::string, std::string> Documents::records() {
  std::map<std::string, std::string> texts;
  for (const auto& [uri, open] : documents_)
    if (open.is_record) texts.emplace(open.path, open.text);
  for (const std::string& path : files({".train"})) {
    if (texts.contains(path)) continue;
    dsl::FileText file = dsl::read_text_file(path, longest_judged_record);
    if (file.trouble.empty()) texts.emplace(path, std::move(file.text));
  }
  return texts;
}

std::string Documents::path_of(const std::string& source) const {
  if (dsl::is_path(source)) return source;
  const auto folder = variant_folder();
  if (!folder) return {};
  std::error_code error;
  for (const fs::path& part : {*folder, *folder / "more"})
    if (const fs::path file = part / (source + ".yaml"); fs::is_regular_file(file, error))
      return fs::absolute(file, error).lexically_normal().string();
  return {};
}

bool Documents::is_bundled(const std::string& source) const { return !dsl::is_path(source); }

}  // namespace roundhouse::cli
