#include "tools/simulate/shown_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"

namespace roundhouse::engine {
namespace {

Estimate within(Estimate estimate, MeasureKind kind) {
  if (kind == MeasureKind::share) {
    estimate.low = std::max(estimate.low, 0.0);
    estimate.high = std::min(estimate.high, 1.0);
  }
  return estimate;
}

/// For a shell, on one line: with all of the order that the game depends on.
std::string command_for_game(const RunOrder& order, const RunVariant& variant, std::uint64_t game) {
  std::string text =
      fmt::format("roundhouse simulate {} --players {}", as_shell_word(variant.name), variant.players);
  for (const std::string& setting : variant.settings) text += " --set " + as_shell_word(setting);
  for (const std::string& rule : variant.without) text += " --without-rule " + as_shell_word(rule);
  if (order.unit == Unit::round) text += " --rounds";
  if (!order.seats.empty()) text += fmt::format(" --seats {}", fmt::join(order.seats, ","));
  if (order.rotate) text += " --rotate";
  if (order.declared > 0) text += fmt::format(" --declared {}", order.declared);
  if (order.same_deals) text += " --same-deals";
  text += fmt::format(" --seed {} --game {}", order.seed, game);
  // Of rules without one of theirs the record needs a rule file.
  return variant.without.empty() ? text : text + " --record games";
}

}  // namespace

bool is_shown(const Distribution& distribution, const RunOrder& order) {
  return order.unit == Unit::match || distribution.name != "game_points";
}

std::vector<TableMeasure> table_measures(const RunOrder& order, int players) {
  std::vector<TableMeasure> all;
  const bool single = order.unit == Unit::round;
  for (std::size_t m = 0; m < std::size(measures); ++m)
    all.push_back({measures[m], m, !single || measures[m].name.find("a_game") == std::string_view::npos});
  for (std::size_t m = 0; order.interest && m < std::size(interest_measures); ++m) {
    const auto measure = static_cast<InterestMeasure>(m);
    all.push_back({interest_measures[m], place_of(measure, players),
                   !single || measure < InterestMeasure::lead_changes});
  }
  return all;
}

bool is_shown(const MeasureInfo& measure, const RunOrder& order) {
  if (measure.name == "games_led") return order.unit == Unit::match;
  return measure.name != "points_over" || !order.seats.empty();
}

bool is_counted(dsl::Shape shape) {
  switch (shape) {
    case dsl::Shape::forbid:
    case dsl::Shape::advise:
    case dsl::Shape::after:
      return true;
    case dsl::Shape::permit:
    case dsl::Shape::except:
    case dsl::Shape::optional:
      return false;
  }
  return false;
}

/// Of a share that was none or all in every game: games that come so seldom, or fail so seldom, that this
/// would happen in one run of forty (Clopper and Pearson, 1934, whose bounds need no more than the number of
/// games).
void put_bound(Estimate& made, std::uint64_t games) {
  const bool is_none = made.value <= 0;
  if (games < 2 || (!is_none && made.value < 1)) return;
  const double reach = 1 - std::pow(0.025, 1 / static_cast<double>(games));
  made.has_interval = true;
  made.low = is_none ? 0 : 1 - reach;
  made.high = is_none ? reach : 1;
}

Estimate estimate_at(const Figures& figures, std::size_t place, MeasureKind kind) {
  if (place >= figures.measured.size()) return {};
  Estimate made = estimate(figures.measured[place], figures.games);
  if (kind == MeasureKind::share && made.known && !made.has_interval) put_bound(made, figures.games);
  return within(made, kind);
}

std::string number_text(double value, MeasureKind kind) {
  switch (kind) {
    case MeasureKind::number:
      return fmt::format("{:.2f}", value);
    case MeasureKind::share:
      return fmt::format("{:.2f} %", 100 * value);
  }
  return {};
}

std::string_view games_word(const RunOrder& order, bool many) {
  if (order.unit == Unit::round) return many ? "rounds" : "round";
  return many ? "games" : "game";
}

std::string shown_title(const RunVariant& variant) { return dsl::printable_line(variant.title()); }

const std::string& player_at(const RunOrder& order, std::size_t place) {
  return order.seats[place % order.seats.size()];
}

std::string who_plays(const RunOrder& order, int players) {
  const auto& seats = order.seats;
  const auto is_random = [](const std::string& name) { return name == "random"; };
  if (std::all_of(seats.begin(), seats.end(), is_random)) return "players lay any legal tile";
  if (std::adjacent_find(seats.begin(), seats.end(), std::not_equal_to<>()) == seats.end())
    return fmt::format("{} in all seats", seats.front());
  const bool again = seats.size() < static_cast<std::size_t>(players);
  return fmt::format("{} {}{}", dsl::listed(seats), again ? "by turns" : "in this order",
                     order.rotate ? ", moved on by a seat each game" : "");
}

std::string seat_name(const RunOrder& order, int players, std::size_t place) {
  if (order.seats.empty()) return fmt::format("seat {}", place + 1);
  const std::string& player = player_at(order, place);
  if (!order.rotate) return fmt::format("seat {} ({})", place + 1, player);
  std::size_t alike = 0;
  std::size_t before = 0;
  for (std::size_t other = 0; other < static_cast<std::size_t>(players); ++other) {
    if (player_at(order, other) != player) continue;
    ++alike;
    if (other <= place) ++before;
  }
  return alike == 1 ? player : fmt::format("{} ({})", player, before);
}

std::string seat_label(const RunOrder& order, int players, std::size_t place, const MeasureInfo& measure) {
  return fmt::format("{}: {}", seat_name(order, players, place), measure.sentence);
}

std::string endless_text(const RunResult& run, std::size_t index) {
  const VariantResult& result = run.results[index];
  const Figures& f = result.figures;
  const std::uint64_t all = f.dead_ends + f.too_long;
  if (all == 0) return {};
  std::string kinds;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, what);
  };
  add(f.dead_ends, f.dead_ends == 1 ? "dead end" : "dead ends");
  add(f.too_long, "too long");
  std::string text = fmt::format("  without an end: {} of {} {} ({})", all, f.games,
                                 games_word(run.order, f.games != 1), kinds);
  if (!f.endless_game) return text + "\n";
  return text + "; the first as a record:\n    " +
         (result.endless_record.empty()
              ? dsl::printable_line(command_for_game(run.order, run.order.variants[index], *f.endless_game))
              : dsl::printable_line(result.endless_record)) +
         "\n";
}

std::string void_text(const RunOrder& order, const Figures& f) {
  std::string text = fmt::format("{} void {}", f.void_rounds, f.void_rounds == 1 ? "round" : "rounds");
  if (order.unit == Unit::match && f.voided > 0)
    text += fmt::format("; {} {} of nothing else", f.voided, games_word(order, f.voided != 1));
  return text;
}

bool FigureDifference::is_clear() const {
  return difference.has_interval && (difference.low > 0 || difference.high < 0);
}

std::vector<FigureDifference> differences_to_first(const RunResult& run, std::size_t index) {
  std::vector<FigureDifference> all;
  if (index == 0 || index > run.pairs.size()) return all;
  const int first_players = run.order.variants[0].players;
  const int own_players = run.order.variants[index].players;
  const Figures& first = run.results[0].figures;
  const Figures& own = run.results[index].figures;
  const std::vector<MeasureIndexPair> places = places_of_both(first_players, own_players, run.order.interest);
  const auto add = [&](const MeasureInfo& measure, std::size_t first_place, int seat, bool shown) {
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const MeasureIndexPair& both) { return both.first == first_place; });
    const auto at = static_cast<std::size_t>(found - places.begin());
    if (at >= run.pairs[index - 1].size()) return;
    FigureDifference made{measure,
                          seat,
                          shown,
                          estimate_at(own, found->second, measure.kind),
                          estimate_at(first, found->first, measure.kind),
                          {}};
    if (!made.own.known && !made.first.known) return;
    const Estimate less = estimate_difference(first.measured[found->first], own.measured[found->second],
                                              run.pairs[index - 1][at], first.games);
    made.difference = {less.known, 0 - less.value, less.has_interval, 0 - less.high, 0 - less.low};
    all.push_back(made);
  };
  for (const TableMeasure& measure : table_measures(run.order, first_players))
    if (measure.shown) add(measure.info, measure.place, 0, true);
  for (std::size_t m = 0; m < std::size(seat_measures); ++m)
    for (int seat = 0; seat < std::min(first_players, own_players); ++seat)
      add(seat_measures[m], place_of(static_cast<SeatMeasure>(m), static_cast<std::size_t>(seat)), seat + 1,
          is_shown(seat_measures[m], run.order));
  return all;
}

std::string difference_title(const RunOrder& order, std::size_t index) {
  const RunVariant& first = order.variants[0];
  const RunVariant& own = order.variants[index];
  if (first.players == own.players) return own.title() + " less " + first.title();
  return fmt::format("{} ({} players) less {} ({} players)", own.title(), own.players, first.title(),
                     first.players);
}

std::string as_shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_./=,:-").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace roundhouse::engine
