#pragma once
// The language server: requests and notifications of the protocol, answered from what is known of the open
// documents. It is given messages and gives messages; who carries them is not its business.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "tools/lsp/documents.h"
#include "tools/lsp/text_position.h"

namespace roundhouse::cli {

// Messages of the language server protocol as bytes: a header with their length, then JSON. What is no such
// message is passed over, and the next one is found.

/// No editor sends more at once. The longest record that is read in an editor has 8 MiB.
constexpr std::size_t largest_message = std::size_t{16} << 20;

struct Message {
  std::string body;
  bool too_large = false;  ///< it was passed over, and there is no body
};

/// Reads from a file descriptor.
class MessageReader {
 public:
  explicit MessageReader(int descriptor) : descriptor_(descriptor) {}

  /// Waits for the next message; absent: there is no more input.
  std::optional<Message> next();
  /// True if something more has come already.
  bool has_more() const;

 private:
  bool fill();
  bool skip(std::size_t bytes);

  int descriptor_;
  std::string buffer_;
  std::size_t at_ = 0;
};

std::string framed(const std::string& body);

class LanguageServer {
 public:
  using Json = nlohmann::json;

  /// `send`: carries a message to the editor.
  explicit LanguageServer(std::function<void(const Json&)> send) : send_(std::move(send)) {}

  /// One message as it came. What is no JSON or no message is answered with an error, never worse.
  void take(const std::string& body);
  void take_too_large();
  /// Sends the editor the complaints about documents that have changed. To be called when no more messages
  /// wait.
  void publish();

  /// True if the editor has said `exit`.
  bool is_over() const { return over_; }
  /// True if it had said `shutdown` before.
  bool was_shut_down() const { return shut_down_; }

 private:
  // Each gives the result of a request.
  Json answer(const std::string& method, const Json& parameters);
  void note(const std::string& method, const Json& parameters);
  Json initialize(const Json& parameters);
  Json hover(const Json& parameters);
  Json complete(const Json& parameters);
  Json define(const Json& parameters);
  Json refer(const Json& parameters);
  Json prepare_rename(const Json& parameters);
  Json rename(const Json& parameters);
  Json format(const Json& parameters);
  Json code_actions(const Json& parameters);
  Json symbols(const Json& parameters);
  Json rulebook(const std::string& uri);
  Json execute(const Json& parameters);
  void change(const Json& parameters);

  Json record_hover(OpenDocument& document, std::size_t offset);
  /// The name at the place that is asked about. Absent: none of a rule file stands there.
  std::optional<dsl::NamePlace> name_at(OpenDocument& document, const Json& parameters);
  Json location(const std::string& source, std::string_view text, const dsl::Span& where);
  Json range(std::string_view text, std::size_t begin, std::size_t end) const;
  Json diagnostic(const dsl::SourceMap& sources, const OpenDocument& document, const dsl::Diagnostic& found);
  std::size_t offset(const OpenDocument& document, const Json& position) const;
  /// The document of a request and the place in it.
  OpenDocument& document_of(const Json& parameters);
  const dsl::SourceMap& sources_of(OpenDocument& document);

  std::function<void(const Json&)> send_;
  Documents documents_;
  Counting counting_ = Counting::utf16;
  std::set<std::string> to_publish_;  ///< uris
  bool initialized_ = false;
  bool shut_down_ = false;
  bool over_ = false;
};

}  // namespace roundhouse::cli
