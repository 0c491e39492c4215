// The tree that read_yaml gives: structure, spans, and the way back from decoded bytes to the file.

#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/yaml_codes.h"
#include "tests/dsl/yaml_marked.h"
#include "tests/support/catch.h"

using namespace roundhouse::dsl;
using roundhouse::tests::MarkedYaml;

namespace {

/// The tree on one line: {key: value}, [item], texts in | |, nothing as ().
std::string shape(const YamlNode& node) {
  std::string text;
  switch (node.kind) {
    case YamlKind::empty:
      return "()";
    case YamlKind::scalar:
      return "|" + node.text + "|";
    case YamlKind::sequence:
      for (const YamlNode& item : node.items) text += (text.empty() ? "" : " ") + shape(item);
      return "[" + text + "]";
    case YamlKind::map:
      for (const YamlEntry& entry : node.entries) {
        text += (text.empty() ? "" : " ") + entry.key.text + ":" + shape(entry.value);
      }
      return "{" + text + "}";
  }
  return {};
}

std::string shape_of(std::string_view text) {
  const MarkedYaml yaml{std::string(text)};
  const auto checked = yaml.read();
  INFO(text);
  INFO(yaml.render(checked));
  CHECK(checked.diagnostics.empty());
  return shape(checked.value);
}

/// The value of `x` in a text where ⟦ ⟧ mark a part of it: is that where `part` of the decoded text stands?
struct Mapped {
  std::string_view text;
  std::string_view decoded;
  std::string_view part;
};

}  // namespace

TEST_CASE("a tree has the structure and the texts of its file", "[dsl][yaml]") {
  CHECK(shape_of("") == "()");
  CHECK(shape_of("a: 1\nb: two words\n") == "{a:|1| b:|two words|}");
  CHECK(shape_of("a:\nb: ''\nc: \"\"\n") == "{a:() b:|| c:||}");
  CHECK(shape_of("- a\n-\n- - b\n  - c\n- d: 1\n  e: 2\n") == "[|a| () [|b| |c|] {d:|1| e:|2|}]");
  CHECK(shape_of("a:\n- b\n- c\nd: 1\n") == "{a:[|b| |c|] d:|1|}");
  CHECK(shape_of("a: { 2: 16, 3..4: [x, z], q: }\n") == "{a:{2:|16| 3..4:[|x| |z|] q:()}}");
  CHECK(shape_of("a: {}\nb: []\n") == "{a:{} b:[]}");
  CHECK(shape_of("a: one\n  two\n\n  three\n") == "{a:|one two\nthree|}");
  CHECK(shape_of("a: 'it''s'\nb: \"\\u00e9\\n\"\n") == "{a:|it's| b:|\u00e9\n|}");
  CHECK(shape_of("a: |\n  one\n    two\n\nb: >\n  one\n  two\n") == "{a:|one\n  two\n| b:|one two\n|}");
  CHECK(shape_of("a: |-\n  one\nb: >-\n  two\n") == "{a:|one| b:|two|}");
  CHECK(shape_of("\xEF\xBB\xBF"
                 "a: 1\r\nb:\r\n  - \"c\r\n    d\"\r\n") == "{a:|1| b:[|c d|]}");
  CHECK(shape_of("---\na: 1 # x\n# y\nb: 2\n...\n") == "{a:|1| b:|2|}");
  CHECK(shape_of("\"a b\": 1\n'c': 2\n") == "{a b:|1| c:|2|}");
}

TEST_CASE("an entry is found by its key", "[dsl][yaml]") {
  const MarkedYaml yaml{"a: 1\nb: 2\n"};
  const auto checked = yaml.read();
  REQUIRE(checked.value.find("b") != nullptr);
  CHECK(checked.value.find("b")->text == "2");
  CHECK(checked.value.find("c") == nullptr);
  CHECK(checked.value.find("b")->find("a") == nullptr);
}

TEST_CASE("the span of a node is its own text", "[dsl][yaml]") {
  const std::vector<std::string_view> texts = {
      "x: ⟦plain words⟧   # comment\nz: 1\n",
      "x: ⟦'it''s'⟧\n",
      "x: ⟦\"a\\\"b\"⟧ # c\n",
      "x: ⟦one\n  two⟧\n\nz: 1\n",
      "x: |\n  ⟦one\n   two⟧\n\nz: 1\n",
      "x: >-   # folded\n\n    ⟦one\n    two⟧\nz: 1\n",
      "x: ⟦{ a: 1, b: [2, 3] , }⟧ # c\n",
      "x: ⟦[ ]⟧\n",
      "x: ⟦{}⟧\nz: {}\n",
      "x:\n  ⟦- a\n  -   b: 1\n      c: 2⟧\nz: 1\n",
      "x:\n  ⟦a: 1\n  b:\n    c: 2⟧   # d\nz: 1\n",
      "x:⟦⟧\nz: 1\n",
      "x:⟦⟧   # nothing\n",
      "\xEF\xBB\xBF# caf\u00e9\r\nx: ⟦\u00e9\u20ac⟧\r\n",
  };
  for (const std::string_view text : texts) {
    const MarkedYaml yaml{std::string(text)};
    const auto checked = yaml.read();
    INFO(text);
    INFO(yaml.render(checked));
    REQUIRE(checked.value.find("x") != nullptr);
    const Span where = checked.value.find("x")->where;
    INFO("found: [" << yaml.sources.text(where) << "]");
    CHECK(where == yaml.marked);
  }
}

TEST_CASE("a missing list item is behind its dash", "[dsl][yaml]") {
  const MarkedYaml yaml{"x:\n  - a\n  # - b\n  -⟦⟧\n  - c\n"};
  const auto checked = yaml.read();
  REQUIRE(checked.value.find("x")->items.size() == 3);
  CHECK(checked.value.find("x")->items[1].where == yaml.marked);
  const MarkedYaml first{"x:\n  -⟦⟧\n  - - c\n"};
  CHECK(first.read().value.find("x")->items[0].where == first.marked);
}

TEST_CASE("a part of a decoded text is found in the file", "[dsl][yaml]") {
  const std::vector<Mapped> cases = {
      {"x: a and ⟦end.pips⟧ == 3\n", "a and end.pips == 3", "end.pips"},
      {"x: ⟦a⟧\n", "a", "a"},
      {"x: 'it''s ⟦end.pips⟧'\n", "it's end.pips", "end.pips"},
      {"x: 'it⟦''⟧s'\n", "it's", "'"},
      {"x: '⟦it⟧''s'\n", "it's", "it"},
      {"x: \"a\\tb\\u00e9 ⟦end.pips⟧\"\n", "a\tb\u00e9 end.pips", "end.pips"},
      {"x: \"a\\tb⟦\\u00e9⟧ end.pips\"\n", "a\tb\u00e9 end.pips", "\u00e9"},
      {"x: \"a⟦\\t⟧b\"\n", "a\tb", "\t"},
      {"x: \"one\n   two\n\n   ⟦three⟧\"\n", "one two\nthree", "three"},
      {"x: \"one  \\\n   two ⟦three⟧\"\n", "one  two three", "three"},
      {"x: \"one \\\n\n\n   ⟦two⟧\"\n", "one \n\ntwo", "two"},
      {"x: |\n  one\n    two ⟦end.pips⟧\n\n  three\n", "one\n  two end.pips\n\nthree\n", "end.pips"},
      {"x: |\n  one\n    two end.pips\n\n  ⟦three⟧\n", "one\n  two end.pips\n\nthree\n", "three"},
      {"x: |\n  ⟦one⟧\n  two\n", "one\ntwo\n", "one"},
      {"x: |\n\n  ⟦one⟧\n", "\none\n", "one"},
      {"x: >\n  one\n  ⟦two⟧\n\n  three\n", "one two\nthree\n", "two"},
      {"x: >\n  one\n  two\n\n  ⟦three⟧\n", "one two\nthree\n", "three"},
      {"x: >\n  one\n    more ⟦two⟧\n  three\n", "one\n  more two\nthree\n", "two"},
      {"x: one\n  and ⟦two⟧\n  or three\n", "one and two or three", "two"},
      {"x: one\n  and two\n\n  or ⟦three⟧\n", "one and two\nor three", "three"},
      {"x: ⟦one⟧   \n  and two\n", "one and two", "one"},
      {"x: \u00e9 ⟦\u20ac⟧ z\r\n", "\u00e9 \u20ac z", "\u20ac"},
      {"x: \"one\r\n   ⟦two⟧\"\r\n", "one two", "two"},
      {"x: |\r\n   one\r\n   ⟦two⟧\r\n", "one\ntwo\n", "two"},
      {"\xEF\xBB\xBFx: a ⟦b⟧\n", "a b", "b"},
      {"x: [a, \"b ⟦c⟧\"]\n", "b c", "c"},
  };
  for (const Mapped& one : cases) {
    const MarkedYaml yaml{std::string(one.text)};
    const auto checked = yaml.read();
    INFO(one.text);
    INFO(yaml.render(checked));
    REQUIRE(checked.value.find("x") != nullptr);
    const YamlNode* value = checked.value.find("x");
    if (value->is_sequence()) value = &value->items.back();
    REQUIRE(value->text == one.decoded);
    REQUIRE((value->origin.empty() || value->origin.size() == value->text.size() + 1));
    const std::size_t begin = value->text.find(one.part);
    REQUIRE(begin != std::string::npos);
    const Span span = span_in_scalar(*value, begin, begin + one.part.size());
    INFO("found: [" << yaml.sources.text(span) << "] at " << span.begin << " not at " << yaml.marked.begin);
    CHECK(span == yaml.marked);
  }
}

TEST_CASE("the end of a decoded text is a point behind its last letter", "[dsl][yaml]") {
  for (const std::string_view text : {"x: a and⟦⟧\nz: 1\n", "x: 'a and⟦⟧'\n", "x: \"a and⟦⟧\"\n",
                                      "x: >-\n  a and⟦⟧\n\nz: 1\n", "x: |\n  a and⟦⟧\nz: 1\n"}) {
    const MarkedYaml yaml{std::string(text)};
    const auto checked = yaml.read();
    INFO(text);
    const YamlNode& value = *checked.value.find("x");
    const std::size_t end = value.text.find_last_not_of('\n') + 1;
    CHECK(span_in_scalar(value, end, end) == yaml.marked);
    CHECK(span_in_scalar(value, 4000, 5000) == yaml.marked);
  }
}

TEST_CASE("plain texts on one line need no table of places", "[dsl][yaml]") {
  CHECK(MarkedYaml{"x: a b c\n"}.read().value.find("x")->origin.empty());
}

TEST_CASE("comments are found, and what only looks like one is not", "[dsl][yaml]") {
  const MarkedYaml yaml{
      "# one\na: b # two\nc: \"# no\" # three\nd: |  # four\n  # no\ne: { a: 1, # five\n  b: c#no }\nf: "
      "a#no\n"};
  std::vector<std::string> comments;
  for (const Span span : find_comments(yaml.sources, yaml.file))
    comments.emplace_back(yaml.sources.text(span));
  CHECK(comments == std::vector<std::string>{"# one", "# two", "# three", "# four", "# five"});
}
