#include "replay/referee/judge/lines_wanted.h"

#include <algorithm>
#include <utility>

#include "dsl/base/search.h"
#include "replay/fold/position_begin.h"
#include "replay/record/read_line.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/supposed_counts.h"

namespace roundhouse::replay {
namespace {

/// More of these, and it is not tried what would be if they were to be covered, or some of them.
constexpr std::size_t most_open_doubles = 4;

bool has_laid_in_turn(const RecordRound& round) {
  return any_of(round.items, [](const Item& item) {
    const auto* turn = std::get_if<TurnNowLine>(&item.line);
    return turn != nullptr && (turn->laid > 0 || turn->drew > 0);
  });
}

/// The line of a record; absent: it is none, or belongs to the header.
std::optional<Line> line_of_text(const Header& header, const std::string& text) {
  LineCursor cursor({}, 0, text);
  Line line;
  if (!read_line(cursor, header, line) || !cursor.at_end()) return std::nullopt;
  return line;
}

/// True of a line that says no more than that the round is on its way, in place of which others will do, too.
bool is_usual(const Line& line) {
  if (const auto* now = std::get_if<TurnNowLine>(&line)) {
    TurnNowLine of_lap;
    of_lap.player = now->player;
    of_lap.lap = now->lap;
    return *now == of_lap;
  }
  return std::holds_alternative<HandLine>(line) || std::holds_alternative<BoneyardLine>(line) ||
         std::holds_alternative<TurnsLine>(line) || std::holds_alternative<StarterLine>(line) ||
         std::holds_alternative<FirstLine>(line) || std::holds_alternative<EngineLine>(line);
}

/// The lines with other numbers, players and an engine. `is_counted`: the tiles in them are all that are
/// left, so that what is more in one place is less in another.
std::vector<Line> with_others(std::vector<Line> lines, int players, bool is_counted) {
  const auto next = [&](Seat seat) { return static_cast<Seat>((seat + 1) % players); };
  int more = is_counted ? 1 : 4;
  for (Line& line : lines) {
    if (auto* hand = std::get_if<HandLine>(&line)) {
      const int tiles = static_cast<int>(hand->tiles.size()) + more;
      hand->tiles.resize(static_cast<std::size_t>(std::max(tiles, 0)));
      if (is_counted) more = more == 1 ? -1 : 0;
    } else if (auto* boneyard = std::get_if<BoneyardLine>(&line)) {
      boneyard->tiles =
          is_counted ? std::max(boneyard->tiles + std::min(more, 0), 0) : (boneyard->tiles + 1) / 2;
    } else if (auto* turns = std::get_if<TurnsLine>(&line)) {
      for (SeatPoints& each : turns->turns) each.points += 2;
    } else if (auto* now = std::get_if<TurnNowLine>(&line)) {
      if (now->lap >= 0) now->lap += 2;
    } else if (auto* starter = std::get_if<StarterLine>(&line)) {
      starter->player = next(starter->player);
    } else if (auto* first = std::get_if<FirstLine>(&line)) {
      first->player = next(first->player);
    } else if (auto* engine = std::get_if<EngineLine>(&line)) {
      const int pip = engine->tile.high == 0 ? 1 : engine->tile.high - 1;
      engine->tile.high = engine->tile.low = static_cast<decltype(engine->tile.high)>(pip);
    }
  }
  return lines;
}

/// The lines in the first lap, or in the first turn of all of whom lines say how many they had; what differs
/// from before is said in `changed`.
std::vector<Line> in_first_turn(const Header& header, std::vector<Line> lines,
                                std::vector<std::string>& changed) {
  for (Line& line : lines) {
    const Line before = line;
    if (auto* turns = std::get_if<TurnsLine>(&line))
      for (SeatPoints& each : turns->turns) each.points = 1;
    if (auto* now = std::get_if<TurnNowLine>(&line); now != nullptr && now->lap > 1) now->lap = 1;
    if (!(line == before)) changed.push_back(write_line(header, line));
  }
  return lines;
}

bool is_left_written(const RecordRound& round, Seat player) {
  return any_of(round.items, [&](const Item& item) {
    const auto* left = std::get_if<LeftLine>(&item.line);
    return left != nullptr && left->player == player;
  });
}

/// The line about turns that takes up those of this one; nullptr: there is none, or this is about others.
Line* turns_beside(std::vector<Line>& lines, const Line& line) {
  const auto* more = std::get_if<TurnsLine>(&line);
  if (more == nullptr) return nullptr;
  for (Line& each : lines)
    if (auto* turns = std::get_if<TurnsLine>(&each)) {
      turns->turns.insert(turns->turns.end(), more->turns.begin(), more->turns.end());
      return &each;
    }
  return nullptr;
}

/// So often the lines are asked for that lack then.
constexpr int most_askings = 4;

}  // namespace

void add_line(RecordRound& round, const Line& line) {
  const auto turn = find_if(round.items, [](const Item& item) { return is_of_play(item.line); });
  const At at = turn == round.items.end() ? At{} : turn->at;
  const auto* now = std::get_if<TurnNowLine>(&line);
  if (now != nullptr)
    for (Item& item : round.items)
      if (auto* written = std::get_if<TurnNowLine>(&item.line)) {
        if (written->lap < 0) written->lap = now->lap;
        return;
      }
  round.items.insert(turn, Item{line, {}, at});
}

std::optional<WithLinesWanted> judge_with_lines_wanted(const Header& header, const RecordRound& round,
                                                       Judgement found, const JudgeWithLines& judge) {
  WithLinesWanted with;
  std::vector<std::string>& lines = with.lines;
  std::vector<Line> added;
  for (int asking = 0; found.verdict == Verdict::undecided; ++asking) {
    if (asking == most_askings || found.lines_wanted.empty()) return std::nullopt;
    for (const std::string& text : found.lines_wanted) {
      const std::optional<Line> line = line_of_text(header, text);
      if (!line || !is_usual(*line) || contains(lines, text)) return std::nullopt;
      if (Line* const same = turns_beside(added, *line)) {
        lines[static_cast<std::size_t>(same - added.data())] = write_line(header, *same);
        continue;
      }
      added.push_back(*line);
      lines.push_back(text);
    }
    found = judge(added);
  }
  // No number of tiles is right that what was left in the hand contradicts.
  if (found.ruling && found.ruling->place.turn == 0 && any_of(added, [&](const Line& line) {
        const auto* hand = std::get_if<HandLine>(&line);
        return hand != nullptr && is_left_written(round, hand->player);
      }))
    return std::nullopt;
  const auto is_same = [&](const Judgement& other) {
    return other.verdict == found.verdict && (!found.ruling || (is_same_act(*other.ruling, *found.ruling) &&
                                                                other.ruling->rule == found.ruling->rule));
  };
  if (!is_same(judge(with_others(added, static_cast<int>(header.players.size()), !has_cut_train(round)))))
    return std::nullopt;
  for (std::size_t i = lines.size(); i-- > 0;) {
    std::vector<Line> fewer = added;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!is_same(judge(fewer))) continue;
    added = std::move(fewer);
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const std::vector<Line> first = in_first_turn(header, added, with.other_lines);
  if (!with.other_lines.empty()) with.other = judge(first);
  if (with.other && (with.other->verdict == found.verdict || with.other->verdict == Verdict::undecided))
    with.other.reset();
  with.judged = std::move(found);
  return with;
}

std::optional<WithDebts> with_debts(const RecordRound& round, const std::vector<DebtLine>& open,
                                    const Judgement& found, const JudgeWithLines& judge) {
  if (open.size() > most_open_doubles || has_laid_in_turn(round)) return WithDebts{open.front(), {}};
  for (std::size_t some = 1; some < std::size_t{1} << open.size(); ++some) {
    std::vector<Line> debts;
    for (std::size_t d = 0; d < open.size(); ++d)
      if ((some >> d & 1U) != 0) debts.emplace_back(open[d]);
    Judgement owed = judge(debts);
    if (owed.verdict != found.verdict) return WithDebts{std::get<DebtLine>(debts.front()), std::move(owed)};
  }
  return std::nullopt;
}

}  // namespace roundhouse::replay
