#include "tools/recipes/find_recipes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

/// The weight of a term that stands in a recipe's lines alone, beside 1 of a term in a wording.
constexpr double worth_in_lines = 0.3;
/// A recipe fits that has this share of what is asked.
constexpr double fitting_share = 0.5;
/// And it fits beside a better one that comes so near to it.
constexpr double fitting_beside_best = 0.7;
/// Of the two measures, whether all of the question is there, and whether some wording says just that.
constexpr double weight_of_share = 0.45;
/// A recipe fits only if one wording alone is so like the question.
constexpr double fitting_likeness = 0.3;
/// A recipe says the opposite whose likest wording contradicts the question, and is so like it.
constexpr double opposing_likeness = 0.5;
/// And that is nearly as like it as any other of its wordings.
constexpr double opposing_beside_best = 0.8;
/// A wording that is so like the question is that question.
constexpr double just_that = 0.99;
/// A term that nobody says weighs as if this part of a recipe said it.
constexpr double nobody_says = 0.6;
/// A word shorter than this is not taken for another.
constexpr std::size_t shortest_respelt = 5;

std::set<std::string> set_of_terms(const std::vector<std::string>& terms) {
  return {terms.begin(), terms.end()};
}

}  // namespace

const Recipe& entry_of(const RecipeBook& book, std::size_t place) {
  for (const std::vector<Recipe>* part : {&book.recipes, &book.games}) {
    if (place < part->size()) return (*part)[place];
    place -= part->size();
  }
  return book.unmet[place];
}

RecipeFinder::RecipeFinder(const RecipeBook& book) : book_(book) {
  std::set<std::string> spellings = book.words.known();
  const auto terms_in = [&](std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    spellings.insert(words.begin(), words.end());
    return set_of_terms(book.words.terms_of(words));
  };
  const std::size_t places = book.recipes.size() + book.games.size() + book.unmet.size();
  for (std::size_t place = 0; place < places; ++place) {
    const Recipe& recipe = entry_of(book, place);
    Terms terms;
    terms.wordings.push_back(terms_in(recipe.wish));
    for (const std::string& wording : recipe.also) terms.wordings.push_back(terms_in(wording));
    terms.said = terms_in(recipe.name);
    for (const std::set<std::string>& wording : terms.wordings)
      terms.said.insert(wording.begin(), wording.end());
    terms.in_lines = terms_in(recipe.lines);
    for (const std::string& term : terms.said) ++recipes_with_[term];
    recipes_.push_back(std::move(terms));
  }
  spellings_.assign(spellings.begin(), spellings.end());
  for (const std::string& word : spellings_) known_stems_.insert(stem_of(word));
}

/// The rarer a term, the more it weighs (inverse document frequency). One that nobody says weighs most: what
/// is asked is not there.
double RecipeFinder::weight_of(const std::string& term) const {
  const auto found = recipes_with_.find(term);
  const double with = found == recipes_with_.end() ? nobody_says : static_cast<double>(found->second);
  return std::log(1.0 + static_cast<double>(recipes_.size()) / with);
}

/// The share of the question that the recipe has, from 0 to 1.
double RecipeFinder::share_of(const std::set<std::string>& asked, const Terms& terms) const {
  double there = 0;
  double all = 0;
  for (const std::string& term : asked) {
    const double weight = weight_of(term);
    all += weight;
    if (terms.said.contains(term))
      there += weight;
    else if (terms.in_lines.contains(term))
      there += weight * worth_in_lines;
  }
  return all > 0 ? there / all : 0;
}

/// The likeness of the question to one wording, from 0 to 1.
double RecipeFinder::cosine_of(const std::set<std::string>& asked,
                               const std::set<std::string>& wording) const {
  const auto square = [&](double sum, const std::string& term) {
    return sum + weight_of(term) * weight_of(term);
  };
  std::vector<std::string> common;
  std::set_intersection(asked.begin(), asked.end(), wording.begin(), wording.end(),
                        std::back_inserter(common));
  if (common.empty()) return 0;
  return std::accumulate(common.begin(), common.end(), 0.0, square) /
         std::sqrt(std::accumulate(asked.begin(), asked.end(), 0.0, square) *
                   std::accumulate(wording.begin(), wording.end(), 0.0, square));
}

RecipeFinder::Likeness RecipeFinder::likeness_of(const std::set<std::string>& asked,
                                                 const Terms& terms) const {
  Likeness likeness;
  double contradicting = 0;
  for (const std::set<std::string>& wording : terms.wordings) {
    const double cosine = cosine_of(asked, wording);
    if (book_.words.contradict(asked, wording)) {
      contradicting = std::max(contradicting, cosine);
    } else if (cosine > likeness.likest) {
      likeness = {cosine, book_.words.turned(asked, wording)};
    }
  }
  if (contradicting * opposing_beside_best > likeness.likest && contradicting >= opposing_likeness) return {};
  return likeness;
}

std::string RecipeFinder::read_word(const std::string& word) const {
  if (word.size() < shortest_respelt || known_stems_.contains(stem_of(word))) return word;
  // One slip, and not in the first letter: a question has words that are about something else.
  const auto meant = find_if(spellings_, [&](const std::string& known) {
    return known.front() == word.front() && edit_distance(known, word) == 1;
  });
  return meant == spellings_.end() ? word : *meant;
}

FoundRecipes RecipeFinder::find(std::string_view asked) const {
  FoundRecipes found;
  std::vector<std::string> words = words_of(asked);
  for (std::string& word : words) {
    const std::string known = read_word(word);
    if (known != word) found.read_as.emplace_back(word, known);
    word = known;
  }
  const std::set<std::string> terms = set_of_terms(book_.words.terms_of(words));

  struct Ranked {
    std::size_t recipe = 0;
    double score = 0;
    double share = 0;
    Likeness likeness;
  };
  std::vector<Ranked> ranked;
  for (std::size_t i = 0; i < recipes_.size(); ++i) {
    const double share = share_of(terms, recipes_[i]);
    const Likeness likeness = likeness_of(terms, recipes_[i]);
    const double score = weight_of_share * share + (1 - weight_of_share) * likeness.likest;
    if (share > 0 && likeness.likest > 0) ranked.push_back({i, score, share, likeness});
  }
  stable_sort(ranked, [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  const std::size_t granted = book_.recipes.size() + book_.games.size();
  const auto is_like = [&](const Ranked& one) {
    return one.share >= fitting_share && one.likeness.likest >= fitting_likeness &&
           one.score >= fitting_beside_best * ranked.front().score;
  };
  // Where some recipe says just that, one with a `not` says the opposite; else it may be what is meant.
  const bool said_so = any_of(
      ranked, [&](const Ranked& one) { return one.likeness.likest >= just_that && !one.likeness.turned; });
  for (const Ranked& one : ranked) {
    if (said_so && one.likeness.turned) continue;
    const bool fits = is_like(one) && found.unmet == nullptr;
    if (one.recipe < granted)
      (fits ? found.fitting : found.near).push_back(one.recipe);
    else if (fits && found.fitting.empty())
      found.unmet = &entry_of(book_, one.recipe);
  }
  return found;
}

}  // namespace roundhouse::dsl
