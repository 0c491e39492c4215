#include "tools/screen/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "replay/record/record.h"

namespace roundhouse::replay {
namespace {

constexpr std::array all_kinds{ActNote::Kind::illegal, ActNote::Kind::undecided, ActNote::Kind::allowed,
                               ActNote::Kind::advice, ActNote::Kind::better};

Style style_of(ActNote::Kind kind) {
  switch (kind) {
    case ActNote::Kind::illegal:
      return Style::illegal;
    case ActNote::Kind::allowed:
      return Style::allowed;
    case ActNote::Kind::undecided:
      return Style::doubtful;
    case ActNote::Kind::advice:
    case ActNote::Kind::better:
      return Style::advice;
  }
  return Style::normal;
}

std::string counted_word(ActNote::Kind kind, std::size_t count) {
  if (kind != ActNote::Kind::advice) return std::string(kind_word(kind));
  return count == 1 ? "tip" : "tips";
}

}  // namespace

StyledLine note_line(const ActNote& note) {
  return {{kind_heading(note.kind) + ":", style_of(note.kind)}, {" " + note.text, Style::normal}};
}

RecordFindings::RecordFindings(StepCache& book, const ViewerWishes& wishes)
    : book_(book),
      hides_reasons_(!wishes.seen_by.empty()),
      referee_(book.record().program, book.record().header,
               RefereeOptions{.rules = &book.record().checked, .trust = false}) {
  if (wishes.reviews) {
    std::optional<std::vector<std::string>> reviewed;
    if (!wishes.seen_by.empty()) reviewed = {wishes.seen_by};
    reviewer_.emplace(book.record().program, book.record().header, std::move(reviewed));
  }
}

void RecordFindings::judge_on() {
  std::size_t entries = 0;
  const std::size_t begin = judged_;
  book_.record().rounds(judged_, [&](const RecordRound& round) {
    referee_.judge_round(round);
    if (reviewer_) reviewer_->add_round(round);
    ++judged_;
    entries += reviewer_ ? entries_at_once : entries_of(round);
    return !referee_.is_spent() && entries < entries_at_once;
  });
  judging_ = judged_ < book_.rounds().size() && !referee_.is_spent() && judged_ > begin;
  // Advice can wait for the end.
  if (judging_ && !reviewer_ && referee_.judgement().illegal_rounds == illegal_rounds_) return;
  illegal_rounds_ = referee_.judgement().illegal_rounds;
  placed_round_.reset();
  placed_.clear();
  notes_ = act_notes(referee_.judgement());
  if (hides_reasons_) hide_reasons(notes_);
  if (reviewer_)
    for (const Mistake& mistake : reviewer_->mistakes()) notes_.push_back(mistake.note);
  stable_sort(notes_, [](const ActNote& a, const ActNote& b) { return a.where.begin < b.where.begin; });
}

/// The round in whose lines it stands.
std::size_t RecordFindings::round_of(const ActNote& note) const {
  const auto& rounds = book_.rounds();
  const auto behind =
      std::upper_bound(rounds.begin(), rounds.end(), note.where.begin,
                       [](std::uint32_t byte, const StepCache::Round& round) { return byte < round.begin; });
  return behind == rounds.begin() ? 0 : static_cast<std::size_t>(behind - rounds.begin()) - 1;
}

const std::multimap<std::size_t, const ActNote*>& RecordFindings::in_round(std::size_t round) {
  if (placed_round_ == round) return placed_;
  placed_round_ = round;
  placed_.clear();
  const std::vector<StepLine>& steps = book_.steps(round);
  if (steps.empty()) return placed_;
  std::vector<dsl::Span> texts;
  for (const StepLine& step : steps) texts.push_back(step.where);
  for (const ActNote& note : notes_)
    if (round_of(note) == round) placed_.emplace(step_of(note, texts), &note);
  return placed_;
}

std::vector<const ActNote*> RecordFindings::at(StepRef place) {
  std::vector<const ActNote*> found;
  for (auto [note, end] = in_round(place.round).equal_range(place.step); note != end; ++note)
    found.push_back(note->second);
  return found;
}

std::optional<StepRef> RecordFindings::after(StepRef place) {
  std::optional<std::size_t> looked;  // this round holds none that is behind
  for (const ActNote& note : notes_) {
    const std::size_t round = round_of(note);
    if (round < place.round || looked == round) continue;
    for (const auto& [step, found] : in_round(round))
      if (StepRef{round, step} > place) return StepRef{round, step};
    looked = round;
  }
  return std::nullopt;
}

std::optional<StepRef> RecordFindings::before(StepRef place) {
  std::optional<std::size_t> looked;
  for (auto note = notes_.rbegin(); note != notes_.rend(); ++note) {
    const std::size_t round = round_of(*note);
    if (round > place.round || looked == round) continue;
    const auto& all = in_round(round);
    for (auto found = all.rbegin(); found != all.rend(); ++found)
      if (StepRef{round, found->first} < place) return StepRef{round, found->first};
    looked = round;
  }
  return std::nullopt;
}

std::string RecordFindings::summary() const {
  std::string text;
  for (const ActNote::Kind kind : all_kinds) {
    const auto count =
        static_cast<std::size_t>(count_if(notes_, [&](const ActNote& note) { return note.kind == kind; }));
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, counted_word(kind, count));
  }
  const std::string_view link = text.empty() ? "" : "; ";
  if (judging_) return text + fmt::format("{}the referee is at round {}", link, judged_ + 1);
  if (judged_ < book_.rounds().size()) return text + fmt::format("{}judged up to round {}", link, judged_);
  return text.empty() ? "the referee found nothing" : text;
}

}  // namespace roundhouse::replay
