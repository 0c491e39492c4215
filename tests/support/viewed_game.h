#pragma once
// A recorded game as a viewer gets it, without the program: for tests of what is painted.

#include <filesystem>
#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "tools/screen/screen.h"
#include "tools/screen/step_cache.h"

namespace roundhouse::tests {

/// Fails the test where the record or its rules cannot be read.
class ViewedGame {
 public:
  /// `path`: from the top of the source tree. Its variant is a bundled one.
  explicit ViewedGame(const std::string& path);
  /// The same of a text; its variant may be test.yaml, too, which has these rules.
  ViewedGame(const std::string& title, const std::string& text, const std::string& rules = {});
  ViewedGame(const ViewedGame&) = delete;
  ViewedGame& operator=(const ViewedGame&) = delete;

  const replay::Record& record() const { return record_; }
  const engine::Rules& program() const { return *rules_.program; }
  /// Must not outlive this.
  replay::ViewedRecord viewed() const;

 private:
  void read(const std::string& title, const std::string& text, const std::string& own_rules);

  dsl::SourceMap sources_;
  std::string title_;
  replay::Record record_;
  replay::ReadyRules rules_;
};

/// Keys as tests write them, with blanks between them: `right`, `PageDown`, `Enter`, `space`, `backspace`,
/// `escape`; of any other word each character is one.
std::vector<replay::Key> keys_from(const std::string& words);
/// The same for `tmux send-keys`: each is one argument.
std::vector<std::string> tmux_keys_from(const std::string& words);

}  // namespace roundhouse::tests
