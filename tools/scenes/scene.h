#pragma once
// One scene: a position reached by play from which two rule sets go on differently, what each of them lets a
// player do there, and the record that shows it, judged by the referee under both.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/act.h"

namespace roundhouse::replay {

/// All that a player can do in a position by one rule set, in words.
struct Outlook {
  enum class Duty : std::uint8_t {
    may,      ///< acts of several kinds are legal
    has_to,   ///< but for announcements, all that is legal is of one kind: laying, drawing, ending the turn
    nothing,  ///< nothing is legal
    over,     ///< the round is over
    follows,  ///< something follows of an act, whatever anybody wants
    never     ///< play by these rules does not come to this position
  };
  Duty duty = Duty::nothing;
  std::string player;
  /// "the 2-2 on Ann's train", "draw", "end the turn"; announcements are of the last kind.
  std::map<engine::ActKind, std::vector<std::string>> words;
  std::string reason;  ///< over: the points; follows: the act and what follows; never: why not

  /// Of one kind; none: empty.
  const std::vector<std::string>& of(engine::ActKind kind) const;
  /// "draw", "lay the 2-2 on Ann's train or end the turn"; of announcements nothing, unless there is nothing
  /// else.
  std::string acts() const;
  /// Those that are made beside such an act.
  std::vector<std::string> announcements() const;
  /// "Ann has to draw."
  std::string sentence() const;
};

/// Something that an entry changes: a row, a word, a value.
struct ChangedThing {
  std::string name;                  ///< as the rules have it; empty: it has none that people know
  std::string says;                  ///< its sentence in the rulebook
  std::string exactly{};             ///< of the file's own rows: what they do, whatever the sentence
  std::optional<Outlook> without{};  ///< with this alone put back, where that was tried
};

struct Scene {
  std::vector<ChangedThing> things;  ///< that show here
  std::string before;                ///< the record that leads to the position
  std::string record;   ///< the same with the act, or the round, of which the two say different things
  std::string because;  ///< the rule by which that act is illegal; empty: it is legal by the file
  std::string table;    ///< the position in words
  std::vector<std::string>
      hands{};             ///< where players are many: what each of them has, which `table` leaves out
  std::string ages{};      ///< where the rules ask for them: "Ann is 8 years old and Ben 41."
  std::string said{};      ///< which of the file's own acts were done: "Nobody has said 'boast'."
  std::string picture;     ///< and as SVG
  int highest = 0;         ///< of its set of tiles
  std::size_t effort = 0;  ///< to follow it: the acts that lead there, and what there is to look at
  Outlook ours;
  std::vector<std::string> refused;  ///< what the file alone does not let do, each with its rule's sentence
  std::string follows;               ///< of the act, where it is one that the file alone lets do
  std::optional<Outlook> after{};    ///< what its player then can do
  bool is_won = false;               ///< the round is over, and somebody has won it
  std::string unwon{};               ///< of a row of the count: what a round comes to that nobody wins
  bool with_double = false;          ///< its player has laid a double in this turn
  Outlook without;                   ///< by the other rules
  Outlook parent;                    ///< with the whole entry put back; perhaps the same
};

/// A table at which scenes are looked for.
struct SceneTable {
  int players = 2;
  std::vector<std::string> settings;    ///< "highest=3", of small sets
  std::vector<std::string> own_acts{};  ///< that the rule file declares itself
};

using SharedRules = std::shared_ptr<const dsl::CheckedRules>;

/// Three rule sets with the settings of the table.
struct SceneRules {
  SharedRules ours;
  SharedRules without;
  SharedRules parent;  ///< nullptr: it is `without`
};

/// The turns in which a scene is looked for.
enum class SceneTurn : std::uint8_t {
  any,
  with_double  ///< a double was laid in the turn: exceptions and limits are often for covering it
};

/// A round at this table that comes to its end without a winner: what everybody then holds, and the points.
/// Empty: none within so many positions.
std::string unwon_round(const dsl::CheckedRules& rules, const SceneTable& table, std::size_t most_positions);

/// Of the scenes that random play finds the one with the least effort; absent: none within so many positions.
/// `positions` grows by those that were looked at.
std::optional<Scene> find_scene(const SceneRules& rules, const SceneTable& table, SceneTurn turn,
                                std::size_t most_positions, std::size_t& positions);

}  // namespace roundhouse::replay
