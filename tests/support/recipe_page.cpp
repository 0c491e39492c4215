#include "tests/support/recipe_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "tests/support/golden.h"
#include "tests/support/rule_cases.h"
#include "tools/recipes/recipe_book.h"

namespace roundhouse::tests {
namespace {

constexpr std::string_view name_in_records = "house";

constexpr std::string_view beginning = R"(# Recipes

You know how your table plays it, and wonder how to write that down. Here are {} wishes in players' words, each with its
lines. Copy the lines of those that you want; nothing has to be understood first. `roundhouse recipes WORDS` finds
them by other words, too, and this page is printed from the same files (`variants/recipes/`).

## Where the lines go

A file for your rules begins with three lines. Choose the name that you like, and call the file `my-rules.yaml`:

```yaml my-rules.yaml
roundhouse: 1
name: Our house rules
extends: train
```

Put the lines of a recipe below that. A line that ends in a colon and is not indented, such as `options:` or `rules:`, may
stand in a file only once: where it is there already, put what stands below it there. Two recipes with `options:` and two
with `rules:` make this:

```yaml my-rules.yaml more
options:
  first_turn: last-winner
  double_blank: 50
rules:
  - id: mexican-leaves-late
    forbid: lay
    when: round.lap == 1 and end.train.kind == mexican
    says: The Mexican Train does not leave before the second lap.
  - id: marker-pays
    after: counting
    when: me.own.marked
    do: score(me, 5)
    says: Whose marker still stands when the round ends pays five points.
```

`roundhouse lint my-rules.yaml` tells at once whether something slipped. `roundhouse recipes --into my-rules.yaml NAME` does all this
by the name of a recipe, which stands below its wish here. Or have the whole file written. All recipes suit a file that `extends: club-double-twelve`, too, and most of them the other
bundled games; `lint` tells.

```console
$ roundhouse recipes --together winner-starts-next double-blank-fifty late-mexican marker-costs-five > ours.yaml
$ roundhouse lint ours.yaml
ours.yaml: no findings
$ roundhouse rulebook ours.yaml --format html > ours.html
```

The last line writes your rules as a page to print. When two of you do not agree about a turn, [write the round
down](../../../docs/settle-a-dispute.md) with `[variant ours.yaml]` in its first line, and `roundhouse validate` says who is right.

Numbers are yours to change: where a recipe says 50, write 25. The sentence behind `says:` is what a verdict quotes; put it
in your own words. Below each recipe stand two short records: what is right by it, and what is not, with the rule that a verdict names.
A word such as `deal=2` in the first line of a record only makes it short: two tiles for everybody. How records are
written [notation.md](../../../docs/notation.md) tells, and [your-house-rules.md](../../../docs/your-house-rules.md) leads through a whole file.
)";

/// The name by which a link calls a heading, as in tests/house/docs_test.cpp.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ' || c == '-')
      anchor += '-';
    else if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

std::string heading_of(const dsl::Recipe& recipe) { return recipe.wish.substr(0, recipe.wish.size() - 1); }

bool is_wrong(const RuleCase& one) {
  return !one.expected.starts_with("legal") || one.expected.find("wrong score") != std::string::npos;
}

/// What the referee says, for people: "Illegal by `closed-train` at 12.2".
std::string reported(const RuleCase& one) {
  // What stands behind a semicolon is advice.
  std::istringstream words(one.expected.substr(0, one.expected.find(';')));
  std::string verdict;
  std::string rule;
  std::string place;
  words >> verdict >> rule >> place;
  if (verdict == "refused") return "Not for so many players";
  if (verdict == "illegal")
    return fmt::format("Illegal by `{}`{}", rule, place.empty() ? "" : " at " + place);
  if (one.expected.find("wrong score") != std::string::npos) return "A wrong score";
  const std::size_t standing = one.expected.find("standing ");
  return standing == std::string::npos ? "Legal" : fmt::format("Legal ({})", one.expected.substr(standing));
}

std::string record_of(const RuleCase& one) {
  std::string record = one.record;
  const std::string field = "[variant " + std::string(name_in_records);
  const std::size_t at = record.find(field);
  if (at == std::string::npos) throw std::logic_error(one.rule + ": a record by other rules");
  record.replace(at, field.size(), "[variant my-rules.yaml");
  return record.substr(0, record.find_last_not_of('\n') + 1);
}

std::string shown(const RuleCase& one, std::string_view file) {
  return fmt::format("{}: {}.\n```train {}\n{}\n```\n\n", reported(one), one.title, file, record_of(one));
}

std::string shown(const dsl::Recipe& recipe) {
  std::istringstream text(recipe.cases);
  const std::vector<RuleCase> cases = read_cases(text, std::string(name_in_records), recipe.name);
  const auto right =
      std::find_if(cases.begin(), cases.end(), [](const RuleCase& one) { return !is_wrong(one); });
  auto wrong = std::find_if(cases.begin(), cases.end(), is_wrong);
  if (right == cases.end() || cases.size() < 2) throw std::logic_error(recipe.name + ": too few records");
  // Of a match nothing is illegal: then it is shown how else it may stand.
  if (wrong == cases.end()) wrong = right + 1;
  std::string page = fmt::format("### {}\n\n`{}`", heading_of(recipe), recipe.name);
  if (!recipe.note.empty()) page += ". " + recipe.note;
  page += fmt::format("\n```yaml\n{}```\n\n", recipe.lines);
  return page + shown(*right, recipe.name + ".train") + shown(*wrong, recipe.name + "-not.train");
}

}  // namespace

std::string recipe_page() {
  const dsl::RecipeBook book = dsl::read_recipes(source_folder() / "variants/recipes");
  if (!book.troubles.empty()) throw std::logic_error(book.troubles.front());
  std::string page(beginning);
  page.replace(page.find("{}"), 2, std::to_string(book.recipes.size()));
  page += "\n## All wishes\n\n";
  for (const dsl::RecipeChapter& chapter : book.chapters) {
    page += fmt::format("[{}](#{})\n\n", chapter.title, anchor_of(chapter.title));
    for (const std::size_t recipe : chapter.recipes) {
      const std::string heading = heading_of(book.recipes[recipe]);
      page += fmt::format("- [{}](#{})\n", heading, anchor_of(heading));
    }
    page += "\n";
  }
  for (const dsl::RecipeChapter& chapter : book.chapters) {
    page += fmt::format("## {}\n\n{}\n\n", chapter.title, chapter.about);
    for (const std::size_t recipe : chapter.recipes) page += shown(book.recipes[recipe]);
  }
  return page.substr(0, page.find_last_not_of('\n') + 1) + "\n";
}

}  // namespace roundhouse::tests
