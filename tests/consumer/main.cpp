// Judges a record that plays a bundled variant, by the rules as the variant has them.
#include <dsl/check/variant_files.h>
#include <engine/rules.h>
#include <replay/record/read_record.h>
#include <replay/referee/judge/referee.h>

#include <cstdio>

using namespace roundhouse;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add(argv[1], dsl::read_text_file(argv[1], 1 << 20).text);
  const auto record = replay::read_record(file, sources.file(file).text);
  if (!record.ok()) return 3;

  dsl::CheckInput wanted{record.value.header.variant.name, {}};
  for (const auto& option : record.value.header.variant.options) {
    wanted.settings.push_back({option.name, option.value, option.at.span});
  }
  const auto rules = dsl::check_variant(sources, dsl::read_variant_files(VARIANTS), wanted);
  if (!rules.ok()) return 3;

  const int players = static_cast<int>(record.value.header.players.size());
  const auto judgement = replay::judge_record(engine::compile_rules(rules.value, players), record.value);
  if (judgement.verdict == replay::Verdict::undecided) return std::puts(judgement.undecided.c_str()), 4;
  if (!judgement.ruling) return std::puts("legal"), 0;
  std::printf("illegal: %s\n%s\n", judgement.ruling->message.c_str(), judgement.ruling->says.c_str());
}
