#pragma once
// Texts of plain letters: what keys, names and words of the language are compared by.

#include <span>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// With small letters for A to Z; every other byte stays, whatever the language of the machine.
inline std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

/// Without the blanks, tabs and ends of lines in front and behind.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// "a", "a and b", "a, b and c"
inline std::string listed(std::span<const std::string> parts) {
  std::string list;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) list += i + 1 == parts.size() ? " and " : ", ";
    list += parts[i];
  }
  return list;
}

}  // namespace roundhouse::dsl
