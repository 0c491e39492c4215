// Records as people scribble them at the table: tests/scribbled/habits.cases has the habits one by one,
// evening.train all of them in one record. What they must be read as was written down before anything was
// tried.

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/check.h"
#include "engine/rules.h"
#include "replay/record/format_record.h"
#include "replay/record/notation_words.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/scribbler.h"

namespace roundhouse::tests {
namespace {

constexpr std::string_view frame =
    "[variant club-double-twelve deal=3]\n[players Ann Ben Cleo=\"Aunt Cleo\"]\n\nround 12\n";

struct Habit {
  std::string name;
  std::string written;
  std::string meant;
  bool is_silent = false;
};

std::vector<Habit> habits() {
  std::vector<Habit> all;
  std::istringstream text(read_file(source_folder() / "tests/scribbled/habits.cases"));
  bool is_meant = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("== ")) {
      all.push_back({line.substr(3), {}, {}, line.ends_with("(silently)")});
      is_meant = false;
    } else if (line == "--" && !all.empty()) {
      is_meant = true;
    } else if (!all.empty()) {
      (is_meant ? all.back().meant : all.back().written) += line + "\n";
    }
  }
  for (Habit& habit : all) {
    const bool has_header = habit.meant.starts_with("[");
    if (has_header) continue;
    habit.written = std::string(frame) + habit.written;
    habit.meant = std::string(frame) + habit.meant;
  }
  return all;
}

engine::Rules program_of(const replay::Header& header) {
  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& option : header.variant.options)
    settings.push_back({option.name, option.value, {}});
  return engine::compile_rules(bundled_rules(header.variant.name, settings),
                               static_cast<int>(header.players.size()));
}

/// As a reader asks for them; none where a `rules` line says what is no option.
replay::ReadyRules rules_of(const replay::Header& header) {
  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& option : header.variant.options)
    settings.push_back({option.name, option.value, {}});
  const TriedRules tried = try_bundled(header.variant.name, settings);
  if (!tried.rules) return {};
  return replay::ReadyRules(std::make_shared<const engine::Rules>(
      engine::compile_rules(*tried.rules, static_cast<int>(header.players.size()))));
}

struct Read {
  replay::Record record;
  std::string errors;
  std::size_t notes = 0;
};

/// As the program reads: with the rules that the header names.
Read read_with_rules(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("record.train", text);
  const auto read = replay::read_record(file, text, rules_of);
  Read result{read.value, {}, read.diagnostics.size()};
  if (!read.ok()) result.errors = dsl::render_diagnostics(sources, read.diagnostics);
  return result;
}

TEST_CASE("each habit of people who scribble is read as what they mean", "[notation][scribbled][replay]") {
  const std::vector<Habit> all = habits();
  REQUIRE(all.size() >= 60);
  for (const Habit& habit : all) {
    INFO(habit.name);
    INFO(habit.written);
    const Read meant = read_with_rules(habit.meant);
    REQUIRE(meant.errors == "");
    CHECK(meant.notes == 0);
    const Read read = read_with_rules(habit.written);
    CHECK(read.errors == "");
    CHECK(replay::write_record(read.record) == replay::write_record(meant.record));
    CHECK((read.notes == 0) == habit.is_silent);
  }
}

TEST_CASE("a record of forty scribbled lines is read as what they mean, and judged so",
          "[notation][scribbled][replay]") {
  const std::string written = read_file(source_folder() / "tests/scribbled/evening.train");
  const Read meant = read_with_rules(read_file(source_folder() / "tests/scribbled/evening.canonical"));
  REQUIRE(meant.errors == "");
  REQUIRE(meant.notes == 0);
  const Read read = read_with_rules(written);
  CHECK(read.errors == "");
  CHECK(read.notes >= 35);
  CHECK(read.record == meant.record);
  const engine::Rules program = program_of(read.record.header);
  CHECK(replay::judge_record(program, read.record).verdict == replay::Verdict::legal);

  // Written, as text or as JSON, it needs no note any more.
  const Read again = read_with_rules(replay::write_record(read.record));
  CHECK(again.notes == 0);
  CHECK(again.record == read.record);
  const auto twin = replay::read_record_json({}, replay::write_record_json(read.record));
  CHECK(twin.diagnostics.empty());
  CHECK(twin.value == read.record);
}

TEST_CASE("places in a scribbled line are those of what was written", "[notation][scribbled][replay]") {
  const std::string text =
      std::string(frame) + "Ann: double twelve, then drew 2 tiles\nBen: 12-5 on Cleo's train\n";
  const Read read = read_with_rules(text);
  REQUIRE(read.errors == "");
  const auto& items = read.record.rounds.front().items;
  const auto piece = [&](const replay::At& at) {
    return text.substr(at.span.begin, at.span.end - at.span.begin);
  };
  const auto& ann = std::get<replay::TurnLine>(items[1].line);
  CHECK(piece(ann.acts[0].at) == "double twelve");
  CHECK(piece(ann.acts[2].at) == "drew 2 tiles");
  const auto& ben = std::get<replay::TurnLine>(items[2].line);
  CHECK(piece(std::get<replay::TileAct>(ben.acts[0].what).place_at) == "Cleo's train");
  CHECK(piece(items[2].at) == "Ben: 12-5 on Cleo's train");
}

/// The only complaint about this turn, as `code: message / help`.
std::string complaint_about(const std::string& line) {
  const std::string text = std::string(frame) + line + "\n";
  const auto read = replay::read_record({}, text, rules_of);
  std::string all;
  for (const dsl::Diagnostic& d : read.diagnostics)
    if (d.severity == dsl::Severity::error) all += d.code + ": " + d.message + " / " + d.help;
  return all;
}

TEST_CASE("what may mean more than one thing is not guessed", "[notation][scribbled][replay]") {
  const auto is_unclear = [](const std::string& line) {
    const std::string complaint = complaint_about(line);
    INFO(line << " -> " << complaint);
    CHECK(complaint.starts_with("more-than-one-way: "));
  };
  is_unclear("Ann: 12 11");      // 12-11, or 1-2 and 1-1
  is_unclear("Ann: 112");        // 11-2 or 1-12
  is_unclear("Ann: drew 12");    // twelve tiles, or the 1-2
  is_unclear("Ann: drew 5-3");   // drawn, or laid after a draw
  is_unclear("Ann: draws 5 3");  //
  is_unclear("score Ann - 4");   // a minus, or a dash
  // Half a tile, or the 2-1.
  for (const char* line : {"Ann: 12", "Ann: 12-5 12", "Ann: 12-", "Ann: -12", "Ann: 12/", "Ann: 12->mexican",
                           "Ann: draw 10->Ben", "Ann: 9 3-", "hand Ann: 12-5 12", "left Ann: 12-"})
    is_unclear(line);
  // The smaller set leaves one reading.
  const engine::Rules nine =
      engine::compile_rules(bundled_rules("train", {{"highest", "9", {}}, {"first_double", "9", {}}}), 3);
  if (nine.highest == 9) {
    const auto read = replay::read_record({}, "[players Ann Ben Cleo]\nround 9\nAnn: 9-9 9 1\n",
                                          [&](const replay::Header&) { return &nine; });
    CHECK(read.ok());
  }
}

TEST_CASE("what was taken back or struck out is no part of a record", "[notation][scribbled][replay]") {
  const std::string head =
      "[variant club-double-twelve]\n[players Ann Ben Cem]\n\nround 12\nAnn: 12-12 12-5\n";
  const struct {
    const char* written;
    const char* meant;
  } cases[] = {
      {"Ben: 12-3\nundo\nBen: 12-4\n", "Ben: 12-4\n"},
      {"Ben: draw 12-3\nBen: undo\nBen: mark\n", "Ben: draw ...\nBen: mark\n"},
      {"Ben: draw 12-3\n# a remark\nundo\nCem: 12-3\n", "Ben: draw\n# a remark\nCem: 12-3\n"},
      // A claim behind the tile is the last thing that is said.
      {"Ben: 12-3 mark\nBen: undo\nCem: 12-4\n", "Ben: 12-3\nCem: 12-4\n"},
      {"Ben: 12-3 mark\nundo\nundo\nBen: draw\n", "Ben: draw\n"},
      {"Ben: draw nomark\nBen: undo\nBen: mark\n", "Ben: draw ...\nBen: mark\n"},
      {"Ben: 12-3 mark ...\nBen: undo\nCem: 12-4\n", "Ben: 12-3\nCem: 12-4\n"},
      {"Ben: mark 12-3\nBen: undo\nBen: draw\n", "Ben: draw\n"},
      {"Ben: 12-4 no 12-3\n", "Ben: 12-3\n"},
      {"Ben: 12-3 -> 12-4>Mexican\n", "Ben: 12-4>Mexican\n"},
      {"B 12/3\nC 12/7, 7/3\n", "Ben: 12-3\nCem: 12-7 7-3\n"},
  };
  for (const auto& one : cases) {
    INFO(one.written);
    const Read read = read_with_rules(head + one.written);
    const Read meant = read_with_rules(head + one.meant);
    CHECK(read.errors == "");
    CHECK(read.notes > 0);
    CHECK(read.record == meant.record);
  }
  // A remark becomes a comment, whatever space stands in front of it.
  const Read remark = read_with_rules(head + "Ben: 12-3\u00a0(so they all said)\n");
  CHECK(remark.record == read_with_rules(head + "Ben: 12-3  #(so they all said)\n").record);
  const replay::FormattedRecord clean =
      replay::format_record({}, head + "Ben: 12-4 -> 12-3\nundo\nBen: draw\n");
  CHECK(clean.text == head + "Ben: draw\n");
}

TEST_CASE("nobody is called like a train of all, and what may mean two trains is told",
          "[notation][scribbled][replay]") {
  const auto record = [](const std::string& players, const std::string& place) {
    return "[variant club-double-twelve]\n[players Ann Ben " + players +
           "]\n\nround 12\nAnn: 12-12 12-5\nBen: 12-3" + place + "\n";
  };
  for (const char* const name : {"Mexican", "mexican", "MEXICAN"}) {
    const Read read = read_with_rules(record(name, ""));
    INFO(read.errors);
    CHECK(read.errors.find("error[bad-name]: '" + std::string(name) + "' is also a train of these rules") ==
          0);
    CHECK(read.errors.find(std::string(name) + "_1=\"" + name + "\"") != std::string::npos);
    CHECK(read_with_rules(record(std::string(name) + "_1=\"" + name + "\"", ">mexican")).errors == "");
  }
  struct Told {
    const char* player;
    const char* place;
    bool is_told;
  };
  for (const Told& one :
       {Told{"Mex", ">Mex", true}, Told{"M", ">m", true}, Told{"May", ">M", true}, Told{"May", ">May", false},
        Told{"Mex", ">mexican", false}, Told{"Cem", ">M", false}}) {
    INFO(one.player << one.place);
    const Read read = read_with_rules(record(one.player, one.place));
    CHECK(read.errors == "");
    CHECK((read.notes > 0) == one.is_told);
  }
}

TEST_CASE("complaints in the same words are told once", "[notation][scribbled][replay]") {
  std::string text = "[variant club-double-twelve]\n[players Ann Ben]\n\nround 12\n";
  for (int i = 0; i < 20; ++i) text += "Ann: 12-12 whistled\n";
  const dsl::Checked<replay::Record> read = replay::read_record({}, text);
  CHECK(read.ok());
  const Read by_rules = read_with_rules(text);
  CHECK(by_rules.errors.find("the same in 19 more lines") != std::string::npos);
  CHECK(by_rules.errors.find("error[") == by_rules.errors.rfind("error["));
}

TEST_CASE("a word that no rules know is a complaint, with a line that can be read if one is shown",
          "[notation][scribbled][replay]") {
  const struct {
    const char* line;
    const char* complaint;
  } cases[] = {
      {"Ann: 12-12 or whistled",
       "unknown-act: this game has no act 'or' / write one of a tile such as 9-3, "
       "draw, "},
      {"Ann: 12-12 whistled",
       "unknown-act: this game has no act 'whistled' / if 'whistled' is a remark, write it behind #: "
       "Ann: 12-12  # whistled"},
      {"Ann: whistled",
       "unknown-act: this game has no act 'whistled' / write one of a tile such as 9-3, draw, "},
      {"Ann: missing", "unknown-act: 'missing' is no act / write Ann: ? for a turn that nobody knows"},
      {"Ann: 12-12 undo", "unknown-act: 'undo' is no act / write each turn as it stood in the end"},
      // The number of a turn is not what is wrong here.
      {"2 Ann: drwa", "unknown-act: this game has no act 'drwa'"},
      {"Ann: 12-12 nocks", "unknown-act: this game has no act 'nocks' / write it like: Ann: 12-12 knock"},
      {"Ann: 12-5>Mexcian",
       "unknown-place: there is no train or player 'Mexcian' / write it like: Ann: 12-5>mexican"},
      {"Ann: 12-5 on Mexcian",
       "unknown-place: there is no train or player 'Mexcian' / write it like: Ann: 12-5>mexican"},
      {"Ann: challenge Bne", "unknown-act: no player is called 'Bne' / write it like: Ann: challenge Ben"},
      {"Ann: knock 3", "unknown-act: 'knock' has no number / "},
      {"Ana: draw", "unknown-player: no player is called 'Ana' / write it like: Ann: draw"},
      {"Ann: drwa, passed", "unknown-act: this game has no act 'drwa' / write it like: Ann: draw"},
      {"Ann: 12-12 no drew", "unknown-act: 'no' says nothing here / "},
      {"Ann: played", "missing-part: which tile was laid does not stand here / "},
  };
  for (const auto& one : cases) {
    const std::string complaint = complaint_about(one.line);
    INFO(complaint);
    CHECK(complaint.starts_with(one.complaint));
  }
}

TEST_CASE("what says that nobody knows, or that something was wrong, is no act, and it is said what to write",
          "[notation][scribbled][replay]") {
  for (const std::string word : {"missing", "unknown", "illegible", "unreadable", "dunno", "don't know",
                                 "no idea", "not sure", "unsure"}) {
    INFO(complaint_about("Ann: " + word));
    CHECK(complaint_about("Ann: " + word)
              .starts_with("unknown-act: '" + word +
                           "' is no act / write Ann: ? for a turn that nobody knows"));
    CHECK(
        complaint_about("Ann: 12-12, " + word)
            .starts_with("unknown-act: '" + word + "' is no act / write Ann: 12-12 ... where nobody knows"));
  }
  for (const std::string word : {"undoes", "sorry", "oops", "correction", "takes it back", "put one back"}) {
    INFO(complaint_about("Ann: " + word));
    CHECK(complaint_about("Ann: " + word)
              .starts_with("unknown-act: '" + word + "' is no act / write each turn as it stood in the end"));
    CHECK(complaint_about("Ann: " + word).find("#") != std::string::npos);
  }
  CHECK(complaint_about("Ann: takes the marker off").find("leave these words out") != std::string::npos);
  CHECK(complaint_about("Ann: forgot").starts_with("unknown-act: 'forgot' is no act / write what was done"));
  CHECK(complaint_about("Ann: draw, token up").starts_with("unknown-act: this game has no act 'up'"));
  // The tile may have been drawn, or drawn and laid.
  CHECK(!complaint_about("Ann: drew: 12-5").empty());
  for (const std::string word : {"by mistake", "by accident"}) {
    INFO(complaint_about("Ann: 12-12 " + word));
    CHECK(complaint_about("Ann: 12-12 " + word).find("referee: allow") != std::string::npos);
  }
}

TEST_CASE("of a file that another program kept a table in, a line is shown as one of a position",
          "[notation][scribbled][replay]") {
  const std::string kept =
      "Round: 3\n\nComputer:\n   Score: 22\n   Hand: 5-1 6-2 4-4\n   Train: 9-9 9-8\n\nHuman:\n   Score: 12\n"
      "   Hand: 3-1\n   Train: 9-9 9-1\n\nMexican Train: 9-9 9-3\n\nNext Player: Human\n";
  const auto read = replay::read_record({}, kept, rules_of);
  REQUIRE(read.diagnostics.size() >= 2);
  CHECK(read.diagnostics[0].code == "missing-players");
  CHECK(read.diagnostics[1].message == "whose this is does not stand on this line");
  CHECK(read.diagnostics[1].help ==
        "a table in the midst of a round is written as a position; this line of it: hand Computer: 5-1 6-2 "
        "4-4");
}

TEST_CASE("below an engine line a missing turn is no tile where rules make nobody draw",
          "[notation][replay]") {
  const std::string text = std::string(frame) + "engine 12-12\nhand Ann: 12-5 ?x2\nAnn: ?\n";
  const auto is_missing = [](const dsl::Checked<replay::Record>& read) {
    REQUIRE(read.ok());
    return std::get<replay::TurnLine>(read.value.rounds.front().items.back().line).unknown;
  };
  CHECK(is_missing(replay::read_record({}, text, rules_of)));
  // Without rules it may be either.
  CHECK_FALSE(is_missing(replay::read_record({}, text)));
}

TEST_CASE("undo with no turn above it is an error", "[notation][scribbled][replay]") {
  CHECK(complaint_about("undo").starts_with("missing-part: there is nothing to take back here / "));
  CHECK(complaint_about("Ann: undo").starts_with("missing-part: there is nothing to take back here / "));
  CHECK(complaint_about("Ann: 12-12\nundo").empty());
}

bool says_stand_above(const std::string& text) {
  const auto read = replay::read_record({}, text, rules_of);
  return any_of(read.diagnostics, [](const dsl::Diagnostic& diagnostic) {
    return diagnostic.message.find("stand above") != std::string::npos;
  });
}

TEST_CASE("fields below remarks stand above the play", "[notation][scribbled][replay]") {
  for (const std::string above : {"// Friday", "-----", "# Friday", "// Friday\n\n"}) {
    INFO(above);
    CHECK_FALSE(says_stand_above(above + "\n" + std::string(frame) + "Ann: 12-12\n"));
  }
  CHECK(says_stand_above("round 12\n// Friday\n" + std::string(frame) + "Ann: 12-12\n"));
}

TEST_CASE("a word that no rules know is a complaint in JSON, too", "[notation][scribbled][replay]") {
  const std::string json =
      replay::write_record_json(read_with_rules(std::string(frame) + "Ann: 12-12 knock\n").record);
  const auto reads = [&](std::string text) {
    std::optional<engine::Rules> program;
    const auto read = replay::read_record_json({}, text, [&](const replay::Header& header) {
      program = program_of(header);
      return &*program;
    });
    return read.diagnostics.empty() ? std::string() : read.diagnostics.front().code;
  };
  CHECK(reads(json) == "");
  std::string misspelt = json;
  const std::size_t word = misspelt.find("\"knock\"");
  REQUIRE(word != std::string::npos);
  misspelt.replace(word, 7, "\"snore\"");
  CHECK(reads(misspelt) == "unknown-act");
}

TEST_CASE("a mended line can be read, and needs no mending", "[notation][scribbled][replay]") {
  std::vector<std::string> lines;
  for (const char* file : {"tests/notation/bad-lines.train", "tests/scribbled/evening.train"}) {
    std::istringstream text(read_file(source_folder() / file));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
  }
  // Letters left out and put twice in scribbled lines.
  engine::Random random(5);
  for (std::size_t i = lines.size(); i-- > 0;) {
    for (int change = 0; change < 12 && !lines[i].empty(); ++change) {
      std::string line = lines[i];
      const auto at = random.below(static_cast<std::uint32_t>(line.size()));
      if (change % 2 == 0)
        line.erase(at, 1);
      else
        line.insert(at, 1, line[random.below(static_cast<std::uint32_t>(line.size()))]);
      lines.push_back(line);
    }
  }
  std::size_t mended = 0;
  for (const std::string& line : lines) {
    const std::string complaint = complaint_about(line);
    const auto behind = [&](std::string_view words) {
      const std::size_t help = complaint.find(words);
      return help == std::string::npos ? help : help + words.size();
    };
    const std::size_t help = std::min(
        {behind("write it like: "), behind("write it behind #: "), behind("where nothing was done: ")});
    if (help == std::string::npos) continue;
    ++mended;
    const std::string proposed = complaint.substr(help);
    INFO(line << " -> " << proposed);
    const Read read = read_with_rules(std::string(frame) + proposed.substr(0, proposed.find('\n')) + "\n");
    CHECK(read.errors == "");
    CHECK(read.notes == 0);
  }
  CHECK(mended >= 50);
}

TEST_CASE("records written in a mixture of habits are the same records", "[notation][scribbled][replay]") {
  std::size_t lines = 0;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(name);
    const int players = dsl::refuse_players(rules, 4) ? 6 : 4;
    const engine::Rules program = engine::compile_rules(rules, players);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const auto round = random_round(program, seed, 0.5);
      if (!round) continue;
      engine::Random random(seed);
      replay::Record record = round->record(program, {});
      if (seed % 2 == 0) mask_out(record, random, 0.7);
      if (seed % 3 == 0) (void)spoil(record, program, random);
      const std::string canonical = replay::write_record(record);
      const auto rules_of = [&](const replay::Header&) { return &program; };
      const auto meant = replay::read_record({}, canonical, rules_of);
      if (!meant.ok()) continue;  // spoiled beyond reading
      INFO(name << " " << seed);
      CHECK(meant.diagnostics.empty());
      for (int mixture = 0; mixture < 3; ++mixture) {
        const std::string text = scribbled(meant.value, random);
        dsl::SourceMap sources;
        const dsl::FileId file = sources.add("scribbled", text);
        const auto read = replay::read_record(file, text, rules_of);
        CHECK(dsl::has_errors(read.diagnostics) == false);
        if (!read.ok()) {
          UNSCOPED_INFO(dsl::render_diagnostics(sources, read.diagnostics));
          CHECK(read.ok());
          continue;
        }
        CHECK(replay::write_record(read.value) == canonical);
        CHECK(read.value == meant.value);
        CHECK(replay::judge_record(program, read.value).verdict ==
              replay::judge_record(program, meant.value).verdict);
        lines += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
      }
    }
  }
  CHECK(lines > 4000);
}

TEST_CASE("every word of scribbled records stands in the notation's page", "[notation][scribbled][docs]") {
  const std::string page = read_file(source_folder() / "docs/notation.md");
  for (const replay::NotationWord& word : replay::notation_words()) {
    INFO(word.word);
    CHECK(page.find("`" + std::string(word.word) + "`") != std::string::npos);
  }
}

TEST_CASE("declared names are bent as English bends them", "[notation][scribbled][replay]") {
  const auto has = [](const char* name, const char* form) {
    const std::vector<std::string> forms = replay::bent_forms(name);
    INFO(name << " " << form);
    CHECK(std::find(forms.begin(), forms.end(), form) != forms.end());
  };
  has("knock", "knocked");
  has("knock", "knocks");
  has("challenge", "challenging");
  has("stop", "stopped");
  has("carry", "carries");
  has("carry", "carried");
  has("pass", "passes");
  has("sing-out", "sings-out");
  has("show_hand", "show_hands");
}

}  // namespace
}  // namespace roundhouse::tests
