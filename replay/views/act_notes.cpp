#include "replay/views/act_notes.h"

#include <fmt/format.h>

#include <optional>

#include "dsl/base/shown_text.h"

namespace roundhouse::replay {
namespace {

std::string note_text(const Ruling& ruling) {
  std::string text = ruling.message;
  const auto end_sentence = [&] {
    if (!text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos) text += ".";
  };
  if (!ruling.is_complete) {
    end_sentence();
    text += " " + ruling.says;
  }
  end_sentence();
  text += fmt::format(" (rule {}{})", ruling.rule, ruling.from.empty() ? "" : ", " + dsl::cited(ruling.from));
  for (std::size_t i = 0; i < ruling.could.size(); ++i)
    text += (i == 0 ? " Could have been: " : ", ") + ruling.could[i].words;
  if (!ruling.could.empty()) text += ".";
  return dsl::printable_line(text);
}

}  // namespace

std::string_view kind_word(ActNote::Kind kind) {
  switch (kind) {
    case ActNote::Kind::illegal:
      return "illegal";
    case ActNote::Kind::allowed:
      return "let stand";
    case ActNote::Kind::undecided:
      return "undecided";
    case ActNote::Kind::advice:
      return "advice";
    case ActNote::Kind::better:
      return "better";
  }
  return {};
}

std::string kind_heading(ActNote::Kind kind) {
  std::string word(kind_word(kind));
  for (char& c : word)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return word;
}

void hide_reasons(std::vector<ActNote>& notes) {
  for (ActNote& note : notes) {
    note.text = "The referee, who sees all hands, finds something here.";
    note.could.clear();
  }
}

std::size_t step_of(const ActNote& note, std::span<const dsl::Span> steps) {
  std::size_t best = steps.size() - 1;
  std::optional<std::uint32_t> length;
  std::optional<std::size_t> next;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const dsl::Span& where = steps[i];
    const bool is_in = where.begin <= note.where.begin && note.where.begin < where.end;
    if (is_in && (!length || where.end - where.begin < *length)) {
      best = i;
      length = where.end - where.begin;
    }
    if (!next && where.begin >= note.where.begin) next = i;
  }
  return !length && next ? *next : best;
}

std::vector<ActNote> act_notes(const Judgement& judgement) {
  std::vector<ActNote> notes;
  const auto add = [&](ActNote::Kind kind, const dsl::Span& where, std::string text,
                       std::vector<std::string> could = {}) {
    notes.push_back({kind, where, std::move(text), std::move(could)});
  };
  if (judgement.ruling)
    add(ActNote::Kind::illegal, judgement.ruling->place.where, note_text(*judgement.ruling),
        in_notation(judgement.ruling->could));
  for (const Ruling& ruling : judgement.more)
    add(ActNote::Kind::illegal, ruling.place.where, note_text(ruling), in_notation(ruling.could));
  for (const Allowed& allowed : judgement.allowed) {
    std::string text = note_text(allowed.ruling) + " The referee of the table let it stand";
    text += allowed.note.empty() ? "." : ": " + dsl::printable_line(allowed.note);
    add(ActNote::Kind::allowed, allowed.ruling.place.where, std::move(text));
  }
  for (const Ruling& ruling : judgement.advice)
    add(ActNote::Kind::advice, ruling.place.where, note_text(ruling));
  if (judgement.verdict == Verdict::undecided && judgement.unknown)
    add(ActNote::Kind::undecided, judgement.unknown->where, dsl::printable_line(judgement.undecided));
  return notes;
}

}  // namespace roundhouse::replay
