#include "tools/prove/trouble.h"

#include <optional>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "engine/fold.h"

namespace roundhouse::replay {
namespace {

constexpr std::array<std::string_view, engine::max_players> names{
    "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy", "Jan", "Kai", "Lou", "Max", "Ned"};

Record record_of_rounds(const engine::Rules& program, const std::vector<PlayedRound>& rounds,
                        const std::string& variant, const std::vector<std::string>& settings,
                        const RecordParts& parts, const std::vector<int>& ages) {
  Header header;
  header.ages = ages;
  header.variant.name = variant;
  for (const std::string& setting : settings) {
    auto [option, value] = dsl::split_setting(setting);
    header.variant.options.push_back({std::move(option), std::move(value), {}});
  }
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat)
    header.players.push_back({std::string(names[seat]), {}, {}});
  return record_from_acts(program, std::move(header), engine::begin_match(program, ages), rounds, parts);
}

using engine::Act;
using engine::ActKind;
using engine::Position;

constexpr std::size_t most_tries = 2'000;

/// An act so that it is known again on another table: its end by the tile that lies there.
struct Portable {
  Act act;
  engine::End end{};
};

class Shortener {
 public:
  Shortener(const WatchedRules& rules, const Trouble& trouble, std::size_t most_acts)
      : rules_(rules), wanted_(trouble), acts_left_(most_acts) {}

  Trouble shorten() {
    std::size_t tries = most_tries;
    std::vector<Portable> acts = portable(wanted_.acts);
    Trouble best = wanted_;
    for (std::size_t size = acts.size() / 2; size > 0;) {
      bool found = false;
      for (std::size_t at = 0; at < acts.size() && tries > 0 && acts_left_ > 0; --tries) {
        std::vector<Portable> fewer = acts;
        const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
        fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(size, acts.size() - at)));
        const std::optional<Trouble> shown = played(fewer);
        if (shown && shown->chosen() < best.chosen()) {
          best = *shown;
          acts = portable(best.acts);
          found = true;
        } else {
          at += size;
        }
      }
      if (!found) size /= 2;
      size = std::min(size, acts.size());
      if (tries == 0 || acts_left_ == 0) break;
    }
    return best;
  }

 private:
  Position begin() const {
    Position position = engine::begin_match(rules_.program);
    engine::begin_round(rules_.program, position);
    for (const std::vector<Act>& round : wanted_.before) {
      for (const Act& act : round) engine::apply(rules_.program, position, act);
      engine::begin_round(rules_.program, position);
    }
    return position;
  }

  std::vector<Portable> portable(const std::vector<Act>& acts) const {
    std::vector<Portable> made;
    Position position = begin();
    for (const Act& act : acts) {
      Portable one{act};
      const int index = act.kind == ActKind::lay ? engine::find_end(position, act.end) : -1;
      if (index >= 0) one.end = position.ends[static_cast<std::size_t>(index)];
      made.push_back(one);
      engine::apply(rules_.program, position, act);
    }
    return made;
  }

  /// The act in this position, if it is possible here.
  std::optional<Act> placed(const Position& position, const Portable& wish) const {
    Act act = wish.act;
    if (act.kind == ActKind::lay) {
      const auto last = position.ends.begin() + position.end_count;
      const auto same = std::find_if(position.ends.begin(), last, [&](const engine::End& end) {
        return end.train == wish.end.train && end.tile == wish.end.tile && end.pip == wish.end.pip;
      });
      if (same == last) return std::nullopt;
      act.end = same->serial;
    }
    engine::ActList possible;
    all_next(rules_.program, position, possible);
    const bool is_there = contains(possible, act);
    return is_there ? std::optional(act) : std::nullopt;
  }

  /// Plays them; absent: the trouble does not show.
  std::optional<Trouble> played(const std::vector<Portable>& acts) {
    Position position = begin();
    for (const std::vector<Act>& round : wanted_.before) acts_left_ -= std::min(acts_left_, round.size());
    Trouble made = wanted_;
    made.acts.clear();
    engine::Trace trace;
    engine::ActList possible;
    for (std::size_t i = 0;;) {
      if (shows(position)) return made;
      const engine::Expected next = engine::expected(rules_.program, position);
      std::optional<Act> act;
      if (next.next == engine::Next::over) return std::nullopt;
      if (next.next == engine::Next::choice) {
        while (i < acts.size() && !(act = placed(position, acts[i]))) ++i;
        if (!act) return std::nullopt;
        ++i;
      } else {
        // Chance: the next act of this kind if it can be, else the first thing that can.
        while (i < acts.size() && !engine::is_by_rows(acts[i].act.kind) && !(act = placed(position, acts[i])))
          ++i;
        if (act) {
          ++i;
        } else {
          all_next(rules_.program, position, possible);
          if (possible.empty()) return std::nullopt;
          act = possible.front();
        }
      }
      if (acts_left_ == 0) return std::nullopt;
      --acts_left_;
      const Position before = position;
      trace.clear();
      engine::apply(rules_.program, position, *act, &trace);
      made.acts.push_back(*act);
      if (made.acts.size() > wanted_.acts.size()) return std::nullopt;
      if (shows(before, trace, position)) return made;
    }
  }

  bool shows(const Position& position) const {
    if (wanted_.kind != TroubleKind::dead_end) return false;
    if (engine::expected(rules_.program, position).next != engine::Next::choice) return false;
    engine::ActList possible;
    all_next(rules_.program, position, possible);
    return possible.empty() && rows_in_the_way(rules_.program, position) == wanted_.rows;
  }

  bool shows(const Position& before, const engine::Trace& trace, const Position& after) const {
    if (wanted_.kind == TroubleKind::lost_number)
      return is_at_limit(rules_.program, after) && !is_at_limit(rules_.program, before);
    if (wanted_.kind != TroubleKind::broken_claim) return false;
    const std::vector<std::string> broken = broken_checks(rules_, trace, after);
    return contains(broken, wanted_.rows.front());
  }

  const WatchedRules& rules_;
  const Trouble& wanted_;
  std::size_t acts_left_;
};

}  // namespace

Record record_of(const engine::Rules& program, const Trouble& trouble, const std::string& variant,
                 const std::vector<std::string>& settings) {
  std::vector<PlayedRound> rounds;
  for (const std::vector<engine::Act>& round : trouble.before) rounds.push_back({round});
  rounds.push_back({trouble.acts});
  return record_of_rounds(program, rounds, variant, settings, {}, {});
}

Record record_of(const engine::Rules& program, const std::vector<engine::Act>& acts,
                 const std::string& variant, const std::vector<std::string>& settings,
                 const RecordParts& parts, const std::vector<int>& ages) {
  return record_of_rounds(program, {{acts}}, variant, settings, parts, ages);
}

Trouble shortened(const WatchedRules& rules, const Trouble& trouble, std::size_t most_acts) {
  switch (trouble.kind) {
    case TroubleKind::dead_end:
    case TroubleKind::broken_claim:
    case TroubleKind::lost_number:
      return Shortener(rules, trouble, most_acts).shorten();
    case TroubleKind::trap:
    case TroubleKind::endless_round:
    case TroubleKind::endless_turn:
    case TroubleKind::blocking_double:
    case TroubleKind::uncoverable_double:
    case TroubleKind::lasting_marker:
    case TroubleKind::endless_match:
    case TroubleKind::scores_upside_down:
    case TroubleKind::never_reached:
      return trouble;
  }
  return trouble;
}

}  // namespace roundhouse::replay
