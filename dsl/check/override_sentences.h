#pragma once
// `sentences`: another sentence for what a parent declares, which stays as it is otherwise. Used by merge.cpp
// alone.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

/// All that this file declares itself, with the places of the names. An option that is only given another
/// value is its parent's.
std::map<std::string, Span, std::less<>> own_names(const Draft& child);

/// Gives the entries of `base`, over which a child is laid already, that child's sentences. Complains about
/// names that nothing inherited has, and about names in `own`.
void override_sentences(Draft& base, const std::vector<DraftSentence>& sentences,
                        const std::map<std::string, Span, std::less<>>& own, Findings& findings);

}  // namespace roundhouse::dsl
