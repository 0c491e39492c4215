#include "tools/prove/coverage.h"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "engine/dealer.h"
#include "engine/evaluate_partly.h"
#include "engine/fold.h"
#include "engine/random.h"
#include "engine/table.h"
#include "engine/watched_apply.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/round_fold.h"
#include "replay/record/write_record.h"
#include "tools/prove/roam.h"
#include "tools/prove/small_set.h"
#include "tools/prove/trouble.h"

namespace roundhouse::replay {
namespace {

// Play that looks for the shortest beginnings of rounds that show what examples do not show yet. Players of
// several policies, and at each choice all that might be done is looked at, also what is illegal by one row
// alone. The same seed plays the same rounds on every machine.

/// All acts of a round up to one that shows an aim.
struct Reaching {
  std::vector<engine::Act> acts;
  std::size_t chosen = 0;  ///< acts that players chose
  bool legal = true;       ///< else the last act is illegal
  std::string because;     ///< the row or law by which it is
};

struct CoveragePlay {
  std::vector<std::optional<Reaching>> best;  ///< by aim; absent: it was not reached, or is not wanted
  std::size_t positions = 0;
  std::size_t rounds = 0;
};

using engine::Act;
using engine::ActKind;
using engine::Phase;
using engine::Position;

class CoveragePlayer {
 public:
  CoveragePlayer(const CoverRules& rules, const CoverageAims& aims, const std::vector<char>& wanted,
                 std::uint64_t seed)
      : rules_(rules),
        program_(rules.program()),
        aims_(aims),
        wanted_(wanted),
        random_(engine::mix64(seed) + static_cast<std::uint64_t>(program_.players)) {
    play_.best.resize(aims.all().size());
  }

  CoveragePlay play(std::size_t most_positions) {
    while (play_.positions < most_positions) {
      play_round(all_policies()[play_.rounds % all_policies().size()], most_positions);
      ++play_.rounds;
    }
    return std::move(play_);
  }

 private:
  /// A beginning as long as this is no example any more.
  static constexpr int most_acts = 1'000;

  void play_round(const PlayPolicy& temper, std::size_t most_positions) {
    Position position = engine::begin_match(program_);
    engine::begin_round(program_, position);
    acts_.clear();
    chosen_ = 0;
    for (int count = 0; count < most_acts && play_.positions < most_positions; ++count) {
      if (engine::expected(program_, position).next == engine::Next::choice) consider_all(position);
      const std::optional<Act> act = next_act(program_, position, temper, legal_, random_);
      ++play_.positions;
      if (!act) return;
      acts_.push_back(*act);
      if (engine::is_by_rows(act->kind)) ++chosen_;
      engine::apply_watched(program_, position, *act,
                            [&](dsl::EventId event, const Position& at, const engine::Moment& moment) {
                              rules_.look_at_event(event, truths(at, moment),
                                                   [&](std::size_t aim) { note(aim, nullptr, {}); });
                            });
    }
  }

  /// All that the player to act might think of.
  void consider_all(const Position& position) {
    const engine::Seat me = position.phase == Phase::lead ? position.holder : position.turn_player;
    if (me == engine::no_seat) return;
    find_open_rows();
    const engine::TileBag& hand = position.hands[engine::index_of(me)];
    if (position.phase == Phase::lead) {
      engine::for_each_tile(hand.once, [&](engine::TileId tile) {
        consider(position, {.kind = ActKind::lead, .actor = me, .tile = tile});
      });
      return;
    }
    for (std::size_t e = 0; e < position.end_count; ++e)
      engine::for_each_tile(hand.once, [&](engine::TileId tile) {
        consider(position, {.kind = ActKind::lay, .actor = me, .tile = tile, .end = position.ends[e].serial});
      });
    consider(position, {.kind = ActKind::draw, .actor = me});
    consider(position, {.kind = ActKind::done, .actor = me});
    for (std::size_t index = 0; index < program_.declared.size(); ++index)
      consider_declared(position, me, static_cast<std::uint16_t>(index));
  }

  void consider_declared(const Position& position, engine::Seat me, std::uint16_t index) {
    const dsl::DeclaredAct& act = program_.declared[index];
    if (act.by == dsl::ActBy::referee) return;
    for (int target = 0; target < (act.whom ? program_.players : 1); ++target) {
      Act said{.kind = ActKind::declared,
               .actor = me,
               .whom = act.whom ? static_cast<engine::Seat>(target) : engine::no_seat,
               .declared = index,
               .amount = act.amount ? act.amount->first : 0};
      if (act.tile == dsl::ActTile::none) {
        consider(position, said);
        continue;
      }
      const engine::Seat owner = engine::hand_of_given(program_, said);
      for (int tile = 0; tile < program_.tile_kinds; ++tile) {
        said.tile = static_cast<engine::TileId>(tile);
        if (owner == engine::no_seat || position.hands[engine::index_of(owner)].has(said.tile))
          consider(position, said);
      }
    }
  }

  void consider(const Position& position, Act act) {
    if (!is_worth_asking(act)) return;
    const std::vector<engine::Breach> broken = engine::breaches(program_, position, act);
    if (broken.size() > 1) return;
    CoverRules::Judged judged{broken.empty(), {}};
    std::string because;
    if (!broken.empty()) {
      const engine::Breach& breach = broken.front();
      if (breach.law && *breach.law != dsl::Law::not_permitted) return;
      if (!breach.law) judged.row = breach.rule;
      because = breach.law ? std::string(dsl::row(*breach.law).name) : program_.rules[breach.rule.value].id;
    }
    const engine::Moment moment = moment_before(position, act);
    if (act.kind == ActKind::draw) {
      if (position.boneyard == 0) return;
      act = engine::answer_chance(program_, position, act, random_);
    }
    rules_.look(act, judged, truths(position, moment), [&](std::size_t aim) { note(aim, &act, because); });
  }

  /// True if some row of the act has an aim that could be shown by fewer acts.
  bool is_worth_asking(const Act& act) const {
    const dsl::ActRules& rules = *rules_of(program_, act);
    const auto is_open = [&](const auto& row) { return is_row_open(row.rule.value); };
    const auto with_excepts = [&](const dsl::ForbidRow& row) {
      return is_open(row) || any_of(row.excepts, is_open);
    };
    return any_of(rules.forbids, with_excepts) || any_of(rules.advice, with_excepts) ||
           any_of(rules.permits, is_open);
  }
  bool is_row_open(std::size_t row) const { return open_rows_[row] != 0; }
  void find_open_rows() {
    open_rows_.assign(rules_.in_force().size(), 0);
    const std::vector<CoverageAim>& all = aims_.all();
    for (std::size_t aim = 0; aim < all.size(); ++aim) {
      if (!is_open_aim(aim, chosen_ + 1)) continue;
      open_rows_[all[aim].row] = 1;
      if (all[aim].kind == CoverageAim::Kind::lifted) open_rows_[all[aim].other] = 1;
    }
  }
  bool is_open_aim(std::size_t aim, std::size_t chosen) const {
    return wanted_[aim] != 0 && (!play_.best[aim] || play_.best[aim]->chosen > chosen);
  }

  CoverRules::Truths truths(const Position& position, const engine::Moment& moment) const {
    return
        [&](dsl::NodeRef node) { return dsl::known_truth(engine::holds(program_, position, moment, node)); };
  }

  /// `last`: an act that is not done; nullptr: the acts so far show it.
  void note(std::size_t aim, const Act* last, const std::string& because) {
    const std::size_t chosen = chosen_ + (last == nullptr ? 0 : 1);
    if (!is_open_aim(aim, chosen)) return;
    Reaching& best = play_.best[aim].emplace();
    best.acts = acts_;
    if (last != nullptr) best.acts.push_back(*last);
    best.chosen = chosen;
    best.legal = because.empty();
    best.because = because;
  }

  const CoverRules& rules_;
  const engine::Rules& program_;
  const CoverageAims& aims_;
  const std::vector<char>& wanted_;
  engine::Random random_;
  std::vector<Act> acts_;
  std::size_t chosen_ = 0;
  engine::ActList legal_;
  std::vector<char> open_rows_;  ///< with an aim that could be shown by fewer acts than so far
  CoveragePlay play_;
};

/// `wanted`: by aim.
CoveragePlay play_for(const CoverRules& rules, const CoverageAims& aims, const std::vector<char>& wanted,
                      std::uint64_t seed, std::size_t most_positions) {
  return CoveragePlayer(rules, aims, wanted, seed).play(most_positions);
}

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
