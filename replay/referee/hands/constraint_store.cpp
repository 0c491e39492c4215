#include "replay/referee/hands/constraint_store.h"

#include <algorithm>

namespace roundhouse::replay {
namespace {

/// Putting hands together and giving their places tiles that fit.
constexpr std::int64_t steps_for_hands = 3;
constexpr std::int64_t clues_a_step = 10;

bool is_known_place(const Clue& clue) { return clue.kind == ClueKind::place && clue.tiles.count() == 1; }

}  // namespace

void ConstraintStore::drop_facts(int act) {
  for (std::size_t i = 0; i < clues.size(); ++i) {
    Clue& c = clues[i];
    if (c.act != act) continue;
    if (is_claim(c)) {
      drop(i, act);
    } else if (c.kind == ClueKind::lay || c.kind == ClueKind::shown || is_known_place(c)) {
      c.kind = ClueKind::ban;
      c.tiles = {};
      drop(i, act);
    }
  }
}

std::vector<Clue> ConstraintStore::believed_before(int act) const {
  std::vector<Clue> believed;
  for (std::size_t i = 0; i < clues.size() && clues[i].act < act; ++i) {
    const auto dropped = dropped_.find(i);
    if (dropped == dropped_.end() || dropped->second >= act) believed.push_back(clues[i]);
  }
  return believed;
}

HiddenHands ConstraintStore::hands(int last, const std::function<bool(const Clue&)>& keep) {
  made_ += steps_for_hands + static_cast<std::int64_t>(clues.size()) / clues_a_step;
  HiddenHands hands = hands_from(clues, last, program_.copies, program_.tile_kinds, keep);
  hands.test_steps = test_steps_;
  return hands;
}

FillingResult ConstraintStore::ask(HandSearch& search) {
  if (spent()) return {Filling::unknown, {}, {}, 0};
  FillingResult result = search.fill(budget_);
  budget_ -= result.steps;
  return result;
}

WitnessResult ConstraintStore::ask_instead(HandSearch& search, const Witness& witness, int from, int to,
                                           std::int64_t most_steps) {
  if (spent()) return {Filling::unknown, engine::no_tile, 0};
  WitnessResult result = search.fill_instead(witness, from, to, std::min(budget_, most_steps));
  budget_ -= result.steps;
  return result;
}

Filling ConstraintStore::ask_once(const HiddenHands& hands, std::int64_t most_steps) {
  if (spent()) return Filling::unknown;
  const FillingResult result = fill_hands(hands, std::min(budget_, most_steps));
  budget_ -= result.steps;
  return result.filling;
}

FillingResult ConstraintStore::fill(int last, const std::function<bool(const Clue&)>& keep) {
  if (spent()) return {Filling::unknown, {}, {}, 0};
  FillingResult result = fill_hands(hands(last, keep), budget_);
  budget_ -= result.steps;
  return result;
}

std::optional<int> ConstraintStore::first_impossible(int from, int last, bool& unknown) {
  const auto keep = [this](const Clue& c) { return kept(c); };
  const FillingResult whole = fill(last, keep);
  if (whole.filling == Filling::possible) return std::nullopt;
  int good = from - 1;
  int bad = last;
  if (whole.filling == Filling::unknown) unknown = true;
  while (bad - good > 1) {
    const int middle = good + (bad - good) / 2;
    const FillingResult part = fill(middle, keep);
    if (part.filling == Filling::impossible) {
      bad = middle;
      unknown = false;
    } else {
      if (part.filling == Filling::unknown) unknown = true;
      good = middle;
    }
  }
  if (unknown) return std::nullopt;
  return bad;
}

}  // namespace roundhouse::replay
