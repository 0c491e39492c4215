// Trees that were read before: the same as if their texts were read now, and only of the same texts.

#include <filesystem>
#include <string>
#include <string_view>

#include "dsl/syntax/packed_trees.h"
#include "tests/dsl/yaml_marked.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using namespace dsl;

bool is_same(const YamlNode& a, const YamlNode& b) {
  bool same = a.kind == b.kind && a.where == b.where && a.style == b.style && a.text == b.text &&
              a.origin == b.origin && a.items.size() == b.items.size() &&
              a.entries.size() == b.entries.size();
  for (std::size_t i = 0; same && i < a.items.size(); ++i) same = is_same(a.items[i], b.items[i]);
  for (std::size_t i = 0; same && i < a.entries.size(); ++i)
    same = is_same(a.entries[i].key, b.entries[i].key) && is_same(a.entries[i].value, b.entries[i].value);
  return same;
}

/// The tree of a text among those of two others, with its places in the third file of some.
void check_found(const std::string& text) {
  INFO(text);
  SourceMap sources;
  sources.add("a", "x: 1\n");
  sources.add("b", "x: [2, 'it''s']\n");
  const FileId file = sources.add("c", text);
  PackedTrees written;
  for (std::uint32_t i = 0; i < sources.size(); ++i)
    written.add(sources.file({i}).text, read_yaml(sources, {i}).value);
  const PackedTrees read(written.bytes());
  const auto found = read.find(text, file);
  REQUIRE(found);
  CHECK(is_same(*found, read_yaml(sources, file).value));
  CHECK(found->sound);
  CHECK(!read.find(text + "\n", file));
}

std::string text_of(const std::string& variant) {
  const std::filesystem::path file = source_folder() / "variants" / (variant + ".yaml");
  return read_file(std::filesystem::exists(file) ? file
                                                 : source_folder() / "variants/more" / (variant + ".yaml"));
}

}  // namespace

TEST_CASE("a packed tree is the tree that is read", "[dsl][yaml]") {
  for (const std::string_view text :
       {"a: 1\nb: two words\n", "a:\nb: ''\nc: \"\"\n", "- a\n-\n- - b\n  - c\n- d: 1\n  e: 2\n",
        "a: { 2: 16, 3..4: [x, z], q: }\n", "a: one\n  two\n\n  three\n", "a: 'it''s'\nb: \"\\u00e9\\n\"\n",
        "a: |\n  one\n    two\n\nb: >\n  one\n  two\n",
        "\xEF\xBB\xBF"
        "a: 1\r\nb:\r\n  - \"c\r\n    d\"\r\n"})
    check_found(std::string(text));
  for (const std::string& variant : all_bundled_names()) check_found(text_of(variant));
}

TEST_CASE("of packed trees that were cut off or changed no part is given", "[dsl][yaml]") {
  const std::string text = "a: { b: [1, 'it''s'], c: two words }\n";
  SourceMap sources;
  const FileId file = sources.add("a", text);
  PackedTrees trees;
  trees.add(text, read_yaml(sources, file).value);
  const std::string bytes = trees.bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK(!PackedTrees(bytes.substr(0, size)).find(text, file));
  // Whatever stands there, it is taken for a whole tree with places in the text, or for none.
  for (std::size_t at = 16; at < bytes.size(); ++at)
    for (const char other : {'\0', '\1', '\x7F', '\xFF'}) {
      std::string changed = bytes;
      changed[at] = other;
      if (const auto tree = PackedTrees(changed).find(text, file)) CHECK(tree->where.end <= text.size());
    }
}

}  // namespace roundhouse::tests
