#include "dsl/check/choose_edition.h"

#include <fmt/format.h>

#include <utility>

#include "dsl/base/search.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::dsl {
namespace {

bool is_letter_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

VariantReader with_edition(VariantReader reader, std::string game, std::int32_t edition) {
  return [reader = std::move(reader), game = std::move(game), edition](const std::string& wanted,
                                                                       const std::string& from) {
    LoadedText text = reader(wanted, from);
    const bool is_meant = text.edition.number > 0 && text.name.substr(0, text.name.find('@')) == game &&
                          (from.empty() || from == "-" || is_path(from));
    return is_meant ? reader(fmt::format("{}@{}", game, edition), from) : text;
  };
}

VariantReader reader_as_checked(VariantReader reader, const CheckedRules& rules) {
  const std::optional<UsedEdition>& used = rules.edition;
  if (!used || used->number == used->newest) return reader;
  return with_edition(std::move(reader), used->name.substr(0, used->name.find('@')), used->number);
}

EditionNames names_by_owner(const Chain& chain) {
  EditionNames names;
  for (const LoadedFile& file : chain.files) {
    DeclaredNames& all = file.is_bundled() ? names.theirs : names.ours;
    for (const auto& [name, entry] : declared_in(file.draft)) all.emplace(name, entry);
  }
  return names;
}

std::string evidence_of_older(const EditionNames& newest, const EditionNames& older,
                              const std::function<bool(const std::string&)>& is_asked) {
  for (const auto& [name, entry] : newest.ours) {
    if (newest.theirs.contains(name) == older.theirs.contains(name)) continue;
    const bool stands_alone = entry.what == "an option" || entry.what == "a rule" || entry.what == "a check";
    if (!stands_alone && !is_asked(name)) continue;
    return newest.theirs.contains(name)
               ? fmt::format("'{}' is {} of the game there, and in the older edition it is the file's own",
                             name, newest.theirs.at(name).what)
               : fmt::format("'{}' takes the place of {} that only the older edition has", name,
                             older.theirs.at(name).what);
  }
  return {};
}

std::size_t count_mentions(std::string_view name, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_letter_of_name(text[at - 1])) &&
        (end == text.size() || !is_letter_of_name(text[end])))
      ++count;
  }
  return count;
}

bool mentions_one_of(const DeclaredNames& names, std::string_view text) {
  return any_of(names, [&](const auto& entry) { return count_mentions(entry.first, text) > 0; });
}

}  // namespace roundhouse::dsl
