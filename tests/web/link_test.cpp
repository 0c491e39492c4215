// Links that carry rules and records: what goes in comes out, and what strangers send is refused or harmless.

#include <cstdint>
#include <random>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tools/links/share_link.h"

namespace roundhouse::tests {
namespace {

using cli::open_link;
using cli::SharedTexts;

SharedTexts spoiled_game() {
  return {read_file(source_folder() / "tests/games/dual/spoiled-example.train"),
          {{"dual.yaml", read_file(source_folder() / "variants/dual.yaml")},
           {"Z\xC3\xA9ro house.yml", "roundhouse: 1\n"}}};
}

TEST_CASE("what is put into a link comes out of it", "[web]") {
  for (const SharedTexts& texts : {SharedTexts{"[players Ann Ben]\n", {}},
                                   SharedTexts{"", {{"a.yaml", "roundhouse: 1\n"}}}, spoiled_game()}) {
    CHECK(cli::trouble_with_sharing(texts) == "");
    const std::string link = cli::link_fragment(texts);
    CHECK(link.starts_with("#1."));
    CHECK(link.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.#") ==
          std::string::npos);
    for (const std::string& whole :
         {link, "https://example.org/a/?b#" + link.substr(1), link.substr(1), link + "\n"}) {
      const cli::OpenedLink opened = open_link(whole);
      CHECK(opened.trouble == "");
      CHECK(opened.texts == texts);
    }
  }
}

TEST_CASE("texts of any letters come out of a link as they went in", "[web]") {
  std::mt19937_64 random(1);
  const std::string_view pieces[] = {"\"", "\\", "\n", "\t",   "\xC3\xA9", "\xF0\x9F\x90\xB1",
                                     "<",  "/",  "#",  "9-3>", "x",        " "};
  for (int run = 0; run < 300; ++run) {
    SharedTexts texts;
    const auto text = [&] {
      std::string made = "#";
      for (std::uint64_t left = random() % 200; left > 0; --left)
        made += pieces[random() % std::size(pieces)];
      return made;
    };
    texts.record = text();
    for (std::uint64_t left = random() % 5; left > 0; --left)
      texts.rules["f" + std::to_string(random() % 9) + ".yaml"] = text();
    const cli::OpenedLink opened = open_link(cli::link_fragment(texts));
    REQUIRE(opened.trouble == "");
    REQUIRE(opened.texts == texts);
  }
}

TEST_CASE("the app and the program make the same of a link", "[web]") {
  // Made by CompressionStream('deflate-raw') of the texts below.
  const std::string link = "#1.q1YqU7Iy1FEqSk3OL0pRslKKLshJrEwtKlZwzMtTcErNi43JU6oFAA";
  const cli::OpenedLink opened = open_link(link);
  INFO(opened.trouble);
  CHECK(opened.texts.record == "[players Ann Ben]\n");
}

TEST_CASE("links that are broken or hostile get one line and nothing else", "[web][sanitized]") {
  const std::string whole = cli::link_fragment(spoiled_game());
  CHECK(open_link("").trouble == "this is no link with rules or a record: behind its # it begins with 1.");
  CHECK(open_link("https://example.org/").trouble ==
        "this is no link with rules or a record: behind its # it begins with 1.");
  CHECK(open_link("#2.abcd").trouble ==
        "this link is of another form than this program reads; a newer one may");
  CHECK(open_link("#1." + std::string(cli::longest_link, 'A')).trouble == "this link is too long");
  const std::string broken = "this is no whole link: some of it is missing, or has been changed on its way";
  CHECK(open_link("#1.").trouble == broken);
  CHECK(open_link("#1.A").trouble == broken);
  CHECK(open_link("#1.a+b/").trouble == broken);
  CHECK(open_link(whole.substr(0, whole.size() / 2)).trouble == broken);
  CHECK(open_link(whole + "AAAA").trouble == broken);
  // Every letter of a link changed, one at a time: refused, or the same texts, or others within the bounds.
  const std::string small = cli::link_fragment({"[players Ann Ben]\n", {}});
  for (std::size_t at = 3; at < small.size(); ++at)
    for (const char other : {'A', 'z', '_', '!', '\0'}) {
      std::string changed = small;
      changed[at] = other;
      const cli::OpenedLink opened = open_link(changed);
      if (opened.trouble.empty()) CHECK(!opened.texts.record.empty());
    }
}

/// A link that holds this text where its JSON should be.
std::string link_of(const std::string& json) {
  // Deflated as it is: a last block that is stored.
  std::string bytes;
  bytes += '\x01';
  const auto size = static_cast<std::uint16_t>(json.size());
  for (const std::uint16_t half : {size, static_cast<std::uint16_t>(~size)}) {
    bytes += static_cast<char>(half & 255U);
    bytes += static_cast<char>(half >> 8U);
  }
  bytes += json;
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text = "#1.";
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char byte : bytes) {
    held = (held << 8U) | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6;) {
      bits -= 6;
      text += letters[(held >> bits) & 63U];
    }
  }
  if (bits > 0) text += letters[(held << (6 - bits)) & 63U];
  return text;
}

TEST_CASE("a link holds texts of the form that the app makes, and no paths", "[web]") {
  CHECK(open_link(link_of(R"({"v":1,"record":"x"})")).texts.record == "x");
  CHECK(open_link(link_of(R"({"v":1,"record":"x","later":7})")).texts.record == "x");
  CHECK(open_link(link_of(R"({"v":1})")).trouble == "there is nothing in this link");
  for (const char* json : {"", "[]", "7", "{\"v\":2,\"record\":\"x\"}", "{\"record\":\"x\"}",
                           "{\"v\":1,\"record\":7}", "{\"v\":1,\"record\":null}", "{\"v\":1,\"rules\":[]}",
                           "{\"v\":1,\"rules\":{\"a.yaml\":{}}}", "{\"v\":1,\"rules\":{\"a.yaml\":7}}",
                           "{\"v\":1,\"record\":\"\xFF\"}", "{\"v\":1,\"record\":[[[[[[1]]]]]]}"}) {
    INFO(json);
    CHECK(!open_link(link_of(json)).trouble.empty());
  }
  for (const char* name :
       {"../a.yaml", "/etc/a.yaml", "a/b.yaml", ".yaml", ".a.yaml", "a.sh", "a.yaml.sh", "a\\\\b.yaml",
        "-a.yaml", " a.yaml", "a\\u0000.yaml", "a\\u001b[2J.yaml", "a\\n.yaml", "CON:.yaml"}) {
    INFO(name);
    const cli::OpenedLink opened =
        open_link(link_of(std::string("{\"v\":1,\"rules\":{\"") + name + "\":\"roundhouse: 1\"}}"));
    CHECK(opened.trouble.find("no rule file is called so") != std::string::npos);
    CHECK(opened.texts == SharedTexts());
  }
  CHECK(cli::is_shared_name("family-2026.yaml"));
  CHECK(cli::is_shared_name("train@1a2b3c4d.yaml"));
  CHECK(!cli::is_shared_name(std::string(81, 'a') + ".yaml"));
  std::string many = "{\"v\":1,\"rules\":{";
  for (int i = 0; i < 17; ++i) many += (i > 0 ? "," : "") + ("\"f" + std::to_string(i)) + ".yaml\":\"x\"";
  CHECK(!open_link(link_of(many + "}}")).trouble.empty());
}

TEST_CASE("a link that swells is stopped at its bound", "[web][sanitized]") {
  SharedTexts texts{std::string(8U << 20U, 'a'), {}};
  CHECK(cli::trouble_with_sharing(texts) == "this is more than the 4 MB that a link may hold");
  const std::string link = cli::link_fragment(texts);
  CHECK(link.size() < 20'000);
  CHECK(open_link(link).trouble == "there is more in this link than 4 MB");
}

}  // namespace
}  // namespace roundhouse::tests
