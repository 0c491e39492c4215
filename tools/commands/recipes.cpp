// roundhouse recipes [WORDS...]

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "dsl/base/json_line.h"
#include "dsl/base/nearest.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "tools/commands/commands.h"
#include "tools/lint/lint.h"
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
  const dsl::Recipe& recipe = book.recipes[place];
  nlohmann::ordered_json object;
  object["schema"] = 1;
  object["name"] = recipe.name;
  object["wish"] = recipe.wish;
  object["chapter"] = dsl::chapter_of(book, place).title;
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

/// All of it may be pasted: what is not meant for the file is a comment.
void print_in_full(const dsl::Recipe& recipe) {
  print(fmt::format("# {}: {}\n", recipe.name, dsl::printable_line(recipe.wish)));
  if (!recipe.note.empty()) print(fmt::format("# {}\n", dsl::printable_line(recipe.note)));
  print(recipe.lines + "\n");
}

void print_how_to_try(const dsl::Recipe& recipe) {
  print(
      fmt::format("# To try one, put its lines at the end of your rule file and run 'roundhouse lint FILE'. "
                  "Where the file has\n"
                  "# a line such as 'rules:' already, put there what stands below it. A whole file of one or "
                  "more recipes:\n"
                  "#   roundhouse recipes --together {} > house.yaml\n",
                  recipe.name));
}

Exit report_nothing_found(const dsl::RecipeBook& book, const std::string& asked,
                          const std::vector<std::size_t>& near) {
  print_error(fmt::format("roundhouse: there is no recipe for '{}'", dsl::printable_line(asked)));
  if (near.empty()) {
    print_error("; 'roundhouse recipes' lists those that there are\n");
    return Exit::found;
  }
  print_error("; these have something of it:\n");
  for (std::size_t i = 0; i < std::min(near.size(), most_named); ++i)
    print_error("  " + in_a_line(book.recipes[near[i]]));
  return Exit::found;
}

Exit show_found(const dsl::RecipeBook& book, const RecipesFlags& flags) {
  dsl::FoundRecipes found;
  // A name asks for that recipe alone.
  if (const std::size_t named = dsl::find_recipe(book, flags.asked()); named < book.recipes.size())
    found.fitting = {named};
  else
    found = dsl::RecipeFinder(book).find(flags.asked());
  if (found.fitting.empty()) return report_nothing_found(book, flags.asked(), found.near);
  const std::size_t in_full = std::min(found.fitting.size(), most_in_full);
  if (flags.json()) {
    for (std::size_t i = 0; i < in_full; ++i) print_json(book, found.fitting[i]);
    return Exit::fine;
  }
  for (const auto& [word, known] : found.read_as)
    print(fmt::format("# '{}' is read as '{}'.\n", dsl::printable_line(word), known));
  for (std::size_t i = 0; i < in_full; ++i) print_in_full(book.recipes[found.fitting[i]]);
  std::vector<std::size_t> others(found.fitting.begin() + static_cast<std::ptrdiff_t>(in_full),
                                  found.fitting.end());
  others.insert(others.end(), found.near.begin(), found.near.end());
  others.resize(std::min(others.size(), most_named));
  for (const std::size_t place : others) {
    const dsl::Recipe& recipe = book.recipes[place];
    print(fmt::format("# Perhaps {}: {}\n", recipe.name, dsl::printable_line(recipe.wish)));
  }
  if (!others.empty()) print("\n");
  print_how_to_try(book.recipes[found.fitting.front()]);
  return Exit::fine;
}

Exit refuse_name(const dsl::RecipeBook& book, const std::string& name) {
  std::vector<std::string> names;
  for (const dsl::Recipe& recipe : book.recipes) names.push_back(recipe.name);
  auto nearest = dsl::nearest_name(name, names);
  if (const auto found = dsl::RecipeFinder(book).find(name).fitting; !nearest && !found.empty())
    nearest = book.recipes[found.front()].name;
  return refuse(Exit::found,
                fmt::format("there is no recipe called '{}'{}", dsl::printable_line(name),
                            nearest ? fmt::format("; did you mean '{}'?", *nearest)
                                    : std::string("; 'roundhouse recipes' lists those that there are")));
}

/// Recipes that say nothing different may still not suit each other: a rule that one takes away and the other
/// makes an exception to.
Exit check_joined(const std::string& rules, const dsl::ReadingBounds& bounds) {
  const dsl::VariantReader bundled =
      dsl::read_variant_files(variant_folder().value_or(std::filesystem::path()), {.bounds = bounds});
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    if (from.empty()) return dsl::LoadedText{wanted, rules, {}};
    return bundled(wanted, {});
  };
  dsl::SourceMap sources;
  const auto checked = dsl::check_variant(sources, reader, {.variant = "these recipes", .settings = {}});
  dsl::Diagnostics complaints = checked.diagnostics;
  if (checked.ok()) complaints = dsl::lint(checked.value, dsl::FileId{0});
  if (complaints.empty()) return Exit::fine;
  print_error("roundhouse: these recipes do not go together\n");
  print_complaints(sources, complaints);
  return Exit::found;
}

Exit write_together(const dsl::RecipeBook& book, const RecipesFlags& flags) {
  std::vector<dsl::Recipe> wanted;
  for (const std::string& name : flags.words) {
    const std::size_t place = dsl::find_recipe(book, name);
    if (place == book.recipes.size()) return refuse_name(book, name);
    wanted.push_back(book.recipes[place]);
    wanted.back().parent = with_edition_named(wanted.back().parent);
  }
  const dsl::JoinedRecipes joined = dsl::join_recipes(wanted);
  for (const std::string& trouble : joined.troubles)
    print_error("roundhouse: these recipes do not go together: " + trouble + "\n");
  if (!joined.troubles.empty()) return Exit::found;
  const Exit checked = check_joined(joined.rules, flags.bounds);
  if (checked == Exit::fine) print(joined.rules);
  return checked;
}

Exit run_recipes(const RecipesFlags& flags) {
  if (flags.together && (flags.words.empty() || flags.json()))
    return refuse(Exit::usage, "--together takes the names of recipes, and prints a rule file");
  const std::optional<dsl::RecipeBook> book = read_book();
  if (!book) return Exit::unreadable;
  if (flags.words.empty()) return list_recipes(*book, flags.json());
  return flags.together ? write_together(*book, flags) : show_found(*book, flags);
}

}  // namespace

void add_recipes(CLI::App& app, Run& run) {
  auto flags = std::make_shared<RecipesFlags>();
  Command command(app, "recipes", "Find the lines of a rule file for what you wish");
  command.optional_words("WORDS", flags->words, "what the rule is about, in your words; or a recipe's name");
  command.sign("--together", flags->together, "print one rule file with the recipes of these names");
  command.one_of("--format", flags->format, {"text", "json"}, "how the recipes are printed");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse recipes\n  roundhouse recipes the winner starts\n"
      "  roundhouse recipes --together NAME NAME > house.yaml");
  command.does(run, [flags] { return run_recipes(*flags); });
}

}  // namespace roundhouse::cli
