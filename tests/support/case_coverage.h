#pragma once
// The words, operations, effects and laws that the conformance cases have shown, and how: in a case that
// held, in one that did not, in one that the checker refused.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::tests {

enum class Shown { held, not_held, refused };

class Coverage {
 public:
  void expression(const dsl::TypedExpr& expression, std::string_view text, Shown shown);
  void effects(const dsl::CheckedRules& rules, const std::vector<dsl::TypedEffect>& calls, Shown shown);
  void law(std::string_view name, Shown shown);
  /// Of a refused text: what its spelling shows, and what the case says it is about.
  void refused(std::string_view text, const std::vector<std::string>& covers, bool effects);
  void thing(const std::string& name, Shown shown) { seen_[name].insert(shown); }

  /// "member end.pip: never refused", for everything in the tables of the vocabulary, sorted.
  std::vector<std::string> missing() const;

 private:
  std::map<std::string, std::set<Shown>> seen_;
};

}  // namespace roundhouse::tests
