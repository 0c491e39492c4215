#include <fmt/format.h>

#include <utility>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/round_points.h"
#include "replay/record/tiles.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/scores/match_result.h"

namespace roundhouse::replay {
namespace {

using engine::Happening;

/// Rows that gave points are listed if they are no more than somebody reads.
constexpr std::size_t most_parts = 200;
/// Tiles are counted row by row where so few rows gave points: the round is ended anew for each of them.
constexpr std::size_t most_counted_parts = 8;

/// The points that a row gives at the end of the round to a player with just these tiles left.
std::int64_t counted(const engine::Rules& program, Position position, Seat seat,
                     const std::vector<TileId>& tiles, dsl::RuleId row) {
  const auto p = static_cast<std::size_t>(seat);
  for (engine::PlayerState& player : position.players) player.points = 0;
  position.hands[p] = {};
  for (const TileId tile : tiles) position.hands[p].add(tile);
  position.players[p].count = static_cast<std::uint16_t>(tiles.size());
  engine::Trace trace;
  engine::end_round(program, position, &trace);
  std::int64_t points = 0;
  for (const Happening& happening : trace)
    if (happening.kind == Happening::Kind::scored && happening.seat == seat && happening.rule == row)
      points += happening.number;
  return points;
}

class RoundScorer {
 public:
  RoundScorer(const engine::Rules& program, const Header& header, const RecordRound& round,
              bool first_of_file, Position& position)
      : program_(program),
        round_(round),
        reporter_{program, header, round},
        position_(position),
        fold_(program, header, round, first_of_file, position),
        only_end_(has_only_the_end(round)) {
    result_.players.resize(static_cast<std::size_t>(program.players));
    parts_.resize(static_cast<std::size_t>(program.players));
    part_counts_.resize(static_cast<std::size_t>(program.players));
    empty_parts_.resize(static_cast<std::size_t>(program.players));
    has_wrong_.resize(static_cast<std::size_t>(program.players));
  }

  RoundResult run() {
    while (FoldStep* step = fold_.next()) take(*step);
    if (!result_.stopped_at) look_for_tiles_beyond();
    finish();
    return std::move(result_);
  }

 private:
  void take(FoldStep& step) {
    std::visit(
        overloaded{
            [&](const FoldAct& act) {
              fold_.carry_out();
              note(fold_.trace(), &act);
              over_ = counted_ || is_over_by_play();
            },
            // A round may be void before anybody has done anything.
            [&](const AtLine&) { over_ = over_ || (!std::exchange(set_up_, true) && is_over_by_play()); },
            [&](const RoundCounted&) {
              note(fold_.trace(), nullptr);
              counted_ = over_ = true;
            },
            [&](FoldTrouble& trouble) {
              trouble.goes_on = trouble.law == dsl::Law::false_claim || trouble.law == dsl::Law::turn_order;
              if (trouble.goes_on) return;
              stop(trouble.item, trouble.where, trouble.message);
              result_.refused = true;
            },
            [&](const GapBegins& gap) {
              stop(gap.item, round_.items[gap.item].at.span,
                   gap.begun_with != nullptr ? "the position is not written down whole"
                                             : "turns are missing that nobody wrote down");
            },
            [&](const ScoreClaimed& scored) { compare(scored); },
            [](const TurnBegins&) {},
            [](const AskAnnounced&) {},
            [](const AskAct&) {},
            [](const AskTurned&) {},
            [](const AskChance&) {},
            [](const FoldShowing&) {},
            [](const FoldNote&) {},
            [](const PositionBegun&) {},
            [](const AskWays&) {},
            [](const FoldDoubt&) {},
            [](const TableSeen&) {},
        },
        step);
  }

  bool is_over_by_play() const { return !only_end_ && position_.phase == engine::Phase::over; }

  /// `step`: the act of which it is; null: the count at the end.
  void note(const engine::Trace& trace, const FoldAct* step) {
    bool ended = false;
    for (const Happening& happening : trace) {
      ended = ended || happening.kind == Happening::Kind::round_ended;
      if (happening.kind != Happening::Kind::scored || happening.seat == no_seat) continue;
      const auto p = static_cast<std::size_t>(happening.seat);
      const bool is_count = step == nullptr || ended;
      if (happening.number == 0) {
        if (is_count && empty_parts_[p].size() < most_parts)
          empty_parts_[p].push_back({happening.rule, 0, {}});
        continue;
      }
      if (++part_counts_[p] > most_parts) continue;
      Part part{happening.rule, happening.number, {}};
      if (!is_count) part.place = reporter_.place(step->item, step->where);
      parts_[p].push_back(std::move(part));
    }
  }

  void stop(std::size_t item, dsl::Span where, std::string message) {
    result_.stopped = std::move(message);
    result_.stopped_at = reporter_.place(item, where);
  }

  /// A tile left that the set has not is counted by nobody, and that is said.
  void look_for_tiles_beyond() {
    for (std::size_t item = 0; item < round_.items.size(); ++item) {
      const auto* line = std::get_if<LeftLine>(&round_.items[item].line);
      if (line == nullptr) continue;
      std::vector<SetTile> tiles;
      const auto complaint = tiles_in_set(program_, line->tiles, tiles);
      if (!complaint) continue;
      stop(item, complaint->where, complaint->message);
      result_.refused = true;
      return;
    }
  }

  void compare(const ScoreClaimed& scored) {
    const Position& at = position_;
    for (const SeatPoints& claim : scored.line->points) {
      const auto p = static_cast<std::size_t>(claim.seat);
      result_.players[p].claimed = claim.points;
      const std::optional<std::int32_t> right = fold_.known_points(claim.seat);
      if (!right || *right == claim.points) continue;
      if (std::exchange(has_wrong_[p], char{1}) != 0 && result_.wrong.size() >= most_wrong_reported) {
        ++result_.wrong_left_out;
        continue;
      }
      ScoreDifference wrong = reporter_.wrong_score(scored.item, claim, at, *right);
      const std::vector<PointsPart> lifted = lifted_counts(at, claim.seat);
      if (part_counts_[p] <= most_parts) {
        // Parts of no points are given only where nothing else explains the score.
        const bool only_empty = parts_[p].empty() && lifted.empty() && !wrong.left.empty();
        for (const Part& part : only_empty ? empty_parts_[p] : parts_[p])
          wrong.parts.push_back(points_part(part, at, claim.seat, wrong.left));
        wrong.parts.insert(wrong.parts.end(), lifted.begin(), lifted.end());
        // Points that came on a way which is not followed here are explained by nothing.
        std::int64_t sum = 0;
        for (const PointsPart& part : wrong.parts) sum += part.points;
        if (sum != *right) wrong.parts.clear();
      } else {
        wrong.parts_left_out = part_counts_[p];
      }
      result_.wrong.push_back(std::move(wrong));
    }
  }

  /// Points that a row gave, as they came.
  struct Part {
    dsl::RuleId rule;
    std::int32_t points = 0;
    std::optional<RecordPlace> place;  ///< the act that they came of; absent: the count at the end
  };

  PointsPart points_part(const Part& part, const Position& at, Seat seat,
                         const std::vector<TileId>& left) const {
    const engine::Rules::RuleText& text = program_.rules[part.rule.value];
    PointsPart made{text.id, text.says, text.from, text.where, part.points, part.place};
    if (part.place || part.points == 0 || parts_[static_cast<std::size_t>(seat)].size() > most_counted_parts)
      return made;
    made.counts = tile_counts(program_, at, seat, left, part.rule);
    std::int64_t sum = 0;
    for (const std::int32_t count : made.counts) sum += count;
    if (sum != part.points) made.counts.clear();
    return made;
  }

  /// The exceptions that keep rows from giving the player points for what is left, each with no points.
  std::vector<PointsPart> lifted_counts(const Position& at, Seat seat) const {
    if (!over_) return {};
    Position position = at;
    for (engine::PlayerState& player : position.players) player.points = 0;
    engine::Moment moment;
    moment.me = seat;
    const auto holds = [&](dsl::NodeRef when) { return engine::holds(program_, position, moment, when); };
    const auto gives_points = [](const dsl::EffectCall& effect) { return effect.id == dsl::Effect::score; };
    std::vector<PointsPart> lifted;
    for (const dsl::AfterRow& row : program_.after[static_cast<std::size_t>(dsl::BuiltInEvent::counting)]) {
      if (lifted.size() >= most_parts) break;
      if (none_of(row.effects, gives_points) || !holds(row.when)) continue;
      const auto except = find_if(row.excepts, [&](const dsl::ExceptRow& one) { return holds(one.when); });
      if (except == row.excepts.end()) continue;
      const engine::Rules::RuleText& text = program_.rules[except->rule.value];
      lifted.push_back({text.id, text.says, text.from, text.where, 0, std::nullopt});
    }
    return lifted;
  }

  void finish() {
    result_.game = position_.game;
    result_.number = position_.round;
    result_.label = label_of(round_);
    if (position_.voided)
      result_.end = engine::is_dealt_again(position_) ? RoundEnd::dealt_again : RoundEnd::void_for_good;
    else if (!over_)
      result_.end = position_.phase == engine::Phase::over ? RoundEnd::written : RoundEnd::unfinished;
    else if (counted_)
      result_.end = RoundEnd::counted;
    else if (position_.engine_tile == no_tile)
      result_.end = RoundEnd::voided;
    else
      result_.end = position_.last_out == no_seat ? RoundEnd::blocked : RoundEnd::out;
    if (result_.end == RoundEnd::out || result_.end == RoundEnd::counted) result_.out = position_.last_out;
    for (std::size_t p = 0; p < result_.players.size(); ++p) {
      PlayerRound& player = result_.players[p];
      const auto seat = static_cast<Seat>(p);
      const bool known = is_void(result_.end) || (over_ && fold_.known_points(seat).has_value());
      player.from = known ? PointsFrom::tiles : player.claimed ? PointsFrom::written : PointsFrom::nothing;
      if (player.from != PointsFrom::nothing) player.points = position_.players[p].points;
      player.hand_known = over_ && static_cast<int>(position_.players[p].count) == position_.hands[p].size();
      if (player.hand_known) player.left = tiles_in(position_.hands[p]);
    }
  }

  const engine::Rules& program_;
  const RecordRound& round_;
  BreachReporter reporter_;
  Position& position_;
  RoundFold fold_;
  bool only_end_;
  bool set_up_ = false;
  bool over_ = false;
  bool counted_ = false;
  RoundResult result_;
  std::vector<std::vector<Part>> parts_;        ///< by seat
  std::vector<std::vector<Part>> empty_parts_;  ///< by seat: rows of the count that gave 0
  std::vector<std::size_t> part_counts_;        ///< by seat: how often points were given
  std::vector<char> has_wrong_;                 ///< by seat: some score is wrong
};

}  // namespace

std::vector<std::int32_t> tile_counts(const engine::Rules& program, const Position& position, Seat seat,
                                      const std::vector<TileId>& tiles, dsl::RuleId row) {
  if (counted(program, position, seat, {}, row) != 0) return {};
  std::vector<std::int32_t> counts;
  std::vector<TileId> so_far;
  std::int64_t sum = 0;
  for (const TileId tile : tiles) {
    so_far.push_back(tile);
    const std::int64_t count = counted(program, position, seat, {tile}, row);
    sum += count;
    // A sum that is right in the end may come about otherwise.
    if (counted(program, position, seat, so_far, row) != sum) return {};
    counts.push_back(static_cast<std::int32_t>(count));
  }
  return counts;
}

RoundResult score_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                        bool first_of_file, Position& position) {
  return RoundScorer(program, header, round, first_of_file, position).run();
}

}  // namespace roundhouse::replay
