#include "dsl/check/variant_files.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "dsl/base/edits.h"
#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"
#include "dsl/base/whole_number.h"

namespace roundhouse::dsl {
namespace {

namespace fs = std::filesystem;

/// True of plain names, as bundled variants have: letters, digits and dashes, no dot and no slash.
bool is_bundled_name(std::string_view wanted) {
  return !wanted.empty() &&
         all_of(wanted, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

std::string in_small_letters(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  // A path none of which exists would stay relative.
  const fs::path whole = fs::absolute(path, error);
  fs::path result = fs::weakly_canonical(whole, error);
  return error ? whole.lexically_normal() : result;
}

bool ends_like_rules(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

/// Below the folder of the bundled variants, that of the second part.
constexpr const char* more_games = "more";

/// Plain names of rule files in a folder, sorted.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".yaml" && is_bundled_name(entry->path().stem().string()))
      names.push_back(entry->path().stem().string());
  sort(names);
  return names;
}

constexpr const char* editions_folder = "editions";
/// No game has more.
constexpr std::int32_t most_editions = 1000;

/// A bundled name with its edition, `train@1`; none: the newest.
struct EditionName {
  std::string name;
  std::optional<std::int32_t> number;
};

/// Nothing where what stands behind the sign is no number.
std::optional<EditionName> split_edition(const std::string& wanted) {
  const std::size_t sign = wanted.find('@');
  if (sign == std::string::npos) return EditionName{wanted, std::nullopt};
  const auto number = whole_number<std::int32_t>(wanted.substr(sign + 1), 1, most_editions);
  if (!number) return std::nullopt;
  return EditionName{wanted.substr(0, sign), number};
}

fs::path file_of_changes(const fs::path& bundled, const std::string& name, std::int32_t edition) {
  return bundled / editions_folder / fmt::format("{}@{}.diff", name, edition);
}

std::int32_t newest_edition(const fs::path& bundled, const std::string& name) {
  std::int32_t newest = 1;
  std::error_code error;
  while (newest < most_editions && fs::is_regular_file(file_of_changes(bundled, name, newest), error))
    ++newest;
  return newest;
}

/// The file of a bundled variant of either part; the first part goes before the second.
std::optional<fs::path> bundled_file(const fs::path& bundled, const std::string& name) {
  std::error_code error;
  for (const fs::path& folder : {bundled, bundled / more_games})
    if (fs::path file = folder / (name + ".yaml"); fs::is_regular_file(file, error)) return file;
  return std::nullopt;
}

LoadedText refused(const std::string& name, std::string trouble, std::string help = {}) {
  return {name, {}, std::move(trouble), std::move(help)};
}

/// The file that a user named.
LoadedText read_named(std::string name, const fs::path& path, const ReadingBounds& bounds) {
  FileText file = read_text_file(path, largest_variant_file, bounds);
  return check_kind({std::move(name), std::move(file.text), std::move(file.trouble), {}});
}

/// A file that somebody's text names.
LoadedText read_asked(std::string name, const fs::path& path, const ReadingBounds& bounds) {
  FileText file = read_text_file(path, largest_variant_file, bounds);
  if (!file.trouble.empty()) return refused(name, std::move(file.trouble));
  if (!begins_like_rules(file.text))
    return refused(name, "this is no rule file: its first key is not 'roundhouse'");
  return {std::move(name), std::move(file.text), {}, {}};
}

/// One reader of read_variant_files.
class Reader {
 public:
  Reader(fs::path bundled, VariantReading reading)
      : bundled_(std::move(bundled)), reading_(std::move(reading)) {}

  LoadedText read(const std::string& wanted, const std::string& from) {
    const bool first = from.empty();
    if (const auto bundled = bundled_variant(wanted)) {
      return read_edition(*bundled);
    }
    const bool by_user = first && reading_.first == NamedBy::user;
    std::error_code error;
    if (!is_path(wanted) && !(by_user && fs::exists(wanted, error))) return no_such_name(wanted);
    if (first) {
      if (by_user) {
        LoadedText text = read_named(wanted, wanted, reading_.bounds);
        if (text.trouble == "there is no such file") propose_file(text);
        return text;
      }
      // Neither by its own name nor, over a link, by another may it be just any file.
      if (!ends_like_rules(wanted) || !ends_like_rules(resolved(wanted)))
        return refused(wanted, "a record names a bundled variant or a file that ends in .yaml");
      return read_asked(wanted, wanted, reading_.bounds);
    }
    if (is_bundled_name(from.substr(0, from.find('@'))))
      return refused(wanted, "a bundled variant may extend only bundled ones");
    return read_parent(wanted, from);
  }

 private:
  struct Bundled {
    std::string name;  ///< as the file has it
    fs::path file;
    std::optional<std::int32_t> edition;
  };

  LoadedText read_edition(const Bundled& bundled) const {
    FileText file = read_text_file(bundled.file, largest_variant_file);
    LoadedText text{bundled.name, std::move(file.text), std::move(file.trouble), {}};
    if (!text.trouble.empty()) return text;
    const std::int32_t newest = newest_edition(bundled_, bundled.name);
    text.edition = {bundled.edition.value_or(newest), newest, bundled.edition.has_value(), {}};
    if (text.edition.number > newest)
      return refused(fmt::format("{}@{}", bundled.name, text.edition.number),
                     fmt::format("the newest edition of '{}' is {}", bundled.name, newest));
    for (std::int32_t edition = newest - 1; edition > 0; --edition) {
      const FileText changes =
          read_text_file(file_of_changes(bundled_, bundled.name, edition), largest_variant_file);
      if (text.edition.number == newest) {
        text.edition.changes += changes.text;
        continue;
      }
      if (edition < text.edition.number) break;
      auto changed = with_changes(text.text, changes.text);
      text.name = fmt::format("{}@{}", bundled.name, edition);
      if (!changed || !changes.trouble.empty())
        return refused(text.name, fmt::format("the changes to edition {} do not fit the next one", edition));
      text.text = std::move(*changed);
    }
    text.trees = reading_.trees;
    return text;
  }

  /// The bundled variant of this name, if there is one; capitals do not count.
  std::optional<Bundled> bundled_variant(const std::string& wanted) const {
    const auto split = split_edition(in_small_letters(wanted));
    if (bundled_.empty() || !split || !is_bundled_name(split->name)) return std::nullopt;
    const std::string& name = split->name;
    const auto file = bundled_file(bundled_, name);
    if (!file) return std::nullopt;
    // A user's own file may be called so, as long as it does not take the place of a bundled one.
    std::error_code error;
    if (!split->number && name != wanted && reading_.first == NamedBy::user && fs::exists(wanted, error))
      return std::nullopt;
    return Bundled{name, *file, split->number};
  }

  LoadedText read_parent(const std::string& wanted, const std::string& from) const {
    const fs::path named(wanted);
    if (named.is_absolute())
      return refused(wanted, "a parent is named by a path relative to the file that extends it",
                     "write the way from this file's folder; '../' leads to the folder above");
    // The file that is opened is the one that the name says, so that one name is one file whatever links
    // there are.
    const fs::path path = (fs::path(from).parent_path() / named).lexically_normal();
    // As with what a record names: neither by its own name nor, over a link, by another just any file.
    if (!ends_like_rules(path) || !ends_like_rules(resolved(path)))
      return refused(wanted, "a file extends a bundled variant or a file that ends in .yaml");
    LoadedText text = read_asked(path.string(), path, reading_.bounds);
    if (!text.trouble.empty()) text.name = wanted;
    if (text.trouble == outside_bounds)
      text.help = "put the parent into that folder, or confine reading to one that holds both files";
    return text;
  }

  LoadedText no_such_name(const std::string& wanted) const {
    const auto nearest = nearest_name(wanted, all_variants(bundled_));
    return refused(wanted, "there is no bundled variant of this name, and a path to a file ends in .yaml",
                   nearest ? fmt::format("did you mean '{}'?", *nearest) : std::string());
  }

  void propose_file(LoadedText& text) const {
    // Beyond the bounds nothing is shown, not even what files are called.
    if (!reading_.bounds.folder.empty()) return;
    const auto nearest = nearest_file(text.name);
    // A file that is no rule file is no help.
    if (nearest && read_named(*nearest, *nearest, reading_.bounds).trouble.empty())
      text.help = fmt::format("did you mean '{}'?", *nearest);
  }

  fs::path bundled_;
  VariantReading reading_;
};

}  // namespace

bool is_path(std::string_view named) { return named.find_first_of("/.") != std::string_view::npos; }

bool begins_like_rules(std::string_view text) { return kind_of_text(text) == TextKind::rules; }

LoadedText check_kind(LoadedText text) {
  if (!text.trouble.empty()) return text;
  switch (kind_of_file(text.name, text.text)) {
    case TextKind::record:
      return refused(
          text.name, "this is a record of a game, not a rule file",
          "a record is judged with 'roundhouse validate', and 'roundhouse play --resume' goes on with it");
    case TextKind::json:
      return refused(
          text.name, "this is JSON, not a rule file",
          "a rule file is written in lines such as 'name: Our house', the first of them 'roundhouse: 1'");
    case TextKind::table:
    case TextKind::page:
      return refused(
          text.name, fmt::format("this is {}, not a rule file", name_of_kind(text.text)),
          "a rule file is written in lines such as 'name: Our house', the first of them 'roundhouse: 1'");
    case TextKind::binary: {
      const std::string_view kind = name_of_kind(text.text);
      if (kind == "no text") return refused(text.name, "this is no text, and so no rule file");
      return refused(text.name, fmt::format("this is {}, and so no rule file", kind),
                     "save the rules as plain text in UTF-8");
    }
    case TextKind::rules:
    case TextKind::other:
      break;
  }
  return text;
}

std::string edition_table(const fs::path& bundled, const std::string& game, std::int32_t edition) {
  return read_text_file(bundled / editions_folder / fmt::format("{}@{}.yaml", game, edition),
                        largest_variant_file)
      .text;
}

std::vector<std::string> bundled_variants(const fs::path& bundled) { return names_in(bundled); }

std::vector<std::string> more_variants(const fs::path& bundled) {
  return bundled.empty() ? std::vector<std::string>() : names_in(bundled / more_games);
}

std::vector<std::string> all_variants(const fs::path& bundled) {
  std::vector<std::string> names = bundled_variants(bundled);
  for (std::string& name : more_variants(bundled)) names.push_back(std::move(name));
  return names;
}

std::string with_edition_named(const std::string& name, const fs::path& bundled) {
  if (bundled.empty() || is_path(name)) return name;
  const LoadedText text = read_variant_files(bundled)(name, {});
  if (!text.trouble.empty() || text.edition.number == 0) return name;
  return text.name.substr(0, text.name.find('@')) + "@" + std::to_string(text.edition.number);
}

VariantReader read_variant_files(fs::path bundled, VariantReading reading) {
  const auto reader = std::make_shared<Reader>(std::move(bundled), std::move(reading));
  return [reader](const std::string& wanted, const std::string& from) { return reader->read(wanted, from); };
}

}  // namespace roundhouse::dsl
