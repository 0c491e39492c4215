#pragma once
// Files as commands write them: whole or not at all, whenever the program is stopped.

#include <filesystem>
#include <string>
#include <string_view>

namespace roundhouse::cli {

/// Makes a file that was not there. Gives the reason why not, or nothing; then all of it is on the disk.
std::string create_file(const std::filesystem::path& path, std::string_view text);

}  // namespace roundhouse::cli
