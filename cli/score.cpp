// roundhouse score RECORD...

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cli/commands.h"
#include "dsl/base/whole_number.h"
#include "replay/fold/act_rows.h"
#include "replay/record_loading/rule_cache.h"
#include "replay/views/score_sheet.h"

namespace roundhouse::cli {
namespace {

struct ScoreFlags {
  std::vector<std::string> files;
  std::string format = "text";
  bool apart = false;
  RecordWishes wishes;
};

/// A sheet is read, so no table has more; each round of it is kept in memory.
constexpr std::size_t most_scored_rounds = 10'000;
/// Nor is more than so many steps of 2 us done for one under rules that ask much of each act.
constexpr std::size_t most_scored_steps = 2'000'000;

/// A table being scored: the record with which it began stays with the rules that its scorer uses.
struct Table {
  std::unique_ptr<LoadedRecord> first;  ///< without its rounds
  replay::Header header;                ///< as the rounds so far have left it
  LoadedRules by;                       ///< of the last round
  std::vector<LoadedRules> kept;        ///< those that the scorer has used
  std::unique_ptr<replay::MatchScorer> scorer;
  std::vector<std::string> files;
  std::size_t rounds = 0;
  std::size_t steps = 0;
};

bool same_players(const replay::Header& a, const replay::Header& b) {
  return std::equal(
      a.players.begin(), a.players.end(), b.players.begin(), b.players.end(),
      [](const replay::PlayerField& x, const replay::PlayerField& y) { return x.name == y.name; });
}

bool is_same_game(const LoadedRules& a, const LoadedRules& b) {
  return a.checked == b.checked || (a.hash && b.hash && a.hash->get() == b.hash->get());
}

/// True if the record goes on where the table's last one stopped.
bool goes_on(const Table& table, const dsl::SourceMap& sources, const LoadedRecord& record) {
  if (!same_players(table.header, record.record.header)) return false;
  const auto next = table.scorer->next();
  if (!next) return false;
  replay::Record begins;
  begins.header = record.record.header;
  for_each_round(sources, record, [&](const replay::RecordRound& round) {
    begins.rounds.push_back(round);
    return false;
  });
  // Last, because the hash of rules takes a while.
  return *next == replay::first_round(record.program(), begins) && is_same_game(table.by, record.by);
}

/// False: there are too many.
bool add_rounds(Table& table, const dsl::SourceMap& sources, const LoadedRecord& record, bool begins) {
  bool fits = true;
  table.kept.push_back(record.by);
  table.by = record.by;
  table.header = record.record.header;
  const auto act_steps = static_cast<std::size_t>(replay::act_work(record.program()).act);
  for_each_round(sources, record, [&](const replay::RecordRound& round) {
    table.steps += replay::entries_of(round) * act_steps;
    fits = ++table.rounds <= most_scored_rounds && table.steps <= most_scored_steps;
    if (!fits) return false;
    if (round.by.terms) {
      table.by = round.by.terms->rules;
      table.header = round.by.terms->header;
    }
    table.scorer->add_round(record.program(), record.record.header, round, std::exchange(begins, false));
    return true;
  });
  return fits;
}

Exit exit_for(const replay::MatchResult& match) {
  for (const replay::RoundResult& round : match.rounds)
    if (!round.wrong.empty() || round.refused) return Exit::found;
  return Exit::fine;
}

/// Of a terminal, or as somebody says who sends the sheet elsewhere: a table cannot be wrapped afterwards.
std::size_t table_width() {
  const std::size_t width = sentence_width();
  const char* said = std::getenv("COLUMNS");
  if (width > 0 || said == nullptr) return width;
  return dsl::whole_number<std::size_t>(said, 20, 10'000).value_or(0);
}

std::string render(const ScoreFlags& flags, const dsl::SourceMap& sources,
                   const std::vector<replay::ScoreTable>& tables) {
  if (flags.format == "csv") return replay::render_score_csv(tables);
  if (flags.format == "html") return replay::render_score_html(sources, tables);
  if (flags.format == "json") return replay::render_score_json(sources, tables);
  return lines_as_shown(replay::render_score_text(sources, tables, table_width()));
}

Exit score(const ScoreFlags& flags) {
  dsl::SourceMap sources;
  RecordWishes wishes = flags.wishes;
  wishes.shelf = std::make_shared<RuleCache>();
  std::vector<Table> tables;
  Exit worst = Exit::fine;
  for (const std::string& file : flags.files) {
    std::optional<LoadedRecord> loaded = load_record(sources, file, wishes);
    if (!loaded) {
      worst = worse(worst, Exit::unreadable);
      continue;
    }
    print_notes(sources, file, loaded->notes);
    const bool begins = flags.apart || tables.empty() || !goes_on(tables.back(), sources, *loaded);
    if (begins) {
      Table& table = tables.emplace_back();
      table.first = std::make_unique<LoadedRecord>();
      table.first->record.header = loaded->record.header;
      table.first->by = loaded->by;
      table.scorer =
          std::make_unique<replay::MatchScorer>(table.first->program(), table.first->record.header);
    }
    tables.back().files.push_back(file);
    if (add_rounds(tables.back(), sources, *loaded, begins)) continue;
    print_error(
        fmt::format("roundhouse: {}: a score sheet has at most {} rounds, fewer under rules that ask much\n  "
                    "help: give the parts of the match a record "
                    "each, and score them one by one with --apart\n",
                    dsl::printable_line(file), most_scored_rounds));
    tables.pop_back();
    worst = worse(worst, Exit::unreadable);
  }
  std::vector<replay::ScoreTable> sheets;
  for (const Table& table : tables) {
    sheets.push_back({table.files, table.first->rules().name, table.scorer->result()});
    worst = worse(worst, exit_for(sheets.back().match));
  }
  if (!sheets.empty()) print(render(flags, sources, sheets));
  return worst;
}

}  // namespace

void add_score(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ScoreFlags>();
  Command command(app, "score", "Print the score sheet of recorded games");
  command.words("RECORD", flags->files, "records (.train), or - for standard input");
  command.one_of("--format", flags->format, {"text", "csv", "html", "json"}, "text, csv, html or json");
  command.sign("--apart", flags->apart, "a table for each record, also for parts of one match");
  command.text("--rules", "VARIANT", flags->wishes.rules, "score by these rules instead of the record's own");
  command.settings("--set", flags->wishes.settings, "over what the record says");
  command.sign("--any-rules", flags->wishes.any_rules,
               "score even if the rules are not those of the record's hash");
  command.confine(flags->wishes.bounds);
  command.examples(
      "Examples:\n  roundhouse score evening.train\n  roundhouse score --format html evening.train "
      ">sheet.html");
  command.does(run, [flags] { return score(*flags); });
}

}  // namespace roundhouse::cli
