#pragma once
// Whatever a ruling proposes is tried before it is printed: an act that could have been done instead, a slip
// of the pen mended, other rules. The proposal is put into the record and the round is judged whole, by the
// judge that ruled. Here stands how that is done, and when a proposal holds; nothing else in the referee
// decides it. Chooses no proposals, and finds no words.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// The act of a turn as it is written on a line of this player's, at this place in the text: one that neither
/// lays, draws nor is declared is the end of the turn.
WrittenAct written_act(const engine::Rules& program, const Header& header, const Position& before,
                       const Act& act, dsl::Span where);

/// The round up to the act at `where`, in the item `item`, with another act in its place. Without one the
/// line ends before it, and its turn goes on.
RecordRound with_act_instead(const RecordRound& round, std::size_t item, dsl::Span where,
                             const WrittenAct* instead);

/// All rulings of a judgement, the first one first.
std::vector<const Ruling*> rulings_of(const Judgement& judged);

/// True if both say the same of the same place.
bool is_same_error(const Ruling& a, const Ruling& b);

/// A round that is judged again, with something in it or in its rules changed.
class RoundTrial {
 public:
  /// `begin`: where the rounds before it have led. All but the options must outlive it.
  RoundTrial(const engine::Rules& program, const Header& header, bool first_of_file, const Position& begin,
             HandRowsOnDemand& rows, const RefereeOptions& options);

  /// The judgement of the round, without help, reasons and trust.
  Judgement judge(const RecordRound& round);

  /// True if nothing is illegal in it but what is known to be so, and all of it could be decided.
  bool holds(const RecordRound& round, const std::vector<const Ruling*>& known);

  /// The steps that all trials have taken.
  std::int64_t steps() const { return steps_; }

 private:
  const engine::Rules& program_;
  const Header& header_;
  bool first_of_file_;
  const Position& begin_;
  HandRowsOnDemand& rows_;
  RefereeOptions options_;
  std::int64_t steps_ = 0;
};

// Would the act have been legal by other rules? The beginning of a record up to the act at which a verdict
// stands, judged once more by a program that somebody else compiled. Chooses no rules itself.

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
  bool is_partly = false;             ///< the table was not known whole (Judgement)
  std::optional<RecordPlace> before;  ///< only_here: what is illegal first
  std::string before_message;         ///< and what happened there
  std::string rest;                   ///< the rule that the rest of its turn breaks; empty: none
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
/// `whole`: the record that the beginning is of; its turn is judged to the end.
Retrial retry(const engine::Rules& program, const Record& beginning, const Record& whole,
              const Ruling& ruling, const RefereeOptions& options);

/// True if the record is illegal at this place by these rules, and nowhere in its round before. `beginning`,
/// the program: as above.
bool is_illegal_first(const engine::Rules& program, const Record& beginning, const Ruling& asked,
                      const RefereeOptions& options);

/// Values that an option could have instead of its own, as a record writes them: the other choices; of a
/// number its neighbours and the ends of its range. None for tables.
std::vector<std::string> other_values(const dsl::CheckedRules& rules, const dsl::Option& option);

// The acts that could have been done instead of an illegal one: those that no row or law forbids, and that
// go with what the record has shown of the hidden hands up to there. Before one is printed the round is
// judged whole with it (trial.h).

struct Alternative {
  /// A tile, `draw`, a declared act, `pass`. `9-?` is one of several tiles with a 9, `bid 1 to 3` one of
  /// three acts.
  Instead what;
  /// The acts that it stands for, or as many of them as are needed to say so.
  std::vector<Act> acts;
};

struct Alternatives {
  std::vector<Alternative> acts;
  /// All acts were tried to their end: there are no others, as far as hands are known.
  bool complete = true;
};

/// `clues`: of the acts before this one that are believed, in order. `before`: the position, whose turn it is
/// acts. `shown`: a tile that was in that hand, as this act laid it; no_tile: none. `steps`: what trying may
/// take, of the search's steps; takes off what it took. An act that was not tried to its end is left out.
Alternatives alternatives(const BreachReporter& reporter, HandRowsOnDemand& rows, std::vector<Clue> clues,
                          int act, const Position& before, TileId shown, std::int64_t& steps);

}  // namespace roundhouse::replay
