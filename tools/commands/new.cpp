// roundhouse new FILE

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cli/write_file.h"
#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/variant_files.h"
#include "dsl/program.h"
#include "dsl/rulebook/book.h"
#include "tools/commands/commands.h"
#include "tools/commands/unified_diff.h"
#include "tools/findings/finding_formats.h"
#include "tools/format/merge_rules.h"
#include "tools/questions/questions.h"

namespace roundhouse::cli {
namespace {

struct NewFlags {
  std::string file;
  std::string answers;
  dsl::ReadingBounds bounds;
};

/// All that is known when the file can be written.
struct Wishes {
  std::string like;
  std::string name;
  int players = 4;
  std::vector<dsl::Answer> answers;
};

// The rules that are asked about.

dsl::Checked<dsl::CheckedRules> rules_with(const std::string& like, dsl::SourceMap& sources,
                                           const std::vector<dsl::Answer>& answers) {
  std::vector<std::string> written;
  for (const dsl::Answer& answer : answers) written.push_back(answer.option + "=" + answer.value);
  return load_rules(sources, {.variant = like, .settings = read_settings(sources, written)});
}

dsl::RulesWith asked_about(const std::string& like) {
  return [like](dsl::SourceMap& sources, const std::vector<dsl::Answer>& answers) {
    return rules_with(like, sources, answers);
  };
}

struct OfferedGame {
  std::string name;  ///< by which it is extended
  std::string title;
  bool has_parent = false;
};

std::vector<OfferedGame> bundled_games() {
  std::vector<OfferedGame> games;
  for (const std::string& name : bundled_names()) {
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, {.variant = name});
    if (rules.ok())
      games.push_back({name, dsl::printable_line(rules.value.name), rules.value.chain.size() > 1});
  }
  // The game from which all others derive comes first: it is nearest to most tables.
  std::stable_partition(games.begin(), games.end(), [](const OfferedGame& game) { return !game.has_parent; });
  return games;
}

// Asking.

constexpr std::string_view nothing_written = "\nroundhouse: nothing was written\n";

void end_without_file(int) {
  // Only what a signal handler may do.
  (void)!write(STDERR_FILENO, nothing_written.data(), nothing_written.size());
  _exit(static_cast<int>(Exit::interrupted));
}

std::size_t columns() {
  return std::clamp<std::size_t>(terminal_columns(Stream::output).value_or(80), 30, 100);
}

void print_filled(std::string_view text, std::string_view first = "", std::string_view rest = "") {
  print(dsl::filled_text(dsl::printable(text), first, rest, columns()));
}

/// A line of what somebody types; absent: there is no more (Ctrl-D).
std::optional<std::string> typed(std::string_view prompt) {
  print(prompt);
  flush();
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

enum class Step : std::uint8_t { next, back, rest, end };

constexpr std::size_t shown_sentences = 2;

void print_sentences(const std::vector<std::string>& sentences, std::string_view indent) {
  for (std::size_t i = 0; i < std::min(sentences.size(), shown_sentences); ++i)
    print_filled(sentences[i], indent, indent);
}

void print_choices(const dsl::Question& question) {
  const std::string indent(6, ' ');
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const dsl::Choice& choice = question.choices[i];
    const bool is_name = question.type == dsl::Type::name;
    const std::string number = is_name ? std::to_string(i + 1) : std::string("-");
    const std::string text =
        is_name && choice.shown != choice.written ? choice.written + ": " + choice.shown : choice.shown;
    print_filled(text + (choice.written == question.written ? " (as it is)" : ""),
                 fmt::format("  {:>2}  ", number), indent);
    print_sentences(choice.sentences, indent + "  ");
  }
}

/// The words that are no answers, where no answer is called so.
constexpr std::string_view help_for_answers =
    "Enter alone keeps what it is. 'back' goes back to the question before, 'rest' keeps all that is not "
    "asked yet, '?' helps, Ctrl-C ends without writing anything.";

constexpr std::string_view usual_name = "Our house rules";

class Interview {
 public:
  /// `there`: the name of the rules in the file, if it is there already.
  Interview(std::string file, std::vector<OfferedGame> games, std::optional<std::string> there)
      : file_(std::move(file)), games_(std::move(games)), there_(std::move(there)) {}

  /// Absent: somebody wants no file after all.
  std::optional<Wishes> hold() {
    print_filled((there_ ? file_ + " is there: its answers are those in brackets, and all else in it stays. "
                         : "These questions make a file with your house rules. ") +
                 std::string(help_for_answers));
    if (there_) wishes_.like = file_;
    if ((!there_ && !ask_game()) || !ask_name() || !ask_players()) return std::nullopt;
    while (ask_options()) {
      const std::optional<Step> step = ask_players_left();
      if (!step || *step == Step::end) return std::nullopt;
      if (*step == Step::back) continue;
      const std::optional<Step> sum = ask_whether_to_write();
      if (!sum || *sum == Step::end) return std::nullopt;
      if (*sum == Step::next) return wishes_;
    }
    return std::nullopt;
  }

 private:
  bool ask_game() {
    print("\n");
    print_filled("Which game is nearest to yours?");
    for (std::size_t i = 0; i < games_.size(); ++i)
      print(fmt::format("  {:>2}  {:<20} {}\n", i + 1, games_[i].name, games_[i].title));
    while (true) {
      const auto answer = typed(fmt::format("A number or a name [{}]: ", games_.front().name));
      if (!answer) return false;
      if (*answer == "?") {
        help(
            "What does not stand in your file will be as in this game. Later questions ask where you play "
            "otherwise. 'roundhouse rulebook NAME' prints the rules of one.");
        continue;
      }
      if (answer->empty()) {
        wishes_.like = games_.front().name;
        return true;
      }
      if (const auto place = dsl::whole_number<std::size_t>(*answer, 1, games_.size())) {
        wishes_.like = games_[*place - 1].name;
        return true;
      }
      std::vector<std::string> names;
      for (const OfferedGame& game : games_) names.push_back(game.name);
      if (contains(names, *answer)) {
        wishes_.like = *answer;
        return true;
      }
      const std::string meant = did_you_mean(*answer, names);
      print_filled(fmt::format("'{}' is none of them{}", *answer, meant.empty() ? "." : meant), "  ", "  ");
    }
  }

  bool ask_name() {
    print("\n");
    while (true) {
      const std::string usual = there_.value_or(std::string(usual_name));
      const auto answer =
          typed(fmt::format("What are your rules called? [{}]: ", dsl::printable_line(usual)));
      if (!answer) return false;
      if (*answer == "?") {
        help("The name stands above the rulebook and in records; any line of at most 60 characters.");
        continue;
      }
      wishes_.name = answer->empty() ? usual : *answer;
      const std::string trouble = name_trouble(wishes_.name);
      if (trouble.empty()) return true;
      print_filled(trouble, "  ", "  ");
    }
  }

  bool ask_players() {
    dsl::SourceMap sources;
    const auto rules = rules_with(wishes_.like, sources, {});
    const int least = rules.value.setup.least_players;
    const int most = rules.value.setup.most_players;
    const int usual = std::clamp(4, least, most);
    wishes_.players = usual;
    if (least == most) return true;
    print("\n");
    while (true) {
      const auto answer = typed(fmt::format("How many are you mostly, {} to {}? [{}]: ", least, most, usual));
      if (!answer) return false;
      if (*answer == "?") {
        help(
            fmt::format("A number from {} to {}. The tiles have to be enough for so many; other numbers may "
                        "play, too, as far as there are tiles.",
                        least, most));
        continue;
      }
      if (answer->empty()) return true;
      if (const auto number = dsl::whole_number<int>(*answer, 0, 99)) {
        const auto refused = dsl::refuse_players(rules.value, *number);
        if (!refused) {
          wishes_.players = *number;
          return true;
        }
        print_filled(*refused, "  ", "  ");
      } else {
        print_filled(
            fmt::format("'{}' is no number of players; it is a number from {} to {}.", *answer, least, most),
            "  ", "  ");
      }
    }
  }

  bool ask_options() {
    const dsl::RulesWith rules = asked_about(wishes_.like);
    std::vector<std::string> asked;
    while (const auto option = next_option(asked)) {
      const Step step = ask_option(*option, rules, asked.size() + 1);
      if (step == Step::end) return false;
      if (step == Step::back && !asked.empty()) asked.pop_back();
      if (step == Step::next) asked.push_back(*option);
      if (step == Step::rest || (step == Step::next && !next_option(asked))) {
        const std::string trouble = trouble_with_players(wishes_.answers);
        if (trouble.empty()) return true;
        print("\n");
        print_filled(trouble +
                     ". So the questions begin again; what you said stays until you say otherwise.");
        asked.clear();
      }
    }
    return true;
  }

  static void help(std::string_view text) { print_filled(text, "  ", "  "); }

  /// Enter and yes go on, back and no go back. Absent: there is no more.
  static std::optional<Step> ask_to_go_on(std::string_view question, std::string_view about) {
    while (true) {
      const auto answer = typed(fmt::format("{} Yes or back [yes]: ", question));
      if (!answer) return std::nullopt;
      const std::string small = dsl::lower(*answer);
      if (small.empty() || std::string_view("yes").starts_with(small)) return Step::next;
      if (small == "back" || small == "b" || std::string_view("no").starts_with(small)) return Step::back;
      help(about);
    }
  }

  dsl::NewVariant described() const {
    return dsl::describe_changes(wishes_.name, wishes_.like, asked_about(wishes_.like), wishes_.answers,
                                 wishes_.players);
  }

  /// Where the answers leave too few tiles for some numbers of players, the file has to say so: asked first.
  std::optional<Step> ask_players_left() const {
    const auto left = described().players;
    if (!left) return Step::next;
    print("\n");
    print_filled(players_left(*left));
    return ask_to_go_on(
        "Is that as you want it?",
        "'yes' writes so many players into the file; 'back' begins the questions again, to deal "
        "fewer tiles.");
  }

  std::optional<Step> ask_whether_to_write() const {
    const dsl::NewVariant variant = described();
    print("\n");
    const std::string base = there_ ? "" : fmt::format(", as {}", wishes_.like);
    if (variant.answers.empty() && !variant.players) {
      print_filled(fmt::format("{}{}: nothing is changed.", variant.name, base));
    } else {
      print_filled(fmt::format("{}{}, but for:", variant.name, base));
      for (const dsl::Answer& answer : variant.answers) {
        const auto question = dsl::question_about(answer.option, asked_about(wishes_.like), wishes_.answers);
        print_filled(question ? fmt::format("{} {}", question->ask, question->value) : answer.value, "  - ",
                     "    ");
      }
      if (variant.players)
        print_filled(fmt::format("For {} to {} players.", variant.players->first, variant.players->second),
                     "  - ", "    ");
    }
    return ask_to_go_on(
        fmt::format("Write {}?", dsl::printable_line(file_)),
        "'yes' writes the file; 'back' begins the questions again, with what you said; Ctrl-C "
        "ends without writing anything.");
  }

  /// Why so many as said cannot play; empty: they can.
  std::string trouble_with_players(const std::vector<dsl::Answer>& answers) const {
    dsl::SourceMap sources;
    const auto rules = rules_with(wishes_.like, sources, answers);
    return dsl::refuse_players(rules.value, wishes_.players).value_or("");
  }

  /// An answer may settle other questions, or open them.
  std::optional<std::string> next_option(const std::vector<std::string>& asked) const {
    dsl::SourceMap sources;
    const auto rules = rules_with(wishes_.like, sources, wishes_.answers);
    for (const std::string& option : dsl::open_questions(rules.value))
      if (!contains(asked, option)) return option;
    return std::nullopt;
  }

  Step ask_option(const std::string& option, const dsl::RulesWith& rules, std::size_t number) {
    const auto question = dsl::question_about(option, rules, wishes_.answers);
    if (!question) return Step::next;
    const std::string place = fmt::format("{}. ", number);
    print("\n");
    print_filled(question->ask, place, std::string(place.size(), ' '));
    print_choices(*question);
    print_sentences(question->sentences, "    ");
    while (true) {
      const auto answer = typed(prompt(*question));
      if (!answer) return Step::end;
      if (answer->empty()) return Step::next;
      const bool is_choice =
          any_of(question->choices, [&](const dsl::Choice& choice) { return choice.written == *answer; });
      if (!is_choice) {
        if (*answer == "back") return Step::back;
        if (*answer == "rest") return Step::rest;
        if (*answer == "?") {
          print_filled(explanation(*question), "  ", "  ");
          continue;
        }
      }
      if (take(*question, rules, *answer)) return Step::next;
    }
  }

  static std::string prompt(const dsl::Question& question) {
    if (question.type == dsl::Type::truth) return fmt::format("Yes or no [{}]: ", question.value);
    if (!question.choices.empty()) return fmt::format("Your answer [{}]: ", question.value);
    const std::string range = question.range
                                  ? fmt::format("{} to {} ", question.range->first, question.range->second)
                                  : std::string();
    return question.value.size() < 24 ? fmt::format("A number, {}[{}]: ", range, question.value)
                                      : fmt::format("A number, {}[as it is]: ", range);
  }

  static std::string explanation(const dsl::Question& question) {
    std::string text(help_for_answers);
    text += fmt::format(" It is {} now.", question.value);
    if (question.choices.empty() && question.by_players)
      text +=
          " One number goes for all; by the number of players it is written so: 15 for 2 to 4, 12 for 5 to "
          "8.";
    return text;
  }

  /// Returns false, with a message, if this is no answer.
  bool take(const dsl::Question& question, const dsl::RulesWith& rules, const std::string& line) {
    const auto written = dsl::understood_answer(question, line);
    if (!written) {
      print_filled(fmt::format("'{}' may mean more than one of them.", line), "  ", "  ");
      return false;
    }
    std::vector<dsl::Answer> answers = wishes_.answers;
    std::erase_if(answers, [&](const dsl::Answer& answer) { return answer.option == question.option; });
    answers.push_back({question.option, *written});
    dsl::SourceMap before_sources;
    dsl::SourceMap sources;
    const auto before = rules(before_sources, wishes_.answers);
    const auto after = rules(sources, answers);
    if (!after.ok()) {
      print_refusal(after.diagnostics);
      return false;
    }
    // A smaller set may be asked for before fewer tiles to deal: a later answer can mend it.
    if (const std::string trouble = trouble_with_players(answers);
        !trouble.empty() && trouble != trouble_with_players(wishes_.answers))
      print_filled("Mind: " + trouble + ".", "    ", "    ");
    wishes_.answers = std::move(answers);
    // The meaning of a choice was printed with the question.
    if (question.choices.empty()) print_sentences(dsl::new_sentences(before.value, after.value), "    ");
    return true;
  }

  static void print_refusal(const dsl::Diagnostics& diagnostics) {
    for (const dsl::Diagnostic& made : diagnostics) {
      if (made.severity != dsl::Severity::error) continue;
      print_filled(made.message + (made.help.empty() ? "." : "; " + made.help), "  ", "  ");
      return;
    }
  }

 public:
  static std::string players_left(std::pair<int, int> left) {
    return fmt::format(
        "With these answers there are tiles enough for {} players alone, and the file will say "
        "so: players: {}..{}.",
        left.first == left.second ? std::to_string(left.first)
                                  : fmt::format("{} to {}", left.first, left.second),
        left.first, left.second);
  }

  static std::string name_trouble(const std::string& name) {
    constexpr std::size_t most = 60;
    if (dsl::characters_in(name) > most) return fmt::format("A name has at most {} characters.", most);
    if (dsl::printable_line(name) != name) return "A name has no characters that nobody can see.";
    return {};
  }

 private:
  std::string file_;
  std::vector<OfferedGame> games_;
  std::optional<std::string> there_;
  Wishes wishes_;
};

// Answers from a file.

std::optional<Wishes> read_wishes(const NewFlags& flags, const std::vector<OfferedGame>& games, Exit& exit) {
  dsl::SourceMap sources;
  const Text read = read_whole(flags.answers, dsl::largest_variant_file, flags.bounds);
  if (!read.trouble.empty()) {
    print_error(fmt::format("roundhouse: {}: {}\n", dsl::printable_line(flags.answers), read.trouble));
    exit = Exit::unreadable;
    return std::nullopt;
  }
  const dsl::FileId file = sources.add(flags.answers, read.text);
  dsl::Checked<dsl::WrittenAnswers> written = dsl::read_answers(sources, file);
  dsl::Diagnostics& complaints = written.diagnostics;
  const auto complain = [&](dsl::Span where, std::string code, std::string message, std::string help) {
    dsl::Diagnostic made;
    made.code = std::move(code);
    made.where = where;
    made.message = std::move(message);
    made.help = std::move(help);
    complaints.push_back(std::move(made));
  };
  Wishes wishes;
  wishes.like = written.value.like.empty() ? games.front().name : written.value.like;
  wishes.name = written.value.name.empty() ? std::string(usual_name) : written.value.name;
  std::vector<std::string> names;
  for (const OfferedGame& game : games) names.push_back(game.name);
  if (!contains(names, wishes.like)) {
    const auto near = dsl::nearest_name(wishes.like, names);
    complain(written.value.like_where, "not-a-choice",
             fmt::format("there is no bundled game '{}'", wishes.like),
             near ? fmt::format("did you mean '{}'?", *near) : "'roundhouse list' names them");
  } else {
    const auto rules = load_rules(sources, {.variant = wishes.like, .settings = written.value.options});
    complaints.insert(complaints.end(), rules.diagnostics.begin(), rules.diagnostics.end());
    if (rules.ok()) {
      wishes.players = written.value.players.value_or(
          std::clamp(4, rules.value.setup.least_players, rules.value.setup.most_players));
      if (const auto refused = dsl::refuse_players(rules.value, wishes.players))
        complain(written.value.players_where, "out-of-range", *refused, {});
    }
  }
  if (const std::string trouble = Interview::name_trouble(wishes.name); !trouble.empty())
    complain(written.value.name_where, "bad-label", trouble, {});
  dsl::sort_diagnostics(complaints);
  if (!complaints.empty()) print_complaints(sources, complaints);
  if (dsl::has_errors(complaints)) {
    exit = Exit::unreadable;
    return std::nullopt;
  }
  for (const dsl::OptionSetting& setting : written.value.options)
    wishes.answers.push_back({setting.name, setting.value});
  return wishes;
}

// Writing.

dsl::Checked<dsl::CheckedRules> check_text(dsl::SourceMap& sources, const std::string& file,
                                           const std::string& text) {
  const dsl::VariantReader bundled = dsl::read_variant_files(variant_folder().value_or(""));
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    if (from.empty()) return dsl::LoadedText{file, text, {}, {}};
    return bundled(wanted, {});
  };
  return dsl::check_variant(sources, reader, {.variant = file, .settings = {}});
}

constexpr std::size_t page_lines = 42;

void print_first_page(const std::string& book, const std::string& file) {
  std::size_t end = 0;
  std::size_t lines = 0;
  while (lines < page_lines && end < book.size()) {
    end = std::min(book.find('\n', end), book.size() - 1) + 1;
    ++lines;
  }
  print(book.substr(0, end));
  const auto left = std::count(book.begin() + static_cast<std::ptrdiff_t>(end), book.end(), '\n');
  if (left > 0) {
    print("\n");
    print_filled(fmt::format("{} lines more: roundhouse rulebook {}", left, dsl::printable_line(file)));
  }
}

Exit write(const NewFlags& flags, const Wishes& wishes) {
  dsl::NewVariant described = dsl::describe_variant(wishes.name, wishes.like, asked_about(wishes.like),
                                                    wishes.answers, wishes.players);
  described.parent = with_edition_named(described.parent);
  const std::string text = dsl::write_variant(described);
  dsl::SourceMap sources;
  const auto rules = check_text(sources, flags.file, text);
  // An answer and a parent may go together in a way that somebody should look at: it is reported, and
  // written.
  const dsl::Diagnostics findings = lint_findings(rules);
  if (!findings.empty()) print_complaints(sources, findings);
  if (dsl::has_errors(findings)) return Exit::found;
  const std::string allowed = dsl::allow_answers(sources, findings);
  if (const std::string trouble = create_file(flags.file, allowed); !trouble.empty())
    return refuse_writing(flags.file, trouble);
  print("\n");
  print_filled(
      fmt::format("{0} is written. Change it as you like, look at it with: roundhouse lint {0}, and see what "
                  "it means in play with: roundhouse show {0}",
                  flags.file));
  print("\n");
  print_first_page(
      dsl::print_book_text(dsl::write_book(rules.value, {.players = wishes.players, .documents = {}})),
      flags.file);
  return Exit::fine;
}

/// Puts what was said into a file that is there.
Exit write_again(const NewFlags& flags, const Wishes& wishes, const std::string& text) {
  const dsl::NewVariant described = dsl::describe_changes(wishes.name, wishes.like, asked_about(wishes.like),
                                                          wishes.answers, wishes.players);
  const dsl::RulesWith asked = asked_about(wishes.like);
  std::string refreshed = text;
  for (const dsl::Answer& answer : described.answers) {
    const auto before = dsl::question_about(answer.option, asked, {});
    const auto after = dsl::question_about(answer.option, asked, wishes.answers);
    if (before && after) refreshed = dsl::answered_again(std::move(refreshed), *before, *after);
  }
  const dsl::MergedRules merged =
      dsl::merge_rules(refreshed, dsl::changed_entries(described, text), dsl::BothSay::replace);
  if (!merged.trouble.empty()) return refuse(Exit::unreadable, merged.trouble);
  dsl::SourceMap sources;
  const auto rules =
      dsl::check_variant(sources, dsl::with_first_text(reader_of_user(flags.file, flags.bounds), merged.text),
                         {.variant = flags.file, .settings = {}});
  const dsl::Diagnostics findings = lint_findings(rules);
  if (!findings.empty()) print_complaints(sources, findings);
  if (dsl::has_errors(findings)) return Exit::found;
  print("\n");
  if (merged.text == text) {
    print_filled(fmt::format("{} stays as it is.", flags.file));
    return Exit::fine;
  }
  if (const std::string trouble = replace_file(flags.file, text, merged.text); !trouble.empty())
    return refuse_writing(flags.file, trouble);
  print(unified_diff(dsl::printable_line(flags.file), text, merged.text));
  return Exit::fine;
}

Exit make_new(const NewFlags& flags) {
  std::error_code error;
  const bool there = std::filesystem::exists(std::filesystem::symlink_status(flags.file, error));
  if (there && !flags.answers.empty())
    return refuse(Exit::usage, fmt::format("{} is there already, and stays as it is; choose another name",
                                           dsl::printable_line(flags.file)));
  if (std::filesystem::path(flags.file).extension() != ".yaml")
    return refuse(Exit::usage, fmt::format("rule files end in .yaml; say 'roundhouse new {}.yaml'",
                                           dsl::printable_line(flags.file)));
  const std::vector<OfferedGame> games = bundled_games();
  if (games.empty())
    return refuse(
        Exit::unreadable,
        "the bundled variants are not where they should be; set ROUNDHOUSE_VARIANTS to their folder");
  if (!flags.answers.empty()) {
    Exit exit = Exit::fine;
    const auto wishes = read_wishes(flags, games, exit);
    if (!wishes) return exit;
    const auto left = dsl::describe_changes(wishes->name, wishes->like, asked_about(wishes->like),
                                            wishes->answers, wishes->players)
                          .players;
    if (left) print_error(fmt::format("roundhouse: {}\n", Interview::players_left(*left)));
    return write(flags, *wishes);
  }
  if (isatty(STDIN_FILENO) == 0)
    return refuse(
        Exit::usage,
        "the questions of 'new' are asked on a terminal; from a file they are answered with --answers FILE");
  Text before;
  std::optional<std::string> name;
  if (there) {
    before = read_whole(flags.file, dsl::largest_variant_file, flags.bounds);
    if (!before.trouble.empty())
      return refuse(Exit::unreadable, fmt::format("{}: {}", dsl::printable_line(flags.file), before.trouble));
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, {.variant = flags.file});
    if (!rules.ok()) {
      print_complaints(sources, rules.diagnostics);
      return Exit::unreadable;
    }
    name = rules.value.name;
  }
  std::signal(SIGINT, end_without_file);
  const auto wishes = Interview(flags.file, games, name).hold();
  // From here on there is nothing to end but the writing, which is short and leaves a file or none.
  std::signal(SIGINT, SIG_IGN);
  if (!wishes) {
    print_error(nothing_written);
    return Exit::interrupted;
  }
  return there ? write_again(flags, *wishes, before.text) : write(flags, *wishes);
}

}  // namespace

void add_new(CLI::App& app, Run& run) {
  auto flags = std::make_shared<NewFlags>();
  Command command(app, "new", "Ask how you play, and write a rule file of your own");
  command.word(
      "FILE", flags->file,
      "the file to be written; it ends in .yaml, and if it is there, its own rows and comments stay");
  command.text("--answers", "FILE", flags->answers,
               "a file with the answers, instead of a terminal; - is standard input");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse new family.yaml\n  roundhouse new family.yaml --answers answers.yaml");
  command.does(run, [flags] { return make_new(*flags); });
}

}  // namespace roundhouse::cli
