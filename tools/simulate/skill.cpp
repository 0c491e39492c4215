#include "tools/simulate/run_result.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "dsl/base/shown_text.h"
#include "tools/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

/// A measure of the better player, who is the first of the list.
struct SkillFigure {
  std::string_view name;
  std::string_view sentence;
  SeatMeasure measure;
  bool of_games = false;  ///< says nothing new of single rounds
};
constexpr SkillFigure skill_figures[] = {
    {"points_below", "points a round below the others", SeatMeasure::points_over, false},
    {"rounds_won", "rounds won", SeatMeasure::rounds_won, false},
    {"games_led", "games with the first place", SeatMeasure::games_led, true},
};

Estimate figure_of(const RunResult& run, std::size_t index, const SkillFigure& figure) {
  const MeasureInfo& info = seat_measures[static_cast<std::size_t>(figure.measure)];
  Estimate made = estimate_at(run.results[index].figures, place_of(figure.measure, 0), info.kind);
  // Points above the others, turned round: more is better.
  if (figure.measure == SeatMeasure::points_over)
    made = {made.known, 0 - made.value, made.has_interval, 0 - made.high, 0 - made.low};
  return made;
}

std::string figure_text(const Estimate& estimate, MeasureKind kind) {
  if (!estimate.known) return "-";
  const std::string value = number_text(estimate.value, kind);
  if (!estimate.has_interval) return value;
  return fmt::format("{:<9} {} to {}", value, number_text(estimate.low, kind),
                     number_text(estimate.high, kind));
}

std::string text_of(const std::vector<RunResult>& runs) {
  std::string text;
  const RunOrder& order = runs.front().order;
  for (std::size_t i = 0; i < runs.front().results.size(); ++i) {
    const RunVariant& variant = order.variants[i];
    const Figures& f = runs.front().results[i].figures;
    text += fmt::format("{}: how much better play is worth; {} {} for each line, {} players, seed {}\n",
                        shown_title(variant), f.games, games_word(order, f.games != 1), variant.players,
                        order.seed);
    for (const RunResult& run : runs) text += endless_text(run, i);
    text += "  one better player among others, moved on by a seat each game; means with 95 % intervals:\n";
    for (std::size_t p = 0; p < runs.size(); ++p) {
      const SkillPair& pair = skill_pairs[p];
      for (const SkillFigure& figure : skill_figures) {
        if (figure.of_games && order.unit == Unit::round) continue;
        const MeasureKind kind = seat_measures[static_cast<std::size_t>(figure.measure)].kind;
        text += fmt::format("  {:<57} {}\n",
                            fmt::format("one {} among {}: {}", pair.player, pair.others, figure.sentence),
                            figure_text(figure_of(runs[p], i, figure), kind));
      }
    }
    text += fmt::format("  without skill it would be 0 points, and {} of rounds and games\n",
                        number_text(1.0 / variant.players, MeasureKind::share));
  }
  return text;
}

nlohmann::ordered_json number_json(bool known, double number) {
  return known ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

std::string json_of(const std::vector<RunResult>& runs) {
  std::string text;
  for (std::size_t i = 0; i < runs.front().results.size(); ++i) {
    for (std::size_t p = 0; p < runs.size(); ++p) {
      const RunVariant& variant = runs[p].order.variants[i];
      nlohmann::ordered_json object;
      object["schema"] = 1;
      object["skill"] = {{"player", skill_pairs[p].player}, {"others", skill_pairs[p].others}};
      object["variant"] = variant.title();
      object["players"] = variant.players;
      object["unit"] = games_word(runs[p].order, false);
      object["games"] = runs[p].results[i].figures.games;
      object["seed"] = runs[p].order.seed;
      for (const SkillFigure& figure : skill_figures) {
        const Estimate made = figure_of(runs[p], i, figure);
        object[figure.name] = {{"value", number_json(made.known, made.value)},
                               {"low", number_json(made.has_interval, made.low)},
                               {"high", number_json(made.has_interval, made.high)}};
      }
      text += dsl::json_line(object) + "\n";
    }
  }
  return text;
}

std::string csv_of(const std::vector<RunResult>& runs) {
  std::string text = "variant,players,games,seed,player,others,measure,value,low,high\n";
  const auto number = [](bool known, double value) {
    return known ? fmt::format("{}", value) : std::string();
  };
  for (std::size_t i = 0; i < runs.front().results.size(); ++i)
    for (std::size_t p = 0; p < runs.size(); ++p)
      for (const SkillFigure& figure : skill_figures) {
        const RunVariant& variant = runs[p].order.variants[i];
        const Estimate made = figure_of(runs[p], i, figure);
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{}\n", dsl::csv_text(variant.title()), variant.players,
                        runs[p].results[i].figures.games, runs[p].order.seed, skill_pairs[p].player,
                        skill_pairs[p].others, figure.name, number(made.known, made.value),
                        number(made.has_interval, made.low), number(made.has_interval, made.high));
      }
  return text;
}

}  // namespace

std::vector<std::string> seats_of(const SkillPair& pair, int players) {
  std::vector<std::string> seats(static_cast<std::size_t>(players), std::string(pair.others));
  seats.front() = pair.player;
  return seats;
}

std::string render_skill(const std::vector<RunResult>& runs, RunFormat format) {
  switch (format) {
    case RunFormat::text:
      return text_of(runs);
    case RunFormat::json:
      return json_of(runs);
    case RunFormat::csv:
      return csv_of(runs);
  }
  return {};
}

}  // namespace roundhouse::engine
