// The table as lines of text: what happened, each train with its tiles and open ends, what is to be
// covered, the facts that are shown, whose turn it is, and the hands as far as they are known.
//
//   9.2  Ann: 9-3>Joe
//   Ann starts Joe with the 9-3. The engine is covered. It is Don's turn.
//
//     engine    9-9
//     Joe       9-3                     ^1: 3, marked
//     Joe.side                          ^2: 9, not started
//
//     Doubles marker  Ann
//
//     boneyard  53
//     Joe       8 tiles: ?x8
//     Ann       6 tiles: ?x6   Warnings: 2
//   > Don       7 tiles: ?x7

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "dsl/base/utf8.h"
#include "replay/record/tiles.h"
#include "replay/views/narrate.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

using engine::End;

constexpr int tiles_a_line = 12;
/// Stands for a space at which no line is broken.
constexpr char kept = '\x1f';
/// On anything narrower the names alone leave no room.
constexpr std::size_t least_width = 20;

/// The bytes of the first so many characters, or of all if there are not so many.
std::size_t bytes_of(std::string_view text, std::size_t characters) {
  std::size_t bytes = 0;
  for (; bytes < text.size() && characters > 0; --characters) do {
      ++bytes;
    } while (bytes < text.size() && dsl::characters_in(text.substr(bytes, 1)) == 0);
  return bytes;
}

/// The line, broken at spaces where it is wider than that; what is carried over stands behind `indent`
/// spaces.
std::string broken_at(std::string_view line, std::size_t width, std::size_t indent) {
  std::string text;
  for (std::size_t room = width;;) {
    const std::size_t fits = bytes_of(line, room);
    if (fits == line.size()) return text + std::string(line) + "\n";
    // A word that is wider than a line is cut.
    const std::size_t space = line.rfind(' ', fits);
    const std::size_t last = space == std::string_view::npos ? space : line.find_last_not_of(' ', space);
    const std::size_t end = last == std::string_view::npos ? fits : last + 1;
    text += std::string(line.substr(0, end)) + "\n";
    line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
    if (line.empty()) return text;
    indent = std::min(indent, width / 2);
    text += std::string(indent, ' ');
    room = width - indent;
  }
}

class Table {
 public:
  Table(const engine::Rules& program, const Header& header, const Frame& frame, std::size_t width)
      : program_(program),
        header_(header),
        frame_(frame),
        position_(frame.position),
        columns_(width == 0 ? std::string::npos : std::max(width, least_width)) {
    for (std::size_t t = 0; t < program_.trains.size(); ++t)
      width_ = std::max(width_, train_text(program_, header_, static_cast<int>(t)).size());
    for (const PlayerField& player : header_.players) width_ = std::max(width_, player.name.size());
    facts_ = fact_texts(program_, header_, frame_);
  }

  std::string render() {
    put_line(frame_.written.empty() ? frame_.place : fmt::format("{}  {}", frame_.place, frame_.written), 2);
    if (const std::string said = caption(frame_); !said.empty()) put_line(said, 0);
    for (const ActNote& note : frame_.notes)
      put_line(fmt::format("{}: {}", kind_heading(note.kind), note.text), 2);
    text_ += "\n";
    if (!frame_.known.empty()) return known_only();
    if (position_.engine_tile != no_tile) {
      row("engine", tile_text(position_.engine_tile) + owed_text(0));
      for (std::size_t t = 0; t < program_.trains.size(); ++t) draw_train(static_cast<int>(t));
      text_ += "\n";
    }
    draw_facts();
    row("boneyard", std::to_string(position_.boneyard));
    for (std::size_t p = 0; p < header_.players.size(); ++p) draw_player(static_cast<Seat>(p));
    if (!frame_.trouble.empty()) {
      text_ += "\n";
      put_line(fmt::format("The record cannot be carried on from here: {}.", frame_.trouble), 0);
    }
    return std::move(text_);
  }

 private:
  /// Behind a gap there is no table to draw.
  std::string known_only() {
    for (const KnownLine& line : frame_.known) row(line.name, line.text);
    return std::move(text_);
  }

  void put_line(const std::string& line, std::size_t indent) {
    std::string lines = columns_ == std::string::npos ? line + "\n" : broken_at(line, columns_, indent);
    std::replace(lines.begin(), lines.end(), kept, ' ');
    text_ += lines;
  }

  void row(std::string_view name, const std::string& rest, std::string_view margin = "  ") {
    std::string line = fmt::format("{}{:<{}}  {}", margin, name, width_, rest);
    while (line.back() == ' ') line.pop_back();
    put_line(line, width_ + 6);
  }

  std::string owed_text(int group) const {
    for (int d = 0; d < position_.debt_count; ++d) {
      const engine::Debt& debt = position_.debts[static_cast<std::size_t>(d)];
      if (debt.group != group) continue;
      std::string text = "to be covered";
      if (debt.covers != 1) text += fmt::format(" {} times", debt.covers);
      std::replace(text.begin(), text.end(), ' ', kept);
      return "  " + text;
    }
    return {};
  }

  /// The open ends of a tile, and how often it is to be covered, though it has no open end.
  std::string ends_of(int train, std::uint16_t group) const {
    std::string text;
    for (int e = 0; e < position_.end_count; ++e) {
      const End& end = position_.ends[static_cast<std::size_t>(e)];
      if (end.train != train || end.group != group) continue;
      std::string shown = fmt::format("^{}: {}", e + 1, end.pip);
      if (end.side) shown += " (side)";
      if (end.start) shown += ", not started";
      if (end.marked) shown += ", marked";
      std::replace(shown.begin(), shown.end(), ' ', kept);
      text += (text.empty() ? "" : "   ") + shown;
    }
    return text + (group == 0 ? std::string() : owed_text(group));
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
      if (in_line == tiles_a_line && columns_ == std::string::npos) {
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

  /// Those of the turn, the round, the match and of trains: a line for each that is not cleared, and a blank
  /// line.
  void draw_facts() {
    std::size_t width = 0;
    for (const FactText& fact : facts_.general) width = std::max(width, dsl::characters_in(fact.label));
    for (const FactText& fact : facts_.general) {
      const std::string gap(fact.value.empty() ? 0 : width - dsl::characters_in(fact.label) + 2, ' ');
      put_line("  " + fact.label + gap + fact.value, width + 4);
    }
    if (!facts_.general.empty()) text_ += "\n";
  }

  /// "   Warnings: 2", for each fact of the player that is not cleared. A short one is not broken.
  std::string facts_of(std::size_t p) const {
    std::string text;
    for (const FactText& fact : facts_.of_players[p]) {
      std::string line_text = fact.text();
      if (dsl::characters_in(line_text) <= least_width)
        std::replace(line_text.begin(), line_text.end(), ' ', kept);
      text += "   " + line_text;
    }
    return text;
  }

  void draw_player(Seat seat) {
    const auto p = static_cast<std::size_t>(seat);
    const engine::PlayerState& player = position_.players[p];
    std::string hand;
    int known = 0;
    for (int t = 0; t < program_.tile_kinds; ++t)
      for (int n = position_.hands[p].count(static_cast<TileId>(t)); n > 0; --n, ++known)
        hand += " " + tile_text(static_cast<TileId>(t));
    if (player.count > known) hand += fmt::format(" ?x{}", player.count - known);
    std::string rest = fmt::format("{} {}{}{}", player.count, player.count == 1 ? "tile" : "tiles",
                                   hand.empty() ? "" : ":", hand);
    if (position_.phase == engine::Phase::over || player.points != 0)
      rest += fmt::format("   {} {}", player.points, player.points == 1 ? "point" : "points");
    rest += facts_of(p);
    const bool turn = position_.phase == engine::Phase::play && position_.turn_player == seat;
    row(header_.players[p].name, rest, turn ? "> " : "  ");
  }

  const engine::Rules& program_;
  const Header& header_;
  const Frame& frame_;
  const Position& position_;
  FactTexts facts_;
  const std::size_t columns_;  ///< npos: as many as it takes
  std::size_t width_ = 8;      ///< of the names
  std::string text_;
};

}  // namespace

std::string render_table_text(const engine::Rules& program, const Header& header, const Frame& frame,
                              const ViewWishes& wishes) {
  return Table(program, header, frame, wishes.columns).render();
}

}  // namespace roundhouse::replay
