#include "tools/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dsl/base/search.h"
#include "engine/fold.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/round_fold.h"
#include "replay/record/places.h"
#include "replay/record/reference.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "tools/players/playouts.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

/// The acts of a round so far.
struct Course {
  Position begun;
  std::vector<Act> acts;
  bool is_whole = true;  ///< nothing is missing in it
};

std::optional<engine::BetterLay> better_lay(const engine::Rules& program, const Position& position,
                                            const Course& course, const Act& laid, engine::Random& random) {
  engine::ActList all;
  engine::legal_acts(program, position, all);
  std::vector<Act> own;
  std::copy_if(all.begin(), all.end(), std::back_inserter(own),
               [&](const Act& act) { return act.actor == laid.actor; });
  std::vector<Act> seen_acts;
  for (const Act& act : course.acts) seen_acts.push_back(engine::seen_by(act, laid.actor));
  const engine::SeenRound round{engine::seen_by(course.begun, laid.actor), seen_acts};
  const Position seen = engine::seen_by(position, laid.actor);
  const engine::Sight sight{program, seen, laid.actor, own, {}, 0, &round};
  return engine::better_lay(sight, laid, random);
}

/// `9-3>Ann`
std::string lay_text(const engine::Rules& program, const Header& header, const Position& position,
                     const Act& lay) {
  std::string text = tile_text(lay.tile) + outward_text(lay.tile, lay.amount);
  if (lay.kind == ActKind::lead) return text;
  const std::string place = place_text(program, header, position, lay.actor, lay.tile, lay.end, lay.amount);
  return text + ">" + (place.empty() ? header.players[static_cast<std::size_t>(lay.actor)].name : place);
}

/// Without its place.
Mistake mistake_of(const engine::Rules& program, const Header& header, const Position& position,
                   const Act& laid, const engine::BetterLay& better) {
  const std::string text = lay_text(program, header, position, better.act);
  Mistake mistake;
  mistake.seat = laid.actor;
  mistake.points = better.points;
  mistake.note.kind = ActNote::Kind::better;
  mistake.note.text = fmt::format("{} instead of {}, by about {:.0f} points.", text,
                                  lay_text(program, header, position, laid), better.points);
  mistake.note.could = {text};
  return mistake;
}

}  // namespace

Reviewer::Reviewer(const engine::Rules& program, const Header& header,
                   std::optional<std::vector<std::string>> reviewed)
    : program_(program),
      header_(header),
      reviewed_(std::move(reviewed)),
      position_(begin_match_of(program, header)) {}

void Reviewer::add_round(const RecordRound& round) {
  if (lacks_rules(round)) return;
  const engine::Rules& program = program_in(round, program_);
  const Header& header = header_in(round, header_);
  Course course;
  engine::Random random(mistakes_.size() + 1);
  TurnCounter turns;
  RoundFold fold = fold_of(program_, header_, round, std::exchange(first_, false), position_);
  bool begun = false;
  while (FoldStep* step = fold.next()) {
    if (std::holds_alternative<GapBegins>(*step)) course.is_whole = false;
    if (std::holds_alternative<PositionBegun>(*step)) begun = false;
    if (const auto* trouble = std::get_if<FoldTrouble>(step);
        trouble != nullptr && trouble->law != dsl::Law::false_claim)
      course.is_whole = false;
    const auto* act = std::get_if<FoldAct>(step);
    if (act == nullptr) continue;
    if (!std::exchange(begun, true)) course = {position_, {}, course.is_whole};
    const Act& done = act->act;
    const auto seat = static_cast<std::size_t>(done.actor);
    if (lays_a_tile(done)) {
      ++laid_;
      const bool is_asked = !reviewed_ || contains(*reviewed_, header.players[seat].name);
      const bool is_seen = course.is_whole && hidden_count(position_, done.actor) == 0;
      if (is_asked && is_seen && reviewed_count_ < most_reviewed &&
          engine::is_legal(program, position_, done)) {
        ++reviewed_count_;
        if (const auto better = better_lay(program, position_, course, done, random)) {
          Mistake mistake = mistake_of(program, header, position_, done, *better);
          mistake.note.where = act->where;
          mistake.turn = turns.at(round, act->item);
          mistakes_.push_back(std::move(mistake));
        }
      }
    }
    course.acts.push_back(done);
  }
}

void Reviewer::pass_round(const RecordRound& round) {
  if (lacks_rules(round)) return;
  fold_round(program_, header_, round, std::exchange(first_, false), position_);
}

}  // namespace roundhouse::replay
