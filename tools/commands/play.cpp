// roundhouse play VARIANT

#include <csignal>
#include <filesystem>
#include <random>
#include <utility>

#include "cli/long_work.h"
#include "cli/write_file.h"
#include "dsl/base/nearest.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/check.h"
#include "dsl/check/player_numbers.h"
#include "replay/record/names.h"
#include "replay/record/write_record.h"
#include "tools/commands/commands.h"
#include "tools/commands/freeze.h"
#include "tools/commands/play_table.h"
#include "tools/commands/played_record.h"
#include "tools/commands/terminal.h"
#include "tools/play/game.h"
#include "tools/play/play_page.h"
#include "tools/players/all_players.h"

namespace roundhouse::cli {
namespace {

// The talk of a table on the whole terminal.

constexpr char32_t ctrl_d = 4;

TypedLine ask_on(Terminal& terminal, replay::PlayPage& page, const TableQuestion& question) {
  page.ask(question);
  for (;;) {
    terminal.show(page.paint(terminal.rows(), terminal.columns()));
    // A signal may have come while a computer's act was shown.
    if (terminal.ended_by() != 0) return {Got::interrupted, {}};
    const Key key = terminal.read_key();
    if (key.kind == KeyKind::ended) return {Got::interrupted, {}};
    if (key.is(ctrl_d)) return {Got::end, {}};
    if (auto line = page.press(key)) return {Got::line, std::string(dsl::trimmed(*line))};
  }
}

/// As play_at_table. `pace`: so many milliseconds each act of a computer is shown. Asks for
/// Terminal::can_open(), and for a person at the table.
Exit play_on_screen(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                    const std::string& variant, const std::string& greeting, int pace) {
  flush();
  replay::PlayPage page(game);
  page.tell(greeting);
  int ended_by = 0;
  Exit exit = Exit::fine;
  {
    Terminal terminal;
    const TableTalk talk{
        .say = [&](std::string_view text) { page.say(text); },
        .tell = [&](std::string_view text) { page.tell(text); },
        .ask = [&](const TableQuestion& question) { return ask_on(terminal, page, question); },
        .wipe =
            [&] {
              page.wipe();
              return true;
            },
        .paints_table = true,
        .pause =
            [&](const TableQuestion& seen) {
              if (pace == 0 || terminal.ended_by() != 0) return;
              page.ask(seen);
              terminal.show(page.paint(terminal.rows(), terminal.columns()));
              // A key ends the pause.
              terminal.read_key(pace);
            }};
    // The terminal takes the signals, and says so by a key.
    const std::atomic<bool> never{false};
    exit = play_at_table(game, kept, sources, variant, talk, never);
    ended_by = terminal.ended_by();
  }
  // The last words have to outlive the page.
  print(page.said());
  if (ended_by != 0 && ended_by != SIGINT) end_by_signal(ended_by);
  return exit;
}

namespace fs = std::filesystem;

struct PlayFlags {
  std::string variant;
  std::vector<std::string> settings;
  std::optional<int> players;
  std::string seats;
  std::optional<std::uint64_t> seed;
  std::string record;
  std::string resume;
  bool keep_rules = false;
  bool plain = false;
  int pace = 500;
  dsl::ReadingBounds bounds;
};

/// A player at the table: the name, and the computer player, if it is one.
struct SeatedPlayer {
  std::string name;
  const engine::Player* player = nullptr;
};

/// "you,planner,Ann", filled up to so many seats: `you` is a person without a name, what is the name of a
/// computer player is one, any other name a person's. `trouble`: why it cannot be.
std::vector<SeatedPlayer> read_table(const std::string& written, int players, std::string& trouble) {
  std::vector<SeatedPlayer> seated;
  for (const std::string& name : listed_seats(written)) {
    const engine::Player* player = engine::find_player(name);
    const bool is_named = player == nullptr && name != "you";
    if (is_named && !replay::is_player_name(name)) {
      trouble = fmt::format(
          "--seats: '{}' is no name\n  help: write it like you,planner,Ann: people by their names, of "
          "letters and "
          "digits, computers as one of {}",
          dsl::printable_line(name), fmt::join(player_names(), ", "));
      return {};
    }
    seated.push_back({is_named ? name : std::string(), player});
  }
  if (seated.size() > static_cast<std::size_t>(players)) {
    trouble = fmt::format("--seats names {} players, and {} play", seated.size(), players);
    return {};
  }
  while (seated.size() < static_cast<std::size_t>(players)) seated.push_back({{}, &engine::planner_player});
  const auto is_taken = [&](std::string_view name) {
    return count_if(seated, [&](const SeatedPlayer& other) {
      return replay::folded(other.name) == replay::folded(name);
    });
  };
  for (const SeatedPlayer& one : seated)
    if (!one.name.empty() && is_taken(one.name) > 1) {
      trouble = fmt::format("--seats: two players are called {}", one.name);
      return {};
    }
  for (SeatedPlayer& one : seated)
    if (one.name.empty())
      one.name = *find_if(usual_names, [&](std::string_view name) { return is_taken(name) == 0; });
  return seated;
}

/// "Ann, Ben (planner) and Cleo (greedy)"
std::string table_sentence(const replay::Game& game) {
  std::vector<std::string> seats;
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat) {
    const engine::Player* computer = game.seats()[seat];
    const std::string& name = game.header().players[seat].name;
    seats.push_back(computer == nullptr ? name : fmt::format("{} ({})", name, computer->name));
  }
  return dsl::listed(seats);
}

/// Somebody is called nearly as a computer player is, which may be a slip.
std::string people_like_computers(const replay::Game& game) {
  std::string text;
  for (const engine::Seat seat : game.people())
    if (const auto nearest = dsl::nearest_name(game.name(seat), player_names()))
      text += fmt::format("{} is a person; the computer would be '{}'.\n", game.name(seat), *nearest);
  return text;
}

/// A file of its own beside others of the same game.
fs::path free_name(const std::string& variant) {
  const std::string stem = fs::path(variant).stem().string();
  fs::path path = stem + ".train";
  std::error_code error;
  for (int number = 2; fs::exists(path, error); ++number) path = fmt::format("{}-{}.train", stem, number);
  return path;
}

std::uint64_t any_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 21U) ^ device();
}

Exit play(const PlayFlags& flags, replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
          const std::string& variant) {
  std::string greeting = fmt::format("{}: {}.\nThe record is {}\n", dsl::printable_line(variant),
                                     table_sentence(game), dsl::printable_line(kept.path().string()));
  greeting += people_like_computers(game);
  if (!game.people().empty()) greeting += "'?' lists what is legal, 'help' tells the rest.\n";
  if (!flags.plain && !game.people().empty() && Terminal::can_open())
    return play_on_screen(game, kept, sources, variant, greeting, flags.pace);
  print(greeting);
  std::atomic<bool> stop{false};
  const Interrupt interrupt(stop);
  LineInput input(stop);
  return play_at_table(game, kept, sources, variant, talk_over_lines(input), stop);
}

Exit start(const PlayFlags& flags) {
  dsl::SourceMap sources;
  auto rules = load_rules(
      sources,
      {.variant = flags.variant, .settings = read_settings(sources, flags.settings), .bounds = flags.bounds});
  if (!rules.ok()) return refuse(sources, rules.diagnostics);
  const auto named = static_cast<int>(listed_seats(flags.seats).size());
  const int players =
      flags.players.value_or(named > 1 ? named : dsl::nearest_player_number(rules.value.setup, 4));
  if (const auto reason = dsl::refuse_players(rules.value, players))
    return refuse(Exit::usage, fmt::format("{}: {}", dsl::printable_line(flags.variant), *reason));
  std::string trouble;
  const std::vector<SeatedPlayer> seated =
      read_table(flags.seats.empty() ? "you" : flags.seats, players, trouble);
  if (!trouble.empty()) return refuse(Exit::usage, trouble);

  const fs::path path = flags.record.empty() ? free_name(flags.variant) : fs::path(flags.record);
  std::error_code error;
  if (fs::exists(fs::symlink_status(path, error)))
    return refuse(Exit::usage,
                  fmt::format("there is a file {} already\n  help: --resume {} goes on with it, if it "
                              "is the record of a game",
                              dsl::printable_line(path.string()), dsl::printable_line(path.string())));
  const std::string name =
      name_in_records(rules.value.chain.front(), path.has_parent_path() ? path.parent_path().string() : ".");
  if (name.empty())
    return refuse(Exit::usage,
                  fmt::format("a record in that folder cannot name its rules, {}\n  help: keep them in a "
                              "file that ends in .yaml, and the record in a folder that is there",
                              dsl::printable_line(flags.variant)));
  const std::uint64_t seed = flags.seed ? *flags.seed : any_seed();
  replay::Header header = header_of_played(name, flags.settings, dsl::rules_hash(rules.value), seed);
  std::vector<const engine::Player*> seats;
  for (const SeatedPlayer& one : seated) {
    header.players.push_back({one.name, {}, {}});
    seats.push_back(one.player);
  }
  replay::note_seats(header, seats);
  const engine::Rules program = engine::compile_rules(rules.value, players);
  if (flags.keep_rules) {
    dsl::SourceMap again;
    const std::string why = keep_rules(
        {.variant = flags.variant, .settings = read_settings(again, flags.settings), .bounds = flags.bounds},
        path.parent_path(), header.rules);
    if (!why.empty()) return refuse(Exit::unreadable, "the rules cannot be kept beside the record: " + why);
  }
  replay::Game game(program, std::move(header), std::move(seats));
  KeptRecord kept(path, {}, true);
  if (const std::string why = kept.keep(game.text()); !why.empty()) return refuse_writing(path, why);
  return play(flags, game, kept, sources, rules.value.name);
}

Exit go_on(const PlayFlags& flags) {
  dsl::SourceMap sources;
  const std::string& path = flags.resume;
  if (path == "-") return refuse(Exit::usage, "--resume goes on with a file, not with standard input");
  Text text = read_whole(path, largest_record_file, flags.bounds);
  if (!text.trouble.empty()) {
    refuse_record(path, text.trouble);
    return Exit::unreadable;
  }
  RecordWishes wishes;
  wishes.bounds = flags.bounds;
  std::optional<LoadedRecord> loaded = load_record_text(sources, path, text.text, wishes);
  if (!loaded) return Exit::unreadable;
  replay::deal_hidden(loaded->program(), loaded->record, any_seed());
  const replay::Record& record = loaded->record;
  const std::string shown = dsl::printable_line(path);
  const std::string written = flags.seats.empty() ? replay::noted_seats(record.header) : flags.seats;
  if (written.empty())
    return refuse(Exit::usage,
                  fmt::format("{} does not say who plays for whom\n  help: say so with --seats, like "
                              "--seats you,planner",
                              shown));
  std::string trouble;
  const std::vector<SeatedPlayer> seated =
      read_table(written, static_cast<int>(record.header.players.size()), trouble);
  if (!trouble.empty()) return refuse(Exit::usage, fmt::format("{}: {}", shown, trouble));
  std::vector<const engine::Player*> seats;
  for (const SeatedPlayer& one : seated) seats.push_back(one.player);
  replay::Game game(loaded->program(), record.header, std::move(seats));
  if (text.text.starts_with('{'))
    return refuse(Exit::unreadable,
                  fmt::format("{} is a record as JSON\n  help: play writes train notation", shown));
  replay::ResumeTrouble found = loaded->whole
                                    ? replay::resume(game, record)
                                    : replay::ResumeTrouble{"this record is too long to go on with", {}, {}};
  if (!found.message.empty()) {
    std::string place = shown;
    if (found.where.end > 0)
      place += fmt::format(":{}", sources.locate(loaded->file, found.where.begin).line);
    return refuse(Exit::found, fmt::format("{}: {}{}", place, found.message,
                                           found.help.empty() ? "" : "\n  help: " + found.help));
  }
  remove_leftovers(path);
  KeptRecord kept(path, std::move(text.text), false);
  return play(flags, game, kept, sources, loaded->rules().name);
}

/// Offers the bundled games, each with a number. Empty: none was chosen.
std::string choose_game() {
  const std::vector<std::string> names = bundled_names();
  print("Which game?\n\n");
  for (std::size_t i = 0; i < names.size(); ++i) {
    dsl::SourceMap sources;
    const auto rules = load_rules(sources, {.variant = names[i]});
    if (rules.ok())
      print(fmt::format("  {:>2}  {:<20} {} ({})\n", i + 1, names[i], dsl::printable_line(rules.value.name),
                        dsl::players_text(rules.value.setup)));
  }
  std::atomic<bool> stop{false};
  const Interrupt interrupt(stop);
  LineInput input(stop);
  for (;;) {
    const TypedLine typed =
        input.ask("\nIts number or name; a file of your own rules is named by its path: ");
    if (typed.got != Got::line || typed.text.empty()) return {};
    const auto number = dsl::whole_number<std::size_t>(typed.text);
    if (!number) return typed.text;
    if (*number >= 1 && *number <= names.size()) return names[*number - 1];
    print(fmt::format("There are {} games.\n", names.size()));
  }
}

Exit play_or_resume(const PlayFlags& flags) {
  if (flags.resume.empty() && flags.variant.empty() && !flags.plain && Terminal::can_open()) {
    PlayFlags chosen = flags;
    chosen.variant = choose_game();
    return chosen.variant.empty() ? Exit::fine : start(chosen);
  }
  if (flags.resume.empty() && flags.variant.empty())
    return refuse(Exit::usage,
                  "which game?\n  help: name a variant, like 'roundhouse play club-double-twelve', or a "
                  "record with --resume; 'roundhouse list' names those that there are");
  if (flags.resume.empty()) return start(flags);
  const bool is_more = !flags.variant.empty() || !flags.settings.empty() || flags.players || flags.seed ||
                       !flags.record.empty();
  if (is_more)
    return refuse(Exit::usage,
                  "--resume goes on with a game as its record has it\n  help: leave out the variant, "
                  "--set, --players, --seed and --record");
  return go_on(flags);
}

}  // namespace

void add_play(CLI::App& app, Run& run) {
  auto flags = std::make_shared<PlayFlags>();
  Command command(app, "play", "Play a game at the keyboard, against the computer or each other");
  command.optional_word("VARIANT", flags->variant, "a bundled name or a path");
  command.text(
      "--seats", "PLAYER,...", flags->seats,
      fmt::format("who sits where: you, names of people, or computers: easy, middle, strong, or one of {}; "
                  "seats left over go to the planner (default: you)",
                  fmt::join(player_names(), ", ")));
  command.players(flags->players, "how many players (default: as --seats, or 4, or the nearest allowed)");
  command.settings("--set", flags->settings, "options of the rules");
  command.number("--seed", flags->seed, std::uint64_t{0}, std::uint64_t{UINT64_MAX},
                 "where chance begins (default: somewhere new)");
  command.text("--record", "RECORD", flags->record,
               "where the record goes (default: a new file named like the game)");
  command.sign("--keep-rules", flags->keep_rules,
               "write the rules beside the record, as 'freeze' does, so that they are always found");
  command.text("--resume", "RECORD", flags->resume, "go on with the game of this record");
  command.number("--pace", flags->pace, 0, 10'000,
                 "milliseconds for which the full screen shows each act of a computer (default 500)");
  command.sign("--plain", flags->plain, "lines of text instead of a full screen");
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse play club-double-twelve\n"
      "  roundhouse play train --seats Ann,Ben,planner --record friday.train\n"
      "  roundhouse play --resume friday.train");
  command.does(run, [flags] { return play_or_resume(*flags); });
}

}  // namespace roundhouse::cli
