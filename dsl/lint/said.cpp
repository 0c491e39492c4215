#include "dsl/lint/said.h"

#include <cctype>
#include <utility>

namespace roundhouse::dsl {

std::vector<std::string> words_said(std::string_view sentence) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : sentence) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
    if (c != ' ' && c != '-') words.emplace_back();
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace roundhouse::dsl
