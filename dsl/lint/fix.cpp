#include "dsl/lint/fix.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dsl/base/edits.h"
#include "dsl/base/nearest.h"

namespace roundhouse::dsl {
namespace {

/// Every text is a whole look at the file.
constexpr int most_tried = 60;

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

/// A finding with one of its texts.
struct Chosen {
  const Diagnostic* about;
  const Mend* mend;
};

/// True if every one of these findings is gone, no other has come, and there are no more errors.
bool is_better(const Diagnostics& before, const Diagnostics& after, const std::vector<Chosen>& put) {
  if (after.size() + put.size() > before.size() || errors_in(after) > errors_in(before)) return false;
  std::map<Kind, int> left = kinds_of(before);
  for (const Chosen& one : put) --left[{one.about->code, one.about->message}];
  const std::map<Kind, int> made = kinds_of(after);
  return std::all_of(made.begin(), made.end(), [&](const auto& one) {
    const auto known = left.find(one.first);
    return known != left.end() && known->second >= one.second;
  });
}

class Fixer {
 public:
  Fixer(FileId file, const FindAgain& find) : file_(file), find_(find) {}

  Fixed run(const std::string& text) {
    fixed_.text = text;
    fixed_.left = find_(text);
    fixed_.before = fixed_.left.size();
    while (mend_together() || mend_one() || look_at_failed_again()) {
    }
    return std::move(fixed_);
  }

 private:
  struct Tried {
    std::vector<Chosen> put;
    std::string text;
    Diagnostics findings;
  };

  FileId file_;
  const FindAgain& find_;
  Fixed fixed_;
  int tried_ = 0;
  /// What mended nothing: code and message of the finding, and the text.
  std::set<std::tuple<std::string, std::string, std::string>> failed_;
  bool has_changed_ = false;  ///< since what failed was looked at again

  bool may_be_tried(const Diagnostic& about, const Mend& mend) const {
    const Curable* row = find_curable(about.code);
    if (row == nullptr || about.where.file != file_ || mend.where.file != file_) return false;
    if (mend.where.end > fixed_.text.size() || failed_.contains({about.code, about.message, mend.text}))
      return false;
    const std::string_view written =
        std::string_view(fixed_.text).substr(mend.where.begin, mend.where.end - mend.where.begin);
    if (written == mend.text) return false;
    return row->cure != Cure::near || nearest_name(written, std::vector<std::string>{mend.text}).has_value();
  }

  static std::uint32_t length(const Mend& mend) { return mend.where.end - mend.where.begin; }

  /// Of two texts that say the same with more or less written anew the lesser is the mend; of two names
  /// neither.
  static std::optional<std::size_t> only_one(const std::vector<Tried>& better) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < better.size(); ++i) {
      const auto lengths = [&](std::size_t one) { return length(*better[one].put.front().mend); };
      if (best && better[*best].text == better[i].text) continue;
      if (best && lengths(*best) == lengths(i)) return std::nullopt;
      if (!best || lengths(i) < lengths(*best)) best = i;
    }
    return best;
  }

  /// Absent: it does not make the file better, or too much was tried.
  std::optional<Tried> attempt(const std::vector<Chosen>& put) {
    if (tried_ >= most_tried) return std::nullopt;
    std::vector<Mend> mends;
    for (const Chosen& one : put) mends.push_back(*one.mend);
    const auto text = Edits(file_, mends).put_into(fixed_.text);
    if (!text) return std::nullopt;
    ++tried_;
    Diagnostics after = find_(*text);
    if (!is_better(fixed_.left, after, put)) return std::nullopt;
    return Tried{put, *text, std::move(after)};
  }

  void accept(Tried tried) {
    for (const Chosen& one : tried.put) fixed_.cured.push_back(*one.about);
    fixed_.text = std::move(tried.text);
    fixed_.left = std::move(tried.findings);
    has_changed_ = true;
  }

  void note_failed(const Chosen& one) {
    failed_.insert({one.about->code, one.about->message, one.mend->text});
  }

  /// What has one text only, all together: the usual case takes one look.
  bool mend_together() {
    std::vector<Chosen> chosen;
    for (const Diagnostic& finding : fixed_.left) {
      std::vector<Tried> may;
      for (const Mend& mend : finding.mends)
        if (may_be_tried(finding, mend)) may.push_back({{{&finding, &mend}}, mend.text, {}});
      const auto only = only_one(may);
      if (!only) continue;
      const Chosen& one = may[*only].put.front();
      const auto is_beside = [&](const Chosen& other) {
        return one.mend->where != other.mend->where && !overlap(*one.mend, *other.mend);
      };
      if (std::all_of(chosen.begin(), chosen.end(), is_beside)) chosen.push_back(one);
    }
    if (chosen.empty()) return false;
    std::vector<Chosen> good;
    std::optional<Tried> best = sift(chosen, good);
    if (best && best->put.size() < good.size())
      if (std::optional<Tried> all = attempt(good)) best = std::move(all);
    if (!best) return false;
    accept(std::move(*best));
    return true;
  }

  /// Adds to `good` those that make the file better, by themselves or with others, and returns the most of
  /// them that were tried together.
  std::optional<Tried> sift(const std::vector<Chosen>& chosen, std::vector<Chosen>& good) {
    if (std::optional<Tried> all = attempt(chosen)) {
      good.insert(good.end(), chosen.begin(), chosen.end());
      return all;
    }
    if (chosen.size() == 1) {
      note_failed(chosen.front());
      return std::nullopt;
    }
    const auto half = chosen.begin() + static_cast<std::ptrdiff_t>(chosen.size() / 2);
    std::optional<Tried> one = sift({chosen.begin(), half}, good);
    std::optional<Tried> other = sift({half, chosen.end()}, good);
    return !one || (other && other->put.size() > one->put.size()) ? std::move(other) : std::move(one);
  }

  /// The first finding for which, of several texts, one alone makes the file better.
  bool mend_one() {
    for (const Diagnostic& finding : fixed_.left) {
      std::vector<Tried> better;
      for (const Mend& mend : finding.mends) {
        if (!may_be_tried(finding, mend)) continue;
        const Chosen one{&finding, &mend};
        if (std::optional<Tried> tried = attempt({one}))
          better.push_back(std::move(*tried));
        else
          note_failed(one);
      }
      const auto only = only_one(better);
      if (!only) continue;
      accept(std::move(better[*only]));
      return true;
    }
    return false;
  }

  /// What mended nothing may do so now that something else is mended.
  bool look_at_failed_again() {
    if (failed_.empty() || !has_changed_) return false;
    failed_.clear();
    has_changed_ = false;
    return true;
  }
};

}  // namespace

Fixed fix_text(const std::string& text, FileId file, const FindAgain& find) {
  return Fixer(file, find).run(text);
}

bool has_safe_cure(std::string_view code) { return find_curable(code) != nullptr; }

}  // namespace roundhouse::dsl
