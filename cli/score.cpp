// roundhouse score RECORD...

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load_record.h"
#include "dsl/check/check.h"
#include "replay/render/score_sheet.h"

namespace roundhouse::cli {
namespace {

struct ScoreFlags {
  std::vector<std::string> files;
  std::string format = "text";
  bool apart = false;
  RecordWishes wishes;
};

/// A table being scored: the record with which it began stays with the rules that its scorer uses.
struct Table {
  std::unique_ptr<LoadedRecord> first;
  std::string hash;
  std::unique_ptr<replay::MatchScorer> scorer;
  std::vector<std::string> files;
};

bool same_players(const replay::Header& a, const replay::Header& b) {
  return std::equal(
      a.players.begin(), a.players.end(), b.players.begin(), b.players.end(),
      [](const replay::PlayerField& x, const replay::PlayerField& y) { return x.name == y.name; });
}

/// The record goes on where the table's last one stopped.
bool goes_on(const Table& table, const LoadedRecord& record) {
  if (!same_players(table.first->record.header, record.record.header)) return false;
  if (table.hash != dsl::rules_hash(record.rules)) return false;
  const auto next = table.scorer->next();
  return next && *next == replay::first_place(record.program, record.record);
}

void add_rounds(Table& table, const replay::Record& record, bool begins) {
  for (const replay::RecordRound& round : record.rounds) {
    table.scorer->add_round(record.header, round, begins);
    begins = false;
  }
}

Exit exit_for(const replay::MatchResult& match) {
  for (const replay::RoundResult& round : match.rounds)
    if (!round.wrong.empty() || round.refused) return Exit::found;
  return Exit::fine;
}

std::string render(const ScoreFlags& flags, const dsl::SourceMap& sources,
                   const std::vector<replay::ScoreTable>& tables) {
  if (flags.format == "csv") return replay::render_score_csv(tables);
  if (flags.format == "html") return replay::render_score_html(sources, tables);
  if (flags.format == "json") return replay::render_score_json(sources, tables);
  return replay::render_score_text(sources, tables);
}

Exit score(const ScoreFlags& flags) {
  dsl::SourceMap sources;
  std::vector<Table> tables;
  Exit worst = Exit::fine;
  for (const std::string& file : flags.files) {
    std::optional<LoadedRecord> loaded = load_record(sources, file, flags.wishes);
    if (!loaded) {
      worst = worse(worst, Exit::unreadable);
      continue;
    }
    print_notes(sources, file, loaded->notes);
    if (!flags.apart && !tables.empty() && goes_on(tables.back(), *loaded)) {
      add_rounds(tables.back(), loaded->record, false);
      tables.back().files.push_back(file);
      continue;
    }
    Table table;
    table.first = std::make_unique<LoadedRecord>(std::move(*loaded));
    table.hash = dsl::rules_hash(table.first->rules);
    table.scorer = std::make_unique<replay::MatchScorer>(table.first->program, table.first->record.header);
    table.files.push_back(file);
    add_rounds(table, table.first->record, true);
    tables.push_back(std::move(table));
  }
  std::vector<replay::ScoreTable> sheets;
  for (const Table& table : tables) {
    sheets.push_back({table.files, table.first->rules.name, table.scorer->result()});
    worst = worse(worst, exit_for(sheets.back().match));
  }
  if (!sheets.empty()) print(render(flags, sources, sheets));
  return worst;
}

}  // namespace

void add_score(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ScoreFlags>();
  CLI::App* command = app.add_subcommand("score", "Print the score sheet of recorded games");
  command->add_option("RECORD", flags->files, "records (.train), or - for standard input")->required();
  command->add_option("--format", flags->format, "text, csv, html or json")
      ->check(CLI::IsMember({"text", "csv", "html", "json"}));
  command->add_flag("--apart", flags->apart, "a table for each record, also for parts of one match");
  command->add_option("--rules", flags->wishes.rules, "score by these rules instead of the record's own");
  add_settings(*command, "--set", flags->wishes.settings, "over what the record says");
  command->add_flag("--any-rules", flags->wishes.any_rules,
                    "score even if the rules are not those of the record's hash");
  add_confine(*command, flags->wishes.bounds);
  command->footer(
      "Examples:\n  roundhouse score evening.train\n  roundhouse score --format html evening.train "
      ">sheet.html");
  command->callback([flags, &run] { run = [flags] { return score(*flags); }; });
}

}  // namespace roundhouse::cli
