#include "replay/record/record.h"

#include "replay/record/notation_codes.h"

namespace roundhouse::replay {

std::string label_of(const RecordRound& round) {
  for (const Item& item : round.items) {
    if (const auto* line = std::get_if<RoundLine>(&item.line)) return line->label;
  }
  return {};
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
