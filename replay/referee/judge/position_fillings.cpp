#include "replay/referee/judge/position_fillings.h"

#include <functional>

#include "dsl/base/search.h"
#include "replay/fold/partial_apply.h"
#include "replay/fold/position_begin.h"
#include "replay/fold/round_fold.h"
#include "replay/record/check_header.h"

namespace roundhouse::replay {
namespace {

using engine::Part;

/// The parts that are not written and that rows may ask, but for hands and their sizes: those are searched.
engine::Parts parts_lacking(const engine::Rules& program, const Header& header, const RecordRound& round,
                            bool first_of_file, engine::Position position) {
  RoundFold fold = fold_of(program, header, round, first_of_file, position, {.needs_all = true});
  while (FoldStep* step = fold.next()) {
    const auto* gap = std::get_if<GapBegins>(step);
    if (gap == nullptr && !std::holds_alternative<AtLine>(*step)) continue;
    if (gap == nullptr || gap->begun_with == nullptr) return {};
    engine::Parts parts = parts_to_be_whole(program, gap->begun_with->unknown);
    parts.set(Part::counts, false);
    parts.set(Part::boneyard, false);
    return parts;
  }
  return {};
}

bool has_open_marker(const LyingTiles& lies) {
  return any_of(lies.tiles, [](const LyingTile& tile) {
    return any_of(tile.sides, [](const LyingTiles& side) {
      return side.marker == MarkerSeen::unknown || has_open_marker(side);
    });
  });
}

class Lister {
 public:
  Lister(const engine::Rules& program, const Header& header, const RecordRound& round)
      : program_(program), header_(header), round_(round) {
    while (turn_ < round.items.size() && !is_of_play(round.items[turn_].line)) ++turn_;
  }

  std::vector<OpenLine> list(engine::Parts lacking) {
    bool is_whole = true;
    for (const Part part : engine::all_parts)
      if (lacking.has(part)) is_whole = is_whole && add(part);
    if (!is_whole || number_of_fillings(open_) > most_fillings) return {};
    return std::move(open_);
  }

 private:
  /// False: nobody can list what it may be.
  bool add(Part part) {
    switch (part) {
      case Part::marks:
        return each<TrainLine>([&](const TrainLine& train, OpenLine& open) {
          if (has_open_marker(train.lies)) return false;
          if (train.lies.marker != MarkerSeen::unknown) return true;
          for (const MarkerSeen marker : {MarkerSeen::stands, MarkerSeen::none}) {
            TrainLine way = train;
            way.lies.marker = marker;
            open.ways.emplace_back(std::move(way));
          }
          return true;
        });
      case Part::debts:
        return each<DebtLine>([&](const DebtLine& debt, OpenLine& open) {
          if (debt.by_known) return true;
          DebtLine way = debt;
          way.by_known = true;
          for_each_seat([&](Seat seat) {
            way.by = seat;
            open.ways.emplace_back(way);
          });
          way.by = no_seat;
          open.ways.emplace_back(way);
          return true;
        });
      case Part::facts:
        return each<FactLine>([&](const FactLine& fact, OpenLine& open) {
          if (fact.value != unknown_value) return true;
          FactLine way = fact;
          way.value = "false";
          if (!is_truth(way)) return false;
          open.ways.emplace_back(way);
          way.value.clear();
          open.ways.emplace_back(way);
          return true;
        });
      case Part::previous:
        return each<TurnNowLine>([&](const TurnNowLine& turn, OpenLine& open) {
          TurnNowLine way = turn;
          for_each_seat([&](Seat seat) {
            way.after = seat;
            open.ways.emplace_back(way);
          });
          return true;
        });
      case Part::first:
        return add_missing([](Seat seat) { return FirstLine{seat}; });
      case Part::starter:
        return add_missing([](Seat seat) { return StarterLine{seat}; });
      case Part::engine:
      case Part::ends:
      case Part::starts:
      case Part::sides:
      case Part::layout:
      case Part::lying:
      case Part::fresh:
      case Part::counts:
      case Part::boneyard:
      case Part::owner:
      case Part::next:
      case Part::turn:
      case Part::over:
      case Part::lap:
      case Part::still:
      case Part::turns:
      case Part::kept:
      case Part::lots:
      case Part::agreed:
      case Part::past:
      case Part::used:
      case Part::last_out:
      case Part::winner:
      case Part::points:
      case Part::totals:
      case Part::placement:
      case Part::last_round:
        return false;
    }
    return false;
  }

  /// Lines of a position of one kind. False: of one of them nobody can list it, or none of them is open.
  template <class L>
  bool each(const std::function<bool(const L&, OpenLine&)>& add) {
    bool any = false;
    for (std::size_t i = 0; i < turn_; ++i) {
      const auto* line = std::get_if<L>(&round_.items[i].line);
      if (line == nullptr) continue;
      OpenLine open{i, false, {}};
      if (!add(*line, open)) return false;
      if (open.ways.empty()) continue;
      any = true;
      open_.push_back(std::move(open));
    }
    return any;
  }

  template <class MakeLine>
  bool add_missing(MakeLine make) {
    OpenLine open{turn_, true, {}};
    for_each_seat([&](Seat seat) { open.ways.emplace_back(make(seat)); });
    open_.push_back(std::move(open));
    return true;
  }

  template <class Use>
  void for_each_seat(Use use) const {
    for (int seat = 0; seat < program_.players; ++seat) use(static_cast<Seat>(seat));
  }

  bool is_truth(const FactLine& fact) const {
    std::string why;
    const auto kept = fact_now(program_, header_, fact, why);
    return kept && any_of(program_.facts, [&](const dsl::FactSlot& slot) {
             const auto at = static_cast<std::int32_t>(kept->slot);
             return slot.type == dsl::Type::truth && slot.slot <= at && at < slot.end();
           });
  }

  const engine::Rules& program_;
  const Header& header_;
  const RecordRound& round_;
  std::size_t turn_ = 0;  ///< the first item behind the position
  std::vector<OpenLine> open_;
};

}  // namespace

std::vector<OpenLine> open_lines(const engine::Rules& program, const Header& header, const RecordRound& round,
                                 bool first_of_file, const engine::Position& position) {
  if (!begins_with_position(round)) return {};
  return Lister(program, header, round).list(parts_lacking(program, header, round, first_of_file, position));
}

std::size_t number_of_fillings(const std::vector<OpenLine>& open) {
  std::size_t all = 1;
  for (const OpenLine& line : open) all = std::min(all * line.ways.size(), most_fillings + 1);
  return all;
}

const Line& line_in(const std::vector<OpenLine>& open, const OpenLine& line, std::size_t way) {
  for (const OpenLine& each : open) {
    if (&each == &line) break;
    way /= each.ways.size();
  }
  return line.ways[way % line.ways.size()];
}

RecordRound filled(const RecordRound& round, const std::vector<OpenLine>& open, std::size_t way) {
  RecordRound made = round;
  for (const OpenLine& line : open)
    if (!line.is_missing) made.items[line.item].line = line_in(open, line, way);
  for (const OpenLine& line : open) {
    if (!line.is_missing) continue;
    const std::size_t before = std::min(line.item, made.items.size() - 1);
    made.items.insert(made.items.begin() + static_cast<std::ptrdiff_t>(line.item),
                      Item{line_in(open, line, way), {}, made.items[before].at});
  }
  return made;
}

const OpenLine* difference_of(const std::vector<OpenLine>& open, std::size_t a, std::size_t b) {
  const OpenLine* found = nullptr;
  for (const OpenLine& line : open) {
    if (&line_in(open, line, a) == &line_in(open, line, b)) continue;
    if (found != nullptr) return nullptr;
    found = &line;
  }
  return found;
}

namespace {

/// Calls `use(tile, times)` for every double with an open end; `times`: of its ends no tile lies at so many.
template <class Use>
void for_each_open_double(const LyingTiles& lies, int covers, const Use& use) {
  for (const LyingTile& tile : lies.tiles) {
    const bool is_last = &tile == &lies.tiles.back();
    int behind = is_last ? 0 : 1;
    bool is_open = is_last && !lies.closed;
    for (const LyingTiles& side : tile.sides) {
      behind += side.tiles.empty() ? 0 : 1;
      is_open = is_open || (side.tiles.empty() && !side.closed);
      for_each_open_double(side, covers, use);
    }
    if (is_open && tile.tile.known() && tile.tile.high == tile.tile.low && behind < covers)
      use(tile, covers == UINT8_MAX ? 1 : covers - behind);
  }
}

}  // namespace

std::vector<DebtLine> debts_not_written(const engine::Rules& program, const RecordRound& round) {
  std::vector<DebtLine> open;
  const auto is_known = [&](const WrittenTile& tile) {
    return any_of(round.items, [&](const Item& item) {
      const auto* debt = std::get_if<DebtLine>(&item.line);
      const auto* engine = std::get_if<EngineLine>(&item.line);
      return (debt != nullptr && debt->tile == tile) || (engine != nullptr && engine->tile == tile);
    });
  };
  const GapRules rules(program);
  std::optional<WrittenTile> engine;
  bool is_any_empty = false;
  for (const Item& item : round.items) {
    if (is_of_play(item.line)) break;
    if (const auto* line = std::get_if<EngineLine>(&item.line)) engine = line->tile;
    const auto* train = std::get_if<TrainLine>(&item.line);
    if (train == nullptr) continue;
    is_any_empty = is_any_empty || (!train->lies.cut && train->lies.tiles.empty());
    const LyingTile* const head =
        train->lies.cut || train->lies.tiles.empty() ? nullptr : train->lies.tiles.data();
    for_each_open_double(train->lies, rules.most_covers, [&](const LyingTile& tile, int times) {
      // The engine may stand once more at the head of a train.
      if (&tile == head || is_known(tile.tile)) return;
      DebtLine debt;
      debt.tile = tile.tile;
      debt.train = train->train;
      debt.times = times;
      open.push_back(std::move(debt));
    });
  }
  const bool is_engine_known = any_of(round.items, [&](const Item& item) {
    const auto* debt = std::get_if<DebtLine>(&item.line);
    return debt != nullptr && engine && debt->tile == *engine;
  });
  // Where a train at it lacks, the engine may still be to be covered by that.
  if (rules.owes_hub && is_any_empty && engine && engine->high == engine->low && !is_engine_known) {
    DebtLine debt;
    debt.tile = *engine;
    open.push_back(std::move(debt));
  }
  return open;
}

}  // namespace roundhouse::replay
