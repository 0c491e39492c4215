#include "replay/referee/judge/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "replay/fold/act_rows.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/clauses.h"
#include "replay/referee/judge/starter_reason.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::Position;
using engine::TileId;

/// More places than these make a verdict no clearer.
constexpr std::size_t most_places = 4;

/// Parts that only the act itself is about, and that nobody changes on the way.
constexpr dsl::Aspects unchanging = dsl::aspects::tile | dsl::aspects::actor | dsl::aspects::amount |
                                    dsl::aspects::about | dsl::aspects::end | dsl::aspects::schedule;

/// Something that is so before an act, and since which act it has been so without a break.
struct Since {
  std::function<bool(const Position&)> is_so;
  int act = 0;  ///< 0: from the beginning
};

class Explanation {
 public:
  Explanation(const BreachReporter& reporter, const RoundLog& log, RowParts* parts, int act, Ruling& ruling)
      : reporter_(reporter),
        program_(reporter.program),
        log_(log),
        parts_(parts),
        act_(act),
        step_(log.at(act)->step),
        ruling_(ruling),
        position_(log.before(act)),
        moment_(moment_before(position_, step_.act)) {
    if (!lays_a_tile(step_.act)) moment_.tile = engine::no_tile;  // what comes up is not known before
  }

  void run() {
    if (const std::optional<dsl::Law> law = law_of_ruling())
      explain_law(*law);
    else if (parts_ != nullptr)
      explain_row();
  }

 private:
  std::optional<dsl::Law> law_of_ruling() const {
    if (ruling_.rule_where) return std::nullopt;
    for (const dsl::LawRow& law : dsl::all_laws())
      if (ruling_.rule == law.name) return law.id;
    return std::nullopt;
  }

  // -- laws --------------------------------------------------------------------------------------------

  void explain_law(dsl::Law law) {
    switch (law) {
      case dsl::Law::turn_order:
        // A line of whose turn it is, as far as that is known, is illegal by what came of it.
        if (position_.phase == engine::Phase::play && position_.turn_player != engine::no_seat &&
            reporter_.name(position_.turn_player) != ruling_.place.player) {
          add_since(
              dsl::aspects::turn_owner,
              [seat = position_.turn_player, turn = position_.turn_serial](const Position& at) {
                return at.turn_player == seat && at.turn_serial == turn && at.phase == engine::Phase::play;
              },
              [&](const Played& then) {
                const std::string& whose = reporter_.name(position_.turn_player);
                const Act& last = then.step.act;
                const bool in_play = last.kind == engine::ActKind::done || last.kind == engine::ActKind::pull;
                return in_play && last.actor != engine::no_seat && last.actor != position_.turn_player
                           ? fmt::format("here the turn passes from {} to {}", reporter_.name(last.actor),
                                         whose)
                           : fmt::format("here it becomes {}'s turn", whose);
              });
          explain_starter();
        }
        break;
      case dsl::Law::round_over:
        add_since(
            dsl::aspects::over, [](const Position& at) { return at.phase == engine::Phase::over; },
            [](const Played&) { return std::string("here the round ends"); });
        break;
      case dsl::Law::boneyard_empty:
        add_since(
            dsl::aspects::boneyard, [](const Position& at) { return at.boneyard == 0; },
            [](const Played&) { return std::string("here the boneyard is used up"); });
        break;
      case dsl::Law::tile_not_held:
      case dsl::Law::tile_once:
        explain_tile();
        break;
      case dsl::Law::no_such_place:
      case dsl::Law::no_such_act:
      case dsl::Law::not_the_engine:
      case dsl::Law::false_claim:
      case dsl::Law::not_permitted:
        break;
    }
  }

  /// In the first turn of a round there is no turn before it that would say whose it is.
  void explain_starter() {
    if (parts_ == nullptr || position_.turn_serial != 1) return;
    std::optional<StarterReason> reason = starter_reason(reporter_, parts_->checked(), position_);
    if (!reason) return;
    if (!reason->clause.empty()) add_reason(std::move(reason->clause));
    ruling_.by_value = std::move(reason->by_value);
  }

  /// The place of the tile that is not where the record says.
  void explain_tile() {
    const TileId tile = step_.act.tile;
    if (tile == engine::no_tile || tile >= program_.tile_kinds) return;
    const std::string the_tile = "the " + tile_text(tile);
    if (position_.laid_tiles.count(tile) > 0)
      add_since(
          dsl::aspects::table,
          [tile, count = position_.laid_tiles.count(tile)](const Position& at) {
            return at.laid_tiles.count(tile) >= count;
          },
          [&](const Played& then) {
            const engine::ActKind kind = then.step.act.kind;
            const bool as_engine = kind == engine::ActKind::engine || kind == engine::ActKind::lead;
            return fmt::format("here {} comes to lie {}", the_tile,
                               as_engine ? "in the centre, as the engine" : "on the table");
          });
    for (Seat seat = 0; seat < program_.players; ++seat) {
      const auto held = static_cast<std::size_t>(seat);
      if (seat == step_.act.actor || !position_.hands[held].has(tile)) continue;
      add_since(
          dsl::aspects::none, [tile, held](const Position& at) { return at.hands[held].has(tile); },
          [&](const Played& then) {
            return then.step.act.kind == engine::ActKind::deal
                       ? fmt::format("{} has {} from the deal", reporter_.name(seat), the_tile)
                       : fmt::format("here {} gets {}", reporter_.name(seat), the_tile);
          });
    }
  }

  void add_since(dsl::Aspects reads, std::function<bool(const Position&)> is_so,
                 const std::function<std::string(const Played&)>& text) {
    std::vector<Since> since{{std::move(is_so)}};
    find(since);
    if (since.front().act == 0) return;
    add_place(since.front().act, reads, text(*log_.at(since.front().act)));
  }

  // -- rows --------------------------------------------------------------------------------------------

  void explain_row() {
    const dsl::ActRules* rules = rules_of(program_, step_.act);
    if (rules == nullptr) return;
    const std::vector<dsl::ForbidRow>& rows = rules->forbids;
    const auto row = find_if(rows, [&](const dsl::ForbidRow& forbid) {
      return program_.rules[forbid.rule.value].id == ruling_.rule;
    });
    if (row == rows.end()) return explain_permits(*rules);
    const std::optional<std::vector<Reason>> reasons = parts_->reasons(row->rule, true, position_, moment_);
    if (reasons) add_reasons(*reasons);
    for (const dsl::ExceptRow& except : row->excepts) explain_exception(except.rule);
  }

  void explain_permits(const dsl::ActRules& rules) {
    for (const dsl::PermitRow& permit : rules.permits) {
      const auto reasons = parts_->reasons(permit.rule, false, position_, moment_);
      if (!reasons) continue;
      for (const Reason& reason : *reasons) add_reason(clause(reason));
    }
  }

  void explain_exception(dsl::RuleId rule) {
    const engine::Rules::RuleText& text = program_.rules[rule.value];
    Exception exception{.rule = text.id, .says = text.says, .rule_where = text.where};
    if (const auto reasons = parts_->reasons(rule, false, position_, moment_))
      for (const Reason& reason : *reasons) {
        std::string why = clause(reason);
        if (!contains(exception.why_not, why)) exception.why_not.push_back(std::move(why));
      }
    ruling_.exceptions.push_back(std::move(exception));
  }

  void add_reasons(const std::vector<Reason>& reasons) {
    std::vector<const Reason*> placed;
    std::vector<Since> since;
    for (const Reason& reason : reasons) {
      if (looks_at_hands(reason)) {
        add_reason(clause(reason));
        continue;
      }
      if (!may_change(reason)) continue;
      placed.push_back(&reason);
      since.push_back({[this, reason](const Position& at) { return is_so(reason, at); }});
    }
    find(since);
    for (std::size_t i = 0; i < placed.size(); ++i) {
      if (asks_for_debts(*placed[i])) since[i].act = std::max(since[i].act, oldest_debt());
      const std::string text = clause(*placed[i]);
      if (since[i].act == 0 || is_new_turn(since[i].act, *placed[i]))
        add_reason(text);
      else
        add_place(since[i].act, placed[i]->reads, fmt::format("since here {}", text));
    }
  }

  /// False for parts that never change: of an end, whose it is and where it lies.
  static bool may_change(const Reason& reason) {
    const bool is_of_end = (reason.reads & dsl::aspects::end) != dsl::aspects::none;
    const dsl::Aspects stays = unchanging | (is_of_end ? dsl::aspects::table : dsl::aspects::none);
    return (reason.reads & ~stays & dsl::aspects::position) != dsl::aspects::none;
  }

  /// True if it has been so since the turn began, because nothing was done in it yet.
  bool is_new_turn(int since, const Reason& reason) const {
    constexpr dsl::Aspects of_turn = dsl::aspects::turn_counts | dsl::aspects::facts;
    return (reason.reads & of_turn) != dsl::aspects::none &&
           log_.before(since).turn_serial != position_.turn_serial && !rule_at_work(since, reason.reads);
  }

  /// True if it asks for debts: of several doubles that were uncovered one after the other, those that still
  /// are count.
  static bool asks_for_debts(const Reason& reason) {
    return reason.so && (reason.reads & dsl::aspects::debts) != dsl::aspects::none &&
           (reason.reads & dsl::aspects::end) == dsl::aspects::none;
  }

  /// The act by which the oldest double came that is uncovered now; 0: none is.
  int oldest_debt() const {
    if (position_.debt_count == 0) return 0;
    std::vector<Since> since{{[group = position_.debts[0].group](const Position& at) {
      return std::any_of(at.debts.begin(), at.debts.begin() + at.debt_count,
                         [&](const engine::Debt& debt) { return debt.group == group; });
    }}};
    find(since);
    return since.front().act;
  }

  bool looks_at_hands(const Reason& reason) const {
    if ((reason.reads & dsl::aspects::hands) != dsl::aspects::none) return true;
    return dsl::any_node(parts_->rules(), reason.node,
                         [](const dsl::Node& node) { return node.op == dsl::Op::can; });
  }

  bool is_so(const Reason& reason, const Position& at) const {
    const bool asks_for_end = (reason.reads & dsl::aspects::end) != dsl::aspects::none &&
                              (reason.reads & dsl::aspects::markers) == dsl::aspects::none;
    // Of an end that was not there yet nothing was so, and nothing came to be otherwise.
    if (asks_for_end && moment_.end != engine::absent && engine::find_end(at, moment_.end) < 0)
      return !reason.so;
    return engine::holds(parts_->rules(), at, moment_at(at), reason.node) == reason.so;
  }

  /// The moment of the act, had it come in this position: where its end was not there yet, at the end of the
  /// main line of the same train, where a marker would have stood.
  engine::Moment moment_at(const Position& at) const {
    engine::Moment moment = moment_;
    moment.end_index = -1;
    if (moment.end == engine::absent || engine::find_end(at, moment.end) >= 0) return moment;
    const int train = moment_.end_snapshot.train;
    moment.end = engine::absent;
    for (int i = 0; i < at.end_count; ++i) {
      const engine::End& end = at.ends[static_cast<std::size_t>(i)];
      if (end.train != train || !end.tail) continue;
      moment.end = end.serial;
      moment.end_snapshot = end;
      break;
    }
    return moment;
  }

  std::string clause(const Reason& reason) const {
    return clause_of(reporter_, *parts_, reason, position_, step_.act, moment_);
  }

  // -- places ------------------------------------------------------------------------------------------

  void find(std::vector<Since>& all) const {
    if (all.empty()) return;
    std::vector<bool> was(all.size(), false);
    log_.visit_before(act_, [&](int act, const Position& at) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is = all[i].is_so(at);
        if (is && !was[i]) all[i].act = act - 1;
        was[i] = is;
      }
    });
  }

  void add_reason(std::string text) {
    if (!contains(ruling_.reasons, text)) ruling_.reasons.push_back(std::move(text));
  }

  void add_place(int act, dsl::Aspects reads, std::string text) {
    const FoldAct& then = log_.at(act)->step;
    if (const std::optional<dsl::RuleId> rule = rule_at_work(act, reads))
      text += fmt::format(" (rule {})", program_.rules[rule->value].id);
    std::vector<Because>& all = ruling_.because;
    const auto is_there = [&](const Because& because) {
      return because.place.where == then.where && because.message == text;
    };
    if (all.size() < most_places && none_of(all, is_there))
      all.push_back({reporter_.place(then.item, then.where), std::move(text)});
  }

  /// The last row of those that applied then whose effects change what is read.
  std::optional<dsl::RuleId> rule_at_work(int act, dsl::Aspects reads) const {
    Position position = log_.before(act);
    const Played& then = *log_.at(act);
    engine::Trace trace;
    if (then.carried_out) apply_assuming(program_, position, then.step.act, then.assumed, &trace);
    for (auto happening = trace.rbegin(); happening != trace.rend(); ++happening)
      if (happening->kind == engine::Happening::Kind::row && (writes(happening->rule) & reads) != 0)
        return happening->rule;
    return std::nullopt;
  }

  dsl::Aspects writes(dsl::RuleId rule) const {
    for (const std::vector<dsl::AfterRow>& rows : program_.after)
      for (const dsl::AfterRow& row : rows)
        if (row.rule == rule) {
          dsl::Aspects all = dsl::aspects::none;
          for (const dsl::EffectCall& effect : row.effects) all |= dsl::row(effect.id).writes;
          return all;
        }
    return dsl::aspects::none;
  }

  const BreachReporter& reporter_;
  const engine::Rules& program_;
  const RoundLog& log_;
  RowParts* parts_;
  int act_;
  const FoldAct& step_;
  Ruling& ruling_;
  Position position_;
  engine::Moment moment_;
};

}  // namespace

void explain(const BreachReporter& reporter, const RoundLog& log, RowParts* parts, int act, Ruling& ruling,
             std::int64_t& steps) {
  // An earlier line about the hands is the reason already.
  if (!ruling.because.empty() || log.at(act) == nullptr) return;
  // Each part of the condition is asked again before each act.
  const std::int64_t cost = 2 * std::int64_t{act} + (parts == nullptr ? 0 : parts->cost());
  if (cost > steps) return;
  steps -= cost;
  Explanation(reporter, log, parts, act, ruling).run();
}

}  // namespace roundhouse::replay
