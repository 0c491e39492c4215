// Guesses what a line that cannot be read should be: names and words that are nearly right are put right,
// one after the other. Only what can be read in the end is shown, so a wrong guess never is.

#include <optional>
#include <utility>

#include "replay/record/read_line.h"
#include "replay/record/understand_line.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

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

}  // namespace

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
      std::string written = write_line(header, *line);
      if (!reads_as_written(header, vocabulary, written)) return std::nullopt;
      return written;
    }
    if (!cursor.complaint || !cursor.complaint->replacement) return std::nullopt;
    const Complaint complaint = *std::move(cursor.complaint);
    changed.replace(complaint.begin, complaint.end - complaint.begin, *complaint.replacement);
  }
  return std::nullopt;
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
