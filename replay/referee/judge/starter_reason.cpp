#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/checked_rules.h"
#include "dsl/compile/expression_compiler.h"
#include "dsl/english/english.h"
#include "dsl/program/nodes.h"
#include "dsl/rulebook/setup_lines.h"
#include "engine/evaluate.h"
#include "engine/table.h"
#include "replay/fold/engine_claims.h"
#include "replay/referee/judge/reasons.h"

namespace roundhouse::replay {
namespace {

constexpr std::string_view starter_key = "starter";

/// Parts that are the same when the first turn begins as when it was settled whose it is.
constexpr dsl::Aspects lasting = dsl::aspects::schedule | dsl::aspects::agreed | dsl::aspects::used |
                                 dsl::aspects::last_out | dsl::aspects::order | dsl::aspects::ages |
                                 dsl::aspects::beginning | dsl::aspects::engine | dsl::aspects::totals |
                                 dsl::aspects::about | dsl::aspects::actor | dsl::aspects::tile |
                                 dsl::aspects::facts | dsl::aspects::points;

class StarterQuestion {
 public:
  StarterQuestion(const BreachReporter& reporter, const dsl::CheckedRules& checked, const Position& position)
      : reporter_(reporter), checked_(checked), position_(position) {
    known_.players = reporter.program.players;
  }

  std::optional<StarterReason> reason() {
    const Position& at = position_;
    if (starter_rests(reporter_.program, at, true, false) != StarterRests::known) return std::nullopt;
    Seat named = at.holder != no_seat ? at.holder : engine::first_of_players(at);
    const dsl::TypedExpr* value = checked_.setup.starter ? &*checked_.setup.starter : nullptr;
    if (value != nullptr) {
      asked_.emplace(reporter_.program);
      value = decided(value);
      if (value == nullptr) return std::nullopt;
      const std::optional<engine::Value> said = answer(*value);
      if (!said) return std::nullopt;
      if (*said == engine::absent)
        value = nullptr;
      else
        named = static_cast<Seat>(*said);
    }
    if (named != at.starter) return std::nullopt;
    StarterReason reason;
    reason.by_value = own_words();
    if (!reason.by_value)
      reason.clause = fmt::format("the first turn belongs to {}, who {}", reporter_.name(named), who(value));
    return reason;
  }

 private:
  /// The value behind the conditions that hold; nullptr: one of them may have changed. Notes the step.
  const dsl::TypedExpr* decided(const dsl::TypedExpr* value) {
    const dsl::StepSayings* said = dsl::find_step_sayings(checked_, starter_key);
    std::size_t later = said == nullptr ? 0 : said->steps.size() - 1;
    while (value->op == dsl::Op::choose) {
      const std::optional<engine::Value> holds = answer(value->args[0]);
      if (!holds) return nullptr;
      if (later > 0) {
        step_ += *holds == 0 ? 1 : 0;
        later = *holds == 0 ? later - 1 : 0;  // what a step says may choose, too
      }
      value = &value->args[*holds == 1 ? 1 : 2];
    }
    return value;
  }

  std::optional<engine::Value> answer(const dsl::TypedExpr& asked) {
    const dsl::NodeRef node = dsl::add_conditions(checked_, *asked_, {&asked}).front();
    if ((dsl::reads(*asked_, node) & ~lasting) != dsl::aspects::none) return std::nullopt;
    return engine::evaluate(*asked_, position_, {.holder = position_.holder}, node);
  }

  std::optional<Decider> own_words() const {
    Decider reason;
    reason.key = "setup.starter";
    reason.from = dsl::sections_of(checked_, std::string(starter_key), {});
    if (const dsl::StepSayings* said = dsl::find_step_sayings(checked_, starter_key)) {
      reason.says = dsl::own_step_sentence(checked_, starter_key, step_, known_);
      reason.where = said->steps[step_].where;
    }
    if (reason.says.empty()) {
      reason.says = dsl::own_sentence(checked_, starter_key, known_);
      for (const auto& [name, where] : checked_.setup.places)
        if (name == starter_key) reason.where = where;
    }
    return reason.says.empty() ? std::nullopt : std::optional(std::move(reason));
  }

  /// `value`: nullptr where the rules leave it to the holder of the engine, or to the first player.
  std::string who(const dsl::TypedExpr* value) const {
    const auto is_member = [&](dsl::Member member) {
      return value->op == dsl::Op::member && static_cast<dsl::Member>(value->index) == member;
    };
    const bool by_holder = value == nullptr ? position_.holder != no_seat
                                            : value->op == dsl::Op::root &&
                                                  static_cast<dsl::Root>(value->index) == dsl::Root::holder;
    if (by_holder) return "held the engine";
    if (value == nullptr || is_member(dsl::Member::round_first)) return "is the first player";
    if (is_member(dsl::Member::match_last_out)) return "went out in the last round";
    dsl::English::Names names;
    if (position_.holder != no_seat) names[dsl::Root::holder] = reporter_.name(position_.holder);
    return "is " + dsl::English(checked_, known_, std::move(names)).thing(*value);
  }

  const BreachReporter& reporter_;
  const dsl::CheckedRules& checked_;
  const Position& position_;
  dsl::KnownFacts known_;
  std::optional<engine::Rules> asked_;  ///< the program with the conditions asked so far
  std::size_t step_ = 0;
};

constexpr std::string_view match_block = "match.";

std::optional<dsl::Span> place_of(const std::vector<std::pair<std::string, dsl::Span>>& places,
                                  std::string_view key) {
  for (const auto& [name, where] : places)
    if (name == key) return where;
  return std::nullopt;
}

}  // namespace

std::optional<StarterReason> starter_reason(const BreachReporter& reporter, const dsl::CheckedRules& checked,
                                            const Position& position) {
  return StarterQuestion(reporter, checked, position).reason();
}

Decider row_decider(const dsl::Program& program, dsl::RuleId row) {
  const dsl::Program::RuleText& text = program.rules[row.value];
  return {"rule " + text.id, text.says, text.from, text.where, {}};
}

std::optional<Decider> value_decider(const dsl::CheckedRules& checked, const dsl::KnownFacts& known,
                                     std::string_view key) {
  const bool of_match = key.starts_with(match_block);
  const dsl::LineMaker make = of_match ? dsl::match_lines : dsl::start_lines;
  std::vector<dsl::BookLine> lines = make(checked, known);
  dsl::put_own_sentences(lines, make, checked, known);
  Decider decider;
  for (const dsl::BookLine& line : lines) {
    if (line.key != key) continue;
    decider.says += (decider.says.empty() ? "" : " ") + line.text;
    for (const dsl::Citation& section : line.from)
      if (!contains(decider.from, section)) decider.from.push_back(section);
  }
  if (decider.says.empty()) return std::nullopt;
  decider.key = of_match ? std::string(key) : fmt::format("setup.{}", key);
  decider.where = of_match ? place_of(checked.match.places, key.substr(match_block.size()))
                           : place_of(checked.setup.places, key);
  return decider;
}

}  // namespace roundhouse::replay
