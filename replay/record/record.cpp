#include "replay/record/record.h"

#include <algorithm>
#include <type_traits>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "replay/record/line_fields.h"

namespace roundhouse::replay {
namespace {

constexpr auto line_kinds = std::to_array<LineKind>({
#define X(type, word, site, fields, example) {word, example, LineSite::site, [] { return Line(type()); }},
    ROUNDHOUSE_WORDED_LINES(X)
#undef X
});

std::size_t tiles_of(const LyingTiles& lies) {
  std::size_t tiles = lies.tiles.size();
  for (const LyingTile& tile : lies.tiles)
    for (const LyingTiles& side : tile.sides) tiles += 1 + tiles_of(side);
  return tiles;
}

/// The tiles and players of a line.
struct EntryCount : AnyField {
  std::size_t entries = 0;

  bool count(std::size_t more) {
    entries += more;
    return true;
  }
  bool seat_tiles(const char*, const std::vector<SeatTile>& list) { return count(list.size()); }
  bool seat_numbers(const char*, const std::vector<SeatPoints>& list, const NumberForm&) {
    return count(list.size());
  }
  bool tiles(const char*, const std::vector<WrittenTile>& list) { return count(list.size()); }
  bool shown_tiles(const char*, const std::vector<WrittenTile>& list) { return count(list.size()); }
  bool passes_or_draws(std::int32_t, const std::vector<SeatTile>& draws) { return count(draws.size()); }
  template <class L>
  bool own(const L& line) {
    if constexpr (std::is_same_v<L, TrainLine>) return count(tiles_of(line.lies));
    return true;
  }
};

}  // namespace

std::span<const LineKind> worded_line_kinds() { return line_kinds; }

const LineKind* find_line_kind(std::string_view word) {
  const std::string wanted = dsl::lower(word);
  const auto* const kind = find_if(line_kinds, [&](const LineKind& each) { return each.word == wanted; });
  return kind == line_kinds.end() ? nullptr : kind;
}

std::string label_of(const RecordRound& round) {
  for (const Item& item : round.items) {
    if (const auto* line = std::get_if<RoundLine>(&item.line)) return line->label;
  }
  return round.void_label;
}

bool is_gap(const Line& line) {
  const auto* turn = std::get_if<TurnLine>(&line);
  return std::holds_alternative<GapLine>(line) || (turn != nullptr && turn->unknown);
}

bool ends_in_redeal(const RecordRound& round) {
  const auto last = std::find_if(round.items.rbegin(), round.items.rend(),
                                 [](const Item& item) { return !is_about_lines(item.line); });
  return last != round.items.rend() && std::holds_alternative<RedealLine>(last->line) &&
         std::any_of(last, round.items.rend(), [](const Item& item) { return is_of_play(item.line); });
}

bool begins_with_position(const RecordRound& round) {
  for (const Item& item : round.items) {
    if (site_of(item.line) == LineSite::position) return true;
    if (is_of_play(item.line)) return false;
  }
  return false;
}

std::optional<int> game_of(const RecordRound& round) {
  for (const Item& item : round.items) {
    if (const auto* line = std::get_if<GameLine>(&item.line)) return line->number;
  }
  return std::nullopt;
}

std::string_view notation_code(NotationCode code) {
  switch (code) {
#define X(id, text, sentence) \
  case NotationCode::id:      \
    return text;
    ROUNDHOUSE_NOTATION_CODES(X)
#undef X
  }
  return {};
}

std::string_view notation_sentence(NotationCode code) {
  switch (code) {
#define X(id, text, sentence) \
  case NotationCode::id:      \
    return sentence;
    ROUNDHOUSE_NOTATION_CODES(X)
#undef X
  }
  return {};
}

std::size_t entries_of(const Line& line) {
  if (const auto* turn = std::get_if<TurnLine>(&line)) return 1 + turn->acts.size();
  EntryCount count;
  each_field_of(count, line);
  return 1 + count.entries;
}

std::size_t entries_of(const RecordRound& round) {
  std::size_t entries = 0;
  for (const Item& item : round.items) entries += entries_of(item.line);
  return entries;
}

}  // namespace roundhouse::replay
