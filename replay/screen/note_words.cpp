#include "replay/screen/note_words.h"

#include <algorithm>
#include <optional>
#include <string>

namespace roundhouse::replay {
namespace {

Style style_of(ActNote::Kind kind) {
  switch (kind) {
    case ActNote::Kind::illegal:
      return Style::illegal;
    case ActNote::Kind::allowed:
      return Style::allowed;
    case ActNote::Kind::undecided:
      return Style::doubtful;
    case ActNote::Kind::advice:
      return Style::advice;
  }
  return Style::normal;
}

}  // namespace

std::string_view note_word(ActNote::Kind kind) {
  switch (kind) {
    case ActNote::Kind::illegal:
      return "illegal";
    case ActNote::Kind::allowed:
      return "let stand";
    case ActNote::Kind::undecided:
      return "undecided";
    case ActNote::Kind::advice:
      return "advice";
  }
  return {};
}

StyledLine note_line(const ActNote& note) {
  std::string word(note_word(note.kind));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return {{word + ":", style_of(note.kind)}, {" " + note.text, Style::normal}};
}

std::size_t round_at(const StepBook& book, std::uint32_t byte) {
  const auto& rounds = book.rounds();
  const auto behind = std::upper_bound(rounds.begin(), rounds.end(), byte,
                                       [](std::uint32_t b, const StepBook::Round& r) { return b < r.begin; });
  return behind == rounds.begin() ? 0 : static_cast<std::size_t>(behind - rounds.begin()) - 1;
}

std::multimap<std::size_t, const ActNote*> place_notes(const std::vector<ActNote>& notes, StepBook& book,
                                                       std::size_t round) {
  std::multimap<std::size_t, const ActNote*> placed;
  const std::vector<StepLine>& steps = book.steps(round);
  if (steps.empty()) return placed;
  for (const ActNote& note : notes) {
    if (round_at(book, note.where.begin) != round) continue;
    std::size_t best = steps.size() - 1;
    std::optional<std::uint32_t> length;
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const dsl::Span& where = steps[i].where;
      const bool is_in = where.begin <= note.where.begin && note.where.begin < where.end;
      if (is_in && (!length || where.end - where.begin < *length)) {
        best = i;
        length = static_cast<std::uint32_t>(where.end - where.begin);
      }
      if (!next && where.begin >= note.where.begin) next = i;
    }
    if (!length && next) best = *next;
    placed.emplace(best, &note);
  }
  return placed;
}

void hide_reasons(std::vector<ActNote>& notes) {
  for (ActNote& note : notes) note.text = "The referee, who sees all hands, finds something here.";
}

}  // namespace roundhouse::replay
