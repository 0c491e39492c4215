#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

std::vector<std::string_view> operator_words() {
  std::vector<std::string_view> words{"else", "of", "then", "where"};
  for (const OpRow& row : all_operators)
    if (!row.sign.empty() && row.sign.front() >= 'a' && !is_quantifier(row.op)) words.push_back(row.sign);
  std::sort(words.begin(), words.end());
  return words;
}

bool is_operator_word(std::string_view word) {
  static const std::vector<std::string_view> words = operator_words();
  return std::binary_search(words.begin(), words.end(), word);
}

}  // namespace roundhouse::dsl
