#pragma once
// Another name for something of one's own, in all files of a family: the one that declares it, its children,
// and theirs. What comes of it is checked again before anybody is shown it.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tools/assist/rule_view.h"

namespace roundhouse::dsl {

/// A name of one file of the family, with all of its places in it.
struct FilePlaces {
  std::string file;  ///< as the reader names it
  std::vector<NamePlace> places;
};

/// The name at this place of the first file; nullptr: none stands there.
const NamePlace* place_at(const std::vector<NamePlace>& places, std::size_t offset);

/// All places of this name in the files of `views`, each file once. Only files in whose chain a file stands
/// that declares it as `view` has it.
std::vector<FilePlaces> places_in_family(const NamePlace& name, const RuleView& view,
                                         const std::vector<const RuleView*>& views);

struct RenameEdits {
  std::vector<FilePlaces> edits;  ///< each place gets the new name
  std::string trouble;            ///< not empty: it cannot be done, and why
};

/// `reader`: gives all texts as they are. `may_change`: false of files that are not the user's own.
RenameEdits rename(const NamePlace& name, const std::string& new_name, const RuleView& view,
                   const std::vector<const RuleView*>& family, const VariantReader& reader,
                   const std::function<bool(const std::string& file)>& may_change);

/// The text with the places in it renamed.
std::string renamed_text(std::string_view text, const std::vector<NamePlace>& places,
                         std::string_view new_name);

}  // namespace roundhouse::dsl
