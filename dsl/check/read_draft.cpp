
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/check/findings.h"
#include "dsl/check/read_values.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {
namespace {

// Finds lines that are whole by themselves and stand at the wrong depth: keys beside the block that they
// belong to, rules without their dashes. One complaint reports all of them, with the lines moved.

/// Rules without their dash, or with their ids as keys, as a list of rows. The text of `block`, from its
/// first key to its end, is put anew.
/// Adds to the complaint that `rules` is a map how its rows would stand as a list.
void propose_rows(const YamlNode& block, std::string_view text, Diagnostic& made) {
  if (block.entries.empty()) return;
  const auto is_key_of_row = [](const YamlEntry& entry) {
    return entry.key.text == "id" || entry.key.text == "when" || entry.key.text == "says" ||
           entry.key.text == "forbid" || entry.key.text == "after" || entry.key.text == "except" ||
           entry.key.text == "permit" || entry.key.text == "advise" || entry.key.text == "optional";
  };
  const bool one_row = any_of(block.entries, is_key_of_row);
  const std::string& first = block.entries.front().key.text;
  std::string help = one_row ? fmt::format("begin the rule with a dash: '- {}:'", first)
                             : fmt::format("begin each rule with a dash and its id: '- id: {}'", first);
  made.help = help;
  const bool all_maps = all_of(block.entries, [](const YamlEntry& entry) { return entry.value.is_map(); });
  if (!one_row && !all_maps) return;
  std::string rows;
  const std::size_t end = std::min<std::size_t>(block.where.end, text.size());
  std::size_t copied = block.where.begin;
  if (copied >= end || text[copied] == '{') return;
  if (one_row) {
    rows = "- ";
    for (; copied < end; ++copied) {
      rows += text[copied];
      if (text[copied] == '\n' && copied + 1 < end && text[copied + 1] != '\n' && text[copied + 1] != '\r')
        rows += "  ";
    }
  } else {
    for (const YamlEntry& entry : block.entries) {
      rows.append(text.substr(copied, entry.key.where.begin - copied))
          .append("- id: ")
          .append(text.substr(entry.key.where.begin, entry.key.where.end - entry.key.where.begin));
      const std::size_t colon = text.find(':', entry.key.where.end);
      if (colon == std::string_view::npos || colon > entry.value.where.begin) return;
      copied = colon + 1;
    }
    rows.append(text.substr(copied, end - copied));
  }
  suggest_fix(made, {{block.where.file, block.where.begin, block.where.end}, rows, std::move(help)});
}

/// The lines from `begin` to `end`, the first of which begins there, two columns deeper.
std::string indented(std::string_view text, std::size_t begin, std::size_t end) {
  std::string lines = "  ";
  for (std::size_t i = begin; i < end; ++i) {
    lines += text[i];
    const bool more = text[i] == '\n' && i + 1 < end && text[i + 1] != '\n' && text[i + 1] != '\r';
    if (more) lines += "  ";
  }
  return lines;
}

bool is_block(std::string_view key) {
  constexpr std::string_view blocks[] = {"options", "words", "facts",     "trains",  "acts",
                                         "setup",   "match", "sentences", "carries", "sources"};
  return std::find(std::begin(blocks), std::end(blocks), key) != std::end(blocks);
}

/// Reports keys of a file that were to stand below the empty block before them: none is `known`, and nothing
/// else can be said of them. Complains once for each block. Returns the entries reported, block and keys.
std::vector<const YamlEntry*> report_unindented(const YamlNode& file, std::string_view text,
                                                const std::vector<std::string_view>& known,
                                                Findings& findings) {
  std::vector<const YamlEntry*> reported;
  const auto is_known = [&](const YamlEntry& entry) { return contains(known, entry.key.text); };
  const bool in_brackets = file.where.begin < text.size() && text[file.where.begin] == '{';
  if (in_brackets) return reported;
  for (std::size_t i = 0; i + 1 < file.entries.size(); ++i) {
    const YamlEntry& block = file.entries[i];
    if (block.value.kind != YamlKind::empty || !is_block(block.key.text)) continue;
    std::size_t end = i + 1;
    while (end < file.entries.size() && !is_known(file.entries[end])) ++end;
    if (end == i + 1) continue;
    const YamlEntry& first = file.entries[i + 1];
    Diagnostic& made =
        findings.error(CheckCode::unknown_key, first.key.where,
                       fmt::format("'{}' stands beside '{}', not below it", first.key.text, block.key.text));
    made.labels.push_back({block.key.where, "so nothing belongs to this"});
    const std::uint32_t last =
        std::max(file.entries[end - 1].value.where.end, file.entries[end - 1].key.where.end);
    const std::string help =
        fmt::format("indent what belongs to '{}' by two spaces, line by line", block.key.text);
    made.help = help;
    suggest_fix(made, {{first.key.where.file, first.key.where.begin, last},
                       indented(text, first.key.where.begin, std::min<std::size_t>(last, text.size())),
                       help});
    for (std::size_t entry = i; entry < end; ++entry) reported.push_back(&file.entries[entry]);
    i = end - 1;
  }
  return reported;
}

void propose_rows(const YamlNode& block, std::string_view text, Findings& findings) {
  if (!block.is_map()) return;
  if (Diagnostic* made = findings.made_at(CheckCode::wrong_shape, block.where))
    propose_rows(block, text, *made);
}

}  // namespace

Draft read_draft(const YamlNode& file, std::string_view text, Findings& findings) {
  Draft draft;
  draft.whole = {file.where.file, 0, 0};
  if (!file.is_map()) {
    // Point at the beginning: the whole text would be underlined otherwise.
    findings.error(CheckCode::wrong_shape, draft.whole,
                   fmt::format("here stands {}, where a variant file is needed", describe_shape(file)),
                   "a variant file begins with 'roundhouse: 1'");
    return draft;
  }
  bool versioned = false;
  const auto block = [&](std::string_view key, void (*read)(const YamlNode&, Draft&, Findings&)) {
    return KeyReader{key, [&draft, &findings, read](const YamlEntry& e) { read(e.value, draft, findings); }};
  };
  const KeysOf keys{KeyMap::file, findings};
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
      keys.text("name", draft.name),
      keys.named("extends", draft.extends),
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
      keys.names("ours", "the name of something declared here", draft.ours),
      keys.names("remove", "the id of a rule", draft.remove),
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
