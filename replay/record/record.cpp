#include "replay/record/record.h"

#include <algorithm>

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

}  // namespace roundhouse::replay
