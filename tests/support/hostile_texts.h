#pragma once
// Texts too long, too deep or too repetitive to lie about as files: made when the test runs.

#include <string>
#include <vector>

namespace roundhouse::tests {

struct HostileText {
  std::string name;  ///< with the ending that says what it pretends to be: .yaml, .train
  std::string text;
};

/// Long in one way each: lines, names, lists, tables, sentences, whole files.
std::vector<HostileText> long_texts();
/// Deep in one way each, in records as well as in rules.
std::vector<HostileText> deep_texts();

}  // namespace roundhouse::tests
