#include "tools/questions/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/findings.h"
#include "dsl/check/read_values.h"
#include "dsl/program.h"
#include "dsl/rulebook/book.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {
namespace {

// The rulebook as single sentences.

void add_sentences(const BookLine& line, std::vector<std::string>& sentences) {
  std::string text = line.text;
  for (std::size_t i = 0; i < line.table.size(); ++i)
    text += fmt::format("{} {}: {}", i == 0 ? "" : ";", line.table[i].first, line.table[i].second);
  if (!text.empty()) sentences.push_back(text);
  for (const BookLine& exception : line.exceptions) add_sentences(exception, sentences);
}

/// Rules alone: words are explained to readers who have the whole book, and what is chosen is asked here.
/// Calls `see` with the title of each chapter and its sentences.
template <typename See>
void for_each_chapter(const CheckedRules& rules, See see) {
  for (const Chapter& chapter : write_book(rules, {}).chapters) {
    if (chapter.kind != ChapterKind::rules) continue;
    std::vector<std::string> sentences;
    for (const BookLine& line : chapter.lines) add_sentences(line, sentences);
    see(chapter.title, sentences);
  }
}

std::vector<std::string> book_sentences(const CheckedRules& rules) {
  std::vector<std::string> all;
  for_each_chapter(rules, [&](const std::string&, const std::vector<std::string>& sentences) {
    all.insert(all.end(), sentences.begin(), sentences.end());
  });
  return all;
}

std::vector<std::string> without(const std::vector<std::string>& sentences,
                                 const std::set<std::string>& those) {
  std::vector<std::string> left;
  for (const std::string& sentence : sentences)
    if (!those.contains(sentence)) left.push_back(sentence);
  return left;
}

std::set<std::string> sentence_set(const std::vector<std::string>& sentences) {
  return {sentences.begin(), sentences.end()};
}

// Values.

std::string written_value(const CheckedRules& rules, const Option& option, std::int32_t value) {
  if (option.type == Type::truth) return value != 0 ? "true" : "false";
  if (option.type == Type::name) return std::string(rules.name_text({static_cast<std::uint16_t>(value)}));
  return std::to_string(value);
}

std::string written_table(const CheckedRules& rules, const Option& option) {
  const auto key = [](std::pair<std::int32_t, std::int32_t> range) {
    return range.first == range.second ? std::to_string(range.first)
                                       : fmt::format("{}..{}", range.first, range.second);
  };
  std::string text;
  for (std::size_t i = 0; i < option.table.size(); ++i) {
    const TableEntry& entry = option.table[i];
    const std::string value = written_value(rules, option, entry.value);
    text += i == 0 ? "" : ", ";
    if (entry.ranges.size() == 1) {
      text += fmt::format("{}: {}", key(entry.ranges[0]), value);
      continue;
    }
    // Of two keys the entries with the same outer one stand together.
    const bool opens = i == 0 || option.table[i - 1].ranges[0] != entry.ranges[0];
    const bool closes = i + 1 == option.table.size() || option.table[i + 1].ranges[0] != entry.ranges[0];
    if (opens) text += key(entry.ranges[0]) + ": { ";
    text += fmt::format("{}: {}{}", key(entry.ranges[1]), value, closes ? " }" : "");
  }
  return "{ " + text + " }";
}

std::string written_value(const CheckedRules& rules, const Option& option) {
  return option.by.empty() ? written_value(rules, option, option.value) : written_table(rules, option);
}

std::vector<std::string> choices_of(const CheckedRules& rules, const Option& option) {
  if (option.type == Type::truth) return {"true", "false"};
  std::vector<std::string> choices;
  for (const NameId choice : option.choices) choices.emplace_back(rules.name_text(choice));
  for (const std::int32_t number : option.numbers) choices.push_back(std::to_string(number));
  return choices;
}

std::vector<Answer> with(std::vector<Answer> answers, const std::string& option, const std::string& value) {
  std::erase_if(answers, [&](const Answer& answer) { return answer.option == option; });
  answers.push_back({option, value});
  return answers;
}

std::string shown_choice(const Option& option, const std::string& written) {
  if (option.type == Type::truth) return written == "true" ? "yes" : "no";
  const auto called = option.called.find(written);
  return called == option.called.end() ? written : called->second;
}

/// Adds the choices, each with the sentences that the book has for it and not for every other.
void add_choices(Question& question, const CheckedRules& asked, const Option& option,
                 const RulesWith& rules_with, const std::vector<Answer>& answers) {
  const std::vector<std::string> written = choices_of(asked, option);
  std::vector<std::vector<std::string>> books;
  for (const std::string& choice : written) {
    SourceMap sources;
    const auto rules = rules_with(sources, with(answers, question.option, choice));
    books.push_back(rules.ok() ? book_sentences(rules.value) : std::vector<std::string>());
  }
  std::set<std::string> common = books.empty() ? std::set<std::string>() : sentence_set(books.front());
  for (const std::vector<std::string>& book : books) {
    const std::set<std::string> here = sentence_set(book);
    std::erase_if(common, [&](const std::string& sentence) { return !here.contains(sentence); });
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    std::vector<std::string> own = without(books[i], common);
    // Sentences of this answer alone come first.
    std::stable_partition(own.begin(), own.end(), [&](const std::string& sentence) {
      for (std::size_t other = 0; other < books.size(); ++other)
        if (other != i && contains(books[other], sentence)) return false;
      return true;
    });
    question.choices.push_back({written[i], shown_choice(option, written[i]), std::move(own)});
  }
}

/// A value beside the one in force, to see what the book says of it.
std::optional<std::string> other_number(const Option& option) {
  const auto low = option.range ? option.range->first : 0;
  const auto high = option.range ? option.range->second : 1'000;
  std::int32_t highest = option.value;
  for (const TableEntry& entry : option.table) highest = std::max(highest, entry.value);
  if (low == high) return std::nullopt;
  return std::to_string(highest < high ? highest + 1 : low);
}

/// Any other answer.
std::optional<std::string> other_answer(const CheckedRules& rules, const Option& option) {
  const std::string now = written_value(rules, option);
  for (const std::string& choice : choices_of(rules, option))
    if (choice != now) return choice;
  return other_number(option);
}

/// The title of the chapter in which the two books differ most, of several the first; empty: they are alike.
std::string most_different(const CheckedRules& rules, const CheckedRules& other) {
  std::vector<std::pair<std::string, std::size_t>> differences;
  const auto add = [&](const CheckedRules& here, const CheckedRules& there) {
    const std::set<std::string> known = sentence_set(book_sentences(there));
    for_each_chapter(here, [&](const std::string& title, const std::vector<std::string>& sentences) {
      const std::size_t fresh = without(sentences, known).size();
      if (fresh == 0) return;
      const auto found = find_if(differences, [&](const auto& each) { return each.first == title; });
      if (found == differences.end())
        differences.emplace_back(title, fresh);
      else
        found->second += fresh;
    });
  };
  add(rules, other);
  add(other, rules);
  const auto most = std::max_element(differences.begin(), differences.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == differences.end() ? std::string() : most->first;
}

/// The value for each number of players, of a number that is a table by them or could be one.
std::vector<std::optional<std::int32_t>> values_for_players(const CheckedRules& rules, const Option& option) {
  std::vector<std::optional<std::int32_t>> values;
  if (option.type != Type::number || option.by != std::vector{TableKey::players}) return values;
  for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
    const auto has = [&](const auto& range) { return range.first <= players && players <= range.second; };
    const auto entry =
        find_if(option.table, [&](const TableEntry& each) { return has(each.ranges.front()); });
    values.push_back(entry == option.table.end() ? std::nullopt : std::optional(entry->value));
  }
  return values;
}

// Reading answers.

/// "2-4: 15, 5 to 8: 12" as a table of a rule file.
std::string as_table(std::string_view answer) {
  std::string text = lower(answer);
  for (const std::string_view dash : {" to ", "-", "–"}) {
    for (std::size_t at = text.find(dash); at != std::string::npos; at = text.find(dash, at)) {
      const auto before = text.find_last_not_of(' ', at == 0 ? 0 : at - 1);
      const auto after = text.find_first_not_of(' ', at + dash.size());
      const bool between = at > 0 && before != std::string::npos && after != std::string::npos &&
                           is_digit(text[before]) && is_digit(text[after]);
      if (!between) {
        at += dash.size();
        continue;
      }
      text.replace(before + 1, after - before - 1, "..");
      at = before + 3;
    }
  }
  std::string spaced;
  for (std::size_t i = 0; i < text.size(); ++i) {
    spaced += text[i];
    if (text[i] == ':' && i + 1 < text.size() && text[i + 1] != ' ') spaced += ' ';
  }
  return spaced.starts_with('{') ? spaced : "{ " + spaced + " }";
}

/// "15 for 2 to 4, 12 for 5 or 6 players" as a table of a rule file; absent: it is none.
std::optional<std::string> table_as_said(std::string_view answer) {
  constexpr std::string_view idle[] = {"players", "player", "people", "tiles", "tile", "each", "at", "the"};
  constexpr std::string_view until[] = {"to", "-", "–", "..", "bis", "until"};
  constexpr std::string_view parted[] = {",", ";", "or", "and", "&"};
  std::vector<std::string> words;
  for (const char c : lower(answer)) {
    const bool joins = !words.empty() && !words.back().empty() &&
                       (is_digit(c) == is_digit(words.back().back())) && c != ',' && c != ';' &&
                       words.back() != "," && words.back() != ";";
    if (c == ' ')
      words.emplace_back();
    else if (joins)
      words.back() += c;
    else
      words.emplace_back(1, c);
  }
  std::erase_if(words, [&](const std::string& word) { return word.empty() || contains(idle, word); });
  std::string table;
  for (std::size_t i = 0; i < words.size();) {
    const auto value = whole_number<int>(words[i], 0, 999);
    if (!value || i + 2 >= words.size() || words[i + 1] != "for") return std::nullopt;
    i += 2;
    // Numbers of players, up to the value of the next.
    std::vector<std::pair<int, int>> ranges;
    while (i < words.size() && (i + 1 >= words.size() || words[i + 1] != "for")) {
      const auto number = whole_number<int>(words[i], 1, 99);
      if (!number) return std::nullopt;
      const bool goes_on = i + 2 < words.size() && contains(until, words[i + 1]);
      const auto last = goes_on ? whole_number<int>(words[i + 2], 1, 99) : number;
      if (!last) return std::nullopt;
      if (!ranges.empty() && ranges.back().second + 1 == *number)
        ranges.back().second = *last;
      else
        ranges.emplace_back(*number, *last);
      i += goes_on ? 3 : 1;
      while (i < words.size() && contains(parted, words[i])) ++i;
    }
    if (ranges.empty()) return std::nullopt;
    for (const auto& [first, last] : ranges)
      table +=
          fmt::format("{}{}: {}", table.empty() ? "" : ", ",
                      first == last ? std::to_string(first) : fmt::format("{}..{}", first, last), *value);
  }
  return table.empty() ? std::nullopt : std::optional("{ " + table + " }");
}

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
    return "one of: " + joined(question.choices, "; ", [](const Choice& choice) {
             return choice.shown == choice.written ? choice.written : choice.written + ", " + choice.shown;
           });
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

std::vector<Answer> written_values(const CheckedRules& rules) {
  std::vector<Answer> values;
  for (const Option& option : rules.options) values.push_back({option.name, written_value(rules, option)});
  return values;
}

std::vector<std::string> open_questions(const CheckedRules& rules) {
  const NamesInForce names = names_in_force(rules, {});
  std::vector<std::string> open;
  for (std::size_t i = 0; i < rules.options.size(); ++i)
    if (names.options[i]) open.push_back(rules.options[i].name);
  return open;
}

std::optional<Question> question_about(const std::string& option, const RulesWith& rules_with,
                                       const std::vector<Answer>& answers) {
  SourceMap sources;
  const auto rules = rules_with(sources, answers);
  if (!rules.ok()) return std::nullopt;
  const std::vector<Option>& options = rules.value.options;
  const auto found = find_if(options, [&](const Option& each) { return each.name == option; });
  if (found == options.end()) return std::nullopt;
  Question question;
  question.option = option;
  question.ask = found->ask.empty() ? option : found->ask;
  question.type = found->type;
  question.range = found->range;
  question.value = option_value(rules.value, *found, {});
  question.by_players = found->by == std::vector{TableKey::players};
  question.for_players = values_for_players(rules.value, *found);
  question.written = written_value(rules.value, *found);
  // A table has no short list of answers, even where its values do.
  if (found->by.empty()) add_choices(question, rules.value, *found, rules_with, answers);
  if (!question.choices.empty()) return question;
  if (const auto other = other_number(*found)) {
    SourceMap others;
    const auto otherwise = rules_with(others, with(answers, option, *other));
    if (otherwise.ok()) question.sentences = new_sentences(otherwise.value, rules.value);
  }
  return question;
}

std::vector<std::string> chapters_of(const std::vector<std::string>& options, const RulesWith& rules_with,
                                     const std::vector<Answer>& answers) {
  std::vector<std::string> chapters(options.size());
  SourceMap sources;
  const auto rules = rules_with(sources, answers);
  if (!rules.ok()) return chapters;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto option =
        find_if(rules.value.options, [&](const Option& each) { return each.name == options[i]; });
    if (option == rules.value.options.end()) continue;
    const auto other = other_answer(rules.value, *option);
    if (!other) continue;
    SourceMap others;
    const auto otherwise = rules_with(others, with(answers, options[i], *other));
    if (!otherwise.ok()) continue;
    chapters[i] = most_different(rules.value, otherwise.value);
  }
  return chapters;
}

std::vector<std::string> new_sentences(const CheckedRules& before, const CheckedRules& after) {
  return without(book_sentences(after), sentence_set(book_sentences(before)));
}

std::optional<std::string> understood_answer(const Question& question, std::string_view answer) {
  const std::string_view text = trimmed(answer);
  const std::string small = lower(text);
  const auto& choices = question.choices;
  for (const Choice& choice : choices)
    if (small == lower(choice.written)) return choice.written;
  if (question.type == Type::truth && !choices.empty()) {
    for (const std::string_view yes : {"yes", "true"})
      if (!small.empty() && yes.starts_with(small)) return "true";
    for (const std::string_view no : {"no", "false"})
      if (!small.empty() && no.starts_with(small)) return "false";
  }
  // Choices that are names are numbered where they are shown.
  const bool names = question.type == Type::name;
  if (names)
    if (const auto place = whole_number<std::size_t>(text, 1, choices.size()))
      return choices[*place - 1].written;
  std::vector<std::string> meant;
  for (const Choice& choice : choices)
    if (names && !small.empty() && lower(choice.written).starts_with(small)) meant.push_back(choice.written);
  if (meant.size() > 1) return std::nullopt;
  if (meant.size() == 1) return meant.front();
  if (choices.empty())
    if (const auto table = table_as_said(text)) return table;
  if (choices.empty() && text.find(':') != std::string_view::npos) return as_table(text);
  return std::string(text);
}

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

std::string changed_entries(const NewVariant& variant, const std::string& file_text) {
  std::string out = fmt::format("name: {}\n", is_plain(variant.name) ? variant.name : quoted(variant.name));
  if (variant.players)
    out += fmt::format("setup:\n  players: {}..{}\n", variant.players->first, variant.players->second);
  if (!variant.answers.empty()) out += "options:\n";
  SourceMap sources;
  const Checked<YamlNode> tree = read_yaml(sources, sources.add("", file_text));
  const YamlNode* options = tree.value.find("options");
  for (const Answer& answer : variant.answers) {
    const YamlNode* there = options == nullptr ? nullptr : options->find(answer.option);
    const bool is_made = there != nullptr && there->find("default") != nullptr;
    out += fmt::format("  {}:{}{}\n", answer.option, is_made ? "\n    default: " : " ", answer.value);
  }
  return out;
}

std::string answered_again(std::string text, const Question& before, const Question& after) {
  const auto put = [&](const std::string& old, const std::string& fresh) {
    const std::size_t at = text.find(old);
    if (at != std::string::npos) text.replace(at, old.size(), fresh);
  };
  put(entry(before, ""), entry(after, ""));
  put("\n" + entry(before, "# "), "");
  return text;
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
