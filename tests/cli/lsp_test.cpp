// The language server as editors meet it: from outside, over pipes; by a client of our own, by Neovim and by
// the library with which VS Code talks.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/chance.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"
#include "tools/lsp/text_position.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string framed_text(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
std::string note(const std::string& method, const Json& parameters) {
  return framed_text(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}}.dump());
}
std::string request(int id, const std::string& method, const Json& parameters) {
  return framed_text(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}}.dump());
}
const std::string greeting =
    request(1, "initialize", {{"capabilities", Json::object()}}) + note("initialized", Json::object());
const std::string farewell = request(99, "shutdown", nullptr) + note("exit", nullptr);

std::string opened(const std::string& uri, const std::string& text) {
  return note("textDocument/didOpen",
              {{"textDocument", {{"uri", uri}, {"languageId", "yaml"}, {"version", 1}, {"text", text}}}});
}

/// All messages that the server sends for this input.
std::vector<Json> answered(const std::string& input, int status = 0, const fs::path& folder = {}) {
  ProgramCall call;
  call.arguments = {"lsp", "--stdio"};
  call.input = input;
  call.folder = folder;
  call.seconds = 300;
  const ProgramResult result = run_program(call);
  CHECK(result.status == status);
  CHECK(result.errors == "");
  std::vector<Json> messages;
  for (std::size_t at = 0; at < result.output.size();) {
    const std::size_t end = result.output.find("\r\n\r\n", at);
    REQUIRE(end != std::string::npos);
    const std::string header = result.output.substr(at, end - at);
    REQUIRE(header.starts_with("Content-Length: "));
    const std::size_t length = std::stoul(header.substr(16));
    messages.push_back(Json::parse(result.output.substr(end + 4, length)));
    at = end + 4 + length;
  }
  return messages;
}

Json answer_to(const std::vector<Json>& messages, int id) {
  for (const Json& message : messages)
    if (message.value("id", Json()) == id) return message;
  return nullptr;
}

/// What was said last of a document.
Json last_diagnostics(const std::vector<Json>& messages, const std::string& uri) {
  Json last;
  for (const Json& message : messages)
    if (message.value("method", "") == "textDocument/publishDiagnostics" &&
        message.at("params").at("uri") == uri)
      last = message.at("params").at("diagnostics");
  return last;
}

using Finding = std::tuple<std::size_t, std::string, std::string>;  // line, code, message

std::multiset<Finding> findings_in(const Json& diagnostics) {
  std::multiset<Finding> found;
  for (const Json& one : diagnostics) {
    const std::string message = one.at("message");
    found.emplace(one.at("range").at("start").at("line").get<std::size_t>(), one.at("code"),
                  message.substr(0, message.find('\n')));
  }
  return found;
}

std::multiset<Finding> lint_findings_of(const fs::path& file) {
  ProgramCall call;
  call.arguments = {"lint", "--format", "json", file.string()};
  std::multiset<Finding> found;
  std::istringstream lines(run_program(call).output);
  for (std::string line; std::getline(lines, line);) {
    const Json one = Json::parse(line);
    const std::string message = one.at("message");
    if (one.at("line").is_null()) continue;
    found.emplace(one.at("line").get<std::size_t>() - 1, one.at("check"),
                  message.substr(0, message.find('\n')));
  }
  return found;
}

const std::string house = R"(roundhouse: 1
name: The house
extends: train
options:
  bonus: { default: 10, range: 0..100 }
rules:
  - id: pays
    after: ending
    when: round.winner != nobody and bonus > 0
    do: score(round.winner, 0 - bonus)
    says: Whoever goes out gets {bonus} points off – at once.
  - id: light
    forbid: lay
    when: tile.dubble and me.turns == 1
    says: No double at first.
)";

TEST_CASE("the language server reports what lint reports, and how it is mended", "[cli][lsp]") {
  const std::string uri = "file:///tmp/house.yaml";
  const Json at{{"line", 13}, {"character", 16}};
  const std::vector<Json> messages = answered(greeting + opened(uri, house) +
                                              request(2, "textDocument/codeAction",
                                                      {{"textDocument", {{"uri", uri}}},
                                                       {"range", {{"start", at}, {"end", at}}},
                                                       {"context", Json::object()}}) +
                                              farewell);
  const Json found = last_diagnostics(messages, uri);
  REQUIRE(found.size() == 1);
  CHECK(found[0].at("code") == "unknown-member");
  CHECK(found[0].at("range").at("start") == Json{{"line", 13}, {"character", 15}});
  const Json actions = answer_to(messages, 2).at("result");
  REQUIRE(actions.size() == 1);
  CHECK(actions[0].at("title") == "did you mean 'double'?");
  CHECK(actions[0].at("edit").at("changes").at(uri)[0].at("newText") == "double");
}

TEST_CASE("a key that is completed gets no second colon", "[cli][lsp]") {
  const std::string uri = "file:///tmp/keys.yaml";
  for (const auto& [line, written] :
       {std::pair{"opt: { draws: 2 }", "options"}, std::pair{"opt", "options:"}}) {
    const std::vector<Json> messages = answered(
        greeting + opened(uri, std::string("roundhouse: 1\nname: Ours\nextends: train\n") + line + "\n") +
        request(2, "textDocument/completion",
                {{"textDocument", {{"uri", uri}}}, {"position", {{"line", 3}, {"character", 3}}}}) +
        farewell);
    const Json items = answer_to(messages, 2).at("result").at("items");
    std::set<std::string> texts;
    for (const Json& item : items) texts.insert(item.at("textEdit").at("newText").get<std::string>());
    INFO(line);
    CHECK(texts.contains(written));
  }
}

TEST_CASE("an unsaved parent is seen by its open child", "[cli][lsp]") {
  CommandFolder folder;
  std::ofstream(folder.path() / "club.yaml") << "roundhouse: 1\nextends: train\n";
  const std::string club = "file://" + (folder.path() / "club.yaml").string();
  const std::string child = "file://" + (folder.path() / "child.yaml").string();
  const std::string text = "roundhouse: 1\nextends: club.yaml\noptions:\n  bonus: 20\n";
  const std::vector<Json> before = answered(greeting + opened(child, text) + farewell);
  REQUIRE(last_diagnostics(before, child).size() == 1);
  CHECK(last_diagnostics(before, child)[0].at("code") == "unknown-option");
  const std::vector<Json> after = answered(greeting + opened(child, text) + opened(club, house) + farewell);
  CHECK(last_diagnostics(after, child)[0].at("message").get<std::string>().starts_with("in "));
  std::string good = house;
  good.replace(good.find("dubble"), 6, "double");
  CHECK(last_diagnostics(answered(greeting + opened(child, text) + opened(club, good) + farewell), child)
            .empty());
}

TEST_CASE("places are counted in UTF-16, or in bytes where that is agreed on", "[cli][lsp]") {
  const std::string text = "a\u00e4\U0001F062b\r\nsecond";
  using cli::Counting;
  CHECK(cli::offset_at(text, {0, 4}, Counting::utf16) == 7);
  CHECK(cli::offset_at(text, {0, 3}, Counting::utf16) == 3);  // within a pair: before it
  CHECK(cli::offset_at(text, {0, 7}, Counting::utf8) == 7);
  CHECK(cli::offset_at(text, {0, 3}, Counting::utf32) == 7);
  CHECK(cli::offset_at(text, {0, 100}, Counting::utf16) == 8);
  CHECK(cli::offset_at(text, {1, 3}, Counting::utf16) == 13);
  CHECK(cli::offset_at(text, {100, 0}, Counting::utf16) == text.size());
  for (std::size_t at : {0UL, 1UL, 3UL, 7UL, 8UL, 10UL, 13UL, 16UL})
    for (const Counting counting : {Counting::utf16, Counting::utf8, Counting::utf32})
      CHECK(cli::offset_at(text, cli::position_at(text, at, counting), counting) == at);
  const Json offered{{"capabilities", {{"general", {{"positionEncodings", {"utf-16", "utf-8"}}}}}}};
  CHECK(answer_to(answered(request(1, "initialize", offered) + farewell), 1)
            .at("result")
            .at("capabilities")
            .at("positionEncoding") == "utf-8");
  CHECK(answer_to(answered(greeting + farewell), 1).at("result").at("capabilities").at("positionEncoding") ==
        "utf-16");
}

TEST_CASE("no message is too odd for the language server", "[cli][lsp]") {
  const std::string uri = "file:///tmp/house.yaml";
  const auto changed = [&](const Json& change) {
    return note("textDocument/didChange",
                {{"textDocument", {{"uri", uri}, {"version", 2}}}, {"contentChanges", {change}}});
  };
  const auto place = [](const Json& line, const Json& character) {
    return Json{{"line", line}, {"character", character}};
  };
  std::string input = "nonsense without an end of header\r\n\r\nContent-Length: none\r\n\r\n";
  input += framed_text("{ no json") + framed_text("[1, 2]") + framed_text("7") + framed_text(R"({"id": 5})") +
           framed_text("");
  input += framed_text(std::string(100'000, '['));
  input += request(2, "textDocument/hover", Json::object());  // too early
  input += greeting + opened(uri, house);
  input += note("textDocument/didOpen", {{"textDocument", 7}}) + note("textDocument/didChange", nullptr);
  input += changed({{"text", 5}}) + changed({{"range", "all"}, {"text", ""}});
  input += changed(
      {{"range", {{"start", place(1'000'000'000'000, -5)}, {"end", place("x", 2)}}}, {"text", "# end"}});
  input += changed({{"range", {{"start", place(9, 9)}, {"end", place(2, 1)}}}, {"text", ""}});
  input += changed(
      {{"range", {{"start", place(-1, -1)}, {"end", place(-1, 1e300)}}}, {"text", "\xF0\x9F\x81\xA2"}});
  input += request(3, "no/such", {}) +
           request(4, "textDocument/hover", {{"textDocument", {{"uri", "file:///no"}}}});
  input += request(6, "textDocument/completion",
                   {{"textDocument", {{"uri", uri}}}, {"position", place(5, 100'000)}});
  input += request(7, "textDocument/rename",
                   {{"textDocument", {{"uri", uri}}}, {"position", place(4, 3)}, {"newName", 7}});
  input += request(8, "roundhouse/rulebook", {{"textDocument", {{"uri", uri}}}});
  input += "Content-Length: 99999999999\r\n";  // and then another header with a length that is meant
  input += "Content-Length: 2\r\n\r\n{}";
  input += note("textDocument/didClose", {{"textDocument", {{"uri", "file:///no"}}}}) + farewell;
  const std::vector<Json> messages = answered(input);
  std::size_t errors = 0;
  for (const Json& message : messages) errors += message.contains("error") ? 1 : 0;
  CHECK(errors >= 10);
  CHECK(answer_to(messages, 99).contains("result"));
  CHECK(answer_to(messages, 3).at("error").at("code") == -32601);
  CHECK(answer_to(messages, 4).at("result").is_null());
  CHECK(answer_to(messages, 7).at("error").at("code") == -32602);
  CHECK(answer_to(messages, 2).at("error").at("code") == -32002);
  CHECK(answer_to(messages, 6).contains("result"));
}

TEST_CASE("no session is too garbled for the language server", "[cli][lsp]") {
  const std::string uri = "file:///tmp/house.yaml";
  const Json document{{"textDocument", {{"uri", uri}}}};
  const auto at = [&](std::size_t line, std::size_t character) {
    Json parameters = document;
    parameters["position"] = {{"line", line}, {"character", character}};
    return parameters;
  };
  const std::string whole = greeting + opened(uri, house) + request(2, "textDocument/hover", at(8, 40)) +
                            request(3, "textDocument/completion", at(13, 20)) +
                            request(4, "textDocument/references", at(4, 3)) +
                            request(5, "textDocument/formatting", document) +
                            request(6, "textDocument/documentSymbol", document) + farewell;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Chance chance(seed);
    std::string input = whole;
    for (int times = 1 + chance.below(6); times > 0; --times) {
      const auto place = static_cast<std::size_t>(chance.below(static_cast<int>(input.size())));
      switch (chance.below(4)) {
        case 0:
          input[place] = static_cast<char>(chance.below(256));
          break;
        case 1:
          input.erase(place, static_cast<std::size_t>(1 + chance.below(30)));
          break;
        case 2:
          input.insert(
              place,
              input.substr(static_cast<std::size_t>(chance.below(static_cast<int>(input.size()))), 20));
          break;
        default:
          input.insert(place, "\r\n\r\n");
      }
    }
    ProgramCall call;
    call.arguments = {"lsp"};
    call.input = input;
    const ProgramResult result = run_program(call);
    INFO("seed " << seed);
    CHECK((result.status == 0 || result.status == 1));
    CHECK_FALSE(result.timed_out);
  }
}

TEST_CASE("of YAML that is no rule file nothing is said", "[cli][lsp]") {
  const std::string uri = "file:///tmp/workflow.yaml";
  const std::string begun = "file:///tmp/begun.yaml";
  const std::vector<Json> messages =
      answered(greeting + opened(uri, "name: CI\non: push\njobs: {}\n") + opened(begun, "extends: train\n") +
               request(2, "textDocument/completion",
                       {{"textDocument", {{"uri", uri}}}, {"position", {{"line", 0}, {"character", 0}}}}) +
               farewell);
  CHECK(last_diagnostics(messages, uri).empty());
  CHECK(answer_to(messages, 2).at("result").is_null());
  CHECK(last_diagnostics(messages, begun).size() == 1);
}

TEST_CASE("messages that nest too deeply, have too many values or are too long are refused", "[cli][lsp]") {
  const auto refusal_of = [](const std::string& body) {
    const std::vector<Json> messages =
        answered(greeting + framed_text(body) + request(7, "none", nullptr) + farewell);
    // What comes behind it is answered.
    CHECK(answer_to(messages, 7).contains("error"));
    for (const Json& message : messages)
      if (message.contains("id") && message["id"].is_null())
        return message["error"]["message"].get<std::string>();
    return std::string("it was taken");
  };
  const std::string limits = "the message nests deeper than 64 or has more than 200000 values";
  std::string values;
  for (int i = 0; i < 200'000; ++i) values += "[],";
  CHECK(refusal_of(std::string(60'000, '[') + std::string(60'000, ']')) == limits);
  CHECK(refusal_of("{\"id\":" + std::string(60'000, '[') + std::string(60'000, ']') + "}") == limits);
  CHECK(refusal_of("[" + values + "1]") == limits);
  CHECK(refusal_of("\"" + std::string(std::size_t{17} << 20, 'a') + "\"") ==
        "the message is longer than 16 MiB");
}

TEST_CASE("a huge text is reported as too large", "[cli][lsp]") {
  const std::string uri = "file:///tmp/huge.yaml";
  const std::string huge = "roundhouse: 1\nname: " + std::string(3'000'000, 'x') + "\n";
  const Json found = last_diagnostics(answered(greeting + opened(uri, huge) + farewell), uri);
  REQUIRE(found.size() == 1);
  CHECK(found[0].at("code") == "cannot-read");
}

TEST_CASE("the input may end at any place", "[cli][lsp]") {
  const std::string whole = greeting + opened("file:///tmp/house.yaml", house) + farewell;
  const std::size_t shut_down = whole.size() - note("exit", nullptr).size();
  for (std::size_t end = 0; end < whole.size(); end += 97)
    answered(whole.substr(0, end), end < shut_down ? 1 : 0);
}

TEST_CASE("after ten thousand edits the language server says what lint says", "[cli][lsp]") {
  CommandFolder folder;
  const fs::path file = folder.path() / "house.yaml";
  const std::string uri = "file://" + file.string();
  const std::vector<std::string> pieces{
      "",         "x", "\n", "  ", "- id: b\n", "when: ", "tile.", "me",    "\u00e4", "\U0001F062",
      "{ a: 1 }", ":", "#",  "\"", "\r\n",      "and ",   "10",    "bonus", "[",      "}"};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Chance chance(seed);
    std::string text = house;
    std::string input = greeting + opened(uri, text);
    std::vector<std::string> earlier;
    const auto edit = [&](std::size_t begin, std::size_t end, const std::string& put) {
      const auto position = [&](std::size_t at) -> Json {
        const cli::TextPosition place = cli::position_at(text, at, cli::Counting::utf16);
        return {{"line", place.line}, {"character", place.character}};
      };
      input += note("textDocument/didChange",
                    {{"textDocument", {{"uri", uri}, {"version", 2}}},
                     {"contentChanges",
                      {{{"range", {{"start", position(begin)}, {"end", position(end)}}}, {"text", put}}}}});
      text.replace(begin, end - begin, put);
    };
    const auto any_place = [&] {
      auto at = static_cast<std::size_t>(chance.below(static_cast<int>(text.size()) + 1));
      while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
      // No editor cuts the end of a line in two.
      if (at > 0 && at < text.size() && text[at] == '\n' && text[at - 1] == '\r') --at;
      return at;
    };
    for (int i = 0; i < 500; ++i) {
      if (!earlier.empty() && chance.percent(60)) {
        // Back to what it was, as a whole.
        edit(0, text.size(), earlier.back());
        earlier.pop_back();
        continue;
      }
      earlier.push_back(text);
      std::size_t begin = any_place();
      std::size_t end = chance.percent(60) ? begin : any_place();
      if (end < begin) std::swap(begin, end);
      end = std::min(end, begin + 40);
      while (end > begin && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
      if (end > begin && end < text.size() && text[end] == '\n' && text[end - 1] == '\r') --end;
      edit(begin, end, chance.of(pieces));
    }
    while (earlier.size() > static_cast<std::size_t>(chance.below(4))) {
      edit(0, text.size(), earlier.back());
      earlier.pop_back();
    }
    std::ofstream(file, std::ios::binary) << text;
    INFO("seed " << seed << "\n" << text);
    CHECK(findings_in(last_diagnostics(answered(input + farewell), uri)) == lint_findings_of(file));
  }
}

TEST_CASE("a record is judged, and shows the table after each line", "[cli][lsp]") {
  const std::string uri = "file:///tmp/evening.train";
  const std::string record =
      "[variant train]\n[players Ann Ben]\n\nround 12\nAnn: 12-12 12-5\nBen: 5-4>Ann\n";
  const std::vector<Json> messages = answered(
      greeting + opened(uri, record) +
      request(2, "textDocument/hover",
              {{"textDocument", {{"uri", uri}}}, {"position", {{"line", 4}, {"character", 2}}}}) +
      request(3, "textDocument/formatting", {{"textDocument", {{"uri", uri}}}, {"options", Json::object()}}) +
      farewell);
  const Json found = last_diagnostics(messages, uri);
  REQUIRE(found.size() == 1);
  CHECK(found[0].at("code") == "closed-train");
  CHECK(found[0].at("range").at("start").at("line") == 5);
  const std::string shown = answer_to(messages, 2).at("result").at("contents").at("value");
  CHECK(shown.find("engine    12-12") != std::string::npos);
  CHECK(shown.find("It is Ben's turn.") != std::string::npos);
  CHECK(answer_to(messages, 3).at("result").empty());
}

TEST_CASE("Neovim shows, completes, finds, renames and lays out", "[cli][lsp]") {
  CommandFolder folder;
  ProgramCall call;
  call.folder = folder.path();
  call.seconds = 120;
  call.environment = {{"HOME", folder.path().string()}, {"XDG_STATE_HOME", folder.path().string()}};
  if (run_shell("command -v nvim", call).status != 0) {
    WARN("neovim is missing: it is not tried (./dev installs it)");
    return;
  }
  std::ofstream(folder.path() / "house.yaml") << house;
  std::ofstream(folder.path() / "friday.yaml")
      << "roundhouse: 1\nname: Friday\nextends: house.yaml\noptions:\n  bonus: 20\n";
  call.arguments = {(source_folder() / "tests/editors/neovim.lua").string()};
  const ProgramResult result = run_shell("nvim --headless -u NONE -i NONE -c \"luafile $1\" 2>&1", call);
  CHECK(golden_difference(source_folder() / "tests/editors/neovim.expected", result.output) == "");
}

TEST_CASE("the library of VS Code talks with the language server", "[cli][lsp][.long]") {
  CommandFolder folder;
  ProgramCall call;
  call.folder = folder.path();
  call.seconds = 300;
  call.environment = {{"HOME", folder.path().string()}};
  std::ofstream(folder.path() / "house.yaml") << house;
  const fs::path client = source_folder() / "tests/editors/node";
  call.arguments = {client.string()};
  const ProgramResult fetched = run_shell(
      "cp \"$1\"/package.json \"$1\"/client.js . && npm install --no-audit --no-fund >npm.log 2>&1", call);
  if (fetched.status != 0) {
    WARN("the modules of Node cannot be fetched: VS Code's library is not tried");
    return;
  }
  const ProgramResult result = run_shell("node client.js 2>&1", call);
  CHECK(golden_difference(client / "client.expected", result.output) == "");
}

}  // namespace
}  // namespace roundhouse::tests
