#include "replay/record/read_record.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "replay/record/names.h"
#include "replay/record/notation_codes.h"
#include "replay/record/read_header.h"
#include "replay/record/read_line.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/scribble_reader.h"
#include "replay/record/understand_line.h"
#include "replay/record/write_pieces.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

constexpr std::size_t most_diagnostics = 1000;
/// Complaints beyond this number are counted, but not shown.
constexpr std::size_t most_shown = 200;
/// Lines that are no notation and are read all the same: more than anybody writes at a table.
constexpr std::size_t most_scribbled = 20'000;
/// Lines that wait for a header below them.
constexpr std::size_t most_held = 64;
/// So many lines that begin like none of a record, before any that does, and the file is another thing.
constexpr int most_foreign = 3;
/// Shorter lines cannot become longer than a line may be when names are written out.
constexpr std::size_t surely_short = 100;
constexpr std::string_view undo_word = "undo";
/// Of more complaints in the same words only the first stays.
constexpr std::size_t most_alike = 8;

std::string_view without_spaces_behind(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

/// A comment's text as it stands behind its sign.
std::string spaced(const std::string& text) { return text.starts_with(' ') ? text : " " + text; }

std::uint32_t column_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::uint32_t>(dsl::characters_in(before)) + 1;
}

/// True for a character that may not stand in a record: a control, or one that turns the writing round.
bool is_forbidden(char32_t point) {
  return (point < 0x20 && point != '\t') || (point >= 0x7F && point < 0xA0) ||
         (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) || point == 0x2028 ||
         point == 0x2029;
}

bool is_header_line(std::string_view text) {
  const std::size_t bracket = text.find_first_not_of(" \t");
  if (bracket == std::string_view::npos || text[bracket] != '[') return false;
  const std::size_t name = text.find_first_not_of(" \t", bracket + 1);
  // [9:3] is a tile.
  return name == std::string_view::npos || text[name] < '0' || text[name] > '9';
}

/// True of a header field that is no line of play, without its brackets: `players: Joe, Ann`.
bool is_bare_field(const Header& header, std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const std::string word = lower(text.substr(begin, name_length(text, begin)));
  const bool is_hash = word == "rules" && text.find("sha256") != std::string_view::npos;
  return find_header_field(word) && (is_hash || scribbled_kind(word) == nullptr) &&
         !match_player(header, word).exact;
}

/// The length of the sign with which a line of a comment begins: `#`, or the `//` of programmers; 0: it is
/// none.
std::size_t comment_sign(std::string_view text) {
  return text.starts_with('#') ? 1 : text.starts_with("//") ? 2 : 0;
}

/// True of a line of remarks or of signs alone: no line of play.
bool says_nothing(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t-=_*~+"), text.size());
  return begin == text.size() || comment_sign(text.substr(begin)) > 0;
}

/// True of a line that may stand above the header.
bool begins_as_heading(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const LineKind* const kind = find_line_kind(text.substr(begin, name_length(text, begin)));
  return kind != nullptr && kind->site == LineSite::heading;
}

}  // namespace

struct RecordReader::State {
  State(dsl::FileId file_id, ProgramOf source) : file(file_id), program_of(std::move(source)) {}

  dsl::FileId file;
  ProgramOf program_of;
  std::optional<Vocabulary> vocabulary;
  std::size_t names_looked_at = 0;     ///< of players, whether they are trains, too
  std::optional<RulesTimeline> terms;  ///< made with the first line that changes the rules
  ReadyRules header_rules;
  std::size_t changes = 0;   ///< such lines
  At change_at;              ///< of the last such line
  bool needs_round = false;  ///< it began a round, and no `round` line has come
  std::string partial;
  bool partial_too_long = false;
  std::uint64_t offset = 0;  ///< of the line that is being read
  std::uint64_t next = 0;    ///< of the byte after what was fed
  bool stopped = false;
  bool first_line = true;

  HeaderReader header_reader;
  Header header;
  bool header_done = false;
  bool header_late_said = false;
  std::string owner;           ///< of the lines that follow, in a file of another program
  bool position_said = false;  ///< that such lines are those of a position
  bool players_said = false;
  bool header_unread = false;  ///< a line that could not be read may have named the players

  /// A line of play above the header, or above its end.
  struct Held {
    std::string line;
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
  };
  std::vector<Held> held;
  bool only_headings = true;  ///< among them
  std::size_t scribbled = 0;  ///< lines that were no notation
  int foreign = 0;            ///< lines that begin like none of a record
  bool any_read = false;      ///< a header field or a line of play

  std::vector<Item> comments;  ///< comment lines whose neighbour below is not known yet
  bool any_item = false;       ///< something stands below the header
  bool blank = false;          ///< an empty line stands above
  RecordRound round;
  std::size_t round_bytes = 0;
  std::size_t round_entries = 0;
  int round_turns = 0;
  /// Lines of this round by which somebody has tiles, and the note on each.
  struct Had {
    std::size_t item = 0;
    std::optional<std::size_t> note;  ///< absent: too many were shown before
  };
  std::vector<Had> had;
  std::vector<std::size_t> counted;  ///< lines of sums that stand behind the tiles that they are of
  bool is_shortened = false;         ///< an act of the last turn has been taken back
  bool round_has_play = false;       ///< a turn, or what comes behind turns
  bool round_is_void = false;        ///< by its last line: whatever follows is of the next round
  std::deque<RecordRound> ready;
  dsl::Diagnostics diagnostics;
  dsl::Diagnostics notes;

  Vocabulary* words() { return vocabulary ? &*vocabulary : nullptr; }
  /// The header as it holds for the line that is being read.
  const Header& here() const { return terms ? terms->header() : header; }

  void note(const LineCursor& cursor, std::size_t begin, std::size_t end, std::string message,
            std::string_view code = "read-as") {
    if (notes.size() >= most_shown) return;
    dsl::Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.severity = dsl::Severity::note;
    diagnostic.where = cursor.at(begin, end).span;
    diagnostic.message = std::move(message);
    notes.push_back(std::move(diagnostic));
  }

  void add(dsl::Diagnostic diagnostic) {
    if (diagnostics.size() < most_diagnostics) diagnostics.push_back(std::move(diagnostic));
  }
  LineCursor cursor_at(std::string_view line) const {
    return {file, static_cast<std::uint32_t>(std::min<std::uint64_t>(offset, UINT32_MAX - longest_line)),
            line};
  }

  /// `Computer:` alone on a line: in files of some programs the lines below it are about that player.
  void note_owner(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t length = name_length(text, begin);
    if (text.substr(begin + length) == ":") owner = text.substr(begin, length);
  }

  /// Of such lines one is shown as a line of a position.
  void tell_of_position(const LineCursor& cursor) {
    note_owner(cursor.text());
    const std::string_view text = cursor.text();
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t length = name_length(text, begin);
    const LineKind* const kind = find_line_kind(text.substr(begin, length));
    if (owner.empty() || position_said || kind == nullptr) return;
    if (kind->site != LineSite::position && kind->site != LineSite::deal) return;
    Header of_owner;
    of_owner.players.push_back({owner, {}, {}});
    const std::string line = std::string(kind->word) + " " + owner + std::string(text.substr(begin + length));
    const auto written = mended_line(of_owner, nullptr, line);
    if (!written) return;
    position_said = true;
    say_at(text, NotationCode::missing_part, begin, begin + length,
           "whose this is does not stand on this line",
           "a table in the midst of a round is written as a position; this line of it: " + *written);
  }

  void say(LineCursor& cursor, bool mend) {
    if (!cursor.complaint || diagnostics.size() >= most_diagnostics) return;
    const Complaint& complaint = *cursor.complaint;
    if (complaint.code == NotationCode::missing_players) {
      if (header_unread || header_reader.players_were_named()) return;
      if (std::exchange(players_said, true)) return tell_of_position(cursor);
      note_owner(cursor.text());
    }
    if (complaint.code == NotationCode::unknown_line && !any_read && ++foreign == most_foreign) {
      diagnostics.clear();
      say_at(cursor.text(), NotationCode::no_record, 0, cursor.text().size(),
             "this file is no record: no line of it up to here is a line of one",
             "a record names its players first, as in [players Joe Ann], and then has a turn a line");
      return stop();
    }
    dsl::Diagnostic diagnostic = diagnostic_of(cursor, complaint);
    if (mend && diagnostics.size() <= most_shown) {
      const std::string_view text = cursor.text();
      for (Mend& each : mends_of_line(here(), words(), text, complaint)) {
        // Above the turns, and below the last, no line is one.
        if (each.line.ends_with(": ?") && !is_among_turns()) continue;
        if (!each.help.empty()) diagnostic.help = each.help;
        diagnostic.fixes.push_back(
            {cursor.at(0, text.size()).span, std::move(each.line), std::move(each.help)});
      }
      if (diagnostic.fixes.empty() && complaint.replacement &&
          !replacement_holds(here(), words(), text, complaint))
        diagnostic.help.clear();
      if (diagnostic.help.empty())
        diagnostic.help = complaint.code == NotationCode::unknown_act && words() != nullptr
                              ? acts_of_game(words()->program())
                              : example_for(text);
    }
    add(std::move(diagnostic));
  }

  bool is_among_turns() const {
    bool is_begun = false;
    bool is_ended = false;
    for (const Item& item : round.items) {
      is_begun = is_begun || std::holds_alternative<TurnLine>(item.line) || is_gap(item.line);
      is_ended = is_ended || std::holds_alternative<LeftLine>(item.line);
    }
    return is_begun && !is_ended;
  }

  void say_at(std::string_view line, NotationCode code, std::size_t begin, std::size_t end,
              std::string message, std::string help = {}) {
    LineCursor cursor = cursor_at(line);
    cursor.complain(code, begin, end, std::move(message), std::move(help));
    say(cursor, false);
  }

  void stop() {
    stopped = true;
    partial.clear();
  }

  void end_line() {
    std::string line = std::exchange(partial, {});
    if (std::exchange(partial_too_long, false)) {
      say_at(line, NotationCode::line_too_long, 0, 1, "this line is longer than 8,192 bytes",
             "a turn can go on below: end the line with ...");
    } else {
      read(line);
    }
    first_line = false;
    offset = next;
  }

  /// False: the line cannot be read at all.
  bool check_bytes(std::string_view line) {
    if (first_line && (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"))) {
      say_at(line, NotationCode::not_text, 0, 2, "this file is written in UTF-16", "save it as UTF-8");
      stop();
      return false;
    }
    for (std::size_t i = 0; i < line.size();) {
      const dsl::Utf8Character character = dsl::utf8_character(line, i);
      if (!character.valid) {
        say_at(line, NotationCode::not_utf8, i, i + 1, "this byte is no UTF-8", "save the file as UTF-8");
        return false;
      }
      if (character.point == 0) {
        say_at(line, NotationCode::not_text, i, i + 1, "a byte of value 0: this file is not text");
        stop();
        return false;
      }
      if (is_forbidden(character.point)) {
        const bool ends_line = character.point == '\r';
        say_at(line, NotationCode::control_character, i, i + character.length,
               ends_line ? "this line ends as on old Macintoshes, with a carriage return alone"
                         : "a character that cannot be seen stands here",
               ends_line ? "save the file with the line ends of Unix or of Windows" : "take it out");
        return false;
      }
      i += character.length;
    }
    return true;
  }

  void read(std::string_view whole) {
    std::string_view line = whole;
    if (first_line && line.starts_with(dsl::byte_order_mark)) {
      line.remove_prefix(dsl::byte_order_mark.size());
      offset += dsl::byte_order_mark.size();
    }
    line = without_spaces_behind(line);
    if (!check_bytes(line)) {
      header_unread = header_unread || !header_done || header.players.empty();
      return;
    }
    if (!header_done && waits(line)) {
      held.push_back({std::string(line), offset, whole.size() + 1});
      return;
    }
    if (held.size() >= most_held) {
      finish_header();
      release();
    }
    if (!stopped) take(line, whole.size() + 1);
  }

  /// True if a line is to be read when the header is known, which may still stand below.
  bool waits(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    if (begin == line.size() || comment_sign(line.substr(begin)) > 0)
      return !held.empty() && held.size() < most_held;
    if (is_header_line(line) || is_bare_field(header_reader.header(), line)) return false;
    only_headings = only_headings && begins_as_heading(line);
    return held.size() < most_held && (only_headings || !header_reader.players_were_named());
  }

  void release() {
    const std::uint64_t here = offset;
    if (!header_done) return;
    for (const Held& line : std::exchange(held, {})) {
      if (stopped) break;
      offset = line.offset;
      take(line.line, line.bytes);
    }
    offset = here;
  }

  void take(std::string_view line, std::size_t bytes) {
    LineCursor cursor = cursor_at(line);
    cursor.skip_spaces();
    if (cursor.rest().empty()) {
      blank = true;
    } else if (const std::size_t sign = comment_sign(cursor.rest()); sign > 0) {
      Item item{CommentLine{std::string(cursor.rest().substr(sign)), blank},
                {},
                cursor.at(cursor.position, line.size())};
      comments.push_back(std::move(item));
      blank = false;
      count_entries(1);
    } else {
      if (is_header_line(line)) {
        read_header_line(cursor);
      } else if (header_done || !read_bare_field(cursor)) {
        read_body_line(cursor);
      }
      blank = false;
    }
    count(bytes);
  }

  void count(std::size_t bytes) {
    round_bytes += bytes;
    if (stopped || round_bytes <= longest_round) return;
    say_at({}, NotationCode::round_too_long, 0, 0, "this round has more than 1 MiB of text",
           "a line 'round LABEL' begins the next one");
    stop();
  }

  /// False: there are too many.
  bool count_entries(std::size_t entries) {
    round_entries += entries;
    if (stopped || round_entries <= most_round_entries) return !stopped;
    say_at({}, NotationCode::too_many_entries, 0, 0, "this round has more than 100,000 lines, acts and tiles",
           "a line 'round LABEL' begins the next one");
    stop();
    return false;
  }

  void read_header_line(LineCursor& cursor) {
    if (header_done) {
      if (!std::exchange(header_late_said, true)) {
        cursor.complain(NotationCode::late_header, cursor.position, cursor.text().size(),
                        "header fields cannot stand below the first line of play",
                        "another match is another file");
        say(cursor, false);
      }
      return;
    }
    // The line on which a field was read before the mistake counts, so that other ways begin from before it.
    const bool is_fact = header_reader.header().facts.size() > 8;
    const std::optional<HeaderReader> before = is_fact ? std::nullopt : std::optional(header_reader);
    if (!header_reader.read(cursor)) {
      if (before && read_field_otherwise(cursor, *before)) return;
      say(cursor, false);
      return;
    }
    any_read = true;
    if (any_of(held, [](const Held& line) { return !says_nothing(line.line); }))
      note(cursor, 0, cursor.text().size(), "header fields stand above the first line of play");
    add_field_comments(cursor);
  }

  /// Reads a field with commas, colons, other quotation marks.
  bool read_field_otherwise(const LineCursor& cursor, const HeaderReader& before) {
    const PlainLine plain = plain_line(cursor.text());
    const auto made = read_header_scribble(plain);
    if (!made) return false;
    for (const PlainLine* way : {&plain, &*made}) {
      HeaderReader reader = before;
      LineCursor again = cursor.over(*way);
      again.skip_spaces();
      if (!again.rest().starts_with('[') || !reader.read(again)) continue;
      header_reader = std::move(reader);
      any_read = true;
      if (way == &*made || plain.respelled)
        note(cursor, 0, std::min(plain.comment, cursor.text().size()), "read as: " + way->text);
      std::vector<std::string> above;
      for (const Item& item : std::exchange(comments, {}))
        above.push_back(std::get<CommentLine>(item.line).text);
      std::optional<Comment> beside;
      if (plain.comment != PlainLine::npos)
        beside = Comment{std::string(cursor.text().substr(plain.comment_text)), 0};
      header_reader.add_comments(std::move(above), std::move(beside));
      return true;
    }
    return false;
  }

  bool read_bare_field(const LineCursor& cursor) {
    return is_bare_field(header_reader.header(), cursor.text()) &&
           read_field_otherwise(cursor, HeaderReader(header_reader));
  }

  void add_field_comments(LineCursor& cursor) {
    std::vector<std::string> above;
    for (const Item& item : std::exchange(comments, {}))
      above.push_back(std::get<CommentLine>(item.line).text);
    std::optional<Comment> beside = comment_of(cursor);
    const std::string_view fields = cursor.text().substr(0, cursor.position);
    // Several fields on a line are written as lines of their own, so that an old column means nothing.
    if (beside && std::count(fields.begin(), fields.end(), '[') > 1) beside->column = 0;
    header_reader.add_comments(std::move(above), std::move(beside));
  }

  std::optional<Comment> comment_of(LineCursor& cursor) const {
    if (cursor.rest().empty()) return std::nullopt;
    return Comment{std::string(cursor.rest().substr(1)), column_of(cursor.text(), cursor.position)};
  }

  void finish_header() {
    if (std::exchange(header_done, true)) return;
    for (dsl::Diagnostic& diagnostic : header_reader.finish()) add(std::move(diagnostic));
    header = header_reader.header();
    if (!program_of || header.players.empty() || !diagnostics.empty()) return;
    header_rules = program_of(header);
    if (header_rules.program) vocabulary.emplace(*header_rules.program);
    refuse_names_of_trains();
  }

  /// A player who is called like a train of all would take its name away.
  void refuse_names_of_trains() {
    const std::vector<PlayerField>& players = here().players;
    for (; vocabulary && names_looked_at < players.size(); ++names_looked_at) {
      const PlayerField& player = players[names_looked_at];
      if (!is_shared_train(vocabulary->program(), player.name)) continue;
      const std::string& whole = player.full_name.empty() ? player.name : player.full_name;
      add(complaint_at(
          NotationCode::bad_name, player.at,
          "'" + player.name + "' is also a train of these rules, so >" + player.name + " may mean two places",
          "give the player another short name, like: " + player.name + "_1=\"" + whole + "\""));
    }
  }

  void complain_of_change(NotationCode code, std::string message, std::string help) {
    add(complaint_at(code, change_at, std::move(message), std::move(help)));
  }

  /// A `rules` or `joins` line counts from here on. False: it cannot be taken.
  bool change(const Line& line, const At& at) {
    change_at = at;
    if (++changes > most_rule_changes) {
      if (changes == most_rule_changes + 1)
        complain_of_change(NotationCode::too_many_changes,
                           "this record changes its rules and players in more than 1,000 lines",
                           "give the rest as a record of its own");
      return false;
    }
    if (!terms) terms.emplace(header, header_rules);
    const std::string trouble = terms->change(line);
    if (!trouble.empty())
      complain_of_change(NotationCode::line_too_long, trouble, "a record names fewer options");
    return trouble.empty();
  }

  /// The changes before this round are all written: from here on lines are read by what they make.
  void apply_changes() {
    if (std::exchange(needs_round, false))
      complain_of_change(NotationCode::misplaced_change,
                         "this stands inside a round, and holds from the beginning of one",
                         "put it above the 'round' line from which on it holds, or right below that");
    if (!terms || !terms->is_changing()) return;
    if (!terms->apply_changes(diagnostics.empty() ? program_of : ProgramOf()))
      complain_of_change(NotationCode::too_many_changes,
                         "up to here this record has been played by 32 different rules and tables",
                         "give the rest as a record of its own");
    vocabulary.reset();
    if (const engine::Rules* program = terms->program()) vocabulary.emplace(*program);
    refuse_names_of_trains();
  }

  /// True of lines between two rounds, which stand in front of all else of their round.
  static bool stands_between(const Line& line) {
    return changes_rules(line) || is_heading(line) || std::holds_alternative<CommentLine>(line);
  }

  void read_body_line(LineCursor& cursor) {
    finish_header();
    if (!held.empty()) release();
    if (stopped) return;
    if (std::vector<LineCursor> pieces = position_pieces(cursor); !pieces.empty()) {
      for (LineCursor& piece : pieces) read_line_of_body(piece);
      return;
    }
    read_line_of_body(cursor);
  }

  /// The turn at the end of what is written so far, if nothing but remarks stands below it; nullptr: there is
  /// none.
  Item* last_turn() {
    for (auto item = round.items.rbegin(); item != round.items.rend(); ++item) {
      if (std::holds_alternative<TurnLine>(item->line)) return &*item;
      if (!is_about_lines(item->line)) break;
    }
    return nullptr;
  }

  /// `undo`, `Ann: undo`: the last act that is written is taken back. False: it is no such line.
  bool takes_back(LineCursor cursor) {
    cursor.skip_spaces();
    const std::size_t begin = cursor.position;
    std::string_view word = cursor.take_name();
    std::optional<Seat> player;
    if (vocabulary && vocabulary->find_act(undo_word) != nullptr) return false;
    if (cursor.takes(":")) {
      const PlayerMatch match = match_player(here(), word);
      if (!match.found() || !vocabulary) return false;
      player = match.seats.front();
      cursor.skip_spaces();
      word = cursor.take_name();
    }
    const std::size_t end = cursor.position;
    if (lower(word) != undo_word || !cursor.at_end()) return false;
    Item* const item = last_turn();
    if (item == nullptr) {
      cursor.complain(NotationCode::missing_part, begin, end, "there is nothing to take back here",
                      "'undo' stands right below a turn of the same round, and takes back its last act");
      say(cursor, false);
      return true;
    }
    auto& turn = std::get<TurnLine>(item->line);
    const bool is_claim = turn.claim != MarkClaim::none &&
                          (turn.acts.empty() || turn.claim_at.span.begin > turn.acts.back().at.span.begin);
    if ((player && turn.player != *player) || (turn.acts.empty() && !is_claim)) return false;
    note(cursor, begin, end,
         "the last act above is taken back, and is no part of the record: " +
             (is_claim ? (turn.claim == MarkClaim::mark ? "mark" : "nomark") : write_act(turn.acts.back())),
         corrected_code);
    if (is_claim)
      turn.claim = MarkClaim::none;
    else
      turn.acts.pop_back();
    turn.goes_on = false;
    is_shortened = !turn.acts.empty();
    if (!is_shortened) {
      --round_turns;
      const auto at = round.items.begin() + (item - round.items.data());
      if (item->comment)
        *item = Item{CommentLine{item->comment->text, false}, {}, item->at};
      else
        round.items.erase(at);
    }
    return true;
  }

  /// A turn of which an act was taken back goes on in the next line, if that is the same player's.
  void go_on_with(const Line& line) {
    const auto* coming = std::get_if<TurnLine>(&line);
    if (is_about_lines(line) || !std::exchange(is_shortened, false) || coming == nullptr) return;
    if (Item* const item = last_turn())
      if (auto& turn = std::get<TurnLine>(item->line); turn.player == coming->player) turn.goes_on = true;
  }

  void read_line_of_body(LineCursor& cursor) {
    if (takes_back(cursor)) return;
    Item item;
    cursor.skip_spaces();
    const std::size_t begin = cursor.position;
    cursor.after_engine = follows_engine() && (!vocabulary || draws_before_turn(vocabulary->program()));
    bool is_notation = read_line(cursor, here(), item.line) && !is_numbered_round(cursor, item.line);
    if (is_notation && !stands_between(item.line)) apply_changes();
    is_notation = is_notation && (!vocabulary || vocabulary->knows(cursor, here(), item.line));
    if (!is_notation) return read_otherwise(cursor);
    if (vocabulary)
      for (std::string& remark : vocabulary->take_remarks())
        note(cursor, begin, cursor.position, std::move(remark));
    item.comment = comment_of(cursor);
    const std::size_t end =
        begin + without_spaces_behind(cursor.text().substr(begin, cursor.position - begin)).size();
    accept(std::move(item), cursor, begin, end);
  }

  void read_otherwise(LineCursor& cursor) {
    // If no further complaint will be shown, lines are not looked at as closely.
    if (diagnostics.size() >= most_diagnostics) return;
    if (terms && terms->is_changing() && !is_scribbled_between(cursor)) apply_changes();
    look_back(cursor);
    auto understood = scribbled < most_scribbled ? understand_line(cursor, here(), words()) : std::nullopt;
    ++scribbled;
    if (!understood) {
      say(cursor, true);
      return;
    }
    Item item;
    if (understood->comment != PlainLine::npos)
      item.comment = Comment{std::string(cursor.text().substr(understood->comment_text)),
                             column_of(cursor.text(), understood->comment)};
    if (!understood->line) {
      note(cursor, understood->begin, understood->end,
           item.comment ? "a comment begins with #" : "this line says nothing");
      if (item.comment)
        comments.push_back(
            {CommentLine{spaced(item.comment->text), blank}, {}, cursor.at(0, cursor.text().size())});
      return;
    }
    item.line = *std::move(understood->line);
    const std::size_t shown = notes.size();
    if (!understood->is_quiet) {
      std::string message = "read as: " + write_line(here(), item.line);
      for (const Line& line : understood->also) message += ", and then: " + write_line(here(), line);
      note(cursor, understood->begin, understood->end, std::move(message),
           understood->is_corrected ? corrected_code : "read-as");
    }
    const std::size_t items = round.items.size();
    accept(std::move(item), cursor, understood->begin, understood->end);
    if (understood->has && round.items.size() > items)
      had.push_back({round.items.size() - 1, notes.size() > shown ? std::optional(shown) : std::nullopt});
    for (Line& line : understood->also) {
      const bool is_sum = std::holds_alternative<ScoreLine>(line);
      const std::size_t before = round.items.size();
      accept(Item{std::move(line), {}, {}}, cursor, understood->begin, understood->end);
      if (is_sum && round.items.size() > before) counted.push_back(before);
    }
  }

  /// Puts into the cursor what words of its line may point to.
  void look_back(LineCursor& cursor) const {
    cursor.after_end =
        any_of(round.items, [](const Item& item) { return std::holds_alternative<LeftLine>(item.line); });
    bool is_last = true;
    if (!round.items.empty())
      if (const auto* turn = std::get_if<TurnLine>(&round.items.back().line);
          turn != nullptr && is_idle(*turn)) {
        const std::string written = write_line(here(), *turn);
        cursor.last_idle = written.substr(written.find(':') + 1);
      }
    for (auto item = round.items.rbegin(); item != round.items.rend(); ++item) {
      const auto* turn = std::get_if<TurnLine>(&item->line);
      if (turn == nullptr) continue;
      for (auto act = turn->acts.rbegin(); act != turn->acts.rend(); ++act)
        if (const auto* tile = std::get_if<TileAct>(&act->what)) {
          const WrittenTile& laid = tile->tile;
          if (laid.known() && laid.high == laid.low && cursor.last_double.empty())
            cursor.last_double = tile_text(laid);
          if (!std::exchange(is_last, false)) continue;
          cursor.last_tile = tile_text(laid);
          // A double has places that its train has not.
          if (laid.known() && laid.high == laid.low && !tile->place.empty())
            cursor.last_place = "^" + tile_text(laid);
          else
            cursor.last_place = tile->place.empty() && turn->player != no_seat
                                    ? short_name(here(), turn->player)
                                    : tile->place;
        }
      is_last = false;
      if (!cursor.last_double.empty()) return;
    }
  }

  /// Only draws of which no tile is known, markers and the end of a turn.
  static bool is_idle(const TurnLine& turn) {
    return turn.player != no_seat && !turn.goes_on && !turn.unknown && !turn.acts.empty() &&
           all_of(turn.acts, [](const WrittenAct& act) {
             const auto* draw = std::get_if<DrawAct>(&act.what);
             return draw != nullptr ? draw->tile.unknown()
                                    : !std::holds_alternative<TileAct>(act.what) &&
                                          !std::holds_alternative<WordAct>(act.what);
           });
  }

  /// Of a round of which nothing but the end is written: `Bob: 9-3` below what is left of another.
  std::optional<LeftLine> left_below_end(const Line& line) const {
    const auto* turn = std::get_if<TurnLine>(&line);
    if (turn == nullptr || turn->player == no_seat || turn->goes_on || turn->acts.empty())
      return std::nullopt;
    LeftLine left{turn->player, {}};
    for (const WrittenAct& act : turn->acts) {
      const auto* tile = std::get_if<TileAct>(&act.what);
      if (tile == nullptr || tile->was_laid()) return std::nullopt;
      left.tiles.push_back(tile->tile);
    }
    bool is_below = false;
    for (const Item& item : round.items) {
      const auto* other = std::get_if<LeftLine>(&item.line);
      if (std::holds_alternative<TurnLine>(item.line) || (other != nullptr && other->player == turn->player))
        return std::nullopt;
      is_below = is_below || other != nullptr;
    }
    return is_below ? std::optional(std::move(left)) : std::nullopt;
  }

  bool is_scribbled_between(const LineCursor& cursor) const {
    LineCursor copy = cursor;
    const auto understood = understand_line(copy, here(), nullptr);
    return understood && (!understood->line || stands_between(*understood->line));
  }

  void accept(Item item, LineCursor& cursor, std::size_t begin, std::size_t end) {
    item.at = cursor.at(begin, end);
    if (cursor.text().size() > surely_short && !fits(item)) {
      say_at(cursor.text(), NotationCode::line_too_long, begin, end,
             "this line is longer than 8,192 bytes when its names are written out");
      return;
    }
    if (auto left = left_below_end(item.line)) {
      if (notes.empty() || notes.back().where != item.at.span)
        note(cursor, begin, end, "read as: " + write_line(here(), *left));
      else
        notes.back().message = "read as: " + write_line(here(), *left);
      item.line = *std::move(left);
    }
    if (begins_chunk(item.line)) {
      const bool is_again = round_is_void && !is_heading(item.line);
      std::string label = is_again ? label_of(round) : std::string();
      flush();
      round.void_label = std::move(label);
      // Behind a void round there need be no `round` line.
      needs_round = changes_rules(item.line) && !is_again;
    } else if (is_heading(item.line)) {
      needs_round = false;
    }
    if (changes_rules(item.line)) {
      if (!change(item.line, item.at)) return;
    } else if (!stands_between(item.line)) {
      apply_changes();
    }
    if (std::holds_alternative<TurnLine>(item.line) && ++round_turns > most_turn_lines) {
      cursor.complaint.reset();
      cursor.complain(NotationCode::too_many_turns, begin, end, "this round has more than 5,000 turn lines",
                      "a line 'round LABEL' begins the next one");
      say(cursor, false);
      stop();
      return;
    }
    if (!count_entries(entries_of(item.line))) return;
    go_on_with(item.line);
    take_comments();
    any_read = true;
    round_has_play = round_has_play || is_of_play(item.line);
    round_is_void = (round_has_play && std::holds_alternative<RedealLine>(item.line)) ||
                    (round_is_void && is_about_lines(item.line));
    if (std::holds_alternative<ScoreLine>(item.line)) take_for_left();
    round.items.push_back(std::move(item));
  }

  /// Behind the last turn, and in a round of which nothing but its end is written, what somebody has is what
  /// was left.
  void take_for_left() {
    std::size_t begin = 0;
    bool is_table = false;
    for (std::size_t i = 0; i < round.items.size(); ++i) {
      const Line& line = round.items[i].line;
      if (is_of_play(line)) begin = i;
      is_table =
          is_table || std::holds_alternative<TrainLine>(line) || std::holds_alternative<EngineLine>(line);
    }
    if (begin == 0 && is_table) return;
    for (const Had& one : had) {
      const auto* hand = std::get_if<HandLine>(&round.items[one.item].line);
      if (hand == nullptr || one.item < begin) continue;
      const LeftLine left{hand->player, hand->tiles};
      round.items[one.item].line = left;
      if (one.note) notes[*one.note].message = "read as: " + write_line(here(), left);
    }
    had.clear();
  }

  /// True if the last line that is no comment is that of the engine.
  bool follows_engine() const {
    const auto last = std::find_if(round.items.rbegin(), round.items.rend(), [](const Item& item) {
      // Set aside it lies before the hands are dealt.
      return !std::holds_alternative<CommentLine>(item.line) && !std::holds_alternative<HandLine>(item.line);
    });
    return last != round.items.rend() && std::holds_alternative<EngineLine>(last->line);
  }

  bool fits(const Item& item) const {
    const std::size_t comment = item.comment ? item.comment->text.size() + item.comment->column + 2 : 0;
    return write_line(here(), item.line).size() + comment <= longest_line;
  }

  /// True if the line begins a new round: `game`, `round` and what changes the rules do; one below another is
  /// the same, save that a round has one `round` line and a `game` line stands before it. So does any line
  /// below a `redeal` line behind turns.
  bool begins_chunk(const Line& line) const {
    if (round_is_void) return !is_about_lines(line);
    const auto is_before = [&](const Item& item) {
      if (std::holds_alternative<CommentLine>(item.line) || changes_rules(item.line)) return true;
      if (std::holds_alternative<GameLine>(item.line)) return !std::holds_alternative<GameLine>(line);
      return std::holds_alternative<RoundLine>(item.line) && changes_rules(line);
    };
    return stands_between(line) && !all_of(round.items, is_before);
  }

  void take_comments() {
    // Below the header, or at the top of the file, there is only one way to set comments off.
    if (!std::exchange(any_item, true) && !comments.empty()) {
      std::get<CommentLine>(comments.front().line).after_blank = !write_header(header).empty();
    }
    for (Item& item : std::exchange(comments, {})) round.items.push_back(std::move(item));
  }

  /// A sum behind the tiles that are left says nothing where a line of scores says it again.
  void drop_repeated_sums() {
    for (auto at = counted.rbegin(); at != counted.rend(); ++at) {
      const auto* const counting = std::get_if<ScoreLine>(&round.items[*at].line);
      if (counting == nullptr || counting->points.size() != 1) continue;
      const SeatPoints sum = counting->points.front();
      const auto says_it = [&](const Item& item) {
        const auto* scores = std::get_if<ScoreLine>(&item.line);
        return scores != nullptr && scores->points.size() > 1 &&
               any_of(scores->points, [&](const SeatPoints& one) {
                 return one.seat == sum.seat && one.points == sum.points;
               });
      };
      if (any_of(round.items, says_it))
        round.items.erase(round.items.begin() + static_cast<std::ptrdiff_t>(*at));
    }
    counted.clear();
  }

  void flush() {
    drop_repeated_sums();
    if (!round.items.empty()) {
      apply_changes();
      if (terms) round.by = terms->take();
      ready.push_back(std::exchange(round, {}));
    }
    round_bytes = 0;
    round_entries = 0;
    round_turns = 0;
    had.clear();
    round_has_play = round_is_void = false;
  }

  void finish() {
    if (!stopped && (!partial.empty() || partial_too_long)) end_line();
    finish_header();
    if (!stopped) release();
    if (!stopped && header.players.empty() && !header_reader.players_were_named() && !players_said &&
        !header_unread) {
      say_at({}, NotationCode::missing_players, 0, 0, "the players of this record are not named",
             "write their names in the order of their seats, clockwise, at the top: [players Joe Ann]");
    }
    take_comments();
    if (std::exchange(needs_round, false))
      complain_of_change(NotationCode::misplaced_change, "no round follows that this could hold for",
                         "put it above the 'round' line from which on it holds");
    flush();
    keep_one_of_alike();
    stopped = true;
  }

  /// Twenty lines without a colon are one habit, and mended in one way.
  void keep_one_of_alike() {
    if (diagnostics.size() > most_shown) return;  // no sheet of a table
    std::map<std::pair<std::string, std::string>, std::size_t> alike;
    for (const dsl::Diagnostic& each : diagnostics) ++alike[{each.code, each.message}];
    std::map<std::pair<std::string, std::string>, bool> is_kept;
    std::erase_if(diagnostics, [&](dsl::Diagnostic& each) {
      const auto key = std::pair(each.code, each.message);
      const std::size_t times = alike[key];
      if (times <= most_alike) return false;
      if (std::exchange(is_kept[key], true)) return true;
      each.help +=
          (each.help.empty() ? "" : "; ") + ("the same in " + std::to_string(times - 1) + " more lines");
      return false;
    });
  }
};

RecordReader::RecordReader(dsl::FileId file, ProgramOf program_of)
    : state_(std::make_unique<State>(file, std::move(program_of))) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;

void RecordReader::feed(std::string_view bytes) {
  State& state = *state_;
  while (!bytes.empty() && !state.stopped) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    if (state.partial.size() + piece.size() > longest_line) {
      state.partial_too_long = true;
    } else if (!state.partial_too_long) {
      state.partial += piece;
    }
    state.next += piece.size();
    if (newline == std::string_view::npos) return;
    ++state.next;
    bytes.remove_prefix(newline + 1);
    state.end_line();
  }
}

void RecordReader::finish() { state_->finish(); }
bool RecordReader::has_round() const { return !state_->ready.empty(); }
RecordRound RecordReader::take_round() {
  RecordRound round = std::move(state_->ready.front());
  state_->ready.pop_front();
  return round;
}
const Header& RecordReader::header() const { return state_->header; }
const dsl::Diagnostics& RecordReader::diagnostics() const { return state_->diagnostics; }
const dsl::Diagnostics& RecordReader::notes() const { return state_->notes; }
bool RecordReader::stopped() const { return state_->stopped; }

dsl::Checked<Record> read_record(dsl::FileId file, std::string_view text, const ProgramOf& program_of) {
  RecordReader reader(file, program_of);
  reader.feed(text);
  reader.finish();
  dsl::Checked<Record> result;
  result.value.header = reader.header();
  while (reader.has_round()) result.value.rounds.push_back(reader.take_round());
  result.diagnostics = reader.diagnostics().empty() ? reader.notes() : reader.diagnostics();
  dsl::sort_diagnostics(result.diagnostics);
  return result;
}

}  // namespace roundhouse::replay
