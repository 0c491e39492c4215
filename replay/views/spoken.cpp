// The table in sentences, for who has them read aloud: no drawing, no column, no sign that stands for a word.
//
//   Turn 9.2. Ann starts Joe with the 9-3. The engine is covered. It is Don's turn.
//   Open: the 3 of Joe, with a marker. Not started, at 9: Ann, Don.
//   Joe has 8 tiles, none of them known. Ann has 6 tiles: 9-1, 4-3 and 4 that are not known.
//   The boneyard has 53 tiles.

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "dsl/base/plain_text.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/views/narrate.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {
namespace {

std::string tiles_of(int count) { return fmt::format("{} {}", count, count == 1 ? "tile" : "tiles"); }

/// "Turn 9.2", "Round 9", "Before the first turn".
std::string spoken_place(const Frame& frame) {
  if (frame.turn > 0) return "Turn " + frame.place;
  return dsl::with_capital(frame.place);
}

std::string open_ends(const engine::Rules& program, const Header& header, const Position& position) {
  std::vector<std::string> open;
  std::map<int, std::vector<std::string>> unstarted;  // by number
  for (int e = 0; e < position.end_count; ++e) {
    const engine::End& end = position.ends[static_cast<std::size_t>(e)];
    const std::string marker = end.marked ? " with a marker" : "";
    const std::string train = train_text(program, header, end.train);
    if (end.start)
      unstarted[end.pip].push_back(train + marker);
    else if (end.side)
      open.push_back(fmt::format("a side of the {} on {}{}", tile_text(end.tile), train, marker));
    else
      open.push_back(fmt::format("the {} of {}{}", end.pip, train, marker));
  }
  std::string text;
  if (!open.empty()) text = "Open: " + dsl::joined(open, "; ") + ".";
  for (const auto& [pip, trains] : unstarted)
    text += fmt::format("{}Not started, at {}: {}.", text.empty() ? "" : " ", pip, dsl::joined(trains, ", "));
  return text;
}

std::string debts(const Position& position, const Frame& frame) {
  std::vector<std::string> owed;
  for (int d = 0; d < position.debt_count; ++d) {
    const engine::Debt& debt = position.debts[static_cast<std::size_t>(d)];
    std::string tile = "the engine";
    for (const LaidTile& laid : frame.laid)
      if (debt.group != 0 && laid.group == debt.group)
        tile = fmt::format("the {}-{}", laid.inner, laid.outer);
    if (debt.covers != 1) tile += fmt::format(", {} times", debt.covers);
    owed.push_back(std::move(tile));
  }
  return owed.empty() ? std::string() : "To be covered: " + dsl::joined(owed, "; ") + ".";
}

std::string hand(const Header& header, const Position& position, std::size_t p,
                 const std::vector<FactText>& facts) {
  const engine::PlayerState& player = position.players[p];
  const std::vector<TileId> known = tiles_in(position.hands[p]);
  std::vector<std::string> tiles;
  for (const TileId tile : known) tiles.push_back(tile_text(tile));
  const int unknown = player.count - static_cast<int>(known.size());
  std::string text = fmt::format("{} has {}", header.players[p].name, tiles_of(player.count));
  if (!known.empty()) {
    text += ": " + dsl::joined(tiles, ", ");
    if (unknown > 0) text += fmt::format(" and {} not known", unknown);
  } else if (unknown > 0) {
    text += ", none of them known";
  }
  if (position.phase == engine::Phase::over || player.points != 0)
    text += fmt::format(", and {} {}", player.points, player.points == 1 ? "point" : "points");
  text += ".";
  for (const FactText& fact : facts) text += " " + fact.text() + ".";
  return text;
}

}  // namespace

std::string render_spoken(const engine::Rules& program, const Header& header, const Frame& frame,
                          const ViewWishes&) {
  const Position& position = frame.position;
  const FactTexts facts = fact_texts(program, header, frame);
  std::string text = spoken_place(frame) + ".";
  if (const std::string said = caption(frame); !said.empty()) text += " " + said;
  for (const ActNote& note : frame.notes)
    text += fmt::format(" {}: {}", dsl::with_capital(std::string(kind_word(note.kind))), note.text);
  text += "\n";
  const auto line = [&](const std::string& sentences) {
    if (!sentences.empty()) text += sentences + "\n";
  };
  if (!frame.known.empty()) {
    for (const KnownLine& known : frame.known)
      line(fmt::format("{}: {}.", dsl::with_capital(known.name), known.text));
    return text;
  }
  if (position.engine_tile != no_tile) line(open_ends(program, header, position));
  line(debts(position, frame));
  std::string hands;
  for (std::size_t p = 0; p < header.players.size(); ++p)
    hands += (p == 0 ? "" : " ") + hand(header, position, p, facts.of_players[p]);
  line(hands);
  std::string rest = fmt::format("The boneyard has {}.", tiles_of(position.boneyard));
  for (const FactText& fact : facts.general) rest += " " + fact.text() + ".";
  line(rest);
  if (!frame.trouble.empty())
    line(fmt::format("The record cannot be carried on from here: {}.", frame.trouble));
  return text;
}

}  // namespace roundhouse::replay
