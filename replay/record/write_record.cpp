#include "replay/record/write_record.h"

#include "replay/record/position_notation.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {

namespace {

/// One case a kind of line; a new kind does not build until it is written here.
struct LineWriter {
  const Header& header;

  std::string name(Seat seat) const { return player_text(header, seat); }

  static std::string referee(const std::string& signer) {
    return signer.empty() ? "referee" : "referee " + signer;
  }
  static std::string tiles(const std::vector<WrittenTile>& tiles) {
    std::string text;
    for (std::size_t i = 0; i < tiles.size();) {
      std::size_t run = 1;
      while (tiles[i].unknown() && i + run < tiles.size() && tiles[i + run].unknown()) ++run;
      text += ' ';
      text += tile_text(tiles[i]);
      if (run > 1) text += "x" + std::to_string(run);
      i += run;
    }
    return text;
  }
  std::string seat_tiles(const std::vector<SeatTile>& list) const {
    std::string text;
    for (const SeatTile& entry : list) text += " " + name(entry.seat) + " " + tile_text(entry.tile);
    return text;
  }

  std::string operator()(const GameLine& line) const { return "game " + std::to_string(line.number); }
  std::string operator()(const RoundLine& line) const {
    return line.label.empty() ? "round" : "round " + line.label;
  }
  std::string operator()(const RulesLine& line) const {
    std::string text = "rules";
    for (const OptionField& option : line.options) text += " " + option_text(option);
    return text;
  }
  std::string operator()(const JoinsLine& line) const {
    std::string text = "joins " + player_text(line.player);
    if (line.after != no_seat) text += " after " + name(line.after);
    if (line.age >= 0) text += " age " + std::to_string(line.age);
    return text;
  }
  std::string operator()(const LotsLine& line) const { return "lots" + seat_tiles(line.lots); }
  std::string operator()(const FirstLine& line) const { return "first " + name(line.player); }
  std::string operator()(const HandLine& line) const {
    return "hand " + name(line.player) + ":" + tiles(line.tiles);
  }
  std::string operator()(const SeekLine& line) const {
    return line.passes > 0 ? "seek x" + std::to_string(line.passes) : "seek" + seat_tiles(line.draws);
  }
  std::string operator()(const TurnedLine& line) const {
    std::string text = "turned";
    for (const WrittenTile& tile : line.tiles) text += " " + tile_text(tile);
    return text;
  }
  std::string operator()(const EngineLine& line) const {
    return "engine " + tile_text(line.tile) + (line.holder == no_seat ? "" : " " + name(line.holder));
  }
  std::string operator()(const RedealLine&) const { return "redeal"; }
  std::string operator()(const ChanceLine& line) const {
    return "chance " + line.name + " " +
           (line.player == no_seat ? std::to_string(line.number) : name(line.player));
  }
  std::string operator()(const PositionLine& line) const { return write_position_line(header, line); }
  std::string operator()(const TurnLine& line) const {
    std::string text = (line.player == no_seat ? referee(line.signer) : name(line.player)) + ":";
    if (line.unknown) return text + " ?";
    for (const WrittenAct& act : line.acts) text += " " + write_act(act);
    if (line.claim == MarkClaim::mark) text += " mark";
    if (line.claim == MarkClaim::nomark) text += " nomark";
    if (line.goes_on) text += " ...";
    return text;
  }
  std::string operator()(const GapLine&) const { return "?"; }
  std::string operator()(const AllowLine& line) const {
    std::string text = referee(line.signer) + ": allow";
    return line.note.empty() ? text : text + " " + quoted_text(line.note);
  }
  std::string operator()(const ClaimLine& line) const {
    std::string text = "claim " + name(line.player) + " " + write_reference(line.about);
    return line.note.empty() ? text : text + " " + quoted_text(line.note);
  }
  std::string operator()(const LeftLine& line) const {
    return "left " + name(line.player) + ":" + tiles(line.tiles);
  }
  std::string operator()(const ScoreLine& line) const {
    std::string text = "score";
    for (const SeatPoints& entry : line.points) {
      text += " " + name(entry.seat) + " " + std::to_string(entry.points);
    }
    return text;
  }
  std::string operator()(const OverLine&) const { return "over"; }
  std::string operator()(const CommentLine& line) const { return "#" + line.text; }
};

struct ActWriter {
  std::string operator()(const TileAct& act) const {
    return tile_text(act.tile) + (act.outward < 0 ? "" : "=" + std::to_string(act.outward)) +
           (act.place.empty() ? "" : ">" + act.place);
  }
  std::string operator()(const DrawAct& act) const {
    return act.tile.unknown() ? "draw" : "draw(" + tile_text(act.tile) + ")";
  }
  std::string operator()(const WordAct& act) const {
    std::string text = act.word;
    if (!act.whom.empty()) text += " " + act.whom;
    if (!act.tile.unknown()) text += "(" + tile_text(act.tile) + ")";
    if (act.amount) text += " " + std::to_string(*act.amount);
    if (!act.note.empty()) text += " " + quoted_text(act.note);
    return text;
  }
  std::string operator()(const PassAct&) const { return "pass"; }
};

bool begins_round(const Item& item) {
  return std::holds_alternative<GameLine>(item.line) || std::holds_alternative<RoundLine>(item.line) ||
         changes_rules(item.line);
}

/// A header as lines between rounds leave it; copied only where there is such a line.
class FollowedHeader {
 public:
  explicit FollowedHeader(const Header& header) : header_(&header) {}
  FollowedHeader(const FollowedHeader&) = delete;
  FollowedHeader& operator=(const FollowedHeader&) = delete;

  const Header& header() const { return *header_; }
  void follow(const Line& line) {
    if (!changes_rules(line)) return;
    if (!changed_) header_ = &changed_.emplace(lasting_header(*header_));
    replay::follow(*changed_, line);
  }

 private:
  const Header* header_;
  std::optional<Header> changed_;
};

std::string write_round(FollowedHeader& header, const RecordRound& round, bool before) {
  // An empty line sets a round off from what stands above. It goes before the comments over the `round` line
  // where one of them had an empty line already, else directly before that line.
  std::string text;
  bool in_comments = false;
  bool run_is_set_off = false;
  bool begun = false;
  for (std::size_t i = 0; i < round.items.size(); ++i) {
    const Item& item = round.items[i];
    const auto* comment = std::get_if<CommentLine>(&item.line);
    bool blank = i == 0 && before && comment == nullptr;
    if (comment != nullptr) {
      blank = comment->after_blank && (before || i > 0);
      run_is_set_off = (in_comments && run_is_set_off) || comment->after_blank;
    } else if (begins_round(item) && !begun) {
      blank = (before || i > 0) && !(in_comments && run_is_set_off);
      begun = true;
    }
    in_comments = comment != nullptr;
    if (blank) text += '\n';
    std::string line = write_line(header.header(), item.line);
    header.follow(item.line);
    if (comment == nullptr) add_comment(line, item.comment);
    text += line;
    text += '\n';
  }
  return text;
}

}  // namespace

std::string write_reference(const Reference& reference) {
  return (reference.by_order ? "#" + std::to_string(reference.order) : reference.label) + "." +
         std::to_string(reference.turn);
}

std::string write_act(const WrittenAct& act) { return std::visit(ActWriter{}, act.what); }

std::string write_line(const Header& header, const Line& line) {
  return std::visit(LineWriter{header}, line);
}

std::string write_round(const Header& header, const RecordRound& round, bool before) {
  FollowedHeader followed(header);
  return write_round(followed, round, before);
}

std::string write_record(const Record& record) {
  std::string text = write_header(record.header);
  FollowedHeader header(record.header);
  for (const RecordRound& round : record.rounds) text += write_round(header, round, !text.empty());
  return text;
}

}  // namespace roundhouse::replay
