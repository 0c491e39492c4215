#include "tools/scenes/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/english/wording.h"
#include "engine/fold.h"
#include "engine/random.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/trial.h"
#include "replay/views/narrate.h"
#include "replay/views/picture.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "tools/prove/disagree.h"
#include "tools/prove/examples.h"
#include "tools/prove/roam.h"
#include "tools/prove/trouble.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

constexpr std::string_view own_name = "this";
constexpr PictureFrame picture_frame{620, 260};
constexpr std::size_t most_in_a_paragraph = 2;  ///< players
constexpr std::size_t most_lays = 4;            ///< that are named
constexpr std::uint64_t most_seeds = 12;
constexpr std::uint64_t most_seeds_with_double = 4;
constexpr int most_refused = 2;  ///< of what was found, before another table is tried

/// "a", "a or b", "a, b or c"
std::string one_of(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " or " : ", ") + parts[i];
  return text;
}

bool is_lay(ActKind kind) {
  return engine::is_by_rows(kind) && engine::row(kind).move == engine::TileMove::leaves;
}
bool is_said(ActKind kind) { return engine::row(kind).by == engine::DoneBy::anyone; }
bool ends_turn(ActKind kind) {
  const engine::ActKindRow& row = engine::row(kind);
  return engine::is_by_rows(kind) && row.by == engine::DoneBy::player && row.move == engine::TileMove::none;
}

/// The words of an act behind "may".
std::string infinitive(ActKind kind, const std::string& words) {
  return is_lay(kind) ? "lay " + words : words;
}

/// Of the players of a scene, where rules ask for them: a child sits among them.
constexpr std::array<int, engine::max_players> ages_of_players{8,  41, 70, 39, 12, 66, 27,
                                                               35, 9,  51, 18, 73, 44, 22};

/// A record as one rule set reads and judges it.
struct Read {
  JudgedExample judged;
  std::optional<Frame> last;  ///< absent: it cannot be carried out to its end

  bool is_legal() const { return judged.ready.program && judged.judgement.verdict == Verdict::legal; }
  bool is_illegal() const { return judged.ready.program && judged.judgement.verdict == Verdict::illegal; }
  const engine::Rules& program() const { return *judged.ready.program; }
};

Read read_by(const SharedRules& rules, const std::string& record) {
  dsl::Example example;
  example.record = record;
  Read read;
  read.judged = judge_example(example, [&](const std::vector<std::string>&) { return rules; });
  if (!read.is_legal()) return read;
  step_through(read.program(), read.judged.record, [&](const Frame& frame) {
    read.last = frame;
    return frame.trouble.empty();
  });
  if (read.last && !read.last->trouble.empty()) read.last.reset();
  return read;
}

const std::string& name_of(const Header& header, Seat seat) {
  return header.players[static_cast<std::size_t>(seat)].name;
}

std::string points_text(const engine::Rules& program, const Header& header, const Position& over) {
  if (engine::is_void(over)) return "it is void";
  std::vector<std::string> each;
  for (int seat = 0; seat < program.players; ++seat)
    each.push_back(fmt::format("{} {}", name_of(header, static_cast<Seat>(seat)),
                               over.players[static_cast<std::size_t>(seat)].points));
  return "points: " + dsl::joined(each, ", ");
}

/// The acts of whose turn it is.
void add_turn(const engine::Rules& program, const Header& header, const Position& position,
              Outlook& outlook) {
  static const RecordRound no_round;
  const BreachReporter reporter{program, header, no_round};
  HandRowsOnDemand rows(program);
  std::int64_t steps = RefereeOptions{}.act_budget;
  const Alternatives all = alternatives(reporter, rows, {}, 0, position, engine::no_tile, steps);
  for (const Alternative& each : all.acts) outlook.words[each.acts.front().kind].push_back(each.what.words);
  // Where nothing else is left to do, an announcement is a duty.
  const std::size_t said = outlook.words.contains(ActKind::declared) ? 1 : 0;
  const std::size_t kinds = outlook.words.size() - said;
  outlook.duty = kinds + said == 0 ? Outlook::Duty::nothing
                 : kinds > 1 || (kinds == 0 && outlook.of(ActKind::declared).size() > 1)
                     ? Outlook::Duty::may
                     : Outlook::Duty::has_to;
}

void add_out_of_turn(const engine::Rules& program, const Header& header, const Position& position, Seat seat,
                     Outlook& outlook) {
  static const RecordRound no_round;
  const BreachReporter reporter{program, header, no_round};
  engine::ActList legal;
  engine::legal_acts(program, position, legal);
  // Out of turn there are no others than announcements.
  for (const Act& act : legal)
    if (act.actor == seat)
      outlook.words[act.kind].push_back(fmt::format("say '{}'", reporter.declared_text(act)));
  if (!outlook.words.empty()) outlook.duty = Outlook::Duty::may;
}

/// Absent: chance goes on, or somebody is to lead.
std::optional<Outlook> outlook_at(const engine::Rules& program, const Header& header,
                                  const Position& position, Seat seat) {
  Outlook outlook;
  const engine::Expected next = engine::expected(program, position);
  if (next.next == engine::Next::over) {
    outlook.duty = Outlook::Duty::over;
    outlook.reason = points_text(program, header, position);
    return outlook;
  }
  if (next.next != engine::Next::choice || position.phase != engine::Phase::play) return std::nullopt;
  if (seat == engine::no_seat) seat = position.turn_player;
  outlook.player = name_of(header, seat);
  if (seat == position.turn_player)
    add_turn(program, header, position, outlook);
  else
    add_out_of_turn(program, header, position, seat, outlook);
  return outlook;
}

/// Without the number of the turn in front, which nobody looks for here.
std::string without_place(const std::string& spoken) {
  const std::size_t end = spoken.find(". ");
  return end == std::string::npos ? spoken : spoken.substr(end + 2);
}

Outlook outlook_of(const Read& read, Seat seat) {
  if (read.last) {
    const std::optional<Outlook> outlook =
        outlook_at(read.program(), read.judged.record.header, read.last->position, seat);
    if (outlook) return *outlook;
  }
  Outlook never;
  never.duty = Outlook::Duty::never;
  if (read.is_illegal()) {
    const Ruling& ruling = *read.judged.judgement.ruling;
    never.reason = fmt::format("{} ({})", ruling.says, ruling.rule);
  }
  return never;
}

/// The act in words, as the other rules have it among what may be done; empty: the file lets do it, too.
std::string refused_act(const Outlook& ours, const Outlook& theirs, const Act& act) {
  std::string refused;
  for (const std::string& words : theirs.of(act.kind)) {
    if (contains(ours.of(act.kind), words)) continue;
    const bool is_it = act.tile != no_tile && words.find(tile_text(act.tile)) != std::string::npos;
    if (refused.empty() || is_it) refused = words;
    if (is_it) break;
  }
  return refused.empty() ? refused : infinitive(act.kind, refused);
}

bool rows_ask_ages(const engine::Rules& program) {
  for (std::size_t i = 0; i < program.rules.size(); ++i)
    if (asks_ages(program, dsl::RuleId{static_cast<std::uint16_t>(i)})) return true;
  return false;
}

/// The act and what follows of it in words, with what somebody has to take; moves the position on.
std::string outcome(const engine::Rules& program, const Header& header, Position& position, const Act& act) {
  const Position before = position;
  engine::Trace trace;
  engine::apply(program, position, act, &trace);
  std::vector<std::string> sentences = narrate(program, header, before, act, trace, {});
  // That a turn in which something was laid is over, the narration leaves to the next one.
  if (before.laid > 0 && ends_turn(act.kind))
    sentences.insert(sentences.begin(), name_of(header, act.actor) + " ends the turn.");
  for (int seat = 0; seat < program.players; ++seat)
    if (const int pulls = position.players[static_cast<std::size_t>(seat)].pulls; pulls > 0)
      sentences.push_back(fmt::format("{} has to take {}.", name_of(header, static_cast<Seat>(seat)),
                                      dsl::how_many(pulls, "tile")));
  return dsl::joined(sentences, " ");
}

/// Short records go before long ones. Where there is nothing to draw, less shows of what has to be done; and
/// long lists are hard to read.
std::size_t effort_of(const Position& position, const Scene& scene, std::size_t chosen) {
  constexpr std::size_t no_boneyard = 6;
  constexpr std::size_t same_duty = 3;
  constexpr std::size_t same_lays = 4;
  return chosen + scene.ours.of(ActKind::lay).size() + scene.without.of(ActKind::lay).size() +
         (position.boneyard == 0 ? no_boneyard : 0) +
         (scene.ours.duty == scene.without.duty ? same_duty : 0) +
         (scene.ours.of(ActKind::lay) == scene.without.of(ActKind::lay) ? same_lays : 0);
}

class Staging {
 public:
  Staging(const SceneRules& rules, const SceneTable& table, SceneTurn turn, std::size_t most)
      : rules_(rules),
        table_(table),
        turn_(turn),
        most_(most),
        ours_(engine::compile_rules(*rules.ours, table.players)),
        without_(engine::compile_rules(*rules.without, table.players)) {
    if (rows_ask_ages(ours_) || rows_ask_ages(without_))
      wishes_.ages.assign(ages_of_players.begin(), ages_of_players.begin() + table.players);
    if (turn == SceneTurn::with_double)
      wishes_.wanted = [this](const Disagreement& parted) { return is_with_double(parted); };
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  std::optional<Scene> find(std::size_t& positions) {
    if (ours_.highest != without_.highest || ours_.copies != without_.copies) return std::nullopt;
    std::optional<Scene> best;
    int refused = 0;
    // On a whole set it takes long to make a record short.
    const std::uint64_t seeds = table_.settings.empty()           ? 1
                                : turn_ == SceneTurn::with_double ? most_seeds_with_double
                                                                  : most_seeds;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      Disagreements all = roam_for_disagreement(ours_, without_, seed, most_, wishes_);
      positions += all.positions;
      if (!all.found) return best;
      std::optional<Scene> scene = scene_of(*all.found);
      if (!scene && ++refused == most_refused) return best;
      if (!scene || (best && scene->effort >= best->effort)) continue;
      scene->with_double = is_with_double(*all.found);
      best = std::move(scene);
    }
    return best;
  }

 private:
  std::string record_text(const engine::Rules& program, const std::vector<Act>& acts) const {
    Record record = record_of(program, acts, std::string(own_name), table_.settings,
                              RecordParts{true, true, false}, wishes_.ages);
    // An announcement that is not written was not made.
    record.header.complete = true;
    return write_record(record);
  }

  /// The marked ends after so many acts, by these rules; absent: they do not let come to that.
  std::optional<std::ptrdiff_t> markers_after(const engine::Rules& program, const std::vector<Act>& acts,
                                              std::size_t count) const {
    Playing playing(program, wishes_.ages);
    for (std::size_t i = 0; i < count; ++i)
      if (!playing.go(acts[i])) return std::nullopt;
    const auto is_marked = [](const engine::End& end) { return end.marked; };
    return std::count_if(playing.position.ends.begin(), playing.position.ends.end(), is_marked);
  }

  /// True if a double was laid in the turn in which the two part: that of the last act, or the first one that
  /// left other markers.
  bool is_with_double(const Disagreement& parted) const {
    bool has_double = false;
    for (std::size_t i = parted.acts.size() - 1; i-- > 0;) {
      const Act& act = parted.acts[i];
      if (is_lay(act.kind) && engine::is_double(act.tile)) has_double = true;
      if (!ends_turn(act.kind)) continue;
      const auto ours = markers_after(ours_, parted.acts, i + 1);
      const auto theirs = markers_after(without_, parted.acts, i + 1);
      if (!ours || !theirs || *ours == *theirs) break;
      has_double = false;
    }
    return has_double;
  }

  std::optional<Scene> scene_of(const Disagreement& parted) const {
    std::optional<Scene> scene = choice_scene(parted);
    return scene ? scene : outcome_scene(parted);
  }

  /// The first act on the way of which something else follows by the other rules.
  std::optional<Scene> outcome_scene(const Disagreement& parted) const {
    if (ours_.declared.size() != without_.declared.size()) return std::nullopt;
    const Header header = record_of(ours_, {}, std::string(own_name), {}, {}).header;
    Playing here(ours_, wishes_.ages);
    Playing there(without_, wishes_.ages);
    for (std::size_t i = 0; i < parted.acts.size(); ++i) {
      const Act& act = parted.acts[i];
      const std::optional<std::string> ours = here.step(header, act);
      const std::optional<std::string> theirs = there.step(header, act);
      if (!ours || !theirs) return std::nullopt;
      if (!engine::is_by_rows(act.kind) || *ours == *theirs) continue;
      const auto end = parted.acts.begin() + static_cast<std::ptrdiff_t>(i);
      return staged_outcome(std::vector<Act>(parted.acts.begin(), end + 1), *ours, *theirs);
    }
    return std::nullopt;
  }

  /// A round that is played act by act.
  struct Playing {
    const engine::Rules& program;
    Position position;
    std::string refused{};  ///< the rule by which an act was illegal

    Playing(const engine::Rules& rules, const std::vector<int>& ages)
        : program(rules), position(engine::begin_match(rules, ages)) {
      engine::begin_round(program, position);
    }

    /// False: it is illegal, or the round is over.
    bool go(const Act& act) {
      if (engine::expected(program, position).next == engine::Next::over) return false;
      if (!engine::breaches(program, position, act).empty()) return false;
      engine::apply(program, position, act);
      return true;
    }

    /// The act and what follows of it in words; absent: it is illegal, or the round is over.
    std::optional<std::string> step(const Header& header, const Act& act) {
      if (engine::expected(program, position).next == engine::Next::over) return std::nullopt;
      if (const auto broken = engine::breaches(program, position, act); !broken.empty()) {
        if (broken.front().law) return std::nullopt;
        const engine::Rules::RuleText& row = program.rules[broken.front().rule.value];
        refused = fmt::format("{} ({})", row.says, row.id);
        return std::nullopt;
      }
      return outcome(program, header, position, act);
    }
  };

  static Outlook follows(const std::string& outcome) {
    Outlook outlook;
    outlook.duty = Outlook::Duty::follows;
    outlook.reason = outcome.empty() ? "Nothing follows." : outcome;
    return outlook;
  }

  /// By the rules with the whole entry put back.
  Outlook outcome_by_parent(const Header& header, const std::vector<Act>& acts) const {
    const engine::Rules program = engine::compile_rules(*rules_.parent, table_.players);
    Playing playing(program, wishes_.ages);
    std::optional<std::string> last;
    for (const Act& act : acts)
      if (last = playing.step(header, act); !last) break;
    if (last) return follows(*last);
    Outlook never;
    never.duty = Outlook::Duty::never;
    never.reason = playing.refused;
    return never;
  }

  /// `acts`: with the last one the two part.
  std::optional<Scene> staged_outcome(const std::vector<Act>& acts, const std::string& ours,
                                      const std::string& theirs) const {
    Scene scene;
    scene.before = record_text(ours_, {acts.begin(), acts.end() - 1});
    scene.record = record_text(ours_, acts);
    const Read before = read_by(rules_.ours, scene.before);
    if (!before.last || !read_by(rules_.ours, scene.record).is_legal() ||
        !read_by(rules_.without, record_text(without_, acts)).is_legal())
      return std::nullopt;
    scene.ours = follows(ours);
    scene.without = follows(theirs);
    scene.parent = rules_.parent ? outcome_by_parent(before.judged.record.header, acts) : scene.without;
    set_table(scene, before, {acts.begin(), acts.end() - 1});
    scene.effort = effort_of(before.last->position, scene, Trouble::chosen_in(acts));
    return scene;
  }

  /// `acts`: all that lead there.
  void set_table(Scene& scene, const Read& read, const std::vector<Act>& acts) const {
    const Header& header = read.judged.record.header;
    scene.table = without_place(render_spoken(read.program(), header, *read.last, {}));
    scene.is_won = read.last->position.winner != engine::no_seat;
    if (header.players.size() > most_in_a_paragraph) split_hands(scene, header);
    set_said(scene, header, acts);
    for (std::size_t seat = 0; seat < header.ages.size(); ++seat)
      scene.ages +=
          fmt::format("{}{} is {}", seat == 0 ? "" : ", ", header.players[seat].name, header.ages[seat]);
    scene.picture = table_within(read.program(), header, *read.last, picture_frame);
    scene.highest = read.program().highest;
  }

  static void split_hands(Scene& scene, const Header& header) {
    std::vector<std::size_t> at;
    for (const PlayerField& player : header.players)
      if (const std::size_t found = scene.table.find(player.name + " has "); found != std::string::npos)
        at.push_back(found);
    if (at.size() != header.players.size()) return;
    const std::size_t end = scene.table.find('\n', at.back());
    for (std::size_t i = 0; i < at.size(); ++i)
      scene.hands.emplace_back(dsl::trimmed(
          std::string_view(scene.table).substr(at[i], (i + 1 < at.size() ? at[i + 1] : end) - at[i])));
    scene.table.erase(at.front(), end - at.front());
  }

  /// The file's own acts that were done, as a rule that should ask for one may not.
  void set_said(Scene& scene, const Header& header, const std::vector<Act>& acts) const {
    for (const std::string& own : table_.own_acts) {
      std::vector<std::string> who;
      for (const Act& act : acts)
        if (is_said(act.kind) && ours_.declared[act.declared].name == own)
          who.push_back(act.actor == engine::no_seat ? "The referee" : name_of(header, act.actor));
      if (who.empty()) who.emplace_back("Nobody");
      scene.said += fmt::format("{}{} has said '{}'.", scene.said.empty() ? "" : " ", dsl::listed(who, "and"),
                                dsl::spaced(own));
    }
  }

  /// Somebody has to choose, or the round is over.
  std::optional<Scene> choice_scene(const Disagreement& parted) const {
    const bool by_us = parted.judged_by == Disagreement::Side::left;
    const bool by_act = parted.kind == Disagreement::Kind::legality;
    const Act& last = parted.acts.back();
    if (by_act && !engine::is_by_rows(last.kind)) return std::nullopt;
    const engine::Rules& program = by_us ? ours_ : without_;
    Scene scene;
    scene.record = record_text(program, parted.acts);
    const Read ours = read_by(rules_.ours, scene.record);
    const Read theirs = read_by(rules_.without, scene.record);
    // Nothing is shown of which the referee says something else.
    if (by_act ? !(by_us ? ours : theirs).is_legal() || !(by_us ? theirs : ours).is_illegal()
               : !ours.is_legal() || !theirs.is_legal())
      return std::nullopt;
    std::vector<Act> before = parted.acts;
    if (by_act) before.pop_back();
    scene.before = record_text(program, before);
    const Read here = by_act ? read_by(rules_.ours, scene.before) : ours;
    const Read there = by_act ? read_by(rules_.without, scene.before) : theirs;
    if (!here.last || !there.last) return std::nullopt;
    const Seat seat = by_act ? last.actor : engine::no_seat;
    scene.ours = outlook_of(here, seat);
    scene.without = outlook_of(there, seat);
    if (scene.ours.duty == Outlook::Duty::never || scene.without.duty == Outlook::Duty::never)
      return std::nullopt;
    scene.parent = rules_.parent ? outlook_of(read_by(rules_.parent, scene.before), seat) : scene.without;
    if (ours.is_illegal()) {
      const Ruling& ruling = *ours.judged.judgement.ruling;
      scene.because = ruling.rule;
      add_refused(scene, last, ruling.rule, ruling.says);
    }
    if (by_act) refuse_lay(scene, *here.last, *there.last, last.actor);
    // A duty is seen best by the acts that are refused beside it.
    if (by_act)
      for (const ActKind kind : {ActKind::draw, ActKind::done})
        if (kind != last.kind || ours.is_legal()) refuse(scene, *here.last, {.kind = kind, .actor = seat});
    set_table(scene, here, before);
    if (by_act && by_us && !is_lay(last.kind) && !ends_turn(last.kind)) {
      const Header& header = here.judged.record.header;
      Position after = here.last->position;
      scene.follows = outcome(ours_, header, after, last);
      // The duties that stood before may still stand behind a permission.
      if (after.turn_player == last.actor) scene.after = outlook_at(ours_, header, after, last.actor);
    }
    scene.effort = effort_of(here.last->position, scene, Trouble::chosen_in(parted.acts));
    return scene;
  }

  static void add_refused(Scene& scene, const Act& act, const std::string& rule, const std::string& says) {
    const std::string words = refused_act(scene.ours, scene.without, act);
    std::string refused = fmt::format("{}. {} ({})", words, says, rule);
    const bool is_over = scene.ours.duty == Outlook::Duty::over;
    if (!is_over && !words.empty() && !contains(scene.refused, refused))
      scene.refused.push_back(std::move(refused));
  }

  /// A tile that only the other rules let lay.
  void refuse_lay(Scene& scene, const Frame& here, const Frame& there, Seat seat) const {
    engine::ActList legal;
    engine::legal_acts(without_, there.position, legal);
    for (const Act& act : legal) {
      if (!is_lay(act.kind) || act.actor != seat) continue;
      const std::size_t before = scene.refused.size();
      refuse(scene, here, act);
      if (scene.refused.size() > before) return;
    }
  }

  void refuse(Scene& scene, const Frame& here, const Act& act) const {
    const std::vector<engine::Breach> broken = engine::breaches(ours_, here.position, act);
    if (broken.empty() || broken.front().law) return;
    const engine::Rules::RuleText& row = ours_.rules[broken.front().rule.value];
    add_refused(scene, act, row.id, row.says);
  }

  const SceneRules& rules_;
  const SceneTable& table_;
  SceneTurn turn_;
  std::size_t most_;
  engine::Rules ours_;
  engine::Rules without_;
  RoamWishes wishes_{};
};

}  // namespace

const std::vector<std::string>& Outlook::of(ActKind kind) const {
  static const std::vector<std::string> none;
  const auto found = words.find(kind);
  return found == words.end() ? none : found->second;
}

std::string Outlook::acts() const {
  std::vector<std::string> lays;
  std::string tile;
  for (const std::string& lay : of(ActKind::lay)) {
    const std::size_t on = lay.find(" on ");
    const std::string its = lay.substr(0, on);
    lays.push_back(its == tile && on != std::string::npos ? lay.substr(on + 1) : lay);
    tile = its;
  }
  if (lays.size() > most_lays) {
    const std::size_t more = lays.size() - most_lays + 1;
    lays.resize(most_lays - 1);
    lays.push_back(fmt::format("one of {} more", more));
  }
  std::vector<std::string> others = of(ActKind::draw);
  others.insert(others.end(), of(ActKind::done).begin(), of(ActKind::done).end());
  if (lays.empty()) return one_of(others.empty() ? of(ActKind::declared) : others);
  const std::string text = infinitive(ActKind::lay, one_of(lays));
  return others.empty() ? text : fmt::format("{}{} or {}", text, lays.size() > 1 ? "," : "", one_of(others));
}

std::vector<std::string> Outlook::announcements() const {
  const bool is_all = words.size() == 1 && words.contains(ActKind::declared);
  return is_all ? std::vector<std::string>() : of(ActKind::declared);
}

std::string Outlook::sentence() const {
  const std::string said = one_of(announcements());
  switch (duty) {
    case Duty::may:
      return fmt::format("{} may {}{}{}.", player, acts(), said.empty() ? "" : ", or ", said);
    case Duty::has_to:
      return fmt::format("{} has to {}{}{}.", player, acts(), said.empty() ? "" : ", and may first ", said);
    case Duty::nothing:
      return fmt::format("{} can do nothing.", player);
    case Duty::over:
      return fmt::format("The round is over; {}.", reason);
    case Duty::follows:
      return reason;
    case Duty::never:
      return reason.empty() ? "It does not come to this." : "It does not come to this: " + reason;
  }
  return {};
}

std::string unwon_round(const dsl::CheckedRules& rules, const SceneTable& table, std::size_t most_positions) {
  if (dsl::refuse_players(rules, table.players)) return {};
  const engine::Rules program = engine::compile_rules(rules, table.players);
  const Header header = record_of(program, {}, std::string(own_name), {}, {}).header;
  engine::Random random(1);
  engine::ActList legal;
  for (std::size_t positions = 0, rounds = 0; positions < most_positions && rounds < most_positions;
       ++rounds) {
    const PlayPolicy& temper = all_policies()[rounds % all_policies().size()];
    Position position = engine::begin_match(program);
    engine::begin_round(program, position);
    for (; positions < most_positions; ++positions) {
      const std::optional<Act> act = next_act(program, position, temper, legal, random);
      if (!act) break;
      engine::apply(program, position, *act);
    }
    const bool is_over = position.phase == engine::Phase::over && !engine::is_void(position);
    if (!is_over || position.winner != engine::no_seat) continue;
    std::vector<std::string> hands;
    bool all_have_pips = true;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
      const std::vector<TileId> tiles = tiles_in(position.hands[seat]);
      all_have_pips = all_have_pips && any_of(tiles, [](TileId tile) { return engine::high_of(tile) > 0; });
      hands.push_back(fmt::format(
          "{} has {}", header.players[seat].name,
          dsl::joined(tiles_in(position.hands[seat]), ", ", [](TileId tile) { return tile_text(tile); })));
    }
    // Of somebody who holds nothing that counts there is nothing to see.
    if (!all_have_pips) continue;
    return fmt::format("{}; {}.", dsl::joined(hands, "; "), points_text(program, header, position));
  }
  return {};
}

std::optional<Scene> find_scene(const SceneRules& rules, const SceneTable& table, SceneTurn turn,
                                std::size_t most_positions, std::size_t& positions) {
  for (const SharedRules& each : {rules.ours, rules.without})
    if (dsl::refuse_players(*each, table.players)) return std::nullopt;
  return Staging(rules, table, turn, most_positions).find(positions);
}

}  // namespace roundhouse::replay
