// roundhouse rulebook VARIANT

#include <optional>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/book.h"
#include "engine/position.h"
#include "tools/commands/commands.h"
#include "tools/differences/differences.h"
#include "tools/example/example_round.h"

namespace roundhouse::cli {
namespace {

struct RulebookFlags {
  std::string variant;
  std::vector<std::string> settings;
  std::optional<int> players;
  std::string format = "text";
  bool technical = false;
  bool brief = false;
  dsl::ReadingBounds bounds;
};

/// The game that everybody is taken to know: the eldest of the parents that is a game by itself. A family
/// plays by a variant of a variant, but what guests know is the common game at its root. Without a parent it
/// is the game itself, as its file declares it, if the options say otherwise.
std::optional<dsl::CheckedRules> known_game(const dsl::CheckedRules& rules, const RulebookFlags& flags) {
  const std::size_t least = flags.settings.empty() ? 1 : 0;
  for (std::size_t i = rules.chain.size(); i > least; --i) {
    dsl::SourceMap sources;
    const std::string& name = i == 1 ? flags.variant : rules.chain[i - 1];
    auto known = load_rules(sources, {.variant = name, .bounds = flags.bounds});
    if (known.ok()) return std::move(known.value);
  }
  return std::nullopt;
}

dsl::Book book_of(const dsl::CheckedRules& rules, const RulebookFlags& flags,
                  const dsl::BookRequest& request) {
  if (!flags.brief) return dsl::write_book(rules, request);
  const auto known = known_game(rules, flags);
  return known ? dsl::brief_book(rules, *known, request) : dsl::brief_book(rules, request);
}

void add_pictures(const dsl::CheckedRules& rules, const RulebookFlags& flags, dsl::Book& book) {
  constexpr std::int32_t usual_players = 4;
  const std::int32_t players = flags.players.value_or(dsl::nearest_player_number(rules.setup, usual_players));
  const auto example = replay::example_round(engine::compile_rules(rules, players));
  if (!example) return;
  book.picture_parts = example->parts;
  book.pictures = {{std::string(dsl::setting_out), example->begin,
                    fmt::format("The table when play begins, with {}.", dsl::how_many(players, "player"))},
                   {std::string(dsl::a_turn), example->turn, "A turn: " + example->turn_caption}};
}

Exit print_rulebook(const RulebookFlags& flags) {
  dsl::SourceMap sources;
  const auto settings = read_settings(sources, flags.settings);
  const auto rules =
      load_rules(sources, {.variant = flags.variant, .settings = settings, .bounds = flags.bounds});
  if (!rules.ok()) return refuse(sources, rules.diagnostics);
  if (flags.players) {
    if (const auto refused = dsl::refuse_players(rules.value, *flags.players))
      return refuse(Exit::usage, fmt::format("{}", *refused));
  }
  dsl::BookRequest request;
  request.players = flags.players;
  request.technical = flags.technical;
  if (const auto folder = variant_folder())
    request.documents = dsl::read_documents(sources, *folder / "sources").value;
  const auto forms = dsl::all_book_forms();
  const auto form = find_if(forms, [&](const dsl::BookForm& each) { return each.name == flags.format; });
  dsl::Book book = book_of(rules.value, flags, request);
  if (form->has_pictures && !flags.brief) add_pictures(rules.value, flags, book);
  print(form->print(book));
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
  command.sign("--brief", flags->brief, "one page: what is not as in the game at the root of its parents");
  command.sign("--technical", flags->technical, "with ids of rules, and the options and their values");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse rulebook dual\n  roundhouse rulebook club-double-twelve --format html");
  command.does(run, [flags] { return print_rulebook(*flags); });
}

}  // namespace roundhouse::cli
