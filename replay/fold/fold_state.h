#pragma once
// The state that the setup of a round and its turns share while a record is folded: the position, what the
// record says, and the queue of steps that come next. Internal to the fold (round_fold.h).

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/fold/act_rows.h"
#include "replay/fold/implicit_acts.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/round_points.h"
#include "replay/record/names.h"
#include "replay/record/places.h"

namespace roundhouse::replay {

struct FoldState {
  const engine::Rules& program;
  const Header& header;
  const RecordRound& round;
  Position& position;
  const FoldOptions options;
  PlaceBook places{program, header};
  std::optional<ImplicitActs> implicit{};  ///< worked out when it is first asked for
  std::optional<RoundPoints> of_points{};  ///< the same
  std::optional<std::size_t> heavy{};      ///< the same

  std::vector<FoldStep> queue{};  ///< steps that come next
  std::size_t taken = 0;          ///< of them have come

  std::size_t first_turn =
      0;  ///< the first item that is a turn, a gap or the end; behind the last if none is
  bool engine_in_turn = false;           ///< the first tile of the first turn is the engine and lies already
  bool was_played = false;               ///< turns are written, or a line for those that are not
  bool has_only_end = false;             ///< nothing of that, but what was left or scored
  TilesLeft left{};                      ///< by `left` lines
  bool has_left_lines = false;           ///< of somebody
  engine::Trace trace{};                 ///< of the last act, if it was written down
  bool writes_down = true;               ///< notes what happens in the next act
  bool hands_known = true;               ///< every tile in every hand is, also when the act at hand is done
  std::optional<PositionBegun> begun{};  ///< of a round that begins with a position
  bool rests_on_chance = false;          ///< a fact is not known that chance decided and rules ask for

  /// Puts a step behind those that come.
  template <class Step>
  void put(Step&& step) {
    queue.emplace_back(std::forward<Step>(step));
  }
  void put_act(std::size_t item, dsl::Span where, const Act& act, bool written, const SetTile& tile = {}) {
    put(FoldAct{item, where, act, written, tile});
  }
  /// Something is not true, or no act. What is put behind it comes only if the fold goes on.
  void object(std::size_t item, dsl::Span where, dsl::Law law, std::string message, std::string help = {});
  void object(std::size_t item, const TileComplaint& wrong, dsl::Law law);
  /// As object, where the fold cannot go on.
  void object_last(std::size_t item, const TileComplaint& wrong, dsl::Law law);

  /// The step that comes next; nullptr: the queue is empty.
  FoldStep* take_step();
  void clear_queue() {
    queue.clear();
    taken = 0;
  }
  /// Carries out the act of a step.
  void apply(const FoldAct& step, const Assumption& assumed);

  /// The tiles of a line, as tiles of this game. One that the set has not, or not so often, is objected to
  /// once a line; it counts as a tile that nobody knows.
  void admit(std::size_t item, const std::vector<WrittenTile>& written, std::vector<SetTile>& tiles);
  /// As admit, for an act, which cannot be done with a tile that is not there: absent, and the fold stops.
  std::optional<SetTile> admit_act(std::size_t item, const WrittenTile& written);

  /// True if all tiles are still known when this act is done, if they are now.
  bool keeps_hands_known(const Act& act) const;
  /// The act that ends the round, once more with the hands known that were shown afterwards: they are
  /// counted.
  void end_with_hands(const Position& before, const Act& act, const Assumption& assumed);

  dsl::Span span_of(std::size_t item) const {
    return item < round.items.size() ? round.items[item].at.span : dsl::Span{};
  }
  const ImplicitActs& implicit_acts() {
    if (!implicit) implicit.emplace(program, header, round);
    return *implicit;
  }
  RoundPoints& points() {
    if (!of_points) of_points.emplace(program, round, options.judges);
    return *of_points;
  }
  /// An act takes so many times what one of ordinary rules takes; 1: no more.
  std::size_t heaviness() {
    if (!heavy) heavy = static_cast<std::size_t>(1 + act_work(program).act);
    return *heavy;
  }
  /// Absent: they depend on tiles, or on chance, that nobody wrote down.
  std::optional<std::int32_t> known_points(Seat seat) {
    if (position.voided) return 0;
    if (rests_on_chance && !options.judges) return std::nullopt;
    const Course course = hands_known ? Course::known : options.judges ? Course::assumed : Course::open;
    return points().known(position, seat, course);
  }
  const std::string& name(Seat seat) const { return spoken_name(header, seat); }
};

/// Begins the round: which of its game and match it is.
void fold_beginning(FoldState& state, bool first_of_file);

enum class SetupProgress : std::uint8_t {
  goes_on,
  done,
  stuck,  ///< the fold stops
};

/// Begins the round and folds all that comes before its first turn: lots, deal and engine.
class FoldSetup {
 public:
  FoldSetup(FoldState& state, bool first_of_file);
  ~FoldSetup();
  FoldSetup(const FoldSetup&) = delete;
  FoldSetup& operator=(const FoldSetup&) = delete;

  /// Puts into the queue what comes next. To be called when the queue is empty.
  SetupProgress advance();

 private:
  class Folder;
  std::unique_ptr<Folder> folder_;
};

}  // namespace roundhouse::replay
