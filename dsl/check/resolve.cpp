#include "dsl/check/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "dsl/base/search.h"
#include "dsl/check/load_chain.h"
#include "dsl/check/option_values.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {

namespace {

constexpr auto most_fact_slots = static_cast<std::int32_t>(limits::fact_places);

std::vector<std::string> texts_of(const std::vector<Named>& names) {
  std::vector<std::string> texts;
  for (const Named& name : names) texts.push_back(name.text);
  return texts;
}

/// The words of the language that files have other things for.
void note_hidden_members(const Draft& draft, CheckedRules& rules) {
  const auto note = [&](const Named& name, Type receiver) {
    if (find_member(receiver, name.text) != nullptr)
      rules.own_names.push_back({name.text, with_article(receiver), {}, name.where, {}});
  };
  for (const DraftFact& fact : draft.facts) note(fact.name, type_of(fact.of));
  for (const DraftTrain& kind : draft.trains)
    note(kind.name, kind.of == TrainOwner::each ? Type::player : Type::round);
  for (const DraftWord& word : draft.words) note(word.name, word.of);
}

void resolve_facts(const Draft& draft, const NameTable& names, CheckedRules& rules, Findings& findings) {
  const std::vector<Type> types = guess_fact_types(draft, names, rules);
  std::int32_t slots = 0;
  for (std::size_t i = 0; i < draft.facts.size(); ++i) {
    const DraftFact& source = draft.facts[i];
    Fact& fact = rules.facts.emplace_back();
    fact.name = shown_name(draft, source.name.text);
    fact.of = source.of;
    fact.per = source.per;
    fact.type = types[i];
    fact.chance = source.chance;
    fact.shown = source.shown;
    fact.where = source.name.where;
    fact.from = texts_of(source.texts.from);
    const bool holdable = fact.type == Type::number || fact.type == Type::truth ||
                          fact.type == Type::player || fact.type == Type::tile || fact.type == Type::none;
    if (!holdable) {
      findings
          .error(CheckCode::type_mismatch, source.is->where,
                 fmt::format("the fact '{}' cannot hold {}", fact.name, with_article(fact.type)))
          .why = "facts hold numbers, truth values, players and tiles";
      fact.type = Type::none;
    }
    const std::int32_t before = slots;
    slots += fact.of == Scope::player ? rules.setup.most_players : 1;
    if (before <= most_fact_slots && slots > most_fact_slots) {
      findings.error(
          CheckCode::too_many, fact.where,
          fmt::format("the facts take more than {} places, a fact of each player one for each of {}",
                      most_fact_slots, rules.setup.most_players),
          "take facts away, or let fewer play");
    }
  }
  // The worth of places is kept for each player, like a fact.
  for (const DraftSetting& setting : draft.match)
    if (setting.key.text == "points" && slots <= most_fact_slots &&
        slots + rules.setup.most_players > most_fact_slots)
      findings.error(CheckCode::too_many, setting.key.where,
                     fmt::format("the facts and the points for places take more than {} places, both of each "
                                 "player one for each of {}",
                                 most_fact_slots, rules.setup.most_players),
                     "take facts away, or let fewer play");
}

void resolve_trains(const Draft& draft, const NameTable& names, CheckedRules& rules) {
  for (const DraftTrain& source : draft.trains) {
    TrainKind& kind = rules.trains.emplace_back();
    kind.name = shown_name(draft, source.name.text);
    kind.name_id = *find_in(names.constants, source.name.text);
    kind.of = source.of;
    kind.starts = source.starts;
    kind.gone = source.taken_away;
    kind.where = source.name.where;
    kind.from = texts_of(source.texts.from);
  }
}

void resolve_acts(const Draft& draft, CheckedRules& rules) {
  for (const DraftAct& source : draft.acts) {
    DeclaredAct& act = rules.acts.emplace_back();
    act.name = shown_name(draft, source.name.text);
    act.called = source.called ? source.called->text : act.name;
    act.by = source.by;
    act.whom = source.whom;
    act.tile = source.tile;
    act.amount = source.amount;
    act.where = source.name.where;
    act.from = texts_of(source.texts.from);
  }
}

/// The sentences of all but rows; rows are given theirs as they are made.
void resolve_sentences(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                       Findings& findings) {
  const auto say = [&](const auto& sources, auto& entries) {
    for (std::size_t i = 0; i < sources.size(); ++i)
      entries[i].says = saying_in_force(sources[i].texts, draft, names, typer, rules, findings).says;
  };
  // The sentence of a fact or an act is that of its row, too; exact doubles among complaints go.
  for (std::size_t i = 0; i < rules.words.size(); ++i) {
    Saying said = saying_in_force(draft.words[i].texts, draft, names, typer, rules, findings);
    rules.words[i].says = std::move(said.says);
    rules.words[i].says_chosen = said.is_chosen;
  }
  say(draft.facts, rules.facts);
  say(draft.trains, rules.trains);
  say(draft.acts, rules.acts);
  const auto say_steps = [&](const DraftSetting& setting, std::vector<StepSayings>& sayings) {
    if (setting.steps_say.empty()) return;
    StepSayings& said = sayings.emplace_back();
    said.key = setting.key.text;
    for (const YamlNode* says : setting.steps_say) {
      StepSaying& step = said.steps.emplace_back();
      if (says == nullptr) continue;
      const std::vector<TemplatePiece> pieces = weave_says(*says, draft, names, findings);
      step = {text_as_known(*says, pieces, draft), says->where};
    }
  };
  for (const DraftSetting& setting : draft.setup) say_steps(setting, rules.setup.step_sayings);
  for (const DraftSetting& setting : draft.match) say_steps(setting, rules.match.step_sayings);
  const auto say_values = [&](const std::vector<DraftSetting>& settings, std::vector<ValueSaying>& sayings) {
    for (const DraftSetting& setting : settings) {
      if (setting.texts.says.empty()) continue;
      Saying said = saying_in_force(setting.texts, draft, names, typer, rules, findings);
      sayings.push_back({setting.key.text, std::move(said.says), said.is_chosen});
    }
  };
  say_values(draft.setup, rules.setup.sayings);
  say_values(draft.match, rules.match.sayings);
}

void resolve_carries(const Draft& draft, CheckedRules& rules, Findings& findings) {
  const NameSet known = all_names(draft);
  for (const DraftCarried& carried : draft.carries) {
    for (const Named& name : carried.names) {
      if (known.contains(name.text) || draft.broken.contains(name.text)) continue;
      findings.unknown(CheckCode::unknown_name, name.where, name.text,
                       "rule, value or name that could carry a section",
                       findings.crowded() ? std::vector<std::string>{}
                                          : std::vector<std::string>{known.begin(), known.end()});
    }
    std::vector<std::string> carriers;
    for (const Named& name : carried.names) carriers.emplace_back(meant_name(draft, name.text, name.where));
    rules.carries.push_back({carried.section.text, std::move(carriers), carried.section.where});
  }
  rules.sources = draft.sources;
}

void resolve_citations(const Draft& draft, CheckedRules& rules) {
  for (Named& section : cited_sections(draft))
    rules.cited.push_back({std::move(section.text), section.where});
}

}  // namespace

CheckedRules resolve(const Draft& draft, Findings& findings) {
  CheckedRules rules;
  rules.name = draft.name;
  rules.own_names = draft.own_names;
  rules.shared_sentences = draft.shared_sentences;
  for (const Named& id : draft.removed) rules.taken_rows.push_back({id.text, id.where});
  note_hidden_members(draft, rules);
  // 1. What names stand for, and the options, whose types and tables expressions need.
  const NameTable names = number_names(draft, rules);
  const auto players = resolve_players(draft, findings);
  if (players) std::tie(rules.setup.least_players, rules.setup.most_players) = *players;
  resolve_options(draft, names, rules, findings);
  // 2. What members there are.
  resolve_facts(draft, names, rules, findings);
  resolve_trains(draft, names, rules);
  resolve_acts(draft, rules);
  // 3. Words, then all that speaks of them.
  Typer typer(draft, names, rules, findings);
  typer.type_all_words();
  const Context constant{{Site::option}, {}, {}};
  for (std::size_t i = 0; i < draft.trains.size(); ++i) {
    if (!draft.trains[i].count) continue;
    rules.trains[i].count = typer.type(*draft.trains[i].count, constant, {Type::number, "'count'"});
  }
  resolve_setup(draft, names, typer, rules, findings);
  if (players) {
    leave_out_players(rules, findings);
    check_table_gaps(draft, rules, findings);
  }
  resolve_sentences(draft, names, typer, rules, findings);
  resolve_rows(draft, names, typer, rules, findings);
  resolve_checks(draft, names, typer, rules, findings);
  // 4. Checks that need the whole.
  order_can(typer, rules, findings);
  resolve_carries(draft, rules, findings);
  resolve_citations(draft, rules);
  return rules;
}

namespace {

void resolve_example(const DraftExample& source, const Draft& draft, CheckedRules& rules,
                     Findings& findings) {
  Example example{source.says, source.record->text, source.record->where, source.legal, {}, source.where};
  if (source.because) {
    example.because = source.because->text;
    std::vector<std::string> ids;
    const auto forbids = [](const Rule& rule) { return rule.shape == Shape::forbid; };
    for (const Rule& rule : rules.rules)
      if (forbids(rule)) ids.push_back(rule.id);
    const bool known = find_law(example.because) != nullptr || contains(ids, example.because);
    if (!known && !draft.broken.contains(example.because) &&
        !reported_as_removed(draft, example.because, source.because->where, findings)) {
      findings.unknown(CheckCode::unknown_rule, source.because->where, example.because,
                       "rule that forbids, nor a law", findings.crowded() ? std::vector<std::string>{} : ids);
      return;
    }
  }
  rules.examples.push_back(std::move(example));
}

}  // namespace

void resolve_checks(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                    Findings& findings) {
  for (const DraftCheck& source : draft.checks) {
    Check check;
    check.id = shown_name(draft, source.id.text);
    check.where = source.id.where;
    check.always = source.always;
    check.says = saying_in_force(source.texts, draft, names, typer, rules, findings).says;
    Context context;
    bool known = true;
    for (const Named& name : source.at) {
      if (const EventId* event = find_in(names.events, meant_name(draft, name.text, name.where))) {
        check.events.push_back(*event);
        add_event(context, rules, *event);
        continue;
      }
      known = false;
      if (!draft.broken.contains(name.text) && !reported_as_removed(draft, name.text, name.where, findings))
        findings.unknown(CheckCode::unknown_event, name.where, name.text, "event", names_in(names.events));
    }
    if (source.at.empty()) context.sites.push_back(Site::position);
    const std::string what = fmt::format("what {} holds", source.always ? "always" : "never");
    if (known) check.condition = typer.type(*source.condition, context, {Type::truth, what});
    rules.checks.push_back(std::move(check));
  }
  for (const DraftExample& example : draft.examples) resolve_example(example, draft, rules, findings);
}

}  // namespace roundhouse::dsl
