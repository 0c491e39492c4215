// roundhouse write-pages FOLDER: the manual pages and completions, as they are installed. The build calls it.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "cli/console.h"
#include "tools/commands/commands.h"
#include "tools/manual/pages.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

bool write_page(const fs::path& folder, const Page& page) {
  const fs::path path = folder / page.path;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << page.text;
  file.close();
  if (file) return true;
  print_error(fmt::format("roundhouse: '{}' cannot be written\n", path.string()));
  return false;
}

}  // namespace

void add_write_pages(CLI::App& app, Run& run) {
  struct WritePagesFlags {
    std::string folder;
    std::string date;
  };
  auto flags = std::make_shared<WritePagesFlags>();
  Command command(app, "write-pages", "Write the manual pages and completions");
  command.word("FOLDER", flags->folder, "where to");
  command.word("DATE", flags->date, "of this version");
  command.hide();
  command.does(run, [flags, &app] {
    const ProgramOutline program = outline_of(app);
    std::vector<Page> pages = manual_pages(program, flags->date);
    pages.push_back(bash_completion(program));
    pages.push_back(zsh_completion(program));
    pages.push_back(fish_completion(program));
    for (const Page& page : pages)
      if (!write_page(flags->folder, page)) return Exit::unreadable;
    return Exit::fine;
  });
}

}  // namespace roundhouse::cli
