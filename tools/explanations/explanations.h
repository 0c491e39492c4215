#pragma once
// The meaning and the cure of each complaint, with a wrong and a right example: the texts of
// docs/explanations, which are built into the program. A test holds them to the lists of codes and tries
// every example.
//
// A file is Markdown: a heading of two `#` for each code, paragraphs, then `Wrong:` and `Right:`, behind each
// one or more blocks of code, or a link to a file of the tests. The word behind a fence is the example's
// kind, the one behind that the name of the file that it is.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::cli {

/// A text of the source tree that was built in (built_in_texts.cpp, which the build writes).
struct BuiltInText {
  std::string_view path;  ///< from the top of the tree: "docs/explanations/yaml.md"
  std::string_view text;
};
std::span<const BuiltInText> built_in_texts();

enum class ExampleKind : std::uint8_t {
  rules,      ///< a rule file, or a part of one that extends the bundled `train`
  condition,  ///< the text behind `when` of a row about lay
  effects,    ///< the text behind `do` of a row after lay
  record,     ///< a whole record
  turns,      ///< lines of a record behind "round 12", of `train`, played by Joe, Ann and Don
  json,       ///< a record as JSON lines
  console     ///< a command
};

struct ExampleText {
  ExampleKind kind = ExampleKind::rules;
  std::string file;  ///< empty: it needs no name
  std::string text;  ///< as it is shown: see written_out
};

struct Explanation {
  std::string code;
  std::vector<std::string> paragraphs;  ///< its meaning, then how to mend it
  std::vector<ExampleText> wrong;       ///< the first is the one that gets the complaint; others go with it
  std::vector<ExampleText> right;
};

/// The contents of a chapter's file, in its order. Parts that it should have and has not are empty.
std::vector<Explanation> read_explanations(std::string_view chapter);

/// An example as it would stand in a file. What cannot be shown, or is too long to be, stands between ⟦ and
/// ⟧: `⟦09⟧` is a byte, `⟦text ×300⟧` a text so many times, in which `#` is the number of the time.
std::string written_out(std::string_view shown);
/// True if something in it stands between ⟦ and ⟧.
bool is_shortened(std::string_view shown);

/// Every complaint that the program knows, in the chapters of the page of checks, and the laws of every train
/// game: the lists of all stages put together. `explain` and the reference page read them here. What a
/// complaint means at length stands in docs/explanations (explanations.h).
struct ComplaintEntry {
  std::string code;      ///< "yaml-tab"; of a law its id
  std::string sentence;  ///< a whole one, with a capital and a full stop
};

struct ComplaintChapter {
  std::string name;  ///< of its file in docs/explanations: "yaml"
  std::string title;
  std::string about;
  std::vector<ComplaintEntry> complaints;  ///< sorted by code
};

/// Complaints about a text, stage by stage. A code may stand in more than one chapter (`bad-name`).
std::vector<ComplaintChapter> complaint_chapters();

/// All that `explain` knows of.
std::vector<ComplaintChapter> chapters_with_laws();

}  // namespace roundhouse::cli
