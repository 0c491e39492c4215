#pragma once
// Rule documents: the sheets that variants were written from, cut into sections. A section's demand is given
// in a few words; section_report.h finds the rules that carry it.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"

namespace roundhouse::dsl {

// X(enumerator, name, meaning)
#define ROUNDHOUSE_SECTION_KINDS(X)                                      \
  X(mechanical, "mechanical", "played and refereed")                     \
  X(advice, "advice", "a breach is a warning")                           \
  X(match, "match", "about rounds, games and who wins")                  \
  X(table, "table", "about the table and its tools; nothing to enforce") \
  X(house, "house", "a house's own, listed in the rule file's own `sources`")

enum class SectionKind : std::uint8_t {
#define X(id, name, meaning) id,
  ROUNDHOUSE_SECTION_KINDS(X)
#undef X
};

std::string_view section_kind_name(SectionKind kind);

struct DocumentSection {
  std::string id;  ///< "CD-S1"
  SectionKind kind = SectionKind::mechanical;
  std::string is;       ///< the section in a few words
  std::string reading;  ///< our reading where it is not plain; may be empty
  std::string other;    ///< another possible reading; may be empty
};

struct SourceDocument {
  std::string name;    ///< of its file, without `.yaml`
  std::string prefix;  ///< with which its sections begin: "CD"
  std::string title;
  std::vector<DocumentSection> sections;  ///< in file order
};

/// One document of a file that is already in `sources`.
Checked<SourceDocument> read_document(const SourceMap& sources, FileId file);

/// All documents of a folder, by name. A folder that is not there has none.
Checked<std::vector<SourceDocument>> read_documents(SourceMap& sources, const std::filesystem::path& folder);

/// Their ids, for check_sections.
std::vector<std::string> section_ids(const std::vector<SourceDocument>& documents);

}  // namespace roundhouse::dsl
