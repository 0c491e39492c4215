// lint --prove

#include "tools/commands/prove.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "cli/console.h"
#include "cli/load.h"
#include "cli/long_work.h"
#include "cli/write_file.h"
#include "dsl/base/json_line.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/source.h"
#include "dsl/check/player_numbers.h"
#include "dsl/program.h"
#include "engine/fold.h"
#include "engine/rules.h"
#include "engine/work_queue.h"
#include "replay/record/write_record.h"
#include "tools/prove/examples.h"
#include "tools/prove/explore.h"
#include "tools/prove/roam.h"
#include "tools/prove/small_set.h"
#include "tools/prove/trouble.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;
using replay::Trouble;
using replay::TroubleKind;

struct Proven {
  std::string sentence;
  replay::HitCounts tally;
  std::vector<Trouble> troubles;
};

/// A trouble at the table where it shows shortest.
struct Found {
  const ProveTable* table = nullptr;
  Trouble trouble;
};

std::string counted_of(std::size_t number, std::string_view noun, std::string_view several = "") {
  const std::string plural = several.empty() ? fmt::format("{}s", noun) : std::string(several);
  return fmt::format("{} {}", grouped(number), number == 1 ? std::string(noun) : plural);
}

/// Names the symmetries: positions that are equal up to them were counted once.
std::string up_to(const replay::Symmetry& symmetry) {
  std::vector<std::string> each;
  for (const int number : symmetry.numbers) each.push_back(std::to_string(number));
  const std::string numbers = dsl::listed(each);
  if (!symmetry.turns && numbers.empty()) return "";
  if (numbers.empty()) return ", up to turning the table";
  if (!symmetry.turns) return ", up to renaming " + numbers;
  return ", up to turning the table and renaming " + numbers;
}

/// Fewer positions of rules that ask much in each, so that no file takes for ever. Counted, not timed.
std::size_t affordable(std::size_t positions, const engine::Rules& program) {
  constexpr std::size_t usual_nodes = 4'000;
  constexpr std::size_t usual_rows = 60;
  std::size_t rows = 0;
  for (const dsl::ActRules& act : program.acts) rows += act.forbids.size();
  for (const auto& event : program.after) rows += event.size();
  const std::size_t times = std::max({std::size_t{1}, program.nodes.size() / usual_nodes, rows / usual_rows});
  return positions / times;
}

/// Acts that may be played to make one record shorter.
std::size_t acts_to_shorten(std::size_t positions) { return std::max<std::size_t>(20'000, 100 * positions); }

class Prover {
 public:
  Prover(const std::string& file, const dsl::CheckedRules& rules, const ProveFlags& flags,
         const ProveForm& form)
      : file_(file), rules_(rules), flags_(flags), form_(form) {}

  Exit prove() {
    set_tables();
    play();
    gather();
    return print_report();
  }

 private:
  void set_tables() {
    for (const replay::SmallSet& small : replay::small_sets(rules_)) add_small(small);
    for (const std::int32_t players : dsl::player_numbers(rules_.setup)) {
      if (dsl::refuse_players(rules_, players)) continue;
      ProveTable table;
      auto loaded = load_rules(*table.sources, {.variant = file_, .bounds = form_.bounds});
      table.rules = std::move(loaded.value);
      table.players = static_cast<int>(players);
      tables_.push_back(std::move(table));
    }
  }

  void add_small(const replay::SmallSet& small) {
    const std::string parent = named_from(flags_.write.empty() ? "." : flags_.write);
    auto made = small_table(file_, {}, form_.bounds, rules_, small, parent, child_name(small));
    if (!made) return left_out_.push_back(small.text());
    tables_.push_back(std::move(*made));
  }

  std::string stem() const {
    const std::string stem = fs::path(file_).stem().string();
    return stem.empty() || stem == "-" ? "rules" : stem;
  }
  std::string child_name(const replay::SmallSet& small) const {
    return fmt::format("{}-{}p-double-{}.yaml", stem(), small.players, small.highest);
  }
  bool is_path() const { return file_.ends_with(".yaml"); }
  /// The file as a file in this folder names it.
  std::string named_from(const std::string& folder) const {
    if (!is_path()) return file_;
    const std::string way = fs::proximate(fs::absolute(file_), fs::absolute(folder)).generic_string();
    return way.starts_with("..") ? way : "./" + way;
  }

  void play() {
    proven_.resize(tables_.size());
    const auto smalls =
        static_cast<std::size_t>(count_if(tables_, [](const ProveTable& table) { return !!table.small; }));
    struct Nothing {
      Nothing& operator+=(const Nothing&) { return *this; }
    };
    engine::Chunks chunks(tables_.size(), 1, nullptr);
    const int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    constexpr std::size_t usual = 3'500'000;
    const std::size_t budget = flags_.budget > 0 ? flags_.budget : usual;
    // Five sixths for the small tables, where each position shows more. Of that a double-2 set needs the
    // least.
    constexpr std::size_t enough = 200'000;
    const std::size_t for_small = budget * 5 / 6;
    const std::size_t for_real = budget / 6 / std::max<std::size_t>(1, tables_.size() - smalls);
    const std::size_t equal = for_small / std::max<std::size_t>(1, smalls);
    const auto is_smallest = [](const ProveTable& table) { return table.small && table.small->highest <= 2; };
    const auto smallest = static_cast<std::size_t>(count_if(tables_, is_smallest));
    const std::size_t for_smallest = smalls > smallest ? std::min(equal, enough) : equal;
    const auto share_of = [&](const ProveTable& table) {
      if (!table.small) return for_real;
      return is_smallest(table) ? for_smallest : (for_small - smallest * for_smallest) / (smalls - smallest);
    };
    engine::share_out<Nothing>(jobs, chunks, [&](engine::Chunks& left) {
      for (auto chunk = left.take(); !chunk.empty(); chunk = left.take())
        proven_[chunk.begin] = play_at(tables_[chunk.begin], share_of(tables_[chunk.begin]));
      return Nothing{};
    });
  }

  Proven play_at(const ProveTable& table, std::size_t positions) const {
    Proven proven;
    const replay::WatchedRules watched = replay::watch_rules(table.rules, table.players);
    positions = affordable(positions, watched.program);
    if (table.small) {
      replay::Exploration all =
          replay::explore(watched, {.most_positions = positions, .seed = flags_.seed}, proven.tally);
      proven.troubles = std::move(all.troubles);
      // The rounds after the first are played at random; small rounds make short records.
      constexpr int whole_match = 40;
      replay::Roaming matches = replay::roam(watched,
                                             {.seed = flags_.seed,
                                              .most_positions = std::min<std::size_t>(positions / 10, 20'000),
                                              .most_rounds = whole_match,
                                              .played_on = 1},
                                             proven.tally);
      for (const Trouble& trouble : matches.troubles)
        proven.troubles.push_back(replay::shortened(watched, trouble, acts_to_shorten(positions)));
      const std::string played =
          fmt::format("; {} at random, {} to the end", counted_of(matches.rounds, "round"),
                      counted_of(matches.matches, "match", "matches"));
      if (all.deals == 0) {
        proven.sentence = table.text() + ": no deal to its end, with so small a budget" + played;
        return proven;
      }
      proven.sentence =
          fmt::format("{}: all {} of {}{}, {} over{}", table.text(), counted_of(all.positions, "position"),
                      counted_of(all.deals, "deal"), all.whole ? "" : " drawn by lot", grouped(all.ends),
                      up_to(all.symmetry) + played);
      return proven;
    }
    replay::Roaming some = replay::roam(
        watched, {.seed = flags_.seed, .most_positions = positions, .whole_matches = 3}, proven.tally);
    for (const Trouble& trouble : some.troubles)
      proven.troubles.push_back(replay::shortened(watched, trouble, acts_to_shorten(positions)));
    proven.sentence =
        fmt::format("{}, the real set: {}, {}, seed {}", table.text(), counted_of(some.rounds, "round"),
                    counted_of(some.positions, "position"), flags_.seed);
    return proven;
  }

  void add(const ProveTable& table, const Trouble& trouble) {
    const auto same = find_if(found_, [&](const Found& other) {
      return are_alike(other.trouble, trouble) && other.trouble.kind == trouble.kind;
    });
    if (same == found_.end())
      found_.push_back({&table, trouble});
    else if (trouble.chosen() < same->trouble.chosen())
      *same = {&table, trouble};
  }

  void gather() {
    replay::HitCounts all;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      for (const Trouble& trouble : proven_[i].troubles) add(tables_[i], trouble);
      all.add(proven_[i].tally);
    }
    // A marker that never stands anywhere is no matter of one table.
    for (const auto& [kind, markers] : all.markers) {
      if (markers.taken > 0 || !markers.shown) continue;
      add_where([&, name = kind](const replay::HitCounts& tally) {
        const auto found = tally.markers.find(name);
        return found == tally.markers.end() ? std::optional<Trouble>() : found->second.shown;
      });
    }
    endless_matches_ = all.matches_endless;
    if (all.matches_over == 0 && all.matches_endless > 0)
      add(tables_.back(), {TroubleKind::endless_match, {}, {}, 0});
    if (all.winner_ahead == 0 && all.winner_behind > 0)
      add_where([](const replay::HitCounts& tally) { return tally.behind; });
    // A trap is the graver thing to say of a round without an end.
    const auto has = [&](TroubleKind kind) {
      return any_of(found_, [&](const Found& f) { return f.trouble.kind == kind; });
    };
    if (has(TroubleKind::trap))
      std::erase_if(found_, [](const Found& f) { return f.trouble.kind == TroubleKind::endless_round; });
    if (has(TroubleKind::uncoverable_double))
      std::erase_if(found_, [](const Found& f) { return f.trouble.kind == TroubleKind::blocking_double; });
    for (const std::string& id : all.in_force)
      if (!all.reached.contains(id)) unreached_.push_back(id);
    stable_sort(found_, [](const Found& a, const Found& b) {
      return row(a.trouble.kind).gravity > row(b.trouble.kind).gravity;
    });
  }

  /// The table where it shows shortest.
  template <class Which>
  void add_where(const Which& which) {
    std::optional<Found> best;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const std::optional<Trouble> shown = which(proven_[i].tally);
      if (shown && (!best || shown->chosen() < best->trouble.chosen())) best = Found{&tables_[i], *shown};
    }
    if (best) add(*best->table, best->trouble);
  }

  // The report.

  std::string variant_name(const ProveTable& table) const {
    if (!table.child.empty()) return child_name(*table.small);
    return flags_.write.empty() ? file_ : named_from(flags_.write);
  }

  std::string record_text(const Found& found) const {
    const engine::Rules program = engine::compile_rules(found.table->rules, found.table->players);
    return replay::write_record(
        replay::record_of(program, found.trouble, variant_name(*found.table), found.table->settings));
  }

  /// The place of the row that the trouble is about; nowhere: it is about none.
  static dsl::Span place_of(const Found& found) {
    const dsl::CheckedRules& rules = found.table->rules;
    for (const std::string& id : found.trouble.rows) {
      for (const dsl::Check& check : rules.checks)
        if (check.id == id) return check.where;
      for (const dsl::Rule& rule : rules.rules)
        if (rule.id == id) return rule.id_where;
      for (const dsl::DeclaredAct& act : rules.acts)
        if (act.name == id) return act.where;
    }
    return {dsl::no_file, 0, 0};
  }

  /// True of a remark about rows that are all a parent's: it is no news of this file.
  bool is_of_parents(const Found& found) const {
    const auto is_inherited = [&](const std::string& id) {
      return any_of(rules_.rules, [&](const dsl::Rule& rule) {
        return rule.id == id && rule.origin == dsl::Origin::rule && rule.where.file != dsl::FileId{};
      });
    };
    return row(found.trouble.kind).gravity == replay::DefectSeverity::remark && !found.trouble.rows.empty() &&
           all_of(found.trouble.rows, is_inherited);
  }

  /// True where a line says it; who asks for records, or for all of it as JSON, gets it whole.
  bool is_left_to_parents(const Found& found) const {
    return !form_.json && flags_.write.empty() && is_of_parents(found);
  }

  static dsl::Severity severity_of(replay::DefectSeverity gravity) {
    switch (gravity) {
      case replay::DefectSeverity::remark:
        return dsl::Severity::note;
      case replay::DefectSeverity::warning:
        return dsl::Severity::warning;
      case replay::DefectSeverity::error:
        return dsl::Severity::error;
    }
    return dsl::Severity::error;
  }

  dsl::Diagnostic diagnostic_of(const Found& found) const {
    const replay::TroubleRow& kind = row(found.trouble.kind);
    dsl::Diagnostic made;
    made.code = kind.name;
    made.severity = severity_of(kind.gravity);
    made.where = place_of(found);
    made.message = std::string(kind.what);
    const std::vector<std::string>& rows = found.trouble.rows;
    if (found.trouble.kind == TroubleKind::broken_claim) {
      for (const dsl::Check& check : found.table->rules.checks)
        if (check.id == rows.front() && !check.says.empty()) made.why = check.says;
      made.message = fmt::format("the check '{}' does not hold", rows.front());
    } else if (found.trouble.kind == TroubleKind::endless_match) {
      if (const auto& over = found.table->rules.match.over) made.where = over->where;
      made.why =
          fmt::format("{} of {} rounds each, with every number of players",
                      counted_of(endless_matches_, "match", "matches"), replay::RoamOptions().longest_match);
    } else if (rows.size() > 1) {
      made.why = "at work here: ";
      for (std::size_t i = 0; i < rows.size() && i < 8; ++i) made.why += (i == 0 ? "" : ", ") + rows[i];
    }
    return made;
  }

  /// False of trouble that shows in no round.
  static bool has_record(const Found& found) { return !found.trouble.acts.empty(); }

  std::string place_words(const Found& found) const {
    std::string text =
        fmt::format("{}, after {}", found.table->text(), counted_of(found.trouble.chosen(), "act"));
    if (!found.trouble.before.empty()) text += fmt::format(", in round {}", found.trouble.before.size() + 1);
    if (found.trouble.loop > 0) {
      text += found.trouble.loop == 1 ? "; the last of them again and again"
                                      : fmt::format("; the last {} again and again", found.trouble.loop);
    }
    return text;
  }

  /// The record, and the rules of its table where they are no settings. Gives the record's path, or nothing
  /// after a complaint.
  std::optional<std::string> write(const Found& found, std::size_t number) {
    std::error_code ignored;
    fs::create_directories(flags_.write, ignored);
    const auto create = [&](const fs::path& path, const std::string& text) {
      const std::string trouble = create_file(path, text);
      if (!trouble.empty()) refuse_writing(path, trouble);
      return trouble.empty();
    };
    const fs::path folder(flags_.write);
    if (!found.table->child.empty()) {
      const std::string name = child_name(*found.table->small);
      if (!contains(written_, name)) {
        if (!create(folder / name, found.table->child)) return std::nullopt;
        written_.push_back(name);
      }
    }
    const fs::path path =
        folder / fmt::format("{}-{}-{}.train", stem(), number, row(found.trouble.kind).name);
    if (!create(path, record_text(found))) return std::nullopt;
    return path.string();
  }

  Exit print_report() {
    bool errors = false;
    bool warnings = false;
    Exit exit = Exit::fine;
    std::size_t number = 0;
    for (const Found& found : found_) {
      const dsl::Diagnostic made = diagnostic_of(found);
      errors = errors || made.severity == dsl::Severity::error;
      warnings = warnings || made.severity == dsl::Severity::warning;
      if (is_left_to_parents(found)) continue;
      std::string path;
      if (!flags_.write.empty() && has_record(found)) {
        const auto written = write(found, ++number);
        if (!written) exit = worse(exit, Exit::unreadable);
        path = written.value_or("");
      }
      form_.json ? print_json(found, made, path) : print_text(found, made, path);
    }
    if (form_.json) {
      print_sum_json();
    } else {
      print_unreached();
      print_sum();
    }
    return worse(exit, errors || (warnings && form_.deny_warnings) ? Exit::found : Exit::fine);
  }

  /// The place where a row or an act is declared: "house.yaml:12"; empty: it has none.
  std::string line_of(const std::string& id) const {
    for (const ProveTable& table : tables_) {
      const dsl::Span where = place_of({&table, {TroubleKind::never_reached, {id}, {}, 0}});
      if (where.file == dsl::no_file) continue;
      return fmt::format("{}:{}", table.sources->file(where.file).name,
                         table.sources->locate(where.file, where.begin).line);
    }
    return "";
  }

  void print_unreached() const {
    if (unreached_.empty()) return;
    std::string text = "remark: never made a difference in all that was asked:\n";
    for (const std::string& id : unreached_) {
      const std::string line = line_of(id);
      text += "  " + dsl::printable_line(line.empty() ? id : fmt::format("{} ({})", id, line)) + "\n";
    }
    print(text);
  }

  void print_text(const Found& found, const dsl::Diagnostic& made, const std::string& path) const {
    print_painted(dsl::render_diagnostics(*found.table->sources, {made}, paint_for_output()));
    if (!has_record(found)) return print("\n");
    print(fmt::format("   = record: {}\n", place_words(found)));
    if (!path.empty()) return print(fmt::format("             {}\n\n", dsl::printable_line(path)));
    const std::string record = record_text(found);
    for (const std::string_view line : dsl::lines_of(record))
      print(line.empty() ? "\n" : "     " + dsl::printable_line(line) + "\n");
    if (!found.table->child.empty()) {
      print(fmt::format("     # {}:\n", child_name(*found.table->small)));
      for (const std::string_view line : dsl::lines_of(found.table->child))
        print("     # " + dsl::printable_line(line) + "\n");
    }
    print("\n");
  }

  void print_json(const Found& found, const dsl::Diagnostic& made, const std::string& path) const {
    nlohmann::ordered_json object;
    object["schema"] = 1;
    const bool has_place = made.where.file != dsl::no_file;
    object["file"] = has_place ? found.table->sources->file(made.where.file).name : file_;
    object["line"] =
        has_place
            ? nlohmann::ordered_json(found.table->sources->locate(made.where.file, made.where.begin).line)
            : nlohmann::ordered_json();
    object["trouble"] = made.code;
    object["severity"] = made.severity == dsl::Severity::error     ? "error"
                         : made.severity == dsl::Severity::warning ? "warning"
                                                                   : "remark";
    object["message"] = made.message;
    object["rows"] = found.trouble.rows;
    object["table"] = found.table->text();
    object["acts"] = found.trouble.chosen();
    object["record"] =
        has_record(found) ? nlohmann::ordered_json(record_text(found)) : nlohmann::ordered_json();
    object["rules"] =
        found.table->child.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(found.table->child);
    object["written"] = path.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(path);
    print(dsl::json_line(object) + "\n");
  }

  void print_sum_json() const {
    nlohmann::ordered_json object;
    object["schema"] = 1;
    object["file"] = file_;
    object["troubles"] = found_.size();
    object["never_reached"] = unreached_;
    object["looked_at"] = nlohmann::ordered_json::array();
    for (const Proven& proven : proven_) object["looked_at"].push_back(proven.sentence);
    object["not_played"] = left_out_;
    print(dsl::json_line(object) + "\n");
  }

  void print_sum() const {
    const auto troubles = static_cast<std::size_t>(count_if(found_, [](const Found& f) {
      return row(f.trouble.kind).gravity != replay::DefectSeverity::remark;
    }));
    print(fmt::format("{}: {}\n", dsl::printable_line(file_),
                      troubles != 0       ? counted_of(troubles, "trouble") + " found in play"
                      : left_out_.empty() ? "no trouble found in play"
                                          : "no trouble found in what could be played"));
    for (const Proven& proven : proven_) print(fmt::format("  {}\n", proven.sentence));
    for (const std::string& text : left_out_)
      print(fmt::format("  {}: these rules cannot be played so\n", text));
    for (const Found& found : found_)
      if (is_left_to_parents(found))
        print(fmt::format("  a remark about a parent's row: {} ({})\n", row(found.trouble.kind).name,
                          line_of(found.trouble.rows.front())));
  }

  const std::string& file_;
  const dsl::CheckedRules& rules_;
  const ProveFlags& flags_;
  const ProveForm& form_;
  std::vector<ProveTable> tables_;
  std::vector<std::string> left_out_;
  std::vector<Proven> proven_;
  std::vector<Found> found_;
  std::vector<std::string> unreached_;
  std::size_t endless_matches_ = 0;
  std::vector<std::string> written_;
};

/// The double that the rules schedule for the first round.
int scheduled_first(const dsl::CheckedRules& rules, int players) {
  const engine::Rules program = engine::compile_rules(rules, players);
  engine::Position position = engine::begin_match(program);
  engine::begin_round(program, position);
  return position.scheduled;
}

}  // namespace

replay::RulesFor rules_with_settings(const std::string& file, const dsl::ReadingBounds& bounds) {
  using Kept = std::map<std::vector<std::string>, std::shared_ptr<const dsl::CheckedRules>>;
  return [file, bounds, kept = std::make_shared<Kept>()](const std::vector<std::string>& settings) {
    const auto [at, fresh] = kept->try_emplace(settings);
    if (!fresh) return at->second;
    dsl::SourceMap sources;
    auto loaded = load_rules(
        sources, {.variant = file, .settings = read_settings(sources, settings), .bounds = bounds});
    if (loaded.ok()) at->second = std::make_shared<const dsl::CheckedRules>(std::move(loaded.value));
    return at->second;
  };
}

dsl::Diagnostics example_findings(const std::string& file, const dsl::CheckedRules& rules,
                                  const dsl::ReadingBounds& bounds) {
  return replay::run_examples(rules, rules_with_settings(file, bounds));
}

void add_prove_flags(Command& command, ProveFlags& flags) {
  command.sign("--prove", flags.wanted,
               "also play: all positions of small sets, and at random on the real one, for what nobody "
               "thought of");
  command.number("--budget", flags.budget, 1'000, 100'000'000,
                 "with --prove (3500000) and --coverage (600000): how many positions are looked at");
  command.number("--seed", flags.seed, 0, UINT64_MAX,
                 "with --prove and --coverage: of what is played at random (1)");
  command.text("--write", "FOLDER", flags.write, "with --prove: where records of what was found are written");
}

Exit prove_rules(const std::string& file, const dsl::CheckedRules& rules, const ProveFlags& flags,
                 const ProveForm& form) {
  return Prover(file, rules, flags, form).prove();
}

std::string ProveTable::text() const {
  return small ? small->text() : players == 1 ? "1 player" : fmt::format("{} players", players);
}

std::optional<ProveTable> small_table(const std::string& file, const std::vector<std::string>& wished,
                                      const dsl::ReadingBounds& bounds, const dsl::CheckedRules& rules,
                                      const replay::SmallSet& small, const std::string& parent,
                                      const std::string& child_name) {
  ProveTable table{small.players, small};
  /// True if the rules can be played so.
  const auto take = [&](const std::vector<std::string>& settings) {
    table.sources = std::make_unique<dsl::SourceMap>();
    const RulesWish wish{
        .variant = file, .settings = read_settings(*table.sources, settings), .bounds = bounds};
    auto loaded = table.child.empty() ? load_rules(*table.sources, wish)
                                      : load_child(*table.sources, wish, child_name, table.child);
    if (!loaded.ok() || dsl::refuse_players(loaded.value, small.players) ||
        scheduled_first(loaded.value, small.players) > small.highest)
      return false;
    table.rules = std::move(loaded.value);
    return true;
  };
  if (const auto settings = replay::small_settings(rules, small)) {
    table.settings = *settings;
    std::vector<std::string> all = wished;
    all.insert(all.end(), settings->begin(), settings->end());
    if (take(all)) return table;
    table.settings.clear();
  }
  for (const std::optional<int> scheduled : {std::optional<int>(), std::optional<int>(small.highest)}) {
    table.child = replay::small_variant(rules, parent, small, scheduled);
    if (take(wished)) return table;
  }
  return std::nullopt;
}

}  // namespace roundhouse::cli
