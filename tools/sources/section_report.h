#pragma once
// The rows and values of a variant by the section of its documents that they carry, and the
// sections that nothing carries.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/sources/document.h"

namespace roundhouse::dsl {

// X(enumerator, name, meaning)
#define ROUNDHOUSE_SECTION_STATUSES(X)                                        \
  X(carried, "carried", "some row or value says that it carries the section") \
  X(table, "table", "nothing carries it, and nothing has to")                 \
  X(missing, "missing", "it asks for something that nothing carries")

enum class SectionStatus : std::uint8_t {
#define X(id, name, meaning) id,
  ROUNDHOUSE_SECTION_STATUSES(X)
#undef X
};

std::string_view section_status_name(SectionStatus status);

struct SectionReport {
  DocumentSection section;
  SectionStatus status = SectionStatus::missing;
  /// Names of rules, options, words, facts, acts, kinds of train, or keys of setup and match, each once:
  /// those that cite the section first, then those that `carries` gives.
  std::vector<std::string> carriers;
};

struct DocumentReport {
  std::string title;  ///< of a house's own sections: the name of its game
  std::vector<SectionReport> sections;
};

/// The citations of the variant itself decide: every section of a document of which its own file (`own`, the
/// first that was read) names one, and the sections that this file lists itself. A parent's documents are the
/// parent's affair, though what is inherited from it carries as well as anything else.
std::vector<DocumentReport> report_sections(const CheckedRules& rules,
                                            const std::vector<SourceDocument>& documents, FileId own);

/// The number of sections, of all these, that have the status.
std::size_t count_sections(const std::vector<DocumentReport>& reports, SectionStatus status);

}  // namespace roundhouse::dsl
