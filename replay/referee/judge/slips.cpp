#include "replay/referee/judge/slips.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/round_fold.h"
#include "replay/record/resolve.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"
#include "replay/referee/judge/trial.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {
namespace {

/// A verdict that costs a fraction of the first.
RefereeOptions quick() { return {.trust = false, .budget = 1'000, .act_budget = 5'000}; }

class SlipFinder {
 public:
  SlipFinder(const engine::Rules& program, const Record& record, Judgement& judgement)
      : of_header_(program),
        record_(record),
        judgement_(judgement),
        ruling_(*judgement.ruling),
        rows_(program) {}

  void find() {
    if (!find_line()) return;
    rows_ = HandRowsOnDemand(program());
    position_ = begin_match_of(of_header_, record_.header);
    std::size_t lines = 0;
    for (std::size_t i = 0; i < round_; ++i) lines += record_.rounds[i].items.size();
    if (!spend(lines)) return;
    for (std::size_t i = 0; i < round_; ++i)
      fold_round(of_header_, record_.header, record_.rounds[i], i == 0, position_);
    trial_.emplace(program(), header(), round_ == 0, position_, rows_, quick());
    try_place();
    try_draw();
    try_claim();
    try_swaps();
    try_missing_turns();
  }

 private:
  const RecordRound& round() const { return record_.rounds[round_]; }
  const std::vector<Item>& items() const { return round().items; }
  const engine::Rules& program() const { return program_in(round(), of_header_); }
  const Header& header() const { return header_in(round(), record_.header); }
  const TurnLine* turn() const {
    const auto* turn = std::get_if<TurnLine>(&items()[line_].line);
    return turn == nullptr || turn->player == no_seat ? nullptr : turn;
  }
  bool is_law(dsl::Law law) const { return !ruling_.rule_where && ruling_.rule == dsl::row(law).name; }

  bool find_line() {
    for (round_ = 0; round_ < record_.rounds.size(); ++round_) {
      const std::vector<Item>& lines = items();
      const auto found =
          find_if(lines, [&](const Item& item) { return dsl::lies_in(ruling_.place.where, item.at.span); });
      if (found == lines.end()) continue;
      line_ = static_cast<std::size_t>(found - lines.begin());
      return true;
    }
    return false;
  }

  bool spend(std::size_t lines) {
    if (lines > left_) return false;
    left_ -= lines;
    return true;
  }

  /// Absent where it cannot be asked.
  std::optional<Judgement> judge(const RecordRound& mended) {
    // Rules may ask much of each act.
    const auto weight = 1 + static_cast<std::size_t>(rows_.work().act) / 50;
    if (!spend(mended.items.size() * weight)) return std::nullopt;
    Judgement judged = trial_->judge(mended);
    // Given up for want of steps, it says nothing of the lines behind.
    if (judged.steps >= quick().budget) return std::nullopt;
    return judged;
  }

  /// The rulings that the mend leaves, all of them below the lines that it is about; absent: it does not heal
  /// the error. A ruling that was not there before counts only where the record could not be followed so far.
  std::optional<std::vector<Ruling>> left_by(const Judgement& mended, const Slip& slip) const {
    const std::size_t last = std::max(items()[line_].at.span.end, slip.other.end);
    std::vector<Ruling> left;
    for (const Ruling* found : rulings_of(mended)) {
      const bool was_there =
          any_of(judgement_.more, [&](const Ruling& one) { return is_same_error(one, *found); });
      const bool is_below = found->place.where.begin > last;
      if (!is_below || (!was_there && !ends_the_fold(ruling_))) return std::nullopt;
      left.push_back(*found);
    }
    if (left.empty() && !mended.scores.empty()) return std::nullopt;
    return left;
  }

  /// Names the slip if, mended, it heals the error. True: it does.
  bool offer(const RecordRound& mended, Slip slip) {
    const std::optional<Judgement> judged = judge(mended);
    return judged && judged->undecided.empty() && offer(*judged, std::move(slip));
  }

  /// `is_followed`: all further lines were judged; behind missing turns nothing is healed by not being known.
  bool offer(const Judgement& judged, Slip slip, bool is_followed = true) {
    const std::optional<std::vector<Ruling>> left = left_by(judged, slip);
    if (!left) return false;
    slip.leaves_errors = !left->empty();
    const auto stands = [&](const Ruling& more) {
      return !is_in_round(more) || any_of(*left, [&](const Ruling& one) { return is_same_error(one, more); });
    };
    std::vector<Ruling>& more = judgement_.more;
    if (is_followed && judgement_.slips.empty() && !ends_the_fold(ruling_)) {
      const auto healed = std::stable_partition(more.begin(), more.end(), stands);
      slip.heals = static_cast<std::size_t>(more.end() - healed);
      more.erase(healed, more.end());
    }
    judgement_.slips.push_back(std::move(slip));
    return true;
  }

  bool is_in_round(const Ruling& ruling) const {
    return any_of(items(), [&](const Item& item) { return dsl::lies_in(ruling.place.where, item.at.span); });
  }

  /// The written act at which the ruling stands, or how many there are.
  std::size_t act_of(const TurnLine& turn) const {
    const auto at = find_if(
        turn.acts, [&](const WrittenAct& act) { return dsl::lies_in(ruling_.place.where, act.at.span); });
    return static_cast<std::size_t>(at - turn.acts.begin());
  }

  /// A tile without a place lies on the own train. Where it does not fit there, and fits by the rules at one
  /// place alone, that place may have been forgotten.
  void try_place() {
    if (turn() == nullptr) return;
    const std::size_t at = act_of(*turn());
    if (at == turn()->acts.size()) return;
    const auto* laid = std::get_if<TileAct>(&turn()->acts[at].what);
    if (laid == nullptr || laid->was_laid()) return;
    std::optional<OnlyPlace> place;
    TileId tile = no_tile;
    Position position = position_;
    RoundFold fold = fold_of(of_header_, record_.header, round(), round_ == 0, position);
    while (FoldStep* step = fold.next()) {
      const auto* act = std::get_if<FoldAct>(step);
      if (act == nullptr || act->item != line_ || act->where != ruling_.place.where) continue;
      if (!lays_a_tile(act->act)) return;
      place = only_place(position, act->act);
      tile = act->act.tile;
      fold.stop();
    }
    if (!place) return;
    RecordRound mended = round();
    auto& written = std::get<TileAct>(std::get<TurnLine>(mended.items[line_].line).acts[at].what);
    written.place = place->text;
    Slip slip{.kind = Slip::Kind::place, .where = ruling_.place.where};
    slip.text = tile_text(tile) + ">" + place->text;
    slip.train = BreachReporter{program(), header(), round()}.train_words(place->train);
    offer(mended, std::move(slip));
  }

  struct OnlyPlace {
    std::string text;  ///< in notation
    int train = 0;
  };
  std::optional<OnlyPlace> only_place(const Position& position, const Act& laid) const {
    const int own = engine::find_end(position, laid.end);
    const auto fits = [&](const engine::End& end) {
      return engine::high_of(laid.tile) == end.pip || engine::low_of(laid.tile) == end.pip;
    };
    if (own >= 0 && fits(position.ends[static_cast<std::size_t>(own)])) return std::nullopt;
    std::optional<OnlyPlace> only;
    for (int i = 0; i < position.end_count; ++i) {
      Act other = laid;
      const engine::End& end = position.ends[static_cast<std::size_t>(i)];
      other.end = end.serial;
      if (!fits(end) || !engine::is_legal(program(), position, other)) continue;
      std::string place = place_text(program(), header(), position, laid.actor, laid.tile, other.end);
      if (only && only->text != place) return std::nullopt;
      only = OnlyPlace{std::move(place), end.train};
    }
    return only && !only->text.empty() ? only : std::nullopt;
  }

  /// The line at which the ruling stands: where a draw may have been forgotten.
  void try_draw() {
    if (turn() == nullptr) return;
    RecordRound mended = round();
    auto& line = std::get<TurnLine>(mended.items[line_].line);
    std::size_t place = act_of(line);
    // At the end of the turn: before the word that ends it.
    if (place == line.acts.size() && place > 0 && std::holds_alternative<PassAct>(line.acts.back().what))
      --place;
    const bool passes = place < line.acts.size() && std::holds_alternative<PassAct>(line.acts[place].what);
    const dsl::Span& span = items()[line_].at.span;
    const At end{{span.file, span.end, span.end}};
    const WrittenAct draw{DrawAct{}, place < line.acts.size() ? line.acts[place].at : end};
    line.acts.insert(line.acts.begin() + static_cast<std::ptrdiff_t>(place), draw);
    // A draw that ends the turn says `pass` by itself.
    if (passes) line.acts.erase(line.acts.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    offer(mended, {.kind = Slip::Kind::draw, .where = ruling_.place.where});
  }

  /// A word about markers that is not so may be one that should not stand there.
  void try_claim() {
    if (turn() == nullptr || turn()->claim == MarkClaim::none) return;
    if (ruling_.place.where != turn()->claim_at.span) return;
    RecordRound mended = round();
    std::get<TurnLine>(mended.items[line_].line).claim = MarkClaim::none;
    Slip slip{.kind = Slip::Kind::marker, .where = ruling_.place.where};
    slip.text = turn()->claim == MarkClaim::mark ? "mark" : "nomark";
    offer(mended, std::move(slip));
  }

  std::optional<std::size_t> neighbour(std::size_t line, bool above) const {
    const std::vector<Item>& lines = items();
    while (above ? line > 0 : line + 1 < lines.size()) {
      line = above ? line - 1 : line + 1;
      if (std::holds_alternative<CommentLine>(lines[line].line) ||
          std::holds_alternative<AllowLine>(lines[line].line))
        continue;
      return is_heading(lines[line].line) ? std::nullopt : std::optional(line);
    }
    return std::nullopt;
  }

  void try_swaps() {
    for (const bool above : {true, false}) {
      const auto other = neighbour(line_, above);
      if (!other || items()[*other].line == items()[line_].line) continue;
      RecordRound mended = round();
      std::swap(mended.items[*other], mended.items[line_]);
      if (offer(mended, {.kind = Slip::Kind::swapped,
                         .where = items()[std::min(*other, line_)].at.span,
                         .other = items()[std::max(*other, line_)].at.span}))
        return;
    }
  }

  /// The player whose turn it is when the line comes; no_seat: nobody's.
  Seat turn_before_line(const RecordRound& asked, std::size_t line) const {
    Position position = position_;
    RoundFold fold = fold_of(of_header_, record_.header, asked, round_ == 0, position);
    Seat whose = no_seat;
    while (FoldStep* step = fold.next()) {
      const auto* comes = std::get_if<AtLine>(step);
      if (comes == nullptr || comes->item != line) continue;
      if (position.phase == engine::Phase::play) whose = position.turn_player;
      fold.stop();
    }
    return whose;
  }

  /// Players who were passed over either drew and could not play, or did something that later lines leave
  /// open. As many turns are missing as come before it is the turn of this line's player.
  void try_missing_turns() {
    if (turn() == nullptr || !is_law(dsl::Law::turn_order)) return;
    const dsl::Span& span = items()[line_].at.span;
    const At before{{span.file, span.begin, span.begin}};
    RecordRound mended = round();
    Slip slip{.kind = Slip::Kind::missing_turn, .where = span};
    std::size_t line = line_;
    for (std::size_t missing = 0; missing < header().players.size(); ++missing, ++line) {
      if (!spend(line)) return;
      const Seat seat = turn_before_line(mended, line);
      if (seat == no_seat) return;
      if (seat == turn()->player) break;
      TurnLine drawn;
      drawn.player = seat;
      drawn.acts.push_back({DrawAct{}, before});
      drawn.player_at = before;
      mended.items.insert(mended.items.begin() + static_cast<std::ptrdiff_t>(line), Item{drawn, {}, before});
      slip.players.push_back(short_name(header(), seat));
    }
    if (slip.players.empty() || slip.players.size() >= header().players.size()) return;
    const auto heals_all = [&](const std::optional<Judgement>& judged) {
      if (!judged) return false;
      const std::optional<std::vector<Ruling>> left = left_by(*judged, slip);
      return left && left->empty();
    };
    const std::optional<Judgement> drawn = judge(mended);
    const bool is_known = drawn && drawn->undecided.empty();
    if (is_known && heals_all(drawn)) {
      offer(*drawn, std::move(slip));
      return;
    }
    // Nobody knows what those players did; it may still be that no later line speaks against it.
    RecordRound open = round();
    open.items.insert(open.items.begin() + static_cast<std::ptrdiff_t>(line_), Item{GapLine{}, {}, before});
    const std::optional<Judgement> unknown = judge(open);
    if (is_known && !heals_all(unknown) && offer(*drawn, slip)) return;
    if (!unknown) return;
    if (!unknown->undecided.empty()) slip.kind = Slip::Kind::perhaps_missing_turn;
    offer(*unknown, std::move(slip), false);
  }

  const engine::Rules& of_header_;
  const Record& record_;
  Judgement& judgement_;
  const Ruling& ruling_;
  HandRowsOnDemand rows_;
  Position position_;
  std::optional<RoundTrial> trial_;
  std::size_t round_ = 0;
  std::size_t line_ = 0;
  std::size_t left_ = most_slip_lines;
};

}  // namespace

void find_slips(const engine::Rules& program, const Record& record, Judgement& judgement) {
  if (judgement.verdict != Verdict::illegal || !judgement.ruling) return;
  SlipFinder(program, record, judgement).find();
}

}  // namespace roundhouse::replay
