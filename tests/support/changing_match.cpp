#include "tests/support/changing_match.h"

#include <algorithm>

#include "engine/play.h"
#include "replay/fold/record_from_acts.h"
#include "replay/fold/round_fold.h"
#include "replay/record/write_record.h"
#include "tests/support/chance.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

const char* const names[] = {"Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus",
                             "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Noa"};

std::vector<OptionField> fields_of(const std::vector<dsl::OptionSetting>& settings) {
  std::vector<OptionField> fields;
  for (const dsl::OptionSetting& setting : settings) fields.push_back({setting.name, setting.value, {}});
  return fields;
}

/// Plays one round by these rules and writes it.
class Player {
 public:
  Player(std::uint64_t seed, ChangingMatch& match) : random_(seed), match_(match) {}

  bool play(const engine::Rules& program, const Header& header, engine::Position& position,
            std::vector<Item> lines) {
    const engine::Position begin = position;
    PlayedRound played;
    engine::Observer observer;
    observer.act = [&](const engine::Act& act, const engine::Position&) { played.acts.push_back(act); };
    engine::PlayOptions options;
    options.declared = 0.1;
    const engine::Outcome outcome = engine::play_round(program, position, random_, options, observer);
    if (outcome != engine::Outcome::finished) return false;
    Record one = record_from_acts(program, header, begin, {played});
    RecordRound& round = one.rounds.front();
    const auto place = static_cast<std::ptrdiff_t>(random_.below(2) == 0 ? 0 : first_of(round));
    round.items.insert(round.items.begin() + place, lines.begin(), lines.end());
    if (match_.record.rounds.empty()) match_.record.header = one.header;
    match_.record.rounds.push_back(std::move(round));
    ++match_.rounds;
    return true;
  }

 private:
  /// Behind the `game` and `round` lines.
  static std::size_t first_of(const RecordRound& round) {
    std::size_t at = 0;
    while (at < round.items.size() && (std::holds_alternative<GameLine>(round.items[at].line) ||
                                       std::holds_alternative<RoundLine>(round.items[at].line)))
      ++at;
    return at;
  }

  engine::Random random_;
  ChangingMatch& match_;
};

}  // namespace

ReadyRules RulesOfHeaders::of(const Header& header) {
  std::string key = header.variant.name + " " + std::to_string(header.players.size());
  std::vector<dsl::OptionSetting> settings;
  for (const OptionField& option : header.variant.options) {
    key += " " + option.name + "=" + option.value;
    settings.push_back({option.name, option.value, {}});
  }
  const auto [entry, is_new] = made_.try_emplace(key);
  if (!is_new) return entry->second;
  TriedRules tried = try_bundled(header.variant.name, settings);
  const int players = static_cast<int>(header.players.size());
  if (!tried.rules || dsl::refuse_players(*tried.rules, players)) return {};
  auto program = std::make_shared<const engine::Rules>(engine::compile_rules(*tried.rules, players));
  entry->second = {std::move(program), std::make_shared<const dsl::CheckedRules>(std::move(*tried.rules))};
  return entry->second;
}

std::optional<ChangingMatch> play_changing_match(const std::string& variant, std::uint64_t seed,
                                                 RulesOfHeaders& rules) {
  Chance chance(seed);
  const dsl::CheckedRules plain = bundled_rules(variant);
  const auto settings = settings_of(plain);
  const auto any_settings = [&] {
    return fields_of(settings[static_cast<std::size_t>(chance.below(static_cast<int>(settings.size())))]);
  };
  Header header;
  header.variant.name = variant;
  if (chance.percent(40)) header.variant.options = any_settings();
  const int room = plain.setup.most_players - plain.setup.least_players;
  const int players = plain.setup.least_players + (room > 0 ? chance.below(room) : 0);
  int next_name = 0;
  for (; next_name < players; ++next_name) header.players.push_back({names[next_name], {}, {}});
  ReadyRules now = rules.of(header);
  if (!now.program) return std::nullopt;

  ChangingMatch match;
  Player player(seed, match);
  engine::Position position = engine::begin_match(*now.program);
  if (!player.play(*now.program, header, position, {})) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    Header after = header;
    RoundChange change;
    for (std::size_t seat = 0; seat < header.players.size(); ++seat)
      change.seats.push_back(static_cast<Seat>(seat));
    std::vector<Item> lines;
    const auto put = [&](Line line) {
      follow(after, line);
      lines.push_back({std::move(line), {}, {}});
    };
    if (chance.percent(60)) {
      RulesLine line{any_settings()};
      if (!line.options.empty()) {
        put(line);
        ++match.changes;
      }
    }
    while (chance.percent(35) && static_cast<int>(after.players.size()) < plain.setup.most_players) {
      JoinsLine line{{names[next_name++], {}, {}}, no_seat, -1};
      const int count = static_cast<int>(after.players.size());
      if (chance.percent(60)) line.after = static_cast<Seat>(chance.below(count));
      const auto seat = static_cast<Seat>(line.after == no_seat ? count : line.after + 1);
      for (std::vector<Seat>* seats : {&change.seats, &change.newcomers})
        for (Seat& other : *seats) other = static_cast<Seat>(other + (other >= seat ? 1 : 0));
      change.newcomers.push_back(seat);
      put(line);
      ++match.newcomers;
    }
    Header asked = after;
    asked.players = header.players;
    asked.ages = header.ages;
    const ReadyRules then = rules.of(after);
    change.asked = rules.of(asked);
    if (!then.program || !change.asked.program) return std::nullopt;
    change.before = std::make_shared<const RoundTerms>(RoundTerms{header, now});
    const CarriedMatch taken = carry_match(change, RoundTerms{after, then}, position);
    // The engine asks the rules of now alone whether a game is over.
    if (taken.match_over || taken.game_over != engine::game_over(*then.program, taken.position)) break;
    position = taken.position;
    header = after;
    now = then;
    if (!player.play(*now.program, header, position, std::move(lines))) return std::nullopt;
  }
  for (std::size_t seat = 0; seat < header.players.size(); ++seat)
    match.totals.push_back(position.players[seat].total + position.players[seat].points);
  return match;
}

}  // namespace roundhouse::tests
