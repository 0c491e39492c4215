// The one door to PEGTL: what it throws is caught here and goes no further.

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/expression_mistakes.h"
#include "dsl/syntax/grammar.h"
#include "dsl/syntax/tree_builder.h"

namespace roundhouse::dsl {

namespace {

namespace pegtl = tao::pegtl;

/// Thrown where a rule that must match does not; never leaves this file.
struct NoMatch {
  ExpectedToken expected;
  std::size_t offset;
};

/// A rule of the grammar as a value, for tables with a row a rule.
template <class Rule>
struct Of {};

// --- what is wanted where, in our words ---

template <class Rule>
constexpr ExpectedToken wanted(Of<Rule>) {
  return ExpectedToken::value;
}
constexpr ExpectedToken wanted(Of<grammar::then_word>) { return ExpectedToken::then_word; }
constexpr ExpectedToken wanted(Of<grammar::else_word>) { return ExpectedToken::else_word; }
constexpr ExpectedToken wanted(Of<grammar::group_close>) { return ExpectedToken::group_close; }
constexpr ExpectedToken wanted(Of<grammar::call_close>) { return ExpectedToken::call_close; }
constexpr ExpectedToken wanted(Of<grammar::range_dots>) { return ExpectedToken::range; }
constexpr ExpectedToken wanted(Of<grammar::member_name>) { return ExpectedToken::member_name; }
constexpr ExpectedToken wanted(Of<grammar::quantifier_open>) { return ExpectedToken::quantifier_open; }
constexpr ExpectedToken wanted(Of<grammar::variable>) { return ExpectedToken::quantifier_variable; }
constexpr ExpectedToken wanted(Of<grammar::quantifier_in>) { return ExpectedToken::quantifier_in; }
constexpr ExpectedToken wanted(Of<grammar::quantifier_close>) { return ExpectedToken::quantifier_close; }
constexpr ExpectedToken wanted(Of<grammar::each_head>) { return ExpectedToken::each_do; }
constexpr ExpectedToken wanted(Of<grammar::each_close>) { return ExpectedToken::each_close; }
constexpr ExpectedToken wanted(Of<grammar::nested_effect>) { return ExpectedToken::effect; }
constexpr ExpectedToken wanted(Of<grammar::inner_effect_or_end>) { return ExpectedToken::effect; }
constexpr ExpectedToken wanted(Of<grammar::effect>) { return ExpectedToken::effect; }
constexpr ExpectedToken wanted(Of<grammar::effect_or_end>) { return ExpectedToken::effect; }
constexpr ExpectedToken wanted(Of<grammar::effect_open>) { return ExpectedToken::effect_open; }
constexpr ExpectedToken wanted(Of<grammar::end_of_expression>) { return ExpectedToken::end_of_expression; }
constexpr ExpectedToken wanted(Of<grammar::end_of_effects>) { return ExpectedToken::end_of_effects; }

template <class Rule>
struct control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& in, TreeBuilder& builder) {
    throw NoMatch{wanted(Of<Rule>()), builder.offset_of(in.current())};
  }
};

// --- what is built when a rule has matched ---

struct Nothing {};
template <class Rule>
constexpr Nothing built(Of<Rule>) {
  return {};
}

/// Counts a level before anything in it is read: a bomb of brackets stops here, not on our stack.
struct one_deeper {
  template <class Rule, pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input>
  static bool match(Input& in, TreeBuilder& builder) {
    const TreeBuilder::Level level(builder, builder.offset_of(in.current()));
    return pegtl::match<Rule, A, M, Action, Control>(in, builder);
  }
};

constexpr one_deeper built(Of<grammar::nested>) { return {}; }
constexpr one_deeper built(Of<grammar::nested_unary>) { return {}; }
constexpr one_deeper built(Of<grammar::nested_negation>) { return {}; }
constexpr one_deeper built(Of<grammar::nested_effect>) { return {}; }

/// Gives the text that the rule has matched to a member of the builder.
template <auto member>
struct give {
  template <class Input>
  static auto apply(const Input& in, TreeBuilder& builder) {
    return (builder.*member)(in.string_view());
  }
};
/// The builder only learns that the rule has matched.
template <auto member>
struct tell {
  static void apply0(TreeBuilder& builder) { (builder.*member)(); }
};

constexpr give<&TreeBuilder::push_number> built(Of<grammar::number>) { return {}; }
constexpr give<&TreeBuilder::push_name> built(Of<grammar::name>) { return {}; }
constexpr give<&TreeBuilder::make_member> built(Of<grammar::member_name>) { return {}; }
constexpr give<&TreeBuilder::begin_effect> built(Of<grammar::effect_name>) { return {}; }
constexpr give<&TreeBuilder::begin_each> built(Of<grammar::each_word>) { return {}; }
constexpr give<&TreeBuilder::end_each_head> built(Of<grammar::each_head>) { return {}; }
constexpr give<&TreeBuilder::end_each> built(Of<grammar::each_close>) { return {}; }
constexpr give<&TreeBuilder::begin_quantifier> built(Of<grammar::quantifier_word>) { return {}; }
constexpr give<&TreeBuilder::name_variable> built(Of<grammar::variable>) { return {}; }
constexpr tell<&TreeBuilder::note_where> built(Of<grammar::where_part>) { return {}; }
constexpr tell<&TreeBuilder::note_of> built(Of<grammar::of_part>) { return {}; }
constexpr give<&TreeBuilder::end_quantifier> built(Of<grammar::quantifier_close>) { return {}; }
constexpr give<&TreeBuilder::open> built(Of<grammar::group_open>) { return {}; }
constexpr give<&TreeBuilder::end_group> built(Of<grammar::group_close>) { return {}; }
constexpr give<&TreeBuilder::open> built(Of<grammar::call_open>) { return {}; }
constexpr give<&TreeBuilder::open> built(Of<grammar::effect_open>) { return {}; }
constexpr give<&TreeBuilder::end_call> built(Of<grammar::call_close>) { return {}; }

/// An operator that is whole once its parts are: `op` of the last `parts` values.
template <Op op, std::size_t parts>
struct make {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.combine(op, parts, in.string_view());
  }
};

constexpr make<Op::negate, 1> built(Of<grammar::negate>) { return {}; }
constexpr make<Op::logical_not, 1> built(Of<grammar::logical_not>) { return {}; }
constexpr make<Op::choose, 3> built(Of<grammar::choose>) { return {}; }
constexpr make<Op::multiply, 2> built(Of<grammar::multiply_rest>) { return {}; }
constexpr make<Op::divide, 2> built(Of<grammar::divide_rest>) { return {}; }
constexpr make<Op::modulo, 2> built(Of<grammar::modulo_rest>) { return {}; }
constexpr make<Op::add, 2> built(Of<grammar::add_rest>) { return {}; }
constexpr make<Op::subtract, 2> built(Of<grammar::subtract_rest>) { return {}; }

/// An operator of a level that is judged as a whole when the level ends.
template <Op op>
struct note {
  template <class Input>
  static void apply(const Input& in, TreeBuilder& builder) {
    builder.note_operator(op, in.string_view());
  }
};

constexpr tell<&TreeBuilder::begin_level> built(Of<grammar::level>) { return {}; }
constexpr note<Op::equal> built(Of<grammar::equal_rest>) { return {}; }
constexpr note<Op::not_equal> built(Of<grammar::not_equal_rest>) { return {}; }
constexpr note<Op::less> built(Of<grammar::less_rest>) { return {}; }
constexpr note<Op::less_equal> built(Of<grammar::less_equal_rest>) { return {}; }
constexpr note<Op::greater> built(Of<grammar::greater_rest>) { return {}; }
constexpr note<Op::greater_equal> built(Of<grammar::greater_equal_rest>) { return {}; }
constexpr note<Op::between> built(Of<grammar::between_rest>) { return {}; }
constexpr note<Op::has> built(Of<grammar::has_rest>) { return {}; }
constexpr note<Op::logical_and> built(Of<grammar::and_rest>) { return {}; }
constexpr note<Op::logical_or> built(Of<grammar::or_rest>) { return {}; }
constexpr tell<&TreeBuilder::end_comparison> built(Of<grammar::comparison>) { return {}; }
constexpr tell<&TreeBuilder::end_junction> built(Of<grammar::junction>) { return {}; }

template <class Rule>
constexpr auto row_of = built(Of<Rule>());
template <class Rule>
struct action : std::remove_const_t<decltype(row_of<Rule>)> {};

// --- from a scalar to a tree ---

void collect(const YamlNode& scalar, const MendedText* mended, std::vector<ExpressionMistake>& mistakes,
             Diagnostics& out) {
  const auto place = [&](std::size_t begin, std::size_t end) {
    if (mended == nullptr) return span_in_scalar(scalar, begin, end);
    const std::size_t last = end > begin ? mended->ends[end - 1] : mended->begins[begin];
    return span_in_scalar(scalar, mended->begins[begin], last);
  };
  for (ExpressionMistake& mistake : mistakes) {
    Diagnostic diagnostic;
    diagnostic.code = code_text(mistake.code);
    diagnostic.where = place(mistake.begin, mistake.end);
    diagnostic.message = std::move(mistake.message);
    diagnostic.why = std::move(mistake.why);
    diagnostic.help = std::move(mistake.help);
    for (ExpressionMistake::Also& also : mistake.also) {
      diagnostic.labels.push_back({place(also.begin, also.end), std::move(also.message)});
    }
    for (ExpressionMistake::Proposal& mend : mistake.proposals) {
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

ExpressionMistake empty_text(ExpressionKind kind, std::size_t size) {
  if (kind == ExpressionKind::effects) {
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

ExpressionMistake too_long(std::size_t characters, std::size_t size) {
  return {ExpressionCode::expression_too_long,
          0,
          size,
          "this expression has " + std::to_string(characters) + " characters; the limit is " +
              std::to_string(max_expression_characters),
          "",
          "give its parts names of their own under 'words'"};
}

bool touches_any(const ExpressionMistake& mistake, const MendedText& mended,
                 const std::vector<ExpressionMistake>& spelling) {
  const std::size_t begin = mended.begins[mistake.begin];
  const std::size_t end = mistake.end > mistake.begin ? mended.ends[mistake.end - 1] : begin;
  return any_of(spelling,
                [&](const ExpressionMistake& other) { return begin < other.end && other.begin < end; });
}

/// A text in which nothing is to be mended.
MendedText as_it_stands(const std::string& text) {
  MendedText mended;
  mended.text = text;
  for (std::uint32_t at = 0; at <= text.size(); ++at) {
    mended.begins.push_back(at);
    mended.ends.push_back(std::min(at + 1, static_cast<std::uint32_t>(text.size())));
  }
  return mended;
}

/// Reads `scalar` into `builder`, whose tree is whole only if this returns true.
bool read(const YamlNode& scalar, ExpressionKind kind, MendedText& mended, TreeBuilder& builder,
          Diagnostics& out) {
  std::vector<ExpressionMistake> mistakes;
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
  mended = scalar.sound ? as_it_stands(text) : mend_spelling(text, kind, mistakes);
  const std::vector<ExpressionMistake> spelling = mistakes;
  collect(scalar, nullptr, mistakes, out);
  if (!mended.readable || is_blank(mended.text)) return false;
  if (!scalar.sound && !check_brackets(mended.text, mistakes)) {
    collect(scalar, &mended, mistakes, out);
    return false;
  }

  bool whole = false;
  builder.begin(mended.text);
  try {
    pegtl::memory_input<pegtl::tracking_mode::lazy> in(mended.text.data(),
                                                       mended.text.data() + mended.text.size(), "");
    whole = kind == ExpressionKind::expression
                ? pegtl::parse<grammar::expression, action, control>(in, builder)
                : pegtl::parse<grammar::effects, action, control>(in, builder);
  } catch (const NoMatch& failure) {
    ExpressionMistake mistake = explain_failure(mended.text, kind, failure.expected, failure.offset);
    // A text that does not fit although it was mended has a complaint already.
    if (!touches_any(mistake, mended, spelling)) builder.mistakes.push_back(std::move(mistake));
  } catch (const TreeBuilder::LimitReached&) {
    // The builder has said which.
  } catch (const pegtl::parse_error& error) {
    // Every rule that must match throws a NoMatch; this is a rule that was forgotten above.
    const auto offset = error.positions().empty() ? 0 : error.positions().front().byte;
    builder.mistakes.push_back(explain_failure(mended.text, kind, ExpectedToken::value, offset));
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
  if (read(scalar, ExpressionKind::expression, mended, builder, result.diagnostics)) {
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
  if (read(scalar, ExpressionKind::effects, mended, builder, result.diagnostics)) {
    result.value = builder.take_effects();
    const Placer placer(scalar, mended);
    for (EffectSyntax& effect : result.value) placer.place(effect);
  }
  sort_diagnostics(result.diagnostics);
  return result;
}

}  // namespace roundhouse::dsl
