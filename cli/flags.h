#pragma once
// The words and flags that a command takes from its command line, each in the one form in which all commands
// read it. What a flag is not made for is refused before anything is read, and never guessed. The door to
// CLI11, which takes long to compile, beside main.cpp and outline.cpp, which reads what came in here.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "dsl/base/text_file.h"

namespace CLI {
class App;
}

namespace roundhouse::cli {

/// The work that is left once the line has been read.
using Run = std::function<Exit()>;

/// The values must live as long as the program's command line. `about` is what the help says.
class Command {
 public:
  Command(CLI::App& app, const std::string& name, const std::string& about);

  /// Words behind the command's name.
  void word(const std::string& form, std::string& value, const std::string& about);
  void optional_word(const std::string& form, std::string& value, const std::string& about);
  void words(const std::string& form, std::vector<std::string>& values, const std::string& about);
  void optional_words(const std::string& form, std::vector<std::string>& values, const std::string& about);

  /// A flag that is there or not.
  void sign(const std::string& flag, bool& given, const std::string& about);
  /// `form` says what it is: "VARIANT", "TURN".
  void text(const std::string& flag, const std::string& form, std::string& value, const std::string& about);
  void one_of(const std::string& flag, std::string& value, const std::vector<std::string>& choices,
              const std::string& about);
  void one_of(const std::string& flag, const std::function<void(const std::string&)>& take,
              const std::vector<std::string>& choices, const std::string& about);
  /// A flag that is given once for each value: `--also dual --also train`.
  void names(const std::string& flag, std::vector<std::string>& values, const std::string& about);
  /// As `names`, for words of another form than a variant's name.
  void ids(const std::string& flag, const std::string& form, std::vector<std::string>& values,
           const std::string& about);
  /// `--set option=value`, once for each option.
  void settings(const std::string& flag, std::vector<std::string>& values, const std::string& about);
  /// Digits and nothing else.
  void number(const std::string& flag, std::uint64_t& value, std::uint64_t least, std::uint64_t most,
              const std::string& about);
  /// One that may be left out.
  void number(const std::string& flag, std::optional<std::uint64_t>& value, std::uint64_t least,
              std::uint64_t most, const std::string& about);
  void number(const std::string& flag, int& value, int least, int most, const std::string& about);
  /// --players: any number of people that there can be; whether the game is for so many, the rules say.
  void players(std::optional<int>& value, const std::string& about);
  /// --players for one number or several: 4, 2..8, 2,4,6.
  void player_numbers(std::vector<int>& values, const std::string& about);
  /// A number from 0 to 1.
  void share(const std::string& flag, double& value, const std::string& about);
  /// --confine FOLDER
  void confine(dsl::ReadingBounds& bounds);

  /// The text below the help.
  void examples(const std::string& lines);
  /// For other programs alone: neither the help nor a hint names it.
  void hide();
  /// If this is the command on the line, `run` becomes `work`.
  void does(Run& run, Run work);

 private:
  CLI::App& command_;
};

// Values that are tried one after the other: `deal=8..12`, `double_blank=0,25,50`, `--players 2..8`. Knows
// no option: what each value is worth, the rules say when they are loaded.

/// A table with more columns is read by nobody.
constexpr std::size_t most_columns = 100;

/// `option=value` with each combination of values, the last option changing fastest. At most most_columns
/// + 1.
std::vector<std::vector<std::string>> swept_settings(const std::vector<std::string>& written);

}  // namespace roundhouse::cli
