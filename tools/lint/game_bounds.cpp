#include "tools/lint/game_bounds.h"

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "tools/lint/expressions.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace {

std::uint32_t bit(Mention mention) { return static_cast<std::uint32_t>(mention); }

/// True if the value depends on an option that this file declares, directly or through words.
bool rests_on_own_option(const TypedExpr& expression, const CheckedRules& rules, FileId file) {
  const std::vector<std::size_t> asked = options_of(expression, rules);
  return any_of(asked, [&](std::size_t at) { return rules.options[at].where.file == file; });
}

/// The values of an expression for all numbers of players; where they are not certain, what it can be at
/// most.
NumberRange in_force(const TypedExpr& expression, const CheckedRules& rules, const GameBounds& game,
                     FileId file) {
  Effort effort;
  Assumed assumed{.rules = rules, .game = game, .effort = effort};
  assumed.sizes_open = true;
  if (rests_on_own_option(expression, rules, file)) return value_of(expression, assumed).range;
  std::optional<NumberRange> all;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    const ConstantValue value = constant_value(expression, rules, players);
    if (value.state == ConstantValue::State::absent) continue;
    assumed.guess.players = players;
    const NumberRange one =
        value.is_known() ? NumberRange{value.value, value.value} : value_of(expression, assumed).range;
    all = all ? hull(*all, one) : one;
  }
  return all.value_or(any_number);
}

struct Ranges {
  std::vector<NumberRange> facts;
  NumberRange points;
  bool operator==(const Ranges&) const = default;
};

NumberRange added(NumberRange before, NumberRange by) {
  if (by.low < 0) before.low = any_number.low;
  if (by.high > 0) before.high = any_number.high;
  return before;
}

/// One more look at all effects: what facts and points can be besides what they could before.
Ranges grown(const CheckedRules& rules, const GameBounds& game, Effort& effort) {
  Ranges ranges{game.facts, game.points};
  for (const Rule& rule : rules.rules) {
    for (const TypedEffect& effect : rule.effects) {
      const bool writes = effect.id == Effect::set || effect.id == Effect::add || effect.id == Effect::score;
      if (!writes) continue;
      for (const Scene& scene : scenes_of(rules, rule)) {
        const Assumed assumed{.rules = rules, .game = game, .effort = effort, .scene = scene};
        const TypedExpr& given = effect.args.back();
        const AbstractValue value = value_of(given, assumed);
        NumberRange range = value.range;
        if (given.type == Type::truth)
          range = {value.truth == Truth::yes ? 1 : 0, value.truth == Truth::no ? 0 : 1};
        if (value.is_absent()) range = {0, 0};
        if (effect.id == Effect::score) {
          ranges.points = added(ranges.points, range);
          continue;
        }
        NumberRange& fact = ranges.facts[static_cast<std::size_t>(effect.args[0].index)];
        fact = effect.id == Effect::add ? added(fact, range) : hull(fact, range);
      }
    }
  }
  return ranges;
}

}  // namespace

std::uint32_t mentions_of(const TypedExpr& expression, const GameBounds& game, Effort* effort) {
  std::uint32_t found = 0;
  std::size_t nodes = 0;
  for_each_node(expression, [&](const TypedExpr& node) {
    ++nodes;
    const auto index = static_cast<std::size_t>(node.index);
    if (node.op == Op::word && index < game.words_mention.size()) found |= game.words_mention[index];
    if ((node.op == Op::option || node.op == Op::table) && index < game.sizes.size() && game.sizes[index])
      found |= bit(Mention::sizes);
    if (node.op == Op::root) {
      const auto root = static_cast<Root>(node.index);
      if (root == Root::tile || root == Root::rest) found |= bit(Mention::tile);
      if (root == Root::end) found |= bit(Mention::end);
      if (root == Root::joining) found |= bit(Mention::joining);
      if (root == Root::set) found |= bit(Mention::sizes);
    }
    if (node.op != Op::member) return;
    const auto member = static_cast<Member>(node.index);
    if (member == Member::end_pip) found |= bit(Mention::pip);
    if (member == Member::match_players) found |= bit(Mention::players);
  });
  constexpr std::size_t nodes_a_step = 8;
  if (effort) effort->spend(nodes / nodes_a_step);
  return found;
}

GameBounds::GameBounds(const CheckedRules& rules, FileId file)
    : players{rules.setup.least_players, rules.setup.most_players},
      facts(rules.facts.size(), NumberRange{0, 0}),
      points{0, 0},
      sizes(rules.options.size()) {
  const Setup& setup = rules.setup;
  // Words rest on words in no circle; a few passes suffice for whatever depth there is, and a word too deep
  // for them mentions everything.
  words_mention.assign(rules.words.size(), 0);
  std::vector<bool> words_seen(rules.words.size());
  mark_options(setup.highest, rules, sizes, words_seen);
  mark_options(setup.copies, rules, sizes, words_seen);
  if (rules.match.rounds) mark_options(*rules.match.rounds, rules, sizes, words_seen);
  bool changed = true;
  for (int pass = 0; changed && pass < 32; ++pass) {
    changed = false;
    for (std::size_t i = 0; i < rules.words.size(); ++i) {
      const std::uint32_t mentions = mentions_of(rules.words[i].is, *this);
      changed = changed || mentions != words_mention[i];
      words_mention[i] = mentions;
    }
  }
  Effort effort;
  Assumed open{.rules = rules, .game = *this, .effort = effort};
  open.sizes_open = true;
  const auto clamped = [](std::int64_t pips) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(pips, 1, 18));
  };
  widest_highest = clamped(value_of(setup.highest, open).range.high);
  highest = clamped(in_force(setup.highest, rules, *this, file).high);
  copies = in_force(setup.copies, rules, *this, file).high > 1 ? 2 : 1;
  tiles = std::int64_t{highest + 1} * (highest + 2) / 2 * copies;
  const Match& match = rules.match;
  // A value that is not given may be given by a child.
  const auto limit = [&](const std::optional<TypedExpr>& number) -> std::optional<std::int64_t> {
    if (!number) return std::nullopt;
    const NumberRange range = in_force(*number, rules, *this, file);
    if (range.high >= any_number.high) return std::nullopt;
    return std::max<std::int64_t>(range.high, 1);
  };
  rounds = limit(match.rounds);
  games = limit(match.games);
  most_dealt = in_force(setup.deal, rules, *this, file);

  bool wins = false, wins_on = false;
  for (const Rule& rule : rules.rules) {
    const auto has = [&](Effect wanted) {
      return any_of(rule.effects,
                    [&](const TypedEffect& effect) { return effect.id == wanted && effect.depth == 0; });
    };
    const bool wins_here =
        any_of(rule.effects, [](const TypedEffect& effect) { return effect.id == Effect::win; });
    wins = wins || wins_here;
    wins_on = wins_on || (wins_here && !has(Effect::end_round));
  }
  winner_ends = wins && !wins_on;

  for (std::size_t i = 0; i < rules.facts.size(); ++i)
    if (rules.facts[i].chance)
      facts[i] = hull(facts[i], {rules.facts[i].chance->first, rules.facts[i].chance->second});
  constexpr int exact_passes = 3, most_passes = 12;
  for (int pass = 0;; ++pass) {
    Effort looks;
    Ranges ranges = grown(rules, *this, looks);
    const bool same = ranges.facts == facts && ranges.points == points;
    if (same && looks.left > 0) break;
    if (pass >= most_passes || looks.left == 0) {
      facts.assign(facts.size(), any_number);
      points = any_number;
      break;
    }
    // A range that still grows may grow for ever.
    for (std::size_t i = 0; pass >= exact_passes && i < facts.size(); ++i) {
      if (ranges.facts[i].low < facts[i].low) ranges.facts[i].low = any_number.low;
      if (ranges.facts[i].high > facts[i].high) ranges.facts[i].high = any_number.high;
    }
    facts = std::move(ranges.facts);
    points = ranges.points;
  }
  // Facts that nothing sets have checks of their own; of what asks for them nothing is said here.
  constant_facts.assign(facts.size(), false);
  for (std::size_t i = 0; i < facts.size(); ++i) {
    constant_facts[i] = facts[i] == NumberRange{0, 0};
    if (constant_facts[i]) facts[i] = any_number;
  }
  totals = points;
  if (match.joins) {
    const NumberRange joins = value_of(*match.joins, open).range;
    totals = hull(totals, joins);
  }
}

}  // namespace roundhouse::dsl
