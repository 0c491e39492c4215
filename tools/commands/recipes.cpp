// roundhouse recipes [WORDS...]

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "cli/write_file.h"
#include "dsl/base/json_line.h"
#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "tools/commands/commands.h"
#include "tools/commands/unified_diff.h"
#include "tools/findings/finding_formats.h"
#include "tools/recipes/find_recipes.h"
#include "tools/recipes/recipe_book.h"

namespace roundhouse::cli {
namespace {

/// So many are shown with their lines, and so many more by name.
constexpr std::size_t most_in_full = 3;
constexpr std::size_t most_named = 3;

struct RecipesFlags {
  std::vector<std::string> words;
  bool together = false;
  std::string into;
  std::string format = "text";
  dsl::ReadingBounds bounds;

  bool json() const { return format == "json"; }
  std::string asked() const { return fmt::format("{}", fmt::join(words, " ")); }
};

std::optional<dsl::RecipeBook> read_book() {
  const auto folder = variant_folder();
  std::error_code error;
  if (!folder || !std::filesystem::is_directory(*folder / "recipes", error)) {
    print_error(
        "roundhouse: the bundled recipes are not where they should be; set ROUNDHOUSE_VARIANTS to the folder "
        "of the variants\n");
    return std::nullopt;
  }
  dsl::RecipeBook book = dsl::read_recipes(*folder / "recipes");
  for (const std::string& trouble : book.troubles)
    print_error("roundhouse: " + dsl::printable_line(trouble) + "\n");
  if (!book.troubles.empty()) return std::nullopt;
  return book;
}

void print_json(const dsl::RecipeBook& book, std::size_t place) {
  const dsl::Recipe& recipe = dsl::entry_of(book, place);
  const bool is_game = place >= book.recipes.size();
  nlohmann::ordered_json object;
  object["schema"] = 1;
  object["name"] = recipe.name;
  object["wish"] = recipe.wish;
  object["chapter"] =
      is_game ? nlohmann::ordered_json() : nlohmann::ordered_json(dsl::chapter_of(book, place).title);
  object["also"] = recipe.also;
  object["note"] = recipe.note.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(recipe.note);
  object["extends"] = recipe.parent;
  object["lines"] = recipe.lines;
  print(dsl::json_line(object) + "\n");
}

std::string in_a_line(const dsl::Recipe& recipe) {
  return fmt::format("{:<28} {}\n", recipe.name, dsl::printable_line(recipe.wish));
}

Exit list_recipes(const dsl::RecipeBook& book, bool json) {
  for (const dsl::RecipeChapter& chapter : book.chapters) {
    if (!json) print(fmt::format("{}: {}\n", chapter.title, chapter.about));
    for (const std::size_t place : chapter.recipes) {
      if (json)
        print_json(book, place);
      else
        print("  " + in_a_line(book.recipes[place]));
    }
    if (!json) print("\n");
  }
  if (!json) print("'roundhouse recipes WORDS' shows those that WORDS speak of, with their lines.\n");
  return Exit::fine;
}

constexpr std::string_view game_mark = ", a bundled game";

/// A bundled game has no lines of its own: it is what a rule file extends.
bool is_game(const dsl::Recipe& recipe) { return recipe.lines.empty(); }

/// All of it may be pasted: what is not meant for the file is a comment.
void print_in_full(const dsl::Recipe& recipe) {
  print(fmt::format("# {}{}: {}\n", recipe.name, is_game(recipe) ? game_mark : "",
                    dsl::printable_line(recipe.wish)));
  if (!recipe.note.empty()) print(fmt::format("# {}\n", dsl::printable_line(recipe.note)));
  print((is_game(recipe) ? fmt::format("extends: {}\n", recipe.parent) : recipe.lines) + "\n");
}

void print_how_to_try(const dsl::Recipe& recipe) {
  if (is_game(recipe))
    return print(
        fmt::format("# That line takes the place of the one that your rule file has. All its rules:\n"
                    "#   roundhouse rulebook {}\n",
                    recipe.name));
  print(
      fmt::format("# To put it into your rule file, or to write a whole file of one or more recipes:\n"
                  "#   roundhouse recipes --into FILE {0}\n"
                  "#   roundhouse recipes --together {0} > house.yaml\n",
                  recipe.name));
}

Exit report_nothing_found(const dsl::RecipeBook& book, const std::string& asked,
                          const dsl::FoundRecipes& found) {
  print_error(fmt::format("roundhouse: there is no recipe for '{}'", dsl::printable_line(asked)));
  if (found.unmet != nullptr) print_error(": " + dsl::printable_line(found.unmet->note));
  print_error("\n");
  if (found.unmet == nullptr && !found.near.empty()) {
    print_error("These have a word or two of it, and may be something else:\n");
    for (std::size_t i = 0; i < std::min(found.near.size(), most_named); ++i)
      print_error("  " + in_a_line(dsl::entry_of(book, found.near[i])));
  }
  print_error("'roundhouse recipes' lists all; a rule of your own: docs/your-house-rules.md\n");
  return Exit::found;
}

Exit show_found(const dsl::RecipeBook& book, const RecipesFlags& flags) {
  dsl::FoundRecipes found;
  // A name asks for that recipe alone.
  if (const std::size_t named = dsl::find_recipe(book, flags.asked()); named < book.recipes.size())
    found.fitting = {named};
  else
    found = dsl::RecipeFinder(book).find(flags.asked());
  if (found.fitting.empty()) return report_nothing_found(book, flags.asked(), found);
  const std::size_t in_full = std::min(found.fitting.size(), most_in_full);
  if (flags.json()) {
    for (std::size_t i = 0; i < in_full; ++i) print_json(book, found.fitting[i]);
    return Exit::fine;
  }
  for (const auto& [word, known] : found.read_as)
    print(fmt::format("# '{}' is read as '{}'.\n", dsl::printable_line(word), known));
  // The lines of recipes stand beside each other in a file, and those of a whole game do not.
  const bool whole = is_game(dsl::entry_of(book, found.fitting.front()));
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < found.fitting.size(); ++i) {
    const dsl::Recipe& recipe = dsl::entry_of(book, found.fitting[i]);
    if (i == 0 || (i < in_full && !whole && !is_game(recipe)))
      print_in_full(recipe);
    else
      others.push_back(found.fitting[i]);
  }
  others.insert(others.end(), found.near.begin(), found.near.end());
  others.resize(std::min(others.size(), most_named));
  for (const std::size_t place : others) {
    const dsl::Recipe& recipe = dsl::entry_of(book, place);
    print(fmt::format("# Perhaps {}{}: {}\n", recipe.name, is_game(recipe) ? game_mark : "",
                      dsl::printable_line(recipe.wish)));
  }
  if (!others.empty()) print("\n");
  print_how_to_try(dsl::entry_of(book, found.fitting.front()));
  return Exit::fine;
}

Exit refuse_name(const dsl::RecipeBook& book, const std::string& name) {
  std::vector<std::string> names;
  for (const dsl::Recipe& recipe : book.recipes) names.push_back(recipe.name);
  auto nearest = dsl::nearest_name(name, names);
  if (const auto found = dsl::RecipeFinder(book).find(name).fitting; !nearest && !found.empty())
    nearest = dsl::entry_of(book, found.front()).name;
  return refuse(Exit::found,
                fmt::format("there is no recipe called '{}'{}", dsl::printable_line(name),
                            nearest ? fmt::format("; did you mean '{}'?", *nearest)
                                    : std::string("; 'roundhouse recipes' lists those that there are")));
}

struct CheckedText {
  dsl::SourceMap sources;
  dsl::Diagnostics findings;
};

CheckedText findings_of(const dsl::VariantReader& reader, const std::string& file) {
  CheckedText checked;
  const auto rules = dsl::check_variant(checked.sources, reader, {.variant = file, .settings = {}});
  checked.findings = lint_findings(rules);
  return checked;
}

/// Recipes that say nothing different may still not suit each other: a rule that one takes away and the other
/// makes an exception to.
Exit check_joined(const std::string& rules, const dsl::ReadingBounds& bounds) {
  const dsl::VariantReader bundled =
      dsl::read_variant_files(variant_folder().value_or(std::filesystem::path()), {.bounds = bounds});
  const std::string name = "these recipes";
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    if (from.empty()) return dsl::LoadedText{wanted, rules, {}};
    return bundled(wanted, {});
  };
  const CheckedText checked = findings_of(reader, name);
  if (checked.findings.empty()) return Exit::fine;
  print_error("roundhouse: these recipes do not go together\n");
  print_complaints(checked.sources, checked.findings);
  return Exit::found;
}

/// The recipes and games of these names; absent: one is none, which has been said.
std::optional<std::vector<dsl::Recipe>> wanted_recipes(const dsl::RecipeBook& book,
                                                       const RecipesFlags& flags) {
  std::vector<dsl::Recipe> wanted;
  std::string game;
  for (const std::string& name : flags.words) {
    const std::size_t place = dsl::find_recipe(book, name);
    if (place < book.recipes.size()) {
      wanted.push_back(book.recipes[place]);
      continue;
    }
    const auto found = find_if(book.games, [&](const dsl::Recipe& each) { return each.name == name; });
    if (found == book.games.end()) {
      (void)refuse_name(book, name);
      return std::nullopt;
    }
    wanted.push_back(*found);
    if (game.empty()) game = name;
  }
  // The check of the whole tells which recipes do not suit that game.
  for (dsl::Recipe& recipe : wanted)
    recipe.parent = with_edition_named(is_game(recipe) || game.empty() ? recipe.parent : game);
  return wanted;
}

Exit report_clashes(const std::vector<std::string>& troubles) {
  for (const std::string& trouble : troubles)
    print_error("roundhouse: these do not go together: " + dsl::printable_line(trouble) + "\n");
  return Exit::found;
}

Exit write_together(const dsl::RecipeBook& book, const RecipesFlags& flags) {
  const auto wanted = wanted_recipes(book, flags);
  if (!wanted) return Exit::found;
  const dsl::JoinedRecipes joined = dsl::join_recipes(*wanted);
  if (!joined.troubles.empty()) return report_clashes(joined.troubles);
  const Exit checked = check_joined(joined.rules, flags.bounds);
  if (checked == Exit::fine) print(joined.rules);
  return checked;
}

/// Writes the file only if nothing is found that was not found before.
Exit write_into(const dsl::RecipeBook& book, const RecipesFlags& flags) {
  const std::string shown = dsl::printable_line(flags.into);
  const Text read = read_whole(flags.into, dsl::largest_variant_file, flags.bounds);
  if (!read.trouble.empty()) return refuse(Exit::unreadable, fmt::format("{}: {}", shown, read.trouble));
  const dsl::VariantReader reader = reader_of_user(flags.into, flags.bounds);
  const CheckedText before = findings_of(dsl::with_first_text(reader, read.text), flags.into);
  if (dsl::has_errors(before.findings)) {
    print_complaints(before.sources, before.findings);
    return Exit::unreadable;
  }
  const auto wanted = wanted_recipes(book, flags);
  if (!wanted) return Exit::found;
  if (const auto game = find_if(*wanted, is_game); game != wanted->end())
    return refuse(Exit::usage,
                  fmt::format("{} is a whole game: write 'extends: {}' yourself", game->name, game->parent));
  const dsl::JoinedRecipes joined = dsl::put_recipes(read.text, shown, *wanted);
  if (!joined.troubles.empty()) return report_clashes(joined.troubles);
  if (joined.rules == read.text) {
    print_error(fmt::format("{}: all of it stands there already\n", shown));
    return Exit::fine;
  }
  CheckedText after = findings_of(dsl::with_first_text(reader, joined.rules), flags.into);
  std::erase_if(after.findings, [&](const dsl::Diagnostic& found) {
    return any_of(before.findings, [&](const dsl::Diagnostic& known) {
      return known.code == found.code && known.message == found.message;
    });
  });
  if (!after.findings.empty()) {
    print_error(fmt::format("roundhouse: these do not go together with {}, which stays as it is\n", shown));
    print_complaints(after.sources, after.findings);
    return Exit::found;
  }
  const std::string trouble = replace_file(flags.into, read.text, joined.rules);
  if (!trouble.empty()) return refuse_writing(flags.into, trouble);
  print(unified_diff(shown, read.text, joined.rules));
  return Exit::fine;
}

Exit run_recipes(const RecipesFlags& flags) {
  if (flags.together && (flags.words.empty() || flags.json()))
    return refuse(Exit::usage, "--together takes the names of recipes, and prints a rule file");
  if (!flags.into.empty() && (flags.words.empty() || flags.json() || flags.together))
    return refuse(Exit::usage, "--into takes the names of recipes, and neither --together nor --format");
  const std::optional<dsl::RecipeBook> book = read_book();
  if (!book) return Exit::unreadable;
  if (!flags.into.empty()) return write_into(*book, flags);
  if (flags.words.empty()) return list_recipes(*book, flags.json());
  return flags.together ? write_together(*book, flags) : show_found(*book, flags);
}

}  // namespace

void add_recipes(CLI::App& app, Run& run) {
  auto flags = std::make_shared<RecipesFlags>();
  Command command(app, "recipes", "Find the lines of a rule file for what you wish");
  command.optional_words("WORDS", flags->words, "what the rule is about, in your words; or a recipe's name");
  command.sign("--together", flags->together, "print one rule file with the recipes of these names");
  command.text("--into", "FILE", flags->into,
               "put the recipes of these names into this rule file, if lint finds nothing in it then");
  command.one_of("--format", flags->format, {"text", "json"}, "how the recipes are printed");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse recipes\n  roundhouse recipes the winner starts\n"
      "  roundhouse recipes --together NAME NAME > house.yaml\n"
      "  roundhouse recipes --into house.yaml NAME");
  command.does(run, [flags] { return run_recipes(*flags); });
}

}  // namespace roundhouse::cli
