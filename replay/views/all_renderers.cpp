#include <array>

#include "dsl/base/search.h"
#include "replay/fold/position_written.h"
#include "replay/record/write_record.h"
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

/// A record that begins where this step leads, and the position once more in one line.
std::string render_position(const engine::Rules& program, const Header& header, const Frame& frame,
                            const ViewWishes&) {
  if (!can_be_written(frame.position) || !frame.trouble.empty())
    return "# " + frame.place + ": no position to begin from, play does not go on here\n";
  const Record record = record_at(program, header, frame.position, frame.laid);
  const std::vector<Line> lines = position_lines(program, header, frame.position, frame.laid);
  return write_record(record) + "# " + position_in_one_line(header, lines) + "\n";
}

}  // namespace roundhouse::replay
