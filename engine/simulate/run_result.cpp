#include "engine/simulate/run_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "dsl/base/json_line.h"
#include "dsl/base/shown_text.h"

namespace roundhouse::engine {
namespace {

using Json = nlohmann::ordered_json;

constexpr double quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

struct Distribution {
  std::string_view name;
  std::string_view sentence;
  Histogram Figures::*numbers;
};
constexpr Distribution distributions[] = {
    {"round_turns", "turns of a round", &Figures::round_turns},
    {"round_points", "points of a player in a round", &Figures::round_points},
    {"game_points", "points of a player in a game", &Figures::game_points},
};

/// A single round is a game of one round: what is said of games says nothing new.
bool is_shown(const MeasureInfo& measure, const RunOrder& order) {
  return order.unit == Unit::match || measure.name.find("a_game") == std::string_view::npos;
}

/// Of a seat, in text: where all play at random the table's own figures tell who has more than the others.
bool is_told(const MeasureInfo& measure, const RunOrder& order) {
  if (measure.name == "games_led") return order.unit == Unit::match;
  return measure.name != "points_over" || !order.seats.empty();
}

bool is_shown(const Distribution& distribution, const RunOrder& order) {
  return order.unit == Unit::match || distribution.name != "game_points";
}

/// Rows of other shapes are not counted.
bool is_counted(dsl::Shape shape) {
  switch (shape) {
    case dsl::Shape::forbid:
    case dsl::Shape::advise:
    case dsl::Shape::after:
      return true;
    case dsl::Shape::permit:
    case dsl::Shape::except:
      return false;
  }
  return false;
}

/// A share stays one.
Estimate within(Estimate estimate, MeasureKind kind) {
  if (kind == MeasureKind::share) {
    estimate.low = std::max(estimate.low, 0.0);
    estimate.high = std::min(estimate.high, 1.0);
  }
  return estimate;
}

Estimate estimate_at(const Figures& figures, std::size_t place, MeasureKind kind) {
  if (place >= figures.measured.size()) return {};
  return within(estimate(figures.measured[place], figures.games), kind);
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

std::string estimate_text(const Estimate& estimate, MeasureKind kind) {
  if (!estimate.known) return "-";
  const std::string value = number_text(estimate.value, kind);
  if (!estimate.has_interval) return value;
  return fmt::format("{:<10} {} to {}", value, number_text(estimate.low, kind),
                     number_text(estimate.high, kind));
}

std::string_view games_word(const RunOrder& order, bool many) {
  if (order.unit == Unit::round) return many ? "rounds" : "round";
  return many ? "games" : "game";
}

double a_second(std::uint64_t count, double seconds) {
  return static_cast<double>(count) / std::max(seconds, 1e-9);
}

// Text.

std::string shown_title(const RunVariant& variant) { return dsl::printable_line(variant.title()); }

constexpr std::size_t label_width = 44;

void put_line(std::string& text, std::string_view what, const std::string& value,
              std::size_t width = label_width) {
  text += fmt::format("  {:<{}} {}\n", what, width, value);
}

/// Who sits at this place of the list of players, or at this seat where nobody moves on.
const std::string& player_at(const RunOrder& order, std::size_t place) {
  return order.seats[place % order.seats.size()];
}

/// What the figures are about: they say nothing of people who play otherwise.
std::string who_plays(const RunOrder& order, const RunVariant& variant) {
  const auto& seats = order.seats;
  const auto is_random = [](const std::string& name) { return name == "random"; };
  if (std::all_of(seats.begin(), seats.end(), is_random))
    return "players lay any tile that they may, anywhere";
  if (std::adjacent_find(seats.begin(), seats.end(), std::not_equal_to<>()) == seats.end())
    return fmt::format("{} in all seats", seats.front());
  std::string text;
  for (std::size_t place = 0; place < static_cast<std::size_t>(variant.players); ++place)
    text += fmt::format("{}{}", place == 0 ? "" : ", ", player_at(order, place));
  return text + (order.rotate ? ": each game they move on by one seat" : ", by seat");
}

/// "seat 2", "seat 2 (greedy)" or, where nobody keeps a seat, "greedy".
std::string seat_name(const RunOrder& order, const RunVariant& variant, std::size_t place) {
  if (order.seats.empty()) return fmt::format("seat {}", place + 1);
  const std::string& player = player_at(order, place);
  if (!order.rotate) return fmt::format("seat {} ({})", place + 1, player);
  std::size_t alike = 0;
  std::size_t before = 0;
  for (std::size_t other = 0; other < static_cast<std::size_t>(variant.players); ++other) {
    if (player_at(order, other) != player) continue;
    ++alike;
    if (other <= place) ++before;
  }
  return alike == 1 ? player : fmt::format("{} ({})", player, before);
}

void put_measures(std::string& text, const RunOrder& order, const Figures& figures) {
  for (std::size_t m = 0; m < std::size(measures); ++m) {
    const MeasureInfo& measure = measures[m];
    const Estimate estimate = estimate_at(figures, m, measure.kind);
    if (estimate.known && is_shown(measure, order))
      put_line(text, measure.sentence, estimate_text(estimate, measure.kind));
  }
}

/// "planner: points a round"
std::string seat_label(const RunOrder& order, const RunVariant& variant, std::size_t place,
                       const MeasureInfo& measure) {
  return fmt::format("{}: {}", seat_name(order, variant, place), measure.sentence);
}

/// Names of players may make labels longer than all others are.
std::size_t seat_label_width(const RunOrder& order, const RunVariant& variant) {
  std::size_t width = label_width;
  for (const MeasureInfo& measure : seat_measures)
    for (std::size_t place = 0; place < static_cast<std::size_t>(variant.players); ++place)
      width = std::max(width, seat_label(order, variant, place, measure).size());
  return width;
}

void put_seats(std::string& text, const RunOrder& order, const RunVariant& variant, const Figures& figures) {
  const std::size_t width = seat_label_width(order, variant);
  for (std::size_t m = 0; m < std::size(seat_measures); ++m) {
    const MeasureInfo& measure = seat_measures[m];
    if (!is_told(measure, order)) continue;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(variant.players); ++seat) {
      const auto place = place_of(static_cast<SeatMeasure>(m), seat);
      put_line(text, seat_label(order, variant, seat, measure),
               estimate_text(estimate_at(figures, place, measure.kind), measure.kind), width);
    }
  }
}

void put_distributions(std::string& text, const RunOrder& order, const Figures& figures) {
  for (const Distribution& distribution : distributions) {
    if (!is_shown(distribution, order)) continue;
    const Histogram& numbers = figures.*distribution.numbers;
    if (numbers.size() == 0) {
      put_line(text, distribution.sentence, "-");
      continue;
    }
    std::string values = fmt::format("mean {:.2f}, deviation {:.2f}; least {}", numbers.mean(),
                                     numbers.deviation(), numbers.least());
    for (const double share : quantiles)
      values += fmt::format(", {:.0f} % {}", 100 * share, numbers.quantile(share));
    put_line(text, distribution.sentence, fmt::format("{}, most {}", values, numbers.greatest()));
  }
}

void put_rules(std::string& text, const RunVariant& variant, const Figures& figures) {
  for (std::size_t rule = 0; rule < variant.rules.size(); ++rule) {
    if (!is_counted(variant.rules[rule].shape)) continue;
    const Estimate estimate =
        estimate_at(figures, place_of_rules(variant.players) + rule, MeasureKind::number);
    put_line(text,
             dsl::printable_line(
                 fmt::format("{} {}", dsl::shape_word(variant.rules[rule].shape), variant.rules[rule].id)),
             estimate_text(estimate, MeasureKind::number));
  }
}

/// Only what there was: nobody has to read that there were no dead ends.
std::string endless_text(const Figures& f) {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(f.dead_ends, f.dead_ends == 1 ? "dead end" : "dead ends");
  add(f.too_long, "too long");
  return text;
}

/// Rounds that the rules themselves call none.
std::string void_text(const RunOrder& order, const Figures& f) {
  std::string text = fmt::format("{} void {}", f.void_rounds, f.void_rounds == 1 ? "round" : "rounds");
  if (order.unit == Unit::match && f.voided > 0)
    text += fmt::format("; {} {} of nothing else", f.voided, games_word(order, f.voided != 1));
  return text;
}

std::string as_text(const RunResult& run, std::size_t index) {
  const RunOrder& order = run.order;
  const RunVariant& variant = order.variants[index];
  const Figures& f = run.results[index].figures;
  std::string text = fmt::format("{}: {} {}, {} {}, seed {}\n", shown_title(variant), f.games,
                                 games_word(order, f.games != 1), variant.players,
                                 variant.players == 1 ? "player" : "players", order.seed);
  text += fmt::format("  {}\n", dsl::printable_line(who_plays(order, variant)));
  if (order.unit == Unit::match) put_line(text, "finished rounds", std::to_string(f.rounds));
  if (f.void_rounds > 0) put_line(text, "did not count", void_text(order, f));
  if (f.rounds > 0) {
    text += fmt::format("  means of finished rounds{}, each with its 95 % interval:\n",
                        order.unit == Unit::match ? " and games" : "");
    put_measures(text, order, f);
    put_seats(text, order, variant, f);
    put_distributions(text, order, f);
  } else {
    text += "  no round was finished: there are no means\n";
  }
  for (std::size_t act = 0; act < f.declared.size() && act < variant.declared.size(); ++act)
    put_line(text, dsl::printable_line(fmt::format("'{}' played", variant.declared[act])),
             fmt::format("{} times", f.declared[act]));
  if (order.count_rules) {
    text += "  how often a round each rule decided:\n";
    put_rules(text, variant, f);
  }
  if (const std::string endless = endless_text(f); !endless.empty())
    put_line(text, "without an end", endless);
  put_line(text, "speed",
           fmt::format("{:.0f} {} a second", a_second(f.games, run.results[index].seconds),
                       games_word(order, true)));
  put_line(text, "digest", fmt::format("{:016x}", f.digest));
  return text;
}

// Differences.

struct Difference {
  MeasureInfo measure;
  int seat = 0;  ///< from 1, of the list of players where they move on; 0: of the table
  Estimate first;
  Estimate second;
  Estimate difference;
};

std::vector<Difference> differences_of(const RunResult& run) {
  std::vector<Difference> all;
  const Figures& a = run.results[0].figures;
  const Figures& b = run.results[1].figures;
  const auto add = [&](const MeasureInfo& measure, std::size_t place, int seat) {
    if (place >= run.pairs.size() || !is_shown(measure, run.order)) return;
    const Estimate first = estimate_at(a, place, measure.kind);
    const Estimate second = estimate_at(b, place, measure.kind);
    if (!first.known && !second.known) return;
    all.push_back({measure, seat, first, second,
                   estimate_difference(a.measured[place], b.measured[place], run.pairs[place], a.games)});
  };
  for (std::size_t m = 0; m < std::size(measures); ++m) add(measures[m], m, 0);
  for (std::size_t m = 0; m < std::size(seat_measures); ++m)
    for (int seat = 0; seat < run.order.variants[0].players; ++seat)
      add(seat_measures[m], place_of(static_cast<SeatMeasure>(m), static_cast<std::size_t>(seat)), seat + 1);
  return all;
}

std::string differences_text(const RunResult& run) {
  std::string text = fmt::format("{} less {}, on the same deals\n", shown_title(run.order.variants[0]),
                                 shown_title(run.order.variants[1]));
  for (const Difference& d : differences_of(run)) {
    const std::string difference = estimate_text(d.difference, d.measure.kind);
    if (d.seat == 0) {
      put_line(text, d.measure.sentence, difference);
    } else if (is_told(d.measure, run.order)) {
      const auto place = static_cast<std::size_t>(d.seat - 1);
      put_line(text, seat_label(run.order, run.order.variants[0], place, d.measure), difference,
               seat_label_width(run.order, run.order.variants[0]));
    }
  }
  return text;
}

// JSON.

Json estimate_json(const Estimate& estimate) {
  Json object;
  object["value"] = estimate.known ? Json(estimate.value) : Json();
  object["low"] = estimate.has_interval ? Json(estimate.low) : Json();
  object["high"] = estimate.has_interval ? Json(estimate.high) : Json();
  return object;
}

/// One number of a distribution by its name; unknown where nothing was counted.
struct DistributionNumber {
  std::string name;
  Json value;
};
std::vector<DistributionNumber> numbers_of(const Histogram& histogram) {
  const auto known = [&](auto number) { return histogram.size() > 0 ? Json(number) : Json(); };
  std::vector<DistributionNumber> all{{"mean", known(histogram.mean())},
                                      {"deviation", known(histogram.deviation())},
                                      {"least", known(histogram.least())}};
  for (const double share : quantiles)
    all.push_back({fmt::format("q{:02.0f}", 100 * share), known(histogram.quantile(share))});
  all.push_back({"greatest", known(histogram.greatest())});
  return all;
}

Json distribution_json(const Histogram& histogram) {
  Json object;
  for (DistributionNumber& number : numbers_of(histogram)) object[number.name] = std::move(number.value);
  return object;
}

Json rules_json(const RunVariant& variant, const Figures& figures) {
  Json list = Json::array();
  for (std::size_t rule = 0; rule < variant.rules.size(); ++rule) {
    if (!is_counted(variant.rules[rule].shape)) continue;
    const std::size_t place = place_of_rules(variant.players) + rule;
    Json row;
    row["rule"] = variant.rules[rule].id;
    row["shape"] = dsl::shape_word(variant.rules[rule].shape);
    row["times"] = place < figures.measured.size() ? figures.measured[place].amount.value() : 0.0;
    row["a_round"] = estimate_json(estimate_at(figures, place, MeasureKind::number));
    list.push_back(std::move(row));
  }
  return list;
}

Json variant_json(const RunResult& run, std::size_t index) {
  const RunOrder& order = run.order;
  const RunVariant& variant = order.variants[index];
  const VariantResult& result = run.results[index];
  const Figures& f = result.figures;
  Json object;
  object["schema"] = 1;
  object["variant"] = variant.title();
  object["players"] = variant.players;
  object["unit"] = games_word(order, false);
  object["seed"] = order.seed;
  object["jobs"] = result.jobs;
  object["seconds"] = result.seconds;
  object["games_per_second"] = a_second(f.games, result.seconds);
  object["acts_per_second"] = a_second(f.acts, result.seconds);
  object["digest"] = fmt::format("{:016x}", f.digest);
  object["same_deals"] = order.same_deals;
  object["rotated"] = order.rotate;
  for (const PlainCount& plain : plain_counts) object[plain.name] = f.*plain.count;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(variant.players); ++seat) {
    object["points"].push_back(f.points[seat]);
    object["rounds_won"].push_back(f.rounds_won[seat]);
    object["games_led"].push_back(f.games_led[seat]);
  }
  for (std::size_t m = 0; m < std::size(measures); ++m)
    object["measures"][measures[m].name] = estimate_json(estimate_at(f, m, measures[m].kind));
  object["seats"] = Json::array();
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(variant.players); ++seat) {
    Json of_seat;
    of_seat["player"] = order.seats.empty() ? "random" : player_at(order, seat);
    for (std::size_t m = 0; m < std::size(seat_measures); ++m)
      of_seat[seat_measures[m].name] =
          estimate_json(estimate_at(f, place_of(static_cast<SeatMeasure>(m), seat), seat_measures[m].kind));
    object["seats"].push_back(std::move(of_seat));
  }
  for (const Distribution& distribution : distributions)
    object["distributions"][distribution.name] = distribution_json(f.*distribution.numbers);
  object["declared"] = Json::object();
  for (std::size_t act = 0; act < f.declared.size() && act < variant.declared.size(); ++act)
    object["declared"][variant.declared[act]] = f.declared[act];
  object["rules"] = order.count_rules ? rules_json(variant, f) : Json();
  return object;
}

Json differences_json(const RunResult& run) {
  Json object;
  object["schema"] = 1;
  object["first"] = run.order.variants[0].title();
  object["second"] = run.order.variants[1].title();
  object["games"] = run.results[0].figures.games;
  object["seed"] = run.order.seed;
  object["differences"] = Json::array();
  for (const Difference& d : differences_of(run)) {
    Json row;
    row["measure"] = d.measure.name;
    row["seat"] = d.seat == 0 ? Json() : Json(d.seat);
    row["first"] = d.first.known ? Json(d.first.value) : Json();
    row["second"] = d.second.known ? Json(d.second.value) : Json();
    row.update(estimate_json(d.difference));
    object["differences"].push_back(std::move(row));
  }
  return object;
}

// CSV.

class Csv {
 public:
  explicit Csv(std::string& text, std::string variant, int players, std::uint64_t games, std::uint64_t seed)
      : text_(text), begin_(fmt::format("{},{},{},{}", dsl::csv_text(variant), players, games, seed)) {}

  void add(std::string_view measure, const std::string& of, const Estimate& estimate) {
    put(measure, of, estimate.known ? fmt::format("{}", estimate.value) : "",
        estimate.has_interval ? fmt::format("{}", estimate.low) : "",
        estimate.has_interval ? fmt::format("{}", estimate.high) : "");
  }
  void add(std::string_view measure, const std::string& of, std::optional<double> value) {
    put(measure, of, value ? fmt::format("{}", *value) : "", "", "");
  }
  void add_count(std::string_view measure, const std::string& of, std::uint64_t count) {
    put(measure, of, std::to_string(count), "", "");
  }

 private:
  void put(std::string_view measure, const std::string& of, const std::string& value, const std::string& low,
           const std::string& high) {
    text_ += fmt::format("{},{},{},{},{},{}\n", begin_, measure, dsl::csv_text(of), value, low, high);
  }

  std::string& text_;
  std::string begin_;
};

void put_csv(std::string& text, const RunResult& run, std::size_t index) {
  const RunOrder& order = run.order;
  const RunVariant& variant = order.variants[index];
  const Figures& f = run.results[index].figures;
  Csv csv(text, variant.title(), variant.players, f.games, order.seed);
  for (std::size_t m = 0; m < std::size(measures); ++m)
    csv.add(measures[m].name, "", estimate_at(f, m, measures[m].kind));
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(variant.players); ++seat)
    for (std::size_t m = 0; m < std::size(seat_measures); ++m)
      csv.add(seat_measures[m].name, seat_name(order, variant, seat),
              estimate_at(f, place_of(static_cast<SeatMeasure>(m), seat), seat_measures[m].kind));
  for (const Distribution& distribution : distributions)
    for (const DistributionNumber& number : numbers_of(f.*distribution.numbers))
      csv.add(distribution.name, number.name,
              number.value.is_null() ? std::nullopt : std::optional(number.value.get<double>()));
  for (const PlainCount& plain : plain_counts)
    csv.add_count("count", std::string(plain.name), f.*plain.count);
  for (std::size_t act = 0; act < f.declared.size() && act < variant.declared.size(); ++act)
    csv.add_count("declared", variant.declared[act], f.declared[act]);
  for (std::size_t rule = 0; order.count_rules && rule < variant.rules.size(); ++rule)
    if (is_counted(variant.rules[rule].shape))
      csv.add("rule", variant.rules[rule].id,
              estimate_at(f, place_of_rules(variant.players) + rule, MeasureKind::number));
}

void put_csv_differences(std::string& text, const RunResult& run) {
  const RunOrder& order = run.order;
  Csv csv(text, order.variants[0].title() + " less " + order.variants[1].title(), order.variants[0].players,
          run.results[0].figures.games, order.seed);
  for (const Difference& d : differences_of(run))
    csv.add(d.measure.name,
            d.seat == 0 ? std::string()
                        : seat_name(order, order.variants[0], static_cast<std::size_t>(d.seat - 1)),
            d.difference);
}

}  // namespace

std::string RunVariant::title() const {
  std::string title = name;
  for (const std::string& setting : settings) title += " " + setting;
  return title;
}

RunPart part_of(std::uint64_t games, std::uint64_t number, std::uint64_t of) {
  // Shards differ by one game at most; without products, which might not fit.
  const auto begin = [&](std::uint64_t shard) { return games / of * shard + std::min(games % of, shard); };
  const std::uint64_t first = begin(number - 1);
  return {number, of, first, begin(number) - first};
}

bool any_endless(const RunResult& run) {
  return std::any_of(run.results.begin(), run.results.end(), [](const VariantResult& result) {
    return result.figures.dead_ends + result.figures.too_long > 0;
  });
}

std::string render_run(const RunResult& run, RunFormat format) {
  const bool differs = run.order.same_deals && run.results.size() == 2;
  std::string text;
  switch (format) {
    case RunFormat::text:
      for (std::size_t i = 0; i < run.results.size(); ++i) text += as_text(run, i);
      if (differs) text += differences_text(run);
      break;
    case RunFormat::json:
      for (std::size_t i = 0; i < run.results.size(); ++i)
        text += dsl::json_line(variant_json(run, i)) + "\n";
      if (differs) text += dsl::json_line(differences_json(run)) + "\n";
      break;
    case RunFormat::csv:
      text += "variant,players,games,seed,measure,of,value,low,high\n";
      for (std::size_t i = 0; i < run.results.size(); ++i) put_csv(text, run, i);
      if (differs) put_csv_differences(text, run);
      break;
  }
  return text;
}

}  // namespace roundhouse::engine
