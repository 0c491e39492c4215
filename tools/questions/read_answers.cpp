#include "tools/questions/read_answers.h"

#include <fmt/format.h>

#include "dsl/check/findings.h"
#include "dsl/check/read_values.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {
namespace {

/// One line, whichever way the map of a table was laid out.
std::string one_line(const YamlNode& node) {
  if (!node.is_map()) return node.text;
  std::string text;
  for (const YamlEntry& entry : node.entries)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", entry.key.text, one_line(entry.value));
  return "{ " + text + " }";
}

void read_options(const YamlNode& node, WrittenAnswers& answers, Findings& findings) {
  if (!node.is_map()) return wrong_shape(node, "a map of options and their values", findings);
  for (const YamlEntry& entry : node.entries) {
    if (entry.value.is_scalar() || entry.value.is_map()) {
      const Span where{entry.key.where.file, entry.key.where.begin, entry.value.where.end};
      answers.options.push_back({entry.key.text, one_line(entry.value), where});
    } else {
      wrong_shape(entry.value, fmt::format("a value for '{}'", entry.key.text), findings);
    }
  }
}

}  // namespace

Checked<WrittenAnswers> read_answers(const SourceMap& sources, FileId file) {
  const Checked<YamlNode> tree = read_yaml(sources, file);
  Checked<WrittenAnswers> read;
  Findings findings;
  findings.add(tree.diagnostics);
  if (tree.value.kind != YamlKind::empty) {
    WrittenAnswers& answers = read.value;
    read_keys(tree.value, "answers", findings,
              {{"like",
                [&](const YamlEntry& entry) {
                  answers.like = read_text(entry.value, findings).value_or("");
                  answers.like_where = entry.value.where;
                }},
               {"name",
                [&](const YamlEntry& entry) {
                  answers.name = read_text(entry.value, findings).value_or("");
                  answers.name_where = entry.value.where;
                }},
               {"players",
                [&](const YamlEntry& entry) {
                  answers.players = read_number(entry.value, findings);
                  answers.players_where = entry.value.where;
                }},
               {"options", [&](const YamlEntry& entry) { read_options(entry.value, answers, findings); }}});
  }
  read.diagnostics = findings.take();
  return read;
}

}  // namespace roundhouse::dsl
