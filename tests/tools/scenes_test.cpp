// Scenes of rule files: each is played, is judged as it is told, and says "has to" where nothing else can be
// done.

#include "tools/scenes/scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/differences/differences.h"
#include "tools/prove/examples.h"
#include "tools/questions/questions.h"
#include "tools/scenes/put_back.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using replay::Outlook;
using Duty = Outlook::Duty;

std::vector<dsl::OptionSetting> as_settings(const std::vector<std::string>& written) {
  std::vector<dsl::OptionSetting> settings;
  for (const std::string& each : written) {
    const dsl::SettingText parts = dsl::split_setting(each);
    settings.push_back({parts.option, parts.value, {}});
  }
  return settings;
}

replay::SharedRules shared(TriedRules tried) {
  return tried.rules ? std::make_shared<const dsl::CheckedRules>(*std::move(tried.rules)) : nullptr;
}

/// A file that extends the common game.
struct Family {
  std::string text;
  dsl::SourceMap sources{};
  replay::FileShown shown{};

  explicit Family(std::string written) : text(std::move(written)) {
    sources.add("family.yaml", text);
    shown = replay::show_file({text, sources,
                               [](const std::string& other, const std::vector<std::string>& settings) {
                                 return shared(try_rules(other, as_settings(settings)));
                               },
                               [](const std::vector<std::string>& settings) {
                                 return shared(try_bundled("train", as_settings(settings)));
                               }});
  }

  replay::JudgedExample judge(const std::string& record, const std::string& setting = {}) const {
    dsl::Example example;
    example.record = record;
    return replay::judge_example(example, [&](const std::vector<std::string>& settings) {
      std::vector<std::string> all = settings;
      if (!setting.empty()) all.push_back(setting);
      return shared(try_rules(text, as_settings(all)));
    });
  }
};

std::string with_option(const std::string& option, const std::string& value) {
  return fmt::format("roundhouse: 1\nextends: train\nname: One option\noptions:\n  {}: {}\n", option, value);
}

void check_verdict(const Family& family, const replay::Scene& scene) {
  const replay::JudgedExample judged = family.judge(scene.record);
  REQUIRE(judged.ready.program);
  CHECK((judged.judgement.verdict == replay::Verdict::legal) == scene.because.empty());
  if (judged.judgement.ruling) CHECK(judged.judgement.ruling->rule == scene.because);
  CHECK(family.judge(scene.before).judgement.verdict == replay::Verdict::legal);
}

/// By the position that the record leads to: the kinds of what is legal for the player in turn.
void check_duty(const Family& family, const replay::Scene& scene) {
  const replay::JudgedExample judged = family.judge(scene.before);
  std::optional<replay::Frame> last;
  replay::step_through(*judged.ready.program, judged.record, [&](const replay::Frame& frame) {
    last = frame;
    return true;
  });
  REQUIRE(last);
  const engine::Position& position = last->position;
  const bool is_over = engine::expected(*judged.ready.program, position).next == engine::Next::over;
  CHECK(is_over == (scene.ours.duty == Duty::over));
  if (scene.ours.duty != Duty::may && scene.ours.duty != Duty::has_to) return;
  const auto seat = static_cast<std::size_t>(position.turn_player);
  if (judged.record.header.players[seat].name != scene.ours.player) return;
  engine::ActList legal;
  engine::legal_acts(*judged.ready.program, position, legal);
  std::set<engine::ActKind> kinds;
  std::set<std::uint16_t> said;
  for (const engine::Act& act : legal) {
    if (act.actor != position.turn_player) continue;
    if (act.kind == engine::ActKind::declared)
      said.insert(act.declared);
    else
      kinds.insert(act.kind);
  }
  // An announcement is a duty where nothing else is left.
  if (kinds.empty() && said.size() == 1) kinds.insert(engine::ActKind::declared);
  CHECK((kinds.size() == 1) == (scene.ours.duty == Duty::has_to));
  CHECK((kinds.size() == 1) == (scene.ours.sentence().find(" has to ") != std::string::npos));
}

/// Some other value of an option, as a file writes it.
std::string other_value(const dsl::CheckedRules& rules, const dsl::Option& option) {
  if (!option.by.empty()) return "3";
  if (option.type == dsl::Type::truth) return option.value == 0 ? "true" : "false";
  for (const dsl::NameId choice : option.choices)
    if (choice.value != static_cast<std::uint32_t>(option.value)) return std::string(rules.name_text(choice));
  const auto [least, most] = *option.range;
  return std::to_string(option.value < most ? option.value + 1 : least);
}

bool is_left(const Family& family, const std::string& option) {
  return any_of(family.shown.left, [&](const dsl::LeftChapter& chapter) {
    return any_of(chapter.questions,
                  [&](const dsl::LeftQuestion& question) { return question.option == option; });
  });
}

}  // namespace

TEST_CASE("an option that is set as the parent has it is told as another one", "[scenes]") {
  const Family same(with_option("doubles", "satisfy")), other(with_option("doubles", "play-on"));
  REQUIRE(same.shown.entries.size() == 1);
  const replay::ShownEntry& shown = same.shown.entries.front();
  CHECK(shown.line == 5);
  CHECK(shown.otherwise == "With doubles: follow-up");
  CHECK(shown.answer == shown.parents);
  CHECK_FALSE(shown.scenes.empty());
  CHECK(other.shown.entries.front().answer != other.shown.entries.front().parents);
  CHECK_FALSE(is_left(same, "doubles"));
  CHECK_FALSE(is_left(other, "doubles"));
  CHECK(is_left(Family("roundhouse: 1\nextends: train\nname: Nothing\n"), "doubles"));
}

TEST_CASE("a question that no answer changes is not left", "[scenes]") {
  CHECK(is_left(Family(with_option("doubles", "satisfy")), "doubles_in_a_row"));
  CHECK_FALSE(is_left(Family(with_option("doubles", "play-on")), "doubles_in_a_row"));
}

TEST_CASE("a number that is cut is told as it is played", "[scenes]") {
  const Family nine(with_option("highest", "9"));
  const auto answer = [&](const std::string& option) {
    for (const dsl::LeftChapter& chapter : nine.shown.left)
      for (const dsl::LeftQuestion& question : chapter.questions)
        if (question.option == option) return question.answer;
    return std::string();
  };
  CHECK(answer("rounds") == "10");
  CHECK(answer("first_double") == "9");
  CHECK(answer("draws") == "1");
}

TEST_CASE("families' files are told in scenes", "[scenes]") {
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/scenes")) {
    if (entry.path().extension() != ".yaml") continue;
    INFO(entry.path().filename().string());
    const Family family(read_file(entry.path()));
    fs::path golden = entry.path();
    CHECK(golden_difference(golden.replace_extension(".txt"),
                            dsl::print_book_text(replay::book_of(family.shown))) == "");
    for (const replay::ShownEntry& shown : family.shown.entries) {
      INFO(shown.written);
      for (const replay::Scene& scene : shown.scenes) {
        INFO(scene.record);
        check_verdict(family, scene);
        check_duty(family, scene);
      }
    }
  }
}

TEST_CASE("an option that changes play has a scene, or a line that says that none was met", "[scenes]") {
  const dsl::CheckedRules train = bundled_rules("train");
  const std::vector<dsl::Answer> usual = dsl::written_values(train);
  std::size_t with_scenes = 0;
  for (std::size_t i = 0; i < train.options.size(); ++i) {
    const dsl::Option& option = train.options[i];
    const std::string text = with_option(option.name, other_value(train, option));
    INFO(text);
    const Family family(text);
    REQUIRE(family.shown.entries.size() == 1);
    const replay::ShownEntry& shown = family.shown.entries.front();
    CHECK(shown.line == 5);
    bool of_play = false;
    for (const dsl::Difference& made : dsl::differences(train, rules_from_text(text)))
      of_play = of_play || (made.kind == dsl::DifferenceKind::rule && made.name != "should-knock") ||
                made.kind == dsl::DifferenceKind::word;
    CHECK(of_play == (!shown.scenes.empty() || !shown.unmet.empty()));
    with_scenes += shown.scenes.empty() ? 0 : 1;
    for (const replay::Scene& scene : shown.scenes) {
      INFO(scene.record);
      check_verdict(family, scene);
      check_duty(family, scene);
      const bool comes = family.judge(scene.before, option.name + "=" + usual[i].value).judgement.verdict ==
                         replay::Verdict::legal;
      // Of an act of which something follows the parent may say that it is illegal.
      if (scene.ours.duty == Duty::follows)
        CHECK((comes || scene.parent.duty == Duty::never));
      else
        CHECK(comes == (scene.parent.duty != Duty::never));
    }
    // A question that the file answers is left to nobody.
    CHECK_FALSE(is_left(family, option.name));
    CHECK(family.shown.left.size() > 5);
  }
  CHECK(with_scenes >= 14);
}

TEST_CASE("an option that brings more than it says is told with all of it", "[scenes]") {
  const Family family(with_option("doubles_in_a_row", "2"));
  std::set<std::string> things;
  for (const replay::Scene& scene : family.shown.entries.front().scenes)
    for (const replay::ChangedThing& thing : scene.things) things.insert(thing.name);
  CHECK(things == std::set<std::string>{"chain-of-doubles", "doubles-in-order", "must_play"});
}

TEST_CASE("a permission that another row makes a duty is told as one", "[scenes]") {
  const Family family(with_option("draws", "2"));
  const replay::Scene& scene = family.shown.entries.front().scenes.front();
  CHECK(scene.ours.sentence() == scene.ours.player + " has to draw.");
  REQUIRE(scene.refused.size() == 1);
  CHECK(scene.refused.front().ends_with("(must-draw)"));
}

TEST_CASE("the same file is told the same", "[scenes]") {
  const std::string text = with_option("double_blank", "50");
  CHECK(dsl::print_book_html(replay::book_of(Family(text).shown)) ==
        dsl::print_book_html(replay::book_of(Family(text).shown)));
}

TEST_CASE("a game of which no round begins is told, too", "[scenes]") {
  const Family family(
      "roundhouse: 1\nextends: train\nname: No such double\noptions:\n  engine_found: set-aside\n"
      "  draws: 2\nmatch:\n  double: 17\n");
  const auto draws = find_if(family.shown.entries,
                             [](const replay::ShownEntry& entry) { return entry.written == "draws: 2"; });
  REQUIRE(draws != family.shown.entries.end());
  CHECK(draws->scenes.empty());
  CHECK(draws->unmet.size() == 1);
}

TEST_CASE("an entry that does nothing beside another is said to change nothing", "[scenes]") {
  const Family family(read_file(source_folder() / "tests/scenes/points.yaml"));
  CHECK(family.shown.entries.front().written == "double_blank: 50");
  CHECK(family.shown.entries.front().changes_nothing());
  CHECK_FALSE(family.shown.entries.back().changes_nothing());
}

TEST_CASE("of a file without end so much is told, and that there is more", "[scenes]") {
  std::string text = "roundhouse: 1\nextends: train\nname: Many rules\nrules:\n";
  for (int i = 0; i < 600; ++i)
    text += fmt::format("  - id: row-{}\n    forbid: draw\n    when: round.lap > {}\n", i, i + 900);
  const Family family(text);
  CHECK(family.shown.entries.size() == 600);
  CHECK(family.shown.entries.front().looked_at);
  CHECK_FALSE(family.shown.entries.back().looked_at);
}

TEST_CASE("an entry is taken out of a text by whole lines", "[scenes]") {
  const auto without = [](const std::string& text, const std::string& entry) {
    const auto begin = static_cast<std::uint32_t>(text.find(entry));
    return dsl::without_entry(text, {{}, begin, begin + static_cast<std::uint32_t>(entry.size())})
        .value_or("cannot");
  };
  const std::string text = "a: 1\nrules:\n  - id: x\n    when: y\n\n  - id: z\nsetup:\n  deal: 3\nb: 2\n";
  CHECK(without(text, "id: x") == "a: 1\nrules:\n  - id: z\nsetup:\n  deal: 3\nb: 2\n");
  CHECK(without(text, "id: z") == "a: 1\nrules:\n  - id: x\n    when: y\n\nsetup:\n  deal: 3\nb: 2\n");
  CHECK(without(text, "deal: 3") == "a: 1\nrules:\n  - id: x\n    when: y\n\n  - id: z\nb: 2\n");
  CHECK(without("setup: { deal: 3 }\n", "deal: 3") == "cannot");
}

}  // namespace roundhouse::tests
