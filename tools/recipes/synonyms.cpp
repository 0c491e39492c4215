#include "tools/recipes/synonyms.h"

#include <algorithm>
#include <array>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"

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
    if (found != nullptr)
      terms.push_back(found->term);
    else if (!idle_.contains(stems[i]))
      terms.push_back(stems[i]);
    i += found != nullptr ? found->stems.size() : 1;
  }
  return terms;
}

SameWords read_same_words(std::string_view text, std::vector<std::string>& troubles) {
  SameWords words;
  for (const std::string_view line : lines_of(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    if (line.starts_with("- ")) {
      for (const std::string& word : words_of(line)) words.add_idle(word);
      continue;
    }
    std::string term;
    for (const std::string_view entry : parted_by_commas(line)) {
      const std::vector<std::string> phrase = words_of(entry);
      if (term.empty()) term = joined(stems_of(phrase), " ");
      if (phrase.empty() || words.has(phrase))
        troubles.push_back("recipes/synonyms.list: '" + std::string(entry) +
                           "' stands there twice, or is nothing");
      words.add(phrase, term);
    }
  }
  return words;
}

}  // namespace roundhouse::dsl
