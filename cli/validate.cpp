// roundhouse validate RECORD...

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/judge_large.h"
#include "cli/load.h"
#include "cli/load_record.h"
#include "replay/referee.h"
#include "replay/render/verdict_json.h"
#include "replay/render/verdict_text.h"

namespace roundhouse::cli {
namespace {

struct ValidateFlags {
  std::vector<std::string> files;
  std::string rules;
  std::vector<std::string> settings;
  std::string format = "text";
  bool strict = false;
  bool any_rules = false;
  bool deny_warnings = false;
};

Exit exit_for(const replay::Judgement& judgement, const ValidateFlags& flags) {
  switch (judgement.verdict) {
    case replay::Verdict::illegal:
      return Exit::found;
    case replay::Verdict::undecided:
      return judgement.scores.empty() ? Exit::undecided : Exit::found;
    case replay::Verdict::legal:
      break;
  }
  if (!judgement.scores.empty()) return Exit::found;
  return flags.deny_warnings && !judgement.advice.empty() ? Exit::found : Exit::fine;
}

Exit validate_file(const ValidateFlags& flags, const std::string& file) {
  dsl::SourceMap sources;
  const RecordWishes wishes{flags.rules, flags.settings, flags.any_rules};
  replay::RefereeOptions options;
  options.strict = flags.strict;
  std::optional<replay::Judgement> judged;
  if (is_large_record(file)) {
    judged = judge_large(sources, file, wishes, options);
  } else if (const std::optional<LoadedRecord> loaded = load_record(sources, file, wishes)) {
    judged = replay::judge_record(loaded->program, loaded->record, options);
  }
  if (!judged) return Exit::unreadable;
  const replay::Judgement& judgement = *judged;
  const replay::VerdictView view{sources, file, judgement};
  print(flags.format == "json" ? replay::render_verdict_json(view)
                               : replay::render_verdict_text(view, paint_for_output()));
  return exit_for(judgement, flags);
}

}  // namespace

void add_validate(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ValidateFlags>();
  CLI::App* command = app.add_subcommand("validate", "Referee recorded games");
  command->add_option("RECORD", flags->files, "records (.train), or - for standard input")->required();
  command->add_option("--rules", flags->rules, "judge under these rules instead of the record's own");
  command->add_option("--set", flags->settings, "option=value, over what the record says")->take_all();
  command->add_option("--format", flags->format, "text or json (one record a line)")
      ->check(CLI::IsMember({"text", "json"}));
  command->add_flag("--strict", flags->strict, "a legal record that rests on trust is undecided");
  command->add_flag("--any-rules", flags->any_rules,
                    "judge even if the rules are not those of the record's hash");
  command->add_flag("--deny-warnings", flags->deny_warnings, "advice not followed counts (exit status 1)");
  command->footer(
      "Examples:\n  roundhouse validate game.train\n  roundhouse validate --rules family.yaml game.train\n"
      "  roundhouse validate --set doubles=follow-up game.train");
  command->callback([flags, &run] {
    run = [flags] {
      Exit worst = Exit::fine;
      for (const std::string& file : flags->files) worst = worse(worst, validate_file(*flags, file));
      return worst;
    };
  });
}

}  // namespace roundhouse::cli
