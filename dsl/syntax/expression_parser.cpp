// The one door to PEGTL: what it throws is caught here and goes no further.

#include <algorithm>
#include <string>
#include <utility>

#include "dsl/base/utf8.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/expression_mistakes.h"
#include "dsl/syntax/expression_words.h"
#include "dsl/syntax/grammar.h"
#include "dsl/syntax/tree_builder.h"

namespace roundhouse::dsl {

namespace {

namespace pegtl = tao::pegtl;

/// Thrown where a rule that must match does not; never leaves this file.
struct NoMatch {
  Expected expected;
  std::size_t offset;
};

// --- what is wanted where, in our words ---

template <class Rule>
constexpr Expected wanted = Expected::value;
template <>
constexpr Expected wanted<grammar::then_word> = Expected::then_word;
template <>
constexpr Expected wanted<grammar::else_word> = Expected::else_word;
template <>
constexpr Expected wanted<grammar::group_close> = Expected::group_close;
template <>
constexpr Expected wanted<grammar::call_close> = Expected::call_close;
template <>
constexpr Expected wanted<grammar::range_dots> = Expected::range;
template <>
constexpr Expected wanted<grammar::member_name> = Expected::member_name;
template <>
constexpr Expected wanted<grammar::quantifier_open> = Expected::quantifier_open;
template <>
constexpr Expected wanted<grammar::variable> = Expected::quantifier_variable;
template <>
constexpr Expected wanted<grammar::quantifier_in> = Expected::quantifier_in;
template <>
constexpr Expected wanted<grammar::quantifier_close> = Expected::quantifier_close;
template <>
constexpr Expected wanted<grammar::each_head> = Expected::each_do;
template <>
constexpr Expected wanted<grammar::each_close> = Expected::each_close;
template <>
constexpr Expected wanted<grammar::nested_effect> = Expected::effect;
template <>
constexpr Expected wanted<grammar::inner_effect_or_end> = Expected::effect;
template <>
constexpr Expected wanted<grammar::effect> = Expected::effect;
template <>
constexpr Expected wanted<grammar::effect_or_end> = Expected::effect;
template <>
constexpr Expected wanted<grammar::effect_open> = Expected::effect_open;
template <>
constexpr Expected wanted<grammar::end_of_expression> = Expected::end_of_expression;
template <>
constexpr Expected wanted<grammar::end_of_effects> = Expected::end_of_effects;

template <class Rule>
struct control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& in, TreeBuilder& builder) {
    throw NoMatch{wanted<Rule>, builder.offset_of(in.current())};
  }
};

// --- what is built ---

template <class Rule>
struct action {};

/// Counts a level before anything in it is read: a bomb of brackets stops here, not on our stack.
struct one_deeper {
  template <class Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const TreeBuilder::Level level(builder, builder.offset_of(in.current()));
    return pegtl::match<Rule, A, M, Action, Control>(in, builder);
  }
};
template <>
struct action<grammar::nested> : one_deeper {};
template <>
struct action<grammar::nested_unary> : one_deeper {};
template <>
struct action<grammar::nested_negation> : one_deeper {};
template <>
struct action<grammar::nested_effect> : one_deeper {};

template <>
struct action<grammar::number> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.push_number(in.string_view());
  }
};
template <>
struct action<grammar::name> {
  template <class Input>
  static bool apply(const Input& in, TreeBuilder& builder) {
    return builder.push_name(in.string_view());
  }
};
template <>
struct action<grammar::member_name> {
  template <class Input>
  static bool apply(const Input& in, TreeBuilder& builder) {
    return builder.make_member(in.string_view());
  }
};
template <>
struct action<grammar::effect_name> {
  template <class Input>
  static bool apply(const Input& in, TreeBuilder& builder) {
    return builder.begin_effect(in.string_view());
  }
};
template <>
struct action<grammar::each_word> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.begin_each(in.string_view());
  }
};
template <>
struct action<grammar::each_head> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.end_each_head(in.string_view());
  }
};
template <>
struct action<grammar::each_close> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.end_each(in.string_view());
  }
};
template <>
struct action<grammar::quantifier_word> {
  template <class Input>
  static bool apply(const Input& in, TreeBuilder& builder) {
    return builder.begin_quantifier(in.string_view());
  }
};
template <>
struct action<grammar::variable> {
  template <class Input>
  static bool apply(const Input& in, TreeBuilder& builder) {
    return builder.name_variable(in.string_view());
  }
};
template <>
struct action<grammar::where_part> {
  static void apply0(TreeBuilder& builder) { builder.note_where(); }
};
template <>
struct action<grammar::of_part> {
  static void apply0(TreeBuilder& builder) { builder.note_of(); }
};
template <>
struct action<grammar::quantifier_close> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.end_quantifier(in.string_view());
  }
};

template <>
struct action<grammar::group_open> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.open(in.string_view());
  }
};
template <>
struct action<grammar::group_close> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.end_group(in.string_view());
  }
};
template <>
struct action<grammar::call_open> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.open(in.string_view());
  }
};
template <>
struct action<grammar::effect_open> : action<grammar::call_open> {};
template <>
struct action<grammar::call_close> {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.end_call(in.string_view());
  }
};

/// An operator that is whole once its parts are: `op` of the last `parts` values.
template <Op op, std::size_t parts>
struct make {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.combine(op, parts, in.string_view());
  }
};
template <>
struct action<grammar::negate> : make<Op::negate, 1> {};
template <>
struct action<grammar::logical_not> : make<Op::logical_not, 1> {};
template <>
struct action<grammar::choose> : make<Op::choose, 3> {};
template <>
struct action<grammar::multiply_rest> : make<Op::multiply, 2> {};
template <>
struct action<grammar::divide_rest> : make<Op::divide, 2> {};
template <>
struct action<grammar::modulo_rest> : make<Op::modulo, 2> {};
template <>
struct action<grammar::add_rest> : make<Op::add, 2> {};
template <>
struct action<grammar::subtract_rest> : make<Op::subtract, 2> {};

/// An operator of a level that is judged as a whole when the level ends.
template <Op op>
struct note {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.note_operator(op, in.string_view());
  }
};
template <>
struct action<grammar::level> {
  static void apply0(TreeBuilder& builder) { builder.begin_level(); }
};
template <>
struct action<grammar::equal_rest> : note<Op::equal> {};
template <>
struct action<grammar::not_equal_rest> : note<Op::not_equal> {};
template <>
struct action<grammar::less_rest> : note<Op::less> {};
template <>
struct action<grammar::less_equal_rest> : note<Op::less_equal> {};
template <>
struct action<grammar::greater_rest> : note<Op::greater> {};
template <>
struct action<grammar::greater_equal_rest> : note<Op::greater_equal> {};
template <>
struct action<grammar::between_rest> : note<Op::between> {};
template <>
struct action<grammar::has_rest> : note<Op::has> {};
template <>
struct action<grammar::and_rest> : note<Op::logical_and> {};
template <>
struct action<grammar::or_rest> : note<Op::logical_or> {};
template <>
struct action<grammar::comparison> {
  static void apply0(TreeBuilder& builder) { builder.end_comparison(); }
};
template <>
struct action<grammar::junction> {
  static void apply0(TreeBuilder& builder) { builder.end_junction(); }
};

// --- from a scalar to a tree ---

void collect(const YamlNode& scalar, const MendedText* mended, std::vector<Mistake>& mistakes,
             Diagnostics& out) {
  const auto place = [&](std::size_t begin, std::size_t end) {
    if (mended == nullptr) return span_in_scalar(scalar, begin, end);
    const std::size_t last = end > begin ? mended->ends[end - 1] : mended->begins[begin];
    return span_in_scalar(scalar, mended->begins[begin], last);
  };
  for (Mistake& mistake : mistakes) {
    Diagnostic diagnostic;
    diagnostic.code = code_text(mistake.code);
    diagnostic.where = place(mistake.begin, mistake.end);
    diagnostic.message = std::move(mistake.message);
    diagnostic.why = std::move(mistake.why);
    diagnostic.help = std::move(mistake.help);
    for (Mistake::Also& also : mistake.also) {
      diagnostic.labels.push_back({place(also.begin, also.end), std::move(also.message)});
    }
    for (Mistake::Proposal& mend : mistake.proposals) {
      suggest_fix(diagnostic, {place(mend.begin, mend.end), std::move(mend.text), std::move(mend.help)});
    }
    out.push_back(std::move(diagnostic));
  }
  mistakes.clear();
}

/// The builder's places are offsets in the mended text.
class Placer {
 public:
  Placer(const YamlNode& scalar, const MendedText& mended) : scalar_(scalar), mended_(mended) {}

  void place(SyntaxNode& node) const {
    place(node.where);
    place(node.variable_where);
    place(node.text_where);
    for (SyntaxNode& arg : node.args) place(arg);
  }
  void place(EffectSyntax& effect) const {
    place(effect.where);
    place(effect.name_where);
    for (SyntaxNode& arg : effect.args) place(arg);
  }

 private:
  const YamlNode& scalar_;
  const MendedText& mended_;

  void place(Span& span) const {
    const std::size_t last = span.end > span.begin ? mended_.ends[span.end - 1] : mended_.begins[span.begin];
    span = span_in_scalar(scalar_, mended_.begins[span.begin], last);
  }
};

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

Mistake empty_text(TextKind kind, std::size_t size) {
  if (kind == TextKind::effects) {
    return {ExpressionCode::empty_effects,
            0,
            size,
            "there is no effect here",
            "a 'do' says what follows",
            "write an effect such as 'mark(end)', or leave the 'do' out"};
  }
  return {ExpressionCode::empty_expression,
          0,
          size,
          "there is no expression here",
          "a condition or value has to be written out",
          "write one, or leave the whole line out"};
}

Mistake too_long(std::size_t characters, std::size_t size) {
  return {ExpressionCode::expression_too_long,
          0,
          size,
          "this expression has " + std::to_string(characters) + " characters; the limit is " +
              std::to_string(max_expression_characters),
          "",
          "give its parts names of their own under 'words'"};
}

bool touches_any(const Mistake& mistake, const MendedText& mended, const std::vector<Mistake>& spelling) {
  const std::size_t begin = mended.begins[mistake.begin];
  const std::size_t end = mistake.end > mistake.begin ? mended.ends[mistake.end - 1] : begin;
  return std::any_of(spelling.begin(), spelling.end(),
                     [&](const Mistake& other) { return begin < other.end && other.begin < end; });
}

/// Reads `scalar` into `builder`, whose tree is whole only if this returns true.
bool read(const YamlNode& scalar, TextKind kind, MendedText& mended, TreeBuilder& builder, Diagnostics& out) {
  std::vector<Mistake> mistakes;
  const std::string& text = scalar.text;
  // Counting first: nothing below may look at a text of any length.
  if (const std::size_t characters = characters_in(text); characters > max_expression_characters) {
    mistakes.push_back(too_long(characters, text.size()));
  } else if (is_blank(text)) {
    mistakes.push_back(empty_text(kind, text.size()));
  }
  if (!mistakes.empty()) {
    collect(scalar, nullptr, mistakes, out);
    return false;
  }
  mended = mend_spelling(text, kind, mistakes);
  const std::vector<Mistake> spelling = mistakes;
  collect(scalar, nullptr, mistakes, out);
  if (!mended.readable || is_blank(mended.text)) return false;
  if (!check_brackets(mended.text, mistakes)) {
    collect(scalar, &mended, mistakes, out);
    return false;
  }

  bool whole = false;
  builder.begin(mended.text);
  try {
    pegtl::memory_input<pegtl::tracking_mode::lazy> in(mended.text.data(),
                                                       mended.text.data() + mended.text.size(), "");
    whole = kind == TextKind::expression ? pegtl::parse<grammar::expression, action, control>(in, builder)
                                         : pegtl::parse<grammar::effects, action, control>(in, builder);
  } catch (const NoMatch& failure) {
    Mistake mistake = explain_failure(mended.text, kind, failure.expected, failure.offset);
    // What does not fit although it was mended has been complained about already.
    if (!touches_any(mistake, mended, spelling)) builder.mistakes.push_back(std::move(mistake));
  } catch (const TreeBuilder::LimitReached&) {
    // The builder has said which.
  } catch (const pegtl::parse_error& error) {
    // Every rule that must match throws a NoMatch; this is a rule that was forgotten above.
    const auto offset = error.positions().empty() ? 0 : error.positions().front().byte;
    builder.mistakes.push_back(explain_failure(mended.text, kind, Expected::value, offset));
  }
  collect(scalar, &mended, builder.mistakes, out);
  return whole;
}

}  // namespace

Checked<SyntaxNode> parse_expression(const YamlNode& scalar) {
  Checked<SyntaxNode> result;
  result.value.where = scalar.where;
  MendedText mended;
  TreeBuilder builder;
  if (read(scalar, TextKind::expression, mended, builder, result.diagnostics)) {
    result.value = builder.take_expression();
    Placer(scalar, mended).place(result.value);
  }
  sort_diagnostics(result.diagnostics);
  return result;
}

Checked<std::vector<EffectSyntax>> parse_effects(const YamlNode& scalar) {
  Checked<std::vector<EffectSyntax>> result;
  MendedText mended;
  TreeBuilder builder;
  if (read(scalar, TextKind::effects, mended, builder, result.diagnostics)) {
    result.value = builder.take_effects();
    const Placer placer(scalar, mended);
    for (EffectSyntax& effect : result.value) placer.place(effect);
  }
  sort_diagnostics(result.diagnostics);
  return result;
}

}  // namespace roundhouse::dsl
