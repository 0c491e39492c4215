// roundhouse show FILE

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/rulebook/book.h"
#include "tools/commands/commands.h"
#include "tools/scenes/scenes.h"

namespace roundhouse::cli {
namespace {

struct ShowFlags {
  std::string file;
  std::optional<int> players;
  std::string format = "text";
  dsl::ReadingBounds bounds;
};

Exit print_scenes(const ShowFlags& flags) {
  dsl::SourceMap sources;
  const auto rules = load_rules(sources, {.variant = flags.file, .bounds = flags.bounds});
  if (!rules.ok()) return refuse(sources, rules.diagnostics);
  if (flags.players) {
    if (const auto refused = dsl::refuse_players(rules.value, *flags.players))
      return refuse(Exit::usage, *refused);
  }
  replay::ShownFile file =
      replay::file_read_by(reader_of_user(flags.file, flags.bounds), flags.file, sources, rules.value);
  file.players = flags.players;
  const auto forms = dsl::all_book_forms();
  const auto form = find_if(forms, [&](const dsl::BookForm& each) { return each.name == flags.format; });
  print(form->print(replay::book_of(replay::show_file(file))));
  return Exit::fine;
}

}  // namespace

void add_show(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ShowFlags>();
  Command command(app, "show", "Show in scenes of play what a rule file means");
  command.word("FILE", flags->file, "a rule file, a bundled name, or - for standard input");
  command.players(flags->players, "scenes with so many players; otherwise with few");
  std::vector<std::string> names;
  for (const dsl::BookForm& form : dsl::all_book_forms()) names.emplace_back(form.name);
  command.one_of("--format", flags->format, names, "text, markdown, or html (one page with pictures)");
  command.confine(flags->bounds);
  command.examples("Examples:\n  roundhouse show family.yaml\n  roundhouse show family.yaml --format html");
  command.does(run, [flags] { return print_scenes(*flags); });
}

}  // namespace roundhouse::cli
