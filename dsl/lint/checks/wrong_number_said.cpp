// A verdict quotes the sentence of a row. One that says "50 points" where the row adds 25, or "the first two
// laps" where it holds in three, misleads the table. Only numbers that stand in front of what they count are
// compared, and only with conditions and amounts that are plain numbers: where a row asks for options or
// words of its own nothing is said of it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/number_words.h"
#include "dsl/base/whole_number.h"
#include "dsl/lint/checks/all.h"
#include "dsl/lint/expressions.h"
#include "dsl/lint/said.h"

namespace roundhouse::dsl {
namespace wrong_number_said_check {
namespace {

constexpr std::string_view name = "wrong-number-said";

// --- what the sentence says ---

std::optional<std::int32_t> number_of(const std::string& word) {
  constexpr std::int32_t greatest = 999'999;
  if (const auto digits = whole_number<std::int32_t>(word, 0, greatest)) return digits;
  // Above, words are rarely all of the number: "a hundred and fifty".
  for (std::int32_t number = 1; number <= 12; ++number)
    if (counted_in_words(number) == word) return number;
  return std::nullopt;
}

constexpr std::array<std::string_view, 12> ordinals{"first", "second", "third",    "fourth",
                                                    "fifth", "sixth",  "seventh",  "eighth",
                                                    "ninth", "tenth",  "eleventh", "twelfth"};

/// "the second lap" is the 2nd.
std::optional<std::int32_t> place_of(const std::string& word) {
  const auto found = std::find(ordinals.begin(), ordinals.end(), word);
  if (found == ordinals.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - ordinals.begin()) + 1;
}

/// In which relation a number stands to a bound. `bound`: the greatest number on its lower side.
struct Relation {
  std::array<std::string_view, 2> words;
  std::int32_t bound;  ///< what has to be added to the number
};
constexpr std::array<Relation, 8> relations{{
    {{"more", "than"}, 0},
    {{"at", "most"}, 0},
    {{"up", "to"}, 0},
    {{"the", "first"}, 0},
    {{"at", "least"}, -1},
    {{"fewer", "than"}, -1},
    {{"less", "than"}, -1},
    {{"fewer", "then"}, -1},
}};

struct Said {
  std::int32_t number = 0;
  std::string text;                   ///< as it stands there, in small letters: "two laps"
  std::string noun;                   ///< in the plural: "points"
  std::optional<std::int32_t> bound;  ///< where it is said as one: "more than 10 pips"
  bool is_place = false;              ///< "the second lap", of which either side may be meant
};

std::string plural_of(std::string noun) {
  if (!noun.empty() && noun.back() != 's') noun += 's';
  return noun;
}

/// What comes one after the other and is spoken of by its place.
bool is_counted_off(std::string_view noun) { return noun == "lap" || noun == "round" || noun == "turn"; }

std::vector<Said> said_in(std::string_view sentence) {
  const std::vector<std::string> words = words_said(sentence);
  std::vector<Said> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto place = place_of(words[i]);
    if (place && i + 1 < words.size() && is_counted_off(words[i + 1])) {
      found.push_back({*place, "the " + words[i] + " " + words[i + 1], words[i + 1] + "s", *place, true});
      continue;
    }
    const auto number = number_of(words[i]);
    if (!number) continue;
    std::size_t at = i + 1;
    // "three more points", "two extra tiles"
    if (at < words.size() && (words[at] == "more" || words[at] == "extra" || words[at] == "further")) ++at;
    if (at >= words.size() || words[at].empty()) continue;
    Said said{*number, words[i] + " " + words[at], plural_of(words[at]), std::nullopt, false};
    for (const Relation& relation : relations)
      if (i >= 2 && words[i - 2] == relation.words[0] && words[i - 1] == relation.words[1])
        said.bound = *number + relation.bound;
    found.push_back(std::move(said));
  }
  return found;
}

// --- what the row does ---

std::optional<std::int64_t> plain_amount(const TypedExpr& amount) {
  if (amount.op == Op::number) return std::abs(amount.number);
  if (amount.op == Op::negate && amount.args[0].op == Op::number) return std::abs(amount.args[0].number);
  const bool from_0 = amount.op == Op::subtract && amount.args[0].op == Op::number &&
                      amount.args[0].number == 0 && amount.args[1].op == Op::number;
  if (from_0) return std::abs(amount.args[1].number);
  return std::nullopt;
}

/// The amounts of the effects that give what the noun says; nothing where one of them is no plain number.
std::optional<std::vector<std::int64_t>> amounts_of(const Rule& rule, std::string_view noun) {
  std::vector<std::int64_t> amounts;
  for (const TypedEffect& effect : rule.effects) {
    const bool gives = (effect.id == Effect::score && noun == "points") ||
                       (effect.id == Effect::draw && noun == "tiles") ||
                       (effect.id == Effect::owe && noun == "covers");
    if (!gives) continue;
    const auto amount = plain_amount(effect.args.back());
    if (!amount || effect.depth > 0) return std::nullopt;
    amounts.push_back(*amount);
  }
  if (amounts.empty()) return std::nullopt;
  return amounts;
}

bool counts_in(Member member, std::string_view noun) {
  constexpr std::pair<Member, std::string_view> counted[] = {
      {Member::tile_pips, "pips"},        {Member::player_count, "tiles"},
      {Member::tiles_count, "tiles"},     {Member::round_boneyard, "tiles"},
      {Member::turn_laid, "tiles"},       {Member::turn_drawn, "tiles"},
      {Member::turn_drew, "tiles"},       {Member::round_lap, "laps"},
      {Member::round_number, "rounds"},   {Member::player_turns, "turns"},
      {Member::match_players, "players"}, {Member::player_points, "points"},
      {Member::player_total, "points"}};
  return std::find(std::begin(counted), std::end(counted), std::pair(member, noun)) != std::end(counted);
}

/// The bounds that a condition draws where it counts what the noun says, each the greatest number on its
/// lower side; nothing where it may draw others.
struct SaidBounds {
  bool open = false;
  std::vector<std::int64_t> all{};
};

void add_bounds(const TypedExpr& node, std::string_view noun, SaidBounds& bounds) {
  if (node.op == Op::word || node.op == Op::fact || node.op == Op::option || node.op == Op::table ||
      is_quantifier(node.op))
    bounds.open = true;
  const bool compares = is_comparison(node.op) || node.op == Op::between;
  if (!compares) {
    for (const TypedExpr& arg : node.args) add_bounds(arg, noun, bounds);
    return;
  }
  const bool turned = node.args[0].op == Op::number;
  const TypedExpr& subject = node.args[turned ? 1 : 0];
  const bool counts = subject.op == Op::member && counts_in(static_cast<Member>(subject.index), noun);
  const bool plain = node.op == Op::between ? node.args[1].op == Op::number && node.args[2].op == Op::number
                                            : node.args[turned ? 0 : 1].op == Op::number;
  if (!counts || !plain) {
    // What is worked out, or compared with something else, is not read.
    for (const TypedExpr& arg : node.args)
      if (arg.op != Op::number && arg.type == Type::number)
        bounds.open = bounds.open || counts || arg.op != Op::member;
    for (const TypedExpr& arg : node.args) {
      if (arg.op == Op::word || arg.op == Op::fact || arg.op == Op::option || arg.op == Op::table)
        bounds.open = true;
    }
    return;
  }
  if (node.op == Op::between) {
    bounds.all.push_back(node.args[1].number - std::int64_t{1});
    bounds.all.push_back(node.args[2].number);
    return;
  }
  const std::int64_t number = node.args[turned ? 0 : 1].number;
  const Op op = turned && node.op != Op::equal && node.op != Op::not_equal
                    ? (node.op == Op::less         ? Op::greater
                       : node.op == Op::less_equal ? Op::greater_equal
                       : node.op == Op::greater    ? Op::less
                                                   : Op::less_equal)
                    : node.op;
  if (op != Op::less && op != Op::greater_equal) bounds.all.push_back(number);
  if (op != Op::less_equal && op != Op::greater) bounds.all.push_back(number - 1);
}

void tell(const Rule& rule, const Said& said, std::string why, Diagnostics& findings) {
  Diagnostic& made = findings.emplace_back(
      warning(name, rule.says_where,
              fmt::format("the sentence of '{}' says {}, and the row does not", rule.id, said.text)));
  made.why = std::move(why);
  made.help = "say what the row does, or let the row do what is said";
}

void find(const Linted& linted, Diagnostics& findings) {
  for (const Rule& rule : linted.rules.rules) {
    // A ladder of sentences and one with an option in it are for more than one case.
    if (rule.says.empty() || !linted.is_own(rule.says_where)) continue;
    if (rule.says.find('{') != std::string::npos) continue;
    const std::vector<Said> all = said_in(rule.says);
    for (const Said& said : all) {
      const auto same_noun = [&](const Said& other) { return other.noun == said.noun; };
      const auto amounts = amounts_of(rule, said.noun);
      if (!said.bound && amounts && std::count_if(all.begin(), all.end(), same_noun) == 1) {
        if (std::find(amounts->begin(), amounts->end(), said.number) != amounts->end()) continue;
        // A condition may speak of the same.
        SaidBounds bounds;
        if (rule.when) add_bounds(*rule.when, said.noun, bounds);
        if (!bounds.all.empty() || amounts->size() != 1) continue;
        tell(rule, said, fmt::format("its effect is of {} {}", amounts->front(), said.noun), findings);
        break;
      }
      if (!said.bound || !rule.when) continue;
      SaidBounds bounds;
      add_bounds(*rule.when, said.noun, bounds);
      if (bounds.open || bounds.all.empty()) continue;
      const auto draws = [&](std::int64_t line) {
        return std::find(bounds.all.begin(), bounds.all.end(), line) != bounds.all.end();
      };
      if (draws(*said.bound) || (said.is_place && draws(*said.bound - std::int64_t{1}))) continue;
      tell(rule, said,
           fmt::format("its condition draws the line at {}, the sentence at {}", bounds.all.front(),
                       *said.bound),
           findings);
      findings.back().labels.push_back({rule.when->where, "the condition"});
      break;
    }
  }
}

}  // namespace
}  // namespace wrong_number_said_check

const LintCheck wrong_number_said{wrong_number_said_check::name,
                                  "A sentence states another number than its row has.",
                                  wrong_number_said_check::find};

}  // namespace roundhouse::dsl
