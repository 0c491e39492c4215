// Records of all that can be written: tiles in the set, beyond it and beyond any, numbers of any length,
// names that nobody has, every kind of line in every place. Whatever is read is judged, written, read again,
// scored and replayed, and the verdict stays what it was.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "engine/random.h"
#include "engine/rules.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/scores/match_result.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using engine::Random;
using namespace replay;

/// Writes what comes into its head.
class Scribbler {
 public:
  Scribbler(Random& random, int highest, const std::vector<std::string>& acts)
      : random_(random), highest_(highest), acts_(acts) {}

  std::string tile() {
    const std::uint32_t kind = random_.below(20);
    if (kind == 0) return "?";
    if (kind == 1) return "?x" + (random_.below(3) == 0 ? number() : std::to_string(1 + random_.below(16)));
    if (kind == 2) return half() + "-?";
    if (kind == 3) return "?-" + half();
    return half() + pick({"-", "-", "-", ":", "|", "/", "--", " - "}) + half();
  }
  std::string known_tile() { return half() + "-" + half(); }

  std::string number() {
    if (random_.below(2) == 0) return std::to_string(random_.below(20));
    return pick({"-1",
                 "+5",
                 "-0",
                 "007",
                 "255",
                 "256",
                 "32767",
                 "32768",
                 "65535",
                 "65536",
                 "65537",
                 "999999999",
                 "1000000000",
                 "1000000001",
                 "-1000000000",
                 "2147483647",
                 "2147483648",
                 "-2147483649",
                 "4294967295",
                 "4294967296",
                 "9223372036854775807",
                 "18446744073709551616",
                 "100000000000000000000000000000",
                 "1e3",
                 "0x10",
                 "3.5",
                 "nan",
                 "--2"});
  }

  std::string name() {
    return pick({"Ann", "Ann", "Bob", "Bob", "Cem", "Cem", "A", "ann", "Zed", "referee", "Mexican", "9"});
  }

  std::string place() {
    switch (random_.below(8)) {
      case 0:
        return ">^" + number();
      case 1:
        return ">^" + tile();
      case 2:
        return ">" + name() + "." + pick({"side", "yard", "own", "9"});
      case 3:
        return ">" + pick({"Mexican", "M", "hub", "hub2", "spoke0", "spoke99", "train65536"});
      default:
        return random_.below(2) == 0 ? "" : ">" + name();
    }
  }

  std::string act() {
    switch (random_.below(9)) {
      case 0:
        return "draw";
      case 1:
        return "draw(" + tile() + ")";
      case 2:
        return pick({"pass", "done", "mark", "nomark", "..."});
      case 3:
        return pick(acts_) + " " + name() + " " + number() + pick({"", " ?", " " + known_tile(), " \"why\""});
      case 4:
        return pick(acts_);
      default:
        return tile() + place();
    }
  }

  std::string line() {
    switch (random_.below(18)) {
      case 0:
        return "game " + number();
      case 1:
        return "round " + pick({number(), half(), "final", "-3", ""});
      case 2:
        return "lots" + seat_tiles();
      case 3:
        return "first " + name();
      case 4:
        return "hand " + name() + ":" + tiles();
      case 5:
        return pick({"seek" + seat_tiles(), "seek x" + number(), std::string("seek")});
      case 6:
        return "turned" + tiles();
      case 7:
        return "engine " + tile() + pick({"", " " + name()});
      case 8:
        return "redeal";
      case 9:
        return "?";
      case 10:
        return "claim " + name() + " " + pick({number() + "." + number(), "#" + number() + ".1"}) + " \"so\"";
      case 11:
        return "left " + name() + ":" + tiles();
      case 12:
        return "score " + name() + " " + number() + " " + name() + " " + number();
      case 13:
        return "over";
      default: {
        std::string text = name() + ":";
        for (std::uint32_t acts = random_.below(4); acts > 0; --acts) text += " " + act();
        return text;
      }
    }
  }

  std::string header_line() {
    switch (random_.below(9)) {
      case 0:
        return "[used " + number() + " " + half() + "]";
      case 1:
        return "[totals " + number() + " " + number() + " " + number() + "]";
      case 2:
        return "[earlier " + number() + " 0 " + number() + "]";
      case 3:
        return "[ages " + number() + " ? " + number() + "]";
      case 4:
        return "[fact " + pick({name() + ".warned", "warned", name() + ".slipped", "opened"}) + " " +
               pick({number(), known_tile(), name(), "true", "false"}) + "]";
      case 5:
        return "[first " + name() + "]";
      case 6:
        return "[out " + name() + "]";
      case 7:
        return "[seed " + number() + "]";
      default:
        return "[complete]";
    }
  }

  std::string pick(const std::vector<std::string>& from) {
    return from[random_.below(static_cast<std::uint32_t>(from.size()))];
  }

 private:
  std::string half() {
    const std::uint32_t kind = random_.below(30);
    if (kind == 0) return number();
    if (kind < 4) return std::to_string(random_.below(22));
    return std::to_string(random_.below(static_cast<std::uint32_t>(highest_) + 1));
  }
  std::string tiles() {
    std::string text;
    for (std::uint32_t n = random_.below(9); n > 0; --n) text += " " + tile();
    return text;
  }
  std::string seat_tiles() {
    std::string text;
    for (std::uint32_t n = random_.below(4); n > 0; --n) text += " " + name() + " " + tile();
    return text;
  }

  Random& random_;
  int highest_;
  std::vector<std::string> acts_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A random round in which some lines are others, or stand elsewhere, or are new.
std::string spoiled(const std::string& record, Scribbler& scribbler, Random& random) {
  std::vector<std::string> lines = lines_of(record);
  const auto body =
      static_cast<std::size_t>(std::find(lines.begin(), lines.end(), std::string()) - lines.begin());
  if (random.below(4) == 0) lines.insert(lines.begin() + 1, scribbler.header_line());
  for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
    const std::size_t at =
        body + random.below(static_cast<std::uint32_t>(std::min<std::size_t>(lines.size() - body + 1, 24)));
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(std::min(at, lines.size()));
    switch (random.below(4)) {
      case 0:
        if (place != lines.end()) lines.erase(place);
        break;
      case 1:
        if (place != lines.end()) *place = scribbler.line();
        break;
      case 2:
        if (place != lines.end()) *place += " " + scribbler.act();
        break;
      default:
        lines.insert(place, scribbler.line());
    }
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool is_beyond(const WrittenTile& tile, int highest) { return tile.high > highest; }

/// A tile stands in a line that the set has not.
bool names_tile_beyond(const Record& record, int highest) {
  const auto any = [&](const auto& tiles) {
    return std::any_of(tiles.begin(), tiles.end(), [&](const auto& tile) {
      if constexpr (std::is_same_v<std::decay_t<decltype(tile)>, SeatTile>)
        return is_beyond(tile.tile, highest);
      else
        return is_beyond(tile, highest);
    });
  };
  for (const RecordRound& round : record.rounds)
    for (const Item& item : round.items) {
      if (const auto* lots = std::get_if<LotsLine>(&item.line); lots && any(lots->lots)) return true;
      if (const auto* seek = std::get_if<SeekLine>(&item.line); seek && any(seek->draws)) return true;
      if (const auto* hand = std::get_if<HandLine>(&item.line); hand && any(hand->tiles)) return true;
      if (const auto* left = std::get_if<LeftLine>(&item.line); left && any(left->tiles)) return true;
      if (const auto* turned = std::get_if<TurnedLine>(&item.line); turned && any(turned->tiles)) return true;
      if (const auto* engine = std::get_if<EngineLine>(&item.line);
          engine && is_beyond(engine->tile, highest))
        return true;
      if (const auto* turn = std::get_if<TurnLine>(&item.line))
        for (const WrittenAct& act : turn->acts) {
          if (const auto* laid = std::get_if<TileAct>(&act.what); laid && is_beyond(laid->tile, highest))
            return true;
          if (const auto* draw = std::get_if<DrawAct>(&act.what); draw && is_beyond(draw->tile, highest))
            return true;
        }
    }
  return false;
}

struct Table {
  engine::Rules program;
  std::string header;
  std::vector<std::string> acts{"knock", "challenge", "shout", "fine"};
};

/// Sends what was read of the record all ways that there are.
void follow(const Table& table, const Record& record, int& judged) {
  const std::string written = write_record(record);
  const dsl::Checked<Record> again = read_record({}, written);
  REQUIRE(again.ok());
  REQUIRE(again.value == record);
  const dsl::Checked<Record> twin = read_record_json({}, write_record_json(record));
  REQUIRE(twin.ok());
  REQUIRE(twin.value == record);
  if (record.header.players.size() != static_cast<std::size_t>(table.program.players) ||
      !check_header(table.program, record.header).empty())
    return;
  ++judged;
  RefereeOptions options;
  options.budget = 500;
  options.trust = false;
  const Judgement judgement = judge_record(table.program, record, options);
  CHECK(judge_record(table.program, again.value, options).verdict == judgement.verdict);
  if (names_tile_beyond(record, table.program.highest)) CHECK(judgement.verdict != Verdict::legal);
  // One error a line, of tiles that are not there.
  std::vector<dsl::Span> reported;
  const auto note = [&](const Ruling& ruling) {
    if (ruling.message.find("the set has no ") != 0) return;
    CHECK(std::find(reported.begin(), reported.end(), ruling.place.where) == reported.end());
    reported.push_back(ruling.place.where);
  };
  if (judgement.ruling) note(*judgement.ruling);
  for (const Ruling& ruling : judgement.more) note(ruling);
  const MatchResult scored = score_record(table.program, record);
  CHECK(scored.rounds.size() == record.rounds.size());
  step_through(table.program, record, [](const Frame&) { return true; });
}

/// So many texts; at least a tenth of them have to be judged.
void scribble(std::uint64_t seed, int texts) {
  Random random(seed);
  std::vector<Table> tables;
  const auto add = [&](const std::string& variant, const std::vector<dsl::OptionSetting>& settings) {
    tables.push_back({engine::compile_rules(bundled_rules(variant, settings), 3),
                      "[variant " + variant + "]\n[players Ann Bob Cem]\n"});
  };
  add("train", {});
  add("train", {{"highest", "6", {}}, {"copies", "2", {}}, {"deal", "7", {}}});
  add("train", {{"engine_found", "set-aside", {}}, {"first_player", "by-tile", {}}});
  add("train", {{"engine_draws", "1", {}}, {"missed_notice", "1", {}}, {"highest", "9", {}}});
  add("club-double-twelve", {});
  add("encyclopedia", {});
  int judged = 0;
  for (int n = 0; n < texts; ++n) {
    const Table& table = tables[random.below(static_cast<std::uint32_t>(tables.size()))];
    Scribbler scribbler(random, table.program.highest, table.acts);
    std::string text = table.header;
    const auto round =
        random.below(2) == 0 ? random_round(table.program, random.below(40), 0.3) : std::nullopt;
    if (round) {
      RecordParts parts;
      parts.hands = random.below(2) == 0;
      parts.draws = parts.hands;
      Record record = round->record(table.program, parts);
      record.header.players = {{"Ann", {}, {}}, {"Bob", {}, {}}, {"Cem", {}, {}}};
      text = spoiled(write_record(record), scribbler, random);
    } else {
      if (random.below(3) == 0) text += scribbler.header_line() + "\n";
      for (std::uint32_t lines = random.below(12); lines > 0; --lines) text += scribbler.line() + "\n";
    }
    INFO(text);
    const dsl::Checked<Record> read = read_record({}, text);
    // Lines that are none are left out, and the rest is a record all the same.
    if (read.ok() || !read.value.header.players.empty()) {
      const dsl::Checked<Record> rest = read_record({}, write_record(read.value));
      if (rest.ok()) follow(table, rest.value, judged);
    }
  }
  CHECK(judged > texts / 10);
}

}  // namespace

TEST_CASE("whatever can be written is judged, written, scored and replayed", "[hostile]") {
  scribble(1, 3000);
}

TEST_CASE("some of what can be written is judged, written, scored and replayed", "[hostile][.sanitized]") {
  scribble(1, 500);
}

TEST_CASE("whatever can be written is judged at length", "[hostile][.long]") { scribble(2, 40'000); }

}  // namespace roundhouse::tests
