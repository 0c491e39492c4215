// Answers to editors about a rule file: where a cursor stands, what could be written there, what stands
// there, and another name for it in a whole family.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dsl/check/variant_files.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/assist/completion.h"
#include "tools/assist/rule_view.h"
#include "tools/assist/text_place.h"

namespace roundhouse::tests {
namespace {

/// The cursor stands at `|`.
struct WithCursor {
  std::string text;
  std::size_t at;
};
WithCursor with_cursor(std::string text) {
  const std::size_t at = text.find('|');
  text.erase(at, 1);
  return {text, at};
}

dsl::VariantReader reader_of(const std::map<std::string, std::string>& files) {
  return [files](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    if (const auto file = files.find(wanted); file != files.end()) return {wanted, file->second, {}};
    return known_variants()(wanted, from);
  };
}

/// Bundled variants of both parts.
const dsl::VariantReader& bundled() {
  static const dsl::VariantReader reader = dsl::read_variant_files(source_folder() / "variants");
  return reader;
}

const std::string club = R"(roundhouse: 1
name: The club
extends: train
options:
  bonus:
    ask: How many points is going out worth?
    default: 10
    range: 0..100
words:
  rich: { of: player, is: it.points > bonus }
facts:
  boasted: { of: player, after: lay, when: tile.double }
rules:
  - id: pays
    after: ending
    when: round.winner != nobody and bonus > 0
    do: score(round.winner, 0 - bonus)
    says: Whoever goes out gets {bonus} points off.
  - id: no-boast
    forbid: lay
    when: me.boasted and tile.double and not me.rich
    says: Who boasts lays no double.
)";

std::vector<std::string> completed(const std::string& text) {
  const WithCursor cursor = with_cursor(text);
  const auto view = dsl::view_rules(reader_of({{"club.yaml", club}}), "club.yaml");
  std::vector<std::string> labels;
  for (const dsl::Completion& one : dsl::complete(cursor.text, cursor.at, view.get(), {"train"}).items)
    labels.push_back(one.label);
  return labels;
}

bool offers(const std::string& text, const std::vector<std::string>& some,
            const std::vector<std::string>& none = {}) {
  const std::vector<std::string> labels = completed(text);
  const auto has = [&](const std::string& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  };
  for (const std::string& label : some)
    if (!has(label)) return false;
  return std::none_of(none.begin(), none.end(), has);
}

std::string explained(const std::string& marked) {
  const WithCursor cursor = with_cursor(marked);
  const auto view = dsl::view_rules(reader_of({{"club.yaml", cursor.text}}), "club.yaml");
  const auto found = dsl::explain_place(cursor.text, cursor.at, *view);
  return found ? found->text : std::string();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("a cursor knows the keys above it", "[dsl][assist]") {
  const auto path = [](const std::string& text) {
    const WithCursor cursor = with_cursor(text);
    const dsl::TextPlace place = dsl::place_in_text(cursor.text, cursor.at);
    std::string joined;
    for (const std::string& step : place.path) joined += step + "/";
    return joined + (place.at_key ? "key" : "value");
  };
  CHECK(path("rou|") == "key");
  CHECK(path("options:\n  a:\n    def|") == "options/a/key");
  CHECK(path("rules:\n  - id: a\n    when: x|") == "rules/-/when/value");
  CHECK(path("rules:\n- id: a\n  when: x|") == "rules/-/when/value");
  CHECK(path("rules:\n  - |") == "rules/-/key");
  CHECK(path("setup:\n  deal:\n    - when: x\n      then: y\n    - th|") == "setup/deal/-/key");
  CHECK(path("words:\n  a:\n    is: >-\n      one and\n      two|\n") == "words/a/is/value");
  CHECK(path("facts:\n  a: { of: turn, is: b|, per: round }") == "facts/a/is/value");
  CHECK(path("facts:\n  a: { of: turn, p|") == "facts/a/key");
  CHECK(path("rules:\n  - id: a\n    forbid: [lay, d|") == "rules/-/forbid/-/value");
}

TEST_CASE("what may stand at a place is offered there, and nothing else", "[dsl][assist]") {
  const std::string row = club + "  - id: x\n    ";
  CHECK(offers(row + "|", {"forbid", "when", "says"}, {"id", "default"}));
  CHECK(offers(row + "forbid: |", {"lay", "draw", "knock"}, {"counting", "tile"}));
  CHECK(offers(row + "after: |", {"counting", "lay", "knock"}, {"tile"}));
  CHECK(offers(row + "except: |", {"pays", "closed-train"}, {"lay"}));
  CHECK(offers(row + "when: |", {"tile", "bonus", "and", "any", "mexican"}, {"boasted", "rich", "mark"}));
  CHECK(offers(row + "when: me.|", {"hand", "boasted", "rich", "own"}, {"pip", "bonus"}));
  CHECK(offers(row + "when: me.own.|", {"marked", "tail"}, {"hand", "boasted"}));
  CHECK(offers(row + "when: any(p in players where p.|", {"hand", "boasted"}, {"pip"}));
  CHECK(offers(row + "when: can.|", {"lay", "knock"}, {"hand"}));
  CHECK(offers(row + "do: |", {"mark", "score", "tile"}));
  CHECK(offers(club + "setup:\n  engine:\n    missing: |", {"unison", "redeal"}));
  CHECK(offers(club + "match:\n  |", {"rounds", "joins"}, {"deal"}));
  CHECK(offers("roundhouse: 1\nextends: |", {"train"}));
  CHECK(offers("roundhouse: 1\noptions:\n  |", {"double_blank", "bonus"}, {"knocked"}));
  CHECK(offers("roundhouse: 1\noptions:\n  doubles: |", {"satisfy", "free"}, {"limited"}));
}

TEST_CASE("a place is explained in the words of the vocabulary and of the rulebook", "[dsl][assist]") {
  CHECK(explained(replaced(club, "- id: pays", "- id: pa|ys")) ==
        "**pays** — rule\n\nWhoever goes out gets 10 points off.");
  CHECK(explained(replaced(club, "and bonus > 0", "and bo|nus > 0")) ==
        "**bonus** — option, a number\n\nHow many points is going out worth?\n\nNow: 10. From 0 to 100.");
  CHECK(explained(replaced(club, "me.boasted", "me.boa|sted")) ==
        "**boasted** — fact of a player, a truth value");
  CHECK(explained(replaced(club, "and tile.double and", "and tile.dou|ble and")) ==
        "**double** — of a tile, a truth value\n\nBoth halves bear the same number.");
  CHECK(explained(replaced(club, "after: ending", "after: end|ing")) ==
        "**ending** — event\n\nThe round ends; looked at once, before counting.");
  CHECK(explained(replaced(club, "    forbid:", "    for|bid:")) ==
        "**forbid** — key of a rule\n\nNot legal while 'when' holds, unless an exception lifts it.");
  CHECK(explained(replaced(club, "name: The club", "name: The c|lub")).empty());
}

TEST_CASE("every word of an expression in the bundled variants is explained", "[dsl][assist]") {
  std::size_t reported = 0;
  std::size_t silent = 0;
  for (const std::string& name : all_bundled_names()) {
    const auto view = dsl::view_rules(bundled(), name);
    REQUIRE_FALSE(view->chain.files.empty());
    const dsl::ChainNames names(*view);
    const std::string text = view->sources.file(view->chain.files.front().tree->where.file).text;
    for (const dsl::NamePlace& place : dsl::name_places(*view, names, view->chain.files.front()))
      (dsl::explain_place(text, place.where.begin + 1, *view) ? reported : silent) += 1;
  }
  CHECK(reported > 900);
  CHECK(silent == 0);
}

TEST_CASE("a name is changed in all files of a family, and they say the same", "[dsl][assist]") {
  const std::map<std::string, std::string> files{
      {"club.yaml", club},
      {"friday.yaml",
       "roundhouse: 1\nname: Friday\nextends: club.yaml\noptions:\n  bonus: 20\nremove: "
       "[no-boast]\nsentences:\n  "
       "pays: \"{bonus} off.\"\n"},
      {"late.yaml",
       "roundhouse: 1\nname: Late\nextends: friday.yaml\nrules:\n  - id: late\n    except: pays\n    when: "
       "bonus > "
       "50 and me.boasted\n"}};
  const dsl::VariantReader reader = reader_of(files);
  const auto view = dsl::view_rules(reader, "club.yaml");
  const auto friday = dsl::view_rules(reader, "friday.yaml");
  const auto late = dsl::view_rules(reader, "late.yaml");
  const auto places = dsl::name_places(*view, dsl::ChainNames(*view), view->chain.files.front());
  const auto renamed = [&](const std::string& name, const std::string& new_name) {
    const auto place =
        std::find_if(places.begin(), places.end(), [&](const auto& one) { return one.name == name; });
    REQUIRE(place != places.end());
    const dsl::RenameEdits made = dsl::rename(*place, new_name, *view, {friday.get(), late.get()}, reader,
                                              [&](const std::string& file) { return files.contains(file); });
    std::string text = made.trouble;
    for (const dsl::FilePlaces& file : made.edits)
      text += file.file + " " + std::to_string(file.places.size()) + "; ";
    return text;
  };
  CHECK(renamed("bonus", "prize") == "club.yaml 5; friday.yaml 2; late.yaml 1; ");
  CHECK(renamed("pays", "prize-giving") == "club.yaml 1; friday.yaml 1; late.yaml 1; ");
  CHECK(renamed("boasted", "bragged") == "club.yaml 2; late.yaml 1; ");
  CHECK(renamed("no-boast", "quiet") == "club.yaml 1; friday.yaml 1; ");
  CHECK(renamed("bonus", "draws") == "there is already something called 'draws'");
  CHECK(renamed("bonus", "tile").find("is a word of the language") != std::string::npos);
  CHECK(renamed("bonus", "2fast").find("cannot be the name of an option") != std::string::npos);
}

TEST_CASE("every name of the bundled variants can be changed, and they say the same", "[dsl][assist]") {
  for (const std::string& name : all_bundled_names()) {
    const auto view = dsl::view_rules(bundled(), name);
    const dsl::ChainNames names(*view);
    const auto places = dsl::name_places(*view, names, view->chain.files.front());
    std::map<std::string, dsl::NamePlace> declared;
    for (const dsl::NamePlace& place : places)
      if (place.declares && place.kind != dsl::NameKind::choice) declared.emplace(place.name, place);
    for (const auto& [old_name, place] : declared) {
      INFO(name << ": " << old_name);
      const dsl::RenameEdits made =
          dsl::rename(place, "another_name", *view, {}, bundled(), [](const std::string&) { return true; });
      CHECK(made.trouble.empty());
      CHECK_FALSE(made.edits.empty());
    }
  }
}

TEST_CASE("no text and no place in it is too odd to be asked about", "[dsl][assist]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Chance chance(seed);
    std::string text = chance.percent(50) ? scribble_rules(chance) : club;
    alter_rules(text, chance);
    const auto view = dsl::view_rules(reader_of({{"club.yaml", text}}), "club.yaml");
    for (int i = 0; i < 20; ++i) {
      const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(text.size()) + 5));
      const dsl::Completions found = dsl::complete(text, at, view.get(), {});
      CHECK(found.begin <= found.end);
      CHECK(found.end <= std::max(text.size(), found.begin));
      dsl::explain_place(text, at, *view);
    }
  }
}

}  // namespace
}  // namespace roundhouse::tests
