#pragma once
// The wording of complaints about YAML: shared by the scanner, the traps and the reader.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/syntax/yaml_codes.h"

namespace roundhouse::dsl {

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
