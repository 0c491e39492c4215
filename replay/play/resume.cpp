#include "replay/play/resume.h"

#include <algorithm>
#include <string_view>

#include "replay/fold/round_fold.h"

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
    RoundFold fold = fold_of(game.program(), game.header(), round, r == 0, position);
    while (FoldStep* step = fold.next()) {
      if (const auto* act = std::get_if<FoldAct>(step))
        acts.push_back({as_played(act->act), act->where});
      else if (const auto* found = std::get_if<FoldTrouble>(step))
        return {found->message, found->help.empty() ? other_hand : found->help, found->where};
    }
    if (!fold.is_whole()) return {"this record cannot be followed to its end", other_hand, {}};
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
