// The sentences of three pages are a contract. tests/promises/<page>.list has each of them as it stands
// there, white space folded, and below it what would fail if it were broken, a line each:
//
//   > A sentence of prose, an item of a list up to its full stop, or a whole row of a table.
//   tests/rules/train/claims.cases: the title of a case
//   tests/replay/gap_test.cpp: the name of a test
//   tests/cli/evening.cli: a piece of the file, as of every file of another kind
//   docs/settle-a-dispute.md: a piece of a block of code there, which is tried, too
//   -                          it promises nothing: an introduction, a pointer, a remark
//   none: why there is no case yet
//
// A case counts only if breaking the sentence turns it red. Lines with # in front are remarks.
//
// tests/promises/<name>.cases are cases for sentences that only other rules show: a rule file, `---` on a
// line, and cases of the form of tests/support/rule_cases.h.

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rule_cases.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

/// How many sentences may be without a case. It only falls.
constexpr int most_without_case = 5;

const Lines pages{"notation", "settle-a-dispute", "web"};

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string folded(const std::string& text) {
  std::istringstream words(text);
  std::string all;
  for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
  return all;
}

/// A sentence ends behind `.`, `?` or `!` outside of code, with what closes behind it, where a space follows.
void add_sentences(const std::string& paragraph, Lines& sentences) {
  bool in_code = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < paragraph.size(); ++i) {
    if (paragraph[i] == '`') in_code = !in_code;
    if (in_code || std::string_view(".?!").find(paragraph[i]) == std::string_view::npos) continue;
    const std::size_t end = paragraph.find_first_not_of(")\"*", i + 1);
    if (end == std::string::npos || paragraph[end] != ' ') continue;
    sentences.push_back(paragraph.substr(begin, end - begin));
    i = end;
    begin = end + 1;
  }
  if (begin < paragraph.size()) sentences.push_back(paragraph.substr(begin));
}

struct Page {
  Lines sentences;   ///< of its prose, and its rows of tables; no headings, no heads of tables
  std::string code;  ///< all blocks of code
};

Page read_page(const std::string& text) {
  Page page;
  std::string paragraph;
  const auto end_paragraph = [&] {
    add_sentences(folded(paragraph), page.sentences);
    paragraph.clear();
  };
  bool in_block = false;
  const Lines lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    const bool is_fence = line.starts_with("```");
    const bool is_row = line.starts_with("|");
    if (is_fence || is_row || line.empty() || line.starts_with("#") || line.starts_with("- "))
      end_paragraph();
    if (is_fence) {
      in_block = !in_block;
    } else if (in_block) {
      paragraph.clear();
      page.code += line + "\n";
    } else if (is_row) {
      const bool is_head = i + 1 < lines.size() && lines[i + 1].starts_with("| ---");
      if (!is_head && !line.starts_with("| ---")) page.sentences.push_back(folded(line));
    } else if (!line.starts_with("#")) {
      paragraph += (line.starts_with("- ") ? line.substr(2) : line) + "\n";
    }
  }
  end_paragraph();
  return page;
}

struct Promise {
  std::string sentence;
  Lines cases;
};

std::vector<Promise> read_list(const std::string& text) {
  std::vector<Promise> promises;
  for (const std::string& line : lines_of(text)) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("> "))
      promises.push_back({line.substr(2), {}});
    else if (!promises.empty())
      promises.back().cases.push_back(line);
  }
  return promises;
}

/// The names of the tests in a source, where each is one literal or several behind each other.
Lines names_of_tests(const std::string& source) {
  constexpr std::string_view begin = "TEST_CASE(";
  Lines names;
  for (std::size_t at = source.find(begin); at != std::string::npos; at = source.find(begin, at + 1)) {
    std::string name;
    for (std::size_t open = source.find_first_not_of(" \n", at + begin.size()); source[open] == '"';) {
      const std::size_t close = source.find('"', open + 1);
      name += source.substr(open + 1, close - open - 1);
      open = source.find_first_not_of(" \n", close + 1);
    }
    names.push_back(name);
  }
  return names;
}

bool has_case(const fs::path& file, const std::string& title) {
  const std::string text = read_file(source_folder() / file);
  if (file.extension() == ".cpp") {
    const Lines names = names_of_tests(text);
    return std::find(names.begin(), names.end(), title) != names.end();
  }
  if (file.extension() == ".cases") {
    const Lines lines = lines_of(text);
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.starts_with("== ") && (line.ends_with(": " + title) || line.ends_with(". " + title));
    });
  }
  if (file.extension() == ".md") return read_page(text).code.find(title) != std::string::npos;
  return text.find(title) != std::string::npos;
}

/// What is wrong with a case that a list names; empty: nothing.
std::string trouble_of_case(const std::string& line) {
  if (line == "-" || line.starts_with("none: ")) return {};
  const std::size_t colon = line.find(": ");
  const fs::path file = line.substr(0, colon);
  if (!fs::is_regular_file(source_folder() / file)) return "there is no file '" + file.string() + "'";
  if (colon == std::string::npos) return "which case of " + file.string() + "? write it behind ': '";
  const std::string title = line.substr(colon + 2);
  if (!has_case(file, title)) return file.string() + " has no case '" + title + "'";
  return {};
}

/// What is wrong with the list of a page, a line each.
Lines troubles_of(const std::string& name, const std::string& page, const std::string& list) {
  const std::string where = "tests/promises/" + name + ".list";
  const Lines sentences = read_page(page).sentences;
  std::map<std::string, int> listed;
  Lines troubles;
  for (const Promise& promise : read_list(list)) {
    if (++listed[promise.sentence] > 1) troubles.push_back("twice in " + where + ": " + promise.sentence);
    if (std::find(sentences.begin(), sentences.end(), promise.sentence) == sentences.end())
      troubles.push_back("not on the page any more, take it out of " + where + ": " + promise.sentence);
    if (promise.cases.empty()) troubles.push_back("no line below it in " + where + ": " + promise.sentence);
    for (const std::string& line : promise.cases) {
      const std::string trouble = trouble_of_case(line);
      if (!trouble.empty()) troubles.push_back(trouble + ", in " + where + " below: " + promise.sentence);
    }
  }
  for (const std::string& sentence : sentences)
    if (listed[sentence] == 0)
      troubles.push_back("new or changed: name the case that would fail if it were broken, in " + where +
                         ": " + sentence);
  return troubles;
}

std::string list_of(const std::string& page) {
  return read_file(source_folder() / "tests/promises" / (page + ".list"));
}

}  // namespace

TEST_CASE("each sentence of a page that is a contract has the case that would fail if it were broken",
          "[house][docs]") {
  int without = 0;
  for (const std::string& page : pages) {
    const std::string text = read_file(source_folder() / "docs" / (page + ".md"));
    for (const std::string& trouble : troubles_of(page, text, list_of(page))) FAIL_CHECK(trouble);
    for (const Promise& promise : read_list(list_of(page)))
      for (const std::string& line : promise.cases)
        if (line.starts_with("none: ")) ++without;
  }
  CHECK(without <= most_without_case);
  INFO("write " << without << " for most_without_case");
  CHECK(without >= most_without_case);
}

TEST_CASE("each case by rules of its own has its verdict", "[house][referee]") {
  constexpr std::string_view mark = "\n---\n";
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests/promises")) {
    if (entry.path().extension() != ".cases") continue;
    const std::string text = read_file(entry.path());
    const std::size_t at = text.find(mark);
    REQUIRE(at != std::string::npos);
    std::istringstream stream(text.substr(at + mark.size()));
    for (RuleCase& one : read_cases(stream, "house", entry.path().stem().string())) {
      one.rules = text.substr(0, at + 1);
      INFO(one.rule << ".cases: " << one.title << "\n" << one.record);
      CHECK(outcome_of(one) == one.expected);
    }
  }
}

TEST_CASE("a page is taken apart into its sentences and its rows", "[house][docs]") {
  const Page page = read_page(
      "# A page. With a heading\n\nIt has `a.b`\nand c (so it is). Two? Three!\n\n"
      "| head |  of it |\n| --- | --- |\n| `a` |  b. c |\n```train\nno sentence. At all\n```\n"
      "- **One.** Two\n  three:\n- four");
  CHECK(page.sentences == Lines{"It has `a.b` and c (so it is).", "Two?", "Three!", "| `a` | b. c |",
                                "**One.**", "Two three:", "four"});
  CHECK(page.code == "no sentence. At all\n");
}

TEST_CASE("a sentence without its case, a case without its sentence and a case that is none are reported",
          "[house][docs]") {
  const std::string own =
      "tests/house/promises_test.cpp: a page is taken apart into its sentences and its rows";
  const std::string page = "Cats sleep. Dogs bark.\n";
  const auto troubles = [&](const std::string& list) { return troubles_of("pets", page, list); };
  CHECK(troubles("> Cats sleep.\n" + own + "\n> Dogs bark.\n-\n").empty());
  CHECK(troubles("> Cats sleep.\n" + own + "\n") == Lines{"new or changed: name the case that would fail if "
                                                          "it were broken, in tests/promises/pets.list: Dogs "
                                                          "bark."});
  CHECK(troubles("> Cats sleep.\n-\n> Dogs bark.\n-\n> Fish swim.\n-\n") ==
        Lines{"not on the page any more, take it out of tests/promises/pets.list: Fish swim."});
  const auto of_case = [&](const std::string& line) {
    return troubles("> Cats sleep.\n" + line + "\n> Dogs bark.\n-\n");
  };
  CHECK(
      of_case("tests/house/pets_test.cpp: cats sleep") ==
      Lines{"there is no file 'tests/house/pets_test.cpp', in tests/promises/pets.list below: Cats sleep."});
  for (const std::string file : {"tests/house/docs_test.cpp", "tests/rules/train/claims.cases",
                                 "docs/notation.md", "tests/cli/evening.cli"})
    CHECK(of_case(file + ": cats sleep") ==
          Lines{file + " has no case 'cats sleep', in tests/promises/pets.list "
                       "below: Cats sleep."});
  CHECK(of_case("tests/cli/evening.cli").size() == 1);
  CHECK(of_case("none: nobody knows").empty());
  CHECK(of_case("").size() == 1);
}

}  // namespace roundhouse::tests
