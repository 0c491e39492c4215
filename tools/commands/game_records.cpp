#include "tools/commands/game_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "cli/console.h"
#include "cli/write_file.h"
#include "dsl/base/shown_text.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tools/commands/played_record.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

/// The players by seat in this game: "planner_1", with the whole name "planner 1"; where all play at random,
/// people.
std::vector<replay::PlayerField> players_of(const engine::RunOrder& order, int players, std::uint64_t game) {
  std::vector<replay::PlayerField> fields;
  const auto seats = static_cast<std::size_t>(players);
  const std::size_t shift = order.rotate ? static_cast<std::size_t>(game % seats) : 0;
  std::map<std::string, int> seen;
  std::vector<replay::PlayerField> by_place;
  for (std::size_t place = 0; place < seats && !order.seats.empty(); ++place) {
    const std::string& player = order.seats[place % order.seats.size()];
    const int number = ++seen[player];
    std::string word = fmt::format("{}_{}", player, number);
    std::replace(word.begin(), word.end(), '-', '_');
    by_place.push_back({word, fmt::format("{} {}", player, number), {}});
  }
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (by_place.empty())
      fields.push_back({std::string(usual_names[seat]), {}, {}});
    else
      fields.push_back(by_place[(seat + seats - shift) % seats]);
  }
  return fields;
}

}  // namespace

std::string name_in_records(const Contestant& contestant, const std::string& folder) {
  const bool whole = contestant.variant.without.empty();
  // The file that leaves a rule out stands before the one that it is of.
  const std::string& rules = contestant.rules.chain[whole ? 0 : 1];
  std::string name = name_in_records(rules, folder);
  if (!whole && !name.empty()) {
    const fs::path file = fs::path(folder) / (contestant.file_name + ".yaml");
    if (!write_or_report(file, text_without(name, contestant.variant.without.front()))) return {};
    name = file.filename().string();
  }
  if (name.empty())
    print_error(fmt::format("roundhouse: the records cannot name their rules, {}; judge them with --rules\n",
                            dsl::printable_line(contestant.variant.title())));
  return name;
}

replay::Record record_of_game(const Contestant& contestant, const engine::RunOrder& order,
                              const engine::SimulateOptions& options, std::uint64_t game,
                              const std::string& rules_name) {
  const engine::Rules& program = contestant.program;
  std::vector<replay::PlayedRound> rounds;
  engine::Observer observer;
  observer.round_begins = [&](const engine::Position&) { rounds.emplace_back(); };
  observer.act = [&](const engine::Act& act, const engine::Position&) { rounds.back().acts.push_back(act); };
  engine::simulate_game(program, options, game, observer);
  replay::Header header =
      header_of_played(rules_name, contestant.variant.settings, contestant.variant.rules_hash, options.seed);
  header.players = players_of(order, program.players, game);
  return replay::record_from_acts(program, header, engine::begin_match(program), rounds);
}

fs::path record_path(const std::string& folder, const Contestant& contestant, std::uint64_t game) {
  return fs::path(folder) /
         fmt::format("{}-{}p-{:06}.train", contestant.file_name, contestant.program.players, game);
}

bool write_record_or_report(const fs::path& path, const replay::Record& record) {
  const std::string text = replay::write_record(record);
  if (!write_or_report(path, text)) return false;
  // No shorter text comes near a limit: a turn is a line of some eight letters at least.
  constexpr std::size_t surely_read = 32 * 1024;
  if (text.size() <= surely_read) return true;
  const dsl::Checked<replay::Record> read = replay::read_record({}, text);
  if (!read.ok())
    print_error(fmt::format("roundhouse: {} is written, and cannot be judged or replayed: {}\n",
                            dsl::printable_line(path.string()), read.diagnostics.front().message));
  return true;
}

bool write_or_report(const fs::path& path, const std::string& text) {
  const std::string trouble = put_file(path, text);
  if (!trouble.empty())
    print_error(
        fmt::format("roundhouse: {} cannot be written: {}\n", dsl::printable_line(path.string()), trouble));
  return trouble.empty();
}

}  // namespace roundhouse::cli
