#pragma once
// The words that a variant adds to the notation, and complaints about lines that use others. Unknown words
// are errors of notation, never illegal acts. Not installed.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules.h"
#include "replay/record/line_cursor.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

class Vocabulary {
 public:
  /// Must not outlive the program.
  explicit Vocabulary(const engine::Rules& program);

  const engine::Rules& program() const { return program_; }

  /// The declared act that a word means, as it is written or bent; nullptr: none or more than one.
  const dsl::DeclaredAct* find_act(std::string_view word) const;

  /// The declared acts that have this effect and may be done under these options.
  std::vector<const dsl::DeclaredAct*> acts_that(dsl::Effect effect) const;

  /// Finds the first word, name or place of a line that means nothing under these rules; false after a
  /// complaint, which is one of `cursor`'s line with the offsets of the file.
  bool knows(LineCursor& cursor, const Header& header, const Line& line);
  /// Returns what a note should say of the line that was last found known: places that may mean two trains.
  std::vector<std::string> take_remarks() { return std::exchange(remarks_, {}); }

 private:
  bool knows_place(LineCursor& cursor, const Header& header, const TileAct& act);
  bool is_word_of_rules(const Header& header, std::string_view place) const;
  bool knows_word(LineCursor& cursor, const Header& header, const WordAct& act);
  bool knows_position(LineCursor& cursor, const Header& header, const Line& line);
  bool knows_chance(LineCursor& cursor, const ChanceLine& line) const;

  const engine::Rules& program_;
  std::map<std::string, int, std::less<>> acts_;  ///< index of a declared act; -1: more than one is meant
  void remark_on(const Header& header, std::string_view place);
  std::vector<std::string> known_places_;  ///< looked up before, and nothing to remark on
  std::vector<std::string> remarks_;
};

}  // namespace roundhouse::replay
