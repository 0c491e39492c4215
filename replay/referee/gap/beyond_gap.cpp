#include "replay/referee/gap/beyond_gap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>

#include "dsl/base/search.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/implicit_acts.h"
#include "replay/fold/turn_parts.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

using engine::Act;
using engine::ActKind;
using engine::Position;

namespace {

/// The group and turn of debts that nobody wrote down; no turn since the gap has such a number.
constexpr std::uint16_t unwritten_group = 60'000;
constexpr std::uint16_t unwritten_turn = 0;

/// Each makes room for numbers of its own; after so many there is nothing left to be known anyway.
constexpr int most_gaps = 20;

/// The rows of one act, by how they stand in one way the table may be.
struct RowsAsked {
  std::optional<engine::Breach> broken;  ///< surely
  std::optional<dsl::RuleId> open;       ///< a row that may or may not stand
  bool permit_open = false;
};

/// True if something else than a declared act makes a player take tiles.
bool draws_by_rule(const engine::Rules& program) {
  for (std::size_t e = 0; e < program.after.size() && e < dsl::built_in_events; ++e)
    for (const dsl::AfterRow& row : program.after[e])
      for (const dsl::EffectCall& call : row.effects)
        if (call.id == dsl::Effect::draw) return true;
  return false;
}

bool belongs_before_play(const Line& line) {
  return site_of(line) == LineSite::setup || site_of(line) == LineSite::position;
}

class BeyondGap {
 public:
  BeyondGap(const BreachReporter& reporter, const std::function<bool(std::size_t)>& is_allowed,
            const GapWatcher& watcher)
      : reporter_(reporter),
        program_(reporter.program),
        is_allowed_(is_allowed),
        watcher_(watcher),
        half_(program_),
        silent_(program_, reporter.header, reporter.round),
        may_be_void_(has_effect(program_, dsl::Effect::redeal)),
        draws_by_rule_(draws_by_rule(program_)),
        is_unfollowed_(has_effect(program_, dsl::Effect::end_turn) ||
                       has_effect(program_, dsl::Effect::show) ||
                       has_effect(program_, dsl::Effect::discard)) {}

  std::vector<GapStep> run(const GapPlace& gap) {
    const auto& items = reporter_.round.items;
    table_ = gap.known ? half_.after_position(*gap.position, *gap.known) : half_.after_gap(*gap.position);
    if (!gap.begun) {
      table_.position.phase = engine::Phase::play;
      table_.engine_known = false;
    }
    going_turn_ = gap.line.turn_goes_on ? gap.line.turn_owner : no_seat;
    is_position_ = gap.known != nullptr;
    // Its turn is the one that the first line goes on with.
    begun_ = is_in_turn_ = is_position_ && gap.known->turn;
    if (is_in_turn_) turn_goes_on_ = gap.line.turn_goes_on;
    // The order of turns was judged before one that is missing.
    if (const auto* turn = std::get_if<TurnLine>(&items[gap.item].line)) miss_turn(gap.item, *turn);
    show_table(gap.item, true);
    for (std::size_t item = gap.item + 1; item < items.size(); ++item) {
      if (std::holds_alternative<GapLine>(items[item].line)) {
        is_position_ = is_in_turn_ = false;
        const bool engine_known = table_.engine_known;
        table_ = half_.after_gap(table_.position);
        table_.engine_known = engine_known;
        marks_since_ = {};
        going_turn_ = turn_goes_on_ ? table_.position.turn_player : no_seat;
        begun_ = false;
        if (++gaps_ == most_gaps) lose_track(item, items[item].at.span);
        show_table(item, true);
      } else if (const auto* turn = std::get_if<TurnLine>(&items[item].line)) {
        if (turn->unknown) {
          if (judging_) begin_line(item, *turn);
          ruled_ = false;
          show_table(item, false);
          miss_turn(item, *turn);
        } else if (!play_line(item, *turn)) {
          if (!watcher_) break;
          // The rest of the line was not played.
          ruled_ = false;
          table_.player_known = table_.turn_known = table_.previous_known = false;
        }
        show_table(item, true);
      } else if (const auto* hand = std::get_if<HandLine>(&items[item].line)) {
        show(item, hand->player, hand->tiles, false);
      } else if (const auto* left = std::get_if<LeftLine>(&items[item].line)) {
        show(item, left->player, left->tiles, true);
      } else if (std::holds_alternative<RedealLine>(items[item].line)) {
        const dsl::Span where = items[item].at.span;
        if (has_effect(program_, dsl::Effect::redeal))
          doubt(item, where, "whether the round is void here depends on " + missing());
        else
          add_trouble(item, {where, "By these rules no round is void and dealt again", {}},
                      dsl::Law::false_claim);
      } else if (belongs_before_play(items[item].line)) {
        add_trouble(item, {items[item].at.span, "This belongs before the first turn of a round", {}},
                    dsl::Law::false_claim);
      } else if (std::holds_alternative<OverLine>(items[item].line)) {
        if (!is_over_)
          doubt(item, items[item].at.span, "whether the round ends here depends on " + missing());
      }
    }
    return std::move(steps_);
  }

 private:
  /// Shows the table as it is before this act, or at the beginning or the end of a line.
  void show_table(std::size_t item, bool is_end, const FoldAct* act = nullptr,
                  const std::vector<HalfKnown>& ways = {}) const {
    if (watcher_)
      watcher_({item, act, is_end, table_, ways, half_.rules(), !judging_, is_blind_, begun_ && judging_});
  }

  /// One turn of this player, in which anything may have been done.
  void miss_turn(std::size_t item, const TurnLine& line) {
    is_position_ = is_in_turn_ = false;
    marks_since_ = {};
    aside_ = turn_goes_on_ = false;
    going_turn_ = no_seat;
    if (!judging_) return;
    const std::optional<HalfKnown> after =
        is_unfollowed_ || ++gaps_ == most_gaps ? std::nullopt : half_.after_turn(table_, line.player);
    if (!after) return lose_track(item, line.player_at.span);
    table_ = *after;
    begun_ = true;
  }

  /// From here on nothing is known of the trains; whose turn it is and what was said is still judged.
  void lose_trains(std::size_t item, dsl::Span where) {
    if (std::exchange(is_blind_, true)) return;
    if (is_position_ && !table_.engine_known) {
      judging_ = false;
      const std::string highest = std::to_string(program_.highest);
      return doubt(item, where,
                   "nothing says which engine lies, so the table is not known; write it above the trains, "
                   "like: engine " +
                       highest + "-" + highest);
    }
    doubt_the_rest(item, where);
  }

  /// What is not known.
  std::string missing() const {
    return is_position_ ? "what is not written of the position" : "turns that are missing";
  }
  /// As the beginning of a sentence that ends with `ending()`.
  std::string_view why_open() const {
    return is_position_ ? "the position is not written down whole"
                        : "turns are missing that nobody wrote down";
  }
  std::string_view ending() const {
    return is_position_ ? "depends on what is missing; write more of it down"
                        : "depends on them; write them down";
  }

  /// From here on tiles are only counted.
  void lose_track(std::size_t item, dsl::Span where) {
    if (!is_blind_) doubt_the_rest(item, where);
    judging_ = false;
  }

  void doubt_the_rest(std::size_t item, dsl::Span where) {
    doubt(item, where,
          is_position_ ? "the position is not written down whole, and from here on the table is not known; "
                         "write more of it down"
                       : "turns are missing that nobody wrote down, and from here on the table is not known; "
                         "write those turns down");
  }

  void doubt(std::size_t item, dsl::Span where, std::string reason) {
    steps_.emplace_back(GapDoubt{item, where, std::move(reason)});
  }

  void show(std::size_t item, Seat seat, const std::vector<WrittenTile>& written, bool left) {
    FoldShowing shown{item, reporter_.round.items[item].at.span, seat, {}, left};
    if (const auto wrong = tiles_in_set(program_, written, shown.tiles))
      add_trouble(item, *wrong, dsl::Law::false_claim);
    steps_.emplace_back(std::move(shown));
  }

  /// As RoundFold plays it, on a table of which only a part is known. False: it is illegal, and what follows
  /// says nothing more.
  bool play_line(std::size_t item, const TurnLine& written_line) {
    if (is_over_ && written_line.player != no_seat) {
      const dsl::Span where =
          written_line.acts.empty() ? written_line.player_at.span : written_line.acts.front().at.span;
      rule(item, {item, where, dsl::Law::round_over, "The round is over before this", {}});
      return false;
    }
    if (is_unfollowed_ && judging_) lose_track(item, written_line.player_at.span);
    if (!table_.engine_known && judging_) lose_trains(item, written_line.player_at.span);
    TurnParts parts(program_, reporter_.header, written_line);
    const TurnLine& line = parts.line();
    if (!parts.out_of_turn() && judging_) begin_line(item, line);
    show_table(item, false);
    surely_marked_ = surely_put_ = false;
    put_by_.reset();
    idle_.clear();
    const bool whole_turn = !turn_goes_on_ && !aside_ && going_turn_ == no_seat;
    bool any_marks = !whole_turn;
    bool penalty = false;
    for (; parts.part() != TurnParts::Part::close; parts.advance()) {
      if (parts.part() == TurnParts::Part::end) {
        const Act done{ActKind::done, line.player};
        if (judging_ && !play(FoldAct{item, line.player_at.span, done, false}, any_marks)) return false;
        continue;
      }
      const WrittenAct& written = parts.act();
      SetTile tile;
      if (!admit(item, written, tile)) return false;
      if ((penalty || draws_by_rule_) && parts.may_be_taken()) {
        // A penalty tile, or a tile laid: that depends on whether somebody had to take one.
        if (judging_) lose_track(item, written.at.span);
        continue;
      }
      const bool passes = std::holds_alternative<PassAct>(written.what);
      penalty = penalty || passes || std::holds_alternative<WordAct>(written.what);
      Act act;
      act.actor = line.player;
      if (!passes && !resolve(item, line, written, tile, act)) {
        if (ruled_) return false;
        continue;
      }
      if (std::holds_alternative<TileAct>(written.what)) parts.makes_turn();
      if (!play(FoldAct{item, written.at.span, act, true, tile}, any_marks)) return false;
    }
    if (parts.in_turn()) {
      turn_goes_on_ = line.goes_on;
      going_turn_ = no_seat;
    }
    aside_ = !parts.in_turn() || (aside_ && line.goes_on);
    return !parts.claims_marker() || check_claim(item, line, any_marks);
  }

  /// Adds trouble if it is surely somebody else's turn; the player has the turn.
  void begin_line(std::size_t item, const TurnLine& line) {
    if (begun_ && table_.player_known) {
      if (line.player == table_.position.turn_player) return;
      FoldTrouble trouble;
      trouble.item = item;
      trouble.where = line.player_at.span;
      trouble.law = dsl::Law::turn_order;
      trouble.message = fmt::format("It is {}'s turn here, not {}'s",
                                    reporter_.name(table_.position.turn_player), reporter_.name(line.player));
      rule(item, trouble);
      ruled_ = false;
    }
    // The turn in which a position stands goes on as it is known.
    const bool goes_on_known =
        std::exchange(is_in_turn_, false) && line.player == table_.position.turn_player;
    if (!goes_on_known) half_.begin_turn(table_, line.player, !begun_ && going_turn_ == line.player);
    begun_ = true;
  }

  void rule(std::size_t item, const FoldTrouble& trouble) {
    steps_.emplace_back(GapRuling{FoldAct{item, trouble.where, {}}, reporter_.trouble(trouble)});
    ruled_ = true;
  }
  void add_trouble(std::size_t item, const TileComplaint& wrong, dsl::Law law) {
    const bool ruled = ruled_;
    rule(item, {item, wrong.where, law, wrong.message, wrong.help});
    ruled_ = ruled;
  }

  /// The tile of an act, if it has one. False: the set has no such tile.
  bool admit(std::size_t item, const WrittenAct& written, SetTile& tile) {
    const auto* laid = std::get_if<TileAct>(&written.what);
    const auto* draw = std::get_if<DrawAct>(&written.what);
    if (laid == nullptr && draw == nullptr) return true;
    const WrittenTile& asked = laid != nullptr ? laid->tile : draw->tile;
    const std::optional<SetTile> in_set = tile_in_set(program_, asked);
    if (!in_set) {
      add_trouble(item, beyond_the_set(program_, asked), dsl::Law::tile_once);
      return false;
    }
    tile = *in_set;
    return true;
  }

  /// True if the place names one train; without a place it is the player's own. Nothing is known of sides of
  /// doubles, nor on which of several trains of a kind the act is legal.
  bool names_train(const TileAct& laid, Seat player) const {
    if (laid.outward >= 0) return false;
    const auto& trains = program_.trains;
    const auto is_own = [player](const auto& train) { return train.owner == player; };
    if (laid.place.empty()) return std::any_of(trains.begin(), trains.end(), is_own);
    return laid.place.find('^') == std::string::npos &&
           !find_train(program_, reporter_.header, laid.place).any_of_kind;
  }

  bool resolve(std::size_t item, const TurnLine& line, const WrittenAct& written, const SetTile& tile,
               Act& act) {
    const auto* laid = std::get_if<TileAct>(&written.what);
    const auto* draw = std::get_if<DrawAct>(&written.what);
    if (laid != nullptr && (is_blind_ || !names_train(*laid, line.player))) {
      // Tiles are tiles wherever they lie.
      if (judging_) lose_trains(item, written.at.span);
      if (!tile.known()) return false;
      act.kind = ActKind::lay;
      act.tile = tile.id();
      act.end = UINT16_MAX;
      return true;
    }
    if (draw != nullptr) {
      act.kind = ActKind::draw;
      act.tile = tile.id();
      return true;
    }
    if (laid != nullptr && !laid->tile.known()) {
      if (judging_) lose_track(item, written.at.span);
      return false;
    }
    const Resolved resolved = resolve_act(program_, reporter_.header, table_.position, line.player, written);
    if (resolved.act && !resolved.open()) {
      act = *resolved.act;
      return true;
    }
    if (resolved.act || !resolved.law) {
      if (judging_) lose_track(item, written.at.span);
      return false;
    }
    // A word or place that this variant does not have, whatever happened.
    FoldTrouble trouble;
    trouble.item = item;
    trouble.where = written.at.span;
    trouble.law = *resolved.law;
    trouble.message = resolved.reason;
    trouble.help = resolved.help;
    rule(item, trouble);
    return false;
  }

  /// False: it is illegal, and what follows says nothing more.
  bool play(const FoldAct& step, bool& any_marks) {
    const Act& act = step.act;
    if (act.kind == ActKind::lay && is_used_up(step)) return false;
    if (act.kind == ActKind::lay || act.kind == ActKind::draw) steps_.emplace_back(step);
    if (!judging_) {
      show_table(step.item, false, &step);
      if (act.kind == ActKind::lay) put_down(act.tile);
      return true;
    }
    if (silent_.any()) table_.facts_known &= ~silent_.facts();  // what nobody writes may have been said
    if (is_blind_ && act.kind == ActKind::lay) {
      show_table(step.item, false, &step);
      put_down(act.tile);
      half_.lay_blindly(table_);
      table_.maybe_over = true;
      any_marks = true;
      return true;
    }
    const bool turn_act = act.kind != ActKind::declared;
    // A written act would be illegal else; an end of the turn that nobody wrote may not have come.
    const bool may_not_come = !step.written && table_.maybe_over && !is_gone_on_with(step.item);
    if (turn_act && !may_not_come) table_.maybe_over = false;
    const bool allowed = is_allowed_(step.item);
    std::vector<HalfKnown> ways;
    std::vector<HalfKnown> kept;
    std::vector<HalfKnown> let_stand;
    std::optional<RowsAsked> open;
    std::optional<std::pair<RowsAsked, HalfKnown>> broken;
    for_each_way(act, [&](const HalfKnown& way) {
      if (watcher_) ways.push_back(way);
      const RowsAsked asked = ask_rows(way, act);
      if (asked.broken) {
        // The reading that breaks no earlier rule is nearest to what was meant.
        if (!broken || is_later(*asked.broken, *broken->first.broken)) broken.emplace(asked, way);
        if (allowed || watcher_) let_stand.push_back(way);
        return;
      }
      if (asked.open || asked.permit_open) open = asked;
      kept.push_back(way);
    });
    if (watcher_) show_table(step.item, false, &step, ways);
    if (kept.empty() && broken && may_not_come) {
      add_open(step, broken->first, std::nullopt);
      judging_ = false;
      return true;
    }
    if (kept.empty() && broken) {
      add_breach(step, *broken);
      if (!allowed && !watcher_) return false;
      const bool goes_on = carry_out(step, let_stand, any_marks);
      open_halves(act, let_stand);
      return goes_on;
    }
    if (allowed) {
      kept.insert(kept.end(), let_stand.begin(), let_stand.end());
      open.reset();
      broken.reset();
    }
    if (kept.empty()) {
      lose_track(step.item, step.where);
      return true;
    }
    if (open || broken) add_open(step, broken ? broken->first : *open, open);
    const auto sure = std::pair(surely_marked_, surely_put_);
    const bool goes_on = carry_out(step, kept, any_marks);
    // What comes of an end that may not have come is not sure.
    if (may_not_come) std::tie(surely_marked_, surely_put_) = sure;
    return goes_on;
  }

  /// True if a player's turn stands further down, so that the round was not over.
  bool is_gone_on_with(std::size_t item) const {
    const auto& items = reporter_.round.items;
    return std::any_of(items.begin() + static_cast<std::ptrdiff_t>(item) + 1, items.end(),
                       [](const Item& one) {
                         const auto* turn = std::get_if<TurnLine>(&one.line);
                         return turn != nullptr && turn->player != no_seat;
                       });
  }

  /// Of a tile that fits in no way nobody knows which half lies outward.
  void open_halves(const Act& act, const std::vector<HalfKnown>& ways) {
    if (act.kind != ActKind::lay || !judging_) return;
    const auto high = static_cast<std::uint8_t>(engine::high_of(act.tile));
    const auto low = static_cast<std::uint8_t>(engine::low_of(act.tile));
    std::size_t train = 0;
    for (const HalfKnown& way : ways) {
      const int index = engine::find_end(way.position, act.end);
      if (index < 0) return;
      const engine::End& end = way.position.ends[static_cast<std::size_t>(index)];
      if (end.pip == high || end.pip == low) return;
      train = end.train;
    }
    table_.pips[train] |= std::uint32_t{1} << high | std::uint32_t{1} << low;
  }

  static bool is_later(const engine::Breach& a, const engine::Breach& b) {
    return !a.law && (b.law || a.rule.value > b.rule.value);
  }

  bool is_used_up(const FoldAct& step) {
    if (table_.position.laid_tiles.count(step.act.tile) < program_.copies) return false;
    FoldTrouble trouble;
    trouble.item = step.item;
    trouble.where = step.where;
    trouble.law = dsl::Law::tile_once;
    trouble.message = fmt::format("The {} lies on the table already", tile_text(step.act.tile));
    rule(step.item, trouble);
    return true;
  }

  void put_down(engine::TileId tile) { table_.position.laid_tiles.add(tile); }

  /// Every way the end laid to may be, with or without debts elsewhere; of other acts the table as it is.
  template <class Visit>
  void for_each_way(const Act& act, const Visit& visit) {
    if (act.kind != ActKind::lay) return visit(table_);
    HalfKnown table = table_;
    if (!half_.rules().simple_debts) table.debts_lost = true;
    // The side of a double that a tile lies at is not known, so neither is whether it covers it.
    if (!half_.rules().one_ended && table.position.debt_count > 0) table.debts_lost = true;
    const int index = engine::find_end(table.position, act.end);
    if (index < 0) return;
    const auto at = static_cast<std::size_t>(index);
    const std::size_t train = table.position.ends[at].train;
    const bool started = (table.position.started >> train & 1U) != 0;
    HalfKnown others = table;
    others.old_debt.reset(train);
    const bool elsewhere = !table.debts_lost && (others.old_debt.any() || table.loose_debt);
    const bool here = !table.debts_lost && table.old_debt[train];
    for (const bool start : {false, true}) {
      if (table.starts_known[train] && start == started) continue;
      const std::uint32_t pips = start ? start_pip(train) : table.pips[train];
      for (int pip = 0; pip <= program_.highest; ++pip) {
        if ((pips >> pip & 1U) == 0) continue;
        for (const bool marked : {false, true}) {
          if (table.marks_known[train] && marked != table.position.ends[at].marked) continue;
          for (const bool owed : {false, true})
            for (const bool more : {false, true}) {
              if ((owed && !here) || (more && !elsewhere)) continue;
              HalfKnown way = table;
              engine::End& end = way.position.ends[at];
              end.pip = static_cast<std::uint8_t>(pip);
              end.marked = marked;
              end.start = start;
              if (!start) way.position.started |= std::uint64_t{1} << train;
              if (owed) add_debt(way, end.group, end);
              if (more) add_debt(way, unwritten_group, end);
              if (!more && !table.debts_lost) {
                way.old_debt.reset();
                way.loose_debt = false;
              }
              way.old_debt.reset(train);
              way.asked_end_known = true;
              visit(way);
            }
        }
      }
    }
  }

  std::uint32_t start_pip(std::size_t train) const {
    const engine::TileId tile = table_.position.engine_tile;
    const bool high = program_.trains[train].starts == dsl::CentreHalf::high;
    return std::uint32_t{1} << (high ? engine::high_of(tile) : engine::low_of(tile));
  }

  static void add_debt(HalfKnown& way, std::uint16_t group, const engine::End& end) {
    Position& position = way.position;
    if (position.debt_count >= engine::max_debts) {
      way.debts_lost = true;
      return;
    }
    // The oldest first.
    for (std::size_t d = position.debt_count; d > 0; --d) position.debts[d] = position.debts[d - 1];
    position.debts[0] = {group, unwritten_turn, end.pip, no_seat, end.train, 1};
    ++position.debt_count;
  }

  RowsAsked ask_rows(const HalfKnown& way, const Act& act) const {
    RowsAsked asked;
    const dsl::ActRules* rules = rules_of(program_, act);
    if (rules == nullptr) return asked;
    if (act.kind == ActKind::draw && way.boneyard_known && way.position.boneyard == 0) {
      asked.broken = engine::Breach{dsl::Law::boneyard_empty, {}};
      return asked;
    }
    const engine::Moment moment = moment_before(way.position, act);
    HalfReading reading(program_, half_.rules(), way, moment);
    for (const dsl::ForbidRow& row : rules->forbids) {
      const Truth truth = reading.stands(row);
      if (truth == Truth::yes) {
        asked.broken = engine::Breach{std::nullopt, row.rule};
        return asked;
      }
      if (truth == Truth::undecided && !asked.open) asked.open = row.rule;
    }
    if (!rules->needs_permit) return asked;
    Truth permitted = Truth::no;
    for (const dsl::PermitRow& row : rules->permits) {
      const Truth truth = reading.of(row.when);
      if (truth == Truth::yes) return asked;
      if (truth == Truth::undecided) permitted = truth;
    }
    if (permitted == Truth::no) asked.broken = engine::Breach{dsl::Law::not_permitted, {}};
    asked.permit_open = permitted == Truth::undecided;
    return asked;
  }

  void add_breach(const FoldAct& step, const std::pair<RowsAsked, HalfKnown>& broken) {
    const HalfKnown& way = broken.second;
    FoldAct shown = step;
    const int index = engine::find_end(way.position, step.act.end);
    const bool sure =
        index >= 0 && half_.rules().one_ended &&
        std::has_single_bit(table_.pips[way.position.ends[static_cast<std::size_t>(index)].train]);
    if (step.act.kind == ActKind::lay && !sure) shown.act.end = UINT16_MAX;
    Ruling ruling = reporter_.breach(shown, way.position, *broken.first.broken);
    if (index >= 0 && !broken.first.broken->law)
      add_marker(ruling, broken.first.broken->rule, way.position.ends[static_cast<std::size_t>(index)].train);
    steps_.emplace_back(GapRuling{step, std::move(ruling)});
  }

  /// Where a row that asks for markers was broken, and later lines have shown how it is with that of the
  /// train.
  void add_marker(Ruling& ruling, dsl::RuleId rule, std::size_t train) const {
    if (!table_.marks_known[train] || !asks_for_markers(rule)) return;
    const bool stands = table_.position.ends[train].marked;
    const std::string text = fmt::format("{} bears {} marker", train_name(train), stands ? "a" : "no");
    if (const auto& since = marks_since_[train])
      ruling.because.push_back({reporter_.place(since->item, since->where), "since here " + text});
    else
      ruling.reasons.push_back(text);
  }

  bool asks_for_markers(dsl::RuleId rule) const {
    for (const dsl::ActRules& act : program_.acts)
      for (const dsl::ForbidRow& row : act.forbids)
        if (row.rule == rule) return (dsl::reads_of_row(program_, row) & dsl::aspects::markers) != 0;
    return false;
  }

  std::string train_name(std::size_t train) const { return reporter_.train_words(static_cast<int>(train)); }

  /// Notes since which act it is known how the markers stand.
  void note_markers(const FoldAct& step, const HalfKnown& before) {
    for (std::size_t train = 0; train < program_.trains.size(); ++train) {
      const bool is_new = table_.marks_known[train] &&
                          (!before.marks_known[train] ||
                           before.position.ends[train].marked != table_.position.ends[train].marked);
      if (is_new) marks_since_[train] = MarkerPlace{step.item, step.where};
      if (!table_.marks_known[train]) marks_since_[train].reset();
    }
  }

  void add_open(const FoldAct& step, const RowsAsked& hanging, const std::optional<RowsAsked>& open) {
    const RowsAsked& said = open ? *open : hanging;
    std::string rule(reporter_.act_word(step.act));
    if (said.open)
      rule = program_.rules[said.open->value].id;
    else if (said.broken && !said.broken->law)
      rule = program_.rules[said.broken->rule.value].id;
    doubt(step.item, step.where,
          fmt::format("{}, and whether {} is allowed here ({}) {}", why_open(),
                      step.act.kind == ActKind::done ? "the end of the turn" : "this", rule, ending()));
  }

  /// Makes one table again of all ways that are left, of which only that is known in which they agree.
  bool carry_out(const FoldAct& step, const std::vector<HalfKnown>& kept, bool& any_marks) {
    std::optional<HalfKnown> all;
    bool surely = true;
    bool surely_put = true;
    std::size_t ended = 0;
    for (const HalfKnown& way : kept) {
      MarkedTrains marks;
      std::optional<HalfKnown> after = half_.apply(way, step.act, marks);
      if (half_.has_ended() && !may_be_void_ && ++ended == kept.size()) {
        end_round(step);
        any_marks = true;
        return true;
      }
      if (half_.has_ended() && !may_be_void_ && !all) continue;
      if (!after || ended > 0) {
        lose_track(step.item, step.where);
        if (step.act.kind == ActKind::lay) put_down(step.act.tile);
        return true;
      }
      any_marks = any_marks || marks.maybe;
      surely = surely && marks.surely;
      surely_put = surely_put && marks.surely_put;
      if (marks.put_by) put_by_ = marks.put_by;
      for (const dsl::RuleId row : marks.idle)
        if (!contains(idle_, row)) idle_.push_back(row);
      drop_unwritten_debts(*after);
      if (all)
        join(*all, *after);
      else
        all = after;
    }
    surely_marked_ = surely_marked_ || surely;
    surely_put_ = surely_put_ || surely_put;
    const HalfKnown before = std::exchange(table_, *all);
    table_.asked_end_known = false;
    note_markers(step, before);
    return true;
  }

  /// Nothing comes behind it that could be judged.
  void end_round(const FoldAct& step) {
    if (step.act.kind == ActKind::lay) put_down(step.act.tile);
    judging_ = false;
    is_over_ = true;
  }

  /// Debts that nobody wrote down stand for themselves only while one way is looked at.
  static void drop_unwritten_debts(HalfKnown& way) {
    Position& position = way.position;
    std::array<engine::Debt, engine::max_debts> known{};
    std::uint16_t count = 0;
    for (std::size_t d = 0; d < position.debt_count; ++d) {
      const engine::Debt& debt = position.debts[d];
      if (debt.turn != unwritten_turn)
        known[count++] = debt;
      else if (debt.group != unwritten_group)
        way.loose_debt = true;  // nothing paid it, and its end is gone
    }
    position.debts = known;
    position.debt_count = count;
  }

  void join(HalfKnown& all, const HalfKnown& other) const {
    Position& a = all.position;
    const Position& b = other.position;
    for (std::size_t t = 0; t < program_.trains.size(); ++t) {
      all.pips[t] |= other.pips[t];
      all.marks_known[t] = all.marks_known[t] && other.marks_known[t] && a.ends[t].marked == b.ends[t].marked;
      all.starts_known[t] =
          all.starts_known[t] && other.starts_known[t] && ((a.started ^ b.started) >> t & 1U) == 0;
    }
    all.old_debt |= other.old_debt;
    all.loose_debt = all.loose_debt || other.loose_debt;
    all.debts_lost = all.debts_lost || other.debts_lost || a.debts != b.debts;
    all.fresh_known = all.fresh_known && other.fresh_known;
    for (std::size_t f = 0; f < a.facts.size(); ++f)
      all.facts_known[f] = all.facts_known[f] && other.facts_known[f] && a.facts[f] == b.facts[f];
    all.player_known = all.player_known && other.player_known && a.turn_player == b.turn_player;
    all.turn_known =
        all.turn_known && other.turn_known && a.laid == b.laid && a.drawn == b.drawn && a.drew == b.drew;
    all.next_known = all.next_known && other.next_known && a.turn_next == b.turn_next;
    all.previous_known = all.previous_known && other.previous_known && a.turn_previous == b.turn_previous;
    all.maybe_over = all.maybe_over || other.maybe_over;
    all.counts_known &= other.counts_known;
    all.turns_known &= other.turns_known;
    all.points_known &= other.points_known;
    all.boneyard_known = all.boneyard_known && other.boneyard_known;
    all.lap_known = all.lap_known && other.lap_known;
    all.still_known = all.still_known && other.still_known && a.still == b.still;
    all.winner_known = all.winner_known && other.winner_known && a.winner == b.winner;
  }

  bool check_claim(std::size_t item, const TurnLine& line, bool any_marks) {
    if (!judging_) return true;
    const bool wrong = line.claim == MarkClaim::mark ? !any_marks : surely_put_;
    if (!wrong) {
      const bool right = line.claim == MarkClaim::mark ? surely_marked_ : !any_marks;
      if (!right && !is_allowed_(item))
        doubt(item, line.claim_at.span,
              fmt::format("{}, and whether a marker is due here {}", why_open(), ending()));
      return true;
    }
    FoldTrouble trouble;
    trouble.item = item;
    trouble.where = line.claim_at.span;
    trouble.message =
        line.claim == MarkClaim::mark
            ? fmt::format("No marker goes on {}'s train in this turn", reporter_.name(line.player))
            : fmt::format("A marker does go on {}'s train in this turn", reporter_.name(line.player));
    rule(item, trouble);
    decide(std::get<GapRuling>(steps_.back()).ruling, line.claim);
    ruled_ = !is_allowed_(item);
    return !ruled_;
  }

  /// Names the row that put a marker up, or those that did not.
  void decide(Ruling& ruling, MarkClaim claim) const {
    std::vector<dsl::RuleId> rows = idle_;
    if (claim == MarkClaim::nomark) rows.assign(put_by_ ? 1 : 0, put_by_.value_or(dsl::RuleId{}));
    for (const dsl::RuleId row : rows) {
      const engine::Rules::RuleText& text = program_.rules[row.value];
      ruling.decided_by.push_back({"rule " + text.id, text.says, text.from, text.where, {}});
    }
  }

  const BreachReporter& reporter_;
  const engine::Rules& program_;
  const std::function<bool(std::size_t)>& is_allowed_;
  const GapWatcher& watcher_;
  std::vector<GapStep> steps_;
  HalfApply half_;
  ImplicitActs silent_;
  HalfKnown table_;
  bool judging_ = true;
  bool is_blind_ = false;  ///< nothing is known of the trains any more
  bool ruled_ = false;
  bool begun_ = false;          ///< a turn has begun since the gap
  bool turn_goes_on_ = false;   ///< the last line ended in `...`
  bool is_position_ = false;    ///< not turns are missing, but parts of a position
  bool is_in_turn_ = false;     ///< the turn of the position has not been gone on with
  bool aside_ = false;          ///< somebody acted out of turn since this turn began
  bool surely_marked_ = false;  ///< by this line
  bool surely_put_ = false;     ///< the same where no marker stood
  std::optional<dsl::RuleId> put_by_;
  std::vector<dsl::RuleId> idle_;  ///< rows that would have put one up in this line, and exceptions
  bool is_over_ = false;           ///< the round has surely ended
  bool may_be_void_;               ///< some rule makes rounds void
  bool draws_by_rule_;             ///< tiles may have to be taken that no act asks for
  bool is_unfollowed_;             ///< turns may end that no line ends, or ends be other than their tiles say
  int gaps_ = 0;
  struct MarkerPlace {
    std::size_t item = 0;
    dsl::Span where;
  };
  std::array<std::optional<MarkerPlace>, engine::max_trains> marks_since_{};  ///< where that is known
  Seat going_turn_ = no_seat;  ///< the player whose turn may have gone on through the gap
};

}  // namespace

std::vector<GapStep> judge_beyond_gap(const BreachReporter& reporter, const GapPlace& gap,
                                      const std::function<bool(std::size_t)>& is_allowed,
                                      const GapWatcher& watcher) {
  return BeyondGap(reporter, is_allowed, watcher).run(gap);
}

}  // namespace roundhouse::replay
