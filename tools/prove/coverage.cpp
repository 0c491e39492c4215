#include "tools/prove/coverage.h"
#include "replay/fold/carried_match.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "engine/evaluate_partly.h"
#include "engine/watched_apply.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/round_fold.h"
#include "replay/record/write_record.h"
#include "tools/prove/coverage_play.h"
#include "tools/prove/small_set.h"
#include "tools/prove/trouble_record.h"

namespace roundhouse::replay {
namespace {

using dsl::Truth;
using engine::Position;

/// Goes through an example and notes what it shows, as far as the hands are known.
class ExampleWalk {
 public:
  ExampleWalk(const CoverRules& rules, const JudgedExample& judged, std::size_t aims)
      : rules_(rules), program_(rules.program()), judged_(judged), shown_(aims, 0) {}

  std::vector<char> walk() {
    const Record& record = judged_.record;
    Position position = begin_match_of(program_, record.header);
    for (std::size_t i = 0; i < record.rounds.size() && !stopped_; ++i) {
      // A round with rules of its own has other rows.
      if (&program_in(record.rounds[i], program_) != &program_) break;
      RoundFold fold = fold_of(program_, record.header, record.rounds[i], i == 0, position);
      while (FoldStep* step = fold.next())
        if (const auto* act = std::get_if<FoldAct>(step); act != nullptr && !look(*act, position))
          fold.stop();
      if (!fold.is_whole()) break;
    }
    return std::move(shown_);
  }

 private:
  void note(std::size_t aim) { shown_[aim] = 1; }

  template <class Look>
  void ask(const Position& position, const engine::Moment& moment, const Look& look) {
    const engine::NotKnown unknown = hidden_tiles_of(program_, position);
    engine::PartialReading reading(program_, position, moment, unknown);
    look([&](dsl::NodeRef node) { return reading.of(node); });
  }

  /// False: the example goes no further, because what is asked now is illegal.
  bool look(const FoldAct& step, const Position& position) {
    if (engine::is_by_rows(step.act.kind)) {
      engine::Moment moment = moment_before(position, step.act);
      if (step.act.kind == engine::ActKind::draw) moment.tile = engine::no_tile;
      ask(position, moment, [&](const CoverRules::Truths& truths) { look_at_act(step, truths); });
      if (stopped_) return false;
    }
    Position after = position;
    engine::apply_watched(program_, after, step.act,
                          [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
                            ask(at, moment, [&](const CoverRules::Truths& truths) {
                              rules_.look_at_event(event, truths, [&](std::size_t aim) { note(aim); });
                            });
                          });
    return true;
  }

  void look_at_act(const FoldAct& step, const CoverRules::Truths& truths) {
    const dsl::ActRules& rules = *rules_of(program_, step.act);
    std::vector<CoverRules::Judged> all;
    for (const dsl::ForbidRow& row : rules.forbids)
      if (dsl::row_stands(row, truths) == Truth::yes) all.push_back({false, row.rule});
    const bool is_permitted = !rules.needs_permit || any_of(rules.permits, [&](const auto& row) {
      return !row.when.given() || truths(row.when) != Truth::no;
    });
    if (!is_permitted) all.push_back({false, {}});
    const std::optional<Ruling>& ruling = judged_.judgement.ruling;
    stopped_ = !all.empty();
    if (all.empty() && ruling && step.where.begin >= ruling->place.where.begin) {
      // By what the hands can be, or by a law.
      stopped_ = true;
      for (const dsl::ForbidRow& row : rules.forbids)
        if (program_.rules[row.rule.value].id == ruling->rule) all.push_back({false, row.rule});
    } else if (all.empty()) {
      all.push_back({});
    }
    for (const CoverRules::Judged& judged : all)
      rules_.look(step.act, judged, truths, [&](std::size_t aim) { note(aim); });
  }

  const CoverRules& rules_;
  const engine::Rules& program_;
  const JudgedExample& judged_;
  std::vector<char> shown_;  ///< by aim
  bool stopped_ = false;
};

struct CoverageTable {
  std::shared_ptr<const dsl::CheckedRules> rules;
  std::vector<std::string> settings;
  int players = 2;
  std::string text;
};

class CoverageFinder {
 public:
  CoverageFinder(const dsl::CheckedRules& rules, const RulesFor& rules_with, const CoverageOptions& options)
      : rules_(rules), rules_with_(rules_with), options_(options), aims_(rules, rows_to_cover(rules)) {}

  Coverage find() {
    found_.rows = rows_to_cover(rules_);
    found_.of_parents = !found_.rows.empty() && !is_own(rules_.rules[found_.rows.front()]);
    found_.aims = aims_.all();
    found_.shown_by.resize(found_.aims.size());
    found_.proposed.resize(found_.aims.size());
    found_.refused.assign(found_.aims.size(), 0);
    found_.in_force.assign(rules_.rules.size(), 0);
    walk_examples();
    set_tables();
    note_in_force();
    for (const CoverageTable& table : tables_) play_at(table);
    return std::move(found_);
  }

 private:
  static bool is_own(const dsl::Rule& row) { return row.where.file == dsl::FileId{}; }

  /// Those that the file itself has; where there are none, all.
  static std::vector<std::size_t> rows_to_cover(const dsl::CheckedRules& rules) {
    std::vector<std::size_t> own;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      if (is_own(rules.rules[i])) own.push_back(i);
      all.push_back(i);
    }
    return own.empty() ? all : own;
  }

  const CoverRules& cover_rules(const std::shared_ptr<const dsl::CheckedRules>& rules,
                                const std::vector<std::string>& settings, int players) {
    std::unique_ptr<const CoverRules>& kept = covers_[{settings, players}];
    if (!kept) kept = std::make_unique<const CoverRules>(*rules, players, aims_);
    return *kept;
  }

  std::vector<char> shown(const JudgedExample& judged) {
    if (!judged.ready.program) return std::vector<char>(found_.aims.size(), 0);
    const CoverRules& rules =
        cover_rules(judged.ready.checked, judged.settings, judged.ready.program->players);
    return ExampleWalk(rules, judged, found_.aims.size()).walk();
  }

  void walk_examples() {
    for (std::size_t i = 0; i < rules_.examples.size(); ++i) {
      const std::vector<char> shows = shown(judge_example(rules_.examples[i], rules_with_));
      for (std::size_t aim = 0; aim < shows.size(); ++aim)
        if (shows[aim] != 0) found_.shown_by[aim].push_back(i);
    }
  }

  /// Small sets first: their records are short.
  void set_tables() {
    for (const SmallSet& small : small_sets(rules_)) {
      const auto settings = small_settings(rules_, small);
      if (settings) add_table(*settings, small.players, small.text());
    }
    for (const std::int32_t players : dsl::player_numbers(rules_.setup))
      add_table({}, players,
                fmt::format("{} {}, the real set", players, players == 1 ? "player" : "players"));
  }
  void add_table(const std::vector<std::string>& settings, int players, std::string text) {
    const std::shared_ptr<const dsl::CheckedRules> rules = rules_with_(settings);
    if (!rules || dsl::refuse_players(*rules, players)) return;
    tables_.push_back({rules, settings, players, std::move(text)});
  }

  void note_in_force() {
    for (const CoverageTable& table : tables_) {
      const std::vector<char>& there = cover_rules(table.rules, table.settings, table.players).in_force();
      for (std::size_t row = 0; row < there.size(); ++row)
        if (there[row] != 0) found_.in_force[row] = 1;
    }
    // By the options of an example it may be.
    for (std::size_t aim = 0; aim < found_.aims.size(); ++aim)
      if (found_.is_shown(aim)) found_.in_force[found_.aims[aim].row] = 1;
  }

  bool is_wanted(std::size_t aim) const {
    return !found_.is_shown(aim) && !found_.proposed[aim] && found_.in_force[found_.aims[aim].row] != 0;
  }

  void play_at(const CoverageTable& table) {
    std::vector<char> wanted(found_.aims.size(), 0);
    for (std::size_t aim = 0; aim < wanted.size(); ++aim) wanted[aim] = is_wanted(aim) ? 1 : 0;
    if (!contains(wanted, 1)) return;
    const CoverRules& rules = cover_rules(table.rules, table.settings, table.players);
    const CoveragePlay play =
        play_for(rules, aims_, wanted, options_.seed, options_.most_positions / tables_.size());
    found_.played.push_back({table.text, play.rounds, play.positions});
    for (std::size_t aim = 0; aim < wanted.size(); ++aim)
      if (play.best[aim] && is_wanted(aim)) suggest_fix(table, rules, aim, *play.best[aim]);
  }

  void suggest_fix(const CoverageTable& table, const CoverRules& rules, std::size_t aim,
                   const Reaching& reaching) {
    // Lines that need not be written make an example longer, and it is easier to read without.
    for (const RecordParts& parts :
         {RecordParts{false, false, false}, RecordParts{true, true, false}, RecordParts{true, true, true}}) {
      dsl::Example example;
      example.legal = reaching.legal;
      example.because = reaching.because;
      example.record = write_record(record_of(rules.program(), reaching.acts, "this", table.settings, parts));
      constexpr std::string_view plain = "[variant this]\n";
      if (example.record.starts_with(plain)) example.record.erase(0, plain.size());
      // Of an act that nothing permits the referee names a permit, which is no reason that a file may give.
      if (reaching.because == dsl::row(dsl::Law::not_permitted).name) example.because.clear();
      const JudgedExample judged = judge_example(example, rules_with_);
      if (judged.finding) continue;
      const std::vector<char> shows = shown(judged);
      if (shows[aim] == 0) continue;
      add_proposal(example, shows);
      return;
    }
    found_.refused[aim] = 1;
  }

  void add_proposal(const dsl::Example& example, const std::vector<char>& shows) {
    ProposedExample proposal{example.record, example.legal, example.because, {}};
    for (std::size_t aim = 0; aim < shows.size(); ++aim) {
      if (shows[aim] == 0 || !is_wanted(aim)) continue;
      found_.proposed[aim] = found_.proposals.size();
      found_.refused[aim] = 0;
      proposal.shows.push_back(aim);
    }
    found_.proposals.push_back(std::move(proposal));
  }

  const dsl::CheckedRules& rules_;
  const RulesFor& rules_with_;
  CoverageOptions options_;
  CoverageAims aims_;
  Coverage found_;
  std::vector<CoverageTable> tables_;
  std::map<std::pair<std::vector<std::string>, int>, std::unique_ptr<const CoverRules>> covers_;
};

}  // namespace

Coverage find_coverage(const dsl::CheckedRules& rules, const RulesFor& rules_with,
                       const CoverageOptions& options) {
  return CoverageFinder(rules, rules_with, options).find();
}

}  // namespace roundhouse::replay
