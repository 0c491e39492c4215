#include "tools/lsp/server.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <string_view>
#include <utility>

#include "dsl/base/source.h"
#include "dsl/base/version.h"
#include "dsl/base/whole_number.h"
#include "tools/simulate/json_limits.h"

namespace roundhouse::cli {
namespace {

using Json = LanguageServer::Json;

/// The protocol's numbers for what is wrong with a request.
enum class Refusal : int {
  no_json = -32700,
  no_request = -32600,
  no_method = -32601,
  wrong_parameters = -32602,
  failed = -32803,
  not_initialized = -32002,
};

struct Refused {
  Refusal reason;
  std::string message;
};

Json error_answer(const Json& id, Refusal reason, const std::string& message) {
  return {
      {"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(reason)}, {"message", message}}}};
}

constexpr int text_by_pieces = 2;

/// A tree of JSON takes up to forty times its text, and is copied and taken down by recursion.
constexpr engine::JsonLimits message_limits{.depth = 64, .values = 200'000};

constexpr std::size_t longest_header = 4096;

bool same_letters(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

/// The length that a line of the header says; absent: it says none, or none that is a number.
std::optional<std::size_t> content_length(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !same_letters(line.substr(0, colon), "Content-Length"))
    return std::nullopt;
  std::string_view digits = line.substr(colon + 1);
  while (digits.starts_with(' ')) digits.remove_prefix(1);
  while (digits.ends_with(' ')) digits.remove_suffix(1);
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  std::size_t length = 0;
  for (const char c : digits) {
    if (!dsl::is_digit(c)) return std::nullopt;
    length = length * 10 + static_cast<std::size_t>(c - '0');
  }
  return length;
}

}  // namespace

void LanguageServer::take_too_large() {
  send_(error_answer(nullptr, Refusal::no_request,
                     fmt::format("the message is longer than {} MiB", largest_message >> 20)));
}

void LanguageServer::take(const std::string& body) {
  if (!engine::is_within_limits(body, message_limits))
    return send_(error_answer(nullptr, Refusal::no_request,
                              fmt::format("the message nests deeper than {} or has more than {} values",
                                          message_limits.depth, message_limits.values)));
  const Json message = Json::parse(body, nullptr, false);
  if (message.is_discarded()) return send_(error_answer(nullptr, Refusal::no_json, "the message is no JSON"));
  if (!message.is_object())
    return send_(error_answer(nullptr, Refusal::no_request, "the message is no request"));
  const bool is_request = message.contains("id");
  const Json id = message.value("id", Json());
  const auto method = message.find("method");
  if (method == message.end() || !method->is_string()) {
    // An answer to something that we asked; we ask nothing.
    if (message.contains("result") || message.contains("error")) return;
    return send_(error_answer(id, Refusal::no_request, "the message names no method"));
  }
  const std::string name = *method;
  const auto found = message.find("params");
  const Json parameters = found == message.end() ? Json::object() : *found;
  try {
    if (!is_request) {
      if (initialized_ || name == "exit" || name == "initialized") note(name, parameters);
      return;
    }
    if (!initialized_ && name != "initialize")
      return send_(error_answer(id, Refusal::not_initialized, "'initialize' comes first"));
    if (shut_down_) return send_(error_answer(id, Refusal::no_request, "the server is shut down"));
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", answer(name, parameters)}});
  } catch (const Refused& refused) {
    if (is_request) send_(error_answer(id, refused.reason, refused.message));
  } catch (const Json::exception& wrong) {
    if (is_request) send_(error_answer(id, Refusal::wrong_parameters, wrong.what()));
  } catch (const std::exception& failed) {
    if (is_request) send_(error_answer(id, Refusal::failed, failed.what()));
  }
}

Json LanguageServer::answer(const std::string& method, const Json& parameters) {
  if (method == "initialize") return initialize(parameters);
  if (method == "shutdown") {
    shut_down_ = true;
    return nullptr;
  }
  if (method.starts_with("textDocument/")) {
    // Editors ask of all YAML that there is.
    const OpenDocument* document =
        documents_.find(parameters.at("textDocument").at("uri").get<std::string>());
    if (document == nullptr || !document->is_ours) return nullptr;
  }
  if (method == "textDocument/hover") return hover(parameters);
  if (method == "textDocument/completion") return complete(parameters);
  if (method == "textDocument/definition") return define(parameters);
  if (method == "textDocument/references") return refer(parameters);
  if (method == "textDocument/prepareRename") return prepare_rename(parameters);
  if (method == "textDocument/rename") return rename(parameters);
  if (method == "textDocument/formatting") return format(parameters);
  if (method == "textDocument/codeAction") return code_actions(parameters);
  if (method == "textDocument/documentSymbol") return symbols(parameters);
  if (method == "workspace/executeCommand") return execute(parameters);
  if (method == "roundhouse/rulebook")
    return rulebook(parameters.at("textDocument").at("uri").get<std::string>());
  throw Refused{Refusal::no_method, "there is no method '" + method + "'"};
}

void LanguageServer::note(const std::string& method, const Json& parameters) {
  if (method == "exit") {
    over_ = true;
  } else if (method == "textDocument/didOpen") {
    const Json& document = parameters.at("textDocument");
    documents_.open(document.at("uri").get<std::string>(), document.at("text").get<std::string>(),
                    document.value("version", std::int64_t{0}));
    for (const auto& [uri, open] : documents_.all()) to_publish_.insert(uri);
  } else if (method == "textDocument/didChange") {
    change(parameters);
  } else if (method == "textDocument/didClose") {
    const std::string uri = parameters.at("textDocument").at("uri").get<std::string>();
    documents_.close(uri);
    send_({{"jsonrpc", "2.0"},
           {"method", "textDocument/publishDiagnostics"},
           {"params", {{"uri", uri}, {"diagnostics", Json::array()}}}});
    for (const auto& [other, open] : documents_.all()) to_publish_.insert(other);
  } else if (method == "textDocument/didSave" || method == "workspace/didChangeWatchedFiles") {
    documents_.changed();
    for (const auto& [uri, open] : documents_.all()) to_publish_.insert(uri);
  }
}

Json LanguageServer::initialize(const Json& parameters) {
  initialized_ = true;
  const Json capabilities = parameters.value("capabilities", Json::object());
  const Json general = capabilities.value("general", Json::object());
  for (const Json& encoding : general.value("positionEncodings", Json::array())) {
    if (encoding == "utf-8") {
      counting_ = Counting::utf8;
      break;
    }
  }
  std::vector<std::string> folders;
  const Json workspace = parameters.value("workspaceFolders", Json());
  if (workspace.is_array()) {
    for (const Json& folder : workspace) folders.push_back(path_of_uri(folder.at("uri").get<std::string>()));
  } else if (const Json root = parameters.value("rootUri", Json()); root.is_string()) {
    folders.push_back(path_of_uri(root.get<std::string>()));
  }
  documents_.set_folders(std::move(folders));
  return {{"capabilities",
           {{"positionEncoding", counting_ == Counting::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", text_by_pieces}, {"save", true}}},
            {"hoverProvider", true},
            {"completionProvider", {{"triggerCharacters", {".", ":", " ", "{"}}}},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentFormattingProvider", true},
            {"documentSymbolProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
            {"executeCommandProvider", {{"commands", {"roundhouse.rulebook"}}}}}},
          {"serverInfo", {{"name", "roundhouse"}, {"version", std::string(dsl::program_version())}}}};
}

void LanguageServer::change(const Json& parameters) {
  const std::string uri = parameters.at("textDocument").at("uri").get<std::string>();
  OpenDocument* document = documents_.find(uri);
  if (document == nullptr) return;
  for (const Json& edit : parameters.at("contentChanges")) {
    std::string text = edit.at("text").get<std::string>();
    if (const auto range = edit.find("range"); range != edit.end() && !range->is_null()) {
      std::size_t begin = offset(*document, range->at("start"));
      std::size_t end = offset(*document, range->at("end"));
      if (end < begin) std::swap(begin, end);
      std::string whole = document->text;
      text = std::move(whole.replace(begin, end - begin, text));
    }
    documents_.alter(*document, std::move(text),
                     parameters.at("textDocument").value("version", document->version));
  }
  for (const auto& [other, open] : documents_.all()) to_publish_.insert(other);
}

void LanguageServer::publish() {
  for (const std::string& uri : std::exchange(to_publish_, {})) {
    OpenDocument* document = documents_.find(uri);
    if (document == nullptr) continue;
    Json list = Json::array();
    const dsl::Diagnostics found = documents_.complaints(*document);
    const dsl::SourceMap& sources = sources_of(*document);
    for (const dsl::Diagnostic& one : found) list.push_back(diagnostic(sources, *document, one));
    send_({{"jsonrpc", "2.0"},
           {"method", "textDocument/publishDiagnostics"},
           {"params", {{"uri", uri}, {"version", document->version}, {"diagnostics", std::move(list)}}}});
  }
}

const dsl::SourceMap& LanguageServer::sources_of(OpenDocument& document) {
  return document.is_record ? documents_.record(document).sources : documents_.rules(document).sources;
}

Json LanguageServer::range(std::string_view text, std::size_t begin, std::size_t end) const {
  const auto place = [&](std::size_t at) -> Json {
    const TextPosition position = position_at(text, at, counting_);
    return {{"line", position.line}, {"character", position.character}};
  };
  return {{"start", place(begin)}, {"end", place(end)}};
}

std::size_t LanguageServer::offset(const OpenDocument& document, const Json& position) const {
  const auto number = [&](const char* key) -> std::size_t {
    const Json& value = position.at(key);
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0) return 0;
    return static_cast<std::size_t>(std::min<std::int64_t>(value.get<std::int64_t>(), INT32_MAX));
  };
  return offset_at(document.text, {number("line"), number("character")}, counting_);
}

OpenDocument& LanguageServer::document_of(const Json& parameters) {
  OpenDocument* document = documents_.find(parameters.at("textDocument").at("uri").get<std::string>());
  if (document == nullptr) throw Refused{Refusal::wrong_parameters, "this document is not open"};
  return *document;
}

Json LanguageServer::location(const std::string& source, std::string_view text, const dsl::Span& where) {
  return {{"uri", uri_of_path(documents_.path_of(source))}, {"range", range(text, where.begin, where.end)}};
}

Json LanguageServer::diagnostic(const dsl::SourceMap& sources, const OpenDocument& document,
                                const dsl::Diagnostic& found) {
  const auto severity = [&] {
    switch (found.severity) {
      case dsl::Severity::error:
        return 1;
      case dsl::Severity::warning:
        return 2;
      case dsl::Severity::note:
        return 3;
    }
    return 1;
  };
  std::string message = found.message;
  if (!found.why.empty()) message += "\nwhy: " + found.why;
  if (!found.help.empty()) message += "\nhelp: " + found.help;
  const bool is_here = found.where.file != dsl::no_file && found.where.file.value == 0;
  Json made{{"severity", severity()}, {"code", found.code}, {"source", "roundhouse"}};
  made["range"] =
      is_here ? range(document.text, found.where.begin, found.where.end) : range(document.text, 0, 0);
  Json related = Json::array();
  const auto relate = [&](const dsl::Span& where, const std::string& text) {
    if (where.file == dsl::no_file || where.file.value >= sources.size()) return;
    const dsl::SourceFile& file = sources.file(where.file);
    const std::string path = where.file.value == 0 ? document.path : documents_.path_of(file.name);
    if (path.empty()) return;
    related.push_back({{"location",
                        {{"uri", where.file.value == 0 ? document.uri : uri_of_path(path)},
                         {"range", range(file.text, where.begin, where.end)}}},
                       {"message", text}});
  };
  // A complaint about a parent is shown at the top, with a link to its place.
  if (!is_here && found.where.file != dsl::no_file && found.where.file.value < sources.size()) {
    message = fmt::format("in {}: {}", sources.file(found.where.file).name, message);
    relate(found.where, found.message);
  }
  for (const dsl::Label& label : found.labels) relate(label.where, label.message);
  if (!related.empty()) made["relatedInformation"] = std::move(related);
  made["message"] = std::move(message);
  return made;
}

bool MessageReader::fill() {
  if (at_ > 0) buffer_.erase(0, std::exchange(at_, 0));
  char piece[65536];
  for (;;) {
    const ssize_t got = read(descriptor_, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    buffer_.append(piece, static_cast<std::size_t>(got));
    return true;
  }
}

bool MessageReader::skip(std::size_t bytes) {
  while (buffer_.size() - at_ < bytes) {
    bytes -= buffer_.size() - at_;
    at_ = buffer_.size();
    if (!fill()) return false;
  }
  at_ += bytes;
  return true;
}

bool MessageReader::has_more() const {
  if (at_ < buffer_.size()) return true;
  pollfd input{descriptor_, POLLIN, 0};
  return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
}

std::optional<Message> MessageReader::next() {
  std::optional<std::size_t> length;
  for (;;) {
    std::size_t end = buffer_.find('\n', at_);
    while (end == std::string::npos) {
      // A line that never ends is no header.
      if (buffer_.size() - at_ > longest_header) at_ = buffer_.size();
      const std::size_t unread = buffer_.size() - at_;
      if (!fill()) return std::nullopt;
      end = buffer_.find('\n', at_ + unread);
    }
    std::string_view line = std::string_view(buffer_).substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto stated = content_length(line);
    const bool is_end = line.empty();
    at_ = end + 1;
    if (stated) length = stated;
    if (!is_end || !length) continue;  // an empty line without a length before it ends nothing
    if (*length > largest_message) {
      if (!skip(*length)) return std::nullopt;
      return Message{{}, true};
    }
    while (buffer_.size() - at_ < *length)
      if (!fill()) return std::nullopt;
    Message message{buffer_.substr(at_, *length), false};
    at_ += *length;
    return message;
  }
}

std::string framed(const std::string& body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace roundhouse::cli
