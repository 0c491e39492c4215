// The files that the libraries open, and those that they leave alone.

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "dsl/base/text_file.h"
#include "dsl/check/variant_files.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using dsl::TextKind;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

const std::string rules = "roundhouse: 1\nname: X\nextends: train\n";

TEST_CASE("only ordinary files are read, and none is waited for", "[dsl][base]") {
  const CommandFolder folder;
  const fs::path& home = folder.path();
  write(home / "file", "text");
  REQUIRE(mkfifo((home / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("round", home / "round");
  CHECK(dsl::read_text_file(home / "file", 4).text == "text");
  CHECK(dsl::read_text_file(home / "file", 3).trouble == "this file is larger than 0 KiB");
  CHECK(dsl::read_text_file(home / "pipe", 100).trouble == "this is not an ordinary file");
  CHECK(dsl::read_text_file("/dev/zero", 100).trouble == "this is not an ordinary file");
  CHECK(dsl::read_text_file(home, 100).trouble == "this is a folder, not a file");
  CHECK(dsl::read_text_file(home / "round", 100).trouble == "its links lead round in a circle");
  CHECK(dsl::read_text_file(home / "none", 100).trouble == "there is no such file");
  CHECK(dsl::read_text_file(home / "file" / "none", 100).trouble == "there is no such file");
  CHECK(dsl::read_text_file(home / std::string(5000, 'x'), 100).trouble == "there is no such file");
  CHECK(dsl::read_text_file((home / "file").string() + std::string("\0x", 2), 100).trouble ==
        "there is no such file");
  // A file of the system that looks empty has its text all the same.
  CHECK(dsl::read_text_file("/proc/self/status", 1 << 16).text.find("Name:") != std::string::npos);
}

TEST_CASE("reading that is confined to a folder does not leave it", "[dsl][base]") {
  const CommandFolder folder;
  const fs::path home = folder.path() / "home";
  write(home / "in.yaml", "in");
  write(home / "deep" / "in.yaml", "in");
  write(folder.path() / "out.yaml", "out");
  write(folder.path() / "home-too" / "out.yaml", "out");
  fs::create_symlink("../out.yaml", home / "link.yaml");
  fs::create_symlink(folder.path() / "out.yaml", home / "far.yaml");
  fs::create_symlink("..", home / "up");
  fs::create_symlink("deep", home / "down");
  fs::create_symlink("deep/in.yaml", home / "near.yaml");
  fs::create_symlink(home, folder.path() / "other-name");
  const dsl::ReadingBounds bounds{home};
  const auto text = [&](const fs::path& path) { return dsl::read_text_file(path, 100, bounds); };
  for (const char* inside : {"in.yaml", "deep/in.yaml", "down/in.yaml", "near.yaml", "deep/../in.yaml",
                             "up/home/in.yaml", "../home/in.yaml"}) {
    INFO(inside);
    CHECK(text(home / inside).text == "in");
  }
  CHECK(text(folder.path() / "other-name" / "in.yaml").text == "in");
  const std::string refused = "this file lies outside the folder to which reading is confined";
  for (const char* outside :
       {"../out.yaml", "link.yaml", "far.yaml", "up/out.yaml", "deep/../../out.yaml", "../home-too/out.yaml",
        "../none.yaml", "up/none.yaml", "/etc/passwd", "/none"}) {
    INFO(outside);
    CHECK(text(home / outside).trouble == refused);
    CHECK(text(home / outside).text == "");
    CHECK(!dsl::open_text_file(home / outside, bounds).stream.is_open());
  }
  CHECK(dsl::read_text_file(home / "in.yaml", 100, {folder.path() / "gone"}).trouble == refused);
}

TEST_CASE("what texts name is given only if it is a rule file", "[dsl][check]") {
  const CommandFolder folder;
  const fs::path home = folder.path() / "home";
  write(home / "rules.yaml", rules);
  write(home / "notes.yaml", "name: my notes\nroundhouse: 1\n");
  write(home / "rules.txt", rules);
  write(folder.path() / "out.yaml", rules);
  const fs::path bundled = source_folder() / "variants";
  const std::string first = (home / "rules.yaml").string();
  const std::string notes = (home / "notes.yaml").string();

  const dsl::VariantReader user = dsl::read_variant_files(bundled);
  CHECK(user(first, "").text == rules);
  CHECK(user("notes.yaml", first).trouble == "this is no rule file: its first key is not 'roundhouse'");
  CHECK(user("notes.yaml", first).text == "");
  CHECK(user(notes, "").text != "");
  CHECK(user("Star-Ranch", "").name == "star-ranch");
  CHECK(user("star-ranhc", "").help == "did you mean 'star-ranch'?");

  const dsl::VariantReader record = dsl::read_variant_files(bundled, {.first = dsl::NamedBy::record});
  CHECK(record(first, "").text == rules);
  CHECK(record("train", "").trouble == "");
  CHECK(record("Train", "").name == "train");
  for (const std::string& named :
       {notes, (home / "rules.txt").string(), std::string("-"), std::string("README"),
        std::string("/etc/passwd"), std::string("/dev/zero"), home.string()}) {
    INFO(named);
    CHECK(record(named, "").trouble != "");
    CHECK(record(named, "").text == "");
  }
  const dsl::VariantReader confined =
      dsl::read_variant_files(bundled, {.first = dsl::NamedBy::record, .bounds = {home}});
  CHECK(confined(first, "").text == rules);
  CHECK(confined("dual", "").trouble == "");
  CHECK(confined((folder.path() / "out.yaml").string(), "").text == "");
  CHECK(confined((home / ".." / "out.yaml").string(), "").text == "");
}

TEST_CASE("the kind of a text shows where it begins", "[dsl][base]") {
  const auto kind = [](std::string_view text) { return dsl::kind_of_text(text); };
  CHECK(kind(rules) == TextKind::rules);
  CHECK(kind("\xEF\xBB\xBF# a comment\n\n---\n'roundhouse' : 1\n") == TextKind::rules);
  CHECK(kind("{roundhouse: 1, name: X}") == TextKind::rules);
  CHECK(kind("{ \"roundhouse\": 1 }") == TextKind::rules);
  CHECK(kind("roundhouses: 1\n") == TextKind::other);
  CHECK(kind("roundhouse\n") == TextKind::other);
  CHECK(kind("name: X\nroundhouse: 1\n") == TextKind::other);
  CHECK(kind("# evening\n\n[players Ann Ben]\n") == TextKind::record);
  CHECK(kind("{\"schema\":1}") == TextKind::json);
  CHECK(kind("[{\"a\":1}]") == TextKind::json);
  CHECK(kind("\x89PNG\r\n\x1a\n") == TextKind::binary);
  CHECK(kind(std::string_view("ab\0c", 4)) == TextKind::binary);
  for (const char* text : {"", "\n", "#", "---", "[", "{", "[ ", "\"", "'", "\xFF\xFEr\0o"})
    CHECK(kind(text) == TextKind::other);
}

TEST_CASE("a record is one whatever its first line is", "[dsl][base]") {
  for (const std::string_view text :
       {"// Friday\n[variant train]\n", "players: Ann Bob\nvariant: train\nround 12\n",
        "Friday, at Ann's\n[players Ann Bob]\n", "round 12\n", "{late}\nround 12\n"}) {
    INFO(text);
    CHECK(dsl::kind_of_text(text) == TextKind::record);
    CHECK(dsl::kind_of_file("evening.txt", text) == TextKind::record);
  }
  // What stands deeper is an example of a rule file.
  for (const std::string_view text :
       {"name: X\nexamples: |\n  [variant train]\n  round 12\n", "rounds 12\n", "round: 12\n"}) {
    INFO(text);
    CHECK(dsl::kind_of_text(text) == TextKind::other);
    CHECK(dsl::kind_of_file("evening.yaml", text) == TextKind::other);
    CHECK(dsl::kind_of_file("evening.train", text) == TextKind::record);
  }
  CHECK(dsl::kind_of_file("evening.train", "") == TextKind::record);
  CHECK(dsl::kind_of_file("evening.train", "Ann, Bob\n3, 4\n") == TextKind::record);
  CHECK(dsl::kind_of_file("evening.train", rules) == TextKind::rules);
  CHECK(dsl::kind_of_file("evening.train", "\x89PNG\r\n\x1a\n") == TextKind::binary);
}

}  // namespace
}  // namespace roundhouse::tests
