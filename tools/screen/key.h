#pragma once
// Keys as a screen gets them, whatever a terminal sends for them.

#include <cstdint>

namespace roundhouse::replay {

enum class KeyKind : std::uint8_t {
  none,       ///< nothing was pressed in the time given
  character,  ///< see Key::point
  left,
  right,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  enter,
  tab,
  back_tab,
  escape,
  backspace,
  remove,   ///< the key that takes away what is under the cursor
  resized,  ///< the terminal has another size, or was away: show the page anew
  ended,    ///< a signal asks for the end, or the terminal is gone
};

struct Key {
  KeyKind kind = KeyKind::none;
  char32_t point = 0;  ///< of a character; Ctrl-A is 1 and so on

  bool is(char32_t wanted) const { return kind == KeyKind::character && point == wanted; }
  bool operator==(const Key&) const = default;
};

}  // namespace roundhouse::replay
