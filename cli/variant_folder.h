#pragma once
// The folder of the bundled variants on this machine. Looks beside the program, wherever that was put, so
// that an installed tree may be moved. Does not read the variants.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace roundhouse::cli {

/// The first of these that is a folder: what ROUNDHOUSE_VARIANTS names; the place where an installation has
/// them, seen from the program; `variants` next to the program, as in a build. When ROUNDHOUSE_VARIANTS is
/// set and not empty it alone counts. Nothing when there is no such folder.
std::optional<std::filesystem::path> variant_folder();
/// The names of all that are in it, those of the second part last. Empty: there is no such folder.
std::vector<std::string> bundled_names();
/// Returns the name of a bundled game with the edition that it means, for what is to last; any other name as
/// it is.
std::string with_edition_named(const std::string& name);

}  // namespace roundhouse::cli
