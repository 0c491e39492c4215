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
  std::optional<Outlook> without{};  ///< with this alone put back, where that was tried
};

struct Scene {
  std::vector<ChangedThing> things;  ///< that show here
  std::string before;                ///< the record that leads to the position
  std::string record;      ///< the same with the act, or the round, of which the two say different things
  std::string because;     ///< the rule by which that act is illegal; empty: it is legal by the file
  std::string table;       ///< the position in words
  std::string picture;     ///< and as SVG
  int highest = 0;         ///< of its set of tiles
  std::size_t effort = 0;  ///< to follow it: the acts that lead there, and what there is to look at
  Outlook ours;
  std::vector<std::string> refused;  ///< what the file alone does not let do, each with its rule's sentence
  std::string follows;               ///< of the act, where it is an announcement that the file alone has
  Outlook without;                   ///< by the other rules
  Outlook parent;                    ///< with the whole entry put back; perhaps the same
};

/// A table at which scenes are looked for.
struct SceneTable {
  int players = 2;
  std::vector<std::string> settings;  ///< "highest=3", of small sets
};

using SharedRules = std::shared_ptr<const dsl::CheckedRules>;

/// Three rule sets with the settings of the table.
struct SceneRules {
  SharedRules ours;
  SharedRules without;
  SharedRules parent;  ///< nullptr: it is `without`
};

/// Of the scenes that random play finds the one with the least effort; absent: none within so many positions.
/// `positions` grows by those that were looked at.
std::optional<Scene> find_scene(const SceneRules& rules, const SceneTable& table, std::size_t most_positions,
                                std::size_t& positions);

}  // namespace roundhouse::replay
