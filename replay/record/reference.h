#pragma once
// References to turn lines, as in `claim`, `--at` and JSON: `9.2`, `#2.3`.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "replay/record/record.h"

namespace roundhouse::replay {

std::optional<Reference> parse_reference(std::string_view text);

/// A line of a record.
struct LinePlace {
  std::size_t round = 0;  ///< index into Record::rounds
  std::size_t item = 0;   ///< index into RecordRound::items
  bool operator==(const LinePlace&) const = default;
};

/// The turn line meant. Where several rounds bear the label: the round `within` if it is one of them, else
/// the first. Every line `NAME: acts` counts, also those out of turn and the referee's.
std::optional<LinePlace> find_turn(const Record& record, const Reference& reference,
                                   std::optional<std::size_t> within = std::nullopt);

/// The number of this turn line in its round, from 1; 0: the item is none.
std::uint32_t turn_number(const RecordRound& round, std::size_t item);

/// Counts the turns of one round, asked mostly in order: it counts on from where it was.
class TurnCounter {
 public:
  std::uint32_t at(const RecordRound& round, std::size_t item);

 private:
  std::size_t items_ = 0;  ///< counted already
  std::uint32_t turns_ = 0;
};

/// The way to name a turn line: by its label where that leads back to it, else by order.
Reference reference_to(const Record& record, LinePlace place);

// The lines of a round that its `allow` lines let stand: of each the line before it, comments, claims and
// other such lines passed over.

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
