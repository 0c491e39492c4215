// roundhouse shell-words KIND [VARIANT]: what completions ask the program for while somebody types.
// roundhouse write-pages FOLDER: the manual pages and completions, as they are installed. The build calls it.
// roundhouse write-trees FILE: the bundled rule files as read, which the build puts beside them.

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "dsl/check/variant_files.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/syntax/packed_trees.h"
#include "tools/commands/commands.h"
#include "tools/explanations/explanations.h"
#include "tools/manual/outline.h"
#include "tools/players/all_players.h"

namespace roundhouse::cli {
namespace {

struct ShellWordsFlags {
  std::string kind;
  std::string variant;
};

std::set<std::string> variants() {
  const std::vector<std::string> names = bundled_names();
  return {names.begin(), names.end()};
}

std::set<std::string> codes() {
  std::set<std::string> words;
  for (const ComplaintChapter& chapter : chapters_with_laws())
    for (const ComplaintEntry& complaint : chapter.complaints) words.insert(complaint.code);
  return words;
}

/// The rules that the header of a record names, as far as its first lines show.
std::string variant_of_record(const std::string& path) {
  constexpr std::size_t longest = std::size_t{1} << 22;
  const std::string text = read_whole(path, longest, {}).text;
  constexpr std::string_view field = "[variant ";
  const std::size_t begin = text.find(field);
  if (begin == std::string::npos) return {};
  const std::size_t name = begin + field.size();
  return text.substr(name, text.find_first_of(" ]\n", name) - name);
}

/// The options that `list` shows. Of a variant that cannot be read there are none: while somebody types,
/// nothing is reported.
std::set<std::string> options_of(const std::string& named) {
  std::set<std::string> words;
  if (named.empty() || named == "-") return words;
  RulesWish wish{.variant = named};
  if (named.ends_with(".train")) {
    wish.variant = variant_of_record(named);
    wish.in_record = NamedInRecord{std::filesystem::path(named).parent_path().string(), {}};
  }
  dsl::SourceMap sources;
  const auto rules = load_rules(sources, wish);
  if (!rules.ok()) return words;
  const dsl::NamesInForce names = dsl::names_in_force(rules.value, {});
  for (std::size_t i = 0; i < rules.value.options.size(); ++i)
    if (names.options[i] || rules.value.options[i].where.file == dsl::FileId{})
      words.insert(rules.value.options[i].name);
  return words;
}

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

void add_shell_words(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ShellWordsFlags>();
  Command command(app, "shell-words", "Print what may be typed, for completions");
  command.word("KIND", flags->kind, "variants, codes, options or players");
  command.optional_word("VARIANT", flags->variant, "whose options");
  command.hide();
  command.does(run, [flags] {
    std::set<std::string> words;
    if (flags->kind == "variants") words = variants();
    if (flags->kind == "codes") words = codes();
    if (flags->kind == "players")
      for (const engine::Player* player : engine::all_players()) words.emplace(player->name);
    if (flags->kind == "options") words = options_of(flags->variant);
    for (const std::string& word : words) print(word + "\n");
    return Exit::fine;
  });
}

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

void add_write_trees(CLI::App& app, Run& run) {
  auto path = std::make_shared<std::string>();
  Command command(app, "write-trees", "Write the trees of the bundled rule files");
  command.word("FILE", *path, "where to");
  command.hide();
  command.does(run, [path] {
    dsl::PackedTrees trees;
    for (const std::string& name : bundled_names()) {
      dsl::SourceMap sources;
      const dsl::VariantReader reader = dsl::read_variant_files(variant_folder().value_or(fs::path()));
      if (!dsl::check_variant(sources, reader, {name, {}, std::nullopt}).diagnostics.empty()) continue;
      const dsl::FileId own{0};
      trees.add(sources.file(own).text, dsl::read_yaml(sources, own).value);
    }
    return write_page({}, {*path, trees.bytes()}) ? Exit::fine : Exit::unreadable;
  });
}

}  // namespace roundhouse::cli
