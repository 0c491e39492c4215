#include "replay/record/record.h"

#include <algorithm>

#include "replay/record/notation_codes.h"

namespace roundhouse::replay {

std::string label_of(const RecordRound& round) {
  for (const Item& item : round.items) {
    if (const auto* line = std::get_if<RoundLine>(&item.line)) return line->label;
  }
  return round.void_label;
}

bool is_of_play(const Line& line) {
  return std::holds_alternative<TurnLine>(line) || std::holds_alternative<GapLine>(line) ||
         std::holds_alternative<LeftLine>(line) || std::holds_alternative<ScoreLine>(line) ||
         std::holds_alternative<OverLine>(line);
}

bool is_gap(const Line& line) {
  const auto* turn = std::get_if<TurnLine>(&line);
  return std::holds_alternative<GapLine>(line) || (turn != nullptr && turn->unknown);
}

bool is_about_lines(const Line& line) {
  return std::holds_alternative<CommentLine>(line) || std::holds_alternative<ClaimLine>(line) ||
         std::holds_alternative<AllowLine>(line);
}

bool ends_in_redeal(const RecordRound& round) {
  const auto last = std::find_if(round.items.rbegin(), round.items.rend(),
                                 [](const Item& item) { return !is_about_lines(item.line); });
  return last != round.items.rend() && std::holds_alternative<RedealLine>(last->line) &&
         std::any_of(last, round.items.rend(), [](const Item& item) { return is_of_play(item.line); });
}

bool begins_with_position(const RecordRound& round) {
  for (const Item& item : round.items) {
    if (std::holds_alternative<PositionLine>(item.line)) return true;
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
