#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

std::string_view relation(Op op) {
  if (op == Op::less) return "less than";
  if (op == Op::less_equal) return "at most";
  if (op == Op::greater) return "more than";
  if (op == Op::greater_equal) return "at least";
  return op == Op::not_equal ? "not" : "";
}

/// `#tile#` becomes the quantity, `@is` and `@has` agree with it.
std::string with_quantity(std::string text, const Quantity& quantity) {
  const std::size_t begin = text.find('#');
  const std::size_t end = text.find('#', begin + 1);
  if (end == std::string::npos) return text;
  text.replace(begin, end - begin + 1, quantity.text);
  text = replaced(std::move(text), "@is", quantity.many ? "are" : "is");
  return replaced(std::move(text), "@has", quantity.many ? "have" : "has");
}

std::string noun_in(std::string_view text) {
  const std::size_t begin = text.find('#');
  const std::size_t end = text.find('#', begin + 1);
  return end == std::string_view::npos ? std::string() : std::string(text.substr(begin + 1, end - begin - 1));
}

std::string counted_off(Op op, std::int32_t number, std::string_view noun) {
  const std::string nth = ordinal_in_words(number);
  if ((op == Op::less && number == 2) || (op == Op::less_equal && number == 1))
    return fmt::format("it is the first {}", noun);
  if (op == Op::less_equal) return fmt::format("it is one of the first {}", how_many(number, noun));
  if (op == Op::greater_equal) return fmt::format("it is the {} {} or a later one", nth, noun);
  const std::string_view place = op == Op::not_equal ? "not "
                                 : op == Op::less    ? "before "
                                 : op == Op::greater ? "after "
                                                     : "";
  return fmt::format("it is {}the {} {}", place, nth, noun);
}

}  // namespace

English::Rendered English::rendered_truth(const TypedExpr& node, bool so) {
  switch (node.op) {
    case Op::truth:
      return {std::string(phrase_of((node.number != 0) == so ? Root::truth_true : Root::truth_false))};
    case Op::logical_not:
      return rendered_truth(node.args[0], !so);
    case Op::logical_and:
    case Op::logical_or:
      return junction(node, so);
      ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_CASE)
      return {comparison(node, so)};
    case Op::between:
      return {fmt::format("{} is{} between {} and {}", one_thing(node.args[0]), so ? "" : " not",
                          one_thing(node.args[1]), one_thing(node.args[2]))};
    case Op::has:
      return {has_clause(node, so)};
    case Op::choose:
      return choice(node, so);
    case Op::any:
    case Op::all:
      return {quantified_clause(node, so)};
    case Op::member:
      return {member_clause(node, so)};
    case Op::can: {
      const std::string what = act({static_cast<std::uint16_t>(node.index)});
      return {fmt::format("{} can{} {}", names_.contains(Root::me) ? names_[Root::me] : "the player",
                          so ? "" : "not", what)};
    }
    case Op::fact:
      return {fact_clause(node, so)};
    case Op::word:
      return {word_clause(node, so)};
    case Op::absent:
      return {std::string(phrase_of(so ? Root::truth_false : Root::truth_true))};
    case Op::number:
    case Op::name:
    case Op::root:
    case Op::option:
    case Op::table:
    case Op::train_of:
    case Op::variable:
    case Op::negate:
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
    case Op::count:
    case Op::sum:
    case Op::max:
    case Op::min:
    case Op::sole:
    case Op::best:
      break;
  }
  return {named(node)};  // no truth: does not come here
}

/// Renders `not (a and b)` as `not a or not b`.
English::Rendered English::junction(const TypedExpr& node, bool so) {
  const Op joint = (node.op == Op::logical_and) == so ? Op::logical_and : Op::logical_or;
  const std::string_view word = joint == Op::logical_and ? "and" : "or";
  std::vector<std::string> parts;
  bool mixed = false;
  for (const TypedExpr& arg : node.args) {
    Rendered part = rendered_truth(arg, so);
    const bool other = part.joint != Op::number && part.joint != joint;
    mixed = mixed || part.joint != Op::number;
    parts.push_back(other && joint == Op::logical_and ? "either " + part.text : part.text);
  }
  if (!mixed) return {dsl::listed(parts, word), joint};
  std::string text;
  for (const std::string& part : parts) text += text.empty() ? part : fmt::format(", {} {}", word, part);
  return {text, joint};
}

/// Renders `if a then b else c` as `a and b, or not a and c`: a clause that can stand behind any "if".
English::Rendered English::choice(const TypedExpr& node, bool so) {
  const auto joined = [](Op op, TypedExpr a, TypedExpr b) {
    TypedExpr made;
    made.op = op;
    made.type = Type::truth;
    made.args = {std::move(a), std::move(b)};
    return made;
  };
  const auto turned = [](TypedExpr truth) {
    TypedExpr made;
    made.op = Op::logical_not;
    made.type = Type::truth;
    made.args = {std::move(truth)};
    return made;
  };
  const TypedExpr& condition = node.args[0];
  const TypedExpr then = so ? node.args[1] : turned(node.args[1]);
  const TypedExpr other = so ? node.args[2] : turned(node.args[2]);
  return rendered_truth(simplify(joined(Op::logical_or, joined(Op::logical_and, condition, then),
                                        joined(Op::logical_and, turned(condition), other)),
                                 rules_, known_),
                        true);
}

std::string English::comparison(const TypedExpr& node, bool so) {
  const Op op = so ? node.op : opposite_of(node.op);
  const TypedExpr& a = node.args[0];
  const TypedExpr& b = node.args[1];
  if (a.type != Type::number && a.type != Type::absent) {
    if (a.type == Type::truth)
      return fmt::format("{}{} if {}", rendered_truth(a, true).text, op == Op::equal ? " just" : ", but not",
                         rendered_truth(b, true).text);
    return sameness(a, b, op == Op::equal);
  }
  const auto special = [&](const TypedExpr& side) {
    return side.op == Op::member && phrase_of(static_cast<Member>(side.index)).kind != PhraseKind::thing;
  };
  if (special(a)) return against_number(phrase_of(static_cast<Member>(a.index)), a, op, b);
  if (special(b)) return against_number(phrase_of(static_cast<Member>(b.index)), b, mirrored(op), a);
  if (a.type == Type::absent || b.type == Type::absent) return sameness(a, b, op == Op::equal);
  const std::string_view than = relation(op);
  return fmt::format("{} is {}{}{}", one_thing(a), than, than.empty() ? "" : " ", one_thing(b));
}

std::string English::against_number(const MemberPhrase& phrase, const TypedExpr& member, Op op,
                                    const TypedExpr& other) {
  const bool known = other.op == Op::number;
  if (phrase.kind == PhraseKind::ordinal && known) return counted_off(op, other.number, phrase.other);
  if (phrase.kind == PhraseKind::count && known) {
    const std::string text = filled(phrase.other, member);
    return with_quantity(text, compared_number(op, other.number, noun_in(text)));
  }
  const std::string_view than = relation(op);
  return fmt::format("{} is {}{}{}", named(member), than, than.empty() ? "" : " ", one_thing(other));
}

std::string English::sameness(const TypedExpr& a, const TypedExpr& b, bool so) {
  if (b.op == Op::absent) {
    // "the owner of ...", "a free side of ...": without the article it can be said to be there or not.
    const std::string what = named(a);
    const std::size_t article = what.starts_with("the ") ? 4 : what.starts_with("a ") ? 2 : 0;
    if (article == 0) return fmt::format("{} is {}", what, so ? "nobody" : "somebody");
    if (so) return "there is no " + what.substr(article);
    return fmt::format("there is {}", with_article(what.substr(article)));
  }
  if (a.op == Op::absent) return sameness(b, a, so);
  const std::string_view no = so ? "" : " not";
  // "the end is on the player's own train", not "the train of the end is ...".
  if (is_member(a, Member::end_train)) return fmt::format("{} is{} on {}", named(a.args[0]), no, named(b));
  if (is_member(b, Member::end_train)) return sameness(b, a, so);
  if (is_member(a, Member::train_kind) && b.op == Op::name) {
    const TypedExpr& train = a.args[0];
    const std::string kind = spaced(rules_.names[static_cast<std::size_t>(b.index)]);
    bool shared = false;
    for (const TrainKind& each : rules_.trains)
      shared = shared || (each.name_id.value == b.index && each.of == TrainOwner::all);
    const std::string_view article = shared ? "the" : "a player's";
    if (is_member(train, Member::end_train))
      return fmt::format("{} is{} on {} {} train", named(train.args[0]), no, article, kind);
    return fmt::format("{} is{} {} {} train", named(train), no, article, kind);
  }
  if (is_member(b, Member::train_kind)) return sameness(b, a, so);
  return fmt::format("{} is{} {}", one_thing(a), no, one_thing(b));
}

std::string English::member_clause(const TypedExpr& node, bool so) {
  const MemberPhrase phrase = phrase_of(static_cast<Member>(node.index));
  if (phrase.kind != PhraseKind::claim) return named(node);
  return filled(so ? phrase.text : phrase.other, node);
}

std::string English::fact_clause(const TypedExpr& node, bool so) {
  const Fact& fact = rules_.facts[static_cast<std::size_t>(node.index)];
  const std::string name = name_marks(spaced(fact.name));
  if (fact.of == Scope::player)
    return fmt::format("{} {} noted as {}", named(node.args[0]), so ? "is" : "is not", name);
  return fmt::format("{} {} noted of {}", name, so ? "is" : "is not", named(node.args[0]));
}

TypedExpr English::word_body(const TypedExpr& node) {
  return simplify(rules_.words[static_cast<std::size_t>(node.index)].is, rules_, known_);
}

std::string English::word_clause(const TypedExpr& node, bool so) {
  const Word& word = rules_.words[static_cast<std::size_t>(node.index)];
  std::vector<std::string> outer;
  std::string asked;
  if (!node.args.empty()) asked = named(node.args[0]);
  if (depth_ < deepest_words) {
    outer.swap(bound_);
    if (!asked.empty()) bound_.push_back(asked);
    ++depth_;
    const Rendered meaning = rendered_truth(word_body(node), so);
    --depth_;
    bound_.swap(outer);
    if (meaning.text.size() <= longest_meaning && meaning.joint == Op::number) return meaning.text;
    if (meaning.text.size() <= longest_meaning / 2) return meaning.text;
  }
  const std::string_view applies = so ? "applies" : "does not apply";
  if (asked.empty()) return fmt::format("{} {}", name_marks(spaced(word.name)), applies);
  return fmt::format("{} {} to {}", name_marks(spaced(word.name)), applies, asked);
}

std::string English::has_clause(const TypedExpr& node, bool so) {
  const std::string number = one_thing(node.args[1]);
  if (node.args[0].type == Type::tile)
    return fmt::format("{} {} {}", named(node.args[0]), so ? "shows" : "does not show", number);
  return fmt::format("there is {} tile with {} in {}", so ? "a" : "no", number, named(node.args[0]));
}

}  // namespace roundhouse::dsl
