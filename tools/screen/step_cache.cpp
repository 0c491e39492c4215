#include "tools/screen/step_cache.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "replay/record/names.h"

namespace roundhouse::replay {
namespace {

/// Each holds a position, and where facts last what is known of them: up to some hundred KB.
constexpr std::size_t most_marks = 64;
/// Each holds a position: some 4 KB.
constexpr std::size_t most_kept_steps = 2'000;

}  // namespace

StepCache::StepCache(ViewedRecord record, std::string seen_by)
    : record_(std::move(record)),
      claims_(record_.header),
      take_([this](const Frame& frame) {
        all_.push_back({frame.where, frame.item, frame.turn, frame.ends_line});
        const std::size_t index = all_.size() - 1;
        if (index < first_kept_ || index >= first_kept_ + most_kept_steps) return true;
        kept_.push_back(frame);
        return true;
      }),
      steps_(record_.program, record_.header, claims_, take_, seen_by) {
  record_.rounds(0, [this](const RecordRound& round) {
    claims_.add_round(round);
    Round entry;
    entry.label = label_of(round);
    if (!round.items.empty()) entry.begin = round.items.front().at.span.begin;
    entry.turns = static_cast<std::uint32_t>(
        count_if(round.items, [](const Item& item) { return std::holds_alternative<TurnLine>(item.line); }));
    rounds_.push_back(std::move(entry));
    return true;
  });
  claims_.finish();
}

/// Drops every other mark if there are too many.
void StepCache::note_mark() {
  if (stands_ % spacing_ != 0 || (!marks_.empty() && marks_.back().first >= stands_)) return;
  if (marks_.size() == most_marks) {
    spacing_ *= 2;
    std::erase_if(marks_, [this](const auto& mark) { return mark.first % spacing_ != 0; });
    if (stands_ % spacing_ != 0) return;
  }
  marks_.emplace_back(stands_, steps_.mark());
}

void StepCache::go_before(std::size_t round) {
  note_mark();
  if (stands_ == round) return;
  const auto behind = std::upper_bound(marks_.begin(), marks_.end(), round,
                                       [](std::size_t r, const auto& mark) { return r < mark.first; });
  const auto& nearest = *std::prev(behind);  // the first round always has one
  if (stands_ > round || stands_ < nearest.first) {
    steps_.go_to(*nearest.second);
    stands_ = nearest.first;
  }
  if (stands_ == round) return;
  record_.rounds(stands_, [&](const RecordRound& passed) {
    note_mark();
    if (stands_ == round) return false;
    steps_.pass_round(passed);
    ++stands_;
    return true;
  });
  note_mark();
}

void StepCache::load(std::size_t round, std::size_t step) {
  const bool is_kept = step >= first_kept_ && step - first_kept_ < kept_.size();
  if (open_ == round && (is_kept || step >= all_.size())) return;
  go_before(round);
  open_ = round;
  before_ = steps_.position();
  all_.clear();
  kept_.clear();
  first_kept_ = step > most_kept_steps / 2 ? step - most_kept_steps / 2 : 0;
  record_.rounds(round, [&](const RecordRound& lines) {
    lines_ = lines;
    steps_.add_round(lines_);
    ++stands_;
    return false;
  });
}

const std::vector<StepLine>& StepCache::steps(std::size_t round) {
  static const std::vector<StepLine> none;
  if (round >= rounds_.size()) return none;
  if (open_ != round) load(round, 0);
  return all_;
}

const Frame* StepCache::at(StepRef place) {
  if (place.round >= rounds_.size()) return nullptr;
  load(place.round, place.step);
  return place.step < all_.size() ? &kept_[place.step - first_kept_] : nullptr;
}

std::optional<StepRef> StepCache::first_from(std::size_t round) {
  for (; round < rounds_.size(); ++round)
    if (!steps(round).empty()) return StepRef{round, 0};
  return std::nullopt;
}

std::optional<StepRef> StepCache::last_until(std::size_t round) {
  if (rounds_.empty()) return std::nullopt;
  for (round = std::min(round, rounds_.size() - 1);; --round) {
    if (const std::size_t count = steps(round).size(); count > 0) return StepRef{round, count - 1};
    if (round == 0) return std::nullopt;
  }
}

std::optional<StepRef> StepCache::after(StepRef place) {
  if (place.step + 1 < steps(place.round).size()) return StepRef{place.round, place.step + 1};
  return first_from(place.round + 1);
}

std::optional<StepRef> StepCache::before(StepRef place) {
  if (place.step > 0) return StepRef{place.round, place.step - 1};
  return place.round == 0 ? std::nullopt : last_until(place.round - 1);
}

std::optional<StepRef> StepCache::find(const Reference& reference, std::size_t within) {
  const auto is_it = [&](std::size_t round) {
    return reference.by_order ? reference.order == round + 1
                              : folded(rounds_[round].label) == folded(reference.label);
  };
  std::optional<std::size_t> found;
  for (std::size_t round = 0; round < rounds_.size() && !found; ++round)
    if (is_it(round)) found = round;
  if (!reference.by_order && within < rounds_.size() && is_it(within)) found = within;
  if (!found) return std::nullopt;
  std::optional<StepRef> last;
  const std::vector<StepLine>& all = steps(*found);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].turn == static_cast<int>(reference.turn)) {
      last = StepRef{*found, i};
      if (all[i].ends_line) break;
    }
  return last;
}

const RecordRound& StepCache::lines_of(std::size_t round) {
  if (open_ != round) load(round, 0);
  return lines_;
}

const engine::Position& StepCache::before_round(std::size_t round) {
  if (open_ != round) load(round, 0);
  return before_;
}

}  // namespace roundhouse::replay
