// Verdicts as a page: the ruling, its line and the table of its moment, and nothing of a stranger's text that
// a browser would take for its own.

#include <string>

#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_html.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

std::string page_of(const std::string& variant, const std::string& text) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("some/folder/evening.train", text);
  const dsl::Checked<Record> record = read_record(file, text);
  REQUIRE(record.ok());
  const dsl::CheckedRules rules = tests::bundled_rules(variant);
  const engine::Rules program =
      engine::compile_rules(rules, static_cast<int>(record.value.header.players.size()));
  RefereeOptions options;
  options.rules = &rules;
  const Judgement judged = judge_record(program, record.value, options);
  // Rows are quoted from files of their own, which this test does not have.
  Judgement shown = judged;
  if (shown.ruling) shown.ruling->rule_where.reset();
  for (Ruling& more : shown.more) more.rule_where.reset();
  const VerdictPart part =
      verdict_part({sources, "some/folder/evening.train", shown}, &program, &record.value);
  return render_verdict_html({part}, {"other <b>.train"});
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a page of a verdict has the ruling, its line and its table", "[replay][page]") {
  const std::string text =
      tests::read_file(tests::source_folder() / "tests/games/dual/spoiled-example.train");
  const std::string page = page_of("dual", text);
  CHECK(count_of(page, "Illegal at 9.10") == 1);
  CHECK(count_of(page, "<figure>") == 1);
  CHECK(count_of(page, "class=\"foul\"") == 1);
  CHECK(page.find("<mark>3-7&gt;Joe</mark>") != std::string::npos);
  CHECK(page.find("</svg> any tile with a 9 on Ann&#39;s train</li>\n<li>draw</li>") != std::string::npos);
  CHECK(page.find("<h1>evening.train</h1>") != std::string::npos);
  CHECK(page.find("some/folder") == std::string::npos);
  CHECK(page.find("other &lt;b&gt;.train cannot be read") != std::string::npos);
  CHECK(page.find("http") == page.find("http://www.w3.org"));
}

TEST_CASE("nothing of a record is markup on the page of its verdict", "[replay][page]") {
  const std::string page =
      page_of("train",
              "[variant train]\n[players Ann=\"<script>alert(1)</script>\" Bob=\"<img src=x onerror=1>\"]\n\n"
              "round 12\n# <script>\nAnn: 12-12 9-8 # </pre><script>alert(2)</script>\n");
  CHECK(page.find("Illegal at 12.1") != std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("<img") == std::string::npos);
  CHECK(count_of(page, "</pre>") == count_of(page, "<pre class"));
}
