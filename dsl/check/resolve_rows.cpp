#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/foreign_words.h"
#include "dsl/check/name_table.h"
#include "dsl/check/resolve.h"

namespace roundhouse::dsl {
namespace {

/// A longer list of rules is no help in a message.
constexpr std::size_t most_named = 12;
/// The built-in events and some acts: who looks for an event finds it among them.
constexpr std::size_t most_events = 40;

void add_site(Context& context, Site site) {
  if (!contains(context.sites, site)) context.sites.push_back(site);
}

void add_declared(Context& context, const DeclaredAct& declared) {
  if (!declared.whom) context.act_without_whom = declared.name;
  if (declared.tile == ActTile::none) context.act_without_tile = declared.name;
  if (!declared.amount) context.act_without_amount = declared.name;
}

struct RowBuilder {
  const Draft& draft;
  const NameTable& names;
  Typer& typer;
  CheckedRules& rules;
  Findings& findings;
  std::vector<Context> contexts{};                                       ///< of each row made
  std::map<std::string, std::vector<RuleId>, std::less<>> rows_by_id{};  ///< an act may have two

  // --- where a row stands ---

  void add_act(Context& context, ActId act) const {
    if (act.value < built_in_acts) return add_site(context, row(static_cast<BuiltInAct>(act.value)).site);
    add_site(context, Site::act_declared);
    add_declared(context, rules.acts[act.value - built_in_acts]);
  }

  static void add_context(Context& context, const Context& other) {
    for (const Site site : other.sites) add_site(context, site);
    if (!other.act_without_whom.empty()) context.act_without_whom = other.act_without_whom;
    if (!other.act_without_tile.empty()) context.act_without_tile = other.act_without_tile;
    if (!other.act_without_amount.empty()) context.act_without_amount = other.act_without_amount;
  }

  // --- parts of a row ---

  Rule begin_row(const Named& id, Shape shape, Origin origin, const DraftTexts& texts, Span where) {
    Rule rule;
    rule.id = shown_name(draft, id.text);
    rule.id_where = id.where;
    rule.about_where = id.where;
    rule.where = where;
    if (!texts.says.empty() && texts.says.front().says) rule.says_where = texts.says.front().says->where;
    rule.shape = shape;
    rule.origin = origin;
    for (const Named& section : texts.from) rule.from.push_back(section.text);
    Saying saying = saying_in_force(texts, draft, names, typer, rules, findings);
    rule.says = std::move(saying.says);
    rule.says_pieces = std::move(saying.pieces);
    rule.says_chosen = saying.is_chosen;
    return rule;
  }

  void finish_row(const Named& name, Rule rule, Context context) {
    rows_by_id[name.text].push_back({static_cast<std::uint16_t>(rules.rules.size())});
    rules.rules.push_back(std::move(rule));
    contexts.push_back(std::move(context));
  }

  void take_when(Rule& rule, const std::optional<DraftExpr>& when, const Context& context) {
    if (when) rule.when = typer.type(*when, context, {Type::truth, "the condition"});
  }

  void take_events(Rule& rule, const std::vector<Named>& events, Context& context) {
    for (const Named& name : events) {
      if (const EventId* event = find_in(names.events, meant_name(draft, name.text, name.where))) {
        rule.events.push_back(*event);
        add_event(context, rules, *event);
      } else if (!draft.broken.contains(name.text) &&
                 !reported_as_removed(draft, name.text, name.where, findings)) {
        complain_event(name);
      }
    }
  }

  void complain_event(const Named& name) {
    const std::vector<std::string> events = names_in(names.events);
    Diagnostic& made = findings.unknown(CheckCode::unknown_event, name.where, name.text, "event",
                                        findings.crowded() ? std::vector<std::string>{} : events);
    if (findings.crowded()) return;
    if (made.why.empty() && events.size() <= most_events)
      made.why = fmt::format("expected {}", list_names(events));
    if (reported_as_rule(name, "after", made)) return;
    for (const ForeignWord& word : foreign_events) {
      if (word.foreign != name.text) continue;
      const EventRow* event = find_event(word.ours);
      if (event == nullptr) continue;
      std::string passed = word.ours == "done" && word.foreign != "turn" && word.foreign != "turn-ends"
                               ? "; a player who passed has laid nothing: 'when: turn.laid == 0'"
                               : "";
      suggest_fix(made, {made.where, std::string(word.ours),
                         fmt::format("write '{}': {}{}", event->name, event->meaning, passed)});
    }
  }

  /// Says what may be meant by a rule that stands where an act or event is wanted; false: there is no such
  /// rule.
  bool reported_as_rule(const Named& name, std::string_view shape, Diagnostic& made) const {
    const auto rule = find_if(draft.rules, [&](const DraftRule& one) { return one.id.text == name.text; });
    if (rule == draft.rules.end() || name.text.empty()) return false;
    made.labels.push_back({rule->id.where, "this rule has the name"});
    if (shape == "after" && rule->shape == Shape::after && !rule->about.empty()) {
      say_instead(made, fmt::format("'{}' is a rule, and rules follow events: it is itself about '{}'",
                                    name.text, rule->about.front().text));
    } else if (shape == "after") {
      say_instead(made, fmt::format("'{}' is a rule, and rows follow events", name.text));
    } else {
      say_instead(made,
                  fmt::format("'{0}' is a rule: 'remove: [{0}]' takes it away, 'except: {0}' lifts it where "
                              "a condition holds",
                              name.text));
    }
    return true;
  }

  void take_acts(Rule& rule, const std::vector<Named>& acts, Context& context) {
    for (const Named& name : acts) {
      if (const ActId* act = find_in(names.acts, meant_name(draft, name.text, name.where))) {
        if (rule.shape == Shape::permit && act->value < built_in_acts) {
          findings.error(
              CheckCode::needless_permit, name.where, fmt::format("'{}' needs no permit", name.text),
              fmt::format(
                  "what is not forbidden is legal; to lift what forbids it, write 'except' instead of "
                  "'permit', and the rule: {}",
                  fmt::join(rows_about(name.text, true), ", ")));
          continue;
        }
        rule.acts.push_back(*act);
        add_act(context, *act);
      } else if (!draft.broken.contains(name.text) &&
                 !reported_as_removed(draft, name.text, name.where, findings)) {
        Diagnostic& made =
            findings.unknown(CheckCode::unknown_act, name.where, name.text, "act", names_in(names.acts));
        if (!findings.crowded()) reported_as_rule(name, "forbid", made);
      }
    }
  }

  // --- rows of facts and acts ---

  void fact_row(std::size_t index) {
    const DraftFact& source = draft.facts[index];
    if (source.events.empty()) return;
    Rule rule = begin_row(source.name, Shape::after, Origin::fact, source.texts, source.name.where);
    Context context;
    take_events(rule, source.events, context);
    take_when(rule, source.when, context);
    Fact& fact = rules.facts[index];
    TypedEffect effect;
    effect.id = source.add ? Effect::add : Effect::set;
    effect.where = source.name.where;
    effect.args.push_back(typer.own_fact({static_cast<std::uint16_t>(index)}, source.name.where, context));
    if (source.add) {
      effect.args.push_back(typer.type(*source.add, context, {Type::number, "what is added"}));
    } else if (source.is) {
      const std::size_t before = findings.size();
      const bool clearable = fact.type == Type::player || fact.type == Type::tile;
      effect.args.push_back(typer.type(*source.is, context, {fact.type, "the value", clearable}));
      if (fact.type == Type::none && source.is->good && findings.size() == before &&
          !complained_about(source)) {
        findings.error(CheckCode::fact_cycle, source.is->where,
                       fmt::format("what the fact '{}' holds cannot be found from this", fact.name));
      }
    } else {
      effect.args.push_back(make_typed(Op::truth, Type::truth, source.name.where));
      effect.args.back().number = 1;
    }
    rule.effects.push_back(std::move(effect));
    finish_row(source.name, std::move(rule), std::move(context));
  }

  /// True if its value could be typed, only not held by a fact: that was said already.
  bool complained_about(const DraftFact& source) const { return findings.has_at(source.is->where); }

  void act_rows(std::size_t index) {
    const DraftAct& source = draft.acts[index];
    const ActId act{static_cast<std::uint16_t>(built_in_acts + index)};
    DraftTexts texts = source.texts;
    if (source.when) {
      Rule rule = begin_row(source.name, Shape::permit, Origin::act, texts, source.name.where);
      rule.acts.push_back(act);
      Context context;
      add_act(context, act);
      take_when(rule, source.when, context);
      finish_row(source.name, std::move(rule), std::move(context));
      texts.says.clear();  // one sentence is enough
    }
    if (source.effects) {
      Rule rule = begin_row(source.name, Shape::after, Origin::act, texts, source.name.where);
      rule.events.push_back(event_of(act));
      Context context;
      add_event(context, rules, event_of(act));
      rule.effects = typer.type_effects(*source.effects, context);
      finish_row(source.name, std::move(rule), std::move(context));
    }
  }

  // --- rows under `rules` ---

  void take_exceptions(Rule& rule, const std::vector<Named>& ids, Context& context) {
    for (const Named& id : ids) {
      const auto found = rows_by_id.find(meant_name(draft, id.text, id.where));
      bool lifts = false;
      if (found != rows_by_id.end()) {
        for (const RuleId target : found->second) {
          const Shape shape = rules.rules[target.value].shape;
          if (shape == Shape::permit || shape == Shape::except) continue;
          rule.excepts.push_back(target);
          add_context(context, contexts[target.value]);
          lifts = true;
        }
      }
      if (!lifts) complain_exception(id);
    }
  }

  const Named* removed(std::string_view id) const {
    const auto found = find_if(draft.removed, [&](const Named& name) { return name.text == id; });
    return found == draft.removed.end() ? nullptr : &*found;
  }

  /// The rules that exceptions can lift and that are about this act or event.
  std::vector<std::string> rows_about(std::string_view act_or_event, bool forbids = false) const {
    std::vector<std::string> ids;
    for (const DraftRule& rule : draft.rules) {
      if (rule.shape == Shape::permit || rule.shape == Shape::except || rule.id.text.empty()) continue;
      if (forbids && rule.shape != Shape::forbid) continue;
      const bool is_about = any_of(rule.about, [&](const Named& name) { return name.text == act_or_event; });
      if (is_about && ids.size() < most_named) ids.push_back(rule.id.text);
    }
    return ids;
  }

  void complain_exception(const Named& id) {
    const auto named = [&](const DraftRule& rule) { return rule.id.text == id.text; };
    const auto source = find_if(draft.rules, named);
    const bool of_act = any_of(draft.acts, [&](const DraftAct& act) { return act.name.text == id.text; });
    if (source != draft.rules.end() || of_act) {
      Diagnostic& made = findings.error(CheckCode::no_such_exception, id.where,
                                        fmt::format("'{}' is no row that can have an exception", id.text));
      made.why = "exceptions are to forbid, advise, optional and after rows only";
      if (source != draft.rules.end()) made.labels.push_back({source->id.where, "the row"});
    } else if (const LawRow* law = find_law(id.text)) {
      findings
          .error(CheckCode::law_exception, id.where,
                 fmt::format("'{}' holds in every game and has no exceptions", id.text))
          .why = fmt::format("{}", law->sentence);
    } else if (const Named* gone = removed(id.text)) {
      findings.error(CheckCode::unknown_rule, id.where, fmt::format("the rule '{}' was removed", id.text),
                     {gone->where, "here"});
    } else if (!draft.broken.contains(id.text) && !draft.broken.contains("")) {
      // A row that was left out for want of an id may be the one that is meant.
      std::vector<std::string> ids;
      for (const Rule& rule : rules.rules) {
        if (findings.crowded()) break;
        const bool liftable = rule.shape != Shape::permit && rule.shape != Shape::except;
        if (liftable && !rule.id.empty()) ids.push_back(rule.id);
      }
      Diagnostic& made =
          findings.unknown(CheckCode::unknown_rule, id.where, id.text, "rule of this game", ids);
      const std::vector<std::string> about = rows_about(id.text);
      if (about.empty()) return;
      made.why = fmt::format(
          "an exception names the rules that it lifts, not an act or event; those about "
          "'{}' are {}",
          id.text, fmt::join(about, ", "));
      say_instead(made, fmt::format("write 'except: {}', or a list of those that are meant: 'except: [{}]'",
                                    about.front(), fmt::join(about, ", ")));
    }
  }

  void rule_row(const DraftRule& source) {
    Rule rule = begin_row(source.id, source.shape, Origin::rule, source.texts, source.where);
    if (!source.about.empty()) rule.about_where = source.about.front().where;
    Context context;
    switch (source.shape) {
      case Shape::forbid:
      case Shape::permit:
      case Shape::advise:
      case Shape::optional:
        take_acts(rule, source.about, context);
        break;
      case Shape::except:
        take_exceptions(rule, source.about, context);
        break;
      case Shape::after:
        take_events(rule, source.about, context);
        break;
    }
    take_when(rule, source.when, context);
    if (source.effects) rule.effects = typer.type_effects(*source.effects, context);
    const std::size_t at = finished_at(source);
    rules.rules[at] = std::move(rule);
    contexts[at] = std::move(context);
  }

  std::size_t finished_at(const DraftRule& source) const {
    return first_rule + static_cast<std::size_t>(&source - draft.rules.data());
  }

  std::size_t first_rule = 0;

  void build() {
    for (std::size_t i = 0; i < draft.facts.size(); ++i) fact_row(i);
    for (std::size_t i = 0; i < draft.acts.size(); ++i) act_rows(i);
    first_rule = rules.rules.size();
    // Exceptions may stand before the rows they lift, so those come first; each gets the place it has in the
    // file.
    rules.rules.resize(first_rule + draft.rules.size());
    contexts.resize(rules.rules.size());
    for (const DraftRule& source : draft.rules) {
      if (source.shape == Shape::except) continue;
      rows_by_id[source.id.text].push_back({static_cast<std::uint16_t>(finished_at(source))});
      rule_row(source);
    }
    for (const DraftRule& source : draft.rules) {
      if (source.shape == Shape::except) rule_row(source);
    }
  }
};

}  // namespace

void add_event(Context& context, const CheckedRules& rules, EventId event) {
  if (event.value < built_in_events)
    return add_site(context, row(static_cast<BuiltInEvent>(event.value)).site);
  add_site(context, Site::after_declared);
  add_declared(context, rules.acts[event.value - built_in_events]);
}

void resolve_rows(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                  Findings& findings) {
  RowBuilder{draft, names, typer, rules, findings}.build();
}

}  // namespace roundhouse::dsl
