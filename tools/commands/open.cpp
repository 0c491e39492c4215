// roundhouse open LINK

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "cli/load_record.h"
#include "cli/write_file.h"
#include "dsl/base/shown_text.h"
#include "tools/commands/commands.h"
#include "tools/links/share_link.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

struct OpenFlags {
  std::string link;
  std::string into;
};

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// As they are called in a folder.
NamedTexts named_texts(const SharedTexts& texts) {
  NamedTexts files;
  if (!texts.record.empty()) files.emplace_back("game.train", texts.record);
  for (const auto& [name, text] : texts.rules) files.emplace_back(name, text);
  return files;
}

/// One text as it is, so that it can be handed on; of several each under its name.
void show_texts(const NamedTexts& files) {
  for (const auto& [name, text] : files) {
    if (files.size() > 1) print(fmt::format("==> {} <==\n", dsl::printable_line(name)));
    print(text);
    if (!text.ends_with('\n')) print("\n");
  }
}

/// All of them, or none where one is there already.
Exit write_into(const fs::path& folder, const NamedTexts& files) {
  std::error_code error;
  for (const auto& [name, text] : files)
    if (fs::exists(fs::symlink_status(folder / name, error)))
      return refuse(
          Exit::unreadable,
          fmt::format("there is a file {} already, and nothing was written\n  help: --into names a folder "
                      "that is new or has no such files",
                      dsl::printable_line((folder / name).string())));
  fs::create_directories(folder, error);
  if (error)
    return refuse(Exit::unreadable, fmt::format("{} cannot be made: {}", dsl::printable_line(folder.string()),
                                                error.message()));
  for (const auto& [name, text] : files) {
    const std::string path = (folder / name).string();
    if (const std::string trouble = create_file(path, text); !trouble.empty())
      return refuse(Exit::unreadable,
                    fmt::format("{} cannot be written: {}", dsl::printable_line(path), trouble));
    print(fmt::format("{}\n", dsl::printable_line(path)));
  }
  return Exit::fine;
}

Exit open_shared(const OpenFlags& flags) {
  std::string link = flags.link;
  if (link == "-") {
    Text text = read_whole("-", longest_link, {});
    if (!text.trouble.empty()) return refuse(Exit::unreadable, text.trouble);
    link = std::move(text.text);
  }
  const OpenedLink opened = open_link(link);
  if (!opened.trouble.empty()) return refuse(Exit::unreadable, opened.trouble);
  if (!opened.texts.record.empty())
    if (const std::string trouble = trouble_with_kind(opened.texts.record); !trouble.empty())
      return refuse(Exit::unreadable, fmt::format("the record of this link is none: {}", trouble));
  const NamedTexts files = named_texts(opened.texts);
  if (!flags.into.empty()) return write_into(flags.into, files);
  show_texts(files);
  return Exit::fine;
}

}  // namespace

void add_open(CLI::App& app, Run& run) {
  auto flags = std::make_shared<OpenFlags>();
  Command command(app, "open", "Take rules and a record out of a link");
  command.word("LINK", flags->link, "the link, or - for standard input");
  command.text("--into", "FOLDER", flags->into,
               "write the files there; none that is there already is touched");
  command.examples(
      "Examples:\n  roundhouse open 'https://example.org/train/#1.q1Yq...'\n"
      "  roundhouse open --into friday - <link.txt");
  command.does(run, [flags] { return open_shared(*flags); });
}

}  // namespace roundhouse::cli
