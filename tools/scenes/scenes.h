#pragma once
// The meaning of a rule file in play: for each of its entries that changes something the scenes where it and
// its parent part, and the questions that it leaves to its parent. Values, and a book of them.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "dsl/check/checked_rules.h"
#include "dsl/rulebook/book.h"
#include "tools/scenes/left.h"
#include "tools/scenes/scene.h"

namespace roundhouse::replay {

/// A rule file that is shown.
struct ShownFile {
  std::string text;
  const dsl::SourceMap& sources;  ///< the file is its first
  /// The rules of such a text in the file's place, with options set; nullptr: they have errors.
  std::function<SharedRules(const std::string& text, const std::vector<std::string>& settings)> rules;
  /// The same of its parent; nullptr, too, where it has none.
  std::function<SharedRules(const std::vector<std::string>& settings)> parent;
  std::optional<int> players{};  ///< scenes at tables of so many; absent: of as few as can be
};

/// One entry of the file, and what it changes.
struct ShownEntry {
  std::string written;             ///< "doubles_in_a_row: 2", "rule blind"
  std::size_t line = 0;            ///< of the file
  std::string otherwise;           ///< what it is put back to: "With doubles_in_a_row: 1", "Without it"
  std::string asks;                ///< of an option: its question,
  std::string answer;              ///< the file's answer in words,
  std::string parents;             ///< and the parent's; empty: nothing in force asks
  std::vector<ChangedThing> says;  ///< what shows before play or at its end, or is only said otherwise
  std::vector<Scene> scenes;
  std::vector<ChangedThing> unmet;  ///< changed in play, and no scene was found that shows it
  std::size_t positions = 0;        ///< that were looked at
  std::vector<std::string> still;   ///< duties of the parent that stay as they are beside it

  bool looked_at = true;  ///< false: there is too much in the file for that
  bool changes_nothing() const { return answer.empty() && says.empty() && scenes.empty() && unmet.empty(); }
};

struct FileShown {
  std::string title;
  std::string parent;  ///< its title; empty: there is none
  std::vector<ShownEntry> entries;
  std::vector<dsl::LeftChapter> left;
};

/// The first file of `sources`, which was checked as `rules` under `name`; all is loaded by `reader` again.
ShownFile file_read_by(const dsl::VariantReader& reader, const std::string& name,
                       const dsl::SourceMap& sources, const dsl::CheckedRules& rules);

FileShown show_file(const ShownFile& file);

/// As a book, for all its forms.
dsl::Book book_of(const FileShown& shown);

}  // namespace roundhouse::replay
