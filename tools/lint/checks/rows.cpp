// Rows that never apply, or change nothing.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

// No row need forbid what the laws of every train game forbid: to draw from an empty boneyard, to act out of
// turn, to do what nothing permits. The row would never be quoted, or in place of the law.
/// The law that the condition speaks of.
Law law_of(const TypedExpr& when) {
  Law law = Law::turn_order;
  for_each_node(when, [&](const TypedExpr& node) {
    if (node.op != Op::member) return;
    if (static_cast<Member>(node.index) == Member::round_boneyard) law = Law::boneyard_empty;
    if (static_cast<Member>(node.index) == Member::round_over) law = Law::round_over;
  });
  return law;
}

void report_law(const Linted& linted, const Rule& rule) {
  const LawRow& law = row(law_of(*rule.when));
  Diagnostic& made = linted.warn(
      rule.about_where, fmt::format("'{}' forbids only what the law '{}' forbids anyway", rule.id, law.name));
  made.labels.push_back({rule.when->where, "holds only where the law does"});
  made.why = fmt::format("it holds in every train game, and a verdict says: {}", law.sentence);
  made.help = "take the row out";
}

/// True if nothing permits the act where the row forbids it.
bool is_never_permitted(const Linted& linted, const Rule& rule) {
  return all_of(rule.acts, [&](ActId act) {
    const std::vector<std::size_t> permits = permits_of(linted.rules, act);
    return !permits.empty() && all_of(permits, [&](std::size_t at) {
      std::vector<Claim> claims = claims_of(rule);
      for (const Claim& claim : claims_of(linted.rules.rules[at])) claims.push_back(claim);
      return impossible(linted, claims, TrainsGone::counted, {act, std::nullopt, true});
    });
  });
}

void find_forbidden_by_law(const Linted& linted) {
  for (const Rule& rule : linted.rules.rules) {
    if (rule.shape != Shape::forbid || !rule.when || !linted.is_own(rule.where)) continue;
    const TypedExpr& when = *rule.when;
    const auto never = [&](bool laws) {
      return never_holds(linted, when, TrainsGone::counted, scenes_of(linted.rules, rule, laws));
    };
    if (never(false)) continue;  // reported elsewhere
    if (never(true)) {
      report_law(linted, rule);
    } else if (is_never_permitted(linted, rule)) {
      const ActId act = rule.acts.front();
      Diagnostic& made =
          linted.warn(rule.id_where, fmt::format("'{}' forbids '{}' only where it is not permitted anyway",
                                                 rule.id, linted.rules.act_name(act)));
      for (const std::size_t at : permits_of(linted.rules, act)) {
        const Rule& permit = linted.rules.rules[at];
        made.labels.push_back({permit.when ? permit.when->where : permit.id_where, "permitted only here"});
      }
      made.why =
          "a declared act is legal only where its own 'when' or a 'permit' holds, and there this row does "
          "not";
      made.help = "take the row out, or say what was meant";
    }
  }
}

// Courtesy begins where the rules leave a choice. Advice against what is forbidden anyway is never given.
void find_idle_advice(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (rule.shape != Shape::advise || !linted.is_own(rule.where)) continue;
    const std::vector<Scene> scenes = scenes_of(rules, rule);
    if (rule.when && never_holds(linted, *rule.when, TrainsGone::counted, scenes))
      continue;  // reported elsewhere
    const Rule* anyway = nullptr;
    const bool all = all_of(rule.acts, [&](ActId act) {
      anyway = forbids_wherever(linted, act, claims_of(rule));
      return anyway != nullptr;
    });
    if (!all || !anyway || !anyway->when) continue;
    Diagnostic& made = linted.warn(
        rule.id_where, fmt::format("the advice of '{}' is never given: '{}' forbids all that it is about",
                                   rule.id, anyway->id));
    made.labels.push_back({anyway->id_where, "holds whenever it does"});
    made.why = "advice is for what is legal; of an illegal act the row that forbids it is reported";
    made.help = "take the row out, or advise against something that is legal";
  }
}

// An optional act is passed over where a condition asks can.ACT. Where none does it was never owed.
void find_idle_optional(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  std::vector<bool> asked(rules.act_count(), false);
  for_each_expression(rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      if (node.op == Op::can) asked[static_cast<std::size_t>(node.index)] = true;
    });
  });
  for (const Rule& rule : rules.rules) {
    if (rule.shape != Shape::optional || !linted.is_own(rule.where)) continue;
    if (rule.acts.empty() || any_of(rule.acts, [&](ActId act) { return asked[act.value]; })) continue;
    const std::string_view act = rules.act_name(rule.acts.front());
    Diagnostic& made = linted.warn(
        rule.about_where, fmt::format("'{}' changes nothing: no condition asks 'can.{}'", rule.id, act));
    made.why = "a player owes an act only by a row that asks whether it can be done";
    made.help = "take the row out, or write the duty that it is about";
  }
}

// A permit is one more occasion for an act. One that holds only where another one does as well, or where the
// act is forbidden all the same, is none.
bool permits_as_much(const Linted& linted, const Rule& wide, const Rule& narrow) {
  return all_of(narrow.acts, [&](ActId act) {
    if (!contains(wide.acts, act)) return false;
    if (!wide.when) return true;
    std::vector<Claim> claims = claims_of(narrow);
    claims.push_back({&*wide.when, false});
    return impossible(linted, claims, TrainsGone::counted, {act, std::nullopt, true});
  });
}

/// Another permit that holds wherever this one does.
const Rule* covered_by(const Linted& linted, std::size_t at) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t j = 0; j < rules.size(); ++j) {
    if (j == at || rules[j].shape != Shape::permit) continue;
    if (!permits_as_much(linted, rules[j], rules[at])) continue;
    if (j > at && permits_as_much(linted, rules[at], rules[j])) continue;
    return &rules[j];
  }
  return nullptr;
}

void find_idle_permit(const Linted& linted) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    if (rule.shape != Shape::permit || !linted.is_own(rule.where)) continue;
    const std::vector<Scene> scenes = scenes_of(linted.rules, rule);
    if (rule.when && never_holds(linted, *rule.when, TrainsGone::counted, scenes))
      continue;  // reported elsewhere
    const auto report = [&](const Rule& other, std::string message, std::string_view help) {
      Diagnostic& made = linted.warn(rule.id_where, std::move(message));
      made.labels.push_back({other.id_where, "holds whenever it does"});
      made.help = help;
    };
    if (const Rule* wide = covered_by(linted, i)) {
      report(*wide, fmt::format("'{}' permits only what '{}' permits anyway", rule.id, wide->id),
             "take it out, or say which other occasion was meant");
      continue;
    }
    const bool is_one_of_several = all_of(rule.acts, [&](ActId act) {
      return permits_of(linted.rules, act).size() > 1 && !never_legal_act(linted, act);
    });
    if (!is_one_of_several) continue;
    const Rule* forbid = nullptr;
    const bool forbidden = all_of(rule.acts, [&](ActId act) {
      forbid = forbids_wherever(linted, act, claims_of(rule));
      return forbid != nullptr;
    });
    if (forbidden && forbid)
      report(*forbid, fmt::format("'{}' permits only what '{}' forbids all the same", rule.id, forbid->id),
             "let an 'except' lift the row that forbids it, or take the permit out");
  }
}

// An act that nobody may ever do: all that permits it is forbidden again, or the rows that forbid it leave no
// occasion. Of the acts that every game has, to draw may be forbidden for good; to lay and to end a turn may
// not.
const Rule* last_own(const Linted& linted, const std::vector<const Rule*>& rows) {
  const Rule* found = nullptr;
  for (const Rule* row : rows)
    if (linted.is_own(row->where)) found = row;
  return found;
}

void find_built_in(const Linted& linted, BuiltInAct act, std::string_view message, std::string_view help) {
  const NeverLegal never = never_legal_act(linted, act_id(act));
  const Rule* own = never ? last_own(linted, never.rows) : nullptr;
  if (!own) return;
  Diagnostic& made = linted.warn(own->about_where, std::string(message));
  for (const Rule* row : never.rows)
    if (row != own) made.labels.push_back({row->about_where, "forbids it, too"});
  made.why = never.why;
  made.help = help;
}

void find_declared(const Linted& linted, std::size_t index) {
  const DeclaredAct& declared = linted.rules.acts[index];
  const ActId act{static_cast<std::uint16_t>(built_in_acts + index)};
  const NeverLegal never = never_legal_act(linted, act);
  if (!never || !(linted.is_own(declared.where) || last_own(linted, never.rows))) return;
  // A row without a condition, and with a sentence, says just that: a manner of the table that is forbidden.
  if (any_of(never.rows, [](const Rule* row) { return !row->when && !row->says.empty(); })) return;
  Span where = declared.where;
  for (const std::size_t at : permits_of(linted.rules, act)) {
    const Rule& permit = linted.rules.rules[at];
    if (permit.when && linted.is_own(permit.when->where)) {
      where = permit.when->where;
      break;
    }
  }
  if (!linted.is_own(where)) where = last_own(linted, never.rows)->about_where;
  Diagnostic& made = linted.warn(where, fmt::format("nobody may ever do '{}'", declared.name));
  for (const Rule* row : never.rows) made.labels.push_back({row->id_where, "forbids it"});
  made.why = never.why;
  made.help = "narrow the row that forbids it, or take the act out";
}

void find_never_legal(const Linted& linted) {
  find_built_in(linted, BuiltInAct::lay, "nobody may ever lay a tile",
                "leave an occasion for it: let one of the rows hold less often, or an 'except' lift it");
  // A turn that an effect ends needs no act.
  if (!has_effect(linted.rules, Effect::end_turn))
    find_built_in(linted, BuiltInAct::done, "nobody may ever end a turn",
                  "leave an occasion for it: let one of the rows hold less often, or an 'except' lift it");
  for (std::size_t i = 0; i < linted.rules.acts.size(); ++i) find_declared(linted, i);
}

// Two rows with the same event, the same condition and the same effects: what they do is done twice, which of
// points and covers nobody means. Mostly a parent's row was written once more under another id.
bool same_effects(const Rule& a, const Rule& b) {
  return std::equal(a.effects.begin(), a.effects.end(), b.effects.begin(), b.effects.end(),
                    [](const TypedEffect& x, const TypedEffect& y) {
                      return x.id == y.id && x.depth == y.depth &&
                             std::equal(x.args.begin(), x.args.end(), y.args.begin(), y.args.end(),
                                        same_expression);
                    });
}

bool same_condition(const Rule& a, const Rule& b) {
  if (!a.when || !b.when) return !a.when && !b.when;
  return same_expression(*a.when, *b.when);
}

bool adds_up(const Rule& rule) {
  return any_of(rule.effects, [](const TypedEffect& effect) { return row(effect.id).twice == Twice::more; });
}

void find_repeated_row(const Linted& linted) {
  const std::vector<Rule>& rules = linted.rules.rules;
  for (std::size_t j = 1; j < rules.size(); ++j) {
    const Rule& later = rules[j];
    if (later.shape != Shape::after || later.origin != Origin::rule || !linted.is_own(later.where)) continue;
    for (std::size_t i = 0; i < j; ++i) {
      const Rule& first = rules[i];
      if (!linted.effort.spend()) return;
      if (first.shape != Shape::after || first.events != later.events || first.effects.empty()) continue;
      if (!same_condition(first, later) || !same_effects(first, later)) continue;
      // Exceptions may distinguish them.
      if (!exceptions_of(linted.rules, i).empty() || !exceptions_of(linted.rules, j).empty()) continue;
      Diagnostic& made = linted.warn(
          later.id_where,
          adds_up(later)
              ? fmt::format("'{}' does once more what '{}' does: it counts twice", later.id, first.id)
              : fmt::format("'{}' does only what '{}' does anyway", later.id, first.id));
      made.labels.push_back({first.id_where, "the same event, condition and effects"});
      made.help =
          fmt::format("take one of the two out; to say it in other words, use 'sentences: {}'", first.id);
      break;
    }
  }
}

// A `forbid` that holds only where another one of the same acts holds as well never decides anything: the
// family thinks that it has made a rule, and the game is the same without it. Not reported if the other row
// has exceptions that this one does not share: then it counts where the other is lifted.
bool covers_acts(const Rule& wide, const Rule& narrow) {
  return all_of(narrow.acts, [&](ActId act) { return contains(wide.acts, act); });
}

class Shadows {
 public:
  explicit Shadows(const Linted& linted)
      : linted_(linted), rows_(linted.rules.rules), lifted_by_(rows_.size()), settled_(rows_.size()) {
    for (const Rule& rule : rows_)
      for (const RuleId id : rule.excepts) lifted_by_[id.value].push_back(&rule);
  }

  void find() {
    find_alike();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Rule& narrow = rows_[i];
      if (settled_[i] || narrow.shape != Shape::forbid || !linted_.is_own(narrow.where)) continue;
      if (never_counts(narrow)) continue;
      for (std::size_t j = 0; j < rows_.size(); ++j) {
        if (i == j || !is_proved(i, j)) continue;
        if (j > i && is_proved(j, i)) continue;
        if (always_counts(rows_[j])) continue;
        report(narrow, rows_[j]);
        break;
      }
    }
  }

 private:
  /// Rows with one condition are found by its hash, without proofs, however many rows there are.
  void find_alike() {
    std::map<std::size_t, std::vector<std::size_t>> rows_by_condition;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].shape == Shape::forbid)
        rows_by_condition[rows_[i].when ? hash_of(*rows_[i].when) : 0].push_back(i);
    for (const auto& [hash, alike] : rows_by_condition) {
      for (const std::size_t i : alike) {
        if (!linted_.is_own(rows_[i].where)) continue;
        const auto found = find_if(alike, [&](std::size_t j) {
          return i != j && same_condition(rows_[i], rows_[j]) && adds_nothing(i, j) &&
                 !(j > i && adds_nothing(j, i));
        });
        if (found == alike.end() || always_counts(rows_[*found])) continue;
        settled_[i] = true;
        if (!never_counts(rows_[i])) report(rows_[i], rows_[*found]);
      }
    }
  }

  /// True if the narrow row adds nothing to the wide one where this one holds.
  bool adds_nothing(std::size_t narrow, std::size_t wide) const {
    return covers_acts(rows_[wide], rows_[narrow]) && all_of(lifted_by_[wide], [&](const Rule* exception) {
             return any_of(exception->excepts, [&](RuleId id) { return id.value == narrow; });
           });
  }

  /// True if it is proved that the narrow row adds nothing. Of two that say the same each adds nothing.
  bool is_proved(std::size_t narrow_at, std::size_t wide_at) const {
    if (!linted_.effort.spend()) return false;
    const Rule &narrow = rows_[narrow_at], &wide = rows_[wide_at];
    if (wide.shape != Shape::forbid || !adds_nothing(narrow_at, wide_at)) return false;
    if (!wide.when) return true;
    std::vector<Claim> claims = claims_of(narrow);
    claims.push_back({&*wide.when, false});
    return impossible_in(linted_, claims, scenes_of(linted_.rules, narrow));
  }

  // Rows that never or always hold are reported elsewhere.
  bool never_counts(const Rule& row) const {
    return row.when && never_holds(linted_, *row.when, TrainsGone::counted, scenes_of(linted_.rules, row));
  }
  bool always_counts(const Rule& row) const { return row.when && always_holds(linted_, *row.when); }

  void report(const Rule& narrow, const Rule& wide) {
    Diagnostic& made = linted_.warn(
        narrow.id_where, fmt::format("'{}' forbids only what '{}' forbids anyway", narrow.id, wide.id));
    made.labels.push_back({wide.id_where, "holds whenever it does"});
    made.help = fmt::format(
        "take one of the two out, or let an 'except' lift '{}' where this one is to count", wide.id);
  }

  const Linted& linted_;
  const std::vector<Rule>& rows_;
  std::vector<std::vector<const Rule*>> lifted_by_;  ///< for each row its exceptions
  std::vector<bool> settled_;                        ///< rows of which nothing more need be proved
};

void find_shadowed_rules(const Linted& linted) { Shadows(linted).find(); }

// A row that can never apply, whatever the options: it waits for a train that was taken away, for an act or
// event that this game never has, or lifts only rows that never hold. A mistake in its condition taken
// by itself is reported by constant-condition.
bool may_be_lead(const CheckedRules& rules, const TypedExpr& from) {
  const auto lead = static_cast<std::int32_t>(SetupName::lead);
  if (from.op == Op::name) return from.index == lead;
  if (from.op == Op::option) {
    const Option& option = rules.options[static_cast<std::size_t>(from.index)];
    return any_of(option.choices, [&](NameId id) { return id.value == static_cast<std::uint16_t>(lead); });
  }
  if (from.op == Op::choose) return may_be_lead(rules, from.args[1]) || may_be_lead(rules, from.args[2]);
  return true;
}

struct Reasons {
  const Linted& linted;
  const CheckedRules& rules = linted.rules;
  bool leads = may_be_lead(rules, rules.setup.engine_from);
  bool covers = has_effect(rules, Effect::cover);

  /// Nobody ever draws, by rows of whatever file.
  std::string why_never_drawn(const Rule& rule) const {
    const auto is_draw = [](EventId event) { return event == event_id(BuiltInEvent::draw); };
    const auto is_draw_act = [](ActId act) { return act == act_id(BuiltInAct::draw); };
    const bool behind = !rule.events.empty() && all_of(rule.events, is_draw);
    const bool advises = rule.shape == Shape::advise && !rule.acts.empty() && all_of(rule.acts, is_draw_act);
    if (!behind && !advises) return {};
    const NeverLegal never = never_legal_act(linted, act_id(BuiltInAct::draw));
    return never ? "nobody may ever draw: " + never.why : std::string();
  }

  /// Why the row can never apply; empty where it may.
  std::string of(const Rule& rule) const {
    if (rule.when && never_holds(linted, *rule.when)) {
      // Reported by constant-condition if no train is to blame.
      return never_holds(linted, *rule.when, TrainsGone::open) || rule.when->op == Op::truth
                 ? std::string()
                 : "it waits for a kind of train that was taken away";
    }
    const auto never_done = [&](ActId act) { return act == act_id(BuiltInAct::lead) && !leads; };
    if (!rule.acts.empty() && all_of(rule.acts, never_done)) {
      return "nobody leads the engine here: 'engine.from' is not 'lead'";
    }
    const auto never_comes = [&](EventId event) {
      return (event == event_id(BuiltInEvent::lead) && !leads) ||
             (event == event_id(BuiltInEvent::cover) && !covers);
    };
    if (!rule.events.empty() && all_of(rule.events, never_comes)) {
      return rule.events.front() == event_id(BuiltInEvent::cover)
                 ? "no row has the effect 'cover', which raises this event"
                 : "nobody leads the engine here: 'engine.from' is not 'lead'";
    }
    if (std::string why = why_never_drawn(rule); !why.empty()) return why;
    const auto never_lifted = [&](RuleId id) { return !of(rules.rules[id.value]).empty(); };
    if (!rule.excepts.empty() && all_of(rule.excepts, never_lifted)) {
      return fmt::format("'{}', which it lifts, can never apply", rules.rules[rule.excepts.front().value].id);
    }
    return {};
  }
};

void find_unreachable_rules(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Reasons reasons{linted};
  for (const Rule& rule : rules.rules) {
    if (!linted.is_own(rule.where)) continue;
    std::string why = reasons.of(rule);
    if (why.empty()) continue;
    Diagnostic& made = linted.warn(rule.id_where, fmt::format("'{}' can never apply", rule.id));
    made.why = std::move(why);
    made.help = "take the row out, or say what was meant";
  }
}

}  // namespace

const LintCheck rows_checks[] = {
    {"forbidden-by-law", "A row forbids only what a law forbids anyway.", find_forbidden_by_law},
    {"idle-advice", "A row advises against what is forbidden anyway.", find_idle_advice},
    {"idle-optional", "A row makes optional what no condition asks for.", find_idle_optional},
    {"idle-permit", "A row permits only what is permitted, or forbidden, anyway.", find_idle_permit},
    {"never-legal", "An act that nobody may ever do.", find_never_legal},
    {"repeated-row", "A row does what another one does.", find_repeated_row},
    {"shadowed-rules", "A row forbids only what another one forbids anyway.", find_shadowed_rules},
    {"unreachable-rules", "A row can never apply.", find_unreachable_rules},
};

}  // namespace roundhouse::dsl
