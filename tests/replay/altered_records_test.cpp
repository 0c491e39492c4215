// Records that are written otherwise and say the same: other names, other seats, halves turned round, another
// layout, acts taken back, rules as one file. Verdict, rule and place stay. With turns left open less is
// known, and what was legal stays legal or is undecided.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/check/variant_files.h"
#include "engine/random.h"
#include "replay/record/read_record.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/houses.h"
#include "tests/support/rule_cases.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tools/format/freeze_rules.h"

namespace roundhouse::tests {
namespace {

using engine::Random;
using Lines = std::vector<std::string>;

Lines record_lines(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string record_text(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::size_t below(Random& random, std::size_t most) { return random.below(static_cast<std::uint32_t>(most)); }

Lines players_of(const std::string& record) {
  Lines names;
  const dsl::Checked<replay::Record> read = replay::read_record({}, record);
  for (const replay::PlayerField& player : read.value.header.players) names.push_back(player.name);
  return names;
}

/// Words may hold letters of any script.
bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_';
}

std::string with_words(const std::string& text, const std::map<std::string, std::string>& changed) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_of_word(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    const auto found = changed.find(word);
    out += found == changed.end() ? word : found->second;
    i = end;
  }
  return out;
}

/// An altered record, and how its players are called there.
struct Altered {
  std::string record;
  std::map<std::string, std::string> names{};
  std::string rules{};  ///< other ones; empty: the same
  /// What it is compared with, where that is not the record as it was.
  std::string instead{};
};
using Alter = std::function<std::optional<Altered>(const RuleCase&, Random&)>;

// -- what says the same --------------------------------------------------------------------------------

const std::vector<Lines> other_names = {
    {"Al", "Ala", "Alan", "Alana", "Alanah", "Alb", "Albe", "Alber", "Albert", "Alberta", "Alw", "Alwa",
     "Alway", "Always"},
    {"Łukasz", "Zoë", "Öl", "李雷", "Ольга", "Ωmega", "Ñu", "éa", "Çem", "Ærø", "Ålan", "Íris", "Übe", "Ýr"},
    {"b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13", "b14"},
    {"zz", "yy", "XX", "ww", "VV", "uu", "TT", "rr", "qq", "PP", "oo", "nn", "ll", "KK"}};

std::optional<Altered> rename_players(const RuleCase& one, Random& random) {
  const Lines names = players_of(one.record);
  const Lines& pool = other_names[below(random, other_names.size())];
  Altered altered;
  const std::size_t from = below(random, pool.size());
  for (std::size_t i = 0; i < names.size(); ++i) altered.names[names[i]] = pool[(from + i) % pool.size()];
  altered.record = with_words(one.record, altered.names);
  return altered;
}

/// The values of a header field, of which quoted ones are one each.
Lines values_of(const std::string& text) {
  Lines values;
  static const std::regex value("[^\\s\"\\]]+(\"[^\"]*\")?");
  for (std::sregex_iterator it(text.begin(), text.end(), value), end; it != end; ++it)
    values.push_back(it->str());
  return values;
}

/// Somebody else sits in the first place, and the same player is first.
std::optional<Altered> turn_seats(const RuleCase& one, Random& random) {
  const Lines names = players_of(one.record);
  if (names.size() < 2) return std::nullopt;
  // A newcomer sits down at the end of the row, which turned is another place in the circle.
  if (one.record.find("joins ") != std::string::npos) return std::nullopt;
  const bool has_first = one.record.find("[first") != std::string::npos;
  const std::size_t turned = 1 + below(random, names.size() - 1);
  Altered altered;
  for (const std::string& line : record_lines(one.record)) {
    static const std::regex by_seat("^\\[(players|ages|totals|earlier|placement) (.*)\\](\\s*(#.*)?)$");
    std::smatch found;
    if (!std::regex_match(line, found, by_seat)) {
      if (line.starts_with("[players") || line.starts_with("Players")) return std::nullopt;  // scribbled
      altered.record += line + "\n";
      altered.instead += line + "\n";
      continue;
    }
    Lines values = values_of(found[2]);
    if (values.size() != names.size()) return std::nullopt;
    std::rotate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(turned), values.end());
    std::string joined = "[" + found[1].str();
    for (const std::string& value : values) joined += " " + value;
    altered.record += joined + "]\n";
    altered.instead += line + "\n";
    if (found[1] == "players" && !has_first) {
      altered.record += "[first " + names.front() + "]\n";
      altered.instead += "[first " + names.front() + "]\n";
    }
  }
  return altered;
}

bool is_of_header(const std::string& line) { return line.starts_with("["); }

/// Which half stands first says nothing, but for a tile of which that alone says how it lies.
std::optional<Altered> turn_halves(const RuleCase& one, Random&) {
  Altered altered;
  for (const std::string& line : record_lines(one.record)) {
    static const std::regex tile("\\b(\\d+)-(\\d+)\\b(?!=)");
    const bool is_kept =
        is_of_header(line) || line.find("...") != std::string::npos || line.find('"') != std::string::npos;
    altered.record += (is_kept ? line : std::regex_replace(line, tile, "$2-$1")) + "\n";
  }
  return altered;
}

std::optional<Altered> lay_out(const RuleCase& one, Random& random) {
  Altered altered;
  int turn = 0;
  const std::size_t way = below(random, 4);
  for (const std::string& line : record_lines(one.record)) {
    const bool is_turn = !is_of_header(line) && line.find(": ") != std::string::npos &&
                         line.find('"') == std::string::npos && line.find(' ') > line.find(':');
    if (way == 0) altered.record += line + "\r\n";
    if (way == 1)
      altered.record += line + (line.find('#') == std::string::npos ? "   # so it was\n\n" : "\n\n");
    if (way == 2) altered.record += (is_turn ? std::to_string(++turn) + ". " : std::string()) + line + "\n";
    if (way == 3) {
      const std::size_t colon = line.find(':');
      altered.record += (is_turn ? line.substr(0, colon) + " :  " + line.substr(colon + 1) : line) + "\t\n";
    }
  }
  return altered;
}

/// One more act, or a claim, in some turn, taken back in the line below.
std::optional<Altered> take_back(const RuleCase& one, Random& random) {
  const Lines names = players_of(one.record);
  const Lines lines = record_lines(one.record);
  const auto player_of = [&](const std::string& line) {
    const auto is_theirs = [&](const std::string& name) { return line.starts_with(name + ": "); };
    const auto found = std::find_if(names.begin(), names.end(), is_theirs);
    return found == names.end() ? std::string() : *found;
  };
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!player_of(lines[i]).empty()) turns.push_back(i);
  if (turns.empty()) return std::nullopt;
  const std::size_t which = below(random, turns.size());
  const std::string& line = lines[turns[which]];
  const std::string player = player_of(line);
  // What is taken back may go on in the player's next line.
  if (which + 1 < turns.size() && player_of(lines[turns[which + 1]]) == player) return std::nullopt;
  for (const char* const closing : {"pass", "...", "?", "#", "\"", "mark", "done"})
    if (line.find(closing) != std::string::npos) return std::nullopt;
  Lines more = lines;
  more[turns[which]] += random.below(2) == 0 ? " draw" : random.below(2) == 0 ? " mark" : " nomark";
  more.insert(more.begin() + static_cast<std::ptrdiff_t>(turns[which]) + 1, "undo");
  return Altered{record_text(more)};
}

/// The rules with the record's options, as one file that extends nothing.
std::optional<Altered> freeze(const RuleCase& one, Random&) {
  const dsl::Checked<replay::Record> read = replay::read_record({}, one.record);
  dsl::SourceMap sources;
  const dsl::VariantReader bundled = dsl::read_variant_files(source_folder() / "variants");
  const auto reader = [&](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    if (from.empty() && !one.rules.empty()) return {.name = wanted, .text = one.rules, .trouble = {}};
    return bundled(wanted, one.rules.empty() ? from : std::string{});
  };
  dsl::CheckInput input{read.value.header.variant.name, {}};
  for (const replay::OptionField& option : read.value.header.variant.options)
    input.settings.push_back({option.name, option.value, option.at.span});
  const dsl::FrozenRules frozen = dsl::freeze_rules(sources, reader, input);
  if (frozen.text.empty()) return std::nullopt;
  Altered altered;
  altered.rules = frozen.text;
  for (const std::string& line : record_lines(one.record))
    altered.record += (line.starts_with("[variant") ? std::string("[variant frozen]") : line) + "\n";
  return altered;
}

// -- what says less ------------------------------------------------------------------------------------

std::optional<Altered> open_a_gap(const RuleCase& one, Random& random) {
  // What was let stand is of the line before it.
  if (one.record.find("allow") != std::string::npos) return std::nullopt;
  const Lines names = players_of(one.record);
  Lines lines = record_lines(one.record);
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (const std::string& name : names) {
      std::size_t above = i;
      while (above > 0 && lines[above - 1].starts_with("hand")) --above;
      // Below an `engine` line it is a tile that she had to draw; and a line above her turn is an act in
      // another's.
      const bool is_turn = i + 1 == lines.size() || !lines[i + 1].starts_with(name + ": ");
      if (lines[i].starts_with(name + ": ") && lines[i].find("...") == std::string::npos && is_turn &&
          above > 0 && !lines[above - 1].starts_with("engine"))
        turns.push_back(i);
    }
  if (turns.empty()) return std::nullopt;
  const std::size_t at = turns[below(random, turns.size())];
  if (random.below(2) == 0)
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), "?");
  else
    lines[at] = lines[at].substr(0, lines[at].find(':')) + ": ?";
  return Altered{record_text(lines)};
}

// -- all together --------------------------------------------------------------------------------------

struct Kind {
  const char* name;
  Alter alter;
  bool is_exact = true;
};
const std::vector<Kind> kinds = {{"names", rename_players},  {"seats", turn_seats}, {"halves", turn_halves},
                                 {"layout", lay_out},        {"undo", take_back},   {"freeze", freeze},
                                 {"gaps", open_a_gap, false}};

/// The verdict, its rule and its place.
std::string said_of(const std::string& outcome) { return outcome.substr(0, outcome.find(';')); }

std::vector<RuleCase> all_cases() {
  std::vector<RuleCase> all;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/rules"))
    if (entry.is_directory()) {
      const std::vector<RuleCase> cases = read_rule_cases(entry.path().filename().string());
      all.insert(all.end(), cases.begin(), cases.end());
    }
  for (const House& house : read_houses()) all.insert(all.end(), house.cases.begin(), house.cases.end());
  std::sort(all.begin(), all.end(), [](const RuleCase& a, const RuleCase& b) {
    return std::tie(a.rule, a.title) < std::tie(b.rule, b.title);
  });
  return all;
}

void alter(const RuleCase& one, const Kind& kind, Random& random, std::map<std::string, int>& tally) {
  const std::optional<Altered> altered = kind.alter(one, random);
  if (!altered) return;
  RuleCase other = one;
  other.expected.clear();  // nothing of how the match stands
  RuleCase before = other;
  if (!altered->instead.empty()) before.record = altered->instead;
  other.record = altered->record;
  if (!altered->rules.empty()) other.rules = altered->rules;
  const std::string was = said_of(outcome_of(before));
  if (was.find("error[") != std::string::npos || was == "refused") return;
  const std::string is = said_of(outcome_of(other));
  ++tally[kind.name];
  INFO(kind.name << " of " << one.rule << ": " << one.title << "\n" << before.record << "\n" << other.record);
  if (kind.is_exact) {
    CHECK(is == was);
  } else if (was == "legal") {
    CHECK((is == "legal" || is == "undecided"));
  }
}

}  // namespace

TEST_CASE("a record that is written otherwise is judged the same", "[replay][referee]") {
  const std::vector<RuleCase> all = all_cases();
  Random random(sample_seed());
  std::map<std::string, int> tally;
  for (const std::size_t number : sample(all.size(), 350))
    alter(all[number], kinds[below(random, kinds.size())], random, tally);
  for (const Kind& kind : kinds) {
    INFO(kind.name);
    CHECK(tally[kind.name] > 10);
  }
}

TEST_CASE("every case is judged the same however it is written", "[.long][long][replay][referee]") {
  const std::vector<RuleCase> all = all_cases();
  Random random(sample_seed());
  std::map<std::string, int> tally;
  for (const RuleCase& one : all)
    for (const Kind& kind : kinds)
      for (int times = 0; times < (kind.is_exact ? 2 : 4); ++times) alter(one, kind, random, tally);
  for (const auto& [kind, times] : tally) std::printf("%d records altered: %s\n", times, kind.c_str());
}

}  // namespace roundhouse::tests
