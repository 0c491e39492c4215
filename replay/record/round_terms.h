#pragma once
// The rules and the players of a round, where lines between rounds have changed what the header says. The
// reader makes them, each once; folding, judging, scoring and views ask here which rules hold in the round. A
// record that changes nothing has none of this.

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The hash of rules, which takes a while: worked out when it is first asked for.
class AskedHash {
 public:
  explicit AskedHash(std::shared_ptr<const dsl::CheckedRules> rules) : rules_(std::move(rules)) {}
  const std::string& get();

 private:
  std::shared_ptr<const dsl::CheckedRules> rules_;
  std::once_flag asked_;
  std::string hash_;
};

/// Rules as they were checked, and compiled for a number of players.
struct ReadyRules {
  ReadyRules() = default;
  ReadyRules(std::shared_ptr<const engine::Rules> compiled, std::shared_ptr<const dsl::CheckedRules> of = {})
      : program(std::move(compiled)), checked(std::move(of)) {}
  /// Rules that somebody else keeps as long as they are needed.
  ReadyRules(const engine::Rules* kept) : program(std::shared_ptr<const void>(), kept) {}

  std::shared_ptr<const engine::Rules> program;      ///< nullptr: there are none
  std::shared_ptr<const dsl::CheckedRules> checked;  ///< nullptr: the parts of a condition are not known
  std::shared_ptr<AskedHash> hash;                   ///< nullptr: nobody asks for it
};

/// Rules and players from some round on.
struct RoundTerms {
  /// The header of a record that would begin here: variant and options, players, ages. Without the points and
  /// the facts that a record begins with.
  Header header;
  /// None if the reader was given no rules.
  ReadyRules rules;
};

/// The changes before a round.
struct RoundChange {
  std::shared_ptr<const RoundTerms> before;  ///< of the round before; before the first one the whole header's
  /// The rules of now for the players of before: they say with how many points somebody joins.
  ReadyRules asked;
  std::vector<Seat> seats;           ///< by seat of before: the seat now
  std::vector<Seat> newcomers;       ///< seats of now, in the order of their lines
  std::vector<OptionField> options;  ///< that `rules` lines name here
};

/// True for `rules` and `joins` lines.
bool changes_rules(const Line& line);

/// Lets a header say what it would say after such a line. Other lines change nothing.
void follow(Header& header, const Line& line);
/// The header in the round, of that of the round before, by its lines alone.
void follow(Header& header, const RecordRound& round);

/// The part of a header that holds beyond the beginning of its record.
Header lasting_header(const Header& header);

/// True if the rules change before this round or before an earlier one, and nobody was asked for those that
/// hold now: it cannot be followed.
bool lacks_rules(const RecordRound& round);

/// The rules and the header of the round; `of_header`, `header`: those of its record. Not to be asked of a
/// round that lacks its rules.
const engine::Rules& program_in(const RecordRound& round, const engine::Rules& of_header);
const Header& header_in(const RecordRound& round, const Header& header);
/// Absent where nobody gave any.
const dsl::CheckedRules* checked_in(const RecordRound& round, const dsl::CheckedRules* of_header);

}  // namespace roundhouse::replay
