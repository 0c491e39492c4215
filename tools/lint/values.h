#pragma once
// A domain for readings of checked expressions (dsl/vocabulary/reading.h) that stands for every position of a
// game: limits of a number, truth of a condition, the thing that is meant, and whether it is there. Some
// things can be assumed (a certain tile, a kind of end), so that small sets can be tried out exactly.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/vocabulary/operator_values.h"
#include "tools/lint/game_bounds.h"

namespace roundhouse::dsl {

/// The act or event at which a condition is asked. Neither: anywhere.
struct Scene {
  std::optional<ActId> act;      ///< a row of this act
  std::optional<EventId> event;  ///< a row of this event
  bool laws = true;              ///< acts that a law forbids anyway count as not asked
  bool sizes_open =
      false;  ///< a part of something that asks how large the set is or how many rounds there are

  bool operator==(const Scene&) const = default;
};

/// The scenes of a row; of an exception those of the rows that it lifts.
std::vector<Scene> scenes_of(const CheckedRules& rules, const Rule& rule, bool laws = true);

enum class Owner : std::uint8_t { mine, others, nobody };

/// The assumptions about `end`.
struct EndGuess {
  std::size_t kind = 0;  ///< index into CheckedRules::trains
  Owner owner = Owner::mine;
  bool start = false;
  bool marked = false;
  bool owed = false;
};

/// The assumptions about a position. Absent: anything.
struct Guess {
  std::optional<std::array<std::int32_t, 2>> tile;  ///< low, high
  std::optional<std::int32_t> pip;
  std::optional<std::int32_t> joining;
  std::optional<std::int32_t> players;
  std::optional<EndGuess> end;
};

/// Things that the lint distinguishes.
enum class Thing : std::uint8_t {
  unknown,
  tile,  ///< the tile that is asked about
  me,
  turn_player,
  whom,
  end,
  train_of_end,
  owner_of_end,
  debt_of_end,
  new_end,
  my_train,      ///< `of`: its kind
  shared_train,  ///< `of`: its kind
};

struct AbstractValue {
  There there = There::maybe;
  NumberRange range{};                 ///< of numbers
  Truth truth = Truth::undecided;      ///< of truth values; absent ones are `no`
  std::optional<std::int32_t> name{};  ///< of names, where it can be only one
  Thing thing = Thing::unknown;
  std::size_t of = 0;

  bool is_absent() const { return there == There::never; }
  bool is_there() const { return there == There::sure; }
  Truth as_condition() const { return is_absent() ? Truth::no : truth; }
};

struct Assumed {
  const CheckedRules& rules;
  const GameBounds& game;
  Effort& effort;
  Scene scene{};
  Guess guess{};
  bool gone_trains_count = true;  ///< kinds of train that were taken away are no train
  bool sizes_open = false;        ///< the size of the set and the number of rounds are any that are permitted
};

AbstractValue value_of(const TypedExpr& expression, const Assumed& assumed);

/// A short name of the set: "double-twelve".
std::string set_text(std::int32_t highest);

}  // namespace roundhouse::dsl
