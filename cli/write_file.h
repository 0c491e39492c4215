#pragma once
// Files as commands write them: whole or not at all, whenever the program is stopped.

#include <filesystem>
#include <string>
#include <string_view>

namespace roundhouse::cli {

/// Makes a file that was not there. Gives the reason why not, or nothing; then all of it is on the disk.
std::string create_file(const std::filesystem::path& path, std::string_view text);

/// Puts another text into a file that is there, all at once: until then, and wherever the program is stopped,
/// the file is as it was. Its mode stays, and its owner where that may be set; a link stays a link, and what
/// it leads to is written. Gives the reason why not, or nothing.
std::string replace_file(const std::filesystem::path& path, std::string_view text);

}  // namespace roundhouse::cli
