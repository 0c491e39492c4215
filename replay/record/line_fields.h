#pragma once
// The rows of the lines of a record (lines.h) as types and values, for code that reads or writes all of them.
// Not installed.

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "replay/record/notation_codes.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// A number in a line: what it may be, and how it is called in a complaint.
struct NumberForm {
  std::int64_t least = 0;
  std::int64_t greatest = greatest_number;
  std::string_view what{};
  std::string_view of_players = "a number";  ///< in a list with the players
};

/// More than any round has of anything.
inline constexpr std::int64_t greatest_count = 60'000;

inline constexpr NumberForm game_numbers{1, engine::most_games, "the number of a game"};
inline constexpr NumberForm ages{0, 200, "an age"};
inline constexpr NumberForm tile_numbers{0, greatest_count, "a number of tiles"};
inline constexpr NumberForm turn_numbers{0, 5'000, "a number of turns"};
inline constexpr NumberForm scored_points{-greatest_number, greatest_number, "a number of points"};
inline constexpr NumberForm claimed_points{-greatest_number, greatest_number, "a number of points",
                                           "the points"};

/// A kind of line that begins with a word.
template <class L>
struct LineRow;

#define X(type, word_, site_, fields_, example_)                          \
  template <>                                                             \
  struct LineRow<type> {                                                  \
    static constexpr std::string_view word = word_;                       \
    static constexpr std::string_view example = example_;                 \
    static constexpr LineSite site = LineSite::site_;                     \
    template <class Form, class L>                                        \
    static bool fields([[maybe_unused]] Form& f, [[maybe_unused]] L& l) { \
      return fields_;                                                     \
    }                                                                     \
  };
ROUNDHOUSE_WORDED_LINES(X)
#undef X

template <class L>
concept WordedLine = requires {
  LineRow<L>::word;
};

/// Gives the fields of a line to `form`, one after the other. False: one of them was refused.
template <class Form, class L>
bool each_field(Form& form, L& line) {
  return LineRow<std::remove_const_t<L>>::fields(form, line);
}

/// The same of any line; those that begin with no word have no fields.
template <class Form>
bool each_field_of(Form& form, const Line& line) {
  return std::visit(
      [&](const auto& kind) {
        if constexpr (WordedLine<std::decay_t<decltype(kind)>>) return each_field(form, kind);
        return true;
      },
      line);
}

/// Passes over fields of every form: for a form that is about some of them.
struct AnyField {
#define X(form)                       \
  template <class... Parts>           \
  static bool form(const Parts&...) { \
    return true;                      \
  }
  ROUNDHOUSE_FIELD_FORMS(X)
#undef X
};

/// A row of the table at run time.
struct LineKind {
  std::string_view word;
  std::string_view example;
  LineSite site;
  Line (*empty)();
};

/// Those of lines that begin with a word, in the order of the table.
std::span<const LineKind> worded_line_kinds();
/// The kind that begins with this word, in whatever letters; nullptr: none does.
const LineKind* find_line_kind(std::string_view word);

}  // namespace roundhouse::replay
