// Records made at random: what is written can be read again, in both forms; and whatever bytes are read, what
// was understood of them survives being written.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "replay/record/read_record.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

using namespace roundhouse::replay;

/// Makes records in the one form that each has: what a reader would make of them.
class RecordMaker {
 public:
  explicit RecordMaker(std::uint32_t seed) : random_(seed) {}

  Record make() {
    Record record;
    record.header = header();
    players_ = static_cast<int>(record.header.players.size());
    const int rounds = number(0, 3);
    for (int i = 0; i < rounds; ++i) record.rounds.push_back(round(i == 0));
    return record;
  }

 private:
  int number(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  bool chance(int percent) { return number(1, 100) <= percent; }
  template <class T>
  T one_of(std::vector<T> values) {
    return values[static_cast<std::size_t>(number(0, static_cast<int>(values.size()) - 1))];
  }
  Seat seat() { return static_cast<Seat>(number(0, players_ - 1)); }

  WrittenTile tile() {
    const int a = number(0, 18);
    const int b = number(0, 18);
    return written(engine::tile_of(a, b));
  }
  WrittenTile part_of_tile() {
    WrittenTile result = tile();
    if (chance(20)) result = {};
    if (chance(10)) result.low = -1;
    return result;
  }
  std::vector<WrittenTile> tiles(int least = 0) {
    std::vector<WrittenTile> list;
    for (int i = number(least, 6); i > 0; --i) list.push_back(part_of_tile());
    return list;
  }
  std::string text() {
    return one_of<std::string>({"aha", " a # b", "\"quoted\" \\ back",
                                "\xC3\x9C"
                                "ber",
                                "[x]", "...", "?", "a: b>c"});
  }
  std::optional<Comment> comment() {
    if (!chance(20)) return std::nullopt;
    return Comment{text(), static_cast<std::uint32_t>(number(0, 60))};
  }

  Header header() {
    Header header;
    if (chance(90))
      header.variant.name = one_of<std::string>({"train", "a b/c.yaml", "x=y", "k\"l", "../fam.yaml"});
    if (!header.variant.name.empty() && chance(50)) {
      header.variant.options.push_back({"deal", one_of<std::string>({"15", "", "{ 2: 3 }", "a]b"}), {}});
      if (chance(50)) header.variant.options.push_back({"double_blank", "-5", {}});
    }
    const std::vector<std::string> names{
        "Joe", "Ann", "\xC3\x96ko", "Zo\xC3\xAB_2", "Maria", "\xE6\x9D\x8E\xE6\x98\x8E",
        "X9",  "_a",  "Annabel",    "Don",          "Jo",    "2b"};
    const int count = number(2, 12);
    for (int i = 0; i < count; ++i) {
      header.players.push_back({names[static_cast<std::size_t>(i)], chance(20) ? text() : "", {}});
      if (chance(30)) header.ages.resize(static_cast<std::size_t>(count), 7);
    }
    players_ = count;
    if (chance(20)) header.rules = "0123456789abcdef";
    if (chance(20)) header.seed = std::uniform_int_distribution<std::uint64_t>()(random_);
    header.complete = chance(20);
    if (chance(20)) header.used = {9, 8, 0};
    if (chance(20)) header.out = static_cast<Seat>(count - 1);
    if (chance(20)) header.totals.resize(static_cast<std::size_t>(count), -3);
    if (chance(20)) header.earlier.resize(static_cast<std::size_t>(count), 310);
    if (chance(20)) header.placement.resize(static_cast<std::size_t>(count), -3);
    if (chance(20)) header.first = seat();
    if (chance(30))
      header.facts = {{seat(), "warned", "", {}}, {no_seat, "x", "-3", {}}, {no_seat, "last", "9-3", {}}};
    if (chance(30)) header.comments.push_back({HeaderKey::players, 0, {text(), "two"}, comment()});
    if (!header.facts.empty() && chance(50))
      header.comments.push_back({HeaderKey::fact, 1, {}, Comment{"f", 0}});
    return header;
  }

  RecordRound round(bool first) {
    RecordRound round;
    const auto put = [&](Line line) { round.items.push_back({std::move(line), comment(), {}}); };
    if (chance(20)) round.items.push_back({CommentLine{text(), first || chance(50)}, {}, {}});
    const auto change = [&] {
      if (chance(10)) put(RulesLine{{{"deal", one_of<std::string>({"15", "", "{ 2: 3 }", "a]b"}), {}}}});
      const std::string name = "Late" + std::to_string(newcomers_ + 1);
      if (players_ == 14 || !chance(10)) return;
      ++newcomers_;
      put(JoinsLine{
          {name, chance(20) ? text() : "", {}}, chance(50) ? seat() : no_seat, chance(30) ? 41 : -1});
      ++players_;
    };
    change();
    if (chance(20)) put(GameLine{number(1, 9)});
    change();
    if (!first || chance(80)) put(RoundLine{one_of<std::string>({"9", "", "final", "a-1"})});
    change();
    for (int i = number(1, 30); i > 0; --i) {
      if (chance(10)) {
        round.items.push_back({CommentLine{text(), round.items.empty() || chance(30)}, {}, {}});
      } else {
        Line line = chance(60) ? Line(turn()) : other_line();
        // Behind turns it would be the last line of its round.
        const auto is_play = [](const Item& item) { return is_of_play(item.line); };
        const bool is_end = std::holds_alternative<RedealLine>(line) &&
                            std::any_of(round.items.begin(), round.items.end(), is_play);
        if (is_end) line = ChanceLine{"grandma", 0, seat(), {}, {}};
        put(std::move(line));
      }
    }
    // A comment at the end would belong to the round after it.
    put(OverLine{});
    return round;
  }

  std::vector<SeatTile> seat_tiles() {
    std::vector<SeatTile> list;
    for (int i = number(1, 5); i > 0; --i) list.push_back({seat(), part_of_tile()});
    return list;
  }

  Line other_line() {
    switch (number(0, 12)) {
      case 0:
        return LotsLine{seat_tiles()};
      case 1:
        return FirstLine{seat()};
      case 2:
        return HandLine{seat(), tiles()};
      case 3:
        return SeekLine{seat_tiles(), 0};
      case 4:
        return SeekLine{{}, number(1, 9)};
      case 5:
        return TurnedLine{tiles(1)};
      case 6:
        return EngineLine{tile(), chance(50) ? seat() : no_seat};
      case 7:
        return chance(50) ? Line(RedealLine{})
                          : Line(ChanceLine{"lucky", chance(50) ? 7 : 0, no_seat, {}, {}});
      case 8:
        return GapLine{};
      case 9:
        return ClaimLine{seat(), reference(), chance(50) ? text() : ""};
      case 10:
        return LeftLine{seat(), tiles()};
      case 11:
        return AllowLine{signer(), chance(50) ? text() : ""};
      default:
        return ScoreLine{{{seat(), number(-50, 500), {}}, {seat(), 0, {}}}};
    }
  }

  std::string signer() { return one_of<std::string>({"", "Kim", "Joe", "allow", "referee"}); }

  Reference reference() {
    Reference about;
    about.by_order = chance(50);
    if (about.by_order) {
      about.order = static_cast<std::uint32_t>(number(1, 9));
    } else {
      about.label = one_of<std::string>({"9", "final", "a-1"});
    }
    about.turn = static_cast<std::uint32_t>(number(1, 99));
    return about;
  }

  WordAct word() {
    WordAct act;
    act.word = one_of<std::string>({"knock", "call-out", "ruling", "lift"});
    if (chance(40)) act.whom = one_of<std::string>({"Joe", "Ann", "An", "J"});
    if (chance(20)) act.tile = tile();
    if (chance(30)) act.amount = number(-5, 200);
    if (chance(20)) act.note = text();
    return act;
  }
  TileAct laid() {
    TileAct act{tile(), {}, {}};
    if (chance(15)) act.outward = chance(50) ? act.tile.high : act.tile.low;
    if (chance(50)) {
      act.place = one_of<std::string>({"Joe", "Ann.side", "mexican", "M", "spoke2", "^5-5", "^3", "left-hand",
                                       "Joe^5-5", "Ann.side^4-4", "spoke2^5-5"});
    }
    return act;
  }

  TurnLine turn() {
    TurnLine line;
    const auto put = [&](auto act) { line.acts.push_back({std::move(act), {}}); };
    if (chance(10)) {
      put(word());
      line.signer = signer();
      return line;
    }
    line.player = seat();
    line.goes_on = chance(20);
    line.claim = one_of<MarkClaim>({MarkClaim::none, MarkClaim::none, MarkClaim::mark, MarkClaim::nomark});
    for (int i = number(0, 4); i > 0; --i) {
      if (chance(40)) put(laid());
      if (chance(40)) put(DrawAct{chance(50) ? part_of_tile() : WrittenTile{}});
      if (chance(30)) put(word());
      if (!line.acts.empty() && chance(20)) put(TileAct{part_of_tile(), {}, {}});
    }
    if (line.goes_on) return line;
    if (line.acts.empty()) put(PassAct{});
    if (line.acts.size() > 1 && chance(20)) {
      put(PassAct{});
      put(TileAct{part_of_tile(), {}, {}});
    }
    return line;
  }

  std::mt19937 random_;
  int players_ = 2;
  int newcomers_ = 0;
};

std::string complaints(const std::string& text, const dsl::Diagnostics& diagnostics) {
  dsl::SourceMap sources;
  sources.add("record", text);
  return dsl::render_diagnostics(sources, diagnostics);
}

TEST_CASE("a record written can be read again, as text and as JSON", "[notation][referee]") {
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    const Record record = RecordMaker(seed).make();
    const std::string text = write_record(record);
    const auto read = read_record({}, text);
    REQUIRE(complaints(text, read.diagnostics) == "");
    REQUIRE(write_record(read.value) == text);
    REQUIRE(read.value == record);

    // As read, the columns of comments are those of the canonical text.
    const std::string json = write_record_json(read.value);
    const auto from_json = read_record_json({}, json);
    REQUIRE(complaints(json, from_json.diagnostics) == "");
    REQUIRE(write_record_json(from_json.value) == json);
    REQUIRE(from_json.value == record);
  }
}

TEST_CASE("a record fed in pieces is the record read whole", "[notation][referee]") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const Record record = RecordMaker(seed).make();
    const std::string text = write_record(record);
    std::mt19937 random(seed);
    RecordReader reader;
    Record read;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t length = std::uniform_int_distribution<std::size_t>(1, 90)(random);
      reader.feed(std::string_view(text).substr(i, length));
      i += length;
      while (reader.has_round()) read.rounds.push_back(reader.take_round());
    }
    reader.finish();
    while (reader.has_round()) read.rounds.push_back(reader.take_round());
    read.header = reader.header();
    CHECK(read == record);
  }
}

/// Checks what every text must stand, however broken.
void check_any_text(const std::string& text) {
  const auto read = read_record({}, text);
  for (const dsl::Diagnostic& diagnostic : read.diagnostics) {
    CHECK_FALSE(diagnostic.code.empty());
    CHECK_FALSE(diagnostic.message.empty());
    CHECK(diagnostic.where.begin <= diagnostic.where.end);
    CHECK(diagnostic.where.end <= text.size());
  }
  const std::string canonical = write_record(read.value);
  const auto again = read_record({}, canonical);
  const bool same = again.value == read.value && write_record(again.value) == canonical;
  if (!same) {
    INFO(text);
    INFO(canonical);
    INFO(complaints(canonical, again.diagnostics));
    CHECK(same);
  }
}

TEST_CASE("what is understood of a spoiled record survives being written", "[notation][hostile][sanitized]") {
  std::vector<std::string> seeds;
  for (const char* name : {"everything", "lenient", "worked-example"}) {
    seeds.push_back(read_file(source_folder() / "tests/notation" / (std::string(name) + ".train")));
  }
  for (std::uint32_t seed = 1; seed <= 10; ++seed) seeds.push_back(write_record(RecordMaker(seed).make()));
  std::mt19937 random(7);
  const auto upto = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  const std::string pieces = "\n\n  ##\"\"[]():>.?-x^,;/|0123459 draw mark pass ... \xC3\xA4\xE2\x80\x93\x80";
  for (int i = 0; i < 2500; ++i) {
    std::string text = seeds[upto(seeds.size() - 1)];
    for (std::size_t changes = 1 + upto(12); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = upto(text.size() - 1);
      switch (upto(5)) {
        case 0:
          text.erase(at, 1 + upto(4));
          break;
        case 1:
          text.insert(at, 1, pieces[upto(pieces.size() - 1)]);
          break;
        case 2:
          text[at] = pieces[upto(pieces.size() - 1)];
          break;
        case 3:
          text.insert(at, text.substr(upto(text.size() - 1), upto(20)));
          break;
        case 4:
          std::swap(text[at], text[upto(text.size() - 1)]);
          break;
        default:
          text[at] = static_cast<char>(upto(255));
      }
    }
    CAPTURE(i);
    check_any_text(text);
  }
}

TEST_CASE("spoiled JSON records are refused or read, never more", "[notation][hostile][sanitized]") {
  std::mt19937 random(11);
  const auto upto = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  const std::string pieces = "{}[]\",:\\x0 null true\n";
  for (int i = 0; i < 600; ++i) {
    std::string text = write_record_json(RecordMaker(static_cast<std::uint32_t>(1 + upto(20))).make());
    for (std::size_t changes = 1 + upto(4); changes > 0; --changes) {
      const std::size_t at = upto(text.size() - 1);
      if (upto(1) == 0) {
        text[at] = pieces[upto(pieces.size() - 1)];
      } else {
        text.erase(at, 1 + upto(3));
      }
    }
    const auto read = read_record_json({}, text);
    for (const dsl::Diagnostic& diagnostic : read.diagnostics) {
      CHECK_FALSE(diagnostic.code.empty());
      CHECK(diagnostic.where.end <= text.size());
    }
    const std::string canonical = write_record_json(read.value);
    CHECK(write_record_json(read_record_json({}, canonical).value) == canonical);
  }
}

}  // namespace
}  // namespace roundhouse::tests
