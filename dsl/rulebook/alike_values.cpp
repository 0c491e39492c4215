#include "dsl/rulebook/alike_values.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {
namespace {

constexpr std::int32_t most_tries = 100;

/// Parts that rest on one option: only they have to be worked out anew for another value of it.
class Resting {
 public:
  Resting(const CheckedRules& rules, std::size_t option)
      : rules_(rules), option_(option), words_(rules.words.size(), State::unknown) {
    for (const TrainKind& kind : rules.trains)
      trains_rest_ = trains_rest_ || (kind.count && rests(*kind.count));
  }

  bool rests(const TypedExpr& node) {
    const auto index = static_cast<std::size_t>(node.index);
    if ((node.op == Op::option || node.op == Op::table) && index == option_) return true;
    if (node.op == Op::word && word_rests(index)) return true;
    // A kind of train of which there is none is as if it were not named.
    if (node.op == Op::train_of && trains_rest_) return true;
    if (node.op == Op::member && member_rests(static_cast<Member>(node.index))) return true;
    return any_of(node.args, [&](const TypedExpr& arg) { return rests(arg); });
  }

 private:
  enum class State : std::uint8_t { unknown, rests, does_not };

  bool word_rests(std::size_t word) {
    if (words_[word] == State::unknown)
      words_[word] = rests(rules_.words[word].is) ? State::rests : State::does_not;
    return words_[word] == State::rests;
  }

  bool member_rests(Member member) {
    if (member == Member::train_kind) return trains_rest_;
    if (member == Member::set_highest) return rests(rules_.setup.highest);
    if (member == Member::set_copies) return rests(rules_.setup.copies);
    return member == Member::set_each && (rests(rules_.setup.highest) || rests(rules_.setup.copies));
  }

  const CheckedRules& rules_;
  std::size_t option_;
  std::vector<State> words_;
  bool trains_rest_ = false;
};

/// Everything in the rules that can be worked out, and matters.
template <class Take>
void each_expression(const CheckedRules& rules, const NamesInForce& names, const Take& take) {
  const auto maybe = [&](const std::optional<TypedExpr>& expression) {
    if (expression) take(*expression);
  };
  each_setting(rules, [&](const SettingRow&, const TypedExpr& value) { take(value); });
  for (const TrainKind& kind : rules.trains) maybe(kind.count);
  for (std::size_t i = 0; i < rules.words.size(); ++i) {
    if (names.words[i]) take(rules.words[i].is);
  }
  for (const Rule& rule : rules.rules) {
    maybe(rule.when);
    for (const TypedEffect& effect : rule.effects) {
      for (const TypedExpr& arg : effect.args) take(arg);
    }
  }
}

std::vector<TypedExpr> worked_out(const std::vector<const TypedExpr*>& expressions, const CheckedRules& rules,
                                  const KnownFacts& known) {
  std::vector<TypedExpr> made;
  for (const std::int32_t players : players_known(rules, known)) {
    KnownFacts so_many = known;
    so_many.players = players;
    for (const TypedExpr* each : expressions) made.push_back(simplify(*each, rules, so_many));
  }
  return made;
}

}  // namespace

AlikeValues::AlikeValues(const CheckedRules& rules, const NamesInForce& names, const KnownFacts& known)
    : tried_(rules), known_(known) {
  each_expression(tried_, names, [&](const TypedExpr& expression) { expressions_.push_back(&expression); });
}

std::pair<std::int32_t, std::int32_t> AlikeValues::around(std::size_t index) {
  Option& option = tried_.options[index];
  const std::int32_t value = option.value;
  const std::pair alone{value, value};
  if (option.type != Type::number || !option.by.empty() || !option.range || !option.numbers.empty())
    return alone;
  Resting resting(tried_, index);
  std::vector<const TypedExpr*> expressions;
  for (const TypedExpr* each : expressions_) {
    if (resting.rests(*each)) expressions.push_back(each);
  }
  const std::vector<TypedExpr> now = worked_out(expressions, tried_, known_);
  const auto furthest = [&](std::int32_t step, std::int32_t border) -> std::int32_t {
    std::int32_t last = value;
    for (std::int32_t tries = 0; last != border; ++tries) {
      if (tries == most_tries) return value;
      option.value = last + step;
      const std::vector<TypedExpr> then = worked_out(expressions, tried_, known_);
      if (!std::equal(now.begin(), now.end(), then.begin(), same_simple)) break;
      last += step;
    }
    option.value = value;
    return last;
  };
  const std::int32_t low = furthest(-1, option.range->first);
  const std::int32_t high = furthest(1, option.range->second);
  option.value = value;
  return {low, high};
}

}  // namespace roundhouse::dsl
