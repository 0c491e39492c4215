// The theme of a rule, read off what it speaks of: its act, its event, its first effect, the first word of
// its condition that belongs somewhere.

#include "dsl/base/search.h"
#include "dsl/rulebook/rows_in_force.h"

namespace roundhouse::dsl {
namespace {

struct Themes {
  const CheckedRules& rules;
  const KnownFacts& known;
  int depth = 0;

  /// True of a fact that a declared act sets: it belongs to that act.
  bool is_of_an_act(std::int32_t fact) const {
    return any_of(rules.rules, [&](const Rule& rule) {
      return rule.origin == Origin::act && any_of(rule.effects, [&](const TypedEffect& effect) {
               return writes(effect.id, aspects::facts) && effect.args[0].index == fact;
             });
    });
  }

  Theme of_fact(std::int32_t index) const {
    if (is_of_an_act(index)) return Theme::calls;
    return rules.facts[static_cast<std::size_t>(index)].of == Scope::turn ? Theme::playing : Theme::nothing;
  }

  /// The themes that an expression speaks of, in the order of the words.
  std::vector<Theme> of_expression(const TypedExpr& expression) {
    std::vector<Theme> found;
    std::vector<Theme> ruled_out;
    collect(expression, found, ruled_out);
    found.insert(found.end(), ruled_out.begin(), ruled_out.end());
    return found;
  }

  /// Themes behind `not` are not those of the row: they are kept apart, to come last.
  void collect(const TypedExpr& node, std::vector<Theme>& found, std::vector<Theme>& ruled_out) {
    if (node.op == Op::logical_not) {
      for (const TypedExpr& arg : node.args) collect(arg, ruled_out, ruled_out);
      return;
    }
    Theme theme = Theme::nothing;
    if (node.op == Op::member) theme = phrase_of(static_cast<Member>(node.index)).theme;
    if (node.op == Op::fact) theme = of_fact(node.index);
    if (node.op == Op::train_of) theme = Theme::trains;
    if (theme != Theme::nothing) found.push_back(theme);
    if (node.op == Op::word && depth < 8) {
      ++depth;
      collect(simplify(rules.words[static_cast<std::size_t>(node.index)].is, rules, known), found, ruled_out);
      --depth;
    }
    for (const TypedExpr& arg : node.args) collect(arg, found, ruled_out);
  }

  std::vector<Theme> of_condition(const Rule& rule) {
    return rule.when ? of_expression(simplify(*rule.when, rules, known)) : std::vector<Theme>{};
  }

  /// Acts that do something with markers or points belong there; all else that players say is an
  /// announcement.
  Theme of_declared(EventId act) const {
    for (const Rule& rule : rules.rules) {
      if (rule.origin != Origin::act || rule.events.empty() || rule.events.front() != act) continue;
      const Theme theme = phrase_of(rule.effects.front().id).theme;
      if (theme == Theme::markers || theme == Theme::ending) return theme;
    }
    return Theme::calls;
  }

  /// True of a row that asks for what an act sets. A word asks for it as one way of many, unless all of it
  /// does.
  bool is_about_calls(const Rule& rule, const std::vector<Theme>& themes) const {
    return (rule.when && asks_of_an_act(simplify(*rule.when, rules, known))) ||
           (!themes.empty() && all_of(themes, [](const Theme theme) { return theme == Theme::calls; }));
  }

  bool asks_of_an_act(const TypedExpr& node) const {
    return (node.op == Op::fact && is_of_an_act(node.index)) ||
           any_of(node.args, [&](const TypedExpr& arg) { return asks_of_an_act(arg); });
  }

  Theme of_act_row(const Rule& rule) {
    const auto themes = of_condition(rule);
    if (rule.acts.empty()) return Theme::calls;
    if (rule.acts.front().value >= built_in_acts) return of_declared(event_of(rule.acts.front()));
    if (rule.shape == Shape::advise) return Theme::calls;
    const auto act = static_cast<BuiltInAct>(rule.acts.front().value);
    if (act != BuiltInAct::lay) return is_about_calls(rule, themes) ? Theme::calls : phrase_of(act).theme;
    for (const Theme theme : themes) {
      const bool of_tiles = theme == Theme::trains || theme == Theme::doubles || theme == Theme::markers ||
                            theme == Theme::playing || theme == Theme::start;
      if (of_tiles) return theme;
    }
    return Theme::playing;
  }

  Theme of_after_row(const Rule& rule) {
    const EventId event = rule.events.front();
    if (event.value >= built_in_events) return of_declared(event);
    const auto built_in = static_cast<BuiltInEvent>(event.value);
    if (phrase_of(built_in).theme != Theme::nothing) return phrase_of(built_in).theme;
    for (const TypedEffect& effect : rule.effects) {
      if (phrase_of(effect.id).theme != Theme::nothing) return phrase_of(effect.id).theme;
      if (writes(effect.id, aspects::facts) && is_of_an_act(effect.args[0].index)) return Theme::calls;
      if (effect.id == Effect::warn) {
        const auto themes = of_condition(rule);
        const bool of_markers = contains(themes, Theme::markers);
        return of_markers ? Theme::markers : Theme::calls;
      }
    }
    return built_in == BuiltInEvent::lay ? Theme::playing : Theme::turn;
  }
};

}  // namespace

Theme theme_of(const CheckedRules& rules, const Rule& rule, const KnownFacts& known) {
  Themes themes{rules, known};
  switch (rule.shape) {
    case Shape::forbid:
    case Shape::permit:
    case Shape::advise:
    case Shape::optional:
      return themes.of_act_row(rule);
    case Shape::except:
      return rule.excepts.empty() ? Theme::playing
                                  : theme_of(rules, rules.rules[rule.excepts.front().value], known);
    case Shape::after:
      return themes.of_after_row(rule);
  }
  return Theme::playing;
}

}  // namespace roundhouse::dsl
