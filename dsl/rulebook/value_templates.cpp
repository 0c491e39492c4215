
#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view of_match_block = "match.";

/// The expressions of the value that stands under this key; none where it is no expression. `Rules`: checked
/// rules, constant or not.
template <class Rules>
auto values_of(Rules& rules, std::string_view key) {
  std::vector<decltype(&rules.setup.deal)> values;
  each_setting(rules, [&](const SettingRow& row, auto& value) {
    if (row.name == key) values.push_back(&value);
  });
  return values;
}

/// The entry of this key in the block that it belongs to.
template <class Entry>
const Entry* entry_of(std::string_view key, const std::vector<Entry>& of_setup,
                      const std::vector<Entry>& of_match) {
  const bool match = key.starts_with(of_match_block);
  const std::vector<Entry>& entries = match ? of_match : of_setup;
  if (match) key.remove_prefix(of_match_block.size());
  const auto found = find_if(entries, [&](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

/// True if a sentence beside a value is true of it: as long as the value is what the declared values of the
/// options make of it, for each number of players.
bool is_as_declared(const TypedExpr& value, bool in_kind, const CheckedRules& rules,
                    const KnownFacts& known) {
  for (const std::int32_t players : players_known(rules, known)) {
    KnownFacts now = known;
    now.players = players;
    KnownFacts declared = now;
    declared.values = KnownFacts::Values::declared;
    const TypedExpr a = simplify(value, rules, now);
    const TypedExpr b = simplify(value, rules, declared);
    if (!(in_kind ? same_shape(a, b) : same_simple(a, b))) return false;
  }
  return true;
}

/// One step of a ladder.
struct LadderStep {
  const TypedExpr* when = nullptr;  ///< nullptr: of the last
  const TypedExpr* then = nullptr;
};

/// A ladder of so many steps as it was written.
std::vector<LadderStep> steps_of(const TypedExpr& ladder, std::size_t count) {
  std::vector<LadderStep> steps;
  const TypedExpr* rest = &ladder;
  while (steps.size() + 1 < count) {
    steps.push_back({&rest->args[0], &rest->args[1]});
    rest = &rest->args[2];
  }
  steps.push_back({nullptr, rest});
  return steps;
}

/// True if the condition of a step is as it was declared, or options alone decide it.
bool leads_as_declared(const TypedExpr& when, bool in_kind, const CheckedRules& rules,
                       const KnownFacts& known) {
  KnownFacts declared = known;
  declared.values = KnownFacts::Values::declared;
  const bool decided =
      is_constant(simplify(when, rules, known)) && is_constant(simplify(when, rules, declared));
  return decided || is_as_declared(when, in_kind, rules, known);
}

/// True if the declared values decide the step's condition, and those in force do not: the sentence was
/// written for these.
bool fits_other_values(const TypedExpr& when, const std::string& says, const CheckedRules& rules,
                       const KnownFacts& known) {
  KnownFacts declared = known;
  declared.values = KnownFacts::Values::declared;
  return is_constant(simplify(when, rules, declared)) && fits(when, says, rules, known);
}

/// The lines of one kind with the sentences that the file has for steps.
class StepTexts {
 public:
  StepTexts(LineMaker make, const CheckedRules& rules, const KnownFacts& known)
      : make_(make), rules_(rules), known_(known) {}

  /// Empty: no step in force has a sentence, or one of them has none and cannot be described by itself.
  std::string of(const std::string& key) {
    const StepSayings* said = find_step_sayings(rules_, key);
    const auto values = values_of(rules_, key);
    if (said == nullptr || values.empty()) return {};
    const std::vector<LadderStep> steps = steps_of(*values.front(), said->steps.size());
    std::vector<StepText> step_texts;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const TypedExpr* when = steps[i].when;
      if (when != nullptr && is_false(simplify(*when, rules_, known_))) continue;
      const bool always = when == nullptr || is_true(simplify(*when, rules_, known_));
      step_texts.push_back(
          {always ? nullptr : when, steps[i].then, own_step_sentence(rules_, key, i, known_)});
      if (always) break;
    }
    if (all_of(step_texts, [](const StepText& one) { return one.own.empty(); })) return {};
    std::string text;
    for (const StepText& one : step_texts) {
      const std::string sentence = one.own.empty() ? ours(key, one, text.empty()) : one.own;
      if (sentence.empty()) return {};
      text += (text.empty() ? "" : " ") + sentence;
    }
    return text;
  }

 private:
  struct StepText {
    const TypedExpr* when;  ///< nullptr: it holds whenever no earlier step does
    const TypedExpr* then;
    std::string own;
  };

  std::string ours(const std::string& key, const StepText& step, bool first) {
    const std::string text = as_if_alone(key, *step.then);
    if (text.empty()) return {};
    English english(rules_, known_,
                    {{Root::holder, "whoever held the engine"}, {Root::tile, "it"}, {Root::me, "a player"}});
    if (step.when == nullptr) return "Otherwise " + within_sentence(text);
    return fmt::format("{}f {}, {}", first ? "I" : "Otherwise, i", english.clause(*step.when),
                       within_sentence(text));
  }

  /// The line as it would be if the step were the whole value.
  std::string as_if_alone(const std::string& key, const TypedExpr& then) {
    if (key == "match.double") return scheduled_text(then, rules_, known_);
    CheckedRules alone = rules_;
    *values_of(alone, key).front() = then;
    for (const BookLine& line : make_(alone, known_)) {
      if (line.key != key) continue;
      std::string text = line.text;
      for (const auto& [left, right] : line.table)
        text += fmt::format("{} {}: {}", &left == &line.table.front().first ? "" : ";", left, right);
      return line.table.empty() ? text : text + ".";
    }
    return std::string(unsaid(key));
  }

  /// A value without a sentence of ours is the usual one; as one of several steps it has to be said.
  static std::string_view unsaid(std::string_view key) {
    const auto found = find_if(all_settings, [&](const SettingRow& row) { return row.name == key; });
    return found == all_settings.end() ? std::string_view() : found->unsaid;
  }

  LineMaker make_;
  const CheckedRules& rules_;
  const KnownFacts& known_;
};

/// The file's own words for a line: for the whole value, or step by step.
std::string own_words(const std::string& key, LineMaker make, const CheckedRules& rules,
                      const KnownFacts& known) {
  const std::string whole = own_sentence(rules, key, known);
  return whole.empty() ? StepTexts(make, rules, known).of(key) : whole;
}

/// Adds a sentence about a value that we describe together with another: it stands behind that.
void add_behind(std::vector<BookLine>& lines, std::string_view other, const std::string& key, LineMaker make,
                const CheckedRules& rules, const KnownFacts& known) {
  const auto with_key = [&](std::string_view wanted) {
    return find_if(lines, [&](const BookLine& line) { return line.key == wanted; });
  };
  const auto place = with_key(other);
  if (place == lines.end() || with_key(key) != lines.end()) return;
  BookLine line{.key = key, .text = own_words(key, make, rules, known), .from = sections_of(rules, key, {})};
  if (!line.text.empty()) lines.insert(place + 1, std::move(line));
}

}  // namespace

const StepSayings* find_step_sayings(const CheckedRules& rules, std::string_view key) {
  return entry_of(key, rules.setup.step_sayings, rules.match.step_sayings);
}

std::string own_sentence(const CheckedRules& rules, std::string_view key, const KnownFacts& known) {
  const ValueSaying* said = entry_of(key, rules.setup.sayings, rules.match.sayings);
  if (said == nullptr) return {};
  const std::string text = woven(rules, said->says, known);
  const auto values = values_of(rules, key);
  const bool is_true = said->says_chosen || all_of(values, [&](const TypedExpr* value) {
                         return is_as_declared(*value, text != said->says, rules, known);
                       });
  return is_true ? as_sentence(text) : std::string();
}

std::string own_step_sentence(const CheckedRules& rules, std::string_view key, std::size_t step,
                              const KnownFacts& known) {
  const StepSayings* said = find_step_sayings(rules, key);
  const auto values = values_of(rules, key);
  if (said == nullptr || values.empty() || said->steps[step].says.empty()) return {};
  const std::string& says = said->steps[step].says;
  const std::string text = woven(rules, says, known);
  const bool in_kind = text != says;
  const std::vector<LadderStep> steps = steps_of(*values.front(), said->steps.size());
  for (std::size_t i = 0; i < step; ++i)
    if (!leads_as_declared(*steps[i].when, in_kind, rules, known)) return {};
  const LadderStep& own = steps[step];
  if (own.when != nullptr && !leads_as_declared(*own.when, in_kind, rules, known) &&
      !fits_other_values(*own.when, says, rules, known))
    return {};
  return is_as_declared(*own.then, in_kind, rules, known) ? as_sentence(text) : std::string();
}

void put_own_sentences(std::vector<BookLine>& lines, LineMaker make, const CheckedRules& rules,
                       const KnownFacts& known) {
  add_behind(lines, "lots", "first", make, rules, known);
  add_behind(lines, "set.highest", "set.copies", make, rules, known);
  for (BookLine& line : lines) {
    std::string own = own_words(line.key, make, rules, known);
    if (own.empty()) continue;
    line.text = std::move(own);
    line.table.clear();
  }
}

std::string within_sentence(std::string text) {
  const bool begins = text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && (text[1] < 'A' || text[1] > 'Z');
  if (begins) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace roundhouse::dsl
