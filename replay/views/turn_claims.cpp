#include "replay/views/turn_claims.h"

#include <fmt/format.h>

#include <optional>

#include "replay/record/names.h"
#include "replay/record/notation_codes.h"
#include "replay/record/round_terms.h"
#include "replay/views/narrate.h"

namespace roundhouse::replay {

static_assert(most_turn_lines <= UINT16_MAX);

void TurnClaims::add_round(const RecordRound& round) {
  const std::size_t index = rounds_.size();
  Round& here = rounds_.emplace_back();
  const std::string label = folded(label_of(round));
  if (!label.empty() && labels_.size() < most_claim_labels)
    here.is_first_with_label = labels_.try_emplace(label, index).second;
  for (const Item& item : round.items) {
    if (std::holds_alternative<TurnLine>(item.line)) ++here.turns;
    if (claims_.size() >= most_turn_claims) continue;
    if (const auto* allow = std::get_if<AllowLine>(&item.line)) {
      // Shown with the line before it.
      const std::string stands = referee_name(allow->signer) + " lets it stand";
      claims_.push_back(
          {index, here.turns, Reference{{}, static_cast<std::uint32_t>(index + 1), true, here.turns},
           allow->note.empty() ? stands + "." : fmt::format("{}: \"{}\".", stands, allow->note)});
    }
    const auto* claim = std::get_if<ClaimLine>(&item.line);
    if (claim == nullptr) continue;
    const std::vector<PlayerField>& players = header_in(round, header_).players;
    const std::string who = claim->player == no_seat
                                ? std::string("Somebody")
                                : whole_name(players[static_cast<std::size_t>(claim->player)]);
    Claim made{index, here.turns, claim->about,
               claim->note.empty() ? fmt::format("{} objects.", who)
                                   : fmt::format("{} objects: \"{}\".", who, claim->note)};
    // As find_turn has it, a label is that of the round itself, or else of the first that bears it.
    if (!made.about.by_order && folded(made.about.label) == label) {
      made.about.by_order = true;
      made.about.order = static_cast<std::uint32_t>(index + 1);
    }
    claims_.push_back(std::move(made));
  }
}

std::pair<std::size_t, std::uint32_t> TurnClaims::place_of(const Claim& claim) const {
  const Reference& about = claim.about;
  std::optional<std::size_t> round;
  if (about.by_order) {
    if (about.order >= 1 && about.order <= rounds_.size()) round = about.order - 1;
  } else if (const auto found = labels_.find(folded(about.label)); found != labels_.end()) {
    round = found->second;
  }
  if (round && about.turn >= 1 && about.turn <= rounds_[*round].turns) return {*round, about.turn};
  return {claim.round, claim.turn};
}

void TurnClaims::finish() {
  for (Claim& claim : std::exchange(claims_, {}))
    sentences_[place_of(claim)].push_back(std::move(claim.sentence));
}

const std::vector<std::string>& TurnClaims::of(std::size_t round, std::uint32_t turn) const {
  static const std::vector<std::string> none;
  const auto found = sentences_.find({round, turn});
  return found == sentences_.end() ? none : found->second;
}

}  // namespace roundhouse::replay
