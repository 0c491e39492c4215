#pragma once
// Texts of plain letters: what keys, names and words of the language are compared by.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roundhouse::dsl {

/// The text with small letters for A to Z; every other byte stays, whatever the language of the machine.
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

inline std::string with_capital(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// With each occurrence of `from` replaced.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// "a, b, c"; `said` gives the text of a part.
template <class Parts, class Said>
std::string joined(const Parts& parts, std::string_view between, Said said) {
  std::string list;
  bool is_first = true;
  for (const auto& part : parts) {
    if (!std::exchange(is_first, false)) list += between;
    list += said(part);
  }
  return list;
}
template <class Parts>
std::string joined(const Parts& parts, std::string_view between) {
  return joined(parts, between, [](std::string_view part) { return part; });
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

// A text cut into lines.

/// Without their ends, Windows ones included. What stands behind the last line's end is no line if it is
/// empty.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// `option=value`: a setting as the command line and the results of runs write it.

struct SettingText {
  std::string option;
  std::string value;
};

/// Parted at the first '='; where there is none, all of it names the option.
inline SettingText split_setting(std::string_view setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos) return {std::string(setting), {}};
  return {std::string(setting.substr(0, equals)), std::string(setting.substr(equals + 1))};
}

}  // namespace roundhouse::dsl
