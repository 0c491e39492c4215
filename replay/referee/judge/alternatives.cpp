#include "replay/referee/judge/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/names.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/claims.h"

namespace roundhouse::replay {
namespace {

/// The steps that it takes to judge an act by itself, and to put hands together from clues.
constexpr std::int64_t steps_for_act = 2;
constexpr std::int64_t clues_a_step = 10;
/// So many amounts of an act are tried.
constexpr std::int32_t most_amounts = 64;

class Trial {
 public:
  Trial(const BreachReporter& reporter, HandRowsOnDemand& rows, std::vector<Clue> clues, int act,
        const Position& before, std::int64_t& steps)
      : reporter_(reporter),
        program_(reporter.program),
        rows_(rows),
        clues_(std::move(clues)),
        act_(act),
        before_(before),
        actor_(before.turn_player),
        steps_(steps),
        hides_(hidden_count(before, actor_) > 0),
        others_(others_hidden(program_, before, actor_)),
        faces_(hides_ ? hidden_faces(program_, before) : TileSet()) {}

  Alternatives run(TileId shown) {
    if (shown != no_tile) add_shown(shown);
    const engine::ActList acts = candidates();
    add_lays(acts);
    for (const Act& act : acts)
      if (act.kind != ActKind::lay) add_words(act);
    return std::move(found_);
  }

 private:
  /// All acts that may be legal: those of the hand as it is known, and of a hand that has every tile which it
  /// may have. Tiles that are known to be there come first; drawing and ending the turn last, whatever the
  /// hand is.
  engine::ActList candidates() const {
    engine::ActList known;
    engine::legal_acts(program_, before_, known);
    engine::ActList acts = known;
    if (hides_) {
      Position wide = before_;
      engine::for_each_tile(faces_, [&](TileId tile) { hand_of(wide).add(tile); });
      engine::ActList more;
      engine::legal_acts(program_, wide, more);
      // Only tiles that surely are in hand are said to be shown.
      std::erase_if(more,
                    [](const Act& act) { return act.kind == ActKind::declared && act.tile != no_tile; });
      acts.insert(acts.end(), more.begin(), more.end());
    }
    std::erase_if(acts, [&](const Act& act) {
      return act.actor != actor_ || act.kind == ActKind::draw || act.kind == ActKind::done;
    });
    std::set<std::tuple<ActKind, TileId, std::uint16_t, std::uint16_t, Seat, std::int32_t>> met;
    std::erase_if(acts, [&](const Act& act) {
      return !met.insert({act.kind, act.tile, act.end, act.declared, act.whom, act.amount}).second;
    });
    std::stable_partition(acts.begin(), acts.end(), [&](const Act& act) { return is_held(act); });
    acts.push_back({.kind = ActKind::draw, .actor = actor_});
    std::stable_partition(acts.begin(), acts.end(),
                          [](const Act& act) { return act.kind != ActKind::declared; });
    acts.push_back({.kind = ActKind::done, .actor = actor_});
    return acts;
  }

  void add_lays(const engine::ActList& acts) {
    std::set<std::pair<int, TileId>> sides;
    std::vector<HiddenLays> hidden;  // by end, in order
    for (const Act& act : acts) {
      if (act.kind != ActKind::lay) continue;
      const int index = engine::find_end(before_, act.end);
      if (index < 0) continue;
      const engine::End& end = before_.ends[static_cast<std::size_t>(index)];
      // The sides of a double are as good as each other.
      if (end.side && act.amount == 0 && !sides.insert({end.group, act.tile}).second) continue;
      if (is_held(act)) {
        if (is_legal(act)) add(lay_of(act.tile, halves_of(act.tile), end, act.amount), {act});
        continue;
      }
      if (act.amount != 0) continue;
      auto at = find_if(hidden, [&](const HiddenLays& lays) { return lays.end == &end; });
      if (at == hidden.end()) at = hidden.insert(at, {&end, {}, {}});
      (has_half(act.tile, end.pip) ? at->joining : at->other).push_back(act);
    }
    for (const HiddenLays& lays : hidden) {
      const std::optional<int> half = common_half(lays.other);
      if (!lays.other.empty() && !half) {
        std::vector<Act> any = lays.joining;
        any.insert(any.end(), lays.other.begin(), lays.other.end());
        add_hidden(*lays.end, any, {});
        continue;
      }
      add_hidden(*lays.end, lays.joining, {lays.end->pip});
      if (half) add_hidden(*lays.end, lays.other, {*half});
    }
  }

  /// The tiles of a hand that is not known, which fit at an end: those with its number, and others.
  struct HiddenLays {
    const engine::End* end = nullptr;
    std::vector<Act> joining;
    std::vector<Act> other;
  };

  static bool has_half(TileId tile, int pip) {
    return engine::high_of(tile) == pip || engine::low_of(tile) == pip;
  }

  /// The number that all of these tiles have; absent: there is none.
  static std::optional<int> common_half(const std::vector<Act>& lays) {
    if (lays.empty()) return std::nullopt;
    for (const int pip : {engine::low_of(lays.front().tile), engine::high_of(lays.front().tile)})
      if (all_of(lays, [&](const Act& lay) { return has_half(lay.tile, pip); })) return pip;
    return std::nullopt;
  }

  /// `common`: the half that all have, if they have one.
  void add_hidden(const engine::End& end, const std::vector<Act>& lays, std::vector<int> common) {
    std::vector<Act> legal;
    // Two say that it may be one of several.
    for (const Act& act : lays)
      if (legal.size() < 2 && is_legal(act)) legal.push_back(act);
    if (legal.empty()) return;
    const TileId tile = legal.front().tile;
    add(lay_of(tile, legal.size() == 1 ? halves_of(tile) : std::move(common), end), legal);
  }

  /// An act that is no lay. Of one with an amount `act` has the least; all amounts are named with which it is
  /// legal, those that follow each other as `1 to 3`.
  void add_words(const Act& act) {
    const bool has_amount =
        act.kind == ActKind::declared && program_.declared[act.declared].amount.has_value();
    if (!has_amount) {
      if (is_legal(act)) add(word_of(act), {act});
      return;
    }
    const std::int32_t greatest = program_.declared[act.declared].amount->second;
    const std::int32_t last = greatest - act.amount < most_amounts ? greatest : act.amount + most_amounts - 1;
    std::vector<Act> run;
    const auto add_run = [&](bool goes_on) {
      if (run.empty()) return;
      std::string amount = fmt::format(" {}", run.front().amount);
      if (run.size() == 2 && !goes_on) {
        add(word_of(act, amount), {run.front()});
        amount = fmt::format(" {}", run.back().amount);
        run.erase(run.begin());
      } else if (run.size() > 1) {
        amount += fmt::format(" to {}", run.back().amount);
      }
      if (goes_on) amount += ", perhaps more";
      add(word_of(act, amount), std::exchange(run, {}));
    };
    for (std::int64_t amount = act.amount; amount <= last; ++amount) {
      Act one = act;
      one.amount = static_cast<std::int32_t>(amount);
      if (is_legal(one))
        run.push_back(one);
      else
        add_run(false);
    }
    add_run(last < greatest);
  }

  bool is_legal(const Act& act) {
    steps_ -= steps_for_act + rows_.work().act;
    if (steps_ <= 0) {
      found_.complete = false;
      return false;
    }
    const ActClaims claims = claims_of(program_, rows_, before_, act, faces_, others_);
    if (!claims.open.empty()) found_.complete = false;
    if (!claims.broken.empty() || !claims.open.empty()) return false;
    const std::size_t known = clues_.size();
    if (hides_) add_clues_of(act, claims);
    bool fits = true;
    if (clues_.size() > known) {
      HiddenHands hands =
          hands_from(clues_, act_, program_.copies, program_.tile_kinds, [](const Clue&) { return true; });
      hands.test_steps = rows_.work().test;
      steps_ -= static_cast<std::int64_t>(clues_.size()) / clues_a_step;
      const FillingResult result = fill_hands(hands, std::max<std::int64_t>(steps_, 1));
      steps_ -= result.steps;
      fits = result.filling == Filling::possible;
      if (result.filling == Filling::unknown) found_.complete = false;
      clues_.resize(known);
      // Where nothing fits what is believed, that is not the fault of this act: the trial of the whole tells.
      if (result.filling == Filling::impossible) fits = !is_believable();
    }
    return fits;
  }

  /// A tile of a hand in which it cannot have been says nothing.
  void add_shown(TileId tile) {
    Clue clue;
    clue.kind = ClueKind::shown;
    clue.act = act_;
    clue.time = 2 * act_;
    clue.seat = actor_;
    clue.tile = tile;
    clues_.push_back(clue);
    if (is_believable()) return;
    clues_.pop_back();
    believable_.reset();
  }

  /// True if some hands go with the clues, without any act more.
  bool is_believable() {
    if (!believable_) {
      HiddenHands hands =
          hands_from(clues_, act_, program_.copies, program_.tile_kinds, [](const Clue&) { return true; });
      hands.test_steps = rows_.work().test;
      const FillingResult result = fill_hands(hands, std::max<std::int64_t>(steps_, 1));
      steps_ -= result.steps;
      believable_ = result.filling != Filling::impossible;
    }
    return *believable_;
  }

  /// Adds what the act would say of the hidden tiles.
  void add_clues_of(const Act& act, const ActClaims& claims) {
    Clue clue;
    clue.kind = ClueKind::lay;
    clue.act = act_;
    clue.time = 2 * act_;
    clue.seat = actor_;
    clue.tile = act.tile;
    Clue claim = clue;
    claim.tile = no_tile;
    add_claims(program_, before_, act, claims, claim, clues_);
    if (act.kind == ActKind::lay && !is_held(act)) clues_.push_back(clue);
  }

  bool is_held(const Act& act) const {
    return act.kind == ActKind::lay && before_.hands[static_cast<std::size_t>(actor_)].has(act.tile);
  }
  engine::TileBag& hand_of(Position& position) const {
    return position.hands[static_cast<std::size_t>(actor_)];
  }

  static std::vector<int> halves_of(TileId tile) { return {engine::high_of(tile), engine::low_of(tile)}; }

  /// `tile`: one of those that have these halves.
  Instead lay_of(TileId tile, std::vector<int> halves, const engine::End& end, std::int32_t joins = 0) const {
    const std::string where = place_text(program_, reporter_.header, before_, actor_, tile, end.serial, joins,
                                         PlaceNumbers::written);
    Instead lay;
    if (halves.empty()) {
      lay.text = "?";
      lay.words = "any tile";
    } else if (halves.size() == 1) {
      const int half = halves.front();
      lay.text = fmt::format("{}-?", half);
      lay.words =
          fmt::format("any tile with {} {}", half == 8 || half == 11 || half == 18 ? "an" : "a", half);
    } else {
      lay.text = tile_text(tile) + outward_text(tile, joins);
      lay.words = "the " + tile_text(tile);
    }
    if (!where.empty()) lay.text += ">" + where;
    if (end.side) lay.words += fmt::format(" at the {}", tile_text(end.tile));
    lay.words += " on " + train_in_words(program_, reporter_.header, end.train);
    if (joins != 0) lay.words += fmt::format(", its {} outward", engine::low_of(tile));
    lay.halves = std::move(halves);
    return lay;
  }

  /// An act that is no lay, without its amount.
  Instead word_of(const Act& act) const {
    if (act.kind == ActKind::done) return {"pass", "end the turn"};
    const std::string word(reporter_.act_word(act));
    if (act.kind != ActKind::declared) return {word, word};
    std::string words = word;
    std::replace(words.begin(), words.end(), '_', ' ');
    if (act.whom != no_seat) words += " " + spoken_name(reporter_.header, act.whom);
    if (act.tile != no_tile) words += " with the " + tile_text(act.tile);
    return {reporter_.declared_text(act), words};
  }
  Instead word_of(const Act& act, const std::string& amount) const {
    const Instead word = word_of(act);
    return {word.text + amount, word.words + amount};
  }

  void add(Instead what, std::vector<Act> acts) {
    const auto is_it = [&](const Alternative& listed) { return listed.what.text == what.text; };
    if (none_of(found_.acts, is_it)) found_.acts.push_back({std::move(what), std::move(acts)});
  }

  const BreachReporter& reporter_;
  const engine::Rules& program_;
  HandRowsOnDemand& rows_;
  std::vector<Clue> clues_;
  int act_;
  const Position& before_;
  Seat actor_;
  std::int64_t& steps_;
  bool hides_;
  bool others_;
  TileSet faces_;
  std::optional<bool> believable_;
  Alternatives found_;
};

}  // namespace

Alternatives alternatives(const BreachReporter& reporter, HandRowsOnDemand& rows, std::vector<Clue> clues,
                          int act, const Position& before, TileId shown, std::int64_t& steps) {
  return Trial(reporter, rows, std::move(clues), act, before, steps).run(shown);
}

}  // namespace roundhouse::replay
