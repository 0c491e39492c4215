// Every figure of `simulate`, counted once more: the games are written as records and read again, their acts
// folded by the slow reading, and everything is counted by hand there, one plain number after the other.

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "replay/fold/record_from_acts.h"
#include "replay/fold/round_fold.h"
#include "tests/slow/slow_game.h"
#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tools/simulate/run_result.h"

namespace roundhouse::tests {
namespace {

using Json = nlohmann::json;

/// One game's part of a mean.
struct Part {
  std::int64_t amount = 0;
  std::int64_t of = 0;
};

/// What one game adds to each figure, by the names of JSON.
struct CountedGame {
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, Part> parts;  ///< "turns_a_round", "rounds_won of 2", "after going-out"
  std::map<std::string, std::vector<std::int64_t>> lists;
  std::map<std::string, std::int64_t> declared;
};

using Markers = std::map<std::size_t, int>;

Markers markers_on(const slow::SlowGame& game) {
  Markers on;
  for (const slow::End& end : game.table.ends)
    if (end.marked) ++on[end.train];
  return on;
}

bool is_choice(slow::ActKind kind) {
  return kind == slow::ActKind::lead || kind == slow::ActKind::lay || kind == slow::ActKind::draw ||
         kind == slow::ActKind::done || kind == slow::ActKind::declared;
}

/// Counts one game by its acts.
class GameCount {
 public:
  GameCount(const dsl::CheckedRules& rules, int players, bool count_rules)
      : rules_(rules), players_(players), count_rules_(count_rules), game_(rules, players) {}

  void add_round(const std::vector<slow::Act>& acts) {
    game_.begin_round();
    choices_.clear();
    std::map<std::string, std::int64_t> round;
    for (const slow::Act& act : acts) count_act(act, round);
    const slow::Table& table = game_.table;
    const bool over = table.stage == slow::Stage::over;
    ++all_["played"];
    result_.counts["turns"] += table.turn;
    const bool counts = table.engine && !table.voided;
    if (over && !counts) ++result_.counts["void_rounds"];
    if (!over) return;
    ended_ = game_.match_over();
    if (counts) count_round(round);
  }

  /// `single`: a round is a game.
  CountedGame finish(bool single) {
    const std::int64_t rounds = result_.counts["rounds"];
    const bool over = game_.table.stage == slow::Stage::over && (single || ended_);
    if (over && rounds == 0)
      ++result_.counts["void"];
    else if (over)
      finish_game(rounds, single);
    else
      ++result_.counts[game_.expected().next == slow::Expected::Next::choice && game_.legal_acts().empty()
                           ? "dead_ends"
                           : "too_long"];
    ++result_.counts["games"];
    return result_;
  }

 private:
  const slow::AtTable& at(std::size_t seat) const { return game_.table.players[seat]; }
  static void add(Part& part, std::int64_t amount, std::int64_t of = 1) {
    part.amount += amount;
    part.of += of;
  }
  Part& part(const std::string& name) { return result_.parts[name]; }
  Part& part(const std::string& name, std::size_t seat) {
    return result_.parts[name + " of " + std::to_string(seat + 1)];
  }

  void count_act(const slow::Act& act, std::map<std::string, std::int64_t>& round) {
    ++result_.counts["acts"];
    if (act.kind == slow::ActKind::lay) ++result_.counts["lays"], ++round["laid_a_round"];
    if (act.kind == slow::ActKind::draw) ++result_.counts["draws"], ++round["drawn_a_round"];
    if (act.kind == slow::ActKind::pull) ++result_.counts["pulls"], ++round["penalties_a_round"];
    if (act.kind == slow::ActKind::declared) ++result_.declared[rules_.acts[act.declared].name];
    if (count_rules_) count_decided(act, round);
    const Markers before = markers_on(game_);
    game_.apply(act);
    for (std::size_t train = 0; train < game_.table.trains.size(); ++train) {
      const Markers after = markers_on(game_);
      const int was = before.contains(train) ? before.at(train) : 0;
      const int is = after.contains(train) ? after.at(train) : 0;
      round["markers_put"] += std::max(is - was, 0);
      round["markers_taken"] += std::max(was - is, 0);
    }
    for (const std::string& id : game_.log) ++round["after " + id];
  }

  /// Which rules alone were in the way of something that the chooser could have done.
  void count_decided(const slow::Act& act, std::map<std::string, std::int64_t>& round) {
    const bool leads = game_.table.stage == slow::Stage::lead;
    const std::optional<slow::Seat> me = leads ? game_.table.holder : game_.table.player;
    const bool plays =
        leads || game_.table.stage == slow::Stage::play || game_.table.stage == slow::Stage::over;
    if (!plays || !me || act.actor != me || !is_choice(act.kind)) return;
    ++round["choices_a_round"];
    std::int64_t ways = 0;
    for (const slow::Act& legal : game_.legal_acts()) ways += legal.actor == me ? 1 : 0;
    choices_.push_back({std::max(game_.table.turn, 1), ways});
    std::set<std::string> decided;
    for (const std::string& id : game_.advised_against(act)) decided.insert("advise " + id);
    const bool is_over = game_.table.stage == slow::Stage::over;
    for (const slow::Act& thought : is_over ? std::vector<slow::Act>() : thinkable(*me, leads)) {
      const std::vector<std::string> against = game_.forbidden_by(thought);
      if (against.size() == 1) decided.insert("forbid " + against.front());
    }
    for (const std::string& id : decided) ++round[id];
  }

  std::vector<slow::Act> thinkable(slow::Seat me, bool leads) const {
    std::vector<slow::Act> acts;
    const slow::Tiles& hand = at(static_cast<std::size_t>(me)).hand;
    slow::Act act;
    act.actor = me;
    for (const slow::Tile tile : hand) {
      act.tile = tile;
      act.kind = slow::ActKind::lead;
      if (leads) acts.push_back(act);
      act.kind = slow::ActKind::lay;
      for (const slow::End& end : game_.table.ends) {
        act.end = end.serial;
        if (!leads) acts.push_back(act);
        act.amount = 1;
        const bool turnable = tile.high != tile.low && tile.high != end.pip && tile.low != end.pip;
        if (!leads && turnable) acts.push_back(act);
        act.amount = 0;
      }
    }
    if (leads) return acts;
    act = {};
    act.actor = me;
    act.kind = slow::ActKind::draw;
    acts.push_back(act);
    act.kind = slow::ActKind::done;
    acts.push_back(act);
    act.kind = slow::ActKind::declared;
    for (std::size_t index = 0; index < rules_.acts.size(); ++index) {
      const dsl::DeclaredAct& declared = rules_.acts[index];
      if (declared.by == dsl::ActBy::referee) continue;
      act.declared = index;
      act.amount = declared.amount ? declared.amount->first : 0;
      for (int whom = 0; whom < (declared.whom ? players_ : 1); ++whom) {
        if (declared.whom) act.whom = whom;
        if (declared.tile == dsl::ActTile::none) acts.push_back(act);
        const auto& shown = declared.tile == dsl::ActTile::of_whom
                                ? game_.table.players[static_cast<std::size_t>(whom)].hand
                                : hand;
        if (declared.tile != dsl::ActTile::of_me && declared.tile != dsl::ActTile::of_whom) continue;
        for (const slow::Tile tile : std::set<slow::Tile>(shown.begin(), shown.end())) {
          act.tile = tile;
          acts.push_back(act);
        }
        act.tile.reset();
      }
      act.whom.reset();
    }
    return acts;
  }

  void count_round(const std::map<std::string, std::int64_t>& round) {
    const slow::Table& table = game_.table;
    ++result_.counts["rounds"];
    const auto of_acts = [&](const std::string& name) {
      add(part(name), round.contains(name) ? round.at(name) : 0);
    };
    for (const char* name : {"laid_a_round", "drawn_a_round", "penalties_a_round"}) of_acts(name);
    if (count_rules_) {
      for (const char* name : {"markers_put", "markers_taken", "choices_a_round"}) of_acts(name);
      std::set<std::string> ids;  // a permit and an after may share theirs
      for (const auto& rule : rules_.rules) ids.insert(rule.id);
      for (const std::string& id : ids)
        for (const char* shape : {"forbid ", "advise ", "after "}) of_acts(shape + id);
    }
    if (count_rules_) count_choices(table.turn);
    add(part("turns_a_round"), table.turn);
    all_["turns"] += table.turn;
    result_.lists["round_turns"].push_back(table.turn);
    add(part("laps_a_round"), table.lap);
    add(part("doubles_open"), static_cast<std::int64_t>(table.debts.size()));
    add(part("trains_marked"), static_cast<std::int64_t>(markers_on(game_).size()));
    bool out = false;
    std::int64_t sum = 0;
    for (std::size_t seat = 0; seat < table.players.size(); ++seat) {
      out = out || at(seat).hand.empty();
      sum += at(seat).points;
      points_[seat] += at(seat).points;
      result_.lists["round_points"].push_back(at(seat).points);
      add(part("points_a_round"), at(seat).points);
      add(part("points", seat), at(seat).points);
      const bool won = table.winner == static_cast<slow::Seat>(seat);
      add(part("rounds_won", seat), won ? 1 : 0);
    }
    const auto less_others = [&](Part& whose, std::size_t seat) {
      // Own points less the mean of the others', times their number.
      const std::int64_t own = at(seat).points;
      add(whose, own * (players_ - 1) - (sum - own), players_ - 1);
    };
    for (std::size_t seat = 0; players_ > 1 && seat < table.players.size(); ++seat)
      less_others(part("points_over", seat), seat);
    add(part("blocked"), out ? 0 : 1);
    result_.counts["blocked"] += out ? 0 : 1;
    const auto compare = [&](std::optional<slow::Seat> seat, const std::string& wins,
                             const std::string& points) {
      if (!seat) return;
      less_others(part(points), static_cast<std::size_t>(*seat));
      if (table.winner) add(part(wins), table.winner == seat ? 1 : 0);
    };
    compare(table.holder, "holder_wins", "holder_points");
    compare(table.starter, "starter_wins", "starter_points");
    standings_.push_back(standing());
  }

  void count_choices(int turns) {
    for (const auto& [turn, ways] : choices_) {
      // The first turn of three is the first third, the second the middle one.
      const int third = (turn - 1) * 3 / turns;
      const std::string names[] = {"ways_first", "ways_middle", "ways_last"};
      add(part("ways"), ways);
      add(part(names[third]), ways);
      add(part("forced"), ways == 1 ? 1 : 0);
    }
  }

  struct Standing {
    std::set<std::size_t> first;
    std::map<std::size_t, std::int64_t> points;
  };
  /// After a round, by the points of all games.
  Standing standing() {
    Standing now{{}, points_};
    const std::vector<slow::AtTable> kept = game_.table.players;
    for (std::size_t seat = 0; seat < kept.size(); ++seat)
      game_.table.players[seat].total = static_cast<int>(points_[seat]) - at(seat).points;
    for (std::size_t seat = 0; seat < kept.size(); ++seat)
      if (game_.rank(static_cast<slow::Seat>(seat)) == 1) now.first.insert(seat);
    game_.table.players = kept;
    return now;
  }

  /// By the definitions in docs/commands.md, over all standings of the game.
  void count_lead() {
    std::set<std::size_t> leaders = standings_.front().first;
    std::int64_t changes = 0;
    for (const Standing& now : standings_) {
      std::set<std::size_t> kept;
      for (const std::size_t seat : now.first)
        if (leaders.contains(seat)) kept.insert(seat);
      changes += kept.empty() ? 1 : 0;
      leaders = kept.empty() ? now.first : kept;
    }
    add(part("lead_changes"), changes);
    const Standing& end = standings_.back();
    std::size_t decided = standings_.size();
    std::int64_t margin = INT64_MAX;
    for (const std::size_t winner : end.first) {
      std::size_t since = standings_.size();
      while (since > 1 && standings_[since - 2].first.contains(winner)) --since;
      decided = std::min(decided, since);
      std::int64_t behind = 0;
      for (const Standing& now : standings_) {
        if (now.first.contains(winner)) continue;
        for (const std::size_t leader : now.first)
          behind = std::max(behind, std::abs(now.points.at(winner) - now.points.at(leader)));
      }
      add(part("behind"), behind);
      for (const auto& [other, points] : end.points)
        if (other != winner) margin = std::min(margin, std::abs(points - end.points.at(winner)));
    }
    add(part("decided"), static_cast<std::int64_t>(decided), static_cast<std::int64_t>(standings_.size()));
    add(part("margin"), margin == INT64_MAX ? 0 : margin);
  }

  void finish_game(std::int64_t rounds, bool is_single) {
    ++result_.counts["ended"];
    if (count_rules_ && !is_single) count_lead();
    add(part("rounds_a_game"), rounds);
    add(part("turns_a_game"), all_["turns"]);
    int first = 0;
    // Of a match of several games the place is that of all together.
    for (std::size_t seat = 0; seat < game_.table.players.size(); ++seat)
      game_.table.players[seat].total = static_cast<int>(points_[seat]) - at(seat).points;
    for (std::size_t seat = 0; seat < game_.table.players.size(); ++seat) {
      add(part("points_a_game"), points_[seat]);
      result_.lists["game_points"].push_back(points_[seat]);
      const bool leads = game_.rank(static_cast<slow::Seat>(seat)) == 1;
      first += leads ? 1 : 0;
      add(part("games_led", seat), leads ? 1 : 0);
    }
    add(part("tied"), first > 1 ? 1 : 0);
  }

  const dsl::CheckedRules& rules_;
  const int players_;
  const bool count_rules_;
  slow::SlowGame game_;
  CountedGame result_;
  std::map<std::string, std::int64_t> all_;
  std::map<std::size_t, std::int64_t> points_;
  std::vector<std::pair<int, std::int64_t>>
      choices_;                      ///< of the round: in which turn, and how many legal acts
  std::vector<Standing> standings_;  ///< after each round that counts
  bool ended_ = false;
};

/// The game as a record that is written, read, and folded again: its acts, round by round.
std::vector<std::vector<slow::Act>> recorded_acts(const engine::Rules& program,
                                                  const engine::SimulateOptions& options,
                                                  std::uint64_t game) {
  std::vector<replay::PlayedRound> rounds;
  engine::Observer observer;
  observer.round_begins = [&](const engine::Position&) { rounds.emplace_back(); };
  observer.act = [&](const engine::Act& act, const engine::Position&) { rounds.back().acts.push_back(act); };
  (void)engine::simulate_game(program, options, game, observer);
  replay::Header header;
  header.variant.name = program.variant;
  for (int p = 0; p < program.players; ++p) header.players.push_back({"P" + std::to_string(p + 1), {}, {}});
  std::string text;
  const auto record =
      read_back(replay::record_from_acts(program, header, engine::begin_match(program), rounds), text);
  INFO(text);
  REQUIRE(record);
  REQUIRE(record->rounds.size() == rounds.size());
  std::vector<std::vector<slow::Act>> all;
  engine::Position position = engine::begin_match(program);
  for (std::size_t r = 0; r < record->rounds.size(); ++r) {
    std::vector<slow::Act> acts;
    replay::RoundFold fold = replay::fold_of(program, record->header, record->rounds[r], r == 0, position);
    while (replay::FoldStep* step = fold.next()) {
      const auto* act = std::get_if<replay::FoldAct>(step);
      if (act == nullptr) continue;
      acts.push_back(slow_act(act->act));
      acts.back().whom = act->act.kind == engine::ActKind::declared ? acts.back().whom : std::nullopt;
    }
    all.push_back(std::move(acts));
  }
  return all;
}

/// Everything that is counted in a run.
struct CountedRun {
  std::vector<CountedGame> games;

  std::int64_t count(const std::string& name) const {
    std::int64_t sum = 0;
    for (const CountedGame& game : games)
      if (const auto found = game.counts.find(name); found != game.counts.end()) sum += found->second;
    return sum;
  }
  std::vector<Part> parts(const std::string& name) const {
    std::vector<Part> all;
    for (const CountedGame& game : games) {
      const auto found = game.parts.find(name);
      all.push_back(found == game.parts.end() ? Part{} : found->second);
    }
    return all;
  }
  std::int64_t amount(const std::string& name) const {
    std::int64_t sum = 0;
    for (const Part& part : parts(name)) sum += part.amount;
    return sum;
  }
  std::vector<std::int64_t> list(const std::string& name) const {
    std::vector<std::int64_t> all;
    for (const CountedGame& game : games)
      if (const auto found = game.lists.find(name); found != game.lists.end())
        all.insert(all.end(), found->second.begin(), found->second.end());
    std::sort(all.begin(), all.end());
    return all;
  }
};

/// A run with all that it prints.
struct PrintedRun {
  Json json;
  std::string text;
  std::map<std::string, std::string> lines;  ///< of the text, by what they begin with
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> rows;  ///< of the CSV
};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

PrintedRun print(const engine::RunResult& run) {
  PrintedRun printed;
  printed.json = Json::parse(engine::render_run(run, engine::RunFormat::json));
  printed.text = engine::render_run(run, engine::RunFormat::text);
  std::istringstream text(printed.text);
  for (std::string line; std::getline(text, line);) {
    if (line.size() <= 47) continue;
    std::string name = line.substr(2, 44);
    name.erase(name.find_last_not_of(' ') + 1);
    printed.lines[name] = line.substr(47);
  }
  std::istringstream csv(engine::render_run(run, engine::RunFormat::csv));
  for (std::string line; std::getline(csv, line);) {
    const std::vector<std::string> fields = split(line);
    REQUIRE(fields.size() == 9);
    REQUIRE(printed.rows.emplace(std::pair(fields[4], fields[5]), fields).second);
  }
  return printed;
}

std::string two_places(double value, bool share) {
  std::ostringstream out;
  out.setf(std::ios::fixed);
  out.precision(2);
  out << (share ? 100 * value : value) << (share ? " %" : "");
  return out.str();
}

/// A mean as it is printed three times, against its parts.
void check_mean(const std::vector<Part>& parts, const Json& json, const std::vector<std::string>& row,
                const std::optional<std::string>& line, bool share) {
  double amount = 0;
  double of = 0;
  for (const Part& part : parts) {
    amount += static_cast<double>(part.amount);
    of += static_cast<double>(part.of);
  }
  REQUIRE(row.size() == 9);
  if (of == 0) {
    CHECK(json["value"].is_null());
    CHECK(row[6].empty());
    CHECK((!line || *line == "-"));
    return;
  }
  const double mean = amount / of;
  REQUIRE(json["value"].is_number());
  CHECK(json["value"].get<double>() == Approx(mean));
  CHECK(std::stod(row[6]) == Approx(mean));
  // What each game has above its share; the error of their sum, by Student.
  double squares = 0;
  for (const Part& part : parts) {
    const double above = static_cast<double>(part.amount) - mean * static_cast<double>(part.of);
    squares += above * above;
  }
  const double n = static_cast<double>(parts.size());
  const double error = n > 1 ? std::sqrt(squares * n / (n - 1)) / of : 0;
  if (error < 1e-12 && share && n > 1 && (mean < 1e-12 || mean > 1 - 1e-12)) {
    // With a share at the bound, games as these come once in forty times.
    const double low = json["low"].get<double>();
    const double high = json["high"].get<double>();
    CHECK((mean < 0.5 ? low == 0 : high == 1));
    CHECK(std::pow(mean < 0.5 ? 1 - high : low, n) == Approx(0.025));
    CHECK(std::stod(row[7]) == Approx(low).margin(1e-9));
    if (line) CHECK(line->starts_with(two_places(mean, share) + " "));
    return;
  }
  if (error < 1e-12) {
    CHECK(json["low"].is_null());
    CHECK(row[7].empty());
    if (line) CHECK(*line == two_places(mean, share));
    return;
  }
  const double reach = engine::interval_width(parts.size()) * error;
  const double low = share ? std::max(mean - reach, 0.0) : mean - reach;
  const double high = share ? std::min(mean + reach, 1.0) : mean + reach;
  CHECK(json["low"].get<double>() == Approx(low).margin(1e-9));
  CHECK(json["high"].get<double>() == Approx(high).margin(1e-9));
  CHECK(std::stod(row[7]) == Approx(low).margin(1e-9));
  CHECK(std::stod(row[8]) == Approx(high).margin(1e-9));
  if (!line) return;
  std::string value = two_places(json["value"], share);
  value.resize(std::max<std::size_t>(value.size(), 10), ' ');
  CHECK(*line == value + " " + two_places(json["low"], share) + " to " + two_places(json["high"], share));
}

/// The least number that at least this share of all lie at or below.
std::int64_t quantile(const std::vector<std::int64_t>& sorted, double share) {
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (static_cast<double>(i + 1) >= share * static_cast<double>(sorted.size()) - 1e-9) return sorted[i];
  return 0;
}

void check_distribution(const std::vector<std::int64_t>& sorted, const std::string& name,
                        const PrintedRun& printed, const std::optional<std::string>& line) {
  const Json& json = printed.json["distributions"][name];
  const auto row = [&](const std::string& of) { return printed.rows.at({name, of}).at(6); };
  if (sorted.empty()) {
    CHECK((!line || *line == "-"));
    for (const auto& [of, value] : json.items()) {
      CHECK(value.is_null());
      CHECK(row(of).empty());
    }
    return;
  }
  double sum = 0;
  for (const std::int64_t number : sorted) sum += static_cast<double>(number);
  const double mean = sum / static_cast<double>(sorted.size());
  double squares = 0;
  for (const std::int64_t number : sorted) squares += std::pow(static_cast<double>(number) - mean, 2);
  const double deviation =
      sorted.size() > 1 ? std::sqrt(squares / static_cast<double>(sorted.size() - 1)) : 0;
  std::map<std::string, double> wanted{{"mean", mean},
                                       {"deviation", deviation},
                                       {"least", static_cast<double>(sorted.front())},
                                       {"greatest", static_cast<double>(sorted.back())}};
  for (const auto& [of, share] : std::map<std::string, double>{
           {"q05", 0.05}, {"q25", 0.25}, {"q50", 0.5}, {"q75", 0.75}, {"q95", 0.95}}) {
    REQUIRE(sorted.back() < 2048);  // counted one by one
    wanted[of] = static_cast<double>(quantile(sorted, share));
  }
  REQUIRE(json.size() == wanted.size());
  if (line) {
    const auto shown = [&](const char* of) {
      return std::to_string(static_cast<std::int64_t>(wanted.at(of)));
    };
    CHECK(*line == "mean " + two_places(json["mean"], false) + ", deviation " +
                       two_places(json["deviation"], false) + "; least " + shown("least") + ", 5 % " +
                       shown("q05") + ", 25 % " + shown("q25") + ", 50 % " + shown("q50") + ", 75 % " +
                       shown("q75") + ", 95 % " + shown("q95") + ", most " + shown("greatest"));
  }
  for (const auto& [of, value] : wanted) {
    INFO(of);
    CHECK(json[of].get<double>() == Approx(value).margin(1e-9));
    CHECK(std::stod(row(of)) == Approx(value).margin(1e-9));
  }
}

struct Run {
  std::string name;
  dsl::CheckedRules rules;
  int players = 2;
  engine::Unit unit = engine::Unit::round;
  std::uint64_t games = 6;
  bool count_rules = false;  ///< and what is of interest
  int most_turns = 5'000;
};

engine::SimulateOptions options_of(const Run& run) {
  engine::SimulateOptions options{.seed = 3, .games = run.games, .unit = run.unit};
  options.play.declared = 0.3;
  options.play.most_turns = run.most_turns;
  options.count_rules = options.interest = run.count_rules;
  return options;
}

engine::RunVariant variant_of(const Run& run, const engine::Rules& program) {
  engine::RunVariant variant;
  variant.name = run.name;
  variant.players = run.players;
  for (const dsl::DeclaredAct& act : program.declared) variant.declared.push_back(act.name);
  for (const engine::Rules::RuleText& rule : program.rules) variant.rules.push_back({rule.id, rule.shape});
  return variant;
}

/// By the records of its games.
CountedRun count_run(const Run& run, const engine::Rules& program, engine::SimulateOptions options) {
  options.count_rules = options.interest = false;
  CountedRun counted;
  for (std::uint64_t game = 0; game < run.games; ++game) {
    GameCount count(run.rules, run.players, run.count_rules);
    for (const std::vector<slow::Act>& round : recorded_acts(program, options, game)) count.add_round(round);
    counted.games.push_back(count.finish(run.unit == engine::Unit::round));
  }
  return counted;
}

/// Plays the run, counts it by its records, and holds all that is printed against that.
CountedRun check_run(const Run& run) {
  INFO(run.name << ", " << run.players << " players");
  const engine::Rules program = engine::compile_rules(run.rules, run.players);
  const engine::SimulateOptions options = options_of(run);
  CountedRun counted = count_run(run, program, options);
  const engine::RunVariant variant = variant_of(run, program);
  engine::RunResult result;
  result.order.seed = options.seed;
  result.order.games = run.games;
  result.order.unit = run.unit;
  result.order.count_rules = result.order.interest = run.count_rules;
  result.order.variants.push_back(variant);
  result.results.push_back({engine::simulate(program, options, 2), 1.0, 2, {}});
  const PrintedRun printed = print(result);
  const Json& json = printed.json;

  std::size_t rows = 1;  // the heading
  const auto row = [&](const std::string& measure, const std::string& of) {
    INFO(measure << " of '" << of << "'");
    REQUIRE(printed.rows.contains({measure, of}));
    ++rows;
    return printed.rows.at({measure, of});
  };
  for (const engine::PlainCount& plain : engine::plain_counts) {
    const std::string name(plain.name);
    INFO(name);
    CHECK(json[name].get<std::int64_t>() == counted.count(name));
    CHECK(row("count", name)[6] == std::to_string(counted.count(name)));
  }
  const bool any_finished = counted.count("rounds") > 0;
  const auto line_of = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = printed.lines.find(name);
    return found == printed.lines.end() ? std::nullopt : std::optional(found->second);
  };
  const bool is_match = run.unit == engine::Unit::match;
  std::vector<engine::MeasureInfo> table(std::begin(engine::measures), std::end(engine::measures));
  if (run.count_rules)
    table.insert(table.end(), std::begin(engine::interest_measures), std::end(engine::interest_measures));
  for (const engine::MeasureInfo& measure : table) {
    const std::string name(measure.name);
    INFO(name);
    const std::vector<Part> parts = counted.parts(name);
    const bool known = std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.of != 0; });
    const auto line = line_of(std::string(measure.sentence));
    CHECK(line.has_value() == (known && (is_match || name.find("a_game") == std::string::npos)));
    check_mean(parts, json["measures"][name], row(name, ""), line,
               measure.kind == engine::MeasureKind::share);
  }
  CHECK(json["measures"].size() == table.size());
  for (int seat = 1; seat <= run.players; ++seat) {
    for (const engine::MeasureInfo& measure : engine::seat_measures) {
      const std::string name(measure.name);
      const std::string of = "seat " + std::to_string(seat);
      INFO(name << " of " << of);
      const auto line = line_of(of + ": " + std::string(measure.sentence));
      // Where all play at random, text leaves out who has more than the others.
      CHECK(line.has_value() == (any_finished && (is_match || name != "games_led") && name != "points_over"));
      check_mean(counted.parts(name + " of " + std::to_string(seat)),
                 json["seats"][static_cast<std::size_t>(seat - 1)][name], row(name, of), line,
                 measure.kind == engine::MeasureKind::share);
    }
    for (const char* sum : {"points", "rounds_won", "games_led"})
      CHECK(json[sum][static_cast<std::size_t>(seat - 1)].get<std::int64_t>() ==
            counted.amount(std::string(sum) + " of " + std::to_string(seat)));
  }
  for (const auto& [name, sentence] :
       std::map<std::string, std::string>{{"round_turns", "turns of a round"},
                                          {"round_points", "points of a player in a round"},
                                          {"game_points", "points of a player in a game"}}) {
    INFO(name);
    const auto line = line_of(sentence);
    CHECK(line.has_value() == (any_finished && (is_match || name != "game_points")));
    check_distribution(counted.list(name), name, printed, line);
    rows += 9;
  }
  for (const std::string& act : variant.declared) {
    std::int64_t times = 0;
    for (const CountedGame& game : counted.games)
      if (const auto found = game.declared.find(act); found != game.declared.end()) times += found->second;
    CHECK(json["declared"][act].get<std::int64_t>() == times);
    CHECK(row("declared", act)[6] == std::to_string(times));
    CHECK(line_of("'" + act + "' played") == std::to_string(times) + " times");
  }
  CHECK(json["rules"].is_array() == run.count_rules);
  for (const Json& rule : run.count_rules ? json["rules"] : Json::array()) {
    const std::string id = rule["rule"];
    const std::string name = rule["shape"].get<std::string>() + " " + id;
    INFO(name);
    CHECK(rule["times"].get<double>() == static_cast<double>(counted.amount(name)));
    check_mean(counted.parts(name), rule["a_round"],
               printed.rows.contains({"rule", name}) ? row("rule", name) : row("rule", id), line_of(name),
               false);
  }
  CHECK(rows == printed.rows.size());
  CHECK(line_of("finished rounds") ==
        (is_match ? std::optional(std::to_string(counted.count("rounds"))) : std::nullopt));
  const std::int64_t stuck = counted.count("dead_ends");
  const std::int64_t cut = counted.count("too_long");
  std::string endless;
  if (stuck > 0) endless = std::to_string(stuck) + (stuck == 1 ? " dead end" : " dead ends");
  if (cut > 0) endless += (stuck > 0 ? ", " : "") + std::to_string(cut) + " too long";
  CHECK((printed.text.find("  without an end: ") != std::string::npos) == !endless.empty());
  if (!endless.empty()) CHECK(printed.text.find("(" + endless + "); the first as a record:\n") < 300);
  CHECK(engine::any_endless(result) == !endless.empty());
  const std::int64_t none = counted.count("void_rounds");
  const auto reported = line_of("did not count");
  CHECK(reported.has_value() == (none > 0));
  if (reported) CHECK(reported->starts_with(std::to_string(none) + " void round"));
  return counted;
}

/// The mean of the first less that of the second, of pairs of games.
void check_difference(const std::vector<Part>& first, const std::vector<Part>& second, const Json& json,
                      const std::vector<std::string>& row) {
  struct Sum {
    double amount = 0;
    double of = 0;
    double mean() const { return amount / of; }
  };
  const auto sum = [](const std::vector<Part>& parts) {
    Sum all;
    for (const Part& part : parts) {
      all.amount += static_cast<double>(part.amount);
      all.of += static_cast<double>(part.of);
    }
    return all;
  };
  const Sum a = sum(first);
  const Sum b = sum(second);
  if (a.of == 0 || b.of == 0) {
    CHECK(json["value"].is_null());
    return;
  }
  CHECK(json["first"].get<double>() == Approx(a.mean()).margin(1e-9));
  CHECK(json["second"].get<double>() == Approx(b.mean()).margin(1e-9));
  CHECK(json["value"].get<double>() == Approx(a.mean() - b.mean()).margin(1e-9));
  CHECK(std::stod(row[6]) == Approx(a.mean() - b.mean()).margin(1e-9));
  double squares = 0;
  for (std::size_t game = 0; game < first.size(); ++game) {
    const auto above = [&](const Part& part, const Sum& all) {
      return (static_cast<double>(part.amount) - all.mean() * static_cast<double>(part.of)) / all.of;
    };
    squares += std::pow(above(first[game], a) - above(second[game], b), 2);
  }
  const double n = static_cast<double>(first.size());
  const double reach = engine::interval_width(first.size()) * std::sqrt(squares * n / (n - 1));
  if (reach < 1e-9) {
    CHECK(json["low"].is_null());
    return;
  }
  // A difference of shares may be anything from -1 to 1, and is cut off nowhere.
  CHECK(json["low"].get<double>() == Approx(a.mean() - b.mean() - reach).margin(1e-9));
  CHECK(json["high"].get<double>() == Approx(a.mean() - b.mean() + reach).margin(1e-9));
  CHECK(std::stod(row[7]) == Approx(json["low"].get<double>()).margin(1e-9));
  CHECK(std::stod(row[8]) == Approx(json["high"].get<double>()).margin(1e-9));
}

/// The cells of a line of the table with this label, in the part above or below "less the first column".
std::vector<std::string> cells_of(const std::string& table, const std::string& label) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  " + label + "  ")) continue;
    std::istringstream words(line.substr(label.size() + 2));
    std::vector<std::string> cells;
    for (std::string word; words >> word;) {
      const bool is_in_brackets = !cells.empty() && cells.back().find('(') != std::string::npos &&
                                  cells.back().find(')') == std::string::npos;
      if (word == "%" || word == "*" || word.starts_with("±") || word.starts_with("(") || is_in_brackets)
        cells.back() += " " + word;
      else
        cells.push_back(word);
    }
    return cells;
  }
  return {};
}

/// What stands in the columns of two tables, against the figures in JSON.
void check_columns(const std::string& text, const std::vector<Json>& objects, engine::Unit unit) {
  const std::size_t cut = text.find("  less the first column");
  REQUIRE(cut != std::string::npos);
  const std::string table = text.substr(0, cut);
  const std::string below = text.substr(cut);
  for (const engine::MeasureInfo& measure : engine::measures) {
    const std::string name(measure.name);
    const Json& one = objects[0]["measures"][name];
    const Json& other = objects[1]["measures"][name];
    const bool shown = unit == engine::Unit::match || name.find("a_game") == std::string::npos;
    if (!shown || one["value"].is_null() || other["value"].is_null()) continue;
    INFO(name);
    const bool share = measure.kind == engine::MeasureKind::share;
    const std::vector<std::string> cells = cells_of(table, std::string(measure.sentence));
    REQUIRE(cells.size() == 2);
    CHECK(cells[0].starts_with(two_places(one["value"], share)));
    CHECK(cells[1].starts_with(two_places(other["value"], share)));
    CHECK((cells[0].find_first_of("±(") != std::string::npos) == !one["low"].is_null());
    for (const Json& row : objects[2]["differences"]) {
      if (row["measure"] != name || !row["seat"].is_null()) continue;
      const std::vector<std::string> differences =
          cells_of(below, std::string(measure.sentence) + (share ? ", points of percent" : ""));
      REQUIRE(differences.size() == 1);
      const bool clear =
          !row["low"].is_null() && (row["low"].get<double>() > 0 || row["high"].get<double>() < 0);
      CHECK(row["excludes_zero"].get<bool>() == clear);
      CHECK(differences[0].ends_with(" *") == clear);
      CHECK(std::stod(differences[0]) ==
            Approx((share ? 100 : 1) * row["value"].get<double>()).margin(0.0051));
    }
  }
}

/// Two runs of the same deals, and what is printed of their difference.
void check_pair(const Run& first, const Run& second) {
  const engine::Rules one = engine::compile_rules(first.rules, first.players);
  const engine::Rules other = engine::compile_rules(second.rules, second.players);
  engine::SimulateOptions options = options_of(first);
  options.shuffled_deals = true;
  const CountedRun a = count_run(first, one, options);
  const CountedRun b = count_run(second, other, options);
  engine::RunResult result;
  result.order.seed = options.seed;
  result.order.games = first.games;
  result.order.unit = first.unit;
  result.order.same_deals = true;
  result.order.variants = {variant_of(first, one), variant_of(second, other)};
  engine::SideBySide both = engine::simulate_side_by_side({{&one, options}, {&other, options}}, 2);
  result.results = {{both.tables[0], 1, 2, {}}, {both.tables[1], 1, 2, {}}};
  result.pairs = both.pairs;

  std::istringstream lines(engine::render_run(result, engine::RunFormat::json));
  std::vector<Json> objects;
  for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
  REQUIRE(objects.size() == 3);
  const Json& json = objects.back();
  check_columns(engine::render_run(result, engine::RunFormat::text), objects, first.unit);
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> rows;
  std::istringstream csv(engine::render_run(result, engine::RunFormat::csv));
  for (std::string line; std::getline(csv, line);) {
    const std::vector<std::string> fields = split(line);
    if (fields[0] == second.name + " less " + first.name) rows[{fields[4], fields[5]}] = fields;
  }
  std::size_t reported = 0;
  for (const Json& row : json["differences"]) {
    const std::string measure = row["measure"];
    const std::string seat = row["seat"].is_null() ? "" : std::to_string(row["seat"].get<int>());
    INFO(measure << " of '" << seat << "'");
    const std::string name = seat.empty() ? measure : measure + " of " + seat;
    const std::pair key(measure, seat.empty() ? seat : "seat " + seat);
    REQUIRE(rows.contains(key));
    check_difference(b.parts(name), a.parts(name), row, rows[key]);
    ++reported;
  }
  CHECK(reported == rows.size());
  CHECK(reported > 10 + 2 * static_cast<std::size_t>(first.players));
}

/// A second round that finds no engine.
const char* const the_same_again = R"(
roundhouse: 1
name: The same double again
extends: train
options: { engine_found: set-aside }
setup:
  engine: { wanted: tile.double and tile.high == 7 and not match.used(7) }
)";

/// Few tiles, so that hardly a round has an engine.
const char* const two_tiles = R"(
roundhouse: 1
name: Two tiles
extends: train
options: { deal: 2 }
setup:
  engine: { missing: redeal, limit: 1, then: none }
)";

const char* const stuck = R"(
roundhouse: 1
name: Stuck
extends: train
rules:
  - id: no-tile
    forbid: lay
    when: round.lap > 3
    says: Nothing is played.
  - id: no-draw
    forbid: draw
    when: round.lap > 3
    says: Nothing is drawn.
  - id: no-end
    forbid: done
    when: round.lap > 3
    says: No turn ends.
)";

/// A player who lays a double has to take a tile in the same turn, and that is no choice.
const char* const dear_doubles = R"(
roundhouse: 1
name: Dear doubles
extends: train
rules:
  - id: dear-double
    after: lay
    when: tile.double
    do: draw(me, 1); mark(new)
    says: Who lays a double takes a tile and gets a marker.
)";

TEST_CASE("every figure is a count over the records of its games", "[engine]") {
  std::int64_t taken = 0;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(name);
    const int least = rules.setup.least_players;
    const int most = std::min(least + 2, rules.setup.most_players);
    check_run({name, rules, least, engine::Unit::match, 3});
    check_run({name, rules, most, engine::Unit::round, 8});
    const CountedRun counted = check_run({name, rules, most, engine::Unit::round, 2, true});
    taken += counted.amount("markers_taken");
    check_run({name, rules, least, engine::Unit::match, 1, true});
  }
  const CountedRun dear = check_run({"dear", rules_from_text(dear_doubles), 3, engine::Unit::round, 3, true});
  CHECK(dear.amount("penalties_a_round") > 5);
  CHECK(taken > 0);
}

TEST_CASE("what two rule sets differ in is counted over the records of both", "[engine]") {
  const dsl::CheckedRules rules = bundled_rules("train");
  const dsl::CheckedRules dear = bundled_rules("train", {{"double_blank", "50", {}}});
  const dsl::CheckedRules club = bundled_rules("club-double-twelve");
  check_pair({"train", rules, 4, engine::Unit::round, 20}, {"dear", dear, 4, engine::Unit::round, 20});
  check_pair({"train", rules, 3, engine::Unit::match, 3}, {"club", club, 3, engine::Unit::match, 3});
}

TEST_CASE("figures are of finished rounds and games, and void rounds are reported", "[engine]") {
  const dsl::CheckedRules again = rules_from_text(the_same_again);
  const CountedRun short_games = check_run({"again", again, 3, engine::Unit::match, 4, true});
  CHECK(short_games.count("rounds") == 4);
  CHECK(short_games.count("void_rounds") > 4);
  CHECK(short_games.count("ended") == 4);

  const dsl::CheckedRules few = rules_from_text(two_tiles);
  CHECK(check_run({"few", few, 2, engine::Unit::round, 20}).count("void") > 10);

  // So many turns are allowed that some rounds are finished and some are not.
  const dsl::CheckedRules train = bundled_rules("train");
  const CountedRun cut = check_run({"cut", train, 4, engine::Unit::match, 6, true, 70});
  CHECK(cut.count("too_long") > 0);
  CHECK(cut.count("rounds") > 0);
  CHECK(cut.amount("laid_a_round") < cut.count("lays"));
  const CountedRun endless = check_run({"endless", train, 4, engine::Unit::round, 3, true, 10});
  CHECK(endless.count("too_long") == 3);
  CHECK(endless.count("lays") > 0);
  CHECK(endless.count("rounds") == 0);

  CHECK(check_run({"stuck", rules_from_text(stuck), 2, engine::Unit::round, 4}).count("dead_ends") > 0);
}

}  // namespace
}  // namespace roundhouse::tests
