#pragma once
// Places: trains and open ends by the names that records give them, both ways.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The ends that a written place leads to.
struct PlaceMatch {
  /// Serials of the open ends that may be meant, the likeliest first. Empty: see `reason`.
  std::vector<std::uint16_t> ends;
  std::string reason;  ///< why there is no such place: "no train is called 'spoke'"
  std::string help;    ///< "did you mean 'spoke2'?"; may be empty
  bool exact = false;  ///< `^3`: that end and no other
};
/// The train that a place names, which rests on no position; not for `^` forms.
struct TrainMatch {
  int train = -1;         ///< -1: see `reason`
  std::string reason{};   ///< why there is no such train
  std::string help{};     ///< "did you mean 'spoke2'?"; may be empty
  std::string nearest{};  ///< that name
  /// The kind is written without its number, and there are several: any of them may be meant. `train` is the
  /// first.
  bool any_of_kind = false;
};
/// A written place without its `>`, taken apart at its `^`: `Ann^5-5` is a train and a double. Both are parts
/// of what was given.
struct PlaceParts {
  std::string_view train;  ///< empty: none is written
  std::string_view tile;   ///< or the number of an end; empty: none is written
};
PlaceParts parts_of(std::string_view place);

TrainMatch find_train(const engine::Rules& program, const Header& header, std::string_view place);

/// True if a train that is nobody's own is called so, in capitals or not.
bool is_shared_train(const engine::Rules& program, std::string_view name);
/// The train that is nobody's own and whose name begins like this place, which is read as a player's
/// (find_train); -1: there is none.
int shared_train_besides(const engine::Rules& program, const Header& header, std::string_view place);

PlaceMatch find_place(const engine::Rules& program, const Header& header, const Position& position,
                      Seat actor, std::string_view place);

/// Places as they are mostly written, with the trains that they lead to, looked up once for a record.
class PlaceBook {
 public:
  /// Must not outlive either.
  PlaceBook(const engine::Rules& program, const Header& header);

  /// A lay as resolve_act finds it, where its place is written in full (or is not written, for the own train)
  /// and its train has one end, or several of which it is legal on one; that is how it nearly always is.
  /// Absent: ask resolve_act. `legal`: it was found legal on the way.
  std::optional<Act> find_lay(const Position& position, Seat actor, const TileAct& act, bool& legal);

  /// The train that a place in full names, or none for the own one; -1: it has to be looked for on the table.
  int train_of(Seat actor, std::string_view place);

 private:
  struct FoundPlace {
    std::string place;
    int train = -1;
  };

  const engine::Rules& program_;
  const Header& header_;
  bool turns_;                                    ///< tiles may be turned, so that of no lay all is said
  std::array<int, engine::max_players> homes_{};  ///< by seat; -1: none
  std::vector<FoundPlace> found_;                 ///< other places that were looked up already
};

/// A lay that is meant: the end, which half joins (an Act's amount), and whether it was found legal.
struct LayChoice {
  std::uint16_t end = 0;
  std::int32_t joins = 0;
  bool legal = false;
  bool true_half = true;  ///< false: the half that is said to lie outward can do so at none of the ends
};
/// Chooses between ends, of which there is at least one: the first on which the act is legal, else the first
/// with a number of the tile, else the first. If tiles may be turned, each end is tried with the lesser half
/// joining, then with the greater. `outward`: the half that is said to lie outward; -1: none is. With a
/// single end and no turning there is no choice, and legality is not asked.
LayChoice choose_lay(const engine::Rules& program, const Position& position, Seat actor, TileId tile,
                     int outward, std::span<const std::uint16_t> ends);

/// The first of these ends on which the act is legal; absent: it is on none.
std::optional<std::uint16_t> find_legal_end(const engine::Rules& program, const Position& position,
                                            Seat actor, TileId tile, std::span<const std::uint16_t> ends);

/// Of several trains of one kind: a record is read without the number, too, but people want to see which one
/// it is.
enum class PlaceNumbers : std::uint8_t { left_out, written };
/// The shortest place that leads to this end for this tile: empty for the own home train, a name, a kind,
/// and `^` forms only where the short form would mean another end.
/// `joins`: as an Act's amount.
std::string place_text(const engine::Rules& program, const Header& header, const Position& position,
                       Seat actor, TileId tile, std::uint16_t end, std::int32_t joins = 0,
                       PlaceNumbers numbers = PlaceNumbers::left_out);
/// `=4` where the half that lies outward has to be written; else nothing.
std::string outward_text(TileId tile, std::int32_t joins);
/// A train by the name that a record gives it: `Joe`, `Ann.yard`, `hub`, `spoke2`.
std::string train_text(const engine::Rules& program, const Header& header, int train);

}  // namespace roundhouse::replay
