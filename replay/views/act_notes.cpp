#include "replay/views/renderer.h"

#include <fmt/format.h>

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
    text += (i == 0 ? " Could have been: " : ", ") + ruling.could[i];
  if (!ruling.could.empty()) text += ".";
  return dsl::printable_line(text);
}

}  // namespace

std::vector<ActNote> act_notes(const Judgement& judgement) {
  std::vector<ActNote> notes;
  const auto add = [&](ActNote::Kind kind, const dsl::Span& where, std::string text) {
    notes.push_back({kind, where, std::move(text)});
  };
  if (judgement.ruling)
    add(ActNote::Kind::illegal, judgement.ruling->place.where, note_text(*judgement.ruling));
  for (const Ruling& ruling : judgement.more)
    add(ActNote::Kind::illegal, ruling.place.where, note_text(ruling));
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
