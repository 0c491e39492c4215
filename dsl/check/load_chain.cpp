#include "dsl/check/load_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/source.h"
#include "dsl/check/read_values.h"
#include "dsl/check/variant_files.h"
#include "dsl/syntax/packed_trees.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {

namespace {

/// A bare `yes` or `no` gets a complaint and is read as what was meant, so that other mistakes in the file
/// can be reported at once.
bool is_understood(const Diagnostic& made) {
  return made.code == yaml_code_name(YamlCode::bare_truth) && !made.fixes.empty() &&
         (made.fixes.front().text == "true" || made.fixes.front().text == "false");
}

/// `packed`: where its tree may stand already; nullptr: nowhere.
Checked<YamlNode> read_tree(const SourceMap& sources, FileId file, const PackedTrees* packed) {
  if (packed != nullptr)
    if (auto tree = packed->find(sources.file(file).text, file)) return {std::move(*tree), {}};
  return read_yaml(sources, file);
}

}  // namespace

Chain load_chain(SourceMap& sources, const VariantReader& reader, const CheckInput& input,
                 Findings& findings) {
  Chain chain;
  std::string wanted = input.variant;
  std::string from;
  std::size_t bytes = 0;
  std::optional<Named> asked;  // the `extends` that asked for the next file
  while (true) {
    LoadedText text = reader(wanted, from);
    if (!text.trouble.empty()) {
      // Without a text there is no place but the one that asked.
      Span where{};
      if (asked) {
        where = asked->where;
      } else if (input.named_at) {
        where = *input.named_at;
      } else {
        where.file = no_file;
      }
      findings.error(CheckCode::cannot_read, where, fmt::format("cannot read '{}': {}", wanted, text.trouble),
                     text.help);
      chain.whole = false;
      return chain;
    }
    const auto same = find_if(chain.files, [&](const LoadedFile& file) { return file.name == text.name; });
    if (same != chain.files.end()) {
      Diagnostic& made = findings.error(CheckCode::extends_cycle, asked->where,
                                        fmt::format("'{}' is extended by itself", text.name));
      for (auto file = same; file + 1 < chain.files.end(); ++file) {
        made.labels.push_back({file->draft.extends->where, fmt::format("'{}' extends this", file->name)});
      }
      chain.whole = false;
      return chain;
    }
    if (chain.files.size() == limits::chain) {
      findings.error(CheckCode::extends_chain, asked->where,
                     fmt::format("more than {} files extend each other", limits::chain),
                     "put some of them into one");
      chain.whole = false;
      return chain;
    }
    bytes += text.text.size();
    if (asked && bytes > limits::chain_bytes) {
      findings.error(CheckCode::extends_chain, asked->where,
                     fmt::format("with '{}' the files that extend each other have more than {} MiB together",
                                 text.name, limits::chain_bytes >> 20),
                     "take away what the last of them has no need of");
      chain.whole = false;
      return chain;
    }
    const bool is_bundled = text.edition.number > 0;
    if (is_bundled && !chain.edition && (asked || input.named_at))
      chain.edition = {
          text.name, text.edition.number, text.edition.newest, asked ? asked->where : *input.named_at, {}};
    const FileId id = sources.add(text.name, std::move(text.text));
    Checked<YamlNode> read = read_tree(sources, id, text.trees.get());
    findings.add(read.diagnostics);
    LoadedFile& file = chain.files.emplace_back();
    file.name = text.name;
    file.edition = text.edition.number;
    const std::string label = text.name.substr(text.name.find_last_of("/\\") + 1);
    const bool readable = read.ok() || all_of(read.diagnostics, is_understood);
    file.tree = std::make_unique<YamlNode>(std::move(read.value));
    file.tree->where.file = id;
    if (!readable && !file.tree->is_map()) {
      chain.whole = false;
      return chain;
    }
    file.draft = read_draft(*file.tree, sources.file(id).text, findings);
    file.draft.label = label.substr(0, label.find_first_of(".@"));
    if (!readable || !file.tree->is_map()) chain.whole = false;
    if (!file.draft.extends) return chain;
    asked = file.draft.extends;
    from = file.name;
    wanted = asked->text;
  }
}

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

void check_sections(const CheckedRules& rules, const std::vector<std::string>& bundled,
                    Diagnostics& diagnostics) {
  if (bundled.empty()) return;
  std::vector<std::string> known = bundled;
  for (const Section& section : rules.sources) known.push_back(section.id);
  sort(known);
  Findings findings;
  const auto check = [&](const std::string& section, Span where) {
    if (std::binary_search(known.begin(), known.end(), section)) return;
    Diagnostic& made =
        findings.unknown(CheckCode::unknown_section, where, section, "section of a known document", known);
    if (made.help.empty())
      made.help = fmt::format("list it under 'sources' with a few words of what it says");
  };
  for (const Cited& cited : rules.cited) check(cited.section, cited.where);
  for (const Carried& carried : rules.carries) check(carried.section, carried.where);
  for (const Diagnostic& made : findings.take()) diagnostics.push_back(made);
}

}  // namespace roundhouse::dsl
