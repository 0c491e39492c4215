#pragma once
// The grammar of conditions and effects. Every rule is left-factored: after its first token a rule
// either goes on or the text is wrong (`if_must`), nothing is read twice, so the time is linear in the
// text. Only expression_parser.cpp and the test that analyzes the grammar include this file. Rules only
// recognise; what is built of them stands in tree_builder.h.
//
// `and` and `or` are one level here, and comparisons repeat: that both mixtures are mistakes is said by
// the builder, which can write out what was probably meant.

#include <tao/pegtl.hpp>

namespace roundhouse::dsl::grammar {

namespace pegtl = tao::pegtl;
using pegtl::if_must;
using pegtl::one;
using pegtl::opt;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

// --- words ---

struct blank : star<one<' ', '\t', '\n', '\r'>> {};

struct letters : pegtl::plus<pegtl::alpha> {};
struct digits_in_name : pegtl::plus<sor<pegtl::digit, one<'_'>>> {};
/// A `-` belongs to a name only between two letters.
struct inner_dash : seq<one<'-'>, pegtl::at<pegtl::alpha>> {};
struct name_text
    : seq<letters, star<sor<seq<inner_dash, letters>, seq<digits_in_name, letters>>>, opt<digits_in_name>> {};
struct word_end : pegtl::not_at<sor<pegtl::alnum, one<'_'>, inner_dash>> {};

template <class Word>
struct whole : seq<Word, word_end> {};

struct and_word : whole<TAO_PEGTL_STRING("and")> {};
struct else_word : whole<TAO_PEGTL_STRING("else")> {};
struct do_word : whole<TAO_PEGTL_STRING("do")> {};
struct each_word : whole<TAO_PEGTL_STRING("each")> {};
struct has_word : whole<TAO_PEGTL_STRING("has")> {};
struct if_word : whole<TAO_PEGTL_STRING("if")> {};
struct in_word : whole<TAO_PEGTL_STRING("in")> {};
struct mod_word : whole<TAO_PEGTL_STRING("mod")> {};
struct not_word : whole<TAO_PEGTL_STRING("not")> {};
struct of_word : whole<TAO_PEGTL_STRING("of")> {};
struct or_word : whole<TAO_PEGTL_STRING("or")> {};
struct then_word : whole<TAO_PEGTL_STRING("then")> {};
struct where_word : whole<TAO_PEGTL_STRING("where")> {};

// Their actions refuse reserved words, of which dsl/vocabulary/operators.h has the one list.
struct name : name_text {};
struct member_name : name_text {};
struct variable : name_text {};
struct effect_name : name_text {};
struct quantifier_word : name_text {};

struct number : pegtl::plus<pegtl::digit> {};

// --- primaries ---

struct junction;
struct unary;
struct negation;

// One level deeper each; their actions count, before anything below is read.
struct nested : seq<junction> {};
struct nested_unary : seq<unary> {};
struct nested_negation : seq<negation> {};

struct group_open : one<'('> {};
struct group_close : one<')'> {};
struct group : if_must<group_open, blank, nested, group_close> {};

struct call_open : one<'('> {};
struct call_close : one<')'> {};
struct comma : one<','> {};
struct arguments : pegtl::list_must<nested, seq<comma, blank>> {};
struct arguments_and_close : seq<pegtl::must<arguments>, pegtl::must<call_close>> {};
struct call_rest : if_must<call_open, blank, sor<call_close, arguments_and_close>, blank> {};
struct name_or_call : seq<name, blank, opt<call_rest>> {};

struct choose : if_must<if_word, blank, nested, then_word, blank, nested, else_word, blank, nested> {};

struct quantifier_open : one<'('> {};
struct quantifier_in : seq<in_word> {};
struct quantifier_set;
struct where_part : if_must<where_word, blank, nested> {};
struct of_part : if_must<of_word, blank, nested> {};
struct quantifier_close : one<')'> {};
struct quantifier : if_must<quantifier_word, blank, quantifier_open, blank, variable, blank, quantifier_in,
                            blank, quantifier_set, opt<where_part>, opt<of_part>, quantifier_close> {};

struct primary : sor<seq<number, blank>, seq<group, blank>, choose, seq<quantifier, blank>, name_or_call> {};

// --- operators, tightest first ---

struct dot : seq<one<'.'>, pegtl::not_at<one<'.'>>> {};
struct member : if_must<dot, blank, member_name, blank, opt<call_rest>> {};
struct postfix : seq<primary, star<member>> {};

struct negate : if_must<one<'-'>, blank, nested_unary> {};
struct unary : sor<negate, postfix> {};

struct multiply_rest : if_must<one<'*'>, blank, unary> {};
struct divide_rest : if_must<one<'/'>, blank, unary> {};
struct modulo_rest : if_must<mod_word, blank, unary> {};
struct product : seq<unary, star<sor<multiply_rest, divide_rest, modulo_rest>>> {};

struct add_rest : if_must<one<'+'>, blank, product> {};
struct subtract_rest : if_must<one<'-'>, blank, product> {};
struct sum : seq<product, star<sor<add_rest, subtract_rest>>> {};
struct quantifier_set : seq<sum> {};

struct range_dots : pegtl::two<'.'> {};
struct equal_rest : if_must<pegtl::two<'='>, blank, sum> {};
struct not_equal_rest : if_must<pegtl::string<'!', '='>, blank, sum> {};
struct less_equal_rest : if_must<pegtl::string<'<', '='>, blank, sum> {};
struct less_rest : if_must<one<'<'>, blank, sum> {};
struct greater_equal_rest : if_must<pegtl::string<'>', '='>, blank, sum> {};
struct greater_rest : if_must<one<'>'>, blank, sum> {};
struct between_rest : if_must<in_word, blank, sum, range_dots, blank, sum> {};
struct has_rest : if_must<has_word, blank, sum> {};
struct level : pegtl::success {};
struct comparison : seq<level, sum,
                        star<sor<equal_rest, not_equal_rest, less_equal_rest, less_rest, greater_equal_rest,
                                 greater_rest, between_rest, has_rest>>> {};

struct logical_not : if_must<not_word, blank, nested_negation> {};
struct negation : sor<logical_not, comparison> {};

struct and_rest : if_must<and_word, blank, negation> {};
struct or_rest : if_must<or_word, blank, negation> {};
struct junction : seq<level, negation, star<sor<and_rest, or_rest>>> {};

// --- whole texts ---

struct end_of_expression : pegtl::eof {};
struct expression : pegtl::must<blank, junction, end_of_expression> {};

struct effect_open : one<'('> {};
struct call_effect
    : if_must<effect_name, blank, effect_open, blank, sor<call_close, arguments_and_close>, blank> {};
struct effect;
struct nested_effect : seq<effect> {};
struct inner_effect_or_end : sor<pegtl::at<one<')'>>, nested_effect> {};
struct next_inner_effect : if_must<one<';'>, blank, inner_effect_or_end> {};
struct each_head : seq<do_word> {};
struct each_close : one<')'> {};
struct each_effect
    : if_must<each_word, blank, quantifier_open, blank, variable, blank, quantifier_in, blank, quantifier_set,
              opt<where_part>, each_head, blank, nested_effect, star<next_inner_effect>, each_close, blank> {
};
struct effect : sor<each_effect, call_effect> {};
struct end_of_effects : pegtl::eof {};
struct effect_or_end : sor<pegtl::eof, effect> {};
struct next_effect : if_must<one<';'>, blank, effect_or_end> {};
struct effects : pegtl::must<blank, effect, star<next_effect>, end_of_effects> {};

}  // namespace roundhouse::dsl::grammar
