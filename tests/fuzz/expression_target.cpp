// A condition, or effects: parsed, printed, parsed again.

#include "dsl/syntax/expression.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/trouble.h"
#include "tests/support/random_rules.h"

namespace roundhouse::tests {
namespace {

dsl::YamlNode scalar(std::string_view text) {
  dsl::YamlNode node;
  node.kind = dsl::YamlKind::scalar;
  node.text = text;
  node.where = {{}, 0, static_cast<std::uint32_t>(text.size())};
  return node;
}

bool same(const dsl::SyntaxNode& a, const dsl::SyntaxNode& b) {
  if (a.kind != b.kind || a.text != b.text || a.number != b.number || a.variable != b.variable ||
      a.receiver != b.receiver || a.has_where != b.has_where || a.has_of != b.has_of ||
      a.args.size() != b.args.size())
    return false;
  for (std::size_t i = 0; i < a.args.size(); ++i)
    if (!same(a.args[i], b.args[i])) return false;
  return true;
}

bool same(const std::vector<dsl::EffectSyntax>& a, const std::vector<dsl::EffectSyntax>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].name != b[i].name || a[i].args.size() != b[i].args.size() || a[i].inner != b[i].inner)
      return false;
    for (std::size_t j = 0; j < a[i].args.size(); ++j)
      if (!same(a[i].args[j], b[i].args[j])) return false;
  }
  return true;
}

/// A printed text may be longer or deeper than the one written.
bool is_beyond_limits(const dsl::Diagnostics& diagnostics) {
  for (const dsl::Diagnostic& diagnostic : diagnostics)
    if (diagnostic.code.starts_with("expression-too-")) return true;
  return false;
}

template <class Tree, class Parse, class Print>
std::string trouble_with_tree(std::string_view text, const Parse& parse, const Print& print) {
  const dsl::Checked<Tree> read = parse(scalar(text));
  std::string trouble = trouble_with_complaints(read.diagnostics, {}, text.size());
  if (!trouble.empty() || !read.ok()) return trouble;
  const std::string printed = print(read.value);
  const dsl::Checked<Tree> again = parse(scalar(printed));
  if (is_beyond_limits(again.diagnostics)) return {};
  if (!again.ok())
    return "what is printed cannot be parsed: " + printed + ": " + again.diagnostics.front().message;
  if (!same(read.value, again.value)) return "what is printed is another tree: " + printed;
  if (print(again.value) != printed) return "printed twice, it differs: " + printed;
  return {};
}

std::string trouble_with_expression(std::string_view text) {
  std::string trouble =
      trouble_with_tree<dsl::SyntaxNode>(text, dsl::parse_expression, dsl::print_expression);
  if (trouble.empty())
    trouble = trouble_with_tree<std::vector<dsl::EffectSyntax>>(text, dsl::parse_effects, dsl::print_effects);
  return trouble;
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts =
      texts_under("tests/hostile/expressions", {".txt"}, expression_target.longest);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Chance chance(seed);
    texts.push_back(scribble_expression(chance));
  }
  return texts;
}

}  // namespace

const FuzzTarget expression_target{"expression", trouble_with_expression, alter_expression, seeds, 4200};

}  // namespace roundhouse::tests
