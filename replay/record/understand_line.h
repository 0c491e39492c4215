#pragma once
// A line of a record, read in every way there is: as notation, as notation in other signs, as what people
// scribble. Not installed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/record/line_cursor.h"
#include "replay/record/read_line.h"
#include "replay/record/vocabulary.h"

namespace roundhouse::replay {

/// The meaning of a line that is no notation.
struct Understood {
  std::optional<Line> line;   ///< absent: it says nothing
  std::vector<Line> also;     ///< it says that as well
  bool has = false;           ///< it says what somebody has: in hand, or left at the end
  bool is_corrected = false;  ///< something in it was written and struck out
  bool is_quiet = false;      ///< only signs differ that machines put in unasked
  std::size_t begin = 0;      ///< of what is written, without the comment
  std::size_t end = 0;
  std::size_t comment = PlainLine::npos;  ///< the place of the comment's sign; npos: there is none
  std::size_t comment_text = PlainLine::npos;
};

/// Of a line that is no notation, or has words that no rules know. Absent: see the cursor's complaint, which
/// is the one it had unless there is more to say. `vocabulary`: nullptr where no rules are known.
std::optional<Understood> understand_line(LineCursor& cursor, const Header& header, Vocabulary* vocabulary);

/// The line as it probably should be, in its canonical form: one that can be read, with no word that nobody
/// knows. Absent where nothing simple fixes it. `vocabulary`: nullptr where no rules are known.
std::optional<std::string> mended_line(const Header& header, Vocabulary* vocabulary, std::string_view text);

/// A line that can be read, in place of one that cannot.
struct Mend {
  std::string line;
  std::string help;  ///< that shows it; empty: that of the complaint does
};

/// The lines that may be meant by one that cannot be read: one if it is nearly right, or if words in it may
/// be a remark; more if its complaint is that it can be read in more ways. Empty: nothing simple mends it.
std::vector<Mend> mends_of_line(const Header& header, Vocabulary* vocabulary, std::string_view text,
                                const Complaint& complaint);

/// True if the line with the complaint's replacement in it gives no complaint up to there: then the
/// replacement may be shown, though the rest of the line is not mended.
bool replacement_holds(const Header& header, Vocabulary* vocabulary, std::string_view text,
                       const Complaint& complaint);

/// True if the comment of `round #12` is really its label, or the label is a number in words.
bool is_numbered_round(const LineCursor& cursor, const Line& line);

}  // namespace roundhouse::replay
