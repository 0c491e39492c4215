// Expressions from strangers: however long, deep or strange, an answer comes at once and in words of ours.

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <tao/pegtl/contrib/analyze.hpp>

#include "dsl/base/utf8.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/grammar.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/sanitized.h"

using namespace roundhouse::dsl;

namespace {

/// 50 milliseconds of our own time, whatever else the machine does; the sanitizers take their own.
std::clock_t most_time() {
  return roundhouse::tests::is_sanitized() ? 5 * CLOCKS_PER_SEC : CLOCKS_PER_SEC / 20;
}

YamlNode scalar_of(std::string text) {
  YamlNode scalar;
  scalar.kind = YamlKind::scalar;
  scalar.where = {FileId{0}, 0, static_cast<std::uint32_t>(text.size())};
  scalar.text = std::move(text);
  return scalar;
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = utf8_character(text, at);
    if (!character.valid) return false;
    at += character.length;
  }
  return true;
}

void check_manners(const YamlNode& scalar, const Diagnostics& diagnostics) {
  CHECK(diagnostics.size() <= 12);
  for (const Diagnostic& diagnostic : diagnostics) {
    CHECK(diagnostic.where.begin <= diagnostic.where.end);
    CHECK(diagnostic.where.end <= scalar.text.size());
    CHECK_FALSE(diagnostic.message.empty());
    for (const std::string& text : {diagnostic.message, diagnostic.why, diagnostic.help}) {
      CHECK(is_utf8(text));
      CHECK(text.find("pegtl") == std::string::npos);
      CHECK(text.find("exception") == std::string::npos);
      CHECK(text.find('\n') == std::string::npos);
      CHECK(text.size() < 800);
    }
  }
}

struct Judged {
  Diagnostics expression, effects;
};

/// Reads it as condition and as effects, with manners and in time.
Judged judged(const std::string& text) {
  const YamlNode scalar = scalar_of(text);
  const std::clock_t start = std::clock();
  const auto expression = parse_expression(scalar);
  const std::clock_t between = std::clock();
  const auto effects = parse_effects(scalar);
  const std::clock_t end = std::clock();
  CHECK(between - start < most_time());
  CHECK(end - between < most_time());
  check_manners(scalar, expression.diagnostics);
  check_manners(scalar, effects.diagnostics);
  return {expression.diagnostics, effects.diagnostics};
}

std::string only_code(const std::string& text) {
  const Diagnostics diagnostics = judged(text).expression;
  REQUIRE(diagnostics.size() == 1);
  return diagnostics[0].code;
}

}  // namespace

TEST_CASE("no rule of the grammar can go round in circles without reading on", "[dsl]") {
  CHECK(tao::pegtl::analyze<grammar::expression>() == 0);
  CHECK(tao::pegtl::analyze<grammar::effects>() == 0);
}

TEST_CASE("an expression has 4,096 characters at most", "[dsl][hostile][sanitized]") {
  const std::string longest = "a" + std::string(4095, ' ');
  CHECK(judged(longest).expression.empty());
  CHECK(only_code(longest + " ") == "expression-too-long");
  CHECK(only_code(std::string(1 << 20, 'a')) == "expression-too-long");
  CHECK(only_code(repeated("\u2264", 4097)) == "expression-too-long");
}

TEST_CASE("an expression is 32 levels deep at most, whatever the levels are", "[dsl][hostile][sanitized]") {
  struct Nest {
    std::string open, close;
  };
  const std::vector<Nest> nests = {
      {"(", ")"},
      {"not ", ""},
      {"- ", ""},
      {"f(", ")"},
      {"a.f(1, ", ")"},
      {"if x then ", " else y"},
      {"if ", " then x else y"},
      {"if x then y else ", ""},
      {"any(x in s where ", ")"},
      {"max(x in s of ", ")"},
      {"1 + (", ")"},
  };
  for (const Nest& nest : nests) {
    INFO(nest.open);
    CHECK(judged(repeated(nest.open, 32) + "a" + repeated(nest.close, 32)).expression.empty());
    CHECK(only_code(repeated(nest.open, 33) + "a" + repeated(nest.close, 33)) == "expression-too-deep");
    // As many as fit into the characters.
    const std::size_t most = 4095 / (nest.open.size() + nest.close.size());
    CHECK(only_code(repeated(nest.open, most) + "a" + repeated(nest.close, most)) == "expression-too-deep");
  }
}

TEST_CASE("an expression has 512 parts at most", "[dsl][hostile][sanitized]") {
  CHECK(judged("a" + repeated(" + a", 255)).expression.empty());          // 256 names, 255 operators
  CHECK(only_code("a" + repeated(" + a", 256)) == "expression-too-big");  // one more of each
  CHECK(judged("a" + repeated(" and a", 510)).expression.empty());        // one operator of many values
  CHECK(only_code("a" + repeated(" and a", 600)) == "expression-too-big");
  CHECK(judged("a" + repeated(".b", 511)).expression.empty());
  CHECK(only_code("a" + repeated(".b", 512)) == "expression-too-big");
  CHECK(only_code("f(1" + repeated(",1", 1000) + ")") == "expression-too-big");
}

TEST_CASE("texts made to be slow are answered at once", "[dsl][hostile][sanitized]") {
  const std::vector<std::string> texts = {
      repeated("(", 4096),
      repeated(")", 4096),
      repeated("()", 2048),
      repeated("((a)", 1000),
      repeated("not ", 1024),
      repeated("- ", 2048),
      repeated("-", 4096),
      repeated("if ", 1365),
      repeated("if a then ", 400),
      repeated("if a then b else ", 240),
      repeated("any(x in ", 450),
      repeated("any(", 1024),
      repeated("f(", 2048),
      repeated("a and ", 680),
      repeated("a and b or ", 370),
      repeated("a < ", 1024),
      repeated("a == b and ", 370) + "c or d",
      "a" + repeated(" < a", 200),
      "a" + repeated(" and a or a", 100),
      repeated("a.", 2048),
      repeated(".", 4096),
      repeated("= ", 2048),
      repeated("&& ", 1365),
      repeated("a is ", 800),
      repeated("a1", 2048),
      repeated("a-", 2048),
      "a" + repeated("_", 4095),
      repeated("9", 4096),
      repeated("\"", 4096),
      repeated("'a'", 1365),
      repeated("\u2264", 4096),
      repeated("a b ", 1024),
      repeated("1 2 ", 1024),
      repeated(",", 4096),
      repeated(";", 4096),
      repeated("mark(", 800),
      repeated("mark(new);", 400) + "x",
      std::string(4096, '\0'),
      std::string(4096, '\xFF'),
      repeated("x in 1..", 500),
      repeated("then ", 800),
      repeated("where of in ", 300),
  };
  for (const std::string& text : texts) {
    INFO(text.substr(0, 30));
    judged(text);
  }
}

TEST_CASE("hostile expressions are refused politely", "[dsl][hostile][sanitized]") {
  const std::filesystem::path folder = roundhouse::tests::source_folder() / "tests/hostile/expressions";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    INFO(entry.path().filename().string());
    const Judged both = judged(text.str());
    CHECK(has_errors(both.expression));
    CHECK(has_errors(both.effects));
    ++files;
  }
  CHECK(files >= 30);
}
