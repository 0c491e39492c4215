#include "tools/lint/analyze.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "dsl/base/edits.h"
#include "dsl/base/nearest.h"
#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

/// Every text is a whole look at the file.
constexpr int most_tried = 40;
/// Errors hide what a later stage of checking would say, which hides more.
constexpr int most_stages = 5;

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
  return static_cast<std::size_t>(
      count_if(findings, [](const Diagnostic& d) { return d.severity == Severity::error; }));
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
  const FixIt* mend;
};

/// True if every one of these findings is gone, no other error has come, and there are fewer findings. A
/// warning that has come was hidden by the errors; without errors before there is none that could be.
bool is_better(const Diagnostics& before, const Diagnostics& after, const std::vector<Chosen>& put) {
  if (after.size() >= before.size() || errors_in(after) > errors_in(before)) return false;
  std::map<Kind, int> left = kinds_of(before);
  for (const Chosen& one : put) --left[{one.about->code, one.about->message}];
  std::map<Kind, int> made = kinds_of(after);
  if (errors_in(before) > 0) {
    for (const Diagnostic& finding : after)
      if (finding.severity != Severity::error && !left.contains({finding.code, finding.message}))
        made.erase({finding.code, finding.message});
  }
  return all_of(made, [&](const auto& one) {
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
  /// Texts that mended nothing: code and message of the finding, and the text.
  std::set<std::tuple<std::string, std::string, std::string>> failed_;
  bool has_changed_ = false;  ///< since what failed was looked at again

  bool may_be_tried(std::string_view text, const Diagnostic& about, const FixIt& mend) const {
    const Curable* row = find_curable(about.code);
    if (row == nullptr || about.where.file != file_ || mend.where.file != file_) return false;
    if (mend.where.end > text.size() || failed_.contains({about.code, about.message, mend.text}))
      return false;
    const std::string_view written = text.substr(mend.where.begin, mend.where.end - mend.where.begin);
    if (written == mend.text) return false;
    return row->cure != Cure::near || nearest_name(written, std::vector<std::string>{mend.text}).has_value();
  }

  static std::uint32_t length(const FixIt& mend) { return mend.where.end - mend.where.begin; }

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

  /// The findings for which one text alone may be tried, with it; they lie apart.
  std::vector<Chosen> choose(std::string_view text, const Diagnostics& findings) const {
    std::vector<Chosen> chosen;
    for (const Diagnostic& finding : findings) {
      std::vector<Tried> may;
      for (const FixIt& mend : finding.fixes)
        if (may_be_tried(text, finding, mend)) may.push_back({{{&finding, &mend}}, mend.text, {}});
      const auto only = only_one(may);
      if (!only) continue;
      const Chosen& one = may[*only].put.front();
      const auto is_beside = [&](const Chosen& other) {
        return one.mend->where != other.mend->where && !overlap(*one.mend, *other.mend);
      };
      if (all_of(chosen, is_beside)) chosen.push_back(one);
    }
    return chosen;
  }

  /// The findings with these texts put in. Absent: they cannot be, or too much was tried.
  std::optional<Tried> look(std::string_view text, const std::vector<Chosen>& put) {
    if (tried_ >= most_tried) return std::nullopt;
    std::vector<FixIt> fixes;
    for (const Chosen& one : put) fixes.push_back(*one.mend);
    const auto edited = Edits(file_, fixes).put_into(text);
    if (!edited) return std::nullopt;
    ++tried_;
    return Tried{put, *edited, find_(*edited)};
  }

  void accept(Diagnostics cured, Tried tried) {
    fixed_.cured.insert(fixed_.cured.end(), cured.begin(), cured.end());
    fixed_.text = std::move(tried.text);
    fixed_.left = std::move(tried.findings);
    has_changed_ = true;
  }

  void note_failed(const Chosen& one) {
    failed_.insert({one.about->code, one.about->message, one.mend->text});
  }

  /// Mends what has one text only, all together: the usual case takes one look for each stage of checking
  /// that an error has hidden. Where that makes nothing better, half of it.
  bool mend_together() {
    std::vector<Chosen> chosen = choose(fixed_.text, fixed_.left);
    while (!chosen.empty() && tried_ < most_tried) {
      if (mend_in_stages(chosen)) return true;
      if (chosen.size() == 1) {
        note_failed(chosen.front());
        chosen = choose(fixed_.text, fixed_.left);
      } else {
        chosen.resize(chosen.size() / 2);
      }
    }
    return false;
  }

  /// Puts these in, then what can be mended of what they have hidden.
  bool mend_in_stages(const std::vector<Chosen>& first) {
    std::optional<Tried> last = look(fixed_.text, first);
    Diagnostics cured;
    for (const Chosen& one : first) cured.push_back(*one.about);
    for (int stage = 1; last && stage < most_stages; ++stage) {
      const std::vector<Chosen> more = choose(last->text, last->findings);
      if (more.empty()) break;
      for (const Chosen& one : more) cured.push_back(*one.about);
      last = look(last->text, more);
    }
    if (!last || !is_better(fixed_.left, last->findings, first)) return false;
    accept(std::move(cured), std::move(*last));
    return true;
  }

  /// The first finding for which, of several texts, one alone makes the file better.
  bool mend_one() {
    for (const Diagnostic& finding : fixed_.left) {
      std::vector<Tried> better;
      for (const FixIt& mend : finding.fixes) {
        if (!may_be_tried(fixed_.text, finding, mend)) continue;
        const Chosen one{&finding, &mend};
        std::optional<Tried> tried = look(fixed_.text, {one});
        if (tried && is_better(fixed_.left, tried->findings, {one}))
          better.push_back(std::move(*tried));
        else
          note_failed(one);
      }
      const auto only = only_one(better);
      if (!only) continue;
      accept({finding}, std::move(better[*only]));
      return true;
    }
    return false;
  }

  /// Tries again texts that mended nothing: they may do so now that something else is mended.
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

}  // namespace roundhouse::dsl
