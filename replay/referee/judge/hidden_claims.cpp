#include "replay/referee/judge/hidden_claims.h"

#include <set>

#include "dsl/base/search.h"

namespace roundhouse::replay {
namespace {

using engine::Breach;

constexpr std::size_t most_because = 3;

using Claims = std::set<std::size_t>;  ///< by place in the store

/// True of a tile that comes to a player, which all its copies may be elsewhere.
bool comes_up(const Act& act) {
  if (act.kind == ActKind::draw && act.tile == no_tile) return false;
  return engine::is_from_boneyard(act.kind);
}

class Blame {
 public:
  Blame(ConstraintStore& store, const RoundLog& log, const BreachReporter& reporter, int act,
        bool with_reasons)
      : store_(store),
        log_(log),
        reporter_(reporter),
        act_(act),
        with_reasons_(with_reasons),
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
    const bool draws = step.act.kind == ActKind::draw && step.act.tile == no_tile;
    if (step.act.tile == no_tile) step.act.tile = impossible_tile(without);
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
    if (!with_reasons_) return;
    const HiddenHands hands = store_.hands(act_, [this](const Clue& c) { return store_.kept(c); });
    if (const auto shortage = shortage_of(hands)) ruling.reasons.push_back(reporter_.shortage(*shortage));
  }

  /// Of many tiles that are shown at once, the one that an earlier claim denies.
  TileId denied_by(const Clue& claim) const {
    if (step_.act.tile != no_tile) return step_.act.tile;
    for (const Clue& c : store_.clues)
      if (c.act == act_ && c.kind == ClueKind::shown && claim.tiles.has(c.tile)) return c.tile;
    return no_tile;
  }

  /// Of the tiles shown at once, the first without which they would be possible, else the first.
  TileId impossible_tile(const Claims& without) {
    TileId tile = no_tile;
    for (const Clue& shown : store_.clues) {
      if (shown.act != act_ || shown.kind != ClueKind::shown) continue;
      if (tile == no_tile) tile = shown.tile;
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
  bool with_reasons_;
  FoldAct step_;
  Position before_;
  std::vector<std::size_t> own_;
  std::vector<std::size_t> earlier_;
};

/// Steps for one question; where they do not suffice, nothing is said of it.
constexpr std::int64_t most_steps = 200;

/// True for what a line shows of a hand: it is no claim that anybody has to believe.
bool is_seen(const Clue& clue) {
  return !is_claim(clue) || (clue.breach.law && *clue.breach.law == dsl::Law::tile_not_held);
}

/// True of an announcement that nobody wrote down.
bool is_unwritten(const FoldAct& step) { return step.act.kind == ActKind::declared && !step.written; }

bool is_seen_or_assumed(const Clue& clue) { return is_seen(clue) || clue.follows; }

class AssumptionSearch {
 public:
  /// `given`: what nobody has to believe.
  AssumptionSearch(ConstraintStore& store, const RoundLog& log, bool (*given)(const Clue&))
      : store_(store), log_(log), given_(given), seen_(store.hands(log.last(), given)) {
    const auto is_assumed = [&](const Clue& c) { return c.follows && !given_(c); };
    any_follow_ = any_of(store.clues, is_assumed);
  }

  AssumptionsFound untrue_claims(const BreachReporter& reporter) {
    AssumptionsFound found;
    if (none_of(store_.clues, [&](const Clue& c) { return is_asked(c); })) return found;
    if (hands().filling != Filling::possible) return {{}, false};
    std::size_t last = SIZE_MAX;
    for (const Clue& c : store_.clues) {
      if (!is_asked(c)) continue;
      const std::size_t item = log_.at(c.act)->step.item;
      if (item == last) continue;
      const WitnessResult broken = break_claim(c);
      if (broken.filling == Filling::unknown) found.complete = false;
      if (broken.filling != Filling::possible) continue;
      last = item;
      found.lines.push_back(trust_of(c, broken.tile, reporter));
    }
    return found;
  }

  FillingResult hands() { return store_.ask(seen_); }

  /// Only where there are hands.
  bool every_claim_is_true() {
    return all_of(store_.clues, [&](const Clue& c) {
      return !is_asked(c) || break_claim(c).filling == Filling::impossible;
    });
  }

 private:
  bool is_asked(const Clue& clue) const {
    return !given_(clue) && store_.kept(clue) && log_.at(clue.act) != nullptr;
  }

  /// True of clues that are kept: answers before this claim make the table what it is then, so what they
  /// assume of the hidden tiles stays; what comes later would be answered anew.
  bool is_kept(const Clue& clue, const Clue& claim) const {
    return given_(clue) || (clue.follows && clue.act < claim.act);
  }

  /// True if what was seen leaves room for hands with which the claim is not true.
  WitnessResult break_claim(const Clue& claim) {
    const Witness held{claim.seat, claim.time, claim.tiles};
    if (claim.kind == ClueKind::ban && !any_follow_)
      return store_.ask_instead(seen_, held, 0, -1, most_steps);
    HiddenHands hands = store_.hands(log_.last(), [&](const Clue& c) { return is_kept(c, claim); });
    if (claim.kind == ClueKind::ban) {
      HandSearch search(std::move(hands));
      const Filling any = store_.ask(search).filling;
      if (any != Filling::possible) return {any, no_tile, 0};
      return store_.ask_instead(search, held, 0, -1, most_steps);
    }
    if (claim.kind == ClueKind::witness) {
      hands.bans.push_back({claim.seat, claim.time, claim.tiles});
    } else {
      if (!claim.passes) return {Filling::unknown, no_tile, 0};
      hands.joints.push_back(
          {claim.seat, claim.time, [passes = claim.passes](const auto& hand) { return !passes(hand); }});
    }
    return {store_.ask_once(hands, most_steps), no_tile, 0};
  }

  Trust trust_of(const Clue& claim, TileId tile, const BreachReporter& reporter) const {
    const FoldAct& step = log_.at(claim.act)->step;
    Trust trust;
    trust.place = reporter.place(step.item, step.where);
    trust.act = reporter.act_word(step.act);
    trust.rule = claim.breach.law ? std::string(dsl::row(*claim.breach.law).name)
                                  : reporter.program.rules[claim.breach.rule.value].id;
    trust.tile = tile;
    if (claim.seat != no_seat) trust.place.player = short_name(reporter.header, claim.seat);
    if (claim.follows)
      trust.kind = TrustKind::follows;
    else if (claim.kind != ClueKind::ban)
      trust.kind = claim.kind == ClueKind::witness ? TrustKind::lacked : TrustKind::hand;
    return trust;
  }

  ConstraintStore& store_;
  const RoundLog& log_;
  bool (*given_)(const Clue&);
  HandSearch seen_;
  bool any_follow_ = false;
};

}  // namespace

std::optional<Ruling> explain_conflict(ConstraintStore& store, const RoundLog& log,
                                       const BreachReporter& reporter, int act, bool with_reasons) {
  if (log.at(act) == nullptr) return std::nullopt;
  return Blame(store, log, reporter, act, with_reasons).run();
}

AssumptionsFound assumptions_of(ConstraintStore& store, const RoundLog& log, const BreachReporter& reporter) {
  AssumptionsFound found = AssumptionSearch(store, log, is_seen).untrue_claims(reporter);
  for (int act = 1; act <= log.last(); ++act) {
    const FoldAct& step = log.at(act)->step;
    if (!is_unwritten(step)) continue;
    // An unwritten act is a declared one, and its rows bear its name.
    found.lines.push_back({reporter.place(step.item, step.where), std::string(reporter.act_word(step.act)),
                           reporter.program.declared[step.act.declared].name, no_tile, TrustKind::unsaid});
  }
  stable_sort(found.lines,
              [](const Trust& a, const Trust& b) { return a.place.where.begin < b.place.where.begin; });
  return found;
}

bool is_proven_as_assumed(ConstraintStore& store, const RoundLog& log, bool in_order) {
  AssumptionSearch search(store, log, is_seen_or_assumed);
  const Filling hands = search.hands().filling;
  if (hands != Filling::possible) return hands == Filling::impossible;
  for (int act = 1; act <= log.last(); ++act)
    if (is_unwritten(log.at(act)->step)) return false;
  return in_order && search.every_claim_is_true();
}

}  // namespace roundhouse::replay
