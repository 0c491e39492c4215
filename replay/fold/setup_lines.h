#pragma once
// The lines of a round before its first turn, sorted into what the setup asks for. Internal to the fold.

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/search_way.h"
#include "replay/fold/fold_state.h"

namespace roundhouse::replay {

/// One entry of such a line.
struct SetupEntry {
  std::size_t item = 0;
  Seat seat = no_seat;
  SetTile tile;
  dsl::Span where;  ///< of the tile
};

struct SetupLines {
  std::vector<SetupEntry> lots;
  std::vector<SetupEntry> first;               ///< seldom more than one
  std::vector<std::vector<SetupEntry>> hands;  ///< by deal, in order of writing; what is dealt is nobody's
  std::deque<SetupEntry> seeks;
  std::optional<std::size_t> passes_item;  ///< the line that says how many passes of draws there were
  int passes = 0;
  std::deque<SetupEntry> turned;
  std::vector<std::size_t> redeals;
  std::vector<std::size_t> chances;
  std::vector<SetupEntry> engine;  ///< seldom more than one

  void gather(FoldState& state);

 private:
  void check_left(FoldState& state) const;
};

/// The first line of a turn; nullptr: nobody played, or nobody wrote down who began.
const TurnLine* first_turn(const FoldState& state);
/// The place in it where the engine would stand.
dsl::Span engine_span(const TurnLine& line);
/// The seat of the first turn by the record; no_seat: it does not say.
Seat stated_starter(const FoldState& state);
/// The tile that is written as the engine, in an `engine` line or as the first of the first turn.
std::optional<SetTile> written_engine(const FoldState& state);

// The search for the engine after a deal, as a record has it: who draws when, tiles turned over, another
// deal, and who has the engine in the end. Judges what everybody at the table can see; what depends on the
// hands is the referee's business (engine_claims.h). Internal to the fold.

class EngineSearch {
 public:
  EngineSearch(FoldState& state, SetupLines& lines) : state_(state), lines_(lines) {}

  /// The hands are dealt: puts into the queue of the fold what is written next, up to the engine.
  void go_on();
  /// True while something that has begun goes on: a pass of draws, or the engine behind the tile that was
  /// turned over.
  bool has_more() const { return !pass_.empty() || drawers_left_ > 0 || lays_; }
  /// True if the engine lies, or it is not written which it is.
  bool done() const { return done_; }
  /// True if the hands went back, and there is another deal.
  bool deals_again() const { return deals_again_; }
  void begin_deal();

 private:
  void redeal();
  void begin_pass();
  void draw_of_pass();
  void draw_in_turn();
  void draw_of_last_pass();
  void draw(const SetupEntry& entry);
  void object_to_draw(const SetupEntry& entry);
  void turn_over();
  bool imply_turned();
  void lay_engine();
  bool object_to_engine(const SetupEntry& engine);
  bool joins(const Act& engine, const TileAct* first) const;
  std::optional<Act> held_engine() const;
  void object_to_held(const Act& held, const TurnLine& line);
  Seat believed_starter(bool held) const;

  Seat first() const;
  Seat next_drawer() const;
  engine::Value setup_value(dsl::NodeRef node) const;
  bool is(dsl::NodeRef node, dsl::SetupName name) const;
  engine::SearchWay way() const { return engine::search_way(state_.program, state_.position); }
  bool limit_is_reached() const;
  bool is_wanted(const SetTile& tile) const;
  const std::string& name(Seat seat) const { return state_.name(seat); }
  /// Objects to one slip in a line.
  void object(std::size_t item, dsl::Law law, const std::string& message);

  FoldState& state_;
  SetupLines& lines_;
  bool done_ = false;
  bool deals_again_ = false;
  // Since the last deal.
  int drawn_ = 0;                   ///< draws for the engine, or tiles revealed
  int passes_ = 0;                  ///< unison: passes that are complete
  Seat last_ = no_seat;             ///< the player who drew the last of them
  std::size_t last_item_ = 0;       ///< the line in which it stands
  std::optional<SetTile> at_last_;  ///< and what it was
  int of_pass_ = 0;                 ///< unison: who has drawn in a pass that is not complete
  Seat finder_ = no_seat;           ///< has drawn the engine, where all can see it
  TileId turned_ = no_tile;         ///< an engine that was turned over
  TileId came_up_ = no_tile;        ///< one that somebody has drawn, as far as all is written
  std::vector<std::size_t> reported_;
  // State of what has begun.
  std::deque<SetupEntry> pass_;  ///< unison: draws of the pass at hand
  bool is_whole_pass_ = false;
  int drawn_of_pass_ = 0;
  int drawers_left_ = 0;  ///< in turn: of a pass of which only is written that there was one
  bool lays_ = false;     ///< the engine was turned over, as its line alone says
};

}  // namespace roundhouse::replay
