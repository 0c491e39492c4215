// roundhouse freeze FILE

#include <fmt/format.h>

#include <memory>

#include "cli/console.h"
#include "cli/flags.h"
#include "cli/write_file.h"
#include "dsl/base/shown_text.h"
#include "tools/commands/commands.h"
#include "tools/commands/frozen_file.h"

namespace roundhouse::cli {
namespace {

struct FreezeFlags {
  std::string variant;
  std::vector<std::string> settings;
  std::string out;
  dsl::ReadingBounds bounds;
};

Exit freeze(const FreezeFlags& flags) {
  dsl::SourceMap sources;
  const auto settings = read_settings(sources, flags.settings);
  const FrozenFile frozen =
      frozen_file(sources, {.variant = flags.variant, .settings = settings, .bounds = flags.bounds});
  if (!frozen.trouble.empty())
    return refuse(Exit::found, fmt::format("{}: {}", dsl::printable_line(flags.variant), frozen.trouble));
  if (frozen.text.empty()) return refuse(sources, frozen.diagnostics);
  if (flags.out.empty()) {
    print(frozen.text);
    return Exit::fine;
  }
  const std::string trouble = create_file(flags.out, frozen.text);
  if (trouble.empty()) return Exit::fine;
  return refuse(Exit::unreadable,
                fmt::format("'{}' cannot be written: {}", dsl::printable_line(flags.out), trouble));
}

}  // namespace

void add_freeze(CLI::App& app, Run& run) {
  auto flags = std::make_shared<FreezeFlags>();
  Command command(app, "freeze", "Print the rules as one file that extends nothing");
  command.word("FILE", flags->variant, "a rule file, a bundled name, or - for standard input");
  command.settings("--set", flags->settings, "another value for an option, which is then the declared one");
  command.text("--out", "FILE", flags->out, "write this file, which must not be there yet");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse freeze family.yaml\n  roundhouse freeze family.yaml --out family-2026.yaml");
  command.does(run, [flags] { return freeze(*flags); });
}

}  // namespace roundhouse::cli
