#include <algorithm>
#include <array>

#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

constexpr std::array renderers{
    Renderer{"text", "the table as lines of text", render_table_text},
};

}  // namespace

std::span<const Renderer> all_renderers() { return renderers; }

const Renderer* find_renderer(std::string_view name) {
  const auto found =
      std::find_if(renderers.begin(), renderers.end(), [&](const Renderer& r) { return r.name == name; });
  return found == renderers.end() ? nullptr : &*found;
}

}  // namespace roundhouse::replay
