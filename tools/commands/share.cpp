// roundhouse share FILE...
// roundhouse open LINK

#include <filesystem>
#include <map>
#include <utility>

#include "cli/write_file.h"
#include "dsl/check/variant_files.h"
#include "replay/record_loading/loaded_record.h"
#include "tools/commands/commands.h"
#include "tools/links/share_link.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

struct ShareFlags {
  std::vector<std::string> files;
  std::string app;
  dsl::ReadingBounds bounds;
};

/// Gathers the texts of files, and of the rule files that these lean on.
class Sharing {
 public:
  explicit Sharing(const ShareFlags& flags) : flags_(flags) {}

  /// Anything but Exit::fine has been explained.
  Exit add(const std::string& path) {
    const fs::path named(path);
    const bool is_of_rules =
        !dsl::is_path(path) || named.extension() == ".yaml" || named.extension() == ".yml";
    if (is_of_rules) return add_rules(path);
    Text text = read_whole(path, largest_record_file, flags_.bounds);
    if (!text.trouble.empty())
      return refuse(Exit::unreadable, dsl::printable_line(path) + ": " + text.trouble);
    return add_record(path, std::move(text.text));
  }

  const SharedTexts& texts() const { return texts_; }

 private:
  Exit add_record(const std::string& path, std::string text) {
    if (!texts_.record.empty()) return refuse(Exit::usage, "a link holds one record");
    dsl::SourceMap sources;
    RecordWishes wishes;
    wishes.bounds = flags_.bounds;
    const auto loaded = load_record_text(sources, path, text, wishes);
    if (!loaded) return Exit::unreadable;
    brought_along_ = replay::rules_within(text);
    texts_.record = std::move(text);
    const std::string& named = loaded->record.header.variant.name;
    if (dsl::is_path(named) && fs::path(named).lexically_normal().has_parent_path())
      return refuse(
          Exit::found,
          fmt::format("{}: its rules, {}, lie in another folder\n  help: a link holds the files of one "
                      "folder; keep the rules beside the record",
                      dsl::printable_line(path), dsl::printable_line(named)));
    return add_chain(loaded->rules());
  }

  Exit add_rules(const std::string& path) {
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, {.variant = path, .bounds = flags_.bounds});
    if (!rules.ok()) return refuse(sources, rules.diagnostics);
    return add_chain(rules.value);
  }

  /// The files of a family; bundled games are there wherever the link is opened.
  Exit add_chain(const dsl::CheckedRules& rules) {
    std::optional<fs::path> folder;
    for (const std::string& file : rules.chain) {
      if (!dsl::is_path(file)) continue;
      const fs::path place = fs::path(file).lexically_normal();
      if (folder && *folder != place.parent_path())
        return refuse(
            Exit::found,
            fmt::format("{} lies in another folder than what extends it\n  help: 'roundhouse freeze' makes "
                        "one file of both",
                        dsl::printable_line(file)));
      folder = place.parent_path();
      const std::string name = place.filename().string();
      const auto brought = brought_along_.find(name);
      Text text = brought != brought_along_.end()
                      ? Text{brought->second, {}}
                      : read_whole(file, dsl::largest_variant_file, flags_.bounds);
      if (!text.trouble.empty())
        return refuse(Exit::unreadable, dsl::printable_line(file) + ": " + text.trouble);
      const auto [known, is_new] = texts_.rules.emplace(name, text.text);
      if (!is_new && known->second != text.text)
        return refuse(Exit::found, fmt::format("two rule files are called {}", dsl::printable_line(name)));
    }
    return Exit::fine;
  }

  const ShareFlags& flags_;
  SharedTexts texts_;
  std::map<std::string, std::string> brought_along_;  ///< rule files in the record itself
};

Exit print_link(const ShareFlags& flags) {
  Sharing sharing(flags);
  for (const std::string& file : flags.files)
    if (const Exit exit = sharing.add(file); exit != Exit::fine) return exit;
  if (sharing.texts().record.empty() && sharing.texts().rules.empty())
    return refuse(Exit::usage, "bundled games are everywhere: there is nothing to share");
  if (const std::string trouble = trouble_with_sharing(sharing.texts()); !trouble.empty())
    return refuse(Exit::found, trouble);
  print(flags.app.substr(0, flags.app.find('#')) + link_fragment(sharing.texts()) + "\n");
  return Exit::fine;
}

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
  if (!make_folder(folder)) return Exit::unreadable;
  for (const auto& [name, text] : files) {
    const std::string path = (folder / name).string();
    if (const std::string trouble = create_file(path, text); !trouble.empty())
      return refuse_writing(path, trouble);
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

void add_share(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ShareFlags>();
  Command command(app, "share", "Make a link that carries rules, a record or both");
  command.words("FILE", flags->files, "a record (.train), or rule files (.yaml)");
  command.text("--app", "ADDRESS", flags->app, "where the app for browsers is, to which the link then leads");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse share friday.train\n"
      "  roundhouse share family.yaml --app https://example.org/train/");
  command.does(run, [flags] { return print_link(*flags); });
}

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
