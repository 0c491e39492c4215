#pragma once
// Claims of players about turns, and what the referee let stand, gathered before a record is shown: a claim
// may stand rounds below its turn. A record of any length is given a round at a time.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "replay/record/record.h"

namespace roundhouse::replay {

/// Most claims that are shown; those beyond are not read.
constexpr std::size_t most_turn_claims = 10'000;
/// Most labels that are remembered; turns of rounds beyond them are named by their order.
constexpr std::size_t most_claim_labels = 100'000;

class TurnClaims {
 public:
  explicit TurnClaims(const Header& header) : header_(header) {}

  /// All rounds in their order, before anything is asked.
  void add_round(const RecordRound& round);
  void finish();

  /// Sentences, of this turn line of the round; 0: of the round's first line. As claims say it: of a turn
  /// that is not there, with the turn before the claim.
  const std::vector<std::string>& of(std::size_t round, std::uint32_t turn) const;
  /// True if a turn of this round is found by its label.
  bool is_first_with_label(std::size_t round) const { return rounds_[round].is_first_with_label; }

 private:
  struct Round {
    std::uint16_t turns = 0;
    bool is_first_with_label = false;
  };
  struct Claim {
    std::size_t round = 0;   ///< in which it stands
    std::uint32_t turn = 0;  ///< the last one before it
    Reference about;
    std::string sentence;
  };
  std::pair<std::size_t, std::uint32_t> place_of(const Claim& claim) const;

  const Header& header_;
  std::vector<Round> rounds_;
  std::vector<Claim> claims_;
  std::unordered_map<std::string, std::size_t> labels_;  ///< the first round that bears each
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<std::string>> sentences_;
};

}  // namespace roundhouse::replay
