// Facts that nothing sets, nothing reads or nothing changes; markers and debts that nothing makes.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/rows_in_force.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/game_bounds.h"

namespace roundhouse::dsl {
namespace {

// A fact that lasts a turn is cleared when a turn begins. One that only the events before the first turn set
// is gone before a turn can ask for it.
bool is_before_first_turn(EventId event) {
  return event == event_id(BuiltInEvent::lead) || event == event_id(BuiltInEvent::engine) ||
         event == event_id(BuiltInEvent::deal) || event == event_id(BuiltInEvent::dealt);
}

bool sets(const Rule& rule, std::size_t fact) {
  return any_of(rule.effects, [&](const TypedEffect& effect) {
    return (effect.id == Effect::set || effect.id == Effect::add) &&
           static_cast<std::size_t>(effect.args[0].index) == fact;
  });
}

/// True if set by something, and by nothing but the events before the first turn.
bool is_set_early(const CheckedRules& rules, std::size_t fact) {
  bool is_set = false;
  for (const Rule& rule : rules.rules) {
    if (!sets(rule, fact)) continue;
    is_set = true;
    if (!all_of(rule.events, is_before_first_turn)) return false;
  }
  return is_set;
}

/// True if a row of the events before the first turn may be the one that asks. Words are not followed: one
/// that asks may be used there.
bool may_be_asked_early(const CheckedRules& rules, std::size_t fact) {
  const auto asks = [&](const TypedExpr& expression) {
    bool found = false;
    for_each_node(expression, [&](const TypedExpr& node) {
      found = found || node.op == Op::word ||
              (node.op == Op::fact && static_cast<std::size_t>(node.index) == fact);
    });
    return found;
  };
  return any_of(rules.rules, [&](const Rule& rule) {
    if (none_of(rule.events, is_before_first_turn)) return false;
    if (rule.when && asks(*rule.when)) return true;
    return any_of(rule.effects, [&](const TypedEffect& effect) {
      const bool changes = effect.id == Effect::set || effect.id == Effect::add;
      return std::any_of(effect.args.begin() + (changes ? 1 : 0), effect.args.end(), asks);
    });
  });
}

// --- what is set too late ---

/// When a row looks: while a turn is played, at its end, or at the end of the round.
enum class Hour : std::uint8_t { turn, turn_end, round_end };

Hour hour_of(EventId event) {
  if (is_of_round_end(event.value)) return Hour::round_end;
  return event == event_id(BuiltInEvent::done) ? Hour::turn_end : Hour::turn;
}

bool asks_for_fact(const CheckedRules& rules, const TypedExpr& expression, std::size_t fact, Effort& effort) {
  bool found = false;
  for_each_node(expression, [&](const TypedExpr& node) {
    if (!effort.spend()) found = true;
    if (found) return;
    if (node.op == Op::fact) found = static_cast<std::size_t>(node.index) == fact;
    if (node.op == Op::word)
      found = asks_for_fact(rules, rules.words[static_cast<std::size_t>(node.index)].is, fact, effort);
  });
  return found;
}

/// True if all that asks for the fact looks before anything has set it, in a turn or round of its own.
bool is_set_too_late(const Linted& linted, std::size_t fact) {
  const CheckedRules& rules = linted.rules;
  const Scope per = rules.facts[fact].per;
  const bool whole_round = per == Scope::round;
  if (per != Scope::turn && !whole_round) return false;
  const auto is_late = [&](EventId event) {
    const Hour hour = hour_of(event);
    return hour == Hour::round_end || (!whole_round && hour == Hour::turn_end);
  };
  bool is_set = false;
  for (const Rule& rule : rules.rules) {
    if (!sets(rule, fact)) continue;
    is_set = true;
    if (!all_of(rule.events, is_late)) return false;
  }
  if (!is_set) return false;
  bool in_a_value = false;
  for_each_value(rules, [&](const TypedExpr& expression) {
    const bool of_word = any_of(rules.words, [&](const Word& word) { return &word.is == &expression; });
    if (!of_word) in_a_value = in_a_value || asks_for_fact(rules, expression, fact, linted.effort);
  });
  if (in_a_value) return false;
  for (const Rule& rule : rules.rules) {
    bool asks = false;
    for_each_expression_of(rule, [&](const TypedExpr& expression) {
      asks = asks || asks_for_fact(rules, expression, fact, linted.effort);
    });
    if (!asks) continue;
    for (const Scene& scene : scenes_of(rules, rule)) {
      // A referee may act after the round, too.
      const bool by_referee = scene.act && scene.act->value >= built_in_acts &&
                              rules.acts[scene.act->value - built_in_acts].by == ActBy::referee;
      const bool of_declared = scene.event && scene.event->value >= built_in_events;
      if (by_referee || of_declared || (scene.event && is_late(*scene.event))) return false;
    }
  }
  return true;
}

void find_late(const Linted& linted, const Uses& uses) {
  for (std::size_t i = 0; i < linted.rules.facts.size(); ++i) {
    const Fact& fact = linted.rules.facts[i];
    if (!uses.facts[i] || !linted.is_own(fact.where) || !is_set_too_late(linted, i)) continue;
    const bool of_round = fact.per == Scope::round;
    Diagnostic& made = linted.warn(
        fact.where,
        fmt::format("the fact '{}' is set at the end of a {}, and cleared before anything asks for it",
                    fact.name, of_round ? "round" : "turn"));
    made.why = of_round ? "a fact of the round is cleared when the next round begins, and only what is done "
                          "in a round asks for it"
                        : "a fact of the turn is cleared when the next turn begins, and only what is done in "
                          "a turn asks for it";
    made.help = of_round ? "let it last longer, with 'per: match' or 'of: match'"
                         : "let it last longer, with 'of: round', or 'of: player' where it is somebody's";
  }
}

void find_cleared_fact(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  find_late(linted, uses);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    const bool is_reported =
        uses.facts[i] && linted.is_own(fact.where);  // unused facts have a check of their own
    if (!is_reported || fact.per != Scope::turn || !is_set_early(rules, i) || may_be_asked_early(rules, i))
      continue;
    Diagnostic& made = linted.warn(
        fact.where,
        fmt::format("the fact '{}' is set before the first turn, and cleared when that begins", fact.name));
    made.why = "a fact of the turn lasts until the next turn begins, and nothing asks for it before";
    made.help = "let it last longer, with 'of: round', or let it be set in a turn";
  }
}

// A fact that is only ever set to what it is when it is cleared remembers nothing.
void find_constant_fact(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    const bool is_truth = fact.type == Type::truth;
    if (!is_truth && fact.type != Type::number) continue;
    const bool is_reported = uses.facts_set[i] && uses.facts[i] && linted.is_own(fact.where);
    if (!is_reported || fact.chance || !linted.game.constant_facts[i]) continue;
    Diagnostic& made = linted.warn(fact.where, fmt::format("the fact '{}' is set, but never to {}", fact.name,
                                                           is_truth ? "true" : "anything but 0"));
    for (const Rule& rule : rules.rules)
      for (const TypedEffect& effect : rule.effects)
        if ((effect.id == Effect::set || effect.id == Effect::add) &&
            static_cast<std::size_t>(effect.args[0].index) == i)
          made.labels.push_back({effect.where, "set here"});
    made.why = fmt::format("it begins as {}, and so it stays", is_truth ? "false" : "0");
    made.help = fmt::format("add a row that sets it to {}, or take it out with all that asks for it",
                            is_truth ? "true" : "something else");
  }
}

// A fact that nothing sets is false, 0 or absent for ever, and what asks about it never sees anything else.
void find_never_set_fact(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    const bool is_shown = !fact.shown.empty();
    if (uses.facts_set[i] || !(uses.facts[i] || is_shown) || !linted.is_own(fact.where)) continue;
    linted.warn(fact.where,
                fmt::format("the fact '{}' is {}, but nothing ever sets it", fact.name,
                            uses.facts[i] ? "asked about" : "shown"),
                "let an 'after' row 'set' it or 'add' to it, or let it define itself with 'after' and 'is'");
  }
}

// A fact that is neither set, asked about nor shown is left over from something, or waits for a row that was
// forgotten.
void find_unused_fact(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    if (uses.facts_set[i] || uses.facts[i] || !fact.shown.empty() || !linted.is_own(fact.where)) continue;
    linted.warn(fact.where, fmt::format("the fact '{}' is neither set nor asked about", fact.name),
                "take it out, or add the rows that it was made for");
  }
}

bool permits_only(const Rule& rule, ActId act) {
  return rule.shape == Shape::permit && all_of(rule.acts, [&](ActId each) { return each == act; });
}

/// True if the act does nothing but set the fact, and nothing but its own condition asks for that. One that
/// is done with a tile shows it; to do something once a turn needs no reason.
bool is_idle_act(const Linted& linted, std::size_t act, std::size_t fact) {
  const CheckedRules& rules = linted.rules;
  if (rules.acts[act].tile != ActTile::none || rules.facts[fact].of != Scope::player) return false;
  const ActId id{static_cast<std::uint16_t>(built_in_acts + act)};
  const auto asks = [&](const TypedExpr& expression) {
    bool found = false;
    for_each_node(expression,
                  [&](const TypedExpr& node) { found = found || is_entry(node, Op::can, id.value); });
    return found || asks_for_fact(rules, expression, fact, linted.effort);
  };
  bool is_set = false, is_asked = false, matters = false;
  for (const Rule& rule : rules.rules) {
    const bool is_of_act = contains(rule.events, event_of(id));
    is_set = is_set || (is_of_act && sets(rule, fact));
    matters = matters || (is_of_act && any_of(rule.effects, [&](const TypedEffect& effect) {
                            return !writes(effect.id, aspects::facts) ||
                                   static_cast<std::size_t>(effect.args[0].index) != fact;
                          }));
    for_each_expression_of(rule, [&](const TypedExpr& expression) {
      if (!asks(expression)) return;
      is_asked = true;
      matters = matters || !permits_only(rule, id);
    });
  }
  for_each_value(rules, [&](const TypedExpr& expression) {
    const bool of_word = any_of(rules.words, [&](const Word& word) { return &word.is == &expression; });
    matters = matters || (!of_word && asks(expression));
  });
  return is_set && is_asked && !matters;
}

// A fact that is set but that no condition or amount asks about changes nothing: a row was forgotten. One
// that is shown is for the players to see. It is the same where an act sets it, does nothing else, and only
// asks itself whether it was done already: what it should do does not stand there.
void find_write_only_fact(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    if (!uses.facts_set[i] || !fact.shown.empty() || !linted.is_own(fact.where)) continue;
    if (!uses.facts[i]) {
      linted.warn(fact.where,
                  fmt::format("the fact '{}' is {}, but nothing ever asks about it", fact.name,
                              fact.chance ? "left to chance" : "set"),
                  "add the row that it was made for, let it be 'shown', or take it out");
      continue;
    }
    for (std::size_t act = 0; act < rules.acts.size(); ++act) {
      if (!linted.is_own(rules.acts[act].where) || !is_idle_act(linted, act, i)) continue;
      Diagnostic& made = linted.warn(
          fact.where, fmt::format("nothing but '{}' itself asks for '{}'", rules.acts[act].name, fact.name));
      made.labels.push_back({rules.acts[act].where, "does nothing else"});
      made.why = "whoever has done it is in no other position than before";
      made.help = "add the row that goes by it, an exception to what it allows, or let the fact be 'shown'";
    }
  }
}

// A parent's row puts a marker up, or makes a double owed, and the file takes that row away: what asks for it
// stays, with its sentence. A file whose own rows ask for what no row makes waits for it in vain, too.
class NeverMade {
 public:
  explicit NeverMade(const Linted& linted) : linted_(linted), rules_(linted.rules) {}

  void find() const {
    const bool lacks = !has_effect(rules_, Effect::mark) || !has_effect(rules_, Effect::owe);
    if (!lacks && none_of(rules_.taken_rows, [&](const TakenRow& row) { return linted_.is_own(row.where); }))
      return;
    const KnownFacts known = known_in_play(rules_, {});
    KnownFacts inherited;
    inherited.values = KnownFacts::Values::inherited;
    inherited = known_in_play(rules_, inherited);
    if (known.no_markers && inherited.no_markers) {
      look({"puts up a marker", Effect::mark}, [](const TypedExpr& node) {
        return node.op == Op::member && row(static_cast<Member>(node.index)).reads == aspects::markers;
      });
    }
    if (known.no_debts && inherited.no_debts) {
      look({"makes a double owed", Effect::owe}, [](const TypedExpr& node) {
        return node.op == Op::member && is_of_debts_alone(row(static_cast<Member>(node.index)));
      });
    }
    for (std::size_t i = 0; i < rules_.facts.size(); ++i) {
      const bool never_set = known.never_set[i] && inherited.never_set[i];
      if (!never_set || linted_.is_own(rules_.facts[i].where)) continue;
      look({fmt::format("sets the fact '{}'", rules_.facts[i].name), std::nullopt},
           [i](const TypedExpr& node) { return is_entry(node, Op::fact, i); });
    }
  }

 private:
  struct Thing {
    std::string made;  ///< "puts up a marker"
    std::optional<Effect>
        effect;  ///< by which own rows could wait for it; none: they have a check of their own
  };

  template <class Is>
  bool asks(const TypedExpr& expression, const Is& is, int depth = 0) const {
    bool found = false;
    for_each_node(expression, [&](const TypedExpr& node) {
      if (found || depth > 16 || !linted_.effort.spend()) return;
      found = is(node) || (node.op == Op::word && node.args.empty() &&
                           asks(simplify(rules_.words[static_cast<std::size_t>(node.index)].is, rules_, {}),
                                is, depth + 1));
    });
    return found;
  }

  template <class Is>
  void look(const Thing& thing, const Is& is) const {
    const auto taken =
        find_if(rules_.taken_rows, [&](const TakenRow& row) { return linted_.is_own(row.where); });
    const bool takes = taken != rules_.taken_rows.end();
    const bool waits = thing.effect && !has_effect(rules_, *thing.effect);
    if (!takes && !waits) return;
    for (const RowInForce& in_force : rows_in_force(rules_, {})) {
      const Rule& rule = rules_.rules[in_force.rule.value];
      if (!rule.when || (!takes && !linted_.is_own(rule.when->where))) continue;
      if (!asks(simplify(*rule.when, rules_, {}), is)) continue;
      Diagnostic& made = linted_.warn(
          takes ? taken->where : rule.when->where,
          fmt::format("nothing {}{}, and '{}' asks for it", thing.made, takes ? " any more" : "", rule.id));
      if (takes) made.labels.push_back({rule.id_where, "goes on to ask for it"});
      made.help = takes ? "take away what asks for it, too, or keep the row that does it"
                        : "add the row that does it, or take out what asks for it";
      return;
    }
  }

  const Linted& linted_;
  const CheckedRules& rules_;
};

void find_never_made(const Linted& linted) { NeverMade(linted).find(); }

}  // namespace

const LintCheck facts_checks[] = {
    {"cleared-fact", "A fact is cleared before anything can ask for it.", find_cleared_fact},
    {"constant-fact", "A fact is only ever set to what it is at the beginning.", find_constant_fact},
    {"never-made", "Rules ask for markers, debts or a parent's facts that nothing makes.", find_never_made},
    {"never-set-fact", "A fact is asked about or shown, and never set.", find_never_set_fact},
    {"unused-fact", "A fact is neither set, asked about nor shown.", find_unused_fact},
    {"write-only-fact", "A fact is set, and neither shown nor asked about by anything else.",
     find_write_only_fact},
};

}  // namespace roundhouse::dsl
