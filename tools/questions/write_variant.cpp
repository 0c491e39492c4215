#include "tools/questions/write_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/program.h"

namespace roundhouse::dsl {
namespace {

constexpr std::size_t columns = 100;

std::string comment(const std::string& text, std::string_view indent) {
  const std::string start = fmt::format("{}# ", indent);
  return filled_text(text, start, start, columns);
}

/// Always in quotes: a name may look like a number, a truth value or a piece of YAML.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// True of letters, digits, spaces: nothing that YAML could read as anything but this text.
bool is_plain(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return text.find(' ') != std::string::npos && is_letter(text.front()) && is_letter(text.back()) &&
         all_of(text,
                [&](char c) { return is_letter(c) || c == ' ' || c == '\'' || (c >= '0' && c <= '9'); });
}

const Answer* find_answer(const NewVariant& variant, const std::string& option) {
  const auto found = find_if(variant.answers, [&](const Answer& answer) { return answer.option == option; });
  return found == variant.answers.end() ? nullptr : &*found;
}

const Choice* find_choice(const Question& question, const std::string& written) {
  const auto found =
      find_if(question.choices, [&](const Choice& choice) { return choice.written == written; });
  return found == question.choices.end() ? nullptr : &*found;
}

/// The values that are allowed: "one of: satisfy, follow-up, free", "from 0 to 200".
std::string possible(const Question& question) {
  if (question.type == Type::truth) return "true or false";
  if (!question.choices.empty())
    return "one of: " + joined(question.choices, ", ", [](const Choice& choice) { return choice.written; });
  return question.range ? fmt::format("from {} to {}", question.range->first, question.range->second)
                        : std::string();
}

/// The first sentence of the rulebook about it.
std::string rulebook_text(const Question& question) {
  const Choice* choice = find_choice(question, question.written);
  const std::vector<std::string>& sentences = choice != nullptr ? choice->sentences : question.sentences;
  return sentences.empty() ? std::string() : sentences.front();
}

std::string entry(const Question& question, std::string_view before) {
  std::string out = comment(question.ask, "  ");
  if (const std::string may = possible(question); !may.empty()) out += comment("(" + may + ")", "  ");
  if (const std::string says = rulebook_text(question); !says.empty()) out += comment("  " + says, "  ");
  return out + fmt::format("  {}{}: {}\n", before, question.option, question.written);
}

/// The numbers of players round this one for whom there are tiles enough; absent: all that the rules allow.
std::optional<std::pair<int, int>> playable(const CheckedRules& rules, int players) {
  const int least = rules.setup.least_players;
  const int most = rules.setup.most_players;
  int low = players;
  int high = players;
  while (low > least && !refuse_players(rules, low - 1)) --low;
  while (high < most && !refuse_players(rules, high + 1)) ++high;
  if (low == least && high == most) return std::nullopt;
  return std::pair(low, high);
}

}  // namespace

NewVariant describe_changes(std::string name, std::string parent, const RulesWith& rules_with,
                            const std::vector<Answer>& answers, int players) {
  NewVariant variant{std::move(name), std::move(parent), {}, {}, {}};
  SourceMap sources;
  const auto plain = rules_with(sources, {});
  const auto chosen = rules_with(sources, answers);
  if (!plain.ok() || !chosen.ok()) return variant;
  variant.players = playable(chosen.value, players);
  const std::vector<std::string> open = open_questions(chosen.value);
  const std::vector<Answer> before = written_values(plain.value);
  const std::vector<Answer> after = written_values(chosen.value);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (contains(open, after[i].option) && before[i].value != after[i].value)
      variant.answers.push_back(after[i]);
  return variant;
}

NewVariant describe_variant(std::string name, std::string parent, const RulesWith& rules_with,
                            const std::vector<Answer>& answers, int players) {
  NewVariant variant = describe_changes(std::move(name), std::move(parent), rules_with, answers, players);
  SourceMap sources;
  const auto chosen = rules_with(sources, answers);
  if (!chosen.ok()) return variant;
  for (const std::string& option : open_questions(chosen.value))
    if (auto question = question_about(option, rules_with, answers))
      variant.questions.push_back(std::move(*question));
  return variant;
}

std::string write_variant(const NewVariant& variant) {
  std::string out = comment(
      fmt::format(
          "House rules. What does not stand in this file is as in '{}'. After each change 'roundhouse lint' "
          "with the name of this file looks for slips, and 'roundhouse rulebook' prints all the rules.",
          variant.parent),
      "");
  out += fmt::format("roundhouse: 1\nname: {}\nextends: {}\n",
                     is_plain(variant.name) ? variant.name : quoted(variant.name), variant.parent);
  if (variant.players) {
    const auto [low, high] = *variant.players;
    out += "\nsetup:\n" + comment("There are tiles enough for so many players.", "  ");
    out += low == high ? fmt::format("  players: {}\n", low) : fmt::format("  players: {}..{}\n", low, high);
  }
  std::string changed;
  std::string kept;
  for (const Question& question : variant.questions) {
    const bool is_changed = find_answer(variant, question.option) != nullptr;
    std::string& part = is_changed ? changed : kept;
    part += (part.empty() ? "" : "\n") + entry(question, is_changed ? "" : "# ");
  }
  if (!changed.empty()) out += "\noptions:\n" + changed;
  if (kept.empty()) return out;
  out += "\n" + comment(changed.empty()
                            ? "Nothing is changed yet. To change something take the '# ' off from "
                              "'options:' and from the line of what is to change."
                            : "The rest is as in the parent. To change something take the '# ' off from "
                              "its line.",
                        "");
  return out + (changed.empty() ? "# options:\n" : "") + kept;
}

std::string allow_answers(const SourceMap& sources, const Diagnostics& findings) {
  const FileId file{};
  std::map<std::size_t, std::set<std::string>> codes_of_line;
  for (const Diagnostic& finding : findings)
    if (finding.severity == Severity::warning && finding.where.file == file)
      codes_of_line[sources.locate(file, finding.where.begin).line].insert(std::string(finding.code));
  std::string out;
  std::size_t line = 1;
  const std::string& text = sources.file(file).text;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view written = std::string_view(text).substr(begin, end - begin);
    const std::size_t indent = std::min(written.find_first_not_of(' '), written.size());
    for (const std::string& code : codes_of_line[line])
      out += fmt::format("{}# roundhouse: allow {} because it was asked, and answered so\n",
                         written.substr(0, indent), code);
    out += written;
    begin = end;
  }
  return out;
}

}  // namespace roundhouse::dsl
