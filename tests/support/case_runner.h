#pragma once
// Runs conformance cases against both readings: every case becomes a row of the scenario's rules, so that
// it goes through the checker, the compiler and the fold as any rule does.

#include <string>
#include <vector>

#include "tests/support/case_coverage.h"
#include "tests/support/case_file.h"

namespace roundhouse::tests {

struct CaseReport {
  int cases = 0;
  std::vector<std::string> failures;  ///< "file:line: text: what happened"
};

void run_cases(const CaseFile& file, CaseReport& report, Coverage& coverage);

}  // namespace roundhouse::tests
