#pragma once
// Mistakes within single scalars, which YAML reads without complaint as something else than was meant.
// Each function is one trap: it looks at all scalars and adds its complaints to the scan.

#include "dsl/base/source.h"
#include "dsl/syntax/yaml_scan.h"

namespace roundhouse::dsl {

/// `yes no on off y n null ~` and the truth values in capitals, as keys or values.
void check_bare_truth(const SourceMap& sources, FileId file, YamlScan& scan);

/// Typographic quotes around a key or a value. A text for people may begin with one or end with one, but
/// is refused where a pair of them holds all of it.
void check_curly_quotes(const SourceMap& sources, FileId file, YamlScan& scan);

/// A text for people of which ` #` takes away the end. A comment behind such a text is taken for one where
/// two blanks stand before the `#`, or where the sentence before it is complete and a blank follows the `#`.
/// In other values every ` #` is a comment: expressions know no such character.
void check_lost_tails(const SourceMap& sources, FileId file, YamlScan& scan);

/// `<<: ...`
void check_merge_keys(const SourceMap& sources, FileId file, YamlScan& scan);

/// `{2:16}`, `- id:x`, `says:x: y`: a colon that was meant to end a key.
void check_spaces_after_colons(const SourceMap& sources, FileId file, YamlScan& scan);

/// Spaces that are none for YAML, in keys and around values.
void check_odd_spaces(const SourceMap& sources, FileId file, YamlScan& scan);

/// Characters that nobody sees, in keys and in values of one word: no name has one. In a sentence they may be
/// part of how a language is written.
void check_unseen(const SourceMap& sources, FileId file, YamlScan& scan);

/// The meaning that a word of check_bare_truth was to have.
struct BareTruth {
  bool found = false;      ///< it is one of them
  std::string_view meant;  ///< "true" or "false"; empty for the words for nothing
};
BareTruth bare_truth(std::string_view word);

}  // namespace roundhouse::dsl
