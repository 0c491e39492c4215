#include "tools/commands/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/flags.h"
#include "cli/load.h"
#include "cli/write_file.h"
#include "dsl/base/nearest.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/check.h"
#include "dsl/check/player_numbers.h"
#include "dsl/compile/rule_text.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/read_record.h"
#include "replay/record/rule_reads.h"
#include "replay/record/write_record.h"
#include "tools/commands/played_record.h"
#include "tools/plots/chart.h"
#include "tools/plots/pictures.h"

namespace roundhouse::cli {
namespace {

/// A rule file: this variant, by the name or path that a file has for it, without a rule.
std::string text_without(const std::string& variant, const std::string& rule) {
  return fmt::format("roundhouse: 1\nname: Without {}\nextends: \"{}\"\nremove: [{}]\n", rule, variant, rule);
}

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

/// Loads and keeps tables, and reports those that cannot be played.
class Loader {
 public:
  explicit Loader(const ContestantWish& wish) : wish_(wish) {}

  Contestants load() {
    std::size_t wanted = 0;
    for (const std::string& written : wish_.variants) {
      const WrittenVariant variant = read_variant(written, wish_.settings);
      const auto combinations = swept_settings(variant.settings);
      // Those that cannot be played count, too: nobody wants to read of hundreds of them.
      wanted += combinations.size() * std::max<std::size_t>(wish_.players.size(), 1);
      if (wanted > most_columns) {
        refuse_many();
        break;
      }
      const bool plain = combinations.size() == 1 && wish_.players.size() < 2;
      made_.swept = made_.swept || !plain;
      for (const std::vector<std::string>& settings : combinations)
        if (!load_players({variant.name, settings})) break;
    }
    return std::move(made_);
  }

 private:
  /// All numbers of players with these options. False: that were too many, which has been said.
  bool load_players(const WrittenVariant& variant) {
    dsl::SourceMap sources;
    auto rules = load_rules(sources, {.variant = variant.name,
                                      .settings = read_settings(sources, variant.settings),
                                      .bounds = wish_.bounds});
    if (!rules.ok()) {
      print_complaints(sources, rules.diagnostics);
      made_.worst = worse(made_.worst, Exit::unreadable);
      return true;
    }
    std::vector<int> numbers = wish_.players;
    if (numbers.empty()) numbers.push_back(dsl::nearest_player_number(rules.value.setup, 4));
    const std::vector<std::string> without = rules_without(variant, rules.value);
    for (const int players : numbers) {
      if (const auto reason = dsl::refuse_players(rules.value, players)) {
        refuse(titled(variant), *reason);
        continue;
      }
      if (!wish_.without_alone && !add(variant, {}, rules.value, players)) return false;
      for (const std::string& rule : without)
        if (!add_without(variant, rule, players)) return false;
    }
    return true;
  }

  void refuse_many() {
    refuse(wish_.variants.front(),
           fmt::format("these are more than {} tables; sweep less at a time", most_columns));
    made_.all.clear();
    made_.swept = false;
  }

  static std::string titled(const WrittenVariant& variant) {
    return engine::RunVariant{variant.name, variant.settings, {}, 0, {}, {}}.title();
  }

  void refuse(const std::string& title, const std::string& reason) {
    print_error(fmt::format("roundhouse: {}: {}\n", dsl::printable_line(title), reason));
    made_.worst = worse(made_.worst, Exit::usage);
  }

  /// The ids of rules to be switched off that this variant has.
  std::vector<std::string> rules_without(const WrittenVariant& variant, const dsl::CheckedRules& rules) {
    std::vector<std::string> known;
    for (const dsl::Rule& rule : rules.rules)
      if (rule.origin == dsl::Origin::rule && !contains(known, rule.id)) known.push_back(rule.id);
    std::vector<std::string> found;
    for (const std::string& id : wish_.without) {
      if (contains(known, id)) {
        found.push_back(id);
        continue;
      }
      refuse(titled(variant), fmt::format("there is no rule '{}' that could be switched off{}",
                                          dsl::printable_line(id), did_you_mean(id, known)));
    }
    if (!wish_.without_each) return found;
    for (const dsl::Rule& rule : rules.rules) {
      // Advice forbids nothing, and an exception goes with its rule.
      const bool plays = rule.shape == dsl::Shape::forbid || rule.shape == dsl::Shape::permit ||
                         rule.shape == dsl::Shape::after || rule.shape == dsl::Shape::optional;
      if (rule.origin == dsl::Origin::rule && plays && !contains(found, rule.id)) found.push_back(rule.id);
    }
    return found;
  }

  bool add_without(const WrittenVariant& variant, const std::string& rule, int players) {
    dsl::SourceMap sources;
    auto rules = load_child(sources,
                            {.variant = variant.name,
                             .settings = read_settings(sources, variant.settings),
                             .bounds = wish_.bounds},
                            "without " + rule, text_without(variant.name, rule));
    if (!rules.ok()) {
      print_complaints(sources, rules.diagnostics);
      made_.worst = worse(made_.worst, Exit::unreadable);
      return true;
    }
    return add(variant, {rule}, std::move(rules.value), players);
  }

  bool add(const WrittenVariant& variant, const std::vector<std::string>& without, dsl::CheckedRules rules,
           int players) {
    if (made_.all.size() == most_columns) {
      refuse_many();
      return false;
    }
    Contestant loaded;
    loaded.variant = {variant.name, variant.settings, {}, players, {}, {}, without};
    if (wish_.with_hashes) loaded.variant.rules_hash = dsl::rules_hash(rules);
    loaded.program = engine::compile_rules(rules, players);
    loaded.rules = std::move(rules);
    for (const dsl::DeclaredAct& act : loaded.program.declared) loaded.variant.declared.push_back(act.name);
    for (const engine::Rules::RuleText& rule : loaded.program.rules)
      loaded.variant.rules.push_back({rule.id, rule.shape});
    made_.all.push_back(std::move(loaded));
    return true;
  }

  const ContestantWish& wish_;
  Contestants made_;
};

/// The variants' names, with a number behind one that was there before: the same game with other options.
void name_files(std::vector<Contestant>& contestants) {
  std::map<std::pair<std::string, int>, int> seen;
  for (Contestant& contestant : contestants) {
    contestant.file_name = std::filesystem::path(contestant.variant.name).stem().string();
    for (const std::string& rule : contestant.variant.without) contestant.file_name += "-without-" + rule;
    const int times = ++seen[{contestant.file_name, contestant.variant.players}];
    if (times > 1) contestant.file_name += fmt::format("-{}", times);
  }
}

std::string option_of(const std::string& setting) { return dsl::split_setting(setting).option; }

/// Notes the value of an option at a table that does not set it, where another does: figures stand beside it.
void note_values(std::vector<Contestant>& contestants) {
  std::vector<std::string> named;
  for (const Contestant& contestant : contestants)
    for (const std::string& setting : contestant.variant.settings)
      if (!contains(named, option_of(setting))) named.push_back(option_of(setting));
  for (Contestant& contestant : contestants) {
    const dsl::CheckedRules& rules = contestant.rules;
    for (std::size_t option = 0; option < rules.options.size(); ++option) {
      const std::string& name = rules.options[option].name;
      const bool is_set = any_of(contestant.variant.settings,
                                 [&](const std::string& setting) { return option_of(setting) == name; });
      if (contains(named, name) && !is_set)
        contestant.variant.values.push_back(name + "=" +
                                            dsl::option_text(rules, {static_cast<std::uint16_t>(option)},
                                                             contestant.variant.players,
                                                             contestant.program.highest));
    }
  }
}

/// Tells of tables at which the same game is played, and of rules that ask for what no player here has.
void print_notes(const std::vector<Contestant>& contestants) {
  std::map<std::pair<std::string, int>, const Contestant*> games;
  for (const Contestant& contestant : contestants) {
    const std::string title = dsl::printable_line(contestant.variant.title());
    const auto note = [&](const std::string& text) { print_error("roundhouse: note: " + text + "\n"); };
    if (contestants.size() > 1 && contestant.variant.without.empty()) {
      const auto [same, is_new] = games.emplace(
          std::pair(dsl::rules_hash(contestant.rules), contestant.variant.players), &contestant);
      if (!is_new)
        note(fmt::format("{} and {} have the same rules: there is nothing to compare",
                         dsl::printable_line(same->second->variant.title()), title));
    }
    if (replay::any_row_reads(contestant.program, dsl::aspects::ages))
      note(title +
           " has rules that ask for ages, and the players of a simulation have none: no comparison with one "
           "holds");
  }
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
  if (!trouble.empty()) refuse_writing(path, trouble);
  return trouble.empty();
}

bool write_plots(const std::string& folder, const engine::RunResult& run, const std::string& command) {
  if (!make_folder(folder)) return false;
  const std::vector<engine::Picture> pictures = engine::pictures_of(run);
  for (const engine::Picture& picture : pictures)
    if (!write_or_report(fs::path(folder) / (picture.name + ".svg"), engine::as_file(picture.svg)))
      return false;
  return write_or_report(fs::path(folder) / "report.html", engine::report_page(run, pictures, command));
}

Contestants load_contestants(const ContestantWish& wish) {
  Contestants made = Loader(wish).load();
  name_files(made.all);
  note_values(made.all);
  print_notes(made.all);
  return made;
}

}  // namespace roundhouse::cli
