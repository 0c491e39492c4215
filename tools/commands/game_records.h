#pragma once
// Games of a run as records: played once more, and written with who sat where.

#include <cstdint>
#include <filesystem>
#include <string>

#include "replay/record/record.h"
#include "tools/commands/contestants.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::cli {

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

}  // namespace roundhouse::cli
