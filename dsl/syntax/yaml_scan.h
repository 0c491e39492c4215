#pragma once
// The findings of the pre-scan of a file: the places of its scalars and comments, and the faults of its
// shape. It reads the part of YAML that variant files use, line by line and without recursion, so that
// nothing the YAML library would choke on gets through to it. It decodes nothing and builds no tree.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

/// One scalar as written. Offsets are of the file; quotes and the `|` of a block belong to it.
struct ScannedScalar {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  ScalarStyle style = ScalarStyle::plain;
  bool key = false;
  bool flow = false;            ///< in { } or [ ]
  bool item = false;            ///< of a list in block style
  bool sentence = false;        ///< a text for people: the value of a sentence key, or an entry of `sources`
  bool refused = false;         ///< the brackets around it are refused already
  std::string_view owner = {};  ///< the nearest key above, whose value this is or belongs to
  /// The beginning of the comment that ends the scalar; 0: none does (no comment precedes every scalar).
  std::uint32_t comment = 0;
};

struct YamlScan {
  std::vector<ScannedScalar> scalars;  ///< in file order
  std::vector<Span> comments;          ///< from `#` to the end of the line, in file order
  Diagnostics diagnostics;
  /// The shape can be trusted: what is wrong, if anything, lies within single values.
  bool sound = true;
};

/// The text must be sound UTF-8 without control characters (check_bytes). Takes time in step with the text.
YamlScan scan_yaml(const SourceMap& sources, FileId file);

/// The meaning that a word of check_bare_truth was to have.
struct BareTruth {
  bool found = false;      ///< it is one of them
  std::string_view meant;  ///< "true" or "false"; empty for the words for nothing
};
BareTruth bare_truth(std::string_view word);

/// All that is looked at before the YAML library sees a text: bytes, limits, shape, traps. A file that passes
/// is small, flat and of one meaning. Never fails and takes time and memory in step with the text, whatever
/// it is.
YamlScan prescan_yaml(const SourceMap& sources, FileId file);

// The wording of complaints about YAML: shared by the scanner, the traps and the reader.

/// True of keys whose values are texts for people rather than expressions: `says`, `ask`, `name`, `title`,
/// `reading`. Entries of `sources` are such texts, too.
bool is_sentence_key(std::string_view key);

/// True of keys that make a map unfit for `{ }`: `do`, `ask`, `says`.
bool is_block_key(std::string_view key);

/// True of keys that begin a line of a rule or an option: where such a line goes on a text, a key was meant.
bool is_known_key(std::string_view word);

/// True of letters, digits, `_`, `-` and `.`, as keys of variant files have them.
bool is_plain_name(std::string_view text);

/// Bytes of a space that is neither ' ' nor a tab at `offset`; 0: none stands there.
std::size_t odd_space_length(std::string_view text, std::size_t offset);
/// The length of a character that nobody sees and that has no width, or only turns the direction of writing;
/// else 0.
std::size_t unseen_length(std::string_view text, std::size_t offset);

/// Bytes of a typographic quote at `offset`; 0: none stands there.
std::size_t curly_quote_length(std::string_view text, std::size_t offset);

/// The offset of the first colon where `name:value` is written without the space; npos: it is not.
/// `://` is no such place.
std::size_t colon_without_space(std::string_view text);

/// A help, and the text that it shows, which is tried before it is shown.
struct Advice {
  Advice() = default;
  Advice(std::string said) : text(std::move(said)) {}  // NOLINT(google-explicit-constructor)
  Advice(const char* said) : text(said) {}             // NOLINT(google-explicit-constructor)

  std::string text;  ///< the advice without the fixes
  std::vector<FixIt> fixes;
};

Diagnostic yaml_error(YamlCode code, Span where, std::string message, Advice help = {});

/// An example for a help: the line on which `where` lies, that replaced, after a line feed and some spaces.
/// The line is empty where it is too long to be shown or the place is of several lines.
struct LineExample {
  Span where;
  std::string replacement;
  std::string line;
};
LineExample line_with(const SourceMap& sources, Span where, std::string_view replacement);

/// An advice with an example behind it, if there is one, and more words behind that.
Advice shown(std::string_view advice, const LineExample& example, std::string_view behind = {});

/// The text in the quotes that fit it: double ones, or single ones where it holds double ones.
std::string in_quotes(std::string_view text);

/// A text from a file as a message may quote it: 'like this', shortened where it is long.
std::string quote_name(std::string_view text);

}  // namespace roundhouse::dsl
