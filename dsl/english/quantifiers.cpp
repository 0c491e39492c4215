#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"

namespace roundhouse::dsl {
namespace {

std::string_view noun_of(Type set) {
  const SetRow* row = find_set(set);
  return row == nullptr ? all_sets[0].noun : row->noun;
}

/// True of sets that are everything of their kind, which need no place: "every player", but "every tile in
/// the player's hand".
bool is_whole(const TypedExpr& set) { return set.op == Op::root && set.type != Type::tiles; }

}  // namespace

/// "some tile in the player's hand".
std::string English::each_of(const TypedExpr& set, std::string_view article) {
  if (is_whole(set)) return fmt::format("{} {}", article, noun_of(set.type));
  return fmt::format("{} {} in {}", article, noun_of(set.type), named(set));
}

/// " is a double and bears a marker": of what is true of one thing, named at the beginning of each part and
/// nowhere else. Empty: it is no such junction.
std::string English::parts_about(const std::string& that, const TypedExpr& junction) {
  if (dsl::row(junction.op).form != Form::junction) return {};
  std::vector<std::string> parts;
  for (const TypedExpr& arg : junction.args) {
    const Rendered part = rendered_truth(arg, true);
    const bool is_about = part.joint == Op::number && part.text.starts_with(that + " ") &&
                          part.text.find(that, that.size()) == std::string::npos;
    if (!is_about) return {};
    parts.push_back(part.text.substr(that.size() + 1));
  }
  return " " + dsl::listed(parts, junction.op == Op::logical_and ? "and" : "or");
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
  std::string text = rendered_truth(node.args[1], true).text;
  const std::string parts = parts_about(that, node.args[1]);
  bound_.pop_back();
  if (!parts.empty()) return whole + parts;
  // "some tile in the player's hand is a double" where the thing is named once, in front.
  if (text.starts_with(that + " ") && text.find(that, that.size()) == std::string::npos)
    return whole + text.substr(that.size());
  return fmt::format("this is true of {}: {}", whole, text);
}

/// " for which that tile is a double": the condition on a set's things, if there is one.
std::string English::which(const TypedExpr& node) {
  if (!node.has_where) return {};
  return fmt::format(" for which {}", rendered_truth(node.args[1], true).text);
}

namespace {

/// "age", where the thing measured is "{}'s age" of the thing that is sought; empty: it is something else.
std::string_view own_measure(const TypedExpr& of) {
  constexpr std::string_view possession = "{}'s ";
  if (of.op != Op::member || of.args[0].op != Op::variable || of.args[0].index != 0) return {};
  const MemberPhrase phrase = phrase_of(static_cast<Member>(of.index));
  if (phrase.kind == PhraseKind::claim || !phrase.text.starts_with(possession)) return {};
  return phrase.text.substr(possession.size());
}

/// Of `0 - x` and `-x`: x. The greatest of the one is the least of the other.
const TypedExpr* turned_round(const TypedExpr& of) {
  if (of.op == Op::negate) return &of.args[0];
  const bool from_nothing = of.op == Op::subtract && of.args[0].op == Op::number && of.args[0].number == 0;
  return from_nothing ? &of.args[1] : nullptr;
}

}  // namespace

/// The one of a set that is sought by a measure: `best`, or `sole` where it has to be alone.
std::string English::sought(const TypedExpr& node) {
  const TypedExpr& set = node.args[0];
  const TypedExpr* least = turned_round(node.args.back());
  const TypedExpr& of = least != nullptr ? *least : node.args.back();
  const std::string_view most = least != nullptr ? "least" : "greatest";
  const bool alone = node.op == Op::sole;
  const std::string_view noun = noun_of(set.type);
  const std::string_view measure = own_measure(of);
  if (!node.has_where && is_whole(set) && !alone && is_member(of, Member::player_age) && !measure.empty())
    return least != nullptr ? "the youngest player" : "the oldest player";
  if (!node.has_where && is_whole(set) && !measure.empty())
    return fmt::format("the {} {} the {} {}", noun,
                       !alone                      ? "with"
                       : set.type == Type::players ? "who alone has"
                                                   : "that alone has",
                       most, measure);
  const std::string place = is_whole(set) ? "" : " in " + named(set);
  bound_.push_back(fmt::format("that {}", noun));
  const std::string text_of_it =
      fmt::format("the {}one of all {}{}{} for which {} is {}", alone ? "only " : "", plural_of(noun), place,
                  which(node), one_thing(of), most);
  bound_.pop_back();
  return text_of_it;
}

std::string English::quantified_thing(const TypedExpr& node) {
  if (node.op == Op::best || node.op == Op::sole) return sought(node);
  const TypedExpr& set = node.args[0];
  const std::string place = is_whole(set) ? "" : " in " + named(set);
  const std::string noun(noun_of(set.type));
  bound_.push_back(fmt::format("that {}", noun));
  const std::string these = fmt::format("{}{}{}", plural_of(noun), place, which(node));
  std::string measure;
  if (node.has_of) measure = named(node.args.back());
  bound_.pop_back();
  if (node.op == Op::count) return fmt::format("the number of {}", these);
  const std::string_view of_all = node.op == Op::sum   ? "the sum, over all"
                                  : node.op == Op::max ? "the greatest, among all"
                                                       : "the least, among all";
  return fmt::format("{} {}, of {}", of_all, these, measure);
}

/// "for every player who has no tile in hand: that player scores 5 points".
std::string English::for_each(std::span<const TypedEffect> effects) {
  const TypedExpr head = simplify(effects[0].args[0], rules_, known_);
  // Nothing is left of a set or condition that can never be.
  if (head.op != Op::any) return "nothing follows";
  const TypedExpr& set = head.args[0];
  const std::string that = fmt::format("that {}", noun_of(set.type));
  bound_.push_back(that);
  std::string which;
  if (head.has_where && !is_true(head.args[1])) which = rendered_truth(head.args[1], true).text;
  // If the thing is named once, in front, it need not be named again.
  if (which.starts_with(that + " ") && which.find(that, that.size()) == std::string::npos)
    which = (set.type == Type::players ? " who" : " that") + which.substr(that.size());
  else if (!which.empty())
    which = " for which " + which;
  const std::string inner = this->effects(effects.subspan(1));
  bound_.pop_back();
  std::string text(phrase_of(Effect::each).text);
  text = replaced(std::move(text), "{0}", each_of(set, "every") + which);
  return replaced(std::move(text), "{1}", inner);
}

}  // namespace roundhouse::dsl
