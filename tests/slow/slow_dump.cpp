// The whole position as text, a thing a line.

#include <string>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

std::string text(Tile tile) { return std::to_string(tile.high) + "-" + std::to_string(tile.low); }

namespace {

std::string text(const Tiles& tiles) {
  std::string line;
  for (Tile tile : tiles) line += ' ' + text(tile);
  return line;
}
std::string seat_text(std::optional<Seat> seat) { return seat ? std::to_string(*seat + 1) : "-"; }
std::string number_text(std::optional<int> number) { return number ? std::to_string(*number) : "-"; }
std::string tile_text(std::optional<Tile> tile) { return tile ? text(*tile) : "-"; }

/// A fact as players, tiles and numbers are written; absent "-".
std::string value_text(const Value& value) {
  if (const auto* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "1" : "0";
  if (const auto* player = std::get_if<Player>(&value)) return seat_text(player->seat);
  if (const auto* tile = std::get_if<Tile>(&value)) return text(*tile);
  return "-";
}

}  // namespace

std::string SlowGame::dump() const {
  std::string out;
  const auto line = [&](const std::string& what) { out += what + '\n'; };
  const auto field = [](const std::string& name, const std::string& value) {
    return ' ' + name + ' ' + value;
  };
  const auto number = [](const std::string& name, int value) {
    return ' ' + name + ' ' + std::to_string(value);
  };
  const Table& t = table;
  const bool over = t.stage == Stage::over;

  std::string used;
  for (int n = 0; n <= 18; ++n) {
    if (std::get<bool>(read_member(dsl::Member::match_used, TheMatch{}, n, {})))
      used += ' ' + std::to_string(n);
  }
  line("match:" + number("game", t.game) + number("round", t.round) +
       field("double", number_text(t.scheduled)) + field("last-out", seat_text(t.last_out)) + " used" + used);
  line("round:" + number("over", over ? 1 : 0) + field("first", seat_text(t.first)) +
       field("starter", seat_text(t.starter)) + field("winner", seat_text(t.winner)) +
       field("engine", tile_text(t.engine)) + number("boneyard", static_cast<int>(t.boneyard.size())) +
       number("lap", t.lap) + number("still", t.still) + (t.voids > 0 ? number("voids", t.voids) : "") +
       (t.voided ? " voided" : ""));
  line("turn:" + field("player", seat_text(t.player)) + field("previous", seat_text(t.previous)) +
       field("next", seat_text(t.next)) + number("laid", t.laid) + number("drawn", t.drawn) +
       number("drew", t.drew) + number("marked", t.newly_marked ? 1 : 0) +
       number("passing", t.passing ? 1 : 0));
  line("boneyard:" + text(t.boneyard));
  for (Seat seat = 0; seat < player_count(); ++seat) {
    const AtTable& p = at(seat);
    line("player " + seat_text(seat) + ":" + number("points", p.points) + number("total", p.total) +
         number("rank", rank(seat)) + (rules.match.points ? number("placement", p.placement) : "") +
         number("turns", p.turns) + number("pulls", p.pulls) + field("lot", tile_text(p.lot)) +
         number("kept", p.kept ? 1 : 0) + " hand" + text(p.hand));
  }
  for (std::size_t i = 0; i < t.trains.size(); ++i) {
    const Laid& train = t.trains[i];
    line("train " + std::to_string(i) + ": " + rules.trains[train.kind].name +
         field("owner", seat_text(train.owner)) + number("started", train.started ? 1 : 0));
    for (const End& end : t.ends) {
      if (end.train != i) continue;
      const Debt* debt = debt_of(end.group);
      line("  end" + number("serial", end.serial) + number("group", end.group) + number("pip", end.pip) +
           field("tile", text(end.tile)) + (end.tail ? " tail" : "") + (end.start ? " start" : "") +
           (end.side ? " side" : "") + (end.marked ? " marked" : "") +
           (debt != nullptr ? number("owed", debt->covers) : ""));
    }
  }
  for (const Debt& debt : t.debts) {
    line("debt:" + number("group", debt.group) + number("pip", debt.pip) + field("by", seat_text(debt.by)) +
         field("train", debt.group == 0 ? "-" : std::to_string(debt.train)) + number("covers", debt.covers) +
         number("fresh", debt.turn == t.turn ? 1 : 0));
  }
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    std::string values;
    if (rules.facts[i].of == dsl::Scope::player) {
      for (Seat seat = 0; seat < player_count(); ++seat)
        values += ' ' + value_text(read_fact(i, Player{seat}));
    } else if (rules.facts[i].of == dsl::Scope::train) {
      for (std::size_t train = 0; train < t.trains.size(); ++train)
        values += ' ' + value_text(read_fact(i, Train{train}));
    } else {
      values += ' ' + value_text(read_fact(i, TheRound{}));
    }
    line("fact " + rules.facts[i].name + ":" + values);
  }
  return out;
}

}  // namespace roundhouse::slow
