// roundhouse simulate VARIANT...
// roundhouse merge FILE...

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "cli/long_work.h"
#include "cli/write_file.h"
#include "dsl/base/nearest.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/version.h"
#include "dsl/base/whole_number.h"
#include "engine/work_queue.h"
#include "replay/fold/position_written.h"
#include "replay/record/write_record.h"
#include "replay/views/steps.h"
#include "tools/commands/commands.h"
#include "tools/commands/freeze.h"
#include "tools/commands/played_record.h"
#include "tools/commands/run_files.h"
#include "tools/players/all_players.h"
#include "tools/simulate/json_limits.h"
#include "tools/simulate/run_result.h"
#include "tools/simulate/shown_figures.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::cli {
namespace {

struct SimulateFlags {
  std::vector<std::string> variants;
  std::vector<std::string> settings;
  std::vector<int> players;
  std::vector<std::string> without;
  bool without_each = false;
  std::uint64_t games = 100;
  std::optional<std::uint64_t> game;  ///< only this one
  std::uint64_t seed = 1;
  double declared = 0;
  std::string seats;
  bool rotate = false;
  bool rounds = false;
  bool count_rules = false;
  bool interest = false;
  bool skill = false;
  bool same_deals = false;
  std::optional<engine::EachOf> each;
  int jobs = 0;  ///< 0: as many as there are cores
  std::string shard;
  engine::RunFormat format = engine::RunFormat::text;
  std::string record;
  bool keep_rules = false;
  std::string plots;
  dsl::ReadingBounds bounds;
};

using Seats = std::vector<const engine::Player*>;

void print_run(const engine::RunResult& run, engine::RunFormat format) {
  const std::string text = engine::render_run(run, format, sentence_width());
  if (format == engine::RunFormat::text)
    print_lines(text);
  else
    print(text);
}

/// "2/7", the third of seven. Returns why it is none; empty: `part` are its games.
std::string read_shard_number(const std::string& written, std::uint64_t games, engine::RunPart& part) {
  part = engine::part_of(games, 0, 1);
  if (written.empty()) return {};
  const std::size_t slash = std::min(written.find('/'), written.size());
  const std::string_view text = written;
  const auto of = slash == written.size()
                      ? std::nullopt
                      : dsl::whole_number<std::uint64_t>(text.substr(slash + 1), 1, engine::most_shards);
  if (!of) return "write it like 0/7, the first of seven";
  const auto number = dsl::whole_number<std::uint64_t>(text.substr(0, slash), 0, *of - 1);
  if (!number)
    return fmt::format("shards are counted from 0: 0/{} is the first, {}/{} the last", *of, *of - 1, *of);
  part = engine::part_of(games, *number, *of);
  return {};
}

/// One run: a variant, or several side by side.
class Simulation {
 public:
  Simulation(const SimulateFlags& flags, const std::vector<Contestant>& contestants, const Seats& seats,
             const engine::RunPart& part)
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
    order.interest = options_.interest = flags.interest;
    order.same_deals = options_.shuffled_deals = flags.same_deals;
    for (const Contestant& contestant : contestants) order.variants.push_back(contestant.variant);
    run_.part = part;
    options_.first_game = part.first;
    options_.games = part.games;
    jobs_ = flags.jobs != 0 ? flags.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }

  /// Every game goes on from this table.
  void begin_at(const engine::Position& table) {
    table_ = table;
    options_.play.begin = &table_;
  }

  Exit play() {
    play_all();
    if (!flags_.record.empty() && !write_records()) return Exit::unreadable;
    if (!flags_.plots.empty() && !write_plots(flags_.plots, run_, command_line())) return Exit::unreadable;
    if (flags_.shard.empty())
      print_run(run_, flags_.format);
    else
      print(engine::write_shard(run_));
    return exit_of(engine::any_endless(run_));
  }

  /// Rows instead of figures, one variant after the other.
  Exit print_each() {
    print(engine::each_head(*flags_.each));
    bool endless = false;
    {
      const Interrupt interrupt(progress_.stop);
      for (const Contestant& contestant : contestants_) {
        if (progress_.stop) break;
        timed(contestant.variant.title(), [&] {
          const engine::Figures figures = engine::simulate_each(
              contestant.program, options_for(contestant), run_.order, contestant.variant, *flags_.each,
              jobs_, &progress_, [](const std::string& rows) { print(rows); });
          endless = endless || figures.dead_ends + figures.too_long > 0;
          return figures.games;
        });
      }
    }
    return exit_of(endless);
  }

  /// The one game of this run as a record, on standard output or in a file.
  Exit print_game() {
    const Contestant& contestant = contestants_.front();
    const engine::SimulateOptions options = options_for(contestant);
    const std::string folder = flags_.record.empty() ? "." : flags_.record;
    if (!flags_.record.empty() && !make_folder(flags_.record)) return Exit::unreadable;
    const replay::Record record =
        record_of_game(contestant, run_.order, options, *flags_.game, name_in_records(contestant, folder));
    const engine::Figures figures = engine::simulate_game(contestant.program, options, *flags_.game);
    const std::filesystem::path path = record_path(folder, contestant, *flags_.game);
    if (flags_.record.empty()) {
      print(replay::write_record(record));
    } else {
      if (!write_record_or_report(path, record)) return Exit::unreadable;
      print(dsl::printable_line(path.string()) + "\n");
    }
    if (figures.dead_ends + figures.too_long == 0) return Exit::fine;
    return refuse(Exit::found,
                  fmt::format("game {} {}", *flags_.game,
                              figures.dead_ends > 0 ? "comes to a dead end: nobody may do anything there"
                                                    : "goes on for too long, and was stopped"));
  }

  /// Plays to the end, or until it is stopped; for callers that put runs together.
  const engine::RunResult& play_all() {
    const Interrupt interrupt(progress_.stop);
    if (contestants_.size() == 1) {
      engine::VariantResult result;
      result.jobs = jobs_;
      const Contestant& contestant = contestants_.front();
      result.seconds = timed(contestant.variant.title(), [&] {
        result.figures = engine::simulate(contestant.program, options_for(contestant), jobs_, &progress_);
        return result.figures.games;
      });
      run_.results.push_back(std::move(result));
    } else {
      play_side_by_side();
    }
    return run_;
  }

  Exit exit_of(bool endless) const {
    if (!progress_.stop) return endless ? Exit::found : Exit::fine;
    const std::uint64_t wanted = options_.games * (flags_.each ? contestants_.size() : 1);
    return refuse(Exit::interrupted, fmt::format("interrupted after {} of {} games", played_, wanted));
  }

 private:
  /// Those who want the same run again type this.
  std::string command_line() const {
    std::vector<std::string> words{"roundhouse", "simulate"};
    words.insert(words.end(), flags_.variants.begin(), flags_.variants.end());
    const auto add = [&](const std::string& flag, const std::string& value) {
      words.push_back(flag);
      words.push_back(value);
    };
    if (!flags_.players.empty()) add("--players", fmt::format("{}", fmt::join(flags_.players, ",")));
    for (const std::string& setting : flags_.settings) add("--set", setting);
    for (const std::string& rule : flags_.without) add("--without-rule", rule);
    if (flags_.without_each) words.emplace_back("--without-each-rule");
    if (flags_.rounds) words.emplace_back("--rounds");
    add("--games", std::to_string(run_.results.empty() ? 0 : run_.results.front().figures.games));
    add("--seed", std::to_string(flags_.seed));
    if (!flags_.seats.empty()) add("--seats", flags_.seats);
    if (flags_.rotate) words.emplace_back("--rotate");
    if (flags_.declared > 0) add("--declared", fmt::format("{}", flags_.declared));
    if (flags_.same_deals) words.emplace_back("--same-deals");
    if (flags_.interest) words.emplace_back("--interest");
    if (flags_.count_rules) words.emplace_back("--count-rules");
    return dsl::joined(words, " ", engine::as_shell_word);
  }

  /// The list of players goes round the table as often as there are seats.
  engine::SimulateOptions options_for(const Contestant& contestant) const {
    engine::SimulateOptions options = options_;
    for (std::size_t seat = 0;
         !listed_.empty() && seat < static_cast<std::size_t>(contestant.program.players); ++seat)
      options.play.seats.push_back(listed_[seat % listed_.size()]);
    return options;
  }

  /// Calls play(), which returns how many games there were, with a bar and a clock.
  template <class Play>
  double timed(const std::string& title, const Play& play) {
    progress_.games = 0;
    const ProgressBar bar(progress_.games, options_.games,
                          (flags_.rounds ? "rounds of " : "games of ") + title,
                          flags_.each ? ProgressBar::When::output_is_elsewhere : ProgressBar::When::always);
    const auto start = std::chrono::steady_clock::now();
    played_ += play();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void play_side_by_side() {
    std::vector<engine::SideTable> tables;
    for (const Contestant& contestant : contestants_)
      tables.push_back({&contestant.program, options_for(contestant)});
    engine::SideBySide all;
    const double seconds = timed(fmt::format("{} tables each", tables.size()), [&] {
      all = engine::simulate_side_by_side(tables, jobs_, &progress_);
      return all.tables.front().games;
    });
    // They are played in turn, so that the time of one alone is not known.
    for (engine::Figures& figures : all.tables)
      run_.results.push_back({std::move(figures), seconds / static_cast<double>(tables.size()), jobs_});
    run_.pairs = std::move(all.pairs);
  }

  bool keep(const Contestant& contestant) const {
    dsl::SourceMap sources;
    const std::string why = keep_rules({.variant = contestant.variant.name,
                                        .settings = read_settings(sources, contestant.variant.settings),
                                        .bounds = flags_.bounds},
                                       flags_.record, contestant.variant.rules_hash);
    if (!why.empty())
      print_error(fmt::format("roundhouse: the rules cannot be kept beside the records: {}\n", why));
    return why.empty();
  }

  bool write_records() {
    if (!make_folder(flags_.record)) return false;
    for (std::size_t i = 0; i < run_.results.size(); ++i) {
      const Contestant& contestant = contestants_[i];
      const std::string name = name_in_records(contestant, flags_.record);
      if (flags_.keep_rules && !keep(contestant)) return false;
      const engine::SimulateOptions options = options_for(contestant);
      engine::VariantResult& result = run_.results[i];
      for (std::uint64_t g = 0; g < result.figures.games; ++g) {
        const std::uint64_t game = options_.first_game + g;
        const std::filesystem::path path = record_path(flags_.record, contestant, game);
        if (!write_record_or_report(path, record_of_game(contestant, run_.order, options, game, name)))
          return false;
        if (result.figures.endless_game == game) result.endless_record = path.string();
      }
    }
    return true;
  }

  const SimulateFlags& flags_;
  const std::vector<Contestant>& contestants_;
  const Seats& listed_;
  engine::SimulateOptions options_;
  engine::Position table_{};
  engine::Progress progress_;
  engine::RunResult run_;
  int jobs_ = 1;
  std::uint64_t played_ = 0;
};

/// Measures how much better play is worth, at every table.
Exit play_for_skill(SimulateFlags flags, const std::vector<Contestant>& contestants,
                    const engine::RunPart& part) {
  flags.rotate = true;
  std::vector<engine::RunResult> runs;
  Exit worst = Exit::fine;
  for (const engine::SkillPair& pair : engine::skill_pairs) {
    engine::RunResult all;
    for (const Contestant& contestant : contestants) {
      Seats seats;
      for (const std::string& name : engine::seats_of(pair, contestant.program.players))
        seats.push_back(engine::find_player(name));
      const std::vector<Contestant> one{contestant};
      Simulation simulation(flags, one, seats, part);
      engine::RunResult run = simulation.play_all();
      worst = worse(worst, simulation.exit_of(engine::any_endless(run)));
      if (worst == Exit::interrupted) return worst;
      if (all.results.empty()) {
        all = std::move(run);
      } else {
        all.order.variants.push_back(contestant.variant);
        all.results.push_back(std::move(run.results.front()));
      }
    }
    runs.push_back(std::move(all));
  }
  print(engine::render_skill(runs, flags.format));
  return worst;
}

/// "planner,greedy". Absent: a name is that of no player, which `trouble` says.
std::optional<Seats> read_seats(const std::string& written, std::string& trouble) {
  Seats seats;
  for (const std::string& name : listed_seats(written)) {
    const engine::Player* player = engine::find_player(name);
    if (player == nullptr) {
      const auto nearest = dsl::nearest_name(name, player_names());
      trouble = fmt::format("--seats: there is no player '{}'; {}", name,
                            nearest ? fmt::format("did you mean '{}'?", *nearest)
                                    : fmt::format("there are {}", fmt::join(player_names(), ", ")));
      return std::nullopt;
    }
    seats.push_back(player);
  }
  return seats;
}

/// Two flags of which one leaves nothing for the other to do; empty: there are none.
std::string flags_at_odds(const SimulateFlags& flags) {
  const bool shard = !flags.shard.empty();
  if (flags.each && shard) return "--each prints rows, which merge cannot put together: leave --shard out";
  if (flags.each && flags.skill) return "--skill compares players and has no rows: leave --each out";
  if (flags.each && !flags.record.empty()) return "--each prints rows: leave --record out, or use it alone";
  if (flags.each && flags.game) return "--game prints one game as a record: leave --each out";
  if (flags.skill && shard) return "--skill is several runs, and a shard is one: leave --shard out";
  if (flags.skill && (!flags.seats.empty() || flags.rotate))
    return "--skill seats players itself: leave --seats and --rotate out";
  if (flags.keep_rules && (flags.record.empty() || flags.game))
    return "--keep-rules keeps rules beside records: it goes with --record";
  if (flags.skill && !flags.record.empty()) return "--skill writes no records: leave --record out";
  if (!flags.plots.empty() && shard)
    return "--plots draws a whole run, and a shard is a part: say it to merge";
  if (!flags.plots.empty() && (flags.each || flags.game || flags.skill))
    return "--plots draws figures: leave --each, --game and --skill out";
  if (flags.skill && flags.game) return "--game prints one game, and --skill compares many: leave one out";
  if (flags.game && shard) return "--game is one game of the run: leave --shard out";
  if (flags.without.size() > 1 && flags.game)
    return "--game prints one game, so only one rule can be switched off";
  if (flags.without_each && flags.game)
    return "--game prints one game: say with --without-rule which rule is switched off";
  return {};
}

bool is_record(const SimulateFlags& flags) {
  return flags.variants.size() == 1 && flags.variants.front().ends_with(".train");
}

/// Flags that say nothing of rounds that go on from a record; empty: there are none.
std::string flags_at_odds_with_record(const SimulateFlags& flags) {
  const bool other_table = !flags.players.empty() || !flags.without.empty() || flags.without_each ||
                           flags.same_deals || flags.skill;
  const bool other_output = !flags.shard.empty() || flags.game || !flags.record.empty();
  if (!other_table && !other_output) return {};
  return "rounds that go on from a record are played at its table: leave --players, --without-rule, "
         "--same-deals, --skill, --shard, --game and --record out";
}

/// Rounds that go on from where a record stops, tiles that it does not name at random. Absent: the record
/// does not begin with a position.
std::optional<Exit> simulate_from(SimulateFlags flags, const Seats& seats, const engine::RunPart& part) {
  dsl::SourceMap sources;
  const std::string& path = flags.variants.front();
  RecordWishes wishes;
  wishes.settings = flags.settings;
  wishes.bounds = flags.bounds;
  const std::optional<LoadedRecord> loaded = load_record(sources, path, wishes);
  if (!loaded) return Exit::unreadable;
  const std::vector<replay::RecordRound>& rounds = loaded->record.rounds;
  if (rounds.size() != 1 || !replay::begins_with_position(rounds.front())) return std::nullopt;
  std::optional<replay::Frame> last;
  replay::step_through(loaded->program(), loaded->record, [&](const replay::Frame& frame) {
    last = frame;
    return frame.trouble.empty();
  });
  const std::string shown = dsl::printable_line(path);
  if (!last || !last->trouble.empty() || last->by.terms || !replay::can_be_written(last->position))
    return refuse(Exit::found,
                  fmt::format("{} does not end at a table from which play goes on\n  help: roundhouse replay "
                              "{} --at TURN --format position writes one",
                              shown, shown));
  if (seats.size() > loaded->record.header.players.size())
    return refuse(Exit::usage, fmt::format("--seats names {} players, and {} sit at the table of {}",
                                           seats.size(), loaded->record.header.players.size(), shown));
  Contestant contestant;
  contestant.variant = {path, flags.settings, {}, loaded->program().players, {}, {}, {}};
  contestant.rules = loaded->rules();
  contestant.program = loaded->program();
  for (const dsl::DeclaredAct& act : contestant.program.declared)
    contestant.variant.declared.push_back(act.name);
  for (const engine::Rules::RuleText& rule : contestant.program.rules)
    contestant.variant.rules.push_back({rule.id, rule.shape});
  flags.rounds = true;
  const std::vector<Contestant> contestants{std::move(contestant)};
  Simulation simulation(flags, contestants, seats, part);
  simulation.begin_at(last->position);
  return flags.each ? simulation.print_each() : simulation.play();
}

/// Drops the tables that cannot be dealt the same tiles as the first, and reports them.
Exit keep_same_deals(std::vector<Contestant>& contestants) {
  Exit exit = Exit::fine;
  for (std::size_t i = 1; i < contestants.size();) {
    const std::string why = engine::refuse_same_deals(contestants[0].program, contestants[i].program);
    if (why.empty()) {
      ++i;
      continue;
    }
    print_error(fmt::format("roundhouse: {} and {} cannot be dealt the same tiles: {}\n",
                            dsl::printable_line(contestants[0].variant.title()),
                            dsl::printable_line(contestants[i].variant.title()), why));
    contestants.erase(contestants.begin() + static_cast<std::ptrdiff_t>(i));
    exit = Exit::usage;
  }
  return exit;
}

Exit simulate(const SimulateFlags& flags) {
  const auto refuse_usage = [](const std::string& why) {
    return refuse(Exit::usage, dsl::printable_line(why));
  };
  engine::RunPart part;
  if (const std::string why = read_shard_number(flags.shard, flags.games, part); !why.empty())
    return refuse_usage(fmt::format("--shard {}: {}", flags.shard, why));
  if (const std::string odds = flags_at_odds(flags); !odds.empty()) return refuse_usage(odds);
  std::string trouble;
  const auto seats = read_seats(flags.seats, trouble);
  if (!seats) return refuse_usage(trouble);
  if (flags.rotate && seats->empty())
    return refuse_usage("--rotate moves players on who are named by --seats");
  if (is_record(flags)) {
    const std::string odds = flags_at_odds_with_record(flags);
    if (!odds.empty()) return refuse_usage(odds);
    if (const std::optional<Exit> exit = simulate_from(flags, *seats, part)) return *exit;
  }
  Contestants loaded = load_contestants(
      {flags.variants, flags.settings, flags.players, flags.without, flags.without_each,
       flags.game.has_value() && !flags.without.empty(),
       flags.game.has_value() || !flags.shard.empty() || !flags.record.empty(), flags.bounds});
  std::vector<Contestant>& contestants = loaded.all;
  Exit worst = loaded.worst;
  // A mistake in one of several tables that were named one by one may be a slip of the pen.
  if (worst != Exit::fine && (!loaded.swept || contestants.empty())) return worst;
  for (const Contestant& contestant : contestants)
    if (seats->size() > static_cast<std::size_t>(contestant.program.players))
      return refuse_usage(fmt::format("--seats names {} players, and {} is played by {}", seats->size(),
                                      contestant.variant.title(), contestant.program.players));
  if (flags.game && contestants.size() > 1)
    return refuse_usage(fmt::format("--game prints one game, and here are {} tables", contestants.size()));
  if (flags.game && flags.record.empty() && !contestants.front().variant.without.empty())
    return refuse_usage(
        "without one of their rules no record can name them: say --record FOLDER, where a rule file is "
        "written, too");
  if (flags.same_deals && !flags.game && contestants.size() == 1 && !loaded.swept)
    return refuse_usage("--same-deals compares two variants or more, and here one is named");
  if (flags.same_deals) {
    worst = worse(worst, keep_same_deals(contestants));
    if (contestants.size() == 1 && worst != Exit::fine) return worst;
  }
  if (flags.game) {
    part.first = *flags.game;
    part.games = 1;
    return Simulation(flags, contestants, *seats, part).print_game();
  }
  if (flags.skill) return worse(worst, play_for_skill(flags, contestants, part));
  Simulation simulation(flags, contestants, *seats, part);
  return worse(worst, flags.each ? simulation.print_each() : simulation.play());
}

constexpr std::size_t largest_shard = std::size_t{16} << 20;
/// A shard of a hundred tables with all their rules counted has a million values, eight deep.
constexpr engine::JsonLimits shard_limits{16, 1'500'000};

struct MergeFlags {
  std::vector<std::string> files;
  engine::RunFormat format = engine::RunFormat::text;
  std::string plots;
  dsl::ReadingBounds bounds;
};

Exit merge(const MergeFlags& flags) {
  std::vector<engine::NamedShard> shards;
  Exit worst = Exit::fine;
  for (const std::string& file : flags.files) {
    const Text text = read_whole(file, largest_shard, flags.bounds);
    std::string trouble = text.trouble;
    // A run that is stopped has not begun to write.
    if (trouble.empty() && text.text.empty())
      trouble = "nothing is in it: its run came to no end, and has to be made anew";
    std::optional<engine::RunResult> run;
    if (trouble.empty() && !engine::is_within_limits(text.text, shard_limits))
      trouble = "this is no shard of a simulation: it holds more, or nests deeper, than any shard does";
    if (trouble.empty()) run = engine::read_shard(text.text, trouble);
    if (run) {
      shards.push_back({file, std::move(*run)});
    } else {
      print_error(fmt::format("roundhouse: {}: {}\n", dsl::printable_line(file), trouble));
      worst = Exit::unreadable;
    }
  }
  if (worst != Exit::fine) return worst;
  std::string trouble;
  const std::optional<engine::RunResult> run = engine::merge_shards(std::move(shards), trouble);
  if (!run) return refuse(Exit::usage, fmt::format("{}", dsl::printable_line(trouble)));
  if (!flags.plots.empty()) {
    std::string line = "roundhouse merge";
    for (const std::string& file : flags.files) line += " " + engine::as_shell_word(file);
    if (!write_plots(flags.plots, *run, line)) return Exit::unreadable;
  }
  print_run(*run, flags.format);
  return engine::any_endless(*run) ? Exit::found : Exit::fine;
}

/// --format of both commands.
void add_run_format(Command& command, engine::RunFormat& format) {
  const std::map<std::string, engine::RunFormat> formats{
      {"text", engine::RunFormat::text}, {"json", engine::RunFormat::json}, {"csv", engine::RunFormat::csv}};
  command.one_of(
      "--format", [&format, formats](const std::string& name) { format = formats.at(name); },
      {"text", "json", "csv"}, "text, json (one variant a line) or csv");
}

}  // namespace

void add_simulate(CLI::App& app, Run& run) {
  auto flags = std::make_shared<SimulateFlags>();
  Command command(app, "simulate", "Play many games and print their figures");
  command.words("VARIANT", flags->variants,
                "bundled names or paths, perhaps with options in quotes; or a record of a position");
  command.player_numbers(
      flags->players, "how many players (default: 4, or the nearest allowed); 2..8 and 2,4 are tables each");
  command.number("--games", flags->games, std::uint64_t{1}, std::uint64_t{1'000'000'000'000},
                 "how many games (default 100)");
  command.sign("--rounds", flags->rounds, "play single rounds instead of whole games");
  command.number("--game", flags->game, std::uint64_t{0}, std::uint64_t{999'999'999'999},
                 "print this game of the run alone, as a record");
  command.number("--seed", flags->seed, std::uint64_t{0}, std::uint64_t{UINT64_MAX},
                 "where the random numbers begin (default 1)");
  command.number("--jobs", flags->jobs, 1, engine::most_jobs,
                 "how many games at a time (default: as many as cores)");
  command.text("--shard", "I/N", flags->shard,
               "play only part I of N, counted from 0, and write it for merge");
  command.sign("--same-deals", flags->same_deals, "deal all tables the same tiles, and compare them");
  command.one_of(
      "--each",
      [flags](const std::string& unit) {
        flags->each = unit == "rounds" ? engine::EachOf::round : engine::EachOf::game;
      },
      {"rounds", "games"}, "print a row of CSV for each seat of each round, or game, instead of figures");
  command.sign("--interest", flags->interest,
               "measure choices, changes of the lead, and when games are decided (takes longer)");
  command.sign("--skill", flags->skill, "measure how much better play is worth");
  command.sign("--count-rules", flags->count_rules, "count how often each rule decided (takes longer)");
  command.ids("--without-rule", "RULE", flags->without, "play another table without this rule, and compare");
  command.sign("--without-each-rule", flags->without_each, "the same for every rule, one at a time");
  command.text(
      "--seats", "PLAYER,...", flags->seats,
      fmt::format("who plays, by seat: {}; a shorter list goes round the table again (default: random)",
                  fmt::join(player_names(), ", ")));
  command.sign("--rotate", flags->rotate, "each game all move on by one seat");
  command.share("--declared", flags->declared, "how likely a declared act is, from 0 to 1 (default 0)");
  command.settings("--set", flags->settings, "for all variants named; 8..12 and 0,25,50 are tables each");
  command.text("--record", "FOLDER", flags->record, "write every game as a record into this folder");
  command.sign("--keep-rules", flags->keep_rules,
               "write the rules beside the records, as 'freeze' does, so that they are always found");
  command.text("--plots", "FOLDER", flags->plots,
               "draw the figures into this folder, with a page that shows all of them");
  command.confine(flags->bounds);
  add_run_format(command, flags->format);
  command.examples(
      "Examples:\n  roundhouse simulate dual --players 8 --games 1000\n"
      "  roundhouse simulate club-double-twelve --set double_blank=50 --format json\n"
      "  roundhouse simulate dual 'dual doubles=follow-up' --same-deals --games 10000\n"
      "  roundhouse simulate train --players 2..8 --set deal=8..12 --format csv\n"
      "  roundhouse simulate train --seats planner,greedy --rotate\n"
      "  roundhouse simulate table.train --seats planner --games 1000\n"
      "  roundhouse simulate dual --games 1000000 --shard 3/16 > shard-3.json");
  command.does(run, [flags] { return simulate(*flags); });
}

void add_merge(CLI::App& app, Run& run) {
  auto flags = std::make_shared<MergeFlags>();
  Command command(app, "merge", "Put the shards of a simulation together");
  command.words("SHARD", flags->files, "what simulate --shard wrote, each shard once");
  add_run_format(command, flags->format);
  command.text("--plots", "FOLDER", flags->plots,
               "draw the figures into this folder, with a page that shows all of them");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse simulate dual --games 1000000 --shard 3/16 > shard-3.json\n"
      "  roundhouse merge shard-*.json");
  command.does(run, [flags] { return merge(*flags); });
}

}  // namespace roundhouse::cli
