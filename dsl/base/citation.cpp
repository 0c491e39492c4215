#include "dsl/base/citation.h"

namespace roundhouse::dsl {

std::string cited(const Citation& citation) {
  return citation.parent.empty() ? citation.section : citation.section + " of " + citation.parent;
}

std::string cited(const std::vector<Citation>& citations, std::string_view between) {
  std::string text;
  for (const Citation& citation : citations) {
    if (!text.empty()) text += between;
    text += cited(citation);
  }
  return text;
}

}  // namespace roundhouse::dsl
