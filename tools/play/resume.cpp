#include "tools/play/game.h"

#include <string_view>

#include "dsl/base/search.h"
#include "engine/dealer.h"
#include "replay/fold/round_fold.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;

constexpr std::string_view seats_mark = " --seats ";

/// Clears parts of an act that only records have, whose readers do not see all hands: the rules decide them.
Act as_played(Act act) {
  if (act.kind == ActKind::deal) act.amount = 0;
  if (act.kind == ActKind::deal || act.kind == ActKind::engine || act.kind == ActKind::lead)
    act.whom = no_seat;
  return act;
}

/// A position with which a record begins.
struct Beginning {
  PositionBegun begun;
  engine::Position position;
  bool hands_known = false;

  bool is_whole(const engine::Rules& program) const {
    return hands_known && replay::parts_to_be_whole(program, begun.unknown) == engine::Parts{};
  }
};

/// The lines in front of its first turn, without remarks.
RecordRound head_of(const RecordRound& round) {
  RecordRound head;
  for (const Item& item : round.items) {
    if (is_of_play(item.line)) break;
    if (!std::holds_alternative<CommentLine>(item.line)) head.items.push_back({item.line, {}, item.at});
  }
  return head;
}

struct FoundAct {
  Act act;
  dsl::Span where;
};

/// The remarks of a round, as comments of its own and beside lines.
void take_remarks(Game& game, const RecordRound& round) {
  std::size_t items = 0;
  for (const Item& item : round.items) {
    if (const auto* comment = std::get_if<CommentLine>(&item.line)) {
      game.add_remark({items, comment->text, false, 0, comment->after_blank});
      continue;
    }
    if (item.comment) game.add_remark({items, item.comment->text, true, item.comment->column, false});
    ++items;
  }
}

}  // namespace

ResumeTrouble resume(Game& game, const Record& record) {
  const std::string other_hand = "play goes on with records that it wrote; 'validate' judges any";
  if (!record.header.seed)
    return {"this record has no seed, so nobody knows what the boneyard holds", other_hand, {}};
  for (std::size_t r = 0; r < record.rounds.size(); ++r) {
    const RecordRound& round = record.rounds[r];
    std::vector<FoundAct> acts;
    engine::Position position = game.position();
    std::optional<Beginning> beginning;
    RoundFold fold = fold_of(game.program(), game.header(), round, r == 0, position);
    while (FoldStep* step = fold.next()) {
      if (const auto* act = std::get_if<FoldAct>(step))
        acts.push_back({as_played(act->act), act->where});
      else if (const auto* found = std::get_if<FoldTrouble>(step))
        return {found->message, found->help.empty() ? other_hand : found->help, found->where};
      else if (const auto* begun = std::get_if<PositionBegun>(step))
        beginning = Beginning{*begun, position, fold.hands_known()};
    }
    if (beginning && (r > 0 || !beginning->is_whole(game.program())))
      return {"not all of this position is written, and no game can go on from it",
              "write every hand, and what 'replay --format position' writes",
              round.items[beginning->begun.item].at.span};
    if (!fold.is_whole()) return {"this record cannot be followed to its end", other_hand, {}};
    if (beginning)
      game.begin_with(beginning->position, beginning->begun.laid, head_of(round));
    else
      game.begin_round();
    // Broken off before chance said which tile somebody has to take: it will say so now.
    while (r + 1 == record.rounds.size() && !acts.empty() && acts.back().act.kind == ActKind::pull &&
           acts.back().act.tile == engine::no_tile)
      acts.pop_back();
    for (const FoundAct& found : acts) {
      if (!game.may_come(found.act))
        return {"this cannot come here in a game that the program played", other_hand, found.where};
      game.carry_out(found.act);
    }
    take_remarks(game, round);
    if (!(game.round() == round))
      return {"a round of this record has lines that play would not have written, or lacks some", other_hand,
              round.items.empty() ? dsl::Span{} : round.items.front().at.span};
  }
  return {};
}

void deal_hidden(const engine::Rules& program, Record& record, std::uint64_t seed) {
  if (record.rounds.empty() || !begins_with_position(record.rounds.front())) return;
  if (!record.header.seed) record.header.seed = seed;
  RecordRound& round = record.rounds.front();
  const auto is_play = [](const Item& item) { return is_of_play(item.line); };
  if (record.rounds.size() > 1 || any_of(round.items, is_play)) return;
  engine::Position position = engine::begin_match(program, record.header.ages);
  fold_round(program, record.header, round, true, position);
  if (position.phase != engine::Phase::play) return;
  engine::Random random(engine::mix64(*record.header.seed));
  position = engine::fill_at_random(program, position, random);
  for (Item& item : round.items)
    if (auto* hand = std::get_if<HandLine>(&item.line)) {
      const std::vector<engine::TileId> tiles =
          tiles_in(position.hands[static_cast<std::size_t>(hand->player)]);
      if (tiles.size() != hand->tiles.size()) continue;
      hand->tiles.clear();
      for (const engine::TileId tile : tiles) hand->tiles.push_back(written(tile));
    }
}

std::string seats_text(const Header& header, const std::vector<const engine::Player*>& seats) {
  std::string text;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seat > 0) text += ',';
    text += seats[seat] != nullptr ? std::string(seats[seat]->name) : header.players[seat].name;
  }
  return text;
}

void note_seats(Header& header, const std::vector<const engine::Player*>& seats) {
  HeaderComment comment;
  comment.key = HeaderKey::players;
  comment.above.push_back(std::string(seats_mark) + seats_text(header, seats));
  header.comments.push_back(std::move(comment));
}

std::string noted_seats(const Header& header) {
  for (const HeaderComment& comment : header.comments)
    for (const std::string& text : comment.above)
      if (text.starts_with(seats_mark)) return text.substr(seats_mark.size());
  return {};
}

}  // namespace roundhouse::replay
