#include "replay/referee/judge/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/program/nodes.h"
#include "engine/watched_apply.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/engine_claims.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

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
  Explanation(const BreachReporter& reporter, const RoundLog& log, RowParts* parts, Causes& causes, int act,
              Ruling& ruling)
      : reporter_(reporter),
        program_(reporter.program),
        log_(log),
        parts_(parts),
        causes_(causes),
        act_(act),
        step_(log.at(act)->step),
        ruling_(ruling),
        position_(log.before(act)),
        moment_(moment_before(position_, step_.act)) {
    if (!lays_a_tile(step_.act)) moment_.tile = no_tile;  // what comes up is not known before
  }

  void run() {
    if (const std::optional<dsl::Law> law = law_of_ruling())
      explain_law(*law);
    else if (parts_ != nullptr)
      explain_row();
  }

  /// Of a tile that an earlier line denies: the value by which that line could not have been.
  void name_denied_value() {
    const std::optional<dsl::Law> law = law_of_ruling();
    if (law && !dsl::row(*law).denied.empty()) add_value(dsl::row(*law).denied);
  }

  void add_reasons_of(dsl::RuleId row) {
    if (const auto reasons = parts_->reasons(row, true, position_, moment_)) add_reasons(*reasons);
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
        if (position_.phase == engine::Phase::play && position_.turn_player != no_seat &&
            short_name(reporter_.header, position_.turn_player) != ruling_.place.player) {
          add_decided(
              dsl::aspects::turn_owner,
              [seat = position_.turn_player, turn = position_.turn_serial](const Position& at) {
                return at.turn_player == seat && at.turn_serial == turn && at.phase == engine::Phase::play;
              },
              [&](const Played& then) {
                const std::string& whose = reporter_.name(position_.turn_player);
                const Act& last = then.step.act;
                const bool in_play = last.kind == ActKind::done || last.kind == ActKind::pull;
                return in_play && last.actor != no_seat && last.actor != position_.turn_player
                           ? fmt::format("here the turn passes from {} to {}", reporter_.name(last.actor),
                                         whose)
                           : fmt::format("here it becomes {}'s turn", whose);
              });
          explain_starter();
        } else if (position_.phase != engine::Phase::play && position_.phase != engine::Phase::over) {
          // The values that say who leads the engine, and who draws for it.
          const bool leads = step_.act.kind == ActKind::lead;
          add_value(leads ? "engine.leader" : "engine.missing");
        }
        break;
      case dsl::Law::round_over:
        explain_end_of_round();
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
      case dsl::Law::not_the_engine:
        // Not one that may be the engine, or one that comes behind another.
        if (step_.act.tile != no_tile)
          add_value(may_be_engine(program_, position_, step_.act.tile) ? "engine.best" : "engine.wanted");
        break;
      case dsl::Law::false_claim:
        if (step_.act == hands_stay())
          add_value("redeal");
        else
          explain_claim();
        break;
      case dsl::Law::no_such_place:
      case dsl::Law::no_such_act:
      case dsl::Law::not_permitted:
        break;
    }
  }

  /// In the first turn of a round there is no turn before it that would say whose it is.
  void explain_starter() {
    if (parts_ == nullptr || position_.turn_serial != 1) return;
    std::optional<Position> begun;
    log_.visit_before(act_, [&](int, const Position& at) {
      if (!begun && at.phase == engine::Phase::play && at.turn_serial == 1) begun = at;
    });
    if (!begun) return;
    std::optional<StarterReason> reason = starter_reason(reporter_, parts_->checked(), *begun);
    if (!reason) return;
    if (!reason->clause.empty()) {
      add_reason(std::move(reason->clause));
      add_value("starter", true);
    }
    if (reason->by_value) ruling_.decided_by.push_back(std::move(*reason->by_value));
  }

  /// `only_with_sections`: what it says is said already.
  void add_value(std::string_view key, bool only_with_sections = false) {
    if (parts_ == nullptr) return;
    dsl::KnownFacts known;
    known.players = program_.players;
    auto decider = value_decider(parts_->checked(), known, key);
    if (decider && !(only_with_sections && decider->from.empty()))
      ruling_.decided_by.push_back(std::move(*decider));
  }

  /// By the kind of line that is not true.
  void explain_claim() {
    const RecordRound& round = reporter_.round;
    if (step_.item >= round.items.size()) return;
    std::visit(overloaded{
                   [&](const TurnLine& line) {
                     if (line.claim != MarkClaim::none && step_.where == line.claim_at.span)
                       explain_marks(line);
                   },
                   [&](const OverLine&) {
                     explain_not_over();
                     if (ruling_.decided_by.empty()) explain_penalty_of_last();
                     if (ruling_.decided_by.empty() && ruling_.because.empty()) explain_not_over(true);
                   },
                   [&](const LeftLine& line) {
                     const auto seat = static_cast<std::size_t>(line.player);
                     if (line.tiles.size() < position_.players[seat].count) explain_penalty(line.player);
                   },
                   [&](const LotsLine&) { add_value("lots"); },
                   [&](const FirstLine&) { add_value("first"); },
                   [&](const SeekLine&) { add_value("engine.missing"); },
                   [&](const TurnedLine&) { add_value("engine.missing"); },
                   [&](const EngineLine&) { add_value("engine.from"); },
                   [&](const RedealLine&) { add_value("redeal"); },
                   [](const auto&) {},
               },
               round.items[step_.item].line);
  }

  /// The acts of the player's turn up to here, those of earlier lines of it, too, the last first.
  std::vector<int> acts_of_turn(Seat seat) const {
    std::vector<int> acts;
    std::optional<std::uint16_t> serial;
    for (int act = act_ - 1; act > 0; --act) {
      const Played& played = *log_.at(act);
      const Position before = log_.before(act);
      if (played.step.item != step_.item && (!serial || before.turn_serial != *serial)) break;
      if (!played.carried_out || played.step.act.actor != seat) continue;
      serial = before.turn_serial;
      acts.push_back(act);
    }
    return acts;
  }

  static bool marks(const dsl::AfterRow& row) {
    return any_of(row.effects, [](const dsl::EffectCall& effect) { return effect.id == dsl::Effect::mark; });
  }

  /// `nomark` where a marker went up: the row that put it there. `mark` where none did: the rows that would
  /// have, of the events that came in this turn, and why they did not.
  void explain_marks(const TurnLine& line) {
    for (const int act : acts_of_turn(line.player)) {
      const Played& played = *log_.at(act);
      Position position = log_.before(act);
      if (line.claim == MarkClaim::nomark) {
        engine::Trace trace;
        apply_assuming(program_, position, played.step.act, played.assumed, &trace);
        for (const engine::Happening& happening : trace)
          if (happening.kind == engine::Happening::Kind::marked && happening.changed && !happening.moved_on) {
            ruling_.decided_by.push_back(row_decider(program_, happening.rule));
            return;
          }
        continue;
      }
      if (parts_ == nullptr || !ruling_.decided_by.empty()) return;
      engine::apply_watched(program_, position, played.step.act,
                            [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
                              for (const dsl::AfterRow& row : program_.after[event.value])
                                if (marks(row)) explain_idle(row, at, moment, played.step.act);
                            });
    }
  }

  /// A row that did not stand, once, with the parts of its condition by which it did not.
  void explain_idle(const dsl::AfterRow& row, const Position& at, const engine::Moment& moment,
                    const Act& act) {
    Decider decider = row_decider(program_, row.rule);
    const auto is_it = [&](const Decider& one) { return one.key == decider.key; };
    if (!program_.rules[row.rule.value].has_sentence || any_of(ruling_.decided_by, is_it)) return;
    if (parts_->truth(row.rule, at, moment) == dsl::Truth::no) {
      auto why_not = clauses_of(reporter_, *parts_, row.rule, false, at, act, moment);
      // A clause about each of several things, in clauses of its own, nobody reads.
      if (!why_not || any_of(*why_not, [](const std::string& one) { return contains(one, ':'); })) return;
      decider.why_not = std::move(*why_not);
      ruling_.decided_by.push_back(std::move(decider));
    } else if (const auto lifted = lifted_by(row, at, moment)) {
      ruling_.decided_by.push_back(row_decider(program_, *lifted));
    }
  }

  /// The first exception of the row that holds.
  std::optional<dsl::RuleId> lifted_by(const dsl::AfterRow& row, const Position& at,
                                       const engine::Moment& moment) {
    const auto lifted = find_if(row.excepts, [&](const dsl::ExceptRow& except) {
      return parts_->truth(except.rule, at, moment) == dsl::Truth::yes;
    });
    return lifted == row.excepts.end() ? std::nullopt : std::optional(lifted->rule);
  }

  /// `over` where a hand is empty or nobody can go on: the exceptions by which a row that ends rounds did
  /// not, in the last turn. `with_idle`: also those that did not stand by their own condition.
  void explain_not_over(bool with_idle = false) {
    if (parts_ == nullptr) return;
    for (int act = act_ - 1; act > 0; --act) {
      const Played& played = *log_.at(act);
      Position position = log_.before(act);
      if (played.carried_out && (with_idle || played.step.act.kind != ActKind::done)) {
        engine::apply_watched(
            program_, position, played.step.act,
            [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
              for (const dsl::AfterRow& row : program_.after[event.value])
                if (ends_round(row) && (with_idle || engine::holds(program_, at, moment, row.when)))
                  explain_idle(row, at, moment, played.step.act);
            });
      }
      if ((!with_idle && !ruling_.decided_by.empty()) || played.step.act.kind == ActKind::lay) return;
    }
  }

  /// Of the player who would be out but for it.
  void explain_penalty_of_last() {
    for (int act = act_ - 1; act > 0; --act) {
      const Played& played = *log_.at(act);
      if (played.step.act.kind == ActKind::lay) return explain_penalty(played.step.act.actor);
    }
  }

  /// Tiles that a player had to take and that nobody wrote down: the acts and the rows that asked for them.
  void explain_penalty(Seat seat) {
    std::optional<int> cause;  // the last act that made somebody take tiles
    std::optional<dsl::RuleId> row;
    std::int32_t tiles = 0;
    log_.visit_before(act_, [&](int act, const Position& at) {
      const Played* played = log_.at(act);
      if (act >= act_ || played == nullptr || !played->carried_out) return;
      const Act& done = played->step.act;
      if (done.kind == ActKind::pull && done.actor == seat && cause && !is_written(played->step)) {
        add_place(*cause,
                  fmt::format("here {} has to draw {} {}, and nobody wrote that down", reporter_.name(seat),
                              tiles, tiles == 1 ? "tile" : "tiles"),
                  row);
        return;
      }
      Position position = at;
      engine::Trace trace;
      apply_assuming(program_, position, done, played->assumed, &trace);
      for (const engine::Happening& happening : trace)
        if (happening.kind == engine::Happening::Kind::pulled && happening.seat == seat) {
          cause = act;
          row = happening.rule;
          tiles = happening.number;
        }
    });
  }

  /// True of a tile that had to be taken and has a sign of its own in the record, `?` too.
  bool is_written(const FoldAct& step) const {
    const auto& items = reporter_.round.items;
    return step.written || step.item >= items.size() || step.where != items[step.item].at.span;
  }

  static bool ends_round(const dsl::AfterRow& row) {
    return any_of(row.effects,
                  [](const dsl::EffectCall& effect) { return dsl::writes(effect.id, dsl::aspects::over); });
  }

  void explain_end_of_round() {
    add_decided(
        dsl::aspects::over, [](const Position& at) { return at.phase == engine::Phase::over; },
        [](const Played&) { return std::string("here the round ends"); });
  }

  /// True if the sentence speaks of this tile: "the 2-1", which neither "the 12-1" nor "the 2-11" is.
  static bool names(const std::string& sentence, TileId tile) {
    const std::string text = " " + tile_text(tile);
    for (std::size_t at = sentence.find(text); at != std::string::npos; at = sentence.find(text, at + 1)) {
      const std::size_t end = at + text.size();
      if (end == sentence.size() || sentence[end] < '0' || sentence[end] > '9') return true;
    }
    return false;
  }

  /// The place of the tile that is not where the record says.
  void explain_tile() {
    if (step_.act.tile != no_tile) return explain_tile(step_.act.tile);
    if (step_.item >= reporter_.round.items.size()) return;
    // Of the tiles of a line the one that is ruled on.
    const Line& line = reporter_.round.items[step_.item].line;
    const std::vector<WrittenTile>* tiles = nullptr;
    if (const auto* left = std::get_if<LeftLine>(&line)) tiles = &left->tiles;
    if (const auto* hand = std::get_if<HandLine>(&line)) tiles = &hand->tiles;
    if (tiles == nullptr) return;
    for (const WrittenTile& written : *tiles) {
      const std::optional<SetTile> tile = tile_in_set(program_, written);
      if (tile && tile->known() && names(ruling_.message, tile->id())) return explain_tile(tile->id());
    }
  }

  void explain_tile(TileId tile) {
    if (tile == no_tile || tile >= program_.tile_kinds) return;
    const std::string the_tile = "the " + tile_text(tile);
    if (position_.laid_tiles.count(tile) > 0)
      add_since(
          dsl::aspects::table,
          [tile, count = position_.laid_tiles.count(tile)](const Position& at) {
            return at.laid_tiles.count(tile) >= count;
          },
          [&](const Played& then) {
            const ActKind kind = then.step.act.kind;
            const bool as_engine = kind == ActKind::engine || kind == ActKind::lead;
            return fmt::format("here {} comes to lie {}", the_tile,
                               as_engine ? "in the centre, as the engine" : "on the table");
          });
    for (Seat seat = 0; seat < program_.players; ++seat) {
      const auto held = static_cast<std::size_t>(seat);
      if (seat == step_.act.actor || !position_.hands[held].has(tile)) continue;
      add_since(
          dsl::aspects::none, [tile, held](const Position& at) { return at.hands[held].has(tile); },
          [&](const Played& then) {
            return then.step.act.kind == ActKind::deal
                       ? fmt::format("{} has {} from the deal", reporter_.name(seat), the_tile)
                       : fmt::format("here {} gets {}", reporter_.name(seat), the_tile);
          });
    }
  }

  /// As add_since, with the row that decided it.
  void add_decided(dsl::Aspects reads, const std::function<bool(const Position&)>& is_so,
                   const std::function<std::string(const Played&)>& text) {
    const int act = add_since(reads, is_so, text);
    if (const auto row = causes_.of(log_, act, reads, is_so))
      ruling_.decided_by.push_back(row_decider(program_, *row));
  }

  /// Returns the act; 0: it has been so from the beginning.
  int add_since(dsl::Aspects reads, std::function<bool(const Position&)> is_so,
                const std::function<std::string(const Played&)>& text) {
    std::vector<Since> since{{std::move(is_so)}};
    find(since);
    const int act = since.front().act;
    if (act > 0) add_place(act, text(*log_.at(act)), causes_.of(log_, act, reads, since.front().is_so));
    return act;
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
    const bool asks_for_marker = reasons && any_of(*reasons, [](const Reason& reason) {
                                   return (reason.reads & dsl::aspects::markers) != dsl::aspects::none;
                                 });
    if (asks_for_marker) explain_no_marker();
  }

  static bool is_marked(const Position& at, int train) {
    return std::any_of(at.ends.begin(), at.ends.begin() + at.end_count,
                       [&](const engine::End& end) { return end.train == train && end.marked; });
  }

  /// Why no marker stands on another player's train: the rows that would have put one there in the last turn
  /// of its owner, had they applied. Nothing, where one has stood there since, or went up in that turn and
  /// came off.
  void explain_no_marker() {
    const int index = moment_.end == engine::absent ? -1 : engine::find_end(position_, moment_.end);
    if (index < 0) return;
    const int train = position_.ends[static_cast<std::size_t>(index)].train;
    const Seat owner = program_.trains[static_cast<std::size_t>(train)].owner;
    if (owner == no_seat || is_marked(position_, train)) return;
    std::optional<std::uint16_t> turn;
    std::vector<int> acts;
    bool was_bare = false;  // when that turn began
    bool went_up = false;   // in it
    log_.visit_before(act_, [&](int act, const Position& at) {
      const bool is_up = is_marked(at, train);
      if (is_up) acts.clear();
      if (turn == at.turn_serial) went_up = went_up || (was_bare && is_up);
      const Played* played = log_.at(act);
      const bool is_of_owner = at.phase == engine::Phase::play && at.turn_player == owner && act < act_ &&
                               played != nullptr && played->carried_out;
      if (!is_of_owner) return;
      if (turn != at.turn_serial) {
        acts.clear();
        was_bare = !is_up;
        went_up = false;
      }
      turn = at.turn_serial;
      acts.push_back(act);
    });
    if (went_up) return;
    for (auto act = acts.rbegin(); act != acts.rend(); ++act)
      if (explain_no_marker(*act, train)) return;
  }

  /// True of a row that asks for a marker: it puts none where none is.
  bool only_moves_markers(dsl::RuleId row) const {
    dsl::KnownFacts known;
    known.players = program_.players;
    known.no_markers = true;
    const std::optional<dsl::TypedExpr>& when = parts_->checked().rules[row.value].when;
    return when && dsl::is_false(dsl::simplify(*when, parts_->checked(), known));
  }

  /// False: no row would have put one there with this act.
  bool explain_no_marker(int act, int train) {
    const Played& played = *log_.at(act);
    Position position = log_.before(act);
    bool found = false;
    const auto would_mark = [&](const dsl::AfterRow& row) {
      Position otherwise = log_.before(act);
      apply_assuming(causes_.with_always(row.rule), otherwise, played.step.act, played.assumed, nullptr);
      return is_marked(otherwise, train);
    };
    engine::apply_watched(
        program_, position, played.step.act,
        [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
          for (const dsl::AfterRow& row : program_.after[event.value]) {
            if (!marks(row) || !program_.rules[row.rule.value].has_sentence) continue;
            if (only_moves_markers(row.rule)) continue;
            // The clause speaks of another turn than the one at hand.
            const std::string why =
                dsl::replaced(why_idle(row, at, moment, played.step.act), "this turn", "that turn");
            if (why.empty() || !would_mark(row)) continue;
            found = true;
            add_place(act,
                      fmt::format("here no marker went up on {}, as {}", reporter_.train_words(train), why),
                      row.rule);
          }
        });
    return found;
  }

  /// Why a row of an event did not apply; empty: it did, or that is not known.
  std::string why_idle(const dsl::AfterRow& row, const Position& at, const engine::Moment& moment,
                       const Act& act) {
    const auto clauses = [&](dsl::RuleId rule, bool holds) {
      const auto all = clauses_of(reporter_, *parts_, rule, holds, at, act, moment);
      return all ? dsl::listed(*all) : std::string();
    };
    const dsl::Truth truth = parts_->truth(row.rule, at, moment);
    if (truth == dsl::Truth::no) return clauses(row.rule, false);
    const auto lifted = truth == dsl::Truth::yes ? lifted_by(row, at, moment) : std::nullopt;
    if (!lifted) return {};
    const std::string why = clauses(*lifted, true);
    return fmt::format("the exception {} holds{}", program_.rules[lifted->value].id,
                       why.empty() ? "" : ": " + why);
  }

  /// Facts with the act that set them; all else as it is here.
  void explain_permits(const dsl::ActRules& rules) {
    for (const dsl::PermitRow& permit : rules.permits) {
      const auto reasons = parts_->reasons(permit.rule, false, position_, moment_);
      if (!reasons) continue;
      for (const Reason& reason : *reasons)
        if ((reason.reads & dsl::aspects::facts) != dsl::aspects::none)
          add_reasons({reason});
        else
          add_reason(clause(reason));
    }
  }

  void explain_exception(dsl::RuleId rule) {
    const engine::Rules::RuleText& text = program_.rules[rule.value];
    Exception exception{.rule = text.id, .says = text.says, .rule_where = text.where};
    if (auto why_not = clauses_of(reporter_, *parts_, rule, false, position_, step_.act, moment_))
      exception.why_not = std::move(*why_not);
    ruling_.exceptions.push_back(std::move(exception));
  }

  void add_reasons(const std::vector<Reason>& reasons) {
    std::vector<const Reason*> placed;
    std::vector<Since> since;
    for (const Reason& reason : reasons) {
      // Of what is not there nothing has been so since any time, and numbers are those that are here.
      if (looks_at_hands(reason) || counts_turns(reason) || (is_of_numbers(reason) && !is_of_turn(reason)) ||
          is_about_nothing(*parts_, reason, position_, moment_)) {
        add_reason(clause(reason));
        continue;
      }
      if (!may_change(reason)) continue;
      placed.push_back(&reason);
      since.push_back({[this, reason](const Position& at) { return is_so(reason, at); }});
    }
    find(since);
    for (std::size_t i = 0; i < placed.size(); ++i) {
      const Reason& reason = *placed[i];
      if (const Since oldest = oldest_debt(); asks_for_debts(reason) && oldest.act > since[i].act)
        since[i] = oldest;
      const int act = since[i].act;
      if (act == 0 || (is_of_turn(reason) && log_.before(act).turn_serial != position_.turn_serial)) {
        add_reason(clause(reason));
        continue;
      }
      const auto row = causes_.of(log_, act, reason.reads, since[i].is_so);
      // Facts are set by rows; what else became so of them is that the clause could be asked.
      if (!row && (reason.reads & dsl::aspects::facts) != dsl::aspects::none) {
        add_reason(clause(reason));
        continue;
      }
      const std::string text = clause_after(reason, act, row);
      if (is_of_numbers(reason) && text != clause(reason)) {
        add_reason(clause(reason));
        continue;
      }
      if (!text.empty()) add_place(act, fmt::format("since here {}", text), row);
    }
  }

  /// False for parts that never change: of an end, whose it is and where it lies.
  static bool may_change(const Reason& reason) {
    const bool is_of_end = (reason.reads & dsl::aspects::end) != dsl::aspects::none;
    const dsl::Aspects stays = unchanging | (is_of_end ? dsl::aspects::table : dsl::aspects::none);
    return (reason.reads & ~stays & dsl::aspects::position) != dsl::aspects::none;
  }

  /// True if it speaks of this turn: no other player's turn made it so.
  bool is_of_turn(const Reason& reason) const {
    if ((reason.reads & dsl::aspects::turn_counts) != dsl::aspects::none) return true;
    return dsl::any_node(parts_->rules(), reason.node, [&](const dsl::Node& node) {
      if (node.op == dsl::Op::member) {
        const auto member = static_cast<dsl::Member>(node.value);
        return member == dsl::Member::debt_fresh || member == dsl::Member::debts_fresh;
      }
      return node.op == dsl::Op::fact && any_of(program_.facts, [&](const dsl::FactSlot& fact) {
               return fact.slot <= node.value && node.value < fact.end() && fact.per == dsl::Scope::turn;
             });
    });
  }

  /// True if it asks for debts: of several doubles that were uncovered one after the other, those that still
  /// are count.
  static bool asks_for_debts(const Reason& reason) {
    return reason.so && (reason.reads & dsl::aspects::debts) != dsl::aspects::none &&
           (reason.reads & dsl::aspects::end) == dsl::aspects::none;
  }

  /// That the oldest double is uncovered which is so now, and the act by which it came; 0: none is.
  Since oldest_debt() const {
    if (position_.debt_count == 0) return {};
    std::vector<Since> since{{[group = position_.debts[0].group](const Position& at) {
      return std::any_of(at.debts.begin(), at.debts.begin() + at.debt_count,
                         [&](const engine::Debt& debt) { return debt.group == group; });
    }}};
    find(since);
    return since.front();
  }

  bool looks_at_hands(const Reason& reason) const {
    if ((reason.reads & dsl::aspects::hands) != dsl::aspects::none) return true;
    return dsl::any_node(parts_->rules(), reason.node,
                         [](const dsl::Node& node) { return node.op == dsl::Op::can; });
  }

  /// A turn begins with the act by which the one before it ended: another player's.
  bool counts_turns(const Reason& reason) const {
    return dsl::any_node(parts_->rules(), reason.node, [](const dsl::Node& node) {
      return dsl::is_member(node, dsl::Member::player_turns);
    });
  }

  bool is_so(const Reason& reason, const Position& at) const {
    const bool asks_for_end =
        (reason.reads & dsl::aspects::end) != dsl::aspects::none &&
        (reason.reads & (dsl::aspects::markers | dsl::aspects::facts)) == dsl::aspects::none;
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

  /// As clause, with the numbers that there were when this act had been done, by the row that made it so.
  std::string clause_after(const Reason& reason, int act, std::optional<dsl::RuleId> row) const {
    if ((reason.reads & dsl::aspects::facts) == dsl::aspects::none && !is_of_numbers(reason))
      return clause(reason);
    const Position after = log_.before(act + 1);
    return clause_of(reporter_, *parts_, reason, after, step_.act, moment_at(after), row);
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
    const auto says_so = [&](const Because& because) {
      return because.message.find(text) != std::string::npos;
    };
    if (text.empty() || any_of(ruling_.because, says_so)) return;
    if (!contains(ruling_.reasons, text)) ruling_.reasons.push_back(std::move(text));
  }

  /// `row`: the one that made it so.
  void add_place(int act, std::string text, std::optional<dsl::RuleId> row) {
    const FoldAct& then = log_.at(act)->step;
    if (row) text += fmt::format(" (rule {})", program_.rules[row->value].id);
    std::vector<Because>& all = ruling_.because;
    const auto is_there = [&](const Because& because) {
      return because.place.where == then.where && because.message == text;
    };
    if (all.size() < most_places && none_of(all, is_there))
      all.push_back({reporter_.place(then.item, then.where), std::move(text)});
  }

  const BreachReporter& reporter_;
  const engine::Rules& program_;
  const RoundLog& log_;
  RowParts* parts_;
  Causes& causes_;
  int act_;
  const FoldAct& step_;
  Ruling& ruling_;
  Position position_;
  engine::Moment moment_;
};

}  // namespace

void explain(const BreachReporter& reporter, const RoundLog& log, RowParts* parts, Causes& causes, int act,
             Ruling& ruling, std::int64_t& steps) {
  if (log.at(act) == nullptr) return;
  // An earlier line about the hands is the reason already.
  if (!ruling.because.empty()) {
    Explanation(reporter, log, parts, causes, act, ruling).name_denied_value();
    return;
  }
  // Each part of the condition is asked again before each act.
  const std::int64_t cost = 2 * std::int64_t{act} + (parts == nullptr ? 0 : parts->cost());
  if (cost > steps) return;
  steps -= cost;
  Explanation(reporter, log, parts, causes, act, ruling).run();
}

std::vector<Because> since_when(const BreachReporter& reporter, const RoundLog& log, RowParts& parts,
                                Causes& causes, int act, dsl::RuleId row) {
  Ruling ruling;
  Explanation(reporter, log, &parts, causes, act, ruling).add_reasons_of(row);
  return std::move(ruling.because);
}

}  // namespace roundhouse::replay
