// roundhouse validate RECORD...

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/long_work.h"
#include "dsl/base/search.h"
#include "dsl/check/variant_files.h"
#include "engine/work_queue.h"
#include "replay/record_loading/rule_cache.h"
#include "replay/referee/also/also_legal.h"
#include "replay/referee/judge/explain_turn.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/judge/slips.h"
#include "replay/referee/large/judge_large.h"
#include "replay/referee/large/ordered_work.h"
#include "replay/views/turn_text.h"
#include "replay/views/verdict_html.h"
#include "replay/views/verdict_json.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

struct ValidateFlags {
  std::vector<std::string> files;
  RecordWishes wishes;
  std::string format = "text";
  bool strict = false;
  bool deny_warnings = false;
  bool brief = false;
  bool no_limit = false;
  std::string at;
  std::vector<std::string> also;
  int jobs = 0;  ///< 0: as many as there are cores
};

Exit exit_for(const replay::Judgement& judgement, const ValidateFlags& flags) {
  switch (judgement.verdict) {
    case replay::Verdict::illegal:
      return Exit::found;
    case replay::Verdict::undecided:
      return judgement.scores.empty() ? Exit::undecided : Exit::found;
    case replay::Verdict::legal:
      break;
  }
  if (!judgement.scores.empty()) return Exit::found;
  return flags.deny_warnings && !judgement.advice.empty() ? Exit::found : Exit::fine;
}

/// A record that may be meant by one that cannot be read, judged.
struct JudgedMended {
  replay::MendedRecord read;
  replay::Judgement judgement;
};

/// A record that somebody has judged, to be shown when its turn comes.
struct JudgedFile {
  std::unique_ptr<dsl::SourceMap> sources = std::make_unique<dsl::SourceMap>();
  std::optional<LoadedRecord> loaded;  ///< absent: it could not be read, or was too large to be held
  std::optional<replay::Judgement> judgement;
  std::string complaints;
  dsl::Diagnostics notes;
  std::vector<JudgedMended> mended;
  bool is_large = false;
};

/// Records in larger files are not held but judged piece by piece.
constexpr std::size_t large_record_file = std::size_t{8} << 20;
/// The first bytes of a large file show its kind.
constexpr std::size_t kind_shows_within = 4096;

/// The number of records by how they were judged.
struct Counts {
  std::size_t legal = 0;
  std::size_t illegal = 0;
  std::size_t undecided = 0;
  std::size_t unreadable = 0;

  void add(const std::optional<replay::Judgement>& judgement) {
    if (!judgement) {
      ++unreadable;
      return;
    }
    switch (judgement->verdict) {
      case replay::Verdict::legal:
        ++legal;
        break;
      case replay::Verdict::illegal:
        ++illegal;
        break;
      case replay::Verdict::undecided:
        ++undecided;
        break;
    }
  }
  std::string text(std::string_view things) const {
    std::string line = fmt::format("{} {}", legal + illegal + undecided + unreadable, things);
    auto add = [&, between = ": "](std::size_t count, std::string_view what) mutable {
      if (count > 0) line += fmt::format("{}{} {}", std::exchange(between, ", "), count, what);
    };
    add(legal, "legal");
    add(illegal, "illegal");
    add(undecided, "undecided");
    add(unreadable, "not readable");
    return line + "\n";
  }
};

/// Asked when a record is illegal.
replay::BundledGames bundled_games() {
  const auto folder = variant_folder();
  if (!folder) return {};
  return {dsl::bundled_variants(*folder), dsl::more_variants(*folder)};
}

/// All records of a command, side by side; what is printed comes in the order in which they were named.
class Validation {
 public:
  explicit Validation(const ValidateFlags& flags)
      : flags_(flags),
        finder_(rules_on_disk(), bundled_games, flags.also, flags.wishes.bounds),
        wishes_(flags.wishes),
        jobs_(flags.jobs != 0 ? flags.jobs
                              : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
        work_(flags.files.size() > 1 ? jobs_ : 1) {
    options_.strict = flags.strict;
    if (flags.no_limit) options_.record_budget = INT64_MAX;
    wishes_.shelf = std::make_shared<RuleCache>();
  }

  Exit run() {
    if (!flags_.at.empty()) return explain();
    if (names_standard_input() > 1)
      return refuse(Exit::usage, "standard input can be read once, and it is named more often");
    std::vector<replay::LoadNews> news;
    const bool all_there = finder_.check_variants(news);
    print_news({}, {}, news);
    if (!all_there) return Exit::unreadable;
    const Interrupt interrupt(stop_);
    for (std::size_t i = 0; i < flags_.files.size() && !stop_; ++i) {
      for (given_ = std::max(given_, i); may_give(); ++given_) give(flags_.files[given_]);
      const std::string& file = flags_.files[i];
      if (is_streamed(file)) {
        given_ = i + 1;
        show(file, judge_streamed(file));
      } else {
        show(file, work_.take());
      }
    }
    if (flags_.files.size() > 1 && flags_.format == "text") print(counts_.text("records"));
    if (flags_.format == "html") print(replay::render_verdict_html(parts_, unreadable_));
    if (!stop_) return worst_;
    return refuse(Exit::interrupted, "interrupted");
  }

 private:
  /// One turn of one record, legal or not.
  Exit explain() {
    const std::string& file = flags_.files.front();
    if (flags_.files.size() > 1) return refuse(Exit::usage, "--at explains a turn of one record");
    if (flags_.format == "html")
      return refuse(Exit::usage,
                    "--at has no page\n  help: without --at the page has every ruling; 'replay "
                    "--format html' shows every turn");
    JudgedFile judged;
    judged.loaded = load_record(*judged.sources, file, wishes_);
    if (!judged.loaded) return Exit::unreadable;
    if (!judged.loaded->whole)
      return refuse(Exit::undecided,
                    fmt::format("{} is too long for --at\n  help: give its round as a record of its own",
                                dsl::printable_line(file)));
    const auto reference = replay::parse_reference(flags_.at);
    const auto turn = reference ? replay::find_turn(judged.loaded->record, *reference) : std::nullopt;
    if (!turn) {
      print_error(no_such_turn(file, flags_.at));
      return Exit::usage;
    }
    judge_held(judged);
    const auto acts =
        replay::explain_turn(judged.loaded->program(), judged.loaded->rules(), judged.loaded->record, *turn);
    std::vector<replay::NotLegalWith> others;
    if (judged.judgement->verdict != replay::Verdict::illegal)
      for (const replay::ExplainedAct& act : acts)
        for (replay::NotLegalWith& one : finder_.illegal_with(*judged.loaded, act.place))
          if (none_of(others, [&](const replay::NotLegalWith& listed) {
                return listed.option == one.option && listed.value == one.value;
              }))
            others.push_back(std::move(one));
    if (flags_.format == "json") {
      print(replay::render_turn_json(*judged.sources, acts, others));
      return exit_for(*judged.judgement, flags_);
    }
    show(file, judged);
    print("\n" + replay::render_turn_text(*judged.sources, acts, others));
    return worst_;
  }

  std::ptrdiff_t names_standard_input() const {
    return std::count(flags_.files.begin(), flags_.files.end(), "-") +
           std::count(flags_.also.begin(), flags_.also.end(), "-") + (wishes_.rules == "-" ? 1 : 0);
  }

  static bool is_streamed(const std::string& file) {
    std::error_code error;
    return file == "-" ||
           (fs::is_regular_file(file, error) && fs::file_size(file, error) > large_record_file);
  }

  bool may_give() const {
    return given_ < flags_.files.size() && work_.size() < 4 * static_cast<std::size_t>(jobs_) &&
           !is_streamed(flags_.files[given_]);
  }

  void give(const std::string& file) {
    work_.give([this, &file] {
      KeptErrors errors;
      JudgedFile judged;
      std::vector<replay::MendedRecord> mended;
      judged.loaded = load_record(*judged.sources, file, wishes_, asks_mended() ? &mended : nullptr);
      judge_held(judged);
      judge_mended(judged, std::move(mended));
      judged.complaints = errors.take();
      return judged;
    });
  }

  void judge_held(JudgedFile& judged) const {
    if (!judged.loaded) return;
    judged.judgement = judgement_of(*judged.sources, *judged.loaded);
    judged.notes = std::move(judged.loaded->notes);
  }

  bool asks_mended() const { return flags_.format == "text" && !flags_.brief; }

  void judge_mended(JudgedFile& judged, std::vector<replay::MendedRecord> records) const {
    for (replay::MendedRecord& each : records) {
      replay::Judgement judgement = judgement_of(*judged.sources, each.record);
      judged.mended.push_back({std::move(each), std::move(judgement)});
    }
  }

  replay::Judgement judgement_of(const dsl::SourceMap& sources, const LoadedRecord& loaded) const {
    replay::RefereeOptions options = options_;
    options.rules = &loaded.rules();
    replay::Referee referee(loaded.program(), loaded.record.header, options);
    for_each_round(sources, loaded, [&](const replay::RecordRound& round) {
      referee.judge_round(round);
      return !referee.judgement().cut_short;
    });
    replay::Judgement judgement = referee.judgement();
    if (loaded.whole) replay::find_slips(loaded.program(), loaded.record, judgement);
    return judgement;
  }

  JudgedFile judge_streamed(const std::string& file) {
    JudgedFile judged;
    const bool is_standard_input = file == "-";
    dsl::OpenedFile opened;
    if (!is_standard_input) opened = dsl::open_text_file(file, wishes_.bounds);
    std::istream& stream = is_standard_input ? std::cin : static_cast<std::istream&>(opened.stream);
    std::string read;
    if (opened.trouble.empty())
      read = read_beginning(stream, is_standard_input ? large_record_file : kind_shows_within);
    std::string trouble = is_standard_input ? standard_input_trouble() : opened.trouble;
    if (trouble.empty()) trouble = trouble_with_kind(read);
    if (!trouble.empty()) {
      refuse_record(file, trouble);
      return judged;
    }
    if (is_standard_input && read.size() <= large_record_file) {
      std::vector<replay::MendedRecord> mended;
      judged.loaded = load_record_text(*judged.sources, file, std::move(read), wishes_,
                                       asks_mended() ? &mended : nullptr);
      judge_held(judged);
      judge_mended(judged, std::move(mended));
      return judged;
    }
    judged.is_large = true;
    judge_pieces(file, stream, std::move(read), judged);
    trouble = is_standard_input ? standard_input_trouble() : stream.bad() ? "this file cannot be read" : "";
    if (trouble.empty()) return judged;
    // The part that was read is no record of the game.
    refuse_record(file, trouble);
    judged.judgement.reset();
    return judged;
  }

  void judge_pieces(const std::string& file, std::istream& stream, std::string read, JudgedFile& judged) {
    rounds_ = 0;
    const ProgressBar bar(rounds_, 0, "rounds", ProgressBar::When::output_is_elsewhere);
    std::optional<RulesOfRecord> by;
    const auto rules = [&](dsl::FileId id, const replay::Header& header) {
      if (!by) by.emplace(*judged.sources, rules_on_disk(), id, file, wishes_);
      LoadedRules found = by->of(header);
      print_news(*judged.sources, file, by->take_news());
      return found;
    };
    const std::string name = file == "-" ? "standard input" : file;
    replay::LargeJudgement found = replay::judge_large(*judged.sources, {name, stream, std::move(read)},
                                                       {rules, options_, jobs_, stop_, rounds_});
    if (!found.trouble.empty()) refuse_record(file, found.trouble);
    if (!found.complaints.empty()) print_complaints(*judged.sources, found.complaints);
    judged.judgement = std::move(found.judgement);
    judged.notes = std::move(found.notes);
  }

  /// All of it, or more than so much.
  static std::string read_beginning(std::istream& stream, std::size_t much) {
    std::string text;
    std::string piece(std::size_t{1} << 16, '\0');
    while (stream && text.size() <= much) {
      stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      text.append(piece, 0, static_cast<std::size_t>(stream.gcount()));
    }
    return text;
  }

  void show(const std::string& file, const JudgedFile& judged) {
    if (!judged.complaints.empty()) print_painted_error(judged.complaints);
    counts_.add(judged.judgement);
    if (!judged.judgement) {
      worst_ = worse(worst_, Exit::unreadable);
      if (flags_.format == "json") print(replay::render_unreadable_json(file));
      if (flags_.format == "html") unreadable_.push_back(dsl::printable_line(file));
      show_mended(file, judged);
      return;
    }
    replay::Judgement judgement = *judged.judgement;
    if (judged.loaded && (!flags_.brief || !flags_.also.empty()))
      finder_.find(*judged.loaded, file, wishes_, judgement);
    const Exit exit = exit_for(judgement, flags_);
    worst_ = worse(worst_, exit);
    if (flags_.brief && exit == Exit::fine) return;
    const replay::VerdictView view{*judged.sources, file, judgement, &judged.notes};
    if (flags_.format == "json") return print(replay::render_verdict_json(view));
    if (flags_.format == "html") {
      const bool is_held = judged.loaded && judged.loaded->whole;
      parts_.push_back(replay::verdict_part(view, is_held ? &judged.loaded->program() : nullptr,
                                            is_held ? &judged.loaded->record : nullptr));
      return;
    }
    print_painted(replay::render_verdict_text(view, {paint_for_output(), sentence_width()}));
    if (!judged.is_large) return;
    Counts rounds;
    rounds.illegal = judgement.illegal_rounds;
    rounds.undecided = judgement.undecided_rounds;
    rounds.legal = judgement.rounds - rounds.illegal - rounds.undecided;
    print(rounds.text("rounds"));
  }

  /// A record that cannot be read, as it would be judged with the lines that its complaints propose. Ways of
  /// mending it of which the same comes are shown once.
  void show_mended(const std::string& file, const JudgedFile& judged) {
    std::vector<const JudgedMended*> shown;
    for (const JudgedMended& each : judged.mended)
      if (none_of(shown, [&](const JudgedMended* other) {
            return is_same(*judged.sources, each.judgement, other->judgement);
          }))
        shown.push_back(&each);
    for (const JudgedMended* each : shown) {
      std::string name = file + ", mended as said";
      if (each->read.has_gap) name += " and as far as it can be read";
      if (each->read.has_gap && each->judgement.verdict == replay::Verdict::legal) {
        print(dsl::printable_line(name) + ": nothing is illegal; what is not read was not judged\n");
        continue;
      }
      if (shown.size() > 1)
        for (const std::string& line : each->read.chosen) name += fmt::format(", with '{}'", line);
      replay::Judgement judgement = each->judgement;
      finder_.find(each->read.record, file, wishes_, judgement);
      const replay::VerdictView view{*judged.sources, name, judgement, &each->read.record.notes};
      print_painted(replay::render_verdict_text(view, {paint_for_output(), sentence_width()}));
    }
  }

  static bool is_same(const dsl::SourceMap& sources, const replay::Judgement& a, const replay::Judgement& b) {
    if (a.verdict != b.verdict || a.ruling.has_value() != b.ruling.has_value()) return false;
    const auto line_of = [&](const replay::Ruling& ruling) {
      return sources.locate(ruling.place.where.file, ruling.place.where.begin).line;
    };
    return !a.ruling || (a.ruling->rule == b.ruling->rule && line_of(*a.ruling) == line_of(*b.ruling));
  }

  const ValidateFlags& flags_;
  replay::AlsoLegalFinder finder_;
  RecordWishes wishes_;
  replay::RefereeOptions options_;
  int jobs_;
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint64_t> rounds_ = 0;
  std::size_t given_ = 0;  ///< files given away or judged
  Counts counts_;
  std::vector<replay::VerdictPart> parts_;  ///< of a page
  std::vector<std::string> unreadable_;
  Exit worst_ = Exit::fine;
  replay::OrderedWork<JudgedFile> work_;  ///< last: its threads use the others
};

}  // namespace

void add_validate(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ValidateFlags>();
  Command command(app, "validate", "Referee recorded games");
  command.words("RECORD", flags->files, "records (.train), or - for standard input");
  command.text("--rules", "VARIANT", flags->wishes.rules,
               "judge under these rules instead of the record's own");
  command.settings("--set", flags->wishes.settings, "over what the record says");
  command.one_of("--format", flags->format, {"text", "json", "html"},
                 "text, json (one record a line) or html (one page, with pictures)");
  command.sign("--strict", flags->strict, "a legal record that rests on trust is undecided");
  command.sign("--any-rules", flags->wishes.any_rules,
               "judge even if the rules are not those of the record's hash");
  command.sign("--deny-warnings", flags->deny_warnings, "advice not followed counts (exit status 1)");
  command.names("--also", flags->also,
                "ask of these variants, not of the bundled ones, whether an illegal act is legal there");
  command.text("--at", "TURN", flags->at, "also what the rules say of each act of this turn: 9.2, or #1.2");
  command.sign("--brief", flags->brief, "show only records with something wrong, and how many there were");
  command.sign("--no-limit", flags->no_limit, "judge all rounds of a record, however much work that is");
  command.number("--jobs", flags->jobs, 1, engine::most_jobs,
                 "how many records or rounds at a time (default: as many as cores)");
  command.confine(flags->wishes.bounds);
  command.examples(
      "Examples:\n  roundhouse validate game.train\n  roundhouse validate --rules family.yaml game.train\n"
      "  roundhouse validate --set doubles=follow-up game.train");
  command.does(run, [flags] { return Validation(*flags).run(); });
}

}  // namespace roundhouse::cli
