// Printing and reading undo each other, over random trees and over random damage to them.

#include <random>
#include <string>

#include "dsl/syntax/expression.h"
#include "tests/support/catch.h"

using namespace roundhouse::dsl;

namespace {

YamlNode scalar_of(std::string text) {
  YamlNode scalar;
  scalar.kind = YamlKind::scalar;
  scalar.where = {FileId{0}, 0, static_cast<std::uint32_t>(text.size())};
  scalar.text = std::move(text);
  return scalar;
}

/// The same but for places and for brackets that were written.
bool same(const SyntaxNode& a, const SyntaxNode& b) {
  if (a.kind != b.kind || a.op != b.op || a.text != b.text || a.number != b.number ||
      a.variable != b.variable || a.receiver != b.receiver || a.has_where != b.has_where ||
      a.has_of != b.has_of || a.args.size() != b.args.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    if (!same(a.args[i], b.args[i])) return false;
  }
  return true;
}

class RandomTrees {
 public:
  explicit RandomTrees(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }

  SyntaxNode tree(int depth) {
    SyntaxNode node;
    const std::size_t kinds = static_cast<std::size_t>(SyntaxKind::quantifier) + 1;
    node.kind = depth <= 0 ? static_cast<SyntaxKind>(below(2)) : static_cast<SyntaxKind>(below(kinds));
    switch (node.kind) {
      case SyntaxKind::number:
        node.number = below(4) == 0 ? 1'000'000'000 : static_cast<std::int64_t>(below(20));
        break;
      case SyntaxKind::name:
        node.text = name();
        break;
      case SyntaxKind::member:
        node.text = member_name();
        add(node, 1, depth);
        break;
      case SyntaxKind::call:
        node.receiver = below(2) == 0;
        node.text = node.receiver ? member_name() : name();
        add(node, (node.receiver ? 1 : 0) + below(3), depth);
        break;
      case SyntaxKind::operation:
        node.op = any_op([](const OpRow& op) { return op.form != Form::plain && !is_quantifier(op.op); });
        add(node, operands_of(node.op), depth);
        break;
      case SyntaxKind::quantifier: {
        node.op = any_op([](const OpRow& op) { return is_quantifier(op.op); });
        node.text = row(node.op).sign;
        node.variable = name();
        node.has_where = row(node.op).form == Form::asking || below(2) == 0;
        node.has_of = row(node.op).form == Form::measuring;
        add(node, 1U + (node.has_where ? 1U : 0U) + (node.has_of ? 1U : 0U), depth);
        break;
      }
    }
    return node;
  }

 private:
  std::mt19937 random_;

  template <class Fits>
  Op any_op(const Fits& fits) {
    for (;;) {
      const OpRow& op = all_operators[below(all_operators.size())];
      if (fits(op)) return op.op;
    }
  }
  std::size_t operands_of(Op op) {
    const Form form = row(op).form;
    if (form == Form::prefix) return 1;
    if (form == Form::junction) return 2 + below(3);
    return form == Form::range || form == Form::choice ? 3 : 2;
  }
  void add(SyntaxNode& node, std::size_t parts, int depth) {
    for (std::size_t i = 0; i < parts; ++i) node.args.push_back(tree(depth - 1 - static_cast<int>(below(2))));
  }
  std::string name() {
    const char* const names[] = {"a",     "in-turn", "going-out", "double_blank", "x1",   "order",
                                 "notes", "A",       "nobody",    "true",         "iffy", "then-some"};
    return names[below(std::size(names))];
  }
  std::string member_name() {
    const char* const names[] = {"count", "any", "best", "hand", "spare_side", "in-hand", "if_any"};
    return names[below(std::size(names))];
  }
};

/// Every part's place holds exactly the part, by reading the text there once more.
void check_places(const SyntaxNode& node, const std::string& text) {
  const std::string part = text.substr(node.where.begin, node.where.end - node.where.begin);
  const auto again = parse_expression(scalar_of(part));
  INFO(part);
  REQUIRE(again.ok());
  CHECK(same(again.value, node));
  if (!node.text.empty()) {
    CHECK(text.substr(node.text_where.begin, node.text_where.end - node.text_where.begin) == node.text);
  }
  if (!node.variable.empty()) {
    CHECK(text.substr(node.variable_where.begin, node.variable_where.end - node.variable_where.begin) ==
          node.variable);
  }
  for (const SyntaxNode& arg : node.args) check_places(arg, text);
}

}  // namespace

TEST_CASE("what is printed reads as the same tree, and prints the same again", "[dsl][sanitized]") {
  RandomTrees random(20240607);
  std::size_t read = 0;
  for (int i = 0; i < 6000; ++i) {
    const SyntaxNode tree = random.tree(1 + i % 6);
    const std::string text = print_expression(tree);
    if (text.size() > 4096) continue;
    const auto again = parse_expression(scalar_of(text));
    INFO(text);
    if (!again.ok() && again.diagnostics[0].code == "expression-too-big") continue;
    REQUIRE(again.ok());
    CHECK(same(tree, again.value));
    CHECK(print_expression(again.value) == text);
    ++read;
  }
  CHECK(read > 5000);
}

TEST_CASE("every part of a tree knows its place", "[dsl]") {
  RandomTrees random(7);
  for (int i = 0; i < 400; ++i) {
    const std::string text = print_expression(random.tree(1 + i % 4));
    const auto read = parse_expression(scalar_of(text));
    if (read.ok()) check_places(read.value, text);
  }
}

TEST_CASE("effects that are printed read the same", "[dsl]") {
  RandomTrees random(11);
  for (int i = 0; i < 500; ++i) {
    std::vector<EffectSyntax> effects;
    for (std::size_t n = random.below(4) + 1; n > 0; --n) {
      EffectSyntax effect;
      effect.name = n % 2 == 0 ? "mark" : "end_round";
      for (std::size_t args = random.below(3); args > 0; --args) effect.args.push_back(random.tree(2));
      effects.push_back(effect);
    }
    const std::string text = print_effects(effects);
    INFO(text);
    const auto again = parse_effects(scalar_of(text));
    REQUIRE(again.ok());
    REQUIRE(again.value.size() == effects.size());
    for (std::size_t e = 0; e < effects.size(); ++e) {
      CHECK(again.value[e].name == effects[e].name);
      REQUIRE(again.value[e].args.size() == effects[e].args.size());
      for (std::size_t a = 0; a < effects[e].args.size(); ++a) {
        CHECK(same(again.value[e].args[a], effects[e].args[a]));
      }
      const Span where = again.value[e].where;
      const auto one = parse_effects(scalar_of(text.substr(where.begin, where.end - where.begin)));
      REQUIRE(one.ok());
      CHECK(print_effects(one.value) == print_effects({effects[e]}));
    }
    CHECK(print_effects(again.value) == text);
  }
}

TEST_CASE("a damaged text is read or refused, never both or neither", "[dsl][hostile][sanitized]") {
  const char* const scraps[] = {
      "(",  ")",  "and", " or ", "not ", "if ",     " then ", " else ",   "in ",  "..", ".",
      ",",  ";",  "=",   "==",   "<",    "&&",      "!",      "'",        "\"",   "3",  "5.5",
      "a ", "is", "-",   " of ", " x ",  " where ", "any(",   "\xC3\xA9", "\xFF", "#",  "isn't "};
  RandomTrees random(99);
  for (int i = 0; i < 30000; ++i) {
    std::string text = print_expression(random.tree(3));
    for (std::size_t wounds = 1 + random.below(2); wounds > 0; --wounds) {
      const std::size_t at = random.below(text.size() + 1);
      if (random.below(3) == 0) {
        text.erase(at, 1 + random.below(4));
      } else {
        text.insert(at, scraps[random.below(std::size(scraps))]);
      }
    }
    const YamlNode scalar = scalar_of(text);
    INFO(text);
    const auto expression = parse_expression(scalar);
    const auto effects = parse_effects(scalar);
    for (const Diagnostics* diagnostics : {&expression.diagnostics, &effects.diagnostics}) {
      for (const Diagnostic& diagnostic : *diagnostics) {
        if (diagnostic.where.begin > diagnostic.where.end || diagnostic.where.end > text.size()) {
          FAIL_CHECK(diagnostic.code << " stands nowhere");
        }
        if (diagnostic.code == "unexpected-text") FAIL_CHECK("no message of its own: " << diagnostic.message);
      }
    }
    if (expression.ok()) {
      const auto again = parse_expression(scalar_of(print_expression(expression.value)));
      if (!again.ok() || !same(again.value, expression.value)) FAIL_CHECK("prints as something else");
    }
    if (effects.ok() && effects.value.empty()) FAIL_CHECK("no effects and nothing said");
  }
}
