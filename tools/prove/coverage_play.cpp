#include "tools/prove/coverage_play.h"

#include <utility>

#include "dsl/base/search.h"
#include "engine/dealer.h"
#include "engine/fold.h"
#include "engine/random.h"
#include "engine/table.h"
#include "engine/watched_apply.h"
#include "replay/fold/act_rows.h"
#include "tools/prove/roam.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Phase;
using engine::Position;

class CoveragePlayer {
 public:
  CoveragePlayer(const CoverRules& rules, const CoverageAims& aims, const std::vector<char>& wanted,
                 std::uint64_t seed)
      : rules_(rules),
        program_(rules.program()),
        aims_(aims),
        wanted_(wanted),
        random_(engine::mix64(seed) + static_cast<std::uint64_t>(program_.players)) {
    play_.best.resize(aims.all().size());
  }

  CoveragePlay play(std::size_t most_positions) {
    while (play_.positions < most_positions) {
      play_round(all_policies()[play_.rounds % all_policies().size()], most_positions);
      ++play_.rounds;
    }
    return std::move(play_);
  }

 private:
  /// A beginning as long as this is no example any more.
  static constexpr int most_acts = 1'000;

  void play_round(const PlayPolicy& temper, std::size_t most_positions) {
    Position position = engine::begin_match(program_);
    engine::begin_round(program_, position);
    acts_.clear();
    chosen_ = 0;
    for (int count = 0; count < most_acts && play_.positions < most_positions; ++count) {
      if (engine::expected(program_, position).next == engine::Next::choice) consider_all(position);
      const std::optional<Act> act = next_act(program_, position, temper, legal_, random_);
      ++play_.positions;
      if (!act) return;
      acts_.push_back(*act);
      if (engine::is_by_rows(act->kind)) ++chosen_;
      engine::apply_watched(program_, position, *act,
                            [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
                              rules_.look_at_event(event, truths(at, moment),
                                                   [&](std::size_t aim) { note(aim, nullptr, {}); });
                            });
    }
  }

  /// All that the player to act might think of.
  void consider_all(const Position& position) {
    const engine::Seat me = position.phase == Phase::lead ? position.holder : position.turn_player;
    if (me == engine::no_seat) return;
    find_open_rows();
    const engine::TileBag& hand = position.hands[engine::index_of(me)];
    if (position.phase == Phase::lead) {
      engine::for_each_tile(hand.once, [&](engine::TileId tile) {
        consider(position, {.kind = ActKind::lead, .actor = me, .tile = tile});
      });
      return;
    }
    for (std::size_t e = 0; e < position.end_count; ++e)
      engine::for_each_tile(hand.once, [&](engine::TileId tile) {
        consider(position, {.kind = ActKind::lay, .actor = me, .tile = tile, .end = position.ends[e].serial});
      });
    consider(position, {.kind = ActKind::draw, .actor = me});
    consider(position, {.kind = ActKind::done, .actor = me});
    for (std::size_t index = 0; index < program_.declared.size(); ++index)
      consider_declared(position, me, static_cast<std::uint16_t>(index));
  }

  void consider_declared(const Position& position, engine::Seat me, std::uint16_t index) {
    const dsl::DeclaredAct& act = program_.declared[index];
    if (act.by == dsl::ActBy::referee) return;
    for (int target = 0; target < (act.whom ? program_.players : 1); ++target) {
      Act said{.kind = ActKind::declared,
               .actor = me,
               .whom = act.whom ? static_cast<engine::Seat>(target) : engine::no_seat,
               .declared = index,
               .amount = act.amount ? act.amount->first : 0};
      if (act.tile == dsl::ActTile::none) {
        consider(position, said);
        continue;
      }
      const engine::Seat owner = engine::hand_of_given(program_, said);
      for (int tile = 0; tile < program_.tile_kinds; ++tile) {
        said.tile = static_cast<engine::TileId>(tile);
        if (owner == engine::no_seat || position.hands[engine::index_of(owner)].has(said.tile))
          consider(position, said);
      }
    }
  }

  void consider(const Position& position, Act act) {
    if (!is_worth_asking(act)) return;
    const std::vector<engine::Breach> broken = engine::breaches(program_, position, act);
    if (broken.size() > 1) return;
    CoverRules::Judged judged{broken.empty(), {}};
    std::string because;
    if (!broken.empty()) {
      const engine::Breach& breach = broken.front();
      if (breach.law && *breach.law != dsl::Law::not_permitted) return;
      if (!breach.law) judged.row = breach.rule;
      because = breach.law ? std::string(dsl::row(*breach.law).name) : program_.rules[breach.rule.value].id;
    }
    const engine::Moment moment = moment_before(position, act);
    if (act.kind == ActKind::draw) {
      if (position.boneyard == 0) return;
      act = engine::answer_chance(program_, position, act, random_);
    }
    rules_.look(act, judged, truths(position, moment), [&](std::size_t aim) { note(aim, &act, because); });
  }

  /// True if some row of the act has an aim that could be shown by fewer acts.
  bool is_worth_asking(const Act& act) const {
    const dsl::ActRules& rules = *rules_of(program_, act);
    const auto is_open = [&](const auto& row) { return is_row_open(row.rule.value); };
    const auto with_excepts = [&](const dsl::ForbidRow& row) {
      return is_open(row) || any_of(row.excepts, is_open);
    };
    return any_of(rules.forbids, with_excepts) || any_of(rules.advice, with_excepts) ||
           any_of(rules.permits, is_open);
  }
  bool is_row_open(std::size_t row) const { return open_rows_[row] != 0; }
  void find_open_rows() {
    open_rows_.assign(rules_.in_force().size(), 0);
    const std::vector<CoverageAim>& all = aims_.all();
    for (std::size_t aim = 0; aim < all.size(); ++aim) {
      if (!is_open_aim(aim, chosen_ + 1)) continue;
      open_rows_[all[aim].row] = 1;
      if (all[aim].kind == CoverageAim::Kind::lifted) open_rows_[all[aim].other] = 1;
    }
  }
  bool is_open_aim(std::size_t aim, std::size_t chosen) const {
    return wanted_[aim] != 0 && (!play_.best[aim] || play_.best[aim]->chosen > chosen);
  }

  CoverRules::Truths truths(const Position& position, const engine::Moment& moment) const {
    return
        [&](dsl::NodeRef node) { return dsl::known_truth(engine::holds(program_, position, moment, node)); };
  }

  /// `last`: an act that is not done; nullptr: the acts so far show it.
  void note(std::size_t aim, const Act* last, const std::string& because) {
    const std::size_t chosen = chosen_ + (last == nullptr ? 0 : 1);
    if (!is_open_aim(aim, chosen)) return;
    Reaching& best = play_.best[aim].emplace();
    best.acts = acts_;
    if (last != nullptr) best.acts.push_back(*last);
    best.chosen = chosen;
    best.legal = because.empty();
    best.because = because;
  }

  const CoverRules& rules_;
  const engine::Rules& program_;
  const CoverageAims& aims_;
  const std::vector<char>& wanted_;
  engine::Random random_;
  std::vector<Act> acts_;
  std::size_t chosen_ = 0;
  engine::ActList legal_;
  std::vector<char> open_rows_;  ///< with an aim that could be shown by fewer acts than so far
  CoveragePlay play_;
};

}  // namespace

CoveragePlay play_for(const CoverRules& rules, const CoverageAims& aims, const std::vector<char>& wanted,
                      std::uint64_t seed, std::size_t most_positions) {
  return CoveragePlayer(rules, aims, wanted, seed).play(most_positions);
}

}  // namespace roundhouse::replay
