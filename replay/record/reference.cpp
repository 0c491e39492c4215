#include "replay/record/reference.h"

#include <algorithm>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/notation_codes.h"

namespace roundhouse::replay {
namespace {

std::optional<std::uint32_t> counting_number(std::string_view text) {
  return dsl::whole_number<std::uint32_t>(text, 1, greatest_number);
}

bool is_turn(const Item& item) { return std::holds_alternative<TurnLine>(item.line); }

std::optional<std::size_t> find_turn_in(const RecordRound& round, std::uint32_t turn) {
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < round.items.size(); ++i) {
    if (is_turn(round.items[i]) && ++seen == turn) return i;
  }
  return std::nullopt;
}

bool is_allow(const Item& item) { return std::holds_alternative<AllowLine>(item.line); }

}  // namespace

std::optional<Reference> parse_reference(std::string_view text) {
  Reference reference;
  reference.by_order = text.starts_with('#');
  if (reference.by_order) text.remove_prefix(1);
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto turn = counting_number(text.substr(dot + 1));
  if (!turn) return std::nullopt;
  reference.turn = *turn;
  const std::string_view round = text.substr(0, dot);
  if (reference.by_order) {
    const auto order = counting_number(round);
    if (!order) return std::nullopt;
    reference.order = *order;
    return reference;
  }
  if (round.empty()) return std::nullopt;
  std::size_t end = 0;
  while (end < round.size()) {
    const std::size_t length = round[end] == '-' ? 1 : name_length(round, end);
    if (length == 0) return std::nullopt;
    end += length;
  }
  reference.label = round;
  return reference;
}

std::optional<LinePlace> find_turn(const Record& record, const Reference& reference,
                                   std::optional<std::size_t> within) {
  std::optional<std::size_t> round;
  if (reference.by_order) {
    if (reference.order >= 1 && reference.order <= record.rounds.size()) round = reference.order - 1;
  } else {
    const std::string label = folded(reference.label);
    const auto bears = [&](std::size_t index) { return folded(label_of(record.rounds[index])) == label; };
    if (within && *within < record.rounds.size() && bears(*within)) round = within;
    for (std::size_t i = 0; !round && i < record.rounds.size(); ++i) {
      if (bears(i)) round = i;
    }
  }
  if (!round) return std::nullopt;
  const auto item = find_turn_in(record.rounds[*round], reference.turn);
  if (!item) return std::nullopt;
  return LinePlace{*round, *item};
}

std::uint32_t turn_number(const RecordRound& round, std::size_t item) {
  if (item >= round.items.size() || !is_turn(round.items[item])) return 0;
  const auto end = round.items.begin() + static_cast<std::ptrdiff_t>(item) + 1;
  return static_cast<std::uint32_t>(std::count_if(round.items.begin(), end, is_turn));
}

std::uint32_t TurnCounter::at(const RecordRound& round, std::size_t item) {
  if (item >= round.items.size() || !is_turn(round.items[item])) return 0;
  if (item + 1 < items_) return turn_number(round, item);
  for (; items_ <= item; ++items_)
    if (is_turn(round.items[items_])) ++turns_;
  return turns_;
}

Reference reference_to(const Record& record, LinePlace place) {
  Reference reference;
  reference.label = label_of(record.rounds[place.round]);
  reference.turn = turn_number(record.rounds[place.round], place.item);
  if (!reference.label.empty() && find_turn(record, reference) == place) return reference;
  reference.by_order = true;
  reference.label.clear();
  reference.order = static_cast<std::uint32_t>(place.round + 1);
  return reference;
}

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
