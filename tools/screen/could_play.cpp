#include "tools/screen/could_play.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

class Choices {
 public:
  Choices(const engine::Rules& program, const Header& header, const Position& position)
      : program_(program), header_(header), position_(position) {}

  std::vector<StyledLine> lines() {
    const engine::Expected expected = engine::expected(program_, position_);
    if (expected.next == engine::Next::over) return {{{"The round is over.", Style::normal}}};
    if (expected.next != engine::Next::choice)
      return {{{"Nobody chooses here: what comes next is left to chance, or follows of the rules.",
                Style::normal}}};
    engine::legal_acts(program_, position_, acts_);
    const Seat seat = position_.turn_player;
    const int known = seat < 0 ? 0 : position_.hands[static_cast<std::size_t>(seat)].size();
    const int count = seat < 0 ? 0 : position_.players[static_cast<std::size_t>(seat)].count;
    if (seat >= 0) add_hand(header_.players[static_cast<std::size_t>(seat)].name, count, known);
    lines_.emplace_back();
    add_lays();
    if (known < count) add_unknown(seat);
    add_others();
    if (lines_.size() == 2) lines_.push_back({{"No act is legal here.", Style::normal}});
    return std::move(lines_);
  }

 private:
  std::string end_text(std::uint16_t serial) const {
    const int index = engine::find_end(position_, serial);
    if (index < 0) return {};
    const engine::End& end = position_.ends[static_cast<std::size_t>(index)];
    return fmt::format("{} [{}{}]{}", train_text(program_, header_, end.train), end.pip,
                       end.side ? " side" : "", end.marked ? "*" : "");
  }

  void add_hand(const std::string& name, int count, int known) {
    std::string hand = fmt::format(" has {} {}", count, count == 1 ? "tile" : "tiles");
    if (known == 0 && count > 0)
      hand += ", not known";
    else if (known < count)
      hand += fmt::format(", {} of them not known", count - known);
    lines_.push_back({{name, Style::turn}, {hand + ".", Style::normal}});
  }

  /// By tile, the lowest first.
  void add_lays() {
    std::map<engine::TileId, std::vector<std::string>> ends;
    for (const Act& act : acts_) {
      if (act.kind == ActKind::lead) ends[act.tile].emplace_back("the centre");
      if (act.kind == ActKind::lay)
        ends[act.tile].push_back(end_text(act.end) + outward_text(act.tile, act.amount));
    }
    for (const auto& [tile, places] : ends) add_row(tile_text(tile), "to ", places, ", ");
  }

  /// Tiles that may be in the hand, by the end that they could be laid to.
  void add_unknown(Seat seat) {
    std::vector<std::string> tiles;
    const engine::TileBag unseen = engine::boneyard_tiles(program_, position_);
    for (int e = 0; e < position_.end_count; ++e) {
      const engine::End& end = position_.ends[static_cast<std::size_t>(e)];
      tiles.clear();
      for (const engine::TileId tile : tiles_in(unseen)) {
        if (!tiles.empty() && tiles.back() == tile_text(tile)) continue;
        Act act{.kind = ActKind::lay, .actor = seat, .tile = tile, .end = end.serial};
        if (engine::is_legal(program_, position_, act)) tiles.push_back(tile_text(tile));
      }
      if (!tiles.empty()) add_row(end_text(end.serial), "with ", tiles, " ");
    }
  }

  void add_others() {
    const RecordRound none;
    const BreachReporter reporter{program_, header_, none};
    for (const Act& act : acts_) {
      if (act.kind == ActKind::lay || act.kind == ActKind::lead) continue;
      lines_.push_back(
          {{" " + std::string(reporter.act_word(act)), Style::strong},
           {fmt::format("  {} {}", reporter.name(act.actor), reporter.deed(position_, act)), Style::normal}});
    }
  }

  void add_row(const std::string& name, std::string_view link, const std::vector<std::string>& things,
               std::string_view between) {
    StyledLine line{{" " + name, Style::strong}, {"  " + std::string(link), Style::faint}};
    std::string all;
    for (const std::string& thing : things) all += (all.empty() ? "" : std::string(between)) + thing;
    line.push_back({all, Style::normal});
    lines_.push_back(std::move(line));
  }

  const engine::Rules& program_;
  const Header& header_;
  const Position& position_;
  engine::ActList acts_;
  std::vector<StyledLine> lines_;
};

}  // namespace

std::vector<StyledLine> could_play(const engine::Rules& program, const Header& header,
                                   const Position& position) {
  return Choices(program, header, position).lines();
}

}  // namespace roundhouse::replay
