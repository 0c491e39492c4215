#include "dsl/rulebook/value_sayings.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view of_match = "match.";

/// The expressions of the value that stands under this key; none where it is no expression.
std::vector<const TypedExpr*> values_of(const CheckedRules& rules, std::string_view key) {
  const Setup& setup = rules.setup;
  const Match& match = rules.match;
  const auto one = [](const std::optional<TypedExpr>& value) {
    return value ? std::vector<const TypedExpr*>{&*value} : std::vector<const TypedExpr*>{};
  };
  if (key == "set.highest") return {&setup.highest};
  if (key == "set.copies") return {&setup.copies};
  if (key == "deal") return {&setup.deal};
  if (key == "lots") return one(setup.lots);
  if (key == "first") return one(setup.first);
  if (key == "redeal") return one(setup.redeal);
  if (key == "redeal.limit") return one(setup.redeal_limit);
  if (key == "engine.from") return {&setup.engine_from};
  if (key == "engine.wanted") return one(setup.wanted);
  if (key == "engine.best") return one(setup.best);
  if (key == "engine.missing") return {&setup.missing};
  if (key == "engine.limit") return one(setup.limit);
  if (key == "engine.then") return {&setup.then};
  if (key == "starter") return one(setup.starter);
  if (key == "match.rounds") return one(match.rounds);
  if (key == "match.over") return one(match.over);
  if (key == "match.games") return one(match.games);
  if (key == "match.double") return one(match.scheduled);
  if (key == "match.moves_on") return one(match.moves_on);
  if (key == "match.to_playoff") return one(match.to_playoff);
  std::vector<const TypedExpr*> keys;
  if (key == "match.order") {
    for (const TypedExpr& each : match.order) keys.push_back(&each);
  }
  return keys;
}

/// What was written beside a value is true of it while it is what the declared values of the options make of
/// it, for each number of players.
bool is_as_declared(const TypedExpr& value, bool in_kind, const CheckedRules& rules, const Known& known) {
  const std::int32_t least = known.players.value_or(rules.setup.least_players);
  const std::int32_t most = known.players.value_or(rules.setup.most_players);
  for (std::int32_t players = least; players <= most; ++players) {
    Known now = known;
    now.players = players;
    Known declared = now;
    declared.values = Known::Values::declared;
    const TypedExpr a = simplify(value, rules, now);
    const TypedExpr b = simplify(value, rules, declared);
    if (!(in_kind ? same_shape(a, b) : same_simple(a, b))) return false;
  }
  return true;
}

std::string own_sentence(const CheckedRules& rules, std::string_view key, const Known& known) {
  const bool match = key.starts_with(of_match);
  const auto& sayings = match ? rules.match.sayings : rules.setup.sayings;
  const std::string_view name = match ? key.substr(of_match.size()) : key;
  const auto found = std::find_if(sayings.begin(), sayings.end(),
                                  [&](const ValueSaying& saying) { return saying.key == name; });
  if (found == sayings.end()) return {};
  const std::string text = woven(rules, found->says, known);
  const auto values = values_of(rules, key);
  const bool is_true =
      found->says_chosen || std::all_of(values.begin(), values.end(), [&](const TypedExpr* value) {
        return is_as_declared(*value, text != found->says, rules, known);
      });
  return is_true ? as_sentence(text) : std::string();
}

}  // namespace

namespace {

/// A sentence about what we tell together with something else: it stands behind that.
void add_behind(std::vector<Line>& lines, std::string_view other, const std::string& key,
                const CheckedRules& rules, const Known& known) {
  const auto with_key = [&](std::string_view wanted) {
    return std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.key == wanted; });
  };
  const auto place = with_key(other);
  if (place == lines.end() || with_key(key) != lines.end()) return;
  Line line;
  line.key = key;
  line.text = own_sentence(rules, key, known);
  line.from = sections_of(rules, key, {});
  if (!line.text.empty()) lines.insert(place + 1, std::move(line));
}

}  // namespace

void put_own_sentences(std::vector<Line>& lines, const CheckedRules& rules, const Known& known) {
  add_behind(lines, "lots", "first", rules, known);
  add_behind(lines, "set.highest", "set.copies", rules, known);
  for (Line& line : lines) {
    std::string own = own_sentence(rules, line.key, known);
    if (own.empty()) continue;
    line.text = std::move(own);
    line.table.clear();
  }
}

}  // namespace roundhouse::dsl
