#include <array>
#include <string_view>

#include "dsl/vocabulary/vocabulary.h"
#include "replay/record/read_line.h"
#include "tests/fuzz/scribble.h"

namespace roundhouse::tests {
namespace {

constexpr std::array numbers{
    "0",          "1",          "2",           "3",           "4",
    "5",          "8",          "12",          "13",          "14",
    "15",         "18",         "19",          "64",          "91",
    "99",         "127",        "128",         "190",         "255",
    "256",        "1000",       "32767",       "32768",       "65535",
    "65536",      "65537",      "1000000000",  "1000000001",  "2147483647",
    "2147483648", "4294967295", "4294967297",  "-1",          "-3",
    "-128",       "-32769",     "-2147483648", "-2147483649", "9223372036854775807",
    "1e9",        "1.5",        "0x10",        "007",         "18446744073709551616",
    "nan",        "inf",        "-0",          "+3",          "\xD9\xA3",
};

constexpr std::array odd_tiles{
    "19-19",
    "19-0",
    "13-12",
    "18-18",
    "255-0",
    "256-1",
    "32767-1",
    "65537-0",
    "99-99",
    "-1-3",
    "12-",
    "-9",
    "9--3",
    "9-3-1",
    "1000000000-0",
    "4294967296-1",
    "[9:3]",
    "9:3",
    "9/3",
    "9|3",
    "5 3",
    "53",
    "double six",
    "12\xE2\x80\x93"
    "12",
    "?-?",
    "?-3",
    "x3",
    "?x",
    "?x0",
    "?x-1",
    "?x300",
    "?x99999",
    "?x2147483648",
    "9-\xD9\xA3",
    "9.3",
    "(9-3)",
    "9 - 3",
    "six-six",
    "0-0x5",
    "blank-blank",
};

/// Keys of rule files, of all blocks.
constexpr std::array keys{
    "roundhouse", "name",   "extends", "options",   "words",   "facts",    "trains",     "acts",    "setup",
    "match",      "rules",  "remove",  "sentences", "carries", "sources",  "id",         "forbid",  "advise",
    "permit",     "except", "after",   "when",      "do",      "says",     "from",       "of",      "per",
    "is",         "add",    "by",      "whom",      "amount",  "count",    "starts",     "ask",     "default",
    "range",      "choose", "players", "set",       "deal",    "lots",     "first",      "starter", "engine",
    "highest",    "copies", "wanted",  "best",      "missing", "limit",    "then",       "rounds",  "over",
    "games",      "double", "order",   "group",     "points",  "moves_on", "to_playoff", "joins",   "leader",
    "passes",     "ties",   "drawn",   "chance",    "tile",    "checks",   "always",     "never",   "at",
    "examples",   "record", "because", "optional",
};

constexpr std::array variants{
    "train",
    "dual",
    "club-double-twelve",
    "encyclopedia",
    "star-ranch",
    "tanglewood",
    "train",
    "dual",
    "club-double-twelve",
    "encyclopedia",
    "star-ranch",
    "tanglewood",
    "no-such-game",
    "Train",
    "./train.yaml",
    "-",
    "\"\"",
};

constexpr std::array settings{
    "not played",
    "doubles=satisfy",
    "doubles=follow-up",
    "doubles=free",
    "doubles=play-on",
    "doubles_in_a_row=3",
    "drawing=until-it-fits",
    "end_on_double=false",
    "doubles=nonsense",
    "draws=0",
    "draws=2",
    "draws=99",
    "highest=6",
    "highest=9",
    "highest=18",
    "highest=19",
    "copies=2",
    "copies=0",
    "deal=1",
    "deal={ 2: 15, 3..8: 9 }",
    "deal=90",
    "engine_found=highest-held",
    "engine_found=first-holder",
    "engine_missing=redeal",
    "engine_missing=one-by-one",
    "engine_missing=in-turn",
    "engine_missing=reveal",
    "missed_notice=3",
    "double_blank=-50",
    "rounds=1",
    "rounds=3",
    "first_double=0",
    "first_double=6",
    "opening=whole-train",
    "opening=extra-play",
    "markers=by-hand",
    "last_double=last-of-hand",
    "must_play=false",
    "may_refuse=true",
    "play_elsewhere=at-once",
    "nothing=1",
    "deal=",
    "=3",
    "deal",
};

constexpr std::array own_names{
    "knock",
    "challenge",
    "lift",
    "call",
    "open",
    "ruling",
    "fine",
    "deal",
    "draws",
    "doubles",
    "satisfy",
    "follow-up",
    "free",
    "highest",
    "copies",
    "own",
    "mexican",
    "side",
    "hub",
    "bay",
    "common",
    "finished",
    "top_double",
    "plays",
    "began",
    "knocked",
    "some",
    "size",
    "held",
    "leader",
    "ticks",
    "flag",
    "tally",
    "hero",
    "token",
    "warned",
    "fines",
    "friend",
    "keepsake",
    "hail",
    "accuse",
    "tiles-match",
    "one-tile",
    "closed-train",
    "going-out",
    "count-pips",
    "draw-limit",
    "must-draw",
    "no-passing",
    "hands",
    "aside",
    "lead",
    "unison",
    "in-turn",
    "one-by-one",
    "reveal",
    "redeal",
    "nothing",
    "turn-over",
    "turned",
    "left",
    "never",
    "lot",
    "back",
    "player",
    "tile",
    "bool",
    "int",
    "turn",
    "round",
    "anyone",
    "referee",
    "each",
    "all",
    "high",
    "low",
    "none",
    "it",
    "x",
    "nobody-there",
    "Joe",
    "Stra\xC3\x9F"
    "e",
    "a-1",
    "_",
    "match",
    "tiles",
    "train",
    "end",
    "debt",
};

}  // namespace

std::string any_tile(Chance& chance) {
  const auto pips = [&](int most) { return std::to_string(chance.below(most + 1)); };
  const int kind = chance.below(100);
  if (kind < 62) return pips(12) + "-" + pips(12);
  if (kind < 76) return pips(18) + "-" + pips(18);
  if (kind < 81) return pips(12) + "-?";
  if (kind < 86) return "?";
  if (kind < 89) return "?x" + pips(20);
  return chance.of(odd_tiles);
}

std::string any_number(Chance& chance) {
  return chance.percent(30) ? std::to_string(chance.below(20)) : chance.of(numbers);
}

std::string any_key(Chance& chance) { return chance.of(keys); }

std::string any_name(Chance& chance) {
  switch (chance.below(8)) {
    case 0:
      return std::string(chance.of(dsl::all_roots()).name);
    case 1:
    case 2:
      return std::string(chance.of(dsl::all_members()).name);
    case 3:
      return std::string(chance.percent(50) ? chance.of(dsl::all_acts()).name
                                            : chance.of(dsl::all_events()).name);
    case 4:
      return std::string(chance.percent(80) ? chance.of(dsl::all_effects()).name
                                            : chance.of(dsl::all_laws()).name);
    default:
      return chance.of(own_names);
  }
}

std::string any_setting(Chance& chance) { return chance.of(settings); }

std::string any_variant(Chance& chance) {
  std::string text = chance.of(variants);
  if (chance.percent(60)) return text;
  for (int more = 1 + chance.below(2); more > 0; --more) {
    const std::string setting = any_setting(chance);
    const std::size_t equals = setting.find('=');
    const bool quoted = setting.find(' ') != std::string::npos && equals != std::string::npos;
    text +=
        " " + (quoted ? setting.substr(0, equals + 1) + "\"" + setting.substr(equals + 1) + "\"" : setting);
  }
  return text;
}

std::vector<std::string> all_written_words() {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) {
    if (!word.empty()) words.emplace_back(word);
  };
  for (const auto& row : dsl::all_roots()) add(row.name);
  for (const auto& row : dsl::all_members()) add(row.name);
  for (const auto& row : dsl::all_acts()) add(row.name);
  for (const auto& row : dsl::all_events()) add(row.name);
  for (const auto& row : dsl::all_effects()) add(row.name);
  for (const auto& row : dsl::all_laws()) add(row.name);
#define X(type, word, ...) add(word " ");
  ROUNDHOUSE_WORDED_LINES(X)
#undef X
  for (const char* word : own_names) add(word);
  for (const char* word : numbers) add(word);
  for (const char* word : odd_tiles) add(word);
  for (const char* word : settings) add(word);
  for (const char* word : variants) add(word);
  for (const char* key : keys) add(std::string(key) + ": ");
  for (const char* word :
       {" and ", " or ",  "not ",   " == ",   " != ",  " <= ", " in ",       "..",    " where ",
        " of ",  "if ",   " then ", " else ", "any(",  "all(", "count(",     "sum(",  "max(",
        "min(",  "sole(", "best(",  " has ",  " mod ", "; ",   "\n  - id: ", "\n    "})
    add(word);
  for (const char* field : {"[variant ",
                            "[players ",
                            "[ages ",
                            "[first ",
                            "[used ",
                            "[out ",
                            "[totals ",
                            "[earlier ",
                            "[placement ",
                            "[fact ",
                            "[complete]\n",
                            "[seed ",
                            "[rules sha256:",
                            "draw(",
                            "mark",
                            "nomark",
                            "pass",
                            "...",
                            ">",
                            "^",
                            "?x",
                            ": ",
                            "hand Joe: ",
                            "left Joe: ",
                            "referee: "})
    add(field);
  return words;
}

}  // namespace roundhouse::tests
