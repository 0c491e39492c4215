// Manual pages and completions, which the program makes of its own commands and flags: nothing is missing,
// the pages are clean, and the shells offer what they should.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/installed.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::string said(const std::string& line, const fs::path& folder = {}) {
  ProgramCall call;
  call.folder = folder;
  const ProgramResult result = run_shell(line, call);
  INFO(line << "\n" << result.errors);
  CHECK(result.status == 0);
  return result.output;
}

std::vector<std::string> all_found_in(const std::string& text, const std::regex& form) {
  std::vector<std::string> found;
  for (std::sregex_iterator place(text.begin(), text.end(), form), end; place != end; ++place)
    found.push_back((*place)[1]);
  return found;
}

std::vector<std::string> commands_in_help() {
  static const std::regex form("\n  ([a-z]+) {2,}[A-Z]");
  std::vector<std::string> commands = all_found_in(said("roundhouse --help"), form);
  REQUIRE(commands.size() >= 11);
  return commands;
}

/// As --help shows them: "--format".
std::vector<std::string> flags_in_help(const std::string& command) {
  static const std::regex form("\n  (?:-[a-zA-Z],)?(--[a-z-]+)");
  std::vector<std::string> flags = all_found_in(said("roundhouse " + command + " --help"), form);
  REQUIRE_FALSE(flags.empty());
  return flags;
}

/// A folder with all pages.
struct WrittenPages {
  CommandFolder folder;

  WrittenPages() { CHECK(said("roundhouse write-pages share 2026-01-02", folder.path()).empty()); }
  fs::path path(const std::string& name) const { return folder.path() / "share" / name; }
  std::string text(const std::string& name) const { return read_file(path(name)); }
};

const std::string bash_page = "bash-completion/completions/roundhouse";
const std::string zsh_page = "zsh/site-functions/_roundhouse";
const std::string fish_page = "fish/vendor_completions.d/roundhouse.fish";

std::string with_dashes_escaped(std::string text) {
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 2))
    text.insert(at, "\\");
  return text;
}

/// One a line.
std::vector<std::string> words_in(const std::string& text) {
  static const std::regex line("([^\n]+)\n");
  return all_found_in(text, line);
}

struct Asked {
  std::string line;
  std::vector<std::string> offered;  ///< in bash and fish
  std::string completed;             ///< the line in zsh; empty: several fit
};

const std::vector<Asked> asked{
    {"roundhouse rulebo", {"rulebook"}, "roundhouse rulebook "},
    {"roundhouse li", {"lint", "list"}, ""},
    {"roundhouse help exp", {"explain"}, "roundhouse help explain "},
    {"roundhouse validate --any", {"--any-rules"}, "roundhouse validate --any-rules "},
    {"roundhouse lint --format ", {"github", "json", "sarif", "short", "text"}, ""},
    {"roundhouse lint --format j", {"json"}, "roundhouse lint --format json "},
    {"roundhouse rulebook tang", {"tanglewood"}, "roundhouse rulebook tanglewood "},
    {"roundhouse rulebook chick", {"chicken-foot"}, "roundhouse rulebook chicken-foot "},
    {"roundhouse lint fami", {"family.yaml"}, "roundhouse lint family.yaml "},
    {"roundhouse replay eve", {"evening.train"}, "roundhouse replay evening.train "},
    {"roundhouse diff dual tang", {"tanglewood"}, "roundhouse diff dual tanglewood "},
    {"roundhouse explain yaml-tab", {"yaml-tab"}, "roundhouse explain yaml-tab "},
    {"roundhouse explain closed", {}, ""},
    {"roundhouse rulebook dual --set doubles_i",
     {"doubles_in_a_row="},
     "roundhouse rulebook dual --set doubles_in_a_row="},
    {"roundhouse validate --rules dual --set doubles_i",
     {"doubles_in_a_row="},
     "roundhouse validate --rules dual --set doubles_in_a_row="},
    {"roundhouse validate evening.train --set doubles_i",
     {"doubles_in_a_row="},
     "roundhouse validate evening.train --set doubles_in_a_row="},
    {"roundhouse rulebook dual --set copies=", {}, ""},
    {"roundhouse simulate dual --seats plan", {"planner"}, "roundhouse simulate dual --seats planner,"},
    {"roundhouse simulate dual --seats planner,gre",
     {"planner,greedy"},
     "roundhouse simulate dual --seats planner,greedy,"},
    {"roundhouse simulate dual --seats planner,greedy,l",
     {"planner,greedy,longest-chain"},
     "roundhouse simulate dual --seats planner,greedy,longest-chain,"},
};

std::string in_single_quotes(const std::string& text) { return "'" + text + "'"; }

/// A family's files, so that there is something to complete.
void lay_out(const fs::path& folder) {
  const std::string files =
      "printf 'roundhouse: 1\\nextends: train\\n' >family.yaml; printf '[variant dual]\\n[players Joe "
      "Ann]\\n' "
      ">evening.train; echo >notes.txt";
  CHECK(said(files, folder).empty());
}

TEST_CASE("each command has a manual page with all its flags, and completions know both", "[cli][pages]") {
  const WrittenPages pages;
  std::set<std::string> written;
  for (const fs::directory_entry& page : fs::directory_iterator(pages.path("man/man1")))
    written.insert(page.path().filename().string());
  std::set<std::string> wanted{"roundhouse.1", "roundhouse-help.1"};
  const std::string whole = pages.text("man/man1/roundhouse.1");
  const std::string bash = pages.text(bash_page);
  const std::string zsh = pages.text(zsh_page);
  const std::string fish = pages.text(fish_page);
  for (const std::string& command : commands_in_help()) {
    INFO(command);
    wanted.insert("roundhouse-" + command + ".1");
    CHECK(whole.find("\\fB" + command + "\\fR\n") != std::string::npos);
    CHECK(whole.find(".BR roundhouse\\-" + command + " (1)") != std::string::npos);
    const std::string page = pages.text("man/man1/roundhouse-" + command + ".1");
    const std::size_t in_bash = bash.find("    " + command + ")\n      flags='");
    REQUIRE(in_bash != std::string::npos);
    const std::string bash_flags = bash.substr(in_bash, bash.find("valued=", in_bash) - in_bash);
    const std::size_t in_zsh = zsh.find("        " + command + ")\n");
    REQUIRE(in_zsh != std::string::npos);
    const std::string zsh_flags = zsh.substr(in_zsh, zsh.find(";;", in_zsh) - in_zsh);
    for (const std::string& flag : flags_in_help(command)) {
      INFO(flag);
      CHECK(page.find("\\fB" + with_dashes_escaped(flag) + "\\fR") != std::string::npos);
      CHECK((bash_flags.find(flag + " ") != std::string::npos ||
             bash_flags.find(flag + "'") != std::string::npos));
      CHECK((zsh_flags.find(flag + "[") != std::string::npos ||
             zsh_flags.find(flag + "=[") != std::string::npos));
      CHECK(fish.find("'__roundhouse_is " + command + "' " + (flag == "--help" ? "-s h " : "") + "-l " +
                      flag.substr(2) + " ") != std::string::npos);
    }
    // The examples of the help stand in the page, too.
    static const std::regex example("\n  (roundhouse [^\n]+)");
    for (const std::string& line : all_found_in(said("roundhouse " + command + " --help"), example)) {
      INFO(line);
      CHECK(page.find(with_dashes_escaped(line) + "\n") != std::string::npos);
    }
  }
  CHECK(written == wanted);
}

TEST_CASE("what completions and the build ask the program for is no command for people", "[cli][pages]") {
  const std::string help = said("roundhouse --help");
  CHECK(help.find("shell-words") == std::string::npos);
  CHECK(help.find("write-pages") == std::string::npos);
  CHECK(said("roundhouse shell-words variants").find("\ndual\n") != std::string::npos);
  CHECK(said("roundhouse shell-words options dual").find("\ndoubles\n") != std::string::npos);
  CHECK(said("roundhouse shell-words codes").find("\nyaml-tab\n") != std::string::npos);
  // Mistakes are not reported while somebody types.
  CHECK(said("roundhouse shell-words options nowhere 2>&1").empty());
  CHECK(run_shell("roundhouse write-pages /dev/null/x 2026-01-02", {}).status == 3);
}

TEST_CASE("the manual pages are clean", "[cli][pages]") {
  if (!is_installed("mandoc")) return;
  const WrittenPages pages;
  std::size_t looked_at = 0;
  for (const fs::directory_entry& page : fs::directory_iterator(pages.path("man/man1"))) {
    INFO(page.path().filename().string());
    CHECK(said("mandoc -T lint -W warning " + page.path().string()).empty());
    ++looked_at;
  }
  CHECK(looked_at >= 12);
}

TEST_CASE("bash completes commands, flags and what stands behind them", "[cli][pages]") {
  if (!is_installed("bash")) return;
  const WrittenPages pages;
  lay_out(pages.folder.path());
  const std::string driver = (source_folder() / "tests/completions/complete.bash").string();
  for (const Asked& each : asked) {
    INFO(each.line);
    const std::string line = "bash " + driver + " share/" + bash_page + " " + in_single_quotes(each.line);
    CHECK(words_in(said(line, pages.folder.path())) == each.offered);
  }
  // All of a command's flags.
  for (const std::string& command : commands_in_help()) {
    std::vector<std::string> flags = flags_in_help(command);
    flags.emplace_back("-h");
    std::sort(flags.begin(), flags.end());
    const std::string line = "LC_ALL=C bash " + driver + " share/" + bash_page + " " +
                             in_single_quotes("roundhouse " + command + " -");
    CHECK(words_in(said(line, pages.folder.path())) == flags);
  }
}

TEST_CASE("zsh completes commands, flags and what stands behind them", "[cli][pages]") {
  if (!is_installed("zsh")) return;
  const WrittenPages pages;
  lay_out(pages.folder.path());
  const std::string driver = (source_folder() / "tests/completions/complete.zsh").string();
  for (const Asked& each : asked) {
    if (each.completed.empty()) continue;
    INFO(each.line);
    const std::string line = "zsh -f " + driver + " share/zsh/site-functions " + in_single_quotes(each.line);
    CHECK(said(line, pages.folder.path()) == each.completed + "\n");
  }
}

TEST_CASE("fish completes commands, flags and what stands behind them", "[cli][pages]") {
  if (!is_installed("fish")) return;
  const WrittenPages pages;
  lay_out(pages.folder.path());
  const std::string driver = (source_folder() / "tests/completions/complete.fish").string();
  for (const Asked& each : asked) {
    INFO(each.line);
    const std::string line =
        "HOME=. fish --no-config " + driver + " share/" + fish_page + " " + in_single_quotes(each.line);
    // Fish also offers what has the word somewhere in it, and the word itself.
    const std::string word = each.line.substr(each.line.rfind(' ') + 1);
    std::vector<std::string> offered = words_in(said(line, pages.folder.path()));
    std::erase_if(offered, [&](const std::string& one) {
      return !one.starts_with(word) || (one == word && word.ends_with('='));
    });
    CHECK(offered == each.offered);
  }
}

}  // namespace
}  // namespace roundhouse::tests
