#pragma once
// The tables of a run, and games of theirs as records: played once more, and written with who sat where.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/console.h"
#include "dsl/base/text_file.h"
#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "tools/simulate/run_result.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::cli {

// The tables that `simulate` plays: variants with their options, players and rules that are switched off,
// each loaded and compiled; all combinations of what is swept.

/// A variant with its rules, ready to be played.
struct Contestant {
  engine::RunVariant variant;
  std::string file_name;  ///< the beginning of its records' names
  dsl::CheckedRules rules;
  engine::Rules program;
};

struct ContestantWish {
  std::vector<std::string> variants;  ///< as written, perhaps with options in quotes
  std::vector<std::string> settings;  ///< of all variants
  std::vector<int> players;           ///< empty: 4, or the nearest allowed
  std::vector<std::string> without;   ///< ids of rules; of each one more table, behind the one that has it
  bool without_each = false;          ///< one more table without each rule of play
  bool without_alone = false;         ///< not the table that has all rules
  bool with_hashes = false;           ///< they are written into files
  dsl::ReadingBounds bounds;
};

struct Contestants {
  std::vector<Contestant> all;
  Exit worst = Exit::fine;  ///< of those that cannot be played; they have been reported
  bool swept = false;       ///< there were several combinations of a variant, of which some may fail
};

/// Prints what is wrong with the others.
Contestants load_contestants(const ContestantWish& wish);

/// One game as a record. `rules_name`: what the record calls its rules; empty: nothing.
replay::Record record_of_game(const Contestant& contestant, const engine::RunOrder& order,
                              const engine::SimulateOptions& options, std::uint64_t game,
                              const std::string& rules_name);

/// The name that records in this folder give the rules that were played: a bundled variant by its name, a
/// file by its path from there. If the rules have no file, one is written beside the records. Empty: no
/// record can name them, which is reported.
std::string name_in_records(const Contestant& contestant, const std::string& folder);

/// The file to which the record of a game is written.
std::filesystem::path record_path(const std::string& folder, const Contestant& contestant,
                                  std::uint64_t game);

/// Writes the record into the file as put_file does; a record that is longer than a record may be is written,
/// too, and that nothing reads it is reported. Returns false, and reports it, if it could not be written.
bool write_record_or_report(const std::filesystem::path& path, const replay::Record& record);

/// As put_file. Returns false, and reports it, if the file could not be written.
bool write_or_report(const std::filesystem::path& path, const std::string& text);

// `--plots FOLDER`: the pictures of a run as files, and a page with all of them.

/// `command`: the line by which the run can be had again. Returns false, and reports it, if a file could not
/// be written.
bool write_plots(const std::string& folder, const engine::RunResult& run, const std::string& command);

}  // namespace roundhouse::cli
