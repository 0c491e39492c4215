#include "dsl/lint/fix.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "dsl/base/nearest.h"
#include "dsl/check/try_mends.h"

namespace roundhouse::dsl {
namespace {

/// Every text is a whole look at the file.
constexpr int most_tried = 120;

enum class Cure : std::uint8_t {
  any,   ///< the only proposal that holds
  near,  ///< that one, if it is a misspelling of what stands there, and no other thing that would do
};

struct Curable {
  std::string_view code;
  Cure cure;
};

constexpr Curable curable[] = {
    {"decimal-number", Cure::any},     {"empty-range", Cure::any},        {"english-operator", Cure::any},
    {"foreign-operator", Cure::any},   {"missing-key", Cure::any},        {"needless-allow", Cure::any},
    {"needless-permit", Cure::any},    {"not-a-choice", Cure::near},      {"single-equals", Cure::any},
    {"out-of-range", Cure::any},       {"special-character", Cure::any},  {"unknown-act", Cure::near},
    {"unknown-check", Cure::near},     {"unknown-effect", Cure::near},    {"unknown-event", Cure::near},
    {"unknown-key", Cure::any},        {"unknown-member", Cure::near},    {"unknown-name", Cure::near},
    {"unknown-option", Cure::near},    {"unknown-rule", Cure::near},      {"unknown-sentence", Cure::near},
    {"wrong-case", Cure::any},         {"wrong-shape", Cure::any},        {"wrong-version", Cure::any},
    {"yaml-bare-truth", Cure::any},    {"yaml-colon-in-text", Cure::any}, {"yaml-curly-quote", Cure::any},
    {"yaml-duplicate-key", Cure::any}, {"yaml-no-colon", Cure::any},      {"yaml-no-space", Cure::any},
    {"yaml-odd-space", Cure::any},     {"yaml-tab", Cure::any},
};

const Curable* find_curable(std::string_view code) {
  const auto found = std::find_if(std::begin(curable), std::end(curable),
                                  [&](const Curable& row) { return row.code == code; });
  return found == std::end(curable) ? nullptr : found;
}

std::size_t errors_in(const Diagnostics& findings) {
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(), [](const Diagnostic& d) { return d.severity == Severity::error; }));
}

using Kind = std::pair<std::string, std::string>;

std::map<Kind, int> kinds_of(const Diagnostics& findings) {
  std::map<Kind, int> kinds;
  for (const Diagnostic& finding : findings) ++kinds[{finding.code, finding.message}];
  return kinds;
}

bool has_only_known(const Diagnostics& before, const Diagnostics& after) {
  const std::map<Kind, int> old = kinds_of(before);
  const std::map<Kind, int> made = kinds_of(after);
  return std::all_of(made.begin(), made.end(), [&](const auto& one) {
    const auto known = old.find(one.first);
    return known != old.end() && known->second >= one.second;
  });
}

/// Fewer findings, no more errors, and none that was not there before.
bool is_better(const Diagnostics& before, const Diagnostics& after, const Diagnostic& about) {
  if (after.size() >= before.size() || errors_in(after) > errors_in(before)) return false;
  const std::map<Kind, int> old = kinds_of(before);
  const std::map<Kind, int> made = kinds_of(after);
  const auto same = old.find({about.code, about.message});
  const auto left = made.find({about.code, about.message});
  if (left != made.end() && same != old.end() && left->second >= same->second) return false;
  return has_only_known(before, after);
}

class Fixer {
 public:
  Fixer(FileId file, const FindAgain& find) : file_(file), find_(find) {}

  Fixed run(const std::string& text) {
    fixed_.text = text;
    fixed_.left = find_(text);
    fixed_.before = fixed_.left.size();
    mend_all();
    while (mend_one()) {
    }
    return std::move(fixed_);
  }

 private:
  struct Tried {
    std::string text;
    Diagnostics findings;
    std::uint32_t length = 0;  ///< of what is replaced
  };

  FileId file_;
  const FindAgain& find_;
  Fixed fixed_;
  int tried_ = 0;

  /// What has one proposal, that was tried, all together: the usual case takes one look.
  void mend_all() {
    std::vector<const Diagnostic*> about;
    for (const Diagnostic& finding : fixed_.left) {
      const Curable* row = find_curable(finding.code);
      const bool sure = row != nullptr && finding.where.file == file_ && finding.mends.size() == 1 &&
                        finding.cure && finding.cure->where.file == file_ &&
                        fits(*row, finding.mends.front());
      if (sure) about.push_back(&finding);
    }
    std::stable_sort(about.begin(), about.end(), [](const Diagnostic* a, const Diagnostic* b) {
      return a->cure->where.begin < b->cure->where.begin;
    });
    std::string text;
    std::size_t copied = 0;
    Diagnostics cured;
    for (const Diagnostic* one : about) {
      const Mend& cure = *one->cure;
      if (cure.where.begin < copied || cure.where.end > fixed_.text.size()) continue;
      text.append(fixed_.text, copied, cure.where.begin - copied).append(cure.text);
      copied = cure.where.end;
      cured.push_back(*one);
    }
    if (cured.size() < 2) return;
    text.append(fixed_.text, copied);
    Diagnostics after = find_(text);
    if (after.size() + cured.size() > fixed_.left.size() || !has_only_known(fixed_.left, after)) return;
    fixed_.text = std::move(text);
    fixed_.left = std::move(after);
    fixed_.cured = std::move(cured);
  }

  bool fits(const Curable& row, const Mend& mend) const {
    if (row.cure != Cure::near) return true;
    const std::string_view written =
        std::string_view(fixed_.text).substr(mend.where.begin, mend.where.end - mend.where.begin);
    return nearest_name(written, std::vector<std::string>{mend.text}).has_value();
  }

  bool mend_one() {
    for (const Diagnostic& finding : fixed_.left) {
      std::optional<Tried> cure = only_cure(finding);
      if (!cure) continue;
      fixed_.cured.push_back(finding);
      fixed_.text = std::move(cure->text);
      fixed_.left = std::move(cure->findings);
      return true;
    }
    return false;
  }

  std::optional<Tried> only_cure(const Diagnostic& finding) {
    const Curable* curable_as = find_curable(finding.code);
    if (curable_as == nullptr || finding.where.file != file_) return std::nullopt;
    std::optional<Tried> best;
    for (const Mend& mend : finding.mends) {
      if (mend.where.file != file_ || tried_ >= most_tried) continue;
      const auto text = with_mend(fixed_.text, mend);
      if (!text || *text == fixed_.text) continue;
      if (!fits(*curable_as, mend)) continue;
      ++tried_;
      Diagnostics after = find_(*text);
      if (!is_better(fixed_.left, after, finding)) continue;
      const std::uint32_t length = mend.where.end - mend.where.begin;
      if (best && best->text == *text) continue;
      // Of two that say the same with more or less written anew the lesser is the mend; of two names neither.
      if (best && best->length == length) return std::nullopt;
      if (!best || length < best->length) best = Tried{*text, std::move(after), length};
    }
    return best;
  }
};

}  // namespace

Fixed fix_text(const std::string& text, FileId file, const FindAgain& find) {
  return Fixer(file, find).run(text);
}

bool has_safe_cure(std::string_view code) { return find_curable(code) != nullptr; }

}  // namespace roundhouse::dsl
