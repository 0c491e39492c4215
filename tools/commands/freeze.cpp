// roundhouse freeze FILE

#include "tools/commands/freeze.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/write_file.h"
#include "tools/commands/commands.h"
#include "tools/findings/finding_formats.h"
#include "tools/format/freeze_rules.h"
#include "tools/lint/analyze.h"
#include "tools/lint/lint.h"

namespace roundhouse::cli {
namespace {

struct FreezeFlags {
  std::string variant;
  std::vector<std::string> settings;
  std::string out;
  dsl::ReadingBounds bounds;
};

Exit freeze(const FreezeFlags& flags) {
  dsl::SourceMap sources;
  const auto settings = read_settings(sources, flags.settings);
  const FrozenFile frozen =
      frozen_file(sources, {.variant = flags.variant, .settings = settings, .bounds = flags.bounds});
  if (!frozen.trouble.empty())
    return refuse(Exit::found, fmt::format("{}: {}", dsl::printable_line(flags.variant), frozen.trouble));
  if (frozen.text.empty()) return refuse(sources, frozen.diagnostics);
  if (flags.out.empty()) {
    print(frozen.text);
    return Exit::fine;
  }
  const std::string trouble = create_file(flags.out, frozen.text);
  if (trouble.empty()) return Exit::fine;
  return refuse(Exit::unreadable,
                fmt::format("'{}' cannot be written: {}", dsl::printable_line(flags.out), trouble));
}

}  // namespace

FrozenFile frozen_file(dsl::SourceMap& sources, const RulesWish& wish) {
  const dsl::VariantReader reader = reader_of_user(wish.variant, wish.bounds);
  dsl::FrozenRules frozen = dsl::freeze_rules(sources, reader, {wish.variant, wish.settings, std::nullopt});
  if (frozen.text.empty()) return {{}, std::move(frozen.diagnostics), std::move(frozen.trouble)};
  dsl::SourceMap before;
  const dsl::Diagnostics known = look_at_file(before, wish.variant, wish.bounds).findings;
  const dsl::AnalysisInput input{.check = {wish.variant, {}, std::nullopt},
                                 .bundled_sections = bundled_sections()};
  std::string text =
      dsl::settle_allows(std::move(frozen.text), "the rules that were frozen have it so", known,
                         [&](const std::string& look_at) {
                           dsl::SourceMap after;
                           return dsl::analyze(after, dsl::with_first_text(reader, look_at), input).findings;
                         });
  return {std::move(text), std::move(frozen.diagnostics), {}};
}

std::string keep_rules(const RulesWish& wish, const std::filesystem::path& folder, const std::string& hash) {
  constexpr std::size_t digits = 12;
  const std::string stem =
      std::filesystem::path(wish.variant.substr(0, wish.variant.find('@'))).stem().string();
  const std::filesystem::path path = folder / (stem + "@" + hash.substr(0, digits) + ".yaml");
  std::error_code error;
  if (std::filesystem::exists(path, error)) return {};
  dsl::SourceMap sources;
  const FrozenFile frozen = frozen_file(sources, wish);
  if (!frozen.trouble.empty()) return frozen.trouble;
  if (frozen.text.empty()) return "the rules have errors";
  return put_file(path, frozen.text);
}

void add_freeze(CLI::App& app, Run& run) {
  auto flags = std::make_shared<FreezeFlags>();
  Command command(app, "freeze", "Print the rules as one file that extends nothing");
  command.word("FILE", flags->variant, "a rule file, a bundled name, or - for standard input");
  command.settings("--set", flags->settings, "another value for an option, which is then the declared one");
  command.text("--out", "FILE", flags->out, "write this file, which must not be there yet");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse freeze family.yaml\n  roundhouse freeze family.yaml --out family-2026.yaml");
  command.does(run, [flags] { return freeze(*flags); });
}

}  // namespace roundhouse::cli
