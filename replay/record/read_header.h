#pragma once
// The header of a record: fields in square brackets before the first line of play. Not installed.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replay/record/line_cursor.h"
#include "replay/record/read_record.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {

class HeaderReader {
 public:
  /// A line that begins with `[` and a letter. False: see the cursor's complaint; the fields before it count.
  bool read(LineCursor& cursor);

  /// `above`: comments on the lines before. `beside`: on this line.
  void add_comments(std::vector<std::string> above, std::optional<Comment> beside);

  /// The checks that need all fields: names, numbers of players and ages.
  dsl::Diagnostics finish();

  const Header& header() const { return header_; }
  /// True if names were given, though perhaps wrongly: who is called what shall not be complained of again.
  bool players_were_named() const { return seen_[static_cast<std::size_t>(HeaderKey::players)].has_value(); }

 private:
  struct LaterName {
    HeaderKey key;
    std::size_t fact;
    std::string name;
    At at;
  };

  bool read_field(LineCursor& cursor);
  bool read_content(LineCursor& cursor, HeaderKey key);
  bool read_variant(LineCursor& cursor);
  bool read_players(LineCursor& cursor);
  bool read_ages(LineCursor& cursor);
  bool read_rules(LineCursor& cursor);
  bool read_seed(LineCursor& cursor);
  bool read_used(LineCursor& cursor);
  bool read_player(LineCursor& cursor, HeaderKey key);
  bool read_points(LineCursor& cursor, HeaderKey key);
  bool read_fact(LineCursor& cursor);
  /// A field with one number for each player, in the order of their seats.
  void compare_numbers(HeaderKey key, std::size_t numbers, std::string_view what,
                       dsl::Diagnostics& diagnostics) const;
  void drop_repeated_facts(dsl::Diagnostics& diagnostics);
  Seat later_seat(const LaterName& later, dsl::Diagnostics& diagnostics) const;

  Header header_;
  std::array<std::optional<At>, all_header_fields.size()> seen_{};
  bool players_broken_ = false;
  HeaderKey last_key_ = HeaderKey::variant;
  At players_at_;
  std::vector<LaterName> later_;
};

/// The longest name that somebody or something may have, in bytes.
inline constexpr std::size_t longest_name = 64;

/// NAME=VALUE, which is put behind these. False: see the cursor's complaint.
bool read_option(LineCursor& cursor, std::vector<OptionField>& options);
/// A short name, perhaps with the whole one, that none of the others bears.
std::optional<PlayerField> read_player_field(LineCursor& cursor, const std::vector<PlayerField>& others);

/// A complaint as everybody sees it.
dsl::Diagnostic complaint_at(NotationCode code, const At& at, std::string message, std::string help);
dsl::Diagnostic diagnostic_of(const LineCursor& cursor, const Complaint& complaint);

// The rules and players of a record that change on its way, as it is read: what lines between rounds have
// made of the header, and the terms of each round, each made once.

class RulesTimeline {
 public:
  /// `header`: complete. `rules`: of it.
  RulesTimeline(const Header& header, ReadyRules rules);

  /// The header as the lines up to here have left it.
  const Header& header() const { return now_; }
  /// The rules by which lines are read; nullptr: there are none.
  const engine::Rules* program() const { return terms_->rules.program.get(); }

  /// A `rules` or `joins` line. Returns why it cannot be taken; mostly empty.
  std::string change(const Line& line);
  /// True if such lines have come since the last apply_changes().
  bool is_changing() const { return is_changing_; }
  /// Asks for the rules that the changes before this round make. `program_of`: empty, and nobody is asked.
  /// False: there have been too many already, and there are none.
  bool apply_changes(const ProgramOf& program_of);
  /// The round is complete.
  RoundBy take();

 private:
  /// The terms with this header, kept or made; nullptr: there are too many.
  std::shared_ptr<const RoundTerms> find(Header header, const ProgramOf& program_of);

  Header now_;
  bool is_changing_ = false;
  bool is_refused_ = false;  ///< there were no rules for some header: nobody is asked again
  std::shared_ptr<const RoundTerms> terms_;
  RoundChange change_;  ///< before this round, so far
  bool has_changed_ = false;
  std::shared_ptr<const RoundChange> applied_;
  std::vector<std::shared_ptr<const RoundTerms>> made_;  ///< the header's first
};

}  // namespace roundhouse::replay
