#include "dsl/check/enforce_limits.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
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
