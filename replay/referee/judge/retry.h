#pragma once
// Would the act have been legal by other rules? The beginning of a record up to the act at which a verdict
// stands, judged once more by a program that somebody else compiled. Chooses no rules itself.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// The record as far as the act (or line) that stands at `where`: rounds before it whole, its own round up to
/// it, nothing of its line behind it. Absent: nothing stands there.
std::optional<Record> record_up_to(const Record& record, const Ruling& ruling);

/// The part of a record that other rules are asked about: the record up to the ruling, or to the end of its
/// round if its own rules rule the same only with that. Absent: not even then, or the ruling is about the
/// label of a round and no act or tile.
std::optional<Record> record_that_shows(const engine::Rules& program, const Record& record,
                                        const Ruling& ruling, const RefereeOptions& options);

enum class Retried : std::uint8_t {
  legal,       ///< nothing is illegal up to the act and including it, in the rounds before it neither
  only_here,   ///< the act is legal as the game stands there, but something before it is not
  illegal,     ///< the act is illegal by these rules as well, or there is no coming to it
  not_decided  ///< the search for hands gave up, or turns are missing
};
struct Retrial {
  Retried result = Retried::illegal;
  std::optional<RecordPlace> before;  ///< only_here: what is illegal first
  std::string before_message;         ///< and what happened there
};

/// True if the ruling depends on how many tiles were dealt: on hands, on the boneyard or on the end of the
/// round.
bool rests_on_deal(const engine::Rules& program, const Ruling& ruling);
/// True if both deal everybody as many tiles in the first round of a match.
bool deal_alike(const engine::Rules& a, const engine::Rules& b);

/// The last round of such a beginning is played by other rules than those that lines between rounds have
/// made; the rounds before are played by their own. Where there is no such line it does nothing: all of the
/// beginning is asked by one program.
void play_last_by(Record& beginning, const ReadyRules& rules);

/// `beginning`: made by record_that_shows. Legal is only what is so of the record judged whole, rounds before
/// and all; an act is not said to be legal where another error of its line hides it. The program must be for
/// the same set of tiles and as many players; rounds that have rules of their own are played by those.
Retrial retry(const engine::Rules& program, const Record& beginning, const Ruling& ruling,
              const RefereeOptions& options);

/// True if the record is illegal at this place by these rules, and nowhere in its round before. `beginning`,
/// the program: as above.
bool is_illegal_first(const engine::Rules& program, const Record& beginning, const Ruling& asked,
                      const RefereeOptions& options);

/// Values that an option could have instead of its own, as a record writes them: the other choices; of a
/// number its neighbours and the ends of its range. None for tables.
std::vector<std::string> other_values(const dsl::CheckedRules& rules, const dsl::Option& option);

}  // namespace roundhouse::replay
