// Every trap of YAML: refused with its code at its place, and its honest neighbour accepted.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/syntax/yaml_codes.h"
#include "tests/dsl/yaml_marked.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

using namespace roundhouse::dsl;
using roundhouse::tests::MarkedYaml;

namespace {

struct Refused {
  std::string_view code;
  std::string_view text;  ///< the place between ⟦ and ⟧
};

const std::vector<Refused> refused = {
    {"yaml-after-value", "says: \"Hello\" ⟦he said⟧\n"},
    {"yaml-after-value", "rules:\n  - id: x\n    says: 'Tis the rule of May'⟦s aunt.⟧\n"},
    {"yaml-after-value", "remove: [a] ⟦b⟧   # comment\n"},
    {"yaml-after-value", "says: \"a\"⟦#b⟧\n"},
    {"yaml-alias", "a: ⟦*deal⟧\n"},
    {"yaml-alias", "a: [⟦*⟧deal]\n"},
    {"yaml-anchor", "a: ⟦&deal 3⟧\n"},
    {"yaml-anchor", "⟦&top⟧\na: 3\n"},
    {"yaml-bare-truth", "options:\n  grandma: ⟦yes⟧\n"},
    {"yaml-bare-truth", "options:\n  grandma: ⟦Off⟧   # not today\n"},
    {"yaml-bare-truth", "a: { b: ⟦NO⟧ }\n"},
    {"yaml-bare-truth", "a: [1, ⟦y⟧]\n"},
    {"yaml-bare-truth", "a:\n  - ⟦~⟧\n"},
    {"yaml-bare-truth", "a: ⟦null⟧\n"},
    {"yaml-bare-truth", "a: ⟦True⟧\n"},
    {"yaml-bare-truth", "⟦on⟧: 3\n"},
    {"yaml-block-header", "a: ⟦|2⟧\n    x\n"},
    {"yaml-block-header", "a: ⟦>-1⟧\n    x\n"},
    {"yaml-bracket-mismatch", "a: { b: [1, 2⟦}⟧ ]\n"},
    {"yaml-bracket-mismatch", "a: [1, 2⟦}⟧\n"},
    {"yaml-colon-in-text", "says: Yes⟦:⟧ no\n"},
    {"yaml-colon-in-text", "sources:\n  MF-3: The train⟦:⟧ it rests\n"},
    {"yaml-colon-in-text", "says: The train may rest\n  in the first lap⟦:⟧ nobody moves it\n"},
    {"yaml-colon-in-text", "a: { b: c⟦:⟧ d }\n"},
    {"yaml-complex-key", "⟦?⟧ a\n: b\n"},
    {"yaml-complex-key", "⟦[a, b]⟧: c\n"},
    {"yaml-complex-key", "a: { ⟦{b: c}⟧: d }\n"},
    {"yaml-complex-key", "⟦\"a\n  b\"⟧: c\n"},
    {"yaml-curly-quote", "says: ⟦“⟧Nobody touches it.”\n"},
    {"yaml-curly-quote", "when: ⟦‘⟧x’\n"},
    {"yaml-curly-quote", "⟦„⟧a“: 3\n"},
    {"yaml-directive", "⟦%YAML 1.2⟧\na: 3\n"},
    {"yaml-documents", "a: 1\n⟦---⟧\nb: 2\n"},
    {"yaml-documents", "---\n⟦---⟧\nb: 2\n"},
    {"yaml-documents", "a: 1\n...\n⟦b: 2⟧\n"},
    {"yaml-documents", "--- ⟦a⟧\n"},
    {"yaml-duplicate-key", "a: 1\nb: 2\n⟦a⟧: 3\n"},
    {"yaml-duplicate-key", "a: { b: 1, ⟦\"b\"⟧: 2 }\n"},
    {"yaml-escape", "says: \"a ⟦\\d⟧ b\"\n"},
    {"yaml-escape", "says: \"May⟦\\'⟧s aunt\"\n"},
    {"yaml-escape", "says: \"⟦\\u001⟧\"\n"},
    {"yaml-escape", "says: \"⟦\\0⟧\"\n"},
    {"yaml-escape", "says: \"⟦\\u001b⟧[2J\"\n"},
    {"yaml-escape", "says: \"⟦\\ud800⟧\"\n"},
    {"yaml-flow-comma", "words:\n  x: { of: int, is: max(1⟦,⟧ 2) }\n"},
    {"yaml-flow-comma", "match:\n  order: [me.total, sum(t in a⟦,⟧ b)]\n"},
    {"yaml-flow-entry", "a: { b: 1, ⟦c⟧ }\n"},
    {"yaml-flow-entry", "a: [1,⟦,⟧ 2]\n"},
    {"yaml-flow-entry", "a: [\"x\" ⟦\"⟧y\"]\n"},
    {"yaml-flow-entry", "a: [b⟦:⟧ c]\n"},
    {"yaml-flow-entry", "a: [b ⟦{⟧ c: d }]\n"},
    {"yaml-flow-question", "a: { b: May he⟦?⟧, c: 1 }\n"},
    {"yaml-flow-text", "options:\n  grandma: { ⟦ask⟧: May he?, default: true }\n"},
    {"yaml-flow-text", "facts:\n  began: { after: lay, ⟦do⟧: add(me.x, 1) }\n"},
    {"yaml-flow-text", "rules:\n  - { id: x, forbid: lay, ⟦says⟧: \"No\" }\n"},
    {"yaml-indent", "rules:\n  - id: x\n     ⟦forbid⟧: lay\n"},
    {"yaml-indent", "rules:\n  - id: x\n   ⟦forbid: lay⟧\n"},
    {"yaml-indent", "  a: 1\n⟦b: 2⟧\n"},
    {"yaml-indent", "a: 1\n⟦- b⟧\n"},
    {"yaml-indent", "a: |\n    one\n  ⟦two⟧\n"},
    {"yaml-indent", "a: \"x\"\n  ⟦b⟧\n"},
    {"yaml-lost-tail", "says: The double ⟦#5 counts fifty.⟧\n"},
    {"yaml-lost-tail", "says: It is the ⟦# that counts⟧\n"},
    {"yaml-lost-tail", "says: ⟦# 5 counts⟧\nfrom: [x]\n"},
    {"yaml-lost-tail", "sources:\n  MF-1: Rule ⟦#1 of the house⟧\n"},
    {"yaml-lost-tail", "when: a and   # the first\n  ⟦b⟧\n"},
    {"yaml-merge-key", "a:\n  ⟦<<⟧: b\n"},
    {"yaml-no-colon", "rules:\n  - id: x\n    ⟦forbid lay⟧\n    says: Never\n"},
    {"yaml-no-colon", "rules:\n  - ⟦id a⟧\n    forbid: lay\n"},
    {"yaml-no-space", "rules:\n  ⟦-⟧id: a\n   forbid: lay\n"},
    {"yaml-no-colon", "options:\n  ⟦deal 5⟧\n  grandma: true\n"},
    {"yaml-no-key", "a:\n  ⟦:⟧ 3\n"},
    {"yaml-no-key", "a: {⟦:⟧ 3}\n"},
    {"yaml-no-space", "rules:\n  - id: x\n    when⟦:⟧me.x == 3\n    says: Never\n"},
    {"yaml-no-space", "name⟦:⟧Miller\nextends: x\n"},
    {"yaml-no-space", "options:\n  deal⟦:⟧5\n  grandma: true\n"},
    {"yaml-no-space", "rules:\n  - id⟦:⟧x\n    forbid: lay\n"},
    {"yaml-no-space", "says⟦:⟧Nobody: x\n"},
    {"yaml-no-space", "deal: {2⟦:⟧16}\n"},
    {"yaml-no-space", "deal: { 2: 16, 3..4⟦:⟧14, 5..8:11 }\n"},
    {"yaml-odd-space", "when:⟦\u00A0⟧me.x\n"},
    {"yaml-odd-space", "⟦\u00A0⟧ when: me.x\n"},
    {"yaml-odd-space", "wh⟦\u200B⟧en: me.x\n"},
    {"yaml-odd-space", "when: ⟦\u3000⟧me.x\n"},
    {"yaml-odd-space", "na⟦\u200E⟧me: x\n"},
    {"yaml-odd-space", "⟦\u200F⟧name: x\n"},
    {"yaml-odd-space", "\"na⟦\u2060⟧me\": x\n"},
    {"yaml-odd-space", "forbid: la⟦\u200D⟧y\n"},
    {"yaml-odd-space", "forbid: la⟦\u200B⟧y\n"},
    {"yaml-odd-space", "forbid: [lay, draw⟦\u202E⟧]\n"},
    {"yaml-odd-space", "forbid: 'la⟦\uFEFF⟧y'\n"},
    {"yaml-odd-space", "forbid: la⟦\u3164⟧y\n"},
    {"yaml-tab", "a:\n⟦\t⟧b: 1\n"},
    {"yaml-tab", "a:\n  ⟦\t⟧b: 1\n"},
    {"yaml-tab", "a: |\n  x\n⟦\t⟧y\n"},
    {"yaml-tab", "a: [1,\n⟦\t⟧2]\n"},
    {"yaml-tab", "a:\n  -⟦\t⟧b\n"},
    {"yaml-tag", "when: ⟦!⟧me.x\n"},
    {"yaml-tag", "a: ⟦!⟧!binary x\n"},
    {"yaml-tag", "a: [⟦!⟧me.x]\n"},
    {"yaml-text-start", "says: ⟦{⟧double_blank} is what a double blank counts.\n"},
    {"yaml-text-start", "says: ⟦[⟧sic] no\n"},
    {"yaml-text-start", "says: ⟦*⟧ is any\n"},
    {"yaml-text-start", "says: ⟦&⟧ so on\n"},
    {"yaml-text-start", "says: ⟦!⟧ stop\n"},
    {"yaml-text-start", "says: ⟦@⟧home\n"},
    {"yaml-text-start", "says: ⟦%⟧ of all\n"},
    {"yaml-text-start", "says: ⟦|⟧ x\n"},
    {"yaml-text-start", "when: ⟦>⟧ 3\n"},
    {"yaml-text-start", "says: ⟦-⟧ no\n"},
    {"yaml-text-start", "says: ⟦?⟧ no\n"},
    {"yaml-text-start", "says: ⟦`⟧no`\n"},
    {"yaml-text-start", "says: ⟦}⟧no\n"},
    {"yaml-text-start", "says: ⟦]⟧no\n"},
    {"yaml-text-start", "⟦,⟧"},
    {"yaml-unclosed-bracket", "a: ⟦{⟧ b: 1\nc: 2\n"},
    {"yaml-unclosed-bracket", "rules:\n  - from: ⟦[⟧A-1, A-2\n  - id: z\n"},
    {"yaml-unclosed-bracket", "a: ⟦[⟧"},
    {"yaml-unclosed-quote", "rules:\n  - says: ⟦\"⟧Nobody\n    id: x\n  - says: \"Somebody\"\n"},
    {"yaml-unclosed-quote", "says: ⟦'⟧Tis fun\nid: x\n"},
    {"yaml-unclosed-quote", "a: [x, ⟦\"⟧y]\nb: \"z\"\n"},
};

/// Near each trap, and no mistake.
const std::vector<std::string_view> accepted = {
    "",
    "# nothing but a comment\n",
    "---\na: 1\n",
    "# first\n---\na: 1\n...\n# last\n",
    "a: 1",
    "says: 'He said \"Hello\"'\n",
    "says: \"a\" # b\n",
    "remove: [a, b]   # comment\n",
    "says: Yes and no\n",
    "says: \"Yes: no\"\n",
    "says: Yes:no\n",
    "says: The *train* & the {double_blank}, [sic] 50% @home | > - ? ! `x`\n",
    "says: \"yes\"\nid: 'no'\n",
    "grandma: true\nother: false\n",
    "says: The “engine” must be covered.\n",
    "says: “Knock” is what you say.\n",
    "says: “Yes” and “no”\n",
    "says: \"The double #5\"\n",
    "says: Nobody.   # see MF-3\n",
    "says: Nobody. # see MF-3\n",
    "says: Nobody   #see MF-3\n",
    "double_blank: 50 # a new value\n",
    "double_blank: 50 #a new value\n",
    "when: a == 3 # or so\n",
    "says:   # the text follows\n  Nobody.\n",
    "says: a#b\n",
    "deal: { 2: 16, 3..4: 14 }\n",
    "deal: {2: 16,\n  3..4: 14}   # a comment\n",
    "deal: {\n  2: 16,   # two\n  # three and four\n  3..4: 14,\n}\nb: 1\n",
    "order: [\"max(1, 2)\", me.total]\n",
    "order: [(a), b(c)]\n",
    "a: { b: \"May he?\", c: 1 }\n",
    "a: { b: it's, c: 1 }\n",
    "facts:\n  began:\n    after: lay\n    do: add(me.x, 1)\n",
    "ask: May he, or not?\n",
    "do: |\n  mark(new);\n\n  owe(new, 1)\nwhen: x\n",
    "says: >-   # folded\n  one: two # three\n  {four}\n",
    "a:\n- b\n- c\nd: 1\n",
    "a:\n  - - 1\n    - 2\n  - x: 1\n    z: 2\n",
    "a:\n  - # an item on the lines below\n    x: 1\n",
    "a:\n  b:\n  c: 1\n",
    "a:\n    b: 1\n",
    "when: a\n  and b\n\n  and c\nsays: x\n",
    "when:\n  a and\n  b\nsays: x\n",
    "says: \"one\n  two\n\n  three\"\n",
    "a : 1\n\"b\" : 2\n",
    "a:\t1\n",
    "a: 1\t# x\n\t\n \t# y\n",
    "a: -5\n",
    "a: -x\n",
    "url: https://example.org/a\n",
    "a:\n  - https://example.org/a\n",
    "says: 5\u00A0km\n",
    "says: \"\\u00e9\\n\\t\\x41\\\\ \\\"\"\n",
    "a: {}\nb: []\nc: [ ]\n",
    "a: {\"b\":1}\n",
    "\xEF\xBB\xBF"
    "a: 1\r\nb:\r\n  - c\r\n  - \"d\r\n    e\"\r\n",
};

}  // namespace

TEST_CASE("every trap of YAML is refused with its code, at its place and once", "[dsl][yaml]") {
  for (const Refused& one : refused) {
    INFO(one.text);
    const MarkedYaml yaml{std::string(one.text)};
    const auto checked = yaml.read();
    INFO(yaml.render(checked));
    REQUIRE(checked.diagnostics.size() == 1);
    const Diagnostic& found = checked.diagnostics.front();
    CHECK(found.code == one.code);
    CHECK(found.severity == Severity::error);
    CHECK(found.where == yaml.marked);
    CHECK_FALSE(found.message.empty());
    CHECK_FALSE(found.help.empty());
    CHECK(found.message.back() != '.');
  }
}

TEST_CASE("what only looks like a trap of YAML is accepted", "[dsl][yaml]") {
  for (const std::string_view text : accepted) {
    INFO(text);
    const MarkedYaml yaml{std::string(text)};
    const auto checked = yaml.read();
    INFO(yaml.render(checked));
    CHECK(checked.diagnostics.empty());
  }
}

TEST_CASE("traps of YAML are silent about ten near misses each", "[dsl][yaml]") {
  std::istringstream lines(
      roundhouse::tests::read_file(roundhouse::tests::source_folder() / "tests/near/yaml.cases"));
  std::map<std::string, std::size_t> cases;
  std::string code;
  std::string text;
  const auto read = [&] {
    if (code.empty()) return;
    ++cases[code];
    const MarkedYaml yaml{text};
    INFO(code << ":\n" << text << yaml.render(yaml.read()));
    CHECK(yaml.read().diagnostics.empty());
  };
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("--- ")) {
      text += line + "\n";
      continue;
    }
    read();
    code = line.substr(4);
    text.clear();
  }
  read();
  CHECK(cases.size() == 12);
  for (const auto& entry : cases) {
    INFO(entry.first);
    CHECK(entry.second >= 10);
    CHECK(std::any_of(yaml_codes.begin(), yaml_codes.end(),
                      [&](const YamlCodeRow& row) { return row.code == entry.first; }));
  }
}

TEST_CASE("each code that is a trap has a refused case", "[dsl][yaml]") {
  std::set<std::string_view> with_case;
  for (const Refused& one : refused) with_case.insert(one.code);
  // Their cases are too long or too strange for a table: yaml_limits_test.cpp.
  const std::set<std::string_view> elsewhere = {
      "yaml-binary",    "yaml-line-ending",   "yaml-not-utf8",        "yaml-scalar-too-long", "yaml-too-deep",
      "yaml-too-large", "yaml-too-many-keys", "yaml-too-many-values", "yaml-syntax",
  };
  for (const YamlCodeRow& row : yaml_codes) {
    INFO(row.code);
    CHECK(with_case.contains(row.code) != elsewhere.contains(row.code));
    CHECK(row.sentence.ends_with("."));
  }
}

TEST_CASE("the help shows the line as it should be", "[dsl][yaml]") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"deal: {2:16, 3..4:14}   # by players\n", "\n    deal: {2: 16, 3..4: 14}   # by players"},
      {"when:me.x\n", "\n    when: me.x"},
      {"rules:\n  -id: a\n", "\n    - id: a"},
      {"- id: a\n  says Nobody.\n", "\n    says: Nobody."},
      {"a: 1\ndeal = 5\n", "\n    deal: 5"},
      {"deal: 2: 16, 3: 15\n", "\n    deal: { 2: 16, 3: 15 }"},
      {"says: \"a \\\"b\n", "\n    says: \"a \\\"b\""},
      {"when: !me.x\n", "\n    when: not me.x"},
      {"says: Yes: no\n", "\n    says: \"Yes: no\""},
      {"says: The double #5 counts\n", "\n    says: \"The double #5 counts\""},
      {"says: “All of this”\n", "\n    says: \"All of this\""},
      {"says: {x} points\n", "\n    says: \"{x} points\""},
      {"says: \"Yes\" he said\n", "\n    says: '\"Yes\" he said'"},
      {"facts:\n  began: { after: lay, do: add(me.x, 1) }\n",
       "\n    began:\n      after: lay\n      do: add(me.x, 1)"},
      {"options:\n  g: { ask: May he, or she?, default: true }\n",
       "\n    g:\n      ask: May he, or she?\n      default: true"},
      {"rules:\n  - { id: x, forbid: lay, says: No }\n", "\n    - id: x\n      forbid: lay\n      says: No"},
  };
  for (const auto& [text, shown] : cases) {
    const MarkedYaml yaml{std::string(text)};
    const auto checked = yaml.read();
    INFO(yaml.render(checked));
    REQUIRE(checked.diagnostics.size() == 1);
    CHECK(checked.diagnostics.front().help.find(shown) != std::string::npos);
  }
}

TEST_CASE("all traps of a file are found at once", "[dsl][yaml]") {
  const MarkedYaml yaml{
      "name:Miller\n"
      "options:\n"
      "  deal: {2:16}\n"
      "  grandma: yes\n"
      "rules:\n"
      "  - id: a\n"
      "    when: !me.x\n"
      "    says: Yes: no\n"
      "  - id: b\n"
      "    says: \"Nobody\n"
      "    from: [x]\n"
      "  - id: c\n"
      "    forbid: [lay\n"
      "  - id: d\n"
      "    says: {x} points\n"};
  const auto checked = yaml.read();
  std::vector<std::string> codes;
  for (const Diagnostic& found : checked.diagnostics) codes.push_back(found.code);
  INFO(yaml.render(checked));
  CHECK(codes == std::vector<std::string>{"yaml-no-space", "yaml-no-space", "yaml-bare-truth", "yaml-tag",
                                          "yaml-colon-in-text", "yaml-unclosed-quote",
                                          "yaml-unclosed-bracket", "yaml-text-start"});
}

TEST_CASE("a mistake within a value leaves the tree to be checked further", "[dsl][yaml]") {
  const MarkedYaml yaml{"grandma: yes\nother: No\nsays: Rule #5\na: 1\na: 2\n"};
  const auto checked = yaml.read();
  CHECK(checked.diagnostics.size() == 4);
  REQUIRE(checked.value.is_map());
  CHECK(checked.value.entries.size() == 4);
  CHECK(checked.value.find("grandma")->text == "true");
  CHECK(checked.value.find("other")->text == "false");
  CHECK(checked.value.find("a")->text == "1");
  // The shape is not to be trusted: nothing to check.
  CHECK(MarkedYaml{"a:1\nb: 2\n"}.read().value.kind == YamlKind::empty);
}

TEST_CASE("a duplicate key points at the first", "[dsl][yaml]") {
  const MarkedYaml yaml{"a: 1\nb: 2\na: 3\n"};
  const auto checked = yaml.read();
  REQUIRE(checked.diagnostics.size() == 1);
  REQUIRE(checked.diagnostics.front().labels.size() == 1);
  CHECK(checked.diagnostics.front().labels.front() == Label{{yaml.file, 0, 1}, "first given here"});
}
