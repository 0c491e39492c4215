#include "dsl/vocabulary/keys.h"

#include <algorithm>
#include <iterator>

#include "dsl/vocabulary/settings.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view says_about = "a sentence for players; {option} becomes that option's value";
constexpr std::string_view from_about = "the sections of a rule sheet that it comes from";

#define ROUNDHOUSE_KEY(id, map, key, form, kept, type, site, presence, usual, words, printed, unsaid, about) \
  {KeyMap::map, key, KeyForm::form, words, false, about},

// Sorted by map.
constexpr KeyRow key_rows[]{
    {KeyMap::file, "roundhouse", KeyForm::version, "", true, "the version of the language, always 1"},
    {KeyMap::file, "name", KeyForm::text, "", false, "what the game is called"},
    {KeyMap::file, "extends", KeyForm::parent, "", false,
     "the parent: a bundled name, or a path to a .yaml file from this file's folder"},
    {KeyMap::file, "options", KeyForm::entries, "", false, "choices that families make", KeyMap::option},
    {KeyMap::file, "words", KeyForm::entries, "", false,
     "conditions and values that have a name of their own", KeyMap::word},
    {KeyMap::file, "facts", KeyForm::entries, "", false, "what must be remembered during play", KeyMap::fact},
    {KeyMap::file, "trains", KeyForm::entries, "", false, "the kinds of train", KeyMap::train},
    {KeyMap::file, "acts", KeyForm::entries, "", false,
     "what players may do besides leading, laying, drawing and ending their turn", KeyMap::act},
    {KeyMap::file, "setup", KeyForm::map, "", false,
     "players, tiles, dealing, how the engine is found, who begins", KeyMap::setup},
    {KeyMap::file, "match", KeyForm::map, "", false, "rounds, games, the end, how players rank",
     KeyMap::match},
    {KeyMap::file, "rules", KeyForm::rows, "", false, "rows of six shapes", KeyMap::rule},
    {KeyMap::file, "checks", KeyForm::rows, "", false, "what must always or never be so, looked for in play",
     KeyMap::check},
    {KeyMap::file, "examples", KeyForm::rows, "", false,
     "little records with what the referee is to say of them", KeyMap::example},
    {KeyMap::file, "sentences", KeyForm::sentences, "", false, "other words for what a parent declares"},
    {KeyMap::file, "ours", KeyForm::rule_ids, "", false,
     "names declared here that do not take the place of a parent's of the same name"},
    {KeyMap::file, "remove", KeyForm::rule_ids, "", false, "ids of a parent's rules that do not hold here"},
    {KeyMap::file, "carries", KeyForm::carries, "", false,
     "which value or inherited rule carries which section of a rule sheet"},
    {KeyMap::file, "sources", KeyForm::sources, "", false, "sections of the house's own rule sheet"},

    {KeyMap::option, "default", KeyForm::setting, "", true, "what holds where nobody chooses"},
    {KeyMap::option, "ask", KeyForm::text, "", false, "the question that the option answers"},
    {KeyMap::option, "choose", KeyForm::choices, "", false, "the names or numbers that can be chosen"},
    {KeyMap::option, "range", KeyForm::range, "", false, "the bounds of a number"},
    {KeyMap::option, "by", KeyForm::word_list, "players round highest", false, "what its table goes by"},
    {KeyMap::option, "from", KeyForm::sections, "", false, from_about},

    {KeyMap::also, "also", KeyForm::choices, "", true, "what can be chosen besides the parent's choices"},
    {KeyMap::also, "default", KeyForm::setting, "", false, "another value than the parent's"},
    {KeyMap::also, "ask", KeyForm::text, "", false, "another question than the parent's"},

    {KeyMap::word, "of", KeyForm::word, "player tile end train debt tiles turn round match", false,
     "whose member it is; the thing asked is then 'it'"},
    {KeyMap::word, "is", KeyForm::ladder, "", true, "the expression that it stands for"},
    {KeyMap::word, "says", KeyForm::says, "", false, says_about},
    {KeyMap::word, "from", KeyForm::sections, "", false, from_about},

    {KeyMap::fact, "of", KeyForm::word, "turn player round match train", true, "whose fact it is"},
    {KeyMap::fact, "per", KeyForm::word, "turn round game match", false, "what it is cleared with"},
    {KeyMap::fact, "is", KeyForm::fact_value, "bool int player tile", false,
     "what kind of value it holds; with 'after', the value that it takes"},
    {KeyMap::fact, "after", KeyForm::events, "", false, "the event after which it changes by itself"},
    {KeyMap::fact, "when", KeyForm::condition, "", false, "the condition under which it changes by itself"},
    {KeyMap::fact, "add", KeyForm::expression, "", false, "the number by which it grows"},
    {KeyMap::fact, "chance", KeyForm::chance, "players", false,
     "chance decides it: one of these numbers, or one of the players"},
    {KeyMap::fact, "shown", KeyForm::label, "", false, "the label under which the table shows it"},
    {KeyMap::fact, "says", KeyForm::says, "", false, says_about},
    {KeyMap::fact, "from", KeyForm::sections, "", false, from_about},

    {KeyMap::train, "of", KeyForm::word, "each all", true, "one for every player, or shared by all"},
    {KeyMap::train, "count", KeyForm::ladder, "", false, "how many there are"},
    {KeyMap::train, "starts", KeyForm::word, "high low", false,
     "from which half of the engine it begins where that is no double"},
    {KeyMap::train, "says", KeyForm::says, "", false, says_about},
    {KeyMap::train, "from", KeyForm::sections, "", false, from_about},

    {KeyMap::act, "called", KeyForm::text, "", false,
     "the word that players say and records have; alone, another word for a parent's act"},
    {KeyMap::act, "by", KeyForm::word, "turn anyone referee", false,
     "who does it: whoever's turn it is, any player, or the referee"},
    {KeyMap::act, "whom", KeyForm::word, "player", false, "a player is named with it"},
    {KeyMap::act, "tile", KeyForm::word, "me whom set", false,
     "a tile is given with it: of who acts, of whom it is done to, or any of the set"},
    {KeyMap::act, "amount", KeyForm::range, "", false, "a number is given with it, within these bounds"},
    {KeyMap::act, "when", KeyForm::condition, "", false, "when it is legal"},
    {KeyMap::act, "do", KeyForm::effects, "", false, "what follows of it"},
    {KeyMap::act, "says", KeyForm::says, "", false, says_about},
    {KeyMap::act, "from", KeyForm::sections, "", false, from_about},

    {KeyMap::setup, "players", KeyForm::range, "", false, "how many may play"},
    {KeyMap::setup, "set", KeyForm::map, "", false, "the set of dominoes", KeyMap::set},
    ROUNDHOUSE_DEAL_VALUES(ROUNDHOUSE_KEY){KeyMap::setup, "engine", KeyForm::map, "", false,
                                           "how the engine is found", KeyMap::engine},
    ROUNDHOUSE_STARTER_VALUES(ROUNDHOUSE_KEY)

        ROUNDHOUSE_SET_VALUES(ROUNDHOUSE_KEY)

            {KeyMap::redeal, "when", KeyForm::worded, "", false,
             "the condition under which all hands are dealt again"},
    ROUNDHOUSE_REDEAL_VALUES(ROUNDHOUSE_KEY)

        ROUNDHOUSE_ENGINE_VALUES(ROUNDHOUSE_KEY)

            ROUNDHOUSE_MATCH_VALUES(ROUNDHOUSE_KEY)

                {KeyMap::value, "is", KeyForm::worded, "", true, "the value"},
    {KeyMap::value, "says", KeyForm::says, "", false, "what the rulebook says of it"},

    {KeyMap::rule, "id", KeyForm::row_id, "", true,
     "the name by which verdicts and exceptions know the rule"},
    {KeyMap::rule, "forbid", KeyForm::acts, "", false,
     "not legal while 'when' holds, unless an exception lifts it"},
    {KeyMap::rule, "permit", KeyForm::acts, "", false, "one more occasion on which a declared act is legal"},
    {KeyMap::rule, "except", KeyForm::rule_ids, "", false, "these rules do not hold while 'when' holds"},
    {KeyMap::rule, "advise", KeyForm::acts, "", false, "courtesy: a breach is a warning, never illegal"},
    {KeyMap::rule, "optional", KeyForm::acts, "", false,
     "it may be done but need not: 'can.ACT' does not count it while 'when' holds"},
    {KeyMap::rule, "after", KeyForm::events, "", false, "what follows of an event of itself: 'do' says what"},
    {KeyMap::rule, "when", KeyForm::condition, "", false, "the condition; without it the rule always holds"},
    {KeyMap::rule, "do", KeyForm::effects, "", false, "the effects of an 'after' rule"},
    {KeyMap::rule, "says", KeyForm::says, "", false, says_about},
    {KeyMap::rule, "from", KeyForm::sections, "", false, from_about},

    {KeyMap::check, "id", KeyForm::row_id, "", true, "the name by which a counterexample names the check"},
    {KeyMap::check, "always", KeyForm::condition, "", false, "what must hold whenever it is asked"},
    {KeyMap::check, "never", KeyForm::condition, "", false, "what may not hold when it is asked"},
    {KeyMap::check, "at", KeyForm::events, "", false, "the events at which it is asked; without it, always"},
    {KeyMap::check, "says", KeyForm::says, "", false, says_about},

    {KeyMap::example, "says", KeyForm::text, "", false, "what the example shows"},
    {KeyMap::example, "record", KeyForm::text, "", true, "the lines of a record"},
    {KeyMap::example, "is", KeyForm::word, "legal illegal", true, "what the referee says of it"},
    {KeyMap::example, "because", KeyForm::text, "", false, "the rule that an illegal one breaks"},

    {KeyMap::step, "when", KeyForm::condition, "", false,
     "the condition of this step; the last step has none"},
    {KeyMap::step, "then", KeyForm::expression, "", true, "the value where this step holds"},

    {KeyMap::worded_step, "when", KeyForm::condition, "", false,
     "the condition of this step; the last step has none"},
    {KeyMap::worded_step, "then", KeyForm::expression, "", true, "the value where this step holds"},
    {KeyMap::worded_step, "says", KeyForm::text, "", false, "why this step applies"},

    {KeyMap::saying_step, "when", KeyForm::condition, "", false,
     "a condition about options alone; the last step has none"},
    {KeyMap::saying_step, "says", KeyForm::text, "", true, "the sentence where this step holds"},
};
#undef ROUNDHOUSE_KEY

}  // namespace

std::string_view map_name(KeyMap map) {
  switch (map) {
#define X(id, what) \
  case KeyMap::id:  \
    return what;
    ROUNDHOUSE_KEY_MAPS(X)
#undef X
  }
  return {};
}

std::span<const KeyRow> all_keys() { return key_rows; }

std::span<const KeyRow> keys_of(KeyMap map) {
  const auto first = std::find_if(std::begin(key_rows), std::end(key_rows),
                                  [&](const KeyRow& row) { return row.in == map; });
  const auto last = std::find_if(first, std::end(key_rows), [&](const KeyRow& row) { return row.in != map; });
  return {first, last};
}

const KeyRow* find_key(KeyMap map, std::string_view key) {
  for (const KeyRow& row : keys_of(map))
    if (row.key == key) return &row;
  return nullptr;
}

std::vector<std::string> words_of(const KeyRow& row) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < row.words.size();) {
    const std::size_t end = std::min(row.words.find(' ', begin), row.words.size());
    words.emplace_back(row.words.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::vector<std::string> words_of(KeyMap map, std::string_view key) {
  const KeyRow* row = find_key(map, key);
  return row == nullptr ? std::vector<std::string>{} : words_of(*row);
}

}  // namespace roundhouse::dsl
