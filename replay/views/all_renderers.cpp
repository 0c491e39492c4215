#include <array>

#include "dsl/base/search.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

constexpr std::array renderers{
    Renderer{.name = "html",
             .sentence = "the whole game as one page",
             .shows = Shows::whole_game,
             .render_game = render_page},
    Renderer{.name = "position",
             .sentence = "a record that begins there",
             .shows = Shows::one_step,
             .render = render_position},
    Renderer{
        .name = "spoken", .sentence = "the table in sentences, to be read aloud", .render = render_spoken},
    Renderer{
        .name = "svg", .sentence = "the table as a picture", .shows = Shows::one_step, .render = render_svg},
    Renderer{.name = "text", .sentence = "the table as lines of text", .render = render_table_text},
};

}  // namespace

std::span<const Renderer> all_renderers() { return renderers; }

const Renderer* find_renderer(std::string_view name) {
  const auto found = find_if(renderers, [&](const Renderer& r) { return r.name == name; });
  return found == renderers.end() ? nullptr : &*found;
}

}  // namespace roundhouse::replay
