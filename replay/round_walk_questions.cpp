// What follows of an act and hangs on hidden tiles: one answer is supposed, and another one where that leads
// nowhere.

#include <fmt/format.h>

#include <algorithm>

#include "replay/act_rows.h"
#include "replay/hand_faces.h"
#include "replay/round_walk.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;
using engine::TileId;

/// More open rows at one act are more than anybody writes.
constexpr std::size_t most_open_rows = 8;

int hidden_after(const Position& position, const Act& act) {
  const int hidden = hidden_count(position, act.actor);
  const auto p = static_cast<std::size_t>(act.actor);
  if (lays_a_tile(act)) return position.hands[p].has(act.tile) ? hidden : hidden - 1;
  return act.kind == ActKind::draw && act.tile == engine::no_tile && position.boneyard > 0 ? hidden + 1
                                                                                           : hidden;
}

}  // namespace

/// Rows that follow of the act and hang on hidden tiles: one of the answers is supposed, and is a claim on
/// the hand as it is when the act is done. False: they cannot be answered.
bool RoundWalk::suppose(const FoldStep& step, const Position& position) {
  held_.clear();
  if (fold_->hands_known() || !rows_->any_follow()) return true;
  const Act& act = step.act;
  const bool hidden = act.actor != no_seat && hidden_after(position, act) > 0;
  TileSet faces = hidden ? hidden_faces(program_, position) : TileSet();
  if (act.kind == ActKind::lay && position.laid_tiles.count(act.tile) + 1 >= program_.copies)
    faces.reset(act.tile);
  const Aftermath follows =
      aftermath_of(program_, *rows_, position, act, faces, others_hidden(program_, position, act.actor));
  if (follows.unclear || follows.rows.size() > most_open_rows) {
    const dsl::RuleId rule = follows.unclear ? *follows.unclear : follows.rows.front().rule;
    doubt(step.item, step.where,
          fmt::format("what follows here by the rule {} hangs on tiles that are not written",
                      program_.rules[rule.value].id));
    return false;
  }
  if (follows.rows.empty()) return true;
  const unsigned answer = next_answer(step, follows.rows);
  held_ = tiles_for(follows.rows, answer).value_or(std::vector<TileId>());
  log_.suppose(held_);
  for (Clue& c : clues_of_answer(act.actor, follows.rows, answer)) clues().push_back(std::move(c));
  return true;
}

std::vector<Clue> RoundWalk::clues_of_answer(Seat seat, const std::vector<OpenRow>& rows,
                                             unsigned answer) const {
  std::vector<Clue> clues;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Clue c = clue((answer >> r & 1U) != 0 ? ClueKind::witness : ClueKind::ban, seat);
    c.time = 2 * log_.last() + 1;
    c.tiles = rows[r].tiles;
    c.breach = {std::nullopt, rows[r].rule};
    c.follows = true;
    clues.push_back(std::move(c));
  }
  return clues;
}

/// As this way was told to answer, else the likeliest answer: one that the player's later tiles bear out.
unsigned RoundWalk::next_answer(const FoldStep& step, const std::vector<OpenRow>& rows) {
  if (asked_ == questions_.size()) {
    Question question;
    for (unsigned answer = 0; answer < 1U << rows.size(); ++answer)
      if (tiles_for(rows, answer)) question.answers.push_back(answer);
    if (question.answers.size() > 1)
      std::stable_partition(question.answers.begin(), question.answers.end(),
                            [&](unsigned answer) { return fits_what_comes(step, rows, answer); });
    question.act = log_.last();
    question.line = line_;
    questions_.push_back(std::move(question));
  }
  const Question& question = questions_[asked_++];
  return question.answers[question.chosen];
}

/// An announcement is taken for made, unless the tiles are written that were drawn for want of it; the other
/// way is tried where that leads nowhere.
bool RoundWalk::was_said(bool drew) {
  if (asked_ == questions_.size()) {
    Question question;
    question.answers = drew ? std::vector<unsigned>{0, 1} : std::vector<unsigned>{1, 0};
    question.act = log_.last();
    question.line = line_;
    questions_.push_back(std::move(question));
  }
  const Question& question = questions_[asked_++];
  return question.answers[question.chosen] != 0;
}

/// Whether the hands can be filled in with this answer and the tiles that are written later. Only a guess at
/// what is worth trying first: the way itself is judged at its end.
bool RoundWalk::fits_what_comes(const FoldStep& step, const std::vector<OpenRow>& rows, unsigned answer) {
  const std::size_t before = clues().size();
  for (Clue& c : clues_of_answer(step.act.actor, rows, answer)) clues().push_back(std::move(c));
  int act = log_.last();
  for (std::size_t i = step.item; i < round_.items.size(); ++i) {
    const auto* line = std::get_if<TurnLine>(&round_.items[i].line);
    if (line == nullptr || line->player == no_seat) continue;
    for (const WrittenAct& written : line->acts) {
      if (i == step.item && written.at.span.begin <= step.where.begin) continue;
      const auto* tile = std::get_if<TileAct>(&written.what);
      const auto* draw = std::get_if<DrawAct>(&written.what);
      if (tile == nullptr && draw == nullptr) break;  // penalty tiles may follow
      const std::optional<SetTile> in_set = tile_in_set(program_, tile != nullptr ? tile->tile : draw->tile);
      if (!in_set || (tile != nullptr && !in_set->known())) continue;
      Clue c = clue(tile != nullptr ? ClueKind::lay : ClueKind::place, line->player);
      c.act = ++act;
      c.time = 2 * act + 2;
      if (tile != nullptr)
        c.tile = in_set->id();
      else
        c.tiles = faces_of(program_, *in_set);
      clues().push_back(std::move(c));
    }
  }
  const bool fits = book_.fill(act, [](const Clue&) { return true; }).filling != Filling::impossible;
  clues().resize(before);
  return fits;
}

}  // namespace roundhouse::replay
