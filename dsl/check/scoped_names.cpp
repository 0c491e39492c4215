#include "dsl/check/scoped_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

constexpr std::uint32_t last_file = std::numeric_limits<std::uint32_t>::max();

Named& name_of(DraftRule& rule) { return rule.id; }
const Named& name_of(const DraftRule& rule) { return rule.id; }
Named& name_of(DraftCheck& check) { return check.id; }
const Named& name_of(const DraftCheck& check) { return check.id; }
template <class Entry>
auto& name_of(Entry& entry) {
  return entry.name;
}

bool is_declared(const DraftOption& option) { return option.declared && !option.taken_away; }
bool is_declared(const DraftRule&) { return true; }
bool is_declared(const DraftCheck&) { return true; }
template <class Entry>
bool is_declared(const Entry& entry) {
  return !entry.taken_away;
}

/// Calls `visit` with the list of each kind of entry that has a name, and what one of it is called.
template <class AnyDraft, class Visit>
void each_kind(AnyDraft& draft, const Visit& visit) {
  visit(draft.options, "an option");
  visit(draft.words, "a word");
  visit(draft.facts, "a fact");
  visit(draft.trains, "a kind of train");
  visit(draft.acts, "an act");
  visit(draft.rules, "a rule");
  visit(draft.checks, "a check");
}

}  // namespace

DeclaredNames declared_in(const Draft& draft) {
  DeclaredNames all;
  each_kind(draft, [&](const auto& entries, std::string_view what) {
    for (const auto& entry : entries)
      if (is_declared(entry)) all.emplace(name_of(entry).text, Declared{what, name_of(entry).where});
  });
  return all;
}

void keep_apart(Draft& base, const Draft& child, Findings& findings) {
  const auto declared = declared_in(child);
  for (const Named& name : child.ours) {
    if (declared.contains(name.text) || child.broken.contains(name.text)) continue;
    std::vector<std::string> names;
    if (!findings.crowded())
      for (const auto& [known, entry] : declared) names.push_back(known);
    findings.unknown(CheckCode::unknown_name, name.where, name.text, "name that this file declares", names);
  }
  const auto before = declared_in(base);
  each_kind(base, [&](auto& entries, std::string_view what) {
    for (auto& entry : entries) {
      Named& theirs = name_of(entry);
      const auto ours = declared.find(theirs.text);
      if (ours == declared.end()) continue;
      const bool is_listed = any_of(child.ours, [&](const Named& own) { return own.text == theirs.text; });
      if (ours->second.what == what && !is_listed) continue;
      std::string kept = base.label + "." + theirs.text;
      while (before.contains(kept)) kept = base.label + "." + kept;
      base.scoped.push_back({theirs.text, child.whole.file.value + 1, last_file, kept});
      base.own_names.push_back(
          {theirs.text, std::string(what), std::string(base.label), ours->second.where, theirs.where});
      if (ours->second.what != what) base.shown.emplace(kept, shown_name(base, theirs.text));
      theirs.text = std::move(kept);
    }
  });
}

const std::string& shown_name(const Draft& draft, const std::string& name) {
  const auto found = draft.shown.find(name);
  return found == draft.shown.end() ? name : found->second;
}

void keep_choice_apart(Draft& draft, const Named& choice, const Named& entry) {
  if (choice.where.file.value > entry.where.file.value)
    draft.scoped.push_back({choice.text, entry.where.file.value + 1, last_file, {}});
  else
    draft.scoped.push_back({choice.text, 0, choice.where.file.value, {}});
}

std::string_view meant_name(const Draft& draft, std::string_view name, Span asked) {
  const ScopedName* nearest = nullptr;
  for (const ScopedName& scoped : draft.scoped) {
    if (scoped.name != name || asked.file.value < scoped.first || asked.file.value > scoped.last) continue;
    // The nearest child's own names count: it was laid over the others last.
    if (nearest == nullptr || scoped.first > nearest->first) nearest = &scoped;
  }
  return nearest == nullptr ? name : std::string_view(nearest->meant);
}

}  // namespace roundhouse::dsl
