#pragma once
// The expression language as a plain tree with places: what was written, nothing about what it
// means. The grammar stands in docs/language.md; the parser is the only file that includes PEGTL.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/syntax/yaml_tree.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

enum class SyntaxKind : std::uint8_t {
  number,  ///< `number`
  name,    ///< `text`: a bare name: root, option, word, constant, bound variable
  member,  ///< args[0] . text
  call,  ///< text(args...): a table `deal(n)`, `match.used(n)` has the receiver as args[0] and `receiver` set
  operation,   ///< `op` of the args
  quantifier,  ///< `op` is any, all, count, sum, max, min, sole or best; see below
};

/// quantifier: `op`(`variable` in args[0] where args[1] of args[2]). Which parts stand there is said
/// by `has_where`, `has_of`; args hold only those that do, in that order.
struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::number;
  Op op = Op::number;  ///< of operations and quantifiers
  Span where;
  std::string text;
  std::int64_t number = 0;
  std::string variable;
  Span variable_where;
  Span text_where;  ///< of a member: its name alone
  bool receiver = false;
  bool has_where = false;
  bool has_of = false;
  bool bracketed = false;  ///< stood in brackets of its own
  std::vector<SyntaxNode> args;

  // Made once, in the source: hundreds of units copy and move it.
  SyntaxNode();
  ~SyntaxNode();
  SyntaxNode(const SyntaxNode&);
  SyntaxNode(SyntaxNode&&) noexcept;
  SyntaxNode& operator=(const SyntaxNode&);
  SyntaxNode& operator=(SyntaxNode&&) noexcept;
};

/// `mark(new); owe(new, 1)`: calls separated by `;`. Of `each(x in SET where C do ...)` the only argument is
/// a quantifier (any) with the variable, the set and the condition, and the effects that it holds stand
/// behind it in the list.
struct EffectSyntax {
  std::string name;
  Span where;
  Span name_where;
  std::vector<SyntaxNode> args;
  std::size_t inner = 0;  ///< of each: how many of the calls behind it are in its brackets, at whatever depth
};

/// Every complaint has a code of expression_codes.h. Where all that is wrong is a foreign spelling (`=`,
/// `&&`, `is`), the tree of the mended text is there nevertheless; otherwise the value is empty. Limits
/// (docs/language.md#limits): 4,096 characters, depth 32 (brackets, calls, `not`, `-`, choices,
/// quantifiers; a chain such as `a + b + c` is one level), 512 nodes.
Checked<SyntaxNode> parse_expression(const YamlNode& scalar);
Checked<std::vector<EffectSyntax>> parse_effects(const YamlNode& scalar);

/// The expression in one canonical form: single spaces, only the brackets that are needed (`and`
/// beside `or`, and a choice that is part of an operation, are always bracketed). parse(print(tree)) is
/// the same tree but for places, as long as the limits hold for what is printed.
std::string print_expression(const SyntaxNode& node);
std::string print_effects(const std::vector<EffectSyntax>& effects);

// The limits on the size of conditions: what the grammar, the printer and the messages all must agree on.

/// Design: files from strangers.
constexpr std::size_t max_expression_characters = 4096;
constexpr std::size_t max_expression_depth = 32;
constexpr std::size_t max_expression_nodes = 512;

// The words and signs of an expression, right or wrong, for messages only: the grammar reads bytes and
// never sees these. Every byte that is not blank belongs to exactly one token, and no input is refused.

enum class TokenKind : std::uint8_t {
  word,     ///< cut as the grammar cuts names
  foreign,  ///< a word with an apostrophe inside: isn't
  number,
  sign,   ///< operators, brackets and other ASCII characters, also such as only other languages have
  text,   ///< from a quote to its partner, plain or curly, or to the end
  other,  ///< one character that is not ASCII, or a control character
};

struct Token {
  TokenKind kind = TokenKind::other;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;

  bool is(std::string_view spelling) const { return text == spelling && kind != TokenKind::text; }
};

std::vector<Token> scan_tokens(std::string_view text);

/// True if a value can begin with this token: a number, a name, `(`, `if`, any, all, ...
bool begins_value(const Token& token);
/// True if a value can end with this token: a number, a name, `)`.
bool ends_value(const Token& token);
/// True if this stands between two values: `and`, `==`, `+` ...
bool is_binary(const Token& token);

}  // namespace roundhouse::dsl
