#include "tools/commands/plots.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "cli/console.h"
#include "dsl/base/shown_text.h"
#include "tools/commands/game_records.h"
#include "tools/plots/chart.h"
#include "tools/plots/pictures.h"
#include "tools/plots/report.h"

namespace roundhouse::cli {

bool write_plots(const std::string& folder, const engine::RunResult& run, const std::string& command) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    print_error(
        fmt::format("roundhouse: {} cannot be made: {}\n", dsl::printable_line(folder), error.message()));
    return false;
  }
  const std::vector<engine::Picture> pictures = engine::pictures_of(run);
  for (const engine::Picture& picture : pictures)
    if (!write_or_report(fs::path(folder) / (picture.name + ".svg"), engine::as_file(picture.svg)))
      return false;
  return write_or_report(fs::path(folder) / "report.html", engine::report_page(run, pictures, command));
}

}  // namespace roundhouse::cli
