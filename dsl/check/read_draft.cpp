#include "dsl/check/read_draft.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/utf8.h"
#include "dsl/check/misplaced_lines.h"
#include "dsl/check/read_values.h"

namespace roundhouse::dsl {

Draft read_draft(const YamlNode& file, std::string_view text, Findings& findings) {
  Draft draft;
  draft.whole = {file.where.file, 0, 0};
  if (!file.is_map()) {
    // Point at the beginning: the whole text would be underlined otherwise.
    findings
        .error(CheckCode::wrong_shape, draft.whole,
               fmt::format("here stands {}, where a variant file is needed", describe_shape(file)))
        .help = "a variant file begins with 'roundhouse: 1'";
    return draft;
  }
  bool versioned = false;
  const auto block = [&](std::string_view key, void (*read)(const YamlNode&, Draft&, Findings&)) {
    return KeyReader{key, [&draft, &findings, read](const YamlEntry& e) { read(e.value, draft, findings); }};
  };
  const std::vector<KeyReader> readers{
      {"roundhouse",
       [&](const YamlEntry& entry) {
         versioned = true;
         if (entry.value.is_scalar() && entry.value.text == "1") return;
         Diagnostic& made =
             findings.error(CheckCode::wrong_version, entry.value.where,
                            fmt::format("the version of the language is {}, and only 1 is known",
                                        describe_shape(entry.value)));
         made.help = "write 'roundhouse: 1'";
         if (entry.value.is_scalar()) suggest_fix(made, {entry.value.where, "1", made.help});
       }},
      {"name", [&](const YamlEntry& entry) { draft.name = read_text(entry.value, findings).value_or(""); }},
      {"extends",
       [&](const YamlEntry& entry) {
         if (const auto named = read_text(entry.value, findings)) {
           draft.extends = Named{*named, entry.value.where};
         }
       }},
      block("options", read_options),
      block("words", read_words),
      block("facts", read_facts),
      block("trains", read_trains),
      block("acts", read_acts),
      {"setup",
       [&](const YamlEntry& entry) {
         const std::size_t before = findings.size();
         read_setup(entry.value, draft, findings);
         if (findings.size() > before) draft.broken.insert("setup");  // what is missing is no news then
       }},
      block("match", read_match),
      {"rules",
       [&](const YamlEntry& entry) {
         read_rules(entry.value, draft, findings);
         propose_rows(entry.value, text, findings);
       }},
      block("checks", read_checks),
      block("examples", read_examples),
      block("sentences", read_sentences),
      {"ours",
       [&](const YamlEntry& entry) {
         draft.ours = read_names(entry.value, "the name of something declared here", findings);
       }},
      {"remove",
       [&](const YamlEntry& entry) { draft.remove = read_names(entry.value, "the id of a rule", findings); }},
      block("carries", read_carries),
      block("sources", read_sources)};
  std::vector<std::string_view> known;
  for (const KeyReader& reader : readers) known.push_back(reader.key);
  const std::vector<const YamlEntry*> misplaced = report_unindented(file, text, known, findings);
  for (const YamlEntry* entry : misplaced) draft.broken.insert(entry->key.text);
  read_keys(file, KeyMap::file, findings, readers, [&](const YamlEntry& entry) {
    return std::find(misplaced.begin(), misplaced.end(), &entry) != misplaced.end();
  });
  if (!versioned) {
    Diagnostic& made =
        findings.error(CheckCode::missing_key, draft.whole, "the file does not say 'roundhouse: 1'");
    made.help = "every variant file says with 'roundhouse: 1' in which version of the language it is written";
    const std::uint32_t begin = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const bool is_carried = text.find("\r\n") != std::string_view::npos;
    suggest_fix(
        made,
        {{file.where.file, begin, begin}, is_carried ? "roundhouse: 1\r\n" : "roundhouse: 1\n", made.help});
  }
  return draft;
}

void read_sentences(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!block.is_map()) return wrong_shape(block, "a map from names to sentences", findings);
  for (const YamlEntry& entry : block.entries) {
    std::vector<DraftSaying> says = read_says(entry.value, findings);
    if (says.empty()) continue;
    draft.sentences.push_back({{entry.key.text, entry.key.where}, &entry.value, std::move(says)});
  }
}

void read_carries(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!block.is_map()) return wrong_shape(block, "a map from sections to names", findings);
  for (const YamlEntry& entry : block.entries) {
    const std::vector<Named> section = read_sections(entry.key, findings);
    std::vector<Named> names = read_names(entry.value, "a name", findings);
    if (!section.empty()) draft.carries.push_back({section.front(), std::move(names)});
  }
}

void read_sources(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!block.is_map()) return wrong_shape(block, "a map from sections to what they say", findings);
  for (const YamlEntry& entry : block.entries) {
    const std::vector<Named> section = read_sections(entry.key, findings);
    const auto text = read_text(entry.value, findings);
    if (!section.empty() && text)
      draft.sources.push_back({section.front().text, *text, section.front().where});
  }
}

}  // namespace roundhouse::dsl
