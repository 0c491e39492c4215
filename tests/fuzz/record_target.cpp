// A record under the bundled variant that it names: judged, scored, replayed, written and read.
//
// Its written form and its twin in JSON are the same record, with the same verdict.

#include <algorithm>

#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/renderer.h"
#include "replay/views/score_sheet.h"
#include "replay/views/steps.h"
#include "replay/views/verdict_json.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/trouble.h"
#include "tests/support/random_records.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

/// A fuzzer learns nothing from a search that goes on.
constexpr std::int64_t few_steps = 300;

/// The bundled rules of each header that lines between rounds make; the caller keeps them.
ReadyRules ready_rules(const Header& header) {
  const ReadyTable* table = ready_table(header.variant, static_cast<int>(header.players.size()));
  if (table == nullptr) return {};
  return {std::make_shared<const engine::Rules>(table->program), table->rules};
}

bool changes(const Record& record) {
  return std::any_of(record.rounds.begin(), record.rounds.end(),
                     [](const RecordRound& round) { return round.by.terms != nullptr; });
}

std::string trouble_with_writing(const Record& record) {
  const std::string text = write_record(record);
  const dsl::Checked<Record> again = read_record({}, text);
  if (again.value != record || write_record(again.value) != text)
    return "what is written is another record\n" + text;
  const std::string json = write_record_json(record);
  const dsl::Checked<Record> twin = read_record_json({}, json);
  if (twin.value != record) return "the JSON twin is another record\n" + json;
  return {};
}

/// All of a judgement that does not depend on where in the file things stand.
std::string gist(const Judgement& judgement) {
  const auto ruling = [](const Ruling& r) {
    return r.rule + "@" + r.place.round + "." + std::to_string(r.place.turn) + "@" + r.place.player + ": " +
           r.message;
  };
  std::string text = std::to_string(static_cast<int>(judgement.verdict));
  if (judgement.ruling) text += " " + ruling(*judgement.ruling);
  for (const Ruling& more : judgement.more) text += "\n" + ruling(more);
  for (const Ruling& advice : judgement.advice) text += "\nadvice " + ruling(advice);
  text += "\n" + std::to_string(judgement.trust.size()) + " " + std::to_string(judgement.scores.size()) +
          " " + judgement.undecided;
  return text;
}

bool knows_facts(const engine::Rules& program, const Header& header) {
  return std::all_of(header.facts.begin(), header.facts.end(), [&](const FactField& fact) {
    const auto& names = program.fact_names;
    return std::find(names.begin(), names.end(), fact.name) != names.end();
  });
}

std::string trouble_with_judging(const Record& record, const std::string& text, const ReadyTable& table) {
  RefereeOptions options;
  options.budget = few_steps;
  options.trust = text.size() % 4 == 0;  // it takes most of the time
  const Judgement judgement = judge_record(table.program, record, options);
  if ((judgement.verdict == Verdict::illegal) != judgement.ruling.has_value())
    return "illegal, and nothing is said why";
  if (judgement.verdict == Verdict::undecided && judgement.undecided.empty())
    return "undecided, and nothing is said why";

  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("record", text);
  for (std::size_t i = 1; i < table.sources->size(); ++i) {
    const dsl::SourceFile& variant = table.sources->file({static_cast<std::uint16_t>(i)});
    sources.add(variant.name, variant.text);
  }
  const std::string name = sources.file(file).name;
  const VerdictView view{sources, name, judgement};
  if (render_verdict_text(view).empty() || render_verdict_json(view).empty())
    return "nothing is shown of a verdict";

  const ProgramOf program_of = changes(record) ? ProgramOf(ready_rules) : ProgramOf();
  const dsl::Checked<Record> again = read_record({}, write_record(record), program_of);
  const Judgement same = judge_record(table.program, again.value, options);
  if (gist(same) != gist(judgement))
    return "the written record has another verdict:\n" + gist(judgement) + "\nand written:\n" + gist(same);

  const std::vector<ScoreTable> sheets{{{name}, table.rules->name, score_record(table.program, record)}};
  if (render_score_text(sources, sheets).empty() || render_score_csv(sheets).empty() ||
      render_score_html(sources, sheets).empty() || render_score_json(sources, sheets).empty())
    return "nothing is shown of a score sheet";

  int frames = 0;
  bool shown = true;
  step_through(table.program, record, [&](const Frame& frame) {
    const RoundTerms* own = frame.by.terms.get();
    const engine::Rules& program = own ? *own->rules.program : table.program;
    const Header& header = own ? own->header : record.header;
    for (const Renderer& renderer : all_renderers()) {
      if (renderer.render == nullptr) continue;
      shown = shown && !renderer.render(program, header, frame, {}).empty() &&
              !renderer.render(program, header, frame, {.columns = 40, .pixels = 390}).empty();
    }
    return ++frames < 40;
  });
  if (!shown) return "nothing is shown of a table";

  const GameToShow game{.program = table.program,
                        .header = record.header,
                        .title = name,
                        .notes = act_notes(judgement),
                        .steps = [&](const std::function<bool(const Frame&)>& see) {
                          int seen = 0;
                          step_through(table.program, record,
                                       [&](const Frame& frame) { return see(frame) && ++seen < 40; });
                        }};
  for (const Renderer& renderer : all_renderers()) {
    if (renderer.render_game == nullptr) continue;
    const std::string page = renderer.render_game(game, {});
    std::size_t scripts = 0;
    for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos; ++at) ++scripts;
    if (scripts != 2) return "a page has other scripts than its own";
  }
  return {};
}

std::string trouble_with_record(std::string_view bytes) {
  const std::string text(bytes);
  const dsl::Checked<Record> read = read_record({}, text);
  std::string trouble = trouble_with_complaints(read.diagnostics, {}, text.size());
  if (trouble.empty()) trouble = trouble_with_writing(read.value);
  if (!trouble.empty() || !read.ok()) return trouble;
  const Header& header = read.value.header;
  const ReadyTable* table = ready_table(header.variant, static_cast<int>(header.players.size()));
  if (table == nullptr || !knows_facts(table->program, header)) return {};
  if (!changes(read.value)) return trouble_with_judging(read.value, text, *table);
  // Asking for other rules forgets those of the table.
  const ReadyTable kept = *table;
  const dsl::Checked<Record> changing = read_record({}, text, ready_rules);
  return changing.ok() ? trouble_with_judging(changing.value, text, kept) : std::string();
}

/// A few rounds of each variant, with everything written, with nothing, and struck out in between.
std::vector<std::string> played_rounds() {
  std::vector<std::string> texts;
  for (const char* name : {"train", "dual", "club-double-twelve", "encyclopedia", "star-ranch", "tanglewood",
                           "small", "small-club"}) {
    for (int players : {2, 4, 6}) {
      const ReadyTable* table = ready_table({name, {}, {}}, players);
      if (table == nullptr) continue;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        RandomRound round = play_random_round(table->program, seed, 0.1);
        round.header.variant.name = name;
        engine::Random random(seed);
        RecordParts parts;
        parts.hands = seed != 2;
        parts.draws = seed == 1;
        Record record = round.record(table->program, parts);
        if (seed == 3) mask_out(record, random, 0.5);
        texts.push_back(write_record(record));
      }
    }
  }
  return texts;
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const char* folder :
       {"tests/games", "tests/disputes", "tests/notation", "tests/family", "tests/hostile/records"})
    for (std::string& text : texts_under(folder, {".train"}, record_target.longest))
      texts.push_back(std::move(text));
  for (std::string& text : played_rounds()) texts.push_back(std::move(text));
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Chance chance(seed);
    texts.push_back(scribble_record(chance));
  }
  return texts;
}

}  // namespace

const FuzzTarget record_target{"record", trouble_with_record, alter_record, seeds, 8192};

}  // namespace roundhouse::tests
