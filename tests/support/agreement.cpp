#include "tests/support/agreement.h"

#include <algorithm>
#include <random>
#include <sstream>

#include "engine/fold.h"
#include "tests/slow/slow_text.h"

namespace roundhouse {
namespace {

using engine::Position;

static_assert(static_cast<int>(engine::ActKind::cast) == static_cast<int>(slow::ActKind::cast));

std::optional<slow::Seat> seat_of(engine::Seat seat) {
  if (seat == engine::no_seat) return std::nullopt;
  return seat;
}
std::optional<slow::Tile> tile_of(engine::TileId tile) {
  if (tile == engine::no_tile) return std::nullopt;
  return slow::Tile{engine::high_of(tile), engine::low_of(tile)};
}

std::string seat_text(int seat) { return seat < 0 ? "-" : std::to_string(seat + 1); }
std::string tile_text(engine::TileId tile) {
  return tile == engine::no_tile ? "-" : slow::text(*tile_of(tile));
}

std::string bag_text(const engine::TileBag& bag) {
  std::string out;
  for (int id = 0; id < engine::max_tile_kinds; ++id) {
    const auto tile = static_cast<engine::TileId>(id);
    for (int copy = 0; copy < bag.count(tile); ++copy) out += ' ' + tile_text(tile);
  }
  return out;
}

std::string fact_text(dsl::Type type, std::int32_t value) {
  if (value == INT32_MIN) return "-";
  if (type == dsl::Type::player) return seat_text(value);
  if (type == dsl::Type::tile) return tile_text(static_cast<engine::TileId>(value));
  return std::to_string(value);
}

std::string number(const std::string& name, int value) { return ' ' + name + ' ' + std::to_string(value); }
std::string field(const std::string& name, const std::string& value) { return ' ' + name + ' ' + value; }

}  // namespace

slow::Act slow_act(const engine::Act& act) {
  slow::Act out;
  out.kind = static_cast<slow::ActKind>(act.kind);
  out.actor = seat_of(act.actor);
  out.tile = tile_of(act.tile);
  out.whom = seat_of(act.whom);
  out.end = act.end;
  out.declared = act.declared;
  out.amount = act.amount;
  return out;
}

engine::Act engine_act(const slow::Act& act) {
  engine::Act out;
  out.kind = static_cast<engine::ActKind>(act.kind);
  if (act.actor) out.actor = static_cast<engine::Seat>(*act.actor);
  if (act.tile) out.tile = engine::tile_of(act.tile->high, act.tile->low);
  if (act.whom) out.whom = static_cast<engine::Seat>(*act.whom);
  out.end = static_cast<std::uint16_t>(act.end);
  out.declared = static_cast<std::uint16_t>(act.declared);
  out.amount = act.amount;
  return out;
}

std::string observe(const engine::Rules& program, const Position& p) {
  std::string out;
  const auto line = [&](const std::string& what) { out += what + '\n'; };
  std::string used;
  for (unsigned n = 0; n <= engine::max_highest; ++n) {
    if ((p.used >> n & 1U) != 0) used += ' ' + std::to_string(n);
  }
  const bool over = p.phase == engine::Phase::over;
  line("match:" + number("game", p.game) + number("round", p.round) +
       field("double", p.scheduled < 0 ? "-" : std::to_string(p.scheduled)) +
       field("last-out", seat_text(p.last_out)) + " used" + used);
  line("round:" + number("over", over ? 1 : 0) + field("first", seat_text(p.first)) +
       field("starter", seat_text(p.starter)) + field("winner", seat_text(p.winner)) +
       field("engine", tile_text(p.engine_tile)) + number("boneyard", p.boneyard) + number("lap", p.lap) +
       number("still", p.still) + (p.voids > 0 ? number("voids", p.voids) : "") +
       (p.voided ? " voided" : ""));
  line("turn:" + field("player", seat_text(p.turn_player)) + field("previous", seat_text(p.turn_previous)) +
       field("next", seat_text(p.turn_next)) + number("laid", p.laid) + number("drawn", p.drawn) +
       number("drew", p.drew) + number("marked", p.newly_marked ? 1 : 0) +
       number("passing", p.passing ? 1 : 0));
  line("boneyard:" + bag_text(engine::boneyard_tiles(program, p)));
  const std::vector<int> ranks = engine::ranks(program, p);
  for (int seat = 0; seat < program.players; ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    const engine::PlayerState& player = p.players[i];
    line("player " + seat_text(seat) + ":" + number("points", player.points) + number("total", player.total) +
         number("rank", ranks[i]) +
         (program.match.points.given()
              ? number("placement", engine::placement_of(program, p, static_cast<engine::Seat>(seat)))
              : "") +
         number("turns", player.turns) + number("pulls", player.pulls) + field("lot", tile_text(player.lot)) +
         number("kept", player.kept ? 1 : 0) + " hand" + bag_text(p.hands[i]) +
         (p.hands[i].size() == player.count ? "" : " of " + std::to_string(player.count)));
  }
  const bool lies = p.engine_tile != engine::no_tile;
  for (std::size_t t = 0; lies && t < program.trains.size(); ++t) {
    const dsl::TrainSlot& train = program.trains[t];
    line("train " + std::to_string(t) + ": " + program.names[train.kind_name.value] +
         field("owner", seat_text(train.owner)) + number("started", (p.started >> t & 1U) != 0 ? 1 : 0));
    for (std::size_t i = 0; i < p.end_count; ++i) {
      const engine::End& end = p.ends[i];
      if (end.train != t) continue;
      std::string owed;
      for (std::size_t d = 0; d < p.debt_count; ++d) {
        if (p.debts[d].group == end.group) owed = number("owed", p.debts[d].covers);
      }
      line("  end" + number("serial", end.serial) + number("group", end.group) + number("pip", end.pip) +
           field("tile", tile_text(end.tile)) + (end.tail ? " tail" : "") + (end.start ? " start" : "") +
           (end.side ? " side" : "") + (end.marked ? " marked" : "") + owed);
    }
  }
  for (std::size_t d = 0; d < p.debt_count; ++d) {
    const engine::Debt& debt = p.debts[d];
    line("debt:" + number("group", debt.group) + number("pip", debt.pip) + field("by", seat_text(debt.by)) +
         field("train", debt.train == 255 ? "-" : std::to_string(debt.train)) +
         number("covers", debt.covers) + number("fresh", debt.turn == p.turn_serial ? 1 : 0));
  }
  for (std::size_t i = 0; i < program.facts.size(); ++i) {
    const dsl::FactSlot& fact = program.facts[i];
    // Before the engine lies the slow reading has no trains.
    const bool no_trains = fact.of == dsl::Scope::train && p.engine_tile == engine::no_tile;
    const int count = no_trains ? 0 : fact.places;
    std::string values;
    for (int k = 0; k < count; ++k) {
      values += ' ' + fact_text(fact.type, p.facts[static_cast<std::size_t>(fact.slot + k)]);
    }
    line("fact " + program.fact_names[i] + ":" + values);
  }
  return out;
}

namespace {

/// Both games side by side.
class Pair {
 public:
  Pair(const dsl::CheckedRules& rules, const engine::Rules& program, std::uint64_t seed, const Pace& pace,
       Tally& tally)
      : rules_(rules),
        program_(program),
        pace_(pace),
        tally_(tally),
        chance_(seed),
        ages_(random_ages()),
        slow_(rules, program.players, ages_),
        position_(engine::begin_match(program, ages_)) {}
  /// Goes on where another pair stopped.
  Pair(const dsl::CheckedRules& rules, const engine::Rules& program, std::uint64_t seed, const Pace& pace,
       Tally& tally, const slow::SlowGame& slow, const Position& position)
      : rules_(rules),
        program_(program),
        pace_(pace),
        tally_(tally),
        chance_(seed),
        slow_(slow),
        position_(position) {}

  const slow::SlowGame& slow() const { return slow_; }
  const Position& position() const { return position_; }

  /// `new_game`: whether the first of these rounds begins one. `counted`: the position with what the places
  /// of the game before were worth, by the rules of then.
  std::string play(std::optional<bool> new_game = std::nullopt, const Position* counted = nullptr) {
    for (int i = 0; i < pace_.rounds; ++i) {
      story_.clear();
      slow_.begin_round(new_game);
      const bool is_counted = counted != nullptr && new_game.value_or(false);
      if (is_counted) position_.facts = counted->facts;
      engine::begin_round(program_, position_, std::nullopt, new_game,
                          is_counted ? engine::Placement::counted : engine::Placement::count);
      new_game.reset();
      ++tally_.rounds;
      if (!play_round()) return trouble_;
      if (slow_.expected().next != slow::Expected::Next::over) {
        ++tally_.unfinished;
        return {};
      }
      if (!same("match over", truth(slow_.match_over()), truth(engine::match_over(program_, position_))) ||
          !same("game over", truth(slow_.game_over()), truth(engine::game_over(program_, position_)))) {
        return trouble_;
      }
      if (slow_.match_over()) break;
    }
    return {};
  }

 private:
  static std::string truth(bool b) { return b ? "yes" : "no"; }

  std::vector<int> random_ages() {
    std::vector<int> ages;
    for (int i = 0; i < program_.players; ++i) ages.push_back(static_cast<int>(below(60)) + 10);
    return ages;
  }

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(chance_() % n); }
  bool percent(int p) { return static_cast<int>(below(100)) < p; }

  std::string text(const slow::Act& act) const { return slow::act_text(rules_, act); }
  std::string text(const std::vector<slow::Act>& acts) const {
    std::string out;
    for (const slow::Act& act : acts) out += text(act) + '\n';
    return out;
  }

  static std::string first_difference(const std::string& a, const std::string& b) {
    std::istringstream one(a);
    std::istringstream other(b);
    std::string left;
    std::string right;
    while (left == right && (one || other)) {
      if (!std::getline(one, left)) left = "(nothing)";
      if (!std::getline(other, right)) right = "(nothing)";
    }
    return "\nslow reading: " + left + "\nengine:       " + right;
  }

  bool same(const std::string& what, const std::string& slow_says, const std::string& engine_says) {
    if (slow_says == engine_says) return true;
    trouble_ = "they disagree about: " + what + first_difference(slow_says, engine_says) +
               "\n--- slow reading\n" + slow_says + "\n--- engine\n" + engine_says + "\n--- after, with " +
               std::to_string(program_.players) + " players, round " + std::to_string(position_.round) +
               "\n" + story_;
    return false;
  }

  std::string engine_next() const {
    const engine::Expected next = engine::expected(program_, position_);
    switch (next.next) {
      case engine::Next::choice:
        return "choice";
      case engine::Next::over:
        return "over";
      case engine::Next::chance:
      case engine::Next::forced:
        break;
    }
    return text(slow_act(next.chance));
  }

  std::string engine_lots() const {
    const std::vector<engine::Act> lots = engine::equal_engines(program_, position_);
    std::string out;
    for (const engine::Act& lot : lots)
      if (lots.size() > 1) out += text(slow_act(lot)) + '\n';
    return out;
  }

  bool play_round() {
    for (int acts = 0; acts < pace_.acts; ++acts) {
      const slow::Expected next = slow_.expected();
      if (!same("what comes next", slow::next_text(slow_), engine_next())) return false;
      if (!same("what the lot decides", text(slow_.engine_lots()), engine_lots())) return false;
      if (!same("the position", slow_.dump(), observe(program_, position_))) return false;
      const std::vector<slow::Act> legal = slow_.legal_acts();
      engine::ActList engine_legal;
      engine::legal_acts(program_, position_, engine_legal);
      std::vector<slow::Act> from_engine;
      for (const engine::Act& act : engine_legal) from_engine.push_back(slow_act(act));
      if (!same("legal acts", text(legal), text(from_engine))) return false;
      if (next.next == slow::Expected::Next::over) return true;
      if (next.next == slow::Expected::Next::choice && !same_reasons(legal)) return false;
      const std::optional<slow::Act> act = choose(next, legal);
      if (!act) return true;  // nobody can do anything: the rules' fault, not ours
      story_ += text(*act) + '\n';
      ++tally_.acts;
      slow_.apply(*act);
      engine::Trace trace;
      engine::apply(program_, position_, engine_act(*act), &trace);
      if (!same("rows that applied", lines(slow_.log), applied(trace))) return false;
    }
    return true;
  }

  static std::string lines(const std::vector<std::string>& ids) {
    std::string out;
    for (const std::string& id : ids) out += id + '\n';
    return out;
  }

  std::string applied(const engine::Trace& trace) const {
    std::vector<std::string> ids;
    for (const engine::Happening& happening : trace) {
      if (happening.kind == engine::Happening::Kind::row)
        ids.push_back(rules_.rules[happening.rule.value].id);
    }
    return lines(ids);
  }

  /// Some act, legal or not, that could be tried on this table.
  slow::Act any_act() {
    slow::Act act;
    const auto seat = static_cast<slow::Seat>(below(static_cast<std::size_t>(program_.players)));
    act.actor = percent(70) ? slow_.table.player : std::optional(seat);
    const auto& hand = slow_.table.players[static_cast<std::size_t>(act.actor.value_or(seat))].hand;
    const std::size_t what = below(10);
    if (slow_.table.stage == slow::Stage::lead) {
      act.kind = slow::ActKind::lead;
      act.actor = slow_.table.holder;
      const auto& own = slow_.table.players[static_cast<std::size_t>(*act.actor)].hand;
      act.tile = own[below(own.size())];
    } else if (what < 6 && !hand.empty() && !slow_.table.ends.empty()) {
      act.kind = slow::ActKind::lay;
      act.tile = hand[below(hand.size())];
      const slow::End& end = slow_.table.ends[below(slow_.table.ends.size())];
      act.end = end.serial;
      const bool turnable =
          act.tile->high != act.tile->low && act.tile->high != end.pip && act.tile->low != end.pip;
      if (turnable && percent(50)) act.amount = 1;
    } else if (what == 6) {
      act.kind = slow::ActKind::draw;
    } else if (what >= 8 && !rules_.acts.empty()) {
      act.kind = slow::ActKind::declared;
      act.declared = below(rules_.acts.size());
      const dsl::DeclaredAct& row = rules_.acts[act.declared];
      if (row.by == dsl::ActBy::referee) act.actor.reset();
      if (row.whom) act.whom = seat;
      if (row.tile != dsl::ActTile::none) {
        const auto& whose = row.tile == dsl::ActTile::of_whom && act.whom
                                ? slow_.table.players[static_cast<std::size_t>(*act.whom)].hand
                                : hand;
        if (!whose.empty()) act.tile = whose[below(whose.size())];
      }
      if (row.amount) {
        const auto span = static_cast<std::size_t>(row.amount->second - row.amount->first + 1);
        act.amount = row.amount->first + static_cast<int>(below(span));
      }
    } else {
      act.kind = slow::ActKind::done;
    }
    return act;
  }

  std::string engine_reasons(const slow::Act& act) const {
    std::vector<std::string> ids;
    for (const engine::Breach& breach : engine::breaches(program_, position_, engine_act(act))) {
      ids.emplace_back(breach.law ? std::string(dsl::row(*breach.law).name)
                                  : rules_.rules[breach.rule.value].id);
    }
    return lines(ids);
  }

  std::string engine_advice(const slow::Act& act) const {
    std::vector<std::string> ids;
    for (const dsl::RuleId rule : engine::advice(program_, position_, engine_act(act))) {
      ids.push_back(rules_.rules[rule.value].id);
    }
    return lines(ids);
  }

  /// Why acts are illegal, and what is advised, of a few acts: tried ones and legal ones.
  bool same_reasons(const std::vector<slow::Act>& legal) {
    std::vector<slow::Act> asked{any_act(), any_act()};
    if (!legal.empty()) asked.push_back(legal[below(legal.size())]);
    for (const slow::Act& act : asked) {
      if (!same("why not " + text(act), lines(slow_.forbidden_by(act)), engine_reasons(act))) return false;
      if (!same("advice on " + text(act), lines(slow_.advised_against(act)), engine_advice(act)))
        return false;
    }
    return true;
  }

  std::optional<slow::Act> choose(const slow::Expected& next, const std::vector<slow::Act>& legal) {
    slow::Act act = next.act;
    const slow::Tiles& boneyard = slow_.table.boneyard;
    if (next.next == slow::Expected::Next::forced) return act;
    if (next.next == slow::Expected::Next::chance) {
      if (act.kind == slow::ActKind::first) {
        act.actor = static_cast<slow::Seat>(below(static_cast<std::size_t>(program_.players)));
      } else if (act.kind == slow::ActKind::engine) {
        const std::vector<slow::Act> lots = slow_.engine_lots();
        return lots[below(lots.size())];
      } else if (act.kind == slow::ActKind::cast) {
        const dsl::FactSlot& fact = program_.facts[act.declared];
        act.amount =
            fact.least + static_cast<int>(below(static_cast<std::size_t>(fact.greatest - fact.least) + 1));
      } else {
        act.tile = boneyard[below(boneyard.size())];
      }
      return act;
    }
    if (percent(pace_.illegal_percent)) {
      act = any_act();
      const bool can_be_done = (act.kind != slow::ActKind::draw || !boneyard.empty()) &&
                               (act.kind == slow::ActKind::declared || act.actor == slow_.table.player);
      if (can_be_done && slow_.table.stage == slow::Stage::play) {
        if (!slow_.is_legal(act)) ++tally_.illegal_acts_applied;
        return with_tile(act);
      }
    }
    if (legal.empty()) return std::nullopt;
    if (percent(pace_.wild_percent)) return with_tile(legal[below(legal.size())]);
    for (const slow::ActKind kind : {slow::ActKind::lead, slow::ActKind::lay, slow::ActKind::draw,
                                     slow::ActKind::done, slow::ActKind::declared}) {
      std::vector<slow::Act> some;
      std::copy_if(legal.begin(), legal.end(), std::back_inserter(some),
                   [&](const slow::Act& each) { return each.kind == kind; });
      if (!some.empty()) return with_tile(some[below(some.size())]);
    }
    return std::nullopt;
  }

  slow::Act with_tile(slow::Act act) {
    const slow::Tiles& boneyard = slow_.table.boneyard;
    if (act.kind == slow::ActKind::draw) act.tile = boneyard[below(boneyard.size())];
    return act;
  }

  const dsl::CheckedRules& rules_;
  const engine::Rules& program_;
  const Pace& pace_;
  Tally& tally_;
  std::mt19937_64 chance_;
  std::vector<int> ages_;
  slow::SlowGame slow_;
  Position position_;
  std::string story_;
  std::string trouble_;
};

}  // namespace

std::string disagreement(const dsl::CheckedRules& rules, const engine::Rules& program, std::uint64_t seed,
                         const Pace& pace, Tally& tally) {
  return Pair(rules, program, seed, pace, tally).play();
}

std::string disagreement(const ChangedMatch& match, std::uint64_t seed, const Pace& pace, Tally& tally) {
  const engine::Rules before = engine::compile_rules(match.before, match.players);
  const engine::Rules asked = engine::compile_rules(match.after, match.players);
  const engine::Rules after = engine::compile_rules(match.after, match.players_after);
  Pair first(match.before, before, seed, pace, tally);
  if (std::string trouble = first.play(); !trouble.empty()) return trouble;
  if (first.position().phase != engine::Phase::over) return {};
  const bool new_game = engine::game_over(before, first.position());

  std::vector<slow::Seat> same;
  for (int seat = 0; seat < match.players; ++seat) same.push_back(seat);
  const std::vector<engine::Seat> same_here(same.begin(), same.end());
  const std::vector<engine::Seat> seats_here(match.seats.begin(), match.seats.end());
  const slow::SlowGame between = first.slow().going_on(match.after, match.players, same);
  const Position between_here = engine::carry_over(before, asked, first.position(), same_here);
  const int points = engine::joining_points(asked, between_here);
  if (between.joining_points() != points)
    return "they disagree about the points of a newcomer: slow reading " +
           std::to_string(between.joining_points()) + ", engine " + std::to_string(points) + "\n" +
           between.dump();
  slow::SlowGame slow = between.going_on(match.after, match.players_after, match.seats);
  Position position = engine::carry_over(asked, after, between_here, seats_here);
  Position counted = first.position();
  engine::count_placement(before, first.position(), counted);
  counted = engine::carry_over(before, asked, counted, same_here);
  counted = engine::carry_over(asked, after, counted, seats_here);
  for (int seat = 0; seat < match.players_after; ++seat) {
    if (std::find(match.seats.begin(), match.seats.end(), seat) != match.seats.end()) continue;
    slow.table.players[static_cast<std::size_t>(seat)].total = points;
    position.players[static_cast<std::size_t>(seat)].total = points;
  }
  return Pair(match.after, after, seed + 1, pace, tally, slow, position).play(new_game, &counted);
}

}  // namespace roundhouse
