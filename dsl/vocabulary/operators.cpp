#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

std::vector<std::string_view> operator_words() {
  std::vector<std::string_view> words{"else", "of", "then", "where"};
  for (const OpRow& row : all_operators)
    if (!row.sign.empty() && row.sign.front() >= 'a' && !is_quantifier(row.op)) words.push_back(row.sign);
  std::ranges::sort(words);
  return words;
}

bool is_operator_word(std::string_view word) {
  static const std::vector<std::string_view> words = operator_words();
  return std::ranges::binary_search(words, word);
}

}  // namespace roundhouse::dsl
