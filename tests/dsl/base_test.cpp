#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/nearest.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/source.h"
#include "dsl/base/utf8.h"
#include "tests/support/catch.h"

using namespace roundhouse::dsl;

namespace {

Span span_of(const SourceMap& sources, FileId file, std::string_view words) {
  const std::size_t begin = sources.file(file).text.find(words);
  REQUIRE(begin != std::string::npos);
  return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + words.size())};
}

Diagnostic complaint(Span where, std::string message = "there is no word 'end.pips'") {
  Diagnostic diagnostic;
  diagnostic.code = "unknown-word";
  diagnostic.where = where;
  diagnostic.message = std::move(message);
  return diagnostic;
}

std::string lines(std::initializer_list<const char*> all) {
  std::string text;
  for (const char* line : all) text.append(line).append("\n");
  return text;
}

}  // namespace

TEST_CASE("a place is a line and a column of characters", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("a.yaml", "one\nz\xC3\xBCg: 5\r\n\xE2\x82\xAC");
  CHECK(sources.locate(file, 0) == LineColumn{1, 1});
  CHECK(sources.locate(file, 3) == LineColumn{1, 4});
  CHECK(sources.locate(file, 4) == LineColumn{2, 1});
  CHECK(sources.locate(file, 5) == LineColumn{2, 2});
  CHECK(sources.locate(file, 6) == LineColumn{2, 2});  // within the ü
  CHECK(sources.locate(file, 7) == LineColumn{2, 3});
  CHECK(sources.locate(file, 13) == LineColumn{3, 1});
  CHECK(sources.locate(file, 16) == LineColumn{3, 2});
  CHECK(sources.locate(file, 4000) == LineColumn{3, 2});
  CHECK(sources.line(file, 1) == "one");
  CHECK(sources.line(file, 2) == "z\xC3\xBCg: 5");
  CHECK(sources.line(file, 3) == "\xE2\x82\xAC");
  CHECK(sources.line(file, 0).empty());
  CHECK(sources.line(file, 4).empty());
  CHECK(sources.text({file, 4, 8}) == "z\xC3\xBCg");
  CHECK(sources.text({file, 14, 4000}).size() == 2);
}

TEST_CASE("a byte order mark takes no column", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("a.yaml", "\xEF\xBB\xBFname: x\n");
  CHECK(sources.locate(file, 0) == LineColumn{1, 1});
  CHECK(sources.locate(file, 3) == LineColumn{1, 1});
  CHECK(sources.locate(file, 9) == LineColumn{1, 7});
  CHECK(sources.line(file, 1) == "name: x");
}

TEST_CASE("an empty text has one empty line", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("empty", "");
  CHECK(sources.locate(file, 0) == LineColumn{1, 1});
  CHECK(sources.line(file, 1).empty());
  CHECK(render_diagnostic(sources, complaint({file, 0, 0}, "the file is empty")) ==
        lines({"error[unknown-word]: the file is empty", " --> empty:1:1", "  |", "1 |", "  | ^"}));
}

TEST_CASE("lines are found in long texts as in short ones, and take no memory", "[dsl][base]") {
  // Line ends before, at and behind the places where the index is marked.
  for (const std::size_t step : {1U, 7U, 4095U, 4096U, 4097U, 9000U}) {
    std::string text;
    for (std::size_t i = 0; i < 20'000; ++i) text += i % step == step - 1 ? '\n' : i % 11 == 0 ? '\r' : 'x';
    for (const bool is_kept : {false, true}) {
      SourceMap sources;
      const FileId file = is_kept ? sources.add_large("f") : sources.add("f", text);
      const std::uint32_t from = is_kept ? 1'000 : 0;
      const std::size_t first = is_kept ? 40 : 1;
      if (is_kept) sources.keep(file, from, first, text);
      std::size_t line = 1;
      std::size_t begin = 0;
      std::size_t wrong = 0;
      for (std::size_t i = 0; i <= text.size(); ++i) {
        const LineColumn here{first + line - 1, i - begin + 1};
        if (!(sources.locate(file, from + static_cast<std::uint32_t>(i)) == here)) ++wrong;
        if (i < text.size() && text[i] != '\n') continue;
        std::string_view whole = std::string_view(text).substr(begin, i - begin);
        if (whole.ends_with('\r')) whole.remove_suffix(1);
        if (sources.line(file, here.line) != whole) ++wrong;
        if (sources.offset_of_line(file, here.line) != from + begin) ++wrong;
        ++line;
        begin = i + 1;
      }
      CHECK(wrong == 0);
      CHECK(sources.line(file, first + line - 1).empty());
    }
  }
}

TEST_CASE("a complaint shows its line, a caret, the reason and the remedy", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("family.yaml", std::string(13, '\n') + "    when: end.pips == 3\n");
  Diagnostic diagnostic = complaint(span_of(sources, file, "end.pips"));
  diagnostic.labels.push_back({diagnostic.where, "not a member of an end"});
  diagnostic.why = "ends have other members";
  diagnostic.help = "did you mean 'end.pip'?";
  CHECK(render_diagnostic(sources, diagnostic) == lines({
                                                      "error[unknown-word]: there is no word 'end.pips'",
                                                      "  --> family.yaml:14:11",
                                                      "   |",
                                                      "14 |     when: end.pips == 3",
                                                      "   |           ^^^^^^^^ not a member of an end",
                                                      "   = why: ends have other members",
                                                      "   = help: did you mean 'end.pip'?",
                                                  }));
}

TEST_CASE("other places are underlined with dashes, also in other files", "[dsl][base]") {
  SourceMap sources;
  const FileId parent = sources.add("parent.yaml", "options:\n  deal: 5\n");
  const FileId file = sources.add("child.yaml", "a: 1\nb: 2\n\nc: 3\na: 4\n");
  Diagnostic diagnostic = complaint(span_of(sources, file, "a: 4"), "'a' stands here twice");
  diagnostic.severity = Severity::warning;
  diagnostic.labels.push_back({span_of(sources, file, "a: 1"), "first given here"});
  diagnostic.labels.push_back({span_of(sources, file, "c"), "beside this"});
  diagnostic.labels.push_back({span_of(sources, parent, "deal"), "declared here"});
  diagnostic.help = "take one away:\n    a: 4";
  CHECK(render_diagnostic(sources, diagnostic) == lines({
                                                      "warning[unknown-word]: 'a' stands here twice",
                                                      " --> child.yaml:5:1",
                                                      "  |",
                                                      "1 | a: 1",
                                                      "  | ---- first given here",
                                                      "...",
                                                      "4 | c: 3",
                                                      "  | - beside this",
                                                      "5 | a: 4",
                                                      "  | ^^^^",
                                                      " ::: parent.yaml:2:3",
                                                      "  |",
                                                      "2 |   deal: 5",
                                                      "  |   ---- declared here",
                                                      "  = help: take one away:",
                                                      "              a: 4",
                                                  }));
}

TEST_CASE("two marks of one line share it", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f", "a < b < c\n");
  Diagnostic diagnostic = complaint({file, 6, 7}, "two comparisons in a row");
  diagnostic.labels.push_back({{file, 2, 3}, "the first"});
  CHECK(render_diagnostic(sources, diagnostic) ==
        lines({"error[unknown-word]: two comparisons in a row", " --> f:1:7", "  |", "1 | a < b < c",
               "  |       ^", "  |   - the first"}));
}

TEST_CASE("a span of several lines shows the first and goes on", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f", "when: a and\n  b\n");
  CHECK(render_diagnostic(sources, complaint(span_of(sources, file, "a and\n  b"), "no")) ==
        lines({"error[unknown-word]: no", " --> f:1:7", "  |", "1 | when: a and", "  |       ^^^^^..."}));
  // The line ending alone is nothing to go on to.
  CHECK(render_diagnostic(sources, complaint(span_of(sources, file, "a and\n"), "no")) ==
        lines({"error[unknown-word]: no", " --> f:1:7", "  |", "1 | when: a and", "  |       ^^^^^"}));
}

TEST_CASE("tabs and letters of several bytes keep the caret in its place", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f",
                                  "\tz\xC3\xBCge: \xE2\x80\x9C"
                                  "x\xE2\x80\x9D y\n");
  CHECK(render_diagnostic(sources, complaint(span_of(sources, file, "y"), "no")) ==
        lines({"error[unknown-word]: no", " --> f:1:12", "  |",
               "1 |  z\xC3\xBCge: \xE2\x80\x9C"
               "x\xE2\x80\x9D y",
               "  |            ^"}));
}

TEST_CASE("nothing of a file can move the cursor", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f\x1B[2J", "a\x1B[31m\x80 \xE2\x80\xAE b\n");
  const std::string text =
      render_diagnostic(sources, complaint(span_of(sources, file, "b"), "bad \x07 name"));
  CHECK(text.find('\x1B') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Character character = utf8_character(text, i);
    REQUIRE(character.valid);
    i += character.length;
  }
}

TEST_CASE("a long line is cut around the place", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f", std::string(5000, 'x') + "MARK" + std::string(5000, 'y') + "\n");
  const std::string text = render_diagnostic(sources, complaint(span_of(sources, file, "MARK"), "no"));
  CHECK(text == lines({"error[unknown-word]: no", " --> f:1:5001", "  |",
                       ("1 | ..." + std::string(60, 'x') + "MARK" + std::string(96, 'y') + "...").c_str(),
                       ("  | " + std::string(63, ' ') + "^^^^").c_str()}));

  const FileId whole = sources.add("g", std::string(1000, 'x'));
  const std::string all = render_diagnostic(sources, complaint({whole, 0, 1000}, "no"));
  CHECK(all ==
        lines({"error[unknown-word]: no", " --> g:1:1", "  |",
               ("1 | " + std::string(160, 'x') + "...").c_str(), ("  | " + std::string(160, '^')).c_str()}));
}

TEST_CASE("colour is there only where it is asked for", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f", "a: 1\n");
  const Diagnostic diagnostic = complaint({file, 0, 1}, "no");
  CHECK(render_diagnostic(sources, diagnostic).find('\x1B') == std::string::npos);
  CHECK(render_diagnostic(sources, diagnostic, Paint::colour).find("\x1B[1;31m^\x1B[0m") !=
        std::string::npos);
}

TEST_CASE("complaints are sorted by place, without doubles, and cut with a note", "[dsl][base]") {
  SourceMap sources;
  const FileId file = sources.add("f", std::string(400, 'x'));
  Diagnostics all;
  for (std::uint32_t i = 0; i < 300; ++i) {
    all.push_back(complaint({file, 299 - i, 300 - i}, "no"));
    all.push_back(all.back());
    if (i > 0) all.back().severity = all[all.size() - 2].severity = Severity::warning;
  }
  sort_diagnostics(all);
  REQUIRE(all.size() == 201);
  CHECK(all.front().where.begin == 0);
  CHECK(all[1].where.begin == 1);
  CHECK(all.back().code == "too-many-findings");
  CHECK(all.back().message == "100 more findings are not shown");
  // The only error lay last: it is not what is cut.
  CHECK(has_errors(all));

  Diagnostics few{complaint({file, 5, 6}), complaint({file, 2, 3}), complaint({file, 5, 6})};
  sort_diagnostics(few);
  REQUIRE(few.size() == 2);
  CHECK(few[0].where.begin == 2);
  CHECK(render_diagnostics(sources, {}).empty());
  const std::string two = render_diagnostics(sources, few);
  CHECK(two == render_diagnostic(sources, few[0]) + "\n" + render_diagnostic(sources, few[1]));
}

TEST_CASE("the distance of names counts a swap as one step and no difference of case", "[dsl][base]") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("lay", "aly") == 1);
  CHECK(edit_distance("Train", "train") == 0);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("double_blank", "double-blank") == 0);
}

TEST_CASE("the nearest name is near", "[dsl][base]") {
  const std::vector<std::string> words{"deal", "double_blank", "doubles", "lay", "me"};
  CHECK(nearest_name("dael", words) == "deal");
  using Names = std::vector<std::string>;
  CHECK(nearest_names("seat", Names{"seats", "sets", "feat", "seat"}, 3) == Names{"seat", "seats", "feat"});
  CHECK(nearest_names("seat", Names{"feat", "heat", "feat"}, 5) == Names{"feat", "heat"});
  CHECK(nearest_names("seat", Names{"draw"}, 3).empty());
  CHECK(nearest_name("double-blank", words) == "double_blank");
  CHECK(nearest_name("Doubels", words) == "doubles");
  CHECK(nearest_name("draw", words) == std::nullopt);
  CHECK(nearest_name("q", words) == std::nullopt);
  CHECK(nearest_name("", words) == std::nullopt);
  CHECK(nearest_name("x", std::vector<std::string>{"y"}) == std::nullopt);
  CHECK(nearest_name(std::string(100'000, 'a'), std::vector<std::string>{std::string(100'000, 'b')}) ==
        std::nullopt);
}

TEST_CASE("a line that is too wide goes on below its last column", "[dsl][base]") {
  CHECK(filled_lines("", 20).empty());
  CHECK(filled_lines("as  it is\n\nand more\n", 20) == "as  it is\n\nand more\n");
  CHECK(filled_lines("one two three four five\n", 14) == "one two three\n  four five\n");
  CHECK(filled_lines("  12.5   Ann: one two three four\n", 20) ==
        "  12.5   Ann: one\n         two three\n         four\n");
  // A gap far to the right is no column.
  CHECK(filled_lines("one two three four  five\n", 20) == "one two three four\n  five\n");
  CHECK(filled_lines("abcdefghijklmnopqrstuvwxyz\n", 20) == "abcdefghijklmnopqrstuvwxyz\n");
}

TEST_CASE("names are listed as in a sentence", "[dsl][base]") {
  CHECK(list_names({}).empty());
  CHECK(list_names(std::vector<std::string>{"a"}) == "a");
  CHECK(list_names(std::vector<std::string>{"a", "b"}) == "one of a and b");
  CHECK(list_names(std::vector<std::string>{"a", "b", "c"}) == "one of a, b and c");
}
