#pragma once
// Builds expression trees from what the grammar recognises, in the order in which it does. A stack of
// values; every operator takes its parts from the top. It knows no grammar library and no files: places
// are offsets in the text given to `begin`. Mixtures that the grammar lets through on purpose (`and` with
// `or`, `a < b < c`, parts of quantifiers) are judged here, where they can be written out.

#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/expression.h"
#include "dsl/syntax/expression_mistakes.h"

namespace roundhouse::dsl {

class TreeBuilder {
 public:
  /// Thrown when the tree grows too deep or too big; `mistakes` says which.
  struct LimitReached {};

  std::vector<ExpressionMistake> mistakes;

  /// `text` outlives the building; all string views given below are parts of it.
  void begin(std::string_view text) { text_ = text; }
  std::size_t offset_of(const char* place) const { return static_cast<std::size_t>(place - text_.data()); }

  /// One level of nesting while it lives.
  class Level {
   public:
    Level(TreeBuilder& builder, std::size_t offset);
    ~Level() { --builder_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    TreeBuilder& builder_;
  };

  void push_number(std::string_view digits);
  // These refuse reserved words by returning false.
  bool push_name(std::string_view name);
  bool make_member(std::string_view name);
  bool begin_effect(std::string_view name);
  bool begin_quantifier(std::string_view word);
  void begin_each(std::string_view word);
  bool name_variable(std::string_view name);

  void note_where() { quantifiers_.back().has_where = true; }
  void note_of() { quantifiers_.back().has_of = true; }
  void end_quantifier(std::string_view bracket);
  void end_each_head(std::string_view do_word);
  void end_each(std::string_view bracket);

  void open(std::string_view bracket) { opened_.push_back({values_.size(), offset_of(bracket.data())}); }
  void end_group(std::string_view bracket);
  void end_call(std::string_view bracket);

  /// The last `parts` values become one; `written` begins where the operator's text begins at the latest.
  void combine(Op op, std::size_t parts, std::string_view written);

  void begin_level() { levels_.push_back({values_.size(), {}}); }
  void note_operator(Op op, std::string_view written);
  void end_comparison();
  void end_junction();

  SyntaxNode take_expression() { return std::move(values_.back()); }
  std::vector<EffectSyntax> take_effects() { return std::move(effects_); }

 private:
  struct Opened {
    std::size_t values;  ///< the number of values then
    std::size_t begin;
  };
  struct Operator {
    Op op;
    std::size_t begin;
  };
  struct OperatorLevel {
    std::size_t values;
    std::vector<Operator> operators;
  };
  struct OpenQuantifier {
    std::string_view word;
    std::string_view variable;
    bool has_where = false;
    bool has_of = false;
  };

  std::string_view text_;
  std::vector<SyntaxNode> values_;
  std::vector<EffectSyntax> effects_;
  std::vector<std::size_t>
      open_each_;  ///< the index of each `each` whose bracket is open, the innermost last
  std::vector<Opened> opened_;
  std::vector<OperatorLevel> levels_;
  std::vector<OpenQuantifier> quantifiers_;
  std::size_t depth_ = 0;
  std::size_t nodes_ = 0;

  Span span_of(std::string_view part) const;
  SyntaxNode make_node(SyntaxKind kind, std::string_view part);
  SyntaxNode make_operation(Op op, std::string_view part);
  std::vector<SyntaxNode> take_values(std::size_t first);
  void check_quantifier(const SyntaxNode& node);
};

}  // namespace roundhouse::dsl
