#pragma once
// Sections of rule documents as rows and values cite them. Knows no documents: whose a section is has been
// found out when the rules were loaded (check/section_owners.h).

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
std::string cited(const Citation& citation);
/// Several of them, `between` each two.
std::string cited(const std::vector<Citation>& citations, std::string_view between = ", ");

}  // namespace roundhouse::dsl
