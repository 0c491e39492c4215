// roundhouse rulebook VARIANT

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "cli/variant_folder.h"
#include "dsl/rulebook/book_forms.h"
#include "engine/position.h"

namespace roundhouse::cli {
namespace {

struct RulebookFlags {
  std::string variant;
  std::vector<std::string> settings;
  std::optional<int> players;
  std::string format = "text";
  dsl::ReadingBounds bounds;
};

Exit print_rulebook(const RulebookFlags& flags) {
  dsl::SourceMap sources;
  const auto settings = read_settings(sources, flags.settings);
  const auto rules =
      load_rules(sources, {.variant = flags.variant, .settings = settings, .bounds = flags.bounds});
  if (!rules.ok()) {
    print_complaints(sources, rules.diagnostics);
    return Exit::unreadable;
  }
  if (flags.players) {
    if (const auto refused = dsl::refuse_players(rules.value, *flags.players)) {
      print_error(fmt::format("roundhouse: {}\n", *refused));
      return Exit::usage;
    }
  }
  dsl::BookRequest request;
  request.players = flags.players;
  if (const auto folder = variant_folder())
    request.documents = dsl::read_documents(sources, *folder / "sources").value;
  const auto forms = dsl::all_book_forms();
  const auto form = std::find_if(forms.begin(), forms.end(),
                                 [&](const dsl::BookForm& each) { return each.name == flags.format; });
  print(form->print(dsl::write_book(rules.value, request)));
  return Exit::fine;
}

}  // namespace

void add_rulebook(CLI::App& app, Run& run) {
  auto flags = std::make_shared<RulebookFlags>();
  Command command(app, "rulebook", "Print the rules as people read them");
  command.word("VARIANT", flags->variant, "a bundled name or a path");
  command.settings("--set", flags->settings, "another value for an option");
  command.players(flags->players, "for so many players; otherwise for any number");
  std::vector<std::string> names;
  for (const dsl::BookForm& form : dsl::all_book_forms()) names.emplace_back(form.name);
  command.one_of("--format", flags->format, names, "text, markdown, or html (one page, ready for printing)");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse rulebook dual\n  roundhouse rulebook club-double-twelve --format html");
  command.does(run, [flags] { return print_rulebook(*flags); });
}

}  // namespace roundhouse::cli
