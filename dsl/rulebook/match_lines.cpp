#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {
namespace {

bool asks(const TypedExpr& node, Member member) {
  return is_member(node, member) ||
         any_of(node.args, [&](const TypedExpr& arg) { return asks(arg, member); });
}

struct MatchLines {
  const CheckedRules& rules;
  const KnownFacts& known;
  std::vector<BookLine> lines{};

  void add(const std::string& key, std::string text) {
    BookLine line;
    line.key = "match." + key;
    line.text = std::move(text);
    line.from = sections_of(rules, line.key, {});
    lines.push_back(std::move(line));
  }

  /// True if games have a number of rounds: one that is over on a condition alone has as many as it takes.
  bool counts_rounds() const { return rules.match.rounds || !rules.match.over; }

  /// True if a game may be over before all its rounds are played.
  bool ends_early() const { return rules.match.over && !is_false(simplify(*rules.match.over, rules, known)); }

  std::optional<std::int32_t> number_of_rounds() const {
    if (!rules.match.rounds) return 1;
    const ByPlayers rounds = by_players(*rules.match.rounds, rules, known);
    return rounds.is_number() ? std::optional(rounds.steps.front().value) : std::nullopt;
  }

  void rounds() {
    if (!counts_rounds()) {
      add("rounds", "A game has as many rounds as it takes.");
    } else if (const auto number = number_of_rounds()) {
      add("rounds",
          fmt::format("A game has {}{}.", ends_early() ? "at most " : "", how_many(*number, "round")));
    } else {
      const ByPlayers steps = by_players(*rules.match.rounds, rules, known);
      add("rounds", "How many rounds a game has depends on the number of players:");
      for (const ByPlayers::Step& step : steps.steps)
        lines.back().table.emplace_back(players_text(step.least, step.most),
                                        fmt::format("{} rounds", step.value));
    }
    if (ends_early()) {
      English english(rules, known);
      add("over", as_sentence("the game is over when, after a round, " + english.clause(*rules.match.over)));
    }
  }

  void games() {
    if (!rules.match.games) return;
    const ByPlayers games = by_players(*rules.match.games, rules, known);
    if (games.is_number() && games.steps.front().value != 1)
      add("games", fmt::format("A match has {}.", how_many(games.steps.front().value, "game")));
  }

  bool is_scheduled() const {
    if (!rules.match.scheduled) return false;
    if (!rules.setup.wanted) return true;
    return asks(simplify(*rules.setup.wanted, rules, known), Member::round_double);
  }

  /// The doubles of so many rounds; empty where they are not known before the game.
  std::vector<std::int32_t> doubles_of(std::int32_t rounds, const KnownFacts& table) const {
    std::vector<std::int32_t> doubles;
    for (std::int32_t round = 1; round <= rounds; ++round) {
      KnownFacts in_round = table;
      in_round.round = round;
      const TypedExpr value = simplify(*rules.match.scheduled, rules, in_round);
      if (value.op != Op::number) return {};
      doubles.push_back(value.number);
    }
    return doubles;
  }

  static bool is_falling(const std::vector<std::int32_t>& doubles) {
    bool falling = doubles.size() > 2;
    for (std::size_t i = 1; i < doubles.size(); ++i) falling = falling && doubles[i] == doubles[i - 1] - 1;
    return falling;
  }

  /// As a double is called: "double twelve", "double blank".
  static std::string double_name(std::int32_t number) {
    return number == 0 ? "double blank" : "double " + number_word(number);
  }

  /// "double twelve down to double blank", "double nine and double six".
  static std::string listed_doubles(const std::vector<std::int32_t>& doubles) {
    if (is_falling(doubles))
      return fmt::format("{} down to {}", double_name(doubles.front()), double_name(doubles.back()));
    std::vector<std::string> texts;
    for (const std::int32_t number : doubles) texts.push_back(double_name(number));
    return dsl::listed(texts, "and");
  }

  /// The doubles of the rounds for so many players.
  struct Doubles {
    std::int32_t least, most;
    std::vector<std::int32_t> numbers;
  };

  /// Neighbours differ; empty where some are not known before the game.
  std::vector<Doubles> doubles_by_players() const {
    std::vector<Doubles> all;
    if (!counts_rounds()) return all;
    for (const std::int32_t players : players_known(rules, known)) {
      KnownFacts so_many = known;
      so_many.players = players;
      std::int32_t rounds = 1;
      if (rules.match.rounds) {
        const TypedExpr number = simplify(*rules.match.rounds, rules, so_many);
        if (number.op != Op::number) return {};
        rounds = number.number;
      }
      std::vector<std::int32_t> numbers = doubles_of(rounds, so_many);
      if (numbers.empty()) return {};
      if (!all.empty() && all.back().numbers == numbers) {
        all.back().most = players;
      } else {
        all.push_back({players, players, std::move(numbers)});
      }
    }
    return all;
  }

  void doubles() {
    if (!is_scheduled()) return;
    const std::vector<Doubles> all = doubles_by_players();
    if (all.empty()) return add("double", scheduled_text(*rules.match.scheduled, rules, known));
    if (all.size() > 1) {
      add("double", "Which double is due depends on the number of players, round after round:");
      for (const Doubles& each : all)
        lines.back().table.emplace_back(players_text(each.least, each.most), listed_doubles(each.numbers));
      return;
    }
    const std::vector<std::int32_t>& doubles = all.front().numbers;
    if (is_falling(doubles))
      return add("double", fmt::format("In the first round the {} is due, in each later round the next lower "
                                       "double, down to the {} in the last.",
                                       double_name(doubles.front()), double_name(doubles.back())));
    if (doubles.size() == 1)
      return add("double", fmt::format("The {} is due.", double_name(doubles.front())));
    add("double",
        fmt::format("These doubles are due, one round after the other: {}.", listed_doubles(doubles)));
  }

  /// A key of the order: what it goes by, and whether more of it is better.
  std::string ranked_by(const TypedExpr& key, bool& greatest) {
    const TypedExpr now = simplify(key, rules, known);
    const bool minus = now.op == Op::subtract && now.args[0].op == Op::number && now.args[0].number == 0;
    English english(rules, known, {{Root::me, "a player"}});
    greatest = minus || now.op == Op::negate;
    return english.thing(minus ? now.args[1] : now.op == Op::negate ? now.args[0] : now);
  }

  static bool is_own(const TypedExpr& key, Member member) {
    return is_member(key, member) && is_root(key.args[0], Root::me);
  }

  /// True of `0 - me.total`, `-me.total`: the most points are the best.
  static bool is_own_total_less(const TypedExpr& key) {
    const bool minus = key.op == Op::subtract && key.args[0].op == Op::number && key.args[0].number == 0;
    return (minus && is_own(key.args[1], Member::player_total)) ||
           (key.op == Op::negate && is_own(key.args[0], Member::player_total));
  }

  /// `me.rank <= 3`: 3.
  static std::optional<std::int32_t> best_ranks(const TypedExpr& who) {
    if (who.op != Op::less_equal && who.op != Op::equal) return std::nullopt;
    if (!is_member(who.args[0], Member::player_rank) || who.args[1].op != Op::number) return std::nullopt;
    if (who.op == Op::equal && who.args[1].number != 1) return std::nullopt;
    return who.args[1].number;
  }

  void order() {
    std::vector<TypedExpr> keys = rules.match.order;
    // A key that is the same for all ranks nobody.
    std::erase_if(keys, [&](const TypedExpr& key) { return is_constant(simplify(key, rules, known)); });
    if (keys.empty() && !rules.match.order.empty()) return add("order", "No player ranks before another.");
    std::string text;
    if (keys.empty() || is_own(keys.front(), Member::player_total) || is_own_total_less(keys.front())) {
      text = fmt::format("players rank by their totals of points, and the {} wins the game",
                         keys.empty() || is_own(keys.front(), Member::player_total) ? "lowest" : "highest");
      if (!keys.empty()) keys.erase(keys.begin());
    }
    for (const TypedExpr& key : keys) {
      if (is_own(key, Member::player_seat)) {
        text += text.empty() ? "players rank as they sit"
                             : "; of those who are equal, whoever sits first ranks higher";
        break;
      }
      bool greatest = false;
      const std::string by = ranked_by(key, greatest);
      text += text.empty() ? "players rank by " : "; those who are equal rank by ";
      text += fmt::format("{}, the {} first", by, greatest ? "greatest" : "lowest");
    }
    add("order", as_sentence(text));
  }

  bool is_grouped() const {
    return rules.match.group && !is_constant(simplify(*rules.match.group, rules, known));
  }

  void group() {
    if (!is_grouped()) return;
    if (rules.match.group->type == Type::truth) {
      English english(rules, known, {{Root::me, "a player"}});
      return add("group",
                 as_sentence(fmt::format("players rank in two groups, one of those of whom it is true "
                                         "that {}, the other of all others",
                                         english.clause(*rules.match.group))));
    }
    English english(rules, known, {{Root::me, "a player"}});
    add("group", as_sentence(fmt::format("players rank in groups, each of those of whom {} is the same",
                                         english.thing(*rules.match.group))));
  }

  /// The expression where `me` has this rank.
  static TypedExpr with_rank(TypedExpr node, std::int32_t rank) {
    if (is_own(node, Member::player_rank)) {
      TypedExpr number;
      number.number = rank;
      return number;
    }
    for (TypedExpr& arg : node.args) arg = with_rank(std::move(arg), rank);
    return node;
  }

  /// The worth of each place, from the first on; empty if more than the place decides.
  std::vector<std::int32_t> worth_of_places() const {
    std::vector<std::int32_t> worth;
    for (std::int32_t rank = 1; rank <= players_known(rules, known).back(); ++rank) {
      const TypedExpr value = simplify(with_rank(*rules.match.points, rank), rules, known);
      if (value.op != Op::number) return {};
      worth.push_back(value.number);
    }
    return worth;
  }

  void points() {
    if (!rules.match.points) return;
    constexpr std::string_view ranking =
        "in the match players rank by these points, the most first, and those who are equal as in a game";
    const std::vector<std::int32_t> worth = worth_of_places();
    if (worth.empty()) {
      English english(rules, known, {{Root::me, "a player"}});
      return add("points",
                 as_sentence(fmt::format("when a game is over, the points for a player's place are {}; {}",
                                         english.thing(*rules.match.points), ranking)));
    }
    add("points", as_sentence(fmt::format("when a game is over, places are worth points; {}:", ranking)));
    std::size_t last = worth.size();
    while (last > 1 && worth[last - 2] == worth.back()) --last;
    for (std::size_t place = 1; place <= last; ++place) {
      const bool all_later = place == last && last < worth.size();
      const std::string name = ordinal_in_words(static_cast<std::int32_t>(place));
      lines.back().table.emplace_back(
          all_later ? (last == 1 ? "every place" : "all later places") : name + " place",
          how_many(worth[place - 1], "point"));
    }
  }

  /// `what` of one player, `all` of several.
  void after_a_game(const std::optional<TypedExpr>& who, const std::string& key, std::string_view what,
                    std::string_view all) {
    if (!who) return;
    const TypedExpr now = simplify(*who, rules, known);
    if (is_false(now)) return;
    if (const auto best = best_ranks(now)) {
      const std::string of = is_grouped() ? "each group of a game" : "a game";
      return add(key, *best == 1 ? as_sentence(fmt::format("the winner of {} {}", of, what))
                                 : as_sentence(fmt::format("the best {} of {} {}", how_many(*best, "player"),
                                                           of, all)));
    }
    English english(rules, known);
    if (is_true(now)) return add(key, as_sentence(fmt::format("after a game everybody {}", what)));
    add(key, as_sentence(fmt::format("after a game a player {} if {}", what, english.clause(*who))));
  }

  void joins() {
    if (!rules.match.joins) return;
    const TypedExpr now = simplify(*rules.match.joins, rules, known);
    if (now.op == Op::absent || (now.op == Op::number && now.number == 0)) return;
    if (now.op == Op::number)
      return add("joins", fmt::format("Whoever joins later begins with {}.", how_many(now.number, "point")));
    English english(rules, known);
    add("joins", as_sentence("whoever joins later begins with as many points as this comes to: " +
                             english.thing(*rules.match.joins)));
  }
};

}  // namespace

std::string scheduled_text(const TypedExpr& number, const CheckedRules& rules, const KnownFacts& known) {
  if (simplify(number, rules, known).op == Op::absent) return "No double is due.";
  English english(rules, known);
  return as_sentence("the number of a round's double is " + english.thing(number));
}

std::vector<BookLine> match_lines(const CheckedRules& rules, const KnownFacts& known) {
  MatchLines made{rules, known};
  made.rounds();
  made.doubles();
  made.games();
  made.order();
  made.group();
  made.points();
  made.after_a_game(rules.match.moves_on, "moves_on", "moves on to the next table",
                    "move on to the next table");
  made.after_a_game(rules.match.to_playoff, "to_playoff", "takes part in the play-off",
                    "take part in the play-off");
  made.joins();
  return std::move(made.lines);
}

}  // namespace roundhouse::dsl
