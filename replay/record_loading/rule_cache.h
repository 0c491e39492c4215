#pragma once
// The rules that the records of one command ask for, loaded once. A thousand records of one evening name the
// same file; a record of a stranger may name any.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/round_terms.h"

namespace roundhouse::replay {

/// Rules as they were loaded for one record.
struct ShelvedRules {
  std::string name;                                ///< all that they depend on
  std::shared_ptr<const dsl::CheckedRules> rules;  ///< absent: they are no rules
  std::shared_ptr<AskedHash> hash;                 ///< of the rules, if there are any
  dsl::Diagnostics complaints;                     ///< if there are no rules
  bool is_kept = false;                            ///< complaints are about `files` alone
  /// Their places are in files with these numbers: `first`, and those after it. In the sources of another
  /// record they are put in again under the same numbers.
  std::size_t first = 0;
  std::vector<dsl::SourceFile> files;
  std::map<int, std::shared_ptr<const engine::Rules>> programs;  ///< by players
};

/// May be asked by several threads.
class RuleCache {
 public:
  /// The rules under this name, if their files can be (or are) in `sources` under the numbers that they had.
  std::optional<ShelvedRules> find(const std::string& name, dsl::SourceMap& sources);
  void keep(ShelvedRules rules);
  void keep_program(const ShelvedRules& rules, int players, std::shared_ptr<const engine::Rules> program);

 private:
  void make_room(std::size_t nodes);

  std::mutex mutex_;
  std::map<std::string, ShelvedRules> rules_;
  std::size_t nodes_ = 0;  ///< of all rules and programs that are kept
};

}  // namespace roundhouse::replay
