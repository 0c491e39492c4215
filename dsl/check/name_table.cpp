#include "dsl/check/name_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "dsl/base/search.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {

namespace {

template <class Id, class Entry>
void number_entries(const std::vector<Entry>& entries, NameMap<Id>& map) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    map.emplace(entries[i].name.text, Id{static_cast<std::uint16_t>(i)});
  }
}

}  // namespace

NameTable number_names(const Draft& draft, CheckedRules& rules) {
  NameTable table;
  number_entries(draft.options, table.options);
  number_entries(draft.words, table.words);
  number_entries(draft.facts, table.facts);
  number_entries(draft.trains, table.trains);
  for (const ActRow& act : all_acts()) table.acts.emplace(act.name, act_id(act.id));
  for (const EventRow& event : all_events()) table.events.emplace(event.name, event_id(event.id));
  for (std::size_t i = 0; i < draft.acts.size(); ++i) {
    const ActId id{static_cast<std::uint16_t>(built_in_acts + i)};
    table.acts.emplace(draft.acts[i].name.text, id);
    table.events.emplace(draft.acts[i].name.text, event_of(id));
  }

  std::map<std::string, NameId, std::less<>> interned;
  const auto intern = [&](const std::string& text) {
    const auto [at, fresh] = interned.emplace(text, NameId{static_cast<std::uint16_t>(rules.names.size())});
    if (fresh) rules.names.push_back(text);
    return at->second;
  };
  static_assert(0
#define X(id, text) +1
                ROUNDHOUSE_SETUP_NAMES(X)
#undef X
                <= limits::setup_names);
#define X(id, text) intern(text);
  ROUNDHOUSE_SETUP_NAMES(X)
#undef X
  for (const DraftTrain& train : draft.trains)
    table.constants.emplace(train.name.text, intern(shown_name(draft, train.name.text)));
  for (const DraftOption& option : draft.options) {
    for (const Named& choice : option.choices) table.constants.emplace(choice.text, intern(choice.text));
  }
  return table;
}

namespace {

constexpr std::uint32_t last_file = std::numeric_limits<std::uint32_t>::max();

bool is_declared(const DraftOption& option) { return option.declared && !is_gone(option); }
/// An act that only gets another word is its parent's.
bool is_declared(const DraftAct& act) { return !act.only_called && !is_gone(act); }
template <class Entry>
bool is_declared(const Entry& entry) {
  return !is_gone(entry);
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

namespace {

constexpr std::size_t most_places = 4;

}  // namespace

const TakenAway* find_taken_away(const Draft& draft, std::string_view name) {
  const auto named = find_if(draft.taken_away, [&](const TakenAway& gone) { return gone.name.text == name; });
  if (named != draft.taken_away.end()) return &*named;
  const auto chosen =
      find_if(draft.taken_away, [&](const TakenAway& gone) { return contains(gone.choices, name); });
  return chosen == draft.taken_away.end() ? nullptr : &*chosen;
}

bool reported_as_removed(const Draft& draft, std::string_view name, Span asked, Findings& findings) {
  const TakenAway* gone = find_taken_away(draft, name);
  if (gone == nullptr) return false;
  const bool is_own = asked.file == gone->name.where.file;
  if (is_own) {
    Diagnostic& made = findings.error(
        CheckCode::still_asked, asked,
        name == gone->name.text
            ? fmt::format("the {} '{}' was taken away", gone->what, name)
            : fmt::format("'{}' was a choice of '{}', which was taken away", name, gone->name.text));
    made.labels.push_back({gone->name.where, "here"});
    made.help = "ask for something else, or leave it as the parent has it";
    return true;
  }
  if (Diagnostic* made = findings.made_at(CheckCode::still_asked, gone->name.where)) {
    if (made->labels.size() < most_places) made->labels.push_back({asked, "and here"});
    return true;
  }
  Diagnostic& made = findings.error(
      CheckCode::still_asked, gone->name.where,
      fmt::format("the {} '{}' is taken away, and a parent still asks for it", gone->what, gone->name.text));
  made.labels.push_back({asked, "asked for here"});
  made.help = "leave it in, or take away what asks for it, too";
  return true;
}

}  // namespace roundhouse::dsl
