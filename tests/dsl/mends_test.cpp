// Every help that shows a text to be written, put in where it belongs: the complaint is gone and no other has
// come. Over all bad files of the tests, and over rule files made and spoilt at random.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/edits.h"
#include "dsl/check/check.h"
#include "dsl/check/try_fixes.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/yaml_tree.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/target.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hostile_scribbles.h"
#include "tests/support/random_rules.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

/// A rule file by itself, what it extends beside it or bundled.
struct RuleText {
  std::string name;
  std::string text;
  fs::path folder{};
};

struct Reading {
  dsl::SourceMap sources;
  dsl::Diagnostics found;
};

/// `others`: texts that stand in for files.
Reading read_rules(const RuleText& file, const std::map<std::string, std::string>& others = {}) {
  const dsl::VariantReader reader = [&](const std::string& wanted,
                                        const std::string& from) -> dsl::LoadedText {
    const std::string name = from.empty() ? "this" : wanted;
    if (const auto other = others.find(name); other != others.end()) return {name, other->second, {}};
    if (from.empty()) return {name, file.text, {}};
    for (const std::string& ending : {std::string(), std::string(".yaml")}) {
      const fs::path beside = file.folder / (wanted + ending);
      if (!file.folder.empty() && fs::is_regular_file(beside)) return {name, read_file(beside), {}};
    }
    return known_variants()(wanted, from);
  };
  Reading reading;
  reading.found = dsl::check_variant(reading.sources, reader, {"this", {}}).diagnostics;
  return reading;
}

/// All between single quotation marks in a help.
std::vector<std::string> quoted(const std::string& help) {
  std::vector<std::string> texts;
  for (std::size_t at = help.find('\''); at != std::string::npos; at = help.find('\'', at)) {
    // The end of a text is a mark with no letter behind it.
    std::size_t end = help.find('\'', at + 1);
    while (end != std::string::npos && end + 1 < help.size() &&
           std::isalnum(static_cast<unsigned char>(help[end + 1])) != 0)
      end = help.find('\'', end + 1);
    if (end == std::string::npos) break;
    texts.push_back(help.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return texts;
}

bool is_form(const std::string& text) {
  return text.find("...") != std::string::npos || text.find("FACT") != std::string::npos ||
         text.find("SET") != std::string::npos;
}

/// A model that belongs to no place: it can be read, as a condition, as effects, as a line of YAML or in
/// double quotes. A single word or sign is no line but the name of one.
bool can_be_read(const std::string& text) {
  if (dsl::scan_tokens(text).size() == 1) return true;
  dsl::YamlNode scalar;
  scalar.kind = dsl::YamlKind::scalar;
  scalar.text = text;
  if (dsl::parse_expression(scalar).ok() || dsl::parse_effects(scalar).ok()) return true;
  dsl::SourceMap sources;
  const auto is_map = [&](const std::string& line) {
    const auto tree = dsl::read_yaml(sources, sources.add("model", line + "\n"));
    return tree.ok() && tree.value.is_map();
  };
  return is_map(text) || (text.starts_with('\\') && is_map("key: \"" + text + "\""));
}

struct Tally {
  int shown = 0;
  int named = 0;
  int rewritten = 0;
  int lines = 0;  ///< of YAML
  std::string false_ones;
};

/// Puts a text in at a mend's place and reads everything again.
std::string trouble_with(const RuleText& file, const Reading& before, const dsl::Diagnostic& about,
                         const dsl::FixIt& mend, const std::string& text) {
  const dsl::SourceFile& place = before.sources.file(mend.where.file);
  dsl::FixIt put = mend;
  put.text = text;
  const auto mended = dsl::Edits(put.where.file, {put}).put_into(place.text);
  if (!mended) return "it cannot be put in";
  const Reading after = read_rules(file, {{place.name, *mended}});
  std::set<std::string> known;
  for (const dsl::Diagnostic& made : before.found) known.insert(made.code + made.message);
  for (const dsl::Diagnostic& made : after.found) {
    const bool touches = made.where.file == mend.where.file &&
                         made.where.begin < mend.where.begin + text.size() &&
                         made.where.end > mend.where.begin;
    // Names beside it, and all that stands behind a slip of YAML, are only now read.
    const bool is_revealed =
        !touches && (about.code.starts_with("yaml-") || made.code.starts_with("unknown-"));
    // Another complaint about the same text that stood there before is not of the mend's making.
    const bool is_known = known.contains(made.code + made.message);
    if ((touches && (!is_known || made.code == about.code)) || (!is_revealed && !is_known))
      return "then: " + made.code + ": " + made.message;
  }
  const auto count = [&](const Reading& reading) {
    return std::count_if(reading.found.begin(), reading.found.end(), [&](const dsl::Diagnostic& made) {
      return made.code == about.code && made.message == about.message;
    });
  };
  if (count(after) >= count(before) && before.found.size() < 150) return "nothing is mended";
  return {};
}

void try_all(const RuleText& file, Tally& tally) {
  const Reading before = read_rules(file);
  for (const dsl::Diagnostic& made : before.found) {
    // A line that YAML should read is shown below the advice, not in quotation marks.
    if (made.code.starts_with("yaml-") && !made.fixes.empty()) {
      const auto line = std::find_if(made.fixes.begin(), made.fixes.end(),
                                     [&](const dsl::FixIt& one) { return one.help == made.help; });
      if (line == made.fixes.end()) continue;
      ++tally.lines;
      const std::string trouble = trouble_with(file, before, made, *line, line->text);
      if (!trouble.empty())
        tally.false_ones +=
            file.name + ": " + made.message + "\n    " + made.help + "\n    " + trouble + "\n";
      continue;
    }
    const bool names = made.help.find("did you mean") != std::string::npos;
    const bool rewrites = made.help.find("write '") != std::string::npos;
    if (!names && !rewrites) continue;
    const auto mend = std::find_if(made.fixes.begin(), made.fixes.end(),
                                   [&](const dsl::FixIt& one) { return one.help == made.help; });
    for (const std::string& text : quoted(made.help)) {
      if (is_form(text)) continue;
      ++tally.shown;
      std::string trouble;
      if (mend != made.fixes.end()) {
        ++(names ? tally.named : tally.rewritten);
        // `'sum' for what they are worth`, `'-'`: a word of the help, not a text to put in.
        const bool is_text = text == mend->text || made.help.find("' or '" + text + "'") != std::string::npos;
        if (is_text) trouble = trouble_with(file, before, made, *mend, text);
      } else if (names) {
        trouble = "it is no mend";
      } else if (!can_be_read(text)) {
        trouble = "it cannot be read";
      }
      if (!trouble.empty())
        tally.false_ones += file.name + ": " + made.message + "\n    " + made.help + "\n    '" + text +
                            "': " + trouble + "\n";
    }
  }
}

std::vector<RuleText> files_under(const fs::path& folder) {
  std::vector<RuleText> files;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
    if (entry.path().extension() != ".yaml") continue;
    fs::path home = entry.path().parent_path();
    // The cases of tests/check extend a file in the folder above them.
    if (!fs::exists(home / "base.yaml") && fs::exists(home.parent_path() / "base.yaml"))
      home = home.parent_path();
    files.push_back({fs::relative(entry.path(), source_folder()).string(), read_file(entry.path()), home});
  }
  std::sort(files.begin(), files.end(), [](const RuleText& a, const RuleText& b) { return a.name < b.name; });
  return files;
}

/// One word of the file misspelt, its sign of comparison changed, or written as one would say it.
std::string with_a_slip(std::string text, Chance& chance) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::size_t> places;
  for (std::size_t at = 1; at + 2 < text.size(); ++at)
    if (is_letter(text[at - 1]) && is_letter(text[at]) && is_letter(text[at + 1])) places.push_back(at);
  if (places.empty()) return text;
  const std::size_t at = places[static_cast<std::size_t>(chance.below(static_cast<int>(places.size())))];
  const auto replaced = [&](std::string_view sign, std::string_view other) {
    const std::size_t found = text.find(sign, at);
    if (found != std::string::npos) text.replace(found, sign.size(), other);
  };
  switch (chance.below(7)) {
    case 0:
      std::swap(text[at], text[at + 1]);
      break;
    case 1:
      text.erase(at, 1);
      break;
    case 2:
      text.insert(at, 1, 'e');
      break;
    case 3:
      replaced(" == ", " = ");
      break;
    case 4:
      replaced(" == ", " is ");
      break;
    case 5:
      replaced(" and ", " && ");
      break;
    default:
      replaced(")", "");
      break;
  }
  return text;
}

}  // namespace

TEST_CASE("what a help proposes mends the file, in every bad file of the tests", "[dsl][mends]") {
  Tally tally;
  for (const char* folder : {"tests/check", "tests/lint", "tests/family", "tests/hostile/values"})
    for (const RuleText& file : files_under(folder)) try_all(file, tally);
  CHECK(tally.false_ones == "");
  CHECK(tally.named > 20);
  CHECK(tally.rewritten > 5);
}

TEST_CASE("what a help proposes mends the file, in files with a slip made at random", "[dsl][mends]") {
  Tally tally;
  std::vector<RuleText> seeds = files_under("tests/lint");
  for (RuleText& file : files_under("tests/family")) seeds.push_back(std::move(file));
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    seeds.push_back({"random " + std::to_string(seed), random_variant(seed)});
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Chance chance(seed);
    RuleText file = chance.of(seeds);
    file.name += ", slip " + std::to_string(seed);
    file.text = with_a_slip(file.text, chance);
    try_all(file, tally);
  }
  CHECK(tally.false_ones == "");
  CHECK(tally.named > 50);
  CHECK(tally.rewritten > 20);
}

TEST_CASE("what a help proposes mends the file, in scribbled conditions and rule files", "[dsl][mends]") {
  Tally tally;
  for (const Scribble& scribble : scribbles(1))
    if (scribble.target == &rules_target) try_all({scribble.name, scribble.text}, tally);
  CHECK(tally.false_ones == "");
  CHECK(tally.shown > 100);
  CHECK(tally.lines > 20);
}

TEST_CASE("a proposal that does not stand where it would be put is not shown", "[dsl][mends]") {
  const auto help_of = [](const std::string& text) {
    const Reading reading = read_rules({"", "roundhouse: 1\nname: X\nextends: train\n" + text});
    REQUIRE(!reading.found.empty());
    return reading.found.front().help;
  };
  const auto row = [&](const std::string& when) {
    return help_of("rules:\n  - id: a\n    forbid: lay\n    when: " + when + "\n");
  };
  // Known, of the right type, and asked where it can be: shown. Each of the others fails in one of these.
  CHECK(row("tile.dubble") == "did you mean 'double'?");
  CHECK(row("lap == 1") == "did you mean 'round.lap'?");
  CHECK(row("tile.dubble == 3") == "");
  CHECK(help_of("rules:\n  - id: a\n    forbid: draw\n    when: til.double\n") ==
        "what players did is remembered by a fact, what families choose is an option, a name for a condition "
        "is a "
        "word: declare it under 'facts', 'options' or 'words'");
  CHECK(help_of("setup:\n  first: winner\n") == "");
  CHECK(help_of("setup:\n  first: last_out\n") == "did you mean 'match.last_out'?");
  CHECK(row("tile.double = true") == "write 'tile.double == true'");
  CHECK(row("the last tile is a double") == "write an operator between them");
  CHECK(row("round.lap is 1") == "write 'round.lap == 1'");
  CHECK(row("round.lapp is 1") == "write '==' there");
  CHECK(row("me.seat not in 1..3") == "write 'not me.seat in 1..3'");
  CHECK(row("me.seat in 1, 3") == "write 'me.seat == 1 or me.seat == 3'");
  const auto effects = [&](const std::string& what) {
    return help_of("rules:\n  - id: a\n    after: lay\n    do: " + what + "\n");
  };
  CHECK(effects("end round") == "write 'end_round()'");
  CHECK(effects("end(round)") == "");
  CHECK(effects("mark end") == "write 'mark(end)'");
  CHECK(effects("mark me") == "write an effect such as 'mark(end)'");
  CHECK(effects("mark") == "write 'mark(...)'");
}

TEST_CASE("what is proposed for an option set from outside is tried, too", "[dsl][mends]") {
  const auto helps = [](const std::vector<std::pair<std::string, std::string>>& settings) {
    dsl::SourceMap sources;
    std::string text;
    for (const auto& [name, value] : settings) text += name + "=" + value + "\n";
    const dsl::FileId file = sources.add("settings", text);
    dsl::CheckInput input{"train", {}};
    std::uint32_t at = 0;
    for (const auto& [name, value] : settings) {
      const auto end = static_cast<std::uint32_t>(at + name.size() + value.size() + 1);
      input.settings.push_back({name, value, {file, at, end}});
      at = end + 1;
    }
    std::string all;
    for (const dsl::Diagnostic& made : dsl::check_variant(sources, known_variants(), input).diagnostics)
      all += made.code + ": " + made.help + "\n";
    return all;
  };
  CHECK(helps({{"doubls", "free"}, {"engine_found", "schedule"}}) ==
        "unknown-option: did you mean 'doubles'?\nnot-a-choice: did you mean 'scheduled'?\n");
  CHECK(helps({{"doubles", "fre"}, {"highst", "9"}}) ==
        "not-a-choice: did you mean 'free'?\nunknown-option: did you mean 'highest'?\n");
  // The option is known, and the value is none of its.
  CHECK(helps({{"doubls", "3"}}) == "unknown-option: \n");
}

TEST_CASE("complaints that the same text mends are tried together", "[dsl][mends]") {
  std::string text = "roundhouse: 1\nname: X\nextends: train\nrules:\n";
  for (int i = 0; i < 200; ++i)
    text += "  - id: r" + std::to_string(i) + "\n    forbid: lay\n    when: tile.dubble\n";
  const Reading reading = read_rules({"many", text});
  std::size_t shown = 0;
  for (const dsl::Diagnostic& made : reading.found) shown += made.help.empty() ? 0 : 1;
  CHECK(reading.found.size() >= 200);
  CHECK(shown >= 200);
}

/// Complaints in a file of their own, each with fixes that lie apart from those of the others.
dsl::Diagnostics with_fixes(std::size_t complaints, std::size_t fixes) {
  dsl::Diagnostics found;
  for (std::size_t i = 0; i < complaints; ++i) {
    dsl::Diagnostic made;
    made.code = "unknown-word";
    made.message = "no word " + std::to_string(i);
    made.where = {dsl::FileId{0}, static_cast<std::uint32_t>(4 * i), static_cast<std::uint32_t>(4 * i + 3)};
    for (std::size_t fix = 0; fix < fixes; ++fix)
      dsl::suggest_fix(made, {made.where, std::string(1, static_cast<char>('a' + fix)), "did you mean it?"});
    found.push_back(made);
  }
  return found;
}

TEST_CASE("trying fixes ends after sixty checks or two mebibytes, and what was not tried is not shown",
          "[dsl][mends]") {
  struct Work {
    std::size_t checks = 0;
    std::set<std::pair<std::uint32_t, std::string>>
        held;  ///< place and text of what was in a check without complaints
  };
  // The first `bad` places keep their complaint whatever is put there.
  const auto work_of = [](dsl::Diagnostics& found, std::size_t bad, std::size_t bytes_a_check) {
    Work work;
    const dsl::Diagnostics before = found;
    dsl::try_fixes(found, {}, dsl::Tries::first,
                   [&](const std::vector<dsl::Proposal>& put, std::size_t& bytes) {
                     ++work.checks;
                     bytes += bytes_a_check;
                     dsl::Diagnostics after;
                     const dsl::Edits edits(dsl::FileId{0}, [&] {
                       std::vector<dsl::FixIt> fixes;
                       for (const dsl::Proposal& one : put) fixes.push_back(*one.mend);
                       return fixes;
                     }());
                     for (std::size_t i = 0; i < before.size(); ++i) {
                       const bool is_put = std::any_of(put.begin(), put.end(), [&](const dsl::Proposal& one) {
                         return one.mend->where == before[i].where;
                       });
                       if (is_put && i >= bad) continue;
                       after.push_back(before[i]);
                       after.back().where = edits.forward(before[i].where);
                       // What is wrong there now is not what was.
                       if (is_put) after.back().message += " still";
                     }
                     if (bad == 0)
                       for (const dsl::Proposal& one : put)
                         work.held.emplace(one.mend->where.begin, one.mend->text);
                     return std::optional(after);
                   });
    return work;
  };

  dsl::Diagnostics all_hold = with_fixes(150, 5);
  const Work good = work_of(all_hold, 0, 1000);
  CHECK(good.checks <= 2);
  for (const dsl::Diagnostic& made : all_hold) {
    REQUIRE(made.cure);
    CHECK(good.held.contains({made.cure->where.begin, made.cure->text}));
  }

  dsl::Diagnostics none_holds = with_fixes(500, 12);
  CHECK(work_of(none_holds, 500, 1000).checks <= 60);
  for (const dsl::Diagnostic& made : none_holds) CHECK((made.help.empty() && !made.cure));

  dsl::Diagnostics large = with_fixes(100, 12);
  CHECK(work_of(large, 100, std::size_t{1} << 20).checks == 2);
}

}  // namespace roundhouse::tests
