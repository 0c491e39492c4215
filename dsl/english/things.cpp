#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"

namespace roundhouse::dsl {
namespace {

std::string in_brackets(const std::string& text) { return fmt::format("({})", text); }

}  // namespace

std::string English::named(const TypedExpr& node) { return rendered(node).text; }

/// Words have no order of operators: only sums are read from left to right by everybody.
std::string English::operand(const TypedExpr& node, Op whole, bool second) {
  const Rendered part = rendered(node);
  const bool sum = part.joint == Op::add || part.joint == Op::subtract;
  const bool runs_on = part.joint == Op::number || (whole == Op::multiply && part.joint == Op::multiply) ||
                       (sum && (whole == Op::add || (whole == Op::subtract && !second)));
  return runs_on ? part.text : in_brackets(part.text);
}

std::string English::one_thing(const TypedExpr& node) {
  const Rendered part = rendered(node);
  return part.joint == Op::choose ? in_brackets(part.text) : part.text;
}

English::Rendered English::rendered(const TypedExpr& node) {
  switch (node.op) {
    case Op::number:
      if (things_ && (node.type == Type::player || node.type == Type::tile))
        return {things_(node.type, node.number)};
      return {std::to_string(node.number)};
    case Op::name:
      return {name_marks(rules_.names[static_cast<std::size_t>(node.index)])};
    case Op::absent:
      return {node.type == Type::player || node.type == Type::absent ? "nobody" : "nothing"};
    case Op::root: {
      const auto root = static_cast<Root>(node.index);
      const auto found = names_.find(root);
      return {found != names_.end() ? found->second : std::string(phrase_of(root))};
    }
    case Op::member:
      return {named_member(node)};
    case Op::option:
    case Op::table: {
      // The rest of an option is a table whose key is not known yet.
      std::string keys;
      for (const TypedExpr& arg : node.args) keys += (keys.empty() ? "" : " and ") + named(arg);
      return {fmt::format("the number in the table {} for {}",
                          name_marks(spaced(rules_.options[static_cast<std::size_t>(node.index)].name)),
                          keys)};
    }
    case Op::fact:
      return {named_fact(node)};
    case Op::train_of:
      return {named_train(node)};
    case Op::word:
      return named_word(node);
    case Op::variable: {
      const auto outward = static_cast<std::size_t>(node.index);
      return {outward < bound_.size() ? bound_[bound_.size() - 1 - outward] : "it"};
    }
    case Op::negate:
      return {"minus " + operand(node.args[0], node.op, true)};
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      if (node.op == Op::subtract && node.args[0].op == Op::number && node.args[0].number == 0)
        return {"minus " + operand(node.args[1], Op::negate, true)};
      return {fmt::format(fmt::runtime(phrase_of(node.op)), operand(node.args[0], node.op, false),
                          operand(node.args[1], node.op, true)),
              node.op};
    case Op::choose:
      return {fmt::format("{} if {}, otherwise {}", one_thing(node.args[1]),
                          rendered_truth(node.args[0], true).text, named(node.args[2])),
              Op::choose};
    case Op::count:
    case Op::sum:
    case Op::max:
    case Op::min:
    case Op::sole:
    case Op::best:
      // The thing counted or measured goes on to its end.
      return {quantified_thing(node), node.has_where || node.has_of ? node.op : Op::number};
    case Op::truth:
    case Op::can:
      ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_CASE)
      ROUNDHOUSE_PROPERTIES(ROUNDHOUSE_CASE)
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::any:
    case Op::all:
      break;
  }
  return {"whether " + rendered_truth(node, true).text};
}

std::string English::filled(std::string_view phrase, const TypedExpr& member) {
  std::string text(phrase);
  if (member.args.size() > 1) text = replaced(std::move(text), "{1}", one_thing(member.args[1]));
  if (text.find("{}") == std::string::npos) return text;
  const std::string asked = named(member.args[0]);
  // "the total of the player to the left of Ann", and not "the player to the left of Ann's total".
  constexpr std::string_view owner = "{}'s ";
  if (text.starts_with(owner) && asked.find(" of ") != std::string::npos)
    return fmt::format("the {} of {}", text.substr(owner.size()), asked);
  text = replaced(std::move(text), "{}'s", possessive(asked));
  return replaced(std::move(text), "{}", asked);
}

std::string English::named_member(const TypedExpr& node) {
  const MemberPhrase phrase = phrase_of(static_cast<Member>(node.index));
  if (phrase.kind == PhraseKind::claim) return "whether " + filled(phrase.text, node);
  for (const auto& [side, name] :
       {std::pair{Member::player_left, "left"}, std::pair{Member::player_right, "right"}}) {
    std::int32_t seats = 0;
    const TypedExpr* from = &node;
    for (; is_member(*from, side); ++seats) from = &from->args[0];
    if (seats > 1)
      return fmt::format("the player {} seats to the {} of {}", number_word(seats), name, named(*from));
  }
  return filled(phrase.text, node);
}

std::string English::named_fact(const TypedExpr& node) {
  const Fact& fact = rules_.facts[static_cast<std::size_t>(node.index)];
  const std::string name = name_marks(spaced(fact.name));
  if (fact.type == Type::truth) return "whether " + fact_clause(node, true);
  const std::string_view what = fact.type != Type::number ? type_name(fact.type)
                                : fact.chance             ? "number"
                                                          : "count";
  return fmt::format("the {} {} of {}", what, name, named(node.args[0]));
}

English::Rendered English::named_word(const TypedExpr& node) {
  const Word& word = rules_.words[static_cast<std::size_t>(node.index)];
  std::string asked;
  if (!node.args.empty()) asked = named(node.args[0]);
  if (depth_ < deepest_words) {
    std::vector<std::string> outer;
    outer.swap(bound_);
    if (!asked.empty()) bound_.push_back(asked);
    ++depth_;
    Rendered meaning = rendered(word_body(node));
    --depth_;
    bound_.swap(outer);
    if (meaning.text.size() <= longest_thing) return meaning;
  }
  return {asked.empty() ? name_marks(spaced(word.name))
                        : fmt::format("{} of {}", name_marks(spaced(word.name)), asked)};
}

std::string English::named_train(const TypedExpr& node) {
  const TrainKind& kind = rules_.trains[static_cast<std::size_t>(node.index)];
  if (kind.of == TrainOwner::all) return fmt::format("the {} train", spaced(kind.name));
  return fmt::format("{} {} train", possessive(named(node.args[0])), spaced(kind.name));
}

}  // namespace roundhouse::dsl
