#include "dsl/check/misplaced_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

/// Rules without their dash, or with their ids as keys, as a list of rows. The text of `block`, from its
/// first key to its end, is put anew.
void propose_rows(const YamlNode& block, std::string_view text, Diagnostic& made) {
  if (block.entries.empty()) return;
  const auto is_key_of_row = [](const YamlEntry& entry) {
    return entry.key.text == "id" || entry.key.text == "when" || entry.key.text == "says" ||
           entry.key.text == "forbid" || entry.key.text == "after" || entry.key.text == "except" ||
           entry.key.text == "permit" || entry.key.text == "advise";
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

}  // namespace

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

}  // namespace roundhouse::dsl
