#pragma once
// `option=value`: a setting as the command line and the results of runs write it.

#include <string>
#include <string_view>

namespace roundhouse::dsl {

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
