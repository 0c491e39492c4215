#include "tests/support/every_filling.h"

#include <algorithm>
#include <utility>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/reference.h"
#include "replay/record/tiles.h"
#include "tests/support/setup_reading.h"

namespace roundhouse::tests {
namespace {

using engine::ActKind;
using engine::Position;
using engine::TileId;
using namespace replay;

bool fits(const WrittenTile& tile, TileId face) {
  if (tile.known()) return tile == written(face);
  return tile.unknown() || engine::high_of(face) == tile.high || engine::low_of(face) == tile.high;
}
bool fits(const SetTile& tile, TileId face) {
  if (tile.known()) return tile.id() == face;
  return tile.unknown() || engine::high_of(face) == tile.half() || engine::low_of(face) == tile.half();
}

void fill_in(WrittenTile& tile, TileId face) {
  tile.high = static_cast<std::int8_t>(engine::high_of(face));
  tile.low = static_cast<std::int8_t>(engine::low_of(face));
}

/// True if these tiles can be among those of the hand, each written one another.
bool among(std::vector<SetTile> written, engine::TileBag hand) {
  if (written.empty()) return true;
  const SetTile tile = written.back();
  written.pop_back();
  for (int t = 0; t < engine::max_tile_kinds; ++t) {
    const auto face = static_cast<TileId>(t);
    if (!hand.has(face) || !fits(tile, face)) continue;
    engine::TileBag rest = hand;
    rest.remove(face);
    if (among(written, rest)) return true;
  }
  return false;
}

/// Each draw that goes back multiplies the fillings: after a dozen of them there are too many to try.
constexpr std::int64_t most_tries = 2'000'000;

class Trying {
 public:
  /// `wanted`: a legal filling, or an illegal one.
  Trying(const engine::Rules& program, const Record& record, bool wanted)
      : program_(program), header_(record.header), round_(record.rounds.front()), wanted_(wanted) {}

  std::optional<bool> is_ever_illegal() {
    if (!run().all) return std::nullopt;
    return is_illegal_;
  }

  Tried run() {
    std::size_t deal_number = 0;
    bags_.resize(1);
    std::vector<HandLine*> last(static_cast<std::size_t>(program_.players));
    std::vector<int> tiles(static_cast<std::size_t>(program_.players));
    const auto fill_up = [&] {
      // A hand written with fewer tiles than are dealt has others that nobody knows.
      const int dealt = engine::evaluate(program_, engine::begin_match(program_), {}, program_.setup.deal);
      for (std::size_t p = 0; p < last.size(); ++p) {
        for (; last[p] != nullptr && tiles[p] < dealt; ++tiles[p]) last[p]->tiles.push_back({});
        last[p] = nullptr;
        tiles[p] = 0;
      }
    };
    for (Item& item : round_.items) {
      if (std::holds_alternative<TurnLine>(item.line)) break;
      ++first_turn_;
      if (std::holds_alternative<RedealLine>(item.line)) fill_up();
      if (auto* hand = std::get_if<HandLine>(&item.line)) {
        last[static_cast<std::size_t>(hand->player)] = hand;
        tiles[static_cast<std::size_t>(hand->player)] += static_cast<int>(hand->tiles.size());
      }
    }
    fill_up();
    for (std::size_t i = 0; i < first_turn_; ++i) {
      if (std::holds_alternative<RedealLine>(round_.items[i].line)) ++deal_number, bags_.emplace_back();
      if (auto* hand = std::get_if<HandLine>(&round_.items[i].line))
        for (WrittenTile& tile : hand->tiles) {
          if (tile.half_known() && tile.high > program_.highest) {
            stop({0, 1}, i, tile.at.span, "false-claim");
            return result_;
          }
          if (tile.known())
            bags_.back().add(engine::tile_of(tile.high, tile.low));
          else
            open_.push_back({&tile, hand->player, deal_number});
        }
    }
    // An item that is put in later may move nothing that is pointed to.
    for (Item& item : round_.items)
      if (auto* turn = std::get_if<TurnLine>(&item.line))
        turn->acts.reserve(turn->acts.size() + static_cast<std::size_t>(program_.tile_kinds) *
                                                   static_cast<std::size_t>(program_.copies));
    deal(0);
    return result_;
  }

 private:
  struct Open {
    WrittenTile* tile;
    Seat seat;
    std::size_t deal;
  };

  bool is_found() const { return wanted_ ? result_.legal : is_illegal_; }

  /// Counts a trial; false if there is nothing more to try, or too much.
  bool goes_on() {
    if (is_found() || !result_.all) return false;
    result_.all = ++tries_ <= most_tries;
    return result_.all;
  }

  void deal(std::size_t slot) {
    if (is_found() || !result_.all) return;
    if (slot == open_.size()) return set_up();
    const Open& open = open_[slot];
    const WrittenTile before = *open.tile;
    // Two open tiles of one hand are the same hand either way round.
    const bool ordered = slot > 0 && open_[slot - 1].seat == open.seat && open_[slot - 1].deal == open.deal &&
                         before.unknown() && was_unknown_;
    engine::TileBag& bag = bags_[open.deal];
    const WrittenTile& last = *open_[ordered ? slot - 1 : slot].tile;
    const int least = ordered ? engine::tile_of(last.high, last.low) : 0;
    for (int t = least; t < program_.tile_kinds; ++t) {
      const auto face = static_cast<TileId>(t);
      if (!fits(before, face) || bag.count(face) >= program_.copies) continue;
      fill_in(*open.tile, face);
      bag.add(face);
      const bool kept = was_unknown_;
      was_unknown_ = before.unknown();
      deal(slot + 1);
      was_unknown_ = kept;
      bag.remove(face);
    }
    *open.tile = before;
  }

  /// Plays what comes before the first turn, as the other reading has it.
  void set_up() {
    if (!goes_on()) return;
    SetupFound found = read_setup(program_, header_, round_);
    if (found.first_open) {
      for (header_.first = 0; header_.first < program_.players; ++header_.first) set_up();
      header_.first = engine::no_seat;
      return;
    }
    if (found.open != nullptr) {
      const WrittenTile before = *found.open;
      for (const TileId face : found.may_be) {
        fill_in(*found.open, face);
        set_up();
      }
      *found.open = before;
      return;
    }
    if (!found.objects) return fold();
    dsl::Span where = round_.items[found.item].at.span;
    if (const auto* turn = std::get_if<TurnLine>(&round_.items[found.item].line)) {
      where = turn->player_at.span;
      if (found.at_first_act && !turn->acts.empty())
        where = turn->acts.front().at.span;
      else if (!turn->acts.empty())
        if (const auto* tile = std::get_if<TileAct>(&turn->acts.front().what); tile && tile->place.empty())
          where = tile->tile.at.span;
    }
    // All of the setup comes before any turn, also an engine that stands in the first one.
    stop({0, 2 * found.acts + 2}, found.item, where, found.laws.front());
  }

  void stop(std::size_t item, dsl::Span where, const std::string& rule, int acts) {
    stop({item >= first_turn_ ? item : 0, acts}, item, where, rule);
  }
  void stop(const std::pair<std::size_t, int>& reached, std::size_t item, dsl::Span where,
            const std::string& rule) {
    // Of two that stop at the same act the one that reads more of its line.
    if (reached < furthest_ || (reached == furthest_ && where.begin <= result_.where)) return;
    furthest_ = reached;
    result_.turn = static_cast<int>(turn_number(round_, item));
    result_.item = item;
    result_.where = where.begin;
    result_.rule = rule;
  }

  /// The tile that the fold asked for: it is written nowhere yet.
  WrittenTile* find_open(const FoldAct& step, dsl::Span act_before) {
    auto* turn = std::get_if<TurnLine>(&round_.items[step.item].line);
    if (turn == nullptr) return nullptr;
    const bool pulled = step.act.kind == ActKind::pull;
    for (WrittenAct& act : turn->acts) {
      if (act.at.span.begin != step.where.begin) continue;
      auto* draw = std::get_if<DrawAct>(&act.what);
      if (!pulled && draw != nullptr && !draw->tile.known()) return &draw->tile;
      auto* penalty = std::get_if<TileAct>(&act.what);
      if (pulled && penalty != nullptr && !penalty->tile.known()) return &penalty->tile;
    }
    if (!pulled) return nullptr;
    // A penalty tile that nobody wrote down is put in behind what brought it.
    const auto brought = std::find_if(turn->acts.rbegin(), turn->acts.rend(), [&](const WrittenAct& act) {
      return act.at.span.begin == act_before.begin;
    });
    if (brought == turn->acts.rend()) return nullptr;
    WrittenAct penalty{TileAct(), brought->at};
    penalty.at.span.end = penalty.at.span.begin;
    const auto put = turn->acts.insert(brought.base(), std::move(penalty));
    return &std::get<TileAct>(put->what).tile;
  }

  /// Tiles that were put in, from the one at the end of a deeper trial on.
  void take_out(std::size_t item, const WrittenTile* tile) {
    auto& acts = std::get<TurnLine>(round_.items[item].line).acts;
    const auto put = std::find_if(acts.begin(), acts.end(), [&](const WrittenAct& act) {
      const auto* penalty = std::get_if<TileAct>(&act.what);
      return penalty != nullptr && &penalty->tile == tile && act.at.span.begin == act.at.span.end;
    });
    if (put != acts.end()) acts.erase(put);
  }

  void fold() {
    if (!goes_on()) return;
    int acts = 0;
    bool bad = false;
    bool breached = false;  // by a row, while all illegal fillings are looked for
    WrittenTile* open = nullptr;
    std::size_t open_item = 0;
    dsl::Span open_where;
    dsl::Span last_written;
    Position asked;
    const auto stop = [&](std::size_t item, dsl::Span where, const std::string& rule) {
      bad = true;
      this->stop(item, where, rule, acts);
    };
    Position position = engine::begin_match(program_, header_.ages);
    // An act counts twice, so that what is said before it comes before.
    const auto judge = [&](const FoldAct& step) {
      const bool put_in =
          step.act.kind == ActKind::pull && (!step.written || step.where.begin == step.where.end);
      if (!put_in) acts += 2;
      const bool takes = step.act.kind == ActKind::draw || step.act.kind == ActKind::pull;
      if (!engine::is_by_rows(step.act.kind) && step.act.kind != ActKind::pull) return true;  // see set_up
      const std::vector<engine::Breach> all = engine::breaches(program_, position, step.act);
      if (!all.empty()) {
        const engine::Breach& first = all.front();
        // Which tiles there were is no question of rules: such a filling is none.
        const bool of_tiles =
            first.law && (*first.law == dsl::Law::tile_not_held || *first.law == dsl::Law::tile_once);
        if (!wanted_ && !of_tiles) {
          breached = true;
          if (!takes || step.act.tile != engine::no_tile) return true;
        }
        if (wanted_ || of_tiles)
          stop(step.item, step.where,
               first.law ? std::string(dsl::row(*first.law).name) : program_.rules[first.rule.value].id);
        if (wanted_ || of_tiles) return false;
      }
      const dsl::Span act_before = last_written;
      if (step.written) last_written = step.where;
      const bool comes = step.act.kind == ActKind::draw || (takes && position.boneyard > 0);
      if (comes && step.act.tile == engine::no_tile) {
        open = find_open(step, act_before);
        open_item = step.item;
        open_where = step.where;
        asked = position;
        return false;
      }
      return true;
    };
    const auto object = [&](const FoldTrouble& trouble) {
      ++acts;
      // A marker that was not put, say. The rest decides whether the filling fits what was seen.
      if (!wanted_ && can_be_carried_out(trouble.law)) {
        breached = true;
        return true;
      }
      stop(trouble.item, trouble.where, std::string(dsl::row(trouble.law).name));
      return false;
    };
    const auto show = [&](const FoldShowing& shown) {
      acts += 2;
      if (bad) return;
      const auto& hand = position.hands[static_cast<std::size_t>(shown.seat)];
      const auto given = static_cast<int>(shown.tiles.size());
      if (given > hand.size() || (shown.left && given < hand.size()) || !among(shown.tiles, hand))
        stop(shown.item, shown.where, "false-claim");
    };
    RoundFold steps = fold_of(program_, header_, round_, true, position);
    while (FoldStep* step = steps.next()) {
      if (const auto* act = std::get_if<FoldAct>(step); act != nullptr && !judge(*act)) steps.stop();
      if (auto* trouble = std::get_if<FoldTrouble>(step)) trouble->goes_on = object(*trouble);
      if (const auto* shown = std::get_if<FoldShowing>(step)) show(*shown);
    }
    if (bad) return;
    if (open == nullptr) {
      result_.legal = wanted_ || !breached;
      if (!wanted_ && breached) is_illegal_ = true;
      return;
    }
    const WrittenTile before = *open;
    const engine::TileBag left = engine::boneyard_tiles(program_, asked);
    bool any = false;
    for (int t = 0; t < program_.tile_kinds; ++t) {
      const auto face = static_cast<TileId>(t);
      if (!left.has(face) || !fits(before, face)) continue;
      any = true;
      fill_in(*open, face);
      fold();
    }
    *open = before;
    take_out(open_item, open);
    if (!any) stop(open_item, open_where, std::string(dsl::row(dsl::Law::tile_once).name));
  }

  const engine::Rules& program_;
  Header header_;
  RecordRound round_;
  std::vector<Open> open_;
  std::vector<engine::TileBag> bags_;  ///< by deal
  bool was_unknown_ = false;
  std::size_t first_turn_ = 0;
  bool wanted_;
  bool is_illegal_ = false;               ///< with some filling that fits what was seen of the tiles
  std::pair<std::size_t, int> furthest_;  ///< item and act; all that comes before the first turn is one item
  std::int64_t tries_ = 0;
  Tried result_;
};

}  // namespace

Tried try_every_filling(const engine::Rules& program, const Record& record) {
  return Trying(program, record, true).run();
}

std::optional<bool> is_legal_with_every_filling(const engine::Rules& program, const Record& record) {
  Record of_round = record;
  if (!read_setup(program, record.header, of_round.rounds.front()).first_open) {
    const std::optional<bool> illegal = Trying(program, record, false).is_ever_illegal();
    if (!illegal) return std::nullopt;
    return !*illegal;
  }
  // The first player is believed.
  for (Record with = record; ++with.header.first < program.players;) {
    const Tried legal = Trying(program, with, true).run();
    const std::optional<bool> illegal = Trying(program, with, false).is_ever_illegal();
    if (!legal.all || !illegal) return std::nullopt;
    if (legal.legal && !*illegal) return true;
  }
  return false;
}

}  // namespace roundhouse::tests
