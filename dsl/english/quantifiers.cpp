#include <fmt/format.h>

#include "dsl/english/english.h"
#include "dsl/english/wording.h"

namespace roundhouse::dsl {
namespace {

std::string_view noun_of(Type set) {
  switch (set) {
    case Type::players:
      return "player";
    case Type::ends:
      return "open end";
    case Type::debts:
      return "uncovered double";
    default:
      return "tile";
  }
}

/// Sets that are everything of their kind need no place: "every player", but "every tile in the player's
/// hand".
bool is_whole(const TypedExpr& set) { return set.op == Op::root && set.type != Type::tiles; }

}  // namespace

/// "some tile in the player's hand".
std::string English::each_of(const TypedExpr& set, std::string_view article) {
  if (is_whole(set)) return fmt::format("{} {}", article, noun_of(set.type));
  return fmt::format("{} {} in {}", article, noun_of(set.type), named(set));
}

std::string English::quantified_clause(const TypedExpr& node, bool so) {
  const bool any = node.op == Op::any;
  const TypedExpr& set = node.args[0];
  if (!node.has_where) {
    const std::string what = each_of(set, so == any ? "a" : "no");
    return fmt::format("there is {}", any ? what : each_of(set, so ? "no" : "a"));
  }
  const std::string_view article = any ? (so ? "some" : "no") : (so ? "every" : "not every");
  const std::string that = fmt::format("that {}", noun_of(set.type));
  const std::string whole = each_of(set, article);
  bound_.push_back(that);
  std::string text = said(node.args[1], true).text;
  bound_.pop_back();
  // "some tile in the player's hand is a double" where the thing is named once, in front.
  if (text.starts_with(that + " ") && text.find(that, that.size()) == std::string::npos)
    return whole + text.substr(that.size());
  return fmt::format("this is true of {}: {}", whole, text);
}

/// " for which that tile is a double": the condition on a set's things, if there is one.
std::string English::which(const TypedExpr& node) {
  if (!node.has_where) return {};
  return fmt::format(" for which {}", said(node.args[1], true).text);
}

namespace {

/// "age", where the thing measured is "{}'s age" of the thing that is sought; empty: it is something else.
std::string_view own_measure(const TypedExpr& of) {
  constexpr std::string_view possession = "{}'s ";
  if (of.op != Op::member || of.args[0].op != Op::variable || of.args[0].index != 0) return {};
  const MemberPhrase phrase = phrase_of(static_cast<Member>(of.index));
  if (phrase.kind != PhraseKind::thing || !phrase.text.starts_with(possession)) return {};
  return phrase.text.substr(possession.size());
}

}  // namespace

std::string English::quantified_thing(const TypedExpr& node) {
  const TypedExpr& set = node.args[0];
  if (node.op == Op::best && !node.has_where && is_whole(set)) {
    const std::string_view measure = own_measure(node.args.back());
    if (!measure.empty()) return fmt::format("the {} with the greatest {}", noun_of(set.type), measure);
  }
  const std::string place = is_whole(set) ? "" : " in " + named(set);
  const std::string noun(noun_of(set.type));
  bound_.push_back(fmt::format("that {}", noun));
  const std::string these = fmt::format("{}{}{}", plural_of(noun), place, which(node));
  std::string measure;
  if (node.has_of) measure = named(node.args.back());
  bound_.pop_back();
  switch (node.op) {
    case Op::count:
      return fmt::format("the number of {}", these);
    case Op::sum:
      return fmt::format("the sum, over all {}, of {}", these, measure);
    case Op::max:
      return fmt::format("the greatest, among all {}, of {}", these, measure);
    case Op::min:
      return fmt::format("the least, among all {}, of {}", these, measure);
    case Op::sole:
      return fmt::format("the one of all {} for which {} is greatest, if no other is equal,", these, measure);
    default:
      return fmt::format("the one of all {} for which {} is greatest", these, measure);
  }
}

}  // namespace roundhouse::dsl
