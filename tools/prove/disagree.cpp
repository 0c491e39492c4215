#include "tools/prove/disagree.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "engine/random.h"
#include "tools/prove/position_store.h"
#include "tools/prove/roam.h"
#include "tools/prove/state_key.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

/// An act as both rule sets can know it: places by what lies there, announcements by their names.
struct Common {
  ActKind kind = ActKind::done;
  int actor = 0, tile = 0, whom = 0, amount = 0;
  std::string name;  ///< of an announcement, or of the train
  int owner = 0, number = 0, end_tile = 0, pip = 0;
  auto parts() const { return std::tie(kind, actor, tile, whom, amount, name, owner, number, end_tile, pip); }
  bool operator==(const Common&) const = default;
  bool operator<(const Common& other) const { return parts() < other.parts(); }
};

Common common_of(const engine::Rules& program, const Position& position, const Act& act) {
  Common made{act.kind, act.actor, act.tile, act.whom, act.amount, {}, 0, 0, 0, 0};
  if (act.kind == ActKind::declared) made.name = program.declared[act.declared].name;
  if (act.kind == ActKind::cast) made.name = program.fact_names[act.declared];
  if (act.kind != ActKind::lay) return made;
  const int index = engine::find_end(position, act.end);
  if (index < 0) return made;
  const engine::End& end = position.ends[static_cast<std::size_t>(index)];
  const dsl::TrainSlot& train = program.trains[end.train];
  made.name = program.names[train.kind_name.value];
  made.owner = train.owner;
  made.number = train.number;
  made.end_tile = end.tile;
  made.pip = end.pip;
  return made;
}

struct Move {
  Common common;
  Act act;
};

std::vector<Move> moves(const engine::Rules& program, const Position& position) {
  engine::ActList list;
  all_next(program, position, list);
  std::vector<Move> all;
  for (const Act& act : list) all.push_back({common_of(program, position, act), act});
  stable_sort(all, [](const Move& a, const Move& b) { return a.common < b.common; });
  // Two ends with the same look are one.
  all.erase(
      std::unique(all.begin(), all.end(), [](const Move& a, const Move& b) { return a.common == b.common; }),
      all.end());
  return all;
}

const Move* find(const std::vector<Move>& all, const Common& wanted) {
  const auto at = std::lower_bound(all.begin(), all.end(), wanted,
                                   [](const Move& move, const Common& c) { return move.common < c; });
  return at == all.end() || at->common != wanted ? nullptr : &*at;
}

/// The disagreement with the acts that led to it.
Disagreement behind(std::vector<Act> acts, Disagreement parted) {
  acts.insert(acts.end(), parted.acts.begin(), parted.acts.end());
  parted.acts = std::move(acts);
  return parted;
}

/// Two rule sets, and what each says where they part.
class BothRules {
 public:
  BothRules(const engine::Rules& left, const engine::Rules& right) : left_(left), right_(right) {}

  using Side = Disagreement::Side;

  static Position begin(const engine::Rules& program, const std::vector<int>& ages = {}) {
    Position position = engine::begin_match(program, ages);
    engine::begin_round(program, position);
    return position;
  }

  struct Both {
    bool over = false;                   ///< for both, and alike
    std::vector<Move> lefts, rights;     ///< acts that can come next, equal for both
    std::optional<Disagreement> parted;  ///< without the acts that led there
  };
  Both look(const Position& left, const Position& right) const {
    Both both;
    const bool left_over = engine::expected(left_, left).next == engine::Next::over;
    const bool right_over = engine::expected(right_, right).next == engine::Next::over;
    both.over = left_over && right_over;
    if (both.over) {
      if (points_text(left_, left) != points_text(right_, right))
        both.parted = Disagreement{
            {}, Side::left, Disagreement::Kind::result, points_text(left_, left), points_text(right_, right)};
      return both;
    }
    both.lefts = moves(left_, left);
    both.rights = moves(right_, right);
    const auto not_in = [](const std::vector<Move>& mine, const std::vector<Move>& theirs) {
      return find_if(mine, [&](const Move& move) { return find(theirs, move.common) == nullptr; });
    };
    const auto part = [&](const Move& move, Side by, std::string mine, std::string theirs) {
      both.parted =
          Disagreement{{move.act}, by, Disagreement::Kind::legality, std::move(mine), std::move(theirs)};
    };
    if (const auto only = not_in(both.lefts, both.rights); only != both.lefts.end())
      part(*only, Side::left, "legal", why_not(right_, right, only->common));
    else if (const auto other = not_in(both.rights, both.lefts); other != both.rights.end())
      part(*other, Side::right, why_not(left_, left, other->common), "legal");
    return both;
  }

  const engine::Rules& left() const { return left_; }
  const engine::Rules& right() const { return right_; }

 private:
  std::string why_not(const engine::Rules& program, const Position& position, const Common& wanted) const {
    const engine::Expected next = engine::expected(program, position);
    if (next.next == engine::Next::over) return "the round is over";
    if (next.next != engine::Next::choice) return "something else comes first";
    for (std::size_t e = 0; e < std::max<std::size_t>(1, position.end_count); ++e) {
      Act act{.kind = wanted.kind,
              .actor = static_cast<engine::Seat>(wanted.actor),
              .tile = static_cast<engine::TileId>(wanted.tile),
              .whom = static_cast<engine::Seat>(wanted.whom),
              .end = position.ends[e].serial,
              .amount = wanted.amount};
      if (wanted.kind == ActKind::declared) {
        const auto named = [&](const dsl::DeclaredAct& declared) { return declared.name == wanted.name; };
        const auto at = find_if(program.declared, named);
        if (at == program.declared.end()) return fmt::format("there is no act '{}'", wanted.name);
        act.declared = static_cast<std::uint16_t>(at - program.declared.begin());
      }
      if (wanted.kind == ActKind::lay && common_of(program, position, act) != wanted) continue;
      for (const engine::Breach& breach : engine::breaches(program, position, act)) {
        if (breach.law) return fmt::format("illegal, {}", row(*breach.law).name);
        const auto& rule = program.rules[breach.rule.value];
        return rule.says.empty() ? fmt::format("illegal, {}", rule.id)
                                 : fmt::format("illegal, {}: {}", rule.id, rule.says);
      }
    }
    return "there is no such place";
  }

  static std::string points_text(const engine::Rules& program, const Position& over) {
    if (engine::is_void(over)) return "the round is void";
    std::string text = "the round is over:";
    for (int seat = 0; seat < program.players; ++seat)
      text += fmt::format(" {}", over.players[static_cast<std::size_t>(seat)].points);
    return text;
  }

  const engine::Rules& left_;
  const engine::Rules& right_;
};

class Comparison {
 public:
  Comparison(const engine::Rules& left, const engine::Rules& right, std::size_t most)
      : rules_(left, right),
        left_(left),
        right_(right),
        most_(most),
        left_keys_(left),
        right_keys_(right),
        left_waiting_(BothRules::begin(left)),
        right_waiting_(BothRules::begin(right)) {
    // Ends are matched by their tiles, which both rule sets know.
    left_keys_.distinguish_end_tiles();
    right_keys_.distinguish_end_tiles();
  }

  Disagreements compare() {
    meet(BothRules::begin(left_), BothRules::begin(right_), 0, {}, {});
    for (std::size_t node = 0; !left_waiting_.empty() && !result_.found; ++node) {
      if (from_.size() >= most_) {
        result_.whole = false;
        break;
      }
      const Position left = left_waiting_.pop();
      const Position right = right_waiting_.pop();
      ++result_.positions;
      expand(node, left, right);
    }
    return std::move(result_);
  }

 private:
  void meet(const Position& left, const Position& right, std::size_t from, const Act& left_act,
            const Act& right_act) {
    const PlayHash a = left_keys_.of(left);
    const PlayHash b = right_keys_.of(right);
    // Points are no part of a key, and here they make a difference.
    std::uint64_t points = 0;
    for (int seat = 0; seat < left_.players; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      points = engine::mix64(points ^ static_cast<std::uint32_t>(left.players[at].points)) +
               engine::mix64(static_cast<std::uint32_t>(right.players[at].points));
    }
    if (!met_.insert({engine::mix64(a.a + points) ^ b.b, a.b ^ engine::mix64(b.a)}).second) return;
    from_.push_back(from);
    acts_.push_back({left_act, right_act});
    left_waiting_.push(left);
    right_waiting_.push(right);
  }

  std::vector<Act> acts_to(std::size_t node, Disagreement::Side side) const {
    std::vector<Act> acts;
    for (; node != 0; node = from_[node])
      acts.push_back(side == Disagreement::Side::left ? acts_[node].first : acts_[node].second);
    std::reverse(acts.begin(), acts.end());
    return acts;
  }

  void expand(std::size_t node, const Position& left, const Position& right) {
    BothRules::Both both = rules_.look(left, right);
    if (both.parted) {
      result_.found = behind(acts_to(node, both.parted->judged_by), std::move(*both.parted));
      return;
    }
    for (const Move& move : both.lefts) {
      Position left_after = left;
      Position right_after = right;
      const Act right_act = find(both.rights, move.common)->act;
      engine::apply(left_, left_after, move.act);
      engine::apply(right_, right_after, right_act);
      meet(left_after, right_after, node, move.act, right_act);
    }
  }

  BothRules rules_;
  const engine::Rules& left_;
  const engine::Rules& right_;
  std::size_t most_;
  PlayKey left_keys_;
  PlayKey right_keys_;
  PackedPositions left_waiting_;
  PackedPositions right_waiting_;
  std::unordered_set<PlayHash, KeyHash> met_;
  std::vector<std::size_t> from_;
  std::vector<std::pair<Act, Act>> acts_;
  Disagreements result_;
};

/// Rounds at random, both rule sets side by side.
class SideBySide {
 public:
  SideBySide(const engine::Rules& left, const engine::Rules& right, std::uint64_t seed,
             const RoamWishes& wishes)
      : rules_(left, right),
        random_(engine::mix64(seed) + static_cast<std::uint64_t>(left.players)),
        wishes_(wishes) {}

  Disagreements roam(std::size_t most_positions) {
    Disagreements result;
    std::vector<Common> wishes;
    // A round of which nothing comes has no positions.
    while (result.positions < most_positions && result.rounds < most_positions && !result.found) {
      const PlayPolicy& temper = all_policies()[result.rounds++ % all_policies().size()];
      wishes.clear();
      Table table = begin();
      for (int acts = 0; acts < most_acts && !table.parted && !table.both.over; ++acts) {
        if (table.both.lefts.empty()) break;
        wishes.push_back(choose_move(table, temper).common);
        step(table, wishes.back());
        ++result.positions;
      }
      if (table.parted) result.found = shortest(std::move(wishes), *table.parted);
    }
    return result;
  }

 private:
  static constexpr int most_acts = 1'500;
  static constexpr std::size_t most_tries = 600;

  struct Table {
    Position left, right;
    std::vector<Act> left_acts, right_acts;
    BothRules::Both both;
    std::optional<Disagreement> parted;
  };

  Table begin() const {
    Table table{BothRules::begin(rules_.left(), wishes_.ages),
                BothRules::begin(rules_.right(), wishes_.ages),
                {},
                {},
                {},
                {}};
    look(table);
    return table;
  }

  void look(Table& table) const {
    table.both = rules_.look(table.left, table.right);
    if (!table.both.parted) return;
    const bool by_left = table.both.parted->judged_by == Disagreement::Side::left;
    table.parted = behind(by_left ? table.left_acts : table.right_acts, std::move(*table.both.parted));
    if (!wishes_.wanted || wishes_.wanted(*table.parted)) return;
    table.parted.reset();
    std::erase_if(table.both.lefts,
                  [&](const Move& move) { return find(table.both.rights, move.common) == nullptr; });
  }

  /// False: nobody can do that here.
  bool step(Table& table, const Common& wish) const {
    const Move* left = find(table.both.lefts, wish);
    if (left == nullptr) return false;
    const Act left_act = left->act;
    const Act right_act = find(table.both.rights, wish)->act;
    engine::apply(rules_.left(), table.left, left_act);
    engine::apply(rules_.right(), table.right, right_act);
    table.left_acts.push_back(left_act);
    table.right_acts.push_back(right_act);
    look(table);
    return true;
  }

  const Move& choose_move(const Table& table, const PlayPolicy& temper) {
    engine::ActList acts;
    for (const Move& move : table.both.lefts) acts.push_back(move.act);
    const Act chosen = choose(table.left, temper, acts, random_);
    return *find_if(table.both.lefts, [&](const Move& move) { return move.act == chosen; });
  }

  /// Plays what can be done of these; where chance has to say something and none of them is that, the first
  /// thing that it can. Absent: they do not part.
  std::optional<Disagreement> played(const std::vector<Common>& wishes) const {
    Table table = begin();
    for (const Common& wish : wishes) {
      if (table.parted || table.both.over) break;
      while (!table.parted && !table.both.lefts.empty() &&
             !engine::is_by_rows(table.both.lefts.front().act.kind) &&
             find(table.both.lefts, wish) == nullptr) {
        if (wish.kind == table.both.lefts.front().act.kind || engine::is_by_rows(wish.kind))
          step(table, Common(table.both.lefts.front().common));
        else
          break;
      }
      if (table.parted) break;
      step(table, wish);
    }
    return table.parted;
  }

  static std::size_t chosen(const Disagreement& found) { return Trouble::chosen_in(found.acts); }

  Disagreement shortest(std::vector<Common> wishes, Disagreement best) const {
    std::size_t tries = most_tries;
    for (std::size_t size = wishes.size() / 2; size > 0 && tries > 0;) {
      bool found = false;
      for (std::size_t at = 0; at < wishes.size() && tries > 0; --tries) {
        std::vector<Common> fewer = wishes;
        const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
        fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(size, wishes.size() - at)));
        std::optional<Disagreement> shown = played(fewer);
        if (shown && chosen(*shown) < chosen(best)) {
          best = std::move(*shown);
          wishes = std::move(fewer);
          found = true;
        } else {
          at += size;
        }
      }
      if (!found) size /= 2;
      size = std::min(size, wishes.size());
    }
    return best;
  }

  BothRules rules_;
  engine::Random random_;
  const RoamWishes& wishes_;
};

}  // namespace

Disagreements find_disagreement(const engine::Rules& left, const engine::Rules& right,
                                std::size_t most_positions) {
  return Comparison(left, right, most_positions).compare();
}

Disagreements roam_for_disagreement(const engine::Rules& left, const engine::Rules& right, std::uint64_t seed,
                                    std::size_t most_positions, const RoamWishes& wishes) {
  return SideBySide(left, right, seed, wishes).roam(most_positions);
}

}  // namespace roundhouse::replay
