#include "replay/record/understand_line.h"

#include <algorithm>
#include <utility>

#include "replay/record/names.h"
#include "replay/record/scribble_reader.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {
namespace {

/// Longer lines are nobody's handwriting.
constexpr std::size_t longest_scribble = 1000;

/// Reads what was made of a line; the places are those of the original.
std::optional<Line> read_made(const LineCursor& original, const Header& header, Vocabulary* vocabulary,
                              const PlainLine& made) {
  LineCursor cursor = original.over(made);
  Line line;
  if (!read_line(cursor, header, line) || !cursor.at_end()) return std::nullopt;
  if (vocabulary != nullptr && !vocabulary->knows(cursor, header, line)) return std::nullopt;
  return line;
}

// Guesses what a line that cannot be read should be: names and words that are nearly right are put right,
// one after the other. Only what can be read in the end is shown, so a wrong guess never is.

/// So many words of a line may be wrong.
constexpr int most_proposals = 4;
constexpr std::size_t longest = 400;

bool has_words(const Line& line) {
  const auto* turn = std::get_if<TurnLine>(&line);
  if (turn == nullptr) return false;
  for (const WrittenAct& act : turn->acts)
    if (std::holds_alternative<WordAct>(act.what)) return true;
  return false;
}

/// Reads a line in every way that a record's lines are read in. Absent: it says nothing, or see the
/// complaint.
std::optional<Line> read_in_any_way(LineCursor& cursor, const Header& header, Vocabulary* vocabulary,
                                    bool& says_nothing) {
  std::optional<Line> line(std::in_place);
  const bool is_notation =
      read_line(cursor, header, *line) && (vocabulary == nullptr || vocabulary->knows(cursor, header, *line));
  if (is_notation) return line;
  auto understood = understand_line(cursor, header, vocabulary);
  line = understood ? std::move(understood->line) : std::nullopt;
  says_nothing = understood && !line;
  return line;
}

/// True if the line as it will be shown is read again as notation, to its end, and as the same line.
bool reads_as_written(const Header& header, Vocabulary* vocabulary, const std::string& written) {
  LineCursor cursor({}, 0, written);
  Line line;
  return read_line(cursor, header, line) && cursor.at_end() && !is_numbered_round(cursor, line) &&
         (vocabulary == nullptr || vocabulary->knows(cursor, header, line)) &&
         write_line(header, line) == written;
}

/// Absent: so written it would be read as something else.
std::optional<std::string> written_again(const Header& header, Vocabulary* vocabulary, const Line& line) {
  std::string written = write_line(header, line);
  if (!reads_as_written(header, vocabulary, written)) return std::nullopt;
  return written;
}

/// `Round 12. Lupe 1st by lot`, `Game 1 rnd 1`: what stands behind a heading may be a line by itself, of
/// those that stand below it. Empty: it is a remark.
std::vector<Line> lines_behind_heading(const LineCursor& cursor, const Header& header, Vocabulary* vocabulary,
                                       std::size_t begin, std::size_t length) {
  LineCursor notation = cursor.part(begin, length);
  Line line;
  std::vector<Line> lines;
  if (read_line(notation, header, line) && notation.at_end()) {
    lines.push_back(std::move(line));
  } else {
    LineCursor scribbled = cursor.part(begin, length);
    auto understood = understand_line(scribbled, header, vocabulary);
    if (!understood || !understood->line) return {};
    lines = std::move(understood->also);
    lines.insert(lines.begin(), *std::move(understood->line));
  }
  const bool is_below =
      site_of(lines.front()) == LineSite::setup || std::holds_alternative<RoundLine>(lines.front());
  if (!is_below) lines.clear();
  return lines;
}

}  // namespace

std::optional<Understood> understand_line(LineCursor& cursor, const Header& header, Vocabulary* vocabulary) {
  const std::string_view text = cursor.text();
  const PlainLine plain = plain_line(text);
  Understood understood;
  understood.comment = plain.comment;
  understood.comment_text = plain.comment_text;
  const std::string_view written = text.substr(0, plain.comment);
  const std::size_t begin = written.find_first_not_of(" \t");
  const std::size_t end = written.find_last_not_of(" \t");
  understood.begin = begin == std::string_view::npos ? 0 : begin;
  understood.end = end == std::string_view::npos ? understood.begin : end + 1;

  if (plain.text != written) {
    if (auto line = read_made(cursor, header, vocabulary, plain)) {
      understood.line = std::move(line);
      understood.is_quiet = !plain.respelled;
      return understood;
    }
  }
  if (text.size() > longest_scribble) return std::nullopt;
  Scribble scribble = read_scribble(
      plain, header, vocabulary,
      {cursor.after_end, cursor.last_place, cursor.last_tile, cursor.last_double, cursor.last_idle, false});
  if (scribble.passed_over) {
    if (scribble.line && scribble.line->comment != plain.comment)
      understood.comment = understood.comment_text = 0;
    return understood;
  }
  if (scribble.line) {
    understood.line = read_made(cursor, header, vocabulary, *scribble.line);
    understood.is_corrected = scribble.corrected;
    understood.has = scribble.has;
    if (scribble.out != no_seat) understood.also.push_back(LeftLine{scribble.out, {}});
    if (scribble.first_turn != no_seat) understood.also.push_back(TurnsLine{{{scribble.first_turn, 1, {}}}});
    if (scribble.counted) understood.also.push_back(ScoreLine{{*scribble.counted}});
    const std::size_t rest = scribble.line->comment;
    std::vector<Line> lines;
    if (rest != plain.comment && understood.line && is_heading(*understood.line))
      lines = lines_behind_heading(cursor, header, vocabulary, rest, understood.end - rest);
    if (!lines.empty()) {
      understood.also = std::move(lines);
    } else if (rest != plain.comment) {
      understood.comment = scribble.line->comment;
      // A space of several bytes stays in front of it.
      const char before = text[scribble.line->comment_text];
      understood.comment_text =
          before == ' ' || before == '\t' ? scribble.line->comment_text : understood.comment;
      understood.end = text.substr(0, understood.comment).find_last_not_of(" \t") + 1;
    }
    if (understood.line) return understood;
  }
  // Complaints about an ambiguous text come first; else the scribble knows better which word it is that
  // nobody knows.
  const auto is_better = [&](const Complaint& found) {
    if (!cursor.complaint || found.code == NotationCode::more_than_one_way) return true;
    const NotationCode code = cursor.complaint->code;
    if (code == NotationCode::bad_act) return true;
    // Nothing is said of what stands behind a train that is not there.
    if (found.code == NotationCode::unknown_place && found.begin < cursor.complaint->begin) return true;
    // Nothing is wrong with the beginning of a line where the scribble knows what to do with it.
    if (code == NotationCode::unknown_line &&
        (found.begin > cursor.complaint->begin || found.code == NotationCode::unknown_place))
      return true;
    return found.code != NotationCode::bad_act &&
           (code == NotationCode::unknown_act || code == NotationCode::unknown_place);
  };
  if (scribble.complaint && is_better(*scribble.complaint)) cursor.complaint = std::move(scribble.complaint);
  return std::nullopt;
}

bool is_numbered_round(const LineCursor& cursor, const Line& line) {
  const auto* round = std::get_if<RoundLine>(&line);
  if (round == nullptr) return false;
  const NotationWord* const word = find_notation_word(lower(round->label));
  if (word != nullptr && word->use == WordUse::number) return true;
  if (!round->label.empty()) return false;
  // The writer leaves two spaces before a comment here.
  const std::string_view rest = cursor.rest();
  if (rest.size() < 2 || rest[0] != '#' || rest.find_first_not_of("0123456789 \t.:", 1) != rest.npos)
    return false;
  if (rest[1] < '0' || rest[1] > '9') return false;
  const std::string_view before = cursor.text().substr(0, cursor.position);
  return !before.ends_with("  ") && !before.ends_with('\t');
}

std::optional<std::string> mended_line(const Header& header, Vocabulary* vocabulary, std::string_view text) {
  if (text.size() > longest) return std::nullopt;
  std::string changed(text);
  for (int proposal = 0; proposal <= most_proposals; ++proposal) {
    LineCursor cursor({}, 0, changed);
    bool says_nothing = false;
    const std::optional<Line> line = read_in_any_way(cursor, header, vocabulary, says_nothing);
    if (says_nothing) return std::nullopt;
    if (line) {
      // A line that has become a gap lost what it said; without rules any word may be wrong; which options
      // there are nobody knows here.
      const bool is_sure =
          (vocabulary != nullptr || !has_words(*line)) && !std::holds_alternative<RulesLine>(*line);
      if (!is_sure || is_gap(*line)) return std::nullopt;
      return written_again(header, vocabulary, *line);
    }
    if (!cursor.complaint || !cursor.complaint->replacement) return std::nullopt;
    const Complaint complaint = *std::move(cursor.complaint);
    changed.replace(complaint.begin, complaint.end - complaint.begin, *complaint.replacement);
  }
  return std::nullopt;
}

namespace {

/// Of a turn of which nothing would be left, or of no turn at all, the whole line may be a remark.
bool may_be_remark(const Header& header, std::string_view text) {
  constexpr std::size_t least_words = 3;
  constexpr std::array harmless{WordUse::no,    WordUse::article, WordUse::onto,   WordUse::own,
                                WordUse::joint, WordUse::it,      WordUse::going,  WordUse::more,
                                WordUse::thing, WordUse::nothing, WordUse::unable, WordUse::train};
  const PlainLine plain = plain_line(text);
  const std::vector<ScribbleToken> tokens = scribble_tokens(plain, header);
  std::size_t words = 0;
  const NotationWord* const front = find_notation_word(tokens.front().small);
  const bool is_all_none = front != nullptr && front->use == WordUse::no;
  // `Vic: ?? (coffee on it)` is a turn, whatever it was.
  if (tokens.size() > 2 && tokens[1].is_sign(":") && tokens[2].text.starts_with('?')) return false;
  if (tokens.front().is("referee") || scribbled_kind(tokens.front().small) != nullptr) return false;
  for (const ScribbleToken& token : tokens) {
    if (token.is_number() || token.is_sign("[") || token.is_sign("\"")) return false;
    if (!token.is_word()) continue;
    // `Hal: but then you had the 12-12`
    if (words < 2 && is_talk(token.small)) return true;
    ++words;
    const NotationWord* const word = find_notation_word(token.small);
    // `no doubles open`, `no markers up`
    const bool is_none =
        is_all_none && (word == nullptr || word->use == WordUse::doubled || word->use == WordUse::mark);
    if (word != nullptr && !contains(harmless, word->use) && !is_none) return false;
  }
  // One word alone names nobody who did something.
  return words >= least_words || words == 1;
}

/// The help of a complaint as far as it holds, and what may be done besides.
std::string help_besides(const Header& header, Vocabulary* vocabulary, std::string_view text,
                         const Complaint& complaint, const std::string& more) {
  const bool is_broken = complaint.replacement && !replacement_holds(header, vocabulary, text, complaint);
  std::string help = is_broken ? std::string() : complaint.help;
  if (help.empty() && complaint.code == NotationCode::unknown_act && vocabulary != nullptr)
    help = acts_of_game(vocabulary->program());
  if (help.empty() && complaint.code == NotationCode::unknown_line) help = example_for(text);
  if (help.empty()) return more;
  return help.ends_with('?') ? more + "; or " + help : help + "; " + more;
}

/// A turn of which nothing else can be made is one that nobody knows.
std::vector<Mend> missing_turn(const Header& header, Vocabulary* vocabulary, std::string_view text,
                               const Complaint& complaint) {
  if (vocabulary == nullptr) return {};
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t length = name_length(text, begin);
  const PlayerMatch player = match_player(header, text.substr(begin, length));
  if (length == 0 || !player.found() || scribbled_kind(lower(text.substr(begin, length))) != nullptr)
    return {};
  const std::string written = short_name(header, player.seats.front()) + ": ?";
  return {{written, help_besides(header, vocabulary, text, complaint, "until then it counts as " + written)}};
}

}  // namespace

std::vector<Mend> mends_of_line(const Header& header, Vocabulary* vocabulary, std::string_view text,
                                const Complaint& complaint) {
  const PlainLine plain = plain_line(text);
  const std::string_view comment = text.substr(std::min(plain.comment, text.size()));
  const auto with_comment = [&](std::string line) {
    return comment.empty() ? line : line.append("  ").append(comment);
  };
  if (auto mended = mended_line(header, vocabulary, text)) {
    std::string help = "write it like: " + *mended;
    return {{with_comment(*std::move(mended)), std::move(help)}};
  }
  if (text.size() > longest) return {};
  // `claim Hal "the double must be covered"` judges nothing.
  if (complaint.code == NotationCode::bad_reference && text.substr(complaint.begin).starts_with('"'))
    return {{"# " + std::string(text.substr(std::min(text.find_first_not_of(" \t"), text.size()))),
             "a turn is named by its round and its number: 9.2 or #2.3; a remark about none begins with #"}};
  std::vector<Mend> mends;
  for (const std::string& way : complaint.ways) {
    std::string changed(text);
    changed.replace(complaint.begin, complaint.end - complaint.begin, way);
    // Here it may be a gap: that is what the words say.
    LineCursor cursor({}, 0, changed);
    bool says_nothing = false;
    const auto line = read_in_any_way(cursor, header, vocabulary, says_nothing);
    if (auto written = line ? written_again(header, vocabulary, *line) : std::nullopt)
      mends.push_back({with_comment(*std::move(written)), {}});
  }
  if (!complaint.ways.empty()) return mends;
  Scribble scribble = read_scribble(plain, header, vocabulary, {false, {}, {}, {}, {}, true});
  const LineCursor cursor({}, 0, text);
  const auto line = scribble.line ? read_made(cursor, header, vocabulary, *scribble.line) : std::nullopt;
  const auto* turn = line ? std::get_if<TurnLine>(&*line) : nullptr;
  const bool has_acts = turn != nullptr && !turn->acts.empty() && !scribble.line->text.ends_with(':');
  if (has_acts && scribble.out == no_seat && !scribble.remark.empty()) {
    std::string written = write_line(header, *line);
    if (!reads_as_written(header, vocabulary, written)) return {};
    written += "  # " + scribble.remark;
    std::string help = "if '" + scribble.remark + "' is a remark, write it behind #: " + written;
    return {{with_comment(std::move(written)), std::move(help)}};
  }
  // `Vee: frozen`
  constexpr std::size_t longest_word = 12;
  if (turn != nullptr && turn->player != no_seat && !has_acts && !scribble.remark.empty() &&
      scribble.remark.size() <= longest_word && scribble.remark.find(' ') == std::string::npos) {
    const std::string written = short_name(header, turn->player) + ": pass";
    return {{with_comment(written),
             help_besides(header, vocabulary, text, complaint, "where nothing was done: " + written)}};
  }
  if (may_be_remark(header, text)) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    return {{"# " + std::string(text.substr(begin)),
             help_besides(header, vocabulary, text, complaint, "a remark begins with #")}};
  }
  return missing_turn(header, vocabulary, text, complaint);
}

bool replacement_holds(const Header& header, Vocabulary* vocabulary, std::string_view text,
                       const Complaint& complaint) {
  if (!complaint.replacement || text.size() > longest) return false;
  std::string changed(text);
  changed.replace(complaint.begin, complaint.end - complaint.begin, *complaint.replacement);
  LineCursor cursor({}, 0, changed);
  bool says_nothing = false;
  if (read_in_any_way(cursor, header, vocabulary, says_nothing)) return true;
  return !says_nothing && cursor.complaint &&
         cursor.complaint->begin >= complaint.begin + complaint.replacement->size();
}

}  // namespace roundhouse::replay
