#pragma once
// The files of this folder, as they are built in. The build writes their source (web/CMakeLists.txt).

#include <string_view>

namespace roundhouse {

/// The text of a file by its name from here: "style/page.css", "replay/replay.html"; "replay/replay.js" is
/// the bundled script. Empty: there is none.
std::string_view page_file(std::string_view name);

}  // namespace roundhouse
