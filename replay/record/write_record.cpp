#include "replay/record/write_record.h"

#include <utility>

#include "replay/record/line_fields.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {

namespace {

/// Writes the fields behind the word of a line.
struct FieldWriter {
  const Header& header;
  std::string text;

  bool add(const std::string& piece) {
    text += ' ';
    text += piece;
    return true;
  }

  bool number(const char*, std::int32_t number, const NumberForm&) { return add(std::to_string(number)); }
  bool label(const char*, const std::string& label) { return label.empty() || add(label); }
  bool options(const char*, const std::vector<OptionField>& options) {
    for (const OptionField& option : options) add(option_text(option));
    return true;
  }
  bool newcomer(const PlayerField& player) { return add(player_text(player)); }
  bool player_behind(const char* word, Seat seat) {
    return seat == no_seat || (add(word) && player(nullptr, seat));
  }
  bool number_behind(const char* word, std::int32_t number, const NumberForm&) {
    return number < 0 || (add(word) && add(std::to_string(number)));
  }
  bool seat_tiles(const char*, const std::vector<SeatTile>& list) {
    for (const SeatTile& entry : list) add(player_text(header, entry.seat) + " " + tile_text(entry.tile));
    return true;
  }
  bool seat_numbers(const char*, const std::vector<SeatPoints>& list, const NumberForm&) {
    for (const SeatPoints& entry : list)
      add(player_text(header, entry.seat) + " " + std::to_string(entry.points));
    return true;
  }
  bool player(const char*, Seat seat) { return add(player_text(header, seat)); }
  bool player_if_any(const char*, Seat seat) { return seat == no_seat || player(nullptr, seat); }
  bool owner(const char*, Seat seat) { return add(player_text(header, seat) + ":"); }
  bool tiles(const char*, const std::vector<WrittenTile>& tiles) {
    for (std::size_t i = 0; i < tiles.size();) {
      std::size_t run = 1;
      while (tiles[i].unknown() && i + run < tiles.size() && tiles[i + run].unknown()) ++run;
      add(tile_text(tiles[i]) + (run > 1 ? "x" + std::to_string(run) : ""));
      i += run;
    }
    return true;
  }
  bool shown_tiles(const char*, const std::vector<WrittenTile>& tiles) {
    for (const WrittenTile& tile : tiles) add(tile_text(tile));
    return true;
  }
  bool face_up(const char*, const WrittenTile& tile) { return add(tile_text(tile)); }
  bool passes_or_draws(std::int32_t passes, const std::vector<SeatTile>& draws) {
    return passes > 0 ? add("x" + std::to_string(passes)) : seat_tiles(nullptr, draws);
  }
  bool chance(const ChanceLine& line) {
    return add(line.name) &&
           (line.player == no_seat ? add(std::to_string(line.number)) : player(nullptr, line.player));
  }
  bool reference(const char*, const Reference& reference) { return add(write_reference(reference)); }
  bool note(const char*, const std::string& note) { return note.empty() || add(quoted_text(note)); }
  template <class L>
  bool own(const L& line) {
    text += own_form(header, line);
    return true;
  }
};

/// One case a form; a new kind of line that does not begin with a word does not build until it is written.
struct LineWriter {
  const Header& header;

  static std::string referee(const std::string& signer) {
    return signer.empty() ? "referee" : "referee " + signer;
  }

  template <WordedLine L>
  std::string operator()(const L& line) const {
    FieldWriter fields{header, std::string(LineRow<L>::word)};
    each_field(fields, line);
    return std::move(fields.text);
  }
  std::string operator()(const TurnLine& line) const {
    std::string text =
        (line.player == no_seat ? referee(line.signer) : player_text(header, line.player)) + ":";
    if (line.unknown) return text + " ?";
    for (const WrittenAct& act : line.acts) text += " " + write_act(act);
    if (line.claim == MarkClaim::mark) text += " mark";
    if (line.claim == MarkClaim::nomark) text += " nomark";
    if (line.goes_on) text += " ...";
    return text;
  }
  std::string operator()(const GapLine&) const { return "?"; }
  std::string operator()(const AllowLine& line) const {
    FieldWriter fields{header, referee(line.signer) + ": allow"};
    fields.note(nullptr, line.note);
    return std::move(fields.text);
  }
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

bool begins_round(const Item& item) { return is_heading(item.line) || changes_rules(item.line); }

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
