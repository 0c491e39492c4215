// roundhouse explain [CODE]

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/compile/rule_text.h"
#include "engine/rules.h"
#include "tools/commands/commands.h"
#include "tools/explanations/explanations.h"

namespace roundhouse::cli {
namespace {

struct ExplainFlags {
  std::string code;
  std::string rules;
  dsl::ReadingBounds bounds;
};

constexpr std::size_t widest = 80;

/// Code stands between quotation marks of Markdown, which are none in a terminal.
std::string without_marks(std::string text) {
  std::replace(text.begin(), text.end(), '`', '\'');
  return text;
}

/// In lines that the terminal has room for.
std::string wrapped(const std::string& text) {
  return dsl::filled_text(text, "", "", std::min(widest, terminal_columns(Stream::output).value_or(widest)));
}

std::string indented(std::string_view text, std::string_view first) {
  std::string lines;
  for (const std::string_view line : dsl::lines_of(text))
    lines += line.empty() ? "\n" : fmt::format("    {}{}\n", lines.empty() ? first : "", line);
  return lines;
}

/// The key behind which such a text stands, since it is no more than a part of a line.
std::string_view key_before(ExampleKind kind) {
  switch (kind) {
    case ExampleKind::condition:
      return "when: ";
    case ExampleKind::effects:
      return "do: ";
    case ExampleKind::rules:
    case ExampleKind::record:
    case ExampleKind::turns:
    case ExampleKind::json:
    case ExampleKind::console:
      return "";
  }
  return "";
}

std::string shown(std::string_view title, const std::vector<ExampleText>& examples) {
  std::string text = fmt::format("\n{}:\n", title);
  for (const ExampleText& example : examples) {
    text += example.file.empty() ? "\n" : fmt::format("\n  {}:\n", example.file);
    text += indented(example.text, key_before(example.kind));
  }
  return text;
}

/// The note for readers of examples that are parts of a file.
std::string parts_note(const std::vector<ExampleText>& examples) {
  const auto has = [&](ExampleKind kind) {
    return any_of(examples, [&](const ExampleText& each) { return each.kind == kind; });
  };
  const bool part = any_of(examples, [](const ExampleText& each) {
    return each.kind == ExampleKind::rules && each.text.find("roundhouse:") == std::string::npos;
  });
  std::string text;
  if (part)
    text += "\n" + wrapped("Above such lines stand 'roundhouse: 1', the game's 'name' and 'extends: train'.");
  if (has(ExampleKind::turns))
    text +=
        "\n" + wrapped("Above such lines stand '[variant train]', '[players Joe Ann Don]' and 'round 12'.");
  return text;
}

std::string shown(const ComplaintChapter& chapter, const ComplaintEntry& complaint,
                  const Explanation& explanation) {
  std::string text = wrapped(fmt::format("{}: {}", complaint.code, without_marks(complaint.sentence)));
  text += wrapped(fmt::format("({})", chapter.title));
  for (const std::string& paragraph : explanation.paragraphs)
    text += "\n" + wrapped(without_marks(paragraph));
  text += shown("Wrong", explanation.wrong) + shown("Right", explanation.right);
  std::vector<ExampleText> all = explanation.wrong;
  all.insert(all.end(), explanation.right.begin(), explanation.right.end());
  text += parts_note(all);
  if (any_of(all, [](const ExampleText& each) { return is_shortened(each.text); })) {
    text +=
        "\n" +
        wrapped(
            "Between \u27e6 and \u27e7 stands what cannot be printed here: a byte as its two digits, or a "
            "text and how many times it stands there, in which # is the number of the time.");
  }
  return text;
}

Exit list_codes() {
  std::string text;
  for (const ComplaintChapter& chapter : chapters_with_laws()) {
    if (!text.empty()) text += '\n';
    text += chapter.title + "\n";
    for (const ComplaintEntry& complaint : chapter.complaints)
      text += fmt::format("  {:<23} {}\n", complaint.code, without_marks(complaint.sentence));
  }
  print(text + "\n'roundhouse explain CODE' tells more of one, with a wrong and a right example.\n");
  return Exit::fine;
}

/// The texts of all chapters about this code, one after the other; empty: none knows it.
std::string chapters_on(const std::string& code) {
  std::string text;
  for (const ComplaintChapter& chapter : chapters_with_laws()) {
    for (const ComplaintEntry& complaint : chapter.complaints) {
      if (complaint.code != code) continue;
      const std::vector<Explanation> explanations = read_explanations(chapter.name);
      const auto found = find_if(explanations, [&](const Explanation& each) { return each.code == code; });
      if (!text.empty()) text += "\n";
      text += shown(chapter, complaint, found == explanations.end() ? Explanation{code, {}, {}, {}} : *found);
    }
  }
  return text;
}

/// The sentence of a row with the values of options in it; where these go by the number of players, once for
/// each that makes another sentence.
std::string sentence_of(const dsl::CheckedRules& rules, const dsl::Rule& row) {
  struct Said {
    int least;
    int most;
    std::string text;
  };
  std::vector<Said> all;
  for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
    if (dsl::refuse_players(rules, players)) continue;
    const std::string text = dsl::rule_text(rules, row, players);
    if (!all.empty() && all.back().text == text)
      all.back().most = players;
    else
      all.push_back({players, players, text});
  }
  if (all.size() == 1) return wrapped(dsl::printable(all.front().text)) + "\n";
  std::string text;
  for (const Said& said : all) {
    const std::string many =
        said.least == said.most ? std::to_string(said.least) : fmt::format("{} to {}", said.least, said.most);
    text += wrapped(fmt::format("With {} {}: {}", many, said.most == 1 ? "player" : "players",
                                dsl::printable(said.text))) +
            "\n";
  }
  return text;
}

/// A row of a variant, as who was sent here by a verdict looks for it.
std::string paragraphs_of(const dsl::CheckedRules& rules, const dsl::SourceMap& sources,
                          const std::string& variant, const dsl::Rule& rule) {
  const dsl::LineColumn at = sources.locate(rule.where.file, rule.where.begin);
  std::string text = wrapped(fmt::format("{} is a rule of {} ({}:{}):", rule.id, dsl::printable_line(variant),
                                         dsl::printable_line(sources.file(rule.where.file).name), at.line));
  text += "\n";
  text += sentence_of(rules, rule);
  if (rule.when) text += fmt::format("    when: {}\n\n", dsl::printable(dsl::print_typed(rules, *rule.when)));
  return text + wrapped(fmt::format("'roundhouse rulebook {}' prints it among the others.",
                                    dsl::printable_line(variant)));
}

/// The rows of this name: of a variant, its own and what it inherits.
Exit explain_rule(const ExplainFlags& flags) {
  dsl::SourceMap sources;
  const auto rules = load_rules(sources, {.variant = flags.rules, .bounds = flags.bounds});
  if (!rules.ok()) return refuse(sources, rules.diagnostics);
  std::vector<std::string> ids;
  for (const dsl::Rule& rule : rules.value.rules) {
    if (rule.id == flags.code) {
      print(paragraphs_of(rules.value, sources, flags.rules, rule));
      return Exit::fine;
    }
    ids.push_back(rule.id);
  }
  return refuse(Exit::usage,
                fmt::format("{} has no rule '{}'{}", flags.rules, flags.code, did_you_mean(flags.code, ids)));
}

/// The rows of this name that a bundled variant itself declares; the ids of all go into `ids`.
std::string bundled_rules(const std::string& id, std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& name : bundled_names()) {
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, {.variant = name});
    if (!rules.ok()) continue;
    for (const dsl::Rule& rule : rules.value.rules) {
      if (rule.where.file != dsl::FileId{}) continue;
      ids.push_back(rule.id);
      if (rule.id == id) text += (text.empty() ? "" : "\n") + paragraphs_of(rules.value, sources, name, rule);
    }
  }
  return text;
}

Exit explain(const ExplainFlags& flags) {
  if (flags.code.empty()) {
    if (flags.rules.empty()) return list_codes();
    return refuse(Exit::usage, "--rules needs the name of a rule: roundhouse explain RULE --rules VARIANT");
  }
  if (!flags.rules.empty()) return explain_rule(flags);
  if (const std::string text = chapters_on(flags.code); !text.empty()) {
    print(text);
    return Exit::fine;
  }
  std::vector<std::string> names;
  for (const ComplaintChapter& chapter : chapters_with_laws())
    for (const ComplaintEntry& complaint : chapter.complaints) names.push_back(complaint.code);
  if (const std::string text = bundled_rules(flags.code, names); !text.empty()) {
    print(text);
    return Exit::fine;
  }
  return refuse(
      Exit::usage,
      fmt::format(
          "there is no complaint, law or bundled rule '{}'{}\nRun 'roundhouse explain' to see all "
          "complaints; a rule of your own file is explained by 'roundhouse explain RULE --rules FILE'.",
          flags.code, did_you_mean(flags.code, names)));
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ExplainFlags>();
  Command command(app, "explain", "Explain a complaint, with a wrong and a right example");
  command.optional_word("CODE", flags->code,
                        "what stands in brackets behind 'error' or 'warning'; without it, all are listed");
  command.text("--rules", "VARIANT", flags->rules, "CODE is the name of a rule of this variant");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse explain yaml-tab\n  roundhouse explain turn-order\n"
      "  roundhouse explain closed-train --rules dual");
  command.does(run, [flags] { return explain(*flags); });
}

}  // namespace roundhouse::cli
