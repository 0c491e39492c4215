#include "dsl/check/section_owners.h"

#include <map>
#include <set>
#include <string_view>

#include "dsl/check/variant_files.h"

namespace roundhouse::dsl {
namespace {

std::string_view sheet_of(std::string_view section) { return section.substr(0, section.find('-')); }

/// As the file that extends it names it; a bundled one by its one name, however that is spelt.
std::string parent_name(const std::vector<LoadedFile>& files, std::size_t parent) {
  const std::string& name = files[parent].name;
  return is_path(name) ? files[parent - 1].draft.extends->text : name;
}

}  // namespace

std::vector<Named> cited_sections(const Draft& draft) {
  std::vector<Named> sections;
  const auto cite = [&](const std::vector<Named>& from) {
    sections.insert(sections.end(), from.begin(), from.end());
  };
  const auto cite_all = [&](const auto& entries) {
    for (const auto& entry : entries) cite(entry.texts.from);
  };
  for (const DraftOption& option : draft.options) cite(option.from);
  cite_all(draft.words);
  cite_all(draft.facts);
  cite_all(draft.trains);
  cite_all(draft.acts);
  cite_all(draft.rules);
  return sections;
}

std::vector<Citation> sections_of_parents(const std::vector<LoadedFile>& files) {
  std::map<std::string, std::size_t, std::less<>> listed;  // by section: the youngest file that lists it
  std::map<std::string, std::size_t, std::less<>> sheets;  // by sheet: the eldest that cites it
  std::set<std::string, std::less<>> sections;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const Section& section : files[i].draft.sources) listed.emplace(section.id, i);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto cite = [&](const Named& section) {
      sections.insert(section.text);
      if (!listed.contains(section.text)) sheets[std::string(sheet_of(section.text))] = i;
    };
    for (const Named& section : cited_sections(files[i].draft)) cite(section);
    for (const DraftCarried& carried : files[i].draft.carries) cite(carried.section);
  }
  std::vector<Citation> of_parents;
  for (const std::string& section : sections) {
    const auto own = listed.find(section);
    const std::size_t owner = own != listed.end() ? own->second : sheets.find(sheet_of(section))->second;
    if (owner > 0) of_parents.push_back({section, parent_name(files, owner)});
  }
  return of_parents;
}

}  // namespace roundhouse::dsl
