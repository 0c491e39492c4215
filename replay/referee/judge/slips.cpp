#include "replay/referee/judge/slips.h"
#include "replay/fold/carried_match.h"

#include <algorithm>
#include <optional>

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/backtracking_judge.h"
#include "replay/referee/judge/judge_round.h"

namespace roundhouse::replay {
namespace {

/// A verdict that costs a fraction of the first.
RefereeOptions quick() { return {.trust = false, .budget = 1'000, .act_budget = 5'000}; }

class SlipFinder {
 public:
  SlipFinder(const engine::Rules& program, const Record& record, const Ruling& ruling)
      : of_header_(program), record_(record), ruling_(ruling), rows_(program) {}

  std::vector<Slip> find() {
    if (!find_line()) return {};
    rows_ = HandRowsOnDemand(program());
    position_ = begin_match_of(of_header_, record_.header);
    std::size_t lines = 0;
    for (std::size_t i = 0; i < round_; ++i) lines += record_.rounds[i].items.size();
    if (!spend(lines)) return {};
    for (std::size_t i = 0; i < round_; ++i)
      fold_round(of_header_, record_.header, record_.rounds[i], i == 0, position_);
    try_draw();
    try_swaps();
    try_missing_turn();
    return std::move(slips_);
  }

 private:
  const std::vector<Item>& items() const { return record_.rounds[round_].items; }
  const engine::Rules& program() const { return program_in(record_.rounds[round_], of_header_); }
  const Header& header() const { return header_in(record_.rounds[round_], record_.header); }

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

  /// Illegal where it cannot be asked.
  Verdict judge(const RecordRound& round) {
    // Rules may ask much of each act.
    const auto weight = 1 + static_cast<std::size_t>(rows_.work().act) / 50;
    if (!spend(round.items.size() * weight)) return Verdict::illegal;
    engine::Position position = position_;
    const Judgement judged =
        judge_one_round(program(), header(), round, rows_, round_ == 0, position, quick());
    return judged.scores.empty() ? judged.verdict : Verdict::illegal;
  }

  bool is_legal(const RecordRound& round) { return judge(round) == Verdict::legal; }

  /// The line at which the ruling stands, or the one before it: where a draw may have been forgotten.
  void try_draw() {
    const auto* turn = std::get_if<TurnLine>(&items()[line_].line);
    if (turn == nullptr || turn->player == no_seat) return;
    const auto at = find_if(
        turn->acts, [&](const WrittenAct& act) { return dsl::lies_in(ruling_.place.where, act.at.span); });
    RecordRound mended = record_.rounds[round_];
    auto& line = std::get<TurnLine>(mended.items[line_].line);
    std::size_t place = static_cast<std::size_t>(at - turn->acts.begin());
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
    if (is_legal(mended)) slips_.push_back({Slip::Kind::draw, ruling_.place.where, {}, {}});
  }

  std::optional<std::size_t> neighbour(std::size_t line, bool above) const {
    const std::vector<Item>& lines = items();
    while (above ? line > 0 : line + 1 < lines.size()) {
      line = above ? line - 1 : line + 1;
      if (std::holds_alternative<CommentLine>(lines[line].line) ||
          std::holds_alternative<AllowLine>(lines[line].line))
        continue;
      const bool is_heading = std::holds_alternative<RoundLine>(lines[line].line) ||
                              std::holds_alternative<GameLine>(lines[line].line);
      return is_heading ? std::nullopt : std::optional(line);
    }
    return std::nullopt;
  }

  void try_swaps() {
    for (const bool above : {true, false}) {
      const auto other = neighbour(line_, above);
      if (!other || items()[*other].line == items()[line_].line) continue;
      RecordRound mended = record_.rounds[round_];
      std::swap(mended.items[*other], mended.items[line_]);
      if (!is_legal(mended)) continue;
      slips_.push_back({Slip::Kind::swapped,
                        items()[std::min(*other, line_)].at.span,
                        items()[std::max(*other, line_)].at.span,
                        {}});
      return;
    }
  }

  /// A player who was passed over either drew and could not play, or did something that later lines leave
  /// open.
  void try_missing_turn() {
    const auto* turn = std::get_if<TurnLine>(&items()[line_].line);
    if (turn == nullptr || turn->player == no_seat) return;
    if (ruling_.rule_where || ruling_.rule != dsl::row(dsl::Law::turn_order).name) return;
    const dsl::Span& span = items()[line_].at.span;
    const At before{{span.file, span.begin, span.begin}};
    const std::size_t players = header().players.size();
    for (std::size_t step = 1; step < players; ++step) {
      // The likeliest is the one who sits before the player of this line.
      const auto seat =
          static_cast<Seat>((static_cast<std::size_t>(turn->player) + players - step) % players);
      RecordRound mended = record_.rounds[round_];
      TurnLine missing;
      missing.player = seat;
      missing.acts.push_back({DrawAct{}, before});
      missing.player_at = before;
      const auto place = mended.items.begin() + static_cast<std::ptrdiff_t>(line_);
      mended.items.insert(place, Item{missing, {}, before});
      const std::string& name = header().players[static_cast<std::size_t>(seat)].name;
      if (is_legal(mended)) {
        slips_.push_back({Slip::Kind::missing_turn, span, {}, name});
        return;
      }
      if (step > 1) continue;
      // Nobody knows what that player did; it may still be that no later line speaks against it.
      mended.items[line_].line = GapLine{};
      const Verdict verdict = judge(mended);
      if (verdict == Verdict::illegal) continue;
      const bool proven = verdict == Verdict::legal;
      slips_.push_back(
          {proven ? Slip::Kind::missing_turn : Slip::Kind::perhaps_missing_turn, span, {}, name});
      return;
    }
  }

  const engine::Rules& of_header_;
  const Record& record_;
  const Ruling& ruling_;
  HandRowsOnDemand rows_;
  engine::Position position_;
  std::size_t round_ = 0;
  std::size_t line_ = 0;
  std::size_t left_ = most_slip_lines;
  std::vector<Slip> slips_;
};

}  // namespace

std::vector<Slip> find_slips(const engine::Rules& program, const Record& record, const Judgement& judgement) {
  if (judgement.verdict != Verdict::illegal || !judgement.ruling) return {};
  return SlipFinder(program, record, *judgement.ruling).find();
}

}  // namespace roundhouse::replay
