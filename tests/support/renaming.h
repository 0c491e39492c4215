#pragma once
// Gives everything that variants have named themselves another name, in rule files and in records: options
// and their choices, words, facts, kinds of train, declared acts, rows. What the language has named stays.

#include <map>
#include <string>
#include <vector>

#include "replay/record/record.h"

namespace roundhouse::tests {

/// Old name -> new name. One name means one thing, in all files together.
using Renaming = std::map<std::string, std::string>;

/// New names for all that the texts of these rule files declare. They sort the other way round than the old
/// ones, so that whatever depends on the alphabet shows.
Renaming new_names(const std::vector<std::string>& rule_files);

/// The same rules under the new names. Throws std::runtime_error where it does not understand the file.
std::string rename_rules(const std::string& text, const Renaming& names);

/// `kinds`: the old names of all kinds of train, so that beginnings of them in a record are understood.
replay::Record rename_record(replay::Record record, const Renaming& names,
                             const std::vector<std::string>& kinds);

}  // namespace roundhouse::tests
