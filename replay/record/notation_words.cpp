#include "replay/record/notation_words.h"

#include <array>

#include "dsl/base/search.h"
#include "replay/record/names.h"

namespace roundhouse::replay {

namespace {

constexpr auto word_list = std::to_array<NotationWord>({
    {"draw", WordUse::draw},
    {"draws", WordUse::draw},
    {"drew", WordUse::draw},
    {"drawn", WordUse::draw},
    {"drawing", WordUse::draw},
    {"pick", WordUse::draw},
    {"picks", WordUse::draw},
    {"picked", WordUse::draw},
    {"pulls", WordUse::draw},
    {"pulled", WordUse::draw},
    {"take", WordUse::take},
    {"takes", WordUse::take},
    {"took", WordUse::take},
    {"pass", WordUse::pass},
    {"passes", WordUse::pass},
    {"passed", WordUse::pass},
    {"passing", WordUse::pass},
    {"skips", WordUse::pass},
    {"skipped", WordUse::pass},
    {"done", WordUse::pass},
    {"mark", WordUse::mark},
    {"marks", WordUse::mark},
    {"marked", WordUse::mark},
    {"marking", WordUse::mark},
    {"marker", WordUse::mark},
    {"token", WordUse::mark},
    {"penny", WordUse::mark},
    {"mkr", WordUse::mark},
    {"mk", WordUse::mark},
    {"nomark", WordUse::nomark},
    {"no", WordUse::no},
    {"never", WordUse::no},
    {"lay", WordUse::lay},
    {"lays", WordUse::lay},
    {"laid", WordUse::lay},
    {"laying", WordUse::lay},
    {"play", WordUse::lay},
    {"plays", WordUse::lay},
    {"played", WordUse::lay},
    {"playing", WordUse::lay},
    {"put", WordUse::lay},
    {"puts", WordUse::lay},
    {"putting", WordUse::lay},
    {"place", WordUse::lay},
    {"places", WordUse::lay},
    {"placed", WordUse::lay},
    {"placing", WordUse::lay},
    {"goes", WordUse::lay},
    {"went", WordUse::lay},
    {"on", WordUse::onto},
    {"onto", WordUse::onto},
    {"to", WordUse::onto},
    {"at", WordUse::onto},
    {"as", WordUse::onto},
    {"own", WordUse::own},
    {"my", WordUse::own},
    {"his", WordUse::own},
    {"her", WordUse::own},
    {"their", WordUse::own},
    {"its", WordUse::own},
    {"hers", WordUse::own},
    {"mine", WordUse::own},
    {"home", WordUse::own},
    {"train", WordUse::train},
    {"trains", WordUse::train},
    {"line", WordUse::train},
    {"row", WordUse::train},
    {"arm", WordUse::train},
    {"a", WordUse::article},
    {"an", WordUse::article},
    {"the", WordUse::article},
    {"zero", WordUse::number, 0},
    {"blank", WordUse::number, 0},
    {"o", WordUse::number, 0},
    {"one", WordUse::number, 1},
    {"two", WordUse::number, 2},
    {"three", WordUse::number, 3},
    {"four", WordUse::number, 4},
    {"five", WordUse::number, 5},
    {"six", WordUse::number, 6},
    {"seven", WordUse::number, 7},
    {"eight", WordUse::number, 8},
    {"nine", WordUse::number, 9},
    {"ten", WordUse::number, 10},
    {"eleven", WordUse::number, 11},
    {"twelve", WordUse::number, 12},
    {"thirteen", WordUse::number, 13},
    {"fourteen", WordUse::number, 14},
    {"fifteen", WordUse::number, 15},
    {"sixteen", WordUse::number, 16},
    {"seventeen", WordUse::number, 17},
    {"eighteen", WordUse::number, 18},
    {"double", WordUse::doubled},
    {"dbl", WordUse::doubled},
    {"tile", WordUse::thing},
    {"tiles", WordUse::thing},
    {"bone", WordUse::thing},
    {"bones", WordUse::thing},
    {"domino", WordUse::thing},
    {"dominoes", WordUse::thing},
    {"times", WordUse::thing},
    {"once", WordUse::times, 1},
    {"twice", WordUse::times, 2},
    {"another", WordUse::times, 1},
    {"more", WordUse::more},
    {"and", WordUse::joint},
    {"then", WordUse::joint},
    {"so", WordUse::joint},
    {"still", WordUse::joint},
    {"cannot", WordUse::unable},
    {"cant", WordUse::unable},
    {"couldnt", WordUse::unable},
    {"cdnt", WordUse::unable},
    {"unable", WordUse::unable},
    {"stuck", WordUse::unable},
    {"go", WordUse::going},
    {"move", WordUse::going},
    {"luck", WordUse::going},
    {"cover", WordUse::going},
    {"match", WordUse::going},
    {"good", WordUse::going},
    {"shot", WordUse::going},
    {"chance", WordUse::going},
    {"nothing", WordUse::nothing},
    {"none", WordUse::nothing},
    {"nope", WordUse::nothing},
    {"nowt", WordUse::nothing},
    {"nada", WordUse::nothing},
    {"zip", WordUse::nothing},
    {"zilch", WordUse::nothing},
    {"point", WordUse::points},
    {"points", WordUse::points},
    {"pts", WordUse::points},
    {"number", WordUse::number_sign},
    {"nr", WordUse::number_sign},
    {"it", WordUse::it},
    {"missing", WordUse::missing},
    {"unknown", WordUse::missing},
    {"illegible", WordUse::missing},
    {"unreadable", WordUse::missing},
    {"dunno", WordUse::missing},
    {"know", WordUse::missing},
    {"idea", WordUse::missing},
    {"sure", WordUse::missing},
    {"unsure", WordUse::missing},
    {"undo", WordUse::undone},
    {"undoes", WordUse::undone},
    {"sorry", WordUse::undone},
    {"oops", WordUse::undone},
    {"correction", WordUse::undone},
    {"back", WordUse::undone},
    {"off", WordUse::lifted},
    {"forgot", WordUse::omitted},
    {"forgets", WordUse::omitted},
    {"forgotten", WordUse::omitted},
    {"out", WordUse::out},
    {"starts", WordUse::opening},
    {"start", WordUse::opening},
    {"started", WordUse::opening},
    {"begins", WordUse::opening},
    {"began", WordUse::opening},
    {"opens", WordUse::opening},
    {"opened", WordUse::opening},
    {"leads", WordUse::opening},
    {"led", WordUse::opening},
    {"covers", WordUse::covering},
    {"covering", WordUse::covering},
    {"covered", WordUse::covering},
    {"mistake", WordUse::accident},
    {"accident", WordUse::accident},
});

bool is_vowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }
bool is_letter(char letter) { return letter >= 'a' && letter <= 'z'; }

/// The forms of one word.
std::vector<std::string> bent(const std::string& word) {
  const std::size_t size = word.size();
  if (size < 2 || !all_of(word, is_letter)) return {};
  const char last = word[size - 1];
  const char before = word[size - 2];
  const auto ends_in = [&](std::string_view end) { return word.ends_with(end); };
  if (last == 'y' && !is_vowel(before)) {
    const std::string stem = word.substr(0, size - 1);
    return {stem + "ies", stem + "ied", word + "ing"};
  }
  const bool hisses =
      last == 's' || last == 'x' || last == 'z' || last == 'o' || ends_in("ch") || ends_in("sh");
  std::vector<std::string> forms{word + (hisses ? "es" : "s")};
  if (last == 'e') {
    forms.push_back(word + "d");
    forms.push_back(word.substr(0, size - 1) + "ing");
    return forms;
  }
  forms.push_back(word + "ed");
  forms.push_back(word + "ing");
  const bool doubles = size > 2 && is_vowel(before) && !is_vowel(word[size - 3]) && !is_vowel(last) &&
                       last != 'w' && last != 'x' && last != 'y';
  if (doubles) {
    forms.push_back(word + last + "ed");
    forms.push_back(word + last + "ing");
  }
  return forms;
}

}  // namespace

const NotationWord* find_notation_word(std::string_view folded) {
  const auto* const row = find_if(word_list, [&](const NotationWord& word) { return word.word == folded; });
  return row == word_list.end() ? nullptr : row;
}

std::vector<NotationWord> notation_words() { return {word_list.begin(), word_list.end()}; }

std::vector<std::string> bent_forms(std::string_view name) {
  const std::string small = folded(name);
  std::vector<std::string> forms = bent(small);
  // Of a name of several words the first is bent, or the last: `sings-out`, `show-hands`.
  const std::size_t first = small.find_first_of("-_");
  if (first == std::string::npos) return forms;
  for (const std::string& form : bent(small.substr(0, first))) forms.push_back(form + small.substr(first));
  const std::size_t last = small.find_last_of("-_") + 1;
  for (const std::string& form : bent(small.substr(last))) forms.push_back(small.substr(0, last) + form);
  return forms;
}

}  // namespace roundhouse::replay
