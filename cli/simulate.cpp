// roundhouse simulate VARIANT...

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/load.h"
#include "dsl/check/check.h"
#include "engine/simulate.h"
#include "replay/record_from_acts.h"
#include "replay/write_record.h"

namespace roundhouse::cli {
namespace {

struct SimulateFlags {
  std::vector<std::string> variants;
  std::vector<std::string> settings;
  int players = 0;
  std::uint64_t games = 100;
  std::uint64_t seed = 1;
  double declared = 0;
  bool rounds = false;
  std::string format = "text";
  std::string record;
};

constexpr std::string_view names[] = {"Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus",
                                      "Hal", "Ida", "Jon",  "Kim", "Leo", "Mia",  "Ned"};

/// A played game as a record in the folder asked for. Nothing half-written stays: a new name first.
bool write_game(const SimulateFlags& flags, const std::string& variant, const dsl::CheckedRules& rules,
                const dsl::Program& program, const engine::SimulateOptions& options, std::uint64_t game) {
  std::vector<replay::PlayedRound> rounds;
  engine::Onlooker onlooker;
  onlooker.round_begins = [&](const engine::Position&) { rounds.emplace_back(); };
  onlooker.act = [&](const engine::Act& act, const engine::Position&) { rounds.back().acts.push_back(act); };
  engine::simulate_game(program, options, game, onlooker);
  replay::Header header;
  header.variant.name = variant;
  for (const std::string& setting : flags.settings) {
    const std::size_t equals = setting.find('=');
    header.variant.options.push_back({setting.substr(0, equals), setting.substr(equals + 1), {}});
  }
  for (int p = 0; p < program.players; ++p) header.players.push_back({std::string(names[p]), {}, {}});
  header.rules = dsl::rules_hash(rules);
  header.seed = options.seed;
  header.complete = true;
  const replay::Record record =
      replay::record_from_acts(program, header, engine::begin_match(program), rounds);
  const std::filesystem::path path =
      std::filesystem::path(flags.record) / fmt::format("{}-{}p-{:06}.train",
                                                        std::filesystem::path(variant).stem().string(),
                                                        program.players, game);
  const std::filesystem::path part = path.string() + ".part";
  {
    std::ofstream stream(part, std::ios::binary);
    stream << replay::write_record(record);
    if (!stream.flush()) {
      print_error(fmt::format("roundhouse: {} cannot be written\n", part.string()));
      return false;
    }
  }
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error)
    print_error(fmt::format("roundhouse: {} cannot be written: {}\n", path.string(), error.message()));
  return !error;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string as_text(const std::string& variant, const dsl::Program& program, const engine::Figures& f,
                    const SimulateFlags& flags, double seconds) {
  std::string text = fmt::format("{}: {} {}, {} players, seed {}\n", variant, f.games,
                                 flags.rounds ? "rounds" : "games", program.players, flags.seed);
  const auto line = [&](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<28} {}\n", what, value);
  };
  line("rounds", fmt::format("{}", f.rounds));
  line("turns a round", fmt::format("{:.2f}", share(f.turns, f.rounds)));
  line("tiles laid a round", fmt::format("{:.2f}", share(f.lays, f.rounds)));
  line("tiles drawn a round", fmt::format("{:.2f}", share(f.draws, f.rounds)));
  line("rounds blocked", fmt::format("{:.2f} %", 100 * share(f.blocked, f.rounds)));
  for (int p = 0; p < program.players; ++p) {
    const auto seat = static_cast<std::size_t>(p);
    line(
        fmt::format("seat {}", p + 1),
        fmt::format("{:.2f} points a round, {:.1f} % of rounds won",
                    f.rounds == 0 ? 0.0 : static_cast<double>(f.points[seat]) / static_cast<double>(f.rounds),
                    100 * share(f.rounds_won[seat], f.rounds)));
  }
  if (f.dead_ends + f.too_long + f.voided > 0)
    line("without an end",
         fmt::format("{} dead ends, {} too long, {} void", f.dead_ends, f.too_long, f.voided));
  line("speed", fmt::format("{:.0f} {} a second", share(f.games, 1) / std::max(seconds, 1e-9),
                            flags.rounds ? "rounds" : "games"));
  line("digest", fmt::format("{:016x}", f.digest));
  return text;
}

std::string as_json(const std::string& variant, const dsl::Program& program, const engine::Figures& f,
                    const SimulateFlags& flags, double seconds) {
  nlohmann::ordered_json object;
  object["schema"] = 1;
  object["variant"] = variant;
  object["players"] = program.players;
  object["games"] = f.games;
  object["seed"] = flags.seed;
  object["jobs"] = 1;
  object["seconds"] = seconds;
  object["games_per_second"] = static_cast<double>(f.games) / std::max(seconds, 1e-9);
  object["acts_per_second"] = static_cast<double>(f.acts) / std::max(seconds, 1e-9);
  object["digest"] = fmt::format("{:016x}", f.digest);
  object["rounds"] = f.rounds;
  object["blocked"] = f.blocked;
  object["turns"] = f.turns;
  object["lays"] = f.lays;
  object["draws"] = f.draws;
  object["pulls"] = f.pulls;
  object["dead_ends"] = f.dead_ends;
  object["too_long"] = f.too_long;
  object["void"] = f.voided;
  for (int p = 0; p < program.players; ++p) {
    object["points"].push_back(f.points[static_cast<std::size_t>(p)]);
    object["rounds_won"].push_back(f.rounds_won[static_cast<std::size_t>(p)]);
  }
  return object.dump() + "\n";
}

Exit simulate_variant(const SimulateFlags& flags, const std::string& variant) {
  dsl::SourceMap sources;
  std::string trouble;
  const auto settings = read_settings(sources, flags.settings, trouble);
  if (!trouble.empty()) {
    print_error("roundhouse: " + trouble + "\n");
    return Exit::usage;
  }
  const auto rules = load_rules(sources, variant, settings);
  if (!rules.ok()) {
    print_error(dsl::render_diagnostics(sources, rules.diagnostics, paint_for_errors()) + "\n");
    return Exit::unreadable;
  }
  const int players = flags.players != 0
                          ? flags.players
                          : std::clamp(4, rules.value.setup.least_players, rules.value.setup.most_players);
  if (const auto reason = dsl::refuse_players(rules.value, players)) {
    print_error(fmt::format("roundhouse: {}: {}\n", variant, *reason));
    return Exit::usage;
  }
  const dsl::Program program = dsl::compile_rules(rules.value, players);
  engine::SimulateOptions options;
  options.seed = flags.seed;
  options.games = flags.games;
  options.unit = flags.rounds ? engine::Unit::round : engine::Unit::match;
  options.play.declared = flags.declared;
  const auto start = std::chrono::steady_clock::now();
  const engine::Figures figures = engine::simulate(program, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!flags.record.empty()) {
    std::error_code error;
    std::filesystem::create_directories(flags.record, error);
    for (std::uint64_t g = 0; g < flags.games; ++g)
      if (!write_game(flags, variant, rules.value, program, options, g)) return Exit::unreadable;
  }
  print(flags.format == "json" ? as_json(variant, program, figures, flags, seconds)
                               : as_text(variant, program, figures, flags, seconds));
  return Exit::fine;
}

}  // namespace

void add_simulate(CLI::App& app, Run& run) {
  auto flags = std::make_shared<SimulateFlags>();
  CLI::App* command = app.add_subcommand("simulate", "Play random games and print their figures");
  command->add_option("VARIANT", flags->variants, "bundled names or paths")->required();
  command->add_option("--players", flags->players, "how many players (default: 4, or the nearest allowed)");
  command->add_option("--games", flags->games, "how many games (default 100)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  command->add_flag("--rounds", flags->rounds, "play single rounds instead of whole games");
  command->add_option("--seed", flags->seed, "where the random numbers begin (default 1)");
  command->add_option("--declared", flags->declared, "how likely a declared act is, from 0 to 1 (default 0)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--set", flags->settings, "option=value")->take_all();
  command->add_option("--record", flags->record, "write every game as a record into this folder");
  command->add_option("--format", flags->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  command->footer(
      "Examples:\n  roundhouse simulate dual --players 8 --games 1000\n"
      "  roundhouse simulate club-double-twelve --set double_blank=50 --format json");
  command->callback([flags, &run] {
    run = [flags] {
      Exit worst = Exit::fine;
      for (const std::string& variant : flags->variants)
        worst = worse(worst, simulate_variant(*flags, variant));
      return worst;
    };
  });
}

}  // namespace roundhouse::cli
