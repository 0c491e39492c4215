// roundhouse replay RECORD

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load_record.h"
#include "dsl/base/shown_text.h"
#include "replay/reference.h"
#include "replay/render/renderer.h"

namespace roundhouse::cli {
namespace {

struct ReplayFlags {
  std::string file;
  std::string at;
  bool acts = false;
  std::string format = "text";
  RecordWishes wishes;
};

Exit replay_file(const ReplayFlags& flags) {
  dsl::SourceMap sources;
  const std::optional<LoadedRecord> loaded = load_record(sources, flags.file, flags.wishes);
  if (!loaded) return Exit::unreadable;
  print_notes(sources, flags.file, loaded->notes);
  std::optional<replay::LinePlace> wanted;
  if (!flags.at.empty()) {
    const auto reference = replay::parse_reference(flags.at);
    if (reference) wanted = replay::find_turn(loaded->record, *reference);
    if (!wanted) {
      print_error(fmt::format(
          "roundhouse: {} has no turn {}\n  help: 9.2 is the second turn of the round labelled 9, "
          "#1.2 the second turn of the file's first round\n",
          dsl::printable_line(flags.file), dsl::printable_line(flags.at)));
      return Exit::usage;
    }
  }
  const replay::Renderer* renderer = replay::find_renderer(flags.format);
  bool first = true;
  Exit exit = Exit::fine;
  bool shown = false;
  replay::step_through(loaded->program, loaded->record, [&](const replay::Frame& frame) {
    const bool here = !wanted || (frame.round == wanted->round && frame.item == wanted->item);
    if (!frame.trouble.empty()) exit = Exit::found;
    if (!here || (!frame.ends_line && !flags.acts && frame.trouble.empty())) return true;
    if (!first) print("\n");
    first = false;
    shown = true;
    print(renderer->render(loaded->program, loaded->record.header, frame));
    return true;
  });
  if (wanted && !shown) {
    print_error(fmt::format(
        "roundhouse: {} cannot be carried on as far as {}\n  help: roundhouse validate says why\n",
        dsl::printable_line(flags.file), dsl::printable_line(flags.at)));
    return Exit::found;
  }
  return exit;
}

}  // namespace

void add_replay(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ReplayFlags>();
  CLI::App* command = app.add_subcommand("replay", "Show a recorded game step by step");
  command->add_option("RECORD", flags->file, "a record (.train), or - for standard input")->required();
  command->add_option("--at", flags->at, "only this turn: 9.2, or #1.2");
  command->add_flag("--acts", flags->acts, "after every act, not only after every turn");
  std::vector<std::string> formats;
  for (const replay::Renderer& renderer : replay::all_renderers()) formats.emplace_back(renderer.name);
  command->add_option("--format", flags->format, "how to show it")->check(CLI::IsMember(formats));
  command->add_option("--rules", flags->wishes.rules, "replay under these rules instead of the record's own");
  add_settings(*command, "--set", flags->wishes.settings, "over what the record says");
  command->add_flag("--any-rules", flags->wishes.any_rules,
                    "go on even if the rules are not those of the record's hash");
  add_confine(*command, flags->wishes.bounds);
  command->footer("Examples:\n  roundhouse replay game.train\n  roundhouse replay game.train --at 9.2");
  command->callback([flags, &run] { run = [flags] { return replay_file(*flags); }; });
}

}  // namespace roundhouse::cli
