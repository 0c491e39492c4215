#pragma once
// A verdict on a recorded game, as values: what is judged, where, by which rule, and what rests on
// trust. Made by the referee (referee.h); shown by somebody else.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/citation.h"
#include "dsl/base/source.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

enum class Verdict : std::uint8_t {
  legal,      ///< no rule is broken in at least one way of filling in what was left out
  illegal,    ///< in no way
  undecided,  ///< the search ran out of its budget, or the table itself is half known
};

/// A place in a record: its text, and as people speak of it.
struct RecordPlace {
  dsl::Span where;
  std::string round;     ///< the round's label
  int turn = 0;          ///< number of the turn line in its round, from 1; 0: before the first turn
  std::string player;    ///< empty: none, or the referee
  std::string signer{};  ///< of the referee's lines: who gave the ruling; may be empty
};

/// An earlier line that a breach rests on.
struct Because {
  RecordPlace place;
  std::string message;
};

/// An exception to the row that was broken, which does not hold here.
struct Exception {
  std::string rule;  ///< its id
  std::string says;
  dsl::Span rule_where;
  std::vector<std::string> why_not{};  ///< clauses that are true here; empty: it depends on hidden tiles
};

/// A row, or a value of `setup` or `match`, by which it came about what a ruling rests on.
struct Decider {
  std::string key;  ///< "rule mark-when-stuck", "setup.starter"
  std::string says;
  std::vector<dsl::Citation> from{};   ///< sections of rule documents
  std::optional<dsl::Span> where{};    ///< of the row, or of the sentence
  std::vector<std::string> why_not{};  ///< of a row that did not stand: clauses that are true there
};

/// An act that could have been done instead, or one of several.
struct Instead {
  std::string text;           ///< in notation: `9-?>Ann`
  std::string words;          ///< "any tile with a 9 on Ann's train"
  std::vector<int> halves{};  ///< of its tile, as many as are given; empty: of none or of any tile
  bool operator==(const Instead&) const = default;
};
/// Their texts.
std::vector<std::string> in_notation(const std::vector<Instead>& acts);

/// Something that the rules forbid, or a row of advice that was not followed.
struct Ruling {
  RecordPlace place;
  std::string rule;                     ///< id of the row or law
  std::string says;                     ///< its sentence
  std::vector<dsl::Citation> from;      ///< sections of rule documents
  std::optional<dsl::Span> rule_where;  ///< in the variant file; absent: a law of any train game
  std::string message;                  ///< the breach in one sentence
  bool is_complete = false;             ///< the message says what the law says
  std::vector<Because> because;
  std::vector<std::string> reasons;  ///< clauses that are true here, and that no line of the record made so
  std::vector<Decider> decided_by;   ///< beside `rule`, most of all where that is a law
  std::vector<Exception> exceptions;
  std::string help;  ///< a cure for the text; may be empty
  std::vector<Instead> could;

  // Made once, in the source: hundreds of units copy and move it.
  Ruling();
  ~Ruling();
  Ruling(const Ruling&);
  Ruling(Ruling&&) noexcept;
  Ruling& operator=(const Ruling&);
  Ruling& operator=(Ruling&&) noexcept;
};

/// Another rule may be the one that is broken there.
inline bool is_same_act(const Ruling& a, const Ruling& b) {
  return a.place.where.begin == b.place.where.begin;
}

/// An illegal act that the referee of the table let stand: it counts as legal.
struct Allowed {
  Ruling ruling;
  RecordPlace place;  ///< of the `allow` line
  std::string note;
};

/// The kind of trust that a line asks: how the hidden tiles could be, by all that was seen of them, so that
/// its act would have been illegal.
enum class TrustKind : std::uint8_t {
  held,     ///< `tile` in hand
  lacked,   ///< none of certain tiles in hand
  hand,     ///< another hand as a whole
  follows,  ///< another hand, by which something else would have come of the act
  unsaid,   ///< an announcement that is not written, taken for made before the next act
};

struct Trust {
  RecordPlace place;
  std::string act;   ///< `draw`, `done`, `lay`, `engine`, or a declared act
  std::string rule;  ///< the row (or law) it would break; follows: the row that would have another outcome
  TileId tile = no_tile;
  TrustKind kind = TrustKind::held;
};

/// Points that one row of the rules gave.
struct PointsPart {
  std::string rule;  ///< its id
  std::string says;
  std::vector<dsl::Citation> from;
  std::optional<dsl::Span> rule_where;
  std::int32_t points = 0;
  std::optional<RecordPlace> place;  ///< the act that they came of; absent: the count at the end
  /// Of the count: the points of each tile that was left, where the row counts one by one and these are all
  /// that it gave; else empty.
  std::vector<std::int32_t> counts{};
};

/// A score written in the record that the tiles do not bear out.
struct ScoreDifference {
  RecordPlace place;
  std::string player;
  int claimed = 0;
  int right = 0;
  bool is_total = false;           ///< the figure written is that of all rounds up to this one
  std::vector<TileId> left;        ///< the tiles left in hand
  std::vector<PointsPart> parts;   ///< all that makes the right figure, or nothing if that is too much
  std::size_t parts_left_out = 0;  ///< their number in that case
};

/// Rules by which the act that is illegal would have been legal.
struct AlsoLegal {
  std::string variant;  ///< as the user names it; empty: the record's own rules, but for the option
  std::string option;
  std::string value;
  std::optional<RecordPlace> before;  ///< an earlier breach of these rules in the same round
  std::string before_message;         ///< and what happened there
  std::string rest;                   ///< the rule of theirs that the rest of the turn breaks; empty: none
};

/// A slip of the pen with which mended the round of the ruling would be legal, or at least what was ruled.
struct Slip {
  enum class Kind : std::uint8_t {
    place,                 ///< the tile at `where` lies on another `train`: `text` says so in notation
    draw,                  ///< one draw more, at `where`
    marker,                ///< the word `text` at `where` should not stand there
    swapped,               ///< the lines at `where` and `other`
    missing_turn,          ///< of each of `players`, before the line at `where`
    perhaps_missing_turn,  ///< as missing_turn, and nothing later speaks against it
  };
  Kind kind = Kind::draw;
  dsl::Span where;
  dsl::Span other{};
  std::vector<std::string> players{};
  std::string text{};
  std::string train{};         ///< "Ann's train"
  bool leaves_errors = false;  ///< what is illegal further down stays so
  std::size_t heals = 0;       ///< how many errors further down are none with it; they are not listed
};

/// A `claim` line: what a player holds against a turn. Shown, never judged.
struct Objection {
  RecordPlace place;  ///< of the line; its player makes the claim
  std::string about;  ///< the turn, as it is written
  std::string note;
};

/// A note on something read in one way where another was possible, or left out and taken as not known.
struct Note {
  RecordPlace place;
  std::string message;
};

/// Of each list of a judgement so many entries are kept, so that a file of any length takes no more memory.
constexpr std::size_t most_kept = 1'000;

struct Judgement {
  Verdict verdict = Verdict::legal;
  std::optional<Ruling> ruling;  ///< illegal: where the record first becomes impossible
  std::vector<AlsoLegal> also;   ///< by which other rules the act would have been legal, if that was asked
  std::string also_cut;          ///< why not all of them were asked; empty: all were
  std::vector<Slip> slips;       ///< texts that may have been written wrong, if that was asked
  std::vector<Ruling> more;      ///< further breaches, going on after it
  std::vector<Allowed> allowed;
  std::vector<Trust> trust;
  std::vector<Ruling> advice;
  std::vector<ScoreDifference> scores;
  std::vector<Objection> objections;
  std::vector<Note> notes;
  std::size_t rounds = 0;            ///< judged
  std::size_t illegal_rounds = 0;    ///< of these
  std::size_t undecided_rounds = 0;  ///< of these, not counting illegal ones
  /// The cost of judging: steps of searches, and as many as came to the same for rounds and lines. Counted,
  /// so that it is the same on every machine.
  std::int64_t steps = 0;
  /// Turns, or parts of a position, are missing: behind them only what is sure is judged, up to the first
  /// error.
  bool is_partly = false;
  bool cut_short = false;              ///< there were more rounds, but the record's budget was used up
  std::size_t left_out = 0;            ///< the number of further entries of these lists
  std::string undecided;               ///< why, where the verdict is undecided
  std::optional<RecordPlace> unknown;  ///< and where
  /// Lines that a position lacks for that, as they could be written: "hand Ann: ?x5".
  std::vector<std::string> lines_wanted;
  /// The verdict with some of them, which were tried, and the ruling where that is illegal.
  struct WithLines {
    std::vector<std::string> lines;  ///< "nothing else" last
    Verdict verdict = Verdict::undecided;
    std::optional<Ruling> ruling;
    /// Of a first turn the verdict is the other: legal, illegal.
    struct Otherwise {
      std::string lines;  ///< in quotation marks, those in place of which others stand above
      Verdict verdict = Verdict::undecided;
      std::optional<Ruling> ruling;
    };
    std::optional<Otherwise> otherwise{};

    bool is_nothing_else() const { return lines.size() == 1 && lines.front() == "nothing else"; }
  };
  std::optional<WithLines> with_lines;

  /// In one round only scores are counted that are left out.
  void clear_scores() {
    scores.clear();
    left_out = 0;
  }
};

/// "'hand Ann: ?x5', 'boneyard 20' and 'nothing else'".
std::string quoted_lines(std::vector<std::string> lines);

}  // namespace roundhouse::replay
