#include "cli/shard_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace roundhouse::cli {
namespace {

using engine::Figures;
using engine::Histogram;
using engine::Ratio;
using engine::RatioPair;
using engine::WideSum;
using Json = nlohmann::ordered_json;

constexpr std::string_view kind = "roundhouse simulate shard";
/// More than any run has; a file from elsewhere does not make us take memory for more.
constexpr std::size_t most_entries = 100'000;

// Each of these lists is written and read by the same row.
struct CountField {
  std::string_view name;
  std::uint64_t Figures::*count;
};
constexpr CountField count_fields[] = {
    {"games", &Figures::games},       {"ended", &Figures::finished}, {"dead_ends", &Figures::dead_ends},
    {"too_long", &Figures::too_long}, {"void", &Figures::voided},    {"rounds", &Figures::rounds},
    {"blocked", &Figures::blocked},   {"acts", &Figures::acts},      {"turns", &Figures::turns},
    {"lays", &Figures::lays},         {"draws", &Figures::draws},    {"pulls", &Figures::pulls},
    {"digest", &Figures::digest},
};
struct HistogramField {
  std::string_view name;
  Histogram Figures::*numbers;
};
constexpr HistogramField histogram_fields[] = {{"round_turns", &Figures::round_turns},
                                               {"round_points", &Figures::round_points},
                                               {"game_points", &Figures::game_points}};
constexpr WideSum Ratio::*ratio_sums[] = {&Ratio::amount, &Ratio::of, &Ratio::amount_squared,
                                          &Ratio::of_squared, &Ratio::product};
constexpr WideSum RatioPair::*pair_sums[] = {&RatioPair::amounts, &RatioPair::ofs, &RatioPair::amount_of,
                                             &RatioPair::of_amount};

// Writing.

template <class Sums, class Fields>
Json sums_json(const std::vector<Sums>& all, const Fields& fields) {
  Json list = Json::array();
  for (const Sums& sums : all) {
    Json row = Json::array();
    for (const auto field : fields) row.push_back((sums.*field).text());
    list.push_back(std::move(row));
  }
  return list;
}

Json histogram_json(const Histogram& histogram) {
  const Histogram::Contents contents = histogram.contents();
  Json counts = Json::array();
  for (const auto& [number, times] : contents.counts) counts.push_back({number, times});
  return {{"least", contents.least},
          {"greatest", contents.greatest},
          {"sum", contents.sum.text()},
          {"squares", contents.squares.text()},
          {"counts", std::move(counts)}};
}

Json figures_json(const Figures& f) {
  Json object;
  for (const CountField& field : count_fields) object[field.name] = f.*field.count;
  object["rounds_won"] = f.rounds_won;
  object["games_led"] = f.games_led;
  object["points"] = f.points;
  object["declared"] = f.declared;
  object["measured"] = sums_json(f.measured, ratio_sums);
  for (const HistogramField& field : histogram_fields) object[field.name] = histogram_json(f.*field.numbers);
  return object;
}

Json variant_json(const RunVariant& variant) {
  Json rules = Json::array();
  for (const RunRule& rule : variant.rules) rules.push_back({rule.id, static_cast<int>(rule.shape)});
  return {{"variant", variant.name},    {"settings", variant.settings}, {"rules_hash", variant.rules_hash},
          {"players", variant.players}, {"declared", variant.declared}, {"rules", std::move(rules)}};
}

Json order_json(const RunOrder& order) {
  Json variants = Json::array();
  for (const RunVariant& variant : order.variants) variants.push_back(variant_json(variant));
  return {{"program", order.program},       {"seed", order.seed},
          {"games", order.games},           {"unit", order.unit == engine::Unit::round ? "round" : "game"},
          {"declared", order.declared},     {"count_rules", order.count_rules},
          {"same_deals", order.same_deals}, {"variants", std::move(variants)}};
}

// Reading. What is not there or of another type throws, as the library does; read_shard catches it.

struct NoShard {};

template <class Value>
void get(const Json& object, std::string_view name, Value& value) {
  object.at(std::string(name)).get_to(value);
}

template <class Sums, class Fields>
std::vector<Sums> sums_from(const Json& list, const Fields& fields) {
  if (!list.is_array() || list.size() > most_entries) throw NoShard{};
  std::vector<Sums> all;
  for (const Json& row : list) {
    if (row.size() != std::size(fields)) throw NoShard{};
    Sums sums;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto sum = WideSum::from_text(row.at(i).get<std::string>());
      if (!sum) throw NoShard{};
      sums.*fields[i] = *sum;
    }
    all.push_back(sums);
  }
  return all;
}

Histogram histogram_from(const Json& object) {
  Histogram::Contents contents;
  get(object, "least", contents.least);
  get(object, "greatest", contents.greatest);
  const auto sum = WideSum::from_text(object.at("sum").get<std::string>());
  const auto squares = WideSum::from_text(object.at("squares").get<std::string>());
  const Json& counts = object.at("counts");
  if (!sum || !squares || !counts.is_array() || counts.size() > most_entries) throw NoShard{};
  contents.sum = *sum;
  contents.squares = *squares;
  for (const Json& count : counts)
    contents.counts[count.at(0).get<std::int64_t>()] = count.at(1).get<std::uint64_t>();
  const auto histogram = Histogram::from_contents(contents);
  if (!histogram) throw NoShard{};
  return *histogram;
}

Figures figures_from(const Json& object, const RunOrder& order, const RunVariant& variant) {
  Figures f;
  for (const CountField& field : count_fields) get(object, field.name, f.*field.count);
  get(object, "rounds_won", f.rounds_won);
  get(object, "games_led", f.games_led);
  get(object, "points", f.points);
  get(object, "declared", f.declared);
  f.measured = sums_from<Ratio>(object.at("measured"), ratio_sums);
  for (const HistogramField& field : histogram_fields)
    f.*field.numbers = histogram_from(object.at(std::string(field.name)));
  const std::size_t places =
      engine::place_of_rules(variant.players) + (order.count_rules ? variant.rules.size() : 0);
  if (f.declared.size() != variant.declared.size() || f.measured.size() != places) throw NoShard{};
  return f;
}

RunVariant variant_from(const Json& object) {
  RunVariant variant;
  get(object, "variant", variant.name);
  get(object, "settings", variant.settings);
  get(object, "rules_hash", variant.rules_hash);
  get(object, "players", variant.players);
  get(object, "declared", variant.declared);
  if (variant.players < 1 || variant.players > engine::max_players) throw NoShard{};
  for (const Json& rule : object.at("rules")) {
    const int shape = rule.at(1).get<int>();
    if (shape < 0 || shape > static_cast<int>(dsl::Shape::after)) throw NoShard{};
    variant.rules.push_back({rule.at(0).get<std::string>(), static_cast<dsl::Shape>(shape)});
  }
  return variant;
}

RunOrder order_from(const Json& object) {
  RunOrder order;
  get(object, "program", order.program);
  get(object, "seed", order.seed);
  get(object, "games", order.games);
  order.unit = object.at("unit") == "round" ? engine::Unit::round : engine::Unit::match;
  get(object, "declared", order.declared);
  get(object, "count_rules", order.count_rules);
  get(object, "same_deals", order.same_deals);
  for (const Json& variant : object.at("variants")) order.variants.push_back(variant_from(variant));
  return order;
}

RunResult run_from(const Json& object) {
  RunResult run;
  run.order = order_from(object.at("run"));
  std::uint64_t number = 0;
  std::uint64_t of = 0;
  get(object, "shard", number);
  get(object, "of", of);
  if (number < 1 || number > of || run.order.variants.empty()) throw NoShard{};
  run.part = part_of(run.order.games, number, of);
  const Json& results = object.at("results");
  if (!results.is_array() || results.size() > run.order.variants.size()) throw NoShard{};
  for (std::size_t i = 0; i < results.size(); ++i) {
    VariantResult result;
    result.figures = figures_from(results[i].at("figures"), run.order, run.order.variants[i]);
    get(results[i], "seconds", result.seconds);
    get(results[i], "jobs", result.jobs);
    run.results.push_back(std::move(result));
  }
  run.pairs = sums_from<RatioPair>(object.at("pairs"), pair_sums);
  const std::size_t pairs = run.order.same_deals ? engine::place_of_rules(run.order.variants[0].players) : 0;
  if (run.pairs.size() != pairs && !(run.pairs.empty() && run.part.games == 0)) throw NoShard{};
  return run;
}

// Merging.

/// In which way two runs differ, as "seed 8, not 7".
std::string difference_between(const RunOrder& a, const RunOrder& b) {
  if (a.program != b.program) return fmt::format("made by roundhouse {}, not {}", b.program, a.program);
  if (a.seed != b.seed) return fmt::format("seed {}, not {}", b.seed, a.seed);
  if (a.games != b.games) return fmt::format("{} games, not {}", b.games, a.games);
  if (a.unit != b.unit) return "single rounds in one, whole games in the other";
  if (a.declared != b.declared) return fmt::format("--declared {}, not {}", b.declared, a.declared);
  if (a.count_rules != b.count_rules) return "--count-rules in one of them only";
  if (a.same_deals != b.same_deals) return "--same-deals in one of them only";
  if (a.variants.size() != b.variants.size()) return "another number of variants";
  for (std::size_t i = 0; i < a.variants.size(); ++i) {
    const RunVariant& one = a.variants[i];
    const RunVariant& other = b.variants[i];
    if (one.title() != other.title()) return fmt::format("'{}', not '{}'", other.title(), one.title());
    if (one.players != other.players) return fmt::format("{} players, not {}", other.players, one.players);
    if (one != other) return fmt::format("other rules under the name '{}'", one.title());
  }
  return {};
}

std::string check_together(const std::vector<NamedShard>& shards) {
  const NamedShard& first = shards.front();
  std::vector<const NamedShard*> seen;
  for (const NamedShard& shard : shards) {
    const std::string difference = difference_between(first.run.order, shard.run.order);
    if (!difference.empty())
      return fmt::format("{} is of another run than {}: {}", shard.file, first.file, difference);
    const RunPart& part = shard.run.part;
    if (part.of != first.run.part.of)
      return fmt::format("{} is one of {} shards, {} one of {}", shard.file, part.of, first.file,
                         first.run.part.of);
    const auto same = std::find_if(seen.begin(), seen.end(), [&](const NamedShard* other) {
      return other->run.part.number == part.number;
    });
    if (same != seen.end())
      return fmt::format("{} and {} are both shard {}/{}", (*same)->file, shard.file, part.number, part.of);
    seen.push_back(&shard);
    for (std::size_t i = 0; i < shard.run.order.variants.size(); ++i) {
      const std::uint64_t played = i < shard.run.results.size() ? shard.run.results[i].figures.games : 0;
      if (played != part.games)
        return fmt::format("{} was interrupted: {} of {} games of '{}' were played", shard.file, played,
                           part.games, shard.run.order.variants[i].title());
    }
  }
  if (shards.size() == first.run.part.of) return {};
  std::string missing;
  std::size_t count = 0;
  for (std::uint64_t number = 1; number <= first.run.part.of && count <= 10; ++number) {
    const bool there = std::any_of(shards.begin(), shards.end(),
                                   [&](const NamedShard& s) { return s.run.part.number == number; });
    if (there) continue;
    ++count;
    missing +=
        count > 10 ? ", ..." : fmt::format("{}{}/{}", count > 1 ? ", " : "", number, first.run.part.of);
  }
  return fmt::format("{} of {} shards {} missing: {}", first.run.part.of - shards.size(), first.run.part.of,
                     first.run.part.of - shards.size() == 1 ? "is" : "are", missing);
}

}  // namespace

std::string write_shard(const RunResult& run) {
  Json object;
  object["schema"] = 1;
  object["kind"] = kind;
  object["shard"] = run.part.number;
  object["of"] = run.part.of;
  object["run"] = order_json(run.order);
  object["results"] = Json::array();
  for (const VariantResult& result : run.results)
    object["results"].push_back(
        {{"seconds", result.seconds}, {"jobs", result.jobs}, {"figures", figures_json(result.figures)}});
  object["pairs"] = sums_json(run.pairs, pair_sums);
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<RunResult> read_shard(std::string_view text, std::string& trouble) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object() || object.value("kind", Json()) != kind) {
    trouble = "this is no shard of a simulation";
    return std::nullopt;
  }
  if (object.value("schema", Json()) != 1) {
    trouble = "this shard is written in a form that this version does not know";
    return std::nullopt;
  }
  try {
    return run_from(object);
  } catch (const nlohmann::json::exception&) {
    trouble = "this shard is damaged";
  } catch (const NoShard&) {
    trouble = "this shard is damaged";
  }
  return std::nullopt;
}

std::optional<RunResult> merge_shards(std::vector<NamedShard> shards, std::string& trouble) {
  trouble = check_together(shards);
  if (!trouble.empty()) return std::nullopt;
  RunResult run = std::move(shards.front().run);
  for (std::size_t s = 1; s < shards.size(); ++s) {
    const RunResult& more = shards[s].run;
    for (std::size_t i = 0; i < run.results.size(); ++i) {
      run.results[i].figures += more.results[i].figures;
      run.results[i].seconds += more.results[i].seconds;
      run.results[i].jobs = std::max(run.results[i].jobs, more.results[i].jobs);
    }
    run.pairs.resize(std::max(run.pairs.size(), more.pairs.size()));
    for (std::size_t i = 0; i < more.pairs.size(); ++i) run.pairs[i] += more.pairs[i];
  }
  run.part = {};
  run.part.games = run.order.games;
  return run;
}

}  // namespace roundhouse::cli
