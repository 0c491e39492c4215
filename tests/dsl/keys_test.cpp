// The table of the keys of a rule file: the reader knows each of them, and the language's page has it.

#include <map>
#include <string>

#include "dsl/check/check.h"
#include "dsl/vocabulary/keys.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

/// A file in which a map stands at `@` with one key.
const std::map<dsl::KeyMap, std::string> files_with{
    {dsl::KeyMap::file, "@"},
    {dsl::KeyMap::option, "options: { a: @ }"},
    {dsl::KeyMap::also, "options: { a: @ }"},
    {dsl::KeyMap::word, "words: { a: @ }"},
    {dsl::KeyMap::fact, "facts: { a: @ }"},
    {dsl::KeyMap::train, "trains: { a: @ }"},
    {dsl::KeyMap::act, "acts: { a: @ }"},
    {dsl::KeyMap::setup, "setup: @"},
    {dsl::KeyMap::set, "setup: { set: @ }"},
    {dsl::KeyMap::redeal, "setup: { redeal: @ }"},
    {dsl::KeyMap::engine, "setup: { engine: @ }"},
    {dsl::KeyMap::match, "match: @"},
    {dsl::KeyMap::value, "setup: { deal: @ }"},
    {dsl::KeyMap::rule, "rules: [@]"},
    {dsl::KeyMap::check, "checks: [@]"},
    {dsl::KeyMap::example, "examples: [@]"},
    {dsl::KeyMap::step, "words: { a: { is: [@] } }"},
    {dsl::KeyMap::worded_step, "setup: { deal: [@] }"},
    {dsl::KeyMap::saying_step, "words: { a: { is: true, says: [@] } }"},
};

bool complains_of(const std::string& text, const std::string& code, std::string_view key) {
  dsl::SourceMap sources;
  const dsl::VariantReader reader = [&](const std::string&, const std::string&) -> dsl::LoadedText {
    return {"this", text, {}};
  };
  for (const dsl::Diagnostic& found : dsl::check_variant(sources, reader, {"this", {}}).diagnostics)
    if (found.code == code && sources.text(found.where) == key) return true;
  return false;
}

/// `also` makes another map of an option's.
std::string file_with(dsl::KeyMap map, std::string_view key) {
  std::string text = files_with.at(map);
  std::string keys = "{ " + std::string(key) + ": x }";
  if (map == dsl::KeyMap::also && key != "also") keys = "{ also: [x], " + std::string(key) + ": x }";
  return text.replace(text.find('@'), 1, keys) + "\n";
}

TEST_CASE("the reader of rule files knows every key of the table and no other", "[dsl]") {
  for (const dsl::KeyRow& row : dsl::all_keys()) {
    INFO(file_with(row.in, row.key));
    CHECK_FALSE(complains_of(file_with(row.in, row.key), "unknown-key", row.key));
  }
  for (const auto& [map, text] : files_with) {
    INFO(file_with(map, "zzz"));
    CHECK(complains_of(file_with(map, "zzz"), "unknown-key", "zzz"));
  }
}

TEST_CASE("the page of the language has every key of a rule file", "[dsl]") {
  const std::string page = read_file(source_folder() / "docs/language.md");
  for (const dsl::KeyRow& row : dsl::all_keys()) {
    INFO(row.key);
    const std::string key(row.key);
    CHECK((page.find("`" + key) != std::string::npos || page.find(" " + key + "`") != std::string::npos ||
           page.find(" " + key + ":") != std::string::npos));
  }
}

}  // namespace
}  // namespace roundhouse::tests
