// Shards of simulations, a line each: read, written, merged in two orders, shown.

#include "dsl/base/version.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/text_pieces.h"
#include "tools/simulate/run_result.h"

namespace roundhouse::tests {
namespace {

std::string trouble_with_shards(std::string_view text) {
  std::vector<engine::NamedShard> shards;
  std::string trouble;
  for (const std::string& line : lines_of(text)) {
    std::optional<engine::RunResult> run = engine::read_shard(line, trouble);
    if (!run) {
      if (trouble.empty()) return "a shard is refused without a word";
      continue;
    }
    const std::string written = engine::write_shard(*run);
    const std::optional<engine::RunResult> again = engine::read_shard(written, trouble);
    if (!again) return "a shard that is written cannot be read: " + trouble;
    if (engine::write_shard(*again) != written) return "a shard that is written is another one";
    shards.push_back({"shard " + std::to_string(shards.size()), *std::move(run)});
    if (shards.size() == 8) break;
  }
  if (shards.empty()) return {};
  std::vector<engine::NamedShard> turned(shards.rbegin(), shards.rend());
  const std::optional<engine::RunResult> merged = engine::merge_shards(std::move(shards), trouble);
  if (!merged && trouble.empty()) return "shards are refused without a word";
  std::string other_trouble;
  const std::optional<engine::RunResult> other = engine::merge_shards(std::move(turned), other_trouble);
  if (merged.has_value() != other.has_value())
    return "shards merge in one order only: " + trouble + other_trouble;
  if (!merged) return {};
  for (const engine::RunFormat format :
       {engine::RunFormat::text, engine::RunFormat::json, engine::RunFormat::csv})
    if (engine::render_run(*merged, format).empty()) return "nothing is shown of a run";
  if (engine::write_shard(*merged).empty()) return "nothing is written of a run";
  return {};
}

/// The shards of a small run, a line each.
std::string small_run(const std::vector<std::string>& variants, std::uint64_t of, bool pairs,
                      bool count_rules) {
  std::vector<const ReadyTable*> tables;
  engine::RunOrder order;
  order.program = dsl::program_version();
  order.games = 3;
  order.unit = engine::Unit::round;
  order.declared = 0.1;
  order.count_rules = count_rules;
  order.same_deals = pairs;
  for (const std::string& name : variants) {
    tables.push_back(ready_table({name, {}, {}}, 4));
    const engine::Rules& program = tables.back()->program;
    engine::RunVariant variant{name, {}, dsl::rules_hash(*tables.back()->rules), program.players, {}, {}};
    for (const dsl::DeclaredAct& act : program.declared) variant.declared.push_back(act.name);
    for (const engine::Rules::RuleText& rule : program.rules) variant.rules.push_back({rule.id, rule.shape});
    order.variants.push_back(std::move(variant));
  }
  std::string lines;
  for (std::uint64_t number = 0; number < of; ++number) {
    engine::RunResult run{order, engine::part_of(order.games, number, of), {}, {}};
    engine::SimulateOptions options;
    options.first_game = run.part.first;
    options.games = run.part.games;
    options.unit = order.unit;
    options.play.declared = order.declared;
    options.count_rules = count_rules;
    options.shuffled_deals = pairs;
    std::vector<engine::SideTable> sides;
    for (const ReadyTable* table : tables) sides.push_back({&table->program, options});
    engine::SideBySide all = engine::simulate_side_by_side(sides);
    for (engine::Figures& figures : all.tables) run.results.push_back({std::move(figures), 0.5, 1, {}});
    run.pairs = std::move(all.pairs);
    lines += engine::write_shard(run);
  }
  return lines;
}

std::vector<std::string> seeds() {
  return {small_run({"train"}, 1, false, false),
          small_run({"train"}, 2, false, false),
          small_run({"train", "train"}, 2, true, false),
          small_run({"tanglewood"}, 3, false, true),
          small_run({"train"}, 5, false, false),
          small_run({"train", "club-double-twelve"}, 2, false, false)};
}

}  // namespace

const FuzzTarget shards_target{"shards", trouble_with_shards, alter_json_lines, seeds, 65536};

}  // namespace roundhouse::tests
