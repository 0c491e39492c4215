// roundhouse simulate VARIANT...

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/played_record.h"
#include "cli/progress_bar.h"
#include "dsl/base/nearest.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/version.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/check.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "engine/players/all_players.h"
#include "engine/share_out.h"
#include "engine/simulate/run_result.h"
#include "engine/simulate/shard_file.h"
#include "engine/simulate/simulate.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/write_record.h"

namespace roundhouse::cli {
namespace {

struct SimulateFlags {
  std::vector<std::string> variants;
  std::vector<std::string> settings;
  std::optional<int> players;
  std::uint64_t games = 100;
  std::uint64_t seed = 1;
  double declared = 0;
  std::string seats;
  bool rotate = false;
  bool rounds = false;
  bool count_rules = false;
  bool same_deals = false;
  int jobs = 0;  ///< 0: as many as there are cores
  std::string shard;
  engine::RunFormat format = engine::RunFormat::text;
  std::string record;
  dsl::ReadingBounds bounds;
};

/// A variant with its rules, ready to be played.
struct Contestant {
  engine::RunVariant variant;
  std::string file_name;  ///< what its records' names begin with
  dsl::CheckedRules rules;
  engine::Rules program;
};

/// A played game as a record in the folder asked for. Nothing half-written stays: a new name first.
bool write_game(const SimulateFlags& flags, const Contestant& contestant, const std::string& rules_name,
                const engine::SimulateOptions& options, std::uint64_t game) {
  const engine::Rules& program = contestant.program;
  std::vector<replay::PlayedRound> rounds;
  engine::Onlooker onlooker;
  onlooker.round_begins = [&](const engine::Position&) { rounds.emplace_back(); };
  onlooker.act = [&](const engine::Act& act, const engine::Position&) { rounds.back().acts.push_back(act); };
  engine::simulate_game(program, options, game, onlooker);
  replay::Header header =
      header_of_played(rules_name, contestant.variant.settings, contestant.variant.rules_hash, options.seed);
  for (int p = 0; p < program.players; ++p)
    header.players.push_back({std::string(usual_names[static_cast<std::size_t>(p)]), {}, {}});
  const replay::Record record =
      replay::record_from_acts(program, header, engine::begin_match(program), rounds);
  const std::filesystem::path path =
      std::filesystem::path(flags.record) /
      fmt::format("{}-{}p-{:06}.train", contestant.file_name, program.players, game);
  const std::filesystem::path part = path.string() + ".part";
  {
    std::ofstream stream(part, std::ios::binary);
    stream << replay::write_record(record);
    if (!stream.flush()) {
      print_error(fmt::format("roundhouse: {} cannot be written\n", dsl::printable_line(part.string())));
      std::error_code ignored;
      std::filesystem::remove(part, ignored);
      return false;
    }
  }
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error)
    print_error(fmt::format("roundhouse: {} cannot be written: {}\n", dsl::printable_line(path.string()),
                            error.message()));
  return !error;
}

/// A variant as it stands on the command line: its name, then perhaps options of its own, as in the header of
/// a record ("dual double_blank=50").
engine::RunVariant read_variant(const std::string& written, const std::vector<std::string>& settings) {
  engine::RunVariant variant{written, settings, {}, 0, {}, {}};
  std::error_code error;
  // A file may be called so.
  if (std::filesystem::exists(written, error)) return variant;
  std::vector<std::string> own;
  std::string name = written;
  while (true) {
    const std::size_t space = name.find_last_of(" \t");
    if (space == std::string::npos || name.find('=', space) == std::string::npos) break;
    own.insert(own.begin(), name.substr(space + 1));
    name.erase(name.find_last_not_of(" \t", space) + 1);
  }
  if (name.empty()) return variant;
  variant.name = name;
  variant.settings.insert(variant.settings.end(), own.begin(), own.end());
  return variant;
}

std::optional<Contestant> load_contestant(const SimulateFlags& flags, const std::string& written,
                                          Exit& exit) {
  Contestant loaded;
  loaded.variant = read_variant(written, flags.settings);
  dsl::SourceMap sources;
  auto rules = load_rules(sources, {.variant = loaded.variant.name,
                                    .settings = read_settings(sources, loaded.variant.settings),
                                    .bounds = flags.bounds});
  if (!rules.ok()) {
    print_complaints(sources, rules.diagnostics);
    exit = Exit::unreadable;
    return std::nullopt;
  }
  loaded.rules = std::move(rules.value);
  const int players = flags.players.value_or(dsl::nearest_player_number(loaded.rules.setup, 4));
  if (const auto reason = dsl::refuse_players(loaded.rules, players)) {
    print_error(fmt::format("roundhouse: {}: {}\n", dsl::printable_line(loaded.variant.name), *reason));
    exit = Exit::usage;
    return std::nullopt;
  }
  loaded.program = engine::compile_rules(loaded.rules, players);
  loaded.variant.rules_hash = dsl::rules_hash(loaded.rules);
  loaded.variant.players = players;
  for (const dsl::DeclaredAct& act : loaded.program.declared) loaded.variant.declared.push_back(act.name);
  for (const engine::Rules::RuleText& rule : loaded.program.rules)
    loaded.variant.rules.push_back({rule.id, rule.shape});
  return loaded;
}

/// The variants' names, with a number behind one that was there before: the same game with other options.
void name_files(std::vector<Contestant>& contestants) {
  std::map<std::string, int> seen;
  for (Contestant& contestant : contestants) {
    contestant.file_name = std::filesystem::path(contestant.variant.name).stem().string();
    const int times = ++seen[contestant.file_name];
    if (times > 1) contestant.file_name += fmt::format("-{}", times);
  }
}

/// "2/7". False: that is no shard.
bool read_shard_number(const std::string& written, std::uint64_t games, engine::RunPart& part) {
  part = engine::part_of(games, 1, 1);
  if (written.empty()) return true;
  const std::size_t slash = written.find('/');
  if (slash == std::string::npos) return false;
  const std::string_view text = written;
  const auto of = dsl::whole_number<std::uint64_t>(text.substr(slash + 1), 1, engine::most_shards);
  const auto number = of ? dsl::whole_number<std::uint64_t>(text.substr(0, slash), 1, *of) : std::nullopt;
  if (!number) return false;
  part = engine::part_of(games, *number, *of);
  return true;
}

/// One run, of one variant after the other or of two side by side.
class Simulation {
 public:
  Simulation(const SimulateFlags& flags, const std::vector<Contestant>& contestants,
             const std::vector<const engine::Player*>& seats, const engine::RunPart& part)
      : flags_(flags), contestants_(contestants), listed_(seats) {
    engine::RunOrder& order = run_.order;
    order.program = dsl::program_version();
    order.seed = options_.seed = flags.seed;
    order.games = flags.games;
    order.unit = options_.unit = flags.rounds ? engine::Unit::round : engine::Unit::match;
    order.declared = options_.play.declared = flags.declared;
    for (const engine::Player* player : seats) order.seats.emplace_back(player->name);
    order.rotate = options_.rotate = flags.rotate;
    order.count_rules = options_.count_rules = flags.count_rules;
    order.same_deals = options_.shuffled_deals = flags.same_deals;
    for (const Contestant& contestant : contestants) order.variants.push_back(contestant.variant);
    run_.part = part;
    options_.first_game = part.first;
    options_.games = part.games;
    jobs_ = flags.jobs != 0 ? flags.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }

  Exit play() {
    {
      const Interrupt interrupt(progress_.stop);
      if (flags_.same_deals) {
        play_pair();
      } else {
        for (const Contestant& contestant : contestants_)
          if (!progress_.stop) play_one(contestant);
      }
    }
    if (!write_records()) return Exit::unreadable;
    print(flags_.shard.empty() ? engine::render_run(run_, flags_.format) : engine::write_shard(run_));
    if (!progress_.stop) return engine::any_endless(run_) ? Exit::found : Exit::fine;
    print_error(fmt::format("roundhouse: interrupted after {} of {} games\n", played_, wanted()));
    return Exit::interrupted;
  }

 private:
  std::uint64_t wanted() const {
    return flags_.same_deals ? options_.games : options_.games * contestants_.size();
  }

  /// The list of players goes round the table as often as there are seats.
  void seat_players(const Contestant& contestant) {
    options_.play.seats.clear();
    for (std::size_t seat = 0;
         !listed_.empty() && seat < static_cast<std::size_t>(contestant.program.players); ++seat)
      options_.play.seats.push_back(listed_[seat % listed_.size()]);
  }

  /// Calls play(), which returns how many games there were, with a bar and a clock.
  template <class Play>
  double timed(const std::string& title, const Play& play) {
    progress_.games = 0;
    const ProgressBar bar(progress_.games, options_.games,
                          (flags_.rounds ? "rounds of " : "games of ") + title);
    const auto start = std::chrono::steady_clock::now();
    played_ += play();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void play_one(const Contestant& contestant) {
    seat_players(contestant);
    engine::VariantResult result;
    result.jobs = jobs_;
    result.seconds = timed(contestant.variant.title(), [&] {
      result.figures = engine::simulate(contestant.program, options_, jobs_, &progress_);
      return result.figures.games;
    });
    run_.results.push_back(std::move(result));
  }

  void play_pair() {
    seat_players(contestants_[0]);
    engine::PairedFigures both;
    const double seconds = timed("both", [&] {
      both = engine::simulate_same_deals(contestants_[0].program, contestants_[1].program, options_, jobs_,
                                         &progress_);
      return both.first.games;
    });
    // They are played in turn, so that the time of one alone is not known.
    run_.results = {{std::move(both.first), seconds / 2, jobs_},
                    {std::move(both.second), seconds / 2, jobs_}};
    run_.pairs = std::move(both.measured);
  }

  bool write_records() {
    if (flags_.record.empty()) return true;
    std::error_code error;
    std::filesystem::create_directories(flags_.record, error);
    for (std::size_t i = 0; i < run_.results.size(); ++i) {
      const std::string name = name_in_records(contestants_[i].rules, flags_.record);
      if (name.empty())
        print_error(
            fmt::format("roundhouse: the records cannot name their rules, {}; judge them with --rules\n",
                        dsl::printable_line(contestants_[i].variant.title())));
      seat_players(contestants_[i]);
      for (std::uint64_t g = 0; g < run_.results[i].figures.games; ++g)
        if (!write_game(flags_, contestants_[i], name, options_, options_.first_game + g)) return false;
    }
    return true;
  }

  const SimulateFlags& flags_;
  const std::vector<Contestant>& contestants_;
  const std::vector<const engine::Player*>& listed_;
  engine::SimulateOptions options_;
  engine::Progress progress_;
  engine::RunResult run_;
  int jobs_ = 1;
  std::uint64_t played_ = 0;
};

/// "planner,greedy". Absent: a name is that of no player, which `trouble` says.
std::optional<std::vector<const engine::Player*>> read_seats(const std::string& written,
                                                             std::string& trouble) {
  std::vector<const engine::Player*> seats;
  if (written.empty()) return seats;
  for (std::size_t begin = 0; begin <= written.size();) {
    const std::size_t end = std::min(written.find(',', begin), written.size());
    const std::string name = written.substr(begin, end - begin);
    const engine::Player* player = engine::find_player(name);
    if (player == nullptr) {
      const auto nearest = dsl::nearest_name(name, player_names());
      trouble = fmt::format("--seats: there is no player '{}'; {}", name,
                            nearest ? fmt::format("did you mean '{}'?", *nearest)
                                    : fmt::format("there are {}", fmt::join(player_names(), ", ")));
      return std::nullopt;
    }
    seats.push_back(player);
    begin = end + 1;
  }
  return seats;
}

Exit simulate(const SimulateFlags& flags) {
  const auto refuse = [](const std::string& why) {
    print_error("roundhouse: " + dsl::printable_line(why) + "\n");
    return Exit::usage;
  };
  engine::RunPart part;
  if (!read_shard_number(flags.shard, flags.games, part))
    return refuse(fmt::format("--shard {}: write it like 2/7, the second of seven", flags.shard));
  std::string trouble;
  const auto seats = read_seats(flags.seats, trouble);
  if (!seats) return refuse(trouble);
  if (flags.rotate && seats->empty()) return refuse("--rotate moves players on who are named by --seats");
  if (flags.same_deals && flags.variants.size() != 2)
    return refuse(fmt::format("--same-deals compares two variants, and here {} named",
                              flags.variants.size() == 1 ? "one is" : "more are"));
  std::vector<Contestant> contestants;
  Exit worst = Exit::fine;
  for (const std::string& written : flags.variants) {
    Exit exit = Exit::fine;
    if (auto loaded = load_contestant(flags, written, exit)) contestants.push_back(std::move(*loaded));
    worst = worse(worst, exit);
  }
  if (worst != Exit::fine) return worst;
  name_files(contestants);
  for (const Contestant& contestant : contestants)
    if (seats->size() > static_cast<std::size_t>(contestant.program.players))
      return refuse(fmt::format("--seats names {} players, and {} is played by {}", seats->size(),
                                contestant.variant.title(), contestant.program.players));
  if (flags.same_deals) {
    const std::string why = engine::refuse_same_deals(contestants[0].program, contestants[1].program);
    if (!why.empty())
      return refuse(fmt::format("{} and {} cannot be dealt the same tiles: {}",
                                contestants[0].variant.title(), contestants[1].variant.title(), why));
  }
  return Simulation(flags, contestants, *seats, part).play();
}

}  // namespace

void add_run_format(Command& command, engine::RunFormat& format) {
  const std::map<std::string, engine::RunFormat> formats{
      {"text", engine::RunFormat::text}, {"json", engine::RunFormat::json}, {"csv", engine::RunFormat::csv}};
  command.one_of(
      "--format", [&format, formats](const std::string& name) { format = formats.at(name); },
      {"text", "json", "csv"}, "text, json (one variant a line) or csv");
}

void add_simulate(CLI::App& app, Run& run) {
  auto flags = std::make_shared<SimulateFlags>();
  Command command(app, "simulate", "Play many games and print their figures");
  command.words("VARIANT", flags->variants, "bundled names or paths, perhaps with options in quotes");
  command.players(flags->players, "how many players (default: 4, or the nearest allowed)");
  command.number("--games", flags->games, std::uint64_t{1}, std::uint64_t{1'000'000'000'000},
                 "how many games (default 100)");
  command.sign("--rounds", flags->rounds, "play single rounds instead of whole games");
  command.number("--seed", flags->seed, std::uint64_t{0}, std::uint64_t{UINT64_MAX},
                 "where the random numbers begin (default 1)");
  command.number("--jobs", flags->jobs, 1, engine::most_jobs,
                 "how many games at a time (default: as many as cores)");
  command.text("--shard", "I/N", flags->shard, "play only the I-th of N parts, and write it for merge");
  command.sign("--same-deals", flags->same_deals,
               "deal both of two variants the same tiles, and compare them");
  command.sign("--count-rules", flags->count_rules, "count how often each rule decided (takes longer)");
  command.text(
      "--seats", "PLAYER,...", flags->seats,
      fmt::format("who plays, by seat: {}; a shorter list goes round the table again (default: random)",
                  fmt::join(player_names(), ", ")));
  command.sign("--rotate", flags->rotate, "each game all move on by one seat");
  command.share("--declared", flags->declared, "how likely a declared act is, from 0 to 1 (default 0)");
  command.settings("--set", flags->settings, "for all variants named");
  command.text("--record", "FOLDER", flags->record, "write every game as a record into this folder");
  command.confine(flags->bounds);
  add_run_format(command, flags->format);
  command.examples(
      "Examples:\n  roundhouse simulate dual --players 8 --games 1000\n"
      "  roundhouse simulate club-double-twelve --set double_blank=50 --format json\n"
      "  roundhouse simulate dual 'dual doubles=satisfy' --same-deals --games 10000\n"
      "  roundhouse simulate train --seats planner,greedy --rotate\n"
      "  roundhouse simulate dual --games 1000000 --shard 3/16 > shard-3.json");
  command.does(run, [flags] { return simulate(*flags); });
}

}  // namespace roundhouse::cli
