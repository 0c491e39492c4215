// Quarrels at the table and what the referee says: every record in tests/disputes/ with its verdict. A record
// with hands or drawn tiles is judged four ways: as it stands, without the hands, without the tiles drawn,
// and without either.

#include <algorithm>
#include <filesystem>

#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/verdict_text.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

using namespace roundhouse;
using namespace roundhouse::replay;
namespace fs = std::filesystem;

namespace {

struct Way {
  std::string title;
  bool hands = true;
  bool draws = true;
};
const std::vector<Way> four_ways = {{"hands and draws written", true, true},
                                    {"hands written", true, false},
                                    {"draws written", false, true},
                                    {"neither written", false, false}};

/// Leaves tiles out; says whether there were any.
bool leave_out(Record& record, const Way& way) {
  bool left_out = false;
  for (RecordRound& round : record.rounds) {
    bool playing = false;
    std::erase_if(round.items, [&](const Item& item) {
      playing = playing || std::holds_alternative<TurnLine>(item.line);
      const bool dealt = !playing && std::holds_alternative<HandLine>(item.line);
      left_out = left_out || (dealt && !way.hands);
      return dealt && !way.hands;
    });
    for (Item& item : round.items)
      if (auto* turn = std::get_if<TurnLine>(&item.line))
        for (WrittenAct& act : turn->acts)
          if (auto* draw = std::get_if<DrawAct>(&act.what); draw != nullptr && !way.draws) {
            left_out = left_out || draw->tile.known();
            draw->tile = {};
          }
  }
  return left_out;
}

Record read(dsl::SourceMap& sources, const std::string& name, const std::string& text) {
  const dsl::FileId file = sources.add(name, text);
  dsl::Checked<Record> found = read_record(file, text);
  INFO(dsl::render_diagnostics(sources, found.diagnostics));
  REQUIRE(found.ok());
  return std::move(found.value);
}

dsl::CheckedRules rules_for(dsl::SourceMap& sources, const Header& header) {
  dsl::CheckInput input;
  input.variant = header.variant.name;
  for (const OptionField& option : header.variant.options)
    input.settings.push_back({option.name, option.value, option.at.span});
  const dsl::VariantReader reader = dsl::read_variant_files((tests::source_folder() / "variants").string());
  dsl::Checked<dsl::CheckedRules> rules = dsl::check_variant(sources, reader, input);
  INFO(dsl::render_diagnostics(sources, rules.diagnostics));
  REQUIRE(rules.ok());
  return std::move(rules.value);
}

struct Found {
  Way way;
  Judgement judgement;
};

/// All ways of judging one record, and what is printed of them.
std::vector<Found> judge_ways(const fs::path& path, std::string& printed) {
  std::vector<Found> all;
  const std::string name = path.filename().string();
  const std::string text = tests::read_file(path);
  for (const Way& way : four_ways) {
    dsl::SourceMap sources;
    Record record = read(sources, name, text);
    const dsl::CheckedRules rules = rules_for(sources, record.header);
    const engine::Rules program =
        engine::compile_rules(rules, static_cast<int>(record.header.players.size()));
    const bool whole = way.hands && way.draws;
    if (!whole) {
      if (!leave_out(record, way)) continue;
      record = read(sources, name, write_record(record));
    }
    RefereeOptions options;
    options.rules = &rules;
    all.push_back({way, judge_record(program, record, options)});
    printed += "== " + way.title + " ==\n";
    printed += render_verdict_text({sources, name, all.back().judgement}) + "\n";
  }
  return all;
}

std::vector<std::string> folders() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(tests::source_folder() / "tests/disputes"))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  REQUIRE(names.size() >= 5);
  return names;
}

std::vector<fs::path> records_in(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(tests::source_folder() / "tests/disputes" / folder))
    if (entry.path().extension() == ".train") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  REQUIRE(paths.size() > 15);
  return paths;
}

}  // namespace

TEST_CASE("disputes at the table get the verdicts that stand beside them", "[replay][referee]") {
  for (const std::string& folder : folders())
    for (const fs::path& path : records_in(folder)) {
      INFO(path.string());
      std::string printed;
      judge_ways(path, printed);
      fs::path expected = path;
      expected.replace_extension(".expected");
      CHECK(tests::golden_difference(expected, printed) == "");
    }
}

TEST_CASE("tiles left out excuse what they can excuse and move no verdict", "[replay][referee]") {
  for (const fs::path& path : records_in("dual")) {
    INFO(path.string());
    std::string printed;
    const std::vector<Found> all = judge_ways(path, printed);
    REQUIRE(all.size() == 4);
    const Judgement& whole = all.front().judgement;
    for (const Found& found : all) {
      INFO(found.way.title);
      const Judgement& j = found.judgement;
      CHECK(j.verdict != Verdict::undecided);
      if (whole.verdict == Verdict::legal) CHECK(j.verdict == Verdict::legal);
      if (whole.verdict != Verdict::illegal || j.verdict != Verdict::illegal) continue;
      CHECK(j.ruling->place.turn >= whole.ruling->place.turn);
      CHECK(j.ruling->place.player == whole.ruling->place.player);
    }
  }
}
