#include "tests/support/viewed_game.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "replay/record/read_record.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

using replay::Key;
using replay::KeyKind;

struct NamedKey {
  std::string_view word;
  Key key;
  std::string_view in_tmux;
};
constexpr std::array named_keys{NamedKey{"right", {KeyKind::right}, "Right"},
                                NamedKey{"left", {KeyKind::left}, "Left"},
                                NamedKey{"up", {KeyKind::up}, "Up"},
                                NamedKey{"down", {KeyKind::down}, "Down"},
                                NamedKey{"PageUp", {KeyKind::page_up}, "PPage"},
                                NamedKey{"PageDown", {KeyKind::page_down}, "NPage"},
                                NamedKey{"Home", {KeyKind::home}, "Home"},
                                NamedKey{"End", {KeyKind::end}, "End"},
                                NamedKey{"Enter", {KeyKind::enter}, "Enter"},
                                NamedKey{"escape", {KeyKind::escape}, "Escape"},
                                NamedKey{"backspace", {KeyKind::backspace}, "BSpace"},
                                NamedKey{"space", {KeyKind::character, ' '}, "Space"},
                                NamedKey{"Ctrl-L", {KeyKind::resized}, "C-l"},
                                NamedKey{"Ctrl-Z", {}, "C-z"},
                                NamedKey{"Ctrl-C", {KeyKind::ended}, "C-c"}};

const NamedKey* find_key(const std::string& word) {
  const auto found = std::find_if(named_keys.begin(), named_keys.end(),
                                  [&](const NamedKey& named) { return named.word == word; });
  return found == named_keys.end() ? nullptr : &*found;
}

}  // namespace

ViewedGame::ViewedGame(const std::string& path) {
  read(std::filesystem::path(path).filename().string(), read_file(source_folder() / path), {});
}

ViewedGame::ViewedGame(const std::string& title, const std::string& text, const std::string& rules) {
  read(title, text, rules);
}

void ViewedGame::read(const std::string& title, const std::string& text, const std::string& own_rules) {
  title_ = title;
  const dsl::FileId file = sources_.add(title, text);
  const dsl::VariantReader bundled = dsl::read_variant_files((source_folder() / "variants").string());
  const dsl::VariantReader reader = [&](const std::string& wanted,
                                        const std::string& from) -> dsl::LoadedText {
    if (wanted == "test.yaml") return {.name = wanted, .text = own_rules, .trouble = {}};
    return bundled(wanted, from == "test.yaml" ? std::string() : from);
  };
  const replay::ProgramOf rules_for = [&](const replay::Header& header) {
    dsl::CheckInput input{.variant = header.variant.name, .settings = {}};
    for (const replay::OptionField& option : header.variant.options)
      input.settings.push_back({option.name, option.value, option.at.span});
    auto checked = dsl::check_variant(sources_, reader, input);
    INFO(dsl::render_diagnostics(sources_, checked.diagnostics));
    REQUIRE(checked.ok());
    replay::ReadyRules rules;
    rules.program = std::make_shared<const engine::Rules>(
        engine::compile_rules(checked.value, static_cast<int>(header.players.size())));
    rules.checked = std::make_shared<const dsl::CheckedRules>(std::move(checked.value));
    if (!rules_.program) rules_ = rules;
    return rules;
  };
  auto record = replay::read_record(file, text, rules_for);
  INFO(dsl::render_diagnostics(sources_, record.diagnostics));
  REQUIRE(record.ok());
  record_ = std::move(record.value);
  REQUIRE(rules_.program);
}

replay::ViewedRecord ViewedGame::viewed() const {
  return {.program = *rules_.program,
          .checked = *rules_.checked,
          .header = record_.header,
          .sources = sources_,
          .title = title_,
          .rounds = [this](std::size_t first, const std::function<bool(const replay::RecordRound&)>& each) {
            for (std::size_t i = first; i < record_.rounds.size(); ++i)
              if (!each(record_.rounds[i])) return;
          }};
}

std::vector<Key> keys_from(const std::string& words) {
  std::vector<Key> keys;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (const NamedKey* named = find_key(word)) {
      keys.push_back(named->key);
      continue;
    }
    for (const char c : word)
      keys.push_back({KeyKind::character, static_cast<char32_t>(static_cast<unsigned char>(c))});
  }
  return keys;
}

std::vector<std::string> tmux_keys_from(const std::string& words) {
  std::vector<std::string> keys;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (const NamedKey* named = find_key(word)) {
      keys.emplace_back(named->in_tmux);
      continue;
    }
    for (const char c : word) keys.emplace_back(1, c);
  }
  return keys;
}

}  // namespace roundhouse::tests
