#include "tools/recipes/recipe_book.h"

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view typographic_apostrophe = "\xE2\x80\x99";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

char in_small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string with_plain_apostrophes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with(typographic_apostrophe)) {
      plain += '\'';
      i += typographic_apostrophe.size() - 1;
    } else {
      plain += in_small(text[i]);
    }
  }
  return plain;
}

bool has_vowel(std::string_view text) { return text.find_first_of("aeiouy") != std::string_view::npos; }

void drop(std::string& word, std::size_t letters) { word.resize(word.size() - letters); }

void without_plural(std::string& word) {
  constexpr std::array<std::string_view, 6> long_plurals{"sses", "xes", "ches", "shes", "oes", "zzes"};
  if (word.size() > 4 && word.ends_with("ies")) {
    drop(word, 3);
    word += 'y';
  } else if (any_of(long_plurals, [&](std::string_view plural) { return word.ends_with(plural); })) {
    drop(word, 2);
  } else if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") &&
             !word.ends_with("is")) {
    drop(word, 1);
  }
}

/// `ing` or `ed`, and the letter that was doubled before it.
void without_ending(std::string& word, std::string_view ending) {
  if (!word.ends_with(ending) || word.ends_with("eed")) return;
  const std::size_t left = word.size() - ending.size();
  if (left < 3 || !has_vowel(std::string_view(word).substr(0, left))) return;
  word.resize(left);
  const char last = word.back();
  if (left > 3 && word[left - 2] == last && last != 'l' && last != 's' && last != 'z') drop(word, 1);
}

std::vector<std::string> stems_of(const std::vector<std::string>& words) {
  std::vector<std::string> stems;
  stems.reserve(words.size());
  for (const std::string& word : words) stems.push_back(stem_of(word));
  return stems;
}

std::vector<std::string_view> parted_by_commas(std::string_view line) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = line.find(',');
    parts.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    line.remove_prefix(comma + 1);
  }
}

namespace fs = std::filesystem;

/// No file of a recipe book is larger.
constexpr std::size_t largest_recipe_file = std::size_t{1} << 16;

constexpr std::string_view parting = "---";

std::optional<std::string> read_file_of(const fs::path& folder, const std::string& name,
                                        std::vector<std::string>& troubles) {
  FileText file = read_text_file(folder / name, largest_recipe_file);
  if (file.trouble.empty()) return std::move(file.text);
  troubles.push_back("recipes/" + name + ": " + file.trouble);
  return std::nullopt;
}

/// The value of `key: value`; absent: this line is of another key.
std::optional<std::string> value_behind(std::string_view line, std::string_view key) {
  if (!line.starts_with(key) || !line.substr(key.size()).starts_with(": ")) return std::nullopt;
  return std::string(trimmed(line.substr(key.size() + 2)));
}

void read_head_line(std::string_view line, Recipe& recipe, std::vector<std::string>& troubles) {
  if (auto wording = value_behind(line, "also")) {
    recipe.also.push_back(std::move(*wording));
  } else if (auto note = value_behind(line, "note")) {
    recipe.note = std::move(*note);
  } else {
    troubles.push_back("recipes/" + recipe.name + ".recipe: '" + std::string(line) +
                       "' is neither 'also: ...' nor 'note: ...'");
  }
}

void read_rule_line(std::string_view line, Recipe& recipe) {
  recipe.rules += std::string(line) + "\n";
  if (auto parent = value_behind(line, "extends")) {
    recipe.parent = std::move(*parent);
  } else if (!value_behind(line, "roundhouse") && !value_behind(line, "name")) {
    recipe.lines += std::string(line) + "\n";
  }
}

/// The chapters with the names of their recipes.
struct Contents {
  std::vector<RecipeChapter> chapters;
  std::vector<std::vector<std::string>> names;
};

Contents read_contents(std::string_view text, std::vector<std::string>& troubles) {
  Contents contents;
  for (const std::string_view line : lines_of(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    if (line.starts_with(' ')) {
      if (contents.names.empty())
        troubles.push_back("recipes/contents.list: a recipe stands before the first chapter");
      else
        contents.names.back().emplace_back(trimmed(line));
      continue;
    }
    const std::size_t colon = std::min(line.find(": "), line.size());
    contents.chapters.push_back({std::string(line.substr(0, colon)),
                                 std::string(trimmed(line.substr(std::min(colon + 2, line.size())))),
                                 {}});
    contents.names.emplace_back();
  }
  return contents;
}

/// Lines `KEY: VALUE`, and below each other wordings, indented. `put` makes a recipe of the two.
template <typename Put>
std::vector<Recipe> read_wordings(const fs::path& folder, const std::string& name,
                                  std::vector<std::string>& troubles, Put put) {
  std::vector<Recipe> read;
  const auto text = read_file_of(folder, name, troubles);
  if (!text) return read;
  for (const std::string_view line : lines_of(*text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(": ");
    if (line.starts_with(' ') && !read.empty())
      read.back().also.emplace_back(trimmed(line));
    else if (line.starts_with(' ') || colon == std::string_view::npos)
      troubles.push_back("recipes/" + name + ": '" + std::string(trimmed(line)) +
                         "' is neither 'KEY: VALUE' nor a wording below one");
    else
      put(read.emplace_back(), std::string(line.substr(0, colon)),
          std::string(trimmed(line.substr(colon + 2))));
  }
  return read;
}

/// The names of all recipes in a folder, sorted.
std::vector<std::string> recipes_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".recipe") names.push_back(entry->path().stem().string());
  sort(names);
  return names;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  const std::string plain = with_plain_apostrophes(text);
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i <= plain.size(); ++i) {
    const char c = i < plain.size() ? plain[i] : ' ';
    if (is_letter(c)) {
      word += c;
    } else if (c == '\'' && !word.empty()) {
      const bool possessive =
          i + 1 < plain.size() && plain[i + 1] == 's' && (i + 2 == plain.size() || !is_letter(plain[i + 2]));
      if (possessive) ++i;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

std::string stem_of(std::string word) {
  without_plural(word);
  const std::size_t before = word.size();
  without_ending(word, "ing");
  if (word.size() == before) without_ending(word, "ed");
  if (word.size() > 3 && word.ends_with('e')) drop(word, 1);
  return word;
}

void SameWords::add(const std::vector<std::string>& phrase, const std::string& term) {
  if (phrase.empty()) return;
  known_.insert(phrase.begin(), phrase.end());
  std::vector<std::string> stems = stems_of(phrase);
  std::vector<Phrase>& alike = phrases_[stems.front()];
  const auto shorter = find_if(alike, [&](const Phrase& other) { return other.stems.size() < stems.size(); });
  alike.insert(shorter, {std::move(stems), term});
}

void SameWords::add_idle(const std::string& word) {
  known_.insert(word);
  idle_.insert(stem_of(word));
}

bool SameWords::has(const std::vector<std::string>& phrase) const {
  const std::vector<std::string> stems = stems_of(phrase);
  const auto alike = phrases_.find(stems.empty() ? "" : stems.front());
  return alike != phrases_.end() &&
         any_of(alike->second, [&](const Phrase& one) { return one.stems == stems; });
}

void SameWords::add_opposites(const std::string& first, const std::string& second) {
  if (second.empty())
    turning_.insert(first);
  else
    opposites_.emplace_back(first, second);
}

bool SameWords::contradict(const std::set<std::string>& asked, const std::set<std::string>& said) const {
  const auto one_has = [&](const std::string& here, const std::string& there) {
    // Beside a word that turns it round a term does not stand for itself: "need not".
    return asked.contains(here) && !asked.contains(there) && said.contains(there) &&
           (!said.contains(here) || turning_.contains(there));
  };
  return any_of(turning_,
                [&](const std::string& term) { return asked.contains(term) && !said.contains(term); }) ||
         any_of(opposites_, [&](const auto& pair) {
           return one_has(pair.first, pair.second) || one_has(pair.second, pair.first);
         });
}

bool SameWords::turned(const std::set<std::string>& asked, const std::set<std::string>& said) const {
  return any_of(turning_,
                [&](const std::string& term) { return said.contains(term) && !asked.contains(term); });
}

std::vector<std::string> SameWords::terms_of(const std::vector<std::string>& words) const {
  const std::vector<std::string> stems = stems_of(words);
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < stems.size();) {
    const auto alike = phrases_.find(stems[i]);
    const Phrase* found = nullptr;
    if (alike != phrases_.end()) {
      for (const Phrase& one : alike->second) {
        if (one.stems.size() > stems.size() - i || found != nullptr) continue;
        if (std::equal(one.stems.begin(), one.stems.end(), stems.begin() + static_cast<std::ptrdiff_t>(i)))
          found = &one;
      }
    }
    if (found != nullptr && !found->term.empty())
      terms.push_back(found->term);
    else if (found == nullptr && !idle_.contains(stems[i]))
      terms.push_back(stems[i]);
    i += found != nullptr ? found->stems.size() : 1;
  }
  return terms;
}

namespace {

/// `open, close`, or one word by itself.
void read_opposites(std::string_view entries, SameWords& words, std::vector<std::string>& troubles) {
  std::vector<std::string> pair;
  for (const std::string_view entry : parted_by_commas(entries))
    for (std::string& term : words.terms_of(words_of(entry))) pair.push_back(std::move(term));
  if (pair.empty() || pair.size() > 2)
    troubles.push_back("recipes/synonyms.list: '! " + std::string(entries) + "' is not one term, or two");
  else
    words.add_opposites(pair.front(), pair.size() > 1 ? pair.back() : std::string());
}

}  // namespace

SameWords read_same_words(std::string_view text, std::vector<std::string>& troubles) {
  SameWords words;
  for (const std::string_view line : lines_of(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    if (line.starts_with("- ") && line.find(',') == std::string_view::npos) {
      for (const std::string& word : words_of(line)) words.add_idle(word);
      continue;
    }
    if (line.starts_with("! ")) {
      read_opposites(line.substr(2), words, troubles);
      continue;
    }
    const bool idle = line.starts_with("- ");
    std::string term;
    for (const std::string_view entry : parted_by_commas(line)) {
      const std::vector<std::string> phrase = words_of(entry);
      if (term.empty() && !idle) term = joined(stems_of(phrase), " ");
      if (phrase.empty() || words.has(phrase))
        troubles.push_back("recipes/synonyms.list: '" + std::string(entry) +
                           "' stands there twice, or is nothing");
      words.add(phrase, term);
    }
  }
  return words;
}

Recipe read_recipe(std::string name, std::string_view text, std::vector<std::string>& troubles) {
  Recipe recipe;
  recipe.name = std::move(name);
  int part = 0;
  for (const std::string_view line : lines_of(text)) {
    if (line == parting)
      ++part;
    else if (part == 0 && recipe.wish.empty())
      recipe.wish = trimmed(line);
    else if (part == 0)
      read_head_line(line, recipe, troubles);
    else if (part == 1)
      read_rule_line(line, recipe);
    else
      recipe.cases += std::string(line) + "\n";
  }
  if (part != 2 || recipe.wish.empty() || recipe.parent.empty() || recipe.lines.empty())
    troubles.push_back("recipes/" + recipe.name +
                       ".recipe: it takes a wish, '---', rules that extend a variant, '---', records");
  return recipe;
}

RecipeBook read_recipes(const fs::path& folder) {
  RecipeBook book;
  if (const auto synonyms = read_file_of(folder, "synonyms.list", book.troubles))
    book.words = read_same_words(*synonyms, book.troubles);
  book.games = read_wordings(folder, "games.list", book.troubles,
                             [](Recipe& game, std::string name, std::string wish) {
                               game.name = game.parent = std::move(name);
                               game.wish = std::move(wish);
                             });
  book.unmet = read_wordings(folder, "nothing.list", book.troubles,
                             [](Recipe& unmet, std::string wish, std::string note) {
                               unmet.wish = std::move(wish);
                               unmet.note = std::move(note);
                             });
  Contents contents;
  if (const auto text = read_file_of(folder, "contents.list", book.troubles))
    contents = read_contents(*text, book.troubles);
  book.chapters = std::move(contents.chapters);
  std::set<std::string> listed;
  for (std::size_t chapter = 0; chapter < book.chapters.size(); ++chapter) {
    for (const std::string& name : contents.names[chapter]) {
      if (!listed.insert(name).second) {
        book.troubles.push_back("recipes/contents.list: " + name + " stands there twice");
        continue;
      }
      const auto text = read_file_of(folder, name + ".recipe", book.troubles);
      if (!text) continue;
      book.chapters[chapter].recipes.push_back(book.recipes.size());
      book.recipes.push_back(read_recipe(name, *text, book.troubles));
    }
  }
  for (const std::string& name : recipes_in(folder))
    if (!listed.contains(name))
      book.troubles.push_back("recipes/" + name + ".recipe: no chapter of contents.list has it");
  return book;
}

std::size_t find_recipe(const RecipeBook& book, std::string_view name) {
  const auto found = find_if(book.recipes, [&](const Recipe& recipe) { return recipe.name == name; });
  return static_cast<std::size_t>(found - book.recipes.begin());
}

const RecipeChapter& chapter_of(const RecipeBook& book, std::size_t recipe) {
  return *find_if(book.chapters,
                  [&](const RecipeChapter& chapter) { return contains(chapter.recipes, recipe); });
}

}  // namespace roundhouse::dsl
