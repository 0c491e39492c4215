#pragma once
// Commands as they are typed, with what they print: the texts of tests/cli/ and the `console` blocks of the
// docs.
//
//   # what this shows (comments stand before the first command and after a status line)
//   $ roundhouse validate games/dual/worked-example.train
//   > a line that belongs to the command, too
//   what it prints, standard error included
//   ? 0
//
// In a document there are neither comments nor status lines, and empty lines may stand between commands.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::tests {

struct ScriptStep {
  std::string before;   ///< comments and empty lines in front of the command, as they stand
  std::string command;  ///< to be handed to a shell
  std::string shown;    ///< as it stands in the text
};

struct Script {
  std::vector<ScriptStep> steps;
  std::string ending;   ///< what stands after the last output
  std::string mistake;  ///< empty when the text has the shape that it should have
};

enum class ScriptShape { with_status, in_document };

Script read_script(std::string_view text, ScriptShape shape);

/// The same text with what the commands really print when run one after another in `folder`.
std::string perform(const Script& script, ScriptShape shape, const std::filesystem::path& folder);

/// A folder that goes away with the test; tests/games is in it as `games`.
class CommandFolder {
 public:
  CommandFolder();
  CommandFolder(const CommandFolder&) = delete;
  CommandFolder& operator=(const CommandFolder&) = delete;
  ~CommandFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace roundhouse::tests
