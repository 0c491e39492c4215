// Strangers' text in what is printed: files, folders, variants, shards, players, notes and options under
// names made of control characters, in every command and every format; and no such character in any output.

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/base/html.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

/// Colour, the terminal's title, a bell, a line of its own, C1 as UTF-8 and as a byte, what reverses the
/// writing.
const std::string hostile =
    "x\x1b[31mred\x1b]0;title\x07\b\n: legal\r\x7f\xC2\x9B"
    "5m\x9b\xE2\x80\xAE"
    "back\xE2\x81\xA6\xFF<b>&";

/// The first thing in a text that a terminal would act upon, empty where there is none.
std::string control_in(const std::string& text, bool csv) {
  for (std::size_t i = 0; i < text.size();) {
    const dsl::Utf8Character character = dsl::utf8_character(text, i);
    const bool line_end = text[i] == '\n' || (csv && text.compare(i, 2, "\r\n") == 0);
    if (!line_end && (!character.valid || !dsl::is_shown(character.point)))
      return "byte " + std::to_string(i) + ": " + std::to_string(character.point) + " in\n" +
             dsl::printable(text.substr(i > 80 ? i - 80 : 0, 160));
    i += character.length;
  }
  return {};
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.flush());
}

/// The fields of a CSV file, without their quotation marks.
std::vector<std::string> csv_fields(const std::string& text) {
  std::vector<std::string> fields{""};
  bool quoted_field = false;
  for (const char c : text) {
    if (c == '"') {
      quoted_field = !quoted_field;
    } else if (!quoted_field && (c == ',' || c == '\n')) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

bool is_formula(const std::string& field) {
  if (field.empty() || std::string("=+-@").find(field[0]) == std::string::npos) return false;
  // Numbers of ours, and the dash of a round that goes on.
  return field != "-" && field.find_first_not_of("0123456789.e-", 1) != std::string::npos;
}

struct Command {
  std::vector<std::string> words;
  std::string format{};
};

/// Every command, on what lies in the folder. Hostile names stand among the arguments.
std::vector<Command> commands() {
  const std::string rules = hostile + ".yaml";
  const std::string game = hostile + ".train";
  const std::string shard = hostile + ".json";
  const std::string missing = "no" + hostile;
  std::vector<Command> all;
  const auto add = [&](std::vector<std::string> words, const std::vector<std::string>& formats) {
    all.push_back({words});
    for (const std::string& format : formats) {
      std::vector<std::string> with = words;
      with.insert(with.end(), {"--format", format});
      all.push_back({with, format});
    }
  };
  for (const std::string& file : {rules, std::string("named.yaml"), std::string("broken.yaml"), missing}) {
    add({"lint", file}, {"json"});
    add({"list", file}, {});
    add({"sources", file}, {"json"});
    add({"rulebook", file}, {"markdown", "html"});
    add({"diff", "train", file}, {"json"});
    add({"diff", file, file, "--set-left", "draws=2"}, {"json"});
    add({"simulate", file, "--rounds", "--games", "2", "--count-rules"}, {"json", "csv"});
    add({"simulate", file, file + " draws=2", "--same-deals", "--rounds", "--games", "2"}, {"json", "csv"});
  }
  for (const std::string& file : {game, std::string("named.train"), std::string("illegal.train"),
                                  std::string("broken.train"), missing + ".train"}) {
    add({"validate", file}, {"json"});
    add({"validate", "--brief", file, file}, {"json"});
    add({"replay", file}, {});
    add({"score", file}, {"csv", "html", "json"});
  }
  add({"merge", shard}, {"json", "csv"});
  add({"merge", shard, shard}, {});
  add({"merge", missing}, {});
  for (const std::string flag :
       {"--rules", "--also", "--set", "--confine", "--jobs", "--format", "--frob\x1b[31m"})
    add({"validate", flag, hostile, game}, {});
  add({"validate", "--set", hostile + "=" + hostile, game}, {});
  add({"replay", game, "--at", hostile}, {});
  add({"simulate", "train", "--seed", hostile}, {});
  add({"simulate", "train", "--rounds", "--games", "1", "--record", missing + "/" + hostile}, {});
  add({"simulate", "train", "--shard", hostile}, {});
  add({"rulebook", "train", "--players", hostile}, {});
  add({hostile}, {});
  add({"help", hostile}, {});
  add({"--" + hostile}, {});
  add({"diff", "train", "dual", hostile}, {});
  return all;
}

void write_files(const fs::path& folder) {
  // Files hold what their readers let through: YAML no control characters, records nothing that reverses
  // writing.
  const std::string name =
      "\"=x\\n: legal\\tx\xE2\x80\xAE"
      "back\xE2\x81\xA6<b>&\"";
  write(folder / (hostile + ".yaml"), "roundhouse: 1\nname: Plain\nextends: train\n");
  write(folder / "named.yaml",
        "roundhouse: 1\nname: " + name +
            "\nextends: train\nrules:\n  - id: never\n    forbid: lay\n    when: round.lap > 90\n"
            "    says: " +
            name + "\n");
  write(folder / "broken.yaml",
        "roundhouse: 1\nname: " + name + "\nextends: " + name + "\nrules: \x1b[31m\n");
  const std::string turns = "round 12\nJoe: 12-12 12-5\nAnn: 12-3\n";
  write(folder / (hostile + ".train"), "[variant train]\n[players Joe Ann]\n" + turns);
  const std::string remark = "<b>&";
  write(folder / "named.train", "[variant named.yaml]\n[players Joe=\"=1+1" + remark + "\" Ann=\"@" + remark +
                                    "\"]\n" + turns + "claim Ann 12.1 \"" + remark +
                                    "\"\nscore Joe 900 Ann 3\n");
  write(folder / "illegal.train", "[variant named.yaml]\n[players Joe Ann]\n" + turns + "Joe: 9-8>Ann # " +
                                      remark + "\nAnn: 7-7>Joe\n");
  write(folder / "broken.train",
        "[variant " + hostile + "]\n[players Joe Ann]\n\x1b[31m" + turns + remark + "\n");
}

}  // namespace

TEST_CASE("no control character of a stranger's reaches the output of any command", "[cli][hostile]") {
  const CommandFolder folder;
  write_files(folder.path());
  ProgramCall call;
  call.folder = folder.path();
  call.arguments = {"simulate", "train", "--rounds", "--games", "2", "--shard", "0/1"};
  ProgramResult shard = run_program(call);
  REQUIRE(shard.status == 0);
  nlohmann::ordered_json object = nlohmann::ordered_json::parse(shard.output);
  object["run"]["variants"][0]["variant"] = "=x\x1b[31m\n\xC2\x9B\xE2\x80\xAE";
  for (auto& act : object["run"]["variants"][0]["declared"]) act = "=a\x1b[31m\n\xC2\x9B";
  write(folder.path() / (hostile + ".json"), object.dump());

  std::set<std::string> driven;
  int fine = 0;
  for (const Command& command : commands()) {
    call.arguments = command.words;
    driven.insert(command.words.front());
    const ProgramResult result = run_program(call);
    std::string line;
    for (const std::string& word : command.words) line += dsl::printable_line(word) + " ";
    INFO(line << "\n" << dsl::printable(result.output.substr(0, 2000) + result.errors.substr(0, 2000)));
    CHECK(control_in(result.output, command.format == "csv") == "");
    CHECK(control_in(result.errors, false) == "");
    CHECK(result.status >= 0);
    CHECK(result.status <= 4);
    if (result.status == 0) ++fine;
    if (command.format == "html") CHECK(result.output.find("<b>") == std::string::npos);
    if (command.format == "csv")
      for (const std::string& field : csv_fields(result.output)) CHECK_FALSE(is_formula(field));
    if (command.format != "json") continue;
    std::istringstream lines(result.output);
    for (std::string each; std::getline(lines, each);) CHECK(nlohmann::json::accept(each));
  }
  CHECK(fine > 40);
  for (const char* command : {"diff", "lint", "list", "merge", "replay", "rulebook", "score", "simulate",
                              "sources", "validate", "help"})
    CHECK(driven.contains(command));
}

TEST_CASE("on a terminal only our own colours are painted", "[cli][hostile]") {
  const CommandFolder folder;
  write_files(folder.path());
  ProgramCall call;
  call.folder = folder.path();
  call.environment = {{"TERM", "xterm"}, {"LINE", "true"}};
  const std::string on_terminal = "script -qec 'sh -c \"$LINE\"' /dev/null";
  if (run_shell(on_terminal, call).status != 0) {
    WARN("not tried: no pseudo-terminal is to be had here (is /dev/pts mounted?)");
    return;
  }
  for (const char* line : {"roundhouse validate *.train", "roundhouse lint *.yaml",
                           "roundhouse score *.train", "roundhouse simulate named.yaml --rounds --games 2"}) {
    call.environment = {{"TERM", "xterm"}, {"LINE", line}};
    const ProgramResult result = run_shell(on_terminal, call);
    INFO(line << "\n" << dsl::printable(result.output));
    CHECK(result.output.find("\x1b[31m") == std::string::npos);
    CHECK(result.output.find('\x07') == std::string::npos);
    CHECK(result.output.find("\x1b]") == std::string::npos);
    CHECK(result.output.find("\xC2\x9B") == std::string::npos);
    CHECK(result.output.find("\xE2\x80\xAE") == std::string::npos);
  }
  // The test would notice: complaints are painted.
  call.environment = {{"TERM", "xterm"}, {"LINE", "roundhouse lint broken.yaml"}};
  CHECK(run_shell(on_terminal, call).output.find("\x1b[1;31m") != std::string::npos);
}

TEST_CASE("text is made printable for lines, JSON, HTML and spreadsheets", "[dsl][base]") {
  CHECK(dsl::printable("a\x1b[31m\tb\nc\x7f\xC2\x9B\xFF\xE2\x80\xAE") ==
        "a\xEF\xBF\xBD[31m b\nc\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(dsl::printable_line("a\nb") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(dsl::printable_line("Jörg \xE2\x82\xAC \xF0\x9F\x81\xA2") == "Jörg \xE2\x82\xAC \xF0\x9F\x81\xA2");
  CHECK(dsl::printable_json("{\"a\":\"\x7f\xC2\x9B\xE2\x80\xAE\xC3\xB6\"}") ==
        "{\"a\":\"\\u007f\\u009b\\u202e\xC3\xB6\"}");
  CHECK(dsl::html_text("<a href=\"x\">\x1b'&") == "&lt;a href=&quot;x&quot;&gt;\xEF\xBF\xBD&#39;&amp;");
  CHECK(dsl::csv_field("-3") == "-3");
  CHECK(dsl::csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  for (const char* formula : {"=1+1", "+1", "-1", "@x", "\t=1", "\r=1",
                              "\xEF\xBC\x9D"
                              "1"})
    CHECK(dsl::csv_text(formula).substr(0, 1) == "'");
  CHECK(dsl::csv_text("=A1,2") == "\"'=A1,2\"");
  CHECK(dsl::csv_text("a=1") == "a=1");
}

}  // namespace roundhouse::tests
