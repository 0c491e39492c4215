// Messages to the language server, one a line: each request is answered once, and nothing ends the server.

#include <exception>
#include <map>

#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/text_pieces.h"
#include "tools/lsp/server.h"

namespace roundhouse::tests {
namespace {

using Json = cli::LanguageServer::Json;

std::string trouble_with_messages(std::string_view text) {
  std::size_t answers = 0;
  bool is_message = true;
  cli::LanguageServer server([&](const Json& message) {
    is_message = is_message && message.value("jsonrpc", "") == "2.0" &&
                 !message.dump(-1, ' ', false, Json::error_handler_t::replace).empty();
    answers += message.contains("id") ? 1 : 0;
  });
  try {
    for (const std::string& line : lines_of(text)) {
      // The folders of this machine are nobody's business.
      if (line.find("file:///") != std::string::npos && line.find("initialize") != std::string::npos)
        continue;
      const std::size_t before = answers;
      server.take(line);
      if (answers > before + 1) return "a message is answered twice: " + line;
      server.publish();
      if (server.is_over()) break;
    }
  } catch (const std::exception& thrown) {
    return std::string("the server throws: ") + thrown.what();
  }
  return is_message ? "" : "what the server sends is no message";
}

std::string line_of(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json request(int id, const std::string& method, Json parameters) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(parameters)}};
}
Json note(const std::string& method, Json parameters) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}};
}

/// A whole session over one text: it is opened, asked about in every way, altered, and closed.
std::string session(const std::string& uri, const std::string& text, Chance& chance) {
  const Json document{{"uri", uri}};
  const auto place = [&] { return Json{{"line", chance.below(20)}, {"character", chance.below(30)}}; };
  const auto at = [&] {
    return Json{{"textDocument", document}, {"position", place()}, {"newName", "other"}};
  };
  std::string lines = line_of(request(1, "initialize", {{"capabilities", Json::object()}}));
  lines += line_of(
      note("textDocument/didOpen", {{"textDocument", {{"uri", uri}, {"version", 1}, {"text", text}}}}));
  int id = 2;
  for (const char* method : {"hover", "completion", "definition", "references", "prepareRename", "rename"})
    lines += line_of(request(id++, std::string("textDocument/") + method, at()));
  const Json range{{"start", place()}, {"end", place()}};
  lines += line_of(note("textDocument/didChange", {{"textDocument", document},
                                                   {"contentChanges", {{{"range", range}, {"text", "x"}}}}}));
  for (const char* method : {"formatting", "codeAction", "documentSymbol"})
    lines += line_of(
        request(id++, std::string("textDocument/") + method, {{"textDocument", document}, {"range", range}}));
  lines += line_of(request(id++, "roundhouse/rulebook", {{"textDocument", document}}));
  lines += line_of(note("textDocument/didClose", {{"textDocument", document}}));
  return lines + line_of(request(id, "shutdown", nullptr)) + line_of(note("exit", nullptr));
}

std::vector<std::string> seeds() {
  Chance chance(1);
  std::vector<std::string> texts;
  for (const FuzzTarget* target : {&rules_target, &record_target})
    for (const std::string& text : target->seeds())
      if (text.size() < 1500)
        texts.push_back(session(target == &rules_target ? "file:///a/house.yaml" : "file:///a/evening.train",
                                text, chance));
  return texts;
}

}  // namespace

const FuzzTarget messages_target{"messages", trouble_with_messages, alter_json_lines, seeds, 8192};

}  // namespace roundhouse::tests
