#include "replay/referee/judge/trial.h"

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "replay/record/record_size.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/judge_round.h"

namespace roundhouse::replay {
namespace {

/// An act judged again takes about as long as two steps of a search.
constexpr std::int64_t steps_for_entry = 2;

}  // namespace

WrittenAct written_act(const engine::Rules& program, const Header& header, const engine::Position& before,
                       const engine::Act& act, dsl::Span where) {
  const At at{where};
  if (act.kind == engine::ActKind::lay) {
    TileAct laid;
    laid.tile = written(act.tile);
    laid.place = place_text(program, header, before, act.actor, act.tile, act.end, act.amount);
    laid.place_at = at;
    if (act.amount != 0) laid.outward = static_cast<std::int8_t>(engine::low_of(act.tile));
    return {laid, at};
  }
  if (act.kind == engine::ActKind::draw) return {DrawAct{}, at};
  if (act.kind == engine::ActKind::declared) {
    WordAct word;
    word.word = program.declared[act.declared].name;
    if (act.whom != engine::no_seat) word.whom = header.players[static_cast<std::size_t>(act.whom)].name;
    word.tile = written(act.tile);
    if (program.declared[act.declared].amount) word.amount = act.amount;
    word.word_at = word.whom_at = word.amount_at = at;
    return {word, at};
  }
  return {PassAct{}, at};
}

RecordRound with_act_instead(const RecordRound& round, std::size_t item, dsl::Span where,
                             const WrittenAct* instead) {
  RecordRound tried;
  tried.void_label = round.void_label;
  tried.by = round.by;
  tried.items.assign(round.items.begin(), round.items.begin() + static_cast<std::ptrdiff_t>(item) + 1);
  auto& line = std::get<TurnLine>(tried.items.back().line);
  const auto ruled =
      find_if(line.acts, [&](const WrittenAct& act) { return dsl::lies_in(where, act.at.span); });
  line.acts.erase(ruled, line.acts.end());
  // A line that says nothing but `mark` ends the turn by that.
  if (!line.acts.empty() && std::holds_alternative<PassAct>(line.acts.back().what)) line.acts.pop_back();
  line.claim = MarkClaim::none;
  line.goes_on = true;
  if (instead == nullptr) return tried;
  line.acts.push_back(*instead);
  line.goes_on = !std::holds_alternative<PassAct>(instead->what);
  return tried;
}

std::vector<const Ruling*> rulings_of(const Judgement& judged) {
  std::vector<const Ruling*> all;
  if (judged.ruling) all.push_back(&*judged.ruling);
  for (const Ruling& more : judged.more) all.push_back(&more);
  return all;
}

bool is_same_error(const Ruling& a, const Ruling& b) {
  return a.rule == b.rule && a.place.where == b.place.where;
}

RoundTrial::RoundTrial(const engine::Rules& program, const Header& header, bool first_of_file,
                       const engine::Position& begin, HandRowsOnDemand& rows, const RefereeOptions& options)
    : program_(program),
      header_(header),
      first_of_file_(first_of_file),
      begin_(begin),
      rows_(rows),
      options_(options) {
  options_.trust = options_.strict = options_.help = false;
  options_.rules = nullptr;
}

Judgement RoundTrial::judge(const RecordRound& round) {
  engine::Position position = begin_;
  Judgement judged = judge_one_round(program_, header_, round, rows_, first_of_file_, position, options_);
  steps_ +=
      judged.steps + (steps_for_entry + rows_.work().act) * static_cast<std::int64_t>(entries_of(round));
  return judged;
}

bool RoundTrial::holds(const RecordRound& round, const std::vector<const Ruling*>& known) {
  const Judgement judged = judge(round);
  if (!judged.undecided.empty()) return false;
  return all_of(rulings_of(judged), [&](const Ruling* found) {
    return any_of(known, [&](const Ruling* one) { return is_same_error(*found, *one); });
  });
}

}  // namespace roundhouse::replay
