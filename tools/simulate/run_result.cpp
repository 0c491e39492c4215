#include "tools/simulate/run_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "dsl/base/json_line.h"
#include "dsl/base/plain_text.h"
#include "tools/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

using Json = nlohmann::ordered_json;

double a_second(std::uint64_t count, double seconds) {
  return static_cast<double>(count) / std::max(seconds, 1e-9);
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
  for (const double share : shown_quantiles)
    all.push_back({fmt::format("q{:02.0f}", 100 * share), known(histogram.quantile(share))});
  all.push_back({"greatest", known(histogram.greatest())});
  return all;
}

Json distribution_json(const Histogram& histogram) {
  Json object;
  for (DistributionNumber& number : numbers_of(histogram)) object[number.name] = std::move(number.value);
  return object;
}

Json rules_json(const RunOrder& order, const RunVariant& variant, const Figures& figures) {
  Json list = Json::array();
  for (std::size_t rule = 0; rule < variant.rules.size(); ++rule) {
    if (!is_counted(variant.rules[rule].shape)) continue;
    const std::size_t place = place_of_rules(variant.players, order.interest) + rule;
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
  object["name"] = variant.name;
  object["options"] = Json::object();
  for (const std::string& setting : variant.settings) {
    const dsl::SettingText parts = dsl::split_setting(setting);
    object["options"][parts.option] = parts.value;
  }
  object["without"] = variant.without;
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
  object["endless_game"] = f.endless_game ? Json(*f.endless_game) : Json();
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(variant.players); ++seat) {
    object["points"].push_back(f.points[seat]);
    object["rounds_won"].push_back(f.rounds_won[seat]);
    object["games_led"].push_back(f.games_led[seat]);
  }
  for (const TableMeasure& measure : table_measures(order, variant.players))
    object["measures"][measure.info.name] = estimate_json(estimate_at(f, measure.place, measure.info.kind));
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
  object["rules"] = order.count_rules ? rules_json(order, variant, f) : Json();
  return object;
}

Json differences_json(const RunResult& run, std::size_t index) {
  Json object;
  object["schema"] = 1;
  object["first"] = run.order.variants[index].title();
  object["first_players"] = run.order.variants[index].players;
  object["second"] = run.order.variants[0].title();
  object["second_players"] = run.order.variants[0].players;
  object["same_deals"] = run.order.same_deals;
  object["games"] = run.results[0].figures.games;
  object["seed"] = run.order.seed;
  object["differences"] = Json::array();
  for (const FigureDifference& d : differences_to_first(run, index)) {
    Json row;
    row["measure"] = d.measure.name;
    row["seat"] = d.seat == 0 ? Json() : Json(d.seat);
    row["first"] = d.own.known ? Json(d.own.value) : Json();
    row["second"] = d.first.known ? Json(d.first.value) : Json();
    row.update(estimate_json(d.difference));
    row["excludes_zero"] = d.is_clear();
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
  for (const TableMeasure& measure : table_measures(order, variant.players))
    csv.add(measure.info.name, "", estimate_at(f, measure.place, measure.info.kind));
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(variant.players); ++seat)
    for (std::size_t m = 0; m < std::size(seat_measures); ++m)
      csv.add(seat_measures[m].name, seat_name(order, variant.players, seat),
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
              estimate_at(f, place_of_rules(variant.players, order.interest) + rule, MeasureKind::number));
}

void put_csv_differences(std::string& text, const RunResult& run, std::size_t index) {
  const RunOrder& order = run.order;
  const int players = order.variants[index].players;
  Csv csv(text, difference_title(order, index), players, run.results[0].figures.games, order.seed);
  for (const FigureDifference& d : differences_to_first(run, index))
    csv.add(d.measure.name,
            d.seat == 0 ? std::string() : seat_name(order, players, static_cast<std::size_t>(d.seat - 1)),
            d.difference);
}

}  // namespace

std::string RunVariant::title() const {
  std::string title = name;
  for (const std::string& setting : settings) title += " " + setting;
  for (const std::string& rule : without) title += " without " + rule;
  return title;
}

RunPart part_of(std::uint64_t games, std::uint64_t number, std::uint64_t of) {
  // Shards differ by one game at most; without products, which might not fit.
  const auto begin = [&](std::uint64_t shard) { return games / of * shard + std::min(games % of, shard); };
  const std::uint64_t first = begin(number);
  return {number, of, first, begin(number + 1) - first};
}

bool any_endless(const RunResult& run) {
  return std::any_of(run.results.begin(), run.results.end(), [](const VariantResult& result) {
    return result.figures.dead_ends + result.figures.too_long > 0;
  });
}

std::string render_run(const RunResult& run, RunFormat format, std::size_t columns) {
  std::string text;
  switch (format) {
    case RunFormat::text:
      return run.order.variants.size() == 1 ? run_as_text(run) : table_as_text(run, columns);
    case RunFormat::json:
      for (std::size_t i = 0; i < run.results.size(); ++i)
        text += dsl::json_line(variant_json(run, i)) + "\n";
      for (std::size_t i = 1; i < run.results.size(); ++i)
        text += dsl::json_line(differences_json(run, i)) + "\n";
      break;
    case RunFormat::csv:
      text += "variant,players,games,seed,measure,of,value,low,high\n";
      for (std::size_t i = 0; i < run.results.size(); ++i) put_csv(text, run, i);
      for (std::size_t i = 1; i < run.results.size(); ++i) put_csv_differences(text, run, i);
      break;
  }
  return text;
}

}  // namespace roundhouse::engine
