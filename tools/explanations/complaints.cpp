#include "tools/explanations/complaints.h"

#include <set>
#include <string_view>
#include <utility>

#include "dsl/base/diagnostic.h"
#include "dsl/base/search.h"
#include "dsl/check/check_codes.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/vocabulary/acts.h"
#include "replay/record/notation_codes.h"
#include "replay/record_loading/loaded_record.h"
#include "tools/lint/allow_codes.h"
#include "tools/lint/lint.h"
#include "tools/prove/example_codes.h"
#include "tools/prove/trouble.h"

namespace roundhouse::cli {
namespace {

/// The lists differ in how they begin and end their sentences.
std::string as_sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

class Chapter {
 public:
  Chapter(std::string_view name, std::string_view title, std::string_view about)
      : made_{std::string(name), std::string(title), std::string(about), {}} {}

  void add(std::string_view code, std::string_view sentence) {
    made_.complaints.push_back({std::string(code), as_sentence(std::string(sentence))});
  }

  ComplaintChapter sorted() {
    sort(made_.complaints, [](const ComplaintEntry& a, const ComplaintEntry& b) { return a.code < b.code; });
    return std::move(made_);
  }

 private:
  ComplaintChapter made_;
};

}  // namespace

std::vector<ComplaintChapter> complaint_chapters() {
  Chapter yaml("yaml", "The YAML of a rule file",
               "These are found before anybody asks what the words mean. The file is wrong as YAML, or "
               "would be read otherwise than it looks.");
  for (const dsl::YamlCodeRow& row : dsl::yaml_codes) yaml.add(row.code, row.sentence);
  Chapter conditions("conditions", "Conditions and effects",
                     "The spelling of what stands behind `when`, `do`, `is` and the like.");
  Chapter rules("rules", "The rules", "What the words mean, and whether it fits together.");
  Chapter lint("lint", "Rules that are probably mistaken",
               "The rules could be played, but hardly as they were meant.");
  for (const dsl::LintCheck& check : dsl::all_lint_checks()) lint.add(check.name, check.sentence);
#define X(id, code, sentence) lint.add(code, sentence);
  ROUNDHOUSE_ALLOW_CODES(X)
#undef X
  Chapter play("play", "What play shows",
               "The rules can be read, and their examples or play by them show what is wrong. "
               "`lint` judges the examples, `lint --prove` plays.");
#define X(id, code, sentence) play.add(code, sentence);
  ROUNDHOUSE_EXAMPLE_CODES(X)
#undef X
  std::set<std::string_view> seen{replay::row(replay::TroubleKind::never_reached).name};  // it shows no code
  for (const replay::TroubleRow& row : replay::all_trouble_kinds)
    if (seen.insert(row.name).second) play.add(row.name, row.what);
  Chapter records("records", "Records",
                  "Lines that are no notation. A record with such lines is not judged.");
  Chapter loading("loading", "Records and their rules",
                  "Each line of the record can be read, but it cannot be judged; or there is more to say.");
#define X(id, code, sentence) conditions.add(code, sentence);
  ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
#define X(id, code, sentence) rules.add(code, sentence);
  ROUNDHOUSE_CHECK_CODES(X)
#undef X
#define X(id, code, sentence) records.add(code, sentence);
  ROUNDHOUSE_NOTATION_CODES(X)
#undef X
#define X(id, code, sentence) loading.add(code, sentence);
  ROUNDHOUSE_LOAD_CODES(X)
  ROUNDHOUSE_DIAGNOSTIC_CODES(X)
#undef X
  return {yaml.sorted(), conditions.sorted(), rules.sorted(),  lint.sorted(),
          play.sorted(), records.sorted(),    loading.sorted()};
}

ComplaintChapter laws_chapter() {
  Chapter laws(
      "laws", "Laws of every train game",
      "What a verdict cites where no row of the variant is broken. They hold whatever a variant says.");
#define X(id, code, sentence) laws.add(code, sentence);
  ROUNDHOUSE_LAWS(X)
#undef X
  return laws.sorted();
}

}  // namespace roundhouse::cli
