#include <fmt/format.h>

#include <cstdlib>

#include "dsl/base/plain_text.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"

namespace roundhouse::dsl {
namespace {

std::string in_number(const std::string& amount, const TypedExpr& value, std::string_view noun) {
  return value.op == Op::number ? how_many(value.number, noun) : amount + " " + plural_of(noun);
}

}  // namespace

std::string English::act(ActId id) const {
  if (id.value < built_in_acts) return std::string(phrase_of(static_cast<BuiltInAct>(id.value)).text);
  return name_marks(spaced(rules_.acts[id.value - built_in_acts].called));
}

std::string English::event(EventId id) const {
  if (id.value < built_in_events) return std::string(phrase_of(static_cast<BuiltInEvent>(id.value)).text);
  return fmt::format("after {}", name_marks(spaced(rules_.acts[id.value - built_in_events].called)));
}

std::string English::fact_effect(const TypedEffect& effect) {
  const TypedExpr& fact = effect.args[0];
  const Fact& row = rules_.facts[static_cast<std::size_t>(fact.index)];
  const TypedExpr value = simplify(effect.args[1], rules_, known_);
  if (effect.id == Effect::add) return fmt::format("{} grows by {}", named(fact), named(value));
  if (row.type != Type::truth) return fmt::format("{} becomes {}", named(fact), named(value));
  if (value.op == Op::truth) {
    const std::string_view then = value.number != 0 ? "is then noted" : "is no longer noted";
    const std::string name = name_marks(spaced(row.name));
    if (row.of == Scope::player) return fmt::format("{} {} as {}", named(fact.args[0]), then, name);
    return fmt::format("{} {} of {}", name, then, named(fact.args[0]));
  }
  return fmt::format("it is noted whether {} ({})", rendered_truth(value, true).text,
                     name_marks(spaced(row.name)));
}

std::string English::effect(const TypedEffect& effect) {
  if (effect.id == Effect::set || effect.id == Effect::add) return fact_effect(effect);
  std::string text(phrase_of(effect.id).text);
  for (std::size_t i = 0; i < effect.args.size(); ++i) {
    const TypedExpr value = simplify(effect.args[i], rules_, known_);
    std::string text_of_it = named(value);
    if (value.type == Type::number) {
      if (effect.id == Effect::owe || effect.id == Effect::draw) {
        text_of_it = in_number(text_of_it, value, "tile");
      } else if (effect.id == Effect::score && value.op == Op::number) {
        text_of_it =
            fmt::format("{} point{}", std::abs(value.number), std::abs(value.number) == 1 ? "" : "s");
        if (value.number < 0) text = replaced(std::move(text), "scores {1}", "takes {1} off");
      } else if (effect.id == Effect::fan) {
        text_of_it = counted_in_words(value.number);
        text = replaced(std::move(text), "@is", value.number == 1 ? "is" : "are");
      }
    }
    text = replaced(std::move(text), fmt::format("{{{}}}", i), text_of_it);
  }
  return text;
}

std::string English::effects(std::span<const TypedEffect> effects) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (effects[i].inner == 0) {
      parts.push_back(effect(effects[i]));
      continue;
    }
    const std::size_t behind = i + effects[i].inner + 1;
    const std::string text_of_it = for_each(effects.subspan(i, behind - i));
    // Brackets mark where it ends.
    parts.push_back(behind < effects.size() ? "(" + text_of_it + ")" : text_of_it);
    i = behind - 1;
  }
  return dsl::listed(parts, "and");
}

std::string English::at_any_time(const DeclaredAct& declared, ActId id) const {
  const std::string_view who = declared.by == ActBy::referee  ? "the referee"
                               : declared.by == ActBy::anyone ? "anybody"
                                                              : "a player in turn";
  return as_sentence(fmt::format("{} may {} at any time", who, act(id)));
}

std::string English::row(const Rule& rule) {
  std::optional<TypedExpr> when;
  if (rule.when) when = simplify(*rule.when, rules_, known_);
  const std::string condition = !when || is_true(*when) ? std::string() : rendered_truth(*when, true).text;
  const std::string if_so = condition.empty() ? std::string() : " if " + condition;
  std::vector<std::string> about;
  for (const ActId id : rule.acts) about.push_back(act(id));
  switch (rule.shape) {
    case Shape::forbid:
      return as_sentence(fmt::format("a player may not {}{}", dsl::listed(about, "or"), if_so));
    case Shape::permit:
      return as_sentence(fmt::format("a player may {}{}", dsl::listed(about, "or"), if_so));
    case Shape::advise:
      return as_sentence(fmt::format("a player should not {}{}", dsl::listed(about, "or"), if_so));
    case Shape::optional:
      return as_sentence(fmt::format("a player need not {}{}", dsl::listed(about, "or"), if_so));
    case Shape::except:
      return condition.empty() ? "This does not hold." : as_sentence("this does not hold if " + condition);
    case Shape::after: {
      for (const EventId id : rule.events) about.push_back(event(id));
      if (!condition.empty())
        return as_sentence(
            fmt::format("{}, if {}: {}", dsl::listed(about, "or"), condition, effects(rule.effects)));
      return as_sentence(fmt::format("{}, {}", dsl::listed(about, "or"), effects(rule.effects)));
    }
  }
  return {};
}

}  // namespace roundhouse::dsl
