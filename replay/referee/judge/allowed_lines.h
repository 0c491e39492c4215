#pragma once
// The lines of a round that its `allow` lines let stand: of each the line before it, comments, claims and
// other such lines passed over.

#include <cstddef>
#include <optional>
#include <vector>

#include "replay/record/record.h"

namespace roundhouse::replay {

class AllowedLines {
 public:
  explicit AllowedLines(const RecordRound& round);

  /// An `allow` line and the item that it lets stand; absent: there is none before it, or another `allow`
  /// line does so.
  struct Entry {
    std::size_t allow = 0;
    std::optional<std::size_t> item;
  };
  /// In the order of the lines.
  const std::vector<Entry>& all() const { return entries_; }
  /// The `allow` line of this item.
  std::optional<std::size_t> of(std::size_t item) const;
  bool has(std::size_t item) const { return of(item).has_value(); }

 private:
  std::vector<Entry> entries_;
  std::vector<std::size_t> by_item_;  ///< the `allow` line, 0: none; empty where there is none at all
};

/// True if the round has an `allow` line.
bool has_allowed_lines(const RecordRound& round);

}  // namespace roundhouse::replay
