#include "replay/referee/judge/known_lines.h"

#include <fmt/format.h>

#include <bit>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "engine/flow.h"
#include "engine/fold.h"
#include "replay/record/check_header.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/position_fillings.h"

namespace roundhouse::replay {
namespace {

using engine::Position;

/// More numbers than these, and the end is not known.
constexpr int most_numbers = 3;

/// Where a train may have several open ends it is not said of each what is known of it.
constexpr const char* not_followed = "not followed, where doubles open sides and not all hands are counted";

std::string counted(int count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

int train_at(const Position& position, std::uint16_t end) {
  const int index = engine::find_end(position, end);
  return index < 0 ? -1 : position.ends[static_cast<std::size_t>(index)].train;
}

class KnownOf {
 public:
  KnownOf(const BreachReporter& reporter, const PartialFold& partly)
      : reporter_(reporter),
        program_(reporter.program),
        partly_(partly),
        table_(partly.table()),
        unknown_(partly.table().unknown) {}

  std::vector<KnownLine> lines() {
    const Position& position = table_.position;
    add("turn", turn());
    add("engine", is_engine_known() ? tile_text(position.engine_tile) : "not known");
    for (std::size_t t = 0; t < program_.trains.size(); ++t)
      add(train_text(program_, reporter_.header, static_cast<int>(t)), train(t));
    add("to cover", debts());
    add("boneyard", unknown_.boneyard ? "not known" : counted(position.boneyard, "tile"));
    add("hands", hands());
    std::vector<std::string> lying;
    for (const engine::TileId tile : tiles_in(position.laid_tiles)) lying.push_back(tile_text(tile));
    add("table", lying.empty() ? "not known" : fmt::format("{}", fmt::join(lying, " ")));
    return std::move(lines_);
  }

  bool is_engine_known() const { return !unknown_.engine && table_.position.engine_tile != engine::no_tile; }
  bool is_followed() const { return !partly_.is_lost() && !partly_.is_blind(); }
  bool knows_ends() const { return is_followed() && partly_.rules().one_ended && unknown_.ends.none(); }
  bool knows_markers() const { return is_followed() && partly_.rules().one_ended && unknown_.marks.none(); }
  bool knows_end(std::size_t train) const {
    return is_followed() && partly_.rules().one_ended && !unknown_.ends[train];
  }
  bool knows_marker(std::size_t train) const {
    return is_followed() && partly_.rules().one_ended && !unknown_.marks[train];
  }
  bool knows_debts() const {
    return is_followed() && !unknown_.any_old_debts() && partly_.rules().simple_debts;
  }

 private:
  void add(std::string name, std::string text) { lines_.push_back({std::move(name), std::move(text)}); }

  std::string turn() const {
    if (!partly_.in_turn() || unknown_.owner) return "not known whose";
    std::string text = reporter_.name(table_.position.turn_player) + "'s";
    if (!unknown_.turn && table_.position.laid == 0 && table_.position.drew == 0)
      text += ", in which nothing is laid or drawn yet";
    else if (!unknown_.turn)
      text += fmt::format(", {} laid and {} drawn in it", table_.position.laid, table_.position.drew);
    else
      text += ", what was laid and drawn in it is not known";
    return text;
  }

  std::string train(std::size_t t) const {
    if (!is_followed()) return "not known";
    if (!partly_.rules().one_ended) return not_followed;
    const engine::End& end = table_.position.ends[t];
    std::string text;
    const bool is_start = !unknown_.starts[t] && end.start;
    const std::uint32_t numbers = table_.numbers_at(t);
    if (is_start) {
      text = "not started";
    } else if (std::popcount(numbers) <= most_numbers) {
      std::vector<std::string> pips;
      for (int pip = 0; pip <= program_.highest; ++pip)
        if ((numbers >> pip & 1U) != 0) pips.push_back(std::to_string(pip));
      text = "ends in " + dsl::joined(pips, " or ");
      if (unknown_.starts[t]) text += ", or is not started";
    } else {
      text = unknown_.starts[t] ? "not known" : "started, its end is not known";
    }
    if (unknown_.marks[t]) return text == "not known" ? text : text + ", its marker is not known";
    return text + (end.marked ? ", marked" : ", no marker");
  }

  std::string debts() const {
    const Position& position = table_.position;
    if (!is_followed() || unknown_.debts) return "not known";
    if (!partly_.rules().simple_debts) return not_followed;
    std::vector<std::string> owed;
    for (std::size_t d = 0; d < position.debt_count; ++d) {
      const engine::Debt& debt = position.debts[d];
      owed.push_back(debt.train == engine::no_train
                         ? std::string("the engine")
                         : fmt::format("the {} on {}", tile_text(engine::tile_of(debt.pip, debt.pip)),
                                       reporter_.train_words(debt.train)));
    }
    std::string text = dsl::joined(owed, ", ");
    if (unknown_.any_old_debts())
      return text.empty() ? "not known" : text + "; of older doubles it is not known";
    return text.empty() ? "nothing" : text;
  }

  std::string hands() const {
    std::vector<std::string> counts;
    for (std::size_t p = 0; p < static_cast<std::size_t>(program_.players); ++p)
      if (!unknown_.counts[p])
        counts.push_back(fmt::format("{} {}", reporter_.name(static_cast<Seat>(p)),
                                     counted(table_.position.players[p].count, "tile")));
    return counts.empty() ? "not known" : dsl::joined(counts, ", ");
  }

  const BreachReporter& reporter_;
  const engine::Rules& program_;
  const PartialFold& partly_;
  const engine::Known& table_;
  const engine::NotKnown& unknown_;
  std::vector<KnownLine> lines_;
};

}  // namespace

std::vector<KnownLine> known_lines(const BreachReporter& reporter, const PartialFold& partly) {
  return KnownOf(reporter, partly).lines();
}

std::string known_deed(const BreachReporter& reporter, const PartialFold& partly, const FoldAct& step) {
  engine::Act act = step.act;
  const Position& position = partly.table().position;
  const int train = act.kind == engine::ActKind::lay ? train_at(position, act.end) : -1;
  act.end = UINT16_MAX;
  std::string text = reporter.deed(position, act);
  if (train < 0) return text;
  const auto at = static_cast<std::size_t>(train);
  const bool is_started = !partly.table().unknown.starts[at] && !position.ends[at].start;
  if (is_started && KnownOf(reporter, partly).knows_end(at))
    return text + fmt::format(" to the {} of {}", position.ends[at].pip, reporter.train_words(train));
  return text + " to " + reporter.train_words(train);
}

namespace {

/// Numbers of tiles that there can be in hands and in the boneyard where nobody has counted them.
class ExampleCounts {
 public:
  ExampleCounts(const BreachReporter& reporter, const PositionBegun& begun, Position table) {
    const engine::Rules& program = reporter.program;
    const int all = program.tile_kinds * program.copies;
    int free = all - static_cast<int>(begun.table.size());
    bool all_lie = true;
    std::optional<int> boneyard;
    for (const Item& item : reporter.round.items) {
      if (is_of_play(item.line)) break;
      if (const auto* line = std::get_if<BoneyardLine>(&item.line)) boneyard = line->tiles;
      const auto* train = std::get_if<TrainLine>(&item.line);
      all_lie = all_lie && (train == nullptr || !train->lies.cut);
    }
    int hands = 0;
    for (std::size_t seat = 0; seat < begun.hands.size(); ++seat) {
      if (begun.unknown.counts[seat]) ++hands;
      free -= static_cast<int>(begun.hands[seat].size());
    }
    // As many as before the first turn there cannot be any more.
    table.boneyard = static_cast<std::uint16_t>(all);
    for (engine::PlayerState& player : table.players) player.count = 0;
    const int most = std::max(all - engine::tiles_to_deal(program, table).value_or(0), 0);
    boneyard_ = boneyard.value_or(std::clamp(free - hands * usual_hand, 0, std::min(most, usual_boneyard)));
    const int in_hands = std::max(free - boneyard_, 0);
    hand_ = hands == 0 ? 0 : in_hands / hands;
    // Where every tile is accounted for, the hands are all that is left.
    const bool is_exact = all_lie && boneyard && hands > 0;
    if (is_exact)
      larger_ = in_hands % hands;
    else if (!all_lie || most > 0)
      hand_ = std::min(hand_, usual_hand);
    if (all_lie && !boneyard) boneyard_ = std::max(free - hands * hand_, 0);
  }

  /// `before`: so many hands that are not counted stand before it.
  int of_hand(int before) const { return hand_ + (before < larger_ ? 1 : 0); }
  int of_boneyard() const { return boneyard_; }

 private:
  static constexpr int usual_hand = 5;
  static constexpr int usual_boneyard = 20;

  int hand_ = 0;
  int larger_ = 0;  ///< so many hands have one tile more
  int boneyard_ = 0;
};

/// Words in the lines of parts, and what stands for them in a line about this act.
class ExampleLine {
 public:
  ExampleLine(const BreachReporter& reporter, const PartialFold& partly, const engine::Act& act,
              const PositionBegun& begun)
      : reporter_(reporter),
        position_(partly.table().position),
        unknown_(partly.table().unknown),
        written_(begun.unknown),
        counts_(reporter, begun, partly.table().position),
        is_all_written_(
            any_of(reporter.round.items,
                   [](const Item& item) { return std::holds_alternative<NothingElseLine>(item.line); })),
        act_(act) {}

  /// Empty: the part is written, or no line says it.
  std::string of(engine::Part part) const {
    std::string text(engine::line_of(part));
    const bool is_of_train = text.find("TRAIN") != std::string::npos;
    const int train = is_of_train ? train_of(part) : -1;
    if (is_of_train && train < 0) return {};
    // Of a train that this is not about people know that nothing else lies.
    if (is_of_train && !is_about(train) && !is_all_written_) return "nothing else";
    if (part == engine::Part::turns) return turns();
    // A turn of which nothing more is said has not begun.
    if (part == engine::Part::turn && written_.turn) text = text.substr(0, text.find(" laid"));
    if (part == engine::Part::facts && is_all_written_) return fact();
    // Where 'nothing else' says it, too, that is what people know.
    if (part == engine::Part::still) return written_.still ? "nothing else" : "";
    if (part == engine::Part::debts && !written_.debts) return {};
    put(text, "?x5", fmt::format("?x{}", counts_.of_hand(open_hands_before(seat_of(part)))));
    put(text, "boneyard 20", fmt::format("boneyard {}", counts_.of_boneyard()));
    put(text, "TRAIN", train < 0 ? "" : train_text(reporter_.program, reporter_.header, train));
    const Seat seat = text.starts_with("turn ") ? first_player() : seat_of(part);
    put(text, "NAME", short_name(reporter_.header, seat));
    put(text, "OTHER", short_name(reporter_.header, before(seat)));
    put(text, "TILE", tile_text(free_tile()));
    const bool is_of_double = text.find("DOUBLE") != std::string::npos;
    if (is_of_double && laid_double() == engine::no_tile) return "nothing else";
    if (is_of_double) put(text, "DOUBLE", tile_text(laid_double()));
    return text;
  }

 private:
  static void put(std::string& text, std::string_view word, const std::string& value) {
    if (const std::size_t at = text.find(word); at != std::string::npos) text.replace(at, word.size(), value);
  }

  /// Of the trains of which it is not written: the one that the act is about, the player's own, or the first;
  /// -1: it is written of all.
  int train_of(engine::Part part) const {
    const auto is_open = [&](std::size_t train) {
      return written_.ends[train] || (part == engine::Part::marks && written_.marks[train]);
    };
    const int at = train_at(position_, act_.end);
    if (at >= 0 && is_open(static_cast<std::size_t>(at))) return at;
    int first = -1;
    for (std::size_t t = 0; t < reporter_.program.trains.size(); ++t) {
      if (!is_open(t)) continue;
      if (act_.actor != no_seat && reporter_.program.trains[t].owner == act_.actor)
        return static_cast<int>(t);
      if (first < 0) first = static_cast<int>(t);
    }
    return first;
  }

  bool is_about(int train) const {
    return train == train_at(position_, act_.end) ||
           (act_.actor != no_seat &&
            reporter_.program.trains[static_cast<std::size_t>(train)].owner == act_.actor);
  }

  /// The player of the first turn that is written.
  Seat first_player() const {
    for (const Item& item : reporter_.round.items)
      if (const auto* turn = std::get_if<TurnLine>(&item.line); turn != nullptr && turn->player != no_seat)
        return turn->player;
    return seat_of(engine::Part::turn);
  }

  int open_hands_before(Seat seat) const {
    int hands = 0;
    for (std::size_t p = 0; p < static_cast<std::size_t>(seat); ++p) hands += written_.counts[p] ? 1 : 0;
    return hands;
  }

  /// Of the player whose act it is, or, where that is written, of the others.
  std::string turns() const {
    std::string text = "turns";
    const Seat actor = seat_of(engine::Part::turns);
    const bool is_open = written_.turns[static_cast<std::size_t>(actor)];
    for (std::size_t p = 0; p < static_cast<std::size_t>(reporter_.program.players); ++p)
      if (written_.turns[p] && (!is_open || static_cast<Seat>(p) == actor))
        text += fmt::format(" {} 3", reporter_.name(static_cast<Seat>(p)));
    return text == "turns" ? "" : text;
  }

  /// The first fact that is not known, as it is not at the beginning of a round; empty: of a tile.
  std::string fact() const {
    const std::vector<dsl::FactSlot>& facts = reporter_.program.facts;
    for (std::size_t f = 0; f < facts.size(); ++f)
      for (int place = 0; place < facts[f].places; ++place) {
        if (!written_.facts[static_cast<std::size_t>(facts[f].slot + place)]) continue;
        if (facts[f].type == dsl::Type::tile) return {};
        const std::int32_t value = facts[f].type == dsl::Type::player ? seat_of(engine::Part::facts) : 1;
        return write_line(reporter_.header, fact_line(reporter_.program, reporter_.header, f, place, value));
      }
    return {};
  }

  Seat before(Seat seat) const {
    const int players = reporter_.program.players;
    return static_cast<Seat>((seat + players - 1) % players);
  }

  Seat seat_of(engine::Part part) const {
    if (part == engine::Part::counts && act_.actor != no_seat &&
        !unknown_.counts[static_cast<std::size_t>(act_.actor)])
      for (std::size_t p = 0; p < static_cast<std::size_t>(reporter_.program.players); ++p)
        if (unknown_.counts[p]) return static_cast<Seat>(p);
    return act_.actor == no_seat ? Seat{0} : act_.actor;
  }

  /// A tile that does not lie, of a train's beginning.
  engine::TileId free_tile() const {
    const std::vector<engine::TileId> laid = tiles_in(position_.laid_tiles);
    const int hub = position_.engine_tile == engine::no_tile ? reporter_.program.highest
                                                             : engine::high_of(position_.engine_tile);
    for (int pip = reporter_.program.highest; pip >= 0; --pip) {
      if (pip == hub) continue;
      const engine::TileId tile = engine::tile_of(hub, pip);
      if (!contains(laid, tile)) return tile;
    }
    return engine::tile_of(hub, hub);
  }

  /// A double of the position that lies open, and of which no line says whether it is to be covered; no_tile:
  /// there is none.
  engine::TileId laid_double() const {
    for (const DebtLine& debt : debts_not_written(reporter_.program, reporter_.round))
      if (const auto tile = tile_in_set(reporter_.program, debt.tile)) return tile->id();
    return engine::no_tile;
  }

  const BreachReporter& reporter_;
  const Position& position_;
  const engine::NotKnown& unknown_;
  const engine::NotKnown& written_;
  const ExampleCounts counts_;
  const bool is_all_written_;
  const engine::Act& act_;
};

}  // namespace

std::vector<std::string> lines_to_write(const BreachReporter& reporter, const PartialFold& partly,
                                        const engine::Act& act, engine::Parts parts,
                                        const PositionBegun& begun) {
  const ExampleLine example(reporter, partly, act, begun);
  const std::string nothing_else = "nothing else";
  const bool is_all_written = any_of(reporter.round.items, [](const Item& item) {
    return std::holds_alternative<NothingElseLine>(item.line);
  });
  std::vector<std::string> lines;
  for (const engine::Part part : engine::all_parts) {
    const std::string line = parts.has(part) ? example.of(part) : std::string();
    // Lines of the header are about earlier rounds.
    if (line.empty() || line.starts_with('[') || (is_all_written && line == nothing_else)) continue;
    const std::string subject = line.substr(0, line.find(' ', line.find(' ') + 1));
    const auto same = find_if(lines, [&](const std::string& one) { return one.starts_with(subject); });
    if (same == lines.end())
      lines.push_back(line);
    else if (subject.starts_with("turn"))
      *same += line.substr(subject.size());
    else if (line.size() > same->size())
      *same = line;
  }
  const auto says_more = [](const std::string& line) {
    return line.starts_with("train") || line.starts_with("debt");
  };
  if (!is_all_written && any_of(lines, says_more) && !contains(lines, nothing_else))
    lines.push_back(nothing_else);
  return lines;
}

std::vector<std::string> counts_to_write(const BreachReporter& reporter, const PartialFold& partly,
                                         const PositionBegun& begun) {
  const engine::NotKnown& unknown = begun.unknown;
  const ExampleCounts example(reporter, begun, partly.table().position);
  std::vector<std::string> lines;
  int open = 0;
  for (int seat = 0; seat < reporter.program.players; ++seat)
    if (unknown.counts[static_cast<std::size_t>(seat)])
      lines.push_back(
          fmt::format("hand {}: ?x{}", reporter.name(static_cast<Seat>(seat)), example.of_hand(open++)));
  if (unknown.boneyard) lines.push_back(fmt::format("boneyard {}", example.of_boneyard()));
  return lines;
}

std::vector<std::string> not_known(const BreachReporter& reporter, const PartialFold& partly,
                                   dsl::Aspects reads, std::uint16_t end) {
  const KnownOf known(reporter, partly);
  const engine::NotKnown& unknown = partly.table().unknown;
  const int train = train_at(partly.table().position, end);
  const auto at = static_cast<std::size_t>(train < 0 ? 0 : train);
  std::vector<std::string> all;
  const auto add = [&](dsl::Aspects aspects, bool is_known, std::string text) {
    if ((reads & aspects) != 0 && !is_known) all.push_back(std::move(text));
  };
  const std::string where = train < 0 ? std::string() : reporter.train_words(train);
  add(dsl::aspects::end | dsl::aspects::table, train < 0 ? known.knows_ends() : known.knows_end(at),
      train < 0 ? std::string("the ends of the trains") : fmt::format("the end of {}", where));
  add(dsl::aspects::markers, train < 0 ? known.knows_markers() : known.knows_marker(at),
      train < 0 ? std::string("where markers stand") : fmt::format("the marker of {}", where));
  add(dsl::aspects::debts, known.knows_debts(), "which doubles are uncovered");
  add(dsl::aspects::hands, false, "the tiles in hand");
  add(dsl::aspects::hand_sizes, unknown.counts.none(), "how many tiles are in each hand");
  add(dsl::aspects::boneyard, !unknown.boneyard, "the boneyard");
  add(dsl::aspects::laps, !unknown.lap && !unknown.still && unknown.turns.none(),
      "how many turns there were");
  add(dsl::aspects::turn_counts, !unknown.turn, "what was laid and drawn in this turn before");
  add(dsl::aspects::previous, !unknown.previous, "whose turn it was before");
  add(dsl::aspects::turn_owner, !unknown.owner && partly.in_turn(), "whose turn it is");
  add(dsl::aspects::engine | dsl::aspects::used, !unknown.engine, "the engine");
  add(dsl::aspects::beginning | dsl::aspects::order,
      !unknown.engine && !unknown.starter && !unknown.first && !unknown.kept, "how the round began");
  add(dsl::aspects::result, !unknown.winner, "who has won");
  add(dsl::aspects::points, unknown.points.none(), "the points of this round");
  add(dsl::aspects::facts, unknown.facts.none(), "what the rules remember of earlier turns");
  return all;
}

}  // namespace roundhouse::replay
