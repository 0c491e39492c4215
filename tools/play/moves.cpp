#include "tools/play/moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "replay/record/names.h"
#include "replay/record/read_line.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/record/understand_line.h"
#include "replay/record/vocabulary.h"
#include "replay/record/write_record.h"
#include "replay/referee/rulings/report_breach.h"
#include "tools/players/outlook.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;

/// The player named before a colon at the beginning; absent: nobody is. `9:3` names nobody.
std::optional<Seat> named_before_colon(const Game& game, std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view name = text.substr(0, colon);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  if (folded(name) == "referee" || folded(name).starts_with("referee ")) return no_seat;
  if (!is_player_name(name)) return std::nullopt;
  const PlayerMatch match = match_player(game.header(), name);
  return match.found() ? std::optional<Seat>(match.seats.front()) : std::nullopt;
}

/// True if the acts are equal but for their tiles.
bool is_like(const Act& a, const Act& b) {
  return a.kind == b.kind && a.actor == b.actor && a.declared == b.declared && a.whom == b.whom;
}

/// A declared act of which not all is written, by what may be done.
Meant fill_in(const Game& game, Act act, const Resolved& resolved) {
  Meant meant;
  const std::vector<Act> legal = game.legal(act.actor);
  const dsl::DeclaredAct& declared = game.program().declared[act.declared];
  if (resolved.whom_open) {
    std::vector<Seat> whom;
    for (const Act& other : legal)
      if (other.kind == ActKind::declared && other.declared == act.declared && !contains(whom, other.whom))
        whom.push_back(other.whom);
    if (whom.size() > 1) {
      meant.trouble = fmt::format("'{}' is done to somebody", declared.called);
      meant.help = fmt::format("write it like: {} {}", declared.called, game.name(whom.front()));
      return meant;
    }
    if (!whom.empty()) act.whom = whom.front();
  }
  if (declared.tile != dsl::ActTile::none && act.tile == engine::no_tile) {
    std::vector<Act> like;
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(like),
                 [&](const Act& other) { return is_like(other, act); });
    if (engine::hand_of_given(game.program(), act) == act.actor && !like.empty()) {
      meant.trouble = fmt::format("'{}' is done with a tile", declared.called);
      meant.help = fmt::format("write it like: {}", act_text(game, like.front()));
      return meant;
    }
    // Nobody chooses from a hand that they do not see.
    if (!like.empty()) act.tile = like[game.luck(static_cast<std::uint32_t>(like.size()))].tile;
  }
  meant.act = act;
  return meant;
}

Meant refused(const Game& game, const Act& act, const std::vector<engine::Breach>& breaches) {
  static const RecordRound no_round;
  const engine::Position seen = seen_by(game.position(), SeatView{act.actor});
  const BreachReporter reporter{game.program(), game.header(), no_round};
  FoldAct step;
  step.act = act;
  Meant meant;
  meant.ruling = reporter.breach(step, seen, breaches.front());
  meant.trouble = meant.ruling->message;
  return meant;
}

}  // namespace

Typed read_typed(const Game& game, Seat at, std::string_view text) {
  Typed typed;
  const std::optional<Seat> named = named_before_colon(game, text);
  typed.actor = named.value_or(at);
  if (!named && at == no_seat) {
    typed.trouble = "this names nobody who acts";
    typed.help = "write who does it, like 'referee: ' or a name, before it";
    return typed;
  }
  const std::string line = named ? std::string(text) : fmt::format("{}: {}", game.name(at), text);
  LineCursor cursor(dsl::FileId{}, 0, line);
  Vocabulary vocabulary(game.program());
  Line read;
  if (!read_line(cursor, game.header(), read) || !read_end(cursor) ||
      !vocabulary.knows(cursor, game.header(), read)) {
    const std::optional<Understood> understood = understand_line(cursor, game.header(), &vocabulary);
    if (!understood || !understood->line) {
      typed.trouble = cursor.complaint ? cursor.complaint->message : "this says nothing";
      typed.help = cursor.complaint ? cursor.complaint->help : std::string();
      return typed;
    }
    read = *understood->line;
  }
  const auto* turn = std::get_if<TurnLine>(&read);
  if (turn == nullptr) {
    typed.trouble = "this is no act";
    typed.help = "acts are tiles like 9-3>Ann, 'draw', 'pass'; '?' lists what is legal";
    return typed;
  }
  typed.line = resolve_line(game.program(), game.header(), *turn);
  if (typed.line.acts.empty()) {
    typed.trouble = "no act is written";
    typed.help = "'?' lists what is legal";
  }
  return typed;
}

Meant mean_act(const Game& game, Seat actor, const WrittenAct& written) {
  Meant meant;
  if (const auto* draw = std::get_if<DrawAct>(&written.what); draw != nullptr && !draw->tile.unknown()) {
    meant.trouble = "which tile is drawn is for chance to say";
    meant.help = "write 'draw' alone";
    return meant;
  }
  const Resolved resolved = resolve_act(game.program(), game.header(), game.position(), actor, written);
  if (!resolved.act) {
    meant.trouble = resolved.reason;
    meant.help = resolved.help;
    return meant;
  }
  if (!resolved.untrue.empty()) {
    meant.trouble = resolved.untrue;
    return meant;
  }
  Act act = *resolved.act;
  if (act.kind == ActKind::declared) {
    const Seat owner = engine::hand_of_given(game.program(), act);
    if (act.tile != engine::no_tile && owner != no_seat && owner != actor) {
      meant.trouble = "which tile of a hand that you do not see it is, chance says";
      meant.help = "leave the tile out";
      return meant;
    }
    if (resolved.tile.half_known()) {
      meant.trouble = "half of the tile is not written";
      return meant;
    }
    meant = fill_in(game, act, resolved);
    if (!meant.act) return meant;
    act = *meant.act;
  }
  const std::vector<engine::Breach> breaches = engine::breaches(game.program(), game.position(), act);
  if (!breaches.empty()) return refused(game, act, breaches);
  meant.act = act;
  return meant;
}

std::string act_text(const Game& game, const Act& act) {
  if (!engine::is_by_rows(act.kind)) return {};  // chance
  if (act.kind == ActKind::lead) return tile_text(act.tile);
  if (act.kind == ActKind::draw) return "draw";
  if (act.kind == ActKind::done) return "pass";
  if (act.kind == ActKind::lay) {
    const std::string place =
        place_text(game.program(), game.header(), game.position(), act.actor, act.tile, act.end, act.amount);
    return tile_text(act.tile) + outward_text(act.tile, act.amount) + (place.empty() ? "" : ">" + place);
  }
  const dsl::DeclaredAct& declared = game.program().declared[act.declared];
  std::string text = declared.called;
  if (declared.whom && act.whom != no_seat) text += " " + game.name(act.whom);
  const Seat owner = engine::hand_of_given(game.program(), act);
  const bool is_hidden = owner != no_seat && owner != act.actor;
  if (act.tile != engine::no_tile && !is_hidden) text += "(" + tile_text(act.tile) + ")";
  if (declared.amount) text += fmt::format(" {}", act.amount);
  return text;
}

std::vector<LegalMove> legal_moves(const Game& game, Seat seat) {
  std::vector<LegalMove> moves;
  for (const Act& act : game.legal(seat)) {
    LegalMove move{act_text(game, act), {}};
    if (act.kind == ActKind::lay) move.end = act.end;
    if (act.kind == ActKind::lay || act.kind == ActKind::lead) move.tile = act.tile;
    const auto is_it = [&](const LegalMove& other) { return other.text == move.text; };
    if (none_of(moves, is_it)) moves.push_back(std::move(move));
  }
  return moves;
}

std::vector<std::string> legal_texts(const Game& game, Seat seat) {
  std::vector<std::string> texts;
  for (LegalMove& move : legal_moves(game, seat)) texts.push_back(std::move(move.text));
  return texts;
}

std::optional<Hint> hint_for(const Game& game, Seat seat) {
  const std::optional<Act> act = game.hint(seat);
  if (!act) return std::nullopt;
  Hint hint{act_text(game, *act), {}};
  const std::vector<Act> own = game.legal(seat);
  if (own.size() == 1) {
    hint.why.push_back("Nothing else is legal.");
    return hint;
  }
  if (act->kind == ActKind::declared) {
    hint.why.push_back("It costs nothing, and the rules advise it or somebody else has to pay for it.");
    return hint;
  }
  if (act->kind != ActKind::lay && act->kind != ActKind::lead) {
    hint.why.push_back("No tile of this hand may be laid.");
    return hint;
  }
  const engine::Position seen = seen_by(game.position(), SeatView{seat});
  const std::vector<engine::WeighedLay> lays = engine::weigh_lays({game.program(), seen, seat, own, {}});
  const auto is_it = [&](const engine::WeighedLay& lay) { return lay.act == *act; };
  const auto chosen = find_if(lays, is_it);
  if (chosen == lays.end()) return hint;
  if (lays.size() == 1) hint.why.push_back("No other tile may be laid.");
  if (chosen->trail > 0)
    hint.why.push_back(
        fmt::format("It leaves {} of the {} tiles then in hand to follow one another on a train of {}'s own.",
                    chosen->trail, seen.players[static_cast<std::size_t>(seat)].count - 1, game.name(seat)));
  const engine::WeighedLay* next = nullptr;
  for (const engine::WeighedLay& lay : lays)
    if (!is_it(lay) && (next == nullptr || lay.points > next->points)) next = &lay;
  if (next != nullptr)
    hint.why.push_back(fmt::format("By the planner's count that is {} than {}, the next best.",
                                   chosen->points == next->points
                                       ? std::string("no worse")
                                       : fmt::format("{} {} better", chosen->points - next->points,
                                                     chosen->points - next->points == 1 ? "point" : "points"),
                                   act_text(game, next->act)));
  return hint;
}

}  // namespace roundhouse::replay
