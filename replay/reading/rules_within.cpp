#include "replay/reading/rules_within.h"

#include <cstddef>

namespace roundhouse::replay {
namespace {

constexpr std::string_view begins_file = "# rules ";
constexpr std::string_view line_of_file = "#|";
constexpr std::size_t most_files = 16;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::map<std::string, std::string> rules_within(std::string_view record) {
  std::map<std::string, std::string> rules;
  if (record.find(begins_file) == std::string_view::npos) return rules;
  std::string* file = nullptr;
  while (!record.empty()) {
    std::string_view line = take_line(record);
    if (line.starts_with(begins_file) && record.starts_with(line_of_file)) {
      line.remove_prefix(begins_file.size());
      const bool is_name = line.find_first_of("/\\") == std::string_view::npos &&
                           (line.ends_with(".yaml") || line.ends_with(".yml"));
      file = is_name && rules.size() < most_files ? &rules[std::string(line)] : nullptr;
    } else if (file != nullptr && line.starts_with(line_of_file)) {
      line.remove_prefix(line_of_file.size());
      if (line.starts_with(' ')) line.remove_prefix(1);
      file->append(line).push_back('\n');
    } else {
      file = nullptr;
    }
  }
  return rules;
}

}  // namespace roundhouse::replay
