#include "tools/simulate/run_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "dsl/base/whole_number.h"
#include "engine/work_queue.h"
#include "tools/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view shard_kind = "roundhouse simulate shard";
constexpr int form = 3;
constexpr int form_counted_from_1 = 2;
/// More than any run has; a file from elsewhere does not make us take memory for more.
constexpr std::size_t most_entries = 100'000;

// Each of these lists is written and read by the same row, as are those of shown_figures.h.
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
  for (const PlainCount& plain : plain_counts) object[plain.name] = f.*plain.count;
  object["endless_game"] = f.endless_game ? Json(*f.endless_game) : Json();
  object["digest"] = f.digest;
  object["rounds_won"] = f.rounds_won;
  object["games_led"] = f.games_led;
  object["points"] = f.points;
  object["declared"] = f.declared;
  object["measured"] = sums_json(f.measured, ratio_sums);
  for (const Distribution& field : distributions) object[field.name] = histogram_json(f.*field.numbers);
  return object;
}

Json variant_json(const RunVariant& variant) {
  Json rules = Json::array();
  for (const RunRule& rule : variant.rules) rules.push_back({rule.id, static_cast<int>(rule.shape)});
  return {{"variant", variant.name},    {"settings", variant.settings}, {"rules_hash", variant.rules_hash},
          {"players", variant.players}, {"declared", variant.declared}, {"rules", std::move(rules)},
          {"without", variant.without}, {"values", variant.values}};
}

Json order_json(const RunOrder& order) {
  Json variants = Json::array();
  for (const RunVariant& variant : order.variants) variants.push_back(variant_json(variant));
  return {{"program", order.program},       {"seed", order.seed},
          {"games", order.games},           {"unit", order.unit == Unit::round ? "round" : "game"},
          {"declared", order.declared},     {"seats", order.seats},
          {"rotate", order.rotate},         {"count_rules", order.count_rules},
          {"interest", order.interest},     {"same_deals", order.same_deals},
          {"variants", std::move(variants)}};
}

// Reading. What is not there or of another type throws, as the library does, and so does what no run has;
// read_shard catches it. A number comes in only by whole_in, which cuts nothing off.

struct NoShard {};

template <class Number>
Number whole_in(const Json& json, Number least, Number greatest) {
  std::optional<Number> number;
  if (json.is_number_unsigned())
    number = dsl::number_within<Number>(json.get<std::uint64_t>(), least, greatest);
  else if (json.is_number_integer())
    number = dsl::number_within<Number>(json.get<std::int64_t>(), least, greatest);
  if (!number) throw NoShard{};
  return *number;
}

double number_in(const Json& json, double least, double greatest) {
  if (!json.is_number()) throw NoShard{};
  const auto number = json.get<double>();
  if (!(number >= least && number <= greatest)) throw NoShard{};
  return number;
}

const Json& list_in(const Json& object, std::string_view name) {
  const Json& list = object.at(std::string(name));
  if (!list.is_array() || list.size() > most_entries) throw NoShard{};
  return list;
}

std::string text_in(const Json& object, std::string_view name) {
  return object.at(std::string(name)).get<std::string>();
}
bool truth_in(const Json& object, std::string_view name) { return object.at(std::string(name)).get<bool>(); }
std::vector<std::string> texts_in(const Json& object, std::string_view name) {
  std::vector<std::string> texts;
  for (const Json& text : list_in(object, name)) texts.push_back(text.get<std::string>());
  return texts;
}

/// Reads the figures of one shard: they may be so great that those of all shards together still have room.
class FiguresReader {
 public:
  explicit FiguresReader(std::uint64_t shards) : shards_(shards) {}

  Figures read(const Json& object, const RunOrder& order, const RunVariant& variant) const {
    Figures f;
    for (const PlainCount& plain : plain_counts)
      f.*plain.count = count_in(object.at(std::string(plain.name)));
    // More games than a run has may not be numbered.
    if (const Json& game = object.at("endless_game"); !game.is_null())
      f.endless_game = whole_in<std::uint64_t>(game, 0, longest_run - 1);
    // A digest is no amount: it is added up modulo 2^64.
    f.digest = whole_in<std::uint64_t>(object.at("digest"), 0, UINT64_MAX);
    fill(f.rounds_won, list_in(object, "rounds_won"), [&](const Json& json) { return count_in(json); });
    fill(f.games_led, list_in(object, "games_led"), [&](const Json& json) { return count_in(json); });
    fill(f.points, list_in(object, "points"), [&](const Json& json) { return amount_in(json); });
    for (const Json& count : list_in(object, "declared")) f.declared.push_back(count_in(count));
    f.measured = sums<Ratio>(list_in(object, "measured"), ratio_sums);
    for (const Distribution& field : distributions)
      f.*field.numbers = histogram(object.at(std::string(field.name)));
    const std::size_t places =
        place_of_rules(variant.players, order.interest) + (order.count_rules ? variant.rules.size() : 0);
    if (f.declared.size() != variant.declared.size() || f.measured.size() != places) throw NoShard{};
    return f;
  }

  template <class Sums, class Fields>
  std::vector<Sums> sums(const Json& list, const Fields& fields) const {
    std::vector<Sums> all;
    for (const Json& row : list) {
      if (!row.is_array() || row.size() != std::size(fields)) throw NoShard{};
      Sums sums;
      for (std::size_t i = 0; i < row.size(); ++i) sums.*fields[i] = sum_in(row[i]);
      all.push_back(sums);
    }
    return all;
  }

 private:
  std::uint64_t count_in(const Json& json) const {
    return whole_in<std::uint64_t>(json, 0, UINT64_MAX / shards_);
  }
  std::int64_t amount_in(const Json& json) const {
    const std::int64_t most = INT64_MAX / static_cast<std::int64_t>(shards_);
    return whole_in<std::int64_t>(json, -most, most);
  }
  WideSum sum_in(const Json& json) const {
    const auto sum = WideSum::from_text(json.get<std::string>());
    if (!sum || !sum->has_room_for(shards_)) throw NoShard{};
    return *sum;
  }

  template <class List, class Read>
  static void fill(List& list, const Json& from, const Read& read) {
    if (from.size() != list.size()) throw NoShard{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = read(from[i]);
  }

  Histogram histogram(const Json& object) const {
    Histogram::Contents contents;
    contents.least = whole_in<std::int64_t>(object.at("least"), INT64_MIN, INT64_MAX);
    contents.greatest = whole_in<std::int64_t>(object.at("greatest"), INT64_MIN, INT64_MAX);
    contents.sum = sum_in(object.at("sum"));
    contents.squares = sum_in(object.at("squares"));
    for (const Json& count : list_in(object, "counts")) {
      if (!count.is_array() || count.size() != 2) throw NoShard{};
      const auto number = whole_in<std::int64_t>(count[0], INT64_MIN, INT64_MAX);
      if (!contents.counts.emplace(number, count_in(count[1])).second) throw NoShard{};
    }
    const auto histogram = Histogram::from_contents(contents);
    if (!histogram || histogram->size() > UINT64_MAX / shards_) throw NoShard{};
    return *histogram;
  }

  std::uint64_t shards_;
};

RunVariant variant_from(const Json& object) {
  RunVariant variant;
  variant.name = text_in(object, "variant");
  variant.settings = texts_in(object, "settings");
  variant.rules_hash = text_in(object, "rules_hash");
  variant.players = whole_in<int>(object.at("players"), 1, max_players);
  variant.declared = texts_in(object, "declared");
  variant.without = texts_in(object, "without");
  if (object.contains("values")) variant.values = texts_in(object, "values");
  for (const Json& rule : list_in(object, "rules")) {
    const auto shape = whole_in<int>(rule.at(1), 0, static_cast<int>(dsl::Shape::optional));
    variant.rules.push_back({rule.at(0).get<std::string>(), static_cast<dsl::Shape>(shape)});
  }
  return variant;
}

RunOrder order_from(const Json& object) {
  RunOrder order;
  order.program = text_in(object, "program");
  order.seed = whole_in<std::uint64_t>(object.at("seed"), 0, UINT64_MAX);
  order.games = whole_in<std::uint64_t>(object.at("games"), 1, longest_run);
  const std::string unit = text_in(object, "unit");
  if (unit != "round" && unit != "game") throw NoShard{};
  order.unit = unit == "round" ? Unit::round : Unit::match;
  order.declared = number_in(object.at("declared"), 0, 1);
  order.seats = texts_in(object, "seats");
  order.rotate = truth_in(object, "rotate");
  order.count_rules = truth_in(object, "count_rules");
  order.interest = truth_in(object, "interest");
  order.same_deals = truth_in(object, "same_deals");
  for (const Json& variant : list_in(object, "variants")) order.variants.push_back(variant_from(variant));
  return order;
}

RunResult run_from(const Json& object) {
  RunResult run;
  run.order = order_from(object.at("run"));
  const auto of = whole_in<std::uint64_t>(object.at("of"), 1, most_shards);
  // In the form before, the first shard had the number 1.
  const std::uint64_t first = object.at("schema") == form_counted_from_1 ? 1 : 0;
  const std::uint64_t number = whole_in<std::uint64_t>(object.at("shard"), first, of - 1 + first) - first;
  if (run.order.variants.empty()) throw NoShard{};
  run.part = part_of(run.order.games, number, of);
  const FiguresReader reader(of);
  const Json& results = list_in(object, "results");
  if (results.size() > run.order.variants.size()) throw NoShard{};
  for (std::size_t i = 0; i < results.size(); ++i) {
    VariantResult result;
    result.figures = reader.read(results[i].at("figures"), run.order, run.order.variants[i]);
    if (result.figures.games > run.part.games) throw NoShard{};
    result.seconds = number_in(results[i].at("seconds"), 0, 1e12);
    result.jobs = whole_in<int>(results[i].at("jobs"), 1, most_jobs);
    run.results.push_back(std::move(result));
  }
  const RunOrder& order = run.order;
  for (const Json& sums : list_in(object, "pairs")) {
    if (!sums.is_array() || sums.size() > most_entries) throw NoShard{};
    run.pairs.push_back(reader.sums<RatioPair>(sums, pair_sums));
    if (run.pairs.size() >= order.variants.size()) throw NoShard{};
    const RunVariant& other = order.variants[run.pairs.size()];
    if (run.pairs.back().size() !=
        places_of_both(order.variants[0].players, other.players, order.interest).size())
      throw NoShard{};
  }
  const std::size_t others = order.variants.size() - 1;
  if (run.pairs.size() != others && !(run.pairs.empty() && run.part.games == 0)) throw NoShard{};
  return run;
}

// Merging.

/// The difference between two runs, as "seed 8, not 7".
std::string difference_between(const RunOrder& a, const RunOrder& b) {
  if (a.program != b.program) return fmt::format("made by roundhouse {}, not {}", b.program, a.program);
  if (a.seed != b.seed) return fmt::format("seed {}, not {}", b.seed, a.seed);
  if (a.games != b.games) return fmt::format("{} games, not {}", b.games, a.games);
  if (a.unit != b.unit) return "single rounds in one, whole games in the other";
  if (a.declared != b.declared) return fmt::format("--declared {}, not {}", b.declared, a.declared);
  if (a.seats != b.seats) return "other players in --seats";
  if (a.rotate != b.rotate) return "--rotate in one of them only";
  if (a.count_rules != b.count_rules) return "--count-rules in one of them only";
  if (a.interest != b.interest) return "--interest in one of them only";
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

/// "2/7", as --shard takes it.
std::string name_of(const RunPart& part) { return fmt::format("{}/{}", part.number, part.of); }

std::string made_anew(const std::string& shard) {
  return fmt::format("the same command with --shard {} makes it anew", shard);
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
      return fmt::format("{} and {} are both shard {}", (*same)->file, shard.file, name_of(part));
    seen.push_back(&shard);
    for (std::size_t i = 0; i < shard.run.order.variants.size(); ++i) {
      const bool begun = i < shard.run.results.size();
      const std::uint64_t played = begun ? shard.run.results[i].figures.games : 0;
      if (!begun)
        return fmt::format("{} was interrupted before '{}' was begun; {}", shard.file,
                           shard.run.order.variants[i].title(), made_anew(name_of(part)));
      if (played != part.games)
        return fmt::format("{} was interrupted: {} of {} games of '{}' were played; {}", shard.file, played,
                           part.games, shard.run.order.variants[i].title(), made_anew(name_of(part)));
    }
  }
  if (shards.size() == first.run.part.of) return {};
  std::string missing;
  std::size_t count = 0;
  for (std::uint64_t number = 0; number < first.run.part.of && count <= 10; ++number) {
    const bool there = std::any_of(shards.begin(), shards.end(),
                                   [&](const NamedShard& s) { return s.run.part.number == number; });
    if (there) continue;
    ++count;
    missing +=
        count > 10 ? ", ..." : fmt::format("{}{}/{}", count > 1 ? ", " : "", number, first.run.part.of);
  }
  const std::uint64_t lost = first.run.part.of - shards.size();
  if (lost == 1)
    return fmt::format("1 of {} shards is missing: {}; {}", first.run.part.of, missing, made_anew(missing));
  return fmt::format("{} of {} shards are missing: {}; the same command with each --shard makes them anew",
                     lost, first.run.part.of, missing);
}

}  // namespace

std::string write_shard(const RunResult& run) {
  Json object;
  object["schema"] = form;
  object["kind"] = shard_kind;
  object["shard"] = run.part.number;
  object["of"] = run.part.of;
  object["run"] = order_json(run.order);
  object["results"] = Json::array();
  for (const VariantResult& result : run.results)
    object["results"].push_back(
        {{"seconds", result.seconds}, {"jobs", result.jobs}, {"figures", figures_json(result.figures)}});
  object["pairs"] = Json::array();
  for (const std::vector<RatioPair>& sums : run.pairs) object["pairs"].push_back(sums_json(sums, pair_sums));
  return dsl::json_line(object) + "\n";
}

std::optional<RunResult> read_shard(std::string_view text, std::string& trouble) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object() || object.value("kind", Json()) != shard_kind) {
    trouble = "this is no shard of a simulation";
    return std::nullopt;
  }
  const Json written_in = object.value("schema", Json());
  if (written_in != form && written_in != form_counted_from_1) {
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
    for (std::size_t i = 0; i < more.pairs.size(); ++i) {
      run.pairs[i].resize(std::max(run.pairs[i].size(), more.pairs[i].size()));
      for (std::size_t place = 0; place < more.pairs[i].size(); ++place)
        run.pairs[i][place] += more.pairs[i][place];
    }
  }
  run.part = {};
  run.part.games = run.order.games;
  return run;
}

}  // namespace roundhouse::engine
