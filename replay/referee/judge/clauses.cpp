#include "replay/referee/judge/reasons.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/program/nodes.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

dsl::TypedExpr is_absent(const dsl::TypedExpr& thing) {
  dsl::TypedExpr nothing;
  nothing.op = dsl::Op::absent;
  nothing.type = dsl::Type::absent;
  dsl::TypedExpr comparison;
  comparison.op = dsl::Op::equal;
  comparison.type = dsl::Type::truth;
  comparison.args = {thing, nothing};
  return comparison;
}

/// The first absent value among those that the clause compares or asks a member of; nullptr: none is absent.
const dsl::TypedExpr* nothing_in(RowParts& parts, const Reason& reason, const Position& position,
                                 const engine::Moment& moment) {
  const dsl::TypedExpr& clause = *reason.clause;
  const bool compares = clause.op == dsl::Op::equal || clause.op == dsl::Op::not_equal;
  if (clause.op != dsl::Op::member && !compares) return nullptr;
  const auto is_nothing = [&](const dsl::TypedExpr& thing) {
    return thing.op != dsl::Op::absent && thing.op != dsl::Op::fact &&
           parts.value_of(thing, position, moment) == engine::absent;
  };
  // Whether something is there at all may be just what is asked.
  if (compares && any_of(clause.args, [](const auto& side) { return side.op == dsl::Op::absent; }))
    return nullptr;
  const auto found = find_if(clause.args, is_nothing);
  return found == clause.args.end() ? nullptr : &*found;
}

/// "in this turn", "Ann", "Ann's train", with a word before it; empty: whose it is nobody can say.
std::string about_whom(const BreachReporter& reporter, RowParts& parts, const dsl::TypedExpr& fact,
                       const Position& position, const engine::Moment& moment, std::string_view before) {
  const dsl::Fact& declared = parts.checked().facts[static_cast<std::size_t>(fact.index)];
  const auto receiver = [&] {
    return fact.args.empty() ? std::nullopt : parts.value_of(fact.args[0], position, moment);
  };
  switch (declared.of) {
    case dsl::Scope::turn:
      return "in this turn";
    case dsl::Scope::round:
      return "in this round";
    case dsl::Scope::game:
      return "in this game";
    case dsl::Scope::match:
      return declared.per == dsl::Scope::game ? "in this game" : "in this match";
    case dsl::Scope::player:
      if (const auto seat = receiver(); seat && *seat != engine::absent)
        return fmt::format("{} {}", before, reporter.name(static_cast<Seat>(*seat)));
      return {};
    case dsl::Scope::train:
      if (const auto train = receiver(); train && *train != engine::absent)
        return fmt::format("{} {}", before, reporter.train_words(*train));
      return {};
  }
  return {};
}

/// True of an effect on a fact that is given just this truth or number.
bool is_given(const engine::Rules& program, const dsl::EffectCall& effect, std::int32_t what) {
  if (!effect.args[0].given()) return false;
  const dsl::Node& value = dsl::node_at(program, effect.args[0]);
  return (value.op == dsl::Op::truth || value.op == dsl::Op::number) && value.value == what;
}

/// True of an effect that only takes a fact back: it is set to false or 0.
bool takes_back(const engine::Rules& program, const dsl::EffectCall& effect) {
  return effect.id == dsl::Effect::set && is_given(program, effect, 0);
}

/// The sentence of a row that sets the fact, of this one if it does, without its full stop. Where none has
/// one, the name of a truth; else empty. `refused`: what follows of the act that is asked about has not come.
std::string sentence_of_fact(const BreachReporter& reporter, const dsl::TypedExpr& fact,
                             std::optional<dsl::RuleId> by, std::optional<dsl::EventId> refused) {
  const engine::Rules& program = reporter.program;
  const std::string name = dsl::replaced(program.fact_names[static_cast<std::size_t>(fact.index)], "_", " ");
  std::string first;
  bool is_refused = false;
  for (std::size_t event = 0; event < program.after.size(); ++event)
    for (const dsl::AfterRow& row : program.after[event]) {
      const auto sets = [&](const dsl::EffectCall& effect) {
        return dsl::writes(effect.id, dsl::aspects::facts) && effect.fact.value == fact.index &&
               !takes_back(program, effect);
      };
      const engine::Rules::RuleText& text = program.rules[row.rule.value];
      if (!text.has_sentence || none_of(row.effects, sets)) continue;
      // An act says what may be done, and not that it was.
      const bool is_of_act = event >= dsl::built_in_events && fact.type == dsl::Type::truth;
      std::string sentence = is_of_act ? name : text.says;
      while (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
      if (by && row.rule == *by) return sentence;
      const bool of_refused = refused && refused->value == event;
      if (first.empty() || (is_refused && !of_refused)) {
        first = std::move(sentence);
        is_refused = of_refused;
      }
    }
  return first.empty() && fact.type == dsl::Type::truth ? name : first;
}

/// "; it is noted when a tile is laid, if the tile is a double", of a truth that one row without a sentence
/// notes: its name says little to players. Empty: others do.
std::string how_noted(const BreachReporter& reporter, RowParts& parts, const dsl::TypedExpr& fact) {
  const dsl::CheckedRules& rules = parts.checked();
  const dsl::Rule* noting = nullptr;
  const dsl::TypedEffect* how = nullptr;
  for (const dsl::Rule& rule : rules.rules)
    for (const dsl::TypedEffect& effect : rule.effects) {
      if (!dsl::writes(effect.id, dsl::aspects::facts) || effect.args.empty() ||
          effect.args[0].op != dsl::Op::fact || effect.args[0].index != fact.index)
        continue;
      if (noting != nullptr || !rule.says.empty() || rule.events.size() != 1) return {};
      noting = &rule;
      how = &effect;
    }
  if (noting == nullptr) return {};
  dsl::KnownFacts known;
  known.players = reporter.program.players;
  dsl::English english(rules, known);
  std::vector<std::string> conditions;
  const auto add = [&](const dsl::TypedExpr& condition) {
    if (!dsl::is_constant(dsl::simplify(condition, rules, known)))
      conditions.push_back(english.clause(condition));
  };
  if (noting->when) add(*noting->when);
  if (how->args.size() > 1) add(how->args[1]);
  std::string text = fmt::format("; it is noted {}, if {}", english.event(noting->events.front()),
                                 dsl::listed(conditions, "and"));
  constexpr std::size_t longest = 150;
  return conditions.empty() || text.size() > longest ? std::string() : text;
}

/// "laid" or "drawn", where tiles that are count one each and nothing else changes the number of this turn;
/// empty: it is another number.
std::string_view tiles_counted(const BreachReporter& reporter, const dsl::Fact& declared,
                               const dsl::TypedExpr& fact) {
  if (declared.of != dsl::Scope::turn) return {};
  const engine::Rules& program = reporter.program;
  std::string_view counted;
  for (std::size_t event = 0; event < program.after.size(); ++event)
    for (const dsl::AfterRow& row : program.after[event])
      for (const dsl::EffectCall& effect : row.effects) {
        if (!dsl::writes(effect.id, dsl::aspects::facts) || effect.fact.value != fact.index) continue;
        const auto is_at = [&](dsl::BuiltInEvent id) { return event == dsl::event_id(id).value; };
        const bool is_one = effect.id == dsl::Effect::add && is_given(program, effect, 1);
        std::string_view how;
        if (is_at(dsl::BuiltInEvent::lay) || is_at(dsl::BuiltInEvent::cover)) how = "laid";
        if (is_at(dsl::BuiltInEvent::draw)) how = "drawn";
        if (!is_one || how.empty() || (!counted.empty() && counted != how)) return {};
        counted = how;
      }
  return counted;
}

/// One fact as it is here; empty: no row that sets it has a sentence, and it is no truth.
std::string fact_words(const BreachReporter& reporter, RowParts& parts, const dsl::TypedExpr& fact,
                       const Position& position, const engine::Moment& moment, std::optional<dsl::RuleId> by,
                       std::optional<dsl::EventId> refused) {
  std::string sentence = sentence_of_fact(reporter, fact, by, refused);
  const std::optional<engine::Value> value = parts.value_of(fact, position, moment);
  if (sentence.empty() || !value) return {};
  const auto about = [&](std::string_view before) {
    return about_whom(reporter, parts, fact, position, moment, before);
  };
  const dsl::Fact& declared = parts.checked().facts[static_cast<std::size_t>(fact.index)];
  if (declared.type == dsl::Type::truth)
    return fmt::format("“{}” {} {}{}", sentence, *value == 1 ? "holds" : "does not hold", about("for"),
                       how_noted(reporter, parts, fact));
  // Since the row has counted it may have counted more.
  const std::string_view least = by && *value != 0 ? "at least " : "";
  if (const std::string_view how = tiles_counted(reporter, declared, fact); !how.empty()) {
    if (*value == 0 && (how == "laid" ? position.laid : position.drew) == 0)
      return fmt::format("no tile has been {} in this turn", how);
    const std::string counts = *value == 0 ? fmt::format("no tile {} in this turn counts", how)
                               : *value == 1
                                   ? fmt::format("{}one tile {} in this turn counts", least, how)
                                   : fmt::format("tiles {} in this turn count {}{}", how, least, *value);
    return fmt::format("{} so far, by “{}”", counts, sentence);
  }
  if (declared.type == dsl::Type::number) {
    const std::string where = about("for");
    const std::string counts = *value == 0   ? "nothing counts"
                               : *value == 1 ? fmt::format("{}1 counts", least)
                                             : fmt::format("{}{} count", least, *value);
    return fmt::format("{}{}{} so far, by “{}”", where, where.empty() ? "" : " ", counts, sentence);
  }
  std::string what = "nobody";
  if (declared.type == dsl::Type::tile) what = "no tile";
  if (*value != engine::absent)
    what = declared.type == dsl::Type::tile ? "the " + tile_text(static_cast<TileId>(*value))
                                            : reporter.name(static_cast<Seat>(*value));
  return fmt::format("by “{}” it is {} {}", sentence, what, about("for"));
}

/// "“Gate closed” holds for Ann": of a truth about somebody that the table shows under a label; empty: it is
/// something else.
std::string words_of_label(const BreachReporter& reporter, RowParts& parts, const dsl::TypedExpr& fact,
                           const Position& position, const engine::Moment& moment) {
  const dsl::Fact& declared = parts.checked().facts[static_cast<std::size_t>(fact.index)];
  if (declared.shown.empty() || declared.type != dsl::Type::truth || declared.of != dsl::Scope::player)
    return {};
  const std::optional<engine::Value> value = parts.value_of(fact, position, moment);
  const std::string whom = about_whom(reporter, parts, fact, position, moment, "for");
  if (!value || whom.empty()) return {};
  return fmt::format("“{}” {} {}", declared.shown, *value == 1 ? "holds" : "does not hold", whom);
}

/// Of a fact that all players have, or none: its sentence with that; empty: it is something else.
std::string words_of_all(const BreachReporter& reporter, RowParts& parts, const Reason& reason) {
  const dsl::TypedExpr& clause = *reason.clause;
  const bool decided_by_all = clause.op == (reason.so ? dsl::Op::all : dsl::Op::any);
  if (!decided_by_all || !clause.has_where || clause.args[0].type != dsl::Type::players) return {};
  const dsl::TypedExpr* fact = &clause.args[1];
  bool has = reason.so;
  // Behind `not` there is a truth, too.
  for (; fact->args.size() == 1 && fact->args[0].type == dsl::Type::truth; fact = &fact->args[0]) has = !has;
  const bool is_of_each =
      fact->op == dsl::Op::fact && fact->type == dsl::Type::truth && !parts.facts_of(*fact);
  if (!is_of_each) return {};
  const std::string sentence = sentence_of_fact(reporter, *fact, std::nullopt, std::nullopt);
  if (sentence.empty()) return {};
  return fmt::format("“{}” holds for {}", sentence, has ? "every player" : "no player");
}

/// "the 4-4 on Bob's train is uncovered", of a clause that some double is: the oldest that waits, as the line
/// that made it so is its own. Empty: it is of something else.
std::string words_of_debt(const BreachReporter& reporter, const Reason& reason, const Position& position) {
  if (!reason.so || position.debt_count == 0 || !dsl::is_member(*reason.clause, dsl::Member::debts_any))
    return {};
  const engine::Debt& debt = position.debts[0];
  const std::string what =
      debt.group == 0 ? std::string("the engine")
                      : fmt::format("the {0}-{0} on {1}", debt.pip, reporter.train_words(debt.train));
  if (debt.covers < 2) return what + " is uncovered";
  return fmt::format("{} is uncovered and lacks {}", what, dsl::how_many(debt.covers, "tile"));
}

bool is_counted(const dsl::TypedExpr& side) {
  return side.op == dsl::Op::member &&
         dsl::phrase_of(static_cast<dsl::Member>(side.index)).kind == dsl::PhraseKind::count;
}

/// A clause for each counted number of this one, which is as it is here; empty: that is not known.
std::string words_of_numbers(RowParts& parts, const Reason& reason, const Position& position,
                             const engine::Moment& moment, dsl::English& english) {
  if (position.unknown.bits != 0) return {};
  std::vector<std::string> clauses;
  for (const dsl::TypedExpr& side : reason.clause->args) {
    if (!is_counted(side)) continue;
    const std::optional<engine::Value> value = parts.value_of(side, position, moment);
    if (!value || *value == engine::absent) return {};
    dsl::TypedExpr so_many = *reason.clause;
    so_many.op = dsl::Op::equal;
    so_many.args = {side, side};
    so_many.args[1].op = dsl::Op::number;
    so_many.args[1].number = static_cast<std::int32_t>(*value);
    so_many.args[1].args.clear();
    clauses.push_back(english.clause(so_many));
  }
  return dsl::listed(clauses, "and");
}

}  // namespace

bool is_of_numbers(const Reason& reason) {
  const dsl::TypedExpr& clause = *reason.clause;
  if (!dsl::is_comparison(clause.op)) return false;
  if (all_of(clause.args, is_counted)) return true;
  const bool is_other = clause.op == (reason.so ? dsl::Op::not_equal : dsl::Op::equal);
  return is_other && any_of(clause.args, is_counted) && any_of(clause.args, [](const dsl::TypedExpr& side) {
           return dsl::is_constant(side) && side.number != 0;
         });
}

bool is_about_nothing(RowParts& parts, const Reason& reason, const Position& position,
                      const engine::Moment& moment) {
  return nothing_in(parts, reason, position, moment) != nullptr;
}

std::optional<std::vector<std::string>> clauses_of(const BreachReporter& reporter, RowParts& parts,
                                                   dsl::RuleId row, bool holds, const Position& position,
                                                   const Act& act, const engine::Moment& moment) {
  const auto reasons = parts.reasons(row, holds, position, moment);
  if (!reasons) return std::nullopt;
  std::vector<std::string> clauses;
  for (const Reason& reason : *reasons) {
    std::string text = clause_of(reporter, parts, reason, position, act, moment);
    if (!text.empty() && !contains(clauses, text)) clauses.push_back(std::move(text));
  }
  return clauses;
}

std::string clause_of(const BreachReporter& reporter, RowParts& parts, const Reason& reason,
                      const Position& position, const Act& act, const engine::Moment& moment,
                      std::optional<dsl::RuleId> by) {
  const std::optional<std::vector<dsl::TypedExpr>> facts = parts.facts_of(*reason.clause);
  // A fact that the table shows under a label, or chance says by a name, players know by that.
  const auto is_known_by_name = [&](const dsl::TypedExpr& fact) {
    const dsl::Fact& declared = parts.checked().facts[static_cast<std::size_t>(fact.index)];
    return !declared.shown.empty() || declared.chance.has_value();
  };
  if (facts && !facts->empty() && none_of(*facts, is_known_by_name)) {
    std::string words;
    std::optional<dsl::EventId> refused;
    if (act.kind == ActKind::declared) refused = dsl::event_of(engine::act_id_of(act));
    for (const dsl::TypedExpr& fact : *facts) {
      const std::string one = fact_words(reporter, parts, fact, position, moment, by, refused);
      if (!one.empty()) words += (words.empty() ? "" : " and ") + one;
    }
    return words;
  }
  if (facts && facts->size() == 1)
    if (std::string words = words_of_label(reporter, parts, facts->front(), position, moment); !words.empty())
      return words;
  if (std::string words = words_of_debt(reporter, reason, position); !words.empty()) return words;
  if (std::string words = words_of_all(reporter, parts, reason); !words.empty()) return words;
  dsl::KnownFacts known;
  known.players = reporter.program.players;
  if (position.round > 0) known.round = position.round;
  dsl::English::Names names;
  if (act.actor != no_seat) names[dsl::Root::me] = reporter.name(act.actor);
  if (act.whom != no_seat) names[dsl::Root::whom] = reporter.name(act.whom);
  if (moment.tile != no_tile) names[dsl::Root::tile] = "the " + tile_text(moment.tile);
  if (act.kind == ActKind::lay && engine::find_end(position, act.end) >= 0)
    names[dsl::Root::end] =
        fmt::format("the {} of {}", moment.end_snapshot.pip, reporter.train_words(moment.end_snapshot.train));
  const auto thing = [&](dsl::Type type, std::int32_t value) {
    return type == dsl::Type::player ? reporter.name(static_cast<Seat>(value))
                                     : fmt::format("the {} in hand", tile_text(static_cast<TileId>(value)));
  };
  dsl::English english(parts.checked(), known, std::move(names), thing);
  if (const dsl::TypedExpr* nothing = nothing_in(parts, reason, position, moment))
    return english.clause(is_absent(*nothing));
  if (is_of_numbers(reason))
    if (std::string words = words_of_numbers(parts, reason, position, moment, english); !words.empty())
      return words;
  return reason.so ? english.clause(*reason.clause) : english.opposite(*reason.clause);
}

}  // namespace roundhouse::replay
