#pragma once
// Flags that more than one command has, each in the one form in which all commands read it: what a flag is
// not made for is refused before anything is read, and never guessed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/text_file.h"

namespace CLI {
class App;
}

namespace roundhouse::cli {

/// More at a time than any machine has cores.
constexpr int most_jobs = 1024;

/// A flag that is given once for each value: `--also dual --also train`.
void add_names(CLI::App& command, const std::string& flag, std::vector<std::string>& names,
               const std::string& about);
/// `--set option=value`, once for each option.
void add_settings(CLI::App& command, const std::string& flag, std::vector<std::string>& settings,
                  const std::string& about);

/// Digits and nothing else.
void add_number(CLI::App& command, const std::string& flag, std::uint64_t& number, std::uint64_t least,
                std::uint64_t most, const std::string& about);
void add_number(CLI::App& command, const std::string& flag, int& number, int least, int most,
                const std::string& about);
/// --players: any number of people that there can be; whether the game is for so many, the rules say.
void add_players(CLI::App& command, std::optional<int>& players, const std::string& about);
/// A number from 0 to 1.
void add_share(CLI::App& command, const std::string& flag, double& share, const std::string& about);

/// --confine FOLDER
void add_confine(CLI::App& command, dsl::ReadingBounds& bounds);

}  // namespace roundhouse::cli
