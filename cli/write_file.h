#pragma once
// Files as commands write them: whole or not at all, whenever the program is stopped.

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace roundhouse::cli {

/// Makes a file that was not there. Gives the reason why not, or nothing; then all of it is on the disk.
std::string create_file(const std::filesystem::path& path, std::string_view text);

/// Puts `text` in the place of a file that holds `before`, as one step: a reader sees all of the one or all
/// of the other, whenever the program is stopped. Its mode stays, and its owner where that can be. A link
/// stays one: the file to which it leads is replaced. Returns the reason why not, or nothing: the file has
/// been changed since, may not be written, is none.
std::string replace_file(const std::filesystem::path& path, std::string_view before, std::string_view text);

/// Makes a file, or takes the place of one, as one step; what the program makes of a run may be made again,
/// so nobody waits for the disk. Gives the reason why not, or nothing.
std::string put_file(const std::filesystem::path& path, std::string_view text);

/// Says on standard error that a file could not be written and why, and gives the status for that.
Exit refuse_writing(const std::filesystem::path& path, std::string_view trouble);
/// Makes the folder where it is not there. Returns false, and reports it, where that cannot be.
bool make_folder(const std::filesystem::path& folder);

/// Removes what replace_file has left beside the file where it was killed between its last two steps.
void remove_leftovers(const std::filesystem::path& path);

}  // namespace roundhouse::cli
