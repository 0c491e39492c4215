// roundhouse merge FILE...

#include <fmt/format.h>

#include <memory>

#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "dsl/base/shown_text.h"
#include "tools/commands/commands.h"
#include "tools/commands/plots.h"
#include "tools/simulate/game_command.h"
#include "tools/simulate/json_limits.h"
#include "tools/simulate/shard_file.h"

namespace roundhouse::cli {
namespace {

constexpr std::size_t largest_shard = std::size_t{16} << 20;
/// A shard of a hundred tables with all their rules counted has a million values, eight deep.
constexpr engine::JsonLimits shard_limits{16, 1'500'000};

struct MergeFlags {
  std::vector<std::string> files;
  engine::RunFormat format = engine::RunFormat::text;
  std::string plots;
  dsl::ReadingBounds bounds;
};

Exit merge(const MergeFlags& flags) {
  std::vector<engine::NamedShard> shards;
  Exit worst = Exit::fine;
  for (const std::string& file : flags.files) {
    const Text text = read_whole(file, largest_shard, flags.bounds);
    std::string trouble = text.trouble;
    // A run that is stopped has not begun to write.
    if (trouble.empty() && text.text.empty())
      trouble = "nothing is in it: its run came to no end, and has to be made anew";
    std::optional<engine::RunResult> run;
    if (trouble.empty() && !engine::is_within_limits(text.text, shard_limits))
      trouble = "this is no shard of a simulation: it holds more, or nests deeper, than any shard does";
    if (trouble.empty()) run = engine::read_shard(text.text, trouble);
    if (run) {
      shards.push_back({file, std::move(*run)});
    } else {
      print_error(fmt::format("roundhouse: {}: {}\n", dsl::printable_line(file), trouble));
      worst = Exit::unreadable;
    }
  }
  if (worst != Exit::fine) return worst;
  std::string trouble;
  const std::optional<engine::RunResult> run = engine::merge_shards(std::move(shards), trouble);
  if (!run) return refuse(Exit::usage, fmt::format("{}", dsl::printable_line(trouble)));
  if (!flags.plots.empty()) {
    std::string line = "roundhouse merge";
    for (const std::string& file : flags.files) line += " " + engine::as_shell_word(file);
    if (!write_plots(flags.plots, *run, line)) return Exit::unreadable;
  }
  print(engine::render_run(*run, flags.format));
  return engine::any_endless(*run) ? Exit::found : Exit::fine;
}

}  // namespace

void add_merge(CLI::App& app, Run& run) {
  auto flags = std::make_shared<MergeFlags>();
  Command command(app, "merge", "Put the shards of a simulation together");
  command.words("SHARD", flags->files, "what simulate --shard wrote, each shard once");
  add_run_format(command, flags->format);
  command.text("--plots", "FOLDER", flags->plots,
               "draw the figures into this folder, with a page that shows all of them");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse simulate dual --games 1000000 --shard 3/16 > shard-3.json\n"
      "  roundhouse merge shard-*.json");
  command.does(run, [flags] { return merge(*flags); });
}

}  // namespace roundhouse::cli
