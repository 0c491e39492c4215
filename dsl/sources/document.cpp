#include "dsl/sources/document.h"

#include <array>

#include "dsl/base/search.h"
#include "dsl/check/read_values.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::dsl {
namespace {

constexpr std::array section_kind_names{
#define X(id, name, meaning) std::string_view(name),
    ROUNDHOUSE_SECTION_KINDS(X)
#undef X
};

void take_text(const YamlEntry& entry, std::string& into, Findings& findings) {
  if (auto text = read_text(entry.value, findings)) into = std::move(*text);
}

DocumentSection read_section(const YamlEntry& entry, Findings& findings) {
  // A document is no house: the last kind is for rule files alone.
  const std::vector<std::string> kinds(section_kind_names.begin(), section_kind_names.end() - 1);
  DocumentSection section;
  section.id = entry.key.text;
  if (!is_section_id(section.id))
    findings.error(CheckCode::bad_name, entry.key.where,
                   "'" + section.id + "' is no section, such as 'MF-3'");
  bool has_kind = false;
  read_keys(entry.value, "a section", findings,
            {{"kind",
              [&](const YamlEntry& key) {
                has_kind = true;
                if (const auto kind = read_word_of(key.value, "kind of section", kinds, findings))
                  section.kind = static_cast<SectionKind>(*kind);
              }},
             {"is", [&](const YamlEntry& key) { take_text(key, section.is, findings); }},
             {"reading", [&](const YamlEntry& key) { take_text(key, section.reading, findings); }},
             {"or", [&](const YamlEntry& key) { take_text(key, section.other, findings); }}});
  if (!has_kind)
    findings.error(CheckCode::missing_key, entry.key.where, "nothing says of what kind this section is");
  return section;
}

}  // namespace

std::string_view section_kind_name(SectionKind kind) {
  return section_kind_names[static_cast<std::size_t>(kind)];
}

Checked<SourceDocument> read_document(const SourceMap& sources, FileId file) {
  Checked<SourceDocument> result;
  Checked<YamlNode> tree = read_yaml(sources, file);
  result.value.name = std::filesystem::path(sources.file(file).name).stem().string();
  Findings findings;
  findings.add(tree.diagnostics);
  if (tree.ok()) {
    read_keys(tree.value, "a rule document", findings,
              {{"document", [&](const YamlEntry& key) { take_text(key, result.value.prefix, findings); }},
               {"title", [&](const YamlEntry& key) { take_text(key, result.value.title, findings); }},
               {"sections", [&](const YamlEntry& key) {
                  if (!key.value.is_map()) return wrong_shape(key.value, "a map of sections", findings);
                  for (const YamlEntry& entry : key.value.entries)
                    result.value.sections.push_back(read_section(entry, findings));
                }}});
  }
  result.diagnostics = findings.take();
  return result;
}

Checked<std::vector<SourceDocument>> read_documents(SourceMap& sources, const std::filesystem::path& folder) {
  Checked<std::vector<SourceDocument>> result;
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  sort(files);
  for (const std::filesystem::path& path : files) {
    FileText text = read_text_file(path, largest_variant_file);
    const FileId file = sources.add("sources/" + path.filename().string(), std::move(text.text));
    Findings findings;
    if (!text.trouble.empty()) {
      findings.error(CheckCode::cannot_read, {file, 0, 0}, "cannot read this document: " + text.trouble);
    } else {
      Checked<SourceDocument> document = read_document(sources, file);
      findings.add(document.diagnostics);
      result.value.push_back(std::move(document.value));
    }
    for (Diagnostic& made : findings.take()) result.diagnostics.push_back(std::move(made));
  }
  return result;
}

std::vector<std::string> section_ids(const std::vector<SourceDocument>& documents) {
  std::vector<std::string> ids;
  for (const SourceDocument& document : documents) {
    for (const DocumentSection& section : document.sections) ids.push_back(section.id);
  }
  return ids;
}

}  // namespace roundhouse::dsl
