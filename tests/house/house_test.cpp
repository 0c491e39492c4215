// The shape of the source tree: who may include whom, and what libraries leave to the program.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

struct SourceText {
  std::string path;  ///< from the top of the tree
  std::vector<std::string> lines;
};

std::vector<SourceText> sources_under(const std::vector<std::string>& folders) {
  std::vector<SourceText> out;
  for (const std::string& folder : folders) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".h") continue;
      SourceText source{entry.path().lexically_relative(source_folder()).string(), {}};
      std::istringstream text(read_file(entry.path()));
      for (std::string line; std::getline(text, line);) source.lines.push_back(line);
      out.push_back(std::move(source));
    }
  }
  std::sort(out.begin(), out.end(), [](const SourceText& a, const SourceText& b) { return a.path < b.path; });
  return out;
}

struct Include {
  std::string by;
  std::string what;
  bool own = false;
};

std::vector<Include> includes_of(const std::vector<SourceText>& sources) {
  static const std::regex form("\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
  std::vector<Include> out;
  for (const SourceText& source : sources) {
    for (const std::string& line : source.lines) {
      std::smatch found;
      if (std::regex_match(line, found, form)) out.push_back({source.path, found[2], found[1] == "\""});
    }
  }
  return out;
}

/// The rooms, and how high above the ground each stands.
const std::map<std::string, int> heights{
    {"web", -1},
    {"dsl/base", 0},
    {"dsl/vocabulary", 1},
    {"dsl/syntax", 2},
    {"dsl/check", 3},
    {"dsl/program", 4},
    {"dsl/compile", 8},
    {"dsl/sources", 6},
    {"dsl/english", 6},
    {"dsl/rulebook", 7},
    {"engine", 9},
    {"replay/drawing", 10},
    {"replay/record", 10},
    {"replay/record_loading", 11},
    {"replay/fold", 11},
    {"replay/referee/hands", 12},
    {"replay/referee/rulings", 13},
    {"replay/scores", 14},
    {"replay/referee/judge", 15},
    {"replay/referee/large", 16},
    {"replay/views", 16},
    {"replay/referee/also", 17},
    {"cli", 18},
    {"tools/assist", 20},
    {"tools/differences", 20},
    {"tools/format", 20},
    {"tools/links", 20},
    {"tools/lint", 20},
    {"tools/manual", 20},
    {"tools/players", 20},
    {"tools/questions", 20},
    {"tools/recipes", 21},
    {"tools/sources", 20},
    {"tools/example", 21},
    {"tools/prove", 21},
    {"tools/review", 21},
    {"tools/simulate", 21},
    {"tools/explanations", 22},
    {"tools/plots", 22},
    {"tools/scenes", 22},
    {"tools/screen", 22},
    {"tools/findings", 23},
    {"tools/play", 23},
    {"tools/lsp", 24},
    {"tools/commands", 25},
    {"web/bridge", 26},
    {"cli/main.cpp", 26},
};

/// "dsl/base" of "dsl/base/source.h", "engine" of "engine/random_player.cpp"; empty: in no room.
std::string room_of(const std::string& path) {
  if (path == "dsl/program.h") return "dsl/program";
  std::string room = path;
  while (!room.empty() && !heights.contains(room)) {
    const std::size_t slash = room.rfind('/');
    room.resize(slash == std::string::npos ? 0 : slash);
  }
  return room;
}

TEST_CASE("a source includes only what stands below it", "[house]") {
  // The engine plays compiled rules; what they were compiled from is not its business.
  const std::set<std::string> seen_by_engine{"engine", "dsl/base", "dsl/vocabulary", "dsl/program"};
  for (const Include& include :
       includes_of(sources_under({"dsl", "engine", "replay", "cli", "tools", "web"}))) {
    if (!include.own) continue;
    INFO(include.by << " includes " << include.what);
    const std::string from = room_of(include.by);
    const std::string to = room_of(include.what);
    REQUIRE(!from.empty());
    REQUIRE(!to.empty());
    CHECK((from == to || heights.at(to) < heights.at(from)));
    if (from == "engine") CHECK(seen_by_engine.contains(to));
    // What decides and tells a verdict stands without the tools; the doors, which have both, stand above
    // them.
    const bool is_core = heights.at(from) < heights.at("tools/lint");
    CHECK(is_core == (!from.starts_with("tools/") && from != "web/bridge" && from != "cli/main.cpp"));
    if (is_core) CHECK(!to.starts_with("tools/"));
    // Hands are places and tiles: a solver that knows of no expression.
    if (from == "replay/referee/hands") CHECK(include.what != "engine/evaluate.h");
    if (include.by.starts_with("engine/hands/"))
      CHECK((include.what.starts_with("engine/hands/") || include.what == "engine/position.h" ||
             include.what == "engine/tiles.h" || include.what == "engine/random.h"));
  }
}

/// True of the folders that are for the program alone.
bool is_of_program(const std::string& path) {
  static const std::set<std::string> rooms{"cli",       "cli/main.cpp", "tools/commands", "tools/findings",
                                           "tools/lsp", "tools/manual"};
  return rooms.contains(room_of(path));
}

TEST_CASE("tests of the core use no tools but their instruments", "[house]") {
  const std::set<std::string> instruments{"tools/differences", "tools/format",   "tools/players",
                                          "tools/recipes",     "tools/simulate", "tools/sources"};
  for (const Include& include :
       includes_of(sources_under({"tests/dsl", "tests/engine", "tests/replay", "tests/hostile"}))) {
    INFO(include.by << " includes " << include.what);
    if (include.what.starts_with("tools/")) CHECK(instruments.contains(room_of(include.what)));
  }
}

TEST_CASE("each outside library has its door", "[house]") {
  for (const Include& include :
       includes_of(sources_under({"dsl", "engine", "replay", "cli", "tools", "web"}))) {
    INFO(include.by << " includes " << include.what);
    if (include.what.starts_with("yaml-cpp/")) CHECK(include.by == "dsl/syntax/yaml_reader.cpp");
    if (include.what.starts_with("tao/")) CHECK(include.by.starts_with("dsl/syntax/"));
    if (include.what.starts_with("CLI/"))
      CHECK((include.by == "cli/flags.cpp" || include.by == "cli/main.cpp" ||
             include.by == "tools/manual/outline.cpp"));
    if (include.what == "curses.h" || include.what == "term.h")
      CHECK(include.by == "tools/commands/terminal.cpp");
    // Code that plays makes no texts.
    if (include.what.starts_with("fmt/")) CHECK(!include.by.starts_with("engine/"));
    // Installed headers must not ask others to have what we used; the grammar is not installed.
    const bool installed =
        include.by.ends_with(".h") && !is_of_program(include.by) && !include.by.starts_with("web/");
    if (installed && !include.own && include.by != "dsl/syntax/grammar.h") {
      CHECK(include.what.find('/') == std::string::npos);
    }
  }
}

TEST_CASE("public headers include no others of ours", "[house]") {
  const std::string list = read_file(source_folder() / "cmake" / "public_headers.cmake");
  const auto is_public = [&](const std::string& header) {
    return list.find("  " + header + "\n") != std::string::npos;
  };
  int found = 0;
  for (const Include& include : includes_of(sources_under({"dsl", "engine", "replay", "tools"}))) {
    if (!include.own || !is_public(include.by)) continue;
    INFO(include.by << " includes " << include.what);
    CHECK(is_public(include.what));
    ++found;
  }
  CHECK(found > 60);
}

TEST_CASE("cases that are repeated under the sanitizers are built for it", "[house]") {
  const std::string listed = read_file(source_folder() / "tests" / "CMakeLists.txt");
  std::string built;
  for (const char* part : {"roundhouse_sanitized_cases", "roundhouse_sanitized_tool_cases"}) {
    const std::size_t begin = listed.find(std::string("add_library(") + part + " OBJECT\n");
    REQUIRE(begin != std::string::npos);
    built += listed.substr(begin, listed.find("\n)", begin) - begin) + "\n";
  }
  int found = 0;
  for (const SourceText& source : sources_under({"tests"})) {
    const auto is_tagged = [](const std::string& line) {
      return line.find("[sanitized]") != std::string::npos || line.find("[.sanitized]") != std::string::npos;
    };
    const bool tagged = std::any_of(source.lines.begin(), source.lines.end(), is_tagged) &&
                        !source.path.starts_with("tests/house/");
    INFO(source.path);
    CHECK((built.find("  " + source.path.substr(6) + "\n") != std::string::npos) == tagged);
    if (tagged) ++found;
  }
  CHECK(found > 10);
}

TEST_CASE("every source is built", "[house]") {
  std::vector<std::string> folders{"dsl", "engine", "replay", "web/bridge", "cli", "bench", "tests"};
  for (const fs::directory_entry& tool : fs::directory_iterator(source_folder() / "tools"))
    if (tool.is_directory()) folders.push_back("tools/" + tool.path().filename().string());
  for (const std::string& folder : folders) {
    const std::string listed = read_file(source_folder() / folder / "CMakeLists.txt");
    for (const SourceText& source : sources_under({folder})) {
      // The main program of the fuzzers is built with them alone.
      const bool apart = source.path.starts_with("tests/consumer/") || source.path == "tests/fuzz/fuzzer.cpp";
      if (!source.path.ends_with(".cpp") || apart) continue;
      INFO(source.path);
      const std::string name = source.path.substr(folder.size() + 1);
      CHECK(listed.find("  " + name + "\n") != std::string::npos);
    }
  }
}

TEST_CASE("libraries neither print nor exit nor read the clock", "[house]") {
  static const std::regex forbidden(
      "\\bstd::(cout|cerr|clog|exit|abort|getenv|random_device|time)\\b|\\bsystem_clock\\b|"
      "\\b(printf|puts|fputs|exit|abort|getenv)\\(");
  for (const SourceText& source : sources_under({"dsl", "engine", "replay", "tools", "web"})) {
    if (is_of_program(source.path)) continue;
    for (std::size_t line = 0; line < source.lines.size(); ++line) {
      const std::string code = source.lines[line].substr(0, source.lines[line].find("//"));
      INFO(source.path << ":" << line + 1 << ": " << code);
      CHECK(!std::regex_search(code, forbidden));
    }
  }
}

TEST_CASE("comments and identifiers say what is done, without `told` and `whoever`", "[house]") {
  static const std::regex literal("\"([^\"\\\\]|\\\\.)*\"");
  static const std::regex avoided("\\b([Tt]old|[Ww]hoever)\\b");
  for (const SourceText& source :
       sources_under({"dsl", "engine", "replay", "cli", "tools", "web", "bench"})) {
    for (std::size_t line = 0; line < source.lines.size(); ++line) {
      if (!std::regex_search(source.lines[line], avoided)) continue;
      INFO(source.path << ":" << line + 1 << ": " << source.lines[line]);
      CHECK(!std::regex_search(std::regex_replace(source.lines[line], literal, ""), avoided));
    }
  }
}

/// A comment that begins with a relative clause or a question, instead of with the thing that it is about.
bool begins_with_a_bare_word(const std::string& line) {
  static const std::regex form("(^|[^:])//[/!]?<? *(What|Which|Who|Whom|Whose|Whoever) [a-z\\[`]");
  return std::regex_search(line, form);
}

TEST_CASE("no comment begins with a bare What, Which or Who", "[house]") {
  CHECK(begins_with_a_bare_word("  // What nobody wrote is not known."));
  CHECK(begins_with_a_bare_word("std::size_t line = 0;  ///< Which of them it is"));
  CHECK(begins_with_a_bare_word("/// Whom the row is about."));
  CHECK_FALSE(begins_with_a_bare_word("/// The tiles that nobody wrote; what is left is hidden."));
  CHECK_FALSE(begins_with_a_bare_word("  text = \"What is left?\";"));
  for (const SourceText& source :
       sources_under({"dsl", "engine", "replay", "tools", "web", "cli", "bench"})) {
    for (std::size_t line = 0; line < source.lines.size(); ++line) {
      INFO(source.path << ":" << line + 1 << ": " << source.lines[line]);
      CHECK(!begins_with_a_bare_word(source.lines[line]));
    }
  }
}

TEST_CASE("what somebody wrote becomes a number by one door", "[house]") {
  static const std::regex other_doors(
      "\\bfrom_chars\\b|\\bsto(i|l|ll|ul|ull|f|d|ld)\\(|\\bstrto[a-z]+\\(|\\bato(i|l|ll|f)\\(|\\bsscanf\\b");
  // The doors themselves, and a text that its own file has made.
  const std::set<std::string> doors{"dsl/base/whole_number.h", "cli/flags.cpp",
                                    "dsl/rulebook/equipment_lines.cpp"};
  // A tile that is written has no number before tile_in_set has looked at it.
  static const std::regex tile_of_halves("tile_of\\([a-z_.>-]*high, [a-z_.>-]*low\\)");
  for (const SourceText& source : sources_under({"dsl", "engine", "replay", "cli", "tools", "web"})) {
    for (std::size_t line = 0; line < source.lines.size(); ++line) {
      const std::string code = source.lines[line].substr(0, source.lines[line].find("//"));
      INFO(source.path << ":" << line + 1 << ": " << code);
      if (doors.count(source.path) == 0) CHECK(!std::regex_search(code, other_doors));
      if (source.path.starts_with("replay/") && source.path != "replay/record/tiles.h")
        CHECK(!std::regex_search(code, tile_of_halves));
    }
  }
}

TEST_CASE("printed JSON shows what is no UTF-8", "[house]") {
  // A number that was read is the one thing printed back as it stands.
  static const std::regex bare("\\.dump\\(\\)");
  for (const SourceText& source : sources_under({"dsl", "engine", "replay", "cli", "tools", "web"})) {
    if (source.path == "replay/record/read_record_json.cpp") continue;
    for (std::size_t line = 0; line < source.lines.size(); ++line) {
      INFO(source.path << ":" << line + 1);
      CHECK(!std::regex_search(source.lines[line], bare));
    }
  }
}

/// The sources that a text names, but for forms such as `read_*.cpp` and headers of others.
std::vector<std::string> sources_named_in(const std::string& text) {
  static const std::regex form(
      "(^|[^A-Za-z0-9_./*<-])([A-Za-z0-9_][A-Za-z0-9_./*-]*\\.(cpp|h))(?![A-Za-z0-9_])");
  std::vector<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), form), end; found != end; ++found) {
    const std::string name = (*found)[2];
    const bool is_form = name.find('*') != std::string::npos || name.find("TARGET") != std::string::npos;
    if (!is_form && name != "term.h") names.push_back(name);
  }
  return names;
}

TEST_CASE("a source that a comment or a document names is there", "[house]") {
  std::vector<std::string> paths{"/built_in_texts.cpp"};  // written by the build
  for (const SourceText& source :
       sources_under({"dsl", "engine", "replay", "cli", "tools", "bench", "tests", "web"}))
    paths.push_back("/" + source.path);
  const auto is_there = [&](const std::string& name) {
    return std::any_of(paths.begin(), paths.end(),
                       [&](const std::string& path) { return path.ends_with("/" + name); });
  };
  int found = 0;
  const auto check = [&](const std::string& place, const std::string& text) {
    for (const std::string& name : sources_named_in(text)) {
      INFO(place << " names " << name);
      CHECK(is_there(name));
      ++found;
    }
  };
  for (const SourceText& source : sources_under({"dsl", "engine", "replay", "cli", "tools", "bench"}))
    for (std::size_t line = 0; line < source.lines.size(); ++line) {
      const std::size_t comment = source.lines[line].find("//");
      if (comment != std::string::npos)
        check(source.path + ":" + std::to_string(line + 1), source.lines[line].substr(comment));
    }
  for (const fs::directory_entry& document : fs::directory_iterator(source_folder() / "docs"))
    if (document.path().extension() == ".md")
      check(document.path().filename().string(), read_file(document.path()));
  CHECK(found > 300);
}

/// What stands in a `switch` itself, without the switches within it; `at`: behind its opening brace,
/// afterwards behind its closing one. Switches are added to `found` from the inside outward.
std::string read_switch(const std::string& text, std::size_t& at, std::vector<std::string>& found) {
  static const std::string begin = "switch (";
  std::string own;
  for (int depth = 1; at < text.size() && depth > 0; ++at) {
    if (text.compare(at, begin.size(), begin) == 0) {
      at = text.find('{', at);
      if (at == std::string::npos) break;
      found.push_back(read_switch(text, ++at, found));
      --at;
      continue;
    }
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    own += text[at];
  }
  return own;
}

TEST_CASE("a switch over a list of the language or of the engine names all of it", "[house]") {
  static const std::regex over_a_list(
      "case "
      "([a-z]+::)*(Type|Site|Op|Root|Member|Bounds|Exchange|Presence|Setting|KeyMap|KeyForm|Effect|Argument|"
      "Order|Law|BuiltInAct|BuiltInEvent|ActKind|Field)::|\\(ROUNDHOUSE_[A-Z_]*CASE\\)");
  for (const SourceText& source : sources_under({"dsl", "engine", "replay", "cli", "tools", "web"})) {
    std::string text = "{";
    for (const std::string& line : source.lines) text += line + "\n";
    std::vector<std::string> switches;
    std::size_t at = 1;
    while (at < text.size()) read_switch(text, at, switches);
    for (const std::string& one : switches) {
      INFO(source.path << ": " << one);
      const bool named = one.find("default:") == std::string::npos || !std::regex_search(one, over_a_list);
      CHECK(named);
    }
  }
}

/// The comparisons of each list in each folder: `ActKind replay/fold`.
std::map<std::string, int> comparisons() {
  static const std::string list =
      "\\b(?:[a-z]+::)*(Op|Root|Member|Setting|Effect|Law|BuiltInAct|BuiltInEvent|ActKind|Field)::[a-z_]+";
  static const std::regex behind("[=!]= *" + list);
  static const std::regex before(list + " *[=!]=");
  std::map<std::string, int> found;
  for (const SourceText& source :
       sources_under({"dsl", "engine", "replay", "tools", "web", "cli", "bench"})) {
    const std::string folder = fs::path(source.path).parent_path().string();
    std::string text;
    for (const std::string& line : source.lines) text += line + "\n";
    for (const std::regex& form : {behind, before})
      for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at)
        ++found[(*at)[1].str() + " " + folder];
  }
  return found;
}

// A switch without a `default:` stops the build where a list grows; a comparison lets what is new pass for
// anything else. So what a row can say stands in the row, and each room that compares all the same says why.
TEST_CASE("a list of the language is compared in rooms that say why, and no more often than they say",
          "[house]") {
  std::map<std::string, int> allowed;
  std::istringstream rooms(read_file(source_folder() / "tests/house/comparisons.list"));
  for (std::string line; std::getline(rooms, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string list;
    std::string folder;
    int most = 0;
    std::string reason;
    words >> list >> folder >> most;
    std::getline(words >> std::ws, reason);
    INFO(line);
    REQUIRE(most > 0);
    CHECK(reason.size() > 20);
    CHECK(allowed.emplace(list + " " + folder, most).second);
  }
  const std::map<std::string, int> found = comparisons();
  for (const auto& [room, times] : found) {
    INFO(room << ": " << times
              << " comparisons; what they ask is a column of the list, or the room says why");
    REQUIRE(allowed.contains(room));
    CHECK(times <= allowed[room]);
  }
  for (const auto& [room, most] : allowed) {
    INFO(room << " compares nothing any more: its line goes");
    CHECK(found.contains(room));
  }
  CHECK(found.size() > 20);
}

}  // namespace
}  // namespace roundhouse::tests
