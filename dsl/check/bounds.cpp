// Checks that all that can be worked out before the game is possible at every number of players.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/resolve.h"
#include "dsl/check/simplify.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {

namespace {

constexpr std::int64_t most_trains = limits::trains;

Span place_of(const std::vector<std::pair<std::string, Span>>& places, std::string_view key) {
  const auto found = find_if(places, [&](const auto& place) { return place.first == key; });
  return found == places.end() ? Span{} : found->second;
}

struct BoundChecker {
  const CheckedRules& rules;
  Findings& findings;
  std::vector<std::optional<bool>> asks_rank{};  ///< by word

  std::string with_players(const TypedExpr& expression, std::int32_t players) const {
    // Only where it matters is the number of players worth a word.
    const std::int32_t first = player_numbers(rules.setup).front();
    const ConstantValue least = constant_value(expression, rules, first);
    const ConstantValue here = constant_value(expression, rules, players);
    const bool same = least.state == here.state && least.value == here.value;
    return same && players == first ? std::string() : " with " + players_text(players, players);
  }

  /// False, after a complaint, where the value for some number of players is outside or absent.
  bool within(const TypedExpr& expression, std::string_view what, Span where, std::int64_t low,
              std::int64_t high) {
    for (const std::int32_t players : player_numbers(rules.setup)) {
      const ConstantValue value = constant_value(expression, rules, players);
      if (value.state == ConstantValue::State::changing) continue;
      if (value.is_known() && value.value >= low && value.value <= high) continue;
      const std::string when = with_players(expression, players);
      findings
          .error(CheckCode::out_of_range, where,
                 value.is_known() ? fmt::format("{} is {}{}", what, value.value, when)
                                  : fmt::format("{} has no value{}", what, when))
          .why = fmt::format("it must be {}..{}", low, high);
      return false;
    }
    return true;
  }

  /// A number of players that the tiles do not suffice for is refused when it is asked for; here only
  /// a deal that suits nobody.
  void check_deal() {
    const Setup& setup = rules.setup;
    std::string first;
    for (const std::int32_t players : player_numbers(setup)) {
      const ConstantValue deal = constant_value(setup.deal, rules, players);
      const ConstantValue highest = constant_value(setup.highest, rules, players);
      const ConstantValue copies = constant_value(setup.copies, rules, players);
      if (deal.state == ConstantValue::State::changing || !highest.is_known() || !copies.is_known()) return;
      const std::int64_t tiles = (highest.value + 1) * (highest.value + 2) / 2 * copies.value;
      std::string trouble;
      if (!deal.is_known()) {
        trouble = "the deal is not given for " + players_text(players, players);
      } else if (deal.value < 1) {
        trouble = fmt::format("the deal for {} is {} tiles", players_text(players, players), deal.value);
      } else if (deal.value * players > tiles) {
        trouble = fmt::format("{} with {} tiles each need {} tiles, and the set has {}",
                              players_text(players, players), deal.value, deal.value * players, tiles);
      } else {
        return;
      }
      if (first.empty()) first = std::move(trouble);
    }
    Diagnostic& made =
        findings.error(CheckCode::out_of_range, place_of(setup.places, "deal"), std::move(first));
    if (setup.least_players < setup.most_players) made.why = "more players need more";
    if (setup.deal.op == Op::table || setup.deal.op == Op::option) {
      const Option& option = rules.options[static_cast<std::size_t>(setup.deal.index)];
      made.labels.push_back({option.value_where, fmt::format("'{}' is given here", option.name)});
    }
  }

  void check_trains() {
    for (const std::int32_t players : player_numbers(rules.setup)) {
      std::int64_t total = 0;
      for (const TrainKind& kind : rules.trains) {
        if (kind.gone) continue;
        const ConstantValue count = kind.count ? constant_value(*kind.count, rules, players)
                                               : ConstantValue{ConstantValue::State::known, 1};
        total += std::max<std::int64_t>(count.value, 0) * (kind.of == TrainOwner::each ? players : 1);
        if (total <= most_trains) continue;
        findings.error(
            CheckCode::too_many, kind.where,
            fmt::format("with {} there are more than {} trains", players_text(players, players), most_trains),
            "lay out fewer trains of a kind, or let fewer play");
        return;
      }
    }
  }

  void check_limit(const std::optional<TypedExpr>& limit, std::string_view what, std::string_view key) {
    const Setup& setup = rules.setup;
    if (limit && constant_value(*limit, rules, player_numbers(setup).front()).is_known())
      within(*limit, what, place_of(setup.places, key), 0, 1000);
  }

  /// The place in an expression at which it asks for a rank, be it through words, which have no circles.
  std::optional<Span> rank_in(const TypedExpr& node) {
    if (is_member(node, Member::player_rank)) return node.where;
    for (const TypedExpr& arg : node.args)
      if (const auto found = rank_in(arg)) return found;
    if (node.op == Op::word && word_asks_rank(static_cast<std::size_t>(node.index))) return node.where;
    return std::nullopt;
  }

  bool word_asks_rank(std::size_t word) {
    // Each is looked at once: words may rest on each other in more ways than there is time for.
    asks_rank.resize(rules.words.size());
    if (!asks_rank[word]) asks_rank[word] = rank_in(rules.words[word].is).has_value();
    return *asks_rank[word];
  }

  void check_ranking(const TypedExpr& expression, std::string_view key) {
    const auto place = rank_in(expression);
    if (!place) return;
    findings.error(CheckCode::rank_cycle, *place,
                   fmt::format("'match.{}' asks for a rank, and ranks go by it", key),
                   "let players rank by totals, ages, facts or seats");
  }

  void check() {
    const Setup& setup = rules.setup;
    const bool sized =
        within(setup.highest, "the highest number", place_of(setup.places, "set.highest"), 1, 18);
    const bool counted =
        within(setup.copies, "the number of copies", place_of(setup.places, "set.copies"), 1, 2);
    if (sized && counted) check_deal();
    for (const TrainKind& kind : rules.trains) {
      if (kind.count && !kind.gone) {
        within(*kind.count, fmt::format("the number of trains '{}'", kind.name), kind.count->where, 0,
               most_trains);
      }
    }
    check_trains();
    const Match& match = rules.match;
    for (const TypedExpr& key : match.order) check_ranking(key, "order");
    if (match.group) check_ranking(*match.group, "group");
    if (match.rounds)
      within(*match.rounds, "the number of rounds", place_of(match.places, "rounds"), 1, 1000);
    if (match.games) within(*match.games, "the number of games", place_of(match.places, "games"), 1, 65'535);
    check_limit(setup.limit, "the limit", "engine.limit");
    check_limit(setup.redeal_limit, "the limit of redeals", "redeal.limit");
  }
};

}  // namespace

void check_bounds(const CheckedRules& rules, Findings& findings) { BoundChecker{rules, findings}.check(); }

namespace {

template <class Entry>
void hold(std::vector<Entry>& entries, std::size_t most, std::string_view what, Draft& draft,
          Findings& findings) {
  if (entries.size() <= most) return;
  findings.error(CheckCode::too_many, entries[most].name.where,
                 fmt::format("there are {} {}; at most {} are possible", entries.size(), what, most),
                 "take away what nothing needs, parents' entries with 'none'");
  for (std::size_t i = most; i < entries.size(); ++i) draft.broken.insert(entries[i].name.text);
  entries.resize(most);
}

/// Adds up what rows come to, and complains once.
class Occasions {
 public:
  explicit Occasions(Findings& findings) : findings_(findings) {}

  void add(std::size_t occasions, const Named& row) {
    const bool before = all_ <= limits::occasions;
    all_ += occasions;
    if (!before || all_ <= limits::occasions) return;
    Diagnostic& made = findings_.error(
        CheckCode::too_many, row.where,
        fmt::format("with '{}' the rows, their exceptions and their effects come to more than {}", row.text,
                    limits::occasions));
    made.why = "each is counted for every act or event that its row is about";
    made.help = "take rows away, or name fewer acts, events, rows or effects in one";
  }

 private:
  Findings& findings_;
  std::size_t all_ = 0;
};

void hold_occasions(const Draft& draft, Findings& findings) {
  Occasions occasions(findings);
  const auto effects_of = [](const auto& entry) { return entry.effects ? entry.effects->calls.size() : 0; };
  std::map<std::string_view, std::size_t> about;  // by id: acts or events
  for (const DraftFact& fact : draft.facts) {
    if (fact.events.empty()) continue;
    about[fact.name.text] += fact.events.size();
    occasions.add(fact.events.size() * 2, fact.name);
  }
  for (const DraftAct& act : draft.acts) {
    if (act.when || act.effects) about[act.name.text] += 1;
    occasions.add(1 + effects_of(act), act.name);
  }
  for (const DraftRule& rule : draft.rules) {
    if (rule.shape == Shape::except) continue;
    about[rule.id.text] += rule.about.size();
    occasions.add(rule.about.size() * (1 + effects_of(rule)), rule.id);
  }
  for (const DraftRule& rule : draft.rules) {
    if (rule.shape != Shape::except) continue;
    std::size_t lifted = 0;
    for (const Named& name : rule.about) {
      const auto found = about.find(name.text);
      if (found != about.end()) lifted += found->second;
    }
    occasions.add(lifted, rule.id);
  }
}

}  // namespace

void enforce_limits(Draft& draft, Findings& findings) {
  hold(draft.options, limits::options, "options", draft, findings);
  hold(draft.words, limits::words, "words", draft, findings);
  hold(draft.facts, limits::fact_places, "facts", draft, findings);
  hold(draft.trains, limits::train_kinds, "kinds of train", draft, findings);
  hold(draft.acts, limits::acts, "acts", draft, findings);
  if (draft.checks.size() > limits::checks) {
    findings.error(
        CheckCode::too_many, draft.checks[limits::checks].id.where,
        fmt::format("there are {} checks; at most {} are possible", draft.checks.size(), limits::checks),
        "take away what nothing needs, parents' checks with 'remove'");
    draft.checks.resize(limits::checks);
  }
  hold_occasions(draft, findings);
}

}  // namespace roundhouse::dsl
