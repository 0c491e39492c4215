#pragma once
// Options with a number for their value: all of what was written is the number, and it lies in the range.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <optional>
#include <string>

#include "dsl/base/whole_number.h"

namespace roundhouse::cli {

/// More at a time than any machine has cores.
constexpr int most_jobs = 1024;

/// A whole number in decimal digits. `value` stays as it is where the option is not given.
template <class Number, class Value>
CLI::Option* add_number(CLI::App& command, const std::string& name, Value& value, Number least,
                        Number greatest, const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [&value, least, greatest](const std::string& text) {
            if (const auto number = dsl::whole_number<Number>(text, least, greatest)) value = *number;
          },
          help)
      ->type_name("NUMBER")
      ->check([least, greatest](const std::string& text) {
        return dsl::whole_number<Number>(text, least, greatest)
                   ? std::string()
                   : fmt::format("'{}' is no whole number from {} to {}", text, least, greatest);
      });
}

/// A number from 0 to 1.
inline CLI::Option* add_share(CLI::App& command, const std::string& name, double& value,
                              const std::string& help) {
  const auto read = [](const std::string& text) {
    double number = -1;
    const char* const end = text.data() + text.size();
    const auto [stop, trouble] = std::from_chars(text.data(), end, number);
    const bool is_share = trouble == std::errc() && stop == end && number >= 0 && number <= 1;
    return is_share ? std::optional<double>(number) : std::nullopt;
  };
  return command
      .add_option_function<std::string>(
          name,
          [&value, read](const std::string& text) {
            if (const auto number = read(text)) value = *number;
          },
          help)
      ->type_name("NUMBER")
      ->check([read](const std::string& text) {
        return read(text) ? std::string() : fmt::format("'{}' is no number from 0 to 1", text);
      });
}

}  // namespace roundhouse::cli
