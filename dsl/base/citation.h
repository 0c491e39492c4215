#pragma once
// Sections of rule documents as rows and values cite them. Knows no documents: whose a section is has been
// found out when the rules were loaded (check/load_chain.h).

#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// A section that a row or a value cites.
struct Citation {
  std::string section;   ///< "DU-B3"
  std::string parent{};  ///< as `extends` names the parent whose document it is; empty: the rules' own
  bool operator==(const Citation&) const = default;
};

/// "DU-B3", or "DU-B3 of dual" where the document is a parent's.
inline std::string cited(const Citation& citation) {
  return citation.parent.empty() ? citation.section : citation.section + " of " + citation.parent;
}
/// Several of them, `between` each two.
inline std::string cited(const std::vector<Citation>& citations, std::string_view between = ", ") {
  std::string text;
  for (const Citation& citation : citations) {
    if (!text.empty()) text += between;
    text += cited(citation);
  }
  return text;
}

}  // namespace roundhouse::dsl
