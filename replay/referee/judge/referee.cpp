#include "replay/referee/judge/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/rule_reads.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/judge_round.h"
#include "replay/referee/judge/reach.h"
#include "replay/scores/match_result.h"

namespace roundhouse::replay {

namespace {

/// The steps that a round without a line takes, and each thing that is said of one.
constexpr std::int64_t round_steps = 6;
constexpr std::int64_t finding_steps = 12;

/// The steps that judging a round took beside its searches, as long as theirs.
std::int64_t steps_beside(const engine::Rules& program, const RecordRound& round, const Judgement& found) {
  const std::size_t findings = (found.ruling ? 1 : 0) + found.more.size() + found.allowed.size() +
                               found.trust.size() + found.advice.size() + found.scores.size() +
                               found.left_out + found.notes.size();
  const std::size_t lines = entries_of(round) * (1 + program.rules.size() / 64) / 4;
  return round_steps + static_cast<std::int64_t>(lines) + finding_steps * static_cast<std::int64_t>(findings);
}

/// Why the right figures are what they are. The round is followed once more, which wrong scores are worth.
void explain(std::vector<ScoreDifference>& scores, const RoundResult& round) {
  const auto key = [](const ScoreDifference& score) {
    return std::tuple(score.place.where.begin, std::string_view(score.player), score.right);
  };
  std::map<decltype(key(scores.front())), const ScoreDifference*> known;
  for (const ScoreDifference& score : round.wrong) known.emplace(key(score), &score);
  for (ScoreDifference& wrong : scores)
    if (const auto found = known.find(key(wrong)); found != known.end()) wrong = *found->second;
}

void add_objections(const Header& header, const RecordRound& round, Judgement& found) {
  for (const Item& item : round.items) {
    const auto* claim = std::get_if<ClaimLine>(&item.line);
    if (claim == nullptr) continue;
    if (found.objections.size() == most_kept) {
      ++found.left_out;
      continue;
    }
    RecordPlace place{item.at.span, label_of(round), 0, short_name(header, claim->player)};
    found.objections.push_back({std::move(place), write_reference(claim->about), claim->note});
  }
}

}  // namespace

namespace {

/// True if rows ask for something that turns or points which nobody wrote down may have made another.
bool rests_on_unwritten(const engine::Rules& program, const Position& before) {
  // Ranks go by keys, and these perhaps by facts.
  const auto& keys = program.match.order;
  const bool by_facts =
      any_of(keys, [&](dsl::NodeRef key) { return (dsl::reads(program, key) & dsl::aspects::facts) != 0; });
  const bool totals = before.unknown.has(engine::Part::totals) ||
                      before.unknown.has(engine::Part::placement) ||
                      (before.unknown.has(engine::Part::facts) && by_facts);
  return (totals && any_row_reads(program, dsl::aspects::totals)) ||
         (before.unknown.has(engine::Part::facts) && any_row_reads_lasting_facts(program));
}

/// True of a breach that is one with any rounds before this one.
bool stands_by_itself(const Ruling& ruling) {
  return ruling.rule == dsl::row(dsl::Law::tile_once).name ||
         ruling.rule == dsl::row(dsl::Law::no_such_act).name ||
         ruling.rule == dsl::row(dsl::Law::no_such_place).name;
}

/// The rulings that stand whatever the facts and the totals of the rounds before are.
class RulingsSpared {
 public:
  explicit RulingsSpared(const engine::Rules& program)
      : reach_(program, dsl::aspects::totals, lasting(program)) {
    // Ranks go by keys, and these perhaps by facts. Who begins, and with which tiles, goes by the setup.
    begins_the_same_ = none_of(program.match.order, [&](dsl::NodeRef key) {
      return (dsl::reads(program, key) & dsl::aspects::facts) != 0;
    });
#define X(field, ...) begins_the_same_ = begins_the_same_ && !reach_.reaches(program.setup.field);
    ROUNDHOUSE_ROUND_VALUES(X)
#undef X
  }

  bool has(const Ruling& ruling) const {
    if (stands_by_itself(ruling)) return true;
    constexpr dsl::Aspects order =
        dsl::aspects::turn_owner | dsl::aspects::previous | dsl::aspects::turn_counts;
    const bool is_of_order = ruling.rule == dsl::row(dsl::Law::turn_order).name;
    return begins_the_same_ && (is_of_order ? !reach_.has(order) : reach_.spares(ruling));
  }

 private:
  static std::bitset<engine::max_facts> lasting(const engine::Rules& program) {
    std::bitset<engine::max_facts> facts;
    for (const dsl::FactSlot& fact : program.facts)
      if (fact.per == dsl::Scope::game || fact.per == dsl::Scope::match)
        facts.set(static_cast<std::size_t>(fact.slot));
    return facts;
  }

  Reach reach_;
  bool begins_the_same_ = true;
};

/// True if the setup or a row asks which doubles were engines before.
bool reads_used(const engine::Rules& program) {
  dsl::Aspects asked = dsl::aspects::none;
#define X(field, ...) asked |= dsl::reads(program, program.setup.field);
  ROUNDHOUSE_ROUND_VALUES(X)
#undef X
  return (asked & dsl::aspects::used) != 0 || any_row_reads(program, dsl::aspects::used);
}

/// All doubles but one were engines before: then no other may have been wanted instead.
void assume_used(Header& header, Position& before, TileId engine) {
  const int kept = engine == no_tile ? -1 : engine::high_of(engine);
  for (int number = 0; number <= engine::max_highest; ++number) {
    if (number == kept) continue;
    header.used.push_back(number);
    before.used |= std::uint32_t{1} << static_cast<unsigned>(number);
  }
}

/// Nobody is convicted by what may have been otherwise. `stands`: of a ruling that would be one all the same.
template <class Stands>
void leave_open(Judgement& found, const Stands& stands, std::string why) {
  found.clear_scores();
  if (!found.ruling) return;
  if (stands(*found.ruling)) {
    std::erase_if(found.more, [&](const Ruling& ruling) { return !stands(ruling); });
    return;
  }
  found.verdict = Verdict::undecided;
  found.undecided = std::move(why);
  found.unknown = found.ruling->place;
  found.ruling.reset();
  found.more.clear();
}

}  // namespace

struct Referee::State {
  const engine::Rules& program;
  Header header;
  RefereeOptions options;
  HandRowsOnDemand rows;
  std::shared_ptr<const RoundTerms> rows_of;  ///< absent: of the program of the header
  Position position;
  Judgement judgement;
  bool first = true;
  bool is_stopped = false;  ///< no further round is judged, whatever it takes

  HandRowsOnDemand& rows_for(const RecordRound& round) {
    if (rows_of != round.by.terms) {
      rows_of = round.by.terms;
      rows = HandRowsOnDemand(program_in(round, program));
    }
    return rows;
  }
};

Referee::Referee(const engine::Rules& program, const Header& header, const RefereeOptions& options)
    : state_(std::make_unique<State>(State{program,
                                           header,
                                           options,
                                           HandRowsOnDemand(program),
                                           nullptr,
                                           begin_match_of(program, header),
                                           {},
                                           true,
                                           false})) {}
Referee::~Referee() = default;
Referee::Referee(Referee&&) noexcept = default;
Referee& Referee::operator=(Referee&&) noexcept = default;

void Referee::judge_round(const RecordRound& round) {
  State& s = *state_;
  if (is_spent()) {
    cut_short();
    return;
  }
  if (lacks_rules(round)) {
    stop_judging("the rules change before this round, and nobody says which hold from there on");
    return;
  }
  const engine::Rules& program = program_in(round, s.program);
  const Header& header = header_in(round, s.header);
  RefereeOptions options = s.options;
  options.rules = checked_in(round, options.rules);
  Position before = s.position;
  Judgement found = judge_one_round(program, header, round, s.rows_for(round), s.first, s.position, options);
  if ((found.ruling || !found.scores.empty()) && rests_on_unwritten(program, before)) {
    const RulingsSpared spared(program);
    leave_open(
        found, [&](const Ruling& ruling) { return spared.has(ruling); },
        "a rule asks here for facts or points of earlier rounds, and these are not all written");
  }
  if (found.ruling && s.position.unknown.has(engine::Part::used) && reads_used(program)) {
    Header assumed = header;
    Position other = before;
    assume_used(assumed, other, s.position.engine_tile);
    const Judgement again =
        judge_one_round(program, assumed, round, s.rows_for(round), s.first, other, options);
    found.steps += again.steps;
    if (!again.ruling)
      leave_open(found, stands_by_itself,
                 "which doubles were engines before is not written; a line [used ...] above says it");
  }
  // Nobody knows what would have been played without an illegal act.
  if (found.ruling) s.position.unknown.set(engine::Part::past, true);
  if (found.ruling || !found.undecided.empty()) s.position.unknown.set(engine::Part::last_round, true);
  found.steps += steps_beside(program, round, found);
  if (!found.scores.empty()) explain(found.scores, score_round(program, header, round, s.first, before));
  add_objections(header, round, found);
  found.rounds = 1;
  found.illegal_rounds = found.ruling ? 1 : 0;
  found.undecided_rounds = !found.ruling && !found.undecided.empty() ? 1 : 0;
  add(std::move(found));
}

const Position& Referee::position() const { return state_->position; }

void Referee::begin_after(const Position& position) {
  state_->judgement = {};
  state_->position = position;
  state_->first = false;
}

void Referee::take(Judgement found, const Position& position) {
  state_->position = position;
  add(std::move(found));
}

void Referee::add(Judgement found) {
  State& s = *state_;
  s.first = false;
  Judgement& all = s.judgement;
  all.rounds += found.rounds;
  all.illegal_rounds += found.illegal_rounds;
  all.undecided_rounds += found.undecided_rounds;
  all.left_out += found.left_out;
  all.steps += found.steps;
  all.cut_short = all.cut_short || found.cut_short;
  const auto append = [&](auto& to, auto& from) {
    for (auto& entry : from) {
      if (to.size() < most_kept)
        to.push_back(std::move(entry));
      else
        ++all.left_out;
    }
  };
  if (found.ruling) {
    if (all.ruling)
      found.more.insert(found.more.begin(), std::move(*found.ruling));
    else
      all.ruling = std::move(found.ruling);
  }
  append(all.more, found.more);
  append(all.allowed, found.allowed);
  append(all.trust, found.trust);
  append(all.advice, found.advice);
  append(all.scores, found.scores);
  append(all.objections, found.objections);
  append(all.notes, found.notes);
  if (all.undecided.empty() && !found.undecided.empty()) {
    all.undecided = std::move(found.undecided);
    all.unknown = std::move(found.unknown);
    all.lines_wanted = std::move(found.lines_wanted);
    all.with_lines = std::move(found.with_lines);
  }
  if (all.ruling)
    all.verdict = Verdict::illegal;
  else if (!all.undecided.empty())
    all.verdict = Verdict::undecided;
}

bool Referee::is_spent() const {
  return state_->is_stopped || state_->judgement.steps >= state_->options.record_budget;
}

void Referee::cut_short() {
  stop_judging(fmt::format(
      "{} rounds are judged, and with that the work that one record gets is used up; give the rest as a "
      "record of its own, or judge all of it with --no-limit",
      state_->judgement.rounds));
}

void Referee::stop_judging(std::string why) {
  Judgement& all = state_->judgement;
  state_->is_stopped = true;
  if (all.cut_short) return;
  all.cut_short = true;
  if (all.undecided.empty()) all.undecided = std::move(why);
  if (!all.ruling) all.verdict = Verdict::undecided;
}

const Judgement& Referee::judgement() const { return state_->judgement; }

Judgement judge_record(const engine::Rules& program, const Record& record, const RefereeOptions& options) {
  Referee referee(program, record.header, options);
  for (const RecordRound& round : record.rounds) referee.judge_round(round);
  return referee.judgement();
}

}  // namespace roundhouse::replay
