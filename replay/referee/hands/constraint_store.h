#pragma once
// The clues that a round gives to its hidden hands, and whether all of them can be true together, up to any
// act and with claims left out. Counts the steps that this takes against the round's budget.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engine/rules.h"
#include "replay/referee/hands/clues.h"

namespace roundhouse::replay {

class ConstraintStore {
 public:
  /// `test_steps`: what one test of a whole hand takes.
  ConstraintStore(const engine::Rules& program, std::int64_t budget, std::int64_t test_steps)
      : program_(program), budget_(budget), test_steps_(test_steps) {}

  std::vector<Clue> clues;

  std::size_t place_of(const Clue& clue) const { return static_cast<std::size_t>(&clue - clues.data()); }

  /// A claim that the ruling at this act has dealt with says nothing any more.
  void drop(std::size_t claim, int act) { dropped_.emplace(claim, act); }
  /// The tile seen in this act can have come from nowhere: from here on it is as if it had not been seen.
  void drop_facts(int act);
  bool kept(const Clue& clue) const { return !is_claim(clue) || dropped_.count(place_of(clue)) == 0; }
  /// The clues of the acts before this one, without those that rulings at earlier acts have dealt with.
  std::vector<Clue> believed_before(int act) const;

  /// The clues up to and including act `last` for which `keep` holds.
  FillingResult fill(int last, const std::function<bool(const Clue&)>& keep);
  /// As above, for hands that are asked several questions.
  FillingResult ask(HandSearch& search);
  WitnessResult ask_instead(HandSearch& search, const Witness& witness, int from, int to,
                            std::int64_t most_steps);
  /// Of hands that are asked nothing else.
  Filling ask_once(const HiddenHands& hands, std::int64_t most_steps);
  HiddenHands hands(int last, const std::function<bool(const Clue&)>& keep);
  /// As if nothing had been dropped yet, with these clues.
  void take_up(std::vector<Clue> all) {
    clues = std::move(all);
    dropped_.clear();
  }
  bool spent() const { return budget_ <= 0; }
  std::int64_t left() const { return budget_; }
  /// The steps that putting hands together from clues took, beside those of searching them.
  std::int64_t made() const { return made_; }
  /// Work done elsewhere that should count.
  void spend(std::int64_t steps) { budget_ -= steps; }

  /// The first act from `from` to `last` with which the round cannot be filled in; none: it can, or the
  /// budget ran out before that was known (`unknown`).
  std::optional<int> first_impossible(int from, int last, bool& unknown);

 private:
  const engine::Rules& program_;
  std::int64_t budget_;
  std::int64_t test_steps_;
  std::int64_t made_ = 0;
  std::map<std::size_t, int> dropped_;  ///< by place in clues: the act at which it was dealt with
};

// The count by which hands cannot be filled in: places that together have fewer tiles than places, by the
// theorem of Hall (On representatives of subsets, 1935). About places and what they may be; tests of whole
// hands it does not know.

struct Shortage {
  std::vector<Seat> seats;  ///< the holders of the tiles, ascending
  int needed = 0;           ///< tiles in these hands that are neither written nor seen
  int copies = 0;           ///< the tiles left that they could be; less than `needed`
  TileSet tiles;            ///< these, by face
};

/// Absent: there are tiles enough, or the hands are impossible in another way.
std::optional<Shortage> shortage_of(const HiddenHands& hands);

}  // namespace roundhouse::replay
