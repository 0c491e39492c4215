// Questions about what follows of an act and depends on hidden tiles: one answer is assumed, and another one
// where that leads nowhere.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "dsl/base/plain_text.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/check_header.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/backtracking_judge.h"

namespace roundhouse::replay {
namespace {

/// An act that is not written in full is taken for so many: fewer than there are ways (judge_round.cpp).
constexpr std::size_t most_acts_meant = 128;

/// More open rows at one act are more than anybody writes.
constexpr std::size_t most_open_rows = 8;

int hidden_after(const Position& position, const Act& act) {
  const int hidden = hidden_count(position, act.actor);
  const auto p = static_cast<std::size_t>(act.actor);
  if (lays_a_tile(act)) return position.hands[p].has(act.tile) ? hidden : hidden - 1;
  const bool comes = engine::row(act.kind).move == engine::TileMove::arrives;
  return comes && act.tile == no_tile && position.boneyard > 0 ? hidden + 1 : hidden;
}

}  // namespace

/// Asks what follows of the act and depends on hidden tiles: one of the answers is assumed, and is a claim
/// on the tiles as they are when the act is done. False: that cannot be answered.
bool BacktrackingJudge::assume(const FoldAct& step, const Position& position) {
  assumed_ = {};
  const bool follows = rows_->any_follow() || position.phase == engine::Phase::over;
  if (!ages_hidden_ && hidden_facts_.none() && (fold_->hands_known() || !follows)) return true;
  const Act& act = step.act;
  const bool drawn = act.kind == ActKind::draw && act.tile == no_tile && position.boneyard > 0;
  if (!(drawn && rows_->of_drawn() ? assume_drawn(step, position) : assume_held(step, position)))
    return false;
  log_.assume(assumed_);
  return true;
}

bool BacktrackingJudge::assume_held(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  const bool hidden = act.actor != no_seat && hidden_after(position, act) > 0;
  TileSet faces = hidden ? hidden_faces(program_, position) : TileSet();
  if (act.kind == ActKind::lay && position.laid_tiles.count(act.tile) + 1 >= program_.copies)
    faces.remove(act.tile);
  const Aftermath follows = aftermath_of(program_, *rows_, position, act, faces,
                                         ages_hidden_ || others_hidden(program_, position, act.actor),
                                         unknown_beside_hands(position));
  if (follows.unclear) return doubt_row(step, *follows.unclear);
  if (follows.rows.empty()) return true;
  if (follows.rows.size() > most_open_rows) return doubt_row(step, follows.rows.front().rule);
  std::vector<std::vector<Clue>> clues_of(std::size_t{1} << follows.rows.size());
  std::vector<unsigned> answers;
  for (unsigned answer = 0; answer < clues_of.size(); ++answer) {
    if (!tiles_for(follows.rows, answer)) continue;
    answers.push_back(answer);
    clues_of[answer] = clues_of_answer(act.actor, follows.rows, answer);
  }
  const unsigned answer = next_answer(step, answers, clues_of);
  assumed_.held = tiles_for(follows.rows, answer).value_or(std::vector<TileId>());
  return true;
}

bool BacktrackingJudge::assume_drawn(const FoldAct& step, const Position& position) {
  const TileSet could = faces_of(program_, step.tile) & hidden_faces(program_, position);
  act_steps_ += static_cast<std::int64_t>(could.count()) * rows_.work().act;
  const DrawnWays found = drawn_ways(program_, *rows_, position, step.act, could,
                                     ages_hidden_ || others_hidden(program_, position, step.act.actor));
  if (found.unclear) return doubt_row(step, *found.unclear);
  if (found.facts.any()) {
    hidden_facts_ |= found.facts;
    facts_serial_ = position.turn_serial;
    assumed_.drawn = found.ways.front().shown;
    return true;
  }
  if (found.ways.empty()) return true;  // there is no such tile, which the hands will show
  std::vector<std::vector<Clue>> clues_of;
  std::vector<unsigned> answers;
  for (const DrawnTiles& way : found.ways) {
    answers.push_back(static_cast<unsigned>(clues_of.size()));
    Clue c = clue(ClueKind::other, step.act.actor);
    c.from = c.time;
    c.time = 2 * log_.last() + 1;
    c.tiles = could & ~way.tiles;
    c.breach = {std::nullopt, *rows_->of_drawn()};
    c.follows = true;
    clues_of.push_back({c});
  }
  assumed_.drawn = found.ways[next_answer(step, answers, clues_of)].shown;
  return true;
}

bool BacktrackingJudge::doubt_row(const FoldAct& step, dsl::RuleId rule) {
  doubt(step.item, step.where,
        fmt::format("what follows here by the rule {} depends on {}", program_.rules[rule.value].id,
                    not_written(rule, "tiles that are not written")));
  return false;
}

std::string BacktrackingJudge::not_written(dsl::RuleId rule, std::string_view tiles) const {
  if (!ages_hidden_ || !asks_ages(program_, rule)) return std::string(tiles);
  std::vector<std::string> names;
  for (std::size_t p = 0; p < header_.players.size(); ++p)
    if (engine::has_unknown_age(position_.players[p])) names.push_back(header_.players[p].name);
  return fmt::format("the age of {}, which is not known: write [ages ...]", dsl::joined(names, " and "));
}

std::vector<Clue> BacktrackingJudge::clues_of_answer(Seat seat, const std::vector<UnclearRow>& rows,
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

/// The answer that this way was given, else the likeliest: one that the player's later tiles bear out. Its
/// clues hold from here on. `clues_of`: by answer.
unsigned BacktrackingJudge::next_answer(const FoldAct& step, const std::vector<unsigned>& answers,
                                        const std::vector<std::vector<Clue>>& clues_of) {
  std::vector<unsigned> likeliest = answers;
  if (answers.size() > 1 && asked_ == questions_.size())
    std::stable_partition(likeliest.begin(), likeliest.end(),
                          [&](unsigned answer) { return fits_what_comes(step, clues_of[answer]); });
  const unsigned answer = ask(std::move(likeliest));
  clues().insert(clues().end(), clues_of[answer].begin(), clues_of[answer].end());
  return answer;
}

/// An announcement is taken for made, unless the tiles are written that were drawn for want of it; the other
/// way is tried where that leads nowhere.
bool BacktrackingJudge::was_announced(bool drew) {
  return ask(drew ? std::vector<unsigned>{0, 1} : std::vector<unsigned>{1, 0}) != 0;
}

/// A tile lies as is meant where nothing is said; the other way is tried where that leads nowhere. Behind a
/// breach no way is legal, and a second one that is none is not to be made of it.
bool BacktrackingJudge::was_turned(const AskTurned& asked) {
  const bool turned = !rulings_.empty() || ask({0, 1}) != 0;
  if (turned)
    judgement_.notes.push_back(
        {reporter_.place(asked.item, asked.where),
         fmt::format(
             "the {0} is read as laid with its {1} outward, where the {2} was laid to it; ={1} says so",
             tile_text(asked.tile), asked.half, tile_text(asked.next))});
  return turned;
}

/// One of these acts after the other is taken for meant, and at last none of them if there are more.
std::optional<std::size_t> BacktrackingJudge::which(const AskAct& asked) {
  const ActsLike& acts = asked.like;
  // Trying one takes a part of a step, of ordinary rules.
  act_steps_ +=
      static_cast<std::int64_t>(acts.tried) * rows_.work().act + static_cast<std::int64_t>(acts.tried / 4);
  // If none is legal whatever is hidden, the least stands for all; if one may be that was not tried, for
  // none.
  const std::size_t act_id = std::size_t{dsl::built_in_acts} + acts.acts.front().declared;
  const bool hidden = !fold_->hands_known() && program_.acts[act_id].hand_use != dsl::HandUse::none;
  std::size_t choices = std::min(acts.acts.size(), most_acts_meant);
  bool more = !acts.all || choices < acts.acts.size();
  if (!acts.legal && !hidden) {
    more = !acts.all;
    choices = more ? 0 : 1;
  }
  std::vector<unsigned> answers(choices + (more ? 1 : 0));
  std::iota(answers.begin(), answers.end(), 0U);
  const std::size_t answer = ask(std::move(answers));
  left_open_ = reporter_.place(asked.item, asked.where);
  if (answer == choices) {
    doubt(asked.item, asked.where, "not all of the act is written, and it may be more acts than are tried");
    return std::nullopt;
  }
  const Act& act = acts.acts[answer];
  const dsl::DeclaredAct& declared = program_.declared[act.declared];
  std::string words = reporter_.declared_text(act);
  if (declared.amount) words += fmt::format(" {}", act.amount);
  judgement_.notes.push_back(
      {*left_open_, fmt::format("not all of the act is written; it is read as: {}", words)});
  return answer;
}

/// One value after the other is taken for what chance said, and at last none if there are more than are
/// tried.
std::optional<std::int32_t> BacktrackingJudge::assume_chance(const AskChance& asked) {
  const std::size_t index = asked.fact;
  const dsl::FactSlot& fact = program_.facts[index];
  const auto values = static_cast<std::size_t>(fact.greatest - fact.least) + 1;
  const std::size_t choices = std::min(values, most_acts_meant);
  std::vector<unsigned> answers(choices + (choices < values ? 1 : 0));
  std::iota(answers.begin(), answers.end(), 0U);
  const std::size_t answer = ask(std::move(answers));
  assumed_facts_.set(static_cast<std::size_t>(fact.slot));
  chance_open_ = reporter_.place(asked.item, asked.where);
  if (answer == choices) {
    doubt(asked.item, asked.where,
          fmt::format("what chance said of '{}' is not written, and it may be more than is tried",
                      program_.fact_names[index]));
    return std::nullopt;
  }
  const auto value = static_cast<std::int32_t>(fact.least + static_cast<std::int32_t>(answer));
  judgement_.notes.push_back(
      {*chance_open_, fmt::format("what chance said is not written; it is taken for: {}",
                                  write_line(header_, chance_line(program_, index, value)))});
  return value;
}

/// The answer that this way was given, else the first.
unsigned BacktrackingJudge::ask(std::vector<unsigned> answers) {
  has_asked_ = true;
  if (asked_ == questions_.size()) {
    const bool is_played = log_.at(log_.last()) != nullptr && turn_line_of(log_.last()) != nullptr;
    questions_.push_back({.answers = std::move(answers),
                          .act = log_.last(),
                          .item = is_played ? std::optional(log_.at(log_.last())->step.item) : std::nullopt,
                          .line = line_});
  }
  const Question& question = questions_[asked_++];
  return question.answers[question.chosen];
}

/// True if the hands can be filled in with this answer and the tiles that are written later. Only a guess at
/// what is worth trying first: the way itself is judged at its end.
bool BacktrackingJudge::fits_what_comes(const FoldAct& step, const std::vector<Clue>& assumed) {
  const std::size_t before = clues().size();
  clues().insert(clues().end(), assumed.begin(), assumed.end());
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
  const bool fits = store_.fill(act, [](const Clue&) { return true; }).filling != Filling::impossible;
  clues().resize(before);
  return fits;
}

}  // namespace roundhouse::replay
