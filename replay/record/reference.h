#pragma once
// References to turn lines, as in `claim`, `--at` and JSON: `9.2`, `#2.3`.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

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

}  // namespace roundhouse::replay
