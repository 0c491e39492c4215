// The time that a verdict takes on a record that leaves most hands open.

#include <benchmark/benchmark.h>

#include <stdexcept>

#include "bench/benchmarks.h"
#include "bench/load.h"
#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"

namespace roundhouse::bench {
namespace {

void judge(benchmark::State& state, const std::string& name, bool trust) {
  dsl::SourceMap sources;
  const std::filesystem::path path = source_folder() / "tests" / "games" / name;
  const dsl::FileText text = dsl::read_text_file(path, std::size_t{1} << 20);
  const auto record = replay::read_record(sources.add(name, text.text), text.text);
  if (!record.ok() || !text.trouble.empty()) throw std::runtime_error("cannot read " + name);
  const replay::Header& header = record.value.header;
  dsl::CheckInput wanted{header.variant.name, {}};
  for (const auto& option : header.variant.options) {
    wanted.settings.push_back({option.name, option.value, option.at.span});
  }
  const auto rules =
      dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), wanted);
  if (!rules.ok()) throw std::runtime_error("the rules of " + name + " have errors");
  const engine::Rules program = engine::compile_rules(rules.value, static_cast<int>(header.players.size()));
  replay::RefereeOptions options;
  options.trust = trust;
  for (auto _ : state) benchmark::DoNotOptimize(replay::judge_record(program, record.value, options));
}

}  // namespace

void add_referee_benchmarks() {
  for (const char* name : {"worked-example", "spoiled-example"}) {
    const std::string file = std::string("dual/") + name + ".train";
    benchmark::RegisterBenchmark((std::string("judge/") + name).c_str(), judge, file, false)
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark((std::string("judge_with_trust/") + name).c_str(), judge, file, true)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace roundhouse::bench
