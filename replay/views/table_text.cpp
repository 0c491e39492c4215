// The table as lines of text: what happened, each train with its tiles and open ends, what is to be
// covered, whose turn it is, and the hands as far as they are known.
//
//   9.2  Ann: 9-3>Joe
//   Ann starts Joe with the 9-3. The engine is covered. It is Don's turn.
//
//     engine    9-9
//     Joe       9-3                     ^1: 3, marked
//     Joe.side                          ^2: 9, not started
//
//     boneyard  53
//     Joe       8 tiles: ?x8
//     Ann       6 tiles: ?x6
//   > Don       7 tiles: ?x7

#include <fmt/format.h>

#include <algorithm>

#include "engine/evaluate.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

using engine::End;
using engine::Position;

constexpr int tiles_a_line = 12;

class Table {
 public:
  Table(const engine::Rules& program, const Header& header, const Frame& frame)
      : program_(program), header_(header), frame_(frame), position_(frame.position) {
    for (std::size_t t = 0; t < program_.trains.size(); ++t)
      width_ = std::max(width_, train_text(program_, header_, static_cast<int>(t)).size());
    for (const PlayerField& player : header_.players) width_ = std::max(width_, player.name.size());
  }

  std::string render() {
    text_ = frame_.written.empty() ? frame_.place : fmt::format("{}  {}", frame_.place, frame_.written);
    text_ += "\n";
    std::string told;
    for (const std::string& sentence : frame_.sentences) told += (told.empty() ? "" : " ") + sentence;
    if (!told.empty()) text_ += told + "\n";
    text_ += "\n";
    if (position_.engine_tile != engine::no_tile) {
      row("engine", tile_text(position_.engine_tile) + owed_text(0));
      for (std::size_t t = 0; t < program_.trains.size(); ++t) draw_train(static_cast<int>(t));
      text_ += "\n";
    }
    row("boneyard", std::to_string(position_.boneyard));
    for (std::size_t p = 0; p < header_.players.size(); ++p) draw_player(static_cast<Seat>(p));
    if (!frame_.trouble.empty())
      text_ += fmt::format("\nThe record cannot be carried on from here: {}.\n", frame_.trouble);
    return std::move(text_);
  }

 private:
  void row(std::string_view name, const std::string& rest, std::string_view margin = "  ") {
    std::string line = fmt::format("{}{:<{}}  {}", margin, name, width_, rest);
    while (line.back() == ' ') line.pop_back();
    text_ += line + "\n";
  }

  std::string owed_text(int group) const {
    for (int d = 0; d < position_.debt_count; ++d) {
      const engine::Debt& debt = position_.debts[static_cast<std::size_t>(d)];
      if (debt.group == group)
        return debt.covers == 1 ? "  to be covered" : fmt::format("  to be covered {} times", debt.covers);
    }
    return {};
  }

  std::string ends_of(int train, std::uint16_t group) const {
    std::string text;
    for (int e = 0; e < position_.end_count; ++e) {
      const End& end = position_.ends[static_cast<std::size_t>(e)];
      if (end.train != train || end.group != group) continue;
      if (!text.empty()) text += "   ";
      text += fmt::format("^{}: {}", e + 1, end.pip);
      if (end.side) text += " (side)";
      if (end.start) text += ", not started";
      if (end.marked) text += ", marked";
    }
    return text + (group == 0 || text.empty() ? std::string() : owed_text(group));
  }

  static std::string tile(const LaidTile& laid) { return fmt::format("{}-{}", laid.inner, laid.outer); }

  void draw_train(int train) {
    const std::string name = train_text(program_, header_, train);
    std::string starts = ends_of(train, 0);
    if (!starts.empty()) {
      row(name, starts);
      return;
    }
    for (const LaidTile& laid : frame_.laid)
      if (laid.train == train && laid.parent == 0) {
        draw_line(laid, name, {});
        return;
      }
    row(name, {});
  }

  /// A line of tiles from this one outward, and below it the branches that begin at the sides of its doubles.
  void draw_line(const LaidTile& first, std::string_view name, std::string rest) {
    std::vector<const LaidTile*> line{&first};
    for (const LaidTile& laid : frame_.laid)
      if (!laid.at_side && laid.train == first.train && laid.parent == line.back()->group && &laid != &first)
        line.push_back(&laid);
    int in_line = 0;
    for (const LaidTile* laid : line) {
      if (in_line == tiles_a_line) {
        row(name, rest);
        name = "";
        rest.clear();
        in_line = 0;
      }
      rest += (rest.empty() ? "" : " ") + tile(*laid);
      ++in_line;
    }
    row(name, rest + "   " + ends_of(first.train, line.back()->group));
    for (const LaidTile* laid : line) {
      if (laid != line.back())
        if (const std::string sides = ends_of(first.train, laid->group); !sides.empty())
          row("", fmt::format("  at {}: {}", tile(*laid), sides));
      for (const LaidTile& branch : frame_.laid)
        if (branch.at_side && branch.train == first.train && branch.parent == laid->group)
          draw_line(branch, "", fmt::format("  at {}:", tile(*laid)));
    }
  }

  void draw_player(Seat seat) {
    const auto p = static_cast<std::size_t>(seat);
    const engine::PlayerState& player = position_.players[p];
    std::string hand;
    int known = 0;
    for (int t = 0; t < program_.tile_kinds; ++t)
      for (int n = position_.hands[p].count(static_cast<engine::TileId>(t)); n > 0; --n, ++known)
        hand += " " + tile_text(static_cast<engine::TileId>(t));
    if (player.count > known) hand += fmt::format(" ?x{}", player.count - known);
    std::string rest = fmt::format("{} {}{}{}", player.count, player.count == 1 ? "tile" : "tiles",
                                   hand.empty() ? "" : ":", hand);
    if (position_.phase == engine::Phase::over || player.points != 0)
      rest += fmt::format("   {} points", player.points);
    const bool turn = position_.phase == engine::Phase::play && position_.turn_player == seat;
    row(header_.players[p].name, rest, turn ? "> " : "  ");
  }

  const engine::Rules& program_;
  const Header& header_;
  const Frame& frame_;
  const Position& position_;
  std::size_t width_ = 8;
  std::string text_;
};

}  // namespace

std::string render_table_text(const engine::Rules& program, const Header& header, const Frame& frame) {
  return Table(program, header, frame).render();
}

}  // namespace roundhouse::replay
