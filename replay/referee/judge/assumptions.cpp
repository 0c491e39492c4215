#include "replay/referee/judge/assumptions.h"

#include "dsl/base/search.h"

namespace roundhouse::replay {
namespace {

/// Steps for one question; where they do not suffice, nothing is said of it.
constexpr std::int64_t most_steps = 200;

/// True for what a line shows of a hand: it is no claim that anybody has to believe.
bool is_seen(const Clue& clue) {
  return !is_claim(clue) || (clue.breach.law && *clue.breach.law == dsl::Law::tile_not_held);
}

/// True of an announcement that nobody wrote down.
bool is_unwritten(const FoldAct& step) { return step.act.kind == engine::ActKind::declared && !step.written; }

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
      if (any != Filling::possible) return {any, engine::no_tile, 0};
      return store_.ask_instead(search, held, 0, -1, most_steps);
    }
    if (claim.kind == ClueKind::witness) {
      hands.bans.push_back({claim.seat, claim.time, claim.tiles});
    } else {
      if (!claim.passes) return {Filling::unknown, engine::no_tile, 0};
      hands.joints.push_back(
          {claim.seat, claim.time, [passes = claim.passes](const auto& hand) { return !passes(hand); }});
    }
    return {store_.ask_once(hands, most_steps), engine::no_tile, 0};
  }

  Trust trust_of(const Clue& claim, engine::TileId tile, const BreachReporter& reporter) const {
    const FoldAct& step = log_.at(claim.act)->step;
    Trust trust;
    trust.place = reporter.place(step.item, step.where);
    trust.act = reporter.act_word(step.act);
    trust.rule = claim.breach.law ? std::string(dsl::row(*claim.breach.law).name)
                                  : reporter.program.rules[claim.breach.rule.value].id;
    trust.tile = tile;
    if (claim.seat != no_seat) trust.place.player = reporter.name(claim.seat);
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

AssumptionsFound assumptions_of(ConstraintStore& store, const RoundLog& log, const BreachReporter& reporter) {
  AssumptionsFound found = AssumptionSearch(store, log, is_seen).untrue_claims(reporter);
  for (int act = 1; act <= log.last(); ++act) {
    const FoldAct& step = log.at(act)->step;
    if (!is_unwritten(step)) continue;
    const std::string word(reporter.act_word(step.act));
    found.lines.push_back(
        {reporter.place(step.item, step.where), word, word, engine::no_tile, TrustKind::unsaid});
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
