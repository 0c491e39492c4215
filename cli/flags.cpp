#include "cli/flags.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "dsl/base/whole_number.h"

namespace roundhouse::cli {
namespace {

/// All of the text, or nothing.
std::optional<double> number_from(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || text.empty()) return std::nullopt;
  return number;
}

/// A flag whose text `read` turns into a value; what it cannot read is refused with `expected`.
template <class Value, class Read>
void add_value(CLI::App& command, const std::string& flag, const std::string& form,
               const std::string& expected, const std::string& about, Value& value, Read read) {
  command
      .add_option_function<std::string>(
          flag, [&value, read](const std::string& text) { value = *read(text); }, about)
      ->check([read, expected](const std::string& text) {
        return read(text) ? std::string() : fmt::format("'{}' is not {}", text, expected);
      })
      ->type_name(form);
}

template <class Value, class Number>
void add_whole_number(CLI::App& command, const std::string& flag, Value& value, Number least, Number most,
                      const std::string& about) {
  const auto read = [least, most](const std::string& text) {
    return dsl::whole_number<Number>(text, least, most);
  };
  add_value(command, flag, "N", fmt::format("a whole number from {} to {}", least, most), about, value, read);
}

/// The parts between commas that stand in no braces and no quotation marks.
std::vector<std::string> parts_of(const std::string& written) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : written) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

struct Range {
  std::int32_t first = 0;
  std::int32_t last = 0;
};
/// "8..12"
std::optional<Range> range_in(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto first = dsl::whole_number<std::int32_t>(text.substr(0, dots));
  const auto last = dsl::whole_number<std::int32_t>(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  return Range{*first, *last};
}

/// The single values in a text, in its order: parts between commas, ranges of whole numbers one by one.
/// Within braces, as tables of values have them, and within quotation marks commas and dots stay what they
/// are. At most most_columns + 1.
std::vector<std::string> swept_values(const std::string& written) {
  std::vector<std::string> values;
  for (const std::string& part : parts_of(written)) {
    const std::optional<Range> range = range_in(part);
    if (!range) values.push_back(part);
    for (std::int64_t number = range ? range->first : 1; range && number <= range->last; ++number) {
      if (values.size() > most_columns) break;
      values.push_back(std::to_string(number));
    }
    if (values.size() > most_columns) break;
  }
  return values;
}

/// "4", "2..8", "2,4,6". Absent: it is no such text.
std::optional<std::vector<int>> swept_players(const std::string& written) {
  constexpr int most = 1'000'000;
  std::vector<int> numbers;
  for (const std::string& value : swept_values(written)) {
    const auto number = dsl::whole_number<int>(value, 0, most);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

Command::Command(CLI::App& app, const std::string& name, const std::string& about)
    : command_(*app.add_subcommand(name, about)) {}

void Command::word(const std::string& form, std::string& value, const std::string& about) {
  command_.add_option(form, value, about)->required();
}
void Command::optional_word(const std::string& form, std::string& value, const std::string& about) {
  command_.add_option(form, value, about);
}
void Command::words(const std::string& form, std::vector<std::string>& values, const std::string& about) {
  command_.add_option(form, values, about)->required();
}
void Command::optional_words(const std::string& form, std::vector<std::string>& values,
                             const std::string& about) {
  command_.add_option(form, values, about);
}

void Command::sign(const std::string& flag, bool& given, const std::string& about) {
  command_.add_flag(flag, given, about);
}

void Command::text(const std::string& flag, const std::string& form, std::string& value,
                   const std::string& about) {
  command_.add_option(flag, value, about)->type_name(form);
}

void Command::one_of(const std::string& flag, std::string& value, const std::vector<std::string>& choices,
                     const std::string& about) {
  command_.add_option(flag, value, about)->check(CLI::IsMember(choices));
}

void Command::one_of(const std::string& flag, const std::function<void(const std::string&)>& take,
                     const std::vector<std::string>& choices, const std::string& about) {
  command_.add_option_function<std::string>(flag, take, about)->check(CLI::IsMember(choices));
}

void Command::names(const std::string& flag, std::vector<std::string>& values, const std::string& about) {
  // A list would take in whatever stands behind its first value.
  command_.add_option(flag, values, about)->allow_extra_args(false)->type_name("VARIANT");
}

void Command::ids(const std::string& flag, const std::string& form, std::vector<std::string>& values,
                  const std::string& about) {
  command_.add_option(flag, values, about)->allow_extra_args(false)->type_name(form);
}

void Command::settings(const std::string& flag, std::vector<std::string>& values, const std::string& about) {
  command_.add_option(flag, values, about)
      ->allow_extra_args(false)
      ->check([flag](const std::string& text) {
        const std::size_t equals = text.find('=');
        if (equals != std::string::npos && equals > 0) return std::string();
        return fmt::format("'{}' has no '=': write {} option=value", text, flag);
      })
      ->type_name("OPTION=VALUE");
}

void Command::number(const std::string& flag, std::uint64_t& value, std::uint64_t least, std::uint64_t most,
                     const std::string& about) {
  add_whole_number(command_, flag, value, least, most, about);
}

void Command::number(const std::string& flag, std::optional<std::uint64_t>& value, std::uint64_t least,
                     std::uint64_t most, const std::string& about) {
  add_whole_number(command_, flag, value, least, most, about);
}

void Command::number(const std::string& flag, int& value, int least, int most, const std::string& about) {
  add_whole_number(command_, flag, value, least, most, about);
}

void Command::players(std::optional<int>& value, const std::string& about) {
  constexpr int most = 1'000'000;
  add_whole_number(command_, "--players", value, 0, most, about);
}

void Command::player_numbers(std::vector<int>& values, const std::string& about) {
  add_value(command_, "--players", "N", "a number of players: write 4, 2..8 or 2,4,6", about, values,
            swept_players);
}

void Command::share(const std::string& flag, double& value, const std::string& about) {
  const auto read = [](const std::string& text) {
    const auto number = number_from(text);
    return number && std::isfinite(*number) && *number >= 0 && *number <= 1 ? number : std::nullopt;
  };
  add_value(command_, flag, "P", "a number from 0 to 1", about, value, read);
}

void Command::confine(dsl::ReadingBounds& bounds) {
  command_
      .add_option_function<std::string>(
          "--confine", [&bounds](const std::string& folder) { bounds.folder = folder; },
          "read nothing outside this folder but the bundled variants, whatever a file names")
      ->check([](const std::string& folder) {
        std::error_code error;
        return std::filesystem::is_directory(folder, error) ? std::string()
                                                            : fmt::format("'{}' is no folder", folder);
      })
      ->type_name("FOLDER");
}

void Command::examples(const std::string& lines) { command_.footer(lines); }

void Command::hide() { command_.group(""); }

void Command::does(Run& run, Run work) {
  command_.callback([&run, work = std::move(work)] { run = work; });
}

std::vector<std::vector<std::string>> swept_settings(const std::vector<std::string>& written) {
  std::vector<std::vector<std::string>> all(1);
  for (const std::string& setting : written) {
    const std::size_t value = std::min(setting.find('='), setting.size() - 1) + 1;
    std::vector<std::vector<std::string>> more;
    for (const std::vector<std::string>& before : all)
      for (const std::string& one : swept_values(setting.substr(value))) {
        if (more.size() > most_columns) break;
        more.push_back(before);
        more.back().push_back(setting.substr(0, value) + one);
      }
    all = std::move(more);
  }
  return all;
}

}  // namespace roundhouse::cli
