#include "replay/referee/judge/conflict.h"

#include <set>

#include "replay/referee/hands/shortage.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Breach;
using engine::TileId;

constexpr std::size_t most_because = 3;

using Claims = std::set<std::size_t>;  ///< by place in the store

/// True of a tile that comes to a player, which all its copies may be elsewhere.
bool comes_up(const Act& act) {
  if (act.kind == ActKind::draw && act.tile == engine::no_tile) return false;
  return engine::is_from_boneyard(act.kind);
}

class Blame {
 public:
  Blame(ConstraintStore& store, const RoundLog& log, const BreachReporter& reporter, int act)
      : store_(store),
        log_(log),
        reporter_(reporter),
        act_(act),
        step_(log.at(act)->step),
        before_(log.before(act)) {
    for (std::size_t i = 0; i < store_.clues.size(); ++i) {
      const Clue& c = store_.clues[i];
      if (!is_claim(c) || !store_.kept(c) || c.act > act_) continue;
      (c.act == act_ ? own_ : earlier_).push_back(i);
    }
  }

  Ruling run() {
    // Its own claims first: with one of them less, could it have been?
    for (auto i = own_.rbegin(); i != own_.rend(); ++i)
      if (possible_without({*i})) {
        Ruling ruling = reporter_.breach(step_, before_, store_.clues[*i].breach);
        count(ruling);
        store_.drop(*i, act_);
        return ruling;
      }
    // Earlier claims: take all out, then put back line by line whatever does no harm.
    Claims out;
    for (const std::size_t i : earlier_)
      if (store_.clues[i].seat == holder()) out.insert(i);
    if (!possible_without(out))
      for (const std::size_t i : earlier_) out.insert(i);
    for (const std::size_t i : own_) out.insert(i);
    if (!possible_without(out)) return from_nowhere(out);
    const std::vector<std::size_t> guilty = guilty_of(std::move(out));
    return guilty.empty() ? own_together() : contradiction(guilty);
  }

 private:
  /// The player whose hand the act is about.
  Seat holder() const {
    const Seat owner = engine::hand_of_given(reporter_.program, step_.act);
    return owner == no_seat ? step_.act.actor : owner;
  }

  bool possible_without(const Claims& without) {
    return store_
               .fill(act_,
                     [&](const Clue& c) { return store_.kept(c) && without.count(store_.place_of(c)) == 0; })
               .filling == Filling::possible;
  }

  std::vector<std::size_t> guilty_of(Claims out) {
    std::vector<std::size_t> guilty;
    for (const std::size_t i : earlier_) {
      Claims fewer = out;
      if (fewer.erase(i) == 0) continue;
      if (possible_without(fewer))
        out = std::move(fewer);
      else
        guilty.push_back(i);
    }
    return guilty;
  }

  /// The ruling if the tile cannot have been there by any claim.
  Ruling from_nowhere(const Claims& without) {
    FoldAct step = step_;
    const bool draws = step.act.kind == ActKind::draw && step.act.tile == engine::no_tile;
    if (step.act.tile == engine::no_tile) step.act.tile = impossible_tile(without);
    Ruling ruling =
        draws && step.tile.unknown()  ? reporter_.breach(step, before_, {dsl::Law::boneyard_empty, {}})
        : draws || comes_up(step.act) ? reporter_.used_up(step, before_)
                                      : reporter_.breach(step, before_, {dsl::Law::tile_not_held, {}});
    store_.drop_facts(act_);
    return ruling;
  }

  /// Only several of its own claims together cannot be true.
  Ruling own_together() {
    const Breach breach =
        own_.empty() ? Breach{dsl::Law::tile_not_held, {}} : store_.clues[own_.back()].breach;
    Ruling ruling = reporter_.breach(step_, before_, breach);
    count(ruling);
    store_.drop_facts(act_);
    return ruling;
  }

  Ruling contradiction(const std::vector<std::size_t>& guilty) {
    const auto& clues = store_.clues;
    Ruling ruling =
        reporter_.contradiction(step_, clues[guilty.front()].breach, denied_by(clues[guilty.front()]));
    std::set<std::size_t> lines;
    for (const std::size_t i : guilty) {
      const Played* then = log_.at(clues[i].act);
      if (then == nullptr || !lines.insert(then->step.item).second) continue;
      if (ruling.because.size() < most_because)
        ruling.because.push_back(
            {reporter_.place(then->step.item, then->step.where),
             reporter_.claim_text(then->step, log_.before(clues[i].act), clues[i].breach,
                                  clues[i].follows ? TileSet() : clues[i].tiles, denied_by(clues[i]))});
    }
    count(ruling);
    for (const std::size_t i : guilty) store_.drop(i, act_);
    return ruling;
  }

  /// Adds the count, if counting decides.
  void count(Ruling& ruling) {
    const HiddenHands hands = store_.hands(act_, [this](const Clue& c) { return store_.kept(c); });
    if (const auto shortage = shortage_of(hands)) ruling.reasons.push_back(reporter_.shortage(*shortage));
  }

  /// Of many tiles that are shown at once, the one that an earlier claim denies.
  TileId denied_by(const Clue& claim) const {
    if (step_.act.tile != engine::no_tile) return step_.act.tile;
    for (const Clue& c : store_.clues)
      if (c.act == act_ && c.kind == ClueKind::shown && claim.tiles.has(c.tile)) return c.tile;
    return engine::no_tile;
  }

  /// Of the tiles shown at once, the first without which they would be possible, else the first.
  TileId impossible_tile(const Claims& without) {
    TileId tile = engine::no_tile;
    for (const Clue& shown : store_.clues) {
      if (shown.act != act_ || shown.kind != ClueKind::shown) continue;
      if (tile == engine::no_tile) tile = shown.tile;
      const FillingResult rest = store_.fill(act_, [&](const Clue& c) {
        return &c != &shown && store_.kept(c) && without.count(store_.place_of(c)) == 0;
      });
      if (rest.filling == Filling::possible) return shown.tile;
    }
    return tile;
  }

  ConstraintStore& store_;
  const RoundLog& log_;
  const BreachReporter& reporter_;
  int act_;
  FoldAct step_;
  engine::Position before_;
  std::vector<std::size_t> own_;
  std::vector<std::size_t> earlier_;
};

}  // namespace

std::optional<Ruling> explain_conflict(ConstraintStore& store, const RoundLog& log,
                                       const BreachReporter& reporter, int act) {
  if (log.at(act) == nullptr) return std::nullopt;
  return Blame(store, log, reporter, act).run();
}

}  // namespace roundhouse::replay
