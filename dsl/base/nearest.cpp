#include "dsl/base/nearest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"

namespace roundhouse::dsl {

namespace {

/// Names from strangers may be long; past this nobody means a misspelling, and the table would be quadratic.
constexpr std::size_t longest_compared = 256;

char folded(char letter) {
  if (letter >= 'A' && letter <= 'Z') return static_cast<char>(letter - 'A' + 'a');
  return letter == '-' ? '_' : letter;
}

/// True if one is the other with an English ending: `laying` and `lay`, `rounds` and `round`.
bool is_bent(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < 3 || b.size() > longest_compared) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (folded(a[i]) != folded(b[i])) return false;
  const std::string_view ending = b.substr(a.size());
  return ending == "s" || ending == "es" || ending == "d" || ending == "ed" || ending == "n" ||
         ending == "ing";
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > longest_compared || b.size() > longest_compared) {
    return a == b ? 0 : std::max(a.size(), b.size());
  }
  // Three rows of the usual table: a transposition looks two rows back.
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1])) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::vector<std::string> nearest_names(std::string_view misspelt, std::span<const std::string> candidates,
                                       std::size_t most) {
  struct Near {
    std::size_t distance;
    const std::string* name;
  };
  std::vector<Near> near;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(misspelt.size(), candidate.size());
    const std::size_t allowed = std::clamp<std::size_t>(longer / 3, 1, 3);
    const std::size_t shorter = std::min(misspelt.size(), candidate.size());
    if (is_bent(misspelt, candidate)) {
      near.push_back({1, &candidate});
      continue;
    }
    if (longer - shorter > allowed) continue;
    const std::size_t distance = edit_distance(misspelt, candidate);
    // Everything of a name replaced is no misspelling of it: 'a' for 'b'.
    if (distance > allowed || distance >= longer) continue;
    near.push_back({distance, &candidate});
  }
  stable_sort(near, [](const Near& a, const Near& b) { return a.distance < b.distance; });
  std::vector<std::string> names;
  for (const Near& one : near) {
    if (names.size() == most) break;
    if (!contains(names, *one.name)) names.push_back(*one.name);
  }
  return names;
}

std::optional<std::string> nearest_name(std::string_view misspelt, std::span<const std::string> candidates) {
  std::vector<std::string> names = nearest_names(misspelt, candidates, 1);
  if (names.empty()) return std::nullopt;
  return std::move(names.front());
}

std::string list_names(std::span<const std::string> names) {
  if (names.empty()) return {};
  if (names.size() == 1) return names.front();
  return "one of " + listed(names);
}

}  // namespace roundhouse::dsl
