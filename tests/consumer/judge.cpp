// Judges a record by the rules of the bundled variant that it names, and says why.
#include <roundhouse/dsl/check/variant_files.h>
#include <roundhouse/engine/rules.h>
#include <roundhouse/replay/record/read_record.h>
#include <roundhouse/replay/referee/judge/referee.h>
#include <roundhouse/replay/views/verdict_text.h>

#include <cstdio>

using namespace roundhouse;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string path = argv[1];
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add(path, dsl::read_text_file(path, 1 << 20).text);
  const auto record = replay::read_record(file, sources.file(file).text);
  if (!record.ok()) return std::puts(dsl::render_diagnostics(sources, record.diagnostics).c_str()), 3;

  const replay::Header& header = record.value.header;
  dsl::CheckInput wanted{header.variant.name, {}};
  for (const auto& option : header.variant.options)
    wanted.settings.push_back({option.name, option.value, option.at.span});
  // A record may come from anybody: what it names is read only if it is a bundled variant or a rule file.
  const auto files = dsl::read_variant_files(VARIANTS, {.first = dsl::NamedBy::record});
  const auto rules = dsl::check_variant(sources, files, wanted);
  if (!rules.ok()) return std::puts(dsl::render_diagnostics(sources, rules.diagnostics).c_str()), 3;

  const int players = static_cast<int>(header.players.size());
  if (const auto why = dsl::refuse_players(rules.value, players)) return std::puts(why->c_str()), 3;
  const engine::Rules program = engine::compile_rules(rules.value, players);
  const replay::RefereeOptions options{.rules = &rules.value};
  const replay::Judgement judgement = replay::judge_record(program, record.value, options);
  std::fputs(replay::render_verdict_text({sources, path, judgement}).c_str(), stdout);
  return judgement.verdict == replay::Verdict::legal     ? 0
         : judgement.verdict == replay::Verdict::illegal ? 1
                                                         : 4;
}
