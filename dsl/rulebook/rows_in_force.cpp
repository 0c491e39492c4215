#include "dsl/rulebook/rows_in_force.h"

#include <fmt/format.h>

#include <tuple>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/player_numbers.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {
namespace {

TypedExpr simplified_when(const Rule& rule, const CheckedRules& rules, const KnownFacts& known) {
  if (rule.when) return simplify(*rule.when, rules, known);
  TypedExpr always;
  always.op = Op::truth;
  always.type = Type::truth;
  always.number = 1;
  return always;
}

/// Counts the parts that only the game decides.
std::size_t open_parts(const TypedExpr& node, const CheckedRules& rules, const KnownFacts& known) {
  std::size_t count = 0;
  if (node.op == Op::root || node.op == Op::can || node.op == Op::variable) count = 1;
  if (is_root(node, Root::set)) count = 0;
  if (node.op == Op::word) count = is_constant(simplify(node, rules, known)) ? 0 : 1;
  for (const TypedExpr& arg : node.args) count += open_parts(arg, rules, known);
  return count;
}

/// True if it has a number in digits or as a word. Where options are woven in, what it names follows them.
bool names_a_number(const std::string& says) {
  if (says.find('{') != std::string::npos) return false;
  const auto is_part = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
  std::string word;
  for (const char c : says + ' ') {
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (is_part(small)) {
      word += small;
      continue;
    }
    if (!word.empty() && word.front() >= '0' && word.front() <= '9') return true;
    if (is_number_word(word)) return true;
    word.clear();
  }
  return false;
}

/// True if the options have left every number in it as it was declared, for each number of players.
bool has_declared_numbers(const TypedExpr& written, const CheckedRules& rules, const KnownFacts& known) {
  for (const std::int32_t players : players_known(rules, known)) {
    KnownFacts now = known;
    now.players = players;
    KnownFacts then = now;
    then.values = KnownFacts::Values::declared;
    if (!same_simple(simplify(written, rules, now), simplify(written, rules, then))) return false;
  }
  return true;
}

/// True if the condition itself asks for a word that a file below the sentence's own has given another
/// meaning, and no sentence. What changes further down, in words of its words, a sentence leaves open.
bool is_outdated(const Rule& rule, const CheckedRules& rules, const KnownFacts& known) {
  const Span& said = rule.says_where == Span{} ? rule.where : rule.says_where;
  const auto asks = [&](const auto& self, const TypedExpr& node) -> bool {
    if (node.op == Op::word) {
      const Word& word = rules.words[static_cast<std::size_t>(node.index)];
      // The files of a family are read from the child to the parents.
      if (word.says.empty() && word.where.file.value < said.file.value) return true;
    }
    return any_of(node.args, [&](const TypedExpr& arg) { return self(self, arg); });
  };
  if (!rule.when || !asks(asks, *rule.when) || !asks(asks, simplify(*rule.when, rules, known))) return false;
  // A file that gave the row a section of its own document was written with the sentence at hand.
  return none_of(sections_of(rules, rule.id, rule.from),
                 [](const Citation& section) { return section.parent.empty(); });
}

bool sentence_fits(const Rule& rule, const CheckedRules& rules, const KnownFacts& known) {
  if (rule.says.empty() || is_outdated(rule, rules, known)) return false;
  if (rule.says_chosen || !rule.when) return true;
  return fits(*rule.when, rule.says, rules, known);
}

}  // namespace

bool fits(const TypedExpr& written, const std::string& says, const CheckedRules& rules,
          const KnownFacts& known) {
  KnownFacts declared = known;
  declared.values = KnownFacts::Values::declared;
  const TypedExpr now = simplify(written, rules, known);
  const TypedExpr then = simplify(written, rules, declared);
  if (!is_constant(then) || is_constant(now)) {
    if (is_true(now)) return true;
    return same_shape(now, then) && (!names_a_number(says) || has_declared_numbers(written, rules, known));
  }
  return open_parts(now, rules, known) == open_parts(written, rules, known);
}

RowText row_text(const CheckedRules& rules, const Rule& row, const KnownFacts& known) {
  if (sentence_fits(row, rules, known)) return {as_sentence(woven(rules, row.says, known)), true};
  return {English(rules, known).row(row), false};
}

namespace {

/// The facts that an expression asks for, through words or not.
void note_facts(const TypedExpr& node, const CheckedRules& rules, std::vector<bool>& facts,
                std::vector<bool>& words) {
  const auto index = static_cast<std::size_t>(node.index);
  if (node.op == Op::fact) facts[index] = true;
  if (node.op == Op::word && !words[index]) {
    words[index] = true;
    note_facts(rules.words[index].is, rules, facts, words);
  }
  for (const TypedExpr& arg : node.args) note_facts(arg, rules, facts, words);
}

struct Collector {
  const CheckedRules& rules;
  const KnownFacts& known;   ///< for the text
  const KnownFacts in_play;  ///< for what can be
  std::vector<bool> acts;
  std::vector<bool> alive;  ///< by RuleId
  std::vector<bool> alone;  ///< exceptions that always hold

  bool act_alive(ActId id) const { return id.value < built_in_acts || acts[id.value - built_in_acts]; }
  bool event_alive(EventId id) const {
    if (id == event_id(BuiltInEvent::cover) && in_play.no_debts) return false;
    if (id == event_id(BuiltInEvent::draw) && in_play.no_draws) return false;
    return id.value < built_in_events || acts[id.value - built_in_events];
  }

  bool is_lifted(std::size_t row) const {
    for (std::size_t i = 0; i < rules.rules.size(); ++i)
      if (alive[i] && rules.rules[i].shape == Shape::except &&
          any_of(rules.rules[i].excepts, [&](RuleId target) { return target.value == row; }))
        return true;
    return false;
  }

  /// True if the row holds for no number of players that there may be.
  bool never_holds(const Rule& rule) const {
    if (known.players || !rule.when) return is_false(simplified_when(rule, rules, in_play));
    for (const std::int32_t players : player_numbers(rules.setup)) {
      KnownFacts so_many = in_play;
      so_many.players = players;
      if (!is_false(simplified_when(rule, rules, so_many))) return false;
    }
    return true;
  }

  bool can_hold(const Rule& rule) const {
    if (never_holds(rule)) return false;
    if (rule.shape == Shape::after) return any_of(rule.events, [&](EventId id) { return event_alive(id); });
    if (rule.shape == Shape::except) return true;
    return any_of(rule.acts, [&](ActId id) { return act_alive(id); });
  }

  void choose_rows() {
    alive.clear();
    alone.assign(rules.rules.size(), false);
    for (const Rule& rule : rules.rules) alive.push_back(can_hold(rule));
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      const Rule& rule = rules.rules[i];
      if (rule.shape != Shape::except || !alive[i]) continue;
      // A row that is always lifted is as if it were not there; the sentence that lifts it then stands for
      // itself.
      if (!is_true(simplified_when(rule, rules, in_play))) continue;
      for (const RuleId target : rule.excepts) {
        alone[i] = alone[i] || (can_hold(rules.rules[target.value]) && !rule.says.empty());
        alive[target.value] = false;
      }
    }
    drop_idle_exceptions();
  }

  void drop_idle_exceptions() {
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      const Rule& rule = rules.rules[i];
      if (rule.shape != Shape::except) continue;
      alive[i] = alive[i] && any_of(rule.excepts, [&](RuleId target) { return alive[target.value]; });
    }
  }

  /// The facts that something in force asks for, or shows.
  std::vector<bool> facts_asked() const {
    std::vector<bool> facts, words(rules.words.size());
    for (const Fact& fact : rules.facts) facts.push_back(!fact.shown.empty());
    const auto note = [&](const TypedExpr& expression) {
      note_facts(simplify(expression, rules, in_play), rules, facts, words);
    };
    each_setting(rules, [&](const SettingRow&, const TypedExpr& value) { note(value); });
    for (const TrainKind& kind : rules.trains)
      if (kind.count) note(*kind.count);
    for (const Check& check : rules.checks) note(check.condition);
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      if (!alive[i]) continue;
      if (rules.rules[i].when) note(*rules.rules[i].when);
      for (const TypedEffect& effect : rules.rules[i].effects) {
        const std::size_t written = writes(effect.id, aspects::facts) ? 1 : 0;
        for (std::size_t arg = written; arg < effect.args.size(); ++arg) note(effect.args[arg]);
      }
    }
    return facts;
  }

  /// Takes away rows that only note what nothing asks for.
  void drop_idle_notes() {
    for (bool more = true; more;) {
      more = false;
      const std::vector<bool> asked = facts_asked();
      const auto is_idle = [&](const TypedEffect& effect) {
        return writes(effect.id, aspects::facts) && !asked[static_cast<std::size_t>(effect.args[0].index)];
      };
      for (std::size_t i = 0; i < rules.rules.size(); ++i) {
        const Rule& rule = rules.rules[i];
        if (!alive[i] || rule.origin != Origin::rule || rule.effects.empty()) continue;
        if (!all_of(rule.effects, is_idle)) continue;
        alive[i] = false;
        more = true;
      }
    }
    drop_idle_exceptions();
  }

  RowInForce row_in_force(std::size_t index) const {
    const Rule& rule = rules.rules[index];
    RowInForce row;
    row.rule = {static_cast<std::uint16_t>(index)};
    row.theme = theme_of(rules, rule, known);
    RowText text = row_text(rules, rule, known);
    row.is_own = text.is_own;
    row.text = std::move(text.text);
    row.from = sections_of(rules, rule.id, rule.from);
    return row;
  }
};

}  // namespace

namespace {

std::vector<bool> acts_that_can_be(const CheckedRules& rules, const KnownFacts& in_play) {
  std::vector<bool> acts;
  for (std::size_t i = 0; i < rules.acts.size(); ++i) {
    const ActId id{static_cast<std::uint16_t>(built_in_acts + i)};
    bool permitted = false;
    bool needs = false;
    for (const Rule& rule : rules.rules) {
      if (rule.shape != Shape::permit) continue;
      if (!contains(rule.acts, id)) continue;
      needs = true;
      permitted = permitted || !is_false(simplified_when(rule, rules, in_play));
    }
    acts.push_back(permitted || !needs);
  }
  return acts;
}

Collector collected(const CheckedRules& rules, const KnownFacts& known, const KnownFacts& in_play) {
  Collector collector{rules, known, in_play, acts_that_can_be(rules, in_play), {}, {}};
  collector.choose_rows();
  return collector;
}

}  // namespace

namespace {

/// True if the effect gives a fact nothing but what it has when it begins.
bool leaves_as_it_begins(const TypedEffect& effect, const CheckedRules& rules, const KnownFacts& supposed) {
  const TypedExpr value = simplify(effect.args[1], rules, supposed);
  return is_false(value) || (value.op == Op::number && value.number == 0);
}

/// Takes out of what is supposed what the effect brings about; true if that was supposed.
bool brings_about(const TypedEffect& effect, const CheckedRules& rules, KnownFacts& supposed) {
  const KnownFacts before = supposed;
  if (effect.id == Effect::owe) {
    supposed.no_debts = false;
    supposed.no_engine_debt = supposed.no_engine_debt && is_root(effect.args[0], Root::new_end);
    return before.no_debts || before.no_engine_debt != supposed.no_engine_debt;
  }
  if (writes(effect.id, aspects::markers)) supposed.no_markers = false;
  if (writes(effect.id, aspects::boneyard)) supposed.no_draws = false;
  const bool sets = writes(effect.id, aspects::facts);
  const auto fact = sets ? static_cast<std::size_t>(effect.args[0].index) : 0;
  if (sets && !leaves_as_it_begins(effect, rules, before)) supposed.never_set[fact] = false;
  return before.no_markers != supposed.no_markers || before.no_draws != supposed.no_draws ||
         (sets && before.never_set[fact] != supposed.never_set[fact]);
}

/// True if the rows forbid to draw, whatever the position: one always does, or one does where another does
/// not.
bool draw_is_forbidden(const Collector& collector) {
  const CheckedRules& rules = collector.rules;
  std::vector<TypedExpr> conditions;
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& rule = rules.rules[i];
    if (rule.shape != Shape::forbid || !collector.alive[i]) continue;
    if (!contains(rule.acts, act_id(BuiltInAct::draw)) || collector.is_lifted(i)) continue;
    conditions.push_back(simplified_when(rule, rules, collector.in_play));
  }
  return any_of(conditions, [&](const TypedExpr& condition) {
    if (is_true(condition)) return true;
    return condition.op == Op::logical_not &&
           any_of(conditions, [&](const TypedExpr& other) { return same_simple(condition.args[0], other); });
  });
}

}  // namespace

KnownFacts known_in_play(const CheckedRules& rules, const KnownFacts& known) {
  KnownFacts supposed = known;
  supposed.no_debts = supposed.no_engine_debt = supposed.no_markers = supposed.no_draws = true;
  supposed.never_set.clear();
  for (const Fact& fact : rules.facts) supposed.never_set.push_back(!fact.chance);
  // While there is nothing of it, only rows that hold without it can bring about the first.
  for (bool more = true; more;) {
    more = false;
    const Collector collector = collected(rules, known, supposed);
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      if (!collector.alive[i]) continue;
      for (const TypedEffect& effect : rules.rules[i].effects)
        more = brings_about(effect, rules, supposed) || more;
    }
    if (!supposed.no_draws || draw_is_forbidden(collector)) continue;
    supposed.no_draws = false;
    more = true;
  }
  return supposed;
}

std::vector<bool> acts_in_force(const CheckedRules& rules, const KnownFacts& known) {
  return acts_that_can_be(rules, known_in_play(rules, known));
}

std::vector<RowInForce> rows_in_force(const CheckedRules& rules, const KnownFacts& known) {
  Collector collector = collected(rules, known, known_in_play(rules, known));
  collector.drop_idle_notes();
  std::vector<RowInForce> rows;
  std::vector<std::size_t> place(rules.rules.size());
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const bool rule = collector.alive[i] && rules.rules[i].shape != Shape::except;
    if (!rule && !collector.alone[i]) continue;
    place[i] = rows.size();
    rows.push_back(collector.row_in_force(i));
  }
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& rule = rules.rules[i];
    if (!collector.alive[i] || collector.alone[i] || rule.shape != Shape::except) continue;
    for (const RuleId lifted : rule.excepts) {
      if (collector.alive[lifted.value])
        rows[place[lifted.value]].exceptions.push_back(collector.row_in_force(i));
    }
  }
  return rows;
}

namespace {

/// A table in front of the word that is counted: "two tiles for rounds 1 to 5, one tile for rounds 6 to 13".
/// The word is taken from `rest`.
std::string table_in_front_of(const std::string& table, std::string& rest) {
  const std::size_t end = std::min(rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 1), rest.size());
  if (!rest.starts_with(' ') || end == 1) return table;
  const std::string counted = rest.substr(0, end);
  std::string text;
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t next = std::min(table.find(", ", begin), table.size());
    const std::string part = table.substr(begin, next - begin);
    const std::size_t keys = part.find(" for ");
    const auto number = whole_number<std::int32_t>(part.substr(0, keys));
    if (!number || keys == std::string::npos) return table;
    std::string noun = counted;
    const std::string value = number_in_front_of(*number, noun);
    text += (text.empty() ? "" : ", ") + value + noun + part.substr(keys);
    begin = next + 2;
  }
  rest.erase(0, end);
  return text;
}

}  // namespace

std::string woven(const CheckedRules& rules, const std::string& says, const KnownFacts& known) {
  std::string text = says;
  for (const Option& option : rules.options) {
    const std::string braces = "{" + option.name + "}";
    for (std::size_t at = text.find(braces); at != std::string::npos; at = text.find(braces, at)) {
      std::string value = option_value(rules, option, known);
      std::string rest = text.substr(at + braces.size());
      if (const auto number = whole_number<std::int32_t>(value))
        value = number_in_front_of(*number, rest);
      else if (!option.by.empty())
        value = table_in_front_of(value, rest);
      text = text.substr(0, at) + value + rest;
      at += value.size();
    }
  }
  return text;
}

std::string word_text(const CheckedRules& rules, const Word& word, const KnownFacts& known) {
  if (!word.says.empty() && (word.says_chosen || fits(word.is, word.says, rules, known)))
    return as_sentence(woven(rules, word.says, known));
  English english(rules, known);
  if (word.is.type == Type::truth) return as_sentence("this applies if " + english.clause(word.is));
  return as_sentence("this is " + english.thing(word.is));
}

std::string shown_sentence(const Fact& fact) {
  return name_marks(fact.shown) +
         (fact.of == Scope::player ? " is shown on the table, for each player." : " is shown on the table.");
}

std::string chance_sentence(const Fact& fact) {
  const std::string_view when = fact.per == Scope::round  ? "for each round"
                                : fact.per == Scope::game ? "for each game"
                                                          : "once for the match";
  if (fact.type == Type::player) return fmt::format("A player is drawn by lot {}.", when);
  return fmt::format("A number from {} to {} is drawn {}.", fact.chance->first, fact.chance->second, when);
}

}  // namespace roundhouse::dsl
