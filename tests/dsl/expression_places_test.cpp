// Places inside expressions, through everything that YAML does to a scalar on the way.

#include <string>

#include "dsl/syntax/expression.h"
#include "tests/support/catch.h"

using namespace roundhouse::dsl;

namespace {

/// The value of `when:` or `do:` in the only map of a file, read as such, with what is shown of its places.
struct Read {
  SourceMap sources;
  Diagnostics diagnostics;
  SyntaxNode tree;

  explicit Read(std::string file) {
    const FileId id = sources.add("family.yaml", std::move(file));
    const auto yaml = read_yaml(sources, id);
    if (!yaml.ok()) FAIL(render_diagnostics(sources, yaml.diagnostics));
    if (const YamlNode* scalar = yaml.value.find("when")) {
      auto expression = parse_expression(*scalar);
      diagnostics = expression.diagnostics;
      tree = expression.value;
    } else {
      diagnostics = parse_effects(*yaml.value.find("do")).diagnostics;
    }
  }

  /// Code, line and column, and the very bytes complained about.
  std::string complaint() const {
    if (diagnostics.size() != 1) return render_diagnostics(sources, diagnostics);
    const Span where = diagnostics[0].where;
    const LineColumn at = sources.locate(where.file, where.begin);
    return diagnostics[0].code + " " + std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
           std::string(sources.text(where));
  }
};

}  // namespace

TEST_CASE("a mistake stands where the file has it, however the scalar is written", "[dsl]") {
  CHECK(Read("id: x\nwhen: a = 3\n").complaint() == "single-equals 2:9 =");
  CHECK(Read("when:    a = 3\n").complaint() == "single-equals 1:12 =");
  CHECK(Read("when: 'a = 3'\n").complaint() == "single-equals 1:10 =");
  CHECK(Read("when: 'a == ''b c'''\n").complaint() == "text-in-expression 1:13 ''b c''");
  CHECK(Read("when: \"a = 3\"\n").complaint() == "single-equals 1:10 =");
  CHECK(Read("when: \"a\\t\\x3d 3\"\n").complaint() == "single-equals 1:11 \\x3d");
  CHECK(Read("when: \"\\u0061 == \\\"b\\\"\"\n").complaint() == "text-in-expression 1:18 \\\"b\\\"");
  CHECK(Read("when: |\n  a and\n  b = 3\n").complaint() == "single-equals 3:5 =");
  CHECK(Read("when: >\n  a and\n  b = 3\n").complaint() == "single-equals 3:5 =");
  CHECK(Read("when: >-\n    a and\n    b and (c\n").complaint() == "unclosed-bracket 3:11 (");
  CHECK(Read("when: a and\n   b = 3\n").complaint() == "single-equals 2:6 =");
  CHECK(Read("when: \"a and\n   b = 3\"\n").complaint() == "single-equals 2:6 =");
  CHECK(Read("when: \"a and \\\n   b = 3\"\n").complaint() == "single-equals 2:6 =");
  CHECK(Read("when: a \u2264 3 b\n").diagnostics.size() == 2);
  CHECK(Read("do: |\n  mark(new)\n  owe(new, 1)\n").complaint() == "missing-semicolon 3:3 owe");
}

TEST_CASE("a mistake behind a mended spelling keeps its place", "[dsl]") {
  const Read read("when: a && b && c d\n");
  REQUIRE(read.diagnostics.size() == 3);
  CHECK(read.sources.text(read.diagnostics[0].where) == "&&");
  CHECK(read.sources.text(read.diagnostics[1].where) == "&&");
  CHECK(read.sources.text(read.diagnostics[2].where) == "d");

  const Read mixed("when: a && b or c\n");
  REQUIRE(mixed.diagnostics.size() == 2);
  CHECK(mixed.diagnostics[1].code == "mixed-and-or");
  CHECK(mixed.sources.text(mixed.diagnostics[1].where) == "or");
  REQUIRE(mixed.diagnostics[1].labels.size() == 1);
  CHECK(mixed.sources.text(mixed.diagnostics[1].labels[0].where) == "&&");
}

TEST_CASE("the parts of a mended text stand where they were written", "[dsl]") {
  const Read read("when: end.pip is not 3 && (!me.x)\n");
  CHECK(read.diagnostics.size() == 3);
  REQUIRE(read.tree.op == Op::logical_and);
  CHECK(read.sources.text(read.tree.where) == "end.pip is not 3 && (!me.x)");
  CHECK(read.sources.text(read.tree.args[0].where) == "end.pip is not 3");
  CHECK(read.sources.text(read.tree.args[1].where) == "(!me.x)");
  CHECK(read.sources.text(read.tree.args[1].args[0].where) == "me.x");
}

TEST_CASE("a member and a variable know the place of their name", "[dsl]") {
  const Read read("when: any(p in players where p . hand == q)\n");
  REQUIRE(read.diagnostics.empty());
  CHECK(read.sources.text(read.tree.text_where) == "any");
  CHECK(read.sources.text(read.tree.variable_where) == "p");
  const SyntaxNode& member = read.tree.args[1].args[0];
  CHECK(read.sources.text(member.where) == "p . hand");
  CHECK(read.sources.text(member.text_where) == "hand");
}
