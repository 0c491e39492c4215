#pragma once
// A game for tests: rules from a text, hands as written, acts by seat. Acts are applied whether legal or not;
// what is legal is asked separately.

#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/rules.h"

namespace roundhouse::tests {

/// The head of a small variant: double-3 set, two trains of a player's own and one for all, three tiles each;
/// the engine is the highest double in hand. `more` holds further blocks (facts, acts, rules).
std::string small_rules(const std::string& more);
/// The same with other setup lines ("  deal: 2\n  engine: ..."); what is left out has its default.
std::string rules_with_setup(const std::string& setup, const std::string& more = "");

engine::TileId tile(const std::string& text);  ///< "3-2"; "?" is no tile
std::string tile_text(engine::TileId tile);

class TableGame {
 public:
  TableGame(const std::string& yaml, int players);

  /// Begins a round and deals these hands ("3-3 2-1 ?"), by seat. Goes on with what is forced, up to
  /// the first choice or another chance.
  void start(const std::vector<std::string>& hands);
  /// Carries out what is forced as long as something is.
  void go_on();
  void apply(const engine::Act& act);

  void lay(int seat, const std::string& what, int train);  ///< at the train's first open end
  void lay_at(int seat, const std::string& what, int end);
  void draw(int seat, const std::string& what);
  void done(int seat);
  void declare(const std::string& name, int seat, int whom = -1, int amount = 0);
  void chance(engine::ActKind kind, int seat, const std::string& what);

  engine::Act lay_act(int seat, const std::string& what, int train) const;
  engine::Act declared_act(const std::string& name, int seat, int whom = -1, int amount = 0) const;

  /// Ids of laws and rows.
  std::vector<std::string> breaches(const engine::Act& act) const;
  std::vector<std::string> advice(const engine::Act& act) const;
  /// "lay 3-2 @4", "draw", "knock by 1 on 2 amount 5", "done"; @ is the end's serial.
  std::vector<std::string> legal() const;

  int fact(const std::string& name, int seat = 0) const;
  engine::Expected next() const { return engine::expected(program, position); }
  const engine::End& end_of(int train) const;  ///< its first open end
  std::vector<int> serials() const;            ///< of all open ends, in order
  int points(int seat) const { return position.players[static_cast<std::size_t>(seat)].points; }
  int count(int seat) const { return position.players[static_cast<std::size_t>(seat)].count; }
  /// Every tile of the set is in one place: a hand, the table, aside or the boneyard.
  bool conserves_tiles() const;

  engine::Rules program;
  engine::Position position;
  engine::Trace trace;  ///< of the last act
};

}  // namespace roundhouse::tests
