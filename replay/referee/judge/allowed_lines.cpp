#include "replay/referee/judge/allowed_lines.h"

#include <utility>

#include "dsl/base/search.h"

namespace roundhouse::replay {
namespace {

bool is_allow(const Item& item) { return std::holds_alternative<AllowLine>(item.line); }

}  // namespace

AllowedLines::AllowedLines(const RecordRound& round) {
  if (!has_allowed_lines(round)) return;
  by_item_.resize(round.items.size());
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < round.items.size(); ++i) {
    if (is_allow(round.items[i])) {
      if (last) by_item_[*last] = i;
      entries_.push_back({i, std::exchange(last, std::nullopt)});
    } else if (!is_about_lines(round.items[i].line)) {
      last = i;
    }
  }
}

std::optional<std::size_t> AllowedLines::of(std::size_t item) const {
  // An `allow` line that lets something stand is not the first.
  if (item >= by_item_.size() || by_item_[item] == 0) return std::nullopt;
  return by_item_[item];
}

bool has_allowed_lines(const RecordRound& round) { return any_of(round.items, is_allow); }

}  // namespace roundhouse::replay
