#include "dsl/check/override_sentences.h"

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/check/read_values.h"

namespace roundhouse::dsl {
namespace {

const Named& name_of(const DraftRule& rule) { return rule.id; }
template <class Entry>
const Named& name_of(const Entry& entry) {
  return entry.name;
}

bool is_gone(const DraftRule&) { return false; }
template <class Entry>
bool is_gone(const Entry& entry) {
  return entry.taken_away;
}

void give(DraftOption& option, const DraftSentence& sentence, Findings& findings) {
  if (const auto text = read_text(*sentence.node, findings)) option.ask = *text;
}
template <class Entry>
void give(Entry& entry, const DraftSentence& sentence, Findings&) {
  entry.texts.says = sentence.says;
}

template <class Entry>
bool given_to_one_of(std::vector<Entry>& entries, const DraftSentence& sentence, Findings& findings) {
  const auto found = find_if(entries, [&](const Entry& entry) {
    return !is_gone(entry) && name_of(entry).text == sentence.name.text;
  });
  if (found == entries.end()) return false;
  give(*found, sentence, findings);
  return true;
}

std::vector<std::string> names_with_sentences(const Draft& draft) {
  std::vector<std::string> names;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) {
      if (!is_gone(entry)) names.push_back(name_of(entry).text);
    }
  };
  add(draft.rules);
  add(draft.words);
  add(draft.facts);
  add(draft.trains);
  add(draft.acts);
  add(draft.options);
  return names;
}

bool is_option(const Draft& draft, std::string_view name) {
  return any_of(draft.options, [&](const DraftOption& option) { return option.name.text == name; });
}

/// By this file or a parent; nullptr: it was not.
const Named* taken_away_as(const Draft& draft, std::string_view name) {
  const auto removed = find_if(draft.removed, [&](const Named& gone) { return gone.text == name; });
  if (removed != draft.removed.end()) return &*removed;
  const auto gone =
      find_if(draft.taken_away, [&](const TakenAway& entry) { return entry.name.text == name; });
  return gone == draft.taken_away.end() ? nullptr : &gone->name;
}

void complain(const Draft& base, const Named& name, Findings& findings) {
  Diagnostic& made = findings.unknown(
      CheckCode::unknown_sentence, name.where, name.text, "entry of a parent that could be reworded",
      findings.crowded() ? std::vector<std::string>{} : names_with_sentences(base));
  if (const Named* gone = taken_away_as(base, name.text)) {
    made.labels.push_back({gone->where, "it was taken away here"});
    return;
  }
  if (made.why.empty())
    made.why =
        "what can be reworded here are the rules, words, facts, trains, acts and options of the parents";
  const std::string block = place_of_key(name.text);
  if (block.empty()) {
    std::string& otherwise = made.fixes.empty() ? made.help : made.otherwise;
    otherwise = fmt::format(
        "what '{}' is, is declared in its own block, with its sentence as 'says'; 'rulebook --technical' "
        "shows the names of the parent's rules",
        name.text);
    return;
  }
  std::string& otherwise = made.fixes.empty() ? made.help : made.otherwise;
  otherwise = block + ", where its value may stand with 'is' and 'says'";
}

}  // namespace

std::map<std::string, Span, std::less<>> own_names(const Draft& child) {
  std::map<std::string, Span, std::less<>> own;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) {
      if (!is_gone(entry)) own.emplace(name_of(entry).text, name_of(entry).where);
    }
  };
  add(child.rules);
  add(child.words);
  add(child.facts);
  add(child.trains);
  add(child.acts);
  for (const DraftOption& option : child.options) {
    if (option.declared) own.emplace(option.name.text, option.name.where);
  }
  return own;
}

void override_sentences(Draft& base, const std::vector<DraftSentence>& sentences,
                        const std::map<std::string, Span, std::less<>>& own, Findings& findings) {
  for (const DraftSentence& sentence : sentences) {
    const Named& name = sentence.name;
    if (base.broken.contains(name.text)) continue;
    if (const auto mine = own.find(name.text); mine != own.end()) {
      Diagnostic& made = findings.error(CheckCode::own_sentence, name.where,
                                        fmt::format("'{}' is declared in this very file", name.text));
      made.labels.push_back({mine->second, "here"});
      made.help = is_option(base, name.text) ? "write the question there, as 'ask'"
                                             : "write the sentence there, as 'says'";
      continue;
    }
    const bool given =
        given_to_one_of(base.rules, sentence, findings) || given_to_one_of(base.words, sentence, findings) ||
        given_to_one_of(base.facts, sentence, findings) || given_to_one_of(base.trains, sentence, findings) ||
        given_to_one_of(base.acts, sentence, findings) || given_to_one_of(base.options, sentence, findings);
    if (!given) complain(base, name, findings);
  }
}

}  // namespace roundhouse::dsl
