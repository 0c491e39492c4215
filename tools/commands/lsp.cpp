// roundhouse lsp

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "cli/console.h"
#include "cli/flags.h"
#include "dsl/base/json_line.h"
#include "tools/commands/commands.h"
#include "tools/lsp/frames.h"
#include "tools/lsp/server.h"

namespace roundhouse::cli {

void add_lsp(CLI::App& app, Run& run) {
  auto stdio = std::make_shared<bool>(false);
  Command command(app, "lsp", "Answer an editor: a language server over standard input and output");
  command.sign("--stdio", *stdio, "as editors ask for it; there is no other way");
  command.examples("docs/editors.md says how to set up editors for it.");
  command.does(run, [stdio] {
    LanguageServer server([](const LanguageServer::Json& message) {
      print(framed(dsl::json_line(message)));
      flush();
    });
    MessageReader reader(STDIN_FILENO);
    while (!server.is_over()) {
      const auto message = reader.next();
      if (!message) break;
      if (message->too_large) {
        server.take_too_large();
      } else {
        server.take(message->body);
      }
      if (!reader.has_more()) server.publish();
    }
    server.publish();
    return server.was_shut_down() ? Exit::fine : Exit::found;
  });
}

}  // namespace roundhouse::cli
