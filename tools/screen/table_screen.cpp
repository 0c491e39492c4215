#include "tools/screen/table_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/views/narrate.h"

namespace roundhouse::replay {
namespace {

using engine::End;

/// From so many columns on people sit beside the trains, and take so many of them.
constexpr int wide_columns = 120;
constexpr int people_columns = 54;
/// Names are cut to so many columns.
constexpr std::size_t widest_name = 16;

/// Steps of shortening what does not fit, each with all those before it.
enum class Brief : std::uint8_t {
  nothing,
  unstarted,     ///< trains that are not started share their lines
  unseen_hands,  ///< so do hands of which no tile is known
  two_lines,     ///< a train takes two lines at most
  one_line,      ///< or one
  hands,         ///< hands take one line, but for the one that plays and the one that looks
  ends,          ///< trains share their lines, each with no more than its open ends; so do unseen hands
};
constexpr std::array all_briefs{Brief::nothing,  Brief::unstarted, Brief::unseen_hands, Brief::two_lines,
                                Brief::one_line, Brief::hands,     Brief::ends};

/// A page that has to be scrolled anyway keeps its tiles.
constexpr Brief scrolled_brief = Brief::hands;

using Lines = std::vector<StyledLine>;

class TablePage {
 public:
  TablePage(const engine::Rules& program, const Header& header, const TableSight& sight)
      : program_(program),
        header_(header),
        sight_(sight),
        position_(sight.position),
        facts_(fact_texts(program, header, sight.position, sight.unknown)) {
    for (std::size_t t = 0; t < program_.trains.size(); ++t)
      names_width_ = std::max(names_width_, screen_width(train_name(static_cast<int>(t))));
    for (const PlayerField& player : header_.players)
      names_width_ = std::max(names_width_, screen_width(player.name));
    names_width_ = std::min(names_width_, widest_name);
  }

  Lines trains(std::size_t width, Brief brief) {
    width_ = width;
    brief_ = brief;
    lines_.clear();
    if (position_.engine_tile == engine::no_tile) return {};
    StyledLine engine{{tile_text(position_.engine_tile), Style::strong}};
    add_owed(engine, 0);
    row("engine", Style::normal, engine);
    std::map<int, StyledLine> unstarted;  // by number
    StyledLine open_ends;
    for (std::size_t t = 0; t < program_.trains.size(); ++t) {
      const int train = static_cast<int>(t);
      if (brief_ >= Brief::ends && start_of(train) == nullptr)
        add_open(train, open_ends);
      else
        draw_train(train, unstarted);
    }
    if (!open_ends.empty()) row("ends", Style::faint, open_ends);
    for (const auto& [pip, trains] : unstarted) row(fmt::format("start {}", pip), Style::faint, trains);
    return lines_;
  }

  Lines people(std::size_t width, Brief brief) {
    width_ = width;
    brief_ = brief;
    lines_.clear();
    StyledLine unseen;
    for (std::size_t p = 0; p < header_.players.size(); ++p) draw_player(static_cast<Seat>(p), unseen);
    if (!unseen.empty()) row("hands", Style::faint, unseen);
    row("boneyard", Style::faint, {{std::to_string(position_.boneyard), Style::normal}});
    draw_facts();
    return lines_;
  }

 private:
  std::string train_name(int train) const { return train_text(program_, header_, train); }

  /// Cut where it is too wide, filled up where it is not wide enough.
  std::string name_column(std::string_view name) const {
    std::string cut(name);
    while (screen_width(cut) > names_width_) {
      while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U) cut.pop_back();
      if (!cut.empty()) cut.pop_back();
    }
    return cut + std::string(names_width_ - screen_width(cut), ' ');
  }

  /// `most`: so many lines at most; 0: as many as it takes.
  void row(std::string_view name, Style name_style, const StyledLine& rest, std::size_t most = 0,
           std::string_view margin = " ") {
    StyledLine line{{std::string(margin) + name_column(name), name_style}, {"  ", Style::normal}};
    line.insert(line.end(), rest.begin(), rest.end());
    std::vector<StyledLine> all = wrapped(line, width_, names_width_ + 3);
    if (most > 0 && all.size() > most) {
      all.resize(most);
      all.back() = wrapped(all.back(), width_ > 8 ? width_ - 4 : width_, 0).front();
      all.back().push_back({" ...", Style::faint});
    }
    lines_.insert(lines_.end(), all.begin(), all.end());
  }

  /// Words that stay together.
  static std::string kept(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == ' ' ? std::string("\u00a0") : std::string(1, c);
    return out;
  }

  void add_owed(StyledLine& line, int group) const {
    for (int d = 0; d < position_.debt_count; ++d) {
      const engine::Debt& debt = position_.debts[static_cast<std::size_t>(d)];
      if (debt.group != group) continue;
      std::string text = "to be covered";
      if (debt.covers != 1) text += fmt::format(" {} times", debt.covers);
      line.push_back({" ", Style::normal});
      line.push_back({kept("! " + text), Style::open_double});
      return;
    }
  }
  bool is_owed(int group) const {
    for (int d = 0; d < position_.debt_count; ++d)
      if (position_.debts[static_cast<std::size_t>(d)].group == group) return true;
    return false;
  }

  Style style_of(const End& end) const {
    if (sight_.lit_end == end.serial) return Style::cursor;
    if (end.marked) return Style::marker;
    return !end.start && is_owed(end.group) ? Style::open_double : Style::strong;
  }
  static std::string end_text(const End& end) {
    return kept(fmt::format("[{}{}]{}", end.pip, end.side ? " side" : "", end.marked ? "*" : ""));
  }

  /// The open ends of a tile, and how often it is to be covered, though it has no open end.
  StyledLine ends_of(int train, std::uint16_t group) const {
    StyledLine line;
    for (int e = 0; e < position_.end_count; ++e) {
      const End& end = position_.ends[static_cast<std::size_t>(e)];
      if (end.train != train || end.group != group) continue;
      if (!line.empty()) line.push_back({" ", Style::normal});
      line.push_back({end_text(end), style_of(end)});
    }
    if (group != 0) add_owed(line, group);
    return line;
  }

  StyledText tile(const LaidTile& laid) const {
    const Style style = sight_.lit_tile == laid.group ? Style::cursor
                        : laid.is_double()            ? Style::strong
                                                      : Style::normal;
    return {fmt::format("{}-{}", laid.inner, laid.outer), style};
  }

  /// Of a train that is not started: its places at the engine.
  const End* start_of(int train) const {
    for (int e = 0; e < position_.end_count; ++e) {
      const End& end = position_.ends[static_cast<std::size_t>(e)];
      if (end.train == train && end.group == 0) return &end;
    }
    return nullptr;
  }

  void draw_train(int train, std::map<int, StyledLine>& unstarted) {
    if (const End* start = start_of(train)) {
      if (brief_ >= Brief::unstarted) {
        StyledLine& line = unstarted[start->pip];
        if (!line.empty()) line.push_back({" ", Style::normal});
        const Style plain = style_of(*start) == Style::strong ? Style::normal : style_of(*start);
        line.push_back({kept(train_name(train) + (start->marked ? "*" : "")), plain});
        return;
      }
      StyledLine line = ends_of(train, 0);
      line.push_back({"  not started", Style::faint});
      row(train_name(train), Style::normal, line);
      return;
    }
    for (const LaidTile& laid : sight_.laid)
      if (laid.train == train && laid.parent == 0) {
        draw_line(laid, train_name(train), {});
        return;
      }
    if (brief_ < Brief::unstarted) row(train_name(train), Style::normal, {});
  }

  /// The name of the train and all its open ends, which stay together.
  void add_open(int train, StyledLine& line) const {
    StyledLine ends;
    for (int e = 0; e < position_.end_count; ++e) {
      const End& end = position_.ends[static_cast<std::size_t>(e)];
      if (end.train == train)
        ends.push_back({kept(" ") + end_text(end) + (is_owed(end.group) ? "!" : ""), style_of(end)});
    }
    if (ends.empty()) return;
    line.push_back({(line.empty() ? "" : "  ") + kept(train_name(train)), Style::normal});
    line.insert(line.end(), ends.begin(), ends.end());
  }

  std::size_t most_lines() const {
    if (brief_ >= Brief::one_line) return 1;
    return brief_ >= Brief::two_lines ? 2 : 0;
  }

  /// A line of tiles from this one outward, and below it the branches that begin at the sides of its doubles.
  void draw_line(const LaidTile& first, std::string_view name, const StyledLine& before) {
    std::vector<const LaidTile*> line{&first};
    for (const LaidTile& laid : sight_.laid)
      if (!laid.at_side && laid.train == first.train && laid.parent == line.back()->group && &laid != &first)
        line.push_back(&laid);
    StyledLine ends = ends_of(first.train, line.back()->group);
    if (!ends.empty()) ends.insert(ends.begin(), {" ", Style::normal});
    row(name, Style::normal, tiles_text(line, before, ends));
    for (const LaidTile* laid : line) {
      StyledLine at{{"at ", Style::faint}, tile(*laid), {": ", Style::faint}};
      if (laid != line.back())
        if (const StyledLine sides = ends_of(first.train, laid->group); !sides.empty()) {
          StyledLine extended = at;
          extended.insert(extended.end(), sides.begin(), sides.end());
          row("", Style::normal, extended);
        }
      for (const LaidTile& branch : sight_.laid)
        if (branch.at_side && branch.train == first.train && branch.parent == laid->group)
          draw_line(branch, "", at);
    }
  }

  /// The tiles between `before` and `ends`, those at the engine left out where it would be too long.
  StyledLine tiles_text(const std::vector<const LaidTile*>& tiles, const StyledLine& before,
                        const StyledLine& ends) const {
    const auto text_from = [&](std::size_t from) {
      StyledLine text = before;
      if (from > 0) text.push_back({kept(fmt::format("({} more) ", from)), Style::faint});
      for (std::size_t i = from; i < tiles.size(); ++i) {
        if (i > from) text.push_back({" ", Style::normal});
        text.push_back(tile(*tiles[i]));
      }
      text.insert(text.end(), ends.begin(), ends.end());
      return text;
    };
    const std::size_t most = most_lines();
    const std::size_t room = width_ > names_width_ + 3 ? width_ - names_width_ - 3 : 1;
    std::size_t from = 0;
    while (most > 0 && from + 1 < tiles.size() && wrapped(text_from(from), room, 0).size() > most) ++from;
    return text_from(from);
  }

  /// Those of the turn, the round, the match and of trains.
  void draw_facts() {
    for (const FactText& fact : facts_.general) {
      StyledLine line{{" " + fact.label, Style::faint}};
      if (!fact.value.empty()) line.push_back({"  " + fact.value, Style::normal});
      const std::vector<StyledLine> all = wrapped(line, width_, 3);
      lines_.insert(lines_.end(), all.begin(), all.end());
    }
  }

  bool may_see(Seat seat) const { return !sight_.seen_by || *sight_.seen_by == seat; }

  std::string points_of(std::size_t p) const {
    const engine::PlayerState& player = position_.players[p];
    std::string text;
    if (position_.phase == engine::Phase::over || player.points != 0)
      text += fmt::format("  {} {}", player.points, player.points == 1 ? "point" : "points");
    if (player.total != 0) text += fmt::format("  total {}", player.total);
    return kept(text);
  }

  void draw_player(Seat seat, StyledLine& unseen) {
    const auto p = static_cast<std::size_t>(seat);
    const engine::PlayerState& player = position_.players[p];
    const bool turn = position_.phase == engine::Phase::play && position_.turn_player == seat;
    const std::string& name = header_.players[p].name;
    const bool looks = sight_.seen_by == seat;
    std::string hand;
    int known = 0;
    if (may_see(seat))
      for (int t = 0; t < program_.tile_kinds; ++t)
        for (int n = position_.hands[p].count(static_cast<engine::TileId>(t)); n > 0; --n, ++known)
          hand += " " + tile_text(static_cast<engine::TileId>(t));
    const bool is_plain = facts_.of_players[p].empty() && !turn;
    if (known == 0 && brief_ >= (is_plain ? Brief::unseen_hands : Brief::ends)) {
      if (!unseen.empty()) unseen.push_back({kept("  "), Style::normal});
      unseen.push_back({" ", Style::normal});
      unseen.push_back({kept(fmt::format("{}{} {}", turn ? ">" : "", name, player.count)) + points_of(p),
                        turn ? Style::turn : Style::normal});
      return;
    }
    if (player.count > known && known > 0) hand += fmt::format(" ?x{}", player.count - known);
    StyledLine line{
        {kept(fmt::format("{} {}", player.count, player.count == 1 ? "tile" : "tiles")), Style::normal}};
    if (looks && known == 0 && player.count > 0) line.push_back({", yours", Style::strong});
    if (const std::string points = points_of(p); !points.empty()) line.push_back({points, Style::strong});
    for (const FactText& fact : facts_.of_players[p]) {
      line.push_back({"  ", Style::normal});
      const std::string extended = fact.text();
      line.push_back({screen_width(extended) <= widest_name ? kept(extended) : extended, Style::marker});
    }
    if (!hand.empty()) {
      line.back().text += ":";
      line.push_back({hand, looks ? Style::strong : Style::normal});
    }
    const std::size_t most = brief_ >= Brief::hands && !turn && !looks ? 1 : 0;
    row(name, turn ? Style::turn : Style::normal, line, most, turn ? ">" : " ");
  }

  const engine::Rules& program_;
  const Header& header_;
  const TableSight& sight_;
  const engine::Position& position_;
  const FactTexts facts_;
  std::size_t names_width_ = 8;
  // State of the layout.
  std::size_t width_ = 0;
  Brief brief_ = Brief::nothing;
  Lines lines_;
};

/// The lines from `first` on, as many as there is room for.
std::size_t put_lines(Screen& screen, const Area& area, const Lines& lines, std::size_t first) {
  const auto rows = static_cast<std::size_t>(std::max(area.rows, 0));
  std::size_t seen = 0;
  for (; seen < rows && first + seen < lines.size(); ++seen) {
    // A line that is too wide for a narrow area is cut there.
    Screen line(1, area.columns);
    line.put(0, 0, lines[first + seen]);
    for (int column = 0; column < area.columns; ++column)
      if (!line.at(0, column).text.empty())
        screen.put(area.row + static_cast<int>(seen), area.column + column, line.at(0, column).text,
                   line.at(0, column).style);
  }
  return seen;
}

}  // namespace

PaintedTable paint_table(Screen& screen, const Area& area, const engine::Rules& program, const Header& header,
                         const TableSight& sight) {
  if (area.rows <= 0 || area.columns <= 0) return {};
  TablePage page(program, header, sight);
  const auto rows = static_cast<std::size_t>(area.rows);
  const auto columns = static_cast<std::size_t>(area.columns);
  if (area.columns >= wide_columns) {
    // Each side is shortened for itself.
    const std::size_t left = columns - people_columns - 2;
    Lines trains;
    Lines people;
    const auto fit = [&](Lines& lines, const auto& of) {
      for (const Brief brief : all_briefs)
        if (lines = of(brief); lines.size() <= rows) return;
      lines = of(scrolled_brief);
    };
    fit(trains, [&](Brief brief) { return page.trains(left, brief); });
    fit(people, [&](Brief brief) { return page.people(people_columns, brief); });
    const std::size_t lines = std::max(trains.size(), people.size());
    const std::size_t first = std::min(sight.first_line, lines > rows ? lines - rows : 0);
    const auto first_of = [&](const Lines& side) {
      return std::min(first, side.size() > rows ? side.size() - rows : 0);
    };
    put_lines(screen, {area.row, area.column, area.rows, static_cast<int>(left)}, trains, first_of(trains));
    put_lines(screen, {area.row, area.column + static_cast<int>(left) + 2, area.rows, people_columns}, people,
              first_of(people));
    return {lines, std::min(lines, rows)};
  }
  const auto all_lines = [&](Brief brief) {
    Lines all = page.trains(columns, brief);
    if (!all.empty()) all.emplace_back();
    const Lines people = page.people(columns, brief);
    all.insert(all.end(), people.begin(), people.end());
    return all;
  };
  Lines lines;
  for (const Brief brief : all_briefs)
    if (lines = all_lines(brief); lines.size() <= rows) break;
  if (lines.size() > rows) lines = all_lines(scrolled_brief);
  const std::size_t first = std::min(sight.first_line, lines.size() > rows ? lines.size() - rows : 0);
  return {lines.size(), put_lines(screen, area, lines, first)};
}

}  // namespace roundhouse::replay
