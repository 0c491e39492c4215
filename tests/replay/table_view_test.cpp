// What `replay` draws is the table: its text is read back, act for act, and held against the slow reading.

#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "dsl/base/utf8.h"
#include "engine/play.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/resolve.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "tests/slow/slow_game.h"
#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/shown_rules.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

/// Any tile may be laid anywhere, so doubles and others begin trains and lie against their numbers; a double
/// opens two sides and waits for three tiles, of which most do not cover it.
const char* const anything_goes = R"(
roundhouse: 1
name: Anything goes
extends: train
options: { highest: 6, deal: 5, doubles: free }
setup: { players: 2..4 }
remove: [tiles-match]
rules:
  - id: waits
    after: lay
    when: tile.double
    do: owe(new, 3); fan(new, 2)
    says: A double waits for three tiles.
  - id: blank-covers
    after: lay
    when: tile has 0
    do: cover(end)
    says: Only a tile with a blank covers.
  - id: everybody-marks
    after: lay
    when: tile has 3
    do: mark(new)
    says: A tile with a three gets a marker.
)";

/// A line of tiles: the main line of a train (`at` is empty), a branch, or the open sides of a tile.
struct Line {
  std::string at;                  ///< the tile at whose side it begins
  std::vector<std::string> tiles;  ///< as they lie, outward
  std::vector<std::string> ends;   ///< "^4 9 marked"
  int owed = 0;                    ///< how often its last tile, or `at` where it has none, is to be covered
  auto operator<=>(const Line&) const = default;
};
struct Hand {
  std::size_t count = 0;
  std::multiset<std::string> tiles;
  std::optional<int> points;
  std::multiset<std::string> shown;  ///< facts, "Own pips 17"
  bool has_turn = false;
  bool operator==(const Hand&) const = default;
};
struct Drawn {
  std::string engine;
  int engine_owed = 0;
  std::map<std::string, std::multiset<Line>> trains;
  std::multiset<std::string> shown;  ///< facts of nobody
  std::size_t boneyard = 0;
  std::map<std::string, Hand> hands;
  bool operator==(const Drawn&) const = default;
};

std::string text(const Drawn& drawn) {
  std::ostringstream out;
  out << "engine " << drawn.engine << " owed " << drawn.engine_owed << "\n";
  for (const auto& [name, lines] : drawn.trains)
    for (const Line& line : lines) {
      out << name << " at '" << line.at << "':";
      for (const std::string& tile : line.tiles) out << " " << tile;
      for (const std::string& end : line.ends) out << " [" << end << "]";
      out << " owed " << line.owed << "\n";
    }
  for (const std::string& fact : drawn.shown) out << "shown " << fact << "\n";
  out << "boneyard " << drawn.boneyard << "\n";
  for (const auto& [name, hand] : drawn.hands) {
    out << name << (hand.has_turn ? " > " : " ") << hand.count << ":";
    for (const std::string& tile : hand.tiles) out << " " << tile;
    out << " points " << (hand.points ? std::to_string(*hand.points) : "-");
    for (const std::string& fact : hand.shown) out << " shown " << fact;
    out << "\n";
  }
  return out.str();
}

// Reading what is drawn.

int owed_in(std::string& rest) {
  static const std::regex form(" *to be covered( ([0-9]+) times)?");
  std::smatch found;
  if (!std::regex_search(rest, found, form)) return 0;
  const int owed = found[2].matched ? std::stoi(found[2]) : 1;
  rest = found.prefix().str() + found.suffix().str();
  return owed;
}

/// Reads the text of a frame; where it is nothing that a frame is, the test fails.
class Reader {
 public:
  Reader(const std::string& drawn, const Header& header) : header_(header) {
    std::istringstream lines(drawn);
    std::string line;
    while (std::getline(lines, line) && !line.empty()) {
    }
    while (std::getline(lines, line)) rows_.push_back(line);
  }

  Drawn read() {
    Drawn drawn;
    const bool lies = rows_.front().starts_with("  engine ");
    std::size_t boneyard = 0;
    while (!rows_.at(boneyard).starts_with("  boneyard ")) ++boneyard;
    // It shows where the names end.
    begin_ = rows_[boneyard].find_first_not_of(' ', 11);
    std::size_t row = 0;
    if (lies) {
      drawn.engine = rest_of(row);
      drawn.engine_owed = owed_in(drawn.engine);
      for (++row; !rows_.at(row).empty(); ++row) read_train(drawn, name_of(row), rest_of(row));
      ++row;
    }
    if (row != boneyard) {
      for (; !rows_.at(row).empty(); ++row) drawn.shown.insert(fact_in(rows_[row]));
      ++row;
    }
    REQUIRE(row == boneyard);
    drawn.boneyard = std::stoul(rest_of(row));
    for (++row; row < rows_.size(); ++row) read_hand(drawn, row);
    return drawn;
  }

 private:
  std::string name_of(std::size_t row) const {
    const std::string& line = rows_.at(row);
    const std::string name = line.substr(2, std::min(begin_, line.size()) - 2);
    return name.substr(0, name.find_last_not_of(' ') + 1);
  }
  std::string rest_of(std::size_t row) const {
    const std::string& line = rows_.at(row);
    return line.size() <= begin_ ? std::string() : line.substr(begin_);
  }

  void read_train(Drawn& drawn, const std::string& name, std::string rest) {
    static const std::regex at("^  at ([0-9]+-[0-9]+):");
    static const std::regex tile("^ *([0-9]+-[0-9]+)");
    static const std::regex end("^ *(\\^[0-9]+): ([0-9]+)( \\(side\\))?(, not started)?(, marked)?");
    if (!name.empty()) train_ = name;
    std::smatch found;
    Line line;
    if (std::regex_search(rest, found, at)) {
      line.at = found[1];
      rest = found.suffix();
    } else if (name.empty()) {
      line = last_;  // a long line goes on
      auto& lines = drawn.trains[train_];
      lines.erase(lines.find(last_));
    }
    line.owed = owed_in(rest);
    while (std::regex_search(rest, found, tile)) {
      line.tiles.push_back(found[1]);
      rest = found.suffix();
    }
    while (std::regex_search(rest, found, end)) {
      line.ends.push_back(found[1].str() + " " + found[2].str() + (found[3].matched ? " side" : "") +
                          (found[4].matched ? " start" : "") + (found[5].matched ? " marked" : ""));
      rest = found.suffix();
    }
    INFO(name << ": " << rest);
    REQUIRE(rest.find_first_not_of(' ') == std::string::npos);
    drawn.trains[train_].insert(line);
    last_ = line;
  }

  /// A label, and two spaces or more before its value.
  static std::string fact_in(const std::string& row) {
    static const std::regex form("^  (\\S+( \\S+)*)(  +(\\S+))?$");
    std::smatch found;
    INFO(row);
    REQUIRE(std::regex_match(row, found, form));
    return found[4].matched ? found[1].str() + " " + found[4].str() : found[1].str();
  }

  void read_hand(Drawn& drawn, std::size_t row) {
    static const std::regex form(
        "^([0-9]+) tiles?(:[-?x0-9 ]*?)?(   (-?[0-9]+) points?)?((   [^ :]+( [^ :]+)*(: \\S+)?)*)$");
    static const std::regex fact("   ([^ :]+(?: [^ :]+)*)(?:: (\\S+))?");
    std::smatch found;
    const std::string rest = rest_of(row);
    INFO(rows_[row]);
    REQUIRE(std::regex_search(rest, found, form));
    Hand hand;
    hand.count = std::stoul(found[1]);
    std::istringstream tiles(found[2].matched ? found[2].str().substr(1) : std::string());
    for (std::string tile; tiles >> tile;) hand.tiles.insert(tile);
    if (found[4].matched) hand.points = std::stoi(found[4]);
    const std::string facts = found[5];
    for (std::sregex_iterator i(facts.begin(), facts.end(), fact), end; i != end; ++i)
      hand.shown.insert((*i)[2].matched ? (*i)[1].str() + " " + (*i)[2].str() : (*i)[1].str());
    hand.has_turn = rows_[row].front() == '>';
    drawn.hands[name_of(row)] = hand;
  }

  const Header& header_;
  std::vector<std::string> rows_;
  std::size_t begin_ = 0;
  std::string train_;
  Line last_;
};

// What should be drawn, by the slow reading.

struct Laid {
  int parent = 0;
  bool at_side = false;
  std::size_t train = 0;
  std::string text;
};

/// What the sentences of a frame have to tell of: a few numbers of the table before and after.
struct Facts {
  std::map<std::string, int> markers;  ///< by train
  std::map<std::string, int> points;   ///< by player
  int owed = 0;                        ///< how many tiles are still to cover something
  int debts = 0;
  int turn = 0;
  std::string player;
  std::string winner;
  bool over = false;
};

class Watched {
 public:
  Watched(const dsl::CheckedRules& rules, const engine::Rules& program, const Header& header)
      : program_(program), header_(header), slow_(rules, program.players) {}

  void begin_round() {
    slow_.begin_round();
    laid_.clear();
  }

  void apply(const slow::Act& act) {
    if (act.kind != slow::ActKind::lay) return slow_.apply(act);
    const slow::End at = end_of(act.end);
    const int group = slow_.table.next_group;
    const int serial = slow_.table.next_serial;
    slow_.apply(act);
    // The number that the new end shows lies outside.
    const int outer = end_of(serial).pip;
    const slow::Tile tile = *act.tile;
    REQUIRE(slow::bears(tile, outer));
    const int inner = tile.high == outer ? tile.low : tile.high;
    if (slow::bears(tile, at.pip)) REQUIRE(inner == at.pip);
    begun_by_double_ += at.start && tile.high == tile.low ? 1 : 0;
    against_ += slow::bears(tile, at.pip) ? 0 : 1;
    laid_[group] = {at.group, at.side, at.train, std::to_string(inner) + "-" + std::to_string(outer)};
  }

  Drawn drawn() const {
    const slow::Table& table = slow_.table;
    Drawn drawn;
    if (table.engine) {
      drawn.engine = slow::text(*table.engine);
      drawn.engine_owed = owed(0);
      for (std::size_t train = 0; train < table.trains.size(); ++train) draw_train(drawn, train);
    }
    drawn.boneyard = table.boneyard.size();
    for (std::size_t p = 0; p < table.players.size(); ++p) {
      const slow::AtTable& player = table.players[p];
      Hand hand{player.hand.size(), {}, {}, {}, false};
      for (const slow::Tile tile : player.hand) hand.tiles.insert(slow::text(tile));
      if (table.stage == slow::Stage::over || player.points != 0) hand.points = player.points;
      hand.has_turn = table.stage == slow::Stage::play && table.player == static_cast<slow::Seat>(p);
      drawn.hands[header_.players[p].name] = hand;
    }
    std::vector<std::string> names;
    for (const PlayerField& player : header_.players) names.push_back(player.name);
    for (const ShownInSlow& fact : shown_in(slow_, names)) {
      auto& where = fact.player.empty() ? drawn.shown : drawn.hands[fact.player].shown;
      where.insert(fact.value.empty() ? fact.label : fact.label + " " + fact.value);
    }
    return drawn;
  }

  Facts facts() const {
    const slow::Table& table = slow_.table;
    Facts facts;
    for (std::size_t train = 0; table.engine && train < table.trains.size(); ++train) {
      int& markers = facts.markers[train_text(program_, header_, static_cast<int>(train))];
      for (const slow::End& end : table.ends) markers += end.train == train && end.marked ? 1 : 0;
    }
    for (std::size_t p = 0; p < table.players.size(); ++p)
      facts.points[header_.players[p].name] = table.players[p].points;
    for (const slow::Debt& debt : table.debts) facts.owed += debt.covers;
    facts.debts = static_cast<int>(table.debts.size());
    facts.turn = table.turn;
    const auto name = [&](std::optional<slow::Seat> seat) {
      return seat ? header_.players[static_cast<std::size_t>(*seat)].name : std::string();
    };
    facts.player = name(table.player);
    facts.winner = name(table.winner);
    facts.over = table.stage == slow::Stage::over && table.engine;
    return facts;
  }

  int begun_by_double() const { return begun_by_double_; }
  int against() const { return against_; }

 private:
  slow::End end_of(int serial) const {
    for (const slow::End& end : slow_.table.ends)
      if (end.serial == serial) return end;
    FAIL("no such end");
    return {};
  }

  int owed(int group) const {
    for (const slow::Debt& debt : slow_.table.debts)
      if (debt.group == group) return debt.covers;
    return 0;
  }

  std::vector<std::string> ends(std::size_t train, int group) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < slow_.table.ends.size(); ++i) {
      const slow::End& end = slow_.table.ends[i];
      if (end.train != train || end.group != group) continue;
      all.push_back("^" + std::to_string(i + 1) + " " + std::to_string(end.pip) + (end.side ? " side" : "") +
                    (end.start ? " start" : "") + (end.marked ? " marked" : ""));
    }
    return all;
  }

  void draw_train(Drawn& drawn, std::size_t train) const {
    auto& lines = drawn.trains[train_text(program_, header_, static_cast<int>(train))];
    for (const auto& [group, laid] : laid_)
      if (laid.train == train && laid.parent == 0) draw_line(lines, train, group, "");
    if (lines.empty()) lines.insert({"", {}, ends(train, 0), 0});
  }

  void draw_line(std::multiset<Line>& lines, std::size_t train, int first, const std::string& at) const {
    Line line{at, {}, {}, 0};
    std::vector<int> groups;
    for (int group = first; group != 0;) {
      groups.push_back(group);
      line.tiles.push_back(laid_.at(group).text);
      int next = 0;
      for (const auto& [other, laid] : laid_)
        if (laid.parent == group && !laid.at_side) next = other;
      group = next;
    }
    line.ends = ends(train, groups.back());
    line.owed = owed(groups.back());
    lines.insert(line);
    for (const int group : groups) {
      const std::string& tile = laid_.at(group).text;
      if (group != groups.back() && (!ends(train, group).empty() || owed(group) > 0))
        lines.insert({tile, {}, ends(train, group), owed(group)});
      for (const auto& [other, laid] : laid_)
        if (laid.parent == group && laid.at_side) draw_line(lines, train, other, tile);
    }
  }

  const engine::Rules& program_;
  const Header& header_;
  slow::SlowGame slow_;
  std::map<int, Laid> laid_;
  int begun_by_double_ = 0;
  int against_ = 0;
};

int count_of(const std::vector<std::string>& sentences, const std::string& form) {
  const std::regex sentence(form);
  return static_cast<int>(std::count_if(sentences.begin(), sentences.end(), [&](const std::string& each) {
    return std::regex_match(each, sentence);
  }));
}

/// How sentences call a train that a table calls `P1`, `P1.side2`, `leg2` or `mexican`.
std::string said_train(const std::string& name, const std::map<std::string, int>& points) {
  const std::size_t dot = name.find('.');
  std::string kind = dot == std::string::npos ? name : name.substr(dot + 1);
  if (points.contains(kind)) return kind + "'s train";
  const std::size_t digits = std::min(kind.find_last_not_of("0123456789") + 1, kind.size());
  const std::string number = digits < kind.size() ? " " + kind.substr(digits) : "";
  kind.resize(digits);
  if (dot != std::string::npos) return name.substr(0, dot) + "'s " + kind + " train" + number;
  if (!number.empty()) return kind + number;
  kind.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(kind.front())));
  return "the " + kind + " train";
}

/// What is said of an act and is not so, or is so and is not said. Empty: nothing.
std::string unsaid(const std::vector<std::string>& said, const Facts& before, const Facts& after) {
  std::string trouble;
  const auto check = [&](bool holds, const std::string& what) {
    if (!holds) trouble += what + "\n";
  };
  for (const auto& [train, is] : after.markers) {
    const auto was = before.markers.find(train);
    const int more = is - (was == before.markers.end() ? 0 : was->second);
    const std::string words = said_train(train, after.points);
    const int put = count_of(said, "A marker goes on the [0-9]+ of " + words + "\\.");
    const int taken = count_of(said, "The marker on the [0-9]+ of " + words + " is taken off\\.");
    check((more > 0) == (put > 0), "a marker put on " + train);
    check((more < 0) == (taken > 0), "a marker taken off " + train);
    // Two ends of one number sound alike.
    check(put <= std::max(more, 0) && taken <= std::max(-more, 0), "markers of " + train);
  }
  for (const auto& [name, is] : after.points) {
    const auto was = before.points.find(name);
    int scored = was == before.points.end() ? 0 : was->second;
    static const std::regex form("(\\S+) scores (-?[0-9]+)\\.");
    for (const std::string& each : said)
      if (std::smatch found; std::regex_match(each, found, form) && found[1] == name)
        scored += std::stoi(found[2]);
    check(scored == is, "the points of " + name);
  }
  const int owing = count_of(said, "The \\S+ has to be covered.*");
  const int covered = count_of(said, "The \\S+ is covered.*");
  check(after.owed <= before.owed || owing > 0, "a new debt");
  check(after.owed >= before.owed || covered + count_of(said, "What was to be covered .*") > 0, "a cover");
  check(after.debts >= before.debts || count_of(said, "The \\S+ is covered\\.|What was to be covered .*") > 0,
        "a debt that is no more");
  check(owing == 0 || after.owed > before.owed || covered > 0, "no debt is new");
  // A turn that begins as the round ends is nobody's.
  const bool ends = after.over && !before.over;
  check((after.turn > before.turn && !ends) == (count_of(said, "It is " + after.player + "'s turn\\.") > 0),
        "whose turn it is");
  check((after.over && !before.over) == (count_of(said, "The round is over\\.") > 0), "the round's end");
  if (after.winner != before.winner)
    check(count_of(said, after.winner + " wins the round\\.") > 0, "who wins");
  return trouble;
}

struct Seen {
  int frames = 0;
  std::map<std::string, int> shown;  ///< by label
  int begun_by_double = 0;
  int against = 0;
  int waiting = 0;  ///< debts of tiles without an open end of their own
};

/// What is drawn of a hand of which not all is written: as many tiles, and none that is not there.
bool is_part_of(const Hand& drawn, const Hand& wanted) {
  std::size_t hidden = 0;
  for (const std::string& tile : drawn.tiles) {
    if (tile.starts_with("?x"))
      hidden = std::stoul(tile.substr(2));
    else if (drawn.tiles.count(tile) > wanted.tiles.count(tile))
      return false;
  }
  const std::size_t known = drawn.tiles.size() - (hidden > 0 ? 1 : 0);
  return drawn.count == wanted.count && known + hidden == drawn.count && drawn.has_turn == wanted.has_turn &&
         drawn.shown == wanted.shown;
}

/// The table as drawn is what everybody sees, whatever is not written of the hands.
bool same_table(const Drawn& drawn, const Drawn& wanted) {
  bool same = drawn.engine == wanted.engine && drawn.engine_owed == wanted.engine_owed &&
              drawn.trains == wanted.trains && drawn.shown == wanted.shown &&
              drawn.boneyard == wanted.boneyard;
  for (const auto& [name, hand] : wanted.hands)
    same = same && drawn.hands.contains(name) && is_part_of(drawn.hands.at(name), hand);
  return same;
}

/// Plays rounds of a match, writes them down and holds every frame against the table.
void check_views(const dsl::CheckedRules& rules, int players, std::uint64_t seed, int rounds, Seen& seen) {
  const engine::Rules program = engine::compile_rules(rules, players);
  std::vector<PlayedRound> played;
  engine::Observer observer;
  observer.act = [&](const engine::Act& act, const engine::Position&) { played.back().acts.push_back(act); };
  engine::Random random(seed);
  engine::PlayOptions options;
  options.declared = 0.3;
  options.most_turns = 120;
  engine::Position position = engine::begin_match(program);
  for (int round = 0; round < rounds; ++round) {
    played.emplace_back();
    const engine::Outcome outcome = engine::play_round(program, position, random, options, observer);
    if (outcome == engine::Outcome::dead_end || outcome == engine::Outcome::too_long) break;
    if (engine::match_over(program, position)) break;
  }
  Header header;
  header.variant.name = "train";
  for (int p = 0; p < players; ++p) header.players.push_back({"P" + std::to_string(p + 1), {}, {}});
  std::string written;
  const auto record =
      read_back(record_from_acts(program, header, engine::begin_match(program), played), written);
  INFO(written);
  REQUIRE(record);

  Watched watched(rules, program, record->header);
  std::size_t round = SIZE_MAX;
  std::size_t next = 0;
  std::string difference;
  step_through(program, *record, [&](const Frame& frame) {
    if (frame.round != round) {
      REQUIRE((round == SIZE_MAX || next == played[round].acts.size()));
      round = frame.round;
      next = 0;
      watched.begin_round();
    }
    const auto& acts = played[round].acts;
    const Facts before = watched.facts();
    // A round that is void at once has a frame, and no act.
    bool deals = !acts.empty();
    while (deals && next < acts.size()) {
      deals = acts[next].kind == engine::ActKind::deal;
      watched.apply(slow_act(acts[next++]));
    }
    REQUIRE(!deals);
    REQUIRE(frame.trouble == "");
    const std::string shown = render_table_text(program, record->header, frame, {});
    const Drawn drawn = Reader(shown, record->header).read();
    const Drawn wanted = watched.drawn();
    if (drawn == wanted) {
      ++seen.frames;
      for (const std::string& fact : drawn.shown) ++seen.shown[fact];
      for (const auto& [name, hand] : drawn.hands)
        for (const std::string& fact : hand.shown) ++seen.shown[fact];
      for (const auto& [name, lines] : drawn.trains)
        for (const Line& line : lines) seen.waiting += line.tiles.empty() && line.ends.empty() ? 1 : 0;
    } else {
      difference = shown + "\nread as\n" + text(drawn) + "\nand the table is\n" + text(wanted);
    }
    if (const std::string wrong = unsaid(frame.sentences, before, watched.facts()); !wrong.empty()) {
      difference += "\nnot said, or said and not so:\n" + wrong + "of\n";
      for (const std::string& sentence : frame.sentences) difference += "  " + sentence + "\n";
      difference += shown;
    }
    // The same words where there is less room.
    std::istringstream narrow(render_table_text(program, record->header, frame, {.columns = 50}));
    for (std::string line; std::getline(narrow, line);)
      if (dsl::characters_in(line) > 50) difference += "\nwider than 50 columns: " + line;
    return difference.empty();
  });
  INFO(difference);
  REQUIRE(difference.empty());
  REQUIRE((round == SIZE_MAX || next == played[round].acts.size()));
  seen.begun_by_double += watched.begun_by_double();
  seen.against += watched.against();
}

/// The table behind each line of a round, as it is drawn.
std::map<std::size_t, Drawn> drawn_lines(const engine::Rules& program, const Record& record,
                                         std::string& trouble) {
  std::map<std::size_t, Drawn> lines;
  step_through(program, record, [&](const Frame& frame) {
    trouble = frame.trouble;
    if (frame.ends_line && trouble.empty())
      lines[frame.item] = Reader(render_table_text(program, record.header, frame, {}), record.header).read();
    return true;
  });
  return lines;
}

/// All that is not a space.
std::string letters(const std::string& text) {
  std::string all;
  std::copy_if(text.begin(), text.end(), std::back_inserter(all),
               [](char c) { return c != ' ' && c != '\n'; });
  return all;
}

TEST_CASE("what replay draws is the table as it is", "[replay]") {
  Seen seen;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(name);
    CAPTURE(name);
    const int least = rules.setup.least_players;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) check_views(rules, least, seed, 2, seen);
    check_views(rules, std::min(least + 2, rules.setup.most_players), 4, 2, seen);
  }
  CHECK(seen.frames > 5000);
  CHECK(seen.begun_by_double > 0);
}

TEST_CASE("what replay draws is the table also where anything may be laid anywhere", "[replay]") {
  const dsl::CheckedRules rules = rules_from_text(anything_goes);
  Seen seen;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    check_views(rules, 2 + static_cast<int>(seed % 3), seed, 3, seen);
  CHECK(seen.begun_by_double > 20);
  CHECK(seen.against > 200);
  CHECK(seen.waiting > 20);
}

/// Without the value of the fact.
int times_shown(const Seen& seen, const std::string& label) {
  int times = 0;
  for (const auto& [fact, count] : seen.shown) times += fact.starts_with(label) ? count : 0;
  return times;
}

TEST_CASE("replay shows the facts that the rules show, as they are", "[replay]") {
  Seen seen;
  std::set<std::string> labels;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = rules_with_shown_facts(name);
    CAPTURE(name);
    for (std::uint64_t seed = 11; seed <= 13; ++seed)
      check_views(rules, rules.setup.most_players, seed, 3, seen);
    for (const dsl::Fact& fact : rules.facts)
      if (!fact.shown.empty()) labels.insert(fact.shown);
  }
  CHECK(labels.size() == 18);
  for (const std::string& label : labels) {
    INFO(label);
    CHECK(times_shown(seen, label) > 10);
  }
}

TEST_CASE("the table that replay draws does not depend on the hands that are written", "[replay]") {
  int compared = 0;
  int broken_off = 0;
  int rounds = 0;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = rules_with_shown_facts(name);
    const engine::Rules program = engine::compile_rules(rules, rules.setup.least_players);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const std::optional<RandomRound> round = random_round(program, seed, 0.3);
      if (!round) continue;
      ++rounds;
      std::string whole;
      std::string part;
      const auto written = read_back(round->record(program, {}), whole);
      REQUIRE(written);
      Record struck = *written;
      engine::Random random(seed);
      mask_out(struck, random, 0.6);
      const auto read = read_back(struck, part);
      REQUIRE(read);
      INFO(name << "\n" << part);
      std::string trouble;
      const auto wanted = drawn_lines(program, *written, trouble);
      REQUIRE(trouble == "");
      const auto drawn = drawn_lines(program, *read, trouble);
      broken_off += trouble.empty() ? 0 : 1;
      for (const auto& [item, table] : drawn) {
        REQUIRE(wanted.contains(item));
        ++compared;
        if (same_table(table, wanted.at(item))) continue;
        INFO("item " << item << "\n" << text(table) << "\nnot\n" << text(wanted.at(item)));
        REQUIRE(false);
      }
    }
  }
  CHECK(compared > 1000);
  CHECK(broken_off * 4 < rounds);
}

TEST_CASE("a table is broken to any width without losing a letter", "[replay]") {
  const dsl::CheckedRules rules = rules_with_shown_facts("dual");
  const engine::Rules program = engine::compile_rules(rules, 6);
  RandomRound round = play_random_round(program, 5, 0.3);
  round.header.players.front().name = "Maximilian_von_und_zu_Hohenlohe";
  round.header.players.back().name = "Łucja";
  std::string written;
  const auto record = read_back(round.record(program, {}), written);
  INFO(written);
  REQUIRE(record);
  int frames = 0;
  step_through(program, *record, [&](const Frame& frame) {
    const std::string whole = render_table_text(program, record->header, frame, {});
    for (const std::size_t width : {20, 33, 80, 200}) {
      const std::string broken = render_table_text(program, record->header, frame, {.columns = width});
      REQUIRE(letters(broken) == letters(whole));
      std::istringstream lines(broken);
      for (std::string line; std::getline(lines, line);) REQUIRE(dsl::characters_in(line) <= width);
    }
    return ++frames < 200;
  });
  CHECK(frames > 50);
}

}  // namespace
}  // namespace roundhouse::tests
