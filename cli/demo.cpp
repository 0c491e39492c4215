// A program with the two things that a first look asks for: it judges a record, or shows the table at one of
// its turns. `roundhouse validate` and `roundhouse replay --at` print the same; this one is built in half the
// time.

#include <csignal>
#include <exception>
#include <optional>
#include <string>

#include "cli/console.h"
#include "cli/load.h"
#include "replay/record/reference.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/judge/slips.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "replay/views/verdict_text.h"

namespace {

using namespace roundhouse;

cli::Exit judge(const dsl::SourceMap& sources, const std::string& file, const cli::LoadedRecord& loaded) {
  replay::Referee referee(loaded.program(), loaded.record.header, {.rules = &loaded.rules()});
  for (const replay::RecordRound& round : loaded.record.rounds) referee.judge_round(round);
  replay::Judgement judgement = referee.judgement();
  replay::find_slips(loaded.program(), loaded.record, judgement);
  cli::print_painted(replay::render_verdict_text({sources, file, judgement, &loaded.notes},
                                                 {cli::paint_for_output(), cli::sentence_width()}));
  switch (judgement.verdict) {
    case replay::Verdict::legal:
      return judgement.scores.empty() ? cli::Exit::fine : cli::Exit::found;
    case replay::Verdict::illegal:
      return cli::Exit::found;
    case replay::Verdict::undecided:
      return cli::Exit::undecided;
  }
  return cli::Exit::bug;
}

/// Shows the table behind the last act of this turn.
cli::Exit show(const std::string& file, const cli::LoadedRecord& loaded, const std::string& turn) {
  const auto reference = replay::parse_reference(turn);
  const auto place = reference ? replay::find_turn(loaded.record, *reference) : std::nullopt;
  if (!place) {
    cli::print_error(cli::no_such_turn(file, turn));
    return cli::Exit::usage;
  }
  replay::TurnClaims claims(loaded.record.header);
  for (const replay::RecordRound& round : loaded.record.rounds) claims.add_round(round);
  claims.finish();
  std::optional<replay::Frame> shown;
  replay::Steps steps(loaded.program(), loaded.record.header, claims, [&](const replay::Frame& frame) {
    if (frame.round == place->round && frame.item == place->item) shown = frame;
    return frame.round <= place->round;
  });
  for (const replay::RecordRound& round : loaded.record.rounds)
    if (!steps.add_round(round)) break;
  if (!shown) return cli::Exit::found;
  const replay::RoundTerms* own = shown->by.terms.get();
  const replay::ViewWishes wishes{.columns = cli::terminal_columns(cli::Stream::output).value_or(0)};
  cli::print(replay::render_table_text(own != nullptr ? *own->rules.program : loaded.program(),
                                       own != nullptr ? own->header : loaded.record.header, *shown, wishes));
  return cli::Exit::fine;
}

cli::Exit run(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    cli::print_error("usage: referee RECORD [TURN]\n");
    return cli::Exit::usage;
  }
  const std::string file = argv[1];
  dsl::SourceMap sources;
  const std::optional<cli::LoadedRecord> loaded = cli::load_record(sources, file, {});
  if (!loaded) return cli::Exit::unreadable;
  if (!loaded->whole) {
    cli::print_error("referee: this record is too long for a demonstration; see roundhouse validate\n");
    return cli::Exit::undecided;
  }
  return argc == 3 ? show(file, *loaded, argv[2]) : judge(sources, file, *loaded);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    cli::hold_standard_streams();
    const cli::Exit exit = run(argc, argv);
    cli::flush();
    return static_cast<int>(exit);
  } catch (const std::exception&) {
    cli::print_error("referee: this is a mistake in roundhouse itself, or there is no memory left\n");
    return static_cast<int>(cli::Exit::bug);
  }
}
