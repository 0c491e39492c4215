#pragma once
// Our own copy of a YAML document: plain values with places, no library type. Made by read_yaml,
// which refuses whatever a stranger's file could do harm with (docs/language.md, "Files").

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"

namespace roundhouse::dsl {

enum class YamlKind : std::uint8_t { empty, scalar, sequence, map };
enum class ScalarStyle : std::uint8_t { plain, single_quoted, double_quoted, literal, folded };

struct YamlEntry;

struct YamlNode {
  YamlKind kind = YamlKind::empty;
  Span where;  ///< the node's own text; of a block scalar its lines, not the `|`
  ScalarStyle style = ScalarStyle::plain;
  bool sound = false;  ///< read and checked before, its whole file without a complaint (packed_trees.h)

  std::string text;  ///< scalars: decoded
  /// For each byte of `text` its offset in the file, and one more for the end; empty where the two
  /// run in step (then byte i of `text` stands at where.begin + i).
  std::vector<std::uint32_t> origin;

  std::vector<YamlNode> items;     ///< of a sequence
  std::vector<YamlEntry> entries;  ///< of a map, in file order, keys unique

  bool is_scalar() const { return kind == YamlKind::scalar; }
  bool is_map() const { return kind == YamlKind::map; }
  bool is_sequence() const { return kind == YamlKind::sequence; }
  /// The entry's value, or nullptr. Linear: maps are small and read by iterating.
  const YamlNode* find(std::string_view key) const;
};

struct YamlEntry {
  YamlNode key;  ///< always a scalar
  YamlNode value;
};

/// The place in its file of the bytes begin..end of a scalar's decoded text. The one place that knows how
/// to map an expression's caret back through quotes, escapes and block indentation.
Span span_in_scalar(const YamlNode& scalar, std::size_t begin, std::size_t end);

/// Strict reading: pre-scan, yaml-cpp, one checked copy. The text is already in `sources`. Gives a
/// tree for any input and everything that is wrong with the file's YAML. Where what is wrong spoils the
/// shape of the file the tree is empty (kind empty, with errors): then nothing more should be said about
/// it. A missing value is of kind empty, its span a point where the value should stand. A bare `yes` or
/// `no` is complained about once and given as `true` or `false`; of duplicate keys the first is kept.
Checked<YamlNode> read_yaml(const SourceMap& sources, FileId file);

/// The comments of a file, each from its `#` to the end of its line, in file order: the tree has none.
std::vector<Span> find_comments(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
