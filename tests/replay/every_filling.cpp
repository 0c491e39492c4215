#include "tests/replay/every_filling.h"

#include <algorithm>
#include <utility>

#include "engine/fold.h"
#include "replay/reference.h"
#include "replay/round_fold.h"
#include "replay/tiles.h"

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

/// Whether these tiles can be among those of the hand, each written one another.
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

class Trying {
 public:
  Trying(const dsl::Program& program, const Record& record)
      : program_(program), header_(record.header), round_(record.rounds.front()) {}

  Tried run() {
    for (Item& item : round_.items) {
      if (std::holds_alternative<TurnLine>(item.line)) break;
      ++first_turn_;
      if (auto* hand = std::get_if<HandLine>(&item.line))
        for (WrittenTile& tile : hand->tiles) {
          if (tile.known())
            bag_.add(engine::tile_of(tile.high, tile.low));
          else
            open_.push_back({&tile, hand->player});
        }
    }
    deal(0);
    return result_;
  }

 private:
  struct Open {
    WrittenTile* tile;
    Seat seat;
  };

  void deal(std::size_t slot) {
    if (result_.legal) return;
    if (slot == open_.size()) return fold();
    const Open& open = open_[slot];
    const WrittenTile before = *open.tile;
    // Two open tiles of one hand are the same hand either way round.
    const bool ordered = slot > 0 && open_[slot - 1].seat == open.seat && before.unknown() && was_unknown_;
    const WrittenTile& last = *open_[ordered ? slot - 1 : slot].tile;
    const int least = ordered ? engine::tile_of(last.high, last.low) : 0;
    for (int t = least; t < program_.tile_kinds; ++t) {
      const auto face = static_cast<TileId>(t);
      if (!fits(before, face) || bag_.count(face) >= program_.copies) continue;
      fill_in(*open.tile, face);
      bag_.add(face);
      const bool kept = was_unknown_;
      was_unknown_ = before.unknown();
      deal(slot + 1);
      was_unknown_ = kept;
      bag_.remove(face);
    }
    *open.tile = before;
  }

  /// The tile that the fold asked for: it is written nowhere yet.
  WrittenTile* find_open(const FoldStep& step) {
    Item& item = round_.items[step.item];
    if (auto* seek = std::get_if<SeekLine>(&item.line))
      for (SeatTile& draw : seek->draws)
        if (draw.seat == step.act.actor && !draw.tile.known()) return &draw.tile;
    if (auto* turn = std::get_if<TurnLine>(&item.line))
      for (WrittenAct& act : turn->acts)
        if (auto* draw = std::get_if<DrawAct>(&act.what);
            draw != nullptr && !draw->tile.known() && act.at.span.begin == step.where.begin)
          return &draw->tile;
    return nullptr;
  }

  void fold() {
    if (result_.legal) return;
    int acts = 0;
    bool bad = false;
    WrittenTile* open = nullptr;
    Position asked;
    const auto stop = [&](std::size_t item, dsl::Span where, const std::string& rule) {
      bad = true;
      const auto turn = static_cast<int>(turn_number(round_, item));
      const std::pair<std::size_t, int> reached{item >= first_turn_ ? item : 0, acts};
      if (reached <= furthest_) return;
      furthest_ = reached;
      result_.turn = turn;
      result_.where = where.begin;
      result_.rule = rule;
    };
    FoldWatcher watcher;
    watcher.before = [&](const FoldStep& step, const Position& position) {
      ++acts;
      const bool takes = step.act.kind == ActKind::draw || step.act.kind == ActKind::pick;
      const std::vector<engine::Breach> all = engine::breaches(program_, position, step.act);
      if (!all.empty()) {
        const engine::Breach& first = all.front();
        stop(step.item, step.where,
             first.law ? std::string(dsl::row(*first.law).name) : program_.rules[first.rule.value].id);
        return false;
      }
      if (takes && step.act.tile == engine::no_tile) {
        open = find_open(step);
        asked = position;
        return false;
      }
      return true;
    };
    watcher.trouble = [&](const FoldTrouble& trouble, const Position&) {
      ++acts;
      stop(trouble.item, trouble.where, std::string(dsl::row(trouble.law).name));
      return false;
    };
    watcher.shown = [&](const FoldShowing& shown, const Position& position) {
      ++acts;
      if (bad) return;
      const auto& hand = position.hands[static_cast<std::size_t>(shown.seat)];
      const auto given = static_cast<int>(shown.tiles->size());
      if (given > hand.size() || (shown.left && given < hand.size()) || !among(*shown.tiles, hand))
        stop(shown.item, shown.where, "false-claim");
    };
    ++result_.fillings;
    Position position = engine::begin_match(program_, header_.ages);
    fold_round(program_, header_, round_, true, position, watcher);
    if (bad) return;
    if (open == nullptr) {
      result_.legal = true;
      return;
    }
    const WrittenTile before = *open;
    const engine::TileBag left = engine::boneyard_tiles(program_, asked);
    for (int t = 0; t < program_.tile_kinds; ++t) {
      const auto face = static_cast<TileId>(t);
      if (!left.has(face) || !fits(before, face)) continue;
      fill_in(*open, face);
      fold();
    }
    *open = before;
  }

  const dsl::Program& program_;
  const Header& header_;
  RecordRound round_;
  std::vector<Open> open_;
  engine::TileBag bag_;
  bool was_unknown_ = false;
  std::size_t first_turn_ = 0;
  std::pair<std::size_t, int> furthest_;  ///< item and act; all that comes before the first turn is one item
  Tried result_;
};

}  // namespace

Tried try_every_filling(const dsl::Program& program, const Record& record) {
  return Trying(program, record).run();
}

}  // namespace roundhouse::tests
