#include "replay/record/understand_line.h"

#include <utility>

#include "replay/record/normalize_line.h"
#include "replay/record/scribble.h"

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
  Scribble scribble = read_scribble(plain, header, vocabulary);
  if (scribble.passed_over) return understood;
  if (scribble.line) {
    understood.line = read_made(cursor, header, vocabulary, *scribble.line);
    understood.is_corrected = scribble.corrected;
    if (understood.line) return understood;
  }
  // Complaints about an ambiguous text come first; else the scribble knows better which word it is that
  // nobody knows.
  const auto is_better = [&](const Complaint& found) {
    if (!cursor.complaint || found.code == NotationCode::more_than_one_way) return true;
    const NotationCode code = cursor.complaint->code;
    if (code == NotationCode::bad_act) return true;
    // A number before the first name is no mistake where the scribble knows what to do with it.
    const char before = cursor.complaint->begin < text.size() ? text[cursor.complaint->begin] : ' ';
    if (code == NotationCode::unknown_line &&
        std::string_view("(0123456789").find(before) != std::string_view::npos &&
        found.begin > cursor.complaint->begin)
      return true;
    return found.code != NotationCode::bad_act &&
           (code == NotationCode::unknown_act || code == NotationCode::unknown_place);
  };
  if (scribble.complaint && is_better(*scribble.complaint)) cursor.complaint = std::move(scribble.complaint);
  return std::nullopt;
}

bool is_numbered_round(const LineCursor& cursor, const Line& line) {
  const auto* round = std::get_if<RoundLine>(&line);
  if (round == nullptr || !round->label.empty()) return false;
  // The writer leaves two spaces before a comment here.
  const std::string_view rest = cursor.rest();
  if (rest.size() < 2 || rest[0] != '#' || rest.find_first_not_of("0123456789 \t.:", 1) != rest.npos)
    return false;
  if (rest[1] < '0' || rest[1] > '9') return false;
  const std::string_view before = cursor.text().substr(0, cursor.position);
  return !before.ends_with("  ") && !before.ends_with('\t');
}

}  // namespace roundhouse::replay
