#pragma once
// Ways to show a record, step by step or as a whole. One file a renderer, one line a renderer in
// all_renderers.cpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/reference.h"
#include "replay/views/act_notes.h"
#include "replay/views/steps.h"

namespace roundhouse::replay {

/// Wishes of the user; a renderer ignores those that it has no use for.
struct ViewWishes {
  std::size_t columns = 0;           ///< lines of text have no more; 0: they may be of any length
  int pixels = 0;                    ///< width of a picture; 0: what is usual
  bool numerals = false;             ///< numbers instead of pips
  std::optional<LinePlace> start{};  ///< the turn at which a page opens; absent: at the beginning
};

/// A whole game, to be shown as one thing.
struct GameToShow {
  const engine::Rules& program;
  const Header& header;
  std::string title;           ///< plain text
  std::string about{};         ///< the rules, in plain text
  std::string verdict{};       ///< a sentence of the referee; empty: nobody was asked
  std::string verdict_kind{};  ///< "legal", "illegal" or "undecided", for its colour
  std::string view{};          ///< the player as whom it is seen; empty: all hands are shown
  std::string record{};        ///< its text, to be taken along; empty: it is not to be
  std::vector<ActNote> notes;  ///< in no particular order
  /// Calls for every act in order, until the function returns false.
  std::function<void(const std::function<bool(const Frame&)>&)> steps;
};

enum class Shows : std::uint8_t { each_step, one_step, whole_game };

struct Renderer {
  std::string_view name;      ///< the word behind --format
  std::string_view sentence;  ///< for --help
  Shows shows = Shows::each_step;
  /// Renders a step; nullptr if it shows whole games.
  std::string (*render)(const engine::Rules& program, const Header& header, const Frame& frame,
                        const ViewWishes& wishes) = nullptr;
  /// Renders a whole game; nullptr if it shows steps.
  std::string (*render_game)(const GameToShow& game, const ViewWishes& wishes) = nullptr;
};

std::span<const Renderer> all_renderers();
const Renderer* find_renderer(std::string_view name);

// The renderers.
std::string render_table_text(const engine::Rules& program, const Header& header, const Frame& frame,
                              const ViewWishes& wishes);
std::string render_spoken(const engine::Rules& program, const Header& header, const Frame& frame,
                          const ViewWishes& wishes);
std::string render_position(const engine::Rules& program, const Header& header, const Frame& frame,
                            const ViewWishes& wishes);
std::string render_svg(const engine::Rules& program, const Header& header, const Frame& frame,
                       const ViewWishes& wishes);
std::string render_page(const GameToShow& game, const ViewWishes& wishes);

}  // namespace roundhouse::replay
