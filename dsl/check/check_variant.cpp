#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/edits.h"
#include "dsl/base/search.h"
#include "dsl/check/absent_words.h"
#include "dsl/check/check.h"
#include "dsl/check/choose_edition.h"
#include "dsl/check/load_chain.h"
#include "dsl/check/option_values.h"
#include "dsl/check/resolve.h"
#include "dsl/check/try_fixes.h"
#include "dsl/syntax/allow_comments.h"

namespace roundhouse::dsl {
namespace {

/// A text that was asked for, and which file it became.
struct Asked {
  std::string wanted;
  std::string from;
  LoadedText loaded;  ///< without its text, which the sources keep
  FileId file;
};

struct CheckedOnce {
  CheckedRules rules;
  Diagnostics diagnostics;
  EditionNames names;
};

/// Complaints that are no errors and still no advice to give.
Diagnostics doubts_about(const CheckedRules& rules) {
  Diagnostics doubts;
  for (const AbsentWord& absent : absent_words(rules)) {
    Diagnostic& doubt = doubts.emplace_back();
    doubt.message = absent.word;
    doubt.where = absent.where;
  }
  return doubts;
}

/// A key that means nothing where it stands, and is an option of this game.
void report_options(const Draft& draft, const SourceMap& sources, Findings& findings) {
  for (Diagnostic* made : findings.all_of(CheckCode::unknown_key)) {
    const std::string_view name = sources.text(made->where);
    const bool is_option =
        any_of(draft.options, [&](const DraftOption& option) { return option.name.text == name; });
    // Among the keys of the file it can be nothing else. Elsewhere a help may know better.
    const bool is_key_of_file = sources.locate(made->where.file, made->where.begin).column == 1;
    const bool is_helped = !made->help.empty() && !is_key_of_file;
    if (is_option && !is_helped && made->labels.empty() && made->fixes.empty())
      say_instead(*made, fmt::format("'{}' is an option: it stands under 'options'", name));
  }
}

/// A row that permits nothing but what needs no permit can go, with all its lines.
void propose_without_row(const Draft& draft, const SourceMap& sources, Findings& findings) {
  for (Diagnostic* made : findings.all_of(CheckCode::needless_permit)) {
    const auto row = find_if(draft.rules, [&](const DraftRule& rule) {
      return rule.about.size() == 1 && rule.about.front().where == made->where;
    });
    if (row == draft.rules.end()) continue;
    const std::string_view text = sources.file(row->where.file).text;
    const std::size_t begin = text.rfind('\n', row->where.begin) + 1;
    const std::size_t dash = text.find_first_not_of(' ', begin);
    if (dash == std::string_view::npos || text[dash] != '-') continue;
    std::size_t end = begin;
    do {
      end = std::min(text.find('\n', end), text.size() - 1) + 1;
    } while (end < text.size() && text.find_first_not_of(" \r", end) > end + (dash - begin));
    suggest_fix(*made, {{row->where.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                        "",
                        "take the row out: what is not forbidden is legal"});
  }
}

/// `with_bounds`: what only rules without errors are asked.
CheckedOnce check_once(SourceMap& sources, const VariantReader& reader, const CheckInput& input,
                       bool with_bounds = true) {
  CheckedOnce result;
  Findings findings;
  Chain chain = load_chain(sources, reader, input, findings);
  if (chain.whole) {
    std::vector<Citation> of_parents = sections_of_parents(chain.files);
    if (chain.edition) result.names = names_by_owner(chain);
    // A file that lists its own names was written with the game at hand, so they are no evidence.
    if (any_of(chain.files, [](const LoadedFile& file) { return !file.draft.ours.empty(); }))
      result.names.ours.clear();
    Draft draft;
    for (auto file = chain.files.rbegin(); file != chain.files.rend(); ++file) {
      lay_over(draft, std::move(file->draft), findings);
    }
    std::deque<YamlNode> settings;
    lay_settings_over(draft, input.settings, settings, findings);
    enforce_limits(draft, findings);
    check_names(draft, findings);
    report_options(draft, sources, findings);
    result.rules = resolve(draft, findings);
    propose_without_row(draft, sources, findings);
    result.rules.of_parents = std::move(of_parents);
    result.rules.edition = chain.edition;
    for (const LoadedFile& file : chain.files) result.rules.chain.push_back(file.name);
    result.rules.allows = read_allow_comments(sources, chain.files.front().draft.whole.file);
    if (with_bounds && findings.size() == 0) check_bounds(result.rules, findings);
  }
  result.diagnostics = findings.take();
  return result;
}

/// The same check with texts put into files, or given for settings.
class Trial {
 public:
  Trial(const SourceMap& sources, const VariantReader& reader, const CheckInput& input,
        const std::vector<Asked>& asked)
      : sources_(sources), reader_(reader), input_(input), asked_(asked) {}

  std::optional<Diagnostics> with(const std::vector<Proposal>& put, std::size_t& bytes) const {
    CheckInput input = input_;
    std::vector<FixIt> in_texts;
    std::vector<FixIt> in_settings;
    for (const Proposal& one : put) {
      const auto is_asked = [&](const Asked& text) {
        return text.loaded.trouble.empty() && text.file == one.mend->where.file;
      };
      const bool is_text = any_of(asked_, is_asked);
      if (!is_text && !give_setting(input, one)) return std::nullopt;
      (is_text ? in_texts : in_settings).push_back(*one.mend);
    }
    std::vector<std::optional<std::string>> edited;
    for (const Asked& text : asked_) {
      const Edits edits(text.file, in_texts);
      edited.emplace_back();
      if (!text.loaded.trouble.empty() || edits.empty() || text.file.value >= sources_.size()) continue;
      edited.back() = edits.put_into(sources_.file(text.file).text);
      if (!edited.back()) return std::nullopt;
    }
    // Several at once stand for each by itself, beside which the others' errors would be left.
    const bool are_several = any_of(put, [&](const Proposal& one) { return *one.mend != *put.front().mend; });
    Diagnostics after = checked(input, edited, !are_several, bytes);
    // A setting is given anew and no text is changed: places behind it are where they would be if one were.
    if (!in_settings.empty()) {
      const Edits edits(in_settings.front().where.file, in_settings);
      for (Diagnostic& made : after) made.where = edits.forward(made.where);
    }
    return after;
  }

 private:
  const SourceMap& sources_;
  const VariantReader& reader_;
  const CheckInput& input_;
  const std::vector<Asked>& asked_;

  /// False: no setting stands at the place.
  static bool give_setting(CheckInput& input, const Proposal& put) {
    const bool is_named = row(CheckCode::unknown_option).code == put.about->code;
    for (OptionSetting& setting : input.settings) {
      std::string& part = is_named ? setting.name : setting.value;
      if (setting.where != put.mend->where || !put.about->message.starts_with("'" + part + "'")) continue;
      part = put.mend->text;
      return true;
    }
    return false;
  }

  Diagnostics checked(const CheckInput& input, const std::vector<std::optional<std::string>>& edited,
                      bool with_bounds, std::size_t& bytes) const {
    // Files get the same numbers again, so that places can be compared.
    SourceMap sources;
    while (sources.size() < asked_.front().file.value) sources.add({}, {});
    const VariantReader reader = [&](const std::string& wanted, const std::string& from) {
      LoadedText text = read(wanted, from, edited);
      bytes += text.text.size();
      return text;
    };
    CheckedOnce after = check_once(sources, reader, input, with_bounds);
    for (Diagnostic& doubt : doubts_about(after.rules)) after.diagnostics.push_back(std::move(doubt));
    return std::move(after.diagnostics);
  }

  LoadedText read(const std::string& wanted, const std::string& from,
                  const std::vector<std::optional<std::string>>& edited) const {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& one = asked_[i];
      if (one.wanted != wanted || one.from != from) continue;
      // The last file of a chain that was refused is asked for and not kept.
      const bool is_kept = one.file.value < sources_.size();
      if (one.loaded.trouble.empty() && !is_kept) break;
      LoadedText text = one.loaded;
      if (text.trouble.empty()) text.text = edited[i] ? *edited[i] : sources_.file(one.file).text;
      return text;
    }
    return reader_(wanted, from);
  }
};

/// The request for a bundled game by a text that does not say which edition it means.
const Asked* asked_without_edition(const std::vector<Asked>& asked, const CheckInput& input) {
  for (const Asked& one : asked) {
    if (one.loaded.edition.number == 0) continue;
    const bool is_open = !one.loaded.edition.is_asked_for && one.loaded.edition.newest > 1;
    // A game that a user names is the newest; a record's header may be older than that.
    return is_open && (!one.from.empty() || input.named_at) ? &one : nullptr;
  }
  return nullptr;
}

struct OlderEdition {
  VariantReader reader;
  std::string evidence;
};

/// The newest of the older editions under which the file checks and which it was evidently written for.
std::optional<OlderEdition> find_older_edition(const SourceMap& sources, const VariantReader& reader,
                                               const CheckInput& input, const std::vector<Asked>& asked,
                                               const CheckedOnce& newest) {
  const Asked* open = asked_without_edition(asked, input);
  if (open == nullptr) return std::nullopt;
  const auto is_error = [](const Diagnostic& made) { return made.severity == Severity::error; };
  const auto error = find_if(newest.diagnostics, is_error);
  const bool has_errors = error != newest.diagnostics.end();
  const auto may_matter = [&](const Asked& one) {
    return mentions_one_of(newest.names.ours, one.loaded.edition.changes);
  };
  if (!has_errors && !any_of(asked, may_matter)) return std::nullopt;
  const auto is_asked = [&](const std::string& name) {
    std::size_t mentions = 0;
    for (const Asked& one : asked)
      if (one.loaded.edition.number == 0 && one.loaded.trouble.empty() && one.file.value < sources.size())
        mentions += count_mentions(name, sources.file(one.file).text);
    return mentions > 1;
  };
  for (std::int32_t number = open->loaded.edition.newest - 1; number > 0; --number) {
    OlderEdition older;
    older.reader = with_edition(reader, open->loaded.name, number);
    SourceMap tried;
    while (tried.size() < asked.front().file.value) tried.add({}, {});
    const CheckedOnce checked = check_once(tried, older.reader, input);
    if (any_of(checked.diagnostics, is_error)) continue;
    older.evidence = has_errors ? error->message : evidence_of_older(newest.names, checked.names, is_asked);
    if (!older.evidence.empty()) return older;
  }
  return std::nullopt;
}

}  // namespace

VariantReader with_first_text(VariantReader reader, const std::string& text) {
  return [reader = std::move(reader), &text](const std::string& wanted, const std::string& from) {
    LoadedText loaded = reader(wanted, from);
    if (from.empty() && loaded.trouble.empty()) loaded.text = text;
    return loaded;
  };
}

Checked<CheckedRules> check_variant(SourceMap& sources, const VariantReader& reader,
                                    const CheckInput& input) {
  std::vector<Asked> asked;
  const auto noting = [&](const VariantReader& from_where) -> VariantReader {
    return [&](const std::string& wanted, const std::string& from) {
      LoadedText text = from_where(wanted, from);
      asked.push_back({wanted,
                       from,
                       {text.name, {}, text.trouble, text.help, text.edition},
                       FileId{static_cast<std::uint32_t>(sources.size())}});
      return text;
    };
  };
  const std::size_t files_before = sources.size();
  CheckedOnce checked = check_once(sources, noting(reader), input);
  if (const auto older = find_older_edition(sources, reader, input, asked, checked)) {
    sources.truncate(files_before);
    asked.clear();
    checked = check_once(sources, noting(older->reader), input);
    if (checked.rules.edition) checked.rules.edition->evidence = older->evidence;
  }
  const Trial trial(sources, reader, input, asked);
  try_fixes(checked.diagnostics, doubts_about(checked.rules), input.tries,
            [&](const std::vector<Proposal>& put, std::size_t& bytes) { return trial.with(put, bytes); });
  Checked<CheckedRules> result;
  result.value = std::move(checked.rules);
  result.diagnostics = std::move(checked.diagnostics);
  sort_diagnostics(result.diagnostics);
  return result;
}

}  // namespace roundhouse::dsl
