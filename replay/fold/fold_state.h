#pragma once
// The state that the setup of a round and its turns share while a record is folded: the position, what the
// record says, and telling the watcher of every act. Internal to the fold (round_fold.h).

#include <optional>
#include <string>

#include "replay/fold/act_work.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/round_points.h"
#include "replay/fold/implicit_acts.h"
#include "replay/record/resolve.h"

namespace roundhouse::replay {

struct FoldState {
  const engine::Rules& program;
  const Header& header;
  const RecordRound& round;
  engine::Position& position;
  const FoldWatcher& watcher;
  PlaceBook places{program, header};
  std::optional<ImplicitActs> silent{};      ///< worked out when it is first asked for
  std::optional<RoundPoints> of_points{};  ///< the same
  std::optional<std::size_t> heavy{};      ///< the same

  std::size_t first_turn =
      0;  ///< the first item that is a turn, a gap or the end; behind the last if none is
  bool engine_in_turn = false;   ///< the first tile of the first turn is the engine and lies already
  bool was_played = false;       ///< turns are written, or a line for those that are not
  bool says_only_end = false;    ///< nothing of that, but what was left or scored
  TilesLeft left{};              ///< what `left` lines say
  bool says_left = false;        ///< of somebody
  engine::Trace trace{};         ///< of the last act, if it was written down
  bool writes_down = true;       ///< what happens in the next act
  bool hands_known = true;       ///< every tile in every hand is, also when the act that is told is done
  bool rests_on_chance = false;  ///< a fact is not known that chance decided and rules ask for

  /// False: the watcher stops the fold here, and the act was not carried out.
  bool carry_out(const FoldStep& step);
  bool carry_out(std::size_t item, dsl::Span where, const engine::Act& act, bool written,
                 const SetTile& tile = {}) {
    return carry_out(FoldStep{item, where, act, written, tile});
  }
  /// False: the rest of the round is not folded.
  bool object(std::size_t item, dsl::Span where, dsl::Law law, std::string message, std::string help = {});
  bool object(std::size_t item, const TileComplaint& wrong, dsl::Law law);

  /// The tiles of a line, as tiles of this game. What the set has not, or not so often, is told once a line;
  /// it counts as a tile that nobody knows. False: see object.
  bool admit(std::size_t item, const std::vector<WrittenTile>& written, std::vector<SetTile>& tiles);
  bool admit(std::size_t item, const WrittenTile& written, SetTile& tile);
  /// The same of an act, which cannot be done with a tile that is not there.
  std::optional<SetTile> admit_act(std::size_t item, const WrittenTile& written);

  /// True if all tiles are still known when this act is done, if they are now.
  bool keeps_hands_known(const engine::Act& act) const;
  /// The act that ends the round, once more with the hands known that were shown afterwards: they are
  /// counted.
  void end_with_hands(const engine::Position& before, const engine::Act& act, const Assumption& supposed);

  dsl::Span span_of(std::size_t item) const {
    return item < round.items.size() ? round.items[item].at.span : dsl::Span{};
  }
  const ImplicitActs& implicit_acts() {
    if (!silent) silent.emplace(program, header, round);
    return *silent;
  }
  RoundPoints& points() {
    if (!of_points) of_points.emplace(program, round, static_cast<bool>(watcher.which));
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
    if (rests_on_chance && !watcher.cast) return std::nullopt;
    const Course course = hands_known ? Course::known : watcher.supposed ? Course::supposed : Course::open;
    return points().known(position, seat, course);
  }
  const std::string& name(Seat seat) const { return header.players[static_cast<std::size_t>(seat)].name; }
};

/// Begins the round: which of its game and match it is.
bool fold_beginning(FoldState& state, bool first_of_file);

/// Begins the round and folds all that comes before its first turn: lots, deal and engine.
bool fold_setup(FoldState& state, bool first_of_file);

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

}  // namespace roundhouse::replay
