#pragma once
// Values that are tried one after the other: `deal=8..12`, `double_blank=0,25,50`, `--players 2..8`. Knows
// no option: what each value is worth, the rules say when they are loaded.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace roundhouse::cli {

/// A table with more columns is read by nobody.
constexpr std::size_t most_columns = 100;

/// The single values in a text, in its order: parts between commas, ranges of whole numbers one by one.
/// Within braces, as tables of values have them, and within quotation marks commas and dots stay what they
/// are. At most most_columns + 1.
std::vector<std::string> swept_values(const std::string& written);

/// `option=value` with each combination of values, the last option changing fastest. At most most_columns
/// + 1.
std::vector<std::vector<std::string>> swept_settings(const std::vector<std::string>& written);

/// "4", "2..8", "2,4,6". Absent: it is no such text.
std::optional<std::vector<int>> swept_players(const std::string& written);

}  // namespace roundhouse::cli
