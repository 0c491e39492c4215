#pragma once
// A rule file brought from the edition of a bundled game that it was written for to the newest one, as edits
// of its text. Only what a table beside the edition says is renamed; where something is not certain there are
// no edits but a trouble. The caller tries whether the file means the same afterwards.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/assist/rule_view.h"

namespace roundhouse::dsl {

/// The name of an entry in the next edition, with its values.
struct RenamedEntry {
  std::string to;
  /// Of an option: each old value with the options and values that now say it. Empty: values stay.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> values;
};

/// The table beside an edition.
struct EditionTable {
  std::map<std::string, RenamedEntry> renamed;
  std::map<std::string, std::string> gone;  ///< a name, and in a sentence what says it now
};

Checked<EditionTable> read_edition_table(const SourceMap& sources, FileId file);

/// Gives the text of the table that leads from this edition of a game to the next; empty: nothing is renamed.
using EditionTables = std::function<std::string(const std::string& game, std::int32_t edition)>;

struct Upgrade {
  std::string game;  ///< "train"; empty: the file extends no bundled game
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::vector<FixIt> edits{};  ///< of the first file of `sources`, in its order
  SourceMap sources{};
  std::vector<std::string> troubles{};  ///< why there are none
};

/// To the next edition; of the newest only its number is written. `file`: as the reader takes it.
Upgrade upgrade_rules(const VariantReader& reader, const std::string& file, const EditionTables& tables);

/// A bundled game with the number of an edition.
using GameEdition = std::pair<std::string, std::int32_t>;

/// Returns what an option setting of these editions is in the next one; nothing: the same as before. Adds to
/// `troubles` what cannot be said any more.
std::optional<std::vector<std::pair<std::string, std::string>>> upgraded_setting(
    const std::vector<GameEdition>& games, const EditionTables& tables, const std::string& name,
    const std::string& value, std::vector<std::string>& troubles);

}  // namespace roundhouse::dsl
