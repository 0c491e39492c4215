#include "tools/commands/play_screen.h"

#include <csignal>
#include <memory>
#include <utility>

#include "cli/console.h"
#include "dsl/base/plain_text.h"
#include "tools/commands/terminal.h"
#include "tools/play/play_page.h"

namespace roundhouse::cli {
namespace {

constexpr char32_t ctrl_d = 4;

TypedLine ask_on(Terminal& terminal, replay::PlayPage& page, const TableQuestion& question) {
  page.ask({question.title, question.prompt, question.viewer, question.moves, question.shows_table});
  for (;;) {
    terminal.show(page.paint(terminal.rows(), terminal.columns()));
    // A signal may have come while a computer's act was shown.
    if (terminal.ended_by() != 0) return {Got::interrupted, {}};
    const Key key = terminal.read_key();
    if (key.kind == KeyKind::ended) return {Got::interrupted, {}};
    if (key.is(ctrl_d)) return {Got::end, {}};
    if (auto line = page.press(key)) return {Got::line, std::string(dsl::trimmed(*line))};
  }
}

}  // namespace

Exit play_on_screen(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                    const std::string& variant, const std::string& greeting, int pace) {
  flush();
  replay::PlayPage page(game);
  page.tell(greeting);
  int ended_by = 0;
  Exit exit = Exit::fine;
  {
    Terminal terminal;
    const TableTalk talk{
        .say = [&](std::string_view text) { page.say(text); },
        .tell = [&](std::string_view text) { page.tell(text); },
        .ask = [&](const TableQuestion& question) { return ask_on(terminal, page, question); },
        .wipe =
            [&] {
              page.wipe();
              return true;
            },
        .paints_table = true,
        .pause =
            [&](const TableQuestion& seen) {
              if (pace == 0 || terminal.ended_by() != 0) return;
              page.ask({seen.title, {}, seen.viewer, {}, true});
              terminal.show(page.paint(terminal.rows(), terminal.columns()));
              // A key ends the pause.
              terminal.read_key(pace);
            }};
    // The terminal takes the signals, and says so by a key.
    const std::atomic<bool> never{false};
    exit = play_at_table(game, kept, sources, variant, talk, never);
    ended_by = terminal.ended_by();
  }
  // The last words have to outlive the page.
  print(page.said());
  if (ended_by != 0 && ended_by != SIGINT) end_by_signal(ended_by);
  return exit;
}

}  // namespace roundhouse::cli
