#pragma once
// Every complaint about a file's YAML, before anybody asks what its words mean: one row each, the
// code and a sentence for the reference page. docs/ and the tests read this list.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

/// The most that a stranger's file may hold. All are checked before the YAML library sees the text.
namespace yaml_limits {
inline constexpr std::size_t file_bytes = 1024 * 1024;
inline constexpr std::size_t scalar_bytes = 64 * 1024;
inline constexpr std::size_t depth = 32;
inline constexpr std::size_t keys_a_map = 1000;
inline constexpr std::size_t values_a_file = 50'000;  ///< scalars, lists and maps, keys included
/// After so many the reading stops: a file of nothing but mistakes is not read to its end.
inline constexpr std::size_t complaints = 250;
}  // namespace yaml_limits

// X(enumerator, code, sentence)
#define ROUNDHOUSE_YAML_CODES(X)                                                                           \
  X(after_value, "yaml-after-value", "Something stands behind a closing quote or bracket.")                \
  X(alias, "yaml-alias",                                                                                   \
    "An alias (`*name`) repeats another part of a file; files are written out in full.")                   \
  X(anchor, "yaml-anchor",                                                                                 \
    "An anchor (`&name`) marks a part of a file to be repeated; there is no repeating.")                   \
  X(bare_truth, "yaml-bare-truth",                                                                         \
    "A bare yes, no, on, off, y, n, null or ~, which YAML programs read in different ways.")               \
  X(binary, "yaml-binary", "The file holds control characters: it is no text file.")                       \
  X(block_header, "yaml-block-header", "A `|` or `>` is followed by more than a plus or a minus.")         \
  X(bracket_mismatch, "yaml-bracket-mismatch", "A bracket is closed that is not the one last opened.")     \
  X(colon_in_text, "yaml-colon-in-text", "A text without quotes holds a colon followed by a space.")       \
  X(complex_key, "yaml-complex-key", "A key is a list, a map or of several lines, not a plain name.")      \
  X(curly_quote, "yaml-curly-quote", "Typographic quotes stand where straight ones are meant.")            \
  X(directive, "yaml-directive", "A line of the form `%NAME`, an instruction to YAML programs.")           \
  X(documents, "yaml-documents", "A second document after `---` or `...`; a file holds one.")              \
  X(duplicate_key, "yaml-duplicate-key", "The same key stands twice in one map.")                          \
  X(escape, "yaml-escape", "A backslash in double quotes is followed by something without a meaning.")     \
  X(flow_comma, "yaml-flow-comma", "In brackets a comma ends a value, here in the middle of a call.")      \
  X(flow_entry, "yaml-flow-entry", "Within `{ }` or `[ ]` an entry or a comma is missing or misplaced.")   \
  X(flow_question, "yaml-flow-question", "In brackets a question mark silently ends a value.")             \
  X(flow_text, "yaml-flow-text", "A map with `do`, `ask` or `says` stands in `{ }`.")                      \
  X(indent, "yaml-indent", "A line stands deeper or less deep than the lines it belongs to.")              \
  X(line_ending, "yaml-line-ending", "A carriage return without a line feed.")                             \
  X(lost_tail, "yaml-lost-tail", "A space and `#` begin a comment that cuts off the end of a text.")       \
  X(merge_key, "yaml-merge-key", "A merge key (`<<`); files inherit with `extends`.")                      \
  X(no_colon, "yaml-no-colon", "A line among keys is not of the form `key: value`.")                       \
  X(no_key, "yaml-no-key", "A colon without a key before it.")                                             \
  X(no_space, "yaml-no-space", "A colon without the space behind it that makes a key.")                    \
  X(not_utf8, "yaml-not-utf8", "The file is not UTF-8.")                                                   \
  X(odd_space, "yaml-odd-space", "A space of an unusual kind, or a character that cannot be seen.")        \
  X(scalar_too_long, "yaml-scalar-too-long", "One value of more than 64 KiB.")                             \
  X(syntax, "yaml-syntax",                                                                                 \
    "The YAML library could not read the file, for a reason without a code of its own.")                   \
  X(tab, "yaml-tab", "A tab in the indentation.")                                                          \
  X(tag, "yaml-tag", "A value begins with `!`, which makes it a tag.")                                     \
  X(text_start, "yaml-text-start", "A value without quotes begins with a character that has a meaning.")   \
  X(too_deep, "yaml-too-deep", "Lists and maps lie within each other more than 32 deep.")                  \
  X(too_large, "yaml-too-large", "The file is larger than 1 MiB.")                                         \
  X(too_many_keys, "yaml-too-many-keys", "One map of more than 1,000 keys.")                               \
  X(too_many_values, "yaml-too-many-values", "The file holds more than 50,000 values.")                    \
  X(unclosed_bracket, "yaml-unclosed-bracket", "A `{` or `[` is not closed before the next entry begins.") \
  X(unclosed_quote, "yaml-unclosed-quote", "A quote is not closed before the next entry begins.")

enum class YamlCode : std::uint8_t {
#define X(enumerator, code, sentence) enumerator,
  ROUNDHOUSE_YAML_CODES(X)
#undef X
};

struct YamlCodeRow {
  YamlCode id;
  std::string_view code;
  std::string_view sentence;
};

/// In the order of the enumeration, which is that of the alphabet.
inline constexpr std::array yaml_codes = {
#define X(enumerator, code, sentence) YamlCodeRow{YamlCode::enumerator, code, sentence},
    ROUNDHOUSE_YAML_CODES(X)
#undef X
};

constexpr std::string_view yaml_code_name(YamlCode code) {
  return yaml_codes[static_cast<std::size_t>(code)].code;
}

}  // namespace roundhouse::dsl
