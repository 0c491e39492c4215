#include "replay/referee.h"

#include "engine/fold.h"
#include "replay/judge_round.h"
#include "replay/match_result.h"
#include "replay/write_record.h"

namespace roundhouse::replay {

namespace {

/// Of each list so many entries are kept, so that a file of any length takes no more memory.
constexpr std::size_t most_kept = 1'000;

/// Why the right figures are what they are. The round is followed once more, which wrong scores are worth.
void explain(std::vector<ScoreDifference>& scores, const RoundResult& round) {
  for (ScoreDifference& wrong : scores)
    for (const ScoreDifference& known : round.wrong)
      if (known.place.where == wrong.place.where && known.player == wrong.player &&
          known.right == wrong.right)
        wrong = known;
}

std::vector<Objection> claims_in(const Header& header, const RecordRound& round) {
  std::vector<Objection> claims;
  for (const Item& item : round.items) {
    const auto* claim = std::get_if<ClaimLine>(&item.line);
    if (claim == nullptr) continue;
    RecordPlace place{item.at.span, label_of(round), 0,
                      header.players[static_cast<std::size_t>(claim->player)].name};
    claims.push_back({std::move(place), write_reference(claim->about), claim->note});
  }
  return claims;
}

}  // namespace

struct Referee::State {
  const dsl::Program& program;
  Header header;
  RefereeOptions options;
  HandRowsOnDemand rows;
  engine::Position position;
  Judgement judgement;
  bool first = true;
};

Referee::Referee(const dsl::Program& program, const Header& header, const RefereeOptions& options)
    : state_(std::make_unique<State>(State{program,
                                           header,
                                           options,
                                           HandRowsOnDemand(program),
                                           engine::begin_match(program, header.ages),
                                           {},
                                           true})) {}
Referee::~Referee() = default;
Referee::Referee(Referee&&) noexcept = default;
Referee& Referee::operator=(Referee&&) noexcept = default;

void Referee::judge_round(const RecordRound& round) {
  State& s = *state_;
  engine::Position before = s.position;
  Judgement found = judge_one_round(s.program, s.header, round, s.rows, s.first, s.position, s.options);
  if (!found.scores.empty()) explain(found.scores, score_round(s.program, s.header, round, s.first, before));
  found.claims = claims_in(s.header, round);
  found.rounds = 1;
  found.illegal_rounds = found.ruling ? 1 : 0;
  found.undecided_rounds = !found.ruling && !found.undecided.empty() ? 1 : 0;
  add(std::move(found));
}

const engine::Position& Referee::position() const { return state_->position; }

void Referee::begin_after(const engine::Position& position) {
  state_->judgement = {};
  state_->position = position;
  state_->first = false;
}

void Referee::take(Judgement found, const engine::Position& position) {
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
  append(all.trust, found.trust);
  append(all.advice, found.advice);
  append(all.scores, found.scores);
  append(all.claims, found.claims);
  append(all.notes, found.notes);
  if (all.undecided.empty() && !found.undecided.empty()) {
    all.undecided = std::move(found.undecided);
    all.unknown = std::move(found.unknown);
  }
  if (all.ruling)
    all.verdict = Verdict::illegal;
  else if (!all.undecided.empty())
    all.verdict = Verdict::undecided;
}

const Judgement& Referee::judgement() const { return state_->judgement; }

Judgement judge_record(const dsl::Program& program, const Record& record, const RefereeOptions& options) {
  Referee referee(program, record.header, options);
  for (const RecordRound& round : record.rounds) referee.judge_round(round);
  return referee.judgement();
}

}  // namespace roundhouse::replay
