// One position as a picture that stands by itself: what happened, the table, the facts that are shown, and
// the players with their hands as far as they are known.

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "dsl/base/html.h"
#include "dsl/base/shown_text.h"
#include "replay/record/tiles.h"
#include "replay/views/narrate.h"
#include "replay/views/picture.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

using dsl::html_text;

constexpr int usual_width = 1'000;
constexpr int edge = 16;
constexpr int line_height = 22;
/// Mean width of a letter in hundredths of a pixel; a line is broken before it can be too long.
constexpr int letter_width = 860;
/// Of a tile in hand.
constexpr int hand_half = 17;
constexpr int hand_step = 2 * hand_half + 5;
/// More backs than these are a number.
constexpr int most_backs = 8;

constexpr std::string_view style = R"css(.paper { fill: #fff; }
text.line { font: 15px system-ui, "Segoe UI", Roboto, sans-serif; fill: #1d2320; }
text.head { font-weight: 700; }
text.trouble { fill: #a11b14; }
@media screen and (prefers-color-scheme: dark) {
  .paper { fill: #141a17; }
  text.line { fill: #eef2ee; }
  text.trouble { fill: #ff8a80; }
}
)css";

class Sheet {
 public:
  Sheet(const engine::Rules& program, const Header& header, const Frame& frame, const ViewWishes& wishes)
      : program_(program),
        header_(header),
        frame_(frame),
        width_(std::clamp(wishes.pixels == 0 ? usual_width : wishes.pixels, 240, 4'000)),
        numerals_(wishes.numerals) {}

  std::string draw() {
    const std::string head =
        frame_.written.empty() ? frame_.place : fmt::format("{}  {}", frame_.place, frame_.written);
    put(head, "line head");
    const std::string said = caption(frame_);
    put(said, "line");
    std::string found;
    for (const ActNote& note : frame_.notes) {
      const std::string text = fmt::format("{}: {}", kind_heading(note.kind), note.text);
      put(text, note.kind == ActNote::Kind::illegal ? "line trouble" : "line head");
      found += text + " ";
    }
    y_ += 8;
    draw_table();
    const FactTexts facts = fact_texts(program_, header_, frame_);
    for (const FactText& fact : facts.general) put(fact.text(), "line");
    put(fmt::format("boneyard {}", frame_.position.boneyard), "line");
    for (std::size_t p = 0; p < header_.players.size(); ++p) draw_player(p, facts.of_players[p]);
    if (!frame_.trouble.empty())
      put(fmt::format("The record cannot be carried on from here: {}.", frame_.trouble), "line trouble");
    y_ += edge;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
               "{1}\" "
               "role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{2}</title>\n"
               "<desc id=\"desc\">{3}</desc>\n<style>{4}{5}</style>\n<defs>{6}</defs>\n"
               "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n",
               width_, y_, html_text(head), html_text(found + words_), style, picture_style(),
               picture_parts(program_.highest)) +
           body_ + "</svg>\n";
  }

 private:
  void put(const std::string& text, std::string_view kind) {
    if (text.empty()) return;
    const auto columns = static_cast<std::size_t>(std::max(12, (width_ - 2 * edge) * 100 / letter_width));
    std::istringstream lines(dsl::filled_text(text, "", "", columns));
    for (std::string line; std::getline(lines, line);) {
      y_ += line_height;
      body_ +=
          fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind, edge, y_, html_text(line));
    }
  }

  void draw_table() {
    const TablePicture picture =
        table_picture(program_, header_, frame_, width_, numerals_, fmt::format(" y=\"{}\"", y_));
    words_ = picture.words;
    body_ += picture.svg;
    y_ += picture.height + 8;
    if (frame_.laid.size() > most_planned_tiles)
      put(fmt::format("{} more tiles are not drawn.", frame_.laid.size() - most_planned_tiles),
          "line trouble");
  }

  void draw_player(std::size_t p, const std::vector<FactText>& facts) {
    const engine::PlayerState& player = frame_.position.players[p];
    const bool turn = turn_seat(frame_) == static_cast<int>(p);
    std::string head = fmt::format("{}{}: {} {}", turn ? "▶ " : "", header_.players[p].name, player.count,
                                   player.count == 1 ? "tile" : "tiles");
    if (frame_.position.phase == engine::Phase::over || player.points != 0)
      head += fmt::format(", {} points", player.points);
    for (const FactText& fact : facts) head += ", " + fact.text();
    y_ += 6;
    put(head, turn ? "line head" : "line");
    const std::vector<TileId> known = tiles_in(frame_.position.hands[p]);
    const int unknown = std::max(0, player.count - static_cast<int>(known.size()));
    if (player.count == 0) return;
    const int in_row = std::max(1, (width_ - 2 * edge) / hand_step);
    const int backs = std::min(unknown, most_backs);
    y_ += 8;
    body_ += fmt::format("<g class=\"mini\" transform=\"translate({} {}) scale({})\">", edge, y_,
                         hand_half / 100.0);
    int at = 0;
    const auto place = [&] {
      const PlanPoint point{(at % in_row) * hand_step * 100 / hand_half + 100,
                            (at / in_row) * (hand_half + 6) * 100 / hand_half + 50};
      ++at;
      return point;
    };
    for (const TileId tile : known)
      body_ += paint_tile(place(), 0, engine::high_of(tile), engine::low_of(tile), numerals_ ? 0 : 11);
    for (int i = 0; i < backs; ++i) {
      const PlanPoint point = place();
      body_ += fmt::format("<use href=\"#k\" x=\"{}\" y=\"{}\"/>", point.x, point.y);
    }
    body_ += "</g>\n";
    y_ += ((at + in_row - 1) / in_row) * (hand_half + 6);
    if (unknown > backs) put(fmt::format("and {} more that nobody has seen", unknown - backs), "line");
  }

  const engine::Rules& program_;
  const Header& header_;
  const Frame& frame_;
  const int width_;
  const bool numerals_;
  int y_ = edge / 2;
  std::string words_;
  std::string body_;
};

}  // namespace

std::string render_svg(const engine::Rules& program, const Header& header, const Frame& frame,
                       const ViewWishes& wishes) {
  return Sheet(program, header, frame, wishes).draw();
}

}  // namespace roundhouse::replay
