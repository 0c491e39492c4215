#pragma once
// Ways to show a step of a record. One file a renderer, one line a renderer in all_renderers.cpp.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/views/steps.h"

namespace roundhouse::replay {

struct Renderer {
  std::string_view name;      ///< what --format takes
  std::string_view sentence;  ///< for --help
  /// `width`: lines have no more columns; 0: they may be of any length.
  std::string (*render)(const engine::Rules& program, const Header& header, const Frame& frame,
                        std::size_t width);
};

std::span<const Renderer> all_renderers();
const Renderer* find_renderer(std::string_view name);

// The renderers.
std::string render_table_text(const engine::Rules& program, const Header& header, const Frame& frame,
                              std::size_t width);

}  // namespace roundhouse::replay
