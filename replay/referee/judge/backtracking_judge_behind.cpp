// Judges behind a gap: an act is illegal only if it is in every way in which the table may be. Hands are
// known there only by what is seen of them: later acts claim nothing, and a tile that is laid may have been
// drawn in the gap.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/partial_fold.h"
#include "replay/record/rule_reads.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/judge/backtracking_judge.h"
#include "replay/referee/judge/known_lines.h"
#include "replay/referee/judge/ways_asked.h"

namespace roundhouse::replay {

using engine::ActKind;
using engine::Known;

namespace {

bool asks_for_markers(const engine::Rules& program, dsl::RuleId rule) {
  return any_of(program.acts, [&](const dsl::ActRules& act) {
    return any_of(act.forbids, [&](const dsl::ForbidRow& row) {
      return row.rule == rule && (dsl::reads_of_row(program, row) & dsl::aspects::markers) != 0;
    });
  });
}

}  // namespace

void BacktrackingJudge::begin_gap(GapBegins& gap) {
  gap.goes_on = true;
  gap_with_ = gap.begun_with;
  is_gap_of_position_ = gap.begun_with != nullptr;
  gap_act_ = log_.last();
  gap_item_ = gap.item;
}

/// The player may have drawn a tile in the gap.
void BacktrackingJudge::claim_drawn_in_gap(Seat seat) {
  // Of a hand of which all tiles were counted they come from there, unless a turn of this player is missing.
  const bool was_counted = gap_with_ == nullptr || !gap_with_->unknown.counts[static_cast<std::size_t>(seat)];
  const bool misses_turn = any_of(round_.items, [&](const Item& each) {
    const auto* turn = std::get_if<TurnLine>(&each.line);
    return is_gap(each.line) && (turn == nullptr || turn->player == seat);
  });
  const bool is_counted = was_counted && !misses_turn && !has_effect(program_, dsl::Effect::draw);
  if ((was_counted && position_.boneyard == 0) || is_counted) return;
  Clue drawn = clue(ClueKind::place, seat);
  drawn.time = 2 * gap_act_ + 1;
  drawn.tiles = TileSet::all();
  drawn.optional = true;
  clues().push_back(std::move(drawn));
}

void BacktrackingJudge::judge_behind(AskWays& asked) {
  const FoldAct& step = asked.step;
  if (step.act.kind == ActKind::lay || step.act.kind == ActKind::draw) {
    log_.add(step, position_, false);
    if (step.act.kind == ActKind::lay) {
      claim_drawn_in_gap(step.act.actor);
      leave(step.act.actor, step.act.tile);
    } else {
      add_clue(ClueKind::place, step.act.actor).tiles = faces_of(program_, step.tile);
    }
  }
  if (!asked.is_open) return;
  WaysAsked found = ask_ways(program_, asked);
  const bool is_allowed = allowed_.has(step.item);
  const bool is_broken = found.legal.empty() && found.breach.has_value();
  if (is_broken && asked.may_not_come)
    doubt_behind(step, found.breach->first);
  else if (is_broken)
    rule_behind(step, *found.breach);
  else if (!is_allowed && found.open)
    doubt_behind(step, *found.open);
  else if (!is_allowed && found.breach)
    doubt_behind(step, found.breach->first);
  if (is_broken && !asked.may_not_come && !is_allowed) return fold_->stop();
  replay::let_stand(found, is_allowed, asked);
}

void BacktrackingJudge::rule_behind(const FoldAct& step, const std::pair<RowsAsked, Known>& breach) {
  const PartialFold& partly = *fold_->partly();
  const Known& way = breach.second;
  FoldAct shown = step;
  const int index = engine::find_end(way.position, step.act.end);
  const std::size_t train = index < 0 ? 0 : way.position.ends[static_cast<std::size_t>(index)].train;
  const bool is_sure = index >= 0 && partly.rules().one_ended && !partly.table().unknown.ends[train];
  if (step.act.kind == ActKind::lay && !is_sure) shown.act.end = UINT16_MAX;
  const engine::Breach& broken = *breach.first.broken;
  Ruling ruling = reporter_.breach(shown, way.position, broken);
  if (index >= 0 && !broken.law && asks_for_markers(program_, broken.rule)) add_marker(ruling, train);
  log_.add(step, position_, false);
  add_ruling(log_.last(), std::move(ruling));
}

/// Later lines may have shown how it is with the marker of the train.
void BacktrackingJudge::add_marker(Ruling& ruling, std::size_t train) const {
  const PartialFold& partly = *fold_->partly();
  if (partly.table().unknown.marks[train]) return;
  const bool stands = partly.table().position.ends[train].marked;
  const std::string text =
      fmt::format("{} bears {} marker", reporter_.train_words(static_cast<int>(train)), stands ? "a" : "no");
  if (const auto since = partly.marker_since(train))
    ruling.because.push_back({reporter_.place(since->item, since->where), "since here " + text});
  else
    ruling.reasons.push_back(text);
}

void BacktrackingJudge::doubt_behind(const FoldAct& step, const RowsAsked& asked) {
  const PartialFold& partly = *fold_->partly();
  std::optional<dsl::RuleId> row = asked.open;
  if (!row && asked.broken && !asked.broken->law) row = asked.broken->rule;
  const bool is_declared =
      engine::is_by_rows(step.act.kind) && engine::act_id_of(step.act).value >= dsl::built_in_acts;
  const std::string rule(row           ? program_.rules[row->value].id
                         : is_declared ? program_.declared[step.act.declared].name
                                       : std::string(reporter_.act_word(step.act)));
  std::string ending(partly.ending());
  if (partly.is_of_position() && gap_with_ != nullptr) {
    std::vector<std::string> lines = lines_to_write(
        reporter_, partly, step.act, parts_missing(program_, partly.table(), step.act, row), *gap_with_);
    if (lines.empty()) lines = all_to_write(step.act);
    if (!lines.empty()) ending = "depends on what is missing";
    if (judgement_.undecided.empty()) judgement_.lines_wanted = std::move(lines);
  }
  doubt(step.item, step.where,
        fmt::format("{}, and whether {} is allowed here ({}) {}", partly.why_open(),
                    step.act.kind == ActKind::done ? "the end of the turn" : "this", rule, ending));
}

/// The lines with which the position would be whole; none: it stands behind missing turns.
std::vector<std::string> BacktrackingJudge::all_to_write(const engine::Act& act) const {
  const PartialFold& partly = *fold_->partly();
  if (!partly.is_of_position() || gap_with_ == nullptr) return {};
  // Hands are searched where all else is known, whatever their number.
  engine::Parts wanted = partly.not_written();
  wanted.set(engine::Part::counts, false);
  wanted.set(engine::Part::boneyard, false);
  std::vector<std::string> lines = lines_to_write(reporter_, partly, act, wanted, *gap_with_);
  if (lines.empty()) lines = counts_to_write(reporter_, partly, *gap_with_);
  return lines;
}

void BacktrackingJudge::doubt_behind(const FoldDoubt& open) {
  if (open.of_claim && allowed_.has(open.item)) return;
  std::vector<std::string> lines;
  if (!open.line.empty()) lines = {open.line};
  if (open.of_all) {
    engine::Act act;
    const auto* turn = std::get_if<TurnLine>(&reporter_.round.items[open.item].line);
    if (turn != nullptr) act.actor = turn->player;
    lines = all_to_write(act);
  }
  const bool is_told = !open.of_all || !lines.empty();
  if (judgement_.undecided.empty() && !lines.empty()) judgement_.lines_wanted = std::move(lines);
  doubt(open.item, open.where,
        is_told ? open.reason : fmt::format("{}; {}", open.reason, fold_->partly()->what_to_write()));
}

/// Returns whether the fold goes on.
bool BacktrackingJudge::object_behind(const FoldTrouble& trouble) {
  FoldAct step;
  step.item = trouble.item;
  step.where = trouble.where;
  log_.add(step, position_, false);
  Ruling ruling = reporter_.trouble(trouble);
  for (const dsl::RuleId row : trouble.decided_by) {
    const engine::Rules::RuleText& text = program_.rules[row.value];
    ruling.decided_by.push_back({"rule " + text.id, text.says, text.from, text.where, {}});
  }
  add_ruling(log_.last(), std::move(ruling));
  if (trouble.law == dsl::Law::false_claim) return trouble.goes_on || allowed_.has(trouble.item);
  return trouble.goes_on && trouble.law != dsl::Law::round_over;
}

void BacktrackingJudge::show_behind(const FoldShowing& shown) {
  FoldAct step{shown.item, shown.where, {}};
  step.act.actor = shown.seat;
  log_.add(step, position_, false);
  std::vector<SetTile> known;
  for (const SetTile& tile : shown.tiles)
    if (tile.known()) known.push_back(tile);
  for (std::size_t t = 0; t < known.size(); ++t) claim_drawn_in_gap(shown.seat);
  for (Clue& c : clues_from_shown(program_, known, false, clue(ClueKind::shown, shown.seat)))
    clues().push_back(std::move(c));
}

}  // namespace roundhouse::replay
